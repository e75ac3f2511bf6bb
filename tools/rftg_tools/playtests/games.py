"""Games with people, read from their records: fates of cards by seat, and the result.

Seats of bots and of the robot do not count. A game with other rules or cards counts up to the point
where it differs, an unfinished game up to its last answer. Both have no result.

A card is drawn when it first enters a hand, kept if it is still there when that step ends, and
played when it enters a tableau. A tile of Roll is drawn with both faces, and kept with the visible
face when it is put into the construction zone.

If a bot answers for a person, cards that it keeps or plays do not count. Cards drawn in a step do
not count if the last answer of the seat in that step is by a bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gamekit.decisions import Answer, Decision
from gamekit.events import Event, StepBegan
from gamekit.records import RecordError, StandIns
from rftg_dsl.model import Card
from rftg_engine import events as race
from rftg_engine.state import State as RaceState
from rftg_tools.balance.history import card_facts
from rftg_tools.games import game_of_record
from rftg_tools.play.cards import is_own
from rftg_tools.play.game_session import HUMAN, seats_of_record
from rftg_tools.playtests.marks import version_of
from rftg_tools.recorded import (
    Unreadable,
    differences,
    follow_record,
    read_record,
    resume_record,
    table_of_record,
)
from rftg_tools.simulation.games import win_shares
from roll_engine import events as roll
from roll_engine.cards.table import Table as RollTable
from roll_engine.state import State as RollState


@dataclass(slots=True)
class Fate:
    """Fate of a card in one seat. drawn, played: round, or None for never."""

    drawn: int | None = None
    kept: bool = False
    played: int | None = None


class Fates:
    """Fates of all drawn cards by seat and card.

    record: record of the game, with the answers that bots gave for people. Call `note` with each
    answer before it takes effect.
    """

    def __init__(self, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.by_seat: dict[tuple[int, int], Fate] = {}
        self.answered: set[int] = set()
        """Seats whose person has given an answer."""
        self.replaced: set[int] = set()
        """Seats of people for whom a bot has answered."""
        self._stand_ins = StandIns(record)
        self._absent: set[int] = set()
        """Seats of people whose last answer was by a bot."""
        self._drawn_in_step: dict[tuple[int, int], int] = {}
        """Round in which a card was drawn in the current step, by seat and card."""

    def note(self, decision: Decision, _answer: Answer) -> None:
        """Note whether a person or a bot answers."""
        seat = decision.player
        if self._stand_ins.gave_next(seat):
            self._absent.add(seat)
            self.replaced.add(seat)
        else:
            self._absent.discard(seat)
            self.answered.add(seat)

    def seats_of_people(self, people: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return the people who have answered at least once, or for whom no bot has answered."""
        return [
            (seat, name)
            for seat, name in people
            if seat in self.answered or seat not in self.replaced
        ]

    def _fate(self, seat: int, card: int) -> Fate:
        return self.by_seat.setdefault((seat, card), Fate())

    def _draw(self, seat: int, cards: Iterable[int], round_: int) -> None:
        for card in cards:
            self._drawn_in_step.setdefault((seat, card), round_)

    def _settle(self) -> list[tuple[int, int]]:
        """Store the cards drawn in the completed step, and return them."""
        rounds = {
            key: round_ for key, round_ in self._drawn_in_step.items() if key[0] not in self._absent
        }
        self._drawn_in_step.clear()
        for (seat, card), round_ in rounds.items():
            fate = self._fate(seat, card)
            fate.drawn = round_ if fate.drawn is None else fate.drawn
        return list(rounds)

    def _play(self, seat: int, cards: Iterable[int], round_: int) -> None:
        if seat in self._absent:
            return
        for card in cards:
            fate = self._fate(seat, card)
            fate.kept = True
            fate.played = round_ if fate.played is None else fate.played


