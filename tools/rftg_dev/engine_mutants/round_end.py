"""Mutants with one rule of hand limits, goals, scoring or drafted games wrong."""

from __future__ import annotations

from typing import Final

from rftg_dev.engine_mutants.mutant import Mutant

_DRAFTED: Final = """\
        if state.drafted:
            rules.moves.draw_to_hand(state, player, len(others))
            continue
"""

ROUND_END: Final = (
    Mutant(
        "round end: the lower of two hand limits",
        "phases/round_end.py",
        "limit = max([power.amount for power in limits]",
        "limit = min([power.amount for power in limits]",
    ),
    Mutant(
        "round end: the last of two hand limits",
        "phases/round_end.py",
        "limit = max([power.amount for power in limits], default=HAND_LIMIT)",
        "limit = limits[-1].amount if limits else HAND_LIMIT",
    ),
    Mutant(
        "scoring: negative Military is rounded down",
        "scoring/scoring.py",
        "int(number / per.divisor)",
        "(number // per.divisor)",
    ),
    Mutant(
        "scoring: negative Military costs nothing",
        "scoring/scoring.py",
        "return total_military(table, state.players, seat, powers)",
        "return max(0, total_military(table, state.players, seat, powers))",
    ),
    Mutant(
        "goals: a tie below the number is worth 3 points",
        "modules/goals.py",
        "if tile.least <= having[seat] == max(having):",
        "if having[seat] == max(having):",
    ),
    Mutant(
        "goals: a holder below the number keeps the tile",
        "modules/goals.py",
        "if having[holder] == best >= least:",
        "if having[holder] == best:",
    ),
    Mutant(
        "draft: the salvage draws nothing for the discards of others",
        "phases/round_end.py",
        _DRAFTED,
        "",
    ),
    Mutant(
        "draft: the salvage draws one card",
        "phases/round_end.py",
        "draw_to_hand(state, player, len(others))",
        "draw_to_hand(state, player, 1)",
    ),
    Mutant(
        "draft: a destroyed world goes to the pile of who destroyed it",
        "modules/takeovers.py",
        "turn.moves.discard_from_tableau(turn.state, rival.player, claim.world)",
        "turn.moves.hand_over(rival.player, turn.player, claim.world)\n"
        "        turn.moves.discard_from_tableau(turn.state, turn.player, claim.world)",
    ),
)
