"""PlacementContext, intervals, many findings at once: against figures worked out by other means."""

import statistics
from math import inf, isinf, sqrt
from random import Random

import pytest

from rftg_tools.balance.statistics import (
    FEWEST,
    Estimate,
    Moments,
    benjamini_hochberg,
    simultaneous_z,
    spread,
    student,
    two_sided,
)
from rftg_tools.intervals import Z


def moments(numbers: list[float]) -> Moments:
    found = Moments()
    for number in numbers:
        found.add(number)
    return found


def test_moments_are_those_of_the_numbers() -> None:
    numbers = [Random(1).gauss(3, 2) for _ in range(500)]
    found = moments(numbers)
    assert found.mean == pytest.approx(statistics.mean(numbers))
    assert found.variance == pytest.approx(statistics.variance(numbers))
    margin = Z * statistics.stdev(numbers) / sqrt(500)
    assert found.estimate().margin == pytest.approx(margin)


def test_differences_that_are_all_alike_have_an_interval_none_the_less() -> None:
    found = Moments(unit=1.0)
    for _ in range(38):
        found.add(0.0)
    assert found.estimate().margin == pytest.approx(Z / 38)
    for _ in range(2000):
        found.add(0.5)
        found.add(-0.5)
    assert found.estimate().margin == pytest.approx(
        Z * sqrt(found.variance / found.count), rel=1e-3
    )


def test_of_too_few_numbers_nothing_is_said() -> None:
    assert isinf(moments([1.0, 2.0] * (FEWEST // 2 - 1)).estimate().margin)
    assert not isinf(moments([1.0, 2.0] * (FEWEST // 2)).estimate().margin)
    assert isinf(Moments().estimate().margin)


def test_intervals_hold_the_truth_in_19_of_20_cases() -> None:
    rng = Random(2)
    held = 0
    for _case in range(1_000):
        estimate = moments([rng.random() for _ in range(50)]).estimate()
        held += estimate.low < 0.5 < estimate.high
    assert 930 <= held <= 970


@pytest.mark.parametrize(("z", "chance"), [(0, 1), (1.959964, 0.05), (-2.575829, 0.01)])
def test_chances_are_those_of_the_normal_distribution(z: float, chance: float) -> None:
    assert two_sided(z) == pytest.approx(chance, abs=1e-6)


def test_findings_stand_as_benjamini_and_hochberg_say() -> None:
    """The example of their paper: of 15 chances, 4 stand at a share of 5 %."""
    chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240]
    chances += [0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert benjamini_hochberg(chances, 0.05) == [True] * 4 + [False] * 11
    assert benjamini_hochberg([], 0.05) == []


def test_of_findings_by_chance_alone_hardly_any_stand() -> None:
    rng = Random(3)
    found = (benjamini_hochberg([rng.random() for _ in range(40)], 0.05) for _ in range(400))
    assert sum(map(any, found)) < 40


def test_the_spread_of_true_values_is_found_behind_their_errors() -> None:
    rng = Random(4)
    truth = [rng.gauss(1, 3) for _ in range(400)]
    errors = [rng.choice((1.0, 4.0, 9.0)) for _ in truth]
    values = [one + rng.gauss(0, sqrt(error)) for one, error in zip(truth, errors, strict=True)]
    found = spread(values, errors)
    assert found.mean == pytest.approx(1, abs=0.4)
    assert found.tau == pytest.approx(3, abs=0.4)
    raw = sum((v - t) ** 2 for v, t in zip(values, truth, strict=True))
    shrunken = sum((s[0] - t) ** 2 for s, t in zip(found.shrunken, truth, strict=True))
    assert shrunken < 0.75 * raw
    held = [abs(s[0] - t) < Z * s[1] for s, t in zip(found.shrunken, truth, strict=True)]
    assert sum(held) / len(held) == pytest.approx(0.95, abs=0.03)


def test_values_that_only_their_errors_part_are_one() -> None:
    rng = Random(5)
    squares = [
        spread([rng.gauss(0, 1) for _ in range(100)], [1.0] * 100).tau ** 2 for _case in range(50)
    ]
    assert statistics.mean(squares) < 0.1


def test_a_single_value_has_no_spread() -> None:
    assert spread([3.0], [1.0]).tau == 0
    assert spread([3.0], [1.0]).mean == 3


def test_with_little_known_values_may_still_lie_far_apart() -> None:
    """A spread of 0 is what is seen, and never what is sure."""
    few = spread([0.1, -0.2, 0.3, 0.0], [4.0] * 4)
    many = spread([0.1, -0.2, 0.3, 0.0] * 25, [4.0] * 100)
    assert few.tau == many.tau == 0
    assert few.low < many.low < -0.2
    assert 0.3 < many.high < few.high


def test_the_widest_spread_covers_the_true_one_in_39_of_40_cases() -> None:
    rng = Random(6)
    short = 0
    for _case in range(400):
        errors = [rng.choice((1.0, 2.0)) for _ in range(30)]
        values = [rng.gauss(0, 1) + rng.gauss(0, sqrt(error)) for error in errors]
        short += spread(values, errors).high < Z
    assert short <= 16


@pytest.mark.parametrize(("freedom", "wide"), [(1, 12.71), (3, 3.18), (10, 2.23), (98, 1.98)])
def test_few_values_make_wide_intervals(freedom: int, wide: float) -> None:
    assert student(freedom) == pytest.approx(wide, rel=0.01)


def test_of_a_few_values_the_range_holds_another_one_without_being_many_times_as_wide() -> None:
    """Five start worlds are as strict a measure as a hundred cards."""
    rng = Random(8)
    out, halves = 0, []
    for _case in range(400):
        truth = [rng.gauss(0, 2) for _ in range(6)]
        seen = [one + rng.gauss(0, 1) for one in truth]
        found = spread(seen[:5], [1.0] * 5)
        out += not found.low <= seen[5] + Z and seen[5] - Z <= found.high
        halves.append((found.high - found.low) / 2)
    assert out <= 8
    assert statistics.mean(halves) < 8


def test_two_values_apart_may_be_spread_very_widely() -> None:
    found = spread([-0.6, 0.7], [0.0004, 0.0004])
    assert found.low < -5
    assert found.high > 5


@pytest.mark.parametrize(("looks", "errors"), [(1, 1.960), (2, 2.241), (14, 2.913)])
def test_of_many_looks_one_in_twenty_is_false_of_any(looks: int, errors: float) -> None:
    assert simultaneous_z(looks) == pytest.approx(errors, abs=0.001)


def test_an_interval_for_any_time_is_wrong_at_one_time_in_fewer_than_5_of_100_runs() -> None:
    rng = Random(5)
    wrong = 0
    for _run in range(300):
        moments = Moments()
        for number in range(1, 2_001):
            moments.add(rng.gauss(0.0, 30.0))
            if number >= 100 and number % 20 == 0:
                estimate = moments.estimate().at_any_time(4.0)
                if not estimate.low <= 0 <= estimate.high:
                    wrong += 1
                    break
    assert wrong / 300 < 0.05


@pytest.mark.parametrize("margin", [1.0, 4.0, 12.0])
def test_an_interval_for_any_time_is_about_1_6_times_as_wide(margin: float) -> None:
    estimate = Estimate(1.0, margin, 99)
    assert 1.5 < estimate.at_any_time(4.0).margin / margin < 2.0
    assert Estimate(1.0, inf, 9).at_any_time(4.0).margin == inf
