"""From one power line to its AST, or to one syntax error that lists the words that may stand there.

The texts of goals and search categories, which are made of the same words, are read here too, and
the answers of card tests. There titles stand without quotes, so who reads one says which there are.

A shift-reduce parser that runs on Lark's LALR(1) tables for the grammar of a game, with Lark's
contextual lexer: in each state only the words that can come are looked for. A test compares it
with Lark itself. Two things are stricter: a word ends where its letters end, so `perrare` is not
`per rare`; and no word of the language is read as a keyword, wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rftg_dsl.games import GAMES, RACE, game_of, loaded
from rftg_dsl.limits import POWER_LENGTH
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.builder import Builder, SaidTwice, Word
from rftg_dsl.syntax.tables import Rule, load_tables
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.words.verbs import vocabulary

if TYPE_CHECKING:
    from rftg_dsl.syntax.situations import Answer

MAX_LENGTH: Final = POWER_LENGTH
"""Longest power line, in code points (docs/safety.md)."""
_END: Final = "$END"
FindTitle = Callable[[str, int], int]
"""Return where the title ends that stands at a place of a text, without quotes."""


@dataclass(slots=True, eq=False)
class PowerSyntaxError(Exception):
    """The line cannot be read on from `span`; `expected` are the names of terminals that could.

    found: the text that stands there, "" at the end of the line.
    """

    span: Span
    found: str
    expected: tuple[str, ...]


def parse_power(line: str, start: str = RACE.power) -> ast.Power:
    """Return the AST of a power line. Letter case does not matter outside titles.

    start: as what the line is read, the `power` of a game. Raises PowerSyntaxError at the first
    place that cannot be read, ValueError when the line is longer than MAX_LENGTH.
    """
    power = _parse(line, start)
    assert isinstance(power, ast.Power)
    return power


def power_or_none(line: str, start: str = RACE.power) -> ast.Power | None:
    """Return the AST of a power line, None where it is none; quicker than to say what is wrong.

    start: as of parse_power.
    """
    power = _outcome(line, start)
    return power if isinstance(power, ast.Power) else None


def parse_goal(text: str) -> tuple[tuple[ast.Condition, ...], ...]:
    """Return what a `first` goal asks for: one of several ways, each all of some counts.

    Raises as parse_power does.
    """
    ways: tuple[tuple[ast.Condition, ...], ...] = _parse(text, "goal")
    return ways


def parse_measure(text: str) -> ast.Count:
    """Return what a `most` goal counts. Raises as parse_power does."""
    things = _parse(text, "measure")
    assert isinstance(things, ast.Count)
    return things


def parse_cards(text: str) -> tuple[ast.Selector, ...]:
    """Return the cards of a search category: those that fit any of some selectors.

    Raises as parse_power does.
    """
    ways: tuple[ast.Selector, ...] = _parse(text, "cards")
    return ways


class Token(NamedTuple):
    """A word of a line: the name of its terminal, and its place."""

    terminal: str
    span: Span


class PartialAnswer(NamedTuple):
    """An answer as far as it can be read.

    end: where it cannot be read on; expected: names of terminals that may stand there.
    """

    tokens: tuple[Token, ...]
    end: int
    expected: tuple[str, ...]


def parse_answer(text: str, find_title: FindTitle | None = None) -> Answer | PartialAnswer:
    """Return an answer, or how far it can be read where it cannot be read whole.

    Letter case matters. find_title: if left out, titles stand in double quotes.
    """
    run = _Run(text, start="answer", find_title=find_title)
    try:
        answer: Answer = run.parse()
    except _ParseFailure:
        return begin_answer(text, find_title)
    return answer


def begin_answer(text: str, find_title: FindTitle | None = None) -> PartialAnswer:
    """Return how far an answer can be read, and what may follow."""
    run = _Run(text, building=False, start="answer", find_title=find_title)
    try:
        run.read()
    except _ParseFailure as stop:
        begun = begin_answer(text[: stop.position], find_title)
        return begun._replace(end=stop.position)
    return PartialAnswer(tuple(run.tokens), len(text), run.expected())


def _parse(line: str, start: str) -> Any:
    if len(line) > MAX_LENGTH:
        raise ValueError(f"a power has at most {MAX_LENGTH} characters, this one {len(line)}")
    outcome = _outcome(line, start)
    if isinstance(outcome, _Stop):
        raise _syntax_error(outcome.position, fold_case(line), start)
    if isinstance(outcome, Span):
        raise PowerSyntaxError(outcome, fold_case(line)[outcome.start : outcome.end], ())
    return outcome


class _Stop(NamedTuple):
    """The place where a line cannot be read on."""

    position: int


@lru_cache(maxsize=8192)  # suggestions ask again for lines that they have tried
def _outcome(line: str, start: str) -> Any:
    """Return what a line builds, the place where it stops, or the span that repeats a part."""
    try:
        return _Run(fold_case(line), start=start).parse()
    except _ParseFailure as stop:
        return _Stop(stop.position)
    except SaidTwice as twice:
        return twice.span


@lru_cache(maxsize=8192)  # advice tries many ways to go on from few places
def expected_after(prefix: str, start: str = RACE.power) -> tuple[str, ...]:
    """Return the terminals that may follow `prefix`, the start of a line; () if it is not one.

    start: what the line is read as, one of the starts of a game.
    """
    run = _Run(fold_case(prefix), building=False, start=start)
    try:
        run.read()
    except _ParseFailure:
        return ()
    return run.expected()


def read_tokens(line: str, start: str = RACE.power) -> tuple[tuple[Token, ...], bool]:
    """Return the words of a line up to where it stops being readable, and whether all of it is.

    start: what the line is read as, one of the starts of a game. A whole line may lack its end.
    """
    run = _Run(fold_case(line[:MAX_LENGTH]), building=False, start=start)
    try:
        run.read()
    except _ParseFailure:
        return tuple(run.tokens), False
    return tuple(run.tokens), len(line) <= MAX_LENGTH


def read_rules(line: str, start: str = RACE.power) -> tuple[tuple[str, Span], ...]:
    """Return the grammar rules of a line, by their methods in Builder, and their places.

    () where the line cannot be read whole.
    """
    run = _Run(fold_case(line[:MAX_LENGTH]), building=False, start=start)
    try:
        run.parse()
    except _ParseFailure:
        return ()
    return tuple(run.rules)


def fold_case(line: str) -> str:
    """Return the line in lower case except titles in quotes; no character moves."""
    parts = line.split('"')
    parts[0::2] = [_lower(part) for part in parts[0::2]]
    return '"'.join(parts)


def _lower(text: str) -> str:
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _syntax_error(position: int, line: str, rule: str) -> PowerSyntaxError:
    start = _word_start(position, line, rule)
    found = _word_at(line, start)
    expected = expected_after(line[:start], rule)
    return PowerSyntaxError(Span(start, start + len(found)), found, expected)


def _word_start(position: int, line: str, rule: str) -> int:
    """Return the start of the word at a position, if a power can be read up to there."""
    start = position
    if _is_letter(line[position : position + 1]):
        while start and _is_letter(line[start - 1]):
            start -= 1
    return start if expected_after(line[:start], rule) else position


def _is_letter(character: str) -> bool:
    return character.isalpha() or character in ("-", "'")


def _word_at(line: str, start: int) -> str:
    match = _WORD.match(line, start)
    return match[0] if match else ""


_WORD: Final = re.compile(r'"[^"]*"|[=-]>|[+-]?\w[\w\'-]*|.')
"""What a reader takes for one word where the lexer knows none."""


class _ParseFailure(Exception):
    """The line cannot be read on from `position`."""

    def __init__(self, position: int) -> None:
        self.position = position


class _Run:
    """One pass over one line: the stack of states, and of what was built with its place."""

    def __init__(
        self,
        line: str,
        building: bool = True,
        start: str = RACE.power,
        find_title: FindTitle | None = None,
    ) -> None:
        self.game = game = game_of(start).id
        self.tables = tables = load_tables(game)
        self.no_keywords = terminals_of(game).no_keywords
        self.line = line
        self.building = building
        self.find_title = find_title
        self.states = [tables.start[start]]
        self.last = tables.end[start]
        self.values: list[tuple[Any, int, int]] = []
        self.tokens: list[Token] = []
        self.rules: list[tuple[str, Span]] = []

    def parse(self) -> Any:
        """Return what the whole line builds. Raises _ParseFailure."""
        self.read()
        end = len(self.line)
        if not self._reduce(_END):
            raise _ParseFailure(end)
        return self.values[-1][0]

    def read(self) -> None:
        """Take every word of the line. Raises _ParseFailure."""
        line, position = self.line, 0
        length = len(line)
        while True:
            while position < length and line[position] == " ":
                position += 1
            if position == length:
                return
            word = self._next(position)
            if not self._reduce(word.type):
                raise _ParseFailure(position)
            end = position + len(word)
            self.states.append(self.tables.states[self.states[-1]][word.type])
            self.values.append((word, position, end))
            if not self.building:
                self.tokens.append(Token(word.type, Span(position, end)))
            position = end

    def expected(self) -> tuple[str, ...]:
        """Return the names of the terminals that the line can go on with."""
        known = self.tables.states[self.states[-1]].keys() & {*self.tables.terminals, _END}
        return tuple(sorted(name for name in known if self.accepts(name)))

    def accepts(self, terminal: str) -> bool:
        """Return whether the line can go on with a terminal; nothing is changed."""
        saved = self.states[:], self.values[:]
        accepted = self._reduce(terminal)
        self.states, self.values = saved
        return accepted

    def _next(self, position: int) -> Word:
        """Return the word at a position, by the first terminal that fits. Raises _ParseFailure."""
        line = self.line
        lexer = self.tables.lexers[self.states[-1]]
        for name, text, match in lexer.tries(line[position]):
            if text is not None:
                if not line.startswith(text, position) or _goes_on(line, position + len(text)):
                    continue
                word = Word(text)
            elif name == "TITLE" and self.find_title:
                word = Word(line[position : self.find_title(line, position)])
            else:
                found = match(line, position)
                if found is None:
                    continue
                word = Word(found[0])
            word.type = lexer.given.get(name, _NONE).get(word, name)
            if word.type == "NAME" and word in self.no_keywords:
                break
            return word
        raise _ParseFailure(position)

    def _reduce(self, terminal: str) -> bool:
        """Complete every rule that ends before a terminal; whether the terminal can follow."""
        table, rules = self.tables.states, self.tables.rules
        states, values = self.states, self.values
        while True:
            action = table[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                return True
            rule = rules[-1 - action]
            length = rule.length
            built = values[-length:]
            del states[-length:], values[-length:]
            states.append(table[states[-1]][rule.origin])
            start, end = built[0][1], built[-1][2]
            value = None
            if self.building:
                value = self._build(rule, built, start, end)
            else:
                self.rules.append((rule.method, Span(start, end)))
            values.append((value, start, end))
            if terminal == _END and states[-1] == self.last:
                return True

    def _build(self, rule: Rule, built: list[tuple[Any, int, int]], start: int, end: int) -> Any:
        """Return the value of a complete rule: its only part, a list to splice in, or a node."""
        parts: list[Any] = []
        for index in rule.parts:
            if index >= 0:
                parts.append(built[index][0])
            elif index == -1:
                parts.append(None)
            else:
                parts += built[-2 - index][0]
        if rule.passes and len(parts) == 1:
            return parts[0]
        if rule.origin.startswith("_"):
            return parts
        method = _method_of(self.game, rule.method)
        return method(Span(start, end), *parts)


@lru_cache(maxsize=1024)
def _method_of(game: str, name: str) -> Callable[..., Any]:
    """Return what makes a node for an alternative of a game's grammar: its word, or its builder."""
    word = vocabulary(game).by_rule.get(name)
    return word.from_parts if word else getattr(_builder(game), name)


@lru_cache(maxsize=4)
def _builder(game: str) -> Builder:
    builder: type[Builder] = loaded(GAMES[game].builder)
    return builder()


def _goes_on(line: str, end: int) -> bool:
    """Return whether a word continues by a letter where it should end."""
    return line[end - 1].isalpha() and line[end : end + 1].isalpha()


_NONE: Final[dict[str, str]] = {}
