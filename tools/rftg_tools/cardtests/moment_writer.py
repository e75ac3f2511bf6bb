"""Writer of a card test from a phase of a played game.

A test plays one phase from the position at its start, with the answers of one player, and expects
the result that the phase had in the game. It is written only if it passes. The first draft leaves
out what most moments don't need, such as the other players; later drafts name more, up to what the
player may know. Finally, cards that don't change the result are removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from gamekit.decisions import Payment
from gamekit.work import TooMuchWork
from rftg_dsl.library import cards_in_use
from rftg_dsl.model import CardSet
from rftg_engine import actions, asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.state import Player
from rftg_tools.cardtests.moment_parts import TestDraft, parse_answers
from rftg_tools.cardtests.moment_steps import PlayedStep, answer_lines, replay_step, seen_in
from rftg_tools.cardtests.playing import play_test
from rftg_tools.cardtests.runner import sets_in_use

Data = dict[str, Any]
_ACTIONS: Final = {
    actions.EXPLORE_5: "explore +5",
    actions.EXPLORE_1_1: "explore +1 +1",
    actions.DEVELOP: "develop",
    actions.DEVELOP_2: "develop",
    actions.SETTLE: "settle",
    actions.SETTLE_2: "settle",
    actions.CONSUME_TRADE: "trade",
    actions.CONSUME_X2: "consume x2",
    actions.PRODUCE: "produce",
    actions.SEARCH: "search",
}
STEPS: Final = (steps.ROUND_START, steps.ROUND_END)
"""Steps without actions that tests play."""
_TAKEOVERS: Final = (asks.TAKEOVER, asks.DEFEAT_TAKEOVER, asks.DEFEND)
"""Kinds of decisions of other players that everybody sees, and that change the outcome."""
_MAX_NAME: Final = 100
"""Maximum length of a test's name."""


class NotTestable(ValueError):
    """A moment that no card test can describe, with the reason."""


