"""The log of a game: all its events, and what is known beside them about the questions asked."""

from __future__ import annotations

from gamekit import events as kit
from gamekit.events import Event
from rftg_engine.cards.powers import Powers
from rftg_engine.events import PlacementAsked, StepBegan, TakeoverWeighed
from rftg_engine.state import State
from rftg_engine.turns.reasons import PlacementQuestion


class EventLog(kit.EventLog[State]):
    """An observer that keeps the events, and what each player was last asked to place with.

    questions: by seat, the last one which card to place. powers: of each player, from the start
    of the present step. odds: by seat of who is asked, power of the takeover and world: the
    attack, the most that can be called up for it, and the defense.
    """

    def __init__(self) -> None:
        super().__init__()
        self.questions: dict[int, PlacementQuestion] = {}
        self.powers: list[Powers] = []
        self.odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def see(self, event: Event, state: State) -> None:
        """Keep an event, or what it tells about a question."""
        if isinstance(event, PlacementAsked):
            self.questions[event.seat] = event.question
        elif isinstance(event, TakeoverWeighed):
            odds = (event.attack, event.most, event.defense)
            self.odds[event.seat, event.power, event.world] = odds
        else:
            if isinstance(event, StepBegan):
                self.powers = [player.powers for player in state.players]
            self.events.append(event)
