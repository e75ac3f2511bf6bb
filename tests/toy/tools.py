"""What tools show of mines: figures, fates, tests, and the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit.decisions import Answer, Choice
from gamekit.events import Event, Observer
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_tools.play.sitting import GameSession
from rftg_tools.playtests.fates import Fates
from tests.toy import engine
from tests.toy.language import MineTest

Data = dict[str, Any]


class Figures:
    """Counts the credits that are left."""

    def __init__(self, _options: engine.Options) -> None:
        self.observers: tuple[Observer[Any], ...] = ()

    def counts(self, _table: engine.Table, state: engine.State) -> dict[str, tuple[float, float]]:
        """Return what was counted."""
        players = state.players
        return {"credits left": (sum(player.credits for player in players), len(players))}


class MineFates(Fates):
    """Follows the cards of a game."""

    def __init__(self, _table: engine.Table, record: Data) -> None:
        super().__init__(record)

    def see(self, event: Event, state: engine.State) -> None:
        """Note a card that is drawn or opened."""
        if isinstance(event, engine.MineDrawn):
            self._draw(event.seat, (event.card,), state.round)
        elif isinstance(event, engine.MineOpened):
            self._play(event.seat, (event.card,), state.round)

    def settle(self, _state: engine.State) -> None:
        """Record what was drawn."""
        self._settle()


def failures(table: engine.Table, test: MineTest, file: str) -> list[Diagnostic]:
    """Play a test: a player digs once."""
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
    """Say that mines are not balanced."""
    raise ValueError("mines cannot be balanced")


class MineSession(GameSession[engine.State]):
    """A game at a table."""

    game_id = "toy"


class MineFaces:
    """The mines in words."""

    def __init__(self, table: engine.Table, _images: object, _folders: object) -> None:
        self._table = table

    def data(self, card: int) -> Data:
        """Return the facts of a mine."""
        return {"title": self._table.titles[card], "powers": []}

    def holds(self, _name: str) -> bool:
        """Return whether an image is one of these: none is."""
        return False


class MineFrames:
    """What tabs are shown of a game."""

    def __init__(self, game_id: str, session: Any, faces: MineFaces, record: str) -> None:
        self._parts = game_id, session, faces, record

    def frame(self, seat: int | None, known: Sequence[Data] = ()) -> tuple[Data, Sequence[Data]]:
        """Return what one person sees, and the log."""
        game_id, session, _faces, record = self._parts
        state, titles = session.state, session.table.titles
        log = [
            {
                "seat": event.seat,
                "round": event.round,
                "step": "round",
                "text": [f"{session.seats[event.seat].name} opens {titles[event.card]}."],
            }
            for event in session.event_log.events
            if isinstance(event, engine.MineOpened)
        ]
        asked = None if seat is None else session.decision_for(seat)
        asks = [self._ask(asked, titles, session.asked_since)] if asked else []
        return {
            "is": "table",
            "rules": "toy",
            "game": game_id,
            "turn": session.turn,
            "round": state.round,
            "seat": seat,
            "can_see": [{"seat": one, "name": session.seats[one].name} for one in session.humans],
            "players": [self._player(session, one) for one in range(len(state.players))],
            "hand": [] if seat is None else [titles[card] for card in state.players[seat].hand],
            "asks": asks,
            "undo": None,
            "over": self._over(session, record),
            "parted": session.parted,
            "log_from": len(known),
            "log": log[len(known) :],
            "cards": {},
        }, log

    def _player(self, session: Any, seat: int) -> Data:
        player, table = session.state.players[seat], session.table
        waiting = any(decision.player == seat for decision in session.game.pending)
        facts = [f"{player.credits} credits", *(table.titles[card] for card in player.tableau)]
        name, points = session.seats[seat].name, engine.score(table, session.state, seat)
        return {"seat": seat, "name": name, "score": points, "waiting": waiting, "facts": facts}

    def _ask(self, asked: Choice, titles: Sequence[str], since: int) -> Data:
        options = [
            {"answer": list(option), "label": f"Open {titles[option[0]]}" if option else "Dig"}
            for option in asked.options
        ]
        return {
            "kind": asked.kind,
            "prompt": ["Dig, or open a mine."],
            "since": since,
            "options": options,
            "seat": asked.player,
        }

    def _over(self, session: Any, record: str) -> Data | None:
        if not session.game.over:
            return None
        winners = engine.result(session.table, session.state).winners
        return {"winners": [session.seats[seat].name for seat in winners], "record": record}

    def refusal(self, _seat: int, _answer: Answer) -> Data:
        """Return why an answer is illegal."""
        return {"why": "The rules do not allow this answer.", "rule": None}

    def with_new_names(self) -> MineFrames:
        """Return frames with the names of now."""
        return MineFrames(*self._parts)

    def holds(self, face: str) -> bool:
        """Return whether an image is one of the game's."""
        return self._parts[2].holds(face)
