"""Tests of cards and tiles as they are written: what is given, done and then expected."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Span

EXPLORE_5: Final = "explore +5"
EXPLORE_1_1: Final = "explore +1 +1"
TRADE: Final = "trade"
CONSUME_X2: Final = "consume x2"
SEARCH: Final = "search"
ACTIONS: Final = (
    EXPLORE_5,
    EXPLORE_1_1,
    "develop",
    "settle",
    TRADE,
    CONSUME_X2,
    "produce",
    SEARCH,
)
"""The actions a player can choose; Develop and Settle also twice."""
ROUND_END: Final = "round end"
STEPS: Final = ("setup", "round start", ROUND_END)
"""What a test can play besides actions."""
NOTHING: Final = "nothing"
"""In place of an action: none is chosen, and the player is there in the phases of others."""
NOBODY: Final = "nobody"
"""In place of the holder of a goal."""
PRESTIGE: Final = "prestige "
"""Before an action: the prestige/search card lies beside it."""
TWO: Final = 2
"""Players, where there is one opponent."""
MOST_ACTIONS: Final = 2
"""The actions of a round in the experienced 2-player game."""

Value = int | str | tuple[Any, ...]
"""What is said of a module of rules: a number, a text, values, or pairs of a key and a value."""


@struct
class Cards:
    """Cards by title, and a number of others whichever."""

    titles: tuple[str, ...] = ()
    others: int = 0

    @property
    def count(self) -> int:
        """All of them."""
        return len(self.titles) + self.others


def seat_named(text: str) -> int:
    """Return the seat of `you`, `opponent` or `opponent 2`."""
    return 0 if text == "you" else int(text.removeprefix("opponent") or 1)


class Verb(StrEnum):
    """What an answer begins with; grammar/race.lark says what each takes."""

    PLACE = "place"
    USE = "use"
    SPEND = "spend"
    DISCARD = "discard"
    KEEP = "keep"
    PASS = "pass"
    SAVE = "save"
    SELL = "sell"
    PRODUCE_ON = "produce on"
    NAME = "name"
    GUESS = "guess"
    CHOOSE = "choose"
    ANTE = "ante"
    SEARCH_FOR = "search for"
    UPGRADE = "upgrade"
    MOVE = "move"
    TAKE_OVER = "take over"
    DEFEAT = "defeat"
    DEFEND = "defend"
    CHOOSE_LAST = "choose last"
    DAMAGE = "damage"
    REPAIR = "repair"
    CONTRIBUTE = "contribute"


PRESTIGE_CARD: Final = "prestige card"
"""What stands for a title where the prestige/search card gives a power in Consume."""


@struct
class Named:
    """Something that an answer names: a card by its title, or anything else."""

    text: str
    span: Span
    is_title: bool = True


@struct
class Answer:
    """A line of `answers` as it is written: what it names is not looked up yet.

    number: of cards or prestige, or the number guessed, 0 for `nothing`; None where `objects` say
    it. using: the cards whose powers help, in any order. cannot: it is expected to be forbidden.
    """

    verb: Verb
    objects: tuple[Named, ...] = ()
    number: int | None = None
    using: tuple[Named, ...] = ()
    cannot: bool = False


@struct
class AnswerLine:
    """An `Answer` whose every name is known, with its text and its place."""

    verb: Verb
    text: str
    region: Region
    objects: tuple[str, ...] = ()
    number: int | None = None
    using: tuple[str, ...] = ()
    cannot: bool = False


@struct
class Expectation:
    """One line of `then`: `key` has this value.

    of_module: the key is the name of a module. title: of the card that it is said of, if any.
    """

    key: str
    value: Value | Cards
    region: Region
    of_module: bool = False
    title: str = ""


@struct
class Part:
    """One player's part of a test: what he has, chooses and answers, and what he has in the end.

    goods: titles of worlds that have one. saved: under the first card of the tableau. used: titles
    of cards whose power that comes once a game is used up.
    modules: what is given of modules of rules, by their names. actions: words of ACTIONS, some
    behind PRESTIGE.
    """

    tableau: Cards = Cards()
    hand: Cards = Cards()
    goods: tuple[str, ...] = ()
    saved: Cards = Cards()
    used: tuple[str, ...] = ()
    vp: int = 0
    modules: tuple[tuple[str, Value], ...] = ()
    actions: tuple[str, ...] = ()
    answers: tuple[AnswerLine, ...] = ()
    then: tuple[Expectation, ...] = ()


@struct
class CardTest:
    """A test: the players' parts by seat, what they share, and the steps played besides actions.

    parts: yours is the first. supply: the next cards, the top one first. region: of its name.
    first: the seat that is first in turn order.
    """

    name: str
    parts: tuple[Part, ...]
    steps: tuple[str, ...]
    supply: tuple[str, ...]
    region: Region
    first: int = 0

    @property
    def titles(self) -> tuple[str, ...]:
        """The cards that the test lays out."""
        parts = (part.tableau.titles + part.hand.titles for part in self.parts)
        return (*self.supply, *(title for titles in parts for title in titles))

    @property
    def mentioned(self) -> tuple[str, ...]:
        """The cards that the test lays out, and those that its answers name."""
        saved = (title for part in self.parts for title in part.saved.titles)
        answers = (answer for part in self.parts for answer in part.answers)
        named = (title for answer in answers for title in answer.objects + answer.using)
        return (*self.titles, *saved, *named)

    def called(self, seat: int) -> str:
        """Return what one of your opponents is called."""
        return "the opponent" if len(self.parts) <= TWO else f"opponent {seat}"


Titles = tuple[str, ...]
Goods = tuple[tuple[str, str], ...]
"""The dice on worlds, by title."""
STACKS: Final = ("tableau", "developments", "worlds")
PLACES: Final = ("cup", "citizenry", "developers", "settlers")
"""Where dice are besides under the phases and on worlds."""


@struct
class TileAnswer:
    """A line of `answers`: words, with its place."""

    text: str
    region: Region


@struct
class TileExpectation:
    """One line of `then`: `key` has this value; None for no dice."""

    key: str
    value: int | str | Titles | Goods | None
    region: Region


@struct
class TileSide:
    """One player's part of a test.

    faces: titles by STACKS. dice: texts by PLACES, phases and "rolled". selects: a phase, or "".
    """

    faces: tuple[tuple[str, Titles], ...] = ()
    dice: tuple[tuple[str, str], ...] = ()
    goods: Goods = ()
    selects: str = ""
    credits: int = 1
    vp: int = 0
    answers: tuple[TileAnswer, ...] = ()
    then: tuple[TileExpectation, ...] = ()


@struct
class TileTest:
    """A test: the players' parts, yours first; the steps, () for the phases that have workers.

    bag: the only tiles in it, None for all that nobody has. you_first: you are first in the order
    of strict timing; else you are last. region: of its name.
    """

    name: str
    sides: tuple[TileSide, ...]
    steps: tuple[str, ...]
    bag: Titles | None
    region: Region
    you_first: bool = True

    @property
    def titles(self) -> tuple[str, ...]:
        """The faces that the test lays out."""
        laid_out = (titles for side in self.sides for _key, titles in side.faces)
        return (*(title for titles in laid_out for title in titles), *(self.bag or ()))

    @property
    def mentioned(self) -> tuple[str, ...]:
        """The faces that the test lays out."""
        return self.titles
