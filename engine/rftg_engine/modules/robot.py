"""Solitaire robot: its rule module, set-up, dice, phases and points.

Its draw stack is the hand of a player, and its tableau is the tableau of that player. Only the
number of cards and their points matter; the player makes no decisions and has no powers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gamekit.driver import Asking
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.semantics.select import PLAIN_WORDS, keywords_in
from rftg_dsl.sets.robot_model import Robot, Row, Start
from rftg_dsl.syntax.ast import Selector
from rftg_engine import actions, steps
from rftg_engine.cards.robot_mat import (
    CONSUME_BOTH,
    CONSUME_RESPONSE,
    CONSUME_TRADE,
    CONSUME_X2,
    DEVELOP_ACTION,
    DEVELOP_RESPONSE,
    EXPLORE_ACTION,
    EXPLORE_BOTH,
    EXPLORE_RESPONSE,
    PRODUCE_ACTION,
    PRODUCE_RESPONSE,
    SETTLE_ACTION,
    SETTLE_RESPONSE,
    BoundRobot,
    BoundRow,
    BoundStart,
)
from rftg_engine.cards.table import Table
from rftg_engine.events import CardsFlipped, CounterPlaced, DiceRolled, TracksMoved
from rftg_engine.modules.robot_state import FACE_OF, NAME, RobotState, robot_in, spaces
from rftg_engine.options import Options, start_worlds
from rftg_engine.phases.setup import create_supply, deal_hand, place_start_worlds, starting_hands
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import Player, State

PLAYER: Final = 0
SEAT: Final = 1
"""Seat of the robot."""


class RobotModule(RuleModule):
    """A solitaire game against dice and a mat."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a difficulty of the robot is chosen."""
        return options.robot != ""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError with the reason if the options do not allow the requested robot."""
        if not options.robot:
            return
        if table.robot is None:
            raise ValueError("there is no robot in use: the table needs a robot file")
        levels = list(table.robot.levels)
        if options.robot not in levels:
            raise ValueError(f"there is no robot {options.robot!r}; there are: {', '.join(levels)}")
        if options.players != 2 or not options.experienced:
            raise ValueError("a game against the robot is an experienced game for one player")
        for name in options.switched_on():
            if name != REQUIRED_OPTION:
                words = name.replace("_", " ")
                raise ValueError(f"the game against the robot is played without {words}")
        _check_start_worlds(table, options)
        _check_keywords(table)

    def chips(self, rules: Rules, chips: int) -> int:
        """Return the points of chips in the robot file."""
        data = robot_of(rules.table).data
        return data.chips + (data.more_chips if rules.moves.prestige else 0)

    def deal(self, rules: Rules, state: State) -> Asking[None]:
        """Deal a start world each to the player and the robot (arc 1 booklet, Solitaire: Setup)."""
        available = solitaire_start_worlds(rules.table)
        own_world, robot_world = start_worlds(rules.openings, rules.moves.shuffle(state, available))
        unused = [world for world in rules.table.start_worlds if world not in available]
        create_supply(rules, state, [own_world, robot_world, *unused])
        place_start_worlds(rules, state, [own_world])
        begin(rules, state, robot_world)
        deal_hand(rules, state, PLAYER)
        yield from starting_hands(rules, state)

    def actions_chosen(self, rules: Rules, state: State) -> None:
        """Roll the dice. Each roll is a shuffle of the sides, of which the first is up."""
        robot = robot_in(state)
        assert robot is not None
        rolled = []
        for die in robot_of(rules.table).dice:
            sides = rules.moves.shuffle(state, list(range(len(die))))
            rolled.append(die[sides[0]])
        robot.dice = rolled
        rules.moves.notify(state, DiceRolled, SEAT, tuple(rolled))

    def actions_revealed(self, rules: Rules, state: State) -> None:
        """Place the dice on the mat. They select phases as actions do."""
        robot = robot_in(state)
        assert robot is not None
        placed = spaces(robot.dice, robot.face, state.players[PLAYER].actions)
        rules.moves.choose_actions(state, state.players[SEAT], placed)

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Play the robot's part of a phase, after the player's part."""
        robot = robot_in(state)
        if robot is None:
            return  # the set-up has not dealt to the robot yet
        if name == steps.ROUND_END:
            robot.dice = []
        row_index = row_number(name, state.players[SEAT].actions)
        if row_index >= 0:
            turn = RobotTurn(rules, state, robot, robot_of(rules.table))
            turn.do(turn.row(row_index))
            turn.turn_face(name)
            turn.notify_tracks()

    def shuffles_seen(self, rules: Rules, state: State, in_step: int) -> int:
        """Return all shuffles in the step in which the dice are rolled."""
        return state.shuffles + in_step if state.pending_steps[:1] == [steps.CHOOSE] else 0

    def counts_as_cards(self, state: State, seat: int) -> int:
        """Return the number of counters placed by the robot."""
        robot = robot_in(state)
        return robot.placed if robot is not None and robot.seat == seat else 0

    def result_of(self, table: Table, state: State, seat: int) -> tuple[int, int] | None:
        """Return the robot's points and tie-break (arc 1 booklet, Solitaire: Scoring)."""
        robot = robot_in(state)
        if robot is None or robot.seat != seat:
            return None
        return points(table, state, robot), robot.credit + robot.economy


