"""The questions for a new card: what is asked, what is said, and what comes of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.blank.adding import CardFile, Interview

TEXT = """\
set: mine
title: My Cards
requires: [base]
cards:
  - title: Ice Harvesters
    world: 2
    vp: 1
"""


def interview(folder: Path, *answers: str) -> tuple[dict[str, Any], str]:
    """The card that comes of these answers, and all that was shown."""
    path = folder / "mine.yaml"
    path.write_text(TEXT, encoding="utf-8")
    given: Iterator[str] = iter(answers)
    shown: list[str] = []

    def ask(question: str) -> str:
        answer = next(given)
        shown.append(question + answer)
        return answer

    card = Interview(CardFile(path), "New Card 1", ask, shown.append).card()
    assert next(given, None) is None
    return card, "\n".join(shown)


def test_enter_alone_takes_what_stands_in_brackets(tmp_path: Path) -> None:
    card, _shown = interview(tmp_path, *[""] * 7)
    assert card == {"title": "New Card 1", "development": 2, "vp": 1}


def test_a_world_is_asked_for_its_good_and_its_start_number(tmp_path: Path) -> None:
    answers = ["Snow", "world", "3", "2", "windfall", "genes", "7", "rebel, uplift", "2", ""]
    card, _shown = interview(tmp_path, *answers)
    assert card == {
        "title": "Snow",
        "world": 3,
        "vp": 2,
        "windfall": "genes",
        "start": {"number": 7, "colour": "red"},
        "keywords": ["rebel", "uplift"],
        "copies": 2,
    }


def test_a_wrong_answer_is_said_why_and_asked_for_again(tmp_path: Path) -> None:
    answers = ["old earth", "Snow", "moon", "m", "two", "2", "1", "", "0", "", "rebl", "", "", ""]
    card, shown = interview(tmp_path, *answers)
    assert card == {"title": "Snow", "military world": 2, "vp": 1}
    assert "error[E404]: there already is a card `Old Earth`\n" in shown
    assert "error: `moon` is not a valid answer\n" in shown
    assert "error[E203]: `military world` takes a whole number, not `two`\n" in shown
    assert "error[E405]: there already is a start world with number 0\n" in shown
    assert "error[E401]: no set in use declares the keyword `rebl`\nhelp: write `rebel`\n" in shown


def test_a_power_is_marked_where_it_is_wrong_and_said_in_english_where_it_is_right(
    tmp_path: Path,
) -> None:
    wrong = "settle: cost -1 for rae worlds"
    card, shown = interview(tmp_path, "", "", "", "", "", "", wrong, "settle:cost -1", "")
    assert card["powers"] == "settle:cost -1\n"
    assert shown.endswith(
        "power: settle: cost -1 for rae worlds\n"
        "                           ^^^\n"
        "error[E401]: no set in use declares the keyword `rae`\n"
        "help: write `rare`\n"
        "power [settle: cost -1 for rare worlds]: settle:cost -1\n"
        "  Settle: worlds cost you 1 less.\n"
        "power: "
    )


def test_enter_takes_a_power_as_it_was_mended(tmp_path: Path) -> None:
    card, shown = interview(
        tmp_path, "", "", "", "", "", "", "setle: draw 1 per rare world", "", ""
    )
    assert card["powers"] == "settle: draw 1 per rare world\n"
    assert "power [settle: draw 1 per rare world]: \n" in shown


def test_a_world_that_produces_and_variable_points_get_the_power_they_need(tmp_path: Path) -> None:
    answers = ["", "w", "", "variable", "p", "", "", "", "", ""]
    card, _shown = interview(tmp_path, *answers)
    assert card["produces"] == "novelty"
    assert card["powers"] == "produce: good\nscore: 1 per world\n"
    answers[-1:] = ["produce: good, draw 1", "score: 2 per novelty world", ""]
    card, _shown = interview(tmp_path, *answers)
    assert card["powers"] == "produce: good, draw 1\nscore: 2 per novelty world\n"


def test_a_warning_is_said_once_and_the_answer_taken(tmp_path: Path) -> None:
    save = "develop: save 1 card"
    card, shown = interview(tmp_path, "", "", "", "", "", "", save, "explore: draw 1", "")
    assert card["powers"] == f"{save}\nexplore: draw 1\n"
    assert shown.count("warning[W505]") == 1


def test_the_end_of_the_answers_stops_it(tmp_path: Path) -> None:
    def ask(_question: str) -> str:
        raise EOFError

    (tmp_path / "mine.yaml").write_text(TEXT, encoding="utf-8")
    with pytest.raises(EOFError):
        Interview(CardFile(tmp_path / "mine.yaml"), "New", ask, print).card()


def test_a_colour_is_its_kind_and_yes_takes_the_free_start_number(tmp_path: Path) -> None:
    answers = ["Snow", "world", "3", "2", "windfall", "blue", "yes", "", "", ""]
    card, shown = interview(tmp_path, *answers)
    assert card["windfall"] == "novelty"
    assert card["start"] == {"number": 5, "colour": "red"}
    assert "(`yes` for 5, the next free number)" in shown
