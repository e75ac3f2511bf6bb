"""Card files come from strangers: each way to misuse one is refused, at its place."""

from pathlib import Path

import pytest

from rftg_dsl import limits
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.formats import TextRenderer
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import printable
from tests.rftg_dsl.writing import card_with, compile_text, found_in, only_finding, set_of

CARD = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"


def place(found: Diagnostic) -> tuple[str, int, int]:
    return (found.code, found.region.line, found.region.column)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused_before_anything_can_overflow(opening: str) -> None:
    for start in ("", "set: "):
        text = start + opening * 100_000
        found = found_in(text[: limits.FILE_BYTES])
        assert found
        assert {one.code for one in found} <= {"E104", "E105", "E106"}


def test_nesting_is_refused_at_the_level_that_is_too_deep() -> None:
    found = only_finding("set: " + "[" * 40 + "]" * 40)
    assert place(found) == ("E106", 1, 5 + limits.DEPTH)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("set: &a mine\ntitle: Mine\ncards:\n" + CARD, "E107", 1, 6),
        ("set: mine\ntitle: Mine\ncards: &x [*x]\n", "E107", 3, 8),
        ("set: mine\ntitle: !!python/name:os.system x\ncards:\n" + CARD, "E107", 2, 8),
        ("set: mine\ntitle: !x Mine\ncards:\n" + CARD, "E107", 2, 8),
        ("set: mine\ntitle: Mine\n<<: {set: x}\ncards:\n" + CARD, "E107", 3, 1),
    ],
)
def test_anchors_aliases_tags_and_merge_keys_are_refused(
    text: str, code: str, line: int, column: int
) -> None:
    assert place(found_in(text)[0]) == (code, line, column)


def test_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20)]
    assert {"E107"} <= {one.code for one in found_in("\n".join(lines))}


def test_a_key_that_stands_twice_shows_both_places() -> None:
    found = only_finding(set_of(CARD + "    vp: 2\n"))
    assert place(found) == ("E109", 8, 5)
    assert found.labels[0].region[:2] == (7, 5)


@pytest.mark.parametrize("text", ["no", "on", "1:2", "010", "1_0", "0x1", "1e3", "2024-01-01", "~"])
def test_a_scalar_is_never_taken_for_another_value(text: str) -> None:
    title = compile_text(set_of(f"  - title: {text}\n    world: 2\n    vp: 1\n"))
    assert title.sets[0].cards[0].title == text
    cost = only_finding(set_of(f"  - title: Ice\n    world: {text}\n    vp: 1\n"))
    assert place(cost) == ("E203", 6, 12)


def test_a_number_can_be_a_title() -> None:
    assert compile_text(set_of("  - title: 2525\n    world: 2\n    vp: 1\n")).sets


@pytest.mark.parametrize("document", ["---\na: 1\n", "--- \n", "...\n---\nb\n"])
def test_a_second_document_is_refused(document: str) -> None:
    assert place(only_finding(set_of(CARD) + document))[0] == "E108"


def test_columns_are_code_points_also_after_wide_characters() -> None:
    found = found_in(set_of("  - {title: 世𠀀, world: x, vp: 1}\n"))
    assert list(map(place, found)) == [("W511", 5, 13), ("E203", 5, 24)]


@pytest.mark.parametrize(
    ("powers", "line", "column"),
    [
        ("powers: |\n      settle: militry +1\n", 9, 15),
        ("powers: |-\n\n         settle: militry +1\n", 10, 18),
        ("powers: |2 # note\n      settle: militry +1\n", 9, 15),
        ("powers: 'settle: militry +1'\n", 8, 22),
        ("powers: '  settle: militry +1'\n", 8, 24),
        ("powers:\n      'settle: militry +1'\n", 9, 16),
    ],
)
def test_columns_in_powers_are_those_of_the_file(powers: str, line: int, column: int) -> None:
    assert place(only_finding(set_of(f"{CARD}    {powers}"))) == ("E210", line, column)


def test_a_doubled_quote_moves_the_columns_after_it() -> None:
    text = set_of(f"{CARD}    powers: 'trade: price +1 for this world''s goood'\n")
    assert place(only_finding(text)) == ("E210", 8, 14 + 34)


@pytest.mark.parametrize("value", ['"settle: cost -1"', ">\n      settle: cost -1\n", "a\n      b"])
def test_powers_in_other_styles_are_refused(value: str) -> None:
    assert place(only_finding(set_of(f"{CARD}    powers: {value}\n"))) == ("E110", 8, 13)


def test_a_tab_in_a_power_is_reported_at_its_column() -> None:
    assert place(only_finding(card_with("settle:\tmilitary +1"))) == ("E103", 10, 14)


