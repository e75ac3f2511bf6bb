"""What workers bring in a phase, by their number: what a round's assignment is made from."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.imagined import RECRUITED, Imagined
from roll_engine.bots.play import WAYS, Play
from roll_engine.rules import (
    CONSUMPTION,
    EXPLORE,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PRODUCE,
    SHIP,
)
from roll_engine.state import Player


class Gains:
    """A player before workers do anything.

    dice: those that are assigned, or are to be, by colour. before: what the position is worth in
    which none of them does anything.
    """

    def __init__(self, imagined: Imagined) -> None:
        self.imagined: Final = imagined
        self.mine: Final = imagined.mine.copy()
        self.dice: Final = _take_workers(self.mine)
        self.number: Final = sum(self.dice)
        self.before: Final = imagined.worth(self.with_cup(self.dice))
        self._gains: Final[list[list[float]]] = [[] for _phase in range(NUMBER_OF_PHASES)]
        self._liked: Final = [self._order(phase) for phase in range(NUMBER_OF_PHASES)]

    def with_cup(self, dice: list[int]) -> Player:
        """Return the player with these dice in the cup besides."""
        player = self.mine.copy()
        cup = player.places[IN_CUP]
        for colour, number in enumerate(dice):
            cup[colour] += number
        return player

    def gain(self, phase: int, workers: int) -> float:
        """Return what a phase brings that is done with so many workers."""
        known = self._gains[phase]
        workers = min(workers, self.number)
        while len(known) <= workers:
            known.append(self._gain(phase, len(known)))
        return known[workers]

    def _gain(self, phase: int, workers: int) -> float:
        best = -1_000.0
        for way in WAYS[phase]:
            left = self.dice[:]
            hands = self.pick(left, phase, workers)
            player = self.with_cup(left)
            Play(self.imagined, player).phase(phase, hands, way)
            best = max(best, self.imagined.worth(player) - self.before)
        return best

    def pick(self, dice: list[int], phase: int, workers: int) -> list[int]:
        """Take so many dice that suit a phase, as far as there are any; return their colours."""
        found: list[int] = []
        for colour in self._liked[phase]:
            while dice[colour] and len(found) < workers:
                dice[colour] -= 1
                found.append(colour)
        return found

    def liking(self, phase: int, colour: int) -> int:
        """Return how well a colour suits a phase: less is better."""
        return self._liked[phase].index(colour)

    def _order(self, phase: int) -> list[int]:
        """Return the colours as they suit a phase: the least free first."""
        colours = list(reversed(RECRUITED))
        if phase in (PRODUCE, SHIP):
            mine = self.imagined.mine
            kinds = {self.imagined.known.table.kind[face] for face in mine.tableau} | {CONSUMPTION}
            colours.sort(key=lambda colour: colour not in kinds)
        elif phase == EXPLORE:
            colours.sort()
        return colours


def _take_workers(player: Player) -> list[int]:
    """Take all workers of a player that are rolled or assigned; return them by colour."""
    found = [0] * NUMBER_OF_COLOURS
    for phase in range(NUMBER_OF_PHASES):
        workers = player.workers(phase)
        for colour, number in enumerate(workers):
            found[colour] += number
            workers[colour] = 0
    for index, number in enumerate(player.rolled):
        found[index % NUMBER_OF_COLOURS] += number
        player.rolled[index] = 0
    if player.strip >= 0:
        found[player.strip] += 1
        player.strip = -1
    return found
