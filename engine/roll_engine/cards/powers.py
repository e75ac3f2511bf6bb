"""All powers of a tableau, grouped by use. They are in force as soon as a tile is built.

Roll rulebook, Development Powers: a power can be used in the phase in which its tile is built.
"""

from __future__ import annotations

from typing import Final, assert_never

from mypy_extensions import mypyc_attr

from roll_engine.cards.bound import (
    MOMENTS,
    AnyPower,
    BoundAction,
    BoundCostChange,
    BoundDictate,
    BoundExtraWorker,
    BoundGoodsLimit,
    BoundPrice,
    BoundRearrange,
    BoundReassign,
    BoundScore,
    BoundStartCredits,
    BoundTilesOnTop,
)
from roll_engine.rules import GOODS_PER_WORLD, START_CREDITS


@mypyc_attr(acyclic=True)
class Powers:
    """The powers of one tableau, oldest face first.

    mask: faces as bits.
    extra: workers without dice.
    costs: cost changes by falling `least`, so that all of them apply as far as possible (Roll
        rulebook, Clarifications).
    actions: actions by number of the moment.
    dictate_uses: uses of Dictate per round, or None if they are unlimited.
    dictated_workers: number of workers that Dictate reassigns.
    goods: maximum number of goods on a world.
    grown: cached powers of the tableau with one more face.
    """

    def __init__(self, base: Powers | None = None) -> None:
        """Start with a copy of `base`, or without powers. The copy shares the contents."""
        self.grown: dict[int, Powers] = {}
        if base is None:
            self.mask = 0
            self.reassigns: tuple[BoundReassign, ...] = ()
            self.dictate_uses: int | None = 1
            self.dictated_workers = 1
            self.extra: tuple[BoundExtraWorker, ...] = ()
            self.costs: tuple[BoundCostChange, ...] = ()
            self.prices: tuple[BoundPrice, ...] = ()
            self.actions: tuple[tuple[BoundAction, ...], ...] = _NO_ACTIONS
            self.scores: tuple[BoundScore, ...] = ()
            self.on_top = False
            self.rearranges = False
            self.goods = GOODS_PER_WORLD
            self.start_credits = START_CREDITS
        else:
            self.mask = base.mask
            self.reassigns = base.reassigns
            self.dictate_uses = base.dictate_uses
            self.dictated_workers = base.dictated_workers
            self.extra = base.extra
            self.costs = base.costs
            self.prices = base.prices
            self.actions = base.actions
            self.scores = base.scores
            self.on_top = base.on_top
            self.rearranges = base.rearranges
            self.goods = base.goods
            self.start_credits = base.start_credits

    def actions_at(self, phase: int, moment: int) -> list[BoundAction]:
        """Return the actions at a moment of a phase. phase: -1 for actions outside phases."""
        return [action for action in self.actions[moment] if action.phase == phase]


_NO_ACTIONS: Final[tuple[tuple[BoundAction, ...], ...]] = tuple([() for _moment in MOMENTS])


def gather_powers(base: Powers, face: int, added: list[AnyPower]) -> Powers:
    """Return the powers of a tableau with one more face. added: powers of that face."""
    powers = Powers(base)
    powers.mask |= 1 << face
    for power in added:
        _add(powers, power)
    return powers


def _add(powers: Powers, power: AnyPower) -> None:
    match power:
        case BoundReassign():
            powers.reassigns = (*powers.reassigns, power)
        case BoundDictate():
            _add_dictate(powers, power)
        case BoundExtraWorker():
            powers.extra = (*powers.extra, power)
        case BoundCostChange():
            powers.costs = tuple(sorted((*powers.costs, power), key=_rank))
        case BoundPrice():
            powers.prices = (*powers.prices, power)
        case BoundAction():
            of_moment = (*powers.actions[power.moment], power)
            earlier, later = powers.actions[: power.moment], powers.actions[power.moment + 1 :]
            powers.actions = (*earlier, of_moment, *later)
        case BoundTilesOnTop():
            powers.on_top = True
        case BoundRearrange():
            powers.rearranges = True
        case BoundGoodsLimit():
            powers.goods = max(powers.goods, power.amount)
        case BoundStartCredits():
            powers.start_credits = power.amount
        case BoundScore():
            powers.scores = (*powers.scores, power)
        case _ as never:
            assert_never(never)


def _add_dictate(powers: Powers, power: BoundDictate) -> None:
    if powers.dictate_uses is None or power.times is None:
        powers.dictate_uses = None
    else:
        powers.dictate_uses = max(powers.dictate_uses, power.times)
    powers.dictated_workers = max(powers.dictated_workers, power.workers)


def _rank(power: BoundCostChange) -> tuple[bool, int]:
    """Return the sort key of a cost change. Surcharges come first."""
    return power.amount <= 0, -power.least
