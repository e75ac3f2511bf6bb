"""Bound powers: hooks of faces, with selectors as bit masks over the faces in use."""

from __future__ import annotations

from dataclasses import dataclass
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
    """See hooks.Reassign. sources: phases, or () for any. to: target phases, or () for the
    selected phase."""

    def __init__(self, base: BoundPower, hook: hooks.Reassign) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.least: Final = hook.least
        self.most: Final = hook.most
        self.workers: Final = bind_dice(hook.workers)
        self.sources: Final = tuple([phase_number(name) for name in hook.sources])
        self.together: Final = hook.together
        self.to: Final = tuple([phase_number(name) for name in hook.to])


class BoundCostChange(BoundPower):
    """See hooks.CostChange. mask: tiles that it applies to."""

    def __init__(
        self, base: BoundPower, hook: hooks.CostChange, mask: int, per: BoundPer | None
    ) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.phase: Final = phase_number(hook.phase)
        self.amount: Final = hook.amount
        self.least: Final = hook.least
        self.mask: Final = mask
        self.per: Final = per

    def apply_to(self, cost: int, multiplier: int = 1) -> int:
        """Return the changed cost. A discount never lowers a cost below its minimum."""
        amount = self.amount * multiplier
        if amount > 0:
            return cost + amount
        return max(cost + amount, min(cost, self.least))


class BoundPrice(BoundPower):
    """See hooks.Price."""

    def __init__(
        self, base: BoundPower, hook: hooks.Price, goods: BoundGoods, per: BoundPer | None
    ) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.amount: Final = hook.amount
        self.goods: Final = goods
        self.per: Final = per


class BoundExtraWorker(BoundPower):
    """See hooks.ExtraWorker."""

    def __init__(self, base: BoundPower, hook: hooks.ExtraWorker) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.phase: Final = phase_number(hook.phase)
        self.colour: Final = COLOURS.index(hook.colour)


class BoundGoodsLimit(BoundPower):
    """See hooks.GoodsLimit. mask: worlds that it applies to."""

    def __init__(self, base: BoundPower, hook: hooks.GoodsLimit, mask: int) -> None:
        super().__init__(base.number, base.face, base.line)
        self.amount: Final = hook.amount
        self.mask: Final = mask


@dataclass(frozen=True)
class GainCredits:
    """See hooks.Credits."""

    amount: int
    per: BoundPer | None


@dataclass(frozen=True)
class GainChips:
    """See hooks.Chips."""

    amount: int
    per: BoundPer | None


@dataclass(frozen=True)
class GainDice:
    """See hooks.NewDice. place: rules.IN_CUP, IN_CITIZENRY, or ON_THIS_WORLD."""

    count: int
    colour: int
    place: int


@dataclass(frozen=True)
class LoseDice:
    """See hooks.RemoveDice."""

    count: int
    dice: BoundDice


@dataclass(frozen=True)
class GainTiles:
    """See hooks.DrawTiles."""

    count: int


@dataclass(frozen=True)
class GainWorkers:
    """See hooks.WorkersToCup."""

    most: int | None
    dice: BoundDice


@dataclass(frozen=True)
class RecruitDice:
    """See hooks.Recruit. least, most: None for all."""

    least: int | None
    most: int | None
    dice: BoundDice


@dataclass(frozen=True)
class OthersGain:
    """See hooks.OthersGain."""

    amount: int
    is_vp: bool


AnyGain: TypeAlias = (
    GainCredits
    | GainChips
    | GainDice
    | LoseDice
    | GainTiles
    | GainWorkers
    | RecruitDice
    | OthersGain
)


