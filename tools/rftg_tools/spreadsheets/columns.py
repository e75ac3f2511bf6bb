"""Columns of a table of cards: their names, and the keys of a card that their cells hold.

Many spellings of a cell are accepted, but each value is written in a single form that reads back
unchanged. A card is a mapping as in the schema, except that its powers are a list of lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.blank.cards import KINDS_OF_CARDS, VARIABLE, start_colour
from rftg_dsl.games import Game
from rftg_tools.spreadsheets.table_files import BadCell

Card = dict[str, Any]
POWERS: Final = "powers"
KEYWORDS: Final = "keywords"
TYPE: Final = "type"
COST: Final = "cost"
DEFENSE: Final = "defense"
MILITARY: Final = "military"
"""Parts of the key for a card's type, which are separate columns of a table."""
HOW: Final = "how it gets its good"
KIND: Final = "kind of its good"
"""Parts of the key for a world's good."""
_KINDS: Final = {
    "novelty": "novelty", "blue": "novelty",
    "rare": "rare", "brown": "rare",
    "genes": "genes", "green": "genes",
    "alien": "alien", "yellow": "alien",
    "any": "any",
}  # fmt: skip
_HOW: Final = {
    "windfall": "windfall",
    "produces": "produces", "production": "produces", "produce": "produces",
    "holds": "holds", "hold": "holds",
}  # fmt: skip
_FILLER: Final = frozenset(("good", "goods", "world", "of"))
"""Words that are ignored in a cell about goods."""
_TYPES: Final = {
    "development": "development", "dev": "development",
    "world": "world", "planet": "world", "non-military world": "world",
    "military world": "military world", "military": "military world",
}  # fmt: skip
_VARIABLE: Final = (VARIABLE, "var", "?", "*")
_COLOURS: Final = ("blue", "red")
_YES: Final = ("yes", "y", "true", "x", "1")
_NO: Final = ("no", "n", "false", "0")
_NUMBER: Final = re.compile(r"[+\-−]?[0-9]{1,9}(\.0+)?")
_SEPARATOR: Final = re.compile(r"[,;/&+|\n]")
_LINE: Final = re.compile(r"""(?:"[^"\n]*"|[^;\n])+""")
_WRITTEN_BREAK: Final = re.compile(r"""("[^"\n]*")|\\r?\\n|\\n|\\13\\|<br */?>|_x000[dD]_""")
"""Line breaks within a cell as programs write them; quoted titles are matched to skip them."""
_NUMERALS: Final = ("i", "ii", "iii", "iv", "v")
_WITHOUT_NUMBER: Final = ("assign", "trade")
"""Phases of the language without a number on action cards and phase strips."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    title: its header. names: accepted headers in lower case. write: returns the cell of a card.
    read: returns the keys that a cell gives, or raises BadCell. is_text: whether any text is a
    value, including `-` and `none`.
    """

    title: str
    names: Sequence[str]
    write: Callable[[Card], str]
    read: Callable[[str], Card]
    is_text: bool = False


def columns_of(game: Game) -> tuple[Column, ...]:
    """Return the columns of a game's cards in the order in which they are written."""
    return _OF_TILES if game.has_tiles else _OF_CARDS


def extra_columns(game: Game) -> tuple[Column, ...]:
    """Return the columns that are read but never written, each for a key or a phase."""
    keys = [_type_column(key) for key in KINDS_OF_CARDS]
    keys.append(_DEFENSE)
    if not game.has_tiles:
        keys += [_MILITARY, *(_how_column(how) for how in GOODS_KEYS)]
    return (*keys, *(_phase_column(phase, game) for phase in game.order))


def find_column(header: str, columns: dict[str, Column]) -> Column | None:
    """Return the column for a header, which is its name, possibly followed by a number."""
    name = fold_header(header)
    return columns.get(name) or columns.get(re.sub(r" ?[0-9]+$| [ivx]+$", "", name))


def is_comment(header: str) -> bool:
    """Return whether a column holds comments."""
    return fold_header(header) in _COMMENTS


def fold_header(text: str) -> str:
    """Return a header for comparison: lower case, without punctuation."""
    return " ".join(re.findall(r"[^\W_]+|[#]", text.casefold()))


# --- cells


def read_number(text: str) -> int:
    """Return the whole number in a cell. Raises BadCell."""
    if not _NUMBER.fullmatch(text):
        raise BadCell("write a whole number")
    return int(text.partition(".")[0].replace("−", "-"))


