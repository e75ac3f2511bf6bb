"""Answers, steps and seats of card tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Final, NoReturn

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.diagnostics.text import listed, nearest, there_are
from rftg_dsl.source.nodes import Mapping, Scalar
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.parser import FindTitle, PartialAnswer, parse_answer
from rftg_dsl.syntax.situations import (
    ACTIONS,
    MAX_ACTIONS,
    NOBODY,
    NOTHING,
    PRESTIGE,
    PRESTIGE_CARD,
    ROUND_END,
    STEPS,
    TWO_PLAYERS,
    AnswerLine,
    CardTest,
    NameRef,
    ParsedAnswer,
    Verb,
    parse_seat,
)
from rftg_dsl.syntax.written import SourceLine

CANNOT: Final = "cannot "

_WORD: Final = re.compile("[^ ]+")
_SEPARATORS: Final = (" and ", " to ", " using ")


@struct
class AnswerNames:
    """Names that answers can use. check_title: reports an unknown title at a span.

    titles: card titles by lower-case title.
    searches: titles of search categories.
    """

    check_title: Callable[[str, Span], None]
    titles: dict[str, str]
    searches: tuple[str, ...]


class _AnswerError(Exception):
    """An answer that can't be parsed."""

    def __init__(self, message: str, span: Span, help: str, replacement: str | None = None) -> None:
        super().__init__(message)
        self.message, self.span, self.help, self.replacement = message, span, help, replacement


def read_answer(source_line: SourceLine, names: AnswerNames, report: Report) -> AnswerLine | None:
    """Parse an answer; return None after reporting a problem."""
    try:
        return _read(source_line, names)
    except _AnswerError as error:
        report.add(
            "E603",
            source_line.region(error.span),
            error.message,
            help=error.help,
            replacement=error.replacement,
        )
        return None


def title_finder(titles: Iterable[str]) -> FindTitle:
    """Return a function that finds the longest title at a position of an answer.

    titles: lower-case titles. Without a known title, the text up to the next separator counts.
    """

    def find(text: str, start: int) -> int:
        ends = [word.end() for word in _WORD.finditer(text, start)]
        for end in reversed(ends):
            if text[start:end].casefold() in titles:
                return end
        stops = [text.find(separator, start) for separator in _SEPARATORS]
        return min((stop for stop in stops if stop > 0), default=ends[-1])

    return find


def find_titles(text: str, titles: Iterable[str]) -> list[Span]:
    """Return the spans of card titles in an answer, or [] if it can't be parsed."""
    answer = parse_answer(text, title_finder({title.casefold() for title in titles}))
    if isinstance(answer, PartialAnswer):
        return []
    return [name.span for name in (*answer.objects, *answer.using) if name.is_title]


def begins_answer(text: str) -> bool:
    """Return whether a text starts with a verb."""
    return _verb_of(text) is not None


def _verb_of(text: str) -> Verb | None:
    words = text.removeprefix(CANNOT) + " "
    return next((verb for verb in Verb if words.startswith(f"{verb} ")), None)


def _read(source_line: SourceLine, names: AnswerNames) -> AnswerLine:
    text = source_line.text
    answer = parse_answer(text, title_finder(names.titles))
    if isinstance(answer, PartialAnswer):
        for terminal, span in answer.tokens:
            if terminal == "TITLE":
                names.check_title(text[span.start : span.end], span)
        _refuse(text, answer, names)
    _check(answer, names)
    return AnswerLine(
        answer.verb,
        text,
        source_line.full_region,
        tuple(name.text for name in answer.objects),
        answer.number,
        tuple(name.text for name in answer.using),
        answer.cannot,
    )


def _check(answer: ParsedAnswer, names: AnswerNames) -> None:
    """Check the names in an answer. Raise _AnswerError for an unknown kind or category."""
    for name in (*answer.objects, *answer.using):
        if name.is_title:
            _check_is_title(answer.verb, name, names)
            names.check_title(name.text, name.span)
        else:
            _check_choice(answer.verb, name, names)


def _check_is_title(verb: Verb, name: NameRef, names: AnswerNames) -> None:
    """Raise _AnswerError for goods or numbers instead of a title."""
    if name.text.casefold() in names.titles:
        return
    if verb in (Verb.SPEND, Verb.SELL) and _GOOD.search(name.text):
        text = f"`{verb}` takes the titles of the worlds that the goods are on"
        raise _AnswerError(text, name.span, f"write `{verb} TITLE`")
    if verb is Verb.DISCARD and name.text.isdecimal():
        cards = f"{name.text} card{'' if name.text == '1' else 's'}"
        raise _AnswerError(
            "a number alone doesn't say what to discard", name.span, f"write `{cards}`", cards
        )
    if verb is Verb.KEEP and _CARDS.fullmatch(name.text):
        raise _AnswerError("name the cards to keep by title", name.span, "write `keep TITLE`")


_GOOD: Final = re.compile(r"\bgoods?\b")
_CARDS: Final = re.compile(r"\d+( cards?)?")


