"""The second edition: five cards of the base game as boxes sold since 2018 print them."""

import pytest

from rftg_dsl import load
from rftg_dsl.cli import main
from rftg_dsl.library import cards_in_use, load_shipped
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids

ID = "second-edition"


def cards_of(*sets: str) -> dict[str, Card]:
    """The cards of a game with these sets, by title."""
    compilation = load(sets)
    assert compilation.diagnostics == ()
    return {card.title: card for card in cards_in_use(compilation.sets)}


def test_it_needs_the_base_game_alone_and_replaces_what_it_brings() -> None:
    (base, edition) = load([ID]).sets
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
    old, new = cards_of("base")[title], cards_of(ID)[title]
    assert (old.cost, old.vp) == before
    assert (new.cost, new.vp) == now
    assert (old.type, old.military, old.kind, old.keywords, old.copies) == (
        (new.type, new.military, new.kind, new.keywords, new.copies)
    )


def test_powers_differ_on_two_cards_by_one_line_each() -> None:
    new = {
        title: {line.text for line in card.powers}
        ^ {line.text for line in cards_of("base")[title].powers}
        for title, card in cards_of(ID).items()
    }
    assert {title: lines for title, lines in new.items() if lines} == {
        "Outlaw World": {"settle: military +1"},
        "Merchant Guild": {"score: 1 per good"},
    }


def test_it_goes_with_every_shipped_set_and_adds_no_card() -> None:
    others = [name for name in shipped_ids() if name not in (ID, "roll")]
    with_it, without = cards_of(*others, ID), cards_of(*others)
    assert with_it.keys() == without.keys()
    assert cards_of(ID, *others) == with_it


def test_all_shipped_cards_are_those_of_the_first_edition(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ID not in [one.id for one in load_shipped().sets]
    main(["show", "Merchant Guild"])
    out, err = capsys.readouterr()
    assert "good" not in out
    assert f"add `--sets {ID}`" in err
    main(["show", "Merchant Guild", "--sets", ID])
    assert "1 VP per good" in capsys.readouterr().out
