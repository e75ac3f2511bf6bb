"""`python -m rftg_dev.conformance PATH...`: compare our engine with recorded games.

Exit code 0: no divergence. 1: some. 2: a file could not be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gamekit.records import RecordError
from rftg_dev.harness import add_jobs
from rftg_engine import replay
from rftg_engine.state import State
from rftg_tools.importing.record import Divergence, Event
from rftg_tools.importing.runner import Report, Run, follow, read_games, record_of, run_game
from rftg_tools.progress import with_progress
from rftg_tools.recorded import Unreadable
from rftg_tools.workers.processes import map_in_parallel


def main(argv: Sequence[str] | None = None) -> int:
    """Run the games of all files, and print the counts and the divergences."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.conformance", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="records, .jsonl or .jsonl.gz")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_jobs(parser)
    parser.add_argument(
        "--imports",
        type=int,
        default=0,
        metavar="N",
        help="also convert every Nth game to one of our records, and replay it",
    )
    args = parser.parse_args(argv)
    try:
        reports = list(_run_all(args.paths, args.jobs, args.imports))
    except (OSError, Unreadable) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    summary = summarize(reports)
    print(json.dumps(summary, indent=1) if args.json else format_summary(summary))
    return 1 if summary["divergences"] else 0


def _run_all(paths: list[Path], jobs: int | None, imports: int) -> Iterator[Report]:
    games = [game for path in paths for game in _read(path)]
    work = [(game, bool(imports) and not number % imports) for number, game in enumerate(games)]
    for reports in with_progress(map_in_parallel(_run_one, work, jobs), len(games), "games"):
        yield from reports


def _read(path: Path) -> Iterator[dict[str, Any]]:
    try:
        yield from read_games(path)
    except Unreadable as reason:
        raise Unreadable(f"{path}: {reason}") from None


def _run_one(work: tuple[dict[str, Any], bool]) -> list[Report]:
    """Replay a game, then again with rotated seats unless it diverged.

    work: the game, and whether to import it as one of our records.
    """
    game, as_record = work
    report = run_import(game) if as_record else run_game(game)
    return [report] if report.divergence else [report, run_turned(game)]


def summarize(played: list[Report]) -> dict[str, Any]:
    """Return the counts over all games, each counted once, and every divergence."""
    exceptions: Counter[str] = Counter()
    resolved: Counter[str] = Counter()
    reports = [report for report in played if not report.has_rotated_seats]
    for report in reports:
        exceptions.update(report.exceptions)
        resolved.update(report.resolved)
    diverging = [(report.game, report.divergence) for report in played if report.divergence]
    return {
        "games": len(reports),
        "turned": len(played) - len(reports),
        "decisions": sum(report.decisions for report in reports),
        "imported": sum(report.is_imported for report in reports),
        "forced": sum(report.forced for report in reports),
        "states": sum(report.states for report in reports),
        "exceptions": dict(sorted(exceptions.items())),
        "resolved": dict(sorted(resolved.items())),
        "divergences": len(diverging),
        "kinds": dict(Counter(divergence.kind for _game, divergence in diverging)),
        "list": [
            {
                "game": game,
                "kind": divergence.kind,
                "event": divergence.event,
                "record": repr(divergence.record),
                "ours": repr(divergence.ours),
            }
            for game, divergence in diverging
        ],
    }


def format_summary(summary: dict[str, Any]) -> str:
    """Format a summary as text."""
    lines = [
        f"games               {summary['games']:8}",
        f"with seats turned   {summary['turned']:8}  (the same games with rotated seats)",
        f"decisions compared  {summary['decisions']:8}",
        f"states compared     {summary['states']:8}",
        *([f"imported            {summary['imported']:8}"] if summary["imported"] else []),
        f"only one answer     {summary['forced']:8}  (decisions that the record leaves out)",
    ]
    for title in ("resolved", "exceptions", "kinds"):
        for kind, count in summary[title].items():
            lines.append(f"{_TITLES[title]:20}{count:8}  {kind}")
    lines.append(f"divergences         {summary['divergences']:8}")
    for divergence in summary["list"]:
        lines.append(f"\n{divergence['game']}, event {divergence['event']}: {divergence['kind']}")
        lines.append(f"  record: {divergence['record']}")
        lines.append(f"  ours:   {divergence['ours']}")
    return "\n".join(lines)


_TITLES = {"resolved": "read from events", "exceptions": "named exception", "kinds": "diverging"}


_SEATS: Final = ("p", "from", "owner", "attacker")
"""Members that contain a seat; `from` is a world in some events."""


def run_import(game: dict[str, Any]) -> Report:
    """Run a game as `run_game` does, then convert it to our format and replay the record.

    A record that does not replay is a divergence.
    """
    report, run = follow(game)
    if report.divergence is None and run is not None:
        try:
            replayed = replay(run.table, record_of(game, run))
            report.is_imported = True
            if not report.departure:  # else forced answers may follow the end of the comparison
                _compare(run, replayed.game.state)
        except RecordError as error:
            report.divergence = Divergence("import", run.reader.place, None, str(error))
        except Divergence as divergence:
            report.divergence = divergence
    return report


def _compare(run: Run, state: State) -> None:
    """Raise Divergence unless the final state equals that of the original game."""
    ours, theirs = _comparable(state), _comparable(run.driver.state)
    for member, value in ours.items():
        if value != theirs[member]:
            raise Divergence(f"import: {member}", run.reader.place, theirs[member], value)


def _comparable(state: State) -> dict[str, Any]:
    """Return the data of a state. The discard pile is sorted: its order is not always recorded."""
    return {**state.dump(), "discard": sorted(state.discard)}


def run_turned(game: dict[str, Any]) -> Report:
    """Run a game as `run_game` does, with another seat first, chosen by the number of events.

    Records number the seats in turn order, so an engine that uses seat order would not be noticed.
    """
    opponents = game["players"] - 1
    report = run_game(rotate_seats(game, 1 + len(game["events"]) % opponents))
    report.has_rotated_seats = True
    return report


def rotate_seats(game: dict[str, Any], first: int) -> dict[str, Any]:
    """Return the game with its first player at seat `first` and the others clockwise from there."""
    events = [_rotate(event, first % game["players"], game["players"]) for event in game["events"]]
    return {**game, "id": f"{game['id']} turned", "first": first, "events": events}


def _rotate(event: Event, first: int, players: int) -> Event:
    def seat(place: int) -> int:
        return (place + first) % players

    rotated = {
        name: seat(value) if name in _SEATS and isinstance(value, int) else value
        for name, value in event.items()
    }
    for name in ("players", "scores"):
        if isinstance(event.get(name), list):
            values = event[name]
            rotated[name] = [*values[-first:], *values[:-first]] if first else values
    if "winners" in event:
        rotated["winners"] = sorted(map(seat, event["winners"]))
    return rotated


if __name__ == "__main__":
    raise SystemExit(main())
