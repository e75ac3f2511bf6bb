"""Words of tiles: English, glyphs, canonical text, and refusals."""

import json
import re

import pytest
from hypothesis import given

from rftg_dsl.cli import main
from rftg_dsl.games import ROLL
from rftg_dsl.library import load
from rftg_dsl.model import Card
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.suggest.repairs import apply_rewrites
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.wording import english
from rftg_dsl.wording.blocks import FOLDER, Blocks, block_name
from rftg_dsl.wording.english import word_lines
from rftg_dsl.wording.icon_line import blocks_of, icon_line, icon_scoring
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.verbs import vocabulary
from tests.rftg_dsl.wording.test_icon_line import written
from tests.rftg_dsl.words.roll.trees import powers

Output = pytest.CaptureFixture[str]

SAID = {
    "ship: at the end, 1 credit if you did not select ship": (
        "Ship: at the end of the phase, gain 1 credit if you did not select Ship.",
        "end_of_phase then credit[1] if !selected_phase phase_ship",
    ),
    "ship: at the end, may spend 1 credit -> draw 1 tile": (
        "Ship: at the end of the phase, you may spend 1 credit to draw 1 tile and put it into your"
        " construction zone.",
        "end_of_phase then credit[1] arrow_may draw_tile[1]",
    ),
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


WORDS = vocabulary(ROLL.id)
FILES = {
    "roll.wording.jinja": english.blocks_of(ROLL.id),
    "roll.icons.jinja": blocks_of(ROLL.id),
}


def read(line: str) -> ast.Power:
    return parse_power(line, ROLL.power)


def official() -> list[Card]:
    (tiles,) = load(["roll"]).sets
    return list(tiles.cards)


def lines() -> dict[str, ast.Power]:
    return {line.text: line.power for card in official() for line in card.powers}


@pytest.mark.parametrize("verb", sorted(WORDS.effects))
def test_every_word_has_an_example_that_compiles(verb: str) -> None:
    word = WORDS.effects[verb]
    power = read(word.example)
    assert verb in {effect.verb for effect in power.effects}
    assert format_power(power) == word.example
    assert lower_for_game(power)
    assert english.word_power(power).endswith(".")
    assert icon_line(power).glyphs


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("verb", sorted(WORDS.effects))
def test_no_word_is_said_as_the_word_of_race_with_its_name(verb: str, file: str) -> None:
    assert FILES[file].has_own(block_name("effect", verb))


@pytest.mark.parametrize("file", FILES)
def test_every_phase_and_moment_can_be_said(file: str) -> None:
    for moment in ROLL.order:
        assert FILES[file].has(block_name("phase", moment))


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_nothing_but_blocks_and_comments(file: str) -> None:
    text = (FOLDER / file).read_text(encoding="utf-8")
    for source in FILES[file]._sources.values():
        assert source.count("{% block") == 1
        text = text.replace(source.strip(), "")
    assert re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL).strip() == ""


def test_blocks_that_a_file_has_not_are_those_below_it() -> None:
    own = Blocks("roll.wording.jinja", english._FILTERS)
    assert not own.has("phase_settle")
    assert own.with_fallback(english.BLOCKS).has("phase_settle")
    assert own.with_fallback(english.BLOCKS).render("phase_settle", None, {}) == "Settle"


def test_every_official_line_is_its_own_canonical_text() -> None:
    for text, power in lines().items():
        assert read(format_power(power)) == power, text


def test_every_official_line_has_english_and_a_few_glyphs() -> None:
    for text, power in lines().items():
        for said in english.word_lines(power):
            assert re.fullmatch(r"[A-Z0-9][^{}\n]*", said), text
            assert "  " not in said
        shown = icon_scoring(power) if power.phase == "score" else ()
        for line in shown or (icon_line(power),):
            assert 1 <= len(line.glyphs) <= 10, text


def test_official_powers_that_differ_have_glyphs_that_differ_or_words_beside_them() -> None:
    alone: dict[tuple[object, ...], ast.Power] = {}
    for power in set(lines().values()):
        line = icon_line(power)
        if line.says_all:
            assert alone.setdefault((power.phase, line.glyphs), power) == power


