"""What of an export shows faces: sheets, pictures and pages, each as one file to download."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from rftg_dsl.model import CardSet
from rftg_tools.faces.theme import load_theme
from rftg_tools.sharing.gallery import render_gallery
from rftg_tools.sheets.formats import find_format
from rftg_tools.sheets.on_demand import write_format
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.writing import (
    PaperOptions,
    PrintOrder,
    WrittenFile,
    make_order,
    write_aids,
    write_decks,
    write_pictures,
    write_sheets,
)
from rftg_tools.studio.export_wish import CannotMake, Kind, Made, Wish

_DPI: Final = 300
_OLDEST: Final = (1980, 1, 1, 0, 0, 0)
"""The date of files in an archive, so that the same cards give the same bytes."""


def draw(wish: Wish, folder: Path, sets: Sequence[CardSet]) -> Made:
    """Make what is wished for of the last set.

    Raises CannotMake, BadFormats, BadTheme, DoesNotFit, TooMany, OSError.
    """
    with closing(Printer(load_theme(wish.theme))) as printer:
        paper = PaperOptions(wish.paper, backs=wish.backs or None)
        order = make_order(sets, [sets[-1].id], printer.theme, paper, each_once=wish.each_once)
        if not (order.cards or order.goals):
            raise CannotMake("the set has no cards of its own")
        path = _write(wish, folder, printer, order, sets[-1])
        return Made(path, tuple(printer.problems))


def _write(
    wish: Wish, folder: Path, printer: Printer, order: PrintOrder, card_set: CardSet
) -> Path:
    name = card_set.id
    if order.is_tiles and wish.kind in (Kind.TABLETOP, Kind.AIDS):
        raise CannotMake("that is made of cards, and these are tiles")
    match wish.kind:
        case Kind.SHEETS:
            return write_sheets(printer, order, folder / f"{name}-sheets.pdf").path
        case Kind.AIDS:
            return write_aids(printer, order, folder / f"{name}-aids.pdf").path
        case Kind.PICTURES:
            made = write_pictures(printer, order, folder / name, "png", _DPI, bleed=False)
            return _zipped(made, folder, f"{name}-pictures")
        case Kind.FORMAT:
            form = find_format(wish.format)
            made = write_format(printer, order, folder / name, form, name)
            return _zipped(made, folder, f"{name}-{form.name}")
        case Kind.TABLETOP:
            made = write_decks(printer, order, folder / name, wish.url)
            return _zipped(made, folder, f"{name}-tabletop-simulator")
        case _:
            path = folder / f"{name}.html"
            path.write_text(render_gallery(printer, order, [card_set]), encoding="utf-8")
            return path


def _zipped(written: Iterable[WrittenFile], folder: Path, name: str) -> Path:
    """Put the files of a folder into an archive as they are written."""
    path = folder / f"{name}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:  # pictures are small already
        for one in written:
            entry = zipfile.ZipInfo(one.path.relative_to(folder).as_posix(), _OLDEST)
            archive.writestr(entry, one.path.read_bytes())
            one.path.unlink()
    return path
