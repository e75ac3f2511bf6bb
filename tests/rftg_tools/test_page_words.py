"""What the scripts of a page say stands in one catalogue, so that it can be translated there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import rftg_tools

_TOOLS: Final = Path(rftg_tools.__file__).parent
CATALOGUES: Final = {
    "studio": "words.js",
    "preview": "gallery-words.js",
}
"""The catalogue of each folder of pages whose scripts say nothing besides."""
_STRING: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_GAP: Final = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]{2,}(?![\w-])")
_NOT_SAID: Final = {
    "art keeps": "a key of cards",
    "start world": "a type of cards",
    "details button": "a selector",
    "finding error": "classes",
    **dict.fromkeys(("Enter", "Escape", "Home", "End", "Tab"), "a key of the keyboard"),
}


def _scripts(page: str) -> list[Path]:
    return sorted((_TOOLS / page / "page").glob("*.js"))


def _said(script: Path) -> list[str]:
    """The strings of a script that somebody could read."""
    lines = script.read_text(encoding="utf-8").splitlines()
    others = ("//", "*", "/*", "import")
    code = [line for line in lines if not line.lstrip().startswith(others)]
    strings = [
        _GAP.sub("", quoted or template)
        for line in code
        for quoted, template in _STRING.findall(line.partition(" // ")[0])
    ]
    return [one for one in strings if _SENTENCE.search(one) and one not in _NOT_SAID]


@pytest.mark.parametrize("page", CATALOGUES)
def test_scripts_say_only_what_stands_in_the_one_catalogue_of_their_page(page: str) -> None:
    catalogue = CATALOGUES[page]
    assert [one.name for one in _scripts(page) if "words" in one.name] == [catalogue]
    elsewhere = {one.name: _said(one) for one in _scripts(page) if one.name != catalogue}
    assert {name: said for name, said in elsewhere.items() if said} == {}


@pytest.mark.parametrize("page", CATALOGUES)
def test_a_catalogue_holds_no_words_that_no_script_says(page: str) -> None:
    """The studio's scripts say what the preview's catalogue has, too."""
    text = (_TOOLS / page / "page" / CATALOGUES[page]).read_text(encoding="utf-8")
    every = [script for name in CATALOGUES for script in _scripts(name)]
    scripts = "".join(script.read_text(encoding="utf-8") for script in every)
    catalogues = re.findall(r"^export const (\w+) = \{\n(.*?)^\};", text, re.DOTALL | re.MULTILINE)
    assert catalogues
    for name, words in catalogues:
        for word in re.findall(r"^  (\w+):", words, re.MULTILINE):
            assert f"{name}.{word}" in scripts, f"{name}.{word} of {page}"


def test_a_sentence_in_a_script_would_be_found(tmp_path: Path) -> None:
    script = tmp_path / "saying.js"
    script.write_text(
        '// "This is a comment."\n'
        'import { a } from "./a.js";\n'
        'tell("Nothing");  // "not told"\n'
        "tell(`${number} cards shown`);\n"
        'made.className = "head";\n'
    )
    assert _said(script) == ["Nothing", " cards shown"]
