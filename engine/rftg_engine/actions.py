"""The action cards: their names, and which phase each selects (base rulebook, Playing the Game).

With prestige, an action number plus PRESTIGE is the same action with the prestige/search
card laid beside it (arc 1 booklet, Prestige Card).
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

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
