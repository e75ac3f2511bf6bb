"""Every word of the language is listed, in the form the grammar gives it, with an example."""

from functools import lru_cache

import pytest

from rftg_dsl.games import GAMES
from rftg_dsl.resources import cookbook_files, shipped_sets
from rftg_dsl.syntax.parser import parse_power, read_rules
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import OF_ANSWERS, literal_words
from rftg_dsl.wording.lexicon import PARTS, Entry, contents, terminals_of
from rftg_dsl.wording.phrases import INLINED_RULES, Line, collect_lines, grammar_phrases
from rftg_dsl.words.verbs import USES

NOT_LISTED = INLINED_RULES | {"moment", "phase", "effects", "measure"}
"""Rules without a section: their phrases are section titles or parts of other phrases."""


@lru_cache(maxsize=1)
def lines() -> list[Line]:
    return collect_lines(shipped_sets(), cookbook_files())


def entries(word: str = "") -> list[Entry]:
    return [entry for section in contents(lines(), word) for entry in section.entries]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_grammar_has_its_place_in_the_list(game: str) -> None:
    parts = {rule for _title, rules in PARTS[game] for rule in rules}
    assert (
        parts | {"power", "effect", "points"}
        == {form.rule for form in grammar_phrases(game)} - NOT_LISTED
    )


def test_what_is_not_listed_are_rules_of_some_grammar() -> None:
    assert {form.rule for game in GAMES for form in grammar_phrases(game)} >= NOT_LISTED


def test_every_effect_stands_under_each_phase_that_has_a_use_for_it() -> None:
    by_title = {section.title: len(section.entries) for section in contents(lines())}
    assert {phase: by_title[phase] for phase in USES} == {
        phase: len(verbs) for phase, verbs in USES.items()
    }


def test_every_phrase_has_an_example() -> None:
    assert [entry.form.text for entry in entries() if entry.example is None] == []


@pytest.mark.parametrize("terminal", sorted({*load_tables().terminals} - OF_ANSWERS))
def test_every_word_of_the_grammar_has_an_example_with_it(terminal: str) -> None:
    phases = {phase.replace(" ", "_").upper() for phase in USES}
    for word in literal_words([terminal]):
        if terminal in phases - {"TRADE"}:
            assert word in USES
        else:
            assert terminal in terminals_of(word)
            shown = [one.example for one in entries(word) if one.example]
            assert any(word in line.text.lower() for line in shown), word


def test_an_example_of_a_phase_is_a_power_of_it() -> None:
    for section in contents(lines()):
        for entry in section.entries:
            if section.title in USES and entry.example:
                assert parse_power(entry.example.text).phase == section.title


def test_official_lines_come_before_those_of_the_cookbook() -> None:
    official = {line.text for line in collect_lines(shipped_sets())}
    for entry in entries():
        assert entry.example
        if entry.example.text not in official:
            form, phase = entry.form, entry.example.phase
            others = [one for one in lines() if one.text in official and one.has(form.name)]
            assert not [one for one in others if one.phase == phase and form.rule == "effect"]


def test_forms_are_written_as_people_write_them() -> None:
    written = {form.name: form.text for form in grammar_phrases()}
    assert written["spend_goods"] == "[spend] [up to] N [KIND [or KIND ...]] goods [of ...]"
    assert written["effect_cost"] == "cost +N [for CARDS] [per ...]"
    assert written["effect_points_by_kinds"] == "N, N ... by kinds of worlds"
    assert written["with_military"] == "with military +N [to +N | or more]"
    assert written["adjective"] == "[non-]ADJECTIVE [or ADJECTIVE ...]"
    assert written["discard_this"] == "discard this"


def test_the_rules_of_a_line_are_known_with_their_places() -> None:
    line = "settle: may discard this -> cost -3"
    found = {name: line[span.start : span.end] for name, span in read_rules(line)}
    assert found["discard_this"] == "discard this"
    assert found["effect_cost"] == "cost -3"
    assert found["power"] == line
    assert read_rules("settle: may discard") == ()
    assert read_rules("4 goods", "goal")
