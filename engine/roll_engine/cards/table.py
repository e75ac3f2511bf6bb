"""The tiles in use, bound once per game set-up: facts by face, and selectors as bit masks.

Every face has a number, and its bit in masks is `1 << number`. A game tile has its own number and
two faces. The stack that contains it determines which face is up.
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

MAX_CACHED_POWERS: Final = 20_000
"""Maximum number of tableaus whose powers are cached."""


class GameTile:
    """A tile of the bag and its faces."""

    def __init__(self, development: int, world: int) -> None:
        self.development: Final = development
        self.world: Final = world


class FactionTile:
    """A faction tile: its number and its two faces, which are both up."""

    def __init__(self, number: int, faces: tuple[int, ...]) -> None:
        self.number: Final = number
        self.faces: Final = faces


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
