"""Hypothesis strategies for every AST that the grammar can say."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from rftg_dsl.syntax import ast
from rftg_dsl.words.shapes import Phrase
from rftg_dsl.words.verbs import EFFECTS

Effects = st.SearchStrategy[ast.Effect]

number = st.integers(0, 99)
signed = st.integers(-99, 99)
kind = st.sampled_from((*ast.KINDS, ast.GRAY))
any_kind = st.none() | kind
phase = st.sampled_from(ast.PHASES)
moment = st.sampled_from((*ast.PHASES, *ast.MOMENTS))
noun = st.sampled_from(("world", "development", "card"))
keyword = st.sampled_from(("rebel", "uplift", "robot-crew", "imperium", "terraforming", "x1-y2"))
word = kind | keyword | st.sampled_from(("military", "production", "windfall", "variable"))
title = st.text(
    st.characters(blacklist_characters='"\n', blacklist_categories=("Cs", "Cc", "Zl", "Zp")),
    min_size=1,
    max_size=20,
)


@st.composite
def ranges(draw: st.DrawFn) -> ast.Range:
    """From a number to one above it, or open."""
    low = draw(number)
    return ast.Range(low, draw(st.none() | st.integers(low, 99)))


@st.composite
def strengths(draw: st.DrawFn) -> ast.Range:
    """From a signed number to one above it, or open."""
    low = draw(signed)
    return ast.Range(low, draw(st.none() | st.integers(low, 99)))


adjectives = st.builds(
    lambda words, negated: ast.Adjective(tuple(sorted(words)), negated),
    st.sets(word, min_size=1, max_size=3),
    st.booleans(),
)
uses: st.SearchStrategy[dict[str, object]] = st.one_of(
    st.just({}),
    st.builds(dict, power=phase | st.sampled_from(ast.TAKEOVER_POWERS)),
    st.builds(dict, power=phase, spends=ranges()),
)
selectors = st.builds(
    lambda use, **facts: ast.Selector(**use, **facts),
    uses,
    noun=noun,
    other=st.booleans(),
    adjectives=st.lists(adjectives, max_size=3).map(tuple),
    cost=st.none() | ranges(),
    defense=st.none() | ranges(),
    keyword=st.none() | keyword | kind,
    strength=st.none() | strengths(),
) | st.builds(ast.Selector, title=title)

divisor = st.integers(1, 99)
counted_alone = ("kinds", "chips", "military", "negative military", "prestige")
pers = st.one_of(
    st.builds(ast.Per, st.just("cards"), selectors, divisor=divisor),
    st.builds(ast.Per, st.just("goods"), kind=any_kind, divisor=divisor),
    st.builds(ast.Per, st.sampled_from(counted_alone), divisor=divisor),
)
any_per = st.none() | pers
any_cards = st.none() | selectors
sold = st.none() | st.builds(ast.Goods, kind) | st.just(ast.Goods(here=True))
numbers = st.builds(ast.Range, number, number)
rivals = st.builds(ast.Rival, selectors) | st.builds(ast.Rival, military=number)
bare_verbs = (
    "mix",
    "draw saved",
    "draw discards",
    "good",
    "good on it",
    "destroy",
    "defeat",
    "choose last",
)


def effect(verbs: str | tuple[str, ...], *args: object, **facts: object) -> Effects:
    """Effects of one of these verbs."""
    words = (verbs,) if isinstance(verbs, str) else verbs
    return st.one_of(*(st.builds(EFFECTS[word], *args, **facts) for word in words))


@dataclass(frozen=True, slots=True)
class Teleport(Phrase):
    """A word that only the tests know."""

    verb = "teleport"
    rule = "teleport"
    words = "teleport"


effects = st.one_of(
    effect(bare_verbs),
    effect(("draw", "keep", "vp", "prestige"), number, per=any_per),
    effect(("discard", "save", "hand limit", "at"), number),
    effect("cost", signed, selector=any_cards, per=any_per),
    effect("cost", number, selector=any_cards, per=any_per, absolute=st.just(True)),
    effect("military", signed, selector=any_cards, per=any_per),
    effect("defense", signed, per=any_per),
    effect("price", signed, goods=sold, per=any_per),
    effect("cannot sell"),
    effect("windfall good", goods=st.builds(ast.Goods, any_kind), other=st.booleans()),
    effect(("pay for", "place"), selector=selectors),
    effect("conquer", selector=selectors, either=st.booleans()),
    effect("upgrade", selector=selectors, numbers=numbers),
    effect("take over", selector=selectors, rival=st.none() | rivals),
    effect("sell", plain=st.booleans()),
    effect(("guess", "ante"), numbers=numbers),
)
costs = st.one_of(
    st.just(ast.Cost("this")),
    st.builds(ast.Cost, st.just("cards"), number, st.booleans()),
    st.builds(
        ast.Cost,
        st.just("goods"),
        number,
        st.booleans(),
        st.builds(ast.Goods, any_kind),
        st.booleans(),
    ),
    st.builds(ast.Cost, st.just("goods"), st.none(), goods=st.builds(ast.Goods, any_kind)),
    st.just(ast.Cost("goods", 1, goods=ast.Goods(here=True))),
    st.builds(ast.Cost, st.just("prestige"), number, st.booleans()),
)
triggers = st.builds(ast.Trigger, st.sampled_from(("placing", "paying")), selectors) | st.just(
    ast.Trigger("producing")
)
conditions = st.one_of(
    st.builds(ast.Condition, st.just("most produced"), any_kind),
    st.builds(ast.Condition, st.just("have"), selector=selectors, number=number),
    st.builds(ast.Condition, st.just("most"), selector=selectors),
    st.builds(
        ast.Condition,
        st.just("have"),
        things=st.sampled_from(("chips", "military", "prestige")),
        number=number,
    ),
    st.builds(ast.Condition, st.just("most"), any_kind, things=st.just("held goods")),
    st.builds(
        ast.Condition, st.just("have"), any_kind, things=st.just("held goods"), number=number
    ),
)
tables = st.lists(number, min_size=2, max_size=6).map(tuple)
points = effect("points", number, per=pers) | effect(
    "points by kinds", selector=st.builds(ast.Selector, noun), table=tables
)
scores = st.builds(lambda effect: ast.Power(ast.SCORE, (effect,)), points)
powers = scores | st.builds(
    ast.Power,
    moment,
    st.lists(effects, min_size=1, max_size=3).map(tuple),
    st.none() | triggers,
    st.booleans(),
    st.none() | costs,
    st.none() | st.builds(ast.Each, st.booleans()),
    st.none() | conditions,
)

measures = st.one_of(
    st.builds(ast.Per, st.just("cards"), selectors),
    st.builds(ast.Per, st.just("held goods"), kind=any_kind),
    st.builds(
        ast.Per,
        st.sampled_from([word for word in ast.GOAL_THINGS if word not in ("cards", "held goods")]),
    ),
)
counts = st.builds(ast.Count, number, measures)
goals = st.lists(st.lists(counts, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(
    tuple
)
categories = st.lists(selectors, min_size=1, max_size=3).map(tuple)
