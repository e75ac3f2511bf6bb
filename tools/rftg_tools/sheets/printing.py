"""Printer for sheets of paper as PDF and single pieces as PNG or SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from rftg_tools.faces import facts
from rftg_tools.faces.facts import Facts
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.typesetting import File, Format, Typesetter, file_of
from rftg_tools.sheets.layout import BLEED, CARD, NO_BACKS, TILE, Batch, Piece, Size, lay_out
from rftg_tools.sheets.legend import LEGEND, legend_data
from rftg_tools.sheets.pieces import BACKS, GOAL
from rftg_tools.sheets.tabletop import Image

Picture = Literal["png", "svg"]
_HERE: Final = Path(__file__).parent
_SHEET: Final = _HERE / "sheet.typ"
_BACKS: Final = _HERE / "backs.typ"
_DECK: Final = _HERE / "deck.typ"
_CARDS: Final = Path(facts.__file__).parent / "cards.typ"
_UNDRAWN: Final = ("undrawn",)
"""Problems to report; unreadable pictures are findings with positions instead."""
_WITH_BACKS: Final = ("back", "tile back")
"""Kinds of pieces that are drawn from the document of all backs."""
DEFAULT_DPI: Final = 300.0
_GROUP_SIZE: Final = 8
"""Number of pictures that are typeset together; more need more memory."""


class Printer:
    """Printer of pieces in a theme. Close it after use."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._typesetter = Typesetter(theme)
        self._drawings = Drawings(theme)
        self._problems: dict[str, None] = {}

    @property
    def problems(self) -> list[str]:
        """Reasons why cards look wrong so far, except unreadable pictures."""
        return [*self._problems, *self._typesetter.problems]

    def close(self) -> None:
        """Delete temporary files."""
        self._typesetter.close()

    def sheets(
        self,
        batches: Sequence[Batch],
        backs: str = NO_BACKS,
        title: str = "",
        day: date | None = None,
        legend: bool = False,
    ) -> bytes:
        """Return sheets of paper as PDF; the same arguments give the same bytes.

        backs: NO_BACKS or a value of FLIPS. legend: add the legend of icons. day: date
        in the PDF and the footers, or None for no date. Raises BadTheme.
        """
        data = self.sheet_data(batches, backs, title, day, legend)
        (pdf,) = self._typesetter.pages(_SHEET, data, "pdf", seconds=_seconds(day))
        return pdf

    def sheet_data(
        self,
        batches: Sequence[Batch],
        backs: str = NO_BACKS,
        title: str = "",
        day: date | None = None,
        legend: bool = False,
    ) -> Facts:
        """Return the data of sheet.typ for the arguments of `sheets`. Raises BadTheme."""
        data = lay_out(batches, backs, day.isoformat() if day else "")
        data |= {"title": title, "dated": day is not None}
        data["icons"] = facts.icons_of(data["pieces"], self._drawings)
        has_backs = any(piece["draw"] in _WITH_BACKS for piece in data["pieces"])
        data["backs"] = self._backs() if has_backs else None
        if legend:
            data["pages"] += self._legend(batches[0].grid.paper)
        faces = _faces(data["pieces"])
        self._problems |= dict.fromkeys(facts.describe_problems(faces, _UNDRAWN))
        return data

    def page_picture(self, data: Facts, page: int, dpi: float) -> bytes:
        """Return one page of `sheet_data` as PNG. Raises BadTheme."""
        shown = {**data, "pages": [data["pages"][page]]}
        (png,) = self._typesetter.pages(_SHEET, shown, "png", dpi)
        return png

    def pictures(
        self,
        pieces: Iterable[Piece],
        format: Picture,
        dpi: float = DEFAULT_DPI,
        bleed: bool = False,
    ) -> Iterator[bytes]:
        """Yield a picture of each piece, with its bleed or cropped to its cut.

        pieces: pieces of the same kind. dpi: resolution of PNG. Raises BadTheme.
        """
        remaining = iter(pieces)
        while group := list(islice(remaining, _GROUP_SIZE)):
            first = group[0]
            data = {
                **self._piece_data(group),
                "draw": first.draw,
                "size": asdict(first.size),
                "bleed": bleed,
            }
            data["faces"] = [piece["facts"] for piece in data.pop("pieces")]
            yield from self._typesetter.pages(_CARDS, data, format, dpi)

    def deck_image(self, image: Image, dpi: float | None = None) -> bytes:
        """Return the PNG of an image of many cards or tiles. dpi: None for its own.

        Raises BadTheme.
        """
        data = self._piece_data(list(image.pieces(self.theme)))
        data |= {"columns": image.columns, "rows": image.rows, "size": asdict(image.size)}
        data["back"] = file_of(self.back_picture(image.back, "pdf"), "pdf")
        (png,) = self._typesetter.pages(_DECK, data, "png", dpi or image.dpi)
        return png

    def back_picture(
        self, name: str, format: Format = "png", dpi: float = DEFAULT_DPI, bleed: bool = False
    ) -> bytes:
        """Return a picture of a back, with its bleed or cropped to its cut. Raises BadTheme."""
        size = TILE if name == GOAL else CARD
        edge = 2 * BLEED if bleed else 0
        data = {"size": asdict(Size(size.width + edge, size.height + edge)), "backs": [name]}
        (picture,) = self._typesetter.pages(_BACKS, data, format, dpi)
        return picture

    def _piece_data(self, pieces: Sequence[Piece]) -> Facts:
        """Return the data of pieces with their icons, and record problems with art."""
        data = [{"draw": piece.draw, "facts": piece.facts} for piece in pieces]
        self._problems |= dict.fromkeys(facts.describe_problems(_faces(data), _UNDRAWN))
        return {"pieces": data, "icons": facts.icons_of(data, self._drawings)}

    def _backs(self) -> File:
        """Return a document with all backs, so that the PDF contains each back only once."""
        size = Size(CARD.width + 2 * BLEED, CARD.height + 2 * BLEED)
        (pdf,) = self._typesetter.pages(_BACKS, {"size": asdict(size), "backs": BACKS}, "pdf")
        return file_of(pdf, "pdf")

    def _legend(self, paper: Size) -> list[Facts]:
        """Return the pages of the legend of icons. Raises BadTheme."""
        data = legend_data(self.theme, self._drawings, paper)
        (pdf,) = self._typesetter.pages(LEGEND, data, "pdf")
        file, count = file_of(pdf, "pdf"), len(_PDF_PAGE.findall(pdf))
        return [{"full_page": file, "page": number} for number in range(1, count + 1)]


_PDF_PAGE: Final = re.compile(rb"/Type\s*/Page\b")


def _faces(pieces: Sequence[Facts]) -> list[Facts]:
    """Return the data of all faces with art."""
    sides = [side for piece in pieces for side in piece["facts"].get("sides", [piece["facts"]])]
    return [side for side in sides if "art" in side]


def _seconds(day: date | None) -> int:
    """Return the start of a day as a Unix timestamp."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) if day else 0
