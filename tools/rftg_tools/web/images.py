"""Images of card faces, named by a hash of their content and drawn on request."""

from __future__ import annotations

import hashlib
import secrets
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.model import Card, Goal
from rftg_dsl.sets.pictures import BadPath, find_picture
from rftg_tools.faces.facts import PrintedCard, describe_problems, face_facts
from rftg_tools.faces.theme import BadTheme, Theme, load_theme
from rftg_tools.sheets.layout import Piece
from rftg_tools.sheets.pieces import card_piece, goal_piece
from rftg_tools.sheets.printing import Printer

_MAX_FACES: Final = limits.FILES * 2_000
"""Maximum number of registered faces, enough for all cards that files can hold."""
_MAX_IMAGES: Final = 1_000
"""Maximum number of cached images."""


class Face(NamedTuple):
    """Content of an image. changed: modification time of the card's picture in nanoseconds."""

    printed: PrintedCard | Goal
    changed: int = 0


class CannotDraw(Exception):
    """Raised if an image cannot be drawn, with the reason."""


class Images:
    """Images of the cards of a page in a theme; any thread may call.

    spec: name or folder of the theme. watched: the files that every image depends on. look: a
    random key that changes whenever all images must be drawn again.
    """

    def __init__(self, theme: str) -> None:
        self.spec = theme
        self._printer = Printer(load_theme(theme))
        self.watched = _files(self._printer.theme)
        self._faces: dict[str, PrintedCard | Goal] = {}
        self._replaced: set[str] = set()
        self._cache: dict[str, bytes] = {}
        self._lock = Lock()
        self._drawing = Lock()
        self.look = _new_look()
        self._theme_problem = ""
        self._problems: dict[str, str] = {}

    @property
    def theme(self) -> Theme:
        """The last loaded theme."""
        return self._printer.theme

    @property
    def problem(self) -> str:
        """A problem with the look of cards, or "" if there is none.

        Either the theme has errors, so its last valid version is used, or an image of the page
        cannot be drawn.
        """
        return self._theme_problem or next(iter(self._problems.values()), "")

    def reload_theme(self) -> None:
        """Load the theme again, and drop all images."""
        try:
            printer = Printer(load_theme(self.spec))
        except (BadTheme, OSError) as error:
            self._theme_problem = str(error)
            return
        with self._drawing, self._lock:
            self.close()
            self._printer = printer
            self.watched = _files(printer.theme)
            self._cache.clear()
            self._problems.clear()
            self.look, self._theme_problem = _new_look(), ""

    def name(self, face: Face) -> str:
        """Return the name of the image of a face, unique to its content."""
        return hashlib.blake2b(
            _content_of(face).encode(), digest_size=12, key=self.look
        ).hexdigest()

    def set_faces(self, faces: Iterable[Face]) -> None:
        """Register the faces of the page; earlier faces stay available for a while."""
        with self._lock:
            current = {self.name(face): face.printed for face in faces}
            earlier = {name: face for name, face in self._faces.items() if name not in current}
            self._faces = earlier | current
            self._replaced = set(earlier)
            self._problems = {name: why for name, why in self._problems.items() if name in current}
            _drop_oldest(self._faces, _MAX_FACES)

    def add_face(self, face: Face) -> None:
        """Register a face for a while, in addition to the faces of the page."""
        with self._lock:
            name = self.name(face)
            self._faces[name] = face.printed
            self._replaced.discard(name)
            _drop_oldest(self._faces, _MAX_FACES)

    def image(self, name: str) -> bytes:
        """Return the image with a name. Raises KeyError for an unknown name, CannotDraw."""
        with self._drawing:
            if problem := self._problems.get(name):
                raise CannotDraw(problem)
            image = self._cache.get(name)
            if image is None:
                image = self._cache[name] = self._draw(name, self._faces[name])
                _drop_oldest(self._cache, _MAX_IMAGES)
            return image

    def _draw(self, name: str, face: PrintedCard | Goal) -> bytes:
        """Return the image of a face. Raises CannotDraw.

        The problem is stored, unless the face was replaced while it was drawn.
        """
        try:
            (image,) = self._printer.pictures([_piece(face, self.theme)], "svg")
        except BadTheme as error:
            problem = str(error)
        except Exception as error:
            title = face.title if isinstance(face, Goal) else face.card.title
            problem = f"{title} cannot be drawn: {describe_error(error)}"
        else:
            return image
        with self._lock:
            if name not in self._replaced:
                self._problems[name] = problem
        raise CannotDraw(problem)

    def problems(self, face: Face) -> list[str]:
        """Return the problems that keep a card's picture out of its image."""
        if isinstance(face.printed, Goal):
            return []
        try:
            return describe_problems([face_facts(face.printed, self._printer.theme)])
        except Exception as error:
            return [f"it cannot be drawn: {describe_error(error)}"]

    def close(self) -> None:
        """Remove temporary files."""
        self._printer.close()


@lru_cache(4_096)  # all cards are named again after each change
def _content_of(face: Face) -> str:
    """Return the content of a face as a text; powers are represented by their lines."""
    printed, changed = face
    if isinstance(printed, Goal):
        return repr((printed, changed))
    card = printed.card
    lines = [line.text for line in card.powers]
    return repr((replace(printed, card=replace(card, powers=())), lines, changed))


def _piece(face: PrintedCard | Goal, theme: Theme) -> Piece:
    return goal_piece(face, theme) if isinstance(face, Goal) else card_piece(face, theme)


def picture_of(card: Card | None, folder: Path) -> Path | None:
    """Return the path of a card's picture, which may not exist, or None without a valid name."""
    if card is None or not card.art:
        return None
    try:
        return find_picture(card.art, folder)
    except FileNotFoundError:
        return folder / card.art
    except (BadPath, OSError):
        return None


def changed_at(card: Card | None, folder: Path) -> int:
    """Return the modification time of a card's picture in nanoseconds, 0 without a picture."""
    path = picture_of(card, folder)
    with suppress(OSError):
        return path.stat().st_mtime_ns if path else 0
    return 0


def describe_error(error: Exception) -> str:
    """Return a short description of an unexpected error; print its traceback to the terminal."""
    traceback.print_exception(error)
    return f"{type(error).__name__}: {error} (see the terminal for details)"


def _drop_oldest(entries: dict[str, Any], maximum: int) -> None:
    for name in list(entries)[: max(len(entries) - maximum, 0)]:
        del entries[name]


def _files(theme: Theme) -> list[Path]:
    """Return the files of a theme, and the folders that may get new files."""
    return [path for folder in theme.folders for path in (folder, *sorted(folder.rglob("*")))]


def _new_look() -> bytes:
    """Return a random key, because browsers cache images even across program versions."""
    return secrets.token_bytes(8)
