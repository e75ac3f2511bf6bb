"""What a line that cannot be read was meant to say, followed to its end.

Who is told of one slip at a time cannot see where that leads. So a line with several is shown
whole, one that turns out to ask for what cards cannot say is refused at once, and a guess that
leads nowhere is not begun.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rftg_dsl.games import game_of
from rftg_dsl.semantics.lower import lower_any
from rftg_dsl.suggest.repair import MEANT, Advice, Stopped, common_start, error_in
from rftg_dsl.suggest.rewrites import lines
from rftg_dsl.suggest.semantic_errors import with_meaning
from rftg_dsl.suggest.slips import Mended, advise
from rftg_dsl.suggest.unsupported import Asked, asked_for
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.words.errors import SemanticError

_STEPS: Final = 8
"""Most slips of one line that are mended together."""


class Look(NamedTuple):
    """What is known of a line: what it asks for and cards cannot say, or what to write."""

    asked: Asked | None = None
    mended: Mended | None = None


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
        return Look(mended=first)
    for text in _as_lines(stopped):
        whole = _follow(stopped, text)
        if whole.text:
            return Look(mended=_whole(stopped, whole))
    if way.asked:
        asked = Asked(stopped.error.span, way.asked.what, way.asked.help)
    return Look(asked, None if asked else first)


class _Way(NamedTuple):
    """Where one advice after another leads. text: a line that means something, or "".

    sure: nothing else can be meant. steps: the advices taken. asked: what cannot be said.
    """

    text: str = ""
    sure: bool = False
    steps: tuple[Mended, ...] = ()
    asked: Asked | None = None


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
    except SemanticError:
        asked = asked_for(text, game_of(rule).id)
        meant = None if asked else with_meaning(text, rule)
        return _Way(meant or "", steps=tuple(steps), asked=asked)
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
    start = common_start(stopped.text, way.text)
    blamed = way.steps[0].blamed if way.steps else None
    span = Span(min(start, blamed.start) if blamed else start, len(stopped.text))
    text = way.text[span.start :]
    advice = Advice(span, text, f"write `{way.text.strip()}`", sure=way.sure)
    return Mended(advice, MEANT, blamed)


def _as_lines(stopped: Stopped) -> Iterator[str]:
    """Yield what whole lines of cards and rulebooks say, in the words of the language."""
    plain = stopped.text.strip().rstrip(".!")
    for said, meant in lines(stopped.game.id):
        match = said.fullmatch(plain)
        if match:
            yield " ".join(match.expand(meant).split())
