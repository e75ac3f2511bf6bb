"""Proposals for texts that cannot be parsed, and how far each mended text reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rftg_dsl.games import Game, game_of
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.semantics.select import tokens_in
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import (
    MAX_LENGTH,
    PowerSyntaxError,
    parse_cards,
    parse_goal,
    parse_measure,
    parse_power,
    power_or_none,
)
from rftg_dsl.syntax.tokens import Terminals, terminals_of
from rftg_dsl.syntax.written import without_comment
from rftg_dsl.words.checks import SemanticError

FARTHER: Final = 1
"""Rank of a mended text that reads farther than the place where parsing failed."""
PARSES: Final = 2
"""Rank of a mended text that can be parsed."""
MEANINGFUL: Final = 3
"""Rank of a mended text that can be parsed and lowered."""


class Proposal(NamedTuple):
    """A text to write in place of `span`.

    help: advice to show instead of "write `text`". sure: nothing else can be meant, if the mended
    text means something. blames: the words of `span` are wrong, wherever parsing fails.
    exact: False if `help` says what to do and `text` is not what to write.
    """

    span: Span
    text: str
    help: str = ""
    sure: bool = False
    blames: bool = False
    exact: bool = True


class ParseFailure(NamedTuple):
    """A text, the error where parsing fails, and the grammar rule it is parsed by.

    tokens: classes of tokens that the file declares.
    """

    text: str
    error: PowerSyntaxError
    rule: str = "power"
    tokens: frozenset[str] = frozenset()

    @property
    def game(self) -> Game:
        """The game whose grammar has the rule."""
        return game_of(self.rule)

    @property
    def terminals(self) -> Terminals:
        """The terminals of that game."""
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
        """Return whether the terminal can stand where parsing fails."""
        return terminal in self.error.expected

    def apply(self, proposal: Proposal) -> str:
        """Return the mended text, up to a comment that begins with it."""
        span = proposal.span
        return without_comment(self.text[: span.start] + proposal.text + self.text[span.end :])

    def rank(self, proposal: Proposal, least: int = FARTHER) -> int:
        """Return how much better the mended text is: 0, FARTHER, PARSES or MEANINGFUL.

        least: a lower rank may be returned as 0, which is quicker to find.
        """
        if self._is_far_behind(proposal.span):
            return 0
        mended = self.apply(proposal)
        if least > FARTHER and self.is_power and not can_parse(mended, self.rule):
            return 0
        later = error_in(mended, self.rule)
        if later is None:
            return 0 if self._invents_tokens(mended) else rank_of(mended, self.rule)
        start, span = self.error.span.start, proposal.span
        grown = len(mended) - len(self.text)
        reached = start + grown if start >= span.end else span.start + len(proposal.text) - 1
        return FARTHER if later.span.start > reached else 0

    def _is_far_behind(self, place: Span) -> bool:
        """Return whether parsing fails long before a place, whatever is written there.

        A title or a list of numbers goes on to its end, and other terminals have two words at most.
        """
        between = self.text[self.error.span.end : place.start]
        found = self.error.found
        return found[:1].isalpha() and '"' not in found and len(between.split()) > 1

    def _invents_tokens(self, mended: str) -> bool:
        """Return whether a mended power names a class of tokens that the text does not."""
        if not self.is_power or "token" not in mended.lower():
            return False
        text = " ".join(self.text.lower().split())
        return any(token not in text for token, _ in tokens_in(parse_power(mended, self.rule)))


Proposer = Callable[[ParseFailure], Iterator[Proposal]]
"""Yields what may have been meant, the likeliest first."""


def is_power(rule: str) -> bool:
    """Return whether texts parsed by a rule are power lines."""
    return game_of(rule).power == rule


def can_parse(text: str, rule: str) -> bool:
    """Return whether a power can be parsed; quicker than to find where parsing fails."""
    return len(text) <= MAX_LENGTH and power_or_none(text, rule) is not None


def rank_of(text: str, rule: str = "power") -> int:
    """Return MEANINGFUL or PARSES, or 0 if the text cannot be parsed."""
    if error_in(text, rule) is not None:
        return 0
    return PARSES if is_power(rule) and meaning_error(text, rule) is not None else MEANINGFUL


@lru_cache(maxsize=1024)
def meaning_error(text: str, rule: str) -> SemanticError | None:
    """Return why a power that can be parsed means nothing, or None if it means something."""
    try:
        lower_for_game(parse_power(text, rule))
    except SemanticError as error:
        return error
    return None


def error_in(text: str, rule: str) -> PowerSyntaxError | None:
    """Return where parsing fails, or None if the text can be parsed."""
    try:
        if is_power(rule):
            parse_power(text, rule)
        else:
            _PARSERS[rule](text)
    except PowerSyntaxError as error:
        return error
    except ValueError:
        return PowerSyntaxError(Span(0, 0), "", ())
    return None


_PARSERS: Final[dict[str, Callable[[str], Any]]] = {
    "goal": parse_goal,
    "measure": parse_measure,
    "cards": parse_cards,
}


def common_start(first: str, second: str) -> int:
    """Return the length of the longest common prefix of two texts."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(first), len(second)))
