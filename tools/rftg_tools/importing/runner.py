"""Drives one recorded game through our engine, until its end or the first divergence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision, IllegalAnswer, Payment, Way
from gamekit.driver import Driver
from rftg_engine import asks
from rftg_engine.cards.bound import BoundMilitary, BoundPlace
from rftg_engine.cards.table import Table
from rftg_engine.race import Race
from rftg_engine.setups.options import Options
from rftg_engine.setups.validation import check_options
from rftg_engine.state import State
from rftg_tools.importing.answers import NOT_ASKED_IF_FORCED, belongs, prepared, read
from rftg_tools.importing.comparison import Comparison
from rftg_tools.importing.events import Cursor, Divergence, Event
from rftg_tools.importing.exceptions import (
    HOPELESS,
    IDLE_POWER,
    IN_VAIN,
    KEPT_GOOD,
    SECOND_WORLD,
    USELESS_POWER,
    Departure,
)
from rftg_tools.importing.odds import Odds, dead_ends, question_after
from rftg_tools.importing.reader import Reader, offered
from rftg_tools.importing.readers.powers import places
from rftg_tools.importing.script import ScriptedChance
from rftg_tools.importing.states import AFTER
from rftg_tools.importing.useless import TAKEOVER, nowhere_to_produce
from rftg_tools.simulation.race import table_of

SETS: Final = ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war", "xeno-invasion")
"""The record's expansions that our data covers, each as the set of that id."""

WITHOUT_HELP: Final = "placed without help"
"""A card that nothing is paid for, with a power that could be used: the record does not ask."""


@dataclass(slots=True)
class Report:
    """What was compared in one game, and where it diverged (`divergence` None: nowhere).

    forced: decisions with one answer that the record lacks. resolved: other such decisions.
    departure: the exception after which the record cannot be followed, "" for none.
    """

    game: str
    decisions: int = 0
    forced: int = 0
    states: int = 0
    exceptions: Counter[str] = field(default_factory=Counter)
    resolved: Counter[str] = field(default_factory=Counter)
    divergence: Divergence | None = None
    departure: str = ""
    imported: bool = False
    """Whether a record of ours was made of it, and verified."""
    turned: bool = False
    """Whether it was played with its seats turned."""


def run_game(game: dict[str, Any]) -> Report:
    """Step our engine through a recorded game. What cannot be read of it is a divergence too."""
    return follow(game)[0]


