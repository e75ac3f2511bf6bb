"""The words of the language as people say them: a name for every terminal, and the nearest word.

A list of what may stand at a place is short: kinds, keywords and numbers are named as groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

NAMES: Final[dict[str, str]] = {
    "$END": "the end of the line",
    "_ARTICLE": "`a`",
    "_CARDS": "`cards`",
    "_GOODS": "`goods`",
    "KINDS": "`kinds`",
    "CHIPS": "`chips`",
    "KIND": "a kind",
    "NAME": "a keyword",
    "NOUN": "`world`, `development` or `card`",
    "SIGNED": "a number with a sign",
    "INT": "a number",
    "EXACT_COST": "an exact cost like `6-cost`",
    "TITLE": 'a "Card Title"',
    "PHASES": "`phases`",
}
"""Human names of the terminals; below, those of the ones that are one word or a sign."""

_SINGLE_WORDS: Final = (
    "EXPLORE DEVELOP SETTLE TRADE CONSUME PRODUCE SCORE MAY AFTER PLACING PRODUCING HERE DISCARD "
    "SPEND THIS ALL OF DIFFERENT DRAW KEEP COST DEFENSE MILITARY PRICE VP TOTAL PAY FOR "
    "AGAINST SELL IT WITHOUT WITH POWERS POWER KEYWORD GUESS FROM TO EACH BEYOND THE FIRST PER "
    "PRODUCED MOST IF YOU HAVE OTHER ANOTHER PRODUCTION WINDFALL SETUP ON BY PAYING PRESTIGE MIX "
    "HAND SAVE SAVED CONQUER PLACE UPGRADE DESTROY DEFEAT TAKEOVER CANNOT ANTE LIMIT AT CHOOSE "
    "LAST PLAYER NEGATIVE VARIABLE AND"
)
WORDS: Final = tuple(_SINGLE_WORDS.split())
"""Terminals that are one word, the terminal's name in small letters."""

MARKS: Final = {"_COLON": ":", "_COMMA": ",", "_ARROW": "->", "NON": "non-"}
"""Terminals that are signs, or part of a word."""

_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "_CARDS": ("card", "cards"),
    "_GOODS": ("good", "goods"),
    "_ARTICLE": ("a", "an"),
    "NOUN": ("world", "worlds", "development", "developments", "card", "cards"),
    "KIND": ("novelty", "rare", "genes", "alien", "gray"),
    "KINDS": ("kind", "kinds"),
    "CHIPS": ("chip", "chips"),
    "UP_TO": ("up to",),
    "OR_MORE": ("or more",),
    "OR_LESS": ("or less",),
    "THIS_WORLDS": ("this world's",),
    "_OR": ("or",),
    "OTHERS": ("others'",),
    "TAKE_OVER": ("take over",),
    "ROUND_START": ("round start",),
    "ROUND_END": ("round end",),
    "GAME_END": ("game end",),
    "DISCARDS": ("discards",),
    "PHASES": ("phase", "phases"),
}
"""The words of terminals that have several, or more than their name says."""

NAMES.update({word: f"`{word.lower()}`" for word in WORDS})
NAMES.update({name: f"`{mark}`" for name, mark in MARKS.items()})
NAMES.update({name: f"`{forms[0]}`" for name, forms in _FORMS.items() if len(forms) == 1})

RESERVED: Final = frozenset(
    {word.lower() for word in WORDS} | {form for forms in _FORMS.values() for form in forms}
) - {"alien"}
"""Words of the grammar, which no set can declare as keywords (`alien` alone is both)."""
_QUANTIFIERS: Final = frozenset("any both either every neither no none not some".split())
NO_KEYWORDS: Final = RESERVED | _QUANTIFIERS
"""What no set can declare: `no` and `any`, too, are never meant as keywords where they stand."""

