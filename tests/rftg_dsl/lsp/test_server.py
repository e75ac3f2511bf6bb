"""Every question an editor asks about a card file, over the server's own input and output."""

from collections.abc import Iterator
from typing import Any

import pytest

from rftg_dev.lsp_client import Client, ResponseError
from rftg_dsl.resources import shipped_sets
from tests.rftg_dsl.writing import compile_text

BASE = next(path for path in shipped_sets() if path.stem == "base")
ICE = """set: ice
title: Ice and Steam
requires: [base]
keywords: [ice]
search:
  - title: Cold
    cards: ice cards
cards:
  - title: Geyser Prospectors
    development: 2
    vp: 1
    keywords: [ice]
    powers: |
      settle: cost -1 for rae worlds  # a slip
      trade:   price +1 for rare goods
      settle: military +1 per ice card
  - title: Steam Hall
    development: 6
    vp: variable
    powers: |
      score: 2 per "Geyser Prospectors"
      score: 1 per "Contact Specialist"
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(tmp_path_factory.mktemp("cards")) as one:
        yield one


@pytest.fixture
def ice(client: Client) -> Iterator[str]:
    """The document of ICE, open."""
    uri = client.uri("ice.yaml")
    client.open(uri, ICE)
    client.diagnostics(uri, 1)
    yield uri
    client.close(uri)
    assert client.diagnostics(uri) == []


def place(text: str, words: str, more: int = 0) -> tuple[int, int]:
    """Line and column, from 0, of the first place of some words."""
    before = text[: text.index(words) + more]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def cut(text: str, range_: dict[str, Any]) -> str:
    """The text of a range that lies on one line."""
    start, end = range_["start"], range_["end"]
    assert start["line"] == end["line"]
    return text.split("\n")[start["line"]][start["character"] : end["character"]]


def labels(answer: dict[str, Any]) -> list[str]:
    return [item["label"] for item in answer["items"]]


def mended(text: str, edits: list[dict[str, Any]]) -> str:
    """The text after edits that each lie on one line."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda one: [*one["range"]["start"].values()], reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = (
            line[: start["character"]] + edit["newText"] + line[end["character"] :]
        )
    return "\n".join(lines)


def test_findings_come_with_their_place_code_and_help(client: Client) -> None:
    uri = client.uri("found.yaml")
    client.open(uri, ICE)
    (found,) = client.diagnostics(uri, 1)
    assert (found["code"], found["severity"], found["source"]) == ("E401", 1, "rftg-dsl")
    assert cut(ICE, found["range"]) == "rae"
    assert "help: write `rare`" in found["message"]
    client.change(uri, ICE.replace("rae", "rare"), 2)
    # Without errors the design is looked at: one card alone bears the keyword.
    assert [one["code"] for one in client.diagnostics(uri, 2)] == ["W605"]
    client.close(uri)


def test_a_finding_names_its_further_places(client: Client) -> None:
    uri = client.uri("twice.yaml")
    text = ICE.replace("rae", "rare") + "  - {title: Steam Hall, world: 1, vp: 1}\n"
    client.open(uri, text)
    (found,) = client.diagnostics(uri, 1)
    assert found["code"] == "E404"
    (other,) = found["relatedInformation"]
    assert other["location"]["uri"] == uri
    assert cut(text, other["location"]["range"]) == "Steam Hall"
    client.close(uri)


def test_hover_over_a_power_line_says_it_in_english(client: Client, ice: str) -> None:
    answer = client.request_at("hover", ice, *place(ICE, "trade:"))
    assert "Trade: Rare goods sell for 1 more card." in answer["contents"]["value"]
    assert cut(ICE, answer["range"]) == "trade:   price +1 for rare goods"


def test_hover_over_scoring_says_what_is_counted(client: Client, ice: str) -> None:
    answer = client.request_at("hover", ice, *place(ICE, "score: 2"))
    assert "2 VP per Geyser Prospectors" in answer["contents"]["value"]


def test_hover_over_a_title_shows_the_card(client: Client, ice: str) -> None:
    answer = client.request_at("hover", ice, *place(ICE, "Contact Spec"))
    assert "Race for the Galaxy" in answer["contents"]["value"]
    assert "Development, cost 1" in answer["contents"]["value"]


def test_hover_over_a_keyword_tells_who_bears_it(client: Client, ice: str) -> None:
    answer = client.request_at("hover", ice, *place(ICE, "ice card", 1))
    assert "keyword of *Ice and Steam*" in answer["contents"]["value"]
    assert "1 card: Geyser Prospectors" in answer["contents"]["value"]


