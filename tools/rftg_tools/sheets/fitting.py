"""A picture of a face made one of a format: scaled, in the middle, its ground carried outwards.

Faces are drawn in one size, and formats have other shapes. A face is never cut or distorted: it is
as large as the format's cut and safe margin let it be, and what is left around it is filled by
mirroring its own edge, where nothing but its ground is drawn.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageOps

from rftg_tools.sheets.formats import Format
from rftg_tools.sheets.grid import BLEED, Size

_INSIDE: Final = {"goal": 1.4, "tile": 1.8, "faction tile": 1.8}
_INSIDE_OTHERWISE: Final = 2.5
"""How far inside of the cut a piece shows nothing but its ground, in mm, by what draws it."""
_MM: Final = 25.4
_FEWEST: Final = 2
"""Pixels of an edge that are mirrored, at the least."""
_GROUND: Final = (255, 255, 255)
"""What shines through where a theme draws nothing: paper."""


def inside_of(draw: str) -> float:
    """Return how far inside of its cut a kind of piece shows nothing but ground, in mm."""
    return _INSIDE.get(draw, _INSIDE_OTHERWISE)


def lies_across(size: Size, form: Format) -> bool:
    """Return whether a piece has to be turned by a quarter to lie in a format as it stands."""
    return (size.width > size.height) != (form.size.width > form.size.height) and (
        size.width != size.height and form.size.width != form.size.height
    )


def scale_of(size: Size, form: Format, inside: float) -> float:
    """Return how many times larger a piece is in a format than it is drawn.

    size: of the piece to its cut, inside: of it free of words; in mm. It is no larger than the
    format to its cut, and its words keep clear of the safe margin.
    """
    width, height = size.width, size.height
    if lies_across(size, form):
        width, height = height, width
    room = form.size
    return min(
        room.width / width,
        room.height / height,
        (room.width - 2 * form.safe) / (width - 2 * inside),
        (room.height - 2 * form.safe) / (height - 2 * inside),
    )


def fitted(picture: bytes, size: Size, form: Format, inside: float) -> bytes:
    """Return the PNG for a format of a PNG of a piece with its bleed, drawn at `scale_of`."""
    with Image.open(BytesIO(picture)) as opened:
        drawn = _on_paper(opened)
    if lies_across(size, form):
        drawn = drawn.transpose(Image.Transpose.ROTATE_90)
    free = (BLEED + inside) * scale_of(size, form, inside) / _MM * form.dpi
    edge = max(_FEWEST, int(free))
    made = _widened(drawn, form.pixels[0], edge)
    turned = made.transpose(Image.Transpose.TRANSPOSE)
    made = _widened(turned, form.pixels[1], edge).transpose(Image.Transpose.TRANSPOSE)
    data = BytesIO()
    made.save(data, "PNG", dpi=(form.dpi, form.dpi))
    return data.getvalue()


def _on_paper(picture: Image.Image) -> Image.Image:
    """Return a picture without anything that shines through, and without its outermost pixels.

    Those may be drawn in part only, which would show as a line where they are mirrored.
    """
    ground = Image.new("RGB", picture.size, _GROUND)
    clear = picture.convert("RGBA")
    ground.paste(clear, mask=clear.getchannel("A"))
    return ImageOps.crop(ground, 1)


def _widened(picture: Image.Image, width: int, edge: int) -> Image.Image:
    """Return a picture in the middle of another width, cut or carried on at its sides.

    edge: pixels of each side that are mirrored outwards, there and back as often as it takes.
    """
    left = (width - picture.width) // 2
    made = Image.new("RGB", (width, picture.height))
    made.paste(picture, (left, 0))
    edge = min(edge, picture.width)
    first = picture.crop((0, 0, edge, picture.height))
    last = picture.crop((picture.width - edge, 0, picture.width, picture.height))
    _carry_on(made, first, left, -edge)
    _carry_on(made, last, left + picture.width - edge, edge)
    return made


def _carry_on(made: Image.Image, strip: Image.Image, place: int, step: int) -> None:
    """Paste a strip from a place outwards, mirrored each time, until the picture ends."""
    while place > 0 if step < 0 else place + strip.width < made.width:
        strip = strip.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        place += step
        made.paste(strip, (place, 0))
