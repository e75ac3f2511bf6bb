"""Hypothesis strategies for every AST that the grammar can say."""

from __future__ import annotations

from hypothesis import strategies as st

from rftg_dsl import ast

number = st.integers(0, 99)
signed = st.integers(-99, 99)
kind = st.sampled_from((*ast.KINDS, ast.GRAY))
any_kind = st.none() | kind
phase = st.sampled_from(ast.PHASES)
keyword = st.sampled_from(("rebel", "uplift", "robot-crew", "imperium", "terraforming", "x1-y2"))
word = kind | keyword | st.sampled_from(("military", "production", "windfall"))
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


adjectives = st.builds(
    lambda words, negated: ast.Adjective(tuple(sorted(words)), negated),
    st.sets(word, min_size=1, max_size=3),
    st.booleans(),
)
selectors = st.builds(
    ast.Selector,
    noun=st.sampled_from(("world", "development", "card")),
    other=st.booleans(),
    adjectives=st.lists(adjectives, max_size=3).map(tuple),
    cost=st.none() | ranges(),
    defense=st.none() | ranges(),
    power=st.none() | phase,
    keyword=st.none() | keyword | kind,
) | st.builds(ast.Selector, title=title)

divisor = st.integers(1, 99)
pers = st.one_of(
    st.builds(ast.Per, st.just("cards"), selectors, divisor=divisor),
    st.builds(ast.Per, st.just("goods"), kind=any_kind, divisor=divisor),
    st.builds(ast.Per, st.sampled_from(("kinds", "chips", "military")), divisor=divisor),
)
any_per = st.none() | pers
sold = st.none() | st.builds(ast.Goods, kind) | st.just(ast.Goods(here=True))
effects = st.one_of(
    st.builds(ast.Effect, st.sampled_from(("draw", "keep", "vp")), number, per=any_per),
    st.builds(ast.Effect, st.just("cost"), signed, selector=st.none() | selectors, per=any_per),
    st.builds(
        ast.Effect,
        st.just("cost"),
        number,
        selector=st.none() | selectors,
        per=any_per,
        absolute=st.just(True),
    ),
    st.builds(ast.Effect, st.just("military"), signed, selector=st.none() | selectors, per=any_per),
    st.builds(ast.Effect, st.just("price"), signed, goods=sold, per=any_per),
    st.just(ast.Effect("good")),
    st.builds(
        ast.Effect,
        st.just("windfall good"),
        goods=st.builds(ast.Goods, any_kind),
        other=st.booleans(),
    ),
    st.builds(ast.Effect, st.just("pay for"), selector=selectors),
    st.builds(ast.Effect, st.just("sell"), plain=st.booleans()),
    st.builds(ast.Effect, st.just("guess"), numbers=st.builds(ast.Range, number, number)),
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
)
triggers = st.builds(ast.Trigger, st.just("placing"), selectors) | st.just(ast.Trigger("producing"))
conditions = st.builds(ast.Condition, st.just("most produced"), any_kind) | st.builds(
    ast.Condition, st.just("have"), selector=selectors
)
scores = st.builds(
    lambda points, per: ast.Power(ast.SCORE, (ast.Effect("points", points, per=per),)),
    number,
    pers,
)
powers = scores | st.builds(
    ast.Power,
    phase,
    st.lists(effects, min_size=1, max_size=3).map(tuple),
    st.none() | triggers,
    st.booleans(),
    st.none() | costs,
    st.none() | st.builds(ast.Each, st.booleans()),
    st.none() | conditions,
)
