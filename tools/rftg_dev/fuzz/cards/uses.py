"""What is done with a random file: the plan, what became of it, and what all games share of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from gamekit.work import TooMuchWork
from rftg_dev.fuzz.faces import broken as broken_faces
from rftg_dev.fuzz.sandbox import Budget, Failure, Tell
from rftg_dsl.games import GAMES as ALL_GAMES
from rftg_dsl.games import RACE
from rftg_dsl.model import Card, CardSet
from rftg_dsl.syntax.ast import SCORE
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_card
from rftg_dsl.wording.icon_line import icon_line, icon_scoring
from rftg_tools.faces.theme import load_theme, shipped_themes
from rftg_tools.simulation.games import patience_of

MOST_ROUNDS: Final = 40
"""Rounds after which a game is broken off: with some cards it never ends."""
STAGES: Final = ("words", "play", "balance", "print")
"""What is done with a file, in this order; each step's name begins with that of its stage."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What every file is put through. seed: of the files. stages: of STAGES. game: by its id."""

    seed: int
    budget: Budget
    stages: tuple[str, ...] = STAGES
    game: str = RACE.id


@dataclass(slots=True)
class Tried:
    """What became of a file. errors, warnings: findings of `check`.

    games, decisions: of the games that were played. measured: games of the balance. stopped: games
    of both that took too much work, and said so. stalled: games of bots that came to a standstill.
    failure: what went wrong, with the text of the file; None when nothing did.
    """

    number: int
    errors: int = 0
    warnings: int = 0
    games: int = 0
    decisions: int = 0
    measured: int = 0
    stopped: int = 0
    stalled: int = 0
    faces: int = 0
    failure: Failure | None = None
    text: str = ""

    @property
    def clean(self) -> bool:
        """Whether `check` found no error, so that the file was used."""
        return not self.errors


class Broken(AssertionError):
    """What does not hold with a card file."""


class Uses(ABC):
    """The use of one file that `check` accepts. Raises whatever goes wrong."""

    def __init__(self, tell: Tell, seed: str, path: Path, card_set: CardSet, tried: Tried) -> None:
        self._tell, self._seed, self._path = tell, seed, path
        self._set, self._tried = card_set, tried
        self._rng = Random()

    def go(self, stages: tuple[str, ...]) -> None:
        """Go through some stages; what each draws does not depend on the others."""
        every: tuple[Callable[[], None], ...] = (self._word, self._play, self._measure, self._print)
        for stage, do in zip(STAGES, every, strict=True):
            if stage in stages:
                self._rng.seed(f"{self._seed}/{stage}")
                do()

    def _word(self) -> None:
        """Word every card, and write every line in its one way of writing."""
        self._tell("words: cards")
        for card in self._set.cards:
            word_card(card)
            _say_lines(card, ALL_GAMES[self._set.game].power)

    def _play_out(self, play_out: Callable[..., int], game: Any, bots: Any, level: str) -> None:
        """Play a game of bots of a level out, and count what becomes of it."""
        self._tried.games += 1
        try:
            self._tried.decisions += play_out(game, bots, MOST_ROUNDS, patience_of([level]))
        except TooMuchWork:
            self._tried.stopped += 1
        else:
            self._tried.stalled += not game.over and game.state.round <= MOST_ROUNDS

    @abstractmethod
    def _play(self) -> None:
        """Play games with the cards."""

    @abstractmethod
    def _measure(self) -> None:
        """Measure games with the cards, where the game has that."""

    def _print(self) -> None:
        """Set the faces of all cards in one of the shipped themes."""
        name = self._rng.choice(sorted(shipped_themes()))
        self._tell(f"print: the theme {name}")
        wrong = broken_faces(self._set, load_theme(name))
        if wrong:
            raise Broken(wrong[0])
        self._tried.faces += len(self._set.cards)


def _say_lines(card: Card, start: str) -> None:
    for line in card.powers:
        text = format_power(line.power)
        read = parse_power(text, start)
        if read != line.power or format_power(read) != text:
            again = format_power(read)
            raise Broken(f"{card.title}: {line.text!r} is {again!r} when it is read again")
        if line.power.phase != SCORE:
            icon_line(line.power, card.kind or "")
        else:
            icon_scoring(line.power)
