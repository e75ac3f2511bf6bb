"""The cards in use, bound once per game setup: facts by card number, selectors as bit masks.

Every physical card has a number; the bit `1 << number` stands for it in masks, so that counting
the cards of a tableau that match a selector is one AND and one bit count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gamekit.decisions import Answer
from rftg_dsl.hooks.race import hooks_of
from rftg_dsl.model import Card, CardSet, SearchCategory
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.sets.robot_model import Robot
from rftg_dsl.syntax.ast import ANY_KIND, KINDS, PHASES, Selector
from rftg_engine.cards.bound import AnyPower, BoundAction, BoundPower, bind_power
from rftg_engine.cards.invaders import Invaders, invasion_of_sets
from rftg_engine.cards.moments import ROUND_START
from rftg_engine.cards.powers import Powers, gather_powers
from rftg_engine.cards.robot_mat import BoundRobot
from rftg_engine.cards.terms import Masks, kind_number
from rftg_engine.cards.tiles import bind_goal, claimable, dealable, most_tiles

START_COLOURS: Final = ("red", "blue")
"""Those of which each player is dealt one, where start worlds are chosen."""
MIXED_EXPLORE: Final = "mixed explore"
"""What a set brings that mixes everybody's Explore with the hand."""
MOST_GATHERED: Final = 20_000
"""Tableaus whose powers are kept."""


class Table:
    """All cards of a game by number, and what they say.

    titles, cost, vp, kind ...: by card number. cost is the defense of a military world.
    vp is 0 for variable cards. phases: a bit for each of PHASES with a power.
    same_title: for a development all of its title, as bits; 0 for a world.
    tokens: how many of each class there are in the game. invasion: what a set in use brings.
    start_worlds: numbers of the start worlds, lowest first; start_worlds_of: the same by colour.
    tiles: the goals, bound; of them, as bits, most_tiles go to who has the most of something, and
    claimable says which can be claimed at the end of a step, by its name. dealable: the numbers of
    those that the sets in use can serve.
    robot: the solitaire robot, or None where none is in use.
    """

    def __init__(
        self, sets: Sequence[CardSet], cards: Sequence[Card], robot: Robot | None = None
    ) -> None:
        self.sets = tuple(sets)
        self.cards: list[Card] = [card for card in cards for _copy in range(card.copies)]
        self._index = CardIndex(self.cards)
        self.titles = [card.title for card in self.cards]
        self.cost = [card.cost for card in self.cards]
        self.vp = [card.vp or 0 for card in self.cards]
        self.kind = [kind_number(card.kind) for card in self.cards]
        self.is_world = [card.type == "world" for card in self.cards]
        self.same_title = _same_titles(self.cards)
        self.military = [card.military for card in self.cards]
        self.windfall = [card.windfall for card in self.cards]
        self.comes_with_good = [card.windfall or card.holds for card in self.cards]
        self.can_refill = [card.kind is not None and not card.holds for card in self.cards]
        self.production = [card.production for card in self.cards]
        self.phases = [_phases(card) for card in self.cards]
        self.renumbered = renumbered(self.cards)
        """The start worlds whose printed number another one has, each with its number here."""
        self.start_worlds = sorted(
            (number for number, card in enumerate(self.cards) if card.start),
            key=self.start_number,
        )
        self.start_worlds_of = self._by_colour()
        self.preset_hands = [hand for card_set in sets for hand in card_set.preset_hands]
        self.most_players = max((card_set.players for card_set in sets), default=0)
        self.modules = {module for card_set in sets for module in card_set.modules}
        self.tokens = in_game(sets)
        self.invasion = invasion_of_sets(sets)
        self._invaders: Final = Invaders(self.invasion, self._index)
        self.goals = [goal for card_set in sets for goal in card_set.goals]
        masks = Masks(self._index.mask, len(self.cards))
        self.tiles = [bind_goal(masks, goal) for goal in self.goals]
        self.most_tiles = most_tiles(self.tiles)
        self.dealable = dealable(self.goals, {card_set.id for card_set in sets})
        self.claimable = claimable(self.tiles)
        self.search = [category for card_set in sets for category in card_set.search]
        self.robot = None if robot is None else BoundRobot(robot, self._mask_of_any)
        self.searches = search_answers(self.search)
        self.searches_without_takeovers = search_answers(self.search, takeovers=False)
        self.search_masks = [self._mask_of_any(category.selectors) for category in self.search]
        self.scenario = [side for card_set in sets for side in card_set.scenario]
        self.power_list: list[BoundPower] = []
        """Every power that can be chosen or scored, by its number."""
        self.by_card = [self._bind(number) for number in range(len(self.cards))]
        self.own_answers = [_own_answers(bound) for bound in self.by_card]
        """What each card does when it is placed itself."""
        self.acts_at_round_start = any(
            isinstance(power, BoundAction) and power.moment == ROUND_START
            for power in self.power_list
        )
        self.counted_as_kind: dict[tuple[int, int], int] = {}
        """What a line of scoring counts, by its number and the kind of the worlds of any kind."""
        self._no_card = self._no_powers()
        """The powers of no card, from which those of all tableaus have grown."""
        self._gathered = 0
        """How many tableaus have grown from it."""
        self._as_kind: list[CardIndex] = []
        """The cards with each kind given to worlds of any kind, made when first asked for."""

    @property
    def mixes_explore(self) -> bool:
        """Whether everybody's Explore is mixed with the hand."""
        return MIXED_EXPLORE in self.modules

    def start_number(self, card: int) -> int:
        """Return the number of a start world: the printed one unless another world has it too."""
        start = self.cards[card].start
        assert start is not None
        return self.renumbered.get(card, start.number)

    def _by_colour(self) -> dict[str, list[int]]:
        """Return the start worlds by the colour of their box."""
        return {
            colour: [world for world in self.start_worlds if self.colour(world) == colour]
            for colour in START_COLOURS
        }

    def colour(self, card: int) -> str:
        """Return the colour of a start world's box."""
        start = self.cards[card].start
        return start.colour if start else ""

    def powers(self, tableau: Sequence[int]) -> Powers:
        """Return all powers of a tableau, newest card first; shared between equal tableaus."""
        powers = self._no_card
        for card in tableau:
            powers = self.powers_with(powers, card)
        return powers

    def powers_with(self, before: Powers, card: int) -> Powers:
        """Return all powers of a tableau to which a card has come. before: those till then."""
        grown = before.grown
        found = None if grown is None else grown.get(card)
        return self._grow(before, card) if found is None else found

    def _no_powers(self) -> Powers:
        """Return what everybody has without any card."""
        powers = Powers()
        powers.mix = self.mixes_explore
        return powers

    def _grow(self, before: Powers, card: int) -> Powers:
        """Return the powers of a tableau to which a card has come, gathered for the first time.

        Where that changes what the cards before are worth, all are gathered anew.
        """
        cards, mask = (*before.cards, card), before.mask | 1 << card
        if before.depends_on >> card & 1:
            powers = gather_powers(
                cards, mask, self._no_powers(), [self.by_card[one] for one in cards]
            )
        else:
            powers = gather_powers(cards, mask, before, [self.by_card[card]])
        if self._gathered == MOST_GATHERED:
            self._gathered, self._no_card = 0, self._no_powers()
        self._gathered += 1
        if before.grown is None:
            before.grown = {}
        before.grown[card] = powers
        return powers

    def mask(self, selector: Selector, bearer: int) -> int:
        """Return the cards that a selector on the card `bearer` context, as bits."""
        bits = self._index.mask(selector)
        return bits & ~(1 << bearer) if selector.other else bits

    def mask_as_kind(self, selector: Selector, bearer: int, kind: int) -> int:
        """Return what `mask` gives while the worlds of each kind count as one kind (1 to 4)."""
        if not self._as_kind:
            self._as_kind = self._index_by_kind()
        bits = self._as_kind[kind - 1].mask(selector)
        return bits & ~(1 << bearer) if selector.other else bits

    def _index_by_kind(self) -> list[CardIndex]:
        """Return the cards in use with each kind in turn given to worlds of any kind."""
        return [
            CardIndex(
                [replace(card, kind=kind) if card.kind == ANY_KIND else card for card in self.cards]
            )
            for kind in KINDS
        ]

    def _mask_of_any(self, selectors: Sequence[Selector]) -> int:
        bits = 0
        for selector in selectors:
            bits |= self._index.mask(selector)
        return bits

    def _bind(self, number: int) -> list[AnyPower]:
        bound: list[AnyPower] = []

        def mask(selector: Selector) -> int:
            return self.mask(selector, number)

        masks = Masks(mask, len(self.cards), self._invaders)

        for index, line in enumerate(self.cards[number].powers):
            for hook in hooks_of([line]):
                place = len(self.power_list)
                power = bind_power(masks, hook, number, index, place)
                self.power_list.append(power)
                bound.append(power)
        return bound


