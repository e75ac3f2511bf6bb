"""Decks for Tabletop Simulator: images of many cards, and the saved object that names them.

The format: one image holds 2 x 2 to 10 x 7 cards, the last place is what other players see of a
card in a hand. A card's number is 100 times that of its image, from 1, and its place there, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.diagnostics.printable import printable_data
from rftg_dsl.model import Goal
from rftg_dsl.wording.english import BLOCKS, goal_checks, word_card, word_goal
from rftg_tools.faces.printed import Printed
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.goals import goal_piece
from rftg_tools.sheets.grid import CARD, TILE, Size
from rftg_tools.sheets.pages import Piece
from rftg_tools.sheets.pieces import BACKS, GAME, GOAL, back_of, card_piece

MOST_COLUMNS: Final = 10
MOST_ROWS: Final = 7
LEAST: Final = 2
"""Columns and rows of an image at the least."""
PIXELS: Final = 4096
"""The longest side of an image; larger ones are made smaller by the simulator."""
FINEST: Final = 300.0
_ON_IMAGE: Final = MOST_COLUMNS * MOST_ROWS - 1
_MM: Final = 25.4
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Held:
    """A card or a goal with how many of it are in a deck, and what the simulator says of it."""

    shown: Printed | Goal
    count: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """Cards or goals of one deck on one image, row by row. size: of each."""

    deck: str
    back: str
    held: Sequence[Held]
    columns: int
    rows: int
    size: Size = CARD

    @property
    def things(self) -> str:
        """What is on it, in one word."""
        return "goal" if self.back == GOAL else "card"

    @property
    def dpi(self) -> float:
        """Dots per inch: FINEST, or less such that no side is longer than PIXELS."""
        longest = max(self.size.width * self.columns, self.size.height * self.rows)
        return min(FINEST, (PIXELS - 1) / longest * _MM)

    def pieces(self, theme: Theme) -> Iterator[Piece]:
        """Yield what is shown on it."""
        for one in self.held:
            if isinstance(one.shown, Goal):
                yield goal_piece(one.shown, theme)
            else:
                yield card_piece(one.shown, theme)


def images_of(cards: Sequence[tuple[Printed, int]], goals: Sequence[Goal] = ()) -> list[Image]:
    """Return the images for some cards, those of game cards first, and for some goals."""
    decks: dict[str, list[Held]] = {}
    for one, count in cards:
        title, _, text = word_card(one.card).partition("\n")
        decks.setdefault(back_of(one.card), []).append(Held(one, count, title, text))
    images = [
        Image(back, back, some, *_shape(len(some) + 1, CARD))
        for back in BACKS
        for some in _shared(decks.get(back, []))
    ]
    for deck, ranked in (("first goals", False), ("most goals", True)):
        tiles = [_held(goal) for goal in goals if goal.most is ranked]
        for some in _shared(tiles):
            images.append(Image(deck, GOAL, some, *_shape(len(some) + 1, TILE), TILE))
    return images


def _held(goal: Goal) -> Held:
    rank = "most" if goal.most else "first"
    text = (
        f"Goal ({rank}), {goal.points} VP\n{word_goal(goal, BLOCKS)}\n{goal_checks(goal, BLOCKS)}"
    )
    return Held(goal, 1, goal.title, text)


def _shared(held: Sequence[Held]) -> Iterator[Sequence[Held]]:
    """Yield the cards of a deck in parts of nearly one size, none larger than an image holds."""
    parts = -(-len(held) // _ON_IMAGE)
    for part in range(parts):
        yield held[len(held) * part // parts : len(held) * (part + 1) // parts]


def _shape(places: int, size: Size) -> tuple[int, int]:
    """Return columns and rows with that many places at least, such that each comes out largest."""
    shapes = [
        (columns, rows)
        for columns in range(LEAST, MOST_COLUMNS + 1)
        for rows in range(LEAST, MOST_ROWS + 1)
        if columns * rows >= places
    ]
    return min(shapes, key=lambda one: (max(size.width * one[0], size.height * one[1]), one))


def saved_object(title: str, images: Sequence[Image], faces: Sequence[str], backs: Data) -> Data:
    """Return what the simulator loads.

    For each back a deck, side by side, with every copy of a card.

    faces: the address of each image. backs: the address of each back, by its name.
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
    """Return a deck; of one card alone that card, since the simulator knows no deck of one."""
    cards = [
        _card(one, 100 * number + place, number, sheets)
        for number, image in images
        for place, one in enumerate(image.held)
        for _ in range(one.count)
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


def _card(one: Held, card_id: int, number: int, sheets: Sequence[Data]) -> Data:
    return {
        "Name": "CardCustom",
        "Transform": _transform(0.0),
        "Nickname": one.title,
        "Description": one.text,
        "HideWhenFaceDown": True,
        "CardID": card_id,
        "CustomDeck": {str(number): sheets[number - 1]},
    }


def _transform(across: float) -> Data:
    """Return where an object lies, face down, as large as the simulator makes cards."""
    place = {"posX": across, "posY": 1.0, "posZ": 0.0}
    return {**place, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0, **_SIZE}


_SIZE: Final = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
