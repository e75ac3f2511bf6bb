"""A game of Roll: the order of its steps, and the interface for tools (see gamekit.game).

A round consists of: roll, assign, reveal, phases, manage empire (Roll rulebook, Rounds).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from gamekit.chance import Rolls
from gamekit.driver import Asking, Driver, Flow
from gamekit.events import Observer, StepBegan
from gamekit.game import Game, notify_scores
from gamekit.records import RecordForm, check_seats
from roll_engine import steps
from roll_engine.bots import LEVELS, make_bot, play_out
from roll_engine.bots.determinize import InformationSet, shuffle_unknown, win_chance
from roll_engine.cards.table import Table
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
            notify_scores(self.moves, state, result(self.table, state))
        return ""

    def play(self, state: State, name: str) -> Asking[None]:
        """Return a generator that plays a step (see driver.Flow)."""
        self.moves.notify(state, StepBegan, -1, state.round + (name == steps.ROLL), name)
        return STEPS[name](self.rules, state, name)

    def end_step(self, state: State, name: str) -> None:
        """Remove a finished step (see driver.Flow)."""
        state.pending_steps.pop(0)


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


def _information(game: Driver[State], seat: int) -> InformationSet:
    flow = game.flow
    assert isinstance(flow, Roll)
    return InformationSet(game, flow.table, flow.chance, seat)


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
    flow=Roll,
    view_of=view_of,
    make_bot=make_bot,
    play_out=play_out,
    information=_information,
    shuffle_unknown=shuffle_unknown,
    win_chance=win_chance,
    result=result,
    end_reasons=lambda _table, state: end_reasons(state),
    variable_points=bonus_points,
    options_of=options_of,
    options_data=lambda _table, options: {"strict": options.strict},
    draws_of=lambda state: state.chances,
)

new_game: Final = ROLL.new_game
