"""Tests of a set, parsed with positions and checked without playing them.

Everything that a test names must be there, and what it lays out must be possible at a table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import Card
from rftg_dsl.semantics.selectors import Scope, check_title, written_advice
from rftg_dsl.sets.answers import (
    OTHERS,
    AnswerNames,
    begins_answer,
    check_holders,
    check_robot,
    check_round,
    check_seats,
    first_seat,
    inside,
    opponents,
    read_answer,
    read_when,
)
from rftg_dsl.sets.hands import copies_in_use
from rftg_dsl.sets.tokens import check_held
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.quoting import rejoin_titles
from rftg_dsl.source.schema import Schema, card_set_schema, plain, resolve_reference
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.situations import (
    PRESTIGE,
    AnswerLine,
    Cards,
    CardTest,
    Expectation,
    Part,
    Value,
)
from rftg_dsl.syntax.written import Written, text_line

GOALS: Final = "goals"
"""Module of rules whose entries have titles."""
TOKENS: Final = "tokens"
"""Module of rules whose classes sets declare."""
TITLES: Final = "#/$defs/title"
_OTHERS: Final = re.compile("([0-9]{1,2}) cards?")
_SAID: Final = re.compile("([0-9]{1,2}|[a-z]+)(?: cards?)?", re.IGNORECASE)
_LISTS: Final = ("tableau", "hand", "goods", "saved", "used")
_NUMBERS: Final = ("vp", "paid", "looked", "military", "score")
_OF_CARDS: Final = ("strength", "cost", "price", "points", "attack", "defense")
"""Keys with a number for each of some cards."""
_GIVEN: Final = frozenset((*_LISTS, "vp", "supply", *OTHERS, "first", "when", "answers"))
_THEN: Final = frozenset((*_LISTS, *_NUMBERS, *_OF_CARDS, "game", *OTHERS))
"""Keys that do not belong to a module of rules; every other key is the name of a module."""


def check_tests(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Parse the tests of a unit, and report problems."""
    units = [*required, unit]
    searches = tuple(one.title for other in units for one in other.search)
    tiles = {one.title for other in units for one in other.goals}
    copies = copies_in_use(unit, required)
    seats = max(other.data.get("players", 0) for other in units)
    unit.tests, unit.answered = [], []
    for node, data in unit.written_tests:
        reading = _Reading(unit.report, scope, searches, tiles, copies, seats)
        unit.tests.append(reading.test(node, data))
        unit.answered += reading.answered


def check_untested(units: Sequence[Unit]) -> None:
    """Note the cards with powers that no test of any unit lays out, where they are looked for."""
    played = {title for other in units for test in other.tests for title in test.titles}
    for unit in units:
        untested = (one for one in unit.drafts if one.lines and one.title not in played)
        for draft in untested if "W507" not in unit.unlooked else ():
            text = f"no test plays `{draft.title}`"
            advice = "add a test below `tests:`; docs/card-tests.md shows how"
            unit.report.add("W507", draft.region("title"), text, help=advice)


