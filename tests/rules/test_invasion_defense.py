"""quick reference, Xeno Invasion (with Invasion): how players hold out, and what they gain by it.

xeno.json stands for the facts and doubts that docs/xeno.md weighs.
"""

import pytest

from rftg_engine import IllegalAnswer, Options, Race, Side, new_game
from rftg_engine.modules.invasion_state import (
    BunkerUsed,
    InvasionDefended,
    RepulseWeighed,
)
from tests.game import FIRST, SECOND, development
from tests.invasions import ALWAYS, NEVER, Invaded, attacked, official

THIRD = 2
EARTH, SPARTA, ERIDANI = Side("Old Earth"), Side("New Sparta"), Side("Epsilon Eridani")
CENTAURI, COLONY = Side("Alpha Centauri"), Side("Earth's Lost Colony")
FIVE = (EARTH, SPARTA, ERIDANI, CENTAURI, COLONY)

# --- defending


@pytest.mark.parametrize(("strength", "held"), [(1, True), (2, False), (3, False)])
def test_defense_must_exceed_the_card_and_not_just_tie(strength: int, held: bool) -> None:
    """quick reference: must exceed (not just tie) the Invasion value. xeno.json, defend."""
    game = attacked(SPARTA, EARTH, met=f"{{{strength}: 10}}")
    assert game.held(FIRST) is held
    assert game.rewards(FIRST) == held
    assert (game.player(FIRST).seat in [one.seat for one in game.told(InvasionDefended)]) is held


def test_military_and_defense_against_xenos_add_up() -> None:
    """quick reference: military vs Xenos + defence vs Xenos must exceed."""
    cards = development("Wall", "settle: invasion defense +1")
    for tableau, held in (("Old Earth, Wall, Watch", True), ("Old Earth, Wall", False)):
        assert attacked(Side(tableau), SPARTA, met="{1: 10}", cards=cards).held(FIRST) is held


def test_defense_against_xenos_conquers_no_world() -> None:
    """quick reference, Defence vs Xenos: only counted when defending each round."""
    cards = development("Wall", "settle: invasion defense +5")
    game = Invaded(Side("Old Earth, Wall", "Xeno Nest, Gem World, 2 cards"), SPARTA, cards=cards)
    game.choose("settle")
    assert "Gem World" in game.legal_answers(FIRST)
    assert "Xeno Nest" not in game.legal_answers(FIRST)


@pytest.mark.parametrize(
    ("watches", "offered"), [("New Sparta", False), ("New Sparta, Watch", True)]
)
def test_military_against_xenos_settles_worlds_with_xeno(watches: str, offered: bool) -> None:
    """quick reference, Military vs Xenos: for settling worlds with Xeno."""
    game = Invaded(Side(watches, "Xeno Nest, Gem World, 2 cards"), EARTH, actions="settle")
    assert ("Xeno Nest" in game.legal_answers(FIRST)) is offered


def test_military_against_other_worlds_is_none_against_xenos() -> None:
    """quick reference: military vs Xenos, not against other worlds."""
    cards = development("Raiders", "settle: military +3 against rebel military worlds")
    cards += development(
        "Sappers", "settle: military +3 against military worlds of defense 4 or less"
    )
    assert attacked(Side("Old Earth, Raiders, Sappers"), SPARTA, cards=cards).track(FIRST) == 0


# --- powers of Settle


def test_settle_powers_may_be_used_for_extra_military() -> None:
    """quick reference: Settle powers may be used for extra military force."""
    game = attacked(Side("Old Earth, New Military Tactics"), SPARTA, met="{2: 10}")
    assert game.asked(FIRST) == "invasion defense"
    assert game.decision(FIRST).about == 3
    game.pick(FIRST, "New Military Tactics")
    assert game.held(FIRST)
    assert game.tableau(FIRST) == ["Old Earth"]
    # xeno.json, temporary_military: it is used up, and the track knows nothing of it.
    assert game.track(FIRST) == 0


def test_no_power_has_to_be_used() -> None:
    """quick reference: may be used."""
    game = attacked(Side("Old Earth, New Military Tactics"), SPARTA, met="{2: 10}")
    game.skip(FIRST)
    assert not game.held(FIRST)
    assert game.tableau(FIRST) == ["New Military Tactics"]


