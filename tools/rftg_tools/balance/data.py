"""Findings as JSON data; docs/formats.md describes each member.

Shares are from 0 to 1. Effects on wins are in percentage points with the half-width of their 95 %
interval, which is null if there are too few games.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from rftg_tools.balance.advice import AlternativeResult
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.history import ChangeEffect
from rftg_tools.balance.official import OfficialCard, OfficialRange
from rftg_tools.balance.set_figures import set_data
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import DrawResults, Tally
from rftg_tools.balance.verdict import POINTS
from rftg_tools.balance.words import lines


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
        "precision_reached": findings.is_precise,
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
            "same_cost": tally.subject.peers.has_same_cost,
            "cards": [peer.title for peer in tally.subject.peers.cards],
        },
        "verdict": finding.verdict.brief,
        "by_forced_play": tally.is_forced,
        "found": list(finding.verdict.problems),
        "said": list(lines(finding)),
        "advice": list(finding.advice),
        "vp_worth": None if card.vp is None else tally.recount.worth * POINTS,
        "alternatives": [_alternative(result) for result in finding.tried],
        "since_last_version": _change(finding.since) if finding.since else None,
        "drawn": tally.drawn,
        "drawn_share": _share(tally.drawn, tally.seeds),
        "effect": _points(tally.effect.estimate()),
        "pairs": _points(tally.pairs.estimate()),
        "otherwise": _forced_play(tally),
        "if_placed": _points(tally.if_placed.estimate()),
        "forecasts": _forecasts(finding),
        "score": _estimate(tally.score.estimate()),
        "rounds": _estimate(tally.rounds.estimate()),
        "with": _arm(tally.drawers),
        "without": _arm(tally.control_drawers),
        "partners": [
            {"title": partner.title, "effect": _points(partner.effect)}
            for partner in finding.partners
        ],
        "partners_compared": tally.partners.tested_count(),
        "endless": {"with": tally.endless, "without": tally.broken_without},
        "same_player_first": _share(tally.same_drawer, tally.pairs.count),
    }


def _alternative(result: AlternativeResult) -> dict[str, Any]:
    card, peers = result.tally.subject.card, result.tally.subject.peers
    return {
        "change": result.change,
        "cost": card.cost,
        "vp": card.vp,
        "compared_with": peers.average,
        "effect": _estimate(result.effect),
        "verdict": result.verdict.brief,
    }


def _change(effect: ChangeEffect) -> dict[str, Any]:
    return {
        "changes": list(effect.changes),
        "before": _estimate(effect.before),
        "difference": _estimate(effect.difference),
        "trend": effect.trend,
    }


def _forced_play(tally: Tally) -> dict[str, Any]:
    """Return the results with other policies for the card, and the policy that surely gains."""
    tried = {
        policy: {
            "effect": _points(results.gain.estimate()),
            "played_share": results.played.mean,
        }
        for policy, results in tally.forced_play.items()
        if results.gain.count
    }
    return {"tried": tried, "gains": tally.misjudged or None}


def _forecasts(finding: Finding) -> dict[str, Any]:
    """Return the expected and actual wins of players who placed the card."""
    calibration = finding.tally.calibration
    return {
        "expected": calibration.expected.mean,
        "won": calibration.won.mean,
        "off": _points(calibration.bias.estimate()),
        "mistaken": finding.verdict.is_mistaken,
    }


def _arm(arm: DrawResults) -> dict[str, Any]:
    return {
        "wins_when_drawn": arm.shares.mean,
        "played": arm.played,
        "played_share": arm.played_share,
        "wins_when_played": arm.placer_shares.mean,
        "own_points": arm.points.mean,
        "played_in_round": {str(number): arm.rounds[number] for number in sorted(arm.rounds)},
        "played_in_step": {step: arm.steps[step] for step in sorted(arm.steps)},
    }


def range_data(among: OfficialRange) -> dict[str, Any]:
    """Return the range of official cards, and the figures of each."""
    return {
        "low": among.low * POINTS,
        "high": among.high * POINTS,
        "deviation": among.tau * POINTS,
        "cards": [_official(card) for card in among.cards],
    }


def _official(official: OfficialCard) -> dict[str, Any]:
    return {
        "title": official.card.title,
        "type": official.card.type,
        "cost": official.card.cost,
        "drawn": official.drawn,
        "played_share": official.played,
        "effect": {"mean": official.effect.mean * POINTS, "half": official.effect.margin * POINTS},
        "shrunken": {
            "mean": official.shrunken.mean * POINTS,
            "half": official.shrunken.margin * POINTS,
        },
    }


def _points(estimate: Estimate) -> dict[str, Any]:
    return _estimate(estimate.times(POINTS))


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "mean": estimate.mean,
        "half": estimate.margin if isfinite(estimate.margin) else None,
        "pairs": estimate.count,
    }


def _share(part: int, total: int) -> float:
    return part / total if total else 0.0