def _check_choice(verb: Verb, name: NameRef, names: AnswerNames) -> None:
    """Raise _AnswerError for a word that the verb doesn't take."""
    choices_by_verb = {
        Verb.NAME: ast.KINDS,
        Verb.SEARCH_FOR: names.searches,
        Verb.USE: (PRESTIGE_CARD,),
    }
    choices = choices_by_verb[verb]
    if name.text not in choices:
        suggestion = nearest(name.text, choices)
        choice_list = listed([f"`{choice}`" for choice in choices])
        advice = f"`{verb}` takes {choice_list or 'nothing in the sets in use'}"
        if suggestion:
            advice = f"write `{suggestion}`"
        raise _AnswerError(f"`{verb}` can't take `{name.text}`", name.span, advice, suggestion)


def _refuse(text: str, partial: PartialAnswer, names: AnswerNames) -> NoReturn:
    """Raise _AnswerError for an answer that is only partially readable."""
    verb = _verb_of(text)
    if verb is None:
        raise _no_verb(text)
    remaining = Span(partial.end, len(text))
    if "TITLE" in partial.expected:
        ending = next(
            (separator for separator in _SEPARATORS if text.endswith(separator.rstrip())), verb
        ).strip()
        raise _AnswerError("a title is missing", Span(0, len(text)), f"write `{ending} TITLE`")
    if "TO" in partial.expected:
        raise _AnswerError("the new world of the upgrade is missing", remaining, "add `to TITLE`")
    if "NUMBER" in partial.expected:
        raise _AnswerError("a number is missing", remaining, f"write `{verb} 3`")
    if not {"KIND", "REST"}.isdisjoint(partial.expected):
        _check_choice(verb, NameRef(text[partial.end :], remaining), names)
    additions = [word for name, word in _NEXT_WORDS.items() if name in partial.expected][:1]
    advice = "".join(["delete it", *(f", or write ` {word} TITLE`" for word in additions)])
    raise _AnswerError(f"unexpected `{text[partial.end :]}`", remaining, advice)


_NEXT_WORDS: Final = {"_USING": "using", "AND": "and"}
"""Words that can follow a complete answer, by terminal."""


def _no_verb(text: str) -> _AnswerError:
    from rftg_dsl.suggest.keys import suggest_verb  # imported late: only errors need suggestions

    word = _WORD.search(text, len(CANNOT) if text.startswith(CANNOT) else 0)
    span = Span(word.start(), word.end()) if word else Span(0, len(text))
    suggestion = suggest_verb(word[0]) or nearest(word[0], Verb) if word else None
    verbs = [f"`{verb}`" for verb in Verb]
    advice = (
        f"write `{suggestion}`"
        if suggestion
        else f"begin with {', '.join(verbs[:-1])} or {verbs[-1]}"
    )
    return _AnswerError(
        f"no answer begins with `{text[span.start : span.end]}`", span, advice, suggestion
    )


_REPEATABLE_ACTIONS: Final = ("develop", "settle")


