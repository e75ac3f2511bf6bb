"""Proposals for text with syntax errors, and their ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rftg_dsl.games import Game, game_of
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.semantics.select import tokens_in
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import (
    MAX_LENGTH,
    PowerSyntaxError,
    parse,
    parse_power,
    power_or_none,
)
from rftg_dsl.syntax.tokens import Terminals, terminals_of
from rftg_dsl.syntax.written import without_comment
from rftg_dsl.words.checks import SemanticError

RANK_LATER_ERROR: Final = 1
"""Rank of a repaired text whose first error is further to the right."""
RANK_PARSED: Final = 2
"""Rank of a repaired text that can be parsed, but not lowered."""
RANK_MEANINGFUL: Final = 3
"""Rank of a repaired text that can be parsed and lowered."""


class Proposal(NamedTuple):
    """A replacement of the text in `span`.

    help: advice instead of "write `text`".
    sure: whether it is certain, provided that the repaired text is valid.
    blames: whether the words in `span` are wrong, even if parsing fails elsewhere.
    exact: whether `text` is the complete change described by `help`.
    """

    span: Span
    text: str
    help: str = ""
    sure: bool = False
    blames: bool = False
    exact: bool = True


class ParseFailure(NamedTuple):
    """A text with its syntax error.

    rule: grammar rule.
    tokens: token types of the file.
    """

    text: str
    error: PowerSyntaxError
    rule: str = "power"
    tokens: frozenset[str] = frozenset()

    @property
    def game(self) -> Game:
        """The game of the grammar rule."""
        return game_of(self.rule)

    @property
    def terminals(self) -> Terminals:
        """The terminals of the game."""
        return terminals_of(self.game.id)

    @property
    def is_power(self) -> bool:
        """Whether the text is a power line."""
        return is_power(self.rule)

    @property
    def phase(self) -> str:
        """The text before the first colon, in lower case."""
        return self.text.split(":")[0].strip().lower()

    def expects(self, terminal: str) -> bool:
        """Return whether a terminal is expected at the error."""
        return terminal in self.error.expected

    def apply(self, proposal: Proposal) -> str:
        """Return the repaired text, without a comment."""
        span = proposal.span
        return without_comment(self.text[: span.start] + proposal.text + self.text[span.end :])

    def rank(self, proposal: Proposal, min_rank: int = RANK_LATER_ERROR) -> int:
        """Return the rank of a proposal: 0, RANK_LATER_ERROR, RANK_PARSED or RANK_MEANINGFUL.

        min_rank: lower ranks can be returned as 0, which is faster.
        """
        if self._is_too_far(proposal.span):
            return 0
        repaired = self.apply(proposal)
        if repaired == self.text:
            return 0
        if min_rank > RANK_LATER_ERROR and self.is_power and not can_parse(repaired, self.rule):
            return 0
        new_error = error_in(repaired, self.rule)
        if new_error is None:
            return 0 if self._invents_tokens(repaired) else rank_of(repaired, self.rule)
        start, span = self.error.span.start, proposal.span
        growth = len(repaired) - len(self.text)
        position = start + growth if start >= span.end else span.start + len(proposal.text) - 1
        return RANK_LATER_ERROR if new_error.span.start > position else 0

    def _is_too_far(self, place: Span) -> bool:
        """Return whether a place is too far after the error to change it.

        Except for titles and lists of numbers, terminals have at most two words.
        """
        text_between = self.text[self.error.span.end : place.start]
        word = self.error.found
        return word[:1].isalpha() and '"' not in word and len(text_between.split()) > 1

    def _invents_tokens(self, repaired: str) -> bool:
        """Return whether a repaired power has a type of token that isn't in the original text."""
        if not self.is_power or "token" not in repaired.lower():
            return False
        text = " ".join(self.text.lower().split())
        return any(token not in text for token, _ in tokens_in(parse_power(repaired, self.rule)))


Proposer = Callable[[ParseFailure], Iterator[Proposal]]
"""Function that yields proposals, the likeliest first."""


def is_power(rule: str) -> bool:
    """Return whether a grammar rule is for power lines."""
    return game_of(rule).power == rule


def can_parse(text: str, rule: str) -> bool:
    """Return whether a power can be parsed. Faster than error_in."""
    return len(text) <= MAX_LENGTH and power_or_none(text, rule) is not None


def rank_of(text: str, rule: str = "power") -> int:
    """Return RANK_MEANINGFUL or RANK_PARSED, or 0 if the text cannot be parsed."""
    if error_in(text, rule) is not None:
        return 0
    return (
        RANK_PARSED if is_power(rule) and meaning_error(text, rule) is not None else RANK_MEANINGFUL
    )


@lru_cache(maxsize=1024)
def meaning_error(text: str, rule: str) -> SemanticError | None:
    """Return the semantic error of a power, or None."""
    try:
        lower_for_game(parse_power(text, rule))
    except SemanticError as error:
        return error
    return None


def error_in(text: str, rule: str) -> PowerSyntaxError | None:
    """Return the syntax error of a text, or None."""
    try:
        parse(text, rule)
    except PowerSyntaxError as error:
        return error
    except ValueError:
        return PowerSyntaxError(Span(0, 0), "", ())
    return None


def common_start(first: str, second: str) -> int:
    """Return the length of the longest common prefix of two texts."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(first), len(second)))
