"""Game of Roll: the flow of its steps, and the interface for tools (gamekit.game).

A round: roll, assign, reveal, do phases, manage empire (Roll rulebook, Rounds).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from gamekit.chance import Chance, RecordedChance, Rolls
from gamekit.driver import Asking, Driver, Flow
from gamekit.events import Observer
from gamekit.game import Game
from gamekit.records.form import RecordForm, check_seats
from roll_engine import steps
from roll_engine.bots import LEVELS, make_bot, play_out
from roll_engine.cards.table import Table
from roll_engine.events import Scored, StepBegan
from roll_engine.flow import Options, Rules, Step, check_options
from roll_engine.moves import Moves
from roll_engine.phases import rounds, work
from roll_engine.phases.rounds import end_reasons
from roll_engine.rules import DEVELOP, EXPLORE, PRODUCE, SETTLE, SHIP
from roll_engine.scoring import bonus_points, result
from roll_engine.state import Player, State
from roll_engine.view import view_of

STEPS: Final[dict[str, Step]] = {
    steps.SETUP: rounds.setup,
    steps.ROLL: rounds.roll,
    steps.ASSIGN: rounds.assign,
    steps.REVEAL: rounds.reveal,
    steps.PHASE[EXPLORE]: work.explore,
    steps.PHASE[DEVELOP]: work.build,
    steps.PHASE[SETTLE]: work.build,
    steps.PHASE[PRODUCE]: work.produce,
    steps.PHASE[SHIP]: work.ship,
    steps.MANAGE: rounds.manage,
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

    def with_observers(self, observers: Sequence[Observer[State]]) -> Roll:
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
            self._notify_scores(state)
        return ""

    def play(self, state: State, name: str) -> Asking[None]:
        """Return what plays a step (see driver.Flow)."""
        self.moves.notify(state, StepBegan, -1, state.round + (name == steps.ROLL), name)
        return STEPS[name](self.rules, state, name)

    def end_step(self, state: State, name: str) -> None:
        """Strike the step off (see driver.Flow)."""
        state.todo.pop(0)

    def _notify_scores(self, state: State) -> None:
        ended = result(self.table, state)
        for seat in range(len(state.players)):
            won = seat in ended.winners
            points, tie_break = ended.scores[seat], ended.tie_breaks[seat]
            self.moves.notify(state, Scored, seat, points, tie_break, won)


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


RULES: Final = 1
"""Version of the rules that the engine plays by; raised when the same answers give other games."""
_MEMBERS: Final[dict[str, type]] = {
    "rules": int,
    "sets": list,
    "players": list,
    "strict": bool,
    "seed": str,
    "faces": list,
    "answers": list,
    "steps": list,
    "result": dict,
}
"""The members that every record has."""


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record whose form is checked."""
    return Options(len(record["players"]), record["strict"])


ROLL: Final = Game(
    id="roll",
    levels=LEVELS,
    form=RecordForm(
        "roll-dsl-record/1",
        RULES,
        _MEMBERS,
        {"seats": partial(check_seats, kinds=("human", "bot"))},
        cards="faces",
        pieces="tiles",
    ),
    check_options=check_options,
    new_game=new_game,
    view_of=view_of,
    make_bot=make_bot,
    play_out=play_out,
    result=result,
    end_reasons=lambda _table, state: end_reasons(state),
    variable_points=bonus_points,
    options_of=options_of,
    options_data=lambda _table, options: {"strict": options.strict},
    draws_of=lambda state: state.chances,
)