@pytest.mark.parametrize(("strength", "asked"), [(-1, ""), (2, "invasion defense"), (3, "damage")])
def test_powers_are_asked_for_where_they_are_needed_and_enough(strength: int, asked: str) -> None:
    """docs/xeno.md: powers are offered where all together can be enough."""
    tableau = "Old Earth, Gem World, New Military Tactics"
    assert attacked(Side(tableau), SPARTA, met=f"{{{strength}: 10}}").asked_at(FIRST) == asked


def test_two_things_paid_with_the_last_hand_card_are_not_enough_together() -> None:
    """docs/xeno.md: hand cards are not counted twice."""
    cards = development("Guns", "settle: may discard 1 card -> invasion defense +2")
    game = Invaded(Side("Old Earth, Gem World, Guns", "1 card"), SPARTA, met="{3: 10}", cards=cards)
    game.attack()
    assert game.asked(FIRST) == "damage"
    game = attacked(Side("Old Earth, Guns", "2 cards"), SPARTA, met="{3: 10}", cards=cards)
    game.pick(FIRST, "Guns")
    game.pick(FIRST, game.hand(FIRST)[0])
    assert game.asked(FIRST) == "bunker"
    game.pick(FIRST, game.hand(FIRST)[0])
    assert game.held(FIRST)


def test_a_power_for_up_to_some_cards_counts_each_and_leaves_the_bunker_its_card() -> None:
    """docs/xeno.md, powers of Settle: as many cards as their owner likes."""
    cards = development("Levy", "settle: may discard up to 2 cards -> military +1 each")
    game = attacked(Side("Old Earth, Levy", "3 cards"), SPARTA, met="{3: 10}", cards=cards)
    game.pick(FIRST, "Levy")
    assert game.most(FIRST) == 2
    game.pick(FIRST, *game.hand(FIRST)[:2])
    assert (game.asked(FIRST), game.decision(FIRST).about) == ("bunker", 2)
    game.pick(FIRST, game.hand(FIRST)[0])
    assert game.held(FIRST)
    assert game.count(FIRST) == 0


def test_a_power_is_used_once_an_invasion() -> None:
    """docs/xeno.md, powers of Settle."""
    cards = development("Guns", "settle: may discard 1 card -> invasion defense +2")
    game = attacked(Side("Old Earth, Guns", "9 cards"), SPARTA, met="{4: 10}", cards=cards)
    # 2, and 2 of the bunker, are not 5: nothing is asked.
    assert game.asked_at(FIRST) == ""
    assert not game.held(FIRST)
    assert game.count(FIRST) == 9


def test_a_good_can_be_spent_for_defense() -> None:
    """xeno-invasion.yaml, Anti-Xeno Alien Bunker and its like: a good of one kind."""
    cards = development("Ray", "settle: may spend 1 alien good -> invasion defense +3")
    tableau, goods = (
        "Alpha Centauri, Ray, Gem World, Deserted Alien Colony",
        "Gem World, Deserted Alien Colony",
    )
    game = attacked(Side(tableau, goods=goods), SPARTA, met="{2: 10}", cards=cards)
    game.pick(FIRST, "Ray")
    assert game.held(FIRST)
    assert game.goods(FIRST) == ["Gem World"]


def test_a_card_given_up_for_defense_still_counts_in_this_invasion() -> None:
    """docs/xeno.md: Military is that of the track; what is given up for more was weighed before."""
    cards = development(
        "Militia", "settle: military +2", "settle: may discard this -> invasion defense +3"
    )
    game = attacked(Side("Old Earth, Militia"), ERIDANI, met="{4: 10}", cards=cards)
    game.pick(FIRST, "Militia")
    assert game.held(FIRST)
    assert game.tableau(FIRST) == ["Old Earth"]
    game.attack()
    assert game.track(FIRST) == 0


