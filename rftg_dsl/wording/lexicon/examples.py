"""Lines of the shipped cards as examples: which phrases and words each is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import fold_case, parse_power, read_rules, read_tokens
from rftg_dsl.wording.english import word_power


class Use(NamedTuple):
    """A phrase in a line: the method of its rule, its words, and the terminals they are."""

    name: str
    words: str
    terminals: frozenset[str]


class Line(NamedTuple):
    """A line of a card or goal.

    text: as it stands in the card file. phase: of a power, "" for other lines. title: of what it
    stands on. uses: its phrases, inner ones too. start: what it is read as.
    """

    text: str
    phase: str
    title: str
    uses: tuple[Use, ...]
    start: str = "power"

    @property
    def sentence(self) -> str:
        """The English of a power; "" for other lines."""
        return word_power(parse_power(self.text, self.start)) if self.phase else ""

    def has(self, name: str, terminals: Set[str] = frozenset(), word: str = "") -> bool:
        """Return whether a line has a phrase of this name, with these terminals and this word."""
        return any(
            use.name == name
            and terminals <= use.terminals
            and (not word or f" {word} " in f" {use.words} ")
            for use in self.uses
        )


def lines_of(*groups: Iterable[Path]) -> list[Line]:
    """Return the different lines of card files: powers before others, the shortest first.

    A line of the first group of files comes before all of the next, however short these are.
    """
    found: dict[str, tuple[bool, int, int, Line]] = {}
    for number, paths in enumerate(groups):
        for path in paths:
            for line in _lines(read_unit(path, path.name)):
                rank = (not line.phase, number, len(line.text), line)
                found.setdefault(line.text, rank)
    return [line for *_, line in sorted(found.values(), key=lambda rank: rank[:3])]


def _lines(unit: Unit) -> Iterator[Line]:
    for draft in unit.drafts:
        for written, line in draft.lines:
            yield _line(written.text, unit.report.game.power, draft.title, phase=line.power.phase)
    for goal in unit.goals:
        if goal.most:
            yield _line(goal.text, "measure", goal.title, "most: ")
        else:
            yield _line(goal.text, "goal", goal.title, "first: ")
    for category in unit.search:
        yield _line(category.text, "cards", category.title, "cards: ")


_APART: Final = str.maketrans(dict.fromkeys(",[]:", " "))


def _line(text: str, start: str, title: str, key: str = "", phase: str = "") -> Line:
    tokens, _whole = read_tokens(text, start)
    folded = fold_case(text)

    def use(name: str, span: Span) -> Use:
        inside = [token for token in tokens if span.start <= token.span.start < span.end]
        words = folded[span.start : span.end].translate(_APART)
        return Use(name, words, frozenset(token.terminal for token in inside))

    uses = tuple(use(name, span) for name, span in read_rules(text, start))
    return Line(key + text, phase, title, uses, start)
