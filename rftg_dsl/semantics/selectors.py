"""Checks of selectors: contradictory words, wrong types of card, and unknown names.

A word that is both a kind of good and a keyword means the kind before `world` and the keyword
before `card`. Printed cards have no such rule, so it is reported if the two readings match
different cards.
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
from rftg_dsl.syntax.written import SourceLine
from rftg_dsl.words.checks import PLACED_NOUNS
from rftg_dsl.words.effects.goods import GoodOnIt


class _CardSort(NamedTuple):
    """A combination of card type and plain adjectives. words: adjectives that apply to it."""

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
"""Part of a selector: its description, its span, and a predicate for sorts of cards."""


def check_selector(selector: Selector, source_line: SourceLine, report: Report) -> None:
    """Report contradictory words, and `card` if only worlds can match.

    A world whose owner chooses its kind still has only one kind at a time.
    """
    parts = _parts(selector)
    world_words = world_only_adjective(selector)
    if not _reports_contradiction(selector, parts, source_line, report) and world_words:
        report_card(selector, f"only a world {world_words}", "world", source_line, report)


def world_only_adjective(selector: Selector) -> str:
    """Return the description of an adjective of `card` that only worlds can have, or ""."""
    if selector.noun != "card":
        return ""
    return next(
        (description for description, _, fits in _parts(selector) if not fits(_DEVELOPMENT)), ""
    )


def report_card(
    selector: Selector, reason: str, noun: str, source_line: SourceLine, report: Report
) -> None:
    """Report `card` if only cards of the type `noun` can match.

    If a word is a keyword before `card` and a kind before `world`, the help shows both readings.
    """
    phrase = source_line.text[selector.span.start : selector.span.end]
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
        source_line.region(selector.span),
        f"{reason}, not any card",
        help=advice,
        edits=() if kinds else _noun_edit(selector, noun, source_line),
        # With a keyword, the card of the other type might be intended.
        certain=not kinds and all(_is_plain(noun, part) for part in selector.adjectives),
    )


def _noun_edit(selector: Selector, noun: str, source_line: SourceLine) -> tuple[Edit, ...]:
    """Return an edit that replaces a selector's noun."""
    span = selector.span
    match = re.compile(rf"\b{selector.noun}", re.I).search(source_line.text, span.start, span.end)
    return (Edit(source_line.region(Span(*match.span())), noun),) if match else ()


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
    """Return whether none of an adjective's words is a keyword or means variable points."""
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
    selector: Selector, parts: list[_Part], source_line: SourceLine, report: Report
) -> bool:
    for earlier, later in combinations(sorted(selector.adjectives, key=_start), 2):
        if earlier == later:
            text = f"{_describe_adjective(later)[3:]} is repeated"
            report.add("E318", source_line.region(later.span), text, help="leave out one of them")
            return True
        if earlier.words == later.words:
            _report_never(
                selector,
                _describe_adjective(earlier),
                _describe_adjective(later),
                later.span,
                source_line,
                report,
            )
            return True
    for first, second in combinations(sorted(parts, key=lambda part: part[1].start), 2):
        if not any(first[2](sort) and second[2](sort) for sort in _SORTS):
            _report_never(selector, first[0], second[0], second[1], source_line, report)
            return True
    return False


def _start(adjective: Adjective) -> int:
    return adjective.span.start


def _report_never(
    selector: Selector,
    first: str,
    second: str,
    place: Span,
    source_line: SourceLine,
    report: Report,
) -> None:
    """Report two parts that exclude each other, at the later one."""
    text, advice = f"no card {first} and {second} at the same time", "leave out one of the two"
    words = [part.removeprefix("is ").strip("`") for part in (first, second)]
    edits: tuple[Edit, ...] = ()
    if first == "is a development":
        advice = "write `world` instead of `development`"
        edits = _noun_edit(selector, "world", source_line)
    elif all(set(word.split(" or ")) <= KIND_WORDS for word in words):
        advice = f"write `{' or '.join(words)}` for worlds of any of these kinds"
    report.add("E318", source_line.region(place), text, help=advice, edits=edits)


def check_readings(
    selector: Selector,
    source_line: SourceLine,
    keywords: Container[str],
    card_index: CardIndex,
    report: Report,
) -> None:
    """Report a kind of good listed with keywords if it would match other cards as a keyword."""
    for adjective in selector.adjectives:
        kinds, keywords_only = _split_words(selector.noun, adjective, keywords)
        if kinds and keywords_only and _has_other_matches(selector, card_index):
            phrase = source_line.text[selector.span.start : selector.span.end]
            kind_list = listed([f"`{kind}`" for kind in kinds], "and")
            report.add(
                "W527",
                source_line.region(adjective.span),
                f"before `world`, {kind_list} is a kind of good, but"
                f" {listed([f'`{word}`' for word in keywords_only], 'and')} is a keyword",
                help=f"write `{re.sub(_NOUN, _card_noun, phrase)}` for keywords only;"
                f" `{phrase}  # rftg: ignore[W527]` keeps the kind",
            )


def _split_words(
    noun: str, adjective: Adjective, keywords: Container[str]
) -> tuple[list[str], list[str]]:
    """Return an adjective's kinds that are also keywords, and its words that are only keywords."""
    kinds = [word for word in adjective.words if is_good_kind(noun, word) and word in keywords]
    keywords_only = [
        word for word in adjective.words if word not in PLAIN_WORDS and not is_good_kind(noun, word)
    ]
    return kinds, keywords_only


def _has_other_matches(selector: Selector, card_index: CardIndex) -> bool:
    """Return whether the selector's words would match other worlds as keywords."""
    as_keywords = card_index.mask(replace(selector, noun="card")) & card_index.mask(
        Selector("world")
    )
    return as_keywords != card_index.mask(selector)


