"""Drawing of pictures made of pixels, with Pillow or with what a browser has instead."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Protocol

from rftg_tools.raster.drawing import Drawing, DrawnPicture


class Raster(Protocol):
    """What draws pictures: a module or an object."""

    def upright_size(self, data: bytes) -> tuple[int, int]:
        """Return the width and height of a picture as shown. Raises BadPicture."""

    def draw(self, data: bytes, drawing: Drawing) -> DrawnPicture:
        """Draw a picture anew. Raises BadPicture."""


_raster: Raster | None = None


def use_raster(raster: Raster) -> None:
    """Draw all pictures with another raster from now on."""
    global _raster
    _raster = raster


def can_draw() -> bool:
    """Return whether there is anything that draws pictures."""
    return _raster is not None or find_spec("PIL") is not None


def upright_size(data: bytes) -> tuple[int, int]:
    """Return the width and height in pixels of a picture as shown.

    data: contents of a PNG, JPEG or WebP file. Raises BadPicture.
    """
    return _used().upright_size(data)


def draw(data: bytes, drawing: Drawing) -> DrawnPicture:
    """Draw a picture anew. data: contents of a PNG, JPEG or WebP file. Raises BadPicture."""
    return _used().draw(data, drawing)


def _used() -> Raster:
    if _raster is not None:
        return _raster
    from rftg_tools.raster import pillow  # late: browsers have no Pillow

    return pillow
