"""Statistics of invasions: how often players hold out, its cost and its reward."""

from __future__ import annotations

from gamekit.events import Event
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion.attack import invasion_military
from rftg_engine.modules.invasion.module import awards
from rftg_engine.modules.invasion.state import (
    NAME,
    BunkerUsed,
    InvasionCame,
    InvasionDefended,
    InvasionMet,
    WorldRepaired,
    invasion_of,
)
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now
from rftg_tools.module_statistics import OBSERVERS, Counts


class InvasionStatistics:
    """Counts of the attacks in a game by wave, and of what follows them."""

    def __init__(self) -> None:
        self.wave = 0
        self.attacks: dict[int, int] = {}
        self.defenses: dict[int, int] = {}
        self.bunkers = 0
        self.repairs = 0

    def see(self, event: Event, state: State) -> None:
        """Note an event."""
        if isinstance(event, InvasionCame):
            self.wave = event.wave
        elif isinstance(event, InvasionMet):
            self.attacks[self.wave] = self.attacks.get(self.wave, 0) + 1
        elif isinstance(event, InvasionDefended):
            self.defenses[self.wave] = self.defenses.get(self.wave, 0) + 1
        elif isinstance(event, BunkerUsed):
            self.bunkers += 1
        elif isinstance(event, WorldRepaired):
            self.repairs += 1

    def counts(self, table: Table, state: State) -> Counts:
        """Return the counts, per player except for attacks."""
        part, players = invasion_of(state), float(len(state.players))
        seats = range(len(state.players))
        military = [invasion_military(powers_now(table, state.players, seat)) for seat in seats]
        award = table.invasion.award if table.invasion is not None else 0
        attacks: Counts = {
            f"attacks of wave {wave} held out": (float(self.defenses.get(wave, 0)), float(met))
            for wave, met in self.attacks.items()
        }
        return attacks | {
            "points for holding out": (float(sum(part.rewards)), players),
            "points of awards": (
                float(award * sum([len(awards(part, seat)) for seat in seats])),
                players,
            ),
            "goods contributed": (float(sum(part.contributed)), players),
            "cards in the bunker": (float(self.bunkers), players),
            "worlds repaired": (float(self.repairs), players),
            "worlds damaged at the end": (
                float(sum([len(worlds) for worlds in part.damaged])),
                players,
            ),
            "Military against the invaders": (float(sum(military)), players),
        }


OBSERVERS[NAME] = InvasionStatistics
