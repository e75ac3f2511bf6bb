"""Questions to be worded: the decision, what its player sees, and words for powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from rftg_dsl.syntax.ast import KINDS, Power
from rftg_dsl.wording.english import word_power
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.turns.observers import EventLog
from rftg_engine.turns.reasons import PlacementQuestion
from rftg_engine.view import Seat, View
from rftg_tools.play.narration.texts import Text, card, text

_REMEMBERED: Final = 4_096
"""Powers whose English is remembered."""

KIND_NAMES: Final = ("", *(kind.capitalize() for kind in KINDS), "any kind of")


def kind_names(kinds: int) -> str:
    """Return kinds of goods with a space behind them; "" for any. kinds: their numbers as bits."""
    names = [KIND_NAMES[kind] for kind in range(1, 5) if kinds >> kind & 1]
    return f"{' or '.join(names)} " if names else ""


"""The kinds of goods as they are named, by number of the kind."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be put into words. names: of the players, by seat.

    powers: of the player, from the start of the phase, as they count now. event_log: of the game,
    where one is kept.
    """

    table: Table
    view: View
    decision: Decision
    names: Sequence[str]
    powers: Powers
    event_log: EventLog | None = None

    @property
    def own(self) -> Seat:
        """What the player has."""
        return self.view.seats[self.view.me]

    @property
    def placement(self) -> PlacementQuestion | None:
        """What the player is placing now, as the engine asked it; None without an event log."""
        return self.event_log.questions.get(self.view.me) if self.event_log else None

    @property
    def step(self) -> str:
        """The step of the round."""
        return self.view.todo[0] if self.view.todo else ""

    @property
    def power(self) -> BoundPower | None:
        """The power that asks; not for decisions that are about a card."""
        about = self.decision.about
        return self.table.power_list[about] if about >= 0 else None


Say = Callable[[Question], Text]
"""Words for a question."""
Rule = str | Callable[[Question], str]
"""Where the rule of a question stands, the same for all of its kind or not."""


def rule_of(rule: Rule, question: Question) -> str:
    """Return the place of the rule for a question."""
    return rule if isinstance(rule, str) else rule(question)


@dataclass(frozen=True, slots=True)
class Option:
    """An answer in words. cards: those it is shown on. detail: what it brings, what it costs.

    actions: those that it chooses, if any. details: what each of them brings.
    """

    label: Text
    cards: tuple[int, ...] = ()
    detail: Text | None = None
    actions: tuple[str, ...] = ()
    details: tuple[str, ...] = ()

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
        return data


def power_words(table: Table, power: BoundPower) -> str:
    """Return what a power says, without its phase: "spend 1 good for 1 VP"."""
    return _words(table.cards[power.card].powers[power.line].power)


@lru_cache(_REMEMBERED)
def _words(power: Power) -> str:
    _phase, _colon, effects = word_power(power).partition(": ")
    return effects.removesuffix(".")


def power_option(question: Question, number: int) -> Option:
    """Return a power to be used."""
    power = question.table.power_list[number]
    label = text(card(power.card), ": ", power_words(question.table, power))
    return Option(label, (power.card,))


def power_sentence(question: Question) -> Text | None:
    """Return what the power that asks says, as a sentence; None where no power asks."""
    power = question.power
    if power is None:
        return None
    return text(card(power.card), ": ", power_words(question.table, power), ".")


def good_of(table: Table, world: int) -> Text:
    """Return "the Genes good of X"."""
    kind = table.kind[world]
    named = f"the {KIND_NAMES[kind]} good of " if 0 < kind < len(KINDS) + 1 else "the good of "
    return text(named, card(world))
