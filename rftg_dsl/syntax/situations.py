"""Parsed tests of cards and tiles: starting position, actions and expectations."""

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
"""Actions a player can choose; Develop and Settle also twice."""
ROUND_END: Final = "round end"
STEPS: Final = ("setup", "round start", ROUND_END)
"""Steps that a test can play in addition to actions."""
NOTHING: Final = "nothing"
"""Replaces an action: the player chooses none, but takes part in the opponents' phases."""
NOBODY: Final = "nobody"
"""Replaces the owner of a goal that nobody has."""
PRESTIGE: Final = "prestige "
"""Prefix of an action that is played with the prestige/search card."""
TWO_PLAYERS: Final = 2
"""Number of players in a game with one opponent."""
MAX_ACTIONS: Final = 2
"""Number of actions per round in the experienced 2-player game."""

Value = int | str | tuple[Any, ...]
"""Data of a rule module: a number, a text, values, or pairs of key and value."""


@struct
class CardList:
    """A list of cards: some by title, and a number of unnamed ones."""

    titles: tuple[str, ...] = ()
    unnamed: int = 0

    @property
    def count(self) -> int:
        """Total number of cards."""
        return len(self.titles) + self.unnamed


def parse_seat(text: str) -> int:
    """Return the seat number for `you`, `opponent` or `opponent 2`."""
    return 0 if text == "you" else int(text.removeprefix("opponent") or 1)


class Verb(StrEnum):
    """Verb of an answer; see grammar/race.lark for its objects."""

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
"""Replaces a title if the prestige/search card provides the power in Consume."""


@struct
class NameRef:
    """A name in an answer: the title of a card, or another name."""

    text: str
    span: Span
    is_title: bool = True


@struct
class ParsedAnswer:
    """A line of `answers` before its names are resolved.

    number: number of cards or prestige, or a guess: 0 for `nothing`, or None if `objects` determine
    it.
    using: cards whose powers are used, in any order.
    cannot: whether the answer must be illegal.
    """

    verb: Verb
    objects: tuple[NameRef, ...] = ()
    number: int | None = None
    using: tuple[NameRef, ...] = ()
    cannot: bool = False


@struct
class AnswerLine:
    """A `ParsedAnswer` with resolved names, its text and its region."""

    verb: Verb
    text: str
    region: Region
    objects: tuple[str, ...] = ()
    number: int | None = None
    using: tuple[str, ...] = ()
    cannot: bool = False


@struct
class Expectation:
    """A line of `then`: the expected value of a key.

    of_module: whether the key is the name of a module.
    title: title of the card it is about, if any.
    """

    key: str
    value: Value | CardList
    region: Region
    of_module: bool = False
    title: str = ""


@struct
class PlayerPart:
    """A player's part of a test: starting position, actions, answers and expectations.

    goods: titles of worlds with a good.
    saved: cards under the first tableau card.
    used: titles of cards whose once-per-game power is used up.
    modules: data of rule modules, by name.
    actions: members of ACTIONS, possibly after PRESTIGE.
    """

    tableau: CardList = CardList()
    hand: CardList = CardList()
    goods: tuple[str, ...] = ()
    saved: CardList = CardList()
    used: tuple[str, ...] = ()
    vp: int = 0
    modules: tuple[tuple[str, Value], ...] = ()
    actions: tuple[str, ...] = ()
    answers: tuple[AnswerLine, ...] = ()
    expectations: tuple[Expectation, ...] = ()


@struct
class CardTest:
    """A card test.

    parts: the players' parts by seat, yours first.
    steps: steps other than actions.
    supply: next cards of the draw pile, top card first.
    region: region of the test's name.
    first: first seat in turn order.
    """

    name: str
    parts: tuple[PlayerPart, ...]
    steps: tuple[str, ...]
    supply: tuple[str, ...]
    region: Region
    first: int = 0

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the cards in the starting position."""
        parts = (part.tableau.titles + part.hand.titles for part in self.parts)
        return (*self.supply, *(title for titles in parts for title in titles))

    @property
    def mentioned(self) -> tuple[str, ...]:
        """Titles of the cards in the starting position and in answers."""
        saved = (title for part in self.parts for title in part.saved.titles)
        answers = (answer for part in self.parts for answer in part.answers)
        named_cards = (title for answer in answers for title in answer.objects + answer.using)
        return (*self.titles, *saved, *named_cards)

    def called(self, seat: int) -> str:
        """Return the name of the opponent at a seat."""
        return "the opponent" if len(self.parts) <= TWO_PLAYERS else f"opponent {seat}"


Titles = tuple[str, ...]
Goods = tuple[tuple[str, str], ...]
"""Titles of worlds, each with the dice on it."""
STACKS: Final = ("tableau", "developments", "worlds")
PLACES: Final = ("cup", "citizenry", "developers", "settlers")
"""Places of dice other than phases and worlds."""


@struct
class TileAnswer:
    """A line of `answers` and its region."""

    text: str
    region: Region


@struct
class TileExpectation:
    """A line of `then`: the expected value of a key, or None for no dice."""

    key: str
    value: int | str | Titles | Goods | None
    region: Region


@struct
class TileSide:
    """A player's part of a tile test.

    faces: tile titles by stack.
    dice: descriptions of dice by place, phase or "rolled".
    selects: the selected phase, or "".
    """

    faces: tuple[tuple[str, Titles], ...] = ()
    dice: tuple[tuple[str, str], ...] = ()
    goods: Goods = ()
    selects: str = ""
    credits: int = 1
    vp: int = 0
    answers: tuple[TileAnswer, ...] = ()
    expectations: tuple[TileExpectation, ...] = ()


@struct
class TileTest:
    """A tile test.

    sides: the players' parts, yours first.
    steps: phases to play, or () for all phases with workers.
    bag: tiles in the bag, or None for all tiles that nobody has.
    you_first: whether, with strict timing, you go first rather than last.
    region: region of the test's name.
    """

    name: str
    sides: tuple[TileSide, ...]
    steps: tuple[str, ...]
    bag: Titles | None
    region: Region
    you_first: bool = True

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the faces in the starting position."""
        laid_out = (titles for side in self.sides for _key, titles in side.faces)
        return (*(title for titles in laid_out for title in titles), *(self.bag or ()))

    @property
    def mentioned(self) -> tuple[str, ...]:
        """Titles of the faces in the starting position."""
        return self.titles
