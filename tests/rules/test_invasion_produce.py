"""quick reference, Xeno Invasion, Produce changes: the war effort, and four ways of repair.

xeno.json stands for the facts and doubts that docs/xeno.md weighs.
"""

import pytest

from rftg_engine import Options, Position, PositionError, Side
from rftg_engine.modules.invasion_attack import repulse_value
from rftg_engine.modules.invasion_state import WarEffortMade, WorldRepaired
from rftg_engine.phases.rounds import end_reasons
from tests.game import FIRST, SECOND, development, world
from tests.invasions import ALWAYS, Invaded, attacked, raid_table

EARTH, SPARTA = Side("Old Earth"), Side("New Sparta")
CENTAURI = "Alpha Centauri"


def producing(
    tableau: str,
    damaged: str = "",
    hand: str = "",
    goods: str = "",
    bonus: bool = False,
    cards: str = "",
    other: Side = SPARTA,
) -> Invaded:
    """A Produce phase that the second player chose, and the first too for the bonus."""
    worlds = {FIRST: damaged} if damaged else {}
    side = Side(f"{CENTAURI}, {tableau}", hand, goods=goods)
    game = Invaded(side, other, cards=cards, damaged=worlds)
    game.choose("produce" if bonus else "consume: x2", "produce")
    return game


def declined(game: Invaded, *kinds: str) -> Invaded:
    """The game after the first player has said "none" to questions of these kinds."""
    for kind in kinds:
        assert game.asked(FIRST) == kind
        game.skip(FIRST)
    return game


# --- the war effort


def repulse(game: Invaded) -> int:
    """The value that repulses the invaders."""
    assert game.table.invasion is not None
    return repulse_value(game.table.invasion, game.part)


def test_each_player_may_contribute_goods_at_the_start_of_produce() -> None:
    """quick reference: may contribute to gain 1 and reduce the repulse value by 1. xeno.json."""
    side = Side(f"{CENTAURI}, Gem World, Space Port", goods="Gem World, Space Port")
    game = Invaded(side, Side("New Sparta, Comet Zone", goods="Comet Zone"))
    game.choose("settle", "produce")
    assert (game.step, game.asked(FIRST), game.asked(SECOND)) == ("war effort", "war effort", "")
    assert game.most(FIRST) == 2
    game.pick(FIRST, "Gem World", "Space Port")
    assert (game.vp(FIRST), game.state.pool, repulse(game)) == (2, 22, 20)
    assert game.asked(SECOND) == "war effort"
    game.pick(SECOND, "Comet Zone")
    assert (game.vp(SECOND), repulse(game)) == (1, 19)
    assert [event.repulse for event in game.told(WarEffortMade)] == [20, 19]
    # What they give can be produced again at once.
    assert game.goods(FIRST) == ["Gem World", "Space Port"]


def test_nobody_has_to_contribute() -> None:
    """quick reference: may contribute."""
    game = producing("Gem World", goods="Gem World")
    assert game.can_skip(FIRST)
    game.skip(FIRST)
    assert (game.vp(FIRST), repulse(game)) == (0, 22)
    assert game.goods(FIRST) == ["Gem World"]


def test_a_player_may_contribute_some_of_the_goods() -> None:
    """xeno.json, war_effort: any number of goods, one at a time."""
    game = producing("Gem World, Space Port", goods="Gem World, Space Port")
    game.pick(FIRST, "Space Port")
    assert (game.vp(FIRST), repulse(game)) == (1, 21)


def test_there_is_no_war_effort_without_produce() -> None:
    """quick reference: at the start of Produce."""
    game = Invaded(Side(f"{CENTAURI}, Gem World", goods="Gem World"), SPARTA)
    game.choose("explore +1,+1", "consume: x2")
    assert "war effort" not in game.state.pending_steps


def test_goods_contributed_are_consumed_by_no_power() -> None:
    """docs/xeno.md, war effort: neither sold nor consumed."""
    cards = development("Echo", "consume: after consuming a good, draw 1")
    game = producing("Gem World, Echo", goods="Gem World", cards=cards)
    before = game.count(FIRST)
    game.pick(FIRST, "Gem World")
    # The card is that of Gem World, which produces.
    assert game.count(FIRST) == before + 1


def test_goods_contributed_may_empty_the_pool_and_end_the_game() -> None:
    """base rulebook, Game End; xeno.json, war_effort: a chip for a good."""
    side = Side(f"{CENTAURI}, Gem World, Space Port", goods="Gem World, Space Port")
    game = Invaded(side, SPARTA, pool=1, actions="produce")
    game.pick(FIRST, "Gem World", "Space Port")
    assert (game.vp(FIRST), game.state.pool) == (2, -1)
    game.settle_all()
    assert game.over
    assert "chips" in end_reasons(game.table, game.state)


