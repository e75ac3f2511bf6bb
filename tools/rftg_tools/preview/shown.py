"""Cards as the page shows them: each as its file has it now, or as it last was whole.

A card keeps its number on the page (`id`) while its entry in the file stays, whatever is changed
in it, so that a page can tell a card that changed from one that is new.
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
from rftg_dsl.source.nodes import Items, Mapping
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.web.images import Face, changed_at


@dataclass(frozen=True, slots=True)
class Shown:
    """One card on the page, or one goal.

    set_title: of its set, or the file's name. number: its place in the set, from 1. line: of its
    entry in the file. card: what its face shows, without lines of the file; None where nothing of
    it could be read yet. picture: when the picture that it names was changed. good: that card was
    whole. broken: the entry as it is now has errors, or cannot be read at all. findings: those of
    this card, as they are now. scene: what its art shows. A card that
    only moved to another line is the same. goal: what the tile of a goal shows.
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
        """Its face, None where nothing of it could be read yet."""
        if self.goal is not None:
            return Face(self.goal)
        if self.card is None:
            return None
        folder = Path(self.file).parent
        one = PrintedCard(self.card, self.set_title, self.number, folder, self.scene)
        return Face(one, self.picture)


class _Pair(NamedTuple):
    """An entry of the file now and what was shown of it before; one of the two may be missing."""

    draft: Draft | None
    before: Shown | None


def shown_cards(
    unit: Unit, found: Sequence[Diagnostic], before: Sequence[Shown], ids: Iterator[int]
) -> tuple[list[Shown], list[Diagnostic]]:
    """Return the cards of a file as they are shown, and the findings that belong to none.

    found: the findings of the file. before: what was shown of it. ids: numbers for new cards.
    """
    pairs = list(_pairs(unit, before))
    own = _findings_of(unit, pairs, found)
    cards = [
        _shown(pair, number, unit, own.get(number, []), ids) for number, pair in enumerate(pairs, 1)
    ]
    return cards, own.get(0, [])


def _pairs(unit: Unit, before: Sequence[Shown]) -> Iterator[_Pair]:
    """Yield entries now and before, in the order of the file; deleted ones are left out.

    Two that stand between the same neighbours are one whose title was changed.
    """
    hidden = _hides_entries(unit)
    old, new = [one.title for one in before], [draft.title for draft in unit.drafts]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        for was, draft in zip_longest(before[start:end], unit.drafts[first:last]):
            if draft is not None or hidden:
                yield _Pair(draft, was)


def _hides_entries(unit: Unit) -> bool:
    """Return whether entries may be in the file that could not be read as cards."""
    cards = unit.root.values.get("cards") if unit.root else None
    if not isinstance(cards, Items) or not all(isinstance(node, Mapping) for node in cards.nodes):
        return True
    return any(found.code.startswith("E1") for found in unit.report.found)


def _shown(
    pair: _Pair, number: int, unit: Unit, found: list[Diagnostic], ids: Iterator[int]
) -> Shown:
    draft, before = pair
    if draft is None:
        assert before is not None
        return replace(before, number=number, broken=True, findings=tuple(found))
    broken = draft.card is None or any(one.severity == ERROR for one in found)
    title = unit.data.get("title")
    card, good = (_placeless(draft.card) if draft.card else None), not broken
    if broken and before is not None and (before.good or card is None):
        card, good = before.card, before.good
    now = Shown(
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
        findings=tuple(found),
        scene=before.scene if before else "",
    )
    return before if before is not None and (before, before.line) == (now, now.line) else now


def _placeless(card: Card) -> Card:
    """Return the card without its lines in the file: it stays the same where it is moved."""
    return replace(card, line=0, powers=tuple(replace(line, line=0) for line in card.powers))


def _findings_of(
    unit: Unit, pairs: Sequence[_Pair], found: Iterable[Diagnostic]
) -> dict[int, list[Diagnostic]]:
    """Return the findings by the number of their card, 0 for those of the whole file."""
    own: dict[int, list[Diagnostic]] = {}
    entries = _Entries(unit, pairs)
    for one in found:
        own.setdefault(entries.number_at(*one.region[:2]), []).append(one)
    return own


class _Entries:
    """Which lines of a file are which card's."""

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
        """Return the number of the card that a place belongs to, 0 for none."""
        index = bisect_right(self._starts, (line, column)) - 1
        if index < 0 or self._leaves(self._starts[index][0], 1, line):
            return 0
        number = self._numbers[index]
        unread = number < len(self._pairs) and self._pairs[number].draft is None
        past = index == 0 or self._leaves(*self._starts[index], line)
        return number + 1 if unread and past else number

    def _leaves(self, start: int, column: int, line: int) -> bool:
        """Return whether a text begins left of a column behind the line `start`, up to `line`.

        For column 1: whether another key of the file's head does.
        """
        between = (text for text in self._lines[start:line] if text.strip())
        if column == 1:
            return any(text[0] not in " -#" for text in between)
        return any(len(text) - len(text.lstrip()) < column - 1 for text in between)
