"""One step of the log: its events as lines, a line for each deed.

What follows from something is told with it: events of a player join the line that the player's
last deed began. When a power is done, they join the line that was open before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from gamekit.events import Event
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks, events, steps
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.turns.gains import OweCards, ProduceGood, WindfallGood
from rftg_tools.play.narration import actions
from rftg_tools.play.narration.sentences import LogLine, Narrator, sentence
from rftg_tools.play.narration.texts import Text, card, text

Entry = dict[str, Any]

_FREE_GOODS: Final = (ProduceGood, WindfallGood)
"""Gains of which Produce makes one sentence."""


E = TypeVar("E", bound=Event)


class StepLog:
    """One step of a game being told to one viewer."""

    def __init__(self, voice: Narrator, step: str, in_round: int) -> None:
        self.voice, self.step, self.round = voice, step, in_round
        self.lines: list[LogLine | Text] = []
        self.actions: dict[int, tuple[int, ...]] = {}
        self.revealed = 0
        """The line before which all actions have been revealed."""
        self.won: dict[int, LogLine] = {}
        """Takeovers that succeeded, by the world."""
        self.owing: dict[int, LogLine] = {}
        """By seat, the line of the last power that draws first and discards later."""
        self._open: dict[int, LogLine] = {}
        self._before_powers: dict[int, list[LogLine | None]] = {}
        """By seat, a stack of the lines that were open when each unfinished power began."""

    def add_event(self, event: Event) -> None:
        """Take in an event of the step."""
        kind = type(event)
        if kind in _LINE_STARTERS:
            _LINE_STARTERS[kind](self, event)
        elif kind in _LINE_JOINERS:
            _LINE_JOINERS[kind](self, self.line_of(event.seat), event)

    def begin_power(self, seat: int) -> None:
        """Remember the line that is open, to go on with it when the power is done."""
        self._before_powers.setdefault(seat, []).append(self._open.get(seat))

    def end_power(self, seat: int) -> None:
        """Go on with the line that was open before the last power of a player."""
        before = self._before_powers[seat].pop()
        if before is None:
            self._open.pop(seat, None)
        else:
            self._open[seat] = before

    def entries(self) -> list[Entry]:
        """Return the entries of the log."""
        texts: list[tuple[int | None, Text]] = [
            (line.seat, sentence(self.voice, line)) if isinstance(line, LogLine) else (None, line)
            for line in self.lines
        ]
        if self.actions:
            texts.insert(self.revealed, (None, _chosen(self)))
        return [
            {"round": self.round, "step": self.step, "seat": seat, "text": words}
            for seat, words in texts
            if words
        ]

    def begin(self, line: LogLine) -> LogLine:
        """Begin a line, to which what follows belongs."""
        self.lines.append(line)
        self._open[line.seat] = line
        return line

    def line_of(self, seat: int) -> LogLine:
        """Return the line that a player's next event belongs to."""
        return self._open.get(seat) or self.reopen(seat, -1)

    def reopen(self, seat: int, about: int) -> LogLine:
        """Return the line of a player about a card, or (-1) the one without a head.

        It is begun if need be.
        """
        for line in self.lines:
            if not isinstance(line, LogLine) or (line.seat, line.about) != (seat, about):
                continue
            if about >= 0 or line.head is None:
                self._open[seat] = line
                return line
        return self.begin(LogLine(seat, about=about))

    def does(self, event: Event, deed: str, *rest: str | Text) -> Text:
        """Return a deed of the player of an event."""
        return text(self.voice.does(event.seat, deed), *rest)


Begin = Callable[[StepLog, E], None]
"""Tells an event in a line of its own."""
Follow = Callable[[StepLog, LogLine, E], None]
"""Tells an event in the line that it belongs to."""


# --- what begins a line


def _chosen(log: StepLog) -> Text:
    """Return all actions that were revealed, in one entry.

    "Bob chooses Settle; you choose Produce.".
    """
    shown: list[str | Text] = []
    for seat, chosen in log.actions.items():
        who = log.voice.whom(seat) if shown else log.voice.who(seat)
        does = log.voice.does(seat, "choose ")
        shown += ["; " if shown else "", who, " ", does, actions.named_actions(chosen)]
    return text(*shown, ".")


def _actions(log: StepLog, event: events.ActionsChosen) -> None:
    log.actions[event.seat] = event.actions
    log.revealed = len(log.lines)


def _first(log: StepLog, event: events.FirstPlayerSet) -> None:
    who = log.voice.who(event.seat)
    words = text(who, " ", log.does(event, "go first where the order matters."))
    # The order is set when start worlds are chosen, and again when they are placed.
    if words not in log.lines:
        log.lines.append(words)


