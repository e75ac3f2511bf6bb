"""Lobby: starts, resumes and closes the games of the server."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from gamekit.records import RecordError
from rftg_tools.games import GAMES, Game, default_game, game_of_record
from rftg_tools.play.cards import pictures_changed
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.forms import BadForm, SetUp
from rftg_tools.play.game_frames import GameFrames
from rftg_tools.play.game_session import (
    ActionRefused,
    BotThreads,
    GameSession,
    RecordedAnswers,
    seats_of_record,
    yield_to_threads,
)
from rftg_tools.play.marking import MarkService
from rftg_tools.play.rooms import Room
from rftg_tools.play.saves import GameNotFound, Saves
from rftg_tools.play.share.company import Notes, Participants
from rftg_tools.play.share.links import BadLinks, Links
from rftg_tools.playtests.marks import Marks
from rftg_tools.recorded import follow_record, resume_record
from rftg_tools.web.images import Images, describe_error

Texts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OpenGame:
    """An open game. texts: texts of user sets. folders: picture folders by set id."""

    game: Game
    session: GameSession[Any]
    texts: Texts
    folders: Mapping[str, Path]


def start_game(form: Any, catalog: SetCatalog, first_turn: int) -> OpenGame:
    """Start the game of a form. first_turn: as in GameSession. Raises BadForm."""
    name = form.get("game", default_game().id) if isinstance(form, dict) else default_game().id
    if name not in GAMES:
        raise BadForm("game", "there is no such game")
    game = GAMES[name]
    setup: SetUp = game.call("form", game, form, catalog)
    session = game.call("session", setup.table, setup.options, setup.seed, setup.seats, first_turn)
    return OpenGame(game, session, setup.bundle.texts, setup.folders)


def resume_game(
    record: Any, first_turn: int, folders: Mapping[str, Path] = MappingProxyType({})
) -> OpenGame:
    """Resume the game of a record. Raises RecordError, LookupError.

    A record from other rules or cards is opened for viewing, as far as it can be replayed.
    """
    record, divergence = follow_record(record, pause=yield_to_threads)
    recorded, game = RecordedAnswers(record), game_of_record(record)
    recorder = resume_record(record, note=recorded.note, pause=yield_to_threads)
    session: GameSession[Any] = game.call(
        "session",
        recorder.table,
        recorder.options,
        recorder.seed,
        seats_of_record(record, game.rules.levels),
        first_turn,
        recorder.chances,
    )
    try:
        session.restore(recorded.answers)
    except ActionRefused as problem:
        raise RecordError(str(problem)) from None
    session.divergence = divergence
    texts = tuple((name, text) for name, text in record.get("texts", ()))
    return OpenGame(game, session, texts, folders)


_MAX_CACHED_FACES: Final = 16
"""Maximum number of tables whose faces are cached."""
MAX_ROOMS: Final = 200
"""Maximum number of open games. Then the oldest game without viewers makes room for a new one."""


IDLE_TIMEOUT: Final = 600.0
"""Seconds without viewers after which a game is closed. Its record can be reopened."""
CONNECT_TIMEOUT: Final = 10.0
"""Seconds in which the page of a new game must connect before the game can be closed."""
_MAX_NOTES: Final = 1_000
"""Maximum number of recent games whose notes are kept."""
_SWEEP: Final = 30.0
"""Seconds between searches for idle games."""


class TooManyGames(Exception):
    """No more games can be opened now."""


class Lobby:
    """Open games of the server. pace: seconds between answers in games without people."""

    def __init__(
        self, catalog: SetCatalog, saves: Saves, images: Images, pace: float = 0.0
    ) -> None:
        self.catalog, self.saves, self.images = catalog, saves, images
        self._pace = pace
        self.links = Links(saves.folder)
        self.share_address: str | None = None
        """Address of shared tables, or None if the server isn't shared."""
        self._rooms: dict[str, Room] = {}
        self._thinkers = BotThreads()
        self._opening = asyncio.Lock()
        self.drawing = asyncio.Lock()
        """Held while an image is drawn: one at a time, so that threads stay free to save games."""
        self._faces: dict[object, tuple[Any, Any]] = {}
        self._notes: dict[str, Notes] = {}
        self._is_closed = False
        self._sweeping: asyncio.Task[None] | None = None

    async def begin(self, form: Any) -> str:
        """Start a game and return its id. Raises BadForm, TooManyGames, OSError."""
        opened = await asyncio.to_thread(start_game, form, self.catalog, _first_turn())
        game_id = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        async with self._opening:
            await self._make_room()
            record = opened.session.record(opened.texts)
            await asyncio.to_thread(self.saves.write, game_id, record)
            frames = await asyncio.to_thread(self._frames_of, game_id, opened)
            self._rooms[game_id] = self._room(game_id, opened, frames)
        return game_id

    async def room(self, game_id: str) -> Room:
        """Return the room of a game, opening it if needed. Raises GameNotFound, TooManyGames."""
        async with self._opening:
            if game_id not in self._rooms:
                await self._make_room()
                opened, frames = await asyncio.to_thread(self._resumed, game_id)
                self._rooms[game_id] = self._room(game_id, opened, frames)
            self._rooms[game_id].touch()
            return self._rooms[game_id]

    def participants(self, room: Room) -> Participants:
        """Return the people of a room."""
        assert isinstance(room.participants, Participants)
        return room.participants

    def shows(self, face: str) -> bool:
        """Return whether a face belongs to an open game that is shared."""
        return any(
            room.frames.holds(face) and self.participants(room).is_shared
            for room in self._rooms.values()
        )

    def _resumed(self, game_id: str) -> tuple[OpenGame, GameFrames]:
        record = self.saves.read(game_id)
        try:
            opened = resume_game(record, _first_turn(), self.catalog.folders())
        except (RecordError, LookupError) as problem:
            raise GameNotFound(f"This game can't be resumed: {problem}") from None
        return opened, self._frames_of(game_id, opened)

    def _frames_of(self, game_id: str, opened: OpenGame) -> GameFrames:
        """Return the frames of a game. May wait while an image is drawn."""
        session, file_name = opened.session, self.saves.file_name(game_id)
        faces = self._faces_of(opened.game, session.table, opened.folders)
        frames: GameFrames = opened.game.call("frames", game_id, session, faces, file_name)
        return frames

    def _faces_of(self, game: Game, table: Any, folders: Mapping[str, Path]) -> Any:
        """Return the cached faces of a table. May wait while an image is drawn."""
        changed = pictures_changed(table, folders)
        key = (id(table), tuple(sorted(folders.items())), changed)
        cached = self._faces.get(key)
        if cached is None:
            if len(self._faces) >= _MAX_CACHED_FACES:
                del self._faces[next(iter(self._faces))]
            cached = self._faces[key] = (table, game.call("faces", table, self.images, folders))
        return cached[1]

    def _room(self, game_id: str, opened: OpenGame, frames: GameFrames) -> Room:
        save, session = partial(self.saves.write, game_id), opened.session
        marking = MarkService(game_id, session, session.table.cards, Marks(self.saves.folder))
        notes = self._notes[game_id] = self._notes.pop(game_id, Notes())
        if len(self._notes) > _MAX_NOTES:
            del self._notes[next(iter(self._notes))]

        def gather(room: Room) -> Participants:
            return Participants(room, game_id, self.links, self.share_address, notes)

        try:
            room = Room(
                session, frames, save, self._thinkers, gather, marking, opened.texts, self._pace
            )
        except BadLinks as problem:
            raise GameNotFound(str(problem)) from None
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep())
        return room

    async def _make_room(self) -> None:
        """Close a game without viewers if too many are open. Raises TooManyGames."""
        if self._is_closed:
            raise TooManyGames("The server is stopping. Try again later.")
        if len(self._rooms) < MAX_ROOMS:
            return
        if await self._close_idle(CONNECT_TIMEOUT, 1) == 0:
            raise TooManyGames(f"Only {MAX_ROOMS} games can be open at once. Try again later.")

    async def _close_idle(self, seconds: float, maximum: int) -> int:
        """Close games without viewers for this long, oldest first, and return their number."""
        idle = [game_id for game_id, room in self._rooms.items() if room.is_idle(seconds)][:maximum]
        for game_id in idle:
            await self._rooms[game_id].close()  # if this is cancelled, Lobby.close closes the room
            self._rooms.pop(game_id, None)
        return len(idle)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                async with self._opening:
                    await self._close_idle(IDLE_TIMEOUT, MAX_ROOMS)
            except Exception as error:  # shown in the terminal; the next search tries again
                describe_error(error)

    async def close(self) -> None:
        """Close all games, and refuse to open more."""
        self._is_closed = True
        if self._sweeping is not None:
            self._sweeping.cancel()
        rooms, self._rooms = list(self._rooms.values()), {}
        for room in rooms:
            room.stop()
        self._thinkers.close()
        for room in rooms:
            await room.close()


def _first_turn() -> int:
    """Return a turn number higher than any that an earlier server can have sent to a page."""
    return time.time_ns() // 1_000_000