@given(powers)
def test_every_power_reads_as_its_canonical_text(power: ast.Power) -> None:
    assert read(format_power(power)) == power


@given(powers)
def test_every_power_with_a_meaning_can_be_said(power: ast.Power) -> None:
    try:
        lower_for_game(power)
    except SemanticError:
        return
    assert english.word_power(power).endswith(".")
    assert icon_line(power).glyphs


def test_every_terminal_has_a_name_that_people_know() -> None:
    terminals = terminals_of(ROLL.id)
    for name in terminals._terminal_names:
        assert terminals.names[name]


REFUSED = {
    "ship: 1 credit": "E304 the power doesn't say when in ship this happens",
    "ship: at the end, price +1": "E304 `price` can't follow an event",
    "ship: after completing a world, 1 vp": "E304 `after completing` does not happen in ship",
    "settle: after trading a good, 1 vp": "E304 `after trading` does not happen in settle",
    "immediate: at the end, 1 credit": "E304 the end of a phase does not happen in immediate",
    "explore: after scouting with an alien die in cup, 1 vp": (
        "E304 a working die can't be in this place"
    ),
    "explore: after scouting with a gray die, 1 vp": "E314 dice can't be gray",
    "immediate: 2 2-cost dice in cup": "E314 dice can't be 2-cost",
    "assign: may reassign 1 2-cost worker to ship": "E314 dice can't be 2-cost",
    "settle: after completing a development, 1 vp": (
        "E311 only a world can be meant here, not a development"
    ),
    "ship: at the end, 1 credit, price +1": "E305 `price` can't be combined with `credits`",
    "ship: may spend 1 credit -> price +1": "E307 only gains can have a price",
    "ship: at the end, may spend 11 vp -> 3 credits": "E302 a power takes 1 to 10 VP",
    "ship: at the end, may remove 5 dice -> 3 vp": "E302 a power can remove 1 to 4 dice",
    "ship: at the end, may spend 11 credits -> 1 vp": "E302 no player has more than 10 credits",
    "ship: at the end, 1 vp if you have 0 worlds": (
        "E303 this always holds: the number is never below 0"
    ),
    "ship: at the end, 1 vp if you have 5 kinds of worlds": (
        "E303 this never holds: there are at most 4 kinds of worlds"
    ),
    "ship: at the end, 1 vp if you have 7 or fewer colours of dice": (
        "E303 this always holds: there are at most 7 colours of dice"
    ),
    "ship: at the end, 1 vp if you have every good": "E303 `every` only works with tiles",
    "ship: at the end, 1 vp if you have 2 costliest worlds": (
        "E303 the number of costliest tiles isn't known in advance"
    ),
    "ship: at the end, 1 vp if you scouted with an alien die": (
        "E303 the dice that scouted are only known at the end of Explore"
    ),
    "setup: start with 8 credits if you have a world": ("E303 `start with` can't have a condition"),
    "always: 2 goods on each world if you have a world": (
        "E303 `goods on each world` can't have a condition"
    ),
    "assign: may reassign 1 worker to ship if another player selected ship": (
        "E303 workers and selections are hidden in Assign"
    ),
    "assign: may reassign 1 worker to ship if only you selected ship": (
        "E303 workers and selections are hidden in Assign"
    ),
    "assign: may reassign 1 worker to ship if you have 2 workers in ship": (
        "E303 workers and selections are hidden in Assign"
    ),
    "score: 1 per worker in ship": (
        "E312 workers and selections are those of a round, which is over in score"
    ),
    "assign: may reassign 1 worker to ship if another player did not select ship": (
        "E303 workers and selections are hidden in Assign"
    ),
    "ship: at the end, 1 vp if you selected assign": "E303 no worker can be in assign",
    "ship: at the end, 1 vp if you have 2 worlds of other players": (
        "E303 a condition is about one player"
    ),
    "score: 1 per kind of goods of other players": (
        "E312 `kinds of goods` can't be added up for several players"
    ),
    "score: 1 per other player who has 2 costliest worlds": (
        "E312 the costliest tiles can't be counted"
    ),
    "score: 1 per other player who has 5 kinds of worlds": (
        "E312 this never holds: there are at most 4 kinds of worlds"
    ),
    "ship: at the end, recruit 1 die in cup": (
        "E302 dice are recruited from the Citizenry into the cup"
    ),
    "ship: at the end, recruit 10 dice": "E317 `recruit` takes a number from 1 to 9 here, not 10",
    "score: 1 per costliest world": "E312 the costliest tiles can't be counted",
    "score: 1 per 0 goods": "E312 `per 0` would divide by zero",
    "score: 3": "E306 points on a `score` line need `per ...` or a condition",
    "score: 1 per military world": "E314 `military` is a colour of dice, not of tiles",
    "score: 1 per windfall world": "E314 worlds in Roll for the Galaxy can't be `windfall`",
    "score: 1 per rare good": ("E314 `rare good` is ambiguous: is the die rare, or its world?"),
    "immediate: 1 militry die in cup": "E314 dice can't be militry",
    "immediate: 1 die in cup": "E314 these dice need a colour",
    "immediate: 1 rare die": "E302 these dice need a destination",
    "produce: at the end, 1 rare die as a good": (
        "E302 dice can become goods only when this world is placed (`immediate`)"
    ),
    "immediate: remove 1 purple die": "E314 dice can't be purple",
    "assign: reassign 1 worker to any phase": (
        "E308 this is the player's choice, so it needs `may`"
    ),
    "assign: may reassign all workers to any phase": ("E302 `reassign` needs a number of workers"),
    "assign: may reassign 1 worker to assign": ("E302 workers can't be assigned to this phase"),
    "assign: may reassign 1 worker from ship to ship": (
        "E302 workers in ship can't be reassigned to the same phase"
    ),
    "assign: may dictate up to 3 home workers": "E302 Dictate can use any worker",
    "ship: extra worker": "E314 these dice need a colour",
    "settle: return up to 2 workers to cup": (
        "E302 `return ... to cup` needs workers that just completed a tile"
    ),
    "settle: after completing a world, return 2 workers to cup": (
        "E302 a tile can be completed with fewer workers"
    ),
    "settle: cost -1 down to 0": "E317 every tile costs at least 1 worker",
    "settle: cost +1 down to 2": "E317 a cost increase can't have a minimum",
    "always: 2 goods on each development": (
        "E311 only a world can be meant here, not a development"
    ),
    "always: 2 goods on each gray world": "E311 gray worlds hold no goods",
    "setup: 8 credits": "E301 `credits` can't be used in setup",
}
MENDED = {
    "ship: 1 credit": "ship: at the end, 1 credit",
    "immediate: 1 militry die in cup": "immediate: 1 military die in cup",
    "immediate: 1 purple die in cup": "immediate: 1 consumption die in cup",
    "immediate: 1 rare die": "immediate: 1 rare die in citizenry",
    "ship: at the end, recruit 1 die in cup": "ship: at the end, recruit 1 die",
    "always: 2 goods on each gray world": "always: 2 goods on each world",
    "assign: may dictate up to 3 home workers": "assign: may dictate up to 3 workers",
    "assign: may reassign all workers to any phase": (
        "assign: may reassign up to 9 workers to any phase"
    ),
    "settle: after completing a world, return 2 workers to cup": (
        "settle: after completing a world, return up to 2 workers to cup"
    ),
    "always: 2 goods on each development": "always: 2 goods on each world",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_means_nothing_is_refused(text: str) -> None:
    power = parse_power(text, ROLL.power)
    with pytest.raises(SemanticError) as raised:
        lower_for_game(power)
    assert f"{raised.value.code} {raised.value.message}" == REFUSED[text]
    assert raised.value.help


@pytest.mark.parametrize("text", MENDED)
def test_what_was_meant_is_written_where_it_is_known(text: str) -> None:
    assert apply_rewrites(text, ROLL.power) == MENDED[text]
