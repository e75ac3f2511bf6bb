"""What can be moved of a card's picture: the part of it that does not fit on the card."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from PIL import ExifTags, Image

from rftg_dsl.sets.picture_kinds import NoPicture
from rftg_dsl.sets.pictures import FRAME, BadPath, find_picture, look_at
from rftg_dsl.source.text import open_regular_file
from rftg_tools.faces.pictures import FORMATS, PILLOW_ERRORS

_ROTATED: Final = (5, 6, 7, 8)
"""EXIF orientations that turn a picture by a quarter."""


class NoCrop(ValueError):
    """A picture that cannot be used; says why."""


def crop_of(name: str, folder: Path) -> dict[str, Any]:
    """Return which way a picture is too large for a card, and by how much of the card's size.

    name: as a card of a set in `folder` names it. `over`: 0.5 for a picture that is one and a half
    times as wide (`across`) or as high as the room for it. Raises NoCrop.
    """
    try:
        path = find_picture(name, folder)
        look_at(path)
        with open_regular_file(path) as file, Image.open(file, formats=FORMATS) as image:
            width, height = image.size
            if image.getexif().get(ExifTags.Base.Orientation) in _ROTATED:
                width, height = height, width
    except FileNotFoundError:
        raise NoCrop(f"there is no picture {name!r:.200}") from None
    except (BadPath, NoPicture, *PILLOW_ERRORS) as problem:
        raise NoCrop(f"the picture cannot be used: {problem}") from None
    shape = (width * FRAME[1]) / (height * FRAME[0])
    across = shape > 1
    return {"across": across, "over": (shape if across else 1 / shape) - 1}
