"""What a player can be asked, and which answers are legal: a decision carries all it takes to tell.

An answer is a tuple of whole numbers. Three forms are enough for a card game: a choice
among listed answers, a subset of some cards, and a payment. Nothing here knows a rule of any game.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

Answer = tuple[int, ...]


class IllegalAnswer(ValueError):
    """An answer that the rules forbid; the message says which rule. Nothing has changed."""


@mypyc_attr(acyclic=True)
class Decision:
    """A question to one player. Equal ones ask the same.

    kind: what is decided. about: the card or power it concerns, or -1.
    """

    def __init__(self, player: int, kind: str, about: int) -> None:
        self.player: Final = player
        self.kind: Final = kind
        self.about: Final = about

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision) or type(self) is not type(other):
            return False
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._facts()!r}"

    def _facts(self) -> tuple[object, ...]:
        return self.player, self.kind, self.about

    def is_free(self) -> bool:
        """Return whether there is more than one legal answer."""
        return self.count() > 1

    def count(self) -> int:
        """Return the number of legal answers, at least 1."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Answer:
        """Return a legal answer, each with the same probability."""
        return self.drawn(Draws(rng))

    def drawn(self, draws: Draws) -> Answer:
        """Return what `sample` gives."""
        raise NotImplementedError

    def first(self) -> Answer:
        """Return a legal answer; the only one where `count` is 1."""
        raise NotImplementedError

    def refusal(self, answer: Answer) -> str | None:
        """Return why an answer is illegal, or None when it is legal."""
        raise NotImplementedError


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice(Decision):
    """One of the listed answers; the empty one, where listed, means none."""

    def __init__(self, player: int, kind: str, about: int, options: tuple[Answer, ...]) -> None:
        super().__init__(player, kind, about)
        self.options: Final = options

    def _facts(self) -> tuple[object, ...]:
        return *super()._facts(), self.options

    def is_free(self) -> bool:
        return len(self.options) > 1

    def count(self) -> int:
        return len(self.options)

    def drawn(self, draws: Draws) -> Answer:
        return self.options[draws.below(len(self.options))]

    def first(self) -> Answer:
        return self.options[0]

    def refusal(self, answer: Answer) -> str | None:
        for option in self.options:
            if option is answer:  # as it is where a program has chosen one of them
                return None
        if answer in self.options:
            return None
        if not answer:
            return f"{self.kind}: one of the {len(self.options)} options must be taken"
        return f"{self.kind}: {answer!r} is not one of the options"


@mypyc_attr(acyclic=True, free_list_len=1)
class Subset(Decision):
    """From `least` to `most` of `cards`; at most one of each group where `groups` are given.

    groups: empty, or a group number for each card. all_or_none: `most` cards or none at all.
    alike: all of one group; what is in group 0 goes with any.
    """

    def __init__(
        self,
        player: int,
        kind: str,
        about: int,
        cards: tuple[int, ...],
        least: int,
        most: int,
        groups: tuple[int, ...] = (),
        all_or_none: bool = False,
        alike: bool = False,
    ) -> None:
        super().__init__(player, kind, about)
        self.cards: Final = cards
        self.least: Final = least
        self.most: Final = most
        self.groups: Final = groups
        self.all_or_none: Final = all_or_none
        self.alike: Final = alike

    def _facts(self) -> tuple[object, ...]:
        sizes = (self.least, self.most, self.groups, self.all_or_none, self.alike)
        return *super()._facts(), self.cards, *sizes

    def is_free(self) -> bool:
        if self.groups or self.least != self.most:
            return self.count() > 1
        return 0 < self.least < len(self.cards)

    def count(self) -> int:
        if self.groups:
            return sum([self._picks(size, 0, set()) for size in self._sizes()])
        return sum(comb(len(self.cards), size) for size in self._sizes())

    def drawn(self, draws: Draws) -> Answer:
        if self.groups:
            return self._grouped(draws.below(self.count()))
        size = self.least
        if self.most > self.least:
            size = self._drawn_size(draws)
        return draws.cards(self.cards, size)

    def first(self) -> Answer:
        return self._grouped(0) if self.groups else self.cards[: self.least]

    def refusal(self, answer: Answer) -> str | None:
        size = len(answer)
        if not (size in (0, self.most) if self.all_or_none else self.least <= size <= self.most):
            between = "or" if self.all_or_none else "to"
            several = f"{self.least} {between} {self.most}"
            wanted = str(self.least) if self.least == self.most else several
            return f"{self.kind}: {wanted} cards are wanted, not {size}"
        reason = subset_problem(answer, self.cards)
        if reason:
            return f"{self.kind}: {reason}"
        if self.alike and len(self._kinds(answer) - {0}) > 1:
            return f"{self.kind}: the cards must be of one kind"
        if self.groups and not self.alike and len(self._kinds(answer)) < size:
            return f"{self.kind}: the cards must differ in kind"
        return None

    def _sizes(self) -> list[int]:
        return [0, self.most] if self.all_or_none else list(range(self.least, self.most + 1))

    def _drawn_size(self, draws: Draws) -> int:
        ticket = draws.ticket(self.count())
        for size in self._sizes():
            ticket -= comb(len(self.cards), size)
            if ticket < 0:
                return size
        return self.most

    def _kinds(self, answer: Answer) -> set[int]:
        """Return the groups of some of the cards."""
        group_of = dict(zip(self.cards, self.groups, strict=True))
        return {group_of[card] for card in answer}

    def _grouped(self, number: int) -> Answer:
        """Return the legal answer of a number, counted from 0.

        The small ones come first, by their cards.
        """
        for size in self._sizes():
            count = self._picks(size, 0, set())
            if number < count:
                return self._pick(size, number)
            number -= count
        raise AssertionError("a number beyond the last answer")

    def _pick(self, size: int, number: int) -> Answer:
        chosen: list[int] = []
        taken: set[int] = set()
        for index, card in enumerate(self.cards):
            group = self.groups[index]
            if len(chosen) == size or not self._goes_with(group, taken):
                continue
            with_it = self._picks(size - len(chosen) - 1, index + 1, taken | {group})
            if number < with_it:
                chosen.append(card)
                taken.add(group)
            else:
                number -= with_it
        return tuple(chosen)

    def _goes_with(self, group: int, taken: set[int]) -> bool:
        """Return whether a card of a group can be picked besides those of groups taken."""
        if self.alike:
            return group == 0 or group in taken or not taken - {0}
        return group not in taken

    def _picks(self, size: int, start: int, taken: set[int]) -> int:
        """Return how many options there are to pick so many of the cards from `start` on.

        All must go with the groups that are taken, and with each other.
        """
        sizes: dict[int, int] = {}
        for group in self.groups[start:]:
            if self._goes_with(group, taken):
                sizes[group] = sizes.get(group, 0) + 1
        if self.alike:
            free = sizes.pop(0, 0)
            none = comb(free, size)
            return none + sum([comb(free + cards, size) - none for cards in sizes.values()])
        picks = [1] + [0] * size
        for cards in sizes.values():
            for count in range(size, 0, -1):
                picks[count] += picks[count - 1] * cards
        return picks[size]


