"""The situation of a card test on the table: what is given, and the steps that are played."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.driver import Asking, Flow
from gamekit.events import Observer
from rftg_dsl.syntax.situations import CardList, CardTest, PlayerPart
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.options import Options, switches
from rftg_engine.phases import setup
from rftg_engine.positions.layout import PositionBuilder, Side
from rftg_engine.race import Race
from rftg_engine.rules import REGISTERED
from rftg_engine.state import State
from rftg_tools.cardtests.module_keys import MODULE_KEYS
from rftg_tools.cardtests.modules import robot
from rftg_tools.module_parts import load_parts

_SEED = "1"
_ROBOT_RULES = ["experienced"]
"""Two actions, and no optional rules (arc 1 booklet, Solitaire Game Rules)."""


class Stage(Flow[State]):
    """One round, or a part of it, of a game that was not dealt but laid out."""

    def __init__(
        self, table: Table, test: CardTest, observers: Sequence[Observer[State]] = ()
    ) -> None:
        load_parts("rftg_tools.cardtests.modules")
        # Nothing is dealt, so it takes no start worlds: the options are not checked.
        self._robot = robot.given(test)
        level = robot.LEVEL if self._robot else ""
        rules = _ROBOT_RULES if self._robot else _rules(table, test)
        options = Options(len(test.parts), **switches(rules), robot=level)
        self._race = Race(table, options, robot.chance_of(table, self._robot, _SEED), observers)
        self.table = table
        self._test = test
        self.played: dict[str, None] = {}
        """The steps that took place, in their order."""
        self.layout = PositionBuilder(self._race)
        """Knows which cards the test names; all others are there whichever they are."""

    def first_state(self) -> State:
        """Return what the test gives. Raises PositionError where there are too few cards for it."""
        test = self._test
        sides = [_side(part) for part in test.parts]
        supply = CardList(test.supply)
        if self._robot:
            rival = robot.side_of(self.table, self._robot)
            state = self.layout.lay_out(sides[:1], rival, supply)
        else:
            in_order = [*sides[test.first :], *sides[: test.first]]
            state = self.layout.lay_out(in_order, supply=supply, first=test.first)
        for seat, part in enumerate(test.parts):
            for name, value in part.modules:
                MODULE_KEYS[name].give(self.layout, state, seat, value)
        state.todo = list(self._first_steps())
        state.pool = setup.CHIPS_A_PLAYER * len(state.players)
        return state

    def _first_steps(self) -> list[str]:
        wanted = self._test.steps
        if steps.SETUP in wanted:
            return [steps.SETUP]
        first = [steps.ROUND_START] if steps.ROUND_START in wanted else []
        if self._somebody_acts:
            return [*first, steps.CHOOSE]
        return [*first, steps.ROUND_END] if steps.ROUND_END in wanted else first

    def next_step(self, state: State) -> str:
        """Return the next step that the test plays, each at most once."""
        name = state.todo[0] if state.todo else ""
        wanted = name not in (steps.ROUND_START, steps.ROUND_END) or name in self._test.steps
        if not wanted or name in self.played:
            return ""
        if name == steps.CHOOSE and not self._somebody_acts:
            return ""
        return name

    def play(self, state: State, name: str) -> Asking[None]:
        """Return what plays a step, and note it."""
        self.played[name] = None
        if name == steps.SETUP:
            return self._kept(state)
        if name == steps.CHOOSE:
            return self._chosen(state)
        return self._race.play(state, name)

    @property
    def _somebody_acts(self) -> bool:
        return any(part.actions for part in self._test.parts)

    def _chosen(self, state: State) -> Asking[None]:
        """Let those choose who are said to; all others are there in the phases chosen."""
        everyone = state.order
        state.order = [seat for seat in everyone if self._test.parts[seat].actions]
        yield from self._race.play(state, steps.CHOOSE)
        state.order = everyone

    def _kept(self, state: State) -> Asking[None]:
        """Return set-up from where all have their start worlds and the cards dealt to them."""
        everyone = state.order
        state.order = [seat for seat in everyone if state.players[seat].tableau]
        yield from setup.starting_hands(self._race, state)
        yield from setup.save_cards(self._race, state)
        state.order = everyone

    def end_step(self, state: State, name: str) -> None:
        """End the step as in a game, but set-up leaves goals and the lead as the test says."""
        if name == steps.SETUP:
            state.todo.pop(0)
        else:
            self._race.end_step(state, name)


def _rules(table: Table, test: CardTest) -> list[str]:
    """Return the options that are on: two actions a round, and modules that the test is about."""
    given = {name for part in test.parts for name, _value in part.modules}
    brought = {name for name, key in MODULE_KEYS.items() if key.brought and name in table.modules}
    optional = [one.name for one in REGISTERED if one.option is not None]
    rules = [name for name in optional if name in given | brought]
    most = max(len(part.actions) for part in test.parts)
    return ["experienced", *rules] if most > 1 else rules


def _side(part: PlayerPart) -> Side:
    return Side(
        tableau=part.tableau,
        hand=part.hand,
        saved=part.saved,
        goods=CardList(part.goods),
        used=CardList(part.used),
        vp=part.vp,
        prestige_card=True,
    )
