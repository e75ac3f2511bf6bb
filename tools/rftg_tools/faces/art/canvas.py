"""What scenes draw with: a few brushes that each style of art has in its own manner.

A scene is written once. It speaks of light, mist, solid things, details upon them and lines;
the painted style makes colours and shadows of that, the line style outlines and hatching.
What is drawn later covers what was drawn earlier, in both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rftg_tools.faces.art.paths import UNIT

WIDTH: Final = 69.0
HEIGHT: Final = 94.0
"""The card and its bleed on all sides, in millimetres."""
Window = tuple[float, float, float, float]
"""Left, top, width and height of what is seen of a drawing."""
WHOLE: Final[Window] = (0, 0, WIDTH, HEIGHT)
_DIGITS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def number(value: float) -> str:
    """Return as short as it can be with two places after the point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text[1:] if text.startswith("0.") else text or "0"


class Canvas(ABC):
    """A drawing that grows. Paths are data of `paths`; lengths are millimetres; strength, 0 to
    1, is how much of a colour is seen."""

    def __init__(self) -> None:
        self._body: list[str] = []
        self._ids: dict[str, str] = {}
        self._style = ""

    def _draw(self, path: str, style: str, joins: bool = False) -> None:
        """Add a path with its attributes. joins: to the one before it, if that looks the same."""
        if joins and style == self._style:
            before = self._body[-1].removesuffix(f'"{style}/>')
            self._body[-1] = f'{before}{path}"{style}/>'
        else:
            self._body.append(f'<path d="{path}"{style}/>')
        self._style = style if joins else ""

    def svg(self, window: Window = WHOLE) -> str:
        """Return the drawing, or what is seen of it in a window."""
        defs = "".join(
            element.replace(" ", f' id="{id_}" ', 1) for element, id_ in self._ids.items()
        )
        scale = number(1 / UNIT)
        body = "".join(self._body)
        drawn = f'<defs>{defs}</defs><g fill="none" transform="scale({scale})">{body}</g>'
        seen = " ".join(f"{length:g}" for length in window)
        page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}">'
        return f"{page}{drawn.replace(' -', '-')}</svg>"

    def _defined(self, element: str) -> str:
        """Return the id of a gradient or a clip, the same for the same."""
        count = len(self._ids)
        name = _DIGITS[count % 52] + (_DIGITS[count // 52 - 1] if count >= 52 else "")
        return self._ids.setdefault(element, name)

    @contextmanager
    def within(self, path: str) -> Iterator[None]:
        """Clip what is drawn meanwhile to the inside of the path."""
        name = self._defined(f'<clipPath ><path d="{path}"/></clipPath>')
        self._body.append(f'<g clip-path="url(#{name})">')
        self._style = ""
        yield
        self._style = ""
        self._body.append("</g>")

    @contextmanager
    def enlarged(self, about: complex, factor: float) -> Iterator[None]:
        """Enlarge what is drawn meanwhile; `about` stays where it is."""
        shift = about * UNIT * (1 - factor)
        where = f"translate({round(shift.real)} {round(shift.imag)})scale({number(factor)})"
        self._style = ""
        self._body.append(f'<g transform="{where}">')
        yield
        self._style = ""
        self._body.append("</g>")

    @abstractmethod
    def sky(self, top: str, low: str) -> None:
        """Draw the ground of all, from the top's colour to the low one."""

    @abstractmethod
    def mist(
        self, at: complex, rx: float, ry: float, degrees: float, colour: str, strength: float
    ) -> None:
        """Draw a soft ellipse of light or of darkness."""

    def glow(self, at: complex, r: float, colour: str, strength: float) -> None:
        """Draw a soft round light."""
        self.mist(at, r, r, 0, colour, strength)

    @abstractmethod
    def cloud(self, at: complex, path: str, degrees: float, colour: str, strength: float) -> None:
        """Draw mist with a ragged edge, thin at its rim.

        Its path is about 0, then turned and moved.
        """

    @abstractmethod
    def solid(self, path: str, colour: str, low: str = "", edge: str = "") -> None:
        """Draw a thing that hides what is behind it; its colour goes over to `low` downwards.

        edge: the colour of the light along its outline, "" for none.
        """

    @abstractmethod
    def patch(self, path: str, colour: str, strength: float = 1.0) -> None:
        """Draw a detail upon a thing: in lines, its outline, if it is strong enough to matter."""

    @abstractmethod
    def wash(self, path: str, colour: str, strength: float) -> None:
        """Draw a tint that has no outline: in lines, nothing."""

    @abstractmethod
    def beam(self, path: str, start: complex, end: complex, colour: str, strength: float) -> None:
        """Draw light that fades from start to end."""

    @abstractmethod
    def line(self, path: str, colour: str, width: float, strength: float = 1.0) -> None:
        """Draw a stroke."""

    @abstractmethod
    def tint(self, path: str, colour: str, width: float, strength: float) -> None:
        """Draw a broad stroke of colour: in lines, a hair."""

    @abstractmethod
    def shine(self, path: str, colour: str, width: float) -> None:
        """Draw a stroke that gives light."""

    @abstractmethod
    def windows(self, path: str, colour: str, size: float, gap: float) -> None:
        """Draw lights in a row along a path."""

    @abstractmethod
    def dots(
        self, points: Sequence[complex], colour: str, size: float, strength: float = 1.0
    ) -> None:
        """Draw stars or lights, `size` across."""

    @abstractmethod
    def ball(self, at: complex, r: float, colour: str, light: complex) -> None:
        """Draw the body of a globe, lit from the side of `light` (a unit vector)."""

    @abstractmethod
    def night(self, at: complex, r: float, light: complex, colour: str) -> None:
        """Draw the shadow on a globe, upon all that was drawn on it."""

    @abstractmethod
    def air(self, at: complex, r: float, light: complex, colour: str) -> None:
        """Draw the glow around the lit side of a globe; to be drawn before the globe."""

    @abstractmethod
    def veil(self) -> None:
        """Draw calm where the face has its figures; to be drawn last.

        Words have their own panel.
        """


def dotted(points: Sequence[complex]) -> str:
    """Return points as a path of steps so short that only their round ends are seen."""
    ordered = sorted(points, key=lambda point: point.real)  # short steps are short numbers
    x, y = round(ordered[0].real * UNIT), round(ordered[0].imag * UNIT)
    steps = [f"M{x} {y}h1"]
    for point in ordered[1:]:
        to_x, to_y = round(point.real * UNIT), round(point.imag * UNIT)
        steps.append(f"m{to_x - x - 1} {to_y - y}h1")
        x, y = to_x, to_y
    return "".join(steps)


def stroked(colour: str, width: float, strength: float = 1.0) -> str:
    """Return the attributes of a stroke."""
    faint = f' stroke-opacity="{number(strength)}"' if strength < 1 else ""
    return f' stroke="{colour}" stroke-width="{number(width * UNIT)}"{faint}'


def rowed(colour: str, size: float, gap: float) -> str:
    """Return the attributes of a row of lights."""
    dashes = f"{number(size * UNIT)} {number(gap * UNIT)}"
    return f'{stroked(colour, size)} stroke-dasharray="{dashes}"'


ROUND: Final = ' stroke-linecap="round"'
"""The attribute that makes dots of short strokes."""
