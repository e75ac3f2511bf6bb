"""Pages that a reader can follow along: files are written, commands run, outputs compared.

A fenced block whose line before it ends with a file's name in backquotes and a colon is written
to that file; any other block of YAML stands in one of the files by then. In a `console` block
each line after `$ ` is run, and must print what stands below; a line `...` there stands for any
lines. A `text` block is what `rftg-dsl new card` asks and is answered.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_BLOCK: Final = re.compile(
    r"(?P<before>[^\n]*)\n+^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
_FILE: Final = re.compile(r".*`([\w./-]+\.(?:yaml|toml))`[^`]*:\s*")


class File(NamedTuple):
    """A file of the page."""

    name: str
    text: str


class Command(NamedTuple):
    """A command of the page, and what it prints there."""

    line: str
    output: str


class Excerpt(NamedTuple):
    """Lines of a file."""

    text: str


class Dialogue(NamedTuple):
    """Questions for a card, and the answers behind them."""

    lines: tuple[str, ...]

    @property
    def answers(self) -> list[str]:
        """What is typed, in the order of the questions."""
        return [found[1] or "" for line in self.lines if (found := _QUESTION.fullmatch(line))]


_QUESTION: Final = re.compile(r"(?:power(?: \[.*\])?|[A-Z].* \[[^\]]*\]):(?: (.*))?")


def steps(page: Path) -> Iterator[File | Command | Excerpt | Dialogue]:
    """What a reader of a page does and sees, in its order."""
    for block in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        named = _FILE.fullmatch(block["before"])
        if block["kind"] == "console":
            parts = re.split(r"^\$ (.*)\n", block["text"], flags=re.MULTILINE)[1:]
            for line, output in zip(parts[::2], parts[1::2], strict=True):
                yield Command(line, output)
        elif named:
            yield File(named[1], block["text"])
        elif block["kind"] == "yaml":
            yield Excerpt(block["text"])
        elif block["kind"] == "text":
            yield Dialogue(tuple(block["text"].splitlines()))


def arguments(command: Command) -> list[str]:
    """What follows the program's name; [] for another program."""
    program, *words = shlex.split(command.line)
    return words if program == "rftg-dsl" else []


def agrees(printed: str, expected: str) -> bool:
    """Whether a command printed what the page says, apart from the speed of the machine."""
    if not expected.strip():
        return True
    parts = re.split(r"^\.\.\.\n", _steady(expected).rstrip("\n") + "\n", flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, _steady(printed).rstrip("\n") + "\n") is not None


def _steady(text: str) -> str:
    return re.sub(r"[\d.,]+(?= games/s|x? seconds?\b)", "N", text)
