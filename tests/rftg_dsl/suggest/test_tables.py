"""Tables of replacements for both games, and how many modules and parses a typo takes."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import rftg_dsl
from rftg_dsl.compiler import compile_files
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.resources import cookbook_files
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.suggest.phrases import (
    families,
    fillers,
    insert_parts,
    phrases,
    swapped_words,
    synonyms,
    table,
)
from rftg_dsl.suggest.power_lines import report_syntax_error  # noqa: F401 (loads all proposers)
from rftg_dsl.suggest.repairs import diagnose
from rftg_dsl.syntax import parser
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.syntax.tokens import RESERVED, terminals_of
from rftg_dsl.words.verbs import EFFECTS, vocabulary
from tests.rftg_dsl.bad_cards import compile_wrong
from tests.rftg_dsl.writing import card_with


@pytest.mark.parametrize("game", [RACE.id, ROLL.id])
@pytest.mark.parametrize("name", ["rewrites", "unsupported"])
def test_every_part_of_the_expressions_is_used(name: str, game: str) -> None:
    data = table(name, game)
    assert [part for part in data["parts"] if f"{{{part}}}" not in repr(data)] == []


def test_a_part_can_have_parts() -> None:
    assert insert_parts("{one} good", {"one": "(?:{any}|1)", "any": "an?"}) == "(?:an?|1) good"


@pytest.mark.parametrize("game", [RACE.id, ROLL.id])
def test_a_reference_in_a_text_is_a_group_of_its_expression(game: str) -> None:
    for said, text in phrases(game):
        assert all(int(number) <= said.groups for number in re.findall(r"\\(\d)", text)), text


def test_what_stands_for_a_word_is_written_in_words_of_the_language() -> None:
    known = {*RESERVED, *(one for verb in EFFECTS for one in (verb, *verb.split()))}
    kinds_and_keywords = {"imperium", "rebel", "terraforming", "uplift", "alien", "->"}
    for word in synonyms().values():
        parts = word.removeprefix("non-").split()
        assert {*parts, word} & known or set(parts) <= kinds_and_keywords, word


@pytest.mark.parametrize("game", [RACE.id, ROLL.id])
def test_no_word_is_a_mistake_for_two_effects(game: str) -> None:
    said = [word for effect in vocabulary(game).effects.values() for word in effect.mistakes]
    assert len(said) == len(set(said))
    assert all(pattern.groups == 2 for pattern in swapped_words(game))
    assert "the" in fillers(game)


def test_a_sound_file_pays_for_no_table() -> None:
    code = (
        "import sys; from rftg_dsl.cli import main;"
        f"assert main(['check', {str(cookbook_files()[0])!r}]) == 0;"
        "from rftg_dsl.suggest import phrases;"
        "assert phrases.table.cache_info().currsize == 0;"
        "assert 'tomllib' not in sys.modules and 'rftg_dsl.suggest.repairs' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


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
    "assign: draw 1 tile": "write `immediate:` instead of `assign:`",
    "develop: may spend 1 credit -> cost -1": "the closest power is `develop: cost -1`",
    "ship: at the end, 1 credit.": "leave out `.`",
    "explore: you may draw a tile.": "write `explore: at the end, may draw 1 tile`",
    "round end: hand limit 12": "the closest powers use workers and credits,",
    "ship: at the end, steal 1 credit from another player": (
        "the closest power gives everybody else something:"
    ),
    "explore: at the end, each opponent gains $1": (
        "write `explore: at the end, each other player gains 1 credit`"
    ),
    "ship: at the end, swap a home die for an alien die": "write `may remove 1 home die -> 1 alien",
    "ship: at the end, 1 credit if you chose ship": "write `selected` instead of `chose`",
    "ship: at the end, 1 credit if you didn't choose ship": "write `if you did not select`",
    "ship: at the end, 1 credit unless you chose ship": "write `if you did not select`",
    "score: 1 per good, max 3": "write `per good, at most 3`",
    "score: 1 per 2 goods (maximum of 3)": "write `per 2 goods, at most 3`",
    "settle: cost -1 per rare world up to 2": "write `per rare world, at most 2`",
    "settle: at the end, 1 credit per settler": "write `per worker in settle`",
    "immediate: recruit 2 dice for free": "write `recruit 2 dice`",
    "ship: at the end, 1 vp if another player has more goods than you": (
        "the closest power is `ship: at the end, 1 vp if you have the fewest goods`"
    ),
    "immediate: 1 orange die in cup": "the closest power brings another worker:",
    "assign: Reassign: You may Reassign 1 Settler or Developer to Ship.": (
        "write `assign: may reassign 1 worker from develop or settle to ship`"
    ),
    "ship: +1 VP chip when Consuming a good from a Genes or Novelty world.": (
        "write `ship: after consuming a good of a genes or novelty world, 1 vp`"
    ),
    "ship: Gain $1 at end of phase for every two Military dice in your Citizenry.": (
        "write `ship: at the end, 1 credit per 2 military dice in citizenry`"
    ),
    "score: +1 VP for each Novelty world and each Genes world in your tableau.": (
        "write `score: 1 per genes or novelty world`"
    ),
    "score: +2 VP if you have a Consumption die.": "write `score: 2 if you have 1 consumption die`",
    "settle: After completing a world, put up to 2 of the Settlers used into your cup.": (
        "write `settle: after completing a world, may return up to 2 workers to cup`"
    ),
    "settle: Reduce the cost of Alien worlds by 1.": "write `settle: cost -1 for alien worlds`",
    "ship: Gain 1 VP chip at end of phase if you have at least 3 Shippers.": (
        "write `ship: at the end, 1 vp if you have 3 workers in ship`"
    ),
    "immediate: When you place this world, return 1 of your Home dice to the center.": (
        "write `immediate: remove 1 home die`"
    ),
    "settle: military dice count as 2 settlers": "the closest power makes tiles cheaper:",
    "produce: reveal 3 tiles": "the closest power is `produce: at the end, draw 1 tile`",
    "ship: after another player trades a good, 1 credit": (
        "the closest power looks at selections:"
    ),
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


def test_what_comes_nearest_is_a_power_of_a_tile() -> None:
    for family in families(ROLL.id):
        for line in re.findall("`([a-z]+: [^`]*)`", family.nearest):
            assert lower_for_game(parse_power(line, ROLL.power)), line


ROOT = str(Path(rftg_dsl.__file__).parent)
RIGHT = "develop: cost -1 for alien development"
WRONG = [
    "develop: cost -1 for alien develpment",
    "devlop: cost -1 for alien development",
    "develop: cst -1 for alien development",
    "develop: cost -1 fur alien development",
]
FILES, FUNCTIONS = 25, 170
"""Most files and functions that a misspelt word may add to those of a clean check."""


def functions_run(line: str) -> set[tuple[str, str]]:
    """Return the functions that a check of a card runs, each with its file."""
    seen: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOT) and code.co_name != "<module>":
            seen.add((code.co_filename, f"{code.co_name} {code.co_firstlineno}"))

    sys.setprofile(note)
    try:
        compile_wrong(card_with(line))
    finally:
        sys.setprofile(None)
    return seen


@pytest.mark.parametrize("line", WRONG)
def test_a_misspelt_word_leads_through_few_files(line: str) -> None:
    functions_run(line)  # fills the caches of words and tables
    functions_run(RIGHT)
    clean = functions_run(RIGHT)
    diagnose.cache_clear()
    added = functions_run(line) - clean
    assert len({file for file, _ in added}) <= FILES
    assert len(added) <= FUNCTIONS


@pytest.mark.parametrize("line", WRONG)
def test_no_text_is_parsed_twice(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[str] = Counter()
    parse = parser._Run.parse

    def count(run: parser._Run) -> Any:
        parsed[run.line] += run.building
        return parse(run)

    monkeypatch.setattr(parser._Run, "parse", count)
    parser._outcome.cache_clear()
    diagnose.cache_clear()
    compile_wrong(card_with(line))
    assert line in parsed
    assert max(parsed.values()) == 1
