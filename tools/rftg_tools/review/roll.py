"""Reviews of Roll: the points of the chart, and its decisions and scenes in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gamekit.decisions import Amounts, Answer, Choice, Decision
from rftg_tools.play.narration.texts import Text, text
from rftg_tools.play.roll.asks import ask_of
from rftg_tools.play.roll.frames import faces_in, fixed_facts, open_facts, own_facts
from rftg_tools.review.reviewer import Data, ReplayedGame, Reviewer
from roll_engine import steps
from roll_engine.cards.table import Table
from roll_engine.state import State
from roll_engine.view import view_of

_WITHOUT_POINT: Final = (steps.REVEAL, steps.MANAGE)
"""Steps without a point before them, because they are close to the next step."""
_STEP_NAMES: Final = {
    steps.ASSIGN: "workers",
    steps.REVEAL: "workers revealed",
    steps.ROLL: "dice",
    steps.MANAGE: "empire",
}


class DecisionWording:
    """Wording of a decision and its answers."""

    def __init__(self, table: Table, state: State, decision: Decision) -> None:
        self._decision = decision
        self._ask = ask_of(table, view_of(state, decision.player), decision)
        self.prompt: Text = self._ask["prompt"]
        self.about: int | None = self._ask["about"]

    def answer(self, answer: Answer) -> Text:
        """Return an answer in words: "Settle", or "2 Home, Genes"."""
        decision = self._decision
        if isinstance(decision, Choice):
            option = self._ask["options"][decision.options.index(answer)]
            return text(option["label"])
        items = self._ask["things"]
        if isinstance(decision, Amounts):
            counted = [(item["label"], count) for item, count in zip(items, answer, strict=True)]
        else:
            counted = [(item["label"], item["value"] in answer) for item in items]
        named = [f"{count} {label}" if count > 1 else label for label, count in counted if count]
        return text(", ".join(named) or "none")


class RollReviewer(Reviewer):
    """Reviews of Roll."""

    level = "greedy"
    minor_steps = (steps.MANAGE,)

    def rounds_until_point(self, _last_step: str, next_step: str) -> int | None:
        return None if next_step in _WITHOUT_POINT else int(next_step == steps.ROLL)

    def step_name(self, step: str) -> str:
        return _STEP_NAMES.get(step, step.capitalize())

    def wording(
        self, table: Table, state: State, decision: Decision, _names: Sequence[str]
    ) -> DecisionWording:
        return DecisionWording(table, state, decision)

    def table_facts(self, position: ReplayedGame) -> Data:
        return fixed_facts("", position) | open_facts(position)

    def seat_facts(self, table: Table, state: State, seat: int) -> Data:
        return {"own": own_facts(table, view_of(state, seat))}

    def cards_of(self, table_facts: Data, seats: Sequence[Data]) -> Iterable[int]:
        for facts in seats:
            yield from faces_in(table_facts | facts)
