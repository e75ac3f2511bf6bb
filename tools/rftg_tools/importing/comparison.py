"""Comparison of our states and results with those in a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from gamekit.driver import Driver
from rftg_dsl.model import FIRST_POINTS, Goal
from rftg_dsl.syntax.ast import KINDS
from rftg_engine import steps
from rftg_engine.cards.bound import BoundScore
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY
from rftg_engine.modules import goals
from rftg_engine.modules.prestige import leaders
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.scoring import result, score
from rftg_engine.state import Player, State
from rftg_tools.importing.record import (
    FIXED_KIND,
    MOST_GOALS,
    POSITIVE_MILITARY,
    ROUND_LIMIT,
    Cursor,
    Divergence,
    Event,
)

LAST_ROUND: Final = 30
"""The last round before the recording engine ends a game."""
REASONS: Final = {"tableau": "tableau", "chips": "vp-pool", "prestige": "prestige"}
"""Our reasons for the end of a game, and the record's."""


class Comparison:
    """Comparison of the states of one game.

    states: number of states compared. exceptions: uses of each named exception.
    """

    def __init__(self, table: Table, cursor: Cursor, exceptions: Counter[str]) -> None:
        self.table = table
        self.cursor = cursor
        self.exceptions = exceptions
        self.states = 0
        self._readings = Readings(table)
        self._last: State | None = None

    @property
    def ended(self) -> bool:
        """Whether the record has ended, even if our game continues."""
        return self._last is not None

    def compare_state(self, step: str, state: State, given: Mapping[int, int]) -> None:
        """Compare the state after a step with the next event, which must be a state.

        given: kinds chosen in the step for worlds of any kind. An unfinished record ends after a
        round; nothing after that is compared.
        """
        if step not in AFTER or self._last is not None:
            return
        self.cursor.peek()
        place = self.cursor.position
        event = self.cursor.take()
        if event["t"] != "state" or event["after"] != AFTER[step]:
            raise Divergence("step", place, event.get("after", event), AFTER[step])
        self.states += 1
        self._readings.note(step, state, given)
        for member, record, ours in differences(self.table, state, event, self._readings):
            raise Divergence(f"state: {member}", place, record, ours)
        self._count_uses(state)
        if step == steps.ROUND_END and self.cursor.peek()["t"] == "end":
            self._last = state.copy()

    def _count_uses(self, state: State) -> None:
        for seat in range(len(state.players)):
            self.exceptions.update(self._readings.uses(state, seat))

    def compare_end(self, driver: Driver[State]) -> None:
        """Compare scores, winners, rounds and reason, and check that no event follows."""
        place = self.cursor.position
        end = self.cursor.take()
        if end["t"] != "end":
            raise Divergence("end", place, end, "the game is over")
        if not driver.over and not _is_cut_off(end):
            raise Divergence("end", place, end, "the game goes on")
        # If the record is unfinished, our game may have started another round.
        state = driver.state if driver.over or self._last is None else self._last
        for member, record, ours in self._results(state, end):
            if record != ours:
                raise Divergence(f"end: {member}", place, record, ours)
        extra = self.cursor.events[self.cursor.position :]
        if extra:
            raise Divergence("after the end", self.cursor.position, extra[0], None)

    def _results(self, state: State, end: Event) -> list[tuple[str, object, object]]:
        """Return each member of the result with the record's value and ours."""
        why, reasons = (
            set(end["why"]),
            {REASONS[reason] for reason in end_reasons(self.table, state)},
        )
        if _is_cut_off(end):
            why.remove("round-limit")
            self.exceptions[ROUND_LIMIT] += 1
        seats = range(len(state.players))
        scores = [self._readings.score(state, seat) for seat in seats]
        self._count_uses(state)
        ranks = list(zip(scores, result(self.table, state).tie_breaks, strict=True))
        return [
            ("rounds", end["rounds"], state.round),
            ("why", why, reasons),
            ("scores", end["scores"], scores),
            ("winners", end["winners"], [seat for seat in seats if ranks[seat] == max(ranks)]),
        ]


def _is_cut_off(end: Event) -> bool:
    """Return whether the recording engine ended the game at its limit of rounds."""
    return "round-limit" in end["why"] and end["rounds"] == LAST_ROUND


AFTER: Final = {
    steps.SETUP: "start",
    steps.ROUND_START: "round-start",
    steps.SEARCH: "search",
    steps.EXPLORE: "explore",
    steps.DEVELOP: "develop",
    steps.DEVELOP_2: "develop2",
    steps.SETTLE: "settle",
    steps.SETTLE_2: "settle2",
    steps.CONSUME: "consume",
    steps.PRODUCE: "produce",
    steps.ROUND_END: "round-end",
}
"""The record's name for the state after each step. Choosing actions has none."""


def differences(
    table: Table, state: State, recorded: dict[str, Any], readings: Readings
) -> Iterator[tuple[str, object, object]]:
    """Yield each member of the state that differs, with the record's value and ours."""
    ours: dict[str, Any] = {
        "deck": len(state.deck),
        "discard": len(state.discard),
        "pool": state.pool,
    }
    for member, value in ours.items():
        if recorded[member] != value:
            yield member, recorded[member], value
    if len(recorded["players"]) != len(state.players):
        yield "players", len(recorded["players"]), len(state.players)
        return
    for seat, theirs in enumerate(recorded["players"]):
        mine = _player(table, state, seat, readings)
        # Only a sole leader's tile matters.
        tile = theirs["prestige_tile"] and theirs["prestige_lead"] == "sole"
        theirs = {**theirs, "goals": sorted(theirs["goals"]), "prestige_tile": tile}
        for member in sorted(mine.keys() | theirs.keys()):
            if mine.get(member) != theirs.get(member):
                yield f"{member} of player {seat}", theirs.get(member), mine.get(member)


