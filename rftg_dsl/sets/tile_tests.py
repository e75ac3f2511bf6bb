"""Parser and checks of tile tests."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.semantics.selectors import Scope, check_title
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.source.quoting import rejoin_titles
from rftg_dsl.syntax.situations import (
    PLACES,
    STACKS,
    TileAnswer,
    TileExpectation,
    TileSide,
    TileTest,
    Titles,
)
from rftg_dsl.words.tiles import WORKER_PHASES

_DICE: Final = (*PLACES, *WORKER_PHASES, "rolled")


def check_tile_tests(unit: Unit, _required: list[Unit], scope: Scope) -> None:
    """Parse and check the tests of a unit."""
    reading = _Reading(unit.report, scope)
    unit.tests = [reading.test(node, data) for node, data in unit.written_tests]


class _Reading:
    """Parser of tests. scope: valid titles."""

    def __init__(self, report: Report, scope: Scope) -> None:
        self.report = report
        self.scope = scope

    def test(self, node: Mapping, data: dict[str, Any]) -> TileTest:
        """Parse and check a test."""
        given_part, then_part = node.mapping("given"), node.mapping("then")
        region = node.values["test"].region
        opponents = given_part.mappings("opponents") or [Mapping(region)]
        expected = then_part.mappings("opponents")
        if len(expected) > len(opponents):
            self.report.add(
                "E604",
                then_part.keys["opponents"].region,
                f"`then` mentions {len(expected)} opponents, but {there_are(len(opponents))}",
                help="add the others to `opponents:` in `given`",
            )
        if not then_part.keys and "answers" not in node.keys:
            text = "the test expects nothing, so it can never fail"
            self.report.add("E607", region, text, help="add `then:`, as in `then: {credits: 3}`")
        sides = [self._side(given_part, node, then_part)]
        pairs = zip_longest(opponents, expected[: len(opponents)], fillvalue=Mapping(region))
        sides += [
            self._side(opponent, opponent, expected_part) for opponent, expected_part in pairs
        ]
        bag = self._titles(given_part, "bag") if "bag" in given_part.values else None
        return TileTest(
            data["test"],
            tuple(sides),
            tuple(word.text for word in node.scalar_or_scalars("when")),
            bag,
            region,
            given_part.text("first") != "opponent",
        )

    def _side(self, given_part: Mapping, choices: Mapping, then_part: Mapping) -> TileSide:
        return TileSide(
            tuple(
                (key, self._titles(given_part, key)) for key in STACKS if key in given_part.values
            ),
            tuple((key, _dice(given_part, key)) for key in _DICE if key in given_part.values),
            self._goods(given_part),
            given_part.text("selects"),
            int(given_part.text("credits", "1")),
            int(given_part.text("vp", "0")),
            tuple(TileAnswer(answer.text, answer.region) for answer in choices.scalars("answers")),
            tuple(
                self._expectation(then_part, key) for key in then_part.values if key != "opponents"
            ),
        )

    def _titles(self, node: Mapping, key: str) -> Titles:
        titles = self.scope.titles

        def is_entry(text: str) -> bool:
            return text.casefold() in titles

        entries = node.scalars(key)
        items = rejoin_titles(entries, titles.values(), is_entry, "E602", self.report)
        for item in items:
            check_title(item.text, item.region, "E602", self.scope, self.report)
            self._check_is_up(item, key)
        return tuple(item.text for item in items)

    def _check_is_up(self, item: Scalar, key: str) -> None:
        """Report a face that can't be face up in a stack."""
        card = self.scope.cards.get(item.text)
        if card is None or _STACKS.get(key, card.type) == card.type:
            return
        text = f"`{item.text}` is a {card.type}, so it can't be face up in `{key}`"
        other_face = card.tile.other if card.tile else ""
        advice = f"write `{other_face}`, its other side" if other_face else "use another tile"
        self.report.add("E604", item.region, text, help=advice, replacement=other_face or None)

    def _goods(self, node: Mapping) -> tuple[tuple[str, str], ...]:
        goods = node.mapping("goods")
        for title, key in goods.keys.items():
            card = self.scope.cards.get(title)
            check_title(title, key.region, "E602", self.scope, self.report)
            if card is not None and card.kind is None:
                text = f"`{title}` is not a world with a kind, so it can't have a good"
                self.report.add("E604", key.region, text, help="use another world")
        return tuple((title, _dice(goods, title)) for title in goods.values)

    def _expectation(self, node: Mapping, key: str) -> TileExpectation:
        value, region = node.values[key], node.place(key)
        if key == "goods":
            return TileExpectation(key, self._goods(node), region)
        if isinstance(value, Items):
            return TileExpectation(key, self._titles(node, key), region)
        if key in PLACES:
            dice = _dice(node, key)
            return TileExpectation(key, None if dice == "none" else dice, region)
        text = node.text(key)
        return TileExpectation(key, text if key == "game" else int(text), region)


_STACKS: Final = {"developments": "development", "worlds": "world"}
"""Type of the visible faces in each stack."""


def _dice(node: Mapping, key: str) -> str:
    """Return dice separated by commas, as the engine expects them."""
    return node.text(key).replace(" and ", ", ")
