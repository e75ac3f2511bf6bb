"""The chapters of a log: the events of one step as lines, one for each thing that was done.

What follows from something is told with it: events of a player join the line that the player's
last deed began.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rftg_dsl.diagnostics.phrasing import counted
from rftg_engine.phases import consume
from rftg_engine.solitaire import play as robot
from rftg_engine.story import Event
from rftg_tools.play.telling import deeds
from rftg_tools.play.telling.lines import Line, Voice, sentence
from rftg_tools.play.telling.texts import Text, card, text

Entry = dict[str, Any]

_FREE_GOODS: Final = ("good", "windfall")
"""Gains of which Produce makes one sentence."""


class Chapter:
    """One step of a game being told to one viewer."""

    def __init__(self, voice: Voice, step: str, in_round: int) -> None:
        self.voice, self.step, self.round = voice, step, in_round
        self.lines: list[Line | Text] = []
        self.actions: dict[int, tuple[int, ...]] = {}
        self.revealed = 0
        """The line before which all actions have been revealed."""
        self.won: dict[int, Line] = {}
        """Takeovers that succeeded, by the world."""
        self._open: dict[int, Line] = {}

    def hear(self, event: Event) -> None:
        """Takes in an event of the step."""
        begin = _BEGINS.get(event.what)
        if begin is not None:
            begin(self, event)
        else:
            _FOLLOWS[event.what](self, self.line_of(event.seat), event)

    def entries(self) -> list[Entry]:
        """The entries of the log."""
        told: list[tuple[int | None, Text]] = [
            (line.seat, sentence(self.voice, line)) if isinstance(line, Line) else (None, line)
            for line in self.lines
        ]
        if self.actions:
            told.insert(self.revealed, (None, _chosen(self)))
        return [
            {"round": self.round, "step": self.step, "seat": seat, "text": said}
            for seat, said in told
            if said
        ]

    def begin(self, line: Line) -> Line:
        """Begins a line, to which what follows belongs."""
        self.lines.append(line)
        self._open[line.seat] = line
        return line

    def line_of(self, seat: int) -> Line:
        """The line that a player's next event belongs to."""
        return self._open.get(seat) or self.begin(Line(seat))

    def reopen(self, seat: int, about: int) -> Line:
        """The line of a player about a card, or (-1) the one without a head; begun if need be."""
        for line in self.lines:
            if not isinstance(line, Line) or (line.seat, line.about) != (seat, about):
                continue
            if about >= 0 or line.head is None:
                self._open[seat] = line
                return line
        return self.begin(Line(seat, about=about))

    def does(self, event: Event, deed: str, *rest: str | Text) -> Text:
        """A deed of the player of an event."""
        return text(self.voice.does(event.seat, deed), *rest)


# --- what begins a line


def _chosen(chapter: Chapter) -> Text:
    """All actions that were revealed, in one entry: "Bob chooses Settle; you choose Produce."."""
    shown: list[str | Text] = []
    for seat, chosen in chapter.actions.items():
        who = chapter.voice.whom(seat) if shown else chapter.voice.who(seat)
        does = chapter.voice.does(seat, "choose ")
        shown += ["; " if shown else "", who, " ", does, deeds.named_actions(chosen)]
    return text(*shown, ".")


def _actions(chapter: Chapter, event: Event) -> None:
    chapter.actions[event.seat] = event.numbers
    chapter.revealed = len(chapter.lines)


def _first(chapter: Chapter, event: Event) -> None:
    who = chapter.voice.who(event.seat)
    said = text(who, " ", chapter.does(event, "go first where the order matters."))
    # The order is set when start worlds are chosen, and again when they are placed.
    if said not in chapter.lines:
        chapter.lines.append(said)


def _place(chapter: Chapter, event: Event) -> None:
    # What replaces a world has its line already.
    if chapter.line_of(event.seat).about != event.card:
        verb = "start with " if chapter.step == "setup" else "place "
        head = chapter.does(event, verb, card(event.card))
        chapter.begin(Line(event.seat, head, about=event.card))


def _pay(chapter: Chapter, event: Event) -> None:
    line = chapter.reopen(event.seat, event.card)
    line.paid, line.helpers = event.numbers[0], event.cards
    line.given = counted(line.paid, "card") if line.paid else ""
    line.price = f" for {line.given or 'nothing'}" if line.given or not line.helpers else ""


