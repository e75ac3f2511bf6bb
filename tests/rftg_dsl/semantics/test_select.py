"""Selectors and their readings, and powers that contradict themselves."""

from pathlib import Path

import pytest

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.library import load_shipped
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.lower import lower
from rftg_dsl.semantics.select import CardIndex, keywords_in, selectors_in
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse, parse_power
from tests.rftg_dsl.writing import card_with, found_in


def world(title: str, *powers: str, **facts: object) -> Card:
    parsed = [parse_power(text) for text in powers]
    lines = [PowerLine(text, one, lower(one), 1) for text, one in zip(powers, parsed, strict=True)]
    known = {"type": "world", "cost": 2, "vp": 1, "set_id": "mine", **facts}
    return Card(title=title, powers=tuple(lines), **known)  # type: ignore[arg-type]


CARDS = (
    world("Any", kind=ast.ANY_KIND, windfall=True),
    world("Rare", kind="rare", production=True),
    world("Gray", military=True),
    world("Fair", "settle: military +1", "consume: 1 good -> 1 vp", type="development"),
    world("Strong", "settle: military +3", "consume: 2 goods -> 1 vp", vp=None),
    world("Rash", "settle: may discard this -> military +1", "consume: all goods -> 1 vp each"),
    world(
        "Feud", "settle: military +1 against rebel worlds", "consume: up to 3 goods -> 1 vp each"
    ),
    world("Weak", "settle: military -1", "develop: may spend 2 rare goods -> cost -2"),
    world("Mixer", "consume: 1 rare good and 1 genes good -> 5 vp"),
    world("Raider", "settle: may take over a rebel military world"),
    world("Warden", "settle: defense +1 per military world"),
    world("Envoy", "settle: may spend 1 prestige -> defeat a takeover"),
)


def meant(text: str, takeovers: bool = True) -> set[str]:
    """The cards of CARDS that a text means."""
    index = CardIndex(CARDS, takeovers)
    masks = [index.mask(selector) for selector in parse(text, "cards")]
    return {c.title for n, c in enumerate(CARDS) if any(mask >> n & 1 for mask in masks)}


@pytest.mark.parametrize("kind", ast.KINDS)
def test_a_world_of_any_kind_is_of_each_kind_and_also_not_of_it(kind: str) -> None:
    assert "Any" in meant(f"{kind} world")
    assert "Any" in meant(f"non-{kind} world")


def test_a_world_of_any_kind_is_not_gray() -> None:
    assert meant("gray or rare worlds") >= {"Any", "Rare", "Gray"}
    assert "Any" not in meant("gray world")
    assert "Any" in meant("non-gray world")
    assert "Rare" in meant("non-gray world")


def test_a_world_of_any_kind_is_outside_no_list_of_all_kinds() -> None:
    assert "Any" not in meant("non-novelty or rare or genes or alien world")
    assert "Any" not in meant("non-windfall or rare world")
    assert "Any" in meant("non-military or rare world")


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("variable card", "Strong"),
        ("card with military +1 to +2", "Fair"),
        ("card with military +2 or more", "Strong"),
        ("card with military -1", "Weak"),
        ("card with a consume power for 2 or more goods", "Strong Rash Feud Mixer"),
        ("card with a consume power for 1 goods", "Fair"),
        ("card with a consume power for 2 to 3 goods", "Strong Feud Mixer"),
        ("card with a develop power for 2 goods", "Weak"),
        ("card with a takeover power", "Raider"),
        ("card with a takeover defense power", "Warden Envoy"),
        ("card with a takeover power or card with a takeover defense power", "Raider Warden Envoy"),
    ],
)
def test_cards_are_found_by_what_their_powers_do(text: str, titles: str) -> None:
    assert meant(text) == set(titles.split())


def test_without_takeovers_no_card_has_a_takeover_power() -> None:
    assert meant("card with a takeover power", takeovers=False) == set()
    assert meant("card with a takeover defense power", takeovers=False) == set()
    assert "Raider" in meant("card with a settle power", takeovers=False)


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


BRINK = "set: mine\ntitle: Mine\nrequires: [brink-of-war]\ncards:\n"
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
    compilation = compiled(tmp_path, f"{BRINK}{CARD}    powers: |\n      {line}\n")
    (found,) = compilation.diagnostics
    assert found.code == code
    text = compilation.sources[found.file][found.region.line - 1]
    assert marked in (None, text[found.region.column - 1 : found.region.end_column - 1])
    assert help in found.help


@pytest.mark.parametrize("line", FAIR)
def test_what_a_designer_can_mean_has_no_finding(line: str, tmp_path: Path) -> None:
    assert not compiled(tmp_path, f"{BRINK}{CARD}    powers: |\n      {line}\n").diagnostics


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
    head = BRINK.replace("cards:", f"modules: [goals]\n{goal}cards:")
    assert [found.code for found in compiled(tmp_path, head + CARD).diagnostics] == codes


def test_a_search_category_says_no_cards_twice(tmp_path: Path) -> None:
    search = "search:\n  - {title: Riches, cards: rare worlds or rare worlds}\n"
    head = BRINK.replace("cards:", f"modules: [prestige]\n{search}cards:")
    assert [found.code for found in compiled(tmp_path, head + CARD).diagnostics] == ["E318"]


def test_the_shipped_sets_have_no_finding() -> None:
    assert load_shipped().diagnostics == ()


@pytest.mark.parametrize(
    "line",
    [
        "consume: 1 vp per rebel card of other players",
        "produce: draw 1 if another player has 2 goods of rebel worlds",
        "settle: draw 1 per player who placed a rebel world",
    ],
)
def test_what_is_counted_of_other_players_is_looked_at_too(line: str) -> None:
    selectors = selectors_in(parse_power(line))
    assert [word for selector in selectors for word, _place in keywords_in(selector)] == ["rebel"]
