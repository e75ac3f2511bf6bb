"""Texts of the language that cannot be read: reported with what is to be written instead."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Report
from rftg_dsl.diagnostics.phrasing import listed
from rftg_dsl.suggest import marks
from rftg_dsl.suggest.repair import MEANT, Stopped
from rftg_dsl.suggest.semantic_errors import report_refusal
from rftg_dsl.suggest.slips import Mended
from rftg_dsl.suggest.synonyms import NUMBERS, fillers, synonyms
from rftg_dsl.suggest.whole_lines import Look, look
from rftg_dsl.syntax.ast import KINDS, Span
from rftg_dsl.syntax.parser import PowerSyntaxError
from rftg_dsl.syntax.written import Written
from rftg_dsl.words.verbs import vocabulary


def report_syntax_error(
    written: Written, error: PowerSyntaxError, report: Report, rule: str = ""
) -> None:
    """Report a text that cannot be read, with the words that may stand there and advice."""
    stopped = Stopped(written.text, error, rule or report.game.power, report.tokens)
    asked, mended, refused = _look(
        written.text,
        error.span,
        error.found,
        error.expected,
        stopped.rule,
        report.tokens,
        report.advises,
    )
    if asked:
        text = f"the language has no words for {asked.what}"
        report.add("E210", written.region(asked.span), text, help=asked.help)
    elif mended is None and refused is not None:
        report_refusal(written, refused.text, refused.error, report)
    elif mended is None:
        _report_stop(stopped, written, report)
    else:
        _report_mended(stopped, mended, written, report)


@lru_cache(maxsize=256)  # at every keystroke an editor asks for the lines that stay as they were
def _look(
    text: str,
    span: Span,
    found: str,
    expected: tuple[str, ...],
    rule: str,
    tokens: frozenset[str],
    advises: bool,
) -> Look:
    """Return what `look` finds of a text. span, found, expected: what its error says."""
    return look(Stopped(text, PowerSyntaxError(span, found, expected), rule, tokens), advises)


def _report_mended(stopped: Stopped, mended: Mended, written: Written, report: Report) -> None:
    """Report a text with what to write; a word before the stop may be the one that is wrong."""
    advice, blamed = mended.advice, mended.blamed
    if blamed == stopped.error.span:
        blamed = None
    word = stopped.text[blamed.start : blamed.end] if blamed else ""
    report.add(
        "E210",
        written.region(blamed or stopped.error.span),
        f"`{word}` is no word of the language" if blamed else _stop(stopped),
        help=advice.help or f"write `{advice.text.strip()}`",
        edits=_edits(written, mended),
        certain=_certain(mended, stopped),
    )


def _stop(stopped: Stopped) -> str:
    """Return what is wrong where the text stops."""
    place, expected = stopped.error.span, stopped.error.expected
    found = stopped.text[place.start : place.end]
    if not expected:
        return f"`{found}` says again what was said before"
    what = "power" if stopped.is_power else "text"
    return f"`{found}` cannot stand here" if found else f"the {what} ends too early"


def _report_stop(stopped: Stopped, written: Written, report: Report) -> None:
    """Report a text of which nothing is known but what may stand where it stops."""
    place, words = stopped.error.span, stopped.terminals.expected_words(stopped.error.expected)
    strange = _strange_words(stopped)
    report.add(
        "E210",
        written.region(strange[0] if strange else place),
        _no_words([stopped.text[one.start : one.end] for one in strange]) or _stop(stopped),
        label=f"here may stand {listed(words)}" if words and not strange else "",
        notes=_effects_note(stopped, words),
    )


def _strange_words(stopped: Stopped) -> list[Span]:
    """Return the words that the language lacks, from the stop to the end of its phrase."""
    start, game = stopped.error.span.start, stopped.game.id
    match = _PHRASE.match(stopped.text, start)
    phrase = match[0] if match else ""
    said = synonyms(game)
    known = {*stopped.terminals.reserved, *said, *said.values(), *fillers(game), *NUMBERS, *KINDS}
    return [
        Span(start + word.start(), start + word.end())
        for word in _WORD.finditer(phrase)
        if word[0].lower() not in known and not _OF_CARDS.match(phrase, word.end())
    ]


def _no_words(words: list[str]) -> str:
    """Return what is said of words that the language lacks; that is no more than it knows."""
    words = list(dict.fromkeys(words))
    named = listed([f"`{word}`" for word in words], "and")
    if len(words) < 2:
        return f"{named} is no word of the language" if words else ""
    return f"{named} are no words of the language"


_PHRASE: Final = re.compile("(?:(?!->)[^,:;.])+")
_WORD: Final = re.compile("[A-Za-z]+(?:['-][A-Za-z]+)*")
_OF_CARDS: Final = re.compile(" +(?:world|development|card|keyword)s?\\b", re.IGNORECASE)
"""What follows a keyword, which sets declare."""


def _edits(written: Written, mended: Mended) -> tuple[Edit, ...]:
    if marks.NEW_LINE in mended.advice.text and written.block:
        lines = mended.advice.text.replace(marks.NEW_LINE, "\n" + " " * (written.column - 1))
        return (Edit(written.region(mended.advice.span), lines),)
    if not mended.advice.exact:
        return ()
    text = mended.advice.text
    quoted = text.replace("'", "''") if written.quoted else text
    return (Edit(written.region(mended.advice.span), quoted),)


def _certain(mended: Mended, stopped: Stopped) -> bool:
    if not mended.advice.sure or mended.rank != MEANT:
        return False
    return _DOUBLED.search(stopped.mended(mended.advice)) is None


_DOUBLED: Final = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)
"""A word that stands twice, which is refused in its turn."""


def _effects_note(stopped: Stopped, words: list[str]) -> tuple[str, ...]:
    """Return the effects of the line's phase, where one is expected."""
    phase, uses = stopped.phase, vocabulary(stopped.game.id).uses
    if "an effect" not in words or phase not in uses:
        return ()
    return (f"effects of {phase}: {listed([f'`{verb}`' for verb in uses[phase]], 'and')}",)
