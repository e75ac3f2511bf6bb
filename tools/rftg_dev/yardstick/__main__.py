"""`python -m rftg_dev.yardstick FOLDER`: our bots' judgement against games of a strong player.

Exit code 0: measured. 1: measured, but for games that our rules do not lead to. 2: not possible.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from rftg_dev.yardstick.agreement import Agreement, agreement, as_data
from rftg_dev.yardstick.cards import compare
from rftg_dev.yardstick.export import self_play
from rftg_dev.yardstick.foresight import VALUES, Forecast, forecasts, judge
from rftg_dev.yardstick.positions import (
    Game,
    Kind,
    is_held_out,
    kind_of,
    parse,
    read_games,
    read_lines,
)
from rftg_dev.yardstick.words import in_words
from rftg_engine.bots import LEVELS
from rftg_tools.progress import progress
from rftg_tools.workers.processes import in_order

PARTS: Final = ("foresight", "agreement", "cards")
_FILE: Final = re.compile(r"positions-(.+)\.jsonl(\.gz)?")
_ID: Final = re.compile(rb'"(?:id|seed)": ?"([^"\\]*)"')
Line = tuple[str, bytes]
"""Where a line stands, and what it holds."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    args = _parser().parse_args(argv)
    measured = {}
    try:
        files = _files(args.folder, args.kinds)
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
    parser.add_argument("--sample", type=_positive, metavar="N", help="so many games, at most")
    parser.add_argument(
        "--whole", action="store_true", help="judge by all games, not by the tenth held out"
    )
    parser.add_argument(
        "--games", type=_positive, default=400, help="for cards: of each player (default 400)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of our own games for cards")
    parser.add_argument("--jobs", type=int, help="processes (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("1 or more is wanted")
    return number


def _files(folder: Path, kinds: Sequence[str] | None) -> list[tuple[Path, Kind]]:
    """Return the files of positions of some kinds. Raise ValueError where there is none."""
    found = {}
    for path in sorted(folder.iterdir()):
        name = _FILE.fullmatch(path.name)
        if name is not None:
            kind = kind_of(name[1])
            found[kind.short] = (path, kind)
    unknown = [name for name in kinds or () if name not in found]
    if unknown or not found:
        wanted = f"no positions of {', '.join(unknown)}" if unknown else "no positions-*.jsonl.gz"
        raise ValueError(f"{folder} has {wanted}; there are: {', '.join(found) or 'none'}")
    return [found[name] for name in kinds or found]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The games of a file that are used: to fit values, and to judge by."""

    training: list[Line]
    judged: list[Line]


def choose(path: Path, sample: int | None, whole: bool) -> Chosen:
    """Return the games of a file, at most so many of each part: its first ones.

    whole: both parts are all games.
    """
    training: list[Line] = []
    judged: list[Line] = []
    for where, line in read_lines(path):
        part = judged if whole or is_held_out(_id(line, where)) else training
        if sample is None or len(part) < sample:
            part.append((where, line))
    return Chosen(judged if whole else training, judged)


def _id(line: bytes, where: str) -> str:
    """Return the id of a game, or the seed of a record. Raise BadPositions for what has none."""
    found = _ID.search(line)
    return parse(line, where)["id"] if found is None else found[1].decode(errors="replace")


def measure(path: Path, kind: Kind, args: argparse.Namespace) -> dict[str, Any]:
    """Return the parts that are wanted of one kind of games."""
    chosen = choose(path, args.sample, args.whole)
    found: dict[str, Any] = {}
    if "foresight" in args.parts:
        found["foresight"] = _foresight(chosen, args)
    if "agreement" in args.parts:
        found["agreement"] = _agreement(path, kind, chosen.judged, args)
    if "cards" in args.parts:
        found["cards"] = _cards(path, kind, args)
    return found


def _foresight(chosen: Chosen, args: argparse.Namespace) -> dict[str, Any]:
    judged = _forecasts(chosen.judged, args.jobs)
    training = judged if args.whole else _forecasts(chosen.training, args.jobs)
    return judge(training, judged)


def _forecasts(lines: Sequence[Line], jobs: int | None) -> list[Forecast]:
    played = progress(in_order(_forecasts_of, lines, jobs), len(lines), "games")
    return [one for some in played for one in some]


def _forecasts_of(line: Line) -> list[Forecast]:
    return list(forecasts(_game(line), VALUES))


def _game(line: Line) -> Game:
    where, text = line
    return parse(text, where)


def _agreement(
    path: Path, kind: Kind, lines: Sequence[Line], args: argparse.Namespace
) -> dict[str, Any]:
    records = _records(path.with_name(path.name.removeprefix("positions-")), lines)
    work = [(line, records.get(_id(line[1], line[0]))) for line in lines]
    found = Agreement()
    asked = in_order(partial(_agreement_of, tuple(args.levels)), work, args.jobs)
    for one in progress(asked, len(work), "games"):
        found.add(one)
    return as_data(found)


def _records(path: Path, lines: Sequence[Line]) -> dict[str, bytes]:
    """Return the records of some games by id; none where there is no such file."""
    if not path.exists():
        return {}
    wanted = {_id(line, where) for where, line in lines}
    found = {}
    for where, line in read_lines(path):
        name = _id(line, where)
        if name in wanted:
            found[name] = line
    return found


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
