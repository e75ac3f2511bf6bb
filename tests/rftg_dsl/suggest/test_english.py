"""Sentences of printed cards, which a grammar reads as power lines."""

import inspect
import re
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dsl.library import load_shipped
from rftg_dsl.suggest.english import WRITTEN, Part, load_grammar, read_english
from rftg_dsl.suggest.proposals import RANK_MEANINGFUL, rank_of
from rftg_dsl.suggest.repairs import canonical_text
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.wording.english import word_power
from tests.rftg_dsl.writing import card_with, compile_text

PRINTED: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("printed.toml").read_text(encoding="utf-8")
)


def meanings(text: str) -> set[tuple[str, ...]]:
    """Return the meanings of a text in canonical lines."""
    found = read_english(text, lambda line: rank_of(line) == RANK_MEANINGFUL)
    return {tuple(canonical_text(line, "power") for line in lines) for lines in found}


def test_printed_sentences_have_one_meaning() -> None:
    for text, line in PRINTED["read"].items():
        assert meanings(text) == {(canonical_text(line, "power"),)}, text


def test_a_sentence_with_a_word_too_many_is_not_read() -> None:
    assert [text for text in PRINTED["unread"]["lines"] if meanings(text)] == []
    for text in PRINTED["read"]:
        assert not meanings(f"{text.rstrip('.')} perhaps."), text


def test_the_english_of_shipped_powers_is_read_back() -> None:
    cards = [card for unit in load_shipped().sets for card in unit.cards]
    powers = {format_power(line.power): line.power for card in cards for line in card.powers}
    for line, power in powers.items():
        assert meanings(word_power(power)) == {(canonical_text(line, "power"),)}, line


def test_each_sentence_can_be_a_line_of_its_own() -> None:
    text = "III: +1 Military. Draw 1 card after placing a world. V: Produce a good here."
    lines = ("settle: military +1", "settle: after placing a world, draw 1", "produce: good")
    assert meanings(text) == {lines}
    (found,) = [one for one in compile_text(card_with(text)).diagnostics if one.code == "E210"]
    assert found.fix is not None
    assert [edit.text.split() for edit in found.fix.edits] == [" ".join(lines).split()]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "II: Alien developments cost 3 less, and all others 1 less.",
            (
                "develop: cost -3 for alien developments",
                "develop: cost -1 for non-alien developments",
            ),
        ),
        (
            "III: +3 Military against Alien worlds, -1 Military against all others.",
            (
                "settle: military +3 against alien worlds",
                "settle: military -1 against non-alien worlds",
            ),
        ),
        (
            "III: -2 Military if you have a Rebel card, otherwise +1 Military.",
            (
                "settle: military -2 if you have a rebel card",
                "settle: military +1 if you have no rebel cards",
            ),
        ),
        (
            "III: When you pay for a Rebel military world, reduce its cost by 2 and gain 1 VP.",
            (
                "settle: cost -2 for rebel military worlds",
                "settle: after paying for a rebel military world, 1 vp",
            ),
        ),
        (
            "Draw 1 in settle. Once per game, draw 3.",
            ("settle: draw 1", "settle: draw 3 once a game"),
        ),
        (
            "III: Draw 1. Gain 3 VP once per game.",
            ("settle: draw 1", "settle: 3 vp once a game"),
        ),
        (
            "$: When selling goods: +1 for Genes, +2 for Alien, +3 for Novelty.",
            (
                "trade: price +1 for genes goods",
                "trade: price +2 for alien goods",
                "trade: price +3 for novelty goods",
            ),
        ),
    ],
)
def test_a_sentence_can_be_several_powers(text: str, lines: tuple[str, ...]) -> None:
    assert meanings(text) == {lines}


def test_a_long_list_is_read_in_few_ways() -> None:
    tried: list[str] = []

    def is_valid(line: str) -> bool:
        tried.append(line)
        return False

    read_english("consume: " + ", ".join(["draw 1"] * 25) + ".", is_valid)
    assert 0 < len(tried) < 100


@pytest.mark.parametrize("text", ["vp;" * 163, "vp+" * 163, "vp&" * 163, "good," * 98])
def test_a_text_without_spaces_can_be_too_long(text: str) -> None:
    assert meanings(text) == set()
    assert [one.code for one in compile_text(card_with(text)).diagnostics] == ["E210"]


def test_the_longest_texts_need_few_nested_calls() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 400)
    try:
        for text in ("vp;" * 40, "good," * 40, "1 good and " * 26):
            assert read_english(text, lambda _: False) == []
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize(
    ("text", "help"),
    [
        (
            "Draw two cards, then discard one of them.",
            "begin the line with its phase: `develop:`, `settle:`, `consume:` or `produce:`",
        ),
        ("IV: Gain 1 VP for a Rare good.", "write `consume: 1 rare good -> 1 vp`"),
        (
            "III: Rare elements and Genes worlds cost you 2 less.",
            "write `settle: cost -2 for genes or rare worlds`",
        ),
        ("IV: card per rebel mil world", "write `consume: draw 1 per rebel military world`"),
        (
            "settle: you may draw 2 cards, then discard 1",
            "write `settle: draw 2, discard 1`: without a cost this is no choice,"
            " so it takes no `may`",
        ),
        (
            "produce: you may draw 1 and each other player draws 1",
            "write `produce: draw 1, each other player draws 1`: without a cost this is no choice,"
            " so it takes no `may`",
        ),
        (
            "score: 1 per world of cost 2 of cost 3 with a settle power with a consume power",
            "leave out the repeated `of cost 3`",
        ),
        (
            "settle: you may get +1 military",
            "write `settle: military +1`: nobody would refuse it, so it takes no `may`",
        ),
    ],
)
def test_help_for_sentences(text: str, help: str) -> None:
    (found,) = [one for one in compile_text(card_with(text)).diagnostics if one.code == "E210"]
    assert found.help == help


def names(part: Part) -> set[str]:
    """Return the rules and terminals in a part of a pattern."""
    inner = {name for option in part.options for each in option for name in names(each)}
    return inner | {part.rule} - {""}


def test_every_name_in_the_grammar_is_a_rule_or_a_terminal_and_all_rules_are_used() -> None:
    rules = load_grammar().rules
    used = {name for patterns in rules.values() for part, _ in patterns for name in names(part)}
    terminals = {"n", "plus", "minus", "pair", "title", "exact", "adjective", *WRITTEN}
    assert used - terminals == set(rules) - {"line", "insertion"}
    for rule, patterns in rules.items():
        for part, translation in patterns:
            captured = set(re.findall(r"\{(\w+)\}", translation))
            assert captured <= captures(part), (rule, translation)


def captures(part: Part) -> set[str]:
    """Return the names of the captures in a part of a pattern."""
    inner = {name for option in part.options for each in option for name in captures(each)}
    return inner | ({part.word} if part.rule else set())
