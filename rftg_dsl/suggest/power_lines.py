"""Findings about power lines: those that cannot be parsed, and those that mean nothing.

Every edit is tried: the line with it means something, or reads farther, or it is not proposed.
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
from rftg_dsl.suggest.phrases import NUMBERS, fillers, find_unsupported, synonyms
from rftg_dsl.suggest.proposals import (
    MEANINGFUL,
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
from rftg_dsl.words.checks import Rewrite, SemanticError
from rftg_dsl.words.verbs import vocabulary

# --- lines that cannot be parsed


def report_syntax_error(written: SourceLine, report: Report, rule: str = "") -> None:
    """Report a text that cannot be parsed, with what to write or with the words expected.

    rule: the grammar rule that it is parsed by, if it is no power line.
    """
    text, rule = written.text, rule or report.game.power
    error = error_in(text, rule)
    assert error is not None
    failure = ParseFailure(text, error, rule, report.tokens)
    diagnosis = diagnose(text, rule, report.tokens, report.can_suggest)
    if diagnosis.unsupported:
        what = f"the language has no words for {diagnosis.unsupported.what}"
        region = written.region(diagnosis.unsupported.span)
        report.add("E210", region, what, help=diagnosis.unsupported.help)
    elif diagnosis.repair is not None:
        _report_repair(failure, diagnosis.repair, written, report)
    elif diagnosis.refusal is not None:
        _report_refusal(written, diagnosis.refusal, report)
    else:
        _report_expected(failure, written, report)


def _report_repair(
    failure: ParseFailure, repair: Repair, written: SourceLine, report: Report
) -> None:
    """Report a text with what to write; a word before the error may be the one that is wrong."""
    proposal, blamed = repair.proposal, repair.blamed
    if blamed == failure.error.span:
        blamed = None
    word = failure.text[blamed.start : blamed.end] if blamed else ""
    report.add(
        "E210",
        written.region(blamed or failure.error.span),
        f"`{word}` is no word of the language" if blamed else _describe_error(failure),
        help=proposal.help or f"write `{proposal.text.strip()}`",
        edits=_edits(written, proposal),
        certain=_is_certain(repair, failure),
    )


def _report_refusal(written: SourceLine, refusal: Refusal, report: Report) -> None:
    """Report a line that says in other words a power that means nothing."""
    error = refusal.error
    report.add(
        error.code,
        written.full_region,
        error.message,
        notes=(f"this is read as `{refusal.text}`",),
        help=_nearest_help([error.nearest] if error.nearest else []) or error.help,
    )


def _report_expected(failure: ParseFailure, written: SourceLine, report: Report) -> None:
    """Report a text with the words that can stand where parsing fails, or with unknown words."""
    place, words = failure.error.span, failure.terminals.expected_words(failure.error.expected)
    unknown = _unknown_words(failure)
    report.add(
        "E210",
        written.region(unknown[0] if unknown else place),
        _no_words([failure.text[span.start : span.end] for span in unknown])
        or _describe_error(failure),
        label=f"expected {listed(words)}" if words and not unknown else "",
        notes=_effects_note(failure, words),
    )


def _describe_error(failure: ParseFailure) -> str:
    place, expected = failure.error.span, failure.error.expected
    word = failure.text[place.start : place.end]
    if not expected:
        return f"`{word}` is repeated"
    what = "power" if failure.is_power else "text"
    return f"unexpected `{word}`" if word else f"unexpected end of the {what}"


def _unknown_words(failure: ParseFailure) -> list[Span]:
    """Return the words that the language lacks, from the error to the end of its phrase."""
    start, game = failure.error.span.start, failure.game.id
    match = _PHRASE.match(failure.text, start)
    phrase = match[0] if match else ""
    words = synonyms(game)
    known = {*failure.terminals.reserved, *words, *words.values()}
    known |= {*fillers(game), *NUMBERS, *KINDS}
    return [
        Span(start + word.start(), start + word.end())
        for word in _WORD.finditer(phrase)
        if word[0].lower() not in known and not _OF_CARDS.match(phrase, word.end())
    ]


_PHRASE: Final = re.compile("(?:(?!->)[^,:;.])+")
_WORD: Final = re.compile("[A-Za-z]+(?:['-][A-Za-z]+)*")
_OF_CARDS: Final = re.compile(" +(?:world|development|card|keyword)s?\\b", re.IGNORECASE)
"""What follows a keyword, which sets declare."""


def _no_words(words: list[str]) -> str:
    words = list(dict.fromkeys(words))
    quoted = listed([f"`{word}`" for word in words], "and")
    if len(words) < 2:
        return f"{quoted} is no word of the language" if words else ""
    return f"{quoted} are no words of the language"


def _effects_note(failure: ParseFailure, words: list[str]) -> tuple[str, ...]:
    """Return the effects of the line's phase, if an effect is expected."""
    phase, uses = failure.phase, vocabulary(failure.game.id).uses
    if "an effect" not in words or phase not in uses:
        return ()
    return (f"effects of {phase}: {listed([f'`{verb}`' for verb in uses[phase]], 'and')}",)


