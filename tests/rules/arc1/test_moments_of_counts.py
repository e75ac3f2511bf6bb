"""docs/language.md, What is counted, and when: what is in force follows what it counts."""

import pytest

from gamekit.decisions import Subset
from rftg_engine import Side
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.scoring import score
from rftg_engine.turns.counting import total_military
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, SECOND, Arc
from tests.rules.arc1.test_new_combinations import START, WORLDS, until

ORE = card("Ore", "world: 1, windfall: rare") + card("Vein", "world: 1, windfall: rare")
SEAM = card("Seam", "world: 1, windfall: rare")
FERN = card("Fern", "world: 1, windfall: genes")
FORTS = card("Fort", "military world: 2") + card("Keep", "military world: 2")


def military(game: Arc, player: int) -> int:
    """Total Military between phases."""
    seat = game.player(player).seat
    players = game.state.players
    return total_military(game.table, players, seat, players[seat].powers)


def further(game: Arc, power: str) -> list[str]:
    """The worlds that can be placed with a power after the first one; cards drawn may be more."""
    until(game, "settle power")
    if power not in game.powers(FIRST):
        return []
    game.use(FIRST, power)
    return game.legal_answers(FIRST) if game.asked(FIRST) == "place world" else []


def settle(mine: Side, theirs: Side, cards: str, takeovers: bool = False) -> Arc:
    """A Settle that the first player has chosen."""
    game = Arc(mine, theirs, cards=cards, until="settle", takeovers=takeovers)
    game.choose("settle", "consume: x2")
    return game


def consuming(mine: Side, cards: str, action: str) -> Arc:
    """A Consume that the first player has chosen."""
    game = Arc(mine, cards=cards, until="consume")
    game.choose(action)
    return game


THEIRS = Side("Old Earth")


# --- Military


def test_military_per_good_follows_goods_as_they_are_spent_inside_settle() -> None:
    """The good that pays for one more placement is not there for the world placed with it."""
    lines = (
        development("Arms", "settle: military +1 per good")
        + development("Fleet", "settle: may spend 1 good -> place another world")
        + card("Post", "military world: 2")
        + card("Hold", "military world: 1")
    )
    mine = Side(f"{START}, Arms, Fleet, Ore, Vein", "Fort, Post, Hold", goods="Ore, Vein")
    game = settle(mine, THEIRS, ORE + FORTS + lines)
    game.place(FIRST, "Fort")
    until(game, "settle power")
    game.use(FIRST, "Fleet")
    # It is chosen while both goods lie, and conquered with what was in force then.
    assert {"Hold", "Post"} <= {*game.legal_answers(FIRST)}
    game.place(FIRST, "Post")
    until(game, "")
    assert "Post" in game.tableau(FIRST)
    assert len(game.goods(FIRST)) == 1
    assert military(game, FIRST) == 1


def test_a_good_spent_for_one_world_is_not_counted_for_the_next() -> None:
    lines = development("Arms", "settle: military +1 per good") + development(
        "Camp",
        "settle: may spend 1 good -> military +2",
        "settle: may place another world",
    )
    cards = ORE + card("Keep", "military world: 3") + card("Fort", "military world: 3") + lines
    game = settle(Side(f"{START}, Arms, Camp, Ore", "Fort, Keep", goods="Ore"), THEIRS, cards)
    game.place(FIRST, "Fort")
    assert game.goods(FIRST) == []
    assert "Fort" in game.tableau(FIRST)
    # +2 of the good stays to the end of the phase, the good itself does not: 2 against 3.
    assert "Keep" not in further(game, "Camp")


