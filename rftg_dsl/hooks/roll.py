"""The hooks of Roll for the Galaxy: a closed set, and all that its rules engine needs of a power.

Selectors, counts and conditions stay as AST nodes, which the engine binds to the tiles in use.
Whatever is divided is rounded up (Roll rulebook, Fine Points, "round up"; Winning).
"""

from __future__ import annotations

from typing import Final

from rftg_dsl.hooks import AnyHook
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Condition, Dice, Goods, Per, Selector

MOMENTS: Final = (
    "setup",
    "immediate",
    "after scouting",
    "after stocking",
    "after completing",
    "after trading",
    "after consuming",
    "end",
)
"""When an Action takes place; all but the first two in the phase that the hook names."""


# --- what is got


@struct
class Credits:
    """Galactic Credits, `amount` for each of `per`."""

    amount: int
    per: Per | None = None


@struct
class Chips:
    """Victory points in chips from the pool, `amount` for each of `per`."""

    amount: int
    per: Per | None = None


@struct
class NewDice:
    """Dice of a colour from the supply. place: "cup", "citizenry", or "goods": on this world."""

    number: int
    colour: str
    place: str


@struct
class RemoveDice:
    """So many of the own dice, from any place, go back to the supply."""

    number: int


@struct
class DrawTiles:
    """So many tiles are drawn and put under the stacks of the construction zone."""

    number: int


@struct
class WorkersToCup:
    """Up to `most` workers (None: all) just used to complete a tile go to the cup.

    dice: which of them. Otherwise they would go to the Citizenry.
    """

    most: int | None
    dice: Dice


Gain = Credits | Chips | NewDice | RemoveDice | DrawTiles | WorkersToCup


# --- hooks


@struct
class Reassign(AnyHook):
    """From `least` to `most` workers may be assigned to other phases, once a round.

    workers: which dice. source: the phase that they are assigned to, "" for any; together: all of
    them to the same one. to: the phases that they can go to; () for the one that is selected.
    """

    least: int
    most: int
    workers: Dice
    source: str
    together: bool
    to: tuple[str, ...]
    condition: Condition | None = None


@struct
class Dictate(AnyHook):
    """Changes Dictate: how often it can be used in a round, and how many workers it reassigns.

    times: None for any number of times.
    """

    times: int | None = 1
    workers: int = 1


@struct
class ExtraWorker(AnyHook):
    """One more worker for a phase, as a die of `colour` would be, which is no die."""

    phase: str
    colour: str


@struct
class CostChange(AnyHook):
    """Changes how many workers a tile takes; phase: develop or settle. It takes at least `least`.

    on: the tiles it is about, None for all of the phase.
    """

    phase: str
    amount: int
    least: int = 1
    on: Selector | None = None
    condition: Condition | None = None


@struct
class Price(AnyHook):
    """Changes the credits for a good that is traded. goods: which, None for any."""

    amount: int
    goods: Goods | None = None
    condition: Condition | None = None


@struct
class Action(AnyHook):
    """Something got at a moment, each time that it comes.

    phase: "" for "setup" and "immediate". optional: its owner may leave it. price: credits given up
    for it. on: the tile that must have been completed; goods: what must have been traded or
    consumed; worker: the die that must have scouted or stocked (None: any).
    """

    phase: str
    moment: str
    gains: tuple[Gain, ...]
    optional: bool = False
    price: int = 0
    on: Selector | None = None
    goods: Goods | None = None
    worker: Dice | None = None
    condition: Condition | None = None


@struct
class TilesOnTop(AnyHook):
    """Tiles that are scouted may be put on top of the stacks in place of under them."""


@struct
class Rearrange(AnyHook):
    """The tiles of the construction zone may be put in another order, and turned over, in Explore.

    At any time of it but after tiles are drawn at its end (Roll rulebook, Advanced Logistics).
    """


@struct
class GoodsLimit(AnyHook):
    """How many goods there can be on each world, without this one."""

    amount: int


@struct
class StartCredits(AnyHook):
    """The credits that its owner starts with, in place of those that the rules say."""

    amount: int


@struct
class Score(AnyHook):
    """Points at the end of the game: `points` for each of `per` (None: once), rounded up."""

    points: int
    per: Per | None = None
    condition: Condition | None = None


Hook = (
    Reassign
    | Dictate
    | ExtraWorker
    | CostChange
    | Price
    | Action
    | TilesOnTop
    | Rearrange
    | GoodsLimit
    | StartCredits
    | Score
)
