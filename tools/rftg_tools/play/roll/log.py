"""Game log of Roll for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gamekit.events import (
    ChipsGained,
    Event,
    EventLog,
    FirstPlayerSet,
    GameEnded,
    Scored,
    SecretEvent,
    StepBegan,
)
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.narration.texts import Text, card, join_texts, text, third_person
from rftg_tools.play.roll.options import COLOUR_NAMES, PHASE_NAMES, STACK_NAMES
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
    PHASES,
)
from roll_engine.state import State

Entry = dict[str, Any]
_TABLEAU_FULL: Final = "tableau"


def log_entries(
    table: Table, names: Sequence[str], log: EventLog[State], viewer: int | None
) -> list[Entry]:
    """Return the log for a player, or for a spectator (None)."""
    writer = _LogWriter(table, names, viewer)
    for event in log.events:
        writer.add_event(event if event.seat == viewer else event.redacted())
    writer.end_line()
    return writer.entries


def round_totals(history: Sequence[Event], round_number: int, players: int) -> list[dict[str, Any]]:
    """Return the totals of a round by seat, from public facts only.

    Each has the phases `selected`, the faces `built`, points in chips `vp`, the `credits`, `dice`
    and `goods` gained, and the number of `tiles` drawn.
    """
    counts = ("vp", "credits", "dice", "goods", "tiles")
    totals: list[dict[str, Any]] = [
        {"seat": seat, "selected": [], "built": [], **dict.fromkeys(counts, 0)}
        for seat in range(players)
    ]
    in_round = False
    for event in history:
        if isinstance(event, StepBegan):
            in_round = event.round == round_number
        elif in_round and event.seat >= 0:
            _add_to_totals(totals[event.seat], event)
    return totals


def _add_to_totals(totals: dict[str, Any], event: Event) -> None:
    match event:
        case events.WorkersRevealed() if event.phase >= 0:
            totals["selected"].append(PHASES[event.phase])
        case events.TileCompleted():
            totals["built"].append(event.face)
        case ChipsGained():
            totals["vp"] += event.points
        case events.CreditsChanged() if event.change > 0:
            totals["credits"] += event.change
        case events.DiceGained():
            totals["dice"] += event.number
        case events.DiceMoved() if event.place >= GOODS:
            totals["goods"] += sum(event.dice)
        case events.TilesDrawn():
            totals["tiles"] += event.count
        case _:
            pass


@dataclass
class _LogWriter:
    """Turns events into sentences. Consecutive actions of a player form one sentence."""

    table: Table
    names: Sequence[str]
    viewer: int | None
    entries: list[Entry] = field(default_factory=list)
    round: int = 0
    step: str = steps.SETUP
    seat: int = -1
    phrases: list[Text] = field(default_factory=list)
    """Verb phrases of the current sentence."""
    last: Event | None = None

    def add_event(self, event: Event) -> None:
        """Add an event."""
        if isinstance(event, StepBegan):
            self.end_line()
            self.round, self.step = event.round, event.step
            return
        if event.seat < 0 or isinstance(event, Scored):
            self._add_sentence(event)
            return
        phrase = _verb_phrase(self, event)
        if not phrase:
            return
        if event.seat != self.seat or isinstance(event, _SENTENCE_STARTERS):
            self.end_line()
        combined = _combine(self.last, event) if self.phrases else None
        self.seat, self.last = event.seat, combined or event
        if combined is not None:
            self.phrases[-1] = _verb_phrase(self, combined)
        else:
            self.phrases.append(phrase)

    def end_line(self) -> None:
        """Add the current sentence to the entries, if there is one."""
        if self.phrases:
            phrases: list[str | Text] = [self._conjugate(phrase) for phrase in self.phrases]
            name = "You" if self.seat == self.viewer else self.names[self.seat]
            self._add_entry(self.seat, text(name, " ", join_texts(phrases), "."))
        self.seat, self.phrases = -1, []

    def _conjugate(self, phrase: Text) -> Text:
        verb = phrase[0]
        assert isinstance(verb, str)
        return phrase if self.seat == self.viewer else [third_person(verb), *phrase[1:]]

    def _add_entry(self, seat: int | None, words: Text) -> None:
        entry = {"round": self.round, "step": self.step, "seat": seat, "text": words}
        self.entries.append(entry)

    def _add_sentence(self, event: Event) -> None:
        self.end_line()
        words = _sentence(self, event)
        if words:
            self._add_entry(None, text(words))


def _combine(last: Event | None, event: Event) -> Event | None:
    """Combine two draws, or two moves of dice with the same wording. Otherwise, return None."""
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


_SENTENCE_STARTERS: Final = (
    events.Scouted,
    events.Stocked,
    events.GoodTraded,
    events.GoodConsumed,
    events.TileCompleted,
    events.PowerUsed,
    events.WorkersRevealed,
)
"""Events that begin a new sentence."""


def _sentence(writer: _LogWriter, event: Event) -> str:
    """Return the sentence for an event that belongs to no player's action."""
    match event:
        case events.SpareDieRolled(phase=phase):
            return f"The spare die shows {PHASE_NAMES[phase]}."
        case events.PhasesRevealed(phases=phases):
            return f"Phases of this round: {', '.join(PHASE_NAMES[phase] for phase in phases)}."
        case events.BagRefilled(count=count):
            return f"The bag is refilled with {counted(count, 'abandoned tile')}."
        case GameEnded(reason=reason):
            full = "a tableau has 12 squares" if reason == _TABLEAU_FULL else "no chips are left"
            return f"The game ends after this round: {full}."
        case Scored(seat=seat, points=points, won=won):
            is_viewer = seat == writer.viewer
            has, wins = ("You have", "win") if is_viewer else (f"{writer.names[seat]} has", "wins")
            return f"{has} {counted(points, 'point')}{f' and {wins}' if won else ''}."
        case _:
            return ""


