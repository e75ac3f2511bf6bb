"""Our state in the members that the record has, and what differs between the two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rftg_dsl.ast import KINDS, Per
from rftg_dsl.hooks import Score
from rftg_dsl.model import FIRST_POINTS
from rftg_engine import goals
from rftg_engine.bound import ANY
from rftg_engine.prestige import leaders
from rftg_engine.scoring import card_points, score
from rftg_engine.state import Player, State
from rftg_engine.table import Table

AFTER: Final = {
    "setup": "start",
    "round start": "round-start",
    "search": "search",
    "explore": "explore",
    "develop": "develop",
    "develop 2": "develop2",
    "settle": "settle",
    "settle 2": "settle2",
    "consume": "consume",
    "produce": "produce",
    "round end": "round-end",
}
"""Our steps, and the record's names for the states after them. Choosing actions has none."""


def differences(
    table: Table, state: State, recorded: dict[str, Any]
) -> Iterator[tuple[str, object, object]]:
    """Member, the record's value and ours, wherever they differ."""
    ours: dict[str, Any] = {
        "deck": len(state.deck),
        "discard": len(state.discard),
        "pool": state.pool,
    }
    for member, value in ours.items():
        if recorded[member] != value:
            yield member, recorded[member], value
    for seat, theirs in enumerate(recorded["players"]):
        mine = _player(table, state, seat)
        # The tile means something only in the hands of a sole leader.
        tile = theirs["prestige_tile"] and theirs["prestige_lead"] == "sole"
        theirs = {**theirs, "goals": sorted(theirs["goals"]), "prestige_tile": tile}
        for member in sorted(mine.keys() | theirs.keys()):
            if mine.get(member) != theirs.get(member):
                yield f"{member} of player {seat}", theirs.get(member), mine.get(member)


MOST_GOALS: Final = "most goal as of its last phase"
"""The record moves and counts "most" goals by the amounts at the end of their own phases only.

arc 1 booklet, Goals: they can change hands at the end of any phase, and count as they are at the end.
"""
FIXED_KIND: Final = "world of any kind not counted for a goal"
"""The record counts a world of any kind for goals as the kind it was last given.

arc 1 booklet, Multi-Kind World: its owner can change its kind at any time.
"""
POSITIVE_MILITARY: Final = "positive military subtracted"
"""The record takes points off for positive military where negative military scores.

arc 1 booklet, Universal Peace Institute: negative Military counts as positive points, and no more.
"""


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
                self._amounts[number] = goals.amounts(self.table, goal, state)
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


def _player(table: Table, state: State, seat: int) -> dict[str, Any]:
    player, titles = state.players[seat], table.titles
    saved = {titles[world]: len(cards) for world, cards in player.saved.items() if cards}
    return {
        "hand": sorted((titles[card] for card in player.hand), key=str.encode),
        "tableau": [titles[card] for card in player.tableau],
        "goods": {titles[world]: 1 for world in player.goods},
        "vp": player.vp,
        "military": player.powers.military,
        "score_now": score(table, state, seat),
        "prestige": player.prestige,
        "prestige_lead": _lead(state, seat),
        "prestige_tile": player.fresh_prestige and _lead(state, seat) == "sole",
        "prestige_action_used": player.special_used,
        "goals": sorted(table.goals[number].title for number in player.goals),
        **({"saved": saved} if saved else {}),
    }


def _lead(state: State, seat: int) -> str:
    leading = leaders(state)
    if seat not in leading:
        return "none"
    return "sole" if len(leading) == 1 else "tied"
