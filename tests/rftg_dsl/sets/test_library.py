"""Sets together, carried as text, and read from a cache."""

import pickle
from pathlib import Path

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.library import cards_in_use, find_set, load, pack, unpack
from rftg_dsl.resources import shipped_sets
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.source.files import find_sets_in

WORLD = "  - title: {title}\n    world: {cost}\n    vp: 1\n"


def write(folder: Path, name: str, head: str, *titles: str, cost: int = 1) -> str:
    """Write a set and return its path."""
    cards = "".join(WORLD.format(title=title, cost=cost) for title in titles)
    path = folder / f"{name}.yaml"
    text = f"set: {name}\ntitle: Set {name}\n{head}cards:\n{cards}"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_base_set_is_found_by_its_id() -> None:
    assert find_set("base").name == "base.yaml"
    assert load(["base"]).sets[0].id == "base"


def test_an_unknown_set_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(LookupError, match=r"there is no set or card file 'bsae'.*'base'"):
        find_set("bsae")


def test_required_sets_come_first_and_each_once(tmp_path: Path) -> None:
    a = write(tmp_path, "a", "", "A")
    write(tmp_path, "b", "requires: [a]\n", "B")
    write(tmp_path, "c", "requires: [a]\n", "C")
    d = write(tmp_path, "d", "requires: [c, b]\n", "D")
    compilation = load([d, a, d])
    assert not compilation.diagnostics
    assert [one.id for one in compilation.sets] == ["a", "c", "b", "d"]
    assert [card.title for card in cards_in_use(compilation.sets)] == ["A", "C", "B", "D"]


def test_a_required_set_may_be_called_cards_and_the_shorter_name_comes_first(
    tmp_path: Path,
) -> None:
    long = Path(write(tmp_path, "ice", "", "Long")).rename(tmp_path / "ice.cards.yaml")
    mine = write(tmp_path, "mine", "requires: [ice]\n", "Mine")
    found = load([mine])
    assert not found.diagnostics
    assert [card.title for card in cards_in_use(found.sets)] == ["Long", "Mine"]
    short = Path(write(tmp_path, "ice", "", "Short"))
    assert [card.title for card in cards_in_use(load([mine]).sets)] == ["Short", "Mine"]
    assert find_sets_in(tmp_path) == {"ice": short, "mine": Path(mine)}
    short.unlink()
    assert find_sets_in(tmp_path)["ice"] == long


def test_the_nearest_set_is_named_by_its_id_whatever_its_file_ends_with(tmp_path: Path) -> None:
    Path(write(tmp_path, "steam", "", "A")).rename(tmp_path / "steam.cards.yaml")
    (found,) = load([write(tmp_path, "mine", "requires: [staem]\n", "Mine")]).diagnostics
    assert (found.code, found.help) == ("E411", "write `steam`")


def test_shipped_sets_can_be_required(tmp_path: Path) -> None:
    mine = write(tmp_path, "mine", "requires: [base]\n", "Ice World")
    compilation = load([mine])
    assert [one.id for one in compilation.sets] == ["base", "mine"]


def test_a_replaced_card_leaves_the_game_and_added_copies_are_counted(tmp_path: Path) -> None:
    write(tmp_path, "a", "", "Ice", "Fire", "Rain")
    b = write(tmp_path, "b", "requires: [a]\nreplaces: [Ice]\ncopies: {Fire: 2}\n", "Ice", cost=5)
    compilation = load([b])
    assert not compilation.diagnostics
    cards = {card.title: card for card in cards_in_use(compilation.sets)}
    assert cards["Ice"].set_id == "b"
    assert cards["Ice"].cost == 5
    assert (cards["Fire"].copies, cards["Rain"].copies) == (3, 1)


def test_keywords_and_titles_are_seen_through_all_that_is_required(tmp_path: Path) -> None:
    write(tmp_path, "a", "keywords: [icy]\n", "Ice")
    write(tmp_path, "b", "requires: [a]\n", "B")
    scores = '      score: 1 per icy world\n      score: 1 per "Ice"\n'
    power = f"    keywords: [icy]\n    powers: |\n{scores}"
    text = f"set: c\ntitle: C\nrequires: [b]\ncards:\n{WORLD.format(title='C', cost=1)}{power}"
    (tmp_path / "c.yaml").write_text(text.replace("vp: 1", "vp: variable"), encoding="utf-8")
    assert not load([str(tmp_path / "c.yaml")]).diagnostics


