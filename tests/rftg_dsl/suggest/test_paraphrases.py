"""Lines as designers write them: edits lead to the card that was meant, or there is none."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import Diagnostic, apply_fixes
from rftg_dsl.sets.loading import SourceCache
from rftg_dsl.syntax.parser import parse, parse_power
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