def test_a_good_of_today_can_repulse_the_xenos_today() -> None:
    """quick reference: reduce the Xeno repulse value by 1; matches or exceeds."""
    side = Side("New Sparta, Gem World", goods="Gem World")
    game = Invaded(side, EARTH, facts={"repulse": ((2, 3),)}, actions="produce")
    game.pick(FIRST, "Gem World")
    assert game.over
    assert end_reasons(game.table, game.state) == ["repulsed"]


def test_greatest_contributor_has_contributed_most() -> None:
    """quick reference: 5 for Greatest Contributor. xeno.json, awards and ties."""
    sides = (
        Side(f"{CENTAURI}, Gem World", goods="Gem World"),
        Side("Old Earth, Space Port", goods="Space Port"),
    )
    game = Invaded(*sides, actions="produce")
    before = game.points(FIRST)
    game.pick(FIRST, "Gem World")
    assert game.awards(FIRST) == ["Greatest Contributor"]
    assert game.points(FIRST) == before + 1 + 5
    game.pick(SECOND, "Space Port")
    for player in (FIRST, SECOND):
        assert "Greatest Contributor" in game.awards(player)


def test_a_position_in_a_round_of_produce_begins_with_the_war_effort() -> None:
    """quick reference: at the start of Produce, wherever a game goes on from."""
    table = raid_table("", (ALWAYS, ALWAYS, ALWAYS))
    side = Side(f"{CENTAURI}, Gem World", goods="Gem World", actions=("produce",))
    game = Position(
        table,
        side,
        Side("Old Earth", actions=("produce",)),
        options=Options(2, modules=("invasion",)),
    )
    assert (game.step, game.asked(FIRST)) == ("war effort", "war effort")


# --- repair with cards and goods


def test_two_cards_repair_a_world() -> None:
    """quick reference: repair by discarding 2 cards. xeno.json, repair."""
    game = producing("Comet Zone", "Comet Zone", hand="Gem World, Space Port, Rebel Base")
    game.pick(FIRST, "Comet Zone")
    assert (game.asked(FIRST), game.most(FIRST)) == ("repair for cards", 2)
    game.pick(FIRST, "Gem World", "Space Port")
    assert game.tableau(FIRST) == [CENTAURI, "Comet Zone"]
    assert game.damaged(FIRST) == []
    assert game.discards() == ["Gem World", "Space Port"]
    assert [event.seat for event in game.told(WorldRepaired)] == [game.player(FIRST).seat]


def test_one_card_repairs_nothing() -> None:
    """quick reference: 2 cards."""
    game = producing("Rebel Base", "Rebel Base", hand="1 card")
    assert game.asked(FIRST) != "repair"
    assert game.damaged(FIRST) == ["Rebel Base"]


def test_a_good_repairs_a_world() -> None:
    """xeno.json, repair, S: one good of any kind; Q has lost the icon."""
    game = producing("Rebel Base, Gem World", "Rebel Base", goods="Gem World")
    declined(game, "war effort")
    game.pick(FIRST, "Rebel Base", "Gem World")
    assert game.damaged(FIRST) == []
    # The world whose good was given produces in this very phase.
    assert game.goods(FIRST) == ["Gem World"]


def test_no_world_has_to_be_repaired() -> None:
    """quick reference: a player repairs."""
    game = producing("Rebel Base", "Rebel Base", hand="2 cards")
    declined(game, "repair", "repair")
    assert (game.damaged(FIRST), game.count(FIRST)) == (["Rebel Base"], 2)


def test_several_worlds_are_repaired_one_by_one() -> None:
    """docs/xeno.md, repair: as many as are paid for."""
    worlds = "Rebel Base, Rebel Outpost, Rebel Homeworld"
    game = producing(worlds, worlds, hand="4 cards")
    assert sorted(game.answers(FIRST)) == [
        (),
        ("Rebel Base",),
        ("Rebel Homeworld",),
        ("Rebel Outpost",),
    ]
    for title in ("Rebel Base", "Rebel Outpost"):
        game.pick(FIRST, title)
        if game.asked(FIRST) == "repair for cards":
            game.pick(FIRST, *game.hand(FIRST)[:2])
    assert game.damaged(FIRST) == ["Rebel Homeworld"]
    assert game.count(FIRST) == 0


