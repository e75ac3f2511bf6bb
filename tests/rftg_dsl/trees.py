"""Hypothesis strategies for every AST that the grammar can say."""

from dataclasses import replace

from hypothesis import strategies as st

from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.words.conditions import CARD_EVENTS
from rftg_dsl.words.counts import THINGS
from rftg_dsl.words.patterns import PatternEffect
from rftg_dsl.words.verbs import EFFECTS

Effects = st.SearchStrategy[ast.Effect]

number = st.integers(0, 99)
signed = st.integers(-99, 99)
kind = st.sampled_from((*ast.KINDS, ast.GRAY))
phase = st.sampled_from(ast.PHASES)
moment = st.sampled_from((*ast.PHASES, *ast.MOMENTS))
noun = st.sampled_from(("world", "development", "card"))
keyword = st.sampled_from(("rebel", "uplift", "robot-crew", "imperium", "terraforming", "x1-y2"))
word = kind | keyword | st.sampled_from(("military", "production", "windfall", "variable"))
token = st.sampled_from(("relic", "science artifact", "rare alien x1-y2"))
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
title_selectors = st.builds(ast.Selector, title=title)
left_out = title_selectors | st.builds(
    ast.Selector, noun=noun, adjectives=st.lists(adjectives, max_size=2).map(tuple)
)
selectors = (
    st.builds(
        lambda use, **facts: ast.Selector(**use, **facts),
        uses,
        noun=noun,
        other=st.booleans(),
        adjectives=st.lists(adjectives, max_size=3).map(tuple),
        cost=st.none() | ranges(),
        defense=st.none() | ranges(),
        keyword=st.none() | keyword | kind,
        strength=st.none() | strengths(),
        but=st.none() | left_out,
    )
    | title_selectors
)

any_cards = st.none() | selectors
kinds = st.sets(kind, max_size=3).map(lambda names: tuple(sorted(names)))
any_goods = st.builds(ast.Goods, kinds, worlds=any_cards)
plain_goods = st.builds(ast.Goods, kinds)
divisor = st.integers(1, 99)
of_cards = ("cards", "placed", "empty")
of_goods = ("goods", "produced", "consumed", "sold")
of_players = ("others", "players", "other players", "chosen")
alone = [things for things in THINGS if things not in (*of_cards, *of_goods, *of_players, "tokens")]
own_counts = st.one_of(
    st.builds(ast.Count, st.sampled_from(of_cards), selectors),
    st.builds(ast.Count, st.sampled_from(of_goods), goods=any_goods),
    st.builds(ast.Count, st.sampled_from(alone)),
    st.builds(ast.Count, st.just("tokens"), token=token),
    st.builds(ast.Count, st.just("hand"), st.builds(ast.Selector, noun.filter("card".__ne__))),
)
deeds = st.one_of(
    st.builds(ast.Condition, st.just("have"), number, st.none(), own_counts),
    st.builds(ast.Condition, st.just("have"), st.just(0), number, own_counts),
    st.builds(
        ast.Condition,
        st.just("have"),
        st.just(1),
        st.none(),
        st.builds(ast.Count, st.just("chosen"), action=st.sampled_from(ast.PHASES)),
    ),
    st.builds(
        ast.Condition,
        st.just("have"),
        st.just(0),
        st.just(0),
        st.builds(ast.Count, st.just("chosen"), action=st.sampled_from(ast.PHASES)),
    ),
)
counts = st.one_of(
    own_counts,
    st.builds(ast.Count, st.just("others"), inner=own_counts),
    st.builds(ast.Count, st.sampled_from(("players", "other players")), having=deeds),
)
pers = st.builds(ast.Per, counts, divisor, maximum=st.none() | number)
any_per = st.none() | pers
sold = st.none() | any_goods.filter(lambda goods: not goods.is_any) | st.just(ast.Goods(here=True))
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
    "remaining military",
    "place this only",
)


def effect(verbs: str | tuple[str, ...], *args: object, **facts: object) -> Effects:
    """Effects of one of these verbs."""
    words = (verbs,) if isinstance(verbs, str) else verbs
    return st.one_of(*(st.builds(EFFECTS[word], *args, **facts) for word in words))


@struct
class Teleport(PatternEffect):
    """A word that only the tests know."""

    verb = "teleport"
    pattern = "teleport"


