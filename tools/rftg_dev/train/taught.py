"""Examples of a teacher: positions of games in words, in which another player sat in every seat.

The games that the yardstick holds out are left out (rftg_dev.yardstick).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from gamekit.scoring import Result
from rftg_dev.train.examples import TAUGHT, Position
from rftg_dev.train.games import Course, knowledge
from rftg_dev.train.settings import Setting
from rftg_dev.yardstick.files import Line, choose, files_of
from rftg_dev.yardstick.foresight import examples
from rftg_dev.yardstick.positions import kind_of, parse
from rftg_tools.workers.processes import map_in_parallel


def lines_of(folder: Path) -> list[Line]:
    """Return the games that can be learned from. Raise what `files_of` raises."""
    return [
        line
        for path, _kind in files_of(folder, None)
        for line in choose(path, None, whole=False).training
    ]


def taught(course: Course, lines: list[Line], jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order (see examples.py)."""
    yield from map_in_parallel(partial(_of_game, course), lines, jobs)


def _of_game(course: Course, line: Line) -> array[float]:
    where, text = line
    game = parse(text, where)
    kind = kind_of(game["kind"])
    judge = knowledge(course, Setting(kind.sets, kind.options), by_value=True)
    scores = tuple(game["result"]["scores"])
    ended = Result(scores, (0,) * len(scores), tuple(game["result"]["winners"]))
    found: array[float] = array("f")
    for one in examples(game):
        found.extend(Position(judge, one.seen.view).examples(TAUGHT, ended))
    return found
