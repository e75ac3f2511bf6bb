"""A layer of a network: what each unit is reached by, from the inputs of a position.

What a part of the inputs adds to it can be worked out once, and kept.
"""

from __future__ import annotations

from typing import Final

VALUE: Final = 0
POLICY: Final = 1
"""The layers that bots know, by number."""


class Layer:
    """number: VALUE or POLICY. rows: of each unit the weights of all inputs. biases: of each."""

    def __init__(self, number: int, rows: list[list[float]], biases: list[float]) -> None:
        self.number: Final = number
        self.rows: Final = rows
        self.biases: Final = biases

    def part_of_all(self, amounts: list[float], first: int) -> list[float]:
        """Return the part of the inputs from `first` on."""
        used = [nth for nth, amount in enumerate(amounts) if amount]
        return self.part([first + nth for nth in used], [amounts[nth] for nth in used])

    def part(self, where: list[int], amounts: list[float]) -> list[float]:
        """Return what some inputs add to each unit."""
        return self.more([0.0] * len(self.rows), where, amounts)

    def sums(self, mine: list[float], others: list[list[float]]) -> list[float]:
        """Return what tableaus come to. mine, others: their parts, of the others of each."""
        share = 1.0 / max(1, len(others))
        sums: list[float] = []
        for unit, bias in enumerate(self.biases):
            total = bias + mine[unit]
            for other in others:
                total += share * other[unit]
            sums.append(total)
        return sums

    def more(self, sums: list[float], where: list[int], amounts: list[float]) -> list[float]:
        """Return the sums with more of some inputs."""
        found: list[float] = []
        for unit, row in enumerate(self.rows):
            total = sums[unit]
            for place, nth in enumerate(where):
                total += row[nth] * amounts[place]
            found.append(total)
        return found
