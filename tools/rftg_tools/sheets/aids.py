"""What lies on the table beside the cards: action cards, goal tiles and chips."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.icon_line import Glyph
from rftg_dsl.model import FIRST_POINTS, Goal
from rftg_tools.faces.english import English, english_of
from rftg_tools.faces.facts import Facts, glyph_facts
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.action_cards import ACTIONS, ONLY_FOR_TWO, action_facts, prestige_facts
from rftg_tools.sheets.grid import Grid, Size
from rftg_tools.sheets.pages import Batch, Piece
from rftg_tools.sheets.pieces import ACTION, GOAL, back_piece
from rftg_tools.sheets.table import Table

TILE: Final = Size(63, 44)
CHIP: Final = Size(21, 22)
"""Tiles and chips fill the same part of a sheet as three rows of three cards."""
CHIPS: Final = {1: 54, 5: 27, 10: 27}
"""Chips of points by their worth, a sheet of them; more than six players can win."""
CHIPS_BESIDE_PRESTIGE: Final = {1: 36, 5: 18, 10: 18}
PRESTIGE: Final = {1: 27, 5: 9}
"""Markers of prestige on the same sheet."""


def aid_batches(table: Table, grid: Grid, theme: Theme) -> list[Batch]:
    """The sheets of action cards, goals and chips. grid: of cards, on the same paper."""
    close = replace(grid, gutter=0.0)
    tiles = replace(close, piece=TILE, columns=3, rows=6)
    chips = replace(close, piece=CHIP, columns=9, rows=12)
    batches = [Batch("Action cards", grid, _actions(table))]
    if table.goals:
        goals = [
            (Piece("goal", goal_facts(goal, english_of(theme)), _goal_back()), 1)
            for goal in table.goals
        ]
        batches.append(Batch("Goals", tiles, goals))
    return [*batches, Batch("Chips", chips, _chips(table))]


def goal_facts(goal: Goal, english: English) -> Facts:
    """What a goal tile shows."""
    tie = f"Tied: {FIRST_POINTS} each" if goal.most else ""
    return {
        "title": goal.title,
        "most": goal.most,
        "points": glyph_facts(Glyph("vp", figure=str(goal.points))),
        "condition": english.goal(goal),
        "checks": english.checks(goal),
        "tie": tie,
    }


def _actions(table: Table) -> list[tuple[Piece, int]]:
    """Each player's cards; those of the game of two for two of them."""
    back = back_piece(ACTION)
    pieces = []
    for player in range(1, table.players + 1):
        for action in ACTIONS:
            if player <= 2 or action.number not in ONLY_FOR_TWO:
                pieces.append(Piece("action", action_facts(action, player), back))
        if table.prestige:
            pieces.append(Piece("prestige", prestige_facts(player, table.search), back))
    return [(piece, 1) for piece in pieces]


def _goal_back() -> Piece:
    return back_piece(GOAL, "tile back")


def _chips(table: Table) -> list[tuple[Piece, int]]:
    """Chips and markers, the same on both sides."""
    points = CHIPS_BESIDE_PRESTIGE if table.prestige else CHIPS
    kinds = {"vp": points, "prestige": PRESTIGE if table.prestige else {}}
    found = []
    for kind, counts in kinds.items():
        for worth, count in counts.items():
            facts = {"kind": kind, "worth": worth}
            found.append((Piece("chip", facts, Piece("chip", facts)), count))
    return found
