"""The page of the robot says what its file says."""

from __future__ import annotations

import re
from pathlib import Path

from rftg_dsl.sets.robot_file import robot_schema, shipped_robot

PAGE = (Path(__file__).parents[3] / "docs" / "robot.md").read_text(encoding="utf-8")


def test_every_reading_of_the_file_stands_on_the_page_and_no_other() -> None:
    rows = []
    for note in shipped_robot().notes:
        where = ", ".join(part for part in note.place if part != "start worlds")
        rows.append(f"| {where} | {note.reading} | {note.reason} | {note.doubt} |")
    head = "| where | reading | why | doubt |\n|---|---|---|---|\n"
    start = PAGE.index(head) + len(head)
    assert PAGE[start : PAGE.index("\n\n", start)] == "\n".join(rows)


def test_every_key_of_the_file_is_explained() -> None:
    explained = set(re.findall(r"`([^`\n]+)`", PAGE))
    definitions = robot_schema()["$defs"]
    phases = {"explore", "develop", "settle", "consume", "produce"}
    for name in ("row", "start"):
        assert set(definitions[name]["properties"]) - phases <= explained


def test_every_start_world_of_the_file_has_its_row_in_the_table_of_strength() -> None:
    for title, _start in shipped_robot().starts:
        assert re.search(rf"^\| \d+ {re.escape(title)} \|", PAGE, re.M), title
