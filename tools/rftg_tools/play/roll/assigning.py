"""What can be answered while workers are assigned: selecting, wild workers, reassigning."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice
from rftg_tools.play.roll import keys
from rftg_tools.play.roll.asking import Asked, End, Option
from rftg_tools.play.roll.faces import power_words
from rftg_tools.play.roll.names import (
    PHASE_NAMES,
    die_name,
)
from roll_engine import asks
from roll_engine.cards.bound import BoundReassign
from roll_engine.rules import (
    ASSIGNED,
    NUMBER_OF_PHASES,
    WILD,
)


def start_tiles(asked: Asked, answer: Answer) -> Option:
    development, world = answer
    table = asked.table
    label = (
        f"{table.titles[table.tiles[development].development]} as development, "
        f"{table.titles[table.tiles[world].world]} as world"
    )
    return Option(answer, label)


def selects(asked: Asked, answer: Answer) -> Option:
    phase, side, colour = answer
    pick = End(keys.rolled(side, colour), die_name(side, colour))
    drop = End(keys.strip(phase), PHASE_NAMES[phase])
    return Option(answer, f"Select {PHASE_NAMES[phase]} with a {pick.label}", pick, drop)


def assign_wild(asked: Asked, answer: Answer) -> Option:
    pick = End(keys.rolled(WILD, asked.about), die_name(WILD, asked.about))
    drop = End(keys.phase(answer[0]), PHASE_NAMES[answer[0]])
    return Option(answer, drop.label, pick, drop)


def reassign(asked: Asked, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done: show my workers")
    if answer[0] < 0:
        return Option(answer, "Dictate: give up a worker to move another")
    power = asked.table.power_list[answer[0]]
    says = power_words(asked.table.cards[power.face].powers[power.line])
    _phase, _colon, does = says.rstrip(".").partition(": ")
    return Option(answer, f"{asked.table.titles[power.face]}: {does or says}")


def moves_at_once(asked: Asked) -> list[Option]:
    """Return what dice can be moved with the powers offered: each takes two answers."""
    decision = asked.decision
    if decision.kind != asks.REASSIGN or not isinstance(decision, Choice):
        return []
    numbers = [answer[0] for answer in decision.options if answer]
    return [move for number in numbers for move in _moves_of(asked, number)]


def _moves_of(asked: Asked, number: int) -> list[Option]:
    """Return the first moves of a power, or of Dictate the dice to give up."""
    workers = [
        (colour, phase)
        for phase in range(NUMBER_OF_PHASES)
        for colour, count in enumerate(asked.view.assigned[phase])
        if count
    ]
    if number < 0:
        given_up = [dictate(asked, worker) for worker in workers]
        return [one._replace(answer=(number,), then=one.answer) for one in given_up]
    power = asked.table.power_list[number]
    assert isinstance(power, BoundReassign)
    moves = [
        reassign_worker(asked, (colour, source, to))
        for colour, source in workers
        if power.source in (-1, source)
        and power.workers.fit(colour)
        and _has_enough(asked, power, source)
        for to in power.to or (asked.view.selected,)
        if to != source
    ]
    title = asked.table.titles[power.face]
    return [_by(title, one)._replace(answer=(number,), then=one.answer) for one in moves]


def _has_enough(asked: Asked, power: BoundReassign, source: int) -> bool:
    """Return whether a phase has the workers that a power moves together."""
    counts = enumerate(asked.view.assigned[source])
    fitting = sum(count for colour, count in counts if power.workers.fit(colour))
    return not power.together or fitting >= power.least


def _by(title: str, move: Option) -> Option:
    """Return a move that says which tile it is made by."""
    if move.drop is None:
        return move
    return move._replace(drop=move.drop._replace(label=f"{move.drop.label} ({title})"))


def reassign_worker(asked: Asked, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "No more")
    colour, source, to = answer
    pick = End(keys.die(ASSIGNED + source, colour), die_name(source, colour))
    drop = End(keys.phase(to), PHASE_NAMES[to])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def dictate(asked: Asked, answer: Answer) -> Option:
    colour, source = answer
    pick = End(keys.die(ASSIGNED + source, colour), die_name(source, colour))
    return Option(answer, pick.label, pick, End(keys.DICTATE, "Dictate"))
