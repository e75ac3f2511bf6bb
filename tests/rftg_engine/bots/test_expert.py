"""The expert: the others' actions, envy, and looking ahead."""

import pytest

from rftg_engine import Side, view_of
from rftg_engine.bots import make_bot, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.habits import CONSUME, PHASES, PRODUCE
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.players import MasterBot
from rftg_engine.bots.situation import any_call_chances, rivals_of
from rftg_engine.game import new_game
from rftg_engine.options import Options
from rftg_tools.simulation.race import table_of
from tests.game import FIRST, Game

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
    table = table_of(("base",))
    game = new_game(table, Options(2), f"st/{seed}", None, False)
    play_out(game, [make_bot("expert", table, str(seat)) for seat in range(2)], 40)
    assert game.over
