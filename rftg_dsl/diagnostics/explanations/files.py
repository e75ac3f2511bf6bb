"""E1xx: what is wrong with a file before it is read as cards."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file, world

_GOOD: Final = world("settle: military +1")

ENTRIES: Final = {
    "E101": Entry(
        "not UTF-8",
        "Card files are text in UTF-8, which every editor can save. The place shown is that of a"
        " byte that is not UTF-8. A byte-order mark at the start is allowed.",
        card_file("  - title: Caf\udce9 World\n    world: 2\n    vp: 1\n"),
        card_file("  - title: Caf\u00e9 World\n    world: 2\n    vp: 1\n"),
    ),
    "E102": Entry(
        "a character that does not belong in a card file",
        "Control characters, characters without a width, and those that change the direction of"
        " writing make a file look different from what it says. An escape for such a character,"
        " which YAML allows in double quotes, is refused too. No-break spaces and full-width"
        " characters are refused outside of titles, quotes and comments.",
        card_file("  - title: Ice\u200b Harvesters\n    world: 2\n    vp: 1\n"),
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E103": Entry(
        "a tab",
        "YAML is indented with spaces. A tab inside a line is refused too, since its width"
        " differs from editor to editor.",
        world("settle:\tmilitary +1"),
        _GOOD,
    ),
    "E104": Entry(
        "a file or line that is too large",
        "A card file has at most 1 MB, a line at most 2,000 characters.",
        "# " + "-" * 2000 + "\n" + _GOOD,
        "# " + "-" * 60 + "\n" + _GOOD,
    ),
    "E105": Entry(
        "YAML that cannot be read",
        "From this place on the file is not YAML. Most often a text with a colon in it needs"
        " quotes, or a line is indented differently from the one above it. This code is also"
        " used for what was pasted along with the cards: code fences, quoted mail, tags, rows of"
        " a table, JSON, sentences.",
        card_file("  - title: Survey: Ice\n    world: 2\n    vp: 1\n"),
        card_file("  - title: 'Survey: Ice'\n    world: 2\n    vp: 1\n"),
    ),
    "E106": Entry(
        "nested too deep",
        "Lists and mappings can be nested at most 32 deep; a card file needs four levels.",
        card_file("  - title: " + "[" * 33 + "]" * 33 + "\n    world: 2\n    vp: 1\n"),
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E107": Entry(
        "anchor, alias, merge key or tag",
        "These parts of YAML let a short file stand for a very long one, or text for something"
        " else. Card files do not allow them: write the text out.",
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: !!int 1\n"),
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E108": Entry(
        "a second document",
        "A line `---` begins another YAML document, but a card file is a single document.",
        _GOOD + "---\nset: other\n",
        _GOOD,
    ),
    "E109": Entry(
        "a repeated key",
        "YAML would silently use the second of the two. Both places are shown. The fix joins two"
        " lists of entries or two blocks of powers.",
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    world: 3\n"),
        card_file("  - title: Ice Harvesters\n    world: 3\n    vp: 1\n"),
    ),
    "E110": Entry(
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
    "E111": Entry(
        "no card set",
        "The file is empty, or has only cards, power lines, a table or a text. A card file"
        " begins with the keys of the set.",
        "- title: Ice Harvesters\n  world: 2\n  vp: 1\n",
        card_file("  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"),
    ),
    "E112": Entry(
        "more findings",
        "At most 200 findings are shown for a file; this one counts the rest. Mended lines often"
        " mend others too.",
    ),
}
