"""The English of a theme: that of the compiler, but for blocks that the theme words anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from rftg_dsl.model import Card, Goal, SearchCategory
from rftg_dsl.syntax import ast
from rftg_dsl.wording import english
from rftg_dsl.wording.blocks import Blocks
from rftg_tools.faces.templates import WRONG, place_of, said
from rftg_tools.faces.theme import BadTheme, Theme

FILE: Final = "wording.jinja"


class English:
    """Words what is printed. All methods raise BadTheme for a block that cannot be used."""

    def __init__(self, blocks: Blocks, file: Path | None = None) -> None:
        self._blocks = blocks
        self._file = file

    def power(self, power: ast.Power) -> str:
        """Return the sentence of a power (see english.word_power)."""
        with _blamed(self._file):
            return english.word_power(power, self._blocks)

    def scoring(self, power: ast.Power) -> tuple[str, ...]:
        """Return the lines of a scoring table (see english.word_scoring)."""
        with _blamed(self._file):
            return english.word_scoring(power, self._blocks)

    def counted(self, power: ast.Power) -> tuple[str, ...]:
        """Return what the lines of a scoring table count (see english.word_counted)."""
        with _blamed(self._file):
            return english.word_counted(power, self._blocks)

    def keywords(self, card: Card) -> tuple[str, ...]:
        """Return the keywords of a card as they are printed."""
        with _blamed(self._file):
            return english.keyword_line(card, self._blocks)

    def arrival(self, card: Card) -> str:
        """Return what a card says of its only good (see english.word_arrival)."""
        with _blamed(self._file):
            return english.word_arrival(card, self._blocks)

    def goal(self, goal: Goal) -> str:
        """Return the condition of a goal tile (see english.word_goal)."""
        with _blamed(self._file):
            return english.word_goal(goal, self._blocks)

    def checks(self, goal: Goal) -> str:
        """Return when a goal tile can be claimed (see english.goal_checks)."""
        with _blamed(self._file):
            return english.goal_checks(goal, self._blocks)

    def search(self, category: SearchCategory) -> str:
        """Return what a search of a category finds (see english.word_search)."""
        with _blamed(self._file):
            return english.word_search(category, self._blocks)


@contextmanager
def _blamed(file: Path | None) -> Iterator[None]:
    """Turn what a template raises into a BadTheme; in a shipped template it is a bug."""
    try:
        yield
    except WRONG as error:
        if file is None:
            raise
        raise BadTheme(f"{place_of(error, file, {file.parent})}: {said(error)}") from None


def english_of(theme: Theme) -> English:
    """Return the English of a theme. Raises BadTheme for a file that is no template."""
    file = theme.find(FILE)
    return _changed(file, file.stat().st_mtime_ns) if file else English(english.BLOCKS)


@lru_cache(maxsize=8)
def _changed(file: Path, _stamp: int) -> English:
    with _blamed(file):
        return English(english.BLOCKS.changed_by(file), file)
