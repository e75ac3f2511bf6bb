"""JSON data for the page: changed cards, and the details of a card.

Text of card files is included unescaped; the page shows it as text and never as markup.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.render import TextRenderer
from rftg_dsl.model import Card, Goal, PowerLine
from rftg_dsl.syntax.formatter import outline
from rftg_dsl.wording.english import (
    describe_card,
    goal_checks,
    supply_line,
    type_line,
    word_goal,
    word_lines,
)
from rftg_tools.preview.shown import ShownCard
from rftg_tools.preview.table import File, State
from rftg_tools.web.images import Images

Data = dict[str, Any]
_REMEMBERED: Final = 4_096
"""Number of cards whose English is cached."""


def patch(before: State, now: State, images: Images) -> Data:
    """Return the changes: all files, the ids of all cards, and the new or changed cards."""
    known = {card.id: card for card in before.cards if before.look == now.look}
    return {
        "problem": now.problem,
        "files": [_file(file) for file in now.files],
        "order": [card.id for card in now.cards],
        "cards": [_card(card, images) for card in now.cards if known.get(card.id) != card],
    }


def details(shown: ShownCard, state: State, images: Images) -> Data:
    """Return the details of a card: its English, and each power as line, AST and hooks."""
    card, face, text = shown.card, shown.face, TextRenderer(state.sources)
    problems = images.problems(face) if face else []
    return {
        "id": shown.id,
        "place": f"{shown.file}:{shown.line}",
        "type": _goal_line(shown.goal) if shown.goal else type_line(card) if card else "",
        "supply": supply_line(card) if card else "",
        "other": _image(_other(shown, state), images),
        "powers": _powers(shown),
        "findings": [text.diagnostic(found) for found in shown.findings] + problems,
    }


def _other(shown: ShownCard, state: State) -> ShownCard | None:
    """Return the other face of a tile, if any."""
    tile = shown.card.tile if shown.card else None
    if tile is None or not tile.other:
        return None
    faces = (card for card in state.cards if card.file == shown.file and card.title == tile.other)
    return next(faces, None)


def _image(shown: ShownCard | None, images: Images) -> str:
    """Return the URL of the image of a face, "" if there is none."""
    face = shown.face if shown else None
    return f"faces/{images.name(face)}" if face else ""


def _file(file: File) -> Data:
    return {
        "name": file.name,
        "problem": file.problem,
        "findings": [_finding(found) for found in file.findings],
    }


def _card(shown: ShownCard, images: Images) -> Data:
    return {
        "id": shown.id,
        "title": shown.title or "(no title)",
        "set": shown.set_title,
        "file": shown.file,
        "number": shown.number,
        "broken": shown.broken,
        "good": shown.good,
        "image": _image(shown, images),
        "facts": _goal_facts(shown) if shown.is_goal else _facts(shown.card) if shown.card else {},
        "findings": [_finding(found) for found in shown.findings],
    }


@lru_cache(_REMEMBERED)
def _facts(card: Card) -> Data:
    """Return what the cards of a page are filtered and searched by.

    other: of a tile alone, the title of its other face.
    """
    return {
        **({"other": card.tile.other} if card.tile else {}),
        "type": "military world" if card.military else card.type,
        "start": card.start is not None,
        "kind": card.kind or "",
        "cost": card.cost,
        "phases": list(dict.fromkeys(phase for line in card.powers for phase in line.power.phases)),
        "keywords": list(card.keywords),
        "lines": [line.text for line in card.powers],
        "english": describe_card(card).split("\n")[1:],
    }


def _goal_facts(shown: ShownCard) -> Data:
    """Return what the goals of a page are filtered and searched by."""
    goal = shown.goal
    texts = {"lines": [goal.text], "english": [word_goal(goal), goal_checks(goal)]} if goal else {}
    return {"type": "goal", **texts}


def _goal_line(goal: Goal) -> str:
    return f"Goal for the {'most' if goal.most else 'first'}, {goal.points} VP"


def _powers(shown: ShownCard) -> list[Data]:
    """Return the powers of a card, or the condition of a goal."""
    if shown.goal is None:
        return [_power(line) for line in shown.card.powers] if shown.card else []
    counts = [outline(count) for way in shown.goal.conditions for count in way]
    english = [word_goal(shown.goal), goal_checks(shown.goal)]
    return [{"line": shown.goal.text, "english": english, "ast": "\n".join(counts), "hooks": ""}]


def _power(line: PowerLine) -> Data:
    return {
        "line": line.text,
        "english": list(word_lines(line.power)),
        "ast": outline(line.power),
        "hooks": "\n".join(outline(hook) for hook in line.hooks),
    }


def _finding(finding: Diagnostic) -> Data:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "place": f"{finding.file}:{finding.region.line}:{finding.region.column}",
        "notes": list(finding.notes),
        "help": finding.help,
    }
