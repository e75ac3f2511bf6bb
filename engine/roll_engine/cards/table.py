"""The tiles in use, bound once per game set-up: facts by face, selectors as bit masks.

Every face has a number; the bit `1 << number` stands for it in masks. A game tile has a number of
its own and two faces, of which the stack that it lies in says which one is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rftg_dsl.hooks import AnyHook
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.model import Card, CardSet
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax.ast import Selector
from roll_engine.cards.bound import AnyPower, bind_power
from roll_engine.cards.powers import Powers, gather_powers
from roll_engine.rules import COLOUR_OF_KIND, GRAY

MOST_GATHERED: Final = 20_000
"""Tableaus whose powers are kept."""


class GameTile:
    """A tile of the bag, by its faces."""

    def __init__(self, development: int, world: int) -> None:
        self.development: Final = development
        self.world: Final = world


class FactionTile:
    """A faction tile: its number, and both of its faces, which lie beside each other."""

    def __init__(self, number: int, faces: tuple[int, ...]) -> None:
        self.number: Final = number
        self.faces: Final = faces


class Table:
    """All faces of a game by number, and what they say.

    titles, cost, vp, kind, is_world: by face. kind: the colour of a world, GRAY for others and for
    developments. tiles: those of the bag. homes: the faces of home worlds.
    """

    def __init__(self, sets: Sequence[CardSet], cards: Sequence[Card]) -> None:
        """Bind cards. Raise ValueError where a tile lacks a face, or a set is of another game."""
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
        """Every power, by its number."""
        self.by_face: Final = [self._bind(face) for face in range(len(self.cards))]
        self._gathered = 0
        self._no_face = Powers()
        """The powers of no face, from which those of all tableaus have grown."""

    def powers(self, tableau: Sequence[int]) -> Powers:
        """Return all powers of a tableau; shared between equal tableaus."""
        powers = self._no_face
        for face in tableau:
            powers = self.powers_with(powers, face)
        return powers

    def powers_with(self, before: Powers, face: int) -> Powers:
        """Return all powers of a tableau to which a face has come. before: those till then."""
        found = before.grown.get(face)
        if found is not None:
            return found
        if self._gathered == MOST_GATHERED:
            self._gathered, self._no_face = 0, Powers()
        self._gathered += 1
        powers = gather_powers(before, face, self.by_face[face])
        before.grown[face] = powers
        return powers

    def mask(self, selector: Selector, bearer: int) -> int:
        """Return the faces that a selector on the face `bearer` is about, as bits."""
        bits = self._index.mask(selector)
        return bits & ~(1 << bearer) if selector.other else bits

    def _faction(self, pair: tuple[int, int]) -> int:
        tile = self.cards[pair[0]].tile
        return tile.faction if tile is not None else 0

    def _game_tile(self, pair: tuple[int, int]) -> GameTile:
        """Return the tile of two faces. Raise ValueError where they are not one of each type."""
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
    """Return a hook as what it is. Raise ValueError for one of another game."""
    if not isinstance(hook, hooks.Hook):
        raise ValueError(f"a hook of another game: {hook!r:.80}")
    return hook


def _colour(card: Card) -> int:
    return COLOUR_OF_KIND[card.kind] if card.kind is not None else GRAY


def _is_home(card: Card) -> bool:
    return card.tile is not None and card.tile.home


def _pairs(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """Return the faces that make up a tile, the first copies of both with each other.

    Raise ValueError for a face whose other one is not there.
    """
    faces: dict[str, list[int]] = {}
    for face, card in enumerate(cards):
        faces.setdefault(card.title, []).append(face)
    pairs: list[tuple[int, int]] = []
    for title, copies in faces.items():
        card = cards[copies[0]]
        if card.tile is None or card.tile.home:
            continue
        others = faces.get(card.tile.other, [])
        if len(others) != len(copies):
            raise ValueError(f"`{title}` has no other face `{card.tile.other}`")
        pairs += [pair for pair in zip(copies, others, strict=True) if pair[0] < pair[1]]
    return pairs
