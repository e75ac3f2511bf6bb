"""The TextMate grammar and the grammar of the code editor, as generated."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rftg_dev.generators.bundles import (
    EDITOR,
    EDITOR_TARGET,
    ICONS,
    ICONS_TARGET,
    LOCK,
    SOURCE,
    banner,
    package_of,
    types,
    versions,
)
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


RUN = "run: python -m rftg_dev.generators.bundles"


BUNDLE = EDITOR_TARGET / "codemirror.js"
TYPES = EDITOR_TARGET / "codemirror.d.ts"
LICENSES = EDITOR_TARGET / "codemirror.licenses.txt"


def head(bundle: Path = BUNDLE) -> str:
    return bundle.read_text(encoding="utf-8").partition("\n")[0]


def in_the_bundle() -> dict[str, str]:
    return dict(re.findall(r"([@\w/-]+) (\d+\.\d+\.\d+)", head()))


def test_the_bundle_is_of_the_versions_that_the_generator_pins() -> None:
    found = in_the_bundle()
    assert banner("codemirror", sorted(found), versions(LOCK)) == head(), RUN
    icons = head(ICONS_TARGET / "lucide.js")
    assert banner("lucide", ["lucide"], versions(LOCK)) == icons, RUN


def test_every_package_that_the_entry_names_is_pinned_and_in_the_bundle() -> None:
    asked = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    named = [
        re.findall(r'from "([^"]+)"', entry.read_text(encoding="utf-8"))
        for entry in (EDITOR, ICONS)
    ]
    assert sorted([*named[0], *named[1]]) == sorted(asked)
    assert {package: asked[package] for package in named[0]}.items() <= in_the_bundle().items()


def test_the_types_name_what_the_entry_exports() -> None:
    assert types(EDITOR.read_text(encoding="utf-8")) == TYPES.read_text("utf-8"), RUN


def test_the_bundle_exports_what_the_types_name() -> None:
    bundle = BUNDLE.read_text(encoding="utf-8")
    (exports,) = re.findall(r"export\{([^}]*)\};?\s*$", bundle)
    names = {one.split(" as ")[-1] for one in exports.split(",")}
    assert names == set(re.findall(r"const (\w+)", TYPES.read_text(encoding="utf-8")))


def test_the_licence_of_each_package_is_beside_the_bundle() -> None:
    text = LICENSES.read_text(encoding="utf-8")
    for package, version in in_the_bundle().items():
        assert f"{package} {version} (" in text
    assert text.count("MIT") >= len(in_the_bundle()) - 1
    assert "Apache License" in text


def test_a_file_belongs_to_a_package_with_or_without_a_scope() -> None:
    assert package_of("node_modules/@lezer/lr/dist/index.js") == "@lezer/lr"
    assert package_of("node_modules/crelt/index.js") == "crelt"
