"""Printing: sheets as PDF, and single cards as PNG or SVG, in the look of a theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, Literal

from rftg_tools.faces import facts
from rftg_tools.faces.drawings import Drawings
from rftg_tools.faces.facts import Facts, Printed
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.typesetting import File, Typesetter, file_of
from rftg_tools.sheets.grid import BLEED, CARD, Size
from rftg_tools.sheets.legend import LEGEND, legend_data
from rftg_tools.sheets.pages import NO_BACKS, Batch, document
from rftg_tools.sheets.pieces import BACKS
from rftg_tools.sheets.tabletop import Image

Picture = Literal["png", "svg"]
_HERE: Final = Path(__file__).parent
_SHEET: Final = _HERE / "sheet.typ"
_BACKS: Final = _HERE / "backs.typ"
_DECK: Final = _HERE / "deck.typ"
_CARDS: Final = Path(facts.__file__).parent / "cards.typ"
_UNDRAWN: Final = ("undrawn",)
"""Pictures that cannot be read are findings, which name their places."""
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
        """Sheets of paper as PDF. backs: NO_BACKS or a word of grid.FLIPS.

        legend: with a page at the end that says what the icons mean. day: stated in the PDF and at
        the foot of each page; without it no date is anywhere. The same arguments give the same
        bytes. Raises BadTheme.
        """
        data = document(batches, backs, day.isoformat() if day else "")
        data |= {"title": title, "dated": day is not None}
        data["icons"] = facts.icons_of(data["pieces"], self._drawings)
        data["backs"] = None if backs == NO_BACKS else self._backs()
        if legend:
            data["pages"].append(self._legend(batches[0].grid.paper))
        faces = [piece["facts"] for piece in data["pieces"] if piece["draw"] == "face"]
        self._problems |= dict.fromkeys(facts.problems_of(faces, _UNDRAWN))
        (made,) = self._typesetter.pages(_SHEET, data, "pdf", seconds=_seconds(day))
        return made

    def pictures(
        self, cards: Sequence[Printed], format: Picture, dpi: float = 300, bleed: bool = False
    ) -> Iterator[bytes]:
        """A picture of each card, with its bleed or cut to its edges. dpi: of PNG.

        Raises BadTheme.
        """
        for start in range(0, len(cards), _AT_ONCE):
            some = cards[start : start + _AT_ONCE]
            data = facts.faces_data(some, self.theme, self._drawings)
            self._problems |= dict.fromkeys(facts.problems_of(data["faces"], _UNDRAWN))
            yield from self._typesetter.pages(_CARDS, {**data, "bleed": bleed}, format, dpi)

    def deck_image(self, image: Image) -> bytes:
        """The PNG of an image of many cards. Raises BadTheme."""
        data = facts.faces_data([one for one, _ in image.cards], self.theme, self._drawings)
        self._problems |= dict.fromkeys(facts.problems_of(data["faces"], _UNDRAWN))
        data |= {"columns": image.columns, "rows": image.rows, "back": image.back}
        (made,) = self._typesetter.pages(_DECK, data, "png", image.dpi)
        return made

    def back_picture(self, name: str, dpi: float) -> bytes:
        """The PNG of a back, cut to its edges. Raises BadTheme."""
        data = {"size": {"width": CARD.width, "height": CARD.height}, "backs": [name]}
        (made,) = self._typesetter.pages(_BACKS, data, "png", dpi)
        return made

    def _backs(self) -> File:
        """The backs, a page each: however often a sheet shows one, its file holds it once."""
        size = {"width": CARD.width + 2 * BLEED, "height": CARD.height + 2 * BLEED}
        (made,) = self._typesetter.pages(_BACKS, {"size": size, "backs": BACKS}, "pdf")
        return file_of(made, "pdf")

    def _legend(self, paper: Size) -> Facts:
        """The page that says what the icons mean. Raises BadTheme."""
        data = legend_data(self.theme, self._drawings, paper)
        (made,) = self._typesetter.pages(LEGEND, data, "pdf")
        return {"whole": file_of(made, "pdf")}


def _seconds(day: date | None) -> int:
    """The start of a day in seconds since 1970."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) if day else 0
