"""Decks for Tabletop Simulator: images of many cards, and the saved object that refers to them.

In this format an image holds 2 x 2 to 10 x 7 cards; the last place is what other players see of a
card in a hand. A card's number is 100 times the number of its image (from 1) plus its place (from
0).
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

MOST_COLUMNS: Final = 10
MOST_ROWS: Final = 7
LEAST: Final = 2
"""The fewest columns and rows of an image."""
PIXELS: Final = 4096
"""The longest side of an image; the simulator scales larger ones down."""
FINEST: Final = 300.0
_ON_IMAGE: Final = MOST_COLUMNS * MOST_ROWS - 1
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
    """Cards or goals of one deck on an image, row by row. size: of each."""

    deck: str
    back: str
    entries: Sequence[DeckEntry]
    columns: int
    rows: int
    size: Size = CARD

    @property
    def noun(self) -> str:
        """What each entry is called."""
        return "goal" if self.back == GOAL else "card"

    @property
    def dpi(self) -> float:
        """The resolution: FINEST, or less so that no side is longer than PIXELS."""
        longest = max(self.size.width * self.columns, self.size.height * self.rows)
        return min(FINEST, (PIXELS - 1) / longest * _MM)

    def pieces(self, theme: Theme) -> Iterator[Piece]:
        """Yield the pieces on it."""
        for entry in self.entries:
            if isinstance(entry.printed, Goal):
                yield goal_piece(entry.printed, theme)
            else:
                yield card_piece(entry.printed, theme)


def deck_images(
    cards: Sequence[tuple[PrintedCard, int]], goals: Sequence[Goal] = ()
) -> list[Image]:
    """Return the images for cards, those with the usual back first, and for goals."""
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
    """Yield the entries of a deck in parts of nearly equal size that fit on an image."""
    parts = -(-len(entries) // _ON_IMAGE)
    for part in range(parts):
        yield entries[len(entries) * part // parts : len(entries) * (part + 1) // parts]


def _shape(places: int, size: Size) -> tuple[int, int]:
    """Return the columns and rows for a number of places that show each as large as possible."""
    shapes = [
        (columns, rows)
        for columns in range(LEAST, MOST_COLUMNS + 1)
        for rows in range(LEAST, MOST_ROWS + 1)
        if columns * rows >= places
    ]
    return min(
        shapes, key=lambda shape: (max(size.width * shape[0], size.height * shape[1]), shape)
    )


def build_saved_object(
    title: str, images: Sequence[Image], faces: Sequence[str], backs: Data
) -> Data:
    """Return the object that the simulator loads, with a deck for each back.

    faces: URL of each image. backs: URL of each back, by name.
    """
    sheets = [_sheet(*pair, backs) for pair in zip(images, faces, strict=True)]
    decks = []
    for place, deck in enumerate(dict.fromkeys(image.deck for image in images)):
        numbered = [(number, image) for number, image in enumerate(images, 1) if image.deck == deck]
        name = title if deck == GAME else f"{title}: {deck}"
        decks.append(_deck(name, numbered, sheets, 3.0 * place))
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
    """Return a deck, or the card if there is only one, as the simulator has no decks of one."""
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
    """Return the position of an object that is face down, in the simulator's size of cards."""
    place = {"posX": across, "posY": 1.0, "posZ": 0.0}
    rotation = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {**place, **rotation, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
