"""Games through the application, as people at its page would play them, and what they are shown."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from starlette.types import ASGIApp

from rftg_dev.soak.play.answers import any_answer
from rftg_dev.soak.play.leaks import Reader
from rftg_dev.soak.play.seen import Rights, Seen
from rftg_dev.soak.play.wire import PORT, Wire, post
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.app import build_app
from rftg_tools.play.frames import Frames
from rftg_tools.play.kinds import resume_game
from rftg_tools.play.lobby import Lobby
from rftg_tools.play.rooms import Room
from rftg_tools.play.saves import Saves
from rftg_tools.play.session import Session
from rftg_tools.play.shelves import Shelves
from rftg_tools.web.images import Images

Data = dict[str, Any]
ARC: Final = ("brink-of-war", "new-worlds")
AT_ONCE: Final = 8
"""Games that are played at the same time: a disk takes its time to write them."""
PATIENCE: Final = 300.0
"""Seconds after which a game counts as one that hangs."""
LOOKS: Final = 20
LOOK_SECONDS: Final = 0.1
"""How often, and how long after each other, it is looked whether a finished game is on the disk."""
UNDONE: Final = 0.04
"""How often a person takes an answer back where that can be done."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is played: sets, who sits where, options of the set-up."""

    sets: tuple[str, ...]
    humans: int
    bots: int
    options: tuple[str, ...] = ()
    robot: str = ""

    def __str__(self) -> str:
        """Return a heading for failures."""
        robot = f" and the {self.robot} robot" if self.robot else ""
        who = f"{self.humans} people, {self.bots} bots{robot}"
        return ", ".join(("+".join(self.sets), who, *self.options))

    def form(self, seed: str) -> Data:
        """Return the form of the set-up page."""
        people = [{"kind": "human", "name": f"Person {seat}"} for seat in range(self.humans)]
        bots = [
            {"kind": "bot", "level": "greedy", "name": f"Bot {seat}"} for seat in range(self.bots)
        ]
        robots = [{"kind": "robot"}] if self.robot else []
        return {
            "sets": list(self.sets),
            "seats": [*people, *bots, *robots],
            "options": dict.fromkeys(self.options, True),
            "robot": self.robot or None,
            "seed": seed,
        }


KINDS: Final = (
    Kind(("base",), 1, 1),
    Kind(ARC, 1, 1, ("goals", "takeovers")),
    Kind(("base",), 1, 3),
    Kind(ARC, 2, 1, ("goals", "takeovers")),
    Kind(("base",), 2, 0, ("experienced",)),
    Kind(ARC, 1, 2, ("goals",)),
    Kind(("base",), 2, 1, ("preset_hands",)),
    Kind(ARC, 2, 2, ("goals", "takeovers")),
    Kind(("gathering-storm",), 1, 2, ("goals",)),
    Kind(("brink-of-war",), 2, 0, ("draft", "takeovers")),
    Kind(ARC, 1, 1, ("experienced", "goals", "takeovers")),
    Kind(("rebel-vs-imperium",), 1, 1, ("scenario",)),
    Kind(("base",), 1, 0, robot="easy"),
    Kind(ARC, 1, 0, robot="hard"),
    Kind(("xeno-invasion",), 2, 3, ("invasion",)),
    Kind((*ARC, "xeno-invasion"), 2, 0, ("goals", "takeovers", "invasion")),
)
"""The kinds of game, played in turn."""


