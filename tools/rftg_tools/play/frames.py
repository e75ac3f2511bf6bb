"""Frames of Race, built only from a player's view and public facts (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gamekit.decisions import Answer, Decision
from rftg_dsl.syntax.ast import KINDS
from rftg_engine import actions, steps
from rftg_engine.cards.table import Table
from rftg_engine.phases.scoring import score
from rftg_engine.state import Player
from rftg_engine.turns.counting import total_military
from rftg_engine.view import View, open_view
from rftg_tools.play.cards import Faces
from rftg_tools.play.frame_parts import PositionView, away_of, given_phases, parts_of
from rftg_tools.play.game_frames import Data, Entry, GameFrames, base_facts
from rftg_tools.play.game_session import HUMAN
from rftg_tools.play.narration import (
    Log,
    ask_of,
    cards_of_ask,
    cards_of_entries,
    cards_of_sums,
    describe_refusal,
    moment_of,
    round_sums,
    score_sheet,
    why_over,
)
from rftg_tools.play.sessions import RaceSession

_KIND_NAMES: Final = (None, *KINDS, "any")
"""Kinds of goods by number."""


class RaceFrames(GameFrames):
    """Frames of one game of Race."""

    _session: RaceSession
    _faces: Faces

    def __init__(self, game_id: str, session: RaceSession, faces: Faces, record: str) -> None:
        super().__init__(game_id, session, faces, record)
        self._event_log = session.event_log
        self._log = Log(session.table, self._names, session.event_log)

    def refusal(self, seat: int, answer: Answer) -> Data:
        return describe_refusal(self._ask(seat), answer, self._session.table.titles)

    def activity(self, decision: Decision) -> str:
        return moment_of(self._session.table, decision).removeprefix("before ")

    def _entries(self, seat: int | None) -> Sequence[Entry]:
        event_log = self._session.event_log
        if event_log is not self._event_log:
            # An answer was taken back: the session has a new event log.
            self._event_log = event_log
            self._log = Log(self._session.table, self._names, event_log)
        return self._log.entries(seat)

    def _public_facts(self) -> Data:
        return fixed_facts(self._id, self._session) | open_facts(self._session)

    def _own_facts(self, seat: int | None) -> Data:
        if seat is None:
            return {"hand": [], "saved": {}, "asks": [], "undo": None}
        view = self._session.view(seat)
        ask, undo = self._ask(seat), self._session.undoable(seat)
        return {
            "players": list(self._players(seat)),
            "hand": list(view.hand),
            "saved": {str(card): list(cards) for card, cards in view.saved},
            "asks": [ask] if ask else [],
            "undo": {"to": moment_of(self._session.table, undo.decision)} if undo else None,
        }

    def _players(self, seat: int) -> Iterator[Data]:
        """Yield all players. Show the player of this tab as done if there is nothing to choose."""
        has_choice = self._session.decision_for(seat) is not None
        for player in self._common_facts()["players"]:
            is_forced = player["seat"] == seat and player["waiting"] and not has_choice
            yield {**player, "waiting": False, "done": True} if is_forced else player

    def _describe_decision(self, seat: int, decision: Decision) -> Data:
        session = self._session
        return ask_of(session.table, session.view(seat), decision, self._names, session.event_log)

    def _round_totals(self, round_number: int) -> list[Data]:
        session = self._session
        events, players = session.event_log.events, session.options.players
        return round_sums(session.table, events, round_number, players)

    def _ending(self) -> list[str]:
        session = self._session
        return why_over(session.table, session.state, self._names)

    def _score_sheet(self) -> Data:
        return score_sheet(self._session.table, self._session.state, self._names)

    def _cards_in(self, frame: Data) -> list[int]:
        cards = {card["card"] for player in frame["players"] for card in player["tableau"]}
        if frame["last_round"]:
            cards |= cards_of_sums(frame["last_round"]["players"])
        cards.update(frame["hand"], *frame["saved"].values())
        if frame["chosen"]:
            cards.update(frame["chosen"]["cards"])
            option = frame["chosen"]["option"]
            cards.update(option["cards"] if option else ())
        cards.update(*(cards_of_ask(ask) for ask in frame["asks"]), cards_of_entries(frame["log"]))
        return sorted(cards)


def fixed_facts(game_id: str, position: PositionView) -> Data:
    """Return the facts that never change during a game."""
    options = position.options
    return base_facts(game_id, position) | {
        "options": options.switched_on(),
        "experienced": options.experienced,
        "tests": True,
        "prestige": "prestige" in position.table.modules,
    }


def open_facts(position: PositionView) -> Data:
    """Return the public facts about the current state of a game."""
    view = open_view(position.game.state)
    done, pending = _steps(view)
    return {
        "turn": position.turn,
        "seed": position.seed if position.game.over else None,
        "round": view.round,
        "step": position.game.step,
        "steps": pending,
        "steps_done": done,
        "given": given_phases(view),
        "pool": view.pool,
        "deck": view.deck_count,
        "discard": view.discard_count,
        "players": list(_players(position, view)),
        "parts": parts_of(position, view),
    }


def _steps(view: View) -> tuple[list[str], list[str]]:
    """Return the completed phases of this round, and the steps from the current step on."""
    chosen = {
        actions.PHASE_OF[actions.plain(action)] for seat in view.seats for action in seat.actions
    }
    if steps.CHOOSE not in view.pending_steps:
        chosen.update(given_phases(view))
    done = [
        step for step in actions.STEPS_IN_ORDER if step in chosen and step not in view.pending_steps
    ]
    return done, list(view.pending_steps)


def _players(position: PositionView, view: View) -> Iterator[Data]:
    table, state = position.table, position.game.state
    waiting, done = _waiting_seats(position)
    used_up = {table.power_list[power_id].card for power_id in view.used_up}
    for seat, player in enumerate(state.players):
        config, player_view = position.seats[seat], view.seats[seat]
        yield {
            "seat": seat,
            "name": config.name,
            "kind": config.kind,
            "level": config.level,
            "order": view.order.index(seat) if seat in view.order else None,
            "actions": [actions.name_of(action) for action in player_view.actions],
            "hand": player_view.hand_count,
            "vp": player_view.vp,
            "prestige": player_view.prestige,
            "score": score(table, state, seat),
            "military": total_military(table, state.players, seat, player.powers),
            "tableau": [
                *(_placed(table, player, card, used_up) for card in player_view.tableau),
                *(_away(card, status) for card, status in away_of(view, seat).items()),
            ],
            "special_used": player_view.special_used,
            "waiting": seat in waiting,
            "done": seat in done,
        }


def _waiting_seats(position: PositionView) -> tuple[set[int], set[int]]:
    """Return the seats shown as waiting and the seats shown as done.

    Whether a player has a choice is secret. While any person has to answer, people without a choice
    are shown as waiting, and all bots are shown as done.
    """
    asked = {decision.player for decision in position.game.current_decisions}
    pending = {decision.player for decision in position.game.pending}
    people = {seat for seat in asked if position.seats[seat].kind == HUMAN}
    if not people & pending:
        return pending, asked - pending
    done = {seat for seat, _answer in position.game.pending_answers} | (asked - people)
    return people - done, done


def _placed(table: Table, player: Player, card: int, used_up: set[int]) -> Data:
    good = _KIND_NAMES[table.kind[card]] if card in player.goods else None
    return {
        "card": card,
        "good": good,
        "saved": len(player.saved.get(card, ())),
        "used": card in used_up,
    }


def _away(card: int, status: str) -> Data:
    """Return a card that is out of play but shown with the tableau."""
    return {"card": card, "good": None, "saved": 0, "used": False, "away": status}
