"""Bots in an invasion: what they give up to hold out, which world they lose, what they repair."""

from math import isclose
from random import Random

import pytest

from rftg_engine import Options, Side, asks, new_game, view_of
from rftg_engine.bots import LEVELS, make_bot, play_out
from rftg_engine.bots.determinize import InformationSet
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.features import SCORE
from rftg_engine.bots.invasion.attacks import (
    UNAVAILABLE_PRICE,
    card_chances,
    defense_prices,
    ending_gain,
    lead_chance,
    rank_chances,
)
from rftg_engine.bots.invasion.choices import estimates_in
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.seats import open_features, stage_number, stage_of
from rftg_engine.modules.invasion_state import invasion_of
from tests.game import FIRST, SECOND, Game, development, table_of, world
from tests.invasions import ALWAYS, Invaded, attacked, official
from tests.invasions import NEVER as LOST

SPARTA = Side("New Sparta")
PLAYERS = [level for level in LEVELS if level != "random"]
CARDS = (
    world("Capital", "vp: 3, produces: alien", "produce: good")
    + world("Rock", "vp: 0")
    + world("Monument", "vp: 1")
    + world("Mint", "vp: 0, produces: alien", "produce: good")
    + development("Watchers", "settle: military +3 against xeno worlds")
    + development("Idlers", "settle: military +3 against rebel military worlds")
    + development("Wall", "settle: invasion defense +3")
    + development("Menders", "produce: repair 1")
)
OF_ATTACKS = (asks.BUNKER, asks.DEFENSE, asks.DAMAGE)
WAVES = ("{-1: 10}", "{-1: 10}", "{4: 10}")
"""Everybody holds out but in the last wave."""


def answered(game: Invaded, level: str = "expert") -> list[str]:
    """Return the titles of what a bot answers in the first player's place."""
    decision = game.decision(FIRST)
    bot = make_bot(level, game.table, "1")
    return game.titles(bot.choose(decision, lambda: view_of(game.state, decision.player)))


def seen(game: Game) -> Evaluator:
    """Return what the first player makes of a game."""
    return Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))


def worth(game: Game, title: str) -> float:
    """Return what a card is worth to the first player."""
    evaluator = seen(game)
    return evaluator.worth(evaluator.candidate(game.table.titles.index(title)))


# --- an attack


@pytest.mark.parametrize("level", PLAYERS)
def test_a_bot_discards_a_card_in_the_bunker_to_save_a_world(level: str) -> None:
    game = attacked(Side("Capital", "2 cards"), SPARTA, met="{1: 10}", cards=CARDS)
    assert game.asked(FIRST) == "bunker"
    assert len(answered(game, level)) == 1


def test_a_bot_gives_the_bunker_the_card_that_is_worth_least() -> None:
    side = Side("Capital, Public Works", "Gem World, Public Works, Comet Zone")
    assert answered(attacked(side, SPARTA, met="{1: 10}", cards=CARDS)) == ["Public Works"]


@pytest.mark.parametrize("level", PLAYERS)
def test_a_bot_has_the_world_damaged_that_is_worth_least(level: str) -> None:
    game = attacked(Side("Capital, Rock, Gem World"), SPARTA, met=LOST, cards=CARDS)
    assert game.asked(FIRST) == "damage"
    assert answered(game, level) == ["Rock"]


@pytest.mark.parametrize("level", PLAYERS)
def test_a_bot_has_a_world_of_a_point_damaged_and_keeps_the_one_that_produces(level: str) -> None:
    game = attacked(Side("Monument, Mint"), SPARTA, met=LOST, cards=CARDS)
    assert game.asked(FIRST) == "damage"
    assert answered(game, level) == ["Monument"]


def test_a_bot_defends_with_the_power_that_costs_least() -> None:
    cards = CARDS + development("Mine", "settle: may discard this -> invasion defense +3")
    cards += development("Guns", "settle: may discard 1 card -> invasion defense +3")
    game = attacked(Side("Capital, Mine, Guns", "3 cards"), SPARTA, met="{2: 10}", cards=cards)
    assert game.asked(FIRST) == "invasion defense"
    (number,) = make_bot("expert", game.table, "1").choose(
        game.decision(FIRST), lambda: view_of(game.state, game.player(FIRST).seat)
    )
    assert game.table.titles[game.table.power_list[number].card] == "Guns"