def _same_titles(cards: Sequence[Card]) -> list[int]:
    """Return by card the developments of its title, as bits; 0 for a world."""
    found: dict[str, int] = {}
    for number, card in enumerate(cards):
        found[card.title] = found.get(card.title, 0) | 1 << number
    return [0 if card.type == "world" else found[card.title] for card in cards]


def _own_answers(bound: list[AnyPower]) -> list[BoundAction]:
    return [power for power in bound if isinstance(power, BoundAction) and power.this]


def search_answers(
    categories: Sequence[SearchCategory], takeovers: bool = True
) -> tuple[Answer, ...]:
    """Return the categories that can be searched for, some of which need takeovers."""
    return tuple(
        (number,)
        for number, category in enumerate(categories)
        if takeovers or not category.only_with_takeovers
    )


def in_game(sets: Sequence[CardSet]) -> dict[str, int]:
    """Return how many tokens of each class there are with these sets; those of several add up."""
    found: dict[str, int] = {}
    for card_set in sets:
        for token, number in card_set.tokens:
            found[token] = found.get(token, 0) + number
    return found


def renumbered(cards: Sequence[Card]) -> dict[int, int]:
    """Return a free number for each start world, by card, whose printed number comes again.

    Sets that know nothing of each other can use the same numbers. The first card keeps its own.
    """
    found: dict[int, int] = {}
    numbers = [card.start.number for card in cards if card.start is not None]
    free, used = max(numbers, default=-1) + 1, set[int]()
    for number, card in enumerate(cards):
        if card.start is None:
            continue
        if card.start.number in used:
            found[number] = free
            free += 1
        used.add(card.start.number)
    return found


def _phases(card: Card) -> int:
    used = {phase for line in card.powers for phase in line.power.phases}
    return sum(1 << bit for bit, phase in enumerate(PHASES) if phase in used)
