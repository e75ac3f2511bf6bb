"""What a player is asked, in words: the part of a frame that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit.decisions import Choice, Decision, Payment, Subset
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.turns.observers import EventLog
from rftg_engine.view import View
from rftg_tools.play.narration.choices import CHOICES, choice_of_power
from rftg_tools.play.narration.modules import load_words
from rftg_tools.play.narration.payments import PAYMENTS, way_data
from rftg_tools.play.narration.questions import Question, rule_of
from rftg_tools.play.narration.subsets import SUBSETS
from rftg_tools.play.narration.texts import Text, cards_named
from rftg_tools.play.narration.why_not import why_not_of

Data = dict[str, Any]


def ask_of(
    table: Table,
    view: View,
    decision: Decision,
    names: Sequence[str],
    event_log: EventLog | None = None,
) -> Data:
    """Return a decision in words, as data of JSON (docs/formats.md, Asks).

    view: of the player who is asked. names: of all players, by seat. event_log: of the game;
    without it there are no reasons why a card cannot be placed.
    """
    load_words()
    powers = event_log.powers_in_force(table, view.me) if event_log is not None else None
    powers = powers or table.powers(view.seats[view.me].tableau)
    question = Question(table, view, decision, names, powers, event_log)
    about = _about(question)
    data: Data = {"seat": decision.player, "kind": decision.kind, "about": about, "suggest": None}
    if isinstance(decision, Choice):
        return data | _choice(question, decision)
    if isinstance(decision, Subset):
        return data | _subset(question, decision)
    assert isinstance(decision, Payment)
    return data | _payment(question, decision)


def _about(question: Question) -> int | None:
    """Return the card that a decision concerns."""
    about, kind = question.decision.about, question.decision.kind
    if about < 0 or asks.ask_of(kind).about is asks.Means.NUMBER:
        return None
    return question.table.power_list[about].card if asks.is_about_power(kind) else about


def _choice(question: Question, decision: Choice) -> Data:
    words = CHOICES.get(decision.kind) or choice_of_power(decision.kind)
    return {
        **_said(words.prompt(question), words.help(question), rule_of(words.rule, question)),
        "form": "choice",
        "options": [words.of(question, answer).data(answer) for answer in decision.options],
        "why_not": why_not_of(question),
    }


def _subset(question: Question, decision: Subset) -> Data:
    words = SUBSETS[decision.kind]
    return {
        **_said(
            words.prompt(question, decision), words.help(question), rule_of(words.rule, question)
        ),
        "form": "subset",
        "cards": list(decision.cards),
        "least": decision.least,
        "most": decision.most,
        "all_or_none": decision.all_or_none,
        "groups": list(decision.groups) or None,
        "alike": decision.alike,
        "verb": words.verb,
        "why_not": why_not_of(question),
    }


def _payment(question: Question, decision: Payment) -> Data:
    words = PAYMENTS[decision.kind]
    return {
        **_said(words.prompt(question, decision), words.help(question, decision), words.rule),
        "form": "payment",
        "ways": [way_data(question, decision, way) for way in decision.ways],
        "cards": list(decision.cards),
        "why_not": why_not_of(question),
    }


def _said(prompt: Text, help_: Text | None, rule: str) -> Data:
    return {"prompt": prompt, "help": help_, "rule": rule}


def cards_of_ask(ask: Data) -> set[int]:
    """Return the numbers of all cards that an ask names, for the frame that shows it."""
    named = set(ask.get("cards", ()))
    if ask["about"] is not None:
        named.add(ask["about"])
    texts: list[Text] = [ask["prompt"], ask["help"] or []]
    for option in ask.get("options", ()):
        named.update(option["cards"])
        texts += [option["label"], option["detail"] or []]
    texts += [way["label"] for way in ask.get("ways", ())]
    for card, reason in ask["why_not"].items():
        named.add(int(card))
        texts.append(reason["why"])
    return named.union(*(cards_named(text) for text in texts))
