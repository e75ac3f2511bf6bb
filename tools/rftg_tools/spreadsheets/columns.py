"""The columns of a table of cards: what each is called, and how its cells stand for keys of a card.

A cell is read forgivingly and written in one way, such that what is written is read as it was. A
card is its keys and values as the schema has them, with its powers as a list of lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.blank.cards import KINDS_OF_CARDS, VARIABLE, start_colour
from rftg_dsl.games import ROLL, Game
from rftg_tools.spreadsheets.cells import BadCell

Card = dict[str, Any]
POWERS: Final = "powers"
TYPE: Final = "type"
COST: Final = "cost"
"""The two parts of the key that says what a card is, which a table has in columns of their own."""
_KINDS: Final = {
    "novelty": "novelty", "blue": "novelty",
    "rare": "rare", "brown": "rare",
    "genes": "genes", "green": "genes",
    "alien": "alien", "yellow": "alien",
    "any": "any",
}  # fmt: skip
_GOODS: Final = {
    "windfall": "windfall",
    "produces": "produces", "production": "produces", "produce": "produces",
    "holds": "holds", "hold": "holds",
}  # fmt: skip
_TYPES: Final = {
    "development": "development", "dev": "development",
    "world": "world", "planet": "world", "non-military world": "world",
    "military world": "military world", "military": "military world",
}  # fmt: skip
_VARIABLE: Final = (VARIABLE, "var", "?", "*")
_COLOURS: Final = ("blue", "red")
_YES: Final = ("yes", "y", "true", "x", "1")
_NO: Final = ("no", "n", "false", "0", "-")
_NUMBER: Final = re.compile(r"[+\-−]?[0-9]{1,9}(\.0+)?")
_PARTED: Final = re.compile(r"[,;\n]")


@dataclass(frozen=True, slots=True)
class Column:
    """A column. title: at its head. names: what its head may say too, in small letters.

    write: the cell of a card. read: the keys that the text of a cell gives, which raises BadCell.
    """

    title: str
    names: tuple[str, ...]
    write: Callable[[Card], str]
    read: Callable[[str], Card]


def columns_of(game: Game) -> tuple[Column, ...]:
    """Return the columns of a game's cards, in the order in which they are written."""
    return _OF_TILES if game is ROLL else _OF_CARDS


def extra_columns(game: Game) -> tuple[Column, ...]:
    """Return columns that are read too, and never written: a key of a card, or a phase each."""
    keys = [_key_column(key) for key in (*KINDS_OF_CARDS, *_GOODS_KEYS)]
    return (*keys, *(_phase_column(phase) for phase in game.order))


def folded(text: str) -> str:
    """Return the head of a column as names are compared: small letters and digits."""
    return " ".join(re.findall(r"[^\W_]+|[#]", text.casefold()))


# --- cells


def read_number(text: str) -> int:
    """Return the whole number of a cell. Raises BadCell."""
    if not _NUMBER.fullmatch(text):
        raise BadCell("write a whole number")
    return int(text.partition(".")[0].replace("−", "-"))


def read_lines(text: str) -> list[str]:
    """Return the power lines of a cell, parted by line ends and by `;` outside of quotes."""
    parts = re.findall(r'(?:"[^"\n]*"|[^;\n])+', text)
    return [line for part in parts if (line := " ".join(part.split()))]


def _points(text: str) -> Card:
    if text.casefold() in _VARIABLE:
        return {"vp": VARIABLE}
    try:
        return {"vp": read_number(text)}
    except BadCell:
        raise BadCell(f"write a whole number, or `{VARIABLE}`") from None


def _type(text: str) -> Card:
    return {TYPE: _word(text, _TYPES, KINDS_OF_CARDS)}


def _word(text: str, words: dict[str, str], shown: tuple[str, ...]) -> str:
    found = words.get(" ".join(text.casefold().split()))
    if found is None:
        raise BadCell(f"write {_or(shown)}")
    return found


def _or(words: tuple[str, ...]) -> str:
    *most, last = (f"`{word}`" for word in words)
    return f"{', '.join(most)} or {last}" if most else last


_GOODS_KEYS: Final = ("windfall", "produces", "holds")
_GOOD_KINDS: Final = ("novelty", "rare", "genes", "alien", "any")


def _kind(text: str) -> str:
    return _word(text, _KINDS, _GOOD_KINDS)


def _goods(text: str) -> Card:
    words = re.findall(r"[a-z]+", text.casefold())
    ways = [_GOODS[word] for word in words if word in _GOODS]
    kinds = [_KINDS[word] for word in words if word in _KINDS]
    if len(words) != 2 or len(ways) != 1 or len(kinds) != 1:
        raise BadCell("write how it gets its good and of which kind, such as `windfall novelty`")
    return {ways[0]: kinds[0]}


