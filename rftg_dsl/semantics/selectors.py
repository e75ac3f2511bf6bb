"""Checks of selectors: words that fit no card, and names that no set in use has.

Words alone tell that no card can be meant, or that `card` means worlds. Before `world` a word that
is a kind of good and a keyword is the kind, before `card` the keyword. That is a rule of the
language and on no printed card, so it is reported if the two readings mean different cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.diagnostics.text import article, listed
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import KIND_WORDS, PLAIN_WORDS, CardIndex, is_good_kind
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Adjective, Power, Selector, Span
from rftg_dsl.syntax.written import Written
from rftg_dsl.words.checks import PLACED_NOUNS
from rftg_dsl.words.effects.goods import GoodOnIt


class _CardSort(NamedTuple):
    """A sort of card, as far as plain words tell. words: all that are true of it."""

    type: str
    words: frozenset[str]


def _sorts() -> Iterator[_CardSort]:
    yield _CardSort("development", frozenset())
    goods = [{kind, how} for kind in ast.KINDS for how in ("production", "windfall")]
    for words in (*goods, {ast.GRAY}):
        for military in (set[str](), {"military"}):
            yield _CardSort("world", frozenset(words | military))


_SORTS: Final = tuple(_sorts())
_DEVELOPMENT: Final = _SORTS[0]
_Part = tuple[str, Span, Callable[[_CardSort], bool]]
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
        is_good_kind(noun, word) for adjective in selector.adjectives for word in adjective.words
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
        (word in PLAIN_WORDS or is_good_kind(noun, word)) and word != "variable" for word in words
    )


def _adjective(noun: str, adjective: Adjective) -> _Part:
    words, negated = set(adjective.words), adjective.negated

    def fits(sort: _CardSort) -> bool:
        return bool(words & sort.words) != negated

    return _describe_adjective(adjective), adjective.span, fits


def _describe_adjective(adjective: Adjective) -> str:
    words = " or ".join(adjective.words)
    return f"is `non-{words}`" if adjective.negated else f"is `{words}`"


def _reports_contradiction(
    selector: Selector, parts: list[_Part], written: Written, report: Report
) -> bool:
    for one, two in combinations(sorted(selector.adjectives, key=_start), 2):
        if one == two:
            text = f"{_describe_adjective(two)[3:]} is said twice"
            report.add("E318", written.region(two.span), text, help="leave out one of them")
            return True
        if one.words == two.words:
            _report_never(
                selector,
                _describe_adjective(one),
                _describe_adjective(two),
                two.span,
                written,
                report,
            )
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


def check_readings(
    selector: Selector,
    written: Written,
    keywords: Container[str],
    lookup: CardIndex,
    report: Report,
) -> None:
    """Report a kind of good in one list with keywords, if as a keyword it means other cards."""
    for adjective in selector.adjectives:
        kinds, others = _sorted(selector.noun, adjective, keywords)
        if kinds and others and _differs(selector, lookup):
            phrase = written.text[selector.span.start : selector.span.end]
            said = listed([f"`{kind}`" for kind in kinds], "and")
            report.add(
                "W527",
                written.region(adjective.span),
                f"before `world`, {said} is the kind of its good, and"
                f" {listed([f'`{other}`' for other in others], 'and')} a keyword",
                help=f"write `{re.sub(_NOUN, _as_card, phrase)}` for keywords alone;"
                f" `{phrase}  # rftg: ignore[W527]` keeps the kind",
            )


def _sorted(
    noun: str, adjective: Adjective, keywords: Container[str]
) -> tuple[list[str], list[str]]:
    """Return the kinds of a list that are keywords, too, and its words that are keywords alone."""
    kinds = [word for word in adjective.words if is_good_kind(noun, word) and word in keywords]
    others = [
        word for word in adjective.words if word not in PLAIN_WORDS and not is_good_kind(noun, word)
    ]
    return kinds, others


def _differs(selector: Selector, lookup: CardIndex) -> bool:
    """Return whether its words as keywords mean other worlds."""
    as_keywords = lookup.mask(replace(selector, noun="card")) & lookup.mask(Selector("world"))
    return as_keywords != lookup.mask(selector)


def both_readings(selector: Selector, phrase: str) -> tuple[str, str] | None:
    """Return what to write for the kind and for the keyword of a word before `card`.

    None where the keyword can be said with `card` alone.
    """
    single = [one for one in selector.adjectives if is_good_kind("world", one.words[0])]
    if len(single) != 1 or len(single[0].words) > 1 or selector.keyword:
        return None
    word = single[0].words[0]
    world = re.sub(_NOUN, lambda noun: f"world{noun[1]}", phrase)
    if single[0].negated:
        return world, f"{phrase}  # rftg: ignore[W522]"
    rest = re.sub(rf"\b{word} ", "", world, count=1, flags=re.IGNORECASE)
    rest = re.sub(_ARTICLE, lambda word: f"{article(word[1])} {word[1]}", rest)
    return world, re.sub(_WORLD, rf"\g<0> with the {word} keyword", rest)


def _as_card(noun: re.Match[str]) -> str:
    return f"card{noun[1]}"


_NOUN: Final = r"(?i)\b(?:card|world)(s?)\b"
_ARTICLE: Final = r"(?i)^an? +([a-z0-9]+)"
_WORLD: Final = r"(?i)\bworlds?\b"


_MILITARY: Final = "military world"
_NON_MILITARY: Final = "non-military world"
_PRODUCTION: Final = "production world"
_WANTED: Final = {
    _PRODUCTION: Selector("world", adjectives=(Adjective(("production",)),)),
    _MILITARY: Selector("world", adjectives=(Adjective(("military",)),)),
    _NON_MILITARY: Selector("world", adjectives=(Adjective(("military",), True),)),
    "world": Selector("world"),
    "card": Selector("card"),
    "development": Selector("development"),
}


def check_targets(
    written: Written,
    power: Power,
    lookup: CardIndex,
    sure: bool,
    bad: Sequence[Selector],
    report: Report,
) -> None:
    """Report selectors whose cards are all of another sort than their effect is about, and
    `card` where that sort is of one type.

    sure: all cards in use are in `lookup`; without that only titles are looked at. bad: selectors
    that something else is wrong with.
    """
    ways = [replace(power, also="")] if power.also else list(power.variants())
    for selector, wanted in (target for way in ways for target in _targets(way)):
        wanted = "card" if power.also else wanted
        if selector in bad:
            continue
        if selector.noun == "card" and not of_worlds(selector) and wanted != "card":
            noun = wanted.split()[-1]
            report_card(selector, f"only a {noun} can be meant here", noun, written, report)
        meant = lookup.mask(selector)
        known = sure or selector.title is not None
        if known and meant and not meant & lookup.mask(_WANTED[wanted]):
            _report(selector, wanted, written, report)


def _targets(power: Power) -> Iterator[tuple[Selector, str]]:
    """Yield each selector of cards placed or conquered, with the sort of card that can be."""
    if power.trigger and power.trigger.selector:
        yield power.trigger.selector, _placed(power)
    for effect in power.effects:
        wanted = effect.required_target(power)
        if effect.selector is not None and wanted:
            yield effect.selector, wanted


def _placed(power: Power) -> str:
    # A windfall world has its good from being placed, and a gray world never has one.
    on_it = any(isinstance(effect, GoodOnIt) for effect in power.effects)
    return _PRODUCTION if on_it else PLACED_NOUNS[power.phase]


def _report(selector: ast.Selector, wanted: str, written: Written, report: Report) -> None:
    if selector.title is None:
        report_none_meant(wanted, selector, written, report)
        return
    code = "E311" if wanted in PLACED_NOUNS.values() else "E309"
    text = f"`{selector.title}` is no {wanted}, and only such a card can be meant here"
    report.add(code, written.region(selector.span), text, help=f"name a {wanted}")


def report_none_meant(noun: str, selector: Selector, written: Written, report: Report) -> None:
    """Report a selector by which no card in use is meant. noun: what it is about."""
    phrase = written.text[selector.span.start : selector.span.end]
    report.add(
        "W501",
        written.region(selector.span),
        f"no {noun} of the sets in use is meant by `{phrase}`",
        help="name what some card has, or require the set that has it",
    )


UNTITLED: Final = "?"
"""The title of a card whose line with the title is missing."""


class Scope(NamedTuple):
    """What a set can name. sure: all files it comes from could be read whole.

    titled: every card has a title. tokens: classes of tokens.
    """

    titles: dict[str, str]
    keywords: set[str]
    cards: dict[str, Card]
    lookup: CardIndex
    sure: bool
    titled: bool = True
    tokens: frozenset[str] = frozenset()


def check_title(title: str, region: Region, code: str, scope: Scope, report: Report) -> None:
    """Report a title that no card in use bears."""
    known = scope.titles.get(title.casefold())
    if known == title:
        return
    near = known or report.nearest(title, scope.titles.values())
    if near is None and not scope.titled:
        return  # it can be the one that is missing
    text = f"no card of the sets in use is called `{title}`"
    advice = written_advice(near) or "require the set that has it, or add the card"
    certain = known is not None  # letter case alone is wrong
    report.add(code, region, text, help=advice, replacement=near, certain=certain)


def written_advice(text: str | None) -> str:
    """Return what to write instead; "" where nothing is known."""
    return f"write `{text}`" if text else ""
