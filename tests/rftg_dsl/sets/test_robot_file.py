"""The robot's file: every mistake has its place, every key an effect and an explanation."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rftg_dsl.resources import data_folder
from rftg_dsl.sets.robot_file import (
    BadRobotFile,
    load_robot,
    parse_robot,
    robot_schema,
    shipped_robot,
)
from rftg_dsl.sets.robot_model import FACES, ROWS, Robot, Row, Start

PATH = data_folder("cards") / "robot" / "robot.yaml"
TEXT = PATH.read_text(encoding="utf-8")


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(robot_schema())


def test_the_shipped_robot_has_all_rows_and_start_worlds_0_to_15() -> None:
    robot = shipped_robot()
    assert len(robot.mat) == len(ROWS)
    assert len(robot.starts) == 16
    assert [name for name, _level in robot.difficulties] == ["easy", "medium", "hard"]
    assert {face for die in robot.dice for face in die} == set(FACES)


def test_the_shipped_robot_needs_no_text_to_be_told_from_others() -> None:
    assert shipped_robot().text == ""
    assert load_robot(PATH).text == TEXT
    assert load_robot(PATH) == shipped_robot() == parse_robot(TEXT)
    assert parse_robot(TEXT.replace("pool: 24", "pool: 25")) != shipped_robot()


def test_every_reading_has_its_reason_and_its_doubt() -> None:
    notes = shipped_robot().notes
    assert len(notes) > 30
    for note in notes:
        assert note.reason, note.place
        assert note.doubt, note.place


def test_every_robot_face_that_no_booklet_tells_is_a_reading() -> None:
    """arc 1 booklet, Solitaire: Consume tells that of the first start world alone."""
    noted = {note.place[-1] for note in shipped_robot().notes if len(note.place) == 2}
    untold = [title for title, _start in shipped_robot().starts if title not in noted]
    assert untold == [shipped_robot().starts[0][0]]


MISTAKES = [
    ("pool: 24", "pol: 24", "unknown key `pol`; write `pool`"),
    ("pool: 24", "pool: many", "`pool` takes a whole number, not `many`"),
    ("pool: 24", "pool: 0", "`pool` must be between 1 and 200"),
    ("[explore, develop, ", "[explore, devlop, ", "`first` must be"),
    ("[explore, develop, ", "[explore, ", "`first` has 5, but at least 6 is required"),
    ("robot face: consume-trade", "robot face: match", "`robot face` must be"),
    ("never: imperium cards", "never: imperium crds", "write `cards`"),
    ("never: imperium cards", "never: other imperium cards", "`other` has no meaning here"),
    ("if: alien world\n        prestige", "if: alien wolrd\n        prestige", "write `world`"),
    ("find: world}", "find: world of cost 200}", "numbers go from -99 to 99"),
    ("economy: 5}", "economy: 5, economy: 6}", "appears twice"),
    ('once: "yes"', 'once: "no"', "`once` cannot be `no`"),
    ("response: {}", "response: {spends: 1}", "`spends` has no effect without `find`"),
    ("response: {}", "response: {least points: 1}", "`least points` has no effect without `find`"),
    ("response: {}", "response: {for six: 1}", "`for six` has no effect without `find`"),
    ("response: {}", "response: {from: supply}", "`from` has no effect without `find`"),
    ("response: {}", "response: {otherwise: {draw: 1}}", "`otherwise` has no effect without `if`"),
    (
        "otherwise: {chips: 2, economy: 1}",
        "otherwise: {spends: 2, economy: 1}",
        "`spends` has no effect without `find`",
    ),
    ("response: {}", 'response: {draw: 1, once: "yes"}', "`once` only works in tiles"),
    ("from: -6, to: -1", "from: -1, to: -6", "`from` is greater than `to`"),
    ("title: The adaptable robot", "", "the key `title` is missing"),
    ("Old Earth:", "Old Earth: &anchor", "the anchor `&anchor`"),
]


@pytest.mark.parametrize(("old", "new", "reason"), MISTAKES)
def test_a_mistake_is_told_with_its_place(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(BadRobotFile) as caught:
        parse_robot(TEXT.replace(old, new, 1), "mine.yaml")
    place, _, message = str(caught.value).partition(": ")
    assert reason in message
    name, line, column = place.split(":")
    assert name == "mine.yaml"
    assert int(column) >= 1
    first = TEXT[: TEXT.index(old)].count("\n") + 1
    assert int(line) == first if new else int(line) >= 1


@pytest.mark.parametrize("text", ["", "- 1\n", "a\n", "\ud800", "x" * 3_000, "[" * 10_000])
def test_what_is_no_robot_file_is_refused(text: str) -> None:
    with pytest.raises(BadRobotFile):
        parse_robot(text)


def test_many_mistakes_are_cut_short() -> None:
    text = TEXT.replace("reason:", "reson:")
    with pytest.raises(BadRobotFile, match=r"and \d+ more$"):
        parse_robot(text)


def test_a_file_that_is_not_there_or_no_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_robot(tmp_path / "none.yaml")
    with pytest.raises(OSError, match="this is a folder"):
        load_robot(tmp_path)


# --- every key has an effect


def values(schema: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The keys of the schema that hold a value, by what leads there."""
    schema = robot_schema()["$defs"][schema["$ref"].split("/")[-1]] if "$ref" in schema else schema
    if "properties" not in schema and not isinstance(schema.get("additionalProperties"), dict):
        yield path
        return
    for key, inner in schema.get("properties", {}).items():
        yield from values(inner, (*path, key))
    if isinstance(schema.get("additionalProperties"), dict):
        yield from values(schema["additionalProperties"], (*path, "*"))


