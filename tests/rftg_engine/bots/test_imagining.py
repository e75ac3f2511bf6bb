"""Imagined games fit the view they are made of, and hold nothing that it hides."""

from __future__ import annotations

from random import Random

import pytest

from gamekit.work import Work
from rftg_dev.soak.hidden import permuted
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine import Driver, Options, Race, State, new_game, view_of
from rftg_engine.bots.imagining import ImaginedGame, unseen_cards
from rftg_tools.simulation import table_of as simulated
from tests.game import table_of


def test_an_imagined_game_looks_like_the_true_one_to_its_player() -> None:
    table, rng = table_of("brink-of-war"), Random(1)
    game = new_game(table, Options(3, goals=True, takeovers=True), "imagined")
    looked = 0
    while not game.over and looked < 40:
        for decision in game.pending:
            if decision.kind == "action":
                looked += 1
                view = view_of(game.state, decision.player)
                twin = ImaginedGame(table, view, "1", False, Work()).begin()
                assert view_of(twin.state, decision.player) == view
            game.answer(decision.player, decision.sample(rng))
    assert looked >= 40


@pytest.mark.parametrize("players", [2, 3])
def test_in_a_drafted_game_each_player_is_imagined_to_have_drafted_as_many_cards(
    players: int,
) -> None:
    """Arc 1 booklet, Draft Variant."""
    table, rng = table_of("brink-of-war"), Random(4)
    game = new_game(table, Options(players, draft=True), "drafted")
    looked = 0
    while not game.over and looked < 20:
        for decision in game.pending:
            if decision.kind == "action":
                looked += 1
                view = view_of(game.state, decision.player)
                twin = ImaginedGame(table, view, "1", False, Work()).begin()
                assert view_of(twin.state, decision.player) == view
                for mine, true in zip(twin.state.players, game.state.players, strict=True):
                    imagined = len(mine.deck) + len(mine.discard)
                    assert imagined == len(true.deck) + len(true.discard)
                assert twin.state.deck == game.state.deck == []
            game.answer(decision.player, decision.sample(rng))
    assert looked >= 20


def test_the_robot_plays_in_imagined_games_as_it_is_seen() -> None:
    table, rng = simulated(("brink-of-war",), shipped_robot()), Random(2)
    game = new_game(table, Options(2, experienced=True, robot="hard"), "imagined")
    looked = 0
    while not game.over:
        for decision in game.pending:
            if decision.kind == "action":
                looked += 1
                view = view_of(game.state, decision.player)
                twin = ImaginedGame(table, view, "1", True, Work()).begin()
                assert view_of(twin.state, decision.player) == view
                assert twin.pending == game.pending
            game.answer(decision.player, decision.sample(rng))
    assert looked >= 5


def test_an_imagined_game_knows_nothing_of_what_is_hidden() -> None:
    table = table_of("base")
    game = new_game(table, Options(2), "hidden")
    while not any(decision.kind == "action" for decision in game.pending):
        decision = game.pending[0]
        game.answer(decision.player, decision.first())
    other = permuted(game.state, 0, Random(3))
    views = view_of(game.state, 0), view_of(other, 0)
    first, second = (
        ImaginedGame(table, view, "7", False, Work()).begin().state.dump() for view in views
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
    twin = ImaginedGame(game.flow.table, view, "1", False, Work()).begin()
    return view_of(twin.state, 1) == view


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
    twin = ImaginedGame(table, view_of(game.state, 1), "1", experienced, Work()).begin()
    assert twin.pending[1] == game.pending[1]
