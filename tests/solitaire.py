"""Scripts for games against the solitaire robot: a situation laid out by titles, one round of it.

    game = Solitaire("Old Earth", dice="develop, produce", stack="Public Works", credit=1)
    game.round("produce", "explore +5")
    assert game.placed() == ["Public Works"]

The dice have the same face on all sides, so that they roll what a script says.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, Final

from gamekit.chance import Chance
from gamekit.driver import Driver
from rftg_dsl.library import cards_in_use, load
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.sets.robot_model import Robot
from rftg_engine import actions
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import play as robot
from rftg_engine.modules.robot.state import RobotState
from rftg_engine.race import Race
from rftg_engine.scoring.scoring import Result, result
from rftg_engine.setups.layout import Layout
from rftg_engine.setups.options import Options
from rftg_engine.state import Player, State
from tests.game import titles

ARC: Final = ("brink-of-war",)
"""All start worlds from 0 to 15."""


@cache
def table_of(sets: tuple[str, ...], data: Robot) -> Table:
    """The cards of sets, and a robot."""
    compiled = load(sets)
    return Table(compiled.sets, cards_in_use(compiled.sets), data)


def changed(robot: Robot | None = None, **parts: Any) -> Robot:
    """A robot, or the one that is shipped, with other parts."""
    robot = robot or shipped_robot()
    return replace(robot, **parts, digest=f"{robot.digest} but {parts}")


def with_dice(faces: str, robot: Robot | None) -> Robot:
    """A robot whose dice always roll these two faces."""
    first, second = titles(faces)
    return changed(robot, dice=((first,) * 6, (second,) * 6))


class Solitaire:
    """A game at the start of a round. Titles are separated by commas, the top card first.

    world: the robot's start world. tableau: its further cards. stack: its draw stack. extra:
    cards at the bottom of it that no row finds. supply: the next cards. rest: where all others
    are: "supply" (below), "discards", or "box" (not in the game). All else as in the states.
    """

    def __init__(
        self,
        world: str = "Old Earth",
        dice: str = "explore, produce",
        stack: str = "",
        tableau: str = "",
        supply: str = "",
        hand: str = "",
        mine: str = "",
        rest: str = "supply",
        level: str = "medium",
        pool: int = 24,
        data: Robot | None = None,
        prestige: tuple[int, int] = (0, 0),
        **tracks: Any,
    ) -> None:
        sets = ("base",) if world in _BASE else ARC
        self.table = table_of(sets, with_dice(dice, data))
        self.layout = Layout(self.table)
        self.race = Race(self.table, Options(2, True, robot=level), Chance("1"))
        state = self.race.new_state()
        state.todo, state.order, state.pool = ["choose"], [0], pool
        mine = mine or ("New Sparta" if world != "New Sparta" else "Old Earth")
        self._settle_in(state.players[0], mine)
        state.players[0].hand = self.layout.take_all(titles(hand))
        robot.begin(self.race.rules, state, self.layout.take(world))
        them = state.players[1]
        them.tableau += self.layout.take_all(titles(tableau))
        them.hand = self.layout.take_all(titles(stack))[::-1]
        for player, amount in zip(state.players, prestige, strict=True):
            player.prestige = amount
        self.layout.stock(state, self.layout.take_all(titles(supply)), rest)
        for name, value in tracks.items():
            setattr(state.robot, name, value)
        self._spaces: list[str] = []
        self.driver = Driver(self.race, state, self._watch)

    def _watch(self, step: str, state: State) -> None:
        if step == "choose":
            self._spaces = [actions.NAMES[space] for space in state.players[1].actions]

    def _settle_in(self, player: Player, tableau: str) -> None:
        for title in titles(tableau):
            self.race.moves.add_to_tableau(player, self.layout.take(title))
        player.start_world = player.tableau[0]

    def round(self, *chosen: str) -> None:
        """The player chooses these actions, and then does as little as can be."""
        self.choose(*chosen)
        self.finish()

    def choose(self, *chosen: str) -> None:
        """The player chooses these actions."""
        self.driver.answer(0, tuple(sorted(actions.NAMES.index(name) for name in chosen)))

    def finish(self) -> None:
        """Answers "none", or what comes first, to the end of the round."""
        number = self.driver.state.round
        while self.driver.state.round == number and self.driver.pending:
            (decision,) = self.driver.pending
            if decision.kind == "action":
                return
            self.driver.answer(0, () if decision.refusal(()) is None else decision.first())

    # --- reading

    @property
    def robot(self) -> RobotState:
        """The robot's tracks and counters."""
        found = self.driver.state.robot
        assert found is not None
        return found

    @property
    def seat(self) -> Player:
        """The robot's cards and chips."""
        return self.driver.state.players[1]

    def placed(self) -> list[str]:
        """The titles of its tableau but for the start world, as they came."""
        tableau = self.seat.tableau
        return [self.table.titles[card] for card in tableau if card != self.seat.start_world]

    def stack(self) -> int:
        """How many cards its draw stack has."""
        return len(self.seat.hand)

    def spaces(self) -> list[str]:
        """Where the dice lay in this round."""
        return self._spaces

    def result(self) -> Result:
        """The result if the game ended now."""
        return result(self.table, self.driver.state)


_BASE: Final = (
    "Old Earth",
    "Epsilon Eridani",
    "Alpha Centauri",
    "New Sparta",
    "Earth's Lost Colony",
)