def _conquer(chapter: Chapter, event: Event) -> None:
    line = chapter.reopen(event.seat, event.card)
    has, needed = event.numbers
    line.head = chapter.does(event, "conquer ", card(event.card))
    line.price = f" with military {has} against {needed}"
    line.conquest = True


def _call_up(chapter: Chapter, event: Event) -> None:
    """Military for a takeover, or against one."""
    if event.cards:
        deed = "defend " if event.what == "defend" else "call up military against "
        line = Line(event.seat, chapter.does(event, deed, card(event.card)), conquest=True)
        line.paid, line.helpers = event.numbers[0], event.cards
        line.given = counted(line.paid, "card") if line.paid else ""
        chapter.begin(line)


def _upgrade(chapter: Chapter, event: Event) -> None:
    old, power = event.cards
    head = chapter.does(event, "replace ", card(old), " with ", card(event.card))
    head = text(head, " by ", card(power))
    chapter.begin(Line(event.seat, head, about=event.card, replaced=old))


def _use(chapter: Chapter, event: Event) -> None:
    if event.numbers[0] == consume.BONUS:
        head = chapter.does(event, "use the bonus of prestige")
    else:
        power = chapter.voice.table.power_list[event.numbers[0]]
        free = power.price is None and all(gain.what in _FREE_GOODS for gain in power.gains)
        if chapter.step == "produce" and free:
            chapter.reopen(event.seat, -1)
            return
        head = chapter.does(event, "use ", card(event.card))
    chapter.begin(Line(event.seat, head, colon=True, always=False))


def _lead(chapter: Chapter, event: Event) -> None:
    head = chapter.does(event, "have the most prestige")
    chapter.begin(Line(event.seat, head, colon=True))


def _search(chapter: Chapter, event: Event) -> None:
    category = chapter.voice.table.search[event.numbers[0]]
    head = chapter.does(event, "search for ", category.title)
    chapter.begin(Line(event.seat, head, colon=True))


def _guess(chapter: Chapter, event: Event) -> None:
    head = chapter.does(event, f"name {event.numbers[0]}")
    line = chapter.begin(Line(event.seat, head, guessed=event.cards))
    line.add("turn up", len(event.cards), event.cards)


def _ante(chapter: Chapter, event: Event) -> None:
    stake = card(event.own[0]) if event.own else f"a card of cost {event.numbers[0]}"
    head = chapter.does(event, "stake ", stake)
    line = chapter.begin(Line(event.seat, head, colon=True))
    line.add("turn up", len(event.cards), event.cards)


def _declare(chapter: Chapter, event: Event) -> None:
    whose = chapter.voice.whose(event.numbers[0])
    head = chapter.does(event, f"declare a takeover of {whose} ", card(event.card))
    chapter.begin(Line(event.seat, text(head, " with ", card(event.cards[0]))))


def _defeat(chapter: Chapter, event: Event) -> None:
    head = chapter.does(event, "defeat the takeover of ", card(event.card))
    chapter.begin(Line(event.seat, text(head, " with ", card(event.cards[0]))))


def _takeover(chapter: Chapter, event: Event) -> None:
    owner, attack, defense, won = event.numbers
    deed = "take over " if won else "fail to take over "
    strength = f" from {chapter.voice.whom(owner)} with military {attack} against {defense}"
    head = chapter.does(event, deed, card(event.card), strength)
    line = chapter.begin(Line(event.seat, head))
    if won:
        chapter.won[event.card] = line


def _goal(chapter: Chapter, event: Event) -> None:
    verb = "claim" if event.what == "goal" else "lose"
    goal = chapter.voice.table.goals[event.numbers[0]]
    chapter.begin(Line(event.seat, chapter.does(event, f"{verb} the goal ", goal.title)))


def _reshuffle(chapter: Chapter, _event: Event) -> None:
    chapter.lines.append(text("The discards are shuffled into a new supply."))


def _end(chapter: Chapter, event: Event) -> None:
    chapter.lines.append(text(f"The game ends: {ENDINGS[event.word]}."))


def _score(chapter: Chapter, event: Event) -> None:
    points, _tie_break, won = event.numbers
    wins = text(" and ", chapter.does(event, "win")) if won else ""
    chapter.begin(Line(event.seat, chapter.does(event, f"have {points} VP", wins)))


ENDINGS: Final = {
    "tableau": "a tableau is full",
    "chips": "the last VP chip is given out",
    "prestige": "a player has enough prestige",
}
"""Why a game ends, by the engine's word for it."""