def _edits(written: SourceLine, proposal: Proposal) -> tuple[Edit, ...]:
    region, text = written.region(proposal.span), proposal.text
    if NEW_LINE in text and written.block:
        return (Edit(region, text.replace(NEW_LINE, "\n" + " " * (written.column - 1))),)
    if not proposal.exact:
        return ()
    return (Edit(region, text.replace("'", "''") if written.quoted else text),)


def _is_certain(repair: Repair, failure: ParseFailure) -> bool:
    if not repair.proposal.sure or repair.rank != MEANINGFUL:
        return False
    return _DOUBLED.search(failure.apply(repair.proposal)) is None


_DOUBLED: Final = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)
"""A repeated word, which is refused in its turn."""


# --- lines that mean nothing


def report_semantic_error(written: SourceLine, error: SemanticError, report: Report) -> None:
    """Report a power that says nothing a game could do, with the edit that gives it a meaning."""
    rule = report.game.power
    phases = _other_phases(written, error, rule) if report.can_suggest else []
    phase = Span(0, len(written.text[: written.text.index(":")].rstrip()))
    help, edits, sure = error.help, tuple[Edit, ...](), False
    if len(phases) == 1:
        help = f"write `{phases[0]}:` instead of `{written.text[: phase.end]}:`"
        edits = (Edit(written.region(phase), phases[0]),)
    elif phases:
        help = f"it can be used in: {', '.join(phases)}"
    elif error.rewrite is not None:
        help, edits, sure = _rewritten(written, error, error.rewrite, rule)
    elif error.of_phase:
        help = _nearest_help(_in_other_phases(written.text, error, rule)) or help
    unsupported = find_unsupported(written.text, report.game.id)
    if error.rewrite is None and error.nearest is not None:
        help = _nearest_help([error.nearest]) or help
    if unsupported and not phases:
        help, edits = unsupported.help, ()
    label = Label(written.region(phase), "in this phase")
    report.add(
        error.code,
        written.region(error.span),
        error.message,
        labels=(label,) if error.of_phase and (phases or not unsupported) else (),
        notes=(f"the language has no words for {unsupported.what}",) if unsupported else (),
        help=help,
        edits=edits,
        certain=sure,
    )


def _rewritten(
    written: SourceLine, error: SemanticError, rewrite: Rewrite, rule: str
) -> tuple[str, tuple[Edit, ...], bool]:
    """Return the help, the edits, and whether they are sure: of one rewrite, or of all needed."""
    text = written.text
    span = rewritten_span(text, rewrite)
    meant = apply_rewrites(text, rule) if span is not None else None
    if span is None or meant is None:
        return error.help, (), False
    if meant == text[: span.start] + rewrite.new + text[span.end :]:
        return error.help, (Edit(written.region(span), rewrite.new),), rewrite.sure
    start = common_start(text, meant)
    edit = Edit(written.region(Span(start, len(text))), meant[start:])
    return f"write `{meant}`", (edit,), False


