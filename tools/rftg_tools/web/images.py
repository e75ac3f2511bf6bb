"""Images of faces, each under a name that stands for all that is on it; made when asked for."""

from __future__ import annotations

import hashlib
import secrets
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
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

_FACES: Final = limits.FILES * 2_000
"""Most faces that are known: of as many cards as there can be."""
_IMAGES: Final = 1_000
"""Most images that are kept; others are made again."""


class Face(NamedTuple):
    """What an image shows. changed: when the picture that the card names was changed, in ns."""

    printed: PrintedCard | Goal
    changed: int = 0


class CannotDraw(Exception):
    """An image that cannot be made; says why."""


class Images:
    """The images of the cards that are shown, in a theme; any thread may ask.

    watched: the files on which every image depends. look: another one whenever all images are to
    be made anew.
    """

    def __init__(self, theme: str) -> None:
        self._spec = theme
        self._printer = Printer(load_theme(theme))
        self.watched = _files(self._printer.theme)
        self._faces: dict[str, PrintedCard | Goal] = {}
        self._made: dict[str, bytes] = {}
        self._lock = Lock()
        self.look = _new_look()
        self._lost = ""
        self._failed: dict[str, str] = {}

    @property
    def theme(self) -> Theme:
        """The theme as it was last read."""
        return self._printer.theme

    @property
    def problem(self) -> str:
        """Why cards do not look as they should, "" where they do.

        The theme cannot be used as it is now, and so is used as it last was; or an image that is
        shown could not be made.
        """
        return self._lost or next(iter(self._failed.values()), "")

    def renew(self) -> None:
        """Read the theme again, and make all images anew."""
        try:
            printer = Printer(load_theme(self._spec))
        except (BadTheme, OSError) as error:
            self._lost = str(error)
            return
        with self._lock:
            self.close()
            self._printer = printer
            self.watched = _files(printer.theme)
            self._made.clear()
            self._failed.clear()
            self.look, self._lost = _new_look(), ""

    def name(self, face: Face) -> str:
        """Return the name of the image of a face, another one for every other face."""
        return hashlib.blake2b(
            _content_of(face).encode(), digest_size=12, key=self.look
        ).hexdigest()

    def show(self, faces: Iterable[Face]) -> None:
        """Have the images of these from now on, and for a while those of earlier ones.

        Waits while an image is drawn.
        """
        with self._lock:
            shown = {self.name(face): face.printed for face in faces}
            others = {name: face for name, face in self._faces.items() if name not in shown}
            self._faces = others | shown
            self._failed = {name: why for name, why in self._failed.items() if name in shown}
            _forget_first(self._faces, _FACES)

    def add(self, face: Face) -> None:
        """Have the image of one more face for a while, besides those that are shown."""
        with self._lock:
            self._faces[self.name(face)] = face.printed
            _forget_first(self._faces, _FACES)

    def image(self, name: str) -> bytes:
        """Return the image of a name.

        Raises KeyError for one that no card has, CannotDraw.
        """
        with self._lock:
            if name in self._failed:
                raise CannotDraw(self._failed[name])
            made = self._made.get(name)
            if made is None:
                made = self._made[name] = self._drawn(name, self._faces[name])
                _forget_first(self._made, _IMAGES)
            return made

    def _drawn(self, name: str, face: PrintedCard | Goal) -> bytes:
        """Return the image of a face, now. Raises CannotDraw, which is remembered with the name."""
        try:
            (made,) = self._printer.pictures([_piece(face, self.theme)], "svg")
        except BadTheme as problem:
            self._failed[name] = str(problem)
        except Exception as error:
            self._failed[name] = f"{_title(face)} cannot be drawn: {said(error)}"
        else:
            return made
        raise CannotDraw(self._failed[name])

    def problems(self, face: Face) -> list[str]:
        """Return why the image of a face does not show the picture that the card names."""
        if isinstance(face.printed, Goal):
            return []
        try:
            return describe_problems([face_facts(face.printed, self._printer.theme)])
        except Exception as error:
            return [f"it cannot be drawn: {said(error)}"]

    def close(self) -> None:
        """Clear away the files that were used."""
        self._printer.close()


def _content_of(face: Face) -> str:
    """Return all that is on a face, as a text: of powers their lines, which say all of them."""
    printed, changed = face
    if isinstance(printed, Goal):
        return repr((printed, changed))
    card = printed.card
    lines = [line.text for line in card.powers]
    return repr((replace(printed, card=replace(card, powers=())), lines, changed))


def _piece(face: PrintedCard | Goal, theme: Theme) -> Piece:
    return goal_piece(face, theme) if isinstance(face, Goal) else card_piece(face, theme)


def _title(face: PrintedCard | Goal) -> str:
    return face.title if isinstance(face, Goal) else face.card.title


def picture_of(card: Card | None, folder: Path) -> Path | None:
    """Return where the picture of a card is, or would be.

    None where it names none that it may have.
    """
    if card is None or not card.art:
        return None
    try:
        return find_picture(card.art, folder)
    except FileNotFoundError:
        return folder / card.art
    except (BadPath, OSError):
        return None


def changed_at(card: Card | None, folder: Path) -> int:
    """Return when the card's picture was changed, in ns; 0 where there is none."""
    path = picture_of(card, folder)
    with suppress(OSError):
        return path.stat().st_mtime_ns if path else 0
    return 0


def said(error: Exception) -> str:
    """Return an error that nobody foresaw, in short.

    The terminal gets all that can be said of it.
    """
    traceback.print_exception(error)
    return f"{type(error).__name__}: {error} (the terminal says more)"


def _forget_first(known: dict[str, Any], most: int) -> None:
    """Forget those that have been known for longest."""
    for name in list(known)[: max(len(known) - most, 0)]:
        del known[name]


def _files(theme: Theme) -> list[Path]:
    """Return the files of a theme, and the folders in which others can come to be."""
    return [path for folder in theme.folders for path in (folder, *sorted(folder.rglob("*")))]


def _new_look() -> bytes:
    """Return a look by chance.

    A browser keeps images for ever, also those of another version of the program.
    """
    return secrets.token_bytes(8)
