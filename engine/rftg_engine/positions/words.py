"""Answers in words: titles of cards, and names where a decision is about something else.

What the numbers of an answer stand for is said by its kind of decision (asks.py).
"""

from __future__ import annotations

from typing import Final, assert_never

from gamekit.decisions import Answer, Choice, Decision, IllegalAnswer, Payment, Subset, Way
from rftg_dsl.syntax.ast import KINDS
from rftg_engine import actions
from rftg_engine.asks import Means, ask_of
from rftg_engine.cards.table import Table

PRESTIGE_CARD: Final = "prestige card"
"""Stands for a power that no card of the table has, but the prestige/search card."""


def in_words(table: Table, decision: Decision, answer: Answer) -> tuple[str, ...]:
    """Return an answer in words; () is "none". Of a payment: the cards whose powers help."""
    if isinstance(decision, Payment):
        return tuple(helpers(table, decision.ways[answer[0]]))
    meanings = ask_of(decision.kind).answer
    last = len(meanings) - 1
    return tuple(
        _word(table, meanings[min(place, last)], number) for place, number in enumerate(answer)
    )


def helpers(table: Table, way: Way) -> list[str]:
    """Return the titles of the cards whose powers a way to pay uses, sorted."""
    return sorted(_word(table, Means.POWER, number) for number in way.powers)


def find_answer(table: Table, decision: Decision, words: tuple[str, ...]) -> Answer:
    """Return the answer that is meant; where copies of a card differ, the first one.

    Raise IllegalAnswer where there is none such.
    """
    if isinstance(decision, Subset):
        return _some(table, decision, words)
    if isinstance(decision, Choice):
        for option in decision.options:
            if _same(decision, in_words(table, decision, option), words):
                return option
    raise _refused(table, decision, words)


def offered(table: Table, decision: Decision) -> list[str]:
    """Return what can be answered, sorted: an option each, or a card each of which some are taken.

    "none" is not among them. Of a payment: the helpers of each way to pay.
    """
    if isinstance(decision, Subset):
        answers: list[Answer] = [(card,) for card in decision.cards]
    elif isinstance(decision, Payment):
        answers = [(index,) for index in range(len(decision.ways))]
    else:
        assert isinstance(decision, Choice)
        answers = [option for option in decision.options if option]
    return sorted(", ".join(in_words(table, decision, answer)) for answer in answers)


def _same(decision: Decision, option: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Return whether an option is meant; actions are named in any order."""
    if Means.ACTION in ask_of(decision.kind).answer:
        return sorted(option) == sorted(words)
    return option == words


def _some(table: Table, decision: Subset, words: tuple[str, ...]) -> Answer:
    left, found = list(decision.cards), []
    for wanted in words:
        card = next((one for one in left if in_words(table, decision, (one,)) == (wanted,)), None)
        if card is None:
            raise _refused(table, decision, words)
        left.remove(card)
        found.append(card)
    return tuple(found)


def _refused(table: Table, decision: Decision, words: tuple[str, ...]) -> IllegalAnswer:
    said = ", ".join(words) or "none"
    known = "; ".join(offered(table, decision))
    return IllegalAnswer(f"{decision.kind}: {said!r} is no answer; there are: {known}")


def _word(table: Table, meaning: Means, number: int) -> str:
    match meaning:
        case Means.CARD | Means.HIDDEN_CARD | Means.OPEN_CARD | Means.WORLD:
            return table.titles[number]
        case Means.POWER:
            return table.titles[table.power_list[number].card] if number >= 0 else PRESTIGE_CARD
        case Means.ACTION:
            return actions.name_of(number)
        case Means.CATEGORY:
            return table.search[number].title
        case Means.KIND:
            return KINDS[number - 1]
        case Means.YES:
            return "yes" if number else "no"
        case Means.NUMBER | Means.NOTHING:
            return str(number)
        case _:
            assert_never(meaning)
