"""What a player of Roll is asked: a prompt, the rule, and every answer in words.

An option has two ends where it moves something: `pick` is what is taken, `drop` where it goes, each
with the key of the element of the page that stands for it (keys.py). So a page can have dice and
tiles dragged, clicked or chosen by keys, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from gamekit.amounts import Amounts
from gamekit.decisions import Answer, Choice, Decision, Subset
from rftg_dsl.diagnostics.phrasing import counted
from rftg_tools.play.narration.texts import Text, card, text
from rftg_tools.play.roll import keys
from rftg_tools.play.roll.keys import Key
from rftg_tools.play.roll.names import (
    COLOUR_NAMES,
    PHASE_NAMES,
    STACK_NAMES,
    die_name,
    place_name,
    worker_name,
)
from roll_engine import asks
from roll_engine.cards.bound import BoundReassign
from roll_engine.cards.table import Table
from roll_engine.phases.ship import points_for
from roll_engine.rules import (
    ASSIGNED,
    EXPLORE,
    GOODS,
    IN_CITIZENRY,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PRICES,
    PRODUCE,
    SHIP,
    WILD,
)
from roll_engine.turns.tiles import OF_WORLDS
from roll_engine.view import View

Data = dict[str, Any]


class Asked(NamedTuple):
    """Something a player is asked, and who puts it into words."""

    table: Table
    view: View
    decision: Decision

    @property
    def about(self) -> int:
        """Return what it is about, -1 for nothing."""
        return self.decision.about

    def face_of(self, tile: int, worlds: bool) -> int:
        """Return the face of a tile that is up in a stack."""
        sides = self.table.tiles[tile]
        return sides.world if worlds else sides.development

    def tile_name(self, tile: int) -> str:
        """Return the face that is up for a tile of the own zone; both for one that is drawn."""
        if tile in self.view.developments or tile in self.view.worlds:
            return self.table.titles[self.face_of(tile, tile in self.view.worlds)]
        sides = self.table.tiles[tile]
        return f"{self.table.titles[sides.development]} / {self.table.titles[sides.world]}"


class End(NamedTuple):
    """One end of an option: the element that stands for it, and its name."""

    key: Key
    label: str

    def data(self) -> Data:
        """Return it as JSON data."""
        return {"key": self.key, "label": self.label}


class Option(NamedTuple):
    """One answer. pick, drop: what is taken and where it goes; label: for one without ends.

    then: the answer to the question that follows, where a move takes two.
    """

    answer: Answer
    label: str
    pick: End | None = None
    drop: End | None = None
    then: Answer = ()

    def data(self) -> Data:
        """Return it as JSON data."""
        return {
            "answer": list(self.answer),
            "label": self.label,
            "pick": self.pick.data() if self.pick else None,
            "drop": self.drop.data() if self.drop else None,
            "then": list(self.then),
        }


def ask_of(table: Table, view: View, decision: Decision) -> Data:
    """Return a decision in words. view: of the player who is asked."""
    asked = Asked(table, view, decision)
    wording = _WORDINGS[decision.kind]
    ask: Data = {
        "seat": decision.player,
        "kind": decision.kind,
        "about": _face_about(asked),
        "prompt": wording.prompt(asked),
        "rule": f"Roll rulebook, {wording.rule}",
        "suggest": None,
    }
    if isinstance(decision, Choice):
        options = [wording.option(asked, answer).data() for answer in decision.options]
        moves = [move.data() for move in _moves_at_once(asked)]
        return ask | {"form": "choice", "options": options, "moves": moves}
    if isinstance(decision, Amounts):
        return ask | _amounts(asked, decision, wording.thing)
    if isinstance(decision, Subset):
        ends = [End(keys.tile(tile), asked.tile_name(tile)) for tile in decision.cards]
        things = [
            {"value": tile, "limit": 1, **end.data()}
            for tile, end in zip(decision.cards, ends, strict=True)
        ]
        bounds = {"least": decision.least, "most": decision.most}
        return ask | {"form": "subset", "things": things, **bounds}
    raise TypeError(f"a decision of an unknown form: {decision!r}")


def _amounts(asked: Asked, decision: Amounts, thing: Thing) -> Data:
    ends = [thing(asked, value) for value in decision.things]
    things = [
        {"value": value, "limit": limit, **end.data()}
        for value, limit, end in zip(decision.things, decision.limits, ends, strict=True)
    ]
    return {
        "form": "amounts",
        "things": things,
        "least": decision.least,
        "most": decision.most,
    }


def _face_about(asked: Asked) -> int | None:
    """Return the face that a decision is about, if any."""
    means = asks.ask_of(asked.decision.kind).about
    if asked.about < 0:
        return None
    if means is asks.Means.POWER:
        return asked.table.power_list[asked.about].face
    if means is asks.Means.TILE:
        return asked.face_of(asked.about, asked.about in asked.view.worlds)
    return None


# --- prompts

Prompt = Callable[[Asked], Text]
ToOption = Callable[[Asked, Answer], Option]
Thing = Callable[[Asked, int], End]


def _says(words: str) -> Prompt:
    return lambda _asked: text(words)


def _named(before: str, after: str) -> Prompt:
    """Return a prompt with the face that the decision is about."""

    def prompt(asked: Asked) -> Text:
        face = _face_about(asked)
        return text(before, card(face) if face is not None else "Dictate", after)

    return prompt


def _number(before: str, after: str) -> Prompt:
    """Return a prompt with the number of dice that are wanted, and the face it is about."""

    def prompt(asked: Asked) -> Text:
        decision = asked.decision
        assert isinstance(decision, Amounts)
        face = _face_about(asked)
        several = counted(decision.most, "worker", "workers")
        upto = "" if decision.least == decision.most else "up to "
        return text(f"{before}{upto}{several}{after}", card(face) if face is not None else "", ".")

    return prompt


def _wild(asked: Asked) -> Text:
    return text(f"Assign your wild {COLOUR_NAMES[asked.about]} worker to a phase.")


def _recruit(asked: Asked) -> Text:
    decision = asked.decision
    assert isinstance(decision, Amounts)
    dice = counted(decision.most, "die", "dice")
    return text(f"Recruit {dice} from your Citizenry, for 1 credit each.")


def _recall(asked: Asked) -> Text:
    decision = asked.decision
    assert isinstance(decision, Amounts)
    least = "at least 1 die" if decision.least else "any dice"
    return text(
        f"Recall {least} from your construction zone and your worlds, or none."
        if not decision.least
        else f"Your cup is empty: recall {least}."
    )


# --- options


def _start_tiles(asked: Asked, answer: Answer) -> Option:
    development, world = answer
    table = asked.table
    label = (
        f"{table.titles[table.tiles[development].development]} as development, "
        f"{table.titles[table.tiles[world].world]} as world"
    )
    return Option(answer, label)


def _select(asked: Asked, answer: Answer) -> Option:
    phase, side, colour = answer
    pick = End(keys.rolled(side, colour), die_name(side, colour))
    drop = End(keys.strip(phase), PHASE_NAMES[phase])
    return Option(answer, f"Select {PHASE_NAMES[phase]} with a {pick.label}", pick, drop)


def _assign_wild(asked: Asked, answer: Answer) -> Option:
    pick = End(keys.rolled(WILD, asked.about), die_name(WILD, asked.about))
    drop = End(keys.phase(answer[0]), PHASE_NAMES[answer[0]])
    return Option(answer, drop.label, pick, drop)


def _reassign(asked: Asked, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done: show my workers")
    if answer[0] < 0:
        return Option(answer, "Dictate: give up a worker to move another")
    power = asked.table.power_list[answer[0]]
    said = asked.table.cards[power.face].powers[power.line].text.partition(": ")[2]
    return Option(answer, f"{asked.table.titles[power.face]}: {said}")


def _moves_at_once(asked: Asked) -> list[Option]:
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
        given_up = [_dictate(asked, worker) for worker in workers]
        return [one._replace(answer=(number,), then=one.answer) for one in given_up]
    power = asked.table.power_list[number]
    assert isinstance(power, BoundReassign)
    moves = [
        _reassign_worker(asked, (colour, source, to))
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


def _reassign_worker(asked: Asked, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "No more")
    colour, source, to = answer
    pick = End(
        keys.die(ASSIGNED + source, colour), f"{COLOUR_NAMES[colour]} of {PHASE_NAMES[source]}"
    )
    drop = End(keys.phase(to), PHASE_NAMES[to])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def _dictate(asked: Asked, answer: Answer) -> Option:
    colour, source = answer
    pick = End(
        keys.die(ASSIGNED + source, colour), f"{COLOUR_NAMES[colour]} of {PHASE_NAMES[source]}"
    )
    return Option(answer, pick.label, pick, End(keys.DICTATE, "Dictate"))


_TASKS: Final = {
    asks.SCOUT: "Scout: look for tiles",
    asks.STOCK: "Stock: gain 2 credits",
    asks.REARRANGE: "Rearrange tiles",
}


def _explorer(asked: Asked, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done")
    if answer[0] == asks.REARRANGE:
        return Option(answer, _TASKS[asks.REARRANGE])
    task, colour = answer
    pick = End(keys.die(ASSIGNED + EXPLORE, colour), f"{COLOUR_NAMES[colour]} explorer")
    drop = End(keys.task(asks.TASKS[task]), _TASKS[task])
    return Option(answer, f"{drop.label} with the {pick.label}", pick, drop)


def _place_tile(asked: Asked, answer: Answer) -> Option:
    tile, stack, on_top = answer
    title = asked.table.titles[asked.face_of(tile, stack == OF_WORLDS)]
    pick = End(keys.tile(tile), asked.tile_name(tile))
    tiles = asked.view.worlds if stack == OF_WORLDS else asked.view.developments
    where = ("on top of" if on_top else "under") if tiles else "as the first of"
    drop = End(keys.stack(stack, bool(on_top)), f"{title}, {where} your {STACK_NAMES[stack]}")
    return Option(answer, drop.label, pick, drop)


def _move_tile(asked: Asked, answer: Answer) -> Option:
    tile, stack, place = answer
    pick = End(keys.tile(tile), asked.tile_name(tile))
    title = asked.table.titles[asked.face_of(tile, stack == OF_WORLDS)]
    drop = End(
        keys.place(stack, place), f"as {title}, place {place + 1} of your {STACK_NAMES[stack]}"
    )
    return Option(answer, f"{pick.label} {drop.label}", pick, drop)


def _give_up_tile(asked: Asked, answer: Answer) -> Option:
    pick = End(keys.tile(answer[0]), asked.tile_name(answer[0]))
    return Option(answer, pick.label, pick)


def _producer(asked: Asked, answer: Answer) -> Option:
    colour, face = answer
    pick = End(keys.die(ASSIGNED + PRODUCE, colour), f"{COLOUR_NAMES[colour]} producer")
    drop = End(keys.face(face), asked.table.titles[face])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def _shipper(asked: Asked, answer: Answer) -> Option:
    task, worker, face, good = answer
    pick = End(
        keys.die(ASSIGNED + SHIP, worker % NUMBER_OF_COLOURS), f"{worker_name(worker)} shipper"
    )
    named = f"the {COLOUR_NAMES[good]} good of {asked.table.titles[face]}"
    if task == asks.TRADE:
        does = f"Trade {named} for {counted(_price(asked, face), 'credit')}"
    else:
        points = points_for(asked.table.kind[face], good, worker % NUMBER_OF_COLOURS)
        does = f"Consume {named} for {points} VP"
    drop = End(keys.die(GOODS + face, good), does)
    return Option(answer, f"{drop.label} with the {pick.label}", pick, drop)


def _price(asked: Asked, face: int) -> int:
    """Return the credits for a good of a world, but for powers that hang on a condition."""
    table, view = asked.table, asked.view
    kind = table.kind[face]
    prices = table.powers(view.seats[view.me].tableau).prices
    added = [one.amount for one in prices if one.condition is None and one.goods.fit(face, kind)]
    return max(0, PRICES[kind] + sum(added))


def _use_power(_asked: Asked, answer: Answer) -> Option:
    return Option(answer, "Yes" if answer[0] else "No")


def _remove_die(asked: Asked, answer: Answer) -> Option:
    place, colour = divmod(answer[0], NUMBER_OF_COLOURS)
    named = f"{COLOUR_NAMES[colour]} {place_name(asked.table, place)}"
    return Option(answer, named, End(keys.die(place, colour), named))


# --- dice that are counted


def _dice_at(place: int) -> Thing:
    return lambda _asked, colour: End(keys.die(place, colour), COLOUR_NAMES[colour])


def _builders_of(moved: bool) -> Thing:
    """Return what names builders: those of the phase, or those on the stack."""

    def thing(asked: Asked, colour: int) -> End:
        worlds = asked.about in asked.view.worlds
        on_stack = ON_WORLDS if worlds else ON_DEVELOPMENTS
        phase = ASSIGNED + (2 if worlds else 1)
        return End(keys.die(on_stack if moved else phase, colour), COLOUR_NAMES[colour])

    return thing


def _anywhere(asked: Asked, die: int) -> End:
    place, colour = divmod(die, NUMBER_OF_COLOURS)
    named = f"{COLOUR_NAMES[colour]} {place_name(asked.table, place)}"
    return End(keys.die(place, colour), named)


class Wording(NamedTuple):
    """How a kind of decision is put. option, thing: an answer of a choice, a thing counted."""

    prompt: Prompt
    rule: str
    option: ToOption = _use_power
    thing: Thing = _anywhere


_WORDINGS: Final[dict[str, Wording]] = {
    asks.START_TILES: Wording(
        _says("Which tile do you keep as a development, and which as a world?"),
        "Setup",
        _start_tiles,
    ),
    asks.SELECT: Wording(
        _says("Select a phase: put any one of your workers on the phase strip."), "Assign", _select
    ),
    asks.ASSIGN_WILD: Wording(_wild, "Assign", _assign_wild),
    asks.REASSIGN: Wording(
        _says("Reassign workers, or show those you have assigned."), "Assign", _reassign
    ),
    asks.REASSIGN_WORKER: Wording(
        _named("", ": which worker do you reassign, and to which phase?"),
        "Assign",
        _reassign_worker,
    ),
    asks.DICTATE: Wording(_says("Dictate: which worker do you give up?"), "Assign", _dictate),
    asks.EXPLORER: Wording(_says("What does your next explorer do?"), "Explore", _explorer),
    asks.ABANDON: Wording(
        _says(
            "Scout: which tiles do you abandon first? You draw 1 tile, and 1 more for each of them."
        ),
        "Explore",
    ),
    asks.PLACE_TILE: Wording(
        _says("Which tile do you place next, and as what?"), "Explore", _place_tile
    ),
    asks.MOVE_TILE: Wording(_says("Which tile do you move, and where to?"), "Explore", _move_tile),
    asks.GIVE_UP_TILE: Wording(
        _says("The bag is empty: which tile do you give up?"),
        "Fine Points, Explore",
        _give_up_tile,
    ),
    asks.BUILDERS: Wording(
        _number("Which ", " do you use to complete "), "Develop", thing=_builders_of(False)
    ),
    asks.BUILDERS_RETURNED: Wording(
        _number("Which ", " have built, and go to your Citizenry, for "),
        "Develop",
        thing=_builders_of(True),
    ),
    asks.PRODUCER: Wording(
        _says("Which producer becomes a good, and on which world?"), "Produce", _producer
    ),
    asks.SHIPPER: Wording(
        _says("Which good does your next shipper trade or consume?"), "Ship", _shipper
    ),
    asks.USE_POWER: Wording(_named("Do you use ", "?"), "Powers", _use_power),
    asks.REMOVE_DIE: Wording(
        _named("", ": which of your dice do you give up?"), "Immediate Effects", _remove_die
    ),
    asks.WORKERS_TO_CUP: Wording(
        _number("Return ", " to your cup by "), "Develop", thing=_dice_at(IN_CITIZENRY)
    ),
    asks.RECRUIT: Wording(_recruit, "Manage Empire", thing=_dice_at(IN_CITIZENRY)),
    asks.RECALL: Wording(_recall, "Manage Empire", thing=_anywhere),
}
"""How each kind of decision is put into words."""


def faces_of_ask(ask: Data) -> Sequence[int]:
    """Return the faces that an ask names."""
    named = [part["card"] for part in ask["prompt"] if isinstance(part, dict)]
    return named + ([ask["about"]] if ask["about"] is not None else [])
