"""Xeno Invasion and the second edition, from the compiled cards."""

from collections import Counter

import pytest

from rftg_dsl import load
from rftg_dsl.cli import main
from rftg_dsl.compiler import Compilation
from rftg_dsl.library import cards_in_use, load_shipped
from rftg_dsl.model import Card, CardSet, Invasion, InvasionCard
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.syntax.formatter import format_power

ID = "xeno-invasion"


@pytest.fixture(scope="module")
def compilation() -> Compilation:
    return load([ID])


@pytest.fixture(scope="module")
def xeno(compilation: Compilation) -> CardSet:
    return compilation.sets[-1]


@pytest.fixture(scope="module")
def invasion(xeno: CardSet) -> Invasion:
    assert xeno.invasion is not None
    return xeno.invasion


def named(xeno: CardSet, title: str) -> Card:
    return next(card for card in xeno.cards if card.title == title)


def lines(xeno: CardSet, title: str) -> list[str]:
    return [line.text for line in named(xeno, title).powers]


def test_it_is_a_shipped_set_that_needs_the_base_game_alone(compilation: Compilation) -> None:
    assert ID in {path.stem for path in shipped_sets()}
    assert compilation.diagnostics == ()
    assert [one.id for one in compilation.sets] == ["base", ID]


def test_there_are_44_designs_on_51_cards_five_of_them_start_worlds(xeno: CardSet) -> None:
    assert len(xeno.cards) == 44
    assert sum(card.copies for card in xeno.cards) == 51
    starts = [card.start for card in xeno.cards if card.start]
    assert [start.number for start in starts] == [5, 6, 7, 8, 9]
    assert Counter(start.colour for start in starts) == {"red": 3, "blue": 2}


def test_worlds_and_developments_are_so_many(xeno: CardSet) -> None:
    designs = Counter(card.type for card in xeno.cards)
    assert designs == {"world": 31, "development": 13}
    assert sum(card.copies for card in xeno.cards if card.type == "development") == 20
    assert sum(card.military for card in xeno.cards) == 17
    assert {
        card.title for card in xeno.cards if card.type == "development" and card.vp is None
    } == {
        "Uplift Bio-Engineers",
        "Imperium War Profiteers",
        "Terraforming Defenders",
        "Anti-Xeno Rebel Force",
        "Alien Historians",
        "Anti-Xeno League",
    }


def test_worlds_of_the_xenos_are_military_ones(xeno: CardSet) -> None:
    theirs = [card for card in xeno.cards if "xeno" in card.keywords]
    assert len(theirs) == 8
    assert all(card.military for card in theirs)
    assert len([card for card in xeno.cards if "anti-xeno" in card.keywords]) == 8


def test_every_power_is_written_canonically_and_every_keyword_is_asked_for(xeno: CardSet) -> None:
    powers = [line for card in xeno.cards for line in card.powers]
    assert [line.text for line in powers] == [format_power(line.power) for line in powers]
    selectors = [selector for line in powers for selector in selectors_in(line.power)]
    said = {word for selector in selectors for word, _span in keywords_in(selector)}
    assert {"xeno", "anti-xeno"} == set(xeno.keywords) <= said


def test_ten_cards_defend_against_invasions_and_two_repair(xeno: CardSet) -> None:
    verbs = [
        (card.title, effect.verb)
        for card in xeno.cards
        for line in card.powers
        for effect in line.power.effects
    ]
    assert len({title for title, verb in verbs if verb == "invasion defense"}) == 10
    repair = {title for title, verb in verbs if verb == "repair"}
    assert repair == {"Construction Corps", "Terraforming Defenders"}


def test_where_sources_disagree_the_reading_is_this(xeno: CardSet) -> None:
    assert lines(xeno, "Anti-Xeno Militia")[-1] == "settle: may discard this -> invasion defense +3"
    assert named(xeno, "Alien Archives").keywords == ()
    assert named(xeno, "Galactic Clearing House")


