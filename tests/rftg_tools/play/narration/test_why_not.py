"""Why a card cannot be taken, what a good brings, and what each way to pay takes."""

from gamekit.decisions import Payment, PaymentOption
from rftg_engine import Side, view_of
from rftg_tools.play.narration import ask_of
from rftg_tools.play.narration.texts import plain_text
from tests.game import Game, card, development
from tests.rules.arc1.arc import FIRST, Arc
from tests.rules.arc1.test_moving import FERN, ORE
from tests.rules.arc1.test_new_combinations import START, WORLDS, settling, until

NAMES = ("Ann", "Bob")
FREE = development("Free", "consume: 1 rare good -> 1 vp", "consume: 1 good -> 1 vp")


def decision_for(game: Arc) -> dict[str, object]:
    """What the first player is asked, as the page has it."""
    decision = game.decision(FIRST)
    return ask_of(game.table, view_of(game.state, decision.player), decision, NAMES, game.log)


def reasons(game: Arc) -> dict[str, str]:
    """Why cards cannot be taken, by their titles."""
    said = decision_for(game)["why_not"]
    assert isinstance(said, dict)
    titles = game.table.titles
    return {titles[int(number)]: plain_text(one["why"], titles) for number, one in said.items()}


def consuming(cards: str, tableau: str, **held: str) -> Arc:
    game = Arc(Side(f"{START}, {tableau}", **held), cards=cards, until="consume")
    game.choose("develop", "consume: x2")
    return game


def test_a_price_that_follows_what_is_sold_is_that_of_the_moment() -> None:
    cards = ORE + FERN + development("Broker", "trade: price +2 if you have 2 or fewer goods")
    cards += development("Seller", "consume: 1 good -> sell it")
    mine = Side(f"{START}, Broker, Seller, Ore, Fern, Gem World", goods="Ore, Fern, Gem World")
    game = Arc(mine, cards=cards, until="consume")
    game.choose("consume: trade", "develop")
    until(game, "trade")
    assert "Sells for 4 cards." in str(decision_for(game)["options"])  # Genes, without the two
    game.pick(FIRST, "Gem World")
    until(game, "goods for power")
    assert "6 cards" in str(decision_for(game))


def test_of_a_price_in_parts_the_part_is_named_that_is_not_there() -> None:
    line = "consume: may spend 1 good and discard 1 card -> 3 vp"
    game = consuming(ORE + FREE + development("Hall", line), "Hall, Free, Ore", goods="Ore")
    until(game, "consume power")
    assert reasons(game)["Hall"] == "It takes 1 card from your hand; you have no cards."


def test_what_has_no_room_is_not_blamed_on_its_price() -> None:
    line = "consume: may discard 1 card -> move 1 good to a genes world"
    cards = ORE + FREE + development("Tug", line)
    game = consuming(cards, "Tug, Free, Ore", goods="Ore", hand="2 developments")
    until(game, "consume power")
    assert reasons(game)["Tug"] == "It would have no effect now."


def test_goods_of_other_worlds_are_not_there() -> None:
    line = "consume: 1 good of a military world -> 3 vp"
    game = consuming(ORE + FREE + development("Fort", line), "Fort, Free, Ore", goods="Ore")
    until(game, "consume power")
    why = "It takes 1 good of the worlds it names; you have no goods of them."
    assert reasons(game)["Fort"] == why


def test_worlds_that_take_no_part_in_a_move_have_their_reasons() -> None:
    cards = ORE + FERN + card("Dust", "world: 1") + card("Ice", "world: 1, windfall: rare")
    cards += development("Tug", "consume: may move 1 rare good to a rare world")
    tableau = "Tug, Ore, Fern, Dust, Ice, Gem World"
    game = consuming(cards, tableau, goods="Ore, Gem World")
    until(game, "move good")
    said = reasons(game)
    assert said["Gem World"] == "The power moves only Rare goods."
    assert said["Fern"] == "The power can't move a good here."
    assert said["Dust"] == "It is a gray world, which can't hold a good."


def test_nothing_is_said_of_a_card_that_its_own_power_has_cost() -> None:
    cards = ORE + FREE + development("Last", "consume: may discard this -> 2 vp")
    game = consuming(cards, "Last, Free, Ore, Gem World", goods="Ore, Gem World")
    until(game, "consume power")
    game.use(FIRST, "Last")
    until(game, "consume power")
    assert "Last" not in reasons(game)


def test_nothing_is_said_of_a_card_that_an_earlier_payment_has_cost() -> None:
    """arc 1 booklet, Settle a Second World: powers in force stay, a card discarded is gone."""
    help_ = "Improved Logistics, Colony Ship, Rebel Underground"
    game = settling(WORLDS, help_, "Small, Large", 4)
    game.place(FIRST, "Small")
    game.pay(FIRST, "Colony Ship")
    game.use(FIRST, "Improved Logistics")
    game.place(FIRST, "Large")
    until(game, "pay for world")
    assert "Colony Ship" not in reasons(game)


MERCENARIES = """
  - title: Hirelings
    development: 2
    vp: 1
    powers: |
      settle: may discard up to 2 cards -> military +1 each
"""

OPTIONS = (PaymentOption((), 6, 6),)


def payment_options(game: Game) -> dict[str, tuple[int, int]]:
    """The ways to pay that are offered, by their words."""
    view = view_of(game.state, FIRST)
    ask = ask_of(game.table, view, game.payment(), ("Ann", "Bob"))
    return {
        plain_text(way["label"], game.table.titles): (way["price"], way["most"])
        for way in ask["ways"]
    }


def test_a_world_is_paid_for_or_placed_by_giving_up_a_card() -> None:
    game = Game(Side("Old Earth, Colony Ship", hand="Spice World, 3 cards"))
    game.choose("settle")
    game.place(FIRST, "Spice World")
    assert payment_options(game) == {"2 cards": (2, 2), "Nothing, discarding Colony Ship": (0, 0)}


def test_a_military_world_is_conquered_with_what_is_called_up_or_paid_for() -> None:
    tableau = "New Sparta, Hirelings, Contact Specialist"
    game = Game(Side(tableau, hand="Pirate World, 5 cards"), cards=MERCENARIES)
    game.choose("settle")
    game.place(FIRST, "Pirate World")
    assert payment_options(game) == {
        "Conquer it, using Hirelings, for 2 cards": (2, 2),
        "2 cards, using Contact Specialist": (2, 2),
    }


def test_a_card_whose_power_does_not_help_says_why() -> None:
    tableau = "Old Earth, Colony Ship, Contact Specialist"
    game = Game(Side(tableau, hand="Alien Robotic Factory, 7 cards"))
    game.choose("settle")
    game.place(FIRST, "Alien Robotic Factory")
    view = view_of(game.state, FIRST)
    decision = Payment(FIRST, "pay for world", view.seats[FIRST].tableau[-1], OPTIONS, view.hand)
    ask = ask_of(game.table, view, decision, ("Ann", "Bob"))
    told = {game.table.titles[int(card)]: why["why"] for card, why in ask["why_not"].items()}
    assert told == {
        "Alien Robotic Factory": ["You are paying for this card."],
        "Colony Ship": ["Its power doesn't apply to this card."],
        "Contact Specialist": ["Its power doesn't apply to this card."],
    }