def test_worlds_are_repaired_in_produce_alone() -> None:
    """quick reference, Produce changes. xeno.json, repair, when."""
    side = Side(f"{CENTAURI}, Rebel Base", "4 cards")
    game = attacked(side, SPARTA, damaged={FIRST: "Rebel Base"})
    assert game.step == "choose"
    assert game.damaged(FIRST) == ["Rebel Base"]


def test_a_repaired_production_world_produces_and_uses_its_powers_at_once() -> None:
    """xeno.json, after_repair_produce_power_usable; after, production world."""
    game = producing("Gem World", "Gem World", hand="2 cards")
    game.pick(FIRST, "Gem World")
    # The good, and the card of "good, draw 1".
    assert (game.goods(FIRST), game.count(FIRST)) == (["Gem World"], 1)


def test_a_repaired_windfall_world_gets_no_good_by_that() -> None:
    """xeno.json, after, windfall world."""
    game = producing("Empath World", "Empath World", hand="2 cards")
    game.pick(FIRST, "Empath World")
    assert (game.tableau(FIRST), game.goods(FIRST)) == ([CENTAURI, "Empath World"], [])


def test_another_power_fills_a_windfall_world_that_was_repaired() -> None:
    """xeno.json, after, windfall world: not by being repaired, but by a power for such worlds."""
    game = producing("Genetics Lab, Empath World", "Empath World", hand="2 cards")
    game.pick(FIRST, "Empath World")
    assert game.goods(FIRST) == ["Empath World"]


def test_cards_that_producing_has_brought_can_repair() -> None:
    """base rulebook, Produce: powers and repairs in any order."""
    game = producing("Merchant Guild, Space Port", "Space Port")
    assert game.asked(FIRST) == "repair"
    game.pick(FIRST, "Space Port")
    assert (game.count(FIRST), game.goods(FIRST)) == (0, ["Space Port"])


def test_a_power_waits_for_the_windfall_world_that_is_repaired_later() -> None:
    """base rulebook, Produce: in any order, so what had nothing to do is used afterwards."""
    game = producing("Merchant Guild, Genetics Lab, Empath World", "Empath World")
    game.pick(FIRST, "Empath World")
    assert game.goods(FIRST) == ["Empath World"]


def test_a_power_that_gave_something_else_does_not_wait() -> None:
    """base rulebook, Card Powers: each power is used once a phase."""
    cards = development("Fair", "produce: windfall good or draw 2")
    cards += development("Mart", "produce: draw 2, windfall good")
    for title in ("Fair", "Mart"):
        game = Invaded(
            Side(f"Old Earth, {title}, Empath World"),
            SPARTA,
            cards=cards,
            damaged={FIRST: "Empath World"},
        )
        game.choose("consume: x2", "produce")
        game.pick(FIRST, "Empath World")
        assert (game.goods(FIRST), game.count(FIRST)) == ([], 0)


def test_the_bonus_waits_for_the_windfall_world_that_is_repaired_later() -> None:
    """base rulebook, Produce: in any order, so the bonus is not lost."""
    game = Invaded(
        Side("Old Earth, Merchant Guild, Empath World"), SPARTA, damaged={FIRST: "Empath World"}
    )
    game.choose("produce", "consume: x2")
    declined(game, "repair by bonus")
    game.pick(FIRST, "Empath World")
    assert game.goods(FIRST) == ["Empath World"]


def test_a_good_just_produced_can_repair() -> None:
    """base rulebook, Produce: powers and repairs in any order."""
    game = producing("Gem World, Rebel Base", "Rebel Base")
    game.pick(FIRST, "Rebel Base", "Gem World")
    assert (game.damaged(FIRST), game.goods(FIRST)) == ([], [])


def test_the_good_of_a_world_repaired_last_can_repair_the_next() -> None:
    """xeno.json, after, production world: it produces at once, so its good can pay."""
    worlds = "Gem World, Spice World, Rebel Base"
    game = producing(f"Space Port, {worlds}", worlds)
    game.pick(FIRST, "Gem World", "Space Port")
    game.pick(FIRST, "Spice World", "Gem World")
    game.pick(FIRST, "Rebel Base", "Spice World")
    assert (game.damaged(FIRST), game.goods(FIRST)) == ([], [])


def test_repaired_worlds_keep_their_place_at_the_end_of_the_tableau() -> None:
    """docs/xeno.md, repair: a world that comes back is the newest."""
    game = producing("Gem World, Rebel Base", "Gem World", hand="2 cards")
    game.pick(FIRST, "Gem World")
    assert game.tableau(FIRST) == [CENTAURI, "Rebel Base", "Gem World"]


