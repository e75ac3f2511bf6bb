"""Lines that take something and give something at a moment: what they take, and what comes.

Read from docs/language.md: costs, each and per, choices, once a game. In which order lines are
used is the engine's to say; that each is used which can be, and what comes of it, is said here.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rftg_dsl.syntax.ast import Cost, Effect, Power, Trigger
from tests.combinations.evaluator.cards import is_good, is_meant, sale_of
from tests.combinations.evaluator.table import Difference, Model, Uncovered, expect
from tests.combinations.ground import TOKENS

EXPLORING: Final = frozenset({"draw", "keep", "look at", "mix"})
_PLAIN: Final = ("draw", "discard", "vp", "prestige", "tokens")
_DONE: Final = frozenset({"placed", "produced", "kinds produced", "consumed", "sold"})
_PHASES: Final = {"producing": "produce", "consuming": "consume", "selling": "trade"}

Lines = list[tuple[str, Power]]


def is_use(line: Power) -> bool:
    """Return whether a line is used at a moment, and neither in force nor a way to place."""
    if not all(effect.gain for effect in line.all_effects) or line.phase == "setup":
        return False
    verbs = {effect.verb for effect in line.effects}
    return not (line.phase == "explore" and line.cost is None and verbs & EXPLORING)


def waits(line: Power) -> bool:
    """Return whether a line is used at the end of its phase (docs/language.md, When)."""
    asked = line.condition
    about = [effect.per.count.things for effect in line.all_effects if effect.per]
    if "produce" in line.phases:
        limited = asked is not None and (asked.test != "have" or asked.high is not None)
        return limited and asked is not None and asked.count.things in _DONE
    return not _DONE.isdisjoint([*about, *([asked.count.things] if asked else [])])


class Actor:
    """Uses lines of the owner's cards. owed: cards still to be discarded of those drawn.

    placed: the card that lines answer to. unanswered: what was done to goods, for others to answer.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.me = model.me
        self.owed = 0
        self.placed = ""
        self.answering: list[Power] = []
        self.used_up: list[Power] = []
        self.unanswered: list[tuple[str, str]] = []

    # --- which are used

    def at(self, phase: str) -> Lines:
        """Return the lines that are used in a phase, answer to nothing and do not wait."""
        return [one for one in self._used(phase) if not waits(one[1])]

    def at_the_end(self, phase: str) -> Lines:
        """Return the lines that are used when a phase is over."""
        return [one for one in self._used(phase) if waits(one[1])]

    def _used(self, phase: str) -> Lines:
        return [
            (bearer, line)
            for bearer, line in self.model.lines(self.me, phase)
            if is_use(line) and line.trigger is None and not self.is_for_takeovers(line)
        ]

    @staticmethod
    def is_for_takeovers(line: Power) -> bool:
        """Return whether a line defeats takeovers."""
        return any(effect.verb == "defeat" for effect in line.effects)

    def use_all(self, lines: Lines, agreed: bool = False) -> None:
        """Use all of these lines that can be used, in the engine's order."""
        before = [self.can_use(line, bearer) for bearer, line in lines]
        left = list(lines)
        while (used := self.model.used_next()) is not None and used[1:] in left:
            at, bearer, line = used
            self.model.reach(at)
            if not self.can_use(line, bearer):
                break  # at a later moment, then, or else it is left over at the end
            self.model.happens("PowerUsed")
            left.remove((bearer, line))
            self.use(line, bearer, agreed)
        for (bearer, line), could in zip(lines, before, strict=True):
            if (bearer, line) in left and could and self.can_use(line, bearer):
                raise Difference(f"{bearer} is not used, which can be")

    def itself(self, phase: str, card: str) -> None:
        """Use the lines of a card that answer to its own placement."""
        self.placed = card
        self.use_all(self._own(phase, card))

    def _own(self, phase: str, card: str) -> Lines:
        if card in self.me.began:
            return []
        powers = [one.power for one in self.model.facts[card].powers]
        return [
            (card, power)
            for power in powers
            if (trigger := power.trigger) is not None
            and trigger.selector is None
            and trigger.goods is None
            and phase in power.phases
        ]

    def after(self, phase: str, event: str, card: str, itself: bool = True) -> None:
        """Use the lines that answer to a card having been placed, and settle what is owed.

        itself: those of the card itself have not been used.
        """
        self.placed = card
        lines = [
            (bearer, line)
            for bearer, line in self.model.lines(self.me, phase)
            if self._answers(line.trigger, event, card, bearer) and line not in self.answering
        ]
        if itself and event != "taking over":
            lines += self._own(phase, card)
        self.use_all(lines)
        self.settle_debts()

    def _answers(self, trigger: Trigger | None, event: str, card: str, bearer: str) -> bool:
        events = (event, "placing")
        if trigger is None or trigger.selector is None or trigger.event not in events:
            return False
        return is_meant(trigger.selector, self.model.facts[card], bearer)

    # --- whether it can be used

    def can_use(self, line: Power, bearer: str) -> bool:
        """Return whether a line has all it asks for, and something to give for its price."""
        if line in self.used_up or not self.model.holds(line, bearer):
            return False
        if line.cost is None:
            return bool(line.others) or {effect.verb for effect in line.effects} != {"repair"}
        ways = (line.effects, *line.others)
        return self.can_pay(line.cost, bearer) and any(self.has_room(way, bearer) for way in ways)

    def can_pay(self, price: Cost, bearer: str) -> bool:
        """Return whether all parts of a price are there together."""
        me, goods = self.me, [part for part in price.parts if part.what == "goods"]
        for part in price.parts:
            least = 1 if part.up_to or part.count is None else part.count
            if part.what == "cards" and len(me.hand) < least:
                return False
            if part.what == "prestige" and me.prestige < least:
                return False
            if part.what == "tokens" and me.tokens[part.token] < least:
                return False
            if part.what == "this" and bearer not in me.tableau:
                return False
            if part.what == "goods" and self.most(part, bearer) < least:
                return False
        return self._go_together(goods, bearer, list(me.goods))

    def _go_together(self, prices: list[Cost], bearer: str, left: list[str]) -> bool:
        """Return whether these goods pay plain prices one after the other, in some way."""
        if len(prices) < 2:
            return True
        units = [part for part in prices for _nth in range(part.count or 1)]
        return self._match(units, bearer, left)

    def _match(self, units: list[Cost], bearer: str, left: list[str]) -> bool:
        if not units:
            return True
        first, rest = units[0], units[1:]
        return any(
            self._match(rest, bearer, [other for other in left if other != world])
            for world in left
            if is_good(first.goods, self.model.facts[world], bearer)
        )

    def fitting(self, part: Cost, bearer: str) -> list[str]:
        """Return the worlds whose goods a price can take."""
        return [w for w in self.me.goods if is_good(part.goods, self.model.facts[w], bearer)]

    def most(self, part: Cost, bearer: str) -> int:
        """Return how many goods a price could take, its number aside."""
        kinds = Counter(self.model.facts[world].kind for world in self.fitting(part, bearer))
        if part.same:
            return max(kinds.values(), default=0)
        return len(kinds) if part.different else kinds.total()

    def has_room(self, effects: tuple[Effect, ...], bearer: str) -> bool:
        """Return whether goods that come have a world to lie on; nothing is damaged here."""
        return all(
            effect.verb != "repair"
            and (effect.verb != "good" or bearer not in self.me.goods)
            and (effect.verb != "windfall good" or self.windfalls(effect, bearer))
            and (effect.verb != "move" or self.moves(effect, bearer))
            for effect in effects
        )

    def windfalls(self, effect: Effect | None, bearer: str) -> list[str]:
        """Return the windfall worlds for a good; effect: None for the bonus of the phase."""
        found = []
        for world in self.me.tableau:
            facts = self.model.facts[world]
            if not facts.windfall or world in self.me.goods:
                continue
            if effect is not None and (
                (effect.other and world == bearer) or not is_good(effect.goods, facts, bearer)
            ):
                continue
            found.append(world)
        return found

    # --- using it

    def use(self, line: Power, bearer: str, agreed: bool = False) -> None:
        """Use a line that can be used; its owner may refuse what it takes."""
        times: int | None = 1
        given: list[str] = []
        if line.cost is not None:
            times = self.pay(line, line.cost, bearer, agreed, given)
        if times is None:
            return
        if line.once and line.cost is not None:
            self.used_up.append(line)
        if line.each is None:
            times = 1
        elif line.each.beyond_first:
            times -= 1
        effects = self._chosen(line, bearer)
        for effect in effects:
            if not self.give(effect, line, bearer, times, given):
                return
            if line.once and line not in self.used_up:
                self.used_up.append(line)

    def _chosen(self, line: Power, bearer: str) -> tuple[Effect, ...]:
        """Return the effects that come, by the owner's choice."""
        ways = (line.effects, *line.others)
        if len(ways) == 1:
            return line.effects
        useful = [way for way in ways if self.has_room(way, bearer)]
        if len(useful) < 2:
            return useful[0] if useful else ()
        number = self.model.answer("choose gain", bearer).answer[0]
        chosen = ways[number - 1]
        if chosen not in useful:
            raise Difference(f"gain {number} has no room")
        return chosen

    def pay(
        self, line: Power, price: Cost, bearer: str, agreed: bool, given: list[str]
    ) -> int | None:
        """Take a price and return how many things were given; None where it is refused.

        given: is filled with the worlds of goods.
        """
        model = self.model
        if price.what == "cards" and not price.more:
            return self._pay_cards(price, bearer)
        if line.optional and not agreed and not model.answer("use power", bearer).answer:
            return None
        count = 0
        for part in price.parts:
            if part.what == "goods":
                worlds = self._pay_goods(part, bearer)
                given += worlds
                count += len(worlds)
            elif part.what == "cards":
                paid = model.answer("discard for power", bearer)
                if len(paid.answer) != part.count:
                    raise Difference(f"{len(paid.answer)} cards are given for {part.count}")
                model.discard(paid.answer)
                count += len(paid.answer)
            elif part.what == "prestige":
                given_up = self._how_many(part, self.me.prestige, bearer)
                self.me.prestige -= given_up
                count += given_up
            elif part.what == "tokens":
                given_up = self._how_many(part, self.me.tokens[part.token], bearer)
                self.me.tokens[part.token] -= given_up
                count += given_up
        if any(part.what == "this" for part in price.parts):
            self.me.lose(bearer)
            count += 1
        if price.parts[0].what == "goods" and not given:
            return None
        return count

    def _pay_cards(self, price: Cost, bearer: str) -> int | None:
        asked = self.model.answer("discard for power", bearer)
        count, most = len(asked.answer), price.count or 0
        wrong = count > min(most, len(self.me.hand)) or (not price.up_to and count not in (0, most))
        if wrong:
            raise Difference(f"{count} hand cards are given for {most}")
        self.model.discard(asked.answer)
        return count or None

    def _how_many(self, part: Cost, held: int, bearer: str) -> int:
        count = min(part.count or 0, held)
        if part.up_to and count > 1:
            asked = self.model.answer(f"spend {part.what}", bearer)
            if asked.options != [[number + 1] for number in range(count)]:
                raise Difference(f"{part.what} to spend are {asked.options}, not up to {count}")
            count = int(asked.answer[0])
        return count

    def _pay_goods(self, part: Cost, bearer: str) -> list[str]:
        asked = self.model.answer("goods for power", bearer)
        worlds: list[str] = asked.answer
        there = self.most(part, bearer)
        wanted = there if part.count is None else min(part.count, there)
        if len(worlds) != wanted and not (not worlds and asked.least == 0):
            raise Difference(f"{len(worlds)} goods are given where {wanted} are")
        kinds = {self.model.facts[world].kind for world in worlds}
        if set(worlds) - set(self.fitting(part, bearer)):
            raise Difference(f"goods are given that do not fit: {worlds}")
        if (part.same and len(kinds) > 1) or (part.different and len(kinds) < len(worlds)):
            raise Difference(f"goods of these kinds are given: {sorted(kinds)}")
        for world in worlds:
            self.me.goods.remove(world)
            self.me.consumed.append(world)
            self.unanswered.append(("consuming", world))
        return list(worlds)

    # --- what comes

    def give(self, effect: Effect, line: Power, bearer: str, times: int, given: list[str]) -> bool:
        """Give what an effect brings; False where the rest of the line does not come."""
        if effect.verb in _PLAIN:
            amount = (effect.amount or 0) * times * self.model.times(effect.per, bearer)
            self._give_plain(effect, line, amount)
            return True
        if effect.verb == "good":
            return self.produce(bearer)
        if effect.verb == "windfall good":
            number: int = effect.amount or 1
            return all(self.produce_windfall(effect, bearer) for _nth in range(times * number))
        if effect.verb == "good on it":
            self._good_on_it()
        elif effect.verb in ("draw saved", "defeat", "repair"):
            pass
        elif effect.verb == "sell":
            self.sell(given[0], effect.plain)
        elif effect.verb == "guess":
            self._guess(effect, bearer)
        elif effect.verb == "ante":
            return self._ante(effect, bearer)
        elif effect.verb == "move":
            return self._move(effect, bearer, (effect.amount or 0) * times)
        elif effect.verb == "place the top card":
            for _nth in range(times):
                self._place_top(effect, line)
        else:
            raise Uncovered(effect.verb)
        return True

    def _give_plain(self, effect: Effect, line: Power, amount: int) -> None:
        if effect.verb == "draw":
            self.model.draw(amount)
        elif effect.verb == "discard":
            self.owed += amount
        elif effect.verb == "prestige":
            self.me.prestige += amount
        elif effect.verb == "tokens":
            held = sum(one.tokens[effect.token] for one in self.model.places)
            self.me.tokens[effect.token] += min(amount, TOKENS[effect.token] - held)
        else:
            for_cards = line.cost is not None and any(
                part.what == "cards" for part in line.cost.parts
            )
            once = for_cards or "consume" not in line.phases
            self.me.vp += amount if once else amount * self.model.doubled

    def _good_on_it(self) -> None:
        world = self.placed
        facts = self.model.facts[world]
        if facts.kind and world in self.me.tableau and world not in self.me.goods:
            self.me.goods.append(world)

    def moves(self, effect: Effect, bearer: str) -> list[list[str]]:
        """Return the worlds whose good can move, each with one that it can move to."""
        me, facts = self.me, self.model.facts
        free = [
            world
            for world in me.tableau
            if facts[world].kind
            and world not in me.goods
            and is_meant(effect.selector, facts[world], bearer)
        ]
        return [[w, to] for w in me.goods if is_good(effect.goods, facts[w], bearer) for to in free]

    def _move(self, effect: Effect, bearer: str, number: int) -> bool:
        """Move up to a number of goods; False where none is moved."""
        for nth in range(number):
            ways = self.moves(effect, bearer)
            if not ways:
                return nth > 0
            asked = self.model.answer("move good", bearer)
            offered = sorted(option for option in asked.options if option)
            expect(offered == sorted(ways), f"goods can move {offered}, and not {sorted(ways)}")
            if not asked.answer:
                return nth > 0
            self.me.goods.remove(asked.answer[0])
            self.me.goods.append(asked.answer[1])
        return True

    def _place_top(self, effect: Effect, line: Power) -> None:
        """Place the card turned up, if it fits; nothing is turned up where no card is left."""
        model, me, before = self.model, self.me, self.placed
        if not any(name == "CardTurnedUp" for _at, name, _told in model.mine):
            return
        card = model.happens("CardTurnedUp")["card"]
        facts = model.facts[card]
        if not is_meant(effect.selector, facts) or (
            facts.type == "development" and card in me.tableau
        ):
            return
        me.tableau.append(card)
        me.placed.append(card)
        if facts.windfall:
            me.goods.append(card)
        me.prestige += facts.prestige
        if line not in self.answering:
            self.answering.append(line)
            self.after(line.phase, "turning up", card)
            self.answering.remove(line)
        self.placed = before

    def settle_debts(self) -> None:
        """Discard what is owed, when all of the moment is done."""
        owed, self.owed = min(self.owed, len(self.me.hand)), 0
        if owed:
            asked = self.model.answer("discard after drawing")
            if len(asked.answer) != owed:
                raise Difference(f"{len(asked.answer)} cards are discarded for {owed}")
            self.model.discard(asked.answer)

    # --- goods

    def produce(self, world: str) -> bool:
        """Produce a good on a world; False where it cannot."""
        if world in self.me.goods or world not in self.me.tableau:
            return False
        self.me.goods.append(world)
        self.me.produced.append(world)
        self.answer_good("producing", world)
        return True

    def produce_windfall(self, effect: Effect | None, bearer: str) -> bool:
        """Produce on a windfall world of the owner's choice; effect: None for the bonus."""
        targets = self.windfalls(effect, bearer)
        if not targets:
            return False
        asked = self.model.answer("windfall", bearer)
        if sorted(option[0] for option in asked.options) != sorted(targets):
            raise Difference(f"windfall goods can come on {asked.options}, not on {targets}")
        return self.produce(asked.answer[0])

    def answer_good(self, event: str, world: str) -> None:
        """Use the lines that answer to a good, but not as a result of themselves."""
        lines = [
            (bearer, line)
            for bearer, line in self.model.lines(self.me, _PHASES[event])
            if line.trigger is not None
            and line.trigger.event == event
            and line not in self.answering
            and is_good(line.trigger.goods, self.model.facts[world], bearer)
        ]
        for one in lines:
            self.answering.append(one[1])
            self.use_all([one])
            self.answering.remove(one[1])

    def answer_goods(self) -> None:
        """Use the lines that answer to what was sold and consumed, and settle what is owed."""
        self.use_answers()
        self.settle_debts()

    def use_answers(self) -> None:
        """Use the lines that answer to what was sold and consumed."""
        while self.unanswered:
            self.answer_good(*self.unanswered.pop(0))

    def sell(self, world: str, plain: bool) -> None:
        """Sell a good that has been given up."""
        facts = self.model.facts[world]
        cards = sale_of(facts.kind)
        if not plain:
            for bearer, effect, times in self.model.standing(self.me, "trade", "price"):
                if is_good(effect.goods, facts, bearer):
                    cards += (effect.amount or 0) * times
        self.me.sold.append(world)
        self.unanswered.append(("selling", world))
        told = self.model.happens("GoodSold")
        expect(told["world"] == world, f"{told['world']} is sold, and not {world}")
        self.model.draw(max(0, cards))

    # --- what comes by chance

    def _guess(self, effect: Effect, bearer: str) -> None:
        """Follow a guess, whose card comes by chance, by what was turned up."""
        assert effect.numbers is not None
        asked = self.model.answer("guess", bearer)
        costs = [[cost] for cost in range(effect.numbers.low, (effect.numbers.high or 0) + 1)]
        expect(asked.options == costs, f"costs to guess are {asked.options}")
        turned = self.model.happens("CostGuessed")["turned"]
        self.me.hand += [one for one in turned if self._cost(one) == asked.answer[0]]

    def _ante(self, effect: Effect, bearer: str) -> bool:
        """Follow an ante in the same way; False where no card is staked."""
        numbers = effect.numbers
        assert numbers is not None
        low, high = numbers.low, numbers.high or 0
        stakes = [one for one in self.me.hand if low <= self._cost(one) <= high]
        if not stakes:
            return False
        asked = self.model.answer("ante", bearer)
        offered = sorted(one[0] for one in asked.options if one)
        expect(offered == sorted(stakes), f"cards to stake are {offered}, not {stakes}")
        if asked.answer:
            self._stake(asked.answer[0], bearer)
        return bool(asked.answer)

    def _cost(self, title: str) -> int:
        return int(self.model.facts[title].cost)

    def _stake(self, stake: str, bearer: str) -> None:
        cost = self._cost(stake)
        turned = self.model.happens("CardStaked")["turned"]
        expect(len(turned) == cost, f"{len(turned)} cards are turned up for {cost}")
        if any(self._cost(one) > cost for one in turned):
            self.me.hand.append(self.model.answer("keep one", bearer).answer[0])
        else:
            self.me.hand.remove(stake)
