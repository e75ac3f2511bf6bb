"""The admiral track: who is how strong against the invaders (xeno.json, admiral track)."""

from __future__ import annotations

from rftg_engine.modules.invasion.state import InvasionPart
from rftg_engine.modules.invasion.strength import military_against
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now


def update_track(rules: Rules, state: State, part: InvasionPart) -> None:
    """Move the discs to the Military of today; one that moves goes on top of those on its space.

    In turn order, as the discs are placed at first.
    """
    for seat in state.order:
        military = military_against(powers_now(rules.table, state.players, seat))
        if seat in part.discs and military == part.track[seat]:
            continue
        if seat in part.discs:
            part.discs.remove(seat)
        part.discs.append(seat)
        part.track[seat] = military


def rotate(part: InvasionPart) -> None:
    """Put the bottom disc of each stack on top, after an invasion."""
    for military in sorted(set(part.track)):
        stack = [seat for seat in part.discs if part.track[seat] == military]
        part.discs.remove(stack[0])
        part.discs.append(stack[0])
