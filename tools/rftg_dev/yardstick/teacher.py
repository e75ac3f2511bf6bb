"""What can be learned from a folder of games in words; the tenth held out is left out.

positions: what each seat saw at the start of each round, and its share of the win in the end.
choices: what a player saw when it was asked, the decision, and the answer it gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gamekit.decisions import Answer, Decision
from rftg_dev.yardstick.files import choose, files_of, game_id, records_of
from rftg_dev.yardstick.foresight import Example, examples
from rftg_dev.yardstick.moments import Decisions
from rftg_dev.yardstick.positions import Kind, parse, shares
from rftg_engine.view import View


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of the player of the games, who sees `view`. won: its share of the win."""

    kind: Kind
    view: View
    decision: Decision
    answer: Answer
    won: float


def positions(
    folder: Path, kinds: Sequence[str] | None = None, sample: int | None = None
) -> Iterator[Example]:
    """Yield the positions of the first games of each kind. Raise what `files_of` raises."""
    for path, _kind in files_of(folder, kinds):
        for where, text in choose(path, sample, whole=False).training:
            yield from examples(parse(text, where))


def choices(
    folder: Path, kinds: Sequence[str] | None = None, sample: int | None = None
) -> Iterator[Choice]:
    """Yield the decisions of the same games, as far as they can be shown as they were."""
    for path, kind in files_of(folder, kinds):
        lines = choose(path, sample, whole=False).training
        records = records_of(path, {game_id(line) for line in lines})
        for line in lines:
            game = parse(line[1], line[0])
            won = shares(game)
            for moment in Decisions(game, records.get(game["id"])):
                asked = moment.decision
                yield Choice(kind, moment.look(), asked, moment.answer, won[asked.player])
