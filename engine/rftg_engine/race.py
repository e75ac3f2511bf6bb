"""A game of Race: the flow of its steps, and the moves of cards and chips that every phase uses.

base rulebook, Playing the Game: choose actions, perform the chosen phases in order, round end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rftg_engine.chance import Chance
from rftg_engine.driver import Asking, Driver
from rftg_engine.phases import choose, consume, develop, explore, produce, round_end, settle, setup
from rftg_engine.state import Player, State
from rftg_engine.table import Table

Phase = Callable[["Race", State, str], Asking[None]]

STEPS: Final[dict[str, Phase]] = {
    "setup": setup.setup,
    "choose": choose.choose,
    "explore": explore.explore,
    "develop": develop.develop,
    "develop 2": develop.develop,
    "settle": settle.settle,
    "settle 2": settle.settle,
    "consume": consume.consume,
    "produce": produce.produce,
    "round end": round_end.round_end,
}
"""Every step by its name, phases in the order in which a round goes through them."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is set up. experienced: two actions a round, 2 players only.

    preset_hands: the numbered start worlds and hands of a first game.
    """

    players: int
    experienced: bool = False
    preset_hands: bool = False


class Race:
    """The rules at work on a State: the flow of steps, drawing, discarding, chips.

    Raises ValueError for options that the cards in use cannot serve.
    """

    def __init__(self, table: Table, options: Options, chance: Chance) -> None:
        most = min(4, len(table.start_worlds))
        if not 2 <= options.players <= most:
            raise ValueError(f"these sets serve 2 to {most} players, not {options.players}")
        if options.experienced and options.players != 2:
            raise ValueError("the experienced game with two actions is for 2 players")
        if options.preset_hands and len(table.preset_hands) < options.players:
            raise ValueError(
                f"there are {len(table.preset_hands)} preset hands for {options.players} players"
            )
        self.table = table
        self.options = options
        self.chance = chance

    def new_state(self) -> State:
        """The state before set-up."""
        nothing = self.table.powers(())
        return State([Player(nothing) for _seat in range(self.options.players)])

    def next_step(self, state: State) -> tuple[str, Asking[None]] | None:
        """The next step of the game (see driver.Flow)."""
        if not state.todo:
            return None
        name = state.todo[0]
        return name, self._perform(state, name)

    def _perform(self, state: State, name: str) -> Asking[None]:
        yield from STEPS[name](self, state, name)
        state.todo.pop(0)

    # --- moves

    def draw(self, state: State) -> int:
        """Takes the top card of the supply, -1 when there is none anywhere.

        base rulebook, Round End, Cards, and Chips: when the supply is exhausted, the discards
        are reshuffled at once.
        """
        if not state.deck:
            self._reshuffle(state)
            if not state.deck:
                return -1
        card = state.deck.pop()
        if not state.deck:
            self._reshuffle(state)
        return card

    def draw_to_hand(self, state: State, player: Player, count: int) -> None:
        """Draws `count` cards, fewer when the supply runs out."""
        for _nth in range(count):
            card = self.draw(state)
            if card >= 0:
                player.hand.append(card)

    def put_good(self, state: State, player: Player, world: int) -> bool:
        """Puts a good on a world without one; False when no card is left for it."""
        card = self.draw(state)
        if card < 0:
            return False
        player.goods[world] = card
        return True

    def take_good(self, state: State, player: Player, world: int) -> None:
        """Discards the good of a world, unseen."""
        state.discard.append(player.goods.pop(world))

    def discard_from_hand(self, state: State, player: Player, cards: tuple[int, ...]) -> None:
        """Discards hand cards."""
        for card in cards:
            player.hand.remove(card)
            state.discard.append(card)

    def place(self, player: Player, card: int) -> None:
        """Puts a card into the tableau. Its powers count from the next phase on."""
        player.tableau.append(card)
        player.powers = self.table.powers(player.tableau)

    def discard_from_tableau(self, state: State, player: Player, card: int) -> None:
        """Discards a card of the tableau, and the good on it."""
        if card in player.goods:
            self.take_good(state, player, card)
        player.tableau.remove(card)
        player.powers = self.table.powers(player.tableau)
        state.discard.append(card)

    def gain_chips(self, state: State, player: Player, points: int) -> None:
        """Gives victory point chips; below 0 the pool stands for the reserve chips.

        base rulebook, Game End: all points earned can be taken.
        """
        player.vp += points
        state.pool -= points

    def _reshuffle(self, state: State) -> None:
        if state.discard:
            state.deck = self.chance.shuffle(state.discard, state.shuffles)
            state.shuffles += 1
            state.discard = []


def new_game(
    table: Table,
    options: Options,
    seed: str,
    watch: Callable[[str, State], None] | None = None,
    forkable: bool = True,
) -> Driver[State]:
    """A new game. One seed and the answers given are the whole game, on every machine.

    watch: called after each step with its name and the state. forkable: as in Driver.
    Raises ValueError as Race does.
    """
    race = Race(table, options, Chance(seed))
    return Driver(race, race.new_state(), watch, forkable=forkable)
