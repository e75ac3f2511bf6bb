"""Flow of a game of Race, and its rule modules.

base rulebook, Playing the Game: choose actions, play the chosen phases in order, round end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.chance import Shuffles
from gamekit.driver import Asking
from gamekit.events import Observer, StepBegan
from gamekit.game import notify_scores
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.goals import Goals
from rftg_engine.modules.invasion import InvasionModule
from rftg_engine.modules.prestige import Prestige, Search
from rftg_engine.modules.robot import RobotModule
from rftg_engine.modules.starts import Draft, Scenario, StartWorldChoice, Tokens
from rftg_engine.modules.takeovers import Takeovers
from rftg_engine.options import ModuleOption, Options
from rftg_engine.phases import consume, develop, explore, produce, rounds, settle, setup
from rftg_engine.phases.scoring import result
from rftg_engine.rules import RuleModule, Rules, Step, register
from rftg_engine.state import EMPTY_TALLY, Player, State

_DRAFT = ModuleOption("Draft", "Each player drafts the cards to play with.")
_SCENARIO = ModuleOption("Scenario", "Two sides with fixed start worlds.", players=2)
_GOALS = ModuleOption("Goals", "Tiles for the first player to achieve something, or with the most.")
_TAKEOVERS = ModuleOption("Takeovers", "Military worlds can be taken from other players.")
_INVASION = ModuleOption("Invasion", "Invaders attack at the end of rounds; worlds are damaged.")

for _module in (
    RobotModule("robot"),
    Draft("draft", option=_DRAFT),
    Scenario("scenario", option=_SCENARIO),
    StartWorldChoice("start world choice"),
    Prestige("prestige", starts_rounds=True, gives_prestige=True),
    Search("search"),
    Goals("goals", option=_GOALS),
    Takeovers("takeovers", option=_TAKEOVERS),
    Tokens("tokens"),
    InvasionModule("invasion", option=_INVASION),
):
    register(_module)


STEPS: Final[dict[str, Step]] = {
    steps.SETUP: setup.setup,
    steps.ROUND_START: rounds.round_start,
    steps.CHOOSE: rounds.choose,
    steps.EXPLORE: explore.explore,
    steps.DEVELOP: develop.develop,
    steps.DEVELOP_2: develop.develop,
    steps.SETTLE: settle.settle,
    steps.SETTLE_2: settle.settle,
    steps.CONSUME: consume.consume,
    steps.PRODUCE: produce.produce,
    steps.ROUND_END: rounds.round_end,
}
"""Every step by its name; phases in the order of a round."""


class Race(Rules):
    """Rules of Race as a sequence of steps.

    Options must be checked before (see check_options). observers: observers of the game.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
        base: Race | None = None,
    ) -> None:
        super().__init__(table, options, chance, observers, base)
        self._steps: Final[dict[str, Step]] = _steps(self.modules) if base is None else base._steps

    def with_chance(self, chance: Shuffles) -> Race:
        """Return the same rules with another source of chance and without observers."""
        return Race(self.table, self.options, chance, (), self)

    def with_observers(self, observers: Sequence[Observer[State]]) -> Race:
        """Return the same rules with only these observers."""
        if not observers and not self.moves.observed:
            return self
        return Race(self.table, self.options, self.chance, observers, self)

    def new_state(self) -> State:
        """Return the state before set-up."""
        nothing = self.table.powers(())
        state = State([Player(seat, nothing) for seat in range(self.options.players)])
        state.playing = self.playing
        for module in self.modules:
            module.begin(state)
        return state

    def next_step(self, state: State) -> str:
        """Return the name of the next step of the game (see driver.Flow)."""
        if state.pending_steps:
            return state.pending_steps[0]
        if self.moves.observed:
            notify_scores(self.moves, state, result(self.table, state))
        return ""

    def play(self, state: State, name: str) -> Asking[None]:
        """Return a generator that plays a step (see driver.Flow)."""
        step = self._steps.get(name)
        if step is None:
            raise ValueError(f"no active module adds the step {name!r}")
        for player in state.players:
            player.step_powers = player.powers
            player.step_tally = EMPTY_TALLY
        if self.moves.observed:
            self.moves.notify(state, StepBegan, -1, state.round, name)
        return step(self, state, name)

    def end_step(self, state: State, name: str) -> None:
        """Let modules react to the end of a step (see driver.Flow)."""
        for module in self.moments.after_step:
            module.after_step(self, state, name)
        state.pending_steps.pop(0)


def _steps(modules: list[RuleModule]) -> dict[str, Step]:
    """Return every step by its name, including steps of modules."""
    steps_by_name = STEPS
    for module in modules:
        added = module.steps()
        for name in added:
            if name in steps_by_name:
                raise ValueError(f"{module.name} adds a step {name!r} that already exists")
        if added:
            steps_by_name = {**steps_by_name, **added}
    return steps_by_name
