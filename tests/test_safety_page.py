"""Every number that docs/safety.md promises is the constant that the code goes by."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from gamekit import bots, records, work
from rftg_dsl import limits
from rftg_dsl.cli import COMMANDS
from rftg_dsl.sets import pictures
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.suggest import yaml_repair
from rftg_engine.bots import players
from rftg_engine.phases import scoring
from rftg_engine.turns import placing
from rftg_tools import recorded
from rftg_tools.importing import runner
from rftg_tools.play import app, game_session, lobby, marking, messages, pages
from rftg_tools.play.share import app as share_app
from rftg_tools.play.share import company, links, listener
from rftg_tools.play.share import limits as share_limits
from rftg_tools.playtests import marks
from rftg_tools.sharing import link
from rftg_tools.site import backups
from rftg_tools.studio import language

PAGE = Path(__file__).parents[1] / "docs" / "safety.md"
SCHEMA = card_set_schema()


def most(*keys: str) -> int:
    """The largest length that the schema allows somewhere."""
    rules: Any = SCHEMA
    for key in keys:
        rules = rules[key]
    found: int = rules.get("maxItems") or rules["maxLength"]
    return found


CARDS = most("properties", "cards")
TITLE = most("$defs", "title")
TESTS = most("properties", "tests")
LISTED = most("$defs", "titles")
MESSAGES, MESSAGES_A_SECOND = share_app._MESSAGE_RATE
GUESSES, GUESSES_A_SECOND = share_limits._GUESS_RATE
NOTES, NOTES_A_SECOND = company._NOTE_RATE
CHANGES, CHANGES_A_SECOND = company._CHANGE_RATE

PROMISES: Final[list[tuple[str, tuple[float, ...]]]] = [
    ("one line of at most {} characters, and a mix", (TITLE,)),
    ("| a file | {} bytes |", (limits.FILE_BYTES,)),
    ("| a line | {} characters |", (limits.LINE_LENGTH,)),
    (
        "| a file with settings | {} bytes, {} in a line |",
        (limits.SETTINGS_BYTES, limits.LINE_LENGTH),
    ),
    ("| codes in comments that ignore warnings | {} |", (limits.IGNORED_CODES,)),
    ("| keys, values and lists in a file | {} |", (limits.NODES,)),
    ("| files in one run, required ones included | {} |", (limits.FILES,)),
    ("| nesting | {} levels |", (limits.DEPTH,)),
    ("| cards in a set | {} |", (CARDS,)),
    ("| a title | {} characters |", (TITLE,)),
    ("| powers of a card, not counting lines of scoring | {} |", (limits.POWERS,)),
    ("| power lines of a card in total | {} |", (limits.POWER_LINES,)),
    ("| a power | {} characters |", (limits.POWER_LENGTH,)),
    ("| numbers in powers | -{} to {} |", (limits.NUMBER, limits.NUMBER)),
    ("| card tests in a set; cards or answers in a list of a test | {}; {} |", (TESTS, LISTED)),
    (
        "| a picture | {} bytes, {} pixels, {} a side; a JPEG {} scans, {} segments |",
        (
            limits.PICTURE_BYTES,
            limits.PICTURE_PIXELS,
            limits.PICTURE_SIDE,
            limits.PICTURE_SCANS,
            pictures._MAX_SEGMENTS,
        ),
    ),
    ("| the path of a picture | {} characters |", (limits.PICTURE_PATH,)),
    ("| findings shown for a file | {} |", (limits.FINDINGS,)),
    ("to read the rest | {}, fewer for a large file |", (yaml_repair.MAX_RETRIES,)),
    ("at most {} pairs of cards of a file", (limits.PAIRS,)),
    ("at most {} combinations of powers", (placing.MAX_COMBINATIONS,)),
    ("at most {} choices that can still make a difference", (scoring.MAX_STANDINGS,)),
    ("decisions counts as {}, and", (work._STEPS_PER_DECISION,)),
    ("and the playouts of `review` | {} |", (work.GAME_LIMIT,)),
    ("for one choice of actions | {} |", (players.WORK_BUDGET,)),
    ("| one decision of a bot in `play` | {} |", (work.DECISION_LIMIT,)),
    ("| a card test | {} |", (work.TEST_LIMIT,)),
    ("in games of people and replays | {} |", (work.RECORD_LIMIT,)),
    ("stops after {} steps of work", (work.TEST_LIMIT,)),
    (
        "A record has at most {} bytes of a regular file, {} answers and {} recorded shuffles.",
        (recorded.MAX_BYTES, records.MAX_ANSWERS, records.MAX_SHUFFLES),
    ),
    (
        "a game has at most {} bytes and a file {} when",
        (recorded.MAX_BYTES, runner.MOST_OF_ALL),
    ),
    (
        "A form has at most {} bytes, a message {}.",
        (app.MAX_FORM_BYTES, messages.MAX_MESSAGE_BYTES),
    ),
    (
        "At most {} games are open at once, each in at most {} tabs.",
        (lobby.MAX_ROOMS, app.MAX_TABS),
    ),
    ("| {} rounds; {} with a random player", (bots.STALL_ROUNDS, bots.RANDOM_STALL_ROUNDS)),
    ("Games without viewers for {} minutes are also closed.", (lobby.IDLE_TIMEOUT / 60,)),
    ("at most {} at a time, separate from the threads that", (game_session.MAX_BOT_THREADS,)),
    ("is one line of at most {} visible characters.", (marks.MAX_TEXT_LENGTH,)),
    (
        "{} times in {} seconds at most, and all spectators together {} times.",
        (marking.MAX_MARKS_PER_SEAT, marking.RATE_WINDOW, marking.MAX_SPECTATOR_MARKS),
    ),
    (
        "A game has at most {} marks of a seat and {} of spectators.",
        (marks.MAX_MARKS_PER_SEAT, marks.MAX_SPECTATOR_MARKS),
    ),
    ("a message to {} bytes. - The language server", (language.MAX_BYTES,)),
    (
        "At most {} characters of a link are read, and at most {} bytes are unpacked;",
        (link.MAX_LENGTH, limits.FILE_BYTES),
    ),
    ("At most {} tabs have one.", (language.MAX_TABS,)),
    ("A key has {} random bits.", (links._SECRET_BYTES * 8,)),
    (
        "other than a proxy | {}; {} |",
        (listener.MAX_CONNECTIONS, listener.MAX_CONNECTIONS_PER_NETWORK),
    ),
    (
        "one that is not a websocket | {} s; {} s |",
        (share_limits.MESSAGE_TIMEOUT, listener._MAX_HTTP_TIME),
    ),
    (
        "| websockets without a key in total; from one network | {}; {} |",
        (share_limits.MAX_WAITING, share_limits.MAX_WAITING_PER_NETWORK),
    ),
    ("| time until the key | {} s |", (share_limits.MESSAGE_TIMEOUT,)),
    (
        "wrong keys from one network | {} at once, then one in {} s; each answered after {} s |",
        (GUESSES, 1 / GUESSES_A_SECOND, share_limits.WRONG_KEY_DELAY),
    ),
    (
        "of the spectators' key; in total | {}; {}; {} |",
        (
            share_limits.MAX_CONNECTIONS_PER_LINK,
            share_limits.MAX_SPECTATORS,
            share_limits.MAX_INSIDE,
        ),
    ),
    (
        "| messages of a websocket | {} at once, then {} per second; a message of more than"
        " {} bytes counts as {} |",
        (
            MESSAGES,
            MESSAGES_A_SECOND,
            messages.MAX_MESSAGE_BYTES,
            share_app._COST_OF_LONG,
        ),
    ),
    ("| a message; a request's head | {} bytes |", (listener._MAX_MESSAGE_BYTES,)),
    ("| a message; a request's head | {} bytes |", (share_app.MAX_HEAD_BYTES,)),
    (
        "A backup has at most {} files and {} bytes unpacked;",
        (backups.MAX_FILES, backups.MAX_BYTES),
    ),
    (
        "names and paces of a seat | {} at once, then one in {} s; {}, then one in {} s |",
        (NOTES, 1 / NOTES_A_SECOND, CHANGES, 1 / CHANGES_A_SECOND),
    ),
    (
        "| time to answer a ping, or to receive a message | {} s; {} s |",
        (listener._PING, share_limits.MESSAGE_TIMEOUT),
    ),
]
"""What the page says, with a place for each number, and the numbers of the code."""


def page() -> str:
    """The page up to what only tells how it is tested, its lines joined."""
    text = PAGE.read_text(encoding="utf-8").split("## How this is tested")[0]
    return " ".join(text.split())


def shown(number: float) -> str:
    """A number as the page writes it."""
    whole = round(number)
    return f"{whole:,}" if abs(number - whole) < 1e-9 else f"{number:g}"


def said(words: str, numbers: tuple[float, ...]) -> str:
    """A promise as the page has to write it."""
    return words.format(*map(shown, numbers))


@pytest.mark.parametrize(("words", "numbers"), PROMISES, ids=[words for words, _ in PROMISES])
def test_a_promise_holds_the_numbers_of_the_code(words: str, numbers: tuple[float, ...]) -> None:
    assert said(words, numbers) in page()


NO_LIMITS = (
    r"`[^`]*`",  # codes, names and commands
    r"\(http[^)]*\)|\([\w./#-]*\)",
    r"127\.0\.0\.1",
    r"exit codes? \d(?: or \d)?|Exit code \d",
    r"exit code of its work, or with \d|code points, from \d",
    r" \d\. (?=[A-Z])",  # numbers of a list
    r"UTF-8|SHA-256|Jinja2|IPv4|IPv6 /64",
    r"takes 340 MB, and the largest WebP 650 MB",  # measured
    r"tries again every 5 seconds",  # the page's script
    r"30 seconds of CPU time, 500 MB",  # held by the tests of workbooks
    r"a workbook of 85 KB .* 1\.1 GB",  # measured, and refused now
    rf"\b(?:{share_app.NO_KEY}|{share_app.TOO_FAST}|{pages.TOO_MANY}|1009; 431|400|403)\b",
)
"""What has digits and promises no limit."""


def test_no_number_of_the_page_is_left_unread() -> None:
    text = page()
    for words, numbers in PROMISES:
        text = text.replace(said(words, numbers), " ")
    attacks = text.index("Attacks tested against a running server")
    text = text[:attacks] + text[text.index("A host can work out every hand") :]
    for pattern in NO_LIMITS:
        text = re.sub(pattern, " ", text)
    left = [text[max(0, m.start() - 40) : m.end() + 20] for m in re.finditer(r"\d[\d,.]*", text)]
    assert left == []


def test_the_page_says_of_each_command_what_it_writes() -> None:
    text = page()
    start = text.index("2. A card file never runs code")
    promise = text[start : text.index("3. Nothing is half understood")]
    told = {name for name in COMMANDS if re.search(rf"`{name}[ `]", promise)}
    assert COMMANDS.keys() - told - {"studio"} == set()
    assert "[studio](#the-studio)" in promise
