"""Checks of tiles of Roll for the Galaxy, and the parser of their tests."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from rftg_dsl.diagnostics.model import Label, Report
from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.semantics.selectors import Scope, check_title
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar, rejoin_titles
from rftg_dsl.syntax.situations import (
    PLACES,
    STACKS,
    TileAnswer,
    TileExpectation,
    TileSide,
    TileTest,
    Titles,
)
from rftg_dsl.words.roll import WORKER_PHASES
from rftg_dsl.words.roll.tiles import GoodsLimit, Price
from rftg_dsl.words.roll.workers import NewDice

LINKS: Final = ("other side", "beside")
"""Keys with the title of the other face of a tile."""


def check_tiles(unit: Unit) -> None:
    """Report incomplete tiles, and link the faces of each tile."""
    by_title = {draft.title: draft for draft in unit.drafts if draft.title}
    named_by: dict[str, Draft] = {}
    for draft in unit.drafts:
        key = _link(draft)
        if key is not None:
            _join(draft, key, by_title, named_by, unit.report)
    are_faces_valid = all(draft.card is not None for draft in unit.drafts)
    for draft in unit.drafts:
        if are_faces_valid:  # otherwise, a broken face might be the missing face
            _check_complete(draft, draft.title in named_by, unit.report)
        _check_good(draft, unit.report)


def _link(draft: Draft) -> str | None:
    return next((key for key in LINKS if key in draft.node.values), None)


def _join(
    draft: Draft, key: str, by_title: dict[str, Draft], named_by: dict[str, Draft], report: Report
) -> None:
    """Link a face with the face that a key names, or report the link."""
    title = draft.node.text(key)
    if not title:
        return  # already reported as an invalid value
    linked = by_title.get(title)
    region = draft.region(key)
    are_mutual = linked is not None and linked is not draft and linked.node.text(key) == draft.title
    if are_mutual and named_by.get(draft.title) is linked:
        return  # linked from the other face already, which is allowed
    if linked is None:
        suggestion = report.nearest(title, by_title)
        if suggestion:
            named_by.setdefault(suggestion, draft)  # avoids a second finding for the same mistake
        help = f"write `{suggestion}`" if suggestion else "add a face with this title to the set"
        text = f"there is no face `{title}` in the set"
        report.add("E421", region, text, help=help, replacement=suggestion)
    elif linked is draft or title in named_by or not (are_mutual or _link(linked) is None):
        text = f"`{title}` already belongs to this or another tile"
        owner = named_by.get(title)
        labels = (Label(owner.region("title"), "linked from here"),) if owner else ()
        help = "link each face with only one other face"
        report.add("E421", region, text, labels=labels, help=help)
    else:
        named_by[title] = draft
        _check_pair(draft, linked, key, report)
        if draft.card is not None and linked.card is not None:
            _link_back(draft, linked)


def _check_pair(draft: Draft, other_draft: Draft, key: str, report: Report) -> None:
    """Report two faces that can't be on the same tile."""
    first, second = draft.card, other_draft.card
    if first is None or second is None or first.tile is None or second.tile is None:
        return
    if key == "other side" and first.type == second.type:
        report.add(
            "E421",
            draft.region(key),
            f"both sides of this tile are a {first.type}",
            labels=(Label(other_draft.region("title"), f"a {second.type}"),),
            help="a tile has a development on one side and a world on the other",
        )
    if key == "beside" and not first.tile.faction:
        report.add(
            "E421",
            draft.region(key),
            "only faction tiles have both faces on the same side",
            help="add a `faction:` number, or write `other side:` instead of `beside:`",
        )
    if second.tile.faction and second.tile.faction != first.tile.faction:
        report.add(
            "E421",
            other_draft.region("faction"),
            "the number of a faction tile belongs to the face with `beside:`",
            help="leave it out here",
        )


def _link_back(draft: Draft, other_draft: Draft) -> None:
    """Copy the facts about the tile to the other face."""
    assert draft.card is not None
    assert draft.card.tile is not None
    assert other_draft.card is not None
    tile = replace(draft.card.tile, other=draft.title)
    other_draft.card = replace(other_draft.card, tile=tile)


def _check_complete(draft: Draft, is_named: bool, report: Report) -> None:
    if draft.card is None or draft.card.tile is None:
        return
    if draft.card.tile.home:
        if is_named:
            text = "a home world has only one face, but another face links to it"
            report.add("E421", draft.region("home"), text, help="leave `home: yes` out")
    elif not is_named and _link(draft) is None:
        key = "beside" if draft.card.tile.faction else "other side"
        report.add(
            "E421",
            draft.region("title"),
            f"the tile of `{draft.title}` has no other face",
            help=f"add `{key}:` here or at the other face, or `home: yes` for a home world",
        )


def _check_good(draft: Draft, report: Report) -> None:
    """Report powers about the good of a face that can't have goods."""
    if draft.card is None or draft.card.kind is not None:
        return
    for source_line, line in draft.lines:
        for effect in line.power.effects:
            if isinstance(effect, NewDice) and effect.dice.place == "goods":
                span, other = effect.dice.span, "write `in citizenry` or `in cup`"
            elif isinstance(effect, GoodsLimit) and effect.selector is None:
                span, other = effect.span, "write `on each world`"
            elif isinstance(effect, Price) and effect.goods is not None and effect.goods.here:
                span, other = effect.goods.span, "write `for goods of ... worlds`"
            else:
                continue
            report.add(
                "E421",
                source_line.region(span),
                "this face can't have a good, because it is not a world with a kind",
                help=f"{other}, or add a `kind:` to the world",
            )


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
