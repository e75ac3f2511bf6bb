"""What became of each file of a run, a line of JSON each, so that a stopped run can go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rftg_dev.fuzz.cards.uses import Plan, Tried
from rftg_dev.fuzz.sandbox import Failure
from rftg_dsl.source.rewriting import write_atomically
from rftg_tools.workers.fingerprint import fingerprint


class ResultsError(RuntimeError):
    """A file of results that cannot be resumed."""


class Results:
    """The results in a file, which is made where there is none; without a path they are not kept.

    Raises ResultsError for a file of another run, and OSError.
    """

    def __init__(self, path: Path | None, plan: Plan) -> None:
        self.found: dict[int, Tried] = {}
        self._path = path
        self._head = {"plan": json.loads(json.dumps(asdict(plan))), "version": fingerprint()}
        if path is not None and path.exists():
            self._read(path)
        elif path is not None:
            path.write_text(json.dumps(self._head) + "\n", encoding="utf-8")

    def _read(self, path: Path) -> None:
        head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
        whole = [line for line in lines if line.endswith("}")]
        try:
            known = json.loads(head)
            found = [tried_of(json.loads(line)) for line in whole]
        except (ValueError, TypeError, KeyError):
            raise ResultsError(f"{str(path)!r} holds no results; name another file") from None
        if known != self._head:
            raise ResultsError(
                f"{str(path)!r} is of another run or another version; name another file"
            )
        self.found = {one.number: one for one in found}
        write_atomically(path, "".join(f"{line}\n" for line in (head, *whole)))

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """Give a function that takes results one by one and writes each down at once."""
        if self._path is None:
            yield self._remember
            return
        with self._path.open("a", encoding="utf-8") as file:

            def add(tried: Tried) -> None:
                self._remember(tried)
                file.write(json.dumps(asdict(tried)) + "\n")
                file.flush()

            yield add

    def _remember(self, tried: Tried) -> None:
        self.found[tried.number] = tried


def tried_of(data: dict[str, Any]) -> Tried:
    """Return a result from its JSON. Raises TypeError or KeyError for what is none."""
    failure = data["failure"]
    return Tried(**{**data, "failure": None if failure is None else Failure(**failure)})
