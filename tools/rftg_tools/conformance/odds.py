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

    def hopeless(self, decision: Decision) -> set[int]:
        """The worlds that cannot be taken over with all that the attacker can call up."""
        assert isinstance(decision, Choice)
        attacks = [option for option in decision.options if option]
        likely = {
            world
            for number, world in attacks
            if self._odds[decision.player, number, world][1]
            >= self._odds[decision.player, number, world][2]
        }
        return {world for _number, world in attacks} - likely


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
