"""Powers in glyphs, and the icons and phrases of words."""

import re
from functools import lru_cache

import pytest
from hypothesis import given

from rftg_dsl.games import GAMES
from rftg_dsl.library import load
from rftg_dsl.resources import cookbook_files, shipped_ids, shipped_sets
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse_power, read_rules
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import OF_ANSWERS, literal_words
from rftg_dsl.wording import icon_line
from rftg_dsl.wording.blocks import FOLDER, MissingBlock, block_name
from rftg_dsl.wording.icon_line import BLOCKS, Glyph, IconLine, figure_of, icon_scoring
from rftg_dsl.wording.lexicon import PARTS, Entry, contents, terminals_of
from rftg_dsl.wording.phrases import INLINED_RULES, Line, collect_lines, grammar_phrases
from rftg_dsl.words.conditions import PHASES as TRIGGERS
from rftg_dsl.words.counts import THINGS
from rftg_dsl.words.verbs import USES
from tests.rftg_dsl.trees import Teleport, powers

LINES = {
    "explore: draw 2, keep 1": "draw[+2] keep[+1]",
    "explore: may discard 1 card -> draw 2": "discard[1] arrow_may draw[2]",
    "develop: cost -1": "development[−1]",
    "develop: cost -2 for 6-cost developments": "cost[−2] development[6]",
    "settle: cost -1 for rare worlds": "world:rare[−1]",
    "settle: may discard this -> cost 0 for non-alien worlds": (
        "discard_this arrow_may cost[0] !world:alien"
    ),
    "settle: military +1 against rebel military worlds": (
        "military[+1] against keyword_rebel[REBEL] military_world"
    ),
    "settle: military +1 per 2 genes windfall worlds": ("military[+1] per windfall_world:genes[2]"),
    "settle: may discard up to 2 cards -> military +1 each": (
        "discard[1–2] arrow_may military[+1] each"
    ),
    "settle: after placing a rare production world, draw 1": (
        "place production_world:rare then draw[1]"
    ),
    "trade: price +2 for genes goods": "price:genes[+2]",
    "trade: price +3 for this world's good": "price[+3] good_here:novelty",
    "consume: 1 good -> 1 vp": "good arrow vp[1]",
    "consume: up to 3 rare goods -> 1 vp, draw 1 each": "good:rare[1–3] arrow vp[1] draw[1] each",
    "consume: 3 goods of different kinds -> 3 vp": "kinds[3] arrow vp[3]",
    "produce: good, draw 1": "good_here:novelty draw[1]",
    "produce: alien windfall good": "windfall_good:alien",
    "produce: draw 1 per genes world": "draw[1] per world:genes",
}
WITH_WORDS = {
    "explore: mix with hand": "mix",
    "settle: may pay for a non-alien military world, cost -1": (
        "may pay_for !kind:alien military_world cost[−1]"
    ),
    "settle: military -2 if you have 2 or more imperium cards": (
        "military[−2] if keyword_imperium[IMPERIUM] card[2+]"
    ),
    "settle: may conquer or take over a non-military world, 2 prestige": (
        "may conquer or take_over !military_world prestige[2]"
    ),
    "settle: may take over a military world from a player with military 1 or more": (
        "may take_over military_world rival military[1+]"
    ),
    "settle: may upgrade a non-military world by 0 to 3": "may !military_world upgrade[0–3]",
    "develop: after placing a rebel or alien development, draw 1": (
        "place keyword_alien[ALIEN] or keyword_rebel[REBEL] development then draw[1]"
    ),
    "consume: all goods -> 1 vp each beyond the first": "good[all] arrow vp[1] each[−1]",
    "produce: draw 2 if you produced the most rare goods": (
        "draw[2] if most good:rare phase_produce"
    ),
    "round end: hand limit 12": "hand_limit[12]",
}
ALL = LINES | WITH_WORDS