REQUIRED_OPTION: Final = "experienced"
"""Option that solitaire games require."""


def _check_start_worlds(table: Table, options: Options) -> None:
    titles_in_use = [table.titles[world] for world in solitaire_start_worlds(table)]
    if len(titles_in_use) < options.players:
        raise ValueError("the robot needs two start worlds among the sets in use")
    starts = {table.titles[world] for world in table.start_worlds}
    for seat, opening in enumerate(options.opening):
        for title in opening:
            if title in starts and title not in titles_in_use:
                raise ValueError(f"{title!r} stays in the box in games against the robot")
            if seat == SEAT and title not in starts:
                raise ValueError("the opening hand of the robot can only have a start world")


def _check_keywords(table: Table) -> None:
    """Raise ValueError for keywords of the robot that no set in use declares."""
    keywords = {word for card_set in table.sets for word in card_set.keywords}
    robot = robot_of(table).data
    titles = {table.titles[world] for world in solitaire_start_worlds(table)}
    starts = [start for title, start in robot.starts if title in titles]
    for selector in _selectors([robot.any_start, *starts], robot.mat, robot.six):
        for word, _span in keywords_in(selector):
            if word not in keywords:
                raise ValueError(_unknown(word, keywords, robot))


def _unknown(word: str, keywords: set[str], robot: Robot) -> str:
    """Return the message for a keyword that no set declares: its place, and a suggestion."""
    place = robot.place_of(word)
    suggestion = nearest(word, keywords | PLAIN_WORDS)
    return (
        f"{f'robot file, {place}: ' if place else ''}"
        f"the robot looks for the keyword {word!r}, which no set declares"
        f"{f'; the nearest word is {suggestion!r}' if suggestion else ''}"
    )


def _selectors(
    starts: list[Start], mat: tuple[Row, ...], six: tuple[Selector, ...]
) -> Iterator[Selector]:
    yield from six
    for start in starts:
        yield from (*start.never, *start.prestige_for)
    for row in (*mat, *[row for start in starts for _name, row in start.rows]):
        for part in (row, row.otherwise):
            if part is not None:
                yield from (*(part.has or ()), *(part.draw_for or ()), *(part.find or ()))


def robot_of(table: Table) -> BoundRobot:
    """Return the robot of a table that has one."""
    assert table.robot is not None
    return table.robot


def solitaire_start_worlds(table: Table) -> list[int]:
    """Return the start worlds that can be dealt in solitaire games."""
    low, high = robot_of(table).data.unused
    return [world for world in table.start_worlds if not low <= table.start_number(world) <= high]


def begin(rules: Rules, state: State, start_world: int) -> None:
    """Set up the robot (arc 1 booklet, Solitaire: Setup)."""
    bound = robot_of(rules.table)
    start = bound.start(rules.table.titles[start_world])
    level = bound.levels[rules.options.robot]
    robot = RobotState(SEAT, start_world, start.credit, start.economy, level.counters, level.points)
    robot.face = start.face
    robot.leads = bound.leads
    state.parts[NAME] = robot
    player = state.players[SEAT]
    player.start_world = start_world
    rules.moves.place_without_powers(state, player, start_world)
    rules.moves.draw_to_hand(state, player, start.stack)


def points(table: Table, state: State, robot: RobotState) -> int:
    """Return the robot's points if the game ended now (arc 1 booklet, Solitaire: Scoring)."""
    bound, player = robot_of(table), state.players[robot.seat]
    cards = 0
    for card in player.tableau:
        cards += robot.points if bound.six >> card & 1 else table.vp[card]
    prestige = bound.prestige_points * player.prestige
    return cards + robot.placed * robot.points + player.vp + prestige


def row_number(name: str, robot_spaces: list[int]) -> int:
    """Return the row of the mat for a step, or -1 if the robot does nothing in it.

    robot_spaces: spaces with dice. They select the upper rows; the lower rows are for other phases.
    """
    if name == steps.EXPLORE:
        index = (actions.EXPLORE_5 in robot_spaces) + (actions.EXPLORE_1_1 in robot_spaces)
        return (EXPLORE_RESPONSE, EXPLORE_ACTION, EXPLORE_BOTH)[index]
    if name == steps.CONSUME:
        index = (actions.CONSUME_TRADE in robot_spaces) + 2 * (actions.CONSUME_X2 in robot_spaces)
        return (CONSUME_RESPONSE, CONSUME_TRADE, CONSUME_X2, CONSUME_BOTH)[index]
    for step, action, upper, lower in _SINGLE:
        if step == name:
            return upper if action in robot_spaces else lower
    return -1


_SINGLE: Final = (
    (steps.DEVELOP, actions.DEVELOP, DEVELOP_ACTION, DEVELOP_RESPONSE),
    (steps.DEVELOP_2, actions.DEVELOP_2, DEVELOP_ACTION, DEVELOP_RESPONSE),
    (steps.SETTLE, actions.SETTLE, SETTLE_ACTION, SETTLE_RESPONSE),
    (steps.SETTLE_2, actions.SETTLE_2, SETTLE_ACTION, SETTLE_RESPONSE),
    (steps.PRODUCE, actions.PRODUCE, PRODUCE_ACTION, PRODUCE_RESPONSE),
)
"""Phases with one space: step, space, and rows with and without a die."""


