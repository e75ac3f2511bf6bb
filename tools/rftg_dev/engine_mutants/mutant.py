"""One mutant: a text of an engine and what stands in its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

import rftg_engine


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine: its folder, and that of the tests of its rules."""

    folder: Path
    tests: str


def engine_of(package: ModuleType, tests: str) -> Engine:
    """Return the engine of a package."""
    assert package.__file__ is not None
    return Engine(Path(package.__file__).parent, tests)


RACE: Final = engine_of(rftg_engine, "tests/rules")


@dataclass(frozen=True, slots=True)
class Mutant:
    """What is wrong in it, in words. old: a text that the file has once. new: what replaces it.

    by_seat: goes by seats, so that only games with turned seats can show it. engine: of which it
    is.
    """

    wrong: str
    file: str
    old: str
    new: str
    by_seat: bool = False
    engine: Engine = RACE

    def text(self) -> str:
        """Return the file with the fault in it. Raises ValueError unless `old` is in it once."""
        source = (self.engine.folder / self.file).read_text(encoding="utf-8")
        found = source.count(self.old)
        if found != 1:
            raise ValueError(f"{self.wrong}: {self.file} has its text {found} times, not once")
        return source.replace(self.old, self.new)
