"""A player's view of a game. It contains copies of visible information only.

Roll rulebook, Etiquette: tiles below the top of a stack, abandoned tiles, and workers behind the
screen are secret, but the number of these tiles is not. Everything else is open.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import ValueObject
from roll_engine.rules import ASSIGNED, GOODS, NUMBER_OF_PHASES, no_dice
from roll_engine.state import Player, State

NO_TILE: Final = -1


@mypyc_attr(acyclic=True)
class Seat(ValueObject):
    """Open information about a player.

    places: dice by colour at each place of rules.py before GOODS; none for phases while workers are
        hidden.
    goods: worlds with the colours of their goods.
    screened: dice behind the screen, by colour.
    selected: the selected phase, -1 before it is revealed.
    revealed: see Player.revealed.
    developments, worlds: number of tiles in each stack.
    top_development, top_world: their top tiles, or NO_TILE.
    drawn: number of drawn tiles that are not placed yet.
    """

    def __init__(self, player: Player, revealed: bool) -> None:
        self.tableau: Final = tuple(player.tableau)
        self.places: Final = tuple(
            [tuple(dice) for dice in (player.places if revealed else _unscreened(player))]
        )
        self.goods: Final = _goods(player)
        self.screened: Final = tuple(no_dice() if revealed else dice_behind_screen(player))
        self.selected: Final = player.selected if revealed else -1
        self.revealed: Final = player.revealed
        self.credits: Final = player.credits
        self.chips: Final = player.chips
        self.developments: Final = len(player.developments)
        self.worlds: Final = len(player.worlds)
        self.top_development: Final = player.developments[0] if player.developments else NO_TILE
        self.top_world: Final = player.worlds[0] if player.worlds else NO_TILE
        self.drawn: Final = len(player.drawn)

    def facts(self) -> tuple[object, ...]:
        dice = (self.tableau, self.places, self.goods, self.screened, self.selected)
        stacks = (self.developments, self.worlds, self.top_development, self.top_world)
        return *dice, self.revealed, self.credits, self.chips, *stacks, self.drawn


@mypyc_attr(acyclic=True)
class View(ValueObject):
    """The view of player `me`.

    developments, worlds: tiles of the player's stacks, the top ones first.
    drawn: drawn tiles that are not placed yet.
    rolled, assigned, strip, dictated, selected: the player's workers, as in Player; assigned by
        phase and colour.
    pending_steps: remaining steps of this round, current step first.
    bag, abandoned: number of tiles.
    occurring: phases of the round.
    work: budget for work on the view; not visible information.
    """

    def __init__(self, state: State, me: int) -> None:
        own_player = state.players[me]
        self.me: Final = me
        self.developments: Final = tuple(own_player.developments)
        self.worlds: Final = tuple(own_player.worlds)
        self.drawn: Final = tuple(own_player.drawn)
        self.rolled: Final = tuple(own_player.rolled)
        self.assigned: Final = tuple(
            [tuple(own_player.workers(phase)) for phase in range(NUMBER_OF_PHASES)]
        )
        self.strip: Final = own_player.strip
        self.dictated: Final = tuple(own_player.dictated)
        self.selected: Final = own_player.selected
        self.seats: Final = tuple([Seat(player, state.revealed) for player in state.players])
        self.order: Final = tuple(state.order)
        self.round: Final = state.round
        self.pending_steps: Final = tuple(state.pending_steps)
        self.occurring: Final = tuple(state.occurring)
        self.pool: Final = state.pool
        self.supply: Final = tuple(state.supply)
        self.bag: Final = len(state.bag)
        self.abandoned: Final = len(state.abandoned)
        self.work = state.work

    def facts(self) -> tuple[object, ...]:
        tiles = (self.me, self.developments, self.worlds, self.drawn)
        workers = (self.rolled, self.assigned, self.strip, self.dictated, self.selected)
        progress = (self.seats, self.order, self.round, self.pending_steps, self.occurring)
        return *tiles, *workers, *progress, self.pool, self.supply, self.bag, self.abandoned


def view_of(state: State, me: int) -> View:
    """Return the view of player `me`."""
    return View(state, me)


def dice_behind_screen(player: Player) -> list[int]:
    """Return the dice behind a player's screen, by colour."""
    counts = player.dictated[:]
    for index, count in enumerate(player.rolled):
        counts[index % len(counts)] += count
    for phase in range(NUMBER_OF_PHASES):
        for colour, count in enumerate(player.workers(phase)):
            counts[colour] += count
    if player.strip >= 0:
        counts[player.strip] += 1
    return counts


def _unscreened(player: Player) -> list[list[int]]:
    """Return the dice at each place, except those behind the screen."""
    return [
        no_dice() if ASSIGNED <= place < ASSIGNED + NUMBER_OF_PHASES else player.places[place]
        for place in range(GOODS)
    ]


def _goods(player: Player) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if not player.goods:
        return ()
    return tuple([(world, tuple(player.goods[world])) for world in sorted(player.goods)])
