"""A game as one player sees it, and what could become of it by reckoning on.

Nothing hidden is in it: of the others it has what is open, and of the bag only that tiles come.
"""

from __future__ import annotations

from typing import Final

from roll_engine.bots.facts import Knowledge, wild_faces
from roll_engine.bots.features import COUNT, SCORE, UNKNOWN, features_of, filled
from roll_engine.bots.judge import Judge
from roll_engine.rules import (
    CHIPS_A_PLAYER,
    CREDITS_AFTER_RECRUITING,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
)
from roll_engine.state import Player, State
from roll_engine.view import NO_TILE, Seat, View

RECRUITED: Final = tuple(
    sorted(range(NUMBER_OF_COLOURS), key=lambda colour: (-wild_faces(colour), -colour))
)
"""Colours of dice in the order in which they are worth a credit: the freest first."""


class Imagined:
    """A view as a state, and what it is worth to its owner.

    mine: the owner as it is; positions that are valued are copies of it.
    """

    def __init__(self, known: Knowledge, judge: Judge, view: View) -> None:
        self.known: Final = known
        self.judge: Final = judge
        self.me: Final = view.me
        self.work: Final = view.work
        players = [_player(known, view, seat) for seat in range(len(view.seats))]
        self.state: Final = State(players)
        self.state.pool = view.pool
        self.state.supply = list(view.supply)
        self.state.round = view.round
        self.mine: Final = players[view.me]
        self.others: Final = self._others()
        self.best: Final = max([one[SCORE] for one in self._each], default=0.0)

    def _others(self) -> list[float]:
        """Return the mean of what the others have."""
        state = self.state
        seats = [seat for seat in range(len(state.players)) if seat != self.me]
        for seat in seats:
            settle_up(state.players[seat])
        self._each = [features_of(self.known, state, seat) for seat in seats]
        total = [0.0] * COUNT
        for one in self._each:
            for nth, amount in enumerate(one):
                total[nth] += amount
        return [amount / max(1, len(seats)) for amount in total]

    def value(self, player: Player) -> float:
        """Return by how much the owner is expected to be ahead who has what `player` has.

        The player is one at the beginning of a round (see settle_up). Each position that is valued
        is a step of work. Raises TooMuchWork.
        """
        self.work.combine(1)
        state = self.state
        state.players[self.me] = player
        mine = features_of(self.known, state, self.me)
        return mine[SCORE] - self.best + self.judge.still(mine, self.others, self.stage(player))

    def worth(self, player: Player) -> float:
        """Return what a position in the middle of a round is worth, which is left as it is."""
        copy = player.copy()
        settle_up(copy)
        return self.value(copy)

    def stage(self, player: Player) -> list[float]:
        """Return how far the game is (judge.STAGE_NAMES)."""
        state = self.state
        number = len(state.players)
        chips = CHIPS_A_PLAYER * number
        pool = max(0, state.pool - (player.chips - self.mine.chips))
        most = max([filled(one) for one in state.players if one.seat != self.me], default=0.0)
        return [
            float(number),
            min(1.0, pool / chips),
            1.0 - filled(player),
            1.0 - max(most, filled(player)),
            float(state.round),
        ]


def settle_up(player: Player) -> None:
    """Let all workers return and dice be recruited, as the end of a round does."""
    cup = player.cup
    for phase in range(NUMBER_OF_PHASES):
        workers = player.workers(phase)
        if any(workers):
            for colour, number in enumerate(workers):
                cup[colour] += number
                workers[colour] = 0
    if any(player.rolled):
        for index, number in enumerate(player.rolled):
            cup[index % NUMBER_OF_COLOURS] += number
            player.rolled[index] = 0
    if any(player.dictated):
        for colour, number in enumerate(player.dictated):
            cup[colour] += number
            player.dictated[colour] = 0
    if player.strip >= 0:
        cup[player.strip] += 1
        player.strip = -1
    for colour in RECRUITED:
        if not player.credits:
            break
        number = min(player.citizenry[colour], player.credits)
        player.citizenry[colour] -= number
        cup[colour] += number
        player.credits -= number
    player.credits = max(player.credits, CREDITS_AFTER_RECRUITING)


def _player(known: Knowledge, view: View, number: int) -> Player:
    """Return a player as the owner of a view sees it."""
    seat = view.seats[number]
    player = Player(number, known.table.powers(seat.tableau))
    player.places = [list(dice) for dice in seat.places]
    player.goods = {world: list(colours) for world, colours in seat.goods}
    player.tableau = list(seat.tableau)
    player.credits, player.chips, player.selected = seat.credits, seat.chips, seat.selected
    if number == view.me:
        _add_hidden(player, view)
    else:
        player.dictated = list(seat.screened)
        player.developments = _stack(seat, False)
        player.worlds = _stack(seat, True)
    return player


def _add_hidden(player: Player, view: View) -> None:
    """Give its owner what nobody else sees."""
    player.developments, player.worlds = list(view.developments), list(view.worlds)
    player.drawn = list(view.drawn)
    player.rolled, player.dictated = list(view.rolled), list(view.dictated)
    player.selected, player.strip = view.selected, view.strip
    for phase, workers in enumerate(view.assigned):
        player.workers(phase)[:] = list(workers)


def _stack(seat: Seat, worlds: bool) -> list[int]:
    """Return a stack of which only the top tile is seen."""
    top = seat.top_world if worlds else seat.top_development
    number = seat.worlds if worlds else seat.developments
    if top == NO_TILE:
        return []
    return [top] + [UNKNOWN] * (number - 1)
