"""Findings for power lines with syntax or semantic errors.

Edits are only suggested if the edited line is valid or can be parsed further.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Label, Region, Report
from rftg_dsl.diagnostics.text import listed
from rftg_dsl.games import ROLL, Game
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.suggest.marks import NEW_LINE
from rftg_dsl.suggest.misspellings import nearest_word, unknown_words
from rftg_dsl.suggest.phrases import find_unsupported
from rftg_dsl.suggest.proposals import (
    RANK_MEANINGFUL,
    ParseFailure,
    Proposal,
    common_start,
    error_in,
    rank_of,
)
from rftg_dsl.suggest.repairs import Refusal, Repair, apply_rewrites, diagnose, rewritten_span
from rftg_dsl.syntax.ast import ANY_KIND, KINDS, SCORE, Power, Span, Trigger
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.syntax.written import SourceLine
from rftg_dsl.words.checks import INEXPRESSIBLE, Rewrite, SemanticError
from rftg_dsl.words.verbs import vocabulary

# --- syntax errors


def report_syntax_error(source_line: SourceLine, report: Report, rule: str = "") -> None:
    """Report a syntax error, with a suggestion or the expected words.

    rule: grammar rule of the text, if it isn't a power line.
    """
    text, rule = source_line.text, rule or report.game.power
    error = error_in(text, rule)
    assert error is not None
    failure = ParseFailure(text, error, rule, report.tokens)
    diagnosis = diagnose(text, rule, report.tokens, report.can_suggest)
    if diagnosis.unsupported:
        what = f"the language has no words for {diagnosis.unsupported.what}"
        region = source_line.region(diagnosis.unsupported.span)
        report.add("E210", region, what, help=diagnosis.unsupported.help)
    elif diagnosis.repair is not None:
        _report_repair(failure, diagnosis.repair, source_line, report)
    elif diagnosis.refusal is not None:
        _report_refusal(source_line, diagnosis.refusal, report)
    else:
        _report_expected(failure, source_line, report)


def _report_repair(
    failure: ParseFailure, repair: Repair, source_line: SourceLine, report: Report
) -> None:
    """Report a syntax error with a suggestion. The wrong word can be before the error."""
    proposal, blamed_span = repair.proposal, repair.blamed_span
    if blamed_span == failure.error.span:
        blamed_span = None
    word = failure.text[blamed_span.start : blamed_span.end] if blamed_span else ""
    report.add(
        "E210",
        source_line.region(blamed_span or failure.error.span),
        f"unknown word `{word}`" if blamed_span else _describe_error(failure),
        help=proposal.help or f"write `{proposal.text.strip()}`",
        edits=_make_edits(source_line, proposal),
        certain=_is_certain(repair, failure),
    )


def _report_refusal(source_line: SourceLine, refusal: Refusal, report: Report) -> None:
    """Report a text that can be interpreted only as a power without meaning."""
    error = refusal.error
    report.add(
        error.code,
        source_line.full_region,
        error.message,
        notes=(f"this is read as `{refusal.text}`",),
        help=_closest_power_help([error.nearest] if error.nearest else []) or error.help,
    )


def _report_expected(failure: ParseFailure, source_line: SourceLine, report: Report) -> None:
    """Report a syntax error with the expected words, or with the unknown words."""
    place, words = failure.error.span, failure.terminals.expected_words(failure.error.expected)
    unknown = unknown_words(failure, place.start)
    word = failure.text[place.start : place.end]
    report.add(
        "E210",
        source_line.region(unknown[0] if unknown else place),
        _describe_unknown_words([failure.text[span.start : span.end] for span in unknown])
        or _describe_error(failure),
        label=f"expected {listed(words)}" if words and not unknown else "",
        notes=_effects_note(failure, words),
        help=_describe_nearest(failure, unknown)
        or ("" if failure.error.expected else f"leave out the repeated `{word}`"),
    )


def _describe_error(failure: ParseFailure) -> str:
    place, expected = failure.error.span, failure.error.expected
    word = failure.text[place.start : place.end]
    if not expected:
        return f"`{word}` is repeated"
    subject = "power" if failure.is_power else "text"
    return f"unexpected `{word}`" if word else f"unexpected end of the {subject}"


def _describe_unknown_words(words: list[str]) -> str:
    words = list(dict.fromkeys(words))
    quoted = listed([f"`{word}`" for word in words], "and")
    if len(words) < 2:
        return f"unknown word {quoted}" if words else ""
    return f"unknown words {quoted}"


def _describe_nearest(failure: ParseFailure, unknown: list[Span]) -> str:
    """Return the question whether unknown words are misspelt words of the language, or ""."""
    nearest = [nearest_word(failure, span) for span in unknown]
    quoted = listed([f"`{word}`" for word in dict.fromkeys(nearest) if word], "and")
    return f"did you mean {quoted}?" if quoted else ""


def _effects_note(failure: ParseFailure, words: list[str]) -> tuple[str, ...]:
    """Return a note that lists the effects of the phase if an effect is expected."""
    phase, uses = failure.phase, vocabulary(failure.game.id).uses
    if "an effect" not in words or phase not in uses:
        return ()
    return (f"effects of {phase}: {listed([f'`{verb}`' for verb in uses[phase]], 'and')}",)


def _make_edits(source_line: SourceLine, proposal: Proposal) -> tuple[Edit, ...]:
    region, text = source_line.region(proposal.span), proposal.text
    if NEW_LINE in text and source_line.block:
        return (Edit(region, text.replace(NEW_LINE, "\n" + " " * (source_line.column - 1))),)
    if not proposal.exact:
        return ()
    return (Edit(region, text.replace("'", "''") if source_line.quoted else text),)


def _is_certain(repair: Repair, failure: ParseFailure) -> bool:
    if not repair.proposal.sure or repair.rank != RANK_MEANINGFUL:
        return False
    return _DOUBLED.search(failure.apply(repair.proposal)) is None


_DOUBLED: Final = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)
"""A repeated word, which is an error, too."""


# --- semantic errors


def report_semantic_error(source_line: SourceLine, error: SemanticError, report: Report) -> None:
    """Report a power without meaning, with the edit that makes it valid."""
    rule = report.game.power
    phases = _other_phases(source_line, error, rule) if report.can_suggest else []
    phase = Span(0, len(source_line.text[: source_line.text.index(":")].rstrip()))
    help, edits, is_certain = error.help, tuple[Edit, ...](), False
    if len(phases) == 1:
        help = f"write `{phases[0]}:` instead of `{source_line.text[: phase.end]}:`"
        edits = (Edit(source_line.region(phase), phases[0]),)
    elif phases:
        help = f"it can be used in: {', '.join(phases)}"
    elif error.rewrite is not None:
        help, edits, is_certain = _apply_rewrite(source_line, error, error.rewrite, rule)
    elif error.of_phase:
        help = _closest_power_help(_powers_in_other_phases(source_line.text, error, rule)) or help
    unsupported = find_unsupported(source_line.text, report.game.id)
    if error.rewrite is None and error.nearest is not None:
        help = _closest_power_help([error.nearest]) or help
    if unsupported and not phases:
        help, edits = unsupported.help, ()
    label = Label(source_line.region(phase), "in this phase")
    report.add(
        error.code,
        source_line.region(error.span),
        error.message,
        labels=(label,) if error.of_phase and (phases or not unsupported) else (),
        notes=(f"the language has no words for {unsupported.what}",) if unsupported else (),
        help=help,
        edits=edits,
        certain=is_certain,
    )


def _apply_rewrite(
    source_line: SourceLine, error: SemanticError, rewrite: Rewrite, rule: str
) -> tuple[str, tuple[Edit, ...], bool]:
    """Return the help and edits for all necessary rewrites, and whether they are certain."""
    text = source_line.text
    span = rewritten_span(text, rewrite)
    rewritten = apply_rewrites(text, rule) if span is not None else None
    if span is None or rewritten is None or rewritten == text:
        if error.nearest is None:
            return error.help, (), False
        return _closest_power_help([error.nearest]) or INEXPRESSIBLE, (), False
    if rewritten == text[: span.start] + rewrite.new + text[span.end :]:
        return error.help, (Edit(source_line.region(span), rewrite.new),), rewrite.sure
    start = common_start(text, rewritten)
    edit = Edit(source_line.region(Span(start, len(text))), rewritten[start:])
    return f"write `{rewritten}`", (edit,), False


def _other_phases(source_line: SourceLine, error: SemanticError, rule: str) -> list[str]:
    """Return the phases in which a power would be valid, if its phase is wrong."""
    if not error.of_phase:
        return []
    power = parse_power(source_line.text, rule)
    uses = vocabulary(power.game).uses
    phases = [phase for phase in uses if phase not in (power.phase, SCORE)]
    return [phase for phase in phases if _is_meaningful(replace(power, phase=phase))]


def _powers_in_other_phases(text: str, error: SemanticError, rule: str) -> list[Power]:
    """Return powers of other phases with only the rejected effects."""
    power = parse_power(text, rule)
    effects = tuple(effect for effect in power.effects if effect.span == error.span)
    phases = [phase for phase in vocabulary(power.game).uses if effects and phase != SCORE]
    triggers = (None, Trigger("end")) if power.game == ROLL.id else (None,)
    return [
        replace(power, phase=phase, effects=effects, trigger=trigger)
        for trigger in triggers
        for phase in phases
    ]


def _closest_power_help(powers: Sequence[Power]) -> str:
    """Return help with the first valid power, or ""."""
    closest = next(filter(_is_meaningful, powers), None)
    return "" if closest is None else f"the closest power is `{format_power(closest)}`"


def _is_meaningful(power: Power) -> bool:
    try:
        lower_for_game(power)
    except SemanticError:
        return False
    return True


# --- lines that aren't separate powers


def is_continued(first: SourceLine, second: SourceLine, game: Game) -> bool:
    """Return whether two lines together are one valid power."""
    starts_power = re.match(rf" *({'|'.join(game.order)}) *:", second.text, re.IGNORECASE)
    return (
        not starts_power and rank_of(f"{first.text} {second.text}", game.power) == RANK_MEANINGFUL
    )


def report_split(first: SourceLine, second: SourceLine, report: Report) -> None:
    """Report a power that continues on the next line."""
    gap = Region(first.line, first.column + len(first.text), second.line, second.column)
    report.add(
        "E210",
        second.full_region,
        "a power must be on one line, and this continues the line above",
        help=f"write it after `{first.text[-30:].lstrip()}`, on the same line",
        edits=(Edit(gap, " "),),
        certain=True,
    )


_NUMBER: Final = "-?[0-9]+|variable"
_KIND: Final = "|".join((*KINDS, ANY_KIND))
_CARD_KEY: Final = re.compile(
    rf"(?:- +)?(?:(title|powers|keywords|art):(?: .*)?|(start|drawing): *\{{.*"
    rf"|(development|world|military world|vp|copies|prestige): *(?:{_NUMBER})"
    rf"|(windfall|produces|holds): *(?:{_KIND}))"
)
_TILE_KEY: Final = re.compile(
    r"(?:- +)?(?:(title|powers|keywords|art|other side|beside|home):(?: .*)?|(drawing): *\{.*"
    rf"|(development|world|faction): *[0-9]+|(kind): *(?:{'|'.join(KINDS)}))"
)


def key_of_card(line: str, game: Game) -> str:
    """Return the card key that a line among the powers is, or ""."""
    match = (_TILE_KEY if game is ROLL else _CARD_KEY).fullmatch(line.strip())
    return next(filter(None, match.groups())) if match else ""


def report_key_of_card(source_line: SourceLine, report: Report) -> bool:
    """Report a card key among the powers. Return whether another card begins with it."""
    key = key_of_card(source_line.text, report.game)
    end = source_line.text.index(key) + len(key)
    region = source_line.full_region._replace(end_column=source_line.column + end)
    if key == "title":
        entry = "- " + source_line.text.removeprefix("- ").strip()
        message = "another card begins here, among the powers of the previous card"
        help = f"align `{entry}` with the `-` of that card, and its keys with the `t` of `title`"
    else:
        message = f"`{key}` is a key of the card, but is among its powers"
        help = f"move `{source_line.text}` above `powers`, to the other keys of the card"
    report.add("E203", region, message, help=help)
    return key == "title"
