"""Hypothesis strategies for powers of tiles, as the grammar can say them."""

from dataclasses import replace

from hypothesis import strategies as st

from rftg_dsl.games import ROLL
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import COLOURS, Dice
from rftg_dsl.words.roll import WORKER_PHASES, TileEffect
from rftg_dsl.words.roll.tiles import (
    Chips,
    CostChange,
    Credits,
    DrawTiles,
    EachOtherPlayer,
    GoodsLimit,
    Points,
    Price,
    Rearrange,
    RisingPoints,
    StartCredits,
    TilesOnTop,
)
from rftg_dsl.words.roll.workers import (
    DictateOften,
    DictateSeveral,
    ExtraWorker,
    NewDice,
    Reassign,
    RecruitDice,
    RemoveDice,
    ReturnWorkers,
)

number = st.integers(1, 99)
signed = st.integers(-99, 99)
noun = st.sampled_from(ROLL.nouns)
colours = st.sets(st.sampled_from(COLOURS), min_size=1, max_size=3).map(sorted).map(tuple)
kinds = st.sets(st.sampled_from(ast.KINDS), max_size=2).map(sorted).map(tuple)
workers = st.just(Dice()) | st.builds(Dice, colours, st.booleans())
places = st.sampled_from(("", "cup", "citizenry", "goods"))
dice = st.builds(Dice, place=places) | st.builds(Dice, colours, st.booleans(), places)
adjectives = st.builds(
    lambda words, negated: ast.Adjective(tuple(sorted(words)), negated),
    st.sets(st.sampled_from((*ast.KINDS, ast.GRAY, "rebel")), min_size=1, max_size=2),
    st.booleans(),
)


@st.composite
def ranges(draw: st.DrawFn) -> ast.Range:
    """From a number to one above it, or open."""
    low = draw(number)
    return ast.Range(low, draw(st.none() | st.integers(low, 99)))


selectors = st.builds(
    ast.Selector,
    noun=noun,
    other=st.booleans(),
    adjectives=st.lists(adjectives, max_size=2).map(tuple),
    cost=st.none() | ranges(),
    power=st.none() | st.sampled_from(ROLL.phases),
)
goods = st.builds(ast.Goods, kinds, worlds=st.none() | selectors)
plain_counts = st.one_of(
    st.builds(ast.Count, st.just("cards"), selectors),
    st.builds(ast.Count, st.just("goods"), goods=goods),
    st.builds(ast.Count, st.just("dice"), dice=dice),
    st.builds(ast.Count, st.just("workers"), dice=workers, action=st.sampled_from(WORKER_PHASES)),
    st.sampled_from(
        [
            ast.Count(things)
            for things in (
                "colours of dice",
                "kinds of worlds",
                "kinds of goods",
                "chips",
                "credits",
            )
        ]
    ),
)
counts = st.one_of(
    plain_counts,
    st.builds(ast.Count, st.just("total cost"), selectors),
    st.builds(ast.Count, st.just("costliest"), noun.map(ast.Selector)),
)
deeds = st.one_of(
    st.builds(ast.Condition, st.just("have"), number, st.none(), plain_counts),
    st.builds(ast.Condition, st.just("have"), st.just(0), st.integers(0, 99), plain_counts),
    st.sampled_from(ROLL.phases)
    .map(lambda phase: ast.Count("selected", action=phase))
    .map(lambda count: ast.Condition("have", 1, None, count)),
)
own_counts = counts
counts = st.one_of(
    own_counts,
    st.builds(ast.Count, st.just("others"), inner=own_counts),
    st.builds(ast.Count, st.sampled_from(("players", "other players")), having=deeds),
)
sold = st.none() | goods.filter(lambda one: not one.is_any) | st.just(ast.Goods(here=True))
pers = st.builds(ast.Per, counts, number)
phases = st.sets(st.sampled_from(WORKER_PHASES)).map(
    lambda named: tuple(phase for phase in WORKER_PHASES if phase in named)
)
sources = st.one_of(st.tuples(phases, st.just(False)), st.just(((), True)))
quantities = st.just((None, False)) | st.tuples(number, st.booleans())


