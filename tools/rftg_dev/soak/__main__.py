"""`python -m rftg_dev.soak WHAT`: random games of race or roll, tables of play, edits of lsp.

race, roll: After every step each card, die, chip and good is in one place, and nothing exceeds its
limits. Every game ends. Illegal answers are refused and change nothing. Views do not depend on
hidden information. play: No frame of a page holds a number, title or face that its reader cannot
see. Messages that must be refused change nothing. Each game is saved as it was played. lsp: The
language server answers every question in time. Exit code 1: something failed. 2: unusable sets.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from rftg_dev.harness import Tally, positive, report, run_parts, tool_parser, total_of
from rftg_dev.soak import lsp, race, roll
from rftg_dsl.source.locate import split_set_names
from rftg_engine.bots import LEVELS
from rftg_tools.workers.processes import map_in_parallel

COUNTS = {"race": 10_000, "roll": 2_000, "play": 200, "lsp": 10_000}
"""How many games are played, or edits made, unless a number is given."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one of the soak tests, and print the counts, then the failures."""
    args = _parser().parse_args(argv)
    count = args.count or COUNTS[args.what]
    if args.what == "lsp":
        return report(lsp.soak_server(count, args.seed), args)
    if args.what == "play":
        from rftg_dev.soak.play import games, messages

        batches = [range(count)[at : at + len(games.KINDS)] for at in range(0, count, 16)]
        read = map_in_parallel(partial(games.read_games, seed=args.seed), batches, args.jobs)
        total = total_of(list(read))
        total.add(messages.send_wrong(args.messages, args.seed))
        return report(total, args)
    try:
        work = _work_of_race(args.sets, count, args.illegal, args.bots, args.seed)
    except (OSError, LookupError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if args.what == "roll":
        work = partial(roll.check_game, args.seed)
    return report(total_of(run_parts(work, count, args, "games")), args)


def _parser() -> ArgumentParser:
    parser = tool_parser("soak", __doc__)
    parser.add_argument("what", choices=COUNTS, help="what is tested")
    parser.add_argument("--count", type=positive, help="games or edits")
    parser.add_argument("--messages", type=int, default=10_000, help="wrong messages, of play")
    parser.add_argument("--illegal", type=int, default=10_000, help="illegal answers, of race")
    parser.add_argument(
        "--sets", nargs="+", default=race.SETS, help="ids or files separated by commas, of race"
    )
    parser.add_argument(
        "--bots", nargs="+", choices=LEVELS, default=(), metavar="LEVEL", help="who plays race"
    )
    return parser


def _work_of_race(
    sets: Sequence[str], count: int, illegal: int, bots: Sequence[str], seed: int
) -> partial[Tally]:
    """Return the work of a game of Race. Raises OSError, LookupError and ValueError."""
    plan = race.Plan(tuple(map(split_set_names, sets)), count, seed, illegal, tuple(bots))
    race.all_kinds(plan.sets)
    return partial(race.check_game, plan)


if __name__ == "__main__":
    raise SystemExit(main())
