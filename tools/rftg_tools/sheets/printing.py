"""Printing: sheets as PDF, and single cards as PNG or SVG, in the look of a theme."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from rftg_tools.faces import facts
from rftg_tools.faces.drawings import Drawings
from rftg_tools.faces.facts import Facts
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.typesetting import File, Format, Typesetter, file_of
from rftg_tools.sheets.grid import BLEED, CARD, TILE, Size
from rftg_tools.sheets.legend import LEGEND, legend_data
from rftg_tools.sheets.pages import NO_BACKS, Batch, Piece, document
from rftg_tools.sheets.pieces import BACKS, GOAL
from rftg_tools.sheets.tabletop import Image

Picture = Literal["png", "svg"]
_HERE: Final = Path(__file__).parent
_SHEET: Final = _HERE / "sheet.typ"
_BACKS: Final = _HERE / "backs.typ"
_DECK: Final = _HERE / "deck.typ"
_CARDS: Final = Path(facts.__file__).parent / "cards.typ"
_UNDRAWN: Final = ("undrawn",)
"""Pictures that cannot be read are findings, which name their places."""
_WITH_BACKS: Final = ("back", "tile back")
"""Pieces that are drawn from the document of all backs."""
FINE: Final = 300.0
"""Dots per inch of a PNG where nothing else is said."""
_AT_ONCE: Final = 8
"""Cards that are set together as pictures; more take more memory."""


class Printer:
    """Makes the files of one theme, until it is closed."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._typesetter = Typesetter(theme)
        self._drawings = Drawings(theme)
        self._problems: dict[str, None] = {}

    @property
    def problems(self) -> list[str]:
        """Why cards do not look as they should, but for their pictures: a sentence each, so far."""
        return [*self._problems, *self._typesetter.problems]

    def close(self) -> None:
        """Clear away the files that were used."""
        self._typesetter.close()

    def sheets(
        self,
        batches: Sequence[Batch],
        backs: str = NO_BACKS,
        title: str = "",
        day: date | None = None,
        legend: bool = False,
    ) -> bytes:
        """Return sheets of paper as PDF. backs: NO_BACKS or a word of grid.FLIPS.

        legend: with a page at the end that says what the icons mean. day: stated in the PDF and at
        the foot of each page; without it no date is anywhere. The same arguments give the same
        bytes. Raises BadTheme.
        """
        data = document(batches, backs, day.isoformat() if day else "")
        data |= {"title": title, "dated": day is not None}
        data["icons"] = facts.icons_of(data["pieces"], self._drawings)
        has_backs = any(piece["draw"] in _WITH_BACKS for piece in data["pieces"])
        data["backs"] = self._backs() if has_backs else None
        if legend:
            data["pages"].append(self._legend(batches[0].grid.paper))
        faces = _faces(data["pieces"])
        self._problems |= dict.fromkeys(facts.problems_of(faces, _UNDRAWN))
        (made,) = self._typesetter.pages(_SHEET, data, "pdf", seconds=_seconds(day))
        return made

    def pictures(
        self, pieces: Iterable[Piece], format: Picture, dpi: float = FINE, bleed: bool = False
    ) -> Iterator[bytes]:
        """Yield a picture of each card, tile or goal tile, with its bleed or cut to its edges.

        dpi: of PNG.

        pieces: all of one kind. Raises BadTheme.
        """
        left = iter(pieces)
        while some := list(islice(left, _AT_ONCE)):
            data = {
                **self._shown(some),
                "draw": some[0].draw,
                "size": _measures(some[0].size),
                "bleed": bleed,
            }
            data["faces"] = [one["facts"] for one in data.pop("pieces")]
            yield from self._typesetter.pages(_CARDS, data, format, dpi)

    def deck_image(self, image: Image) -> bytes:
        """Return the PNG of an image of many cards or tiles. Raises BadTheme."""
        data = self._shown(list(image.pieces(self.theme)))
        data |= {"columns": image.columns, "rows": image.rows, "size": _measures(image.size)}
        data["back"] = file_of(self._back(image.back, "pdf", FINE, False), "pdf")
        (made,) = self._typesetter.pages(_DECK, data, "png", image.dpi)
        return made

    def back_picture(
        self, name: str, format: Picture = "png", dpi: float = FINE, bleed: bool = False
    ) -> bytes:
        """Return a picture of a back, with its bleed or cut to its edges. Raises BadTheme."""
        return self._back(name, format, dpi, bleed)

    def _back(self, name: str, format: Format, dpi: float, bleed: bool) -> bytes:
        size = TILE if name == GOAL else CARD
        edge = 2 * BLEED if bleed else 0
        data = {"size": _measures(Size(size.width + edge, size.height + edge)), "backs": [name]}
        (made,) = self._typesetter.pages(_BACKS, data, format, dpi)
        return made

    def _shown(self, pieces: Sequence[Piece]) -> Facts:
        """Return what some pieces show, with the drawings that they need.

        Note why art is missing.
        """
        shown = [{"draw": piece.draw, "facts": piece.facts} for piece in pieces]
        self._problems |= dict.fromkeys(facts.problems_of(_faces(shown), _UNDRAWN))
        return {"pieces": shown, "icons": facts.icons_of(shown, self._drawings)}

    def _backs(self) -> File:
        """Return the backs, a page each.

        However often a sheet shows one, its file holds it once.
        """
        size = Size(CARD.width + 2 * BLEED, CARD.height + 2 * BLEED)
        data = {"size": _measures(size), "backs": BACKS}
        (made,) = self._typesetter.pages(_BACKS, data, "pdf")
        return file_of(made, "pdf")

    def _legend(self, paper: Size) -> Facts:
        """Return the page that says what the icons mean. Raises BadTheme."""
        data = legend_data(self.theme, self._drawings, paper)
        (made,) = self._typesetter.pages(LEGEND, data, "pdf")
        return {"whole": file_of(made, "pdf")}


def _faces(pieces: Sequence[Facts]) -> list[Facts]:
    """Return the facts of all faces with art among some pieces."""
    sides = [side for piece in pieces for side in piece["facts"].get("sides", [piece["facts"]])]
    return [side for side in sides if "art" in side]


def _measures(size: Size) -> Facts:
    return {"width": size.width, "height": size.height}


def _seconds(day: date | None) -> int:
    """Return the start of a day in seconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) if day else 0
