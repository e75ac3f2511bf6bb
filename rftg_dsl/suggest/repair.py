"""A text of the language that cannot be read on: where it stops, and how far a mended one reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rftg_dsl.games import Game, game_of
from rftg_dsl.semantics.lower import lower_any
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
from rftg_dsl.words.errors import SemanticError

BEYOND: Final = 1
"""A mended text reads farther than the place where it stopped."""
WHOLE: Final = 2
"""It reads to its end."""
MEANT: Final = 3
"""It means something, too."""


class Advice(NamedTuple):
    """What to write: `text` in place of `span`.

    help: said in place of "write `text`". sure: nothing else can be meant, if the mended text
    means something. blames: the words of `span` are what is wrong, wherever the text stops.
    exact: False where `help` says what to do and `text` is not what to write.
    """

    span: Span
    text: str
    help: str = ""
    sure: bool = False
    blames: bool = False
    exact: bool = True


class Stopped(NamedTuple):
    """A text, the error where it cannot be read on, and the rule of the grammar it is read by.

    tokens: the classes of tokens that its file declares.
    """

    text: str
    error: PowerSyntaxError
    rule: str = "power"
    tokens: frozenset[str] = frozenset()

    @property
    def game(self) -> Game:
        """The game whose grammar the text is read by."""
        return game_of(self.rule)

    @property
    def terminals(self) -> Terminals:
        """The words of that game."""
        return terminals_of(self.game.id)

    @property
    def is_power(self) -> bool:
        """Whether the text is a power line."""
        return is_power(self.rule)

    @property
    def phase(self) -> str:
        """What stands before the first colon, in small letters."""
        return self.text.split(":")[0].strip().lower()

    def expects(self, terminal: str) -> bool:
        """Return whether the terminal may stand where the text stops."""
        return terminal in self.error.expected

    def mended(self, advice: Advice) -> str:
        """Return the text with the advice taken, up to a comment that begins with it."""
        mended = self.text[: advice.span.start] + advice.text + self.text[advice.span.end :]
        return without_comment(mended)

    def rank(self, advice: Advice, least: int = BEYOND) -> int:
        """Return how much better the mended text is: 0, BEYOND, WHOLE or MEANT.

        least: what is worse may be 0 as well, which is quicker to find.
        """
        if self._is_far_behind(advice.span):
            return 0
        mended = self.mended(advice)
        if least > BEYOND and self.is_power and not reads_whole(mended, self.rule):
            return 0
        later = error_in(mended, self.rule)
        if later is None:
            return 0 if self._makes_up_tokens(mended) else rank_of(mended, self.rule)
        start, span = self.error.span.start, advice.span
        grown = len(mended) - len(self.text)
        reached = start + grown if start >= span.end else span.start + len(advice.text) - 1
        return BEYOND if later.span.start > reached else 0

    def _is_far_behind(self, place: Span) -> bool:
        """Return whether the text stops long before a place, whatever is written there.

        A title or a list of numbers goes on to its end, and other terminals have two words at most.
        """
        between = self.text[self.error.span.end : place.start]
        found = self.error.found
        return found[:1].isalpha() and '"' not in found and len(between.split()) > 1

    def _makes_up_tokens(self, mended: str) -> bool:
        """Return whether a mended power names a class of tokens that the text does not."""
        if not self.is_power or "token" not in mended.lower():
            return False
        text = " ".join(self.text.lower().split())
        return any(token not in text for token, _ in tokens_in(parse_power(mended, self.rule)))


Slip = Callable[[Stopped], Iterator[Advice]]
"""Proposes what may have been meant; who asks tries how far each proposal reads."""


def is_power(rule: str) -> bool:
    """Return whether texts read by a rule are power lines."""
    return game_of(rule).power == rule


def reads_whole(text: str, rule: str) -> bool:
    """Return whether a power can be read to its end; quicker than to say where it cannot."""
    return len(text) <= MAX_LENGTH and power_or_none(text, rule) is not None


def rank_of(text: str, rule: str = "power") -> int:
    """Return MEANT, WHOLE or, where the text cannot be read to its end, 0."""
    if error_in(text, rule) is not None:
        return 0
    if is_power(rule):
        try:
            lower_any(parse_power(text, rule))
        except SemanticError:
            return WHOLE
    return MEANT


def common_start(one: str, other: str) -> int:
    """Return how many characters two texts begin with that are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def error_in(text: str, rule: str) -> PowerSyntaxError | None:
    """Return where a text cannot be read by a rule of the grammar, or None."""
    try:
        if is_power(rule):
            parse_power(text, rule)
        else:
            _READERS[rule](text)
    except PowerSyntaxError as error:
        return error
    except ValueError:
        return PowerSyntaxError(Span(0, 0), "", ())
    return None


_READERS: Final[dict[str, Callable[[str], Any]]] = {
    "goal": parse_goal,
    "measure": parse_measure,
    "cards": parse_cards,
}
