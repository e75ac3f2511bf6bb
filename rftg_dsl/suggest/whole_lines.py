"""What a line that cannot be read was meant to say, followed to its end.

Who is told of one slip at a time cannot see where that leads. So a line with several is shown
whole, one that turns out to ask for what cards cannot say is refused at once, and a guess that
leads nowhere is not begun.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.phrasing import listed
from rftg_dsl.games import game_of
from rftg_dsl.semantics.lower import lower_any
from rftg_dsl.semantics.suspicious import says_all
from rftg_dsl.suggest.marks import NEW_LINE
from rftg_dsl.suggest.repair import MEANT, Advice, Stopped, common_start, error_in, rank_of
from rftg_dsl.suggest.rewrites import lines, plain_texts
from rftg_dsl.suggest.semantic_errors import with_meaning
from rftg_dsl.suggest.slips import Mended, advise
from rftg_dsl.suggest.unsupported import Asked, asked_for
from rftg_dsl.syntax.ast import SCORE, Power, Span
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.words.checks import effect_without
from rftg_dsl.words.errors import SemanticError

_STEPS: Final = 8
"""Most slips of one line that are mended together."""


class Refused(NamedTuple):
    """A power that means nothing, and its error."""

    text: str
    error: SemanticError


class Look(NamedTuple):
    """What is known of a line: what it asks for and cards cannot say, or what to write.

    refused: else the power that it says, whose words do not go together, and why.
    """

    asked: Asked | None = None
    mended: Mended | None = None
    refused: Refused | None = None


def look(stopped: Stopped, advises: bool) -> Look:
    """Return what a text that cannot be read asks for; advises: or else what to write."""
    if not stopped.is_power:
        return Look(mended=_first(stopped, _follow(stopped, stopped.text))) if advises else Look()
    asked = asked_for(stopped.text, stopped.game.id)
    if not advises:
        return Look(asked)
    way = _Way() if asked else _follow(stopped, stopped.text)
    first = _first(stopped, way)
    if first is not None and first == way.steps[0] and first.rank == MEANT:
        return Look(mended=first if _is_plain(stopped, first) else _whole(stopped, way))
    refused = way.refused
    for text in _readings(stopped):
        whole = _follow(stopped, text)
        if whole.text:
            return Look(mended=_whole(stopped, whole))
        refused = refused or whole.refused
    lines = None if way.text else _two_scores(stopped)
    if lines:
        return Look(mended=lines)
    if way.asked:
        asked = Asked(stopped.error.span, way.asked.what, way.asked.help)
    return Look(asked, None if asked else first, refused)


class _Way(NamedTuple):
    """Where one advice after another leads. text: a line that means something, or "".

    sure: nothing else can be meant. steps: the advices taken. asked: what cannot be said.
    refused: the power at its end, where that means nothing.
    """

    text: str = ""
    sure: bool = False
    steps: tuple[Mended, ...] = ()
    asked: Asked | None = None
    refused: Refused | None = None


def _follow(stopped: Stopped, text: str) -> _Way:
    """Return where the advices lead from a text."""
    steps: list[Mended] = []
    while len(steps) < _STEPS:
        error = error_in(text, stopped.rule)
        if error is None:
            return _meaning(text, stopped.rule, steps) if stopped.is_power else _end(text, steps)
        now = stopped._replace(text=text, error=error)
        mended = advise(now)
        if mended is not None:
            steps.append(mended)
        if mended is None or not mended.advice.exact:
            break
        text = now.mended(mended.advice)
        asked = asked_for(text, stopped.game.id) if stopped.is_power else None
        if asked:
            return _Way(steps=tuple(steps), asked=asked)
    return _Way(steps=tuple(steps))


def _meaning(text: str, rule: str, steps: list[Mended]) -> _Way:
    """Return the end of a way at a power that can be read; its error may say what it means."""
    try:
        lower_any(parse_power(text, rule))
    except SemanticError as error:
        asked = asked_for(text, game_of(rule).id)
        meant = None if asked else with_meaning(text, rule)
        refused = None if meant or asked else Refused(_canonical(text, rule), error)
        return _Way(meant or "", steps=tuple(steps), asked=asked, refused=refused)
    return _end(text, steps)


def _end(text: str, steps: list[Mended]) -> _Way:
    return _Way(text, all(one.advice.sure for one in steps), tuple(steps))


def _first(stopped: Stopped, way: _Way) -> Mended | None:
    """Return what to write now: the one slip, all of several, or one whatever comes then."""
    if not way.steps:
        return None
    first = way.steps[0]
    if first.rank == MEANT or not first.advice.exact:
        return first
    if way.text:
        return _whole(stopped, way)
    return advise(stopped, lasting=True)


def _whole(stopped: Stopped, way: _Way) -> Mended:
    """Return all of a line as one advice, at the place of its first."""
    whole = _canonical(way.text, stopped.rule) if stopped.is_power else way.text
    start = common_start(stopped.text, whole)
    blamed = way.steps[0].blamed if way.steps else None
    span = Span(min(start, blamed.start) if blamed else start, len(stopped.text))
    advice = Advice(span, whole[span.start :], f"write `{whole.strip()}`", sure=way.sure)
    return Mended(advice, MEANT, blamed)


def _readings(stopped: Stopped) -> Iterator[str]:
    """Yield what a line says in the words of the language, as cards print it or without noise."""
    game = stopped.game.id
    pasted = stopped.text.strip().rstrip(".!")
    plain = [text for text in plain_texts(pasted, game) if text != stopped.text]
    for text in dict.fromkeys((pasted, *plain)):
        for said, meant in lines(game):
            match = said.fullmatch(text)
            if match:
                yield " ".join(match.expand(meant).split())
    yield from (text for text in plain if asked_for(text, game) is None)


def _two_scores(stopped: Stopped) -> Mended | None:
    """Return the lines that several scores on one line stand for, if each means something."""
    parts = _NEXT_SCORE.split(stopped.text)
    if stopped.phase != SCORE or len(parts) < 2:
        return None
    found = []
    for part in (parts[0], *(f"{SCORE}: {part}" for part in parts[1:])):
        text = _line_of(stopped, part)
        if not text:
            return None
        found.append(text)
    help = f"write each on a line of its own: {listed([f'`{text}`' for text in found], 'and')}"
    advice = Advice(Span(0, len(stopped.text)), NEW_LINE.join(found), help, exact=False)
    return Mended(advice, MEANT)


_NEXT_SCORE: Final = re.compile(r"(?:,|;|\.)? *(?:\band\b|\bplus\b|&|(?<=[,;.])) *(?=\+?[0-9])")
"""What is between two scores on one line."""


def _line_of(stopped: Stopped, text: str) -> str:
    """Return the power that a text is meant to be, "" where none is found."""
    error = error_in(text, stopped.rule)
    if error is None:
        return _canonical(text, stopped.rule) if rank_of(text, stopped.rule) == MEANT else ""
    found = look(stopped._replace(text=text, error=error), advises=True).mended
    if found is None or found.rank != MEANT or not found.advice.exact:
        return ""
    return _canonical(stopped._replace(text=text).mended(found.advice), stopped.rule)


def _is_plain(stopped: Stopped, mended: Mended) -> bool:
    """Return whether a mended power has no words that leave nothing out."""
    power = parse_power(stopped.mended(mended.advice), stopped.rule)
    return power == _without_idle_words(power)


def _canonical(text: str, rule: str) -> str:
    """Return a power as the formatter writes it, without words that leave nothing out."""
    return format_power(_without_idle_words(parse_power(text, rule)))


def _without_idle_words(power: Power) -> Power:
    effects = tuple(
        effect_without(effect, "selector") if effect.verb == "cost" and says_all(effect) else effect
        for effect in power.effects
    )
    return replace(power, effects=effects)