def read_lines(text: str) -> list[str]:
    """Return the power lines in a cell, split at line breaks and at `;` outside of quotes.

    A line break can also be spelled out: `\\n`, `\\13\\` (nanDECK) or `<br>`.
    """
    parts = _LINE.findall(_WRITTEN_BREAK.sub(lambda match: match[1] or "\n", text))
    return [line for part in parts if (line := " ".join(part.split()))]


def _read_points(text: str) -> Card:
    if text.casefold() in _VARIABLE:
        return {"vp": VARIABLE}
    try:
        return {"vp": read_number(text)}
    except BadCell:
        raise BadCell(f"write a whole number, or `{VARIABLE}`") from None


def _read_type(text: str) -> Card:
    return {TYPE: _read_word(text, _TYPES, KINDS_OF_CARDS)}


def _read_word(text: str, words: dict[str, str], values: tuple[str, ...]) -> str:
    word = words.get(" ".join(text.casefold().split()))
    if word is None:
        *most, last = (f"`{value}`" for value in values)
        raise BadCell(f"write {', '.join(most)} or {last}")
    return word


GOODS_KEYS: Final = ("windfall", "produces", "holds")
GOODS_HELP: Final = "write how it gets its good and of which kind, such as `windfall novelty`"
_GOOD_KINDS: Final = ("novelty", "rare", "genes", "alien", "any")


def _read_goods(text: str, default: str = "") -> Card:
    """Return the way a world gets its good, the kind of its good, or both.

    default: how, if the cell names only a kind.
    """
    words = set(re.findall(r"[^\W_]+", text.casefold())) - _FILLER
    if default and len(words) == 1 and words <= {*_YES, *_NO}:
        return {HOW: default} if words <= {*_YES} else {}
    hows = {_HOW[word] for word in words if word in _HOW} or ({default} - {""})
    kinds = {_KINDS[word] for word in words if word in _KINDS}
    if not words or words - {*_HOW, *_KINDS} or len(hows) > 1 or len(kinds) > 1:
        raise BadCell(GOODS_HELP)
    return {key: values.pop() for key, values in ((HOW, hows), (KIND, kinds)) if values}


def _write_goods(card: Card) -> str:
    return next((f"{key} {card[key]}" for key in GOODS_KEYS if key in card), "")


def _read_keywords(text: str) -> Card:
    """Return keywords as written; `split_keywords` needs the keywords of all cells."""
    parts = (" ".join(part.casefold().split()) for part in _SEPARATOR.split(text))
    return {KEYWORDS: [part for part in parts if part]}


def split_keywords(part: str, keywords: Container[str]) -> list[str]:
    """Return the keywords in a part of a cell, in lower case.

    Several words are one keyword if the combination is in `keywords` or none of the words is, and
    several keywords if all words are. Raises BadCell if only some are.
    """
    words = part.replace("_", "-").split()
    joined = "-".join(words)
    if joined in keywords:
        return [joined]
    if all(word in keywords for word in words):
        return words
    if len(words) > 1 and any(word in keywords for word in words):
        raise BadCell(f"write `{joined}` for one keyword, or `{', '.join(words)}` for several")
    return [joined]


def _read_start(text: str) -> Card:
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


def _read_drawing(text: str) -> Card:
    words = text.split()
    seed = {"seed": read_number(words.pop())} if words[-1].isdigit() else {}
    return {"drawing": {"scene": " ".join(words).casefold(), **seed}}


def _write_drawing(card: Card) -> str:
    return " ".join(str(part) for part in card.get("drawing", {}).values())


def _read_home(text: str) -> Card:
    if text.casefold() in _NO:
        return {}
    if text.casefold() not in _YES:
        raise BadCell("write `yes`, or nothing")
    return {"home": "yes"}


def _read_military(text: str) -> Card:
    """Return whether a world is military, or the defense of a military world."""
    if text.casefold() in _NO:
        return {MILITARY: False}
    if text.casefold() in _YES and text != "1":
        return {MILITARY: True}
    if not _NUMBER.fullmatch(text):
        raise BadCell("write `yes` for a military world, or its defense; a power is a power line")
    return {MILITARY: True, DEFENSE: read_number(text)}


def _write_type(card: Card) -> str:
    return next((key for key in KINDS_OF_CARDS if key in card), "")


def _write_cost(card: Card) -> str:
    return next((str(card[key]) for key in KINDS_OF_CARDS if key in card), "")


