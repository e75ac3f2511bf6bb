"""Develop and Settle: which cards can be placed, at which price, with which Military.

Read from docs/language.md (`cost`, `military`, `pay for`, `conquer`, `place another`, `upgrade`,
`take over`). Only one card about has a line that is chosen for a placement: the one that is tried;
so a way to place is how often that line is used, and how many hand cards are given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rftg_dsl.syntax.ast import Cost, Effect, Power, Selector
from tests.combinations.evaluator.acting import Actor
from tests.combinations.evaluator.cards import is_good, is_meant
from tests.combinations.evaluator.phases import begin
from tests.combinations.evaluator.table import PLACING, Model, Uncovered, expect

Way = tuple[int, int, int]
"""How often the line is used, and the least and the most hand cards given."""


@dataclass(slots=True)
class Chosen:
    """The tried line, where it is chosen for a placement. what: its verb."""

    bearer: str
    line: Power
    effect: Effect

    @property
    def what(self) -> str:
        """Return its verb."""
        return self.effect.verb

    @property
    def price(self) -> Cost | None:
        """Return what it takes."""
        return self.line.cost

    @property
    def uses(self) -> int:
        """Return how often it can be used at the most: prestige and goods are given one by one."""
        price = self.price
        if price is None or not price.up_to or self.is_open:
            return 1
        return price.count or 1

    @property
    def is_open(self) -> bool:
        """Return whether it takes hand cards for Military, as many as its owner likes."""
        price = self.price
        if price is None or self.what != "military" or price.what != "cards":
            return False
        return price.up_to or price.count == 1

    @property
    def cards(self) -> int:
        """Return the hand cards that a use takes besides the price of the card."""
        if self.price is None or self.price.what != "cards" or self.is_open:
            return 0
        return 1 if self.price.up_to else self.price.count or 0

    def amount(self, verb: str) -> int:
        """Return the number of the effect with a verb, for one use."""
        number = sum(effect.amount or 0 for effect in self.line.effects if effect.verb == verb)
        fixed = self.line.each is not None and self.price is not None and not self.price.up_to
        return number * (self.price.count or 1) if fixed and self.price else number

    def change(self, verb: str) -> int:
        """Return what stands beside a placement."""
        return sum(effect.amount or 0 for effect in self.line.effects if effect.verb == verb)


@dataclass(slots=True)
class Placer:
    """One player's placements in a phase. used: how often the tried line has been."""

    actor: Actor
    phase: str
    less: int = 0
    used: int = 0
    called_up: list[tuple[Effect, int]] = field(default_factory=list)
    needed: int = 0
    is_drawn: bool = False

    @property
    def model(self) -> Model:
        """Return the table."""
        return self.actor.model

    def chosen(self) -> Chosen | None:
        """Return the line that is chosen in placements and in force now."""
        model, me = self.model, self.model.me
        for bearer, line in model.lines(me, self.phase):
            if not model.holds(line, bearer) or line.trigger is not None:
                continue
            verbs = {effect.verb for effect in line.effects}
            is_chosen = verbs & PLACING or (line.cost and verbs & {"cost", "military"})
            if is_chosen and line is model.line:
                return Chosen(bearer, line, _main(line))
        return None

    # --- ways

    def ways(self, card: str, by: Chosen | None = None) -> list[Way]:
        """Return the ways to place a card. by: the line that allows one more."""
        model, me = self.model, self.model.me
        facts, chosen = model.facts[card], self.chosen()
        if chosen is not None and (
            self.used or by is not None or chosen.line in self.actor.used_up
        ):
            chosen = None
        if chosen is not None and chosen.what in ("place", "upgrade", "take over"):
            chosen = None
        if chosen is not None and chosen.what == "conquer" and _selector(chosen).other:
            chosen = None
        change = by.change("cost") if by is not None else 0
        cost = facts.cost - self.less + change + model.total(me, self.phase, "cost", card)
        if by is not None and _is_free(by):
            cost = -99
        ways: list[Way] = []
        if facts.military and facts.type == "world":
            ways += self._conquests(card, facts.cost, chosen, by)
        elif by is None or by.what != "conquer":
            ways += self._payments(card, cost, chosen)
        if chosen is not None and chosen.what in ("pay for", "conquer"):
            ways += self._instead(card, cost, chosen)
        return ways

    def _payments(self, card: str, cost: int, chosen: Chosen | None) -> list[Way]:
        found = []
        for uses in range(1 + (chosen.uses if chosen else 0)):
            if chosen is None or uses == 0:
                found.append((0, max(0, cost), max(0, cost)))
                continue
            applies = chosen.effect.selector is None or is_meant(
                chosen.effect.selector, self.model.facts[card], chosen.bearer
            )
            if chosen.what not in ("cost", "military") or chosen.is_open:
                continue
            if (chosen.what == "cost" and not applies) or not self._affords(chosen, uses, card):
                continue
            price = cost
            if chosen.what == "cost":
                amount = chosen.amount("cost") * self.model.times(chosen.effect.per, chosen.bearer)
                price = 0 if chosen.effect.absolute else cost + uses * amount
            price = max(0, price) + uses * chosen.cards
            found.append((uses, price, price))
        return found

    def _conquests(
        self, card: str, defense: int, chosen: Chosen | None, by: Chosen | None
    ) -> list[Way]:
        strength = self.strength(card)
        if by is not None and any(one.verb == "remaining military" for one in by.line.effects):
            strength -= self.needed
        missing = defense - strength
        found = [(0, 0, 0)] if missing <= 0 else []
        if chosen is None or chosen.what != "military":
            return found
        helps = self._helps(chosen, card)
        for uses in range(1, chosen.uses + 1):
            if not self._affords(chosen, uses, card):
                continue
            if not chosen.is_open:
                if uses * helps >= missing:
                    found.append((uses, uses * chosen.cards, uses * chosen.cards))
                continue
            most = chosen.price.count or 0 if chosen.price else 0
            enough = [number for number in range(most + 1) if number * helps >= missing]
            if enough:
                found.append((1, max(1, enough[0]), most))
        return found

    def _instead(self, card: str, cost: int, chosen: Chosen) -> list[Way]:
        facts = self.model.facts[card]
        if not is_meant(_selector(chosen), facts, chosen.bearer):
            return []
        if not self._affords(chosen, 1, card):
            return []
        if chosen.what == "pay for":
            price = max(0, cost + chosen.change("cost")) + chosen.cards
            return [(1, price, price)]
        missing = facts.cost + chosen.change("defense") - self.strength(card)
        return [(1, chosen.cards, chosen.cards)] if missing <= 0 else []

    def strength(self, card: str) -> int:
        """Return Military against a world, with what has been called up."""
        return self.model.total(self.model.me, "settle", "military", card) + sum(
            amount
            for effect, amount in self.called_up
            if effect.selector is None
            or is_meant(effect.selector, self.model.facts[card], self._bearer)
        )

    @property
    def _bearer(self) -> str:
        return next(title for title, facts in self.model.facts.items() if self._bears(facts))

    def _bears(self, facts: object) -> bool:
        return any(one.power is self.model.line for one in facts.powers)  # type: ignore[attr-defined]

    def _helps(self, chosen: Chosen, card: str) -> int:
        cards = chosen.effect.selector
        if cards is not None and not is_meant(cards, self.model.facts[card], chosen.bearer):
            return 0
        return chosen.amount("military") * self.model.times(chosen.effect.per, chosen.bearer)

    def _affords(self, chosen: Chosen, uses: int, card: str) -> bool:
        """Return whether what some uses take is there, hand cards aside."""
        me, price = self.model.me, chosen.price
        if price is None or price.what == "cards":
            return True
        if price.what == "this":
            return chosen.bearer in me.tableau
        count = uses if price.up_to else price.count or 0
        if price.what == "prestige":
            return me.prestige >= count
        if price.what == "tokens":
            return me.tokens[price.token] >= count
        fit = [one for one in me.goods if is_good(price.goods, self.model.facts[one], "")]
        return len([one for one in fit if one != card]) >= count

    # --- placing

    def placeable(self, by: Chosen | None = None) -> dict[str, list[Way]]:
        """Return the hand cards that can be placed, with their ways."""
        me, facts = self.model.me, self.model.facts
        taken = by.cards if by is not None else 0
        wanted = "development" if self.phase == "develop" else "world"
        found = {}
        for card in set(me.hand):
            if facts[card].type != wanted or (wanted == "development" and card in me.tableau):
                continue
            if by is not None and not is_meant(_selector(by), facts[card], by.bearer):
                continue
            purse = len(me.hand) - 1 - taken
            ways = [way for way in self.ways(card, by) if way[1] <= purse]
            if ways and purse >= 0:
                found[card] = [(use, least, min(most, purse)) for use, least, most in ways]
        return found

    def place(self, kind: str, by: Chosen | None = None) -> str | None:
        """Follow one placement; return the card, None where none is placed."""
        model, me = self.model, self.model.me
        asked = model.answer(f"place {kind}")
        can = self.placeable(by)
        offered = {one[0] for one in asked.options if one}
        expect(offered == set(can), f"{sorted(offered)} can be placed, and not {sorted(can)}")
        if not asked.answer:
            return None
        card: str = asked.answer[0]
        saves = [(title, effect) for title, effect, _n in model.standing(me, self.phase, "save")]
        chosen = None if by else self.chosen()
        helps = self._helps(chosen, card) if chosen and chosen.what == "military" else 0
        per = self.model.times(chosen.effect.per, chosen.bearer) if chosen else 1
        if by is not None:
            self.give_up(by, 1)
        me.hand.remove(card)
        me.tableau.append(card)
        facts = model.facts[card]
        if facts.windfall:
            me.goods.append(card)
        me.prestige += facts.prestige
        uses, paid = self._paid(kind, card, can[card])
        conquered = self._resolve(card, uses, len(paid), chosen, by, helps, per)
        if chosen and uses:
            self.give_up(chosen, uses, price_paid=True)
            self.used += uses
        model.discard(paid)
        if not conquered:
            priced = len(paid) - (uses * chosen.cards if chosen else 0)
            self._save(saves, paid, priced)
        me.placed.append(card)
        for one in (chosen if uses else None, by):
            if one is not None and one.what in ("pay for", "conquer", "place"):
                self.gains(one)
        settles = self.phase == "settle"
        if settles:
            self.actor.itself(self.phase, card)
        self.draw_bonus()
        event = "conquering" if conquered else "paying"
        self.actor.after(self.phase, event, card, itself=not settles)
        return card

    def _paid(self, kind: str, card: str, ways: list[Way]) -> tuple[int, list[str]]:
        """Return how often the line is used for a card, and the hand cards given."""
        asked = self.model.answer(f"pay for {kind}", card)
        offered = sorted({(one[0], one[2]) for one in asked.options})
        known = sorted({(uses, least) for uses, least, _most in ways})
        expect(offered == known, f"{card} costs {offered}, and not {known} (uses, cards)")
        uses, _powers, least, paid = asked.answer
        mosts = [most for use, low, most in ways if (use, low) == (uses, least)]
        expect(least <= len(paid) <= max(mosts), f"{len(paid)} cards are paid for {card}")
        return uses, paid

    def _resolve(
        self,
        card: str,
        uses: int,
        paid: int,
        chosen: Chosen | None,
        by: Chosen | None,
        helps: int,
        per: int,
    ) -> bool:
        """Note the Military called up and needed; return whether the world is conquered."""
        facts = self.model.facts[card]
        instead = chosen.what if chosen and uses else ""
        if chosen and uses and chosen.what == "military":
            times = paid - (uses * chosen.cards) if chosen.is_open else uses
            if chosen.is_open and not facts.military:
                times = 0
            self.called_up.append((chosen.effect, chosen.amount("military") * per * times))
        military = facts.military and facts.type == "world"
        conquered = instead == "conquer" or (military and instead != "pay for")
        if conquered:
            change = chosen.change("defense") if chosen and instead == "conquer" else 0
            self.needed += facts.cost + change
        return bool(conquered)

    def give_up(self, chosen: Chosen, uses: int, price_paid: bool = False) -> None:
        """Take what a line costs; hand cards given with the price of a card are part of that."""
        model, me, price = self.model, self.model.me, chosen.price
        if chosen.line.once:
            self.actor.used_up.append(chosen.line)
        if price is None:
            return
        count = uses if price.up_to else price.count or 0
        if price.what == "this":
            me.lose(chosen.bearer)
        elif price.what == "prestige":
            me.prestige -= count
        elif price.what == "tokens":
            me.tokens[price.token] -= count
        elif price.what == "goods":
            left = count
            while left > 0:
                given = model.answer("goods for power", chosen.bearer).answer
                fit = [is_good(price.goods, model.facts[one], "") for one in given]
                expect(all(fit) and bool(given), f"goods are given that do not fit: {given}")
                for world in given:
                    me.goods.remove(world)
                left -= len(given)
        elif not price_paid:
            given = model.answer("discard for power", chosen.bearer).answer
            expect(len(given) == count, f"{len(given)} cards are given, and not {count}")
            model.discard(given)

    def _save(self, saves: list[tuple[str, Effect]], paid: list[str], priced: int) -> None:
        model, left = self.model, list(paid)
        for title, effect in saves:
            among = [one for one in left if is_meant(effect.selector, model.facts[one], title)]
            count = min(effect.amount or 0, priced, len(among))
            if count and title in model.me.tableau:
                saved = model.answer("save", title).answer
                expect(len(saved) == count, f"{len(saved)} are saved, not {count}")
                expect(set(saved) <= set(among), f"{saved} are saved, which are not such cards")
                model.me.saved += count
                priced -= count
                for one in saved:
                    left.remove(one)

    def draw_bonus(self) -> None:
        """Draw the card for having chosen Settle, once the first world has been come by."""
        if self.phase == "settle" and self.model.me.action == "settle" and not self.is_drawn:
            self.is_drawn = True
            self.model.draw(1)

    def gains(self, chosen: Chosen) -> None:
        """Give what stands beside a placement."""
        for effect in chosen.line.effects:
            if effect.gain:
                self.actor.give(effect, chosen.line, chosen.bearer, 1, [])


