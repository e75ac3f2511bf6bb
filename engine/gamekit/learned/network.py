"""A small network that foretells one number, such as how far a player will be ahead.

One layer of softsign units beside a linear part: `tanh` and `exp` differ from machine to machine in
their last digits, division does not.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.learned.files import named_rows, numbers
from gamekit.learned.layer import VALUE, Layer


class Network:
    """rows: of each unit the weights of all inputs. direct: those of the linear part.

    biases, outer: of each unit. bias: of the output.
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
        """The linear part is its last unit."""

    def reached(self, sums: list[float]) -> float:
        """Return what it foretells where each unit of the layer is reached by so much."""
        return Appraisal(self, sums).points


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


def parse_network(
    data: dict[str, Any], names: tuple[str, ...], source: str, further: int = 0
) -> tuple[Network, list[list[float]]]:
    """Return the network of a file's JSON data, and a row for each input beside its weights.

    names: of the inputs. further: how many numbers each input has beside its weights. Raises
    ValueError with the source and the place.
    """
    outer = data.get("outer")
    if not isinstance(outer, list) or not outer:
        raise ValueError(f"{source}: outer is missing")
    outer = numbers(outer, len(outer), f"{source}: outer")
    units = len(outer)
    columns = [
        numbers(row, units + 1 + further, f"{source}: inputs: {name}")
        for name, row in named_rows(data, "inputs", names, source)
    ]
    biases = numbers(data.get("biases"), units + 1, f"{source}: biases")
    rows = [[column[unit] for column in columns] for unit in range(units)]
    direct = [column[units] for column in columns]
    network = Network(rows, biases[:-1], outer, direct, biases[-1])
    return network, [column[units + 1 :] for column in columns]
