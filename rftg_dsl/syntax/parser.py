"""Parser for power lines, goals, search categories, and answers of card tests.

A shift-reduce parser on Lark's LALR(1) tables for the grammar of a game, with a contextual lexer
that looks only for terminals allowed in the current state. A test compares it with Lark. It is
stricter in two ways: a word must not continue with letters (`perrare` is not `per rare`), and words
of the language are never keywords. Titles in answers have no quotes, so the caller finds them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rftg_dsl.games import GAMES, RACE, game_of, load_attribute
from rftg_dsl.limits import POWER_LENGTH
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.builder import Builder, DuplicatePart, Word
from rftg_dsl.syntax.tables import Rule, load_tables
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.words.verbs import vocabulary

if TYPE_CHECKING:
    from rftg_dsl.syntax.situations import ParsedAnswer

MAX_LENGTH: Final = POWER_LENGTH
"""Maximum length of a power line in code points (docs/safety.md)."""
_END: Final = "$END"
FindTitle = Callable[[str, int], int]
"""Function that returns the end of the unquoted title at a position of a text."""


@dataclass(slots=True, eq=False)
class PowerSyntaxError(Exception):
    """A line that can't be parsed. span: region of the unexpected word.

    found: the unexpected word, or "" at the end of the line.
    expected: terminals allowed there.
    """

    span: Span
    found: str
    expected: tuple[str, ...]


def parse_power(line: str, start: str = RACE.power) -> ast.Power:
    """Return the AST of a power line. Letter case only matters in titles.

    start: the start rule, `power` of a game. Raises PowerSyntaxError at the first unexpected word,
    and ValueError if the line is longer than MAX_LENGTH.
    """
    power = parse(line, start)
    assert isinstance(power, ast.Power)
    return power


def power_or_none(line: str, start: str = RACE.power) -> ast.Power | None:
    """Return the AST of a power line, or None if it can't be parsed. Faster than parse_power.

    start: the start rule.
    """
    power = _outcome(line, start)
    return power if isinstance(power, ast.Power) else None


class Token(NamedTuple):
    """Terminal and span of a word."""

    terminal: str
    span: Span


class PartialAnswer(NamedTuple):
    """The readable start of an answer.

    end: offset of the failure.
    expected: terminals there.
    """

    tokens: tuple[Token, ...]
    end: int
    expected: tuple[str, ...]


def parse_answer(text: str, find_title: FindTitle | None = None) -> ParsedAnswer | PartialAnswer:
    """Return an answer, or its readable start if it can't be parsed completely.

    Letter case matters. find_title: if omitted, titles are in double quotes.
    """
    run = _Run(text, start="answer", find_title=find_title)
    try:
        answer: ParsedAnswer = run.parse()
    except _ParseFailure:
        return parse_answer_prefix(text, find_title)
    return answer


def parse_answer_prefix(text: str, find_title: FindTitle | None = None) -> PartialAnswer:
    """Return the readable start of an answer, with the terminals that can follow."""
    run = _Run(text, building=False, start="answer", find_title=find_title)
    try:
        run.read()
    except _ParseFailure as stop:
        prefix = parse_answer_prefix(text[: stop.position], find_title)
        return prefix._replace(end=stop.position)
    return PartialAnswer(tuple(run.tokens), len(text), run.expected())


def parse(line: str, start: str) -> Any:
    """Return the AST of a text: what the builder returns for the start rule.

    Raises whatever parse_power raises.
    """
    if len(line) > MAX_LENGTH:
        raise ValueError(f"a power has at most {MAX_LENGTH} characters, not {len(line)}")
    outcome = _outcome(line, start)
    if isinstance(outcome, _Stop):
        raise _syntax_error(outcome.position, fold_case(line), start)
    if isinstance(outcome, Span):
        raise PowerSyntaxError(outcome, fold_case(line)[outcome.start : outcome.end], ())
    return outcome


class _Stop(NamedTuple):
    """Position at which parsing fails."""

    position: int


@lru_cache(maxsize=8192)  # suggestions try the same lines repeatedly
def _outcome(line: str, start: str) -> Any:
    """Return the AST of a line, the failing position, or the span of a repeated part."""
    try:
        return _Run(fold_case(line), start=start).parse()
    except _ParseFailure as stop:
        return _Stop(stop.position)
    except DuplicatePart as twice:
        return twice.span


@lru_cache(maxsize=8192)  # suggestions continue from the same few prefixes
def expected_after(prefix: str, start: str = RACE.power) -> tuple[str, ...]:
    """Return the terminals that can follow `prefix`, or () if no line begins with it.

    start: the start rule.
    """
    run = _Run(fold_case(prefix), building=False, start=start)
    try:
        run.read()
    except _ParseFailure:
        return ()
    return run.expected()


def read_tokens(line: str, start: str = RACE.power) -> tuple[tuple[Token, ...], bool]:
    """Return the tokens of the readable start of a line, and whether all of it is readable.

    start: the start rule. A readable line may still be incomplete.
    """
    return _read_tokens(line[: MAX_LENGTH + 1], start)


@lru_cache(maxsize=8192)  # editors ask for the tokens of all lines after each change
def _read_tokens(line: str, start: str) -> tuple[tuple[Token, ...], bool]:
    run = _Run(fold_case(line[:MAX_LENGTH]), building=False, start=start)
    try:
        run.read()
    except _ParseFailure:
        return tuple(run.tokens), False
    return tuple(run.tokens), len(line) <= MAX_LENGTH


def read_rules(line: str, start: str = RACE.power) -> tuple[tuple[str, Span], ...]:
    """Return the builder method and span of each grammar rule in a line.

    Returns () if the line can't be parsed.
    """
    run = _Run(fold_case(line[:MAX_LENGTH]), building=False, start=start)
    try:
        run.parse()
    except _ParseFailure:
        return ()
    return tuple(run.rules)


def fold_case(line: str) -> str:
    """Return the line in lower case, except quoted titles. Offsets stay valid."""
    parts = line.split('"')
    parts[0::2] = [_lower_case(part) for part in parts[0::2]]
    return '"'.join(parts)


def _lower_case(text: str) -> str:
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _syntax_error(position: int, line: str, rule: str) -> PowerSyntaxError:
    start = _word_start(position, line, rule)
    word = _word_at(line, start)
    expected = expected_after(line[:start], rule)
    return PowerSyntaxError(Span(start, start + len(word)), word, expected)


def _word_start(position: int, line: str, rule: str) -> int:
    """Return the start of the word at a position if the text before it parses."""
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
"""A word for error messages, for text that no terminal matches."""


class _ParseFailure(Exception):
    """Parsing fails at `position`."""

    def __init__(self, position: int) -> None:
        self.position = position


class _Run:
    """Parser state for one line: stacks of LALR states and of values with their offsets."""

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
        """Parse the line and return its AST. Raises _ParseFailure."""
        self.read()
        end = len(self.line)
        if not self._reduce(_END):
            raise _ParseFailure(end)
        return self.values[-1][0]

    def read(self) -> None:
        """Shift every word of the line. Raises _ParseFailure."""
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
        """Return the names of the terminals that can follow."""
        terminals = self.tables.states[self.states[-1]].keys() & {*self.tables.terminals, _END}
        return tuple(sorted(name for name in terminals if self.accepts(name)))

    def accepts(self, terminal: str) -> bool:
        """Return whether a terminal can follow, without changing the state."""
        saved = self.states[:], self.values[:]
        can_follow = self._reduce(terminal)
        self.states, self.values = saved
        return can_follow

    def _next(self, position: int) -> Word:
        """Return the word at a position by the first matching terminal. Raises _ParseFailure."""
        line = self.line
        lexer = self.tables.lexers[self.states[-1]]
        for name, text, match in lexer.candidates(line[position]):
            if text is not None:
                if not line.startswith(text, position) or _continues_word(
                    line, position + len(text)
                ):
                    continue
                word = Word(text)
            elif name == "TITLE" and self.find_title:
                word = Word(line[position : self.find_title(line, position)])
            else:
                pattern_match = match(line, position)
                if pattern_match is None:
                    continue
                word = Word(pattern_match[0])
            word.type = lexer.own_words.get(name, _NO_WORDS).get(word, name)
            if word.type == "NAME" and word in self.no_keywords:
                break
            return word
        raise _ParseFailure(position)

    def _reduce(self, terminal: str) -> bool:
        """Reduce all rules that end before a terminal. Return whether the terminal can follow."""
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
            children = values[-length:]
            del states[-length:], values[-length:]
            states.append(table[states[-1]][rule.origin])
            start, end = children[0][1], children[-1][2]
            value = None
            if self.building:
                value = self._build(rule, children, start, end)
            else:
                self.rules.append((rule.method, Span(start, end)))
            values.append((value, start, end))
            if terminal == _END and states[-1] == self.last:
                return True

    def _build(self, rule: Rule, children: list[tuple[Any, int, int]], start: int, end: int) -> Any:
        """Return the value of a complete rule: its only part, a list to splice, or a node."""
        parts: list[Any] = []
        for index in rule.parts:
            if index >= 0:
                parts.append(children[index][0])
            elif index == -1:
                parts.append(None)
            else:
                parts += children[-2 - index][0]
        if rule.passes and len(parts) == 1:
            return parts[0]
        if rule.origin.startswith("_"):
            return parts
        method = _method_of(self.game, rule.method)
        return method(Span(start, end), *parts)


@lru_cache(maxsize=1024)
def _method_of(game: str, name: str) -> Callable[..., Any]:
    """Return the method of an effect class or builder that makes the node of an alternative."""
    word = vocabulary(game).by_rule.get(name)
    return word.from_parts if word else getattr(_builder(game), name)


@lru_cache(maxsize=4)
def _builder(game: str) -> Builder:
    builder: type[Builder] = load_attribute(GAMES[game].builder)
    return builder()


def _continues_word(line: str, end: int) -> bool:
    """Return whether a letter continues the word that should end at `end`."""
    return line[end - 1].isalpha() and line[end : end + 1].isalpha()


_NO_WORDS: Final[dict[str, str]] = {}
