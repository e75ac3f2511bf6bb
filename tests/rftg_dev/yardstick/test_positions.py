"""Games in words: read with clear errors, laid out as they were, and the same as their records."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rftg_dev.yardstick.export import in_words
from rftg_dev.yardstick.foresight import Seen, classic, own_chance
from rftg_dev.yardstick.moments import Unlike, find, moments, moments_of_round, replayed
from rftg_dev.yardstick.positions import (
    BadPositions,
    Game,
    is_held_out,
    kind_of,
    read_games,
    read_lines,
    shares,
)
from rftg_dev.yardstick.stage import lay_out
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.positions.layout import PositionError
from rftg_engine.view import View, view_of

KINDS = ("base-2p", "arc1-3p", "arc1-2pa")


def both(folder: Path, kind: str) -> list[tuple[Game, dict[str, Any]]]:
    """Games of a kind with their records."""
    told = read_games(folder / f"positions-greedy-{kind}.jsonl.gz")
    kept = read_lines(folder / f"greedy-{kind}.jsonl.gz")
    return [(game, json.loads(line)) for game, (_where, line) in zip(told, kept, strict=True)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_gives_the_words_of_its_game_again(games: Path, kind: str) -> None:
    for game, record in both(games, kind):
        again = replayed(kind_of(game["kind"]).table, record)
        assert not again.parted
        driver, given = again.game(), iter(record["answers"])
        played = moments(driver, lambda _asked, given=given: tuple(next(given)))
        assert in_words(kind_of(game["kind"]), game["id"], driver, played) == game


def titled(view: View, titles: list[str]) -> tuple[object, ...]:
    """A view without telling copies of a card apart."""
    hand = sorted(titles[card] for card in view.hand)
    saved = [(titles[card], sorted(titles[one] for one in under)) for card, under in view.saved]
    seats = [
        (
            [titles[card] for card in seat.tableau],
            sorted(titles[card] for card in seat.goods),
            [(titles[card], count) for card, count in seat.saved],
            *seat.facts()[3:],
        )
        for seat in view.seats
    ]
    going = (view.order, view.round, view.todo, view.pool, view.goals, view.takeovers)
    return hand, saved, seats, going, view.deck_count, view.discard_count


@pytest.mark.parametrize("kind", KINDS)
def test_each_seat_sees_in_a_position_laid_out_what_it_saw_in_the_game(
    games: Path, kind: str
) -> None:
    looked = 0
    for game, record in both(games, kind):
        table = kind_of(game["kind"]).table
        rounds = {one["round"]: one for one in game["rounds"]}
        begun = 0
        for moment in replayed(table, record).moments():
            state = moment.state
            if moment.game.step != "choose" or state.round == begun:
                continue
            begun = state.round
            laid = lay_out(table, game, rounds[begun]).state
            for seat in range(game["players"]):
                ours, theirs = view_of(laid, seat), view_of(state, seat)
                assert titled(ours, table.titles) == titled(theirs, table.titles)
                known = knowledge_of(table)
                assert own_chance(Seen(known, ours, ())) == pytest.approx(
                    own_chance(Seen(known, theirs, ()))
                )
                looked += 1
    assert looked > 100


def test_what_a_seat_sees_does_not_tell_what_is_dealt_by_chance(games: Path) -> None:
    game, _record = both(games, "base-2p")[0]
    table = kind_of(game["kind"]).table
    other: Game = {**game, "id": "another"}
    differ = 0
    for one in game["rounds"][1:]:
        first, second = lay_out(table, game, one).state, lay_out(table, other, one).state
        differ += first.deck != second.deck
        for seat in range(2):
            assert view_of(first, seat) == view_of(second, seat)
    assert differ


def test_classic_values_of_two_players_are_each_other_s_opposite(games: Path) -> None:
    game, _record = both(games, "base-2p")[0]
    table = kind_of(game["kind"]).table
    for one in game["rounds"][1:]:
        state = lay_out(table, game, one).state
        seats = (Seen(knowledge_of(table), view_of(state, seat), ()) for seat in (0, 1))
        mine, theirs = map(classic, seats)
        assert mine == pytest.approx(-theirs)


@pytest.mark.parametrize("kind", KINDS)
def test_the_choice_of_actions_is_exact_from_words_alone(games: Path, kind: str) -> None:
    for game, record in both(games, kind):
        table = kind_of(game["kind"]).table
        told = [
            moment.decision for one in game["rounds"][1:] for moment in moments_of_round(game, one)
        ]
        kept = replayed(table, record).moments()
        assert told == [one.decision for one in kept if one.game.step == "choose"]


def test_an_answer_that_the_rules_do_not_give_is_told(games: Path) -> None:
    game, _record = both(games, "base-2p")[0]
    table = kind_of(game["kind"]).table
    decision = lay_out(table, game, game["rounds"][1]).pending[0]
    with pytest.raises(Unlike, match="action: 'search' is no answer here"):
        find(table, decision, "search")


def test_a_position_with_other_cards_is_not_laid_out(games: Path) -> None:
    game, _record = both(games, "base-2p")[0]
    table = kind_of(game["kind"]).table
    one = json.loads(json.dumps(game["rounds"][1]))
    one["start"]["players"][1]["hand"][0] = "Nowhere"
    with pytest.raises(PositionError, match="no card in use is called 'Nowhere'"):
        lay_out(table, game, one)
    with pytest.raises(PositionError, match="the set-up has no position"):
        lay_out(table, game, game["rounds"][0])


def test_the_last_digit_of_its_id_says_whether_a_game_is_held_out(games: Path) -> None:
    ids = [game["id"] for game, _record in both(games, "base-2p")]
    assert [number for number, name in enumerate(ids) if is_held_out(name)] == [7]


def test_who_shares_a_win_has_a_part_of_it(games: Path) -> None:
    game, _record = both(games, "arc1-3p")[0]
    tie: Game = {**game, "result": {**game["result"], "winners": [0, 2]}}
    assert shares(tie) == [0.5, 0.0, 0.5]


def drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda game: game.pop(name)


def change(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def done(game: dict[str, Any]) -> None:
        inner: Any = game
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = to

    return done


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (drop("final"), "`final` is missing"),
        (change("format", to="rftg-positions/2"), "it is no game in the format rftg-positions/1"),
        (change("kind", to="chess"), "'chess' names no kind of game"),
        (change("players", to=3), "3 `players` of greedy-base-2p"),
        (change("result", "winners", to=[2]), r"`winners` are seats, 0 to 1: \[2\]"),
        (change("rounds", 0, "decisions", 0, "player", to=5), "round 0: no player has the seat 5"),
        (change("rounds", 1, "start", "order", to=[0, 0]), "round 1: `order` holds each seat once"),
        (change("rounds", 1, "start", "players", 0, "hand", to="x"), "`hand` is not what it"),
        (change("rounds", 0, to=7), "a round: expected an object, got 7"),
    ],
)
def test_a_damaged_game_is_told_with_file_and_line(
    games: Path, tmp_path: Path, harm: Callable[[dict[str, Any]], None], message: str
) -> None:
    good, bad = (json.loads(json.dumps(game)) for game, _ in both(games, "base-2p")[:2])
    harm(bad)
    path = tmp_path / "positions-greedy-base-2p.jsonl"
    path.write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n", encoding="utf-8")
    with pytest.raises(BadPositions, match=rf"positions-greedy-base-2p.jsonl: line 2: .*{message}"):
        list(read_games(path))


def test_a_file_that_ends_too_early_cannot_be_unpacked(games: Path, tmp_path: Path) -> None:
    data = (games / "positions-greedy-base-2p.jsonl.gz").read_bytes()
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(BadPositions, match=r"cut\.jsonl\.gz: it cannot be unpacked"):
        list(read_games(path))


def test_a_line_that_is_no_json_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.write("{\n")
    with pytest.raises(BadPositions, match=r"bad\.jsonl\.gz: line 1: it is not JSON"):
        list(read_games(path))
