"""Round start: what comes before actions are chosen."""

from __future__ import annotations

from gamekit.driver import Asking
from rftg_engine.cards.moments import ROUND_START
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.perform import perform_all


def round_start(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Do what modules bring, then use the powers of the moment."""
    for module in rules.moments.at_round_start:
        module.at_round_start(rules, state)
    yield from perform_all(rules, state, [player.powers for player in state.players], ROUND_START)
