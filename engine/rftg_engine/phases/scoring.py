"""Points, tie-break and winners (base rulebook, Game End).

A world of any kind counts as one kind, which its owner chooses once before scoring (arc 1 booklet,
Multi-Kind World). Kinds are assigned to one world after another. Earlier worlds only affect which
kinds there are, and how far lines that count by twos or more are from their next point. So of all
choices with the same effect, only the best is kept.
"""

from __future__ import annotations

from typing import Final

from gamekit.game import Result, rank_players
from rftg_engine.cards.bound import BoundScore
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY, NO_LIMIT, BoundCount, BoundPer
from rftg_engine.rules import scoring_modules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import is_met, kinds_of_worlds, number_of, total_military

KINDS: Final = (1, 2, 3, 4)
MAX_STANDINGS: Final = 2_000
"""Maximum number of choices kept at a time, best first (docs/safety.md)."""


class _Option:
    """Effect of one kind for one world: points, and indices of the counts that grow by one."""

    def __init__(self, points: int, counts: list[int]) -> None:
        self.points: Final = points
        self.counts: Final = counts


class _Choice:
    """Points of the worlds so far, and their kinds (from 0) as digits in base 4."""

    def __init__(self, points: int, kinds: int) -> None:
        self.points: Final = points
        self.kinds: Final = kinds

    def is_before(self, other: _Choice) -> bool:
        """Return whether it has more points, or as many points with lower kinds."""
        if self.points != other.points:
            return self.points > other.points
        return self.kinds < other.kinds


_Standings = dict[tuple[int, ...], _Choice]
"""Best choice for each standing: the kinds of worlds as bits, then the counts."""


def best_kinds(
    table: Table, player: Player, lines: list[BoundScore], flexible: list[int]
) -> dict[int, int]:
    """Return the kinds (1 to 4) of flexible worlds with which these lines score the most points.

    Lower kinds win ties.
    """
    by_count = [line for line in lines if _is_counted_by_more(line)]
    by_kinds = any(line.table for line in lines)
    standings: _Standings = {
        _initial_standing(table, player, lines, by_count, flexible): _Choice(0, 0)
    }
    for index, world in enumerate(flexible):
        options = [_option(table, lines, by_count, world, kind) for kind in KINDS]
        can_grow = _can_grow(table, by_count, flexible[index + 1 :])
        standings = _limit(_extend(standings, options, by_count, can_grow, by_kinds))
    best = _best(standings, lines)
    kinds = {}
    for world in reversed(flexible):
        best, kind = divmod(best, len(KINDS))
        kinds[world] = KINDS[kind]
    return kinds


def _is_counted_by_more(line: BoundScore) -> bool:
    """Return whether a world can count for a line without adding its points."""
    per = line.per
    if per is None or per.count.things != "cards":
        return False
    return per.divisor > 1 or per.maximum < NO_LIMIT


def _useful_count(per: BoundPer) -> int:
    """Return the number of cards beyond which no points are added."""
    return per.divisor * per.maximum


def _reduced_count(per: BoundPer, count: int) -> int:
    """Return a smaller count for which further cards add the same points."""
    return count % per.divisor if per.maximum == NO_LIMIT else min(count, _useful_count(per))


def _initial_standing(
    table: Table,
    player: Player,
    lines: list[BoundScore],
    by_count: list[BoundScore],
    flexible: list[int],
) -> tuple[int, ...]:
    """Return the standing from all cards without a kind to choose."""
    fixed = player.powers.mask
    for world in flexible:
        fixed &= ~(1 << world)
    counts = {line.number: 0 for line in by_count}
    counted: dict[int, int] = {}
    for line in lines:
        if line.per is not None and line.per.count.things == "cards":
            earlier = counted.get(line.card, 0)
            matching = fixed & line.per.count.mask & ~earlier
            counted[line.card] = earlier | matching
            if line.number in counts:
                counts[line.number] = _reduced_count(line.per, matching.bit_count())
    kinds = 0
    for card in player.tableau:
        if (table.windfall[card] or table.production[card]) and table.kind[card] != ANY:
            kinds |= 1 << table.kind[card] - 1
    return (kinds, *[counts[line.number] for line in by_count])


