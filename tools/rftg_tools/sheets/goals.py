"""Goal tiles: what each shows, and its back."""

from __future__ import annotations

from rftg_dsl.model import FIRST_POINTS, Goal
from rftg_dsl.wording.icon_line import Glyph
from rftg_tools.faces.english import English, english_of
from rftg_tools.faces.facts import Facts, glyph_facts
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.grid import TILE
from rftg_tools.sheets.pages import Piece
from rftg_tools.sheets.pieces import GOAL, back_piece


def goal_piece(goal: Goal, theme: Theme) -> Piece:
    """Return the tile of a goal, with its back."""
    return tile_piece(goal_facts(goal, english_of(theme)))


def tile_piece(facts: Facts) -> Piece:
    """Return a tile that shows some facts, with the back of all tiles."""
    return Piece("goal", facts, back_piece(GOAL, "tile back"), TILE)


def goal_facts(goal: Goal, english: English) -> Facts:
    """Return what a goal tile shows."""
    tie = f"Tied: {FIRST_POINTS} each" if goal.most else ""
    return {
        "title": goal.title,
        "rank": "MOST" if goal.most else "FIRST",
        "tint": "alien" if goal.most else "novelty",
        "points": glyph_facts(Glyph("vp", figure=str(goal.points))),
        "condition": english.goal(goal),
        "checks": english.checks(goal),
        "tie": tie,
    }
