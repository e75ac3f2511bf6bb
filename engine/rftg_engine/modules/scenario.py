"""The takeover scenario: two fixed sides (arc 1 booklet, Takeover Scenario)."""

from __future__ import annotations

from gamekit.driver import Asking
from rftg_engine.cards.table import Table
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.setups.dealing import deal_hand, make_supply, place_start_worlds, starting_hands
from rftg_engine.setups.opening import check_hands
from rftg_engine.setups.options import Options
from rftg_engine.state import State


class Scenario(RuleModule):
    """Two players begin with fixed start worlds, and with cards besides their hands."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the sets or other options do not allow it."""
        RuleModule.check(self, table, options)
        if not options.scenario:
            return
        sides = len(table.scenario)
        if sides != 2:
            raise ValueError(f"a scenario has 2 sides, and the sets in use have {sides} together")
        if options.players != 2:
            raise ValueError("the scenario is for 2 players")
        if options.preset_hands or options.draft:
            raise ValueError("the scenario deals its own start worlds and hands")
        check_hands(table, "the scenario needs", table.scenario)

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return what deals the sides."""
        return _deal_scenario(rules, state)


def _deal_scenario(rules: Rules, state: State) -> Asking[None]:
    """Deal fixed start worlds, and cards besides the four kept.

    arc 1 booklet, Takeover Scenario
    """
    titles = rules.table.titles
    sides = rules.table.scenario
    seated = [titles.index(side.start_world) for side in sides]
    extra = [[titles.index(title) for title in side.cards] for side in sides]
    make_supply(rules, state, [*seated, *[card for cards in extra for card in cards]])
    place_start_worlds(rules, state, seated)
    for seat in state.order:
        deal_hand(rules, state, seat)
    yield from starting_hands(rules, state)
    for player, cards in zip(state.players, extra, strict=True):
        rules.moves.into_hand(state, player, cards)
