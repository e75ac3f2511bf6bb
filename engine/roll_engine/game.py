"""Roll as a game that tools can use: see gamekit.game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from gamekit.game import Game
from gamekit.records.form import RecordForm, check_seats
from roll_engine.bots import LEVELS, make_bot, play_out
from roll_engine.flow import Options, check_options
from roll_engine.phases.manage import endings
from roll_engine.roll import new_game
from roll_engine.scoring.scoring import bonus_points, result
from roll_engine.view import view_of

RULES: Final = 1
"""Version of the rules that the engine plays by; raised when the same answers give other games."""
_MEMBERS: Final[dict[str, type]] = {
    "rules": int,
    "sets": list,
    "players": list,
    "strict": bool,
    "seed": str,
    "faces": list,
    "answers": list,
    "steps": list,
    "result": dict,
}
"""The members that every record has."""


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record whose form is checked."""
    return Options(len(record["players"]), record["strict"])


ROLL: Final = Game(
    id="roll",
    levels=LEVELS,
    form=RecordForm(
        "roll-dsl-record/1",
        RULES,
        _MEMBERS,
        {"seats": partial(check_seats, kinds=("human", "bot"))},
        cards="faces",
        pieces="tiles",
    ),
    check_options=check_options,
    new_game=new_game,
    view_of=view_of,
    make_bot=make_bot,
    play_out=play_out,
    result=result,
    endings=lambda _table, state: endings(state),
    variable_points=bonus_points,
    options_of=options_of,
    options_data=lambda _table, options: {"strict": options.strict},
    draws_of=lambda state: state.chances,
)
