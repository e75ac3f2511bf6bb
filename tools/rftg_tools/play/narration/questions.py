"""Questions and options: a decision with its player's view, and the wording of powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from rftg_dsl.syntax.ast import KINDS, Power
from rftg_dsl.wording.english import word_power
from rftg_engine import asks
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.turns.observers import EventLog, PlacementQuestion
from rftg_engine.view import Seat, View
from rftg_tools.play.narration.texts import Text, card, text

_CACHE_SIZE: Final = 4_096
"""Maximum number of powers whose wording is cached."""

KIND_NAMES: Final = ("", *(kind.capitalize() for kind in KINDS), "any kind of")
"""Kinds of goods by number."""


def kind_names(kinds: int) -> str:
    """Return "Genes or Rare ", with a trailing space, or "" for any kind. kinds: a bit mask."""
    names = [KIND_NAMES[kind] for kind in range(1, 5) if kinds >> kind & 1]
    return f"{' or '.join(names)} " if names else ""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision with its context. names: player names by seat. powers: the player's powers."""

    table: Table
    view: View
    decision: Decision
    names: Sequence[str]
    powers: Powers
    event_log: EventLog | None = None

    @property
    def own(self) -> Seat:
        """The deciding player's seat."""
        return self.view.seats[self.view.me]

    @property
    def placement(self) -> PlacementQuestion | None:
        """The engine's current placement question, or None without an event log."""
        return self.event_log.questions.get(self.view.me) if self.event_log else None

    @property
    def step(self) -> str:
        """Current step of the round."""
        return self.view.pending_steps[0] if self.view.pending_steps else ""

    @property
    def power(self) -> BoundPower | None:
        """The power that causes the decision. Invalid if the decision is about a card."""
        about = self.decision.about
        return self.table.power_list[about] if about >= 0 else None


Say = Callable[[Question], Text]
"""Returns the wording of a question."""
Rule = str | Callable[[Question], str]
"""Source of a rule, or a function that returns the source for a question."""


def rule_of(rule: Rule, question: Question) -> str:
    """Return the source of the rule for a question."""
    return rule if isinstance(rule, str) else rule(question)


@dataclass(frozen=True, slots=True)
class Option:
    """An answer in words. cards: cards that show the option. detail: its cost or result.

    actions: action cards that it chooses. details: the bonus of each action. goods: worlds, one of
    which answers the next question, which asks for the good to spend.
    """

    label: Text
    cards: tuple[int, ...] = ()
    detail: Text | None = None
    actions: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    goods: tuple[int, ...] = ()

    def data(self, answer: Answer) -> dict[str, Any]:
        """Return the option as data for the page."""
        data: dict[str, Any] = {
            "answer": list(answer),
            "label": self.label,
            "cards": list(self.cards),
            "detail": self.detail,
        }
        if self.actions:
            data |= {"action": list(self.actions), "details": list(self.details)}
        if self.goods:
            data |= {"goods": list(self.goods), "next": asks.GOODS_FOR_POWER}
        return data


def power_words(table: Table, power: BoundPower) -> str:
    """Return the wording of a power without its phase: "spend 1 good for 1 VP"."""
    return _effect_words(table.cards[power.card].powers[power.line].power)


@lru_cache(_CACHE_SIZE)
def _effect_words(power: Power) -> str:
    _phase, _colon, effects = word_power(power).partition(": ")
    return effects.removesuffix(".")


def power_option(question: Question, power_id: int) -> Option:
    """Return the option to use a power."""
    power = question.table.power_list[power_id]
    label = text(card(power.card), ": ", power_words(question.table, power))
    return Option(label, (power.card,), goods=_single_goods(question, power))


def _single_goods(question: Question, power: BoundPower) -> tuple[int, ...]:
    """Return the worlds of which a power takes one good, if there are several."""
    price = getattr(power, "price", None)
    if price is None or price.what != "goods" or price.count != 1 or price.here or price.more:
        return ()
    kinds = question.table.kind
    fitting = [world for world in question.own.goods if price.goods.matches(world, kinds[world])]
    worlds = [world for world in question.own.tableau if world in fitting]
    return tuple(worlds) if len(worlds) > 1 else ()


def power_sentence(question: Question) -> Text | None:
    """Return the text of the power that causes the question, or None if there is no power."""
    power = question.power
    if power is None:
        return None
    return text(card(power.card), ": ", power_words(question.table, power), ".")


def good_of(table: Table, world: int) -> Text:
    """Return "the Genes good of X"."""
    kind = table.kind[world]
    good = f"the {KIND_NAMES[kind]} good of " if 0 < kind < len(KINDS) + 1 else "the good of "
    return text(good, card(world))
