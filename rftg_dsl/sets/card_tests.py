"""Parser of card tests, which checks that all names exist and that the position is legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import counted, there_are
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
    opponents,
    read_answer,
    read_when,
)
from rftg_dsl.sets.hands import check_held, copies_in_use
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar, rejoin_titles
from rftg_dsl.source.schema import Schema, card_set_schema, resolve_reference, to_plain_data
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.situations import (
    PRESTIGE,
    AnswerLine,
    CardList,
    CardTest,
    Expectation,
    PlayerPart,
    Value,
)
from rftg_dsl.syntax.written import SourceLine, text_line

GOALS: Final = "goals"
"""Rule module whose entries have titles."""
TOKENS: Final = "tokens"
"""Rule module whose classes are declared by sets."""
TITLES: Final = "#/$defs/title"
_UNNAMED_CARDS: Final = re.compile("([0-9]{1,2}) cards?")
_CARD_COUNT: Final = re.compile("([0-9]{1,2}|[a-z]+)(?: cards?)?", re.IGNORECASE)
_LISTS: Final = ("tableau", "hand", "goods", "saved", "used")
_NUMBERS: Final = ("vp", "paid", "looked", "military", "score")
_OF_CARDS: Final = ("strength", "cost", "price", "points", "attack", "defense")
"""Keys with a number for each listed card."""
_GIVEN: Final = frozenset((*_LISTS, "vp", "supply", *OTHERS, "first", "when", "answers"))
_THEN: Final = frozenset((*_LISTS, *_NUMBERS, *_OF_CARDS, "game", *OTHERS))
"""Keys that are not names of rule modules."""


def check_tests(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Parse and check the tests of a unit."""
    units = [*required, unit]
    searches = tuple(entry.title for visible_unit in units for entry in visible_unit.search)
    tiles = {entry.title for visible_unit in units for entry in visible_unit.goals}
    copies = copies_in_use(unit, required)
    seats = max(visible_unit.data.get("players", 0) for visible_unit in units)
    unit.tests, unit.answered = [], []
    for node, data in unit.written_tests:
        reading = _Reading(unit.report, scope, searches, tiles, copies, seats)
        unit.tests.append(reading.test(node, data))
        unit.answered += reading.answered


def check_untested(units: Sequence[Unit]) -> None:
    """Report cards with powers that no test uses, in units for which this was requested."""
    played = {title for tested_unit in units for test in tested_unit.tests for title in test.titles}
    for unit in units:
        for draft in unit.drafts:
            if "W507" in unit.skipped_codes or not draft.lines or draft.title in played:
                continue
            text = f"no test plays `{draft.title}`"
            advice = "add a test below `tests:`; docs/card-tests.md shows how"
            unit.report.add("W507", draft.region("title"), text, help=advice)


