"""The effects of official cards, from made-up games in which some are better than others."""

from pathlib import Path
from random import Random

import pytest

from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.games import Game
from rftg_tools.balance.official import Officials
from rftg_tools.balance.playing import SeedGames
from tests.rftg_tools.balance.trying import PLAIN, game, lab

EFFECTS = {
    "Diversified Economy": 0.10,
    "Research Labs": 0.0,
    "Drop Ships": -0.04,
    "Replicant Robots": -0.06,
}
"""What each 4-cost development adds to the share of who draws it first; 0 together."""


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledExperiment:
    return lab(tmp_path, PLAIN)


def a_game(compiled: CompiledExperiment, rng: Random) -> Game:
    """Each of the cards is drawn, and helps or hurts who drew it."""
    chance, drawn = 0.5, []
    for title, effect in EFFECTS.items():
        seat, number = rng.randrange(2), compiled.deck.numbers(title)[0]
        drawn.append((number, seat, 1))
        chance += effect if seat == 0 else -effect
    won = float(rng.random() < chance)
    placed = tuple((card, seat, 2, "develop") for card, seat, _ in drawn[:2])
    return game((won, 1 - won), drawn=tuple(drawn), placed=placed)


def officials(compiled: CompiledExperiment, seeds: int) -> Officials:
    found, rng = Officials(compiled), Random(1)
    for number in range(seeds):
        with_cards, official = a_game(compiled, rng), a_game(compiled, rng)
        control = ("Genetics Lab", a_game(compiled, rng))
        found.add(SeedGames(number, with_cards, official, {"Quiet Harbour": control}))
    return found


def test_each_card_is_held_against_its_peers(compiled: CompiledExperiment) -> None:
    found = officials(compiled, 3_000).range()
    effects = {one.card.title: one.effect for one in found.cards}
    assert effects.keys() == EFFECTS.keys()
    for title, truth in EFFECTS.items():
        assert effects[title].low < truth < effects[title].high
        assert effects[title].margin < 0.02
    assert [one.card.title for one in found.cards][-1] == "Diversified Economy"
    assert found.low < -0.06
    assert found.high > 0.10


def test_the_range_holds_each_card_however_few_the_games(compiled: CompiledExperiment) -> None:
    for seeds in (60, 2_000):
        found = officials(compiled, seeds).range()
        assert found.low < min(EFFECTS.values())
        assert found.high > max(EFFECTS.values())
        assert all(found.low <= one.shrunken.low for one in found.cards)
        assert all(found.high >= one.shrunken.high for one in found.cards)


def test_how_often_a_card_is_played_by_who_draws_it(compiled: CompiledExperiment) -> None:
    found = officials(compiled, 50)
    shares = {card.title: found.played(card) for card in found.cards}
    assert shares["Diversified Economy"] == 1
    assert shares["Replicant Robots"] == 0


def test_without_games_there_is_no_range(compiled: CompiledExperiment) -> None:
    found = Officials(compiled).range()
    assert (found.low, found.high, found.cards) == (0, 0, ())


def test_a_card_in_place_of_another_counts_for_nothing(compiled: CompiledExperiment) -> None:
    found = Officials(compiled)
    (number,) = compiled.subjects[0].numbers
    drawn = game((1.0, 0.0), drawn=((number, 0, 1),))
    empty = game((1.0, 0.0))
    found.add(SeedGames(0, drawn, empty, {"Quiet Harbour": ("Drop Ships", drawn)}))
    assert all(found.played(card) == 0 for card in found.cards)
    assert found.range().cards == ()


def test_start_worlds_have_a_range_of_their_own(compiled: CompiledExperiment) -> None:
    found, rng = Officials(compiled), Random(2)
    homes = [
        compiled.deck.numbers(title)[0] for title in ("Old Earth", "New Sparta", "Alpha Centauri")
    ]
    for number in range(3_000):
        pair = rng.sample(homes, 2)
        won = float(rng.random() < 0.5 + 0.2 * ((pair[0] == homes[0]) - (pair[1] == homes[0])))
        drawn = tuple((home, 0, 3) for home in homes if home not in pair)
        played = game((won, 1 - won), dealt=tuple(enumerate(pair)), drawn=drawn)
        found.add(SeedGames(number, played, game((0.5, 0.5)), {}))
    assert found.range().cards == ()
    worlds = found.range(starts=True)
    assert worlds.description == "start worlds"
    best = worlds.cards[-1]
    assert best.card.title == "Old Earth"
    # It is dealt in 2,000 games; a world that was not dealt and drawn later counts for nothing.
    assert best.drawn == pytest.approx(2_000, abs=100)
    assert best.effect.low < 0.2 < best.effect.high
