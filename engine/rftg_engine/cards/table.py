"""The cards and goals in use, bound once per game.

Every physical card has a number. Masks represent sets of cards: bit `1 << number` is set if the
card belongs to the set. Counting the cards of a tableau that match a selector takes one AND and one
bit count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gamekit.decisions import Answer
from rftg_dsl.hooks.race import hooks_of
from rftg_dsl.model import Card, CardSet, Goal, SearchCategory
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.sets.robot import Robot
from rftg_dsl.syntax.ast import ANY_KIND, KINDS, PHASES, Condition, Selector
from rftg_engine.cards.bound import AnyPower, BoundAction, BoundPower, bind_power
from rftg_engine.cards.moments import AFTER_DISCARDING, ROUND_START
from rftg_engine.cards.powers import Powers, gather_powers
from rftg_engine.cards.robot_mat import BoundRobot
from rftg_engine.cards.terms import (
    NO_LIMIT,
    BoundCount,
    Invaders,
    Masks,
    bind_count,
    invasion_of_sets,
    kind_number,
)


@dataclass(frozen=True, eq=False)
class CountRange:
    """A count and its range.

    for_takeovers: whether it counts cards with takeover powers, which are ignored in games without
    takeovers.
    """

    count: BoundCount
    for_takeovers: bool
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class Tile:
    """A bound goal; see model.Goal. alternatives: conditions, one of which must be met in full."""

    most: bool
    alternatives: tuple[tuple[CountRange, ...], ...]
    least: int
    after: frozenset[str]
    points: int


def bind_goal(masks: Masks, goal: Goal) -> Tile:
    """Bind a goal to the cards in use."""
    alternatives = tuple(
        tuple(_bind_range(masks, condition) for condition in alternative)
        for alternative in goal.conditions
    )
    return Tile(goal.most, alternatives, goal.least, frozenset(goal.after), goal.points)


def most_goals(tiles: list[Tile]) -> int:
    """Return the mask of goals that go to the player with the most."""
    return sum(1 << goal for goal, bound in enumerate(tiles) if bound.most)


def dealable_goals(goals: list[Goal], sets: set[str]) -> list[int]:
    """Return the goals that can be used with these sets. sets: ids of the sets in use."""
    return [index for index, goal in enumerate(goals) if not goal.needs or goal.needs in sets]


def goals_by_step(tiles: list[Tile]) -> dict[str, int]:
    """Return masks of the goals that can be claimed after each step, by its name."""
    goals: dict[str, int] = {}
    for goal, tile in enumerate(tiles):
        for phase in tile.after:
            for step in (phase, f"{phase} 2"):
                goals[step] = goals.get(step, 0) | 1 << goal
    return goals


def _bind_range(masks: Masks, condition: Condition) -> CountRange:
    selector = condition.count.selector
    for_takeovers = selector is not None and selector.power == "takeover"
    high = NO_LIMIT if condition.high is None else condition.high
    return CountRange(bind_count(masks, condition.count), for_takeovers, condition.low, high)


START_COLOURS: Final = ("red", "blue")
"""Colors of start worlds if players choose one: each player is dealt one of each color."""
MIXED_EXPLORE: Final = "mixed explore"
"""Module of sets in which Explore always mixes drawn cards with the hand."""
MAX_CACHED_POWERS: Final = 20_000
"""Maximum number of cached powers of tableaus."""


class Table:
    """All cards of a game by number.

    titles, cost, vp, kind and others: lists by card number. cost: cost, or defense of a military
    world. vp: 0 for variable cards. phases: mask of PHASES with a power. same_title: mask of the
    developments with the same title, 0 for a world. tokens: number of tokens of each class.
    invasion: invasion of the sets in use. start_worlds: card numbers in order of their printed
    numbers. start_worlds_of: start worlds by color. tiles: bound goals. most_goals: mask of the
    goals for the player with the most. goals_by_step: masks of the goals that can be claimed after
    a step, by its name. dealable_goals: goals that can be used with the sets. robot: the solitaire
    robot, or None.
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
        self.renumbered_start_worlds = renumbered_start_worlds(self.cards)
        """New numbers of start worlds whose printed number is already used by another card."""
        self.start_worlds = sorted(
            (card_id for card_id, card in enumerate(self.cards) if card.start),
            key=self.start_number,
        )
        self.start_worlds_of = self._by_colour()
        self.preset_hands = [hand for card_set in sets for hand in card_set.preset_hands]
        self.most_players = max((card_set.players for card_set in sets), default=0)
        self.modules = {module for card_set in sets for module in card_set.modules}
        self.tokens = count_tokens(sets)
        self.invasion = invasion_of_sets(sets)
        self._invaders: Final = Invaders(self.invasion, self._index)
        self.goals = [goal for card_set in sets for goal in card_set.goals]
        masks = Masks(self._index.mask, len(self.cards))
        self.tiles = [bind_goal(masks, goal) for goal in self.goals]
        self.most_goals = most_goals(self.tiles)
        self.dealable_goals = dealable_goals(self.goals, {card_set.id for card_set in sets})
        self.goals_by_step = goals_by_step(self.tiles)
        self.search = [category for card_set in sets for category in card_set.search]
        self.robot = None if robot is None else BoundRobot(robot, self._mask_of_any)
        self.searches = search_answers(self.search)
        self.searches_without_takeovers = search_answers(self.search, takeovers=False)
        self.search_masks = [self._mask_of_any(category.selectors) for category in self.search]
        self.scenario = [side for card_set in sets for side in card_set.scenario]
        self.power_list: list[BoundPower] = []
        """All powers by number."""
        self.by_card = [self._bind(card_id) for card_id in range(len(self.cards))]
        self._separate_own_powers()
        self.acts_at_round_start = any(
            isinstance(power, BoundAction) and power.moment == ROUND_START
            for power in self.power_list
        )
        self.counted_as_kind: dict[tuple[int, int], int] = {}
        """Cache of scoring.mask_as, by number of the power and kind."""
        self._no_card = self._no_powers()
        """Root of the cached powers: the powers without cards."""
        self._cached = 0
        """Number of cached powers."""
        self._as_kind: list[CardIndex] = []
        """Card indices with each kind for worlds of any kind; created on demand."""

    def _separate_own_powers(self) -> None:
        """Separate the powers of each card that are about the card itself."""
        self.hand_powers = [_hand_powers(bound) for bound in self.by_card]
        """Powers of each card that apply only to itself, while it is in the hand."""
        self.has_hand_powers = any(self.hand_powers)
        if self.has_hand_powers:
            self.by_card = [
                [power for power in bound if not power.source.is_own] for bound in self.by_card
            ]
        self.own_responses = [_own_responses(bound) for bound in self.by_card]
        """Responses of each card to its own placement."""
        self.discard_gains = [_discard_gains(bound) for bound in self.by_card]
        """Gains of each card when it is discarded from the tableau."""

    @property
    def mixes_explore(self) -> bool:
        """Whether Explore always mixes drawn cards with the hand."""
        return MIXED_EXPLORE in self.modules

    def start_number(self, card: int) -> int:
        """Return the number of a start world: the printed number, unless another card has it."""
        start = self.cards[card].start
        assert start is not None
        return self.renumbered_start_worlds.get(card, start.number)

    def _by_colour(self) -> dict[str, list[int]]:
        """Return the start worlds by color."""
        return {
            colour: [world for world in self.start_worlds if self.colour(world) == colour]
            for colour in START_COLOURS
        }

    def colour(self, card: int) -> str:
        """Return the color of a start world."""
        start = self.cards[card].start
        return start.colour if start else ""

    def powers(self, tableau: Sequence[int]) -> Powers:
        """Return the powers of a tableau, newest card first. Equal tableaus share them."""
        powers = self._no_card
        for card in tableau:
            powers = self.powers_with(powers, card)
        return powers

    def powers_with(self, previous: Powers, card: int) -> Powers:
        """Return the powers after a card has been added. previous: the powers before."""
        grown = previous.grown
        powers = None if grown is None else grown.get(card)
        return self._grow(previous, card) if powers is None else powers

    def _no_powers(self) -> Powers:
        """Return the powers without any cards."""
        powers = Powers()
        powers.mix = self.mixes_explore
        return powers

    def _grow(self, previous: Powers, card: int) -> Powers:
        """Gather the powers after a card has been added.

        All powers are gathered again if the card changes the value of earlier powers.
        """
        cards, mask = (*previous.cards, card), previous.mask | 1 << card
        if previous.depends_on >> card & 1:
            powers = gather_powers(
                cards,
                mask,
                self._no_powers(),
                [self.by_card[tableau_card] for tableau_card in cards],
            )
        else:
            powers = gather_powers(cards, mask, previous, [self.by_card[card]])
        if self._cached == MAX_CACHED_POWERS:
            self._cached, self._no_card = 0, self._no_powers()
        self._cached += 1
        if previous.grown is None:
            previous.grown = {}
        previous.grown[card] = powers
        return powers

    def mask(self, selector: Selector, bearer: int) -> int:
        """Return the mask of cards that match a selector on the card `bearer`."""
        bits = self._index.mask(selector)
        return bits & ~(1 << bearer) if selector.other else bits

    def mask_as_kind(self, selector: Selector, bearer: int, kind: int) -> int:
        """Return `mask` with worlds of any kind treated as worlds of one kind (1 to 4)."""
        if not self._as_kind:
            self._as_kind = self._index_by_kind()
        bits = self._as_kind[kind - 1].mask(selector)
        return bits & ~(1 << bearer) if selector.other else bits

    def _index_by_kind(self) -> list[CardIndex]:
        """Return card indices with each kind in turn for worlds of any kind."""
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

    def _bind(self, card_id: int) -> list[AnyPower]:
        bound: list[AnyPower] = []

        def mask(selector: Selector) -> int:
            return self.mask(selector, card_id)

        masks = Masks(mask, len(self.cards), self._invaders)

        for index, line in enumerate(self.cards[card_id].powers):
            for hook in hooks_of([line]):
                place = len(self.power_list)
                power = bind_power(masks, hook, card_id, index, place)
                self.power_list.append(power)
                bound.append(power)
        return bound


