"""A game of Roll: the order of its steps, and the interface for tools (see gamekit.game).

A round consists of: roll, assign, reveal, phases, manage empire (Roll rulebook, Rounds).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from gamekit.chance import Chance, RecordedChance, Rolls
from gamekit.driver import Asking, Driver, Flow
from gamekit.events import Observer
from gamekit.game import Game
from gamekit.records import RecordForm, check_seats
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
"""All steps by name, in the order of a round."""


class Roll(Flow[State]):
    """The rules of a game, step by step.

    It does not check the options; `check_options` does. observers: receive all events.
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
        """Return the same rules with another source of chance and no observers."""
        return Roll(self.table, self.options, chance)

    def with_observers(self, observers: Sequence[Observer[State]]) -> Roll:
        """Return the same rules with only these observers."""
        if not observers and not self.moves.observed:
            return self
        return Roll(self.table, self.options, self.chance, observers)

    def new_state(self) -> State:
        """Return the state before set-up."""
        no_powers = self.table.powers(())
        return State([Player(seat, no_powers) for seat in range(self.options.players)])

    def next_step(self, state: State) -> str:
        """Return the name of the next step (see driver.Flow)."""
        if state.pending_steps:
            return state.pending_steps[0]
        if self.moves.observed:
            self._notify_scores(state)
        return ""

    def play(self, state: State, name: str) -> Asking[None]:
        """Return a generator that plays a step (see driver.Flow)."""
        self.moves.notify(state, StepBegan, -1, state.round + (name == steps.ROLL), name)
        return STEPS[name](self.rules, state, name)

    def end_step(self, state: State, name: str) -> None:
        """Remove a finished step (see driver.Flow)."""
        state.pending_steps.pop(0)

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
    """Start a game. The seed and the answers determine it completely, on every machine.

    watch: called after each step with its name and the state.
    forkable: see Driver.
    observers: receive all events, but not those of forks.
    chances: results of the first shuffles and rolls, instead of those from the seed.

    Raise ValueError if the sets do not support the options.
    """
    check_options(table, options)
    chance = RecordedChance(chances, seed) if chances else Chance(seed)
    roll_game = Roll(table, options, chance, observers)
    return Driver(roll_game, roll_game.new_state(), watch, forkable=forkable)


RULES: Final = 1
"""Version of the rules. It increases when the same answers lead to a different game."""
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
"""Members of every record, and their types."""


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record that has been checked."""
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