def test_hover_over_a_key_says_what_it_is_for(client: Client, ice: str) -> None:
    answer = client.request_at("hover", ice, *place(ICE, "vp: 1"))
    assert "Victory points at the end" in answer["contents"]["value"]


def test_hover_over_a_required_set_says_which_it_is(client: Client, ice: str) -> None:
    answer = client.request_at("hover", ice, *place(ICE, "base"))
    assert "95 titles" in answer["contents"]["value"]


def test_hover_over_nothing_is_nothing(client: Client, ice: str) -> None:
    assert client.request_at("hover", ice, *place(ICE, "variable")) is None
    assert client.request_at("hover", ice, 9999, 9999) is None


def test_a_title_leads_to_its_card_in_this_and_in_a_shipped_file(client: Client, ice: str) -> None:
    (own,) = client.request_at("definition", ice, *place(ICE, '"Geyser', 3))
    assert (own["uri"], cut(ICE, own["range"])) == (ice, "Geyser Prospectors")
    (other,) = client.request_at("definition", ice, *place(ICE, "Contact"))
    assert other["uri"] == BASE.as_uri()
    assert cut(BASE.read_text(), other["range"]) == "Contact Specialist"


def test_a_keyword_and_a_set_lead_to_where_they_are_given(client: Client, ice: str) -> None:
    (keyword,) = client.request_at("definition", ice, *place(ICE, "ice cards"))
    assert keyword["range"]["start"] == {"line": 3, "character": 11}
    (base,) = client.request_at("definition", ice, *place(ICE, "base"))
    assert base["uri"] == BASE.as_uri()
    assert client.request_at("definition", ice, *place(ICE, "variable")) == []


def test_references_are_every_use(client: Client, ice: str) -> None:
    where = place(ICE, "[ice]", 2)
    uses = client.request_at("references", ice, *where, context={"includeDeclaration": False})
    assert [use["range"]["start"]["line"] for use in uses] == [11, 15, 6]
    more = client.request_at("references", ice, *where, context={"includeDeclaration": True})
    assert len(more) == 4
    marks = client.request_at("documentHighlight", ice, *where)
    assert len(marks) == 4


def test_a_name_is_changed_everywhere(client: Client, ice: str) -> None:
    where = place(ICE, "Geyser")
    assert cut(ICE, client.request_at("prepareRename", ice, *where)) == "Geyser Prospectors"
    changes = client.request_at("rename", ice, *where, newName="Steam: A Start")["changes"]
    text = mended(ICE, changes[ice])
    assert "- title: 'Steam: A Start'" in text
    assert 'score: 2 per "Steam: A Start"' in text
    changes = client.request_at("rename", ice, *where, newName="GEYSER PROSPECTORS")["changes"]
    assert "- title: GEYSER PROSPECTORS" in mended(ICE, changes[ice])
    changes = client.request_at("rename", ice, *place(ICE, "[ice]", 1), newName="frost")["changes"]
    assert "ice" not in mended(ICE, changes[ice]).replace("set: ice", "").replace("price", "")


def test_card_tests_name_cards_too(client: Client) -> None:
    uri = client.uri("tested.yaml")
    text = (
        ICE.replace("rae", "rare")
        + """tests:
  - test: one
    given: {tableau: [Geyser Prospectors], hand: [Steam Hall, 6 cards]}
    when: develop
    answers: [place Steam Hall using Geyser Prospectors]
    then: {tableau: [Geyser Prospectors, Steam Hall]}
"""
    )
    client.open(uri, text)
    client.diagnostics(uri, 1)
    symbol = client.request_document("documentSymbol", uri)[-1]
    assert (symbol["name"], symbol["detail"]) == ("one", "test")
    assert cut(text, symbol["selectionRange"]) == "one"
    where = place(text, "using Geyser", 8)
    (card,) = client.request_at("definition", uri, *where)
    assert cut(text, card["range"]) == "Geyser Prospectors"
    changes = client.request_at("rename", uri, *where, newName="Old Geyser")["changes"]
    assert "Prospectors" not in mended(text, changes[uri])
    client.close(uri)


TESTED = """set: rocks
title: Rocks
cards:
  - title: "Rock's Edge"
    world: 0
    vp: 1
  - title: Rock and Roll
    world: 1
    vp: 1
  - title: Edge
    world: 2
    vp: 2
tests:
  - test: one
    given: {hand: ["Rock's Edge", Rock and Roll, Edge]}
    when: [settle, settle]
    answers:
      [place Rock's Edge, 'cannot place Rock''s Edge using Rock and Roll', place Rock and Roll]
    then: {tableau: [Rock and Roll, "Rock's Edge"]}
"""


