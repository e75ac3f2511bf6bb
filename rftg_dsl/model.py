"""Checked cards and sets: what comes out of the compiler; engine, sheets and bots read it."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_dsl.ast import Power
from rftg_dsl.hooks import Hook


@dataclass(frozen=True, slots=True)
class Start:
    """A start world's number (turn order goes from the lowest) and the colour of its box."""

    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class PowerLine:
    """One power as written, as AST and as hooks. line: 1-based line in the card file."""

    text: str
    power: Power
    hooks: tuple[Hook, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Card:
    """The printed facts of a card.

    type: "world" or "development". cost: hand cards to pay, or the defense of a military world.
    vp: None when variable. kind: of its good, None for gray worlds and developments.
    windfall, production: how it gets goods (at most one is true).
    """

    title: str
    set_id: str
    type: str
    cost: int
    vp: int | None
    military: bool = False
    kind: str | None = None
    windfall: bool = False
    production: bool = False
    keywords: tuple[str, ...] = ()
    copies: int = 1
    start: Start | None = None
    powers: tuple[PowerLine, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class PresetHand:
    """A numbered hand for a first game, and the start world it belongs to."""

    number: int
    start_world: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """A checked card file. digest: SHA-256 of the file's text, hexadecimal."""

    id: str
    title: str
    requires: tuple[str, ...]
    replaces: tuple[str, ...]
    adds_copies: tuple[tuple[str, int], ...]
    keywords: tuple[str, ...]
    cards: tuple[Card, ...]
    preset_hands: tuple[PresetHand, ...]
    digest: str
