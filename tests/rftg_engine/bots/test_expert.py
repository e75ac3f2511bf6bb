"""The expert and the master: actions of others, envy, takeovers, and rounds that are played out."""

import pytest

from gamekit.decisions import Answer
from gamekit.work import Work
from rftg_engine import Driver, Options, Side, State, actions, new_game, view_of
from rftg_engine.bots import make_bot, play_out
from rftg_engine.bots.determinize import SampledGame
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.habits import CONSUME, PHASES, PRODUCE
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.players import (
    ROUNDS_PLAYED_OUT,
    MasterBot,
    look_ahead,
    not_clearly_worse,
    play_rounds,
)
from rftg_engine.bots.situation import any_call_chances, rivals_of
from tests.game import FIRST, Game, table_of
from tests.rules.arc1.arc import Arc
from tests.rules.arc1.openings import duel

BELLI = "Interstellar Casus Belli"
RICH = "Old Earth, Gem World, Spice World, Comet Zone"
GOODS = "Gem World, Spice World, Comet Zone"


def calls(other: Side) -> list[float]:
    game = Game(Side("New Sparta", hand="3 cards"), other)
    seen = Evaluator(knowledge_of(game.table), view_of(game.state, FIRST))
    return any_call_chances(rivals_of(seen), 1)


def test_whoever_has_goods_is_expected_to_consume_and_whoever_has_none_to_produce() -> None:
    full, empty = calls(Side(RICH, hand="2 cards", goods=GOODS)), calls(Side(RICH, hand="2 cards"))
    assert full[CONSUME] > empty[CONSUME]
    assert full[PRODUCE] < empty[PRODUCE]


def test_the_chances_of_one_player_add_up_to_one_action() -> None:
    assert abs(sum(calls(Side(RICH, hand="4 cards"))) - 1.0) < 1e-9
    assert len(calls(Side(RICH))) == len(PHASES)


def test_looking_ahead_gives_a_legal_answer_and_the_same_one_for_the_same_seed() -> None:
    answers = []
    for _nth in range(2):
        game = Game(Side(RICH, hand="5 cards", goods=GOODS), Side("New Sparta", hand="3 cards"))
        bot = MasterBot(knowledge_of(game.table), "1")
        decision = game.decision(FIRST)
        answers.append(bot.choose(decision, lambda game=game: view_of(game.state, FIRST)))  # type: ignore[misc]
        assert decision.refusal(answers[-1]) is None
    assert answers[0] == answers[1]


@pytest.mark.parametrize("seed", [44, 464, 1256, 1521, 2627, 2947, 3256, 3289, 4782, 4979])
def test_nobody_calls_a_phase_again_and_again_that_brings_nothing(seed: int) -> None:
    table = table_of("base")
    game = new_game(table, Options(2), f"st/{seed}", None, False)
    play_out(game, [make_bot("expert", table, str(seat)) for seat in range(2)], 40)
    assert game.over


# --- takeovers


def declared(level: str, military: str) -> bool:
    """Whether a bot attacks a world of defense 1, whose owner has 2 military."""
    mine = Side(f"Old Earth, {BELLI}, {military}", prestige=1)
    game: Arc = duel(mine, Side("New Sparta, Rebel Fuel Cache"))
    (decision,) = game.driver.pending
    bot = make_bot(level, game.table, "1")
    return bool(bot.choose(decision, lambda: view_of(game.driver.state, decision.player)))


@pytest.mark.parametrize("level", ["greedy", "expert", "master"])
def test_a_bot_declares_a_takeover_that_its_military_will_do_for(level: str) -> None:
    assert declared(level, "Space Marines, Expedition Force")


@pytest.mark.parametrize("level", ["greedy", "expert", "master"])
def test_a_bot_spends_nothing_on_a_takeover_without_hope(level: str) -> None:
    assert not declared(level, "Space Marines")


# --- rounds that are played out


def at_first_actions() -> Driver[State]:
    """Return a game in which both are about to choose their first actions."""
    game = new_game(table_of("brink-of-war"), Options(2), "ahead")
    while game.step != "choose":
        for decision in game.pending:
            game.answer(decision.player, decision.first())
    return game


@pytest.mark.parametrize("me", [0, 1])
def test_rounds_in_which_nothing_is_asked_count_too(me: int) -> None:
    table, game = table_of("brink-of-war"), at_first_actions()
    evaluator = Evaluator(knowledge_of(table), view_of(game.state, me))
    imagined = SampledGame(table, evaluator.view, "1", False, Work()).begin()
    produce = (actions.PRODUCE,)
    assert 0.0 < play_rounds(evaluator, imagined, produce, {1 - me: produce}) < 1.0
    assert imagined.state.round == game.state.round + ROUNDS_PLAYED_OUT
    assert len(look_ahead(evaluator, [produce, (actions.EXPLORE_5,)], "1", 2)) == 2


def test_only_options_that_may_be_the_best_are_played_out_further() -> None:
    luck = [0.5, 0.3, 0.6, 0.4]
    lucky = [0.3, 0.5, 0.6, 0.3]
    worse = [chance - 0.2 for chance in luck]
    assert not_clearly_worse([worse, luck, lucky, luck], [0, 1, 2, 3]) == [1, 2]
    assert not_clearly_worse([worse, luck, lucky], [0, 1]) == [1]
    assert not_clearly_worse([luck, worse, lucky], [0, 2]) == [0, 2]


def test_the_best_option_is_found_without_the_chances_of_those_left_behind() -> None:
    game = at_first_actions()
    evaluator = Evaluator(knowledge_of(table_of("brink-of-war")), view_of(game.state, 0))
    options: list[Answer] = [(actions.PRODUCE,), (actions.EXPLORE_5,)]
    assert min(look_ahead(evaluator, options, "1", 20)) > 0.0
    found = look_ahead(evaluator, options, "1", 20, finds_best=True)
    assert max(found) > 0.0
    assert min(found) == 0.0


def test_looking_ahead_ends_with_its_budget() -> None:
    game = at_first_actions()
    evaluator = Evaluator(knowledge_of(table_of("brink-of-war")), view_of(game.state, 0))
    found = look_ahead(evaluator, [(actions.PRODUCE,), (actions.EXPLORE_5,)], "1", 1_000_000)
    assert all(0.0 < one < 1.0 for one in found)


def test_what_a_budget_is_not_enough_for_is_left_out() -> None:
    game = at_first_actions()
    evaluator = Evaluator(knowledge_of(table_of("brink-of-war")), view_of(game.state, 0))
    options = [(actions.PRODUCE,), (actions.EXPLORE_5,)]
    assert look_ahead(evaluator, options, "1", 2, budget=1) == []
    some = [look_ahead(evaluator, options, "1", samples) for samples in range(1, 5)]
    assert look_ahead(evaluator, options, "1", 1_000_000, budget=1_000) in some
