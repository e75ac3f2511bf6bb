"""What the page is told, as data of JSON: the cards that changed, and all about one card.

Texts of card files stand in it as they are; the page shows them as text and never as markup.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.render import Text
from rftg_dsl.model import Card, Goal, PowerLine
from rftg_dsl.syntax.outline import outline
from rftg_dsl.wording.english import (
    goal_checks,
    supply_line,
    type_line,
    word_card,
    word_goal,
    word_lines,
)
from rftg_tools.preview.shown import Shown
from rftg_tools.preview.table import File, State
from rftg_tools.web.images import Images

Data = dict[str, Any]
_REMEMBERED: Final = 4_096
"""Cards whose English is remembered."""


def patch(before: State, now: State, images: Images) -> Data:
    """Return what changed on the table: its files, the ids of its cards, and the new cards."""
    known = {one.id: one for one in before.cards if before.look == now.look}
    return {
        "problem": now.problem,
        "files": [_file(one) for one in now.files],
        "order": [one.id for one in now.cards],
        "cards": [_card(one, images) for one in now.cards if known.get(one.id) != one],
    }


def details(one: Shown, state: State, images: Images) -> Data:
    """Return all about one card: its English, and each power as line, AST and hooks."""
    card, face, text = one.card, one.face, Text(state.sources)
    problems = images.problems(face) if face else []
    return {
        "id": one.id,
        "place": f"{one.file}:{one.line}",
        "type": _goal_line(one.goal) if one.goal else type_line(card) if card else "",
        "supply": supply_line(card) if card else "",
        "powers": _powers(one),
        "findings": [text.diagnostic(found) for found in one.findings] + problems,
    }


def _file(one: File) -> Data:
    return {
        "name": one.name,
        "problem": one.problem,
        "findings": [_finding(found) for found in one.findings],
    }


def _card(one: Shown, images: Images) -> Data:
    face = one.face
    return {
        "id": one.id,
        "title": one.title or "(no title)",
        "set": one.set_title,
        "file": one.file,
        "broken": one.broken,
        "good": one.good,
        "image": f"/faces/{images.name(face)}" if face else "",
        "facts": _goal_facts(one) if one.is_goal else _facts(one.card) if one.card else {},
        "findings": [_finding(found) for found in one.findings],
    }


@lru_cache(_REMEMBERED)
def _facts(card: Card) -> Data:
    """Return what the cards of a page are filtered and searched by."""
    return {
        "type": "military world" if card.military else card.type,
        "kind": card.kind or "",
        "cost": card.cost,
        "phases": list(dict.fromkeys(line.power.phase for line in card.powers)),
        "keywords": list(card.keywords),
        "lines": [line.text for line in card.powers],
        "english": word_card(card).split("\n")[1:],
    }


def _goal_facts(one: Shown) -> Data:
    """Return what the goals of a page are filtered and searched by."""
    goal = one.goal
    said = {"lines": [goal.text], "english": [word_goal(goal), goal_checks(goal)]} if goal else {}
    return {"type": "goal", **said}


def _goal_line(goal: Goal) -> str:
    return f"Goal for the {'most' if goal.most else 'first'}, {goal.points} VP"


def _powers(one: Shown) -> list[Data]:
    """Return the powers of a card, or the condition of a goal."""
    if one.goal is None:
        return [_power(line) for line in one.card.powers] if one.card else []
    counts = [outline(count) for way in one.goal.conditions for count in way]
    english = [word_goal(one.goal), goal_checks(one.goal)]
    return [{"line": one.goal.text, "english": english, "ast": "\n".join(counts), "hooks": ""}]


def _power(line: PowerLine) -> Data:
    return {
        "line": line.text,
        "english": list(word_lines(line.power)),
        "ast": outline(line.power),
        "hooks": "\n".join(outline(hook) for hook in line.hooks),
    }


def _finding(found: Diagnostic) -> Data:
    return {
        "code": found.code,
        "severity": found.severity,
        "message": found.message,
        "place": f"{found.file}:{found.region.line}:{found.region.column}",
        "notes": list(found.notes),
        "help": found.help,
    }
