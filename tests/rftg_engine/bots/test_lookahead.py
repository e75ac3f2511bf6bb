"""Looking ahead: imagined rounds are played to their end and no further."""

import pytest

from gamekit.work import Work
from rftg_engine import Driver, Options, State, actions, new_game, view_of
from rftg_engine.bots.determinize import SampledGame
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.players import ROUNDS_PLAYED_OUT, look_ahead, play_rounds
from tests.game import table_of


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
