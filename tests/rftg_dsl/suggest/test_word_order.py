"""Words the wrong way round or in the wrong place, and short words with a letter wrong."""

import pytest

from tests.rftg_dsl.writing import card_with, compile_text

LINES = [
    # wrong; right; a part of the help
    ("consume: good 1 -> 1 vp", "consume: 1 good -> 1 vp", "write `1 good`"),
    (": settle military +1", "settle: military +1", "settle"),
    ("settle: military against +1 rebel military worlds", None, "+1 against"),
    ("consume: 1 good -> 1 vp, 1 draw", "consume: 1 good -> 1 vp, draw 1", "write `draw 1`"),
    (
        "settle: -> may discard this military +3",
        "settle: may discard this -> military +3",
        "put `->`",
    ),
    ("consume: 1 good -> 1 v", "consume: 1 good -> 1 vp", "write `vp`"),
    ("settle: may taek over a rebel military world", None, "write `take over`"),
    ("consume: up ot 2 goods -> 1 vp each", "consume: up to 2 goods -> 1 vp each", "`up to`"),
]


@pytest.mark.parametrize("gain", ["gain a spark", "Get 1 spark", "takes one spark"])
def test_tokens_that_are_gained_need_not_be_called_tokens(gain: str) -> None:
    text = card_with(f"produce: {gain}").replace("cards:", "tokens: {spark: 12}\ncards:", 1)
    (found,) = [one for one in compile_text(text).diagnostics if one.code == "E210"]
    assert found.help == f"write `1 spark token` instead of `{gain}`"


def test_a_word_that_joins_clauses_becomes_no_keyword() -> None:
    text = card_with("settle: cost -1 for worlds unless hot military")
    (found,) = [one for one in compile_text(text).diagnostics if one.code == "E210"]
    assert found.fix is None
    assert not found.help


@pytest.mark.parametrize(("wrong", "right", "help"), LINES, ids=[row[0] for row in LINES])
def test_what_stands_in_the_wrong_place_is_put_back(
    wrong: str, right: str | None, help: str
) -> None:
    (found,) = [one for one in compile_text(card_with(wrong)).diagnostics if one.code == "E210"]
    assert help in found.help
    assert found.fix is not None
    (edit,) = found.fix.edits
    start = edit.region.column - 7
    mended = wrong[:start] + edit.text + wrong[edit.region.end_column - 7 :]
    assert right is None or mended == right
    assert "E210" not in [one.code for one in compile_text(card_with(mended)).diagnostics]
