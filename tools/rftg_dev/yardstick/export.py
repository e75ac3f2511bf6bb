"""`python -m rftg_dev.yardstick.export KIND...`: games of bots, told in words.

They are files of the same form as those of any other player: positions-LEVEL-KIND.jsonl.gz, and the
records LEVEL-KIND.jsonl.gz of the same games. Exit code 0: written. 2: not possible.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from gamekit.driver import Driver
from rftg_dev.harness import add_jobs
from rftg_dev.yardstick.moments import Moment, moments
from rftg_dev.yardstick.positions import FORMAT, Game, Kind, Round, kind_of
from rftg_dev.yardstick.wording import asked_in_words, position_in_words
from rftg_engine import steps
from rftg_engine.bots import LEVELS, make_bot
from rftg_engine.game import RACE
from rftg_engine.phases.rounds import endings
from rftg_engine.phases.scoring import result
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.progress import progress
from rftg_tools.simulation.games import MOST_ROUNDS
from rftg_tools.workers.processes import map_in_parallel

GAMES: Final = 100


class Endless(ValueError):
    """A game does not come to its end."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play games of each kind and write them."""
    parser = argparse.ArgumentParser(
        prog="python -m rftg_dev.yardstick.export",
        description=(__doc__ or "").partition("\n\n")[2],
    )
    parser.add_argument("kinds", nargs="+", help="such as base-2p, base-2pa or arc1-4p")
    parser.add_argument("--level", choices=LEVELS, default="expert", help="(default expert)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each (default {GAMES})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    add_jobs(parser)
    parser.add_argument("-o", dest="folder", type=Path, default=Path(), help="folder to write to")
    args = parser.parse_args(argv)
    try:
        for name in args.kinds:
            kind = kind_of(f"{args.level}-{name}")
            write(args.folder, kind, self_play(kind, args.level, args.games, args.seed, args.jobs))
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def self_play(
    kind: Kind, level: str, games: int, seed: int, jobs: int | None
) -> Iterator[tuple[Game, dict[str, Any]]]:
    """Yield games between bots of a level, in words and as records."""
    numbers = range(games)
    played = map_in_parallel(partial(_play_one, kind, level, seed), numbers, jobs)
    endless = 0
    for game in progress(played, games, "games"):
        if game is None:
            endless += 1
        else:
            yield game
    if endless:
        without = (
            f"{endless} of {games} games of {kind.name} did not end within {MOST_ROUNDS} rounds"
        )
        print(f"note: {without}, and are left out", file=sys.stderr)


def _play_one(kind: Kind, level: str, seed: int, number: int) -> tuple[Game, dict[str, Any]] | None:
    """Return a game in words, and its record; None for one that does not end."""
    table = kind.table
    name = f"{kind.name}/{seed:02}{number:06}"
    recorder = RACE.recorder(table, kind.options, name)
    bots = [make_bot(level, table, f"{name}/bot {seat}") for seat in range(kind.players)]
    state = recorder.game.state
    played = moments(
        recorder.game,
        lambda asked: bots[asked.player].choose(asked, partial(view_of, state, asked.player)),
    )
    try:
        words = in_words(kind, name, recorder.game, played)
    except Endless:
        return None
    return words, recorder.record([level] * kind.players)


def in_words(kind: Kind, name: str, game: Driver[State], played: Iterator[Moment]) -> Game:
    """Return a game in words, once all of it has been played. Raise Endless where it does not end.

    name: its id.
    """
    table = kind.table
    rounds: list[Round] = [{"round": 0, "start": None, "decisions": []}]
    for moment in played:
        state = moment.state
        if state.round > MOST_ROUNDS:
            raise Endless(f"game {name} does not end within {MOST_ROUNDS} rounds")
        if game.step == steps.CHOOSE and state.round > rounds[-1]["round"]:
            start = position_in_words(table, state)
            rounds.append({"round": state.round, "start": start, "decisions": []})
        rounds[-1]["decisions"].append(
            asked_in_words(table, moment.decision, moment.answer, game.step, moment.together)
        )
    state = game.state
    ended = result(table, state)
    return {
        "format": FORMAT,
        "id": name,
        "kind": kind.name,
        "players": kind.players,
        "experienced": kind.experienced,
        "goals": [table.goals[number].title for number in state.goals],
        "takeovers": state.takeovers,
        "result": {
            "scores": list(ended.scores),
            "winners": list(ended.winners),
            "rounds": state.round,
            "end": endings(table, state),
        },
        "rounds": rounds,
        "final": position_in_words(table, state),
    }


def write(folder: Path, kind: Kind, games: Iterator[tuple[Game, dict[str, Any]]]) -> None:
    """Write games in words and their records, two files in a folder."""
    words = folder / f"positions-{kind.name}.jsonl.gz"
    records = folder / f"{kind.name}.jsonl.gz"
    with gzip.open(words, "wt", encoding="utf-8") as told, gzip.open(records, "wt") as kept:
        for game, record in games:
            print(_line(game), file=told)
            print(_line(record), file=kept)


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    raise SystemExit(main())
