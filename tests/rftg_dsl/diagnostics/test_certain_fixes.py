"""A fix leaves less wrong than there was, and loses no card and no power."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rftg_dsl.blank.fixing import count_contents, count_problems, repair_files
from rftg_dsl.cli import main
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic, Edit, Fix, apply_fixes
from rftg_dsl.sets.loading import SourceCache
from tests.rftg_dsl.writing import card_with, set_of
from tests.sampling import sampled
from tests.shipped import SharesShipped, compiled

Output = pytest.CaptureFixture[str]
CARD = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
OTHERS = {
    "a control in a title": set_of(CARD.replace("Ice", '"Ice\\e').replace("rs\n", 'rs"\n')),
    "a tab before a slip": card_with("settle:\tmilitry +1"),
    "carriage returns": card_with("settle: military +1").replace("\n", "\r"),
    "carriage returns and slips": card_with("setle: military +1", "tade: price +1").replace(
        "\n", "\r"
    ),
    "a carriage return in a line": card_with("settle:\rmilitary +1"),
    "two blocks with another key between": set_of(
        CARD + "    powers: |\n      settle: military +1\n    keywords: [rebel]\n"
        "    powers: |\n          develop: draw 1\n"
    ),
    "two blocks of which one is wrong": set_of(
        CARD + "    powers: |\n      settle: military +1\n"
        "    powers: |\n      develop: dance\n      trade: sing\n"
    ),
    "two cards without a title between": set_of(
        CARD + "    powers: |\n      settle: military +1\n    world: 1\n    vp: 2\n"
        "    powers: |\n      develop: draw 1\n"
    ),
    "two lists, further out": set_of(
        CARD + "cards:\n- title: Far\n  world: 1\n  vp: 1\n  powers: |\n    develop: draw 1\n"
    ),
    "two lists with one card": set_of(CARD + "cards:\n" + CARD),
    "keywords twice": set_of(CARD, "set: mine\ntitle: A\nkeywords: [ice]\nkeywords: [fire]\n"),
    "keys with a semicolon": set_of("  - title: Test Card; development: 2; vp: 1\n"),
    "keys and a power": set_of("  - title: A, world: 2, vp: 1, powers: settle: military +1\n"),
    "keys and a comment": set_of("  - title: A, world: 2, vp: 1  # so\n    keywords: [rebel]\n"),
    "keys without a comma": set_of("  - title: A world: 2\n    vp: 1\n"),
    "a foreign comment with a power": card_with("settle: military +1") + "// settle: draw 1\n",
    "windows": set_of(CARD + "    powers: |\n      settle: military +1\n      powers: |\n").replace(
        "\n", "\r\n"
    ),
}


@pytest.fixture(autouse=True)
def shares_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.blank.fixing.SourceCache", SharesShipped)


each = pytest.mark.parametrize(("name", "text"), OTHERS.items(), ids=OTHERS)


@each
def test_each_certain_fix_leaves_less_wrong_and_every_power(
    name: str, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(text.encode())
    compilation = compiled(path)
    for found in compilation.diagnostics:
        if found.fix is None or not found.fix.certain:
            continue
        path.write_bytes(apply_fixes(text, [found.fix])[0].encode())
        after = compiled(path)
        assert count_problems(after)[:2] <= count_problems(compilation)[:2]
        assert count_contents(after).covers(count_contents(compilation))
        same = [one for one in after.diagnostics if _said(one) == _said(found)]
        assert len(same) < len(compilation.diagnostics)


def _said(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@each
def test_what_is_mended_is_better_than_it_was(
    name: str, text: str, unsafe: bool, tmp_path: Path
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(text.encode())
    before = compiled(path)
    mended = repair_files([path], lambda _found: True, unsafe)
    assert path.read_bytes() == text.encode()
    for change in mended.changes:
        assert mended.fixes
        path.write_bytes(change.text.encode())
        after = compiled(path)
        assert count_problems(after) < count_problems(before)
        assert count_contents(after).covers(count_contents(before))


@pytest.mark.parametrize(
    "name",
    [
        "carriage returns and slips",
        "a tab before a slip",
        "two blocks with another key between",
        "two lists, further out",
        "keys and a comment",
    ],
)
def test_what_is_certain_is_mended_through(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(OTHERS[name].encode())
    assert main(["check", "--fix", "--ignore", "W", str(path)]) == 0


def test_powers_of_two_blocks_are_joined_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    end = "\r\n"
    text = OTHERS["two blocks with another key between"].replace("\n", end)
    path.write_bytes(text.encode())
    assert main(["check", "--fix", str(path)]) == 0
    powers = f"    powers: |{end}      settle: military +1{end}      develop: draw 1{end}"
    assert (
        path.read_bytes()
        == set_of(f"{CARD}{powers}    keywords: [rebel]\n".replace(end, "\n"))
        .replace("\n", end)
        .encode()
    )


@pytest.fixture
def harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certain fix of each line with `dance` that is none: it leaves more wrong."""

    def tampered(paths: Sequence[Path], cache: SourceCache) -> Compilation:
        compilation = compile_files(paths, cache)
        for unit in compilation.units:
            for number, one in enumerate(unit.report.findings):
                if "dance" in one.message:
                    fix = Fix((Edit(one.region, "draw 1\n  - ["),), certain=True)
                    unit.report.findings[number] = replace(one, fix=fix)
        return compilation

    monkeypatch.setattr("rftg_dsl.blank.fixing.compile_files", tampered)


