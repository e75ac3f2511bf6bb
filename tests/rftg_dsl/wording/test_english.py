"""The English of powers and cards."""

import re

import pytest

from rftg_dsl.hooks import race as hooks
from rftg_dsl.library import load
from rftg_dsl.model import Card, Goal, PowerLine, SearchCategory
from rftg_dsl.semantics import lower
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse, parse_power
from rftg_dsl.wording import english
from rftg_dsl.wording.blocks import FOLDER, MissingBlock, block_name
from rftg_dsl.wording.english import (
    BLOCKS,
    describe_card,
    goal_checks,
    word_goal,
    word_power,
    word_scoring,
    word_search,
)
from rftg_dsl.words.counts import PHASE_RESULTS, THINGS
from rftg_dsl.words.verbs import USES
from tests.rftg_dsl.trees import Teleport

SENTENCES = {
    "explore: draw 1, keep 1": "Explore: draw 1 more card and keep 1 more card.",
    "explore: may discard 1 card -> 1 vp": (
        "Explore: at the start of the phase, you may discard 1 card from your hand for 1 VP."
    ),
    "develop: cost -1": "Develop: developments cost you 1 less.",
    "develop: cost +2 for 6-cost developments": "Develop: 6-cost developments cost you 2 more.",
    "develop: draw 1": "Develop: at the start of the phase, draw 1 card.",
    "develop: may discard this -> cost -3": (
        "Develop: you may discard this card to make the development you place cost 3 less."
    ),
    'develop: cost -2 for "Space Dock"': "Develop: Space Dock costs you 2 less.",
    "settle: may discard this -> cost 0 for non-alien worlds": (
        "Settle: you may discard this card to make the non-Alien world you place cost 0."
    ),
    "settle: after placing another world, draw 1": (
        "Settle: after you place another world, draw 1 card."
    ),
    "settle: military -1": "Settle: -1 Military.",
    "settle: may discard this -> military +3": (
        "Settle: you may discard this card for +3 Military this phase."
    ),
    "settle: military +1 per 2 other rebel worlds": (
        "Settle: +1 Military for every 2 other REBEL worlds in your tableau."
    ),
    "settle: military +4 against rebel military worlds if you have an imperium card": (
        "Settle: +4 Military against REBEL military worlds if you have an IMPERIUM card"
        " in your tableau."
    ),
    "settle: may pay for a non-alien military world, cost -1": (
        "Settle: you may pay for a non-Alien military world instead of conquering it;"
        " it costs its defense, 1 less."
    ),
    "settle: may pay for a military world of defense 2 to 4": (
        "Settle: you may pay for a military world of defense 2 to 4 instead of conquering it;"
        " it costs its defense."
    ),
    "trade: price +1": "Trade: any good sells for 1 more card.",
    "trade: price -1 for this world's good": "Trade: this world's good sells for 1 fewer card.",
    "trade: price +1 for genes goods per uplift world": (
        "Trade: Genes goods sell for 1 more card for each UPLIFT world in your tableau."
    ),
    "consume: up to 3 novelty goods -> 1 vp, draw 1 each": (
        "Consume: spend up to 3 Novelty goods for 1 VP and 1 card each."
    ),
    "consume: all goods -> 1 vp each beyond the first": (
        "Consume: spend all your goods for 1 VP each beyond the first."
    ),
    "consume: 1 good -> sell it without trade powers": (
        "Consume: spend 1 good to draw as many cards as it sells for, leaving out all trade powers."
    ),
    "consume: guess a cost from 1 to 7": (
        "Consume: name a number from 1 to 7 and turn up the top card of the deck;"
        " take it if that is its cost or defense, else discard it."
    ),
    "produce: good, draw 1": "Produce: put a good on this world; if you do, draw 1 card.",
    "produce: draw 1, good": "Produce: put a good on this world; if you do, draw 1 card.",
    "produce: another genes windfall good": (
        "Produce: put a good on another of your Genes windfall worlds."
    ),
    "produce: after producing here, draw 1": (
        "Produce: after a good is produced here, draw 1 card."
    ),
    "produce: draw 1 per 2 kinds produced": (
        "Produce: draw 1 card for every 2 kinds of good you produced this phase."
    ),
    "produce: draw 2 if you produced the most rare goods": (
        "Produce: at the end of the phase, draw 2 cards if you produced more Rare goods"
        " than each other player."
    ),
    "score: 2 per alien card": "Score: 2 VP for each ALIEN card.",
    "score: 1 per 3 vp chips": "Score: 1 VP for every 3 VP in chips.",
    "score: 1 per non-rare or genes world": "Score: 1 VP for each non-Genes, non-Rare world.",
}


