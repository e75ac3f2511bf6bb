"""The tables of what people write instead: sound in themselves, and read only where they help."""

import re
import subprocess
import sys

import pytest

from rftg_dsl.resources import cookbook_files
from rftg_dsl.suggest.phrases import fillers, insert_parts, phrases, swapped_words, synonyms, table
from rftg_dsl.syntax.tokens import RESERVED
from rftg_dsl.words.verbs import EFFECTS


@pytest.mark.parametrize("name", ["rewrites", "unsupported"])
def test_every_part_of_the_expressions_is_used(name: str) -> None:
    data = table(name)
    said = repr(data)
    assert [part for part in data["parts"] if f"{{{part}}}" not in said] == []


def test_a_part_can_have_parts() -> None:
    assert insert_parts("{one} good", {"one": "(?:{any}|1)", "any": "an?"}) == "(?:an?|1) good"


def test_a_reference_in_a_text_is_a_group_of_its_expression() -> None:
    for said, text in phrases():
        assert all(int(number) <= said.groups for number in re.findall(r"\\(\d)", text)), text


def test_what_stands_for_a_word_is_written_in_words_of_the_language() -> None:
    known = {*RESERVED, *(one for verb in EFFECTS for one in (verb, *verb.split()))}
    kinds_and_keywords = {"imperium", "rebel", "terraforming", "uplift", "alien", "->"}
    for word in synonyms().values():
        parts = word.removeprefix("non-").split()
        assert {*parts, word} & known or set(parts) <= kinds_and_keywords, word


def test_no_word_is_a_mistake_for_two_effects() -> None:
    said = [word for effect in EFFECTS.values() for word in effect.mistakes]
    assert len(said) == len(set(said))
    assert all(pattern.groups == 2 for pattern in swapped_words())
    assert "the" in fillers()


def test_a_sound_file_pays_for_no_table() -> None:
    code = (
        "import sys; from rftg_dsl.cli import main;"
        f"assert main(['check', {str(cookbook_files()[0])!r}]) == 0;"
        "from rftg_dsl.suggest import phrases;"
        "assert phrases.table.cache_info().currsize == 0;"
        "assert 'tomllib' not in sys.modules and 'rftg_dsl.suggest.repairs' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
