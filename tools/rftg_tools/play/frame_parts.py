"""Parts of a frame: public facts about rule modules.

page/modules/ draws them. External modules add theirs to FRAME_PARTS.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

from gamekit.decisions import Decision
from gamekit.driver import Driver
from rftg_dsl.model import Goal, Invasion, InvasionCard
from rftg_dsl.sets.robot import FACES
from rftg_dsl.wording.english import word_goal
from rftg_engine import actions, asks, steps
from rftg_engine.asks import is_about_power
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.table import Table
from rftg_engine.modules import goals
from rftg_engine.modules.invasion import awards
from rftg_engine.modules.invasion_attack import (
    available_cards,
    invasion_defense_total,
    invasion_military,
    next_wave,
    repulse_value,
)
from rftg_engine.modules.invasion_state import NAME, InvasionPart, invasion_seen
from rftg_engine.modules.robot_state import robot_seen
from rftg_engine.moves import tokens_left
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now
from rftg_engine.view import View
from rftg_tools.play.game_session import SeatConfig
from rftg_tools.play.narration import invaders


class PositionView(Protocol):
    """A game that is played or reviewed, for its public facts."""

    @property
    def table(self) -> Table:
        """The cards in use."""

    @property
    def options(self) -> Options:
        """Setup options."""

    @property
    def game(self) -> Driver[State]:
        """The current game."""

    @property
    def seats(self) -> Sequence[SeatConfig]:
        """Players by seat."""

    @property
    def seed(self) -> str:
        """Seed of the game."""

    @property
    def turn(self) -> int:
        """Number of the current turn."""


Show = Callable[[PositionView, View], Any]
"""Returns the part of a module as JSON data, or None if the game doesn't use the module."""
FRAME_PARTS: Final[dict[str, Show]] = {}
"""By module name."""

ListAway = Callable[[View, int], Mapping[int, str]]
"""Returns the cards of a seat that are out of play, with their status, such as "damaged"."""
AWAY: Final[dict[str, ListAway]] = {}
"""By name of a module with cards that are out of play but count for the size of a tableau."""


ListPhases = Callable[[View], Sequence[str]]
"""Returns the phases of this round that take place even if nobody chooses them."""
GIVEN: Final[dict[str, ListPhases]] = {}
"""By name of a module that adds phases to a round."""


def given_phases(view: View) -> list[str]:
    """Return the phases of this round that take place without being chosen."""
    return [phase for list_phases in GIVEN.values() for phase in list_phases(view)]


def away_of(view: View, seat: int) -> dict[int, str]:
    """Return the status of a player's cards that are out of play, by card."""
    return {
        card: status
        for list_away in AWAY.values()
        for card, status in list_away(view, seat).items()
    }


def parts_of(position: PositionView, view: View) -> dict[str, Any]:
    """Return the current parts of a game by module name. view: the spectators' view."""
    parts = {name: get_part(position, view) for name, get_part in FRAME_PARTS.items()}
    return {name: part for name, part in parts.items() if part is not None}


Data = dict[str, Any]
_CACHE_SIZE: Final = 256
"""Maximum number of goals whose text is cached."""


def _goals_part(position: PositionView, view: View) -> Data | None:
    table, state = position.table, position.game.state
    if not view.goals:
        return None
    held = [[table.goals[index].title for index in seat.goals] for seat in view.seats]
    return {"tiles": [_goal(table, state, index) for index in view.goals], "held": held}


def _goal(table: Table, state: State, index: int) -> Data:
    goal = table.goals[index]
    held = [seat for seat, player in enumerate(state.players) if index in player.goals]
    return {
        "name": goal.title,
        "says": _goal_words(goal),
        "most": goal.most,
        "points": goal.points,
        "held_by": held,
        "amounts": _standings(table, state, index),
    }


def _standings(table: Table, state: State, goal: int) -> list[int] | None:
    """Return each player's progress toward a goal, if it is a single number."""
    alternatives = table.tiles[goal].alternatives
    is_single = len(alternatives) == 1 and len(alternatives[0]) == 1
    return goals.amounts(table, state, goal) if is_single else None


@lru_cache(_CACHE_SIZE)
def _goal_words(goal: Goal) -> str:
    return word_goal(goal)


FRAME_PARTS["goals"] = _goals_part


def _robot_part(position: PositionView, view: View) -> dict[str, Any] | None:
    robot = robot_seen(view)
    if robot is None:
        return None
    seat = view.seats[robot.seat]
    return {
        "seat": robot.seat,
        "level": position.options.robot,
        "credit": robot.credit,
        "economy": robot.economy,
        "stack": seat.hand_count,
        "counters_left": robot.left,
        "counters_placed": robot.placed,
        "face": FACES[robot.face],
        "dice": [FACES[face] for face in robot.dice],
        "placed": [actions.name_of(action) for action in seat.actions],
        "notes": [f"Each 6-cost development and each counter scores {robot.points} points."],
    }


