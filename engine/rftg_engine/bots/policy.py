"""The policy: a small network that says what choosing each action is worth beside what it brings.

What an action brings at once is estimated (situation.py); what it leads to, and what the others
make of it, shows when rounds are played out. From that it is learned, by
`python -m rftg_dev.train.policy`.
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

CALLED: Final = inputs.COUNT
ENVIED: Final = CALLED + len(PHASES)
SHARED: Final = ENVIED + len(PHASES)
VALUED: Final = SHARED + len(PHASES)
STAGE: Final = VALUED + actions.SEARCH
EXPECTED: Final = STAGE + 1
CHOSEN: Final = STAGE + 2

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
"""What it is given, by number: the inputs of the value, and what is estimated of the round."""
COUNT: Final[int] = len(NAMES)

ACTIONS: Final[tuple[str, ...]] = (
    *actions.NAMES,
    *[actions.WITH_PRESTIGE + name for name in actions.NAMES[: actions.SEARCH]],
)
"""What it speaks of, by number of the action."""

TRAINED: Final[dict[str, type]] = {**learned.FITTED, "iterations": int, "samples": int}
"""What is noted of the training: of how many iterations, and imagined games for each choice."""


class Policy:
    """outer: for each of ACTIONS the weights of the units. biases: of each of ACTIONS."""

    def __init__(self, layer: Layer, outer: list[list[float]], biases: list[float]) -> None:
        self.layer: Final = layer
        self.outer: Final = outer
        self.biases: Final = biases

    def leanings(self, sums: list[float]) -> list[float]:
        """Return the points that come to each of ACTIONS.

        sums: what the units of the layer are reached by.
        """
        units = [reached / (1.0 + abs(reached)) for reached in sums]
        found: list[float] = []
        for action, row in enumerate(self.outer):
            total = self.biases[action]
            for unit, weight in enumerate(row):
                total += weight * units[unit]
            found.append(total)
        return found


def parse(data: Any, source: str) -> Policy:
    """Return the policy of a file's JSON data. Raises ValueError with the source and the place."""
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
    """Return the policy of a file. Raises ValueError when it is none."""
    return parse(read_json(path), path.name)


@lru_cache(maxsize=1)
def shipped() -> Policy:
    """Return the shipped policy, read once."""
    return read()