_MAIN: Final = (*sorted(PLACING), "cost", "military")


def _main(line: Power) -> Effect:
    """Return the effect that says what a line is about."""
    ranked = sorted(
        (effect for effect in line.effects if effect.verb in _MAIN),
        key=lambda effect: effect.verb not in PLACING,
    )
    return ranked[0]


def _selector(chosen: Chosen) -> Selector:
    cards = chosen.effect.selector
    assert cards is not None
    return cards


def _is_free(by: Chosen) -> bool:
    return any(effect.verb == "cost" and effect.absolute for effect in by.line.effects)


def develop(actor: Actor) -> None:
    """Place a development, and more by a line that says so (base rulebook, Develop)."""
    begin(actor, "develop")
    placer = Placer(actor, "develop", less=int(actor.me.action == "develop"))
    if placer.place("development") is None:
        return
    by = placer.chosen()
    if by is None or by.what != "place" or by.line in actor.used_up:
        return
    if not _is_there(placer, by):
        return
    placer.less = 0
    if not placer.placeable(by):
        return
    asked = actor.model.asked("place development")
    expect(asked is not None, "no further development is offered")
    if asked is not None and asked.answer:
        actor.model.happens("PowerUsed")
    placer.place("development", by)


def _is_there(placer: Placer, by: Chosen) -> bool:
    return by.price is None or placer.actor.can_pay(by.price, by.bearer)


