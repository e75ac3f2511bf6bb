"""What the solitaire robot has besides cards and chips: plain data, a part of the State."""

from __future__ import annotations

from typing import Any


class RobotState:
    """The robot's tracks, counters and tiles.

    seat: that of the player who holds its draw stack (as hand), tableau, chips and prestige.
    left, placed: 6-cost development counters; each, and each 6-cost development, is worth
    `points`. face: the robot face, as a number of FACES. dice: the faces rolled in this round,
    [] before. leads: its prestige counts for the lead. spent: numbers of the rows whose tile is
    discarded.
    """

    def __init__(self, seat: int, credit: int, economy: int, left: int, points: int) -> None:
        self.seat = seat
        self.credit = credit
        self.economy = economy
        self.left = left
        self.points = points
        self.placed = 0
        self.leads = False
        self.face = 0
        self.dice: list[int] = []
        self.spent: list[int] = []

    def copy(self) -> RobotState:
        """Return an independent copy."""
        twin = RobotState(self.seat, self.credit, self.economy, self.left, self.points)
        twin.placed = self.placed
        twin.leads = self.leads
        twin.face = self.face
        twin.dice = self.dice[:]
        twin.spent = self.spent[:]
        return twin

    def dump(self) -> dict[str, Any]:
        """Return the robot as JSON data; `load` is its inverse."""
        return {
            "seat": self.seat,
            "credit": self.credit,
            "economy": self.economy,
            "left": self.left,
            "points": self.points,
            "placed": self.placed,
            "leads": self.leads,
            "face": self.face,
            "dice": self.dice,
            "spent": self.spent,
        }


def load(data: dict[str, Any]) -> RobotState:
    """Return the robot that `RobotState.dump` gave."""
    robot = RobotState(data["seat"], data["credit"], data["economy"], data["left"], data["points"])
    robot.placed = data["placed"]
    robot.leads = data["leads"]
    robot.face = data["face"]
    robot.dice = list(data["dice"])
    robot.spent = list(data["spent"])
    return robot
