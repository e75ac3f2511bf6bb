"""A line played by the engine: what was there, what was asked and answered, what happened.

All of it is plain data by titles, so that whoever reads it needs nothing of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, Final

from gamekit.chance import Chance
from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from gamekit.driver import Driver
from rftg_dsl.library import cards_in_use
from rftg_dsl.syntax.ast import Power
from rftg_engine import Options, Side, Table, asks
from rftg_engine.asks import Means, ask_of
from rftg_engine.events import PowerUsed
from rftg_engine.observers.event_log import EventLog
from rftg_engine.positions.layout import Layout
from rftg_engine.race import Race, new_game
from rftg_engine.scoring.scoring import score
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now, total_military
from tests.combinations.compiling import TITLE, Line, compiled
from tests.combinations.situations import Place, Situation, situation_for

_CARDS: Final = ("card", "world", "to", "old", "by")
"""Fields of events that are a card."""


_OF_ALL: Final = (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD, asks.CONSUME_POWER)
"""What other players do as well: they place cards and consume goods, and leave all else."""


@dataclass(slots=True)
class Asked:
    """A decision and its answer, forced ones too.

    kind: of the decision. player: the place in turn order. about: a title or "". powers: it is
    about the line, or offers it. options: what could be answered, as titles or numbers; of a
    payment, how often each way uses the line, its powers and price; the answer has the cards paid
    besides. least, most: of cards to choose. at: how many events there were before.
    """

    player: int
    kind: str
    about: str
    of_line: bool
    options: list[Any]
    answer: list[Any]
    least: int = 1
    most: int = 1
    at: int = 0


@dataclass(slots=True)
class Played:
    """What came of a line. happened: events in order, as their name and fields by title.

    after: what players have then. ends: the game is over. facts: cards by title.
    """

    line: Line
    power: Power
    facts: dict[str, Any]
    before: Situation
    asked: list[Asked] = field(default_factory=list)
    happened: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)
    after: list[Place] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    supply: int = 0
    points: list[int] = field(default_factory=list)
    military: list[int] = field(default_factory=list)
    ends: bool = False


def play(line: Line, seed: str) -> Played:
    """Play a sound line at a table that the seed lays out."""
    return _Table(line, Random(seed)).play()


class _Table:
    def __init__(self, line: Line, rng: Random) -> None:
        self.rng = rng
        self.line = line
        sets = compiled(line).sets
        self.table = Table(sets, cards_in_use(sets))
        self.card = self.table.titles.index(TITLE)
        facts = self.table.cards[self.card]
        (self.index,) = [
            place for place, power in enumerate(facts.powers) if power.text == line.text
        ][-1:]
        self.power = facts.powers[self.index].power
        self.is_world = facts.type == "world"
        self.log = EventLog()

    def play(self) -> Played:
        """Return what came of the line."""
        if self.power.phase == "setup":
            return self._set_up()
        situation = situation_for(self.power, self.is_world, self.rng)
        options = Options(len(situation.places), takeovers=True)
        race = Race(self.table, options, Chance("1"), [self.log])
        state = self._laid_out(race, situation)
        played = self._begun(situation)
        self.seats = state.order
        if situation.step:
            driver = Driver(race, state, ask_forced=True, until=situation.step)
            self._answer_all(driver, played, situation.owner)
            state = driver.state
        self._finish(played, state)
        return played

    def _begun(self, situation: Situation) -> Played:
        facts = {card.title: card for card in self.table.cards}
        return Played(self.line, self.power, facts, situation)

    def _laid_out(self, race: Race, situation: Situation) -> State:
        sides = [
            Side(
                ", ".join(place.tableau),
                ", ".join(place.hand),
                goods=", ".join(place.goods),
                vp=place.vp,
                prestige=place.prestige,
                actions=(place.action,) if place.action else (),
            )
            for place in situation.places
        ]
        layout = Layout(race)
        state = layout.lay_out(sides, supply=", ".join(situation.supply), first=situation.first)
        for seat, place in zip(state.order, situation.places, strict=True):
            state.players[seat].tokens = dict(place.tokens)
        state.pool = 60
        state.todo = [situation.step] if situation.step else []
        state.round = 1
        return state

    def _set_up(self) -> Played:
        """Return what came of a start world's line, in a game from its beginning."""
        players = self.rng.choice((2, 3))
        owner = self.rng.randrange(players)
        opening = tuple((TITLE,) if seat == owner else () for seat in range(players))
        situation = Situation([Place() for _ in opening], owner, 0, "setup", "setup", [])
        played = self._begun(situation)
        game = new_game(
            self.table,
            Options(players, opening=opening),
            str(self.rng.random()),
            observers=[self.log],
        )
        self.seats = list(range(players))
        self._answer_all(game, played, owner, "setup")
        self._finish(played, game.state)
        return played

    # --- answering

    def _answer_all(
        self, driver: Driver[State], played: Played, owner: int, step: str = ""
    ) -> None:
        while not driver.over and (not step or driver.step == step):
            for decision in driver.pending:
                player = self.seats.index(decision.player)
                is_mine = player == owner or decision.kind in _OF_ALL
                answer = self._chosen(decision) if is_mine else _idle(decision)
                played.asked.append(self._told(decision, player, answer))
                driver.answer(decision.player, answer)

    def _chosen(self, decision: Decision) -> Answer:
        """Return what the owner answers: the line is used wherever it can be, most of the time."""
        if isinstance(decision, Payment):
            return self._paid(decision)
        if isinstance(decision, Subset):
            return self._some(decision)
        assert isinstance(decision, Choice)
        options = decision.options
        mine = [one for one in options if one and self._is_line(decision, one)]
        if mine:
            return self._mostly(mine, options)
        # Now and then a good is consumed, which lines look at.
        consumes = decision.kind == asks.CONSUME_POWER and self.rng.random() < 0.5
        if ask_of(decision.kind).answer[0] is Means.POWER and () in options and not consumes:
            return ()
        if decision.kind == asks.USE_POWER:
            return (1,) if self._is_about(decision) and self.rng.random() < 0.9 else ()
        placed: list[Answer] = [one for one in options if one == (self.card,)]
        return self._mostly(placed or [one for one in options if one] or list(options), options)

    def _mostly(self, some: list[Answer], options: tuple[Answer, ...]) -> Answer:
        chosen = self.rng.choice(some)
        return () if () in options and self.rng.random() < 0.08 else chosen

    def _paid(self, decision: Payment) -> Answer:
        uses = [self._uses(way.powers) for way in decision.ways]
        with_line = [number for number, count in enumerate(uses) if count]
        number = self.rng.randrange(len(uses))
        if with_line and self.rng.random() < 0.85:
            number = self.rng.choice(with_line)
        way = decision.ways[number]
        count = self.rng.randint(way.price, min(way.most, len(decision.cards)))
        return (number, *self.rng.sample(decision.cards, count))

    def _some(self, decision: Subset) -> Answer:
        """Return some of the cards: as many as may be, or fewer."""
        if decision.refusal(()) is None and (
            self.rng.random() < 0.1 or (not self._is_about(decision) and decision.about >= 0)
        ):
            return ()
        for _nth in range(12):
            answer = decision.sample(self.rng)
            if answer and (len(answer) == decision.most or self.rng.random() < 0.3):
                return answer
        return decision.sample(self.rng)

    # --- telling

    def _is_mine(self, number: int) -> bool:
        if not 0 <= number < len(self.table.power_list):
            return False
        power = self.table.power_list[number]
        return power.card == self.card and power.line == self.index

    def _is_about(self, decision: Decision) -> bool:
        meaning = ask_of(decision.kind).about
        return meaning is Means.POWER and self._is_mine(decision.about)

    def _is_line(self, decision: Decision, answer: Answer) -> bool:
        return ask_of(decision.kind).answer[0] is Means.POWER and self._is_mine(answer[0])

    def _uses(self, powers: tuple[int, ...]) -> int:
        return sum(map(self._is_mine, powers))

    def _told(self, decision: Decision, player: int, answer: Answer) -> Asked:
        told = Asked(player, decision.kind, self._about(decision), self._is_about(decision), [], [])
        told.at = len(self.log.events)
        if isinstance(decision, Payment):
            told.options = [
                [self._uses(way.powers), len(way.powers), way.price] for way in decision.ways
            ]
            paid = [self.table.titles[card] for card in answer[1:]]
            told.answer = [*told.options[answer[0]], paid]
        elif isinstance(decision, Subset):
            told.options = [self.table.titles[card] for card in decision.cards]
            told.answer = [self.table.titles[card] for card in answer]
            told.least, told.most = decision.least, decision.most
        else:
            assert isinstance(decision, Choice)
            told.options = [self._words(decision, option) for option in decision.options]
            told.answer = self._words(decision, answer)
        return told

    def _about(self, decision: Decision) -> str:
        meaning = ask_of(decision.kind).about
        if decision.about < 0 or meaning is Means.NOTHING:
            return ""
        if meaning is Means.POWER:
            return self.table.titles[self.table.power_list[decision.about].card]
        return self.table.titles[decision.about]

    def _words(self, decision: Decision, answer: Answer) -> list[Any]:
        """Return an answer by titles; "line" stands for the power of the line."""
        meanings = ask_of(decision.kind).answer
        words: list[Any] = []
        for place, number in enumerate(answer):
            meaning = meanings[min(place, len(meanings) - 1)]
            if meaning is Means.POWER:
                other = self._about_power(number)
                words.append("line" if self._is_mine(number) else other)
            elif meaning in (Means.NUMBER, Means.YES, Means.KIND, Means.ACTION, Means.CATEGORY):
                words.append(number)
            else:
                words.append(self.table.titles[number])
        return words

    def _about_power(self, number: int) -> str:
        known = 0 <= number < len(self.table.power_list)
        return self.table.titles[self.table.power_list[number].card] if known else ""

    def _finish(self, played: Played, state: State) -> None:
        titles = self.table.titles
        for seat in self.seats:
            player = state.players[seat]
            played.after.append(
                Place(
                    [titles[card] for card in player.tableau],
                    [titles[card] for card in player.hand],
                    sorted(titles[world] for world in player.goods),
                    player.vp,
                    player.prestige,
                    tokens=dict(player.tokens),
                )
            )
            played.points.append(score(self.table, state, seat))
            powers = powers_now(self.table, state.players, seat)
            played.military.append(total_military(self.table, state.players, seat, powers))
        owner = state.players[self.seats[played.before.owner]]
        played.saved = [titles[card] for cards in owner.saved.values() for card in cards]
        played.supply = len(state.deck)
        for event in self.log.events:
            name = type(event).__name__
            played.ends |= name == "GameEnded"
            told = {one.name: self._plain(one.name, event) for one in fields(event)}
            if isinstance(event, PowerUsed) and event.power >= 0:
                number = self.table.power_list[event.power]
                told["line"] = self.table.cards[number.card].powers[number.line].power
            who = self.seats.index(event.seat) if event.seat in self.seats else -1
            played.happened.append((name, who, told))

    def _plain(self, name: str, event: Any) -> Any:
        value = getattr(event, name)
        if name in _CARDS and isinstance(value, int) and value >= 0:
            return self.table.titles[value]
        if name in ("own", "turned"):
            return [self.table.titles[card] for card in value]
        return value


def _idle(decision: Decision) -> Answer:
    """Return what all others answer: nothing, or what is listed first."""
    return () if decision.refusal(()) is None else decision.first()
