"""Games through the application, played as people play on its pages, and their frames."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from starlette.types import ASGIApp

from rftg_dev.harness import Tally
from rftg_dev.soak.play.leaks import KnownCards, LeakReader, Permissions
from rftg_dev.soak.play.wire import PORT, Data, Wire, post, random_answer
from rftg_dsl.sets.robot import shipped_robot
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.app import build_app
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.frames import RaceFrames
from rftg_tools.play.lobby import Lobby, resume_game
from rftg_tools.play.rooms import Room
from rftg_tools.play.saves import Saves
from rftg_tools.play.sessions import RaceSession
from rftg_tools.web.images import Images

ARC: Final = ("brink-of-war", "new-worlds")
AT_ONCE: Final = 8
"""Games played at the same time, because writing to disk takes time."""
GAME_TIMEOUT: Final = 300.0
"""Seconds after which a game counts as hanging."""
LOOKS: Final = 20
LOOK_SECONDS: Final = 0.1
"""Number of checks whether a finished game is on disk, and seconds between them."""
UNDO_SHARE: Final = 0.04
"""Share of answers that a person takes back, if possible."""


@dataclass(frozen=True, slots=True)
class TableKind:
    """Sets, seats and options of a game."""

    sets: tuple[str, ...]
    humans: int
    bots: int
    options: tuple[str, ...] = ()
    robot: str = ""

    def __str__(self) -> str:
        """Return a heading for failures."""
        robot = f" and the {self.robot} robot" if self.robot else ""
        seats = f"{self.humans} people, {self.bots} bots{robot}"
        return ", ".join(("+".join(self.sets), seats, *self.options))

    def form(self, seed: str) -> Data:
        """Return the form that the set-up page sends."""
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
    TableKind(("base",), 1, 1),
    TableKind(ARC, 1, 1, ("goals", "takeovers")),
    TableKind(("base",), 1, 3),
    TableKind(ARC, 2, 1, ("goals", "takeovers")),
    TableKind(("base",), 2, 0, ("experienced",)),
    TableKind(ARC, 1, 2, ("goals",)),
    TableKind(("base",), 2, 1, ("preset_hands",)),
    TableKind(ARC, 2, 2, ("goals", "takeovers")),
    TableKind(("gathering-storm",), 1, 2, ("goals",)),
    TableKind(("brink-of-war",), 2, 0, ("draft", "takeovers")),
    TableKind(ARC, 1, 1, ("experienced", "goals", "takeovers")),
    TableKind(("rebel-vs-imperium",), 1, 1, ("scenario",)),
    TableKind(("base",), 1, 0, robot="easy"),
    TableKind(ARC, 1, 0, robot="hard"),
    TableKind(("xeno-invasion",), 2, 3, ("invasion",)),
    TableKind((*ARC, "xeno-invasion"), 2, 0, ("goals", "takeovers", "invasion")),
)
"""Kinds of game, played in turn."""


class PlayApp:
    """The application, with a folder for saved games."""

    def __init__(self, folder: Path, images: Images) -> None:
        self.lobby = Lobby(SetCatalog([], robot=shipped_robot()), Saves(folder), images)
        self.app: ASGIApp = build_app(self.lobby, PORT)

    async def start_game(self, form: Data) -> tuple[str, Room]:
        """Start a game from a form and return its ID and room."""
        status, data = await post(self.app, "/api/games", form)
        if status != 201:
            raise RuntimeError(f"the server refuses {form}: {data}")
        return data["id"], await self.lobby.room(data["id"])


def play_games(numbers: Sequence[int], seed: int) -> Tally:
    """Play the games with these numbers, a few at a time, and check all their frames."""
    with (
        tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder,
        closing(Images(DEFAULT)) as images,
    ):
        return asyncio.run(_play_all(PlayApp(Path(folder), images), numbers, seed))


async def _play_all(app: PlayApp, numbers: Sequence[int], seed: int) -> Tally:
    tally = Tally()
    limit = asyncio.Semaphore(AT_ONCE)

    async def play(number: int) -> None:
        async with limit:
            kind = KINDS[number % len(KINDS)]
            await play_game(app, kind, f"secret-{seed}-{number}", tally)

    async with asyncio.TaskGroup() as games:
        for number in numbers:
            games.create_task(play(number))
    await app.lobby.close()
    return tally


async def play_game(app: PlayApp, kind: TableKind, seed: str, tally: Tally) -> None:
    """Play a game to its end, and check every frame of every tab."""
    game, room = await app.start_game(kind.form(seed))
    people = _People(room, Random(f"{seed}/people"), tally)
    try:
        async with asyncio.timeout(GAME_TIMEOUT), asyncio.TaskGroup() as tabs:
            for seat in (*range(kind.humans), None):
                tabs.create_task(people.play(Wire(app.app, f"/games/{game}/socket"), seat))
        if not await _is_saved(app, game, room):
            people.failures["the saved game is not the one that was played"] += 1
    except Exception as error:
        cause: BaseException = error
        while isinstance(cause, BaseExceptionGroup):
            cause = cause.exceptions[0]
        people.failures[f"{type(cause).__name__}: {cause}"] += 1
    tally.counts["games"] += 1
    tally.failures += [
        f"{kind}, seed {seed}: {problem} ({count} times)"
        for problem, count in people.failures.items()
    ]


async def _is_saved(app: PlayApp, game: str, room: Room) -> bool:
    """Wait until the saved game is the one that was played; return whether it is."""
    for _attempt in range(LOOKS):
        record = app.lobby.saves.read(game)
        if resume_game(record, 0).session.state.digest() == room.session.state.digest():
            return True
        await asyncio.sleep(LOOK_SECONDS)
    return False


class _People:
    """The people of one game, each with a tab, and a spectator."""

    def __init__(self, room: Room, chance: Random, tally: Tally) -> None:
        self._chance, self._tally = chance, tally
        self.failures: Counter[str] = Counter()
        assert isinstance(room.session, RaceSession)
        self._known_cards = KnownCards(room.session)
        assert isinstance(room.frames, RaceFrames)
        self._reader = LeakReader(room.session.table, room.frames._faces)
        self._rights: dict[tuple[int | None, int], Permissions] = {}
        self._make_frame = room.frames.frame
        room.frames.__dict__["frame"] = self._frame

    def _frame(self, seat: int | None, told: Sequence[Data] = ()) -> tuple[Data, Sequence[Data]]:
        """Replace `Frames.frame`: record the reader's permissions at this moment."""
        self._rights[seat, self._known_cards.session.turn] = self._known_cards.rights(seat)
        return self._make_frame(seat, told)
        return self._make(seat, told)

    async def play(self, wire: Wire, seat: int | None) -> None:
        """Play in a tab until the game is over."""
        answered = -1
        async with wire:
            await wire.send_json(do="see", seat=seat, log=0)
            while True:
                text = await wire.receive()
                frame = json.loads(text)
                if frame["is"] == "refused":
                    continue  # the game continued before the answer arrived
                self._check(text, frame)
                if frame["over"]:
                    return
                if frame["seat"] == seat and seat is not None:
                    answered = await self._answer(wire, frame, answered)

    def _check(self, text: str, frame: Data) -> None:
        rights = self._rights[frame["seat"], frame["turn"]]
        self._tally.counts["frames"] += 1
        self._tally.note("largest frame, bytes", len(text))
        self.failures.update(self._reader.leaks(text, rights))

    async def _answer(self, wire: Wire, frame: Data, answered: int) -> int:
        """Answer a question, or now and then take an answer back; return the turn."""
        if frame["undo"] and self._chance.random() < UNDO_SHARE:
            await wire.send_json(do="undo", turn=frame["turn"])
            self._tally.counts["answers taken back"] += 1
            return -1
        for ask in frame["asks"]:
            if ask["since"] > answered:
                answer = random_answer(ask, self._chance)
                await wire.send_json(
                    do="answer", seat=ask["seat"], turn=frame["turn"], answer=answer
                )
                self._tally.counts["answers"] += 1
                return int(ask["since"])
        return answered
