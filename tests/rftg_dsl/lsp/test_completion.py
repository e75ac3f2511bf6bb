"""What an editor offers where the cursor is: only what can stand there, the usual first."""

from collections.abc import Iterator
from typing import Any

import pytest

from rftg_dev.lsp_client import Client, ResponseError
from rftg_dsl.games import RACE
from rftg_dsl.library import load_shipped
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.words import Names, complete_words, expects_noun
from rftg_dsl.syntax.parser import expected_after, read_tokens

HEAD = """set: ice
title: Ice
requires: [base]
keywords: [ice-cold]
cards:
  - title: Geyser
    world: 2
    vp: 1
    powers: |
      explore: draw 1
  - title: Steam Hall
    development: 6
    vp: variable
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(tmp_path_factory.mktemp("cards")) as one:
        yield one


def offered(client: Client, text: str, head: str = HEAD) -> list[dict[str, Any]]:
    """What is offered at the mark `^`; the file is broken wherever the text is."""
    uri = client.uri("offers.yaml")
    client.open(uri, head)
    client.diagnostics(uri, 1)
    before, _, after = (head + text).partition("^")
    client.change(uri, before + after)
    row, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    items: list[dict[str, Any]] = client.request_at("completion", uri, row, column)["items"]
    client.close(uri)
    return sorted(items, key=lambda item: item["sortText"])


def labels(client: Client, text: str, head: str = HEAD) -> list[str]:
    return [item["label"] for item in offered(client, text, head)]


def power(line: str) -> str:
    return f"    powers: |\n      {line}"


def test_a_power_line_begins_with_its_phase(client: Client) -> None:
    found = labels(client, power("^"))
    assert found[:2] == ["settle", "produce"]
    assert {"round end", "game end", "score"} <= set(found)


def test_effects_are_those_of_the_phase_the_usual_first(client: Client) -> None:
    found = labels(client, power("settle: ^"))
    assert found[0] == "military"
    assert {"cost", "may", "after", "take over"} <= set(found)
    assert not {"price", "keep", "mix", "sell", "hand"} & set(found)
    assert "price" in labels(client, power("trade: ^"))


def test_effects_with_a_number_bring_the_usual_one_to_be_changed(client: Client) -> None:
    found = {item["label"]: item for item in offered(client, power("settle: ^"))}
    assert found["military"]["textEdit"]["newText"] == "military ${1:+1}"
    assert found["cost"]["textEdit"]["newText"] == "cost ${1:-1}"


def test_a_number_that_no_printed_card_has_is_that_of_the_example(client: Client) -> None:
    found = {item["label"]: item for item in offered(client, power("game end: ^"))}
    assert found["at"]["textEdit"]["newText"] == "at ${1:14}"


def test_keywords_and_kinds_are_offered_where_a_selector_stands(client: Client) -> None:
    found = labels(client, power("settle: cost -1 for ^"))
    assert {"ice-cold", "rebel", "alien", "non-rebel", "military"} <= set(found)
    assert "draw" not in found


def test_a_word_with_hyphens_is_replaced_as_a_whole(client: Client) -> None:
    found = {item["label"]: item for item in offered(client, power("settle: cost -1 for ice-c^"))}
    edit = found["ice-cold"]["textEdit"]
    assert edit["range"]["end"]["character"] - edit["range"]["start"]["character"] == len("ice-c")
    assert found["ice-cold"]["filterText"] == "ice-cold"


def test_titles_stand_in_quotes_and_show_their_card(client: Client) -> None:
    found = {item["label"]: item for item in offered(client, power('score: 2 per "^'))}
    assert '"Contact Specialist"' in found
    assert '"Geyser"' in found
    item = found['"Contact Specialist"']
    assert item["detail"] == "development 1"
    assert item["textEdit"]["newText"] == '"Contact Specialist"'


def test_an_offered_title_is_explained_when_asked_for(client: Client) -> None:
    uri = client.uri("resolved.yaml")
    text = HEAD + power('score: 2 per "')
    client.open(uri, text)
    row = text.count("\n")
    items = client.request_at("completion", uri, row, len(text.split("\n")[-1]))["items"]
    item = next(one for one in items if "Contact" in one["label"])
    full = client.request("completionItem/resolve", item)
    assert "Development, cost 1" in full["documentation"]["value"]
    client.close(uri)


@pytest.mark.parametrize(
    "line",
    [
        "settle: ^",
        "settle: may ^",
        "settle: after placing ^",
        "settle: military +1 ^",
        "consume: up to 2 ^",
        "consume: 1 good ^",
        "produce: good ^",
        "score: 1 per ^",
        "develop: cost -1 for 6-cost ^",
        "settle: military +2 if you ^",
    ],
)
def test_every_offer_in_a_power_line_can_be_read(client: Client, line: str) -> None:
    stem = line.removesuffix("^")
    found = offered(client, power(line))
    assert found
    for item in found:
        text = item["label"]
        assert read_tokens(stem + text)[1], text


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("settle: cost -1 for ^", {"development", "developments", "another", "other"}),
        ("trade: price +1 for ^", {"gray"}),
        ("consume: 1 ^", {"gray"}),
    ],
)
def test_cards_and_goods_that_check_refuses_are_not_offered(
    client: Client, line: str, refused: set[str]
) -> None:
    found = set(labels(client, power(line)))
    assert found
    assert not refused & found


def test_classes_of_tokens_are_offered_where_they_can_stand(client: Client) -> None:
    head = HEAD.replace("cards:", "tokens: {relic: 3, ice core: 2}\ncards:", 1)
    found = labels(client, power("produce: 1 ^"), head)
    assert {"relic token", "ice core token"} <= set(found)
    assert "ice-cold" not in found
    assert "relic tokens" in labels(client, power("consume: may spend 2 ^"), head)
    assert "relic tokens" in labels(client, power("score: 1 per 2 ^"), head)
    assert not any("relic" in one for one in labels(client, power("settle: cost -1 for ^"), head))


def test_a_title_that_was_begun_is_followed_by_titles_only(client: Client) -> None:
    found = offered(client, power('score: 1 per "Sp^'))
    assert found
    assert all(item["label"].startswith('"') for item in found)


def test_every_card_and_good_that_printed_lines_name_is_offered() -> None:
    library = Library()
    units = load_shipped().units
    keywords = {word: "" for unit in units for word, _ in unit.words("keywords")}
    lines = {written.text for unit in units for draft in unit.drafts for written, _ in draft.lines}
    for line in sorted(lines):
        for terminal, span in read_tokens(line)[0]:
            stem, word = line[: span.start], line[span.start : span.end].lower()
            other = terminal in ("INT", "TITLE", "EXACT_COST", "NON") or stem.endswith("non-")
            if expects_noun(set(expected_after(stem))) and not other:
                names = Names(keywords, {}, {}, {})
                found = complete_words(stem, "power", names, library.usage_stats(RACE))
                assert word in {offer.text.lower() for offer in found}, line


def test_nothing_is_offered_behind_what_cannot_be_read_and_in_comments(client: Client) -> None:
    assert labels(client, power("settle: cots -1 for ^")) == []
    assert labels(client, power("settle: cost -1 # for ^")) == []


def test_goals_and_searches_are_written_with_the_same_words(client: Client) -> None:
    head = HEAD.replace("cards:\n", "goals:\n  - title: G\n    first: 3 \ncards:\n", 1)
    uri = client.uri("goals.yaml")
    client.open(uri, head)
    found = client.request_at("completion", uri, 6, len("    first: 3 "))["items"]
    assert {"alien", "vp", "kinds"} <= {item["label"] for item in found}
    client.close(uri)


def test_the_keys_of_a_card_are_offered_but_those_it_has_or_cannot_have(client: Client) -> None:
    found = labels(client, "    ^")
    assert "powers" in found
    assert not {"title", "vp", "world", "military world", "windfall", "start"} & set(found)
    assert "windfall" in labels(client, "  - title: X\n    world: 1\n    ^")
    assert labels(client, "  - ^")[:2] == ["title", "vp"]


def test_the_keys_of_the_head_are_offered_with_what_they_mean(client: Client) -> None:
    found = {item["label"]: item for item in offered(client, "^")}
    assert {"replaces", "copies", "goals"} <= found.keys()
    assert not {"set", "cards"} & found.keys()
    assert "taken out of the game" in found["replaces"]["documentation"]


def test_values_are_those_of_the_schema(client: Client) -> None:
    assert labels(client, "  - title: X\n    windfall: ^") == [
        "novelty",
        "rare",
        "genes",
        "alien",
        "any",
    ]
    assert labels(client, "    start: {colour: ^") == ["blue", "red"]
    assert labels(client, "  - title: X\n    vp: ^") == ["variable"]
    assert set(labels(client, "    start: {^")) == {"number", "colour"}


def test_keywords_of_a_card_are_those_in_use(client: Client) -> None:
    for text in ("    keywords: [^", "    keywords: [rebel, ^]", "    keywords:\n      - ^"):
        assert {"ice-cold", "rebel"} <= set(labels(client, text)), text


def test_sets_and_titles_are_offered_in_the_head(client: Client) -> None:
    found = labels(client, "", head=HEAD.replace("[base]", "[base, ^]"))
    assert "gathering-storm" in found
    assert "ice" not in found
    assert "Contact Specialist" in labels(client, "replaces: [^")
    assert "Contact Specialist" in labels(client, "copies: {^")


def test_a_file_that_never_could_be_read_is_completed_too(client: Client) -> None:
    uri = client.uri("new.yaml")
    client.open(uri, "cards:\n  - title: [\n    powers: |\n      settle: \n")
    found = client.request_at("completion", uri, 3, len("      settle: "))["items"]
    assert "military" in {item["label"] for item in found}
    client.close(uri)


TESTS = """tests:
  - test: something
    given: {tableau: [Geyser], hand: [Steam Hall, 4 cards]}
