"""Card tests made from moments of played games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rftg_dsl.model import CardSet
from rftg_engine import actions, steps
from rftg_engine.cards.table import Table
from rftg_tools.cardtests.moment_parts import test_entry
from rftg_tools.cardtests.moment_steps import PlayedStep, answer_lines, played_steps
from rftg_tools.cardtests.moment_writer import STEPS, NotTestable, TestWriter

Data = dict[str, Any]
_PHASES: Final = frozenset(actions.STEPS_IN_ORDER)
_UNTESTED_PARTS: Final = frozenset(("invasion",))
"""Parts of the state whose steps tests lay out in another way."""


class MomentTests:
    """Tests of the moments of a recorded game. Raises RecordError."""

    def __init__(self, table: Table, record: Mapping[str, Any]) -> None:
        self.table, self.played = table, played_steps(table, record)

    def moments(self, seat: int) -> Iterator[Data]:
        """Yield the finished phases in which a player answered something, in order.

        number: of the player's first answer. lines: the answers, as in a test.
        """
        for step in self.played:
            if not why_not(step, seat):
                numbers = enumerate(step.answers, step.first)
                yield {
                    "number": next(n for n, (asked, _) in numbers if asked.player == seat),
                    "seat": seat,
                    "round": step.round,
                    "step": step.name,
                    "lines": answer_lines(self.table, step.answers, seat, names_all=False),
                }

    def write(self, number: int, own: Sequence[str], is_open: bool) -> tuple[CardSet, Data]:
        """Return the set and the entry of a test of the phase with an answer.

        own: IDs of the user's sets. is_open: whether all hands are known, since the game is over.
        Raises NotTestable.
        """
        step = next((step for step in reversed(self.played) if step.first <= number), None)
        if step is None or number - step.first >= len(step.answers):
            raise NotTestable("There is no such moment.")
        seat = step.answers[number - step.first][0].player
        reason = why_not(step, seat)
        if reason:
            raise NotTestable(reason)
        writer = TestWriter(self.table, step, seat, _find_set(self.table, step, seat, own))
        draft = writer.smallest(writer.first_passing(is_open))
        return writer.card_set, test_entry(draft, writer.name())


def why_not(step: PlayedStep, seat: int) -> str:
    """Return why a step can't be made a test, or "" if it may be."""
    if step.name == steps.SETUP:
        return "A test can't begin before the cards are dealt."
    if step.name == steps.CHOOSE:
        return (
            "The choice of actions is a part of every test. Choose a moment in one of the phases."
        )
    if step.name not in _PHASES and step.name not in STEPS:
        return f"Tests don't play {step.name}."
    if not step.is_finished:
        return "This phase isn't over yet."
    if all(decision.player != seat for decision, _answer in step.answers):
        return "This player decided nothing in this phase."
    if step.start.parts.keys() & _UNTESTED_PARTS and step.name in STEPS:
        return "The steps of an invasion can't be made into a test."
    return ""


def _find_set(table: Table, step: PlayedStep, seat: int, own: Sequence[str]) -> CardSet:
    """Return the user's set with a card that the answers name, or that is in play.

    Without sets of the user, it is the set that requires the others.
    """
    sets = {card_set.id: card_set for card_set in table.sets}
    mine = [sets[name] for name in own if name in sets]
    text = " ".join(answer_lines(table, step.answers, seat, names_all=False))
    player = step.start.players[seat]
    in_play = {table.titles[card] for card in (*player.tableau, *player.hand)}
    for card_set in mine:
        if any(card.title in text for card in card_set.cards):
            return card_set
    for card_set in mine:
        if any(card.title in in_play for card in card_set.cards):
            return card_set
    return mine[-1] if mine else table.sets[-1]