SENTENCES_OF_ARC_1 = {
    "setup: keep 3": "Setup: keep 3 cards of those dealt to you.",
    "setup: save 1 card": "Setup: put 1 card from your hand under this card.",
    "round start: choose last": (
        "Round start: choose your action after the others have revealed theirs."
    ),
    "explore: mix with hand": (
        "Explore: combine the cards you draw with your hand before you discard."
    ),
    "explore: draw 1, mix with hand": (
        "Explore: draw 1 more card and combine the cards you draw with your hand before you "
        "discard."
    ),
    "explore: may discard 1 card -> 1 prestige": (
        "Explore: at the start of the phase, you may discard 1 card from your hand for 1 prestige."
    ),
    "develop: draw 2, discard 1": (
        "Develop: at the start of the phase, draw 2 cards and then discard 1 card."
    ),
    "develop: after placing a rebel development, 1 prestige": (
        "Develop: after you place a REBEL development, gain 1 prestige."
    ),
    "develop: may spend 1 rare good -> cost -2": (
        "Develop: you may spend 1 Rare good to make the development you place cost 2 less."
    ),
    "develop: save 1 card": (
        "Develop: when you pay for a development, put 1 of the cards you pay under this card."
    ),
    "settle: may discard up to 2 cards -> military +1 each": (
        "Settle: you may discard up to 2 cards from your hand for +1 Military each this phase."
    ),
    "settle: may spend 1 rare good -> military +2": (
        "Settle: you may spend 1 Rare good for +2 Military this phase."
    ),
    "settle: may spend 1 prestige -> military +3": (
        "Settle: you may spend 1 prestige for +3 Military this phase."
    ),
    "settle: military -2 if you have an imperium card": (
        "Settle: -2 Military if you have an IMPERIUM card in your tableau."
    ),
    "settle: may pay for a chromosome military world": (
        "Settle: you may pay for a CHROMOSOME military world instead of conquering it; it "
        "costs its defense."
    ),
    "settle: after paying for a military world, 1 prestige": (
        "Settle: after you pay for a military world, gain 1 prestige."
    ),
    "settle: may discard this -> conquer a non-military world, defense -2": (
        "Settle: you may discard this card to conquer a non-military world as if its cost, 2 "
        "less, were its defense."
    ),
    "settle: may discard this -> conquer a non-military world, 2 prestige": (
        "Settle: you may discard this card to conquer a non-military world as if its cost "
        "were its defense; if you do, gain 2 prestige."
    ),
    "settle: after placing a production world, good on it": (
        "Settle: after you place a production world, put a good on it."
    ),
    "settle: may place another world": (
        "Settle: after you place a world, you may place another world."
    ),
    "settle: may discard this -> conquer another military world": (
        "Settle: after you place a world, you may discard this card to conquer another "
        "military world."
    ),
    "settle: may upgrade a non-military world by 0 to 3, 1 prestige": (
        "Settle: you may replace a non-military world of your tableau by one of the same kind"
        " from your hand that costs 0 to 3 more, without paying; if you do, gain 1 prestige."
    ),
    "settle: may take over a rebel military world": (
        "Settle: you may take over a REBEL military world of another player."
    ),
    "settle: may take over a military world from a player with an imperium card, military"
    " +2 per rebel military world": (
        "Settle: you may take over a military world of a player with an IMPERIUM card, with "
        "+2 Military for each REBEL military world in your tableau."
    ),
    "settle: may discard this -> take over a military world from a player with military 1"
    " or more": (
        "Settle: you may discard this card to take over a military world of a player with at "
        "least 1 Military."
    ),
    "settle: may spend 1 prestige -> take over a military world, 2 prestige": (
        "Settle: you may spend 1 prestige to take over a military world of another player; if"
        " you succeed, gain 2 prestige."
    ),
    "settle: may take over a military world from a player with military 1 or more, "
    "destroy it, 2 prestige": (
        "Settle: you may take over a military world of a player with at least 1 Military; if "
        "you succeed, discard it and gain 2 prestige."
    ),
    "settle: defense +1 per military world": (
        "Settle: your worlds defend against takeovers with +1 Military for each military "
        "world in your tableau."
    ),
    "settle: may spend 1 prestige -> defeat a takeover": (
        "Settle: before takeovers are resolved, you may spend 1 prestige to defeat one of them."
    ),
    "trade: cannot sell this world's good": "Trade: this world's good cannot be sold.",
    "consume: up to 4 goods of different kinds -> 1 vp, draw 1 each": (
        "Consume: spend up to 4 goods of different kinds for 1 VP and 1 card each."
    ),
    "consume: may discard 2 cards -> 1 prestige": (
        "Consume: you may discard 2 cards from your hand for 1 prestige."
    ),
    "consume: may spend 1 prestige -> draw 3": "Consume: you may spend 1 prestige for 3 cards.",
    "consume: guess a cost from 1 to 7, 1 vp": (
        "Consume: name a number from 1 to 7 and turn up the top card of the deck; take it if "
        "that is its cost or defense, else discard it; then gain 1 VP."
    ),
    "produce: reveal 3 and keep 1 rebel card, draw 1": (
        "Produce: turn up the top 3 cards of the deck, take 1 of the REBEL cards among them and "
        "discard the others; then draw 1 card."
    ),
    "consume: reveal 2 and keep 1 world or 1 vp": (
        "Consume: turn up the top 2 cards of the deck, take 1 of the worlds among them and "
        "discard the others, or gain 1 VP."
    ),
    "settle: cost -2 for this, military +1 against this": (
        "Settle: this card costs you 2 less; +1 Military against this world."
    ),
    "consume: may ante a cost from 1 to 6": (
        "Consume: you may ante a card of cost or defense 1 to 6 from your hand and turn up "
        "that many cards of the deck: if one has a higher cost or defense, take one of those "
        "turned up and your ante back, else discard the ante."
    ),
    "produce: 1 prestige if you have the most chromosome worlds": (
        "Produce: gain 1 prestige if you have more CHROMOSOME worlds than each other player."
    ),
    "settle: draw 1 per world placed": (
        "Settle: at the end of the phase, draw 1 card for each world you placed this phase."
    ),
    "develop: 1 vp if you placed a 6-cost development": (
        "Develop: at the end of the phase, gain 1 VP if you placed a 6-cost development this phase."
    ),
    "consume: may discard 1 card -> 1 vp if you consumed no goods": (
        "Consume: at the end of the phase, you may discard 1 card from your hand for 1 VP if you"
        " consumed no goods this phase."
    ),
    "consume: draw 1 or 1 vp if you consumed the most goods": (
        "Consume: at the end of the phase, draw 1 card or gain 1 VP if you consumed more goods"
        " than each other player."
    ),
    "produce: draw 1 if you produced no goods": (
        "Produce: at the end of the phase, draw 1 card if you produced no goods this phase."
    ),
    "produce: draw 1 if you produced the most goods": (
        "Produce: at the end of the phase, draw 1 card if you produced more goods than each "
        "other player."
    ),
    "produce: good, 1 prestige": "Produce: put a good on this world; if you do, gain 1 prestige.",
    "produce: draw saved cards": "Produce: take all cards under this card into your hand.",
    "round end: hand limit 12": "Round end: your hand limit is 12 cards.",
    "round end: draw others' discards": (
        "Round end: when all have discarded down to their hand limits, take what the other "
        "players discarded."
    ),
    "game end: at 14 cards": "Game end: your tableau ends the game only once it has 14 cards.",
    "score: 1 per prestige": "Score: 1 VP for each prestige.",
    "score: 1 per negative military": "Score: 1 VP for each point of Military below zero.",
    "score: 1, 3, 6, 10 by kinds of worlds": (
        "Score: 1, 3, 6 or 10 VP for 1, 2, 3 or 4 kinds of worlds."
    ),
    "settle: may pay for a rebel military world, cost -2, 1 prestige": (
        "Settle: you may pay for a REBEL military world instead of conquering it; it costs "
        "its defense, 2 less; if you do, gain 1 prestige."
    ),
    "settle: cost -2 for military worlds": (
        "Settle: military worlds that you pay for cost you 2 less."
    ),
    "settle: may place another world, draw 1": (
        "Settle: after you place a world, you may place another world; if you do, draw 1 card."
    ),
    "develop: after placing a card with military +1 to +2, draw 1": (
        "Develop: after you place a card with +1 to +2 Military, draw 1 card."
    ),
    "develop: after placing a development with a consume power for 2 or more goods, draw 1": (
        "Develop: after you place a development with a Consume power for 2 or more goods, "
        "draw 1 card."
    ),
    "score: 2 per card with a takeover power": "Score: 2 VP for each card with a takeover power.",
    "score: 1 per 2 prestige": "Score: 1 VP for every 2 prestige.",
    "settle: may conquer a non-military world": (
        "Settle: you may conquer a non-military world as if its cost were its defense."
    ),
    "score: 2 per variable development": "Score: 2 VP for each variable development.",
    "consume: may spend up to 3 prestige -> 1 vp each": (
        "Consume: you may spend up to 3 prestige for 1 VP each."
    ),
}


