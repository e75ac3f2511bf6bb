"""Canonical powers in place: only power lines of a file change, all else stays as it is."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from rftg_dsl.formatter import format_power
from rftg_dsl.units import Unit, read_unit
from rftg_dsl.written import Written

_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def rewritten(path: Path) -> tuple[str, str]:
    """The text of a card file without errors, as it is and with its powers canonical.

    Line ends and a byte-order mark are kept. Raises OSError, and ValueError when the file
    cannot be read as a set.
    """
    old = path.read_bytes().decode("utf-8")
    unit = read_unit(path, str(path))
    if unit.report.has_errors:
        raise ValueError(f"{path} has errors")
    mark = _BOM if old.startswith(_BOM) else ""
    lines = old.removeprefix(mark).split("\n")
    _rewrite(unit, lines)
    return old, mark + "\n".join(lines)


def _rewrite(unit: Unit, lines: list[str]) -> None:
    for draft in unit.drafts:
        for written, line in draft.lines:
            text = format_power(line.power)
            if text != written.text:
                lines[written.line - 1] = _replaced(lines[written.line - 1], written, text)


def _replaced(line: str, written: Written, text: str) -> str:
    start = written.column - 1
    old = written.text
    if written.quoted:
        old, text = old.replace("'", "''"), text.replace("'", "''")
    assert line.startswith(old, start)
    return line[:start] + text + line[start + len(old) :]


def write_atomically(path: Path, text: str) -> None:
    """Put a text in place of a file: all of it or nothing. Follows a symbolic link; keeps the mode.

    A file that is new can be read by everybody. Raises OSError.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777 if path.exists() else 0o644


def create_atomically(path: Path, text: str) -> None:
    """Write a new file: all of it or nothing. Raises OSError, also where there is one already."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    with new.open("xb") as file:
        try:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
            os.link(new, path)
        finally:
            new.unlink()
