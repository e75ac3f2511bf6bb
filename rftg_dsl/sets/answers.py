"""The lines of `answers`: a verb, what it is about, and the cards whose powers help.

place Ice Harvesters using Ice Brokers
discard 2 cards
cannot sell Ice Harvesters
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.diagnostics.nearest import nearest
from rftg_dsl.diagnostics.phrasing import listed
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.situations import Said
from rftg_dsl.syntax.written import Written

CANNOT: Final = "cannot "
USING: Final = " using "
NOTHING: Final = "nothing"
PRESTIGE_CARD: Final = "prestige card"
"""What stands for a title where the prestige/search card gives a power in Consume."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a verb takes, and the kinds of the engine's decisions that it answers.

    takes: "card", "cards" (or a number of them, or of prestige where `counts` says so), "pair",
    "number", "kind", "search" or "" for nothing. joins: between the cards of a pair.
    """

    takes: str
    decisions: tuple[str, ...]
    counts: str = ""


_GIVEN_UP: Final = ("explore", "discard after drawing", "hand limit", "starting hand")
"""Decisions that take as many hand cards as the rules say."""
VERBS: Final[dict[str, Verb]] = {
    "place": Verb("card", ("place development", "place world")),
    "use": Verb("card", ("use power", "consume power", "produce power", "settle power")),
    "spend": Verb("cards", ("goods for power", "spend prestige"), "prestige"),
    "discard": Verb("cards", ("discard for power", *_GIVEN_UP), "cards"),
    "keep": Verb("cards", (*_GIVEN_UP, "keep one", "search keep")),
    "pass": Verb("card", ("search keep",)),
    "save": Verb("cards", ("save",)),
    "sell": Verb("card", ("trade",)),
    "produce on": Verb("card", ("windfall",)),
    "name": Verb("kind", ("kind of good",)),
    "guess": Verb("number", ("guess",)),
    "ante": Verb("card", ("ante",)),
    "search for": Verb("search", ("search category",)),
    "upgrade": Verb("pair", ("upgrade",)),
    "take over": Verb("card", ("takeover",)),
    "defeat": Verb("card", ("defeat takeover",)),
    "defend": Verb("", ("defend",)),
    "choose last": Verb("", ("late action",)),
}
"""Every verb of an answer."""

_WORD: Final = re.compile("[^ ]+")
_COUNT: Final = re.compile("([0-9]{1,2}) (cards?|prestige)")
_SEPARATORS: Final = (" and ", " to ", USING)


@dataclass(frozen=True, slots=True)
class Known:
    """What answers can name: how to check a title at a place, all titles, search categories."""

    check_title: Callable[[str, Span], None]
    titles: dict[str, str]
    searches: tuple[str, ...]


class _Unread(Exception):
    """An answer that cannot be read: what is wrong, where, and what to write."""

    def __init__(self, message: str, span: Span, help: str, mended: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.help, self.mended = message, span, help, mended


def read_answer(written: Written, known: Known, report: Report) -> Said | None:
    """An answer understood, or None after a finding that says why not."""
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


def titles_in(text: str, titles: Iterable[str]) -> list[Span]:
    """Where an answer names cards of these titles; [] where it cannot be read."""
    found: list[Span] = []
    folded = {title.casefold(): title for title in titles}
    known = Known(lambda _, span: found.append(span), folded, ())
    try:
        _read(Written(text, 1, 1), known)
    except _Unread:
        return []
    return found


def begins_answer(text: str) -> bool:
    """Return whether a text begins with a verb."""
    return _verb_of(text)[0] is not None


def _verb_of(text: str) -> tuple[str | None, int]:
    """Return the verb that an answer begins with, if any, and where it would stand."""
    start = len(CANNOT) if text.startswith(CANNOT) else 0
    return next((one for one in _BY_LENGTH if _begins(text, one, start)), None), start


def _read(written: Written, known: Known) -> Said:
    text = written.text
    verb, start = _verb_of(text)
    if verb is None:
        raise _no_verb(text, start)
    said = Said(verb, text, written.region(Span(0, len(text))), cannot=start > 0)
    rest = start + len(verb)
    if text[rest:] == f" {NOTHING}" and VERBS[verb].takes:
        return replace(said, number=0)
    return _READ[VERBS[verb].takes](said, text, rest, known)


_BY_LENGTH: Final = sorted(VERBS, key=len, reverse=True)


def _begins(text: str, verb: str, start: int) -> bool:
    end = start + len(verb)
    return text.startswith(verb, start) and text[end : end + 1] in ("", " ")


def _no_verb(text: str, start: int) -> _Unread:
    word = _WORD.search(text, start)
    span = Span(word.start(), word.end()) if word else Span(0, len(text))
    near = nearest(word[0], VERBS) if word else None
    advice = f"write `{near}`" if near else f"begin with {_either(VERBS)}"
    found = text[span.start : span.end]
    return _Unread(f"no answer begins with `{found}`", span, advice, near)


def _either(words: Iterable[str]) -> str:
    names = [f"`{word}`" for word in words]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _nothing(said: Said, text: str, at: int, known: Known) -> Said:
    return _finish(said, (), text, at, known)


def _cards(said: Said, text: str, at: int, known: Known) -> Said:
    counted = _COUNT.match(text, at + 1)
    verb = VERBS[said.verb]
    if counted and verb.counts and counted[2].removesuffix("s") == verb.counts.removesuffix("s"):
        said = replace(said, number=int(counted[1]))
        return _finish(said, (), text, counted.end(), known)
    titles, at = _titles(said, text, at, known)
    return _finish(said, titles, text, at, known)


def _card(said: Said, text: str, at: int, known: Known) -> Said:
    if said.verb == "use" and text[at:] == f" {PRESTIGE_CARD}":
        return _finish(said, (PRESTIGE_CARD,), text, len(text), known)
    title, at = _title(said, text, at, known)
    return _finish(said, (title,), text, at, known)


def _pair(said: Said, text: str, at: int, known: Known) -> Said:
    old, at = _title(said, text, at, known)
    if not text.startswith(" to ", at):
        raise _Unread("what it is upgraded to is missing", Span(at, len(text)), "add `to TITLE`")
    new, at = _title(said, text, at + 3, known)
    return _finish(said, (old, new), text, at, known)


def _number(said: Said, text: str, at: int, known: Known) -> Said:
    word = _WORD.match(text, at + 1)
    if word is None or not word[0].isdigit() or len(word[0]) > 2:
        raise _Unread("a number is missing", Span(at, len(text)), f"write `{said.verb} 3`")
    return _finish(replace(said, number=int(word[0])), (), text, word.end(), known)


def _kind(said: Said, text: str, at: int, known: Known) -> Said:
    return _one_of(said, text, at, ast.KINDS, known)


def _search(said: Said, text: str, at: int, known: Known) -> Said:
    return _one_of(said, text, at, known.searches, known)


def _one_of(said: Said, text: str, at: int, names: Iterable[str], known: Known) -> Said:
    rest = text[at + 1 :]
    if rest in names:
        return _finish(said, (rest,), text, len(text), known)
    near = nearest(rest, names)
    span = Span(min(at + 1, len(text)), len(text))
    choice = listed([f"`{name}`" for name in names]) or "nothing that the sets in use have"
    advice = f"write `{near}`" if near else f"`{said.verb}` takes {choice}"
    raise _Unread(f"`{said.verb}` does not take `{rest}`", span, advice, near)


def _finish(said: Said, objects: tuple[str, ...], text: str, at: int, known: Known) -> Said:
    """The answer with the cards it uses, when nothing else is left of the text."""
    using: tuple[str, ...] = ()
    if text.startswith(USING, at):
        using, at = _titles(said, text, at + len(USING) - 1, known)
    if at < len(text):
        left = text[at:].strip()
        span = Span(len(text) - len(left), len(text))
        raise _Unread(f"`{left}` cannot stand here", span, "delete it, or write ` using TITLE`")
    return replace(said, objects=objects, using=using)


def _titles(said: Said, text: str, at: int, known: Known) -> tuple[tuple[str, ...], int]:
    """Titles with `and` between them, and where they end. at: where the space before them is."""
    title, at = _title(said, text, at, known)
    found = [title]
    while text.startswith(" and ", at):
        title, at = _title(said, text, at + 4, known)
        found.append(title)
    return tuple(found), at


def _title(said: Said, text: str, at: int, known: Known) -> tuple[str, int]:
    """The longest title that stands behind the space at `at`, and where it ends."""
    start = at + 1
    if not text[start:].strip():
        advice = f"write `{said.verb} TITLE`"
        raise _Unread("a title is missing", Span(0, len(text)), advice)
    ends = [word.end() for word in _WORD.finditer(text, start)]
    for end in reversed(ends):
        if text[start:end].casefold() in known.titles:
            known.check_title(text[start:end], Span(start, end))
            return text[start:end], end
    stops = [text.find(one, start) for one in _SEPARATORS]
    end = min((stop for stop in stops if stop > 0), default=len(text))
    known.check_title(text[start:end], Span(start, end))
    return text[start:end], end


_Reader = Callable[[Said, str, int, Known], Said]
_READ: Final[dict[str, _Reader]] = {
    "": _nothing,
    "card": _card,
    "cards": _cards,
    "pair": _pair,
    "number": _number,
    "kind": _kind,
    "search": _search,
}
