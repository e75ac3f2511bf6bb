"""What commands print: findings, differences, and text of files on any terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from rftg_dsl.diagnostics.model import Diagnostic


def print_findings(findings: Sequence[Diagnostic], sources: Mapping[str, Sequence[str]]) -> None:
    """Print findings as text, in colour where the output is a terminal."""
    if not findings:
        return
    from rftg_dsl.diagnostics.render import TextRenderer

    text = TextRenderer(sources, wants_colour())
    for finding in findings:
        _write_painted(text.diagnostic(finding) + "\n\n")


def print_diff(old: str, new: str, name: str, how: str) -> None:
    """Print what changes in a file, as a unified diff. name: of the file; how: it is changed."""
    import difflib  # late: a check needs no differences

    before, after = (_lines(text) for text in (old, new))
    lines = difflib.unified_diff(before, after, name, f"{name} ({how})")
    write("".join(f"{line.rstrip()}\n" for line in lines))


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def wants_colour() -> bool:
    """Return whether to colour: on a terminal, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.name != "nt"


def write(text: str) -> None:
    """Write to the output."""
    sys.stdout.write(text)


def _write_painted(text: str) -> None:
    """Write a text with our own colours; all that is not ours is printable in it."""
    from rftg_dsl.diagnostics.text import plain_stream

    plain_stream(sys.stdout).write(text)