class _Reading:
    """Parser of a single test.

    copies: number of copies of each card.
    seats: maximum number of players of the sets in use, or 0 if unknown.
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
        self.answered: list[tuple[SourceLine, tuple[Span, ...]]] = []

    def test(self, node: Mapping, data: dict[str, Any]) -> CardTest:
        """Parse and check the test."""
        given_part, then_part = node.mapping("given"), node.mapping("then")
        region = node.values["test"].region
        own_actions, steps = read_when(node, self.report)
        opponent_parts = opponents(given_part, then_part, self.report)
        parts = [self._player(given_part, node, own_actions, then_part)]
        plain_actions = tuple(action.removeprefix(PRESTIGE) for action in own_actions)
        for opponent, expected in opponent_parts:
            has_actions = "when" in opponent.keys
            actions = read_when(opponent, self.report)[0] if has_actions else plain_actions
            parts.append(self._player(opponent, opponent, actions, expected))
        supply = tuple(self._given_titles(given_part, "supply"))
        first = first_seat(given_part, len(parts), self.report)
        test = CardTest(data["test"], tuple(parts), steps, supply, region, first)
        nodes = [node, *(opponent for opponent, _expected in opponent_parts)]
        check_round(test, nodes, self.report)
        check_seats(given_part, len(parts), self.seats, self.report)
        check_holders(given_part, len(parts), self.report)
        check_robot(given_part, len(own_actions), self.report)
        self._check_total(test, region)
        self._check_expects(nodes, region)
        return test

    def _player(
        self, given_part: Mapping, choices: Mapping, actions: tuple[str, ...], then_part: Mapping
    ) -> PlayerPart:
        """Parse a player's part of the test."""
        return replace(
            self._part(given_part),
            actions=actions,
            answers=self._answers(choices),
            expectations=self._expectations(then_part),
        )

    def _part(self, node: Mapping) -> PlayerPart:
        tableau = self._cards(node, "tableau", laid_out=True)
        return PlayerPart(
            tableau,
            self._cards(node, "hand", laid_out=True),
            tuple(self._goods(node, tableau)),
            self._saved(node, tableau),
            tuple(self._used_titles(node, tableau)),
            int(node.text("vp", "0")),
            tuple(
                (key, self._module_value(node, "given", key)) for key in _other_keys(node, _GIVEN)
            ),
        )

    # --- cards

    def _cards(self, node: Mapping, key: str, laid_out: bool = False) -> CardList:
        """Parse a list or number of cards.

        laid_out: whether to report cards without enough copies.
        """
        value = node.values.get(key)
        if isinstance(value, Scalar):
            return CardList((), int(value.text))
        titles, unnamed = [], 0
        for item in self._entries(node, key):
            match = _UNNAMED_CARDS.fullmatch(item.text)
            is_title = item.text.casefold() in self.scope.titles
            replacement = None if match or is_title else _meant_number(item.text)
            if match:
                unnamed += int(match[1])
            elif replacement:
                text = f"unnamed cards need a number and `cards`, as in `{replacement}`"
                advice = f"write `{replacement}`"
                self.report.add("E602", item.region, text, help=advice, replacement=replacement)
            else:
                self._check_title(item)
                titles.append(item.text)
            if laid_out and not match:
                self._count(item)
        return CardList(tuple(titles), unnamed)

    def _entries(self, node: Mapping, key: str) -> list[Scalar]:
        """Return the entries of a list of cards, with titles that contain commas rejoined."""
        titles = self.scope.titles

        def is_entry(text: str) -> bool:
            return text.casefold() in titles or bool(_UNNAMED_CARDS.fullmatch(text))

        return rejoin_titles(node.scalars(key), titles.values(), is_entry, "E602", self.report)

    def _given_titles(self, node: Mapping, key: str) -> Iterator[str]:
        for item in self._entries(node, key):
            self._check_title(item)
            self._count(item)
            yield item.text

    def _goods(self, node: Mapping, tableau: CardList) -> Iterator[str]:
        for item in self._tableau_items(node, "goods", tableau, "it can't have a good"):
            card = self.scope.cards.get(item.text)
            if card is not None and card.kind is None:
                text = f"`{item.text}` can't have goods"
                self.report.add("E604", item.region, text, help="use another world")
            else:
                yield item.text

    def _tableau_items(
        self, node: Mapping, key: str, tableau: CardList, consequence: str
    ) -> Iterator[Scalar]:
        """Yield the entries of a key that are in the tableau, and report all others."""
        remaining = Counter(tableau.titles)
        for item in self._entries(node, key):
            remaining[item.text] -= 1
            if remaining[item.text] >= 0:
                yield item
            else:
                text = f"`{item.text}` is not in the tableau, so {consequence}"
                self.report.add("E604", item.region, text, help="add it to `tableau:`")

    def _saved(self, node: Mapping, tableau: CardList) -> CardList:
        saved = self._cards(node, "saved", laid_out=True)
        if saved.count and not tableau.count:
            text = "cards are saved under a tableau card, but the tableau is empty"
            self.report.add("E604", node.keys["saved"].region, text, help="add it to `tableau:`")
        return saved

    def _used_titles(self, node: Mapping, tableau: CardList) -> Iterator[str]:
        for item in self._tableau_items(node, "used", tableau, "its power can't be used up"):
            card = self.scope.cards.get(item.text)
            if card is not None and not any(line.power.once for line in card.powers):
                text = f"`{item.text}` has no `once a game` power"
                self.report.add("E604", item.region, text, help="use another card")
            else:
                yield item.text

    def _check_title(self, item: Scalar) -> None:
        check_title(item.text, item.region, "E602", self.scope, self.report)

    def _count(self, item: Scalar) -> None:
        """Report more copies of a card than exist."""
        self.used[item.text] += 1
        available = self.copies[item.text]
        if available and self.used[item.text] > available:
            used = counted(self.used[item.text], "copy", "copies")
            text = f"the test uses {used} of `{item.text}`, but {there_are(available)}"
            self.report.add("E605", item.region, text, help="use another card")

    def _check_expects(self, players: Iterable[Mapping], region: Region) -> None:
        if not any("then" in player.keys or "answers" in player.keys for player in players):
            text = "the test expects nothing, so it can never fail"
            self.report.add("E607", region, text, help="add `then:`, as in `then: {hand: 2}`")

    def _check_total(self, test: CardTest, region: Region) -> None:
        needed = len(test.supply) + sum(
            part.tableau.count + part.hand.count + part.saved.count + len(part.goods)
            for part in test.parts
        )
        available = sum(self.copies.values())
        if needed > available:
            text = f"the test uses {needed} cards, but the sets in use have only {available}"
            self.report.add("E605", region, text, help="use fewer cards")

    # --- the rest

    def _module_value(self, node: Mapping, part: str, key: str) -> Value:
        """Return the data of a rule module in `given` or `then`, and report unknown titles."""
        value, rule = node.values[key], card_set_schema()["$defs"][part]["properties"][key]
        if key == GOALS:
            self._check_goals(node)
        elif key == TOKENS and isinstance(value, Mapping):
            check_held(value, self.scope, self.report)
        else:
            self._check_titles(value, rule)
        return _to_immutable(to_plain_data(value, rule))

    def _check_titles(self, node: Node, rule: Schema) -> None:
        """Report unknown card titles in places where the schema requires titles."""
        resolved = resolve_reference(rule)
        if isinstance(node, Items):
            for item in node.nodes:
                self._check_titles(item, resolved.get("items", {}))
        elif isinstance(node, Mapping):
            for key, value in node.values.items():
                self._check_titles(value, resolved.get("properties", {}).get(key, {}))
        elif rule.get("$ref") == TITLES and not _UNNAMED_CARDS.fullmatch(node.text):
            self._check_title(node)

    def _check_goals(self, node: Mapping) -> None:
        for item in (*node.scalars(GOALS), *node.mapping(GOALS).keys.values()):
            if item.text not in self.tiles:
                suggestion = self.report.nearest(item.text, self.tiles)
                text = f"no goal in the sets in use is called `{item.text}`"
                advice = written_advice(suggestion) or "require the set that has it"
                self.report.add("E602", item.region, text, help=advice, replacement=suggestion)

    def _answers(self, node: Mapping) -> tuple[AnswerLine, ...]:
        answers = []
        titles = self.scope.titles.values()
        entries = node.scalars("answers")
        for item in rejoin_titles(entries, titles, begins_answer, "E603", self.report):
            source_line = text_line(item, self.report)
            line = source_line and self._answer(source_line)
            if line:
                answers.append(line)
        return tuple(answers)

    def _answer(self, source_line: SourceLine) -> AnswerLine | None:
        spans: list[Span] = []

        def check(title: str, span: Span) -> None:
            spans.append(span)
            check_title(title, source_line.region(span), "E602", self.scope, self.report)

        names = AnswerNames(check, self.scope.titles, self.searches)
        line = read_answer(source_line, names, self.report)
        if line:
            self.answered.append((source_line, tuple(spans)))
        return line

    def _expectations(self, node: Mapping) -> tuple[Expectation, ...]:
        modules = _other_keys(node, _THEN)
        expectations: list[Expectation] = []
        for key in node.values:
            if key in _OF_CARDS:
                expectations += self._card_expectations(node.mapping(key), key)
            elif key not in OTHERS:
                value = self._value(node, key)
                expectations.append(Expectation(key, value, node.place(key), key in modules))
        return tuple(expectations)

    def _card_expectations(self, node: Mapping, key: str) -> Iterator[Expectation]:
        """Yield the expectations for each card of a key."""
        for title, item in node.keys.items():
            self._check_title(item)
            noun, is_valid = _CARD_PREDICATES[key]
            card = self.scope.cards.get(title)
            if card is not None and not is_valid(card):
                text = f"`{title}` is not a {noun}, so it has no {key}"
                self.report.add("E604", item.region, text, help=f"use a {noun}")
            value = int(node.text(title, "0"))
            yield Expectation(key, value, node.values[title].region, title=title)

    def _value(self, node: Mapping, key: str) -> Value | CardList:
        if key in _LISTS:
            return self._cards(node, key)
        if key not in _THEN:
            return self._module_value(node, "then", key)
        text = node.text(key)
        return text if key == "game" else int(text)


