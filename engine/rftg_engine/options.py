"""Options of a game, and cards that a set-up deals on purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from rftg_dsl.model import PresetHand, Side
from rftg_engine.cards.table import Table

CARDS_DEALT: Final = 6
"""Cards dealt to each player (base rulebook, Setup)."""


class Opening:
    """What a seat is dealt for certain. world: its start world, -1 for any. hand: cards."""

    def __init__(self) -> None:
        self.world = -1
        self.hand: list[int] = []


def plan_openings(table: Table, wanted: Sequence[Sequence[str]], players: int) -> list[Opening]:
    """Return what each seat is dealt for certain. wanted: titles by seat, or nothing for none.

    Raise ValueError, with the reason, for what cannot be dealt.
    """
    if len(wanted) not in (0, players):
        raise ValueError(f"there are opening hands for {len(wanted)} seats, and {players} players")
    taken: set[int] = set()
    found = [Opening() for _seat in range(players)]
    for seat, titles in enumerate(wanted):
        for title in titles:
            _put(table, found[seat], _copy(table, taken, title))
    return found


def dealt_hands(table: Table, players: int) -> list[PresetHand]:
    """Return the preset hands for so many players, lowest number first."""
    return sorted(table.preset_hands, key=lambda hand: hand.number)[:players]


def check_hands(table: Table, what: str, hands: Sequence[PresetHand | Side]) -> None:
    """Raise ValueError where cards of these hands are not there, or their start worlds are none.

    what: "preset hands need", or the like.
    """
    left = Counter(table.titles)
    starts = {table.titles[world] for world in table.start_worlds}
    for hand in hands:
        left.subtract((hand.start_world, *hand.cards))
        missing = [title for title in (hand.start_world, *hand.cards) if left[title] < 0]
        if missing or hand.start_world not in starts:
            raise ValueError(
                f"{what} `{(*missing, hand.start_world)[0]}`, which is replaced in these sets:"
                " take out the set that replaces it, or play without them"
            )


def start_worlds(dealt: Sequence[Opening], shuffled: Sequence[int]) -> list[int]:
    """Return a start world for each seat: the one wanted if it is among these, else the next of
    them.
    """
    wanted = [one.world for one in dealt]
    others = [world for world in shuffled if world not in wanted]
    seated = []
    for world in wanted:
        seated.append(world if world in shuffled else others.pop(0))
    return seated


def _copy(table: Table, taken: set[int], title: str) -> int:
    """Return a copy that nobody has yet, the lowest one."""
    copies = [card for card, name in enumerate(table.titles) if name == title]
    if not copies:
        raise ValueError(f"no card in use is called {title!r:.80}")
    for card in copies:
        if card not in taken:
            taken.add(card)
            return card
    raise ValueError(
        f"all opening hands together want more of {title!r} than there are ({len(copies)}):"
        " leave one out"
    )


def _put(table: Table, opening: Opening, card: int) -> None:
    if table.cards[card].start is None:
        opening.hand.append(card)
        if len(opening.hand) > CARDS_DEALT:
            raise ValueError(f"{CARDS_DEALT} cards are dealt to a player, and more are wanted")
    elif opening.world < 0:
        opening.world = card
    else:
        both = f"{table.titles[opening.world]!r} and {table.titles[card]!r}"
        raise ValueError(f"a player has one start world, not {both}")


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a set-up.

    experienced: two actions a round, 2 players only. preset_hands: the numbered start worlds and
    hands of a first game. goals, takeovers, draft: optional rules that a set may bring.
    scenario: the 2-player start with fixed sides. opening: titles of cards that each seat is dealt
    for certain, a start world among them; () for none. robot: the second player is the solitaire
    robot, of this difficulty; "" for none. modules: names of the further modules of rules that are
    switched on, in alphabetical order.
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
        """Return whether a rule that is on or off is on."""
        return bool(getattr(self, name)) if name in SWITCHES else name in self.modules

    def switched_on(self) -> list[str]:
        """Return the names of all rules that are on."""
        return [*[name for name in SWITCHES if self.is_on(name)], *self.modules]

    def __reduce__(self) -> tuple[type[Options], tuple[Any, ...]]:
        """Return the values, for other processes: what is compiled cannot be filled in later."""
        return Options, tuple(getattr(self, one.name) for one in fields(self))


SWITCHES: Final = tuple(one.name for one in fields(Options) if one.default is False)
"""The options that are on or off, but for those of `modules`."""


def switches(names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of Options in which these rules are on and no others."""
    on = set(names)
    found: dict[str, Any] = {name: name in on for name in SWITCHES}
    return {**found, "modules": tuple(sorted(on.difference(SWITCHES)))}


@dataclass(frozen=True, slots=True)
class ModuleOption:
    """What people read of the option that switches a module of rules on.

    needs_set: the option requires a set that provides the module. players: the only number of
    players it is for; 0 for any.
    """

    title: str
    description: str
    needs_set: bool = True
    players: int = 0
