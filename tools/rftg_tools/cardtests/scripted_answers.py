"""Scripted answers of one player: each line answers the first decision that it matches.

Decisions that match no line are answered by fixed rules. Nothing optional is done. Of required
options, the first is chosen. Cards are paid for with the fewest powers, then the fewest cards.
Cards that the test does not name are given up first, then named cards, the last ones first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, PaymentOption, Subset
from rftg_dsl.diagnostics.text import counted, listed
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.situations import PRESTIGE, PRESTIGE_CARD, AnswerLine, PlayerPart, Verb
from rftg_engine import actions, asks
from rftg_engine.cards.table import Table
from rftg_engine.positions.position import describe_answer as answer_words
from rftg_engine.positions.position import powers_used
from rftg_tools.cardtests.answer_lines import (
    COUNTED,
    DECISIONS,
    OF_POWERS,
    PLACED,
    PowerUse,
    find_power_by_price,
    first_required,
    is_optional,
    list_choices,
    list_helpers,
    require_payment,
)

_ACTION_DECISIONS: Final = (asks.ACTION, asks.FIRST_ACTION, asks.LATE_ACTION)


class AnswerRefused(Exception):
    """A line of `answers` that the rules do not allow. help: the possible answers."""

    def __init__(self, line: AnswerLine | None, message: str, help: str) -> None:
        super().__init__(message)
        self.line, self.message, self.help = line, message, help


class ScriptedAnswers:
    """The answers of one player. named: cards that the test names."""

    def __init__(self, table: Table, part: PlayerPart, named: set[int]) -> None:
        self.table = table
        self._remaining = list(part.answers)
        self._actions = _action_numbers(part.actions)
        self._named = named
        self._types = {card.title: card.type for card in table.cards}
        self._payment_lines: dict[int, AnswerLine] = {}
        """Lines that say how to pay for cards placed or taken over."""
        self._forbidden: list[AnswerLine] = []
        """`cannot` lines to check when the card is paid for."""
        self._use = PowerUse()
        self.declined: dict[str, None] = {}
        """Possible answers that no line gave, as lines of `answers`."""

    def answer_to(self, decision: Decision) -> Answer:
        """Return the answer to a decision. Raises AnswerRefused."""
        if decision.kind in _ACTION_DECISIONS:
            return self._choose_actions(decision)
        if isinstance(decision, Payment) and decision.kind != asks.DEFEND:
            self._check_forbidden(decision)
            return self._pay(decision, self._payment_lines.pop(decision.about, None))
        answer = self._answer_by_line_or_rule(decision)
        self._use.record(decision)
        return answer

    def _answer_by_line_or_rule(self, decision: Decision) -> Answer:
        line = self._pop_line(decision)
        if line is not None and _is_use(line) and is_optional(decision):
            self._use.begin(decision.about)
            line = self._pop_line(decision)
        if line is not None:
            return self._answer_by_line(line, decision)
        if self._use.covers(decision):
            return self._use_cheaply(decision)
        power = find_power_by_price(self.table, decision, self._remaining)
        if power >= 0:
            self._use.begin(power)
            return (1,) if decision.kind == asks.USE_POWER else (power,)
        if decision.refusal(()) is None:
            self._record_declined(decision)
        return self._default_answer(decision)

    def _answer_by_line(self, line: AnswerLine, decision: Decision) -> Answer:
        """Return the answer of a line. Raises AnswerRefused."""
        answer = self._find_answer(line, decision)
        self._check(line, decision, answer)
        if answer and decision.kind in OF_POWERS:
            self._use.begin(answer[0])
        return answer or ()

    def _use_cheaply(self, decision: Decision) -> Answer:
        """Return the answer that uses a power and pays as little as possible for it."""
        if isinstance(decision, Choice):
            return next(option for option in decision.options if option)
        subset = require_payment(decision)
        return subset.first() if subset.groups else self._default_answer(subset)

    def _record_declined(self, decision: Decision) -> None:
        """Record the possible answers that name cards of the test."""
        if not isinstance(decision, Payment):
            self.declined |= dict.fromkeys(list_choices(self.table, decision, self._named))

    def unmatched_lines(self) -> list[AnswerLine]:
        """Return the lines that matched no decision, except `cannot` lines that need none."""
        return [*self._forbidden, *(line for line in self._remaining if not line.cannot)]

    @property
    def remaining_count(self) -> int:
        """Number of lines that have answered nothing yet."""
        return len(self._remaining)

    # --- lines

    def _pop_line(self, decision: Decision) -> AnswerLine | None:
        """Remove and return the next line if it answers a decision.

        Raises AnswerRefused if a `cannot` line before it is possible.
        """
        for index, line in enumerate(self._remaining):
            fits = self._fits(line, decision)
            if not line.cannot:
                if fits:
                    del self._remaining[: index + 1]
                return line if fits else None
            if fits:
                self._check_cannot(line, decision)
        return None

    def _fits(self, line: AnswerLine, decision: Decision) -> bool:
        """Return whether a line answers this decision rather than a later one."""
        if line.verb is Verb.USE and is_optional(decision):
            is_named = line.number == 0 or line.objects == (self._title_of_power(decision.about),)
            return is_named and not self._use.covers(decision)
        if decision.kind not in DECISIONS[line.verb]:
            return False
        if line.number == 0:
            return True
        if decision.kind in OF_POWERS:
            return line.cannot or self._find_option(decision, line.objects[0]) is not None
        if decision.kind == asks.SEARCH_KEEP:
            return line.objects == (self._title(decision.about),)
        if decision.kind in PLACED:
            return self._types.get(line.objects[0], PLACED[decision.kind]) == PLACED[decision.kind]
        is_number = line.verb is Verb.SPEND and not line.objects
        return (decision.kind in COUNTED) == is_number

    def _check_cannot(self, line: AnswerLine, decision: Decision) -> None:
        """Raise AnswerRefused if a `cannot` line is possible. Payments are checked later."""
        if line.using and decision.kind in (*PLACED, asks.TAKEOVER):
            payment_line = self._forbidden_payment(line, decision)
            if payment_line and payment_line not in self._forbidden:
                self._forbidden.append(payment_line)
            return
        if _is_use(line) and is_optional(decision):
            raise _possible(line)
        answer = self._find_answer(line, decision)
        if answer is not None and decision.refusal(answer) is None:
            raise _possible(line)

    def _forbidden_payment(self, line: AnswerLine, decision: Decision) -> AnswerLine | None:
        """Return the payment that must not be possible, or None if nothing will be paid.

        Raises AnswerRefused if the named power alone makes the takeover.
        """
        assert isinstance(decision, Choice)
        if decision.kind in PLACED:
            return line if self._find_option(decision, line.objects[0]) else None
        attacks = [
            option
            for option in decision.options
            if option and self._title(option[1]) in line.objects
        ]
        powers = {self._title_of_power(power) for power, _world in attacks}
        attacker = next((title for title in line.using if title in powers), "")
        if attacker and len(line.using) == 1:
            raise _possible(line)
        return _without_helper(line, attacker) if attacks else None

    def _find_answer(self, line: AnswerLine, decision: Decision) -> Answer | None:
        """Return the answer that a line describes, or None if there is no such option."""
        if isinstance(decision, Payment):
            return self._find_payment(decision, line)
        if line.number == 0:
            return ()
        if isinstance(decision, Subset):
            return self._find_subset(line, decision)
        if decision.kind == asks.SEARCH_KEEP:
            return (int(line.verb is Verb.KEEP),)
        if line.number is not None:
            return (line.number,)
        if decision.kind == asks.KIND_OF_GOOD:
            return (ast.KINDS.index(line.objects[0]) + 1,)
        return self._find_choice(line, decision)

    def _find_choice(self, line: AnswerLine, decision: Decision) -> Answer | None:
        if decision.kind in (asks.TAKEOVER, asks.DEFEAT_TAKEOVER):
            return self._find_attack(line, decision)
        if decision.kind == asks.UPGRADE:
            return self._find_option(decision, *line.objects[::-1])
        if decision.kind == asks.REPAIR:
            return self._find_option(decision, line.objects[0], *line.using)
        if decision.kind in OF_POWERS and not line.cannot:
            return self._find_power(decision, line.objects[0])
        answer = self._find_option(decision, *line.objects)
        if answer and decision.kind.startswith("place ") and not line.cannot:
            self._payment_lines[answer[0]] = line
        return answer

    def _find_option(self, decision: Decision, *titles: str) -> Answer | None:
        """Return the first option that begins with these titles."""
        assert isinstance(decision, Choice)
        for option in decision.options:
            if option and answer_words(self.table, decision, option)[: len(titles)] == titles:
                return option
        return None

    def _find_power(self, decision: Decision, title: str) -> Answer | None:
        """Return a power of a card. If it has several, the next line tells which one is meant.

        That is the first whose price the line pays. A line that pays for none of them, like
        `guess 2`, is for the first without a price.
        """
        assert isinstance(decision, Choice)
        options = tuple(
            option
            for option in decision.options
            if option and answer_words(self.table, decision, option)[:1] == (title,)
        )
        following = next((line for line in self._remaining if not line.cannot), None)
        if len(options) > 1 and following is not None and following.verb is not Verb.USE:
            narrowed = Choice(decision.player, decision.kind, decision.about, options)
            paid = find_power_by_price(self.table, narrowed, self._remaining)
            free = (o for o in options if self.table.power_list[o[0]].price is None)
            return (paid,) if paid >= 0 else next(free, options[0])
        return options[0] if options else None

    def _find_attack(self, line: AnswerLine, decision: Decision) -> Answer | None:
        """Return a takeover with a power of a named card, or the first one if none is named."""
        assert isinstance(decision, Choice)
        for option in filter(None, decision.options):
            attacker, world = answer_words(self.table, decision, option)
            if world == line.objects[0] and (attacker in line.using or not line.using):
                self._payment_lines[option[1]] = _without_helper(line, attacker)
                return option
        return None

    def _find_subset(self, line: AnswerLine, decision: Subset) -> Answer | None:
        """Return the named cards, or as many cards as the line says. `keep` gives up the others."""
        if line.number is not None:
            return self._cheapest_cards(decision.cards, line.number)
        missing = Counter(line.objects)
        cards = []
        for card in decision.cards:
            if missing[self._title(card)] > 0:
                missing[self._title(card)] -= 1
                cards.append(card)
        if missing.total():
            return None
        others = [card for card in decision.cards if card not in cards]
        if line.verb is Verb.KEEP:
            return self._cheapest_cards(others, decision.minimum)
        return (*cards, *self._cheapest_cards(others, max(0, decision.minimum - len(cards))))

    def _check(self, line: AnswerLine, decision: Decision, answer: Answer | None) -> None:
        if answer is None:
            message = f"`{line.text}` is not possible here"
            raise AnswerRefused(line, message, self._list_possible(decision))
        reason = decision.refusal(answer)
        if reason:
            message = f"`{line.text}` is not possible: {reason}"
            raise AnswerRefused(line, message, self._list_possible(decision))

    def _list_possible(self, decision: Decision) -> str:
        if isinstance(decision, Payment):
            options = [self._describe_option(option) for option in decision.options]
            return f"possible payments: {listed(options)}"
        choices = [f"`{choice}`" for choice in list_choices(self.table, decision)]
        return f"possible answers: {listed(choices)}" if choices else "nothing can be done here"

    # --- payments

    def _check_forbidden(self, decision: Payment) -> None:
        """Raise AnswerRefused if a payment is possible that a `cannot` line forbids."""
        title = self._title(decision.about)
        for line in [line for line in self._forbidden if title in line.objects]:
            self._forbidden.remove(line)
            if self._find_payment(decision, line) is not None:
                raise _possible(line)

    def _pay(self, decision: Payment, line: AnswerLine | None) -> Answer:
        if line is None or not line.using:
            self.declined |= dict.fromkeys(list_helpers(self.table, decision))
            return self._cheapest_payment(decision)
        payment = self._find_payment(decision, line)
        if payment is None:
            message = f"cannot pay for `{self._title(decision.about)}` using "
            message += " and ".join(line.using)
            raise AnswerRefused(line, message, self._list_possible(decision))
        return payment

    def _find_payment(self, decision: Payment, line: AnswerLine) -> Answer | None:
        for index, option in enumerate(decision.options):
            if powers_used(self.table, option) == sorted(line.using):
                return (index, *self._cheapest_cards(decision.cards, option.min_cards))
        return None

    def _cheapest_payment(self, decision: Payment) -> Answer:
        index, option = min(
            enumerate(decision.options),
            key=lambda pair: (len(pair[1].powers), pair[1].min_cards, pair[0]),
        )
        return (index, *self._cheapest_cards(decision.cards, option.min_cards))

    def _describe_option(self, option: PaymentOption) -> str:
        helpers = powers_used(self.table, option)
        using = f"using {' and '.join(helpers)}" if helpers else "using nothing"
        return f"{using} ({counted(option.min_cards, 'card')})"

    # --- defaults

    def _default_answer(self, decision: Decision) -> Answer:
        if isinstance(decision, Payment):
            return self._cheapest_payment(decision)
        if decision.refusal(()) is None:
            return ()
        if isinstance(decision, Subset) and not decision.groups:
            if decision.kind == asks.GOODS_FOR_POWER:
                return decision.first()
            return self._cheapest_cards(decision.cards, decision.minimum)
        if decision.kind in OF_POWERS and isinstance(decision, Choice):
            return first_required(self.table, decision)
        return decision.first()

    def _cheapest_cards(self, cards: Iterable[int], count: int) -> Answer:
        """Return the cards to give up: unnamed cards first, then named cards, the last first."""
        last_first = list(cards)[::-1]
        return tuple(sorted(last_first, key=lambda card: card in self._named)[:count])

    def _choose_actions(self, decision: Decision) -> Answer:
        self._pop_line(decision)
        answer = self._actions[:1] if decision.kind == asks.FIRST_ACTION else self._actions
        if decision.refusal(answer):
            message = "these actions cannot be chosen: there is no prestige or no search for them"
            help = "add `prestige: 1`, and require a set that provides it"
            raise AnswerRefused(None, message, help)
        return answer

    def _title(self, card: int) -> str:
        return self.table.titles[card]

    def _title_of_power(self, power: int) -> str:
        return self._title(self.table.power_list[power].card) if power >= 0 else PRESTIGE_CARD


def _is_use(line: AnswerLine) -> bool:
    return line.verb is Verb.USE and line.number != 0


def _possible(line: AnswerLine) -> AnswerRefused:
    return AnswerRefused(line, f"`{line.text.removeprefix('cannot ')}` is possible", "")


def _without_helper(line: AnswerLine, title: str) -> AnswerLine:
    """Return a line without one of the cards that it uses."""
    using = list(line.using)
    if title in using:
        using.remove(title)
    return replace(line, using=tuple(using))


_ACTION_NUMBERS: Final = {
    "explore +5": actions.EXPLORE_5,
    "explore +1 +1": actions.EXPLORE_1_1,
    "develop": actions.DEVELOP,
    "settle": actions.SETTLE,
    "trade": actions.CONSUME_TRADE,
    "consume x2": actions.CONSUME_X2,
    "produce": actions.PRODUCE,
    "search": actions.SEARCH,
}


def _action_numbers(words: tuple[str, ...]) -> Answer:
    """Return action numbers; a second Develop or Settle has a number of its own."""
    numbers: list[int] = []
    for word in words:
        number = _ACTION_NUMBERS[word.removeprefix(PRESTIGE)]
        if number in [actions.plain(action) for action in numbers]:
            number += 1
        numbers.append(number + actions.PRESTIGE if word.startswith(PRESTIGE) else number)
    return tuple(sorted(numbers, key=actions.plain))
