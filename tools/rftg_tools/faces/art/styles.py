"""Art styles: painted, with light and colour on a dark ground, and line drawings for little ink."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from rftg_tools.faces.art.canvas import (
    BLACK,
    HEIGHT,
    ROUND,
    UNIT,
    WIDTH,
    Canvas,
    box,
    circle,
    dots_path,
    lighten,
    mix,
    number,
    polylines,
    row_attributes,
    stroke_attributes,
)

_SOFT: Final = ((0, 1.0), (1, 0.0))
"""Strength of light by distance from the middle of a mist."""
_NIGHT: Final = ((0.4, 0.0), (0.62, 0.42), (0.78, 0.82), (1, 0.96))
_AIR: Final = ((0.75, 0.0), (0.8, 0.85), (0.87, 0.28), (1, 0.0))
_PAGE: Final = box(0, 0, WIDTH, HEIGHT)


def _stops(colour: str, falls: Sequence[tuple[float, float]], strength: float) -> str:
    return "".join(
        f'<stop{_attribute("offset", where, 0)} stop-color="{colour}"'
        f"{_attribute('stop-opacity', share * strength, 1)}/>"
        for where, share in falls
    )


def _attribute(name: str, value: float, default: float) -> str:
    """Return an attribute unless it has its default value."""
    return "" if value == default else f' {name}="{number(value)}"'


def _moved(at: complex, degrees: float) -> str:
    return f"translate({round(at.real * UNIT)} {round(at.imag * UNIT)})rotate({round(degrees)})"


class Painted(Canvas):
    """Painted style: fills and gradients. ground: colour that calm zones fade to."""

    def __init__(self, ground: str) -> None:
        super().__init__()
        self._ground = ground

    def _fill(self, path: str, paint: str, strength: float = 1.0, where: str = "") -> None:
        faint = f' fill-opacity="{number(strength)}"' if strength < 1 else ""
        moved = f' transform="{where}"' if where else ""
        self._draw(path, f' fill="{paint}"{faint}{moved}')

    def _radial(self, colour: str, falls: Sequence[tuple[float, float]]) -> str:
        stops = _stops(colour, falls, 1)
        return f"url(#{self._defined(f'<radialGradient >{stops}</radialGradient>')})"

    def _linear(self, start: complex, end: complex, stops: str) -> str:
        element = (
            f'<linearGradient gradientUnits="userSpaceOnUse" x1="{round(start.real * UNIT)}" '
            f'y1="{round(start.imag * UNIT)}" x2="{round(end.real * UNIT)}" '
            f'y2="{round(end.imag * UNIT)}">{stops}</linearGradient>'
        )
        return f"url(#{self._defined(element)})"

    def sky(self, top: str, low: str) -> None:
        stops = f'<stop stop-color="{top}"/><stop offset="1" stop-color="{low}"/>'
        self._fill(_PAGE, self._linear(12, 57 + 94j, stops))

    def mist(
        self, at: complex, rx: float, ry: float, degrees: float, colour: str, strength: float
    ) -> None:
        paint = self._radial(colour, _SOFT)
        x, y = round(at.real * UNIT), round(at.imag * UNIT)
        if rx == ry:
            shape = f'circle cx="{x}" cy="{y}" r="{round(rx * UNIT)}"'
        elif not degrees:
            shape = f'ellipse cx="{x}" cy="{y}" rx="{round(rx * UNIT)}" ry="{round(ry * UNIT)}"'
        else:
            across = f'rx="{round(rx * UNIT)}" ry="{round(ry * UNIT)}"'
            shape = f'ellipse {across} transform="{_moved(at, degrees)}"'
        self._body.append(f'<{shape} fill="{paint}" fill-opacity="{number(strength)}"/>')
        self._style = ""

    def cloud(self, at: complex, path: str, degrees: float, colour: str, strength: float) -> None:
        self._fill(path, self._radial(colour, _SOFT), strength, _moved(at, degrees))

    def solid(self, path: str, colour: str, low: str = "", edge: str = "") -> None:
        paint = colour
        if low and low != colour:
            stops = f'<stop stop-color="{colour}"/><stop offset="1" stop-color="{low}"/>'
            element = f'<linearGradient x2="0" y2="1">{stops}</linearGradient>'
            paint = f"url(#{self._defined(element)})"
        rim = stroke_attributes(edge, 0.14) if edge else ""
        self._draw(path, f' fill="{paint}"{rim}')

    def patch(self, path: str, colour: str, strength: float = 1.0) -> None:
        self._fill(path, colour, strength)

    def wash(self, path: str, colour: str, strength: float) -> None:
        self._fill(path, colour, strength)

    def beam(self, path: str, start: complex, end: complex, colour: str, strength: float) -> None:
        direction = end - start
        if abs(direction.real) > abs(direction.imag):
            course = "" if direction.real > 0 else ' x1="1" x2="0"'
        else:
            course = ' x2="0" y2="1"' if direction.imag > 0 else ' x2="0" y1="1"'
        stops = _stops(colour, ((0.0, 1.0), (1.0, 0.0)), 1)
        element = f"<linearGradient {course}>{stops}</linearGradient>"
        self._fill(path, f"url(#{self._defined(element)})", strength)

    def line(self, path: str, colour: str, width: float, strength: float = 1.0) -> None:
        self._draw(path, stroke_attributes(colour, width, strength), joins=True)

    def tint(self, path: str, colour: str, width: float, strength: float) -> None:
        self.line(path, colour, width, strength)

    def shine(self, path: str, colour: str, width: float) -> None:
        self.line(path, colour, width * 5, 0.13)
        self.line(path, colour, width * 2.4, 0.35)
        self.line(path, lighten(colour, 0.65), width)

    def windows(self, path: str, colour: str, size: float, gap: float) -> None:
        self._draw(path, row_attributes(colour, size, gap), joins=True)

    def dots(
        self, points: Sequence[complex], colour: str, size: float, strength: float = 1.0
    ) -> None:
        if points:
            self._draw(
                dots_path(points), stroke_attributes(colour, size, strength) + ROUND, joins=True
            )

    def ball(self, at: complex, r: float, colour: str, light: complex) -> None:
        self._fill(circle(at, r), colour)
        self.glow(at + light * r * 0.55, r * 0.95, lighten(colour, 0.55), 0.5)

    def night(self, at: complex, r: float, light: complex, colour: str) -> None:
        middle = 0.5 + 0.5j + light * 0.31
        element = (
            f'<radialGradient cx="{number(middle.real)}" cy="{number(middle.imag)}" r=".83">'
            f"{_stops(colour, _NIGHT, 1)}</radialGradient>"
        )
        self._fill(circle(at, r + 0.05), f"url(#{self._defined(element)})")

    def air(self, at: complex, r: float, light: complex, colour: str) -> None:
        self.glow(at + light * r * 0.3, r * 1.5, colour, 0.42)
        middle = at + light * r * 0.07
        self._fill(circle(middle, r * 1.163), self._radial(lighten(colour, 0.25), _AIR), 0.9)

    def veil(self) -> None:
        dark = mix(self._ground, BLACK, 0.35)
        across = ((0.0, 0.42), (0.5, 0.27), (1.0, 0.0))
        down = ((0.03, 0.5), (0.12, 0.33), (0.22, 0.0), (0.72, 0.0), (1.0, 0.25))
        self._fill(_PAGE, self._linear(0, 22, _stops(dark, across, 1)))
        self._fill(_PAGE, self._linear(0, HEIGHT * 1j, _stops(dark, down, 1)))


_HAIR = 0.09
_THIN = 0.13
_PEN = 0.2
"""Widths of strokes in millimetres."""
_FAINT = 0.6
"""Weaker details are left out."""


class Lined(Canvas):
    """Line style: strokes. Shapes are filled with the paper's colour to hide others."""

    def __init__(self, paper: str, ink: str) -> None:
        super().__init__()
        self._paper = paper
        self._ink = ink

    def _stroke(self, path: str, colour: str, width: float, fill: str = "") -> None:
        filled = f' fill="{fill}" stroke-linejoin="round"' if fill else ""
        self._draw(path, stroke_attributes(colour, width) + filled, joins=not fill)

    def _inked(self, colour: str) -> str:
        """Return a colour dark enough for a line."""
        return mix(colour, self._ink, 0.6)

    def sky(self, top: str, low: str) -> None:
        self._draw(_PAGE, f' fill="{self._paper}"')

    def mist(
        self, at: complex, rx: float, ry: float, degrees: float, colour: str, strength: float
    ) -> None:
        return

    def cloud(self, at: complex, path: str, degrees: float, colour: str, strength: float) -> None:
        return

    def solid(self, path: str, colour: str, low: str = "", edge: str = "") -> None:
        self._stroke(path, self._ink, _PEN, self._paper)

    def patch(self, path: str, colour: str, strength: float = 1.0) -> None:
        if strength > _FAINT:
            self._stroke(path, self._inked(colour), _HAIR, self._paper)

    def wash(self, path: str, colour: str, strength: float) -> None:
        return

    def beam(self, path: str, start: complex, end: complex, colour: str, strength: float) -> None:
        return

    def line(self, path: str, colour: str, width: float, strength: float = 1.0) -> None:
        self._stroke(path, self._inked(colour), _THIN if width > 0.15 else _HAIR)

    def tint(self, path: str, colour: str, width: float, strength: float) -> None:
        self._stroke(path, self._inked(colour), _HAIR)

    def shine(self, path: str, colour: str, width: float) -> None:
        self._stroke(path, self._inked(colour), _THIN)

    def windows(self, path: str, colour: str, size: float, gap: float) -> None:
        self._draw(path, row_attributes(self._ink, size * 0.7, gap + size * 0.3), joins=True)

    def dots(
        self, points: Sequence[complex], colour: str, size: float, strength: float = 1.0
    ) -> None:
        seen = points if size > 0.3 else points[::3]
        if seen:
            style = stroke_attributes(self._inked(colour), min(size, 0.3)) + ROUND
            self._draw(dots_path(seen), style, joins=True)

    def ball(self, at: complex, r: float, colour: str, light: complex) -> None:
        self._stroke(circle(at, r), self._ink, _PEN, self._paper)

    def night(self, at: complex, r: float, light: complex, colour: str) -> None:
        rows = max(8, round(r * 2.4))
        strokes: list[tuple[complex, complex]] = []
        for row in range(1, rows):
            off = (2 * row / rows - 1) * r
            half = sqrt(r * r - off * off)
            begin = half * (0.25 if row % 2 else 0.55)
            strokes.append((at - light * begin + light * 1j * off, at + light * (1j * off - half)))
        self._stroke(polylines(strokes), self._ink, _HAIR)
        self._stroke(circle(at, r), self._ink, _PEN)

    def air(self, at: complex, r: float, light: complex, colour: str) -> None:
        return

    def veil(self) -> None:
        stops = "".join(
            f'<stop offset="{where}" stop-color="{self._paper}" stop-opacity="{share}"/>'
            for where, share in ((0, 0.95), (0.5, 0.75), (1, 0))
        )
        for start, end in ((0j, 19 + 0j), (0j, 18j), (90j, 64j)):
            element = (
                f'<linearGradient gradientUnits="userSpaceOnUse" x1="{start.real * UNIT:g}" '
                f'y1="{start.imag * UNIT:g}" x2="{end.real * UNIT:g}" '
                f'y2="{end.imag * UNIT:g}">{stops}</linearGradient>'
            )
            self._draw(_PAGE, f' fill="url(#{self._defined(element)})"')
