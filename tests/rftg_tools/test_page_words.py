"""What the scripts of a page say stands in one catalogue, so that it can be translated there."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

import rftg_tools

_TOOLS: Final = Path(rftg_tools.__file__).parent


@dataclass(frozen=True)
class Catalogue:
    """The words of a page: the folders of its scripts, and which of these are its catalogue."""

    folders: tuple[str, ...]
    words: str

    def scripts(self) -> list[Path]:
        return [one for name in self.folders for one in sorted((_TOOLS / name).glob("*.js"))]

    def catalogue(self) -> list[Path]:
        return sorted(_TOOLS.glob(self.words))


_PLAY: Final = "play/page"
CATALOGUES: Final = {
    "studio": Catalogue(("studio/page",), "studio/page/*words.js"),
    "preview": Catalogue(("preview/page",), "preview/page/gallery-words.js"),
    "play": Catalogue(
        (_PLAY, f"{_PLAY}/words", f"{_PLAY}/roll", f"{_PLAY}/modules", "play/share/page"),
        f"{_PLAY}/words/*.js",
    ),
    "review": Catalogue(("review/page",), "review/page/review-words.js"),
    "site": Catalogue(("site/page",), "site/page/*words.js"),
}
"""The catalogue of each page whose scripts say nothing besides."""
_MODULES: Final = _TOOLS / _PLAY / "modules"
"""What modules of rules bring: each is one script, with its own words in a table at its top."""
_TABLE: Final = re.compile(r"^const WORDS = \{\n.*?^\};\n", re.DOTALL | re.MULTILINE)

_STRING: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"(:?)|`((?:[^`\\]|\\.)*)`')
_GAP: Final = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
_SENTENCE: Final = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]{2,}(?![\w-])")
_SHOWN: Final = re.compile(
    r'(?:\b(?:title|alt|placeholder)|"aria-(?:label|description)"): (?=["`])'
    r'|\bmake\([^()]*\}, (?=["`])'
)
"""Where a string follows that somebody reads, of however few words."""
_WORD: Final = re.compile(r"[A-Za-z]{2,}")
_CLASS: Final = re.compile(r'(?:\bclass|"data-[\w-]+"): [^,]*')
_KEYS: Final = re.compile(r"((Ctrl|Alt|Shift)\+\S+ ?)+|Esc")
"""Keys of commands."""
_NOT_SAID: Final = {
    "art keeps": "a key of cards",
    "start world": "a type of cards",
    "military world": "a type of cards",
    "details button": "a selector",
    ".large button[data-do=close]": "a selector",
    "px px": "a length",
    "last game": "what a browser keeps",
    "hand order": "what a browser keeps",
    'the part "" cannot be drawn:': "said to the console alone",
    "#cards li": "a selector",
    "undo round": "a message to the server",
    **dict.fromkeys(("backup of ", "folder of ", "reloaded for "), "what a browser keeps"),
    **dict.fromkeys(("Error", "not allowed: "), "an error of the program"),
    "the worker has ended": "an error of the program",
    "The connection isn't open yet.": "an error of the program",
    "Intl.DateTimeFormat().resolvedOptions().timeZone": "code",
    'import sys; sys.path.insert(0, "")': "code",
    **dict.fromkeys(
        ("assign wild", "start tiles", "reassign worker", "place tile"), "a name of the server"
    ),
    **dict.fromkeys(("Enter", "Escape", "Home", "End", "Tab", "Delete"), "a key of the keyboard"),
    **dict.fromkeys(("Page Up", "Page Down", "Ctrl"), "a key of the keyboard"),
    **dict.fromkeys(("Shift", "Control", "Alt", "Meta"), "a key of the keyboard"),
}


def _said(script: Path) -> list[str]:
    """The strings of a script that somebody could read."""
    text = script.read_text(encoding="utf-8")
    others = ("//", "*", "/*", "import")
    lines = (_TABLE.sub("", text, count=1) if script.parent == _MODULES else text).splitlines()
    code = [line for line in lines if not line.lstrip().startswith(others)]
    return [found for line in code for found in _said_in(line.partition(" // ")[0])]


def _said_in(line: str) -> list[str]:
    shown = {found.end() for found in _SHOWN.finditer(line)}
    classes = [found.span() for found in _CLASS.finditer(line)]
    said = []
    for found in _STRING.finditer(line):
        is_key = bool(found[2])
        one = _GAP.sub("", found[1] or found[3] or "")
        is_class = any(start <= found.start() < end for start, end in classes)
        pattern = _WORD if found.start() in shown else _SENTENCE
        is_code = one in _NOT_SAID or _KEYS.fullmatch(one)
        if not is_key and not is_class and pattern.search(one) and not is_code:
            said.append(one)
    return said


@pytest.mark.parametrize("page", CATALOGUES)
def test_scripts_say_only_what_stands_in_the_one_catalogue_of_their_page(page: str) -> None:
    scripts, catalogue = CATALOGUES[page].scripts(), CATALOGUES[page].catalogue()
    assert [one for one in scripts if "words" in one.name] == catalogue
    elsewhere = {one.name: _said(one) for one in scripts if one not in catalogue}
    assert {name: said for name, said in elsewhere.items() if said} == {}


def _tables(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = re.findall(
        r"^(?:export )?const (\w+) = \{\n(.*?)^\};", text, re.DOTALL | re.MULTILINE
    )
    return found


def _unsaid(text: str, scripts: str) -> list[str]:
    """The words of a catalogue that scripts say nowhere; one with an index may be said whole."""
    said = set(re.findall(r"(?=\b(\w+\.\w+))", scripts))  # of `a.b.c`, both pairs
    return [
        f"{name}.{word}"
        for name, words in _tables(text)
        if f"{name}[" not in scripts
        for word in re.findall(r'^  "?(\w[\w ]*?)"?:', words, re.MULTILINE)
        if f"{name}.{word}" not in said
    ]


def _with_full_names(script: str) -> str:
    """Return a script that calls its catalogue by the name that the catalogue has."""
    for name, alias in re.findall(r"^import \{ (\w+) as (\w+) \}", script, re.MULTILINE):
        script = re.sub(rf"\b{alias}\.", f"{name}.", script)
    return script


def _unknown(script: str, catalogue: dict[str, str]) -> list[str]:
    """Return the words that a script says but the catalogue lacks. catalogue: texts by file name.

    The type checker does not report them: members can be added to any object of a script.
    """
    lacking = []
    for names, file in re.findall(r'^import \{([^}]*)\} from "\./([^"]+)";', script, re.MULTILINE):
        tables = dict(_tables(catalogue.get(file, "")))
        for name in tables.keys() & set(re.findall(r"\w+", names)):
            words = set(re.findall(r'^  "?(\w[\w ]*?)"?[:,(]', tables[name], re.MULTILINE))
            said = re.findall(rf"(?<![\w.$]){name}\.(\w+)", script)
            lacking += [f"{name}.{word}" for word in said if word not in words]
    return lacking


def test_scripts_say_no_words_that_no_catalogue_has() -> None:
    files = [file for page in CATALOGUES.values() for file in page.catalogue()]
    catalogue = {file.name: file.read_text(encoding="utf-8") for file in files}
    scripts = {script for page in CATALOGUES.values() for script in page.scripts()}
    lacking = {
        script.name: _unknown(script.read_text(encoding="utf-8"), catalogue) for script in scripts
    }
    assert {name: words for name, words in lacking.items() if words} == {}


def test_words_that_no_catalogue_has_would_be_found() -> None:
    script = 'import { A, B } from "./a-words.js";\nsay(A.one, A.two, B.three, THE.A.four);\n'
    text = 'export const A = {\n  one: "one",\n};\n'
    assert _unknown(script, {"a-words.js": text}) == ["A.two"]


@pytest.mark.parametrize("page", CATALOGUES)
def test_a_catalogue_holds_no_words_that_no_script_says(page: str) -> None:
    """The studio's scripts say what the preview's catalogue has, too."""
    every = [script for one in CATALOGUES.values() for script in one.scripts()]
    scripts = "".join(_with_full_names(script.read_text(encoding="utf-8")) for script in every)
    for catalogue in CATALOGUES[page].catalogue():
        text = catalogue.read_text(encoding="utf-8")
        assert _tables(text)
        assert _unsaid(text, scripts) == []


@pytest.mark.parametrize("script", sorted(_MODULES.glob("*.js")), ids=lambda one: one.name)
def test_a_module_of_rules_has_no_words_at_its_top_that_it_never_says(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert [word for table in _TABLE.findall(text) for word in _unsaid(table, text)] == []


def test_a_sentence_in_a_script_would_be_found(tmp_path: Path) -> None:
    script = tmp_path / "saying.js"
    script.write_text(
        '// "This is a comment."\n'
        'import { a } from "./a.js";\n'
        'tell("Nothing");  // "not told"\n'
        "tell(`${number} cards shown`);\n"
        'made.className = "head";\n'
        'make("b", { class: "two words" }, "drawn");\n'
        'make("img", { class: bad ? "row bad" : "row", alt: "it", src: `${one}` });\n'
        'const kinds = { "good any": 1, title: `${one}: ${other}` };\n'
    )
    assert _said(script) == ["Nothing", " cards shown", "drawn", "it"]


def test_words_that_nothing_says_would_be_found() -> None:
    text = 'export const A = {\n  one: "one",\n  two: "two",\n};\nconst B = {\n  "a b": 1,\n};\n'
    assert _unsaid(text, "say(A.one, A.twofold, B[key]);") == ["A.two"]
