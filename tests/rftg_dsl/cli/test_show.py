"""`rftg-dsl show` and `words`."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rftg_dsl.cli import learning, main
from rftg_dsl.cli.show import nearest_titles
from rftg_dsl.games import GAMES
from rftg_dsl.library import load
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.wording.phrases import Line, collect_lines
from rftg_dsl.words.verbs import USES, vocabulary

FRONTIER = str(Path(__file__).parents[3] / "examples" / "frontier.yaml")


@pytest.fixture(scope="module", autouse=True)
def lines_read_once() -> Iterator[None]:
    """Let all calls of `words` share the lines of the shipped sets, which take longest to read."""

    @cache
    def lines(*groups: tuple[Path, ...]) -> list[Line]:
        return collect_lines(*groups)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "collect_lines", lambda *groups: lines(*map(tuple, groups)))
        yield


def test_a_card_is_shown_with_its_facts_and_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "Old Earth"]) == 0
    assert capsys.readouterr().out.split("\n") == [
        "Old Earth",
        "World, cost 3, 2 VP",
        "Start world 0 (blue), 1 copy",
        "",
        "Trade: any good sells for 1 more card.",
        "Consume: spend up to 2 goods for 1 VP each.",
        "",
    ]


def test_letter_case_and_spaces_around_a_title_do_not_matter(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", " oLD eARTH "]) == 0
    assert capsys.readouterr().out.startswith("Old Earth\n")


def test_a_card_of_a_file_is_found_beside_those_it_requires(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "Lantern Fair", "--sets", FRONTIER]) == 0
    assert "FRONTIER" in capsys.readouterr().out
    assert main(["show", "Gem World", "--sets", f"base,{FRONTIER}"]) == 0


def test_a_goal_is_shown_with_what_it_takes_and_when_it_is_checked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "research leader"]) == 0
    assert capsys.readouterr().out.split("\n") == [
        "Research Leader",
        "Most goal, 5 VP",
        "Most cards with an Explore power, at least 3. Checked after Develop and Settle.",
        "",
    ]


def test_a_search_category_is_shown_with_what_it_finds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "Cheap windfall worlds", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["type"], data["text"]) == ("search category", "windfall worlds of cost 1 to 2")


def test_all_of_a_set_is_shown_by_its_id_or_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", FRONTIER]) == 0
    shown = capsys.readouterr().out
    (frontier,) = (one for one in load([FRONTIER]).sets if one.id == "frontier")
    assert shown.startswith(f"{frontier.title} (frontier)\n\n{frontier.cards[0].title}\n")
    assert [card.title for card in frontier.cards if f"\n\n{card.title}\n" not in shown] == []
    assert "Old Earth" not in shown
    assert main(["show", "gathering-storm", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    types = [one["type"] for one in data["holds"]]
    (storm,) = load(["gathering-storm"]).sets[1:]
    assert (data["set"], types.count("goal")) == ("gathering-storm", len(storm.goals))


def test_a_file_that_is_not_there_or_has_errors_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.yaml"
    assert main(["show", str(broken)]) == 2
    assert "there is no file" in capsys.readouterr().err
    broken.write_text("set: broken\ntitle: Broken\ncards: []\n", encoding="utf-8")
    assert main(["show", str(broken)]) == 2
    assert "has errors, so it cannot be shown" in capsys.readouterr().err


def test_an_unknown_title_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "Old Erth"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert (
        shown.err.split("\n")[0]
        == "rftg-dsl: error: no card, goal or search category is called `Old Erth`"
    )
    assert "help: similar titles: Old Earth" in shown.err


@pytest.mark.parametrize(
    ("title", "nearest"),
    [
        ("contact", ["Contact Specialist"]),
        ("Interstelar", ["Interstellar Bank"]),
        ("Galactic Imperum", ["Galactic Imperium"]),
        ("zzzz", []),
    ],
)
def test_nearest_titles_hold_the_words_or_are_like_them(title: str, nearest: list[str]) -> None:
    assert nearest_titles(title, load(["base"]).sets[0].cards)[:1] == nearest


def test_an_unknown_set_cannot_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "Old Earth", "--sets", "bsae"]) == 2
    assert "bsae" in capsys.readouterr().err


def test_a_file_with_errors_is_named_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("set: broken\ntitle: Broken\nrequires: [base]\ncards: []\n", encoding="utf-8")
    assert main(["show", "Old Earth", "--sets", f"base,{broken}"]) == 0
    assert f"help: run `rftg-dsl check {broken}`" in capsys.readouterr().err


def test_ast_and_hooks_are_shown_as_outlines_behind_each_power(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "Space Marines", "--ast", "--hooks"]) == 0
    assert capsys.readouterr().out.split("\n")[5:] == [
        "",
        "`settle: military +2`",
        "  Power",
        "    phase: settle",
        "    effects:",
        "    - Effect",
        "        verb: military",
        "        amount: 2",
        "  Military",
        "    amount: 2",
        "",
    ]


def test_json_has_each_power_as_line_text_ast_and_hooks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "Gem World", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["title"], data["set"]) == ("Gem World", "base")
    (power,) = data["powers"]
    assert power["power"] == "produce: good, draw 1"
    assert power["text"] == "Produce: put a good on this world; if you do, draw 1 card."
    assert power["ast"]["effects"][1] == {"node": "Effect", "verb": "draw", "amount": 1}
    assert power["hooks"][0]["node"] == "Action"


def test_json_says_other_where_an_earlier_line_can_count_the_card(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "Galactic Imperium", "--json"]) == 0
    texts = [power["text"] for power in json.loads(capsys.readouterr().out)["powers"]]
    assert texts[1:] == [
        "Score: 2 VP for each REBEL military world.",
        "Score: 1 VP for each other military world.",
    ]


Output = pytest.CaptureFixture[str]


def test_a_phase_lists_its_effects_each_with_an_example_and_its_english(capsys: Output) -> None:
    assert main(["words", "setup"]) == 0
    assert capsys.readouterr().out == (
        "setup\n"
        "  keep N [per ...]                          setup: keep 3\n"
        "                                            Setup: keep 3 cards of those dealt to you.\n"
        "  save N CARDS                              setup: save 1 card\n"
        "                                            Setup: put 1 card from your hand under this"
        " card.\n"
    )


def test_all_words_begin_with_the_power_line_and_go_on_by_phase(capsys: Output) -> None:
    assert main(["words", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    sections = [one for one in listed if not one["section"].startswith("Keys ")]
    assert listed[: len(sections)] == sections
    titles = [one["section"] for one in sections]
    assert titles[: 1 + len(USES)] == ["A power line", *USES]
    words = [word for one in sections[:-2] for word in one["words"]]
    assert all(word["form"] and word["example"] and word["card"] for word in words)
    of_goals = [word["form"] for word in words if word["example"].startswith("first: ")]
    assert of_goals == ["discards"]
    assert all(word["sentence"].endswith(".") for word in words if word["form"] not in of_goals)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("may", "MOMENT : [TRIGGER,] [may] [COST ->] EFFECTS [EACH] [CONDITION] [once a game]"),
        ("up to", "discard [up to] N cards"),
        ("Rare", "novelty | rare | genes | alien | gray"),
        ("rebel", "KEYWORD"),
        ("non-", "[non-]ADJECTIVE"),
        ("discards", "draw others' discards"),
        ("each other player", "each other player (draws N"),
        ("round  end", "hand limit +N"),
    ],
)
def test_a_word_lists_the_phrases_that_have_it(word: str, shown: str, capsys: Output) -> None:
    assert main(["words", *word.split()]) == 0
    assert shown in capsys.readouterr().out


def test_a_word_of_spaces_lists_all(capsys: Output) -> None:
    assert main(["words", " "]) == 0
    assert "MOMENT" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("militry", "did you mean `military`"),
        ("rebl", "did you mean `rebel`"),
        ("milit", "did you mean `military`"),
        ("wind", "did you mean `windfall`"),
        ("settel", "did you mean `settle`"),
        ("qqqqq", "`rftg-dsl words --all` lists all words"),
        ("windfal", "did you mean `windfall`"),
        ("scenrio", "did you mean `scenario`"),
    ],
)
def test_a_word_that_is_none_is_answered_with_the_nearest(
    word: str, advice: str, capsys: Output
) -> None:
    assert main(["words", word]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"rftg-dsl: error: the language has no word `{word}`\n")
    assert advice in error


@pytest.mark.parametrize(
    ("said", "word"),
    [("blue", "novelty"), ("brown", "rare"), ("green", "genes"), ("yellow", "alien")],
)
def test_a_colour_of_the_cards_is_known_as_its_kind(said: str, word: str, capsys: Output) -> None:
    assert main(["words", said]) == 0
    shown = capsys.readouterr().out
    assert main(["words", word]) == 0
    assert shown == (
        f"the word of the language for `{said}` is `{word}`\n\n{capsys.readouterr().out}"
    )


@pytest.mark.parametrize("game", ["race", "roll"])
def test_without_a_word_an_overview_fits_on_one_screen(game: str, capsys: Output) -> None:
    assert main(["words", "--game", game]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 23  # and the next prompt
    assert max(map(len, lines)) <= 80
    words = " ".join(lines)
    assert all(f"{key}:" in words for key in card_set_schema(GAMES[game])["properties"])
    for verbs in vocabulary(game).uses.values():
        assert all(verb in words for verb in verbs if not verb.endswith(("points", "by kinds")))


def test_all_words_and_keys_are_listed_on_request(capsys: Output) -> None:
    assert main(["words", "--all"]) == 0
    shown = capsys.readouterr().out
    assert "A power line\n" in shown
    assert "Keys in `tests: given:`\n" in shown


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("art", "A picture for its face"),
        ("goals", "Keys in `goals:`\n"),
        ("goals", "first: 3 alien cards\n"),
        ("start", "Marks a start world"),
        ("start", "\n\nthe word of the language for `start` is `setup`\n\nsetup\n"),
        ("military", "Keys in `tests: then:`\n"),
        ("requires", "requires: [base]\n"),
    ],
)
def test_a_key_is_known_as_well_as_a_word(word: str, shown: str, capsys: Output) -> None:
    assert main(["words", word]) == 0
    assert shown in capsys.readouterr().out


@pytest.mark.parametrize("game", ["race", "roll"])
def test_every_key_of_the_schema_is_known(game: str, capsys: Output) -> None:
    definitions = card_set_schema(GAMES[game])
    for name in ("card", "goal", "test", "face", "tile test"):
        for key in definitions["$defs"].get(name, {}).get("properties", ()):
            assert main(["words", "--game", game, *key.split()]) == 0
    capsys.readouterr()
