"""The tiles in use, bound once per game set-up: facts by face, and selectors as bit masks.

Every face has a number, and its bit in masks is `1 << number`. A game tile has its own number and
two faces. The stack that contains it determines which face is up.

All powers of a tableau are grouped by use. They are in force as soon as a tile is built (Roll
rulebook, Development Powers).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from mypy_extensions import mypyc_attr

from rftg_dsl.hooks import AnyHook
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.model import Card, CardSet
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax.ast import Selector
from roll_engine.cards.bound import (
    END,
    IMMEDIATE,
    MOMENTS,
    AnyGain,
    AnyPower,
    BoundAction,
    BoundCostChange,
    BoundExtraWorker,
    BoundGoodsLimit,
    BoundPower,
    BoundPrice,
    BoundReassign,
    BoundScore,
    GainChips,
    GainCredits,
    GainTiles,
    OthersGain,
    PlainHook,
    PlainPower,
    bind_power,
)
from roll_engine.cards.terms import ALL
from roll_engine.rules import (
    COLOUR_OF_KIND,
    DEVELOP,
    GOODS_PER_WORLD,
    GRAY,
    SETTLE,
    SHIP,
    START_CREDITS,
)

MAX_CACHED_POWERS: Final = 20_000
"""Maximum number of tableaus whose powers are cached."""


@dataclass(frozen=True)
class GameTile:
    """A tile of the bag and its faces."""

    development: int
    world: int


@dataclass(frozen=True)
class FactionTile:
    """A faction tile: its number and its two faces, which are both up."""

    number: int
    faces: tuple[int, ...]


class Table:
    """All faces of a game, by number.

    titles, cost, vp, kind, is_world: facts by face.
    kind: colour of a world; GRAY for gray worlds and developments.
    tiles: tiles of the bag.
    homes: faces of home worlds.
    """

    def __init__(self, sets: Sequence[CardSet], cards: Sequence[Card]) -> None:
        """Bind cards. Raise ValueError if a tile lacks a face or a set is for another game."""
        self.sets: Final = tuple(sets)
        self.cards: Final[list[Card]] = [card for card in cards for _copy in range(card.copies)]
        self._index: Final = CardIndex(self.cards)
        self.titles: Final = [card.title for card in self.cards]
        self.cost: Final = [card.cost for card in self.cards]
        self.vp: Final = [card.vp or 0 for card in self.cards]
        self.kind: Final = [_colour(card) for card in self.cards]
        self.is_world: Final = [card.type == "world" for card in self.cards]
        pairs = _pairs(self.cards)
        self.tiles: Final = [self._game_tile(pair) for pair in pairs if not self._faction(pair)]
        self.factions: Final = [
            FactionTile(self._faction(pair), pair) for pair in pairs if self._faction(pair)
        ]
        self.homes: Final = [face for face, card in enumerate(self.cards) if _is_home(card)]
        self.power_list: Final[list[AnyPower]] = []
        """All powers, by number."""
        self.by_face: Final = [self._bind(face) for face in range(len(self.cards))]
        self.built_in_order: Final = sum(
            [
                1 << face
                for face, powers in enumerate(self.by_face)
                if _is_built_in_order(powers, SETTLE if self.is_world[face] else DEVELOP)
            ]
        )
        """Faces as bits that nobody builds at the same time as others."""
        self._gathered = 0
        self._no_face = Powers()
        """Powers of an empty tableau, from which all others are derived."""

    def powers(self, tableau: Sequence[int]) -> Powers:
        """Return all powers of a tableau, shared between equal tableaus."""
        powers = self._no_face
        for face in tableau:
            powers = self.powers_with(powers, face)
        return powers

    def powers_with(self, before: Powers, face: int) -> Powers:
        """Return the powers of a tableau with one more face. before: its powers without that
        face."""
        cached = before.grown.get(face)
        if cached is not None:
            return cached
        if self._gathered == MAX_CACHED_POWERS:
            self._gathered, self._no_face = 0, Powers()
        self._gathered += 1
        powers = gather_powers(before, face, self.by_face[face])
        before.grown[face] = powers
        return powers

    def mask(self, selector: Selector, bearer: int) -> int:
        """Return the faces that a selector on the face `bearer` selects, as bits."""
        bits = self._index.mask(selector)
        return bits & ~(1 << bearer) if selector.other else bits

    def _faction(self, pair: tuple[int, int]) -> int:
        tile = self.cards[pair[0]].tile
        return tile.faction if tile is not None else 0

    def _game_tile(self, pair: tuple[int, int]) -> GameTile:
        """Return the tile of two faces. Raise ValueError unless there is one of each type."""
        first, second = pair
        if self.is_world[first] == self.is_world[second]:
            raise ValueError(f"`{self.titles[first]}` needs a world or a development behind it")
        return GameTile(second, first) if self.is_world[first] else GameTile(first, second)

    def _bind(self, face: int) -> list[AnyPower]:
        def mask_of(selector: Selector) -> int:
            return self.mask(selector, face)

        bound: list[AnyPower] = []
        for line, power_line in enumerate(self.cards[face].powers):
            for hook in power_line.hooks:
                number = len(self.power_list)
                power = bind_power(mask_of, _of_this_game(hook), number, face, line)
                self.power_list.append(power)
                bound.append(power)
        return bound


def _of_this_game(hook: AnyHook) -> hooks.Hook:
    """Return a hook of this game. Raise ValueError if it is of another game."""
    if not isinstance(hook, hooks.Hook):
        raise ValueError(f"a hook of another game: {hook!r:.80}")
    return hook


def _colour(card: Card) -> int:
    return COLOUR_OF_KIND[card.kind] if card.kind is not None else GRAY


def _is_home(card: Card) -> bool:
    return card.tile is not None and card.tile.home


def _pairs(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """Return the pairs of faces that form a tile. Copies are paired in order.

    Raise ValueError for a face whose other side is missing.
    """
    faces: dict[str, list[int]] = {}
    for face, card in enumerate(cards):
        faces.setdefault(card.title, []).append(face)
    pairs: list[tuple[int, int]] = []
    for title, copies in faces.items():
        card = cards[copies[0]]
        if card.tile is None or card.tile.home:
            continue
        other_faces = faces.get(card.tile.other, [])
        if len(other_faces) != len(copies):
            raise ValueError(f"`{title}` has no other face `{card.tile.other}`")
        pairs += [pair for pair in zip(copies, other_faces, strict=True) if pair[0] < pair[1]]
    return pairs


# --- the powers of a tableau


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
    goods: maximum number of goods on a world, unless `goods_on` allows more.
    goods_on: worlds as bits, with their maximum number of goods.
    in_order: phases as bits in which powers depend on what other players do, or change what they
        have.
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
            self.goods_on: tuple[tuple[int, int], ...] = ()
            self.in_order = 0
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
            self.goods_on = base.goods_on
            self.in_order = base.in_order
            self.start_credits = base.start_credits

    def goods_limit(self, face: int) -> int:
        """Return the maximum number of goods on a world that can hold any."""
        limit = self.goods
        for mask, amount in self.goods_on:
            if mask >> face & 1 and amount > limit:
                limit = amount
        return limit

    def actions_at(self, phase: int, moment: int) -> list[BoundAction]:
        """Return the actions at a moment of a phase. phase: -1 for actions outside phases."""
        return [action for action in self.actions[moment] if action.phase == phase]


_NO_ACTIONS: Final[tuple[tuple[BoundAction, ...], ...]] = tuple([() for _moment in MOMENTS])


def gather_powers(base: Powers, face: int, added: list[AnyPower]) -> Powers:
    """Return the powers of a tableau with one more face. added: powers of that face."""
    powers = Powers(base)
    powers.mask |= 1 << face
    for power in added:
        _add_power(powers, power)
    return powers


def _is_built_in_order(powers: list[AnyPower], phase: int) -> bool:
    """Return whether the order of players matters to a face in the phase in which it is built."""
    for power in powers:
        if _phase_in_order(power) >> phase & 1:
            return True
        is_immediate = isinstance(power, BoundAction) and power.moment == IMMEDIATE
        if is_immediate and _depends_on_order(power):
            return True
    return False


def _depends_on_order(power: BoundPower) -> bool:
    """Return whether it matters if a power is used before or after another player's actions."""
    if power.condition is not None and power.condition.depends_on_others():
        return True
    if isinstance(power, BoundCostChange | BoundPrice):
        return power.per is not None and power.per.count.depends_on_others()
    if not isinstance(power, BoundAction):
        return False
    return any(_gain_depends_on_order(gain) for gain in power.gains)


