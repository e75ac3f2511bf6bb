"""Games decision by decision: of bots, of records, and where actions are chosen of words.

A record of a game gives every decision as it was, as far as it goes by the rules and cards of now.
Without it the words give the choices of actions alone: positions inside a phase depend on draws,
which are not told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from gamekit.work import MOST_OF_A_RECORD, Work
from rftg_dev.yardstick.positions import Game, Round, kind_of
from rftg_dev.yardstick.stage import lay_out
from rftg_dev.yardstick.wording import answer_in_words, legal_answers
from rftg_engine import followed, steps
from rftg_engine.cards.table import Table
from rftg_engine.game import options_of
from rftg_engine.positions.layout import PositionError
from rftg_engine.race import new_game
from rftg_engine.state import State
from rftg_engine.view import View, view_of


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision and the answer given to it. The state is the game's own and goes on with it."""

    game: Driver[State]
    decision: Decision
    answer: Answer
    together: bool

    @property
    def state(self) -> State:
        """The whole position, with what is hidden."""
        return self.game.state

    def look(self) -> View:
        """Return what the player who decides may see."""
        return view_of(self.game.state, self.decision.player)


def moments(game: Driver[State], choose: Callable[[Decision], Answer]) -> Iterator[Moment]:
    """Yield the decisions of a game, each before its answer is given, to the end of the game."""
    while not game.over:
        asked = game.pending
        for decision in asked:
            answer = choose(decision)
            yield Moment(game, decision, answer, len(asked) > 1)
            game.answer(decision.player, answer)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record as far as it goes by the rules and cards of now. parted: why no farther, or ""."""

    table: Table
    record: dict[str, Any]
    parted: str

    def game(self) -> Driver[State]:
        """Return its game at its start."""
        shuffles = self.record.get("shuffles", ())
        options, seed = options_of(self.record), self.record["seed"]
        game = new_game(self.table, options, seed, None, False, (), shuffles)
        game.state.work = Work(MOST_OF_A_RECORD)  # bots may think more than those who played
        return game

    def moments(self) -> Iterator[Moment]:
        """Yield the decisions of all steps that came out as recorded."""
        answers: list[list[int]] = self.record["answers"]
        given = iter(answers)
        for count, moment in enumerate(moments(self.game(), lambda _asked: tuple(next(given))), 1):
            yield moment
            if count == len(answers):
                return


def replayed(table: Table, record: dict[str, Any]) -> Replayed:
    """Return a record as far as it goes. Raise RecordError where nothing of it does."""
    part, parted = followed(table, record)
    return Replayed(table, part, parted)


LAID_OUT: Final = (steps.CHOOSE,)
"""Steps whose decisions are exact from words alone: nothing is drawn before or in them."""


class Unlike(ValueError):
    """A position or a decision in words that our rules do not lead to; the message says which."""


def moments_of_round(game: Game, one: Round) -> Iterator[Moment]:
    """Yield the decisions of a round in words in which actions are chosen. Raise Unlike."""
    table = kind_of(game["kind"]).table
    driver = lay_out(table, game, one)
    for asked in one["decisions"]:
        if asked["step"] not in LAID_OUT:
            return
        pending = {decision.player: decision for decision in driver.pending}
        decision = pending.get(asked["player"])
        if decision is None or decision.kind != asked["kind"] or driver.step not in LAID_OUT:
            raise Unlike(f"player {asked['player']} is not asked {asked['kind']!r} here")
        answer = find(table, decision, asked["answer"])
        yield Moment(driver, decision, answer, len(pending) > 1)
        driver.answer(decision.player, answer)


def find(table: Table, decision: Decision, words: Any) -> Answer:
    """Return the legal answer that is worded so. Raise Unlike where there is none."""
    for answer in legal_answers(decision):
        if answer_in_words(table, decision, answer) == words:
            return answer
    raise Unlike(f"{decision.kind}: {words!r:.60} is no answer here")


class Decisions:
    """All decisions of a game that can be shown as they were, from its record and its words.

    Once they have been gone through: exact, the record gave all; parted, why it did not, "" also
    where there is none; unlike, why the words did not give the choices of actions that were left.
    """

    def __init__(self, game: Game, record: bytes | None) -> None:
        self.game, self.record = game, record
        self.exact, self.parted, self.unlike = False, "", ""

    def __iter__(self) -> Iterator[Moment]:
        last = 0
        for moment in self._recorded():
            last = moment.state.round
            yield moment
        for one in self.game["rounds"]:
            if self.exact or one["start"] is None or one["round"] <= last:
                continue
            try:
                yield from moments_of_round(self.game, one)
            except (Unlike, PositionError) as error:
                self.unlike = f"round {one['round']}: {error}"
                return

    def _recorded(self) -> Iterator[Moment]:
        if self.record is None:
            return
        try:
            record = replayed(kind_of(self.game["kind"]).table, json.loads(self.record))
        except ValueError as error:
            self.parted = str(error)
            return
        yield from record.moments()
        self.exact, self.parted = not record.parted, record.parted
