"""Wrong cards and what check says: code, the underlined text, and the help."""

import pytest

from rftg_dsl.diagnostics.codes import load_explanations
from rftg_dsl.diagnostics.model import Diagnostic, apply_fixes
from tests.rftg_dsl.writing import card_with, compile_text, set_of

CARD = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"

POWERS: list[tuple[str, str, str | None, str]] = [
    # a slip of the hand in a power; code; the text underlined; a part of the help
    ("military +1", "E210", "military", "begin the line with its phase: `settle:`"),
    ("setle: military +1", "E210", "setle", "write `settle`"),
    ("settle: militray +1", "E210", "militray", "write `military`"),
    ("settle: military three", "E210", "three", "write `+3`"),
    ("settle: military + 1", "E210", "+", "directly before the number"),
    ("settle: +1 military", "E210", "+1", "write `military +1`"),
    ("explore: draw +1", "E210", "+1", "write `1`"),
    ("explore: draw two", "E210", "two", "write `2`"),
    ("explore: draw 1 and keep 1", "E210", "and", "write `,`"),
    ("consume: 1 good -> vp 1", "E210", "vp", "write `1 vp`"),
    ("consume: 2 goods -> 3 points", "E210", "points", "write `3 vp` instead"),
    ("settle: military +1 settle: cost -1", "E210", "settle", "begin a new line"),
    ("settle: military +1 for rebel worlds", "E210", "for", "write `against`"),
    ("settle: cost -1 against rebel worlds", "E210", "against", "write `for`"),
    ("settle: cost -1 for rebel wolrds", "E210", "wolrds", "write `worlds`"),
    ("settle: cost -1 for worlds of defence 2", "E210", "defence", "write `defense`"),
    ("settle: may discard 2 up to cards -> military +1", "E210", "up", "discard up to 2 cards ->"),
    ('score: 1 per "Ice', "E210", '"', 'close the title with a second `"`'),
    ("score: 1 per 'Ice'", "E210", "'", "put titles in double quotes"),
    ("score: 1 per 6-cost world of cost 6", "E210", "of cost 6", ""),
    ("settle: cost -1 for rebal worlds", "E401", "rebal", "write `rebel`"),
    ("settle: cost -1 for militry worlds", "E401", "militry", "write `military`"),
    ("settle: cost -1 for nonmilitary worlds", "E401", "nonmilitary", "write `non-military`"),
    ('settle: cost -1 for "Ice Harvester"', "E402", "Ice Harvester", "write `Ice Harvesters`"),
    ('settle: cost -1 for "ICE HARVESTERS"', "E402", "ICE HARVESTERS", "`Ice Harvesters`"),
    ("develop: cost -1 for genes cards", "E403", "genes", "write `genes world`"),
    ("settle: cost -1 for alien worlds", "W501", "alien worlds", "describe cards that exist"),
    ("trade: price +1 for this world's good", "E322", "for this world's good", "`windfall: KIND`"),
    ("consume: this world's good -> 1 vp", "E322", "this world's good", "`windfall: KIND`"),
    ("trade: military +1", "E301", "military +1", "write `settle:` instead of `trade:`"),
    ("trade: draw 1", "E304", "draw 1", "write `after selling a good, draw 1`"),
    ("produce: after placing a world, draw 1", "E304", None, "write `settle:`"),
    (
        "consume: 5 goods of different kinds -> 9 vp",
        "E302",
        "5 goods of different kinds",
        "4 goods",
    ),
    ("settle: may takeover a military world", "E210", "takeover", "write `take over`"),
    ("settle: may destory it", "E210", "destory", "write `destroy`"),
    ("settle: military +1 for each rebel world", "E210", "for", "`per` instead of `for each`"),
    ("develop: save a card", "E210", "a", "write `1`"),
    ("round end: hand limit of 12", "E210", "of", "write `hand limit 12`"),
    ("roundend: hand limit 12", "E210", "roundend", "write `round end`"),
    ("round ende: hand limit 12", "E210", "round", "write `round end:`"),
    ("game end: 14 cards", "E210", "cards", "write `at 14 cards`"),
    ("trade: can not sell this world's good", "E210", "can", "write `cannot`"),
    ("round end: draw others discards", "E210", "others", "write `others'`"),
    ("produce: prestige 1", "E210", "prestige", "write `1 prestige`"),
    ("settle: after paying a military world, 1 prestige", "E210", "a", "write `after paying for`"),
    ("develop: draw 2 then discard 1", "E210", "then", "write `,`"),
    ("settle: military +2 with an imperium card", "E210", "with", "write `if you have`"),
    ("settle: destroy it", "E316", "destroy it", "`may take over a military world, destroy it`"),
    ("settle: good on it", "E316", "good on it", "`after placing a production world, good on it`"),
    ("settle: defeat a takeover", "E308", "defeat a takeover", "put `may` before it"),
    ("settle: may take over a world", "E309", "a world", "name a `military world`"),
    ("settle: may conquer a military world", "E309", "a military world", "`non-military world`"),
    ("settle: may conquer another world", "E309", "another world", "name a `military world`"),
    ("settle: may upgrade a military world by 0 to 3", "E309", "a military world", "`non-military"),
    ("settle: may upgrade a non-military world by 3 to 0", "E313", None, "by 0 to 3"),
    ("settle: may pay for another military world", "E311", "another military world", "`other`"),
    ("settle: may place a world", "E311", "a world", "write `may place another world`"),
    (
        "settle: may conquer another military world, cost -2",
        "E305",
        "cost -2",
        "write it as a separate power line",
    ),
    ("settle: may spend up to 2 prestige -> military +1", "E310", "spend up to 2 prestige", "each"),
    (
        "settle: may spend up to 2 prestige -> take over a military world",
        "E310",
        "spend up to 2 prestige",
        "leave out `up to`",
    ),
    ("settle: may discard 2 cards -> take over a military world each", "E310", "each", "leave"),
    ("settle: may discard 2 cards -> military +1 each beyond the first", "E310", None, "alone"),
    ("settle: may spend 0 prestige -> military +1", "E302", "spend 0 prestige", "1 or more"),
    ("setup: keep 7", "E317", "keep 7", "from 0 to 6"),
    ("setup: keep 3, keep 2", "E305", "keep 2", "leave it out here"),
    ("setup: keep 3 per world", "E312", "per world", "closest power is `setup: keep 3`"),
    ("round end: hand limit 0", "E317", "hand limit 0", "from 1 to 99"),
    ("game end: at 1 card", "E317", "at 1 card", "from 2 to 99"),
    ("score: 1, 2, 3, 4, 5 by kinds of worlds", "E317", None, "at most 4 numbers"),
    ("score: 1, 2 by kinds of cards", "E311", None, "write `by kinds of worlds`"),
    ("consume: may ante a cost from 0 to 6", "E313", "ante a cost from 0 to 6", "from 1 to 7"),
    ("produce: draw saved cards", "E326", "draw saved cards", "`develop: save 1 card`"),
    ("develop: save 1 card", "W505", "save 1 card", "`produce: draw saved cards`"),
    ("trade: cannot sell this world's good", "E322", None, "`windfall: KIND`"),
    ("trade: +1 for rare goods", "E210", "+1", "write `price +1`"),
    ("develop: -1", "E210", "-1", "write `cost -1`"),
    ("settle: cost - 1", "E210", "-", "write `-1`"),
    ("produce: 1 good", "E210", "", "write `good` instead of `1 good`"),
    ("consume: discard 1 good -> 1 vp", "E210", "good", "write `spend` instead of `discard`"),
    ("settle: draw a card", "E210", "a", "write `draw 1` instead of `draw a card`"),
    ("score: 1 VP per 3 chips", "E210", "VP", "write `1 per 3 vp chips`"),
    ("score: 2 points per rebel world", "E210", "points", "write `2` instead of `2 points`"),
    ("consume: up to 2 goods -> sell it each", "E310", "each", "leave out `each`"),
    (
        "consume: up to 2 goods -> guess a cost from 1 to 7",
        "E310",
        "up to 2 goods",
        "leave out `up to`",
    ),
    ("produce: may discard 2 cards -> good each", "E310", "each", "leave out `each`"),
    ("produce: may discard 2 cards -> draw saved cards each", "E310", "each", "leave out `each`"),
    ("consume: 1 good -> 1 vp each", "E310", "each", "leave out `each`"),
    ("consume: up to 1 good -> 1 vp each beyond the first", "E310", None, "write `each` alone"),
    ("consume: 1 good of different kinds -> 1 vp", "E302", None, "leave out `of different kinds`"),
    (
        "produce: after producing here, draw 1 if you produced the most goods",
        "E303",
        "if you produced the most goods",
        "the closest power is `produce: draw 1 if you produced the most goods`",
    ),
    ("settle: military +1 if you have 2 total military", "E303", "total military", "else"),
    (
        "trade: price +1 if you sold the most goods",
        "E303",
        None,
        "closest power is `trade: price +1`",
    ),
    (
        "settle: military +1 if you placed the most worlds",
        "E303",
        None,
        "closest power is `settle: m",
    ),
    ("trade: draw 2 if you sold no goods", "E304", "if you sold no goods", "write `consume:`"),
    (
        "settle: after placing a world, draw 1 if you placed no worlds",
        "E303",
        "if you placed no worlds",
        "leave out the trigger",
    ),
    (
        "trade: after selling a good, draw 1 if you sold no goods",
        "E303",
        "if you sold no goods",
        "write `consume:`",
    ),
    (
        "trade: after selling a good, draw 1 if you sold the most goods",
        "E303",
        None,
        "`consume: draw 1 if you sold the most goods`",
    ),
    ("settle: after placing this, draw 1 if you placed a world", "E303", None, "2 or more"),
    ("settle: may place another world if you placed no worlds", "E303", None, "another world`"),
    ("settle: may place another world if you placed a world", "E303", None, "2 or more"),
    ("settle: may conquer another military world if you placed a world", "E303", None, "2 or"),
    (
        "consume: after consuming a rare good, draw 1 if you consumed a rare good",
        "E303",
        "if you consumed a rare good",
        "2 or more",
    ),
    (
        "produce: after producing here, draw 1 if you have 1 kind produced",
        "E303",
        None,
        "2 or more",
    ),
    ("produce: draw 1 if you have 5 kinds of goods", "E303", None, "from 1 to 4"),
    ("produce: draw 1 if you have 4 or fewer kinds of worlds", "E303", None, "below 4"),
    ("produce: draw 1 per kind of cards", "E311", None, "`kinds of worlds`"),
    ("produce: draw 1 per 7 phases with a power", "E312", None, "from 1 to 6"),
    ("settle: military +2 against non-military worlds", "E309", None, "leave out `non-military`"),
    ("settle: military +2 against uplift military worlds", "E401", "uplift", ""),
    (
        "settle: military +2 against rebel worlds",
        "W501",
        "rebel worlds",
        "describe cards that exist",
    ),
    ('settle: military +2 against "Ice Harvesters"', "E309", '"Ice Harvesters"', "military world"),
    ('develop: cost -1 for "Ice Harvesters"', "E311", '"Ice Harvesters"', "name a development"),
    ("consume: 1 good -> guess a cost from 1 to 21", "E313", None, "from 1 to 7"),
    ("consume: may ante a cost from 50 to 99", "E313", None, "from 1 to 7"),
    (
        "develop: may discard this -> cost 0 per rebel world",
        "E312",
        "per rebel world",
        "the closest power is `develop: may discard this -> cost 0`",
    ),
    (
        "settle: may discard this -> cost -1, cost -2 for rebel worlds",
        "E305",
        None,
        "with its own cost",
    ),
    (
        "settle: may discard this -> military +1, military +2",
        "E305",
        "military +2",
        "with its own cost",
    ),
    (
        "settle: may discard 1 card -> take over a military world",
        "E302",
        "discard 1 card",
        "the closest power is `settle: may spend 1 prestige -> take over a military world`",
    ),
    (
        "settle: may spend 2 goods -> place another world",
        "E302",
        "spend 2 goods",
        "closest power is",
    ),
    ("settle: may spend all goods -> military +1 each", "E302", "spend all goods", "up to 5 goods"),
    ("settle: may spend up to 9 prestige -> military +1 each", "E302", None, "`up to 5`"),
    ("settle: may discard up to 2 cards -> cost -2", "E310", "discard up to 2 cards", "`each`"),
    ("settle: may discard up to 2 cards -> cost -1 each", "W526", "-1", "write `-2`"),
    ("develop: may discard 2 cards -> cost -2", "W526", "-2", "write `-3`"),
    ("settle: may discard up to 2 cards -> cost 0", "E310", "discard up to 2 cards", "leave out"),
    ("settle: may discard 2 cards -> cost 0 each", "E310", "each", "leave out `each`"),
    ("settle: military +1 per good consumed", "E312", "good consumed", "counted in: consume"),
    ("settle: military +1 per total military", "E312", "total military", "`per military world`"),
    ("explore: draw 1 per world placed", "E312", "world placed", "write `settle:`"),
    ("settle: military +1 if you have negative military", "E303", "negative military", "else"),
    ("develop: draw 1 per good sold", "E312", "good sold", "write `consume:`"),
    ("settle: draw 1 if you produced 2 goods", "E303", "goods", "write `produce:`"),
    ("develop: after placing a development, draw 1 per world placed", "E311", None, "develop"),
    (
        "produce: draw 1 per world in hand",
        "E312",
        "world in hand",
        "closest count is `cards in hand`",
    ),
    ("produce: draw 1 per discard", "E312", "discard", "counted in: goals"),
    ("produce: draw 1 per non-rebel good", "E314", "non-rebel good", "name a kind"),
    ("score: 2 per 6-cost good", "E314", "6-cost good", "name a kind"),
    ("consume: 1 good of the same kind -> 1 vp", "E302", None, "leave out `of the same kind`"),
    ("consume: 2 rare goods of the same kind -> 1 vp", "E302", None, "leave out"),
    (
        "settle: may spend 2 goods of the same kind -> military +1",
        "E302",
        None,
        "may spend 2 goods",
    ),
    (
        "settle: may spend 1 good of a military world -> military +1",
        "E302",
        None,
        "may spend 1 good",
    ),
    ("round start: draw 1 if you have 0 prestige", "E303", "if you have 0 prestige", "1 or more"),
    (
        "setup: keep 3 if you have a world",
        "E303",
        "if you have a world",
        "closest power is `setup: keep 3`",
    ),
    ("explore: may discard 1 card -> mix with hand", "E302", "discard 1 card", "-> look at 2`"),
    ("explore: may discard 1 card -> look at 2, draw 1", "E305", "draw 1", "separate line"),
    ("explore: may discard 2 cards -> look at 1 each beyond the first", "E310", None, "each"),
    ("develop or settle: after placing this, draw 1", "E304", None, "write `develop:`"),
    ("consume: 1 good -> 1 vp or 1 vp", "E305", "1 vp", "write it once"),
    ("consume: 1 good and 1 good -> 1 vp", "E302", None, "write it once"),
    ("consume: up to 2 goods and 1 rare good -> 1 vp", "E302", None, "write a number"),
    ("settle: may take over a military world, 1 vp per world", "E312", "per world", "closest"),
    (
        "settle: may discard this -> defeat a takeover, draw 1",
        "E305",
        "draw 1",
        "separate power lines",
    ),
    ("produce: good, good", "E305", "good", "leave it out here"),
]

