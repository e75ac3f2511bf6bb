"""Lines of `answers`: the decisions that each verb answers, and answers as lines.

Modules of rules add their decisions to OF_POWERS and PAID, and with `add_answers`.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.situations import PRESTIGE_CARD, Verb
from rftg_engine import asks
from rftg_engine.cards.table import Table

OF_POWERS: Final = [asks.CONSUME_POWER, asks.PRODUCE_POWER, asks.SETTLE_POWER]
"""Kinds of decisions whose options are ids of powers."""
PAID: Final[list[str]] = []
"""Kinds of decisions whose options are a card and another card that pays for it."""
PLACED: Final = {asks.PLACE_DEVELOPMENT: "development", asks.PLACE_WORLD: "world"}
"""Kinds of decisions that place a card, with the card type."""
COUNTED: Final = (asks.SPEND_PRESTIGE, asks.SPEND_TOKENS)
"""Kinds of decisions answered with a number of things to give up."""
_UNITS: Final = {asks.SPEND_PRESTIGE: " prestige", asks.SPEND_TOKENS: " tokens"}
_PAIRS: Final = (asks.TAKEOVER, asks.DEFEAT_TAKEOVER, asks.UPGRADE, asks.MOVE_GOOD)
_DISCARDS: Final = (
    asks.EXPLORE,
    asks.DISCARD_AFTER_DRAWING,
    asks.HAND_LIMIT,
    asks.STARTING_HAND,
)
"""Kinds of decisions that discard a fixed number of hand cards."""
DECISIONS: Final[dict[Verb, tuple[str, ...]]] = {
    Verb.PLACE: (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD),
    Verb.USE: (asks.USE_POWER, *OF_POWERS),
    Verb.SPEND: (asks.GOODS_FOR_POWER, asks.SPEND_PRESTIGE, asks.SPEND_TOKENS),
    Verb.DISCARD: (asks.DISCARD_FOR_POWER, *_DISCARDS),
    Verb.KEEP: (*_DISCARDS, asks.KEEP_ONE, asks.SEARCH_KEEP),
    Verb.PASS: (asks.SEARCH_KEEP,),
    Verb.SAVE: (asks.SAVE,),
    Verb.SELL: (asks.TRADE,),
    Verb.PRODUCE_ON: (asks.WINDFALL,),
    Verb.NAME: (asks.KIND_OF_GOOD,),
    Verb.GUESS: (asks.GUESS,),
    Verb.CHOOSE: (asks.CHOOSE_GAIN,),
    Verb.ANTE: (asks.ANTE,),
    Verb.SEARCH_FOR: (asks.SEARCH_CATEGORY,),
    Verb.UPGRADE: (asks.UPGRADE,),
    Verb.MOVE: (asks.MOVE_GOOD,),
    Verb.TAKE_OVER: (asks.TAKEOVER,),
    Verb.DEFEAT: (asks.DEFEAT_TAKEOVER,),
    Verb.DEFEND: (asks.DEFEND,),
    Verb.CHOOSE_LAST: (asks.LATE_ACTION,),
    Verb.DAMAGE: (),
    Verb.REPAIR: (),
    Verb.CONTRIBUTE: (),
}
"""Kinds of decisions that each verb answers."""
VERBS: Final = {kind: verb for verb in reversed(Verb) for kind in DECISIONS[verb]}
"""First verb that answers a kind of decision; some kinds have none."""


def add_answers(verb: Verb, *kinds: str) -> None:
    """Let a verb also answer decisions of these kinds."""
    DECISIONS[verb] = (*DECISIONS[verb], *kinds)
    for kind in kinds:
        VERBS.setdefault(kind, verb)


ALL_CARDS: Final = range(10**9)


def _verb_of(decision: Decision, answer: Answer) -> Verb | None:
    """Return the verb for an answer, or None if no line of `answers` can give it."""
    if decision.kind == asks.SEARCH_KEEP:
        return Verb.KEEP if answer == (1,) else Verb.PASS
    return VERBS.get(decision.kind)


def title_of(table: Table, decision: Decision, element: int) -> str:
    """Return the text for one element of an answer: a title, a kind of good or a number."""
    if decision.kind in OF_POWERS:
        return table.titles[table.power_list[element].card] if element >= 0 else PRESTIGE_CARD
    if decision.kind == asks.KIND_OF_GOOD:
        return ast.KINDS[element - 1]
    if decision.kind == asks.SEARCH_CATEGORY:
        return table.search[element].title
    if decision.kind in (asks.GUESS, asks.CHOOSE_GAIN, *COUNTED):
        return str(element)
    return table.titles[element]


def titles_of_powers(table: Table, powers: tuple[int, ...]) -> list[str]:
    """Return the titles of the cards that have these powers, in alphabetical order."""
    return sorted(table.titles[table.power_list[power].card] for power in powers)


def describe_answer(table: Table, decision: Decision, answer: Answer) -> str:
    """Return an answer as a line of `answers`, or "" if it needs no line."""
    if isinstance(decision, Payment):
        return _describe_payment(table, decision, answer)
    verb = _verb_of(decision, answer)
    if not answer or verb is None:
        return ""
    if decision.kind == asks.USE_POWER:
        return f"use {table.titles[table.power_list[decision.about].card]}"
    if decision.kind == asks.SEARCH_KEEP:
        return f"{verb} {table.titles[decision.about]}"
    if decision.kind in _PAIRS:
        return f"{verb} {_describe_pair(table, decision, answer)}"
    if verb in (Verb.DEFEND, Verb.CHOOSE_LAST):
        return verb
    titles = [title_of(table, decision, element) for element in answer]
    separator = " using " if decision.kind in PAID else " and "
    return f"{verb} {separator.join(titles)}{_UNITS.get(decision.kind, '')}"


def _describe_pair(table: Table, decision: Decision, answer: Answer) -> str:
    first, second = answer
    if decision.kind == asks.UPGRADE:
        return f"{table.titles[second]} to {table.titles[first]}"
    if decision.kind == asks.MOVE_GOOD:
        return f"{table.titles[first]} to {table.titles[second]}"
    return f"{table.titles[second]} using {table.titles[table.power_list[first].card]}"


def _describe_payment(table: Table, decision: Payment, answer: Answer) -> str:
    helpers = titles_of_powers(table, decision.options[answer[0]].powers)
    using = f" using {' and '.join(helpers)}" if helpers else ""
    if decision.kind == asks.DEFEND:
        return f"defend{using}" if helpers else ""
    return f"pay {counted(len(answer) - 1, 'card')} for {table.titles[decision.about]}{using}"


def list_choices(table: Table, decision: Decision, named: Container[int] = ALL_CARDS) -> list[str]:
    """Return the possible answers as lines of `answers`.

    named: cards to list by title; the others are only counted.
    """
    if isinstance(decision, Choice):
        lines = {
            describe_answer(table, decision, option)
            for option in decision.options
            if not option or decision.kind not in PLACED or option[0] in named
        }
        return sorted(line for line in lines if line)
    assert isinstance(decision, Subset)
    verb = _verb_of(decision, ())
    titles = {title_of(table, decision, card) for card in decision.cards if card in named}
    unnamed = ["1 card"] if verb is Verb.DISCARD and not titles and decision.cards else []
    return sorted(f"{verb} {noun}" for noun in (*titles, *unnamed))


def list_helpers(table: Table, decision: Payment) -> list[str]:
    """Return the powers that alone help to place or take over a card, as lines of `answers`."""
    verb, title = _verb_of(decision, ()) or Verb.PLACE, table.titles[decision.about]
    powers = [option.powers for option in decision.options if len(option.powers) == 1]
    helpers = sorted({helper for power in powers for helper in titles_of_powers(table, power)})
    return [f"{verb} {title} using {helper}" for helper in helpers]
