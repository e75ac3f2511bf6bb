"""Expectations of card tests: `then` compared with the state in which the game ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gamekit.events import Event
from gamekit.work import Work
from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.syntax.situations import CardList, Expectation
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY
from rftg_engine.events import TakeoverDeclared, TakeoverDefeated, TakeoverResolved
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.scoring import score, variable_points
from rftg_engine.rules import scoring_modules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import powers_now, total_military
from rftg_engine.turns.placing import (
    PlacementContext,
    develop_payment_options,
    military_against,
    settle_payment_options,
)
from rftg_engine.turns.turn import price
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Mismatch


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game at the end of a test.

    paid: number of hand cards paid, by seat. looked: number of cards looked at in Explore, by seat.
    named: cards that the test names.
    """

    table: Table
    state: State
    paid: Sequence[int]
    looked: Sequence[int]
    events: Sequence[Event]
    named: frozenset[int]

    def titles(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the titles of cards."""
        return tuple(self.table.titles[card] for card in cards)


def find_mismatch(ended: EndedGame, seat: int, expectation: Expectation) -> Mismatch:
    """Compare a player's final state with an expectation; return None if it is met."""
    if expectation.of_module:
        assert not isinstance(expectation.value, CardList)
        key = MODULE_KEYS[expectation.key]
        return key.compare(ended.table, ended.state, seat, expectation.value)
    if expectation.key == "game":
        actual = "over" if end_reasons(ended.table, ended.state) else "goes on"
        return None if actual == expectation.value else (f"the game {_GAME[actual]}", "")
    if isinstance(expectation.value, CardList):
        return _compare_cards(ended, seat, expectation.key, expectation.value)
    assert isinstance(expectation.value, int)
    if expectation.title:
        return _compare_fact(ended, seat, expectation)
    count = _NUMBERS[expectation.key](ended, seat)
    if count == expectation.value:
        return None
    note = _list_points(ended, seat) if expectation.key == "score" else ""
    expected = counted(expectation.value, *_NOUNS[expectation.key])
    return f"expected {expected}, but {there_are(count)}", note


def actual_value(
    ended: EndedGame, seat: int, expectation: Expectation
) -> int | str | list[str] | None:
    """Return the value that would meet an expectation, as written, or None if there is none."""
    if expectation.of_module:
        return None
    if expectation.key == "game":
        return "over" if end_reasons(ended.table, ended.state) else "goes on"
    if isinstance(expectation.value, CardList):
        cards = _CARDS[expectation.key](ended, ended.state.players[seat])
        titles = sorted(ended.table.titles[card] for card in cards if card in ended.named)
        unnamed = len(cards) - len(titles)
        if not expectation.value.titles:
            return len(cards)
        return [*titles, *([counted(unnamed, "card")] if unnamed else [])]
    if expectation.title:
        find = _FACTS[expectation.key][1]
        actual = find(ended, seat, _find_copy(ended, seat, expectation.title))
        return actual if isinstance(actual, int) else None
    return _NUMBERS[expectation.key](ended, seat)


_GAME: Final = {"over": "is over", "goes on": "is not over"}


def _list_points(ended: EndedGame, seat: int) -> str:
    """List a player's points by source: each card, chips, prestige and rule modules."""
    table, player = ended.table, ended.state.players[seat]
    variable = variable_points(table, ended.state, seat)
    parts = [
        (table.titles[card], table.vp[card] + variable.get(card, 0)) for card in player.tableau
    ]
    parts += [("chips", player.vp), ("prestige", player.prestige)]
    modules = scoring_modules(ended.state)
    parts += [(module.name, module.points(table, ended.state, seat)) for module in modules]
    return ", ".join(f"{name} {points}" for name, points in parts if points)


def _compare_cards(ended: EndedGame, seat: int, key: str, expected: CardList) -> Mismatch:
    cards = _CARDS[key](ended, ended.state.players[seat])
    missing = Counter(expected.titles) - Counter(ended.titles(cards))
    note = f"there {'is' if len(cards) == 1 else 'are'} {_list_cards(ended, cards)}"
    if missing:
        return f"`{next(iter(missing))}` is not among the {_NOUNS[key][1]}", note
    if len(cards) == expected.count:
        return None
    nouns = _NOUNS[key]
    return f"expected {counted(expected.count, *nouns)}, but {there_are(len(cards))}", note


def _list_cards(ended: EndedGame, cards: list[int]) -> str:
    """List the titles of cards that the test names, and the number of other cards."""
    titles = sorted(ended.table.titles[card] for card in cards if card in ended.named)
    unnamed = len(cards) - len(titles)
    return ", ".join([*titles, *([counted(unnamed, "card")] if unnamed else [])]) or "none"


def _saved_cards(_ended: EndedGame, player: Player) -> list[int]:
    return [card for cards in player.saved.values() for card in cards]


def _used_cards(ended: EndedGame, player: Player) -> list[int]:
    used = {ended.table.power_list[power].card for power in ended.state.used_up}
    return [card for card in player.tableau if card in used]


_CARDS: Final[dict[str, Callable[[EndedGame, Player], list[int]]]] = {
    "tableau": lambda _ended, player: player.tableau,
    "hand": lambda _ended, player: player.hand,
    "goods": lambda _ended, player: list(player.goods),
    "saved": _saved_cards,
    "used": _used_cards,
}
_NUMBERS: Final[dict[str, Callable[[EndedGame, int], int]]] = {
    "vp": lambda ended, seat: ended.state.players[seat].vp,
    "paid": lambda ended, seat: ended.paid[seat],
    "looked": lambda ended, seat: ended.looked[seat],
    "military": lambda ended, seat: total_military(
        ended.table, ended.state.players, seat, ended.state.players[seat].powers
    ),
    "score": lambda ended, seat: score(ended.table, ended.state, seat),
}
_NOUNS: Final = {
    "tableau": ("card in the tableau", "cards in the tableau"),
    "hand": ("card in hand", "cards in hand"),
    "goods": ("good", "goods"),
    "saved": ("saved card", "saved cards"),
    "used": ("card used up", "cards used up"),
    "vp": ("VP in chips", "VP in chips"),
    "paid": ("card paid", "cards paid"),
    "looked": ("card looked at", "cards looked at"),
    "military": ("total Military", "total Military"),
    "score": ("point", "points"),
}
"""Singular and plural of counted things."""


def _compare_fact(ended: EndedGame, seat: int, expectation: Expectation) -> Mismatch:
    """Compare a number of a named card."""
    title = expectation.title
    name, find = _FACTS[expectation.key]
    actual = find(ended, seat, _find_copy(ended, seat, title))
    if actual == expectation.value:
        return None
    if isinstance(actual, str):
        return actual, ""
    return f"the {name} `{title}` is {actual}, not {expectation.value}", ""


def _find_copy(ended: EndedGame, seat: int, title: str) -> int:
    """Return a card of a title, preferably from the player's tableau or hand."""
    table, player = ended.table, ended.state.players[seat]
    copies = (card for card in (*player.tableau, *player.hand) if table.titles[card] == title)
    return next(copies, table.titles.index(title))


def _context(ended: EndedGame, seat: int) -> PlacementContext:
    """Return a context for placing a card outside of any phase."""
    players = ended.state.players
    powers = powers_now(ended.table, players, seat)
    return PlacementContext(ended.table, players[seat], powers, Work())


def _strength(ended: EndedGame, seat: int, card: int) -> int | str:
    is_nonmilitary = not ended.table.military[card]
    return military_against(_context(ended, seat), card, is_nonmilitary)


def _cost(ended: EndedGame, seat: int, card: int) -> int | str:
    table = ended.table
    if table.military[card]:
        return f"`{table.titles[card]}` is conquered, not paid for"
    find = settle_payment_options if table.is_world[card] else develop_payment_options
    options = find(_context(ended, seat), card)
    return next(option.min_cards for option in options if not option.powers)


def _price(ended: EndedGame, seat: int, card: int) -> int | str:
    """Return the number of cards for a good; for a world of any kind, the highest number."""
    kind = ended.table.kind[card]
    kinds = range(1, 5) if kind == ANY else [kind]
    powers = powers_now(ended.table, ended.state.players, seat)
    return max(price(powers, kind, card) for kind in kinds)


def _points(ended: EndedGame, seat: int, card: int) -> int | str:
    if card not in ended.state.players[seat].tableau:
        return f"`{ended.table.titles[card]}` is not in the tableau, so it scores no points"
    return ended.table.vp[card] + variable_points(ended.table, ended.state, seat).get(card, 0)


def _attack(ended: EndedGame, _seat: int, card: int) -> int | str:
    resolved = _last_takeover(ended, card)
    return resolved if isinstance(resolved, str) else resolved.attack


def _defense(ended: EndedGame, _seat: int, card: int) -> int | str:
    resolved = _last_takeover(ended, card)
    return resolved if isinstance(resolved, str) else resolved.defense


def _last_takeover(ended: EndedGame, card: int) -> TakeoverResolved | str:
    """Return the last resolved takeover of a world, or the reason why there is none."""
    title, titles = ended.table.titles[card], ended.table.titles
    outcomes: list[type] = []
    for event in reversed(ended.events):
        if isinstance(event, TakeoverResolved | TakeoverDefeated | TakeoverDeclared):
            if titles[event.world] != title:
                continue
            if isinstance(event, TakeoverResolved):
                return event
            outcomes.append(type(event))
    if TakeoverDefeated in outcomes:
        return f"the takeover of `{title}` was defeated before it was resolved"
    if outcomes:
        return f"the takeover of `{title}` became void before it was resolved"
    return f"no takeover of `{title}` was declared"


_FACTS: Final[dict[str, tuple[str, Callable[[EndedGame, int, int], int | str]]]] = {
    "strength": ("Military against", _strength),
    "cost": ("cost of", _cost),
    "price": ("price for a good of", _price),
    "points": ("score of", _points),
    "attack": ("attack on", _attack),
    "defense": ("defense of", _defense),
}
"""Facts about a card: a name that comes before the title, and a function that returns the number,
or the reason why there is none."""
