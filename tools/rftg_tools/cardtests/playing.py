"""Card tests as they are played: the position, the answers and the mismatches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Decision, Payment
from gamekit.driver import Asking, Driver, Flow
from gamekit.events import Observer
from gamekit.positions import PositionError
from gamekit.work import TEST_LIMIT, Work
from rftg_dsl.diagnostics.model import Diagnostic, Label, Region
from rftg_dsl.diagnostics.text import listed
from rftg_dsl.syntax.situations import CardList, CardTest, PlayerPart
from rftg_engine import asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.events import CardsDrawn
from rftg_engine.options import Options, switches
from rftg_engine.phases import setup
from rftg_engine.positions.layout import PositionBuilder, Side
from rftg_engine.race import Race
from rftg_engine.rules import REGISTERED
from rftg_engine.state import State
from rftg_engine.turns.observers import EventLog
from rftg_tools.cardtests.answer_lines import describe_answer
from rftg_tools.cardtests.expectations import EndedGame, find_mismatch
from rftg_tools.cardtests.explanations import (
    describe_failed_takeovers,
    explain_obstacle,
    explain_unasked,
)
from rftg_tools.cardtests.module_keys import (
    DEFAULT_LEVEL,
    MODULE_KEYS,
    create_chance,
    read_side,
    robot_settings,
)
from rftg_tools.cardtests.scripted_answers import AnswerRefused, ScriptedAnswers

_MAX_LISTED: Final = 6
"""Maximum number of options in a note."""
_SEED: Final = "1"
_ROBOT_RULES: Final = ["experienced"]
"""Two actions, and no optional rules (arc 1 booklet, Solitaire Game Rules)."""


class LaidOutRound(Flow[State]):
    """One round, or a part of it, that starts from a position instead of a deal."""

    def __init__(
        self, table: Table, test: CardTest, observers: Sequence[Observer[State]] = ()
    ) -> None:
        # Nothing is dealt and there may be no start worlds, so the options are not checked.
        self._robot = robot_settings(test)
        level = DEFAULT_LEVEL if self._robot else ""
        rules = _ROBOT_RULES if self._robot else _rules(table, test)
        options = Options(len(test.parts), **switches(rules), robot=level)
        chance = create_chance(table, self._robot, _SEED)
        self._race = Race(table, options, chance, observers)
        self.table = table
        self._test = test
        self.played: dict[str, None] = {}
        """Steps played so far, in order."""
        self.layout = PositionBuilder(self._race)
        """Knows the cards that the test names."""

    def first_state(self) -> State:
        """Return the position that the test lays out. Raises PositionError."""
        test = self._test
        sides = [_side(part) for part in test.parts]
        supply = CardList(test.supply)
        if self._robot:
            robot_side = read_side(self.table, self._robot)
            state = self.layout.lay_out(sides[:1], robot_side, supply)
        else:
            in_order = [*sides[test.first :], *sides[: test.first]]
            state = self.layout.lay_out(in_order, supply=supply, first=test.first)
        for seat, part in enumerate(test.parts):
            for name, value in part.modules:
                MODULE_KEYS[name].set_up(self.layout, state, seat, value)
        state.pending_steps = list(self._first_steps())
        state.pool = setup.CHIPS_A_PLAYER * len(state.players)
        return state

    def _first_steps(self) -> list[str]:
        required = self._test.steps
        if steps.SETUP in required:
            return [steps.SETUP]
        first = [steps.ROUND_START] if steps.ROUND_START in required else []
        if self._has_actions:
            return [*first, steps.CHOOSE]
        return [*first, steps.ROUND_END] if steps.ROUND_END in required else first

    def next_step(self, state: State) -> str:
        """Return the next step that the test plays, each at most once."""
        name = state.pending_steps[0] if state.pending_steps else ""
        is_required = name not in (steps.ROUND_START, steps.ROUND_END) or name in self._test.steps
        if not is_required or name in self.played:
            return ""
        if name == steps.CHOOSE and not self._has_actions:
            return ""
        return name

    def play(self, state: State, name: str) -> Asking[None]:
        """Play a step and record it."""
        self.played[name] = None
        if name == steps.SETUP:
            return self._finish_setup(state)
        if name == steps.CHOOSE:
            return self._choose_actions(state)
        return self._race.play(state, name)

    @property
    def _has_actions(self) -> bool:
        return any(part.actions for part in self._test.parts)

    def _choose_actions(self, state: State) -> Asking[None]:
        """Ask only players whose actions the test names; the others take part in their phases."""
        everyone = state.order
        state.order = [seat for seat in everyone if self._test.parts[seat].actions]
        yield from self._race.play(state, steps.CHOOSE)
        state.order = everyone

    def _finish_setup(self, state: State) -> Asking[None]:
        """Play the set-up after start worlds and hands have been dealt."""
        everyone = state.order
        state.order = [seat for seat in everyone if state.players[seat].tableau]
        yield from setup.starting_hands(self._race, state)
        yield from setup.save_cards(self._race, state)
        state.order = everyone

    def end_step(self, state: State, name: str) -> None:
        """End a step as in a game, but leave goals after set-up as the test lays them out."""
        if name == steps.SETUP:
            state.pending_steps.pop(0)
        else:
            self._race.end_step(state, name)


def _rules(table: Table, test: CardTest) -> list[str]:
    """Return the names of options: two actions per round, and the modules that the test needs."""
    modules = {name for part in test.parts for name, _value in part.modules}
    modules |= {
        name for name, key in MODULE_KEYS.items() if key.always_on and name in table.modules
    }
    optional = [module.name for module in REGISTERED if module.option is not None]
    rules = [name for name in optional if name in modules]
    max_actions = max(len(part.actions) for part in test.parts)
    return ["experienced", *rules] if max_actions > 1 else rules


def _side(part: PlayerPart) -> Side:
    return Side(
        tableau=part.tableau,
        hand=part.hand,
        saved=part.saved,
        goods=CardList(part.goods),
        used=CardList(part.used),
        vp=part.vp,
        prestige_card=True,
    )


def play_test(table: Table, test: CardTest, file: str) -> list[Diagnostic]:
    """Play a test and return its mismatches. Raises TooMuchWork."""
    events = EventLog()
    try:
        flow = LaidOutRound(table, test, [events])
        state = flow.first_state()
    except PositionError as problem:
        # A set can replace a card, so a test can name a title that no card has.
        return [Diagnostic("E605", str(problem), file, test.region)]
    state.work = Work(TEST_LIMIT)
    return CardTestRun(flow, state, test, file, events).mismatches()


class CardTestRun:
    """A test while it is played."""

    def __init__(
        self, flow: LaidOutRound, state: State, test: CardTest, file: str, events: EventLog
    ) -> None:
        self._table, self._test, self._file = flow.table, test, file
        self._flow = flow
        self._parts = test.parts
        self._paid = [0] * len(test.parts)
        self._looked = [0] * len(test.parts)
        self._event_log = events
        self._log: list[str] = []
        """Answers given so far, as lines of `answers`."""
        named = flow.layout.named
        self._answers = [ScriptedAnswers(self._table, part, named) for part in self._parts]
        self._driver: Driver[State] = Driver(flow, state, ask_forced=True, forkable=False)

    def mismatches(self) -> list[Diagnostic]:
        try:
            self._play()
        except AnswerRefused as refused:
            return [self._report_refused(refused)]
        return self._unmatched_answers() or self._unmet_expectations()

    def _play(self) -> None:
        """Play to the end of the test. Raises AnswerRefused and TooMuchWork."""
        while self._driver.pending:
            decision = self._driver.pending[0]
            answer = self._answers[decision.player].answer_to(decision)
            if isinstance(decision, Payment):
                self._paid[decision.player] += len(answer) - 1
            if decision.kind == asks.EXPLORE:
                self._looked[decision.player] += self._last_draw(decision.player)
            line = describe_answer(self._table, decision, answer)
            if line:
                self._log.append(self._prefix(decision.player, line))
            self.record(decision, line)
            self._driver.answer(decision.player, answer)

    def record(self, decision: Decision, line: str) -> None:
        """Record an answered decision. line: the answer as a line of `answers`, or ""."""

    def _last_draw(self, seat: int) -> int:
        """Return the number of cards in a player's last draw."""
        for event in reversed(self._event_log.events):
            if isinstance(event, CardsDrawn) and event.seat == seat:
                return event.count
        return 0

    def _report_refused(self, refused: AnswerRefused) -> Diagnostic:
        """Return the diagnostic for an illegal answer, with the obstacle as a note."""
        line, decision = refused.line, self._driver.pending[0]
        notes: tuple[str, ...] = ()
        if line and line.objects and not line.cannot:
            question = self._event_log.questions.get(decision.player)
            reason = explain_obstacle(self._table, self._driver.state, decision, line, question)
            notes = (reason,) if reason else ()
        region = line.region if line else self._test.region
        return self._diagnostic("E612", region, refused.message, notes, refused.help)

    def _unmatched_answers(self) -> list[Diagnostic]:
        """Report the first answer of each player that matched no decision."""
        diagnostics = []
        for seat, answers in enumerate(self._answers):
            for line in answers.unmatched_lines()[:1]:
                state, played = self._driver.state, self._flow.played
                reason = explain_unasked(self._table, self._test, state, seat, line, played)
                message = f"no decision matched the answer `{line.text}`"
                notes = (reason, *self._declined())
                diagnostics.append(self._diagnostic("E613", line.region, message, notes))
        return diagnostics

    def _declined(self) -> list[str]:
        """Return a note about possible answers that no line gave, [] if there are none."""
        lines = [
            f"`{self._prefix(seat, line)}`"
            for seat, answers in enumerate(self._answers)
            for line in answers.declined
        ]
        if len(lines) > _MAX_LISTED:
            lines[_MAX_LISTED:] = [f"{len(lines) - _MAX_LISTED} more"]
        return [f"options not taken: {listed(lines, 'and')}"] if lines else []

    def ended(self) -> EndedGame:
        """Return the game as it is now."""
        return EndedGame(
            self._table,
            self._driver.state,
            self._paid,
            self._looked,
            self._event_log.events,
            frozenset(self._flow.layout.named),
        )

    def _unmet_expectations(self) -> list[Diagnostic]:
        ended = self.ended()
        takeovers = describe_failed_takeovers(self._table, ended.events)
        diagnostics = []
        for seat, part in enumerate(self._parts):
            for expectation in part.expectations:
                mismatch = find_mismatch(ended, seat, expectation)
                if mismatch:
                    message, note = mismatch
                    message = self._prefix(seat, message)
                    notes = (*([note] if note else []), *takeovers, *self._declined())
                    diagnostics.append(self._diagnostic("E611", expectation.region, message, notes))
        return diagnostics

    def _prefix(self, seat: int, text: str) -> str:
        """Return a text about a player, prefixed with their name except for you."""
        return f"{self._test.called(seat)}: {text}" if seat else text

    def _diagnostic(
        self,
        code: str,
        region: Region,
        message: str,
        notes: tuple[str, ...] = (),
        help: str = "",
    ) -> Diagnostic:
        notes = (*notes, f"decisions: {'; '.join(self._log) or 'none'}")
        labels = () if region == self._test.region else (Label(self._test.region, "in this test"),)
        return Diagnostic(code, message, self._file, region, labels=labels, notes=notes, help=help)
