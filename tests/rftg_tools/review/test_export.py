"""A review as one file, its words and its pictures."""

import asyncio
import base64
import gzip
import json
import re
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dsl.library import pack
from rftg_engine import Options
from rftg_tools.play.cards import Faces
from rftg_tools.review.analysis import Store, run_analysis
from rftg_tools.review.decisions import INDISTINGUISHABLE
from rftg_tools.review.export import (
    build_html,
    bundle_scripts,
    export_to,
    page_data,
    scenes,
    shared_parts,
)
from rftg_tools.review.review import (
    Game,
    display_names,
    format_chance,
    format_moment,
    format_points,
    format_summary,
    game_of,
    review_data,
)
from rftg_tools.review.web import FinishedReview, ReviewService
from rftg_tools.simulation.games import Plan, play_one
from rftg_tools.web.images import Images
from tests.rftg_tools.preview.cards import PIXEL
from tests.rftg_tools.review.games import game, roll_game

GAME = game()
REVIEW = review_data(GAME, {})


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("export") / "review.html"
    size = export_to(path, GAME, REVIEW, "space")
    text = path.read_text(encoding="utf-8")
    assert size == len(text.encode()) < 3_000_000
    return text


def unpacked(html: str) -> Any:
    found = re.search(r'id="packed">([^<]+)<', html)
    assert found is not None
    return json.loads(gzip.decompress(base64.b64decode(found[1])))


@pytest.mark.slow
def test_the_same_review_is_the_same_file_byte_for_byte(html: str, tmp_path: Path) -> None:
    export_to(tmp_path / "again.html", GAME, REVIEW, "space")
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == html
    assert [path.name for path in tmp_path.iterdir()] == ["again.html"]


def test_the_file_loads_nothing(html: str) -> None:
    assert "default-src 'none'" in html
    assert not re.search(r'(?:src|href)="(?!#)', html)
    assert not re.search(r"^\s*(?:import|export)\b", html, re.MULTILINE)


def test_every_face_in_the_file_is_the_printed_one(html: str) -> None:
    data = unpacked(html)
    images = Images("space")
    cards = Faces(GAME.plan.table, images, {})
    for number, card in data["cards"].items():
        name = Path(cards.data(int(number))["face"]).stem
        face = "".join(data["parts"][part] for part in data["faces"][card["face"]])
        assert face.encode() == images.image(name)
    images.close()


def test_every_card_that_a_moment_shows_is_in_the_file(html: str) -> None:
    data = unpacked(html)
    for moment in data["moments"]:
        shown = [one["card"] for player in moment["table"]["players"] for one in player["tableau"]]
        for seat in moment["seats"]:
            shown += seat["hand"]
        assert {str(card) for card in shown} <= set(data["cards"])


@pytest.mark.parametrize("reviewed", [GAME, roll_game()], ids=["race", "roll"])
def test_there_is_a_moment_for_every_answer_and_the_end(reviewed: Game) -> None:
    moments = list(scenes(reviewed))
    numbers = [one["number"] for moment in moments for one in moment["decisions"]]
    assert numbers == list(range(len(reviewed.plan.answers)))
    assert [moment["over"] for moment in moments].count(True) == 1
    assert moments[-1]["title"] == "The end"


def test_both_sides_of_the_tiles_of_a_moment_are_in_the_file(tmp_path: Path) -> None:
    reviewed = roll_game()
    export_to(tmp_path / "roll.html", reviewed, review_data(reviewed, {}), "space")
    data = unpacked((tmp_path / "roll.html").read_text(encoding="utf-8"))
    for moment in data["moments"]:
        shown = {one["face"] for player in moment["table"]["players"] for one in player["tableau"]}
        for seat in moment["seats"]:
            shown |= {side for tile in seat["own"]["drawn"] for side in tile["sides"]}
        assert {str(face) for face in shown} <= set(data["cards"])
    images = [card[side] for card in data["cards"].values() for side in ("face", "back")]
    assert set(images) - {None} == set(range(len(data["faces"])))