class RobotTurn:
    """The robot's part of one phase."""

    def __init__(self, rules: Rules, state: State, robot: RobotState, bound: BoundRobot) -> None:
        self.table = rules.table
        self.moves = rules.moves
        self.state = state
        self.robot = robot
        self.player: Player = state.players[robot.seat]
        self.bound = bound
        self.tracks = (robot.credit, robot.economy)
        self.start: BoundStart = self.bound.start(rules.table.titles[self.player.start_world])

    def row(self, row_number: int) -> BoundRow:
        """Return the row in effect: a tile of the start world, or the row of the mat."""
        is_spent = row_number in self.robot.spent
        return self.bound.mat[row_number] if is_spent else self.start.rows[row_number]

    def do(self, row: BoundRow) -> None:
        """Play a row, as far as the robot's credit allows."""
        robot = self.robot
        if row.once:
            robot.spent.append(row.number)
        if row.counter and robot.left and robot.credit >= row.counter:
            self._place_counter(row.counter)
            return
        if robot.credit < row.needs:
            return
        if row.asks and not row.has & self._mask():
            if row.otherwise is not None:
                self.do(row.otherwise)
            return
        draws = row.draw + (row.draw_for & self._mask()).bit_count()
        self.moves.draw_to_hand(self.state, self.player, draws)
        if not row.finds or self._find(row):
            self._gain(row)

    def _place_counter(self, price: int) -> None:
        """Place a counter instead of the regular Develop (arc 1 booklet, Solitaire)."""
        self.robot.left -= 1
        self.robot.placed += 1
        self.robot.credit -= price
        self.moves.notify(self.state, CounterPlaced, self.robot.seat)

    def _mask(self) -> int:
        bits = 0
        for card in self.player.tableau:
            bits |= 1 << card
        return bits

    def _find(self, row: BoundRow) -> bool:
        """Flip cards until a card can be placed, and place it; return whether a card was placed."""
        flipped: list[int] = []
        match = -1
        while match < 0:
            card = self._flip(row.from_supply)
            if card < 0:
                break
            if self._matches(row, card):
                match = card
            else:
                flipped.append(card)
        # Cards flipped from the supply must not return to it before the search is over.
        self.moves.discard(self.state, self.player, flipped)
        if flipped:
            self.moves.notify(self.state, CardsFlipped, self.robot.seat, tuple(flipped))
        if match < 0:
            return False
        self._place(row, match)
        return True

    def _flip(self, from_supply: bool) -> int:
        if from_supply:
            return self.moves.draw(self.state, self.player)
        return self.player.hand.pop() if self.player.hand else -1

    def _matches(self, row: BoundRow, card: int) -> bool:
        """Return whether a row places a flipped card."""
        if not (row.find & ~self.start.never) >> card & 1:
            return False
        if self.table.vp[card] < row.least_points:
            return False
        return row.for_six < 0 or not self._is_six(card) or self.robot.credit >= row.for_six

    def _is_six(self, card: int) -> bool:
        return self.bound.six >> card & 1 != 0

    def _place(self, row: BoundRow, card: int) -> None:
        price = row.for_six if row.for_six >= 0 and self._is_six(card) else row.spends
        self.robot.credit = max(0, self.robot.credit - price)
        self.moves.place_without_powers(self.state, self.player, card)
        prestige = self.start.prestige_for >> card & 1
        if self.bound.printed_prestige:
            prestige += self.table.cards[card].prestige
        self.moves.gain_prestige(self.state, self.player, prestige)

    def _gain(self, row: BoundRow) -> None:
        """Gain chips by the economy size before it grows (arc 1 booklet, Solitaire)."""
        robot, bound = self.robot, self.bound
        if row.chips:
            self.moves.gain_chips(self.state, self.player, row.chips * robot.economy)
        # Increases beyond the end of a track are lost; a start beyond the end stays.
        robot.credit = max(robot.credit, min(robot.credit + row.credit, bound.most_credit))
        robot.economy = max(robot.economy, min(robot.economy + row.economy, bound.most_economy))
        self.moves.gain_prestige(self.state, self.player, row.prestige)
        if row.discards_start and self.player.start_world in self.player.tableau:
            self.moves.discard_without_powers(self.state, self.player, self.player.start_world)

    def turn_face(self, name: str) -> None:
        """Turn the robot face after actions named by its start world."""
        for space in self.player.actions:
            if actions.PHASE_OF[space] == name:
                face = self.start.after[FACE_OF[space]]
                if face >= 0:
                    self.robot.face = face

    def notify_tracks(self) -> None:
        """Notify observers of the tracks if a track has changed."""
        tracks = (self.robot.credit, self.robot.economy)
        if tracks != self.tracks:
            self.moves.notify(self.state, TracksMoved, self.robot.seat, *tracks)
