"""What one player may see. A view holds copies of just that, and nothing of the state.

Roll rulebook, Etiquette: tiles beneath the top ones of each stack and abandoned tiles are secret,
but not how many they are; so are workers rolled and assigned behind the screen. All else is open.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from roll_engine.rules import ASSIGNED, GOODS, NUMBER_OF_PHASES, no_dice
from roll_engine.state import Player, State

NO_TILE: Final = -1


@mypyc_attr(acyclic=True)
class Seat:
    """What everybody sees of a player.

    places: dice by colour at each place of rules.py before GOODS, none under the phases while they
    are hidden. goods: worlds, each with the colours on it. screened: the dice behind the screen, by
    colour. selected: the phase that the player selects, -1 before it is revealed.
    developments, worlds: how many tiles there are; their tops as numbers, NO_TILE where there are
    none. drawn: how many tiles are to be put there.
    """

    def __init__(self, player: Player, revealed: bool) -> None:
        self.tableau: Final = tuple(player.tableau)
        self.places: Final = tuple(
            [tuple(dice) for dice in (player.places if revealed else _unscreened(player))]
        )
        self.goods: Final = _goods(player)
        self.screened: Final = tuple(no_dice() if revealed else screened(player))
        self.selected: Final = player.selected if revealed else -1
        self.credits: Final = player.credits
        self.chips: Final = player.chips
        self.developments: Final = len(player.developments)
        self.worlds: Final = len(player.worlds)
        self.top_development: Final = player.developments[0] if player.developments else NO_TILE
        self.top_world: Final = player.worlds[0] if player.worlds else NO_TILE
        self.drawn: Final = len(player.drawn)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seat) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def facts(self) -> tuple[object, ...]:
        """Return all of it, in the order above."""
        dice = (self.tableau, self.places, self.goods, self.screened, self.selected)
        stacks = (self.developments, self.worlds, self.top_development, self.top_world)
        return *dice, self.credits, self.chips, *stacks, self.drawn


@mypyc_attr(acyclic=True)
class View:
    """What player `me` sees.

    developments, worlds: the tiles of the player's own stacks, the top ones first. drawn: those to
    be put there. rolled, assigned, strip, dictated, selected: the player's own workers, as in
    Player; assigned by phase, then by colour. todo: the steps still to come in this round, the
    present one first. bag, abandoned: how many tiles there are. occurring: the phases of the round.
    work: where work on it takes its steps from, which is nothing that the player sees.
    """

    def __init__(self, state: State, me: int) -> None:
        mine = state.players[me]
        self.me: Final = me
        self.developments: Final = tuple(mine.developments)
        self.worlds: Final = tuple(mine.worlds)
        self.drawn: Final = tuple(mine.drawn)
        self.rolled: Final = tuple(mine.rolled)
        self.assigned: Final = tuple(
            [tuple(mine.workers(phase)) for phase in range(NUMBER_OF_PHASES)]
        )
        self.strip: Final = mine.strip
        self.dictated: Final = tuple(mine.dictated)
        self.selected: Final = mine.selected
        self.seats: Final = tuple([Seat(player, state.revealed) for player in state.players])
        self.order: Final = tuple(state.order)
        self.round: Final = state.round
        self.todo: Final = tuple(state.todo)
        self.occurring: Final = tuple(state.occurring)
        self.pool: Final = state.pool
        self.supply: Final = tuple(state.supply)
        self.bag: Final = len(state.bag)
        self.abandoned: Final = len(state.abandoned)
        self.work = state.work

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def facts(self) -> tuple[object, ...]:
        """Return all of it, in the order above."""
        tiles = (self.me, self.developments, self.worlds, self.drawn)
        workers = (self.rolled, self.assigned, self.strip, self.dictated, self.selected)
        going = (self.seats, self.order, self.round, self.todo, self.occurring)
        return *tiles, *workers, *going, self.pool, self.supply, self.bag, self.abandoned


def view_of(state: State, me: int) -> View:
    """Return the view of player `me`."""
    return View(state, me)


def screened(player: Player) -> list[int]:
    """Return by colour the dice that are behind a player's screen while it stands."""
    found = player.dictated[:]
    for index, number in enumerate(player.rolled):
        found[index % len(found)] += number
    for phase in range(NUMBER_OF_PHASES):
        for colour, number in enumerate(player.workers(phase)):
            found[colour] += number
    if player.strip >= 0:
        found[player.strip] += 1
    return found


def _unscreened(player: Player) -> list[list[int]]:
    """Return the dice at each place, without those behind the screen."""
    return [
        no_dice() if ASSIGNED <= place < ASSIGNED + NUMBER_OF_PHASES else player.places[place]
        for place in range(GOODS)
    ]


def _goods(player: Player) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if not player.goods:
        return ()
    return tuple([(world, tuple(player.goods[world])) for world in sorted(player.goods)])
