"""Action cards: their names, the phase that each selects, and the bonus of choosing it.

With prestige, an action number plus PRESTIGE is the same action with the prestige/search
card added to it (arc 1 booklet, Prestige Card).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import Answer
from rftg_engine import steps

EXPLORE_5: Final = 0
EXPLORE_1_1: Final = 1
DEVELOP: Final = 2
DEVELOP_2: Final = 3
SETTLE: Final = 4
SETTLE_2: Final = 5
CONSUME_TRADE: Final = 6
CONSUME_X2: Final = 7
PRODUCE: Final = 8
SEARCH: Final = 9
PRESTIGE: Final = 10

NAMES: Final[tuple[str, ...]] = (
    "explore +5",
    "explore +1,+1",
    "develop",
    "second develop",
    "settle",
    "second settle",
    "consume: trade",
    "consume: x2",
    "produce",
    "search",
)
"""By action number."""
WITH_PRESTIGE: Final = "prestige "
"""Before the name of an action to which the prestige/search card is added."""

PHASE_OF: Final[tuple[str, ...]] = (
    steps.EXPLORE,
    steps.EXPLORE,
    steps.DEVELOP,
    steps.DEVELOP_2,
    steps.SETTLE,
    steps.SETTLE_2,
    steps.CONSUME,
    steps.CONSUME,
    steps.PRODUCE,
    steps.SEARCH,
)
"""The step that an action selects, by action number."""

PHASES_IN_ORDER: Final = tuple(dict.fromkeys(PHASE_OF[:SEARCH]))
"""The order in which a round goes through the phases that were selected."""
STEPS_IN_ORDER: Final = (PHASE_OF[SEARCH], *PHASES_IN_ORDER)
"""The same, with the search before them."""

SINGLE: Final[tuple[Answer, ...]] = tuple(
    (action,) for action in range(SEARCH) if action not in (DEVELOP_2, SETTLE_2)
)
"""The seven actions of the ordinary game."""


def _pairs() -> tuple[Answer, ...]:
    """Return two of nine cards, a second Develop only beside a first.

    base rulebook, 2 Player Game
    """
    return tuple(
        pair
        for pair in combinations(range(SEARCH), 2)
        if (DEVELOP_2 not in pair or DEVELOP in pair) and (SETTLE_2 not in pair or SETTLE in pair)
    )


PAIRS: Final = _pairs()
"""The pairs of actions of the experienced 2-player game."""


def with_special(pairs: bool, prestige: bool) -> tuple[Answer, ...]:
    """Return the actions, or pairs of them, with the prestige/search card.

    prestige: there is some to be spent.
    """
    return _WITH_SPECIAL[pairs, prestige]


def _with_special(pairs: bool, prestige: bool) -> tuple[Answer, ...]:
    plain = PAIRS if pairs else SINGLE
    found: list[Answer] = [(*one, SEARCH) for one in SINGLE] if pairs else [(SEARCH,)]
    if prestige:
        found += [_with_prestige(one, index) for one in plain for index in range(len(one))]
    return tuple(found)


def _with_prestige(answer: Answer, index: int) -> Answer:
    return tuple(
        action + PRESTIGE if place == index else action for place, action in enumerate(answer)
    )


_WITH_SPECIAL: Final = {
    (pairs, prestige): _with_special(pairs, prestige)
    for pairs in (False, True)
    for prestige in (False, True)
}


def chose(chosen: list[int], action: int) -> bool:
    """Return whether an action was chosen, with prestige or without."""
    return action in chosen or action + PRESTIGE in chosen


def plain(action: int) -> int:
    """Return the action without its prestige."""
    return action - PRESTIGE if action >= PRESTIGE else action


def name_of(action: int) -> str:
    """Return the name of an action, with "prestige " before it where it is with prestige."""
    return (WITH_PRESTIGE if action >= PRESTIGE else "") + NAMES[plain(action)]


@mypyc_attr(acyclic=True, free_list_len=1)
class Bonus:
    """The bonus of one phase for one player.

    draw, keep, mix: more cards in Explore, among all of the hand. discount: off the cost of what is
    placed. military: called up in Settle. card: one is drawn for the first world. trades: a good is
    sold before Consume, for `trade` more cards. chips: what a chip counts in Consume. discards:
    hand cards that may be given up there for a point each. goods: windfall worlds that produce.
    cards: drawn in Produce.
    """

    def __init__(self) -> None:
        self.draw = 0
        self.keep = 0
        self.mix = False
        self.discount = 0
        self.military = 0
        self.card = False
        self.trades = False
        self.trade = 0
        self.chips = 1
        self.discards = 0
        self.goods = 0
        self.cards = 0


NONE: Final = Bonus()
"""That of a phase which others have chosen."""
EXPLORE: Final = {EXPLORE_5: (5, 0), EXPLORE_1_1: (1, 1)}
"""Cards more to draw and to keep, by action; both together in the experienced game."""
DISCOUNT: Final = 1
"""Off the cost of a development."""
DOUBLE: Final = 2
"""What a chip counts with Consume: x2."""

AddBonus = Callable[[Bonus, int], None]
"""Add to a bonus what an action brings besides; modules of rules do."""


def bonus_of(chosen: list[int], phase: str, more: list[AddBonus]) -> Bonus:
    """Return what the actions that a player has chosen bring in a phase, named by its step."""
    bonus = NONE
    for action in chosen:
        plain_action = plain(action)
        if PHASE_OF[plain_action] == phase:
            if bonus is NONE:
                bonus = Bonus()
            _add(bonus, plain_action)
            for add in more:
                add(bonus, action)
    return bonus


def _add(bonus: Bonus, action: int) -> None:
    if action in (DEVELOP, DEVELOP_2):
        bonus.discount = DISCOUNT
    elif action in (SETTLE, SETTLE_2):
        bonus.card = True
    elif action == CONSUME_TRADE:
        bonus.trades = True
    elif action == CONSUME_X2:
        bonus.chips = max(bonus.chips, DOUBLE)
    elif action == PRODUCE:
        bonus.goods += 1
    elif action in EXPLORE:
        draw, keep = EXPLORE[action]
        bonus.draw += draw
        bonus.keep += keep
