"""Options of a game, and preset openings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from rftg_dsl.model import PresetHand, Side
from rftg_engine.cards.table import Table

CARDS_DEALT: Final = 6
"""Number of cards dealt to each player (base rulebook, Setup)."""


class Opening:
    """Planned opening of a seat. world: start world, or -1 for any. hand: cards in hand."""

    def __init__(self) -> None:
        self.world = -1
        self.hand: list[int] = []


def plan_openings(table: Table, openings: Sequence[Sequence[str]], players: int) -> list[Opening]:
    """Return the planned opening of each seat. openings: titles of cards by seat, or empty.

    Raise ValueError with the reason if the cards cannot be dealt.
    """
    if len(openings) not in (0, players):
        raise ValueError(f"there are {len(openings)} opening hands for {players} players")
    used: set[int] = set()
    planned = [Opening() for _seat in range(players)]
    for seat, titles in enumerate(openings):
        for title in titles:
            _add_card(table, planned[seat], _take_copy(table, used, title))
    return planned


def dealt_hands(table: Table, players: int) -> list[PresetHand]:
    """Return the preset hands for a number of players, lowest number first."""
    return sorted(table.preset_hands, key=lambda hand: hand.number)[:players]


def check_hands(table: Table, purpose: str, hands: Sequence[PresetHand | Side]) -> None:
    """Raise ValueError if a card of these hands is missing, or a start world is not one.

    purpose: start of the message, such as "preset hands need".
    """
    remaining = Counter(table.titles)
    starts = {table.titles[world] for world in table.start_worlds}
    for hand in hands:
        remaining.subtract((hand.start_world, *hand.cards))
        missing = [title for title in (hand.start_world, *hand.cards) if remaining[title] < 0]
        if missing or hand.start_world not in starts:
            raise ValueError(
                f"{purpose} `{(*missing, hand.start_world)[0]}`, which is replaced in these sets:"
                " take out the set that replaces it, or play without them"
            )


def start_worlds(dealt: Sequence[Opening], shuffled: Sequence[int]) -> list[int]:
    """Return a start world for each seat: the planned one if it is available, else the next one."""
    preferred = [opening.world for opening in dealt]
    remaining = [world for world in shuffled if world not in preferred]
    seated = []
    for world in preferred:
        seated.append(world if world in shuffled else remaining.pop(0))
    return seated


def _take_copy(table: Table, used: set[int], title: str) -> int:
    """Return the first unused copy of a card."""
    copies = [card for card, name in enumerate(table.titles) if name == title]
    if not copies:
        raise ValueError(f"there is no card {title!r:.80} in use")
    for card in copies:
        if card not in used:
            used.add(card)
            return card
    raise ValueError(
        f"the opening hands need more copies of {title!r} than there are ({len(copies)}):"
        " leave one out"
    )


def _add_card(table: Table, opening: Opening, card: int) -> None:
    if table.cards[card].start is None:
        opening.hand.append(card)
        if len(opening.hand) > CARDS_DEALT:
            raise ValueError(
                f"a player is dealt {CARDS_DEALT} cards: put fewer in the opening hand"
            )
    elif opening.world < 0:
        opening.world = card
    else:
        both = f"{table.titles[opening.world]!r} and {table.titles[card]!r}"
        raise ValueError(f"a player has one start world, not {both}")


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a game.

    experienced: whether players choose two actions per round; only for 2 players.
    preset_hands: whether numbered start worlds and hands for a first game are dealt.
    goals, takeovers, draft: whether these optional rules, which a set can provide, are on.
    scenario: whether the 2-player start with fixed sides is used.
    opening: titles of cards that each seat is dealt, including a start world; () if no cards are
        fixed.
    robot: difficulty of the solitaire robot that is the second player, or "" if there is no robot.
    modules: names of other rule modules that are on, in alphabetical order.
    """

    players: int
    experienced: bool = False
    preset_hands: bool = False
    goals: bool = False
    takeovers: bool = False
    draft: bool = False
    scenario: bool = False
    opening: tuple[tuple[str, ...], ...] = ()
    robot: str = ""
    modules: tuple[str, ...] = ()

    def is_on(self, name: str) -> bool:
        """Return whether an optional rule is on."""
        return bool(getattr(self, name)) if name in SWITCHES else name in self.modules

    def switched_on(self) -> list[str]:
        """Return the names of all optional rules that are on."""
        return [*[name for name in SWITCHES if self.is_on(name)], *self.modules]

    def __reduce__(self) -> tuple[type[Options], tuple[Any, ...]]:
        """Return the values for pickling: compiled classes cannot be filled in later."""
        return Options, tuple(getattr(self, field.name) for field in fields(self))


SWITCHES: Final = tuple(field.name for field in fields(Options) if field.default is False)
"""Options that are on or off, without `modules`."""


def switches(names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of Options that switch only these rules on."""
    switched_on = set(names)
    options: dict[str, Any] = {name: name in switched_on for name in SWITCHES}
    return {**options, "modules": tuple(sorted(switched_on.difference(SWITCHES)))}


@dataclass(frozen=True, slots=True)
class ModuleOption:
    """An option that switches on a rule module, as people see it.

    needs_set: whether a set in use must provide the module. players: the only number of players
    that can use it; 0 for any number.
    """

    title: str
    description: str
    needs_set: bool = True
    players: int = 0
