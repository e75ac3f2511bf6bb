"""Bound powers: a class for each hook, with selectors as bit masks over the faces in use."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from rftg_dsl.hooks import roll as hooks
from roll_engine.cards.terms import (
    ALL,
    BoundCondition,
    BoundDice,
    BoundGoods,
    BoundPer,
    MaskOf,
    bind_condition,
    bind_dice,
    bind_goods,
    bind_per,
)
from roll_engine.rules import COLOURS, IN_CITIZENRY, IN_CUP, PHASES

OF_NO_PHASE: Final = -1
ON_THIS_WORLD: Final = -1
"""Place of new dice that are goods on the world that grants them."""
MOMENTS: Final = hooks.MOMENTS
SETUP: Final = MOMENTS.index("setup")
IMMEDIATE: Final = MOMENTS.index("immediate")
AFTER_SCOUTING: Final = MOMENTS.index("after scouting")
AFTER_STOCKING: Final = MOMENTS.index("after stocking")
AFTER_COMPLETING: Final = MOMENTS.index("after completing")
AFTER_TRADING: Final = MOMENTS.index("after trading")
AFTER_CONSUMING: Final = MOMENTS.index("after consuming")
END: Final = MOMENTS.index("end")


class BoundPower:
    """One hook of one face.

    number: index in Table.power_list. line: index of the line among the face's powers.
    """

    def __init__(
        self, number: int, face: int, line: int, condition: BoundCondition | None = None
    ) -> None:
        self.number: Final = number
        self.face: Final = face
        self.line: Final = line
        self.condition: Final = condition


class BoundReassign(BoundPower):
    """See hooks.Reassign. source: a phase, or -1 for any phase. to: target phases, or () for the
    selected phase."""

    def __init__(self, base: BoundPower, hook: hooks.Reassign) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.least: Final = hook.least
        self.most: Final = hook.most
        self.workers: Final = bind_dice(hook.workers)
        self.source: Final = phase_number(hook.source)
        self.together: Final = hook.together
        self.to: Final = tuple([phase_number(name) for name in hook.to])


class BoundDictate(BoundPower):
    """See hooks.Dictate."""

    def __init__(self, base: BoundPower, hook: hooks.Dictate) -> None:
        super().__init__(base.number, base.face, base.line)
        self.times: Final = hook.times
        self.workers: Final = hook.workers


class BoundExtraWorker(BoundPower):
    """See hooks.ExtraWorker."""

    def __init__(self, base: BoundPower, hook: hooks.ExtraWorker) -> None:
        super().__init__(base.number, base.face, base.line)
        self.phase: Final = phase_number(hook.phase)
        self.colour: Final = COLOURS.index(hook.colour)


class BoundCostChange(BoundPower):
    """See hooks.CostChange. mask: tiles that it applies to."""

    def __init__(self, base: BoundPower, hook: hooks.CostChange, mask: int) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.phase: Final = phase_number(hook.phase)
        self.amount: Final = hook.amount
        self.least: Final = hook.least
        self.mask: Final = mask

    def apply_to(self, cost: int) -> int:
        """Return the changed cost. A discount never lowers a cost below its minimum."""
        if self.amount > 0:
            return cost + self.amount
        return max(cost + self.amount, min(cost, self.least))


class BoundPrice(BoundPower):
    """See hooks.Price."""

    def __init__(self, base: BoundPower, hook: hooks.Price, goods: BoundGoods) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.amount: Final = hook.amount
        self.goods: Final = goods


class BoundGain:
    """A single gain of an action."""


class GainCredits(BoundGain):
    """See hooks.Credits."""

    def __init__(self, amount: int, per: BoundPer | None) -> None:
        self.amount: Final = amount
        self.per: Final = per


class GainChips(BoundGain):
    """See hooks.Chips."""

    def __init__(self, amount: int, per: BoundPer | None) -> None:
        self.amount: Final = amount
        self.per: Final = per


class GainDice(BoundGain):
    """See hooks.NewDice. place: rules.IN_CUP, IN_CITIZENRY, or ON_THIS_WORLD."""

    def __init__(self, count: int, colour: int, place: int) -> None:
        self.count: Final = count
        self.colour: Final = colour
        self.place: Final = place


class LoseDice(BoundGain):
    """See hooks.RemoveDice."""

    def __init__(self, count: int) -> None:
        self.count: Final = count


class GainTiles(BoundGain):
    """See hooks.DrawTiles."""

    def __init__(self, count: int) -> None:
        self.count: Final = count


class GainWorkers(BoundGain):
    """See hooks.WorkersToCup."""

    def __init__(self, most: int | None, dice: BoundDice) -> None:
        self.most: Final = most
        self.dice: Final = dice


AnyGain: TypeAlias = GainCredits | GainChips | GainDice | LoseDice | GainTiles | GainWorkers


class BoundAction(BoundPower):
    """See hooks.Action. phase: -1 if the action has no phase. moment: index in MOMENTS.

    mask: tiles whose completion triggers it. asks_itself: whether the number of workers to take
    back is its only choice.
    """

    def __init__(
        self,
        base: BoundPower,
        hook: hooks.Action,
        gains: tuple[AnyGain, ...],
        mask: int,
        goods: BoundGoods,
    ) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.phase: Final = phase_number(hook.phase)
        self.moment: Final = MOMENTS.index(hook.moment)
        self.gains: Final = gains
        self.optional: Final = hook.optional
        self.price: Final = hook.price
        self.mask: Final = mask
        self.goods: Final = goods
        self.worker: Final = bind_dice(hook.worker)
        up_to = [isinstance(gain, GainWorkers) and gain.most is not None for gain in gains]
        self.asks_itself: Final = all(up_to) and not hook.price


class BoundTilesOnTop(BoundPower):
    """See hooks.TilesOnTop."""


class BoundRearrange(BoundPower):
    """See hooks.Rearrange."""


class BoundGoodsLimit(BoundPower):
    """See hooks.GoodsLimit."""

    def __init__(self, base: BoundPower, hook: hooks.GoodsLimit) -> None:
        super().__init__(base.number, base.face, base.line)
        self.amount: Final = hook.amount


class BoundStartCredits(BoundPower):
    """See hooks.StartCredits."""

    def __init__(self, base: BoundPower, hook: hooks.StartCredits) -> None:
        super().__init__(base.number, base.face, base.line)
        self.amount: Final = hook.amount


class BoundScore(BoundPower):
    """See hooks.Score."""

    def __init__(self, base: BoundPower, hook: hooks.Score, per: BoundPer | None) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.points: Final = hook.points
        self.per: Final = per


AnyPower: TypeAlias = (
    BoundReassign
    | BoundDictate
    | BoundExtraWorker
    | BoundCostChange
    | BoundPrice
    | BoundAction
    | BoundTilesOnTop
    | BoundRearrange
    | BoundGoodsLimit
    | BoundStartCredits
    | BoundScore
)

_PLACES: Final = {"cup": IN_CUP, "citizenry": IN_CITIZENRY, "goods": ON_THIS_WORLD}


def phase_number(name: str) -> int:
    """Return the number of a phase, or -1 for ""."""
    return PHASES.index(name) if name else OF_NO_PHASE


def bind_power(mask_of: MaskOf, hook: hooks.Hook, number: int, face: int, line: int) -> AnyPower:
    """Bind a hook of a face. mask_of: returns the faces that a selector of that face selects."""
    match hook:
        case hooks.Reassign() | hooks.CostChange() | hooks.Price() | hooks.Action() | hooks.Score():
            condition = bind_condition(mask_of, hook.condition, face)
            return _bind_with(mask_of, hook, BoundPower(number, face, line, condition))
        case hooks.Dictate():
            return BoundDictate(BoundPower(number, face, line), hook)
        case hooks.ExtraWorker():
            return BoundExtraWorker(BoundPower(number, face, line), hook)
        case hooks.TilesOnTop():
            return BoundTilesOnTop(number, face, line)
        case hooks.Rearrange():
            return BoundRearrange(number, face, line)
        case hooks.GoodsLimit():
            return BoundGoodsLimit(BoundPower(number, face, line), hook)
        case hooks.StartCredits():
            return BoundStartCredits(BoundPower(number, face, line), hook)
        case _ as never:
            assert_never(never)


_WithCondition: TypeAlias = (
    hooks.Reassign | hooks.CostChange | hooks.Price | hooks.Action | hooks.Score
)


def _bind_with(mask_of: MaskOf, hook: _WithCondition, base: BoundPower) -> AnyPower:
    """Bind a hook that can have a condition. base: the other parts of the power."""
    match hook:
        case hooks.Reassign():
            return BoundReassign(base, hook)
        case hooks.CostChange():
            return BoundCostChange(base, hook, ALL if hook.on is None else mask_of(hook.on))
        case hooks.Price():
            return BoundPrice(base, hook, bind_goods(mask_of, hook.goods, base.face))
        case hooks.Action():
            gains = tuple([_bind_gain(mask_of, gain, base.face) for gain in hook.gains])
            mask = ALL if hook.on is None else mask_of(hook.on)
            return BoundAction(base, hook, gains, mask, bind_goods(mask_of, hook.goods, base.face))
        case hooks.Score():
            return BoundScore(base, hook, bind_per(mask_of, hook.per, base.face))
        case _ as never:
            assert_never(never)


def _bind_gain(mask_of: MaskOf, gain: hooks.Gain, face: int) -> AnyGain:
    match gain:
        case hooks.Credits():
            return GainCredits(gain.amount, bind_per(mask_of, gain.per, face))
        case hooks.Chips():
            return GainChips(gain.amount, bind_per(mask_of, gain.per, face))
        case hooks.NewDice():
            return GainDice(gain.number, COLOURS.index(gain.colour), _PLACES[gain.place])
        case hooks.RemoveDice():
            return LoseDice(gain.number)
        case hooks.DrawTiles():
            return GainTiles(gain.number)
        case hooks.WorkersToCup():
            return GainWorkers(gain.most, bind_dice(gain.dice))
        case _ as never:
            assert_never(never)
