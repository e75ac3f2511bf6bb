"""What lies on the table beside the cards: action cards, goals, chips, tokens and invasions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.wording.icon_line import Glyph
from rftg_engine.modules.prestige import LEAD_CARDS, LEAD_POINTS
from rftg_tools.faces.english import English, english_of
from rftg_tools.faces.facts import Facts, glyph_facts
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.action_cards import (
    ACTIONS,
    ONLY_FOR_TWO,
    action_facts,
    prestige_facts,
    search_facts,
)
from rftg_tools.sheets.goals import goal_piece, tile_piece
from rftg_tools.sheets.grid import TILE, Grid, Size
from rftg_tools.sheets.invasion import invasion_batches, invasion_tiles, with_repair
from rftg_tools.sheets.pages import Batch, Piece
from rftg_tools.sheets.pieces import ACTION, back_piece
from rftg_tools.sheets.table import Table

CHIP: Final = Size(21, 22)
"""Tiles and chips fill the same part of a sheet as three rows of three cards."""
CHIPS: Final = {1: 54, 5: 27, 10: 27}
"""Chips of points by their worth, a sheet of them; more than six players can win."""
CHIPS_BESIDE_PRESTIGE: Final = {1: 36, 5: 18, 10: 18}
PRESTIGE: Final = {1: 27, 5: 9}
"""Markers of prestige on the same sheet."""


def aid_batches(table: Table, grid: Grid, theme: Theme) -> list[Batch]:
    """Return the sheets of action cards, goals, chips, tokens and an invasion.

    grid: of cards, on the same paper.
    """
    close = replace(grid, gutter=0.0)
    tiles = replace(close, piece=TILE, columns=3, rows=6)
    chips = replace(close, piece=CHIP, columns=9, rows=12)
    english = english_of(theme)
    batches = [Batch("Action cards", grid, _actions(table, english))]
    shown = [goal_piece(goal, theme) for goal in table.goals]
    if table.prestige:
        shown.append(tile_piece(_LEAD))
    if table.invasion:
        shown += invasion_tiles(table.invasion, table.players)
    if shown:
        batches.append(Batch("Tiles", tiles, [(piece, 1) for piece in shown]))
    batches.append(Batch("Chips", chips, _chips(table)))
    if table.tokens:
        batches.append(Batch("Tokens", chips, _tokens(table)))
    if table.invasion:
        batches += invasion_batches(table.invasion, table.players, grid)
    return batches


_LEAD: Final[Facts] = {
    "title": "Prestige leader",
    "rank": "LEAD",
    "tint": "prestige",
    "points": glyph_facts(Glyph("prestige")),
    "condition": "Most prestige. "
    f"Round start: {LEAD_POINTS} VP in chips for each leader; a leader alone who gained "
    f"prestige in the last round draws {LEAD_CARDS} card too.",
    "checks": "Checked after each phase.",
    "tie": "",
}
"""The tile of whoever has the most prestige (arc 1 booklet, Prestige Lead)."""


def _actions(table: Table, english: English) -> list[tuple[Piece, int]]:
    """Return each player's cards, with those for two players, and one to search for all."""
    back = back_piece(ACTION)
    pieces = []
    for player in range(1, table.players + 1):
        for action in ACTIONS:
            if player <= 2 or action.number not in ONLY_FOR_TWO:
                facts = action_facts(action, player, table.mixed)
                facts = with_repair(facts) if table.invasion else facts
                pieces.append(Piece("action", facts, back))
        if table.prestige:
            pieces.append(Piece("prestige", prestige_facts(player), back))
    if table.prestige and table.search:
        pieces.append(Piece("prestige", search_facts(table.search, english), back))
    return [(piece, 1) for piece in pieces]


def _chips(table: Table) -> list[tuple[Piece, int]]:
    """Return chips and markers, the same on both sides."""
    points = CHIPS_BESIDE_PRESTIGE if table.prestige else CHIPS
    kinds = {"vp": points, "prestige": PRESTIGE if table.prestige else {}}
    found = []
    for kind, counts in kinds.items():
        for worth, count in counts.items():
            facts = {"kind": kind, "worth": worth}
            found.append((Piece("chip", facts, Piece("chip", facts)), count))
    return found


def _tokens(table: Table) -> list[tuple[Piece, int]]:
    """Return the tokens of all classes, the same on both sides."""
    found = []
    for token, count in table.tokens:
        facts = {"kind": "token", "worth": initials(token), "name": token.upper()}
        found.append((Piece("chip", facts, Piece("chip", facts)), count))
    return found


def initials(token: str) -> str:
    """Return the letters upon a token: "SA" for a science artifact, "RE" for a relic."""
    words = token.replace("-", " ").split()
    return (words[0][:2] if len(words) == 1 else "".join(word[0] for word in words[:3])).upper()
