"""How pictures are drawn anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class BadPicture(Exception):
    """Raised for a picture that can't be read or drawn, with the reason."""


class Strip(NamedTuple):
    """A strip of a picture along one axis, in pixels: where it is, and where its copy goes."""

    start: int
    length: int
    target: int
    is_mirrored: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """A larger or smaller picture made of copies of one picture's strips.

    size: width and height in pixels. columns and rows cover it completely.
    """

    size: tuple[int, int]
    columns: tuple[Strip, ...]
    rows: tuple[Strip, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a picture is drawn anew, in the order of the fields.

    box: left, top, right and bottom edge of the part that is drawn, in pixels of the upright
    picture. size: width and height that it gets. ground: colour "#rrggbb" behind transparent
    parts. ink: if not 0, the ink of the darkest part of a picture in grays, relative to black.
    is_rotated: by 90 degrees, counterclockwise. kind: "png", "jpg" or "webp". flat: maximum number
    of colours of a picture that becomes a PNG instead. quality: 0 to 100, not for PNG.
    """

    box: tuple[int, int, int, int]
    size: tuple[int, int]
    ground: str
    kind: str
    quality: int = 0
    flat: int = 0
    ink: float = 0.0
    is_rotated: bool = False
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A file in memory. kind: "png", "jpg" or "webp"; browsers may lack WebP and give PNG."""

    kind: str
    data: bytes
