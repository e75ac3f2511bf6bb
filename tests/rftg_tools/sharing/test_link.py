"""A set as a link: what goes in comes out, and a stranger's link does nothing but say why."""

import base64
import json
import random
import time
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftg_dsl.compiler import compile_files
from rftg_dsl.limits import FILE_BYTES
from rftg_tools.sharing.link import (
    DEFAULT_NAME,
    MAX_LENGTH,
    PREFIX,
    BadLink,
    LinkedSet,
    collect_set,
    decode_link,
    encode_link,
    join_address,
)

FRONTIER = Path(__file__).parents[3] / "examples" / "frontier.yaml"
SECONDS = 2.0
"""Time within which any link is read; a few milliseconds are usual."""
GOOD: dict[str, Any] = {
    "version": 1,
    "name": "ice.yaml",
    "text": "set: ice\ntitle: Ice\ncards: []\n",
}


def packed(data: bytes) -> str:
    """A link of any bytes."""
    code = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    return PREFIX + code


def with_members(**changes: Any) -> str:
    """A link of a good set with other members."""
    return packed(json.dumps(GOOD | changes).encode())


# --- what goes in comes out

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
NAMES = st.from_regex(r"[a-b][a-z0-9-]{0,20}\.yaml", fullmatch=True)


@given(TEXTS, NAMES, st.dictionaries(st.from_regex(r"x[a-z]{1,9}\.yaml", fullmatch=True), TEXTS))
def test_what_goes_in_comes_out(text: str, name: str, needs: dict[str, str]) -> None:
    linked = LinkedSet(name, text, needs)
    link = encode_link(linked)
    assert decode_link(link) == linked
    assert encode_link(linked) == link
    assert decode_link(f"  https://x.example/bench/{link}\n") == linked


def test_the_example_set_fits_well() -> None:
    linked, _compilation = collect_set(FRONTIER, FRONTIER.read_text(encoding="utf-8"))
    assert linked.needs == {}
    assert len(encode_link(linked)) < MAX_LENGTH / 3


def test_a_link_of_the_first_version_is_read_for_good() -> None:
    """Whatever zlib made it: this text was packed once, and stands in chats."""
    link = (
        "#set=eNqrVipLLSrOzM9TsjLUUcpLzE1VslLKTE7Vq0zMzVHSUSpJrSgBihSnllgpAIVj8koyS3JSrRQ8QezkxKKUY"
        "iuF6NiYPKVaAJg4GOM"
    )
    assert decode_link(link) == LinkedSet("ice.yaml", GOOD["text"])


def test_own_sets_that_a_set_needs_come_along_and_shipped_ones_do_not(tmp_path: Path) -> None:
    far = "set: far\ntitle: Far\nrequires: [base]\ncards:\n" + CARD.format("Far Sun")
    (tmp_path / "far.cards.yaml").write_text(far, encoding="utf-8")
    text = HEAD.replace("[base]", "[base, far]") + CARD.format("Geyser")
    linked, compilation = collect_set(tmp_path / "ice.yaml", text)  # not on the disk yet
    assert linked == LinkedSet("ice.yaml", text, {"far.cards.yaml": far})
    assert not compilation.has_errors


def test_a_file_whose_name_others_cannot_have_gets_another(tmp_path: Path) -> None:
    for name in ("Mein Set.yaml", "con.yaml", "é.yaml", "-x.yaml", f"{'a' * 90}.yaml"):
        assert collect_set(tmp_path / name, "set: a\n")[0].name == DEFAULT_NAME


def test_a_text_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(BadLink, match="half of a character"):
        encode_link(LinkedSet("ice.yaml", "set: \ud800"))
    with pytest.raises(BadLink, match="more than 1,000,000 bytes"):
        encode_link(LinkedSet("ice.yaml", "x" * FILE_BYTES))


