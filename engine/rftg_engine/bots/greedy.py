"""The greedy bot: takes what adds most to its own position, as if alone at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision
from rftg_engine import actions, asks
from rftg_engine.bots import habits
from rftg_engine.bots.choices import answer
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.gains import Gains, own_gain
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.view import View

ACTION_KINDS: Final = (asks.ACTION, asks.FIRST_ACTION, asks.LATE_ACTION)


class GreedyBot:
    """A good player without memory, chance, forks, or an eye on the others."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            values = own_values(evaluator, own_gains(Gains(evaluator), decision.options))
            return best_option(decision.options, values)
        return answer(evaluator, decision)


def own_gains(gains: Gains, options: tuple[Answer, ...]) -> dict[int, float]:
    """Return what each action that occurs in the options brings; a search is not worked out: 0."""
    found: dict[int, float] = {}
    for option in options:
        for action in option:
            if action not in found:
                found[action] = 0.0 if action == actions.SEARCH else own_gain(gains, action)
    return found


def own_values(evaluator: Evaluator, found: dict[int, float]) -> dict[int, float]:
    """Return what actions are worth by what they bring: the habit of choosing each is added."""
    values: dict[int, float] = {}
    for action, gain in found.items():
        value = evaluator.habits[actions.plain(action)] + gain
        if action >= actions.PRESTIGE:
            value -= evaluator.habits[habits.PRESTIGE_PRICE]
        values[action] = value
    return values


def best_option(options: tuple[Answer, ...], values: dict[int, float]) -> Answer:
    """Return the option whose actions bring most together; the first of equals."""
    best, most = options[0], -1_000.0
    for option in options:
        total = total_of(option, values)
        if total > most:
            best, most = option, total
    return best


def total_of(option: Answer, values: dict[int, float]) -> float:
    """Return what the actions of an option bring together."""
    total = 0.0
    for action in option:
        total += values[action]
    return total
