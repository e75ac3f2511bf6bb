"""Effects on wins as sentences about 100 games, to avoid confusion with victory points."""

from __future__ import annotations

from math import isfinite
from typing import Final

from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import DrawResults, Tally
from rftg_tools.balance.verdict import POINTS, Verdict

SURE: Final = "19 times out of 20"
"""Wording of 95 %."""
_ROUNDS_TO_ZERO: Final = 0.5
"""Games per 100 that round to 0."""


def wins(tally: Tally, verdict: Verdict) -> str:
    """Return the number of additional wins with a card and its margin, as a sentence."""
    effect = tally.effect.estimate().times(POINTS)
    who = f"players who {_came_by(tally)}"
    return won(effect, who, _comparison(tally), verdict.brief == "not known yet")


def won(effect: Estimate, who: str, other: str, is_open: bool = False) -> str:
    """Return the number of additional wins of a group of players, compared with another card.

    effect: in points. is_open: whether there is no clear result yet.
    """
    than = f"than with {other}"
    digits = _digits(effect)
    if effect.low > 0 or effect.high < 0:
        low, high = sorted(_rounded(end, digits) for end in effect.ends)
        more = "more" if effect.low > 0 else "fewer"
        mean = _rounded(effect.mean, digits)
        games = "game" if mean == 1 else "games"
        interval = f"between {low:g} and {high:g} {more}" if low != high else f"surely {more}"
        start = who[:1].upper() + who[1:]
        return f"{start} won {mean:g} {more} {games} per 100 {than}: {interval}, {SURE}."
    low_text, high_text = (_describe_difference(end, digits) for end in effect.ends)
    interval = f"between {low_text} and {high_text} per 100, {SURE}"
    if is_open:
        return f"It is not clear yet whether {who} win more or fewer games {than}: {interval}."
    return f"{who[:1].upper()}{who[1:]} won about as many games as with {other}: {interval}."


def format_difference(estimate: Estimate) -> tuple[str, str]:
    """Return the number of additional wins per 100 games and its interval: "+3", "+1 to +5"."""
    if not isfinite(estimate.margin):
        return "", "too few games"
    digits = _digits(estimate)
    return _signed(estimate.mean, digits), " to ".join(
        _signed(end, digits) for end in estimate.ends
    )


def of_hundred(arm: DrawResults) -> str:
    """Return the number of games in which drawers played a card: "40 of 100"."""
    share = POINTS * arm.played_share
    if 0 < share < 1:
        return "fewer than 1 of 100"
    return f"{share:.0f} of 100"


def _came_by(tally: Tally) -> str:
    return "were dealt it" if tally.subject.card.start else "drew it"


def _comparison(tally: Tally) -> str:
    return tally.subject.peers.average


def _digits(effect: Estimate) -> int:
    """Return the number of decimals for an effect: none, unless an end would round to 0."""
    return int(effect.margin < 1 or min(map(abs, effect.ends)) < _ROUNDS_TO_ZERO)


def _rounded(number: float, digits: int) -> float:
    return float(f"{abs(number):.{digits}f}")


def _signed(number: float, digits: int) -> str:
    text = f"{number:+.{digits}f}"
    return text[1:] if not float(text) else text


def _describe_difference(number: float, digits: int) -> str:
    """Return a signed number of games as text."""
    return f"{_rounded(number, digits):g} {'fewer' if number < 0 else 'more'}"
