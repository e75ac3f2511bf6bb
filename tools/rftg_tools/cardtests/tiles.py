"""Tests of tiles: the position, the answers and the mismatches."""

from __future__ import annotations

from collections import Counter
from typing import Final

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.work import TEST_LIMIT, Work
from rftg_dsl.diagnostics.model import Diagnostic, Label, Region
from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.syntax.situations import (
    PLACES,
    TileAnswer,
    TileExpectation,
    TileSide,
    TileTest,
)
from rftg_dsl.words.tiles import WORKER_PHASES
from roll_engine import Position, PositionError, Side
from roll_engine.cards.table import Table
from roll_engine.phases.rounds import end_reasons
from roll_engine.positions import describe_answer, dice_to_text, find_answer, parse_dice

_MAX_LISTED: Final = 8
"""Maximum number of answers in a note."""
_MAX_DECISIONS: Final = 2_000
"""Maximum number of decisions in a test, which plays one round."""


def play_test(table: Table, test: TileTest, file: str) -> list[Diagnostic]:
    """Play a test and return its mismatches."""
    try:
        position = _lay_out(table, test)
    except (PositionError, ValueError) as problem:
        return [Diagnostic("E605", str(problem), file, test.region)]
    position.state.work = Work(TEST_LIMIT)
    return _TestRun(position, test, file).mismatches()


def _lay_out(table: Table, test: TileTest) -> Position:
    sides = [_side(side) for side in _in_order(test)]
    steps = test.steps or tuple(
        phase
        for phase in WORKER_PHASES
        if any(side.selects == phase or getattr(side, phase) for side in sides)
    )
    bag = None if test.bag is None else ", ".join(test.bag)
    if not steps:
        return Position(table, *sides, step="manage", until="manage", bag=bag, first=1)
    return Position(table, *sides, step=steps[0], until=steps[-1], bag=bag, first=1)


def _in_order(test: TileTest) -> tuple[TileSide, ...]:
    """Return the sides in the order of strict timing."""
    return test.sides if test.you_first else (*test.sides[1:], test.sides[0])


def _side(side: TileSide) -> Side:
    faces = {key: ", ".join(titles) for key, titles in side.faces}
    goods = "; ".join(f"{title}: {dice}" for title, dice in side.goods)
    return Side(
        **faces,
        **dict(side.dice),
        goods=goods,
        selects=side.selects,
        credits=side.credits,
        chips=side.vp,
    )


class _TestRun:
    """A test while it is played."""

    def __init__(self, position: Position, test: TileTest, file: str) -> None:
        self._position, self._test, self._file = position, test, file
        self._sides = _in_order(test)
        self._remaining = [list(side.answers) for side in self._sides]
        self._log: list[str] = []

    def mismatches(self) -> list[Diagnostic]:
        if self._test.steps or any(side.dice or side.selects for side in self._sides):
            self._play()
        return self._unmatched_answers() or self._unmet_expectations()

    def _play(self) -> None:
        position = self._position
        for _ in range(_MAX_DECISIONS):
            if not position.driver.pending:
                return
            decision = position.driver.pending[0]
            seat = position.state.order.index(decision.player)
            answer = self._answer(seat, decision)
            text = describe_answer(position.table, decision, answer)
            self._log.append(f"{self._prefix(seat)}{decision.kind}: {text}")
            position.driver.answer(decision.player, answer)

    def _answer(self, seat: int, decision: Decision) -> Answer:
        """Return the next answer of the test if it fits, else the default answer."""
        remaining = self._remaining[seat]
        if remaining:
            answer = self._read(decision, remaining[0])
            if answer is not None:
                del remaining[0]
                return answer
        return () if decision.refusal(()) is None else decision.first()

    def _read(self, decision: Decision, line: TileAnswer) -> Answer | None:
        words = () if line.text == "none" else _split_words(self._position.table, line.text)
        try:
            answer = find_answer(self._position.table, decision, words)
        except IllegalAnswer:
            return None
        return answer if decision.refusal(answer) is None else None

    def _unmatched_answers(self) -> list[Diagnostic]:
        """Report the first answer of each player that matched no decision."""
        lines = [remaining[0] for remaining in self._remaining if remaining]
        return [
            self._diagnostic("E613", line.region, f"no decision matched the answer `{line.text}`")
            for line in lines
        ]

    def _unmet_expectations(self) -> list[Diagnostic]:
        diagnostics = []
        for seat, side in enumerate(self._sides):
            for expectation in side.expectations:
                mismatch = _find_mismatch(self._position, seat, expectation)
                if mismatch:
                    text = f"{self._prefix(seat)}{mismatch}"
                    diagnostics.append(self._diagnostic("E611", expectation.region, text))
        return diagnostics

    def _prefix(self, seat: int) -> str:
        """Return the prefix of a text about a player, or "" for yourself."""
        index = self._test.sides.index(self._sides[seat])
        if not index:
            return ""
        return "the opponent: " if len(self._sides) == 2 else f"opponent {index}: "

    def _diagnostic(self, code: str, region: Region, message: str) -> Diagnostic:
        labels = () if region == self._test.region else (Label(self._test.region, "in this test"),)
        notes = (f"decisions: {'; '.join(self._log[-_MAX_LISTED:]) or 'none'}",)
        return Diagnostic(code, message, self._file, region, labels=labels, notes=notes)


