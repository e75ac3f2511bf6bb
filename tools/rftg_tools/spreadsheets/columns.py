"""The columns of a table of cards: what each is called, and how its cells stand for keys of a card.

A cell is read forgivingly and written in one way, such that what is written is read as it was. A
card is its keys and values as the schema has them, with its powers as a list of lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.blank.cards import KINDS_OF_CARDS, VARIABLE, start_colour
from rftg_dsl.games import RACE, ROLL, Game
from rftg_tools.spreadsheets.cells import BadCell

Card = dict[str, Any]
POWERS: Final = "powers"
KEYWORDS: Final = "keywords"
TYPE: Final = "type"
COST: Final = "cost"
DEFENSE: Final = "defense"
MILITARY: Final = "military"
"""The parts of the key for the type of a card, which are separate columns in a table."""
HOW: Final = "how it gets its good"
KIND: Final = "kind of its good"
"""The two parts of the key for a world's good."""
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
_SAYS_NOTHING: Final = frozenset(("good", "goods", "world", "of"))
"""Words beside those two in a cell of goods."""
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
_PARTED: Final = re.compile(r"[,;/&+|\n]")
_LINE: Final = re.compile(r"""(?:"[^"\n]*"|[^;\n])+""")
_WRITTEN_BREAK: Final = re.compile(r"""("[^"\n]*")|\\r?\\n|\\n|\\13\\|<br */?>|_x000[dD]_""")
"""Line breaks within a cell as programs write them; a quoted title is left as it is."""
_NUMERALS: Final = ("i", "ii", "iii", "iv", "v")
_NUMBERED: Final = {
    RACE.id: ("explore", "develop", "settle", "consume", "produce"),
    ROLL.id: ("explore", "develop", "settle", "produce", "ship"),
}
"""The phases by the numbers that are printed on the action cards and phase strips."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column. title: at its head. names: what its head may say too, in small letters.

    write: the cell of a card. read: the keys that the text of a cell gives, which raises BadCell.
    is_text: any text is a value, and `-` or `none` is too.
    """

    title: str
    names: tuple[str, ...]
    write: Callable[[Card], str]
    read: Callable[[str], Card]
    is_text: bool = False


def columns_of(game: Game) -> tuple[Column, ...]:
    """Return the columns of a game's cards, in the order in which they are written."""
    return _OF_TILES if game is ROLL else _OF_CARDS


def extra_columns(game: Game) -> tuple[Column, ...]:
    """Return columns that are read too, and never written: a key of a card, or a phase each."""
    keys = [_type_column(key) for key in KINDS_OF_CARDS]
    keys.append(_DEFENSE)
    if game is RACE:
        keys += [_MILITARY, *(_how_column(how) for how in GOODS_KEYS)]
    return (*keys, *(_phase_column(phase, game) for phase in game.order))


def column_named(head: str, known: dict[str, Column]) -> Column | None:
    """Return the column for a heading, which is its name, perhaps with a number.

    known: columns by their names.
    """
    name = folded(head)
    return known.get(name) or known.get(re.sub(r" ?[0-9]+$| [ivx]+$", "", name))


def is_comment(head: str) -> bool:
    """Return whether a heading is that of a column of notes."""
    return folded(head) in _COMMENTS


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
    """Return the power lines of a cell, parted by line ends and by `;` outside of quotes.

    A line end can also be spelled out: `\\n`, `\\13\\` as nanDECK has it, or `<br>`.
    """
    broken = _WRITTEN_BREAK.sub(lambda match: match[1] or "\n", text)
    parts = _LINE.findall(broken)
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


GOODS_KEYS: Final = ("windfall", "produces", "holds")
_GOOD_KINDS: Final = ("novelty", "rare", "genes", "alien", "any")


def _kind(text: str) -> str:
    return _word(text, _KINDS, _GOOD_KINDS)


def _goods(text: str, usual: str = "") -> Card:
    """Return how a world gets its good, its kind, or both. usual: how, if only a kind is given."""
    words = set(re.findall(r"[^\W_]+", text.casefold())) - _SAYS_NOTHING
    if usual and len(words) == 1 and words <= {*_YES, *_NO}:
        return {HOW: usual} if words <= {*_YES} else {}
    hows = {_HOW[word] for word in words if word in _HOW} or ({usual} - {""})
    kinds = {_KINDS[word] for word in words if word in _KINDS}
    if not words or words - {*_HOW, *_KINDS} or len(hows) > 1 or len(kinds) > 1:
        raise BadCell(GOODS_HELP)
    return {key: found.pop() for key, found in ((HOW, hows), (KIND, kinds)) if found}


