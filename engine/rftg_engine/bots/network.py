"""The value: a small network that foretells by how many points a player will be ahead.

It is learned by `python -m rftg_dev.train.value`; gamekit.learned tells what it is.
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
"""What is noted of the training. taught: games of a teacher, each counted `repeat` times."""


class Network(AnyNetwork):
    """What foretells the lead.

    spread: of the errors of what is foretold, at the end of a game, and how much larger it is for
    each stage before (weights.STAGES). typical: the mean of each input, as pairs of weights are
    (weights.at_stage).
    """

    def __init__(
        self,
        of: AnyNetwork,
        spread: tuple[float, float],
        typical: list[tuple[float, float]],
    ) -> None:
        units = of.layer.biases
        super().__init__(of.rows, units[:-1], of.outer, of.direct, units[-1])
        self.spread: Final = spread
        self.typical: Final = typical

    def typical_slopes(self, stage: int, count: int) -> list[float]:
        """Return what more of each of the first inputs brings in a typical position of a stage."""
        mine = self.layer.part_of_all(at_stage(self.typical, stage), 0)
        return Appraisal(self, self.layer.sums(mine, [])).slopes(list(range(count)), count)


def parse(data: Any, source: str) -> Network:
    """Return the network of a file's JSON data. Raises ValueError with the source and the place."""
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
    """Return the network of a file. Raises ValueError when it is none."""
    return parse(read_json(path), path.name)


@lru_cache(maxsize=1)
def shipped() -> Network:
    """Return the shipped network, read once."""
    return read()
