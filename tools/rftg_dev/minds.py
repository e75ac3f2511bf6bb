"""Minds: the files that an expert plays by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rftg_engine.bots import network, policy, weights
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.network import Network
from rftg_engine.bots.policy import Policy
from rftg_engine.bots.weights import Weights
from rftg_engine.cards.table import Table


@dataclass(frozen=True, slots=True)
class Mind:
    """The files of weights, of the value and of the policy; None where there is none."""

    weights: Path = weights.SHIPPED
    value: Path | None = network.SHIPPED
    policy: Path | None = policy.SHIPPED

    def read(self) -> tuple[Weights, Network | None, Policy | None]:
        """Return what they hold, read once. Raises OSError and ValueError."""
        return _read(self)

    def knowledge(self, table: Table) -> Knowledge:
        """Return what an expert knows of a table. Raises what `read` raises."""
        return Knowledge(table, *self.read())


CLASSIC: Final = Mind(weights.CLASSIC, None, None)


def mind_of(folder: Path) -> Mind:
    """Return the mind of a folder: what is not in it is as shipped.

    Raises FileNotFoundError where there is none of the files.
    """
    shipped = (weights.SHIPPED, network.SHIPPED, policy.SHIPPED)
    found = [folder / path.name for path in shipped]
    if not any(path.is_file() for path in found):
        names = ", ".join(path.name for path in shipped)
        raise FileNotFoundError(f"{folder} holds none of {names}")
    return Mind(
        *(mine if mine.is_file() else path for mine, path in zip(found, shipped, strict=True))
    )


@cache
def _read(mind: Mind) -> tuple[Weights, Network | None, Policy | None]:
    return (
        weights.read(mind.weights),
        None if mind.value is None else network.read(mind.value),
        None if mind.policy is None else policy.read(mind.policy),
    )
