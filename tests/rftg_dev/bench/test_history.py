"""The history of the benchmark: what is compared with what."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from rftg_dev.bench.history import compared, entry, keep, read, rounded

BEFORE = {
    "date": "2030-01-02",
    "revision": "abc",
    "machine": "an abacus",
    "load": 0.5,
    "figures": {"games/s: base": 100.0, "gone": 1.0},
}


def test_lines_come_back_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "h.jsonl"
    assert read(path) == []
    keep(path, BEFORE)
    keep(path, {**BEFORE, "revision": "def"})
    assert [one["revision"] for one in read(path)] == ["abc", "def"]


def test_two_that_keep_lines_at_once_lose_none(tmp_path: Path) -> None:
    path = tmp_path / "h.jsonl"
    keepers = [Thread(target=lambda: [keep(path, BEFORE) for _n in range(50)]) for _k in range(4)]
    for one in keepers:
        one.start()
    for one in keepers:
        one.join()
    assert read(path) == [BEFORE] * 200


def test_a_change_is_given_in_percent_of_the_last_figure_of_that_machine() -> None:
    other = {**BEFORE, "machine": "a clock", "figures": {"games/s: base": 1.0}}
    now = {**BEFORE, "figures": {"games/s: base": 110.0, "new": 3.0}}
    head, load, line = compared(now, [other, BEFORE, other])
    assert head == "since 2030-01-02, revision abc"
    assert load == "load of the machine: 0.5 then, 0.5 now"
    assert line.split() == ["games/s:", "base", "100", "110", "+10.0%"]


def test_another_machine_is_no_yardstick() -> None:
    (line,) = compared(BEFORE, [{**BEFORE, "machine": "a clock"}])
    assert line == "no earlier figures of this machine: an abacus"


def test_a_line_says_when_where_and_of_what() -> None:
    found = entry()
    assert set(found) == {"date", "revision", "machine", "load"}
    assert "Python" in found["machine"]
    assert rounded([("games/s: base", 1234.5678)]) == {"games/s: base": 1235.0}


def test_a_file_that_is_no_history_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "h.jsonl"
    path.write_text("games\n")
    with pytest.raises(ValueError, match="Expecting value"):
        read(path)
