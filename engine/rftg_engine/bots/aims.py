"""Goals as aims: how near a player is to each tile that can be had, and which cards help.

arc 1 booklet, Goals: a "first" tile goes to whoever meets it first, a "most" tile to who has more
than all others.
"""

from __future__ import annotations

from rftg_engine.bots import features, policy_weights
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.standing import Standing
from rftg_engine.cards.tiles import Counted, Tile
from rftg_engine.view import Seat, View


class Aim:
    """A tile that can still be had: what it counts, and how many are missing of each."""

    def __init__(self, points: int, way: tuple[Counted, ...], missing: list[int]) -> None:
        self.points = points
        self.way = way
        self.missing = missing
        self.far = sum(missing)

    def gain(self, standing: Standing, one: Facts, met: float, nearer: float) -> float:
        """Return what a card does for it."""
        left = 0
        for counted, missing in zip(self.way, self.missing, strict=True):
            if missing:
                left += max(0, missing - added(counted, standing, one))
        if left >= self.far:
            return 0.0
        return self.points * (met if left == 0 else nearer * (self.far - left) / self.far)


def aim_at(tile: Tile, number: int, standings: list[Standing], view: View) -> Aim | None:
    """Return the nearest way to a tile.

    Return None where it cannot be had any more, or nothing is missing.
    """
    me = view.me
    if number in view.seats[me].goals:
        return None
    if not tile.most and any(number in seat.goals for seat in view.seats):
        return None
    nearest: Aim | None = None
    for way in tile.ways:
        missing = []
        for counted in way:
            wanted = _wanted(tile, counted, standings, view)
            missing.append(max(0, wanted - having(counted, standings[me], view.seats[me])))
        aim = Aim(tile.points, way, missing)
        if aim.far and (nearest is None or aim.far < nearest.far):
            nearest = aim
    return nearest


def _wanted(tile: Tile, counted: Counted, standings: list[Standing], view: View) -> int:
    """Return how many it takes: for a "most" goal more than anybody else has."""
    if not tile.most:
        return counted.low
    most = 0
    for seat, standing in enumerate(standings):
        if seat != view.me:
            most = max(most, having(counted, standing, view.seats[seat]))
    return max(tile.least, most + 1)


def having(counted: Counted, standing: Standing, seat: Seat) -> int:
    """Return how many a player has, as far as all can see."""
    things = counted.count.things
    number = 0
    if things == "cards":
        number = (standing.mask & counted.count.mask).bit_count()
    elif things == "military":
        number = standing.military
    elif things == "negative military":
        number = max(0, -standing.military)
    elif things == "chips":
        number = seat.vp
    elif things == "prestige":
        number = seat.prestige
    elif things == "tokens":
        number = dict(seat.tokens).get(counted.count.token, 0)
    elif things == "goods":
        number = len(seat.goods)
    elif things == "hand":
        number = seat.hand_count
    elif things == "kinds of worlds":
        number = standing.kinds(standing.mask)
    elif things == "phases":
        number = standing.phases.bit_count()
    return number


def added(counted: Counted, standing: Standing, one: Facts) -> int:
    """Return how many a card more would add."""
    things = counted.count.things
    if things == "cards":
        return 1 if counted.count.mask & one.bit else 0
    if things == "military":
        return int(one.steady[features.MILITARY])
    if things == "prestige":
        return int(one.steady[features.PRESTIGE])
    if things == "goods":
        return 1 if one.comes_with_good else 0
    if things == "kinds of worlds":
        return standing.kinds(standing.mask | one.bit) - standing.kinds(standing.mask)
    if things == "phases":
        return (one.phases & ~standing.phases).bit_count()
    return 0


def gain(aims: list[Aim], standing: Standing, one: Facts, policy: list[float]) -> float:
    """Return what a card does for all aims."""
    total = 0.0
    for aim in aims:
        met, nearer = policy[policy_weights.GOAL_MET], policy[policy_weights.GOAL_NEARER]
        total += aim.gain(standing, one, met, nearer)
    return total
