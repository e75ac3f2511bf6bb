"""English of powers, cards, goals and invasions, with one template block per node."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from rftg_dsl.diagnostics.text import article, counted
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.hooks import race as hooks
from rftg_dsl.model import Card, Goal, Invasion, InvasionCard, SearchCategory, Wave
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.semantics.select import KIND_WORDS
from rftg_dsl.syntax import ast
from rftg_dsl.wording.blocks import Blocks, block_name, block_of, wording_file
from rftg_dsl.words.checks import PLACED_NOUNS


def word_power(power: ast.Power, blocks: Blocks | None = None) -> str:
    """Return one English sentence for a power.

    blocks: an alternative wording, or None for the default.

    Raises lower.SemanticError for a power that can't be lowered, and blocks.MissingBlock for a word
    without a template.
    """
    renderer = _Renderer(power, blocks)
    parts, gained = renderer.effects(power)
    return _one_line(
        renderer.render("power", power, lead=renderer.lead(power), effects=parts, gained=gained)
    )


def word_choices(power: ast.Power) -> tuple[str, ...]:
    """Return the English text of each choice that a power offers: "gain 1 VP"."""
    choices = (
        replace(power, effects=effects, others=()) for effects in (power.effects, *power.others)
    )
    return tuple(_one_line(_Renderer(choice).phrase(choice.effects)) for choice in choices)


def word_lines(power: ast.Power) -> tuple[str, ...]:
    """Return the English text of a power: one sentence, or the lines of its scoring table."""
    return word_scoring(power) if power.phase == ast.SCORE else (word_power(power),)


def word_scoring(power: ast.Power, blocks: Blocks | None = None) -> tuple[str, ...]:
    """Return the lines of the scoring table of a `score` power: "2 VP per Genes world"."""
    renderer = _Renderer(power, blocks)
    pairs = zip(power.effects, word_counted(power, blocks), strict=True)
    return tuple(
        _one_line(renderer.render("scoring_line", effect, counted=counted))
        for effect, counted in pairs
    )


def word_counted(power: ast.Power, blocks: Blocks | None = None) -> tuple[str, ...]:
    """Return the lines of a scoring table without their points: "per Genes world".

    Lines with points by kinds are complete.
    """
    renderer = _Renderer(power, blocks)
    return tuple(
        _one_line(
            renderer.render("scoring_counted", effect, things=renderer.counted_items(effect.per))
        )
        for effect in power.effects
    )


def describe_card(card: Card) -> str:
    """Return the text of a card: title, type line, supply, powers and scoring table."""
    powers = [line.power for line in card.powers]
    sentences = [word_power(power) for power in powers if power.phase != ast.SCORE]
    scores = [line for power in scoring_table(powers) for line in word_scoring(power)]
    if scores:
        heading = _Renderer(game=_game_of(card)).render("scoring_heading", card)
        sentences += [heading, *(f"  {line}" for line in scores)]
    head = [line for line in (card.title, type_line(card), supply_line(card)) if line]
    return "\n".join([*head, "", *sentences] if sentences else head)


def scoring_table(powers: Iterable[ast.Power]) -> list[ast.Power]:
    """Return the `score` powers of a card as they read together."""
    return [power for power in read_together(powers) if power.phase == ast.SCORE]


def read_together(powers: Iterable[ast.Power]) -> list[ast.Power]:
    """Return the powers of a card, with `other` in each `score` line that follows a similar one.

    Lines are similar if some card can match both. A card counts only for the first line that it
    matches, so the later line is for other cards.
    """
    earlier: list[ast.Selector] = []
    return [
        replace(power, effects=tuple(_without_earlier(effect, earlier) for effect in power.effects))
        if power.phase == ast.SCORE
        else power
        for power in powers
    ]


def _without_earlier(effect: ast.Effect, earlier: list[ast.Selector]) -> ast.Effect:
    """Return the effect for cards that match no earlier selector, and add its own selector."""
    selector = effect.per.count.selector if effect.per else None
    if effect.per is None or selector is None or effect.per.count.things != "cards":
        return effect
    is_alternative = any(_can_overlap(other, selector) for other in earlier)
    earlier.append(selector)
    if not is_alternative or selector.title:
        return effect
    count = replace(effect.per.count, selector=replace(selector, other=True))
    parts: dict[str, Any] = {"per": replace(effect.per, count=count)}
    return replace(effect, **parts)


def _can_overlap(first: ast.Selector, second: ast.Selector) -> bool:
    """Return whether some card can match both selectors, judging by their words alone."""
    if first.title and second.title:
        return first.title == second.title
    if {first.noun, second.noun} == {"world", "development"}:
        return False
    return not any(
        _are_exclusive(adjective, other)
        for adjective in first.adjectives
        for other in second.adjectives
    )


_EXCLUSIVE_WORDS: Final = (frozenset(ast.KINDS), frozenset(("production", "windfall")))


def _are_exclusive(first: ast.Adjective, second: ast.Adjective) -> bool:
    if first.negated or second.negated:
        return first.negated != second.negated and first.words == second.words
    words = {*first.words, *second.words}
    disjoint = set(first.words).isdisjoint(second.words)
    return disjoint and any(words <= group for group in _EXCLUSIVE_WORDS)


def type_line(card: Card) -> str:
    """Return the type, cost or defense, points, good and keywords of a card, on one line.

    For a side of a tile: its type, its cost and the title of its other side or half.
    """
    renderer = _Renderer(game=_game_of(card))
    facts = renderer.render(f"type_{card.type}", card, worth=renderer.render("worth", card))
    return _one_line(", ".join([facts, *keyword_line(card)]))


def word_arrival(card: Card, blocks: Blocks | None = None) -> str:
    """Return the Settle sentence of a card that `holds` a good when placed, otherwise ""."""
    return _one_line(_Renderer(None, blocks).render("arrival", card)) if card.holds else ""


def supply_line(card: Card) -> str:
    """Return the number and colour of a start world, and the number of copies of a card.

    "" for a side of a tile, because each tile exists once.
    """
    return "" if card.tile else _one_line(_Renderer().render("supply", card))


def word_goal(goal: Goal, blocks: Blocks | None = None) -> str:
    """Return the condition of a goal tile: "First to have 4 goods." """
    renderer = _Renderer(None, blocks)
    counts = [
        [renderer.requirement(count, goal.most) for count in alternative]
        for alternative in goal.conditions
    ]
    return _one_line(renderer.render("goal", goal, counts=counts))


def goal_checks(goal: Goal, blocks: Blocks | None = None) -> str:
    """Return the sentence about the time of a goal: "Checked after Develop and Settle."."""
    return _one_line(_Renderer(None, blocks).render("goal_checks", goal))


def word_search(category: SearchCategory, blocks: Blocks | None = None) -> str:
    """Return the English text of a search category: "windfall worlds of cost 1 to 2"."""
    return _one_line(_Renderer(None, blocks).render("searchcategory", category))


def keyword_line(card: Card, blocks: Blocks | None = None) -> tuple[str, ...]:
    """Return the printed keywords of a card."""
    renderer = _Renderer(None, blocks)
    return tuple(renderer.word("keyword", key) for key in card.keywords)


_CONDITION_FIRST: Final = (hooks.Instead, hooks.Place, hooks.TakeOver, hooks.Rule)
"""Hooks with long sentences. A condition at the end would seem to belong to the last words."""


def _has_maximum(effect: ast.Effect) -> bool:
    return effect.per is not None and effect.per.maximum is not None


def _game_of(card: Card) -> str:
    powers = (line.power.game for line in card.powers)
    return ROLL.id if card.tile else next(powers, RACE.id)


class _Renderer:
    """Renders the nodes of a power, or of a card or goal if `power` is None."""

    def __init__(
        self,
        power: ast.Power | None = None,
        blocks: Blocks | None = None,
        game: str = RACE.id,
    ) -> None:
        game = power.game if power else game
        self._blocks = _blocks_for_game(blocks or BLOCKS, game)
        self._hooks = lower_for_game(power) if power else ()
        self._facts: dict[str, Any] = {
            "power": power,
            "verbs": tuple(effect.verb for effect in power.effects) if power else (),
            "action": any(isinstance(hook, hooks.Action) for hook in self._hooks),
            "condition_first": any(isinstance(hook, _CONDITION_FIRST) for hook in self._hooks)
            or (power is not None and any(map(_has_maximum, power.effects))),
            "placed": _placed(power) if power else None,
            "kinds": KIND_WORDS,
            "say": self.say,
            "scale": self.scale,
            "say_change": lambda effect: self.render("change", effect).strip(),
            "say_phases": lambda phases: self.render("target", phases).strip(),
            "word": self.word,
            "did": self.did,
            "deed": self.deed,
            "of": "",
            "lying": "from",
            "what": "",
            "moved": False,
            "negated": False,
            "kind": lambda name: self.word("fact", name) if name else "",
        }

    def render(self, name: str, node: object, **facts: Any) -> str:
        """Return the text of a block for a node."""
        return self._blocks.render(name, node, {**self._facts, "form": "", **facts})

    def say(self, node: object, form: str = "", **facts: Any) -> str:
        """Return the text of a node. form: "gained", or "one", "bare" or "many" for cards."""
        name = block_of(node)
        variant = f"{name}_{form}"
        return self.render(variant if self._blocks.has(variant) else name, node, form=form, **facts)

    def word(self, prefix: str, name: str) -> str:
        """Return the text of a phase, fact or keyword. Unknown facts are keywords."""
        block = block_name(prefix, name)
        has_block = prefix not in ("fact", "keyword") or self._blocks.has(block)
        return self.render(block if has_block else "keyword", name)

    def did(self, count: ast.Count) -> str:
        """Return the verb of a count: "have" or "produced"."""
        block = block_name("did", count.things)
        return self.render(block if self._blocks.has(block) else "did", count).strip()

    def deed(self, condition: ast.Condition, of: str, single: bool = False) -> str:
        """Return what a condition says of a player. single: whether of one other player."""
        return self.render("deed", condition, of=of, single=single).strip()

    def scale(self, per: ast.Per) -> str:
        """Return the text of a multiplier: "for every 2 worlds"."""
        return self.render("per", per, things=self.counted_items(per)).strip()

    def counted_items(self, per: ast.Per | None) -> str:
        """Return the counted items of a multiplier, in the singular if its divisor is 1."""
        if per is None:
            return ""
        return self.say(per.count, form="bare" if per.divisor == 1 else "many", of="per")

    def requirement(self, having: ast.Condition, most: bool) -> str:
        """Return the required number of a goal.

        most: whether the goal goes to the player with the most.
        """
        return self.render("held", having, most=most).strip()

    def lead(self, power: ast.Power) -> str:
        """Return the moment of a power, or "" if it applies throughout its phase."""
        if power.trigger:
            return self.say(power.trigger)
        for hook in self._hooks:
            if isinstance(hook, hooks.Action | hooks.Place):
                moment = hook.moment if isinstance(hook, hooks.Action) else hook.how
                return self.word("moment", moment)
        return ""

    def effects(self, power: ast.Power) -> tuple[str, bool]:
        """Return all effects as a phrase, and whether it lists gains after a price."""
        own = [effect for effect in power.all_effects if not self._is_apart(effect)]
        gained = power.cost is not None and all(
            self._blocks.has_text(f"{block_of(effect)}_gained") for effect in own
        )
        form = "gained" if gained else ""
        phrases = [self.phrase(effects, form) for effects in (power.effects, *power.others)]
        several = power.others and any(re.search(" and |; ", phrase) for phrase in phrases)
        return (", or " if several else " or ").join(phrases), gained

    def phrase(self, effects: tuple[ast.Effect, ...], form: str = "") -> str:
        """Return the effects as one phrase. form: as for `say`."""
        first = [effect for effect in effects if self._leads_on(effect)]
        apart = [effect for effect in effects if self._is_apart(effect)]
        others = [effect for effect in effects if effect not in (*first, *apart)]
        phrase = self._list_effects(others, form)
        for effect in first:
            link = self.render(f"{block_of(effect)}_then", effect) if phrase else ""
            phrase = f"{self._effect(effect, form)}{link} {phrase}"
        for effect in apart:
            link = ""
            if first:  # this effect depends on it, too
                link = ", and" if others else self.render(f"{block_of(first[-1])}_then", effect)
            elif phrase:
                link = self.render(f"{block_of(effect)}_apart", effect)
            phrase = f"{phrase}{link} {self._effect(effect, '')}"
        return phrase

    def _list_effects(self, effects: list[ast.Effect], form: str) -> str:
        """Return the effects as a list, which begins anew after effects with several clauses."""
        phrase, listed = "", list[str]()
        for effect in effects:
            text = self._effect(effect, form)
            listed += [text] if text else []
            if effect is not effects[-1] and self._blocks.has(f"{block_of(effect)}_done"):
                phrase += f"{_join(listed)}{self.render(f'{block_of(effect)}_done', effect)} "
                listed = []
        return phrase + _join(listed)

    def _effect(self, effect: ast.Effect, form: str) -> str:
        text = self.say(effect, form).strip()
        return f"{text} {self.scale(effect.per)}" if text and effect.per else text

    def _is_apart(self, effect: ast.Effect) -> bool:
        return self._blocks.has(f"{block_of(effect)}_apart")

    def _leads_on(self, effect: ast.Effect) -> bool:
        return self._blocks.has(f"{block_of(effect)}_then")


def _placed(power: ast.Power) -> ast.Selector:
    return ast.Selector("card" if power.also else PLACED_NOUNS.get(power.phase, "card"))


def _counted(count: int, noun: str, adjective: str = "") -> str:
    """Return "1 card", "2 more cards", "3 copies"."""
    plural = re.sub(r"y$", "ie", noun) + "s"
    return f"{count} {adjective} {noun if count == 1 else plural}"


def _plural_title(title: str) -> str:
    """Return the name of several copies of a card: "Seed Arks", "Houses of Glass"."""
    noun, of, rest = title.partition(" of ")
    if not noun.endswith("s"):
        ending = re.sub(r"([^aeiou])y$", r"\1ie", noun)
        noun = ending + ("es" if re.search(r"(x|z|ch|sh)$", noun) else "s")
    return f"{noun}{of}{rest}"


def _a_or_an(phrase: str) -> str:
    """Return the phrase with "a" or "an"."""
    return f"{article(phrase.lower())} {phrase}"


def _alternatives(numbers: Iterable[int]) -> str:
    """Return "1, 3, 6 or 10"."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}"


