"""Import of games that another engine recorded: our engine follows them and writes its own record.

Our record lists the shuffles of the recorded game. If the record breaks a rule, the import stops
there. `read_any` reads files in either format.
"""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from gamekit.chance import RecordedChance
from gamekit.decisions import Answer, Choice, Decision, IllegalAnswer, Payment, PaymentOption
from gamekit.driver import Driver
from gamekit.records import RecordError
from rftg_dsl.source.text import open_regular_file
from rftg_engine import asks
from rftg_engine.cards.bound import BoundMilitary, BoundPlace
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE
from rftg_engine.options import Options
from rftg_engine.phases.setup import check_options
from rftg_engine.race import Race
from rftg_engine.state import State
from rftg_tools.importing.comparison import AFTER, Comparison
from rftg_tools.importing.payments import places_another_world
from rftg_tools.importing.reader import Odds, Reader, dead_ends, decision_after, offered
from rftg_tools.importing.readers import NOT_ASKED_IF_FORCED, belongs, early_answer, read_answer
from rftg_tools.importing.record import (
    FORMAT,
    HOPELESS,
    IN_VAIN,
    KEPT_GOOD,
    POWER_NAMED_IN_VAIN,
    ROUND_LIMIT,
    SECOND_WORLD,
    USELESS_POWER,
    Cursor,
    Departure,
    Divergence,
    Event,
    ScriptedChance,
)
from rftg_tools.importing.useless import TAKEOVER, nowhere_to_produce
from rftg_tools.recorded import MAX_BYTES, Unreadable, read_record
from rftg_tools.simulation.race import table_of
from rftg_tools.untrusted import BadJson, read_json

MOST_OF_ALL: Final = 500_000_000
"""Limit for a file with several games, unpacked."""
_NAMED: Final = 10
"""Number of games listed in an error."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A record in our format.

    broken_off: the named exception at which it stops, or "" if it has the complete game.
    """

    record: Any
    broken_off: str

    @property
    def note(self) -> str:
        """Message about an incomplete record, or ""."""
        if not self.broken_off:
            return ""
        return f"the import stops after answer {len(self.record['answers'])}: {self.broken_off}"


def import_game(game: dict[str, Any]) -> Imported:
    """Return our record of a game of the format rftg-record/1.

    Raises RecordError, with the place, if our engine cannot follow it.
    """
    report, run = follow(game)
    problem = report.divergence
    if problem is not None or run is None:
        raise RecordError(f"the game {report.game!r:.100} cannot be followed: {_describe(problem)}")
    broken_off = "" if run.driver.over else report.departure or ROUND_LIMIT
    return Imported(record_of(game, run), broken_off)


def record_of(game: dict[str, Any], run: Run) -> dict[str, Any]:
    """Return our record of a game, up to the last answer that could be followed.

    Raises RecordError.
    """
    shuffles = run.chance.orders
    race = Race(run.table, run.options, RecordedChance(shuffles, ""))
    answers = _free_choices(race, run.driver.answers)
    recorder = RACE.recorder(run.table, run.options, str(game["id"]), shuffles)
    try:
        for player, answer in answers:
            recorder.game.answer(player, answer)
    except IllegalAnswer as error:
        raise RecordError(f"the game {game['id']!r:.100}: {error}") from None
    policy = str(game.get("policy") or "player")[:60]
    names = [f"{policy} {seat + 1}" for seat in range(run.options.players)]
    return recorder.record(names)


def _free_choices(race: Race, answers: Sequence[Answer]) -> list[tuple[int, Answer]]:
    """Return the player and answer of each decision with more than one possible answer."""
    driver = Driver(race, race.new_state(), ask_forced=True)
    chosen = []
    for answer in answers:
        decision = driver.pending[0]
        if decision.is_free():
            chosen.append((decision.player, answer))
        driver.answer(decision.player, answer)
    return chosen


def _describe(problem: Divergence | None) -> str:
    if problem is None:
        return "it does not begin"
    place = f"event {problem.event}, {problem.kind}"
    return f"{place}: {problem.record!r:.100}, ours {problem.ours!r:.100}"


SETS: Final = ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war", "xeno-invasion")
"""Expansions of records that can be imported; each is the id of a set."""

WITHOUT_HELP: Final = "placed without help"
"""A free card for which an optional power could be used; the record does not ask for one."""


