"""What takeovers come to by our rules, and who has declared one, as our engine tells it."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Driver
from gamekit.events import Event
from rftg_engine import asks
from rftg_engine.events import CardPlaced, StepBegan, TakeoverDeclared, TakeoverWeighed
from rftg_engine.state import State


class Odds:
    """The odds of every takeover when it was last asked for.

    declared: players who have declared one in this phase and placed no world.
    """

    def __init__(self) -> None:
        self.declared: set[int] = set()
        self._settled: set[int] = set()
        self._odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def see(self, event: Event, state: State) -> None:
        """Note declarations, worlds placed, and what takeovers come to."""
        if isinstance(event, StepBegan):
            self.declared.clear()
            self._settled.clear()
        elif isinstance(event, CardPlaced):
            self._settled.add(event.seat)
        elif isinstance(event, TakeoverDeclared):
            if event.seat not in self._settled:
                self.declared.add(event.seat)
        elif isinstance(event, TakeoverWeighed):
            odds = (event.attack, event.most, event.defense)
            self._odds[event.seat, event.power, event.world] = odds

    def missing(self, decision: Decision) -> dict[int, int]:
        """Return by world the defense that all which the attacker can call up leaves.

        0 or less: none.
        """
        assert isinstance(decision, Choice)
        found: dict[int, int] = {}
        for option in decision.options:
            if option:
                number, world = option
                _has, most, against = self._odds[decision.player, number, world]
                found[world] = min(found.get(world, against - most), against - most)
        return found

    def hopeless(self, decision: Decision) -> set[int]:
        """Return the worlds that cannot be taken over with all that the attacker can call up."""
        return {world for world, missing in self.missing(decision).items() if missing > 0}


def dead_ends(driver: Driver[State], decision: Decision) -> set[int]:
    """Return the powers offered to settle more that allow only hopeless takeovers."""
    assert isinstance(decision, Choice)
    return {option[0] for option in decision.options if option and _is_dead_end(driver, option)}


def _is_dead_end(driver: Driver[State], option: Answer) -> bool:
    odds = Odds()
    twin = driver.fork((odds,))
    (asked,) = driver.pending
    twin.answer(asked.player, option)
    following = next(iter(twin.pending), asked)
    if following.kind != asks.TAKEOVER or following.player != asked.player:
        return False
    return len(odds.hopeless(following)) == following.count() - 1
