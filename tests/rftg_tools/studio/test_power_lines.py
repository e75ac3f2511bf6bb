"""Power lines of a block: written anew, with what stands around those that stay."""

from rftg_tools.studio.sheet import replace_powers

BLOCK = ["      # one\n", "      a: 1 # x\n", "\n", "        b: 2\n", "      # end\n"]


def test_lines_that_stay_stay_as_they_are() -> None:
    assert replace_powers(BLOCK, ["a: 1", "b: 2"], 6) == BLOCK


def test_a_line_is_changed_with_its_indentation_and_comment() -> None:
    assert replace_powers(BLOCK, ["a: 9", "b: 2"], 6)[1] == "      a: 9 # x\n"
    assert replace_powers(BLOCK, ["a: 1", "b: 9"], 6)[3] == "        b: 9\n"


def test_what_stands_below_the_last_line_stays() -> None:
    assert replace_powers(BLOCK, ["a: 1", "b: 2", "c: 3"], 6)[-2:] == [
        "      c: 3\n",
        "      # end\n",
    ]


def test_an_empty_block_gets_its_lines_where_it_is_told() -> None:
    assert replace_powers([], ["a: 1"], 4) == ["    a: 1\n"]
