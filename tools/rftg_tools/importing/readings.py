"""The record's own readings of the rules, worked out, where the booklets say otherwise.

They say exactly what a record must show: our own value where both readings agree, and else what
its reading makes of the same cards. So each difference is proved, and not only allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rftg_dsl.model import FIRST_POINTS, Goal
from rftg_dsl.syntax.ast import KINDS
from rftg_engine.cards.bound import BoundScore
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY
from rftg_engine.modules import goals
from rftg_engine.scoring.scoring import score
from rftg_engine.state import Player, State
from rftg_tools.importing.exceptions import FIXED_KIND, MOST_GOALS, POSITIVE_MILITARY


class Tile:
    """A "most" tile: what each player has for it, and who holds it, -1 for nobody."""

    def __init__(self, goal: Goal, players: int) -> None:
        self.goal = goal
        self.amounts = [0] * players
        self.holder = -1

    def lose(self) -> bool:
        """Take it from a holder who no longer has enough; return whether it was lost."""
        had = self.holder
        if had >= 0 and not self.amounts[had] == max(self.amounts) >= self.goal.least:
            self.holder = -1
        return had != self.holder

    def claim(self) -> None:
        """Give it to whoever alone has the most and enough, if nobody holds it."""
        best = max(self.amounts)
        if self.holder < 0 and self.amounts.count(best) == 1 and best >= self.goal.least:
            self.holder = self.amounts.index(best)

    def points(self, seat: int) -> int:
        """Return what a player has for it if the game ended now."""
        if seat == self.holder:
            return self.goal.points
        return FIRST_POINTS if self.goal.least <= self.amounts[seat] == max(self.amounts) else 0


class Readings:
    """The "most" tiles and the scores of one game, by the rules and by the record.

    fixed: seats for whom a world of any kind counts as the kind it was given.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fixed: set[int] = set()
        self._rules: dict[int, Tile] = {}
        self._record: dict[int, Tile] = {}

    def note(self, step: str, state: State, given: Mapping[int, int]) -> None:
        """Note the end of a step. given: the kinds that worlds of any kind were given in it.

        By the rules a tile changes hands after any phase, and is claimed after its own ones. The
        record looks at all players after its own phases, and else only at the holder, who may lose.
        """
        for number in state.goals:
            goal = self.table.goals[number]
            if not goal.most:
                continue
            now = goals.amounts(self.table, state, number)
            own = step.removesuffix(" 2") in goal.after
            rules, record = self._of(self._rules, number, now), self._of(self._record, number, now)
            rules.amounts = now
            if rules.lose() or own:
                rules.claim()
            if own:
                record.amounts = now[:]
                self.fixed.clear()
            elif record.holder >= 0:
                self._look_at_holder(state, record, now, given)
            record.lose()
            if own:
                record.claim()

    def _of(self, tiles: dict[int, Tile], number: int, now: list[int]) -> Tile:
        return tiles.setdefault(number, Tile(self.table.goals[number], len(now)))

    def _look_at_holder(
        self, state: State, tile: Tile, now: list[int], given: Mapping[int, int]
    ) -> None:
        holder = tile.holder
        otherwise = _given_other_kinds(self.table, state.players[holder], tile.goal, given)
        if otherwise:
            self.fixed.add(holder)
        tile.amounts[holder] = min(tile.amounts[holder], now[holder] - otherwise)

    def titles(self, seat: int, ours: Iterable[int]) -> list[str]:
        """Return the tiles that the record must show for a player.

        ours: numbers of those held in ours.
        """
        held = set(ours) ^ _held(self._rules, seat) ^ _held(self._record, seat)
        return sorted(self.table.goals[number].title for number in held)

    def score(self, state: State, seat: int) -> int:
        """Return the score that the record must show for a player."""
        more = sum(
            self._record[number].points(seat) - tile.points(seat)
            for number, tile in self._rules.items()
        )
        return score(self.table, state, seat) + more - self._less(state.players[seat])

    def uses(self, state: State, seat: int) -> Iterator[str]:
        """Yield the exceptions by which what the record shows of a player differs from ours."""
        player = state.players[seat]
        if _held(self._rules, seat) != _held(self._record, seat):
            yield MOST_GOALS
        if self.score(state, seat) + self._less(player) != score(self.table, state, seat):
            yield FIXED_KIND if self.fixed else MOST_GOALS
        if self._less(player):
            yield POSITIVE_MILITARY

    def _less(self, player: Player) -> int:
        """Return what the record takes off for positive military."""
        lines = [
            power.amount
            for card in player.tableau
            for power in self.table.by_card[card]
            if isinstance(power, BoundScore)
            and power.per is not None
            and power.per.count.things == "negative military"
        ]
        return sum(lines) * max(0, player.powers.military)


def _held(tiles: dict[int, Tile], seat: int) -> set[int]:
    return {number for number, tile in tiles.items() if tile.holder == seat}


def _given_other_kinds(table: Table, player: Player, goal: Goal, given: Mapping[int, int]) -> int:
    """Return worlds of any kind that a goal of kinds counts but that were given another kind."""
    selector = goal.conditions[0][0].count.selector
    if selector is None:
        return 0
    words = {word for adjective in selector.adjectives for word in adjective.words}
    kinds = {KINDS.index(word) + 1 for word in words if word in KINDS}
    if not kinds:
        return 0
    mask = table.mask(selector, -1)
    return sum(
        table.kind[card] == ANY and mask >> card & 1 and given.get(card, ANY) not in {*kinds, ANY}
        for card in player.tableau
    )
