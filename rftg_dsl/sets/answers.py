"""The lines of `answers`: what they name is looked up, and what cannot be read is told.

place Ice Harvesters using Ice Brokers
discard 2 cards
cannot sell Ice Harvesters
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NoReturn

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.diagnostics.text import listed, nearest
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import FindTitle, PartialAnswer, parse_answer
from rftg_dsl.syntax.situations import PRESTIGE_CARD, Answer, AnswerLine, Named, Verb
from rftg_dsl.syntax.written import Written

CANNOT: Final = "cannot "

_WORD: Final = re.compile("[^ ]+")
_SEPARATORS: Final = (" and ", " to ", " using ")


@struct
class Known:
    """What answers can name: how to check a title at a place, all titles, search categories.

    titles: by their text in small letters.
    """

    check_title: Callable[[str, Span], None]
    titles: dict[str, str]
    searches: tuple[str, ...]


class _Unread(Exception):
    """An answer that cannot be read: what is wrong, where, and what to write."""

    def __init__(self, message: str, span: Span, help: str, mended: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.help, self.mended = message, span, help, mended


def read_answer(written: Written, known: Known, report: Report) -> AnswerLine | None:
    """Return an answer understood, or None after a finding that says why not."""
    try:
        return _read(written, known)
    except _Unread as error:
        report.add(
            "E603",
            written.region(error.span),
            error.message,
            help=error.help,
            replacement=error.mended,
        )
        return None


def title_finder(titles: Iterable[str]) -> FindTitle:
    """Return what finds the title at a place of an answer: the longest one that stands there.

    titles: in small letters. Where none of them stands, all is one up to the next separator.
    """

    def find(text: str, start: int) -> int:
        ends = [word.end() for word in _WORD.finditer(text, start)]
        for end in reversed(ends):
            if text[start:end].casefold() in titles:
                return end
        stops = [text.find(one, start) for one in _SEPARATORS]
        return min((stop for stop in stops if stop > 0), default=ends[-1])

    return find


def titles_in(text: str, titles: Iterable[str]) -> list[Span]:
    """Return where an answer names cards of these titles; [] where it cannot be read."""
    answer = parse_answer(text, title_finder({title.casefold() for title in titles}))
    if isinstance(answer, PartialAnswer):
        return []
    return [one.span for one in (*answer.objects, *answer.using) if one.is_title]


def begins_answer(text: str) -> bool:
    """Return whether a text begins with a verb."""
    return _verb_of(text) is not None


def _verb_of(text: str) -> Verb | None:
    words = text.removeprefix(CANNOT) + " "
    return next((verb for verb in Verb if words.startswith(f"{verb} ")), None)


def _read(written: Written, known: Known) -> AnswerLine:
    text = written.text
    answer = parse_answer(text, title_finder(known.titles))
    if isinstance(answer, PartialAnswer):
        for terminal, span in answer.tokens:
            if terminal == "TITLE":
                known.check_title(text[span.start : span.end], span)
        _refuse(text, answer, known)
    _check(answer, known)
    return AnswerLine(
        answer.verb,
        text,
        written.whole,
        tuple(one.text for one in answer.objects),
        answer.number,
        tuple(one.text for one in answer.using),
        answer.cannot,
    )


def _check(answer: Answer, known: Known) -> None:
    """Look up what an answer names. Raise _Unread for a kind or category that is not there."""
    for one in (*answer.objects, *answer.using):
        if one.is_title:
            _check_is_title(answer.verb, one, known)
            known.check_title(one.text, one.span)
        else:
            _check_choice(answer.verb, one, known)


def _check_is_title(verb: Verb, one: Named, known: Known) -> None:
    """Raise _Unread for goods and numbers that are written in place of a title."""
    if one.text.casefold() in known.titles:
        return
    if verb in (Verb.SPEND, Verb.SELL) and _GOOD.search(one.text):
        text = f"`{verb}` names the worlds that the goods are on, not the goods"
        raise _Unread(text, one.span, f"write `{verb} TITLE`")
    if verb is Verb.DISCARD and one.text.isdecimal():
        cards = f"{one.text} card{'' if one.text == '1' else 's'}"
        raise _Unread(
            "a number alone does not say what to discard", one.span, f"write `{cards}`", cards
        )
    if verb is Verb.KEEP and _CARDS.fullmatch(one.text):
        raise _Unread("cards to keep are named by title", one.span, "write `keep TITLE`")


_GOOD: Final = re.compile(r"\bgoods?\b")
_CARDS: Final = re.compile(r"\d+( cards?)?")


def _check_choice(verb: Verb, one: Named, known: Known) -> None:
    """Raise _Unread for what is none of those that a verb takes besides cards."""
    choices = {Verb.NAME: ast.KINDS, Verb.SEARCH_FOR: known.searches, Verb.USE: (PRESTIGE_CARD,)}
    names = choices[verb]
    if one.text not in names:
        near = nearest(one.text, names)
        choice = listed([f"`{name}`" for name in names]) or "nothing that the sets in use have"
        advice = f"write `{near}`" if near else f"`{verb}` takes {choice}"
        raise _Unread(f"`{verb}` does not take `{one.text}`", one.span, advice, near)


def _refuse(text: str, begun: PartialAnswer, known: Known) -> NoReturn:
    """Raise _Unread for an answer that can be read only so far."""
    verb = _verb_of(text)
    if verb is None:
        raise _no_verb(text)
    rest = Span(begun.end, len(text))
    if "TITLE" in begun.expected:
        ending = next((one for one in _SEPARATORS if text.endswith(one.rstrip())), verb).strip()
        raise _Unread("a title is missing", Span(0, len(text)), f"write `{ending} TITLE`")
    if "TO" in begun.expected:
        raise _Unread("what it is upgraded to is missing", rest, "add `to TITLE`")
    if "NUMBER" in begun.expected:
        raise _Unread("a number is missing", rest, f"write `{verb} 3`")
    if not {"KIND", "REST"}.isdisjoint(begun.expected):
        _check_choice(verb, Named(text[begun.end :], rest), known)
    more = [word for name, word in _MORE.items() if name in begun.expected][:1]
    advice = "".join(["delete it", *(f", or write ` {word} TITLE`" for word in more)])
    raise _Unread(f"`{text[begun.end :]}` cannot stand here", rest, advice)


_MORE: Final = {"_USING": "using", "AND": "and"}
"""What an answer can go on with behind a whole one."""


def _no_verb(text: str) -> _Unread:
    from rftg_dsl.suggest.keys import verb_meant  # late: a clean check needs no sayings

    word = _WORD.search(text, len(CANNOT) if text.startswith(CANNOT) else 0)
    span = Span(word.start(), word.end()) if word else Span(0, len(text))
    near = verb_meant(word[0]) or nearest(word[0], Verb) if word else None
    choice = [f"`{verb}`" for verb in Verb]
    advice = f"write `{near}`" if near else f"begin with {', '.join(choice[:-1])} or {choice[-1]}"
    return _Unread(f"no answer begins with `{text[span.start : span.end]}`", span, advice, near)
