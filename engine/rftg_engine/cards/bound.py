"""Bound powers: the hooks of one card with their selectors as bit masks over the cards in use."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from rftg_dsl.hooks import race as hooks
from rftg_dsl.limits import COST
from rftg_dsl.syntax.ast import Selector
from rftg_engine.cards.moments import MOMENTS, RULES
from rftg_engine.cards.terms import (
    ALL,
    BoundCondition,
    BoundGoods,
    BoundPer,
    BoundPrice,
    BoundRival,
    Gain,
    Masks,
    bind_condition,
    bind_gains,
    bind_goods,
    bind_per,
    bind_price,
    bind_rival,
)


class BoundTerms:
    """What a power has whatever its hook: where it stands, which cards it is about, its terms.

    number: in Table.power_list. line: of the card's powers, from 0.
    mask: the cards it applies to. wide: the same for worlds conquered as if they were military.
    meets_invaders: it is about invaders.
    """

    def __init__(self, masks: Masks, card: int, line: int, number: int, terms: hooks.Terms) -> None:
        self.number: Final = number
        self.card: Final = card
        self.line: Final = line
        pays = isinstance(terms, hooks.Instead) and terms.how == "pay"
        never = masks.invaders.never_paid if pays else 0
        self.mask: Final = ALL if terms.on is None else masks.of(terms.on) & ~never
        self.wide: Final = ALL if terms.on is None else masks.of(_as_military(terms.on)) & ~never
        self.covers: Final = masks.covers(self.mask)
        self.covers_wide: Final = masks.covers(self.wide)
        self.price: Final = bind_price(masks, terms.price)
        self.per: Final = bind_per(masks, terms.per)
        self.condition: Final = bind_condition(masks, terms.condition)
        self.gains: Final = bind_gains(masks, terms.gains)
        self.once: Final = terms.once
        self.meets_invaders: Final = terms.on is None or masks.invaders.are_meant(terms.on)


class BoundPower:
    """One hook of one card; its class says which.

    Fields as in Line. covers, covers_wide: a byte for each card in use, 1 where the mask has its
    bit. depends_on: the cards that change what it is worth when they come, as bits. is_live: what
    it counts or asks for changes without them, while it is in force.
    """

    def __init__(self, line: BoundTerms, price: BoundPrice | None = None) -> None:
        self.source: Final = line
        self.number: Final = line.number
        self.card: Final = line.card
        self.line: Final = line.line
        self.mask: Final = line.mask
        self.wide: Final = line.wide
        self.covers: Final = line.covers
        self.covers_wide: Final = line.covers_wide
        self.price: Final = line.price if price is None else price
        self.per: Final = line.per
        self.condition: Final = line.condition
        self.gains: Final = line.gains
        self.once: Final = line.once
        self.is_live = _is_live(line)
        self.depends_on = 0 if self.is_live else _cards_counted(line.per, line.condition)

    def applies(self, card: int) -> bool:
        """Return whether a card is among those the power is about."""
        return self.covers[card] != 0


class BoundExplore(BoundPower):
    """More cards drawn and kept in Explore; mix: they go into the hand first; see hooks.Explore."""

    def __init__(self, line: BoundTerms, draw: int, keep: int, mix: bool, each: bool) -> None:
        super().__init__(line)
        self.draw: Final = draw
        self.keep: Final = keep
        self.mix: Final = mix
        self.each: Final = each


class BoundCostChange(BoundPower):
    """Another cost of cards to be placed. to: the cost itself, or -1; else amount is added."""

    def __init__(self, line: BoundTerms, phase: str, amount: int, to: int) -> None:
        super().__init__(line)
        self.phase: Final = phase
        self.amount: Final = amount
        self.to: Final = to

    def worth(self, amount: int) -> BoundCostChange:
        """Return the same power with another amount."""
        same = amount == self.amount
        return self if same else BoundCostChange(self.source, self.phase, amount, self.to)


class BoundMilitary(BoundPower):
    """Military. each: for each thing given up. defending: only when own worlds are attacked.
    against_invasions: only against those.

    meets_invaders: it is Military against the invaders that a set brings, or only that.
    takes_open_cards: for hand cards, as many as its owner likes up to a number.
    """

    def __init__(
        self,
        line: BoundTerms,
        amount: int,
        each: bool,
        defending: bool,
        against_invasions: bool,
        price: BoundPrice | None = None,
    ) -> None:
        super().__init__(line, price)
        self.amount: Final = amount
        self.each: Final = each
        self.defending: Final = defending
        self.against_invasions: Final = against_invasions
        self.meets_invaders: Final = line.meets_invaders
        self.takes_open_cards: Final = _is_open(self.price)

    def worth(self, amount: int) -> BoundMilitary:
        """Return the same power with another amount."""
        if amount == self.amount:
            return self
        return self._with(amount, self.price)

    def asking(self, price: BoundPrice) -> BoundMilitary:
        """Return the same power for another price."""
        return self._with(self.amount, price)

    def _with(self, amount: int, price: BoundPrice | None) -> BoundMilitary:
        return BoundMilitary(
            self.source, amount, self.each, self.defending, self.against_invasions, price
        )


class BoundInstead(BoundPower):
    """Another way to place a world: "pay" or "conquer"; see hooks.Instead."""

    def __init__(self, line: BoundTerms, how: str, amount: int, in_takeovers: bool) -> None:
        super().__init__(line)
        self.how: Final = how
        self.amount: Final = amount
        self.in_takeovers: Final = in_takeovers


class BoundPlace(BoundPower):
    """One more placement: "place", "conquer" or "upgrade" by `low` to `high`; see hooks.Place.

    discount: what its card costs less.
    """

    def __init__(self, line: BoundTerms, hook: hooks.Place) -> None:
        super().__init__(line)
        self.how: Final = hook.how
        self.phase: Final = hook.phase
        self.low: Final = hook.low
        self.high: Final = hook.high
        self.discount: Final = COST if hook.free else -hook.change
        self.remaining: Final = hook.remaining


class BoundTakeOver(BoundPower):
    """Worlds of other players can be taken over: of whom (`rival`, None: all), military for it."""

    def __init__(
        self, line: BoundTerms, rival: BoundRival | None, amount: int, destroy: bool
    ) -> None:
        super().__init__(line)
        self.rival: Final = rival
        self.amount: Final = amount
        self.destroy: Final = destroy

    def worth(self, amount: int) -> BoundTakeOver:
        """Return the same power with another amount."""
        same = amount == self.amount
        return self if same else BoundTakeOver(self.source, self.rival, amount, self.destroy)


class BoundSalePrice(BoundPower):
    """More cards for a good sold. here: of this world only."""

    def __init__(self, line: BoundTerms, amount: int, goods: BoundGoods, here: bool) -> None:
        super().__init__(line)
        self.amount: Final = amount
        self.goods: Final = goods
        self.here: Final = here

    def worth(self, amount: int) -> BoundSalePrice:
        """Return the same power with another amount."""
        same = amount == self.amount
        return self if same else BoundSalePrice(self.source, amount, self.goods, self.here)


class BoundAction(BoundPower):
    """Something done at a moment; see hooks.Action.

    moment: its number in moments.py. goods: those it answers to, for `here` only that of its own
    world; this: it answers to its own card. choices: what its owner can take in place of the gains.
    chooses: what comes is for its owner to say. looks_at: what it counts as of the moment.
    needs_target: it is not used where it has nothing to give.
    """

    def __init__(
        self,
        line: BoundTerms,
        hook: hooks.Action,
        goods: BoundGoods,
        choices: tuple[tuple[Gain, ...], ...],
    ) -> None:
        super().__init__(line)
        self.phase: Final = hook.phase
        self.is_live = False
        self.moment: Final = _moment(hook)
        self.optional: Final = hook.optional
        self.each: Final = hook.each
        self.free: Final = hook.free
        self.goods: Final = goods
        self.here: Final = hook.goods is not None and hook.goods.here
        self.this: Final = hook.this
        self.choices: Final = choices
        self.chooses: Final = bool(choices) or any(gain.picks for gain in line.gains)
        waits = not choices and all(gain.waits for gain in line.gains)
        self.needs_target: Final = line.price is not None or waits
        self.looks_at: Final = _looks_at(sum(choices, line.gains), line.condition)

    def answers(self, world: int, kind: int) -> bool:
        """Return whether it answers to a good of a kind on a world."""
        return world == self.card if self.here else self.goods.fit(world, kind)


class BoundRule(BoundPower):
    """A rule that is another one for the owner. rule: its number in moments.py."""

    def __init__(self, line: BoundTerms, rule: int, amount: int) -> None:
        super().__init__(line)
        self.rule: Final = rule
        self.amount: Final = amount


class BoundScore(BoundPower):
    """Points at the end: `amount` once or for each of `per`, or a `table` by kinds of worlds.

    counted: the selector of the cards that `per` counts, if it counts cards.
    """

    def __init__(
        self, line: BoundTerms, amount: int, table: tuple[int, ...], counted: Selector | None
    ) -> None:
        super().__init__(line)
        self.amount: Final = amount
        self.table: Final = table
        self.counted: Final = counted
        self.depends_on = 0
        self.is_live = False


AnyPower: TypeAlias = (
    BoundExplore
    | BoundCostChange
    | BoundMilitary
    | BoundInstead
    | BoundPlace
    | BoundTakeOver
    | BoundSalePrice
    | BoundAction
    | BoundRule
    | BoundScore
)
"""A power of any hook, where all of them have to be told apart."""


def _is_open(price: BoundPrice | None) -> bool:
    return price is not None and price.what == "cards" and (price.up_to or price.count == 1)


def _moment(hook: hooks.Action) -> int:
    by_phase = hook.moment in ("after placing", "after paying")
    return MOMENTS[f"{hook.phase} {hook.moment}" if by_phase else hook.moment]


def _cards_counted(per: BoundPer | None, condition: BoundCondition | None) -> int:
    """Return the cards that a multiplier and a condition count, as bits."""
    bits = 0
    if per is not None and per.count.things == "cards":
        bits |= per.count.mask
    if condition is not None and condition.count.things == "cards":
        bits |= condition.count.mask
    return bits


def _is_live(line: BoundTerms) -> bool:
    counts_more = line.per is not None and line.per.count.things != "cards"
    return counts_more or (line.condition is not None and not line.condition.is_plain)


_STEADY: Final = {"cards", "military", "negative military", "kinds of worlds", "phases"}
"""What is counted as it was when the phase began."""


def _looks_at(gains: tuple[Gain, ...], condition: BoundCondition | None) -> frozenset[str]:
    """Return the things that are counted as they are at the moment."""
    things: set[str] = {gain.per.count.things for gain in gains if gain.per is not None}
    if condition is not None and not condition.compares_phase:
        things.add(condition.count.things)
    return frozenset(things - _STEADY)


def bind_power(masks: Masks, hook: hooks.Hook, card: int, line: int, number: int) -> AnyPower:
    """Bind a hook of a card to the cards in use.

    line: of the card. number: that it gets in Table.power_list.
    """
    at = BoundTerms(masks, card, line, number, hook)
    match hook:
        case hooks.Explore():
            return BoundExplore(at, hook.draw, hook.keep, hook.mix, hook.each)
        case hooks.CostChange():
            to = -1 if hook.to is None else hook.to
            return BoundCostChange(at, hook.phase, hook.amount, to)
        case hooks.Military():
            return BoundMilitary(at, hook.amount, hook.each, hook.defending, hook.against_invasions)
        case hooks.Instead():
            return BoundInstead(at, hook.how, hook.amount, hook.in_takeovers)
        case hooks.Place():
            return BoundPlace(at, hook)
        case hooks.TakeOver():
            return BoundTakeOver(at, bind_rival(masks, hook.rival), hook.amount, hook.destroy)
        case hooks.Price():
            here = hook.goods is not None and hook.goods.here
            return BoundSalePrice(at, hook.amount, bind_goods(masks, hook.goods), here)
        case hooks.Action():
            choices = tuple([bind_gains(masks, gains) for gains in hook.choices])
            return BoundAction(at, hook, bind_goods(masks, hook.goods), choices)
        case hooks.Rule():
            name = f"save {hook.phase}" if hook.what == "save" else hook.what
            name = f"more {name}" if hook.added else name
            return BoundRule(at, RULES[name], hook.amount)
        case hooks.Score():
            counted = hook.per.count.selector if hook.per is not None else None
            return BoundScore(at, hook.points, hook.table, counted)
        case _:
            assert_never(hook)


def _as_military(selector: Selector) -> Selector:
    """Return the selector without `military`: for a world that is conquered as if it were."""
    kept = tuple(adjective for adjective in selector.adjectives if adjective.words != ("military",))
    return replace(selector, adjectives=kept)
