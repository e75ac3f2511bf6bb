"""The solitaire robot as the page shows it: its tracks, counters and dice."""

from __future__ import annotations

from typing import Any

from rftg_engine import actions
from rftg_engine.modules.robot.state import robot_seen
from rftg_engine.view import View
from rftg_tools.play.frame_parts import FRAME_PARTS, Shown


def _part(shown: Shown, view: View) -> dict[str, Any] | None:
    robot = robot_seen(view)
    if robot is None:
        return None
    seat = view.seats[robot.seat]
    return {
        "seat": robot.seat,
        "level": shown.options.robot,
        "credit": robot.credit,
        "economy": robot.economy,
        "stack": seat.hand_count,
        "counters_left": robot.left,
        "counters_placed": robot.placed,
        "face": robot.face,
        "dice": list(robot.dice),
        "placed": [actions.name_of(action) for action in seat.actions],
        "notes": [f"Each 6-cost development and each counter is {robot.points} points."],
    }


FRAME_PARTS["robot"] = _part
