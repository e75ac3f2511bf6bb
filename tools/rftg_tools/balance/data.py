"""Findings as JSON data; docs/balance.md describes each member.

Shares go from 0 to 1. Effects on wins are in percentage points, with half of their 95 % interval,
which is null where there are too few games for one.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from rftg_tools.balance.advice import Tried
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.history import Since
from rftg_tools.balance.official import Official, Range
from rftg_tools.balance.plain import lines
from rftg_tools.balance.set_words import set_data
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import Arm, Tally, saving
from rftg_tools.balance.verdict import POINTS


def as_data(findings: Findings) -> dict[str, Any]:
    """Return all figures."""
    study = findings.study
    lab = study.lab
    return {
        "setup": json.loads(lab.setup.text()),
        "sets": {card_set.id: card_set.digest for card_set in lab.deck.sets},
        "seeds": study.seeds,
        "games": study.games,
        "precision": findings.precision * POINTS,
        "precision_reached": findings.reached,
        "cards": [_card(finding) for finding in findings.cards],
        "not_compared": [card.title for card in lab.untried],
        "official": range_data(findings.among),
        "official_start_worlds": range_data(findings.starts),
        "whole": set_data(study.whole),
    }


def _card(finding: Finding) -> dict[str, Any]:
    tally, card = finding.tally, finding.tally.subject.card
    return {
        "title": card.title,
        "set": card.set_id,
        "type": card.type,
        "cost": card.cost,
        "compared_with": {
            "average": tally.subject.peers.average,
            "same_cost": tally.subject.peers.exact,
            "cards": [peer.title for peer in tally.subject.peers.cards],
        },
        "verdict": finding.verdict.brief,
        "text": finding.verdict.text,
        "found": list(finding.verdict.wanting),
        "said": list(lines(finding)),
        "advice": list(finding.advice),
        "vp_worth": None if card.vp is None else tally.recount.worth * POINTS,
        "alternatives": [_tried(one) for one in finding.tried],
        "since_last_version": _since(finding.since) if finding.since else None,
        "drawn": tally.drawn,
        "drawn_share": _share(tally.drawn, tally.seeds),
        "effect": _points(tally.effect.estimate()),
        "pairs": _points(tally.pairs.estimate()),
        "otherwise": _otherwise(tally),
        "forecasts": _forecasts(finding),
        "score": _estimate(tally.score.estimate()),
        "rounds": _estimate(tally.rounds.estimate()),
        "with": _arm(tally.with_it),
        "without": _arm(tally.without),
        "partners": [
            {"title": partner.title, "effect": _points(partner.effect)}
            for partner in finding.partners
        ],
        "partners_compared": tally.partners.tried(),
        "endless": {"with": tally.broken, "without": tally.broken_without},
        "same_player_first": _share(tally.same, tally.pairs.count),
        "shared_seeds": _shared(tally),
    }


def _tried(one: Tried) -> dict[str, Any]:
    card, peers = one.tally.subject.card, one.tally.subject.peers
    return {
        "change": one.change,
        "cost": card.cost,
        "vp": card.vp,
        "compared_with": peers.average,
        "effect": _estimate(one.effect),
        "verdict": one.verdict.brief,
    }


def _since(since: Since) -> dict[str, Any]:
    return {
        "changes": list(since.changes),
        "before": _estimate(since.before),
        "difference": _estimate(since.difference),
        "trend": since.trend,
    }


def _otherwise(tally: Tally) -> dict[str, Any]:
    """Return what another manner of playing the card gained, and which of them gains surely."""
    tried = {
        manner: {
            "effect": _points(one.gain.estimate()),
            "played_share": one.played.mean,
        }
        for manner, one in tally.otherwise.items()
        if one.gain.count
    }
    return {"tried": tried, "gains": tally.misjudged or None}


def _forecasts(finding: Finding) -> dict[str, Any]:
    """Return what those expected to win who placed the card, and whether that is mistaken."""
    of = finding.tally.calibration
    return {
        "expected": of.expected.mean,
        "won": of.won.mean,
        "off": _points(of.off.estimate()),
        "mistaken": finding.verdict.mistaken,
    }


def _arm(arm: Arm) -> dict[str, Any]:
    return {
        "wins_when_drawn": arm.shares.mean,
        "played": arm.played,
        "played_share": arm.played_share,
        "wins_when_played": arm.with_it.mean,
        "own_points": arm.points.mean,
        "played_in_round": {str(number): arm.rounds[number] for number in sorted(arm.rounds)},
        "played_in_step": {step: arm.steps[step] for step in sorted(arm.steps)},
    }


def _shared(tally: Tally) -> dict[str, Any]:
    """Return how many pairs of games an interval of 2 points takes, with shared seeds and without.

    None for too few pairs to say.
    """
    saved = saving([tally])
    return {
        "saved_share": saved.share if saved else None,
        "pairs_for_2_points": saved.pairs if saved else None,
        "pairs_for_2_points_apart": saved.apart if saved else None,
    }


def range_data(among: Range) -> dict[str, Any]:
    """Return how far official cards lie apart, and the figures of each."""
    return {
        "low": among.low * POINTS,
        "high": among.high * POINTS,
        "deviation": among.tau * POINTS,
        "cards": [_official(card) for card in among.cards],
    }


def _official(official: Official) -> dict[str, Any]:
    return {
        "title": official.card.title,
        "type": official.card.type,
        "cost": official.card.cost,
        "drawn": official.drawn,
        "played_share": official.played,
        "effect": {"mean": official.effect.mean * POINTS, "half": official.effect.half * POINTS},
        "shrunken": {
            "mean": official.shrunken.mean * POINTS,
            "half": official.shrunken.half * POINTS,
        },
    }


def _points(estimate: Estimate) -> dict[str, Any]:
    return _estimate(estimate.times(POINTS))


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "mean": estimate.mean,
        "half": estimate.half if isfinite(estimate.half) else None,
        "pairs": estimate.count,
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
