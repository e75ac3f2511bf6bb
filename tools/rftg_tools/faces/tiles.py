"""The facts of a tile's faces, as plain data for Typst: those of one, and of two side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rftg_dsl.games import ROLL
from rftg_tools.faces.facts import Facts, phase_rows, sentences, shared_facts
from rftg_tools.faces.printed import Printed
from rftg_tools.faces.theme import Theme

LABELS: Final = {"explore": "I", "develop": "II", "settle": "III", "produce": "IV", "ship": "V"}
"""What stands for the phases on tiles (Roll rulebook, Phase Powers)."""


def tile_facts(one: Printed, theme: Theme) -> Facts:
    """Return all that one face of a tile shows, as data of JSON; a picture is a File.

    dark: whether its corners are, which tells tiles that players begin with from game tiles.
    """
    tile = one.card.tile
    return {
        **shared_facts(one, theme),
        "phases": phase_rows(one.card, theme, ROLL.order, LABELS),
        "text": sentences(one.card, theme),
        "scoring": [],
        "dark": tile is not None and (tile.home or tile.faction > 0),
    }


def faction_facts(faces: Sequence[Printed], theme: Theme) -> Facts:
    """Return what a faction tile shows: its two faces, from left to right."""
    return {"sides": [tile_facts(one, theme) for one in faces]}
