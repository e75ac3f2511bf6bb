"""Powers that contradict themselves, work against their owner, or say words that change nothing."""

from pathlib import Path

import pytest

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.library import load_shipped

HEAD = "set: mine\ntitle: Mine\nrequires: [brink-of-war]\ncards:\n"
CARD = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    keywords: [rebel]\n"


def compiled(folder: Path, text: str) -> Compilation:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return compile_files([path])


WRONG = [
    # a power; code; the text underlined; the help
    ("settle: cost -1 for rare genes worlds", "E318", "genes", "write `rare or genes`"),
    ("settle: cost -1 for genes genes worlds", "E318", "genes", "leave out one of them"),
    ("settle: cost -1 for rebel non-rebel worlds", "E318", "non-rebel", "leave out one"),
    ("settle: cost -1 for gray windfall worlds", "E318", "windfall", "leave out one"),
    ("settle: draw 1 per military development", "E318", "military", "`world` instead of"),
    ("settle: draw 1 per military world of cost 2", "E318", "military", "leave out one"),
    ("settle: draw 1 per non-military world of defense 2", "E318", "non-military", "leave out"),
    ("settle: draw 1 per rare or rare world", "E210", "rare or rare", "leave out"),
    ("settle: may discard 1 card -> military -1", "E319", "-1", "write `+1`"),
    ("develop: may discard this -> cost +3", "E319", "+3", "write `-3`"),
    ("develop: cost +1", "W520", "+1", "write `-1`"),
    ("trade: price -2 for rare goods", "W520", "-2", "write `+2`"),
    ("settle: defense -1 per rebel world", "W520", "-1", "write `+1`"),
    ("settle: military -1 against rebel worlds", "W520", "-1", "write `+1`"),
    ("develop: draw 1, discard 2", "W520", "discard 2", "draw more, or discard fewer"),
    ("settle: cost -1 for worlds", "W521", "for worlds", "leave out `for worlds`"),
    ("develop: cost -1 for developments", "W521", "for developments", "leave out"),
    ("trade: price +1 for goods", "W521", "for goods", "leave out `for goods`"),
    ("settle: military +1 against military worlds", "W521", None, "total Military"),
    ("settle: after placing a card, draw 1", "W522", "a card", "write `world`"),
    ("develop: cost -1 for alien cards", "W522", "alien cards", "write `development`"),
    ("settle: cost -1 for alien cards", "W522", "alien cards", "with the alien keyword`"),
    ("settle: draw 1 per windfall card", "W522", "windfall card", "write `world`"),
    ("settle: draw 1 if you have a rebel world", "W523", None, "another"),
    ('settle: draw 1 if you have "Ice Harvesters"', "W523", None, "leave the condition out"),
    ("settle: draw 1 if you have no rebel cards", "W523", None, "no other"),
    ("settle: after placing this, draw 1 if you have a rebel world", "W523", None, "another"),
    ("settle: draw 1 if you have no worlds", "W523", None, "another number"),
    ("settle: draw 1 if you have 1 phase with a power", "W523", None, "leave the condition out"),
    ("trade: price +2 if you sold no goods", "W529", None, "leave out the condition"),
    ("trade: price +1 per good sold", "W529", "per good sold", "`after selling a good, ...`"),
    ("settle: cost -1 if you placed no worlds", "W529", None, "leave out the condition"),
    ("settle: military +1 per world placed", "W529", None, "`after placing a world, ...`"),
    ("settle: may pay for an military world", "W524", "an", "write `a military`"),
    ("settle: may pay for a alien military world", "W524", "a", "write `an alien`"),
    ("settle: after placing a gray world, good on it", "W501", "a gray world", "describe cards"),
    ("settle: after placing a windfall world, good on it", "W501", None, "describe cards"),
]

FAIR = [
    "settle: military -1",
    "settle: military -2 if you have an imperium card",
    "settle: may pay for a military world, cost +1",
    "settle: may discard this -> conquer a non-military world, defense +2",
    "settle: cost -1 for rare or genes worlds",
    "settle: cost -1 for non-rare non-genes worlds",
    "settle: cost -1 for gray military worlds",
    "settle: draw 1 if you have another rebel world",
    "settle: draw 1 if you have the most rebel worlds",
    "develop: draw 2, discard 2",
    "develop: draw 1 per rebel world, discard 2",
    "produce: draw 1 per rebel card",
    "settle: after placing a world, good on it",
    "settle: draw 1 if you placed no worlds",
    "settle: may place another world if you placed a rebel world",
    "settle: may place another world",
    "produce: draw 1 per 6-cost world",
]


@pytest.mark.parametrize(("line", "code", "marked", "help"), WRONG, ids=[row[0] for row in WRONG])
def test_what_hardly_anybody_means_is_reported(
    line: str, code: str, marked: str | None, help: str, tmp_path: Path
) -> None:
    compilation = compiled(tmp_path, f"{HEAD}{CARD}    powers: |\n      {line}\n")
    (found,) = compilation.diagnostics
    assert found.code == code
    text = compilation.sources[found.file][found.region.line - 1]
    assert marked in (None, text[found.region.column - 1 : found.region.end_column - 1])
    assert help in found.help


@pytest.mark.parametrize("line", FAIR)
def test_what_a_designer_can_mean_has_no_finding(line: str, tmp_path: Path) -> None:
    assert not compiled(tmp_path, f"{HEAD}{CARD}    powers: |\n      {line}\n").diagnostics


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("3 vp chips", []),
        ("vp chips", ["W525"]),
        ("a world and negative military", []),
        ("worlds and prestige", ["W525", "W525"]),
        ("an world", ["W524"]),
        ("3 rare genes worlds", ["E318"]),
    ],
)
def test_a_goal_says_how_many_and_of_cards_that_can_be(
    text: str, codes: list[str], tmp_path: Path
) -> None:
    goal = f"goals:\n  - {{title: Riches, first: {text}, after: [consume]}}\n"
    head = HEAD.replace("cards:", f"modules: [goals]\n{goal}cards:")
    assert [found.code for found in compiled(tmp_path, head + CARD).diagnostics] == codes


def test_a_search_category_says_no_cards_twice(tmp_path: Path) -> None:
    search = "search:\n  - {title: Riches, cards: rare worlds or rare worlds}\n"
    head = HEAD.replace("cards:", f"modules: [prestige]\n{search}cards:")
    assert [found.code for found in compiled(tmp_path, head + CARD).diagnostics] == ["E318"]


def test_the_shipped_sets_have_no_finding() -> None:
    assert load_shipped().diagnostics == ()
