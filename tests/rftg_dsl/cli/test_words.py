"""`rftg-dsl words`: all words, those of a phase, one word, and a word that is none."""

from __future__ import annotations

import json

import pytest

from rftg_dsl.cli import main
from rftg_dsl.words.verbs import USES

Output = pytest.CaptureFixture[str]


def test_a_phase_lists_its_effects_each_with_an_example_and_its_english(capsys: Output) -> None:
    assert main(["words", "setup"]) == 0
    assert capsys.readouterr().out == (
        "setup\n"
        "  keep N [per ...]                          setup: keep 3\n"
        "                                            Setup: keep 3 cards of those dealt to you.\n"
        "  save N CARDS                              setup: save 1 card\n"
        "                                            Setup: put 1 card from your hand under this"
        " card.\n"
    )


def test_all_words_begin_with_the_power_line_and_go_on_by_phase(capsys: Output) -> None:
    assert main(["words", "--json"]) == 0
    sections = json.loads(capsys.readouterr().out)
    titles = [one["section"] for one in sections]
    assert titles[: 1 + len(USES)] == ["A power line", *USES]
    words = [word for one in sections[:-2] for word in one["words"]]
    assert all(word["form"] and word["example"] and word["card"] for word in words)
    of_goals = [word["form"] for word in words if word["example"].startswith("first: ")]
    assert of_goals == ["discards"]
    assert all(word["sentence"].endswith(".") for word in words if word["form"] not in of_goals)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("may", "MOMENT : [TRIGGER,] [may] [COST ->] EFFECTS [EACH] [CONDITION] [once a game]"),
        ("up to", "discard [up to] N cards"),
        ("Rare", "novelty | rare | genes | alien | gray"),
        ("rebel", "KEYWORD"),
        ("non-", "[non-]ADJECTIVE"),
        ("discards", "draw others' discards"),
        ("round  end", "hand limit +N"),
    ],
)
def test_a_word_lists_the_phrases_that_have_it(word: str, shown: str, capsys: Output) -> None:
    assert main(["words", *word.split()]) == 0
    assert shown in capsys.readouterr().out


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("militry", "the nearest is `military`"),
        ("rebl", "the nearest is `rebel`"),
        ("milit", "the nearest is `military`"),
        ("wind", "the nearest is `windfall`"),
        ("settel", "the nearest is `settle`"),
        ("qqqqq", "`rftg-dsl words` lists all of them"),
    ],
)
def test_a_word_that_is_none_is_answered_with_the_nearest(
    word: str, advice: str, capsys: Output
) -> None:
    assert main(["words", word]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"rftg-dsl: error: the language has no word `{word}`\n")
    assert advice in error


@pytest.mark.parametrize(
    ("said", "word"),
    [("blue", "novelty"), ("brown", "rare"), ("green", "genes"), ("yellow", "alien")],
)
def test_a_colour_of_the_cards_is_known_as_its_kind(said: str, word: str, capsys: Output) -> None:
    assert main(["words", said]) == 0
    shown = capsys.readouterr().out
    assert main(["words", word]) == 0
    assert shown == (
        f"for `{said}` the language has the word `{word}`\n\n{capsys.readouterr().out}"
    )
