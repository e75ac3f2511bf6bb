"""Small neural networks for bots of any game, and readers for the files that training writes.

A network predicts one number, such as a player's final lead, with one layer of softsign units and a
linear part. Softsign uses only division: the last digits of `tanh` and `exp` differ between
machines. The contribution of a set of inputs to a layer can be computed once and reused.
"""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import Any, Final

from mypy_extensions import mypyc_attr

VALUE: Final = 0
"""Layer of the value network."""
POLICY: Final = 1
"""Layer of the policy network."""

TRAINED: Final[dict[str, type]] = {
    "seed": int,
    "settings": list,
    "start": str,
    "code": str,
    "never_seen": int,
}
"""Types of the notes about training that every file can contain.

settings: kinds of games. start, code: digests of the files that players used, and of the engine.
never_seen: seed of the cards that were left out.
"""
FITTED: Final[dict[str, type]] = {**TRAINED, "games": int, "units": int, "epochs": int}
"""Types of the notes about training in files of a fitted network."""


class Layer:
    """A layer of a network. number: VALUE or POLICY.

    rows: input weights of each unit. biases: bias of each unit.
    """

    def __init__(self, number: int, rows: list[list[float]], biases: list[float]) -> None:
        self.number: Final = number
        self.rows: Final = rows
        self.biases: Final = biases

    def part_of_all(self, amounts: list[float], first: int) -> list[float]:
        """Return the contribution of consecutive inputs to each unit, starting at input `first`."""
        used = [index for index, amount in enumerate(amounts) if amount]
        return self.part([first + index for index in used], [amounts[index] for index in used])

    def part(self, inputs: list[int], amounts: list[float]) -> list[float]:
        """Return the contribution of these inputs to each unit."""
        return self.add([0.0] * len(self.rows), inputs, amounts)

    def sums(self, own_part: list[float], opponents: list[list[float]]) -> list[float]:
        """Return the sum of each unit from the contributions of all tableaus.

        The contributions of opponents are averaged.
        """
        share = 1.0 / max(1, len(opponents))
        sums: list[float] = []
        for unit, bias in enumerate(self.biases):
            total = bias + own_part[unit]
            for part in opponents:
                total += share * part[unit]
            sums.append(total)
        return sums

    def add(self, sums: list[float], inputs: list[int], amounts: list[float]) -> list[float]:
        """Return the sums of all units after amounts are added to some inputs."""
        totals: list[float] = []
        for unit, row in enumerate(self.rows):
            total = sums[unit]
            for index, input_index in enumerate(inputs):
                total += row[input_index] * amounts[index]
            totals.append(total)
        return totals


class Network:
    """A network with one output.

    rows: input weights of each unit.
    biases: bias of each unit.
    outer: output weight of each unit.
    direct: input weights of the linear part.
    bias: bias of the output.
    """

    def __init__(
        self,
        rows: list[list[float]],
        biases: list[float],
        outer: list[float],
        direct: list[float],
        bias: float,
    ) -> None:
        self.rows: Final = rows
        self.outer: Final = outer
        self.direct: Final = direct
        self.layer: Final = Layer(VALUE, [*rows, direct], [*biases, bias])
        """The units; the last unit is the linear part."""

    def predict(self, sums: list[float]) -> float:
        """Return the output for these sums of the units."""
        return Appraisal(self, sums).points


