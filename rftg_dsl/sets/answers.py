"""Answers, steps and seats of card tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Final, NoReturn

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import listed, nearest, there_are
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import FindTitle, PartialAnswer, parse_answer
from rftg_dsl.syntax.situations import (
    ACTIONS,
    MOST_ACTIONS,
    NOBODY,
    NOTHING,
    PRESTIGE,
    PRESTIGE_CARD,
    ROUND_END,
    STEPS,
    TWO,
    Answer,
    AnswerLine,
    CardTest,
    Named,
    Verb,
    seat_named,
)
from rftg_dsl.syntax.written import Written

CANNOT: Final = "cannot "

_WORD: Final = re.compile("[^ ]+")
_SEPARATORS: Final = (" and ", " to ", " using ")


@struct
class AnswerNames:
    """What answers can name: how to check a title at a place, all titles, search categories.

    titles: by their text in small letters.
    """

    check_title: Callable[[str, Span], None]
    titles: dict[str, str]
    searches: tuple[str, ...]


class _AnswerError(Exception):
    """An answer cannot be parsed. Has the message, the region and what to write."""

    def __init__(self, message: str, span: Span, help: str, mended: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.help, self.mended = message, span, help, mended


def read_answer(written: Written, known: AnswerNames, report: Report) -> AnswerLine | None:
    """Parse an answer; return None after reporting a problem."""
    try:
        return _read(written, known)
    except _AnswerError as error:
        report.add(
            "E603",
            written.region(error.span),
            error.message,
            help=error.help,
            replacement=error.mended,
        )
        return None


def title_finder(titles: Iterable[str]) -> FindTitle:
    """Return a function that finds the longest title at a place of an answer.

    titles: in small letters. Where none of them stands, all is one up to the next separator.
    """

    def find(text: str, start: int) -> int:
        ends = [word.end() for word in _WORD.finditer(text, start)]
        for end in reversed(ends):
            if text[start:end].casefold() in titles:
                return end
        stops = [text.find(one, start) for one in _SEPARATORS]
        return min((stop for stop in stops if stop > 0), default=ends[-1])

    return find


def find_titles(text: str, titles: Iterable[str]) -> list[Span]:
    """Return the spans of card titles in an answer; [] if it cannot be parsed."""
    answer = parse_answer(text, title_finder({title.casefold() for title in titles}))
    if isinstance(answer, PartialAnswer):
        return []
    return [one.span for one in (*answer.objects, *answer.using) if one.is_title]


def begins_answer(text: str) -> bool:
    """Return whether a text starts with a verb."""
    return _verb_of(text) is not None


def _verb_of(text: str) -> Verb | None:
    words = text.removeprefix(CANNOT) + " "
    return next((verb for verb in Verb if words.startswith(f"{verb} ")), None)


def _read(written: Written, known: AnswerNames) -> AnswerLine:
    text = written.text
    answer = parse_answer(text, title_finder(known.titles))
    if isinstance(answer, PartialAnswer):
        for terminal, span in answer.tokens:
            if terminal == "TITLE":
                known.check_title(text[span.start : span.end], span)
        _refuse(text, answer, known)
    _check(answer, known)
    return AnswerLine(
        answer.verb,
        text,
        written.whole,
        tuple(one.text for one in answer.objects),
        answer.number,
        tuple(one.text for one in answer.using),
        answer.cannot,
    )


def _check(answer: Answer, known: AnswerNames) -> None:
    """Look up the names in an answer. Raise _AnswerError for an unknown kind or category."""
    for one in (*answer.objects, *answer.using):
        if one.is_title:
            _check_is_title(answer.verb, one, known)
            known.check_title(one.text, one.span)
        else:
            _check_choice(answer.verb, one, known)


def _check_is_title(verb: Verb, one: Named, known: AnswerNames) -> None:
    """Raise _AnswerError for goods and numbers in place of a title."""
    if one.text.casefold() in known.titles:
        return
    if verb in (Verb.SPEND, Verb.SELL) and _GOOD.search(one.text):
        text = f"`{verb}` names the worlds that the goods are on, not the goods"
        raise _AnswerError(text, one.span, f"write `{verb} TITLE`")
    if verb is Verb.DISCARD and one.text.isdecimal():
        cards = f"{one.text} card{'' if one.text == '1' else 's'}"
        raise _AnswerError(
            "a number alone does not say what to discard", one.span, f"write `{cards}`", cards
        )
    if verb is Verb.KEEP and _CARDS.fullmatch(one.text):
        raise _AnswerError("cards to keep are named by title", one.span, "write `keep TITLE`")


_GOOD: Final = re.compile(r"\bgoods?\b")
_CARDS: Final = re.compile(r"\d+( cards?)?")


def _check_choice(verb: Verb, one: Named, known: AnswerNames) -> None:
    """Raise _AnswerError for a word that the verb does not take."""
    choices = {Verb.NAME: ast.KINDS, Verb.SEARCH_FOR: known.searches, Verb.USE: (PRESTIGE_CARD,)}
    names = choices[verb]
    if one.text not in names:
        near = nearest(one.text, names)
        choice = listed([f"`{name}`" for name in names]) or "nothing that the sets in use have"
        advice = f"write `{near}`" if near else f"`{verb}` takes {choice}"
        raise _AnswerError(f"`{verb}` does not take `{one.text}`", one.span, advice, near)


def _refuse(text: str, begun: PartialAnswer, known: AnswerNames) -> NoReturn:
    """Raise _AnswerError for an answer that can be parsed only in part."""
    verb = _verb_of(text)
    if verb is None:
        raise _no_verb(text)
    rest = Span(begun.end, len(text))
    if "TITLE" in begun.expected:
        ending = next((one for one in _SEPARATORS if text.endswith(one.rstrip())), verb).strip()
        raise _AnswerError("a title is missing", Span(0, len(text)), f"write `{ending} TITLE`")
    if "TO" in begun.expected:
        raise _AnswerError("what it is upgraded to is missing", rest, "add `to TITLE`")
    if "NUMBER" in begun.expected:
        raise _AnswerError("a number is missing", rest, f"write `{verb} 3`")
    if not {"KIND", "REST"}.isdisjoint(begun.expected):
        _check_choice(verb, Named(text[begun.end :], rest), known)
    more = [word for name, word in _MORE.items() if name in begun.expected][:1]
    advice = "".join(["delete it", *(f", or write ` {word} TITLE`" for word in more)])
    raise _AnswerError(f"`{text[begun.end :]}` cannot stand here", rest, advice)


_MORE: Final = {"_USING": "using", "AND": "and"}
"""What can follow a complete answer."""


def _no_verb(text: str) -> _AnswerError:
    from rftg_dsl.suggest.keys import suggest_verb  # late: a clean check needs no sayings

    word = _WORD.search(text, len(CANNOT) if text.startswith(CANNOT) else 0)
    span = Span(word.start(), word.end()) if word else Span(0, len(text))
    near = suggest_verb(word[0]) or nearest(word[0], Verb) if word else None
    choice = [f"`{verb}`" for verb in Verb]
    advice = f"write `{near}`" if near else f"begin with {', '.join(choice[:-1])} or {choice[-1]}"
    return _AnswerError(
        f"no answer begins with `{text[span.start : span.end]}`", span, advice, near
    )


_TWICE: Final = ("develop", "settle")


def read_when(node: Mapping, report: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the actions and the steps that `when` names; unknown words are reported."""
    actions, steps = [], []
    for word in _words(node):
        if word.text in STEPS:
            steps.append(word.text)
        elif word.text.removeprefix(PRESTIGE) in ACTIONS:
            actions.append(word.text)
        elif word.text != NOTHING:
            _report(word, report)
    return tuple(actions), tuple(steps)