_PHASES: Final = ("EXPLORE", "DEVELOP", "SETTLE", "TRADE", "CONSUME", "PRODUCE")
LINE_STARTS: Final = (*_PHASES, "SETUP", "ROUND_START", "ROUND_END", "GAME_END", "SCORE")
"""Terminals that a power line begins with."""
_EFFECTS: Final = frozenset(
    "ANOTHER ANTE AT CANNOT CHOOSE CONQUER COST DEFEAT DEFENSE DESTROY DISCARD DRAW GUESS HAND INT "
    "KEEP KIND MILITARY MIX PAY PLACE PRICE SAVE SELL TAKE_OVER UPGRADE WINDFALL _GOODS".split()
)
_SHADOWED: Final = {
    "a keyword or kind": {"MILITARY", "PRODUCTION", "WINDFALL", "VARIABLE", "EXACT_COST"}
}
"""Terminals that need no word of their own beside a group."""
_GROUPS: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (frozenset(LINE_STARTS), "a phase, `score` or another moment"),
    (frozenset(_PHASES), "a phase"),
    (_EFFECTS, "an effect"),
    (frozenset(("ALL", "UP_TO", "THIS_WORLDS", "SPEND")), "a cost"),
    (frozenset(("KIND", "NAME", "NON")), "a keyword or kind"),
    (frozenset("DISCARDS KINDS NEGATIVE PHASES PRESTIGE TOTAL VP _GOODS".split()), "a count"),
)
_SHOWN: Final = 8


def expected_words(terminals: Iterable[str]) -> list[str]:
    """Human names for what may stand at a place, groups first put together; most useful first."""
    rest = set(terminals)
    found = []
    for group, name in _GROUPS:
        if group <= rest:
            rest -= group | _SHADOWED.get(name, set())
            found.append(name)
    if {"INT", "SIGNED"} <= rest:
        rest -= {"INT"}
    words = sorted({NAMES[name] for name in rest if name not in ("_ARTICLE", "OTHER", "ANOTHER")})
    return found + words


def listed(names: Sequence[str], last: str = "or") -> str:
    """ "a, b or c", cut after a few names."""
    if len(names) > _SHOWN:
        names = [*names[:_SHOWN], "other words"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(count: int, noun: str, several: str = "") -> str:
    """ "1 good", "2 goods"; `several` where the plural is not the noun and an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {several or noun + 's'}"


def article(word: str) -> str:
    """ "a" or "an", by how the word sounds; numbers too."""
    digits = word.partition("-")[0]
    if digits.isdigit():
        return "an" if digits.startswith("8") or digits in ("11", "18") else "a"
    return "an" if word[0] in "aeio" or word.startswith("up") else "a"


def literal_words(terminals: Iterable[str]) -> list[str]:
    """The plain words among the terminals, as written: what a slip can be compared with."""
    found: list[str] = []
    for name in sorted(terminals):
        found += _FORMS.get(name, (name.lower(),) if name in WORDS else ())
    return found


def there_are(count: int, noun: str = "", plural: str = "") -> str:
    """A number of things said to be there: "there is 1 card", "there are 2"."""
    things = counted(count, noun, plural) if noun else str(count)
    return f"there {'is' if count == 1 else 'are'} {things}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to `word` (letter case apart), or None where none is near.

    Near is at most one slip in a short word, two in a word of six letters, three from twelve:
    a slip is a letter added, left out, changed, or exchanged with its neighbour.
    """
    folded = word.casefold()[:80]
    allowed = 1 if len(folded) < 6 else 2 if len(folded) < 12 else 3
    best: tuple[int, str] | None = None
    for other in sorted(set(known)):
        if abs(len(other) - len(folded)) <= allowed:
            slips = distance(folded, other.casefold(), allowed)
            if slips <= allowed and slips < len(folded) and (best is None or slips < best[0]):
                best = (slips, other)
    return best[1] if best else None


@lru_cache(maxsize=16384)  # the same slip is often made again, and read again at every keystroke
def distance(one: str, two: str, most: int = 1_000) -> int:
    """The number of slips between two words (restricted Damerau-Levenshtein distance).

    Where it is more than `most`, any number above that.
    """
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, letter in enumerate(one, 1):
        current = [i]
        for j, other in enumerate(two, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != other))
            swapped = i > 1 and j > 1 and letter == two[j - 2] and one[i - 2] == other
            current.append(min(cost, before[j - 2] + 1) if swapped else cost)
        before, row = row, current
        if min(row) > most and min(before) > most:
            return most + 1
    return row[-1]
