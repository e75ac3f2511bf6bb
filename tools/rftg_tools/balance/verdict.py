"""What is said of a card: how it compares with official ones, and what is found wanting.

A card is too strong or too weak only when its interval lies wholly outside of where official cards
can lie. So an official card under another title is none of both, be it the strongest of all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.balance.moments import Estimate
from rftg_tools.balance.official import Officials, Range
from rftg_tools.balance.tally import Tally
from rftg_tools.simulation import wilson

POINTS: Final = 100
"""A share of a win in percentage points, in which people read it."""
SELDOM: Final = 0.1
"""A card that is played in a smaller share of its draws may be one that nobody wants."""
OTHER_LENGTH: Final = 0.15
"""Games that are so much longer or shorter are other games."""
ENDLESS: Final = 0.01
"""Of the games with a card, how many may be endless that are not so without."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card in words. brief: in one or two; text: a whole sentence without its subject.

    wanting: what is found, each a sentence without its subject; nothing for a card that is fine.
    """

    brief: str
    text: str
    wanting: tuple[str, ...]


def verdict(tally: Tally, among: Range, officials: Officials) -> Verdict:
    """The verdict on a card, as far as the games go."""
    effect = tally.effect.estimate().times(POINTS)
    found = [_strength(effect, among), _unwanted(tally, officials), _endless(tally), _length(tally)]
    wanting = tuple(one for one in found if one)
    if not isfinite(effect.half):
        drawn = f"was drawn in {tally.drawn} of {tally.seeds} games: too few to say anything"
        return Verdict("too few games", drawn, wanting)
    return Verdict(_brief(effect, among), _compared(effect, tally, among), wanting)


def _brief(effect: Estimate, among: Range) -> str:
    if _strength(effect, among):
        return "too strong" if effect.mean > 0 else "too weak"
    if effect.low > 0:
        return "stronger"
    return "weaker" if effect.high < 0 else "average"


def _compared(effect: Estimate, tally: Tally, among: Range) -> str:
    average = tally.subject.peers.average
    off = f"{abs(effect.mean):.1f} ± {effect.half:.1f} points"
    if effect.low > 0:
        compared = f"wins {off} more often than {average}"
    elif effect.high < 0:
        compared = f"wins {off} less often than {average}"
    else:
        about = f"{effect.mean:+.1f} ± {effect.half:.1f} points"
        compared = f"wins about as often as {average} ({about})"
    if not among.cards:
        return compared
    return f"{compared}; {_rank(effect, among)} of official {among.about} are weaker"


def _rank(effect: Estimate, among: Range) -> str:
    low, high = (f"{among.rank(end / POINTS):.0%}" for end in (effect.low, effect.high))
    return low if low == high else f"{low} to {high}"


def _strength(effect: Estimate, among: Range) -> str:
    """Whether the card is beyond all official ones."""
    low, high = among.low * POINTS, among.high * POINTS
    if not among.cards or not isfinite(effect.half) or (low <= effect.high and effect.low <= high):
        return ""
    most = f"from {low:+.1f} to {high:+.1f}"
    strength = "stronger" if effect.mean > 0 else "weaker"
    return (
        f"is {strength} than any of the official {among.about}: {effect.mean:+.1f}"
        f" ± {effect.half:.1f} points, and those lie {most}"
    )


def _unwanted(tally: Tally, officials: Officials) -> str:
    """Whether hardly anybody plays it who draws it, though bots play all official cards of its type
    more than twice as often."""
    arm, card = tally.with_it, tally.subject.card
    least = min((officials.played(one) for one in officials.cards if _alike(one, card)), default=0)
    _, high = wilson(arm.played, arm.drawn)
    if not arm.drawn or high >= min(SELDOM, least / 2):
        return ""
    return (
        f"is almost never played: by {arm.played / arm.drawn:.1%} of those who draw it; official"
        f" cards of its type by {least:.0%} at the least"
    )


def _alike(one: Card, other: Card) -> bool:
    return one.type == other.type and (one.start is None) == (other.start is None)


def _endless(tally: Tally) -> str:
    low, _ = wilson(tally.broken, tally.drawn)
    _, high = wilson(tally.broken_without, tally.drawn)
    if not tally.drawn or low <= max(ENDLESS, high):
        return ""
    return (
        f"makes games endless: {tally.broken / tally.drawn:.1%} of those in which it is drawn, and"
        f" {tally.broken_without / tally.drawn:.1%} without it"
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
