"""Powers of tiles that can be read and mean nothing, each with what is said of it."""

import pytest

from rftg_dsl.games import ROLL
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.suggest.repairs import apply_rewrites
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.words.checks import SemanticError

REFUSED = {
    "ship: 1 credit": "E304 the power doesn't say when in ship this happens",
    "ship: at the end, price +1": "E304 `price` can't follow an event",
    "ship: after completing a world, 1 vp": "E304 `after completing` does not happen in ship",
    "settle: after trading a good, 1 vp": "E304 `after trading` does not happen in settle",
    "immediate: at the end, 1 credit": "E304 the end of a phase does not happen in immediate",
    "explore: after scouting with an alien die in cup, 1 vp": (
        "E304 a working die can't be in this place"
    ),
    "explore: after scouting with a gray die, 1 vp": "E314 dice can't be gray",
    "immediate: 2 2-cost dice in cup": "E314 dice can't be 2-cost",
    "assign: may reassign 1 2-cost worker to ship": "E314 dice can't be 2-cost",
    "settle: after completing a development, 1 vp": (
        "E311 only a world can be meant here, not a development"
    ),
    "ship: at the end, 1 credit, price +1": "E305 `price` can't be combined with `credits`",
    "ship: may spend 1 credit -> price +1": ("E307 only gains during a phase can cost credits"),
    "immediate: may spend 1 credit -> 1 rare die in cup": (
        "E307 only gains during a phase can cost credits"
    ),
    "ship: at the end, may spend 11 credits -> 1 vp": "E302 no player has more than 10 credits",
    "ship: at the end, 1 vp if you have 0 worlds": (
        "E303 this always holds: the number is never below 0"
    ),
    "ship: at the end, 1 vp if you have 5 kinds of worlds": (
        "E303 this never holds: there are at most 4 kinds of worlds"
    ),
    "ship: at the end, 1 vp if you have 7 or fewer colours of dice": (
        "E303 this always holds: there are at most 7 colours of dice"
    ),
    "ship: at the end, 1 vp if you have every good": "E303 `every` only works with tiles",
    "ship: at the end, 1 vp if you have 2 costliest worlds": (
        "E303 the number of costliest tiles isn't known in advance"
    ),
    "ship: at the end, 1 vp if you scouted with an alien die": (
        "E303 the dice that scouted are only known at the end of Explore"
    ),
    "setup: start with 8 credits if you have a world": (
        "E303 powers in setup can't have a condition"
    ),
    "explore: extra home worker if you have a world": (
        "E303 `extra worker` can't have a condition"
    ),
    "score: 1 per costliest world": "E312 the costliest tiles can't be counted",
    "score: 1 per 0 goods": "E312 `per 0` would divide by zero",
    "score: 3": "E306 points on a `score` line need `per ...` or a condition",
    "score: 1 per military world": "E314 `military` is a colour of dice, not of tiles",
    "score: 1 per windfall world": "E314 worlds in Roll for the Galaxy can't be `windfall`",
    "score: 1 per rare good": ("E314 `rare good` is ambiguous: is the die rare, or its world?"),
    "ship: price +1 for this world's good": "E314 `this world's good` has no meaning here",
    "immediate: 1 militry die in cup": "E314 dice can't be militry",
    "immediate: 1 die in cup": "E314 these dice need a colour",
    "immediate: 1 rare die": "E302 these dice need a destination",
    "produce: at the end, 1 rare die as a good": (
        "E302 dice can become goods only when this world is placed (`immediate`)"
    ),
    "immediate: remove 1 rare die": "E302 the owner can remove any die",
    "assign: reassign 1 worker to any phase": (
        "E308 this is the player's choice, so it needs `may`"
    ),
    "assign: may reassign all workers to any phase": ("E302 `reassign` needs a number of workers"),
    "assign: may reassign 1 worker to assign": ("E302 workers can't be assigned to this phase"),
    "assign: may reassign 1 worker from ship to ship": (
        "E302 workers in ship can't be reassigned to the same phase"
    ),
    "assign: may dictate up to 3 home workers": "E302 Dictate can use any worker",
    "ship: extra worker": "E314 these dice need a colour",
    "settle: return up to 2 workers to cup": (
        "E302 `return ... to cup` needs workers that just completed a tile"
    ),
    "settle: after completing a world, return 2 workers to cup": (
        "E302 a tile can be completed with fewer workers"
    ),
    "settle: cost -1 down to 0": "E317 every tile costs at least 1 worker",
    "settle: cost +1 down to 2": "E317 a cost increase can't have a minimum",
    "always: 2 goods on each development": "E311 only worlds hold goods",
    "setup: 8 credits": "E301 `credits` can't be used in setup",
}
MENDED = {
    "ship: 1 credit": "ship: at the end, 1 credit",
    "immediate: 1 militry die in cup": "immediate: 1 military die in cup",
    "immediate: 1 purple die in cup": "immediate: 1 consumption die in cup",
    "immediate: 1 rare die": "immediate: 1 rare die in citizenry",
    "immediate: remove 1 rare die": "immediate: remove 1 die",
    "assign: may dictate up to 3 home workers": "assign: may dictate up to 3 workers",
    "assign: may reassign all workers to any phase": (
        "assign: may reassign up to 9 workers to any phase"
    ),
    "settle: after completing a world, return 2 workers to cup": (
        "settle: after completing a world, return up to 2 workers to cup"
    ),
    "always: 2 goods on each development": "always: 2 goods on each world",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_means_nothing_is_refused(text: str) -> None:
    power = parse_power(text, ROLL.power)
    with pytest.raises(SemanticError) as raised:
        lower_for_game(power)
    assert f"{raised.value.code} {raised.value.message}" == REFUSED[text]
    assert raised.value.help


@pytest.mark.parametrize("text", MENDED)
def test_what_was_meant_is_written_where_it_is_known(text: str) -> None:
    assert apply_rewrites(text, ROLL.power) == MENDED[text]
