"""Input of design lints, and findings for targets and payments that are impossible in it."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Label, Region
from rftg_dsl.hooks import race as hooks
from rftg_dsl.hooks.race import Hook, hooks_of
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.select import CardIndex, counts_in
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Mapping
from rftg_dsl.syntax.ast import ANY_KIND, Selector, Span
from rftg_dsl.syntax.written import SourceLine


class Finding(NamedTuple):
    """A finding of a rule at one place."""

    region: Region
    message: str
    help: str = ""
    notes: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    replacement: str | None = None


class Line(NamedTuple):
    """A power line of the unit, with its source and card."""

    draft: Draft
    card: Card
    source_line: SourceLine
    power: PowerLine


class View:
    """A unit with its required units.

    cards: the cards in use, without replaced cards and with added copies. Masks are sets of cards
    with a bit for each card.
    unit_cards: the unit's cards.
    loaded: all units of the run.
    """

    def __init__(
        self, unit: Unit, required: Sequence[Unit], loaded: Sequence[Unit], lookup: CardIndex
    ) -> None:
        self.unit = unit
        self.units = (*required, unit)
        self.loaded = loaded
        self.unit_cards = [
            (draft, card) for draft in unit.drafts if (card := draft.card) is not None
        ]
        self._placed = _in_use(self.units)
        self.cards = tuple(placed.card for placed in self._placed.values())
        self._lookup = lookup
        self._in_use = sum(1 << placed.bit_index for placed in self._placed.values())

    @cached_property
    def lines(self) -> list[Line]:
        """The unit's power lines."""
        return [
            Line(draft, card, source_line, power)
            for draft, card in self.unit_cards
            for source_line, power in draft.lines
        ]

    @cached_property
    def hooks(self) -> list[tuple[Card, Hook]]:
        """The hooks of all cards in use."""
        return [(card, hook) for card in self.cards for hook in hooks_of(card.powers)]

    @cached_property
    def kinds_chosen(self) -> int:
        """Mask of the worlds whose owner chooses their kind."""
        return sum(self.bit(card) for card in self.cards if card.kind == ANY_KIND)

    @cached_property
    def copied(self) -> int:
        """Mask of the cards with several copies."""
        return sum(self.bit(card) for card in self.cards if card.copies > 1)

    @cached_property
    def costs(self) -> set[int]:
        """Costs and defenses of the cards in use."""
        return {card.cost for card in self.cards}

    @cached_property
    def paid_worlds(self) -> dict[tuple[str | None, int], int]:
        """Masks of the non-military worlds by kind of good and cost."""
        masks: defaultdict[tuple[str | None, int], int] = defaultdict(int)
        for card in self.cards:
            if card.type == "world" and not card.military:
                masks[card.kind, card.cost] |= self.bit(card)
        return dict(masks)

    def mask(self, selector: Selector) -> int:
        """Return a mask of the cards that a selector matches. `other` is ignored."""
        return self._lookup.mask(selector) & self._in_use

    def bit(self, card: Card) -> int:
        """Return the mask of a card."""
        return 1 << self._placed[card.title].bit_index

    def is_single(self, card: Card) -> bool:
        """Return whether a card has only one copy."""
        return self._placed[card.title].card.copies == 1

    def others_of(self, card: Card, selector: Selector) -> int:
        """Return a mask of the cards that a selector matches, except this copy of `card`."""
        return self.mask(selector) & ~(self.bit(card) if self.is_single(card) else 0)

    def head(self, key: str) -> Region:
        """Return the region of a value in the head of the unit."""
        assert self.unit.root is not None
        return self.unit.root.values[key].region

    def title_region(self, card: Card) -> Region:
        """Return the region of the title of one of the unit's cards."""
        return self._placed[card.title].draft.region("title")

    def label(self, card: Card, text: str) -> Label:
        """Return a label at the title of a card in use."""
        place = self._placed[card.title]
        file = "" if place.unit is self.unit else place.unit.report.file
        return Label(place.draft.region("title"), text, file)


class _Place(NamedTuple):
    """A card in use with its source. bit_index: its bit in masks."""

    card: Card
    unit: Unit
    draft: Draft
    bit_index: int


def _in_use(units: Sequence[Unit]) -> dict[str, _Place]:
    """Return the cards in use by title, as in library.cards_in_use."""
    places: dict[str, _Place] = {}
    numbers = itertools.count()
    for unit in units:
        for title, _ in unit.words("replaces"):
            places.pop(title, None)
        for title, added in _added_copies(unit):
            if title in places:
                card = places[title].card
                card_with_copies = replace(card, copies=card.copies + added)
                places[title] = places[title]._replace(card=card_with_copies)
        for draft in unit.drafts:
            if draft.card is not None:
                places[draft.card.title] = _Place(draft.card, unit, draft, next(numbers))
    return places


def _added_copies(unit: Unit) -> Iterator[tuple[str, int]]:
    copies = unit.data.get("copies")
    if isinstance(unit.mapping("copies"), Mapping) and isinstance(copies, dict):
        yield from copies.items()


