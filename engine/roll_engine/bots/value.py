"""The value that was learned: a file that `python -m rftg_dev.train.roll` writes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit.learned import files
from gamekit.learned.files import check_trained, data_of, numbers
from gamekit.learned.network import Network, parse_network
from roll_engine.bots.judge import INPUTS

FORMAT: Final = "roll-value/1"
SHIPPED: Final = Path(__file__).with_name("value.json")


class Value:
    """What was learned of the game.

    network: foretells by how many points a lead will still change. usual: how often a player
    selects each phase.
    """

    def __init__(self, network: Network, usual: list[float]) -> None:
        self.network: Final = network
        self.usual: Final = usual


def parse(data: Any, source: str) -> Value:
    """Return the value of a file's JSON data. Raises ValueError with the source and the place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{source}: this is not {FORMAT}")
    check_trained(data.get("trained"), files.FITTED, source)
    network, _further = parse_network(data, INPUTS, source)
    return Value(network, numbers(data.get("usual"), 5, f"{source}: usual"))


def read(path: Path = SHIPPED) -> Value:
    """Return the value of a file. Raises ValueError when it is none."""
    return parse(data_of(path), path.name)


@lru_cache(maxsize=1)
def shipped() -> Value:
    """Return the shipped value, read once."""
    return read()
