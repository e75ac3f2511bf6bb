"""Positions laid out by titles, anywhere in a round, and answers in words.

The kind of a decision (asks.py) determines what the numbers of an answer mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Final, Self, assert_never

from gamekit.chance import Chance, Shuffles
from gamekit.decisions import (
    Answer,
    Choice,
    Decision,
    IllegalAnswer,
    Payment,
    PaymentOption,
    Subset,
)
from gamekit.driver import Driver
from gamekit.events import Event, Observer
from rftg_dsl.syntax.ast import KINDS
from rftg_engine import actions, steps
from rftg_engine.asks import Means, ask_of
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot.state import robot_in
from rftg_engine.options import Options
from rftg_engine.phases.scoring import result, score
from rftg_engine.phases.setup import check_options
from rftg_engine.positions.layout import (
    NOTHING,
    PositionBuilder,
    PositionError,
    RobotSide,
    Side,
    Wanted,
    Written,
    cards_of,
)
from rftg_engine.race import STEPS, Race
from rftg_engine.rules import Rules
from rftg_engine.state import Player, State
from rftg_engine.turns.observers import EventLog

PRESTIGE_CARD: Final = "prestige card"
"""Stands for a power that no card of the table has, but the prestige/search card."""


def describe_answer(table: Table, decision: Decision, answer: Answer) -> tuple[str, ...]:
    """Return an answer in words; () is "none". Of a payment: the cards whose powers help."""
    if isinstance(decision, Payment):
        return tuple(helpers(table, decision.options[answer[0]]))
    meanings = ask_of(decision.kind).answer
    last = len(meanings) - 1
    return tuple(
        _word(table, meanings[min(place, last)], number) for place, number in enumerate(answer)
    )


def helpers(table: Table, option: PaymentOption) -> list[str]:
    """Return the titles of the cards whose powers a way to pay uses, sorted."""
    return sorted(_word(table, Means.POWER, number) for number in option.powers)


def find_answer(table: Table, decision: Decision, words: tuple[str, ...]) -> Answer:
    """Return the answer that is meant; where copies of a card differ, the first one.

    Raise IllegalAnswer where there is none such.
    """
    if isinstance(decision, Subset):
        return _some(table, decision, words)
    if isinstance(decision, Choice):
        for option in decision.options:
            if _same(decision, describe_answer(table, decision, option), words):
                return option
    raise _refused(table, decision, words)


def legal_answers(table: Table, decision: Decision) -> list[str]:
    """Return what can be answered, sorted: an option each, or a card each of which some are taken.

    "none" is not among them. Of a payment: the helpers of each way to pay.
    """
    if isinstance(decision, Subset):
        answers: list[Answer] = [(card,) for card in decision.cards]
    elif isinstance(decision, Payment):
        answers = [(index,) for index in range(len(decision.options))]
    else:
        assert isinstance(decision, Choice)
        answers = [option for option in decision.options if option]
    return sorted(", ".join(describe_answer(table, decision, answer)) for answer in answers)


def _same(decision: Decision, option: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Return whether an option is meant; actions are named in any order."""
    if Means.ACTION in ask_of(decision.kind).answer:
        return sorted(option) == sorted(words)
    return option == words


def _some(table: Table, decision: Subset, words: tuple[str, ...]) -> Answer:
    left, found = list(decision.cards), []
    for wanted in words:
        card = next(
            (one for one in left if describe_answer(table, decision, (one,)) == (wanted,)), None
        )
        if card is None:
            raise _refused(table, decision, words)
        left.remove(card)
        found.append(card)
    return tuple(found)


def _refused(table: Table, decision: Decision, words: tuple[str, ...]) -> IllegalAnswer:
    said = ", ".join(words) or "none"
    known = "; ".join(legal_answers(table, decision))
    return IllegalAnswer(f"{decision.kind}: {said!r} is no answer; there are: {known}")


def _word(table: Table, meaning: Means, number: int) -> str:
    match meaning:
        case Means.CARD | Means.HIDDEN_CARD | Means.OPEN_CARD | Means.WORLD:
            return table.titles[number]
        case Means.POWER:
            return table.titles[table.power_list[number].card] if number >= 0 else PRESTIGE_CARD
        case Means.ACTION:
            return actions.name_of(number)
        case Means.CATEGORY:
            return table.search[number].title
        case Means.KIND:
            return KINDS[number - 1]
        case Means.YES:
            return "yes" if number else "no"
        case Means.NUMBER | Means.NOTHING:
            return str(number)
        case _:
            assert_never(meaning)


_DEFAULT_CHANCE: Final = Chance("1")


