"""Every word of the language is whole: what stands elsewhere for it is there, or is named here."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from functools import cache

import pytest

from rftg_dsl.compiler import Compilation
from rftg_dsl.library import load
from rftg_dsl.model import PowerLine
from rftg_dsl.resources import cookbook_files
from rftg_dsl.semantics.lower import lower
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.syntax.ast import Effect
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.blocks import block_name
from rftg_dsl.wording.english import BLOCKS as ENGLISH
from rftg_dsl.wording.icon_line import BLOCKS as ICONS
from rftg_dsl.wording.lexicon.forms import forms
from rftg_dsl.words.verbs import EFFECTS
from rftg_engine.bots.facts import Facts
from rftg_engine.cards.table import Table
from tests.rftg_dsl.trees import Teleport

RULES = {word.verb for word in EFFECTS.values() if word.changes and not word.gain} - {"keep"}
"""Bots play by changed rules as they are, and value none."""
LATER = {"defeat", "destroy"}
"""What takeovers are worth to bots does not depend on these."""


@cache
def official() -> Compilation:
    return load(["base"])


def facts_of(*lines: str) -> dict[str, object]:
    """What bots know of a world of the base game with these power lines in place of its own."""
    sets = official().sets
    first, *others = (card for card in sets[0].cards if card.production)
    powers = [(line, parse_power(line)) for line in lines]
    card = replace(first, powers=tuple(PowerLine(*one, lower(one[1]), 1) for one in powers))
    facts = Facts(Table(sets, [card, *others, *sets[0].cards]), 0)
    return {name: value for name, value in vars(facts).items() if name != "phases"}


def is_valued(line: str) -> bool:
    """Whether a power makes a card another one to bots."""
    return repr_of(facts_of()) != repr_of(facts_of(line))


def repr_of(facts: dict[str, object]) -> list[str]:
    """Facts to compare: numbers as they are, and how many objects there are."""
    return [
        repr([one if isinstance(one, int | float | tuple) else type(one) for one in value])
        if isinstance(value, list)
        else repr(value)
        for value in facts.values()
    ]


@cache
def shown() -> set[str]:
    """The verbs that cards of the cookbook have."""
    units = (read_unit(path, path.name) for path in cookbook_files())
    drafts = (draft for unit in units for draft in unit.drafts)
    powers = (line.power for draft in drafts for _, line in draft.lines)
    return {effect.verb for power in powers for effect in power.effects}


def lacking(word: type[Effect], in_cookbook: Set[str]) -> Iterator[str]:
    """The places that a word lacks."""
    if word.rule not in {form.name for form in forms()}:
        yield "grammar/powers.lark: an alternative of `effect` named after its `rule`"
        return
    power = parse_power(word.example)
    if word.verb not in {effect.verb for effect in power.effects}:
        yield "its example"
    if format_power(power) != word.example:
        yield "its canonical text"
    if not lower(power):
        yield "a hook"
    if not ENGLISH.has(block_name("effect", word.verb)):
        yield "wording/wording.jinja: a block"
    if not ICONS.has(block_name("effect", word.verb)):
        yield "wording/icons.jinja: a block"
    if word.verb not in in_cookbook:
        yield "cards/cookbook: a card that has it, with a test that plays it"
    if word.verb not in RULES | LATER | {"good"} and not is_valued(word.example):
        yield "what it is worth to bots: `worth` of a gain, or a feature in facts.py"


@pytest.mark.parametrize("verb", sorted(EFFECTS))
def test_every_word_of_the_language_is_whole(verb: str) -> None:
    assert list(lacking(EFFECTS[verb], shown())) == []


def test_a_word_that_lacks_something_is_told_where() -> None:
    assert list(lacking(Teleport, set())) == [
        "grammar/powers.lark: an alternative of `effect` named after its `rule`"
    ]


def test_a_power_that_bots_do_not_value_is_seen() -> None:
    assert not is_valued("round start: choose last")
