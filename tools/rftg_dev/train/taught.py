"""Examples of a teacher: positions of games in words, in which another player sat in every seat.

The games that the yardstick holds out are left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from gamekit.game import Result
from rftg_dev.train.common import Setting
from rftg_dev.train.positions import TAUGHT, Course, Position, knowledge
from rftg_dev.yardstick.__main__ import examples
from rftg_dev.yardstick.positions import Line, files_of, kind_of, parse, training_and_judging
from rftg_tools.workers.processes import map_in_parallel


def teacher_lines(folder: Path) -> list[Line]:
    """Return the games that can be learned from. Raises what `files_of` raises."""
    return [line for path in files_of(folder).values() for line in training_and_judging(path)[0]]


def teacher_examples(course: Course, lines: list[Line], jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order (see examples.py)."""
    yield from map_in_parallel(partial(_of_game, course), lines, jobs)


def _of_game(course: Course, line: Line) -> array[float]:
    game = parse(line)
    kind = kind_of(game["kind"])
    judge = knowledge(course, Setting(kind.sets, kind.options), by_value=True)
    scores = tuple(game["result"]["scores"])
    ended = Result(scores, (0,) * len(scores), tuple(game["result"]["winners"]))
    rows: array[float] = array("f")
    for example in examples(game):
        rows.extend(Position(judge, example.seen.view).examples(TAUGHT, ended))
    return rows
