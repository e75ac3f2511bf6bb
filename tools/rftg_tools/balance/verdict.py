"""Verdict on a card: the comparison with official cards, and its problems.

A card is too strong or too weak only if its interval is entirely outside of the range of official
cards. So a copy of an official card is neither, even if it is the strongest of all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from rftg_tools.balance.calibration import CalibrationRange
from rftg_tools.balance.holders import LEAVE, PLACE
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import RARELY_PLAYED, Tally
from rftg_tools.intervals import wilson

POINTS: Final = 100
"""Percentage points per win share."""
UNWANTED_SHARE: Final = 0.05
"""Share of draws below which a card may be one that nobody wants."""
LARGE_EFFECT: Final = 5.0
"""Distance from the average, in points, that few official cards reach. A wider interval around 0
does not show that a card is average."""
OTHER_LENGTH: Final = 0.15
"""Relative change in the length of games that is a problem."""
ENDLESS: Final = 0.01
"""Share of additional endless games that is a problem."""

LARGE_FORECAST_ERROR: Final = 3.0
"""Forecast errors below this, in points, are acceptable."""

_MISJUDGED: Final = {LEAVE: "bots misplay it", PLACE: "bots underrate it"}
_MISTAKEN: Final = {True: "bots underrate it", False: "bots overrate it"}
"""By whether they win more than they expect."""
UNPLAYED: Final = ("seldom played", "hardly played")
"""Verdicts on rarely played cards, whose wins do not show their strength."""
_OPEN: Final = ("average", "not known yet")
"""Verdicts on effects whose interval contains 0."""
_HEADLINES: Final = {
    "stronger": "stronger than average",
    "average": "about average",
    "weaker": "weaker than average",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a card. brief: in one or two words.

    problems: what to report, each a sentence without its subject. is_misjudged: bots misjudge the
    card, so its effect is not its strength; is_mistaken: because their forecasts with it are wrong.
    """

    brief: str
    problems: tuple[str, ...]
    is_misjudged: bool = False
    is_mistaken: bool = False


def verdict(tally: Tally, among: OfficialRange, usual: CalibrationRange | None = None) -> Verdict:
    """Return the verdict on a card so far. usual: range of forecast errors of official cards."""
    effect = tally.effect.estimate().times(POINTS)
    strength = strength_of(effect, among)
    checks = [strength, _endless(tally), _length(tally)]
    problems = tuple(problem for problem in checks if problem)
    if not isfinite(effect.margin):
        return Verdict("too few games", problems)
    brief = brief_of(effect, among)
    is_rarely_played = tally.drawers.played_share < RARELY_PLAYED
    is_mistaken = (is_rarely_played or brief not in _OPEN) and _is_mistaken(tally, usual)
    if tally.misjudged or is_mistaken:
        is_weak = brief == "too weak"
        brief = brief if brief == "too strong" else _misjudged(tally)
        return Verdict(brief, problems[1:] if is_weak else problems, True, is_mistaken)
    if is_rarely_played and not strength and _is_unwanted(tally):
        return Verdict("hardly played", problems)
    return Verdict("seldom played" if is_rarely_played and brief in _OPEN else brief, problems)


def brief_of(effect: Estimate, among: OfficialRange) -> str:
    """Return the effect in a word or two. effect: in points."""
    if strength_of(effect, among):
        return "too strong" if effect.mean > 0 else "too weak"
    if effect.low > 0:
        return "stronger"
    if effect.high < 0:
        return "weaker"
    return "average" if max(-effect.low, effect.high) <= LARGE_EFFECT else "not known yet"


def headline_of(brief: str) -> str:
    """Return a brief verdict for display."""
    return _HEADLINES.get(brief, brief)


def strength_of(effect: Estimate, among: OfficialRange) -> str:
    """Return the problem if the card is outside of the range of official cards, or ""."""
    low, high = among.low * POINTS, among.high * POINTS
    if (
        not among.cards
        or not isfinite(effect.margin)
        or (low <= effect.high and effect.low <= high)
    ):
        return ""
    strength, more = ("stronger", "more") if effect.mean > 0 else ("weaker", "fewer")
    return (
        f"is {strength} than any of the official {among.description}: {abs(effect.mean):.0f} {more}"
        f" wins per 100 games, while those are between {-low:.0f} fewer and {high:.0f} more"
    )


def _is_unwanted(tally: Tally) -> bool:
    """Return whether fewer than half as many drawers play it as play its peers.

    It is not a problem, because bots play some official cards as rarely.
    """
    _, high = wilson(tally.drawers.played, tally.drawers.drawn)
    return high < min(UNWANTED_SHARE, tally.control_drawers.played_share / 2)


def _is_mistaken(tally: Tally, usual: CalibrationRange | None) -> bool:
    """Return whether the bots' forecasts with a card are worse than with any official card."""
    error = tally.calibration.bias.estimate()
    if (
        usual is None
        or not isfinite(error.margin)
        or abs(error.mean) * POINTS < LARGE_FORECAST_ERROR
    ):
        return False
    low, high = usual
    return error.high < low or error.low > high


def _misjudged(tally: Tally) -> str:
    if tally.misjudged:
        return _MISJUDGED[tally.misjudged]
    return _MISTAKEN[tally.calibration.bias.mean > 0]


def _endless(tally: Tally) -> str:
    low, _ = wilson(tally.endless, tally.drawn)
    _, high = wilson(tally.broken_without, tally.paired)
    if not tally.drawn or low <= max(ENDLESS, high):
        return ""
    return (
        f"makes games endless: {tally.endless / tally.drawn:.1%} of the games in which it is drawn,"
        f" and {tally.broken_without / max(1, tally.paired):.1%} without it"
    )


def _length(tally: Tally) -> str:
    change, usual = tally.rounds.estimate(), tally.usual_rounds.mean
    limit = OTHER_LENGTH * usual
    if not isfinite(change.margin) or (change.low <= limit and change.high >= -limit):
        return ""
    direction = "longer" if change.mean > 0 else "shorter"
    return (
        f"makes games much {direction}: {usual + change.mean:.1f} ± {change.margin:.1f} rounds if"
        f" it is drawn, {usual:.1f} without it"
    )


def margin_so_far(margin: float, target: float, what: str) -> str:
    """Return the margin of error of the least certain `what`, and the target.

    margin, target: as win shares; margin is infinite without games.
    """
    aim = f"(target: ±{POINTS * target:.1f} points)"
    if not isfinite(margin):
        return f"too few games so far with some {what} {aim}"
    return (
        f"margin of error so far: ±{POINTS * margin:.1f} points for the least certain {what} {aim}"
    )