gifts = st.sampled_from(("vp", "prestige"))
effects = st.one_of(
    effect(bare_verbs),
    effect("each other player", number, offered=st.booleans()),
    effect("each other player", number, gifts),
    effect("each other player", st.just(1), st.just("windfall good"), st.booleans()),
    effect(("draw", "keep", "look at", "vp", "prestige"), number, per=any_per),
    effect("tokens", number, token, per=any_per),
    effect(("discard", "at"), number),
    effect("save", number, selector=selectors),
    effect("move", number, goods=plain_goods, selector=selectors),
    effect("place the top card", selector=selectors),
    effect("reveal", number, number, selectors),
    effect("put", number, selectors),
    effect("hand limit", number) | effect("hand limit", signed, absolute=st.just(False)),
    effect("cost", signed, selector=any_cards, per=any_per),
    effect("cost", number, selector=any_cards, per=any_per, absolute=st.just(True)),
    effect("military", signed, selector=any_cards, per=any_per),
    effect(("cost for this", "military against this"), signed, per=any_per),
    effect("cost for this", number, per=any_per, absolute=st.just(True)),
    effect(("defense", "invasion defense"), signed, per=any_per),
    effect("repair", number),
    effect("price", signed, goods=sold, per=any_per),
    effect("cannot sell"),
    effect("windfall good", goods=plain_goods, other=st.booleans(), amount=number),
    effect(("pay for", "place"), selector=selectors),
    effect("conquer", selector=selectors, either=st.booleans()),
    effect("upgrade", selector=selectors, numbers=numbers),
    effect("take over", selector=selectors, rival=st.none() | rivals),
    effect("sell", plain=st.booleans()),
    effect("sell another", goods=plain_goods, different=st.booleans()),
    effect("sell as", goods=any_goods | st.just(ast.Goods(here=True)), kinds=kinds.filter(bool)),
    effect(("guess", "ante"), numbers=numbers),
)
single_costs = st.one_of(
    st.just(ast.Cost("this")),
    st.builds(ast.Cost, st.just("cards"), number, st.booleans()),
    st.builds(ast.Cost, st.just("goods"), number, st.booleans(), any_goods),
    st.builds(
        lambda count, up_to, goods, fact: ast.Cost("goods", count, up_to, goods, **{fact: True}),
        number,
        st.booleans(),
        plain_goods,
        st.sampled_from(("different", "same")),
    ),
    st.builds(ast.Cost, st.just("goods"), st.none(), goods=any_goods),
    st.just(ast.Cost("goods", 1, goods=ast.Goods(here=True))),
    st.builds(ast.Cost, st.sampled_from(("prestige", "chips")), number, st.booleans()),
    st.builds(ast.Cost, st.just("tokens"), number, st.booleans(), token=token),
)
costs = single_costs | st.builds(
    lambda first, more: replace(first, more=tuple(more)),
    single_costs,
    st.lists(single_costs, max_size=2),
)
triggers = st.one_of(
    st.builds(ast.Trigger, st.sampled_from(CARD_EVENTS), selectors),
    st.just(ast.Trigger("placing")),
    st.builds(ast.Trigger, st.sampled_from(("producing", "consuming", "selling")), goods=any_goods),
    st.just(ast.Trigger("producing", goods=ast.Goods(here=True))),
    st.just(ast.Trigger("discarding")),
)
amounts = st.builds(ast.Condition, st.just("have"), number, st.none(), own_counts) | st.builds(
    ast.Condition, st.just("have"), st.just(0), number, own_counts
)
compared = st.sampled_from(("most", "fewest"))
others = st.builds(ast.Count, st.just("other players"), having=deeds)
conditions = st.one_of(
    amounts,
    st.builds(ast.Condition, compared, st.just(1), st.none(), own_counts),
    deeds.map(lambda deed: replace(deed, test="only")),
    deeds,
    st.builds(ast.Condition, st.just("have"), st.integers(1, 5), st.none(), others),
    st.builds(ast.Condition, st.just("have"), st.just(0), st.just(0), others),
)
tables = st.lists(number, min_size=2, max_size=6).map(tuple)
points = effect("points", number, per=any_per) | effect(
    "points by kinds", selector=st.builds(ast.Selector, noun), table=tables
)


def _of_both_phases(power: ast.Power) -> st.SearchStrategy[ast.Power]:
    """The power, or one of Develop that says the same of Settle."""
    if power.phase != "develop":
        return st.just(power)
    return st.sampled_from((power, replace(power, also="settle")))


scores = st.builds(
    lambda effect, condition: ast.Power(ast.SCORE, (effect,), condition=condition),
    points,
    st.none() | conditions,
)
several_effects = st.lists(effects, min_size=1, max_size=3).map(tuple)
powers = scores | st.builds(
    ast.Power,
    moment,
    several_effects,
    st.none() | triggers,
    st.booleans(),
    st.none() | costs,
    st.none() | st.builds(ast.Each, st.booleans()),
    st.none() | conditions,
    st.lists(several_effects, max_size=2).map(tuple),
    st.booleans(),
).flatmap(_of_both_phases)

goals = st.lists(st.lists(amounts, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(
    tuple
)
categories = st.lists(selectors, min_size=1, max_size=3).map(tuple)
