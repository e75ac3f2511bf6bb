"""Texts of one line as YAML writes them: without quotes where that is safe for certain."""

from __future__ import annotations

import re
from typing import Final

PLAIN: Final = re.compile(r"[A-Za-z0-9][\w '/.,()!?&+-]*", re.ASCII)
"""What needs no quotes for certain, `: ` and ` #` not among it."""
PLAIN_WORD: Final = re.compile(r"[A-Za-z0-9][\w-]*", re.ASCII)
"""The same between brackets."""
PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9][\w'!.&/-]*(?: [\w'!.&/-]+)*", re.ASCII)
"""The same anywhere, of several words."""


def scalar(text: str, plain: re.Pattern[str] = PLAIN) -> str:
    """Return a text as a YAML scalar, in single quotes unless `plain` matches it."""
    if plain.fullmatch(text) and not text.endswith(" "):
        return text
    return f"'{_doubled(text)}'"


def in_place(text: str, style: str) -> str:
    """Return what to write between the quotes, if any, of another text.

    style: of the scalar, as in Scalar.style.
    """
    if style == "":
        return scalar(text, PLAIN_NAME)
    if style == "'":
        return _doubled(text)
    if style == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    return text


def _doubled(text: str) -> str:
    return text.replace("'", "''")