def read_when(node: Mapping, report: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the actions and steps in `when`, and report unknown words."""
    actions, steps = [], []
    for word in node.scalar_or_scalars("when"):
        if word.text in STEPS:
            steps.append(word.text)
        elif word.text.removeprefix(PRESTIGE) in ACTIONS:
            actions.append(word.text)
        elif word.text != NOTHING:
            _report(word, report)
    return tuple(actions), tuple(steps)


def _report(word: Scalar, report: Report) -> None:
    from rftg_dsl.suggest.keys import suggest_actions

    words = [*ACTIONS, *STEPS, NOTHING]
    prestige = PRESTIGE if word.text.casefold().startswith(PRESTIGE) else ""
    action = word.text[len(prestige) :]
    suggestions = suggest_actions(action, words)
    parts = [part.strip() for part in re.split(",|\\band\\b", action)]
    advice = f"possible words: {', '.join(words)}"
    if len(parts) > 1 and all(part in words for part in parts):
        suggestions, advice = [], f"write a list: `[{', '.join(parts)}]`"
    if suggestions:
        advice = "write " + listed([f"`{prestige}{part}`" for part in suggestions])
    if suggestions == [ROUND_END] and not _ROUND.search(action):
        advice += "; without `when:`, `score` is the score if the game ends now"
    text = f"there is no action or step called `{word.text}`"
    replacement = f"{prestige}{suggestions[0]}" if len(suggestions) == 1 else None
    report.add("E601", word.region, text, help=advice, replacement=replacement)


_ROUND: Final = re.compile("round|turn|discard|limit", re.IGNORECASE)
"""Words that suggest an end-of-round step rather than the final score."""


def check_round(test: CardTest, nodes: Sequence[Mapping], report: Report) -> None:
    """Report an impossible round, such as too many actions or a setup with other steps.

    nodes: nodes with the players' actions, by seat.
    """
    max_actions = max(len(part.actions) for part in test.parts)
    for part, node in zip(test.parts, nodes, strict=True):
        actions = part.actions
        if "when" not in node.keys:
            continue
        region = node.keys["when"].region
        plain = [action.removeprefix(PRESTIGE) for action in actions]
        repeated = [
            name for name in plain if plain.count(name) > 1 and name not in _REPEATABLE_ACTIONS
        ]
        if len(actions) > MAX_ACTIONS:
            text = f"a player chooses one action or two, not {len(actions)}"
            report.add("E606", region, text, help="write a test for each round")
        elif repeated:
            choices = listed(_REPEATABLE_ACTIONS, "and")
            text = f"only {choices} can be chosen twice, not `{repeated[0]}`"
            report.add("E606", region, text, help="choose another action")
        elif len(actions) > 1 and len(test.parts) > TWO_PLAYERS:
            text = f"only 2-player games have two actions, not games with {len(test.parts)} players"
            report.add("E606", region, text, help="let each player choose one action")
        elif actions and len(actions) != max_actions:
            text = f"one player chooses {max_actions} actions, but another {len(actions)}"
            help = "give both players the same number of actions, or one player `nothing`"
            report.add("E606", region, text, help=help)
    _check_setup(test, nodes[0], report)


def _check_setup(test: CardTest, node: Mapping, report: Report) -> None:
    if "setup" not in test.steps:
        return
    region: Region = node.keys["when"].region
    if any(part.actions for part in test.parts) or len(test.steps) > 1:
        text = "setup can't be combined with other steps or actions"
        report.add("E606", region, text, help="write another test for the steps after setup")
    elif not test.parts[0].tableau.titles:
        text = "setup needs your start world"
        report.add("E606", region, text, help="add it to `tableau:`")


OTHERS: Final = ("opponent", "opponents")
"""Keys for one opponent and for several opponents."""
ROBOT: Final = "robot"
"""Key of the solitaire robot, used in place of an opponent."""


def opponents(
    given_part: Mapping, then_part: Mapping, report: Report
) -> list[tuple[Mapping, Mapping]]:
    """Return the starting position and the expectations of each opponent.

    Report expectations for opponents who are not in the game.
    """
    actual, expected = _opponent_nodes(given_part), _opponent_nodes(then_part)
    if len(expected) > len(actual):
        text = f"`then` mentions {len(expected)} opponents, but {there_are(len(actual))}"
        help = "add the others to `opponents:` in `given`, `{}` for an opponent without cards"
        report.add("E606", then_part.keys["opponents"].region, text, help=help)
    elif len(actual) > 1 and "opponent" in then_part.keys:
        text = f"`then` mentions one opponent, but {there_are(len(actual))}"
        help = "write `opponents:` and a list, `{}` for an opponent without expectations"
        report.add("E606", then_part.keys["opponent"].region, text, help=help)
    for node in (given_part, then_part):
        if all(key in node.keys for key in OTHERS):
            text = "`opponent` and `opponents` can't be combined"
            help = "put all opponents into `opponents:`"
            report.add("E606", node.keys["opponent"].region, text, help=help)
    pairs = zip_longest(actual, expected[: len(actual)], fillvalue=Mapping(then_part.region))
    return list(pairs)


def _opponent_nodes(node: Mapping) -> list[Mapping]:
    """Return the node of each opponent; there is always at least one."""
    return node.mappings("opponents") or [node.mapping("opponent")]


def check_robot(given_part: Mapping, actions: int, report: Report) -> None:
    """Report an impossible game against the robot (arc 1 booklet, Solitaire: Overview)."""
    if ROBOT not in given_part.keys:
        return
    region = given_part.keys[ROBOT].region
    for key in (*OTHERS, "goals"):
        if key in given_part.keys:
            text = f"`robot` and `{key}` can't be combined"
            report.add("E606", given_part.keys[key].region, text, help="delete one of the two")
    if actions != MAX_ACTIONS:
        text = "a game against the robot has two actions per round"
        report.add("E606", region, text, help="list them in `when:`, as in `[develop, settle]`")


def check_seats(given_part: Mapping, players: int, maximum: int, report: Report) -> None:
    """Report more players than the sets in use allow. maximum: the limit, or 0 if unknown."""
    if players > max(maximum, TWO_PLAYERS) and maximum:
        text = f"{players} players are too many: the sets in use allow {maximum}"
        help = "remove a player, or require a set for more players"
        report.add("E606", given_part.keys["opponents"].region, text, help=help)


def first_seat(given_part: Mapping, players: int, report: Report) -> int:
    """Return the first seat in turn order, or 0 for you."""
    player = given_part.values.get("first")
    return _seat(player, players, report) if isinstance(player, Scalar) else 0


def check_holders(given_part: Mapping, players: int, report: Report) -> None:
    """Report goals held by a player who is not in the game."""
    for holder in given_part.mapping("goals").values.values():
        if isinstance(holder, Scalar) and holder.text != NOBODY:
            _seat(holder, players, report)


def _seat(player: Scalar, players: int, report: Report) -> int:
    """Return the seat of a player, or your own seat after reporting an unknown player."""
    seat = parse_seat(player.text)
    if seat < players:
        return seat
    text = f"there is no {player.text} in a {players}-player game"
    report.add("E606", player.region, text, help="add an opponent to `opponents:`")
    return 0
