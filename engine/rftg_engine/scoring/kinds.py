"""Which kind each world of any kind counts as in scoring: the choice that brings most points.

arc 1 booklet, Multi-Kind World: its owner chooses its kind once before scoring.

Worlds are given their kinds one after the other. All that the worlds before can change about those
to come is how far lines that count by twos and more are from their next point, and which kinds of
worlds there are; so of all choices that leave the same of that, only the best is followed.
"""

from __future__ import annotations

from typing import Final

from rftg_engine.cards.bound import BoundScore
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY
from rftg_engine.state import Player

KINDS: Final = (1, 2, 3, 4)
MOST_STANDINGS: Final = 2_000
"""Choices that are followed at a time, the best ones (docs/safety.md)."""


class _Option:
    """What one kind for one world brings: points, and one more for each of these counts."""

    def __init__(self, points: int, counts: list[int]) -> None:
        self.points: Final = points
        self.counts: Final = counts


class _Chosen:
    """The points of the worlds so far, and their kinds (from 0) as digits to the base of 4."""

    def __init__(self, points: int, kinds: int) -> None:
        self.points: Final = points
        self.kinds: Final = kinds

    def is_before(self, other: _Chosen) -> bool:
        """Return whether it has more points, or as many with the kinds that come first."""
        if self.points != other.points:
            return self.points > other.points
        return self.kinds < other.kinds


_Standings = dict[tuple[int, ...], _Chosen]
"""The best choice by what it leaves: the kinds of worlds as bits, then the counts."""


def best_kinds(
    table: Table, player: Player, lines: list[BoundScore], several: list[int]
) -> dict[int, int]:
    """Return the kinds (1 to 4) of worlds that can have any, with which these lines bring most
    points.

    Of choices that bring the same, the one whose kinds come first.
    """
    by_count = [line for line in lines if _is_counted_by_more(line)]
    by_kinds = any(line.table for line in lines)
    standings: _Standings = {_start(table, player, lines, by_count, several): _Chosen(0, 0)}
    for place, world in enumerate(several):
        options = [_option(table, lines, by_count, world, kind) for kind in KINDS]
        still = _still_counted(table, by_count, several[place + 1 :])
        standings = _narrowed(_followed(standings, options, by_count, still, by_kinds))
    best = _best(standings, lines)
    kinds = {}
    for world in reversed(several):
        best, kind = divmod(best, len(KINDS))
        kinds[world] = KINDS[kind]
    return kinds


def _is_counted_by_more(line: BoundScore) -> bool:
    return line.per is not None and line.per.count.things == "cards" and line.per.divisor > 1


def _start(
    table: Table,
    player: Player,
    lines: list[BoundScore],
    by_count: list[BoundScore],
    several: list[int],
) -> tuple[int, ...]:
    """Return what the cards leave that have no kind to choose."""
    there = player.powers.mask
    for world in several:
        there &= ~(1 << world)
    counts = {line.number: 0 for line in by_count}
    counted: dict[int, int] = {}
    for line in lines:
        if line.per is not None and line.per.count.things == "cards":
            already = counted.get(line.card, 0)
            matching = there & line.per.count.mask & ~already
            counted[line.card] = already | matching
            if line.number in counts:
                counts[line.number] = matching.bit_count() % line.per.divisor
    kinds = 0
    for card in player.tableau:
        if (table.windfall[card] or table.production[card]) and table.kind[card] != ANY:
            kinds |= 1 << table.kind[card] - 1
    return (kinds, *[counts[line.number] for line in by_count])


def _option(
    table: Table, lines: list[BoundScore], by_count: list[BoundScore], world: int, kind: int
) -> _Option:
    """Return what a kind brings: each card with lines counts the world for the first that it
    matches.
    """
    points = 0
    counting: set[int] = set()
    numbers: set[int] = set()
    for line in lines:
        per = line.per
        if per is None or per.count.things != "cards" or line.card in counting:
            continue
        if mask_as(table, line, kind) >> world & 1:
            counting.add(line.card)
            if per.divisor > 1:
                numbers.add(line.number)
            else:
                points += line.amount
    counts = [index for index, line in enumerate(by_count) if line.number in numbers]
    return _Option(points, counts)


def _still_counted(table: Table, by_count: list[BoundScore], worlds: list[int]) -> list[bool]:
    """Return which counts can still grow by these worlds."""
    bits = 0
    for world in worlds:
        bits |= 1 << world
    return [any(mask_as(table, line, kind) & bits for kind in KINDS) for line in by_count]


def _followed(
    standings: _Standings,
    options: list[_Option],
    by_count: list[BoundScore],
    still: list[bool],
    by_kinds: bool,
) -> _Standings:
    """Return what each standing becomes with each kind for one more world."""
    found: _Standings = {}
    for standing, chosen in standings.items():
        for kind, option in enumerate(options):
            after = list(standing)
            points = chosen.points + option.points
            if by_kinds:
                after[0] |= 1 << kind
            for index in option.counts:
                line = by_count[index]
                assert line.per is not None
                after[index + 1] += 1
                if after[index + 1] == line.per.divisor:
                    after[index + 1] = 0
                    points += line.amount
            for index, counted in enumerate(still):
                if not counted:
                    after[index + 1] = 0
            key = tuple(after)
            new = _Chosen(points, chosen.kinds * len(KINDS) + kind)
            old = found.get(key)
            if old is None or new.is_before(old):
                found[key] = new
    return found


def _narrowed(standings: _Standings) -> _Standings:
    """Return the standings that are followed, the best ones."""
    if len(standings) <= MOST_STANDINGS:
        return standings
    ranked = sorted(standings.items(), key=lambda one: (-one[1].points, one[1].kinds))
    return dict(ranked[:MOST_STANDINGS])


def _best(standings: _Standings, lines: list[BoundScore]) -> int:
    """Return the kinds, as digits, of the choice with most points, different kinds among them."""
    best: _Chosen | None = None
    for standing, chosen in standings.items():
        different = standing[0].bit_count()
        points = sum([points_for_kinds(line, different) for line in lines if line.table])
        new = _Chosen(chosen.points + points, chosen.kinds)
        if best is None or new.is_before(best):
            best = new
    assert best is not None
    return best.kinds


def points_for_kinds(line: BoundScore, different: int) -> int:
    """Return what a line gives for so many different kinds of worlds."""
    return (0, *line.table)[min(different, len(line.table))]


def mask_as(table: Table, line: BoundScore, kind: int) -> int:
    """Return the cards that a line counts while worlds of any kind count as one kind (1 to 4)."""
    found = table.counted_as_kind.get((line.number, kind))
    if found is None:
        if line.counted is not None:
            found = table.mask_as_kind(line.counted, line.card, kind)
        else:
            found = line.per.count.mask if line.per is not None else 0
        table.counted_as_kind[line.number, kind] = found
    return found