def _other_phases(written: SourceLine, error: SemanticError, rule: str) -> list[str]:
    """Return the moments in which the power would mean something, if its own is wrong."""
    if not error.of_phase:
        return []
    power = parse_power(written.text, rule)
    uses = vocabulary(power.game).uses
    phases = [phase for phase in uses if phase not in (power.phase, SCORE)]
    return [phase for phase in phases if _is_meaningful(replace(power, phase=phase))]


def _in_other_phases(text: str, error: SemanticError, rule: str) -> list[Power]:
    """Return powers of other phases that have only the words of an error."""
    power = parse_power(text, rule)
    effects = tuple(effect for effect in power.effects if effect.span == error.span)
    phases = [phase for phase in vocabulary(power.game).uses if effects and phase != SCORE]
    return [
        replace(power, phase=phase, effects=effects, trigger=trigger)
        for trigger in (None, Trigger("end"))
        for phase in phases
    ]


def _nearest_help(powers: Sequence[Power]) -> str:
    """Return help with the first power that means something, "" if none does."""
    nearest = next(filter(_is_meaningful, powers), None)
    return "" if nearest is None else f"the nearest is `{format_power(nearest)}`"


def _is_meaningful(power: Power) -> bool:
    try:
        lower_for_game(power)
    except SemanticError:
        return False
    return True


# --- lines that are no powers of their own


def is_continued(first: SourceLine, second: SourceLine, game: Game) -> bool:
    """Return whether two lines are one power, of which at least one cannot be parsed."""
    begins = re.match(rf" *({'|'.join(game.order)}) *:", second.text, re.IGNORECASE)
    return not begins and rank_of(f"{first.text} {second.text}", game.power) == MEANINGFUL


def report_split(first: SourceLine, second: SourceLine, report: Report) -> None:
    """Report a power that goes on in the next line."""
    gap = Region(first.line, first.column + len(first.text), second.line, second.column)
    report.add(
        "E210",
        second.full_region,
        "a power is one line, and this goes on with the one above",
        help=f"write it behind `{first.text[-30:].lstrip()}`, on the same line",
        edits=(Edit(gap, " "),),
        certain=True,
    )


_NUMBER: Final = "-?[0-9]+|variable"
_KIND: Final = "|".join((*KINDS, ANY_KIND))
_KEY_OF_CARD: Final = re.compile(
    rf"(?:- +)?(?:(title|powers|keywords|art):(?: .*)?|(start): *\{{.*"
    rf"|(development|world|military world|vp|copies|prestige): *(?:{_NUMBER})"
    rf"|(windfall|produces|holds): *(?:{_KIND}))"
)
_KEY_OF_FACE: Final = re.compile(
    r"(?:- +)?(?:(title|powers|keywords|art|other side|beside|home):(?: .*)?"
    rf"|(development|world|faction): *[0-9]+|(kind): *(?:{'|'.join(KINDS)}))"
)


def key_of_card(line: str, game: Game) -> str:
    """Return the key of a card that a line among its powers is; "" if it is none."""
    match = (_KEY_OF_FACE if game is ROLL else _KEY_OF_CARD).fullmatch(line.strip())
    return next(filter(None, match.groups())) if match else ""


def report_key_of_card(written: SourceLine, report: Report) -> bool:
    """Report a key of a card among its powers; return whether another card begins with it."""
    key = key_of_card(written.text, report.game)
    end = written.text.index(key) + len(key)
    region = written.full_region._replace(end_column=written.column + end)
    if key == "title":
        entry = "- " + written.text.removeprefix("- ").strip()
        text = "another card begins here, among the powers of the one above"
        help = f"begin `{entry}` below the `-` of that card, and its keys below the `t` of `title`"
    else:
        text = f"`{key}` is a key of the card, and stands among its powers"
        help = f"move `{written.text}` above `powers`, below the other keys of the card"
    report.add("E203", region, text, help=help)
    return key == "title"
