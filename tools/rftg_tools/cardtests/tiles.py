"""Tests of tiles: the table laid out, the answers given, and what is then compared."""

from __future__ import annotations

from collections import Counter
from typing import Final

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.work import MOST_OF_A_TEST, Work
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
from roll_engine.phases.rounds import endings
from roll_engine.positions.words import answer_in_words, dice_to_text, find_answer, parse_dice

_SHOWN: Final = 8
"""Most answers that are listed."""
_MOST: Final = 2_000
"""Decisions of a test, which plays one round."""


def failures(table: Table, test: TileTest, file: str) -> list[Diagnostic]:
    """Play a test and return what differs from what it says, each at its place."""
    try:
        position = _laid_out(table, test)
    except (PositionError, ValueError) as problem:
        return [Diagnostic("E605", str(problem), file, test.region)]
    position.state.work = Work(MOST_OF_A_TEST)
    return _Play(position, test, file).failures()


def _laid_out(table: Table, test: TileTest) -> Position:
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


class _Play:
    """A test being played. log: what was decided, in the words of answers."""

    def __init__(self, position: Position, test: TileTest, file: str) -> None:
        self._position, self._test, self._file = position, test, file
        self._sides = _in_order(test)
        self._left = [list(side.answers) for side in self._sides]
        self._log: list[str] = []
        self._offered = ""

    def failures(self) -> list[Diagnostic]:
        """Return what differs."""
        if self._test.steps or any(side.dice or side.selects for side in self._sides):
            self._play()
        return self._unasked() or self._unmet()

    def _play(self) -> None:
        position = self._position
        for _number in range(_MOST):
            if not position.driver.pending:
                return
            decision = position.driver.pending[0]
            place = position.state.order.index(decision.player)
            answer = self._answer(place, decision)
            said = answer_in_words(position.table, decision, answer)
            self._log.append(f"{self._who(place)}{decision.kind}: {said}")
            position.driver.answer(decision.player, answer)

    def _answer(self, place: int, decision: Decision) -> Answer:
        """Return the next answer of the test where it fits, else what is done without one."""
        left = self._left[place]
        if left:
            found = self._read(decision, left[0])
            if found is not None:
                del left[0]
                return found
        return () if decision.refusal(()) is None else decision.first()

    def _read(self, decision: Decision, line: TileAnswer) -> Answer | None:
        words = () if line.text == "none" else _words(self._position.table, line.text)
        try:
            answer = find_answer(self._position.table, decision, words)
        except IllegalAnswer:
            return None
        return answer if decision.refusal(answer) is None else None

    def _unasked(self) -> list[Diagnostic]:
        return [
            self._finding(
                "E613", left[0].region, f"nothing was asked that `{left[0].text}` answers"
            )
            for left in self._left
            if left
        ]

    def _unmet(self) -> list[Diagnostic]:
        found = []
        for place, side in enumerate(self._sides):
            for wanted in side.expectations:
                short = _shortfall(self._position, place, wanted)
                if short:
                    text = f"{self._who(place)}{short}"
                    found.append(self._finding("E611", wanted.region, text))
        return found

    def _who(self, place: int) -> str:
        """Return whom a finding is about, "" for you."""
        number = self._test.sides.index(self._sides[place])
        if not number:
            return ""
        return "the opponent: " if len(self._sides) == 2 else f"opponent {number}: "

    def _finding(self, code: str, region: Region, message: str) -> Diagnostic:
        inside = () if region == self._test.region else (Label(self._test.region, "in this test"),)
        log = "; ".join(self._log[-_SHOWN:]) or "nothing"
        notes = (f"what was decided: {log}",)
        return Diagnostic(code, message, self._file, region, labels=inside, notes=notes)


def _words(table: Table, text: str) -> tuple[str, ...]:
    """Return the words of an answer; a title with a comma is one of them."""
    words: list[str] = []
    for part in text.split(","):
        joined = f"{words[-1]},{part}" if words else ""
        if joined in table.titles:
            words[-1] = joined
        else:
            words.append(part.strip())
    return tuple(words)


_NAMES: Final = {
    "tableau": ("face in the tableau", "faces in the tableau"),
    "developments": ("tile in the stack of developments", "tiles in the stack of developments"),
    "worlds": ("tile in the stack of worlds", "tiles in the stack of worlds"),
    "credits": ("credit", "credits"),
    "vp": ("VP in chips", "VP in chips"),
    "score": ("point", "points"),
}
"""What is counted: one of it, and several."""


def _shortfall(position: Position, player: int, wanted: TileExpectation) -> str:
    """Return what is otherwise than expected; "" where all is as expected."""
    key, value = wanted.key, wanted.value
    if key in PLACES:
        text = value if isinstance(value, str) else ""
        return _dice(text, position.dice(player, key), key)
    if key == "goods":
        return _goods(position, player, value)
    if key == "game":
        is_now = "over" if endings(position.state) else "goes on"
        return "" if is_now == value else f"the game {'is over' if is_now == 'over' else is_now}"
    if isinstance(value, tuple):
        return _titles(position, player, key, [str(one) for one in value])
    assert isinstance(value, int)
    got = _number(position, player, key)
    if got == value:
        return ""
    return f"expected {counted(value, *_NAMES[key])}, and {there_are(got)}"


def _number(position: Position, player: int, key: str) -> int:
    match key:
        case "credits":
            return position.credits(player)
        case "vp":
            return position.chips(player)
        case "score":
            return position.score(player)
        case _:
            return len(_stack(position, player, key))


def _stack(position: Position, player: int, key: str) -> list[str]:
    if key == "tableau":
        return position.tableau(player)
    return position.developments(player) if key == "developments" else position.worlds(player)


def _titles(position: Position, player: int, key: str, wanted: list[str]) -> str:
    """Compare titles: in a tableau in any order, in a stack in theirs."""
    there = _stack(position, player, key)
    same = Counter(there) == Counter(wanted) if key == "tableau" else there == wanted
    shown = ", ".join(there) or "none"
    return "" if same else f"expected other {_NAMES[key][1]}; there are: {shown}"


def _dice(wanted: str, there: str, where: str) -> str:
    if parse_dice(wanted) == parse_dice(there):
        return ""
    return f"expected {_said(wanted)} in {where}, and there are {there or 'none'}"


def _said(dice: str) -> str:
    return dice_to_text(parse_dice(dice)) or "no dice"


def _goods(position: Position, player: int, wanted: object) -> str:
    there = position.goods(player)
    expected = dict(wanted) if isinstance(wanted, tuple) else {}
    shown = "; ".join(f"{title}: {dice}" for title, dice in there.items()) or "none"
    same = there.keys() == expected.keys() and all(
        parse_dice(dice) == parse_dice(expected[title]) for title, dice in there.items()
    )
    return "" if same else f"expected other goods; there are: {shown}"
