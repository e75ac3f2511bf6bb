"""docs/language.md: what comes with a world, goods that move, the top card, gains at the end."""

from __future__ import annotations

from rftg_engine import Side
from tests.rules.arc1.arc import FIRST, SECOND, Arc
from tests.rules.arc1.test_new_combinations import START, card, development, until

ORE = card("Ore", "world: 1\n    windfall: rare")
FERN = card("Fern", "world: 1\n    windfall: genes")
HULK = card("Hulk", "world: 1\n    holds: rare")
DUST = card("Dust", "world: 1")
THEIRS = Side("Old Earth")


def consuming(mine: Side, cards: str, theirs: Side = THEIRS) -> Arc:
    """A Consume that the second player has chosen, doubled."""
    game = Arc(mine, theirs, cards=cards, until="consume")
    game.choose("develop", "consume: x2")
    return game


def test_what_holds_a_good_comes_with_it_and_the_produce_bonus_never_brings_another() -> None:
    """base rulebook, Settle: a windfall world gets a good as it is placed; this one only then."""
    game = Arc(Side(START, "Hulk, Gem World"), THEIRS, cards=HULK, until="settle")
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Hulk")
    assert game.goods(FIRST) == ["Hulk"]
    empty = Arc(Side(f"{START}, Hulk"), THEIRS, cards=HULK, until="produce")
    empty.choose("produce", "settle")
    until(empty, "windfall")
    assert "Hulk" not in empty.goods(FIRST)


def test_a_good_moves_to_a_world_without_one_and_is_of_its_kind() -> None:
    """base rulebook, Goods: a world has one good at most, and a gray one has none."""
    lines = development("Tug", "consume: may move 1 good to another world")
    lines += development("Lab", "consume: 1 genes good -> 3 vp")
    mine = Side(f"{START}, Tug, Lab, Ore, Fern, Dust", goods="Ore")
    game = consuming(mine, ORE + FERN + DUST + lines)
    until(game, "move good")
    offered = [tuple(game.titles(option)) for option in game.options(FIRST) if option]
    assert ("Ore", "Fern") in offered
    assert {old for old, _new in offered} == {"Ore"}
    assert not {new for _old, new in offered} & {"Dust", "Ore"}
    game.pick(FIRST, "Ore", "Fern")
    until(game, "")
    assert game.goods(FIRST) == []
    assert game.player(FIRST).vp == 3


def test_nobody_is_asked_for_a_move_where_no_world_is_free() -> None:
    lines = development("Tug", "consume: may discard 1 card -> move 1 good to a world")
    mine = Side("Old Earth, Tug, Ore, Fern", "Gem World", goods="Ore, Fern")
    game = consuming(mine, ORE + FERN + lines, Side(START))
    assert game.powers(FIRST) == []


def test_the_top_card_costs_nothing_and_takes_no_military() -> None:
    """base rulebook, Settle: a military world is conquered; one turned up is not."""
    lines = development("Scouts", "settle: place the top card if it is a military world")
    game = Arc(
        Side("Old Earth"),
        Side(f"{START}, Scouts"),
        cards=card("Citadel", "military world: 9") + lines,
        supply="Citadel, Gem World",
        until="settle",
    )
    game.choose("settle", "produce")
    until(game, "")
    assert "Citadel" in game.tableau(SECOND)


def test_a_second_copy_of_a_development_is_discarded() -> None:
    """base rulebook, Develop: a tableau has each development once."""
    lines = development("Scouts", "develop: place the top card if it is a development")
    game = Arc(
        Side(f"{START}, Scouts, Public Works"),
        THEIRS,
        cards=lines,
        supply="Public Works, Gem World",
        until="develop",
    )
    game.choose("produce", "develop")
    until(game, "")
    assert game.tableau(FIRST).count("Public Works") == 1


def test_a_card_turned_up_is_answered_but_not_by_the_power_that_turned_it_up() -> None:
    wake = "settle: after placing a world, place the top card if it is a world"
    lines = development("Wake", wake)
    lines += development("Feast", "settle: after placing a world, 1 vp")
    game = Arc(
        Side(f"{START}, Wake, Feast", "Dust, Gem World"),
        THEIRS,
        cards=DUST + lines,
        supply="Comet Zone, Alpha Centauri, Public Works",
        until="settle",
    )
    game.choose("develop", "settle")
    game.place(FIRST, "Dust")
    until(game, "")
    assert {"Dust", "Comet Zone"} <= {*game.tableau(FIRST)}
    assert "Alpha Centauri" not in game.tableau(FIRST)
    assert game.player(FIRST).vp == 2
