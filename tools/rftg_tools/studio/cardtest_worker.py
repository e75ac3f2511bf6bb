"""Worker that runs the card tests of a file.

It caches compiled files, so only changed files are read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.model import CardSet
from rftg_dsl.sets.caching import SourceCache
from rftg_tools.cardtests.runner import run_tests, table_for
from rftg_tools.games import GAMES
from rftg_tools.workers.worker import Data


class FileTestRunner:
    """Runner for the tests of a file that uses unsaved texts instead of their files."""

    def __init__(self) -> None:
        self._cache = SourceCache()

    def run(self, request: Data) -> Iterator[Data]:
        """Yield the name of each test before it runs, and finally all results.

        request: `path`, and unsaved `texts` by path; null means the file on the disk. `examine`:
        index of a test to trace instead.
        """
        started = perf_counter()
        for path, text in request["texts"].items():
            if text is None:
                self._cache.take_away(Path(path))
            else:
                self._cache.put(Path(path), text)
        try:
            compilation = compile_files([Path(request["path"])], self._cache, pictures=False)
        except (OSError, ValueError) as problem:
            yield {"done": [], "broken": True, "problem": str(problem)}
            return
        path = Path(request["path"]).resolve()
        if "examine" in request:
            yield {"done": _examine(compilation, path, request["examine"])}
        else:
            yield from _run_tests(compilation, path, started)


def _examine(compilation: Compilation, path: Path, index: int) -> Data | None:
    """Return what happens in a test, or None if that is unknown."""
    unit = next(unit for unit in compilation.units if unit.path.resolve() == path)
    card_set = next((card_set for card_set in compilation.sets if card_set.id == unit.id), None)
    if card_set is None or not 0 <= index < len(card_set.tests):
        return None
    game = GAMES[card_set.game]
    table = table_for(game, compilation.sets, card_set)
    return game.call("test_trace", table, card_set.tests[index], unit.report.file) or None


def _run_tests(compilation: Compilation, path: Path, started: float) -> Iterator[Data]:
    unit = next(unit for unit in compilation.units if unit.path.resolve() == path)
    card_set = next((card_set for card_set in compilation.sets if card_set.id == unit.id), None)
    if card_set is None:
        yield {"done": [], "broken": True, "problem": ""}
        return
    done: list[Data] = []
    outcomes = run_tests(compilation, [unit.id])
    for test in card_set.tests:
        line = test.region.line
        yield {"test": test.name, "line": line}
        try:
            outcome = next(outcomes, None)
        except RuntimeError as problem:  # an error of the engine, with its description
            message = {"message": str(problem), "notes": [], "help": "", "line": line}
            done.append(_result(card_set, test, [message]))
            break
        if outcome is not None:
            failures = [
                {
                    "message": failure.message,
                    "notes": list(failure.notes),
                    "help": failure.help,
                    "line": failure.region.line,
                }
                for failure in outcome.failures
            ]
            done.append(_result(card_set, outcome.test, failures))
    yield {"done": done, "broken": False, "problem": "", "seconds": perf_counter() - started}


def _result(card_set: CardSet, test: Any, failures: list[Data]) -> Data:
    titles = {card.title for card in card_set.cards}
    return {
        "name": test.name,
        "line": test.region.line,
        "cards": sorted(titles & set(test.mentioned)),
        "found": failures,
    }


handle = FileTestRunner().run
