"""The policy: a small network that predicts the long-term value of choosing each action.

The immediate gain of an action is estimated (see situation.py). The policy adds its later
consequences and the other players' responses, as observed by playing rounds out. `python -m
rftg_dev.train policy` trains it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit import learned
from gamekit.learned import POLICY, Layer, check_trained, named_rows, numbers, read_json
from rftg_engine import actions
from rftg_engine.bots import inputs
from rftg_engine.bots.habits import PHASES

FORMAT: Final = "rftg-policy/1"
SHIPPED: Final = Path(__file__).with_name("policy.json")

PHASE_CHANCES: Final = inputs.COUNT
RIVAL_GAINS: Final = PHASE_CHANCES + len(PHASES)
SHARED_GAINS: Final = RIVAL_GAINS + len(PHASES)
ACTION_GAINS: Final = SHARED_GAINS + len(PHASES)
STAGE: Final = ACTION_GAINS + actions.SEARCH

NAMES: Final[tuple[str, ...]] = (
    *inputs.NAMES,
    *[f"chance that others call {phase}" for phase in PHASES],
    *[f"gain of others from {phase}" for phase in PHASES],
    *[f"gain from {phase} that others call" for phase in PHASES],
    *[f"gain from {action}" for action in actions.NAMES[: actions.SEARCH]],
    "stage",
    "expected lead",
    "actions to choose",
)
"""Inputs by number: the inputs of the value, then estimates for the round."""
COUNT: Final[int] = len(NAMES)

ACTIONS: Final[tuple[str, ...]] = (
    *actions.NAMES,
    *[actions.WITH_PRESTIGE + name for name in actions.NAMES[: actions.SEARCH]],
)
"""Outputs, by number of the action."""

TRAINED: Final[dict[str, type]] = {**learned.FITTED, "iterations": int, "samples": int}
"""Types of the notes on the training. samples: sampled games for each choice."""


class Policy:
    """A trained policy. outer: weights of the units for each of ACTIONS. biases: one for each of
    ACTIONS."""

    def __init__(self, layer: Layer, outer: list[list[float]], biases: list[float]) -> None:
        self.layer: Final = layer
        self.outer: Final = outer
        self.biases: Final = biases

    def action_scores(self, sums: list[float]) -> list[float]:
        """Return the points to add for each of ACTIONS. sums: input sums of the layer's units."""
        units = [unit_sum / (1.0 + abs(unit_sum)) for unit_sum in sums]
        scores: list[float] = []
        for action, row in enumerate(self.outer):
            total = self.biases[action]
            for unit, weight in enumerate(row):
                total += weight * units[unit]
            scores.append(total)
        return scores


def parse(data: Any, source: str) -> Policy:
    """Return the policy in a file's JSON data. Raise ValueError with the source and the place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{source}: this is not {FORMAT}")
    check_trained(data.get("trained"), TRAINED, source)
    biases = data.get("biases")
    if not isinstance(biases, list) or not biases:
        raise ValueError(f"{source}: biases are missing")
    biases = numbers(biases, len(biases), f"{source}: biases")
    columns = [
        numbers(row, len(biases), f"{source}: inputs: {name}")
        for name, row in named_rows(data, "inputs", NAMES, source)
    ]
    rows = [
        numbers(row, len(biases) + 1, f"{source}: actions: {name}")
        for name, row in named_rows(data, "actions", ACTIONS, source)
    ]
    units = [[column[unit] for column in columns] for unit in range(len(biases))]
    return Policy(
        Layer(POLICY, units, biases), [row[:-1] for row in rows], [row[-1] for row in rows]
    )


def read(path: Path = SHIPPED) -> Policy:
    """Return the policy in a file. Raise ValueError if the file is not valid."""
    return parse(read_json(path), path.name)


@lru_cache(maxsize=1)
def load_shipped() -> Policy:
    """Return the shipped policy, read once."""
    return read()