def _gain_depends_on_order(gain: AnyGain) -> bool:
    if isinstance(gain, GainCredits | GainChips):
        return gain.per is not None and gain.per.count.depends_on_others()
    return isinstance(gain, GainTiles | OthersGain)


def _phase_in_order(power: AnyPower) -> int:
    """Return the phase, as a bit, that is played in order because of a power, or 0."""
    if isinstance(power, BoundCostChange) and _depends_on_order(power):
        return 1 << power.phase
    if isinstance(power, BoundPrice) and _depends_on_order(power):
        return 1 << SHIP
    # At the end of a phase, powers are used in order anyway.
    if isinstance(power, BoundAction) and power.phase >= 0 and power.moment != END:
        return 1 << power.phase if _depends_on_order(power) else 0
    return 0


def _add_power(powers: Powers, power: AnyPower) -> None:
    powers.in_order |= _phase_in_order(power)
    match power:
        case BoundReassign():
            powers.reassigns = (*powers.reassigns, power)
        case BoundCostChange():
            powers.costs = tuple(sorted((*powers.costs, power), key=_rank))
        case BoundPrice():
            powers.prices = (*powers.prices, power)
        case BoundAction():
            of_moment = (*powers.actions[power.moment], power)
            earlier, later = powers.actions[: power.moment], powers.actions[power.moment + 1 :]
            powers.actions = (*earlier, of_moment, *later)
        case BoundExtraWorker():
            powers.extra = (*powers.extra, power)
        case BoundGoodsLimit():
            if power.mask == ALL:
                powers.goods = max(powers.goods, power.amount)
            else:
                powers.goods_on = (*powers.goods_on, (power.mask, power.amount))
        case BoundScore():
            powers.scores = (*powers.scores, power)
        case PlainPower():
            _add_plain(powers, power.hook)
        case _ as never:
            assert_never(never)


def _add_plain(powers: Powers, hook: PlainHook) -> None:
    match hook:
        case hooks.Dictate():
            if powers.dictate_uses is None or hook.times is None:
                powers.dictate_uses = None
            else:
                powers.dictate_uses = max(powers.dictate_uses, hook.times)
            powers.dictated_workers = max(powers.dictated_workers, hook.workers)
        case hooks.TilesOnTop():
            powers.on_top = True
        case hooks.Rearrange():
            powers.rearranges = True
        case hooks.StartCredits():
            powers.start_credits = hook.amount
        case _ as never:
            assert_never(never)


def _rank(power: BoundCostChange) -> tuple[bool, int]:
    """Return the sort key of a cost change. Surcharges come first."""
    return power.amount <= 0, -power.least
