"""Scripts for games against the solitaire robot: a position laid out by titles, one round of it.

    game = Solitaire("Old Earth", dice="develop, produce", stack="Public Works", credit=1)
    game.round("produce", "explore +5")
    assert game.placed() == ["Public Works"]

The dice have the same face on all sides, so that they roll what a script says.
"""

from dataclasses import replace
from functools import cache
from typing import Any, Final

from rftg_dsl.library import cards_in_use
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.sets.robot_model import Robot
from rftg_engine import Player, Position, Result, RobotSide, Side, Table, actions, result
from rftg_engine.events import ActionsChosen
from rftg_engine.modules.robot_state import RobotState, robot_in
from tests.shipped import load

ARC: Final = ("brink-of-war",)
"""All start worlds from 0 to 15."""
_BASE: Final = (
    "Old Earth",
    "Epsilon Eridani",
    "Alpha Centauri",
    "New Sparta",
    "Earth's Lost Colony",
)


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
    first, second = faces.split(", ")
    return changed(robot, dice=((first,) * 6, (second,) * 6))


class Solitaire(Position):
    """A game at the start of a round. All else as in Position and RobotSide.

    world: the robot's start world. mine: the player's tableau. prestige: of both.
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
        pool: int = 24,
        data: Robot | None = None,
        prestige: tuple[int, int] = (0, 0),
        **robot: Any,
    ) -> None:
        table = table_of(("base",) if world in _BASE else ARC, with_dice(dice, data))
        mine = mine or ("New Sparta" if world != "New Sparta" else "Old Earth")
        player = Side(mine, hand, prestige=prestige[0], prestige_card=True)
        theirs = RobotSide(world, tableau, stack, prestige=prestige[1], **robot)
        super().__init__(table, player, robot=theirs, supply=supply, rest=rest, pool=pool)

    def round(self, *chosen: str) -> None:
        """The player chooses these actions, and then does as little as can be."""
        self.choose(*chosen)
        self.finish_round()

    def choose(self, *chosen: str | tuple[str, ...]) -> None:
        """The player chooses these actions."""
        self.pick(0, *map(str, chosen))

    # --- reading

    @property
    def robot(self) -> RobotState:
        """The robot's tracks and counters."""
        found = robot_in(self.state)
        assert found is not None
        return found

    @property
    def seat(self) -> Player:
        """The robot's cards and chips."""
        return self.player(1)

    def placed(self) -> list[str]:
        """Return the titles of its tableau but for the start world, as they came."""
        return self.titles(card for card in self.seat.tableau if card != self.seat.start_world)

    def stack(self) -> int:
        """Return how many cards its draw stack has."""
        return len(self.seat.hand)

    def spaces(self) -> list[str]:
        """Return where the dice lay in this round."""
        chosen = [one for one in self.events if isinstance(one, ActionsChosen) and one.seat == 1]
        return [actions.NAMES[space] for space in chosen[-1].actions]

    def result(self) -> Result:
        """Return the result if the game ended now."""
        return result(self.table, self.state)
