"""Points: cards, chips, prestige, goals, variable cards; and who wins (base rulebook, Game End)."""

from __future__ import annotations

from gamekit.scoring import Result, ranked
from rftg_engine.cards.bound import BoundScore
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY, BoundCount
from rftg_engine.rules import counting
from rftg_engine.scoring.kinds import best_kinds, mask_as, points_for_kinds
from rftg_engine.state import State
from rftg_engine.turns.counting import holds, kinds_of_worlds, number_of, total_military


def score(table: Table, state: State, seat: int) -> int:
    """Return the points a player would have if the game ended now."""
    other = _of_no_player(table, state, seat)
    if other is not None:
        return other[0]
    player = state.players[seat]
    more = sum([module.points(table, state, seat) for module in counting(state)])
    return card_points(table, state, seat) + player.vp + player.prestige + more


def _of_no_player(table: Table, state: State, seat: int) -> tuple[int, int] | None:
    """Return the points and tie-break of a seat that a module plays, such as a robot's."""
    for module in counting(state):
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
        and holds(power.condition, table, state.players, seat, player.powers)
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
    return ranked(scores, ties)


def _tie_break(table: Table, state: State, seat: int) -> int:
    other = _of_no_player(table, state, seat)
    if other is not None:
        return other[1]
    player = state.players[seat]
    return len(player.hand) + len(player.goods)
