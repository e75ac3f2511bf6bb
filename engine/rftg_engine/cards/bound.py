"""Powers bound to the cards in use: hooks of one card with masks instead of selectors."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from rftg_dsl.hooks import race as hooks
from rftg_dsl.limits import COST
from rftg_dsl.syntax.ast import Goods, Selector
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
    kinds_of,
)


class BoundTerms:
    """Terms of a power that do not depend on the kind of its hook.

    number: index in Table.power_list.
    line: index of the power line on its card.
    mask: cards it applies to.
    wide: cards it applies to when worlds are conquered as if they were military.
    meets_invaders: whether it applies to invaders.
    is_own: whether it applies only to its own card, while that is in the hand.
    """

    def __init__(self, masks: Masks, card: int, line: int, number: int, terms: hooks.Terms) -> None:
        self.number: Final = number
        self.card: Final = card
        self.line: Final = line
        pays = isinstance(terms, hooks.Instead) and terms.how == "pay"
        never = masks.invaders.never_paid if pays else 0
        on, is_own = terms.on, isinstance(terms, hooks.Own)
        self.is_own: Final = is_own
        everything = 1 << card if is_own else ALL
        self.mask: Final = everything if on is None else masks.mask_of(on) & ~never
        self.wide: Final = everything if on is None else masks.mask_of(_as_military(on)) & ~never
        self.covers: Final = masks.covers(self.mask)
        self.covers_wide: Final = masks.covers(self.wide)
        self.price: Final = bind_price(masks, terms.price)
        self.per: Final = bind_per(masks, terms.per)
        self.condition: Final = bind_condition(masks, terms.condition)
        self.gains: Final = bind_gains(masks, terms.gains)
        self.once: Final = terms.once
        self.meets_invaders: Final = not is_own if on is None else masks.invaders.match(on)


class BoundPower:
    """A bound hook of one card. Subclasses correspond to the kinds of hooks.

    The fields of BoundTerms are repeated. covers, covers_wide: masks as bytes (see Masks.covers).
    depends_on: mask of the cards that change its value when they are placed. is_live: whether its
    value can change otherwise while it is in force.
    """

    def __init__(self, terms: BoundTerms, price: BoundPrice | None = None) -> None:
        self.source: Final = terms
        self.number: Final = terms.number
        self.card: Final = terms.card
        self.line: Final = terms.line
        self.mask: Final = terms.mask
        self.wide: Final = terms.wide
        self.covers: Final = terms.covers
        self.covers_wide: Final = terms.covers_wide
        self.price: Final = terms.price if price is None else price
        self.per: Final = terms.per
        self.condition: Final = terms.condition
        self.gains: Final = terms.gains
        self.once: Final = terms.once
        self.is_live = _is_live(terms)
        self.depends_on = 0 if self.is_live else _cards_counted(terms.per, terms.condition)

    def applies_to(self, card: int) -> bool:
        """Return whether the power applies to a card."""
        return self.covers[card] != 0

    def takes(self, what: str) -> bool:
        """Return whether any part of its price is of this kind."""
        return self.price is not None and self.price.takes(what)


class BoundExplore(BoundPower):
    """Cards drawn and kept in Explore. mix: whether drawn cards are mixed with the hand; see
    hooks.Explore."""

    def __init__(self, terms: BoundTerms, draw: int, keep: int, mix: bool, each: bool) -> None:
        super().__init__(terms)
        self.draw: Final = draw
        self.keep: Final = keep
        self.mix: Final = mix
        self.each: Final = each


class BoundCostChange(BoundPower):
    """A changed cost of cards. to: the new cost, or -1 if `amount` is added to the cost."""

    def __init__(self, terms: BoundTerms, phase: str, amount: int, to: int) -> None:
        super().__init__(terms)
        self.phase: Final = phase
        self.amount: Final = amount
        self.to: Final = to

    def with_amount(self, amount: int) -> BoundCostChange:
        """Return this power with another amount."""
        is_unchanged = amount == self.amount
        return self if is_unchanged else BoundCostChange(self.source, self.phase, amount, self.to)


class BoundMilitary(BoundPower):
    """Military.

    each: whether the amount is for each card or good paid.
    defending: whether it counts only when the owner's worlds are attacked.
    against_invasions: whether it counts only against invasions.
    meets_invaders: whether it counts against invaders.
    takes_open_cards: whether the owner chooses how many hand cards to pay, up to a maximum.
    """

    def __init__(
        self,
        terms: BoundTerms,
        amount: int,
        each: bool,
        defending: bool,
        against_invasions: bool,
        price: BoundPrice | None = None,
    ) -> None:
        super().__init__(terms, price)
        self.amount: Final = amount
        self.each: Final = each
        self.defending: Final = defending
        self.against_invasions: Final = against_invasions
        self.meets_invaders: Final = terms.meets_invaders
        self.takes_open_cards: Final = _is_open(self.price)

    def with_amount(self, amount: int) -> BoundMilitary:
        """Return this power with another amount."""
        if amount == self.amount:
            return self
        return self._with_changes(amount, self.price)

    def with_price(self, price: BoundPrice) -> BoundMilitary:
        """Return this power with another price."""
        return self._with_changes(self.amount, price)

    def _with_changes(self, amount: int, price: BoundPrice | None) -> BoundMilitary:
        return BoundMilitary(
            self.source, amount, self.each, self.defending, self.against_invasions, price
        )


class BoundInstead(BoundPower):
    """An alternative way to place a world: "pay" or "conquer"; see hooks.Instead."""

    def __init__(self, terms: BoundTerms, how: str, amount: int, allows_takeover: bool) -> None:
        super().__init__(terms)
        self.how: Final = how
        self.amount: Final = amount
        self.allows_takeover: Final = allows_takeover


class BoundPlace(BoundPower):
    """An additional placement: "place", "conquer", or "upgrade" by `low` to `high`; see
    hooks.Place.

    discount: discount on the cost of the placed card.
    """

    def __init__(self, terms: BoundTerms, hook: hooks.Place) -> None:
        super().__init__(terms)
        self.how: Final = hook.how
        self.phase: Final = hook.phase
        self.low: Final = hook.low
        self.high: Final = hook.high
        self.discount: Final = COST if hook.free else -hook.change
        self.remaining: Final = hook.remaining
        self.defense: Final = hook.defense


class BoundTakeOver(BoundPower):
    """Takeover of worlds of `rival`, or of any player if it is None, with additional Military."""

    def __init__(
        self, terms: BoundTerms, rival: BoundRival | None, amount: int, destroy: bool
    ) -> None:
        super().__init__(terms)
        self.rival: Final = rival
        self.amount: Final = amount
        self.destroy: Final = destroy

    def with_amount(self, amount: int) -> BoundTakeOver:
        """Return this power with another amount."""
        is_unchanged = amount == self.amount
        return (
            self if is_unchanged else BoundTakeOver(self.source, self.rival, amount, self.destroy)
        )


class BoundSalePrice(BoundPower):
    """Additional cards for a sold good. here: whether they are only for the good of this world."""

    def __init__(self, terms: BoundTerms, amount: int, goods: BoundGoods, here: bool) -> None:
        super().__init__(terms)
        self.amount: Final = amount
        self.goods: Final = goods
        self.here: Final = here

    def with_amount(self, amount: int) -> BoundSalePrice:
        """Return this power with another amount."""
        is_unchanged = amount == self.amount
        return self if is_unchanged else BoundSalePrice(self.source, amount, self.goods, self.here)


class BoundAction(BoundPower):
    """An action at a moment; see hooks.Action.

    moment: number of the moment in moments.py.
    goods: goods it responds to.
    here: whether it responds only to goods of its own world.
    this: whether it responds to the placement of its own card.
    choices: alternatives to the gains.
    chooses: whether the owner chooses the result.
    looks_at: current counts that it depends on.
    needs_target: whether it can be used only if it has an effect.
    has_more_chips: whether a doubled Consume doubles its chips, but not those for discarded hand
        cards (base rulebook, Consume).
    """

    def __init__(
        self,
        terms: BoundTerms,
        hook: hooks.Action,
        goods: BoundGoods,
        choices: tuple[tuple[Gain, ...], ...],
    ) -> None:
        super().__init__(terms)
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
        self.chooses: Final = bool(choices) or any(gain.picks for gain in terms.gains)
        waits = not choices and all(gain.waits for gain in terms.gains)
        self.needs_target: Final = terms.price is not None or waits
        self.looks_at: Final = _looks_at(sum(choices, terms.gains), terms.condition)
        self.has_more_chips: Final = hook.phase == "consume" and not self.takes("cards")

    def responds_to(self, world: int, kind: int) -> bool:
        """Return whether it responds to a good of a kind on a world."""
        return world == self.card if self.here else self.goods.matches(world, kind)


class BoundRule(BoundPower):
    """A changed rule for the owner.

    rule: number of the rule in moments.py. goods, here, kinds: goods that can be sold as these
    kinds, or the good of this world.
    """

    def __init__(
        self, terms: BoundTerms, rule: int, amount: int, goods: BoundGoods, here: bool, kinds: int
    ) -> None:
        super().__init__(terms)
        self.rule: Final = rule
        self.amount: Final = amount
        self.goods: Final = goods
        self.here: Final = here
        self.kinds: Final = kinds


class BoundRequirement(BoundPower):
    """A condition for placing a card from the hand."""


class BoundScore(BoundPower):
    """Points at the end of the game: `amount`, for each of `per`, or a `table` by kinds of worlds.

    counted: selector of the cards that `per` counts, if it counts cards.
    """

    def __init__(
        self, terms: BoundTerms, amount: int, table: tuple[int, ...], counted: Selector | None
    ) -> None:
        super().__init__(terms)
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
    | BoundRequirement
    | BoundScore
)
"""A power of any kind, for exhaustive matches."""


def _is_open(price: BoundPrice | None) -> bool:
    return price is not None and price.what == "cards" and (price.up_to or price.count == 1)


def _moment(hook: hooks.Action) -> int:
    by_phase = hook.moment in ("after placing", "after paying")
    return MOMENTS[f"{hook.phase} {hook.moment}" if by_phase else hook.moment]


def _cards_counted(per: BoundPer | None, condition: BoundCondition | None) -> int:
    """Return the mask of cards that a multiplier and a condition count."""
    bits = 0
    if per is not None and per.count.things == "cards":
        bits |= per.count.mask
    if condition is not None and condition.count.things == "cards":
        bits |= condition.count.mask
    return bits


def _is_live(terms: BoundTerms) -> bool:
    counts_more = terms.per is not None and terms.per.count.things != "cards"
    return counts_more or (terms.condition is not None and not terms.condition.is_plain)


_CONSTANT_COUNTS: Final = frozenset(
    ("cards", "military", "negative military", "kinds of worlds", "phases", "chosen", "goals")
)
"""Counts that stay as they were at the start of the phase."""


def _looks_at(gains: tuple[Gain, ...], condition: BoundCondition | None) -> frozenset[str]:
    """Return the counts that change during a phase."""
    count_kinds: set[str] = {gain.per.count.things for gain in gains if gain.per is not None}
    if condition is not None and not condition.compares_phase:
        count_kinds.add(condition.count.things)
    return frozenset(count_kinds - _CONSTANT_COUNTS)


def bind_power(masks: Masks, hook: hooks.Hook, card: int, line: int, number: int) -> AnyPower:
    """Bind a hook of a card to the cards in use.

    line: index of its power line. number: its index in Table.power_list.
    """
    masks = masks.for_card(card)
    terms = BoundTerms(masks, card, line, number, hook)
    match hook:
        case hooks.Explore():
            return BoundExplore(terms, hook.draw, hook.keep, hook.mix, hook.each)
        case hooks.CostChange():
            to = -1 if hook.to is None else hook.to
            return BoundCostChange(terms, hook.phase, hook.amount, to)
        case hooks.Military():
            return BoundMilitary(
                terms, hook.amount, hook.each, hook.defending, hook.against_invasions
            )
        case hooks.Instead():
            return BoundInstead(terms, hook.how, hook.amount, hook.in_takeovers)
        case hooks.Place():
            return BoundPlace(terms, hook)
        case hooks.TakeOver():
            return BoundTakeOver(terms, bind_rival(masks, hook.rival), hook.amount, hook.destroy)
        case hooks.Price():
            here = hook.goods is not None and hook.goods.here
            return BoundSalePrice(terms, hook.amount, bind_goods(masks, hook.goods), here)
        case hooks.Action():
            return _bind_action(masks, terms, hook)
        case hooks.Rule():
            name = f"save {hook.phase}" if hook.what == "save" else hook.what
            name = f"more {name}" if hook.added else name
            here = hook.goods is not None and hook.goods.here
            goods, kinds = bind_goods(masks, hook.goods), kinds_of(Goods(hook.kinds))
            return BoundRule(terms, RULES[name], hook.amount, goods, here, kinds)
        case hooks.Own():
            return _bind_own(terms, hook)
        case hooks.Score():
            counted = hook.per.count.selector if hook.per is not None else None
            return BoundScore(terms, hook.points, hook.table, counted)
        case _:
            assert_never(hook)


def _bind_action(masks: Masks, terms: BoundTerms, hook: hooks.Action) -> BoundAction:
    choices = tuple([bind_gains(masks, gains) for gains in hook.choices])
    return BoundAction(terms, hook, bind_goods(masks, hook.goods), choices)


def _bind_own(terms: BoundTerms, hook: hooks.Own) -> AnyPower:
    if hook.what == "cost":
        return BoundCostChange(terms, hook.phase, hook.amount, -1)
    if hook.what == "military":
        return BoundMilitary(terms, hook.amount, False, False, False)
    return BoundRequirement(terms)


def _as_military(selector: Selector) -> Selector:
    """Return the selector without `military`, for worlds conquered as if they were military."""
    adjectives = tuple(word for word in selector.adjectives if word.words != ("military",))
    return replace(selector, adjectives=adjectives)
