"""Where the helps of check lead from lines as designers write them: never to another card."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from rftg_dev.meant.__main__ import main, tally
from rftg_dev.meant.chains import (
    ASKED,
    DENIED,
    MEANT,
    REFUSED,
    STUCK,
    WRONG,
    Chain,
    follow,
    written_by_hand,
)
from rftg_dev.meant.corpus import Wish, wishes

MOST_ROUNDS = 2


@cache
def chains() -> tuple[Chain, ...]:
    return tuple(map(follow, wishes()))


def ends(end: str) -> list[tuple[str, str]]:
    return [(one.wish.said, one.steps[-1]) for one in chains() if one.end == end]


def test_the_corpus_is_large_enough_to_judge_by() -> None:
    said = [wish.said for wish in wishes()]
    assert len(said) >= 400
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("end", [WRONG, DENIED])
def test_no_chain_ends_in_another_card_or_refuses_what_can_be_said(end: str) -> None:
    assert ends(end) == []


def test_hardly_a_chain_stops_with_no_more_than_what_may_stand_there() -> None:
    assert len(ends(STUCK)) <= 0.04 * len(chains())


def test_what_can_be_said_is_reached_in_two_rounds() -> None:
    assert [one.steps for one in chains() if one.end == MEANT and one.rounds > MOST_ROUNDS] == []


def test_most_of_what_can_be_said_is_reached_in_one_round() -> None:
    reached = [one.rounds for one in chains() if one.end == MEANT]
    assert sum(rounds <= 1 for rounds in reached) >= 0.9 * len(reached)


@pytest.mark.parametrize(
    ("said", "meant", "end"),
    [
        ("settle: military +1", "settle: military +1", MEANT),
        ("settle: militry +1", "settle: military +1", MEANT),
        ("settle: military +1", "settle: military +2", WRONG),
        ("settle: military +1 until the moon is full", "", REFUSED),
    ],
)
def test_a_chain_ends_where_it_is_said_to(said: str, meant: str, end: str) -> None:
    assert follow(Wish("", said, meant)).end == end


@pytest.mark.parametrize(
    ("help", "line", "place", "lines"),
    [
        ("write `1` or `2`", "explore: draw y", "y", ["explore: draw 1", "explore: draw 2"]),
        ("write `settle: cost -1`", "settle: -1", "-1", ["settle: cost -1"]),
        ("write `settle:`", "develop: cost -1", "develop", ["settle: cost -1"]),
        ("leave it out", "settle: cost -1 if you may", "if you may", ["settle: cost -1"]),
        (
            "leave out `after placing ...`",
            "settle: after placing a world, military +1",
            "after",
            ["settle: military +1"],
        ),
        ("write a number from 0 up, without a sign", "score: -1", "-1", ["score: 1"]),
        ("it can be said elsewhere", "score: -1", "-1", []),
    ],
)
def test_a_help_without_an_edit_is_followed_as_a_reader_follows_it(
    help: str, line: str, place: str, lines: list[str]
) -> None:
    start = line.index(place)
    assert list(written_by_hand(help, line, start, start + len(place))) == lines


def test_a_help_that_names_both_readings_has_asked() -> None:
    asked = [one for one in chains() if one.wish.asks]
    assert [one.end for one in asked] == [ASKED] * len(asked)


def test_what_will_be_sayable_is_a_plain_no_until_then() -> None:
    assert follow(Wish("", "score: 1 per moon phase seen", "score: 1 per moon")).end == REFUSED


def test_the_command_counts_the_ends_and_fails_for_another_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = tmp_path / "few.toml"
    corpus.write_text("few = [['trade: price +1', 'trade: price +2']]\n", encoding="utf-8")
    assert main(["--corpus", str(corpus), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {WRONG: 1}
    assert main(["--corpus", str(corpus), "--list"]) == 1
    assert "meant: 'trade: price +2'" in capsys.readouterr().out
    assert main(["--corpus", str(tmp_path / "none.toml")]) == 2
    assert sum(tally(chains()).values()) == len(chains())
