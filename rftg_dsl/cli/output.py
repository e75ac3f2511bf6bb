"""Output of commands: findings and differences, on streams of any encoding."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TextIO

from rftg_dsl.diagnostics.model import Diagnostic


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


_ERROR_HANDLER: Final = "rftg-dsl"
"""Name of the error handler that replaces characters."""
_CLOSED_PIPE: Final = (errno.EPIPE, errno.EINVAL)
"""Errors of writing to a pipe that is no longer read; EINVAL on Windows."""
_FAILED: Final = 2
"""Exit code of a command that could not run."""


def accept_any_text() -> None:
    """Let both streams accept any text, and discard what is written to a closed one.

    A character that the encoding lacks is shown as `?`. Files are opened with explicit encodings.
    """
    codecs.register_error(_ERROR_HANDLER, _question_marks)
    for name in ("stdout", "stderr"):  # in this order: the first file opened gets descriptor 1
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # for good
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERROR_HANDLER)


def _question_marks(error: UnicodeError) -> tuple[str, int]:
    """Return a question mark for each column, so that marks below a line stay aligned."""
    from rftg_dsl.diagnostics.formats import width

    assert isinstance(error, UnicodeEncodeError)
    return "?" * width(error.object[error.start : error.end]), error.end


def flush_output(code: int, report_failure: Callable[[str], int]) -> int:
    """Flush both streams; return the exit code, or 2 if they cannot be written.

    report_failure: called with the reason, unless the output is no longer read or `code` is 2.
    """
    problem = _flush(sys.stdout)
    if problem is not None and problem.errno not in _CLOSED_PIPE and code != _FAILED:
        report_failure(f"the output cannot be written: {problem.strerror}")
    return code if problem is None and _flush(sys.stderr) is None else _FAILED


def _flush(stream: TextIO) -> OSError | None:
    """Flush a stream. Return the error, or None if there is none."""
    try:
        stream.flush()
    except OSError as problem:
        _discard_output(stream)
        return problem
    return None


def _discard_output(stream: TextIO) -> None:
    """Discard unwritten output, which Python would otherwise try to write again at exit."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, stream.fileno())
    os.close(null_device)
