"""Frames of Race: what one tab may see, made from a player's view and open facts alone.

The protocol is described in docs/formats.md. What is alike for all tabs is made once a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gamekit.decisions import Answer
from rftg_dsl.syntax.ast import KINDS
from rftg_engine import actions
from rftg_engine.cards.table import Table
from rftg_engine.phases.scoring import score
from rftg_engine.state import Player
from rftg_engine.turns.counting import total_military
from rftg_engine.view import View, open_view
from rftg_tools.play.cards import Faces
from rftg_tools.play.frame_parts import PositionView, away_of, parts_of
from rftg_tools.play.narration import (
    Log,
    ask_of,
    cards_of_ask,
    cards_of_entries,
    cards_of_sums,
    describe_refusal,
    first_change,
    moment_of,
    round_sums,
    score_sheet,
)
from rftg_tools.play.session import RaceSession
from rftg_tools.play.sitting import HUMAN

Data = dict[str, Any]
Entry = dict[str, Any]
_KIND_NAMES: Final = (None, *KINDS, "any")
"""By number of the kind."""


class Frames:
    """The frames of one game. game_id: what the page calls it. record: the name of its file."""

    def __init__(self, game_id: str, session: RaceSession, faces: Faces, record: str) -> None:
        self._id, self._session, self._faces, self._record = game_id, session, faces, record
        self._turn = -1
        self._common: Data = {}
        self._asks: dict[int, Data | None] = {}
        self._names = [seat.name for seat in session.seats]
        self._event_log = session.event_log
        self._log = Log(session.table, self._names, session.event_log)
        self._fixed = fixed_facts(game_id, session)

    def frame(self, seat: int | None, known: Sequence[Entry] = ()) -> tuple[Data, Sequence[Entry]]:
        """Return a frame as one person may see it, or (None) as everybody may.

        known: the log as the tab has it. Also returns the log as it has it then.
        """
        entries = self._log_of(seat)
        start = first_change(known, entries)
        frame = {**self._open_to_all(), **self._own(seat), "seat": seat}
        frame |= {"log_from": start, "log": entries[start:]}
        frame["cards"] = {str(card): self._faces.data(card) for card in named_in(frame)}
        return frame, entries

    def _log_of(self, seat: int | None) -> list[Entry]:
        """Return the log as a player may read it; told anew after something was taken back."""
        event_log = self._session.event_log
        if event_log is not self._event_log:
            self._event_log = event_log
            self._log = Log(self._session.table, self._names, event_log)
        return self._log.entries(seat)

    def refusal(self, seat: int, answer: Answer) -> Data:
        """Return why an answer of a person is illegal, as `why` and `rule`."""
        self._open_to_all()
        return describe_refusal(self._ask(seat), answer, self._session.table.titles)

    def with_new_names(self) -> Frames:
        """Return frames that call the players what they are called now."""
        return Frames(self._id, self._session, self._faces, self._record)

    def holds(self, face: str) -> bool:
        """Return whether the image of this name is one of the game's."""
        return self._faces.holds(face)

    def _open_to_all(self) -> Data:
        session = self._session
        if self._turn != session.turn:
            more = {"over": self._over(), "last_round": self._last_round()}
            facts = {**open_facts(session), **more, "parted": session.parted}
            self._common = self._fixed | facts
            self._turn = session.turn
            self._asks = {}
        return self._common

    def _own(self, seat: int | None) -> Data:
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
        """Yield all players; of the viewer also whether there is a choice to make."""
        waits = self._session.decision_for(seat) is not None
        for player in self._open_to_all()["players"]:
            forced = player["seat"] == seat and player["waiting"] and not waits
            yield {**player, "waiting": False, "done": True} if forced else player

    def _ask(self, seat: int) -> Data | None:
        """Return what a person is asked, in words; made once a turn."""
        if seat not in self._asks:
            self._asks[seat] = self._new_ask(seat)
        return self._asks[seat]

    def _new_ask(self, seat: int) -> Data | None:
        session = self._session
        asked = session.decision_for(seat)
        if asked is None:
            return None
        ask = ask_of(session.table, session.view(seat), asked, self._names, session.event_log)
        return ask | {"since": session.asked_since, "suggest": session.advice(asked)}

    def _last_round(self) -> Data | None:
        """Return what happened in the round that has ended last."""
        session, ended = self._session, self._session.state.round - 1
        if ended < 1:
            return None
        events, players = session.event_log.events, session.options.players
        sums = round_sums(session.table, events, ended, players)
        return {"round": ended, "players": sums}

    def _over(self) -> Data | None:
        session = self._session
        if not session.game.over:
            return None
        return score_sheet(session.table, session.state, self._names) | {"record": self._record}


