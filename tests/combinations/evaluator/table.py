"""What players have and have done in a phase, as plain numbers, and what is counted of it.

Read from docs/language.md, "What is counted, and when": cards, kinds and phases are those of the
tableau as the phase began; the rest is of the moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from rftg_dsl.syntax.ast import Condition, Count, Effect, Per, Power
from tests.combinations.evaluator.cards import is_good, is_meant, phases_of
from tests.combinations.playing import Asked, Played

PLACING: Final = frozenset({"pay for", "conquer", "place", "upgrade", "take over"})
"""Effects beside which others are about that placement alone."""


class Difference(Exception):
    """What the engine did is not what the line says."""


class Uncovered(Exception):
    """What the evaluator does not know how to read."""


def expect(is_so: bool, what: str) -> None:
    """Raise Difference where something is not as it must be."""
    if not is_so:
        raise Difference(what)


class Holder:
    """What a player has. began: the tableau as the phase began.

    uses: a line has been used in the phase, so that goods spent are no longer those of Trade.
    """

    def __init__(self, place: Any) -> None:
        self.tableau: list[str] = list(place.tableau)
        self.began: list[str] = list(place.tableau)
        self.hand: list[str] = list(place.hand)
        self.goods: list[str] = list(place.goods)
        self.vp: int = place.vp
        self.prestige: int = place.prestige
        self.tokens: Counter[str] = Counter(place.tokens)
        self.action: str = place.action
        self.saved = 0
        self.placed: list[str] = []
        self.produced: list[str] = []
        self.consumed: list[str] = []
        self.sold: list[str] = []
        self.uses = False

    def lose(self, title: str) -> None:
        """Discard a card of the tableau with its good."""
        self.tableau.remove(title)
        if title in self.goods:
            self.goods.remove(title)

    def follow(self, name: str, told: dict[str, Any]) -> None:
        """Do what another player is told to have done; only the owner's deeds are foreseen."""
        if name in ("CardsDrawn", "CardsTaken", "DiscardsTaken"):
            self.hand += told["own"]
        elif name == "CardsDiscarded":
            for title in told["own"]:
                self.hand.remove(title)
        elif name == "CardPlaced":
            self.tableau.append(told["card"])
            self.placed.append(told["card"])
            if told["card"] in self.hand:
                self.hand.remove(told["card"])
        elif name == "PowerUsed":
            self.uses = True
        elif name in ("GoodPlaced", "GoodSpent", "GoodSold"):
            self._follow_good(name, told["world"])
        elif name == "ChipsGained":
            self.vp += told["points"]
        elif name == "PrestigeChanged":
            self.prestige += told["points"]
        elif name == "TokensChanged":
            self.tokens[told["token"]] += told["number"]

    def _follow_good(self, name: str, world: str) -> None:
        if name == "GoodPlaced":
            self.goods.append(world)
            self.produced.append(world)
        elif name == "GoodSold":
            self.sold.append(world)
        else:
            self.goods.remove(world)
            self.consumed += [world] if self.uses else []