def _write_goods(card: Card) -> str:
    return next((f"{key} {card[key]}" for key in _GOODS_KEYS if key in card), "")


def _keywords(text: str) -> Card:
    words = [re.sub(r"[\s_]+", "-", part.strip().casefold()) for part in _PARTED.split(text)]
    return {"keywords": list(dict.fromkeys(word for word in words if word))}


def _start(text: str) -> Card:
    words = text.casefold().replace(",", " ").split()
    colours = [word for word in words if word in _COLOURS]
    numbers = [word for word in words if word not in _COLOURS]
    if len(numbers) != 1 or len(colours) > 1:
        raise BadCell("write the number of the start world and its colour, such as `blue 3`")
    number = read_number(numbers[0])
    return {"start": {"number": number, "colour": (colours or [start_colour(number)])[0]}}


def _write_start(card: Card) -> str:
    start = card.get("start")
    return f"{start['colour']} {start['number']}" if start else ""


def _yes(text: str) -> Card:
    if text.casefold() in _NO:
        return {}
    if text.casefold() not in _YES:
        raise BadCell("write `yes`, or nothing")
    return {"home": "yes"}


def _write_type(card: Card) -> str:
    return next((key for key in KINDS_OF_CARDS if key in card), "")


def _write_cost(card: Card) -> str:
    return next((str(card[key]) for key in KINDS_OF_CARDS if key in card), "")


# --- columns


def _plain(title: str, key: str, *names: str) -> Column:
    """Return the column of a key that is a text."""
    return Column(
        title,
        (folded(title), key, *names),
        lambda card: str(card.get(key, "")),
        lambda text: {key: " ".join(text.split())},
    )


def _whole(title: str, key: str, *names: str) -> Column:
    """Return the column of a key that is a whole number."""
    return Column(
        title,
        (folded(title), key, *names),
        lambda card: str(card.get(key, "")),
        lambda text: {key: read_number(text)},
    )


def _key_column(key: str) -> Column:
    """Return the column of a key of which a card has one at most, with what it holds."""
    if key in _GOODS_KEYS:
        return Column(key, (key,), lambda card: "", lambda text: {key: _kind(text)})
    return Column(key, (key,), lambda card: "", lambda text: {TYPE: key, COST: read_number(text)})


def _phase_column(phase: str) -> Column:
    """Return the column of the powers of a phase, before which its name may stand or not."""

    def read(text: str) -> Card:
        lines = read_lines(text)
        return {POWERS: [line if ":" in line else f"{phase}: {line}" for line in lines]}

    return Column(phase, (phase, f"{phase} powers"), lambda card: "", read)


_TITLE: Final = _plain("Title", "title", "name", "card", "card name", "card title", "tile")
_TYPE: Final = Column("Type", ("type", "card type"), _write_type, _type)
_COST: Final = Column(
    "Cost",
    ("cost", "costs", "defense", "defence", "cost or defense", "cost defense", "price"),
    _write_cost,
    lambda text: {COST: read_number(text)},
)
_KEYWORDS: Final = Column(
    "Keywords",
    ("keywords", "keyword", "tags", "traits"),
    lambda card: ", ".join(card.get("keywords", ())),
    _keywords,
)
_ART: Final = _plain("Art", "art", "picture", "image", "illustration")
_ART_KEEPS: Final = _plain("Art keeps", "art keeps")
_POWERS: Final = Column(
    "Powers",
    ("powers", "power", "text", "ability", "abilities", "effect", "effects", "rules", "rules text"),
    lambda card: "\n".join(card.get(POWERS, ())),
    lambda text: {POWERS: read_lines(text)},
)
_OF_CARDS: Final = (
    _TITLE,
    _TYPE,
    _COST,
    Column(
        "VP",
        ("vp", "vps", "points", "victory points", "victory point"),
        lambda card: str(card.get("vp", "")),
        _points,
    ),
    Column("Goods", ("goods", "good", "good type", "resource"), _write_goods, _goods),
    _KEYWORDS,
    _whole("Copies", "copies", "count", "number", "quantity", "qty", "copies in deck", "#"),
    _whole("Prestige", "prestige"),
    Column("Start", ("start", "start world", "start number"), _write_start, _start),
    _ART,
    _ART_KEEPS,
    _POWERS,
)
_OF_TILES: Final = (
    _TITLE,
    _TYPE,
    _COST,
    Column(
        "Kind",
        ("kind", "colour", "color", "good", "goods"),
        lambda card: str(card.get("kind", "")),
        lambda text: {"kind": _kind(text)},
    ),
    _whole("Faction", "faction", "faction number"),
    Column("Home", ("home", "home world"), lambda card: str(card.get("home", "")), _yes),
    _plain("Beside", "beside"),
    _plain("Other side", "other side", "back", "other face"),
    _KEYWORDS,
    _ART,
    _ART_KEEPS,
    _POWERS,
)
