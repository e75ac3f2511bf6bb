"""Cards and goals of the preview: in their current state, or the last valid one.

A card keeps its `id` while its entry stays in the file, so that the page can distinguish a changed
card from a new one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.model import Card, Goal
from rftg_dsl.sets.units import Draft, Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.web.images import Face, changed_at


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card or goal on the page.

    set_title: of its set, or the name of the file. number: in the set, from 1. line: of its entry.
    card: shown on its face, without line numbers; None if nothing could be read yet. picture: when
    its picture last changed. good: whether the shown card had no errors. broken: whether the
    current entry has errors or cannot be read. findings: of the current entry. scene: of its art.
    goal: shown on a goal tile. A card that only moved to another line is equal to the old one.
    """

    id: int
    file: str
    set_title: str
    number: int
    title: str
    line: int = field(compare=False)
    card: Card | None
    picture: int
    good: bool
    broken: bool
    findings: tuple[Diagnostic, ...]
    scene: str = ""
    is_goal: bool = False
    goal: Goal | None = None

    @property
    def face(self) -> Face | None:
        """Its face, None if it could not be read yet."""
        if self.goal is not None:
            return Face(self.goal)
        if self.card is None:
            return None
        folder = Path(self.file).parent
        printed = PrintedCard(self.card, self.set_title, self.number, folder, self.scene)
        return Face(printed, self.picture)


class _Pair(NamedTuple):
    """A current entry of the file and the card shown for it before; either may be missing."""

    draft: Draft | None
    before: ShownCard | None


def shown_cards(
    unit: Unit, findings: Sequence[Diagnostic], before: Sequence[ShownCard], ids: Iterator[int]
) -> tuple[list[ShownCard], list[Diagnostic]]:
    """Return the cards of a file, and the findings that belong to none.

    before: the cards shown so far. ids: numbers for new cards.
    """
    pairs = list(_pairs(unit, before))
    own = _sort_findings(unit, pairs, findings)
    cards = [
        _show_card(pair, number, unit, own.get(number, []), ids)
        for number, pair in enumerate(pairs, 1)
    ]
    return cards, own.get(0, [])


def _pairs(unit: Unit, before: Sequence[ShownCard]) -> Iterator[_Pair]:
    """Yield current and earlier entries in the order of the file, without deleted ones.

    Two entries between the same neighbours are one entry whose title changed.
    """
    hidden = _hides_entries(unit)
    old, new = [card.title for card in before], [draft.title for draft in unit.drafts]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        for card, draft in zip_longest(before[start:end], unit.drafts[first:last]):
            if draft is not None or hidden:
                yield _Pair(draft, card)


def _hides_entries(unit: Unit) -> bool:
    """Return whether the file may contain entries that could not be read as cards."""
    cards = unit.root.values.get("cards") if unit.root else None
    if not isinstance(cards, Items) or not all(isinstance(node, Mapping) for node in cards.nodes):
        return True
    return any(finding.code.startswith("E1") for finding in unit.report.findings)


def _show_card(
    pair: _Pair, number: int, unit: Unit, findings: list[Diagnostic], ids: Iterator[int]
) -> ShownCard:
    draft, before = pair
    if draft is None:
        assert before is not None
        return replace(before, number=number, broken=True, findings=tuple(findings))
    broken = draft.card is None or any(finding.severity == ERROR for finding in findings)
    title = unit.data.get("title")
    card, good = (_without_lines(draft.card) if draft.card else None), not broken
    if broken and before is not None and (before.good or card is None):
        card, good = before.card, before.good
    now = ShownCard(
        id=before.id if before else next(ids),
        file=unit.report.file,
        set_title=title if isinstance(title, str) else unit.path.stem,
        number=number,
        title=draft.title or (before.title if before else ""),
        line=draft.node.region.line,
        card=card,
        picture=changed_at(card, unit.path.parent),
        good=good,
        broken=broken,
        findings=tuple(findings),
        scene=before.scene if before else "",
    )
    return before if before is not None and (before, before.line) == (now, now.line) else now


def _without_lines(card: Card) -> Card:
    """Return a card without line numbers, so that it stays equal when it moves."""
    return replace(card, line=0, powers=tuple(replace(line, line=0) for line in card.powers))


def _sort_findings(
    unit: Unit, pairs: Sequence[_Pair], findings: Iterable[Diagnostic]
) -> dict[int, list[Diagnostic]]:
    """Return the findings by number of the card, 0 for those of the whole file."""
    own: dict[int, list[Diagnostic]] = {}
    entries = _Entries(unit, pairs)
    for finding in findings:
        own.setdefault(entries.number_at(*finding.region[:2]), []).append(finding)
    return own