class Model:
    """The table of one line, as it ought to go.

    came_out: whether its condition held, and whether there was any of what it counts.
    """

    def __init__(self, played: Played) -> None:
        self.facts = played.facts
        self.line = played.power
        self.places = [Holder(place) for place in played.before.places]
        self.number = played.before.owner
        self.me = self.places[self.number]
        self.answers: list[Asked] = [one for one in played.asked if one.player == self.number]
        self.events = list(enumerate(played.happened))
        self.mine = [
            (at, name, told) for at, (name, who, told) in self.events if who == self.number
        ]
        self.played = played.happened
        self.doubled = 1
        self.came_out: set[bool] = set()

    # --- what was answered and done

    def answer(self, kind: str, about: str | None = None) -> Asked:
        """Return the owner's next answer of a kind, about a card; it ought to be there."""
        for place, asked in enumerate(self.answers):
            if asked.kind == kind and about in (None, asked.about):
                self.reach(asked.at)
                return self.answers.pop(place)
        raise Difference(f"{kind!r} was not asked, about {about or 'nothing'}")

    def asked(self, kind: str, about: str | None = None) -> Asked | None:
        """Return such an answer, and leave it; None where there is none."""
        return next((a for a in self.answers if a.kind == kind and about in (None, a.about)), None)

    def reach(self, now: int) -> None:
        """Let the others do what they did before this event."""
        while self.events and self.events[0][0] < now:
            _at, (name, who, told) = self.events.pop(0)
            if who != self.number and who >= 0:
                self.places[who].follow(name, told)

    def begin_turn(self) -> None:
        """Let those before the owner in turn order do all they did in the phase."""
        before = [at for at, (_name, who, _told) in self.events if 0 <= who < self.number]
        self.reach(max(before, default=-1) + 1)

    def used_next(self) -> tuple[int, str, Power] | None:
        """Return which line the owner used next, and when."""
        for at, name, told in self.mine:
            if name == "PowerUsed":
                return at, told["card"], told["line"]
        return None

    def happens(self, name: str) -> dict[str, Any]:
        """Return what is told of the owner's next event of a sort; it ought to have happened."""
        for place, (at, one, told) in enumerate(self.mine):
            if one == name:
                self.reach(at)
                del self.mine[place]
                return told
        raise Difference(f"there was no {name}")

    # --- what there is

    def lines(self, holder: Holder, phase: str) -> Iterator[tuple[str, Power]]:
        """Yield the lines of a player for a phase, with their cards, newest first."""
        for title in reversed(holder.began):
            for line in self.facts[title].powers:
                if phase in line.power.phases:
                    yield title, line.power

    def standing(self, holder: Holder, phase: str, verb: str) -> Iterator[tuple[str, Effect, int]]:
        """Yield the effects with a verb that are in force for nothing, and how often they count."""
        for title, line in self.lines(holder, phase):
            found = [effect for effect in line.effects if effect.verb == verb]
            beside = not PLACING.isdisjoint(effect.verb for effect in line.effects)
            if line.cost or line.trigger or beside or not found:
                continue
            if self.holds(line, title, holder):
                for effect in found:
                    yield title, effect, self.times(effect.per, title, holder)

    def total(self, holder: Holder, phase: str, verb: str, card: str = "") -> int:
        """Return the sum of the effects with a verb in force; card: what they must be about."""
        return sum(
            (effect.amount or 0) * times
            for title, effect, times in self.standing(holder, phase, verb)
            if effect.selector is None
            or (card and is_meant(effect.selector, self.facts[card], title))
        )

    def holds(self, line: Power, bearer: str, holder: Holder | None = None) -> bool:
        """Return whether the condition of a line holds, if it has one."""
        holder = holder or self.me
        if line.condition is None:
            return True
        held = self._is_met(line.condition, bearer, holder)
        if line is self.line:
            self.came_out.add(held)
        return held

    def _is_met(self, condition: Condition, bearer: str, holder: Holder) -> bool:
        mine = self.count(condition.count, bearer, holder)
        if condition.test == "have":
            return condition.low <= mine and (condition.high is None or mine <= condition.high)
        others = [
            self.count(condition.count, bearer, one) for one in self.places if one is not holder
        ]
        return self.is_ahead(condition, mine, others)

    @staticmethod
    def is_ahead(condition: Condition, mine: int, others: list[int]) -> bool:
        """Return whether a player has the most or the fewest; a tie is not enough."""
        if condition.test == "fewest":
            return all(mine < other for other in others)
        return all(mine > other for other in others)

    def times(self, per: Per | None, bearer: str, holder: Holder | None = None) -> int:
        """Return how often an effect comes."""
        if per is None:
            return 1
        times = self.count(per.count, bearer, holder or self.me) // per.divisor
        if self.line.condition is None and per in [one.per for one in self.line.all_effects]:
            self.came_out.add(times > 0)
        return times

    def count(self, count: Count, bearer: str, holder: Holder) -> int:
        """Return how many a player has of what a line on `bearer` counts."""
        cards = count.selector
        if count.things in ("cards", "placed"):
            assert cards is not None
            among = holder.began if count.things == "cards" else holder.placed
            return sum(is_meant(cards, self.facts[one], bearer) for one in among)
        if count.things in ("goods", "produced", "consumed", "sold"):
            worlds: list[str] = getattr(holder, count.things)
            return sum(is_good(count.goods, self.facts[one], bearer) for one in worlds)
        if count.things == "tokens":
            return holder.tokens[count.token]
        return self._plain_count(count.things, holder)

    def _plain_count(self, things: str, holder: Holder) -> int:
        """Return how many there are of what is neither cards nor goods of some sort."""
        counts: dict[str, Callable[[], int]] = {
            "hand": lambda: len(holder.hand),
            "kinds of goods": lambda: self.kinds(holder.goods),
            "kinds produced": lambda: self.kinds(holder.produced),
            "kinds of worlds": lambda: self.kinds(holder.began),
            "chips": lambda: holder.vp,
            "prestige": lambda: holder.prestige,
            "military": lambda: max(0, self.military(holder)),
            "negative military": lambda: max(0, -self.military(holder)),
            "phases": lambda: self.phases(holder.began),
        }
        if things not in counts:
            raise Uncovered(f"counts {things}")
        return counts[things]()

    def phases(self, cards: list[str]) -> int:
        """Return in how many phases these cards have a power."""
        return len({phase for one in cards for phase in phases_of(self.facts[one])})

    def kinds(self, worlds: list[str]) -> int:
        """Return how many kinds these worlds are of."""
        return len({self.facts[one].kind for one in worlds} - {None})

    def military(self, holder: Holder) -> int:
        """Return Military against every world."""
        return self.total(holder, "settle", "military")

    # --- what happens

    def draw(self, count: int, name: str = "CardsDrawn") -> list[str]:
        """Draw cards, which the engine must have drawn as well; return them."""
        drawn: list[str] = list(self.happens(name)["own"])
        expect(len(drawn) == count, f"{len(drawn)} cards are drawn, and not {count}")
        self.me.hand += drawn
        return drawn

    def discard(self, titles: list[str]) -> None:
        """Discard cards of the owner's hand."""
        for title in titles:
            expect(title in self.me.hand, f"{title} is discarded, which is not in hand")
            self.me.hand.remove(title)