class BoundAction(BoundPower):
    """See hooks.Action. phase: -1 if the action has no phase. moment: index in MOMENTS.

    dice_price: dice to give up, or None. moves_pieces: whether it moves dice or tiles. mask: tiles
    whose completion triggers it. asks_itself: whether the number of dice to take back is its only
    choice.
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
        self.chips_price: Final = hook.chips_price
        points = [isinstance(gain, GainCredits | GainChips | OthersGain) for gain in gains]
        self.moves_pieces: Final = not all(points)
        given_up = hook.dice_price
        self.dice_price: Final = (
            LoseDice(given_up.number, bind_dice(given_up.dice)) if given_up is not None else None
        )
        self.mask: Final = mask
        self.goods: Final = goods
        self.worker: Final = bind_dice(hook.worker)
        asked = [_asks_for_number(gain) for gain in gains]
        has_price = hook.price or hook.chips_price or given_up is not None
        self.asks_itself: Final = all(asked) and not has_price


def _asks_for_number(gain: AnyGain) -> bool:
    """Return whether the owner can choose to gain nothing."""
    if isinstance(gain, RecruitDice):
        return gain.least == 0
    return isinstance(gain, GainWorkers) and gain.most is not None


class BoundScore(BoundPower):
    """See hooks.Score."""

    def __init__(self, base: BoundPower, hook: hooks.Score, per: BoundPer | None) -> None:
        super().__init__(base.number, base.face, base.line, base.condition)
        self.points: Final = hook.points
        self.per: Final = per


PlainHook: TypeAlias = hooks.Dictate | hooks.TilesOnTop | hooks.Rearrange | hooks.StartCredits
"""Hooks without a condition and without selectors."""


class PlainPower(BoundPower):
    """A power of which all is said by its hook."""

    def __init__(self, number: int, face: int, line: int, hook: PlainHook) -> None:
        super().__init__(number, face, line)
        self.hook: Final[PlainHook] = hook


AnyPower: TypeAlias = (
    BoundReassign
    | BoundCostChange
    | BoundPrice
    | BoundExtraWorker
    | BoundGoodsLimit
    | BoundAction
    | BoundScore
    | PlainPower
)

_PLACES: Final = {"cup": IN_CUP, "citizenry": IN_CITIZENRY, "goods": ON_THIS_WORLD}


def phase_number(name: str) -> int:
    """Return the number of a phase, or -1 for ""."""
    return PHASES.index(name) if name else OF_NO_PHASE


def bind_power(mask_of: MaskOf, hook: hooks.Hook, number: int, face: int, line: int) -> AnyPower:
    """Bind a hook of a face. mask_of: returns the faces that a selector of that face selects."""
    if isinstance(hook, hooks.Dictate | hooks.TilesOnTop | hooks.Rearrange | hooks.StartCredits):
        return PlainPower(number, face, line, hook)
    if isinstance(hook, hooks.GoodsLimit):
        mask = 1 << face if hook.here else ALL if hook.on is None else mask_of(hook.on)
        return BoundGoodsLimit(BoundPower(number, face, line), hook, mask)
    base = BoundPower(number, face, line, bind_condition(mask_of, hook.condition, face))
    match hook:
        case hooks.Reassign():
            return BoundReassign(base, hook)
        case hooks.CostChange():
            mask = ALL if hook.on is None else mask_of(hook.on)
            return BoundCostChange(base, hook, mask, bind_per(mask_of, hook.per, face))
        case hooks.Price():
            goods = bind_goods(mask_of, hook.goods, face)
            return BoundPrice(base, hook, goods, bind_per(mask_of, hook.per, face))
        case hooks.ExtraWorker():
            return BoundExtraWorker(base, hook)
        case hooks.Action():
            gains = tuple([_bind_gain(mask_of, gain, face) for gain in hook.gains])
            mask = ALL if hook.on is None else mask_of(hook.on)
            return BoundAction(base, hook, gains, mask, bind_goods(mask_of, hook.goods, face))
        case hooks.Score():
            return BoundScore(base, hook, bind_per(mask_of, hook.per, face))
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
            return LoseDice(gain.number, bind_dice(gain.dice))
        case hooks.DrawTiles():
            return GainTiles(gain.number)
        case hooks.WorkersToCup():
            return GainWorkers(gain.most, bind_dice(gain.dice))
        case hooks.Recruit():
            return RecruitDice(gain.least, gain.most, bind_dice(gain.dice))
        case hooks.OthersGain():
            return OthersGain(gain.amount, gain.is_vp)
        case _ as never:
            assert_never(never)
