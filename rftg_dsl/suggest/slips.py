"""Common slips in power lines: where the parser stops, what most likely was meant, exactly.

Each slip proposes mended texts, and how far each of them reads decides: what is merely possible is
proposed only if the text then means something.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rftg_dsl.suggest import marks, misspellings
from rftg_dsl.suggest.repair import BEYOND, MEANT, Advice, Slip, Stopped, rank_of
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import PowerSyntaxError


class Mended(NamedTuple):
    """The advice taken, and how much better the text is with it (stopped.BEYOND to MEANT).

    blamed: the place of the words that are wrong, None where it is where the text stops.
    """

    advice: Advice
    rank: int
    blamed: Span | None = None


def _mended(advice: Advice, rank: int) -> Mended:
    return Mended(advice, rank, advice.span if advice.blames else None)


def advise(stopped: Stopped, lasting: bool = False) -> Mended | None:
    """Return the first advice with which the text means something, else the first that helps.

    lasting: only what is right whatever else is wrong: slips of the keyboard and in spelling.
    """
    best: Mended | None = None
    for slip, least in _SLIPS:
        for advice in slip(stopped):
            if not advice.exact:
                best = best or Mended(advice, 0)
                continue
            if lasting and not (advice.sure and slip in _LASTING):
                continue
            rank = stopped.rank(advice, least)
            if rank == MEANT:
                return _mended(advice, rank)
            if rank >= least and (best is None or rank > best.rank):
                best = _mended(advice, rank)
    return best


def advise_word(text: str, span: Span, rule: str) -> Advice | None:
    """Return what is meant by a word that is no keyword of any set, in a power that can be read."""
    word = text[span.start : span.end]
    stopped = Stopped(text, PowerSyntaxError(span, word, ()), rule)
    for advice in misspellings.phrase(stopped):
        around = advice.span.start <= span.start and span.end <= advice.span.end
        if around and rank_of(stopped.mended(advice), rule):
            return advice
    if word in stopped.terminals.reserved:
        end = min(span.end + 1, len(text))
        return Advice(Span(span.start, end), "", f"leave out `{word}`")
    return None


_LASTING: Final[tuple[Slip, ...]] = (
    marks.typography,
    marks.comment,
    marks.apart,
    marks.no_colon,
    misspellings.misspelt,
)


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
    (misspellings.token, BEYOND),
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
    (misspellings.needless_word, MEANT),
    (misspellings.misplaced, MEANT),
    (misspellings.missing_word, MEANT),
)
"""Slips, the likeliest first, and how well a text must read with one for it to be proposed."""
