"""The policy: what its file must hold, and that experts go by it."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from gamekit.decisions import Answer
from rftg_engine import Side, actions, view_of
from rftg_engine.bots import inputs, network, policy, weights
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ExpertBot
from rftg_engine.bots.situation import Situation
from tests.game import FIRST, Game

Change = Callable[[dict[str, Any]], object]


def made_up(units: int = 2) -> dict[str, Any]:
    """Return the data of a policy that leans to nothing."""
    return {
        "format": policy.FORMAT,
        "trained": {},
        "biases": [0.0] * units,
        "inputs": {name: [0.0] * units for name in policy.NAMES},
        "actions": {name: [0.0] * (units + 1) for name in policy.ACTIONS},
    }


def test_the_shipped_policy_says_what_it_was_trained_with() -> None:
    trained = json.loads(policy.SHIPPED.read_text(encoding="utf-8"))["trained"]
    assert trained["games"] > 0
    assert trained["settings"]
    assert trained["start"], "the digest of the weights and the value that played"
    assert "never_seen" not in trained


BAD: list[tuple[Change, str]] = [
    (lambda data: data.update(format="other"), "x: this is not rftg-policy/1"),
    (lambda data: data.pop("trained"), "x: trained is missing"),
    (lambda data: data["trained"].update(taught=1), "x: trained: 'taught' is unknown"),
    (lambda data: data.update(biases=[]), "x: biases are missing"),
    (lambda data: data.update(biases=[0, "a"]), "x: biases: 'a' is not a number"),
    (lambda data: data["inputs"].pop("round"), "x: inputs: 'round' is missing"),
    (lambda data: data["inputs"].update(luck=[0, 0]), "x: inputs: 'luck' is unknown"),
    (lambda data: data["inputs"].update(round=[0]), "x: inputs: round: expected 2 numbers"),
    (lambda data: data["actions"].update(settle=[0]), "actions: settle: expected 3 numbers"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_a_bad_file_is_refused_with_the_place(change: Change, message: str) -> None:
    data = copy.deepcopy(made_up())
    policy.parse(data, "x")
    change(data)
    with pytest.raises(ValueError, match=message):
        policy.parse(data, "x")


def test_leanings_are_what_units_that_are_reached_come_to() -> None:
    data = made_up()
    data["biases"] = [1.0, -3.0]
    data["actions"]["produce"] = [4.0, 8.0, 0.5]
    found = policy.parse(data, "x")
    action_scores = found.action_scores(found.layer.sums([0.0, 0.0], []))
    assert action_scores[actions.PRODUCE] == 4.0 * 0.5 - 8.0 * 0.75 + 0.5
    assert sum(map(abs, action_scores)) == abs(action_scores[actions.PRODUCE])


def test_what_it_speaks_of_is_named_by_the_number_of_the_action() -> None:
    assert tuple(map(actions.name_of, range(len(policy.ACTIONS)))) == policy.ACTIONS


def called(action: int, hand: str) -> Answer:
    """Return what an expert calls whose policy leans to an action."""
    data = made_up()
    data["actions"][actions.NAMES[action]][-1] = 50.0
    game = Game(Side("New Sparta", hand=hand), Side("Old Earth", hand="3 cards"))
    learned = policy.parse(data, "x")
    bot = ExpertBot(Knowledge(game.table, weights.read(), network.load_shipped(), learned))
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
    known = Knowledge(game.table, weights.read(), network.load_shipped(), None)
    given = Situation(Evaluator(known, view_of(game.state, me)), actions.SINGLE).inputs()
    named = dict(zip(policy.NAMES[inputs.COUNT :], given, strict=True))
    assert named["actions to choose"] == 1.0
    assert named["gain from second settle"] == 0.0, "nobody can choose it"
    chances = [named[f"chance that others call {phase}"] for phase in ("explore", "settle")]
    assert all(0.0 < one < 1.0 for one in chances)
    assert (named["expected lead"] > 0.0) == (me == 0), "7 points ahead"
