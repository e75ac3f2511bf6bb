"""Games of Roll that a value is learned from: of bots of several minds, that now and then stray.

Each position in which a phase is selected is an example: NOTES, then the inputs of the network.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Final

from gamekit.bots import Bot
from gamekit.decisions import Answer, Choice, Decision
from gamekit.work import TooMuchWork
from rftg_dsl.bundle import pack, unpack
from rftg_dsl.library import cards_in_use
from rftg_tools.workers.processes import map_in_parallel
from roll_engine import Options, Table, new_game, result
from roll_engine.asks import SELECT
from roll_engine.bots import knowledge_of, play_out
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
