"""What people write in place of the words of tiles, and what they are told."""

import re
from pathlib import Path

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.games import ROLL
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.suggest.phrases import families, fillers, phrases, swapped_words, synonyms, table
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.words.verbs import vocabulary

HELP = {
    "ship: at the end, gain 1 credit for each novelty planet": (
        "write `ship: at the end, 1 credit per novelty world`"
    ),
    "ship: gain 1 credit": "write `ship: at the end, 1 credit`",
    "ship: at the end, $1": "write `1 credit` instead of `$1`",
    "ship: end of phase, 1 credit": "write `at the end,` instead of `end of phase,`",
    "explore: draw a card": "write `explore: at the end, draw 1 tile`",
    "when placed: 1 genes die in cup": "write `immediate: 1 genes die in cup`",
    "ship: 1 credit when you trade a good": "write `ship: after trading a good, 1 credit`",
    "assign: may move 1 worker to settle": "write `reassign`",
    "trade: price +1": "write `ship`",
    "ship: after completing a world, 1 credit": "write `settle:` instead of `ship:`",
    "settle: cost -1 for rare planets": "write `worlds`",
    "immediate: 1 genes good": "write `1 genes die as a good` instead of `1 genes good`",
    "settle: draw 1": "",
    "settle: after completing a world, draw 1 tile": (
        "the closest power is `explore: at the end, draw 1 tile`"
    ),
    "develop: may spend 1 credit -> cost -1": "the closest power is `develop: cost -1`",
    "ship: at the end, 1 credit.": "leave out `.`",
    "explore: you may draw a tile.": "write `explore: at the end, may draw 1 tile`",
    "round end: hand limit 12": "the closest powers use workers and credits,",
    "ship: at the end, steal 1 credit from another player": "the closest power compares players:",
}


def findings(tmp_path: Path, line: str) -> list[str]:
    file = tmp_path / "spice.yaml"
    face = f"  - title: A\n    world: 2\n    home: yes\n    powers: |\n      {line}\n"
    file.write_text(f"set: spice\ngame: roll\ntitle: Spice\ncards:\n{face}", encoding="utf-8")
    return [one.help for one in compile_files([file]).diagnostics]


@pytest.mark.parametrize("line", HELP)
def test_a_line_of_a_tile_is_told_what_to_write(line: str, tmp_path: Path) -> None:
    (help,) = findings(tmp_path, line)
    assert help.startswith(HELP[line])


def test_what_stands_for_a_word_is_written_in_words_of_tiles() -> None:
    verbs = vocabulary(ROLL.id).effects
    known = {*terminals_of(ROLL.id).reserved, *(one for verb in verbs for one in verb.split())}
    for word in synonyms(ROLL.id).values():
        assert set(word.split()) <= known | {"alien", "->"} or word in verbs, word


def test_no_word_is_a_mistake_for_two_effects_of_tiles() -> None:
    said = [one for effect in vocabulary(ROLL.id).effects.values() for one in effect.mistakes]
    assert len(said) == len(set(said))
    assert all(pattern.groups == 2 for pattern in swapped_words(ROLL.id))
    assert "the" in fillers(ROLL.id)


@pytest.mark.parametrize("name", ["rewrites", "unsupported"])
def test_every_part_of_the_expressions_is_used(name: str) -> None:
    data = table(name, ROLL.id)
    assert [part for part in data["parts"] if f"{{{part}}}" not in repr(data)] == []


def test_a_reference_in_a_text_is_a_group_of_its_expression() -> None:
    for said, text in phrases(ROLL.id):
        assert all(int(number) <= said.groups for number in re.findall(r"\\(\d)", text)), text


def test_what_comes_nearest_is_a_power_of_a_tile() -> None:
    for family in families(ROLL.id):
        for line in re.findall("`([a-z]+: [^`]*)`", family.nearest):
            assert lower_for_game(parse_power(line, ROLL.power)), line
