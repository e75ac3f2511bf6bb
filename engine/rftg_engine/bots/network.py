"""The value: a small network that foretells by how many points a player will be ahead.

One layer of softsign units beside a linear part: `tanh` and `exp` differ from machine to machine in
their last digits, division does not. It is learned by `python -m rftg_dev.train.value`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from mypy_extensions import mypyc_attr

from rftg_engine.bots import inputs
from rftg_engine.bots.weights import at_stage, check_trained, data_of, numbers

FORMAT: Final = "rftg-value/1"
SHIPPED: Final = Path(__file__).with_name("value.json")

TRAINED: Final[dict[str, type]] = {
    "seed": int,
    "games": int,
    "units": int,
    "epochs": int,
    "settings": list,
    "start": str,
    "code": str,
    "never_seen": int,
    "taught": int,
    "repeat": int,
}
"""What is noted of the training.

start, code: digests of the weights and values that played and of the engine. never_seen: seed of
the cards that were left out. taught: games of a teacher, each counted `repeat` times.
"""


class Network:
    """rows: of each unit the weights of all inputs. direct: those of the linear part.

    biases, outer: of each unit. bias: of the output. spread: of the errors of what is foretold, at
    the end of a game, and how much larger it is for each stage before (weights.STAGES). typical:
    the mean of each input, as pairs of weights are (weights.at_stage).
    """

    def __init__(
        self,
        rows: list[list[float]],
        biases: list[float],
        outer: list[float],
        direct: list[float],
        bias: float,
        spread: tuple[float, float],
        typical: list[tuple[float, float]],
    ) -> None:
        self.rows: Final = rows
        self.biases: Final = biases
        self.outer: Final = outer
        self.direct: Final = direct
        self.bias: Final = bias
        self.spread: Final = spread
        self.typical: Final = typical

    def typical_slopes(self, stage: int, count: int) -> list[float]:
        """Return what more of each of the first inputs brings in a typical position of a stage."""
        mine = self.part_of_all(at_stage(self.typical, stage), 0)
        return self.appraise(mine, [], [], []).slopes(list(range(count)), count)

    def part_of_all(self, amounts: list[float], first: int) -> list[float]:
        """Return the part of the inputs from `first` on."""
        used = [nth for nth, amount in enumerate(amounts) if amount]
        return self.part([first + nth for nth in used], [amounts[nth] for nth in used])

    def part(self, where: list[int], amounts: list[float]) -> list[float]:
        """Return what some inputs add to each unit, and last to the linear part."""
        sums: list[float] = []
        for row in self.rows:
            total = 0.0
            for place, nth in enumerate(where):
                total += row[nth] * amounts[place]
            sums.append(total)
        total = 0.0
        for place, nth in enumerate(where):
            total += self.direct[nth] * amounts[place]
        sums.append(total)
        return sums

    def appraise(
        self, mine: list[float], others: list[list[float]], where: list[int], amounts: list[float]
    ) -> Appraisal:
        """Return what it makes of a position.

        mine, others: the parts of tableaus, of the others of each. where, amounts: other inputs.
        """
        share = 1.0 / max(1, len(others))
        sums: list[float] = []
        for unit, row in enumerate(self.rows):
            total = self.biases[unit] + mine[unit]
            for other in others:
                total += share * other[unit]
            for place, nth in enumerate(where):
                total += row[nth] * amounts[place]
            sums.append(total)
        straight = self.bias + mine[-1]
        for other in others:
            straight += share * other[-1]
        for place, nth in enumerate(where):
            straight += self.direct[nth] * amounts[place]
        return Appraisal(self, sums, straight)


@mypyc_attr(acyclic=True)
class Appraisal:
    """A position in the terms of a network. points: by which the lead will still change."""

    def __init__(self, network: Network, sums: list[float], straight: float) -> None:
        self.network: Final = network
        self.sums: Final = sums
        self.straight: Final[float] = straight
        total = straight
        for unit, reached in enumerate(sums):
            total += network.outer[unit] * (reached / (1.0 + abs(reached)))
        self.points: float = total

    def changed(self, where: list[int], amounts: list[float]) -> Appraisal:
        """Return the position with more of some inputs."""
        network = self.network
        straight = self.straight
        for place, nth in enumerate(where):
            straight += network.direct[nth] * amounts[place]
        sums: list[float] = []
        for unit, row in enumerate(network.rows):
            total = self.sums[unit]
            for place, nth in enumerate(where):
                total += row[nth] * amounts[place]
            sums.append(total)
        return Appraisal(network, sums, straight)

    def change(self, part: list[float]) -> float:
        """Return the points more that come with more of some inputs, given as their part."""
        outer = self.network.outer
        more = self.straight - self.points + part[-1]
        for unit, reached in enumerate(self.sums):
            total = reached + part[unit]
            more += outer[unit] * (total / (1.0 + abs(total)))
        return more

    def slopes(self, some: list[int], count: int) -> list[float]:
        """Return the points more that come with a little more of some of the first inputs.

        It has a place for each of the first `count` inputs; for others than `some` it is 0.
        """
        network = self.network
        steepness: list[float] = []
        for unit, reached in enumerate(self.sums):
            steep = 1.0 + abs(reached)
            steepness.append(network.outer[unit] / (steep * steep))
        found = [0.0] * count
        for nth in some:
            total = network.direct[nth]
            for unit, row in enumerate(network.rows):
                total += steepness[unit] * row[nth]
            found[nth] = total
        return found


def parse(data: Any, source: str) -> Network:
    """Return the network of a file's JSON data. Raises ValueError with the source and the place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{source}: this is not {FORMAT}")
    check_trained(data.get("trained"), TRAINED, source)
    units = _filled(data, "outer", source)
    rows = data.get("inputs")
    if not isinstance(rows, dict) or tuple(rows) != inputs.NAMES:
        raise ValueError(f"{source}: inputs: not those of this version")
    columns = [numbers(rows[name], len(units) + 3, f"{source}: inputs: {name}") for name in rows]
    biases = numbers(data.get("biases"), len(units) + 1, f"{source}: biases")
    spread = numbers(data.get("spread"), 2, f"{source}: spread")
    typical: list[tuple[float, float]] = []
    for _name, column in zip(rows, columns, strict=True):
        typical.append((column[-2], column[-1]))
    return Network(
        [[column[unit] for column in columns] for unit in range(len(units))],
        biases[:-1],
        units,
        [column[len(units)] for column in columns],
        biases[-1],
        (spread[0], spread[1]),
        typical,
    )


def _filled(data: dict[str, Any], part: str, source: str) -> list[float]:
    row = data.get(part)
    if not isinstance(row, list) or not row:
        raise ValueError(f"{source}: {part} is missing")
    return numbers(row, len(row), f"{source}: {part}")


def read(path: Path = SHIPPED) -> Network:
    """Return the network of a file. Raises ValueError when it is none."""
    return parse(data_of(path), path.name)


@lru_cache(maxsize=1)
def shipped() -> Network:
    """Return the shipped network, read once."""
    return read()