def test_a_title_of_a_required_set_cannot_be_taken_silently(tmp_path: Path) -> None:
    write(tmp_path, "a", "", "Ice")
    b = write(tmp_path, "b", "requires: [a]\n", "ICE")
    (found,) = load([b]).diagnostics
    assert found.code == "E404"
    assert "add `replaces: [Ice]` to" in found.help


def test_what_is_advised_about_a_title_of_a_set_that_is_not_required_can_be_done(
    tmp_path: Path,
) -> None:
    write(tmp_path, "a", "", "'Ice: Cold'")
    write(tmp_path, "other", "", "Fire")
    b = write(tmp_path, "b", "requires: [other]\nreplaces: [Fire]\n", "'Ice: Cold'")
    both = [str(tmp_path / "a.yaml"), b]
    (found,) = load(both).diagnostics
    assert found.code == "E404"
    requires, replaces = "requires: [other, a]", "replaces: [Fire, 'Ice: Cold']"
    assert f"add `{requires}` and `{replaces}` to the set" in found.help
    write(tmp_path, "b", f"{requires}\n{replaces}\n", "'Ice: Cold'")
    assert not load(both).diagnostics


def test_a_replaced_card_of_a_set_that_is_not_required_says_what_is_missing(
    tmp_path: Path,
) -> None:
    write(tmp_path, "a", "", "Ice")
    b = write(tmp_path, "b", "replaces: [Ice]\n", "Fire")
    found = load([str(tmp_path / "a.yaml"), b]).diagnostics
    assert [one.help for one in found] == ["require the set that has `Ice`"]


def test_a_set_that_requires_a_wrong_one_is_no_set_either(tmp_path: Path) -> None:
    write(tmp_path, "a", "wrong: 1\n", "A")
    b = write(tmp_path, "b", "requires: [a]\n", "B")
    compilation = load([b])
    assert compilation.sets == ()
    assert [Path(one.file).name for one in compilation.diagnostics] == ["a.yaml"]


def test_sets_that_require_each_other_are_reported_and_end(tmp_path: Path) -> None:
    a = write(tmp_path, "a", "requires: [b]\n", "A")
    write(tmp_path, "b", "requires: [a]\n", "B")
    assert [one.code for one in load([a]).diagnostics] == ["E413"]


def test_a_ring_of_sets_is_shown_whole_with_its_files(tmp_path: Path) -> None:
    for one, other in ("ab", "bc", "ca"):
        write(tmp_path, one, f"requires: [{other}]\n", one.upper())
    outside = write(tmp_path, "d", "requires: [a]\n", "D")
    (found,) = load([outside]).diagnostics
    assert found.message.endswith("each other: `a` -> `b` -> `c` -> `a`")
    (note,) = found.notes
    assert [note.count(f"{name}.yaml") for name in "abcd"] == [1, 1, 1, 0]


def test_a_set_that_requires_itself_is_reported(tmp_path: Path) -> None:
    a = write(tmp_path, "a", "requires: [a]\n", "A")
    (found,) = load([a]).diagnostics
    assert (found.code, found.message) == ("E413", "the set `a` requires itself")


def test_more_required_sets_than_files_allowed_are_reported(tmp_path: Path) -> None:
    for number in range(70):
        write(tmp_path, f"s{number}", f"requires: [s{number + 1}]\n", f"S{number}")
    found = load([str(tmp_path / "s0.yaml")]).diagnostics
    assert [one.code for one in found] == ["E104"]


def test_a_set_says_what_art_shows_for_its_keywords(tmp_path: Path) -> None:
    head = "keywords: [robot, ice]\nscenes: {robot: [circuit, device], ice: [comet]}\n"
    (made,) = load([write(tmp_path, "a", head, "A")]).sets
    assert made.scenes == (("robot", ("circuit", "device")), ("ice", ("comet",)))


@pytest.mark.parametrize(
    ("scenes", "code", "advice"),
    [
        ("{robt: [comet]}", "E401", "write `robot`"),
        ("{robot: [comets]}", "E204", "write `comet`"),
        ("{robot: comet}", "E203", "[comet]"),
    ],
)
def test_scenes_are_named_for_keywords_there_are(
    tmp_path: Path, scenes: str, code: str, advice: str
) -> None:
    head = f"keywords: [robot]\nscenes: {scenes}\n"
    (found,) = load([write(tmp_path, "a", head, "A")]).diagnostics
    assert found.code == code
    assert advice in found.help


