"""The pictures that cards name: found below the set's folder, and nowhere else."""

import os
import struct
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from rftg_dsl import limits
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import Diagnostic, apply_fixes
from rftg_dsl.sets.pictures import (
    BadPath,
    NotAPicture,
    PictureInfo,
    find_picture,
    inspect_picture,
    pictures_in,
)
from rftg_dsl.source.nodes import quote_scalar

CARD = "set: mine\ntitle: Mine\ncards:\n  - title: Moon\n    world: 2\n    vp: 1\n    art: "


def check(folder: Path, value: str) -> list[Diagnostic]:
    """The findings in a card file of a folder whose card has this value of `art`."""
    path = folder / "mine.yaml"
    path.write_text(f"{CARD}{value}\n", encoding="utf-8")
    return list(compile_files([path]).diagnostics)


def only(folder: Path, value: str) -> Diagnostic:
    """The one finding, with its place."""
    (found,) = check(folder, value)
    assert found.region.line == 7
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of a set, with `moon.png` and `pictures/ice moon.jpg` in it, and one beside it."""
    inside = tmp_path / "set"
    (inside / "pictures").mkdir(parents=True)
    for path in (
        inside / "moon.png",
        inside / "pictures" / "ice moon.jpg",
        tmp_path / "secret.png",
    ):
        Image.new("RGB", (408, 556)).save(path)
    return inside


def test_a_card_has_the_picture_it_names(folder: Path) -> None:
    assert check(folder, "pictures/ice moon.jpg") == []
    (compiled,) = compile_files([folder / "mine.yaml"]).sets
    assert compiled.cards[0].art == "pictures/ice moon.jpg"


@pytest.mark.parametrize("keeps", ["top", "center", "0%", "35%", "100%"])
def test_a_card_says_what_of_its_picture_is_kept(folder: Path, keeps: str) -> None:
    assert check(folder, f"moon.png\n    art keeps: {keeps}") == []
    (compiled,) = compile_files([folder / "mine.yaml"]).sets
    assert compiled.cards[0].art_keeps == keeps


@pytest.mark.parametrize("keeps", ["middle", "101%", "30", "5.5%", "top left", "007%"])
def test_what_is_kept_is_a_word_or_a_part(folder: Path, keeps: str) -> None:
    (found,) = check(folder, f"moon.png\n    art keeps: {keeps}")
    assert found.code == "E204"
    assert "`top`, `bottom`, `left`, `right` or `center`" in found.message


def test_what_is_kept_is_said_of_a_picture(folder: Path) -> None:
    path = folder / "mine.yaml"
    path.write_text(f"{CARD.rpartition('    art')[0]}    art keeps: top\n", encoding="utf-8")
    (found,) = compile_files([path]).diagnostics
    assert (found.code, found.region.line) == ("E205", 7)
    assert found.help == "add `art:`, or leave `art keeps` out"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../secret.png", "contains `..`"),
        ("pictures/../../secret.png", "contains `..`"),
        ("pictures\\..\\..\\secret.png", "contains `..`"),
        ("pictures/../moon.png", "contains `..`"),
        ("/etc/passwd", "root"),
        ("\\\\server\\share\\a.png", "root"),
        ("C:\\pictures\\a.png", "a drive"),
        ("c:a.png", "a drive"),
        ("https://example.com/a.png", "a `:`"),
        ("file:///etc/passwd", "a `:`"),
        ("moon.png:stream", "a `:`"),
        (".git/config", "a dot"),
        ("pictures/.moon.png", "a dot"),
        ("pictures\\moon.png", "must use `/`"),
        ("./moon.png", "redundant parts"),
        ("pictures//moon.png", "redundant parts"),
    ],
)
def test_a_path_stays_below_the_folder_of_the_set(folder: Path, name: str, said: str) -> None:
    found = only(folder, quote_scalar(name))
    assert found.code == "E215"
    assert said in found.message
    with pytest.raises(BadPath):
        find_picture(name, folder)


@pytest.mark.parametrize(
    ("escape", "code"),
    [("\\0", "E102"), ("\\n", "E215"), ("\\u202e", "E102"), ("\\u200b", "E102"), ("\\e", "E102")],
)
def test_a_path_has_only_characters_that_can_be_seen(folder: Path, escape: str, code: str) -> None:
    assert only(folder, f'"moon{escape}.png"').code == code


@pytest.mark.parametrize("value", ["pictures\\ice moon.jpg", "'.//pictures/ice moon.jpg'"])
def test_a_path_written_otherwise_is_mended(folder: Path, value: str) -> None:
    found = only(folder, value)
    text, _ = apply_fixes((folder / "mine.yaml").read_text(encoding="utf-8"), [found.fix])
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    assert compile_files([folder / "mine.yaml"]).diagnostics == ()


def test_a_link_out_of_the_folder_is_refused(folder: Path) -> None:
    (folder / "link.png").symlink_to(folder.parent / "secret.png")
    (folder / "up").symlink_to(folder.parent)
    assert only(folder, "link.png").code == "E215"
    assert only(folder, "up/secret.png").code == "E215"
    assert "secret" not in str(only(folder, "up/secre.png")).replace("up/secre.png", "")


def test_what_lies_outside_is_not_named_in_advice(folder: Path) -> None:
    (folder / "up").symlink_to(folder.parent)
    assert pictures_in(folder) == ["moon.png", "pictures/ice moon.jpg"]


def test_a_link_inside_of_the_folder_is_followed_and_one_to_itself_is_a_finding(
    folder: Path,
) -> None:
    (folder / "link.png").symlink_to(folder / "moon.png")
    (folder / "loop.png").symlink_to(folder / "loop.png")
    assert check(folder, "link.png") == []
    assert "link to itself" in only(folder, "loop.png").message


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("mon.png", "moon.png"),
        ("moon.jpg", "moon.png"),
        ("moon", "moon.png"),
        ("pictures/ice-moon.jpg", "pictures/ice moon.jpg"),
        ("ice moon.jpg", "pictures/ice moon.jpg"),
        ("images/Moon.png", "moon.png"),
        ("sunset.png", ""),
    ],
)
def test_a_missing_picture_is_answered_with_the_nearest(
    folder: Path, value: str, meant: str
) -> None:
    found = only(folder, value)
    assert found.code == "E416"
    assert (f"write `{meant}`" in found.help) == bool(meant)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG"),
        (b"GIF89a", "a GIF"),
        (b"hello", "not a picture"),
        (b"\x89PNG\r\n\x1a\n", "is invalid"),
        (b"\xff\xd8\xff\xe0" + b"\xff" * 40, "is invalid"),
        (b"RIFF\x10\0\0\0WAVEfmt " + bytes(40), "is invalid"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\0\xff\xff" * 2, "65,535 x 65,535"),
    ],
)
def test_what_is_no_picture_is_said_by_its_content(folder: Path, data: bytes, said: str) -> None:
    (folder / "bad.png").write_bytes(data)
    found = only(folder, "bad.png")
    assert found.code == "E417"
    assert said in found.message


def test_a_picture_of_too_many_bytes_is_refused(folder: Path) -> None:
    with (folder / "large.png").open("wb") as file:
        file.truncate(limits.PICTURE_BYTES + 1)
    assert "20,000,001 bytes" in only(folder, "large.png").message


def test_a_folder_or_a_pipe_is_no_picture(folder: Path) -> None:
    os.mkfifo(folder / "pipe.png")
    assert only(folder, "pipe.png").code == "E417"
    assert only(folder, "pictures").code == "E417"


@pytest.mark.parametrize("value", ["a" * 200, "é" * 190 + ".png", "[moon.png]", "''", "a/" * 99])
def test_any_value_ends_in_findings(folder: Path, value: str) -> None:
    assert only(folder, value)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.png", {}),
        ("a.jpg", {"exif": b"Exif\0\0" + bytes(60_000)}),
        ("b.jpg", {"progressive": True}),
        ("a.webp", {"lossless": True}),
        ("b.webp", {"lossless": False}),
        ("c.webp", {"lossless": False, "exif": b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"}),
    ],
)
def test_the_size_is_read_from_the_header(
    tmp_path: Path, name: str, options: dict[str, object]
) -> None:
    path = tmp_path / name
    Image.new("RGB", (123, 45)).save(path, **options)
    kinds = {"png": "PNG", "jpg": "JPEG", "webp": "WebP"}
    assert inspect_picture(path) == PictureInfo(kinds[name[2:]], 123, 45)


def test_a_header_that_goes_on_without_an_end_is_read_in_bounded_time(tmp_path: Path) -> None:
    path = tmp_path / "long.jpg"
    path.write_bytes(b"\xff\xd8" + b"\xff\xe0\x00\x02" * 4_000_000)
    with pytest.raises(NotAPicture):
        inspect_picture(path)


@pytest.mark.parametrize(
    ("size", "codes"),
    [
        ((1, 39_999_999), ["E417"]),
        ((39_999_999, 1), ["E417"]),
        ((2_000, limits.PICTURE_SIDE), []),
        ((2_001, limits.PICTURE_SIDE), ["E417"]),
        ((500, limits.PICTURE_SIDE + 1), ["E417"]),
    ],
)
def test_a_picture_of_many_lines_or_pixels_is_refused_by_its_header(
    folder: Path, size: tuple[int, int], codes: list[str]
) -> None:
    """A decoder keeps an address for each line: 40,000,000 short ones took 814 MB to print."""
    Image.new("1", (600, 600)).save(folder / "moon.png")
    data = (folder / "moon.png").read_bytes()
    (folder / "moon.png").write_bytes(data[:16] + struct.pack(">II", *size) + data[24:])
    assert [found.code for found in check(folder, "moon.png")] == codes


def scanned(count: int) -> bytes:
    """A JPEG of so many scans, the last one over and over."""
    made = BytesIO()
    Image.new("RGB", (408, 556)).save(made, "JPEG", progressive=True)
    whole = made.getvalue()
    last = whole[whole.rindex(b"\xff\xda") : -2]
    return whole[:-2] + last * (count - whole.count(b"\xff\xda")) + whole[-2:]


def test_a_jpeg_that_would_be_decoded_over_and_over_is_refused(folder: Path) -> None:
    (folder / "moon.jpg").write_bytes(scanned(limits.PICTURE_SCANS))
    assert check(folder, "moon.jpg") == []
    (folder / "moon.jpg").write_bytes(scanned(limits.PICTURE_SCANS + 1))
    found = only(folder, "moon.jpg")
    assert found.code == "E417"
    assert "more than 64 scans" in found.message
    sound = scanned(10)
    many = sound[:2] + b"\xff\xe0\x00\x02" * 990 + sound[2:]
    (folder / "moon.jpg").write_bytes(many)
    assert "more than 1,000 segments" in only(folder, "moon.jpg").message


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp"])
def test_a_picture_that_was_cut_off_is_found_and_what_comes_after_it_is_not_minded(
    folder: Path, name: str
) -> None:
    thumbnail = b"Exif\0\0" + scanned(10)
    Image.effect_noise((408, 556), 50).save(folder / name, exif=thumbnail)
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole + b"\xff\xda" * 1000)
    assert check(folder, name) == []
    for length in (len(thumbnail) + 1000, len(whole) - 100, len(whole) - 13):
        (folder / name).write_bytes(whole[:length])
        found = only(folder, name)
        assert found.code == "E417"
        assert "incomplete" in found.message


@pytest.mark.parametrize(
    ("size", "dpi"), [((407, 2000), 149), ((2000, 555), 149), ((1, 1), 0), ((408, 556), None)]
)
def test_a_picture_with_few_pixels_is_warned_of(
    folder: Path, size: tuple[int, int], dpi: int | None
) -> None:
    Image.new("L", size).save(folder / "moon.png")
    said = [found.message for found in check(folder, "moon.png")]
    assert [f"{dpi} per inch" in one for one in said] == [True] * (dpi is not None)