def test_every_key_of_a_row_and_of_a_start_world_is_read() -> None:
    """Each key of the schema changes what the file means, so that none is passed over."""
    row = {
        "needs": 2,
        "counter": 2,
        "once": '"yes"',
        "if": "rebel world",
        "draw": 5,
        "draw for each": "alien card",
        "from": "supply",
        "find": "rebel card",
        "least points": 4,
        "spends": 2,
        "for six": 2,
        "chips": 3,
        "credit": 3,
        "economy": 2,
        "prestige": 2,
        "discard": "start world",
        "otherwise": "{draw: 2}",
    }
    start = {
        "robot face": "develop",
        "after": "{produce: settle}",
        "credit": 3,
        "economy": 3,
        "stack": 6,
        "never": "rebel cards",
        "prestige for": "alien cards",
    }
    notes = {"reading", "reason", "doubt"}
    phases = {name.split()[0] for name in ROWS}
    definitions = robot_schema()["$defs"]
    assert set(definitions["row"]["properties"]) == {*row, *notes}
    assert set(definitions["start"]["properties"]) == {*start, *notes, *phases}
    needs = {"otherwise": "if: alien world, "}
    needs |= dict.fromkeys(("from", "least points", "spends", "for six"), "find: world, ")
    for key, value in row.items():
        more = needs.get(key, "draw: 1, " if key != "draw" else "")
        assert _row(f"{more}{key}: {value}") != _row(more), key
    for key, value in start.items():
        assert _start(f"{key}: {value}") != _start("robot face: settle"), key
    for name in ROWS:
        phase, kind = name.split()
        assert _start(f"{phase}: {{{kind}: {{draw: 1}}}}").rows == ((name, Row(draw=1)),)


def _row(text: str) -> Row:
    return _start(f"produce: {{action: {{{text}}}}}").rows[0][1]


def _start(text: str) -> Start:
    """The start world that a file has in place of its own."""
    return _with_starts(f"  Somewhere:\n    {text}\n").starts[0][1]


def _with_starts(text: str) -> Robot:
    return parse_robot(TEXT[: TEXT.index("  Old Earth:")] + text)


def test_every_key_of_the_head_is_read() -> None:
    head = [path for path in values(robot_schema()) if path[0] not in ("mat", "start worlds")]
    changes = {
        ("title",): ("title: The adaptable robot", "title: Another"),
        ("six",): ("six: 6-cost developments", "six: developments"),
        ("chips", "pool"): ("pool: 24", "pool: 25"),
        ("chips", "more with prestige"): ("more with prestige: 0", "more with prestige: 5"),
        ("tracks", "credit"): ("tracks: {credit: 4", "tracks: {credit: 5"),
        ("tracks", "economy"): ("economy: 5}", "economy: 6}"),
        ("unused start worlds", "from"): ("from: -6", "from: -5"),
        ("unused start worlds", "to"): ("to: -1", "to: -2"),
        ("dice", "first"): ("first: [explore,", "first: [produce,"),
        ("dice", "second"): ("second: [develop,", "second: [produce,"),
        ("prestige", "points"): ("points: 1\n", "points: 2\n"),
        ("prestige", "of cards"): ("of cards: 0", "of cards: 1"),
        ("prestige", "lead"): ("lead: 1", "lead: 0"),
        ("any start world", "robot face"): ("robot face: settle", "robot face: develop"),
        ("any start world", "credit"): ("  credit: 1\n", "  credit: 2\n"),
        ("any start world", "economy"): ("  economy: 0\n", "  economy: 1\n"),
        ("any start world", "stack"): ("  stack: 4\n", "  stack: 5\n"),
    }
    for level in ("easy", "medium", "hard"):
        for key in ("counters", "points"):
            changes["difficulties", level, key] = _level(level, key)
    notes = {"reading", "reason", "doubt"}
    assert {path for path in head if path[-1] not in notes} == set(changes)
    for path, (old, new) in changes.items():
        assert old in TEXT, path
        assert _facts(parse_robot(TEXT.replace(old, new, 1))) != _facts(shipped_robot()), path


def _level(level: str, key: str) -> tuple[str, str]:
    at = TEXT.index(f"  {level}:")
    end = TEXT.index("points:", at) + 9
    old = TEXT[at:end]
    place = old.index(f"{key}: ") + len(key) + 2
    return old, old[:place] + "7" + old[place + 1 :]


def _facts(robot: Robot) -> list[Any]:
    names = [one.name for one in fields(robot) if one.name not in ("digest", "text")]
    return json.loads(json.dumps([repr(getattr(robot, name)) for name in names]))


PAGE = (Path(__file__).parents[3] / "docs" / "play.md").read_text(encoding="utf-8")


def test_every_key_of_the_file_is_explained() -> None:
    explained = set(re.findall(r"`([^`\n]+)`", PAGE))
    definitions = robot_schema()["$defs"]
    phases = {"explore", "develop", "settle", "consume", "produce"}
    for name in ("row", "start"):
        assert set(definitions[name]["properties"]) - phases <= explained