def test_who_is_behind_gives_more_to_prevent_the_defeat_of_the_empire_than_who_is_ahead() -> None:
    def at_stake(mine: int, theirs: int) -> float:
        sides = (Side("Capital", "2 cards", vp=mine), Side("New Sparta", vp=theirs))
        game = Invaded(*sides, met=LOST, cards=CARDS)
        game.part.defeats = 1
        return estimates_in(seen(game)).defeat_gain()

    assert at_stake(0, 20) < 0 < at_stake(20, 0)


# --- Produce


def producing(tableau: str, hand: str = "", goods: str = "", damaged: str = "") -> Invaded:
    """Return a Produce phase that the second player has chosen."""
    side = Side(f"Old Earth, {tableau}", hand, goods=goods)
    worlds = {FIRST: damaged} if damaged else {}
    return Invaded(side, SPARTA, cards=CARDS, damaged=worlds, actions=("develop", "produce"))


def test_a_bot_repairs_a_strong_production_world() -> None:
    game = producing("Capital", "2 cards", damaged="Capital")
    assert game.asked(FIRST) == "repair"
    assert answered(game) == ["Capital"]


def test_a_bot_repairs_a_world_that_produces_rather_than_one_of_a_point() -> None:
    assert answered(producing("Monument, Mint, Menders", damaged="Monument, Mint")) == ["Mint"]


def test_a_bot_pays_nothing_for_a_world_that_is_worth_nothing() -> None:
    game = producing("Rock", "Gem World, Comet Zone", damaged="Rock")
    assert game.asked(FIRST) == "repair"
    assert not answered(game)


def test_a_bot_repairs_by_a_power_the_world_that_is_worth_most() -> None:
    game = producing("Rock, Capital, Menders", damaged="Rock, Capital")
    assert game.asked(FIRST) == "repair by power"
    assert answered(game) == ["Capital"]


def test_a_bot_contributes_goods_that_come_again_at_once() -> None:
    game = producing("Capital", goods="Capital")
    assert game.asked(FIRST) == "war effort"
    assert answered(game) == ["Capital"]


@pytest.mark.parametrize(("pool", "given"), [(24, []), (0, ["Deserted Alien Outpost"])])
def test_a_bot_contributes_a_good_of_a_windfall_world_in_the_last_round(
    pool: int, given: list[str]
) -> None:
    outpost = "Deserted Alien Outpost"
    game = producing(f"{outpost}, Galactic Trendsetters", goods=outpost)
    game.part.contributed[game.player(SECOND).seat] = 9
    game.state.pool = pool
    assert game.asked(FIRST) == "war effort"
    assert answered(game) == given


# --- what is to come


@pytest.mark.parametrize("title", ["Watchers", "Wall"])
def test_what_holds_out_is_worth_more_when_attacks_come_that_need_it(title: str) -> None:
    near, far = (Invaded(Side("Capital"), SPARTA, met=met, cards=CARDS) for met in (WAVES, ALWAYS))
    assert worth(near, title) > worth(near, "Idlers")
    assert worth(near, title) > worth(far, title) + 2.0


def test_games_without_an_invasion_have_no_estimates_of_it() -> None:
    game = Game(Side("Old Earth"))
    evaluator = Evaluator(knowledge_of(game.table), view_of(game.state, 0))
    assert evaluator.module_estimates == []


def test_a_card_that_repairs_is_worth_more_the_more_often_worlds_are_lost() -> None:
    lost, held = (Invaded(Side("Capital"), SPARTA, met=met, cards=CARDS) for met in (WAVES, ALWAYS))
    assert worth(lost, "Menders") > worth(held, "Menders") + 1.0


def test_points_for_holding_out_are_seen_of_all_players() -> None:
    game = Invaded(Side("Capital"), SPARTA, cards=CARDS)
    before = open_features(knowledge_of(game.table), view_of(game.state, 0), 1)[SCORE]
    game.part.rewards[1] += 3
    after = open_features(knowledge_of(game.table), view_of(game.state, 0), 1)[SCORE]
    assert isclose(after - before, 3.0)


