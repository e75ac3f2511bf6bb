"""Drives one recorded game through our engine, until its end or the first divergence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from rftg_dsl.library import cards_in_use, load
from rftg_engine.decisions import Decision, IllegalAnswer, Payment, Way
from rftg_engine.driver import Driver
from rftg_engine.phases.round_end import endings
from rftg_engine.options import Options
from rftg_engine.race import Race
from rftg_engine.scoring import result
from rftg_engine.state import State
from rftg_engine.table import Table
from rftg_tools.conformance.answers import IDLE_POWER, USELESS_POWER, Reader
from rftg_tools.conformance.events import Cursor, Departure, Divergence, Event
from rftg_tools.conformance.script import ScriptedChance
from rftg_tools.conformance.states import AFTER, MOST_GOALS, Readings, differences

SETS: Final = {
    "base": ("base",),
    "gathering-storm": ("gathering-storm",),
    "rebel-vs-imperium": ("rebel-vs-imperium",),
    "brink-of-war": ("brink-of-war",),
}
"""The sets of each of the record's expansions that our data covers."""

ROUND_LIMIT: Final = "round limit"
"""The recording engine ends a game after 30 rounds; the rulebook knows no such end."""
LAST_ROUND: Final = 30


NO_TARGET: Final = "production offered without a world"
"""The record asks for a hand card to produce with where no world can take the good."""
KEPT_GOOD: Final = "good kept that was spent in defense"
"""The record counts the military of a good spent in defense and leaves the good where it is.

arc 1 booklet, Resolving Takeovers: the defender uses these powers, so the good is discarded.
"""


@dataclass(slots=True)
class Report:
    """What was compared in one game, and where it diverged (`divergence` None: nowhere)."""

    game: str
    decisions: int = 0
    forced: int = 0
    states: int = 0
    exceptions: Counter[str] = field(default_factory=Counter)
    resolved: Counter[str] = field(default_factory=Counter)
    divergence: Divergence | None = None


def run_game(game: dict[str, Any]) -> Report:
    """Steps our engine through a recorded game. What cannot be read of it is a divergence too."""
    report = Report(str(game.get("id")))
    reader = None
    try:
        run = _Run(game, report)
        reader = run.reader
        run.play()
        report.exceptions += reader.exceptions
    except Departure as departure:
        assert reader is not None
        report.exceptions += reader.exceptions
        report.exceptions[departure.name] += 1
    except Divergence as divergence:
        report.divergence = divergence
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        place = reader.place if reader else 0
        report.divergence = Divergence("unreadable", place, repr(error), None)
    return report


@cache
def _table(expansion: str) -> Table:
    if expansion not in SETS:
        raise Divergence("unsupported", 0, expansion, sorted(SETS))
    compiled = load(SETS[expansion])
    return Table(compiled.sets, cards_in_use(compiled.sets))


def _offers_nothing(event: Event) -> bool:
    """A choice to produce for a hand card, with no world to produce on, refused."""
    if event["t"] != "choice" or event["kind"] != "discard-produce":
        return False
    return not event["options"]["special"] and not event["answer"]["cards"]


def _has_free_way(decision: Decision) -> bool:
    """Whether a card can be placed with nothing at all; a later state tells if it was."""
    return isinstance(decision, Payment) and decision.ways[0] == Way((), 0, 0)


