"""Drawn art: the same for a card for ever, different for every card, small, and never blank."""

import io
import re
import statistics
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import typst
from PIL import Image, ImageStat

from rftg_dsl.games import RACE, ROLL, Game
from rftg_dsl.library import load_shipped
from rftg_dsl.model import Card, CardSet, Drawing, Start
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.syntax import ast
from rftg_tools.faces.art import all_scenes, draw_art, load_motifs, scenes_in
from rftg_tools.faces.art.palette import choose_scenes, palette_of, seed_of
from rftg_tools.faces.art.scenes import SCENES, landscape
from rftg_tools.faces.theme import BadTheme, Theme, load_theme
from tests.sampling import sampled

PAINTED = load_theme("space")
LINE = load_theme("paper")
STYLES = {"painted": PAINTED, "line": LINE}
CARDS = [card for card_set in load_shipped().sets for card in card_set.cards]
PLAIN = Card(title="Zyx Qwv", set_id="odd", type="world", cost=2, vp=1)
DRAWING = {"svg", "defs", "g", "path", "circle", "ellipse", "stop", "clipPath"}
DRAWING |= {"linearGradient", "radialGradient"}
"""The elements that art may have: what Typst draws as vectors, and no text."""


def art_svg(card: Card, theme: Theme, scene: str = "") -> str:
    return draw_art(card, theme, scene).svg


def scene_of(card: Card) -> str:
    motifs = load_motifs(PAINTED.file("art.toml"))
    return choose_scenes(card, palette_of(card, PAINTED.colours, motifs.skies), motifs.words)[0]


def test_no_scene_repeats_in_a_set_while_there_are_others_that_fit() -> None:
    cards = [replace(PLAIN, title=f"Zyx {word}") for word in "abcdefgh"]
    scenes = scenes_in(cards, (), PAINTED)
    assert len(set(scenes)) == 8, "there are eight scenes for a gray world"
    again = scenes_in([*cards, replace(PLAIN, title="Zyx i")], (), PAINTED)
    assert again[:8] == scenes, "a card that is added behind others leaves them as they are"
    assert again[8] in scenes


def test_two_cards_of_one_noun_do_not_show_the_same() -> None:
    comets = [replace(PLAIN, title=f"{word} Comet") for word in ("Great", "Late")]
    first, second = scenes_in(comets, (), PAINTED)
    assert first == "comet"
    assert second != "comet"


@pytest.mark.parametrize("shown", [load_shipped().sets[0]])
def test_a_shipped_set_repeats_no_scene_that_it_need_not(shown: CardSet) -> None:
    by_itself = [scene_of(card) for card in shown.cards]
    assert len(set(scenes_in(shown.cards, (), PAINTED))) > len(set(by_itself))


def test_a_set_says_what_its_keywords_show() -> None:
    own = [("robot", ["device", "circuit"]), ("ice", ["comet"])]
    robots = [replace(PLAIN, title=f"Mine {n}", keywords=("robot",)) for n in range(3)]
    first, second, third = scenes_in(robots, own, PAINTED)
    assert {first, second} == {"device", "circuit"}
    assert third not in {first, second}
    assert scenes_in([replace(PLAIN, keywords=("ice",))], own, PAINTED) == ["comet"]


def test_a_card_with_a_picture_takes_no_scene_from_others() -> None:
    other = replace(PLAIN, title="Late Comet")
    pictured = replace(PLAIN, title="Great Comet", art="comet.png")
    assert scenes_in([pictured, other], (), PAINTED) == ["", "comet"]


def test_art_shows_the_scene_that_is_said() -> None:
    assert art_svg(PLAIN, PAINTED, scene_of(PLAIN)) == art_svg(PLAIN, PAINTED)
    assert art_svg(PLAIN, PAINTED, "comet") != art_svg(PLAIN, PAINTED, "mine")


@pytest.mark.parametrize("game", [RACE, ROLL])
def test_a_card_file_can_name_every_scene_and_no_other(game: Game) -> None:
    assert card_set_schema(game)["$defs"]["scene"]["enum"] == list(SCENES)


def test_a_kept_drawing_does_not_depend_on_the_title() -> None:
    cards = CARDS[::9]
    for card, scene in zip(cards, scenes_in(cards, (), PAINTED), strict=True):
        kept = replace(card, title="Zyx Qwv", drawing=Drawing(scene, seed_of(card)))
        assert scenes_in([kept], (), PAINTED) == [scene]
        assert art_svg(kept, PAINTED) == art_svg(card, PAINTED, scene)