def _option(
    table: Table, lines: list[BoundScore], by_count: list[BoundScore], world: int, kind: int
) -> _Option:
    """Return the effect of a kind. Each card counts a world only for the first line it matches."""
    points = 0
    scored: set[int] = set()
    numbers: set[int] = set()
    for line in lines:
        per = line.per
        if per is None or per.count.things != "cards" or line.card in scored:
            continue
        if mask_as(table, line, kind) >> world & 1:
            scored.add(line.card)
            if _is_counted_by_more(line):
                numbers.add(line.number)
            else:
                points += line.amount
    counts = [index for index, line in enumerate(by_count) if line.number in numbers]
    return _Option(points, counts)


def _can_grow(table: Table, by_count: list[BoundScore], worlds: list[int]) -> list[bool]:
    """Return whether each count can still grow with these worlds."""
    bits = 0
    for world in worlds:
        bits |= 1 << world
    return [any(mask_as(table, line, kind) & bits for kind in KINDS) for line in by_count]


def _extend(
    standings: _Standings,
    options: list[_Option],
    by_count: list[BoundScore],
    can_grow: list[bool],
    by_kinds: bool,
) -> _Standings:
    """Return the standings after one more world, for each kind of that world."""
    standings_after: _Standings = {}
    for outcome, chosen in standings.items():
        for kind, option in enumerate(options):
            counts = list(outcome)
            points = chosen.points + option.points
            if by_kinds:
                counts[0] |= 1 << kind
            for index in option.counts:
                line = by_count[index]
                assert line.per is not None
                count = counts[index + 1] + 1
                if count % line.per.divisor == 0 and count <= _useful_count(line.per):
                    points += line.amount
                counts[index + 1] = _reduced_count(line.per, count)
            for index, is_open in enumerate(can_grow):
                if not is_open:
                    counts[index + 1] = 0
            key = tuple(counts)
            choice = _Choice(points, chosen.kinds * len(KINDS) + kind)
            previous = standings_after.get(key)
            if previous is None or choice.is_before(previous):
                standings_after[key] = choice
    return standings_after


def _limit(standings: _Standings) -> _Standings:
    """Return the best standings, up to the limit."""
    if len(standings) <= MAX_STANDINGS:
        return standings
    ranked = sorted(standings.items(), key=lambda item: (-item[1].points, item[1].kinds))
    return dict(ranked[:MAX_STANDINGS])


def _best(standings: _Standings, lines: list[BoundScore]) -> int:
    """Return the kinds, as digits, of the choice with the most points, counting different kinds."""
    best: _Choice | None = None
    for outcome, chosen in standings.items():
        kinds = outcome[0].bit_count()
        points = sum([points_for_kinds(line, kinds) for line in lines if line.table])
        choice = _Choice(chosen.points + points, chosen.kinds)
        if best is None or choice.is_before(best):
            best = choice
    assert best is not None
    return best.kinds


def points_for_kinds(line: BoundScore, different: int) -> int:
    """Return the points of a line for a number of different kinds of worlds."""
    return (0, *line.table)[min(different, len(line.table))]


def mask_as(table: Table, line: BoundScore, kind: int) -> int:
    """Return the mask of cards that a line counts if worlds of any kind have this kind (1 to 4)."""
    mask = table.counted_as_kind.get((line.number, kind))
    if mask is None:
        if line.counted is not None:
            mask = table.mask_as_kind(line.counted, line.card, kind)
        else:
            mask = line.per.count.mask if line.per is not None else 0
        table.counted_as_kind[line.number, kind] = mask
    return mask


