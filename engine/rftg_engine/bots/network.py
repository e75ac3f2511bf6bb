"""The value: a small network that foretells by how many points a player will be ahead.

One layer of softsign units beside a linear part: `tanh` and `exp` differ from machine to machine in
their last digits, division does not. It is learned by `python -m rftg_dev.train.value`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from mypy_extensions import mypyc_attr

from rftg_engine.bots import files, inputs
from rftg_engine.bots.files import check_trained, data_of, numbers
from rftg_engine.bots.layer import VALUE, Layer
from rftg_engine.bots.weights import at_stage

FORMAT: Final = "rftg-value/1"
SHIPPED: Final = Path(__file__).with_name("value.json")

TRAINED: Final[dict[str, type]] = {**files.FITTED, "taught": int, "repeat": int}
"""What is noted of the training. taught: games of a teacher, each counted `repeat` times."""


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
        self.outer: Final = outer
        self.direct: Final = direct
        self.spread: Final = spread
        self.typical: Final = typical
        self.layer: Final = Layer(VALUE, [*rows, direct], [*biases, bias])
        """The linear part is its last unit."""

    def typical_slopes(self, stage: int, count: int) -> list[float]:
        """Return what more of each of the first inputs brings in a typical position of a stage."""
        mine = self.layer.part_of_all(at_stage(self.typical, stage), 0)
        return Appraisal(self, self.layer.sums(mine, [])).slopes(list(range(count)), count)


@mypyc_attr(acyclic=True)
class Appraisal:
    """A position in the terms of a network. points: by which the lead will still change.

    sums: what each unit of the layer is reached by.
    """

    def __init__(self, network: Network, sums: list[float]) -> None:
        self.network: Final = network
        self.sums: Final = sums
        total = sums[-1]
        for unit, outer in enumerate(network.outer):
            reached = sums[unit]
            total += outer * (reached / (1.0 + abs(reached)))
        self.points: float = total

    def changed(self, where: list[int], amounts: list[float]) -> Appraisal:
        """Return the position with more of some inputs."""
        return Appraisal(self.network, self.network.layer.more(self.sums, where, amounts))

    def change(self, part: list[float]) -> float:
        """Return the points more that come with more of some inputs, given as their part."""
        more = self.sums[-1] - self.points + part[-1]
        for unit, outer in enumerate(self.network.outer):
            total = self.sums[unit] + part[unit]
            more += outer * (total / (1.0 + abs(total)))
        return more

    def slopes(self, some: list[int], count: int) -> list[float]:
        """Return the points more that come with a little more of some of the first inputs.

        It has a place for each of the first `count` inputs; for others than `some` it is 0.
        """
        network = self.network
        steepness: list[float] = []
        for unit, outer in enumerate(network.outer):
            steep = 1.0 + abs(self.sums[unit])
            steepness.append(outer / (steep * steep))
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
    if spread[0] <= 0.0 or spread[1] < 0.0:
        raise ValueError(f"{source}: spread: errors are above 0, and no smaller at earlier stages")
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
