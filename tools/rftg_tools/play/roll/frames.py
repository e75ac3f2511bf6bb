"""Frames of Roll: what one tab may see, made from a player's view and open facts alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gamekit.decisions import Answer
from rftg_dsl.games import ROLL
from rftg_tools.play.narration.texts import list_cards
from rftg_tools.play.roll.asks import ask_of, faces_of_ask
from rftg_tools.play.roll.faces import TileFaces
from rftg_tools.play.roll.log import Entry, log_entries
from rftg_tools.play.roll.names import PHASE_NAMES
from rftg_tools.play.roll.session import RollSession
from rftg_tools.play.sitting import HUMAN
from roll_engine.cards.table import Table
from roll_engine.phases.rounds import end_reasons
from roll_engine.rules import (
    ASSIGNED,
    COLOURS,
    FULL_TABLEAU,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PHASES,
)
from roll_engine.scoring import bonus_points, result, score
from roll_engine.state import State
from roll_engine.view import NO_TILE, Seat, View, view_of

Data = dict[str, Any]
_ILLEGAL: Final = "The rules do not allow this answer."


class RollFrames:
    """The frames of one game. game_id: what the page calls it. record: the name of its file."""

    def __init__(self, game_id: str, session: RollSession, faces: TileFaces, record: str) -> None:
        self._id, self._session, self._faces, self._record = game_id, session, faces, record
        self._names = [seat.name for seat in session.seats]
        people = [
            (number, seat.name) for number, seat in enumerate(session.seats) if seat.kind == HUMAN
        ]
        self._fixed: Data = {
            "is": "table",
            "rules": ROLL.id,
            "game": game_id,
            "sets": [card_set.title for card_set in session.table.sets],
            "colours": list(COLOURS),
            "phases": list(PHASE_NAMES),
            "can_see": [{"seat": seat, "name": name} for seat, name in people],
        }

    def frame(self, seat: int | None, known: Sequence[Entry] = ()) -> tuple[Data, Sequence[Entry]]:
        """Return a frame as one person may see it, or (None) as everybody may.

        known: the log as the tab has it. Also returns the log as it has it then.
        """
        session = self._session
        entries = log_entries(session.table, self._names, session.event_log, seat)
        start = _first_change(known, entries)
        frame = {**self._fixed, **self._open(), **self._own(seat), "seat": seat}
        frame |= {"log_from": start, "log": entries[start:]}
        frame["cards"] = {str(face): self._faces.data(face) for face in _named_in(frame)}
        return frame, entries

    def refusal(self, _seat: int, _answer: Answer) -> Data:
        """Return why an answer of a person is illegal, as `why` and `rule`."""
        return {"why": _ILLEGAL, "rule": None}

    def with_new_names(self) -> RollFrames:
        """Return frames that call the players what they are called now."""
        return RollFrames(self._id, self._session, self._faces, self._record)

    def holds(self, face: str) -> bool:
        """Return whether the image of this name is one of the game's."""
        return self._faces.holds(face)

    def _open(self) -> Data:
        session = self._session
        state = session.state
        view = view_of(state, 0)
        return {
            "turn": session.turn,
            "seed": session.seed if session.game.over else None,
            "round": view.round,
            "step": session.game.step,
            "steps": list(view.todo),
            "occurring": [PHASES[phase] for phase in view.occurring],
            "pool": view.pool,
            "bag": view.bag,
            "abandoned": view.abandoned,
            "supply": list(view.supply),
            "players": [self._player(view, seat) for seat in range(len(state.players))],
            "parted": session.parted,
            "over": self._over(),
        }

    def _player(self, view: View, seat: int) -> Data:
        session, shown = self._session, view.seats[seat]
        config = session.seats[seat]
        waiting, done = self._waiting_seats()
        return {
            "seat": seat,
            "name": config.name,
            "kind": config.kind,
            "level": config.level,
            "order": view.order.index(seat),
            "score": score(session.table, session.state, seat),
            "waiting": seat in waiting,
            "done": seat in done,
            **_seat_data(session.table, shown),
        }

    def _waiting_seats(self) -> tuple[set[int], set[int]]:
        """Return who is waited for, and who has answered.

        Bots count as done: they answer at once.
        """
        game, seats = self._session.game, self._session.seats
        pending = {decision.player for decision in game.pending}
        people = {seat for seat in pending if seats[seat].kind == HUMAN}
        asked = {decision.player for decision in game.asked}
        return (people or pending), asked - (people or pending)

    def _own(self, seat: int | None) -> Data:
        if seat is None:
            return {"own": None, "asks": [], "undo": None}
        session = self._session
        view, asked = session.view(seat), session.decision_for(seat)
        undo = session.undoable(seat)
        ask = None
        if asked is not None:
            ask = ask_of(session.table, view, asked)
            ask |= {"since": session.asked_since, "suggest": session.advice(asked)}
        return {
            "own": _own_data(session.table, view),
            "asks": [ask] if ask else [],
            "undo": {"to": undo.decision.kind} if undo else None,
        }

    def _over(self) -> Data | None:
        session = self._session
        if not session.game.over:
            return None
        return score_sheet(session.table, session.state, self._names) | {"record": self._record}