def settle(actor: Actor) -> Placer:
    """Place a world, and more by a line that says so (base rulebook, Settle)."""
    begin(actor, "settle")
    return Placer(actor, "settle")


def settle_more(placer: Placer) -> None:
    """Use a line that lets one more world be placed, where there is one."""
    actor, by = placer.actor, placer.chosen()
    if by is None or by.line in actor.used_up or not _is_more(by):
        return
    there = by.bearer in actor.me.tableau and _is_there(placer, by)
    asked = actor.model.asked("settle power")
    options = _further(placer, by) if there else []
    if asked is None:
        expect(not options, f"{by.what} {options} is not offered")
        return
    attacks = any(
        effect.verb == "take over"
        for _title, line in actor.model.lines(actor.me, "settle")
        for effect in line.effects
    )
    if not options and by.what == "place" and attacks:
        raise Uncovered("takeovers in place of one more world")
    expect(bool(options), f"{by.what} is offered, and no card fits")
    actor.model.answer("settle power")
    if not asked.answer:
        return
    actor.model.happens("PowerUsed")
    if by.what == "upgrade":
        _upgrade(placer, by, options)
    else:
        placer.place("world", by)


def _is_more(by: Chosen) -> bool:
    return by.what in ("place", "upgrade") or (by.what == "conquer" and _selector(by).other)


