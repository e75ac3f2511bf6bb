"""The protocol: all that a frame holds is in its description."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_engine.options import Options
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.cards import Faces
from rftg_tools.play.frames import RaceFrames
from rftg_tools.play.game_session import BOT, HUMAN, SeatConfig
from rftg_tools.play.sessions import RaceSession
from rftg_tools.simulation.race import table_of
from rftg_tools.web.images import Images

GUIDE = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")


def members(value: Any) -> Iterator[str]:
    """The names in a frame, but for those that are numbers."""
    if isinstance(value, dict):
        for name, part in value.items():
            if not name.isdecimal():
                yield name
            if name not in ("over", "robot"):
                yield from members(part)
    elif isinstance(value, list):
        for part in value:
            yield from members(part)


@pytest.mark.parametrize(
    ("set_id", "options"),
    [
        ("gathering-storm", Options(2, goals=True)),
        ("xeno-invasion", Options(2, modules=("invasion",))),
    ],
)
def test_every_member_of_a_frame_is_described(set_id: str, options: Options) -> None:
    table = table_of(("base", set_id))
    seats = (SeatConfig(HUMAN, "Ann"), SeatConfig(BOT, "Hal", "greedy"))
    session = RaceSession(table, options, "1", seats)
    images = Images(DEFAULT)
    frames = RaceFrames("x", session, Faces(table, images, {}), "x.json")
    images.close()
    known, chance = set(re.findall(r"`(\w+)`", GUIDE)), Random(1)
    found: set[str] = set()
    while not session.game.over:
        decision = session.game.pending[0]
        if decision.player == 0:
            found.update(members(frames.frame(0)[0]))
            session.take(0, decision.sample(chance))
        else:
            session.take(1, session.bot_answer(decision))
    found.update(members(frames.frame(None)[0]))
    assert found <= known | {"card", "rule", "why", "to"}, sorted(found - known)
