"""Questions as data for the page, descriptions of decisions, and reasons for refused answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks, events
from rftg_engine.cards.table import Table
from rftg_engine.turns.observers import EventLog
from rftg_engine.view import View
from rftg_tools.play.narration.choices import CHOICES, choice_of_power
from rftg_tools.play.narration.questions import Question, rule_of
from rftg_tools.play.narration.selections import PAYMENTS, SUBSETS, payment_option_data
from rftg_tools.play.narration.texts import Text, format_bounds, list_cards, plain_text
from rftg_tools.play.narration.why_not import why_not_of

Data = dict[str, Any]


def ask_of(
    table: Table,
    view: View,
    decision: Decision,
    names: Sequence[str],
    event_log: EventLog | None = None,
) -> Data:
    """Return a decision in words, as JSON data (docs/formats.md, Asks).

    view: the deciding player's view. names: player names by seat. event_log: the event log of the
    game; without it, there are no reasons why a card cannot be placed.
    """
    powers = event_log.powers_in_force(table, view.me) if event_log is not None else None
    powers = powers or table.powers(view.seats[view.me].tableau)
    question = Question(table, view, decision, names, powers, event_log)
    data: Data = {
        "seat": decision.player,
        "kind": decision.kind,
        "about": _subject_card(question),
        "suggest": None,
    }
    if isinstance(decision, Choice):
        return data | _choice_data(question, decision)
    if isinstance(decision, Subset):
        return data | _subset_data(question, decision)
    assert isinstance(decision, Payment)
    return data | _payment_data(question, decision)


def _subject_card(question: Question) -> int | None:
    """Return the card that a decision is about."""
    about, kind = question.decision.about, question.decision.kind
    if about < 0 or asks.ask_of(kind).about is asks.Meaning.NUMBER:
        return None
    return question.table.power_list[about].card if asks.is_about_power(kind) else about


def _choice_data(question: Question, decision: Choice) -> Data:
    words = CHOICES.get(decision.kind) or choice_of_power(decision.kind)
    return {
        **_wording(words.prompt(question), words.help(question), rule_of(words.rule, question)),
        "form": "choice",
        "options": [
            words.make_option(question, answer).data(answer) for answer in decision.options
        ],
        "why_not": why_not_of(question),
    }


def _subset_data(question: Question, decision: Subset) -> Data:
    words = SUBSETS[decision.kind]
    return {
        **_wording(
            words.prompt(question, decision), words.help(question), rule_of(words.rule, question)
        ),
        "form": "subset",
        "cards": list(decision.cards),
        "least": decision.minimum,
        "most": decision.maximum,
        "all_or_none": decision.all_or_none,
        "groups": list(decision.groups) or None,
        "alike": decision.same_group,
        "verb": words.verb,
        "why_not": why_not_of(question),
    }


def _payment_data(question: Question, decision: Payment) -> Data:
    words = PAYMENTS[decision.kind]
    return {
        **_wording(words.prompt(question, decision), words.help(question, decision), words.rule),
        "form": "payment",
        "ways": [payment_option_data(question, decision, option) for option in decision.options],
        "cards": list(decision.cards),
        "why_not": why_not_of(question),
    }


def _wording(prompt: Text, help_: Text | None, rule: str) -> Data:
    return {"prompt": prompt, "help": help_, "rule": rule}


def cards_of_ask(ask: Data) -> set[int]:
    """Return the ids of all cards in an ask, for the frame that contains it."""
    cards = set(ask.get("cards", ()))
    if ask["about"] is not None:
        cards.add(ask["about"])
    texts: list[Text] = [ask["prompt"], ask["help"] or []]
    for option in ask.get("options", ()):
        cards.update(option["cards"])
        texts += [option["label"], option["detail"] or []]
    texts += [option["label"] for option in ask.get("ways", ())]
    for card, reason in ask["why_not"].items():
        cards.add(int(card))
        texts.append(reason["why"])
    return cards.union(*(list_cards(text) for text in texts))


def moment_of(table: Table, decision: Decision) -> str:
    """Return the moment of a decision: "before paying for X"."""
    activity = _ACTIVITIES.get(decision.kind, f"choosing {asks.ask_of(decision.kind).asks}")
    return f"before {activity.format(_describe_subject(table, decision))}"


def _describe_subject(table: Table, decision: Decision) -> str:
    about = decision.about
    if about == events.ACTION_BONUS:
        return "1 VP each"
    if about < 0:
        return "the bonus"
    is_power = asks.is_about_power(decision.kind)
    return table.titles[table.power_list[about].card if is_power else about]


_ACTIVITIES: Final[dict[str, str]] = {
    asks.START_WORLD: "choosing a start world",
    asks.DRAFT: "picking a card",
    asks.STARTING_HAND: "discarding from the starting hand",
    asks.ACTION: "choosing an action",
    asks.FIRST_ACTION: "choosing the first action",
    asks.LATE_ACTION: "choosing an action",
    asks.SEARCH_CATEGORY: "choosing what to search for",
    asks.SEARCH_KEEP: "taking {}",
    asks.EXPLORE: "discarding in Explore",
    asks.PLACE_DEVELOPMENT: "placing a development",
    asks.PAY_FOR_DEVELOPMENT: "paying for {}",
    asks.PLACE_WORLD: "placing a world",
    asks.PAY_FOR_WORLD: "paying for {}",
    asks.SETTLE_POWER: "using a Settle power",
    asks.UPGRADE: "replacing a world with {}",
    asks.TAKEOVER: "declaring a takeover",
    asks.PAY_FOR_TAKEOVER: "calling up military against {}",
    asks.DEFEND: "calling up military to hold {}",
    asks.DEFEAT_TAKEOVER: "using {}",
    asks.SAVE: "putting cards under {}",
    asks.PUT_UNDER: "putting cards under {}",
    asks.TRADE: "selling a good",
    asks.SELL_ANOTHER: "selling another good",
    asks.CONSUME_POWER: "using a consume power",
    asks.PRODUCE_POWER: "using a produce power",
    asks.USE_POWER: "using {}",
    asks.SPEND_PRESTIGE: "spending prestige for {}",
    asks.SPEND_CHIPS: "spending VP for {}",
    asks.SPEND_TOKENS: "spending tokens for {}",
    asks.DISCARD_FOR_POWER: "discarding for {}",
    asks.GOODS_FOR_POWER: "spending goods for {}",
    asks.DISCARD_AFTER_DRAWING: "discarding",
    asks.MOVE_GOOD: "moving a good with {}",
    asks.WINDFALL: "choosing a windfall world for {}",
    asks.KIND_OF_GOOD: "choosing the kind of good on {}",
    asks.CHOOSE_GAIN: "choosing what {} gives",
    asks.GUESS: "naming a cost",
    asks.ANTE: "staking a card",
    asks.KEEP_ONE: "taking a turned-up card",
    asks.HAND_LIMIT: "discarding down to the hand limit",
}
"""Activity by kind of decision. {} is the card of the decision."""


NOT_ASKED: Final = "You have nothing to decide right now."


def describe_refusal(ask: Data | None, answer: Answer, titles: list[str]) -> Data:
    """Return why an answer to an ask was refused, as `why` and `rule`.

    ask: the player's current ask, if any. titles: card titles by id.
    """
    if ask is None:
        return {"why": NOT_ASKED, "rule": None}
    for card in answer:
        reason = ask["why_not"].get(str(card))
        if reason is not None and ask["form"] != "payment":
            reason_text: Text = reason["why"]
            return {
                "why": f"{titles[card]}: {plain_text(reason_text, titles)}",
                "rule": reason["rule"],
            }
    return {"why": _REFUSALS[ask["form"]](ask, answer), "rule": ask["rule"]}


def _refuse_choice(_ask: Data, answer: Answer) -> str:
    return "That is not one of the options." if answer else "You must choose one of the options."


def _refuse_subset(ask: Data, answer: Answer) -> str:
    least, most = ask["least"], ask["most"]
    all_or_none = ask["all_or_none"]
    is_right_size = len(answer) in (0, most) if all_or_none else least <= len(answer) <= most
    if not is_right_size:
        bounds = format_bounds(least, most, "card")
        expected = f"{counted(most, 'card')} or none" if all_or_none else bounds
        return f"Pick {expected}; you picked {len(answer)}."
    kinds = "the same kind" if ask["alike"] else "different kinds"
    return _describe_bad_cards(ask, answer) or f"The goods must be of {kinds}."


def _refuse_payment(ask: Data, answer: Answer) -> str:
    options = ask["ways"]
    if not answer or not 0 <= answer[0] < len(options):
        return "That is not one of the payment options."
    option, paid = options[answer[0]], answer[1:]
    if not option["price"] <= len(paid) <= option["most"]:
        price = format_bounds(option["price"], option["most"], "card")
        return f"The price is {price}; you picked {len(paid)}."
    return _describe_bad_cards(ask, paid) or "That is not one of the payment options."


def _describe_bad_cards(ask: Data, answer: Answer) -> str:
    """Return the problem with the picked cards, or "" if there is none."""
    if len(set(answer)) < len(answer):
        return "You can pick each card only once."
    if not set(answer) <= set(ask["cards"]):
        return "You can't pick one of these cards."
    return ""


_REFUSALS: Final = {
    "choice": _refuse_choice,
    "subset": _refuse_subset,
    "payment": _refuse_payment,
}
