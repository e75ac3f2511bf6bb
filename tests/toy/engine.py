"""Rules and bots of the mine game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from gamekit import bots as kit
from gamekit.bots import RandomBot
from gamekit.chance import Shuffles
from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking, Driver, Flow
from gamekit.events import Event, Observer
from gamekit.game import Game, Result, rank_players
from gamekit.records import RecordForm, check_seats
from gamekit.work import Work
from rftg_dsl.model import Card, CardSet

DIG: Final = "dig"
LAST_ROUND: Final = 12
ENOUGH: Final = 3
LEVELS: Final = ("greedy", "random")


class Table:
    """The mines in use, by number."""

    def __init__(self, sets: Sequence[CardSet], cards: Sequence[Card]) -> None:
        self.sets = tuple(sets)
        self.cards = [card for card in cards for _copy in range(card.copies)]
        self.titles = [card.title for card in self.cards]
        self.vp = [card.vp or 0 for card in self.cards]

    def gives(self, card: int, phase: str) -> int:
        """Return what a mine gives in a phase."""
        hooks = [hook for line in self.cards[card].powers for hook in line.hooks]
        return sum(hook.amount for hook in hooks if hook.phase == phase)  # type: ignore[union-attr]


@dataclass(frozen=True)
class Options:
    """Options of a game."""

    players: int


@dataclass(frozen=True)
class MineOpened(Event):
    """A player opens a mine."""

    card: int
    round: int


@dataclass(frozen=True)
class MineDrawn(Event):
    """A player draws a card."""

    card: int

    def redacted(self) -> MineDrawn:
        """Hide the card."""
        return MineDrawn(self.seat, -1)


@dataclass
class Player:
    """A player's possessions. tableau: open mines."""

    hand: list[int]
    tableau: list[int]
    credits: int = 4


class State:
    """The state of a game."""

    def __init__(self, players: int) -> None:
        self.players = [Player([], []) for _seat in range(players)]
        self.deck: list[int] = []
        self.round = 0
        self.work = Work()

    def copy(self) -> State:
        """Return an independent copy."""
        twin = State(0)
        twin.players, twin.deck = deepcopy(self.players), self.deck[:]
        twin.round, twin.work = self.round, self.work.copy()
        return twin

    def digest(self) -> str:
        """Return a short text that differs between different states."""
        facts = [self.round, self.deck, [[p.hand, p.tableau, p.credits] for p in self.players]]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


class View:
    """A player's view."""

    def __init__(self, state: State, me: int) -> None:
        self.me = me
        self.hand = tuple(state.players[me].hand)
        self.tableaus = tuple(tuple(player.tableau) for player in state.players)
        self.credits = tuple(player.credits for player in state.players)
        self.work = state.work


