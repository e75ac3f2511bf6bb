"""The opponents of a test, one or several, and who is first in turn order."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.syntax.situations import NOBODY, TWO, seat_named

OTHERS: Final = ("opponent", "opponents")
"""The keys of what other players have: of the only one, and of several."""
ROBOT: Final = "robot"
"""The key of the solitaire robot, in place of an opponent."""
_NOTHING: Final = Mapping(Region(1, 1, 1, 1))


def opponents(given: Mapping, then: Mapping, report: Report) -> list[tuple[Mapping, Mapping]]:
    """Return what is given of each opponent, and what is expected.

    Report what is said of one who is not there.
    """
    there, wanted = _written(given), _written(then)
    if len(wanted) > len(there):
        text = f"`then` speaks of {len(wanted)} opponents, and {there_are(len(there))}"
        help = "add the others to `opponents:` in `given`, `{}` for one who has nothing"
        report.add("E606", then.keys["opponents"].region, text, help=help)
    elif len(there) > 1 and "opponent" in then.keys:
        text = f"`then` speaks of the opponent, and {there_are(len(there))}"
        help = "write `opponents:` and a list, `{}` for one of whom nothing is said"
        report.add("E606", then.keys["opponent"].region, text, help=help)
    for node in (given, then):
        if all(key in node.keys for key in OTHERS):
            text = "`opponent` is the only other player, and `opponents` are several"
            help = "make one list of them"
            report.add("E606", node.keys["opponent"].region, text, help=help)
    pairs = zip_longest(there, wanted[: len(there)], fillvalue=_NOTHING)
    return list(pairs)


def _written(node: Mapping) -> list[Mapping]:
    """Return what is said of each opponent; there always is one."""
    several = node.values.get("opponents")
    nodes = several.nodes if isinstance(several, Items) else []
    found = [one for one in nodes if isinstance(one, Mapping)]
    return found or [inside(node, "opponent")]


def check_robot(given: Mapping, actions: int, report: Report) -> None:
    """Report a game against the robot that cannot be (arc 1 booklet, Solitaire: Overview)."""
    if ROBOT not in given.keys:
        return
    region = given.keys[ROBOT].region
    for key in (*OTHERS, "goals"):
        if key in given.keys:
            text = f"the robot plays without `{key}`"
            report.add("E606", given.keys[key].region, text, help="delete one of the two")
    if actions != TWO:
        text = "two actions are chosen against the robot"
        report.add("E606", region, text, help="write them in `when:`, like `[develop, settle]`")


def check_seats(given: Mapping, players: int, most: int, report: Report) -> None:
    """Report more players than the sets in use serve. most: how many, 0 where none says it."""
    if players > max(most, TWO) and most:
        text = f"here are {players} players, and the sets in use serve {most}"
        help = "take one out, or require a set for more players"
        report.add("E606", given.keys["opponents"].region, text, help=help)


def first_seat(given: Mapping, players: int, report: Report) -> int:
    """Return who is first in turn order, 0 for you."""
    said = given.values.get("first")
    return _seat(said, players, report) if isinstance(said, Scalar) else 0


def check_holders(given: Mapping, players: int, report: Report) -> None:
    """Report goals that are held by somebody who is not there."""
    for said in inside(given, "goals").values.values():
        if isinstance(said, Scalar) and said.text != NOBODY:
            _seat(said, players, report)


def _seat(said: Scalar, players: int, report: Report) -> int:
    """Return the seat that is named, your own after a finding that nobody sits there."""
    seat = seat_named(said.text)
    if seat < players:
        return seat
    text = f"there is no {said.text}: at the table sit you and {players - 1} more"
    report.add("E606", said.region, text, help="add one to `opponents:`")
    return 0


def inside(node: Mapping, key: str) -> Mapping:
    """Return the mapping behind a key, an empty one where there is none."""
    found = node.values.get(key)
    return found if isinstance(found, Mapping) else _NOTHING
