"""Games with people as their records tell them: each card's fate by seat, and the result.

A card is drawn when it first comes to a hand, kept if it is still there when that step ends, and
played when it enters a tableau. A tile of Roll is drawn with both of its faces, and kept with the
face that it is put into the construction zone with.

Seats of bots and the robot do not count, nor does what a bot does in a person's place: what its
answer keeps or plays, and what is drawn in a step whose last answer of the seat is a bot's. A game
of other rules or cards than those installed counts up to where it differs, an unfinished game up
to its last answer; neither says who won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gamekit.decisions import Answer, Decision
from gamekit.events import Event
from gamekit.records.form import RecordError
from gamekit.records.recording import StandIns
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.model import Card
from rftg_engine import events as race
from rftg_engine.bots import LEVELS
from rftg_engine.records.record_form import check_form
from rftg_engine.scoring.scoring import variable_points
from rftg_engine.state import State as RaceState
from rftg_tools.balance.history import lines_of
from rftg_tools.play.cards import is_own
from rftg_tools.play.resuming import seats_of
from rftg_tools.play.seats import HUMAN
from rftg_tools.playtests.marks import version_of
from rftg_tools.recorded import Unreadable, differences, followed_record, read_record, resumed
from rftg_tools.recorded_tiles import (
    differences_of_tiles,
    followed_tiles,
    is_of_tiles,
    resumed_tiles,
    table_of_tile_record,
)
from rftg_tools.simulation.games import shares_of_a_win
from roll_engine import events as roll
from roll_engine.bots import LEVELS as ROLL_LEVELS
from roll_engine.cards.table import Table as RollTable
from roll_engine.records.record_form import check_form as check_tile_form
from roll_engine.scoring.scoring import bonus_points
from roll_engine.state import State as RollState


@dataclass(frozen=True, slots=True)
class CardInSeat:
    """What became of a card in a person's seat. drawn, played: rounds, None for never.

    worth: points of the card at the end, None if it was not in the tableau then.
    """

    seat: int
    drawn: int | None
    kept: bool
    played: int | None
    worth: float | None


@dataclass(frozen=True, slots=True)
class CardInGame:
    """A card that was in a game. lines: its text, only for the user's own sets."""

    set_id: str
    title: str
    version: str
    lines: tuple[str, ...]
    seats: tuple[CardInSeat, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A person in a game.

    score, share: points and share of the win; None if the game has no result, or a bot has
    answered in the person's place.
    """

    seat: int
    name: str
    score: int | None
    share: float | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """What a record tells. problem: why the record is unreadable, else "".

    divergence: why the game cannot be replayed to its end, "" if it can. over: whether its result
    is known. people: empty for a game between bots.
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


# --- fates of cards


@dataclass(slots=True)
class Fate:
    """What became of a card in one seat. drawn, played: in which round, None for never."""

    drawn: int | None = None
    kept: bool = False
    played: int | None = None


class Fates:
    """Fates of all cards that came to somebody, by seat and number of the card.

    record: of the game; it says which answers bots gave in a person's place. Call `note` with each
    answer before it takes effect.
    """

    def __init__(self, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.by_seat: dict[tuple[int, int], Fate] = {}
        self.answered: set[int] = set()
        """Seats that have given an answer themselves."""
        self.replaced: set[int] = set()
        """Seats for which a bot has given an answer."""
        self._stand_ins = StandIns(record)
        self._absent: set[int] = set()
        """Seats whose last answer a bot gave in a person's place."""
        self._drawn_in_step: dict[tuple[int, int], int] = {}
        """Round in which a card was drawn in the current step, by seat and card."""

    def note(self, decision: Decision, _answer: Answer) -> None:
        """Note who gives an answer."""
        seat = decision.player
        if self._stand_ins.gave_next(seat):
            self._absent.add(seat)
            self.replaced.add(seat)
        else:
            self._absent.discard(seat)
            self.answered.add(seat)

    def seats_of_people(self, people: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return the people who have given an answer themselves, or for whom no bot has."""
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
        """Record the cards that were drawn in the finished step, and return them."""
        drawn = {
            key: round_ for key, round_ in self._drawn_in_step.items() if key[0] not in self._absent
        }
        self._drawn_in_step.clear()
        for (seat, card), round_ in drawn.items():
            fate = self._fate(seat, card)
            fate.drawn = round_ if fate.drawn is None else fate.drawn
        return list(drawn)

    def _play(self, seat: int, cards: Iterable[int], round_: int) -> None:
        if seat in self._absent:
            return
        for card in cards:
            fate = self._fate(seat, card)
            fate.kept = True
            fate.played = round_ if fate.played is None else fate.played


class RaceFates(Fates):
    """Observer of a game of Race."""

    def see(self, event: Event, state: RaceState) -> None:
        """Note a card that comes to a hand or into a tableau."""
        if isinstance(
            event, (race.CardsDrawn, race.CardsTaken, race.DiscardsTaken, race.StartWorldsDealt)
        ):
            self._draw(event.seat, event.own, state.round)
        elif isinstance(event, race.CardPlaced):
            self._play(event.seat, (event.card,), state.round)
        elif isinstance(event, race.StepBegan):
            self.settle(state)

    def settle(self, state: RaceState) -> None:
        """Record which cards were drawn and kept in the finished step."""
        for seat, card in self._settle():
            if card in state.players[seat].hand:
                self._fate(seat, card).kept = True


class RollFates(Fates):
    """Observer of a game of Roll; cards are faces of tiles."""

    def __init__(self, table: RollTable, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(record)
        self._tiles = table.tiles

    def see(self, event: Event, state: RollState) -> None:
        """Note a tile that is drawn, put into a construction zone, or completed."""
        if isinstance(event, roll.TilesDrawn):
            tiles = [self._tiles[number] for number in event.own]
            faces = [face for tile in tiles for face in (tile.development, tile.world)]
            self._draw(event.seat, faces, state.round)
        elif isinstance(event, roll.StartTilesDealt):
            self._draw(event.seat, event.faces, state.round)
            self._play(event.seat, event.faces, state.round)
        elif isinstance(event, roll.StepBegan):
            self.settle(state)
        elif isinstance(event, roll.TilePlaced) and event.seat not in self._absent:
            for number in event.own:
                tile = self._tiles[number]
                self._fate(event.seat, tile.world if event.worlds else tile.development).kept = True
        elif isinstance(event, roll.TileCompleted):
            self._play(event.seat, (event.face,), state.round)

    def settle(self, _state: RollState) -> None:
        """Record which tiles were drawn in the finished step; events say which are kept."""
        self._settle()


# --- records


def read_game(path: Path) -> PlayedGame:
    """Return the game of a record; that of an unreadable record has only a problem.

    Raises OSError.
    """
    try:
        record = read_record(path)
        return _read_roll(record) if is_of_tiles(record) else _read_race(record)
    except (Unreadable, LookupError, RecordError, ValueError) as error:
        return PlayedGame(problem=str(error.args[0] if error.args else error))
    except RecursionError:
        return PlayedGame(problem="its lists are nested too deeply")


def _read_race(record: Any) -> PlayedGame:
    """Return a game of Race. Raises RecordError, LookupError, ValueError."""
    check_form(record)
    people = _people_in(record, LEVELS)
    if not people:
        return PlayedGame(RACE.id, players=len(record["players"]))
    divergence, fates = "", RaceFates(record)
    try:
        recorder = resumed(record, note=fates.note, observers=(fates,))
    except RecordError:
        if not differences(record):
            raise
        record, divergence = followed_record(record)
        fates = RaceFates(record)
        recorder = resumed(record, note=fates.note, observers=(fates,))
    table, state = recorder.table, recorder.game.state
    fates.settle(state)
    worth: dict[tuple[int, int], float] = {}
    if recorder.game.over:
        for seat, _name in people:
            variable = variable_points(table, state, seat)
            for card in state.players[seat].tableau:
                worth[seat, card] = table.vp[card] + variable.get(card, 0)
    return _game(RACE.id, record, divergence, recorder.game.over, people, fates, table.cards, worth)


def _read_roll(record: Any) -> PlayedGame:
    """Return a game of Roll. Raises as `_read_race` does."""
    check_tile_form(record)
    people = _people_in(record, ROLL_LEVELS)
    if not people:
        return PlayedGame(ROLL.id, players=len(record["players"]))
    table = table_of_tile_record(record)
    divergence, fates = "", RollFates(table, record)
    try:
        recorder = resumed_tiles(record, note=fates.note, observers=(fates,))
    except RecordError:
        if not differences_of_tiles(record):
            raise
        record, divergence = followed_tiles(record)
        fates = RollFates(table, record)
        recorder = resumed_tiles(record, note=fates.note, observers=(fates,))
    state = recorder.game.state
    fates.settle(state)
    worth: dict[tuple[int, int], float] = {}
    if recorder.game.over:
        for seat, _name in people:
            bonus = bonus_points(table, state, seat)
            for face in state.players[seat].tableau:
                worth[seat, face] = table.vp[face] + bonus.get(face, 0)
    return _game(ROLL.id, record, divergence, recorder.game.over, people, fates, table.cards, worth)


def _people_in(record: Any, levels: Sequence[str]) -> list[tuple[int, str]]:
    """Return seat and name of each person. Raises RecordError."""
    seats = seats_of(record, levels)
    return [(number, seat.name) for number, seat in enumerate(seats) if seat.kind == HUMAN]


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
    """Return a game. worth: points by seat and number of the card."""
    result, players = record["result"], len(record["players"])
    shares = shares_of_a_win(result["winners"], players) if over else []
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
    """Return what became of all cards in use, each title once."""
    copies_of: dict[Card, list[int]] = {}
    for number, card in enumerate(cards):
        copies_of.setdefault(card, []).append(number)
    played = []
    for card, copies in copies_of.items():
        seats = (_card_in_seat(seat, copies, fates, worth) for seat, _name in people)
        lines = tuple(lines_of(card)) if is_own(card) else ()
        reached = tuple(seat for seat in seats if seat is not None)
        played.append(CardInGame(card.set_id, card.title, version_of(card), lines, reached))
    return tuple(played)


def _card_in_seat(
    seat: int,
    copies: Sequence[int],
    fates: Mapping[tuple[int, int], Fate],
    worth: Mapping[tuple[int, int], float],
) -> CardInSeat | None:
    """Return what became of all copies of a card in a seat; None if none came to it."""
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
