"""Art for cards that name no picture: drawn from the title's seed, in the manner of the theme."""

from __future__ import annotations

from rftg_dsl.model import Card
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.choosing import chosen_scene
from rftg_tools.faces.art.colours import mix
from rftg_tools.faces.art.lined import Lined
from rftg_tools.faces.art.look import look_of
from rftg_tools.faces.art.motifs import Motifs, motifs_of
from rftg_tools.faces.art.painted import Painted
from rftg_tools.faces.art.scenes import SCENES
from rftg_tools.faces.theme import Theme

__all__ = ["art_svg", "plain_svg"]


def art_svg(card: Card, theme: Theme) -> str:
    """The art of a card as SVG: 69 x 94 mm, the card and 3 mm of bleed around it.

    The same card and theme give the same bytes. Raises BadTheme where the theme's motifs are wrong.
    """
    motifs: Motifs = motifs_of(theme.file("art.toml"))
    look = look_of(card, theme.colours, motifs.skies)
    paint = _canvas(theme)
    SCENES[chosen_scene(card, look, motifs.words)](paint, look)
    paint.veil()
    return paint.svg()


def plain_svg(theme: Theme) -> str:
    """Art with nothing in it but a sky, for a card whose own cannot be drawn."""
    paint = _canvas(theme)
    paint.sky(theme.colours["panel"], theme.colours["ground"])
    paint.veil()
    return paint.svg()


def _canvas(theme: Theme) -> Canvas:
    if theme.art == "line":
        paper = theme.colours["ground"]
        return Lined(paper, mix(theme.colours["panel_ink"], paper, 0.25))
    return Painted(theme.colours["ground"])
