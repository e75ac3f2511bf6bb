"""Art for cards that name no picture: drawn from the title's seed, in the manner of the theme."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.faces.art.canvas import WHOLE, Canvas, Window
from rftg_tools.faces.art.choosing import Scenes, chosen_scenes
from rftg_tools.faces.art.colours import mix
from rftg_tools.faces.art.lined import Lined
from rftg_tools.faces.art.look import look_of
from rftg_tools.faces.art.motifs import Motifs, motifs_of
from rftg_tools.faces.art.painted import Painted
from rftg_tools.faces.art.scenes import SCENES
from rftg_tools.faces.theme import Theme

__all__ = ["art_svg", "plain_svg", "scenes_in"]
_OF_TILES: Final[Window] = (13, 18, 56, 56)
"""What tiles, which are square, show of the room that a card has: what stands in its middle."""


def scenes_in(cards: Iterable[Card], own: Scenes, theme: Theme) -> list[str]:
    """Return the scene of each card of a set; "" for those that name pictures.

    None is shown again while there are others that fit; the cards choose in their order. own: the
    scenes that the set gives its keywords. Raises BadTheme.
    """
    motifs = motifs_of(theme.file("art.toml"))
    shown: Counter[str] = Counter({"": 0})
    found = []
    for card in cards:
        options = [""] if card.art else _options(card, own, theme, motifs)
        found.append(min(options, key=lambda name: shown[name]))
        shown[found[-1]] += 1
    return found


def _options(card: Card, own: Scenes, theme: Theme, motifs: Motifs) -> list[str]:
    """Return the scenes for a card.

    [""] where there is a fault, which is told when the card is drawn.
    """
    try:
        look = look_of(card, theme.colours, motifs.skies)
        return chosen_scenes(card, look, motifs.words, own)
    except Exception:
        return [""]


def art_svg(card: Card, theme: Theme, scene: str = "") -> str:
    """Return the art of a card as SVG: 69 x 94 mm, the card and 3 mm of bleed around it.

    Of a tile, the square in the middle of that, without the calm zones of cards. scene: what it
    shows; "" for what a card by itself does. The same arguments give the same bytes. Raises
    BadTheme where the theme's motifs are wrong.
    """
    motifs: Motifs = motifs_of(theme.file("art.toml"))
    look = look_of(card, theme.colours, motifs.skies)
    paint = _canvas(theme)
    by_itself = chosen_scenes(card, look, motifs.words)[0]
    SCENES[scene or by_itself](paint, look)
    if card.tile is not None:
        return paint.svg(_OF_TILES)
    paint.veil()
    return paint.svg(WHOLE)


def plain_svg(theme: Theme) -> str:
    """Return art with nothing in it but a sky, for a card whose own cannot be drawn."""
    paint = _canvas(theme)
    paint.sky(theme.colours["panel"], theme.colours["ground"])
    paint.veil()
    return paint.svg()


def _canvas(theme: Theme) -> Canvas:
    if theme.art == "line":
        paper = theme.colours["ground"]
        return Lined(paper, mix(theme.colours["panel_ink"], paper, 0.25))
    return Painted(theme.colours["ground"])