def _verb_phrase(writer: _LogWriter, event: Event) -> Text:
    """Return the action as an infinitive and its objects, or [] if it is not logged."""
    for word_event in (_tiles, _dice, _work, _gains):
        phrase = word_event(writer, event)
        if phrase:
            return phrase
    return []


def _tiles(writer: _LogWriter, event: Event) -> Text:
    match event:
        case FirstPlayerSet():
            return text("go first when turn order matters")
        case events.StartTilesDealt(faces=faces):
            return text("begin with ", join_texts([card(face) for face in faces]))
        case events.TilesDrawn():
            return text("draw ", _tile_names(writer, event))
        case events.TilesAbandoned():
            return text("abandon ", _tile_names(writer, event))
        case events.TileGivenUp():
            return text("put ", _tile_names(writer, event), " into the bag")
        case events.TilePlaced(worlds=worlds, place=place):
            stack = f"{'under' if place else 'on top of'} the {STACK_NAMES[worlds]}"
            return text("put ", _visible_face(writer, event, worlds), " ", stack)
        case events.TileMoved(worlds=worlds):
            stack = f"within the {STACK_NAMES[worlds]}"
            return text("move ", _visible_face(writer, event, worlds), " ", stack)
        case events.TileCompleted(face=face):
            return text("complete ", card(face))
        case _:
            return []


def _tile_names(writer: _LogWriter, event: SecretEvent) -> Text:
    """Return both titles of each tile if the viewer can see them, otherwise their count."""
    if not event.own:
        return text(counted(event.count, "tile"))
    tiles = [writer.table.tiles[tile] for tile in event.own]
    return join_texts([text(card(tile.development), " / ", card(tile.world)) for tile in tiles])


def _visible_face(writer: _LogWriter, event: SecretEvent, worlds: bool) -> Text:
    """Return the face of a tile that is visible in its stack."""
    if not event.own:
        return text("a tile")
    tile = writer.table.tiles[event.own[0]]
    return card(tile.world if worlds else tile.development)