class _Entries:
    """Mapping from lines of a file to cards."""

    def __init__(self, unit: Unit, pairs: Sequence[_Pair]) -> None:
        self._lines = unit.source.lines if unit.source else ()
        self._pairs = pairs
        read = [(n, pair.draft) for n, pair in enumerate(pairs, 1) if pair.draft is not None]
        cards = unit.root.keys.get("cards") if unit.root else None
        self._numbers = [0, *(number for number, _ in read)]
        self._starts = [
            cards.region[:2] if cards else (len(self._lines) + 1, 1),
            *(draft.node.region[:2] for _, draft in read),
        ]

    def number_at(self, line: int, column: int) -> int:
        """Return the number of the card at a place, 0 for none."""
        index = bisect_right(self._starts, (line, column)) - 1
        if index < 0 or self._leaves(self._starts[index][0], 1, line):
            return 0
        number = self._numbers[index]
        unread = number < len(self._pairs) and self._pairs[number].draft is None
        past = index == 0 or self._leaves(*self._starts[index], line)
        return number + 1 if unread and past else number

    def _leaves(self, start: int, column: int, line: int) -> bool:
        """Return whether a line after `start`, up to `line`, is indented less than a column.

        For column 1: whether it is another top-level key.
        """
        between = (text for text in self._lines[start:line] if text.strip())
        if column == 1:
            return any(text[0] not in " -#" for text in between)
        return any(len(text) - len(text.lstrip()) < column - 1 for text in between)


def shown_goals(
    unit: Unit, findings: Sequence[Diagnostic], before: Sequence[ShownCard], ids: Iterator[int]
) -> tuple[list[ShownCard], list[Diagnostic]]:
    """Return the goals of a file, and the findings that belong to none.

    The arguments are those of `shown_cards`.
    """
    if unit.root is None:
        return [replace(goal, broken=True, findings=()) for goal in before], list(findings)
    items = unit.root.values.get("goals")
    entries = items.nodes if isinstance(items, Items) else ()
    nodes = [node for node in entries if isinstance(node, Mapping)]
    own: list[list[Diagnostic]] = [[] for _ in nodes]
    rest: list[Diagnostic] = []
    for finding in findings:
        index = _goal_index(unit, nodes, finding)
        (rest if index is None else own[index]).append(finding)
    known = _match_goals(nodes, before)
    goals = [_show_goal(unit, *entry, ids) for entry in zip(nodes, own, known, strict=True)]
    return goals, rest


def _goal_index(unit: Unit, nodes: Sequence[Mapping], finding: Diagnostic) -> int | None:
    """Return the index of the goal that a finding belongs to, or None."""
    assert unit.root is not None
    index = bisect_right([node.region[:2] for node in nodes], finding.region[:2]) - 1
    if index < 0:
        return None
    start = nodes[index].region.line
    is_past = any(start < key.region.line <= finding.region.line for key in unit.root.keys.values())
    return None if is_past else index


def _title(node: Mapping) -> str:
    title = node.values.get("title")
    return title.text if isinstance(title, Scalar) else ""


def _match_goals(nodes: Sequence[Mapping], before: Sequence[ShownCard]) -> list[ShownCard | None]:
    """Return the goal shown before for each entry, with the same title or at the same place."""
    titles = [_title(node) for node in nodes]
    by_title = {goal.title: goal for goal in before}
    places: list[ShownCard | None] = [goal if goal.title not in titles else None for goal in before]
    places += [None] * len(nodes)
    pairs = zip(titles, places, strict=False)
    return [by_title.pop(title, None) or place for title, place in pairs]


def _show_goal(
    unit: Unit,
    node: Mapping,
    findings: Sequence[Diagnostic],
    before: ShownCard | None,
    ids: Iterator[int],
) -> ShownCard:
    goal = next((goal for goal in unit.goals if goal.line == node.region.line), None)
    broken = goal is None or any(finding.severity == ERROR for finding in findings)
    shown: Goal | None = replace(goal, line=0) if goal else None
    good = not broken
    if broken and before is not None and (before.good or shown is None):
        shown, good = before.goal, before.good
    title = unit.data.get("title")
    return ShownCard(
        id=before.id if before else next(ids),
        file=unit.report.file,
        set_title=title if isinstance(title, str) else unit.path.stem,
        number=0,
        title=_title(node),
        line=node.region.line,
        card=None,
        picture=0,
        good=good,
        broken=broken,
        findings=tuple(findings),
        is_goal=True,
        goal=shown,
    )
