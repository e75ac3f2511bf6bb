"""docs/language.md: what comes with a world, goods that move, the top card, gains at the end."""

import pytest

from rftg_engine import Side
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, SECOND, Arc
from tests.rules.arc1.test_new_combinations import START, until

ORE = card("Ore", "world: 1, windfall: rare")
FERN = card("Fern", "world: 1, windfall: genes")
HULK = card("Hulk", "world: 1\n    holds: rare")
DUST = card("Dust", "world: 1")
THEIRS = Side("Old Earth")


def consuming(mine: Side, cards: str, theirs: Side = THEIRS) -> Arc:
    """A Consume that the second player has chosen, doubled."""
    return Arc(mine, theirs, cards=cards, until="consume", actions=("develop", "consume: x2"))


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


def test_what_holds_its_only_good_gets_no_other_by_a_move() -> None:
    """docs/language.md, A card file: a world with `holds` never gets another good."""
    lines = development("Tug", "consume: may move 1 good to a world")
    mine = Side("Old Earth, Tug, Ore, Hulk", goods="Ore")
    game = consuming(mine, ORE + HULK + lines, Side(START))
    until(game, "move good")
    assert game.asked(FIRST) != "move good"


def test_what_holds_its_only_good_gets_no_other_as_it_is_taken_over() -> None:
    """docs/language.md, A card file: a world with `holds` never gets another good."""
    cards = card("Wreck", "military world: 1\n    holds: rare")
    cards += development("Raid", "settle: may take over a military world")
    cards += development("Crew", "settle: after taking over a world, good on it")
    mine = Side(f"{START}, Raid, Crew, Space Marines")
    game = Arc(Side("Old Earth, Wreck"), mine, cards=cards, until="settle", takeovers=True)
    game.choose("develop", "settle")
    until(game, "takeover", SECOND)
    assert game.takes(SECOND, "Raid", "Wreck")
    assert game.goods(SECOND) == []


def test_nobody_is_asked_for_a_move_where_no_world_is_free() -> None:
    lines = development("Tug", "consume: may discard 1 card -> move 1 good to a world")
    mine = Side("Old Earth, Tug, Ore, Fern", "Gem World", goods="Ore, Fern")
    assert consuming(mine, ORE + FERN + lines, Side(START)).powers(FIRST) == []


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


@pytest.mark.parametrize("answering", ["develop", "settle"])
def test_a_card_turned_up_in_consume_is_answered_by_no_power_of_another_phase(
    answering: str,
) -> None:
    """docs/language.md, Powers: the phase says when a power works."""
    lines = development("Scouts", "consume: place the top card if it is a card")
    lines += development("Feast", f"{answering}: after placing a card, 1 vp")
    mine = Side(f"{START}, Scouts, Feast")
    game = Arc(THEIRS, mine, cards=lines, supply="Comet Zone", until="consume")
    game.choose("consume: x2", "develop")
    until(game, "")
    assert "Comet Zone" in game.tableau(SECOND)
    assert game.player(SECOND).vp == 0


@pytest.mark.parametrize("phase", ["settle", "develop"])
def test_the_card_turned_up_is_one_placed_in_the_phase(phase: str) -> None:
    """docs/language.md, What is counted: the cards placed in this phase, in whatever way."""
    what = "world" if phase == "settle" else "development"
    lines = development("Probe", f"{phase}: place the top card if it is a {what}")
    lines += development("Camp", f"{phase}: after placing a {what}, 1 vp per 2 {what}s placed")
    hand = "Gem World, 4 developments" if phase == "settle" else "Public Works, 4 developments"
    top = "Comet Zone" if phase == "settle" else "Mining Robots"
    game = Arc(Side(f"{START}, Probe, Camp", hand), THEIRS, cards=lines, until=phase, supply=top)
    game.choose("consume: x2", phase)
    until(game, f"place {what}")
    game.place(FIRST, hand.split(",")[0])
    until(game, "")
    assert game.vp(FIRST) == 1


def producing(mine: Side, cards: str) -> Arc:
    """A Produce that the second player has chosen."""
    game = Arc(mine, Side("Old Earth"), cards=cards, until="produce")
    game.choose("consume: x2", "produce")
    return game


def test_goods_are_moved_in_produce_when_all_have_come() -> None:
    """base rulebook, Produce: a player may use these powers in any order, and a move is a choice.

    docs/language.md, When: moves come after all goods.
    """
    lines = development("Tug", "produce: may move 1 good to a world")
    game = producing(Side("Damaged Alien Factory, Fern, Lost Species Ark World, Tug"), FERN + lines)
    until(game, "move good")
    assert game.asked(FIRST) == "move good"
    assert game.goods(FIRST) == ["Lost Species Ark World"]


