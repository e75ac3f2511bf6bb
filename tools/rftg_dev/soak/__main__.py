"""`python -m rftg_dev.soak WHAT`: random games of Race or Roll, tables of play, or LSP edits.

race, roll: After every step, each card, die, chip and good is in one place and within its limits.
Every game ends. Illegal answers are refused and change nothing. Views do not depend on hidden
information. play: No frame contains a number, title or face of a card that its reader cannot see.
Malformed messages change nothing. Each game is saved as it was played. lsp: The language server
answers every request in time. Exit code 1: something failed. 2: unusable sets.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial

from rftg_dev.harness import Tally, positive, report, run_parts, tool_parser, total_of
from rftg_dev.soak import lsp, race, roll
from rftg_dsl.source.files import split_set_names
from rftg_engine.bots import LEVELS
from rftg_tools.workers.processes import map_in_parallel

COUNTS = {"race": 10_000, "roll": 2_000, "play": 200, "lsp": 10_000}
"""Default numbers of games or edits."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a soak test, and print the counts, then the failures."""
    args = _parser().parse_args(argv)
    count = args.count or COUNTS[args.what]
    if args.what == "lsp":
        return report(lsp.soak_server(count, args.seed), args)
    if args.what == "play":
        from rftg_dev.soak.play import games, messages

        batches = [range(count)[start : start + 16] for start in range(0, count, 16)]
        played = map_in_parallel(partial(games.play_games, seed=args.seed), batches, args.jobs)
        total = total_of(list(played))
        total.add(messages.send_malformed(args.messages, args.seed))
        return report(total, args)
    try:
        work = _race_work(args.sets, count, args.illegal, args.bots, args.seed)
    except (OSError, LookupError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if args.what == "roll":
        work = partial(roll.check_game, args.seed)
    return report(total_of(run_parts(work, count, args, "games")), args)


def _parser() -> ArgumentParser:
    parser = tool_parser("soak", __doc__)
    parser.add_argument("what", choices=COUNTS, help="subject of the test")
    parser.add_argument("--count", type=positive, help="games or edits")
    parser.add_argument("--messages", type=int, default=10_000, help="malformed messages (play)")
    parser.add_argument("--illegal", type=int, default=10_000, help="illegal answers (race)")
    parser.add_argument(
        "--sets", nargs="+", default=race.SETS, help="comma-separated IDs or files (race)"
    )
    parser.add_argument(
        "--bots", nargs="+", choices=LEVELS, default=(), metavar="LEVEL", help="players (race)"
    )
    return parser


def _race_work(
    sets: Sequence[str], count: int, illegal: int, bots: Sequence[str], seed: int
) -> partial[Tally]:
    """Return the work for a game of Race. Raises OSError, LookupError and ValueError."""
    plan = race.Plan(tuple(map(split_set_names, sets)), count, seed, illegal, tuple(bots))
    race.all_kinds(plan.sets)
    return partial(race.check_game, plan)


if __name__ == "__main__":
    raise SystemExit(main())