def both_readings(selector: Selector, phrase: str) -> tuple[str, str] | None:
    """Return unambiguous phrases for the kind and the keyword of a word before `card`.

    Returns None if only `card` can express the keyword.
    """
    single = [
        adjective for adjective in selector.adjectives if is_good_kind("world", adjective.words[0])
    ]
    if len(single) != 1 or len(single[0].words) > 1 or selector.keyword:
        return None
    word = single[0].words[0]
    world = re.sub(_NOUN, lambda noun: f"world{noun[1]}", phrase)
    if single[0].negated:
        return world, f"{phrase}  # rftg: ignore[W522]"
    plain = re.sub(rf"\b{word} ", "", world, count=1, flags=re.IGNORECASE)
    plain = re.sub(_ARTICLE, lambda word: f"{article(word[1])} {word[1]}", plain)
    return world, re.sub(_WORLD, rf"\g<0> with the {word} keyword", plain)


def _card_noun(noun: re.Match[str]) -> str:
    return f"card{noun[1]}"


_NOUN: Final = r"(?i)\b(?:card|world)(s?)\b"
_ARTICLE: Final = r"(?i)^an? +([a-z0-9]+)"
_WORLD: Final = r"(?i)\bworlds?\b"


_MILITARY: Final = "military world"
_NON_MILITARY: Final = "non-military world"
_PRODUCTION: Final = "production world"
_REQUIRED_TYPES: Final = {
    _PRODUCTION: Selector("world", adjectives=(Adjective(("production",)),)),
    _MILITARY: Selector("world", adjectives=(Adjective(("military",)),)),
    _NON_MILITARY: Selector("world", adjectives=(Adjective(("military",), True),)),
    "world": Selector("world"),
    "card": Selector("card"),
    "development": Selector("development"),
}


def check_targets(
    source_line: SourceLine,
    power: Power,
    card_index: CardIndex,
    is_complete: bool,
    bad: Sequence[Selector],
    report: Report,
) -> None:
    """Report selectors that match no card their effect can apply to, and vague uses of `card`.

    is_complete: whether card_index has all cards in use; if not, only titles are checked.
    bad: selectors that already have an error.
    """
    variants = [replace(power, also="")] if power.also else list(power.variants())
    for selector, card_type in (target for variant in variants for target in _targets(variant)):
        card_type = "card" if power.also else card_type
        if selector in bad:
            continue
        if selector.noun == "card" and not world_only_adjective(selector) and card_type != "card":
            noun = card_type.split()[-1]
            report_card(selector, f"only a {noun} can be meant here", noun, source_line, report)
        matches = card_index.mask(selector)
        is_decidable = is_complete or selector.title is not None
        if is_decidable and matches and not matches & card_index.mask(_REQUIRED_TYPES[card_type]):
            _report(selector, card_type, source_line, report)


def _targets(power: Power) -> Iterator[tuple[Selector, str]]:
    """Yield each selector of placed or conquered cards, with the required type of card."""
    if power.trigger and power.trigger.selector:
        yield power.trigger.selector, _placed(power)
    for effect in power.effects:
        card_type = effect.required_target(power)
        if effect.selector is not None and card_type:
            yield effect.selector, card_type


def _placed(power: Power) -> str:
    # Windfall worlds get their good when placed, and gray worlds never have one.
    puts_good_on_it = any(isinstance(effect, GoodOnIt) for effect in power.effects)
    return _PRODUCTION if puts_good_on_it else PLACED_NOUNS[power.phase]


def _report(
    selector: ast.Selector, card_type: str, source_line: SourceLine, report: Report
) -> None:
    if selector.title is None:
        report_no_match(card_type, selector, source_line, report)
        return
    code = "E311" if card_type in PLACED_NOUNS.values() else "E309"
    text = f"`{selector.title}` is not {article(card_type)} {card_type}, which is required here"
    report.add(code, source_line.region(selector.span), text, help=f"name a {card_type}")


def report_no_match(noun: str, selector: Selector, source_line: SourceLine, report: Report) -> None:
    """Report a selector that matches no card in use. noun: type of card that it should match."""
    phrase = source_line.text[selector.span.start : selector.span.end]
    report.add(
        "W501",
        source_line.region(selector.span),
        f"`{phrase}` matches no {noun} in the sets in use",
        help="describe cards that exist, or require the set that has them",
    )


UNTITLED: Final = "?"
"""Title of a card without a `title` line."""


class Scope(NamedTuple):
    """The names that a set can use.

    is_complete: whether all source files could be read.
    all_titled: whether every card has a title.
    tokens: token classes.
    """

    titles: dict[str, str]
    keywords: set[str]
    cards: dict[str, Card]
    card_index: CardIndex
    is_complete: bool
    all_titled: bool = True
    tokens: frozenset[str] = frozenset()


def check_title(title: str, region: Region, code: str, scope: Scope, report: Report) -> None:
    """Report a title that no card in use has."""
    title_in_use = scope.titles.get(title.casefold())
    if title_in_use == title:
        return
    suggestion = title_in_use or report.nearest(title, scope.titles.values())
    if suggestion is None and not scope.all_titled:
        return  # it could be the missing title
    text = f"no card in the sets in use is called `{title}`"
    advice = written_advice(suggestion) or "require the set that has it, or add the card"
    certain = title_in_use is not None  # only letter case is wrong
    report.add(code, region, text, help=advice, replacement=suggestion, certain=certain)


def written_advice(text: str | None) -> str:
    """Return help with a replacement, or "" without one."""
    return f"write `{text}`" if text else ""
