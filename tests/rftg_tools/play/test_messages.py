"""Messages of tabs are read strictly, and frames match their description."""

import json
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
from rftg_tools.play.messages import (
    MAX_ANSWER_LENGTH,
    MAX_MESSAGE_BYTES,
    BadMessage,
    GiveAnswer,
    TakeView,
    Undo,
    read_message,
)
from rftg_tools.play.sessions import RaceSession
from rftg_tools.simulation.race import table_of
from rftg_tools.web.images import Images

ANSWER = {"do": "answer", "seat": 0, "turn": 7, "answer": [1, 2]}


def test_the_messages_that_can_be_sent() -> None:
    assert read_message('{"do": "see", "seat": null, "log": 0}') == TakeView(None, 0)
    assert read_message('{"do": "see", "seat": 1, "log": 12}') == TakeView(1, 12)
    assert read_message(json.dumps(ANSWER)) == GiveAnswer(0, 7, (1, 2))
    assert read_message(b'{"do": "undo", "turn": 7}') == Undo(7)


@pytest.mark.parametrize(
    "changed",
    [
        {"do": "cheat"},
        {"do": None},
        {"do": ["answer"]},
        {"seat": "0"},
        {"seat": None},
        {"seat": True},
        {"seat": -1},
        {"seat": 0.0},
        {"turn": 10**30},
        {"turn": "7"},
        {"turn": []},
        {"answer": None},
        {"answer": 1},
        {"answer": [True]},
        {"answer": [1.0]},
        {"answer": ["1"]},
        {"answer": [[1]]},
        {"answer": [10**30]},
        {"answer": [1] * (MAX_ANSWER_LENGTH + 1)},
        {"more": 1},
    ],
)
def test_any_other_member_or_type_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(BadMessage):
        read_message(json.dumps(ANSWER | changed))


@pytest.mark.parametrize("missing", ANSWER)
def test_a_message_without_one_of_its_members_is_refused(missing: str) -> None:
    with pytest.raises(BadMessage):
        read_message(json.dumps({name: one for name, one in ANSWER.items() if name != missing}))


@pytest.mark.parametrize("text", ["", "[]", "1", "null", "{", b"\xff", "[" * 4_000, '"\\ud800"'])
def test_what_is_no_object_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadMessage):
        read_message(text)


def test_a_message_that_is_too_long_is_refused_unread() -> None:
    text = json.dumps(ANSWER)
    assert read_message(text + " " * (MAX_MESSAGE_BYTES - len(text)))
    with pytest.raises(BadMessage, match="4,096 bytes"):
        read_message(text + " " * (MAX_MESSAGE_BYTES - len(text) + 1))
    with pytest.raises(BadMessage, match="4,096 bytes"):
        read_message("ü" * (MAX_MESSAGE_BYTES // 2 + 1))


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
