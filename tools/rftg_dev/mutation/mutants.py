"""Single-token mutations of a line: every way to get one word of it wrong, by kind of mistake."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span

_TOKEN: Final = re.compile(r'"[^"]*"|->|[+-]?[0-9]+(?:-cost)?|non-|[a-z][a-z0-9\'-]*|[:,]')
_GRAY: Final = (*ast.KINDS, ast.GRAY)
_NOUNS: Final = ("world", "development", "card")
_BEGINNINGS: Final = (*ast.PHASES, *ast.MOMENTS, ast.SCORE)
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

Tokens = list[str]
Change = tuple[Tokens, tuple[int, ...], str]
"""The mutated tokens, the numbers of those that show the mistake, and the word that was right."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A line with one mistake.

    kind: of the mistake. places: where it shows, each with the neighbours of what is missing.
    right: the word that stood there.
    """

    kind: str
    text: str
    places: tuple[Span, ...]
    right: str


def tokens_of(line: str) -> Tokens:
    """Return the words and signs of a canonical line; `non-` is one of its own."""
    return _TOKEN.findall(line)


def joined(tokens: Sequence[str]) -> str:
    """Return the line of some tokens."""
    return "".join(_spaced(tokens))


def _spaced(tokens: Sequence[str]) -> Iterator[str]:
    before = "-"
    for token in tokens:
        yield token if token in (":", ",") or before.endswith("-") else f" {token}"
        before = token


def mutants_of(line: str, seed: str) -> Iterator[Mutant]:
    """Yield every mutant of a line, each text once a kind.

    `seed` decides which letters are misspelt.
    """
    tokens = tokens_of(line)
    for kind, changes in KINDS.items():
        seen = {line}
        for changed, places, right in changes(tokens, f"{seed}/{kind}"):
            text = joined(changed)
            if text not in seen:
                seen.add(text)
                yield Mutant(kind, text, tuple(_span(changed, at) for at in places), right)


def _span(tokens: Tokens, at: int) -> Span:
    """Return the place of a token; of one that is missing at -1 - n, its neighbours n - 1 and n."""
    if at >= 0:
        end = len(joined(tokens[: at + 1]))
        return Span(end - len(tokens[at]), end)
    gap = -1 - at
    start = len(joined(tokens[:gap])) - len(tokens[gap - 1]) if gap else 0
    return Span(start, len(joined(tokens[: gap + 1])))


# --- the kinds of mistakes


def _dropped(tokens: Tokens, _seed: str) -> Iterator[Change]:
    for at, token in enumerate(tokens):
        yield tokens[:at] + tokens[at + 1 :], (-1 - at,), token


def _swapped(tokens: Tokens, _seed: str) -> Iterator[Change]:
    for at in range(len(tokens) - 1):
        one, two = tokens[at : at + 2]
        yield [*tokens[:at], two, one, *tokens[at + 2 :]], (at, at + 1), f"{one} {two}"


def _misplaced(tokens: Tokens, _seed: str) -> Iterator[Change]:
    """Yield a token that stands elsewhere; a place further on would be a swap."""
    for at, token in enumerate(tokens):
        rest = tokens[:at] + tokens[at + 1 :]
        for to in range(len(tokens)):
            if abs(to - at) > 1:
                left = -1 - (at if to > at else at + 1)
                yield [*rest[:to], token, *rest[to:]], (to, left), token


def _misspelt(tokens: Tokens, seed: str) -> Iterator[Change]:
    for at, token in enumerate(tokens):
        letters = [place for place, letter in enumerate(token) if letter.isalpha()]
        for number, slip in enumerate(_SLIPS if letters else ()):
            chance = random.Random(f"{seed}/{at}/{number}")
            wrong = slip(token, chance.choice(letters), chance)
            if wrong.strip('"'):
                yield _with(tokens, at, wrong)


def _letter_dropped(word: str, at: int, _chance: random.Random) -> str:
    return word[:at] + word[at + 1 :]


def _letter_doubled(word: str, at: int, _chance: random.Random) -> str:
    return word[:at] + word[at] + word[at:]


def _letters_swapped(word: str, at: int, _chance: random.Random) -> str:
    """Return the letter and the next, or for the last letter the one before."""
    start = at if word[at + 1 : at + 2].isalpha() else at - 1
    pair = word[start : start + 2] if start >= 0 else ""
    return word[:start] + pair[::-1] + word[start + 2 :] if pair.isalpha() else word


def _letter_replaced(word: str, at: int, chance: random.Random) -> str:
    other = chance.choice([letter for letter in _LETTERS if letter != word[at].lower()])
    return word[:at] + other + word[at + 1 :]


_SLIPS: Final[tuple[Callable[[str, int, random.Random], str], ...]] = (
    _letter_dropped,
    _letter_doubled,
    _letters_swapped,
    _letter_replaced,
)


def _wrong_kind(tokens: Tokens, _seed: str) -> Iterator[Change]:
    for at, token in enumerate(tokens):
        for kind in _GRAY if token in _GRAY else ():
            yield _with(tokens, at, kind)


def _wrong_type(tokens: Tokens, _seed: str) -> Iterator[Change]:
    for at, token in enumerate(tokens):
        noun = token.removesuffix("s")
        for other in _NOUNS if noun in _NOUNS else ():
            yield _with(tokens, at, other + token[len(noun) :])


def _wrong_phase(tokens: Tokens, _seed: str) -> Iterator[Change]:
    start = tokens.index(":") if ":" in tokens else 0
    for moment in _BEGINNINGS if start else ():
        places = tuple(range(len(moment.split())))
        yield moment.split() + tokens[start:], places, " ".join(tokens[:start])
    for at in range(start, len(tokens)):
        for phase in ast.PHASES if tokens[at] in ast.PHASES else ():
            yield _with(tokens, at, phase)


def _wrong_sign(tokens: Tokens, _seed: str) -> Iterator[Change]:
    for at, token in enumerate(tokens):
        number = token.lstrip("+-")
        for sign in ("+", "-", "") if number.isdigit() else ():
            yield _with(tokens, at, sign + number)


def _wrong_number(tokens: Tokens, _seed: str) -> Iterator[Change]:
    for at, token in enumerate(tokens):
        match = _NUMBER.match(token)
        for step in (-1, 1) if match else ():
            assert match
            yield _with(tokens, at, f"{match[1]}{abs(int(match[2]) + step)}{match[3]}")


_NUMBER: Final = re.compile(r"([+-]?)([0-9]+)(.*)")


def _with(tokens: Tokens, at: int, token: str) -> Change:
    return [*tokens[:at], token, *tokens[at + 1 :]], (at,), tokens[at]


KINDS: Final[dict[str, Callable[[Tokens, str], Iterator[Change]]]] = {
    "dropped": _dropped,
    "swapped": _swapped,
    "misplaced": _misplaced,
    "misspelt": _misspelt,
    "wrong kind": _wrong_kind,
    "wrong type": _wrong_type,
    "wrong phase": _wrong_phase,
    "wrong sign": _wrong_sign,
    "wrong number": _wrong_number,
}
"""What makes the mutants of each kind; "wrong number" is told for itself: most are fair cards."""
