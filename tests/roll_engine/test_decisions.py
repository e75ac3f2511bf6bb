"""Decisions of random games are of listed kinds; players see what is not secret (Etiquette)."""

from random import Random

import pytest

from roll_engine import IllegalAnswer, Options, Side, new_game, result, view_of
from roll_engine.asks import ASKS, ask_of
from roll_engine.events import WorkersRolled
from roll_engine.positions import describe_answer, find_answer
from tests.roll_engine.game import FIRST, SECOND, Game, official


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_and_ask_only_what_is_listed(players: int) -> None:
    rng = Random(players)
    kinds = set()
    for seed in range(6):
        game = new_game(official(), Options(players, strict=seed % 2 == 1), str(seed))
        while not game.over:
            for decision in game.pending:
                kinds.add(decision.kind)
                answer = decision.sample(rng)
                assert decision.refusal(answer) is None
                assert decision.count() > 1
                game.answer(decision.player, answer)
        assert max(result(official(), game.state).scores) > 0
    assert kinds <= ASKS.keys()
    assert {"select", "reassign", "explorer", "place tile", "shipper", "recruit"} <= kinds


def test_what_is_no_kind_is_not_found() -> None:
    with pytest.raises(ValueError, match="no kind"):
        ask_of("nothing")


def test_each_answer_to_a_choice_is_found_by_its_words() -> None:
    rng = Random(3)
    table = official()
    game = new_game(table, Options(2), "3")
    while not game.over:
        for decision in game.pending:
            answer = decision.sample(rng)
            words = describe_answer(table, decision, answer)
            named = [] if words == "none" else words.replace(", Ltd", "; Ltd").split(", ")
            named = [word.replace("; Ltd", ", Ltd") for word in named]
            if "Designer Species" not in words:
                assert sorted(find_answer(table, decision, named)) == sorted(answer)
            game.answer(decision.player, answer)


def test_refused_answers_change_nothing() -> None:
    rng = Random(5)
    game = new_game(official(), Options(3), "5")
    for _round in range(60):
        for decision in game.pending:
            before = game.state.digest()
            for answer in ((-9,), (99, 99, 99), (0,) * 40):
                with pytest.raises(IllegalAnswer):
                    game.answer(decision.player, answer)
            assert game.state.digest() == before
            game.answer(decision.player, decision.sample(rng))


def test_a_fork_goes_on_as_its_game_does() -> None:
    game = new_game(official(), Options(4), "7")
    rng = Random(7)
    for _round in range(40):
        twin = game.fork()
        for decision in game.pending:
            answer = decision.sample(rng)
            game.answer(decision.player, answer)
            twin.answer(decision.player, answer)
        assert twin.state.digest() == game.state.digest()


# --- views: Roll rulebook, Etiquette


def test_tiles_beneath_the_top_ones_are_secret_but_not_their_number() -> None:
    side = Side(developments="Space Docks, Space Marines", worlds="Gem World, Mining World")
    game = Game(side, Side(cup="home"), step="manage")
    seat = view_of(game.state, SECOND).seats[FIRST]
    assert (seat.developments, seat.worlds) == (2, 2)
    assert seat.top_development == game.player(FIRST).developments[0]
    assert seat.top_world == game.player(FIRST).worlds[0]
    hidden = {*game.player(FIRST).developments[1:], *game.player(FIRST).worlds[1:]}
    assert not hidden & {seat.top_development, seat.top_world}


def test_a_player_sees_all_of_the_own_stacks() -> None:
    game = Game(Side(developments="Space Docks, Space Marines", cup="home"), step="manage")
    assert list(view_of(game.state, FIRST).developments) == game.player(FIRST).developments


def test_workers_behind_the_screen_are_seen_by_their_colour_alone() -> None:
    side = Side(rolled="2 home explore, military wild, home ship")
    game = Game(side, side, step="assign")
    game.pick(FIRST, "ship", "ship", "home")
    game.pick(SECOND, "ship", "ship", "home")
    seat = view_of(game.state, SECOND).seats[FIRST]
    assert seat.screened == (3, 1, 0, 0, 0, 0, 0)
    assert seat.selected == -1
    assert not any(any(dice) for dice in seat.places)
    assert view_of(game.state, FIRST).selected == 4


def test_everything_is_open_once_revealed() -> None:
    game = Game(Side(selects="ship", ship="2 home"), Side(explore="home"), step="explore")
    seat = view_of(game.state, SECOND).seats[FIRST]
    assert seat.places[2 + 4] == (2, 0, 0, 0, 0, 0, 0)
    assert seat.selected == 4


def test_others_are_told_how_many_workers_are_rolled_and_not_their_faces() -> None:
    rolled = next(iter(Game(Side(cup="3 home"), step="roll workers").events(WorkersRolled)))
    assert isinstance(rolled, WorkersRolled)
    assert rolled.count == 3
    assert sum(rolled.own) == 3
    assert rolled.redacted() == WorkersRolled(rolled.seat, 3, ())


def test_the_bag_and_abandoned_tiles_are_seen_by_number() -> None:
    view = view_of(new_game(official(), Options(3), "1").state, 0)
    assert view.bag == 55 - 6
    assert view.abandoned == 0


def test_equal_states_give_equal_views() -> None:
    game = new_game(official(), Options(2), "1")
    rng = Random(1)
    while game.state.round < 3:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
        twin = game.fork()
        for seat in (0, 1):
            view = view_of(game.state, seat)
            assert view == view_of(twin.state, seat)
            assert hash(view) == hash(view_of(twin.state, seat))
