"""The mutants of the engine fit it, and one is played: seen by the tests or not."""

import ast

import pytest

from rftg_dev.engine_mutants.__main__ import ENGINES, NO_FAULT, Mutant, find_by, mutants_of
from rftg_engine import COMPILED

ALL = [mutant for game in ENGINES for mutant in mutants_of(game)]


@pytest.mark.parametrize("mutant", ALL, ids=[mutant.wrong for mutant in ALL])
def test_every_mutant_fits_the_engine_and_is_another_program(mutant: Mutant) -> None:
    assert ast.dump(ast.parse(mutant.text())) != ast.dump(ast.parse(mutant.source()))


def test_the_engine_as_it_is_can_be_played_too() -> None:
    assert NO_FAULT.text() == NO_FAULT.source()


def test_every_mutant_has_words_of_its_own() -> None:
    assert len({mutant.wrong for mutant in ALL}) == len(ALL)


def test_a_text_that_the_engine_has_no_longer_is_reported() -> None:
    with pytest.raises(ValueError, match="has its text 0 times"):
        Mutant("lost: it is gone", "modules/prestige.py", "no such text", "").text()


@pytest.mark.soak
@pytest.mark.skipif(COMPILED, reason="a mutant is a change to the text of the engine")
def test_a_mutant_is_seen_by_the_first_test_that_fails() -> None:
    (mutant,) = [mutant for mutant in ALL if mutant.wrong.startswith("Explore: prestige keeps")]
    assert "explore" in find_by([], mutant)
