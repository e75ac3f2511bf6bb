"""`python -m rftg_dev.strength`: how much stronger one player is than another.

A player is a level of bots, or an expert that plays by the files of a folder (value.json,
policy.json, weights.json; what is missing is as shipped). One of the first meets others of the
second, and sits in every seat of each deal. Par is one win in as many games as there are players.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import fsum
from pathlib import Path
from typing import Any, Final

from rftg_dev.bench.games import CARDS, Cards
from rftg_dev.harness import add_jobs
from rftg_dev.minds import mind_of
from rftg_engine.bots import LEVELS, Bot, make_bot, play_out
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ExpertBot
from rftg_engine.phases.scoring import result
from rftg_engine.race import new_game
from rftg_tools.intervals import wilson
from rftg_tools.progress import with_progress
from rftg_tools.simulation.games import MOST_ROUNDS
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

MATCHES: Final = ("greedy:random", "expert:greedy", "expert:classic")
PLAYERS: Final = (2, 4)
GAMES: Final = 2_400
"""With so many games an interval of 95 % reaches 2 points to either side, at most."""
MEASURED: Final = (CARDS[0], CARDS[2])


@dataclass(frozen=True, slots=True)
class Match:
    """Who meets whom, and with which cards. one, others: levels or folders."""

    cards: Cards
    players: int
    one: str
    others: str
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game. win: the share of the one."""

    win: float
    rounds: int


def main(argv: Sequence[str] | None = None) -> int:
    """Play the matches and print a table. 0: done. 2: there is no such player."""
    args = _parser().parse_args(argv)
    try:
        pairs = [_players(match) for match in args.matches]
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    rows = []
    for cards in MEASURED:
        if args.cards in (None, cards.label):
            for players in args.players:
                for one, others in pairs:
                    match = Match(cards, players, one, others, args.seed)
                    rows.append(measure(match, args.games, args.jobs))
                    if not args.json:
                        print(in_words(rows[-1]), flush=True)
    if args.json:
        print(json.dumps(rows, indent=1))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.strength", description=__doc__)
    parser.add_argument("--matches", nargs="+", default=MATCHES, help="pairs of players, A:B")
    labels = [cards.label for cards in MEASURED]
    parser.add_argument("--cards", choices=labels, help="(default: all of them)")
    parser.add_argument("--players", type=int, nargs="+", choices=(2, 3, 4), default=PLAYERS)
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each (default {GAMES})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _players(match: str) -> tuple[str, str]:
    """Return both players of a match. Raises OSError and ValueError."""
    pair = match.split(":")
    if len(pair) != 2:
        raise ValueError(f"{match} is not a match: write A:B")
    for player in pair:
        if player not in LEVELS:
            if not Path(player).is_dir():
                levels = ", ".join(LEVELS)
                raise ValueError(f"{player} is neither a folder nor a level; levels: {levels}")
            mind_of(Path(player)).read()
    return pair[0], pair[1]


def measure(match: Match, games: int, jobs: int | None) -> dict[str, Any]:
    """Return the wins of the one, with their interval."""
    found = map_in_parallel(partial(play, match), range(games), jobs)
    played = list(with_progress(found, games, "games"))
    wins = fsum(one.win for one in played)
    low, high = wilson(wins, games)
    return {
        "cards": match.cards.label,
        "players": match.players,
        "match": f"{match.one}:{match.others}",
        "games": games,
        "wins": wins / games,
        "low": low,
        "high": high,
        "par": 1 / match.players,
        "rounds": sum(one.rounds for one in played) / games,
        "endless": sum(one.rounds > MOST_ROUNDS for one in played),
    }


def play(match: Match, number: int) -> Played:
    """Play game `number`."""
    deal, seat = divmod(number, match.players)
    seed, table = f"{match.seed}/{deal}", table_of(match.cards.sets)
    game = new_game(table, match.cards.options(match.players), seed, None, False)
    bots: list[Bot] = []
    for other in range(match.players):
        player = match.one if other == seat else match.others
        if player in LEVELS:
            bots.append(make_bot(player, table, f"{seed}/{other}"))
        else:
            bots.append(ExpertBot(_known(match.cards.sets, player)))
    play_out(game, bots, MOST_ROUNDS)
    winners = result(table, game.state).winners
    return Played(1 / len(winners) if seat in winners else 0.0, game.state.round)


@cache
def _known(sets: tuple[str, ...], folder: str) -> Knowledge:
    return mind_of(Path(folder)).knowledge(table_of(sets))


def in_words(row: dict[str, Any]) -> str:
    """Return a row of the table."""
    endless = f"  {row['endless']} without end" if row["endless"] else ""
    return (
        f"{row['cards']:11}{row['players']} players  {row['match']:15}{row['wins']:6.1%}"
        f"  {row['low']:6.1%} to {row['high']:6.1%}  {row['wins'] - row['par']:+6.1%} from par"
        f"  {row['rounds']:5.1f} rounds{endless}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
