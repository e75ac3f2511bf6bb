"""Answers that were refused, in words: what was wrong with them, and where the rule stands."""

from __future__ import annotations

from typing import Any, Final

from gamekit.decisions import Answer
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.narration.texts import Text, between, plain

Data = dict[str, Any]

NOT_ASKED: Final = "You are not asked anything now."


def refused(ask: Data | None, answer: Answer, titles: list[str]) -> Data:
    """Return why an answer to an ask was refused, as `why` and `rule`.

    ask: None where nothing is asked.

    titles: by number of the card.
    """
    if ask is None:
        return {"why": NOT_ASKED, "rule": None}
    for number in answer:
        reason = ask["why_not"].get(str(number))
        if reason is not None and ask["form"] != "payment":
            reason_text: Text = reason["why"]
            return {
                "why": f"{titles[number]}: {plain(reason_text, titles)}",
                "rule": reason["rule"],
            }
    return {"why": _FORMS[ask["form"]](ask, answer), "rule": ask["rule"]}


def _choice(_ask: Data, answer: Answer) -> str:
    return "That is not one of the options." if answer else "One of the options must be taken."


def _subset(ask: Data, answer: Answer) -> str:
    least, most = ask["least"], ask["most"]
    all_or_none = ask["all_or_none"]
    fits = len(answer) in (0, most) if all_or_none else least <= len(answer) <= most
    if not fits:
        wanted = f"{counted(most, 'card')} or none" if all_or_none else between(least, most, "card")
        return f"{wanted} can be picked, not {len(answer)}.".capitalize()
    kinds = "the same kind" if ask["alike"] else "different kinds"
    return _strange(ask, answer) or f"The goods must be of {kinds}."


def _payment(ask: Data, answer: Answer) -> str:
    ways = ask["ways"]
    if not answer or not 0 <= answer[0] < len(ways):
        return "That is not one of the ways to pay."
    way, paid = ways[answer[0]], answer[1:]
    if not way["price"] <= len(paid) <= way["most"]:
        return f"The price is {between(way['price'], way['most'], 'card')}, not {len(paid)}."
    return _strange(ask, paid) or "That is not one of the ways to pay."


def _strange(ask: Data, answer: Answer) -> str:
    """Return what is wrong with cards that are enough, "" where nothing is."""
    if len(set(answer)) < len(answer):
        return "A card can be picked only once."
    if not set(answer) <= set(ask["cards"]):
        return "One of the cards is not among those to pick from."
    return ""


_FORMS: Final = {"choice": _choice, "subset": _subset, "payment": _payment}
