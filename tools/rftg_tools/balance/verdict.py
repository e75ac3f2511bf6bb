"""Verdict on a card: the comparison with official cards, and its problems.

A card is too strong or too weak only if its interval is entirely outside of the range of official
cards. So a copy of an official card is neither, even if it is the strongest of all. The interval
holds at any time, so a verdict may be given as soon as it is sure.

Effects on wins are given as sentences about 100 games, to avoid confusion with victory points.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.text import capitalized
from rftg_tools.balance.bots import LEAVE, PLACE
from rftg_tools.balance.official import CalibrationRange, OfficialRange
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import RARELY_PLAYED, DrawResults, Tally
from rftg_tools.intervals import wilson

POINTS: Final = 100
"""Percentage points per win share."""
LARGE_EFFECT: Final = 5.0
"""Distance from the average, in points, that few official cards reach. A wider interval around 0
does not show that a card is average."""
LARGE_FORCED_EFFECT: Final = 10.0
"""The same by forced play, in which official cards differ more."""
_TYPICAL_MARGIN: Final = 4.0
"""Margin of error, in points, at which most verdicts become sure."""
OTHER_LENGTH: Final = 0.15
"""Relative change in the length of games that is a problem."""
ENDLESS: Final = 0.01
"""Share of additional endless games that is a problem."""

LARGE_FORECAST_ERROR: Final = 3.0
"""Forecast errors below this, in points, are acceptable."""

_MISJUDGED: Final = {LEAVE: "bots misplay it", PLACE: "bots underrate it"}
_MISTAKEN: Final = {True: "bots underrate it", False: "bots overrate it"}
"""By whether they win more than they expect."""
UNPLAYED: Final = "seldom played"
"""Verdict on a rarely played card, before forced play shows its strength."""
_OPEN: Final = ("in range", "average", "not known yet")
"""Verdicts on effects that may be those of an average card."""
_HEADLINES: Final = {
    "in range": "within the official range",
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
    """Return the verdict on a card so far. usual: range of forecast errors of official cards.

    Forced play shows the strength of a card that bots rarely play: its drawer places it as soon as
    possible, and in the other game of the pair, the official card in its place. Such a card may be
    too strong, but not too weak: bots lose as much with some official cards that they would rather
    not play.
    """
    effect, compared = tally.strength.times(POINTS), tally.compared.times(POINTS)
    condition, large = "", LARGE_EFFECT
    if tally.is_forced:
        condition, large = " if it is placed as soon as possible", LARGE_FORCED_EFFECT
    is_weak_by_force = tally.is_forced and compared.mean < 0
    strength = "" if is_weak_by_force else strength_of(compared, among, condition)
    checks = [strength, _endless(tally), _length(tally)]
    problems = tuple(problem for problem in checks if problem)
    if not isfinite(effect.margin):
        return Verdict("too few games", problems)
    if strength:
        brief = "too strong" if compared.mean > 0 else "too weak"
    else:
        brief = "in range" if is_within(compared, among) else direction_of(effect, large)
    is_rarely_played = tally.drawers.played_share < RARELY_PLAYED
    is_mistaken = (is_rarely_played or brief not in _OPEN) and _is_mistaken(tally, usual)
    if tally.misjudged or is_mistaken:
        is_weak = brief == "too weak"
        brief = brief if brief == "too strong" else _misjudged(tally)
        return Verdict(brief, problems[1:] if is_weak else problems, True, is_mistaken)
    if is_rarely_played and not tally.is_forced and brief in _OPEN:
        return Verdict(UNPLAYED, problems)
    return Verdict(brief, problems)


def brief_of(effect: Estimate, among: OfficialRange) -> str:
    """Return the effect in a word or two. effect: in points."""
    if strength_of(effect, among):
        return "too strong" if effect.mean > 0 else "too weak"
    return "in range" if is_within(effect, among) else direction_of(effect)


def direction_of(effect: Estimate, large: float = LARGE_EFFECT) -> str:
    """Return whether an effect is above or below the average. effect, large: in points."""
    if effect.low > 0:
        return "stronger"
    if effect.high < 0:
        return "weaker"
    return "average" if max(-effect.low, effect.high) <= large else "not known yet"


def headline_of(brief: str, is_forced: bool = False) -> str:
    """Return a brief verdict for display. is_forced: whether it is by forced play."""
    names_bots = brief.startswith("bots ")
    return _HEADLINES.get(brief, brief) + (", if played" if is_forced and not names_bots else "")


def strength_of(effect: Estimate, among: OfficialRange, condition: str = "") -> str:
    """Return the problem if the card is outside of the range of official cards, or "".

    condition: of the effect.
    """
    low, high = among.low * POINTS, among.high * POINTS
    sure = effect.at_any_time(_TYPICAL_MARGIN)
    if not among.cards or not isfinite(sure.margin) or (low <= sure.high and sure.low <= high):
        return ""
    strength, more = ("stronger", "more") if effect.mean > 0 else ("weaker", "fewer")
    return (
        f"is {strength} than any of the official {among.description}{condition}:"
        f" {abs(effect.mean):.0f} {more} wins per 100 games, while those are between {-low:.0f}"
        f" fewer and {high:.0f} more"
    )


def is_within(effect: Estimate, among: OfficialRange) -> bool:
    """Return whether an effect is surely within the range of official cards. effect: in points."""
    sure = effect.at_any_time(_TYPICAL_MARGIN)
    return bool(among.cards) and among.low * POINTS <= sure.low and sure.high <= among.high * POINTS


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


def margin_so_far(margin: float, target: float, what: str, are_settled: bool) -> str:
    """Return the margin of error of the least certain `what`, and the target.

    margin, target: as win shares; margin is infinite without games. are_settled: whether verdicts
    are sure nevertheless.
    """
    if are_settled:
        return (
            f"every verdict is sure, or measured to ±{POINTS * target:.1f} points (margin of error"
            f" for the least certain {what}: ±{POINTS * margin:.1f})"
        )
    aim = f"(target: ±{POINTS * target:.1f} points)"
    if not isfinite(margin):
        return f"too few games so far with some {what} {aim}"
    return (
        f"margin of error so far: ±{POINTS * margin:.1f} points for the least certain {what} {aim}"
    )


SURE: Final = "19 times out of 20"
"""Wording of 95 %."""
_ROUNDS_TO_ZERO: Final = 0.5
"""Games per 100 that round to 0."""


def wins(tally: Tally, verdict: Verdict) -> str:
    """Return the number of additional wins with a card and its margin, as a sentence."""
    who, other = f"players who {_came_by(tally)}", tally.subject.peers.average
    if tally.is_forced:
        who, other = "players who placed it as soon as they could", f"{other} placed as early"
    is_open = verdict.brief == "not known yet"
    return won(tally.strength.times(POINTS), who, other, is_open)


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
        start = capitalized(who)
        return f"{start} won {mean:g} {more} {games} per 100 {than}: {interval}, {SURE}."
    low_text, high_text = (_describe_difference(end, digits) for end in effect.ends)
    interval = f"between {low_text} and {high_text} per 100, {SURE}"
    if is_open:
        return f"It is not clear yet whether {who} win more or fewer games {than}: {interval}."
    return f"{capitalized(who)} won about as many games as with {other}: {interval}."


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
