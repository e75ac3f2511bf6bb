"""Prestige in card tests: how much a player has."""

from __future__ import annotations

from rftg_dsl.syntax.situations import Value
from rftg_engine.positions.layout import PositionBuilder
from rftg_engine.state import State
from rftg_tools.cardtests.module_keys import MODULE_KEYS, ModuleKey, number_of


def _give(_layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    assert isinstance(value, int)
    state.players[seat].prestige = value


def _count(state: State, seat: int) -> int:
    return state.players[seat].prestige


MODULE_KEYS["prestige"] = ModuleKey(_give, number_of("prestige", "prestige", _count))
