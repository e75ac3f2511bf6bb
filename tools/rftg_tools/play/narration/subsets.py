"""Cards to be picked, in words, a row for each kind: what happens to those that are picked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gamekit.decisions import Subset
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks, events
from rftg_engine.turns.gains import SellGood
from rftg_tools.play.narration import rules
from rftg_tools.play.narration.choices import brings, plain_say
from rftg_tools.play.narration.questions import Question, Rule, said_by
from rftg_tools.play.narration.texts import Text, between, capital, card, text

SayOf = Callable[[Question, Subset], Text]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a kind of subset. verb: what being picked means for a card."""

    verb: str
    prompt: SayOf
    rule: Rule
    help: Callable[[Question], Text | None]


def _discard(_question: Question, asked: Subset) -> Text:
    return text(f"Discard {_of(asked)}.")


def _of(asked: Subset) -> str:
    """Return "1 of these 3 cards"."""
    if asked.least == asked.most:
        return f"{asked.least} of these {len(asked.cards)} cards"
    return between(asked.least, asked.most, "card")


def _explore(question: Question, asked: Subset) -> Text:
    kept = len(asked.cards) - asked.least
    if _is_mixed(question):
        return text(f"Discard {counted(asked.least, 'card')} from your hand.")
    return text(f"Keep {kept} of the {len(asked.cards)} cards you drew: discard {asked.least}.")


def _is_mixed(question: Question) -> bool:
    """Return whether any card of the hand may go, and not only those drawn."""
    return set(getattr(question.decision, "cards", ())) == set(question.view.hand)


def _explore_rule(question: Question) -> str:
    return rules.MIX if _is_mixed(question) and question.powers.mix else rules.EXPLORE


def _power_rule(question: Question) -> str:
    return rules.PRESTIGE_CARD if question.decision.about == events.ACTION_BONUS else rules.POWERS


def _explore_help(question: Question) -> Text:
    return text("Discards go face down; nobody sees them.")


def _starting_hand(_question: Question, asked: Subset) -> Text:
    kept = len(asked.cards) - asked.least
    return text(f"Keep {kept} of your {len(asked.cards)} cards: discard {asked.least}.")


def _hand_limit(_question: Question, asked: Subset) -> Text:
    return text(f"Discard {counted(asked.least, 'card')} to get down to your hand limit.")


def _hand_limit_help(question: Question) -> Text:
    limit = question.own.hand_count - getattr(question.decision, "least", 0)
    return text(f"You keep {limit} at the end of a round.")


def _save(question: Question, asked: Subset) -> Text:
    number = counted(asked.least, "card")
    return text(f"Put {number} under ", card(question.decision.about), ".")


def _for_power(question: Question, asked: Subset) -> Text:
    named = text("Discard ", _wanted(asked, "card"), " for ", _asker(question))
    return text(named, "?" if not asked.least and asked.about >= 0 else ".")


def _wanted(asked: Subset, noun: str) -> str:
    """Return "2 cards or none", "up to 2 cards"."""
    if asked.all_or_none or (not asked.least and asked.most == 1):
        return f"{counted(asked.most, noun)} or none"
    return between(asked.least, asked.most, noun)


def _asker(question: Question) -> Text:
    """Return the card whose power asks, or the prestige of an action."""
    if question.decision.about == events.ACTION_BONUS:
        return text("1 VP each")
    power = question.power
    return card(power.card) if power else text("it")


def _for_power_help(question: Question) -> Text | None:
    if question.decision.about == events.ACTION_BONUS:
        return text("Your Consume: Trade with prestige.")
    return said_by(question)


def _goods(question: Question, asked: Subset) -> Text:
    which = " of the same kind" if asked.alike else " of different kinds" if asked.groups else ""
    return text("Spend ", _wanted(asked, "good"), which, " for ", _asker(question), ".")


def _goods_help(question: Question) -> Text | None:
    power_text, power = said_by(question), question.power
    gains = power.gains if power else ()
    selling = next((gain for gain in gains if isinstance(gain, SellGood)), None)
    if selling is None or power_text is None or not isinstance(question.decision, Subset):
        return power_text
    sales = [
        text(" ", card(world), f" brings {brings(question, world, selling.plain)}.")
        for world in question.decision.cards
    ]
    return capital(text(power_text, *sales))


SUBSETS: Final[dict[str, Words]] = {
    asks.STARTING_HAND: Words(
        "discard",
        _starting_hand,
        rules.SETUP,
        plain_say("Discards go face down; nobody sees them."),
    ),
    asks.EXPLORE: Words("discard", _explore, _explore_rule, _explore_help),
    asks.SAVE: Words(
        "save",
        _save,
        rules.SAVE,
        plain_say("It stays there face down until a power returns it."),
    ),
    asks.DISCARD_AFTER_DRAWING: Words(
        "discard",
        _discard,
        rules.DRAW_DISCARD,
        plain_say("Powers let you draw first. You can discard any cards from your hand."),
    ),
    asks.DISCARD_FOR_POWER: Words("discard", _for_power, _power_rule, _for_power_help),
    asks.GOODS_FOR_POWER: Words("spend", _goods, rules.POWERS, _goods_help),
    asks.HAND_LIMIT: Words("discard", _hand_limit, rules.ROUND_END, _hand_limit_help),
}
"""The words of every kind of subset."""
