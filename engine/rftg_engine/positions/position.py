"""Positions: games laid out by titles at any point of a round, with answers as text.

The kind of a decision (asks.py) determines the meaning of the numbers in an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, assert_never

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
from gamekit.positions import LaidOutGame, PositionError
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.situations import PRESTIGE_CARD
from rftg_engine import actions, steps
from rftg_engine.asks import Meaning, ask_of
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot_state import robot_in
from rftg_engine.options import Options
from rftg_engine.phases.scoring import result, score
from rftg_engine.phases.setup import check_options
from rftg_engine.positions.layout import (
    NOTHING,
    CardRequest,
    CardSpec,
    PositionBuilder,
    RobotSide,
    Side,
    parse_cards,
)
from rftg_engine.race import STEPS, Race
from rftg_engine.rules import Rules
from rftg_engine.state import Player, State
from rftg_engine.turns.observers import EventLog


def describe_answer(table: Table, decision: Decision, answer: Answer) -> tuple[str, ...]:
    """Return an answer as text; () is "none". A payment is described by the powers used."""
    if isinstance(decision, Payment):
        return tuple(powers_used(table, decision.options[answer[0]]))
    meanings = ask_of(decision.kind).answer
    last = len(meanings) - 1
    return tuple(
        _word(table, meanings[min(index, last)], value) for index, value in enumerate(answer)
    )


def powers_used(table: Table, option: PaymentOption) -> list[str]:
    """Return the titles of the cards whose powers a payment option uses, sorted."""
    return sorted(_word(table, Meaning.POWER, power) for power in option.powers)


def find_answer(table: Table, decision: Decision, words: tuple[str, ...]) -> Answer:
    """Return the answer that matches a text; if copies of a card differ, the first one.

    Raise IllegalAnswer if no answer matches.
    """
    if isinstance(decision, Subset):
        return _find_cards(table, decision, words)
    if isinstance(decision, Choice):
        for option in decision.options:
            if _matches(decision, describe_answer(table, decision, option), words):
                return option
    raise _illegal_answer(table, decision, words)


def legal_answers(table: Table, decision: Decision) -> list[str]:
    """Return the legal answers, sorted. Subsets list single cards, payments the powers used.

    "none" is not included.
    """
    if isinstance(decision, Subset):
        answers: list[Answer] = [(card,) for card in decision.cards]
    elif isinstance(decision, Payment):
        answers = [(index,) for index in range(len(decision.options))]
    else:
        assert isinstance(decision, Choice)
        answers = [option for option in decision.options if option]
    return sorted(", ".join(describe_answer(table, decision, answer)) for answer in answers)


def _matches(decision: Decision, option: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Return whether an option matches a text; actions can be in any order."""
    if Meaning.ACTION in ask_of(decision.kind).answer:
        return sorted(option) == sorted(words)
    return option == words


def _find_cards(table: Table, decision: Subset, words: tuple[str, ...]) -> Answer:
    remaining, cards = list(decision.cards), []
    for title in words:
        card = next(
            (
                candidate
                for candidate in remaining
                if describe_answer(table, decision, (candidate,)) == (title,)
            ),
            None,
        )
        if card is None:
            raise _illegal_answer(table, decision, words)
        remaining.remove(card)
        cards.append(card)
    return tuple(cards)


def _illegal_answer(table: Table, decision: Decision, words: tuple[str, ...]) -> IllegalAnswer:
    text = ", ".join(words) or "none"
    legal = "; ".join(legal_answers(table, decision))
    return IllegalAnswer(f"{decision.kind}: {text!r} is not legal; legal answers: {legal}")


def _word(table: Table, meaning: Meaning, value: int) -> str:
    match meaning:
        case Meaning.CARD | Meaning.HIDDEN_CARD | Meaning.OPEN_CARD | Meaning.WORLD:
            return table.titles[value]
        case Meaning.POWER:
            return table.titles[table.power_list[value].card] if value >= 0 else PRESTIGE_CARD
        case Meaning.ACTION:
            return actions.name_of(value)
        case Meaning.CATEGORY:
            return table.search[value].title
        case Meaning.KIND:
            return KINDS[value - 1]
        case Meaning.YES:
            return "yes" if value else "no"
        case Meaning.NUMBER | Meaning.NOTHING:
            return str(value)
        case _:
            assert_never(meaning)


