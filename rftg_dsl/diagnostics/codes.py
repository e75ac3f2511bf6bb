"""Diagnostic codes and their explanations, from explanations.toml."""

from __future__ import annotations

import re
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import printable
from rftg_dsl.structs import struct

_FILE: Final = Path(__file__).with_name("explanations.toml")
_WIDTH: Final = 96


@struct
class Explanation:
    """Explanation of a code.

    wrong: a card file with exactly this finding, or None if no short file has it.
    fixed: the corrected file, or None.
    extra_files: other files of the example, by name.

    In `wrong` and `fixed`, a character U+DC00 + n is the invalid byte n.
    """

    title: str
    text: str
    wrong: str | None = None
    fixed: str | None = None
    extra_files: dict[str, str] = field(default_factory=dict)


@cache
def known_codes() -> tuple[str, ...]:
    """Return all codes, without parsing the explanations."""
    return tuple(re.findall(r"^\[([EW][0-9]+)\]$", _FILE.read_text(encoding="utf-8"), re.MULTILINE))


@cache
def load_explanations() -> dict[str, Explanation]:
    """Return the explanations of all codes."""
    import tomllib

    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {code: _explanation(entry) for code, entry in data.items()}


def _explanation(entry: dict[str, Any]) -> Explanation:
    text = entry["text"].replace("\n", " ")
    files = {name: _extra_file(content) for name, content in entry.get("extra_files", {}).items()}
    if "example" not in entry:
        return Explanation(entry["title"], text, extra_files=files)
    example = entry["example"].replace("\N{REPLACEMENT CHARACTER}", "\udce9").splitlines(True)
    wrong = "".join(line[2:] or line for line in example if not line.startswith("+"))
    fixed = "".join(line[2:] or line for line in example if not line.startswith("-"))
    return Explanation(entry["title"], text, wrong, fixed, files)


def _extra_file(content: str) -> str:
    """Return the content of an extra file. "PNG 815 x 1110" is the header of such a picture."""
    size = re.fullmatch(r"PNG (\d+) x (\d+)", content)
    if size is None:
        return content
    width, height = (int(side).to_bytes(4).decode("latin-1") for side in size.groups())
    return f"\udc89PNG\r\n\x1a\n\0\0\0\rIHDR{width}{height}IEND"


def format_explanation(code: str) -> str:
    """Format the explanation of a code as plain text. Raises KeyError."""
    entry = load_explanations()[code]
    parts = [f"{code}: {entry.title}", _wrap(entry.text)]
    for title, text in _examples(entry):
        counterpart = {entry.wrong: entry.fixed, entry.fixed: entry.wrong}.get(text)
        marked = _mark_changes(_printable_lines(text), _printable_lines(counterpart or text))
        parts.append(f"{title}:\n\n{marked}")
    return "\n\n".join(parts)


def _mark_changes(lines: list[str], other_lines: list[str]) -> str:
    """Mark the lines that differ from another file. For a long file, show only their context."""
    import difflib

    matcher = difflib.SequenceMatcher(None, lines, other_lines, autojunk=False)
    ranges = [code[1:3] for code in matcher.get_opcodes() if code[0] != "equal"]
    changed = {index for start, end in ranges for index in range(start, end)}
    context = {
        index
        for start, end in ranges
        for index in range(start - _CONTEXT_LINES, end + _CONTEXT_LINES)
    }
    indexes = context if changed and len(lines) > _MAX_FULL_LINES else range(len(lines))
    text, previous = [], -1
    for index in sorted(set(indexes) & set(range(len(lines)))):
        if index > previous + 1:
            text.append("    ...")
        text.append(f"  {'>' if index in changed else ' '} {lines[index]}".rstrip())
        previous = index
    return "\n".join(text if previous == len(lines) - 1 else [*text, "    ..."])


_CONTEXT_LINES: Final = 2
"""Number of lines of context around changed lines."""
_MAX_FULL_LINES: Final = 12
"""Maximum number of lines of a file that is shown completely."""


def _examples(entry: Explanation) -> list[tuple[str, str]]:
    if entry.wrong is None or entry.fixed is None:
        return []
    files = [(name, text) for name, text in entry.extra_files.items() if name.endswith(".yaml")]
    extra = [(f"In the same folder, {name}", text) for name, text in files]
    return [("Wrong", entry.wrong), *extra, ("Fixed", entry.fixed)]


def _printable_lines(text: str) -> list[str]:
    """Return the printable lines of an example, long lines cut."""
    lines = [printable(line) for line in text.removesuffix("\n").split("\n")]
    return [line if len(line) <= _WIDTH else f"{line[: _WIDTH - 4]} ..." for line in lines]


def _wrap(text: str) -> str:
    import textwrap

    return textwrap.fill(text, _WIDTH)
