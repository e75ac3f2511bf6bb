"""`python -m rftg_dev.soak`: random games of all sets with all legal options, all checked.

After every step: each card is in one place, chips and pool are constant, prestige is never
negative, nobody has tokens that are not there, goods and saved cards lie where they may, no
development is twice in a tableau, goals are held as they can be, and what a module's own file says
of it (`modules/`) holds. Every game ends. Illegal answers
are refused and change nothing. Views do not depend on what is hidden. Exit code 0: all of it holds.
1: something does not. 2: the sets cannot be played.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

from rftg_dev.arguments import add_jobs
from rftg_dev.soak.games import Checked, Plan, all_kinds, check_game
from rftg_dsl.resources import cookbook_files
from rftg_dsl.source.locate import set_names
from rftg_engine.bots import LEVELS
from rftg_tools.progress import progress
from rftg_tools.workers.process import tune_garbage_collector
from rftg_tools.workers.processes import map_in_parallel

COOKBOOK: Final = ",".join(map(str, cookbook_files()))
"""All cards of the cookbook together, which have every word."""
SETS: Final = (
    "base",
    "gathering-storm",
    "rebel-vs-imperium",
    "brink-of-war",
    "base,new-worlds",
    "brink-of-war,new-worlds",
    "xeno-invasion",
    COOKBOOK,
)
"""The combinations of sets that are played; each id stands for all that its set requires too."""
SHOWN: Final = 20
"""Failures that are printed in full."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play the games and print the counts, then the failures."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="how many (default 10,000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    parser.add_argument("--illegal", type=int, default=10_000, help="decisions answered illegally")
    parser.add_argument(
        "--sets",
        nargs="+",
        default=SETS,
        help="combinations of sets, each as ids or files separated by commas (default: all)",
    )
    parser.add_argument(
        "--bots",
        nargs="+",
        choices=LEVELS,
        default=(),
        metavar="LEVEL",
        help="bots that answer, seat by seat in turn (default: answers at random)",
    )
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    sets = tuple(set_names(card_set) for card_set in args.sets)
    try:
        kinds = len(all_kinds(sets))
    except (OSError, LookupError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    plan = Plan(sets, max(1, args.games), args.seed, args.illegal, tuple(args.bots))
    tune_garbage_collector()
    found = map_in_parallel(partial(check_game, plan), range(plan.games), args.jobs)
    summary = summarize(plan, progress(found, plan.games, "games"))
    summary["kinds"] = min(kinds, plan.games)
    print(json.dumps(summary, indent=1) if args.json else in_words(summary))
    return 1 if summary["failures"] else 0


def summarize(plan: Plan, games: Iterable[Checked]) -> dict[str, Any]:
    """Return the counts over all games, and every failure."""
    total = Checked()
    longest = 0
    for game in games:
        total.steps += game.steps
        total.decisions += game.decisions
        total.views += game.views
        total.illegal.update(game.illegal)
        total.failures += game.failures
        longest = max(longest, game.rounds)
    return {
        "games": plan.games,
        "seed": plan.seed,
        "sets": ["+".join(some) for some in plan.sets],
        "steps": total.steps,
        "decisions": total.decisions,
        "longest_game": longest,
        "views": total.views,
        "illegal": total.illegal.total(),
        "illegal_by_sort": dict(sorted(total.illegal.items())),
        "failures": total.failures,
    }


def in_words(summary: dict[str, Any]) -> str:
    """Return the summary for a reader."""
    ended = "" if summary["failures"] else ", all ended"
    lines = [
        f"games              {summary['games']:9}  seed {summary['seed']}{ended}",
        f"kinds of game      {summary['kinds']:9}  sets and options",
        f"steps checked      {summary['steps']:9}",
        f"decisions          {summary['decisions']:9}",
        f"longest game       {summary['longest_game']:9}  rounds",
        f"views compared     {summary['views']:9}",
        f"illegal answers    {summary['illegal']:9}",
    ]
    sorts = summary["illegal_by_sort"]
    lines += [f"                   {sorts[sort]:9}  {sort}" for sort in sorts]
    failures = summary["failures"]
    lines.append(f"failures           {len(failures):9}")
    lines += failures[:SHOWN]
    if len(failures) > SHOWN:
        lines.append(f"and {len(failures) - SHOWN} more")
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