ALL = SENTENCES | SENTENCES_OF_ARC_1


@pytest.mark.parametrize("line", ALL)
def test_a_power_reads_as_a_sentence(line: str) -> None:
    assert word_power(parse_power(line)) == ALL[line]


ARC_1 = ["gathering-storm", "rebel-vs-imperium", "brink-of-war", "new-worlds"]


def shipped_cards() -> list[Card]:
    return [card for one in load(["base", *ARC_1]).sets for card in one.cards]


def test_every_shipped_power_is_one_tidy_sentence() -> None:
    for card in shipped_cards():
        for line in card.powers:
            sentence = word_power(line.power)
            assert re.fullmatch(r"[A-Z][a-z]+( [a-z]+)?: \S.*[^ .]\.", sentence), sentence
            assert "  " not in sentence
            assert not re.search(r" [,.;:]", sentence), sentence


def test_two_powers_that_differ_have_sentences_that_differ() -> None:
    powers = {line.power for card in shipped_cards() for line in card.powers}
    assert len({word_power(power) for power in powers}) == len(powers)


WORDS = [
    *(("effect", verb) for verbs in USES.values() for verb in verbs),
    *(("phase", phase) for phase in (*ast.PHASES, *ast.MOMENTS, ast.SCORE)),
    *(("use", power) for power in ast.TAKEOVER_POWERS),
    *(("moment", how) for how in ("place", "conquer", "upgrade")),
    *(("moment", moment) for moment in hooks.MOMENTS if not moment.startswith("after ")),
    *(("trigger", moment.removeprefix("after ")) for moment in hooks.MOMENTS if "after " in moment),
    *(("fact", word) for word in (*ast.KINDS, ast.GRAY, "production", "windfall", "military")),
    ("fact", "variable"),
    *(("cost", what) for what in ("this", "cards", "goods", "prestige", "chips", "tokens")),
    *(("count", things) for things in THINGS),
    *(("did", things) for things in PHASE_RESULTS),
    *(("condition", test) for test in ("have", "most", "fewest", "only")),
]


