"""Lowering: every part of an accepted power has its place in the hooks."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rftg_dsl.hooks import race as hooks
from rftg_dsl.semantics.lower import lower
from rftg_dsl.syntax.ast import (
    SCORE,
    Adjective,
    Condition,
    Cost,
    Count,
    Each,
    Effect,
    Goods,
    Per,
    Power,
    Range,
    Selector,
    Trigger,
)
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.verbs import EFFECTS, USES
from tests.rftg_dsl.syntax.test_formatter import WORDS_OF_ARC_1
from tests.rftg_dsl.trees import powers
from tests.sampling import sampled

FIXED = {("points by kinds", "selector"), ("cannot sell", "goods")}
"""Parts that an effect always has, and always says in one way."""


def lowered(power: Power) -> tuple[hooks.Hook, ...] | None:
    """The hooks of a power, None where it is refused."""
    try:
        return lower(power)
    except SemanticError:
        return None


def shortened(power: Power) -> Iterator[Power]:
    """The power with one of its parts left out."""
    for part in ("trigger", "cost", "each", "condition"):
        if getattr(power, part) is not None:
            left_out: dict[str, Any] = {part: None}
            yield replace(power, **left_out)
    for number, effect in enumerate(power.effects):
        before, after = power.effects[:number], power.effects[number + 1 :]
        if before or after:
            yield replace(power, effects=(*before, *after))
        for part in ("per", "goods", "rival"):
            if getattr(effect, part) is not None and (effect.verb, part) not in FIXED:
                left_out = {part: None}
                yield replace(power, effects=(*before, replace(effect, **left_out), *after))


@given(powers)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_part_of_an_accepted_power_is_passed_over(power: Power) -> None:
    found = lowered(power)
    if found is not None and len(set(power.effects)) == len(power.effects):
        for other in shortened(power):
            assert lowered(other) != found


@pytest.mark.parametrize("line", WORDS_OF_ARC_1.splitlines())
def test_no_part_of_a_power_of_the_expansions_is_passed_over(line: str) -> None:
    power = parse_power(line)
    found = lower(power)
    assert found
    for other in shortened(power):
        assert lowered(other) != found


def test_what_a_takeover_gains_counts_only_what_is_known_then() -> None:
    with pytest.raises(SemanticError, match=r"E312"):
        lower(parse_power("settle: may take over a military world, draw 1 per good produced"))


def test_one_more_conquest_is_a_placement_and_a_first_one_another_way_to_place() -> None:
    (more,) = lower(parse_power("settle: may conquer another military world"))
    (way,) = lower(parse_power("settle: may conquer a non-military world"))
    assert isinstance(more, hooks.Place)
    assert isinstance(way, hooks.Instead)


ACCEPTED = Path(__file__).with_name("accepted.txt")
WORLD = Selector("world")
WORLDS = Count("cards", WORLD)
PRODUCED = Count("produced", goods=Goods())
SPECIAL: dict[str, Effect] = {
    "windfall good": EFFECTS["windfall good"](goods=Goods()),
    "guess": EFFECTS["guess"](Range(1, 7)),
    "ante": EFFECTS["ante"](Range(1, 6)),
    "points by kinds": EFFECTS["points by kinds"](WORLD, (1, 3, 6, 10)),
    "hand limit": EFFECTS["hand limit"](12, absolute=True),
    "at": EFFECTS["at"](14),
    "tokens": EFFECTS["tokens"](1, "relic"),
    "sell another": EFFECTS["sell another"](goods=Goods()),
    "sell as": EFFECTS["sell as"](goods=Goods(), kinds=("genes",)),
    "save": EFFECTS["save"](1, Selector("card")),
    "move": EFFECTS["move"](1, Goods(), WORLD),
    "place the top card": EFFECTS["place the top card"](WORLD),
    "reveal": EFFECTS["reveal"](3, 0, WORLD),
    "put": EFFECTS["put"](1, Selector("card")),
}
"""One effect with a verb, where it is not the verb with an amount."""
BARE = {
    "cannot sell",
    "mix",
    "good",
    "good on it",
    "draw saved",
    "draw discards",
    "sell",
    "destroy",
    "defeat",
    "remaining military",
    "place this only",
}
BARE |= {"choose last", "cannot sell"}
PLACED_NOUNS = {"pay for", "take over", "conquer", "conquer another", "place", "upgrade"}
COUNTED = {
    "draw",
    "keep",
    "look at",
    "cost",
    "cost for this",
    "military",
    "military against this",
    "price",
    "vp",
    "prestige",
    "tokens",
    "defense",
    "invasion defense",
    "points",
}
"""Verbs that the grammar gives a `per`."""

TRIGGERS = {
    "": None,
    "placing": Trigger("placing", Selector("card")),
    "paying": Trigger("paying", Selector("card")),
    "this": Trigger("placing"),
    "discarding": Trigger("discarding"),
    "conquering": Trigger("conquering", WORLD),
    "taking over": Trigger("taking over", WORLD),
    "producing here": Trigger("producing", goods=Goods(here=True)),
    "producing": Trigger("producing", goods=Goods()),
    "consuming": Trigger("consuming", goods=Goods()),
    "selling": Trigger("selling", goods=Goods()),
}
PRICES = {
    "": None,
    "this": Cost("this"),
    "a card": Cost("cards", 1),
    "cards": Cost("cards", 2),
    "up to cards": Cost("cards", 2, up_to=True),
    "goods": Cost("goods", 2, goods=Goods()),
    "a good": Cost("goods", 1, goods=Goods()),
    "up to goods": Cost("goods", 2, up_to=True, goods=Goods()),
    "all goods": Cost("goods", None, goods=Goods()),
    "different": Cost("goods", 2, goods=Goods(), different=True),
    "this good": Cost("goods", 1, goods=Goods(here=True)),
    "prestige": Cost("prestige", 1),
    "up to prestige": Cost("prestige", 2, up_to=True),
    "chips": Cost("chips", 1),
    "up to chips": Cost("chips", 2, up_to=True),
    "tokens": Cost("tokens", 1, token="relic"),
    "up to tokens": Cost("tokens", 2, up_to=True, token="relic"),
}
EACHES = {"": None, "each": Each(), "beyond": Each(beyond_first=True)}
CONDITIONS = {
    "": None,
    "have": Condition("have", 1, None, WORLDS),
    "most": Condition("most", 1, None, WORLDS),
    "most produced": Condition("most", 1, None, PRODUCED),
}
PERS = {"": None, "cards": Per(WORLDS), "goods": Per(PRODUCED), "chips": Per(Count("chips"))}
Parts = tuple[str, str, str, str, str]


def effect_of(verb: str) -> Effect:
    """A sound effect with this verb; "conquer another" is `conquer` with another world."""
    if verb in SPECIAL:
        return SPECIAL[verb]
    if verb in BARE:
        return EFFECTS[verb]()
    if verb in PLACED_NOUNS:
        return placed(verb)
    return EFFECTS[verb](1)


def placed(verb: str) -> Effect:
    military = verb in ("pay for", "take over", "conquer another")
    adjective = () if verb == "place" else (Adjective(("military",), negated=not military),)
    noun = "card" if verb == "place" else "world"
    cards = Selector(noun, other=verb in ("place", "conquer another"), adjectives=adjective)
    facts = {"numbers": Range(0, 3)} if verb == "upgrade" else {}
    return EFFECTS[verb.split(" another")[0]](selector=cards, **facts)


def powers_of(phase: str, verb: str) -> Iterator[tuple[Parts, Power]]:
    """The powers with this verb alone and every combination of the other parts.

    A line of scoring has no parts but `per`.
    """
    pers = PERS if verb in COUNTED else {"": None}
    for parts in product(TRIGGERS, PRICES, EACHES, CONDITIONS, pers):
        trigger, price, each, condition, per = parts
        if phase == SCORE and (trigger or price or each or condition):
            continue
        effect = replace(effect_of(verb), per=PERS[per]) if per else effect_of(verb)
        power = Power(
            phase,
            (effect,),
            TRIGGERS[trigger],
            False,
            PRICES[price],
            EACHES[each],
            CONDITIONS[condition],
        )
        yield parts, power
        yield parts, replace(power, optional=True)


@cache
def accepted(phase: str, verb: str) -> dict[Parts, tuple[hooks.Hook, ...]]:
    """The hooks of each combination that is accepted, with or without `may`."""
    found = {}
    for parts, power in powers_of(phase, verb):
        lines = lowered(power)
        if lines is not None:
            assert lines, power
            found[parts] = lines
    return found


CASES = [
    (phase, verb)
    for phase, verbs in USES.items()
    for one in verbs
    for verb in ((one, "conquer another") if one == "conquer" else (one,))
]


@pytest.mark.parametrize(("phase", "verb"), CASES)
def test_each_part_of_an_accepted_power_changes_its_hooks(phase: str, verb: str) -> None:
    groups = defaultdict(list)
    for parts, lines in accepted(phase, verb).items():
        groups[lines].append(parts)
    for same in groups.values():
        assert len(same) == 1, f"{phase}: {verb} means the same with {same}"


def summary() -> str:
    """For each phase and verb, what it can be combined with: one line each."""
    lines = []
    for phase, verb in CASES:
        found = accepted(phase, verb)
        columns = []
        for column in range(5):
            words = dict.fromkeys(parts[column] for parts in found)
            columns.append(", ".join(word or "-" for word in words))
        lines.append(f"{phase} | {verb} | {len(found)} | {' | '.join(columns)}")
    return "\n".join(lines) + "\n"


def test_what_is_accepted_is_what_is_written_down() -> None:
    assert summary() == ACCEPTED.read_text(encoding="utf-8")


def test_every_verb_is_accepted_alone_or_beside_the_one_it_belongs_to() -> None:
    alone = {verb for phase, verb in CASES if accepted(phase, verb)}
    assert {verb for _, verb in CASES} - alone == {"destroy", "remaining military"}


@pytest.mark.parametrize(("phase", "verb"), sampled(CASES, 3))
def test_once_a_game_changes_every_hook_or_is_refused(phase: str, verb: str) -> None:
    """Seven has no factor in common with the number of any part, so each part comes up."""
    for _parts, power in islice(powers_of(phase, verb), 0, None, 7):
        once = lowered(replace(power, once=True))
        if once is not None:
            lines = lowered(power)
            assert lines is not None
            assert once == tuple(replace(hook, once=True) for hook in lines)
            used = (hooks.Action, hooks.Place, hooks.Instead, hooks.TakeOver)
            assert all(isinstance(hook, used) or hook.price for hook in once)


@pytest.mark.parametrize("phase", USES)
def test_a_choice_has_the_gains_of_both_or_is_refused(phase: str) -> None:
    for one, other in product(USES[phase], repeat=2):
        if phase == SCORE:
            continue
        power = Power(phase, (effect_of(one),), others=((effect_of(other),),))
        lines = lowered(power) or lowered(replace(power, trigger=TRIGGERS["selling"]))
        if lines is not None:
            (hook,) = lines
            assert isinstance(hook, hooks.Action)
            assert one != other
            assert hook.gains != hook.choices[0]