@mypyc_attr(acyclic=True)
class Appraisal:
    """Prediction of a network for a position.

    sums: sum of each unit. points: predicted change in the lead until the end of the game.
    """

    def __init__(self, network: Network, sums: list[float]) -> None:
        self.network: Final = network
        self.sums: Final = sums
        total = sums[-1]
        for unit, outer in enumerate(network.outer):
            unit_sum = sums[unit]
            total += outer * (unit_sum / (1.0 + abs(unit_sum)))
        self.points: float = total

    def changed(self, inputs: list[int], amounts: list[float]) -> Appraisal:
        """Return the prediction after amounts are added to some inputs."""
        return Appraisal(self.network, self.network.layer.add(self.sums, inputs, amounts))

    def change(self, part: list[float]) -> float:
        """Return the change in points after a contribution is added to all units."""
        change = self.sums[-1] - self.points + part[-1]
        for unit, outer in enumerate(self.network.outer):
            total = self.sums[unit] + part[unit]
            change += outer * (total / (1.0 + abs(total)))
        return change

    def slopes(self, inputs: list[int], count: int) -> list[float]:
        """Return the derivative of the points for some of the first `count` inputs, 0 elsewhere."""
        network = self.network
        unit_slopes: list[float] = []
        for unit, outer in enumerate(network.outer):
            root = 1.0 + abs(self.sums[unit])
            unit_slopes.append(outer / (root * root))
        slopes = [0.0] * count
        for input_index in inputs:
            total = network.direct[input_index]
            for unit, row in enumerate(network.rows):
                total += unit_slopes[unit] * row[input_index]
            slopes[input_index] = total
        return slopes


def parse_network(
    data: dict[str, Any], names: tuple[str, ...], source: str, extra: int = 0
) -> tuple[Network, list[list[float]]]:
    """Return the network in the JSON data of a file, and the extra numbers of each input.

    names: names of the inputs. extra: count of numbers per input in addition to its weights. Raise
    ValueError with the source and the place.
    """
    outer = data.get("outer")
    if not isinstance(outer, list) or not outer:
        raise ValueError(f"{source}: outer is missing")
    outer = numbers(outer, len(outer), f"{source}: outer")
    units = len(outer)
    columns = [
        numbers(row, units + 1 + extra, f"{source}: inputs: {name}")
        for name, row in named_rows(data, "inputs", names, source)
    ]
    biases = numbers(data.get("biases"), units + 1, f"{source}: biases")
    rows = [[column[unit] for column in columns] for unit in range(units)]
    direct = [column[units] for column in columns]
    network = Network(rows, biases[:-1], outer, direct, biases[-1])
    return network, [column[units + 1 :] for column in columns]


def read_json(path: Path) -> Any:
    """Return the JSON data of a file. Raise ValueError with the line if it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path.name}: line {error.lineno}: {error.msg}") from error
    except RecursionError:
        raise ValueError(f"{path.name}: nested too deeply") from None


def check_trained(trained: Any, notes: dict[str, type], source: str) -> None:
    """Raise ValueError for an invalid note about training. notes: types of the valid notes."""
    if not isinstance(trained, dict):
        raise ValueError(f"{source}: trained is missing")
    for name, value in trained.items():
        if name not in notes:
            raise ValueError(f"{source}: trained: {name!r} is unknown")
        if not isinstance(value, notes[name]):
            raise ValueError(f"{source}: trained: {name}: {value!r} is not valid")


def named_rows(
    data: dict[str, Any], part: str, names: tuple[str, ...], source: str
) -> list[tuple[str, Any]]:
    """Return the rows of a part in the order of `names`. Raise ValueError if any name differs."""
    rows = data.get(part)
    if not isinstance(rows, dict):
        raise ValueError(f"{source}: {part} is missing")
    for name in names:
        if name not in rows:
            raise ValueError(f"{source}: {part}: {name!r} is missing")
    for name in rows:
        if name not in names:
            raise ValueError(f"{source}: {part}: {name!r} is unknown")
    return [(name, rows[name]) for name in names]


def numbers(row: Any, count: int, place: str) -> list[float]:
    """Return a row of `count` numbers as floats. Raise ValueError with the place."""
    if not isinstance(row, list) or len(row) != count:
        raise ValueError(f"{place}: expected {count} numbers")
    for value in row:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{place}: {value!r} is not a number")
    try:
        values = [float(value) for value in row]
    except OverflowError:
        raise ValueError(f"{place}: a number is too large") from None
    for value in values:
        if not isfinite(value):
            raise ValueError(f"{place}: {value!r} is not a number")
    return values