class RaceFates(Fates):
    """Observer of a game of Race."""

    def __init__(
        self, _table: object = None, record: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        super().__init__(record)

    def see(self, event: Event, state: RaceState) -> None:
        """Note a card that enters a hand or a tableau."""
        if isinstance(
            event, (race.CardsDrawn, race.CardsTaken, race.DiscardsTaken, race.StartWorldsDealt)
        ):
            self._draw(event.seat, event.own, state.round)
        elif isinstance(event, race.CardPlaced):
            self._play(event.seat, (event.card,), state.round)
        elif isinstance(event, StepBegan):
            self.settle(state)

    def settle(self, state: RaceState) -> None:
        """Store which cards were drawn and kept in the completed step."""
        for seat, card in self._settle():
            if card in state.players[seat].hand:
                self._fate(seat, card).kept = True


class RollFates(Fates):
    """Observer of a game of Roll. Cards are tile faces."""

    def __init__(self, table: RollTable, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(record)
        self._tiles = table.tiles

    def see(self, event: Event, state: RollState) -> None:
        """Note a tile that is drawn, put into a construction zone, or completed."""
        if isinstance(event, roll.TilesDrawn):
            tiles = [self._tiles[tile_id] for tile_id in event.own]
            faces = [face for tile in tiles for face in (tile.development, tile.world)]
            self._draw(event.seat, faces, state.round)
        elif isinstance(event, roll.StartTilesDealt):
            self._draw(event.seat, event.faces, state.round)
            self._play(event.seat, event.faces, state.round)
        elif isinstance(event, StepBegan):
            self.settle(state)
        elif isinstance(event, roll.TilePlaced) and event.seat not in self._absent:
            for tile_id in event.own:
                tile = self._tiles[tile_id]
                self._fate(event.seat, tile.world if event.worlds else tile.development).kept = True
        elif isinstance(event, roll.TileCompleted):
            self._play(event.seat, (event.face,), state.round)

    def settle(self, _state: RollState) -> None:
        """Store which tiles were drawn in the completed step. Other events show kept tiles."""
        self._settle()


# --- games


@dataclass(frozen=True, slots=True)
class CardInSeat:
    """Fate of a card in a person's seat. drawn, played: round, or None for never.

    worth: points of the card at the end, or None if it was not in the tableau.
    """

    seat: int
    drawn: int | None
    kept: bool
    played: int | None
    worth: float | None


@dataclass(frozen=True, slots=True)
class CardInGame:
    """A card of a game. lines: its text, only for user sets."""

    set_id: str
    title: str
    version: str
    lines: tuple[str, ...]
    seats: tuple[CardInSeat, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A person in a game.

    score, share: points and share of the win. None if the game has no result, or if a bot has
    answered for the person.
    """

    seat: int
    name: str
    score: int | None
    share: float | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A recorded game. problem: why the record is unreadable, or "".

    divergence: why the game can't be replayed to its end, or "". over: whether it has a result.
    people: empty for a game between bots.
    """

    game: str = ""
    problem: str = ""
    divergence: str = ""
    over: bool = False
    rounds: int = 0
    players: int = 0
    people: tuple[Person, ...] = ()
    cards: tuple[CardInGame, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON data."""
        return asdict(self)


def game_from_json(data: Any) -> PlayedGame:
    """Return the game of `to_json`. Raises LookupError, TypeError or ValueError for other data."""
    cards = [
        {
            **card,
            "lines": tuple(card["lines"]),
            "seats": tuple(CardInSeat(**seat) for seat in card["seats"]),
        }
        for card in data["cards"]
    ]
    people = tuple(Person(**person) for person in data["people"])
    return PlayedGame(**{**data, "people": people, "cards": tuple(CardInGame(**c) for c in cards)})


def read_game(path: Path) -> PlayedGame:
    """Return the game of a record, or a game with a problem if unreadable. Raises OSError."""
    try:
        return _replay(read_record(path))
    except (Unreadable, LookupError, RecordError, ValueError) as error:
        return PlayedGame(problem=str(error.args[0] if error.args else error))
    except RecursionError:
        return PlayedGame(problem="its lists are nested too deeply")


def _replay(record: Any) -> PlayedGame:
    """Return the game of a record. Raises RecordError, LookupError, ValueError."""
    game = game_of_record(record)
    game.rules.form.check(record)
    seats = seats_of_record(record, game.rules.levels)
    people = [(index, seat.name) for index, seat in enumerate(seats) if seat.kind == HUMAN]
    if not people:
        return PlayedGame(game.id, players=len(record["players"]))
    table = table_of_record(record)
    divergence, fates = "", game.call("fates", table, record)
    try:
        recorder = resume_record(record, note=fates.note, observers=(fates,))
    except RecordError:
        if not differences(record):
            raise
        record, divergence = follow_record(record)
        fates = game.call("fates", table, record)
        recorder = resume_record(record, note=fates.note, observers=(fates,))
    state = recorder.game.state
    fates.settle(state)
    worth: dict[tuple[int, int], float] = {}
    if recorder.game.over:
        for seat, _name in people:
            variable = game.rules.variable_points(table, state, seat)
            for card in state.players[seat].tableau:
                worth[seat, card] = table.vp[card] + variable.get(card, 0)
    return _game(game.id, record, divergence, recorder.game.over, people, fates, table.cards, worth)


def _game(
    game_id: str,
    record: Any,
    divergence: str,
    over: bool,
    people: Sequence[tuple[int, str]],
    fates: Fates,
    cards: Sequence[Card],
    worth: Mapping[tuple[int, int], float],
) -> PlayedGame:
    """Return a game. worth: points by seat and card."""
    result, players = record["result"], len(record["players"])
    shares = win_shares(result["winners"], players) if over else []
    people = fates.seats_of_people(people)
    counted = [seat for seat, _name in people if over and seat not in fates.replaced]
    results = {seat: (result["scores"][seat], shares[seat]) for seat in counted}
    worth = {key: points for key, points in worth.items() if key[0] in counted}
    return PlayedGame(
        game_id,
        divergence=divergence,
        over=over,
        rounds=result["rounds"],
        players=players,
        people=tuple(Person(seat, name, *results.get(seat, (None, None))) for seat, name in people),
        cards=_cards(cards, fates.by_seat, people, worth),
    )


def _cards(
    cards: Sequence[Card],
    fates: Mapping[tuple[int, int], Fate],
    people: Sequence[tuple[int, str]],
    worth: Mapping[tuple[int, int], float],
) -> tuple[CardInGame, ...]:
    """Return the fates of all cards in use, once per title."""
    copies_of: dict[Card, list[int]] = {}
    for card_id, card in enumerate(cards):
        copies_of.setdefault(card, []).append(card_id)
    played = []
    for card, copies in copies_of.items():
        seats = (_card_in_seat(seat, copies, fates, worth) for seat, _name in people)
        lines = tuple(card_facts(card)) if is_own(card) else ()
        reached = tuple(seat for seat in seats if seat is not None)
        played.append(CardInGame(card.set_id, card.title, version_of(card), lines, reached))
    return tuple(played)


def _card_in_seat(
    seat: int,
    copies: Sequence[int],
    fates: Mapping[tuple[int, int], Fate],
    worth: Mapping[tuple[int, int], float],
) -> CardInSeat | None:
    """Return the fate of all copies of a card in a seat, or None if it never had a copy."""
    reached = [fates[seat, card] for card in copies if (seat, card) in fates]
    points = [worth[seat, card] for card in copies if (seat, card) in worth]
    if not reached:
        return None
    return CardInSeat(
        seat,
        min((fate.drawn for fate in reached if fate.drawn is not None), default=None),
        any(fate.kept for fate in reached),
        min((fate.played for fate in reached if fate.played is not None), default=None),
        fsum(points) / len(points) if points else None,
    )
