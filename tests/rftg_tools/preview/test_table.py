"""The table: which cards are shown, which face each has, and where findings stand."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rftg_dev.fuzz.damage import damage_bytes, damage_lines, damage_tokens
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.preview.hub import details, patch
from rftg_tools.preview.table import ShownCard, State, Table
from rftg_tools.web.images import Images
from tests.rftg_tools.preview.cards import ALL, GEYSER, HEAD, MOON, PIXEL, SEA, WRONG

Save = Callable[[str], State]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Save a text as the one card file, and lay the table anew."""
    path = tmp_path / "ice.yaml"
    table, states = Table(lambda: [path]), [State()]

    def saved(text: str) -> State:
        path.write_text(text, encoding="utf-8")
        states.append(table.compile_table(states[-1]))
        return states[-1]

    return saved


def titles(state: State) -> list[str]:
    return [entry.title for entry in state.cards]


def codes(entry: ShownCard) -> list[str]:
    return [found.code for found in entry.findings]


def test_cards_stand_in_the_order_of_the_file(save: Save) -> None:
    state = save(ALL)
    assert titles(state) == ["Geyser Prospectors", "Steam Moon", "Boiling Sea"]
    assert [entry.number for entry in state.cards] == [1, 2, 3]
    assert {entry.set_title for entry in state.cards} == {"Ice and Steam"}
    assert all(entry.good and not entry.is_broken for entry in state.cards)


def test_a_save_that_changes_nothing_changes_no_card(save: Save) -> None:
    assert save(ALL).cards == save(ALL + "\n# a comment\n").cards


def test_a_card_that_breaks_keeps_its_last_good_face_and_has_its_findings(save: Save) -> None:
    good, *_ = save(ALL).cards
    broken, *others = save(HEAD + WRONG + MOON + SEA).cards
    assert (broken.id, broken.card, broken.good, broken.is_broken) == (
        good.id,
        good.card,
        True,
        True,
    )
    assert codes(broken) == ["E210"]
    assert not any(entry.is_broken or entry.findings for entry in others)
    mended, *_ = save(ALL).cards
    assert mended == good


def test_a_card_that_was_never_good_shows_what_can_be_read(save: Save) -> None:
    first, *_ = save(HEAD + WRONG + MOON).cards
    assert first.is_broken
    assert not first.good
    assert first.card is not None
    assert (first.card.cost, first.card.powers) == (2, ())


def test_a_card_without_a_readable_key_has_no_face_yet(save: Save) -> None:
    only, *_ = save(HEAD + MOON.replace("world: 2", "world: two")).cards
    assert (only.title, only.card, only.is_broken) == ("Steam Moon", None, True)


def test_a_warning_stands_at_its_card_and_breaks_nothing(save: Save) -> None:
    moon, sea = save(HEAD + MOON + SEA.replace("good", "good\n      settle: military +0")).cards
    assert not moon.findings
    assert sea.findings


def test_an_entry_that_yaml_cannot_read_keeps_its_place_and_has_the_finding(save: Save) -> None:
    before = save(ALL).cards
    state = save(HEAD + GEYSER + MOON.replace("vp: 1", "vp: [1}") + SEA)
    assert [entry.id for entry in state.cards] == [entry.id for entry in before]
    assert [entry.is_broken for entry in state.cards] == [False, True, False]
    assert "E105" in codes(state.cards[1])
    assert state.files[0].findings == ()


def test_a_card_keeps_its_number_on_the_page_under_another_title(save: Save) -> None:
    before = save(ALL).cards
    after = save(ALL.replace("Steam Moon", "Fog Moon")).cards
    assert [entry.id for entry in after] == [entry.id for entry in before]
    assert after[1].title == "Fog Moon"


def test_new_cards_come_and_deleted_ones_go(save: Save) -> None:
    geyser, moon, sea = save(ALL).cards
    assert save(HEAD + GEYSER + SEA).cards[1].id == sea.id
    again = save(ALL).cards
    assert [entry.id for entry in again[::2]] == [geyser.id, sea.id]
    assert again[1].id not in (geyser.id, moon.id, sea.id)


@pytest.mark.parametrize("text", ["", "set: [", "%", "cards"])
def test_a_file_that_cannot_be_read_for_now_keeps_its_cards(save: Save, text: str) -> None:
    before = save(ALL)
    state = save(text)
    assert titles(state) == titles(before)
    assert [entry.card for entry in state.cards] == [entry.card for entry in before.cards]
    assert state.files[0].findings