# --- columns


def _text_column(title: str, key: str, *names: str) -> Column:
    """Return the column of a key whose value is text."""
    return Column(
        title,
        (fold_header(title), key, *names),
        lambda card: str(card.get(key, "")),
        lambda text: {key: " ".join(text.split())},
        is_text=True,
    )


def _number_column(title: str, key: str, *names: str) -> Column:
    """Return the column of a key whose value is a whole number."""
    return Column(
        title,
        (fold_header(title), key, *names),
        lambda card: str(card.get(key, "")),
        lambda text: {key: read_number(text)},
    )


def _type_column(key: str) -> Column:
    """Return the column of a type of cards, which holds the cost or defense."""
    return Column(key, (key,), lambda card: "", lambda text: {TYPE: key, COST: read_number(text)})


def _how_column(how: str) -> Column:
    """Return the column for how a world gets its good, which holds the kind or `yes`."""
    names = tuple(name for name, key in _HOW.items() if key == how)
    return Column(how, names, lambda card: "", lambda text: _read_goods(text, how))


def _phase_column(phase: str, game: Game) -> Column:
    """Return the column of the powers of a phase, with or without its name before each power."""

    def read(text: str) -> Card:
        lines = read_lines(text)
        return {POWERS: [line if ":" in line else f"{phase}: {line}" for line in lines]}

    names = [phase, f"{phase} phase", f"phase {phase}"]
    numbered = [phase for phase in game.phases if phase not in _WITHOUT_NUMBER]
    if phase in numbered:
        number = numbered.index(phase)
        numeral, digit = _NUMERALS[number], str(number + 1)
        names += [numeral, f"phase {numeral}", f"phase {digit}"]
        names += [f"{a}{b} {phase}" for a in ("", "phase ") for b in (numeral, digit)]
        names += [f"{phase} {numeral}", f"{phase} {digit}", f"{phase} phase {numeral}"]
    headers = (f"{name}{suffix}" for name in names for suffix in ("", " power", " powers"))
    return Column(phase, tuple(headers), lambda card: "", read)


_TITLE: Final = _text_column("Title", "title", "name", "card", "card name", "card title", "tile")
_TYPE: Final = Column("Type", ("type", "card type"), _write_type, _read_type)
_COST: Final = Column(
    "Cost",
    "cost|costs|cost or defense|cost defense|cost or defence|cost defence|price".split("|"),
    _write_cost,
    lambda text: {COST: read_number(text)},
)
_DEFENSE: Final = Column(
    "Defense",
    ("defense", "defence"),
    lambda card: "",
    lambda text: {DEFENSE: read_number(text)},
)
_MILITARY: Final = Column("Military", ("military", "is military"), lambda card: "", _read_military)
_COMMENTS: Final = ("note", "notes", "comment", "comments", "remark", "remarks")
_KEYWORDS: Final = Column(
    "Keywords",
    ("keywords", "keyword", "tags", "traits"),
    lambda card: ", ".join(card.get(KEYWORDS, ())),
    _read_keywords,
)
_ART: Final = _text_column("Art", "art", "picture", "image", "illustration")
_ART_KEEPS: Final = _text_column("Art keeps", "art keeps")
_DRAWING: Final = Column("Drawing", ("drawing", "scene"), _write_drawing, _read_drawing)
_POWERS: Final = Column(
    "Powers",
    "powers|power|text|ability|abilities|effect|effects|rules|rules text".split("|"),
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
        _read_points,
    ),
    Column("Goods", ("goods", "good", "good type", "resource"), _write_goods, _read_goods),
    _KEYWORDS,
    _number_column("Copies", "copies", "count", "number", "quantity", "qty", "copies in deck", "#"),
    _number_column("Prestige", "prestige"),
    Column("Start", ("start", "start world", "start number"), _write_start, _read_start),
    _ART,
    _ART_KEEPS,
    _DRAWING,
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
        lambda text: {"kind": _read_word(text, _KINDS, _GOOD_KINDS)},
    ),
    _number_column("Faction", "faction", "faction number"),
    Column("Home", ("home", "home world"), lambda card: str(card.get("home", "")), _read_home),
    _text_column("Beside", "beside"),
    _text_column("Other side", "other side", "back", "other face"),
    _KEYWORDS,
    _ART,
    _ART_KEEPS,
    _DRAWING,
    _POWERS,
)
