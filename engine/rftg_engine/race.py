"""Flow of a game of Race, and the modules of rules that it can have.

base rulebook, Playing the Game: choose actions, perform the chosen phases in order, round end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gamekit.chance import Chance, RecordedChance, Shuffles
from gamekit.driver import Asking, Driver
from gamekit.events import Observer
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.events import Scored, StepBegan
from rftg_engine.modules.goals import Goals
from rftg_engine.modules.invasion.module import InvasionModule
from rftg_engine.modules.prestige import Prestige, Search
from rftg_engine.modules.robot.module import RobotModule
from rftg_engine.modules.starts import Draft, Scenario, StartWorldChoice, Tokens
from rftg_engine.modules.takeovers import Takeovers
from rftg_engine.options import ModuleOption, Options
from rftg_engine.phases import consume, develop, explore, produce, rounds, settle, setup
from rftg_engine.phases.scoring import result
from rftg_engine.phases.setup import check_options
from rftg_engine.rules import RuleModule, Rules, Step, register
from rftg_engine.state import Player, State

_DRAFT = ModuleOption("Draft", "Each player drafts the cards to play with.")
_SCENARIO = ModuleOption("Scenario", "Two sides with fixed start worlds.", players=2)
_GOALS = ModuleOption("Goals", "Tiles for who is first to something, or has most.")
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
"""Every step by its name, phases in the order in which a round goes through them."""


class Race(Rules):
    """The rules at work on a State: one step after the other.

    Takes options as they are; whoever deals a game checks first that the sets in use serve them.
    observers: of what happens.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
        of: Race | None = None,
    ) -> None:
        super().__init__(table, options, chance, observers, of)
        self._steps: Final[dict[str, Step]] = _steps(self.modules) if of is None else of._steps

    def with_chance(self, chance: Shuffles) -> Race:
        """Return the same rules with other luck, and nobody watching."""
        return Race(self.table, self.options, chance, (), self)

    def with_observers(self, observers: Sequence[Observer[State]]) -> Race:
        """Return the same rules with these observers, and no others."""
        if not observers and not self.moves.observed:
            return self
        return Race(self.table, self.options, self.chance, observers, self)

    def new_state(self) -> State:
        """Return the state before set-up."""
        nothing = self.table.powers(())
        state = State([Player(seat, nothing) for seat in range(self.options.players)])
        for module in self.modules:
            module.begin(state)
        return state

    def next_step(self, state: State) -> str:
        """Return the name of the next step of the game (see driver.Flow)."""
        state.playing = self.playing
        if state.todo:
            return state.todo[0]
        if self.moves.observed:
            self._notify_scores(state)
        return ""

    def play(self, state: State, name: str) -> Asking[None]:
        """Return what plays a step (see driver.Flow)."""
        step = self._steps.get(name)
        if step is None:
            raise ValueError(f"no module in play adds the step {name!r}, which is to come")
        for player in state.players:
            player.began = player.powers
        if self.moves.observed:
            self.moves.notify(state, StepBegan, -1, state.round, name)
        return step(self, state, name)

    def end_step(self, state: State, name: str) -> None:
        """Do what modules have to do after a step (see driver.Flow)."""
        for module in self.moments.after_step:
            module.after_step(self, state, name)
        state.todo.pop(0)

    def _notify_scores(self, state: State) -> None:
        ended = result(self.table, state)
        for seat in range(len(state.players)):
            won = seat in ended.winners
            points, tie_break = ended.scores[seat], ended.tie_breaks[seat]
            self.moves.notify(state, Scored, seat, points, tie_break, won)


def _steps(modules: list[RuleModule]) -> dict[str, Step]:
    """Return every step by its name, also those that modules add."""
    found = STEPS
    for module in modules:
        added = module.steps()
        for name in added:
            if name in found:
                raise ValueError(f"{module.name} adds a step {name!r} that there is")
        if added:
            found = {**found, **added}
    return found


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
    observers: of what happens; forks of the game have none. chances: the orders of the
    first shuffles, in place of what the seed gives. Raise ValueError for options that the sets in
    use cannot serve.
    """
    check_options(table, options)
    chance = RecordedChance(chances, seed) if chances else Chance(seed)
    race = Race(table, options, chance, observers)
    return Driver(race, race.new_state(), watch, forkable=forkable)
