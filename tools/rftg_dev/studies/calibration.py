"""`python -m rftg_dev.studies.calibration`: of what had a chance of 70 %, was 70 % won?

Bots play games; at some moments of each, what a review says of the chances is held against who won.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from rftg_dev.arguments import add_jobs
from rftg_dev.bench.games import CARDS
from rftg_dsl.bundle import pack
from rftg_engine.records.records import options_of
from rftg_engine.scoring.scoring import result
from rftg_tools.intervals import wilson
from rftg_tools.progress import progress
from rftg_tools.review.chart import chances, points
from rftg_tools.review.decisions import rate
from rftg_tools.review.plan import LEVEL, Plan, begin, groups
from rftg_tools.simulation.games import play_one
from rftg_tools.simulation.race import RacePlan
from rftg_tools.workers.processes import map_in_parallel

GAMES: Final = 200
MOMENTS: Final = 3
"""Of each sort that are looked at in a game."""
BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Said:
    """A chance that was said, and what came: the share of the win. sort: "chart" or "choice"."""

    sort: str
    chance: float
    won: float


def look_back(plan: RacePlan, playouts: int, number: int) -> list[Said]:
    """Play game `number` of a plan, and look at some of its moments."""
    record = play_one(plan, number).record
    assert record is not None
    answers = tuple(tuple(answer) for answer in record["answers"])
    options = options_of(record)
    reviewed = Plan(plan.sets, options, record["seed"], answers, LEVEL, playouts)
    rng = Random(record["seed"])
    won = _result(reviewed)
    chart = [point for point in points(reviewed) if point.step]
    forecasts = [
        Said("chart", chance, share)
        for point in rng.sample(chart, min(MOMENTS, len(chart)))
        for chance, share in list(zip(chances(reviewed, point), won, strict=True))[:1]
    ]
    seats = _seats(reviewed)
    for chosen in rng.sample(range(len(answers)), min(MOMENTS, len(answers))):
        rating = rate(reviewed, chosen)
        if rating is not None:
            forecasts.append(Said("choice", rating.options[rating.taken].win, won[seats[chosen]]))
    return forecasts


def _result(plan: Plan) -> list[float]:
    """Return by seat the share of the win."""
    game = begin(plan)
    for _given in groups(plan, game):
        pass
    winners = result(plan.table, game.state).winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(plan.options.players)]


def _seats(plan: Plan) -> list[int]:
    """Return who gave each answer."""
    game = begin(plan)
    return [decision.player for _given in groups(plan, game) for decision in game.pending]


def table_of(forecasts: Iterable[Said], sort: str) -> list[dict[str, Any]]:
    """Return a row for each tenth of the predicted chances.

    It has how many there were, their mean, and the share that was won.

    low, high: of its interval, somewhat too narrow, for moments of one game are taken for several.
    """
    rows: list[list[Said]] = [[] for _bin in range(BINS)]
    for one in forecasts:
        if one.sort == sort:
            rows[min(BINS - 1, int(one.chance * BINS))].append(one)
    return [_row(row, number) for number, row in enumerate(rows) if row]


def _row(row: list[Said], number: int) -> dict[str, Any]:
    won = sum(one.won for one in row)
    low, high = wilson(won, len(row))
    return {
        "from": number / BINS,
        "count": len(row),
        "said": sum(one.chance for one in row) / len(row),
        "won": won / len(row),
        "low": low,
        "high": high,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Play and print the tables. 0: done."""
    about = (__doc__ or "").partition("\n\n")[2]
    parser = argparse.ArgumentParser(
        prog="python -m rftg_dev.studies.calibration", description=about
    )
    parser.add_argument("--games", type=int, default=GAMES, help=f"(default {GAMES})")
    parser.add_argument("--playouts", type=int, default=120, help="for a decision (default 120)")
    parser.add_argument("--arc", action="store_true", help="all of arc 1 for 4, not base for 2")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    cards, players = (CARDS[2], 4) if args.arc else (CARDS[0], 2)
    plan = RacePlan(pack(cards.sets), cards.options(players), (LEVEL,), args.seed, True)
    work = partial(look_back, plan, args.playouts)
    found = progress(map_in_parallel(work, range(args.games), args.jobs), args.games, "games")
    said = [one for some in found for one in some]
    tables = {sort: table_of(said, sort) for sort in ("chart", "choice")}
    print(json.dumps(tables, indent=1) if args.json else "\n".join(map(in_words, tables.items())))
    return 0


def in_words(table: tuple[str, list[dict[str, Any]]]) -> str:
    """Return a table, a row for each tenth."""
    sort, rows = table
    lines = [f"{sort:12}  count   said    won   95 % interval"]
    for row in rows:
        named = f"{row['from']:.0%} to {row['from'] + 1 / BINS:.0%}"
        interval = f"{row['low']:.0%} to {row['high']:.0%}"
        lines.append(
            f"{named:12}  {row['count']:5}  {row['said']:5.0%}  {row['won']:5.0%}   {interval}"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
