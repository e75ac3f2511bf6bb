"""Reviews for a server: of one game, all found; or of many, with what has been found so far."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from gamekit.records.form import RecordError
from rftg_tools.play.cards import Faces
from rftg_tools.recorded import Unreadable
from rftg_tools.review.review import Game, review_data
from rftg_tools.review.scenes import page_data
from rftg_tools.review.searches import Searches
from rftg_tools.review.source import game_of
from rftg_tools.review.store import Store, place_of
from rftg_tools.web.images import Images

Data = dict[str, Any]
_KEPT: Final = 8
"""Games that are kept ready."""


class NoReview(Exception):
    """A game that cannot be reviewed, or not yet; says why."""


class FinishedReview:
    """One game whose review is there: nothing is read or looked for. review: of `review_data`."""

    def __init__(self, images: Images, game: Game, review: Data, game_id: str) -> None:
        self.images = images
        self._game, self._review, self._id = game, review, game_id

    def data(self, game_id: str) -> Data:
        """Return all that the page shows. Raises NoReview."""
        found = self.found(game_id)
        return page_data(self._game, found, _faces(self._game, self.images))

    def found(self, game_id: str) -> Data:
        """Return what was found. Raises NoReview."""
        if game_id != self._id:
            raise NoReview("there is no such game")
        return self._review


class ReviewService:
    """Reviews of recorded games, each under an id. Any thread may ask, one at a time.

    record: where the record of an id lies; raises NoReview. jobs: processes that play games out,
    None for all cores. folders: where own sets have their pictures now, by id.
    """

    def __init__(
        self,
        images: Images,
        record: Callable[[str], Path],
        jobs: int | None = None,
        folders: Callable[[], Mapping[str, Path]] = dict,
    ) -> None:
        self.images = images
        self._record = record
        self._folders = folders
        self._games: dict[str, Game] = {}
        self._searches = Searches(jobs)

    def data(self, game_id: str) -> Data:
        """Return all that the page shows, as far as it has been found. Raises NoReview."""
        game = self._game(game_id)
        faces = _faces(game, self.images, self._folders())
        return page_data(game, self.found(game_id), faces)

    def found(self, game_id: str) -> Data:
        """Return what has been found until now; more is looked for from now on. Raises NoReview."""
        game = self._game(game_id)
        record = self._record(game_id)
        # Asked before the findings are read: what a process that has ended found is in them.
        stopped = self._searches.stopped(record)
        review = review_data(game, Store(place_of(record, None), game.plan).found)
        if review["complete"]:
            return review
        return review | {"stopped": stopped or self._searches.look_for(record)}

    def _game(self, game_id: str) -> Game:
        game = self._games.get(game_id)
        if game is None:
            path = self._record(game_id)
            try:
                game = game_of(path)
            except (LookupError, OSError, RecordError, Unreadable, ValueError) as problem:
                raise NoReview(f"{path.name} cannot be reviewed: {problem}") from None
            if len(self._games) >= _KEPT:
                del self._games[next(iter(self._games))]
            self._games[game_id] = game
        return game

    def close(self) -> None:
        """End all that is still being looked for; what was found is kept."""
        self._searches.close()


def _faces(game: Game, images: Images, more: Mapping[str, Path] | None = None) -> Faces:
    """Return the faces of a game, with the pictures that its cards name."""
    return Faces(game.plan.table, images, {**game.folders, **(more or {})})


def page_bytes(data: Data) -> bytes:
    """Return data as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