def test_a_drawing_without_a_seed_depends_on_the_title() -> None:
    first = replace(PLAIN, drawing=Drawing("comet"))
    assert art_svg(first, PAINTED) == art_svg(PLAIN, PAINTED, "comet")
    assert art_svg(first, PAINTED) != art_svg(replace(first, title="Zyx"), PAINTED)
    assert all_scenes(PLAIN, PAINTED)[0] == scene_of(PLAIN)
    assert sorted(all_scenes(PLAIN, PAINTED)) == sorted(SCENES)


def seen(svg: str, folder: Path) -> Image.Image:
    """The art as Typst draws it, 3 dots a millimetre."""
    (folder / "art.svg").write_text(svg, encoding="utf-8")
    document = folder / "art.typ"
    document.write_text(
        "#set page(width: 69mm, height: 94mm, margin: 0mm)\n"
        '#place(dx: -16mm, dy: -46mm, image("art.svg", width: 97mm, height: 152mm))'
    )
    png = typst.Compiler(str(document), root=str(folder)).compile(format="png", ppi=76)
    assert isinstance(png, bytes)
    return Image.open(io.BytesIO(png)).convert("RGB")


@cache
def drawn_in(style: str) -> list[str]:
    """The art of all cards."""
    return [art_svg(card, STYLES[style]) for card in CARDS]


@pytest.mark.parametrize("style", STYLES)
def test_the_same_card_has_the_same_art_and_other_cards_have_other_art(style: str) -> None:
    drawn = drawn_in(style)
    assert drawn[::5] == [art_svg(card, STYLES[style]) for card in CARDS[::5]]
    assert len(set(drawn)) == len({card.title for card in CARDS})


def test_art_is_by_what_a_card_is_and_does_and_not_by_its_numbers_or_words() -> None:
    for card in CARDS[::5]:
        again = replace(card, powers=tuple(replace(line, text="other") for line in card.powers))
        costs = replace(again, cost=6 if card.cost < 6 else 1, vp=9, copies=7, line=7)
        assert art_svg(replace(costs, windfall=not card.windfall), PAINTED) == art_svg(
            card, PAINTED
        )
        assert art_svg(card, PAINTED) != art_svg(replace(card, title="Zyx Qwv"), PAINTED)


@pytest.mark.parametrize("style", STYLES)
def test_art_is_small_and_well_formed_and_has_nothing_but_shapes(style: str) -> None:
    sizes = []
    for svg in drawn_in(style):
        sizes.append(len(svg))
        root = ET.fromstring(svg)
        assert root.get("viewBox") in ("-16 -46 97 152", "13 18 56 56")
        assert {part.tag.split("}")[1] for part in root.iter()} <= DRAWING
        assert not re.search(r"href|http(?!://www.w3.org/2000/svg)|nan|inf", svg)
    assert statistics.median(sizes) <= 15 * 1024
    assert max(sizes) <= 40 * 1024


def test_art_of_every_fifth_card_takes_few_times_as_long_as_400_000_steps_of_a_loop() -> None:
    def art() -> None:
        for card in CARDS[::5]:
            art_svg(card, PAINTED)

    def loop() -> None:
        total = 0
        for number in range(400_000):
            total += number * number % 7

    assert _least_time(art) < 7 * _least_time(loop)