@st.composite
def reassigned(draw: st.DrawFn) -> Reassign:
    """Workers that are reassigned, from anywhere to anywhere."""
    amount, up_to = draw(quantities)
    named, together = draw(sources)
    return Reassign(amount, up_to, draw(workers), named, together, draw(phases))


@st.composite
def recruited(draw: st.DrawFn) -> RecruitDice:
    """Dice that are recruited: a number, up to a number, or all."""
    amount, up_to = draw(quantities)
    return RecruitDice(amount, draw(dice), up_to)


effects: st.SearchStrategy[TileEffect] = st.one_of(
    st.builds(Credits, number, st.none() | pers),
    st.builds(Chips, number, st.none() | pers),
    st.builds(NewDice, number, dice),
    st.builds(RemoveDice, number, dice),
    st.builds(DrawTiles, number),
    st.builds(ReturnWorkers, number, workers, st.booleans()),
    st.builds(ReturnWorkers, st.none(), workers),
    reassigned(),
    st.builds(DictateSeveral, number, workers),
    st.builds(ExtraWorker, workers),
    st.sampled_from((DictateOften(), TilesOnTop(), Rearrange())),
    st.builds(CostChange, signed, st.integers(0, 9), st.none() | selectors, st.none() | pers),
    st.builds(Price, signed, sold, st.none() | pers),
    st.builds(GoodsLimit, number, st.none() | selectors),
    st.builds(EachOtherPlayer, number, st.sampled_from(("credits", "vp"))),
    recruited(),
    st.builds(StartCredits, number),
)
triggers = st.one_of(
    st.just(ast.Trigger("end")),
    st.builds(ast.Trigger, st.just("completing"), selectors),
    st.builds(ast.Trigger, st.sampled_from(("trading", "consuming")), goods=goods),
    st.builds(ast.Trigger, st.sampled_from(("scouting", "stocking")), dice=st.none() | dice),
)
others = st.builds(ast.Count, st.just("other players"), having=deeds)
costs = (
    st.builds(ast.Cost, st.just("credits"), number)
    | st.builds(ast.Cost, st.just("dice"), number, dice=dice)
    | st.builds(ast.Cost, st.just("chips"), number)
)
conditions = st.one_of(
    st.builds(ast.Condition, st.just("have"), number, st.none(), plain_counts),
    st.builds(ast.Condition, st.just("have"), st.just(0), st.integers(0, 99), plain_counts),
    st.builds(
        ast.Condition, st.sampled_from(("most", "fewest", "tie")), st.just(1), st.none(), own_counts
    ),
    st.builds(ast.Condition, st.just("every"), st.just(1), st.none(), own_counts),
    st.builds(
        ast.Condition,
        st.just("have"),
        st.just(1),
        st.none(),
        st.builds(ast.Count, st.just("scouts"), dice=dice),
    ),
    deeds,
    deeds.map(lambda deed: replace(deed, test="only")),
    st.builds(ast.Condition, st.just("have"), st.integers(1, 5), st.none(), others),
    st.builds(ast.Condition, st.just("have"), st.just(0), st.just(0), others),
)
scores = st.builds(
    lambda points, condition: ast.Power("score", (points,), condition=condition, game=ROLL.id),
    st.builds(Points, number, st.none() | pers)
    | st.builds(RisingPoints, number, st.builds(ast.Per, counts, rising=st.just(True))),
    st.none() | conditions,
)
powers = scores | st.builds(
    ast.Power,
    st.sampled_from((*ROLL.phases, *ROLL.moments)),
    st.lists(effects, min_size=1, max_size=3).map(tuple),
    st.none() | triggers,
    st.booleans(),
    st.none() | costs,
    condition=st.none() | conditions,
    game=st.just(ROLL.id),
)
"""Every power that the grammar of tiles can say, whether it means something or not."""