def _dice(writer: _LogWriter, event: Event) -> Text:
    match event:
        case events.DiceGained(colour=colour, number=number, place=place):
            dice = [number if index == colour else 0 for index in range(NUMBER_OF_COLOURS)]
            return text(f"gain {dice_words(dice)} ", *_target_words(place))
        case events.DieRemoved(colour=colour):
            return text(f"give up a {COLOUR_NAMES[colour]} die")
        case events.DiceMoved(source=source, place=place, dice=dice):
            return _move_words(source, place, dice)
        case events.WorkersRolled(count=count):
            return text(f"roll {counted(count, 'worker')}")
        case events.WorkersRevealed(phase=phase, workers=workers):
            return text(_selection_words(phase, workers)) if phase >= 0 else []
        case _:
            return []


def _move_words(source: int, place: int, dice: Sequence[int]) -> Text:
    """Return a move of dice, or [] if the log entry of a worker's task already implies it."""
    words = dice_words(dice)
    if place >= GOODS:
        return text(f"put {words} as a good ", *_target_words(place))
    if place in (ON_DEVELOPMENTS, ON_WORLDS):
        return text(f"leave {words} ", *_target_words(place))
    if place == IN_CUP and source == IN_CITIZENRY:
        return text(f"take {words} from the Citizenry into the cup")
    if place == IN_CUP and source < ASSIGNED + NUMBER_OF_PHASES:
        return text(f"return {words} to the cup")
    if place == IN_CUP:
        return text(f"recall {words} ", *_source_words(source))
    return []


def _target_words(place: int) -> list[str | Text]:
    if place >= GOODS:
        return ["on ", card(place - GOODS)]
    if place in (IN_CUP, IN_CITIZENRY):
        return ["into the cup" if place == IN_CUP else "in the Citizenry"]
    return [f"on the {STACK_NAMES[place - ON_DEVELOPMENTS]}"]


def _source_words(source: int) -> list[str | Text]:
    if source >= GOODS:
        return ["from ", card(source - GOODS)]
    return [f"from the {STACK_NAMES[source - ON_DEVELOPMENTS]}"]


def _selection_words(selected: int, workers: Sequence[int]) -> str:
    """Return "select Settle, with workers for Explore 2, Settle 3"."""
    counts = [
        sum(workers[phase * NUMBER_OF_COLOURS : (phase + 1) * NUMBER_OF_COLOURS])
        for phase in range(NUMBER_OF_PHASES)
    ]
    phases = [f"{PHASE_NAMES[phase]} {count}" for phase, count in enumerate(counts) if count]
    return f"select {PHASE_NAMES[selected]}, with workers for {', '.join(phases)}"


def _work(writer: _LogWriter, event: Event) -> Text:
    match event:
        case events.Scouted(colour=colour):
            return text(f"scout with a {COLOUR_NAMES[colour]} worker")
        case events.Stocked(colour=colour):
            return text(f"stock with a {COLOUR_NAMES[colour]} worker")
        case events.GoodTraded(world=world, colour=colour):
            return text(f"trade the {COLOUR_NAMES[colour]} good of ", card(world))
        case events.GoodConsumed(world=world, colour=colour, shipper=shipper):
            worker = f" with a {COLOUR_NAMES[shipper]} worker"
            return text(f"consume the {COLOUR_NAMES[colour]} good of ", card(world), worker)
        case _:
            return []


def _gains(_writer: _LogWriter, event: Event) -> Text:
    match event:
        case events.CreditsChanged(change=change, lost=lost):
            excess = f" ({lost} more above the limit of 10)" if lost else ""
            verb = "spend" if change < 0 else "gain"
            return text(f"{verb} {counted(abs(change), 'credit')}{excess}")
        case ChipsGained(points=points):
            return text(f"{'spend' if points < 0 else 'gain'} {abs(points)} VP")
        case events.PowerUsed(face=face):
            return text("use ", card(face))
        case _:
            return []


def dice_words(dice: Sequence[int]) -> str:
    """Return "2 Home and 1 Genes dice"."""
    parts = [f"{count} {COLOUR_NAMES[colour]}" for colour, count in enumerate(dice) if count]
    listed = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    return f"{listed} {'die' if sum(dice) == 1 else 'dice'}"