def _least_time(work: Callable[[], None]) -> float:
    """The least processor time of some runs in seconds: the one that was disturbed least."""
    times = []
    for _run in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("theme", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("name", sampled(SCENES, 4))
def test_every_scene_is_drawn_and_is_not_blank(name: str, theme: Theme, tmp_path: Path) -> None:
    motif = f'[words]\nsubject = ["{name}"]\n'
    (tmp_path / "art.toml").write_text(GOOD_SKIES + motif, encoding="utf-8")
    own = replace(theme, folders=(tmp_path, *theme.folders))
    card = replace(PLAIN, title=f"{name} subject", kind="genes", production=True)
    picture = seen(art_svg(card, own), tmp_path)
    window = picture.crop((51, 45, 198, 186))
    assert max(ImageStat.Stat(window).stddev) > 8
    assert len(window.resize((24, 24)).getcolors(24 * 24) or ()) > 40


def test_every_kind_of_card_gets_a_scene_that_there_is() -> None:
    for kind in (None, *ast.KINDS, ast.ANY_KIND):
        for keywords in ((), ("alien",), ("rebel",), ("imperium",), ("uplift",), ("terraforming",)):
            for military in (False, True):
                for type_ in ("world", "development"):
                    card = replace(
                        PLAIN, type=type_, kind=kind, military=military, keywords=keywords
                    )
                    for theme in STYLES.values():
                        assert art_svg(card, theme)
    assert art_svg(replace(PLAIN, start=Start(3, "red")), PAINTED)


def test_words_of_the_shipped_theme_are_as_titles_are_read() -> None:
    words = load_motifs(PAINTED.file("art.toml")).words
    for word in words:
        assert word == word.casefold()
        assert scene_of(replace(PLAIN, title=f"Qwv {word}")) in words[word]


def test_titles_that_say_nothing_get_varied_art_by_what_the_card_is() -> None:
    scenes = {scene_of(replace(PLAIN, title=f"Qwv {number}", kind="rare")) for number in range(60)}
    assert len(scenes) >= 6
    assert scene_of(replace(PLAIN, title="星")) in SCENES


def test_the_cards_of_the_base_set_show_many_scenes_and_none_of_them_often() -> None:
    base = next(card_set for card_set in load_shipped().sets if card_set.id == "base")
    shown = Counter(scene_of(card) for card in base.cards)
    assert max(shown.values()) <= 6
    assert len(shown) >= 40


@pytest.mark.parametrize("style", STYLES)
def test_the_subject_of_art_is_on_the_card(style: str) -> None:
    for card in CARDS:
        art = draw_art(card, STYLES[style])
        x, y, width, height = art.subject
        assert 0 <= x + width / 2 <= 69
        assert 16 <= y + height / 2 <= 78
        assert 16 <= width <= 60
        assert 16 <= height <= 60


def test_the_lower_part_of_art_is_calm_but_not_black(tmp_path: Path) -> None:
    for card in CARDS[::24]:
        low = seen(art_svg(card, PAINTED), tmp_path).convert("L").crop((0, 192, 206, 254))
        assert ImageStat.Stat(low).mean[0] > 20, card.title


def test_a_fortress_wears_the_mark_of_its_people_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(landscape, "rebel_mark", lambda *_where: drawn.append("mark"))
    for number in range(12):
        drawn.clear()
        title = f"Qwv {number} fortress"
        art_svg(replace(PLAIN, title=title, keywords=("rebel",), military=True), PAINTED)
        assert drawn == ["mark"]


def test_a_noun_of_the_title_chooses_the_scene_the_last_one_first() -> None:
    assert scene_of(replace(PLAIN, title="Comet")) == "comet"
    assert scene_of(replace(PLAIN, title="Library of Comets")) == "comet"
    assert scene_of(replace(PLAIN, title="COMET Qwv")) == "comet"


GOOD_SKIES = PAINTED.file("art.toml").read_text(encoding="utf-8").split("# Scenes")[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("skies = 3", "`skies` must be a table"),
        ("[", "art.toml: "),
        ('[words]\ncomet = ["comet"]', "`skies.novelty` must be a list of skies"),
        (
            f'{GOOD_SKIES}[words]\ncomet = ["nothing"]',
            "`words.comet` must be a list of scenes; scenes",
        ),
        (f'{GOOD_SKIES}[words]\ncomet = "comet"', "`words.comet` must be a list of scenes"),
        (GOOD_SKIES.replace("#140b2e", "blue"), "`skies.novelty` must be a list of skies"),
    ],
)
def test_wrong_motifs_are_refused_with_their_file(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "art.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadTheme) as caught:
        load_motifs(path)
    assert str(caught.value).startswith(str(path))
    assert reason in str(caught.value)


def test_the_page_names_every_scene_and_no_other() -> None:
    page = (Path(__file__).parents[3] / "docs" / "themes.md").read_text(encoding="utf-8")
    table = page.split("<!-- scenes -->")[1].partition("\n\n")[0]
    rows = table.splitlines()[3:]
    assert re.findall(r"`([^`]+)`", " ".join(rows)) == list(SCENES)