def _words(node: Mapping) -> list[Scalar]:
    value = node.values.get("when")
    found = value.nodes if isinstance(value, Items) else [value]
    return [one for one in found if isinstance(one, Scalar)]


def _report(word: Scalar, report: Report) -> None:
    from rftg_dsl.suggest.keys import suggest_actions

    known = [*ACTIONS, *STEPS, NOTHING]
    prestige = PRESTIGE if word.text.casefold().startswith(PRESTIGE) else ""
    plain = word.text[len(prestige) :]
    near = suggest_actions(plain, known)
    parts = [one.strip() for one in re.split(",|\\band\\b", plain)]
    advice = f"the words are {', '.join(known)}"
    if len(parts) > 1 and all(one in known for one in parts):
        near, advice = [], f"write a list: `[{', '.join(parts)}]`"
    if near:
        advice = "write " + listed([f"`{prestige}{one}`" for one in near])
    if near == [ROUND_END] and not _ROUND.search(plain):
        advice += "; without `when:`, `score` is what it is if the game ends now"
    text = f"no action and no step is called `{word.text}`"
    replacement = f"{prestige}{near[0]}" if len(near) == 1 else None
    report.add("E601", word.region, text, help=advice, replacement=replacement)


_ROUND: Final = re.compile("round|turn|discard|limit", re.IGNORECASE)
"""Words that are not about points."""


