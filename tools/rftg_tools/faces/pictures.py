"""Pictures of cards, cropped to the frame of a face.

They may be hostile, so they are read with care. If a picture cannot be read, the card gets drawn
art instead, and the reason is reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from rftg_dsl.model import Card
from rftg_dsl.sets.pictures import FRAME, BadPath, NotAPicture, find_picture, inspect_picture
from rftg_dsl.source.text import open_regular_file
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.typesetting import File, file_of
from rftg_tools.raster import draw, upright_size
from rftg_tools.raster.drawing import BadPicture, Drawing

_DPI: Final = 300
_MM: Final = 25.4
MAX_SIZE: Final = (round(FRAME[0] / _MM * _DPI), round(FRAME[1] / _MM * _DPI))
"""Maximum printed size of a picture in pixels."""
_FLAT: Final = 256
"""Maximum number of colours of a drawing; JPEG would blur its edges."""
_QUALITY: Final = 88
_INK: Final = 0.3
"""Ink of the darkest part of a light picture, relative to black."""


class UnusablePicture(Exception):
    """Picture cannot be printed. The message says why."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Options for printing a picture.

    ground: colour "#rrggbb" behind transparent parts. keeps: part to keep when the picture is
    cropped, as in card files. is_light: print in light grays, which need little ink.
    """

    ground: str
    keeps: str = ""
    is_light: bool = False


def choose_frame(card: Card, theme: Theme) -> Frame:
    """Return the options of a theme for the picture of a card."""
    return Frame(theme.colours["ground"], card.art_keeps, theme.pictures == "light")


def crop_picture(name: str, folder: Path, frame: Frame) -> File:
    """Return the picture that a card names, cropped to the frame.

    folder: folder of the set. The same file gives the same bytes. Raises UnusablePicture.
    """
    try:
        path = find_picture(name, folder)
        inspect_picture(path)
        status = path.stat()
        return _load_picture(path, (status.st_mtime_ns, status.st_size), frame)
    except FileNotFoundError:
        raise UnusablePicture(f"the picture {name!r} does not exist") from None
    except (BadPath, NotAPicture) as problem:
        raise UnusablePicture(f"the picture {name!r} is not used: {problem}") from None
    except (BadPicture, OSError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise UnusablePicture(f"the picture {name!r} cannot be read: {reason}") from None


@lru_cache(maxsize=512)
def _load_picture(path: Path, _stamp: tuple[int, int], frame: Frame) -> File:
    """Return the picture in a file. _stamp: changes when the file changes."""
    data = _read(path)
    box = _crop_box(*upright_size(data), frame.keeps)
    size = min(MAX_SIZE[0], box[2] - box[0]), min(MAX_SIZE[1], box[3] - box[1])
    ink = _INK if frame.is_light else 0.0
    picture = draw(data, Drawing(box, size, frame.ground, "jpg", _QUALITY, _FLAT, ink))
    return file_of(picture.data, picture.kind)


def measure_picture(path: Path) -> tuple[int, int]:
    """Return the width and height of a picture as shown.

    Raises NotAPicture, BadPicture, OSError.
    """
    inspect_picture(path)
    return upright_size(_read(path))


def _read(path: Path) -> bytes:
    with open_regular_file(path) as file:
        return file.read()


def _crop_box(width: int, height: int, keeps: str) -> tuple[int, int, int, int]:
    """Return the box of the largest part with the shape of the frame: left, top, right, bottom.

    width, height: of the picture. keeps: part to keep, as in card files, or "" for the middle.
    """
    box_width = max(1, min(width, round(height * FRAME[0] / FRAME[1])))
    box_height = max(1, min(height, round(width * FRAME[1] / FRAME[0])))
    across, down = width - box_width, height - box_height
    if keeps.endswith("%"):
        percent = int(keeps[:-1])
    else:
        percent = {"left": 0, "right": 100}.get(keeps, 50) if across else _DOWN.get(keeps, 50)
    left, top = across * percent // 100, down * percent // 100
    return left, top, left + box_width, top + box_height


_DOWN: Final = {"top": 0, "bottom": 100}
