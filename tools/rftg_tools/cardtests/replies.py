"""One player's answers: each line to the first question it fits, all others by one rule.

What no line says is decided so: nothing optional is done; of what must be done, the first that
is listed; a card is paid for with the fewest powers, and then the fewest cards; cards
that the test does not name are given up first, then those named, the last ones first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset, Way
from rftg_dsl.diagnostics.phrasing import counted, listed
from rftg_dsl.sets.answers import VERBS
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.situations import PRESTIGE, Part, Said
from rftg_engine import actions, asks
from rftg_engine.cards.table import Table
from rftg_tools.cardtests.saying import OF_POWERS, choices, title_of, users

_CHOSEN = (asks.ACTION, asks.FIRST_ACTION, asks.LATE_ACTION)


class Refused(Exception):
    """A line of `answers` that the rules do not allow: which one, why, and what they allow."""

    def __init__(self, said: Said | None, message: str, help: str) -> None:
        super().__init__(message)
        self.said, self.message, self.help = said, message, help


class Replies:
    """The answers of one player. named: the cards that the test names."""

    def __init__(self, table: Table, part: Part, named: set[int]) -> None:
        self.table = table
        self.left = list(part.answers)
        self._actions = _numbers(part.actions)
        self._named = named
        self._using: dict[int, Said] = {}
        self._forbidden: list[Said] = []
        """Ways to pay that are expected not to be there when it comes to paying."""

    def to(self, decision: Decision) -> Answer:
        """Return the answer to a decision.

        Raises Refused for a line that the rules do not allow.
        """
        if decision.kind in _CHOSEN:
            return self._action(decision)
        if isinstance(decision, Payment) and decision.kind != asks.DEFEND:
            self._check_forbidden(decision)
            return self._pay(decision, self._using.pop(decision.about, None))
        while said := self._next(decision):
            if said.cannot and said.using:
                self._forbidden.append(said)
                continue
            answer = self._said(said, decision)
            if said.cannot:
                _check_cannot(said, decision, answer)
                continue
            self._check(said, decision, answer)
            return answer or ()
        return self._unsaid(decision)

    def never_asked(self) -> list[Said]:
        """Return the lines that fitted no question; what was not asked was not possible either."""
        return [*self._forbidden, *(said for said in self.left if not said.cannot)]

    # --- what was said

    def _next(self, decision: Decision) -> Said | None:
        """Return the next line that answers a decision, taken off those left.

        That is one of the `cannot` lines that lead, or the first other line: by then none of
        them was asked, so they hold.
        """
        for index, said in enumerate(self.left):
            if self._fits(said, decision):
                del self.left[index if said.cannot else 0 : index + 1]
                return said
            if not said.cannot:
                return None
        return None

    def _fits(self, said: Said, decision: Decision) -> bool:
        """Return whether a line answers this question, or a later one."""
        if decision.kind not in VERBS[said.verb].decisions:
            return False
        if said.number == 0:
            return True
        if decision.kind == asks.USE_POWER:
            return said.objects == (self._title(self.table.power_list[decision.about].card),)
        if decision.kind in OF_POWERS:
            return said.cannot or self._option(decision, said.objects[0]) is not None
        if decision.kind == asks.SEARCH_KEEP:
            return said.objects == (self._title(decision.about),)
        return (decision.kind == asks.SPEND_PRESTIGE) == (said.verb == "spend" and not said.objects)

    def _said(self, said: Said, decision: Decision) -> Answer | None:
        """Return the answer that a line means, None where there is no such option."""
        if isinstance(decision, Payment):
            return self._way(decision, said)
        if said.number == 0:
            return ()
        if isinstance(decision, Subset):
            return self._some(said, decision)
        if decision.kind == asks.USE_POWER:
            return (1,)
        if decision.kind == asks.SEARCH_KEEP:
            return (int(said.verb == "keep"),)
        if said.number is not None:
            return (said.number,)
        if decision.kind == asks.KIND_OF_GOOD:
            return (ast.KINDS.index(said.objects[0]) + 1,)
        return self._chosen(said, decision)

    def _chosen(self, said: Said, decision: Decision) -> Answer | None:
        if decision.kind in (asks.TAKEOVER, asks.DEFEAT_TAKEOVER):
            return self._attack(said, decision)
        if decision.kind == asks.UPGRADE:
            return self._upgrade(said, decision)
        answer = self._option(decision, said.objects[0])
        if answer and decision.kind.startswith("place ") and not said.cannot:
            self._using[answer[0]] = said
        return answer

    def _option(self, decision: Decision, title: str) -> Answer | None:
        assert isinstance(decision, Choice)
        for option in decision.options:
            if option and title_of(self.table, decision, option[0]) == title:
                return option
        return None

    def _attack(self, said: Said, decision: Decision) -> Answer | None:
        """Return a takeover with the power of one of the cards named, the first one if none is."""
        assert isinstance(decision, Choice)
        for option in decision.options:
            if option and self._title(option[1]) == said.objects[0]:
                by = self._title(self.table.power_list[option[0]].card)
                if by in said.using or not said.using:
                    self._using[option[1]] = _without(said, by)
                    return option
        return None

    def _upgrade(self, said: Said, decision: Decision) -> Answer | None:
        assert isinstance(decision, Choice)
        for option in decision.options:
            if option and (self._title(option[1]), self._title(option[0])) == said.objects:
                return option
        return None

    def _some(self, said: Said, decision: Subset) -> Answer | None:
        """Return some cards: those named, or as many as named; of what is kept, all others."""
        if said.number is not None:
            return self._given_up(decision.cards, said.number)
        wanted = Counter(said.objects)
        found = []
        for card in decision.cards:
            if wanted[self._title(card)] > 0:
                wanted[self._title(card)] -= 1
                found.append(card)
        if wanted.total():
            return None
        if said.verb != "keep":
            missing = decision.least - len(found)
            rest = [card for card in decision.cards if card not in found]
            return (*found, *self._given_up(rest, max(0, missing)))
        rest = [card for card in decision.cards if card not in found]
        return self._given_up(rest, decision.least)

    def _check(self, said: Said, decision: Decision, answer: Answer | None) -> None:
        if answer is None:
            raise Refused(said, f"`{said.text}` is not possible here", self._possible(decision))
        reason = decision.refusal(answer)
        if reason:
            raise Refused(
                said, f"`{said.text}` is not possible: {reason}", self._possible(decision)
            )

    def _possible(self, decision: Decision) -> str:
        if isinstance(decision, Payment):
            ways = [self._way_in_words(way) for way in decision.ways]
            return f"it can be done {listed(ways)}"
        found = [f"`{one}`" for one in choices(self.table, decision)]
        return f"what can be answered is {listed(found)}" if found else "nothing can be done here"

    # --- paying

    def _check_forbidden(self, decision: Payment) -> None:
        """Raise Refused where a way to pay is there that should not be."""
        title = self._title(decision.about)
        for said in [one for one in self._forbidden if title in one.objects]:
            self._forbidden.remove(said)
            _check_cannot(said, decision, self._way(decision, said))

    def _pay(self, decision: Payment, said: Said | None) -> Answer:
        way = self._way(decision, said) if said and said.using else self._cheapest(decision)
        if way is None:
            assert said is not None
            helpers = " and ".join(said.using)
            text = f"`{self._title(decision.about)}` cannot be had using {helpers}"
            raise Refused(said, text, self._possible(decision))
        return way

    def _way(self, decision: Payment, said: Said) -> Answer | None:
        for index, way in enumerate(decision.ways):
            if users(self.table, way.powers) == sorted(said.using):
                return (index, *self._given_up(decision.cards, way.price))
        return None

    def _cheapest(self, decision: Payment) -> Answer:
        ways = enumerate(decision.ways)
        index, way = min(ways, key=lambda pair: (len(pair[1].powers), pair[1].price, pair[0]))
        return (index, *self._given_up(decision.cards, way.price))

    def _way_in_words(self, way: Way) -> str:
        using = users(self.table, way.powers)
        helped = f"using {' and '.join(using)}" if using else "using nothing"
        return f"{helped} ({counted(way.price, 'card')})"

    # --- what was not said

    def _unsaid(self, decision: Decision) -> Answer:
        if isinstance(decision, Payment):
            return self._cheapest(decision)
        if decision.refusal(()) is None:
            return ()
        if isinstance(decision, Subset) and not decision.groups:
            if decision.kind == asks.GOODS_FOR_POWER:
                return decision.first()
            return self._given_up(decision.cards, decision.least)
        return decision.first()

    def _given_up(self, cards: Iterable[int], count: int) -> Answer:
        """Return cards of no name first, then those named, the last ones first."""
        last_first = list(cards)[::-1]
        return tuple(sorted(last_first, key=lambda card: card in self._named)[:count])

    def _action(self, decision: Decision) -> Answer:
        self._next(decision)
        answer = self._actions[:1] if decision.kind == asks.FIRST_ACTION else self._actions
        reason = decision.refusal(answer)
        if reason:
            text = "these actions cannot be chosen: there is no prestige or no search for them"
            raise Refused(None, text, "add `prestige: 1`, and require a set that brings it")
        return answer

    def _title(self, card: int) -> str:
        return self.table.titles[card]


def _check_cannot(said: Said, decision: Decision, answer: Answer | None) -> None:
    if answer is not None and decision.refusal(answer) is None:
        raise Refused(said, f"`{said.text.removeprefix('cannot ')}` is possible", "")


def _without(said: Said, title: str) -> Said:
    """Return a takeover with only the further help that it names."""
    using = list(said.using)
    if title in using:
        using.remove(title)
    return replace(said, using=tuple(using))


_NUMBERS = {
    "explore +5": actions.EXPLORE_5,
    "explore +1 +1": actions.EXPLORE_1_1,
    "develop": actions.DEVELOP,
    "settle": actions.SETTLE,
    "trade": actions.CONSUME_TRADE,
    "consume x2": actions.CONSUME_X2,
    "produce": actions.PRODUCE,
    "search": actions.SEARCH,
}


def _numbers(words: tuple[str, ...]) -> Answer:
    """Return actions by number; the second Develop and Settle are actions of their own."""
    found: list[int] = []
    for word in words:
        number = _NUMBERS[word.removeprefix(PRESTIGE)]
        if number in [actions.plain(one) for one in found]:
            number += 1
        found.append(number + actions.PRESTIGE if word.startswith(PRESTIGE) else number)
    return tuple(sorted(found, key=actions.plain))