class _Reading:
    """Reads one test. Titles are looked up in `scope`; copies: how many of each card there are.

    seats: most players of the sets in use, 0 where none says it.
    """

    def __init__(
        self,
        report: Report,
        scope: Scope,
        searches: tuple[str, ...],
        tiles: set[str],
        copies: Counter[str],
        seats: int,
    ) -> None:
        self.report = report
        self.scope = scope
        self.searches = searches
        self.tiles = tiles
        self.copies = copies
        self.seats = seats
        self.used: Counter[str] = Counter()
        self.answered: list[tuple[Written, tuple[Span, ...]]] = []

    def test(self, node: Mapping, data: dict[str, Any]) -> CardTest:
        """Return the test."""
        given, then = inside(node, "given"), inside(node, "then")
        region = node.values["test"].region
        mine, steps = read_when(node, self.report)
        others = opponents(given, then, self.report)
        you = self._player(given, node, mine, then)
        plain = tuple(action.removeprefix(PRESTIGE) for action in mine)
        parts = [you]
        for has, expected in others:
            actions = read_when(has, self.report)[0] if "when" in has.keys else plain
            parts.append(self._player(has, has, actions, expected))
        supply = tuple(self._given_titles(given, "supply"))
        first = first_seat(given, len(parts), self.report)
        test = CardTest(data["test"], tuple(parts), steps, supply, region, first)
        nodes = [node, *(has for has, _expected in others)]
        check_round(test, nodes, self.report)
        check_seats(given, len(parts), self.seats, self.report)
        check_holders(given, len(parts), self.report)
        check_robot(given, len(mine), self.report)
        self._check_total(test, region)
        self._check_expects(nodes, region)
        return test

    def _player(
        self, has: Mapping, does: Mapping, actions: tuple[str, ...], expected: Mapping
    ) -> Part:
        """Return everything in a test about a player."""
        return replace(
            self._part(has),
            actions=actions,
            answers=self._answers(does),
            then=self._then(expected),
        )

    def _part(self, node: Mapping) -> Part:
        tableau = self._cards(node, "tableau", laid_out=True)
        return Part(
            tableau,
            self._cards(node, "hand", laid_out=True),
            tuple(self._goods(node, tableau)),
            self._saved(node, tableau),
            tuple(self._used(node, tableau)),
            _number(node, "vp"),
            tuple((key, self._of_module(node, "given", key)) for key in _others(node, _GIVEN)),
        )

    # --- cards

    def _cards(self, node: Mapping, key: str, laid_out: bool = False) -> Cards:
        """Return the cards of a list, or so many whichever. laid_out: there must be a copy each."""
        value = node.values.get(key)
        if isinstance(value, Scalar):
            return Cards((), int(value.text))
        titles, others = [], 0
        for item in self._entries(node, key):
            number = _OTHERS.fullmatch(item.text)
            is_title = item.text.casefold() in self.scope.titles
            meant = None if number or is_title else _meant_number(item.text)
            if number:
                others += int(number[1])
            elif meant:
                text = f"cards that are not named are written with a number, like `{meant}`"
                advice = f"write `{meant}`"
                self.report.add("E602", item.region, text, help=advice, replacement=meant)
            else:
                self._check_title(item)
                titles.append(item.text)
            if laid_out and not number:
                self._count(item)
        return Cards(tuple(titles), others)

    def _entries(self, node: Mapping, key: str) -> list[Scalar]:
        """Return the entries of a list of cards."""
        titles = self.scope.titles

        def stands_alone(text: str) -> bool:
            return text.casefold() in titles or bool(_OTHERS.fullmatch(text))

        return rejoin_titles(
            _scalars(node, key), titles.values(), stands_alone, "E602", self.report
        )

    def _given_titles(self, node: Mapping, key: str) -> Iterator[str]:
        for item in self._entries(node, key):
            self._check_title(item)
            self._count(item)
            yield item.text

    def _goods(self, node: Mapping, tableau: Cards) -> Iterator[str]:
        for item in self._in_tableau(node, "goods", tableau, "it holds no good"):
            card = self.scope.cards.get(item.text)
            if card is not None and card.kind is None:
                text = f"`{item.text}` is no world with goods"
                self.report.add("E604", item.region, text, help="name another world")
            else:
                yield item.text

    def _in_tableau(
        self, node: Mapping, key: str, tableau: Cards, consequence: str
    ) -> Iterator[Scalar]:
        """Yield the entries of a key that name cards of the tableau, and report all others."""
        left = Counter(tableau.titles)
        for item in self._entries(node, key):
            left[item.text] -= 1
            if left[item.text] >= 0:
                yield item
            else:
                text = f"`{item.text}` is not in the tableau, so {consequence}"
                self.report.add("E604", item.region, text, help="add it to `tableau:`")

    def _saved(self, node: Mapping, tableau: Cards) -> Cards:
        saved = self._cards(node, "saved", laid_out=True)
        if saved.count and not tableau.count:
            text = "cards are saved under a card of the tableau, which is empty"
            self.report.add("E604", node.keys["saved"].region, text, help="add it to `tableau:`")
        return saved

    def _used(self, node: Mapping, tableau: Cards) -> Iterator[str]:
        for item in self._in_tableau(node, "used", tableau, "nothing of it is used up"):
            card = self.scope.cards.get(item.text)
            if card is not None and not any(line.power.once for line in card.powers):
                text = f"`{item.text}` has no power that comes `once a game`"
                self.report.add("E604", item.region, text, help="name another card")
            else:
                yield item.text

    def _check_title(self, item: Scalar) -> None:
        check_title(item.text, item.region, "E602", self.scope, self.report)

    def _count(self, item: Scalar) -> None:
        """Report more copies of a card than exist."""
        self.used[item.text] += 1
        there = self.copies[item.text]
        if there and self.used[item.text] > there:
            text = (
                f"the test lays out {self.used[item.text]} of `{item.text}`, and there"
                f" {'is' if there == 1 else 'are'} {counted(there, 'copy', 'copies')}"
            )
            self.report.add("E605", item.region, text, help="name another card")

    def _check_expects(self, players: Iterable[Mapping], region: Region) -> None:
        if not any("then" in one.keys or "answers" in one.keys for one in players):
            text = "the test expects nothing, so it can never fail"
            self.report.add("E607", region, text, help="add `then:`, like `then: {hand: 2}`")

    def _check_total(self, test: CardTest, region: Region) -> None:
        wanted = len(test.supply) + sum(
            one.tableau.count + one.hand.count + one.saved.count + len(one.goods)
            for one in test.parts
        )
        there = sum(self.copies.values())
        if wanted > there:
            text = f"the test lays out {wanted} cards, and the sets in use have {there}"
            self.report.add("E605", region, text, help="lay out fewer")

    # --- the rest

    def _of_module(self, node: Mapping, part: str, key: str) -> Value:
        """Return what `given` or `then` says of a module of rules, its titles looked up."""
        value, rule = node.values[key], card_set_schema()["$defs"][part]["properties"][key]
        if key == GOALS:
            self._check_goals(node)
        elif key == TOKENS and isinstance(value, Mapping):
            check_held(value, self.scope, self.report)
        else:
            self._check_titles(value, rule)
        return _fixed(plain(value, rule))

    def _check_titles(self, node: Node, rule: Schema) -> None:
        """Report unknown card titles wherever the schema requires titles."""
        inner = resolve_reference(rule)
        if isinstance(node, Items):
            for item in node.nodes:
                self._check_titles(item, inner.get("items", {}))
        elif isinstance(node, Mapping):
            for key, value in node.values.items():
                self._check_titles(value, inner.get("properties", {}).get(key, {}))
        elif rule.get("$ref") == TITLES and not _OTHERS.fullmatch(node.text):
            self._check_title(node)

    def _check_goals(self, node: Mapping) -> None:
        for item in (*_scalars(node, GOALS), *inside(node, GOALS).keys.values()):
            if item.text not in self.tiles:
                near = self.report.nearest(item.text, self.tiles)
                text = f"no goal of the sets in use is called `{item.text}`"
                advice = written_advice(near) or "require the set that has it"
                self.report.add("E602", item.region, text, help=advice, replacement=near)

    def _answers(self, node: Mapping) -> tuple[AnswerLine, ...]:
        found = []
        titles = self.scope.titles.values()
        scalars = _scalars(node, "answers")
        for item in rejoin_titles(scalars, titles, begins_answer, "E603", self.report):
            written = text_line(item, self.report)
            line = written and self._answer(written)
            if line:
                found.append(line)
        return tuple(found)

    def _answer(self, written: Written) -> AnswerLine | None:
        places: list[Span] = []

        def check(title: str, span: Span) -> None:
            places.append(span)
            check_title(title, written.region(span), "E602", self.scope, self.report)

        known = AnswerNames(check, self.scope.titles, self.searches)
        line = read_answer(written, known, self.report)
        if line:
            self.answered.append((written, tuple(places)))
        return line

    def _then(self, node: Mapping) -> tuple[Expectation, ...]:
        modules = _others(node, _THEN)
        found: list[Expectation] = []
        for key in node.values:
            if key in _OF_CARDS:
                found += self._of_cards(inside(node, key), key)
            elif key not in OTHERS:
                value, place = self._value(node, key), _place(node, key)
                found.append(Expectation(key, value, place, key in modules))
        return tuple(found)

    def _of_cards(self, node: Mapping, key: str) -> Iterator[Expectation]:
        """Yield what is expected of each card that a key names."""
        for title, item in node.keys.items():
            self._check_title(item)
            wanted, is_so = _SORTS[key]
            card = self.scope.cards.get(title)
            if card is not None and not is_so(card):
                text = f"`{title}` is no {wanted}, so it has no {key}"
                self.report.add("E604", item.region, text, help=f"name a {wanted}")
            yield Expectation(key, _number(node, title), node.values[title].region, title=title)

    def _value(self, node: Mapping, key: str) -> Value | Cards:
        if key in _LISTS:
            return self._cards(node, key)
        if key not in _THEN:
            return self._of_module(node, "then", key)
        value = node.values[key]
        text = value.text if isinstance(value, Scalar) else ""
        return text if key == "game" else int(text)