SET = """set: {id}
title: {id}
requires: [{requires}]
cards:
  - title: Card of {id}
    world: 1
    vp: 1
"""


def write_set(folder: Path, name: str, set_id: str, requires: str) -> str:
    path = folder / name
    path.write_text(SET.format(id=set_id, requires=requires), encoding="utf-8")
    return str(path)


def test_shipped_sets_are_carried_by_their_ids() -> None:
    bundle = pack(["brink-of-war"])
    assert (bundle.ids, bundle.texts) == (("brink-of-war",), ())
    assert unpack(bundle) == load(["brink-of-war"]).sets


def test_the_cards_are_the_same_where_the_files_are_gone(tmp_path: Path) -> None:
    write_set(tmp_path, "first.cards.yaml", "first", "base")
    path = write_set(tmp_path, "of-any-name.yaml", "second", "first")
    expected = load([path]).sets
    bundle = pickle.loads(pickle.dumps(pack([path])))
    for file in tmp_path.iterdir():
        file.unlink()
    found = unpack(bundle)
    assert [one.id for one in found] == ["base", "first", "second"]
    assert [one.cards for one in found] == [one.cards for one in expected]
    assert [one.digest for one in found] == [one.digest for one in expected]


def test_the_order_that_was_asked_for_is_kept(tmp_path: Path) -> None:
    one, other = (write_set(tmp_path, f"{name}.yaml", name, "base") for name in ("one", "other"))
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
    write_set(tmp_path, "other.yaml", "other", "base")
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
    path = write_set(tmp_path, "mine.yaml", "mine", "base")
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


ICE = """set: ice
title: Ice
requires: [%s]
cards:
  - title: Glacier
    world: 2
    vp: 1
    powers: |
      settle: military +1 against frost worlds
"""
FROST = "set: frost\ntitle: Frost\nkeywords: [frost]\ncards:\n  - {title: Rime, world: 1, vp: 1}\n"


def test_a_cache_changes_no_finding() -> None:
    paths = shipped_sets()
    cache = SourceCache()
    for _ in range(3):
        found = compile_files(paths, cache)
        assert found.diagnostics == compile_files(paths).diagnostics
        assert found.sets == compile_files(paths).sets


def test_a_file_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "base")
    cache = SourceCache()
    first = compile_files([path], cache)
    again = compile_files([path], cache)
    assert again.units == first.units
    assert all(one is two for one, two in zip(first.units, again.units, strict=True))
    assert again.diagnostics == first.diagnostics
    path.write_text(ICE % "base" + "      explore: draw 1\n")
    changed = compile_files([path], cache)
    assert [one is two for one, two in zip(first.units, changed.units, strict=True)] == [
        True,
        False,
    ]


def test_a_text_stands_in_place_of_a_file_and_of_one_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "frost")
    cache = SourceCache()
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["E411"]
    cache.put(tmp_path / "frost.yaml", FROST)
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["W501"]
    cache.put(path, (ICE % "frost").replace("frost worlds", "gray worlds"))
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["W501"]
    cache.take_away(path)
    cache.take_away(tmp_path / "frost.yaml")
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["E411"]


def test_a_text_that_is_no_unicode_is_a_finding(tmp_path: Path) -> None:
    cache = SourceCache()
    cache.put(tmp_path / "x.yaml", "set: \ud800\n")
    found = compile_files([tmp_path / "x.yaml"], cache)
    assert {one.code for one in found.diagnostics} >= {"E101"}


def test_findings_of_a_required_file_stay_while_they_hold(tmp_path: Path) -> None:
    wrong = FROST.replace("}", ", powers: 'settle: military +1 against frosty military worlds'}")
    (tmp_path / "frost.yaml").write_text(wrong)
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "frost")
    cache = SourceCache()
    for number in range(4):
        cache.put(path, path.read_text() + "#" * number)
        assert compile_files([path], cache).diagnostics == compile_files([path]).diagnostics
    cache.put(path, path.read_text().replace("Glacier", "Rime"))  # clashes with the other file
    assert "E404" in {one.code for one in compile_files([path], cache).diagnostics}
    cache.take_away(path)
    assert compile_files([path], cache).diagnostics == compile_files([path]).diagnostics
    cache.put(tmp_path / "frost.yaml", FROST)
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["W501"]