@pytest.mark.parametrize("new", ["a, b", "It's: #1", "Ice Moon", "Rock, and Stone", "x ] #"])
@pytest.mark.parametrize("old", ["Rock's Edge", "Rock and Roll"])
def test_an_answer_is_written_so_that_it_is_read_with_the_new_title(
    client: Client, old: str, new: str
) -> None:
    uri = client.uri("rocks.yaml")
    client.open(uri, TESTED)
    client.diagnostics(uri, 1)
    changes = client.request_at("rename", uri, *place(TESTED, old, 1), newName=new)["changes"]
    text = mended(TESTED, changes[uri])
    client.close(uri)
    found = compile_text(text)
    assert not found.has_errors, text
    (test,) = found.sets[-1].tests
    wanted = [new if one == old else one for one in ("Rock's Edge", "Rock and Roll")]
    assert [one.objects for one in test.parts[0].answers] == [
        (wanted[0],),
        (wanted[0],),
        (wanted[1],),
    ]
    assert test.parts[0].answers[1].using == (wanted[1],)


@pytest.mark.parametrize(
    ("answer", "new", "reason"),
    [
        ("save Edge and Roll", "Rock", "can't be parsed with the title `Rock`"),
        ("save Edge", "nothing", "can't be parsed with the title `nothing`"),
        ('"place Edge"', "Ledge", "has an error; fix it first"),
        ("plase Edge", "Ledge", "has an error; fix it first"),
    ],
)
def test_a_title_is_not_changed_where_an_answer_would_be_lost(
    client: Client, answer: str, new: str, reason: str
) -> None:
    uri = client.uri("lost.yaml")
    text = TESTED.replace("[place", f"[{answer}, place")
    text = text.replace("tests:", "  - title: Roll\n    world: 2\n    vp: 2\ntests:")
    client.open(uri, text)
    client.diagnostics(uri, 1)
    with pytest.raises(ResponseError, match=reason):
        client.request_at("rename", uri, *place(text, "title: Edge", 8), newName=new)
    client.close(uri)


@pytest.mark.parametrize(
    ("words", "new", "reason"),
    [
        ("Contact", "Envoy", "belongs to the shipped set `base`"),
        ("base]", "other", "a set has the name of its file"),
        ("[ice]", "Ice Age", "a keyword is made of small letters"),
        ("[ice]", "good", "is a word of the language"),
        ("[ice]", "rebel", "is already a keyword in `base`"),
        ("Geyser", "Contact Specialist", "is already the title of a card in `base`"),
        ("Geyser", "steam hall", "is already the title of a card in `ice`"),
        ("Geyser", ' "x', "a title is one line"),
        ("variable", "x", "no title, keyword"),
    ],
)
def test_a_name_is_not_changed_without_reason(
    client: Client, ice: str, words: str, new: str, reason: str
) -> None:
    with pytest.raises(ResponseError, match=reason):
        client.request_at("rename", ice, *place(ICE, words, 1), newName=new)


def test_a_refusal_is_an_answer_and_no_error_in_the_log(client: Client, ice: str) -> None:
    with pytest.raises(ResponseError):
        client.request_at("rename", ice, *place(ICE, "Contact", 1), newName="Envoy")
    client.request_at("hover", ice, *place(ICE, "Geyser", 1))
    logged = [one["params"]["message"] for one in client.other if "logMessage" in one["method"]]
    assert not any("shipped set" in message for message in logged)


def test_a_name_that_a_broken_file_may_use_is_not_changed_and_the_file_is_named(
    client: Client, ice: str
) -> None:
    broken = client.uri("half written.yaml")
    client.open(broken, "set: half\ncards:\n  - title: Half\n    world: 1\n    vp: 1\n")
    client.diagnostics(broken, 1)
    client.change(broken, "set: half\ncards:\n  - title: 'Half\n:::\n]]}\n", 2)
    client.diagnostics(broken, 2)
    where = place(ICE, "Geyser", 1)
    assert client.request_at("rename", ice, *where, newName="Vent")  # it does not have the title
    client.change(broken, "set: half\ncards:\n  - title: 'geyser\n   prospectors\n:::\n]]}\n", 3)
    client.diagnostics(broken, 3)
    for method, more in (("prepareRename", {}), ("rename", {"newName": "Vent"})):
        with pytest.raises(ResponseError, match=r"`half written\.yaml` has an error"):
            client.request_at(method, ice, *where, **more)
    client.close(broken)


