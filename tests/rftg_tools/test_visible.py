"""Names that can be seen, and that nobody takes for those of others."""

import pytest

from rftg_tools.untrusted import NotVisible, check_name, check_visible

SOUND = (
    "Bob",
    "Zoë",
    "Аня",
    "Ανδρέας",
    "花子",
    "Jean-Luc",
    "O'Neill",
    "김민수",
    "José 2",
    "😀",
    "Player 1",
)


@pytest.mark.parametrize("name", SOUND)
def test_names_of_people_are_taken(name: str) -> None:
    check_name(name, [one for one in SOUND if one != name])


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u0301", "\ufe0f", "\u200b", "a\nb", "  "],
)
def test_a_text_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(NotVisible):
        check_visible(name)
    with pytest.raises(NotVisible):
        check_name(name, ())


@pytest.mark.parametrize("name", ["Bob\u3164", "B\u034fob", "Bob\ufe0f", "Bob\u2800", "B\u00adob"])
def test_a_name_with_something_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(NotVisible, match=r"cannot be (seen|shown)"):
        check_name(name, ())


def test_a_note_may_have_what_changes_the_look_of_a_sign() -> None:
    check_visible("well played \u2764\ufe0f")


@pytest.mark.parametrize("name", ["B\u043eb", "\u0412ob", "\u0391nn"])
def test_a_name_that_mixes_scripts_which_look_alike_is_refused(name: str) -> None:
    with pytest.raises(NotVisible, match=r"mixes letters of (Cyrillic|Greek) and Latin"):
        check_name(name, ())


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0421\u043e\u0440", "Cop"),
        ("\u0412\u041e\u0412", "Bob"),
        ("\u039d\u0399\u039a\u039f", "NIKO"),
        ("BiIl", "Bill"),
        ("B0b", "Bob"),
        ("Player l", "Player 1"),
    ],
)
def test_a_name_that_looks_like_another_at_the_table_is_refused(name: str, other: str) -> None:
    check_name(name, ["Cid"])
    with pytest.raises(NotVisible, match="it looks like"):
        check_name(name, ["Cid", other])
    with pytest.raises(NotVisible, match="it looks like"):
        check_name(other, [name])


@pytest.mark.parametrize("name", ["bob", "BOB", "\uff22ob", "Bo\u0062"])
def test_a_name_in_other_letters_of_the_same_kind_is_refused(name: str) -> None:
    with pytest.raises(NotVisible, match="is called 'Bob' already"):
        check_name(name, ["Bob"])
