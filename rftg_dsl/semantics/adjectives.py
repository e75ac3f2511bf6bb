"""What the words of a selector leave together: no card at all, or worlds where it says `card`.

Only the words are looked at, and no card; names.py looks at the cards in use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Edit, Report
from rftg_dsl.semantics.readings import both_readings
from rftg_dsl.semantics.select import KIND_WORDS, PLAIN_WORDS, means_kind
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Adjective, Selector, Span
from rftg_dsl.syntax.written import Written


class _Sort(NamedTuple):
    """A sort of card, as far as plain words tell. words: all that are true of it."""

    type: str
    words: frozenset[str]


def _sorts() -> Iterator[_Sort]:
    yield _Sort("development", frozenset())
    goods = [{kind, how} for kind in ast.KINDS for how in ("production", "windfall")]
    for words in (*goods, {ast.GRAY}):
        for military in (set[str](), {"military"}):
            yield _Sort("world", frozenset(words | military))


_SORTS: Final = tuple(_sorts())
_DEVELOPMENT: Final = _SORTS[0]
_Part = tuple[str, Span, Callable[[_Sort], bool]]
"""What a part of a selector says of a card, its place, and whether a sort of card fits it."""


def check_selector(selector: Selector, written: Written, report: Report) -> None:
    """Report words that no card can be all of, or `card` for worlds alone.

    A world of a kind that its owner chooses is of one kind at a time, as all are.
    """
    parts = _parts(selector)
    said = of_worlds(selector)
    if not _reports_contradiction(selector, parts, written, report) and said:
        report_card(selector, f"only a world {said}", "world", written, report)


def of_worlds(selector: Selector) -> str:
    """Return which of a card's adjectives only worlds can have; "" where developments can, too."""
    if selector.noun != "card":
        return ""
    return next((said for said, _, fits in _parts(selector) if not fits(_DEVELOPMENT)), "")


def report_card(selector: Selector, why: str, noun: str, written: Written, report: Report) -> None:
    """Report `card` where only a card of one type, `noun`, can be meant.

    A word that is the keyword before `card` would be the kind before `world`: both are said.
    """
    phrase = written.text[selector.span.start : selector.span.end]
    kinds = noun == "world" and any(
        means_kind(noun, word) for adjective in selector.adjectives for word in adjective.words
    )
    readings = both_readings(selector, phrase) if kinds else None
    if kinds and readings is None:
        return
    advice = f"write `{noun}` instead of `card`"
    if readings:
        advice = f"write `{readings[0]}` for the kind, `{readings[1]}` for the keyword"
    report.add(
        "W522",
        written.region(selector.span),
        f"{why}, not any card",
        help=advice,
        edits=() if kinds else _noun_edit(selector, noun, written),
        # With a keyword it may be that no card of the type is meant.
        certain=not kinds and all(_is_plain(noun, one) for one in selector.adjectives),
    )


def _noun_edit(selector: Selector, noun: str, written: Written) -> tuple[Edit, ...]:
    """Return an edit that replaces a selector's noun."""
    span = selector.span
    match = re.compile(rf"\b{selector.noun}", re.I).search(written.text, span.start, span.end)
    return (Edit(written.region(Span(*match.span())), noun),) if match else ()


def _parts(selector: Selector) -> list[_Part]:
    noun = selector.noun
    parts: list[_Part] = []
    if noun in ("world", "development"):
        parts.append((f"is a {noun}", selector.span, lambda sort: sort.type == noun))
    if selector.cost is not None:
        parts.append(("has a cost", selector.span, lambda sort: "military" not in sort.words))
    if selector.defense is not None:
        parts.append(("has a defense", selector.span, lambda sort: "military" in sort.words))
    return parts + [
        _adjective(noun, adjective)
        for adjective in selector.adjectives
        if _is_plain(noun, adjective)
    ]


def _is_plain(noun: str, adjective: Adjective) -> bool:
    """Return whether none of its words is a keyword, or stands for points."""
    words = adjective.words
    return all(
        (word in PLAIN_WORDS or means_kind(noun, word)) and word != "variable" for word in words
    )


def _adjective(noun: str, adjective: Adjective) -> _Part:
    words, negated = set(adjective.words), adjective.negated

    def fits(sort: _Sort) -> bool:
        return bool(words & sort.words) != negated

    return _said(adjective), adjective.span, fits


def _said(adjective: Adjective) -> str:
    words = " or ".join(adjective.words)
    return f"is `non-{words}`" if adjective.negated else f"is `{words}`"


def _reports_contradiction(
    selector: Selector, parts: list[_Part], written: Written, report: Report
) -> bool:
    for one, two in combinations(sorted(selector.adjectives, key=_start), 2):
        if one == two:
            text = f"{_said(two)[3:]} is said twice"
            report.add("E318", written.region(two.span), text, help="leave out one of them")
            return True
        if one.words == two.words:
            _report_never(selector, _said(one), _said(two), two.span, written, report)
            return True
    for first, second in combinations(sorted(parts, key=lambda part: part[1].start), 2):
        if not any(first[2](sort) and second[2](sort) for sort in _SORTS):
            _report_never(selector, first[0], second[0], second[1], written, report)
            return True
    return False


def _start(adjective: Adjective) -> int:
    return adjective.span.start


def _report_never(
    selector: Selector, one: str, two: str, place: Span, written: Written, report: Report
) -> None:
    """Report two parts that no card has both of, at the later one."""
    text, advice = f"no card {one} and {two} at once", "leave out one of the two"
    words = [part.removeprefix("is ").strip("`") for part in (one, two)]
    edits: tuple[Edit, ...] = ()
    if one == "is a development":
        advice = "write `world` instead of `development`"
        edits = _noun_edit(selector, "world", written)
    elif all(set(said.split(" or ")) <= KIND_WORDS for said in words):
        advice = f"write `{' or '.join(words)}` for worlds of any of these kinds"
    report.add("E318", written.region(place), text, help=advice, edits=edits)
