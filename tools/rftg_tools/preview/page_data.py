"""JSON data for the page: changed cards, and the details of a card.

Text of card files is included unescaped; the page shows it as text and never as markup.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rftg_dsl.diagnostics.formats import TextRenderer
from rftg_dsl.diagnostics.model import Diagnostic
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
_MAX_CACHED: Final = 4_096
"""Maximum number of cards whose English is cached."""


def patch(old: State, new: State, images: Images) -> Data:
    """Return the changes: all files, the ids of all cards, and new or changed cards."""
    same_images = old.image_version == new.image_version
    sent = {card.id: card for card in old.cards if same_images}
    return {
        "problem": new.problem,
        "files": [_file(file) for file in new.files],
        "order": [card.id for card in new.cards],
        "cards": [_card(card, images) for card in new.cards if sent.get(card.id) != card],
    }


def details(shown_card: ShownCard, state: State, images: Images) -> Data:
    """Return the details of a card: its English text, problems, and the AST and hooks of powers."""
    card, face, text = shown_card.card, shown_card.face, TextRenderer(state.sources)
    problems = images.problems(face) if face else []
    return {
        "id": shown_card.id,
        "place": f"{shown_card.file}:{shown_card.line}",
        "type": _goal_line(shown_card.goal) if shown_card.goal else type_line(card) if card else "",
        "supply": supply_line(card) if card else "",
        "other": _image(_find_other_face(shown_card, state), images),
        "powers": _powers(shown_card),
        "findings": [text.diagnostic(finding) for finding in shown_card.findings] + problems,
    }


def _find_other_face(card: ShownCard, state: State) -> ShownCard | None:
    """Return the other face of a tile, if any."""
    tile = card.card.tile if card.card else None
    if tile is None or not tile.other:
        return None
    for candidate in state.cards:
        if candidate.file == card.file and candidate.title == tile.other:
            return candidate
    return None


def _image(card: ShownCard | None, images: Images) -> str:
    """Return the URL of the image of a face, or "" if there is none."""
    face = card.face if card else None
    return f"faces/{images.name(face)}" if face else ""


def _file(file: File) -> Data:
    return {
        "name": file.name,
        "problem": file.problem,
        "findings": [_finding(finding) for finding in file.findings],
    }


def _card(card: ShownCard, images: Images) -> Data:
    return {
        "id": card.id,
        "title": card.title or "(no title)",
        "set": card.set_title,
        "file": card.file,
        "number": card.number,
        "broken": card.is_broken,
        "good": card.good,
        "image": _image(card, images),
        "facts": _goal_facts(card) if card.is_goal else _facts(card.card) if card.card else {},
        "findings": [_finding(finding) for finding in card.findings],
    }


@lru_cache(_MAX_CACHED)
def _facts(card: Card) -> Data:
    """Return the facts by which the page filters and searches cards.

    Tiles also have `other`, the title of the other face.
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


def _goal_facts(card: ShownCard) -> Data:
    """Return the facts by which the page filters and searches goals."""
    goal = card.goal
    texts = {"lines": [goal.text], "english": [word_goal(goal), goal_checks(goal)]} if goal else {}
    return {"type": "goal", **texts}


def _goal_line(goal: Goal) -> str:
    return f"Goal for the {'most' if goal.most else 'first'}, {goal.points} VP"


def _powers(card: ShownCard) -> list[Data]:
    """Return the powers of a card, or the condition of a goal in the same form."""
    if card.goal is None:
        return [_power(line) for line in card.card.powers] if card.card else []
    counts = [outline(count) for option in card.goal.conditions for count in option]
    english = [word_goal(card.goal), goal_checks(card.goal)]
    return [{"line": card.goal.text, "english": english, "ast": "\n".join(counts), "hooks": ""}]


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
