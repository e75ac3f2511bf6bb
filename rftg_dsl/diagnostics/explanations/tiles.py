"""E421 and E422: sets of several games, and tiles of Roll for the Galaxy."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file

_ROLL: Final = "game: roll\n"
_FACE: Final = "  - title: Spice Farms\n    world: 2\n    kind: novelty\n"
_CARD: Final = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
_DEVELOPMENT: Final = "  - title: Spice Fleet\n    development: 5\n"

ENTRIES: Final = {
    "E421": Entry(
        "a tile that is not whole",
        "A tile has two faces: a development on one side and a world on the other, which one of"
        " the two names with `other side:`, or two beside each other on a faction tile, with"
        " `beside:`. A home world has one face and says `home: yes`. Dice come as a good only on"
        " a world with a kind.",
        card_file(_FACE, _ROLL),
        card_file(f"{_FACE}    other side: Spice Fleet\n{_DEVELOPMENT}", _ROLL),
    ),
    "E422": Entry(
        "a set of another game",
        "A set says in its head which game it is for, with `game:`; without that it is for Race"
        " for the Galaxy. The sets that it requires are for the same game.",
        card_file(_CARD, "requires: [other]\n"),
        card_file(_CARD),
        {"other.yaml": f"set: other\n{_ROLL}title: Tiles\ncards:\n{_FACE}    home: yes\n"},
    ),
}
