"""Icon lines: powers as sequences of glyphs, rendered from templates.

Glyphs follow the order of the power line: trigger, cost, effects, targets, multiplier, condition.
As in english.py, each node is rendered by the block with its name. Only adjectives that share a
drawing with their noun are handled here. A glyph is just a name; the theme supplies the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rftg_dsl.games import RACE
from rftg_dsl.model import Goal
from rftg_dsl.semantics.select import KIND_WORDS
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.wording.blocks import Blocks, block_name, block_of, wording_file
from rftg_dsl.words.checks import PLACED_NOUNS


@struct
class Glyph:
    """A drawing in an icon line.

    name: name of the drawing.
    kind: kind of good that determines colour and pattern; "" if there is none, "any" if the player
    chooses it.
    figure: text on the drawing: "+2", "1–3" or the letters of a keyword.
    negated: whether it is struck through.
    """

    name: str
    kind: str = ""
    figure: str = ""
    negated: bool = False


@struct
class IconLine:
    """Glyphs from left to right. says_all: whether the glyphs need no additional words."""

    glyphs: tuple[Glyph, ...]
    says_all: bool


@lru_cache(maxsize=4096)
def icon_line(power: ast.Power, kind: str = "") -> IconLine:
    """Return the glyphs of a power.

    kind: kind of good of the world with this power, or "" if there is none.

    Raises blocks.MissingBlock for a word without a block.
    """
    return _read(_Composer(power, kind).render("power", power))


def icon_scoring(power: ast.Power) -> tuple[IconLine, ...]:
    """Return the icon line of each line of a scoring table, without the points."""
    composer = _Composer(power)
    return tuple(_read(composer.render("scoring_line", effect)) for effect in power.effects)


def icon_goal(goal: Goal) -> tuple[Glyph, ...]:
    """Return the glyphs of the condition of a goal tile."""
    return _read(_Composer(None).render("goal", goal)).glyphs


BLOCKS: Final = Blocks("icons.jinja")
"""Glyphs of the words of Race for the Galaxy. Other games extend these blocks."""


@lru_cache(maxsize=4)
def blocks_of(game: str) -> Blocks:
    """Return the glyphs of the words of a game."""
    return BLOCKS if game == RACE.id else Blocks(wording_file(game, "icons"), fallback=BLOCKS)


class _Composer:
    """Composes the glyphs of the nodes of one power, or of a goal if `power` is None."""

    def __init__(self, power: ast.Power | None, kind: str = "") -> None:
        self._blocks = blocks_of(power.game if power else RACE.id)
        phase = power.phase if power and not power.also else ""
        self._facts: dict[str, Any] = {
            "power": power,
            "choices": (power.effects, *power.others) if power else (),
            "verbs": tuple(effect.verb for effect in power.effects) if power else (),
            "placed": ast.Selector(PLACED_NOUNS.get(phase, "card")),
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
        """Return the glyphs of a node, as tokens. figure: text on its main glyph."""
        return self.render(block_of(node), node, **facts)

    def word(self, prefix: str, name: str, negated: bool = False) -> str:
        """Return the glyph of a phase, fact or keyword. Unknown facts are keywords."""
        block = block_name(prefix, name)
        has_block = prefix not in ("fact", "keyword") or self._blocks.has(block)
        return self.render(block if has_block else "keyword", name, negated=negated)


# --- nouns: adjectives that share a drawing with their noun


class Noun(NamedTuple):
    """The main glyph of a selector. badges: adjectives that need separate glyphs."""

    name: str
    kind: str
    negated: bool
    badges: tuple[ast.Adjective, ...]


_SLOTS: Final = {
    **dict.fromkeys((*ast.KINDS, ast.GRAY, "variable"), "kind"),
    **dict.fromkeys(("production", "windfall"), "good"),
    "military": "military",
}
"""Adjectives, with the part of the drawing of a world that they change."""


def noun_of(selector: ast.Selector) -> Noun:
    """Return the main glyph of a selector without a title."""
    if selector.noun != "world":
        return Noun(selector.noun, "", False, selector.adjectives)
    slots: dict[str, str] = {}
    badges = []
    for adjective in selector.adjectives:
        slot = _SLOTS.get(adjective.words[0]) if len(adjective.words) == 1 else None
        if slot and slot not in slots and not adjective.negated:
            slots[slot] = adjective.words[0]
        else:
            badges.append(adjective)
    # A single negated adjective is drawn as that world, struck through.
    negated = len(badges) == len(selector.adjectives) == 1 and badges[0].negated
    if negated and len(badges[0].words) == 1 and (word := badges[0].words[0]) in _SLOTS:
        return Noun(*_world({_SLOTS[word]: word}), True, ())
    return Noun(*_world(slots), False, tuple(badges))


def _world(slots: dict[str, str]) -> tuple[str, str]:
    """Return the name and the kind of a world's glyph: "military_windfall_world"."""
    kind = slots.get("kind", "")
    words = [slots[slot] for slot in ("military", "good") if slot in slots]
    return "_".join([*words, "world"]), ast.ANY_KIND if kind == "variable" else kind


def figure_of(numbers: ast.Range, plus: bool = False) -> str:
    """Format a range: "6", "2–5", "4+"; plus: with signs."""
    format_number = signed if plus else str
    if numbers.high is None:
        return f"{format_number(numbers.low)}+"
    if numbers.low == numbers.high:
        return format_number(numbers.low)
    return f"{format_number(numbers.low)}–{format_number(numbers.high)}"


def count_of(cost: ast.Cost) -> str:
    """Format the number of items given up: "2", "1–3" (up to 3) or "all"."""
    if cost.count is None:
        return "all"
    return figure_of(ast.Range(1 if cost.up_to else cost.count, cost.count))


def signed(value: int) -> str:
    """Format a number with its sign, using a wide minus: "+1", "−2"."""
    return f"{value:+d}".replace("-", "−")


# --- tokens: text that templates write for glyphs

_TOKEN: Final = "\x1e"
_FIELD: Final = "\x1f"
"""Separators, which card files can't contain."""
_WORDS: Final = _TOKEN * 2
"""An empty token: the glyphs need additional words."""


def _token(name: str, figure: object = "", kind: str | None = "", negated: bool = False) -> str:
    fields = (name, kind or "", str(figure), "not" if negated else "")
    return f"{_TOKEN}{_FIELD.join(fields)}{_TOKEN}"


def _read(text: str) -> IconLine:
    """Parse tokens into an icon line. Raises ValueError for other text from a template."""
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