def test_it_is_for_two_to_five_players_with_modules_of_its_own(
    xeno: CardSet, invasion: Invasion
) -> None:
    assert xeno.players == 5
    assert xeno.modules == ("invasion", "mixed explore", "start world choice")
    assert dict(invasion.repulse) == {2: 22, 3: 28, 4: 33, 5: 39}
    assert dict(invasion.rewards) == {
        2: (1, 2),
        3: (1, 1, 2),
        4: (1, 1, 1, 2),
        5: (1, 1, 1, 2, 2),
    }
    assert (invasion.by, invasion.first_round) == ("xeno", 3)
    assert (invasion.bunker, invasion.award) == (2, 5)


def test_three_waves_have_39_cards_of_growing_strength(invasion: Invasion) -> None:
    first, second, last = invasion.waves
    assert [len(wave.cards) for wave in invasion.waves] == [11, 11, 17]
    for wave, low, high in ((first, -1, 4), (second, 0, 7)):
        assert (wave.cards[0].strength, wave.cards[-1].strength) == (low, high)
        assert [wave.rounds_for(players) for players in (2, 3, 4, 5)] == [1, 2, 2, 2]
    assert (last.cards[0].strength, last.cards[-4].strength) == (3, 9)
    assert last.cards[-3:] == tuple(InvasionCard(more, own=True) for more in (3, 4, 5))
    assert last.rounds == ()


SECOND = "second-edition"


def cards_of(*sets: str) -> dict[str, Card]:
    """The cards of a game with these sets, by title."""
    compilation = load(sets)
    assert compilation.diagnostics == ()
    return {card.title: card for card in cards_in_use(compilation.sets)}


def test_it_needs_the_base_game_alone_and_replaces_what_it_brings() -> None:
    (base, edition) = load([SECOND]).sets
    assert base.id == "base"
    assert sorted(edition.replaces) == sorted(card.title for card in edition.cards)
    assert len(edition.cards) == 5


@pytest.mark.parametrize(
    ("title", "before", "now"),
    [
        ("Black Market Trading World", (3, 2), (2, 1)),
        ("Bio-Hazard Mining World", (3, 2), (2, 0)),
        ("Imperium Armaments World", (4, 2), (3, 2)),
        ("Outlaw World", (1, 1), (1, 1)),
        ("Merchant Guild", (6, None), (6, None)),
    ],
)
def test_cost_and_points_of_the_five_cards(
    title: str, before: tuple[int, int], now: tuple[int, int]
) -> None:
    old, new = cards_of("base")[title], cards_of(SECOND)[title]
    assert (old.cost, old.vp) == before
    assert (new.cost, new.vp) == now
    assert (old.type, old.military, old.kind, old.keywords, old.copies) == (
        (new.type, new.military, new.kind, new.keywords, new.copies)
    )


def test_powers_differ_on_two_cards_by_one_line_each() -> None:
    new = {
        title: {line.text for line in card.powers}
        ^ {line.text for line in cards_of("base")[title].powers}
        for title, card in cards_of(SECOND).items()
    }
    assert {title: lines for title, lines in new.items() if lines} == {
        "Outlaw World": {"settle: military +1"},
        "Merchant Guild": {"score: 1 per good"},
    }


def test_it_goes_with_every_shipped_set_and_adds_no_card() -> None:
    others = [name for name in shipped_ids() if name not in (SECOND, "roll")]
    with_it, without = cards_of(*others, SECOND), cards_of(*others)
    assert with_it.keys() == without.keys()
    assert cards_of(SECOND, *others) == with_it


def test_all_shipped_cards_are_those_of_the_first_edition(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert SECOND not in [one.id for one in load_shipped().sets]
    main(["show", "Merchant Guild"])
    out, err = capsys.readouterr()
    assert "good" not in out
    assert f"add `--sets {SECOND}`" in err
    main(["show", "Merchant Guild", "--sets", SECOND])
    assert "1 VP per good" in capsys.readouterr().out