KEYS = [
    # keys of a card; code; the text underlined; a part of the help
    (
        "    wrold: 2\n    vp: 1\n    world: 2\n",
        "E201",
        "wrold",
        "delete it: `world` already determines it",
    ),
    ("    wrold: 2\n    vp: 1\n", "E201", "wrold", "write `world`"),
    ("    vp: 1\n", "E205", "title", "write one of `development: N`"),
    ("    world: 2\n", "E202", "title", "add `vp: ...`"),
    ("    world: two\n    vp: 1\n", "E203", "two", "write `2`, in digits"),
    ("    world: 2\n    vp: one\n", "E204", "one", "write `1`"),
    ("    world: 99999999999999\n    vp: 1\n", "E204", "99999999999999", "write 0 to 20"),
    (
        "    world: 2\n    vp: 1\n    powers:\n      - settle: military +1\n",
        "E203",
        "-",
        "write `powers: |`",
    ),
    (
        "    world: 2\n    vp: 1\n    powers: settle: military +1  # strong\n",
        "E105",
        "settle: military +1",
        "write `powers: 'settle: military +1'`",
    ),
    ("    world: 02\n    vp: 1\n", "E203", "02", "write `2`"),
    ("    world: '2'\n    vp: 1\n", "E203", "'2'", "write `2`"),
    ("    world: +2\n    vp: 1\n", "E203", "+2", "write `2`"),
    ("    world: 21\n    vp: 1\n", "E204", "21", "write 0 to 20"),
    ("    world: 2\n    vp: many\n", "E204", "many", ""),
    ("    world: 2\n    vp: 1\n    windfall: allien\n", "E204", "allien", "write `alien`"),
    ("    world: 2\n    vp: 1\n    keywords: rebel\n", "E203", "rebel", "write `[rebel]`"),
    ("    world: 2\n    vp: 1\n    keywords: [Rebel]\n", "E204", "Rebel", ""),
    ("    world: 2\n    vp: 1\n    start: {number: 1, color: red}\n", "E201", "color", "`colour`"),
    ("    development: 2\n    vp: 1\n    windfall: rare\n", "E205", "windfall", "delete one"),
    ("    world: 2\n    vp: 1\n    powers:\n", "E206", "", "leave the key out"),
    ("    world: 2\n    vp: variable\n", "E320", "variable", "`score: 1 per world`"),
    ("    world: 2\n    vp: 1\n    produces: rare\n", "E324", "produces", "`produce: good`"),
]


