"""What single workers do, and other choices of one answer: each is tried and valued."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice
from roll_engine import asks
from roll_engine.bots.imagined import Imagined
from roll_engine.bots.play import SCOUTS, STOCKS, Play
from roll_engine.bots.zone import NEAR, Zone
from roll_engine.cards.bound import BoundAction
from roll_engine.rules import (
    EXPLORE,
    GOODS,
    IN_CITIZENRY,
    NUMBER_OF_COLOURS,
    PRODUCE,
    SHIP,
)
from roll_engine.state import Player

BETTER: Final = 0.1
"""By how much tiles must lie better that are moved."""


class Tasks:
    """A position in the middle of a round. may_move: whether tiles can be moved in the zone."""

    def __init__(self, imagined: Imagined, may_move: bool = True) -> None:
        self.imagined: Final = imagined
        self.may_move: Final = may_move
        self.mine: Final = imagined.mine

    def answer(self, decision: Choice) -> Answer:
        """Return the best answer of a choice."""
        kind, options = decision.kind, decision.options
        if kind == asks.EXPLORER:
            return self._explorer(options)
        if kind == asks.PRODUCER:
            return self._best(options, [self._produced(option) for option in options])
        if kind == asks.SHIPPER:
            return self._best(options, [self._shipped(option) for option in options])
        if kind == asks.USE_POWER:
            return (1,) if self._uses(decision.about) else (0,)
        if kind == asks.REMOVE_DIE:
            lost = [self.imagined.worth(self.without(self.mine, one[0])) for one in options]
            return self._best(options, lost)
        return self._tile(kind, options)

    def _tile(self, kind: str, options: tuple[Answer, ...]) -> Answer:
        zone = Zone(self.imagined)
        if kind == asks.START_TILES:
            return self._best(options, [zone.worth([one[0]], [one[1]]) for one in options])
        if kind == asks.PLACE_TILE:
            worths = [zone.placed(tile, stack == 1, top == 1) for tile, stack, top in options]
            return self._best(options, worths)
        if kind == asks.MOVE_TILE:
            near = tuple([option for option in options if option[2] <= NEAR]) or options
            worths = [zone.moved(tile, stack == 1, place) for tile, stack, place in near]
            return self._best(near, worths)
        if kind == asks.GIVE_UP_TILE:
            return self._best(options, [-zone.best_appeal(one[0]) for one in options])
        raise ValueError(f"a bot is asked what it does not know: {kind!r}")

    def _best(self, options: tuple[Answer, ...], worths: list[float]) -> Answer:
        """Return the option that is worth most; the first of equals."""
        return options[worths.index(max(worths))]

    def _explorer(self, options: tuple[Answer, ...]) -> Answer:
        """Return what to do with an explorer; tiles are moved before and after all else."""
        can_move = self.may_move and (asks.REARRANGE,) in options
        if can_move and Zone(self.imagined).best_rearranged() > BETTER:
            return (asks.REARRANGE,)
        if () in options:
            return ()
        tasks = tuple([option for option in options if option[0] != asks.REARRANGE])
        return self._best(tasks, [self._explored(option) for option in tasks])

    def _explored(self, option: Answer) -> float:
        task, colour = option
        player = self.mine.copy()
        hands: list[int] = []
        if player.workers(EXPLORE)[colour]:
            player.workers(EXPLORE)[colour] -= 1
            hands.append(colour)
        else:
            hands.append(NUMBER_OF_COLOURS + colour)
        play = Play(self.imagined, player)
        play.explored(hands, STOCKS if task == asks.STOCK else SCOUTS)
        return self.imagined.worth(player)

    def _produced(self, option: Answer) -> float:
        colour, world = option
        player = self.mine.copy()
        player.workers(PRODUCE)[colour] -= 1
        player.goods[world] = sorted([*player.goods.get(world, []), colour])
        return self.imagined.worth(player)

    def _shipped(self, option: Answer) -> float:
        doing, worker, world, good = option
        player = self.mine.copy()
        if worker < NUMBER_OF_COLOURS:
            player.workers(SHIP)[worker] -= 1
        Play(self.imagined, player).shipped(worker, world, good, doing == asks.TRADE)
        return self.imagined.worth(player)

    def _uses(self, number: int) -> bool:
        power = self.imagined.known.table.power_list[number]
        if not isinstance(power, BoundAction):
            return False
        player = self.mine.copy()
        Play(self.imagined, player).action(power)
        return self.imagined.worth(player) >= self.imagined.worth(self.mine)

    def without(self, player: Player, die: int) -> Player:
        """Return the same without a die (rules.die_at)."""
        place, colour = divmod(die, NUMBER_OF_COLOURS)
        copy = player.copy()
        if place < GOODS:
            copy.places[place][colour] -= 1
        else:
            Play(self.imagined, copy).take_good(place - GOODS, colour)
            copy.places[IN_CITIZENRY][colour] -= 1
        return copy