def _dice(chapter: Chapter, event: Event) -> None:
    """What the robot's dice show."""
    faces = " and ".join(robot.face_names(list(event.numbers)))
    chapter.begin(Line(event.seat, chapter.does(event, f"roll {faces}")))


_BEGINS: Final[dict[str, Callable[[Chapter, Event], None]]] = {
    "actions": _actions,
    "first": _first,
    "place": _place,
    "pay for development": _pay,
    "pay for world": _pay,
    "pay for takeover": _call_up,
    "defend": _call_up,
    "conquer": _conquer,
    "upgrade": _upgrade,
    "use": _use,
    "lead": _lead,
    "dice": _dice,
    "search": _search,
    "guess": _guess,
    "ante": _ante,
    "declare": _declare,
    "defeat": _defeat,
    "takeover": _takeover,
    "goal": _goal,
    "lose goal": _goal,
    "reshuffle": _reshuffle,
    "end": _end,
    "score": _score,
}
"""What begins a line of its own."""


# --- what follows from it


def _lose(chapter: Chapter, line: Line, event: Event) -> None:
    attack = chapter.won.get(event.card)
    if attack is not None:
        attack.tail = text("; it is destroyed")
    else:
        line.add("lose", 1, (event.card,))


def _spend(chapter: Chapter, line: Line, event: Event) -> None:
    gone = line.followed["lose"].cards if "lose" in line.followed else []
    # A good goes with its world.
    if event.card not in gone and event.card not in chapter.won:
        line.add("spend good", 1, (event.card,))


def _sell(_chapter: Chapter, line: Line, event: Event) -> None:
    line.take_back("spend good", event.card)
    line.add("sell", 1, (event.card,), event.numbers[1])


def _good(_chapter: Chapter, line: Line, event: Event) -> None:
    # A windfall world comes with its good.
    if line.about != event.card:
        line.add("good", 1, (event.card,))


def _kind(_chapter: Chapter, line: Line, event: Event) -> None:
    line.add("kind", 1, (event.card,), event.numbers[0])


def _points(_chapter: Chapter, line: Line, event: Event) -> None:
    number = event.numbers[0]
    if number < 0:
        line.add("spend prestige", -number)
    else:
        line.add(event.what, number)


def _pick(_chapter: Chapter, line: Line, event: Event) -> None:
    line.add("pick", 1, event.own)


def _cards(_chapter: Chapter, line: Line, event: Event) -> None:
    line.add(event.what, event.numbers[0], event.own)


def _take(_chapter: Chapter, line: Line, event: Event) -> None:
    line.add("take", event.numbers[0], line.guessed or event.own)


def _discard(chapter: Chapter, line: Line, event: Event) -> None:
    if line.paid:
        # What was paid is told with what it was paid for.
        line.paid = 0
        return
    if "turn up" in line.followed:
        line.add("stake", 1)
        return
    to_limit = chapter.step == "round end" and line.head is None
    line.add("over limit" if to_limit else "discard", event.numbers[0], event.own)


def _under(_chapter: Chapter, line: Line, event: Event) -> None:
    line.add(event.what, event.numbers[0], event.own).under = event.card


def _turn_up(_chapter: Chapter, line: Line, event: Event) -> None:
    line.add("turn up", 1, (event.card,))


def _flip(_chapter: Chapter, line: Line, event: Event) -> None:
    line.add("flip", len(event.cards), event.cards)


def _counter(_chapter: Chapter, line: Line, _event: Event) -> None:
    line.add("counter", 1)


def _tracks(_chapter: Chapter, line: Line, event: Event) -> None:
    credit, economy = event.numbers
    line.tail = text(line.tail, f"; its credit is {credit}, its economy size {economy}")


def _found(_chapter: Chapter, line: Line, event: Event) -> None:
    """A card that all have seen comes to a hand."""
    line.followed.pop("take", None)
    line.add("take", 1, (event.card,))


_FOLLOWS: Final[dict[str, Callable[[Chapter, Line, Event], None]]] = {
    "lose": _lose,
    "spend good": _spend,
    "sell": _sell,
    "good": _good,
    "kind": _kind,
    "chips": _points,
    "prestige": _points,
    "pick": _pick,
    "draw": _cards,
    "take": _take,
    "take discards": _cards,
    "discard": _discard,
    "recover": _under,
    "save": _under,
    "flip": _flip,
    "counter": _counter,
    "tracks": _tracks,
    "turn up": _turn_up,
    "found": _found,
    "lucky": _found,
}
"""What belongs to a line begun before."""
