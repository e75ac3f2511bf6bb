"""Mutants of power lines, and how many of them check sees: a smaller run of the command."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from rftg_dev.mutation.__main__ import main
from rftg_dev.mutation.mutants import KINDS, joined, mutants_of, tokens_of
from rftg_dev.mutation.tally import Tally, tallies
from rftg_dev.mutation.trial import Outcome, lines_of, outcomes_of
from rftg_dsl.games import RACE
from rftg_dsl.resources import shipped_ids

SETS = tuple(shipped_ids(RACE))
SAMPLE = 8
"""Every so many lines are mutated."""


@cache
def sample() -> list[Outcome]:
    numbers = range(0, len(lines_of(SETS)), SAMPLE)
    return [outcome for number in numbers for outcome in outcomes_of(SETS, number, 1)]


def tally(kind: str) -> Tally:
    return tallies(sample())[kind]


def mutants(line: str, kind: str) -> list[str]:
    return [mutant.text for mutant in mutants_of(line, "1") if mutant.kind == kind]


def test_tokens_give_back_every_line_of_the_shipped_sets() -> None:
    lines = lines_of(SETS)
    assert len(lines) > 400
    assert all(joined(tokens_of(line.text)) == line.text for line in lines)
    assert all(line.column > 0 and not line.read(line.text).findings for line in lines)


def test_each_token_is_dropped_and_swapped_with_the_next() -> None:
    assert mutants("settle: cost -1", "dropped") == [
        ": cost -1",
        "settle cost -1",
        "settle: -1",
        "settle: cost",
    ]
    assert mutants("settle: cost -1", "swapped") == [
        ": settle cost -1",
        "settle cost: -1",
        "settle: -1 cost",
    ]


def test_a_token_is_misplaced_anywhere_but_beside_its_place() -> None:
    assert mutants("produce: draw 1", "misplaced") == [
        ": draw produce 1",
        ": draw 1 produce",
        "produce draw 1:",
        "draw produce: 1",
        "1 produce: draw",
        "produce 1: draw",
    ]


def test_a_word_is_misspelt_in_four_ways_that_the_seed_decides() -> None:
    found = mutants("settle: cost -1", "misspelt")
    assert len(found) == 8
    assert found == mutants("settle: cost -1", "misspelt")
    other = [one.text for one in mutants_of("settle: cost -1", "2") if one.kind == "misspelt"]
    assert found != other


def test_kinds_types_phases_signs_and_numbers_are_exchanged_for_each_other() -> None:
    line = "settle: cost -1 for rare worlds"
    assert len(mutants(line, "wrong kind")) == 4
    assert mutants(line, "wrong type") == [
        "settle: cost -1 for rare developments",
        "settle: cost -1 for rare cards",
    ]
    assert len(mutants(line, "wrong phase")) == 10
    assert "round start: cost -1 for rare worlds" in mutants(line, "wrong phase")
    assert [text.split()[2] for text in mutants(line, "wrong sign")] == ["+1", "1"]
    assert [text.split()[2] for text in mutants(line, "wrong number")] == ["-0", "-2"]


def test_a_mutants_place_is_where_the_mistake_shows() -> None:
    dropped = next(one for one in mutants_of("settle: cost -1", "1") if one.text == "settle: -1")
    assert [dropped.text[place.start : place.end] for place in dropped.places] == [": -1"]
    assert dropped.right == "cost"


@pytest.mark.slow
def test_no_mutant_says_other_words_and_the_same_card() -> None:
    assert not [one.mutant.text for one in sample() if one.verdict == "hole"]


@pytest.mark.parametrize(
    ("kind", "least"), [("misspelt", 0.995), ("swapped", 0.99), ("misplaced", 0.99), ("all", 0.96)]
)
@pytest.mark.slow
def test_most_mistakes_are_flagged(kind: str, least: float) -> None:
    assert tally(kind).recall >= least


@pytest.mark.parametrize(
    ("kind", "least"), [("misspelt", 0.97), ("swapped", 0.92), ("misplaced", 0.92), ("all", 0.85)]
)
@pytest.mark.slow
def test_most_findings_have_the_right_word(kind: str, least: float) -> None:
    found = tally(kind)
    assert found.offers >= least * found.flagged


def test_the_command_prints_a_row_a_kind_and_lists_other_cards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cards = tmp_path / "few.yaml"
    cards.write_text(
        "set: few\ntitle: Few\ncards:\n  - {title: Ice, development: 2, vp: 1, powers: 'trade:"
        " price +1'}\n",
        encoding="utf-8",
    )
    listed = tmp_path / "listed.tsv"
    assert main(["--sets", str(cards), "--jobs", "1", "--list", str(listed)]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 2 + len(KINDS) + 1
    assert "wrong number\tother\tIce\ttrade: price +2\tTrade: any good" in listed.read_text("utf-8")
    assert main(["--sets", str(cards), "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["all"]["hole"] == 0


def test_sets_that_cannot_be_read_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sets", "nowhere", "--jobs", "1"]) == 2
    assert "nowhere" in capsys.readouterr().err


@pytest.mark.slow
def test_no_certain_fix_leaves_as_much_wrong_or_takes_the_power() -> None:
    harmed = [(one.where, one.mutant.text, one.codes) for one in sample() if one.harms]
    assert not harmed
