"""E2xx: keys, values and power lines that cannot be read."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations.entry import PNG, Entry, card_file, pictured, world

_POWERS: Final = [f"settle: cost -{n} for rare worlds" for n in range(1, 10)]
_RARE: Final = "    world: 2\n    windfall: rare\n"
_LONG: Final = "settle: cost -1 for " + "rare or " * 62 + "rare worlds"


def _card(title: str, rest: str = "    world: 2\n    vp: 1\n") -> str:
    return card_file(f"  - title: {title}\n{rest}")


_GOOD: Final = _card("Ice Harvesters")

ENTRIES: Final = {
    "E201": Entry(
        "an unknown key",
        "Nothing in a card file is skipped: a key without a meaning is an error. The help names"
        " the nearest key, or all keys that are possible here.",
        _card("Ice Harvesters", "    wrld: 2\n    world: 2\n    vp: 1\n"),
        _GOOD,
    ),
    "E202": Entry(
        "a missing key",
        "A set has an id, a title and cards; a card has a title and VP.",
        _card("Ice Harvesters", "    world: 2\n"),
        _GOOD,
    ),
    "E203": Entry(
        "a value of the wrong kind",
        "The key needs another kind of value: a whole number, a text, a list, or keys with"
        " values. Numbers are written in digits, without quotes and without a leading zero. An"
        " entry in the wrong list, like a goal among the cards, has this code too.",
        _card("Ice Harvesters", "    world: two\n    vp: 1\n"),
        _GOOD,
    ),
    "E204": Entry(
        "a value that is not allowed",
        "The value is of the right kind, but the key does not allow it.",
        _card("Ice Harvesters", "    world: 2\n    vp: 1\n    windfall: rair\n"),
        _card("Ice Harvesters", "    world: 2\n    vp: 1\n    windfall: rare\n"),
    ),
    "E205": Entry(
        "keys that do not go together",
        "A card is a development, a world or a military world; a world gets goods in one way.",
        _card("Ice Harvesters", "    world: 2\n    military world: 2\n    vp: 1\n"),
        _GOOD,
    ),
    "E206": Entry(
        "too long, too short or left out",
        "Titles have at most 60 characters, a set at most 2,000 cards; the schema of card files"
        " gives the limit of each value. A value must follow the colon of a key.",
        _card("Ice " + "Harvesters" * 6),
        _GOOD,
    ),
    "E210": Entry(
        "a power that cannot be read",
        "The words before this place begin a power (or a goal, or a search category), and the"
        " word here does not continue it. The message says what can follow.",
        world("settle: militry +1"),
        world("settle: military +1"),
    ),
    "E211": Entry(
        "a power that is too long",
        "A power has at most 500 characters.",
        world(_LONG, _RARE),
        world("settle: cost -1 for rare worlds", _RARE),
    ),
    "E212": Entry(
        "a number that is too large",
        "Numbers in powers go from -99 to 99.",
        world("settle: military +100"),
        world("settle: military +9"),
    ),
    "E213": Entry(
        "too many powers",
        "A card has at most 8 powers besides its scoring lines, and 16 lines in all.",
        world("\n".join(_POWERS), _RARE),
        world("\n".join(_POWERS[:8]), _RARE),
    ),
    "E214": Entry(
        "a title with letters in parts",
        "A letter with an accent can be stored as one character or as two. Titles use the first"
        " (Unicode's form NFC), so that equal titles are equal.",
        _card("Cafe\u0301 World"),
        _card("Caf\u00e9 World"),
    ),
    "E215": Entry(
        "a picture from outside of the set's folder",
        "The path of a picture begins in the folder of the card file and stays below it, with"
        " `/` between the names. It contains no `..`, no drive, no `:` and no hidden names"
        " (those that begin with a dot), and does not lead through a link to a place outside:"
        " card files come from strangers, and can read nothing else.",
        pictured("../ice.png"),
        pictured("ice.png"),
        {"ice.png": PNG},
    ),
}
