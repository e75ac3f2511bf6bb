"""Games of Roll between bots, as a plan says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rftg_dsl.bundle import SetBundle, unpack
from rftg_dsl.games import ROLL
from rftg_dsl.library import cards_in_use
from rftg_tools.figures.counts import Counts
from rftg_tools.simulation.games import MOST_ROUNDS, Outcome, Plan, check_game, shares_of_a_win
from roll_engine.bots import make_bot, play_out
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import new_game
from roll_engine.phases.manage import endings
from roll_engine.records.records import Recorder
from roll_engine.scoring.scoring import bonus_points, result
from roll_engine.state import State


@dataclass(frozen=True, slots=True)
class RollPlan(Plan):
    """What to simulate of Roll."""

    sets: SetBundle
    options: Options
    bots: tuple[str, ...]
    seed: int
    record: bool = False

    @property
    def players(self) -> int:
        """Return the number of players."""
        return self.options.players

    def play(self, number: int) -> Outcome:
        """Play the game of this number. Raise BrokenGame."""
        table = table_for(self.sets)
        seed = f"{self.seed}/{number}"
        recorder = Recorder(table, self.options, seed) if self.record else None
        levels = [self.level(self.entrant(number, seat)) for seat in range(self.players)]
        bots = [make_bot(level, table, f"{seed}/bot {seat}") for seat, level in enumerate(levels)]
        game = recorder.game if recorder else new_game(table, self.options, seed, forkable=False)
        decisions, too_much = self.finish(
            number, lambda: play_out(game, bots, MOST_ROUNDS, self.patience)
        )
        stalled = not (game.over or too_much) and game.state.round <= MOST_ROUNDS
        ended = result(table, game.state)
        return Outcome(
            self.by_player(number, shares_of_a_win(ended.winners, self.players)),
            self.by_player(number, ended.scores),
            game.state.round,
            decisions,
            game.over,
            recorder.record(levels, self.sets.texts) if recorder else None,
            too_much,
            stalled,
            tuple(endings(game.state)),
            _counts(table, game.state),
        )


def _counts(table: Table, state: State) -> Counts:
    """Return what a game is told by: where a player's points come from, and what is built with."""
    players = state.players
    many = len(players)
    printed = sum(table.vp[face] for one in players for face in one.tableau)
    scored = sum(sum(bonus_points(table, state, seat).values()) for seat in range(many))
    return {
        "points in chips a player": (sum(one.chips for one in players), many),
        "points on tiles a player": (printed, many),
        "points of score lines a player": (scored, many),
        "dice a player": (sum(sum(one.dice()) for one in players), many),
    }


@lru_cache(maxsize=8)
def table_for(sets: SetBundle) -> Table:
    """Return the tiles of packed sets, bound. Raise ValueError for sets of another game."""
    unpacked = unpack(sets)
    check_game(unpacked, ROLL)
    return Table(unpacked, cards_in_use(unpacked))
