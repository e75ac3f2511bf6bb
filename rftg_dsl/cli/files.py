"""Card files of a command, their selected findings, and what commands print."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl import limits
from rftg_dsl.cli import CommandError
from rftg_dsl.diagnostics.codes import BadSettings, Selection, load_settings, selection_problem
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.resources import shipped_sets
from rftg_dsl.source.files import is_outside_link, unique_paths

if TYPE_CHECKING:
    from rftg_dsl.sets.caching import SourceCache

STDIN: Final = "-"
"""Name that means standard input."""


def resolve_card_files(names: Sequence[str]) -> list[Path]:
    """Return the card files for names of files and folders, without duplicates.

    Without names, returns the shipped sets. Raises CommandError.
    """
    if not names:
        return [_relative_path(path) for path in shipped_sets()]
    if "" in names:
        raise CommandError("there is no file ''")
    files = unique_paths([path for name in names for path in _list_card_files(Path(name))])
    if len(files) > limits.FILES:
        raise CommandError(f"{len(files)} card files; the maximum is {limits.FILES}")
    return files


def standard_input() -> SourceCache:
    """Return a cache with standard input as a file called `-` in the working folder."""
    from rftg_dsl.sets.caching import SourceCache

    cache = SourceCache()
    cache.put(Path(STDIN), sys.stdin.buffer.read(limits.FILE_BYTES + 1))
    return cache


def _list_card_files(path: Path) -> list[Path]:
    try:
        if path.is_dir():
            files = sorted(path.glob("*.yaml"))
            files = [file for file in files if file.is_file() and not is_outside_link(file)]
            if not files:
                raise CommandError(
                    f"{str(path)!r} has no card file (*.yaml); `rftg-dsl new set NAME` writes one"
                )
            return files
        if not path.exists():
            raise CommandError(f"there is no file {str(path)!r}")
        if not path.is_file():
            raise CommandError(f"{str(path)!r} is not a file")
        if not os.access(path, os.R_OK):
            raise CommandError(f"{str(path)!r} may not be read")
    except (OSError, ValueError) as error:
        raise CommandError(f"{str(path)!r} cannot be used: {error}") from None
    return [path]


def _relative_path(path: Path) -> Path:
    """Return the path relative to the working folder, if it is in it."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


def finding_filter(select: str | None, ignore: str | None) -> Callable[[Diagnostic], bool]:
    """Return a predicate for reported findings.

    select, ignore: comma-separated codes from the command line. `--select` replaces the selection
    in the settings, `--ignore` is added to it. Raises CommandError for an unknown code; the
    predicate raises it for invalid settings.
    """
    selected, ignored = _parse_codes(select, ignoring=False), _parse_codes(ignore, ignoring=True)
    selections: dict[str, Selection] = {}

    def is_reported(finding: Diagnostic) -> bool:
        rules = selections.get(finding.file)
        if rules is None:
            settings = _load_settings(finding.file)
            rules = selections[finding.file] = replace(
                settings,
                select=selected or settings.select,
                ignore=(*settings.ignore, *ignored),
            )
        return rules.wants(finding)

    return is_reported


def _load_settings(file: str) -> Selection:
    try:
        return load_settings(Path(file).resolve().parent)
    except BadSettings as problem:
        raise CommandError(str(problem)) from None


def _parse_codes(flag: str | None, ignoring: bool) -> tuple[str, ...]:
    codes = tuple(code.strip().upper() for code in flag.split(",")) if flag else ()
    for code in codes:
        reason = selection_problem(code, ignoring)
        if reason:
            raise CommandError(reason)
    return codes


def print_findings(findings: Sequence[Diagnostic], sources: Mapping[str, Sequence[str]]) -> None:
    """Print findings as text, in colour on a terminal."""
    if not findings:
        return
    from rftg_dsl.diagnostics.formats import TextRenderer

    text = TextRenderer(sources, should_colour())
    for finding in findings:
        _write_painted(text.diagnostic(finding) + "\n\n")


def print_diff(old: str, new: str, name: str, label: str) -> None:
    """Print a unified diff.

    name: name of the file.
    label: label of the new text, such as "canonical".
    """
    import difflib  # imported late because checks don't need it

    old_lines, new_lines = (_lines(text) for text in (old, new))
    lines = difflib.unified_diff(old_lines, new_lines, name, f"{name} ({label})")
    write("".join(f"{line.rstrip()}\n" for line in lines))


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def should_colour() -> bool:
    """Return whether to use colour: on a terminal, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.name != "nt"


def write(text: str) -> None:
    """Write to standard output."""
    sys.stdout.write(text)


def _write_painted(text: str) -> None:
    """Write a text that has our colours; everything else in it is printable."""
    from rftg_dsl.diagnostics.text import plain_stream

    plain_stream(sys.stdout).write(text)
