"""The icon line of a power: its glyphs, left to right, as the power line reads."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_dsl import ast


@dataclass(frozen=True, slots=True)
class Glyph:
    """One drawing of an icon line.

    name: of the drawing. kind: the kind of good or world that it is of, "" for none. figure: the
    figure or letters upon it. negated: it is struck through.
    """

    name: str
    kind: str = ""
    figure: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IconLine:
    """The glyphs of a power; says_all: no words are needed beside them."""

    glyphs: tuple[Glyph, ...]
    says_all: bool


def icon_line(power: ast.Power) -> IconLine:
    """The icons of a power."""
    return IconLine((), False)


def icon_scoring(power: ast.Power) -> tuple[IconLine, ...]:
    """The icons of what each line of a scoring table counts."""
    return tuple(IconLine((), False) for _ in power.effects)
