"""Every word of the tiles has its phrase, its canonical text, its English and its glyphs."""

import re

import pytest
from hypothesis import given

from rftg_dsl.games import ROLL
from rftg_dsl.library import load
from rftg_dsl.model import Card
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.wording import english, icon_line
from rftg_dsl.wording.blocks import FOLDER, Blocks, block_name
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.verbs import vocabulary
from tests.rftg_dsl.words.roll.trees import powers

WORDS = vocabulary(ROLL.id)
FILES = {
    "roll.wording.jinja": english.blocks_of(ROLL.id),
    "roll.icons.jinja": icon_line.blocks_of(ROLL.id),
}


def read(line: str) -> ast.Power:
    return parse_power(line, ROLL.power)


def official() -> list[Card]:
    (tiles,) = load(["roll"]).sets
    return list(tiles.cards)


def lines() -> dict[str, ast.Power]:
    return {line.text: line.power for card in official() for line in card.powers}


@pytest.mark.parametrize("verb", sorted(WORDS.effects))
def test_every_word_has_an_example_that_compiles(verb: str) -> None:
    word = WORDS.effects[verb]
    power = read(word.example)
    assert verb in {effect.verb for effect in power.effects}
    assert format_power(power) == word.example
    assert lower_for_game(power)
    assert english.word_power(power).endswith(".")
    assert icon_line.icon_line(power).glyphs


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("verb", sorted(WORDS.effects))
def test_no_word_is_said_as_the_word_of_race_with_its_name(verb: str, file: str) -> None:
    assert FILES[file].has_own(block_name("effect", verb))


@pytest.mark.parametrize("file", FILES)
def test_every_phase_and_moment_can_be_said(file: str) -> None:
    for moment in ROLL.order:
        assert FILES[file].has(block_name("phase", moment))


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_nothing_but_blocks_and_comments(file: str) -> None:
    text = (FOLDER / file).read_text(encoding="utf-8")
    for source in FILES[file]._sources.values():
        assert source.count("{% block") == 1
        text = text.replace(source.strip(), "")
    assert re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL).strip() == ""


def test_blocks_that_a_file_has_not_are_those_below_it() -> None:
    own = Blocks("roll.wording.jinja", english._FILTERS)
    assert not own.has("phase_settle")
    assert own.with_fallback(english.BLOCKS).has("phase_settle")
    assert own.with_fallback(english.BLOCKS).render("phase_settle", None, {}) == "Settle"


def test_every_official_line_is_its_own_canonical_text() -> None:
    for text, power in lines().items():
        assert read(format_power(power)) == power, text


def test_every_official_line_has_english_and_a_few_glyphs() -> None:
    for text, power in lines().items():
        for said in english.word_lines(power):
            assert re.fullmatch(r"[A-Z0-9][^{}\n]*", said), text
            assert "  " not in said
        shown = icon_line.icon_scoring(power) if power.phase == "score" else ()
        for line in shown or (icon_line.icon_line(power),):
            assert 1 <= len(line.glyphs) <= 10, text


def test_official_powers_that_differ_have_glyphs_that_differ_or_words_beside_them() -> None:
    alone: dict[tuple[object, ...], ast.Power] = {}
    for power in set(lines().values()):
        line = icon_line.icon_line(power)
        if line.says_all:
            assert alone.setdefault((power.phase, line.glyphs), power) == power


@given(powers)
def test_every_power_reads_as_its_canonical_text(power: ast.Power) -> None:
    assert read(format_power(power)) == power


@given(powers)
def test_every_power_with_a_meaning_can_be_said(power: ast.Power) -> None:
    try:
        lower_for_game(power)
    except SemanticError:
        return
    assert english.word_power(power).endswith(".")
    assert icon_line.icon_line(power).glyphs


def test_every_terminal_has_a_name_that_people_know() -> None:
    terminals = terminals_of(ROLL.id)
    for name in terminals._terminal_names:
        assert terminals.names[name]
