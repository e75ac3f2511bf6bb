"""Games sampled from what a player knows look the same to that player, and differ in the rest."""

from random import Random

import pytest

from gamekit.chance import Chance
from gamekit.driver import Driver
from roll_engine import ROLL, Options, new_game, steps
from roll_engine.bots import LEVELS, make_bot
from roll_engine.state import State
from roll_engine.view import view_of
from tests.roll_engine.game import official

MOST_DECISIONS = 160


def hidden(game: Driver[State], seat: int) -> object:
    """Return what a player does not see: the bag, and others' lower tiles and rolled dice."""
    others = [player for player in game.state.players if player.seat != seat]
    return game.state.bag, [
        (one.rolled, one.places, one.developments, one.worlds) for one in others
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_a_sampled_game_looks_like_the_true_one_to_its_player(players: int) -> None:
    table, random = official(), Random(players)
    game = new_game(table, Options(players), f"sampled {players}")
    bots = [make_bot(LEVELS[0], table, str(seat)) for seat in range(players)]
    kinds: set[str] = set()
    for _decision in range(MOST_DECISIONS):
        decision = random.choice(game.pending)
        seat = decision.player
        known = ROLL.information(game, seat)
        twin = known.sample_game("1")
        assert decision in twin.pending
        assert view_of(twin.state, seat) == view_of(game.state, seat)
        assert hidden(twin, seat) != hidden(game, seat)
        again = known.sample_game("1")
        assert hidden(again, seat) == hidden(twin, seat)
        assert known.true_cards == 0
        kinds.add(game.step)
        view = view_of(game.state, seat)
        game.answer(seat, bots[seat].choose(decision, lambda view=view: view))  # type: ignore[misc]
        if game.over:
            break
    assert kinds >= {steps.SETUP, steps.ASSIGN, steps.MANAGE, "explore"}


def test_the_bag_is_drawn_anew_and_stacks_stay() -> None:
    game = new_game(official(), Options(2), "bag")
    bags = {tuple(ROLL.shuffle_unknown(game.state, Chance(str(nth))).bag) for nth in range(9)}
    assert len(bags) == 9
    assert {tuple(sorted(bag)) for bag in bags} == {tuple(sorted(game.state.bag))}


def test_who_leads_has_the_better_chance() -> None:
    table = official()
    game = new_game(table, Options(2), "lead")
    even = ROLL.win_chance(table, view_of(game.state, 0))
    game.state.players[0].chips += 20
    assert 0 < even < ROLL.win_chance(table, view_of(game.state, 0)) < 1
