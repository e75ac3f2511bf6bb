"""Decisions of random games are of listed kinds, and illegal answers change nothing."""

from random import Random

import pytest

from roll_engine import IllegalAnswer, Options, new_game, result
from roll_engine.asks import ASKS, ask_of
from roll_engine.positions import describe_answer, find_answer
from tests.roll_engine.game import official


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
