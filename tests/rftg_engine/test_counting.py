"""What powers change of what others count: every gain is known."""

from __future__ import annotations

from typing import get_args

from rftg_dsl.syntax.ast import GainKind
from rftg_engine.turns.counting import _ANSWERED, _BRINGS


def test_it_is_said_of_each_gain_what_it_changes() -> None:
    assert {*_BRINGS, *_ANSWERED} == {*get_args(GainKind)}
    assert not _BRINGS.keys() & _ANSWERED
