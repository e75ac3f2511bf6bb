"""Log entries of one step: one line per action, with its consequences.

Each event of a player joins the line of the player's last action. When a power is done, events
join the line that was open before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from gamekit.events import ChipsGained, Event, FirstPlayerSet, GameEnded, Scored
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks, events, steps
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.turns.gains import OweCards
from rftg_engine.turns.goods_gains import ProduceGood, WindfallGood
from rftg_tools.play.narration import actions
from rftg_tools.play.narration.sentences import LogLine, Narrator, sentence
from rftg_tools.play.narration.texts import Text, card, text

Entry = dict[str, Any]

_FREE_GOODS: Final = (ProduceGood, WindfallGood)
"""Gains that Produce combines into one sentence."""


E = TypeVar("E", bound=Event)


class StepLog:
    """The log of one step for one viewer."""

    def __init__(self, narrator: Narrator, step: str, round_number: int) -> None:
        self.narrator, self.step, self.round = narrator, step, round_number
        self.lines: list[LogLine | Text] = []
        self.actions: dict[int, tuple[int, ...]] = {}
        self.actions_index = 0
        """Index of the line before which the chosen actions are listed."""
        self.won: dict[int, LogLine] = {}
        """Successful takeovers by world."""
        self.owing: dict[int, LogLine] = {}
        """By seat, the line of the last power that draws first and discards later."""
        self._open: dict[int, LogLine] = {}
        self._before_powers: dict[int, list[LogLine | None]] = {}
        """By seat, a stack of the lines that were open when each unfinished power began."""

    def add_event(self, event: Event) -> None:
        """Add an event of the step."""
        kind = type(event)
        if kind in LINE_STARTERS:
            LINE_STARTERS[kind](self, event)
        elif kind in LINE_JOINERS:
            LINE_JOINERS[kind](self, self.line_of(event.seat), event)

    def begin_power(self, seat: int) -> None:
        """Save the open line until the power is done."""
        self._before_powers.setdefault(seat, []).append(self._open.get(seat))

    def end_power(self, seat: int) -> None:
        """Reopen the line that was open before the last power of a player."""
        line = self._before_powers[seat].pop()
        if line is None:
            self._open.pop(seat, None)
        else:
            self._open[seat] = line

    def is_using_power(self, seat: int) -> bool:
        """Return whether a player's last power is not done yet."""
        return bool(self._before_powers.get(seat))

    def entries(self) -> list[Entry]:
        """Return the entries of the log."""
        texts: list[tuple[int | None, Text]] = [
            (line.seat, sentence(self.narrator, line))
            if isinstance(line, LogLine)
            else (None, line)
            for line in self.lines
        ]
        if self.actions:
            texts.insert(self.actions_index, (None, _list_actions(self)))
        return [
            {"round": self.round, "step": self.step, "seat": seat, "text": words}
            for seat, words in texts
            if words
        ]

    def begin(self, line: LogLine) -> LogLine:
        """Add a line and open it for the player's next events."""
        self.lines.append(line)
        self._open[line.seat] = line
        return line

    def line_of(self, seat: int) -> LogLine:
        """Return the line for a player's next event."""
        return self._open.get(seat) or self.reopen(seat, -1)

    def line_for_reveal(self, seat: int) -> LogLine:
        """Return the line of the power that turns up cards; each time has a line."""
        line = self.line_of(seat)
        if "turn up" in line.consequences:
            line = self.begin(LogLine(seat, line.head, has_colon=line.has_colon))
        return line

    def reopen(self, seat: int, about: int) -> LogLine:
        """Open a player's line about a card, or the line without a head (-1).

        Begin the line if there is none.
        """
        for line in self.lines:
            if not isinstance(line, LogLine) or (line.seat, line.about) != (seat, about):
                continue
            if about >= 0 or line.head is None:
                self._open[seat] = line
                return line
        return self.begin(LogLine(seat, about=about))

    def clause(self, event: Event, verb_phrase: str, *rest: str | Text) -> Text:
        """Return a verb phrase conjugated for the player of an event, followed by `rest`."""
        return text(self.narrator.conjugate(event.seat, verb_phrase), *rest)


Starter = Callable[[StepLog, E], None]
"""Logs an event in its own line."""
Joiner = Callable[[StepLog, LogLine, E], object]
"""Logs an event in the line of the action that caused it."""


# --- events that begin a line


def _list_actions(log: StepLog) -> Text:
    """Return all revealed actions as one entry: "Bob chooses Settle; you choose Produce."."""
    narrator = log.narrator
    pieces: list[str | Text] = []
    for seat, chosen in log.actions.items():
        name = narrator.object_name(seat) if pieces else narrator.subject_name(seat)
        verb = narrator.conjugate(seat, "choose ")
        pieces += ["; " if pieces else "", name, " ", verb, actions.named_actions(chosen)]
    return text(*pieces, ".")


def _log_actions(log: StepLog, event: events.ActionsChosen) -> None:
    log.actions[event.seat] = event.actions
    log.actions_index = len(log.lines)