@pytest.mark.usefixtures("harm")
def test_a_fix_that_would_leave_more_wrong_is_told_and_not_made(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "mine.yaml"
    text = card_with("develop: dance")
    path.write_text(text, encoding="utf-8")
    assert main(["check", "--fix", "--ignore", "W", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == text
    out = capsys.readouterr().out
    assert out.startswith("1 fix skipped, to avoid other errors or the loss of a power\n")


@pytest.mark.usefixtures("harm")
def test_of_many_fixes_those_that_do_no_harm_are_made(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    lines = ["setle: military +1"] * 9 + ["develop: dance"] + ["tade: price +1"] * 9
    cards = "".join(
        f"  - title: World {number}\n    world: 2\n    vp: 1\n    powers: |\n      {line}\n"
        for number, line in enumerate(lines)
    )
    path.write_text(set_of(cards), encoding="utf-8")
    assert main(["check", "--fix", str(path)]) == 1
    mended = set_of(cards.replace("setle", "settle").replace("tade", "trade"))
    assert path.read_text(encoding="utf-8") == mended


def slipped(text: str, chance: Random) -> str:
    """A card file with two or three slips of the kinds that fixes are certain of."""
    for _ in range(chance.randint(2, 3)):
        old, new = chance.choice(_SLIPS)
        places = [at for at in range(len(text)) if text.startswith(old, at)]
        if places:
            at = chance.choice(places)
            text = text[:at] + new + text[at + len(old) :]
    return text


_SLIPS = [
    ("settle", "setle"),
    ("military", "militry"),
    (": ", ":\t"),
    (": ", ":"),
    ("  - ", "  -"),
    ("vp: 1", "vp 1"),
    ("title: Ice", "title: Ice: A"),
    ("\n    vp", ", vp"),
    ("\n", "\r"),
    ("    powers: |", "    powers:"),
    ("    vp", "     vp"),
    ("rebel", "Rebel"),
    ("cost -1", "cost \u22121"),
    ("powers: |\n", "powers: |\n      develop: draw 1\n    powers: |\n"),
    ("produce: good", "produce: good,draw 1, good"),
]


@pytest.mark.parametrize("seed", sampled(range(60), 4))
def test_fixes_of_several_slips_do_no_harm_together(seed: int, tmp_path: Path) -> None:
    sound = set_of(
        "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    produces: rare\n"
        "    keywords: [rebel]\n    powers: |\n      settle: military +1\n      produce: good\n"
        "  - title: Fire\n    development: 3\n    vp: 1\n    powers: |\n"
        "      develop: cost -1\n      settle: cost -1 for rebel worlds\n"
    )
    test_what_is_mended_is_better_than_it_was("", slipped(sound, Random(seed)), False, tmp_path)
