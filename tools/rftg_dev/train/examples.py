"""Examples that the value is learned from: a position, and what became of it.

An example is a row of numbers: NOTES, then the inputs of the network (inputs.NAMES).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from gamekit.scoring import Result
from rftg_engine.bots import inputs
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.seats import stage_of
from rftg_engine.view import View

GAME: Final = 0
STAGE: Final = 1
AHEAD: Final = 2
LEAD: Final = 3
WON: Final = 4
NOTES: Final = 5
"""How many columns come before the inputs.

GAME: by number. STAGE: of the game, 0 to weights.STAGES. AHEAD: points by which the player is ahead
of the best other one, if the game ended now. LEAD: the same at the end. WON: the share of the win.
"""
WIDTH: Final = NOTES + inputs.COUNT
TAUGHT: Final = -1
"""Stands for the number of each game of a teacher: none is held out to judge a fit by."""


class Position:
    """What a player saw at one time. rows: the inputs, with the hand known and left aside."""

    def __init__(self, known: Knowledge, view: View) -> None:
        evaluator = Evaluator(known, view)
        self.me: Final = view.me
        self.stage: Final = stage_of(known, view).number
        self.ahead: Final = evaluator.beside.ahead
        self.rows: Final = (inputs_of(evaluator), inputs_aside(evaluator))

    def examples(self, game: int, ended: Result) -> array[float]:
        """Return an example for each row, one after the other, now that it is known what came."""
        others = [score for seat, score in enumerate(ended.scores) if seat != self.me]
        lead = ended.scores[self.me] - max(others)
        won = 1 / len(ended.winners) if self.me in ended.winners else 0
        found: array[float] = array("f")
        for row in self.rows:
            found.extend((game, self.stage, self.ahead, lead, won))
            found.extend(row)
        return found


def inputs_of(evaluator: Evaluator) -> list[float]:
    """Return all inputs of the value for the owner of a view."""
    found = inputs_aside(evaluator)
    for nth, amount in zip(*evaluator.best_of_hand(), strict=True):
        found[nth] = amount
    return found


def inputs_aside(evaluator: Evaluator) -> list[float]:
    """Return the same with the cards in hand left aside."""
    known, view, beside = evaluator.known, evaluator.view, evaluator.beside
    found = [0.0] * inputs.COUNT
    share = 1.0 / (len(view.seats) - 1)
    for seat, one in enumerate(view.seats):
        first, part = (0, 1.0) if seat == view.me else (inputs.OTHERS, share)
        _add(found, first, known.standing(one.tableau).sums, part)
    for nth, amount in zip(beside.where, beside.amounts, strict=True):
        found[nth] += amount
    return found


def _add(found: list[float], first: int, amounts: Sequence[float], part: float) -> None:
    for nth, amount in enumerate(amounts):
        found[first + nth] += part * amount