@pytest.mark.parametrize(("prefix", "word"), sorted(set(WORDS)))
def test_every_word_of_the_language_has_a_template(prefix: str, word: str) -> None:
    assert BLOCKS.has(block_name(prefix, word))


def test_no_template_is_left_over() -> None:
    text = (FOLDER / "wording.jinja").read_text(encoding="utf-8")
    named = {block_name(prefix, word) for prefix, word in WORDS}
    groups = {prefix for prefix, _word in WORDS}
    for block in re.findall(r"block (\w+)", text):
        base_name = re.sub(r"_(gained|then|apart|done)$", "", block)
        assert base_name in named or base_name.partition("_")[0] not in groups or "_" not in block


def test_a_word_without_a_template_is_an_error_that_names_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(english, "lower_for_game", lambda _power: ())
    power = ast.Power("settle", (Teleport(),))
    with pytest.raises(MissingBlock, match="effect_teleport"):
        word_power(power)


def test_a_power_without_meaning_is_not_worded() -> None:
    with pytest.raises(lower.SemanticError):
        word_power(parse_power("develop: military +1"))


def test_scoring_lines_are_a_table_with_the_points_first() -> None:
    assert word_scoring(parse_power("score: 2 per genes production world")) == (
        "2 VP per Genes production world",
    )
    assert word_scoring(parse_power("score: 1 per 3 vp chips")) == ("1 VP per 3 VP in chips",)
    assert word_scoring(parse_power("score: 1, 3, 6, 10 by kinds of worlds")) == (
        "1, 3, 6 or 10 VP for 1, 2, 3 or 4 kinds of worlds",
    )


