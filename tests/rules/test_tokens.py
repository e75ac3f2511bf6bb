"""docs/language.md, Tokens: gained while there are any, spent, counted, worth what a line says."""

import pytest

from rftg_engine import Side, view_of
from rftg_engine.phases.scoring import result, score
from tests.game import FIRST, SECOND, Game, development


class Tokens(Game):
    """A game in which there are 4 relics and 9 science artifacts. relics: of each player."""

    def __init__(
        self, cards: str, *sides: Side, relics: tuple[int, ...] = (), takeovers: bool = False
    ) -> None:
        super().__init__(*sides, cards=cards, takeovers=takeovers)
        for place, number in enumerate(relics):
            if number:
                self.player(place).tokens = {"relic": number}

    def relics(self, player: int) -> int:
        """Return how many relics a player has."""
        return self.player(player).tokens.get("relic", 0)


DIG = development("Dig", "produce: 3 relic tokens")
DIG_TOO = development("Dig Too", "produce: 2 relic tokens")


@pytest.mark.parametrize(("held", "found"), [(0, 3), (2, 2), (4, 0)])
def test_no_more_tokens_come_than_nobody_has(held: int, found: int) -> None:
    """docs/language.md, Tokens: of what is gained no more comes than is left."""
    game = Tokens(DIG, Side("New Sparta, Dig"), Side("Old Earth"), relics=(0, held))
    game.choose("produce")
    assert (game.relics(FIRST), game.relics(SECOND)) == (found, held)


def test_the_last_tokens_are_taken_in_turn_order() -> None:
    """docs/language.md, Tokens: players take them in the order in which they act."""
    sides = Side("New Sparta, Dig"), Side("Old Earth, Dig Too")
    game = Tokens(DIG + DIG_TOO, *sides)
    game.choose("produce")
    assert (game.relics(FIRST), game.relics(SECOND)) == (3, 1)


def test_what_is_spent_can_be_gained_again() -> None:
    """docs/language.md, Tokens: what is spent goes back to the rest."""
    altar = development("Altar", "produce: may spend 2 relic tokens -> 3 vp")
    sides = Side("New Sparta, Altar"), Side("Old Earth, Dig")
    game = Tokens(DIG + altar, *sides, relics=(3, 1))
    game.choose("produce")
    game.pick(FIRST, "yes")
    assert game.vp(FIRST) == 3
    assert (game.relics(FIRST), game.relics(SECOND)) == (1, 3)


@pytest.mark.parametrize(("relics", "enough"), [(1, False), (2, True)])
def test_a_token_pays_one_price(relics: int, enough: bool) -> None:
    """docs/language.md, What it takes: some for one world, others for the next."""
    line = "settle: may spend 1 relic token -> military +2"
    cards = development("One", line) + development("Two", line)
    cards += "  - {title: Tomb, military world: 4, vp: 1}\n"
    game = Tokens(cards, Side("Epsilon Eridani, One, Two", "Tomb, Gem World"), relics=(relics,))
    game.choose("settle")
    assert ("Tomb" in game.legal_answers(FIRST)) == enough
    if enough:
        game.place(FIRST, "Tomb")
        assert "Tomb" in game.tableau(FIRST)
        assert game.relics(FIRST) == 0


@pytest.mark.parametrize(("relics", "offered"), [(1, False), (2, True)])
def test_a_price_in_tokens_is_paid_whole(relics: int, offered: bool) -> None:
    """docs/language.md, What it takes: both are given up, or neither."""
    line = "consume: may spend 2 relic tokens and 1 good -> 5 vp"
    mine = Side("New Sparta, Rites, Gem World", goods="Gem World")
    game = Tokens(development("Rites", line), mine, relics=(relics,))
    game.choose("consume: x2")
    if offered:
        game.pick(FIRST, "Rites")
    assert game.vp(FIRST) == (10 if offered else 0)
    assert (game.relics(FIRST), game.goods(FIRST)) == ((0, []) if offered else (1, ["Gem World"]))