def test_saved_cards_are_there_when_their_world_is_repaired() -> None:
    """docs/xeno.md: only its good is lost."""
    cards = world("Vault", "", "settle: save 1 card", "produce: draw saved cards")
    side = Side("Vault, Rebel Base", "2 cards", saved="3 cards")
    game = Invaded(side, SPARTA, cards=cards, damaged={FIRST: "Vault"})
    game.choose("consume: x2", "produce")
    game.pick(FIRST, "Vault")
    assert (game.count(FIRST), game.saved(FIRST)) == (3, [])


def test_a_start_world_can_be_repaired() -> None:
    """xeno.json, repair: any damaged world."""
    game = Invaded(Side(CENTAURI, "2 cards"), SPARTA, damaged={FIRST: CENTAURI})
    game.choose("produce", "consume: x2")
    declined(game, "repair by bonus")
    game.pick(FIRST, CENTAURI)
    assert game.tableau(FIRST) == [CENTAURI]
    # The bonus fills it, as it would any windfall world.
    assert game.goods(FIRST) == [CENTAURI]


# --- repair by a power

CORPS = development("Corps", "produce: repair 1")


def test_a_repair_power_repairs_a_world() -> None:
    """quick reference: or using a repair power."""
    game = producing("Corps, Gem World", "Gem World", cards=CORPS)
    assert game.damaged(FIRST) == []
    assert game.goods(FIRST) == ["Gem World"]


def test_a_repair_power_is_used_once_a_phase() -> None:
    """xeno.json, repair, by a repair power: once a phase each."""
    game = producing("Corps, Gem World, Space Port", "Gem World, Space Port", cards=CORPS)
    assert game.asked(FIRST) == "repair by power"
    game.pick(FIRST, "Space Port")
    assert game.damaged(FIRST) == ["Gem World"]


def test_a_repair_power_with_nothing_to_repair_does_nothing() -> None:
    """base rulebook, Card Powers: if possible."""
    game = producing("Corps, Gem World", cards=CORPS)
    assert game.told(WorldRepaired) == []
    assert game.goods(FIRST) == ["Gem World"]


def test_a_power_that_repairs_several_repairs_as_many_as_there_are() -> None:
    """docs/language.md, repair."""
    cards = development("Yard", "produce: repair 2")
    for worlds, left in (("Gem World", 0), ("Gem World, Space Port", 0)):
        game = producing(f"Yard, {worlds}", worlds, cards=cards)
        while game.asked(FIRST) == "repair by power":
            game.pick(FIRST, game.legal_answers(FIRST)[0])
        assert len(game.damaged(FIRST)) == left
        assert len(game.goods(FIRST)) == len(worlds.split(", "))


def test_a_repair_power_with_a_price_takes_it() -> None:
    """docs/language.md, What it takes."""
    cards = development("Yard", "produce: may discard 1 card -> repair 1")
    game = producing("Yard, Rebel Base", "Rebel Base", hand="1 card", cards=cards)
    assert game.asked(FIRST) == "discard for power"
    game.pick(FIRST, game.hand(FIRST)[0])
    assert (game.damaged(FIRST), game.count(FIRST)) == ([], 0)


def test_a_world_with_a_repair_power_that_is_repaired_repairs_another() -> None:
    """xeno.json, after_repair_produce_power_usable."""
    cards = CORPS + world("Dock", "", "produce: repair 1")
    game = producing("Corps, Dock, Gem World", "Dock, Gem World", cards=cards)
    game.pick(FIRST, "Dock")
    assert game.damaged(FIRST) == []
    assert game.goods(FIRST) == ["Gem World"]


def test_a_power_fills_the_windfall_world_that_another_power_repairs() -> None:
    """base rulebook, Produce: in any order."""
    game = producing("Corps, Genetics Lab, Empath World", "Empath World", cards=CORPS)
    assert game.goods(FIRST) == ["Empath World"]


# --- repair by the bonus


def test_the_bonus_repairs_two_worlds_instead_of_a_windfall_good() -> None:
    """quick reference, V Produce: Repair: instead of gaining on a windfall world, repair 2."""
    tableau = "Gem World, Space Port, Rebel Base"
    game = producing(tableau, tableau, bonus=True)
    assert (game.asked(FIRST), game.most(FIRST)) == ("repair by bonus", 2)
    game.pick(FIRST, "Gem World", "Space Port")
    assert game.damaged(FIRST) == ["Rebel Base"]
    # Both produce; the windfall world of the start gets nothing.
    assert game.goods(FIRST) == ["Gem World", "Space Port"]