def _place(log: StepLog, event: events.CardPlaced) -> None:
    # What replaces a world has its line already.
    if log.line_of(event.seat).about != event.card:
        verb = "start with " if log.step == steps.SETUP else "place "
        head = log.does(event, verb, card(event.card))
        log.begin(LogLine(event.seat, head, about=event.card))


def _pay(log: StepLog, event: events.PaymentMade) -> None:
    if event.kind in (asks.PAY_FOR_TAKEOVER, asks.DEFEND):
        _call_up(log, event)
        return
    line = log.reopen(event.seat, event.card)
    line.paid, line.helpers = event.cards, event.helpers
    line.given = counted(line.paid, "card") if line.paid else ""
    line.price = f" for {line.given or 'nothing'}" if line.given or not line.helpers else ""


def _conquer(log: StepLog, event: events.WorldConquered) -> None:
    line = log.reopen(event.seat, event.world)
    line.head = log.does(event, "conquer ", card(event.world))
    line.price = f" with military {event.military} against {event.defense}"
    line.conquest = True


def _call_up(log: StepLog, event: events.PaymentMade) -> None:
    """Begin the line of military for a takeover, or against one."""
    if event.helpers:
        deed = "defend " if event.kind == asks.DEFEND else "call up military against "
        line = LogLine(event.seat, log.does(event, deed, card(event.card)), conquest=True)
        line.paid, line.helpers = event.cards, event.helpers
        line.given = counted(line.paid, "card") if line.paid else ""
        log.begin(line)


def _upgrade(log: StepLog, event: events.WorldReplaced) -> None:
    head = log.does(event, "replace ", card(event.old), " with ", card(event.world))
    head = text(head, " by ", card(event.by))
    log.begin(LogLine(event.seat, head, about=event.world, replaced=event.old))


def _use(log: StepLog, event: events.PowerUsed) -> None:
    log.begin_power(event.seat)
    if event.power == events.ACTION_BONUS:
        head = log.does(event, "use the bonus of prestige")
    else:
        power = log.voice.table.power_list[event.power]
        free = power.price is None and all(isinstance(gain, _FREE_GOODS) for gain in power.gains)
        if log.step == steps.PRODUCE and free:
            log.reopen(event.seat, -1)
            return
        head = log.does(event, "use ", card(event.card))
    line = log.begin(LogLine(event.seat, head, colon=True, always=False))
    if event.power >= 0 and _draws_first(log.voice.table.power_list[event.power]):
        log.owing[event.seat] = line


def _done(log: StepLog, event: events.PowerDone) -> None:
    log.end_power(event.seat)


def _draws_first(power: BoundPower) -> bool:
    """Return whether its owner discards for a power after all powers of the phase have drawn."""
    choices = power.choices if isinstance(power, BoundAction) else ()
    return any(isinstance(gain, OweCards) for gains in (power.gains, *choices) for gain in gains)


def _guess(log: StepLog, event: events.CostGuessed) -> None:
    head = log.does(event, f"name {event.cost}")
    line = log.begin(LogLine(event.seat, head, guessed=event.turned))
    line.add("turn up", len(event.turned), event.turned)


def _ante(log: StepLog, event: events.CardStaked) -> None:
    stake = card(event.own[0]) if event.own else f"a card of cost {event.cost}"
    head = log.does(event, "stake ", stake)
    line = log.begin(LogLine(event.seat, head, colon=True))
    line.add("turn up", len(event.turned), event.turned)


def _reshuffle(log: StepLog, _event: Event) -> None:
    log.lines.append(text("The discards are shuffled into a new supply."))


def _end(log: StepLog, event: events.GameEnded) -> None:
    log.lines.append(text(f"The game ends: {LOG_ENDINGS[event.reason]}."))


def _score(log: StepLog, event: events.Scored) -> None:
    wins = text(" and ", log.does(event, "win")) if event.won else ""
    log.begin(LogLine(event.seat, log.does(event, f"have {event.points} VP", wins)))


LOG_ENDINGS: Final = {
    "tableau": "a tableau is full",
    "chips": "the last VP chip is given out",
    "prestige": "a player has enough prestige",
}
"""Why a game ends, by the engine's word for it."""


_LINE_STARTERS: Final[dict[type[Event], Callable[[StepLog, Any], None]]] = {
    events.ActionsChosen: _actions,
    events.FirstPlayerSet: _first,
    events.CardPlaced: _place,
    events.PaymentMade: _pay,
    events.WorldConquered: _conquer,
    events.WorldReplaced: _upgrade,
    events.PowerUsed: _use,
    events.PowerDone: _done,
    events.CostGuessed: _guess,
    events.CardStaked: _ante,
    events.Reshuffled: _reshuffle,
    events.GameEnded: _end,
    events.Scored: _score,
}
"""What begins a line of its own, or ends one."""