def card(title: str = "Moon", type: str = "world", **facts: object) -> Card:
    return Card(title, "test", type, 2, 1, **facts)  # type: ignore[arg-type]


def line(text: str) -> PowerLine:
    power = parse_power(text)
    return PowerLine(text, power, lower.lower(power), 1)


def test_the_type_line_says_what_is_printed_on_the_card() -> None:
    rebel = card(military=True, kind="genes", windfall=True, keywords=("rebel",))
    assert english.type_line(rebel) == "Military world, defense 2, 1 VP, Genes windfall, REBEL"
    assert english.type_line(card(type="development")) == "Development, cost 2, 1 VP"
    changing = card(kind="any", production=True, prestige=1)
    assert english.type_line(changing) == (
        "World, cost 2, 1 VP, 1 prestige, production of any kind"
    )


def test_a_card_of_variable_points_ends_in_its_scoring_table() -> None:
    six = Card(
        "Guild",
        "test",
        "development",
        6,
        None,
        powers=(line("score: 2 per alien world"), line("score: 1 per world")),
        copies=2,
    )
    assert describe_card(six).split("\n") == [
        "Guild",
        "Development, cost 6, variable VP",
        "2 copies",
        "",
        "At the end of the game:",
        "  2 VP per Alien world",
        "  1 VP per other world",
    ]


@pytest.mark.parametrize(
    ("first", "second", "overlap"),
    [
        ("1 per prestige", "1 per good", False),
        ("1 per world", "1 per good", False),
        ("2 per alien world", "1 per world", True),
        ("2 per rebel world", "1 per military world", True),
        ("2 per genes world", "1 per rare world", False),
        ("2 per production world", "1 per windfall world", False),
        ("2 per military world", "1 per non-military world", False),
        ("2 per development", "1 per world", False),
        ('2 per "Mining Robots"', '1 per "Public Works"', False),
        ('2 per "Mining Robots"', "1 per development", True),
    ],
)
def test_a_scoring_line_is_for_other_cards_only_if_an_earlier_line_can_match_them(
    first: str, second: str, overlap: bool
) -> None:
    powers = (line(f"score: {first}"), line(f"score: {second}"))
    text = describe_card(Card("Capital", "test", "world", 3, None, powers=powers))
    assert ("VP per other" in text) is overlap
    assert "\nAt the end of the game:" in text


@pytest.mark.parametrize(
    ("title", "several"),
    [
        ("Seed Ark", "Seed Arks"),
        ("Mining Robots", "Mining Robots"),
        ("House of Glass", "Houses of Glass"),
        ("Ice Colony", "Ice Colonies"),
        ("Trade Branch", "Trade Branches"),
    ],
)
def test_copies_of_a_card_have_a_plural(title: str, several: str) -> None:
    said = word_power(parse_power(f'produce: may move 1 good to "{title}"'))
    assert f"one of your {several} without a good" in said


