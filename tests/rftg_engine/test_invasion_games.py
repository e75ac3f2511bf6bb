"""Whole games with an invasion: views, copies, forks, data, records, whatever was asked when."""

import json
from random import Random

import pytest

from gamekit.driver import Driver
from rftg_dev.soak.race import permute_hidden
from rftg_engine import Options, State, new_game, replay, resume, view_of
from rftg_engine.bots import make_bot, play_out
from rftg_engine.game import RACE
from rftg_engine.modules.invasion_state import invasion_in, invasion_of, invasion_seen
from tests.invasions import ASKED, official

TABLE = official()


def options(players: int, **others: bool) -> Options:
    """A set-up with an invasion."""
    return Options(players, modules=("invasion",), **others)


SETUPS = [options(2), options(3), options(5), options(2, experienced=True)]


def play_on(game: Driver[State], rng: Random) -> None:
    """Answers all that is left at random."""
    while not game.over:
        decision = game.pending[0]
        game.answer(decision.player, decision.sample(rng))


@pytest.mark.parametrize("setup", SETUPS)
def test_a_fork_at_each_question_of_an_invasion_is_the_same_game(setup: Options) -> None:
    game, rng = new_game(TABLE, setup, "forks"), Random(4)
    seen = set()
    while not game.over:
        decision = game.pending[0]
        if decision.kind in ASKED:
            seen.add(decision.kind)
            twin = game.fork()
            assert (twin.state.digest(), twin.pending) == (game.state.digest(), game.pending)
            assert invasion_of(twin.state) == invasion_of(game.state)
            assert invasion_of(twin.state) is not invasion_of(game.state)
            play_on(twin, Random(1))
        game.answer(decision.player, decision.sample(rng))
    assert "damage" in seen


@pytest.mark.parametrize("setup", SETUPS)
def test_copies_are_the_same(setup: Options) -> None:
    def check(_step: str, state: State) -> None:
        twin = state.copy()
        assert twin.dump() == state.dump()
        assert twin.digest() == state.digest()
        assert invasion_of(twin) == invasion_of(state)
        assert hash(invasion_of(twin)) == hash(invasion_of(state))

    play_on(new_game(TABLE, setup, "data", check), Random(2))


def test_what_changes_in_one_copy_stays_in_another() -> None:
    state = new_game(TABLE, options(3), "copies").state
    kept = invasion_of(state).dump()
    part = invasion_of(state.copy())
    for listed in (part.track, part.discs, part.used, part.dealt, part.damaged[0], part.rewards):
        listed.append(7)
    part.held.append(True)
    part.contributed[0] += 1
    assert invasion_of(state).dump() == json.loads(json.dumps(kept))
    assert part != invasion_of(state)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_view_stays_when_only_hidden_things_change(setup: Options) -> None:
    rng = Random(3)

    def check(_step: str, state: State) -> None:
        for seat in range(setup.players):
            view = view_of(state, seat)
            assert view_of(permute_hidden(state, seat, rng), seat) == view
            assert invasion_seen(view) == invasion_in(state)
            assert invasion_seen(view) is not invasion_in(state)

    play_on(new_game(TABLE, setup, "views", check), rng)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_record_is_replayed_and_verified(setup: Options) -> None:
    recorder = RACE.recorder(TABLE, setup, "record")
    play_on(recorder.game, Random(5))
    record = json.loads(json.dumps(recorder.record(["random"] * setup.players)))
    replay(TABLE, record)
    assert resume(TABLE, record).record(["random"] * setup.players) == record
    assert record["modules"] == ["invasion"]


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_the_same_seed_is_the_same_game_of_bots(level: str) -> None:
    ends = []
    for _time in range(2):
        game = new_game(TABLE, options(3), "same")
        play_out(game, [make_bot(level, TABLE, f"{seat}") for seat in range(3)], 60)
        ends.append((game.answers, game.state.digest()))
    assert ends[0] == ends[1]
    assert invasion_of(game.state).dealt


def test_a_game_without_the_invasion_knows_nothing_of_it() -> None:
    game = new_game(TABLE, Options(2), "without")
    play_on(game, Random(6))
    assert invasion_in(game.state) is None
    assert "invasion" not in game.state.dump()