@dataclass(slots=True)
class Report:
    """Result of comparing one game.

    forced: decisions with a single answer that are missing in the record.
    resolved: other missing decisions, by the reason why their answer is known.
    departure: the exception after which the record cannot be followed, or "" if there is none.
    is_imported: whether a record of ours was written and verified.
    has_rotated_seats: whether the seats were rotated.
    """

    game: str
    decisions: int = 0
    forced: int = 0
    states: int = 0
    exceptions: Counter[str] = field(default_factory=Counter)
    resolved: Counter[str] = field(default_factory=Counter)
    divergence: Divergence | None = None
    departure: str = ""
    is_imported: bool = False
    has_rotated_seats: bool = False


def run_game(game: dict[str, Any]) -> Report:
    """Step our engine through a recorded game; an unreadable event is a divergence, too."""
    return follow(game)[0]


def follow(game: dict[str, Any]) -> tuple[Report, Run | None]:
    """Return the report of a game, and our game if it could start."""
    report = Report(str(game.get("id")))
    run = None
    try:
        run = Run(game, report)
        run.play()
    except Departure as departure:
        report.exceptions[departure.name] += 1
        report.departure = departure.name
    except Divergence as divergence:
        report.divergence = divergence
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        place = run.reader.place if run else 0
        report.divergence = Divergence("unreadable", place, repr(error), None)
    return report, run


def _table(expansion: str) -> Table:
    if expansion not in SETS:
        raise Divergence("unsupported", 0, expansion, sorted(SETS))
    return table_of((expansion,))


