"""A game as its record: sets, options, seed, answers, and a digest after every step.

The format is described by grammar/record.schema.json and in docs/engine.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from rftg_engine.decisions import IllegalAnswer
from rftg_engine.driver import Driver
from rftg_engine.options import SWITCHES, Options
from rftg_engine.race import new_game
from rftg_engine.scoring import Result, result
from rftg_engine.state import State
from rftg_engine.table import Table

FORMAT: Final = "rftg-dsl-record/1"


class RecordError(ValueError):
    """A record that cannot be replayed, or that tells of another game than the one replayed."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What a verified record has: its game, played, and how many answers and steps there were."""

    game: Driver[State]
    answers: int
    steps: int
    other_texts: tuple[str, ...]
    """Sets whose text has changed since the record was made."""


class Recorder:
    """Plays a new game and keeps what its record needs."""

    def __init__(self, table: Table, options: Options, seed: str) -> None:
        self.table, self.options, self.seed = table, options, seed
        self._digests: list[list[str]] = []
        self.game = new_game(table, options, seed, self._watch)

    def _watch(self, step: str, state: State) -> None:
        self._digests.append([step, state.digest()])

    def record(self, players: list[str]) -> dict[str, Any]:
        """The record as JSON data. players: a name for each seat."""
        return {
            "format": FORMAT,
            "sets": [[card_set.id, card_set.digest] for card_set in self.table.sets],
            "players": players,
            **{name: getattr(self.options, name) for name in SWITCHES},
            "seed": self.seed,
            "cards": card_names(self.table),
            "answers": [list(answer) for answer in self.game.answers],
            "steps": self._digests,
            "result": _result_data(result(self.table, self.game.state), self.game),
        }


def card_names(table: Table) -> list[str]:
    """A name for every card number: its title, further copies numbered from 2."""
    seen: Counter[str] = Counter()
    names = []
    for title in table.titles:
        seen[title] += 1
        names.append(title if seen[title] == 1 else f"{title} #{seen[title]}")
    return names


def replay(table: Table, record: Any) -> Replay:
    """Plays a record again and compares every step and the result.

    record: what JSON gave. Raises RecordError.
    """
    _check_form(record, table)
    switches = {name: record[name] for name in SWITCHES}
    options = Options(len(record["players"]), **switches)
    checker = _Checker(record["steps"])
    try:
        game = new_game(table, options, record["seed"], checker.compare)
        _answer_all(game, record["answers"])
    except ValueError as error:
        raise RecordError(str(error)) from None
    if checker.done != len(record["steps"]):
        raise RecordError(f"the game stops after {checker.done} of {len(record['steps'])} steps")
    ours = _result_data(result(table, game.state), game)
    if ours != record["result"]:
        raise RecordError(f"the result is {ours}, the record says {record['result']}")
    known = dict(record["sets"])
    changed = tuple(one.id for one in table.sets if known.get(one.id) != one.digest)
    return Replay(game, len(record["answers"]), checker.done, changed)


class _Checker:
    """Compares the digest of each step with the recorded one."""

    def __init__(self, steps: list[list[str]]) -> None:
        self.steps = steps
        self.done = 0

    def compare(self, step: str, state: State) -> None:
        """Raises RecordError when the step or its digest is another."""
        if self.done >= len(self.steps):
            raise RecordError(f"step {self.done + 1}, {step}: the record has no such step")
        name, digest = self.steps[self.done]
        ours = state.digest()
        if (step, ours) != (name, digest):
            raise RecordError(
                f"step {self.done + 1}: the game has {step} {ours}, the record {name} {digest}"
            )
        self.done += 1


def _answer_all(game: Driver[State], answers: list[list[int]]) -> None:
    """Gives the answers in the order in which decisions with a choice were put."""
    given = 0
    while not game.over and given < len(answers):
        # The record lists simultaneous answers in the order of their decisions.
        for decision in game.pending:
            if given == len(answers):
                return
            try:
                game.answer(decision.player, tuple(answers[given]))
            except IllegalAnswer as error:
                raise RecordError(f"answer {given + 1} in {game.step}: {error}") from None
            given += 1
    if given < len(answers):
        raise RecordError(f"the game is over after {given} of {len(answers)} answers")


_MEMBERS: Final[dict[str, type]] = {
    "sets": list,
    "players": list,
    **dict.fromkeys(SWITCHES, bool),
    "seed": str,
    "cards": list,
    "answers": list,
    "steps": list,
    "result": dict,
}
MOST_ANSWERS: Final = 100_000


def _check_form(record: Any, table: Table) -> None:
    if not isinstance(record, dict):
        raise RecordError(f"this is no {FORMAT}: it is a {type(record).__name__}")
    if record.get("format") != FORMAT:
        raise RecordError(f"this is no {FORMAT}: its format is {record.get('format')!r}")
    for member, kind in _MEMBERS.items():
        if not isinstance(record.get(member), kind):
            raise RecordError(f"`{member}` must be a {kind.__name__}: {record.get(member)!r:.60}")
    answers = record["answers"]
    if len(answers) > MOST_ANSWERS:
        raise RecordError(f"a record has at most {MOST_ANSWERS} answers, not {len(answers)}")
    for number, answer in enumerate(answers, 1):
        if not isinstance(answer, list) or not all(type(part) is int for part in answer):
            raise RecordError(f"answer {number} must be a list of whole numbers: {answer!r:.60}")
    for step in [*record["steps"], *record["sets"]]:
        if (
            not isinstance(step, list)
            or len(step) != 2
            or not all(isinstance(x, str) for x in step)
        ):
            raise RecordError(f"steps and sets are pairs of texts: {step!r:.60}")
    names = card_names(table)
    if record["cards"] != names:
        wrong = [name for name in record["cards"] if name not in names][:3]
        raise RecordError(f"the record is of other cards than the sets in use, for one {wrong}")


def _result_data(ended: Result, game: Driver[State]) -> dict[str, Any]:
    return {
        "over": game.over,
        "rounds": game.state.round,
        "scores": list(ended.scores),
        "tie_breaks": list(ended.tie_breaks),
        "winners": list(ended.winners),
    }
