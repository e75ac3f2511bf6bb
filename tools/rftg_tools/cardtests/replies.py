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
from rftg_dsl.diagnostics.text import counted, listed
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.situations import PRESTIGE, PRESTIGE_CARD, AnswerLine, PlayerPart, Verb
from rftg_engine import actions, asks
from rftg_engine.cards.table import Table
from rftg_tools.cardtests.saying import COUNTED, choices, helps, title_of, users
from rftg_tools.cardtests.uses import Use, at_least_one, chosen_by_price, is_optional, required
from rftg_tools.cardtests.verbs import DECISIONS, OF_POWERS, PAID, PLACED

_CHOSEN = (asks.ACTION, asks.FIRST_ACTION, asks.LATE_ACTION)


class Refused(Exception):
    """A line of `answers` that the rules do not allow: which one, why, and what they allow."""

    def __init__(self, line: AnswerLine | None, message: str, help: str) -> None:
        super().__init__(message)
        self.line, self.message, self.help = line, message, help


class Replies:
    """The answers of one player. named: the cards that the test names."""

    def __init__(self, table: Table, part: PlayerPart, named: set[int]) -> None:
        self.table = table
        self.left = list(part.answers)
        self._actions = _numbers(part.actions)
        self._named = named
        self._types = {card.title: card.type for card in table.cards}
        self._using: dict[int, AnswerLine] = {}
        self._forbidden: list[AnswerLine] = []
        """Ways to pay that are expected not to be there when it comes to paying."""
        self._use = Use()
        self.declined: dict[str, None] = {}
        """What could have been answered, in the words of answers, and was not done unsaid."""

    def to(self, decision: Decision) -> Answer:
        """Return the answer to a decision.

        Raises Refused for a line that the rules do not allow.
        """
        if decision.kind in _CHOSEN:
            return self._action(decision)
        if isinstance(decision, Payment) and decision.kind != asks.DEFEND:
            self._check_forbidden(decision)
            return self._pay(decision, self._using.pop(decision.about, None))
        answer = self._reply(decision)
        self._use.note(decision)
        return answer

    def _reply(self, decision: Decision) -> Answer:
        line = self._next(decision)
        if line is not None and _is_use(line) and is_optional(decision):
            self._use.begin(decision.about)
            line = self._next(decision)
        if line is not None:
            return self._answered(line, decision)
        if self._use.covers(decision):
            return self._least_used(decision)
        power = chosen_by_price(self.table, decision, self.left)
        if power >= 0:
            self._use.begin(power)
            return (1,) if decision.kind == asks.USE_POWER else (power,)
        if decision.refusal(()) is None:
            self._decline(decision)
        return self._unsaid(decision)

    def _answered(self, line: AnswerLine, decision: Decision) -> Answer:
        """Return the answer of a line. Raises Refused."""
        answer = self._said(line, decision)
        self._check(line, decision, answer)
        if answer and decision.kind in OF_POWERS:
            self._use.begin(answer[0])
        return answer or ()

    def _least_used(self, decision: Decision) -> Answer:
        """Return the answer that uses a power and pays as little as possible for it."""
        if isinstance(decision, Choice):
            return next(option for option in decision.options if option)
        used = at_least_one(decision)
        return used.first() if used.groups else self._unsaid(used)

    def _decline(self, decision: Decision) -> None:
        """Note what is not done for want of an answer, as far as the test names it."""
        if not isinstance(decision, Payment):
            self.declined |= dict.fromkeys(choices(self.table, decision, self._named))

    def never_asked(self) -> list[AnswerLine]:
        """Return the lines that fitted no question; what was not asked was not possible either."""
        return [*self._forbidden, *(line for line in self.left if not line.cannot)]

    # --- what was said

    def _next(self, decision: Decision) -> AnswerLine | None:
        """Return the next line if it answers a decision, taken off those left.

        Raises Refused for what is possible in spite of a `cannot` line before it.
        """
        for index, line in enumerate(self.left):
            fits = self._fits(line, decision)
            if not line.cannot:
                if fits:
                    del self.left[: index + 1]
                return line if fits else None
            if fits:
                self._check_cannot(line, decision)
        return None

    def _fits(self, line: AnswerLine, decision: Decision) -> bool:
        """Return whether a line answers this question, or a later one."""
        if line.verb is Verb.USE and is_optional(decision):
            mine = line.number == 0 or line.objects == (self._title_of_power(decision.about),)
            return mine and not self._use.covers(decision)
        if decision.kind not in DECISIONS[line.verb]:
            return False
        if line.number == 0:
            return True
        if decision.kind in OF_POWERS:
            return line.cannot or self._option(decision, line.objects[0]) is not None
        if decision.kind == asks.SEARCH_KEEP:
            return line.objects == (self._title(decision.about),)
        if decision.kind in PLACED:
            return self._types.get(line.objects[0], PLACED[decision.kind]) == PLACED[decision.kind]
        is_number = line.verb is Verb.SPEND and not line.objects
        return (decision.kind in COUNTED) == is_number

    def _check_cannot(self, line: AnswerLine, decision: Decision) -> None:
        """Raise Refused if a `cannot` line is possible; ways to pay are checked when it is paid."""
        if line.using and decision.kind in (*PLACED, asks.TAKEOVER):
            later = self._to_be_paid(line, decision)
            if later and later not in self._forbidden:
                self._forbidden.append(later)
            return
        if _is_use(line) and is_optional(decision):
            raise _possible(line)
        answer = self._said(line, decision)
        if answer is not None and decision.refusal(answer) is None:
            raise _possible(line)

    def _to_be_paid(self, line: AnswerLine, decision: Decision) -> AnswerLine | None:
        """Return the way to pay that must not exist, or None if nothing will be paid.

        Raises Refused for a takeover that the power named makes without further help.
        """
        assert isinstance(decision, Choice)
        if decision.kind in PLACED:
            return line if self._option(decision, line.objects[0]) else None
        attacks = [one for one in decision.options if one and self._title(one[1]) in line.objects]
        powers = {self._title_of_power(power) for power, _world in attacks}
        by = next((title for title in line.using if title in powers), "")
        if by and len(line.using) == 1:
            raise _possible(line)
        return _without(line, by) if attacks else None

    def _said(self, line: AnswerLine, decision: Decision) -> Answer | None:
        """Return the answer that a line means, None where there is no such option."""
        if isinstance(decision, Payment):
            return self._way(decision, line)
        if line.number == 0:
            return ()
        if isinstance(decision, Subset):
            return self._some(line, decision)
        if decision.kind == asks.SEARCH_KEEP:
            return (int(line.verb is Verb.KEEP),)
        if line.number is not None:
            return (line.number,)
        if decision.kind == asks.KIND_OF_GOOD:
            return (ast.KINDS.index(line.objects[0]) + 1,)
        return self._chosen(line, decision)

    def _chosen(self, line: AnswerLine, decision: Decision) -> Answer | None:
        if decision.kind in (asks.TAKEOVER, asks.DEFEAT_TAKEOVER):
            return self._attack(line, decision)
        if decision.kind == asks.UPGRADE:
            return self._pair(decision, line.objects[::-1])
        if decision.kind == asks.MOVE_GOOD:
            return self._pair(decision, line.objects)
        if decision.kind in PAID and line.using:
            return self._pair(decision, (*line.objects, *line.using))
        answer = self._option(decision, line.objects[0])
        if answer and decision.kind.startswith("place ") and not line.cannot:
            self._using[answer[0]] = line
        return answer

    def _option(self, decision: Decision, title: str) -> Answer | None:
        assert isinstance(decision, Choice)
        for option in decision.options:
            if option and title_of(self.table, decision, option[0]) == title:
                return option
        return None

    def _attack(self, line: AnswerLine, decision: Decision) -> Answer | None:
        """Return a takeover with the power of one of the cards named, the first one if none is."""
        assert isinstance(decision, Choice)
        for option in decision.options:
            if option and self._title(option[1]) == line.objects[0]:
                by = self._title(self.table.power_list[option[0]].card)
                if by in line.using or not line.using:
                    self._using[option[1]] = _without(line, by)
                    return option
        return None

    def _pair(self, decision: Decision, titles: tuple[str, ...]) -> Answer | None:
        """Return the option of two cards that have these titles."""
        assert isinstance(decision, Choice)
        for option in decision.options:
            if option and tuple(map(self._title, option)) == titles:
                return option
        return None

    def _some(self, line: AnswerLine, decision: Subset) -> Answer | None:
        """Return some cards: those named, or as many as named; of what is kept, all others."""
        if line.number is not None:
            return self._given_up(decision.cards, line.number)
        wanted = Counter(line.objects)
        found = []
        for card in decision.cards:
            if wanted[self._title(card)] > 0:
                wanted[self._title(card)] -= 1
                found.append(card)
        if wanted.total():
            return None
        if line.verb is not Verb.KEEP:
            missing = decision.least - len(found)
            rest = [card for card in decision.cards if card not in found]
            return (*found, *self._given_up(rest, max(0, missing)))
        rest = [card for card in decision.cards if card not in found]
        return self._given_up(rest, decision.least)

    def _check(self, line: AnswerLine, decision: Decision, answer: Answer | None) -> None:
        if answer is None:
            raise Refused(line, f"`{line.text}` is not possible here", self._possible(decision))
        reason = decision.refusal(answer)
        if reason:
            raise Refused(
                line, f"`{line.text}` is not possible: {reason}", self._possible(decision)
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
        for line in [one for one in self._forbidden if title in one.objects]:
            self._forbidden.remove(line)
            if self._way(decision, line) is not None:
                raise _possible(line)

    def _pay(self, decision: Payment, line: AnswerLine | None) -> Answer:
        if line is None or not line.using:
            self.declined |= dict.fromkeys(helps(self.table, decision))
        way = self._way(decision, line) if line and line.using else self._cheapest(decision)
        if way is None:
            assert line is not None
            helpers = " and ".join(line.using)
            text = f"`{self._title(decision.about)}` cannot be had using {helpers}"
            raise Refused(line, text, self._possible(decision))
        return way

    def _way(self, decision: Payment, line: AnswerLine) -> Answer | None:
        for index, way in enumerate(decision.ways):
            if users(self.table, way.powers) == sorted(line.using):
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
        if decision.kind in OF_POWERS and isinstance(decision, Choice):
            return required(self.table, decision)
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

    def _title_of_power(self, number: int) -> str:
        return self._title(self.table.power_list[number].card) if number >= 0 else PRESTIGE_CARD


def _is_use(line: AnswerLine) -> bool:
    return line.verb is Verb.USE and line.number != 0


def _possible(line: AnswerLine) -> Refused:
    return Refused(line, f"`{line.text.removeprefix('cannot ')}` is possible", "")


def _without(line: AnswerLine, title: str) -> AnswerLine:
    """Return a takeover with only the further help that it names."""
    using = list(line.using)
    if title in using:
        using.remove(title)
    return replace(line, using=tuple(using))


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
