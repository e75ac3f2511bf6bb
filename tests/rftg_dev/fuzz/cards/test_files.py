"""Random card files: nearly all are accepted, and together they say all that can be said."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rftg_dev.fuzz.cards.files import MODULES, write_file
from rftg_dev.fuzz.cards.lines import Writer
from rftg_dsl.compiler import Compilation
from rftg_dsl.hooks import race as hooks
from rftg_dsl.limits import COST, NUMBER
from rftg_dsl.model import CardSet
from rftg_dsl.syntax.parser import read_rules, read_tokens
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import OF_ANSWERS, RESERVED
from rftg_dsl.words.verbs import USES
from tests.rftg_dsl.syntax.test_parser import ANSWERS

pytestmark = pytest.mark.soak

FILES = 80
WRITERS, LINES = 8, 200
"""Each writer goes on from parts that it has written before."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Compilation]:
    folder = tmp_path_factory.mktemp("fuzz")
    return [write_file(Random(f"files/{n}"), folder / f"{n}.yaml") for n in range(FILES)]


@pytest.fixture(scope="module")
def sets(written: list[Compilation]) -> list[CardSet]:
    return [one for compilation in written for one in compilation.sets]


@pytest.fixture(scope="module")
def texts(written: list[Compilation]) -> list[tuple[str, str]]:
    """All texts in the language, each with what it is read as; rare rules need many lines."""
    writers = [Writer(Random(f"lines/{n}")) for n in range(WRITERS)]
    lines = [writer.line() for writer in writers for _nth in range(LINES)]
    found = [("power", line) for line in lines if line is not None]
    for compilation in written:
        for one in compilation.sets:
            found += [("power", line.text) for card in one.cards for line in card.powers]
        for line in next(iter(compilation.sources.values())):
            key, _, text = line.strip().partition(": ")
            if key in _STARTS and text.startswith("'"):
                found.append((_STARTS[key], text.strip("'")))
    return found


_STARTS = {"first": "goal", "most": "measure", "cards": "cards"}


def test_nearly_all_files_are_accepted(written: list[Compilation]) -> None:
    assert sum(one.has_errors for one in written) <= FILES // 20


def test_each_file_stands_alone(sets: list[CardSet]) -> None:
    for one in sets:
        assert not one.requires
        assert sum(card.start is not None for card in one.cards) >= 4


def test_every_word_of_the_language_is_written(texts: list[tuple[str, str]]) -> None:
    terminals = {token.terminal for start, text in texts for token in read_tokens(text, start)[0]}
    assert set(load_tables().terminals) - terminals == OF_ANSWERS
    written = " ".join(text.lower() for _start, text in texts)
    said = {word for word in RESERVED if word in written}
    assert said >= {one for one in RESERVED if not one.endswith("s")}


def test_every_rule_of_the_grammar_is_used(texts: list[tuple[str, str]]) -> None:
    used = {rule for start, text in texts for rule, _span in read_rules(text, start)}
    used |= {rule for text in ANSWERS for rule, _span in read_rules(text, "answer")}
    rules = {rule.method for rule in load_tables().rules if not rule.method.startswith("_")}
    passed = {rule.method for rule in load_tables().rules if rule.passes}
    assert rules - used - passed == set()


def test_every_effect_comes_in_every_phase_that_has_it(sets: list[CardSet]) -> None:
    said = {
        (line.power.phase, effect.verb)
        for one in sets
        for card in one.cards
        for line in card.powers
        for effect in line.power.effects
    }
    assert {(phase, verb) for phase, verbs in USES.items() for verb in verbs} - said == set()


def test_every_type_of_hook_is_there(sets: list[CardSet]) -> None:
    found = {
        type(hook) for one in sets for card in one.cards for ln in card.powers for hook in ln.hooks
    }
    assert found == set(hooks.Hook.__args__)


def test_every_key_of_a_set_and_of_a_card_is_used(sets: list[CardSet]) -> None:
    assert {module for one in sets for module in one.modules} == set(MODULES)
    assert any(one.preset_hands for one in sets)
    assert any(one.scenario for one in sets)
    invasions = [one.invasion for one in sets if one.invasion is not None]
    assert {len(one.waves) for one in invasions} == {1, 2, 3}
    assert any(card.own for one in invasions for wave in one.waves for card in wave.cards)
    assert any(goal.most for one in sets for goal in one.goals)
    assert any(not goal.most for one in sets for goal in one.goals)
    assert any(one.only_with_takeovers for each in sets for one in each.search)
    cards = [card for one in sets for card in one.cards]
    assert any(card.vp is None for card in cards)
    assert any(card.prestige for card in cards)
    assert any(card.copies > 1 for card in cards)
    assert {card.kind for card in cards} == {None, "novelty", "rare", "genes", "alien", "any"}


def test_numbers_go_as_far_as_they_may(sets: list[CardSet]) -> None:
    cards = [card for one in sets for card in one.cards]
    assert {0, COST} <= {card.cost for card in cards}
    assert {-NUMBER, 0, NUMBER} <= {card.vp for card in cards}
    effects = [e for card in cards for line in card.powers for e in line.power.effects]
    amounts = [effect.amount for effect in effects if effect.amount is not None]
    assert min(amounts) < -NUMBER // 2
    assert max(amounts) == NUMBER


def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_file(Random("same"), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
