"""A game of people as its record tells it: each card's fate in their seats, and how these ended.

Seats of bots and of the robot are nobody's, and so is what a bot does in a person's place. A game
of other rules or cards than those here counts as far as it goes, one that was left likewise;
neither says who won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

from gamekit.records.form import RecordError
from rftg_dsl.model import Card
from rftg_tools.balance.history import lines_of
from rftg_tools.games import game_of_record
from rftg_tools.play.cards import is_own
from rftg_tools.play.seats import HUMAN, seats_of_record
from rftg_tools.playtests.fates import Fate, Fates
from rftg_tools.playtests.versions import version_of
from rftg_tools.recorded import (
    Unreadable,
    differences,
    followed_record,
    read_record,
    resumed,
    table_of_record,
)
from rftg_tools.simulation.games import shares_of_a_win

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class InSeat:
    """What became of a card in a person's seat. drawn, played: rounds, None for never.

    worth: what it was worth at the end, None where it was not in the tableau then.
    """

    seat: int
    drawn: int | None
    kept: bool
    played: int | None
    worth: float | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card that was in a game. says: its lines, of own sets alone."""

    set_id: str
    title: str
    version: str
    says: tuple[str, ...]
    seats: tuple[InSeat, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A person of a game. score, share of the win: None where the game has no end here, and where
    a bot has answered in the person's place.
    """

    seat: int
    name: str
    score: int | None
    share: float | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What a record tells. problem: why it tells nothing, else "". people: none between bots.

    parted: why it does not go on as recorded, "" where it does. over: it is known how it ended.
    """

    game: str = ""
    problem: str = ""
    parted: str = ""
    over: bool = False
    rounds: int = 0
    players: int = 0
    people: tuple[Person, ...] = ()
    cards: tuple[CardPlayed, ...] = ()

    def data(self) -> Data:
        """Return it as JSON data."""
        people = [[one.seat, one.name, one.score, one.share] for one in self.people]
        return {
            "game": self.game,
            "problem": self.problem,
            "parted": self.parted,
            "over": self.over,
            "rounds": self.rounds,
            "players": self.players,
            "people": people,
            "cards": [_card_data(one) for one in self.cards],
        }


def game_of_data(data: Any) -> PlayedGame:
    """Return a game from what `data` made. Raises LookupError, TypeError, ValueError otherwise."""
    people = tuple(Person(*one) for one in data["people"])
    cards = tuple(_card_of_data(*one) for one in data["cards"])
    return PlayedGame(
        data["game"],
        data["problem"],
        data["parted"],
        data["over"],
        data["rounds"],
        data["players"],
        people,
        cards,
    )


def _card_data(card: CardPlayed) -> list[Any]:
    seats = [[one.seat, one.drawn, one.kept, one.played, one.worth] for one in card.seats]
    return [card.set_id, card.title, card.version, list(card.says), seats]


def _card_of_data(
    set_id: str, title: str, version: str, says: list[str], seats: list[Any]
) -> CardPlayed:
    return CardPlayed(set_id, title, version, tuple(says), tuple(InSeat(*one) for one in seats))


def read_game(path: Path) -> PlayedGame:
    """Return what the record in a file tells; a damaged one says why it tells nothing.

    Raises OSError.
    """
    try:
        return _played(read_record(path))
    except (Unreadable, LookupError, RecordError, ValueError) as error:
        return PlayedGame(problem=str(error.args[0] if error.args else error))
    except RecursionError:
        return PlayedGame(problem="its lists lie too deep")


def _played(record: Any) -> PlayedGame:
    """Return what a record tells. Raise RecordError, LookupError, ValueError."""
    game = game_of_record(record)
    game.rules.form.check(record)
    people = _people(record, game.rules.levels)
    if not people:
        return PlayedGame(game.id, players=len(record["players"]))
    table = table_of_record(record)
    parted, fates = "", game.call("fates", table, record)
    try:
        recorder = resumed(record, note=fates.note, observers=(fates,))
    except RecordError:
        if not differences(record):
            raise
        record, parted = followed_record(record)
        fates = game.call("fates", table, record)
        recorder = resumed(record, note=fates.note, observers=(fates,))
    state = recorder.game.state
    fates.settle(state)
    people = _who_played(people, fates)
    worth: dict[tuple[int, int], float] = {}
    if recorder.game.over:
        for seat in _without_stand_ins(people, fates):
            variable = game.rules.variable_points(table, state, seat)
            for card in state.players[seat].tableau:
                worth[seat, card] = table.vp[card] + variable.get(card, 0)
    cards = _cards(table.cards, fates.found, people, worth)
    return _told(game.id, record, parted, recorder.game.over, people, fates, cards)


def _people(record: Any, levels: Sequence[str]) -> list[tuple[int, str]]:
    """Return seat and name of each person. Raises RecordError."""
    seats = seats_of_record(record, levels)
    return [(seat, one.name) for seat, one in enumerate(seats) if one.kind == HUMAN]


def _who_played(people: Sequence[tuple[int, str]], fates: Fates) -> list[tuple[int, str]]:
    """Return the people who have given an answer themselves, or for whom no bot has."""
    return [one for one in people if one[0] in fates.answered or one[0] not in fates.stood_in]


def _without_stand_ins(people: Sequence[tuple[int, str]], fates: Fates) -> list[int]:
    """Return the seats of people in whose place no bot has answered."""
    return [seat for seat, _name in people if seat not in fates.stood_in]


def _told(
    game: str,
    record: Any,
    parted: str,
    over: bool,
    people: Sequence[tuple[int, str]],
    fates: Fates,
    cards: tuple[CardPlayed, ...],
) -> PlayedGame:
    result, players = record["result"], len(record["players"])
    shares = shares_of_a_win(result["winners"], players) if over else []
    ends = {
        seat: (result["scores"][seat], shares[seat])
        for seat in _without_stand_ins(people, fates)
        if over
    }
    persons = [Person(seat, name, *ends.get(seat, (None, None))) for seat, name in people]
    return PlayedGame(game, "", parted, over, result["rounds"], players, tuple(persons), cards)


def _cards(
    cards: Sequence[Card],
    fates: Mapping[tuple[int, int], Fate],
    people: Sequence[tuple[int, str]],
    worth: Mapping[tuple[int, int], float],
) -> tuple[CardPlayed, ...]:
    """Return what became of all cards in use, each title once. worth: by seat and number."""
    numbers: dict[Card, list[int]] = {}
    for number, card in enumerate(cards):
        numbers.setdefault(card, []).append(number)
    found = []
    for card, copies in numbers.items():
        seats = [_in_seat(seat, copies, fates, worth) for seat, _name in people]
        says = tuple(lines_of(card)) if is_own(card) else ()
        known = tuple(one for one in seats if one is not None)
        found.append(CardPlayed(card.set_id, card.title, version_of(card), says, known))
    return tuple(found)


def _in_seat(
    seat: int,
    copies: Sequence[int],
    fates: Mapping[tuple[int, int], Fate],
    worth: Mapping[tuple[int, int], float],
) -> InSeat | None:
    """Return what became of all copies of a card in a seat; None where none came to it."""
    found = [fates[seat, card] for card in copies if (seat, card) in fates]
    points = [worth[seat, card] for card in copies if (seat, card) in worth]
    if not found:
        return None
    drawn = [one.drawn for one in found if one.drawn is not None]
    played = [one.played for one in found if one.played is not None]
    return InSeat(
        seat,
        min(drawn, default=None),
        any(one.kept for one in found),
        min(played, default=None),
        fsum(points) / len(points) if points else None,
    )