def _log_first_player(log: StepLog, event: FirstPlayerSet) -> None:
    name = log.narrator.subject_name(event.seat)
    words = text(name, " ", log.clause(event, "go first when turn order matters."))
    # The order is set when start worlds are chosen, and again when they are placed.
    if words not in log.lines:
        log.lines.append(words)


def _log_placement(log: StepLog, event: events.CardPlaced) -> None:
    # A world that replaces another already has a line.
    if log.line_of(event.seat).about != event.card:
        verb = "start with " if log.step == steps.SETUP else "place "
        head = log.clause(event, verb, card(event.card))
        log.begin(LogLine(event.seat, head, about=event.card))


def _log_payment(log: StepLog, event: events.PaymentMade) -> None:
    if event.kind in (asks.PAY_FOR_TAKEOVER, asks.DEFEND):
        _log_call_up(log, event)
        return
    line = log.reopen(event.seat, event.card)
    _set_payment(line, event)
    if line.payment or not line.helpers:
        line.price = f" for {line.payment or 'nothing'}"
    else:
        line.price = ""


def _log_conquest(log: StepLog, event: events.WorldConquered) -> None:
    line = log.reopen(event.seat, event.world)
    line.head = log.clause(event, "conquer ", card(event.world))
    line.price = f" with military {event.military} against {event.defense}"
    line.is_conquest = True


def _log_call_up(log: StepLog, event: events.PaymentMade) -> None:
    """Log powers that add military to a takeover or to a defense."""
    if event.helpers:
        verb_phrase = "defend " if event.kind == asks.DEFEND else "call up military against "
        head = log.clause(event, verb_phrase, card(event.card))
        line = LogLine(event.seat, head, is_conquest=True)
        _set_payment(line, event)
        log.begin(line)


def _set_payment(line: LogLine, event: events.PaymentMade) -> None:
    line.paid, line.helpers = event.cards, event.helpers
    line.payment = counted(line.paid, "card") if line.paid else ""


def _log_replacement(log: StepLog, event: events.WorldReplaced) -> None:
    head = log.clause(event, "replace ", card(event.old), " with ", card(event.world))
    head = text(head, " using ", card(event.by))
    log.begin(LogLine(event.seat, head, about=event.world, replaced=event.old))


def _log_power(log: StepLog, event: events.PowerUsed) -> None:
    log.begin_power(event.seat)
    power_list = log.narrator.table.power_list
    if event.power == events.ACTION_BONUS:
        head = log.clause(event, "use the prestige bonus")
    else:
        power = power_list[event.power]
        is_free = power.price is None and all(isinstance(gain, _FREE_GOODS) for gain in power.gains)
        if log.step == steps.PRODUCE and is_free:
            log.reopen(event.seat, -1)
            return
        head = log.clause(event, "use ", card(event.card))
    line = log.begin(LogLine(event.seat, head, has_colon=True, shows_alone=False))
    if event.power >= 0 and _discards_later(power_list[event.power]):
        log.owing[event.seat] = line


def _log_power_done(log: StepLog, event: events.PowerDone) -> None:
    log.end_power(event.seat)


def _discards_later(power: BoundPower) -> bool:
    """Return whether the discard for this power waits until all powers of the phase have drawn."""
    choices = power.choices if isinstance(power, BoundAction) else ()
    return any(isinstance(gain, OweCards) for gains in (power.gains, *choices) for gain in gains)


def _log_guess(log: StepLog, event: events.CostGuessed) -> None:
    line = log.line_for_reveal(event.seat)
    line.guessed = event.turned_up
    line.add("guess", event.cost)
    line.add("turn up", len(event.turned_up), event.turned_up)


def _log_stake(log: StepLog, event: events.CardStaked) -> None:
    line = log.line_for_reveal(event.seat)
    line.add("staked", max(1, event.cost), event.own)
    line.add("turn up", len(event.turned_up), event.turned_up)


def _log_reshuffle(log: StepLog, _event: Event) -> None:
    log.lines.append(text("The discard pile is shuffled into a new supply."))


def _log_end(log: StepLog, event: GameEnded) -> None:
    log.lines.append(text(f"The game ends: {LOG_ENDINGS[event.reason]}."))


def _log_score(log: StepLog, event: Scored) -> None:
    wins = text(" and ", log.clause(event, "win")) if event.won else ""
    log.begin(LogLine(event.seat, log.clause(event, f"have {event.points} VP", wins)))


LOG_ENDINGS: Final = {
    "tableau": "a tableau is full",
    "chips": "the last VP chip has been taken",
    "prestige": "a player has enough prestige",
}
"""Why a game ends, by the engine's name of the reason."""


LINE_STARTERS: Final[dict[type[Event], Callable[[StepLog, Any], None]]] = {
    events.ActionsChosen: _log_actions,
    FirstPlayerSet: _log_first_player,
    events.CardPlaced: _log_placement,
    events.PaymentMade: _log_payment,
    events.WorldConquered: _log_conquest,
    events.WorldReplaced: _log_replacement,
    events.PowerUsed: _log_power,
    events.PowerDone: _log_power_done,
    events.CostGuessed: _log_guess,
    events.CardStaked: _log_stake,
    events.Reshuffled: _log_reshuffle,
    GameEnded: _log_end,
    Scored: _log_score,
}
"""Events that begin a line or reopen an earlier one."""


