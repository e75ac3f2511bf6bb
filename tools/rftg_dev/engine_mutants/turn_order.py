"""Mutants that go by seats where the rules say turn order (base rulebook, Timing)."""

from __future__ import annotations

from typing import Final

from rftg_dev.engine_mutants.mutant import Mutant

_BY_PLACE: Final = "for index, seat in enumerate(state.order):\n"
_BY_SEAT: Final = (
    "for seat, index in sorted((seat, index) for index, seat in enumerate(state.order)):\n"
)
_SORTED: Final = "for seat in sorted(state.order):\n"


def _loop(wrong: str, file: str, before: str, after: str) -> Mutant:
    """Return a loop over all players, told by the text before it or after it."""
    head = "for seat in state.order:\n"
    old = f"{before}{head}{after}"
    return Mutant(wrong, file, old, old.replace(head, _SORTED), by_seat=True)


def _placing(wrong: str, file: str, after: str) -> Mutant:
    return Mutant(wrong, file, _BY_PLACE + after, _BY_SEAT + after, by_seat=True)


TURN_ORDER: Final = (
    _placing(
        "turn order: developments are paid for by seat",
        "phases/develop.py",
        "        if placed[index] >= 0:\n            yield",
    ),
    _placing(
        "turn order: worlds are put down, with their windfalls, by seat",
        "phases/settle.py",
        "        if placed[index] >= 0:\n            turns[seat].put_down",
    ),
    _placing(
        "turn order: worlds are paid for by seat",
        "phases/settle.py",
        "        turn = turns[seat]\n",
    ),
    Mutant(
        "turn order: takeovers are resolved by seat",
        "modules/takeovers.py",
        "    order = turns[0].state.order\n",
        "    order = sorted(turns[0].state.order)\n",
        by_seat=True,
    ),
    _loop(
        "turn order: all consume by seat",
        "phases/consume.py",
        "",
        "        player, bonus = state.players[seat], bonuses[seat]\n",
    ),
    _loop(
        "turn order: all produce by seat",
        "phases/produce.py",
        "",
        "        bonus = rules.bonus(",
    ),
    _loop("turn order: searches by seat", "modules/search.py", "", ""),
    _loop(
        "turn order: Explore draws by seat",
        "phases/explore.py",
        "",
        "        player = state.players[seat]\n",
    ),
    _loop("turn order: powers of a moment by seat", "turns/perform.py", "", ""),
    Mutant(
        "turn order: others' discards are taken by seat",
        "phases/round_end.py",
        "for seat in taking:",
        "for seat in sorted(taking):",
        by_seat=True,
    ),
    Mutant(
        "turn order: who chooses last does so by seat",
        "phases/choose.py",
        "for seat in state.order\n        if powers_now",
        "for seat in sorted(state.order)\n        if powers_now",
        by_seat=True,
    ),
)
