"""Layers of networks compute eight units at once, with the same sums as one by one."""

from random import Random

import pytest

from gamekit.learned import VALUE, Layer


@pytest.mark.parametrize("units", [1, 7, 8, 9, 17])
def test_a_layer_of_any_size_adds_up_like_its_units_one_by_one(units: int) -> None:
    rng = Random(units)
    rows = [[rng.gauss(0.0, 1.0) for _input in range(5)] for _unit in range(units)]
    start = [rng.gauss(0.0, 1.0) for _unit in range(units)]
    inputs, amounts = [4, 0, 3], [0.5, -2.0, 1.5]
    expected = []
    for total, row in zip(start, rows, strict=True):
        for index, amount in zip(inputs, amounts, strict=True):
            total += row[index] * amount
        expected.append(total)
    assert Layer(VALUE, rows, start).add(start, inputs, amounts) == expected
