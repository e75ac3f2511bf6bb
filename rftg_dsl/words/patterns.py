"""Patterns that define the grammar, parsing and canonical text of effects.

    draw {n}[ per {count}]          a number and an optional part in brackets
    move {n} [{kinds} ]good(s) to {card}
    conquer [or take over ]{card}

`{...}` is a slot of SLOTS, an optional part is in OPTIONAL or FLAGS, and the rest is literal words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, Self

from rftg_dsl.games import RACE
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Effect, Goods, Per, Range, Span
from rftg_dsl.syntax.tokens import (
    format_dice,
    format_kinds,
    format_selector,
    format_workers,
    terminals_of,
)
from rftg_dsl.words.counts import format_goods, format_per, format_tokens

Values = dict[str, Any]


class Slot(NamedTuple):
    """A part of a pattern with a value.

    grammar: its symbols in the grammar.
    read: stores the parsed value in the effect's fields.
    write: returns its canonical text, or "" if it is left out.
    """

    grammar: str
    read: Callable[[Values, Any, Span], None]
    write: Callable[[Any], str]


def _store_number(name: str) -> Callable[[Values, Any, Span], None]:
    def read(values: Values, part: Any, span: Span) -> None:
        if part is not None:
            values[name] = int(part)

    return read


def _store_node(name: str) -> Callable[[Values, Any, Span], None]:
    def read(values: Values, part: Any, span: Span) -> None:
        values[name] = part

    return read


def _read_change(values: Values, part: Any, span: Span) -> None:
    values["amount"], values["absolute"] = part


def _read_low(values: Values, part: Any, span: Span) -> None:
    values["numbers"] = Range(int(part), None)


def _read_high(values: Values, part: Any, span: Span) -> None:
    values["numbers"] = Range(values["numbers"].low, int(part))


def _read_kinds(values: Values, part: Any, span: Span) -> None:
    values["goods"] = Goods(part or (), span=span)


def _write_change(effect: Effect) -> str:
    return str(effect.amount) if effect.absolute else f"{effect.amount:+d}"


def _write_goods(effect: Effect) -> str:
    if effect.goods is None:
        return ""
    return (
        " for this world's good"
        if effect.goods.here
        else f" for {format_goods(effect.goods, 'plural')}"
    )


def _write_sold(effect: Effect) -> str:
    assert effect.goods is not None
    return "this world's good" if effect.goods.here else format_goods(effect.goods, "plural")


def _write_sold_as(effect: Effect) -> str:
    is_one = effect.goods is not None and effect.goods.here
    return format_goods(Goods(effect.kinds), "a" if is_one else "plural")


def _write_rival(effect: Effect) -> str:
    if effect.rival is None:
        return ""
    if effect.rival.selector is not None:
        return f" from a player with {format_selector(effect.rival.selector, 'a')}"
    return f" from a player with military {effect.rival.military} or more"


def _write_cards(lead: str, form: str) -> Callable[[Any], str]:
    def write(effect: Effect) -> str:
        return f"{lead}{format_selector(effect.selector, form)}" if effect.selector else ""

    return write


def _read_gift(values: Values, part: Any, span: Span) -> None:
    values["given"], values["amount"], values["offered"] = part


def _write_gift(effect: Any) -> str:
    may, ending = ("may ", "") if effect.offered else ("", "s")
    if effect.given == "draw":
        return f"{may}draw{ending} {effect.amount}"
    amount = "a" if effect.given == "windfall good" else effect.amount
    given = "credit" if effect.given == "credits" and amount == 1 else effect.given
    return f"{may}gain{ending} {amount} {given}"


def _write_saved(effect: Effect) -> str:
    assert effect.selector is not None
    return format_selector(effect.selector, "singular" if effect.amount == 1 else "plural")


def _write_kept_cards(effect: Any) -> str:
    return format_selector(effect.selector, "singular" if effect.most == 1 else "plural")


SLOTS: Final[dict[str, Slot]] = {
    "n": Slot("INT", _store_number("amount"), lambda effect: str(effect.amount)),
    "+n": Slot("SIGNED", _store_number("amount"), lambda effect: f"{effect.amount:+d}"),
    "change": Slot("adjustment", _read_change, _write_change),
    "low": Slot("INT", _read_low, lambda effect: str(effect.numbers.low)),
    "high": Slot("INT", _read_high, lambda effect: str(effect.numbers.high)),
    "card": Slot("selector", _store_node("selector"), _write_cards("", "a")),
    "gift": Slot("gift", _read_gift, _write_gift),
    "sold": Slot("sold", _store_node("goods"), _write_sold),
    "sold as": Slot("sold_as", _store_node("kinds"), _write_sold_as),
    "cards": Slot("selector", _store_node("selector"), _write_saved),
    "kept cards": Slot("selector", _store_node("selector"), _write_kept_cards),
    "kept": Slot("kept", _store_node("most"), lambda effect: str(effect.most or "all")),
    "tokens": Slot(
        "tokens",
        _store_node("token"),
        lambda effect: format_tokens(effect.token, effect.amount),
    ),
    "dice": Slot(
        "dice", _store_node("dice"), lambda effect: format_dice(effect.dice, effect.amount)
    ),
    "worker": Slot("workers", _store_node("dice"), lambda effect: format_workers(effect.dice)),
    "workers": Slot(
        "workers", _store_node("dice"), lambda effect: format_workers(effect.dice, effect.amount)
    ),
}
"""Slots in braces."""
_CUSTOM_SLOTS: Final = {
    "noun": "NOUN",
    "holders": "holders",
    "table": "INT (_COMMA INT)+",
    "quantity": "quantity",
    "which workers": "workers",
    "which dice": "dice",
    "phases": "target",
    "rising count": "RISING count",
}
"""Grammar of slots whose effects override from_parts and text."""
OPTIONAL: Final[dict[str, Slot]] = {
    " per {count}": Slot("per", _store_node("per"), lambda effect: format_per(effect.per)),
    " for {cards}": Slot("for_cards", _store_node("selector"), _write_cards(" for ", "plural")),
    " against {cards}": Slot(
        "against", _store_node("selector"), _write_cards(" against ", "plural")
    ),
    " for {goods}": Slot("for_goods", _store_node("goods"), _write_goods),
    " from {rival}": Slot("FROM rival", _store_node("rival"), _write_rival),
    " {source}": Slot("source", _store_node("source"), lambda effect: ""),
    "{kinds} ": Slot("kinds", _read_kinds, lambda effect: format_kinds(effect.goods.kinds)),
    "{n} ": Slot(
        "INT",
        _store_number("amount"),
        lambda effect: "" if effect.amount == 1 else f"{effect.amount} ",
    ),
    " down to {n}": Slot(
        "DOWN TO INT",
        _store_number("least"),
        lambda effect: "" if effect.least == 1 else f" down to {effect.least}",
    ),
}
"""Optional parts that contain a slot."""
FLAGS: Final = {
    "another ": "other",
    "or take over ": "either",
    " without trade powers": "plain",
    " of a different kind": "different",
}
"""Optional words, and the Boolean field that records them."""


@struct
class PatternEffect(Effect):
    """An effect defined by a pattern.

    pattern: syntax as in the module docstring.
    part: grammar rule that it is an alternative of.
    game: id of the game that has this word.
    """

    pattern: ClassVar[str]
    part: ClassVar[str] = "effect"
    game: ClassVar[str] = RACE.id

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Build the effect from the parsed parts of its pattern."""
        values: Values = {}
        remaining = iter(parts)
        for piece in pieces_of(cls.pattern, cls.game):
            part = None
            for _index in range(piece.kept):
                part = next(remaining)
            piece.read(values, part, span)
        return cls(**values, span=span)

    def text(self) -> str:
        """Return the canonical text, which parses to the same effect."""
        pieces = pieces_of(self.pattern, self.game)
        return "".join([piece.write(self) for piece in pieces])


