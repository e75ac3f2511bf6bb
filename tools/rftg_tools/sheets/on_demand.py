"""Pictures for a print-on-demand service: a folder for each deck, a picture for each card in it.

A deck holds what has the same back. Its back is one picture, or one for each card as the format
says; tiles that have a face on either side have a back each in any format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_tools.faces.theme import Theme
from rftg_tools.progress import progress
from rftg_tools.sheets.fitting import fitted, inside_of, scale_of
from rftg_tools.sheets.formats import Backs, BadFormats, Format, Of, shipped_formats
from rftg_tools.sheets.goals import goal_piece
from rftg_tools.sheets.grid import CARD, TILE
from rftg_tools.sheets.names import file_names, safe_name
from rftg_tools.sheets.pages import Piece
from rftg_tools.sheets.pieces import GOAL, back_of, card_piece
from rftg_tools.sheets.printing import Printer
from rftg_tools.sheets.tiles import Whole, whole_piece, whole_tiles
from rftg_tools.sheets.writing import Order, Written, write_file

_ONE_BACK: Final = "back.png"
_TILES: Final = "tiles"
_HOMES: Final = "home tiles"
_FACTIONS: Final = "faction tiles"
_PRINTED_BACK: Final = "back"
"""What draws the backs of a theme."""
Back = Piece | str
"""A back that is drawn as a piece, or the name of one of the theme."""


@dataclass(frozen=True, slots=True)
class Item:
    """A card, goal or tile of a deck, and how many of it there are. back: its own, if any."""

    title: str
    front: Piece
    count: int
    back: Piece | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """What has the same back. back: None where each has its own. things: its items, in a word."""

    name: str
    items: Sequence[Item]
    back: Back | None
    form: Format
    things: str


def write_format(
    printer: Printer, order: Order, folder: Path, form: Format, set_id: str
) -> Iterator[Written]:
    """Write the pictures of an order in a format into a folder.

    set_id: what stands for `{set}` in names. Raises BadFormats where the format is for something
    else, BadTheme and OSError.
    """
    _check_kind(order, form)
    decks = list(_decks(order, form, printer.theme))
    made = (one for deck in decks for one in _write_deck(printer, deck, folder, set_id))
    yield from progress(made, sum(_files(deck) for deck in decks), "pictures")


def _check_kind(order: Order, form: Format) -> None:
    wanted = Of.TILES if order.of_tiles else Of.CARDS
    if order.cards and form.of is not wanted:
        fit = [name for name, one in shipped_formats().items() if one.of is wanted]
        raise BadFormats(
            f"the format {form.name!r} is for {form.of}, and these are {wanted}"
            f"\n  help: formats for {wanted} are {', '.join(fit)}"
        )


def _decks(order: Order, form: Format, theme: Theme) -> Iterator[Deck]:
    """Yield the decks of an order, each with something in it."""
    if order.of_tiles:
        yield from _tile_decks(order, form, theme)
    else:
        by_back: dict[str, list[Item]] = {}
        for one, count in order.cards:
            item = Item(one.card.title, card_piece(one, theme), count)
            by_back.setdefault(back_of(one.card), []).append(item)
        for name, items in by_back.items():
            yield Deck(name, items, name, form, "card")
    if order.goals and form.of is Of.CARDS:
        goals = [Item(one.title, goal_piece(one, theme), 1) for one in order.goals]
        yield Deck(GOAL, goals, GOAL, form, "goal")


def _tile_decks(order: Order, form: Format, theme: Theme) -> Iterator[Deck]:
    """Yield tiles with two faces, those whose back is plain, and faction tiles, of two squares."""
    sorts: dict[str, list[Whole]] = {_TILES: [], _HOMES: [], _FACTIONS: []}
    for one in whole_tiles(order.cards):
        name = _FACTIONS if one.is_double else _TILES if len(one.faces) > 1 else _HOMES
        sorts[name].append(one)
    for name, tiles in sorts.items():
        pieces = [(one, whole_piece(one, theme)) for one in tiles]
        own = name == _TILES
        items = [
            Item(one.faces[0].card.title, piece, one.count, piece.back if own else None)
            for one, piece in pieces
        ]
        if items:
            shape = form.double() if name == _FACTIONS else form
            yield Deck(name, items, None if own else pieces[0][1].back, shape, "tile")


def _files(deck: Deck) -> int:
    """Return how many files a deck takes."""
    fronts = sum(item.count for item in deck.items)
    return fronts + (1 if deck.back and deck.form.backs is Backs.ONE else fronts)


def _write_deck(printer: Printer, deck: Deck, folder: Path, set_id: str) -> Iterator[Written]:
    form, place = deck.form, folder / safe_name(deck.name)
    shared = _back_picture(printer, deck.back, form) if deck.back else None
    fronts = _pictures(printer, [item.front for item in deck.items], form)
    own = [item.back for item in deck.items if item.back]
    backs = _pictures(printer, own, form)
    if shared and form.backs is Backs.ONE:
        yield _put(place / _ONE_BACK, shared, "back")
    titles = file_names(item.title for item in deck.items)
    for number, (item, title, front) in enumerate(zip(deck.items, titles, fronts, strict=True), 1):
        back = next(backs, b"") if item.back else shared
        for copy in range(1, item.count + 1):
            parts = {
                "{number}": f"{number:03}",
                "{title}": title,
                "{copy}": f"{copy:02}",
                "{set}": safe_name(set_id),
            }
            yield _put(place / _named(form.front, parts), front, deck.things)
            if back and (item.back or form.backs is Backs.EACH):
                yield _put(place / _named(form.back, parts), back, "back")


def _pictures(printer: Printer, pieces: Sequence[Piece], form: Format) -> Iterator[bytes]:
    """Yield the pictures of pieces of one kind, as a format has them."""
    if pieces:
        size, inside = pieces[0].size, inside_of(pieces[0].draw)
        dpi = form.dpi * scale_of(size, form, inside)
        for picture in printer.pictures(pieces, "png", dpi, bleed=True):
            yield fitted(picture, size, form, inside)


def _back_picture(printer: Printer, back: Back, form: Format) -> bytes:
    if isinstance(back, Piece):
        (picture,) = _pictures(printer, [back], form)
        return picture
    size, inside = TILE if back == GOAL else CARD, inside_of(_PRINTED_BACK)
    dpi = form.dpi * scale_of(size, form, inside)
    return fitted(printer.back_picture(back, "png", dpi, bleed=True), size, form, inside)


def _named(template: str, parts: dict[str, str]) -> str:
    for part, text in parts.items():
        template = text.join(template.split(part))
    return f"{template}.png"


def _put(path: Path, picture: bytes, thing: str) -> Written:
    write_file(path, picture)
    return Written(path, "png", 1, 1, thing)
