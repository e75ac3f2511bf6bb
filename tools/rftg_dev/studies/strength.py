"""`python -m rftg_dev.studies.strength`: how much stronger one level of bots is than another.

One player of the first level meets others of the second, and sits in every seat by turns. Par is
one win in as many games as there are players.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import fsum
from typing import Any, Final

from rftg_dev.bench.games import CARDS, Cards
from rftg_dsl.bundle import pack
from rftg_engine.bots import LEVELS
from rftg_tools.intervals import wilson
from rftg_tools.progress import progress
from rftg_tools.simulation import Plan, play_games

MATCHES: Final = ("greedy:random", "expert:greedy")
PLAYERS: Final = (2, 4)
GAMES: Final = 2_400
"""With so many games an interval of 95 % reaches 2 points to either side, at most."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play the matches and print a table. 0: done. 2: there is no such level."""
    parser = argparse.ArgumentParser(
        prog="python -m rftg_dev.studies.strength", description=__doc__
    )
    parser.add_argument("--matches", nargs="+", default=MATCHES, help="pairs of levels, A:B")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each (default {GAMES})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    parser.add_argument("--jobs", type=int, help="processes (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    pairs = [tuple(match.split(":")) for match in args.matches]
    for pair in pairs:
        if len(pair) != 2 or not set(pair) <= set(LEVELS):
            wrong = ":".join(pair)
            print(f"error: {wrong} is no match; levels: {', '.join(LEVELS)}", file=sys.stderr)
            return 2
    rows = []
    for cards in (CARDS[0], CARDS[2]):
        for players in PLAYERS:
            for one, other in pairs:
                rows.append(measure(cards, players, one, other, args))
                if not args.json:
                    print(in_words(rows[-1]), flush=True)
    if args.json:
        print(json.dumps(rows, indent=1))
    return 0


def measure(
    cards: Cards, players: int, one: str, other: str, args: argparse.Namespace
) -> dict[str, Any]:
    """Return one match: the wins of the first level, with their interval."""
    levels = (one, *[other] * (players - 1))
    plan = Plan(pack(cards.sets), cards.options(players), levels, args.seed)
    outcomes = list(progress(play_games(plan, args.games, args.jobs), args.games, "games"))
    wins = fsum(outcome.wins[0] for outcome in outcomes)
    low, high = wilson(wins, len(outcomes))
    return {
        "cards": cards.label,
        "players": players,
        "match": f"{one}:{other}",
        "games": len(outcomes),
        "wins": wins / len(outcomes),
        "low": low,
        "high": high,
        "rounds": sum(outcome.rounds for outcome in outcomes) / len(outcomes),
    }


def in_words(row: dict[str, Any]) -> str:
    """Return a row of the table."""
    return (
        f"{row['cards']:11}{row['players']} players  {row['match']:15}{row['wins']:6.1%}"
        f"  {row['low']:6.1%} to {row['high']:6.1%}  {row['rounds']:5.1f} rounds"
    )


if __name__ == "__main__":
    raise SystemExit(main())