def test_a_windfall_good_arms_its_owner_for_the_next_world_only() -> None:
    lines = development("Arms", "settle: military +1 per good") + development(
        "Fleet", "settle: may place another world"
    )
    mines = card("Mine", "military world: 1, windfall: rare")
    cards = mines + card("Fort", "military world: 1") + lines
    game = settle(Side(f"{START}, Arms, Fleet", "Mine, Fort"), THEIRS, cards)
    assert game.asked(FIRST) == ""
    armed = Side(f"{START}, Arms, Fleet, Ore", "Mine, Keep", goods="Ore")
    game = settle(armed, THEIRS, ORE + mines + FORTS + lines)
    assert game.legal_answers(FIRST) == ["Mine"]
    game.place(FIRST, "Mine")
    assert "Keep" in further(game, "Fleet")


def test_military_of_whoever_has_the_most_chips_is_no_part_of_it_for_the_others() -> None:
    arms = development("Arms", "settle: military +3 if you have the most vp chips")
    ahead = Arc(Side(f"{START}, Arms", vp=2), Side("Old Earth", vp=1), cards=arms)
    assert military(ahead, FIRST) == 3
    behind = Arc(Side(f"{START}, Arms", vp=1), Side("Old Earth", vp=1), cards=arms)
    assert military(behind, FIRST) == 0


@pytest.mark.parametrize(("vp", "points"), [(2, 3), (1, 0)])
def test_scoring_counts_military_only_where_its_condition_holds(vp: int, points: int) -> None:
    cards = development("Arms", "settle: military +3 if you have the most vp chips") + card(
        "Pride", "development: 6", "score: 1 per total military"
    ).replace("vp: 1", "vp: variable")
    game = Arc(Side(f"{START}, Arms, Pride", vp=vp), Side("Old Earth", vp=1), cards=cards)
    bare = Arc(Side(f"{START}, Arms", vp=vp), Side("Old Earth", vp=1), cards=cards)
    seat = game.player(FIRST).seat
    assert score(game.table, game.state, seat) - score(bare.table, bare.state, seat) == points


# --- costs


@pytest.mark.parametrize(("vp", "paid"), [(0, 3), (2, 2), (6, 0), (9, 0)])
def test_costs_fall_with_chips(vp: int, paid: int) -> None:
    lines = development("Bank", "settle: cost -1 per 2 vp chips")
    game = settle(Side(f"{START}, Bank", "Large, 3 cards", vp=vp), THEIRS, WORLDS + lines)
    game.place(FIRST, "Large")
    until(game, "")
    assert game.count(FIRST) == 3 - paid + 1  # and the card for having chosen the phase


def test_the_cost_is_what_it_was_when_the_card_was_chosen() -> None:
    """It has left the hand by the time it is paid for, which makes it no dearer."""
    lines = development("Crowd", "develop: cost -1 per 3 cards in hand")
    built = card("Tower", "development: 3")
    game = Arc(Side(f"{START}, Crowd", "Tower, 2 cards"), cards=lines + built, until="develop")
    game.choose("settle", "develop")
    assert game.legal_answers(FIRST) == ["Tower"]
    game.place(FIRST, "Tower")
    until(game, "")
    assert "Tower" in game.tableau(FIRST)


def test_what_has_been_placed_makes_the_next_world_cheaper_and_not_itself() -> None:
    lines = development(
        "Convoy", "settle: cost -2 per world placed", "settle: may place another world"
    )
    game = settle(Side(f"{START}, Convoy", "Small, Large, Drop Ships"), THEIRS, WORLDS + lines)
    assert game.legal_answers(FIRST) == ["Small"]
    game.place(FIRST, "Small")
    game.pay(FIRST, cards="Drop Ships")
    # The card for having chosen the phase is left: enough for 3 - 2.
    assert "Large" in further(game, "Convoy")
    game.place(FIRST, "Large")
    until(game, "")
    assert "Large" in game.tableau(FIRST)
    assert game.count(FIRST) == 0


def test_a_condition_can_flip_between_two_placements() -> None:
    lines = development(
        "Scouts",
        "settle: military +2 if you placed no worlds",
        "settle: may place another world",
    )
    game = settle(Side(f"{START}, Scouts", "Fort, Keep"), THEIRS, FORTS + lines)
    game.place(FIRST, "Fort")
    assert "Fort" in game.tableau(FIRST)
    assert "Keep" not in further(game, "Scouts")


