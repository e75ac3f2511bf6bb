"""The facts of a face: what stands where, from the card alone."""

from dataclasses import replace
from pathlib import Path

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.model import Card
from rftg_tools.faces.facts import (
    Facts,
    PrintedCard,
    face_facts,
    faces_data,
    printed_cards,
    text_hash,
)
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import load_theme, shipped_themes

THEME = load_theme()
HEAD = "set: mine\ntitle: My Cards\nrequires: [base]\ncards:\n"


def printed(folder: Path, card: str) -> PrintedCard:
    """A card of a set of its own, as it is printed."""
    path = folder / "mine.yaml"
    path.write_text(HEAD + card, encoding="utf-8")
    compilation = compile_files([path])
    assert not compilation.has_errors, compilation.diagnostics
    return printed_cards(compilation.sets[-1], THEME)[0]


def facts_of(folder: Path, card: str) -> Facts:
    return face_facts(printed(folder, card), THEME)


def test_the_drawing_of_the_cost_says_what_the_card_is(tmp_path: Path) -> None:
    shapes = {
        "development: 3": "development/",
        "world: 3": "world/",
        "military world: 3": "military_world/",
        "world: 3\n    windfall: rare": "windfall_world/rare",
        "world: 3\n    produces: genes\n    powers: 'produce: good'": "production_world/genes",
        "world: 3\n    holds: genes": "holds_world/genes",
        "military world: 3\n    windfall: alien": "military_windfall_world/alien",
    }
    for text, icon in shapes.items():
        facts = facts_of(tmp_path, f"  - title: Test\n    {text}\n    vp: 1\n")
        assert facts["shape"] == {"icon": icon, "figure": "3", "negated": False}


def test_points_that_vary_are_a_question_mark_and_a_table(tmp_path: Path) -> None:
    card = "  - title: Hub\n    development: 6\n    vp: variable\n    powers: |\n"
    facts = facts_of(tmp_path, card + "      score: 2 per genes world\n      score: 1 per world\n")
    assert facts["vp"]["figure"] == "?"
    rows = [(row["points"]["figure"], row["words"]) for row in facts["scoring"]]
    assert rows == [("2", "per Genes world"), ("1", "per other world")]
    assert facts["text"] == []


def test_only_phases_that_the_card_uses_have_icons(tmp_path: Path) -> None:
    card = "  - title: Spy\n    development: 2\n    vp: 1\n    powers: |\n"
    facts = facts_of(tmp_path, card + "      settle: military +1\n      setup: save 1 card\n")
    used = [(row["label"], len(row["lines"])) for row in facts["phases"]]
    assert used == [("", 1), ("I", 0), ("II", 0), ("III", 1), ("$", 0), ("IV", 0), ("V", 0)]


def test_a_line_for_two_phases_has_icons_in_both(tmp_path: Path) -> None:
    card = "  - title: Spy\n    development: 2\n    vp: 1\n    powers: |\n"
    facts = facts_of(tmp_path, card + "      develop or settle: cost -1\n")
    assert [row["label"] for row in facts["phases"] if row["used"]] == ["II", "III"]


POWERS = "    powers: |\n      explore: draw 1\n      consume: 1 good -> sell it\n"


def test_words_stand_where_icons_do_not_say_all(tmp_path: Path) -> None:
    spy = printed(tmp_path, "  - title: Spy\n    development: 2\n    vp: 1\n" + POWERS)
    leads = [sentence["lead"] for sentence in face_facts(spy, THEME)["text"]]
    assert leads == ["Consume"]
    every = replace(THEME, words="all")
    leads = [sentence["lead"] for sentence in face_facts(spy, every)["text"]]
    assert leads == ["Explore", "Consume"]


def test_the_hash_changes_with_what_is_printed_and_with_nothing_else(tmp_path: Path) -> None:
    spy = printed(tmp_path, "  - title: Spy\n    development: 2\n    vp: 1\n" + POWERS).card
    changed: tuple[Card, ...] = (
        replace(spy, cost=3),
        replace(spy, vp=2),
        replace(spy, art="spy.png"),
        replace(spy, powers=spy.powers[:1]),
    )
    hashes = {text_hash(card) for card in (spy, *changed)}
    assert len(hashes) == len(changed) + 1
    spaced = replace(spy.powers[0], text="explore:   draw 1", line=99)
    same = replace(spy, line=99, copies=3, set_id="other", powers=(spaced, *spy.powers[1:]))
    assert text_hash(same) == text_hash(spy)


@pytest.mark.parametrize("shipped", shipped_themes())
def test_every_glyph_of_a_face_has_its_drawing(tmp_path: Path, shipped: str) -> None:
    theme = load_theme(shipped)
    spy = printed(tmp_path, "  - title: Spy\n    development: 2\n    vp: 1\n" + POWERS)
    data = faces_data([spy], theme, Drawings(theme))
    face = data["faces"][0]
    glyphs = [glyph for row in face["phases"] for line in row["lines"] for glyph in line]
    assert {glyph["icon"] for glyph in (*glyphs, face["shape"], face["vp"])} == set(data["icons"])