def test_a_tab_in_the_indentation_is_reported_at_its_column() -> None:
    assert place(only_finding(set_of(CARD.replace("    vp", "\tvp")))) == ("E103", 7, 1)


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x1b",
        "\x07",
        "\x85",
        "\u200b",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\u2028",
        "\r",
        "\xad",
    ],
)
def test_characters_that_deceive_are_refused(character: str) -> None:
    found = only_finding(set_of(CARD.replace("Ice ", f"Ice{character} ")))
    assert place(found) == ("E102", 5, 15)
    assert found.message.startswith(f"the character U+{ord(character):04X} (")


def test_bytes_that_are_not_utf_8_are_each_reported_and_hide_nothing_else() -> None:
    text = set_of(CARD).encode().replace(b"Ice", b"\xe9ce") + b"    vpp: 1\n# \xff\n"
    found = [place(one) for one in found_in(text)]
    assert found == [("E101", 5, 12), ("E201", 8, 5), ("E101", 9, 3)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_other_encodings_are_refused(encoding: str) -> None:
    assert found_in(set_of(CARD).encode(encoding))[0].code in ("E101", "E102")


def test_a_byte_order_mark_and_crlf_change_no_place_and_no_digest() -> None:
    plain = card_with("settle: military +1")
    marked = b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()
    assert compile_text(plain).sets[0].digest == compile_text(marked).sets[0].digest
    wrong = marked.replace(b"military", b"militry")
    assert place(only_finding(wrong)) == ("E210", 10, 15)


def test_limits_of_size_are_kept() -> None:
    assert only_finding(b"#" * (limits.FILE_BYTES + 1)).code == "E104"
    assert place(only_finding("#" * 2001 + "\n" + set_of(CARD))) == ("E104", 1, 2001)
    assert only_finding("- a\n" * (limits.NODES + 10)).code == "E104"
    many = [f"settle: cost -{n}" for n in range(1, 18)]
    assert [one.code for one in found_in(card_with(*many))] == ["E213"]
    assert found_in(card_with(*many[:8])) == []


def test_scoring_lines_do_not_count_as_powers_up_to_sixteen_lines() -> None:
    scores = [f"score: {n} per world" for n in range(1, 18)]
    keys = card_with(*scores[:16]).replace("vp: 1", "vp: variable")
    assert found_in(keys) == []
    assert found_in(card_with(*scores).replace("vp: 1", "vp: variable"))[0].code == "E213"


def test_a_power_of_nested_signs_is_just_a_syntax_error() -> None:
    assert only_finding(card_with("settle: " + "(" * 490)).code == "E210"
    assert only_finding(card_with("settle: " + "(" * 1900)).code == "E211"


def test_numbers_go_to_99() -> None:
    assert found_in(card_with("settle: military +99", "settle: military -99")) == []
    found = only_finding(card_with(f"settle: military +{'9' * 480}"))
    assert place(found) == ("E212", 10, 25)


def test_no_more_than_200_findings_are_shown_for_a_file() -> None:
    found = found_in(set_of(f"{CARD}    powers: |\n" + "      x\n" * 500))
    codes = [one.code for one in found]
    assert codes.count("E210") >= 199
    assert codes[-1] == "E112"
    assert found[-1].message == "and 301 more findings in this file"


@pytest.mark.parametrize(
    "text",
    [
        set_of(f"{CARD}    powers: |\n" + f"      settle: cost -1 for {'rare or ' * 59}x\n" * 1900),
        set_of("".join(f'  - {{title: "{"ab" * 25}{n}", world: 1, vp: 1}}\n' for n in range(1990))),
        "set: a\ntitle: b\nrequires: [" + "x, {}, " * 250 + "]\ncards: [" + "1, " * 600 + "]\n",
        "set: a\ntitle: b\ncards:\n" + "  - {keywords: [" + "x, [], " * 200 + "]}\n",
        "\n".join(f"k{n}: {n}" for n in range(8_000)),
        "\x00\n" * 50_000,
        "a: '" + "b\n" * 50_000,
        "? " * 600 + "\n",
    ],
)
def test_large_and_wrong_files_end_in_findings(text: str) -> None:
    found = found_in(text[: limits.FILE_BYTES])
    assert found or "ab" in text
    assert len(found) <= limits.FINDINGS + 1


def test_advice_is_looked_for_at_the_first_findings_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file full of unknown words cannot keep `check` busy for minutes."""
    asked: list[str] = []
    monkeypatch.setattr(
        "rftg_dsl.diagnostics.model.nearest", lambda word, _known: asked.append(word)
    )
    lines = "".join(f"      settle: military +{n} against qwertyzz worlds\n" for n in range(1, 9))
    card = "  - title: Card {}\n    world: 2\n    vp: 1\n    powers: |\n"
    text = set_of("".join(card.format(number) + lines for number in range(100)))
    assert {one.code for one in found_in(text)} >= {"E401"}
    assert 0 < len(asked) <= 2 * limits.ADVISED_FINDINGS


def test_selectors_without_a_match_are_found_in_a_large_set() -> None:
    cards = "".join(
        f"  - title: W{n}\n    world: 1\n    vp: 1\n    powers: |\n"
        + "".join(f"      settle: cost -{m + 1} for {n % 90 + 3}-cost worlds\n" for m in range(8))
        for n in range(1500)
    )
    assert len(found_in(set_of(cards))) == limits.FINDINGS + 1


@pytest.mark.parametrize(
    "set_id", ["../../etc/passwd", "/etc/passwd", "C:\\x", "a/b", "..", "a\x00b"]
)
def test_requires_never_leaves_the_folder(set_id: str) -> None:
    head = f"set: mine\ntitle: Mine\nrequires: ['{set_id}']\n"
    codes = {one.code for one in found_in(set_of(CARD, head))}
    assert codes & {"E411", "E102"}


@pytest.mark.parametrize("ending", [".yaml", ".cards.yaml"])
def test_requires_follows_no_link_out_of_the_folder(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    other = set_of(CARD.replace("Ice", "Fire"), "set: other\ntitle: Other\n")
    (tmp_path / "other.yaml").write_text(other, encoding="utf-8")
    (folder / f"other{ending}").symlink_to(tmp_path / "other.yaml")
    mine = folder / "mine.yaml"
    mine.write_text(set_of(CARD, "set: mine\ntitle: Mine\nrequires: [other]\n"), encoding="utf-8")
    (found,) = compile_files([mine]).diagnostics
    assert found.code == "E411"
    assert found.help == f"replace the link other{ending}, which leads out of the folder, by a copy"
    (folder / "near.yaml").write_text(other, encoding="utf-8")
    (folder / f"other{ending}").unlink()
    (folder / f"other{ending}").symlink_to("near.yaml")
    assert compile_files([mine]).diagnostics == ()


def test_a_required_link_that_leads_to_itself_is_no_set(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").symlink_to("other.yaml")
    mine = tmp_path / "mine.yaml"
    mine.write_text(set_of(CARD, "set: mine\ntitle: Mine\nrequires: [other]\n"), encoding="utf-8")
    (found,) = compile_files([mine]).diagnostics
    assert found.code == "E411"


def test_a_folder_or_device_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="folder"):
        compile_files([tmp_path])


def test_more_than_64_files_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 64 files"):
        compile_files([Path("x.yaml")] * 65)


def test_nothing_from_a_file_reaches_the_terminal_as_control() -> None:
    compilation = compile_text(set_of(CARD.replace("Ice", "I\x1b[31mce")))
    text = "".join(
        TextRenderer(compilation.sources).diagnostic(one) for one in compilation.diagnostics
    )
    assert "\x1b" not in text
    assert printable("a\u202eb\x07") == "a\ufffdb\ufffd"


def test_titles_are_composed_and_of_one_script() -> None:
    assert only_finding(set_of(CARD.replace("Ice", "Ise\u0301"))).code == "E214"
    assert only_finding(set_of(CARD.replace("Ice", "\u0406ce"))).code == "W503"
    assert found_in(set_of(CARD.replace("Ice Harvesters", "Ледяной мир"))) == []
    assert only_finding(set_of(CARD.replace("Ice Harvesters", "氷のハーベスター"))).code == "W511"
    assert only_finding(set_of(CARD.replace("Ice", "I" * 70))).code == "E206"


def test_a_required_id_of_any_length_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    card = "cards:\n  - {title: X, world: 1, vp: 1}\n"
    path.write_text(f"set: a\ntitle: A\nrequires: [{'a' * 1000}]\n{card}", encoding="utf-8")
    assert "E411" in {found.code for found in compile_files([path]).diagnostics}


def test_characters_without_a_font_are_told_once_with_all_of_them() -> None:
    cards = [CARD.replace("Ice Harvesters", title) for title in ("氷の", "漢字星雲氷")]
    found = only_finding(set_of("".join(cards)))
    assert found.message.endswith("don't have `氷`, `の`, `漢`, `字`, `星` and 1 more")
    assert found.notes == ("`氷` is U+6C37, CJK UNIFIED IDEOGRAPH-6C37",)
    assert found.region.line == 5
