"""An apostrophe in an entry of a list in single quotes, where YAML stops since it ends them."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.source.indents import Stop, put

_ENTRY: Final = re.compile(r"(?<=[\[,] )'|(?<=\[)'")
"""Where an entry in single quotes begins."""
_REST: Final = re.compile(r"'((?:[^'\[\]{}]|'')*\w'\w[^\[\]{}]*?)'(?= *[,\]])")
"""An entry with an apostrophe between two letters, up to the quote that is meant to end it."""


def apostrophe_in_list(stop: Stop, lines: list[str], report: Report) -> bool:
    """Report an apostrophe within an entry in single quotes, and write it twice in `lines`.

    Return whether there was one in the line where YAML stopped.
    """
    line = lines[stop.line]
    for begin in _ENTRY.finditer(line):
        match = _REST.match(line, begin.start())
        if match is None or "', '" in match[1]:
            continue
        quoted = "'" + re.sub(r"(?<=\w)'(?=\w)", "''", match[1]) + "'"
        report.add(
            "E105",
            Region.on_line(stop.line + 1, match.start() + 1, len(match[0])),
            "an apostrophe ends a text in single quotes",
            help=f"write it twice: `{quoted}`",
            replacement=quoted,
            certain=True,
        )
        put(lines, stop.line, line[: match.start()] + quoted + line[match.end() :], report)
        return True
    return False
