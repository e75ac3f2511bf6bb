"""Pictures of cards, cropped to the frame of a face.

They may be hostile, so they are read with care. If a picture cannot be read, the card gets drawn
art instead, and the reason is reported.
"""

from __future__ import annotations

import struct
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import ExifTags, Image, ImageCms, ImageOps

from rftg_dsl.model import Card
from rftg_dsl.sets.pictures import (
    FRAME,
    BadPath,
    NotAPicture,
    find_picture,
    inspect_picture,
    is_too_large,
    read_header,
)
from rftg_dsl.source.text import open_regular_file
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.typesetting import File, file_of
from rftg_tools.workers import IN_BROWSER

_DPI: Final = 300
_MM: Final = 25.4
MAX_SIZE: Final = (round(FRAME[0] / _MM * _DPI), round(FRAME[1] / _MM * _DPI))
"""Maximum printed size of a picture in pixels."""
FORMATS: Final = ("PNG", "JPEG", "WEBP")
_ROTATED: Final = (5, 6, 7, 8)
"""EXIF orientations that rotate a picture by 90 degrees."""
_EXTENSIONS: Final = {"PNG": "png", "JPEG": "jpg", "WebP": "webp"}
_FLAT: Final = 256
"""Maximum number of colours of a drawing; JPEG would blur its edges."""
_QUALITY: Final = 88
_INK: Final = 0.3
"""Ink of the darkest part of a light picture, relative to black."""
PILLOW_ERRORS: Final = (
    OSError,
    ValueError,
    SyntaxError,
    TypeError,
    KeyError,
    IndexError,
    EOFError,
    MemoryError,
    OverflowError,
    struct.error,
    Image.DecompressionBombError,
)
"""Errors that Pillow's decoders raise for damaged files."""


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
    except PILLOW_ERRORS as problem:
        raise UnusablePicture(
            f"the picture {name!r} cannot be read: {_describe(problem)}"
        ) from None


@lru_cache(maxsize=512)
def _load_picture(path: Path, _stamp: tuple[int, int], frame: Frame) -> File:
    """Return the picture in a file. _stamp: changes when the file changes."""
    if IN_BROWSER:  # without Pillow; Typst covers the frame with the middle of the picture
        with open_regular_file(path) as file:
            data = file.read()
        return file_of(data, _EXTENSIONS[read_header(BytesIO(data)).kind])
    with open_regular_file(path) as file, Image.open(file, formats=FORMATS) as image:
        picture = _crop(image, frame)
    is_drawing = bool(picture.getcolors(_FLAT))
    return _encode(_lighten(picture, frame.ground) if frame.is_light else picture, is_drawing)


def upright_size(path: Path) -> tuple[int, int]:
    """Return the width and height of a picture as shown. Raises NotAPicture, PILLOW_ERRORS."""
    picture = inspect_picture(path)
    if IN_BROWSER:
        return picture.width, picture.height
    with open_regular_file(path) as file, Image.open(file, formats=FORMATS) as image:
        is_rotated = image.getexif().get(ExifTags.Base.Orientation) in _ROTATED
        return image.size[::-1] if is_rotated else image.size


def _describe(problem: BaseException) -> str:
    reason = getattr(problem, "strerror", None) or str(problem)
    return " ".join(reason.split()) or type(problem).__name__


def _crop(image: Image.Image, frame: Frame) -> Image.Image:
    """Return a picture upright, in sRGB, cropped and at most at printed resolution."""
    if is_too_large(*image.size):
        raise ValueError("its header does not give its size")
    image.draft("RGB", (max(MAX_SIZE), max(MAX_SIZE)))  # decodes a JPEG at reduced size
    profile = image.info.get("icc_profile")
    ImageOps.exif_transpose(image, in_place=True)
    cropped = image.crop(_crop_box(image, frame.keeps))
    image.close()  # a large image takes as much memory as everything else
    cropped = _convert_mode(cropped)
    size = min(MAX_SIZE[0], cropped.width), min(MAX_SIZE[1], cropped.height)
    resized = cropped if cropped.size == size else cropped.resize(size, Image.Resampling.LANCZOS)
    return _flatten(_to_srgb(resized, profile), frame.ground)


def _crop_box(image: Image.Image, keeps: str) -> tuple[int, int, int, int]:
    """Return the box of the largest part with the shape of the frame: left, top, right, bottom.

    keeps: part to keep, as in card files, or "" for the middle.
    """
    width = max(1, min(image.width, round(image.height * FRAME[0] / FRAME[1])))
    height = max(1, min(image.height, round(image.width * FRAME[1] / FRAME[0])))
    across, down = image.width - width, image.height - height
    if keeps.endswith("%"):
        percent = int(keeps[:-1])
    else:
        percent = {"left": 0, "right": 100}.get(keeps, 50) if across else _DOWN.get(keeps, 50)
    left, top = across * percent // 100, down * percent // 100
    return left, top, left + width, top + height


_DOWN: Final = {"top": 0, "bottom": 100}


def _lighten(image: Image.Image, ground: str) -> Image.Image:
    """Return a picture in grays between _INK of black and `ground`."""
    gray = ImageOps.autocontrast(image.convert("L"), cutoff=1).convert("RGB")
    return Image.blend(Image.new("RGB", image.size, ground), gray, _INK)


def _convert_mode(image: Image.Image) -> Image.Image:
    """Return a picture in a mode that can be resized smoothly."""
    if image.mode in ("L", "LA", "RGB", "RGBA", "CMYK"):
        return image
    if image.mode.startswith("I"):  # 16 bits of gray, of which 8 are printed
        return image.convert("I").point(lambda level: level / 256).convert("L")
    return image.convert("RGBA")


def _to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return a picture in sRGB if its colour profile is valid."""
    if profile and image.mode in ("L", "RGB", "CMYK"):
        with suppress(ImageCms.PyCMSError, OSError):
            embedded = ImageCms.ImageCmsProfile(BytesIO(profile))
            screen = ImageCms.createProfile("sRGB")
            return ImageCms.profileToProfile(image, embedded, screen, outputMode="RGB") or image
    return image


def _flatten(image: Image.Image, ground: str) -> Image.Image:
    """Return a picture without transparency."""
    if image.mode not in ("LA", "RGBA"):
        return image.convert("RGB")
    below = Image.new("RGBA", image.size, ground)
    return Image.alpha_composite(below, image.convert("RGBA")).convert("RGB")


def _encode(image: Image.Image, is_drawing: bool) -> File:
    """Return a picture as a PNG file if it is a drawing, otherwise as JPEG."""
    data = BytesIO()
    if is_drawing:
        image.save(data, "PNG", optimize=True)
    else:
        image.save(data, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return file_of(data.getvalue(), "png" if is_drawing else "jpg")
