"""A review as one file: the same bytes for the same review, whole faces, no network."""

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rftg_engine import Options
from rftg_tools.play.cards import Faces
from rftg_tools.review.export import (
    build_html,
    bundle_scripts,
    export_to,
    page_data,
    scenes,
    shared_parts,
)
from rftg_tools.review.review import review_data
from rftg_tools.web.images import Images
from tests.rftg_tools.review.games import game

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
        for hand in moment["hands"]:
            shown += hand
        assert {str(card) for card in shown} <= set(data["cards"])


def test_there_is_a_moment_for_every_answer_and_the_end() -> None:
    moments = list(scenes(GAME))
    numbers = [one["number"] for moment in moments for one in moment["decisions"]]
    assert numbers == list(range(len(GAME.plan.answers)))
    assert [moment["over"] for moment in moments].count(True) == 1
    assert moments[-1]["title"] == "The end"


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
