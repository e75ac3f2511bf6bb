"""The colours of kinds, as they are seen by all and by those who see fewer colours."""

from __future__ import annotations

import pytest

from rftg_dev.studies.vision import SEEN, distance, lab, linear, nearest
from rftg_tools.faces.theme import load_theme, shipped_themes


@pytest.mark.parametrize("theme", shipped_themes())
@pytest.mark.parametrize("seen", SEEN)
def test_the_kinds_of_every_theme_are_told_apart_at_a_glance(theme: str, seen: str) -> None:
    far, one, other = nearest(load_theme(theme).colours, seen)
    assert far >= 19, f"{one} and {other}"


PAIRS = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
]
"""From the test data that Sharma, Wu and Dalal publish with their paper."""


@pytest.mark.parametrize(("one", "other", "far"), PAIRS)
def test_distances_are_those_of_the_published_examples(
    one: tuple[float, float, float], other: tuple[float, float, float], far: float
) -> None:
    assert distance(one, other) == pytest.approx(far, abs=1e-4)
    assert distance(other, one) == pytest.approx(far, abs=1e-4)


def test_white_is_as_light_as_can_be_and_without_colour() -> None:
    assert lab(linear("#ffffff")) == pytest.approx((100, 0, 0), abs=0.01)
