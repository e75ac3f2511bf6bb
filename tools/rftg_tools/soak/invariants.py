"""What holds after every step of every game: cards, chips, goods, tableaus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rftg_engine.phases.round_end import HAND_LIMIT
from rftg_engine.phases.setup import CHIPS_A_PLAYER
from rftg_engine.state import Player, State
from rftg_engine.table import Table


def broken(table: Table, state: State, step: str) -> Iterator[str]:
    """What does not hold after a step, in words; nothing when all is well."""
    yield from _cards(table, state)
    chips = state.pool + sum(player.vp for player in state.players)
    if chips != CHIPS_A_PLAYER * len(state.players):
        yield f"chips and pool make {chips} points"
    for seat, player in enumerate(state.players):
        for what in _player(table, player, step):
            yield f"player {seat}: {what}"


def _cards(table: Table, state: State) -> Iterator[str]:
    """Every card is in one place."""
    places = Counter(state.deck)
    places.update(state.discard)
    for player in state.players:
        places.update(player.hand)
        places.update(player.tableau)
        places.update(player.goods.values())
    for card, title in enumerate(table.titles):
        if places[card] != 1:
            yield f"card {card}, {title}, is in {places[card]} places"
    for card in places.keys() - range(len(table.titles)):
        yield f"there is no card {card}"


def _player(table: Table, player: Player, step: str) -> Iterator[str]:
    for world in player.goods:
        if world not in player.tableau:
            yield f"a good lies on {table.titles[world]}, which is not in the tableau"
        if not (table.windfall[world] or table.production[world]):
            yield f"a good lies on {table.titles[world]}, which never has one"
    built = Counter(table.titles[card] for card in player.tableau if not table.is_world[card])
    for title, copies in built.items():
        if copies > 1:
            yield f"{copies} copies of {title} in the tableau"
    if player.powers.mask != sum(1 << card for card in player.tableau):
        yield "the powers are not those of the tableau"
    if step == "round end" and len(player.hand) > HAND_LIMIT:
        yield f"{len(player.hand)} cards in hand after the round"