def test_a_power_of_once_a_game_defends_once() -> None:
    """docs/language.md, once a game."""
    cards = development("Flare", "settle: may discard 1 card -> invasion defense +5 once a game")
    game = Invaded(
        Side("Old Earth, Gem World, Flare", "3 cards"), SPARTA, met="{4: 10}", cards=cards
    )
    game.attack()
    game.pick(FIRST, "Flare")
    game.pick(FIRST, game.hand(FIRST)[0])
    game.settle_all()
    assert game.held(FIRST)
    game.attack()
    assert game.asked(FIRST) == "damage"


def test_tokens_and_prices_of_up_to_several_are_paid() -> None:
    """docs/language.md, What it takes: units of anything but cards are given up one by one."""
    cards = development(
        "Idol", "settle: may spend up to 2 relic tokens -> invasion defense +2 each"
    )
    game = Invaded(Side("Old Earth, Idol"), SPARTA, met="{3: 10}", cards=cards)
    game.player(FIRST).tokens = {"relic": 3}
    game.attack()
    game.pick(FIRST, "Idol")
    game.pick(FIRST, "Idol")
    assert game.held(FIRST)
    assert game.player(FIRST).tokens == {"relic": 1}


def test_one_good_is_not_counted_for_two_powers() -> None:
    """docs/xeno.md: powers are offered where all together can be enough."""
    cards = development("Wall", "settle: may spend 1 good -> invasion defense +2")
    cards += development("Moat", "settle: may spend 1 good -> invasion defense +2")
    for goods, asked in (("Gem World", ""), ("Gem World, Spice World", "invasion defense")):
        side = Side("Gem World, Spice World, Wall, Moat", goods=goods)
        game = attacked(side, SPARTA, met="{3: 10}", cards=cards)
        assert game.asked_at(FIRST).replace("damage", "") == asked


def test_military_that_counts_goods_falls_with_a_good_that_is_given() -> None:
    """docs/xeno.md: what a player has is counted as of now."""
    cards = development("Smiths", "settle: military +1 per 1 good")
    cards += development("Ray", "settle: may spend 1 good -> invasion defense +3")
    side = Side("Alpha Centauri, Smiths, Ray, Gem World, Space Port", goods="Gem World, Space Port")
    game = attacked(side, ERIDANI, met="{4: 10}", cards=cards)
    game.pick(FIRST, "Ray")
    game.pick(FIRST, "Gem World")
    # 2 + 3 were enough for 5, but a good less is a Military less.
    assert not game.held(FIRST)


def test_military_called_up_in_settle_is_not_there_any_more() -> None:
    """docs/xeno.md: used in Settle, a power takes its price anew against the invasion."""
    side = Side("New Sparta, New Military Tactics, Gem World", "Xeno Nest")
    game = Invaded(side, EARTH, met="{4: 10}", actions="settle")
    game.place(FIRST, "Xeno Nest")
    game.finish_step("settle")
    assert "New Military Tactics" not in game.tableau(FIRST)
    assert game.asked(FIRST) == "damage"


# --- the bunker


@pytest.mark.parametrize(("strength", "asked"), [(-1, ""), (0, "bunker"), (1, "bunker"), (2, "")])
def test_each_player_has_a_bunker_for_2_defense(strength: int, asked: str) -> None:
    """quick reference: each player has a Bunker with +2 defence. docs/xeno.md: where it helps."""
    game = attacked(Side("Old Earth", "1 card"), ERIDANI, met=f"{{{strength}: 10}}")
    assert game.asked_at(FIRST) == asked


def test_the_bunker_takes_a_hand_card_of_choice() -> None:
    """xeno.json, bunker: one hand card, once an invasion."""
    game = attacked(Side("Old Earth", "Gem World, Space Port"), SPARTA, met="{1: 10}")
    game.pick(FIRST, "Space Port")
    assert game.held(FIRST)
    assert (game.hand(FIRST), game.discards()) == (["Gem World"], ["Space Port"])
    assert [event.defense for event in game.told(BunkerUsed)] == [2]


def test_the_bunker_can_be_left_alone() -> None:
    """quick reference: a player has it, and need not use it."""
    game = attacked(Side("Old Earth", "1 card"), SPARTA, met="{1: 10}")
    game.skip(FIRST)
    assert (game.held(FIRST), game.count(FIRST)) == (False, 1)


