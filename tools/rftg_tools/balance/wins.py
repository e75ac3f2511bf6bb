"""How many more games were won with a card, in words: as games of a hundred.

So no point of an effect is taken for a victory point.
"""

from __future__ import annotations

from math import isfinite
from typing import Final

from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import Arm, Tally
from rftg_tools.balance.verdict import POINTS, Verdict

SURE: Final = "19 times out of 20"
"""How often an interval holds what it is of."""
_NONE: Final = 0.5
"""Games of a hundred that are none, told in whole ones."""


def wins(tally: Tally, verdict: Verdict) -> str:
    """Return how many more games were won with a card, and how sure that is."""
    effect = tally.effect.estimate().times(POINTS)
    who = f"players who {_came_by(tally)}"
    return won(effect, who, _other(tally), verdict.brief == "not known yet")


def won(effect: Estimate, who: str, other: str, is_open: bool = False) -> str:
    """Return how many more games some players won than with something else, and how sure that is.

    effect: in points. is_open: nothing is known of it yet.
    """
    than = f"than with {other}"
    digits = _digits(effect)
    if effect.low > 0 or effect.high < 0:
        low, high = sorted(_number(end, digits) for end in effect.ends)
        more = "more" if effect.low > 0 else "fewer"
        mean = _number(effect.mean, digits)
        games = "game" if mean == 1 else "games"
        span = f"between {low:g} and {high:g} {more}" if low != high else f"surely {more}"
        begun = who[:1].upper() + who[1:]
        return f"{begun} won {mean:g} {more} {games} in 100 {than}: {span}, {SURE}."
    span = f"between {_off(effect.low, digits)} and {_off(effect.high, digits)} in 100, {SURE}"
    if is_open:
        return f"It is still open whether {who} win more or fewer games {than}: {span}."
    return f"{who[:1].upper()}{who[1:]} won about as many games as with {other}: {span}."


def off(estimate: Estimate) -> tuple[str, str]:
    """Return how many more games of a hundred, and from where to where: "+3", "+1 to +5"."""
    if not isfinite(estimate.half):
        return "", "too few games"
    digits = _digits(estimate)
    return _signed(estimate.mean, digits), " to ".join(
        _signed(one, digits) for one in estimate.ends
    )


def of_hundred(arm: Arm) -> str:
    """Return in how many games those who drew a card played it: "40 of 100"."""
    share = POINTS * arm.played_share
    if 0 < share < 1:
        return "fewer than 1 of 100"
    return f"{share:.0f} of 100"


def _came_by(tally: Tally) -> str:
    return "were dealt it" if tally.subject.card.start else "drew it"


def _other(tally: Tally) -> str:
    return tally.subject.peers.average


def _digits(effect: Estimate) -> int:
    """Return how many decimals an effect takes: whole games, unless an end would be taken for 0."""
    return int(effect.half < 1 or min(map(abs, effect.ends)) < _NONE)


def _number(number: float, digits: int) -> float:
    return float(f"{abs(number):.{digits}f}")


def _signed(number: float, digits: int) -> str:
    text = f"{number:+.{digits}f}"
    return text[1:] if not float(text) else text


def _off(number: float, digits: int) -> str:
    """Return a signed number of games in words."""
    return f"{_number(number, digits):g} {'fewer' if number < 0 else 'more'}"
