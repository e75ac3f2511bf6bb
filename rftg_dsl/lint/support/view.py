"""Input of design lints: the cards of a set, and all cards of the sets in use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count
from typing import NamedTuple

from rftg_dsl.diagnostics.model import Label, Region
from rftg_dsl.hooks.race import Hook, hooks_of
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Mapping
from rftg_dsl.syntax.ast import ANY_KIND, Selector
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
    numbers = count()
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
