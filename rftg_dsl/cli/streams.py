"""Standard output and error as a command finds them: of any encoding, closed, or going away."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Callable
from typing import Final, TextIO

_ERRORS: Final = "rftg-dsl"
"""The name under which Python finds how characters are replaced."""
_GONE: Final = (errno.EPIPE, errno.EINVAL)
"""Errors of writing to a pipe that nobody reads any more; Windows says EINVAL."""
FAILED: Final = 2
"""The exit code of a command that could not run."""


def use_any_streams() -> None:
    """Have both streams take every text; one that is closed loses what is written to it.

    What an encoding lacks is shown as `?`. Files are opened with encodings of their own.
    """
    codecs.register_error(_ERRORS, _question_marks)
    for name in ("stdout", "stderr"):  # in this order: the first file opened takes the place of 1
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # for good
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def _question_marks(error: UnicodeError) -> tuple[str, int]:
    """Return a question mark for each column, so that marks below a line stay in place."""
    from rftg_dsl.diagnostics.render import width

    assert isinstance(error, UnicodeEncodeError)
    return "?" * width(error.object[error.start : error.end]), error.end


def written(code: int, fail: Callable[[str], int]) -> int:
    """Write what is still to be written; the exit code, 2 where that cannot be done.

    fail: says why, and is not asked where nobody reads any more or where `code` says enough.
    """
    problem = _flushed(sys.stdout)
    if problem is not None and problem.errno not in _GONE and code != FAILED:
        fail(f"the output cannot be written: {problem.strerror}")
    return code if problem is None and _flushed(sys.stderr) is None else FAILED


def _flushed(stream: TextIO) -> OSError | None:
    """Return why a stream cannot be written, None where it can."""
    try:
        stream.flush()
    except OSError as problem:
        _lose(stream)
        return problem
    return None


def _lose(stream: TextIO) -> None:
    """Lose what was not written: otherwise Python tries again at its end, and says so."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