def written(line: IconLine) -> str:
    """The glyphs of a line as text: `!` struck through, then `:kind` and `[figure]`."""
    return " ".join(
        f"{'!' if one.negated else ''}{one.name}"
        f"{f':{one.kind}' if one.kind else ''}{f'[{one.figure}]' if one.figure else ''}"
        for one in line.glyphs
    )


@pytest.mark.parametrize("text", ALL)
def test_a_power_reads_from_left_to_right_as_its_line_does(text: str) -> None:
    line = icon_line.icon_line(parse_power(text), kind="novelty")
    assert written(line) == ALL[text]
    assert line.says_all == (text in LINES)


def test_a_scoring_line_shows_what_is_counted() -> None:
    counted = {
        "score: 2 per rebel military world": "keyword_rebel[REBEL] military_world",
        "score: 1 per 3 vp chips": "chips[3]",
        "score: 2 per alien card": "keyword_alien[ALIEN]",
        "score: 1 per development with an explore power": "development phase_explore",
        'score: 2 per "Space Dock"': "titled",
        "score: 1, 3, 6, 10 by kinds of worlds": "world_kinds",
    }
    for text, glyphs in counted.items():
        (line,) = icon_scoring(parse_power(text))
        assert written(line) == glyphs


WORDS = [
    *(("effect", verb) for verbs in USES.values() for verb in verbs),
    *(("phase", phase) for phase in (*ast.PHASES, *ast.MOMENTS, ast.SCORE)),
    *(("use", power) for power in ast.TAKEOVER_POWERS),
    *(("trigger", event) for event in TRIGGERS),
    *(("fact", word) for word in (*ast.KINDS, ast.GRAY, "production", "windfall", "military")),
    ("fact", "variable"),
    *(("cost", what) for what in ("this", "cards", "goods", "prestige", "chips", "tokens")),
    *(("count", things) for things in THINGS),
    *(("condition", test) for test in ("have", "most", "fewest", "only")),
]


@pytest.mark.parametrize(("prefix", "word"), sorted(set(WORDS)))
def test_every_word_of_the_language_has_its_glyphs(prefix: str, word: str) -> None:
    assert BLOCKS.has(block_name(prefix, word))


def test_no_block_is_left_over() -> None:
    text = (FOLDER / "icons.jinja").read_text(encoding="utf-8")
    named = {block_name(prefix, word) for prefix, word in WORDS}
    groups = {prefix for prefix, _word in WORDS}
    for block in re.findall(r"block (\w+)", text):
        assert block in named or block.partition("_")[0] not in groups


@given(powers)
def test_every_power_that_the_grammar_can_say_has_glyphs(power: ast.Power) -> None:
    assert icon_line.icon_line(power).glyphs


def test_a_line_of_an_official_card_is_short() -> None:
    for one in load(shipped_ids()).sets:
        for line in (line for card in one.cards for line in card.powers):
            assert 1 <= len(icon_line.icon_line(line.power).glyphs) <= 10, line.text


def test_figures_need_only_what_every_font_has() -> None:
    for one in load(shipped_ids()).sets:
        for line in (line for card in one.cards for line in card.powers):
            for glyph in icon_line.icon_line(line.power).glyphs:
                assert re.fullmatch(r"[+−]?\d*|\d+(–\d+|\+)|all|[A-Z-]+", glyph.figure)


def test_official_powers_that_differ_have_glyphs_that_differ_or_words_beside_them() -> None:
    cards = [card for one in load(shipped_ids()).sets for card in one.cards]
    alone: dict[tuple[str, str, tuple[Glyph, ...]], ast.Power] = {}
    for power in {line.power for card in cards for line in card.powers}:
        line = icon_line.icon_line(power)
        if line.says_all:
            assert alone.setdefault((power.game, power.phase, line.glyphs), power) == power


def test_a_word_without_a_block_is_an_error_that_names_it() -> None:
    power = ast.Power("settle", (Teleport(),))
    with pytest.raises(MissingBlock, match="effect_teleport"):
        icon_line.icon_line(power)