class Run:
    """A recorded game that our engine is following."""

    def __init__(self, game: dict[str, Any], report: Report) -> None:
        self.game = game
        self.report = report
        self.table = _table(game["expansion"])
        self.cursor = Cursor(game["events"])
        self.reader = Reader(self.table, report.exceptions)
        self.comparison = Comparison(self.table, self.cursor, report.exceptions)
        self.defending = False
        self.options = self._options()
        self.chance = ScriptedChance(self.table, game)
        race = Race(self.table, self.options, self.chance, (self.reader.odds,))
        self.driver = Driver(race, race.new_state(), self._watch, ask_forced=True)
        self.reader.driver = self.driver

    def play(self) -> None:
        """Play to the end of the game. Raises Divergence or Departure."""
        driver = self.driver
        while not driver.over and self.cursor.peek()["t"] != "end":
            self._answer_next(driver)
        self.comparison.compare_end(driver)

    def _options(self) -> Options:
        options = Options(
            self.game["players"],
            self.game["two_player_advanced"],
            goals=self.game["goals"],
            takeovers=self.game["takeovers"],
        )
        try:
            check_options(self.table, options)
        except ValueError as error:
            raise Divergence("unsupported", 0, repr(options), str(error)) from None
        return options

    def _watch(self, step: str, state: State) -> None:
        """Compare the state after a step, and clear the notes about the phase."""
        if step in AFTER and not self.comparison.ended:
            while self._exception_for(self.cursor.peek()):
                self._skip_choice(self.cursor.peek())
        self.reader.useless.clear()
        self.reader.named.clear()
        self.comparison.compare_state(step, state, self.reader.kinds)
        self.reader.kinds.clear()
        self.report.states = self.comparison.states

    def _answer_next(self, driver: Driver[State]) -> None:
        """Answer the pending decision that the next recorded choice belongs to."""
        for decision in driver.pending:
            early = early_answer(self.reader, decision)
            if early is not None:
                driver.answer(decision.player, early)
                return
        event = self.cursor.peek()
        if self._exception_for(event):
            self._skip_extra_choice(driver, event)
            return
        self.reader.late = self.cursor.late_actions()
        decision, answer = self._recorded(driver, event) or self._unrecorded(driver, event)
        try:
            driver.answer(decision.player, answer)
        except IllegalAnswer as error:
            raise Divergence("illegal", self.reader.place, answer, str(error)) from None

    def _recorded(self, driver: Driver[State], event: Event) -> tuple[Decision, Answer] | None:
        """Return the decision that an event answers, and the answer."""
        for decision in driver.pending:
            if belongs(self.reader, decision, event):
                self.defending = decision.kind == asks.DEFEND
                self.reader.place = self.cursor.position
                self.cursor.take()
                self.report.decisions += 1
                return decision, read_answer(self.reader, decision, event)
        return None

    def _unrecorded(self, driver: Driver[State], event: Event) -> tuple[Decision, Answer]:
        """Return a decision that the record lacks: it is forced, or a named exception explains it.

        Raises Divergence otherwise.
        """
        decision = min(driver.pending, key=lambda decision: decision.count())
        if _can_pay_nothing(decision):
            # The record format, section 4; if a power was used, the next state differs.
            if decision.count() > 1:
                self.report.resolved[WITHOUT_HELP] += 1
            return decision, (0,)
        if decision.count() == 1:
            self.report.forced += 1
            return decision, decision.first()
        if self._needs_useless_power(decision):
            self.report.exceptions[POWER_NAMED_IN_VAIN] += 1
            return decision, ()
        if self._is_hopeless(driver, decision):
            self.report.exceptions[HOPELESS] += 1
            return decision, ()
        if self.defending and self._is_good_for_military(decision):
            raise Departure(KEPT_GOOD)
        raise Divergence("not in the record", self.cursor.position, event, decision)

    def _is_hopeless(self, driver: Driver[State], decision: Decision) -> bool:
        """Return whether all options are, or lead to, takeovers that must fail."""
        options = decision.options if isinstance(decision, Choice) else ()
        if decision.kind == asks.TAKEOVER:
            return self.reader.odds.is_hopeless(decision)
        return (
            decision.kind == asks.SETTLE_POWER
            and len(dead_ends(driver, decision)) == len(options) - 1
        )

    def _needs_useless_power(self, decision: Decision) -> bool:
        """Return whether another world can be placed only by a power named in vain."""
        if decision.kind != asks.SETTLE_POWER or not isinstance(decision, Choice):
            return False
        options = [option for option in decision.options if option]
        return len(options) < decision.count() and all(
            map(self._needs_useless_settle_power, options)
        )

    def _needs_useless_settle_power(self, option: Answer) -> bool:
        """Return whether all worlds that a settle power allows need a power named in vain."""
        following = decision_after(self.driver, option, Odds())
        if following is None or following.kind != asks.PLACE_WORLD:
            return False
        power = self.table.power_list[option[0]]
        conquers = isinstance(power, BoundPlace) and power.how == "conquer"
        return self.reader.needs_useless_power(following.player, offered(following), conquers)

    def _is_good_for_military(self, decision: Decision) -> bool:
        price_of = decision.kind == asks.GOODS_FOR_POWER and decision.about >= 0
        return price_of and isinstance(self.table.power_list[decision.about], BoundMilitary)

    def _skip_extra_choice(self, driver: Driver[State], event: Event) -> None:
        """Skip a recorded choice that the rules do not offer, after forced decisions before it."""
        for decision in driver.pending:
            if decision.kind in NOT_ASKED_IF_FORCED and decision.count() == 1:
                self.report.forced += 1
                driver.answer(decision.player, decision.first())
                return
        self._skip_choice(event)

    def _skip_choice(self, event: Event) -> None:
        """Skip a recorded choice. Raises Divergence unless it provably makes no difference."""
        self.reader.place = self.cursor.position
        name = self._exception_for(event)
        assert name
        if not self._makes_no_difference(event):
            raise Divergence("not in ours", self.cursor.position, event, None)
        self.report.exceptions[name] += 1
        self.cursor.take()

    def _exception_for(self, event: Event) -> str:
        """Return the exception that explains a recorded choice we do not offer, or ""."""
        if event["t"] != "choice":
            return ""
        options, answer = event["options"], event["answer"]
        if self._too_early(event):
            return SECOND_WORLD
        if event["kind"] == "discard-produce" and not options["special"] + answer["cards"]:
            return IN_VAIN
        is_pending = any(belongs(self.reader, decision, event) for decision in self.driver.pending)
        if event["kind"] == "produce-power":
            useless = self.reader.powers_in_vain(event)
            if useless and (not is_pending or answer["power"] in useless):
                return IN_VAIN
        attacks = event["kind"] == "payment" and options["args"].get("takeover")
        return USELESS_POWER if attacks and not is_pending else ""

    def _makes_no_difference(self, event: Event) -> bool:
        """Return whether all options of a recorded choice have the same effect."""
        state, seat, options = self.reader.state, event["p"], event["options"]
        if self._too_early(event):
            return True
        if event["kind"] == "produce-power":
            useless = self.reader.powers_in_vain(event)
            return len(options["powers"]) - len(useless) < 2 or event["answer"]["power"] in useless
        if event["kind"] == "discard-produce":
            return nowhere_to_produce(self.table, state, seat, options["args"]["using"])
        world = self.table.titles.index(options["args"]["which"])
        subject = self.reader.subject(seat, TAKEOVER, world)
        is_no_help = all(subject.is_useless(title, False) for title in options["special"])
        named = event["answer"]["special"]
        self.reader.note_powers(seat, named, 0)
        is_idle = all(map(self.reader.takes_cards, named))
        return is_no_help and is_idle and not event["answer"]["cards"]

    def _too_early(self, event: Event) -> bool:
        """Return whether another world is offered while a declared takeover is unresolved.

        Raises Departure if it is placed.
        """
        if event["p"] not in self.reader.odds.declared:
            return False
        options, answer = event["options"], event["answer"]
        if event["kind"] == "settle-power":
            ours = [
                decision.kind for decision in self.driver.pending if decision.player == event["p"]
            ]
            is_extra = "settle power" not in ours and all(
                map(places_another_world, options["powers"])
            )
            is_used = answer["power"] is not None
        else:
            is_extra = event["kind"] == "place" and "by_power" in options["args"]
            is_used = answer.get("value") is not None
        if is_extra and is_used:
            raise Departure(SECOND_WORLD)
        return is_extra