class Mines(Flow[State]):
    """The rules at work."""

    def __init__(
        self,
        table: Table,
        options: Options,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        self.table, self.options, self.chance, self.observers = table, options, chance, observers

    def new_state(self) -> State:
        """Return the state before the set-up."""
        return State(self.options.players)

    def with_observers(self, observers: Sequence[Observer[State]]) -> Mines:
        """Return the same rules with these observers."""
        return Mines(self.table, self.options, self.chance, observers)

    def next_step(self, state: State) -> str:
        """Return the next step: the set-up, a round, or the end."""
        if not state.round:
            return "setup"
        return "" if end_reasons(self.table, state) else "round"

    def play(self, state: State, name: str) -> Asking[None]:
        """Play a step."""
        if name == "setup":
            state.round = 1
            state.deck = self.chance.shuffle(list(range(len(self.table.cards))), 0)
            for seat in [seat for seat in range(len(state.players)) for _card in range(2)]:
                self._draw(state, seat)
            return
        answers = yield [self._asked(state, seat) for seat in range(len(state.players))]
        for seat, answer in enumerate(answers):
            self._act(state, seat, answer)
            self._draw(state, seat)
        state.round += 1

    def _asked(self, state: State, seat: int) -> Decision:
        player = state.players[seat]
        can = sorted(card for card in player.hand if self._cost(card) <= player.credits)
        return Choice(seat, "round", -1, ((), *((card,) for card in can)))

    def _act(self, state: State, seat: int, answer: Answer) -> None:
        player = state.players[seat]
        if not answer:
            dig(self.table, player)
            return
        player.hand.remove(answer[0])
        player.tableau.append(answer[0])
        player.credits -= self._cost(answer[0])
        self._tell(MineOpened(seat, answer[0], state.round), state)

    def _draw(self, state: State, seat: int) -> None:
        if state.deck:
            state.players[seat].hand.append(state.deck.pop())
            self._tell(MineDrawn(seat, state.players[seat].hand[-1]), state)

    def _cost(self, card: int) -> int:
        return self.table.cards[card].cost

    def _tell(self, event: Event, state: State) -> None:
        for observer in self.observers:
            observer.see(event, state)


def dig(table: Table, player: Player) -> None:
    """Give a player who digs 1 credit and those of all mines."""
    player.credits += 1 + sum(table.gives(card, "produce") for card in player.tableau)


def check_options(table: Table, options: Options) -> None:
    """Raise ValueError for more players than there are cards for."""
    most = min(4, len(table.cards) // 4)
    if not 2 <= options.players <= most:
        raise ValueError(f"these sets serve 2 to {most} players, not {options.players}")


def end_reasons(_table: Table, state: State) -> list[str]:
    """Return why the game ends."""
    full = any(len(player.tableau) >= ENOUGH for player in state.players)
    return ["mines"] * full + ["rounds"] * (state.round > LAST_ROUND)


def variable_points(table: Table, state: State, seat: int) -> dict[int, int]:
    """Return the points of `score` lines."""
    return {card: table.gives(card, "score") for card in state.players[seat].tableau}


def score(table: Table, state: State, seat: int) -> int:
    """Return the points of a player."""
    printed = sum(table.vp[card] for card in state.players[seat].tableau)
    return printed + sum(variable_points(table, state, seat).values())


def result(table: Table, state: State) -> Result:
    """Return how the game would end now; credits break ties."""
    scores = tuple(score(table, state, seat) for seat in range(len(state.players)))
    return rank_players(scores, tuple(player.credits for player in state.players))


class GreedyBot:
    """A bot that opens the best mine that it can afford."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def choose(self, decision: Decision, _look: Callable[[], View]) -> Answer:
        """Return the mine with the most points, else dig."""
        assert isinstance(decision, Choice)
        return max(decision.options, key=lambda option: [self._table.vp[card] for card in option])


def make_bot(level: str, table: Table, seed: str) -> kit.Bot[View]:
    """Return a bot of a level."""
    if level not in LEVELS:
        raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")
    return RandomBot(seed) if level == "random" else GreedyBot(table)


def play_out(
    game: Driver[State], bots: Sequence[kit.Bot[View]], max_rounds: int, patience: int = 0
) -> int:
    """Play a game to its end."""
    return kit.play_out(game, bots, View, lambda state: state.digest(), max_rounds, patience)


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record."""
    return Options(len(record["players"]))


TOY: Final = Game(
    id="toy",
    levels=LEVELS,
    form=RecordForm(
        "toy-record/1",
        1,
        {
            **dict.fromkeys(("sets", "players", "cards", "answers", "steps"), list),
            "rules": int,
            "seed": str,
            "result": dict,
        },
        {"seats": partial(check_seats, kinds=("human", "bot"))},
    ),
    check_options=check_options,
    flow=Mines,
    view_of=View,
    make_bot=make_bot,
    play_out=play_out,
    result=result,
    end_reasons=end_reasons,
    variable_points=variable_points,
    options_of=options_of,
    options_data=lambda _table, _options: {},
    draws_of=lambda state: min(1, state.round),
)
