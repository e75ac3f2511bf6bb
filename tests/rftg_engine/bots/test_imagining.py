"""Imagined games fit the view they are made of, and hold nothing that it hides."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from gamekit.work import Work
from rftg_dev.soak.race import permute_hidden
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine import Driver, Options, Race, State, new_game, view_of
from rftg_engine.bots.determinize import SampledGame, unseen_cards
from rftg_tools.simulation.race import table_of as simulated
from tests.game import table_of


def imagined_twins(
    game: Driver[State], rng: Random, experienced: bool = False
) -> Iterator[Driver[State]]:
    """Play at random, and yield what who chooses an action imagines; it looks like the game."""
    assert isinstance(game.flow, Race)
    while not game.over:
        for decision in game.pending:
            if decision.kind == "action":
                view = view_of(game.state, decision.player)
                twin = SampledGame(game.flow.table, view, "1", experienced, Work()).begin()
                assert view_of(twin.state, decision.player) == view
                yield twin
            game.answer(decision.player, decision.sample(rng))


def test_an_imagined_game_looks_like_the_true_one_to_its_player() -> None:
    options = Options(3, goals=True, takeovers=True)
    game = new_game(table_of("brink-of-war"), options, "imagined")
    assert len(list(islice(imagined_twins(game, Random(1)), 40))) == 40


@pytest.mark.parametrize("players", [2, 3])
def test_in_a_drafted_game_each_player_is_imagined_to_have_drafted_as_many_cards(
    players: int,
) -> None:
    """Arc 1 booklet, Draft Variant."""
    game = new_game(table_of("brink-of-war"), Options(players, draft=True), "drafted")
    looked = 0
    for twin in islice(imagined_twins(game, Random(4)), 20):
        looked += 1
        for mine, true in zip(twin.state.players, game.state.players, strict=True):
            assert len(mine.deck) + len(mine.discard) == len(true.deck) + len(true.discard)
        assert twin.state.deck == game.state.deck == []
    assert looked >= 20


def test_the_robot_plays_in_imagined_games_as_it_is_seen() -> None:
    table = simulated(("brink-of-war",), shipped_robot())
    game = new_game(table, Options(2, experienced=True, robot="hard"), "imagined")
    looked = 0
    for twin in imagined_twins(game, Random(2), experienced=True):
        looked += 1
        assert twin.pending == game.pending
    assert looked >= 5


def test_an_imagined_game_knows_nothing_of_what_is_hidden() -> None:
    table = table_of("base")
    game = new_game(table, Options(2), "hidden")
    while not any(decision.kind == "action" for decision in game.pending):
        decision = game.pending[0]
        game.answer(decision.player, decision.first())
    other = permute_hidden(game.state, 0, Random(3))
    views = view_of(game.state, 0), view_of(other, 0)
    first, second = (
        SampledGame(table, view, "7", False, Work()).begin().state.dump() for view in views
    )
    assert first == second
    assert set(first["players"][1]["hand"]) <= set(unseen_cards(table, views[0]))


def at_first_actions() -> Driver[State]:
    """A game in which both are about to choose their first actions."""
    game = new_game(table_of("base"), Options(2), "imagined")
    while game.step != "choose":
        for decision in game.pending:
            game.answer(decision.player, decision.first())
    return game


def same_to_its_player(game: Driver[State]) -> bool:
    """Whether what the last player imagines looks like the true game."""
    view = view_of(game.state, 1)
    assert isinstance(game.flow, Race)
    return view_of(SampledGame(game.flow.table, view, "1", False, Work()).begin().state, 1) == view


def test_a_hand_may_be_larger_than_all_that_its_player_does_not_see() -> None:
    game = at_first_actions()
    mine = game.state.players[1]
    mine.hand += game.state.deck + game.state.discard
    game.state.deck, game.state.discard = [], []
    assert same_to_its_player(game)


def test_a_player_may_have_discarded_all_cards_of_the_tableau() -> None:
    game = at_first_actions()
    for player in game.state.players:
        assert isinstance(game.flow, Race)
        game.flow.moves.discard_from_tableau(game.state, player, player.tableau[0])
    assert same_to_its_player(game)


@pytest.mark.parametrize("experienced", [False, True])
def test_an_imagined_game_asks_for_as_many_actions_as_the_true_one(experienced: bool) -> None:
    table = table_of("base")
    game = new_game(table, Options(2, experienced=experienced), "imagined")
    while game.step != "choose":
        for decision in game.pending:
            game.answer(decision.player, decision.first())
    twin = SampledGame(table, view_of(game.state, 1), "1", experienced, Work()).begin()
    assert twin.pending[1] == game.pending[1]
