"""Decks for Tabletop Simulator: images of many cards, and the saved object that refers to them.

In this format an image has 2 x 2 to 10 x 7 places. The last place is the picture that other players
see of a card in a hand. A card id is 100 times the number of its image (from 1) plus its place
(from 0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.diagnostics.text import printable_data
from rftg_dsl.model import Goal
from rftg_dsl.wording.english import BLOCKS, describe_card, goal_checks, word_goal
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.layout import CARD, TILE, Piece, Size
from rftg_tools.sheets.pieces import BACKS, GAME, GOAL, back_name, card_piece, goal_piece

MAX_COLUMNS: Final = 10
MAX_ROWS: Final = 7
MIN_LINES: Final = 2
"""Minimum number of columns and of rows of an image."""
MAX_PIXELS: Final = 4096
"""Maximum side of an image; the simulator scales larger images down."""
MAX_DPI: Final = 300.0
_MAX_ON_IMAGE: Final = MAX_COLUMNS * MAX_ROWS - 1
_MM: Final = 25.4
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """Copies of a card or goal in a deck, with the title and text that the simulator shows."""

    printed: PrintedCard | Goal
    count: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """Cards or goals of a deck on one image, row by row. size: size of each."""

    deck: str
    back: str
    entries: Sequence[DeckEntry]
    columns: int
    rows: int
    size: Size = CARD

    @property
    def noun(self) -> str:
        """Noun for an entry."""
        return "goal" if self.back == GOAL else "card"

    @property
    def dpi(self) -> float:
        """Resolution: MAX_DPI, or less if a side would be longer than MAX_PIXELS."""
        longest = max(self.size.width * self.columns, self.size.height * self.rows)
        return min(MAX_DPI, (MAX_PIXELS - 1) / longest * _MM)

    def pieces(self, theme: Theme) -> Iterator[Piece]:
        """Yield the pieces on the image."""
        for entry in self.entries:
            if isinstance(entry.printed, Goal):
                yield goal_piece(entry.printed, theme)
            else:
                yield card_piece(entry.printed, theme)


def deck_images(
    cards: Sequence[tuple[PrintedCard, int]], goals: Sequence[Goal] = ()
) -> list[Image]:
    """Return the images for cards, those with the usual back first, and then for goals."""
    decks: dict[str, list[DeckEntry]] = {}
    for printed, count in cards:
        title, _, text = describe_card(printed.card).partition("\n")
        entry = DeckEntry(printed, count, title, text)
        decks.setdefault(back_name(printed.card), []).append(entry)
    images = [
        Image(back, back, part, *_shape(len(part) + 1, CARD))
        for back in BACKS
        for part in _split_deck(decks.get(back, []))
    ]
    for deck, is_most in (("first goals", False), ("most goals", True)):
        entries = [_goal_entry(goal) for goal in goals if goal.most is is_most]
        for part in _split_deck(entries):
            images.append(Image(deck, GOAL, part, *_shape(len(part) + 1, TILE), TILE))
    return images


def _goal_entry(goal: Goal) -> DeckEntry:
    rank = "most" if goal.most else "first"
    text = (
        f"Goal ({rank}), {goal.points} VP\n{word_goal(goal, BLOCKS)}\n{goal_checks(goal, BLOCKS)}"
    )
    return DeckEntry(goal, 1, goal.title, text)


def _split_deck(entries: Sequence[DeckEntry]) -> Iterator[Sequence[DeckEntry]]:
    """Yield parts of a deck of nearly equal size, each of which fits on an image."""
    parts = -(-len(entries) // _MAX_ON_IMAGE)
    for part in range(parts):
        yield entries[len(entries) * part // parts : len(entries) * (part + 1) // parts]


def _shape(places: int, size: Size) -> tuple[int, int]:
    """Return the columns and rows that show a number of places as large as possible."""
    shapes = [
        (columns, rows)
        for columns in range(MIN_LINES, MAX_COLUMNS + 1)
        for rows in range(MIN_LINES, MAX_ROWS + 1)
        if columns * rows >= places
    ]
    return min(
        shapes, key=lambda shape: (max(size.width * shape[0], size.height * shape[1]), shape)
    )


def build_saved_object(
    title: str, images: Sequence[Image], faces: Sequence[str], backs: Data
) -> Data:
    """Return the object that the simulator loads, with a deck for each back.

    faces: URLs of the images. backs: URLs of the backs, by name.
    """
    sheets = [_sheet(*pair, backs) for pair in zip(images, faces, strict=True)]
    decks = []
    for index, deck in enumerate(dict.fromkeys(image.deck for image in images)):
        numbered_images = [
            (number, image) for number, image in enumerate(images, 1) if image.deck == deck
        ]
        name = title if deck == GAME else f"{title}: {deck}"
        decks.append(_deck(name, numbered_images, sheets, 3.0 * index))
    saved = {"SaveName": title, "GameMode": "", "Note": "", "Rules": "", "ObjectStates": decks}
    return {key: printable_data(value) for key, value in saved.items()}


def _sheet(image: Image, face: str, backs: Data) -> Data:
    return {
        "FaceURL": face,
        "BackURL": backs[image.back],
        "NumWidth": image.columns,
        "NumHeight": image.rows,
        "BackIsHidden": True,
        "UniqueBack": False,
    }


def _deck(
    name: str, images: Sequence[tuple[int, Image]], sheets: Sequence[Data], across: float
) -> Data:
    """Return a deck, or a card if it is the only one: the simulator has no decks of one card."""
    cards = [
        _card(entry, 100 * number + place, number, sheets)
        for number, image in images
        for place, entry in enumerate(image.entries)
        for _ in range(entry.count)
    ]
    if len(cards) == 1:
        return {**cards[0], "Transform": _transform(across)}
    return {
        "Name": "DeckCustom",
        "Transform": _transform(across),
        "Nickname": name,
        "Description": f"{len(cards)} cards",
        "HideWhenFaceDown": True,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {str(number): sheets[number - 1] for number, _image in images},
        "ContainedObjects": cards,
    }


def _card(entry: DeckEntry, card_id: int, number: int, sheets: Sequence[Data]) -> Data:
    return {
        "Name": "CardCustom",
        "Transform": _transform(0.0),
        "Nickname": entry.title,
        "Description": entry.text,
        "HideWhenFaceDown": True,
        "CardID": card_id,
        "CustomDeck": {str(number): sheets[number - 1]},
    }


def _transform(across: float) -> Data:
    """Return the position of a face-down object. Lengths are in units of the simulator."""
    place = {"posX": across, "posY": 1.0, "posZ": 0.0}
    rotation = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {**place, **rotation, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