def test_a_title_that_looks_like_a_template_stays_as_it_is() -> None:
    odd = card("{{ 7 * 7 }}", powers=(line('develop: cost -1 for "{% raw %}"'),))
    text = describe_card(odd)
    assert text.startswith("{{ 7 * 7 }}\n")
    assert "{% raw %} costs you 1 less." in text


def test_an_article_goes_by_sound() -> None:
    power = "develop: after placing {} development, draw 1"
    for phrase, worded in (
        ("6-cost", "a 6-cost"),
        ("8-cost", "an 8-cost"),
        ("uplift", "an UPLIFT"),
    ):
        sentence = word_power(parse_power(power.format(f"a {phrase}")))
        assert sentence == f"Develop: after you place {worded} development, draw 1 card."


FIRST_GOALS = {
    "5 vp chips": "First to have 5 VP in chips.",
    "2 prestige and 3 vp chips": "First to have 2 prestige and 3 VP in chips.",
    "4 kinds of worlds": "First to have 4 kinds of production or windfall worlds.",
    "1 kind of worlds": "First to have 1 kind of production or windfall worlds.",
    "1 rare good": "First to have 1 Rare good.",
    "3 alien cards": "First to have 3 ALIEN cards in your tableau.",
    "a 6-cost variable development": (
        "First to have a 6-cost variable development in your tableau."
    ),
    "6 phases with a power": "First to have 6 phases with a power, counting Trade as one.",
    "1 discard": "First to have discarded 1 card because of the hand limit.",
    "2 discards": "First to have discarded 2 cards because of the hand limit in one round.",
    "negative military and 2 worlds or 4 total military": (
        "First to have negative Military and 2 worlds in your tableau, or 4 total Military."
    ),
}
MOST_GOALS = {
    "total military": "Most total Military, at least 3.",
    "novelty or rare worlds": "Most Novelty or Rare worlds, at least 3.",
    "prestige": "Most prestige, at least 3.",
    "cards with an explore power": "Most cards with an Explore power, at least 3.",
    "goods": "Most goods, at least 3.",
    "discards": "Most cards discarded because of the hand limit in one round, at least 3.",
    "phases with a power": "Most phases with a power, counting Trade as one, at least 3.",
}


@pytest.mark.parametrize("text", FIRST_GOALS)
def test_a_first_goal_says_what_must_be_had(text: str) -> None:
    goal = Goal("Race", False, parse(text, "goal"), 0, ("settle",))
    assert word_goal(goal) == FIRST_GOALS[text]


@pytest.mark.parametrize("text", MOST_GOALS)
def test_a_most_goal_says_what_is_counted_and_how_many_are_the_least(text: str) -> None:
    measured = ((ast.Condition("have", 3, None, parse(text, "measure")),),)
    assert word_goal(Goal("Lead", True, measured, 3, ("settle",))) == MOST_GOALS[text]


def test_a_goal_says_when_it_is_looked_at() -> None:
    after = ("round start", "settle", "produce")
    goal = Goal("Race", False, parse("4 goods", "goal"), 0, after)
    assert goal_checks(goal) == "Checked after Round start, Settle and Produce."


SEARCHES = {
    "windfall worlds of cost 1 to 2": "windfall worlds of cost 1 to 2",
    "developments with military +1 to +2": "developments with +1 to +2 Military",
    "cards with a consume power for 2 or more goods": (
        "cards with a Consume power for 2 or more goods"
    ),
    "chromosome worlds or cards with a takeover power": (
        "CHROMOSOME worlds or cards with a takeover power"
    ),
}


@pytest.mark.parametrize("text", SEARCHES)
def test_a_search_says_what_it_finds(text: str) -> None:
    assert word_search(SearchCategory("Any", parse(text, "cards"))) == SEARCHES[text]


def test_a_search_says_that_it_needs_takeovers() -> None:
    category = SearchCategory("Any", parse("worlds", "cards"), only_with_takeovers=True)
    assert word_search(category) == "worlds (only in a game with takeovers)"