def test_pieces_that_images_share_are_there_once() -> None:
    long = f"<path d='{'0 ' * 50}'/>"
    images = [f"<svg>{long}<a/>{long}</svg>", f"<svg><b/>{long}</svg>", "<svg>no more</svg>"]
    parts, faces = shared_parts(images)
    assert ["".join(parts[part] for part in face) for face in faces] == images
    assert "".join(parts).count(long) == 1
    assert len(parts) == len(set(parts))


def test_modules_become_one_script() -> None:
    modules = {
        "a.js": 'import { two } from "./b.js";\nimport {\n  three,\n} from "./c.js";\nshow();\n',
        "b.js": 'import { three } from "./c.js";\nexport const two = three - 1;\n',
        "c.js": "export function three() {}\nexport class Four {}\nexport async function five() {}",
        "d.js": "never();\n",
    }
    script = bundle_scripts(modules, ["a.js"])
    assert script.index('modules["c.js"] =') < script.index('modules["b.js"] =')
    assert "return { three, Four, five };" in script
    assert script.count('modules["c.js"] =') == 1
    assert "never" not in script


@pytest.mark.parametrize(
    "text",
    ['import * as x from "./b.js";\n', "export default 1;\n", 'const x = import("./b.js");\n'],
)
def test_a_module_in_another_style_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js.*cannot be bundled"):
        bundle_scripts({"a.js": text, "b.js": ""}, ["a.js"])


def test_modules_that_need_each_other_in_turn_are_refused() -> None:
    modules = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match="imports itself"):
        bundle_scripts(modules, ["a.js"])


def test_markup_in_a_name_stays_text(html: str) -> None:
    named = GAME.__class__(GAME.plan, ("</script><b>", "x"), GAME.result)
    images = Images("space")
    data = page_data(named, review_data(named, {}), Faces(GAME.plan.table, images, {}))
    assert build_html(data, images.image).count("</script") == html.count("</script")
    images.close()


def test_an_invasion_is_shown_at_every_moment_with_the_faces_of_damaged_worlds() -> None:
    invaded = game(Options(3, modules=("invasion",)), "xeno-invasion")
    away = 0
    for scene in scenes(invaded):
        table = scene["table"]
        part = table["parts"]["invasion"]
        lying = [one for player in table["players"] for one in player["tableau"]]
        damaged = [one["card"] for one in lying if one.get("away")]
        assert damaged == [world for player in part["players"] for world in player["damaged"]]
        away += len(damaged)
    assert away


def test_players_of_one_name_are_told_apart_by_their_seat() -> None:
    assert display_names(["Ann", "greedy", "greedy", ""]) == [
        "Ann",
        "greedy 2",
        "greedy 3",
        "Player 4",
    ]


def test_a_chance_that_is_not_certain_is_not_said_to_be() -> None:
    said = [format_chance(one) for one in (0.0, 0.001, 0.41, 0.999, 1.0)]
    assert said == ["0 %", "under 1 %", "41 %", "over 99 %", "100 %"]


def test_differences_have_their_sign() -> None:
    assert [format_points(one) for one in (0.12, -0.12, 0.0)] == ["+12", "−12", "0"]


def test_moments_are_named_by_round_and_phase() -> None:
    moments = ((0, "setup"), (4, "settle"), (4, "choose"))
    said = [format_moment(GAME.plan, *moment) for moment in moments]
    assert said == ["Setup", "Round 4, Settle", "Round 4, actions"]
    assert format_moment(roll_game().plan, 2, "assign") == "Round 2, workers"


@pytest.mark.parametrize(
    "reviewed",
    [
        partial(game, Options(2), "base", 1),
        partial(game, Options(4, goals=True, takeovers=True), "brink-of-war", 1),
        partial(game, Options(2, experienced=True), "brink-of-war", 1),
        partial(game, Options(3, modules=("invasion",)), "xeno-invasion", 1),
        partial(roll_game, 1),
    ],
    ids=["base", "goals", "experienced", "invasion", "roll"],
)
@pytest.mark.slow
def test_a_whole_game_is_told_in_words(reviewed: Callable[[], Game], tmp_path: Path) -> None:
    check_words(reviewed(), tmp_path)


