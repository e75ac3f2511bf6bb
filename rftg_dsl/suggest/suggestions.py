"""Common slips in power lines: where the parser stops, what most likely was meant, exactly.

Each slip proposes mended texts, and how far each of them reads decides: what is merely possible is
proposed only if the text then means something.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Edit, Report
from rftg_dsl.diagnostics.phrasing import listed
from rftg_dsl.suggest import marks, misspellings
from rftg_dsl.suggest.repair import BEYOND, MEANT, Advice, Slip, Stopped, rank_of
from rftg_dsl.suggest.unsupported import asked_for
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import PowerSyntaxError
from rftg_dsl.syntax.tokens import RESERVED, expected_words
from rftg_dsl.syntax.written import Written
from rftg_dsl.words.verbs import USES


class Mended(NamedTuple):
    """The advice taken, and how much better the text is with it (stopped.BEYOND to MEANT)."""

    advice: Advice
    rank: int


def report_syntax_error(
    written: Written, error: PowerSyntaxError, report: Report, rule: str = "power"
) -> None:
    """Report a text that cannot be read, with the words that may stand there and advice."""
    asked = asked_for(written.text) if rule == "power" else None
    if asked:
        text = f"the language has no words for {asked.what}"
        report.add("E210", written.region(asked.span), text, help=asked.help)
        return
    stopped = Stopped(written.text, error, rule)
    mended = advise(stopped) if report.advises else None
    advice = mended.advice if mended else None
    if mended and advice and advice.blames and advice.span != error.span:
        _report_word(stopped, written, mended, report)
        return
    found = written.text[error.span.start : error.span.end]
    what = f"`{found}` cannot stand here" if found else f"the {_text_name(rule)} ends too early"
    words = expected_words(error.expected)
    report.add(
        "E210",
        written.region(error.span),
        what if error.expected else f"`{found}` says again what was said before",
        label=f"here may stand {listed(words)}" if words and not advice else "",
        notes=() if advice else _effects_note(stopped, words),
        help=(advice.help or f"write `{advice.text.strip()}`") if advice else "",
        edits=_edits(written, mended),
        certain=_certain(mended, stopped),
    )


def _report_word(stopped: Stopped, written: Written, mended: Mended, report: Report) -> None:
    """Report a word before the place where the text stops that was taken for a keyword."""
    advice = mended.advice
    word = written.text[advice.span.start : advice.span.end]
    report.add(
        "E210",
        written.region(advice.span),
        f"`{word}` is no word of the language",
        help=advice.help or f"write `{advice.text}`",
        edits=_edits(written, mended),
        certain=_certain(mended, stopped),
    )


def _edits(written: Written, mended: Mended | None) -> tuple[Edit, ...]:
    if mended is not None and mended.advice.text == marks.NEW_LINE and written.block:
        indent = " " * (written.column - 1)
        return (Edit(written.region(mended.advice.span), f"\n{indent}"),)
    if mended is None or not mended.advice.exact:
        return ()
    text = mended.advice.text
    quoted = text.replace("'", "''") if written.quoted else text
    return (Edit(written.region(mended.advice.span), quoted),)


def _certain(mended: Mended | None, stopped: Stopped) -> bool:
    if mended is None or not mended.advice.sure or mended.rank != MEANT:
        return False
    return _DOUBLED.search(stopped.mended(mended.advice)) is None


_DOUBLED: Final = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)
"""A word that stands twice, which is refused in its turn."""


def _text_name(rule: str) -> str:
    return "power" if rule == "power" else "text"


def _effects_note(stopped: Stopped, words: list[str]) -> tuple[str, ...]:
    """Return the effects of the line's phase, where one is expected."""
    phase = stopped.phase
    if "an effect" not in words or phase not in USES:
        return ()
    return (f"effects of {phase}: {listed([f'`{verb}`' for verb in USES[phase]], 'and')}",)


def advise(stopped: Stopped) -> Mended | None:
    """Return the first advice with which the text means something, else the first that helps."""
    best: Mended | None = None
    for slip, least in _SLIPS:
        for advice in slip(stopped):
            if not advice.exact:
                best = best or Mended(advice, 0)
                continue
            rank = stopped.rank(advice)
            if rank == MEANT:
                return Mended(advice, rank)
            if rank >= least and (best is None or rank > best.rank):
                best = Mended(advice, rank)
    return best


def advise_word(text: str, span: Span) -> Advice | None:
    """Return what is meant by a word that is no keyword of any set, in a power that can be read."""
    word = text[span.start : span.end]
    stopped = Stopped(text, PowerSyntaxError(span, word, ()))
    for advice in misspellings.phrase(stopped):
        around = advice.span.start <= span.start and span.end <= advice.span.end
        if around and rank_of(stopped.mended(advice)) == MEANT:
            return advice
    if word in RESERVED:
        end = min(span.end + 1, len(text))
        return Advice(Span(span.start, end), "", f"leave out `{word}`")
    return None


_SLIPS: Final[tuple[tuple[Slip, int], ...]] = (
    (marks.nothing, MEANT),
    (marks.typography, BEYOND),
    (marks.comment, MEANT),
    (marks.apart, BEYOND),
    (misspellings.wrong_order, BEYOND),
    (marks.no_verb, BEYOND),
    (marks.needless_sign, BEYOND),
    (marks.needless_marks, MEANT),
    (marks.bare_title, MEANT),
    (misspellings.phrase, BEYOND),
    (misspellings.number_range, BEYOND),
    (misspellings.number_word, BEYOND),
    (marks.no_colon, BEYOND),
    (marks.second_power, BEYOND),
    (marks.no_phase, BEYOND),
    (marks.no_arrow, BEYOND),
    (misspellings.synonym, BEYOND),
    (misspellings.other_word, BEYOND),
    (misspellings.misspelt, BEYOND),
    (marks.open_title, BEYOND),
    (marks.no_comma, BEYOND),
    (misspellings.far_misspelt, MEANT),
    (misspellings.misplaced, MEANT),
    (misspellings.needless_word, MEANT),
    (misspellings.missing_word, MEANT),
)
"""Slips, the likeliest first, and how well a text must read with one for it to be proposed."""
