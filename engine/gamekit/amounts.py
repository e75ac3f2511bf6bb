"""How many of each of some things a player takes: where equal ones are not told apart."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import Answer, Decision, Draws


@mypyc_attr(acyclic=True, free_list_len=1)
class Amounts(Decision):
    """From `least` to `most` in all, of each of `things` at most its limit.

    things: what there is, each a number once. limits: how many there are of each, at least 1.
    The answer is a number for each of the things, in their order.
    """

    def __init__(
        self,
        player: int,
        kind: str,
        about: int,
        things: tuple[int, ...],
        limits: tuple[int, ...],
        least: int,
        most: int,
    ) -> None:
        super().__init__(player, kind, about)
        self.things: Final = things
        self.limits: Final = limits
        self.least: Final = least
        self.most: Final = min(most, sum(limits))

    def _facts(self) -> tuple[object, ...]:
        return *super()._facts(), self.things, self.limits, self.least, self.most

    def is_free(self) -> bool:
        if self.least < self.most:
            return True
        return len(self.things) > 1 and 0 < self.most < sum(self.limits)

    def count(self) -> int:
        return sum(self._ways(0)[self.least : self.most + 1])

    def drawn(self, draws: Draws) -> Answer:
        if len(self.things) == 1:
            return (self.least + draws.below(self.most - self.least + 1),)
        by_total = self._ways(0)[self.least : self.most + 1]
        ticket = draws.ticket(sum(by_total))
        total = self.least
        for ways in by_total:
            if ticket < ways:
                break
            ticket -= ways
            total += 1
        return self._answer(total, ticket)

    def first(self) -> Answer:
        return self._answer(self.least, 0)

    def refusal(self, answer: Answer) -> str | None:
        if len(answer) != len(self.things):
            return f"{self.kind}: a number is wanted for each of {len(self.things)} things"
        for index, amount in enumerate(answer):
            if not 0 <= amount <= self.limits[index]:
                return f"{self.kind}: of one there are {self.limits[index]}, not {amount}"
        total = sum(answer)
        if not self.least <= total <= self.most:
            several = f"{self.least} to {self.most}"
            wanted = str(self.least) if self.least == self.most else several
            return f"{self.kind}: {wanted} are wanted in all, not {total}"
        return None

    def _ways(self, start: int) -> list[int]:
        """Return by total the number of ways to take so many of the things from `start` on."""
        ways = [1] + [0] * self.most
        for limit in self.limits[start:]:
            taken = ways[:]
            for total in range(1, self.most + 1):
                ways[total] = sum(taken[max(0, total - limit) : total + 1])
        return ways

    def _answer(self, total: int, number: int) -> Answer:
        """Return the answer of a number, counted from 0, among those of a total.

        Those with most of the first thing come first.
        """
        answer: list[int] = []
        for index, limit in enumerate(self.limits):
            ways = self._ways(index + 1)
            amount = min(limit, total)
            while number >= ways[total - amount]:
                number -= ways[total - amount]
                amount -= 1
            answer.append(amount)
            total -= amount
        return tuple(answer)
