"""Reviews of Race: the points of the chart, and its decisions and scenes in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.play.frames import fixed_facts, open_facts
from rftg_tools.play.narration import ask_of
from rftg_tools.play.narration.actions import step_name
from rftg_tools.play.narration.texts import Text, card, join_texts, text
from rftg_tools.review.reviewer import Data, Key, ReplayedGame, Reviewer

_WITHOUT_POINT: Final = (steps.ROUND_END, steps.SEARCH)
"""Steps without a point before them, because they are close to the next step."""
_KEPT: Final = (asks.EXPLORE, asks.STARTING_HAND)
"""Kinds of decisions described by the kept cards instead of the discarded cards."""


class DecisionWording:
    """Wording of a decision and its answers. names: player names by seat."""

    def __init__(
        self, table: Table, state: State, decision: Decision, names: Sequence[str]
    ) -> None:
        self._decision = decision
        self._ask = ask_of(table, view_of(state, decision.player), decision, names)
        self.prompt: Text = self._ask["prompt"]
        self.about: int | None = self._ask["about"]

    def answer(self, answer: Answer) -> Text:
        """Return an answer in words: "X", "Discard X and Y" or "2 cards: X and Y"."""
        decision = self._decision
        if isinstance(decision, Choice):
            option = self._ask["options"][decision.options.index(answer)]
            label: Text = option["label"]
            return label
        if isinstance(decision, Payment):
            payment: Text = self._ask["ways"][answer[0]]["label"]
            return text(payment, ": ", join_titles(answer[1:])) if answer[1:] else payment
        assert isinstance(decision, Subset)
        kept = [card_id for card_id in decision.cards if card_id not in answer]
        if decision.kind in _KEPT and len(kept) <= len(answer):
            return text("Keep ", join_titles(kept))
        return text(f"{self._ask['verb'].capitalize()} ", join_titles(answer))


def join_titles(cards: Sequence[int]) -> Text:
    """Return "X, Y and Z", or "nothing"."""
    return join_texts([card(card_id) for card_id in cards]) if cards else text("nothing")


class RaceReviewer(Reviewer):
    """Reviews of Race."""

    level = "expert"
    minor_steps = (steps.ROUND_END, steps.ROUND_START)

    def rounds_until_point(self, last_step: str, next_step: str) -> int | None:
        starts_round = (
            next_step in (steps.CHOOSE, steps.ROUND_START) and last_step != steps.ROUND_START
        )
        if next_step in _WITHOUT_POINT or (next_step == steps.CHOOSE and not starts_round):
            return None
        return int(starts_round)

    def step_name(self, step: str) -> str:
        return "actions" if step == steps.CHOOSE else step_name(step)

    def wording(
        self, table: Table, state: State, decision: Decision, names: Sequence[str]
    ) -> DecisionWording:
        return DecisionWording(table, state, decision, names)

    def table_facts(self, position: ReplayedGame) -> Data:
        return fixed_facts("", position) | open_facts(position)

    def seat_facts(self, _table: Table, state: State, seat: int) -> Data:
        view = view_of(state, seat)
        saved = {str(card): list(cards) for card, cards in view.saved}
        return {"hand": list(view.hand), "saved": saved}

    def cards_of(self, table_facts: Data, seats: Sequence[Data]) -> Iterable[int]:
        for player in table_facts["players"]:
            yield from (placed["card"] for placed in player["tableau"])
        for facts in seats:
            yield from facts["hand"]
            for cards in facts["saved"].values():
                yield from cards

    def key(self, table: Table, decision: Decision, answer: Answer) -> Key:
        titles = table.titles
        if isinstance(decision, Payment):
            return (answer[0], *sorted(titles[card] for card in answer[1:]))
        if isinstance(decision, Subset):
            # Worlds with the same title may differ.
            if decision.kind == asks.GOODS_FOR_POWER:
                return tuple(sorted(answer))
            return tuple(sorted(titles[card] for card in answer))
        if asks.names_cards(decision.kind):
            # After the first card come worlds of the tableau. They may differ despite equal titles.
            return (*(titles[card] for card in answer[:1]), *answer[1:])
        return answer

    def is_draft(self, options: Options, round_: int) -> bool:
        return options.draft and not round_
