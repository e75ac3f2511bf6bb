"""Pictures that cards name, cut to the frame; damaged ones are refused and end nothing."""

import random
import struct
import zlib
from contextlib import closing, suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageCms, ImageStat

import rftg_tools.faces.typesetting
from rftg_dsl.compiler import compile_files
from rftg_tools.faces.facts import describe_problems, faces_data, printed_cards
from rftg_tools.faces.pictures import (
    FRAME,
    MAX_SIZE,
    Frame,
    UnusablePicture,
    crop_picture,
)
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import load_theme, shipped_themes
from rftg_tools.faces.typesetting import Typesetter
from tests.sampling import sampled

SINGLE = Path(rftg_tools.faces.typesetting.__file__).with_name("cards.typ")
SHOWN = Frame("#102030")


def painted(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """A picture with more colours than a drawing has: dark on the left, light on the right."""
    across = Image.linear_gradient("L").transpose(Image.Transpose.ROTATE_90).resize((width, height))
    down = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (across, across, down)).convert(mode)


def printed(path: Path, keeps: str = "", light: bool = False) -> Image.Image:
    """The picture as it is printed."""
    shown = replace(SHOWN, keeps=keeps, is_light=light)
    return Image.open(BytesIO(crop_picture(path.name, path.parent, shown).data))


@pytest.mark.parametrize(
    ("name", "mode"),
    sampled(
        [
            ("a.png", "RGB"),
            ("a.png", "RGBA"),
            ("a.png", "P"),
            ("a.png", "L"),
            ("a.png", "LA"),
            ("a.png", "1"),
            ("a.png", "I;16"),
            ("a.jpg", "RGB"),
            ("a.jpg", "L"),
            ("a.jpg", "CMYK"),
            ("a.webp", "RGB"),
            ("a.webp", "RGBA"),
        ],
        4,
    ),
)
def test_a_picture_of_each_kind_fills_the_frame(tmp_path: Path, name: str, mode: str) -> None:
    path = tmp_path / name
    image = painted(2000, 3000, "L" if mode == "I;16" else mode)
    (image.convert("I").point(lambda x: x * 256).convert("I;16") if mode == "I;16" else image).save(
        path
    )
    image = printed(path)
    assert image.size == MAX_SIZE
    assert image.mode in ("RGB", "P")
    left, right = (image.convert("RGB").getpixel((x, 600))[0] for x in (5, MAX_SIZE[0] - 5))
    assert left < 80
    assert right > 170


@pytest.mark.parametrize(("width", "height"), [(3000, 500), (500, 3000), (1, 4000), (69, 94)])
def test_a_picture_is_cut_to_the_shape_of_the_frame_and_never_made_larger(
    tmp_path: Path, width: int, height: int
) -> None:
    painted(width, height).save(tmp_path / "a.png")
    image = printed(tmp_path / "a.png")
    assert image.width <= width
    assert image.height <= height
    assert abs(image.width / FRAME[0] - image.height / FRAME[1]) < 1 / 30


def test_a_photograph_taken_with_the_camera_turned_stands_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise to be seen
    painted(3000, 2000).save(tmp_path / "a.jpg", exif=exif)
    image = printed(tmp_path / "a.jpg")
    top, bottom = (image.getpixel((400, y)) for y in (5, MAX_SIZE[1] - 5))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[0] < 80 < 170 < bottom[0]


