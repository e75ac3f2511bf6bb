"""Games as database columns: numbers, and lists as JSON texts.

A file may have been written by any program, so every number is checked when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from rftg_tools.balance.experiment import Row
from rftg_tools.balance.games import Game, Seat

Columns = tuple[str | int, ...]
"""A game as database columns."""
_SEAT: Final = (float, int, [int], int, int, int, [(int, int)], [float])
_GAME: Final = ([_SEAT], [(int, int)], [(int, int, int)], [(int, int, int, str)])
"""Shapes of the lists of a game: seats, and dealt, drawn and placed cards."""


def columns(row: Row) -> Columns:
    """Return a game as columns."""
    game = row.game
    seats = [
        [
            *(seat.share, seat.score, seat.tableau, seat.chips, seat.prestige, seat.goals),
            *(seat.variable, seat.forecasts),
        ]
        for seat in game.seats
    ]
    lists = (seats, game.dealt, game.drawn, game.placed)
    texts = (json.dumps(values, separators=(",", ":")) for values in lists)
    numbers = (int(game.finished), game.rounds, game.decisions)
    return (row.key, row.seed, row.variant, row.control, row.cards, *numbers, *texts)


def row_of(key: str, stored: Sequence[Any], cards: int) -> Row:
    """Parse the columns of a game. cards: number of cards in its deck. Raises ValueError."""
    if not _has_shape(list(stored), (int, str, str, str, int, int, int, str, str, str, str)):
        raise ValueError("its columns are not those of a game")
    seed, variant, control, digest, finished, rounds, decisions, *texts = stored
    lists = [json.loads(text) for text in texts]
    if not _has_shape(lists, _GAME):
        raise ValueError("its lists are not those of a game")
    seats, dealt, drawn, placed = lists
    game = Game(
        bool(finished),
        rounds,
        decisions,
        tuple(_seat(*seat) for seat in seats),
        tuple(map(tuple, dealt)),
        tuple(map(tuple, drawn)),
        tuple(map(tuple, placed)),
    )
    _check_numbers(game, cards)
    return Row(key, seed, variant, control, digest, game)


def _seat(share: float, score: int, tableau: list[int], *rest: Any) -> Seat:
    chips, prestige, goals, variable, forecasts = rest
    pairs = tuple(map(tuple, variable))
    return Seat(share, score, tuple(tableau), chips, prestige, goals, pairs, tuple(forecasts))


def _check_numbers(game: Game, cards: int) -> None:
    """Raise ValueError for an impossible card, seat, share or chance."""
    pairs = [
        *game.dealt,
        *((player, card) for card, player, _round in game.drawn),
        *((player, card) for card, player, _round, _step in game.placed),
    ]
    players, used = {player for player, _card in pairs}, {card for _player, card in pairs}
    for seat in game.seats:
        used.update(seat.tableau, (card for card, _points in seat.variable))
    if not all(0 <= card < cards for card in used):
        raise ValueError("it has a card that is not in the deck")
    if not all(0 <= player < len(game.seats) for player in players):
        raise ValueError("it has a player who is not in the game")
    if not all(0 <= x <= 1 for seat in game.seats for x in (seat.share, *seat.forecasts)):
        raise ValueError("a win share or a chance is not from 0 to 1")


def _has_shape(value: object, shape: Any) -> bool:
    """Return whether a value has a type; a list, one shape; or a tuple of shapes, one per item."""
    if isinstance(shape, list):
        return isinstance(value, list) and all(_has_shape(item, shape[0]) for item in value)
    if isinstance(shape, tuple):
        return (
            isinstance(value, list)
            and len(value) == len(shape)
            and all(map(_has_shape, value, shape))
        )
    return type(value) is shape or (shape is float and type(value) is int)
