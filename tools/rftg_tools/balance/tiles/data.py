"""Findings for tiles as JSON data; docs/formats.md describes each member."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from rftg_tools.balance.data import range_data
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tiles.alternatives import PlayedVersion
from rftg_tools.balance.tiles.findings import Finding, Findings
from rftg_tools.balance.verdict import POINTS


def as_data(findings: Findings) -> dict[str, Any]:
    """Return all figures."""
    study = findings.study
    return {
        "setup": json.loads(study.lab.setup.text()),
        "sets": study.lab.digests,
        "games": study.seeds,
        "endless": study.endless,
        "precision": findings.precision * POINTS,
        "precision_reached": study.is_known(findings.precision),
        "tiles": [_tile(tile) for tile in findings.tiles],
        "official": {
            among.description: range_data(among) for among in findings.among.values() if among.cards
        },
    }


def _tile(finding: Finding) -> dict[str, Any]:
    tally, subject = finding.tally, finding.tally.subject
    effect = tally.effect.estimate().times(POINTS)
    return {
        "title": subject.title,
        "set": subject.faces[0].set_id,
        "faces": [face.title for face in subject.faces],
        "compared_with": subject.kind.average,
        "verdict": finding.verdict,
        "found": list(finding.problems),
        "said": list(finding.sentences),
        "drawn": tally.drawn,
        "effect": _effect(effect),
        "alternatives": [_version(version) for version in finding.versions],
        "advice": list(finding.advice),
        "built": dict(tally.built),
        "built_share": None if subject.begins else tally.built_share,
        "usual_built_share": None if subject.begins else finding.usual,
        "built_in_round": {str(n): tally.rounds[n] for n in sorted(tally.rounds)},
    }


def _version(version: PlayedVersion) -> dict[str, Any]:
    return {
        "change": version.change,
        "face": version.title,
        "cost": version.cost,
        "effect": _effect(version.effect),
        "verdict": version.verdict,
    }


def _effect(effect: Estimate) -> dict[str, Any]:
    return {"mean": effect.mean, "half": effect.margin if isfinite(effect.margin) else None}
