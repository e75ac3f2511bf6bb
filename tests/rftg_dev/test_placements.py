"""Placements that the value is fitted to: a teacher's, and own ones that are played out."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import pytest

from rftg_dev.teacher import Seen, taught_placements
from rftg_dev.train.common import SETTINGS, Mind
from rftg_dev.train.placements import (
    ADDED,
    CHOICE,
    NOTES,
    WIDTH,
    WORTH,
    Batches,
    Choices,
    play_out_placements,
)
from rftg_dev.train.softsign import Adam, Floats, Model, Standardization
from rftg_engine import actions
from rftg_engine.bots import features
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.networks import POINTS_PER_E
from rftg_tools.simulation.race import table_of

HELPS, USELESS = features.PRESTIGE, features.DEFENSE


def make_choices(worth_of: Any, games: int = 40) -> list[array[float]]:
    """Return games of ten choices between three options with random inputs."""
    rng = np.random.default_rng(3)
    rows = rng.normal(0.0, 1.0, (games, 10, 3, WIDTH)).astype(np.float32)
    rows[..., CHOICE] = np.arange(10)[:, None]
    rows[..., ADDED] = 0
    rows[..., WORTH] = worth_of(rows)
    return [array("f", game.reshape(-1).tolist()) for game in rows]


def slopes_after_fit(games: list[array[float]], *, taught: bool) -> Floats:
    """Return the slopes of a linear model that is fitted to choices, in points."""
    count = features.INPUT_COUNT
    scale = Standardization(np.zeros(count, np.float32), np.ones(count, np.float32))
    rng = np.random.default_rng(1)
    model = Model(count, 1, rng)
    model.outer[:] = 0
    adam = Adam(model.parts)
    batches = Batches(Choices(games, scale, taught=taught), rng)
    for _step in range(150):
        adam.step(batches.gradient(model), 0.01)
    slopes: Floats = model.direct * POINTS_PER_E
    return slopes


def test_what_a_teacher_takes_is_rated_higher() -> None:
    def is_best(rows: Floats) -> Floats:
        amounts = rows[..., NOTES + HELPS]
        chosen: Floats = (amounts == amounts.max(-1, keepdims=True)).astype(np.float32)
        return chosen

    slopes = slopes_after_fit(make_choices(is_best), taught=True)
    assert slopes[HELPS] > 1.0
    assert abs(slopes[USELESS]) < slopes[HELPS] / 4


def test_what_wins_when_played_out_is_rated_higher() -> None:
    def chance(rows: Floats) -> Floats:
        noise = np.random.default_rng(5).normal(0.0, 0.05, rows.shape[:-1])
        chances: Floats = 0.5 + 0.05 * rows[..., NOTES + HELPS] + noise
        return chances

    slopes = slopes_after_fit(make_choices(chance), taught=False)
    assert slopes[HELPS] > 1.0
    assert abs(slopes[USELESS]) < slopes[HELPS] / 4


def test_choices_of_several_games_stay_apart() -> None:
    one = array("f", [0.0] * WIDTH * 2)
    scale = Standardization.from_inputs(np.zeros((1, features.INPUT_COUNT), np.float32))
    choices = Choices([one, array("f"), one], scale, taught=True)
    assert choices.rows[:, :3].tolist() == [[0, 1, -1], [2, 3, -1]]
    assert len(Choices([], scale, taught=True).rows) == 0


def decision(kind: str, step: str, options: Any, answer: Any) -> dict[str, Any]:
    """Return a decision of the first player, as the record of a game has it."""
    return {"player": 0, "kind": kind, "step": step, "options": options, "answer": answer}


def test_the_hand_is_followed_through_a_round() -> None:
    side = {"tableau": ["Old Earth"], "hand": ["Space Port"]}
    seen = Seen({"players": [side]})
    seen.follow(decision("first action", "choose", ["explore +5", "develop"], "develop"))
    seen.follow(decision("action", "choose", [], ["explore +5", "prestige develop"]))
    drawn = [["Gem World", "Mining League"], ["Mining League", "Mining League"]]
    seen.follow(decision("explore", "explore", drawn, ["Mining League", "Mining League"]))
    assert sorted(side["hand"]) == ["Gem World", "Space Port"]
    assert seen.actions == [(actions.EXPLORE_5, actions.DEVELOP + actions.PRESTIGE)]
    assert seen.known == [True]
    seen.follow(decision("place development", "develop", ["none", "Space Port"], "Space Port"))
    paid = {"using": [], "cards": ["Gem World"]}
    seen.follow(decision("pay for development", "develop", [paid], paid))
    assert side == {"tableau": ["Old Earth", "Space Port"], "hand": []}
    assert seen.known == [False]
    with pytest.raises(ValueError, match="not in list"):
        seen.follow(decision("place world", "settle", ["none", "Gem World"], "Gem World"))


def position(start_world: str, hand: list[str]) -> dict[str, Any]:
    """Return a player's side in a recorded position."""
    return {
        "tableau": [start_world],
        "hand": hand,
        "goods": {},
        "saved": {},
        "chips": 0,
        "prestige": 0,
        "goals": [],
        "prestige_card_used": None,
    }


def test_a_teacher_shows_options_with_their_prices() -> None:
    hand = ["Interstellar Bank", "Space Port", "Gem World", "Mining League", "Spice World"]
    start = {
        "order": [0, 1],
        "players": [position("Old Earth", hand), position("Alpha Centauri", [])],
        "pool": 24,
        "supply": 80,
        "discard": 0,
    }
    titles = ["none", "Interstellar Bank", "Space Port"]
    decisions = [
        decision("action", "choose", [], "develop"),
        decision("place development", "develop", titles, "Interstellar Bank"),
    ]
    game = {
        "id": "1",
        "kind": "ai-base-2p",
        "players": 2,
        "experienced": False,
        "goals": [],
        "takeovers": False,
        "result": {"scores": [1, 0], "winners": [0], "rounds": 9},
        "rounds": [{"round": 3, "start": start, "decisions": decisions}],
    }
    knowledge = knowledge_of(table_of(("base",)))
    (taught,) = taught_placements(game, knowledge)
    assert (taught.chosen, taught.for_worlds) == (1, False)
    costs = {card.title: card.cost for card in knowledge.table.cards}
    prices = [option.price.cards for option in taught.options]
    assert prices == [0, *[costs[title] - 1 for title in titles[1:]]]


def test_placements_are_played_out_the_same_on_any_number_of_processes() -> None:
    settings = (SETTINGS[0],)
    runs = [list(play_out_placements(Mind(), settings, 4, 8, jobs)) for jobs in (1, 2)]
    assert runs[0] == runs[1]
    rows = np.concatenate([np.frombuffer(game, np.float32).reshape(-1, WIDTH) for game in runs[0]])
    assert ((rows[:, WORTH] >= 0) & (rows[:, WORTH] <= 1)).all()
    assert len(np.unique(rows[:, WORTH])) > 2
