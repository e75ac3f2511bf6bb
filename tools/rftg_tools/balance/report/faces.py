"""The printed faces of the cards that are tried, as pictures within the page."""

from __future__ import annotations

import base64
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rftg_tools.balance.experiment import Lab

_NEEDED: Final = ("typst", "PIL")
"""What sets faces; without it the page has the cards' words alone."""


def pictures_of(lab: Lab) -> dict[str, str]:
    """Return the face of each card that is tried, by title, as the address of an image.

    It holds the image itself. There are none where what printing takes is not installed, or
    cannot be used: the page has the cards' words besides.
    """
    if not all(map(find_spec, _NEEDED)):
        return {}
    from rftg_tools.faces.facts import printed_cards
    from rftg_tools.faces.theme import DEFAULT, BadTheme, load_theme
    from rftg_tools.sheets.pieces import card_piece
    from rftg_tools.sheets.printing import Printer

    bundle, theme = lab.experiment.sets, load_theme(DEFAULT)
    # The sets were compiled from their texts, so they do not know where their pictures are.
    folders = {one: Path(name).parent for one, name in zip(bundle.ids, bundle.names, strict=True)}
    own = [card_set for card_set in lab.deck.sets if card_set.id in lab.experiment.own]
    tried = {subject.card.title for subject in lab.subjects}
    cards = [
        printed
        for card_set in own
        for printed in printed_cards(replace(card_set, folder=folders[card_set.id]), theme)
        if printed.card.title in tried
    ]
    with closing(Printer(theme)) as printer:
        try:
            images = list(printer.pictures((card_piece(card, theme) for card in cards), "svg"))
        except BadTheme:
            return {}
    return {
        card.card.title: f"data:image/svg+xml;base64,{base64.b64encode(image).decode()}"
        for card, image in zip(cards, images, strict=True)
    }