def _join(parts: list[str]) -> str:
    """Join parts with commas and "and"."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def _one_line(text: str) -> str:
    """Collapse white space, and remove it before punctuation."""
    return re.sub(r" (?=[.,;:](?: |$))", "", " ".join(text.split()))


_FILTERS: Final[Mapping[str, Callable[..., str]]] = {
    "counted": _counted,
    "a_or_an": _a_or_an,
    "alternatives": _alternatives,
    "listed": _join,
    "plural_title": _plural_title,
}
BLOCKS: Final = Blocks("wording.jinja", _FILTERS)
"""English of the words of Race for the Galaxy. Other games extend these blocks."""


@lru_cache(maxsize=8)
def _blocks_for_game(blocks: Blocks, game: str) -> Blocks:
    return (
        blocks
        if game == RACE.id
        else Blocks(wording_file(game, "wording"), _FILTERS).with_fallback(blocks)
    )


def blocks_of(game: str) -> Blocks:
    """Return the English text of the words of a game."""
    return _blocks_for_game(BLOCKS, game)


def word_invasion(invasion: Invasion) -> Iterator[str]:
    """Yield the description of an invasion, line by line."""
    by = invasion.by.upper()
    yield f"Invasion by {by}, at the end of each round from round {invasion.first_round} on"
    yield f"{by} worlds can only be conquered. Military against them counts against the invasion."
    for index, wave in enumerate(invasion.waves, 1):
        yield f"Wave {index}, {_rounds(wave)}: {_cards(wave)}"
    repulse = [(players, str(value)) for players, value in invasion.repulse]
    yield f"Repulsed by Military of all together: {_by_players(repulse)}"
    rewards = [(players, "-".join(map(str, points))) for players, points in invasion.rewards]
    yield f"Points for holding out, the strongest first: {_by_players(rewards)}"
    yield (
        f"A bunker gives {invasion.bunker} defense; the Greatest Admiral and the Greatest"
        f" Contributor score {counted(invasion.award, 'point')} each."
    )


def _rounds(wave: Wave) -> str:
    if not wave.rounds:
        return "until the game ends"
    return _by_players([(players, counted(count, "round")) for players, count in wave.rounds])


def _cards(wave: Wave) -> str:
    """Return the cards of a wave with their counts, weakest first."""
    copies = Counter(wave.cards)
    return ", ".join(f"{count} x {_strength(card)}" for card, count in copies.items())


def _strength(card: InvasionCard) -> str:
    return f"own Military {card.strength:+d}" if card.own else str(card.strength)


def _by_players(values: Sequence[tuple[int, str]]) -> str:
    """Return values by number of players, grouped by equal value."""
    runs = groupby(values, key=lambda pair: pair[1])
    groups: list[tuple[str, list[int]]] = [
        (text, [count for count, _ in run]) for text, run in runs
    ]
    text, players = groups[0]
    if len(groups) == 1:
        return text
    rest = [f"{text} with {_format_player_range(players)}" for text, players in groups[1:]]
    return ", ".join([f"{text} with {_format_player_range(players)} players", *rest])


def _format_player_range(players: Sequence[int]) -> str:
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])
