"""Kinds of decisions: the subject of each, and the meaning of its answers.

Each kind has a name. `ASKS` describes the numbers in `about` and in answers, so that code that
words, records or simulates decisions works for all kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Meaning(Enum):
    """The meaning of a number in a decision."""

    NOTHING = "nothing"
    TILE = "a tile of the bag or of a construction zone, by its number in Table.tiles"
    FACE = "a face of a tableau, by its number in the table"
    POWER = "a power, by its number in Table.power_list; -1 for Dictate"
    PHASE = "a phase, 0 to 4 in the order of rules.PHASES"
    SIDE = "a face of a die: a phase, or 5 for wild"
    COLOUR = "a colour of dice, 0 to 6 in the order of rules.COLOURS"
    WORKER = "the colour of a worker, plus 7 for a worker without a die"
    DIE = "a die and its place, as rules.die_at names it"
    STACK = "0 for the stack of developments, 1 for that of worlds"
    POSITION = "a position in a stack, 0 at the top"
    TASK = "a task of a worker, by its index in asks.TASKS"
    NUMBER = "a number of something"
    YES = "1 for yes, 0 for no"


@dataclass(frozen=True)
class Ask:
    """A kind of decision, with the meaning of its numbers.

    about: meaning of `Decision.about`, or NOTHING if it is always -1.
    answer: meanings of the numbers in an answer, in order; the last meaning also applies to all
        later numbers.
    items: meaning of the items of an Amounts decision, whose answer is a number for each item.
    asks: the question in a few words.
    """

    about: Meaning
    answer: tuple[Meaning, ...]
    asks: str
    items: Meaning = Meaning.NOTHING


TASKS: Final = ("scout", "stock", "rearrange", "trade", "consume")
"""Tasks of workers, and actions of their owner between them."""
SCOUT: Final = 0
STOCK: Final = 1
REARRANGE: Final = 2
TRADE: Final = 3
CONSUME: Final = 4

_NOTHING: Final = Meaning.NOTHING
_NUMBERS: Final = (Meaning.NUMBER,)

# Set-up
START_TILES: Final = "start tiles"
# Roll and Assign
SELECT: Final = "select"
ASSIGN_WILD: Final = "assign wild"
REASSIGN: Final = "reassign"
REASSIGN_WORKER: Final = "reassign worker"
DICTATE: Final = "dictate"
# Explore
EXPLORER: Final = "explorer"
ABANDON: Final = "abandon"
PLACE_TILE: Final = "place tile"
MOVE_TILE: Final = "move tile"
GIVE_UP_TILE: Final = "give up tile"
# Develop and Settle
BUILDERS: Final = "builders"
BUILDERS_RETURNED: Final = "builders returned"
# Produce and Ship
PRODUCER: Final = "producer"
SHIPPER: Final = "shipper"
# Powers
USE_POWER: Final = "use power"
REMOVE_DIE: Final = "remove die"
WORKERS_TO_CUP: Final = "workers to cup"
# Manage Empire
RECRUIT: Final = "recruit"
RECALL: Final = "recall"

ASKS: Final[dict[str, Ask]] = {
    START_TILES: Ask(
        _NOTHING, (Meaning.TILE, Meaning.TILE), "which tile is a development, and which a world"
    ),
    SELECT: Ask(
        _NOTHING,
        (Meaning.PHASE, Meaning.SIDE, Meaning.COLOUR),
        "a phase, and which worker selects it",
    ),
    ASSIGN_WILD: Ask(Meaning.COLOUR, (Meaning.PHASE,), "to which phase the wild worker goes"),
    REASSIGN: Ask(_NOTHING, (Meaning.POWER,), "which power to reassign workers with, if any"),
    REASSIGN_WORKER: Ask(
        Meaning.POWER,
        (Meaning.COLOUR, Meaning.PHASE, Meaning.PHASE),
        "which worker to reassign, from which phase to which; none ends it",
    ),
    DICTATE: Ask(
        _NOTHING,
        (Meaning.COLOUR, Meaning.PHASE),
        "which worker of which phase is given up to dictate",
    ),
    EXPLORER: Ask(
        _NOTHING,
        (Meaning.TASK, Meaning.COLOUR),
        "what to do next, with an explorer of which colour",
    ),
    ABANDON: Ask(_NOTHING, (Meaning.TILE,), "tiles of the construction zone to abandon"),
    PLACE_TILE: Ask(
        _NOTHING,
        (Meaning.TILE, Meaning.STACK, Meaning.YES),
        "which drawn tile to put next under which stack; yes: on top of it",
    ),
    MOVE_TILE: Ask(
        _NOTHING,
        (Meaning.TILE, Meaning.STACK, Meaning.POSITION),
        "which tile to put where in the construction zone",
    ),
    GIVE_UP_TILE: Ask(_NOTHING, (Meaning.TILE,), "which tile to give up, as the bag is empty"),
    BUILDERS: Ask(
        Meaning.TILE, _NUMBERS, "workers that build the tile with those on it", Meaning.COLOUR
    ),
    BUILDERS_RETURNED: Ask(
        Meaning.TILE, _NUMBERS, "workers on the completed tile that have built it", Meaning.COLOUR
    ),
    PRODUCER: Ask(_NOTHING, (Meaning.COLOUR, Meaning.FACE), "which producer goes on which world"),
    SHIPPER: Ask(
        _NOTHING,
        (Meaning.TASK, Meaning.WORKER, Meaning.FACE, Meaning.COLOUR),
        "what a shipper does with a good of which world and colour",
    ),
    USE_POWER: Ask(Meaning.POWER, (Meaning.YES,), "whether to use the power"),
    REMOVE_DIE: Ask(Meaning.POWER, (Meaning.DIE,), "which die to give up"),
    WORKERS_TO_CUP: Ask(Meaning.POWER, _NUMBERS, "workers that return to the cup", Meaning.COLOUR),
    RECRUIT: Ask(_NOTHING, _NUMBERS, "dice to recruit", Meaning.COLOUR),
    RECALL: Ask(_NOTHING, _NUMBERS, "dice to recall", Meaning.DIE),
}
"""All kinds of decisions by name."""


def ask_of(name: str) -> Ask:
    """Return a kind of decision. Raise ValueError if there is none of this name."""
    ask = ASKS.get(name)
    if ask is None:
        raise ValueError(f"there is no kind of decision {name!r}")
    return ask
