"""What is said of a card: how it compares with official ones, and what is found wanting.

A card is too strong or too weak only when its interval lies wholly outside of where official cards
can lie. So an official card under another title is neither, even if it is the strongest of all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from rftg_tools.balance.calibration import Usual
from rftg_tools.balance.holders import LEAVE, PLACE
from rftg_tools.balance.official import Range
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import SELDOM, Tally
from rftg_tools.intervals import wilson

POINTS: Final = 100
"""A share of a win in percentage points, in which people read it."""
HARDLY: Final = 0.05
"""A card that is surely played in a smaller share of its draws may be one that nobody wants."""
FAR: Final = 5.0
"""Points from the average that few official cards reach: an interval about 0 that goes beyond them
does not show that a card is average."""
OTHER_LENGTH: Final = 0.15
"""Games that are so much longer or shorter are other games."""
ENDLESS: Final = 0.01
"""Of the games with a card, how many may be endless that are not so without."""

WRONG: Final = 3.0
"""Points that bots win more or less than they expect, below which they know well enough."""

_MISJUDGED: Final = {LEAVE: "bots misplay it", PLACE: "bots underrate it"}
_MISTAKEN: Final = {True: "bots underrate it", False: "bots overrate it"}
"""By whether they win more than they expect."""
UNPLAYED: Final = ("seldom played", "hardly played")
"""Verdicts on what few play, so that its wins say little."""
_OPEN: Final = ("average", "not known yet")
"""Verdicts on an effect whose interval holds 0."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card in words. brief: in one or two; text: a whole sentence without its subject.

    wanting: what is found, each a sentence without its subject; nothing for a card that is fine.
    misjudged: bots cannot judge it, so its effect is not its strength: they would win more if they
    played it otherwise, or they are mistaken in what they expect to win with it.
    """

    brief: str
    text: str
    wanting: tuple[str, ...]
    misjudged: bool = False
    mistaken: bool = False


def verdict(tally: Tally, among: Range, usual: Usual | None = None) -> Verdict:
    """Return the verdict on a card, as far as the games go.

    usual: how far off forecasts of official cards can be, where it is known.
    """
    effect = tally.effect.estimate().times(POINTS)
    found = [strength_of(effect, among), _endless(tally), _length(tally)]
    wanting = tuple(one for one in found if one)
    if not isfinite(effect.half):
        drawn = f"was drawn in {tally.drawn} of {tally.seeds} games: too few to say anything"
        return Verdict("too few games", drawn, wanting)
    brief, compared = brief_of(effect, among), _compared(effect, tally)
    seldom = tally.with_it.played_share < SELDOM
    mistaken = (seldom or brief not in _OPEN) and _is_mistaken(tally, usual)
    if tally.misjudged or mistaken:
        weak = brief == "too weak"
        brief = brief if brief == "too strong" else _misjudged(tally)
        text = f"{compared}; but bots cannot judge it: {_reasons(tally, mistaken)}"
        return Verdict(brief, text, wanting[1:] if weak else wanting, True, mistaken)
    if tally.with_it.played_share >= SELDOM:
        return Verdict(brief, compared, wanting)
    unwanted = _unwanted(tally)
    little = f"{compared}; {unwanted or 'seldom played'}, so this says little of its strength"
    if unwanted and not strength_of(effect, among):
        return Verdict("hardly played", little, wanting)
    return Verdict("seldom played" if brief in _OPEN else brief, little, wanting)


def brief_of(effect: Estimate, among: Range) -> str:
    """Return what an effect comes to in a word or two. effect: in points."""
    if strength_of(effect, among):
        return "too strong" if effect.mean > 0 else "too weak"
    if effect.low > 0:
        return "stronger"
    if effect.high < 0:
        return "weaker"
    return "average" if max(-effect.low, effect.high) <= FAR else "not known yet"


def _compared(effect: Estimate, tally: Tally) -> str:
    average = tally.subject.peers.average
    off = f"{abs(effect.mean):.1f} ± {effect.half:.1f} points"
    if effect.low > 0:
        return f"wins {off} more often than {average}"
    if effect.high < 0:
        return f"wins {off} less often than {average}"
    if max(-effect.low, effect.high) > FAR:
        between = f"between {-effect.low:.1f} points less and {effect.high:.1f} points more often"
        return f"is not known well yet: it wins {between} than {average}"
    return f"wins about as often as {average} ({effect.mean:+.1f} ± {effect.half:.1f} points)"


def strength_of(effect: Estimate, among: Range) -> str:
    """Return whether the card is beyond all official ones, "" where it is not."""
    low, high = among.low * POINTS, among.high * POINTS
    if not among.cards or not isfinite(effect.half) or (low <= effect.high and effect.low <= high):
        return ""
    strength, more = ("stronger", "more") if effect.mean > 0 else ("weaker", "fewer")
    return (
        f"is {strength} than any of the official {among.about}: {abs(effect.mean):.0f} {more} wins"
        f" in 100, where those lie between {-low:.0f} fewer and {high:.0f} more"
    )


def _unwanted(tally: Tally) -> str:
    """Return whether few who draw it play it: under half as many as its peers in its place.

    It is said and is no fault: bots play some official cards as seldom.
    """
    arm, usual = tally.with_it, tally.without.played_share
    _, high = wilson(arm.played, arm.drawn)
    if high >= min(HARDLY, usual / 2):
        return ""
    return (
        f"almost never played (by {arm.played_share:.1%} of those who draw it, official cards in"
        f" its place by {usual:.1%})"
    )


def _is_mistaken(tally: Tally, usual: Usual | None) -> bool:
    """Return whether bots are mistaken in what they expect of a card, as of no official one."""
    off = tally.calibration.off.estimate()
    if usual is None or not isfinite(off.half) or abs(off.mean) * POINTS < WRONG:
        return False
    low, high = usual
    return off.high < low or off.low > high


def _misjudged(tally: Tally) -> str:
    if tally.misjudged:
        return _MISJUDGED[tally.misjudged]
    return _MISTAKEN[tally.calibration.off.mean > 0]


def _reasons(tally: Tally, mistaken: bool) -> str:
    found = [_misplayed(tally) if tally.misjudged else "", _mistaken(tally) if mistaken else ""]
    return "; ".join(one for one in found if one)


def _mistaken(tally: Tally) -> str:
    """Return that bots win more or less than they expect with a card that they have placed."""
    of, off = tally.calibration, tally.calibration.off.estimate().times(POINTS)
    more = "more" if off.mean > 0 else "less"
    return (
        f"with it on the table they expect to win {of.expected.mean:.0%} and win"
        f" {of.won.mean:.0%}, {abs(off.mean):.1f} ± {off.half:.1f} points {more}"
    )


def _misplayed(tally: Tally) -> str:
    """Return that the bots would win more in another manner."""
    gain = tally.otherwise[tally.misjudged].gain.estimate().times(POINTS)
    share = f"{tally.with_it.played_share:.0%} of the games in which they draw it"
    more = f"win {gain.mean:.1f} ± {gain.half:.1f} points more where they"
    if tally.misjudged == LEAVE:
        return f"they place it in {share}, and {more} leave it alone"
    return f"they place it in only {share}, and {more} place it as soon as they can"


def _endless(tally: Tally) -> str:
    low, _ = wilson(tally.broken, tally.drawn)
    _, high = wilson(tally.broken_without, tally.paired)
    if not tally.drawn or low <= max(ENDLESS, high):
        return ""
    return (
        f"makes games endless: {tally.broken / tally.drawn:.1%} of those in which it is drawn, and"
        f" {tally.broken_without / max(1, tally.paired):.1%} without it"
    )


def _length(tally: Tally) -> str:
    off, usual = tally.rounds.estimate(), tally.usual_rounds.mean
    much = OTHER_LENGTH * usual
    if not isfinite(off.half) or (off.low <= much and off.high >= -much):
        return ""
    other = "longer" if off.mean > 0 else "shorter"
    return (
        f"makes games much {other}: {usual + off.mean:.1f} ± {off.half:.1f} rounds where it is"
        f" drawn, {usual:.1f} without it"
    )


def margin_so_far(half: float, target: float, what: str) -> str:
    """Return the margin of error of the least certain `what` beside the target.

    half, target: half of a 95 % interval, as shares of a win; half is infinite without games.
    """
    aim = f"(target: ±{POINTS * target:.1f} points)"
    if not isfinite(half):
        return f"too few games so far with some {what} {aim}"
    return f"margin of error so far: ±{POINTS * half:.1f} points for the least certain {what} {aim}"