def check_finding(text: str, code: str, marked: str | None, help: str) -> None:
    """Assert that the finding is there, at that text (None: at any), with that help."""
    compilation = compile_text(text)
    found = [one for one in compilation.diagnostics if one.code == code]
    assert found, [one.code for one in compilation.diagnostics]
    region = found[0].region
    line = compilation.sources[found[0].file][region.line - 1]
    assert marked in (None, line[region.column - 1 : region.end_column - 1])
    assert help in found[0].help
    assert "?" not in found[0].message + found[0].help


@pytest.mark.parametrize(("line", "code", "marked", "help"), POWERS, ids=[row[0] for row in POWERS])
def test_a_wrong_power_is_reported_with_its_place_and_help(
    line: str, code: str, marked: str | None, help: str
) -> None:
    check_finding(card_with(line), code, marked, help)


@pytest.mark.parametrize(("keys", "code", "marked", "help"), KEYS)
def test_a_wrong_key_is_reported_with_its_place_and_help(
    keys: str, code: str, marked: str, help: str
) -> None:
    check_finding(set_of(f"  - title: Ice Harvesters\n{keys}"), code, marked, help)


@pytest.mark.parametrize(
    "word", ["windfall", "world", "vp", "rare", "goods", "a-team", "non-rebel", "world-ship"]
)
def test_a_keyword_that_powers_could_not_name_is_refused(word: str) -> None:
    head = f"set: mine\ntitle: My Cards\nkeywords: [{word}]\n"
    (found,) = compile_text(set_of(CARD, head)).diagnostics
    assert (found.code, found.region.column) == ("E406", 12)