def _split_words(table: Table, text: str) -> tuple[str, ...]:
    """Split an answer at its commas, except for commas in titles."""
    words: list[str] = []
    for part in text.split(","):
        joined = f"{words[-1]},{part}" if words else ""
        if joined in table.titles:
            words[-1] = joined
        else:
            words.append(part.strip())
    return tuple(words)


_NOUNS: Final = {
    "tableau": ("face in the tableau", "faces in the tableau"),
    "developments": ("tile in the stack of developments", "tiles in the stack of developments"),
    "worlds": ("tile in the stack of worlds", "tiles in the stack of worlds"),
    "credits": ("credit", "credits"),
    "vp": ("VP in chips", "VP in chips"),
    "score": ("point", "points"),
}
"""Singular and plural of counted things."""


def _find_mismatch(position: Position, player: int, expectation: TileExpectation) -> str:
    """Return a sentence about an unmet expectation, or "" if it is met."""
    key, value = expectation.key, expectation.value
    if key in PLACES:
        text = value if isinstance(value, str) else ""
        return _compare_dice(text, position.dice(player, key), key)
    if key == "goods":
        return _compare_goods(position, player, value)
    if key == "game":
        actual = "over" if end_reasons(position.state) else "goes on"
        return "" if actual == value else f"the game {_GAME[actual]}"
    if isinstance(value, tuple):
        return _compare_titles(position, player, key, [str(title) for title in value])
    assert isinstance(value, int)
    count = _count(position, player, key)
    if count == value:
        return ""
    return f"expected {counted(value, *_NOUNS[key])}, but {there_are(count)}"


_GAME: Final = {"over": "is over", "goes on": "is not over"}


def _count(position: Position, player: int, key: str) -> int:
    match key:
        case "credits":
            return position.credits(player)
        case "vp":
            return position.chips(player)
        case "score":
            return position.score(player)
        case _:
            return len(_titles(position, player, key))


def _titles(position: Position, player: int, key: str) -> list[str]:
    if key == "tableau":
        return position.tableau(player)
    return position.developments(player) if key == "developments" else position.worlds(player)


def _compare_titles(position: Position, player: int, key: str, expected: list[str]) -> str:
    """Compare titles: of a tableau in any order, of a stack in order."""
    titles = _titles(position, player, key)
    is_tableau = key == "tableau"
    same = Counter(titles) == Counter(expected) if is_tableau else titles == expected
    listed = ", ".join(titles) or "none"
    return "" if same else f"expected other {_NOUNS[key][1]}; there are: {listed}"


def _compare_dice(expected: str, dice: str, place: str) -> str:
    if parse_dice(expected) == parse_dice(dice):
        return ""
    expected_text = dice_to_text(parse_dice(expected)) or "no dice"
    return f"expected {expected_text} in {place}, but there are {dice or 'none'}"


def _compare_goods(position: Position, player: int, value: object) -> str:
    goods = position.goods(player)
    expected = dict(value) if isinstance(value, tuple) else {}
    listed = "; ".join(f"{title}: {dice}" for title, dice in goods.items()) or "none"
    same = goods.keys() == expected.keys() and all(
        parse_dice(dice) == parse_dice(expected[title]) for title, dice in goods.items()
    )
    return "" if same else f"expected other goods; there are: {listed}"
