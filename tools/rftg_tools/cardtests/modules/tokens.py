"""Tokens in card tests: how many of each class a player has."""

from __future__ import annotations

from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.syntax.situations import Value
from rftg_engine.cards.table import Table
from rftg_engine.moves import tokens_left
from rftg_engine.positions.layout import PositionBuilder, PositionError
from rftg_engine.state import State
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Compared, ModuleKey


def _give(layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    assert isinstance(value, tuple)
    state.players[seat].tokens = {token: number for token, number in value if number}
    for token, _number in value:
        missing = -tokens_left(layout.table, state, token)
        if missing > 0:
            there = counted(layout.table.tokens.get(token, 0), f"{token} token")
            raise PositionError(f"{missing} more are laid out than there are in the game: {there}")


def _compare(_table: Table, state: State, seat: int, value: Value) -> Compared:
    assert isinstance(value, tuple)
    for token, wanted in value:
        held = state.players[seat].tokens.get(token, 0)
        if held != wanted:
            return f"expected {counted(wanted, f'{token} token')}, and {there_are(held)}", ""
    return None


MODULE_KEYS["tokens"] = ModuleKey(_give, _compare)
