"""Pictures for print-on-demand services: a folder for each deck, with a picture of each card.

All cards of a deck have the same back. Depending on the format, the back has one picture per deck
or one per card. Tiles with two faces always have separate backs.

Faces are drawn in one size, but formats have other shapes. Faces are never cropped or distorted:
they are scaled as large as the cut and safe margin of the format allow. The space around them is
filled by mirroring their edges, which show only background.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_tools.faces.theme import Theme
from rftg_tools.progress import with_progress
from rftg_tools.raster import draw, upright_size
from rftg_tools.raster.drawing import Drawing, Layout, Strip
from rftg_tools.sheets.formats import BackFiles, BadFormats, Format, FormatKind, shipped_formats
from rftg_tools.sheets.layout import BLEED, CARD, TILE, Piece, Size
from rftg_tools.sheets.pieces import (
    GOAL,
    PhysicalTile,
    back_name,
    card_piece,
    goal_piece,
    join_faces,
    two_sided_piece,
)
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.writing import (
    PrintOrder,
    WrittenFile,
    safe_name,
    unique_names,
    write_picture,
)

_ONE_BACK: Final = "back.png"
_TILES: Final = "tiles"
_HOMES: Final = "home tiles"
_FACTIONS: Final = "faction tiles"
Back = Piece | str
"""A back as a piece, or the name of a back of the theme."""


@dataclass(frozen=True, slots=True)
class Item:
    """A card, goal or tile of a deck. back: its back if it differs from the back of the deck."""

    title: str
    front: Piece
    count: int
    back: Piece | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """Items with the same back. back: None if the backs differ. noun: noun for an item."""

    name: str
    items: Sequence[Item]
    back: Back | None
    form: Format
    noun: str


def write_format(
    printer: Printer, order: PrintOrder, folder: Path, form: Format, set_id: str
) -> Iterator[WrittenFile]:
    """Write the pictures of an order into a folder.

    set_id: text for `{set}` in names. Raises BadFormats if the format is for the wrong game,
    BadTheme and OSError.
    """
    decks = format_decks(order, form, printer.theme)
    files = (file for deck in decks for file in _write_deck(printer, deck, folder, set_id))
    yield from with_progress(files, sum(_count_files(deck) for deck in decks), "pictures")


def format_decks(order: PrintOrder, form: Format, theme: Theme) -> list[Deck]:
    """Return the decks of an order in a format. Raises BadFormats, BadTheme."""
    kind = FormatKind.TILES if order.is_tiles else FormatKind.CARDS
    if order.cards and form.kind is not kind:
        names = [name for name, shipped in shipped_formats().items() if shipped.kind is kind]
        raise BadFormats(
            f"the format {form.name!r} is for {form.kind}, but these are {kind}"
            f"\n  help: formats for {kind} are {', '.join(names)}"
        )
    return list(_decks(order, form, theme))


def _decks(order: PrintOrder, form: Format, theme: Theme) -> Iterator[Deck]:
    """Yield the decks of an order, without empty decks."""
    if order.is_tiles:
        yield from _tile_decks(order, form, theme)
    else:
        by_back: dict[str, list[Item]] = {}
        for printed, count in order.cards:
            item = Item(printed.card.title, card_piece(printed, theme), count)
            by_back.setdefault(back_name(printed.card), []).append(item)
        for name, items in by_back.items():
            yield Deck(name, items, name, form, "card")
    if order.goals and form.kind is FormatKind.CARDS:
        goals = [Item(goal.title, goal_piece(goal, theme), 1) for goal in order.goals]
        yield Deck(GOAL, goals, GOAL, form, "goal")


def _tile_decks(order: PrintOrder, form: Format, theme: Theme) -> Iterator[Deck]:
    """Yield tiles with two faces, tiles with a plain back, and faction tiles."""
    decks: dict[str, list[PhysicalTile]] = {_TILES: [], _HOMES: [], _FACTIONS: []}
    for tile in join_faces(order.cards):
        name = _FACTIONS if tile.is_double else _TILES if len(tile.faces) > 1 else _HOMES
        decks[name].append(tile)
    for name, tiles in decks.items():
        if not tiles:
            continue
        pieces = [two_sided_piece(tile, theme) for tile in tiles]
        has_two_faces = name == _TILES
        items = [
            Item(tile.faces[0].card.title, piece, tile.count, piece.back if has_two_faces else None)
            for tile, piece in zip(tiles, pieces, strict=True)
        ]
        shape = form.double() if name == _FACTIONS else form
        yield Deck(name, items, None if has_two_faces else pieces[0].back, shape, "tile")


def _count_files(deck: Deck) -> int:
    fronts = sum(item.count for item in deck.items)
    return fronts + (1 if deck.back and deck.form.backs is BackFiles.ONE else fronts)


def _write_deck(printer: Printer, deck: Deck, folder: Path, set_id: str) -> Iterator[WrittenFile]:
    form, place = deck.form, folder / safe_name(deck.name)
    shared = back_picture(printer, deck.back, form) if deck.back else None
    fronts = piece_pictures(printer, [item.front for item in deck.items], form)
    backs = piece_pictures(printer, [item.back for item in deck.items if item.back], form)
    if shared and form.backs is BackFiles.ONE:
        yield write_picture(place / _ONE_BACK, shared, "back")
    titles = unique_names(item.title for item in deck.items)
    for number, (item, title, front) in enumerate(zip(deck.items, titles, fronts, strict=True), 1):
        back = next(backs, b"") if item.back else shared
        for copy in range(1, item.count + 1):
            parts = {
                "{number}": f"{number:03}",
                "{title}": title,
                "{copy}": f"{copy:02}",
                "{set}": safe_name(set_id),
            }
            yield write_picture(place / _fill_template(form.front, parts), front, deck.noun)
            if back and (item.back or form.backs is BackFiles.EACH):
                yield write_picture(place / _fill_template(form.back, parts), back, "back")


def piece_pictures(printer: Printer, pieces: Sequence[Piece], form: Format) -> Iterator[bytes]:
    """Yield pictures of pieces of the same kind in a format. Raises BadTheme."""
    if pieces:
        size, margin = pieces[0].size, _MARGINS.get(pieces[0].draw, _DEFAULT_MARGIN)
        dpi = form.dpi * scale_in_format(size, form, margin)
        for picture in printer.pictures(pieces, "png", dpi, bleed=True):
            yield fit_picture(picture, size, form, margin)


def back_picture(printer: Printer, back: Back, form: Format) -> bytes:
    """Return the picture of a back in a format. Raises BadTheme."""
    if isinstance(back, Piece):
        (picture,) = piece_pictures(printer, [back], form)
        return picture
    size = TILE if back == GOAL else CARD
    dpi = form.dpi * scale_in_format(size, form, _DEFAULT_MARGIN)
    picture = printer.back_picture(back, "png", dpi, bleed=True)
    return fit_picture(picture, size, form, _DEFAULT_MARGIN)


def _fill_template(template: str, parts: dict[str, str]) -> str:
    for part, text in parts.items():
        template = text.join(template.split(part))
    return f"{template}.png"


_MARGINS: Final = {"goal": 1.4, "tile": 1.8, "faction tile": 1.8}
_DEFAULT_MARGIN: Final = 2.5
"""Margin inside the cut in mm that shows only background."""
_MM: Final = 25.4
_MIN_EDGE: Final = 2
"""Minimum width in pixels of an edge to mirror."""
_PAPER: Final = "#ffffff"
"""Background colour if the theme draws no background."""


def needs_rotation(size: Size, form: Format) -> bool:
    """Return whether a piece has to be rotated by 90 degrees to fit the shape of a format."""
    return (size.width > size.height) != (form.size.width > form.size.height) and (
        size.width != size.height and form.size.width != form.size.height
    )


def scale_in_format(size: Size, form: Format, margin: float) -> float:
    """Return the scale of a piece in a format.

    The piece is at most as large as the format, and its text is outside of the safe margin. size:
    size of the piece after cutting. margin: margin of the piece without text. Both in mm.
    """
    width, height = size.width, size.height
    if needs_rotation(size, form):
        width, height = height, width
    room = form.size
    return min(
        room.width / width,
        room.height / height,
        (room.width - 2 * form.safe) / (width - 2 * margin),
        (room.height - 2 * form.safe) / (height - 2 * margin),
    )


def fit_picture(picture: bytes, size: Size, form: Format, margin: float) -> bytes:
    """Fit the picture of a piece into a format; return a PNG.

    picture: PNG of a piece with its bleed, scaled by `scale_in_format`.
    """
    full = upright_size(picture)
    # The outermost pixels may be partly transparent, and would become lines when mirrored.
    box = (1, 1, full[0] - 1, full[1] - 1)
    width, height = full[0] - 2, full[1] - 2
    is_rotated = needs_rotation(size, form)
    background = (BLEED + margin) * scale_in_format(size, form, margin) / _MM * form.dpi
    edge = max(_MIN_EDGE, int(background))
    sides = (height, width) if is_rotated else (width, height)
    columns, rows = (
        tuple(_strips(side, target, edge)) for side, target in zip(sides, form.pixels, strict=True)
    )
    layout = Layout(form.pixels, columns, rows)
    drawing = Drawing(box, (width, height), _PAPER, "png", is_rotated=is_rotated, layout=layout)
    return _set_resolution(draw(picture, drawing).data, form.dpi)


def _strips(length: int, target: int, edge: int) -> Iterator[Strip]:
    """Yield the strips that centre a picture in a new length, cropped or extended at both ends.

    edge: length of the strips at both ends that are mirrored outwards, repeatedly if needed. All
    in pixels.
    """
    start = (target - length) // 2
    edge = min(edge, length)
    yield Strip(0, length, start, False)
    for number, position in enumerate(range(start, 0, -edge), start=1):
        yield Strip(0, edge, position - edge, number % 2 == 1)
    for number, position in enumerate(range(start + length, target, edge), start=1):
        yield Strip(length - edge, edge, position, number % 2 == 1)


_AFTER_HEADER: Final = 33
"""Length of the signature and the first chunk of a PNG."""


def _set_resolution(png: bytes, dpi: int) -> bytes:
    """Return a PNG that gives its resolution (PNG specification, chunk pHYs)."""
    per_metre = round(dpi / _MM * 1000)
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:_AFTER_HEADER] + chunk + png[_AFTER_HEADER:]
