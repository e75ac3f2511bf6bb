"""Which decisions of the engine each verb of `answers` is an answer to."""

from __future__ import annotations

from typing import Final, assert_never

from rftg_dsl.syntax.situations import Verb
from rftg_engine import asks

_GIVEN_UP: Final = (
    asks.EXPLORE,
    asks.DISCARD_AFTER_DRAWING,
    asks.HAND_LIMIT,
    asks.STARTING_HAND,
)
"""Decisions that take as many hand cards as the rules say."""
OF_POWERS: Final = [asks.CONSUME_POWER, asks.PRODUCE_POWER, asks.SETTLE_POWER]
"""Decisions whose options are powers, by number; modules of rules add theirs."""
PAID: Final[list[str]] = []
"""Decisions of modules of rules whose options are a card, and another one that pays for it."""


def _decisions(verb: Verb) -> tuple[str, ...]:  # noqa: C901
    match verb:
        case Verb.PLACE:
            return (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD)
        case Verb.USE:
            return (asks.USE_POWER, *OF_POWERS)
        case Verb.SPEND:
            return (asks.GOODS_FOR_POWER, asks.SPEND_PRESTIGE, asks.SPEND_TOKENS)
        case Verb.DISCARD:
            return (asks.DISCARD_FOR_POWER, *_GIVEN_UP)
        case Verb.KEEP:
            return (*_GIVEN_UP, asks.KEEP_ONE, asks.SEARCH_KEEP)
        case Verb.PASS:
            return (asks.SEARCH_KEEP,)
        case Verb.SAVE:
            return (asks.SAVE,)
        case Verb.SELL:
            return (asks.TRADE,)
        case Verb.PRODUCE_ON:
            return (asks.WINDFALL,)
        case Verb.NAME:
            return (asks.KIND_OF_GOOD,)
        case Verb.GUESS:
            return (asks.GUESS,)
        case Verb.CHOOSE:
            return (asks.CHOOSE_GAIN,)
        case Verb.ANTE:
            return (asks.ANTE,)
        case Verb.SEARCH_FOR:
            return (asks.SEARCH_CATEGORY,)
        case Verb.UPGRADE:
            return (asks.UPGRADE,)
        case Verb.MOVE:
            return (asks.MOVE_GOOD,)
        case Verb.TAKE_OVER:
            return (asks.TAKEOVER,)
        case Verb.DEFEAT:
            return (asks.DEFEAT_TAKEOVER,)
        case Verb.DEFEND:
            return (asks.DEFEND,)
        case Verb.CHOOSE_LAST:
            return (asks.LATE_ACTION,)
        case Verb.DAMAGE | Verb.REPAIR | Verb.CONTRIBUTE:
            return ()
        case _:
            assert_never(verb)


PLACED: Final = {asks.PLACE_DEVELOPMENT: "development", asks.PLACE_WORLD: "world"}
"""The type of the cards that are placed by a decision."""
DECISIONS: Final = {verb: _decisions(verb) for verb in Verb}
"""The kinds of decisions that each verb answers; `add_answers` adds those of modules of rules."""
VERBS: Final = {kind: verb for verb in reversed(Verb) for kind in DECISIONS[verb]}
"""The verb that answers a kind of decision, the first of several; some kinds have none."""


def add_answers(verb: Verb, *kinds: str) -> None:
    """Have a verb answer decisions of these kinds, too, which a module of rules asks."""
    DECISIONS[verb] = (*DECISIONS[verb], *kinds)
    for kind in kinds:
        VERBS.setdefault(kind, verb)
