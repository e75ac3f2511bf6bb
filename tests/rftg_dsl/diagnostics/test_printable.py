"""What is shown: no character that a terminal or a page acts on, wherever a text goes."""

import io
import sys
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.text import (
    Printable,
    printable,
    printable_data,
    printable_lines,
    safe_output,
)
from rftg_dsl.sets.robot import BadRobotFile, parse_robot
from tests.rftg_dsl.writing import found_in, only_finding, set_of

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
