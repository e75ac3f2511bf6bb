"""`python -m rftg_dev.yardstick FOLDER`: our bots' judgement against games of a strong player.

Exit code 0: measured. 1: measured, but for games that our rules do not lead to. 2: not possible.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from rftg_dev.harness import add_jobs, positive
from rftg_dev.yardstick.agreement import Agreement, agreement, as_data
from rftg_dev.yardstick.cards import compare
from rftg_dev.yardstick.export import self_play
from rftg_dev.yardstick.files import Chosen, Line, choose, files_of, game_id, records_of
from rftg_dev.yardstick.foresight import VALUES, Forecast, forecasts, judge
from rftg_dev.yardstick.positions import Game, Kind, kind_of, parse, read_games
from rftg_dev.yardstick.words import in_words
from rftg_engine.bots import LEVELS
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel

PARTS: Final = ("foresight", "agreement", "cards")


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    args = _parser().parse_args(argv)
    measured = {}
    try:
        files = files_of(args.folder, args.kinds)
        for path, kind in files:
            measured[kind.short] = measure(path, kind, args)
            if not args.json:
                print(in_words(kind, measured[kind.short]), flush=True)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(measured, indent=1))
    return int(any(one.get("agreement", {}).get("unlike") for one in measured.values()))


def _parser() -> argparse.ArgumentParser:
    about = (__doc__ or "").partition("\n\n")[2]
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.yardstick", description=about)
    parser.add_argument("folder", type=Path, help="with positions-*.jsonl.gz, and their records")
    parser.add_argument("--kinds", nargs="+", help="such as base-2p (default: all there are)")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="(default: all)")
    parser.add_argument(
        "--levels",
        nargs="+",
        choices=LEVELS,
        default=("greedy", "expert"),
        help="(the last for cards)",
    )
    parser.add_argument(
        "--sample", type=positive, metavar="N", help="of each part, its first games"
    )
    parser.add_argument(
        "--whole", action="store_true", help="judge by all games, not by the tenth held out"
    )
    parser.add_argument(
        "--games", type=positive, default=400, help="for cards: of each player (default 400)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of our own games for cards")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def measure(path: Path, kind: Kind, args: argparse.Namespace) -> dict[str, Any]:
    """Return the parts that are wanted of one kind of games."""
    chosen = choose(path, args.sample, args.whole)
    found: dict[str, Any] = {}
    if "foresight" in args.parts:
        found["foresight"] = _foresight(chosen, args)
    if "agreement" in args.parts:
        found["agreement"] = _agreement(path, chosen.judged, args)
    if "cards" in args.parts:
        found["cards"] = _cards(path, kind, args)
    return found


def _foresight(chosen: Chosen, args: argparse.Namespace) -> dict[str, Any]:
    judged = _forecasts(chosen.judged, args.jobs)
    training = judged if args.whole else _forecasts(chosen.training, args.jobs)
    return judge(training, judged)


def _forecasts(lines: Sequence[Line], jobs: int | None) -> list[Forecast]:
    played = with_progress(map_in_parallel(_forecasts_of, lines, jobs), len(lines), "games")
    return [one for some in played for one in some]


def _forecasts_of(line: Line) -> list[Forecast]:
    return list(forecasts(_game(line), VALUES))


def _game(line: Line) -> Game:
    where, text = line
    return parse(text, where)


def _agreement(path: Path, lines: Sequence[Line], args: argparse.Namespace) -> dict[str, Any]:
    ids = [game_id(line) for line in lines]
    records = records_of(path, set(ids))
    work = [(line, records.get(one)) for line, one in zip(lines, ids, strict=True)]
    found = Agreement()
    asked = map_in_parallel(partial(_agreement_of, tuple(args.levels)), work, args.jobs)
    for one in with_progress(asked, len(work), "games"):
        found.add(one)
    return as_data(found)


def _agreement_of(levels: tuple[str, ...], work: tuple[Line, bytes | None]) -> Agreement:
    line, record = work
    return agreement(_game(line), record, levels)


def _cards(path: Path, kind: Kind, args: argparse.Namespace) -> dict[str, Any]:
    theirs = islice(read_games(path), args.games)
    level = args.levels[-1]
    return {"level": level, **compare(theirs, _own(kind, level, args))}


def _own(kind: Kind, level: str, args: argparse.Namespace) -> Iterator[Game]:
    mine = kind_of(f"{level}-{kind.short}")
    for game, _record in self_play(mine, level, args.games, args.seed, args.jobs):
        yield game


if __name__ == "__main__":
    raise SystemExit(main())
