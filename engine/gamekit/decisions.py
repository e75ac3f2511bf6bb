"""Decisions of players and their legal answers, independent of any game.

An answer is a tuple of whole numbers. Four kinds of decision cover card and dice games: a choice
among listed answers, a subset of cards, a payment, and amounts of several items.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

Answer = tuple[int, ...]


class IllegalAnswer(ValueError):
    """An answer that the rules forbid. It has changed nothing; the message names the rule."""


@mypyc_attr(acyclic=True)
class ValueObject:
    """Base class of immutable objects that are equal if their class and their facts are."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ValueObject) or type(self) is not type(other):
            return False
        return self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.facts()!r}"

    def facts(self) -> tuple[object, ...]:
        """Return all data of the object."""
        raise NotImplementedError


@mypyc_attr(acyclic=True)
class Decision(ValueObject):
    """A question to one player.

    kind: kind of decision. about: the card or power it concerns, or -1.
    """

    def __init__(self, player: int, kind: str, about: int) -> None:
        self.player: Final = player
        self.kind: Final = kind
        self.about: Final = about

    def facts(self) -> tuple[object, ...]:
        return self.player, self.kind, self.about

    def is_free(self) -> bool:
        """Return whether there is more than one legal answer."""
        return self.count() > 1

    def count(self) -> int:
        """Return the number of legal answers, at least 1."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Answer:
        """Return a random legal answer; all are equally likely."""
        return self.draw_answer(Draws(rng))

    def draw_answer(self, draws: Draws) -> Answer:
        """Return a random legal answer; all are equally likely."""
        raise NotImplementedError

    def first(self) -> Answer:
        """Return the first legal answer."""
        raise NotImplementedError

    def refusal(self, answer: Answer) -> str | None:
        """Return the reason why an answer is illegal, or None if it is legal."""
        raise NotImplementedError


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice(Decision):
    """A choice among listed answers; an empty answer means "none"."""

    def __init__(self, player: int, kind: str, about: int, options: tuple[Answer, ...]) -> None:
        super().__init__(player, kind, about)
        self.options: Final = options

    def facts(self) -> tuple[object, ...]:
        return *super().facts(), self.options

    def is_free(self) -> bool:
        return len(self.options) > 1

    def count(self) -> int:
        return len(self.options)

    def draw_answer(self, draws: Draws) -> Answer:
        return self.options[draws.below(len(self.options))]

    def first(self) -> Answer:
        return self.options[0]

    def refusal(self, answer: Answer) -> str | None:
        for option in self.options:
            if option is answer:  # the usual case if a program answers
                return None
        if answer in self.options:
            return None
        if not answer:
            return f"{self.kind}: one of the {len(self.options)} options must be chosen"
        return f"{self.kind}: {answer!r} is not one of the options"


@mypyc_attr(acyclic=True, free_list_len=1)
class Subset(Decision):
    """A choice of `minimum` to `maximum` cards.

    groups: empty, or a group number for each card; then at most one card of each group.
    all_or_none: either `maximum` cards or none.
    same_group: all cards from one group instead; group 0 goes with any group.
    """

    def __init__(
        self,
        player: int,
        kind: str,
        about: int,
        cards: tuple[int, ...],
        minimum: int,
        maximum: int,
        groups: tuple[int, ...] = (),
        all_or_none: bool = False,
        same_group: bool = False,
    ) -> None:
        super().__init__(player, kind, about)
        self.cards: Final = cards
        self.minimum: Final = minimum
        self.maximum: Final = maximum
        self.groups: Final = groups
        self.all_or_none: Final = all_or_none
        self.same_group: Final = same_group

    def facts(self) -> tuple[object, ...]:
        sizes = (self.minimum, self.maximum, self.groups, self.all_or_none, self.same_group)
        return *super().facts(), self.cards, *sizes

    def is_free(self) -> bool:
        if self.groups or self.minimum != self.maximum:
            return self.count() > 1
        return 0 < self.minimum < len(self.cards)

    def count(self) -> int:
        if self.groups:
            return sum([self._count_picks(size, 0, set()) for size in self._sizes()])
        return sum(comb(len(self.cards), size) for size in self._sizes())

    def draw_answer(self, draws: Draws) -> Answer:
        if self.groups:
            return self._grouped_answer(draws.below(self.count()))
        size = self.minimum
        if self.maximum > self.minimum:
            size = self._draw_size(draws)
        return draws.cards(self.cards, size)

    def first(self) -> Answer:
        return self._grouped_answer(0) if self.groups else self.cards[: self.minimum]

    def refusal(self, answer: Answer) -> str | None:
        size = len(answer)
        if not (
            size in (0, self.maximum) if self.all_or_none else self.minimum <= size <= self.maximum
        ):
            between = "or" if self.all_or_none else "to"
            required = _describe_range(self.minimum, self.maximum, between)
            return f"{self.kind}: choose {required} cards, not {size}"
        reason = subset_problem(answer, self.cards)
        if reason:
            return f"{self.kind}: {reason}"
        if self.same_group and len(self._groups_of(answer) - {0}) > 1:
            return f"{self.kind}: all cards must be of one kind"
        if self.groups and not self.same_group and len(self._groups_of(answer)) < size:
            return f"{self.kind}: the cards must be of different kinds"
        return None

    def _sizes(self) -> list[int]:
        return (
            [0, self.maximum] if self.all_or_none else list(range(self.minimum, self.maximum + 1))
        )

    def _draw_size(self, draws: Draws) -> int:
        index = draws.below_large(self.count())
        for size in self._sizes():
            index -= comb(len(self.cards), size)
            if index < 0:
                return size
        return self.maximum

    def _groups_of(self, answer: Answer) -> set[int]:
        """Return the groups of the chosen cards."""
        group_of = dict(zip(self.cards, self.groups, strict=True))
        return {group_of[card] for card in answer}

    def _grouped_answer(self, index: int) -> Answer:
        """Return the legal answer with this index; smaller answers come first."""
        for size in self._sizes():
            count = self._count_picks(size, 0, set())
            if index < count:
                return self._pick(size, index)
            index -= count
        raise AssertionError("index beyond the last answer")

    def _pick(self, size: int, index: int) -> Answer:
        """Return the legal answer of this size with this index."""
        chosen: list[int] = []
        used: set[int] = set()
        for position, card in enumerate(self.cards):
            group = self.groups[position]
            if len(chosen) == size or not self._can_add(group, used):
                continue
            count = self._count_picks(size - len(chosen) - 1, position + 1, used | {group})
            if index < count:
                chosen.append(card)
                used.add(group)
            else:
                index -= count
        return tuple(chosen)

    def _can_add(self, group: int, used: set[int]) -> bool:
        """Return whether a card of a group can join cards of the used groups."""
        if self.same_group:
            return group == 0 or group in used or not used - {0}
        return group not in used

    def _count_picks(self, size: int, start: int, used: set[int]) -> int:
        """Return the number of legal subsets of a size among the cards from `start` on.

        used: groups of the cards chosen before.
        """
        sizes: dict[int, int] = {}
        for group in self.groups[start:]:
            if self._can_add(group, used):
                sizes[group] = sizes.get(group, 0) + 1
        if self.same_group:
            free = sizes.pop(0, 0)
            only_free = comb(free, size)
            grouped = [comb(free + cards, size) - only_free for cards in sizes.values()]
            return only_free + sum(grouped)
        picks = [1] + [0] * size
        for cards in sizes.values():
            for count in range(size, 0, -1):
                picks[count] += picks[count - 1] * cards
        return picks[size]


@mypyc_attr(acyclic=True, free_list_len=1)
class PaymentOption(ValueObject):
    """One way to pay a price: the powers used, and the number of hand cards paid."""

    def __init__(self, powers: tuple[int, ...], min_cards: int, max_cards: int) -> None:
        self.powers: Final = powers
        self.min_cards: Final = min_cards
        self.max_cards: Final = max_cards

    def facts(self) -> tuple[object, ...]:
        return self.powers, self.min_cards, self.max_cards

    def count(self, cards: int) -> int:
        """Return the number of ways to pick the paid cards from a hand of `cards` cards."""
        return sum(comb(cards, size) for size in range(self.min_cards, self.max_cards + 1))


@mypyc_attr(acyclic=True, free_list_len=1)
class Payment(Decision):
    """A choice of how to pay for `about`. The answer is the index of an option, then the cards."""

    def __init__(
        self,
        player: int,
        kind: str,
        about: int,
        options: tuple[PaymentOption, ...],
        cards: tuple[int, ...],
    ) -> None:
        super().__init__(player, kind, about)
        self.options: Final = options
        self.cards: Final = cards

    def facts(self) -> tuple[object, ...]:
        return *super().facts(), self.options, self.cards

    def is_free(self) -> bool:
        option = self.options[0]
        if len(self.options) > 1 or option.min_cards != option.max_cards:
            return self.count() > 1
        return 0 < option.min_cards < len(self.cards)

    def count(self) -> int:
        return sum(option.count(len(self.cards)) for option in self.options)

    def draw_answer(self, draws: Draws) -> Answer:
        only = self.options[0]
        if len(self.options) == 1 and only.min_cards == only.max_cards:
            draws.below(1)  # draw once, as for other payments, to keep recorded games the same
            return (0, *draws.cards(self.cards, only.min_cards))
        remaining = draws.below_large(self.count())
        for index, option in enumerate(self.options):
            for size in range(option.min_cards, option.max_cards + 1):
                remaining -= comb(len(self.cards), size)
                if remaining < 0:
                    return (index, *draws.cards(self.cards, size))
        raise AssertionError("number beyond the last answer")

    def first(self) -> Answer:
        return (0, *self.cards[: self.options[0].min_cards])

    def refusal(self, answer: Answer) -> str | None:
        if not answer or not 0 <= answer[0] < len(self.options):
            return f"{self.kind}: {answer!r} is not one of the {len(self.options)} ways to pay"
        option = self.options[answer[0]]
        if not option.min_cards <= len(answer) - 1 <= option.max_cards:
            price = _describe_range(option.min_cards, option.max_cards)
            return f"{self.kind}: the price is {price} cards, not {len(answer) - 1}"
        reason = subset_problem(answer[1:], self.cards)
        return f"{self.kind}: {reason}" if reason else None


@mypyc_attr(acyclic=True, free_list_len=1)
class Amounts(Decision):
    """A choice of an amount of each item, `minimum` to `maximum` in total.

    items: distinct numbers. limits: maximum amount of each item, at least 1. The answer lists the
    amounts in the order of the items.
    """

    def __init__(
        self,
        player: int,
        kind: str,
        about: int,
        items: tuple[int, ...],
        limits: tuple[int, ...],
        minimum: int,
        maximum: int,
    ) -> None:
        super().__init__(player, kind, about)
        self.items: Final = items
        self.limits: Final = limits
        self.minimum: Final = minimum
        self.maximum: Final = min(maximum, sum(limits))

    def facts(self) -> tuple[object, ...]:
        return *super().facts(), self.items, self.limits, self.minimum, self.maximum

    def is_free(self) -> bool:
        if self.minimum < self.maximum:
            return True
        return len(self.items) > 1 and 0 < self.maximum < sum(self.limits)

    def count(self) -> int:
        return sum(self._counts_by_total(0)[self.minimum : self.maximum + 1])

    def draw_answer(self, draws: Draws) -> Answer:
        if len(self.items) == 1:
            return (self.minimum + draws.below(self.maximum - self.minimum + 1),)
        by_total = self._counts_by_total(0)[self.minimum : self.maximum + 1]
        index = draws.below_large(sum(by_total))
        total = self.minimum
        for count in by_total:
            if index < count:
                break
            index -= count
            total += 1
        return self._answer(total, index)

    def first(self) -> Answer:
        return self._answer(self.minimum, 0)

    def refusal(self, answer: Answer) -> str | None:
        if len(answer) != len(self.items):
            return f"{self.kind}: choose an amount for each of {len(self.items)} items"
        for index, amount in enumerate(answer):
            if not 0 <= amount <= self.limits[index]:
                return f"{self.kind}: there are {self.limits[index]} of an item, not {amount}"
        total = sum(answer)
        if not self.minimum <= total <= self.maximum:
            required = _describe_range(self.minimum, self.maximum)
            return f"{self.kind}: choose {required} in total, not {total}"
        return None

    def _counts_by_total(self, start: int) -> list[int]:
        """Return the number of ways to reach each total with the items from `start` on."""
        counts = [1] + [0] * self.maximum
        for limit in self.limits[start:]:
            previous = counts[:]
            for total in range(1, self.maximum + 1):
                counts[total] = sum(previous[max(0, total - limit) : total + 1])
        return counts

    def _answer(self, total: int, index: int) -> Answer:
        """Return the answer of this total with this index; larger amounts come first."""
        answer: list[int] = []
        for item, limit in enumerate(self.limits):
            counts = self._counts_by_total(item + 1)
            amount = min(limit, total)
            while index >= counts[total - amount]:
                index -= counts[total - amount]
                amount -= 1
            answer.append(amount)
            total -= amount
        return tuple(answer)


class Draws:
    """Random draws; looks up the method of `rng` only once, for speed."""

    def __init__(self, rng: Random) -> None:
        self._rng: Final = rng
        self._random: Final[Callable[[], float]] = rng.random

    def below(self, count: int) -> int:
        """Return a random number from 0 to count - 1."""
        return int(self._random() * float(count))

    def below_large(self, count: int) -> int:
        """Return a random number from 0 to count - 1, where count may be too large for a float."""
        return self.below(count) if count < _MAX_FLOAT_COUNT else self._rng.randrange(count)

    def cards(self, cards: tuple[int, ...], size: int) -> Answer:
        """Return a random subset of the cards with `size` cards."""
        if size == 1:
            return (cards[self.below(len(cards))],)
        pool = list(cards)
        end = len(pool)
        for index in range(size):
            target = index + self.below(end - index)
            pool[index], pool[target] = pool[target], pool[index]
        return tuple(pool[:size])


_MAX_FLOAT_COUNT: Final = 1 << 1_000


def subset_problem(answer: Answer, cards: tuple[int, ...]) -> str | None:
    """Return the reason why an answer is not a subset of the cards, or None if it is."""
    if _has_repeats(answer):
        return "a card is chosen twice"
    for card in answer:
        if card not in cards:
            return f"card {card!r} cannot be chosen"
    return None


def _describe_range(minimum: int, maximum: int, between: str = "to") -> str:
    return str(minimum) if minimum == maximum else f"{minimum} {between} {maximum}"


def _has_repeats(answer: Answer) -> bool:
    """Return whether a number occurs twice. Answers are so short that a set would be slower."""
    for index in range(1, len(answer)):
        for previous in range(index):
            if answer[previous] == answer[index]:
                return True
    return False