def test_the_bonus_may_repair_one_world() -> None:
    """docs/xeno.md, repair by the bonus: up to 2."""
    game = producing("Gem World, Space Port", "Gem World, Space Port", bonus=True)
    game.pick(FIRST, "Gem World")
    declined(game, "repair")
    assert game.damaged(FIRST) == ["Space Port"]
    assert CENTAURI not in game.goods(FIRST)


def test_the_bonus_is_a_good_where_it_repairs_nothing() -> None:
    """quick reference: instead of gaining on a windfall world."""
    game = producing("Rebel Base", "Rebel Base", bonus=True)
    declined(game, "repair by bonus")
    assert game.goods(FIRST) == [CENTAURI]


def test_without_the_bonus_nothing_is_repaired_by_it() -> None:
    """quick reference, V Produce: of who chose it."""
    game = producing("Rebel Base", "Rebel Base")
    assert game.damaged(FIRST) == ["Rebel Base"]
    assert game.step != "produce"


def test_without_damage_the_bonus_is_the_usual_one() -> None:
    """base rulebook, Produce."""
    assert producing("Rebel Base", bonus=True).goods(FIRST) == [CENTAURI]


def test_a_windfall_world_repaired_by_the_bonus_is_filled_by_a_power() -> None:
    """base rulebook, Produce: in any order, so the bonus comes before powers for such worlds."""
    game = producing("Genetics Lab, Empath World", "Empath World", bonus=True)
    game.pick(FIRST, "Empath World")
    assert game.goods(FIRST) == ["Empath World"]


# --- what else looks at producing


def test_a_repaired_world_counts_for_who_produced_the_most() -> None:
    """base rulebook, Produce: asked when all have produced."""
    tableau = "Mining Conglomerate, Comet Zone, Mining World"
    game = producing(tableau, "Comet Zone", hand="2 cards", other=Side("New Sparta, New Earth"))
    game.pick(FIRST, "Comet Zone")
    # A card each of two worlds, and two for the most rare goods.
    assert game.count(FIRST) == 4


def test_a_repaired_card_that_rewards_the_most_does_so_at_once() -> None:
    """xeno.json, after_repair_produce_power_usable."""
    cards = world("Prize", "", "produce: draw 3 if you produced the most rare goods")
    game = producing("Prize, Mining World", "Prize", hand="2 cards", cards=cards)
    game.pick(FIRST, "Prize")
    assert game.count(FIRST) == 4


def test_players_repair_and_produce_in_turn_order() -> None:
    """base rulebook, Timing."""
    sides = [Side(f"{start}, Rebel Base", "2 cards") for start in (CENTAURI,)]
    other = Side("New Sparta, Rebel Outpost", "2 cards")
    damaged = {FIRST: "Rebel Base", SECOND: "Rebel Outpost"}
    game = Invaded(*sides, other, damaged=damaged, actions=("consume: trade", "produce"))
    assert game.players_to_answer() == [FIRST]
    declined(game, "repair", "repair")
    assert game.players_to_answer() == [SECOND]


def test_in_the_experienced_game_the_bonus_repairs_too() -> None:
    """quick reference, V Produce: Repair, with two actions a round."""
    side = Side(f"{CENTAURI}, Gem World, Space Port")
    game = Invaded(side, SPARTA, experienced=True, damaged={FIRST: "Gem World, Space Port"})
    game.choose(("consume: x2", "produce"))
    game.pick(FIRST, "Gem World", "Space Port")
    assert game.goods(FIRST) == ["Gem World", "Space Port"]


def test_what_is_laid_out_must_be_there() -> None:
    """tests/invasions.py lays out by titles."""
    with pytest.raises(PositionError, match="there is no card in use"):
        Invaded(Side("Old Earth, Xeno Nets"), SPARTA)


# --- goods given by another player

PORT = development("Port", "produce: each other player may gain a windfall good")
MENDERS = development("Menders", "produce: after producing a good, repair 1")


@pytest.mark.parametrize("giver", [FIRST, SECOND])
def test_a_good_that_another_player_gives_repairs_a_world_that_produces_once(giver: int) -> None:
    """docs/xeno.md, repair: before or after the owner has produced, in the same phase."""
    sides = [Side("New Sparta, Menders, Empath World, Gem World")] * 2
    owner = 1 - giver
    sides[giver] = Side("Old Earth, Port")
    game = Invaded(*sides, cards=PORT + MENDERS, damaged={owner: "Gem World"})
    game.choose(*("produce" if player == giver else "consume: x2" for player in (FIRST, SECOND)))
    assert game.asked(owner) == "use power"
    game.number(owner, 1)
    assert game.damaged(owner) == []
    assert sorted(game.goods(owner)) == ["Empath World", "Gem World"]
    assert game.count(owner) == 1
