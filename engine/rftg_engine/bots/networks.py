"""The value, which predicts who wins, and the policy, which ranks actions.

Both are small networks (see `gamekit.learned`) that `python -m rftg_dev.train` trains. The policy
predicts the long-term value of choosing each action: the immediate gain is estimated (see
situation.py), and the policy adds its later consequences and the other players' responses, as
observed by playing rounds out.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit import learned
from gamekit.learned import POLICY, Appraisal, Eight, Layer, Network, eights_of, softsigns, units_of
from rftg_engine import actions
from rftg_engine.bots import features
from rftg_engine.bots.habits import PHASES, at_stage
from rftg_engine.cards.table import Table

VALUE_FORMAT: Final = "rftg-value/1"
VALUE_FILE: Final = Path(__file__).with_name("value.json")
INVASION_VALUE_FILE: Final = Path(__file__).with_name("value_invasion.json")
"""The value for sets with an invasion, where other things win a game."""
POINTS_PER_E: Final = 4.0
"""Points by which a rating rises when the odds to win rise by a factor of e."""


class Value(Network):
    """A network that rates a player's position, in points.

    Each player's odds to win are e to the power of the rating divided by POINTS_PER_E. typical:
    mean of each input at the start and at the end of the game.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        outer = learned.numbers(data, "outer")
        biases = learned.numbers(data, "biases", len(outer) + 1)
        columns = learned.rows(data, "inputs", features.INPUT_NAMES, len(biases) + 2)
        super().__init__([column[:-2] for column in columns], biases, outer)
        self.typical: Final = [(column[-2], column[-1]) for column in columns]

    def typical_slopes(self, stage: int) -> list[float]:
        """Return the slopes of the player's features in a typical position of a stage."""
        sums = self.layer.part_of_all(at_stage(self.typical, stage), 0)
        player_features = list(range(features.COUNT))
        return Appraisal(self, self.layer.with_biases(sums)).slopes(player_features, features.COUNT)


def value_file_of(table: Table) -> Path:
    """Return the file of the shipped value for a table."""
    return VALUE_FILE if table.invasion is None else INVASION_VALUE_FILE


@lru_cache(maxsize=8)
def read_value(path: Path = VALUE_FILE) -> Value:
    """Return the value in a file, read once. Raise ValueError if the file is not valid."""
    return learned.read(path, VALUE_FORMAT, Value)


POLICY_FORMAT: Final = "rftg-policy/1"
POLICY_FILE: Final = Path(__file__).with_name("policy.json")

PHASE_CHANCES: Final = features.INPUT_COUNT
"""Number of the first input that the value does not have."""
POLICY_INPUTS: Final[tuple[str, ...]] = (
    *features.INPUT_NAMES,
    *[f"chance that others call {phase}" for phase in PHASES],
    *[f"gain of others from {phase}" for phase in PHASES],
    *[f"gain from {phase} that others call" for phase in PHASES],
    *[f"gain from {action}" for action in actions.NAMES[: actions.SEARCH]],
    "stage",
    "lead over the best opponent",
    "actions to choose",
)
"""Inputs by number: the inputs of the value, then estimates for the round."""
ACTIONS: Final[tuple[str, ...]] = (
    *actions.NAMES,
    *[actions.WITH_PRESTIGE + name for name in actions.NAMES[: actions.SEARCH]],
)
"""Outputs, by number of the action."""


class Policy:
    """A trained policy. layer: its units. outputs: a unit for each of ACTIONS."""

    def __init__(self, data: dict[str, Any]) -> None:
        biases = learned.numbers(data, "biases")
        self.unit_count: Final = len(biases)
        columns = learned.rows(data, "inputs", POLICY_INPUTS, len(biases))
        eights = [eights_of(column) for column in columns]
        self.layer: Final = Layer(POLICY, eights, eights_of(biases))
        outputs = learned.rows(data, "actions", ACTIONS, len(biases) + 1)
        *rows, lasting = [eights_of(list(row)) for row in zip(*outputs, strict=True)]
        self.outputs: Final = Layer(POLICY, rows, lasting)

    def action_scores(self, sums: list[Eight]) -> list[float]:
        """Return the points to add for each of ACTIONS. sums: input sums of the layer's units."""
        units = softsigns(sums)[: self.unit_count]
        scores = self.outputs.add(self.outputs.biases, list(range(len(units))), units)
        return units_of(scores)[: len(ACTIONS)]


@lru_cache(maxsize=8)
def read_policy(path: Path = POLICY_FILE) -> Policy:
    """Return the policy in a file, read once. Raise ValueError if the file is not valid."""
    return learned.read(path, POLICY_FORMAT, Policy)
