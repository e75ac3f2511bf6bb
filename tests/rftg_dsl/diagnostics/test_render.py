"""Findings as people and programs read them."""

import json
import re

from jsonschema import Draft202012Validator

from rftg_dsl.diagnostics.formats import TextRenderer, findings_data, width
from rftg_dsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Region
from rftg_dsl.resources import data_folder

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
