"""Files of an order: sheets and pictures, each written under its name only when it is whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final
from urllib.parse import quote

from rftg_dsl.model import Goal
from rftg_dsl.source.rewriting import write_bytes_atomically
from rftg_tools.faces.printed import Printed
from rftg_tools.progress import progress
from rftg_tools.sheets.goals import goal_piece
from rftg_tools.sheets.grid import Grid
from rftg_tools.sheets.names import file_names, safe_name
from rftg_tools.sheets.pages import NO_BACKS, Batch
from rftg_tools.sheets.pieces import BACKS, GOAL, back_of, card_piece
from rftg_tools.sheets.printing import Picture, Printer
from rftg_tools.sheets.table import Table
from rftg_tools.sheets.tabletop import images_of, saved_object
from rftg_tools.sheets.tiles import plain_backs, tile_batches

_OF_ADDRESSES: Final = "%/:?#[]@!$&'()*+,;="
"""What has a meaning in addresses, and is left as it stands there."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written. kind: "pdf", "png", "svg" or "json". shows: so many `things`."""

    path: Path
    kind: str
    pages: int
    shows: int
    things: str = "card"


_BARE: Final = Table()


@dataclass(frozen=True, slots=True)
class Order:
    """What is printed: cards with how many of each, under a title, in a grid of places.

    backs: NO_BACKS or a word of grid.FLIPS. day: stated on the sheets. table: what lies beside
    the cards. whole: these are all cards of their sets, and not some of them.
    """

    title: str
    cards: Sequence[tuple[Printed, int]]
    grid: Grid
    backs: str = NO_BACKS
    day: date | None = None
    table: Table = _BARE
    whole: bool = True

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals that are shown beside the cards: none where only some cards are chosen."""
        return self.table.goals if self.whole else ()

    @property
    def of_tiles(self) -> bool:
        """Whether these are tiles of Roll for the Galaxy."""
        return any(one.card.tile is not None for one, _count in self.cards)

    @property
    def own_backs(self) -> list[str]:
        """The names of the backs that whole sets have, in the order of BACKS."""
        used = {back_of(one.card) for one, _count in self.cards}
        used |= {GOAL} if self.goals else set()
        return [name for name in BACKS if self.whole and name in used and not self.of_tiles]

    @property
    def sides(self) -> int:
        """Pages of a sheet."""
        return 1 if self.backs == NO_BACKS else 2


def write_sheets(printer: Printer, order: Order, path: Path) -> Written:
    """Write sheets of paper as a PDF. Raises BadTheme and OSError."""
    cards = progress(order.cards, len(order.cards), "cards")
    if order.of_tiles:
        faces = list(cards)
        batches = tile_batches(order.title, faces, order.grid, order.backs, printer.theme)
    else:
        pieces = [(card_piece(one, printer.theme), count) for one, count in cards]
        batches = [Batch(order.title, order.grid, pieces)]
    write_file(path, printer.sheets(batches, order.backs, order.title, order.day))
    pages = sum(batch.sheets for batch in batches) * order.sides
    shown = sum(batch.count for batch in batches)
    return Written(path, "pdf", pages, shown, "tile" if order.of_tiles else "card")


def write_aids(printer: Printer, order: Order, path: Path) -> Written:
    """Write what lies beside the cards, and the legend of icons, as a PDF.

    Raises BadTheme and OSError.
    """
    from rftg_tools.sheets.aids import aid_batches  # late: cards alone need no engine

    batches = aid_batches(order.table, order.grid, printer.theme)
    made = printer.sheets(batches, order.backs, order.title, order.day, legend=True)
    write_file(path, made)
    pages = sum(batch.sheets for batch in batches) * order.sides + 1
    return Written(path, "pdf", pages, sum(batch.count for batch in batches), "piece")


def write_pictures(
    printer: Printer, order: Order, folder: Path, format: Picture, dpi: int, bleed: bool
) -> Iterator[Written]:
    """Write a picture of each card into a folder, and of the goals and backs of whole sets.

    Names of those have an underscore, which no picture of a card has in its name. Raises BadTheme
    and OSError.
    """
    names = file_names(one.card.title for one, _count in order.cards)
    cards = (card_piece(one, printer.theme) for one, _count in order.cards)
    made = progress(printer.pictures(cards, format, dpi, bleed), len(names), "cards")
    for name, picture in zip(names, made, strict=True):
        yield _picture(folder / f"{name}.{format}", picture, "card")
    goals = [goal_piece(goal, printer.theme) for goal in order.goals]
    names = file_names(goal.title for goal in order.goals)
    for name, picture in zip(names, printer.pictures(goals, format, dpi, bleed), strict=True):
        yield _picture(folder / f"goal_{name}.{format}", picture, "goal")
    for name, piece in plain_backs(order.cards) if order.of_tiles else ():
        (picture,) = printer.pictures([piece], format, dpi, bleed)
        yield _picture(folder / f"back_{safe_name(name)}.{format}", picture, "back")
    for back in order.own_backs:
        picture = printer.back_picture(back, format, dpi, bleed)
        yield _picture(folder / f"back_{safe_name(back)}.{format}", picture, "back")


def _picture(path: Path, picture: bytes, thing: str) -> Written:
    write_file(path, picture)
    return Written(path, path.suffix[1:], 1, 1, thing)


def write_decks(printer: Printer, order: Order, folder: Path, url: str) -> Iterator[Written]:
    """Write images and the saved object of decks for Tabletop Simulator into a folder.

    url: where the images will lie; "" for that folder. Names of images have an underscore, which
    no picture of a card has in its name. Raises BadTheme and OSError.
    """
    name = safe_name(order.title)
    base = f"{quote(url.rstrip('/'), _OF_ADDRESSES)}/" if url else f"{folder.resolve().as_uri()}/"
    images = images_of(order.cards, order.goals)
    faces, backs = [], {}
    for number, image in enumerate(progress(images, len(images), "images"), 1):
        path = folder / f"{name}_deck-{number}.png"
        write_file(path, printer.deck_image(image))
        faces.append(base + quote(path.name))
        yield Written(path, "png", 1, len(image.held), image.things)
    for back in dict.fromkeys(image.back for image in images):
        path = folder / f"{name}_back-{safe_name(back)}.png"
        write_file(path, printer.back_picture(back))
        backs[back] = base + quote(path.name)
        yield Written(path, "png", 1, 0)
    saved = saved_object(order.title, images, faces, backs)
    path = folder / f"{name}.json"
    write_file(path, (json.dumps(saved, indent=1, ensure_ascii=False) + "\n").encode())
    yield Written(path, "json", 0, sum(one.count for image in images for one in image.held))


def write_file(path: Path, data: bytes) -> None:
    """Put bytes into a file, whose folder is made where it is not there. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes_atomically(path, data)
