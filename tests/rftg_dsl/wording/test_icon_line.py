"""Powers said in glyphs."""

import re

import pytest
from hypothesis import given

from rftg_dsl.library import load
from rftg_dsl.resources import shipped_ids
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording import icon_line
from rftg_dsl.wording.blocks import FOLDER, MissingBlock, block_name
from rftg_dsl.wording.icon_line import BLOCKS, Glyph, IconLine, figure_of, icon_scoring
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
    *(("cost", what) for what in ("this", "cards", "goods", "prestige", "tokens")),
    *(("count", things) for things in THINGS),
    *(("condition", test) for test in ("have", "most", "fewest")),
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
