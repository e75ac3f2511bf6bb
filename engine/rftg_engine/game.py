"""Race as a game that tools can use: see gamekit.game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from gamekit.game import Game
from gamekit.records import RecordError, RecordForm, check_seats, is_list_of, require_list
from rftg_engine.bots import LEVELS, make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.options import SWITCHES, Options
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.scoring import result, variable_points
from rftg_engine.phases.setup import check_options
from rftg_engine.race import new_game
from rftg_engine.view import view_of

RULES: Final = 3
"""Version of the rules that the engine plays by; raised when the same answers give other games."""
_MEMBERS: Final[dict[str, type]] = {
    "sets": list,
    "players": list,
    **dict.fromkeys(SWITCHES, bool),
    "seed": str,
    "cards": list,
    "answers": list,
    "steps": list,
    "result": dict,
}
"""The members that every record has, as in grammar/record.schema.json."""


def _check_opening(opening: Any) -> None:
    for titles in require_list(opening):
        if not is_list_of(titles, str):
            raise RecordError(f"an opening hand is a list of titles: {titles!r:.60}")


def _check_modules(modules: Any) -> None:
    if not is_list_of(modules, str):
        raise RecordError(f"`modules` are names of modules of rules: {modules!r:.60}")


def _check_robot(robot: Any) -> None:
    members = {"level", "digest", "text"}
    if not isinstance(robot, dict) or not {"level", "digest"} <= set(robot) <= members:
        raise RecordError(f"the robot has `level`, `digest` and perhaps `text`: {robot!r:.60}")
    if not all(isinstance(value, str) for value in robot.values()):
        raise RecordError(f"what is said of the robot are texts: {robot!r:.60}")


_FORM: Final = RecordForm(
    "rftg-dsl-record/1",
    RULES,
    _MEMBERS,
    {
        "seats": partial(check_seats, kinds=("human", "bot", "robot")),
        "modules": _check_modules,
        "opening": _check_opening,
        "robot": _check_robot,
    },
    chances="shuffles",
    draws="shuffles",
)


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record whose form is checked."""
    switches: dict[str, Any] = {name: record[name] for name in SWITCHES}
    modules = tuple(record.get("modules", ()))
    opening = tuple([tuple(titles) for titles in record.get("opening", ())])
    level = record["robot"]["level"] if "robot" in record else ""
    players = len(record["players"])
    return Options(players, **switches, opening=opening, robot=level, modules=modules)


def _options_data(table: Table, options: Options) -> dict[str, Any]:
    """Return what a record keeps of the options, and of the robot."""
    found: dict[str, Any] = {name: options.is_on(name) for name in SWITCHES}
    if options.modules:
        found["modules"] = list(options.modules)
    if any(options.opening):
        found["opening"] = [list(titles) for titles in options.opening]
    bound = table.robot
    if bound is not None and options.robot:
        text = {"text": bound.data.text} if bound.data.text else {}
        found["robot"] = {"level": options.robot, "digest": bound.data.digest, **text}
    return found


def _other_changes(table: Table, record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return whether the robot has changed since a record was made."""
    bound = table.robot
    if "robot" not in record or bound is None:
        return ()
    return () if record["robot"]["digest"] == bound.data.digest else ("robot",)


RACE: Final = Game(
    id="race",
    levels=LEVELS,
    form=_FORM,
    check_options=check_options,
    new_game=new_game,
    view_of=view_of,
    make_bot=make_bot,
    play_out=play_out,
    result=result,
    end_reasons=end_reasons,
    variable_points=variable_points,
    options_of=options_of,
    options_data=_options_data,
    draws_of=lambda state: state.shuffles,
    other_changes=_other_changes,
)
