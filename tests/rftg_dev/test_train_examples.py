"""The examples of training have the inputs that bots use when they play."""

import pytest

from gamekit.learned import Appraisal, Layer
from rftg_dev.train.value import inputs_of, inputs_without_hand
from rftg_engine import Driver, Options, State, actions, new_game, view_of
from rftg_engine.bots import features, knowledge, make_bot, networks
from rftg_engine.bots.evaluator import Evaluator, expected_lead
from rftg_engine.bots.situation import Situation
from tests.game import table_of

ROUNDS = (1, 4, 7)
SEATS = [(2, 0), (2, 1), (3, 2)]
"""How many players, and whose view."""


def at_rounds(players: int) -> list[Driver[State]]:
    """Return games of an arc at the start of some rounds."""
    table, found = table_of("brink-of-war"), []
    for last in ROUNDS:
        game = new_game(table, Options(players, goals=True, takeovers=True), "examples")
        bots = [make_bot("greedy", table, str(seat)) for seat in range(players)]
        while game.state.round < last or game.step != "choose":
            for decision in game.pending:
                seat = decision.player
                look = lambda seat=seat, game=game: view_of(game.state, seat)  # noqa: E731
                game.answer(seat, bots[seat].choose(decision, look))
        found.append(game)
    return found


def reached(layer: Layer, row: list[float]) -> list[float]:
    """Return what the units of a layer are reached by from all inputs at once."""
    return layer.add(layer.biases, list(range(len(row))), row)


@pytest.mark.parametrize(("players", "me"), SEATS)
def test_an_example_has_the_inputs_by_which_a_position_is_valued(players: int, me: int) -> None:
    known = knowledge.knowledge_of(table_of("brink-of-war"))
    value = networks.read_value()
    for game in at_rounds(players):
        evaluator = Evaluator(known, view_of(game.state, me))
        row = inputs_of(evaluator)
        assert row[features.HAND_KNOWN] == 1.0
        points = Appraisal(value, reached(value.layer, row)).points
        lead = evaluator.global_inputs.ahead + points
        assert expected_lead(known, view_of(game.state, me)) == pytest.approx(lead)
        aside = Appraisal(value, reached(value.layer, inputs_without_hand(evaluator)))
        assert evaluator.appraisal.points == pytest.approx(aside.points)


@pytest.mark.parametrize(("players", "me"), SEATS)
def test_a_choice_is_noted_with_the_inputs_by_which_actions_are_valued(
    players: int, me: int
) -> None:
    known = knowledge.knowledge_of(table_of("brink-of-war"))
    learned = networks.read_policy()
    for game in at_rounds(players):
        situation = Situation(Evaluator(known, view_of(game.state, me)), actions.SINGLE)
        row = [*inputs_of(situation.evaluator), *situation.inputs()]
        action_scores = learned.action_scores(reached(learned.layer, row))
        estimates = situation.estimates()
        for action, value in situation.values().items():
            added = value - estimates[action]
            less = min(0.0, action_scores[action])  # all that comes to what brings nothing
            assert added in (pytest.approx(action_scores[action]), pytest.approx(less))