_PLACED_VERBS: Final = frozenset({"cost", "military", "pay for", "conquer", "place", "take over"})
"""Verbs about cards that aren't in the owner's tableau yet."""


def find_impossible_targets(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for each target of a power line that can never occur."""
    yield from _check_selectors(line, view)
    yield from _check_price(line)
    yield from _check_cost_range(line, view)


def make_finding(line: Line, span: Span, message: str, help: str) -> Finding:
    """Return a finding at a span of a power line."""
    return Finding(line.source_line.region(span), message, help)


def _check_selectors(line: Line, view: View) -> Iterator[Finding]:
    power = line.power.power
    for effect in power.all_effects:
        if effect.verb in _PLACED_VERBS and effect.selector:
            yield from _check_placed(line, effect.selector, view)
        if effect.rival and effect.rival.selector:
            yield from _check_placed(line, effect.rival.selector, view)
    if power.trigger and power.trigger.selector:
        yield from _check_placed(line, power.trigger.selector, view)
    for count in counts_in(power):
        if count.selector:
            yield from _check_other(line, count.selector, view)


def _check_placed(line: Line, selector: Selector, view: View) -> Iterator[Finding]:
    if view.mask(selector) and not view.others_of(line.card, selector):
        yield make_finding(
            line,
            selector.span,
            "in the sets in use, only the card itself matches, and it is already in the tableau",
            "name something that other cards have, too",
        )


def _check_other(line: Line, selector: Selector, view: View) -> Iterator[Finding]:
    if selector.other and view.mask(selector) and not view.others_of(line.card, selector):
        yield make_finding(
            line,
            selector.span,
            "in the sets in use, no other card matches this",
            "name something that other cards have, too",
        )


def _check_price(line: Line) -> Iterator[Finding]:
    """Yield a finding for a price of this world's good if it can't be sold."""
    cannot_sell = any(
        isinstance(hook, hooks.Rule) and hook.what == "cannot sell"
        for power in line.card.powers
        for hook in power.hooks
    )
    for effect in line.power.power.effects:
        if cannot_sell and effect.verb == "price" and effect.goods and effect.goods.here:
            yield make_finding(
                line,
                effect.span,
                "this world's good cannot be sold, so it has no price",
                "delete one of the two powers",
            )


def _check_cost_range(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for costs that no card has, and for impossible upgrades."""
    for effect in line.power.power.effects:
        numbers = effect.numbers
        if numbers is None or numbers.high is None:
            continue
        if effect.verb == "upgrade" and effect.selector:
            is_possible = _can_upgrade(view, effect.selector, numbers.low, numbers.high)
            message = (
                "the sets in use have no two worlds of the same kind with this difference in cost"
            )
        else:
            is_possible = any(numbers.low <= cost <= numbers.high for cost in view.costs)
            message = f"no card in the sets in use costs {numbers.low} to {numbers.high}"
        if not is_possible:
            yield make_finding(line, effect.span, message, "use costs that cards have")


def _can_upgrade(view: View, selector: Selector, low: int, high: int) -> bool:
    """Return whether a world can be upgraded to another of the same kind."""
    matching = view.mask(selector)
    return any(
        low <= better_cost - cost <= high
        and _has_distinct_pair(worlds & matching, better_worlds, view.copied)
        for (kind, cost), worlds in view.paid_worlds.items()
        for (better_kind, better_cost), better_worlds in view.paid_worlds.items()
        if kind == better_kind or ANY_KIND in (kind, better_kind)
    )


def _has_distinct_pair(first: int, second: int, copied: int) -> bool:
    """Return whether two masks contain two different cards, or two copies of a card."""
    are_distinct = (first | second).bit_count() > 1 or bool(first & second & copied)
    return bool(first and second) and are_distinct


_INVASION_VERBS: Final = ("invasion defense", "repair")
"""Effects that need an invasion."""


def find_missing_invasion(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for each effect that needs an invasion if no set in use has one."""
    if any("invasion" in unit.data for unit in view.units):
        return
    for effect in line.power.power.all_effects:
        if effect.verb in _INVASION_VERBS:
            yield make_finding(
                line,
                effect.span,
                "none of the sets in use has an invasion, so this does nothing",
                "require a set with an invasion, or add an `invasion:` to this set",
            )


def find_unpayable(line: Line, view: View) -> Iterator[Finding]:
    """Yield a finding for payments that only match worlds of invaders."""
    matching = 0
    for hook in line.power.hooks:
        if isinstance(hook, hooks.Instead) and hook.how == "pay" and hook.on:
            matching |= view.mask(hook.on)
    for unit in view.units:
        invasion = unit.data.get("invasion")
        by = invasion.get("by") if isinstance(invasion, dict) else None
        if matching and by and not matching & ~view.mask(Selector("world", keyword=by)):
            yield make_finding(
                line,
                next(
                    effect.span for effect in line.power.power.effects if effect.verb == "pay for"
                ),
                f"worlds of the invaders (`{by}`) can only be conquered, not paid for",
                f"write `military +1 against {by} worlds`, or pay for other worlds",
            )