@struct
class NumberedEffect(PatternEffect):
    """An effect with a number."""

    amount: int = field()


@struct
class CountedEffect(PatternEffect):
    """An effect with a number, optionally per counted item."""

    amount: int = field()
    per: Per | None = None


def rule_of(word: type[Effect]) -> str:
    """Return the name of the grammar alternative that builds a word."""
    return f"effect_{word.verb}".replace(" ", "_")


def grammar_of(word: type[PatternEffect]) -> str:
    """Return the grammar alternative for the pattern of a word."""
    pieces = pieces_of(word.pattern, word.game)
    return " ".join(piece.grammar for piece in pieces if piece.grammar)


class Piece(NamedTuple):
    """A piece of a pattern: words or a slot. kept: number of parsed parts that it consumes."""

    grammar: str
    kept: int
    read: Callable[[Values, Any, Span], None]
    write: Callable[[Any], str]


_PIECE: Final = re.compile(r"\[([^]]*)\]|\{([^}]*)\}|([^[{]+)")


@cache
def pieces_of(pattern: str, game: str) -> tuple[Piece, ...]:
    """Return the pieces of a pattern. Raises KeyError for an unknown slot."""
    return tuple(_pieces(pattern, game))


def _pieces(pattern: str, game: str) -> Iterator[Piece]:
    for optional, slot, words in _PIECE.findall(pattern):
        if slot in _CUSTOM_SLOTS:
            yield Piece(_CUSTOM_SLOTS[slot], 0, _skip, lambda effect: "")
        elif slot:
            grammar, read, write = SLOTS[slot]
            yield Piece(grammar, _count_kept(grammar), read, write)
        elif words:
            grammar = " ".join(terminals_in(words, game))
            yield Piece(grammar, _count_kept(grammar), _skip, _plural_writer(words))
        elif "{" in optional:
            grammar, read, write = OPTIONAL[optional]
            yield Piece(f"[{grammar}]", _count_kept(grammar), read, write)
        else:
            grammar = " ".join(terminals_in(optional, game))
            yield Piece(
                f"[{grammar}]", _count_kept(grammar), *_flag_functions(FLAGS[optional], optional)
            )


def _count_kept(grammar: str) -> int:
    return sum(not symbol.startswith("_") for symbol in grammar.split())


def _skip(values: Values, part: Any, span: Span) -> None:
    pass


def _plural_writer(words: str) -> Callable[[Any], str]:
    singular, plural = words.replace("(s)", ""), words.replace("(s)", "s")
    return lambda effect: singular if effect.amount == 1 else plural


def _flag_functions(
    name: str, words: str
) -> tuple[Callable[[Values, Any, Span], None], Callable[[Any], str]]:
    def read(values: Values, part: Any, span: Span) -> None:
        values[name] = part is not None

    return read, lambda effect: words if getattr(effect, name) else ""


def terminals_in(words: str, game: str) -> list[str]:
    """Return the terminal for each word of a pattern; new words become new terminals."""
    terminals = terminals_of(game).by_text
    names: list[str] = []
    remaining = words.replace("(s)", "").split()
    while remaining:
        size = 2 if " ".join(remaining[:2]) in terminals else 1
        text = " ".join(remaining[:size])
        names.append(terminals.get(text) or text.upper().replace("'", ""))
        remaining = remaining[size:]
    return names