_ANY: Final = ("card", lambda _card: True)
_WORLD: Final = ("world", lambda card: card.type == "world")
_CARD_PREDICATES: Final[dict[str, tuple[str, Callable[[Card], bool]]]] = {
    "strength": _WORLD,
    "cost": ("card that is paid for", lambda card: not card.military),
    "price": ("world with goods", lambda card: card.kind is not None),
    "points": _ANY,
    "attack": _WORLD,
    "defense": _WORLD,
}
"""Noun and predicate for the cards that each key can apply to."""


def _other_keys(node: Mapping, known_keys: frozenset[str]) -> list[str]:
    """Return the keys of a mapping that are not in `known_keys`."""
    return [key for key in node.values if key not in known_keys]


def _to_immutable(data: Any) -> Value:
    """Convert JSON data to immutable values, mappings to tuples of pairs."""
    if isinstance(data, dict):
        return tuple((key, _to_immutable(value)) for key, value in data.items())
    if isinstance(data, list):
        return tuple(_to_immutable(value) for value in data)
    value: int | str = data
    return value


def _meant_number(text: str) -> str | None:
    """Return the right form of a number in a list of cards, such as `3` or `three cards`."""
    from rftg_dsl.suggest.phrases import NUMBERS  # imported late: only errors need suggestions

    match = _CARD_COUNT.fullmatch(text)
    digits = NUMBERS.get(match[1].lower(), match[1]) if match else ""
    return f"{digits} cards" if digits.isdigit() else None
