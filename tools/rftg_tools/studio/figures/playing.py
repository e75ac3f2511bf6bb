"""The worker that plays card tests: `python -m rftg_tools.studio.figures.playing`.

It keeps what it has compiled, so that only what was typed is read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.model import CardSet
from rftg_dsl.sets.cache import SourceCache
from rftg_tools.cardtests.runner import Outcome, run_tests
from rftg_tools.studio.figures.process import Data, work

GIVES_WAY: Final = 5
"""How far others go before it: what is typed is found fault with first, and then tested."""


class Player:
    """Plays the tests of a file, with the texts that are being edited in place of their files."""

    def __init__(self) -> None:
        self._cache = SourceCache()

    def play(self, asked: Data) -> Iterator[Data]:
        """Yield, before each test, its name, and at last what came of all.

        asked: `path`, and `texts` by path, null for the file itself.
        """
        begun = perf_counter()
        for path, text in asked["texts"].items():
            if text is None:
                self._cache.take_away(Path(path))
            else:
                self._cache.put(Path(path), text)
        try:
            compilation = compile_files([Path(asked["path"])], self._cache, pictures=False)
        except (OSError, ValueError) as problem:
            yield {"done": [], "broken": True, "problem": str(problem)}
            return
        yield from _played(compilation, Path(asked["path"]).resolve(), begun)


def _played(compilation: Compilation, path: Path, begun: float) -> Iterator[Data]:
    unit = next(one for one in compilation.units if one.path.resolve() == path)
    own = next((one for one in compilation.sets if one.id == unit.id), None)
    if own is None:
        yield {"done": [], "broken": True, "problem": ""}
        return
    done: list[Data] = []
    outcomes = run_tests(compilation, [unit.id])
    for test in own.tests:
        yield {"test": test.name, "line": test.region.line}
        try:
            outcome = next(outcomes, None)
        except RuntimeError as problem:  # an error of the engine, which it describes
            broken = {"message": str(problem), "notes": [], "help": "", "line": test.region.line}
            done.append(_told(own, test, [broken]))
            break
        if outcome is not None:
            done.append(_outcome(own, outcome))
    yield {"done": done, "broken": False, "problem": "", "seconds": perf_counter() - begun}


def _outcome(own: CardSet, outcome: Outcome) -> Data:
    return _told(own, outcome.test, [_finding(one) for one in outcome.found])


def _told(own: CardSet, test: Any, found: list[Data]) -> Data:
    titles = {card.title for card in own.cards}
    return {
        "name": test.name,
        "line": test.region.line,
        "cards": sorted(titles & set(test.mentioned)),
        "found": found,
    }


def _finding(one: Diagnostic) -> Data:
    return {
        "message": one.message,
        "notes": list(one.notes),
        "help": one.help,
        "line": one.region.line,
    }


if __name__ == "__main__":
    work(Player().play, GIVES_WAY)
