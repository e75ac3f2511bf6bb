"""A word that is a kind and a keyword: both readings are said where they mean different cards."""

import pytest

from rftg_dsl.diagnostics.model import Diagnostic
from tests.rftg_dsl.writing import card_with, found_in

HEAD = "set: mine\ntitle: My Cards\nrequires: [base]\nkeywords: [mine]\n"
OWN = "set: mine\ntitle: My Cards\nkeywords: [rebel, alien]\n"
KIND = "  - {title: Ruin, military world: 2, vp: 1, windfall: alien, keywords: [alien]}\n"


def found(line: str, head: str = HEAD) -> list[Diagnostic]:
    text = card_with(line)
    return found_in(head + text[text.index("cards:") :])


@pytest.mark.parametrize(
    ("line", "code", "texts"),
    [
        (
            "settle: cost -1 for alien or rebel worlds",
            "W527",
            ["alien or rebel cards", "alien or rebel worlds  # rftg: ignore[W527]"],
        ),
        ("settle: cost -1 for alien cards", "W522", ["alien worlds", "with the alien keyword"]),
        (
            "settle: after placing an alien card, draw 1",
            "W522",
            ["an alien world", "a world with the alien keyword"],
        ),
        (
            "settle: cost -1 for non-alien cards",
            "W522",
            ["non-alien worlds", "non-alien cards  # rftg: ignore[W522]"],
        ),
    ],
)
def test_both_readings_are_said_and_no_program_chooses(
    line: str, code: str, texts: list[str]
) -> None:
    (finding,) = found(line)
    assert finding.code == code
    assert all(text in finding.help for text in texts)
    assert finding.fix is None


@pytest.mark.parametrize(
    "line",
    [
        "settle: cost -1 for alien or rebel cards",
        "settle: cost -1 for worlds with the alien keyword",
        "settle: cost -1 for alien or rebel worlds  # rftg: ignore[W527]",
        "settle: cost -1 for non-alien cards  # rftg: ignore[W522]",
        "settle: cost -1 for alien or genes worlds",
        "settle: cost -1 for rebel or imperium worlds",
        "develop: cost -1 for alien developments",
    ],
)
def test_what_has_one_reading_is_no_finding(line: str) -> None:
    assert found(line) == []


def test_readings_that_mean_the_same_cards_are_not_told_apart() -> None:
    text = card_with("settle: cost -1 for alien or rebel worlds")
    assert found_in(OWN + text[text.index("cards:") :].replace("cards:\n", f"cards:\n{KIND}")) == []
