"""Texts without quotes in which a colon stands: YAML stops there, and quotes mend it."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics import Region, Report

_LINE: Final = re.compile(r"( *(?:- +)*([A-Za-z][A-Za-z -]*): +)([^\s'\"\[{|>&*!#%@`].*)")
_COMMENT: Final = re.compile(r" +#.*| +$")
RETRIES: Final = 20
"""Most lines of a file that are mended to read on."""


def retries(text: str) -> int:
    """How often a file is read anew: seldom if it is large, so that the time stays bounded."""
    return min(RETRIES, 2_000_000 // max(1, len(text)))


def mend_colon(lines: list[str], number: int, report: Report) -> bool:
    """Report a text with a colon on line `number` (from 1), and quote it in `lines`.

    Whether there is one. Further findings on that line are muted: its columns have moved.
    """
    found = _LINE.fullmatch(lines[number - 1])
    if found is None:
        return False
    text = _COMMENT.sub("", found[3])
    if ": " not in text and not text.endswith(":"):
        return False
    quoted = "'" + text.replace("'", "''") + "'"
    key, length = found[2], len(found[1])
    advice = f"write `{key}: {quoted}`"
    if key == "powers":
        advice += ", or `powers: |` and below it each power on a line of its own, indented"
    report.add(
        "E105",
        Region.on_line(number, length + 1, len(text)),
        "a colon and a space stand inside a text without quotes",
        help=advice,
        replacement=quoted,
        certain=True,
    )
    report.muted.add(number)
    lines[number - 1] = found[1] + quoted
    return True
