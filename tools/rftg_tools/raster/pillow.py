"""Pictures drawn by Pillow. They may be hostile, so they are read with care."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import Final

from PIL import ExifTags, Image, ImageCms, ImageOps

from rftg_dsl.sets.pictures import is_too_large
from rftg_tools.raster.drawing import BadPicture, Drawing, DrawnPicture, Layout, Strip

_FORMATS: Final = ("PNG", "JPEG", "WEBP")
_ROTATED: Final = (5, 6, 7, 8)
"""EXIF orientations that rotate a picture by 90 degrees."""
_ERRORS: Final = (
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


def upright_size(data: bytes) -> tuple[int, int]:
    """See raster.Raster."""
    with _opened(data) as image:
        is_rotated = image.getexif().get(ExifTags.Base.Orientation) in _ROTATED
        return image.size[::-1] if is_rotated else image.size


def draw(data: bytes, drawing: Drawing) -> DrawnPicture:
    """See raster.Raster."""
    with _opened(data) as opened:
        image = _flatten(_cut_out(opened, drawing), drawing.ground)
        is_flat = bool(drawing.flat and image.getcolors(drawing.flat))
        if drawing.ink:
            image = _lighten(image, drawing)
        if drawing.is_rotated:
            image = image.transpose(Image.Transpose.ROTATE_90)
        if drawing.layout:
            image = _lay_out(image, drawing.layout)
        kind = "png" if is_flat else drawing.kind
        return DrawnPicture(kind, _encode(image, kind, drawing))


@contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    """Open a picture, and report all errors in the block as BadPicture."""
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            yield image
    except _ERRORS as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise BadPicture(" ".join(reason.split()) or type(problem).__name__) from None


def _cut_out(image: Image.Image, drawing: Drawing) -> Image.Image:
    """Return the part of a picture that is drawn, upright, in sRGB and in its new size."""
    if is_too_large(*image.size):
        raise ValueError("its header does not give its size")
    longest = max(image.size)
    image.draft("RGB", (max(drawing.size), max(drawing.size)))  # decodes a JPEG at reduced size
    scale = max(image.size) / longest
    profile = image.info.get("icc_profile")
    ImageOps.exif_transpose(image, in_place=True)
    left, top, right, bottom = (round(edge * scale) for edge in drawing.box)
    cropped = image.crop((left, top, min(right, image.width), min(bottom, image.height)))
    image.close()  # a large image takes as much memory as everything else
    cropped = _convert_mode(cropped)
    if cropped.size != drawing.size:
        cropped = cropped.resize(drawing.size, Image.Resampling.LANCZOS)
    return _to_srgb(cropped, profile)


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


def _lighten(image: Image.Image, drawing: Drawing) -> Image.Image:
    """Return a picture in grays that take little ink."""
    gray = ImageOps.autocontrast(image.convert("L"), cutoff=1).convert("RGB")
    return Image.blend(Image.new("RGB", image.size, drawing.ground), gray, drawing.ink)


def _lay_out(image: Image.Image, layout: Layout) -> Image.Image:
    wide = _copy_columns(image, layout.columns, layout.size[0])
    turned = wide.transpose(Image.Transpose.TRANSPOSE)
    return _copy_columns(turned, layout.rows, layout.size[1]).transpose(Image.Transpose.TRANSPOSE)


def _copy_columns(image: Image.Image, columns: Sequence[Strip], width: int) -> Image.Image:
    """Return a picture of a width, made of columns of another."""
    result = Image.new("RGB", (width, image.height))
    for column in columns:
        strip = image.crop((column.start, 0, column.start + column.length, image.height))
        if column.is_mirrored:
            strip = strip.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        result.paste(strip, (column.target, 0))
    return result


def _encode(image: Image.Image, kind: str, drawing: Drawing) -> bytes:
    data = BytesIO()
    match kind:
        case "png":
            image.save(data, "PNG", optimize=bool(drawing.flat))
        case "jpg":
            image.save(data, "JPEG", quality=drawing.quality, subsampling=0, optimize=True)
        case _:
            image.save(data, "WEBP", quality=drawing.quality, method=4)
    return data.getvalue()
