"""Powers and faces of tiles in English and in glyphs."""

import json

import pytest

from rftg_dsl.cli import main
from rftg_dsl.games import ROLL
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_lines
from rftg_dsl.wording.icon_line import icon_line
from tests.rftg_dsl.wording.test_icon_line import written

Output = pytest.CaptureFixture[str]

SAID = {
    "ship: at the end, 1 credit per 2 military dice in citizenry": (
        "Ship: at the end of the phase, gain 1 credit for every 2 Military dice in your Citizenry"
        " (rounded up).",
        "end_of_phase then credit[1] per die:military[2] citizenry",
    ),
    "immediate: remove 1 die, 1 credit, 2 genes dice in cup": (
        "When placed: remove 1 of your dice, gain 1 credit and put 2 Genes dice into your cup.",
        "remove_die[1] credit[1] die:genes[2] cup",
    ),
    "immediate: 1 rare die as a good": (
        "When placed: put 1 Rare die on this world as a good.",
        "die:rare[1] as_good",
    ),
    "assign: may reassign up to 2 non-home workers from explore to ship": (
        "Assign: you may reassign up to 2 non-Home workers from Explore to Ship.",
        "may reassign !worker:home[1–2] phase_explore arrow phase_ship",
    ),
    "assign: may reassign 2 workers of the same phase to the selected phase": (
        "Assign: you may reassign 2 workers of the same phase to the phase you selected.",
        "may reassign worker[2] same_phase arrow selected_phase",
    ),
    "assign: may dictate up to 3 workers": (
        "Assign: you may reassign up to 3 workers each time you use Dictate.",
        "may dictate[1–3]",
    ),
    "explore: extra home worker": ("Explore: 1 extra Home worker.", "extra_worker:home"),
    "settle: cost -2 down to 2 for gray worlds": (
        "Settle: gray worlds need 2 fewer workers, but at least 2.",
        "world:gray[−2] least[2]",
    ),
    "develop: cost -1 for developments with a reassign power": (
        "Develop: developments with a Reassign power need 1 fewer worker.",
        "development[−1] reassign",
    ),
    "settle: after completing a world, return all military workers to cup": (
        "Settle: after you complete a world, return all Military workers that completed it to"
        " your cup.",
        "complete world then worker:military[all] arrow cup",
    ),
    "ship: price +2 for goods of novelty worlds": (
        "Ship: goods you trade from Novelty worlds bring 2 more credits each.",
        "trade_price[+2] good world:novelty",
    ),
    "ship: after trading a good, may spend 1 credit -> 1 vp": (
        "Ship: after you trade a good, you may spend 1 credit for 1 VP.",
        "trade good then credit[1] arrow_may vp[1]",
    ),
    "ship: at the end, 1 credit if you have every costliest world": (
        "Ship: at the end of the phase, gain 1 credit if you alone have worlds of the highest"
        " cost in play.",
        "end_of_phase then credit[1] if every costliest world",
    ),
    "explore: at the end, 1 credit if you scouted with an alien die": (
        "Explore: at the end of the phase, gain 1 credit if you scouted with an Alien die.",
        "end_of_phase then credit[1] if scout die:alien",
    ),
    "score: 2 per 3 military dice": (
        "2 VP per 3 Military dice you have (rounded up)",
        "vp[2] per die:military[3]",
    ),
}


@pytest.mark.parametrize("text", SAID)
def test_a_power_is_said_in_english_and_in_glyphs(text: str) -> None:
    power = parse_power(text, ROLL.power)
    assert (word_lines(power)[0], written(icon_line(power))) == SAID[text]


def test_a_face_is_shown_with_the_other_face_of_its_tile(capsys: Output) -> None:
    assert main(["show", "Space Piracy"]) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "Space Piracy",
        "Development, cost 0, worth 0 VP; faction tile 1, beside Hidden Fortress",
        "",
        "Ship: at the end of the phase, gain 1 credit for every 2 Military dice in your Citizenry"
        " (rounded up).",
    ]
    assert main(["show", "Spice World", "--game", "roll"]) == 0
    assert "Novelty world, cost 2, worth 2 VP; other side: Alien" in capsys.readouterr().out
    assert main(["show", "Doomed World", "--game", "roll", "--hooks"]) == 0
    shown = capsys.readouterr().out
    assert "Gray world, cost 0, worth 0 VP; home world" in shown
    assert "StartCredits" in shown


def test_a_title_of_both_games_is_shown_of_race_with_a_note(capsys: Output) -> None:
    assert main(["show", "Galactic Bankers"]) == 0
    shown = capsys.readouterr()
    assert "variable VP" in shown.out
    assert "add `--game roll` to see it" in shown.err
    assert main(["show", "Galactic Bankers", "--game", "roll"]) == 0
    shown = capsys.readouterr()
    assert "At the end of the game:\n  1 VP per development" in shown.out
    assert shown.err == ""


def test_a_misspelt_title_is_looked_for_in_all_games(capsys: Output) -> None:
    assert main(["show", "Space Pracy"]) == 1
    assert "Space Piracy" in capsys.readouterr().err


def test_a_set_of_tiles_is_shown_as_json(capsys: Output) -> None:
    assert main(["show", "roll", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["holds"][0]
    assert first["tile"] == {"faction": 1, "home": False, "other": "Hidden Fortress"}
    assert "supply" not in first
    assert first["powers"][0]["hooks"][0]["node"] == "Action"


def test_words_of_tiles_are_listed_with_examples_of_tiles(capsys: Output) -> None:
    assert main(["words", "--game", "roll", "assign"]) == 0
    shown = capsys.readouterr().out
    assert "reassign" in shown
    assert "assign: may dictate up to 3 workers" in shown
    assert main(["words", "--game", "roll", "pawns"]) == 0
    assert "the word of the language for `pawns` is `workers`" in capsys.readouterr().out
    assert main(["words", "--game", "roll", "conquer"]) == 1
    assert "the language has no word `conquer`" in capsys.readouterr().err
