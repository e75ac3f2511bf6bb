"""Decks for Tabletop Simulator: the images, and the saved object that names their cards."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image as Picture

from rftg_dsl.cli import main
from rftg_dsl.library import load
from rftg_tools.sheets import tabletop
from rftg_tools.sheets.tabletop import (
    MAX_COLUMNS,
    MAX_ROWS,
    build_saved_object,
    deck_images,
)
from tests.rftg_tools.sheets.made import cards_of_set

PIXELS = 1024
"""Small images are drawn sooner."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The decks of a set with start worlds of both colours, written once."""
    folder = tmp_path_factory.mktemp("decks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tabletop, "MAX_PIXELS", PIXELS)
        assert main(["print", "gathering-storm", "--tts", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def decks(folder: Path) -> list[dict[str, Any]]:
    saved = json.loads((folder / "the-gathering-storm.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = saved["ObjectStates"]
    return found


def local(address: str) -> Path:
    return Path(unquote(urlsplit(address).path))


def cards_in(deck: dict[str, Any]) -> list[dict[str, Any]]:
    return deck.get("ContainedObjects", [deck])


@pytest.mark.slow
def test_start_worlds_are_decks_of_their_own(decks: list[dict[str, Any]]) -> None:
    counts = [len(cards_in(deck)) for deck in decks]
    starts = [count for one, count in cards_of_set("gathering-storm") if one.card.start]
    assert sum(counts[1:3]) == sum(starts)
    assert sum(counts[:3]) == 22


def test_goals_are_decks_by_their_rank(decks: list[dict[str, Any]]) -> None:
    goals = load(["gathering-storm"]).sets[-1].goals
    for deck, most in zip(decks[3:], (False, True), strict=True):
        assert [card["Nickname"] for card in cards_in(deck)] == [
            goal.title for goal in goals if goal.most is most
        ]
    (riches,) = [card for card in cards_in(decks[3]) if card["Nickname"] == "Galactic Riches"]
    assert riches["Description"].startswith("Goal (first), 3 VP\nFirst to have 4 goods.\nChecked")


def test_every_card_is_in_a_deck_as_often_as_it_is_printed(decks: list[dict[str, Any]]) -> None:
    titles = [card["Nickname"] for deck in decks for card in cards_in(deck)]
    for one, count in cards_of_set("gathering-storm"):
        assert titles.count(one.card.title) == count


def test_a_card_says_its_rules(decks: list[dict[str, Any]]) -> None:
    (card,) = [card for card in cards_in(decks[0]) if card["Nickname"] == "Alien Toy Shop"]
    assert card["Description"].startswith("World, cost 3, 1 VP, Alien windfall, ALIEN")


def test_the_numbers_of_a_deck_are_those_of_its_cards(decks: list[dict[str, Any]]) -> None:
    for deck in decks:
        cards = cards_in(deck)
        if "DeckIDs" in deck:
            assert deck["DeckIDs"] == [card["CardID"] for card in cards]
        for card in cards:
            ((number, sheet),) = card["CustomDeck"].items()
            assert deck["CustomDeck"][number] == sheet
            image, place = divmod(card["CardID"], 100)
            assert image == int(number)
            assert place < sheet["NumWidth"] * sheet["NumHeight"] - 1


def test_every_image_is_there_and_its_places_have_the_shape_of_their_backs(
    decks: list[dict[str, Any]], folder: Path
) -> None:
    for deck in decks:
        for sheet in deck["CustomDeck"].values():
            face, back = local(sheet["FaceURL"]), local(sheet["BackURL"])
            assert face.parent == back.parent == folder.resolve()
            with Picture.open(face) as image:
                assert max(image.size) <= PIXELS
                place = image.width / sheet["NumWidth"], image.height / sheet["NumHeight"]
            shape = 63 / 44 if back.name.endswith("_back-goal.png") else 63 / 88
            assert place[0] / place[1] == pytest.approx(shape, rel=0.005)
            with Picture.open(back) as image:
                assert image.width / image.height == pytest.approx(shape, rel=0.005)


def test_the_last_place_of_an_image_is_the_back(decks: list[dict[str, Any]]) -> None:
    for deck in decks:
        ((_number, sheet),) = deck["CustomDeck"].items()
        with (
            Picture.open(local(sheet["FaceURL"])) as image,
            Picture.open(local(sheet["BackURL"])) as back,
        ):
            width, height = image.width // sheet["NumWidth"], image.height // sheet["NumHeight"]
            last = image.crop((image.width - width, image.height - height, *image.size))
            assert likeness(last, back) < 12


def likeness(one: Picture.Image, other: Picture.Image) -> float:
    """How far two pictures are apart, from 0 to 255."""
    small = [list(image.convert("RGB").resize((21, 29)).tobytes()) for image in (one, other)]
    return sum(abs(a - b) for a, b in zip(*small, strict=True)) / len(small[0])


def test_many_cards_are_shared_between_images_of_nearly_one_size() -> None:
    every = cards_of_set("all")
    images = deck_images(every)
    assert [len(image.entries) for image in images if image.back == "game"] == [53, 53, 53, 54]
    for image in images:
        assert 2 <= image.columns <= MAX_COLUMNS
        assert 2 <= image.rows <= MAX_ROWS
        assert len(image.entries) < image.columns * image.rows
        assert image.dpi <= 300


def test_a_deck_of_one_card_is_that_card() -> None:
    ((printed, _),) = [pair for pair in cards_of_set("base") if pair[0].card.title == "Old Earth"]
    saved = build_saved_object(
        "Lone", deck_images([(printed, 1)]), ["a.png"], {"start blue": "b.png"}
    )
    (card,) = saved["ObjectStates"]
    assert (card["Name"], card["CardID"]) == ("CardCustom", 100)
    assert card["CustomDeck"]["1"]["BackURL"] == "b.png"


def test_no_name_holds_what_a_terminal_or_a_screen_acts_on() -> None:
    ((printed, _),) = [pair for pair in cards_of_set("base") if pair[0].card.title == "Old Earth"]
    evil = replace(printed, card=replace(printed.card, title="Old\x1b]0;x\x07 \u202eEarth"))
    saved = build_saved_object(
        "A\u202e", deck_images([(evil, 1)]), ["a.png"], {"start blue": "b.png"}
    )
    assert saved["SaveName"] == "A\ufffd"
    assert saved["ObjectStates"][0]["Nickname"] == "Old\ufffd]0;x\ufffd \ufffdEarth"


@pytest.mark.parametrize(
    ("url", "start"),
    [
        ("https://example.org/cards/", "https://example.org/cards/"),
        ("https://example.org/my cards/ö%20", "https://example.org/my%20cards/%C3%B6%20/"),
    ],
)
def test_images_can_have_a_url(url: str, start: str, tmp_path: Path) -> None:
    assert main(["print", "base", "--only", "Old Earth", "--tts", str(tmp_path), "--url", url]) == 0
    (card,) = json.loads((tmp_path / "race-for-the-galaxy.json").read_text())["ObjectStates"]
    image = "race-for-the-galaxy_deck-1.png"
    assert card["CustomDeck"]["1"]["FaceURL"] == start + image
    assert (tmp_path / image).is_file()


def test_an_address_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "base", "--tts", str(tmp_path / "out"), "--url", "my-server"]) == 2
    assert "--url must be like" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
