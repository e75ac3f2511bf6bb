"""The sets of a studio: their list, new sets, and cards that move from one set to another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.templates import draft_from, replace_head
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import BOM, ERROR
from rftg_dsl.games import DEFAULT, GAMES, Game
from rftg_dsl.limits import FILE_BYTES, SET_ID
from rftg_dsl.model import CardSet
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.source.files import create_atomically, find_set
from rftg_dsl.source.schema import ID_PATTERN
from rftg_tools.faces.art import scenes_in
from rftg_tools.faces.facts import PrintedCard
from rftg_tools.games import GAMES as GAMES_OF_TOOLS
from rftg_tools.preview.table import State
from rftg_tools.studio.documents import DocumentNotFound, Documents, describe_failure
from rftg_tools.studio.editing import SetSetting, apply_change
from rftg_tools.studio.settings import used_names
from rftg_tools.studio.sheet import CannotEdit, Data, Section, Sheet, comparable, read
from rftg_tools.studio.test_entries import TestSheet, take_tests
from rftg_tools.web.images import Face, Images

COPY: Final = "copy"
"""Template that is another set."""
_ENDINGS: Final = (".yaml", ".cards.yaml")
_SHOWN_FACES: Final = 60


# --- list


def list_sets(documents: Documents, state: State) -> list[Data]:
    """Return the sets of the studio in the order of its files, with their counts and problems."""
    counts = Counter((card.file, card.is_goal) for card in state.cards)
    findings = [(card.file, finding) for card in state.cards for finding in card.findings]
    findings += [(file.name, finding) for file in state.files for finding in file.findings]
    errors = Counter(file for file, finding in findings if finding.severity == ERROR)
    problems = Counter(file for file, _finding in findings)
    return [
        {
            "file": name,
            **_head_of(documents, name),
            "cards": counts[name, False],
            "goals": counts[name, True],
            "errors": errors[name],
            "warnings": problems[name] - errors[name],
        }
        for name in documents.paths()
    ]


def _head_of(documents: Documents, name: str) -> Data:
    """Return the id, title, game and required sets of a file, as far as it can be read."""
    path = documents.path(name)
    try:
        text = documents.read(name).text or ""
        unit = read(path, text.removeprefix(BOM).replace("\r\n", "\n"))
    except (CannotEdit, DocumentNotFound):
        return {"id": "", "title": path.name, "game": "", "requires": []}
    title, requires = unit.data.get("title"), unit.data.get("requires")
    return {
        "id": unit.id,
        "title": title if isinstance(title, str) else path.name,
        "game": unit.report.game.id,
        "requires": requires if isinstance(requires, list) else [],
    }


@cache
def list_shipped() -> tuple[Data, ...]:
    """Return the id, title and game of each shipped set."""
    return tuple(
        {"id": path.stem, "title": _title_of(path), "game": game.id}
        for game in GAMES.values()
        for path in shipped_sets(game)
        if not game.folder
    )


def _title_of(path: Path) -> str:
    found = re.search(r"^title: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1].strip("'\"") if found else path.stem


def folders_of(documents: Documents) -> list[Path]:
    """Return the folders of the studio's files, without repetitions; the first is the default."""
    parents = [path.resolve().parent for path in documents.paths().values()]
    home = documents.home.resolve()
    return list(dict.fromkeys([home, *parents] if home in parents or not parents else parents))


# --- new set


class CannotMakeSet(ValueError):
    """Raised if a set cannot be made, with the reason."""


@dataclass(frozen=True, slots=True)
class SetOrder:
    """A new set. id: "" to derive it from the title. requires: None for the game's first set.

    template: name of a template, or COPY. source: for COPY, a file of the studio or a shipped id.
    """

    title: str
    game: Game
    template: str
    folder: Path
    id: str = ""
    requires: tuple[str, ...] | None = None
    source: str = ""

    @property
    def set_id(self) -> str:
        """The id of the set."""
        return self.id or id_from_title(self.title)

    @property
    def path(self) -> Path:
        """The path of its file."""
        return self.folder / f"{self.set_id}.yaml"


def id_from_title(title: str) -> str:
    """Return an id made from a title, such as ice-and-steam for "Ice & Steam", or ""."""
    words = re.sub(r"['\u2019]", "", title.casefold()).replace("&", " and ")
    parts = re.findall(r"[a-z0-9]+", words)
    return re.sub(r"^[^a-z]+", "", "-".join(parts))[:SET_ID].strip("-")


def check_new_id(set_id: str, folder: Path, documents: Documents, state: State) -> None:
    """Raise CannotMakeSet if a new set cannot have an id."""
    if not re.search(ID_PATTERN, set_id) or len(set_id) > SET_ID:
        raise CannotMakeSet("A short name has lowercase letters, digits and hyphens, such as ice.")
    if set_id in shipped_ids():
        raise CannotMakeSet(f"{set_id} is the short name of an official set. Choose another.")
    taken = {entry["id"]: entry["title"] for entry in list_sets(documents, state)}
    if set_id in taken:
        raise CannotMakeSet(f"{taken[set_id]} has the short name {set_id}. Choose another.")
    for path in (folder / f"{set_id}{ending}" for ending in _ENDINGS):
        if path.exists() or path.is_symlink():
            raise CannotMakeSet(f"{path.name} already exists. Choose another short name.")