_DEFAULT_CHANCE: Final = Chance("1")


class Position(LaidOutGame[State, Player]):
    """A game that is laid out instead of dealt.

    Players are numbered by turn order, from 0, independent of their seats.
    """

    def __init__(
        self,
        table: Table,
        *sides: Side,
        robot: RobotSide | None = None,
        options: Options | None = None,
        supply: CardSpec = NOTHING,
        rest: str = "supply",
        pool: int | None = None,
        goals: CardSpec = NOTHING,
        step: str = "",
        until: str = "",
        first: int = 0,
        chance: Shuffles = _DEFAULT_CHANCE,
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        """Lay out a position.

        sides: sides in turn order.
        robot: side of a solitaire robot as second player.
        supply: next cards, top card first.
        rest: place of all remaining cards: "supply" (below the next cards), "discards" or "box"
            (out of the game).
        pool: points of remaining chips, by default the full pool.
        goals: goals in play.
        step: next step, by default the first phase selected by an action, or "choose".
        until: step after which the game stops.
        first: seat of the first player.
        observers: observers in addition to the log.

        Raise PositionError if the position is impossible, and ValueError if the sets in use do not
        allow the options.
        """
        self.table = table
        options = _options(sides, robot, options or Options(len(sides)))
        if goals not in (NOTHING, ""):
            options = replace(options, goals=True)
        check_options(table, options)
        race = Race(table, options, chance)
        builder = PositionBuilder(race)
        state = builder.lay_out(sides, robot, supply, rest, goals, first)
        state.pool = state.pool if pool is None else pool
        state.pending_steps = _steps(race, state, step)
        _check_step(race, until)
        state.round = 0 if steps.CHOOSE in state.pending_steps else 1
        robot_part = robot_in(state)
        self._seats = [*state.order, *([robot_part.seat] if robot_part else [])]
        self.log = EventLog()
        self.driver = Driver(race.with_observers([self.log, *observers]), state, until=until)

    # --- answering

    def pick(self, player: int, *words: str) -> None:
        """Answer by titles of cards or worlds, or of cards with powers; nothing means "none".

        Other decisions are answered by names of actions, categories or kinds, "yes", "no" or a
        number.
        """
        self.answer(player, find_answer(self.table, self.decision(player), words))

    def pay(self, player: int, using: CardSpec = NOTHING, cards: CardSpec | None = None) -> None:
        """Pay with the powers of exactly the cards `using`, and with these cards.

        By default, the minimum number of cards is paid. Unnamed cards are the last cards in hand.
        """
        decision = self.payment(player)
        titles = sorted(self._read(using).titles)
        for index, option in enumerate(decision.options):
            if powers_used(self.table, option) == titles:
                discarded = self._paid(decision, option.min_cards, cards)
                self.answer(player, (index, *discarded))
                return
        raise IllegalAnswer(
            f"{decision.kind}: no payment option uses {titles}: {self.payment_options(player)}"
        )

    def choose(self, *actions_by_player: str | tuple[str, ...]) -> None:
        """Choose the actions of all players, in turn order.

        The last argument applies to all remaining players.
        """
        if not actions_by_player:
            raise IllegalAnswer("name an action, for all players or for each player")
        for player in range(len(self.state.order)):
            own_actions = actions_by_player[min(player, len(actions_by_player) - 1)]
            self.pick(player, *((own_actions,) if isinstance(own_actions, str) else own_actions))

    def skip(self, player: int) -> None:
        """Answer "none"."""
        self.answer(player, ())

    def finish_round(self) -> None:
        """Finish the steps of the round until actions are chosen."""
        while self.step not in (steps.CHOOSE, ""):
            self.finish_step()

    # --- decisions

    def payment(self, player: int = 0) -> Payment:
        """Return the decision of a player if it is a payment. Otherwise raise IllegalAnswer."""
        decision = self.decision(player)
        if not isinstance(decision, Payment):
            raise IllegalAnswer(f"player {player} must answer {decision.kind!r}, not pay")
        return decision

    def legal_answers(self, player: int) -> list[str]:
        """Return the legal answers of a player as text, sorted, without "none" (see `pick`)."""
        return legal_answers(self.table, self.decision(player))

    def can_skip(self, player: int) -> bool:
        """Return whether "none" is a legal answer."""
        return self.decision(player).refusal(()) is None

    def payment_options(self, player: int) -> list[tuple[str, int]]:
        """Return the payment options: cards whose powers are used, and minimum hand cards."""
        options = self.payment(player).options
        return [
            (", ".join(powers_used(self.table, option)), option.min_cards) for option in options
        ]

    # --- state

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self.log.events

    def hand(self, player: int) -> list[str]:
        """Return the titles of hand cards, sorted."""
        return sorted(self.titles(self.player(player).hand))

    def goods(self, player: int) -> list[str]:
        """Return the titles of worlds with a good, sorted."""
        return sorted(self.titles(self.player(player).goods))

    def saved(self, player: int) -> list[str]:
        """Return the titles of saved cards, sorted."""
        piles = self.player(player).saved.values()
        return sorted(self.titles(card for cards in piles for card in cards))

    def goals(self, player: int) -> list[str]:
        """Return the titles of the goals that a player has claimed, sorted."""
        return sorted(self.table.goals[goal].title for goal in self.player(player).goals)

    def discards(self) -> list[str]:
        """Return the titles in the discard pile, sorted."""
        return sorted(self.titles(self.state.discard))

    def points(self, player: int) -> int:
        """Return the score of a player if the game ended now."""
        return score(self.table, self.state, self._seat(player))

    def winners(self) -> list[int]:
        """Return the players who would win if the game ended now."""
        return sorted(self._seats.index(seat) for seat in result(self.table, self.state).winners)

    # --- helpers

    def _paid(self, decision: Payment, price: int, cards: CardSpec | None) -> Answer:
        request = self._read(f"{price} cards" if cards is None else cards)
        remaining, paid = list(decision.cards), []
        for title in request.titles:
            card = next((card for card in remaining if self.table.titles[card] == title), None)
            if card is None:
                raise IllegalAnswer(
                    f"{decision.kind}: {title!r} is not among the cards to pay with"
                )
            remaining.remove(card)
            paid.append(card)
        return (*paid, *remaining[::-1][: request.count])

    def _read(self, cards: CardSpec) -> CardRequest:
        return parse_cards(cards, self.table.titles)


def _options(sides: Sequence[Side], robot: RobotSide | None, options: Options) -> Options:
    """Return the options after checking the number of players. A robot has its own options."""
    if robot:
        if len(sides) != 1:
            raise PositionError(f"a game against the robot has one side, not {len(sides)}")
        return Options(2, experienced=True, robot=robot.level)
    if options.players != len(sides):
        raise PositionError(f"there are {len(sides)} sides for {options.players} players")
    return options


def _check_step(rules: Rules, until: str) -> None:
    """Raise PositionError for an unknown step."""
    names = [*STEPS, *(step for module in rules.modules for step in module.steps())]
    if until and until not in names:
        raise PositionError(f"there is no step {until!r}; steps are: {', '.join(names)}")


def _steps(rules: Rules, state: State, step: str) -> list[str]:
    """Return the remaining steps of a round, starting with this step."""
    chosen = {
        actions.PHASE_OF[actions.plain(action)]
        for player in state.players
        for action in player.actions
    }
    if step == steps.ROUND_END:
        return [step]
    if not chosen:
        planned = [steps.ROUND_START, steps.CHOOSE]
        step = step or steps.CHOOSE
    else:
        planned = []
        for module in rules.modules:
            planned += module.before_phases(rules, state)
        for phase in actions.PHASES_IN_ORDER:
            if phase in chosen:
                for module in rules.modules:
                    planned += module.before_phase(rules, state, phase)
                planned.append(phase)
        planned.append(steps.ROUND_END)
        step = step or planned[0]
    if step not in planned:
        why = "with these actions" if chosen else "before actions are chosen"
        names = ", ".join(planned)
        raise PositionError(f"{step!r} is not a remaining step {why}; steps are: {names}")
    return planned[planned.index(step) :]
