"""Power lines at random, from the tables of words: every part of the grammar with every other one.

Verbs, counts, triggers and moments come from the tables of rftg_dsl.words, and the fields of an
effect from its class, so that a new word is made by itself; a field of a new name is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, replace
from random import Random
from typing import Any, Final, TypeVar

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import (
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
    Rival,
    Selector,
    Trigger,
)
from rftg_dsl.words.checks import PLACED
from rftg_dsl.words.counts import THINGS
from rftg_dsl.words.triggers import OF_CARDS, PHASES
from rftg_dsl.words.verbs import EFFECTS, USES

KEYWORDS: Final = ("alien", "rebel", "imperium")
"""Those that the cards lying about have (ground.py)."""
TOKENS: Final = ("relic", "science artifact")
"""Classes of tokens that lie about."""
TITLES: Final = ("Copper Moon", "Old Archive")
"""Cards lying about that lines name."""
_OF_GOODS: Final = ("goods", "produced", "consumed", "sold")
_SIGNED: Final = re.compile(r" [+-]\d")

T = TypeVar("T")


def random_power(rng: Random) -> Power:
    """Return a power of some verb and moment, each as likely, with other parts at random."""
    moment, verb = rng.choice([(moment, verb) for moment, verbs in USES.items() for verb in verbs])
    return _Parts(rng, moment).power(verb)


def power_with(verb: str, rng: Random) -> Power:
    """Return a power with an effect of this verb. Raise KeyError for a field of an unknown name."""
    moment = rng.choice(list(EFFECTS[verb].moments))
    return _Parts(rng, moment).power(verb)


class _Parts:
    """Parts of one line about a moment."""

    def __init__(self, rng: Random, moment: str) -> None:
        self.rng = rng
        self.moment = moment

    def power(self, verb: str) -> Power:
        """Return a power whose first effect has this verb."""
        first = self.effect(verb)
        if self.moment == ast.SCORE:
            return Power(ast.SCORE, (first,), condition=self.maybe(0.35, self.condition))
        effects = (first, *self.further(first))
        trigger = self.maybe(0.6 if self._wants_trigger(first) else 0.12, self.trigger)
        price = self.maybe(0.4, self.price)
        needs_may = any(effect.is_chosen for effect in effects) or (
            price is not None
            and (self.moment != "consume" or any(one.what != "goods" for one in price.parts))
        )
        power = Power(
            self.moment,
            effects,
            trigger,
            self.chance(0.96 if needs_may else 0.08),
            price,
            self.each(price),
            self.maybe(0.3, self.condition),
            once=self.chance(0.15 if price else 0.03),
            also=self.also(),
        )
        return replace(power, others=self.others(power))

    def _wants_trigger(self, effect: Effect) -> bool:
        return effect.follows and self.moment in ("develop", "settle", "trade", "consume")

    # --- chance

    def chance(self, odds: float) -> bool:
        """Return True so often."""
        return self.rng.random() < odds

    def maybe(self, odds: float, make: Callable[[], T]) -> T | None:
        """Return what is made, so often, or else None."""
        return make() if self.chance(odds) else None

    def pick(self, weighted: dict[T, int]) -> T:
        """Return one of some things, by their weights."""
        return self.rng.choices(list(weighted), list(weighted.values()))[0]

    # --- what it does

    def effect(self, verb: str) -> Effect:
        """Return an effect with this verb, each of its fields at random."""
        word = EFFECTS[verb]
        names = [field for field in fields(word) if field.name != "span"]
        made: dict[str, Any] = {}
        for field in names:
            make = getattr(self, f"field_{field.name}", None)
            if make is None:
                raise KeyError(f"no part of a line is made for `{field.name}` of `{verb}`")
            optional = field.default is not MISSING
            is_fixed = isinstance(field.default, Goods)
            made[field.name] = field.default if is_fixed else make(word, optional)
        if made.get("absolute") and "amount" in made:
            made["amount"] = abs(made["amount"])
            if verb == "cost":
                made["amount"] = 0
        return self.as_wanted(word(**made))

    def as_wanted(self, effect: Effect) -> Effect:
        """Return the effect about such cards as it is for, most of the time."""
        cards = effect.selector
        if cards is None or cards.title is not None or self.chance(0.1):
            return effect
        wanted = (
            effect.required_target(Power(self.moment, (effect,))) if self._knows(effect) else None
        )
        if wanted is None:
            return effect
        noun = wanted.split()[-1]
        adjectives = tuple(one for one in cards.adjectives if "military" not in one.words)
        if "military" in wanted and "selector" in self._needed(type(effect)):
            adjectives = (*adjectives, Adjective(("military",), wanted.startswith("non-")))
        cards = replace(cards, noun=noun, adjectives=adjectives)
        changed: dict[str, Any] = {"selector": cards}
        return replace(effect, **changed)

    def _knows(self, effect: Effect) -> bool:
        return self.moment in effect.moments

    @staticmethod
    def _needed(word: type[Effect]) -> list[str]:
        return [one.name for one in fields(word) if one.default is MISSING]

    def further(self, first: Effect) -> tuple[Effect, ...]:
        """Return effects beside the first one."""
        if not self.chance(0.22):
            return ()
        verbs = [verb for verb in USES[self.moment] if verb != first.verb] or [first.verb]
        return tuple(self.effect(self.rng.choice(verbs)) for _nth in range(self.pick({1: 5, 2: 1})))

    def others(self, power: Power) -> tuple[tuple[Effect, ...], ...]:
        """Return what can be chosen instead, of gains most of the time."""
        if not self.chance(0.1 if power.effects[0].gain else 0.02):
            return ()
        gains = [verb for verb in USES[self.moment] if EFFECTS[verb].gain]
        verbs = gains if gains and self.chance(0.9) else list(USES[self.moment])
        count = self.pick({1: 6, 2: 1})
        return tuple((self.effect(self.rng.choice(verbs)),) for _nth in range(count))

    def also(self) -> str:
        """Return Settle for some lines of Develop."""
        return "settle" if self.moment == "develop" and self.chance(0.15) else ""

    # --- fields of effects, by their names

    def field_amount(self, word: type[Effect], _optional: bool) -> int:
        """Return a number, with a sign where the word's example has one."""
        limits = word.takes.get(self.moment)
        if limits:
            return self.rng.randint(limits[0], min(limits[1], 20))
        amount = self.rng.choice((1, 1, 1, 2, 2, 3, 4))
        if word.verb == "hand limit":
            amount = self.rng.randint(1, 13)
        falls = 0.7 if word.verb == "cost" else 0.2
        signed = _SIGNED.search(word.example) is not None or word.verb == "cost"
        return -amount if signed and self.chance(falls) else amount

    def field_selector(self, word: type[Effect], optional: bool) -> Selector | None:
        """Return cards, such as the phase places where it places any."""
        if optional and self.chance(0.4):
            return None
        if any(field.name == "table" for field in fields(word)):
            return Selector(self.pick({"world": 9, "card": 1}))
        other = self.chance(0.75 if word.verb in ("place", "conquer") else 0.03)
        cards = self.selector(PLACED.get(self.moment, "world"))
        return replace(cards, other=other and cards.title is None)

    def field_token(self, _word: type[Effect], _optional: bool) -> str:
        """Return a class of tokens."""
        return self.rng.choice(TOKENS)

    def field_per(self, _word: type[Effect], _optional: bool) -> Per | None:
        """Return what an effect comes for, or nothing; a line of scoring mostly has it."""
        odds = 0.9 if self.moment == ast.SCORE else 0.33
        return self.maybe(odds, lambda: Per(self.count(), self.pick({1: 5, 2: 3, 3: 1})))

    def field_goods(self, word: type[Effect], optional: bool) -> Goods | None:
        """Return goods, with their worlds where the word takes them."""
        if optional and self.chance(0.3):
            return None
        if optional:
            goods = Goods(here=True) if self.chance(0.15) else self.goods()
            return None if goods.is_any else goods
        return Goods(self.kinds())

    def field_other(self, _word: type[Effect], _optional: bool) -> bool:
        """Return whether it is about another card."""
        return self.chance(0.3)

    def field_absolute(self, word: type[Effect], _optional: bool) -> bool:
        """Return whether the amount replaces a number."""
        return self.chance(0.5 if word.changes else 0.15)

    def field_either(self, _word: type[Effect], _optional: bool) -> bool:
        """Return whether takeovers are meant, too."""
        return self.chance(0.15)

    def field_plain(self, _word: type[Effect], _optional: bool) -> bool:
        """Return whether trade powers are left out."""
        return self.chance(0.4)

    def field_numbers(self, _word: type[Effect], _optional: bool) -> Range:
        """Return numbers to choose from."""
        low = self.rng.randint(0, 2)
        return Range(low, self.rng.randint(low, 7))

    def field_rival(self, _word: type[Effect], _optional: bool) -> Rival | None:
        """Return whose worlds are taken."""
        if self.chance(0.4):
            return None
        if self.chance(0.5):
            return Rival(military=self.rng.randint(0, 2))
        return Rival(self.selector("card"))

    def field_table(self, _word: type[Effect], _optional: bool) -> tuple[int, ...]:
        """Return points for one, two, three ... kinds."""
        return tuple(sorted(self.rng.sample(range(1, 12), self.rng.randint(2, 4))))

    # --- which cards and goods

    def selector(self, noun: str) -> Selector:
        """Return cards of a noun, or of `card`, with a few other parts."""
        rng = self.rng
        if self.chance(0.05):
            return Selector(title=rng.choice(TITLES))
        noun = self.pick({noun: 12, "card": 3, "world": 1, "development": 1})
        cards = Selector(
            noun, adjectives=tuple(self.adjective(noun) for _nth in range(self.pick(_FEW)))
        )
        if self.chance(0.22):
            cards = replace(cards, **rng.choice(_SUFFIXES)(self))
        if self.chance(0.1):
            but = Selector(noun, adjectives=(self.adjective(noun),))
            cards = replace(cards, but=Selector(title=TITLES[0]) if self.chance(0.2) else but)
        return cards

    def adjective(self, noun: str) -> Adjective:
        """Return an adjective, of plain words or keywords, for worlds of kinds as well."""
        words: Sequence[str] = KEYWORDS
        if noun == "world":
            plain = ("production", "windfall", "military", "variable")
            words = self.pick({(*ast.KINDS, ast.GRAY): 4, KEYWORDS: 3, plain: 3})
        elif self.chance(0.12):
            words = ("variable", "military", *ast.KINDS)
        is_slip = noun != "world" and words is not KEYWORDS  # which is one finding each
        some = self.rng.sample(words, 2 if self.chance(0.15) and not is_slip else 1)
        return Adjective(tuple(sorted(some)), self.chance(0.2))

    def range(self, low: int, high: int) -> Range:
        """Return numbers within these, or from one up."""
        first = self.rng.randint(low, high)
        return Range(first, None if self.chance(0.3) else self.rng.randint(first, high))

    def suffix_cost(self) -> dict[str, Any]:
        """Return a cost."""
        return {"cost": self.range(0, 6)}

    def suffix_defense(self) -> dict[str, Any]:
        """Return a defense."""
        return {"defense": self.range(0, 6)}

    def suffix_power(self) -> dict[str, Any]:
        """Return a phase in which a card has a power, or a takeover power."""
        if self.chance(0.15):
            return {"power": self.rng.choice(ast.TAKEOVER_POWERS)}
        if self.chance(0.2):
            return {"power": "consume", "spends": self.range(1, 3)}
        return {"power": self.rng.choice(ast.PHASES)}

    def suffix_keyword(self) -> dict[str, Any]:
        """Return a keyword said in full."""
        return {"keyword": self.rng.choice(KEYWORDS)}

    def suffix_strength(self) -> dict[str, Any]:
        """Return a strength."""
        return {"strength": self.range(-1, 3)}

    def kinds(self) -> tuple[str, ...]:
        """Return no kinds, one or two."""
        count = self.pick({0: 5, 1: 5, 2: 1})
        return tuple(sorted(self.rng.sample(ast.KINDS, count)))

    def goods(self) -> Goods:
        """Return goods by kind, and by world at times."""
        worlds = self.maybe(0.25, lambda: self.selector("world"))
        return Goods(self.kinds(), worlds=worlds)

    # --- what is counted

    def count(self, things: Sequence[ast.Things] = ()) -> Count:
        """Return something to count, known at the moment most of the time."""
        if not things:
            known: list[ast.Things] = [
                name for name, one in THINGS.items() if not one.known or self.moment in one.known
            ]
            # Cards are said in more ways than all else.
            often: list[ast.Things] = ["cards", "cards", "cards", "cards", "goods"]
            things = tuple(THINGS) if self.chance(0.06) else (*known, *often)
        chosen = self.rng.choice(things)
        if chosen in ("cards", "placed"):
            noun = PLACED[self.moment] if chosen == "placed" and self.moment in PLACED else "card"
            cards = self.selector(self.rng.choice(("world", "development", noun)))
            return Count(chosen, replace(cards, other=self.chance(0.1)))
        if chosen in _OF_GOODS:
            return Count(chosen, goods=self.goods())
        if chosen == "tokens":
            return Count(chosen, token=self.rng.choice(TOKENS))
        assert THINGS[chosen].one, f"nothing is made to count {chosen}"
        return Count(chosen)

    def condition(self) -> Condition:
        """Return how many there must be."""
        count = self.count()
        if self.chance(0.25):
            return Condition(self.rng.choice(("most", "fewest")), 1, None, count)
        if self.chance(0.3):
            return Condition("have", 0, self.pick({0: 2, 1: 1, 2: 1, 4: 1}), count)
        return Condition("have", self.pick({1: 5, 2: 3, 3: 2, 5: 1}), None, count)

    # --- when, and what it takes

    def trigger(self) -> Trigger:
        """Return what a power answers to, done in its phase most of the time."""
        events = [event for event, phases in PHASES.items() if self.moment in phases]
        if not events or self.chance(0.06):
            events = list(PHASES)
        event = self.rng.choice(events)
        if event not in OF_CARDS:
            here = event == "producing" and self.chance(0.4)
            return Trigger(event, goods=Goods(here=True) if here else self.goods())
        if event == "placing" and self.chance(0.15):
            return Trigger(event)
        return Trigger(event, self.selector(PLACED.get(self.moment, "world")))

    def price(self) -> Cost:
        """Return a price, of several parts at times."""
        first = self.part()
        if not self.chance(0.12):
            return first
        more = tuple(self.part() for _nth in range(self.pick({1: 6, 2: 1})))
        return replace(first, more=more)

    def part(self) -> Cost:
        """Return one thing that is given up, or so many of it."""
        count, up_to = self.pick({1: 6, 2: 3, 3: 1}), self.chance(0.2)
        what = self.pick({"this": 2, "cards": 4, "prestige": 3, "tokens": 3, "goods": 7})
        if what == "this":
            return Cost("this")
        if what == "tokens":
            return Cost(what, count, up_to, token=self.rng.choice(TOKENS))
        if what != "goods":
            return Cost(what, count, up_to)
        goods = self.pick({"plain": 8, "here": 2, "all": 1, "different": 1, "same": 1})
        if goods == "here":
            return Cost("goods", 1, goods=Goods(here=True))
        if goods == "all":
            return Cost("goods", None, goods=self.goods())
        if goods == "plain":
            return Cost("goods", count, up_to, self.goods())
        kinds = Goods(self.kinds())
        return Cost("goods", max(2, count), up_to, kinds, goods == "different", goods == "same")

    def each(self, price: Cost | None) -> Each | None:
        """Return `each` where it is asked for most of the time, and elsewhere at times."""
        if price is None:
            return self.maybe(0.02, Each)
        is_open = any(part.up_to or part.count is None for part in price.parts)
        several = not price.more and (price.count or 2) > 1
        odds = 0.93 if is_open else 0.2 if several else 0.02
        return self.maybe(odds, lambda: Each(self.chance(0.15)))


_FEW: Final = {0: 4, 1: 5, 2: 1}
_SUFFIXES: Final[tuple[Callable[[_Parts], dict[str, Any]], ...]] = (
    _Parts.suffix_cost,
    _Parts.suffix_cost,
    _Parts.suffix_defense,
    _Parts.suffix_power,
    _Parts.suffix_power,
    _Parts.suffix_keyword,
    _Parts.suffix_strength,
)
