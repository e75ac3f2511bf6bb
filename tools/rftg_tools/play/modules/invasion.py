"""The invasion as the page shows it: the wave to come, the admiral track, how each one stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from gamekit.decisions import Decision
from rftg_dsl.model import Invasion, InvasionCard
from rftg_engine import steps
from rftg_engine.asks import is_about_power
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import (
    cards_left,
    defense_against,
    military_against,
    next_wave,
    repulse_value,
)
from rftg_engine.modules.invasion.module import awards
from rftg_engine.modules.invasion.state import NAME, InvasionPart, invasion_seen
from rftg_engine.turns.counting import powers_now
from rftg_engine.view import View
from rftg_tools.play.frame_parts import AWAY, FRAME_PARTS, Shown
from rftg_tools.play.narration.modules.invasion import invaders

Data = dict[str, Any]


def _part(shown: Shown, view: View) -> Data | None:
    part, invasion = invasion_seen(view), shown.table.invasion
    if part is None or invasion is None:
        return None
    players = [_player(shown, part, invasion, seat) for seat in range(len(view.seats))]
    return {
        "invaders": invaders(shown.table),
        "first_round": invasion.first_round,
        "next": _next(part, invasion),
        "now": _wave(part, invasion, part.wave, part.met) if _still_to_defend(shown) else None,
        "repulse": repulse_value(invasion, part),
        "military": sum(player["military"] for player in players),
        "bunker": invasion.bunker,
        "award": invasion.award,
        "rewards": list(dict(invasion.rewards)[len(players)]),
        "shaken": part.defeats,
        "repulsed": part.repulsed,
        "track": _track(part),
        "players": players,
    }


def _next(part: InvasionPart, invasion: Invasion) -> Data:
    """Return the next attack, with the cards of which it deals."""
    number, met = next_wave(invasion, part)
    left = Counter(str(card) for card in cards_left(invasion, part))
    cards = [{"card": card, "copies": copies} for card, copies in left.items()]
    return {**_wave(part, invasion, number, met + 1), "cards": cards}


def _wave(part: InvasionPart, invasion: Invasion, number: int, nth: int) -> Data:
    """Return an attack: its wave, the how manieth of it, and of how many; the last is endless."""
    rounds = invasion.waves[number].rounds_for(len(part.track))
    return {"wave": number + 1, "nth": nth, "of": rounds or None}


def _track(part: InvasionPart) -> list[Data]:
    """Return the spaces of the track that are taken, the highest first, topmost discs first."""
    stacks: dict[int, list[int]] = {}
    for seat in part.ranking():
        stacks.setdefault(part.track[seat], []).append(seat)
    return [{"military": military, "seats": seats} for military, seats in stacks.items()]


def _player(shown: Shown, part: InvasionPart, invasion: Invasion, seat: int) -> Data:
    """Return how a player stands: strength as of now, the last attack, and what came of them."""
    powers = powers_now(shown.table, shown.game.state.players, seat)
    return {
        "military": military_against(powers),
        "defense": defense_against(powers),
        "attack": _attack(shown, part, invasion, seat),
        "damaged": part.damaged[seat],
        "contributed": part.contributed[seat],
        "points": part.rewards[seat],
        "awards": awards(part, seat),
    }


def _attack(shown: Shown, part: InvasionPart, invasion: Invasion, seat: int) -> Data | None:
    """Return the card that a player got last, its strength, and whether the player held out.

    That is open for who is being asked, and for all who come after.
    """
    if not part.dealt:
        return None
    card: InvasionCard = invasion.waves[part.dealt_of].cards[part.dealt[seat]]
    held = None if seat in _still_to_defend(shown) else part.held[seat]
    return {"card": str(card), "strength": part.strengths[seat], "held": held}


def _still_to_defend(shown: Shown) -> list[int]:
    """Return the seats whose defense is not decided yet, in an attack that is under way."""
    order = shown.game.state.order
    if shown.game.step != steps.ROUND_END:
        return []
    for asked in shown.game.pending:
        if _is_defense(shown.table, asked):
            return order[order.index(asked.player) :]
    return []


def _is_defense(table: Table, asked: Decision) -> bool:
    """Return whether a decision is part of defending, what a power then takes with it."""
    if asked.kind in (questions.DEFENSE, questions.BUNKER):
        return True
    if asked.about < 0 or not is_about_power(asked.kind):
        return False
    power = table.power_list[asked.about]
    return isinstance(power, BoundMilitary)


def _damaged(view: View, seat: int) -> Mapping[int, str]:
    """Return the damaged worlds of a player."""
    part = invasion_seen(view)
    return dict.fromkeys(part.damaged[seat], "damaged") if part is not None else {}


FRAME_PARTS[NAME] = _part
AWAY[NAME] = _damaged
