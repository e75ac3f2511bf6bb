"""The soak test of Roll finds what it is for, and nothing in games as they are."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rftg_dev.soak.roll.__main__ import main
from rftg_dev.soak.roll.games import check_game
from rftg_dev.soak.roll.hidden import permuted
from rftg_dev.soak.roll.invariants import broken
from roll_engine import Options, State, new_game, view_of
from tests.roll_engine.game import official


def middle(rounds: int = 6) -> State:
    """A state in the middle of a game."""
    rng = Random(4)
    game = new_game(official(), Options(3), "4")
    while game.state.round < rounds or game.step != "assign" or game.state.players[0].selected < 0:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    return game.state.copy()


@pytest.mark.parametrize("number", range(8))
def test_games_are_found_to_be_sound(number: int) -> None:
    found = check_game(7, number)
    assert found.failures == []
    assert found.decisions > 100
    assert found.illegal.total() > 0


def test_the_command_prints_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3", "--jobs", "1"]) == 0
    assert "failures                   0" in capsys.readouterr().out


def lose_die(state: State) -> None:
    state.players[1].citizenry[0] += 1


def lose_tile(state: State) -> None:
    state.bag.pop()


def gain_chip(state: State) -> None:
    state.players[2].chips += 1


def be_rich(state: State) -> None:
    state.players[0].credits = 11


def put_good_on_gray(state: State) -> None:
    gray = next(f for f in state.players[0].tableau if official().kind[f] < 0)
    state.players[0].goods[gray] = [state.supply.index(max(state.supply))]


@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        (lose_die, "dice"),
        (lose_tile, "two places"),
        (gain_chip, "points in chips"),
        (be_rich, "11 credits"),
        (put_good_on_gray, "a good on"),
    ],
)
def test_what_does_not_hold_is_found(breaks: Callable[[State], None], says: str) -> None:
    state = middle()
    assert list(broken(official(), state, "roll workers")) == []
    breaks(state)
    assert any(says in what for what in broken(official(), state, "roll workers"))


def test_what_is_hidden_is_another_in_a_permuted_state() -> None:
    """The bag, the lower tiles of others, and what their workers are assigned to."""
    state = middle()
    twin = permuted(state, 0, Random(1))
    assert twin.bag != state.bag
    for seat in (1, 2):
        mine, theirs = twin.players[seat], state.players[seat]
        assert (mine.rolled, mine.places, mine.strip) != (
            theirs.rolled,
            theirs.places,
            theirs.strip,
        )
        assert mine.dice() == theirs.dice()
    assert twin.players[0].dump() == state.players[0].dump()
    assert view_of(twin, 0) == view_of(state, 0)
    assert view_of(twin, 1) != view_of(state, 1)