def _same_titles(cards: Sequence[Card]) -> list[int]:
    """Return for each development the mask of cards with its title; 0 for a world."""
    masks: dict[str, int] = {}
    for card_id, card in enumerate(cards):
        masks[card.title] = masks.get(card.title, 0) | 1 << card_id
    return [0 if card.type == "world" else masks[card.title] for card in cards]


def _hand_powers(bound: list[AnyPower]) -> list[AnyPower]:
    return [power for power in bound if power.source.is_own]


def _own_responses(bound: list[AnyPower]) -> list[BoundAction]:
    return [power for power in bound if isinstance(power, BoundAction) and power.this]


def _discard_gains(bound: list[AnyPower]) -> list[BoundAction]:
    return [
        power
        for power in bound
        if isinstance(power, BoundAction) and power.moment == AFTER_DISCARDING
    ]


def search_answers(
    categories: Sequence[SearchCategory], takeovers: bool = True
) -> tuple[Answer, ...]:
    """Return the categories that can be searched. takeovers: whether takeovers are played."""
    return tuple(
        (index,)
        for index, category in enumerate(categories)
        if takeovers or not category.only_with_takeovers
    )


def count_tokens(sets: Sequence[CardSet]) -> dict[str, int]:
    """Return the number of tokens of each class in these sets together."""
    counts: dict[str, int] = {}
    for card_set in sets:
        for token, count in card_set.tokens:
            counts[token] = counts.get(token, 0) + count
    return counts


def renumbered_start_worlds(cards: Sequence[Card]) -> dict[int, int]:
    """Return free numbers for start worlds whose printed number is used already, by card.

    Independent sets can use the same numbers. The first card keeps its number.
    """
    new_numbers: dict[int, int] = {}
    numbers = [card.start.number for card in cards if card.start is not None]
    free, used = max(numbers, default=-1) + 1, set[int]()
    for card_id, card in enumerate(cards):
        if card.start is None:
            continue
        if card.start.number in used:
            new_numbers[card_id] = free
            free += 1
        used.add(card.start.number)
    return new_numbers


def _phases(card: Card) -> int:
    phases = {phase for line in card.powers for phase in line.power.phases}
    return sum(1 << index for index, phase in enumerate(PHASES) if phase in phases)
