"""Scores by the record's own readings of the rules, where the booklets say otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from rftg_dsl.ast import KINDS, Per
from rftg_dsl.hooks import Score
from rftg_dsl.model import FIRST_POINTS
from rftg_engine import goals
from rftg_engine.bound import ANY
from rftg_engine.scoring import card_points, score
from rftg_engine.state import Player, State
from rftg_engine.table import Table
from rftg_tools.conformance.exceptions import FIXED_KIND, MOST_GOALS, POSITIVE_MILITARY


class Readings:
    """Scores by the record's own readings of the rules, where the rules say otherwise."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._amounts: dict[int, list[int]] = {}
        self._fixed: dict[int, list[int]] = {}

    def note(self, step: str, state: State) -> None:
        """Keeps the amounts at the end of a phase for the goals that belong to it."""
        for number in state.goals:
            goal = self.table.goals[number]
            if goal.most and step.removesuffix(" 2") in goal.after:
                self._amounts[number] = goals.amounts(self.table, state, number)
                self._fixed[number] = [
                    amount - self._of_any_kind(player, goal.conditions[0][0].per)
                    for amount, player in zip(self._amounts[number], state.players, strict=True)
                ]

    def _of_any_kind(self, player: Player, per: Per) -> int:
        """Worlds of any kind that a goal of kinds counts."""
        if per.selector is None:
            return 0
        mask = self.table.mask(per.selector, -1)
        kinds = {word for adjective in per.selector.adjectives for word in adjective.words}
        if kinds.isdisjoint(KINDS):
            return 0
        return sum(self.table.kind[card] == ANY and mask >> card & 1 for card in player.tableau)

    def scores(self, state: State, seat: int, held: Iterable[str]) -> dict[int, list[str]]:
        """The points that a player can have in the record, and the readings each rests on.

        held: titles of the tiles that the record says are the player's.
        """
        ours = score(self.table, state, seat)
        theirs = self._with_goals(state, seat, held, self._amounts)
        fixed = self._with_goals(state, seat, held, self._fixed)
        less = self._positive_military(state.players[seat])
        return {
            fixed: [FIXED_KIND],
            theirs - less: [MOST_GOALS, POSITIVE_MILITARY],
            ours - less: [POSITIVE_MILITARY],
            theirs: [MOST_GOALS],
            ours: [],
        }

    def _positive_military(self, player: Player) -> int:
        lines = [
            power.amount
            for card in player.tableau
            for power in self.table.by_card[card]
            if isinstance(power.hook, Score)
            and power.per is not None
            and power.per.things == "negative military"
        ]
        return sum(lines) * max(0, player.powers.military)

    def _with_goals(
        self, state: State, seat: int, held: Iterable[str], known: dict[int, list[int]]
    ) -> int:
        table, player = self.table, state.players[seat]
        own = set(held)
        total = card_points(table, player) + player.vp
        for number in state.goals:
            goal = table.goals[number]
            amounts = known.get(number, [0] * len(state.players))
            if goal.title in own:
                total += goal.points
            elif goal.most and goal.least <= amounts[seat] == max(amounts):
                total += FIRST_POINTS
        return total

    def only_most(self, one: Iterable[str], other: Iterable[str]) -> bool:
        """Whether two lists of tiles differ in nothing but "most" goals."""
        most = {goal.title for goal in self.table.goals if goal.most}
        return set(one) ^ set(other) <= most