@pytest.mark.parametrize("word", ["alien", "rare-earth", "production-line", "worldly", "x1"])
def test_a_keyword_that_only_begins_like_a_word_is_allowed(word: str) -> None:
    head = f"set: mine\ntitle: My Cards\nkeywords: [{word}]\n"
    assert not compile_text(set_of(CARD, head)).diagnostics


def test_one_run_reports_every_mistake_of_a_file() -> None:
    text = set_of(
        "  - title: Ice\n    wrld: 2\n    vp: 1\n    powers: |\n"
        "      settle: x\n      produce: good\n      setle: y\n"
        "  - title: Fire\n    world: 2\n    vp: x\n    powers: |\n      trade: keep 1\n"
    )
    codes = [one.code for one in compile_text(text).diagnostics]
    assert codes == ["E201", "E210", "E210", "E204", "E301"]


def test_of_a_power_that_means_nothing_one_mistake_is_told_and_all_that_can_be_mended() -> None:
    nonsense = card_with("develop: cost -1 for genes cards per military non-military world")
    assert [one.code for one in compile_text(nonsense).diagnostics] == ["E403"]
    misspelt = card_with("settle: cost -1 for rebal worlds per militry world")
    assert [one.code for one in compile_text(misspelt).diagnostics] == ["E401", "E401"]


