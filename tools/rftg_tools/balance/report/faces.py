"""Printed faces of the tested cards, embedded in the page."""

from __future__ import annotations

import base64
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rftg_tools.balance.experiment import CompiledExperiment

_NEEDED: Final = ("typst", "PIL")
"""Packages for typesetting faces; without them, the page only has the cards' text."""


def pictures_of(lab: CompiledExperiment) -> dict[str, str]:
    """Return the face of each tested card as a data URL, by title.

    There are none if printing is not installed or fails, because the page also has the cards' text.
    """
    if not all(map(find_spec, _NEEDED)):
        return {}
    from rftg_tools.faces.facts import printed_cards
    from rftg_tools.faces.theme import DEFAULT, BadTheme, load_theme
    from rftg_tools.sheets.pieces import card_piece
    from rftg_tools.sheets.printing import Printer

    bundle, theme = lab.experiment.sets, load_theme(DEFAULT)
    # The sets were compiled from texts, so the folders of their pictures must be added.
    folders = {id_: Path(name).parent for id_, name in zip(bundle.ids, bundle.names, strict=True)}
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
