"""A picture that a card names, cut to the frame of a face; read with care, since it may be hostile.

What cannot be read is no reason to print nothing: the card gets the art that is drawn for it,
and a sentence says why.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageCms, ImageOps

from rftg_dsl.diagnostics.model import Diagnostic, Report
from rftg_dsl.model import Card
from rftg_dsl.sets.picture_kinds import NoPicture
from rftg_dsl.sets.pictures import FRAME, BadPath, find_picture, is_too_large, look_at
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.text import open_regular_file
from rftg_tools.faces.printed import Printed
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.typesetting import File, file_of

_DPI: Final = 300
_MM: Final = 25.4
MOST: Final = (round(FRAME[0] / _MM * _DPI), round(FRAME[1] / _MM * _DPI))
"""Width and height in pixels of a picture as it is printed, at most."""
FORMATS: Final = ("PNG", "JPEG", "WEBP")
_FLAT: Final = 256
"""A picture of so many colours is a drawing, and JPEG would blur its edges."""
_QUALITY: Final = 88
_INK: Final = 0.3
"""What the darkest place of a light picture takes of the ink of black."""
BROKEN: Final = (
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
"""What Pillow raises for a file that is damaged; its decoders do not agree on one error."""


class CannotUse(Exception):
    """A picture that cannot be printed; says why."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How a picture is shown. ground: the colour "#rrggbb" behind what is transparent.

    keeps: what of the picture is kept where it is cut, in the words of a card file. light: in
    light grays, which take little ink.
    """

    ground: str
    keeps: str = ""
    light: bool = False


def frame_of(card: Card, theme: Theme) -> Frame:
    """Return how the picture of a card is shown in a theme."""
    return Frame(theme.colours["ground"], card.art_keeps, theme.pictures == "light")


def framed(name: str, folder: Path, frame: Frame) -> File:
    """Return the picture that a card of a set in `folder` names, filling the frame.

    The same file gives the same bytes. Raises CannotUse.
    """
    try:
        path = find_picture(name, folder)
        look_at(path)
        status = path.stat()
        return _framed(path, (status.st_mtime_ns, status.st_size), frame)
    except FileNotFoundError:
        raise CannotUse(f"there is no picture {name!r}") from None
    except (BadPath, NoPicture) as problem:
        raise CannotUse(f"the picture {name!r} is not used: {problem}") from None
    except BROKEN as problem:
        raise CannotUse(f"the picture {name!r} cannot be read: {_said(problem)}") from None


def undecoded(
    units: Iterable[Unit], printed: Iterable[Printed], theme: Theme
) -> Iterator[Diagnostic]:
    """Yield the findings about pictures of printed cards that turn out to be damaged when decoded.

    units: the card files. What `check` sees in a picture is not among them.
    """
    named = {(card.card.set_id, card.card.title) for card in printed if card.card.art}
    for unit in units if named else ():
        report = Report(unit.report.file)
        for draft in unit.drafts:
            node = draft.node.values.get("art")
            if isinstance(node, Scalar) and draft.card and (unit.id, draft.title) in named:
                try:
                    framed(node.text, unit.path.parent, frame_of(draft.card, theme))
                except CannotUse as problem:
                    report.add("E417", node.region, str(problem), help=_INSTEAD)
        yield from report.found


_INSTEAD: Final = "the card is printed with art drawn for it; save or copy the picture again"


@lru_cache(maxsize=512)
def _framed(path: Path, _stamp: tuple[int, int], frame: Frame) -> File:
    """Return the picture in a file. _stamp: a file with another one is read anew."""
    with open_regular_file(path) as file, Image.open(file, formats=FORMATS) as image:
        shown = _shown(image, frame)
    is_drawing = bool(shown.getcolors(_FLAT))
    return _encoded(_lightened(shown, frame.ground) if frame.light else shown, is_drawing)


def _said(problem: BaseException) -> str:
    reason = getattr(problem, "strerror", None) or str(problem)
    return " ".join(reason.split()) or type(problem).__name__


def _shown(image: Image.Image, frame: Frame) -> Image.Image:
    """Return the picture upright, in screen colours, cut and no finer than it is printed."""
    if is_too_large(*image.size):
        raise ValueError("its header does not tell its size")
    image.draft("RGB", (max(MOST), max(MOST)))  # decodes a JPEG at a part of its size
    profile = image.info.get("icc_profile")
    ImageOps.exif_transpose(image, in_place=True)
    kept = image.crop(_kept(image, frame.keeps))
    image.close()  # a large one takes as much memory as all that follows
    cut = _plain(kept)
    size = min(MOST[0], cut.width), min(MOST[1], cut.height)
    fine = cut if cut.size == size else cut.resize(size, Image.Resampling.LANCZOS)
    return _flattened(_in_srgb(fine, profile), frame.ground)


def _kept(image: Image.Image, keeps: str) -> tuple[int, int, int, int]:
    """Return the largest part of a picture that has the shape of the frame.

    Left, top, right, bottom.

    keeps: where it lies in what is cut, as card files say it; in the middle where that is "".
    """
    width = max(1, min(image.width, round(image.height * FRAME[0] / FRAME[1])))
    height = max(1, min(image.height, round(image.width * FRAME[1] / FRAME[0])))
    across, down = image.width - width, image.height - height
    if keeps.endswith("%"):
        before = int(keeps[:-1])
    else:
        before = {"left": 0, "right": 100}.get(keeps, 50) if across else _DOWN.get(keeps, 50)
    left, top = across * before // 100, down * before // 100
    return left, top, left + width, top + height


_DOWN: Final = {"top": 0, "bottom": 100}


def _lightened(image: Image.Image, ground: str) -> Image.Image:
    """Return the picture in grays, from near `ground` to the darkest, which takes _INK."""
    gray = ImageOps.autocontrast(image.convert("L"), cutoff=1).convert("RGB")
    return Image.blend(Image.new("RGB", image.size, ground), gray, _INK)


def _plain(image: Image.Image) -> Image.Image:
    """Return the picture in a mode that can be made smaller smoothly."""
    if image.mode in ("L", "LA", "RGB", "RGBA", "CMYK"):
        return image
    if image.mode.startswith("I"):  # 16 bits of gray, of which a page shows 8
        return image.convert("I").point(lambda level: level / 256).convert("L")
    return image.convert("RGBA")


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return the picture in screen colours, where its colour profile is valid."""
    if profile and image.mode in ("L", "RGB", "CMYK"):
        with suppress(ImageCms.PyCMSError, OSError):
            own = ImageCms.ImageCmsProfile(BytesIO(profile))
            screen = ImageCms.createProfile("sRGB")
            return ImageCms.profileToProfile(image, own, screen, outputMode="RGB") or image
    return image


def _flattened(image: Image.Image, ground: str) -> Image.Image:
    """Return the picture without transparency."""
    if image.mode not in ("LA", "RGBA"):
        return image.convert("RGB")
    below = Image.new("RGBA", image.size, ground)
    return Image.alpha_composite(below, image.convert("RGBA")).convert("RGB")


def _encoded(image: Image.Image, is_drawing: bool) -> File:
    """Return the picture as a file, a drawing as PNG and a photograph or painting as JPEG."""
    made = BytesIO()
    if is_drawing:
        image.save(made, "PNG", optimize=True)
        ending = "png"
    else:
        image.save(made, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
        ending = "jpg"
    data = made.getvalue()
    return file_of(data, ending)