def test_what_is_transparent_shows_the_ground(tmp_path: Path) -> None:
    Image.new("RGBA", (690, 940), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert printed(tmp_path / "a.png").convert("RGB").getpixel((9, 9)) == (0x10, 0x20, 0x30)


def test_drawings_stay_exact_and_paintings_become_small(tmp_path: Path) -> None:
    Image.new("RGB", (690, 940), "red").save(tmp_path / "a.png")
    painted(690, 940).save(tmp_path / "b.png")
    assert crop_picture("a.png", tmp_path, SHOWN).name.endswith(".png")
    made = crop_picture("b.png", tmp_path, SHOWN)
    assert made.name.endswith(".jpg")
    assert len(made.data) < 100_000


def test_the_same_picture_gives_the_same_bytes(tmp_path: Path) -> None:
    painted(690, 940).save(tmp_path / "a.png")
    assert crop_picture("a.png", tmp_path, SHOWN) == crop_picture("a.png", tmp_path, SHOWN)


def test_a_profile_of_colours_is_followed_and_a_broken_one_passed_over(tmp_path: Path) -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for name, profile in (("a.png", lab), ("b.png", b"not a profile" * 20)):
        painted(690, 940).save(tmp_path / name, icc_profile=profile)
        assert printed(tmp_path / name).size == (690, 940)


def test_a_face_shows_the_picture_and_one_that_is_damaged_becomes_drawn_art(
    tmp_path: Path,
) -> None:
    painted(690, 940).save(tmp_path / "sound.png")
    sound = (tmp_path / "sound.png").read_bytes()
    (tmp_path / "damaged.png").write_bytes(sound[:900] + sound[-12:])
    cards = "".join(
        f"  - {{title: {name}, world: 1, vp: 1, art: {name}.png}}\n"
        for name in ("sound", "damaged")
    )
    (tmp_path / "mine.yaml").write_text(
        f"set: mine\ntitle: Mine\ncards:\n{cards}", encoding="utf-8"
    )
    (mine,) = compile_files([tmp_path / "mine.yaml"]).sets
    theme = load_theme()
    data = faces_data(printed_cards(mine, theme), theme, Drawings(theme))
    (problem,) = describe_problems(data["faces"])
    assert "damaged" in problem
    with closing(Typesetter(theme)) as typesetter:
        pages = typesetter.pages(SINGLE, {**data, "bleed": True}, "png", 72)
    left, right = (
        Image.open(BytesIO(pages[0])).convert("RGB").getpixel((x, 100)) for x in (60, 185)
    )
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert left[0] + 60 < right[0]


@pytest.mark.parametrize(
    ("keeps", "from_top"),
    [("top", 0), ("0%", 0), ("25%", 64), ("", 127), ("center", 127), ("left", 127), ("100%", 255)],
)
def test_a_card_says_what_is_kept_of_a_picture_that_is_too_high(
    tmp_path: Path, keeps: str, from_top: int
) -> None:
    high = 10_000  # of which the frame shows so little that it has one shade
    Image.linear_gradient("L").resize((69, high)).save(tmp_path / "a.png")
    shown = printed(tmp_path / "a.png", keeps).convert("L")
    assert abs(shown.getpixel((30, 47)) - from_top) < 4


@pytest.mark.parametrize(("keeps", "shade"), [("left", 0), ("right", 255), ("top", 127)])
def test_a_card_says_what_is_kept_of_a_picture_that_is_too_wide(
    tmp_path: Path, keeps: str, shade: int
) -> None:
    wide = Image.linear_gradient("L").transpose(Image.Transpose.ROTATE_90).resize((10_000, 94))
    wide.save(tmp_path / "a.png")
    assert abs(printed(tmp_path / "a.png", keeps).convert("L").getpixel((30, 47)) - shade) < 4


def ink(image: Image.Image) -> float:
    """What a picture takes of the ink of one that is black, from 0 to 1."""
    return 1 - sum(ImageStat.Stat(image.convert("RGB")).mean) / (3 * 255)


def test_a_light_picture_takes_little_ink_and_shows_what_the_picture_shows(tmp_path: Path) -> None:
    painted(815, 1110).point(lambda level: level // 3).save(tmp_path / "a.png")
    framed_light = crop_picture("a.png", tmp_path, Frame("#ffffff", is_light=True))
    light, full = Image.open(BytesIO(framed_light.data)), printed(tmp_path / "a.png")
    assert ink(full) > 0.8
    assert ink(light) < 0.2
    assert light.convert("L").getextrema()[1] > 250
    assert light.convert("L").getextrema()[0] < 185


def test_paper_prints_pictures_light() -> None:
    assert {name: load_theme(name).pictures for name in shipped_themes()} == {
        "paper": "light",
        "space": "full",
    }


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_a_png_whose_pixels_are_more_than_its_header_says_is_bounded(tmp_path: Path) -> None:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(bytes(50_000_000), 9))
    texts = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(90_000_000), 9))
    for body in (data, texts + data):
        path = tmp_path / "bomb.png"
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + body + chunk(b"IEND", b""))
        with suppress(UnusablePicture):
            assert printed(path).size[0] <= 8


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp"])
def test_damaged_files_are_read_or_refused_and_raise_nothing_else(
    tmp_path: Path, name: str
) -> None:
    chance = random.Random(1)
    painted(69, 94).save(tmp_path / name)
    sound = (tmp_path / name).read_bytes()
    refused = 0
    for _ in range(150):
        data = bytearray(
            sound[: chance.randrange(8, len(sound)) if chance.random() < 0.4 else None]
        )
        for _ in range(chance.randrange(12)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        (tmp_path / name).write_bytes(data)
        try:
            crop_picture(name, tmp_path, SHOWN)
        except UnusablePicture:
            refused += 1
    assert refused > 10


def test_why_a_picture_is_not_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text("<svg/>", encoding="utf-8")
    for name, said in (
        ("a.svg", "an SVG"),
        ("b.png", "does not exist"),
        ("../c.png", "contains `..`"),
    ):
        with pytest.raises(UnusablePicture, match=said):
            crop_picture(name, tmp_path, SHOWN)
