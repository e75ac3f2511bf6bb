"""From one power line to its AST, or to one syntax error that lists the words that may stand there.

The parser is Lark's LALR(1) over grammar/powers.lark; `_Builder` turns its tree into nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.tree import Meta

from rftg_dsl import ast
from rftg_dsl.resources import read_grammar

MAX_LENGTH: Final = 500
"""Longest power line, in code points (docs/safety.md)."""


@dataclass(frozen=True, slots=True)
class PowerSyntaxError(Exception):
    """The line cannot be read on from `span`; `expected` are the names of terminals that could.

    found: the text that stands there, "" at the end of the line.
    """

    span: ast.Span
    found: str
    expected: tuple[str, ...]


def parse_power(line: str) -> ast.Power:
    """The AST of a power line. Letter case does not matter outside titles.

    Raises PowerSyntaxError at the first place that cannot be read, ValueError when the
    line is longer than MAX_LENGTH.
    """
    if len(line) > MAX_LENGTH:
        raise ValueError(f"a power has at most {MAX_LENGTH} characters, this one {len(line)}")
    folded = fold_case(line)
    try:
        tree = _parser().parse(folded)
    except UnexpectedInput as error:
        raise _syntax_error(error, folded) from None
    return _BUILDER.transform(tree)


def expected_after(prefix: str) -> tuple[str, ...]:
    """Terminal names that may follow `prefix`, itself the start of a line; () if it is not one."""
    interactive = _parser().parse_interactive(fold_case(prefix))
    try:
        interactive.exhaust_lexer()
    except UnexpectedInput:
        return ()
    return tuple(sorted(interactive.accepts()))


def fold_case(line: str) -> str:
    """The line in lower case but for titles in quotes; no character moves."""
    parts = line.split('"')
    parts[0::2] = [_lower(part) for part in parts[0::2]]
    return '"'.join(parts)


def _lower(text: str) -> str:
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _syntax_error(error: UnexpectedInput, line: str) -> PowerSyntaxError:
    if isinstance(error, UnexpectedToken):
        accepted = error.interactive_parser.accepts() if error.interactive_parser else set()
        expected = tuple(sorted(accepted or error.expected))
        token = error.token
        if token.type == "$END":
            return PowerSyntaxError(ast.Span(len(line), len(line)), "", expected)
        start = token.start_pos or 0
        return PowerSyntaxError(ast.Span(start, start + len(token)), str(token), expected)
    assert isinstance(error, UnexpectedCharacters)
    start = error.pos_in_stream or 0
    found = _word_at(line, start)
    return PowerSyntaxError(
        ast.Span(start, start + len(found)), found, tuple(sorted(error.allowed or ()))
    )


def _word_at(line: str, start: int) -> str:
    end = start
    while end < len(line) and (line[end].isalnum() or line[end] in "-'_"):
        end += 1
    return line[start : max(end, start + 1)]


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(
        read_grammar(),
        parser="lalr",
        start="power",
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _span(meta: Meta) -> ast.Span:
    return ast.Span() if meta.empty else ast.Span(meta.start_pos, meta.end_pos)


def _text(token: Token | None) -> str | None:
    return None if token is None else str(token)


def _number(token: Token | None, default: int = 1) -> int:
    return default if token is None else int(token)


@v_args(meta=True, inline=True)
class _Builder(Transformer[Token, ast.Power]):
    """One method a grammar rule, named after it."""

    def power(self, meta: Meta, *parts: Any) -> ast.Power:
        phase, trigger, may, cost, effects, each, condition = parts
        optional = may is not None
        return ast.Power(str(phase), effects, trigger, optional, cost, each, condition, _span(meta))

    def score(self, meta: Meta, _score: Token, points: ast.Effect) -> ast.Power:
        return ast.Power(ast.SCORE, (points,), span=_span(meta))

    # --- when

    def after_placing(self, meta: Meta, *parts: Any) -> ast.Trigger:
        return ast.Trigger("placing", parts[-1], _span(meta))

    def after_producing(self, meta: Meta, *_words: Token) -> ast.Trigger:
        return ast.Trigger("producing", None, _span(meta))

    # --- what it takes

    def quantity(self, meta: Meta, up_to: Token | None, count: Token) -> tuple[int, bool]:
        return int(count), up_to is not None

    def discard_this(self, meta: Meta, *_words: Token) -> ast.Cost:
        return ast.Cost("this", span=_span(meta))

    def discard_cards(self, meta: Meta, _discard: Token, much: tuple[int, bool]) -> ast.Cost:
        return ast.Cost("cards", much[0], much[1], span=_span(meta))

    def spend_goods(self, meta: Meta, _spend: Token | None, *parts: Any) -> ast.Cost:
        (count, up_to), kind, different = parts[0], parts[1], parts[2]
        goods = ast.Goods(_text(kind), span=_span(meta))
        return ast.Cost("goods", count, up_to, goods, different is not None, _span(meta))

    def spend_all(self, meta: Meta, _spend: Token | None, _all: Token, kind: Token) -> ast.Cost:
        goods = ast.Goods(_text(kind), span=_span(meta))
        return ast.Cost("goods", None, goods=goods, span=_span(meta))

    def spend_here(self, meta: Meta, *_words: Any) -> ast.Cost:
        return ast.Cost("goods", 1, goods=ast.Goods(here=True), span=_span(meta))

    # --- what it does

    def effects(self, meta: Meta, *effects: ast.Effect) -> tuple[ast.Effect, ...]:
        return effects

    def draw(self, meta: Meta, _verb: Token, count: Token, per: ast.Per | None) -> ast.Effect:
        return ast.Effect("draw", int(count), per=per, span=_span(meta))

    def keep(self, meta: Meta, _verb: Token, count: Token, per: ast.Per | None) -> ast.Effect:
        return ast.Effect("keep", int(count), per=per, span=_span(meta))

    def cost_change(self, meta: Meta, _verb: Token, *parts: Any) -> ast.Effect:
        (amount, absolute), selector, per = parts
        return ast.Effect(
            "cost", amount, selector=selector, per=per, absolute=absolute, span=_span(meta)
        )

    def adjustment(self, meta: Meta, number: Token) -> tuple[int, bool]:
        return int(number), number.type == "INT"

    def military(self, meta: Meta, _verb: Token, *parts: Any) -> ast.Effect:
        amount, selector, per = parts
        return ast.Effect("military", int(amount), selector=selector, per=per, span=_span(meta))

    def price(self, meta: Meta, _verb: Token, *parts: Any) -> ast.Effect:
        amount, goods, per = parts
        return ast.Effect("price", int(amount), goods=goods, per=per, span=_span(meta))

    def vp(self, meta: Meta, count: Token, _verb: Token, per: ast.Per | None) -> ast.Effect:
        return ast.Effect("vp", int(count), per=per, span=_span(meta))

    def good(self, meta: Meta) -> ast.Effect:
        return ast.Effect("good", span=_span(meta))

    def windfall_good(self, meta: Meta, *parts: Any) -> ast.Effect:
        other, kind, _windfall = parts
        goods = ast.Goods(_text(kind), span=_span(meta))
        return ast.Effect("windfall good", goods=goods, other=other is not None, span=_span(meta))

    def pay_for(self, meta: Meta, _pay: Token, _for: Token, cards: ast.Selector) -> ast.Effect:
        return ast.Effect("pay for", selector=cards, span=_span(meta))

    def sell(self, meta: Meta, *words: Any) -> ast.Effect:
        return ast.Effect("sell", plain=words[2] is not None, span=_span(meta))

    def guess(self, meta: Meta, *words: Token) -> ast.Effect:
        low, high = [int(word) for word in words if word.type == "INT"]
        return ast.Effect("guess", numbers=ast.Range(low, high), span=_span(meta))

    def for_cards(self, meta: Meta, _for: Token, cards: ast.Selector) -> ast.Selector:
        return cards

    def against(self, meta: Meta, _against: Token, cards: ast.Selector) -> ast.Selector:
        return cards

    def for_kind(self, meta: Meta, _for: Token, kind: Token | None) -> ast.Goods | None:
        return ast.Goods(_text(kind), span=_span(meta)) if kind else None

    def for_here(self, meta: Meta, *_words: Token) -> ast.Goods:
        return ast.Goods(here=True, span=_span(meta))

    def each(self, meta: Meta, *words: Token | None) -> ast.Each:
        return ast.Each(words[1] is not None, _span(meta))

    def points(self, meta: Meta, count: Token, per: ast.Per) -> ast.Effect:
        return ast.Effect("points", int(count), per=per, span=_span(meta))

    # --- how often

    def per_card(self, meta: Meta, _per: Token, n: Token, cards: ast.Selector) -> ast.Per:
        return ast.Per("cards", cards, divisor=_number(n), span=_span(meta))

    def per_good(self, meta: Meta, _per: Token, n: Token, *rest: Token) -> ast.Per:
        return ast.Per("goods", kind=_text(rest[0]), divisor=_number(n), span=_span(meta))

    def per_kind(self, meta: Meta, _per: Token, n: Token, *_words: Token) -> ast.Per:
        return ast.Per("kinds", divisor=_number(n), span=_span(meta))

    def per_chip(self, meta: Meta, _per: Token, n: Token, *_words: Token) -> ast.Per:
        return ast.Per("chips", divisor=_number(n), span=_span(meta))

    def per_military(self, meta: Meta, _per: Token, n: Token, *_words: Token) -> ast.Per:
        return ast.Per("military", divisor=_number(n), span=_span(meta))

    # --- on which condition

    def most_produced(self, meta: Meta, *words: Token | None) -> ast.Condition:
        return ast.Condition("most produced", _text(words[-1]), span=_span(meta))

    def have(self, meta: Meta, *parts: Any) -> ast.Condition:
        return ast.Condition("have", selector=parts[-1], span=_span(meta))

    # --- which cards

    def selector(self, meta: Meta, other: Token | None, *parts: Any) -> ast.Selector:
        facts: dict[str, Any] = {}
        adjectives = []
        for part in parts:
            if isinstance(part, ast.Adjective):
                adjectives.append(part)
            elif isinstance(part, Token):
                facts["noun"] = str(part).removesuffix("s")
            else:
                facts.update([part])
        return ast.Selector(
            other=other is not None, adjectives=tuple(adjectives), span=_span(meta), **facts
        )

    def title(self, meta: Meta, title: Token) -> ast.Selector:
        return ast.Selector(title=str(title)[1:-1], span=_span(meta))

    def adjective(self, meta: Meta, non: Token | None, *words: Token) -> ast.Adjective:
        names = tuple(sorted({str(word) for word in words}))
        return ast.Adjective(names, non is not None, _span(meta))

    def exact_cost(self, meta: Meta, token: Token) -> tuple[str, ast.Range]:
        cost = int(token.removesuffix("-cost"))
        return "cost", ast.Range(cost, cost)

    def with_power(self, meta: Meta, _with: Token, phase: Token, _power: Token) -> tuple[str, str]:
        return "power", str(phase)

    def with_keyword(self, meta: Meta, *words: Token) -> tuple[str, str]:
        return "keyword", str(words[2])

    def of_range(self, meta: Meta, _of: Token, what: Token, low: Token, *rest: Any) -> Any:
        high: int | None = int(low)
        if rest[-1] is not None or any(rest):
            last = [token for token in rest if token is not None][-1]
            high = None if last.type == "OR_MORE" else int(last)
        return str(what), ast.Range(int(low), high)


_BUILDER: Final = _Builder()