class _Run:
    def __init__(self, game: dict[str, Any], report: Report) -> None:
        self.game = game
        self.report = report
        self.table = _table(game["expansion"])
        self.cursor = Cursor(game["events"])
        self.reader = Reader(self.table)
        self.readings = Readings(self.table)
        self.last_players: list[Any] = []
        self.last: State | None = None
        self.defending = False

    def play(self) -> None:
        """The whole game. Raises Divergence."""
        options = Options(
            self.game["players"],
            self.game["two_player_advanced"],
            goals=self.game["goals"],
            takeovers=self.game["takeovers"],
        )
        chance = ScriptedChance(self.table, self.game)
        race = Race(self.table, options, chance)
        driver = Driver(race, race.new_state(), self._compare_state, ask_forced=True)
        while not driver.over:
            if self.cursor.peek()["t"] == "end":
                break
            self._answer_one(driver)
        self._compare_end(driver)

    def _answer_one(self, driver: Driver[State]) -> None:
        """Answers the pending decision that the next choice of the record belongs to.

        Where there is none, a decision with one legal answer gets it; any other is a divergence.
        """
        for decision in driver.pending:
            prepared = self.reader.prepared(decision)
            if prepared is not None:
                driver.answer(decision.player, prepared)
                return
        event = self.cursor.peek()
        if _offers_nothing(event):
            self.report.exceptions[NO_TARGET] += 1
            self.cursor.take()
            return
        if self._calls_up_nothing(event):
            self.report.exceptions[USELESS_POWER] += 1
            self.cursor.take()
            return
        self.reader.late = self.cursor.late_actions()
        asked = [one for one in driver.pending if self._belongs(one, event)]
        if asked:
            decision = asked[0]
            self.defending = decision.kind == "defend"
            self.reader.place = self.cursor.position
            self.cursor.take()
            self.report.decisions += 1
            answer = self.reader.read(decision, event)
        else:
            decision = min(driver.pending, key=lambda one: one.count())
            if _has_free_way(decision):
                # The record format, section 4: not asked without a special card of use.
                self.report.resolved["placed without help"] += decision.count() > 1
                driver.answer(decision.player, (0,))
                return
            if decision.player in self.reader.idle and decision.refusal(()) is None:
                self.report.exceptions[IDLE_POWER] += 1
                driver.answer(decision.player, ())
                return
            if decision.kind == "goods for power" and self.defending:
                raise Departure(KEPT_GOOD)
            if decision.count() > 1:
                raise Divergence("not in the record", self.cursor.position, event, decision)
            answer = decision.first()
            self.report.forced += 1
        try:
            driver.answer(decision.player, answer)
        except IllegalAnswer as error:
            raise Divergence("illegal", self.reader.place, answer, str(error)) from None

    def _calls_up_nothing(self, event: Event) -> bool:
        """A takeover's payment for which there are only hand cards to give, and no hand."""
        if event["t"] != "choice" or event["kind"] != "payment":
            return False
        options = event["options"]
        idle = all(self.reader.takes_cards(title) for title in options["special"])
        return bool(options["args"]["takeover"] and idle and not options["cards"])

    def _belongs(self, decision: Decision, event: Event) -> bool:
        return event["t"] == "choice" and self.reader.belongs(decision, event)

    def _compare_state(self, step: str, state: State) -> None:
        if step not in AFTER or self.last is not None:
            return
        self.reader.idle.clear()
        place = self.cursor.position
        event = self.cursor.take()
        self.last_players = event.get("players", [])
        if event["t"] != "state" or event["after"] != AFTER[step]:
            raise Divergence("step", place, event.get("after", event), AFTER[step])
        self.report.states += 1
        self.readings.note(step, state)
        for member, record, ours in differences(self.table, state, event):
            if not self._goals_as_recorded(state, event["players"], member, record, ours):
                raise Divergence(f"state: {member}", place, record, ours)
        if step == "round end" and self.cursor.peek()["t"] == "end":
            self.last = state.copy()

    def _goals_as_recorded(
        self, state: State, players: list[Any], member: str, record: Any, ours: Any
    ) -> bool:
        """Whether a difference comes from the record's own reading of "most" goals."""
        name, _of, seat = member.partition(" of player ")
        if name == "goals" and self.readings.only_most(record, ours):
            self.report.exceptions[MOST_GOALS] += 1
            return True
        if name != "score_now":
            return False
        possible = self.readings.scores(state, int(seat), players[int(seat)]["goals"])
        self.report.exceptions.update(possible.get(record, []))
        return record in possible

    def _scores_as_recorded(self, state: State, scores: list[int]) -> bool:
        """Whether the final scores are right by the record's own reading of "most" goals."""
        held = [player["goals"] for player in self.last_players]
        possible = [self.readings.scores(state, seat, held[seat]) for seat in range(len(held))]
        for seat, points in enumerate(scores):
            self.report.exceptions.update(possible[seat].get(points, []))
        return all(points in possible[seat] for seat, points in enumerate(scores))

    def _compare_end(self, driver: Driver[State]) -> None:
        place = self.cursor.position
        end = self.cursor.take()
        if end["t"] != "end":
            raise Divergence("end", place, end, "the game is over")
        # A new round may have begun already where the record was broken off.
        state = driver.state if driver.over or self.last is None else self.last
        ours = result(self.table, state)
        reasons = {"tableau": "tableau", "chips": "vp-pool", "prestige": "prestige"}
        why = {reasons[reason] for reason in endings(state)}
        recorded_why = set(end["why"])
        if "round-limit" in recorded_why and end["rounds"] == LAST_ROUND:
            recorded_why.remove("round-limit")
            self.report.exceptions[ROUND_LIMIT] += 1
            why = why if recorded_why else set()
        elif not driver.over:
            raise Divergence("end", place, end, "the game goes on")
        pairs = {
            "scores": (end["scores"], list(ours.scores)),
            "winners": (end["winners"], list(ours.winners)),
            "rounds": (end["rounds"], state.round),
            "why": (recorded_why, why),
        }
        if end["scores"] != list(ours.scores) and self._scores_as_recorded(state, end["scores"]):
            del pairs["scores"], pairs["winners"]
        for member, (record, mine) in pairs.items():
            if record != mine:
                raise Divergence(f"end: {member}", place, record, mine)
        left = self.cursor.events[self.cursor.position :]
        if left:
            raise Divergence("after the end", self.cursor.position, left[0], None)
