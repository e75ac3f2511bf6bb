"""One game of Roll between bots of one level, as plain data that can be stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

from gamekit.events import Event
from gamekit.work import TooMuchWork
from rftg_tools.balance.games import Game, Seat
from rftg_tools.simulation.games import FAULTS, MOST_ROUNDS, BrokenGame, patience_of
from roll_engine.bots import make_bot, play_out
from roll_engine.cards.table import Table
from roll_engine.events import StartTilesDealt, TileCompleted, TilesDrawn
from roll_engine.flow import Options
from roll_engine.game import new_game
from roll_engine.scoring import bonus_points, result
from roll_engine.state import State

BUILT: Final = "built"
"""The step in which a tile from the bag is added to a tableau."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Set-up of all games of an experiment. bot: level of all players.

    seed: game n has the seed `seed/n`, as in a simulation.
    """

    options: Options
    bot: str
    seed: int

    def text(self) -> str:
        """Return the set-up in a canonical form."""
        limits = {"most_rounds": MOST_ROUNDS, "patience": patience_of([self.bot])}
        return json.dumps({**asdict(self), **limits}, sort_keys=True)


class TileStats:
    """Observer of the movements of tiles, in order.

    tile_of: ID of the tile of each face. drawn: tile, seat and round (0: set-up) of its first draw.
    placed: face, seat, round and step of its first construction.
    """

    def __init__(self, table: Table, tile_of: tuple[int, ...]) -> None:
        self.drawn: list[tuple[int, int, int]] = []
        self.placed: list[tuple[int, int, int, str]] = []
        self._tile_of = tile_of
        self._of_tile = [tile_of[tile.development] for tile in table.tiles]
        self._seen: set[int] = set()
        self._built: set[int] = set()

    def see(self, event: Event, state: State) -> None:
        """Record a tile that is dealt, drawn or built."""
        if isinstance(event, TilesDrawn):
            self._draw([self._of_tile[tile] for tile in event.own], event.seat, state.round)
        elif isinstance(event, StartTilesDealt):
            self._draw([self._tile_of[face] for face in event.faces], event.seat, 0)
        elif isinstance(event, TileCompleted) and event.face not in self._built:
            self._built.add(event.face)
            self.placed.append((event.face, event.seat, state.round, BUILT))

    def _draw(self, tiles: list[int], seat: int, game_round: int) -> None:
        for tile in tiles:
            if tile not in self._seen:
                self._seen.add(tile)
                self.drawn.append((tile, seat, game_round))


def play(table: Table, setup: Setup, game_number: int, tile_of: tuple[int, ...]) -> Game:
    """Play game `game_number` and return its result. tile_of: ID of the tile of each face.

    Raises BrokenGame, and RuntimeError if the game takes too much work.
    """
    seed = f"{setup.seed}/{game_number}"
    players = setup.options.players
    stats = TileStats(table, tile_of)
    try:
        bots = [make_bot(setup.bot, table, f"{seed}/bot {seat}") for seat in range(players)]
        game = new_game(table, setup.options, seed, None, False, (stats,))
        decisions = play_out(game, bots, MOST_ROUNDS, patience_of([setup.bot]))
        seats = _seats(table, game.state)
    except TooMuchWork as reason:
        name = f"game {game_number} of --seed {setup.seed}"
        raise RuntimeError(f"{name} was stopped: {reason}") from reason
    except FAULTS as error:
        raise BrokenGame(f"{game_number} of --seed {setup.seed},", error) from error
    drawn, placed = tuple(stats.drawn), tuple(stats.placed)
    return Game(game.over, game.state.round, decisions, seats, (), drawn, placed)


def _seats(table: Table, state: State) -> tuple[Seat, ...]:
    scores = result(table, state)
    share = 1 / len(scores.winners)
    return tuple(
        Seat(
            share if seat in scores.winners else 0.0,
            scores.scores[seat],
            tuple(player.tableau),
            player.chips,
            0,
            0,
            tuple(sorted(bonus_points(table, state, seat).items())),
        )
        for seat, player in enumerate(state.players)
    )
