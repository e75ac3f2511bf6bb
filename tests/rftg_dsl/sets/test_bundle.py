"""Sets carried as text: the same cards, where none of the files are."""

import pickle
from pathlib import Path

import pytest

from rftg_dsl.library import load, pack, unpack

SET = """set: {id}
title: {id}
requires: [{requires}]
cards:
  - title: Card of {id}
    world: 1
    vp: 1
"""


def write(folder: Path, name: str, set_id: str, requires: str) -> str:
    path = folder / name
    path.write_text(SET.format(id=set_id, requires=requires), encoding="utf-8")
    return str(path)


def test_shipped_sets_are_carried_by_their_ids() -> None:
    bundle = pack(["brink-of-war"])
    assert (bundle.ids, bundle.texts) == (("brink-of-war",), ())
    assert unpack(bundle) == load(["brink-of-war"]).sets


def test_the_cards_are_the_same_where_the_files_are_gone(tmp_path: Path) -> None:
    write(tmp_path, "first.cards.yaml", "first", "base")
    path = write(tmp_path, "of-any-name.yaml", "second", "first")
    expected = load([path]).sets
    bundle = pickle.loads(pickle.dumps(pack([path])))
    for file in tmp_path.iterdir():
        file.unlink()
    found = unpack(bundle)
    assert [one.id for one in found] == ["base", "first", "second"]
    assert [one.cards for one in found] == [one.cards for one in expected]
    assert [one.digest for one in found] == [one.digest for one in expected]


def test_the_order_that_was_asked_for_is_kept(tmp_path: Path) -> None:
    one, other = (write(tmp_path, f"{name}.yaml", name, "base") for name in ("one", "other"))
    assert [found.id for found in unpack(pack([other, one]))] == ["base", "other", "one"]


def test_a_copy_of_a_shipped_file_is_carried_as_text(tmp_path: Path) -> None:
    """Whoever changes a printed set plays with the changed one."""
    text = Path(str(load(["base"]).units[0].path)).read_text(encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace("Contact Specialist", "Contractor"), "utf-8")
    bundle = pack([str(path)])
    titles = {card.title for one in unpack(bundle) for card in one.cards}
    assert "Contractor" in titles
    assert "Contact Specialist" not in titles


def test_pictures_stay_at_home(tmp_path: Path) -> None:
    picture = (Path(__file__).parents[3] / "docs" / "pictures" / "card.webp").read_bytes()
    (tmp_path / "ice.webp").write_bytes(picture)
    path = tmp_path / "mine.yaml"
    path.write_text(SET.format(id="mine", requires="base") + "    art: ice.webp\n", "utf-8")
    bundle = pack([str(path)])
    (tmp_path / "ice.webp").unlink()
    assert [one.id for one in unpack(bundle)] == ["base", "mine"]


def test_a_goal_that_needs_a_set_out_of_use_is_carried(tmp_path: Path) -> None:
    write(tmp_path, "other.yaml", "other", "base")
    text = SET.format(id="mine", requires="base").replace("cards:", GOALS + "cards:", 1)
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    bundle = pack([str(path)])
    (tmp_path / "other.yaml").unlink()
    assert [one.id for one in unpack(bundle)] == ["base", "mine"]


GOALS = """modules: [goals]
goals:
  - title: Icy
    first: 2 worlds
    after: [settle]
    needs: other
"""


def test_texts_that_differ_make_bundles_that_differ(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.yaml", "mine", "base")
    before = pack([path])
    assert pack([path]) == before
    Path(path).write_text(SET.format(id="mine", requires="base").replace("vp: 1", "vp: 2"), "utf-8")
    assert pack([path]) != before


def test_sets_with_errors_are_not_packed(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("set: mine\n", encoding="utf-8")
    with pytest.raises(
        ValueError, match=r"can't be played: run `rftg-dsl check \S+mine\.yaml` to see the errors"
    ):
        pack([str(path)])
    with pytest.raises(LookupError):
        pack(["nowhere"])
