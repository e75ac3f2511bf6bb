"""The soak test of Roll finds injected faults, and none in ordinary games."""

from collections.abc import Callable
from random import Random

import pytest

from rftg_dev.soak import games, roll
from rftg_dev.soak.__main__ import main
from rftg_dev.soak.roll import RollCheck, check_game, find_violations, permute_hidden
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
    assert found.counts["decisions"] > 100
    assert found.counts["illegal answers, too many"] > 0


def test_the_command_prints_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roll", "--count", "3", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.split()[-2:] == ["failures", "0"]


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


def paint_die(state: State) -> None:
    """As many dice as before, and another colour."""
    state.supply[0] -= 1
    state.supply[6] += 1


def double_tile(state: State) -> None:
    state.bag[0] = state.bag[1]


def share_face(state: State) -> None:
    state.players[0].tableau.append(state.players[1].tableau[0])


def leave_tiles(state: State) -> None:
    state.abandoned.append(state.bag.pop())


def hold_tile(state: State) -> None:
    state.players[0].drawn.append(state.bag.pop())


def be_poor(state: State) -> None:
    state.players[0].credits = -1


def fill_world(state: State) -> None:
    world = next(f for f in state.players[0].tableau if official().kind[f] >= 0)
    state.players[0].goods[world] = [0, 0, 0]


def change_powers(state: State) -> None:
    state.players[0].powers = official().powers((official().titles.index("Nanotechnology"),))


@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        (lose_die, "dice"),
        (paint_die, "dice"),
        (double_tile, "two places"),
        (share_face, "in two tableaus"),
        (leave_tiles, "left after a step"),
        (hold_tile, "not placed"),
        (be_poor, "-1 credits"),
        (fill_world, "3 goods on"),
        (change_powers, "not those of the tableau"),
        (lose_tile, "two places"),
        (gain_chip, "points in chips"),
        (be_rich, "11 credits"),
        (put_good_on_gray, "a good on"),
    ],
)
def test_what_does_not_hold_is_found(breaks: Callable[[State], None], says: str) -> None:
    state = middle()
    assert list(find_violations(official(), state, "roll workers")) == []
    breaks(state)
    assert any(says in what for what in find_violations(official(), state, "roll workers"))


def test_what_is_hidden_is_another_in_a_permuted_state() -> None:
    """The bag, the lower tiles of others, and what their workers are assigned to."""
    state = middle()
    twin = permute_hidden(state, 0, Random(1))
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


def spend_all(state: State) -> None:
    state.players[0].credits = 0


def keep_worker(state: State) -> None:
    state.players[0].workers(0)[0] = 1


def leave_rich(state: State) -> None:
    state.players[0].credits, state.players[0].citizenry[0] = 3, 2


def empty_cup(state: State) -> None:
    state.players[0].cup[:] = [0] * 7
    state.players[0].builders(True)[1] = 1


@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        (spend_all, "has no credit"),
        (keep_worker, "unused workers"),
        (leave_rich, "credits to recruit"),
        (empty_cup, "dice to recall"),
        (lambda _state: None, "behind the screen"),
    ],
)
def test_what_does_not_hold_at_the_end_of_a_round_is_found(
    breaks: Callable[[State], None], says: str
) -> None:
    """In the middle of a round there are dice behind the screens, which is a fault by then."""
    state = middle()
    breaks(state)
    assert any(says in what for what in find_violations(official(), state, "manage"))


def test_a_view_that_shows_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "view_of", lambda state, _seat: state.bag)
    failures = check_game(7, 1).failures
    assert any("depends on hidden information" in failure for failure in failures)


def test_an_illegal_answer_that_is_taken_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "check_refusal", lambda _game, _attempt: "it is taken")
    failures = check_game(7, 1).failures
    assert any("it is taken" in failure for failure in failures)


def test_a_game_without_an_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roll, "MAX_ROUNDS", 3)
    assert "no end after 3 rounds" in check_game(7, 1).failures[-1]
    check = RollCheck(official(), "7/1", 1, 3)
    check.must_end = False
    assert check.check().failures == [], "it is broken off"


def test_powers_that_are_gathered_anew_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of long runs: what is kept of tableaus is thrown away when it is much."""
    monkeypatch.setattr("roll_engine.cards.table.MAX_CACHED_POWERS", 5)
    assert check_game(8, 2).failures == []
