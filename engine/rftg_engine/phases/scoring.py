"""Points, tie-break and winners (base rulebook, Game End).

Each world of any kind counts as one kind, which its owner chooses once before scoring (arc 1
booklet, Multi-Kind World). Kinds are given to the worlds one after the other. The worlds before
can only affect how far lines that count by twos and more are from their next point, and
which kinds there are; so of all choices with the same such result, only the best is kept.
"""

from __future__ import annotations

from typing import Final

from gamekit.game import Result, rank_players
from rftg_engine.cards.bound import BoundScore
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY, BoundCount
from rftg_engine.rules import scoring_modules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import is_met, kinds_of_worlds, number_of, total_military

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
    rank_players = sorted(standings.items(), key=lambda one: (-one[1].points, one[1].kinds))
    return dict(rank_players[:MOST_STANDINGS])


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


def score(table: Table, state: State, seat: int) -> int:
    """Return the points a player would have if the game ended now."""
    other = _of_no_player(table, state, seat)
    if other is not None:
        return other[0]
    player = state.players[seat]
    more = sum([module.points(table, state, seat) for module in scoring_modules(state)])
    return card_points(table, state, seat) + player.vp + player.prestige + more


def _of_no_player(table: Table, state: State, seat: int) -> tuple[int, int] | None:
    """Return the points and tie-break of a seat that a module plays, such as a robot's."""
    for module in scoring_modules(state):
        found = module.result_of(table, state, seat)
        if found is not None:
            return found
    return None


def card_points(table: Table, state: State, seat: int) -> int:
    """Return the points of a tableau."""
    printed = sum(table.vp[card] for card in state.players[seat].tableau)
    return printed + sum(variable_points(table, state, seat).values())


def variable_points(table: Table, state: State, seat: int) -> dict[int, int]:
    """Return points of the cards with score lines, by card.

    base rulebook, 6-cost Developments: a card counts for the first line that it matches.
    arc 1 booklet, Multi-Kind World: its kind is chosen once before scoring.
    """
    player = state.players[seat]
    lines = score_lines(table, state, seat)
    several = [world for world in player.tableau if table.kind[world] == ANY]
    if not several or not lines:
        return _points(table, state, seat, lines, {})
    return _points(table, state, seat, lines, best_kinds(table, player, lines, several))


def score_lines(table: Table, state: State, seat: int) -> list[BoundScore]:
    """Return the lines of scoring of a tableau whose conditions hold, oldest card first."""
    player = state.players[seat]
    return [
        power
        for card in player.tableau
        for power in table.by_card[card]
        if isinstance(power, BoundScore)
        and is_met(power.condition, table, state.players, seat, player.powers)
    ]


def _points(
    table: Table, state: State, seat: int, lines: list[BoundScore], kinds: dict[int, int]
) -> dict[int, int]:
    """Return the points by card, with these kinds for the worlds that can have any."""
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    for power in lines:
        amount = _line(table, state, seat, power, counted, kinds)
        points[power.card] = points.get(power.card, 0) + amount
    return points


def _line(
    table: Table,
    state: State,
    seat: int,
    power: BoundScore,
    counted: dict[int, int],
    kinds: dict[int, int],
) -> int:
    """Return the points of one line. counted: by scoring card, the cards that earlier lines
    counted.
    """
    per, player = power.per, state.players[seat]
    if per is None:
        if not power.table:
            return power.amount
        return points_for_kinds(power, kinds_of_worlds(table, player.powers.cards, kinds))
    if per.count.things == "cards":
        already = counted.get(power.card, 0)
        matching = player.powers.mask & _mask(table, power, kinds) & ~already
        counted[power.card] = already | matching
        number = matching.bit_count()
    else:
        number = _number(table, state, seat, per.count)
    return power.amount * int(number / per.divisor)


def _mask(table: Table, power: BoundScore, kinds: dict[int, int]) -> int:
    """Return the cards that a line counts."""
    assert power.per is not None
    bits = power.per.count.mask
    for world, kind in kinds.items():
        bits = bits & ~(1 << world) | mask_as(table, power, kind) & 1 << world
    return bits


def _number(table: Table, state: State, seat: int, count: BoundCount) -> int:
    """Return how many there are of what is no card."""
    powers = state.players[seat].powers
    if count.things == "military":
        # base rulebook, 6-cost developments: negative military counts, so this may cost points.
        return total_military(table, state.players, seat, powers)
    return number_of(count, table, state.players, seat, powers)


def result(table: Table, state: State) -> Result:
    """Return the result if the game ended now.

    base rulebook, Game End: ties go to the most cards in hand and goods; then all tied win.
    """
    seats = range(len(state.players))
    scores = tuple(score(table, state, seat) for seat in seats)
    ties = tuple(_tie_break(table, state, seat) for seat in seats)
    return rank_players(scores, ties)


def _tie_break(table: Table, state: State, seat: int) -> int:
    other = _of_no_player(table, state, seat)
    if other is not None:
        return other[1]
    player = state.players[seat]
    return len(player.hand) + len(player.goods)
