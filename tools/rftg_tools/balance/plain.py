"""What is said of a card in plain sentences, for people who know games and no statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.text import counted, listed
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.holders import LEAVE, PLACE
from rftg_tools.balance.set_figures import quantile
from rftg_tools.balance.statistics import FEWEST
from rftg_tools.balance.tally import SELDOM, Arm, Tally
from rftg_tools.balance.verdict import POINTS, UNPLAYED
from rftg_tools.balance.wins import of_hundred, off, wins

_HEADLINES: Final = {
    "stronger": "stronger than average",
    "average": "about average",
    "weaker": "weaker than average",
}
_FEW_PARTNERS: Final = 4
_LONGER: Final = 0.5
"""Rounds by which games must differ for it to be told."""


def headline(finding: Finding) -> str:
    """Return the verdict on a card in a few words."""
    return _HEADLINES.get(finding.verdict.brief, finding.verdict.brief)


def sentences(finding: Finding) -> list[str]:
    """Return what a card did: its wins first, or how often it is played where few play it."""
    tally = finding.tally
    if not isfinite(tally.half):
        return [_unknown(tally)]
    did, played = wins(tally, finding.verdict), _played(tally)
    if finding.verdict.brief in UNPLAYED:
        first = [f"Players who drew it{played.removeprefix('They')}", did]
    else:
        first = [did, played]
    return [one for one in (*first, _worth(tally), _length(tally), _partners(finding)) if one]


def caution(finding: Finding) -> str:
    """Return why the wins say little of a card, "" where they say enough."""
    tally = finding.tally
    if finding.verdict.misjudged:
        reasons = "; ".join(_reasons(finding))
        return f"But bots cannot judge it, so this is not its strength: {reasons}."
    if not isfinite(tally.half) or tally.with_it.played_share >= SELDOM:
        return ""
    few = "Too few play it for its wins to tell how strong it is."
    return f"{few} {_forced(tally)}".rstrip()


def _forced(tally: Tally) -> str:
    """Return how a card that few play fares where it is placed all the same, "" if unknown."""
    gain = tally.otherwise[PLACE].gain.estimate().times(POINTS)
    if not isfinite(gain.half):
        return ""
    mean, span = off(gain)
    where = "where they place it as soon as they can"
    if gain.high < 0:
        return f"Bots are right to leave it: {where}, they win fewer ({mean} in 100, {span})."
    more = "more" if gain.low > 0 else "about as many"
    return f"What it is worth remains open: {where}, they win {more} ({mean} in 100, {span})."


def _reasons(finding: Finding) -> Iterator[str]:
    """Yield how it shows that bots cannot judge a card."""
    tally = finding.tally
    if tally.misjudged:
        mean, span = off(tally.otherwise[tally.misjudged].gain.estimate().times(POINTS))
        other = "leave it alone" if tally.misjudged == LEAVE else "place it as soon as they can"
        yield f"where they {other}, they win more ({mean} in 100, {span})"
    if finding.verdict.mistaken:
        of = tally.calibration
        expected, won = (f"{one.mean * POINTS:.0f}" for one in (of.expected, of.won))
        yield f"with it on the table, they expect to win {expected} games in 100 and win {won}"


def _unknown(tally: Tally) -> str:
    drawn = counted(tally.drawn, "game")
    return f"It was drawn in {drawn} of {tally.seeds:,}: too few to say anything of it."


def _played(tally: Tally) -> str:
    """Return how often and when a card is played; a start world is in play from the beginning."""
    arm, other = tally.with_it, tally.without
    if tally.subject.card.start:
        return ""
    if not arm.played:
        return f"They never played it; official cards in its place, in {of_hundred(other)}."
    own = f"They played it in {of_hundred(arm)} games{_when(arm)}"
    return f"{own}; official cards in its place, in {of_hundred(other)}."


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


def unjudged(findings: Findings) -> list[str]:
    """Return of which cards the games say little, in a sentence for each reason."""
    unplayed = [_title(one) for one in findings.cards if one.verdict.brief in UNPLAYED]
    misjudged = [_title(one) for one in findings.cards if one.verdict.misjudged]
    found = []
    if unplayed:
        them = "them" if len(unplayed) > 1 else "it"
        few = f"Few play {listed(unplayed, 'and')}, so the wins say little of {them}."
        found.append(few)
    if misjudged:
        found.append(f"Bots cannot judge {listed(misjudged, 'and')}.")
    return found


def _title(finding: Finding) -> str:
    return finding.tally.subject.card.title


def lines(finding: Finding) -> Iterator[str]:
    """Yield all that is said of what a card did, and how far to believe it."""
    yield from sentences(finding)
    if doubt := caution(finding):
        yield doubt


def changed(finding: Finding) -> str:
    """Return what came of the last change of a card, "" where nothing is known of one."""
    since = finding.since
    if since is None:
        return ""
    what = f" ({'; '.join(since.changes)})" if since.changes else ""
    ends = " to ".join(off(one)[0] for one in (since.before, since.now))
    shown = f"clearly {since.trend}" if since.trend else "no clear difference yet"
    return f"Since the last version{what}: from {ends} wins in 100; {shown}."