def _can_pay_nothing(decision: Decision) -> bool:
    return isinstance(decision, Payment) and decision.options[0] == PaymentOption((), 0, 0)


# --- files


def read_any(path: Path, game: str | int | None = None) -> Imported:
    """Return the record in a file in our format, or a game of rftg-record/1 (.jsonl or .jsonl.gz).

    game: id or number (from 1) of one of several games. Raises OSError, Unreadable if there is no
    such game, and RecordError for a game that cannot be imported.
    """
    if path.suffix in (".jsonl", ".gz"):
        return import_game(_choose_game(path, game))
    if game is not None:
        raise Unreadable("it holds one game, so none is chosen by --game")
    record = read_record(path)
    if isinstance(record, dict) and record.get("format") == FORMAT:
        return import_game(record)
    return Imported(record, "")


def _choose_game(path: Path, requested: str | int | None) -> dict[str, Any]:
    """Return a game of a file. Raises Unreadable."""
    ids: list[str] = []
    games: list[dict[str, Any]] = []
    for number, game in enumerate(read_games(path), 1):
        name = str(game.get("id"))
        if requested is not None and str(requested) in (name, str(number)):
            return game
        ids.append(name)
        games[1:] = []
        games.append(game)
    if requested is None and len(games) == 1:
        return games[0]
    raise Unreadable(_describe_choice(ids, requested))


def _describe_choice(ids: list[str], requested: str | int | None) -> str:
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    listed = f"{', '.join(game_id[:100] for game_id in ids[:_NAMED])}{more}"
    if not ids:
        return "it holds no game"
    if requested is None:
        return f"it holds {len(ids):,} games; name one with --game, by id or number: {listed}"
    return f"it holds no game {str(requested)!r:.100}; there are {len(ids):,}: {listed}"


def read_games(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of a .jsonl or .jsonl.gz file, one per line.

    Raises OSError, and Unreadable with the line number.
    """
    if path.exists() and not path.is_file():
        raise Unreadable("it is not a file")
    with open_regular_file(path) as file:
        unpacked = gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file
        for number, line in enumerate(_lines(unpacked), 1):
            try:
                game = read_json(line)
            except BadJson as error:
                raise Unreadable(f"line {number}: {error}") from None
            if not isinstance(game, dict) or game.get("format") != FORMAT:
                raise Unreadable(f"line {number}: it is not a game in the format {FORMAT}")
            yield game


def _lines(file: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    total = 0
    try:
        while line := file.readline(MAX_BYTES + 1):
            total += len(line)
            if len(line) > MAX_BYTES or total > MOST_OF_ALL:
                raise Unreadable(
                    f"a game has at most {MAX_BYTES:,} bytes, all together {MOST_OF_ALL:,}"
                )
            yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Unreadable(f"it cannot be unpacked: {error}") from None
