"""Layers of networks compute eight units at once, with the same sums as one by one."""

from random import Random

import pytest

from gamekit.learned import VALUE, Appraisal, Layer, Network, eights_of, units_of


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
    columns = [eights_of(list(column)) for column in zip(*rows, strict=True)]
    layer = Layer(VALUE, columns, eights_of(start))
    assert units_of(layer.add(layer.biases, inputs, amounts))[:units] == expected


@pytest.mark.parametrize("units", [1, 8, 17])
def test_a_network_adds_its_linear_part_to_the_outputs_of_its_units(units: int) -> None:
    rng = Random(units)
    columns = [[rng.gauss(0.0, 1.0) for _unit in range(units + 1)] for _input in range(3)]
    biases = [rng.gauss(0.0, 1.0) for _unit in range(units + 1)]
    outer = [rng.gauss(0.0, 1.0) for _unit in range(units)]
    network = Network(columns, biases, outer)

    def predicted(amounts: list[float]) -> float:
        sums = biases[:]
        for column, amount in zip(columns, amounts, strict=True):
            sums = [total + weight * amount for total, weight in zip(sums, column, strict=True)]
        pairs = zip(outer, sums[:-1], strict=True)
        outputs = [weight * total / (1 + abs(total)) for weight, total in pairs]
        return sums[-1] + sum(outputs)

    here = Appraisal(network, network.layer.biases).changed([0, 1, 2], [0.5, -2.0, 1.5])
    assert here.points == pytest.approx(predicted([0.5, -2.0, 1.5]))
    change = here.change(network.layer.part([1], [0.25]))
    assert here.points + change == pytest.approx(predicted([0.5, -1.75, 1.5]))
    slope = (predicted([0.5, -2.0 + 1e-6, 1.5]) - here.points) / 1e-6
    assert here.slopes([1], 3) == [0.0, pytest.approx(slope, rel=1e-4), 0.0]
