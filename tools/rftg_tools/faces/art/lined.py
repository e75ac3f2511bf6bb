"""The line style: outlines and hatching on white paper, for little ink."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rftg_tools.faces.art.canvas import HEIGHT, ROUND, WIDTH, Canvas, dotted, rowed, stroked
from rftg_tools.faces.art.colours import mix
from rftg_tools.faces.art.paths import UNIT, box, circle, polys

_HAIR = 0.09
_THIN = 0.13
_PEN = 0.2
"""Widths of strokes in millimetres."""
_FAINT = 0.6
"""Details that are no stronger are left out."""
_PAGE = box(0, 0, WIDTH, HEIGHT)


class Lined(Canvas):
    """Strokes. Things are filled with the paper's colour, so that they hide what is behind."""

    def __init__(self, paper: str, ink: str) -> None:
        super().__init__()
        self._paper = paper
        self._ink = ink

    def _stroke(self, path: str, colour: str, width: float, fill: str = "") -> None:
        filled = f' fill="{fill}" stroke-linejoin="round"' if fill else ""
        self._draw(path, stroked(colour, width) + filled, joins=not fill)

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
        self._draw(path, rowed(self._ink, size * 0.7, gap + size * 0.3), joins=True)

    def dots(
        self, points: Sequence[complex], colour: str, size: float, strength: float = 1.0
    ) -> None:
        seen = points if size > 0.3 else points[::3]
        if seen:
            style = stroked(self._inked(colour), min(size, 0.3)) + ROUND
            self._draw(dotted(seen), style, joins=True)

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
        self._stroke(polys(strokes, closed=False), self._ink, _HAIR)
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