def follow(game: dict[str, Any]) -> tuple[Report, Run | None]:
    """Return the report of a game and our game as far as it went, None where none could begin."""
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
    """One game on its way through our engine. driver: our game, asked also what has one answer."""

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
        """Play the whole game. Raises Divergence or Departure."""
        driver = self.driver
        while not driver.over and self.cursor.peek()["t"] != "end":
            self._answer_one(driver)
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
        """Forget, between two steps, what was noted for one phase, and compare the state."""
        if step in AFTER and not self.comparison.ended:
            while self._needless(self.cursor.peek()):
                self._take_needless(self.cursor.peek())
        self.reader.idle.clear()
        self.reader.named.clear()
        self.comparison.compare_state(step, state, self.reader.given)
        self.reader.given.clear()
        self.report.states = self.comparison.states

    def _answer_one(self, driver: Driver[State]) -> None:
        """Answer the pending decision that the next choice of the record belongs to."""
        for decision in driver.pending:
            known = prepared(self.reader, decision)
            if known is not None:
                driver.answer(decision.player, known)
                return
        event = self.cursor.peek()
        if self._needless(event):
            self._pass_by(driver, event)
            return
        self.reader.late = self.cursor.late_actions()
        decision, answer = self._recorded(driver, event) or self._unrecorded(driver, event)
        try:
            driver.answer(decision.player, answer)
        except IllegalAnswer as error:
            raise Divergence("illegal", self.reader.place, answer, str(error)) from None

    def _recorded(self, driver: Driver[State], event: Event) -> tuple[Decision, Answer] | None:
        """Return the decision that the event is an answer to, with that answer."""
        for decision in driver.pending:
            if belongs(self.reader, decision, event):
                self.defending = decision.kind == asks.DEFEND
                self.reader.place = self.cursor.position
                self.cursor.take()
                self.report.decisions += 1
                return decision, read(self.reader, decision, event)
        return None

    def _unrecorded(self, driver: Driver[State], event: Event) -> tuple[Decision, Answer]:
        """Return a decision that the record lacks: it must leave no choice, or be known by name."""
        decision = min(driver.pending, key=lambda one: one.count())
        if _has_free_way(decision):
            # The record format, section 4; if something was used the next state tells.
            if decision.count() > 1:
                self.report.resolved[WITHOUT_HELP] += 1
            return decision, (0,)
        if decision.count() == 1:
            self.report.forced += 1
            return decision, decision.first()
        if self._needs_idle(decision):
            self.report.exceptions[IDLE_POWER] += 1
            return decision, ()
        if self._hopeless(driver, decision):
            self.report.exceptions[HOPELESS] += 1
            return decision, ()
        if self.defending and self._is_good_for_military(decision):
            raise Departure(KEPT_GOOD)
        raise Divergence("not in the record", self.cursor.position, event, decision)

    def _hopeless(self, driver: Driver[State], decision: Decision) -> bool:
        """Return whether a player is asked only for takeovers that must fail, or lead to such."""
        options = decision.options if isinstance(decision, Choice) else ()
        if decision.kind == asks.TAKEOVER:
            return self.reader.odds.is_hopeless(decision)
        return (
            decision.kind == asks.SETTLE_POWER
            and len(dead_ends(driver, decision)) == len(options) - 1
        )

    def _needs_idle(self, decision: Decision) -> bool:
        """Return whether a further world is asked for that takes a power named for nothing."""
        if decision.kind != asks.SETTLE_POWER or not isinstance(decision, Choice):
            return False
        options = [option for option in decision.options if option]
        return len(options) < decision.count() and all(map(self._settles_idly, options))

    def _settles_idly(self, option: Answer) -> bool:
        """Return whether a power to settle more allows no world without one named for nothing."""
        following = question_after(self.driver, option, Odds())
        if following is None or following.kind != asks.PLACE_WORLD:
            return False
        power = self.table.power_list[option[0]]
        conquers = isinstance(power, BoundPlace) and power.how == "conquer"
        return self.reader.needs_idle(following.player, offered(following), conquers)

    def _is_good_for_military(self, decision: Decision) -> bool:
        price_of = decision.kind == asks.GOODS_FOR_POWER and decision.about >= 0
        return price_of and isinstance(self.table.power_list[decision.about], BoundMilitary)

    def _pass_by(self, driver: Driver[State], event: Event) -> None:
        """Pass by a choice that is none by the rules, when what comes before it is done."""
        for decision in driver.pending:
            if decision.kind in NOT_ASKED_IF_FORCED and decision.count() == 1:
                self.report.forced += 1
                driver.answer(decision.player, decision.first())
                return
        self._take_needless(event)

    def _take_needless(self, event: Event) -> None:
        """Raise Divergence where a choice passed by cannot be proved to be none."""
        self.reader.place = self.cursor.position
        name = self._needless(event)
        assert name
        if not self._proved(event):
            raise Divergence("not in ours", self.cursor.position, event, None)
        self.report.exceptions[name] += 1
        self.cursor.take()

    def _needless(self, event: Event) -> str:
        """Return the exception that allows a choice of the record we do not have, or ""."""
        if event["t"] != "choice":
            return ""
        options, answer = event["options"], event["answer"]
        if self._too_early(event):
            return SECOND_WORLD
        if event["kind"] == "discard-produce" and not options["special"] + answer["cards"]:
            return IN_VAIN
        asked = any(belongs(self.reader, decision, event) for decision in self.driver.pending)
        if event["kind"] == "produce-power":
            idle = self.reader.in_vain(event)
            if idle and (not asked or answer["power"] in idle):
                return IN_VAIN
        attacks = event["kind"] == "payment" and options["args"].get("takeover")
        return USELESS_POWER if attacks and not asked else ""

    def _proved(self, event: Event) -> bool:
        """Return whether there is nothing to choose: nowhere to produce, no help for an attack."""
        state, seat, options = self.reader.state, event["p"], event["options"]
        if self._too_early(event):
            return True
        if event["kind"] == "produce-power":
            idle = self.reader.in_vain(event)
            return len(options["powers"]) - len(idle) < 2 or event["answer"]["power"] in idle
        if event["kind"] == "discard-produce":
            return nowhere_to_produce(self.table, state, seat, options["args"]["using"])
        # What it brings, the bonus of the phase for one, is no help for it.
        world = self.table.titles.index(options["args"]["which"])
        subject = self.reader.subject(seat, TAKEOVER, world)
        helps = [title for title in options["special"] if not subject.is_useless(title, False)]
        named = event["answer"]["special"]
        self.reader.name(seat, named, 0)
        useless_too = all(map(self.reader.takes_cards, named))
        return not helps and useless_too and not event["answer"]["cards"]

    def _too_early(self, event: Event) -> bool:
        """Return whether a further world is asked for after a takeover that has only been declared.

        Raises Departure where it is placed.
        """
        if event["p"] not in self.reader.odds.declared:
            return False
        options, answer = event["options"], event["answer"]
        if event["kind"] == "settle-power":
            ours = [
                decision.kind for decision in self.driver.pending if decision.player == event["p"]
            ]
            further = "settle power" not in ours and all(map(places, options["powers"]))
            taken = answer["power"] is not None
        else:
            further = event["kind"] == "place" and "by_power" in options["args"]
            taken = answer.get("value") is not None
        if further and taken:
            raise Departure(SECOND_WORLD)
        return further


def _has_free_way(decision: Decision) -> bool:
    """Return whether a card can be placed with nothing at all."""
    return isinstance(decision, Payment) and decision.ways[0] == Way((), 0, 0)
