"""What takeovers come to by our rules, and who has declared one, as our engine tells it."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_engine.chronicle import Chronicle
from rftg_engine.decisions import Answer, Choice, Decision
from rftg_engine.driver import Driver
from rftg_engine.powers import Powers
from rftg_engine.state import State


class Odds(Chronicle):
    """The odds of every takeover when it was last asked for.

    declared: players who have declared one in this phase and placed no world.
    """

    def __init__(self) -> None:
        super().__init__()
        self.declared: set[int] = set()
        self._settled: set[int] = set()
        self._odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def begin(self, step: str, in_round: int, powers: list[Powers]) -> None:
        """A phase begins."""
        self.declared.clear()
        self._settled.clear()

    def tell(
        self,
        what: str,
        seat: int,
        card: int = -1,
        numbers: Sequence[int] = (),
        cards: Sequence[int] = (),
        own: Sequence[int] = (),
        word: str = "",
    ) -> None:
        """Notes declarations, and worlds placed."""
        if what == "place":
            self._settled.add(seat)
        elif what == "declare" and seat not in self._settled:
            self.declared.add(seat)

    def weigh(self, seat: int, power: int, world: int, odds: tuple[int, int, int]) -> None:
        """Notes the attack, the most of it, and the defense."""
        self._odds[seat, power, world] = odds

    def missing(self, decision: Decision) -> dict[int, int]:
        """By world, the defense that all which the attacker can call up leaves; 0 or less: none."""
        assert isinstance(decision, Choice)
        found: dict[int, int] = {}
        for option in decision.options:
            if option:
                number, world = option
                _has, most, against = self._odds[decision.player, number, world]
                found[world] = min(found.get(world, against - most), against - most)
        return found

    def hopeless(self, decision: Decision) -> set[int]:
        """The worlds that cannot be taken over with all that the attacker can call up."""
        return {world for world, missing in self.missing(decision).items() if missing > 0}


def dead_ends(driver: Driver[State], decision: Decision) -> set[int]:
    """The powers offered to settle more with which there is nothing but takeovers without hope."""
    assert isinstance(decision, Choice)
    return {option[0] for option in decision.options if option and _is_dead_end(driver, option)}


def _is_dead_end(driver: Driver[State], option: Answer) -> bool:
    twin = driver.fork()
    odds = twin.state.chronicle = Odds()
    (asked,) = driver.pending
    twin.answer(asked.player, option)
    following = next(iter(twin.pending), asked)
    if following.kind != "takeover" or following.player != asked.player:
        return False
    return len(odds.hopeless(following)) == following.count() - 1
