"""The networks of bots and their habits: chances to win, and actions that experts prefer."""

import json
from pathlib import Path
from typing import Any

import pytest

from gamekit.decisions import Answer
from rftg_engine import Options, Side, actions, new_game, view_of
from rftg_engine.bots import features, habits, networks
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge, knowledge_of
from rftg_engine.bots.networks import Policy
from rftg_engine.bots.players import ExpertBot
from rftg_engine.bots.ratings import chances, lead, win_chance
from rftg_engine.bots.situation import Situation
from tests.game import FIRST, Game, table_of


@pytest.mark.parametrize(
    "path",
    [habits.SHIPPED, networks.VALUE_FILE, networks.INVASION_VALUE_FILE, networks.POLICY_FILE],
    ids=lambda path: path.stem,
)
def test_a_shipped_file_says_how_it_was_trained(path: Path) -> None:
    trained = json.loads(path.read_text(encoding="utf-8"))["trained"]
    assert trained["settings"]
    assert trained["start"], "the digest of the files with which training began"
    assert trained["code"], "that of the rules and bots that played"
    assert "never_seen" not in trained


def test_habits_go_from_those_of_the_start_to_those_of_the_end() -> None:
    assert [habits.at_stage([(1.0, 3.0)], stage) for stage in (0, 6, 12)] == [[1.0], [2.0], [3.0]]


# --- the value


@pytest.mark.parametrize("me", [0, 1])
def test_who_is_far_ahead_is_expected_to_win_as_both_players_see_it(me: int) -> None:
    game = Game(Side("New Sparta", hand="3 cards", vp=20), Side("Old Earth", hand="3 cards"))
    known, view = knowledge_of(game.table), view_of(game.state, me)
    found = chances(known, view)
    assert found[me] == win_chance(known, view)
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > 0.5 > found[1]
    assert (lead(Evaluator(known, view)) > 0.0) == (me == 0)


def test_the_chances_of_all_seats_add_up() -> None:
    table = table_of("brink-of-war")
    game = new_game(table, Options(4, goals=True, takeovers=True), "chances")
    for me in range(4):
        found = chances(knowledge_of(table), view_of(game.state, me))
        assert len(found) == 4
        assert all(one > 0.0 for one in found)
        assert sum(found) == pytest.approx(1.0)


# --- the policy


def made_up(units: int = 2) -> dict[str, Any]:
    """Return the data of a policy that leans to nothing."""
    return {
        "format": networks.POLICY_FORMAT,
        "trained": {},
        "biases": [0.0] * units,
        "inputs": {name: [0.0] * units for name in networks.POLICY_INPUTS},
        "actions": {name: [0.0] * (units + 1) for name in networks.ACTIONS},
    }


def test_leanings_are_what_units_that_are_reached_come_to() -> None:
    data = made_up()
    data["biases"] = [1.0, -3.0]
    data["actions"]["produce"] = [4.0, 8.0, 0.5]
    found = Policy(data)
    action_scores = found.action_scores(found.layer.biases)
    assert action_scores[actions.PRODUCE] == 4.0 * 0.5 - 8.0 * 0.75 + 0.5
    assert sum(map(abs, action_scores)) == abs(action_scores[actions.PRODUCE])


def test_what_it_speaks_of_is_named_by_the_number_of_the_action() -> None:
    assert tuple(map(actions.name_of, range(len(networks.ACTIONS)))) == networks.ACTIONS


def called(action: int, hand: str) -> Answer:
    """Return what an expert calls whose policy leans to an action."""
    data = made_up()
    data["actions"][actions.NAMES[action]][-1] = 50.0
    game = Game(Side("New Sparta", hand=hand), Side("Old Earth", hand="3 cards"))
    learned = Policy(data)
    bot = ExpertBot(Knowledge(game.table, habits.read(), networks.read_value(), learned))
    return bot.choose(game.decision(FIRST), lambda: view_of(game.state, FIRST))


@pytest.mark.parametrize("action", [actions.SETTLE, actions.DEVELOP, actions.EXPLORE_1_1])
def test_experts_call_what_their_policy_leans_to(action: int) -> None:
    assert called(action, "Gem World, Public Works, Space Port") == (action,)


@pytest.mark.parametrize("action", [actions.SETTLE, actions.DEVELOP, actions.CONSUME_X2])
def test_experts_call_nothing_that_brings_them_nothing_whatever_their_policy_says(
    action: int,
) -> None:
    assert called(action, "") != (action,)


@pytest.mark.parametrize("me", [0, 1])
def test_a_policy_is_given_the_inputs_that_it_learns_from(me: int) -> None:
    game = Game(Side("New Sparta", hand="3 cards", vp=7), Side("Old Earth", hand="2 cards"))
    known = Knowledge(game.table, habits.read(), networks.read_value(), None)
    given = Situation(Evaluator(known, view_of(game.state, me)), actions.SINGLE).inputs()
    named = dict(zip(networks.POLICY_INPUTS[features.INPUT_COUNT :], given, strict=True))
    assert named["actions to choose"] == 1.0
    assert named["gain from second settle"] == 0.0, "nobody can choose it"
    chances = [named[f"chance that others call {phase}"] for phase in ("explore", "settle")]
    assert all(0.0 < one < 1.0 for one in chances)
    assert (named["lead over the best opponent"] > 0.0) == (me == 0), "7 points ahead"