def check_round(test: CardTest, nodes: Sequence[Mapping], report: Report) -> None:
    """Report an impossible round: too many actions, or a set-up with other steps.

    nodes: where each player's actions stand.
    """
    most = max(len(part.actions) for part in test.parts)
    for part, where in zip(test.parts, nodes, strict=True):
        actions = part.actions
        if "when" not in where.keys:
            continue
        region = where.keys["when"].region
        plain = [action.removeprefix(PRESTIGE) for action in actions]
        twice = [one for one in plain if plain.count(one) > 1 and one not in _TWICE]
        if len(actions) > MOST_ACTIONS:
            text = f"a player chooses one action or two, not {len(actions)}"
            report.add("E606", region, text, help="write a test for each round")
        elif twice:
            text = f"`{twice[0]}` is chosen twice, and only {listed(_TWICE, 'and')} can be"
            report.add("E606", region, text, help="name another action")
        elif len(actions) > 1 and len(test.parts) > TWO:
            text = f"two actions are chosen where two players sit, and here are {len(test.parts)}"
            report.add("E606", region, text, help="let each choose one")
        elif actions and len(actions) != most:
            text = f"one player chooses {most} actions, and another {len(actions)}"
            report.add("E606", region, text, help="let both choose as many, or one `nothing`")
    _check_setup(test, nodes[0], report)


def _check_setup(test: CardTest, node: Mapping, report: Report) -> None:
    if "setup" not in test.steps:
        return
    region: Region = node.keys["when"].region
    if any(part.actions for part in test.parts) or len(test.steps) > 1:
        text = "set-up is not played together with anything else"
        report.add("E606", region, text, help="write a test of its own for what comes after it")
    elif not test.parts[0].tableau.titles:
        text = "set-up needs your start world"
        report.add("E606", region, text, help="add it to `tableau:`")


OTHERS: Final = ("opponent", "opponents")
"""Keys for the cards of other players: for one opponent, and for several."""
ROBOT: Final = "robot"
"""Key of the solitaire robot, used in place of an opponent."""
_NOTHING: Final = Mapping(Region(1, 1, 1, 1))


def opponents(given: Mapping, then: Mapping, report: Report) -> list[tuple[Mapping, Mapping]]:
    """Return what is given of each opponent, and what is expected.

    Report what is said of one who is not there.
    """
    there, wanted = _written(given), _written(then)
    if len(wanted) > len(there):
        text = f"`then` speaks of {len(wanted)} opponents, and {there_are(len(there))}"
        help = "add the others to `opponents:` in `given`, `{}` for one who has nothing"
        report.add("E606", then.keys["opponents"].region, text, help=help)
    elif len(there) > 1 and "opponent" in then.keys:
        text = f"`then` speaks of the opponent, and {there_are(len(there))}"
        help = "write `opponents:` and a list, `{}` for one of whom nothing is said"
        report.add("E606", then.keys["opponent"].region, text, help=help)
    for node in (given, then):
        if all(key in node.keys for key in OTHERS):
            text = "`opponent` is the only other player, and `opponents` are several"
            help = "make one list of them"
            report.add("E606", node.keys["opponent"].region, text, help=help)
    pairs = zip_longest(there, wanted[: len(there)], fillvalue=_NOTHING)
    return list(pairs)


def _written(node: Mapping) -> list[Mapping]:
    """Return the data of each opponent; there is always at least one."""
    several = node.values.get("opponents")
    nodes = several.nodes if isinstance(several, Items) else []
    found = [one for one in nodes if isinstance(one, Mapping)]
    return found or [inside(node, "opponent")]


def check_robot(given: Mapping, actions: int, report: Report) -> None:
    """Report an impossible game against the robot (arc 1 booklet, Solitaire: Overview)."""
    if ROBOT not in given.keys:
        return
    region = given.keys[ROBOT].region
    for key in (*OTHERS, "goals"):
        if key in given.keys:
            text = f"the robot plays without `{key}`"
            report.add("E606", given.keys[key].region, text, help="delete one of the two")
    if actions != TWO:
        text = "two actions are chosen against the robot"
        report.add("E606", region, text, help="write them in `when:`, like `[develop, settle]`")


def check_seats(given: Mapping, players: int, most: int, report: Report) -> None:
    """Report more players than the sets in use allow. most: the limit, 0 if unknown."""
    if players > max(most, TWO) and most:
        text = f"here are {players} players, and the sets in use serve {most}"
        help = "take one out, or require a set for more players"
        report.add("E606", given.keys["opponents"].region, text, help=help)


def first_seat(given: Mapping, players: int, report: Report) -> int:
    """Return who is first in turn order, 0 for you."""
    said = given.values.get("first")
    return _seat(said, players, report) if isinstance(said, Scalar) else 0


def check_holders(given: Mapping, players: int, report: Report) -> None:
    """Report goals held by a player who is not in the game."""
    for said in inside(given, "goals").values.values():
        if isinstance(said, Scalar) and said.text != NOBODY:
            _seat(said, players, report)


def _seat(said: Scalar, players: int, report: Report) -> int:
    """Return the named seat; after reporting an unknown seat, your own."""
    seat = seat_named(said.text)
    if seat < players:
        return seat
    text = f"there is no {said.text}: at the table sit you and {players - 1} more"
    report.add("E606", said.region, text, help="add one to `opponents:`")
    return 0


def inside(node: Mapping, key: str) -> Mapping:
    """Return the mapping of a key; an empty one if it is missing."""
    found = node.values.get(key)
    return found if isinstance(found, Mapping) else _NOTHING