@pytest.mark.parametrize("damage", [damage_bytes, damage_tokens, damage_lines])
def test_no_damage_to_a_file_stops_the_preview_or_stays(
    tmp_path: Path, damage: Callable[[bytes, Random], bytes]
) -> None:
    path, chance = tmp_path / "ice.yaml", Random(1)
    table, images, whole = Table(lambda: [path]), Images(DEFAULT), ALL.encode()
    path.write_bytes(whole)
    sound = table.compile_table(State())
    state = sound
    for _ in range(4):
        path.write_bytes(damage(whole, chance))
        before, state = state, table.compile_table(state)
        patch(before, state, images)
        for entry in state.cards:
            details(entry, state, images)
    path.write_bytes(whole)
    again = table.compile_table(state)
    assert [entry.card for entry in again.cards] == [entry.card for entry in sound.cards]
    assert not any(entry.is_broken or entry.findings for entry in again.cards)
    images.close()


def test_a_file_that_is_not_there_for_now_keeps_its_cards(tmp_path: Path) -> None:
    paths = [tmp_path / "ice.yaml", tmp_path / "fog.yaml"]
    paths[0].write_text(ALL, encoding="utf-8")
    paths[1].write_text(ALL.replace("set: ice", "set: fog"), encoding="utf-8")
    table = Table(lambda: paths)
    before = table.compile_table(State())
    paths[0].unlink()
    state = table.compile_table(before)
    assert titles(state) == titles(before)
    assert "ice.yaml: No such file" in state.files[0].problem
    assert not state.files[1].problem
    assert [entry.is_broken for entry in state.cards] == [True, True, True, False, False, False]
    paths[0].write_text(ALL, encoding="utf-8")
    assert table.compile_table(state).cards[:3] == before.cards[:3]


def test_a_file_that_becomes_a_pipe_keeps_its_cards_and_is_never_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ALL, encoding="utf-8")
    table = Table(lambda: [path])
    before = table.compile_table(State())
    path.unlink()
    os.mkfifo(path)
    state = table.compile_table(before)
    assert titles(state) == titles(before)
    assert "this is a folder, a pipe or a device" in state.files[0].problem


def test_files_that_are_there_no_more_take_their_cards_with_them(tmp_path: Path) -> None:
    paths = [tmp_path / "ice.yaml"]
    paths[0].write_text(ALL, encoding="utf-8")
    table = Table(lambda: paths)
    before = table.compile_table(State())
    paths.clear()
    assert table.compile_table(before).cards == ()


def test_findings_of_no_card_stand_above_all_cards(save: Save) -> None:
    state = save(ALL.replace("cards:", "requires: [fog]\ncards:"))
    assert [found.code for found in state.files[0].findings] == ["E411"]
    assert not any(entry.findings for entry in state.cards)


def test_findings_behind_the_cards_are_not_those_of_the_last_one(save: Save) -> None:
    state = save(ALL + "keyword: [x]\n")
    assert state.files[0].findings
    assert not any(entry.findings for entry in state.cards)


def test_what_is_found_in_a_required_file_is_shown_and_its_cards_are_not(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ALL.replace("cards:", "requires: [fog]\ncards:"), encoding="utf-8")
    fog = HEAD.replace("ice", "fog") + "  - {title: Fog, world: x, vp: 1}\n"
    (tmp_path / "fog.yaml").write_text(fog, encoding="utf-8")
    table = Table(lambda: [path])
    state = table.compile_table(State())
    assert "Fog" not in titles(state)
    assert [Path(file.name).name for file in state.files] == ["ice.yaml", "fog.yaml"]
    assert tmp_path / "fog.yaml" in table.watched


def test_settings_that_cannot_be_read_are_said_and_those_that_can_hold(tmp_path: Path) -> None:
    path, settings = tmp_path / "ice.yaml", tmp_path / "rftg.toml"
    path.write_text(ALL.replace("cards:", "keywords: [rebel]\ncards:"), encoding="utf-8")
    table = Table(lambda: [path])
    assert table.compile_table(State()).files[0].findings
    settings.write_text('ignore = ["W6", "W5"]', encoding="utf-8")
    assert not table.compile_table(State()).files[0].findings
    settings.write_text("ignore = 3", encoding="utf-8")
    assert "rftg.toml" in table.compile_table(State()).files[0].problem
    assert settings in table.watched


def test_a_picture_that_is_changed_changes_its_card(save: Save, tmp_path: Path) -> None:
    text = HEAD + MOON + "    art: moon.png\n"
    missing = save(text).cards[0]
    assert "E416" in codes(missing)
    (tmp_path / "moon.png").write_bytes(PIXEL)
    there = save(text).cards[0]
    assert there.picture > 0
    assert not there.is_broken
