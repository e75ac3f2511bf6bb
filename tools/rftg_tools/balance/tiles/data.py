"""Findings of tiles as JSON data; docs/balance.md describes each member."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from rftg_tools.balance.data import range_data
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tiles.alternatives import TriedVersion
from rftg_tools.balance.tiles.findings import Finding, Findings
from rftg_tools.balance.verdict import POINTS


def as_data(found: Findings) -> dict[str, Any]:
    """Return all figures."""
    study = found.study
    return {
        "setup": json.loads(study.lab.setup.text()),
        "sets": study.lab.digests,
        "games": study.seeds,
        "endless": study.endless,
        "precision": found.precision * POINTS,
        "precision_reached": study.known(found.precision),
        "tiles": [_tile(one) for one in found.tiles],
        "official": {among.about: range_data(among) for among in found.among if among.cards},
    }


def _tile(one: Finding) -> dict[str, Any]:
    tally, subject = one.tally, one.tally.subject
    effect = tally.effect.estimate().times(POINTS)
    return {
        "title": subject.title,
        "set": subject.faces[0].set_id,
        "faces": [face.title for face in subject.faces],
        "compared_with": subject.sort.average,
        "verdict": one.verdict,
        "found": list(one.wanting),
        "said": list(one.said),
        "drawn": tally.drawn,
        "effect": _effect(effect),
        "alternatives": [_version(version) for version in one.tried],
        "advice": list(one.advice),
        "built": dict(tally.built),
        "built_share": None if subject.begins else tally.built_share,
        "usual_built_share": None if subject.begins else one.usual,
        "built_in_round": {str(at): tally.rounds[at] for at in sorted(tally.rounds)},
    }


def _version(version: TriedVersion) -> dict[str, Any]:
    return {
        "change": version.change,
        "face": version.title,
        "cost": version.cost,
        "effect": _effect(version.effect),
        "verdict": version.verdict,
    }


def _effect(effect: Estimate) -> dict[str, Any]:
    return {"mean": effect.mean, "half": effect.half if isfinite(effect.half) else None}
