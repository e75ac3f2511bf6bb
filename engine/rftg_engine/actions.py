"""Action cards: names, selected phases, and bonuses.

An action number plus PRESTIGE is the same action with the prestige/search card (arc 1 booklet,
Prestige Card).
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
"""Names by action number."""
WITH_PRESTIGE: Final = "prestige "
"""Prefix of the name of an action with the prestige/search card."""

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
"""Step that each action selects, by action number."""

PHASES_IN_ORDER: Final = tuple(dict.fromkeys(PHASE_OF[:SEARCH]))
"""Phases in the order of a round."""
STEPS_IN_ORDER: Final = (PHASE_OF[SEARCH], *PHASES_IN_ORDER)
"""Steps of actions in the order of a round: search comes before all phases."""

SINGLE: Final[tuple[Answer, ...]] = tuple(
    (action,) for action in range(SEARCH) if action not in (DEVELOP_2, SETTLE_2)
)
"""The seven actions of the regular game."""


def _pairs() -> tuple[Answer, ...]:
    """Return all pairs of two of nine cards; a second Develop or Settle requires the first.

    base rulebook, 2 Player Game
    """
    return tuple(
        pair
        for pair in combinations(range(SEARCH), 2)
        if (DEVELOP_2 not in pair or DEVELOP in pair) and (SETTLE_2 not in pair or SETTLE in pair)
    )


PAIRS: Final = _pairs()
"""Pairs of actions in the experienced 2-player game."""


def with_special(pairs: bool, prestige: bool) -> tuple[Answer, ...]:
    """Return the actions, or pairs of actions, that include the prestige/search card.

    prestige: whether the player has prestige to spend.
    """
    return _WITH_SPECIAL[pairs, prestige]


def _with_special(pairs: bool, prestige: bool) -> tuple[Answer, ...]:
    plain = PAIRS if pairs else SINGLE
    answers: list[Answer] = [(*answer, SEARCH) for answer in SINGLE] if pairs else [(SEARCH,)]
    if prestige:
        answers += [
            _with_prestige(answer, index) for answer in plain for index in range(len(answer))
        ]
    return tuple(answers)


def _with_prestige(answer: Answer, index: int) -> Answer:
    return tuple(
        action + PRESTIGE if position == index else action for position, action in enumerate(answer)
    )


_WITH_SPECIAL: Final = {
    (pairs, prestige): _with_special(pairs, prestige)
    for pairs in (False, True)
    for prestige in (False, True)
}


def plain(action: int) -> int:
    """Return the action without the prestige card."""
    return action - PRESTIGE if action >= PRESTIGE else action


def name_of(action: int) -> str:
    """Return the name of an action, including the prestige card."""
    return (WITH_PRESTIGE if action >= PRESTIGE else "") + NAMES[plain(action)]


@mypyc_attr(acyclic=True, free_list_len=1)
class Bonus:
    """Bonus of one player in one phase.

    draw, keep: additional cards in Explore.
    mix: whether drawn cards are mixed with the hand.
    discount: discount on the cost of placed cards.
    military: temporary Military in Settle.
    card: whether a card is drawn for the first world.
    trades: whether a good is sold before Consume.
    trade: additional cards for that good.
    chips: value of a chip in Consume.
    discards: maximum number of hand cards to discard for a point each in Consume.
    goods: number of windfall worlds that produce.
    cards: cards drawn in Produce.
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
"""Bonus in a phase that only other players have selected."""
EXPLORE: Final = {EXPLORE_5: (5, 0), EXPLORE_1_1: (1, 1)}
"""Additional cards to draw and keep, by Explore action. With two actions, both apply."""
DISCOUNT: Final = 1
"""Discount on a development."""
DOUBLE: Final = 2
"""Value of a chip with Consume: x2."""

AddBonus = Callable[[Bonus, int], None]
"""Function of a rule module that adds to the bonus of an action."""


def bonus_of(chosen: list[int], phase: str, additions: list[AddBonus]) -> Bonus:
    """Return the bonus of a player's actions in a phase.

    phase: name of its step. additions: functions of rule modules that add to the bonus.
    """
    bonus = NONE
    for action in chosen:
        plain_action = plain(action)
        if PHASE_OF[plain_action] == phase:
            if bonus is NONE:
                bonus = Bonus()
            _add(bonus, plain_action)
            for add in additions:
                add(bonus, action)
    return bonus


def has_chosen(chosen: list[int], phase: str) -> bool:
    """Return whether a player's actions select a phase. phase: its name, or "trade"."""
    return any(phase in (PHASE_OF[plain(action)], _ALSO.get(plain(action))) for action in chosen)


_ALSO: Final = {DEVELOP_2: steps.DEVELOP, SETTLE_2: steps.SETTLE, CONSUME_TRADE: "trade"}
"""Phases that some actions select besides that of PHASE_OF."""


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
