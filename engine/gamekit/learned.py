"""Small neural networks for bots of any game, and the reader of files that training writes.

A network predicts one number, such as the rating of a position, with one layer of softsign units
and a linear part. Softsign uses only division: the last digits of `tanh` and `exp` differ between
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
class Eight:
    """A number for each of eight units, and one for the linear part.

    Compiled code reads attributes faster than lists, and needs no object for each number.
    """

    def __init__(
        self,
        a: float,
        b: float,
        c: float,
        d: float,
        e: float,
        f: float,
        g: float,
        h: float,
        linear: float,
    ) -> None:
        self.a: Final = a
        self.b: Final = b
        self.c: Final = c
        self.d: Final = d
        self.e: Final = e
        self.f: Final = f
        self.g: Final = g
        self.h: Final = h
        self.linear: Final = linear


def eights_of(units: list[float], linear: float = 0.0) -> list[Eight]:
    """Return numbers of units, eight by eight. linear: that of the linear part, in the first."""
    padded = units + [0.0] * (-len(units) % 8)
    eights: list[Eight] = []
    for unit in range(0, len(padded), 8):
        a, b, c, d, e, f, g, h = padded[unit : unit + 8]
        eights.append(Eight(a, b, c, d, e, f, g, h, 0.0 if unit else linear))
    return eights


def units_of(eights: list[Eight]) -> list[float]:
    """Return the numbers of all units, including those that fill up the last eight."""
    units: list[float] = []
    for eight in eights:
        units += (eight.a, eight.b, eight.c, eight.d, eight.e, eight.f, eight.g, eight.h)
    return units


def softsign(total: float) -> float:
    """Return the output of a unit."""
    return total / (1.0 + abs(total))


def softsigns(sums: list[Eight]) -> list[float]:
    """Return the outputs of all units, including those that fill up the last eight."""
    return [softsign(total) for total in units_of(sums)]


class Layer:
    """A layer of a network. number: VALUE or POLICY.

    biases: bias of each unit and of the linear part. The sums of a layer and contributions to them
    have the same form.
    """

    def __init__(self, number: int, columns: list[list[Eight]], biases: list[Eight]) -> None:
        """Create a layer. columns: weights of each input."""
        self.number: Final = number
        self.biases: Final = biases
        self.weights: Final[list[list[Eight]]] = [
            list(weights) for weights in zip(*columns, strict=True)
        ]
        """Weights by input, for each group of eight units."""
        self.nothing: Final = eights_of([0.0] * (8 * len(biases)))

    def part_of_all(self, amounts: list[float], first: int) -> list[Eight]:
        """Return the contribution of consecutive inputs to each unit, starting at input `first`."""
        used = [index for index, amount in enumerate(amounts) if amount]
        return self.part([first + index for index in used], [amounts[index] for index in used])

    def part(self, inputs: list[int], amounts: list[float]) -> list[Eight]:
        """Return the contribution of these inputs to each unit."""
        return self.add(self.nothing, inputs, amounts)

    def with_biases(self, part: list[Eight]) -> list[Eight]:
        """Return the sum of each unit from a contribution and its bias."""
        return [plus(bias, part[index]) for index, bias in enumerate(self.biases)]

    def add(self, sums: list[Eight], inputs: list[int], amounts: list[float]) -> list[Eight]:
        """Return the sums of all units after amounts are added to some inputs."""
        if not inputs:
            return sums
        totals: list[Eight] = []
        for group, weights_by_input in enumerate(self.weights):
            start = sums[group]
            a, b, c, d = start.a, start.b, start.c, start.d
            e, f, g, h = start.e, start.f, start.g, start.h
            linear = start.linear
            for index, input_index in enumerate(inputs):
                amount = amounts[index]
                if not amount:
                    continue
                weights = weights_by_input[input_index]
                a += weights.a * amount
                b += weights.b * amount
                c += weights.c * amount
                d += weights.d * amount
                e += weights.e * amount
                f += weights.f * amount
                g += weights.g * amount
                h += weights.h * amount
                linear += weights.linear * amount
            totals.append(Eight(a, b, c, d, e, f, g, h, linear))
        return totals


def plus(first: Eight, second: Eight) -> Eight:
    """Return the sums of numbers."""
    return Eight(
        first.a + second.a,
        first.b + second.b,
        first.c + second.c,
        first.d + second.d,
        first.e + second.e,
        first.f + second.f,
        first.g + second.g,
        first.h + second.h,
        first.linear + second.linear,
    )


class Network:
    """A network with one output.

    rows: input weights of each unit.
    outer: output weight of each unit.
    direct: input weights of the linear part.
    biases: bias of each unit, then that of the output.
    """

    def __init__(self, columns: list[list[float]], biases: list[float], outer: list[float]) -> None:
        """Create a network.

        columns: weights of each input: one per unit, then that of the linear part. biases: one per
        unit, then that of the output.
        """
        *rows, direct = [list(row) for row in zip(*columns, strict=True)]
        self.rows: Final[list[list[float]]] = rows
        self.direct: Final[list[float]] = direct
        self.outer: Final = outer
        self.biases: Final = biases
        eights = [eights_of(column[:-1], column[-1]) for column in columns]
        self.layer: Final = Layer(VALUE, eights, eights_of(biases[:-1], biases[-1]))
        self.outer_eights: Final = eights_of(outer)

    def predict(self, sums: list[Eight]) -> float:
        """Return the output for these sums of the units."""
        return self.outputs(sums[0].linear, sums, self.layer.nothing)

    def outputs(self, start: float, sums: list[Eight], part: list[Eight]) -> float:
        """Return a start plus the weighted outputs of all units. part: is added to their sums."""
        total = start
        for group, outer in enumerate(self.outer_eights):
            first, second = sums[group], part[group]
            total += outer.a * softsign(first.a + second.a)
            total += outer.b * softsign(first.b + second.b)
            total += outer.c * softsign(first.c + second.c)
            total += outer.d * softsign(first.d + second.d)
            total += outer.e * softsign(first.e + second.e)
            total += outer.f * softsign(first.f + second.f)
            total += outer.g * softsign(first.g + second.g)
            total += outer.h * softsign(first.h + second.h)
        return total


@mypyc_attr(acyclic=True)
class Appraisal:
    """Prediction of a network for a position.

    sums: sum of each unit. points: the prediction, in points.
    """

    def __init__(self, network: Network, sums: list[Eight]) -> None:
        self.network: Final = network
        self.sums: Final = sums
        self.points: Final = network.predict(sums)

    def changed(self, inputs: list[int], amounts: list[float]) -> Appraisal:
        """Return the prediction after amounts are added to some inputs."""
        return Appraisal(self.network, self.network.layer.add(self.sums, inputs, amounts))

    def change(self, part: list[Eight]) -> float:
        """Return the change in points after a contribution is added to all units."""
        start = self.sums[0].linear - self.points + part[0].linear
        return self.network.outputs(start, self.sums, part)

    def slopes(self, inputs: list[int], count: int) -> list[float]:
        """Return the derivative of the points for some of the first `count` inputs, 0 elsewhere."""
        network = self.network
        unit_slopes: list[Eight] = []
        for group, outer in enumerate(network.outer_eights):
            sums = self.sums[group]
            unit_slopes.append(
                Eight(
                    outer.a / _squared(1.0 + abs(sums.a)),
                    outer.b / _squared(1.0 + abs(sums.b)),
                    outer.c / _squared(1.0 + abs(sums.c)),
                    outer.d / _squared(1.0 + abs(sums.d)),
                    outer.e / _squared(1.0 + abs(sums.e)),
                    outer.f / _squared(1.0 + abs(sums.f)),
                    outer.g / _squared(1.0 + abs(sums.g)),
                    outer.h / _squared(1.0 + abs(sums.h)),
                    0.0,
                )
            )
        slopes = [0.0] * count
        for input_index in inputs:
            total = network.direct[input_index]
            for group, slope in enumerate(unit_slopes):
                weights = network.layer.weights[group][input_index]
                total += slope.a * weights.a
                total += slope.b * weights.b
                total += slope.c * weights.c
                total += slope.d * weights.d
                total += slope.e * weights.e
                total += slope.f * weights.f
                total += slope.g * weights.g
                total += slope.h * weights.h
            slopes[input_index] = total
        return slopes


def _squared(number: float) -> float:
    return number * number


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
