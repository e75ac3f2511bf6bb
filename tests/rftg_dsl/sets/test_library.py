"""Sets together: what they require, replace and add, in which order, each once."""

from pathlib import Path

import pytest

from rftg_dsl.library import cards_in_use, find_set, load
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