@pytest.mark.parametrize("address", ["x.example", "javascript:alert(1)//", "https://x/#a", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(BadLink, match="not the address of a studio"):
        join_address(address, "#set=x")


# --- what a stranger sends

MESSAGES = {
    "https://x.example/bench/": "no #set=",
    "#set=": "has no set",
    "#set=A": "cut off",
    "#set=AB+C": "a character that no link has: '\\+'",
    "#set=AB/C": "a character that no link has: '/'",
    "#set=eNo=": "a character that no link has: '='",
    "#set=AB\0C": r"a character that no link has: '\\x00'",
    "#set=АBCD": r"a character that no link has: '\\u0410'",
    "#set=AAAA": "damaged",
    "#set=eNp": "damaged|cut off",
    "#set=" + "A" * MAX_LENGTH: "longer than 8,000",
    encode_link(LinkedSet("a.yaml", "set: a\n"))[:-4]: "cut off",
    packed(b"\xff\xfe"): "not text in UTF-8",
    packed(b"[1]"): "not an object",
    packed(b"{"): "not JSON",
    packed(b"[" * 50_000): "nested too deeply|not JSON",
    packed(b'{"version": 1, "version": 1}'): "'version' appears twice",
    packed(b'{"version": NaN}'): "not a number",
    packed(b" " * (FILE_BYTES + 1)): "more than 1,000,000 bytes",
    with_members(version=2): "newer version",
    with_members(version=0): "no version",
    with_members(version=True): "no version",
    with_members(version="1"): "no version",
    with_members(extra=1): "unknown part: 'extra'",
    with_members(text=""): "no text",
    with_members(text=5): "no text",
    with_members(text="\ud800"): "half of a character",
    with_members(name=5): "a name that a set can't have",
    with_members(needs=[]): "can't be read",
    with_members(needs={"a.yaml": 1}): "can't be read",
    with_members(needs={"ICE.yaml": "x"}): "same name",
    with_members(needs={f"a{n}.yaml": "" for n in range(64)}): "more than 63",
}


@pytest.mark.parametrize("link", MESSAGES, ids=range(len(MESSAGES)))
def test_a_bad_link_says_why(link: str) -> None:
    with pytest.raises(BadLink, match=MESSAGES[link]):
        decode_link(link)


@pytest.mark.parametrize(
    "name",
    [
        "../ice.yaml", "/etc/passwd", "a/b.yaml", "a\\b.yaml", "C:a.yaml", ".ice.yaml", "ice.txt",
        "con.yaml", "LPT1.cards.yaml", "ice.yaml\n", "ice\0.yaml", "<img src=x>.yaml", "", ".yaml",
        "\u202eice.yaml", "ice\u2028.yaml", "~.yaml", "ice.yaml/", "é.yaml",
    ],
)  # fmt: skip
def test_a_name_is_that_of_a_file_and_no_path(name: str) -> None:
    for link in (with_members(name=name), with_members(needs={name: "set: x\n"})):
        with pytest.raises(BadLink, match="a name that a set can't have") as caught:
            decode_link(link)
        assert str(caught.value).isprintable()


def test_what_stands_after_the_end_is_refused() -> None:
    data = zlib.compress(json.dumps(GOOD).encode(), 9)
    for more in (b"x", zlib.compress(b"more")):
        with pytest.raises(BadLink, match="after its end"):
            decode_link(PREFIX + base64.urlsafe_b64encode(data + more).decode().rstrip("="))


def test_a_bomb_is_never_unpacked() -> None:
    """Six thousand characters can hold five megabytes of the same."""
    bomb = packed(b"x" * 4_500_000)
    assert len(bomb) < MAX_LENGTH
    start = time.perf_counter()
    with pytest.raises(BadLink, match="more than 1,000,000 bytes"):
        decode_link(bomb)
    assert time.perf_counter() - start < SECONDS


CARD = "  - title: {}\n    world: 1\n    vp: 1\n"
HEAD = "set: ice\ntitle: Ice\nrequires: [base]\ncards:\n"
SCRIPTS = [
    "'<script>alert(1)</script>'", "'\"><img src=x onerror=alert(1)>'", "'javascript:alert(1)'",
    "'{{7*7}}${7*7}#{7*7}'", "'#read(\"/etc/passwd\")'", "\u202egnp", "a\u2028b", "a\0b", "a\u200bb"
]  # fmt: skip
HOSTILE_TEXTS = [
    *(HEAD + CARD.format(title) for title in SCRIPTS),
    HEAD + "".join(CARD.format(f"C{n}") for n in range(5_000)),
    HEAD + "  - " * 40 + "x\n",
    "cards: " + "[" * 60_000,
    "a: &a [x,x,x,x]\n"
    + "".join(f"{b}: &{b} [*{a},*{a},*{a}]\n" for a, b in pairwise("abcdefghi")),
    "a: &x [*x]\n",
    "<<: {set: x}\nset: y\nset: z\n",
    "!!python/object/apply:os.system ['true']\n",
    "x" * 900_000,
    "\n" * 900_000,
    "# " + "é" * 400_000,
    "set: ice\n---\nset: ice\n",
    HEAD + CARD.format("A") + "    powers: |\n      explore: " + "(" * 50_000 + "\n",
    HEAD + CARD.format("A") + "    art: ../../../etc/passwd\n",
    "set: base\ntitle: Base\nrequires: [base, ice, nothing]\ncards: []\n",
    "{}\n",
    "set: [1, 2]\ntitle: {a: b}\ncards: 7\n",
]  # fmt: skip


def hostile_links() -> Iterator[str]:
    """Two hundred links: bombs, scripts, mutations of a good link."""
    yield from MESSAGES
    for text in HOSTILE_TEXTS:
        yield with_members(text=text)
        main = HEAD.replace("base", "own") + CARD.format("A")
        yield with_members(needs={"own.yaml": text}, text=main)
    chance = random.Random(1)
    good = encode_link(LinkedSet("ice.yaml", HEAD + CARD.format("A")))
    letters = "ABCabc019-_+/=%. <>\0"
    for _ in range(140):
        code = list(good)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(PREFIX), len(code))
            match chance.randrange(4):
                case 0:
                    code[place] = chance.choice(letters)
                case 1:
                    del code[place:]
                    code += "A"
                case 2:
                    code.insert(place, chance.choice(letters))
                case _:
                    code[place:place] = code[len(PREFIX) :]
        yield "".join(code)


def decoded(link: str) -> LinkedSet | str:
    """The set of a link, or what is said of it."""
    try:
        return decode_link(link)
    except BadLink as problem:
        return str(problem)


@pytest.mark.parametrize("number", range(5))
def test_200_hostile_links_say_why_or_open_in_bounded_time(number: int, tmp_path: Path) -> None:
    links = list(hostile_links())
    assert len(links) >= 200
    for link in links[number::5]:
        start = time.perf_counter()
        linked = decoded(link)
        if isinstance(linked, str):
            assert linked.isprintable()
            assert linked[-1] == "."
            assert len(linked) < 300
        else:
            for name, text in [*linked.needs.items(), (linked.name, linked.text)]:
                (tmp_path / name).write_bytes(text.encode())
            assert len(link) <= MAX_LENGTH
            compile_files([tmp_path / linked.name])
            for path in tmp_path.iterdir():
                path.unlink()
        assert time.perf_counter() - start < 5 * SECONDS, link[:200]


@settings(max_examples=300)
@given(st.text(max_size=200) | st.binary(max_size=200).map(packed))
def test_any_text_is_a_bad_link(text: str) -> None:
    with pytest.raises(BadLink):
        decode_link(text if text.startswith(PREFIX) else PREFIX + text)


def test_many_members_do_not_take_long() -> None:
    names = ",".join(f'"{n}":0' for n in range(60_000))
    start = time.perf_counter()
    with pytest.raises(BadLink, match=r"appears twice|longer than"):
        decode_link(packed(f'{{{names},"x":0,"x":0}}'.encode()))
    assert time.perf_counter() - start < SECONDS
