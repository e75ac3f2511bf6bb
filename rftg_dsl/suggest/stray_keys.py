"""Keys of a card, and whole cards, that stand among the power lines of one."""

from __future__ import annotations

import re
from typing import Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.games import ROLL, Game
from rftg_dsl.syntax.ast import ANY_KIND, KINDS
from rftg_dsl.syntax.written import Written

_NUMBER: Final = "-?[0-9]+|variable"
_KIND: Final = "|".join((*KINDS, ANY_KIND))
_KEY: Final = re.compile(
    rf"(?:- +)?(?:(title|powers|keywords|art):(?: .*)?|(start): *\{{.*"
    rf"|(development|world|military world|vp|copies|prestige): *(?:{_NUMBER})"
    rf"|(windfall|produces|holds): *(?:{_KIND}))"
)
_KEY_OF_FACE: Final = re.compile(
    r"(?:- +)?(?:(title|powers|keywords|art|other side|beside|home):(?: .*)?"
    rf"|(development|world|faction): *[0-9]+|(kind): *(?:{'|'.join(KINDS)}))"
)


def key_of(line: str, game: Game) -> str:
    """Return the key of a card that a line in the place of a power is; "" where it is none."""
    match = (_KEY_OF_FACE if game is ROLL else _KEY).fullmatch(line.strip())
    return next(filter(None, match.groups())) if match else ""


def report_key(written: Written, report: Report) -> bool:
    """Report a key of a card among power lines; whether another card begins with it."""
    key = key_of(written.text, report.game)
    end = written.text.index(key) + len(key)
    region = written.whole._replace(end_column=written.column + end)
    if key == "title":
        entry = "- " + written.text.removeprefix("- ").strip()
        text = "another card begins here, among the powers of the one above"
        help = f"begin `{entry}` below the `-` of that card, and its keys below the `t` of `title`"
    else:
        text = f"`{key}` is a key of the card, and stands among its powers"
        help = f"move `{written.text}` above `powers`, below the other keys of the card"
    report.add("E203", region, text, help=help)
    return key == "title"
