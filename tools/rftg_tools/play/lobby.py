"""All games of the server: those that are open as rooms, and those on the disk."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from rftg_tools.play.cards import Faces
from rftg_tools.play.frames import Frames
from rftg_tools.play.rooms import Room
from rftg_tools.play.saves import NoGame, Saves
from rftg_tools.play.session import Session
from rftg_tools.play.setup import SetUp, Shelves, set_up
from rftg_tools.web.images import Images

MOST_ROOMS: Final = 200
"""Games that are open at once; of those that nobody sees the one opened first is closed."""


class TooMany(Exception):
    """More games than can be open at once are being played."""


class Lobby:
    """Opens games. pace: seconds between the answers of bots that are watched."""

    def __init__(self, shelves: Shelves, saves: Saves, images: Images, pace: float = 0.0) -> None:
        self.shelves, self.saves, self.images = shelves, saves, images
        self._pace = pace
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def begin(self, form: Any) -> str:
        """Set up a game; its id. Raises BadForm, TooMany, OSError."""
        ready = await asyncio.to_thread(set_up, form, self.shelves)
        await self._make_way()
        session = Session(ready.table, ready.options, ready.seed, ready.chairs, _first_turn())
        game_id = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        await asyncio.to_thread(self.saves.write, game_id, session.record())
        self._rooms[game_id] = self._room(game_id, session, ready)
        return game_id

    async def room(self, game_id: str) -> Room:
        """The room of a game. Raises NoGame, TooMany."""
        async with self._opening:
            found = self._rooms.get(game_id)
            if found is None:
                raise NoGame("there is no such game")
            return found

    def _room(self, game_id: str, session: Session, ready: SetUp) -> Room:
        faces = Faces(ready.table, self.images, ready.folders)
        frames = Frames(game_id, session, faces, self.saves.file_name(game_id))
        return Room(session, frames, partial(self.saves.write, game_id), self._pace)

    async def _make_way(self) -> None:
        if len(self._rooms) < MOST_ROOMS:
            return
        for game_id, room in self._rooms.items():
            if not room.tabs:
                del self._rooms[game_id]
                await room.close()
                return
        raise TooMany(f"at most {MOST_ROOMS} games can be open at once")

    async def close(self) -> None:
        """Close all games."""
        rooms, self._rooms = list(self._rooms.values()), {}
        for room in rooms:
            await room.close()


def _first_turn() -> int:
    """Later than any turn that a server before this one can have told a page."""
    return time.time_ns() // 1_000_000
