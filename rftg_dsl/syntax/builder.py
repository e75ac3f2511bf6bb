"""Builder of AST nodes: one method per grammar rule, with the name of the rule.

A method takes the span of the match and its parts: words (`Word`), nodes of inner rules, and None
for each missing optional part. Words whose terminals begin with `_` are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span

if TYPE_CHECKING:
    from rftg_dsl.syntax.situations import NameRef, ParsedAnswer, Verb


class Word(str):
    """A word of the line. type: name of its terminal."""

    __slots__ = ("type",)
    type: str


class DuplicatePart(Exception):
    """A cost, defense, power, keyword or alternative word is repeated at `span`."""

    def __init__(self, span: Span) -> None:
        self.span = span


Fact = tuple[str, Any, Span]
"""A part of a selector: the field of ast.Selector, its value and its span."""


def _text(token: Word | None) -> str | None:
    return None if token is None else str(token)


def _range(low: Word, limits: Iterable[Word | None]) -> ast.Range:
    """Return the range from `low` to the last number in `limits`, or an open or single range."""
    bounds = [word for word in limits if word is not None and word.type in _RANGE_ENDS]
    if not bounds:
        return ast.Range(int(low), int(low))
    if bounds[-1].type == "OR_LESS":
        return ast.Range(0, int(low))
    return ast.Range(int(low), None if bounds[-1].type == "OR_MORE" else int(bounds[-1]))


_RANGE_ENDS: Final = ("INT", "SIGNED", "OR_MORE", "OR_LESS")


def _different(words: Iterable[Word], span: Span) -> tuple[str, ...]:
    """Return alternative words, sorted. Raises DuplicatePart."""
    choices = [str(word) for word in words]
    distinct = sorted(set(choices))
    if len(distinct) < len(choices):
        raise DuplicatePart(span)
    return tuple(distinct)


_Amount = tuple[ast.Test | ast.RollTest, int, int | None]
_AT_LEAST_ONE: Final[_Amount] = ("have", 1, None)


def constant(value: Any) -> Callable[..., Any]:
    """Return a method for a rule whose meaning does not depend on its words."""
    return lambda _builder, _span, *_words: value


def count_of(kind: ast.CountKind | ast.RollCountKind) -> Callable[..., ast.Count]:
    """Return a method for a count without parameters."""
    return lambda _builder, span, *_words: ast.Count(kind, span=span)


def _count_hidden(kind: ast.CountKind, noun: Word, span: Span) -> ast.Count:
    """Return a count of hidden cards, with a selector if it names their type."""
    word = noun.removesuffix("s")
    return ast.Count(kind, None if word == "card" else ast.Selector(word, span=span), span=span)


def trigger_on_cards(event: ast.Event) -> Callable[..., ast.Trigger]:
    """Return a method for a trigger whose last part is the cards."""
    return lambda _builder, span, *parts: ast.Trigger(event, parts[-1], span=span)


def last_part(_builder: Builder, _span: Span, *parts: Any) -> Any:
    """Return the last part of a rule, which is its meaning."""
    return parts[-1]


def all_parts(_builder: Builder, _span: Span, *parts: Any) -> tuple[Any, ...]:
    """Return all parts of a rule, which are a list."""
    return parts


class Builder:
    """Builder with a method for each grammar rule; effects are built by their classes."""

    def power(self, span: Span, *parts: Any) -> ast.Power:
        (phase, also), trigger, may, cost, choice, each, condition, once = parts
        effects, *alternatives = choice
        return ast.Power(
            phase,
            effects,
            trigger,
            may is not None,
            cost,
            each,
            condition,
            tuple(alternatives),
            once is not None,
            also,
            span=span,
        )

    def moments(self, span: Span, phase: Word) -> tuple[str, str]:
        return " ".join(phase.split()), ""

    def both_phases(self, span: Span, first: Word, second: Word) -> tuple[str, str]:
        return str(first), str(second)

    ways = all_parts
    once = constant(True)

    def score(self, span: Span, _score: Word, *parts: Any) -> ast.Power:
        points, condition = parts
        return ast.Power(ast.SCORE, (points,), condition=condition, span=span)

    # --- when

    def after_placing_this(self, span: Span, *_words: Word) -> ast.Trigger:
        return ast.Trigger("placing", span=span)

    def after_discarding_this(self, span: Span, *_words: Word) -> ast.Trigger:
        return ast.Trigger("discarding", span=span)

    after_placing = trigger_on_cards("placing")
    after_paying = trigger_on_cards("paying")
    after_conquering = trigger_on_cards("conquering")
    after_taking_over = trigger_on_cards("taking over")

    def after_producing_here(self, span: Span, *_words: Word) -> ast.Trigger:
        return ast.Trigger("producing", goods=ast.Goods(here=True), span=span)

    def after_goods(self, span: Span, _after: Word, *parts: Any) -> ast.Trigger:
        event, goods = parts
        return ast.Trigger(cast(ast.Event, str(event)), goods=goods, span=span)

    def some_goods(self, span: Span, *parts: Any) -> ast.Goods:
        kinds, worlds = parts
        return ast.Goods(kinds or (), worlds=worlds, span=span)

    # --- what it takes

    def prices(self, span: Span, *parts: Any) -> ast.Cost:
        first, *others = (part for part in parts if isinstance(part, ast.Cost))
        return replace(first, more=tuple(others)) if others else first

    def quantity(self, span: Span, up_to: Word | None, count: Word) -> tuple[int, bool]:
        return int(count), up_to is not None

    def discard_this(self, span: Span, *_words: Word) -> ast.Cost:
        return ast.Cost("this", span=span)

    def discard_cards(self, span: Span, _discard: Word, quantity: tuple[int, bool]) -> ast.Cost:
        return ast.Cost("cards", quantity[0], quantity[1], span=span)

    def spend_goods(self, span: Span, _spend: Word | None, *parts: Any) -> ast.Cost:
        up_to, count, kinds, qualifier = parts
        worlds = qualifier if isinstance(qualifier, ast.Selector) else None
        goods = ast.Goods(kinds or (), worlds=worlds, span=span)
        return ast.Cost(
            "goods",
            int(count),
            up_to is not None,
            goods,
            qualifier == "different",
            qualifier == "same",
            span=span,
        )

    of_different_kinds = constant("different")
    of_the_same_kind = constant("same")
    of_worlds = last_part

    def kinds(self, span: Span, *words: Word) -> tuple[str, ...]:
        return _different(words, span)

    def spend_all(self, span: Span, _spend: Word | None, _all: Word, *parts: Any) -> ast.Cost:
        kinds, worlds = parts
        goods = ast.Goods(kinds or (), worlds=worlds, span=span)
        return ast.Cost("goods", None, goods=goods, span=span)

    def spend_here(self, span: Span, *_words: Any) -> ast.Cost:
        return ast.Cost("goods", 1, goods=ast.Goods(here=True), span=span)

    def spend_prestige(
        self, span: Span, _spend: Word, quantity: tuple[int, bool], _prestige: Word
    ) -> ast.Cost:
        return ast.Cost("prestige", quantity[0], quantity[1], span=span)

    def spend_chips(self, span: Span, _spend: Word, *parts: Any) -> ast.Cost:
        count, up_to = parts[0]
        return ast.Cost("chips", count, up_to, span=span)

    def spend_tokens(
        self, span: Span, _spend: Word, up_to: Word | None, count: Word, token: str
    ) -> ast.Cost:
        return ast.Cost("tokens", int(count), up_to is not None, token=token, span=span)

    def tokens(self, _span: Span, name: Word) -> str:
        return " ".join(name.split())

    # --- what it does

    effects = all_parts

    def adjustment(self, span: Span, amount: Word) -> tuple[int, bool]:
        return int(amount), amount.type == "INT"

    def kept(self, span: Span, number: Word) -> int:
        return 0 if number.type == "ALL" else int(number)

    def gift_draw(self, span: Span, *words: Word) -> tuple[ast.Gift, int, bool]:
        return "draw", int(words[-1]), words[0].type == "MAY"

    def gift_points(
        self, span: Span, _gains: Word, amount: Word, points: Word
    ) -> tuple[ast.Gift, int, bool]:
        return ("vp" if points.type == "VP" else "prestige"), int(amount), False

    def gift_good(self, span: Span, may: Word | None, *_words: Word) -> tuple[ast.Gift, int, bool]:
        return "windfall good", 1, may is not None

    def rival_with(self, span: Span, *parts: Any) -> ast.Rival:
        return ast.Rival(parts[-1], span=span)

    def rival_military(self, span: Span, *words: Word) -> ast.Rival:
        return ast.Rival(military=int(words[-2]), span=span)

    sold = last_part
    sold_as = last_part
    for_cards = last_part
    against = last_part

    def for_kinds(self, span: Span, _for: Word, *parts: Any) -> ast.Goods | None:
        kinds, worlds = parts
        goods = ast.Goods(kinds or (), worlds=worlds, span=span)
        return None if goods.is_any else goods

    def for_here(self, span: Span, *_words: Word) -> ast.Goods:
        return ast.Goods(here=True, span=span)

    def each(self, span: Span, *words: Word | None) -> ast.Each:
        return ast.Each(words[1] is not None, span)

    # --- how often, on which condition

    def per(self, span: Span, _per: Word, divisor: Word | None, *parts: Any) -> ast.Per:
        counted, _at_most, maximum = parts
        return ast.Per(
            counted,
            1 if divisor is None else int(divisor),
            maximum=None if maximum is None else int(maximum),
            span=span,
        )

    def have(self, span: Span, *parts: Any) -> ast.Condition:
        *_words, amount, count = parts
        test, minimum, maximum = amount or _AT_LEAST_ONE
        return ast.Condition(test, minimum, maximum, count, span)

    def did(self, span: Span, *parts: Any) -> ast.Condition:
        *_words, kind, amount, goods = parts
        test, minimum, maximum = amount or _AT_LEAST_ONE
        count = ast.Count(kind, goods=goods, span=goods.span)
        return ast.Condition(test, minimum, maximum, count, span)

    def placed(self, span: Span, *parts: Any) -> ast.Condition:
        *_words, amount, cards = parts
        test, minimum, maximum = amount or _AT_LEAST_ONE
        count = ast.Count("placed", cards, span=cards.span)
        return ast.Condition(test, minimum, maximum, count, span)

    def chose(self, span: Span, *words: Word) -> ast.Condition:
        count = ast.Count("chosen", action=str(words[-1]), span=span)
        return ast.Condition(*_AT_LEAST_ONE, count, span)

    def did_not_choose(self, span: Span, *words: Word) -> ast.Condition:
        return replace(self.chose(span, *words), low=0, high=0)

    def you(self, span: Span, _if: Word, _you: Word, deed: ast.Condition) -> ast.Condition:
        return replace(deed, span=span)

    def only_you(self, span: Span, *parts: Any) -> ast.Condition:
        deed: ast.Condition = parts[-1]
        return replace(deed, test="only", span=span)

    def others_do(self, span: Span, _if: Word, number: Word, *parts: Any) -> ast.Condition:
        low, high = (0, 0) if number.type == "NO" else (1, None)
        if number.type == "INT":
            low = int(number)
        players = ast.Count("other players", having=parts[-1], span=span)
        return ast.Condition("have", low, high, players, span)

    def at_least(self, span: Span, amount: Word, _or_more: Word | None) -> _Amount:
        return "have", int(amount), None

    def at_most(self, span: Span, amount: Word, *_or_fewer: Word) -> _Amount:
        return "have", 0, int(amount) if _or_fewer else 0

    def comparison(self, span: Span, _the: Word, word: Word) -> _Amount:
        return ("fewest" if word.type == "FEWEST" else "most"), 1, None

    def done(self, span: Span, word: Word) -> ast.CountKind:
        return cast(ast.CountKind, str(word))

    # --- what is counted

    def count_cards(self, span: Span, cards: ast.Selector) -> ast.Count:
        return ast.Count("cards", cards, span=span)

    def count_others(self, span: Span, count: ast.Count, _others: Word) -> ast.Count:
        return ast.Count("others", inner=count, span=span)

    def count_players(self, span: Span, other: Word | None, *parts: Any) -> ast.Count:
        things: ast.CountKind = "players" if other is None else "other players"
        return ast.Count(things, having=parts[-1], span=span)

    def count_placed(self, span: Span, cards: ast.Selector, _placed: Word) -> ast.Count:
        return ast.Count("placed", cards, span=span)

    def count_empty(self, span: Span, cards: ast.Selector, *_words: Word) -> ast.Count:
        return ast.Count("empty", cards, span=span)

    def count_hand(self, span: Span, noun: Word, *_words: Word) -> ast.Count:
        return _count_hidden("hand", noun, span)

    def count_under(self, span: Span, noun: Word, *_words: Word) -> ast.Count:
        return _count_hidden("under", noun, span)

    def count_goods(self, span: Span, goods: ast.Goods) -> ast.Count:
        return ast.Count("goods", goods=goods, span=span)

    def count_done(self, span: Span, goods: ast.Goods, done: ast.CountKind) -> ast.Count:
        return ast.Count(done, goods=goods, span=span)

    count_kinds_produced = count_of("kinds produced")
    count_kinds_of_goods = count_of("kinds of goods")

    def count_kinds_of_worlds(self, span: Span, *words: Word) -> ast.Count:
        noun = words[-1].removesuffix("s")
        selector = None if noun == "world" else ast.Selector(noun, span=span)
        return ast.Count("kinds of worlds", selector, span=span)

    count_chips = count_of("chips")
    count_military = count_of("military")
    count_negative = count_of("negative military")
    count_prestige = count_of("prestige")

    def count_tokens(self, span: Span, token: str) -> ast.Count:
        return ast.Count("tokens", token=token, span=span)

    count_phases = count_of("phases")
    count_discards = count_of("discards")
    count_goals = count_of("goals")

    def goods(self, span: Span, *parts: Any) -> ast.Goods:
        adjective, worlds = parts
        if adjective is None:
            return ast.Goods(worlds=worlds, span=span)
        if not isinstance(adjective, ast.Adjective):
            return ast.Goods((f"{adjective[1].low}-cost",), worlds=worlds, span=span)
        kinds = adjective.words
        if adjective.negated and set(kinds) < set(ast.KINDS):
            kinds = tuple(sorted(set(ast.KINDS) - set(kinds)))
        return ast.Goods(kinds, worlds=worlds, span=span)

    # --- which cards

    def selector(self, span: Span, other: Word | None, *parts: Any) -> ast.Selector:
        *facts, _except, but = parts
        selector = self._selector(span, other, facts)
        if but is not None and not but.noun and but.title is None:
            but = replace(but, noun=selector.noun)
        return replace(selector, but=but)

    def but(self, span: Span, *parts: Any) -> ast.Selector:
        return self._selector(span, None, parts)

    def _selector(self, span: Span, other: Word | None, parts: Iterable[Any]) -> ast.Selector:
        facts: dict[str, Any] = {}
        adjectives = []
        for part in parts:
            if isinstance(part, ast.Adjective):
                adjectives.append(part)
            elif isinstance(part, Word):
                facts["noun"] = "" if part.type == "ONES" else str(part).removesuffix("s")
            else:
                for name, value, place in part if isinstance(part, list) else [part]:
                    if name in facts:
                        raise DuplicatePart(place)
                    facts[name] = value
        return ast.Selector(
            other=other is not None, adjectives=tuple(adjectives), span=span, **facts
        )

    def title(self, span: Span, title: Word) -> ast.Selector:
        return ast.Selector(title=str(title)[1:-1], span=span)

    def adjective(self, span: Span, non: Word | None, *words: Word) -> ast.Adjective:
        return ast.Adjective(_different(words, span), non is not None, span)

    def exact_cost(self, span: Span, token: Word) -> Fact:
        cost = int(token.removesuffix("-cost"))
        return "cost", ast.Range(cost, cost), span

    def with_power(self, span: Span, *words: Any) -> list[Fact]:
        facts: list[Fact] = [("power", str(words[1]), span)]
        if words[3] is not None:
            facts.append(("spends", _range(words[4], words[5:]), span))
        return facts

    def with_takeover(self, span: Span, *words: Any) -> Fact:
        return "power", "takeover defense" if words[2] is not None else "takeover", span

    def with_military(self, span: Span, *words: Any) -> Fact:
        return "strength", _range(words[2], words[3:]), span

    def with_keyword(self, span: Span, *words: Word) -> Fact:
        return "keyword", str(words[2]), span

    def of_range(self, span: Span, _of: Word, field: Word, low: Word, *limits: Any) -> Fact:
        return str(field), _range(low, limits), span

    # --- goals and search categories

    goal = all_parts

    def every(self, span: Span, *parts: Any) -> tuple[ast.Condition, ...]:
        return tuple(part for part in parts if isinstance(part, ast.Condition))

    measure = last_part
    cards = all_parts

    # --- answers of card tests: imported late because a set without tests doesn't need them

    def answer(
        self, _span: Span, cannot: Word | None, decision: ParsedAnswer, using: Any = None
    ) -> ParsedAnswer:
        return replace(decision, cannot=cannot is not None, using=using or ())

    def decision(self, _span: Span, verb: Verb, *parts: Any) -> ParsedAnswer:
        from rftg_dsl.syntax.situations import NameRef, ParsedAnswer

        names: list[NameRef] = []
        count = None
        for part in parts:
            if isinstance(part, tuple):
                names += part
            elif isinstance(part, NameRef):
                names.append(part)
            elif part.isdigit():
                count = int(part)
            elif part.type == "NOTHING":
                count = 0
        return ParsedAnswer(verb, tuple(names), count)

    def verb(self, _span: Span, *words: Word) -> Verb:
        from rftg_dsl.syntax.situations import Verb

        return Verb(" ".join(" ".join(words).split()))

    def all_named(self, _span: Span, *parts: Any) -> tuple[NameRef, ...]:
        return tuple(part for part in parts if part is not None and not isinstance(part, str))

    def named(self, span: Span, title: Word) -> NameRef:
        from rftg_dsl.syntax.situations import NameRef

        return NameRef(str(title), span)

    def other_name(self, span: Span, name: Word) -> NameRef:
        from rftg_dsl.syntax.situations import NameRef

        return NameRef(str(name), span, is_title=False)
