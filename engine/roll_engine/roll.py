"""A game of Roll: the flow of its steps.

Roll rulebook, Rounds: roll, assign, reveal, do phases, manage empire.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gamekit.chance import Chance, RecordedChance, Rolls
from gamekit.driver import Asking, Driver, Flow
from gamekit.events import Observer
from roll_engine import steps
from roll_engine.cards.table import Table
from roll_engine.events import Scored, StepBegan
from roll_engine.flow import Options, Rules, Step, check_options
from roll_engine.moves import Moves
from roll_engine.phases import assign, build, explore, manage, produce, reveal, roll, setup, ship
from roll_engine.rules import DEVELOP, EXPLORE, PRODUCE, SETTLE, SHIP
from roll_engine.scoring.scoring import result
from roll_engine.state import Player, State

STEPS: Final[dict[str, Step]] = {
    steps.SETUP: setup.setup,
    steps.ROLL: roll.roll,
    steps.ASSIGN: assign.assign,
    steps.REVEAL: reveal.reveal,
    steps.PHASE[EXPLORE]: explore.explore,
    steps.PHASE[DEVELOP]: build.build,
    steps.PHASE[SETTLE]: build.build,
    steps.PHASE[PRODUCE]: produce.produce,
    steps.PHASE[SHIP]: ship.ship,
    steps.MANAGE: manage.manage,
}
"""Every step by its name, in the order in which a round goes through them."""


class Roll(Flow[State]):
    """The rules at work on a State: one step after the other.

    Takes options as they are; whoever deals a game checks first that the sets in use serve them.
    observers: of what happens.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        chance: Rolls,
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        self.table: Final = table
        self.options: Final = options
        self.chance: Final = chance
        self.moves: Final = Moves(table, chance, observers)
        self.rules: Final = Rules(table, options, self.moves)

    def with_chance(self, chance: Rolls) -> Roll:
        """Return the same rules with other luck, and nobody watching."""
        return Roll(self.table, self.options, chance)

    def observed_by(self, observers: Sequence[Observer[State]]) -> Roll:
        """Return the same rules with these observers, and no others."""
        if not observers and not self.moves.observed:
            return self
        return Roll(self.table, self.options, self.chance, observers)

    def new_state(self) -> State:
        """Return the state before set-up."""
        nothing = self.table.powers(())
        return State([Player(seat, nothing) for seat in range(self.options.players)])

    def next_step(self, state: State) -> str:
        """Return the name of the next step of the game (see driver.Flow)."""
        if state.todo:
            return state.todo[0]
        if self.moves.observed:
            self._tell_scores(state)
        return ""

    def play(self, state: State, name: str) -> Asking[None]:
        """Return what plays a step (see driver.Flow)."""
        self.moves.tell(state, StepBegan, -1, state.round + (name == steps.ROLL), name)
        return STEPS[name](self.rules, state, name)

    def end_step(self, state: State, name: str) -> None:
        """Strike the step off (see driver.Flow)."""
        state.todo.pop(0)

    def _tell_scores(self, state: State) -> None:
        ended = result(self.table, state)
        for seat in range(len(state.players)):
            won = seat in ended.winners
            points, tie_break = ended.scores[seat], ended.tie_breaks[seat]
            self.moves.tell(state, Scored, seat, points, tie_break, won)


def new_game(
    table: Table,
    options: Options,
    seed: str,
    watch: Callable[[str, State], None] | None = None,
    forkable: bool = True,
    observers: Sequence[Observer[State]] = (),
    chances: Sequence[Sequence[int]] = (),
) -> Driver[State]:
    """Begin a game. One seed and the answers given are the whole game, on every machine.

    watch: called after each step with its name and the state. forkable: as in Driver.
    observers: of what happens; forks of the game have none. chances: what the first shuffles and
    rolls give, in place of what the seed gives. Raise ValueError for options that the sets in use
    cannot serve.
    """
    check_options(table, options)
    chance = RecordedChance(chances, seed) if chances else Chance(seed)
    roll_game = Roll(table, options, chance, observers)
    return Driver(roll_game, roll_game.new_state(), watch, forkable=forkable)