def _seat_data(table: Table, shown: Seat) -> Data:
    """Return what everybody sees of a player's dice and tiles."""
    goods = dict(shown.goods)
    developments, worlds = shown.top_development, shown.top_world
    return {
        "credits": shown.credits,
        "chips": shown.chips,
        "cup": list(shown.places[IN_CUP]),
        "citizenry": list(shown.places[IN_CITIZENRY]),
        "workers": [list(shown.places[ASSIGNED + phase]) for phase in range(NUMBER_OF_PHASES)],
        "screened": list(shown.screened),
        "selected": shown.selected,
        "stacks": [
            {
                "size": shown.developments,
                "top": None if developments == NO_TILE else table.tiles[developments].development,
                "builders": list(shown.places[ON_DEVELOPMENTS]),
            },
            {
                "size": shown.worlds,
                "top": None if worlds == NO_TILE else table.tiles[worlds].world,
                "builders": list(shown.places[ON_WORLDS]),
            },
        ],
        "drawn": shown.drawn,
        "tableau": [{"face": face, "goods": list(goods.get(face, ()))} for face in shown.tableau],
    }


def _own_data(table: Table, view: View) -> Data:
    """Return what only a player sees: tiles of the construction zone, workers behind the screen."""
    return {
        "stacks": [
            [_tile(table, tile) for tile in tiles] for tiles in (view.developments, view.worlds)
        ],
        "drawn": [_tile(table, tile) for tile in view.drawn],
        "rolled": list(view.rolled),
        "workers": [list(dice) for dice in view.assigned],
        "strip": view.strip,
        "dictated": list(view.dictated),
        "selected": view.selected,
    }


def _tile(table: Table, tile: int) -> Data:
    sides = table.tiles[tile]
    return {"tile": tile, "sides": [sides.development, sides.world]}


def _named_in(frame: Data) -> list[int]:
    """Return the numbers of the faces that a frame names, lowest first."""
    named: set[int] = set()
    for player in frame["players"]:
        named.update(tile["face"] for tile in player["tableau"])
        named.update(stack["top"] for stack in player["stacks"] if stack["top"] is not None)
    named.update(_own_faces(frame["own"]))
    for ask in frame["asks"]:
        named.update(faces_of_ask(ask))
    for entry in frame["log"]:
        named.update(list_cards(entry["text"]))
    return sorted(named)


def _own_faces(own: Data | None) -> Iterator[int]:
    if own is not None:
        for tiles in (*own["stacks"], own["drawn"]):
            for tile in tiles:
                yield from tile["sides"]


def _first_change(known: Sequence[Entry], entries: Sequence[Entry]) -> int:
    """Return the number of the first entry that is another one than was known."""
    for number, (old, new) in enumerate(zip(known, entries, strict=False)):
        if old != new:
            return number
    return min(len(known), len(entries))


def score_sheet(table: Table, state: State, names: Sequence[str]) -> dict[str, Any]:
    """Return why the game ended, and the points of all: of chips, each tile, each scoring line.

    names: of the players, by seat.
    """
    outcome = result(table, state)
    players = []
    for seat, player in enumerate(state.players):
        bonus = bonus_points(table, state, seat)
        players.append(
            {
                "seat": seat,
                "total": outcome.scores[seat],
                "tie_break": outcome.tie_breaks[seat],
                "won": seat in outcome.winners,
                "chips": player.chips,
                "tiles": [[face, table.vp[face]] for face in player.tableau],
                "bonus": [[face, points] for face, points in bonus.items()],
            }
        )
    return {"players": players, "why": _why(state, names)}


def _why(state: State, names: Sequence[str]) -> list[str]:
    """Return in words why the game ended."""
    reasons = end_reasons(state)
    full = [
        f"{name} has {len(player.tableau)} of {FULL_TABLEAU} tiles"
        for name, player in zip(names, state.players, strict=True)
        if len(player.tableau) >= FULL_TABLEAU
    ]
    chips = ["no points are left in the pool"] if "chips" in reasons else []
    return [*full, *chips]
