"""A file read again after a change: what stands as it stood is kept, and nothing else is."""

from pathlib import Path

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.model import Tile
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Draft, Unit

TEXT = """# A set, in which every sort of entry stands.
set: ice
title: 'Ice: all of it'
requires: [base]
keywords: [frost]
modules: [goals]
goals:
  - title: Coldest
    first: 3 frost worlds
    after: [settle]

cards:
  # A world.
  - title: Glacier
    world: 2
    vp: 1
    windfall: rare
    keywords: [frost]
    powers: |
      settle: military +1 against frost worlds
      # by night

  - title: "Rime, thin"
    development: 3
    vp: 2
    powers: |
      explore: draw 1
  - {title: Firn, world: 1, vp: 1, keywords: [frost]}
  -
    title: Neve
    world: 4
    vp: 2
tests:
  - test: cards are drawn
    given: {tableau: ["Rime, thin"]}
    when: explore
    then: {hand: [2 cards]}
"""
PATH = Path("ice.yaml")


def _read(text: str, before: Unit | None = None) -> Unit:
    return read_unit(PATH, PATH.name, text.encode(), before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("draw 1", "draw 2", id="a power"),
        pytest.param("draw 1", "darw 1", id="a power that cannot be read"),
        pytest.param("draw 1", 'draw "1', id="a quote in a power"),
        pytest.param("title: Glacier", 'title: "Glacier', id="a quote that another entry closes"),
        pytest.param("title: Glacier", "title: 'Glacier", id="a quote that the head closes"),
        pytest.param("title: Coldest", "title: 'Coldest", id="a quote that nothing closes"),
        pytest.param("set: ice", "set: snow", id="the id of the set"),
        pytest.param("set: ice", "set: ice\ngame: roll", id="the game"),
        pytest.param("[frost]\nmodules", "[snow]\nmodules", id="the keywords"),
        pytest.param("cards:\n", "cards: |\n", id="the list becomes a text"),
        pytest.param("cards:\n", "cards: # all\n", id="a comment behind the key"),
        pytest.param("cards:\n", "card:\n", id="the key of the list"),
        pytest.param("goals:\n", "cards:\n", id="a second list of cards"),
        pytest.param("tests:\n", "  tests:\n", id="the head ends in the list"),
        pytest.param("tests:\n", "", id="two lists become one"),
        pytest.param("  - title: Glacier", "- title: Glacier", id="a dash further out"),
        pytest.param("  - title: Glacier", "   - title: Glacier", id="a dash further in"),
        pytest.param("  - title: Glacier", "    title: Glacier", id="no dash"),
        pytest.param("    world: 2", "  - world: 2", id="one entry becomes two"),
        pytest.param("    vp: 1\n    windfall", "    vp: 1\n\n    windfall", id="a line more"),
        pytest.param("\n  - {title: Firn", "  - {title: Firn", id="a line less"),
        pytest.param("windfall: rare", "windfal: rare", id="a key that there is not"),
        pytest.param("windfall: rare", "vp: 3", id="a key that stands twice"),
        pytest.param("windfall: rare", "...", id="the end of the document"),
        pytest.param("windfall: rare", "\twindfall: rare", id="a tab"),
        pytest.param("{title: Firn", "{title: Firn, {", id="a brace that is not closed"),
        pytest.param("{title: Firn", "&a {title: Firn", id="an anchor"),
        pytest.param("# by night", "\n      explore: draw 1", id="a comment in a block of text"),
        pytest.param("after: [settle]", "after: [settel]", id="a goal that cannot be read"),
        pytest.param("2 cards]", "3 cards]", id="a test"),
        pytest.param('tableau: ["Rime, thin"]', "tableau: [Rime]", id="a name in a test"),
        pytest.param("    windfall: rare", "   windfall: rare", id="a key a column further out"),
        pytest.param("title: Neve", "title: Névé", id="a letter that is not ASCII"),
    ],
)
def test_a_changed_text_is_read_as_if_nothing_had_been_read_before(old: str, new: str) -> None:
    assert old in TEXT
    cache = SourceCache()
    for text in (TEXT, TEXT.replace(old, new, 1), TEXT):
        _assert_read_as_new(cache, text)


def _assert_read_as_new(cache: SourceCache, text: str) -> None:
    """Assert that a cache that has read other texts of the file understands one as a new cache."""
    fresh = SourceCache()
    for one in (cache, fresh):
        one.put(PATH, text)
    edited, read = (compile_files([PATH], one, design=True) for one in (cache, fresh))
    assert edited.diagnostics == read.diagnostics
    assert edited.sets == read.sets
    assert edited.units[-1].root == read.units[-1].root
    assert edited.units[-1].data == read.units[-1].data