class Position:
    """A game that is laid out and not dealt, from where it stands in a round.

    Players are numbered by their place in turn order, from 0; at which seat the first one sits is
    another thing. Decisions with one legal answer are not asked, as in every game.
    table, driver, log: the cards in use, the game being played, all that happens in it.
    """

    def __init__(
        self,
        table: Table,
        *sides: Side,
        robot: RobotSide | None = None,
        options: Options | None = None,
        supply: Written = NOTHING,
        rest: str = "supply",
        pool: int | None = None,
        goals: Written = NOTHING,
        step: str = "",
        until: str = "",
        first: int = 0,
        chance: Shuffles = _DEFAULT_CHANCE,
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        """Lay out a position. Raise PositionError where it cannot be, and ValueError for options
        that the sets in use cannot serve.

        sides: the players in turn order. robot: the second player is the solitaire robot.
        supply: the next cards, the top one first. rest: where the cards are that nobody has:
        "supply" (below the next ones), "discards", or "box" (out of the game). pool: points of
        chips left, as many as are set out without it. goals: the tiles in play. step: the next
        step; without it the first phase that somebody's actions select, or "choose" where there
        are none. until: the step after which the game stops. first: the seat of the first player.
        observers: further observers, besides the log.
        """
        self.table = table
        options = _options(sides, robot, options or Options(len(sides)))
        if goals not in (NOTHING, ""):
            options = replace(options, goals=True)
        check_options(table, options)
        race = Race(table, options, chance)
        layout = PositionBuilder(race)
        state = layout.lay_out(sides, robot, supply, rest, goals, first)
        state.pool = state.pool if pool is None else pool
        state.todo = _steps(race, state, step)
        _check_step(race, until)
        state.round = 0 if steps.CHOOSE in state.todo else 1
        played = robot_in(state)
        self._seats = [*state.order, *([played.seat] if played else [])]
        self.log = EventLog()
        self.driver = Driver(race.with_observers([self.log, *observers]), state, until=until)

    def fork(self, observers: Sequence[Observer[State]] = ()) -> Self:
        """Return an independent position like this one. Its log begins with the present step;
        what observers of this one have counted is not taken along.
        """
        twin = copy(self)
        twin.log = EventLog()
        twin.driver = self.driver.fork([twin.log, *observers])
        return twin

    # --- answering

    def answer(self, player: int, answer: Answer) -> None:
        """Answer what a player is asked, by numbers. Raise IllegalAnswer, as all that answers."""
        self.driver.answer(self._seat(player), answer)

    def pick(self, player: int, *words: str) -> None:
        """Answer by titles, of cards, worlds, or cards whose powers are meant; nothing is "none".

        Where something else is asked for: names of actions, categories and kinds, "yes" or "no",
        or a number as a text.
        """
        self.answer(player, find_answer(self.table, self.decision(player), words))

    def pay(self, player: int, using: Written = NOTHING, cards: Written | None = None) -> None:
        """Answer how to pay: with the powers of exactly the cards `using`, and with these cards.

        Without `cards` the price is paid. The cards of which any will do are the last ones.
        """
        decision = self.payment(player)
        wanted = sorted(self._read(using).titles)
        for index, option in enumerate(decision.options):
            if helpers(self.table, option) == wanted:
                paid = self._paid(decision, option.min_cards, cards)
                self.answer(player, (index, *paid))
                return
        raise IllegalAnswer(
            f"{decision.kind}: no way uses {wanted}: {self.payment_options(player)}"
        )

    def choose(self, *chosen: str | tuple[str, ...]) -> None:
        """Choose the actions of all players, in turn order.

        Those who are not given choose as the last one given.
        """
        if not chosen:
            raise IllegalAnswer("name an action, for all or for each player")
        for player in range(len(self.state.order)):
            mine = chosen[min(player, len(chosen) - 1)]
            self.pick(player, *((mine,) if isinstance(mine, str) else mine))

    def skip(self, player: int) -> None:
        """Answer "none"."""
        self.answer(player, ())

    def finish_step(self, step: str = "") -> None:
        """Answer all that is left of the step with "none", or else with what is listed first.

        step: the only one to finish; in another one nothing is answered.
        """
        step = step or self.step
        while self.step == step and self.driver.pending:
            for decision in self.driver.pending:
                none_will_do = decision.refusal(()) is None
                self.driver.answer(decision.player, () if none_will_do else decision.first())

    def finish_round(self) -> None:
        """Finish the steps of the round one by one, until actions are to be chosen."""
        while self.step not in (steps.CHOOSE, ""):
            self.finish_step()

    # --- what is asked

    @property
    def over(self) -> bool:
        """Whether the game is over, or the last step wanted is done."""
        return self.driver.over

    @property
    def step(self) -> str:
        """The step in progress, "" when there is none."""
        return self.driver.step

    def players_to_answer(self) -> list[int]:
        """Return the players who are asked something."""
        return [self._seats.index(decision.player) for decision in self.driver.pending]

    def asked(self, player: int) -> str:
        """Return the kind of what a player is asked, "" for nothing."""
        return self.decision(player).kind if player in self.players_to_answer() else ""

    def decision(self, player: int) -> Decision:
        """Return what a player is asked. Raise IllegalAnswer where that is nothing."""
        for decision in self.driver.pending:
            if decision.player == self._seat(player):
                return decision
        raise IllegalAnswer(f"player {player} is asked nothing; step: {self.step or 'none'}")

    def payment(self, player: int = 0) -> Payment:
        """Return what a player is asked, which must be to pay. Raise IllegalAnswer otherwise."""
        decision = self.decision(player)
        if not isinstance(decision, Payment):
            raise IllegalAnswer(f"player {player} is to answer {decision.kind!r}, and not to pay")
        return decision

    def legal_answers(self, player: int) -> list[str]:
        """Return what a player can answer besides "none", sorted: titles or names (see `pick`)."""
        return legal_answers(self.table, self.decision(player))

    def can_skip(self, player: int) -> bool:
        """Return whether "none" is an answer."""
        return self.decision(player).refusal(()) is None

    def payment_options(self, player: int) -> list[tuple[str, int]]:
        """Return the ways to pay: the cards whose powers are used, and the least cards of hand."""
        options = self.payment(player).options
        return [(", ".join(helpers(self.table, option)), option.min_cards) for option in options]

    # --- what there is

    @property
    def state(self) -> State:
        """The state as it is now."""
        return self.driver.state

    @property
    def events(self) -> list[Event]:
        """All that has happened so far."""
        return self.log.events

    def player(self, player: int) -> Player:
        """Return all that a player has."""
        return self.state.players[self._seat(player)]

    def hand(self, player: int) -> list[str]:
        """Return the titles in hand, sorted."""
        return sorted(self.titles(self.player(player).hand))

    def tableau(self, player: int) -> list[str]:
        """Return the titles in the tableau, as they came."""
        return self.titles(self.player(player).tableau)

    def goods(self, player: int) -> list[str]:
        """Return the titles of worlds with a good, sorted."""
        return sorted(self.titles(self.player(player).goods))

    def saved(self, player: int) -> list[str]:
        """Return the titles of saved cards, sorted."""
        under = self.player(player).saved.values()
        return sorted(self.titles(card for cards in under for card in cards))

    def goals(self, player: int) -> list[str]:
        """Return the titles of the goals that a player has claimed, sorted."""
        return sorted(self.table.goals[number].title for number in self.player(player).goals)

    def discards(self) -> list[str]:
        """Return the titles in the discard pile, sorted."""
        return sorted(self.titles(self.state.discard))

    def points(self, player: int) -> int:
        """Return the score of a player if the game ended now."""
        return score(self.table, self.state, self._seat(player))

    def winners(self) -> list[int]:
        """Return who would win if the game ended now."""
        return sorted(self._seats.index(seat) for seat in result(self.table, self.state).winners)

    def titles(self, cards: Iterable[int]) -> list[str]:
        """Return the titles of cards given by number."""
        return [self.table.titles[card] for card in cards]

    # --- helpers

    def _seat(self, player: int) -> int:
        if not 0 <= player < len(self._seats):
            raise PositionError(
                f"there is no player {player}: they are 0 to {len(self._seats) - 1}"
            )
        return self._seats[player]

    def _paid(self, decision: Payment, price: int, cards: Written | None) -> Answer:
        wanted = self._read(f"{price} cards" if cards is None else cards)
        left, found = list(decision.cards), []
        for title in wanted.titles:
            card = next((card for card in left if self.table.titles[card] == title), None)
            if card is None:
                raise IllegalAnswer(
                    f"{decision.kind}: {title!r} is not among the cards to pay with"
                )
            left.remove(card)
            found.append(card)
        return (*found, *left[::-1][: wanted.count])

    def _read(self, written: Written) -> Wanted:
        return cards_of(written, self.table.titles)


def _options(sides: Sequence[Side], robot: RobotSide | None, options: Options) -> Options:
    """Return the options, which must be of as many players. The robot brings its own."""
    if robot:
        if len(sides) != 1:
            raise PositionError(f"one player plays against the robot, not {len(sides)}")
        return Options(2, experienced=True, robot=robot.level)
    if options.players != len(sides):
        raise PositionError(f"{len(sides)} sides are laid out of a game of {options.players}")
    return options


def _check_step(rules: Rules, until: str) -> None:
    """Raise PositionError for a step that no round has."""
    known = [*STEPS, *(step for module in rules.modules for step in module.steps())]
    if until and until not in known:
        raise PositionError(f"no step is called {until!r}; there are: {', '.join(known)}")


def _steps(rules: Rules, state: State, step: str) -> list[str]:
    """Return the steps to come of a round, from this one on."""
    chosen = {
        actions.PHASE_OF[actions.plain(action)]
        for player in state.players
        for action in player.actions
    }
    if step == steps.ROUND_END:
        return [step]
    if not chosen:
        coming = [steps.ROUND_START, steps.CHOOSE]
        step = step or steps.CHOOSE
    else:
        coming = [step for module in rules.modules for step in module.before_phases(rules, state)]
        for phase in actions.PHASES_IN_ORDER:
            if phase in chosen:
                for module in rules.modules:
                    coming += module.before_phase(rules, state, phase)
                coming.append(phase)
        coming.append(steps.ROUND_END)
        step = step or coming[0]
    if step not in coming:
        why = "with these actions" if chosen else "while nobody has chosen actions"
        raise PositionError(f"{step!r} is no step to come {why}; there are: {', '.join(coming)}")
    return coming[coming.index(step) :]
