"""Tests of a set of tiles, parsed with positions and checked without playing them."""

from __future__ import annotations

from typing import Any, Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.semantics.selectors import Scope, check_title
from rftg_dsl.sets.answers import inside
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
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
    """Parse the tests of a unit, and report problems."""
    reading = _Reading(unit.report, scope)
    unit.tests = [reading.test(node, data) for node, data in unit.written_tests]


class _Reading:
    """Reads tests; titles are looked up in `scope`."""

    def __init__(self, report: Report, scope: Scope) -> None:
        self.report = report
        self.scope = scope

    def test(self, node: Mapping, data: dict[str, Any]) -> TileTest:
        """Return a test."""
        given, then = inside(node, "given"), inside(node, "then")
        region = node.values["test"].region
        others, ends = _mappings(given, "opponents"), _mappings(then, "opponents")
        if len(ends) > max(len(others), 1):
            self.report.add(
                "E604",
                then.keys["opponents"].region,
                f"the test has {max(len(others), 1)} other players, and here are {len(ends)}",
                help="lay out as many below `given:`",
            )
        if not then.keys and "answers" not in node.keys:
            text = "the test expects nothing, so it can never fail"
            self.report.add("E607", region, text, help="add `then:`, like `then: {credits: 3}`")
        sides = [self._side(given, node, then)]
        for index in range(max(len(others), 1)):
            has = others[index] if index < len(others) else Mapping(region)
            end = ends[index] if index < len(ends) else Mapping(region)
            sides.append(self._side(has, has, end))
        bag = self._titles(given, "bag") if "bag" in given.values else None
        return TileTest(
            data["test"],
            tuple(sides),
            _words(node, "when"),
            bag,
            region,
            _text(given, "first") != "opponent",
        )

    def _side(self, has: Mapping, does: Mapping, end: Mapping) -> TileSide:
        return TileSide(
            tuple((key, self._titles(has, key)) for key in STACKS if key in has.values),
            tuple((key, _dice(has, key)) for key in _DICE if key in has.values),
            self._goods(has),
            _text(has, "selects"),
            _number(has, "credits", 1),
            _number(has, "vp", 0),
            tuple(TileAnswer(one.text, one.region) for one in _scalars(does, "answers")),
            tuple(self._expectation(end, key) for key in end.values if key != "opponents"),
        )

    def _titles(self, node: Mapping, key: str) -> Titles:
        titles = self.scope.titles

        def stands_alone(text: str) -> bool:
            return text.casefold() in titles

        scalars = _scalars(node, key)
        found = rejoin_titles(scalars, titles.values(), stands_alone, "E602", self.report)
        for item in found:
            check_title(item.text, item.region, "E602", self.scope, self.report)
            self._check_is_up(item, key)
        return tuple(item.text for item in found)

    def _check_is_up(self, item: Scalar, key: str) -> None:
        """Report a face that cannot be face up in the construction zone."""
        card = self.scope.cards.get(item.text)
        if card is None or _STACKS.get(key, card.type) == card.type:
            return
        text = f"`{item.text}` is a {card.type}, so it cannot be face up in `{key}`"
        other = card.tile.other if card.tile else ""
        advice = f"write `{other}`, its other side" if other else "name another tile"
        self.report.add("E604", item.region, text, help=advice, replacement=other or None)

    def _goods(self, node: Mapping) -> tuple[tuple[str, str], ...]:
        goods = inside(node, "goods")
        for title, key in goods.keys.items():
            card = self.scope.cards.get(title)
            check_title(title, key.region, "E602", self.scope, self.report)
            if card is not None and card.kind is None:
                text = f"`{title}` is no world with a kind, so no good lies on it"
                self.report.add("E604", key.region, text, help="name another world")
        return tuple((title, _dice(goods, title)) for title in goods.values)

    def _expectation(self, node: Mapping, key: str) -> TileExpectation:
        value, region = node.values[key], _place(node, key)
        if key == "goods":
            return TileExpectation(key, self._goods(node), region)
        if isinstance(value, Items):
            return TileExpectation(key, self._titles(node, key), region)
        if key in PLACES:
            dice = _dice(node, key)
            return TileExpectation(key, None if dice == "none" else dice, region)
        text = _text(node, key)
        return TileExpectation(key, text if key == "game" else int(text), region)


_STACKS: Final = {"developments": "development", "worlds": "world"}
"""Type of the visible faces in each stack."""


def _mappings(node: Mapping, key: str) -> list[Mapping]:
    value = node.values.get(key)
    nodes: list[Node] = value.nodes if isinstance(value, Items) else []
    return [one for one in nodes if isinstance(one, Mapping)]


def _scalars(node: Mapping, key: str) -> list[Scalar]:
    value = node.values.get(key)
    nodes: list[Node] = value.nodes if isinstance(value, Items) else []
    return [one for one in nodes if isinstance(one, Scalar)]


def _words(node: Mapping, key: str) -> tuple[str, ...]:
    """Return a word, or the words of a list."""
    value = node.values.get(key)
    if isinstance(value, Scalar):
        return (value.text,)
    return tuple(one.text for one in _scalars(node, key))


def _text(node: Mapping, key: str) -> str:
    value = node.values.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _dice(node: Mapping, key: str) -> str:
    """Return dice with commas between them, as the engine reads them."""
    return _text(node, key).replace(" and ", ", ")


def _number(node: Mapping, key: str, default: int) -> int:
    text = _text(node, key)
    return int(text) if text else default


def _place(node: Mapping, key: str) -> Region:
    """Return the region of a one-line value, else of its key."""
    region = node.values[key].region
    return region if region.line == region.end_line else node.keys[key].region
