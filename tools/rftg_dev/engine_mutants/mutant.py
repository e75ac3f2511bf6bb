"""One mutant: a text of the engine and what stands in its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import rftg_engine

ENGINE = Path(rftg_engine.__file__).parent


@dataclass(frozen=True, slots=True)
class Mutant:
    """What is wrong in it, in words. old: a text that the file has once. new: what replaces it.

    by_seat: goes by seats, so that only games with turned seats can show it.
    """

    wrong: str
    file: str
    old: str
    new: str
    by_seat: bool = False

    def text(self) -> str:
        """Return the file with the fault in it. Raises ValueError unless `old` is in it once."""
        source = (ENGINE / self.file).read_text(encoding="utf-8")
        found = source.count(self.old)
        if found != 1:
            raise ValueError(f"{self.wrong}: {self.file} has its text {found} times, not once")
        return source.replace(self.old, self.new)
