"""`rftg-dsl words`: an overview, all words, those of a phase, one word or key, and no word."""

import json

import pytest

from rftg_dsl.cli import main
from rftg_dsl.games import GAMES
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.words.verbs import USES, vocabulary

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
        ("round  end", "hand limit +N"),
    ],
)
def test_a_word_lists_the_phrases_that_have_it(word: str, shown: str, capsys: Output) -> None:
    assert main(["words", *word.split()]) == 0
    assert shown in capsys.readouterr().out


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
        ("goal", "did you mean `goals`"),
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
    assert len(lines) <= 24
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
