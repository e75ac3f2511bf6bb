"""Frames: the data that one tab of the table may show."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, Final, Protocol, Self

from gamekit.decisions import Answer, Decision
from rftg_tools.play.game_session import HUMAN, GameSession, SeatConfig

Data = dict[str, Any]
Entry = dict[str, Any]
ILLEGAL: Final = "The rules do not allow this answer."


class FaceFacts(Protocol):
    """Facts about the cards of a table, by card id."""

    def holds(self, name: str) -> bool:
        """Return whether an image of this name belongs to one of these cards."""

    def data(self, card: int) -> Data:
        """Return the page data of a card."""


class GameFrames(ABC):
    """Frames of one game. Each game has a subclass.

    game_id: id for the page. record: name of the record file.
    """

    def __init__(
        self, game_id: str, session: GameSession[Any], faces: FaceFacts, record: str
    ) -> None:
        self._id, self._session, self._faces, self._record = game_id, session, faces, record
        self._names = [_plain_name(seat) for seat in session.seats]
        self._turn = -1
        self._common: Data = {}
        self._asks: dict[int, Data | None] = {}

    def frame(self, seat: int | None, known: Sequence[Entry] = ()) -> tuple[Data, Sequence[Entry]]:
        """Return the frame of a player, or of a spectator (None), and the complete log.

        known: the log that the tab already has; the frame contains only later entries.
        """
        entries = self._entries(seat)
        start = first_change(known, entries)
        frame = {**self._common_facts(), **self._own_facts(seat), "seat": seat}
        frame |= {"chosen": self._chosen(seat), "undo_round": self._undo_round(seat)}
        frame |= {"log_from": start, "log": entries[start:]}
        frame["cards"] = {str(card): self._faces.data(card) for card in self._cards_in(frame)}
        return frame, entries

    def refusal(self, _seat: int, _answer: Answer) -> Data:
        """Return why a person's answer is illegal, as `why` and `rule`."""
        return {"why": ILLEGAL, "rule": None}

    def activity(self, decision: Decision) -> str:
        """Return what a player does who answers a decision: "placing a world"."""
        return f"choosing {decision.kind}"

    def with_new_names(self) -> Self:
        """Return frames with the current names of the players."""
        return type(self)(self._id, self._session, self._faces, self._record)

    def holds(self, face: str) -> bool:
        """Return whether an image of this name belongs to the game."""
        return self._faces.holds(face)

    def _common_facts(self) -> Data:
        """Return the facts that everybody can see, computed once per turn."""
        session = self._session
        if self._turn != session.turn:
            self._common = {
                **self._public_facts(),
                "parted": session.divergence,
                "over": self._over(),
                "ending": [] if session.game.over else self._ending(),
                "last_round": self._last_round(),
            }
            self._turn, self._asks = session.turn, {}
        return self._common

    def _ask(self, seat: int) -> Data | None:
        """Return a person's current decision in words, computed once per turn."""
        self._common_facts()  # discards the asks of earlier turns
        if seat not in self._asks:
            self._asks[seat] = self._new_ask(seat)
        return self._asks[seat]

    def _new_ask(self, seat: int) -> Data | None:
        session = self._session
        decision = session.decision_for(seat)
        if decision is None:
            return None
        ask = self._describe_decision(seat, decision)
        return ask | {"since": session.asked_since, "suggest": session.advice(decision)}

    def _chosen(self, seat: int | None) -> Data | None:
        """Return a player's own answer that waits for the other players, if any."""
        moves = [move for move in self._session.waiting if move.seat == seat]
        if seat is None or not moves:
            return None
        decision, answer = moves[-1].decision, list(moves[-1].answer)
        ask = self._describe_decision(seat, decision)
        options = [option for option in ask.get("options", ()) if option["answer"] == answer]
        is_subset = ask["form"] == "subset"
        return {
            "kind": decision.kind,
            "option": options[0] if options else None,
            "verb": ask["verb"] if is_subset else None,
            "cards": answer if is_subset else [],
        }

    def _undo_round(self, seat: int | None) -> int | None:
        """Return the round to which a player can return in a practice game, if any."""
        return None if seat is None else self._session.undoable_round(seat)

    def _last_round(self) -> Data | None:
        """Return the totals of the last completed round."""
        ended = self._session.state.round - 1
        totals = self._round_totals(ended) if ended >= 1 else []
        return {"round": ended, "players": totals} if totals else None

    def _over(self) -> Data | None:
        """Return the score sheet and the name of the record when the game is over."""
        if not self._session.game.over:
            return None
        return self._score_sheet() | {"record": self._record, "course": self._session.course}

    @abstractmethod
    def _public_facts(self) -> Data:
        """Return this game's share of the facts that everybody can see."""

    @abstractmethod
    def _own_facts(self, seat: int | None) -> Data:
        """Return the facts that only one player can see."""

    @abstractmethod
    def _describe_decision(self, seat: int, decision: Decision) -> Data:
        """Return a person's decision in words."""

    @abstractmethod
    def _entries(self, seat: int | None) -> Sequence[Entry]:
        """Return the log for a player, or for a spectator (None)."""

    @abstractmethod
    def _score_sheet(self) -> Data:
        """Return the result of a game that is over."""

    def _ending(self) -> list[str]:
        """Return why the current round is the last, or [] if nothing ends the game so far."""
        return []

    def _round_totals(self, _round_number: int) -> list[Data]:
        """Return the totals of a round by seat, or [] if the game has no round summaries."""
        return []

    def _cards_in(self, _frame: Data) -> Iterable[int]:
        """Return the ids of the cards in a frame, in ascending order."""
        return ()


def _plain_name(seat: SeatConfig) -> str:
    """Return a name for sentences: without the level that the name of a bot ends with."""
    return seat.name.removesuffix(f" ({seat.level})") if seat.level else seat.name


def base_facts(game_id: str, position: Any) -> Data:
    """Return facts that never change during a game of any kind."""
    return {
        "is": "table",
        "game": game_id,
        "sets": [card_set.title for card_set in position.table.sets],
        "can_see": [
            {"seat": seat, "name": config.name}
            for seat, config in enumerate(position.seats)
            if config.kind == HUMAN
        ],
    }


def first_change(old: Sequence[Entry], new: Sequence[Entry]) -> int:
    """Return the index of the first entry that differs between two versions of a log."""
    pairs = zip(old, new, strict=False)
    return sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], pairs))
