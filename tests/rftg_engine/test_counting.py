"""What powers change of what others count, and what turns have done."""

from __future__ import annotations

from typing import get_args

from rftg_dsl.syntax.ast import GainKind
from rftg_engine.bots import make_bot, play_out
from rftg_engine.race import new_game
from rftg_engine.setups.options import Options
from rftg_engine.turns.counting import _ANSWERED, _BRINGS, NOTHING_DONE, NOTHING_YET
from tests.game import table_of


def test_it_is_said_of_each_gain_what_it_changes() -> None:
    assert {*_BRINGS, *_ANSWERED} == {*get_args(GainKind)}
    assert not _BRINGS.keys() & _ANSWERED


def test_what_turns_have_done_is_not_added_to_what_they_begin_with() -> None:
    table = table_of("base")
    game = new_game(table, Options(2), "turns", forkable=False)
    play_out(game, [make_bot("random", table, f"turns/{seat}") for seat in range(2)], 60)
    assert game.over
    for tally in (NOTHING_DONE, NOTHING_YET):
        assert (tally.placed, tally.produced, tally.consumed, tally.sold) == ((), (), (), ())