# --- events that join a line


def adds(kind: str, get_arguments: Callable[[Any], tuple[Any, ...]]) -> Joiner[Any]:
    """Return a function that adds a consequence to the line.

    get_arguments: returns the further arguments of LogLine.add for an event.
    """
    return lambda _log, line, event: line.add(kind, *get_arguments(event))


def _join_loss(log: StepLog, line: LogLine, event: events.CardLost) -> None:
    attack = log.won.get(event.card)
    if attack is not None:
        attack.tail = text("; it is destroyed")
    else:
        line.add("lose", 1, (event.card,))


def _join_spent_good(log: StepLog, line: LogLine, event: events.GoodSpent) -> None:
    lost = line.consequences["lose"].cards if "lose" in line.consequences else []
    # A good is lost with its world.
    if event.world not in lost and event.world not in log.won:
        line.add("spend good", 1, (event.world,))


def _join_sale(_log: StepLog, line: LogLine, event: events.GoodSold) -> None:
    line.take_back("spend good", event.world)
    line.add("sell", 1, (event.world,), event.cards)


def _join_good(log: StepLog, line: LogLine, event: events.GoodPlaced) -> None:
    if not event.with_world:
        is_bonus = log.step == steps.PRODUCE and not log.is_using_power(event.seat)
        line.add("good", 1, (event.world,), int(is_bonus))


def _join_prestige(_log: StepLog, line: LogLine, event: events.PrestigeChanged) -> None:
    line.add("spend prestige" if event.points < 0 else "prestige", abs(event.points))


def _join_chips(_log: StepLog, line: LogLine, event: ChipsGained) -> None:
    line.add("spend chips" if event.points < 0 else "chips", abs(event.points))


def _join_taken_cards(_log: StepLog, line: LogLine, event: events.CardsTaken) -> None:
    line.add("take", event.count, line.guessed or event.own)


def _join_discard(log: StepLog, line: LogLine, event: events.CardsDiscarded) -> None:
    if event.owed:
        log.owing.get(event.seat, line).add("discard", event.count, event.own)
        return
    if line.paid:
        # The line already mentions the payment.
        line.paid = 0
        return
    if "turn up" in line.consequences:
        line.add("stake", 1)
        return
    to_limit = log.step == steps.ROUND_END and line.head is None
    line.add("over limit" if to_limit else "discard", event.count, event.own)


def _join_saved_cards(_log: StepLog, line: LogLine, event: events.CardsSaved) -> None:
    line.add("save", event.count, event.own).under = event.card


def _join_recovered_cards(_log: StepLog, line: LogLine, event: events.CardsRecovered) -> None:
    line.add("recover", event.count, event.own).under = event.card


def _join_public_cards(
    _log: StepLog, line: LogLine, event: events.SearchFound | events.CardsKept
) -> None:
    """Add cards that everybody has seen and that go to a hand."""
    cards = event.cards if isinstance(event, events.CardsKept) else (event.card,)
    line.consequences.pop("take", None)
    line.add("take", len(cards), cards)


LINE_JOINERS: Final[dict[type[Event], Joiner[Any]]] = {
    events.CardLost: _join_loss,
    events.GoodSpent: _join_spent_good,
    events.GoodSold: _join_sale,
    events.GoodPlaced: _join_good,
    events.GoodMoved: adds("move", lambda event: (1, (event.world, event.to))),
    events.CardTurnedUp: adds("turn up", lambda event: (1, (event.card,))),
    events.KindChosen: adds("kind", lambda event: (1, (event.world,), event.kind)),
    ChipsGained: _join_chips,
    events.PrestigeChanged: _join_prestige,
    events.CardsDrawn: adds("draw", lambda event: (event.count, event.own)),
    events.CardsTaken: _join_taken_cards,
    events.DiscardsTaken: adds("take discards", lambda event: (event.count, event.own)),
    events.CardsDiscarded: _join_discard,
    events.CardsRecovered: _join_recovered_cards,
    events.CardsSaved: _join_saved_cards,
    events.SearchFound: _join_public_cards,
    events.CardsKept: _join_public_cards,
}
"""Events that are consequences of an earlier action."""


def starts_line(kind: type[E]) -> Callable[[Starter[E]], Starter[E]]:
    """Register a function that logs events of a type, each in its own line."""

    def register(starter: Starter[E]) -> Starter[E]:
        LINE_STARTERS[kind] = starter
        return starter

    return register


def joins_line(kind: type[E]) -> Callable[[Joiner[E]], Joiner[E]]:
    """Register a function that adds events of a type to the line of their cause."""

    def register(joiner: Joiner[E]) -> Joiner[E]:
        LINE_JOINERS[kind] = joiner
        return joiner

    return register