@pytest.mark.parametrize(("goods", "offered"), [("Ore", ["Convoy"]), ("", [])])
def test_a_further_placement_can_ask_for_goods(goods: str, offered: list[str]) -> None:
    lines = development("Convoy", "settle: may place another world if you have 1 good")
    mine = Side(f"{START}, Convoy, Ore", "Free, Small, 2 cards", goods=goods)
    game = settle(mine, THEIRS, ORE + WORLDS + lines)
    game.place(FIRST, "Free")
    assert game.powers(FIRST) == offered


# --- sales and goods


def test_the_good_that_is_sold_is_no_longer_counted_in_its_price() -> None:
    lines = development("Fair", "trade: price +1 per good")
    mine = Side(f"{START}, Fair, Ore, Vein, Fern", goods="Ore, Vein, Fern")
    game = consuming(mine, ORE + FERN + lines, "consume: trade")
    game.pick(FIRST, "Ore")
    assert game.count(FIRST) == 3 + 2


def test_goods_sold_before_make_the_next_one_dearer() -> None:
    lines = development("Fair", "trade: price +2 per good sold", "consume: 1 good -> sell it")
    mine = Side(f"{START}, Fair, Ore, Vein", goods="Ore, Vein")
    game = consuming(mine, ORE + lines, "consume: trade")
    game.pick(FIRST, "Ore")
    assert game.count(FIRST) == 3 + 3 + 2


def test_prices_ask_for_the_worlds_of_goods() -> None:
    lines = development("Fence", "trade: price +2 for goods of military worlds")
    loot = card("Loot", "military world: 1, windfall: rare")
    for world, cards in (("Loot", 5), ("Ore", 3)):
        mine = Side(f"{START}, Fence, {world}", goods=world)
        game = consuming(mine, ORE + loot + lines, "consume: trade")
        until(game, "")
        assert game.count(FIRST) == cards


def test_goods_of_the_same_kind_are_all_of_one() -> None:
    lines = development("Twins", "consume: 2 goods of the same kind -> 3 vp")
    mine = Side(f"{START}, Twins, Ore, Vein, Seam, Fern", goods="Ore, Vein, Seam, Fern")
    game = consuming(mine, ORE + SEAM + FERN + lines, "consume: x2")
    until(game, "goods for power")
    decision = game.subset()
    assert decision.count() == 3
    ore, fern = (game.table.titles.index(title) for title in ("Ore", "Fern"))
    assert decision.refusal((ore, fern)) == "goods for power: all cards must be of one kind"
    game.pick(FIRST, "Ore", "Seam")
    assert game.goods(FIRST) == ["Fern", "Vein"]
    assert game.vp(FIRST) == 6


def test_of_two_kinds_with_one_good_each_none_is_taken() -> None:
    lines = development("Twins", "consume: 2 goods of the same kind -> 3 vp")
    mine = Side(f"{START}, Twins, Ore, Fern", goods="Ore, Fern")
    game = consuming(mine, ORE + FERN + lines, "consume: x2")
    assert game.asked(FIRST) == ""
    assert game.goods(FIRST) == ["Fern", "Ore"]


def test_a_power_takes_as_many_goods_of_one_kind_as_it_can() -> None:
    """base rulebook, Card Powers: once begun it is used to the full."""
    lines = development("Twins", "consume: up to 2 goods of the same kind -> 1 vp each")
    mine = Side(f"{START}, Twins, Ore, Vein, Seam, Fern", goods="Ore, Vein, Seam, Fern")
    game = consuming(mine, ORE + SEAM + FERN + lines, "consume: x2")
    until(game, "goods for power")
    decision = game.subset()
    assert (decision.minimum, decision.maximum) == (2, 2)


