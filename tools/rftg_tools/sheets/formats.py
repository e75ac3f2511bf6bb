"""Formats of print-on-demand services, read from the shipped file or a user's file."""

from __future__ import annotations

import json
import math
import tomllib
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.resources import data_folder
from rftg_dsl.source.text import open_regular_file
from rftg_tools.sheets.layout import Size

SHIPPED: Final = Path(__file__).with_name("formats.toml")
_SCHEMA: Final = "print-formats.schema.json"
_MAX_BYTES: Final = 200_000
_MM: Final = 25.4
_PARTS: Final = ("{number}", "{title}")
"""Placeholders of file names; each name needs at least one of them."""
_COPY: Final = "{copy}"


class BadFormats(Exception):
    """Invalid file of formats, or unknown format. The message says what to do."""


class FormatKind(StrEnum):
    """Type of product that a format is for."""

    CARDS = "cards"
    TILES = "tiles"


class BackFiles(StrEnum):
    """Number of pictures that a service needs for a shared back: one, or one for each card."""

    ONE = "one"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Format:
    """A format of pictures. Lengths are in mm.

    size: size after cutting. bleed: width outside of the cut. safe: margin without text inside the
    cut. pixels: width and height of a picture with its bleed. front, back: file names, with the
    placeholders `{number}`, `{title}`, `{copy}` and `{set}`.
    """

    name: str
    description: str
    kind: FormatKind
    size: Size
    bleed: float
    safe: float
    dpi: int
    pixels: tuple[int, int]
    backs: BackFiles
    front: str
    back: str

    def double(self) -> Format:
        """Return the format of a faction tile, which is two tiles side by side."""
        size = Size(2 * self.size.width, self.size.height)
        width = round((size.width + 2 * self.bleed) / _MM * self.dpi)
        return replace(self, size=size, pixels=(width, self.pixels[1]))


def find_format(name: str, file: Path | None = None) -> Format:
    """Return the format with a name. file: formats of this file take precedence.

    Raises BadFormats.
    """
    formats = shipped_formats() | (read_formats(file) if file else {})
    if name not in formats:
        suggestion = nearest(name, list(formats))
        advice = f"did you mean {suggestion!r}? " if suggestion else ""
        raise BadFormats(f"unknown format {name!r}\n  help: {advice}formats: {', '.join(formats)}")
    return formats[name]


@cache
def shipped_formats() -> dict[str, Format]:
    """Return the shipped formats by name."""
    return read_formats(SHIPPED)


def read_formats(path: Path) -> dict[str, Format]:
    """Return the formats of a file by name. Raises BadFormats."""
    data = _read(path)
    _check_shape(path, data)
    return {name: _parse_format(path, name, keys) for name, keys in data.items()}


def _read(path: Path) -> dict[str, Any]:
    try:
        with open_regular_file(path) as file:
            text = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise BadFormats(f"{str(path)!r} cannot be read: {error.strerror}") from None
    if len(text) > _MAX_BYTES:
        raise BadFormats(f"{str(path)!r} is longer than {_MAX_BYTES:,} bytes")
    try:
        return tomllib.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadFormats(f"{str(path)!r} is not valid TOML: {error}") from None


def _check_shape(path: Path, data: dict[str, Any]) -> None:
    """Validate data against the schema. Raises BadFormats with the invalid key."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    schema = json.loads((data_folder("grammar") / _SCHEMA).read_text(encoding="utf-8"))
    error = best_match(Draft202012Validator(schema).iter_errors(data))
    if error is not None:
        place = ".".join(str(part) for part in error.absolute_path) or "the file"
        raise BadFormats(
            f"{str(path)!r}: {place}: {error.message:.300}"
            "\n  help: docs/printing.md shows a format with all its keys"
        )


def _parse_format(path: Path, name: str, data: dict[str, Any]) -> Format:
    """Parse a format. Raises BadFormats for errors that a schema cannot describe."""
    size, bleed, dpi = Size(data["width"], data["height"]), data["bleed"], data["dpi"]
    lengths = (size.width, size.height, bleed, data["safe"])
    if not all(math.isfinite(length) for length in lengths):
        raise BadFormats(f"{str(path)!r}: {name}: lengths must be finite numbers")
    width, height = data["pixels"]
    for length, count, axis in zip(
        (size.width, size.height), (width, height), ("wide", "high"), strict=True
    ):
        expected = (length + 2 * bleed) / _MM * dpi
        if abs(expected - count) > 1:
            raise BadFormats(
                f"{str(path)!r}: {name}: with bleed, it is {round(expected)} pixels {axis}"
                f" at {dpi} dpi, not {count}"
            )
    if data["of"] == FormatKind.TILES and size.width != size.height:
        raise BadFormats(f"{str(path)!r}: {name}: tiles must be square")
    if min(size.width, size.height) < 4 * data["safe"]:
        raise BadFormats(f"{str(path)!r}: {name}: `safe` leaves no room for a card")
    _check_names(path, name, data)
    return Format(
        name, data["says"], FormatKind(data["of"]), size, bleed, data["safe"], dpi, (width, height),
        BackFiles(data["backs"]), data["front"], data["back"],
    )  # fmt: skip


def _check_names(path: Path, name: str, data: dict[str, Any]) -> None:
    """Raise BadFormats if two pictures could have the same name."""
    for key in ("front", "back"):
        text = data[key]
        if _COPY not in text or not any(part in text for part in _PARTS):
            raise BadFormats(
                f"{str(path)!r}: {name}: `{key}` must contain {_COPY} and {' or '.join(_PARTS)},"
                " so that no two pictures have the same name"
            )
    if data["front"].casefold() == data["back"].casefold():
        raise BadFormats(f"{str(path)!r}: {name}: `front` and `back` must differ")