def _further(placer: Placer, by: Chosen) -> list[list[str]]:
    """Return what one more placement can be: a world, or a new and an old one."""
    me, facts = placer.model.me, placer.model.facts
    if by.what != "upgrade":
        return [[card] for card in placer.placeable(by)] if me.placed else []
    assert by.effect.numbers is not None
    numbers = by.effect.numbers
    found = []
    for old in me.tableau:
        gone = by.price is not None and by.price.what == "this" and old == by.bearer
        if old not in me.began or gone or not is_meant(_selector(by), facts[old], by.bearer):
            continue
        for new in me.hand:
            one = facts[new]
            if one.type != "world" or one.military or one.kind != facts[old].kind:
                continue
            if numbers.low <= one.cost - facts[old].cost <= (numbers.high or 0):
                found.append([new, old])
    return found if len(me.hand) - 1 - by.cards >= 0 else []


def _upgrade(placer: Placer, by: Chosen, options: list[list[str]]) -> None:
    model, me = placer.model, placer.model.me
    asked = model.answer("upgrade")
    offered = sorted(one for one in asked.options if one)
    expect(offered == sorted(options), f"upgrades are {offered}, and not {sorted(options)}")
    if not asked.answer:
        return
    new, old = asked.answer
    me.hand.remove(new)
    placer.give_up(by, 1)
    if old in me.tableau:
        me.lose(old)
    me.tableau.append(new)
    if model.facts[new].windfall:
        me.goods.append(new)
    me.prestige += model.facts[new].prestige
    placer.gains(by)
    placer.actor.settle_debts()