FRAME_PARTS["robot"] = _robot_part


def _tokens_part(position: PositionView, view: View) -> list[Data] | None:
    table, state = position.table, position.game.state
    if not table.tokens:
        return None
    return [
        {
            "name": name,
            "left": tokens_left(table, state, name),
            "held": [dict(seat.tokens).get(name, 0) for seat in view.seats],
        }
        for name in table.tokens
    ]


FRAME_PARTS["tokens"] = _tokens_part


def _invasion_part(position: PositionView, view: View) -> Data | None:
    part, invasion = invasion_seen(view), position.table.invasion
    if part is None or invasion is None:
        return None
    players = [_player(position, part, invasion, seat) for seat in range(len(view.seats))]
    return {
        "invaders": invaders(position.table),
        "first_round": invasion.first_round,
        "next": _next(part, invasion),
        "now": _wave(part, invasion, part.wave, part.met) if _still_to_defend(position) else None,
        "repulse": repulse_value(invasion, part),
        "military": sum(player["military"] for player in players),
        "bunker": invasion.bunker,
        "award": invasion.award,
        "rewards": list(dict(invasion.rewards)[len(players)]),
        "shaken": part.defeats,
        "alarm": _SHAKEN if part.defeats == 1 else None,
        "repulsed": part.repulsed,
        "track": _track(part),
        "players": players,
    }


_SHAKEN: Final = (
    "The empire is shaken. If nobody holds out again, it is defeated and the game ends."
)
"""Shown to all as long as the next attack can end the game."""


def _next(part: InvasionPart, invasion: Invasion) -> Data:
    """Return the next attack and its possible cards."""
    wave, met = next_wave(invasion, part)
    remaining = Counter(str(card) for card in available_cards(invasion, part))
    cards = [{"card": card, "copies": copies} for card, copies in remaining.items()]
    return {**_wave(part, invasion, wave, met + 1), "cards": cards}


def _wave(part: InvasionPart, invasion: Invasion, wave: int, attack: int) -> Data:
    """Return an attack: its wave, its number in the wave, and their total (None: unlimited)."""
    rounds = invasion.waves[wave].rounds_for(len(part.track))
    return {"wave": wave + 1, "nth": attack, "of": rounds or None}


def _track(part: InvasionPart) -> list[Data]:
    """Return the occupied spaces of the track, highest space first, top disc first."""
    stacks: dict[int, list[int]] = {}
    for seat in part.ranking():
        stacks.setdefault(part.track[seat], []).append(seat)
    return [{"military": military, "seats": seats} for military, seats in stacks.items()]


def _player(position: PositionView, part: InvasionPart, invasion: Invasion, seat: int) -> Data:
    """Return a player's current strength, last attack, damage and rewards."""
    powers = powers_now(position.table, position.game.state.players, seat)
    return {
        "military": invasion_military(powers),
        "defense": invasion_defense_total(powers),
        "attack": _attack(position, part, invasion, seat),
        "damaged": part.damaged[seat],
        "contributed": part.contributed[seat],
        "points": part.rewards[seat],
        "awards": awards(part, seat),
    }


def _attack(
    position: PositionView, part: InvasionPart, invasion: Invasion, seat: int
) -> Data | None:
    """Return the last attack on a player: the card, its strength, and whether the player held out.

    The result is None for the deciding player and for the players after them.
    """
    if not part.dealt:
        return None
    card: InvasionCard = invasion.waves[part.dealt_of].cards[part.dealt[seat]]
    held = None if seat in _still_to_defend(position) else part.held[seat]
    return {"card": str(card), "strength": part.strengths[seat], "held": held}


def _still_to_defend(position: PositionView) -> list[int]:
    """Return the seats that have not finished defending against the current attack."""
    order = position.game.state.order
    if position.game.step != steps.ROUND_END:
        return []
    for decision in position.game.pending:
        if _is_defense(position.table, decision):
            return order[order.index(decision.player) :]
    return []


def _is_defense(table: Table, decision: Decision) -> bool:
    """Return whether a decision is part of a defense, including the price of a power."""
    if decision.kind in (asks.DEFENSE, asks.BUNKER):
        return True
    if decision.about < 0 or not is_about_power(decision.kind):
        return False
    power = table.power_list[decision.about]
    return isinstance(power, BoundMilitary)


def _damaged_worlds(view: View, seat: int) -> Mapping[int, str]:
    """Return the damaged worlds of a player."""
    part = invasion_seen(view)
    return dict.fromkeys(part.damaged[seat], "damaged") if part is not None else {}


def _given_settle(view: View) -> Sequence[str]:
    """Return Settle in the first round of an invasion."""
    return [steps.SETTLE] if invasion_seen(view) is not None and view.round == 1 else ()


FRAME_PARTS[NAME] = _invasion_part
GIVEN[NAME] = _given_settle
AWAY[NAME] = _damaged_worlds