def _player(table: Table, state: State, seat: int, readings: Readings) -> dict[str, Any]:
    player, titles = state.players[seat], table.titles
    saved = {titles[world]: len(cards) for world, cards in player.saved.items() if cards}
    return {
        "hand": sorted((titles[card] for card in player.hand), key=str.encode),
        "tableau": [titles[card] for card in player.tableau],
        "goods": {titles[world]: 1 for world in player.goods},
        "vp": player.vp,
        "military": player.powers.military,
        "score_now": readings.score(state, seat),
        "prestige": player.prestige,
        "prestige_lead": _lead(state, seat),
        "prestige_tile": player.fresh_prestige and _lead(state, seat) == "sole",
        "prestige_action_used": player.special_used,
        "goals": readings.titles(seat, player.goals),
        **({"saved": saved} if saved else {}),
    }


def _lead(state: State, seat: int) -> str:
    leading = leaders(state)
    if seat not in leading:
        return "none"
    return "sole" if len(leading) == 1 else "tied"


class Tile:
    """A "most" goal tile: amounts by player, and the holder, or -1 if nobody holds it."""

    def __init__(self, goal: Goal, players: int) -> None:
        self.goal = goal
        self.amounts = [0] * players
        self.holder = -1

    def lose(self) -> bool:
        """Take the tile from a holder who no longer has enough; return whether it was lost."""
        holder = self.holder
        if holder >= 0 and not self.amounts[holder] == max(self.amounts) >= self.goal.least:
            self.holder = -1
        return holder != self.holder

    def claim(self) -> None:
        """Give an unclaimed tile to the only player with the most, if that is enough."""
        best = max(self.amounts)
        if self.holder < 0 and self.amounts.count(best) == 1 and best >= self.goal.least:
            self.holder = self.amounts.index(best)

    def points(self, seat: int) -> int:
        """Return the points that a player would score for the tile now."""
        if seat == self.holder:
            return self.goal.points
        return FIRST_POINTS if self.goal.least <= self.amounts[seat] == max(self.amounts) else 0


class Readings:
    """The "most" tiles and scores of one game, by the rules and by the record's readings.

    The readings say exactly what a record must show: our value if both readings agree, otherwise
    what the record's reading gives for the same cards. So each difference is proved, not merely
    allowed.

    fixed: seats for which a world of any kind counts as the kind chosen for it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fixed: set[int] = set()
        self._rules: dict[int, Tile] = {}
        self._record: dict[int, Tile] = {}

    def note(self, step: str, state: State, given: Mapping[int, int]) -> None:
        """Update the tiles at the end of a step.

        given: kinds chosen in the step for worlds of any kind. By the rules, a tile changes hands
        after any phase. The record compares all players after the tile's own phases; after other
        phases it checks only whether the holder loses the tile.
        """
        for number in state.goals:
            goal = self.table.goals[number]
            if not goal.most:
                continue
            amounts = goals.amounts(self.table, state, number)
            is_own_phase = step.removesuffix(" 2") in goal.after
            rules, record = (
                tiles.setdefault(number, Tile(goal, len(amounts)))
                for tiles in (self._rules, self._record)
            )
            rules.amounts = amounts
            if rules.lose() or is_own_phase:
                rules.claim()
            if is_own_phase:
                record.amounts = amounts[:]
                self.fixed.clear()
            elif record.holder >= 0:
                self._check_holder(state, record, amounts, given)
            record.lose()
            if is_own_phase:
                record.claim()

    def _check_holder(
        self, state: State, tile: Tile, amounts: list[int], given: Mapping[int, int]
    ) -> None:
        holder = tile.holder
        uncounted = _count_other_kinds(self.table, state.players[holder], tile.goal, given)
        if uncounted:
            self.fixed.add(holder)
        tile.amounts[holder] = min(tile.amounts[holder], amounts[holder] - uncounted)

    def titles(self, seat: int, ours: Iterable[int]) -> list[str]:
        """Return the titles of the goals that the record must show for a player who holds ours."""
        held = set(ours) ^ _held(self._rules, seat) ^ _held(self._record, seat)
        return sorted(self.table.goals[number].title for number in held)

    def score(self, state: State, seat: int) -> int:
        """Return the score that the record must show for a player."""
        difference = sum(
            self._record[number].points(seat) - tile.points(seat)
            for number, tile in self._rules.items()
        )
        player = state.players[seat]
        return score(self.table, state, seat) + difference - self._military_penalty(player)

    def uses(self, state: State, seat: int) -> Iterator[str]:
        """Yield the exceptions that make a player's tiles or score differ from ours."""
        player = state.players[seat]
        if _held(self._rules, seat) != _held(self._record, seat):
            yield MOST_GOALS
        penalty = self._military_penalty(player)
        if self.score(state, seat) + penalty != score(self.table, state, seat):
            yield FIXED_KIND if self.fixed else MOST_GOALS
        if penalty:
            yield POSITIVE_MILITARY

    def _military_penalty(self, player: Player) -> int:
        """Return the points that the record subtracts for positive military."""
        points = [
            power.amount
            for card in player.tableau
            for power in self.table.by_card[card]
            if isinstance(power, BoundScore)
            and power.per is not None
            and power.per.count.things == "negative military"
        ]
        return sum(points) * max(0, player.powers.military)


def _held(tiles: dict[int, Tile], seat: int) -> set[int]:
    return {number for number, tile in tiles.items() if tile.holder == seat}


def _count_other_kinds(table: Table, player: Player, goal: Goal, given: Mapping[int, int]) -> int:
    """Count worlds of any kind that a goal includes, but for which another kind was chosen."""
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
