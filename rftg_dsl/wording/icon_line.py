"""Icon lines: a power said in glyphs, from its AST through a template file of its game.

Glyphs stand in the order of the power line: trigger, cost, effects, what they are for, how
often, on which condition. As in english.py, every node has the block named after it; known here
are only the adjectives that make one drawing with their noun. A glyph is a name; drawings are the
business of a theme.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rftg_dsl.games import RACE
from rftg_dsl.semantics.select import KIND_WORDS
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.wording.blocks import Blocks, block_name, block_of, wording_file
from rftg_dsl.words.checks import PLACED_NOUNS


@struct
class Glyph:
    """One drawing of an icon line.

    name: of the drawing. kind: a kind of good ("" none in particular, "any" one that may be
    chosen), which gives the drawing its colour and its pattern. figure: what stands upon it:
    "+2", "1–3", or the letters of a keyword. negated: struck through.
    """

    name: str
    kind: str = ""
    figure: str = ""
    negated: bool = False


@struct
class IconLine:
    """Glyphs from left to right. says_all: who knows the glyphs needs no words beside them."""

    glyphs: tuple[Glyph, ...]
    says_all: bool


@lru_cache(maxsize=4096)
def icon_line(power: ast.Power, kind: str = "") -> IconLine:
    """Return the glyphs of a power.

    kind: of the good of the world it stands on, "" for none. Raises blocks.Unworded for a word
    without a block.
    """
    return _read(_Composer(power, kind).render("power", power))


def icon_scoring(power: ast.Power) -> tuple[IconLine, ...]:
    """Return what each line of the scoring table of a `score` power counts, without the points."""
    composer = _Composer(power)
    return tuple(_read(composer.render("scoring_line", effect)) for effect in power.effects)


BLOCKS: Final = Blocks("icons.jinja")
"""The words of the language, each with its glyphs; those of other games stand upon these."""


@lru_cache(maxsize=4)
def blocks_of(game: str) -> Blocks:
    """Return the words of the language of a game, each with its glyphs."""
    return BLOCKS if game == RACE.id else Blocks(wording_file(game, "icons"), below=BLOCKS)


class _Composer:
    """Composes the glyphs of the nodes of one power."""

    def __init__(self, power: ast.Power, kind: str = "") -> None:
        self._blocks = blocks_of(power.game)
        self._facts: dict[str, Any] = {
            "power": power,
            "choices": (power.effects, *power.others),
            "verbs": tuple(effect.verb for effect in power.effects),
            "placed": ast.Selector("card" if power.also else PLACED_NOUNS.get(power.phase, "card")),
            "kind_here": kind,
            "kinds": KIND_WORDS,
            "icon": _token,
            "in_words": lambda: _WORDS,
            "show": self.show,
            "show_power": lambda selector: self.render("selector_power", selector),
            "glyph": "",
            "bearer": "card",
            "word": self.word,
            "noun_of": noun_of,
            "figure_of": figure_of,
            "signed": signed,
            "count_of": count_of,
        }

    def render(self, name: str, node: object, **facts: Any) -> str:
        """Return the glyphs of a block for a node, as tokens."""
        facts = {**self._facts, "figure": "", "negated": False, **facts}
        return self._blocks.render(name, node, facts)

    def show(self, node: object, **facts: Any) -> str:
        """Return the glyphs of a node; figure: what stands upon its main one."""
        return self.render(block_of(node), node, **facts)

    def word(self, prefix: str, name: str, negated: bool = False) -> str:
        """Return the glyph of a phase, a fact or a keyword; what is no fact is a keyword."""
        block = block_name(prefix, name)
        known = prefix not in ("fact", "keyword") or self._blocks.has(block)
        return self.render(block if known else "keyword", name, negated=negated)


# --- nouns: several adjectives are one drawing where they can be


class Noun(NamedTuple):
    """The main glyph of a selector, and its adjectives that need glyphs of their own."""

    name: str
    kind: str
    negated: bool
    badges: tuple[ast.Adjective, ...]


_SLOTS: Final = {
    **dict.fromkeys((*ast.KINDS, ast.GRAY, "variable"), "kind"),
    **dict.fromkeys(("production", "windfall"), "good"),
    "military": "military",
}
"""What of a world's drawing an adjective decides."""


def noun_of(selector: ast.Selector) -> Noun:
    """Return how a selector without a title is drawn: as one glyph of all its facts."""
    if selector.noun != "world":
        return Noun(selector.noun, "", False, selector.adjectives)
    drawn: dict[str, str] = {}
    badges = []
    for adjective in selector.adjectives:
        slot = _SLOTS.get(adjective.words[0]) if len(adjective.words) == 1 else None
        if slot and slot not in drawn and not adjective.negated:
            drawn[slot] = adjective.words[0]
        else:
            badges.append(adjective)
    # A world that is not so is that world, struck through: but only where this says it all.
    negated = len(badges) == len(selector.adjectives) == 1 and badges[0].negated
    if negated and len(badges[0].words) == 1 and (word := badges[0].words[0]) in _SLOTS:
        return Noun(*_world({_SLOTS[word]: word}), True, ())
    return Noun(*_world(drawn), False, tuple(badges))


def _world(drawn: dict[str, str]) -> tuple[str, str]:
    """Return the name and the kind of a world's glyph: "military_windfall_world"."""
    kind = drawn.get("kind", "")
    words = [drawn[slot] for slot in ("military", "good") if slot in drawn]
    return "_".join([*words, "world"]), ast.ANY_KIND if kind == "variable" else kind


def figure_of(numbers: ast.Range, plus: bool = False) -> str:
    """Return a range as short as can be: "6", "2–5", "4+"; plus: with signs."""
    written = signed if plus else str
    if numbers.high is None:
        return f"{written(numbers.low)}+"
    if numbers.low == numbers.high:
        return written(numbers.low)
    return f"{written(numbers.low)}–{written(numbers.high)}"


def count_of(cost: ast.Cost) -> str:
    """Return how many are given up: "2", "1–3" for up to 3; "all" of them."""
    if cost.count is None:
        return "all"
    return figure_of(ast.Range(1 if cost.up_to else cost.count, cost.count))


def signed(number: int) -> str:
    """Return a number with its sign, the minus as wide as the plus: "+1", "−2"."""
    return f"{number:+d}".replace("-", "−")


# --- tokens: how glyphs come out of a template

_TOKEN: Final = "\x1e"
_FIELD: Final = "\x1f"
"""Separators that no card file can hold."""
_WORDS: Final = _TOKEN * 2
"""An empty token: these glyphs do not say it all."""


def _token(name: str, figure: object = "", kind: str | None = "", negated: bool = False) -> str:
    fields = (name, kind or "", str(figure), "not" if negated else "")
    return f"{_TOKEN}{_FIELD.join(fields)}{_TOKEN}"


def _read(text: str) -> IconLine:
    """Return the line that tokens stand for. Raises ValueError for any other text of a template."""
    between, tokens = text.split(_TOKEN)[::2], text.split(_TOKEN)[1::2]
    stray = "".join(between).strip()
    if stray:
        raise ValueError(f"icons.jinja has text that is no icon: {stray!r}")
    return IconLine(tuple(_glyphs(tokens)), "" not in tokens)


def _glyphs(tokens: list[str]) -> Iterator[Glyph]:
    for token in tokens:
        if token:
            name, kind, figure, negated = token.split(_FIELD)
            yield Glyph(name, kind, figure, bool(negated))