def test_a_game_that_is_about_to_end_by_defeat_is_late_for_bots() -> None:
    game = Invaded(Side("Capital"), Side("Old Earth"), met=LOST, cards=CARDS, round=7)
    game.part.defeats = 1
    view = view_of(game.state, 0)
    assert stage_of(knowledge_of(game.table), view).number > stage_number(view)


@pytest.mark.parametrize(("defeats", "repulsed"), [(2, False), (1, True)])
def test_no_attack_comes_in_an_imagined_game_that_the_invasion_has_ended(
    defeats: int, repulsed: bool
) -> None:
    game = Invaded(Side("Capital"), SPARTA, met=LOST, cards=CARDS)
    game.part.defeats, game.part.repulsed = defeats, repulsed
    estimates = estimates_in(seen(game))
    assert estimates.horizon.attacks == 0
    assert estimates.points(game.player(FIRST).seat) == 0.0


def test_an_invasion_that_is_repulsed_at_once_is_foreseen_before_the_first_round() -> None:
    facts = {"repulse": ((2, 1),)}
    game = Invaded(Side("Watchers"), SPARTA, cards=CARDS, facts=facts, round=0)
    view = view_of(game.state, 0)
    assert stage_of(knowledge_of(game.table), view).number == stage_number(view)


def test_settle_of_the_first_round_is_foreseen() -> None:
    (estimates,) = seen(Invaded(Side("Capital"), SPARTA, cards=CARDS, round=1)).module_estimates
    assert estimates.phases() == ["settle"]


# --- the reckoning


def test_chances_of_cards_add_up_and_the_highest_meets_the_highest() -> None:
    assert card_chances(3, 3, 0) == [0.0, 0.0, 1.0]
    assert card_chances(3, 2, 1) == pytest.approx([2 / 3, 1 / 3, 0.0])
    for rank in range(4):
        assert sum(card_chances(11, 4, rank)) == pytest.approx(1.0)


def test_more_defense_is_bought_the_cheapest_way() -> None:
    assert defense_prices([(2, 5.0), (1, 1.0), (3, 7.0)])[:5] == [0.0, 1.0, 5.0, 6.0, 8.0]
    assert defense_prices([])[1] == UNAVAILABLE_PRICE


def test_ranks_are_as_likely_as_the_others_are_higher() -> None:
    assert rank_chances([1.0, 0.0]) == [0.0, 1.0, 0.0]
    assert rank_chances([0.5, 0.5]) == [0.25, 0.5, 0.25]
    assert lead_chance(0, 1.0) == 0.5 < lead_chance(1, 1.0) < lead_chance(2, 1.0)


def test_the_end_is_worth_something_to_who_is_ahead_alone() -> None:
    assert (
        ending_gain([10.0, 5.0], [5.0, 9.0], 0, 4)
        > 0.0
        > ending_gain([10.0, 5.0], [5.0, 9.0], 1, 4)
    )


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_play_an_invasion_to_its_end(level: str) -> None:
    game = new_game(official(), Options(3, modules=("invasion",)), "1")
    play_out(game, [make_bot(level, official(), str(seat), 2) for seat in range(3)], 40)
    assert game.over
    assert invasion_of(game.state).dealt


# --- imagined attacks


@pytest.mark.parametrize("seed", range(4))
def test_who_defends_knows_the_cards_that_are_dealt_and_no_card_of_others(seed: int) -> None:
    table, rng = table_of("xeno-invasion"), Random(seed)
    game = new_game(table, Options(3, modules=("invasion",)), f"attack {seed}")
    imagined = fresh = 0
    while not game.over:
        for decision in game.pending:
            if decision.kind in OF_ATTACKS:
                moment = InformationSet(game, decision.player)
                for number in range(3):
                    twin = moment.sample_game(str(number))
                    part, true = invasion_of(twin.state), invasion_of(game.state)
                    assert (part.dealt, part.used) == (true.dealt, true.used)
                    hands = [player.hand for player in twin.state.players]
                    assert sorted(twin.state.players[decision.player].hand) == sorted(
                        game.state.players[decision.player].hand
                    )
                    imagined += 1
                    fresh += hands != [player.hand for player in game.state.players]
                assert moment.true_cards == 0
            game.answer(decision.player, decision.sample(rng))
    assert imagined
    assert fresh
