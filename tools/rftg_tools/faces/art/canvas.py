"""Canvas: the brushes of both art styles.

Each scene is written once in terms of light, mist, solids, details and lines. The painted style
turns them into colours and shadows, the line style into outlines and hatching. In both, later
strokes cover earlier strokes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from typing import Any, Final

from rftg_tools.faces.art.palette import FOCUS, Palette
from rftg_tools.faces.art.paths import (
    BLACK,
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    ROUND,
    TOP,
    UNIT,
    WIDTH,
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

Window = tuple[float, float, float, float]
"""Left, top, width and height of the visible part of a drawing."""
WHOLE: Final[Window] = (LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP)
CARD: Final[Window] = (0, 0, WIDTH, HEIGHT)
_DIGITS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SOFT: Final = ((0, 1.0), (1, 0.0))
"""Strength of light by distance from the middle of a mist."""
_NIGHT: Final = ((0.4, 0.0), (0.62, 0.42), (0.78, 0.82), (1, 0.96))
_AIR: Final = ((0.75, 0.0), (0.8, 0.85), (0.87, 0.28), (1, 0.0))
_PAGE: Final = box(LEFT, TOP, RIGHT, BOTTOM)


def _stops(colour: str, falls: Sequence[tuple[float, float]], strength: float) -> str:
    return "".join(
        f'<stop{_attribute("offset", where, 0)} stop-color="{colour}"'
        f"{_attribute('stop-opacity', share * strength, 1)}/>"
        for where, share in falls
    )


def _attribute(name: str, value: float, default: float) -> str:
    """Return an attribute unless it has its default value."""
    return "" if value == default else f' {name}="{number(value)}"'


def _moved(centre: complex, degrees: float) -> str:
    x, y = round(centre.real * UNIT), round(centre.imag * UNIT)
    return f"translate({x} {y})rotate({round(degrees)})"


class Canvas:
    """A drawing in progress, in the painted style: fills and gradients on a dark ground.

    It has the attributes of its palette, which scenes use all the time. Paths are SVG path data.
    Lengths are in millimetres. Strength, 0 to 1, is opacity. ground: colour that calm zones fade
    to.
    """

    def __init__(self, palette: Palette, ground: str) -> None:
        self.rng = palette.rng
        self.kind, self.traits = palette.kind, palette.traits
        self.main, self.accent, self.rock = palette.main, palette.accent, palette.rock
        self.top, self.low, self.clouds = palette.top, palette.low, palette.clouds
        self.sun, self.light, self.night = palette.sun, palette.light, palette.night
        self._ground = ground
        self._body: list[str] = []
        self._ids: dict[str, str] = {}
        self._style = ""
        self.place_subject(FOCUS, 20, 19)

    def place_subject(self, centre: complex, half_width: float, half_height: float) -> None:
        """Say where the subject is, which a face keeps clear of its icons."""
        corner = centre - complex(half_width, half_height)
        self.subject: Window = (corner.real, corner.imag, 2 * half_width, 2 * half_height)

    def _draw(self, path: str, style: str, joins: bool = False) -> None:
        """Add a path with its attributes.

        joins: merge it with the previous path if both look the same.
        """
        if joins and style == self._style:
            previous = self._body[-1].removesuffix(f'"{style}/>')
            self._body[-1] = f'{previous}{path}"{style}/>'
        else:
            self._body.append(f'<path d="{path}"{style}/>')
        self._style = style if joins else ""

    def svg(self, window: Window = WHOLE) -> str:
        """Return the drawing as SVG, or its visible part in a window."""
        defs = "".join(
            element.replace(" ", f' id="{id_}" ', 1) for element, id_ in self._ids.items()
        )
        scale = number(1 / UNIT)
        body = "".join(self._body)
        drawing = f'<defs>{defs}</defs><g fill="none" transform="scale({scale})">{body}</g>'
        view_box = " ".join(f"{length:g}" for length in window)
        page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}">'
        return f"{page}{drawing.replace(' -', '-')}</svg>"

    def _defined(self, element: str) -> str:
        """Return the id of a gradient or clip; equal elements share one."""
        count = len(self._ids)
        name = _DIGITS[count % 52] + (_DIGITS[count // 52 - 1] if count >= 52 else "")
        return self._ids.setdefault(element, name)

    @contextmanager
    def within(self, path: str) -> Iterator[None]:
        """Clip everything drawn inside the block to a path."""
        name = self._defined(f'<clipPath ><path d="{path}"/></clipPath>')
        self._body.append(f'<g clip-path="url(#{name})">')
        self._style = ""
        yield
        self._style = ""
        self._body.append("</g>")

    @contextmanager
    def enlarged(self, fixed_point: complex, factor: float) -> Iterator[None]:
        """Scale everything drawn inside the block; `fixed_point` stays in place."""
        shift = fixed_point * UNIT * (1 - factor)
        transform = f"translate({round(shift.real)} {round(shift.imag)})scale({number(factor)})"
        self._style = ""
        self._body.append(f'<g transform="{transform}">')
        yield
        self._style = ""
        self._body.append("</g>")

    def lit(self, colour: str, share: float) -> str:
        """Return a colour mixed with that of the light."""
        return mix(colour, self.sun, share)

    def shaded(self, colour: str, share: float) -> str:
        """Return a colour mixed with that of the shadows."""
        return mix(colour, self.night, share)

    def near_focus(self, spread: float) -> complex:
        """Return a random point near the focus."""
        return FOCUS + complex(self.rng.uniform(-spread, spread), self.rng.uniform(-spread, spread))

    def _fill(self, path: str, colour: str, strength: float = 1.0, where: str = "") -> None:
        faint = f' fill-opacity="{number(strength)}"' if strength < 1 else ""
        moved = f' transform="{where}"' if where else ""
        self._draw(path, f' fill="{colour}"{faint}{moved}')

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
        """Draw the background as a gradient from top to bottom."""
        stops = f'<stop stop-color="{top}"/><stop offset="1" stop-color="{low}"/>'
        self._fill(_PAGE, self._linear(12, 57 + 94j, stops))

    def mist(
        self, centre: complex, rx: float, ry: float, degrees: float, colour: str, strength: float
    ) -> None:
        """Draw a soft ellipse of light or darkness."""
        fill = self._radial(colour, _SOFT)
        x, y = round(centre.real * UNIT), round(centre.imag * UNIT)
        if rx == ry:
            shape = f'circle cx="{x}" cy="{y}" r="{round(rx * UNIT)}"'
        elif not degrees:
            shape = f'ellipse cx="{x}" cy="{y}" rx="{round(rx * UNIT)}" ry="{round(ry * UNIT)}"'
        else:
            across = f'rx="{round(rx * UNIT)}" ry="{round(ry * UNIT)}"'
            shape = f'ellipse {across} transform="{_moved(centre, degrees)}"'
        self._body.append(f'<{shape} fill="{fill}" fill-opacity="{number(strength)}"/>')
        self._style = ""

    def glow(self, centre: complex, r: float, colour: str, strength: float) -> None:
        """Draw a soft round light."""
        self.mist(centre, r, r, 0, colour, strength)

    def cloud(
        self, centre: complex, path: str, degrees: float, colour: str, strength: float
    ) -> None:
        """Draw mist with a ragged edge that is thin at its rim.

        The path is relative to `centre` before rotation.
        """
        self._fill(path, self._radial(colour, _SOFT), strength, _moved(centre, degrees))

    def solid(self, path: str, colour: str, low: str = "", edge: str = "") -> None:
        """Draw an opaque shape whose colour changes to `low` downwards.

        edge: colour of light along the outline, or "" if there is none.
        """
        fill = colour
        if low and low != colour:
            stops = f'<stop stop-color="{colour}"/><stop offset="1" stop-color="{low}"/>'
            element = f'<linearGradient x2="0" y2="1">{stops}</linearGradient>'
            fill = f"url(#{self._defined(element)})"
        rim = stroke_attributes(edge, 0.14) if edge else ""
        self._draw(path, f' fill="{fill}"{rim}')

    def patch(self, path: str, colour: str, strength: float = 1.0) -> None:
        """Draw a detail on a shape: in the line style, its outline, if it is strong enough."""
        self._fill(path, colour, strength)

    def wash(self, path: str, colour: str, strength: float) -> None:
        """Draw a tint without an outline: in the line style, nothing."""
        self._fill(path, colour, strength)

    def beam(self, path: str, start: complex, end: complex, colour: str, strength: float) -> None:
        """Draw light that fades from start to end."""
        direction = end - start
        if abs(direction.real) > abs(direction.imag):
            course = "" if direction.real > 0 else ' x1="1" x2="0"'
        else:
            course = ' x2="0" y2="1"' if direction.imag > 0 else ' x2="0" y1="1"'
        stops = _stops(colour, ((0.0, 1.0), (1.0, 0.0)), 1)
        element = f"<linearGradient {course}>{stops}</linearGradient>"
        self._fill(path, f"url(#{self._defined(element)})", strength)

    def line(self, path: str, colour: str, width: float, strength: float = 1.0) -> None:
        """Draw a stroke."""
        self._draw(path, stroke_attributes(colour, width, strength), joins=True)

    def tint(self, path: str, colour: str, width: float, strength: float) -> None:
        """Draw a broad stroke of colour: in the line style, a hairline."""
        self.line(path, colour, width, strength)

    def shine(self, path: str, colour: str, width: float) -> None:
        """Draw a glowing stroke."""
        self.line(path, colour, width * 5, 0.13)
        self.line(path, colour, width * 2.4, 0.35)
        self.line(path, lighten(colour, 0.65), width)

    def windows(self, path: str, colour: str, size: float, gap: float) -> None:
        """Draw lights in a row along a path."""
        self._draw(path, row_attributes(colour, size, gap), joins=True)

    def dots(
        self, points: Sequence[complex], colour: str, size: float, strength: float = 1.0
    ) -> None:
        """Draw stars or lights, `size` across."""
        if points:
            self._draw(
                dots_path(points), stroke_attributes(colour, size, strength) + ROUND, joins=True
            )

    def ball(self, centre: complex, r: float, colour: str) -> None:
        """Draw a globe that is lit from one side."""
        self._fill(circle(centre, r), colour)
        self.glow(centre + self.light * r * 0.55, r * 0.95, lighten(colour, 0.55), 0.5)

    def night_side(self, centre: complex, r: float) -> None:
        """Draw the shadow on a globe, over everything drawn on it."""
        middle = 0.5 + 0.5j + self.light * 0.31
        element = (
            f'<radialGradient cx="{number(middle.real)}" cy="{number(middle.imag)}" r=".83">'
            f"{_stops(self.night, _NIGHT, 1)}</radialGradient>"
        )
        self._fill(circle(centre, r + 0.05), f"url(#{self._defined(element)})")

    def air(self, centre: complex, r: float, colour: str) -> None:
        """Draw the glow around the lit side of a globe, before the globe itself."""
        self.glow(centre + self.light * r * 0.3, r * 1.5, colour, 0.42)
        middle = centre + self.light * r * 0.07
        self._fill(circle(middle, r * 1.163), self._radial(lighten(colour, 0.25), _AIR), 0.9)

    def veil(self) -> None:
        """Draw calm zones for the figures of a face; text has its own panel."""
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


class LineCanvas(Canvas):
    """Line style: strokes. Shapes are filled with the paper's colour to hide others."""

    def __init__(self, palette: Palette, paper: str, ink: str) -> None:
        super().__init__(palette, paper)
        self._ink = ink

    def _stroke(self, path: str, colour: str, width: float, fill: str = "") -> None:
        filled = f' fill="{fill}" stroke-linejoin="round"' if fill else ""
        self._draw(path, stroke_attributes(colour, width) + filled, joins=not fill)

    def _inked(self, colour: str) -> str:
        """Return a colour dark enough for a line."""
        return mix(colour, self._ink, 0.6)

    def sky(self, top: str, low: str) -> None:
        self._draw(_PAGE, f' fill="{self._ground}"')

    def _leave_out(self, *_arguments: Any, **_options: Any) -> None:
        return

    mist = cloud = wash = beam = air = _leave_out

    def solid(self, path: str, colour: str, low: str = "", edge: str = "") -> None:
        self._stroke(path, self._ink, _PEN, self._ground)

    def patch(self, path: str, colour: str, strength: float = 1.0) -> None:
        if strength > _FAINT:
            self._stroke(path, self._inked(colour), _HAIR, self._ground)

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
        visible = points if size > 0.3 else points[::3]
        if visible:
            style = stroke_attributes(self._inked(colour), min(size, 0.3)) + ROUND
            self._draw(dots_path(visible), style, joins=True)

    def ball(self, centre: complex, r: float, colour: str) -> None:
        self._stroke(circle(centre, r), self._ink, _PEN, self._ground)

    def night_side(self, centre: complex, r: float) -> None:
        rows = max(8, round(r * 2.4))
        strokes: list[tuple[complex, complex]] = []
        for row in range(1, rows):
            row_offset = (2 * row / rows - 1) * r
            half = sqrt(r * r - row_offset * row_offset)
            begin = half * (0.25 if row % 2 else 0.55)
            strokes.append(
                (
                    centre - self.light * begin + self.light * 1j * row_offset,
                    centre + self.light * (1j * row_offset - half),
                )
            )
        self._stroke(polylines(strokes), self._ink, _HAIR)
        self._stroke(circle(centre, r), self._ink, _PEN)

    def veil(self) -> None:
        stops = "".join(
            f'<stop offset="{where}" stop-color="{self._ground}" stop-opacity="{share}"/>'
            for where, share in ((0, 0.95), (0.5, 0.75), (1, 0))
        )
        for start, end in ((0, 19), (0, 18j)):
            self._fill(_PAGE, self._linear(start, end, stops))