def draft_new_set(order: SetOrder, documents: Documents) -> tuple[str, Compilation]:
    """Return the text of a new set and its compilation. Writes nothing. Raises CannotMakeSet."""
    title = " ".join(order.title.split()).replace('"', "'")
    head: Data = {"set": order.set_id, "title": title}
    if order.template == COPY:
        return _copy_set(order.path, head, order.source, documents)
    first = GAMES_OF_TOOLS[order.game.id].first_set
    head["requires"] = list((first,) if order.requires is None else order.requires)
    if order.game is not DEFAULT:
        head["game"] = order.game.id
    try:
        return draft_from(order.path, head, order.template)
    except KeyError:
        raise CannotMakeSet("There is no such template.") from None


def _copy_set(path: Path, head: Data, source: str, documents: Documents) -> tuple[str, Compilation]:
    if source in shipped_ids():
        text = find_set(source).read_text(encoding="utf-8")
    else:
        text = documents.read(source).text or ""
    text = replace_head(text, head)
    cache = SourceCache()
    cache.put(path, text)
    return text, compile_files([path], cache)


def create_set(path: Path, text: str, documents: Documents) -> str:
    """Write a new card file, show it in the studio, and return its name. Raises CannotMakeSet."""
    if len(text.encode("utf-8")) > FILE_BYTES:
        raise CannotMakeSet(f"A card file can have at most {FILE_BYTES:,} bytes.")
    try:
        create_atomically(path, text)
    except FileExistsError:
        raise CannotMakeSet(f"{path.name} already exists. Choose another short name.") from None
    except OSError as error:
        raise CannotMakeSet(f"{path.name} can't be written: {describe_failure(error)}.") from None
    return documents.add(path)


def faces_of(card_set: CardSet, images: Images, most: int = _SHOWN_FACES) -> list[Data]:
    """Return the titles of the first cards and goals of a set, and their images."""
    folder = card_set.folder or Path()
    cards = card_set.cards[:most]
    scenes = scenes_in(cards, card_set.scenes, images.theme)
    numbered = enumerate(zip(cards, scenes, strict=True), 1)
    faces = [
        (card.title, Face(PrintedCard(card, card_set.title, number, folder, scene)))
        for number, (card, scene) in numbered
    ]
    faces += [(goal.title, Face(goal)) for goal in card_set.goals[:most]]
    for _title, face in faces:
        images.add_face(face)
    return [{"title": title, "image": f"faces/{images.name(face)}"} for title, face in faces]


# --- cards that move


def move_cards(
    source: Path, source_text: str, target: Path, target_text: str, indexes: Iterable[int]
) -> tuple[str, str]:
    """Return both texts after cards have moved from one set to the end of another.

    Comments directly above a card move with it, and so do tests that name it and no card that
    stays. Keywords that the target lacks are added to it. Raises CannotEdit.
    """
    places = sorted(set(indexes))
    if source.resolve() == target.resolve() or not places:
        raise CannotEdit("Choose another set.")
    if "\r" in source_text + target_text:
        raise CannotEdit("A file has Windows line ends. Move the cards in the text.")
    taken, given = (
        Sheet(path, text.removeprefix(BOM), Section.CARDS)
        for path, text in ((source, source_text), (target, target_text))
    )
    if taken.game is not given.game:
        raise CannotEdit(f"The other set is for {given.game.title}.")
    if places[-1] >= len(taken.data) or places[0] < 0:
        raise CannotEdit("This card no longer exists.")
    places = _with_other_faces(taken.data, places)
    cards = [taken.data[index] for index in places]
    titles = {str(card.get("title", "")).casefold() for card in given.data}
    for card in cards:
        if str(card.get("title", "")).casefold() in titles:
            raise CannotEdit(f"The other set has a card named {card['title']}, too.")
    for block in [taken.block(index) for index in reversed(places)]:
        given.append_block(block)  # each goes behind the cards that the file had, so the last first
    for index in reversed(places):
        taken.delete(index)
        taken = Sheet(source, "".join(taken.lines), Section.CARDS)
    new_source, new_target = "".join(taken.lines), "".join(given.lines)
    if comparable(read(target, new_target).data)[Section.CARDS] != [*given.data, *cards]:
        raise CannotEdit("These cards can't be moved here. Move them in the text.")
    new_target = _add_keywords(target, new_target, taken.unit.data, cards)
    stay = [card for card in taken.data if card not in cards]
    new_source, tests = take_tests(source, new_source, _titles(cards), _titles(stay))
    for test in tests:
        sheet = TestSheet(target, new_target, Section.TESTS)
        sheet.append_block(test.block)
        new_target = "".join(sheet.lines)
    return _keep_mark(source_text, new_source), _keep_mark(target_text, new_target)


def _titles(cards: Iterable[Data]) -> set[str]:
    return {str(card.get("title", "")) for card in cards}


def _with_other_faces(cards: Sequence[Data], places: Sequence[int]) -> list[int]:
    """Return the places of cards, and of the other faces of their tiles."""
    titles = {str(card.get("title", "")): index for index, card in enumerate(cards)}
    others = (cards[index].get(key) for index in places for key in ("other side", "beside"))
    return sorted({*places, *(titles[str(title)] for title in others if str(title) in titles)})


def _keep_mark(old: str, new: str) -> str:
    return f"{BOM}{new}" if old.startswith(BOM) else new


def _add_keywords(path: Path, text: str, data: Data, cards: Sequence[Data]) -> str:
    """Return a text that declares the keywords of the source that its new cards use."""
    target = read(path, text).data
    if data.get("set") in (target.get("requires") or ()):
        return text
    old: Any = target.get("keywords") or []
    new = [name for name in used_names(data, cards, "keywords") if name not in old]
    return apply_change(path, text, SetSetting("keywords", [*old, *new])) if new else text
