"""Print orders, and the files written for them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final
from urllib.parse import quote

from rftg_dsl.games import GAMES
from rftg_dsl.model import CardSet, Goal
from rftg_dsl.source.files import write_bytes_atomically
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.faces.theme import Theme
from rftg_tools.progress import with_progress
from rftg_tools.sheets.layout import (
    BLEED,
    CARD,
    LONG,
    NO_BACKS,
    PAPERS,
    SQUARE,
    Batch,
    Grid,
    fill_paper,
)
from rftg_tools.sheets.pieces import (
    BACKS,
    GOAL,
    CardCopies,
    GameParts,
    add_other_faces,
    back_name,
    card_piece,
    game_parts,
    goal_piece,
    goals_of,
    plain_backs,
    printed_copies,
    select_cards,
    single_copies,
    tile_batches,
)
from rftg_tools.sheets.printing import Picture, Printer
from rftg_tools.sheets.tabletop import build_saved_object, deck_images


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """Options for filling sheets of paper.

    size: a key of PAPERS. gutter, bleed: in mm. has_crop_marks: add crop marks. backs: NO_BACKS, a
    value of FLIPS, or None for the default. day: date on the sheets.
    """

    size: str = "a4"
    gutter: float = 0.0
    bleed: float = BLEED
    has_crop_marks: bool = True
    backs: str | None = None
    day: date | None = None


DEFAULT_PAPER: Final = PaperOptions()


def has_tiles(sets: Sequence[CardSet]) -> bool:
    """Return whether any set has tiles."""
    return any(GAMES[card_set.game].has_tiles for card_set in sets)


def make_order(
    sets: Sequence[CardSet],
    ids: Sequence[str],
    theme: Theme,
    paper: PaperOptions = DEFAULT_PAPER,
    cards: Sequence[CardCopies] | None = None,
    each_once: bool = False,
) -> PrintOrder:
    """Return a print order for the sets with these ids.

    sets: required sets first. cards: selected cards of these sets, None for all. Both faces of a
    tile are printed if one is selected. Raises DoesNotFit, BadTheme.
    """
    tiles = has_tiles(sets)
    all_cards = select_cards(sets, ids)
    chosen = all_cards if cards is None else cards
    if tiles:
        chosen = add_other_faces(chosen, all_cards)
    if each_once:
        chosen = single_copies(chosen)
    title = ", ".join(card_set.title for card_set in sets if card_set.id in ids)
    backs = paper.backs or (LONG if tiles else NO_BACKS)
    printed = printed_copies(sets, chosen, theme)
    size, layout = PAPERS[paper.size], (paper.gutter, paper.bleed, paper.has_crop_marks)
    grid = fill_paper(size, SQUARE, *layout) if tiles else Grid(size, CARD, 3, 3, *layout)
    return PrintOrder(title, printed, grid, backs, paper.day, sets, ids, cards is None)


_URL_SYNTAX: Final = "%/:?#[]@!$&'()*+,;="
"""Characters with a meaning in URLs; they are not escaped."""


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written.

    kind: "pdf", "png", "svg" or "json". item_count: number of cards, or of items named by `noun`.
    """

    path: Path
    kind: str
    pages: int
    item_count: int
    noun: str = "card"


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """Cards to print, with numbers of copies.

    backs: NO_BACKS or a value of FLIPS. day: date on the sheets. sets: required sets first. ids:
    sets to print. is_complete: whether they are printed completely.
    """

    title: str
    cards: Sequence[tuple[PrintedCard, int]]
    grid: Grid
    backs: str = NO_BACKS
    day: date | None = None
    sets: Sequence[CardSet] = ()
    ids: Sequence[str] = ()
    is_complete: bool = True

    @property
    def parts(self) -> GameParts:
        """Parts of the game in addition to its cards. This loads an engine."""
        return game_parts(self.sets, self.ids)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Goals to print: none if only some cards are selected."""
        return goals_of(self.sets, self.ids) if self.is_complete else ()

    @property
    def is_tiles(self) -> bool:
        """Whether the order is for tiles of Roll for the Galaxy."""
        return any(printed.card.tile is not None for printed, _count in self.cards)

    @property
    def backs_used(self) -> list[str]:
        """Names of the backs to print for complete sets, in the order of BACKS."""
        used = {back_name(printed.card) for printed, _count in self.cards}
        used |= {GOAL} if self.goals else set()
        return [name for name in BACKS if self.is_complete and name in used and not self.is_tiles]

    @property
    def sides(self) -> int:
        """Number of printed pages per sheet."""
        return 1 if self.backs == NO_BACKS else 2


def sheet_batches(printer: Printer, order: PrintOrder) -> list[Batch]:
    """Return the sheets of an order. Raises BadTheme."""
    cards = with_progress(order.cards, len(order.cards), "cards")
    if order.is_tiles:
        faces = list(cards)
        return tile_batches(order.title, faces, order.grid, order.backs, printer.theme)
    pieces = [(card_piece(printed, printer.theme), count) for printed, count in cards]
    return [Batch(order.title, order.grid, pieces)]


def write_sheets(printer: Printer, order: PrintOrder, path: Path) -> WrittenFile:
    """Write sheets of paper as a PDF. Raises BadTheme and OSError."""
    batches = sheet_batches(printer, order)
    write_file(path, printer.sheets(batches, order.backs, order.title, order.day))
    pages = sum(batch.sheets for batch in batches) * order.sides
    count = sum(batch.count for batch in batches)
    return WrittenFile(path, "pdf", pages, count, "tile" if order.is_tiles else "card")


def write_aids(printer: Printer, order: PrintOrder, path: Path) -> WrittenFile:
    """Write the other parts of a game and the legend of icons as a PDF.

    Raises BadTheme and OSError.
    """
    from rftg_tools.sheets.aids import aid_batches  # late: loads an engine

    batches = aid_batches(order.parts, order.grid, printer.theme)
    write_file(path, printer.sheets(batches, order.backs, order.title, order.day, legend=True))
    pages = sum(batch.sheets for batch in batches) * order.sides + 1
    return WrittenFile(path, "pdf", pages, sum(batch.count for batch in batches), "piece")


def write_pictures(
    printer: Printer, order: PrintOrder, folder: Path, format: Picture, dpi: int, bleed: bool
) -> Iterator[WrittenFile]:
    """Write pictures of all cards, and of the goals and backs of complete sets, into a folder.

    Only file names of goals and backs contain an underscore. Raises BadTheme and OSError.
    """
    names = unique_names(printed.card.title for printed, _count in order.cards)
    cards = (card_piece(printed, printer.theme) for printed, _count in order.cards)
    pictures = with_progress(printer.pictures(cards, format, dpi, bleed), len(names), "cards")
    for name, picture in zip(names, pictures, strict=True):
        yield write_picture(folder / f"{name}.{format}", picture, "card")
    goals = [goal_piece(goal, printer.theme) for goal in order.goals]
    names = unique_names(goal.title for goal in order.goals)
    for name, picture in zip(names, printer.pictures(goals, format, dpi, bleed), strict=True):
        yield write_picture(folder / f"goal_{name}.{format}", picture, "goal")
    for name, piece in plain_backs(order.cards) if order.is_tiles else ():
        (picture,) = printer.pictures([piece], format, dpi, bleed)
        yield write_picture(folder / f"back_{safe_name(name)}.{format}", picture, "back")
    for back in order.backs_used:
        picture = printer.back_picture(back, format, dpi, bleed)
        yield write_picture(folder / f"back_{safe_name(back)}.{format}", picture, "back")


def write_picture(path: Path, picture: bytes, noun: str) -> WrittenFile:
    """Write a picture of a single piece. Raises OSError."""
    write_file(path, picture)
    return WrittenFile(path, path.suffix[1:], 1, 1, noun)


def write_decks(
    printer: Printer, order: PrintOrder, folder: Path, url: str
) -> Iterator[WrittenFile]:
    """Write the images and the saved object of decks for Tabletop Simulator into a folder.

    url: URL of the images, or "" for the folder. File names of images contain an underscore,
    unlike those of single cards. Raises BadTheme and OSError.
    """
    name = safe_name(order.title)
    base = f"{quote(url.rstrip('/'), _URL_SYNTAX)}/" if url else f"{folder.resolve().as_uri()}/"
    images = deck_images(order.cards, order.goals)
    faces, backs = [], {}
    for number, image in enumerate(with_progress(images, len(images), "images"), 1):
        path = folder / f"{name}_deck-{number}.png"
        write_file(path, printer.deck_image(image))
        faces.append(base + quote(path.name))
        yield WrittenFile(path, "png", 1, len(image.entries), image.noun)
    for back in dict.fromkeys(image.back for image in images):
        path = folder / f"{name}_back-{safe_name(back)}.png"
        write_file(path, printer.back_picture(back))
        backs[back] = base + quote(path.name)
        yield WrittenFile(path, "png", 1, 0)
    saved = build_saved_object(order.title, images, faces, backs)
    path = folder / f"{name}.json"
    write_file(path, (json.dumps(saved, indent=1, ensure_ascii=False) + "\n").encode())
    count = sum(entry.count for image in images for entry in image.entries)
    yield WrittenFile(path, "json", 0, count)


def write_file(path: Path, data: bytes) -> None:
    """Write a file, creating its folder if needed. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes_atomically(path, data)


_MAX_LENGTH: Final = 60
"""Maximum length of a name: some systems allow 255 bytes, and a character can have four."""
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
"""Device names in Windows, which no file can have with any extension."""
_NAMELESS: Final = "card"


def unique_names(titles: Iterable[str]) -> list[str]:
    """Return a unique file name without extension for each title.

    "Earth's Lost Colony" becomes `earths-lost-colony`.
    """
    names: dict[str, None] = {}
    for title in titles:
        name = base = safe_name(title)
        suffix = 1
        while name in names:
            suffix += 1
            name = f"{base}-{suffix}"
        names[name] = None
    return list(names)


def safe_name(title: str) -> str:
    """Return the words of a title in lower case, without accents and joined by hyphens."""
    letters = unicodedata.normalize("NFKD", title.casefold().replace("'", "").replace("’", ""))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", bare))
    name = "-".join(words)[:_MAX_LENGTH].rstrip("-") or _NAMELESS
    return f"{name}-{_NAMELESS}" if _RESERVED.fullmatch(name) else name
