"""Colours of the kinds of goods, as people with each form of colour vision see them."""

from collections.abc import Mapping
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, pi, radians, sin, sqrt
from typing import Final

import pytest

from rftg_dsl.syntax import ast
from rftg_tools.faces.theme import load_theme, shipped_themes

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
COLOURS: Final = (*ast.KINDS, ast.GRAY)
"""The colours that carry meaning beside each other."""

SEEN: Final[dict[str, Matrix]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is seen of linear RGB. Machado, Oliveira, Fernandes: A Physiologically-based Model for
Simulation of Color Vision Deficiency (2009), severity 1.0."""
_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final[Vector] = (0.95047, 1.0, 1.08883)
"""sRGB to XYZ, and the white D65 (IEC 61966-2-1)."""


def nearest(colours: Mapping[str, str], seen: str) -> tuple[float, str, str]:
    """Return the two colours that look most alike to those who see so: their distance and names."""
    labs = {name: lab(_times(SEEN[seen], linear(colours[name]))) for name in COLOURS}
    return min((distance(labs[a], labs[b]), a, b) for a, b in combinations(COLOURS, 2))


def linear(colour: str) -> Vector:
    """Return "#rrggbb" as linear RGB from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, vector: Vector) -> Vector:
    red, green, blue = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return red, green, blue


def lab(rgb: Vector) -> Vector:
    """Return linear RGB as CIELAB; what no screen can show is cut off."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in rgb)
    xyz = _times(_XYZ, (red, green, blue))
    x, y, z = (_cube_root(part / white) for part, white in zip(xyz, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def distance(first: Vector, second: Vector) -> float:
    """Return the distance by CIEDE2000.

    The names are those of Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula.
    """
    (l1, a1, b1), (l2, a2, b2) = first, second
    g = 1.5 - 0.5 * _high((hypot(a1, b1) + hypot(a2, b2)) / 2)
    c1, c2 = hypot(a1 * g, b1), hypot(a2 * g, b2)
    h1, h2 = atan2(b1, a1 * g) % (2 * pi), atan2(b2, a2 * g) % (2 * pi)
    grays = c1 * c2 == 0
    turn = 0.0 if grays else (h2 - h1 + pi) % (2 * pi) - pi
    c, h = (c1 + c2) / 2, h1 + h2 if grays else h1 + turn / 2
    t = 1 - 0.17 * cos(h - pi / 6) + 0.24 * cos(2 * h)
    t += 0.32 * cos(3 * h + pi / 30) - 0.2 * cos(4 * h - radians(63))
    offset = ((l1 + l2) / 2 - 50) ** 2
    lightness = (l2 - l1) / (1 + 0.015 * offset / sqrt(20 + offset))
    chroma = (c2 - c1) / (1 + 0.045 * c)
    hue = 2 * sqrt(c1 * c2) * sin(turn / 2) / (1 + 0.015 * c * t)
    bend = 30 * exp(-(((degrees(h) % 360 - 275) / 25) ** 2))
    rotated = -2 * _high(c) * sin(radians(2 * bend))
    return sqrt(lightness**2 + chroma**2 + hue**2 + rotated * chroma * hue)


def _high(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25**7))


@pytest.mark.parametrize("theme", shipped_themes())
@pytest.mark.parametrize("seen", SEEN)
def test_the_kinds_of_every_theme_differ_at_a_glance(theme: str, seen: str) -> None:
    """A CIEDE2000 difference of 2 shows side by side, one of 20 at a glance."""
    difference, first, second = nearest(load_theme(theme).colours, seen)
    assert difference >= 19, f"{first} and {second}"


def test_distances_are_those_of_published_examples() -> None:
    """From the test data that Sharma, Wu and Dalal publish with their paper."""
    assert distance((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert distance((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert lab(linear("#ffffff")) == pytest.approx((100, 0, 0), abs=0.01)
