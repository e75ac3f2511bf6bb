"""The codes of findings, each with the text of `rftg-dsl explain`."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations import (
    Explanation,
    card_tests,
    files,
    meanings,
    naming,
    warnings,
)
from rftg_dsl.diagnostics.text import printable

CODES: Final[dict[str, Explanation]] = {
    **files.ENTRIES,
    **meanings.ENTRIES,
    **naming.ENTRIES,
    **warnings.ENTRIES,
    **card_tests.ENTRIES,
}
"""Every code, explained."""

_WIDTH: Final = 96


def format_explanation(code: str) -> str:
    """Return the explanation of a code as plain text. Raises KeyError."""
    entry = CODES[code]
    parts = [f"{code}: {entry.title}", _wrapped(entry.text)]
    for title, text in _examples(entry):
        other = {entry.wrong: entry.mended, entry.mended: entry.wrong}.get(text)
        parts.append(f"{title}:\n\n{_mark_changes(_shown(text), _shown(other or text))}")
    return "\n\n".join(parts)


def _mark_changes(lines: list[str], others: list[str]) -> str:
    """Return the lines of a file, those that the other lacks marked.

    Of a long file only the lines around them are returned.
    """
    import difflib

    matcher = difflib.SequenceMatcher(None, lines, others, autojunk=False)
    places = [code[1:3] for code in matcher.get_opcodes() if code[0] != "equal"]
    own = {number for start, end in places for number in range(start, end)}
    near = {number for start, end in places for number in range(start - _AROUND, end + _AROUND)}
    shown = near if own and len(lines) > _SHORT else range(len(lines))
    text, before = [], -1
    for number in sorted(set(shown) & set(range(len(lines)))):
        if number > before + 1:
            text.append("    ...")
        text.append(f"  {'>' if number in own else ' '} {lines[number]}".rstrip())
        before = number
    return "\n".join(text if before == len(lines) - 1 else [*text, "    ..."])


_AROUND: Final = 2
"""Lines shown before and after those that differ."""
_SHORT: Final = 12
"""A file of so many lines is shown whole."""


def _examples(entry: Explanation) -> list[tuple[str, str]]:
    if entry.wrong is None or entry.mended is None:
        return []
    files = [(name, text) for name, text in entry.beside.items() if name.endswith(".yaml")]
    beside = [(f"Beside it, in {name}", text) for name, text in files]
    return [("Wrong", entry.wrong), *beside, ("Mended", entry.mended)]


def _shown(text: str) -> list[str]:
    """Return the lines of an example as they can be printed, long ones cut."""
    lines = [printable(line) for line in text.removesuffix("\n").split("\n")]
    return [line if len(line) <= _WIDTH else f"{line[: _WIDTH - 4]} ..." for line in lines]


def _wrapped(text: str) -> str:
    import textwrap

    return textwrap.fill(text, _WIDTH)
