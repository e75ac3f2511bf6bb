"""Mutants of the engine: they apply to its source, and tests can kill one."""

import pytest

from rftg_dev.engine_mutants.__main__ import ENGINES, NO_FAULT, Mutant, detect, mutants_of
from rftg_engine import COMPILED

ALL = [mutant for game in ENGINES for mutant in mutants_of(game)]


def test_every_mutant_applies_to_the_engine_and_is_a_different_program() -> None:
    # Code objects, because they do not contain comments.
    assert not [
        mutant.wrong
        for mutant in ALL
        if compile(mutant.text(), "engine", "exec") == compile(mutant.source(), "engine", "exec")
    ]


def test_the_engine_as_it_is_can_be_played_too() -> None:
    assert NO_FAULT.text() == NO_FAULT.source()


def test_every_mutant_has_words_of_its_own() -> None:
    assert len({mutant.wrong for mutant in ALL}) == len(ALL)


def test_a_text_that_the_engine_has_no_longer_is_reported() -> None:
    with pytest.raises(ValueError, match="contains its text 0 times"):
        Mutant("lost: it is gone", "modules/prestige.py", "no such text", "").text()


@pytest.mark.soak
@pytest.mark.skipif(COMPILED, reason="a mutant is a change to the text of the engine")
def test_a_mutant_is_seen_by_the_first_test_that_fails() -> None:
    (mutant,) = [mutant for mutant in ALL if mutant.wrong.startswith("Explore: prestige keeps")]
    assert "explore" in detect([], mutant)
