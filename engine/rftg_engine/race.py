"""A game of Race: the flow of its steps, and the moves of cards and chips that every phase uses.

base rulebook, Playing the Game: choose actions, perform the chosen phases in order, round end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rftg_engine import goals, prestige, search
from rftg_engine.chance import Chance, RecordedChance, Shuffles
from rftg_engine.chronicle import Chronicle
from rftg_engine.driver import Asking, Driver
from rftg_engine.opening import openings
from rftg_engine.options import Options, check_options
from rftg_engine.phases import choose, consume, develop, explore, produce, round_end, settle, setup
from rftg_engine.scoring import result
from rftg_engine.solitaire import play as robot
from rftg_engine.state import Player, State, Supply
from rftg_engine.table import Table

Phase = Callable[["Race", State, str], Asking[None]]

STEPS: Final[dict[str, Phase]] = {
    "setup": setup.setup,
    "round start": prestige.round_start,
    "choose": choose.choose,
    "search": search.search,
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


class Race:
    """The rules at work on a State: the flow of steps, drawing, discarding, chips.

    Takes options as they are; whoever deals a game checks first that the sets in use serve them.
    """

    def __init__(self, table: Table, options: Options, chance: Shuffles) -> None:
        self.table = table
        self.options = options
        self.chance = chance
        self.prestige = "prestige" in table.modules
        self.openings = openings(table, options.opening, options.players)

    def with_chance(self, chance: Shuffles) -> Race:
        """The same rules with other luck."""
        return Race(self.table, self.options, chance)

    def new_state(self) -> State:
        """The state before set-up."""
        nothing = self.table.powers(())
        state = State([Player(nothing) for _seat in range(self.options.players)])
        # arc 1 booklet, Takeover Scenario: takeovers are on.
        state.takeovers = self.options.takeovers or self.options.scenario
        return state

    def next_step(self, state: State) -> tuple[str, Asking[None]] | None:
        """The next step of the game (see driver.Flow)."""
        if not state.todo:
            if state.chronicle is not None:
                _tell_scores(self.table, state)
            return None
        name = state.todo[0]
        if state.chronicle is not None:
            state.chronicle.begin(name, state.round, [player.powers for player in state.players])
        return name, STEPS[name](self, state, name)

    def end_step(self, state: State, name: str) -> None:
        """What is done and looked at after a step: robot, prestige, goals (see driver.Flow)."""
        if state.robot is not None:
            robot.after_step(self, state, name)
        if self.prestige:
            prestige.check_lead(state)
        if state.goals:
            goals.check(self.table, state, name)
        state.todo.pop(0)

    def begin_round(self, state: State) -> None:
        """Puts the steps of a new round's start on the list."""
        if self.prestige or self.table.acts_at_round_start:
            state.todo.append("round start")
        state.todo.append("choose")

    # --- moves

    def draw(self, state: State, player: Player) -> int:
        """Takes the top card of a player's supply, -1 when there is none anywhere.

        base rulebook, Round End, Cards, and Chips: when the supply is exhausted, the discards
        are reshuffled at once.
        """
        supply = state.supply(player)
        if not supply.deck:
            self._reshuffle(state, supply)
            if not supply.deck:
                return -1
        card = supply.deck.pop()
        if not supply.deck:
            self._reshuffle(state, supply)
        return card

    def discard(self, state: State, player: Player, cards: Iterable[int]) -> None:
        """Puts cards that lie nowhere else on the discard pile."""
        state.supply(player).discard += cards

    def draw_to_hand(self, state: State, player: Player, count: int) -> None:
        """Draws `count` cards, fewer when the supply runs out."""
        before = len(player.hand)
        for _nth in range(count):
            card = self.draw(state, player)
            if card >= 0:
                player.hand.append(card)
        if state.chronicle is not None:
            drawn = player.hand[before:]
            state.chronicle.draw(state.players.index(player), drawn, state.round)
            self._tell(state, player, "draw", numbers=(len(drawn),), own=drawn)

    def into_hand(self, state: State, player: Player, cards: Sequence[int]) -> None:
        """Takes cards that lay in no hand before, such as those found in the supply."""
        player.hand += cards
        if state.chronicle is not None:
            state.chronicle.draw(state.players.index(player), cards, state.round)
            self._tell(state, player, "take", numbers=(len(cards),), own=cards)

    def put_good(self, state: State, player: Player, world: int) -> bool:
        """Puts a good on a world without one; False when no card is left for it."""
        card = self.draw(state, player)
        if card < 0:
            return False
        player.goods[world] = card
        if state.chronicle is not None:
            self._tell(state, player, "good", world)
        return True

    def take_good(self, state: State, player: Player, world: int) -> None:
        """Discards the good of a world, unseen."""
        self.discard(state, player, [player.goods.pop(world)])
        if state.chronicle is not None:
            self._tell(state, player, "spend good", world)

    def discard_from_hand(self, state: State, player: Player, cards: tuple[int, ...]) -> None:
        """Discards hand cards."""
        for card in cards:
            player.hand.remove(card)
        self.discard(state, player, cards)
        if state.chronicle is not None and cards:
            self._tell(state, player, "discard", numbers=(len(cards),), own=cards)

    def place(self, state: State, player: Player, card: int) -> None:
        """Puts a card into the tableau, with its windfall good and its prestige.

        Its powers count from the next phase on.
        """
        self.add_to_tableau(player, card)
        if state.chronicle is not None:
            seat = state.players.index(player)
            state.chronicle.place(seat, card, state.round, state.todo[0])
            state.chronicle.tell("place", seat, card)
        if self.table.windfall[card]:
            self.put_good(state, player, card)
        if self.prestige and self.table.cards[card].prestige:
            self.gain_prestige(state, player, self.table.cards[card].prestige)

    def add_to_tableau(self, player: Player, card: int) -> None:
        """Lays a card at the end of the tableau; nothing comes of it."""
        player.tableau.append(card)
        player.powers = self.table.powers(player.tableau)

    def remove_from_tableau(self, player: Player, card: int) -> None:
        """Takes a card out of the tableau; its good and saved cards stay with the player."""
        player.tableau.remove(card)
        player.powers = self.table.powers(player.tableau)

    def discard_from_tableau(self, state: State, player: Player, card: int) -> None:
        """Discards a card of the tableau, the good on it and the cards saved under it."""
        if state.chronicle is not None:
            self._tell(state, player, "lose", card)
        if card in player.goods:
            self.take_good(state, player, card)
        self.discard(state, player, player.saved.pop(card, []))
        self.remove_from_tableau(player, card)
        self.discard(state, player, [card])

    def gain_chips(self, state: State, player: Player, points: int) -> None:
        """Gives victory point chips; below 0 the pool stands for the reserve chips.

        base rulebook, Game End: all points earned can be taken.
        """
        player.vp += points
        state.pool -= points
        if state.chronicle is not None and points:
            self._tell(state, player, "chips", numbers=(points,))

    def gain_prestige(self, state: State, player: Player, points: int) -> None:
        """Gives prestige, in games that have it."""
        if self.prestige and points > 0:
            player.prestige += points
            player.fresh_prestige = True
            if state.chronicle is not None:
                self._tell(state, player, "prestige", numbers=(points,))

    def spend_prestige(self, state: State, player: Player, points: int) -> None:
        """Takes prestige."""
        player.prestige -= points
        if state.chronicle is not None and points:
            self._tell(state, player, "prestige", numbers=(-points,))

    def _tell(
        self,
        state: State,
        player: Player,
        what: str,
        card: int = -1,
        numbers: Sequence[int] = (),
        own: Sequence[int] = (),
    ) -> None:
        """Tells the chronicle what a player does; asked for only where there is one."""
        assert state.chronicle is not None
        seat = state.players.index(player)
        state.chronicle.tell(what, seat, card, numbers, own=own)

    def _reshuffle(self, state: State, supply: Supply) -> None:
        if supply.discard:
            if state.chronicle is not None:
                state.chronicle.tell("reshuffle", -1)
            supply.deck = self.shuffle(state, supply.discard)
            supply.discard = []

    def shuffle(self, state: State, cards: list[int]) -> list[int]:
        """The cards in random order."""
        shuffled = self.chance.shuffle(cards, state.shuffles)
        state.shuffles += 1
        return shuffled


def _tell_scores(table: Table, state: State) -> None:
    assert state.chronicle is not None
    ended = result(table, state)
    for seat in range(len(state.players)):
        numbers = (ended.scores[seat], ended.tie_breaks[seat], int(seat in ended.winners))
        state.chronicle.tell("score", seat, numbers=numbers)


def new_game(
    table: Table,
    options: Options,
    seed: str,
    watch: Callable[[str, State], None] | None = None,
    forkable: bool = True,
    chronicle: Chronicle | None = None,
    shuffles: Sequence[Sequence[int]] = (),
) -> Driver[State]:
    """A new game. One seed and the answers given are the whole game, on every machine.

    watch: called after each step with its name and the state. forkable: as in Driver.
    chronicle: what notes who draws and places what. shuffles: the orders of the first shuffles, in
    place of what the seed gives. Raises ValueError for options that the sets in use cannot serve.
    """
    check_options(table, options)
    race = Race(table, options, RecordedChance(shuffles, seed) if shuffles else Chance(seed))
    state = race.new_state()
    state.chronicle = chronicle
    return Driver(race, state, watch, forkable=forkable)