CORPUS = [
    *(card_with(row[0]) for row in POWERS),
    *(set_of(f"  - title: Ice Harvesters\n{row[0]}") for row in KEYS),
    *(entry.wrong for entry in load_explanations().values() if entry.wrong),
]


def mended(text: str, found: Diagnostic) -> str:
    """The text with a finding's fix made in it."""
    assert found.fix is not None
    return apply_fixes(text, [found.fix])[0]


@pytest.mark.parametrize("text", CORPUS, ids=range(len(CORPUS)))
def test_each_fix_mends_what_it_is_for(text: str) -> None:
    before = [one for one in compile_text(text).diagnostics if one.file.endswith("mine.yaml")]
    places = {(one.code, one.region[:2]) for one in before}
    for one in before:
        if one.fix is not None:
            after = compile_text(mended(text, one)).diagnostics
            left = {(other.code, other.region[:2]) for other in after}
            assert (one.code, one.region[:2]) not in left, one.help
            # What the finding hid can show now, but no other place of the line is worse.
            known = {place for place in left if place[1][0] != one.region.line}
            assert known <= places or one.code in ("E105", "E201"), one.help


def test_all_fixes_of_a_card_together_mend_it() -> None:
    text = card_with("settle: militray +1", "settle: cost -1 for rebal worlds")
    for one in compile_text(text).diagnostics:
        text = mended(text, one)
    assert not compile_text(text).diagnostics


