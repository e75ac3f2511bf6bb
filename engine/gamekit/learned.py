"""Small neural networks for bots of any game, and the reader of files that training writes.

A network predicts one number, such as a player's final lead, with one layer of softsign units and a
linear part. Softsign uses only division: the last digits of `tanh` and `exp` differ between
machines. The contribution of a set of inputs to a layer can be computed once and reused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

from mypy_extensions import mypyc_attr

T = TypeVar("T")

VALUE: Final = 0
"""Layer of the value network."""
POLICY: Final = 1
"""Layer of the policy network."""


@mypyc_attr(acyclic=True)
class Weights:
    """Weights of an input for eight units.

    Compiled code reads attributes faster than lists, and adds up eight numbers without storing
    them in between. With four units, a game of experts takes an eighth more instructions.
    """

    def __init__(self, weights: tuple[float, ...]) -> None:
        self.a: Final = weights[0]
        self.b: Final = weights[1]
        self.c: Final = weights[2]
        self.d: Final = weights[3]
        self.e: Final = weights[4]
        self.f: Final = weights[5]
        self.g: Final = weights[6]
        self.h: Final = weights[7]


class Layer:
    """A layer of a network. number: VALUE or POLICY. biases: bias of each unit."""

    def __init__(self, number: int, rows: list[list[float]], biases: list[float]) -> None:
        """Create a layer. rows: input weights of each unit."""
        self.number: Final = number
        self.biases: Final = biases
        self._padding: Final = [0.0] * (-len(rows) % 8)
        padded = rows + [[0.0] * len(rows[0])] * len(self._padding)
        self._eights: Final = [
            [Weights(weights) for weights in zip(*padded[unit : unit + 8], strict=True)]
            for unit in range(0, len(padded), 8)
        ]
        """Weights by input, for each group of eight units."""

    def part_of_all(self, amounts: list[float], first: int) -> list[float]:
        """Return the contribution of consecutive inputs to each unit, starting at input `first`."""
        used = [index for index, amount in enumerate(amounts) if amount]
        return self.part([first + index for index in used], [amounts[index] for index in used])

    def part(self, inputs: list[int], amounts: list[float]) -> list[float]:
        """Return the contribution of these inputs to each unit."""
        return self.add([0.0] * len(self.biases), inputs, amounts)

    def with_biases(self, part: list[float]) -> list[float]:
        """Return the sum of each unit from a contribution and its bias."""
        return [bias + part[unit] for unit, bias in enumerate(self.biases)]

    def add(self, sums: list[float], inputs: list[int], amounts: list[float]) -> list[float]:
        """Return the sums of all units after amounts are added to some inputs."""
        padded = sums + self._padding
        totals: list[float] = []
        for weights_by_input in self._eights:
            a, b, c, d, e, f, g, h = padded[len(totals) : len(totals) + 8]
            for index, input_index in enumerate(inputs):
                amount, weights = amounts[index], weights_by_input[input_index]
                a += weights.a * amount
                b += weights.b * amount
                c += weights.c * amount
                d += weights.d * amount
                e += weights.e * amount
                f += weights.f * amount
                g += weights.g * amount
                h += weights.h * amount
            totals += (a, b, c, d, e, f, g, h)
        return totals[: len(sums)]


class Network:
    """A network with one output.

    rows: input weights of each unit.
    outer: output weight of each unit.
    direct: input weights of the linear part.
    """

    def __init__(self, columns: list[list[float]], biases: list[float], outer: list[float]) -> None:
        """Create a network.

        columns: weights of each input: one per unit, then that of the linear part. biases: one per
        unit, then that of the output.
        """
        rows = [list(row) for row in zip(*columns, strict=True)]
        self.layer: Final = Layer(VALUE, rows, biases)
        """The units; the last unit is the linear part."""
        self.rows: Final[list[list[float]]] = rows[:-1]
        self.direct: Final[list[float]] = rows[-1]
        self.outer: Final = outer

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


def read(path: Path, file_format: str, build: Callable[[dict[str, Any]], T]) -> T:
    """Return what `build` makes of the content of a file that training wrote.

    Raise ValueError with the file's name if the file is damaged or has another format.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("format") != file_format:
            raise ValueError(f"this is not {file_format}")
        return build(data)
    except (ValueError, OverflowError, RecursionError) as error:
        raise ValueError(f"{path.name}: {error}") from error


def rows(data: dict[str, Any], part: str, names: tuple[str, ...], length: int) -> list[list[float]]:
    """Return the rows of a part of such a file, in the order of their names.

    length: of each row. Raise ValueError if a row is missing or is not `length` numbers.
    """
    rows_by_name = data.get(part)
    if not isinstance(rows_by_name, dict):
        raise ValueError(f"{part!r} is missing")
    return [numbers(rows_by_name, name, length) for name in names]


def numbers(data: dict[str, Any], name: str, length: int | None = None) -> list[float]:
    """Return a row of finite numbers. Raise ValueError if it is missing or anything else.

    length: None for any.
    """
    row = data.get(name)
    if not isinstance(row, list) or (length is not None and len(row) != length):
        contents = "numbers" if length is None else f"{length} numbers"
        raise ValueError(f"{name!r} must be a list of {contents}")
    for number in row:
        if isinstance(number, bool) or not isinstance(number, int | float) or not isfinite(number):
            raise ValueError(f"{name!r} contains {number!r:.60}, which is not a number")
    return row