def test_a_good_on_a_world_of_any_kind_is_like_any_other() -> None:
    """arc 1 booklet, Multi-Kind World: its owner can change its kind, so need not give it."""
    lines = development("Twins", "consume: 2 goods of the same kind -> 3 vp") + card(
        "Prism", "world: 1, windfall: any"
    )
    mine = Side(f"{START}, Twins, Ore, Prism", goods="Ore, Prism")
    game = consuming(mine, ORE + lines, "consume: x2")
    until(game, "goods for power")
    assert game.can_skip(FIRST)
    game.pick(FIRST, "Ore", "Prism")
    assert game.vp(FIRST) == 6


def test_a_power_of_two_kinds_takes_them_mixed() -> None:
    lines = development("Alloy", "consume: 2 rare or genes goods -> 3 vp")
    mine = Side(f"{START}, Alloy, Ore, Fern", goods="Ore, Fern")
    game = consuming(mine, ORE + FERN + lines, "consume: x2")
    until(game, "")
    assert (game.vp(FIRST), game.goods(FIRST)) == (6, [])


# --- Explore, and the end of a round


@pytest.mark.parametrize(("hand", "seen"), [("5 cards", 2), ("6 cards", 3), ("12 cards", 4)])
def test_explore_counts_the_hand_before_anybody_draws(hand: str, seen: int) -> None:
    lines = development("Crowd", "explore: draw 1 per 6 cards in hand")
    game = Arc(Side(f"{START}, Crowd", hand), cards=lines, until="explore")
    game.choose("consume: x2", "explore +5")
    decision = game.decision(FIRST)
    assert isinstance(decision, Subset)
    assert len(decision.cards) == seen


def test_who_has_the_fewest_cards_in_hand_explores_most_though_others_draw_first() -> None:
    lines = development("Beggars", "explore: draw 3 if you have the fewest cards in hand")
    game = Arc(
        Side("Old Earth", "1 card"),
        Side(f"{START}, Beggars", "1 card"),
        cards=lines,
        until="explore",
    )
    game.choose("explore +5", "consume: x2")
    decision = game.decision(SECOND)
    assert isinstance(decision, Subset)
    assert len(decision.cards) == 2


@pytest.mark.parametrize(("vp", "limit"), [(4, 10), (5, 12)])
def test_the_hand_limit_can_depend_on_chips(vp: int, limit: int) -> None:
    lines = development("Vault", "round end: hand limit 12 if you have 5 vp chips")
    game = Arc(Side(f"{START}, Vault", "14 cards", vp=vp), cards=lines, actions="consume: x2")
    until(game, "hand limit")
    assert game.subset().minimum == 14 - limit


@pytest.mark.parametrize(("prestige", "reasons"), [(2, ["tableau"]), (1, [])])
def test_the_end_can_depend_on_prestige(prestige: int, reasons: list[str]) -> None:
    lines = development("Gate", "game end: at 3 cards if you have 2 prestige")
    game = Arc(Side(f"{START}, Gate, Drop Ships", prestige=prestige), cards=lines)
    assert end_reasons(game.table, game.state) == reasons


@pytest.mark.parametrize(("mine", "theirs", "drawn"), [(0, 1, 1), (1, 1, 0), (2, 1, 0)])
def test_the_fewest_are_fewer_than_each_other_player_has(
    mine: int, theirs: int, drawn: int
) -> None:
    """docs/language.md, Only if: a tie is not enough."""
    line = "produce: draw 1 if you have the fewest vp chips"
    game = Arc(
        Side(f"{START}, Own", vp=mine),
        Side("Old Earth", vp=theirs),
        cards=development("Own", line),
        until="produce",
    )
    game.choose("produce", "consume: x2")
    game.finish_step("produce")
    assert game.count(FIRST) == drawn


@pytest.mark.parametrize(("others", "vp"), [("", 1), (", Both", 3)])
def test_a_line_for_two_phases_is_a_power_in_both(others: str, vp: int) -> None:
    """docs/language.md, What is counted: the phases in which a card of the tableau has a power."""
    lines = development("Both", "develop or settle: cost -1 for rebel cards")
    lines += development("Own", "produce: 1 vp per phase with a power")
    game = Arc(Side(f"{START}, Own{others}"), cards=lines, until="produce", actions="produce")
    game.finish_step("produce")
    assert game.vp(FIRST) == vp


