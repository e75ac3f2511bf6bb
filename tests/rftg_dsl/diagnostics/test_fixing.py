"""Fixes in the text of a file: made together where they do not touch, nothing else moved."""

from rftg_dsl.diagnostics.model import Edit, Fix, Region, apply_fixes


def on(line: int, column: int, length: int, text: str) -> Fix:
    return Fix((Edit(Region.on_line(line, column, length), text),))


def test_fixes_on_one_line_do_not_move_each_other() -> None:
    assert apply_fixes("abc def\n", [on(1, 1, 3, "x"), on(1, 5, 3, "yyyy")]) == ("x yyyy\n", 2)


def test_of_fixes_that_touch_the_first_is_made() -> None:
    assert apply_fixes("abcdef", [on(1, 1, 3, "x"), on(1, 3, 2, "y"), on(1, 6, 1, "z")]) == (
        "xdez",
        2,
    )


def test_the_same_edit_is_made_once() -> None:
    assert apply_fixes("abc", [on(1, 1, 1, "x"), on(1, 1, 1, "x")]) == ("xbc", 2)


def test_an_edit_can_go_over_several_lines() -> None:
    fix = Fix((Edit(Region(1, 3, 3, 2), "-\n-"),))
    assert apply_fixes("abc\ndef\nghi\njkl", [fix]) == ("ab-\n-hi\njkl", 1)


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    assert apply_fixes("\ufeffab\r\ncd\r\n", [on(2, 1, 1, "x")]) == ("\ufeffab\r\nxd\r\n", 1)


def test_no_fix_changes_nothing() -> None:
    assert apply_fixes("ab\n", []) == ("ab\n", 0)
