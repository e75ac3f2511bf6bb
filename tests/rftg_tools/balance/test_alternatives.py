"""A card at another cost or of other points: which there are, and that one takes its place."""

from dataclasses import replace
from pathlib import Path

import pytest

from rftg_dsl.model import Card
from rftg_tools.balance.deck import alternatives_of
from rftg_tools.balance.experiment import CompiledExperiment
from tests.rftg_tools.balance.trying import BLANK, MINE, PLAIN, experiment, lab

SIX = """
- title: Great League
  development: 6
  vp: variable
  powers: |
    score: 1 per world
"""
FORT = """
- title: Old Fort
  military world: 2
  vp: 0
"""
START = """
- title: Far Harbour
  world: 1
  vp: 1
  start: {number: 9, colour: red}
"""


@pytest.mark.parametrize(
    ("cards", "changes"),
    [
        (PLAIN, ["cost 2", "cost 4", "1 VP", "3 VP"]),
        (FORT, ["defense 1", "defense 3", "1 VP"]),
        (SIX, ["cost 5"]),
        (START, []),
    ],
)
def test_a_card_has_the_alternatives_that_make_sense_for_it(
    tmp_path: Path, cards: str, changes: list[str]
) -> None:
    tried = lab(tmp_path, cards)
    (subject,) = tried.subjects
    found = alternatives_of(subject.card, tried.official.cards)
    assert [one.change for one in found] == changes


def test_no_cost_is_below_0(tmp_path: Path) -> None:
    tried = lab(tmp_path, PLAIN)
    free = replace(tried.subjects[0].card, cost=0, vp=0)
    official: list[Card] = [replace(free, cost=cost) for cost in range(3)]
    assert [one.change for one in alternatives_of(free, official)] == ["cost 1", "1 VP"]


def test_an_alternative_is_played_in_the_place_of_its_card_and_tried_alone(tmp_path: Path) -> None:
    usual = experiment(tmp_path, MINE + PLAIN + BLANK)
    plain = CompiledExperiment(usual)
    dearer = next(
        one
        for subject in plain.subjects
        for one in alternatives_of(subject.card, plain.official.cards)
        if one.title == "Quiet Harbour" and one.change == "cost 4"
    )
    other = CompiledExperiment(replace(usual, alternative=dearer))
    assert [one.card.title for one in other.subjects] == ["Quiet Harbour"]
    assert other.subjects[0].card.cost == 4
    assert other.subjects[0].peers.description == "4-cost development"
    titles = [[card.title for card in one.deck.cards] for one in (plain, other)]
    assert titles[0] == titles[1]
    assert other.key != plain.key
    assert other.official_key == plain.official_key