def check_words(reviewed: Game, tmp_path: Path) -> None:
    store = Store(tmp_path / "x.json", reviewed.plan)
    run_analysis(reviewed.plan, store, 2)
    data = review_data(reviewed, store.found)
    assert data["complete"]
    assert len(data["decisions"]) + len(data["not_rated"]) == len(reviewed.plan.answers)
    for decision in data["decisions"]:
        labels = [str(option["label"]) for option in decision["options"]]
        assert len(set(labels)) == len(labels), labels
        assert sum(option["taken"] for option in decision["options"]) == 1
        assert sum(option["bot"] for option in decision["options"]) == 1
    said = format_summary(data)
    assert "chance to win" in said
    assert all(name in said for name in data["players"])


def test_what_has_not_been_looked_at_is_left_out() -> None:
    reviewed = game()
    data = review_data(reviewed, {"answer 0": None})
    assert not data["complete"]
    assert data["chart"] == data["decisions"] == data["turning_points"] == []
    assert data["not_rated"] == [{"number": 0, "reason": INDISTINGUISHABLE}]


def test_nothing_that_a_terminal_would_act_on_is_said() -> None:
    data = review_data(game(), {}) | {"note": "broken off: \x1b[2J", "players": ["\x1b]", "b"]}
    assert "\x1b" not in format_summary(data)


OWN: Final = """\
set: moons
title: Moons
requires: [base]
cards:
  - title: Painted Moon
    development: 2
    vp: 1
    copies: 20
    art: moon.png
    powers: |
      settle: cost -1 for rare worlds
"""


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with an own card that has a picture, in a folder below that of its set."""
    (tmp_path / "moons.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "moon.png").write_bytes(PIXEL)
    monkeypatch.chdir(tmp_path)
    bundle = pack(("base", "moons.yaml"))
    played = play_one(Plan("race", bundle, Options(2), ("greedy", "random"), 1, True), 0)
    path = tmp_path / "games" / "one.json"
    path.parent.mkdir()
    path.write_text(json.dumps(played.record), encoding="utf-8")
    return path


def shows_picture(service: ReviewService | FinishedReview) -> bool:
    data = asyncio.run(service.data("one"))  # type: ignore[arg-type]
    cards = data["cards"].values()
    (face,) = {card["face"] for card in cards if card["title"] == "Painted Moon"}
    return b"data:image/png" in service.images.image(Path(face).stem)


def test_the_file_that_says_the_same_as_the_record_brings_its_pictures(record: Path) -> None:
    game = game_of(record)
    with closing(Images("space")) as images:
        assert shows_picture(FinishedReview(images, game, review_data(game, {}), "one"))


def test_a_file_that_says_something_else_brings_none(record: Path) -> None:
    """The text of a record is a stranger's: it finds no picture beside what only has its id."""
    changed = OWN.replace("rare worlds", "genes worlds")
    (record.parent.parent / "moons.yaml").write_text(changed, encoding="utf-8")
    assert game_of(record).folders == {}


def test_a_set_that_is_named_brings_its_pictures_wherever_it_lies(
    record: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = tmp_path_factory.mktemp("away")
    copy = away / "copy.json"
    copy.write_bytes(record.read_bytes())
    monkeypatch.chdir(away)
    assert game_of(copy).folders == {}
    game = game_of(copy, f"base,{record.parent.parent / 'moons.yaml'}")
    assert game.folders["moons"] == record.parent.parent


def test_play_shows_the_pictures_of_the_sets_that_it_was_begun_with(
    record: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = tmp_path_factory.mktemp("away")
    moved = away / "one.json"
    moved.write_bytes(record.read_bytes())
    monkeypatch.chdir(away)
    folders = {"moons": record.parent.parent}

    async def results(_id: str) -> Any:
        return review_data(game_of(moved), {})

    with closing(Images("space")) as images:
        service = ReviewService(images, lambda _id: moved, 1, lambda: folders)
        monkeypatch.setattr(service, "results", results)
        assert shows_picture(service)