"""


def test_card_tests_are_completed_with_titles_actions_and_verbs(client: Client) -> None:
    assert "Geyser" in labels(client, "tests:\n  - given:\n      tableau: [^")
    assert "opponent" in labels(client, TESTS + "    then: {^")
    assert labels(client, TESTS + "    when: ^")[:2] == ["explore +5", "explore +1 +1"]
    assert {"place", "cannot"} <= set(labels(client, TESTS + "    answers: [^"))
    assert "Contact Specialist" in labels(client, TESTS + "    answers: [place Cont^")
    found = offered(client, TESTS + "    answers: [place Geyser using ^")
    title = next(item for item in found if item["label"] == "Steam Hall")
    line = "    answers: [place Geyser using "
    assert title["textEdit"]["range"]["start"]["character"] == len(line)
    assert "rare" in labels(client, TESTS + "    answers: [name ^")
    assert labels(client, TESTS + "    answers: [cannot upgrade Geyser ^") == ["to"]
    assert labels(client, TESTS + "    answers: [place Geyser u^") == ["using"]
    assert "prestige card" in labels(client, TESTS + "    answers: [use ^")


def test_the_players_of_a_card_test_are_completed_with_all_that_they_have(client: Client) -> None:
    assert {"opponents", "first", "robot"} <= set(labels(client, "tests:\n  - given: {^"))
    several = "tests:\n  - given:\n      opponents:\n        - "
    assert {"tableau", "when", "answers"} <= set(labels(client, several + "^"))
    assert "Geyser" in labels(client, several + "tableau: [^")
    assert "opponent 2" in labels(client, "tests:\n  - given:\n      first: ^")
    assert "nothing" in labels(client, several + "when: ^")
    assert {"strength", "cost", "robot"} <= set(labels(client, "tests:\n  - then: {^"))
    assert "Geyser" in labels(client, "tests:\n  - then:\n      strength: {^")
    robot = "tests:\n  - given:\n      robot:\n        "
    assert {"start", "dice", "stack"} <= set(labels(client, robot + "^"))
    assert "consume-x2" in labels(client, robot + "dice: [^")
    assert "Geyser" in labels(client, robot + "start: ^")


def test_a_picture_is_one_beside_the_card_file(client: Client) -> None:
    folder = client.folder / "pictures"
    folder.mkdir()
    (folder / "geyser.png").touch()
    (folder / "notes.txt").touch()
    assert labels(client, "    art: ^") == ["pictures/geyser.png"]


def for_form(
    client: Client, key: str, text: str, section: str = "cards", head: str = HEAD
) -> list[dict[str, Any]]:
    """What is offered for a value in the form of a card of a file."""
    uri = client.uri("form.yaml")
    client.open(uri, head)
    client.diagnostics(uri, 1)
    asked = {"uri": uri, "section": section, "key": key, "text": text}
    found: list[dict[str, Any]] = client.request("rftg/offers", asked)
    client.close(uri)
    return found


def test_a_power_line_in_a_form_is_completed_as_in_a_file(client: Client) -> None:
    in_file = labels(client, power("develop: co^"))
    in_form = for_form(client, "powers", "develop: co")
    assert [one["label"] for one in in_form] == in_file
    assert {one["replaces"] for one in in_form} == {2}
    assert "explore" in [one["label"].strip(": ") for one in for_form(client, "powers", "")]


def test_keywords_in_a_form_are_those_that_the_sets_declare(client: Client) -> None:
    found = [one["label"] for one in for_form(client, "keywords", "[")]
    assert "ice-cold" in found
    assert "alien" in found


def test_a_form_for_goals_completes_their_conditions(client: Client) -> None:
    assert "worlds" in [one["label"] for one in for_form(client, "first", "3 w", "goals")]


def test_a_form_of_a_tile_has_the_phases_of_its_game(client: Client) -> None:
    head = "set: t\ngame: roll\ntitle: T\ncards: []\n"
    found = [one["label"].strip(": ") for one in for_form(client, "powers", "", head=head)]
    assert "assign" in found
    assert "trade" not in found


def test_a_form_of_a_file_that_is_not_open_gets_nothing(client: Client) -> None:
    asked = {"uri": client.uri("closed.yaml"), "section": "cards", "key": "powers", "text": ""}
    assert client.request("rftg/offers", asked) == []


def test_a_wrong_request_of_a_form_is_refused(client: Client) -> None:
    with pytest.raises(ResponseError, match="short strings"):
        client.request("rftg/offers", {"uri": client.uri("offers.yaml"), "text": 7})


def test_each_word_of_a_power_line_says_what_it_means(client: Client) -> None:
    found = {item["label"]: item for item in offered(client, power("settle: ^"))}
    assert found["military"]["detail"] == "military +N [against CARDS] [per ...]"
    assert found["military"]["documentation"] == "settle: military +1\nSettle: +1 Military."
    assert found["after"]["documentation"].startswith("TRIGGER: an event\nsettle: ")
    for line in ("^", "settle: ^", "settle: cost -1 for ^", "consume: 1 ^", "score: 1 per ^"):
        for item in offered(client, power(line)):
            assert item.get("detail") or item.get("documentation"), (line, item["label"])


def test_what_the_set_declares_is_offered_first(client: Client) -> None:
    head = HEAD.replace("cards:", "tokens: {relic: 3}\nscenes:\n  ice-cold: [ice]\ncards:", 1)
    assert labels(client, power("settle: cost -1 for ^"), head)[0] == "ice-cold"
    assert set(labels(client, power("score: 1 per ^"), head)[:2]) == {"ice-cold", "relic token"}
    assert labels(client, "    keywords: [^]", head)[0] == "ice-cold"
    tests = "tests:\n  - test: one\n    given: {tokens: {^}}"
    assert labels(client, tests, head) == ["relic"]


def test_the_parts_of_a_kept_drawing_are_offered(client: Client) -> None:
    assert labels(client, "    drawing: {^}") == ["scene", "seed"]
    assert {"ice", "cloud city"} <= set(labels(client, "    drawing: {scene: ^}"))
