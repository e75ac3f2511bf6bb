"""The value: a small network that predicts a player's final lead in points.

`python -m rftg_dev.train value` trains it; `gamekit.learned` describes the network.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit import learned
from gamekit.learned import Appraisal, check_trained, numbers, parse_network, read_json
from gamekit.learned import Network as AnyNetwork
from rftg_engine.bots import inputs
from rftg_engine.bots.weights import at_stage

FORMAT: Final = "rftg-value/1"
SHIPPED: Final = Path(__file__).with_name("value.json")

TRAINED: Final[dict[str, type]] = {**learned.FITTED, "taught": int, "repeat": int}
"""Types of the notes on the training. taught: games of a teacher, each counted `repeat` times."""


class Network(AnyNetwork):
    """A network that predicts the lead.

    spread: standard error of the prediction at the end of the game, and its increase for each
    earlier stage. typical: mean of each input at the start and at the end of the game.
    """

    def __init__(
        self,
        network: AnyNetwork,
        spread: tuple[float, float],
        typical: list[tuple[float, float]],
    ) -> None:
        units = network.layer.biases
        super().__init__(network.rows, units[:-1], network.outer, network.direct, units[-1])
        self.spread: Final = spread
        self.typical: Final = typical

    def typical_slopes(self, stage: int, count: int) -> list[float]:
        """Return the slopes of the first inputs in a typical position of a stage."""
        sums = self.layer.part_of_all(at_stage(self.typical, stage), 0)
        return Appraisal(self, self.layer.sums(sums, [])).slopes(list(range(count)), count)


def parse(data: Any, source: str) -> Network:
    """Return the network in a file's JSON data. Raise ValueError with the source and the place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{source}: this is not {FORMAT}")
    check_trained(data.get("trained"), TRAINED, source)
    network, typical = parse_network(data, inputs.NAMES, source, extra=2)
    spread = numbers(data.get("spread"), 2, f"{source}: spread")
    if spread[0] <= 0.0 or spread[1] < 0.0:
        raise ValueError(f"{source}: spread: errors are above 0, and no smaller at earlier stages")
    pairs = [(first, second) for first, second in typical]
    return Network(network, (spread[0], spread[1]), pairs)


def read(path: Path = SHIPPED) -> Network:
    """Return the network in a file. Raise ValueError if the file is not valid."""
    return parse(read_json(path), path.name)


@lru_cache(maxsize=1)
def load_shipped() -> Network:
    """Return the shipped network, read once."""
    return read()
