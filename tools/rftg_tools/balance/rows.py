"""Games as the store keeps them: numbers, and texts that are lists as JSON.

What is read may have been written by anything, so every number is checked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from rftg_tools.balance.experiment import Row
from rftg_tools.balance.games import Game, Seat

Columns = tuple[str | int, ...]
"""A game as it is kept."""
_SEAT: Final = (float, int, [int], int, int, int, [(int, int)], [float])
_GAME: Final = ([_SEAT], [(int, int)], [(int, int, int)], [(int, int, int, str)])
"""Lists of a game: its seats, and what was dealt, drawn and placed."""


def columns(row: Row) -> Columns:
    """Return a game as it is kept."""
    game = row.game
    seats = [
        [
            *(seat.share, seat.score, seat.tableau, seat.chips, seat.prestige, seat.goals),
            *(seat.variable, seat.forecasts),
        ]
        for seat in game.seats
    ]
    lists = (seats, game.dealt, game.drawn, game.placed)
    texts = (json.dumps(one, separators=(",", ":")) for one in lists)
    numbers = (int(game.finished), game.rounds, game.decisions)
    return (row.key, row.seed, row.variant, row.control, row.cards, *numbers, *texts)


def row_of(key: str, kept: Sequence[Any], cards: int) -> Row:
    """Return the game of some columns. cards: how many cards its deck has. Raises ValueError."""
    if not _has_shape(list(kept), (int, str, str, str, int, int, int, str, str, str, str)):
        raise ValueError("its columns are others than those of a game")
    seed, variant, control, digest, finished, rounds, decisions, *texts = kept
    lists = [json.loads(text) for text in texts]
    if not _has_shape(lists, _GAME):
        raise ValueError("its lists are others than those of a game")
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
    """Raise ValueError for a card, seat, share or chance that there is not."""
    pairs = [
        *game.dealt,
        *((player, card) for card, player, _round in game.drawn),
        *((player, card) for card, player, _round, _step in game.placed),
    ]
    players, known = {player for player, _card in pairs}, {card for _player, card in pairs}
    for seat in game.seats:
        known.update(seat.tableau, (card for card, _points in seat.variable))
    if not all(0 <= card < cards for card in known):
        raise ValueError("it has a card that is not in the deck")
    if not all(0 <= player < len(game.seats) for player in players):
        raise ValueError("it has a player who is not in the game")
    if not all(0 <= one <= 1 for seat in game.seats for one in (seat.share, *seat.forecasts)):
        raise ValueError("a share of the win or a chance is not from 0 to 1")


def _has_shape(value: object, shape: Any) -> bool:
    """Return whether a value is of a type, a list of one shape, or a shape for each place."""
    if isinstance(shape, list):
        return isinstance(value, list) and all(_has_shape(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        return (
            isinstance(value, list)
            and len(value) == len(shape)
            and all(map(_has_shape, value, shape))
        )
    return type(value) is shape or (shape is float and type(value) is int)
