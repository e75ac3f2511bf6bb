"""What is said of a card in plain sentences, for people who know games and no statistics.

An effect is told as games of a hundred, so that no point of it is taken for a victory point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.phrasing import counted, listed
from rftg_tools.balance.findings import Finding
from rftg_tools.balance.set_figures import quantile
from rftg_tools.balance.statistics import FEWEST, Estimate
from rftg_tools.balance.tally import Arm, Tally
from rftg_tools.balance.verdict import POINTS, SELDOM

SURE: Final = "19 times of 20"
"""How often an interval holds what it is of."""
_HEADLINES: Final = {
    "stronger": "stronger than average",
    "average": "about average",
    "weaker": "weaker than average",
}
_NONE: Final = 0.5
"""Games of a hundred that are none, told in whole ones."""
_FEW_PARTNERS: Final = 4
_LONGER: Final = 0.3
"""Rounds by which games must differ for it to be told."""


def headline(finding: Finding) -> str:
    """Return the verdict on a card in a few words."""
    return _HEADLINES.get(finding.verdict.brief, finding.verdict.brief)


def sentences(finding: Finding) -> list[str]:
    """Return what a card did, its wins first."""
    tally = finding.tally
    if not isfinite(tally.half):
        return [_unknown(tally)]
    found = [wins(finding), _played(tally), _worth(tally), _length(tally), _partners(finding)]
    return [one for one in found if one]


def wins(finding: Finding) -> str:
    """Return how many more games were won with a card, and how sure that is."""
    tally = finding.tally
    effect = tally.effect.estimate().times(POINTS)
    who = f"Players who {_came_by(tally)}"
    than = f"than with {_other(tally)}"
    digits = _digits(effect)
    if effect.low > 0 or effect.high < 0:
        low, high = sorted(_number(end, digits) for end in effect.ends)
        more = "more" if effect.low > 0 else "fewer"
        mean = _number(effect.mean, digits)
        games = "game" if mean == 1 else "games"
        span = f"between {low:g} and {high:g} {more}" if low != high else f"surely {more}"
        return f"{who} won {mean:g} {more} {games} of 100 {than}: {span}, {SURE}."
    span = f"between {_off(effect.low, digits)} and {_off(effect.high, digits)} of 100, {SURE}"
    if finding.verdict.brief == "not known yet":
        it_is = f"It is still open whether {who[:1].lower()}{who[1:]}"
        return f"{it_is} win more or fewer games {than}: {span}."
    return f"{who} won about as many games as with {_other(tally)}: {span}."


def off(estimate: Estimate) -> tuple[str, str]:
    """Return how many more games of a hundred, and from where to where: "+3", "+1 to +5"."""
    if not isfinite(estimate.half):
        return "", "too few games"
    digits = _digits(estimate)
    return _signed(estimate.mean, digits), " to ".join(
        _signed(one, digits) for one in estimate.ends
    )


def caution(finding: Finding) -> str:
    """Return why the wins say little of a card, "" where they say enough."""
    tally = finding.tally
    if not isfinite(tally.half) or tally.with_it.played_share >= SELDOM:
        return ""
    return "So few played it that these wins say little of how strong it is."


def _unknown(tally: Tally) -> str:
    drawn = counted(tally.drawn, "game")
    return f"It was drawn in {drawn} of {tally.seeds:,}: too few to say anything of it."


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


def _played(tally: Tally) -> str:
    arm, other = tally.with_it, tally.without
    if not arm.played:
        return f"They never played it; official cards in its place, in {_of_hundred(other)}."
    own = f"They played it in {_of_hundred(arm)} games{_when(arm)}"
    return f"{own}; official cards in its place, in {_of_hundred(other)}."


def _of_hundred(arm: Arm) -> str:
    share = POINTS * arm.played_share
    if 0 < share < 1:
        return "fewer than 1 of 100"
    return f"{share:.0f} of 100"


def _when(arm: Arm) -> str:
    """Return the rounds in which the middle half of the players place the card."""
    if arm.played < FEWEST:
        return ""
    rounds = Counter(arm.rounds)
    first, last = quantile(rounds, 0.25), quantile(rounds, 0.75)
    if first == last:
        return f", mostly in round {first}"
    return f", mostly in rounds {first} to {last}"


def _worth(tally: Tally) -> str:
    """Return what a card of variable points was worth; others have it printed."""
    points, card = tally.with_it.points, tally.subject.card
    if card.vp is not None or points.count < FEWEST:
        return ""
    return f"At the end it was worth {points.mean:.1f} VP to those who had played it."


def _length(tally: Tally) -> str:
    rounds = tally.rounds.estimate()
    if not isfinite(rounds.half) or abs(rounds.mean) < max(_LONGER, rounds.half):
        return ""
    other = "longer" if rounds.mean > 0 else "shorter"
    return f"Games in which somebody had it were {abs(rounds.mean):.1f} rounds {other}."


def _partners(finding: Finding) -> str:
    titles = [partner.title for partner in finding.partners[:_FEW_PARTNERS]]
    return f"It goes well with {listed(titles, 'and')}." if titles else ""


def lines(finding: Finding) -> Iterator[str]:
    """Yield all that is said of a card: what it did, and how far to believe it."""
    yield from sentences(finding)
    if doubt := caution(finding):
        yield doubt