@mypyc_attr(acyclic=True, free_list_len=1)
class PaymentOption:
    """One way to meet a price: the powers used, and the least and most cards paid with them."""

    def __init__(self, powers: tuple[int, ...], min_cards: int, max_cards: int) -> None:
        self.powers: Final = powers
        self.min_cards: Final = min_cards
        self.max_cards: Final = max_cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PaymentOption) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def __repr__(self) -> str:
        return f"PaymentOption{self._facts()!r}"

    def _facts(self) -> tuple[tuple[int, ...], int, int]:
        return self.powers, self.min_cards, self.max_cards

    def count(self, cards: int) -> int:
        """Return the number of ways to pick the cards from so many."""
        return sum(comb(cards, size) for size in range(self.min_cards, self.max_cards + 1))


@mypyc_attr(acyclic=True, free_list_len=1)
class Payment(Decision):
    """How to pay for `about`. The answer is the number of a way, then the cards paid."""

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

    def _facts(self) -> tuple[object, ...]:
        return *super()._facts(), self.options, self.cards

    def is_free(self) -> bool:
        option = self.options[0]
        if len(self.options) > 1 or option.min_cards != option.max_cards:
            return self.count() > 1
        return 0 < option.min_cards < len(self.cards)

    def count(self) -> int:
        return sum(option.count(len(self.cards)) for option in self.options)

    def drawn(self, draws: Draws) -> Answer:
        only = self.options[0]
        if len(self.options) == 1 and only.min_cards == only.max_cards:
            draws.below(1)  # a number is drawn as for other payments: chance goes on as it did
            return (0, *draws.cards(self.cards, only.min_cards))
        ticket = draws.ticket(self.count())
        for index, option in enumerate(self.options):
            for size in range(option.min_cards, option.max_cards + 1):
                ticket -= comb(len(self.cards), size)
                if ticket < 0:
                    return (index, *draws.cards(self.cards, size))
        raise AssertionError("a ticket beyond the last answer")

    def first(self) -> Answer:
        return (0, *self.cards[: self.options[0].min_cards])

    def refusal(self, answer: Answer) -> str | None:
        if not answer or not 0 <= answer[0] < len(self.options):
            return f"{self.kind}: {answer!r} names none of the {len(self.options)} ways to pay"
        option = self.options[answer[0]]
        if not option.min_cards <= len(answer) - 1 <= option.max_cards:
            wanted = (
                str(option.min_cards)
                if option.min_cards == option.max_cards
                else f"{option.min_cards} to {option.max_cards}"
            )
            return f"{self.kind}: the price is {wanted} cards, not {len(answer) - 1}"
        reason = subset_problem(answer[1:], self.cards)
        return f"{self.kind}: {reason}" if reason else None


class Draws:
    """What is drawn by chance from a Random, whose method is looked up once."""

    def __init__(self, rng: Random) -> None:
        self._rng: Final = rng
        self._random: Final[Callable[[], float]] = rng.random

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1, each with the same probability."""
        return int(self._random() * float(count))

    def ticket(self, count: int) -> int:
        """Return what `below` gives, also of numbers too large for a fraction of them."""
        return self.below(count) if count < _MOST_OF_FLOAT else self._rng.randrange(count)

    def cards(self, cards: tuple[int, ...], size: int) -> Answer:
        """Return `size` of the cards, each subset with the same probability.

        Order is no part of it.
        """
        if size == 1:
            return (cards[self.below(len(cards))],)
        pool = list(cards)
        end = len(pool)
        for index in range(size):
            other = index + self.below(end - index)
            pool[index], pool[other] = pool[other], pool[index]
        return tuple(pool[:size])


_MOST_OF_FLOAT: Final = 1 << 1_000


def subset_problem(answer: Answer, cards: tuple[int, ...]) -> str | None:
    """Return why the answer is no subset of the cards, or None."""
    if _repeats(answer):
        return "a card is named twice"
    for card in answer:
        if card not in cards:
            return f"card {card!r} is not among those to choose from"
    return None


def _repeats(answer: Answer) -> bool:
    """Return whether a number stands twice in an answer; there are few, so no set is made."""
    for index in range(1, len(answer)):
        for before in range(index):
            if answer[before] == answer[index]:
                return True
    return False
