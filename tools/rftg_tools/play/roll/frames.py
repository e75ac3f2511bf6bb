"""Frames of Roll, built only from a player's view and public facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gamekit.decisions import Decision
from rftg_dsl.games import ROLL
from rftg_tools.play.game_frames import Data, Entry, GameFrames, base_facts
from rftg_tools.play.game_session import HUMAN
from rftg_tools.play.narration.scores import score_line
from rftg_tools.play.narration.texts import list_cards
from rftg_tools.play.roll.asks import ask_of, faces_of_ask
from rftg_tools.play.roll.log import log_entries, round_totals
from rftg_tools.play.roll.options import PHASE_NAMES
from rftg_tools.play.sessions import RollSession
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


class RollFrames(GameFrames):
    """Frames of one game of Roll."""

    _session: RollSession

    def _entries(self, seat: int | None) -> Sequence[Entry]:
        session = self._session
        return log_entries(session.table, self._names, session.event_log, seat)

    def _public_facts(self) -> Data:
        session = self._session
        state = session.state
        view = view_of(state, 0)
        return base_facts(self._id, session) | {
            "rules": ROLL.id,
            "colours": list(COLOURS),
            "phases": list(PHASE_NAMES),
            "turn": session.turn,
            "seed": session.seed if session.game.over else None,
            "round": view.round,
            "step": session.game.step,
            "steps": list(view.pending_steps),
            "occurring": [PHASES[phase] for phase in view.occurring],
            "pool": view.pool,
            "bag": view.bag,
            "abandoned": view.abandoned,
            "supply": list(view.supply),
            "players": [self._player(view, seat) for seat in range(len(state.players))],
        }

    def _player(self, view: View, seat: int) -> Data:
        session = self._session
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
            **_seat_data(session.table, view.seats[seat]),
        }

    def _waiting_seats(self) -> tuple[set[int], set[int]]:
        """Return the seats shown as waiting and the seats shown as done.

        While any person has to answer, all bots are shown as done.
        """
        game, seats = self._session.game, self._session.seats
        pending = {decision.player for decision in game.pending}
        people = {seat for seat in pending if seats[seat].kind == HUMAN}
        asked = {decision.player for decision in game.current_decisions}
        return (people or pending), asked - (people or pending)

    def _own_facts(self, seat: int | None) -> Data:
        if seat is None:
            return {"own": None, "asks": [], "undo": None}
        session = self._session
        ask, undo = self._ask(seat), session.undoable(seat)
        return {
            "own": _own_data(session.table, session.view(seat)),
            "asks": [ask] if ask else [],
            "undo": {"to": undo.decision.kind} if undo else None,
        }

    def _describe_decision(self, seat: int, decision: Decision) -> Data:
        return ask_of(self._session.table, self._session.view(seat), decision)

    def _round_totals(self, round_number: int) -> list[Data]:
        session = self._session
        return round_totals(session.event_log.events, round_number, session.options.players)

    def _score_sheet(self) -> Data:
        return score_sheet(self._session.table, self._session.state, self._names)

    def _cards_in(self, frame: Data) -> list[int]:
        faces: set[int] = set()
        for player in frame["players"]:
            faces.update(tile["face"] for tile in player["tableau"])
            faces.update(stack["top"] for stack in player["stacks"] if stack["top"] is not None)
        if frame["last_round"]:
            faces.update(*(totals["built"] for totals in frame["last_round"]["players"]))
        faces.update(_own_faces(frame["own"]))
        for ask in frame["asks"]:
            faces.update(faces_of_ask(ask))
        for entry in frame["log"]:
            faces.update(list_cards(entry["text"]))
        return sorted(faces)


def _seat_data(table: Table, seat: Seat) -> Data:
    """Return the public facts about a player's dice and tiles."""
    goods = dict(seat.goods)
    developments, worlds = seat.top_development, seat.top_world
    return {
        "credits": seat.credits,
        "chips": seat.chips,
        "cup": list(seat.places[IN_CUP]),
        "citizenry": list(seat.places[IN_CITIZENRY]),
        "workers": [list(seat.places[ASSIGNED + phase]) for phase in range(NUMBER_OF_PHASES)],
        "screened": list(seat.screened),
        "selected": seat.selected,
        "stacks": [
            {
                "size": seat.developments,
                "top": None if developments == NO_TILE else table.tiles[developments].development,
                "builders": list(seat.places[ON_DEVELOPMENTS]),
            },
            {
                "size": seat.worlds,
                "top": None if worlds == NO_TILE else table.tiles[worlds].world,
                "builders": list(seat.places[ON_WORLDS]),
            },
        ],
        "drawn": seat.drawn,
        "tableau": [{"face": face, "goods": list(goods.get(face, ()))} for face in seat.tableau],
    }


def _own_data(table: Table, view: View) -> Data:
    """Return a player's private facts: construction zone, and workers behind the screen."""
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


def _own_faces(own: Data | None) -> Iterator[int]:
    if own is not None:
        for tiles in (*own["stacks"], own["drawn"]):
            for tile in tiles:
                yield from tile["sides"]


_SCORE_COLUMNS: Final = {"chips": "Chips", "tiles": "Tiles", "bonus": "Scoring lines"}
"""Columns of the score sheet: titles by name."""


def score_sheet(table: Table, state: State, names: Sequence[str]) -> Data:
    """Return the result of a game as page data, in the form of a Race score sheet.

    names: player names by seat.
    """
    outcome = result(table, state)
    sheets = [_sheet(table, state, seat) for seat in range(len(state.players))]
    for seat, sheet in enumerate(sheets):
        sheet |= {"total": outcome.scores[seat], "tie_break": outcome.tie_breaks[seat]}
    return {
        "why": _why(state, names),
        "winners": list(outcome.winners),
        "columns": [{"name": name, "title": title} for name, title in _SCORE_COLUMNS.items()],
        "scores": sheets,
    }


def _sheet(table: Table, state: State, seat: int) -> Data:
    """Return the points of one player, by column and line by line."""
    player = state.players[seat]
    tiles = [score_line("", table.vp[face], face) for face in player.tableau]
    bonus = [
        score_line("scoring line", points, face)
        for face, points in bonus_points(table, state, seat).items()
    ]
    chips = [score_line("chips", player.chips)] if player.chips else []
    return {
        "seat": seat,
        "chips": player.chips,
        "tiles": sum(line["points"] for line in tiles),
        "bonus": sum(line["points"] for line in bonus),
        "lines": [*tiles, *bonus, *chips],
    }


def _why(state: State, names: Sequence[str]) -> list[str]:
    """Return the reasons why the game ended."""
    reasons = end_reasons(state)
    full = [
        f"{name} has {len(player.tableau)} of {FULL_TABLEAU} tiles"
        for name, player in zip(names, state.players, strict=True)
        if len(player.tableau) >= FULL_TABLEAU
    ]
    chips = ["the point pool is empty"] if "chips" in reasons else []
    return [*full, *chips]