GOODS_HELP: Final = "write how it gets its good and of which kind, such as `windfall novelty`"


def _write_goods(card: Card) -> str:
    return next((f"{key} {card[key]}" for key in GOODS_KEYS if key in card), "")


def _keywords(text: str) -> Card:
    """Return the keywords as written; they are split once all known keywords are read."""
    parts = (" ".join(part.casefold().split()) for part in _PARTED.split(text))
    return {KEYWORDS: [part for part in parts if part]}


def split_keywords(part: str, known: Container[str]) -> list[str]:
    """Return the keywords between two commas of a cell, in small letters.

    Several words are one keyword if that is known or none of them is, and as many keywords if all
    are known. Raises BadCell where only some are.
    """
    words = part.replace("_", "-").split()
    joined = "-".join(words)
    if joined in known:
        return [joined]
    if all(word in known for word in words):
        return words
    if len(words) > 1 and any(word in known for word in words):
        raise BadCell(f"write `{joined}` for one keyword, or `{', '.join(words)}` for several")
    return [joined]


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


def _military(text: str) -> Card:
    """Return whether a world is military, or the defense of one."""
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


def _plain(title: str, key: str, *names: str) -> Column:
    """Return the column of a key that is a text."""
    return Column(
        title,
        (folded(title), key, *names),
        lambda card: str(card.get(key, "")),
        lambda text: {key: " ".join(text.split())},
        is_text=True,
    )


def _whole(title: str, key: str, *names: str) -> Column:
    """Return the column of a key that is a whole number."""
    return Column(
        title,
        (folded(title), key, *names),
        lambda card: str(card.get(key, "")),
        lambda text: {key: read_number(text)},
    )


def _type_column(key: str) -> Column:
    """Return the column of a key that says what a card is, with its cost or defense."""
    return Column(key, (key,), lambda card: "", lambda text: {TYPE: key, COST: read_number(text)})


def _how_column(how: str) -> Column:
    """Return the column of a way to get a good, with the kind of good or `yes`."""
    names = tuple(name for name, key in _HOW.items() if key == how)
    return Column(how, names, lambda card: "", lambda text: _goods(text, how))


def _phase_column(phase: str, game: Game) -> Column:
    """Return the column of the powers of a phase, before which its name may stand or not."""

    def read(text: str) -> Card:
        lines = read_lines(text)
        return {POWERS: [line if ":" in line else f"{phase}: {line}" for line in lines]}

    names = [phase, f"{phase} phase", f"phase {phase}"]
    if phase in _NUMBERED[game.id]:
        number = _NUMBERED[game.id].index(phase)
        numeral, digit = _NUMERALS[number], str(number + 1)
        names += [numeral, f"phase {numeral}", f"phase {digit}"]
        names += [f"{before}{one} {phase}" for before in ("", "phase ") for one in (numeral, digit)]
        names += [f"{phase} {numeral}", f"{phase} {digit}", f"{phase} phase {numeral}"]
    every = (f"{name}{after}" for name in names for after in ("", " power", " powers"))
    return Column(phase, tuple(every), lambda card: "", read)


_TITLE: Final = _plain("Title", "title", "name", "card", "card name", "card title", "tile")
_TYPE: Final = Column("Type", ("type", "card type"), _write_type, _type)
_COST: Final = Column(
    "Cost",
    (
        "cost",
        "costs",
        "cost or defense",
        "cost defense",
        "cost or defence",
        "cost defence",
        "price",
    ),
    _write_cost,
    lambda text: {COST: read_number(text)},
)
_DEFENSE: Final = Column(
    "Defense",
    ("defense", "defence"),
    lambda card: "",
    lambda text: {DEFENSE: read_number(text)},
)
_MILITARY: Final = Column("Military", ("military", "is military"), lambda card: "", _military)
_COMMENTS: Final = ("note", "notes", "comment", "comments", "remark", "remarks")
_KEYWORDS: Final = Column(
    "Keywords",
    ("keywords", "keyword", "tags", "traits"),
    lambda card: ", ".join(card.get(KEYWORDS, ())),
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
