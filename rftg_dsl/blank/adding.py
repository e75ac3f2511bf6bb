"""A card added to a card file: behind the last one, all that stands there kept byte for byte.

Both faces of a tile are added at once, as cards. The new text is compiled before anything is
written, and must be the old set with these cards more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.cards import canonical
from rftg_dsl.blank.yaml_text import card_lines
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.fixing import BOM
from rftg_dsl.diagnostics.model import Diagnostic, Region
from rftg_dsl.games import Game
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.source.quoting import end_with_comments, is_flow, last_line, split_lines
from rftg_dsl.source.rewriting import FileChange, rewrite_files

Card = dict[str, Any]
NEW: Final = "the new card"
_DASH: Final = 2
"""Spaces before the `-` of the first card of a set."""


class CannotAdd(Exception):
    """The file is written in a way that leaves no place for one more card; says which."""


class Trial:
    """What the file would be with a card more: its text and what `check` says of it.

    lines: the first and the last line of the new card, from 1.
    """

    def __init__(
        self, text: str, lines: tuple[int, int], compilation: Compilation, file: str
    ) -> None:
        self.text = text
        self.lines = lines
        self.compilation = compilation
        self._file = file
        self.findings: tuple[Diagnostic, ...] = tuple(
            found
            for found in compilation.diagnostics
            if found.file == file and lines[0] <= found.region.line <= lines[1]
        )

    @property
    def has_errors(self) -> bool:
        """Whether `check` would find an error, in the new card or elsewhere."""
        return self.compilation.has_errors

    def by_card(self) -> tuple[list[Diagnostic], dict[str, tuple[str, ...]]]:
        """Return all findings and the lines of all files, with the file left without the card.

        What is found in the card has its place in the card alone, under the name NEW.
        """
        first, last = self.lines
        sources = self.compilation.sources
        alone = {NEW: sources.get(self._file, ())[first - 1 : last]}
        found = self.compilation.diagnostics
        return [self._moved(one) if one in self.findings else one for one in found], sources | alone

    def _moved(self, finding: Diagnostic) -> Diagnostic:
        labels = []
        for label in finding.labels:
            own = label.file in ("", self._file)
            if own and self.lines[0] <= label.region.line <= self.lines[1]:
                labels.append(label._replace(region=self._in_card(label.region), file=""))
            else:
                labels.append(label._replace(file=label.file or self._file))
        place = self._in_card(finding.region)
        return replace(finding, file=NEW, region=place, labels=tuple(labels))

    def _in_card(self, region: Region) -> Region:
        above = self.lines[0] - 1
        return region._replace(line=region.line - above, end_line=region.end_line - above)


class CardFile:
    """A card file that a card is to be added to."""

    def __init__(self, path: Path) -> None:
        """Read the file and what it requires. Raises OSError."""
        self.path = path
        path.stat()  # raises OSError for a link that leads to itself
        self._cache = SourceCache()
        self.compilation = compile_files([path], self._cache)
        self._unit = self.compilation.units[-1]
        source = self._unit.source
        self._before = source.data if source is not None else b""

    @property
    def is_broken(self) -> bool:
        """Whether it has errors that are not merely the lack of a first card."""
        return self.compilation.has_errors and bool(self._unit.drafts or self._unit.root is None)

    @property
    def unit(self) -> Unit:
        """The file as it could be read."""
        return self._unit

    @property
    def game(self) -> Game:
        """The game that the file is for."""
        return self._unit.report.game

    def trial(self, *cards: Card) -> Trial:
        """Return what the file would be with these cards. Raises CannotAdd."""
        before = self._before.decode("utf-8", "surrogateescape")
        text, lines = with_cards(before, self._unit, cards)
        self._cache.put(self.path, text)
        return Trial(text, lines, compile_files([self.path], self._cache), str(self.path))

    def add(self, *cards: Card) -> Trial:
        """Write the file with the cards, their powers canonical, unless it has errors then.

        Raises CannotAdd, OSError; FileChanged where the file was saved since it was read.
        """
        trial = self.trial(*cards)
        if not trial.has_errors:
            written = [canonical(card, self.game) for card in cards]
            trial = self.trial(*written)
            self._make_sure(trial, written)
            rewrite_files([FileChange(self.path, self._before, trial.text)])
        return trial

    def _make_sure(self, trial: Trial, new: list[Card]) -> None:
        before, after = self._unit.data, trial.compilation.units[-1].data
        cards = [*(before.get("cards") or []), *new]
        if _comparable(after) != _comparable({**before, "cards": cards}):
            raise CannotAdd("its cards do not stand one below the other")


def _comparable(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a set, whatever line end its last powers have."""
    cards = [
        {**card, "powers": str(card["powers"]).rstrip("\n")} if "powers" in card else card
        for card in data["cards"]
    ]
    return {**data, "cards": cards}


def with_cards(text: str, unit: Unit, cards: Sequence[Card]) -> tuple[str, tuple[int, int]]:
    """Return the text with the cards in it, and their first and last line. Raises CannotAdd."""
    mark = BOM if text.startswith(BOM) else ""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = split_lines(text.removeprefix(mark))
    dash, after = _place(unit, lines)
    head, rest = lines[:after], lines[after:]
    if head and not head[-1].endswith("\n"):
        head[-1] += end
    above = [] if "cards" in _root(unit).values else [f"cards:{end}"]
    above += [end] if unit.drafts else []
    new: list[str] = []
    for card in cards:
        new += [end] if new else []
        new += [line + end for line in card_lines(card, dash, unit.report.game)]
    first = len(head) + len(above) + 1
    return mark + "".join([*head, *above, *new, *rest]), (first, first + len(new) - 1)


def _root(unit: Unit) -> Mapping:
    if unit.root is None:
        raise CannotAdd("it holds no set")
    return unit.root


def _place(unit: Unit, lines: list[str]) -> tuple[int, int]:
    """Return how far in a `-` stands, and how many lines stand above the new card.

    An empty list `[]` is taken out of `lines`.
    """
    root = _root(unit)
    cards = root.values.get("cards")
    if cards is None:
        return _DASH, len(lines)
    if isinstance(cards, Items) and cards.nodes and not is_flow(cards, lines):
        dash = cards.region.column - 1
        return dash, end_with_comments(last_line(cards.nodes[-1], lines), dash, lines)
    line, start = cards.region.line, cards.region.column - 1
    if isinstance(cards, Items) and lines[line - 1].startswith("[]", start):
        lines[line - 1] = lines[line - 1][:start].rstrip() + lines[line - 1][start + 2 :]
    elif not isinstance(cards, Scalar) or cards.text:
        raise CannotAdd("its cards stand in brackets, not one below the other")
    return _DASH, root.keys["cards"].region.line
