"""Arithmetic of colours, all of them as "#rrggbb"."""

from __future__ import annotations

import colorsys
from functools import lru_cache
from typing import Final

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"


@lru_cache(4096)
def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(8192)
def mix(one: str, other: str, share: float) -> str:
    """Return the colour that has `share` (0 to 1) of the other."""
    a, b, c = _parts(one)
    x, y, z = _parts(other)
    keep = 1 - share
    return (
        f"#{round(a * keep + x * share):02x}"
        f"{round(b * keep + y * share):02x}{round(c * keep + z * share):02x}"
    )


def darker(colour: str, share: float) -> str:
    """Return nearer to black by this share."""
    return mix(colour, BLACK, share)


def paler(colour: str, share: float) -> str:
    """Return nearer to white by this share."""
    return mix(colour, WHITE, share)


@lru_cache(4096)
def turned(colour: str, degrees: float, richer: float = 1.0) -> str:
    """Return the colour with its hue turned, its saturation multiplied."""
    red, green, blue = _parts(colour)
    hue, light, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    rgb = colorsys.hls_to_rgb((hue + degrees / 360) % 1, light, min(1.0, saturation * richer))
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb)