def test_without_a_hand_card_there_is_no_bunker() -> None:
    """xeno.json, bunker, cost."""
    game = attacked(EARTH, SPARTA, met="{1: 10}")
    assert not game.held(FIRST)
    assert game.told(BunkerUsed) == []


def test_the_last_card_for_a_power_leaves_none_for_the_bunker() -> None:
    """xeno.json, bunker, cost."""
    cards = development("Levy", "settle: may discard up to 2 cards -> military +1 each")
    game = attacked(Side("Old Earth, Levy", "2 cards"), ERIDANI, met="{2: 10}", cards=cards)
    game.pick(FIRST, "Levy")
    game.pick(FIRST, *game.hand(FIRST))
    assert not game.held(FIRST)
    assert game.told(BunkerUsed) == []


# --- rewards, order


@pytest.mark.parametrize(
    ("players", "points"),
    [(2, [1, 2]), (3, [1, 1, 2]), (4, [1, 1, 1, 2]), (5, [1, 1, 1, 2, 2])],
)
def test_defenders_gain_1_or_2_and_weaker_players_more(players: int, points: list[int]) -> None:
    """quick reference: defenders gain 1 or 2 (weaker players get more). xeno.json, by_rank."""
    game = Invaded(*FIVE[:players], met=ALWAYS)
    before = [game.points(player) for player in range(players)]
    game.attack()
    strongest = sorted(range(players), key=lambda player: (-game.track(player), -player))
    assert [game.rewards(player) for player in strongest] == points
    for player in range(players):
        award = 5 * len(game.awards(player))
        assert game.points(player) == before[player] + game.rewards(player) + award


def test_who_does_not_hold_out_gains_nothing() -> None:
    """quick reference: defenders gain 1 or 2."""
    game = attacked(SPARTA, EARTH, met="{1: 10}")
    assert (game.rewards(FIRST), game.rewards(SECOND)) == (1, 0)


def test_points_for_defense_are_no_chips_of_the_pool() -> None:
    """xeno.json, points_of_defense: kept apart, and do not empty the pool."""
    game = attacked(EARTH, SPARTA, met=ALWAYS, pool=1)
    assert (game.vp(FIRST), game.rewards(FIRST), game.state.pool) == (0, 2, 1)
    assert not game.over


def test_players_defend_in_turn_order() -> None:
    """base rulebook, Timing: in turn order where it matters."""
    hand = "1 card"
    game = attacked(Side("Old Earth", hand), Side("Alpha Centauri", hand), met="{1: 10}")
    assert game.players_to_answer() == [FIRST]
    game.skip(FIRST)
    assert game.players_to_answer() == [SECOND]


def test_the_repulse_is_weighed_before_the_cards_are_dealt() -> None:
    """xeno.json, order_at_round_end: update, check repulse, deal, defend, damage."""
    game = attacked(EARTH, SPARTA, met=NEVER)
    kinds = [type(event).__name__ for event in game.events]
    wanted = ["RepulseWeighed", "InvasionCame", "InvasionMet", "InvasionLost", "WorldDamaged"]
    places = [kinds.index(kind) for kind in wanted]
    assert places == sorted(places)
    (weighed,) = game.told(RepulseWeighed)
    assert (weighed.military, weighed.repulse) == (2, 22)


# --- who can play it


def test_the_robot_meets_no_invasion() -> None:
    """docs/xeno.md: not with the robot."""
    with pytest.raises(ValueError, match="the robot is played without invasion"):
        new_game(official(robot=True), Options(2, True, robot="easy", modules=("invasion",)), "1")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_published_set_serves_2_to_5_players(players: int) -> None:
    """quick reference: standalone; xeno.json, max_players: 5."""
    assert isinstance(new_game(official(), Options(players, modules=("invasion",)), "1").flow, Race)
    with pytest.raises(ValueError, match="2 to 5 players"):
        new_game(official(), Options(6, modules=("invasion",)), "1")


def test_an_answer_that_is_not_offered_is_refused() -> None:
    """base of all: nothing is gained by a wrong answer."""
    game = attacked(Side("Old Earth", "2 cards"), SPARTA, met="{1: 10}")
    with pytest.raises(IllegalAnswer):
        game.pick(FIRST, *game.hand(FIRST))
    assert game.count(FIRST) == 2
