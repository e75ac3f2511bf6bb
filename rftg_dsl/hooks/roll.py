"""Hooks of Roll for the Galaxy: everything its rules engine needs from a power.

Selectors, counts and conditions stay AST nodes, which the engine binds to the tiles in use.
Fractions are rounded up (Roll rulebook, Fine Points, "round up"; Winning).
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
"""Moments of an Action. All except the first two apply to the hook's phase."""


# --- gains


@struct
class Credits:
    """Galactic Credits, `amount` for each of `per`."""

    amount: int
    per: Per | None = None


@struct
class Chips:
    """Victory point chips from the pool, `amount` for each of `per`."""

    amount: int
    per: Per | None = None


@struct
class NewDice:
    """Dice from the supply. place: "cup", "citizenry", or "goods" for this world."""

    number: int
    colour: str
    place: str


@struct
class RemoveDice:
    """Returns own dice that match, at the owner's choice, to the supply."""

    number: int
    dice: Dice = Dice()


@struct
class DrawTiles:
    """Draws tiles and puts them under the stacks of the construction zone."""

    number: int


@struct
class WorkersToCup:
    """Puts workers that just completed a tile into the cup instead of the Citizenry.

    most: maximum number of workers, or None for all.
    dice: matching workers.
    """

    most: int | None
    dice: Dice


@struct
class Recruit:
    """Puts dice of the Citizenry into the cup, without paying for them.

    least, most: number of dice; None for all.
    dice: matching dice.
    """

    least: int | None
    most: int | None
    dice: Dice


@struct
class OthersGain:
    """Credits or victory point chips for each other player."""

    amount: int
    is_vp: bool


Gain = Credits | Chips | NewDice | RemoveDice | DrawTiles | WorkersToCup | Recruit | OthersGain


# --- hooks


@struct
class Reassign(AnyHook):
    """Reassigns `least` to `most` workers to other phases, once per round.

    workers: matching dice.
    sources: phases they are taken from, or () for any.
    together: whether all come from the same phase.
    to: phases they can go to, or () for the selected phase.
    """

    least: int
    most: int
    workers: Dice
    sources: tuple[str, ...]
    together: bool
    to: tuple[str, ...]
    condition: Condition | None = None


@struct
class Dictate(AnyHook):
    """Changes Dictate.

    times: uses per round, or None for no limit.
    workers: workers it reassigns.
    """

    times: int | None = 1
    workers: int = 1


@struct
class ExtraWorker(AnyHook):
    """An additional worker for a phase that is not a die but acts like one of `colour`."""

    phase: str
    colour: str
    condition: Condition | None = None


@struct
class CostChange(AnyHook):
    """Changes the number of workers that a tile needs. phase: develop or settle.

    least: minimum after the change.
    on: matching tiles, or None for all tiles of the phase.
    per: what `amount` is multiplied by.
    """

    phase: str
    amount: int
    least: int = 1
    on: Selector | None = None
    condition: Condition | None = None
    per: Per | None = None


@struct
class Price(AnyHook):
    """Changes the credits for a traded good.

    goods: matching goods, or None for any.
    per: what `amount` is multiplied by.
    """

    amount: int
    goods: Goods | None = None
    condition: Condition | None = None
    per: Per | None = None


@struct
class Action(AnyHook):
    """Gains at every occurrence of a moment.

    phase: "" for "setup" and "immediate".
    optional: whether the owner can decline.
    price: credits to pay.
    chips_price: points in chips to pay.
    dice_price: dice to return to the supply, or None.
    on: tile that must have been completed.
    goods: good that must have been traded or consumed.
    worker: die that must have scouted or stocked (None: any).
    """

    phase: str
    moment: str
    gains: tuple[Gain, ...]
    optional: bool = False
    price: int = 0
    chips_price: int = 0
    dice_price: RemoveDice | None = None
    on: Selector | None = None
    goods: Goods | None = None
    worker: Dice | None = None
    condition: Condition | None = None


@struct
class TilesOnTop(AnyHook):
    """Lets the owner put scouted tiles on top of the stacks instead of under them."""


@struct
class Rearrange(AnyHook):
    """Lets the owner rearrange and turn over tiles in the construction zone during Explore.

    Not after tiles are drawn at the end of the phase (Roll rulebook, Advanced Logistics).
    """


@struct
class GoodsLimit(AnyHook):
    """Maximum number of goods on worlds that can hold any.

    on: matching worlds, or None for all.
    here: whether it is only for this world.
    """

    amount: int
    on: Selector | None = None
    here: bool = False


@struct
class StartCredits(AnyHook):
    """Starting credits of the owner, which replace the normal number."""

    amount: int


@struct
class Score(AnyHook):
    """Points at game end: `points` for each of `per` (None: once), rounded up."""

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