_SMALL = """set: ice
title: Ice
requires: [base]
cards:
  - title: One
    world: 1
    vp: 1
    powers: |
      explore: draw 1
  - title: Two
    world: 1
    vp: 1
"""
_QUOTED = _SMALL.replace("title: One", 'title: "One\n  - title: and"')


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            _SMALL, _SMALL.partition("\n  - title: Two")[0], id="an entry at the end goes"
        ),
        pytest.param(_SMALL, _SMALL.rstrip("\n"), id="the last line end goes"),
        pytest.param(
            _SMALL.rstrip("\n"),
            _SMALL.rstrip("\n").replace("draw 1", "draw 2"),
            id="a card above one that no line end follows",
        ),
        pytest.param(
            f"{_SMALL}tests: []\n",
            f"{_SMALL.partition('  - title: Two')[0]}tests: []\n\n\n",
            id="another thing follows a card",
        ),
        pytest.param(
            _QUOTED,
            _QUOTED.replace("title: Two", "title: Three"),
            id="a title over a line that looks like an entry",
        ),
    ],
)
def test_a_text_is_read_as_a_new_one_whatever_its_entries_end_with(before: str, after: str) -> None:
    cache = SourceCache()
    for text in (before, after, before):
        _assert_read_as_new(cache, text)


def test_a_slip_of_the_indent_is_told_again_while_another_card_is_edited() -> None:
    slipped = TEXT.replace("    windfall: rare", "   windfall: rare")
    cache = SourceCache()
    for text in (TEXT, slipped, slipped.replace("draw 1", "draw 2")):
        cache.put(PATH, text)
        found = compile_files([PATH], cache).diagnostics
    assert "E105" in [one.code for one in found]


def test_cards_that_stand_as_they_did_are_not_read_again() -> None:
    first = _read(TEXT)
    second = _read(TEXT.replace("draw 1", "draw 2"), first)
    kept = [one is two for one, two in zip(first.drafts, second.drafts, strict=True)]
    assert kept == [True, False, True, False]  # the last begins below its dash, and is read


def test_a_card_that_stands_a_line_lower_is_read_again_with_its_places() -> None:
    first = _read(TEXT)
    second = _read(TEXT.replace("    vp: 1\n    windfall", "    vp: 1\n\n    windfall"), first)
    assert [one is two for one, two in zip(first.drafts, second.drafts, strict=True)] == [False] * 4
    assert second.drafts[1].node.region.line == first.drafts[1].node.region.line + 1


def test_what_was_found_in_a_card_is_found_again_while_another_is_edited() -> None:
    first = _read(TEXT.replace("draw 1", "darw 1"))
    second = _read(TEXT.replace("draw 1", "darw 1").replace("world: 2", "world: 3"), first)
    assert second.drafts[1] is first.drafts[1]
    assert [one.code for one in second.report.findings] == ["E210"]


def test_cards_are_not_read_again_while_another_has_a_key_that_there_is_not() -> None:
    first = _read(TEXT)
    second = _read(TEXT.replace("windfall: rare", "windfal: rare"), first)
    assert [one.code for one in second.report.findings] == ["E201"]
    assert [one is two for one, two in zip(first.drafts, second.drafts, strict=True)][1:3] == [
        True,
        True,
    ]


def test_a_face_is_told_no_more_of_a_tile_that_another_face_has_left() -> None:
    text = """set: dice
game: roll
title: Dice
cards:
  - {title: Front, development: 2, other side: Back}
  - {title: Back, world: 2, kind: novelty}
  - {title: Home, world: 0, kind: novelty, home: yes}
"""
    cache = SourceCache()
    others = []
    for one in (text, text.replace("other side: Back", "other side: Bask"), text):
        cache.put(PATH, one)
        others.append(_tile(compile_files([PATH], cache).units[-1].drafts[1]).other)
    assert others == ["Front", "", "Front"]


def test_both_faces_of_a_faction_tile_have_its_number_as_it_is_written_now() -> None:
    text = """set: dice
game: roll
title: Dice
cards:
  - {title: Left, world: 2, kind: novelty}
  - {title: Right, development: 2, faction: 3, beside: Left}
"""
    cache = SourceCache()
    factions = []
    for one in (text, text.replace("faction: 3", "faction: 4"), text):
        cache.put(PATH, one)
        drafts = compile_files([PATH], cache).units[-1].drafts
        factions.append([_tile(draft).faction for draft in drafts])
    assert factions == [[3, 3], [4, 4], [3, 3]]


def _tile(draft: Draft) -> Tile:
    assert draft.card is not None
    assert draft.card.tile is not None
    return draft.card.tile


def test_a_compilation_stays_as_it_is_while_the_file_is_edited() -> None:
    cache = SourceCache()
    cache.put(PATH, TEXT)
    first = compile_files([PATH], cache)
    cache.put(PATH, TEXT.replace("draw 1", "draw 2").replace("world: 2", "world: 3"))
    compile_files([PATH], cache)
    fresh = SourceCache()
    fresh.put(PATH, TEXT)
    assert first.sets == compile_files([PATH], fresh).sets
