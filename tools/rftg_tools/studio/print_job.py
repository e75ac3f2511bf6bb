"""A print request in its worker: the set without cards that have errors, and its pages."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, Final, assert_never

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import CardSet
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.pictures import FRAME, BadPath, NotAPicture, find_picture, inspect_picture
from rftg_dsl.sets.units import Unit
from rftg_tools.faces.facts import find_damaged_pictures, text_hash
from rftg_tools.sharing.listing import format_list
from rftg_tools.sheets.formats import BackFiles, Format, FormatKind, find_format
from rftg_tools.sheets.layout import BLEED, CARD, TILE, Batch, Piece
from rftg_tools.sheets.on_demand import back_picture, format_decks, piece_pictures
from rftg_tools.sheets.pieces import (
    GOAL,
    CardCopies,
    card_piece,
    goal_piece,
    plain_backs,
    select_cards,
)
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.tabletop import deck_images
from rftg_tools.sheets.writing import PaperOptions, PrintOrder, make_order, sheet_batches
from rftg_tools.spreadsheets.table import export_csv
from rftg_tools.studio.editing import Delete, apply_change, sheet_of
from rftg_tools.studio.exports import ExportRequest, Kind, Selection
from rftg_tools.studio.sheet import CannotEdit, Section

Data = dict[str, Any]
SHEET_DPI: Final = 110.0
"""Resolution of previews of sheets."""
_PICTURE_DPI: Final = 190.0
"""Resolution of previews of single cards."""
_DECK_WIDTH: Final = 1200.0
"""Width of previews of decks in pixels."""
_SHARP: Final = 300
"""Resolution of pictures that print sharply."""
_PRINT_CODES: Final = ("W606",)
"""Codes of findings about how a card looks."""
_MAX_ROUNDS: Final = 8
"""Maximum number of times that cards are left out, because others referred to them."""
_MAX_ROWS: Final = 100
_MM: Final = 25.4


class ExportError(Exception):
    """Raised if a set cannot be exported, with the reason."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A card or goal that is left out because of an error."""

    title: str
    message: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page or picture of a preview. Lengths are in mm, and include the bleed.

    label: its name. bleed, safe: width outside of the cut, and margin inside. draw: returns a PNG.
    """

    label: str
    width: float
    height: float
    draw: Callable[[], bytes]
    bleed: float = 0.0
    safe: float = 0.0


# --- sets with errors


def compile_without_errors(
    path: Path, cache: SourceCache
) -> tuple[Compilation, tuple[LeftOut, ...]]:
    """Compile a file without the cards and goals that have errors. Raises ExportError."""
    left_out: list[LeftOut] = []
    for _ in range(_MAX_ROUNDS):
        compilation = _compile(path, cache)
        unit = _unit_at(path, compilation)
        errors = [finding for finding in compilation.diagnostics if finding.severity == ERROR]
        if not errors:
            return compilation, tuple(left_out)
        if unit is None or unit.source is None or any(f.file != unit.report.file for f in errors):
            break
        try:
            text, broken = _without_errors(path, unit, errors)
        except CannotEdit:
            break
        left_out += broken
        cache.put(path, text)
    place = f"{errors[0].file}:{errors[0].region.line}"
    raise ExportError(f"Fix the set's errors first. The first is at {place}: {errors[0].message}")


def _compile(path: Path, cache: SourceCache) -> Compilation:
    try:
        return compile_files([path], cache, design=True)
    except OSError as error:
        raise ExportError(f"Couldn't read the set: {error.strerror}.") from None


def _unit_at(path: Path, compilation: Compilation) -> Unit | None:
    return next((unit for unit in compilation.units if unit.path.resolve() == path.resolve()), None)


def _without_errors(
    path: Path, unit: Unit, errors: Sequence[Diagnostic]
) -> tuple[str, list[LeftOut]]:
    """Return a text without the entries that have errors. Raises CannotEdit."""
    assert unit.source is not None
    text = unit.source.text
    sheet = sheet_of(path, text)
    broken: dict[tuple[Section, int], LeftOut] = {}
    for error in errors:
        entry = _entry_at(error.region.line, sheet)
        if entry is not None:
            keys = sheet[entry[0].value][entry[1]]["keys"]
            broken.setdefault(entry, LeftOut(str(keys.get("title", "")), error.message))
    if not broken:
        return _without_tests(unit, errors), []
    for section, index in sorted(broken, reverse=True):
        text = apply_change(path, text, Delete(index, section))
    return text, [out for (section, _), out in broken.items() if section is not Section.TESTS]


def _entry_at(line: int, sheet: Data) -> tuple[Section, int] | None:
    for section in Section:
        for index, entry in enumerate(sheet.get(section.value, ())):
            if entry["first"] <= line <= entry["last"]:
                return section, index
    return None


def _without_tests(unit: Unit, errors: Sequence[Diagnostic]) -> str:
    """Return a text without its card tests, which are not printed. Raises CannotEdit."""
    assert unit.source is not None
    keys = unit.root.keys if unit.root else {}
    if "tests" not in keys:
        raise CannotEdit("no entry has these errors")
    lines = unit.source.text.splitlines(keepends=True)
    start = keys["tests"].region.line
    later = [key.region.line for key in keys.values() if key.region.line > start]
    end = min(later, default=len(lines) + 1)
    if not any(start <= error.region.line < end for error in errors):
        raise CannotEdit("no entry has these errors")
    return "".join([*lines[: start - 1], *lines[end - 1 :]])


# --- jobs


class PrintJob:
    """A request with its set, and what it prints. Raises ExportError, DoesNotFit, BadTheme."""

    def __init__(self, request: ExportRequest, printer: Printer) -> None:
        self.request = request
        self.printer = printer
        cache = SourceCache()
        for name, text in request.edited.items():
            cache.put(Path(name), text)
        path = Path(request.path)
        self.compilation, self.left_out = compile_without_errors(path, cache)
        unit = _unit_at(path, self.compilation)
        assert unit is not None
        self.unit = unit
        self.card_set: CardSet = next(s for s in self.compilation.sets if s.id == unit.id)
        self.cards = select_cards(self.compilation.sets, [unit.id])

    @cached_property
    def order(self) -> PrintOrder:
        """The print order. Raises ExportError, DoesNotFit, BadTheme."""
        request = self.request
        day = date.today() if request.is_dated else None
        paper = PaperOptions(
            request.paper, request.gutter, request.bleed, request.has_crop_marks,
            request.backs or None, day,
        )  # fmt: skip
        has_selection = request.kind not in (Kind.AIDS, Kind.HTML)
        selected = self._selected if has_selection else None
        order = make_order(
            self.compilation.sets, [self.card_set.id], self.printer.theme, paper, selected,
            request.each_once,
        )  # fmt: skip
        if not (order.cards or order.goals or request.kind is Kind.AIDS):
            raise ExportError(_NO_CARDS[request.selection])
        if order.is_tiles and request.kind in (Kind.TABLETOP, Kind.AIDS):
            raise ExportError("This format is for cards, but the set has tiles.")
        return order

    @property
    def _selected(self) -> Sequence[CardCopies] | None:
        match self.request.selection:
            case Selection.ALL:
                return None
            case Selection.CHANGED:
                return self.changed
            case Selection.CHOSEN:
                titles = set(self.request.titles)
                return [copies for copies in self.cards if copies.card.title in titles]
            case _:
                assert_never(self.request.selection)

    @property
    def changed(self) -> list[CardCopies]:
        """The cards that are new or changed since they were last printed."""
        old = self.request.printed
        return [copies for copies in self.cards if old.get(copies.card.title) != self._hash(copies)]

    def hashes(self) -> dict[str, str]:
        """Return the hashes of the printed cards by title."""
        selected = self._selected
        return {c.card.title: self._hash(c) for c in (self.cards if selected is None else selected)}

    @staticmethod
    def _hash(copies: CardCopies) -> str:
        return text_hash(copies.card)

    @cached_property
    def form(self) -> Format:
        """The format of a print-on-demand service, or the designer's own. Raises BadFormats."""
        request = self.request
        if request.format:
            return find_format(request.format)
        kind = FormatKind.TILES if self.order.is_tiles else FormatKind.CARDS
        width, height, bleed, safe = request.own_size
        standard = find_format("poker")
        size = replace(CARD, width=width, height=height)
        if min(width, height) < max(10.0, 4 * safe):
            raise ExportError("This size leaves no room for a card.")
        pixels = tuple(round((side + 2 * bleed) / _MM * request.dpi) for side in (width, height))
        return Format(
            "own-size", "", kind, size, bleed, safe, request.dpi, (pixels[0], pixels[1]),
            BackFiles.ONE, standard.front, standard.back,
        )  # fmt: skip

    @cached_property
    def sheets(self) -> list[Batch]:
        """The sheets of paper. Raises BadTheme."""
        if self.request.kind is Kind.AIDS:
            from rftg_tools.sheets.aids import aid_batches  # late: loads an engine

            return aid_batches(self.order.parts, self.order.grid, self.printer.theme)
        return sheet_batches(self.printer, self.order)

    # --- previews

    @cached_property
    def pages(self) -> list[Page]:
        """The pages of the preview. Raises ExportError, BadFormats, DoesNotFit, BadTheme."""
        match self.request.kind:
            case Kind.SHEETS | Kind.AIDS:
                return list(self._sheet_pages())
            case Kind.FORMAT:
                return list(self._format_pages())
            case Kind.PICTURES | Kind.HTML:
                return list(self._picture_pages())
            case Kind.TABLETOP:
                return list(self._deck_pages())
            case Kind.TEXT | Kind.CSV:
                return []
            case _:
                assert_never(self.request.kind)

    def _sheet_pages(self) -> Iterator[Page]:
        order, paper = self.order, self.order.grid.paper
        legend = self.request.kind is Kind.AIDS
        data = self.printer.sheet_data(self.sheets, order.backs, order.title, order.day, legend)
        for index, page in enumerate(data["pages"]):
            number, is_back = divmod(index, order.sides)
            label = f"{number + 1} back" if is_back else f"{number + 1} front"
            if order.sides == 1:
                label = f"Sheet {number + 1}"
            if "full_page" in page:
                label = "Legend of icons"
            draw = partial(self.printer.page_picture, data, index, SHEET_DPI)
            yield Page(label, paper.width, paper.height, draw)

    def _format_pages(self) -> Iterator[Page]:
        form = self.form
        dpi = min(form.dpi, round(_PICTURE_DPI))
        for deck in format_decks(self.order, form, self.printer.theme):
            size = deck.form.size
            width, height = (side + 2 * form.bleed for side in (size.width, size.height))
            pixels = round(width / _MM * dpi), round(height / _MM * dpi)
            small = replace(deck.form, dpi=dpi, pixels=pixels)
            margins = (form.bleed, form.safe)
            for item in deck.items:
                draw = partial(self._first, piece_pictures, [item.front], small)
                yield Page(item.title, width, height, draw, *margins)
            if deck.back is not None:
                draw = partial(back_picture, self.printer, deck.back, small)
                yield Page(f"Back: {deck.name}", width, height, draw, *margins)

    def _first(self, draw: Callable[..., Iterator[bytes]], *args: Any) -> bytes:
        return next(draw(self.printer, *args))

    def _picture_pages(self) -> Iterator[Page]:
        order, theme = self.order, self.printer.theme
        is_web_page = self.request.kind is Kind.HTML
        bleed = self.request.with_bleed and not is_web_page
        for printed, _count in order.cards:
            yield self._picture_page(printed.card.title, card_piece(printed, theme), bleed)
        for goal in order.goals:
            yield self._picture_page(goal.title, goal_piece(goal, theme), bleed)
        if is_web_page:
            return
        for name, piece in plain_backs(order.cards) if order.is_tiles else ():
            yield self._picture_page(f"Back: {name}", piece, bleed)
        for name in order.backs_used:
            size, edge = TILE if name == GOAL else CARD, 2 * BLEED if bleed else 0
            draw = partial(self.printer.back_picture, name, "png", _PICTURE_DPI, bleed)
            yield Page(f"Back: {name}", size.width + edge, size.height + edge, draw, edge / 2)

    def _picture_page(self, title: str, piece: Piece, bleed: bool) -> Page:
        edge = 2 * BLEED if bleed else 0
        draw = partial(self._first, Printer.pictures, [piece], "png", _PICTURE_DPI, bleed)
        width, height = piece.size.width + edge, piece.size.height + edge
        return Page(title, width, height, draw, edge / 2)

    def _deck_pages(self) -> Iterator[Page]:
        for image in deck_images(self.order.cards, self.order.goals):
            width, height = image.size.width * image.columns, image.size.height * image.rows
            dpi = _DECK_WIDTH / width * _MM
            draw = partial(self.printer.deck_image, image, dpi)
            count = counted(len(image.entries), image.noun)
            yield Page(f"{image.deck}, {count}", width, height, draw)

    def plan(self) -> Data:
        """Return what the page shows before anything is drawn.

        Raises ExportError, BadFormats, DoesNotFit, BadTheme.
        """
        faces = self.request.kind not in (Kind.TEXT, Kind.CSV)
        copies = {copies.card.title: copies.count for copies in self.cards}
        plan: Data = {
            "pages": [_page_data(page) for page in self.pages],
            "left_out": [{"title": out.title, "message": out.message} for out in self.left_out],
            "cards": [{"title": title, "copies": count} for title, count in copies.items()],
            "changed": len(self.changed) if self.request.printed else None,
            "problems": list(self.problems()) if faces else [],
            "has_tiles": self.order.is_tiles if faces else False,
        }
        match self.request.kind:
            case Kind.SHEETS | Kind.AIDS:
                plan["pieces"] = sum(batch.count for batch in self.sheets)
                plan["sheets"] = sum(batch.sheets for batch in self.sheets)
            case Kind.TEXT:
                plan["text"] = format_list([self.card_set])
            case Kind.CSV:
                table = export_csv(self.compilation, self.card_set)
                rows = csv.reader(StringIO(table.decode("utf-8-sig")))
                plan["rows"] = list(islice(rows, _MAX_ROWS))
        return plan

    def problems(self) -> Iterator[Data]:
        """Yield what is wrong with the look of the printed cards."""
        titles = {printed.card.title for printed, _count in self.order.cards}
        for draft in self.unit.drafts:
            if draft.title not in titles or draft.card is None:
                continue
            for finding in self.unit.report.findings:
                if finding.code in _PRINT_CODES and _is_in(finding, draft.title, self.unit):
                    yield {"title": draft.title, "message": finding.message}
            dpi = _resolution(draft.card.art, self.unit.path.parent) if draft.card.art else None
            if dpi is not None and dpi < _SHARP:
                message = f"the picture has {dpi} dots per inch; {_SHARP} print sharply"
                yield {"title": draft.title, "message": message}
        printed = (printed for printed, _count in self.order.cards)
        for finding in find_damaged_pictures([self.unit], printed, self.printer.theme):
            yield {"title": "", "message": finding.message}


_NO_CARDS: Final = {
    Selection.ALL: "The set has no cards of its own.",
    Selection.CHANGED: "No card has changed since the last print.",
    Selection.CHOSEN: "Choose at least one card.",
}


def _page_data(page: Page) -> Data:
    return {
        "label": page.label,
        "width": page.width,
        "height": page.height,
        "bleed": page.bleed,
        "safe": page.safe,
    }


def _is_in(finding: Diagnostic, title: str, unit: Unit) -> bool:
    """Return whether a finding is in the entry of a card."""
    starts = [(draft.node.region.line, draft.title) for draft in unit.drafts]
    before = [name for line, name in starts if line <= finding.region.line]
    return bool(before) and before[-1] == title


def _resolution(art: str, folder: Path) -> int | None:
    """Return the resolution of a card's picture in print, or None if it cannot be used."""
    try:
        picture = inspect_picture(find_picture(art, folder))
    except (BadPath, NotAPicture, OSError, ValueError):
        return None
    return int(min(picture.width / FRAME[0], picture.height / FRAME[1]) * _MM)
