"""Goals: tiles claimed at the end of phases (arc 1 booklet, Goals)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_dsl.ast import PHASES, Count, Per
from rftg_dsl.model import FIRST_POINTS, Goal
from rftg_engine.bound import ANY
from rftg_engine.state import Player, State
from rftg_engine.table import Table

if TYPE_CHECKING:
    from rftg_engine.race import Race

FIRST_TILES: Final = 4
MOST_TILES: Final = 2


def deal(race: Race, state: State) -> None:
    """Four "first" and two "most" tiles of those that the sets in use can serve."""
    ids = {card_set.id for card_set in race.table.sets}
    usable = [
        number
        for number, goal in enumerate(race.table.goals)
        if not goal.needs or goal.needs in ids
    ]
    for most, count in ((False, FIRST_TILES), (True, MOST_TILES)):
        tiles = [number for number in usable if race.table.goals[number].most == most]
        state.goals += race.shuffle(state, tiles)[:count]


def check(table: Table, state: State, step: str) -> None:
    """What is claimed, lost and taken over at the end of a step."""
    phase = step.removesuffix(" 2")
    for number in state.goals:
        goal = table.goals[number]
        if goal.most:
            _check_most(table, state, number, phase in goal.after)
        elif phase in goal.after and not _holders(state, number):
            for player in state.players:
                if _meets(table, state, goal, player):
                    player.goals.append(number)


def points(table: Table, state: State, seat: int) -> int:
    """The points of a player's goals if the game ended now.

    Who ties for the most without holding the tile has 3 points for it.
    """
    player = state.players[seat]
    total = sum(table.goals[number].points for number in player.goals)
    for number in state.goals:
        goal = table.goals[number]
        if goal.most and number not in player.goals:
            having = amounts(table, goal, state)
            if goal.least <= having[seat] == max(having):
                total += FIRST_POINTS
    return total


def _holders(state: State, number: int) -> list[int]:
    return [seat for seat, player in enumerate(state.players) if number in player.goals]


def _check_most(table: Table, state: State, number: int, can_be_claimed: bool) -> None:
    """The tile stays with its holder until somebody has more; a tie for more frees it."""
    holders = _holders(state, number)
    if not holders and not can_be_claimed:
        return
    goal = table.goals[number]
    having = amounts(table, goal, state)
    best = max(having)
    if holders:
        if having[holders[0]] == best and best >= goal.least:
            return
        state.players[holders[0]].goals.remove(number)
    leaders = [seat for seat, amount in enumerate(having) if amount == best >= goal.least]
    if len(leaders) == 1:
        state.players[leaders[0]].goals.append(number)


def amounts(table: Table, goal: Goal, state: State) -> list[int]:
    """What each player has of the things that a "most" goal counts."""
    per = goal.conditions[0][0].per
    return [amount(table, state, player, per) for player in state.players]


def _meets(table: Table, state: State, goal: Goal, player: Player) -> bool:
    def enough(count: Count) -> bool:
        return amount(table, state, player, count.per) >= count.number

    return any(all(map(enough, way)) for way in goal.conditions)


def amount(table: Table, state: State, player: Player, per: Per) -> int:
    """How many of the things there are that a goal counts, as of now."""
    if per.selector is not None:
        # Takeover powers are ignored in games without takeovers.
        if per.selector.power == "takeover" and not state.takeovers:
            return 0
        found = (player.powers.mask & table.cards_of(per.selector)).bit_count()
    elif per.things == "held goods":
        found = len(player.goods)
    elif per.things == "kinds of worlds":
        found = kinds_of_worlds(table, player)
    elif per.things == "phases":
        found = _phases(table, player)
    else:
        found = _number(player, per.things)
    return found // per.divisor


def _number(player: Player, things: str) -> int:
    military = player.powers.military
    return {
        "chips": player.vp,
        "military": military,
        "negative military": max(0, -military),
        "prestige": player.prestige,
        "discards": player.discarded,
    }[things]


def kinds_of_worlds(table: Table, player: Player, chosen: dict[int, int] | None = None) -> int:
    """Different kinds of production and windfall worlds; one of any kind counts for one more.

    chosen: kinds that worlds of any kind have been given.
    """
    worlds = [one for one in player.tableau if table.windfall[one] or table.production[one]]
    kinds = [(chosen or {}).get(world, table.kind[world]) for world in worlds]
    return min(4, len({kind for kind in kinds if kind != ANY}) + kinds.count(ANY))


def _phases(table: Table, player: Player) -> int:
    """Phases, and trade, in which the player has a power."""
    having = {line.power.phase for card in player.tableau for line in table.cards[card].powers}
    return len(having & set(PHASES))
