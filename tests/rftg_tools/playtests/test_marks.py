"""Marks: what is kept of them, what is refused, and what a damaged file does."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from rftg_tools.playtests import marks
from rftg_tools.playtests.marks import (
    MAX_TEXT_LENGTH,
    WATCHER,
    BadMark,
    Kind,
    Marks,
    parse_kinds,
    parse_text,
)
from tests.rftg_tools.playtests import a_mark


def test_a_mark_is_there_for_whoever_opens_the_folder_next(tmp_path: Path) -> None:
    mark = a_mark(text='<b>"it" is; DROP TABLE mark</b>', name="Zoë 🚀")
    Marks(tmp_path).save(mark)
    assert Marks(tmp_path).read_game("one") == (mark,)
    assert Marks(tmp_path).read_game("other") == ()


def test_a_later_mark_of_the_same_person_takes_the_place_of_the_first(tmp_path: Path) -> None:
    kept = Marks(tmp_path)
    kept.save(a_mark())
    later = a_mark(round=7, kinds=(Kind.UNCLEAR,), text="")
    kept.save(later)
    assert kept.read_all() == (later,)


def test_a_mark_that_says_nothing_takes_the_last_one_back(tmp_path: Path) -> None:
    kept = Marks(tmp_path)
    other = a_mark(who="seat 1", seat=1)
    kept.save(a_mark())
    kept.save(other)
    kept.save(a_mark(kinds=(), text=""))
    assert kept.read_all() == (other,)


def test_a_folder_without_marks_has_none_and_gets_no_file_by_reading(tmp_path: Path) -> None:
    assert Marks(tmp_path).read_all() == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", [None, "too strong", ["strong"], [1], [["unclear"]], [*Kind] * 2])
def test_kinds_that_there_are_not_are_refused(value: object) -> None:
    with pytest.raises(BadMark):
        parse_kinds(value)


def test_kinds_come_once_and_in_their_order() -> None:
    assert parse_kinds(["unclear", "too strong", "unclear"]) == (Kind.TOO_STRONG, Kind.UNCLEAR)


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        "x" * (MAX_TEXT_LENGTH + 1),
        "a\nb",
        "\x1b[2J",
        "a\u202eb",
        "a\u200bb",
        "\x00",
        "\ud800",
    ],
)
def test_a_text_that_is_too_long_or_cannot_be_shown_is_refused(value: object) -> None:
    with pytest.raises(BadMark):
        parse_text(value)


def test_a_text_of_any_script_and_length_up_to_the_most_is_kept_as_it_is() -> None:
    assert parse_text("  <i>à quoi bon?</i> 強すぎる 🚀 ") == "<i>à quoi bon?</i> 強すぎる 🚀"
    assert parse_text("x" * MAX_TEXT_LENGTH) == "x" * MAX_TEXT_LENGTH


def test_one_mark_too_many_is_refused_and_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "MAX_SPECTATOR_MARKS", 2)
    kept = Marks(tmp_path)
    of_watchers = [a_mark(who=f"watcher {one}", seat=WATCHER, name="") for one in "abc"]
    for mark in of_watchers[:2]:
        kept.save(mark)
    with pytest.raises(BadMark, match="at most 2 marks from spectators"):
        kept.save(of_watchers[2])
    kept.save(a_mark())  # of a seat
    kept.save(replace(of_watchers[0], text="changed"))
    assert len(kept.read_all()) == 3
    kept.save(replace(of_watchers[0], kinds=(), text=""))
    kept.save(of_watchers[2])


def test_marks_that_come_at_once_are_all_kept(tmp_path: Path) -> None:
    kept = Marks(tmp_path)
    each = [
        a_mark(who=f"seat {seat}", seat=seat, title=f"T{at}")
        for seat in range(6)
        for at in range(5)
    ]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(kept.save, each))
    assert set(kept.read_all()) == set(each)


def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    kept = Marks(tmp_path)
    kept.path.write_bytes(b"no database, but somebody's text" * 40)
    before = kept.path.read_bytes()
    for ask in (kept.read_all, lambda: kept.save(a_mark())):
        with pytest.raises(sqlite3.Error):
            ask()
    assert kept.path.read_bytes() == before


@pytest.mark.parametrize(
    "change", ["kinds = '[\"x\"]'", "kinds = '['", "text = 'a' || char(27)", "seat = 'x'"]
)
def test_a_row_that_is_no_mark_is_told(tmp_path: Path, change: str) -> None:
    kept = Marks(tmp_path)
    kept.save(a_mark())
    with sqlite3.connect(kept.path) as rows:
        rows.execute(f"UPDATE mark SET {change}")
    rows.close()
    with pytest.raises(BadMark):
        kept.read_all()