_ANY: Final = ("card", lambda _card: True)
_WORLD: Final = ("world", lambda card: card.type == "world")
_SORTS: Final[dict[str, tuple[str, Callable[[Card], bool]]]] = {
    "strength": _WORLD,
    "cost": ("card that is paid for", lambda card: not card.military),
    "price": ("world with goods", lambda card: card.kind is not None),
    "points": _ANY,
    "attack": _WORLD,
    "defense": _WORLD,
}
"""Cards that each of these keys can be about."""


def _others(node: Mapping, known: frozenset[str]) -> list[str]:
    """Return the unknown keys of a mapping."""
    return [key for key in node.values if key not in known]


def _fixed(data: Any) -> Value:
    """Return JSON data as immutable values, mappings as tuples of pairs."""
    if isinstance(data, dict):
        return tuple((key, _fixed(value)) for key, value in data.items())
    if isinstance(data, list):
        return tuple(_fixed(value) for value in data)
    value: int | str = data
    return value


def _scalars(node: Mapping, key: str) -> list[Scalar]:
    """Return the entries of a list; [] if it is missing."""
    found = node.values.get(key)
    nodes: list[Node] = found.nodes if isinstance(found, Items) else []
    return [item for item in nodes if isinstance(item, Scalar)]


def _number(node: Mapping, key: str) -> int:
    value = node.values.get(key)
    return int(value.text) if isinstance(value, Scalar) else 0


def _place(node: Mapping, key: str) -> Region:
    """Return the region of a one-line value, else of its key."""
    region = node.values[key].region
    return region if region.line == region.end_line else node.keys[key].region


def _meant_number(text: str) -> str | None:
    """Return what should be written for a number in a list of cards, like `3` or `three cards`."""
    from rftg_dsl.suggest.phrases import NUMBERS  # late: a clean check needs no sayings

    said = _SAID.fullmatch(text)
    digits = NUMBERS.get(said[1].lower(), said[1]) if said else ""
    return f"{digits} cards" if digits.isdigit() else None
