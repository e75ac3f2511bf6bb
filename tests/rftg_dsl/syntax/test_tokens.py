"""Human names for every terminal, and the nearest word."""

import re

import pytest

from rftg_dsl.diagnostics.text import distance, listed, nearest
from rftg_dsl.library import load
from rftg_dsl.syntax.parser import expected_after
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import (
    NAMES,
    OF_ANSWERS,
    RESERVED,
    literal_words,
    terminals_of,
)
from tests.rftg_dsl.syntax.test_formatter import WORDS_OF_ARC_1


def test_every_terminal_of_the_grammar_has_a_human_name() -> None:
    terminals = set(load_tables().terminals)
    assert len(terminals) > 60
    assert terminals | {"$END"} == set(NAMES)


def test_the_list_of_what_may_stand_at_a_place_is_short() -> None:
    lines = [line.text for card in load(["base"]).sets[0].cards for line in card.powers]
    for line in {*lines, *WORDS_OF_ARC_1.splitlines()}:
        for end in (0, *(match.start() for match in re.finditer(" ", line)), len(line)):
            assert len(terminals_of().expected_words(expected_after(line[:end]))) <= 11, line[:end]


def test_every_word_of_the_grammar_is_reserved() -> None:
    words = {line.split('"')[1] for line in terminals_of().of_powers.splitlines() if ': "' in line}
    assert {word for word in words if word.isalpha()} <= RESERVED
    assert "alien" not in RESERVED
    of_powers = {*load_tables().terminals} - OF_ANSWERS
    assert set(literal_words(of_powers)) - {"alien"} <= RESERVED | {
        "up to",
        "or more",
        "or less",
        "this world's",
    }


def test_words_of_answers_alone_can_be_keywords() -> None:
    assert {"CALL", "_USING", "NOTHING", "REST"} <= OF_ANSWERS
    assert not {"AND", "TITLE", "PLACE"} & OF_ANSWERS
    assert not {"name", "use", "search", "nothing"} & RESERVED


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("militray", ["military", "price"], "military"),
        ("Ice Harvester", ["Ice Harvesters", "Fire"], "Ice Harvesters"),
        ("rebal", ["rebel", "imperium"], "rebel"),
        ("vq", ["vp"], "vp"),
        ("xyz", ["abc"], None),
        ("a", ["b"], None),
        ("REBEL", ["rebel"], "rebel"),
    ],
)
def test_the_nearest_word_is_found_where_one_is_near(
    word: str, known: list[str], near: str | None
) -> None:
    assert nearest(word, known) == near


def test_slips_are_letters_added_left_out_changed_or_exchanged() -> None:
    assert distance("draw", "drwa") == 1
    assert distance("draw", "drw") == 1
    assert distance("draw", "drraw") == 1
    assert distance("draw", "drew") == 1
    assert distance("draw", "settle", 2) > 2


def test_long_lists_are_cut() -> None:
    assert listed(["a", "b", "c"]) == "a, b or c"
    assert listed([str(n) for n in range(20)]).endswith("6, 7 or other words")