def test_how_many_are_spent_is_asked() -> None:
    """docs/language.md, What it takes: `spend up to`."""
    line = "consume: may spend up to 3 relic tokens -> 1 vp each"
    game = Tokens(development("Rites", line), Side("New Sparta, Rites"), relics=(4,))
    game.choose("consume: x2")
    game.pick(FIRST, "Rites")
    assert game.options() == ((1,), (2,), (3,))
    game.number(FIRST, 2)
    assert (game.vp(FIRST), game.relics(FIRST)) == (4, 2)


def test_tokens_are_counted_at_the_moment_and_not_with_what_they_pay_for() -> None:
    """docs/language.md, What is counted: as it is given, when its cost has been paid."""
    line = "consume: may spend 1 relic token -> 1 vp per relic token"
    game = Tokens(development("Rites", line), Side("New Sparta, Rites"), relics=(3,))
    game.choose("consume: trade")
    game.pick(FIRST, "Rites")
    assert (game.vp(FIRST), game.relics(FIRST)) == (2, 2)


@pytest.mark.parametrize(("mine", "theirs", "drawn"), [(2, 1, 1), (1, 1, 0), (1, 2, 0)])
def test_the_most_tokens_are_more_than_anybody_elses(mine: int, theirs: int, drawn: int) -> None:
    """docs/language.md, Only if: `the most`, which a tie is not."""
    line = "produce: draw 1 if you have the most relic tokens"
    sides = Side("New Sparta, Cult"), Side("Old Earth")
    game = Tokens(development("Cult", line), *sides, relics=(mine, theirs))
    game.choose("produce")
    assert game.count(FIRST) == drawn


def test_classes_are_told_apart() -> None:
    cards = development("Cult", "produce: 1 science artifact token", "score: 2 per relic token")
    game = Tokens(cards.replace("vp: 1", "vp: variable"), Side("New Sparta, Cult"), relics=(1,))
    before = score(game.table, game.state, game.player(FIRST).seat)
    game.choose("produce")
    assert game.player(FIRST).tokens == {"relic": 1, "science artifact": 1}
    assert score(game.table, game.state, game.player(FIRST).seat) == before


def test_tokens_are_no_points_and_break_no_ties() -> None:
    """docs/language.md, Tokens: no points but those that a `score` line gives."""
    game = Tokens(DIG, Side("Old Earth"), Side("Gem World, Artist Colony"), relics=(4,))
    ended = result(game.table, game.state)
    seat = game.player(FIRST).seat
    game.player(FIRST).tokens = {}
    assert result(game.table, game.state) == ended
    assert score(game.table, game.state, seat) == ended.scores[seat]


class ArcTokens(Tokens):
    """The same with the sets of the arc, and takeovers."""

    sets = ("brink-of-war", "new-worlds")


def test_tokens_pay_for_a_takeover_and_come_with_it() -> None:
    """docs/language.md, What it takes: a takeover can cost tokens."""
    line = "settle: may spend 1 relic token -> take over a rebel military world, 3 relic tokens"
    sides = Side("New Sparta, Drop Ships, Raid"), Side("Old Earth, Rebel Underground")
    game = ArcTokens(development("Raid", line), *sides, relics=(2,), takeovers=True)
    game.choose("settle")
    game.pick(FIRST, "Raid", "Rebel Underground")
    assert "Rebel Underground" in game.tableau(FIRST)
    assert game.relics(FIRST) == 4


def test_everybody_sees_them_and_copies_have_their_own() -> None:
    game = Tokens(DIG, Side("New Sparta, Dig"), relics=(1, 2))
    seats = view_of(game.state, game.player(SECOND).seat).seats
    assert seats[game.player(FIRST).seat].tokens == (("relic", 1),)
    copied = game.state.copy()
    copied.players[0].tokens["relic"] = 4
    assert game.state.digest() != copied.digest()
