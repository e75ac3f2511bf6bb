"""Lines as designers write them: paraphrases, word order, and what no line can say."""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import Diagnostic, apply_fixes
from rftg_dsl.semantics.lower import lower
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.suggest.phrases import families, find_unsupported
from rftg_dsl.syntax.parser import parse, parse_power
from tests.rftg_dsl.writing import card_with, compile_text
from tests.sampling import sampled

PATH: Final = Path("/nowhere/wishes.yaml")
CACHE: Final = SourceCache()
ROUNDS: Final = 2
"""Runs of `check --fix` within which the meaning must be reached."""
HEAD: Final = (
    "set: wishes\ntitle: Wishes\nrequires: [base, gathering-storm, rebel-vs-imperium, brink-of-war]"
    "\nkeywords: [xeno, anti-xeno]\ntokens: {relic: 6}\nmodules: [prestige, takeovers, goals]\n"
    "cards:\n  - {title: Nest, military world: 3, vp: 1, keywords: [xeno]}\n"
    "  - {title: Guard, development: 3, vp: 1, keywords: [anti-xeno]}\n"
)
CARD: Final = HEAD + "  - title: Wish\n    %s\n    powers: |\n"
HOSTS: Final = {
    "development": CARD % "development: 3\n    vp: 1",
    "production world": CARD % "world: 2\n    vp: 1\n    produces: rare",
    "windfall world": CARD % "world: 2\n    vp: 1\n    windfall: rare",
    "scoring development": CARD % "development: 6\n    vp: variable",
    "goal": HEAD + "goals:\n  - title: Wish\n    after: [settle]\n",
}
ONLY_POWER: Final = ("E324", "W506")
"""Findings in a card because the line is its only power."""
PARAPHRASES: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("paraphrases.toml").read_text(encoding="utf-8")
)
REFUSED: Final[list[str]] = PARAPHRASES.pop("refused")["lines"]


def file_with(host: str, text: str) -> str:
    """Return a file with a card of this sort, or a goal, that has the lines."""
    lines = text.split("\n")
    if host == "goal":
        lines += ["least: 2"] if text.startswith("most") else []
        return HOSTS[host] + "".join(f"    {line}\n" for line in lines)
    if host == "production world":
        lines.append("produce: good")
    return HOSTS[host] + "".join(f"      {line}\n" for line in lines)


def findings(text: str) -> list[Diagnostic]:
    CACHE.put(PATH, text)
    found = compile_files([PATH], CACHE).diagnostics
    return [finding for finding in found if finding.code not in ONLY_POWER]


def fixed(host: str, line: str) -> str:
    """Return a file after all edits were made, or what is still found in it."""
    text = file_with(host, line)
    for _round in range(ROUNDS):
        fixes = [finding.fix for finding in findings(text) if finding.fix is not None]
        if fixes:
            text = apply_fixes(text, fixes)[0]
    left = findings(text)
    return "; ".join(f"{finding.code} {finding.message}" for finding in left) or text


def meaning(text: str) -> list[object]:
    """Return what the lines of the last card, or of the last goal, say."""
    if "\ngoals:" in text:
        key, _, line = text.partition("after: [settle]\n")[2].split("\n")[0].partition(": ")
        return [parse(line, {"first": "goal", "most": "measure"}[key.strip()])]
    return [parse_power(line) for line in text.partition("powers: |\n")[2].split("\n") if line]


@pytest.mark.parametrize("start", sampled(range(4), 4))
@pytest.mark.parametrize("host", PARAPHRASES)
def test_edits_lead_to_the_card_that_was_meant(host: str, start: int) -> None:
    for line, meant in list(PARAPHRASES[host].items())[start::4]:
        found = fixed(host, line)
        assert found.startswith("set:"), (line, found)
        assert meaning(found) == meaning(file_with(host, meant)), (line, found)


def test_what_no_card_can_say_is_refused_without_an_edit() -> None:
    for line in REFUSED:
        found = findings(file_with("development", line))
        assert found, line
        assert not any(finding.fix for finding in found), line


