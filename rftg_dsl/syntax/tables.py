"""The tables that the parser runs on: read from grammar/, a file for each game.

Where the grammar was edited and the file is of an older one, Lark builds them anew in memory.
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
    """A grammar rule: what to build when it is complete.

    parts: index of each part that is kept; -1 stands for a missing one, -2 - index for a list
    that is spliced in. passes: a single part stands for itself.
    """

    origin: str
    method: str
    length: int
    passes: bool
    parts: tuple[int, ...]


Try = tuple[str, str | None, Matcher]
"""A terminal, its text or None, its pattern."""


class Lexer:
    """The terminals that can come in a state, in the order they are tried.

    given: words that a pattern matches too and that are terminals of their own.
    """

    __slots__ = ("_by_letter", "_patterns", "_tries", "given")

    def __init__(self, tries: tuple[Try, ...], given: dict[str, dict[str, str]]) -> None:
        self._tries = tries
        self.given = given
        self._patterns = tuple(entry for entry in tries if entry[1] is None)
        self._by_letter: dict[str, tuple[Try, ...]] | None = None

    def tries(self, letter: str) -> tuple[Try, ...]:
        """Return the terminals that can begin with a letter."""
        if self._by_letter is None:
            self._by_letter = {
                first: tuple(entry for entry in self._tries if not entry[1] or entry[1][0] == first)
                for first in {text[0] for _name, text, _match in self._tries if text}
            }
        return self._by_letter.get(letter, self._patterns)


class Tables(NamedTuple):
    """LALR(1) tables: actions by state and symbol (0 and up: go there; else reduce -1 - n).

    start, end: the states in which each start of the game begins, and where it is complete.
    """

    start: dict[str, int]
    end: dict[str, int]
    states: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    lexers: tuple[Lexer, ...]
    terminals: tuple[str, ...]


@lru_cache(maxsize=4)
def load_tables(game: str = "race") -> Tables:
    """Return the tables of a game's grammar as it is now."""
    file = game_file(GAMES[game], GAMES[game].tables)
    data = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    if data.get("grammar") != read_grammar(game):
        from rftg_dsl.syntax.lalr import build

        data = build(game)
    return _tables(data)


def _tables(data: dict[str, Any]) -> Tables:
    terminals = data["terminals"]
    tries: dict[str, Try] = {
        name: (name, value, _never) if fixed else (name, None, re.compile(value).match)
        for name, (fixed, value) in terminals.items()
    }
    lexers = [Lexer(tuple(tries[name] for name in names), given) for names, given in data["lexers"]]
    return Tables(
        start=data["start"],
        end=data["end"],
        states=tuple(data["states"]),
        rules=tuple(
            Rule(name, method, length, passes, tuple(parts))
            for name, method, length, passes, parts in data["rules"]
        ),
        lexers=tuple(lexers[number] for number in data["lexer of"]),
        terminals=tuple(terminals),
    )


def _never(_line: str, _position: int) -> re.Match[str] | None:
    return None