def test_what_another_places_in_the_same_phase_does_not_count_for_who_has_the_most() -> None:
    """docs/language.md, What is counted: cards are those of the tableau as the phase began."""
    line = "develop: after placing a development, draw 1 if you have the most developments"
    cards = "".join(development(title) for title in ("Hall", "Yard", "Mint", "Dock"))
    game = Arc(
        Side("Old Earth, Hall", "Yard, 1 card"),
        Side(f"{START}, Own, Mint", "Dock"),
        cards=cards + development("Own", line),
        until="develop",
    )
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Yard")
    game.place(SECOND, "Dock")
    game.finish_step("develop")
    assert game.count(SECOND) == 1


@pytest.mark.parametrize(("line", "drawn"), [("most", 0), ("fewest", 1)])
def test_who_produced_the_most_kinds_is_known_when_all_have_produced(line: str, drawn: int) -> None:
    """base rulebook, Produce: after all have produced; the other player comes later."""
    lines = development("Own", f"produce: draw 1 if you have the {line} kinds produced")
    vein = card("Sand", "world: 1\n    produces: genes", "produce: good")
    game = Arc(Side(f"{START}, Own"), Side("Old Earth, Sand"), cards=lines + vein, until="produce")
    game.choose("produce", "consume: x2")
    game.finish_step("produce")
    assert game.count(FIRST) == drawn


@pytest.mark.parametrize("price", ["1 good and discard 1 card", "discard 1 card and 1 good"])
def test_points_for_hand_cards_among_other_things_are_not_doubled(price: str) -> None:
    """base rulebook, Consume: chips for cards discarded from the hand are not doubled."""
    lines = development("Fair", f"consume: may {price} -> 3 vp")
    mine = Side(f"{START}, Fair, Ore", "2 cards", goods="Ore")
    game = consuming(mine, ORE + lines, "consume: x2")
    game.use(FIRST, "Fair")
    game.finish_step("consume")
    assert game.vp(FIRST) == 3


# --- takeovers


@pytest.mark.parametrize(("goods", "held"), [("", False), ("Ore", False), ("Ore, Vein", True)])
def test_a_defense_per_good_counts_the_goods_that_lie_when_it_is_resolved(
    goods: str, held: bool
) -> None:
    """arc 1 booklet, Takeovers: only when one is resolved is the Military of both compared."""
    lines = development("Wall", "settle: defense +1 per good") + development(
        "Raid", "settle: may take over a military world, military +3"
    )
    mine = Side(f"{START}, Raid", "2 cards")
    theirs = Side("Old Earth, Fort, Wall, Ore, Vein", goods=goods)
    game = settle(mine, theirs, ORE + FORTS + lines, takeovers=True)
    game.attack(FIRST, "Raid", "Fort")
    until(game, "")
    assert ("Fort" in game.tableau(SECOND)) is held


# --- scoring


@pytest.mark.parametrize(("others", "points"), [("Fort", 0), ("Fort, Keep", 5)])
def test_points_come_at_once_if_something_is_so(others: str, points: int) -> None:
    scoring = card(
        "Pride", "development: 6", "score: 5 if you have the most military worlds"
    ).replace("vp: 1", "vp: variable")
    theirs = Side("Old Earth, Tower, Spire")
    towers = card("Tower", "military world: 3") + card("Spire", "military world: 3")
    cards = FORTS + scoring + towers
    game = Arc(Side(f"{START}, Pride, {others}"), theirs, cards=cards)
    bare = Arc(Side(f"{START}, {others}"), theirs, cards=cards)
    seat = game.player(FIRST).seat
    assert score(game.table, game.state, seat) - score(bare.table, bare.state, seat) == points
