"""Cards as they are printed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rftg_dsl.model import Card


@dataclass(frozen=True, slots=True)
class Printed:
    """A card as it is printed: with the set it stands in, and its number there, from 1.

    folder: where the pictures of the set are. scene: what art that is drawn for it shows; "" for
    what it shows on a card by itself.
    """

    card: Card
    set_title: str
    number: int
    folder: Path | None = None
    scene: str = ""
