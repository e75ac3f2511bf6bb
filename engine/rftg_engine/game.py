"""Race as a game for all tools (see gamekit.game)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from gamekit.game import Game
from gamekit.records import RecordError, RecordForm, check_seats, is_list_of, require_list
from rftg_engine.bots import LEVELS, make_bot, play_out
from rftg_engine.bots.determinize import InformationSet, shuffle_unknown
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.ratings import win_chance
from rftg_engine.cards.table import Table
from rftg_engine.options import SWITCHES, Options
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.scoring import result, variable_points
from rftg_engine.phases.setup import check_options
from rftg_engine.race import Race
from rftg_engine.view import view_of

RULES: Final = 3
"""Version of the rules; a new version can turn the same answers into a different game."""
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
"""Required members of a record, as in grammar/record.schema.json."""


def _check_opening(opening: Any) -> None:
    for titles in require_list(opening):
        if not is_list_of(titles, str):
            raise RecordError(f"an opening hand is a list of titles: {titles!r:.60}")


def _check_modules(modules: Any) -> None:
    if not is_list_of(modules, str):
        raise RecordError(f"`modules` must be a list of names of rule modules: {modules!r:.60}")


def _check_robot(robot: Any) -> None:
    members = {"level", "digest", "text"}
    if not isinstance(robot, dict) or not {"level", "digest"} <= set(robot) <= members:
        raise RecordError(f"the robot has `level`, `digest` and perhaps `text`: {robot!r:.60}")
    if not all(isinstance(value, str) for value in robot.values()):
        raise RecordError(f"the members of the robot must be texts: {robot!r:.60}")


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
    """Return the options of a valid record."""
    switches: dict[str, Any] = {name: record[name] for name in SWITCHES}
    modules = tuple(record.get("modules", ()))
    opening = tuple([tuple(titles) for titles in record.get("opening", ())])
    level = record["robot"]["level"] if "robot" in record else ""
    players = len(record["players"])
    return Options(players, **switches, opening=opening, robot=level, modules=modules)


def _options_data(table: Table, options: Options) -> dict[str, Any]:
    """Return the members of a record that hold the options and the robot."""
    data: dict[str, Any] = {name: options.is_on(name) for name in SWITCHES}
    if options.modules:
        data["modules"] = list(options.modules)
    if any(options.opening):
        data["opening"] = [list(titles) for titles in options.opening]
    robot = table.robot
    if robot is not None and options.robot:
        text = {"text": robot.data.text} if robot.data.text else {}
        data["robot"] = {"level": options.robot, "digest": robot.data.digest, **text}
    return data


def _other_changes(table: Table, record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return "robot" if the robot has changed since the record was made."""
    robot = table.robot
    if "robot" not in record or robot is None:
        return ()
    return () if record["robot"]["digest"] == robot.data.digest else ("robot",)


RACE: Final = Game(
    id="race",
    levels=LEVELS,
    form=_FORM,
    check_options=check_options,
    flow=Race,
    view_of=view_of,
    make_bot=make_bot,
    play_out=play_out,
    information=InformationSet,
    shuffle_unknown=shuffle_unknown,
    win_chance=lambda table, view: win_chance(knowledge_of(table), view),
    result=result,
    end_reasons=end_reasons,
    variable_points=variable_points,
    options_of=options_of,
    options_data=_options_data,
    draws_of=lambda state: state.shuffles,
    other_changes=_other_changes,
)

new_game: Final = RACE.new_game
