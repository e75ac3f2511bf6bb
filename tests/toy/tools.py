"""The tools' part of the mine game: figures, card statistics, tests, and the table."""

from __future__ import annotations

from typing import Any

from gamekit.decisions import Choice, Decision
from gamekit.events import Event, Observer
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_tools.play.game_frames import GameFrames, base_facts
from rftg_tools.play.game_session import GameSession
from rftg_tools.playtests.games import Fates
from tests.toy import engine
from tests.toy.language import MineTest

Data = dict[str, Any]


class Figures:
    """Counts of the remaining credits."""

    def __init__(self, _options: engine.Options) -> None:
        self.observers: tuple[Observer[Any], ...] = ()

    def counts(self, _table: engine.Table, state: engine.State) -> dict[str, tuple[float, float]]:
        """Return the counts."""
        players = state.players
        return {"credits left": (sum(player.credits for player in players), len(players))}


class MineFates(Fates):
    """Statistics of the cards of a game."""

    def __init__(self, _table: engine.Table, record: Data) -> None:
        super().__init__(record)

    def see(self, event: Event, state: engine.State) -> None:
        """Record a card that is drawn or opened."""
        if isinstance(event, engine.MineDrawn):
            self._draw(event.seat, (event.card,), state.round)
        elif isinstance(event, engine.MineOpened):
            self._play(event.seat, (event.card,), state.round)

    def settle(self, _state: engine.State) -> None:
        """Record what was drawn."""
        self._settle()


def failures(table: engine.Table, test: MineTest, file: str) -> list[Diagnostic]:
    """Play a test and return its mismatches."""
    state = engine.State(2)
    player = state.players[0]
    player.credits = test.credits
    player.tableau = [table.titles.index(title) for title in test.titles]
    engine.dig(table, player)
    got = {"credits": player.credits, "score": engine.score(table, state, 0)}
    return [
        Diagnostic("E611", f"expected {value} {key}, but there are {got[key]}", file, test.region)
        for key, value in test.then
        if got[key] != value
    ]


def no_trial(*_asked: object) -> None:
    """Raise ValueError, because mines have no balance experiment."""
    raise ValueError("mines cannot be balanced")


class MineSession(GameSession[engine.State]):
    """A game at a table."""

    game_id = "toy"


class MineFaces:
    """Texts of the mines."""

    def __init__(self, table: engine.Table, _images: object, _folders: object) -> None:
        self._table = table

    def data(self, card: int) -> Data:
        """Return the facts of a mine."""
        return {"title": self._table.titles[card], "powers": []}

    def holds(self, _name: str) -> bool:
        """Return whether an image belongs to the game. None does."""
        return False


class MineFrames(GameFrames):
    """What tabs are shown of a game."""

    def _entries(self, _seat: int | None) -> list[Data]:
        session, titles = self._session, self._session.table.titles
        return [
            {
                "seat": event.seat,
                "round": event.round,
                "step": "round",
                "text": [f"{session.seats[event.seat].name} opens {titles[event.card]}."],
            }
            for event in session.event_log.events
            if isinstance(event, engine.MineOpened)
        ]

    def _public_facts(self) -> Data:
        session = self._session
        return base_facts(self._id, session) | {
            "rules": "toy",
            "turn": session.turn,
            "round": session.state.round,
            "players": [self._player(session, seat) for seat in range(len(session.seats))],
            "undo": None,
        }

    def _own_facts(self, seat: int | None) -> Data:
        session, titles = self._session, self._session.table.titles
        if seat is None:
            return {"hand": [], "asks": []}
        hand = [titles[card] for card in session.state.players[seat].hand]
        ask = self._ask(seat)
        return {"hand": hand, "asks": [ask] if ask else []}

    def _player(self, session: Any, seat: int) -> Data:
        player, table = session.state.players[seat], session.table
        waiting = any(decision.player == seat for decision in session.game.pending)
        facts = [f"{player.credits} credits", *(table.titles[card] for card in player.tableau)]
        name, points = session.seats[seat].name, engine.score(table, session.state, seat)
        return {"seat": seat, "name": name, "score": points, "waiting": waiting, "facts": facts}

    def _describe_decision(self, seat: int, decision: Decision) -> Data:
        assert isinstance(decision, Choice)
        titles = self._session.table.titles
        options = [
            {"answer": list(option), "label": f"Open {titles[option[0]]}" if option else "Dig"}
            for option in decision.options
        ]
        return {
            "kind": decision.kind,
            "prompt": ["Dig, or open a mine."],
            "options": options,
            "seat": seat,
        }

    def _score_sheet(self) -> Data:
        winners = engine.result(self._session.table, self._session.state).winners
        return {"winners": [self._names[seat] for seat in winners]}
