"""Explanations of E1xx and E2xx: files, keys, values and power lines that cannot be read."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations import PNG, Explanation, card_file, card_with_picture, world

_GOOD: Final = world("settle: military +1")


_POWERS: Final = [f"settle: cost -{n} for rare worlds" for n in range(1, 10)]
_RARE: Final = "    world: 2\n    windfall: rare\n"
_LONG: Final = "settle: cost -1 for " + "rare or " * 62 + "rare worlds"


def _card(title: str, rest: str = "    world: 2\n    vp: 1\n") -> str:
    return card_file(f"  - title: {title}\n{rest}")


_GOOD_CARD: Final = _card("Ice Harvesters")


ENTRIES: Final = {
    "E101": Explanation(
        "not UTF-8",
        "Card files are text in UTF-8, which every editor can save. The place shown is that of a"
        " byte that is not UTF-8. A byte-order mark at the start is allowed.",
        card_file("  - title: Caf\udce9 World\n    world: 2\n    vp: 1\n"),
        card_file("  - title: Caf\u00e9 World\n    world: 2\n    vp: 1\n"),
    ),
    "E102": Explanation(
        "a character that does not belong in a card file",
        "Control characters, characters without a width, and those that change the direction of"
        " writing make a file look different from what it says. An escape for such a character,"
        " which YAML allows in double quotes, is refused too. No-break spaces and full-width"
        " characters are refused outside of titles, quotes and comments.",
        card_file("  - title: Ice\u200b Harvesters\n    world: 2\n    vp: 1\n"),
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E103": Explanation(
        "a tab",
        "YAML is indented with spaces. A tab inside a line is refused too, since its width"
        " differs from editor to editor.",
        world("settle:\tmilitary +1"),
        _GOOD,
    ),
    "E104": Explanation(
        "a file or line that is too large",
        "A card file has at most 1 MB, a line at most 2,000 characters.",
        "# " + "-" * 2000 + "\n" + _GOOD,
        "# " + "-" * 60 + "\n" + _GOOD,
    ),
    "E105": Explanation(
        "YAML that cannot be read",
        "From this place on the file is not YAML. Most often a text with a colon in it needs"
        " quotes, or a line is indented differently from the one above it. This code is also"
        " used for what was pasted along with the cards: code fences, quoted mail, tags, rows of"
        " a table, JSON, sentences.",
        card_file("  - title: Survey: Ice\n    world: 2\n    vp: 1\n"),
        card_file("  - title: 'Survey: Ice'\n    world: 2\n    vp: 1\n"),
    ),
    "E106": Explanation(
        "nested too deep",
        "Lists and mappings can be nested at most 32 deep; a card file needs four levels.",
        card_file("  - title: " + "[" * 33 + "]" * 33 + "\n    world: 2\n    vp: 1\n"),
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E107": Explanation(
        "anchor, alias, merge key or tag",
        "These parts of YAML let a short file stand for a very long one, or text for something"
        " else. Card files do not allow them: write the text out.",
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: !!int 1\n"),
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E108": Explanation(
        "a second document",
        "A line `---` begins another YAML document, but a card file is a single document.",
        _GOOD + "---\nset: other\n",
        _GOOD,
    ),
    "E109": Explanation(
        "a repeated key",
        "YAML would silently use the second of the two. Both places are shown. The fix joins two"
        " lists of entries or two blocks of powers.",
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    world: 3\n"),
        card_file("  - title: Ice Harvesters\n    world: 3\n    vp: 1\n"),
    ),
    "E110": Explanation(
        "powers in a style that moves the text",
        "In double quotes or a folded block the text is not where it seems to be, so columns"
        " could not be shown. Powers are written as a literal block, or a single power in single"
        " quotes; what a goal or a search category counts is written on one line.",
        card_file(
            '  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    powers: "settle: cost -1"\n'
        ),
        card_file(
            "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    powers: 'settle: cost -1'\n"
        ),
    ),
    "E111": Explanation(
        "no card set",
        "The file is empty, or has only cards, power lines, a table or a text. A card file"
        " begins with the keys of the set.",
        "- title: Ice Harvesters\n  world: 2\n  vp: 1\n",
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E112": Explanation(
        "more findings",
        "At most 200 findings are shown for a file; this one counts the rest. Mended lines often"
        " mend others too.",
    ),
    "E201": Explanation(
        "an unknown key",
        "Nothing in a card file is skipped: a key without a meaning is an error. The help names"
        " the nearest key, or all keys that are possible here.",
        _card("Ice Harvesters", "    wrld: 2\n    world: 2\n    vp: 1\n"),
        _GOOD_CARD,
    ),
    "E202": Explanation(
        "a missing key",
        "A set has an id, a title and cards; a card has a title and VP.",
        _card("Ice Harvesters", "    world: 2\n"),
        _GOOD_CARD,
    ),
    "E203": Explanation(
        "a value of the wrong kind",
        "The key needs another kind of value: a whole number, a text, a list, or keys with"
        " values. Numbers are written in digits, without quotes and without a leading zero. An"
        " entry in the wrong list, like a goal among the cards, has this code too.",
        _card("Ice Harvesters", "    world: two\n    vp: 1\n"),
        _GOOD_CARD,
    ),
    "E204": Explanation(
        "a value that is not allowed",
        "The value is of the right kind, but the key does not allow it.",
        _card("Ice Harvesters", "    world: 2\n    vp: 1\n    windfall: rair\n"),
        _card("Ice Harvesters", "    world: 2\n    vp: 1\n    windfall: rare\n"),
    ),
    "E205": Explanation(
        "keys that do not go together",
        "A card is a development, a world or a military world; a world gets goods in one way.",
        _card("Ice Harvesters", "    world: 2\n    military world: 2\n    vp: 1\n"),
        _GOOD_CARD,
    ),
    "E206": Explanation(
        "too long, too short or left out",
        "Titles have at most 60 characters, a set at most 2,000 cards; the schema of card files"
        " gives the limit of each value. A value must follow the colon of a key.",
        _card("Ice " + "Harvesters" * 6),
        _GOOD_CARD,
    ),
    "E210": Explanation(
        "a power that cannot be read",
        "The words before this place begin a power (or a goal, or a search category), and the"
        " word here does not continue it. The message says what can follow.",
        world("settle: militry +1"),
        world("settle: military +1"),
    ),
    "E211": Explanation(
        "a power that is too long",
        "A power has at most 500 characters.",
        world(_LONG, _RARE),
        world("settle: cost -1 for rare worlds", _RARE),
    ),
    "E212": Explanation(
        "a number that is too large",
        "Numbers in powers go from -99 to 99.",
        world("settle: military +100"),
        world("settle: military +9"),
    ),
    "E213": Explanation(
        "too many powers",
        "A card has at most 8 powers besides its scoring lines, and 16 lines in all.",
        world("\n".join(_POWERS), _RARE),
        world("\n".join(_POWERS[:8]), _RARE),
    ),
    "E214": Explanation(
        "a letter written as two characters",
        "A letter with an accent can be stored as one character or as two. Titles use the first"
        " (Unicode's form NFC), so that equal titles are equal.",
        _card("Cafe\u0301 World"),
        _card("Caf\u00e9 World"),
    ),
    "E215": Explanation(
        "a picture from outside of the set's folder",
        "The path of a picture begins in the folder of the card file and stays below it, with"
        " `/` between the names. It contains no `..`, no drive, no `:` and no hidden names"
        " (those that begin with a dot), and does not lead through a link to a place outside:"
        " card files may come from strangers, and must not read anything else.",
        card_with_picture("../ice.png"),
        card_with_picture("ice.png"),
        {"ice.png": PNG},
    ),
}
