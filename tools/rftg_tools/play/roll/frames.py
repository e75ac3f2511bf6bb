"""Frames of Roll, built only from a player's view and public facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

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
from roll_engine import asks
from roll_engine.cards.table import Table
from roll_engine.phases.rounds import end_reasons
from roll_engine.phases.tasks import Task
from roll_engine.phases.work import cost_of
from roll_engine.rules import (
    ASSIGNED,
    COLOURS,
    DEVELOP,
    FACES,
    FULL_TABLEAU,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PHASES,
    SETTLE,
)
from roll_engine.scoring import bonus_points, result, score
from roll_engine.state import State
from roll_engine.view import NO_TILE, Seat, View, view_of

_ACTIVITIES: Final = {
    asks.SELECT: "selecting a phase",
    asks.ASSIGN_WILD: "assigning a wild worker",
    asks.REASSIGN: "assigning workers",
    asks.REASSIGN_WORKER: "assigning workers",
    asks.DICTATE: "dictating",
    asks.EXPLORER: "exploring",
    asks.ABANDON: "scouting",
    asks.PLACE_TILE: "placing a tile",
    asks.MOVE_TILE: "moving a tile",
    asks.BUILDERS: "building",
    asks.BUILDERS_RETURNED: "building",
    asks.PRODUCER: "producing",
    asks.SHIPPER: "shipping",
    asks.RECRUIT: "recruiting",
    asks.RECALL: "recalling dice",
}
"""What a player does who answers a decision, by kind."""


class RollFrames(GameFrames):
    """Frames of one game of Roll."""

    _session: RollSession

    def _entries(self, seat: int | None) -> Sequence[Entry]:
        session = self._session
        return log_entries(session.table, self._names, session.event_log, seat)

    def _public_facts(self) -> Data:
        return fixed_facts(self._id, self._session) | open_facts(self._session)

    def _own_facts(self, seat: int | None) -> Data:
        if seat is None:
            return {"own": None, "asks": [], "undo": None}
        session = self._session
        ask, undo = self._ask(seat), session.undoable(seat)
        return {
            "own": own_facts(session.table, session.view(seat)),
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

    def _ending(self) -> list[str]:
        session = self._session
        return _why(session.state, self._names) if session.state.round else []

    def _chosen(self, seat: int | None) -> Data | None:
        moves = [move for move in self._session.waiting if move.seat == seat]
        return {"kind": moves[-1].decision.kind} if moves else None

    def activity(self, decision: Decision) -> str:
        return _ACTIVITIES.get(decision.kind, decision.kind)

    def _cards_in(self, frame: Data) -> list[int]:
        faces = faces_in(frame)
        if frame["last_round"]:
            faces.update(*(totals["built"] for totals in frame["last_round"]["players"]))
        for ask in frame["asks"]:
            faces.update(faces_of_ask(ask))
        for entry in frame["log"]:
            faces.update(list_cards(entry["text"]))
        return sorted(faces)


def fixed_facts(game_id: str, position: Any) -> Data:
    """Return the facts that never change during a game."""
    dice = [list(sides) for sides in FACES]
    return base_facts(game_id, position) | {
        "rules": ROLL.id,
        "colours": list(COLOURS),
        "phases": list(PHASE_NAMES),
        "dice": dice,
        "parts": {},
    }


def open_facts(position: Any) -> Data:
    """Return the public facts about the current state of a game."""
    game = position.game
    view = view_of(game.state, 0)
    return {
        "turn": position.turn,
        "seed": position.seed if game.over else None,
        "round": view.round,
        "step": game.step,
        "steps": list(view.pending_steps),
        "occurring": [PHASES[phase] for phase in view.occurring],
        "pool": view.pool,
        "bag": view.bag,
        "abandoned": view.abandoned,
        "supply": list(view.supply),
        "players": list(_players(position, view)),
    }


def _players(position: Any, view: View) -> Iterator[Data]:
    waiting, done = _waiting_seats(position)
    for seat, config in enumerate(position.seats):
        yield {
            "seat": seat,
            "name": config.name,
            "kind": config.kind,
            "level": config.level,
            "order": view.order.index(seat),
            "score": score(position.table, position.game.state, seat),
            "waiting": seat in waiting,
            "done": seat in done,
            **_seat_data(position, view, seat),
        }


def _waiting_seats(position: Any) -> tuple[set[int], set[int]]:
    """Return the seats shown as waiting and the seats shown as done.

    While any person has to answer, all bots are shown as done.
    """
    game, seats = position.game, position.seats
    pending = {decision.player for decision in game.pending}
    people = {seat for seat in pending if seats[seat].kind == HUMAN}
    asked = {decision.player for decision in game.current_decisions}
    return (people or pending), asked - (people or pending)


def _seat_data(position: Any, view: View, seat: int) -> Data:
    """Return the public facts about a player's dice and tiles."""
    public = view.seats[seat]
    goods = dict(public.goods)
    return {
        "credits": public.credits,
        "chips": public.chips,
        "cup": list(public.places[IN_CUP]),
        "citizenry": list(public.places[IN_CITIZENRY]),
        "workers": [list(public.places[ASSIGNED + phase]) for phase in range(NUMBER_OF_PHASES)],
        "screened": list(public.screened),
        "selected": public.selected,
        "stacks": [_stack(position, public, seat, is_world) for is_world in (False, True)],
        "drawn": public.drawn,
        "tableau": [{"face": face, "goods": list(goods.get(face, ()))} for face in public.tableau],
    }


def _stack(position: Any, public: Seat, seat: int, is_world: bool) -> Data:
    """Return a stack of the construction zone. cost: workers that its top tile takes now."""
    flow, state = position.game.flow, position.game.state
    size, top = (
        (public.worlds, public.top_world)
        if is_world
        else (public.developments, public.top_development)
    )
    facts = {
        "size": size,
        "builders": list(public.places[ON_WORLDS if is_world else ON_DEVELOPMENTS]),
        "top": None,
        "cost": 0,
    }
    if top != NO_TILE:
        sides = position.table.tiles[top]
        task = Task(flow.rules, state, seat, SETTLE if is_world else DEVELOP)
        facts |= {
            "top": sides.world if is_world else sides.development,
            "cost": cost_of(task, is_world),
        }
    return facts


def own_facts(table: Table, view: View) -> Data:
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


def faces_in(facts: Data) -> set[int]:
    """Return the tile faces of all players, and those that only one of them sees."""
    faces = {tile["face"] for player in facts["players"] for tile in player["tableau"]}
    for player in facts["players"]:
        faces.update(stack["top"] for stack in player["stacks"] if stack["top"] is not None)
    own = facts["own"]
    if own is not None:
        for tiles in (*own["stacks"], own["drawn"]):
            for tile in tiles:
                faces.update(tile["sides"])
    return faces


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
