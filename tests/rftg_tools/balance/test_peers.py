"""Which official cards a card is compared with."""

from rftg_dsl.library import cards_in_use, load
from rftg_dsl.model import Card, Start
from rftg_tools.balance.deck import peers_of

BASE = cards_in_use(load(["base"]).sets)


def card(type_: str, cost: int, **facts: object) -> Card:
    return Card("Mine", "mine", type_, cost, 1, **facts)  # type: ignore[arg-type]


def titles(one: Card) -> set[str]:
    peers = peers_of(one, BASE)
    assert peers is not None
    return {peer.title for peer in peers.cards}


def test_a_development_is_compared_with_all_developments_of_its_cost() -> None:
    found = peers_of(card("development", 4), BASE)
    assert found is not None
    assert {peer.cost for peer in found.cards} == {4}
    assert len(found.cards) == 4
    assert (found.description, found.average) == (
        "4-cost development",
        "an average 4-cost development",
    )
    assert found.has_same_cost


def test_a_world_is_compared_with_worlds_that_get_their_goods_as_it_does() -> None:
    made = card("world", 3, kind="rare", production=True)
    assert titles(made) == {
        "Comet Zone",
        "Plague World",
        "Bio-Hazard Mining World",
        "Prosperous World",
        "Mining World",
    }
    found = peers_of(made, BASE)
    assert found is not None
    assert found.description == "non-military production world of cost 3"


def test_where_such_worlds_are_few_the_others_of_its_cost_are_taken_too() -> None:
    gray = peers_of(card("world", 3), BASE)
    assert gray is not None
    assert gray.description == "non-military world of cost 3"
    assert {"Galactic Resort", "Comet Zone"} <= {peer.title for peer in gray.cards}


def test_military_worlds_have_their_own_peers_by_defense() -> None:
    found = peers_of(card("world", 5, military=True), BASE)
    assert found is not None
    assert {peer.title for peer in found.cards} == {"Rebel Outpost", "Lost Alien Warship"}
    assert found.description == "military world of defense 5"


def test_without_an_official_card_of_the_cost_the_nearest_is_taken_and_told() -> None:
    found = peers_of(card("development", 9), BASE)
    assert found is not None
    assert {peer.cost for peer in found.cards} == {6}
    assert not found.has_same_cost
    assert found.description == "6-cost development"


def test_a_single_peer_is_called_by_its_title() -> None:
    found = peers_of(card("development", 5), BASE)
    assert found is not None
    assert found.average == "Consumer Markets, the only official 5-cost development"


def test_a_start_world_is_compared_with_start_worlds_and_no_other_card_is() -> None:
    start = card("world", 7, military=True, start=Start(99, "red"))
    assert len(titles(start)) == 5
    assert all(peer.start is None for peer in BASE if peer.title in titles(card("world", 2)))


def test_nothing_is_compared_with_cards_of_another_type() -> None:
    developments = [one for one in BASE if one.type == "development"]
    assert peers_of(card("world", 2), developments) is None
