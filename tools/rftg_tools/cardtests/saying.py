"""Decisions in the words of `answers`: what can be said to them, and what was said."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.situations import PRESTIGE_CARD, Verb
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_tools.cardtests.verbs import OF_POWERS, PAID, PLACED, VERBS

ALL: Final = range(10**9)
"""Every card."""
COUNTED: Final = (asks.SPEND_PRESTIGE, asks.SPEND_TOKENS)
"""Decisions how many of something to give up."""
_UNITS: Final = {asks.SPEND_PRESTIGE: " prestige", asks.SPEND_TOKENS: " tokens"}
_PAIRS: Final = (asks.TAKEOVER, asks.DEFEAT_TAKEOVER, asks.UPGRADE, asks.MOVE_GOOD)


def verb_of(decision: Decision, answer: Answer) -> Verb | None:
    """Return the verb that answers a decision; None where no line of `answers` does."""
    if decision.kind == asks.SEARCH_KEEP:
        return Verb.KEEP if answer == (1,) else Verb.PASS
    return VERBS.get(decision.kind)


def title_of(table: Table, decision: Decision, number: int) -> str:
    """Return what a number of an answer is called."""
    if decision.kind in OF_POWERS:
        return table.titles[table.power_list[number].card] if number >= 0 else PRESTIGE_CARD
    if decision.kind == asks.KIND_OF_GOOD:
        return ast.KINDS[number - 1]
    if decision.kind == asks.SEARCH_CATEGORY:
        return table.search[number].title
    if decision.kind in (asks.GUESS, asks.CHOOSE_GAIN, *COUNTED):
        return str(number)
    return table.titles[number]


def users(table: Table, powers: tuple[int, ...]) -> list[str]:
    """Return the cards whose powers these are, by title."""
    return sorted(table.titles[table.power_list[number].card] for number in powers)


def in_words(table: Table, decision: Decision, answer: Answer) -> str:
    """Return an answer as a line of `answers` would say it; "" for what is not worth a word."""
    if isinstance(decision, Payment):
        return _paid(table, decision, answer)
    verb = verb_of(decision, answer)
    if not answer or verb is None:
        return ""
    if decision.kind == asks.USE_POWER:
        return f"use {table.titles[table.power_list[decision.about].card]}"
    if decision.kind == asks.SEARCH_KEEP:
        return f"{verb} {table.titles[decision.about]}"
    if decision.kind in _PAIRS:
        return f"{verb} {_pair(table, decision, answer)}"
    if verb in (Verb.DEFEND, Verb.CHOOSE_LAST):
        return verb
    titles = [title_of(table, decision, number) for number in answer]
    joined = " using " if decision.kind in PAID else " and "
    return f"{verb} {joined.join(titles)}{_UNITS.get(decision.kind, '')}"


def _pair(table: Table, decision: Decision, answer: Answer) -> str:
    first, second = answer
    if decision.kind == asks.UPGRADE:
        return f"{table.titles[second]} to {table.titles[first]}"
    if decision.kind == asks.MOVE_GOOD:
        return f"{table.titles[first]} to {table.titles[second]}"
    return f"{table.titles[second]} using {table.titles[table.power_list[first].card]}"


def _paid(table: Table, decision: Payment, answer: Answer) -> str:
    way = decision.options[answer[0]]
    using = users(table, way.powers)
    helped = f" using {' and '.join(using)}" if using else ""
    if decision.kind == asks.DEFEND:
        return f"defend{helped}" if using else ""
    return f"pay {counted(len(answer) - 1, 'card')} for {table.titles[decision.about]}{helped}"


def choices(table: Table, decision: Decision, named: Container[int] = ALL) -> list[str]:
    """Return what could be answered, as lines of `answers`.

    named: the cards that are called by their titles; of others only a number is said.
    """
    if isinstance(decision, Choice):
        said = [
            in_words(table, decision, option)
            for option in decision.options
            if not option or decision.kind not in PLACED or option[0] in named
        ]
        return sorted({one for one in said if one})
    assert isinstance(decision, Subset)
    verb = verb_of(decision, ())
    titles = {title_of(table, decision, card) for card in decision.cards if card in named}
    others = ["1 card"] if verb is Verb.DISCARD and not titles and decision.cards else []
    return sorted(f"{verb} {one}" for one in (*titles, *others))


def helps(table: Table, decision: Payment) -> list[str]:
    """Return the cards that alone help to place a card or to take it over, as lines of answers."""
    verb, title = verb_of(decision, ()) or Verb.PLACE, table.titles[decision.about]
    single = [way for way in decision.options if len(way.powers) == 1]
    helpers = sorted({name for way in single for name in users(table, way.powers)})
    return [f"{verb} {title} using {helper}" for helper in helpers]
