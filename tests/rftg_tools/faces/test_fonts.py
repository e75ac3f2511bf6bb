"""Fonts: which characters they have, and where one is taken from that the theme's lack."""

import random
import shutil
import struct
from contextlib import closing
from pathlib import Path

import pytest
import typst

from rftg_tools.faces import typesetting
from rftg_tools.faces.fonts import (
    BadFont,
    characters_of,
    check_fonts,
    covered_characters,
    find_system_fonts,
    missing_characters,
    read_font,
)
from rftg_tools.faces.theme import THEMES, BadTheme, load_theme
from rftg_tools.faces.typesetting import Typesetter

FONTS = THEMES / "space" / "fonts"
HEBREW = FONTS / "NotoSansHebrew-Regular.ttf"


@pytest.mark.parametrize(
    "text",
    [
        "Ålesund, Łódź, İstanbul, Ñandú — «Œuvre», “½ × 10²”, ‘№ 5’ …",
        "Nhà máy khai thác băng",
        "Γαλαξιακή Ομοσπονδία",
        "Ледяные сборщики",
        "תחנת החלל הישנה",
        "محطة الفضاء القديمة",
    ],
)
def test_the_shipped_fonts_write_many_languages(text: str) -> None:
    assert missing_characters(text, covered_characters(load_theme())) == set()


def test_characters_that_no_shipped_font_has_are_known() -> None:
    has = covered_characters(load_theme())
    assert missing_characters("Ice 氷 \u00a0\t\u3000 🚀", has) == {"氷", "🚀"}
    assert missing_characters("Ice", has) == set()


def test_a_font_is_read_as_it_is_written() -> None:
    hebrew = read_font(HEBREW)
    assert {"א", "ת", "A"} - set(hebrew.widths) == {"A"}
    assert hebrew.cap_height == 714
    assert characters_of(HEBREW) == set(hebrew.widths)
    barlow = read_font(FONTS / "BarlowSemiCondensed-Regular.ttf")
    assert barlow.widths["i"] < barlow.widths["n"] < barlow.widths["m"]


def test_a_damaged_font_is_refused_and_raises_nothing_else(tmp_path: Path) -> None:
    sound, chance = HEBREW.read_bytes(), random.Random(1)
    path, refused = tmp_path / "damaged.ttf", 0
    for _ in range(300):
        data = bytearray(sound[: chance.choice((0, 3, 40, 500, len(sound)))])
        for _ in range(chance.randrange(30) if data else 0):
            data[chance.randrange(min(len(data), 1500))] = chance.randrange(256)
        path.write_bytes(data)
        try:
            read_font(path)
        except BadFont:
            refused += 1
    assert refused > 100


def test_as_few_families_as_will_do_are_borrowed() -> None:
    fonts = typst.Fonts(False, False, [str(FONTS)])
    assert find_system_fonts("שAع", fonts) == (
        ["barlow", "noto sans arabic", "noto sans hebrew"],
        set(),
    )
    assert find_system_fonts("氷ש", fonts) == (["noto sans hebrew"], {"氷"})


def theme_folder(folder: Path, text: str) -> str:
    (folder / "fonts").mkdir()
    (folder / "theme.toml").write_text(text, encoding="utf-8")
    return str(folder)


def test_a_theme_brings_fonts_in_its_folder(tmp_path: Path) -> None:
    spec = theme_folder(tmp_path, '[fonts]\nothers = ["Noto Sans Hebrew"]\n')
    shutil.copy(HEBREW, tmp_path / "fonts")
    theme = load_theme(spec)
    check_fonts(theme)
    assert missing_characters("ש", covered_characters(theme)) == set()


def test_a_font_that_is_not_there_or_damaged_is_named(tmp_path: Path) -> None:
    theme = load_theme(theme_folder(tmp_path, '[fonts]\ntitle = "Exo 3"\n'))
    with pytest.raises(BadTheme, match=r"theme\.toml: `title` names the font 'Exo 3'"):
        Typesetter(theme)
    (tmp_path / "fonts" / "bad.ttf").write_bytes(b"\0\1\0\0")
    with pytest.raises(BadTheme, match=r"bad\.ttf: the font"):
        Typesetter(theme)


def test_only_a_face_with_a_character_that_the_theme_lacks_asks_this_computer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[list[str]] = []

    def answer(wanted: list[str], _fonts: object) -> tuple[list[str], set[str]]:
        asked.append(wanted)
        return [], {"氷"}

    monkeypatch.setattr(typesetting, "find_system_fonts", answer)
    document = tmp_path / "one.typ"
    document.write_text(
        "#let data = json(bytes(sys.inputs.data))\n#set text(fallback: false)\n#data.words\n",
        encoding="utf-8",
    )
    with closing(Typesetter(load_theme())) as typesetter:
        for words in ("Ice", "Лёд", "שע", "氷", "氷 again"):
            typesetter.pages(document, {"words": words}, "pdf")
        assert typesetter.missing_characters == {"氷"}
    assert asked == [["氷"]]


def characters_table(*ranges: tuple[int, int]) -> bytes:
    """A table of format 4 with these ranges of characters, first and last."""
    count = len(ranges)
    words = [4, 0, 0, 2 * count, 0, 0, 0, *(last for _, last in ranges), 0]
    words += [*(first for first, _ in ranges), *[1] * count, *[0] * count]
    return struct.pack(f">{len(words)}H", *words)


def test_a_font_whose_ranges_of_characters_overlap_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "font.ttf"
    for ranges, sound in ([(65, 70), (71, 72)], True), ([(65, 70), (66, 72)], False):
        head = struct.pack(">4s4H4sLLL", b"\0\1\0\0", 1, 0, 0, 0, b"cmap", 0, 28, 0)
        cmap = struct.pack(">HHHHL", 0, 1, 3, 1, 12)
        path.write_bytes(head + cmap + characters_table(*ranges))
        if sound:
            assert characters_of(path) == set("ABCDEFGH")
        else:
            with pytest.raises(BadFont, match="not sorted"):
                characters_of(path)
