"""All powers of one tableau, gathered by what asks for them; in force as soon as a tile is built.

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
from roll_engine.rules import GOODS_ON_A_WORLD, START_CREDITS


@mypyc_attr(acyclic=True)
class Powers:
    """The powers of one tableau, oldest face first.

    mask: the faces, as bits. extra: the workers without dice. costs: those with the greatest
    `least` first, so that all of them count as far as they can (Roll rulebook, Clarifications).
    actions: by number of the moment. times, dictated: how often Dictate can be used in a round,
    None for any number, and how many workers it reassigns. goods: the most on a world.
    grown: the powers of the same tableau with one more face, as far as they have been gathered.
    """

    def __init__(self, known: Powers | None = None) -> None:
        """Begin with the powers known, or with none; what they hold is shared."""
        self.grown: dict[int, Powers] = {}
        if known is None:
            self.mask = 0
            self.reassigns: tuple[BoundReassign, ...] = ()
            self.times: int | None = 1
            self.dictated = 1
            self.extra: tuple[BoundExtraWorker, ...] = ()
            self.costs: tuple[BoundCostChange, ...] = ()
            self.prices: tuple[BoundPrice, ...] = ()
            self.actions: tuple[tuple[BoundAction, ...], ...] = _NO_ACTIONS
            self.scores: tuple[BoundScore, ...] = ()
            self.on_top = False
            self.rearranges = False
            self.goods = GOODS_ON_A_WORLD
            self.start_credits = START_CREDITS
        else:
            self.mask = known.mask
            self.reassigns = known.reassigns
            self.times = known.times
            self.dictated = known.dictated
            self.extra = known.extra
            self.costs = known.costs
            self.prices = known.prices
            self.actions = known.actions
            self.scores = known.scores
            self.on_top = known.on_top
            self.rearranges = known.rearranges
            self.goods = known.goods
            self.start_credits = known.start_credits

    def at(self, phase: int, moment: int) -> list[BoundAction]:
        """Return the actions of a moment in a phase (-1: in none)."""
        return [action for action in self.actions[moment] if action.phase == phase]


_NO_ACTIONS: Final[tuple[tuple[BoundAction, ...], ...]] = tuple([() for _moment in MOMENTS])


def gather_powers(known: Powers, face: int, added: list[AnyPower]) -> Powers:
    """Return the powers of a tableau to which a face has come. added: those of that face."""
    powers = Powers(known)
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
            before, after = powers.actions[: power.moment], powers.actions[power.moment + 1 :]
            powers.actions = (*before, of_moment, *after)
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
    if powers.times is None or power.times is None:
        powers.times = None
    else:
        powers.times = max(powers.times, power.times)
    powers.dictated = max(powers.dictated, power.workers)


def _rank(power: BoundCostChange) -> tuple[bool, int]:
    """Return its place: what makes tiles dearer comes first."""
    return power.amount <= 0, -power.least
