"""What made-up trials teach: the weights that pay grow, those that cost shrink, others stay."""

from __future__ import annotations

from random import Random

from rftg_dev.train.learning import direction, foresight, moved
from rftg_dev.train.trial import Trial, steps, values, with_values
from rftg_engine.bots.weights import FORESEEN, NAMES, read


def made_up(slopes: list[float], count: int) -> list[Trial]:
    """Trials whose margin is known but for chance."""
    rng = Random("made up")
    trials = []
    for _nth in range(count):
        change = [rng.gauss(0.0, 1.0) for _slope in slopes]
        margin = sum(one * slope for one, slope in zip(change, slopes, strict=True))
        trials.append(Trial(change, margin + rng.gauss(0.0, 5.0), []))
    return trials


def test_a_weight_moves_the_way_that_paid() -> None:
    way = direction(made_up([2.0, -2.0, 0.0], 400))
    assert way[0] > 3.0
    assert way[1] < -3.0
    assert abs(way[2]) < 3.0
    new = moved([1.0, 1.0, 1.0], way, steps([1.0, 1.0, 1.0], None))
    assert new[0] > 1.0 > new[1]


def test_no_weight_moves_further_than_a_step() -> None:
    numbers = [0.0, 5.0]
    new = moved(numbers, direction(made_up([100.0, -100.0], 50)), steps(numbers, None))
    for before, after, step in zip(numbers, new, steps(numbers, None), strict=True):
        assert abs(after - before) <= step


def test_signs_learn_which_action_follows_them() -> None:
    first = [1.0] + [0.0] * (len(NAMES) - 1)
    second = [1.0, 1.0] + [0.0] * (len(NAMES) - 2)
    calls = [(first, 0), (second, 4)] * 400
    found = foresight([[0.0] * len(NAMES) for _name in FORESEEN], calls)
    assert found[4][1] > 0.5 > found[0][1]


def test_a_point_stays_a_point_whatever_is_learned() -> None:
    weights = read()
    other = with_values(weights, [0.0] * len(values(weights)))
    assert other.features[0] == weights.features[0]
    assert set(values(other)) == {0.0}
