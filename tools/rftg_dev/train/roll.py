"""`python -m rftg_dev.train.roll`: learns the value of Roll's positions from games between bots.

Bots of several minds play, and stray now and then. Each position in which a phase is selected is an
example: NOTES, then the inputs of the network. Its target is how much the lead still changes."""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import roll_engine
from gamekit.bots import Bot
from gamekit.decisions import Answer, Choice, Decision
from gamekit.work import TooMuchWork
from rftg_dev.harness import positive
from rftg_dev.train.common import add_fit, need_numpy, told, try_output, write
from rftg_dsl.bundle import pack, unpack
from rftg_dsl.library import cards_in_use
from rftg_tools.progress import with_progress
from rftg_tools.workers.fingerprint import digest_files
from rftg_tools.workers.processes import map_in_parallel
from roll_engine import Options, Table, new_game, result
from roll_engine.asks import SELECT
from roll_engine.bots import knowledge_of, lead, play_out
from roll_engine.bots.lead import INPUTS, SCORE, Guess, Judge, Learned, Mixed, features_of, read
from roll_engine.bots.plans import Outlook
from roll_engine.bots.play import Imagined, settle_up
from roll_engine.bots.player import Valuing
from roll_engine.view import View

GAME: Final = 0
AHEAD: Final = 1
LEAD: Final = 2
SELECTED: Final = 3
NOTES: Final = 4
"""How many columns come before the inputs.

GAME: by number. AHEAD: points by which the player is ahead of the best other one, if the game ended
now. LEAD: the same at the end. SELECTED: the phase that was.
"""
WIDTH: Final = NOTES + len(INPUTS)
MOST_ROUNDS: Final = 60
PLAYERS: Final = (2, 3, 4, 2, 5, 3)
"""How many play, in turn."""
CHANGE: Final = 0.35
"""How far weights are changed at random: the standard deviation of the logarithm of a factor."""
STRAYING: Final = 0.04
"""The part of all phases that is selected at random."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is played. start: the value that bots play by, None for weights thought up."""

    seed: int
    start: Path | None = None


class Watched:
    """A bot that strays at times, and whose positions are noted as it selects phases."""

    def __init__(self, bot: Valuing, seed: str) -> None:
        self.bot: Final = bot
        self.rng: Final = Random(seed)
        self.positions: list[tuple[int, float, int, list[float]]] = []

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the bot, or any."""
        if not isinstance(decision, Choice) or decision.kind != SELECT:
            return self.bot.choose(decision, look)
        view = look()
        answer = self.bot.choose(decision, lambda: view)
        imagined = Imagined(self.bot.known, self.bot.judge, view)
        row = inputs_of(imagined)
        self.positions.append((view.me, row[SCORE] - imagined.best, answer[0], row))
        if self.rng.random() < STRAYING:
            return self.rng.choice(decision.options)
        return answer


def inputs_of(imagined: Imagined) -> list[float]:
    """Return all inputs of the value for a position where a round begins."""
    player = imagined.mine.copy()
    settle_up(player)
    imagined.state.players[imagined.me] = player
    mine = features_of(imagined.known, imagined.state, imagined.me)
    return [*mine, *imagined.others, *imagined.stage(player)]


def all_examples(course: Course, games: int, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    yield from map_in_parallel(partial(play_one, course), range(games), jobs)


@lru_cache(maxsize=1)
def official() -> Table:
    """Return the official tiles."""
    sets = unpack(pack(("roll",)))
    return Table(sets, cards_in_use(sets))


def judge_of(course: Course, rng: Random) -> Judge:
    """Return a mind that no other one is quite like."""
    guess = Guess()
    guess.vary([2.718 ** rng.gauss(0.0, CHANGE) for _weight in range(len(guess.weights))])
    if course.start is None:
        return guess
    return Mixed(Learned(read(course.start).network), guess, rng.uniform(0.6, 1.0))


def play_one(course: Course, number: int) -> array[float]:
    """Return the examples of a game; of one without end none."""
    table, seed = official(), f"{course.seed}/{number}"
    players = PLAYERS[number % len(PLAYERS)]
    rng = Random(seed)
    game = new_game(table, Options(players), seed, None, False)
    bots = [
        Watched(Valuing(knowledge_of(table), judge_of(course, rng), Outlook()), f"{seed}/{seat}")
        for seat in range(players)
    ]
    seated: list[Bot[View]] = list(bots)
    found: array[float] = array("f")
    with suppress(TooMuchWork):
        play_out(game, seated, MOST_ROUNDS)
    if not game.over:
        return found
    scores = result(table, game.state).scores
    for bot in bots:
        for me, ahead, selected, row in bot.positions:
            lead = scores[me] - max(score for seat, score in enumerate(scores) if seat != me)
            found.extend((number, ahead, lead, selected))
            found.extend(row)
    return found


GAMES: Final = 4_000
UNITS: Final = 10
EPOCHS: Final = 30


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, and write the value.

    0: done. 2: what is needed is missing, or the value cannot be written.
    """
    args = _parser().parse_args(argv)
    return told(args, _learn(args))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train.roll", description=__doc__)
    parser.add_argument("--games", type=positive, default=GAMES, help=f"(default {GAMES})")
    parser.add_argument(
        "--start", type=Path, help="the bots play by this value (default: by guesses)"
    )
    add_fit(parser, "value", UNITS, EPOCHS)
    return parser


def _learn(args: argparse.Namespace) -> Iterator[str]:
    """Learn and write the value, and yield in words how good it is.

    Raises NoNumPy, OSError and ValueError.
    """
    need_numpy("value")
    from rftg_dev.train.roll_fit import learn

    if args.start is not None:
        lead.read(args.start)
    try_output(args.output)
    course = Course(args.seed, args.start)
    games = with_progress(all_examples(course, args.games, args.jobs), args.games, "games")
    data, said = learn(games, args.units, args.epochs, args.seed)
    write(args.output, {"format": lead.FORMAT, "trained": _notes(args), **data})
    lead.read(args.output)
    yield f"{args.games} games, {said}"


def _notes(args: argparse.Namespace) -> dict[str, Any]:
    """Return what the file notes of its training."""
    start = {} if args.start is None else {"start": args.start}
    engine = Path(str(roll_engine.__file__)).parent
    return {
        "seed": args.seed,
        "games": args.games,
        "units": args.units,
        "epochs": args.epochs,
        "start": digest_files(start, endings=("",)),
        "code": digest_files({"roll_engine": engine}, endings=(".py",)),
        "settings": [f"roll: {players} players" for players in PLAYERS],
    }


if __name__ == "__main__":
    sys.exit(main())