def score(table: Table, state: State, seat: int) -> int:
    """Return the points of a player if the game ended now."""
    result = _module_result(table, state, seat)
    if result is not None:
        return result[0]
    player = state.players[seat]
    extra = sum([module.points(table, state, seat) for module in scoring_modules(state)])
    return card_points(table, state, seat) + player.vp + player.prestige + extra


def _module_result(table: Table, state: State, seat: int) -> tuple[int, int] | None:
    """Return points and tie-break of a seat that a module plays, such as a robot; else None."""
    for module in scoring_modules(state):
        result = module.result_of(table, state, seat)
        if result is not None:
            return result
    return None


def card_points(table: Table, state: State, seat: int) -> int:
    """Return the points of a tableau."""
    printed = sum(table.vp[card] for card in state.players[seat].tableau)
    return printed + sum(variable_points(table, state, seat).values())


def variable_points(table: Table, state: State, seat: int) -> dict[int, int]:
    """Return the points of cards with score lines, by card.

    base rulebook, 6-cost Developments: a card counts only for the first line it matches. arc 1
    booklet, Multi-Kind World: its kind is chosen once before scoring.
    """
    player = state.players[seat]
    lines = score_lines(table, state, seat)
    flexible = [world for world in player.tableau if table.kind[world] == ANY]
    if not flexible or not lines:
        return _points(table, state, seat, lines, {})
    return _points(table, state, seat, lines, best_kinds(table, player, lines, flexible))


def score_lines(table: Table, state: State, seat: int) -> list[BoundScore]:
    """Return the score lines of a tableau whose conditions are met, oldest card first."""
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
    """Return the points by card. kinds: chosen kinds of worlds of any kind."""
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    for power in lines:
        amount = _line_points(table, state, seat, power, counted, kinds)
        points[power.card] = points.get(power.card, 0) + amount
    return points


def _line_points(
    table: Table,
    state: State,
    seat: int,
    power: BoundScore,
    counted: dict[int, int],
    kinds: dict[int, int],
) -> int:
    """Return the points of one line.

    counted: for each scoring card, the mask of cards that its earlier lines counted.
    """
    per, player = power.per, state.players[seat]
    if per is None:
        if not power.table:
            return power.amount
        return points_for_kinds(power, kinds_of_worlds(table, player.powers.cards, kinds))
    if per.count.things == "cards":
        earlier = counted.get(power.card, 0)
        matching = player.powers.mask & _mask(table, power, kinds) & ~earlier
        counted[power.card] = earlier | matching
        count = matching.bit_count()
    else:
        count = _evaluate(table, state, seat, per.count)
    return power.amount * per.times(count)


def _mask(table: Table, power: BoundScore, kinds: dict[int, int]) -> int:
    """Return the mask of cards that a line counts."""
    assert power.per is not None
    bits = power.per.count.mask
    for world, kind in kinds.items():
        bits = bits & ~(1 << world) | mask_as(table, power, kind) & 1 << world
    return bits


def _evaluate(table: Table, state: State, seat: int, count: BoundCount) -> int:
    """Return the value of a count other than cards."""
    powers = state.players[seat].powers
    if count.things == "military":
        # base rulebook, 6-cost developments: negative Military counts, so this can cost points.
        return total_military(table, state.players, seat, powers)
    return number_of(count, table, state.players, seat, powers)


def result(table: Table, state: State) -> Result:
    """Return the result if the game ended now.

    base rulebook, Game End: ties go to the most cards in hand and goods; if still tied, all win.
    """
    seats = range(len(state.players))
    scores = tuple(score(table, state, seat) for seat in seats)
    ties = tuple(_tie_break(table, state, seat) for seat in seats)
    return rank_players(scores, ties)


def _tie_break(table: Table, state: State, seat: int) -> int:
    result = _module_result(table, state, seat)
    if result is not None:
        return result[1]
    player = state.players[seat]
    return len(player.hand) + len(player.goods)
