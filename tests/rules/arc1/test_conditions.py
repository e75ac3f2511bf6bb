"""Conditions on ways to place a world, on an explore and on rules: where they do not hold."""

import pytest

from gamekit.decisions import Subset
from rftg_engine import Side
from rftg_engine.phases.rounds import end_reasons
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, Arc
from tests.rules.arc1.test_new_combinations import START, WORLDS, settling, until

REBEL = card("Cell", "world: 0\n    keywords: [rebel]")


@pytest.mark.parametrize(("tableau", "more"), [("More, Cell", ["More"]), ("More", [])])
def test_another_world_is_placed_only_where_the_condition_holds(
    tableau: str, more: list[str]
) -> None:
    """arc 1 booklet, Place a Second World; docs/language.md, Only if."""
    line = "settle: may place another world if you have a rebel world"
    cards = WORLDS + REBEL + development("More", line)
    game = settling(cards, tableau, "Free, Small", 3)
    game.place(FIRST, "Free")
    assert game.powers(FIRST) == more


def test_what_was_placed_in_the_same_phase_meets_no_condition() -> None:
    """base rulebook, Card Powers: a phase counts the tableau as it was when it began."""
    line = "settle: may place another world if you have a rebel world"
    game = settling(WORLDS + REBEL + development("More", line), "More", "Cell, Small", 3)
    game.place(FIRST, "Cell")
    assert game.powers(FIRST) == []


@pytest.mark.parametrize(("tableau", "placed"), [("Envoy, Cell", True), ("Envoy", False)])
def test_a_military_world_is_paid_for_only_where_the_condition_holds(
    tableau: str, placed: bool
) -> None:
    """base rulebook, Settle: paid for with a power that says so."""
    line = "settle: may pay for a military world if you have a rebel world"
    cards = WORLDS + REBEL + card("Fort", "military world: 2") + development("Envoy", line)
    assert ("Fort" in settling(cards, tableau, "Fort, Free", 4).legal_answers(FIRST)) == placed


@pytest.mark.parametrize(("tableau", "kept"), [("Maps, Cell", 2), ("Maps", 1)])
def test_an_explore_keeps_more_only_where_the_condition_holds(tableau: str, kept: int) -> None:
    """base rulebook, Explore."""
    cards = REBEL + development("Maps", "explore: keep 1 if you have a rebel world")
    game = Arc(Side(f"{START}, {tableau}", ""), cards=cards, until="explore")
    game.choose("explore +5", "consume: x2")
    until(game, "explore")
    decision = game.decision(FIRST)
    assert isinstance(decision, Subset)
    assert decision.minimum == 7 - kept


@pytest.mark.parametrize(("tableau", "limit"), [("Vault, Cell", 12), ("Vault", 10)])
def test_a_rule_changes_only_where_the_condition_holds(tableau: str, limit: int) -> None:
    """base rulebook, Game End: ten cards, but for who has a card that says otherwise."""
    cards = REBEL + development("Vault", "round end: hand limit 12 if you have a rebel world")
    game = Arc(Side(f"{START}, {tableau}", "14 cards"), cards=cards, actions="consume: x2")
    until(game, "hand limit")
    decision = game.decision(FIRST)
    assert isinstance(decision, Subset)
    assert decision.minimum == 14 - limit


@pytest.mark.parametrize(
    ("tableau", "reasons"),
    [("Gate, Cell, Drop Ships", ["tableau"]), ("Gate, Free, Drop Ships", [])],
)
def test_the_game_ends_early_only_where_the_condition_holds(
    tableau: str, reasons: list[str]
) -> None:
    """base rulebook, Game End: twelve cards, but for who has a card that says otherwise."""
    cards = WORLDS + REBEL + development("Gate", "game end: at 4 cards if you have a rebel world")
    game = Arc(Side(f"{START}, {tableau}", ""), cards=cards)
    assert end_reasons(game.table, game.state) == reasons


@pytest.mark.parametrize(("tableau", "attacks"), [("Raid, Cell", 1), ("Raid", 0)])
def test_a_takeover_is_declared_only_where_the_condition_holds(tableau: str, attacks: int) -> None:
    """arc 1 booklet, Takeovers."""
    line = "settle: may take over a military world, military +9 if you have a rebel world"
    cards = REBEL + card("Fort", "military world: 2") + development("Raid", line)
    mine, theirs = Side(f"{START}, {tableau}", "2 cards"), Side("Old Earth, Fort", "")
    game = Arc(mine, theirs, cards=cards, until="settle", takeovers=True)
    game.choose("settle", "consume: x2")
    until(game, "takeover")
    assert len(game.attacks(FIRST)) == attacks
