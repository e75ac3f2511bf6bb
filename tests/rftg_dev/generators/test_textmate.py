"""The VS Code extension: its files are generated anew, and its colours know every word."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rftg_dev.generators.textmate import FOLDER, colours, patterns
from rftg_dsl.compiler import compile_files
from rftg_dsl.resources import shipped_sets
from rftg_dsl.syntax.parser import read_tokens
from rftg_dsl.syntax.tokens import RESERVED

JSON = sorted(path for path in FOLDER.rglob("*.json") if "node_modules" not in path.parts)
LINES = sorted(
    {
        written.text
        for unit in compile_files(shipped_sets()).units
        for draft in unit.drafts
        for written, _ in draft.lines
    }
)


def coloured(line: str) -> list[tuple[str, str]]:
    """The words of a line with their scopes, as an editor goes through it."""
    rules = [(re.compile(one["match"]), one["name"]) for one in patterns()]
    found, at = [], 0
    while at < len(line):
        hits = [
            (hit.start(), n, hit)
            for n, (rule, _) in enumerate(rules)
            if (hit := rule.search(line, at))
        ]
        if not hits:
            break
        _, number, hit = min(hits, key=lambda one: one[:2])
        found.append((hit[0].strip(), rules[number][1]))
        at = hit.end()
    return found


@pytest.mark.parametrize("path", JSON, ids=lambda path: str(path.relative_to(FOLDER)))
def test_every_json_file_is_well_formed(path: Path) -> None:
    assert json.loads(path.read_text(encoding="utf-8"))


def test_every_file_that_the_extension_names_is_there() -> None:
    package: dict[str, Any] = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    text = json.dumps(package)
    named = re.findall(r'"(\./[^"]+)"', text)
    assert len(named) == 6
    assert all((FOLDER / name).is_file() for name in named)
    scopes = {one["scopeName"] for one in package["contributes"]["grammars"]}
    assert colours()["scopeName"] in scopes


def test_no_character_of_a_shipped_power_line_is_without_a_colour() -> None:
    assert len(LINES) > 150
    for line in LINES:
        words = "".join(word for word, _ in coloured(line))
        assert words.replace(" ", "") == line.replace(" ", "")


def test_a_colour_is_what_the_parser_says_the_word_is() -> None:
    scopes = {"INT": "constant", "SIGNED": "constant", "TITLE": "string", "KIND": "support"}
    for line in LINES:
        by_word = dict(coloured(line))
        for terminal, span in read_tokens(line)[0]:
            word = line[span.start : span.end]
            wanted = scopes.get(terminal, "variable" if terminal == "NAME" else "")
            if wanted and word in by_word:
                assert by_word[word].startswith(wanted), (line, word)


def test_every_word_of_the_language_is_one_of_the_colours() -> None:
    for word in RESERVED:
        for line in (word, f"{word}: draw 1"):
            (found, scope), *_ = coloured(line)
            assert (found, scope.startswith("variable")) == (word, False), line
