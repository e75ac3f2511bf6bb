"""What the page of a set says besides the cards: all its words, in one place."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "skip": "To the cards",
    "made": "Made with rftg-dsl, which has nothing to do with the publishers of the games.",
    "filters": "Search and filter",
    "search": "Search titles and text",
    "type": "Type",
    "kind": "Kind",
    "keyword": "Keyword",
    "phase": "Phase",
    "cost": "Cost or defense",
    "all": "all",
    "reset": "Show all",
    "count": "{shown} of {all} are shown",
    "none": "Nothing is like that. “Show all” takes the filters away.",
    "text": "What it says",
    "face": "The face of {title}",
    "cards": "Cards",
    "tiles": "Tiles",
    "goals": "Goals",
    "goal": "goal",
    "needs": "Played with:",
    "plain": "This page filters its cards with a script. Without it all are shown.",
}
