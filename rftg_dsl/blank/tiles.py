"""Blank tiles of Roll for the Galaxy, each with its two faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median_low
from typing import Any, Final

from rftg_dsl.blank.cards import free_title
from rftg_dsl.blank.sorts import shared_out
from rftg_dsl.model import Card
from rftg_dsl.sets.unfilled import BLANK, NEW_CARD

Face = dict[str, Any]
TYPES: Final = ("development", "world")
"""The keys of which a face has exactly one, with its cost."""
_GRAY: Final = "gray"
_USUAL_COST: Final = 3
"""What a face costs of which nothing is known."""


def blank_tiles(number: int, printed: Sequence[Card]) -> list[tuple[str, Face]]:
    """Return the faces of blank tiles, the first of each tile with what the tile is in words.

    The kinds of their worlds have the proportions of the printed tiles; costs are those in the
    middle of the printed ones.
    """
    turned = [card for card in printed if card.tile and card.tile.other and not card.tile.faction]
    kinds = Counter(card.kind or _GRAY for card in turned if card.type == "world")
    cost = median_low(card.cost for card in turned if card.type == "development")
    found: list[tuple[str, Face]] = []
    for kind, share in shared_out(number, kinds).items():
        like = [card.cost for card in turned if (card.type, card.kind or _GRAY) == ("world", kind)]
        for _ in range(share):
            one, two = (f"{BLANK} {len(found) + n}" for n in (1, 2))
            world: Face = {"title": one, "world": median_low(like)}
            world |= {} if kind == _GRAY else {"kind": kind}
            words = f"a {kind} world, and a development on its other side"
            found.append((words, {**world, "other side": two}))
            found.append(("", {"title": two, "development": cost}))
    return found


def whole_tile(face: Face, other: str, taken: Iterable[str]) -> list[Face]:
    """Return the faces of a tile, of which one is known, the other one blank.

    other: its title, "" for a free one. taken: titles that faces have.
    """
    if "home" in face:
        return [face]
    name = other or free_title([*taken, face["title"]], NEW_CARD)
    sort = next(key for key in reversed(TYPES) if key not in face)
    link = "beside" if "faction" in face else "other side"
    return [{**face, link: name}, {"title": name, sort: _USUAL_COST}]
