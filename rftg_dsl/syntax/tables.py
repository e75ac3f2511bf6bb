"""Parser tables of each game, loaded from grammar/.

If the grammar was edited after its tables were generated, Lark rebuilds them in memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from rftg_dsl.games import GAMES
from rftg_dsl.resources import game_file, read_grammar

Matcher = Callable[[str, int], "re.Match[str] | None"]


class Rule(NamedTuple):
    """A grammar rule.

    parts: an index for each kept part, -1 for a missing part, or -2 - index for a list to splice
    in.
    passes: whether a single part is the value of the rule.
    """

    origin: str
    method: str
    length: int
    passes: bool
    parts: tuple[int, ...]


Try = tuple[str, str | None, Matcher]
"""A terminal, its text or None, and its pattern."""


class Lexer:
    """The terminals allowed in a state, in matching order.

    own_words: words that a pattern matches but that have their own terminals.
    """

    __slots__ = ("_by_letter", "_candidates", "_patterns", "own_words")

    def __init__(self, candidates: tuple[Try, ...], own_words: dict[str, dict[str, str]]) -> None:
        self._candidates = candidates
        self.own_words = own_words
        self._patterns = tuple(entry for entry in candidates if entry[1] is None)
        self._by_letter: dict[str, tuple[Try, ...]] | None = None

    def candidates(self, letter: str) -> tuple[Try, ...]:
        """Return the terminals that can begin with this letter."""
        if self._by_letter is None:
            self._by_letter = {
                first: tuple(
                    entry for entry in self._candidates if not entry[1] or entry[1][0] == first
                )
                for first in {text[0] for _name, text, _match in self._candidates if text}
            }
        return self._by_letter.get(letter, self._patterns)


class Tables(NamedTuple):
    """LALR(1) tables. states: actions by symbol (>= 0: go to a state; else -1 - rule to reduce).

    start, end: first and last state of each start rule.
    """

    start: dict[str, int]
    end: dict[str, int]
    states: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    lexers: tuple[Lexer, ...]
    terminals: tuple[str, ...]


@lru_cache(maxsize=4)
def load_tables(game: str = "race") -> Tables:
    """Load the tables of a game's current grammar."""
    file = game_file(GAMES[game], GAMES[game].tables)
    data = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if data.get("grammar") != read_grammar(game):
        from rftg_dsl.syntax.lalr import build

        data = build(game)
    return _tables(data)


def _tables(data: dict[str, Any]) -> Tables:
    terminals = data["terminals"]
    candidates: dict[str, Try] = {
        name: (name, value, _never) if fixed else (name, None, re.compile(value).match)
        for name, (fixed, value) in terminals.items()
    }
    lexers = [
        Lexer(tuple(candidates[name] for name in names), own_words)
        for names, own_words in data["lexers"]
    ]
    return Tables(
        start=data["start"],
        end=data["end"],
        states=tuple(data["states"]),
        rules=tuple(
            Rule(name, method, length, passes, tuple(parts))
            for name, method, length, passes, parts in data["rules"]
        ),
        lexers=tuple(lexers[lexer_id] for lexer_id in data["lexer of"]),
        terminals=tuple(terminals),
    )


def _never(_line: str, _position: int) -> re.Match[str] | None:
    return None
