"""The moves of a game: the only code that moves dice, tiles, credits and chips.

Each move reports to the observers of the game (see events.py). Without observers, that costs only a
check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.chance import Rolls
from gamekit.events import ChipsGained, Notifier, Observer
from roll_engine import events
from roll_engine.cards.table import Table
from roll_engine.rules import (
    ASSIGNED,
    FACES,
    GOODS,
    IN_CITIZENRY,
    IN_CUP,
    MAX_CREDITS,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    SIDES,
    WILD,
    no_dice,
)
from roll_engine.state import Player, State


class Moves(Notifier[State]):
    """Moves of dice, tiles, credits and chips. observed: whether there are observers."""

    def __init__(
        self, table: Table, chance: Rolls, observers: Sequence[Observer[State]] = ()
    ) -> None:
        super().__init__(observers)
        self.table: Final = table
        self.chance: Final = chance

    # --- chance

    def shuffle(self, state: State, items: list[int]) -> list[int]:
        """Return items in random order."""
        shuffled = self.chance.shuffle(items, state.chances)
        state.chances += 1
        return shuffled

    def roll(self, state: State, dice: int) -> list[int]:
        """Roll dice, and return the number of the side that each shows."""
        sides = self.chance.roll(dice, SIDES, state.chances)
        state.chances += 1
        return sides

    # --- the bag and the construction zone

    def draw_tile(self, state: State, player: Player) -> bool:
        """Draw a tile to be placed. Return False if the bag is empty."""
        if not state.bag:
            return False
        tile = state.bag.pop()
        player.drawn.append(tile)
        if self.observed:
            self.notify(state, events.TilesDrawn, player.seat, 1, (tile,))
        return True

    def refill_bag(self, state: State) -> None:
        """Return all abandoned tiles to the bag in a new random order."""
        if state.abandoned:
            if self.observed:
                self.notify(state, events.BagRefilled, -1, len(state.abandoned))
            state.bag = self.shuffle(state, state.bag + state.abandoned)
            state.abandoned = []

    def abandon(self, state: State, player: Player, tiles: Sequence[int]) -> None:
        """Put tiles of the construction zone under the Explore phase tile."""
        for tile in tiles:
            _take_tile(player, tile)
        state.abandoned += tiles
        if self.observed and tiles:
            self.notify(state, events.TilesAbandoned, player.seat, len(tiles), tuple(tiles))

    def give_up_tile(self, state: State, player: Player, tile: int) -> None:
        """Put a tile of the construction zone into the bag, which contains only tiles given up."""
        _take_tile(player, tile)
        state.bag.append(tile)
        if self.observed:
            self.notify(state, events.TileGivenUp, player.seat, 1, (tile,))

    def place_tile(
        self, state: State, player: Player, tile: int, worlds: bool, on_top: bool
    ) -> None:
        """Put a drawn tile at the bottom or on top of a stack of the construction zone."""
        player.drawn.remove(tile)
        stack = player.stack(worlds)
        place = 0 if on_top else len(stack)
        stack.insert(place, tile)
        if self.observed:
            self.notify(state, events.TilePlaced, player.seat, 1, (tile,), worlds, place)

    def move_tile(self, state: State, player: Player, tile: int, worlds: bool, place: int) -> None:
        """Move a tile within the construction zone."""
        _take_tile(player, tile)
        player.stack(worlds).insert(place, tile)
        if self.observed:
            self.notify(state, events.TileMoved, player.seat, 1, (tile,), worlds, place)

    # --- the tableau

    def complete_top(self, state: State, player: Player, worlds: bool) -> int:
        """Move the top tile of a stack to the tableau, and return the face that is up."""
        tile = self.table.tiles[player.stack(worlds).pop(0)]
        face = tile.world if worlds else tile.development
        self.add_to_tableau(player, face)
        if self.observed:
            self.notify(state, events.TileCompleted, player.seat, face)
        return face

    def add_to_tableau(self, player: Player, face: int) -> None:
        """Add a face at the end of the tableau, without its effects."""
        player.tableau.append(face)
        player.powers = self.table.powers_with(player.powers, face)

    # --- dice

    def gain_dice(self, state: State, player: Player, colour: int, count: int, place: int) -> None:
        """Gain dice from the supply, as far as they last. place: number of the place (see
        rules.py)."""
        count = min(count, state.supply[colour])
        if not count:
            return
        state.supply[colour] -= count
        if place >= GOODS:
            self._put_goods(player, place - GOODS, [colour] * count)
        else:
            player.places[place][colour] += count
        if self.observed:
            self.notify(state, events.DiceGained, player.seat, colour, count, place)

    def remove_die(self, state: State, player: Player, die: int) -> None:
        """Return a die to the supply. die: number as in rules.die_at."""
        place, colour = divmod(die, NUMBER_OF_COLOURS)
        if place >= GOODS:
            self._take_good(player, place - GOODS, colour)
        else:
            player.places[place][colour] -= 1
        state.supply[colour] += 1
        if self.observed:
            self.notify(state, events.DieRemoved, player.seat, colour, place)

    def move_dice(
        self, state: State, player: Player, source: int, place: int, dice: Sequence[int]
    ) -> None:
        """Move dice between two places before GOODS. dice: number of each colour."""
        from_dice, to_dice = player.places[source], player.places[place]
        for colour, count in enumerate(dice):
            from_dice[colour] -= count
            to_dice[colour] += count
        if self.observed and any(dice):
            self.notify(state, events.DiceMoved, player.seat, source, place, tuple(dice))

    def move_all(self, state: State, player: Player, source: int, place: int) -> None:
        """Move all dice between two places before GOODS."""
        dice = player.places[source]
        if any(dice):
            self.move_dice(state, player, source, place, dice[:])

    def move_die(self, state: State, player: Player, source: int, place: int, colour: int) -> None:
        """Move one die: from a place before GOODS to any place, or from a world to a place
        before GOODS."""
        if source < GOODS and place < GOODS:
            player.places[source][colour] -= 1
            player.places[place][colour] += 1
        elif source < GOODS:
            player.places[source][colour] -= 1
            self._put_goods(player, place - GOODS, [colour])
        else:
            self._take_good(player, source - GOODS, colour)
            player.places[place][colour] += 1
        if self.observed:
            dice = no_dice()
            dice[colour] = 1
            self.notify(state, events.DiceMoved, player.seat, source, place, tuple(dice))

    def _put_goods(self, player: Player, world: int, colours: list[int]) -> None:
        player.goods[world] = sorted(player.goods.get(world, []) + colours)

    def _take_good(self, player: Player, world: int, colour: int) -> None:
        goods = player.goods[world]
        goods.remove(colour)
        if not goods:
            del player.goods[world]

    # --- workers behind the screen

    def roll_workers(self, state: State, player: Player) -> None:
        """Roll all dice in the cup."""
        cup = player.cup
        count = sum(cup)
        sides = self.roll(state, count)
        rolled, index = player.rolled, 0
        for colour, die_count in enumerate(cup):
            faces = FACES[colour]
            for _die in range(die_count):
                rolled[faces[sides[index]] * NUMBER_OF_COLOURS + colour] += 1
                index += 1
            cup[colour] = 0
        if self.observed:
            self.notify(state, events.WorkersRolled, player.seat, count, tuple(rolled))

    def select(self, player: Player, phase: int, side: int, colour: int) -> None:
        """Select a phase with a rolled worker, and assign all other workers except wild ones to
        the phases that they show."""
        rolled = player.rolled
        rolled[side * NUMBER_OF_COLOURS + colour] -= 1
        player.selected, player.strip = phase, colour
        for other_phase in range(NUMBER_OF_PHASES):
            workers = player.workers(other_phase)
            for worker_colour in range(NUMBER_OF_COLOURS):
                workers[worker_colour] += rolled[other_phase * NUMBER_OF_COLOURS + worker_colour]
                rolled[other_phase * NUMBER_OF_COLOURS + worker_colour] = 0

    def assign_wild(self, player: Player, colour: int, phase: int) -> None:
        """Assign a worker that shows the wild face to a phase."""
        player.rolled[WILD * NUMBER_OF_COLOURS + colour] -= 1
        player.workers(phase)[colour] += 1

    def reassign(self, player: Player, colour: int, source: int, phase: int) -> None:
        """Move a worker to another phase."""
        player.workers(source)[colour] -= 1
        player.workers(phase)[colour] += 1

    def dictate(self, player: Player, colour: int, source: int) -> None:
        """Put a worker into the Dictate area."""
        player.workers(source)[colour] -= 1
        player.dictated[colour] += 1

    def reveal(self, state: State, player: Player) -> None:
        """Reveal the workers of a player. The worker on the phase strip joins its phase."""
        if player.strip >= 0:
            player.workers(player.selected)[player.strip] += 1
            player.strip = -1
        if self.observed:
            workers = tuple(
                [count for phase in range(NUMBER_OF_PHASES) for count in player.workers(phase)]
            )
            dictated = tuple(player.dictated)
            self.notify(
                state, events.WorkersRevealed, player.seat, player.selected, workers, dictated
            )

    def return_workers(self, state: State, player: Player, phase: int) -> None:
        """Return the workers of a phase to the cup."""
        self.move_all(state, player, ASSIGNED + phase, IN_CUP)

    def return_dictated(self, player: Player) -> None:
        """Return the dice of the Dictate area to the cup."""
        for colour, count in enumerate(player.dictated):
            player.cup[colour] += count
            player.dictated[colour] = 0

    def use_worker(self, state: State, player: Player, phase: int, colour: int) -> None:
        """Put a worker of a phase that has done a task into the Citizenry."""
        self.move_die(state, player, ASSIGNED + phase, IN_CITIZENRY, colour)

    # --- credits and chips

    def gain_credits(self, state: State, player: Player, amount: int) -> None:
        """Gain credits. Those above the maximum are lost (Roll rulebook, Phases)."""
        gained = min(amount, MAX_CREDITS - player.credits)
        player.credits += gained
        if self.observed and amount:
            self.notify(state, events.CreditsChanged, player.seat, gained, amount - gained)

    def spend_credits(self, state: State, player: Player, amount: int) -> None:
        """Spend credits."""
        player.credits -= amount
        if self.observed and amount:
            self.notify(state, events.CreditsChanged, player.seat, -amount)

    def gain_chips(self, state: State, player: Player, points: int) -> None:
        """Gain points in chips, or spend them (below 0).

        Spent chips return to the pool. If it is empty, they leave the game, which ends with this
        round all the same.

        If the pool is below 0, they come from the chips set aside for the last round (Roll
        rulebook, Ship).
        """
        player.chips += points
        if points > 0 or state.pool > 0:
            state.pool -= points
        if self.observed and points:
            self.notify(state, ChipsGained, player.seat, points)


def _take_tile(player: Player, tile: int) -> None:
    """Remove a tile from the construction zone."""
    stack = player.developments if tile in player.developments else player.worlds
    stack.remove(tile)
