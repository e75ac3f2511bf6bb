"""What the tiles of a construction zone are worth, and in which order."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.imagined import Imagined
from roll_engine.bots.play import Play

WORKER: Final = 0.75
"""What a worker's task is worth that is spent to build a tile."""
LATER: Final = 0.6
"""What a tile counts below another one, of what it would on top."""
OPEN: Final = 0.4
"""What it counts that a stack has a tile at all."""
SAMPLE: Final = 8
"""Tiles that the mean of all is reckoned from."""
NEAR: Final = 4
"""The deepest place that tiles are moved to: what lies lower counts for little."""
CLEARLY: Final = 0.2
"""By how much a tile is worse than the mean that is abandoned."""


class Zone:
    """What tiles would bring to a player who built them."""

    def __init__(self, imagined: Imagined) -> None:
        self.imagined: Final = imagined
        self.player: Final = imagined.mine
        self._before: Final = imagined.worth(self.player)
        self._appeals: Final[dict[int, float]] = {}

    def appeal(self, tile: int, worlds: bool) -> float:
        """Return what a tile brings more than it takes."""
        key = 2 * tile + worlds
        found = self._appeals.get(key)
        if found is None:
            known = self.imagined.known
            player = self.player.copy()
            Play(self.imagined, player).complete(known.face(tile, worlds))
            found = self.imagined.worth(player) - self._before
            found -= WORKER * known.cost(self.player.powers, tile, worlds)
            self._appeals[key] = found
        return found

    def best_appeal(self, tile: int) -> float:
        """Return the same of the better side of a tile."""
        return max(self.appeal(tile, False), self.appeal(tile, True))

    def worth(self, developments: list[int], worlds: list[int]) -> float:
        """Return what two stacks are worth, the top tiles first."""
        total = 0.0
        for is_world, stack in ((False, developments), (True, worlds)):
            share = 1.0
            for nth, tile in enumerate(stack):
                total += share * self.appeal(tile, is_world) + (OPEN if nth == 0 else 0.0)
                share *= LATER
        return total

    def placed(self, tile: int, worlds: bool, on_top: bool) -> float:
        """Return what the stacks are worth with one tile more."""
        stacks = [list(self.player.developments), list(self.player.worlds)]
        stack = stacks[worlds]
        stack.insert(0 if on_top else len(stack), tile)
        return self.worth(stacks[0], stacks[1])

    def moved(self, tile: int, worlds: bool, place: int) -> float:
        """Return what the stacks are worth when a tile is put elsewhere."""
        stacks = [list(self.player.developments), list(self.player.worlds)]
        for stack in stacks:
            if tile in stack:
                stack.remove(tile)
        stacks[worlds].insert(place, tile)
        return self.worth(stacks[0], stacks[1])

    def best_rearranged(self) -> float:
        """Return by how much the best move of one tile makes the stacks better."""
        mine = self.player
        now = self.worth(mine.developments, mine.worlds)
        best = now
        for tile in mine.zone():
            for worlds in (False, True):
                number = len(mine.stack(worlds)) - (tile in mine.stack(worlds))
                for place in range(min(number, NEAR) + 1):
                    best = max(best, self.moved(tile, worlds, place))
        return best - now

    def abandoned(self) -> tuple[int, ...]:
        """Return the tiles that are clearly worse than what may be drawn for them."""
        tiles = len(self.imagined.known.table.tiles)
        step = max(1, tiles // SAMPLE)
        some = range(self.imagined.state.round % step, tiles, step)
        mean = sum([self.best_appeal(tile) for tile in some]) / len(some)
        found: list[int] = []
        for worlds in (False, True):
            for nth, tile in enumerate(self.player.stack(worlds)):
                if nth == 0 and any(self.player.builders(worlds)):
                    continue
                if self.best_appeal(tile) < mean - CLEARLY:
                    found.append(tile)
        return tuple(found)
