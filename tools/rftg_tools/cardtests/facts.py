"""What there is at the end of a card test, compared with what `then` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.syntax.situations import CardList, Expectation
from rftg_engine.phases.rounds import endings
from rftg_engine.phases.scoring import score, variable_points
from rftg_engine.rules import counting
from rftg_engine.state import Player
from rftg_engine.turns.counting import total_military
from rftg_tools.cardtests.ended import Ended
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Compared
from rftg_tools.cardtests.named import shortfall_of


def shortfall(ended: Ended, seat: int, wanted: Expectation) -> Compared:
    """Return what is otherwise than expected, and what there is; None where all is as expected."""
    if wanted.of_module:
        assert not isinstance(wanted.value, CardList)
        return MODULE_KEYS[wanted.key].compare(ended.table, ended.state, seat, wanted.value)
    if wanted.key == "game":
        is_now = "over" if endings(ended.table, ended.state) else "goes on"
        return None if is_now == wanted.value else (f"the game {_IS[is_now]}", "")
    if isinstance(wanted.value, CardList):
        return _cards(ended, seat, wanted.key, wanted.value)
    assert isinstance(wanted.value, int)
    if wanted.title:
        return shortfall_of(ended, seat, wanted.key, wanted.title, wanted.value)
    got = _NUMBERS[wanted.key](ended, seat)
    if got == wanted.value:
        return None
    note = _points(ended, seat) if wanted.key == "score" else ""
    return f"expected {counted(wanted.value, *_NOUNS[wanted.key])}, and {there_are(got)}", note


def _points(ended: Ended, seat: int) -> str:
    """Return where the points of a player come from.

    Each card that brings some, chips and the rest.
    """
    table, player = ended.table, ended.state.players[seat]
    counts = variable_points(table, ended.state, seat)
    parts = [(table.titles[card], table.vp[card] + counts.get(card, 0)) for card in player.tableau]
    parts += [("chips", player.vp), ("prestige", player.prestige)]
    parts += [(one.name, one.points(table, ended.state, seat)) for one in counting(ended.state)]
    return ", ".join(f"{name} {number}" for name, number in parts if number)


_IS: Final = {"over": "is over", "goes on": "goes on"}


def _cards(ended: Ended, seat: int, key: str, wanted: CardList) -> Compared:
    there = _CARDS[key](ended, ended.state.players[seat])
    missing = Counter(wanted.titles) - Counter(ended.titles(there))
    found = f"there {'is' if len(there) == 1 else 'are'} {_shown(ended, there)}"
    if missing:
        return f"`{next(iter(missing))}` is not among the {_NOUNS[key][1]}", found
    if len(there) == wanted.count:
        return None
    return f"expected {counted(wanted.count, *_NOUNS[key])}, and {there_are(len(there))}", found


def _shown(ended: Ended, cards: list[int]) -> str:
    """Return cards by title, but for those that came whichever they are."""
    named = [ended.table.titles[card] for card in cards if card in ended.named]
    others = len(cards) - len(named)
    return _some([*sorted(named), *([counted(others, "card")] if others else [])])


def _some(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


def _saved(_ended: Ended, player: Player) -> list[int]:
    return [card for cards in player.saved.values() for card in cards]


def _used(ended: Ended, player: Player) -> list[int]:
    used = {ended.table.power_list[number].card for number in ended.state.used_up}
    return [card for card in player.tableau if card in used]


_CARDS: Final[dict[str, Callable[[Ended, Player], list[int]]]] = {
    "tableau": lambda _ended, player: player.tableau,
    "hand": lambda _ended, player: player.hand,
    "goods": lambda _ended, player: list(player.goods),
    "saved": _saved,
    "used": _used,
}
_NUMBERS: Final[dict[str, Callable[[Ended, int], int]]] = {
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
"""What is counted: one of it, and several."""