def test_text_of_a_template_that_is_no_icon_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icon_line.BLOCKS, "render", lambda *_: "draw a card")
    with pytest.raises(ValueError, match="draw a card"):
        icon_line.icon_line(parse_power("explore: draw 98"))


def test_a_range_is_written_as_short_as_can_be() -> None:
    assert [figure_of(ast.Range(*ends)) for ends in ((6, 6), (0, 3), (2, 5), (4, None))] == [
        "6",
        "0–3",
        "2–5",
        "4+",
    ]
    assert figure_of(ast.Range(-1, 2), plus=True) == "−1–+2"


NOT_LISTED = INLINED_RULES | {"moment", "phase", "effects", "measure"}
"""Rules without a section: their phrases are section titles or parts of other phrases."""


@lru_cache(maxsize=1)
def lines() -> list[Line]:
    return collect_lines(shipped_sets(), cookbook_files())


def entries(word: str = "") -> list[Entry]:
    return [entry for section in contents(lines(), word) for entry in section.entries]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_grammar_has_its_place_in_the_list(game: str) -> None:
    parts = {rule for _title, rules in PARTS[game] for rule in rules}
    assert (
        parts | {"power", "effect", "points"}
        == {form.rule for form in grammar_phrases(game)} - NOT_LISTED
    )


def test_what_is_not_listed_are_rules_of_some_grammar() -> None:
    assert {form.rule for game in GAMES for form in grammar_phrases(game)} >= NOT_LISTED


def test_every_effect_stands_under_each_phase_that_has_a_use_for_it() -> None:
    by_title = {section.title: len(section.entries) for section in contents(lines())}
    assert {phase: by_title[phase] for phase in USES} == {
        phase: len(verbs) for phase, verbs in USES.items()
    }


def test_every_phrase_has_an_example() -> None:
    assert [entry.form.text for entry in entries() if entry.example is None] == []


@pytest.mark.parametrize("terminal", sorted({*load_tables().terminals} - OF_ANSWERS))
def test_every_word_of_the_grammar_has_an_example_with_it(terminal: str) -> None:
    phases = {phase.replace(" ", "_").upper() for phase in USES}
    for word in literal_words([terminal]):
        if terminal in phases - {"TRADE"}:
            assert word in USES
        else:
            assert terminal in terminals_of(word)
            shown = [one.example for one in entries(word) if one.example]
            assert any(word in line.text.lower() for line in shown), word


def test_an_example_of_a_phase_is_a_power_of_it() -> None:
    for section in contents(lines()):
        for entry in section.entries:
            if section.title in USES and entry.example:
                assert parse_power(entry.example.text).phase == section.title


def test_official_lines_come_before_those_of_the_cookbook() -> None:
    official = {line.text for line in collect_lines(shipped_sets())}
    for entry in entries():
        assert entry.example
        if entry.example.text not in official:
            form, phase = entry.form, entry.example.phase
            others = [one for one in lines() if one.text in official and one.has(form.name)]
            assert not [one for one in others if one.phase == phase and form.rule == "effect"]


def test_forms_are_written_as_people_write_them() -> None:
    written = {form.name: form.text for form in grammar_phrases()}
    assert written["spend_goods"] == "[spend] [up to] N [KIND [or KIND ...]] goods [of ...]"
    assert written["effect_cost"] == "cost +N [for CARDS] [per ...]"
    assert written["effect_points_by_kinds"] == "N, N ... by kinds of worlds"
    assert written["with_military"] == "with military +N [to +N | or more]"
    assert written["adjective"] == "[non-]ADJECTIVE [or ADJECTIVE ...]"
    assert written["discard_this"] == "discard this"


def test_the_rules_of_a_line_are_known_with_their_places() -> None:
    line = "settle: may discard this -> cost -3"
    found = {name: line[span.start : span.end] for name, span in read_rules(line)}
    assert found["discard_this"] == "discard this"
    assert found["effect_cost"] == "cost -3"
    assert found["power"] == line
    assert read_rules("settle: may discard") == ()
    assert read_rules("4 goods", "goal")
