"""Art for cards that name no picture."""

from __future__ import annotations

from rftg_dsl.model import Card
from rftg_tools.faces.theme import Theme


def art_svg(card: Card, theme: Theme) -> str:
    """The art of a card as SVG: 69 x 94 mm, the card and 3 mm of bleed around it."""
    colours = theme.colours
    colour = colours[card.kind or "development"]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69 94">'
        f'<rect width="69" height="94" fill="{colours["ground"]}"/>'
        f'<circle cx="43" cy="41" r="20" fill="{colour}"/></svg>'
    )
