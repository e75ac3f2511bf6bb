"""Reviews for a server: what has been found so far, and a process of its own that finds the rest.

The process keeps its findings beside the record, as the command does; here they are only read.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rftg_engine.record_form import RecordError
from rftg_tools.play.cards import Faces
from rftg_tools.recorded import Unreadable
from rftg_tools.review.plan import LEVEL, PLAYOUTS
from rftg_tools.review.review import Game, review_data
from rftg_tools.review.scenes import page_data
from rftg_tools.review.source import game_of
from rftg_tools.review.store import Store, place_of
from rftg_tools.web.images import Images

Data = dict[str, Any]
_KEPT: Final = 8
"""Games that are kept ready."""


class NoReview(Exception):
    """A game that cannot be reviewed, or not yet; says why."""


class Desk:
    """Reviews of recorded games, each under an id. Any thread may ask, one at a time.

    record: where the record of an id lies; raises NoReview. open_game: reads it. jobs: processes
    that play games out, None for all cores.
    """

    def __init__(
        self,
        images: Images,
        record: Callable[[str], Path],
        open_game: Callable[[Path], Game] = game_of,
        jobs: int | None = None,
    ) -> None:
        self.images = images
        self._record, self._open_game, self._jobs = record, open_game, jobs
        self._games: dict[str, Game] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def data(self, game_id: str) -> Data:
        """All that the page shows, as far as it has been found. Raises NoReview."""
        game = self._game(game_id)
        faces = Faces(game.plan.table, self.images, {})
        return page_data(game, self.found(game_id), faces)

    def found(self, game_id: str) -> Data:
        """What has been found until now; more is looked for from now on. Raises NoReview."""
        game = self._game(game_id)
        record = self._record(game_id)
        review = review_data(game, Store(place_of(record, None), game.plan).found)
        if not review["complete"]:
            self._look_further(game_id, record)
        return review

    def _game(self, game_id: str) -> Game:
        game = self._games.get(game_id)
        if game is None:
            path = self._record(game_id)
            try:
                game = self._open_game(path)
            except (LookupError, OSError, RecordError, Unreadable, ValueError) as problem:
                raise NoReview(f"{path.name} cannot be reviewed: {problem}") from None
            if len(self._games) >= _KEPT:
                del self._games[next(iter(self._games))]
            self._games[game_id] = game
        return game

    def _look_further(self, game_id: str, record: Path) -> None:
        """Has a process look for the rest, one for a game; one that failed is not begun again."""
        if game_id not in self._running:
            command = [sys.executable, "-m", "rftg_dsl", "review", str(record), "--json"]
            command += ["--playouts", str(PLAYOUTS), "--level", LEVEL]
            command += ["--jobs", str(self._jobs)] if self._jobs else []
            nothing = subprocess.DEVNULL
            self._running[game_id] = subprocess.Popen(command, stdin=nothing, stdout=nothing)

    def close(self) -> None:
        """End all that is still being looked for; what was found is kept."""
        for running in self._running.values():
            running.terminate()
        for running in self._running.values():
            running.wait()


def page_bytes(data: Data) -> bytes:
    """Data as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