@dataclass(slots=True)
class Read:
    """What was read, and what it told that it must not."""

    games: int = 0
    frames: int = 0
    answers: int = 0
    undone: int = 0
    bytes: int = 0
    largest: int = 0
    wrong: Counter[str] = field(default_factory=Counter)

    def add(self, other: Read) -> None:
        """Count what was read of other games too."""
        for name in ("games", "frames", "answers", "undone", "bytes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.largest = max(self.largest, other.largest)
        self.wrong.update(other.wrong)


class House:
    """The application, with a folder for its games."""

    def __init__(self, folder: Path, images: Images) -> None:
        self.lobby = Lobby(Shelves([], robot=shipped_robot()), Saves(folder), images)
        self.app: ASGIApp = build_app(self.lobby, PORT)

    async def begin(self, form: Data) -> tuple[str, Room]:
        """Set up a game by its form and return its id and its room."""
        status, data = await post(self.app, "/api/games", form)
        if status != 201:
            raise RuntimeError(f"{form} is refused: {data}")
        return data["id"], await self.lobby.room(data["id"])


def read_games(numbers: Sequence[int], seed: int) -> Read:
    """Play the games of these numbers, a few at a time, and read all their frames."""
    with (
        tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder,
        closing(Images(DEFAULT)) as images,
    ):
        return asyncio.run(_read_all(House(Path(folder), images), numbers, seed))


async def _read_all(house: House, numbers: Sequence[int], seed: int) -> Read:
    read = Read()
    few = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with few:
            kind = KINDS[number % len(KINDS)]
            await read_game(house, kind, f"secret-{seed}-{number}", read)

    async with asyncio.TaskGroup() as games:
        for number in numbers:
            games.create_task(one(number))
    await house.lobby.close()
    return read


async def read_game(house: House, kind: Kind, seed: str, read: Read) -> None:
    """Play one game to its end, and read every frame of every tab."""
    game, room = await house.begin(kind.form(seed))
    sitting = _Sitting(room, kind, Random(f"{seed}/people"), read)
    try:
        await _sit_down(sitting, house, game, kind)
        if not await _is_kept(house, game, room):
            read.wrong[f"{kind}, seed {seed}: the game on the disk is not the one played"] += 1
    except Exception as error:
        read.wrong[f"{kind}, seed {seed}: {_in_words(error)}"] += 1
    read.games += 1


async def _is_kept(house: House, game: str, room: Room) -> bool:
    """Return whether the game lies on the disk as it was played, at the latest after a while."""
    for _nth in range(LOOKS):
        record = house.lobby.saves.read(game)
        if resume_game(record, 0).session.state.digest() == room.session.state.digest():
            return True
        await asyncio.sleep(LOOK_SECONDS)
    return False


def _in_words(error: BaseException) -> str:
    """Return the error that is behind it all."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


async def _sit_down(sitting: _Sitting, house: House, game: str, kind: Kind) -> None:
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tabs:
        for seat in (*range(kind.humans), None):
            tabs.create_task(sitting.play(Wire(house.app, f"/games/{game}/socket"), seat))


class _Sitting:
    """The people of one game, each at a tab of the own, and somebody who looks on."""

    def __init__(self, room: Room, kind: Kind, chance: Random, read: Read) -> None:
        self._kind, self._chance, self._read = kind, chance, read
        assert isinstance(room.session, Session)
        self._seen = Seen(room.session)
        assert isinstance(room.frames, Frames)
        self._reader = Reader(room.session.table, room.frames._faces)
        self._rights: dict[tuple[int | None, int], Rights] = {}
        self._make = room.frames.frame
        room.frames.__dict__["frame"] = self._frame

    def _frame(self, seat: int | None, told: Sequence[Data] = ()) -> tuple[Data, Sequence[Data]]:
        """Stand in for what makes frames: keep what the reader may see at this moment."""
        self._rights[seat, self._seen.session.turn] = self._seen.rights(seat)
        return self._make(seat, told)

    async def play(self, wire: Wire, seat: int | None) -> None:
        """Play in one tab until the game is over."""
        answered = -1
        async with wire:
            await wire.tell(do="see", seat=seat, log=0)
            while True:
                text = await wire.hear()
                frame = json.loads(text)
                if frame["is"] == "refused":
                    continue  # the game went on before the answer came
                self._look(text, frame)
                if frame["over"]:
                    return
                if frame["seat"] == seat and seat is not None:
                    answered = await self._answer(wire, frame, answered)

    def _look(self, text: str, frame: Data) -> None:
        rights = self._rights[frame["seat"], frame["turn"]]
        self._read.frames += 1
        self._read.bytes += len(text)
        self._read.largest = max(self._read.largest, len(text))
        for leak in self._reader.leaks(text, rights):
            self._read.wrong[f"{self._kind}: {leak}"] += 1

    async def _answer(self, wire: Wire, frame: Data, answered: int) -> int:
        """Answer what is asked, or now and then take an answer back; return the turn."""
        if frame["undo"] and self._chance.random() < UNDONE:
            await wire.tell(do="undo", turn=frame["turn"])
            self._read.undone += 1
            return -1
        for ask in frame["asks"]:
            if ask["since"] > answered:
                answer = any_answer(ask, self._chance)
                await wire.tell(do="answer", seat=ask["seat"], turn=frame["turn"], answer=answer)
                self._read.answers += 1
                return int(ask["since"])
        return answered