def test_formatting_writes_power_lines_as_fmt_does(client: Client, ice: str) -> None:
    options = {"tabSize": 2, "insertSpaces": True}
    (edit,) = client.request_document("formatting", ice, options=options)
    assert cut(ICE, edit["range"]) == "trade:   price +1 for rare goods"
    assert edit["newText"] == "trade: price +1 for rare goods"
    part = {"start": {"line": 0, "character": 0}, "end": {"line": 5, "character": 0}}
    assert client.request_document("rangeFormatting", ice, range=part, options=options) == []


def test_symbols_are_the_cards_and_searches_in_order(client: Client, ice: str) -> None:
    found = client.request_document("documentSymbol", ice)
    assert [one["name"] for one in found] == ["Cold", "Geyser Prospectors", "Steam Hall"]
    assert found[1]["detail"] == "development 2"
    assert cut(ICE, found[1]["selectionRange"]) == "Geyser Prospectors"


def test_symbols_of_all_that_is_in_use_are_found_by_a_part_of_their_title(
    client: Client, ice: str
) -> None:
    found = client.request("workspace/symbol", {"query": "SPECIAL"})
    assert "Contact Specialist" in [one["name"] for one in found]
    assert client.request("workspace/symbol", {"query": "no such title"}) == []


def test_every_word_of_the_language_has_a_token(client: Client, ice: str) -> None:
    data = client.request_document("semanticTokens/full", ice)["data"]
    legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    lines, row, column, words = ICE.split("\n"), 0, 0, []
    for index in range(0, len(data), 5):
        down, right, length, sort, _ = data[index : index + 5]
        row, column = row + down, right if down else column + right
        words.append((lines[row][column : column + length], legend[sort]))
    assert words[:2] == [("ice", "variable"), ("cards", "keyword")]
    assert ("settle", "namespace") in words
    assert ("-1", "number") in words
    assert ('"Contact Specialist"', "class") in words
    assert not any("slip" in word for word, _ in words)


def test_a_fix_is_offered_where_its_finding_is(client: Client, ice: str) -> None:
    line, column = place(ICE, "rae")
    spot = {"line": line, "character": column}
    actions = client.request_document(
        "codeAction", ice, range={"start": spot, "end": spot}, context={"diagnostics": []}
    )
    fix = next(one for one in actions if one["kind"] == "quickfix")
    assert fix["title"] == "Write `rare`"
    assert "for rare worlds" in mended(ICE, fix["edit"]["changes"][ice])
    none = {"line": 0, "character": 0}
    assert not any(
        one["kind"] == "quickfix"
        for one in client.request_document(
            "codeAction", ice, range={"start": none, "end": none}, context={"diagnostics": []}
        )
    )


def test_a_warning_can_be_ignored_where_it_stands(client: Client) -> None:
    uri = client.uri("warned.yaml")
    text = ICE.replace("rae", "rare").replace("ice card", "ice world")
    client.open(uri, text)
    (found,) = (
        one
        for one in client.diagnostics(uri, 1)
        if one["code"] == "W501" and one["range"]["start"]["line"] == 15
    )
    actions = client.request_document(
        "codeAction", uri, range=found["range"], context={"diagnostics": [found]}
    )
    (ignore,) = (one for one in actions if one["title"].startswith("Ignore"))
    assert ignore["diagnostics"] == [found]
    text = mended(text, ignore["edit"]["changes"][uri])
    assert "per ice world  # rftg: ignore[W501]" in text
    client.change(uri, text, 2)
    assert not [one for one in client.diagnostics(uri, 2) if one["range"] == found["range"]]
    client.close(uri)


def test_all_certain_fixes_are_one_action(client: Client) -> None:
    uri = client.uri("fixes.yaml")
    text = ICE.replace("Ice and Steam", "Ice\u200b and\u200b Steam").replace("rae", "rare")
    client.open(uri, text)
    assert {one["code"] for one in client.diagnostics(uri, 1)} == {"E102"}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    context = {"diagnostics": [], "only": ["source.fixAll"]}
    (action,) = client.request_document("codeAction", uri, range=everything, context=context)
    assert action["kind"] == "source.fixAll.rftg-dsl"
    (edit,) = action["edit"]["changes"][uri]
    assert (edit["newText"], cut(text, edit["range"])) == ("", "\u200b")
    assert mended(text, [edit]).count("\u200b") == text.count("\u200b") - 1
    client.close(uri)
