"""Sets of tiles in an editor: offers, hover, colours, names and fixes are those of their game."""

from collections.abc import Iterator
from typing import Any

import pytest

from rftg_dev.lsp_client import Client
from rftg_dsl.games import ROLL
from rftg_dsl.lsp.context import context_at, declared_game, language_texts
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.words import Names, complete_words, expects_noun
from rftg_dsl.resources import data_folder, shipped_ids
from rftg_dsl.syntax.parser import expected_after, read_tokens

HEAD = """set: ferries
game: roll
title: Ferries
requires: [roll]
keywords: [foggy]
cards:
  - title: Toll Bridge
    development: 2
    keywords: [foggy]
    powers: |
      ship: price +1  # a word
      score: 1 per non-home dice
  - title: Far Bank
    world: 2
    kind: rare
  - title: Ferry Guild
    development: 6
"""
WHOLE = """set: ferries
game: roll
title: Ferries
requires: [roll]
cards:
  - title: Ferry Guild
    development: 6
    other side: Far Bank
    powers: |
      settle: cost -1 for genes worlds
      score: 2 per 3 military dice
  - title: Far Bank
    world: 1
    kind: genes
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(tmp_path_factory.mktemp("tiles")) as one:
        yield one


@pytest.fixture
def ferries(client: Client) -> Iterator[str]:
    """The document of WHOLE, open."""
    uri = client.uri("ferries.yaml")
    client.open(uri, WHOLE)
    client.diagnostics(uri, 1)
    yield uri
    client.close(uri)


def labels(client: Client, text: str, head: str = HEAD) -> list[str]:
    """What is offered at the mark `^`, the file being broken wherever the text is."""
    uri = client.uri("offers.yaml")
    client.open(uri, head)
    client.diagnostics(uri, 1)
    before, _, after = (head + text).partition("^")
    client.change(uri, before + after)
    row, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    items: list[dict[str, Any]] = client.request_at("completion", uri, row, column)["items"]
    client.close(uri)
    return [item["label"] for item in sorted(items, key=lambda item: item["sortText"])]


def power(line: str) -> str:
    return f"    powers: |\n      {line}"


def place(words: str, more: int = 0) -> tuple[int, int]:
    """Line and column, from 0, of the first place of some words in WHOLE."""
    before = WHOLE[: WHOLE.index(words) + more]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_a_line_begins_with_the_phases_and_moments_of_the_game(client: Client) -> None:
    assert set(labels(client, power("^"))) == {*ROLL.order}


def test_effects_are_those_that_the_phase_has_a_use_for(client: Client) -> None:
    found = set(labels(client, power("ship: ^")))
    assert {"price", "after", "at", "extra", "may"} <= found
    assert not {"cost", "reassign", "dictate", "military", "keep"} & found
    assert {"reassign", "dictate"} <= set(labels(client, power("assign: may ^")))


def test_colours_of_dice_are_offered_where_dice_can_stand(client: Client) -> None:
    found = labels(client, power("immediate: 2 ^"))
    assert {"home", "military", "consumption", "genes", "credits"} <= set(found)
    assert {"non-home", "workers"} <= set(labels(client, power("assign: may reassign 2 ^")))
    assert "home" not in labels(client, power("settle: cost -1 for ^"))


def test_nothing_that_only_the_other_game_has_is_offered(client: Client) -> None:
    stems = (
        "settle: ^",
        "settle: cost -1 for ^",
        "ship: price +2 for goods of ^",
        "score: 1 per ^",
    )
    for stem in stems:
        found = labels(client, power(stem))
        assert found
        assert not {"windfall", "production", "card", "rebel", "prestige"} & set(found)
        assert '"Contact Specialist"' not in found
        for label in found:
            assert read_tokens(stem.removesuffix("^") + label, ROLL.power)[1], label


def test_every_tile_and_die_that_printed_lines_name_is_offered() -> None:
    library, names = Library(), Names({}, {}, {}, {})
    lines = (data_folder("cards") / "roll.yaml").read_text(encoding="utf-8").split("\n")
    texts = {spot.text for _, spot in language_texts(lines)}
    assert len(texts) > 60
    for line in sorted(texts):
        for terminal, span in read_tokens(line, ROLL.power)[0]:
            stem, word = line[: span.start], line[span.start : span.end].lower()
            other = terminal in ("INT", "NON") or stem.endswith("non-")
            if not other and expects_noun(set(expected_after(stem, ROLL.power))):
                found = complete_words(stem, ROLL.power, names, library.usage_stats(ROLL))
                assert word in {offer.text.lower() for offer in found}, line


def test_keys_are_those_that_can_stand_beside_the_others(client: Client) -> None:
    found = set(labels(client, "    ^"))
    assert {"other side", "faction", "powers"} <= found
    assert not {"vp", "windfall", "copies", "kind", "home", "world"} & found
    assert "kind" in labels(client, "  - title: New\n    world: 2\n    ^")
    assert "home" not in labels(client, "  - title: New\n    world: 2\n    other side: X\n    ^")


def test_the_other_side_is_a_face_that_is_of_no_tile_yet(client: Client) -> None:
    assert labels(client, "    other side: ^") == ["Far Bank"]
    world = "  - title: New\n    world: 2\n    other side: ^"
    assert labels(client, world) == ["Ferry Guild", "Toll Bridge"]
    joined = HEAD.replace("development: 2\n", "development: 2\n    other side: Far Bank\n")
    assert labels(client, "    other side: ^", joined) == []


def test_kinds_games_and_sets_are_those_of_the_game(client: Client) -> None:
    assert labels(client, "  - title: N\n    world: 1\n    kind: ^") == [
        "novelty",
        "rare",
        "genes",
        "alien",
    ]
    assert labels(client, "game: ^", "set: ferries\n") == ["race", "roll"]
    found = labels(client, "requires: [^", "set: ferries\ngame: roll\n")
    assert found == shipped_ids(ROLL)
    assert "roll" not in labels(client, "requires: [^", "set: ferries\n")


def test_hover_says_a_power_in_english_and_what_a_key_is(client: Client, ferries: str) -> None:
    said = client.request_at("hover", ferries, *place("cost -1"))["contents"]["value"]
    assert "orlds" in said
    said = client.request_at("hover", ferries, *place("other side"))["contents"]["value"]
    assert "the other side of this tile" in said
    said = client.request_at("hover", ferries, *place("Far Bank"))["contents"]["value"]
    assert "**Far Bank**" in said


def test_the_other_side_leads_to_its_face_and_is_renamed_with_it(
    client: Client, ferries: str
) -> None:
    (found,) = client.request_at("definition", ferries, *place("Far Bank"))
    assert found["range"]["start"]["line"] == place("- title: Far Bank")[0]
    changes = client.request_at("rename", ferries, *place("Far Bank"), newName="Near Bank")[
        "changes"
    ]
    assert len(changes[ferries]) == 2


def test_words_have_the_colours_of_their_game(client: Client, ferries: str) -> None:
    data = client.request_document("semanticTokens/full", ferries)["data"]
    legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    lines, row, column, words = WHOLE.split("\n"), 0, 0, []
    for index in range(0, len(data), 5):
        down, right, length, sort, _ = data[index : index + 5]
        row, column = row + down, right if down else column + right
        words.append((lines[row][column : column + length], legend[sort]))
    assert ("settle", "namespace") in words
    assert ("genes", "type") in words
    assert ("military", "type") in words
    assert ("dice", "keyword") in words


def test_a_fix_of_a_tile_is_offered(client: Client) -> None:
    uri = client.uri("slip.yaml")
    text = WHOLE.replace("genes worlds", "gens worlds")
    client.open(uri, text)
    (found,) = client.diagnostics(uri, 1)
    context = {"diagnostics": [found]}
    actions = client.request_document("codeAction", uri, range=found["range"], context=context)
    edit = actions[0]["edit"]["changes"][uri][0]
    assert edit["newText"] == "genes"
    client.close(uri)


@pytest.mark.parametrize(
    ("head", "game"),
    [
        ("game: roll", "roll"),
        ('game:   "roll"  # tiles', "roll"),
        ("'game': roll", "race"),
        ("game: rol", "race"),
        ("game:", "race"),
        ("title: game", "race"),
        ("games: roll", "race"),
    ],
)
def test_the_game_of_a_broken_file_is_told_from_its_lines(head: str, game: str) -> None:
    lines = ["set: x", head, "cards: [", "  - {{{", "    powers: |", "      ship: "]
    assert declared_game(lines).id == game
    assert context_at(lines, 0, 0).game.id == game