LINES = [
    # wrong; right; a part of the help
    ("consume: good 1 -> 1 vp", "consume: 1 good -> 1 vp", "write `1 good`"),
    (": settle military +1", "settle: military +1", "settle"),
    ("settle: military against +1 rebel military worlds", None, "+1 against"),
    ("consume: 1 good -> 1 vp, 1 draw", "consume: 1 good -> 1 vp, draw 1", "write `draw 1`"),
    (
        "settle: -> may discard this military +3",
        "settle: may discard this -> military +3",
        "put `->`",
    ),
    ("consume: 1 good -> 1 v", "consume: 1 good -> 1 vp", "write `vp`"),
    ("settle: may taek over a rebel military world", None, "write `take over`"),
    ("consume: up ot 2 goods -> 1 vp each", "consume: up to 2 goods -> 1 vp each", "`up to`"),
]


@pytest.mark.parametrize("gain", ["gain a spark", "Get 1 spark", "takes one spark"])
def test_tokens_that_are_gained_need_not_be_called_tokens(gain: str) -> None:
    text = card_with(f"produce: {gain}").replace("cards:", "tokens: {spark: 12}\ncards:", 1)
    (found,) = [one for one in compile_text(text).diagnostics if one.code == "E210"]
    assert found.help == f"write `1 spark token` instead of `{gain}`"


def test_a_word_that_joins_clauses_becomes_no_keyword() -> None:
    text = card_with("settle: cost -1 for worlds unless hot military")
    (found,) = [one for one in compile_text(text).diagnostics if one.code == "E210"]
    assert found.fix is None
    assert not found.help


@pytest.mark.parametrize(("wrong", "right", "help"), LINES, ids=[row[0] for row in LINES])
def test_what_stands_in_the_wrong_place_is_put_back(
    wrong: str, right: str | None, help: str
) -> None:
    (found,) = [one for one in compile_text(card_with(wrong)).diagnostics if one.code == "E210"]
    assert help in found.help
    assert found.fix is not None
    (edit,) = found.fix.edits
    start = edit.region.column - 7
    mended = wrong[:start] + edit.text + wrong[edit.region.end_column - 7 :]
    assert right is None or mended == right
    assert "E210" not in [one.code for one in compile_text(card_with(mended)).diagnostics]


ASKED = {
    "produce: good on each windfall world": "windfall",
    "produce: windfall good per windfall world": "windfall",
    "produce: each opponent discards 1 card": "taking something from other players",
    "settle: military +5 once per game": "a permanent effect",
    "settle: may discard 1 card -> military +5 twice per game": "twice per game",
    "round end: no hand limit": "an unlimited hand",
    "produce: 2 goods on this world": "one world",
    "consume: steal 1 good from another player": "from another player",
    "develop: cost -1 for alien developments and worlds": "a keyword of developments",
    "settle: after conquering a rebel world, may place another world": "certain placements",
    "settle: after placing a world, draw 1 per world conquered": "conquered",
    "score: 1 per technology artifact": "tokens without a name",
    "produce: 1 relic token on this card": "tokens without a name",
    "produce: draw 1 per token": "tokens without a name",
    "consume: spend all relic tokens -> 1 vp each": "all tokens",
}


@pytest.mark.parametrize("line", ASKED)
def test_what_cannot_be_said_is_named_and_no_program_mends_it(line: str) -> None:
    (found,) = compile_text(card_with(line)).diagnostics
    said = [text for text in (found.message, *found.notes) if "the language has no words" in text]
    assert len(said) == 1
    assert ASKED[line] in said[0]
    assert found.help
    assert found.fix is None


@pytest.mark.parametrize("help", [family.nearest for family in families()])
def test_every_nearest_power_means_something(help: str) -> None:
    for line in re.findall("`([a-z ]+: [^`]+)`", help):
        if not line.startswith("vp:"):
            lower(parse_power(line))


def test_a_title_asks_for_nothing() -> None:
    assert find_unsupported('score: 1 per "The Fewest of Each Game, Swaps"') is None
