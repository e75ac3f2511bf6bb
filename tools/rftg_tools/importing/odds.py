"""What takeovers come to by our rules, and who has declared one, as our engine tells it."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Driver
from gamekit.events import Event
from rftg_engine import asks
from rftg_engine.events import CardPlaced, StepBegan, TakeoverDeclared, TakeoverWeighed
from rftg_engine.state import Player, State


class Odds:
    """The odds of every takeover when it was last asked for.

    declared: players who have declared one in this phase and placed no world. attackers: by player
    and world, what the player had on declaring the takeover.
    """

    def __init__(self) -> None:
        self.declared: set[int] = set()
        self.attackers: dict[tuple[int, int], Player] = {}
        self._settled: set[int] = set()
        self._odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def see(self, event: Event, state: State) -> None:
        """Note declarations, worlds placed, and what takeovers come to."""
        if isinstance(event, StepBegan):
            self.declared.clear()
            self.attackers.clear()
            self._settled.clear()
        elif isinstance(event, CardPlaced):
            self._settled.add(event.seat)
        elif isinstance(event, TakeoverDeclared):
            self.attackers[event.seat, event.world] = state.players[event.seat].copy()
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

    def is_hopeless(self, decision: Decision) -> bool:
        """Return whether no world can be taken over with all that the attacker can call up."""
        return all(missing > 0 for missing in self.missing(decision).values())


def dead_ends(driver: Driver[State], decision: Decision) -> set[int]:
    """Return the powers offered to settle more that allow only hopeless takeovers."""
    assert isinstance(decision, Choice)
    return {option[0] for option in decision.options if option and _is_dead_end(driver, option)}


def _is_dead_end(driver: Driver[State], option: Answer) -> bool:
    odds = Odds()
    following = question_after(driver, option, odds)
    return following is not None and following.kind == asks.TAKEOVER and odds.is_hopeless(following)


def question_after(driver: Driver[State], option: Answer, odds: Odds) -> Decision | None:
    """Return what a player is asked next who gives an answer, None if that is another player.

    odds: are told of the takeovers that can be declared then.
    """
    twin = driver.fork((odds,))
    (asked,) = driver.pending
    twin.answer(asked.player, option)
    following = next(iter(twin.pending), None)
    return following if following is not None and following.player == asked.player else None