# --- what follows from it


def _lose(log: StepLog, line: LogLine, event: events.CardLost) -> None:
    attack = log.won.get(event.card)
    if attack is not None:
        attack.tail = text("; it is destroyed")
    else:
        line.add("lose", 1, (event.card,))


def _spend(log: StepLog, line: LogLine, event: events.GoodSpent) -> None:
    gone = line.consequences["lose"].cards if "lose" in line.consequences else []
    # A good goes with its world.
    if event.world not in gone and event.world not in log.won:
        line.add("spend good", 1, (event.world,))


def _sell(_log: StepLog, line: LogLine, event: events.GoodSold) -> None:
    line.take_back("spend good", event.world)
    line.add("sell", 1, (event.world,), event.cards)


def _good(_log: StepLog, line: LogLine, event: events.GoodPlaced) -> None:
    if not event.with_world:
        line.add("good", 1, (event.world,))


def _move(_log: StepLog, line: LogLine, event: events.GoodMoved) -> None:
    line.add("move", 1, (event.world, event.to))


def _turn_up(_log: StepLog, line: LogLine, event: events.CardTurnedUp) -> None:
    line.add("turn up", 1, (event.card,))


def _kind(_log: StepLog, line: LogLine, event: events.KindChosen) -> None:
    line.add("kind", 1, (event.world,), event.kind)


def _chips(_log: StepLog, line: LogLine, event: events.ChipsGained) -> None:
    line.add("chips", event.points)


def _prestige(_log: StepLog, line: LogLine, event: events.PrestigeChanged) -> None:
    line.add("spend prestige" if event.points < 0 else "prestige", abs(event.points))


def _draw(_log: StepLog, line: LogLine, event: events.CardsDrawn) -> None:
    line.add("draw", event.count, event.own)


def _take_discards(_log: StepLog, line: LogLine, event: events.DiscardsTaken) -> None:
    line.add("take discards", event.count, event.own)


def _take(_log: StepLog, line: LogLine, event: events.CardsTaken) -> None:
    line.add("take", event.count, line.guessed or event.own)


def _discard(log: StepLog, line: LogLine, event: events.CardsDiscarded) -> None:
    if event.owed:
        log.owing.get(event.seat, line).add("discard", event.count, event.own)
        return
    if line.paid:
        # What was paid is told with what it was paid for.
        line.paid = 0
        return
    if "turn up" in line.consequences:
        line.add("stake", 1)
        return
    to_limit = log.step == steps.ROUND_END and line.head is None
    line.add("over limit" if to_limit else "discard", event.count, event.own)


def _save(_log: StepLog, line: LogLine, event: events.CardsSaved) -> None:
    line.add("save", event.count, event.own).under = event.card


def _recover(_log: StepLog, line: LogLine, event: events.CardsRecovered) -> None:
    line.add("recover", event.count, event.own).under = event.card


def _found(_log: StepLog, line: LogLine, event: events.SearchFound | events.StakeWon) -> None:
    """Add a card that all have seen and that comes to a hand."""
    line.consequences.pop("take", None)
    line.add("take", 1, (event.card,))


_LINE_JOINERS: Final[dict[type[Event], Callable[[StepLog, LogLine, Any], None]]] = {
    events.CardLost: _lose,
    events.GoodSpent: _spend,
    events.GoodSold: _sell,
    events.GoodPlaced: _good,
    events.GoodMoved: _move,
    events.CardTurnedUp: _turn_up,
    events.KindChosen: _kind,
    events.ChipsGained: _chips,
    events.PrestigeChanged: _prestige,
    events.CardsDrawn: _draw,
    events.CardsTaken: _take,
    events.DiscardsTaken: _take_discards,
    events.CardsDiscarded: _discard,
    events.CardsRecovered: _recover,
    events.CardsSaved: _save,
    events.SearchFound: _found,
    events.StakeWon: _found,
}
"""What belongs to a line begun before."""


def starts_line(kind: type[E]) -> Callable[[Begin[E]], Begin[E]]:
    """Make a function tell the events of a kind, each in a line of its own."""

    def add(tell: Begin[E]) -> Begin[E]:
        _LINE_STARTERS[kind] = tell
        return tell

    return add


def joins_line(kind: type[E]) -> Callable[[Follow[E]], Follow[E]]:
    """Make a function tell the events of a kind with what they follow from."""

    def add(tell: Follow[E]) -> Follow[E]:
        _LINE_JOINERS[kind] = tell
        return tell

    return add