def named_in(frame: Data) -> list[int]:
    """Return the numbers of the cards that a frame names, lowest first."""
    named = {card["card"] for player in frame["players"] for card in player["tableau"]}
    if frame["last_round"]:
        named |= cards_of_sums(frame["last_round"]["players"])
    named.update(frame["hand"], *frame["saved"].values())
    named.update(*(cards_of_ask(ask) for ask in frame["asks"]), cards_of_entries(frame["log"]))
    return sorted(named)


def fixed_facts(game_id: str, position: PositionView) -> Data:
    """Return what stays as it is throughout a game."""
    options = position.options
    people = [
        (seat, config.name) for seat, config in enumerate(position.seats) if config.kind == HUMAN
    ]
    return {
        "is": "table",
        "game": game_id,
        "sets": [card_set.title for card_set in position.table.sets],
        "options": options.switched_on(),
        "experienced": options.experienced,
        "prestige": "prestige" in position.table.modules,
        "can_see": [{"seat": seat, "name": name} for seat, name in people],
    }


def open_facts(position: PositionView) -> Data:
    """Return what everybody sees of a game in its present position."""
    view = open_view(position.game.state)
    done, steps = _steps(view)
    return {
        "turn": position.turn,
        "seed": position.seed if position.game.over else None,
        "round": view.round,
        "step": position.game.step,
        "steps": steps,
        "steps_done": done,
        "pool": view.pool,
        "deck": view.deck_count,
        "discard": view.discard_count,
        "players": list(_players(position, view)),
        "parts": parts_of(position, view),
    }


def _steps(view: View) -> tuple[list[str], list[str]]:
    """Return the phases of this round that are done, and the steps from the present one on."""
    chosen = {
        actions.PHASE_OF[actions.plain(action)] for seat in view.seats for action in seat.actions
    }
    done = [step for step in actions.STEPS_IN_ORDER if step in chosen and step not in view.todo]
    return done, list(view.todo)


def _players(position: PositionView, view: View) -> Iterator[Data]:
    table, state = position.table, position.game.state
    waiting, done = _waiting_seats(position)
    used_up = {table.power_list[number].card for number in view.used_up}
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
                *(_away(card, how) for card, how in away_of(view, seat).items()),
            ],
            "special_used": player_view.special_used,
            "waiting": seat in waiting,
            "done": seat in done,
        }


def _waiting_seats(position: PositionView) -> tuple[set[int], set[int]]:
    """Return who counts as waited for, and who as done, by what all may know.

    Whether somebody has a choice is hidden: while people are to answer, one without a choice looks
    as if still to answer, and all bots, which answer at once, as if they had.
    """
    asked = {decision.player for decision in position.game.current_decisions}
    pending = {decision.player for decision in position.game.pending}
    people = {seat for seat in asked if position.seats[seat].kind == HUMAN}
    if not people & pending:
        return pending, asked - pending
    done = {seat for seat, _answer in position.game.waiting} | (asked - people)
    return people - done, done


def _placed(table: Table, player: Player, card: int, used_up: set[int]) -> Data:
    good = _KIND_NAMES[table.kind[card]] if card in player.goods else None
    return {
        "card": card,
        "good": good,
        "saved": len(player.saved.get(card, ())),
        "used": card in used_up,
    }


def _away(card: int, how: str) -> Data:
    """Return a card that a module keeps; it does nothing, but lies with the tableau."""
    return {"card": card, "good": None, "saved": 0, "used": False, "away": how}