class TestWriter:
    """Writer of a test. seat: the player whose test it is."""

    __test__ = False  # for pytest

    def __init__(self, table: Table, step: PlayedStep, seat: int, card_set: CardSet) -> None:
        self._table, self._step, self._seat = table, step, seat
        self.card_set = card_set
        in_use = sets_in_use(table.sets, card_set)
        self._tests_table = Table(in_use, cards_in_use(in_use))
        self._titles = set(self._tests_table.titles)
        self._result = replay_step(step)
        order = step.start.order
        at = order.index(seat)
        self._order = [*order[at:], *order[:at]]
        """Seats in turn order, the player first."""
        self._first = -at % len(order)

    def name(self) -> str:
        """Return what the test is about."""
        lines = answer_lines(self._table, self._step.answers, self._seat, names_all=False)
        text = "; ".join(lines) or self._step.name
        return f"round {self._step.round}: {text}"[:_MAX_NAME]

    def first_passing(self, is_open: bool) -> TestDraft:
        """Return the first draft that passes. Raises NotTestable."""
        builders = [self._bare, self._with_hand, self._with_others]
        problem = ""
        for build in [*builders, self._with_all] if is_open else builders:
            draft = build()
            problem = self._problem(draft)
            if not problem:
                return draft
        foreign = self._foreign_titles()
        if foreign:
            raise NotTestable(
                f"{foreign[0]} is not a card of {self.card_set.title} or of the sets it is played"
                " with, and this moment needs it."
            )
        later = "" if is_open else " After the game, the review can name the cards hidden now."
        raise NotTestable(f"A test of this moment comes out differently: {problem}.{later}")

    def _problem(self, draft: TestDraft) -> str:
        """Return why a draft does not pass, or ""."""
        try:
            failures = play_test(self._tests_table, draft.test(), "")
        except TooMuchWork as reason:
            return f"it takes {reason}"
        return failures[0].message if failures else ""

    def _foreign_titles(self) -> list[str]:
        start = self._step.start.players[self._seat]
        titles = [self._table.titles[card] for card in (*start.tableau, *start.hand)]
        return [title for title in titles if title not in self._titles]

    # --- drafts

    def _bare(self) -> TestDraft:
        """Lay out the player alone; hand cards that no answer names are only counted."""
        draft = self._own_part(names_all=False)
        at_hand = {*draft.tableau, *draft.hand}
        if any(title not in at_hand for title in draft.titles_in_answers()):
            return replace(draft, supply=self._own_draws())
        return draft

    def _with_hand(self) -> TestDraft:
        """Name the whole hand and all drawn cards."""
        return replace(self._own_part(names_all=True), supply=self._own_draws())

    def _with_others(self) -> TestDraft:
        """Add what everybody knows of the other players."""
        return self._beside_others(self._with_hand(), lambda kind: kind in _TAKEOVERS)

    def _with_all(self) -> TestDraft:
        """Add the hands and answers of the other players, and the order of the deck."""
        draft = self._beside_others(self._with_hand(), lambda _kind: True, hands=True)
        start, end = self._step.start, self._result.end
        taken = len(start.deck) - len(end.deck)
        return replace(draft, supply=self._known(start.deck[::-1][: max(0, taken)]))

    def _own_draws(self) -> tuple[str, ...]:
        """Return what came from the deck for the player, as far as the player has seen it."""
        deck = {*self._step.start.deck, *self._step.start.discard}
        seen = dict.fromkeys(
            card
            for event in self._result.events
            for card in seen_in(event, self._seat)
            if card in deck
        )
        return self._known(seen)

    def _known(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the titles of cards, except those that tests of the set can't use."""
        titles = (self._table.titles[card] for card in cards)
        return tuple(title for title in titles if title in self._titles)

    def _own_part(self, names_all: bool) -> TestDraft:
        draft = self._part(self._step.start.players[self._seat])
        lines = answer_lines(self._table, self._result.decisions, self._seat, names_all)
        answers = parse_answers(lines, self._tests_table)
        named = {title for answer in answers for title in (*answer.objects, *answer.using)}
        hand = self._step.start.players[self._seat].hand
        titles = self._known(hand)
        draft = replace(
            draft,
            hand=tuple(title for title in titles if names_all or title in named),
            answers=answers,
            actions=self._actions_of(self._seat),
            steps=(self._step.name,) if self._step.name in STEPS else (),
        )
        draft = replace(draft, unnamed=len(hand) - len(draft.hand))
        if not draft.actions and not draft.steps:
            draft = replace(draft, others=(TestDraft(actions=self._actions_of_phase()),))
        else:
            draft = replace(draft, others=(TestDraft(actions=self._plain(draft.actions)),))
        return self._expecting(draft, named)

    def _part(self, player: Player) -> TestDraft:
        """Return what is open of a player."""
        table, start = self._table, self._step.start
        used = {table.power_list[power].card for power in start.used_up}
        spent = sum(action >= actions.PRESTIGE for action in player.actions)
        is_paid = any(
            action >= actions.PRESTIGE and self._phase_of(action) == self._step.name
            for action in player.actions
        )
        return TestDraft(
            tableau=self._known(player.tableau),
            goods=self._known(card for card in player.tableau if card in player.goods),
            saved=self._known(card for cards in player.saved.values() for card in cards),
            used=self._known(card for card in player.tableau if card in used),
            prestige=player.prestige + (spent if is_paid else 0),
            tokens=tuple(sorted(player.tokens.items())),
        )

    def _beside_others(
        self, draft: TestDraft, shows: Callable[[str], bool], hands: bool = False
    ) -> TestDraft:
        """Add the other players. shows: whether the answers of a kind are known."""
        parts = []
        for seat in self._order[1:]:
            player = self._step.start.players[seat]
            decisions = [
                (decision, answer)
                for decision, answer in self._result.decisions
                if decision.player == seat
                and (isinstance(decision, Payment) or shows(decision.kind))
            ]
            lines = answer_lines(self._table, decisions, seat, names_all=True)
            hand = self._known(player.hand) if hands else ()
            chosen = self._plain(self._actions_of(seat))
            if len(chosen) != len(draft.actions) and draft.actions:
                chosen = ()
            parts.append(
                replace(
                    self._part(player),
                    hand=hand,
                    unnamed=len(player.hand) - len(hand),
                    answers=parse_answers(lines, self._tests_table),
                    actions=chosen,
                    vp=player.vp,
                )
            )
        if not draft.actions and not draft.steps and not any(part.actions for part in parts):
            parts[0] = replace(parts[0], actions=self._actions_of_phase())
        expected, end = dict(draft.expected), self._result.end.players[self._seat]
        vp = self._step.start.players[self._seat].vp
        if end.vp != vp:
            expected["vp"] = end.vp
        if "goals" in expected:
            expected["goals"] = tuple(self._table.goals[goal].title for goal in end.goals)
        return replace(
            draft,
            others=tuple(parts),
            first=self._first,
            vp=vp,
            goals=self._goals(self._step.start.goals),
            expected=tuple(expected.items()),
        )

    def _goals(self, goals: Iterable[int]) -> tuple[tuple[str, str], ...]:
        """Return goals with their holders."""
        entries = []
        for goal in goals:
            holder = "nobody"
            for place, seat in enumerate(self._order):
                if goal in self._step.start.players[seat].goals:
                    holder = f"opponent {place}" if place > 1 else ("you", "opponent")[place]
            entries.append((self._table.goals[goal].title, holder))
        return tuple(entries)

    # --- actions

    def _phase_of(self, action: int) -> str:
        return actions.PHASE_OF[actions.plain(action)]

    def _actions_of(self, seat: int) -> tuple[str, ...]:
        """Return the actions of a player that select the phase, as in `when`."""
        chosen = self._step.start.players[seat].actions
        return tuple(
            ("prestige " if action >= actions.PRESTIGE else "") + _ACTIONS[actions.plain(action)]
            for action in chosen
            if self._phase_of(action) == self._step.name
        )

    def _actions_of_phase(self) -> tuple[str, ...]:
        """Return the action of any player that selects the phase."""
        for seat in self._order[1:]:
            if self._actions_of(seat):
                return self._plain(self._actions_of(seat)[:1])
        plain = actions.PHASE_OF.index(self._step.name)
        return (_ACTIONS[plain],)

    def _plain(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(action.removeprefix("prestige ") for action in chosen)

    # --- what came out

    def _expecting(self, draft: TestDraft, named: set[str]) -> TestDraft:
        """Add what changed for the player."""
        before, after = (
            state.players[self._seat] for state in (self._step.start, self._result.end)
        )
        expected: Data = {}
        old, new = self._part(before), self._part(after)
        if sorted(old.tableau) != sorted(new.tableau):
            expected["tableau"] = new.tableau
        kept = [
            title
            for title in self._known(after.hand)
            if any(title in answer.objects and answer.verb == "keep" for answer in draft.answers)
        ]
        expected["hand"] = (tuple(kept), len(after.hand) - len(kept))
        if old.goods != new.goods:
            expected["goods"] = new.goods
        if old.saved != new.saved:
            left = tuple(title for title in new.saved if title in {*old.saved, *named})
            expected["saved"] = (left, len(new.saved) - len(left))
        used = {
            self._table.power_list[power].card
            for power in self._result.end.used_up
            if power not in self._step.start.used_up
        }
        if used & set(after.tableau):
            cards = {
                *used,
                *(card for card in before.tableau if self._table.titles[card] in old.used),
            }
            expected["used"] = self._known(card for card in after.tableau if card in cards)
        expected |= self._expected_numbers(before, after, draft)
        gained = [
            goal
            for goal in {*before.goals, *after.goals}
            if (goal in before.goals) != (goal in after.goals)
        ]
        if gained:
            goals = [(title, _as_two(holder)) for title, holder in self._goals(gained)]
            draft = replace(draft, goals=tuple(goals))
            expected["goals"] = tuple(
                self._table.goals[goal].title for goal in gained if goal in after.goals
            )
        return replace(draft, expected=tuple(expected.items()))

    def _expected_numbers(self, before: Player, after: Player, draft: TestDraft) -> Data:
        numbers: Data = {}
        if after.vp != before.vp:
            numbers["vp"] = after.vp - before.vp
        if after.prestige != draft.prestige:
            numbers["prestige"] = after.prestige
        if after.tokens != before.tokens:
            kinds = sorted({*before.tokens, *after.tokens})
            numbers["tokens"] = tuple((kind, after.tokens.get(kind, 0)) for kind in kinds)
        payments = [
            len(answer) - 1
            for decision, answer in self._result.decisions
            if isinstance(decision, Payment) and decision.player == self._seat
        ]
        if payments:
            numbers["paid"] = sum(payments)
        if self._result.looked[self._seat]:
            numbers["looked"] = self._result.looked[self._seat]
        return numbers

    # --- as small as possible

    def smallest(self, draft: TestDraft) -> TestDraft:
        """Leave out what the test passes without, except cards of the set itself."""
        own = {card.title for card in self.card_set.cards}
        named = draft.titles_in_answers()
        for place in reversed(range(len(draft.tableau))):
            if draft.tableau[place] not in own and draft.tableau[place] not in named:
                draft = self._shorter(draft, draft.without_card(place))
        for change in draft.shorter_forms():
            draft = self._shorter(draft, change(draft))
        return draft

    def _shorter(self, draft: TestDraft, shorter: TestDraft) -> TestDraft:
        return draft if self._problem(shorter) else shorter


def _as_two(holder: str) -> str:
    """Return a holder in a game of two."""
    return "opponent" if holder.startswith("opponent") else holder
