"""Log of a game of Roll: what happened in plain sentences, as one viewer saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gamekit.events import Event, EventLog
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.narration.texts import Text, card, join_texts, text, third_person
from rftg_tools.play.roll.names import COLOUR_NAMES, PHASE_NAMES, STACK_NAMES
from roll_engine import events, steps
from roll_engine.cards.table import Table
from roll_engine.rules import (
    ASSIGNED,
    GOODS,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
)
from roll_engine.state import State

Entry = dict[str, Any]
_TABLEAU_FULL: Final = "tableau"


def log_entries(
    table: Table, names: Sequence[str], log: EventLog[State], viewer: int | None
) -> list[Entry]:
    """Return the log as one player may read it; None: as anybody may."""
    writer = _LogWriter(table, names, viewer)
    for event in log.events:
        writer.add_event(event if event.seat == viewer else event.redacted())
    writer.end_line()
    return writer.entries


@dataclass
class _LogWriter:
    """Makes sentences of events: what one player does after the other goes into one sentence."""

    table: Table
    names: Sequence[str]
    viewer: int | None
    entries: list[Entry] = field(default_factory=list)
    round: int = 0
    step: str = steps.SETUP
    seat: int = -1
    deeds: list[Text] = field(default_factory=list)
    last: Event | None = None

    def add_event(self, event: Event) -> None:
        """Tell an event."""
        if isinstance(event, events.StepBegan):
            self.end_line()
            self.round, self.step = event.round, event.step
            return
        if event.seat < 0 or isinstance(event, events.Scored):
            self._tell_open(event)
            return
        deed = _deed(self, event)
        if not deed:
            return
        if event.seat != self.seat or isinstance(event, _BEGIN):
            self.end_line()
        joined = _joined(self.last, event) if self.deeds else None
        self.seat, self.last = event.seat, joined or event
        if joined is not None:
            self.deeds[-1] = _deed(self, joined)
        else:
            self.deeds.append(deed)

    def end_line(self) -> None:
        """Put down the sentence about a player, if there is one."""
        if self.deeds:
            done: list[str | Text] = [self._does(deed) for deed in self.deeds]
            self._put(self.seat, text(self._who(self.seat), " ", join_texts(done), "."))
        self.seat, self.deeds = -1, []

    def _who(self, seat: int) -> str:
        return "You" if seat == self.viewer else self.names[seat]

    def _does(self, deed: Text) -> Text:
        first = deed[0]
        assert isinstance(first, str)
        return deed if self.seat == self.viewer else [third_person(first), *deed[1:]]

    def _put(self, seat: int | None, words: Text) -> None:
        entry = {"round": self.round, "step": self.step, "seat": seat, "text": words}
        self.entries.append(entry)

    def _tell_open(self, event: Event) -> None:
        self.end_line()
        words = _open_words(self, event)
        if words:
            self._put(None, text(words))


def _joined(last: Event | None, event: Event) -> Event | None:
    """Return two draws or moves of dice as one, where the same words tell them; else None."""
    if isinstance(last, events.TilesDrawn) and isinstance(event, events.TilesDrawn):
        return replace(event, count=last.count + event.count, own=(*last.own, *event.own))
    if not isinstance(last, events.DiceMoved) or not isinstance(event, events.DiceMoved):
        return None
    both_return = all(
        move.place == IN_CUP and ASSIGNED <= move.source < ASSIGNED + NUMBER_OF_PHASES
        for move in (last, event)
    )
    if not both_return and (last.source, last.place) != (event.source, event.place):
        return None
    dice = tuple(count + other for count, other in zip(last.dice, event.dice, strict=True))
    return replace(event, dice=dice)


_BEGIN: Final = (
    events.Scouted,
    events.Stocked,
    events.GoodTraded,
    events.GoodConsumed,
    events.TileCompleted,
    events.PowerUsed,
    events.WorkersRevealed,
)
"""What begins a sentence of its own."""


def _open_words(writer: _LogWriter, event: Event) -> str:
    match event:
        case events.SpareDieRolled(phase=phase):
            return f"The spare die shows {PHASE_NAMES[phase]}."
        case events.PhasesRevealed(phases=phases):
            return f"Phases of this round: {', '.join(PHASE_NAMES[one] for one in phases)}."
        case events.BagRefilled(count=count):
            return f"{counted(count, 'abandoned tile')} back in the bag."
        case events.GameEnded(reason=reason):
            full = "a tableau has 12 squares" if reason == _TABLEAU_FULL else "no chips are left"
            return f"The game ends with this round: {full}."
        case events.Scored(seat=seat, points=points, won=won):
            own = seat == writer.viewer
            who, has, wins = ("You", "have", "win") if own else (writer.names[seat], "has", "wins")
            return f"{who} {has} {counted(points, 'point')}{f' and {wins}' if won else ''}."
        case _:
            return ""


def _deed(writer: _LogWriter, event: Event) -> Text:
    """Return what a player does, a verb in its plain form first; [] for what is not told."""
    for tell in (_tiles, _dice, _work, _gains):
        words = tell(writer, event)
        if words:
            return words
    return []


def _tiles(writer: _LogWriter, event: Event) -> Text:
    match event:
        case events.FirstPlayerSet():
            return text("go first where order counts")
        case events.StartTilesDealt(faces=faces):
            return text("begin with ", join_texts([card(face) for face in faces]))
        case events.TilesDrawn():
            return text("draw ", _tile_names(writer, event))
        case events.TilesAbandoned():
            return text("abandon ", _tile_names(writer, event))
        case events.TileGivenUp():
            return text("put ", _tile_names(writer, event), " into the bag")
        case events.TilePlaced(worlds=worlds, place=place):
            where = "on top of" if not place else "under"
            return text("put ", _up(writer, event, worlds), f" {where} the {STACK_NAMES[worlds]}")
        case events.TileMoved(worlds=worlds):
            return text("move ", _up(writer, event, worlds), f" among the {STACK_NAMES[worlds]}")
        case events.TileCompleted(face=face):
            return text("complete ", card(face))
        case _:
            return []


def _tile_names(writer: _LogWriter, event: events.OwnTiles) -> Text:
    """Return both titles of each tile for those who see them, their number for others."""
    if not event.own:
        return text(counted(event.count, "tile"))
    tiles = [writer.table.tiles[tile] for tile in event.own]
    return join_texts([text(card(tile.development), " / ", card(tile.world)) for tile in tiles])


def _up(writer: _LogWriter, event: events.OwnTiles, worlds: bool) -> Text:
    """Return the face of a tile that comes to be up."""
    if not event.own:
        return text("a tile")
    tile = writer.table.tiles[event.own[0]]
    return card(tile.world if worlds else tile.development)


def _dice(writer: _LogWriter, event: Event) -> Text:
    match event:
        case events.DiceGained(colour=colour, number=number, place=place):
            dice = no_dice_but(colour, number)
            return text(f"gain {dice_words(dice)} ", *_where(place))
        case events.DieRemoved(colour=colour):
            return text(f"give up a {COLOUR_NAMES[colour]} die")
        case events.DiceMoved(source=source, place=place, dice=dice):
            return _moved(source, place, dice)
        case events.WorkersRolled(count=count):
            return text(f"roll {counted(count, 'worker')}")
        case events.WorkersRevealed(phase=phase, workers=workers):
            return text(_revealed(phase, workers)) if phase >= 0 else []
        case _:
            return []


def _moved(source: int, place: int, dice: Sequence[int]) -> Text:
    """Return a move of dice that is worth a word: what workers do tells of theirs itself."""
    words = dice_words(dice)
    if place >= GOODS:
        return text(f"put {words} as a good ", *_where(place))
    if place in (ON_DEVELOPMENTS, ON_WORLDS):
        return text(f"leave {words} ", *_where(place))
    if place == IN_CUP and source == IN_CITIZENRY:
        return text(f"take {words} from the Citizenry into the cup")
    if place == IN_CUP and source < ASSIGNED + NUMBER_OF_PHASES:
        return text(f"return {words} to the cup")
    if place == IN_CUP:
        return text(f"recall {words} ", *_from(source))
    return []


def _where(place: int) -> list[str | Text]:
    if place >= GOODS:
        return ["on ", card(place - GOODS)]
    if place in (IN_CUP, IN_CITIZENRY):
        return ["into the cup" if place == IN_CUP else "in the Citizenry"]
    return [f"on the {STACK_NAMES[place - ON_DEVELOPMENTS]}"]


def _from(source: int) -> list[str | Text]:
    if source >= GOODS:
        return ["from ", card(source - GOODS)]
    return [f"from the {STACK_NAMES[source - ON_DEVELOPMENTS]}"]


def _revealed(phase: int, workers: Sequence[int]) -> str:
    """Return "select Settle and show Explore 2, Settle 3"."""
    counts = [
        sum(workers[one * NUMBER_OF_COLOURS : (one + 1) * NUMBER_OF_COLOURS])
        for one in range(NUMBER_OF_PHASES)
    ]
    shown = [f"{PHASE_NAMES[one]} {count}" for one, count in enumerate(counts) if count]
    return f"select {PHASE_NAMES[phase]}, with workers for {', '.join(shown)}"


def _work(writer: _LogWriter, event: Event) -> Text:
    match event:
        case events.Scouted(colour=colour):
            return text(f"scout with a {COLOUR_NAMES[colour]} worker")
        case events.Stocked(colour=colour):
            return text(f"stock with a {COLOUR_NAMES[colour]} worker")
        case events.GoodTraded(world=world, colour=colour):
            return text(f"trade the {COLOUR_NAMES[colour]} good of ", card(world))
        case events.GoodConsumed(world=world, colour=colour, shipper=shipper):
            with_it = f" with a {COLOUR_NAMES[shipper]} worker"
            return text(f"consume the {COLOUR_NAMES[colour]} good of ", card(world), with_it)
        case _:
            return []


def _gains(_teller: _LogWriter, event: Event) -> Text:
    match event:
        case events.CreditsChanged(change=change, lost=lost):
            above = f" ({lost} above 10 are lost)" if lost else ""
            does = "spend" if change < 0 else "gain"
            return text(f"{does} {counted(abs(change), 'credit')}{above}")
        case events.ChipsGained(points=points):
            return text(f"gain {points} VP")
        case events.PowerUsed(face=face):
            return text("use ", card(face))
        case _:
            return []


def no_dice_but(colour: int, number: int) -> list[int]:
    """Return so many dice of one colour."""
    return [number if one == colour else 0 for one in range(NUMBER_OF_COLOURS)]


def dice_words(dice: Sequence[int]) -> str:
    """Return "2 Home and 1 Genes dice"."""
    parts = [f"{number} {COLOUR_NAMES[colour]}" for colour, number in enumerate(dice) if number]
    named = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    return f"{named} {'die' if sum(dice) == 1 else 'dice'}"