def test_a_colon_without_quotes_hides_nothing_else() -> None:
    text = set_of(
        "  - title: Ice\n    world: 2\n    vp: 1\n    powers: settle: militray +1\n"
        "  - title: Fire: Hot\n    world: 2\n    vp: 1\n    powers: |\n      setle: military +1\n"
    )
    found = [(one.code, one.region.line) for one in compile_text(text).diagnostics]
    assert found == [("E105", 8), ("E105", 9), ("E210", 13)]


def test_a_file_full_of_colons_without_quotes_is_read_only_so_often() -> None:
    cards = "".join(f"  - title: Ice: {n}\n    world: 2\n    vp: 1\n" for n in range(2_000))
    found = compile_text(set_of(cards)).diagnostics
    assert 2 <= len(found) <= 21
    assert {one.code for one in found} == {"E105"}


HANDS = "set: mine\ntitle: Mine\npreset hands:\n"
HOMES = "".join(
    f"  - title: Home {n}\n    world: 1\n    vp: 1\n    start: {{number: {n}, colour: red}}\n"
    for n in (1, 2)
)


def hand(number: int, *cards: str) -> str:
    return f"  - {{number: {number}, start world: Home {number}, cards: [{', '.join(cards)}]}}\n"


def test_hands_hold_no_more_copies_than_there_are() -> None:
    ice = CARD + "    copies: 2\n"
    name = "Ice Harvesters"
    enough = HANDS + hand(1, name) + hand(2, name)
    assert not compile_text(set_of(HOMES + ice, enough)).diagnostics
    for hands in (hand(1, name) + hand(2, name, name), hand(1, name, name, name) + hand(2)):
        found = compile_text(set_of(HOMES + ice, HANDS + hands)).diagnostics
        assert "E414" in {one.code for one in found}


def test_hands_of_required_sets_are_dealt_too() -> None:
    other = set_of(HOMES + CARD, HANDS + hand(1, "Ice Harvesters")).replace("mine", "other")
    head = HANDS.replace("preset", "requires: [other]\npreset") + hand(1, "Ice Harvesters")
    found = compile_text(set_of(CARD.replace("Ice", "Fire"), head), other=other).diagnostics
    assert [one.code for one in found] == ["E412", "E414", "E414"]


def test_a_file_with_an_error_is_no_set() -> None:
    assert compile_text(card_with("settle: militray +1")).sets == ()
    assert compile_text(CARD).sets == ()