def test_who_moves_goods_says_whether_before_or_after_they_are_counted() -> None:
    """docs/language.md, Only if: its owner says where one can change what another counts."""
    lines = development("Tug", "produce: may move 1 good to a genes world")
    lines += development("Pens", "produce: 1 vp per genes good")
    game = producing(Side(f"{START}, Ore, Fern, Tug, Pens", goods="Ore"), ORE + FERN + lines)
    until(game, "produce power")
    assert sorted(game.powers(FIRST)) == ["Pens", "Tug"]
    game.use(FIRST, "Tug")
    until(game, "move good")
    game.pick(FIRST, "Ore", "Fern")
    until(game, "")
    assert game.vp(FIRST) == 1


def test_who_has_a_choice_of_gains_says_when_it_comes_before_what_it_changes() -> None:
    """docs/language.md, Only if: a choice brings what its owner takes."""
    lines = development("Fork", "produce: draw 1 per 2 vp chips or 1 vp")
    lines += development("Bank", "produce: draw 1 per vp chip")
    game = producing(Side(f"{START}, Fork, Bank"), lines)
    until(game, "produce power")
    assert sorted(game.powers(FIRST)) == ["Bank", "Fork"]


@pytest.mark.parametrize(("moves", "points"), [(True, 1), (False, 0)])
def test_what_stands_beside_a_move_comes_with_it_only(moves: bool, points: int) -> None:
    """docs/language.md, move: who moves nothing gets nothing else of the line."""
    lines = development("Tug", "produce: may move 1 good to a genes world, 1 vp")
    game = producing(Side(f"{START}, Ore, Fern, Tug", goods="Ore"), ORE + FERN + lines)
    until(game, "move good")
    game.pick(FIRST, *(("Ore", "Fern") if moves else ()))
    until(game, "")
    assert game.vp(FIRST) == points


def test_revealed_cards_that_match_are_taken_and_the_others_discarded() -> None:
    """docs/language.md, `reveal`: turned up in turn order, and one of several is chosen."""
    lines = development("Divers", "settle: reveal 3 and keep 1 world")
    lines += development("Readers", "settle: reveal 2 and keep all developments")
    game = Arc(
        Side(f"{START}, Divers"),
        Side("Old Earth, Readers"),
        cards=lines,
        supply="Gem World, Public Works, Comet Zone, Drop Ships, Plague World",
        until="settle",
    )
    game.choose("settle", "produce")
    assert game.asked(FIRST) == "keep one"
    assert game.legal_answers(FIRST) == ["Comet Zone", "Gem World"]
    game.pick(FIRST, "Comet Zone")
    assert "Comet Zone" in game.hand(FIRST)
    assert game.hand(SECOND) == ["Drop Ships"]
    assert {"Gem World", "Public Works", "Plague World"} <= set(game.discards())


def test_others_get_windfall_goods_in_turn_order_if_they_want() -> None:
    """base rulebook, Produce: a windfall world holds one good, and its owner chooses the world."""
    lines = development("Port", "produce: draw 1, each other player may gain a windfall good")
    theirs = Side("Old Earth, Ore, Fern, Dust")
    game = Arc(Side(f"{START}, Port"), theirs, cards=ORE + FERN + DUST + lines, until="produce")
    game.choose("produce", "settle")
    assert game.asked(SECOND) == "use power"
    game.number(SECOND, 1)
    assert game.asked(SECOND) == "windfall"
    assert game.legal_answers(SECOND) == ["Fern", "Ore"]
    game.pick(SECOND, "Fern")
    assert game.goods(SECOND) == ["Fern"]
    refused = Arc(Side(f"{START}, Port"), theirs, cards=ORE + FERN + DUST + lines, until="produce")
    refused.choose("produce", "settle")
    refused.skip(SECOND)
    assert refused.asked(SECOND) != "windfall"


def test_hand_cards_are_put_under_a_card_and_only_then_the_rest_of_the_line_happens() -> None:
    """docs/language.md, `put`: as many as the player likes, of those that match."""
    lines = development("Vault", "settle: may put 2 worlds under this, 1 vp")
    lines += development("Seals", "settle: may put 1 card under this, 1 vp")
    mine = Side(f"{START}, Vault, Seals", "Gem World, Comet Zone, Public Works")
    game = Arc(mine, THEIRS, cards=lines, until="settle")
    game.choose("produce", "settle")
    assert game.asked(FIRST) == "put under"
    game.skip(FIRST)
    assert (game.saved(FIRST), game.vp(FIRST)) == ([], 0)
    assert game.asked(FIRST) == "put under"
    assert game.legal_answers(FIRST) == ["Comet Zone", "Gem World"]
    game.pick(FIRST, "Gem World")
    assert (game.saved(FIRST), game.vp(FIRST)) == (["Gem World"], 1)
    assert game.hand(FIRST) == ["Comet Zone", "Public Works"]
