"""What powers change of what others count, and what turns have done."""

from rftg_dsl.words.verbs import EFFECTS
from rftg_engine.bots import make_bot, play_out
from rftg_engine.cards.terms import GAINS
from rftg_engine.game import new_game
from rftg_engine.options import Options
from rftg_engine.turns.counting import EMPTY_TALLY, NO_TALLY
from tests.game import table_of


def test_each_word_that_gives_something_has_a_gain_with_its_facts() -> None:
    assert GAINS.keys() == {verb for verb, word in EFFECTS.items() if word.gain}
    for gain in GAINS.values():
        assert gain.affects is None or isinstance(gain.affects, frozenset)
        assert len(gain.worth) == 2


def test_what_turns_have_done_is_not_added_to_what_they_begin_with() -> None:
    table = table_of("base")
    game = new_game(table, Options(2), "turns", forkable=False)
    play_out(game, [make_bot("random", table, f"turns/{seat}") for seat in range(2)], 60)
    assert game.over
    for tally in (NO_TALLY, EMPTY_TALLY):
        assert (tally.placed, tally.produced, tally.consumed, tally.sold) == ((), (), (), ())
