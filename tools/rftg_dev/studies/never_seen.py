"""`python -m rftg_dev.studies.never_seen A B`: how often value A wins against B, all cards in.

A is a value that was learned with `--never-seen`, B the same with all cards: what A wins less than
par, one win in as many games as there are players, is what it costs not to have seen cards. One
expert with A meets others with B, and sits in every seat of a deal in turn.
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
from rftg_engine.bots import network, play_out, weights
from rftg_engine.bots.expert import ExpertBot
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.race import new_game
from rftg_engine.scoring.scoring import result
from rftg_tools.intervals import wilson
from rftg_tools.progress import progress
from rftg_tools.simulation import MOST_ROUNDS, table_of
from rftg_tools.workers.processes import in_order

PLAYERS: Final = (2, 4)
GAMES: Final = 2_400
"""With so many games an interval of 95 % reaches 2 points to either side, at most."""


@dataclass(frozen=True, slots=True)
class Mind:
    """What an expert plays by: the files of a value and of the weights beside it."""

    value: Path
    beside: Path

    def read(self) -> tuple[weights.Weights, network.Network]:
        """Return both. Raises OSError and ValueError."""
        return weights.read(self.beside), network.read(self.value)


@dataclass(frozen=True, slots=True)
class Match:
    """Who meets whom, and with which cards."""

    cards: Cards
    players: int
    one: Mind
    others: Mind
    seed: int


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and print a table. 0: done. 2: a value or weights cannot be read."""
    args = _parser().parse_args(argv)
    one, others = map(Mind, args.values, args.weights)
    try:
        one.read()
        others.read()
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    rows = []
    for cards in (CARDS[0], CARDS[2]):
        for players in args.players:
            match = Match(cards, players, one, others, args.seed)
            rows.append(measure(match, args.games, args.jobs))
            if not args.json:
                print(in_words(rows[-1]), flush=True)
    if args.json:
        print(json.dumps(rows, indent=1))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rftg_dev.studies.never_seen", description=__doc__
    )
    parser.add_argument("values", type=Path, nargs=2, metavar="VALUE", help="A and B")
    parser.add_argument(
        "--weights",
        type=Path,
        nargs=2,
        metavar="FILE",
        default=(weights.SHIPPED, weights.SHIPPED),
        help="beside A and beside B (default: the shipped ones)",
    )
    parser.add_argument("--players", type=int, nargs="+", choices=(2, 3, 4), default=PLAYERS)
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each (default {GAMES})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    parser.add_argument("--jobs", type=int, help="processes (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def measure(match: Match, games: int, jobs: int | None) -> dict[str, Any]:
    """Return the wins of the one, with their interval."""
    played = in_order(partial(play, match), range(games), jobs)
    wins = fsum(progress(played, games, "games"))
    low, high = wilson(wins, games)
    return {
        "cards": match.cards.label,
        "players": match.players,
        "games": games,
        "wins": wins / games,
        "low": low,
        "high": high,
        "par": 1 / match.players,
    }


def play(match: Match, number: int) -> float:
    """Return the share of the one in the win of game `number`."""
    deal, seat = divmod(number, match.players)
    known = [_knowledge(match.cards.sets, mind) for mind in (match.one, match.others)]
    table = known[0].table
    game = new_game(table, match.cards.options(match.players), f"{match.seed}/{deal}", None, False)
    bots = [ExpertBot(known[other != seat]) for other in range(match.players)]
    play_out(game, bots, MOST_ROUNDS)
    winners = result(table, game.state).winners
    return 1 / len(winners) if seat in winners else 0.0


@cache
def _knowledge(sets: tuple[str, ...], mind: Mind) -> Knowledge:
    return Knowledge(table_of(sets), *mind.read())


def in_words(row: dict[str, Any]) -> str:
    """Return a row of the table."""
    return (
        f"{row['cards']:11}{row['players']} players  {row['wins']:6.1%}"
        f"  {row['low']:6.1%} to {row['high']:6.1%}  {row['wins'] - row['par']:+6.1%} from par"
    )


if __name__ == "__main__":
    raise SystemExit(main())
