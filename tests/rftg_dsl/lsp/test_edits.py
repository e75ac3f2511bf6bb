"""Edits are made in the texts that they were made for, and in no others."""

import os
from pathlib import Path

import pytest
from lsprotocol import types

from rftg_dsl.lsp.findings import actions_at, resolve_action
from rftg_dsl.lsp.navigation import rename_symbol
from rftg_dsl.lsp.workspace import Workspace

HOME = (
    "set: home\ntitle: Home\nkeywords: [ice]\ncards:\n"
    "  - title: Snow\n    world: 2\n    vp: 1\n    keywords: [ice]\n"
)
NEAR = (
    "set: near\ntitle: Near\nrequires: [home]\ncards:\n"
    "  - title: Fire\n    world: 1\n    vp: 1\n    keywords: [ice]\n"
)
AT = types.Position(7, 16)
"""Where the keyword stands in NEAR."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    path = tmp_path / "home.yaml"
    path.write_text(HOME, encoding="utf-8")
    return path


def opened(home: Path, takes_versions: bool = True) -> tuple[Workspace, str]:
    """A workspace with NEAR open in its fifth version, and its address."""
    workspace = Workspace("utf-16", home.parent, takes_versions)
    uri = (home.parent / "near.yaml").as_uri()
    workspace.update_document(uri, NEAR, 5)
    workspace.view(uri)
    return workspace, uri


def test_a_class_of_tokens_keeps_its_name_where_a_keyword_gets_another(home: Path) -> None:
    workspace, uri = opened(home)
    text = NEAR.replace("cards:", "tokens: {ice: 3}\ncards:", 1)
    text += "    powers: |\n      produce: 1 ice token per ice card\n"
    workspace.update_document(uri, text, 6)
    workspace.view(uri)
    edit = rename_symbol(workspace, uri, types.Position(8, 16), "frost")
    own = next(one for one in edit.document_changes if one.text_document.uri == uri)
    places = [(one.range.start.line, one.range.start.character) for one in own.edits]
    assert places == [(8, 15), (10, text.splitlines()[10].index("ice card"))]


NAMED = """set: rock
title: Rock
requires: [base]
replaces: [Contact Specialist]
modules: [goals]
keywords: [frozen]
tokens: {ice core: 12}
scenes:
  frozen: [ice]
goals:
  - title: Settler
    first: 4 worlds
    after: [settle]
  - title: Coring
    most: ice core tokens
    least: 2
    after: [settle]
cards:
  - title: Geyser
    world: 2
    vp: 1
    keywords: [frozen]
    powers: |
      explore: draw 1 per "Geyser"
      explore: drw 1 per "Geyser"
      produce: 2 ice core tokens per frozen card  # not "Geyser"
  - title: Contact Specialist
    development: 2
    vp: 1
    powers: |
      settle: military +1 per "Contact Specialist"
tests:
  - test: one
    given:
      tableau: [Geyser, Contact Specialist]
      tokens: {ice core: 2}
      goals: [Settler]
    when: settle
    answers: [place Geyser]
    then: {tokens: {ice core: 2}, points: {Geyser: 2}}
"""


def named(tmp_path: Path, old: str, new: str, text: str = NAMED) -> str:
    """A text after the name behind some words has become another one."""
    workspace, uri = Workspace("utf-16", tmp_path), (tmp_path / "rock.yaml").as_uri()
    workspace.update_document(uri, text, 1)
    before = text[: text.index(old) + len(old)].split("\n")
    edit = rename_symbol(workspace, uri, types.Position(len(before) - 1, len(before[-1])), new)
    assert edit.changes is not None
    lines = text.split("\n")
    for one in sorted(edit.changes[uri], key=lambda one: one.range.start, reverse=True):
        row, start, end = one.range.start.line, one.range.start.character, one.range.end.character
        lines[row] = lines[row][:start] + one.new_text + lines[row][end:]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("where", "old", "new"),
    [
        ("tokens: {ice core", "ice core", "drill core"),
        ("most: ice core", "ice core", "drill"),
        ("produce: 2 ice core", "ice core", "drill"),
        ("keywords: [frozen", "frozen", "cold"),
        ("- title: Settler", "Settler", "It's: first"),
        ("goals: [Settler", "Settler", "Pioneer"),
    ],
)
def test_each_sort_of_name_is_changed_wherever_it_is_used(
    tmp_path: Path, where: str, old: str, new: str
) -> None:
    quoted = "'It''s: first'" if "'" in new else new
    assert named(tmp_path, where, new) == NAMED.replace(old, quoted)


def test_a_goal_that_somebody_holds_is_renamed(tmp_path: Path) -> None:
    held = NAMED.replace("[Settler]", "{Settler: you}")
    assert named(tmp_path, "- title: Settler", "Pioneer", held) == held.replace(
        "Settler", "Pioneer"
    )


def test_a_title_is_changed_in_lines_that_cannot_be_read_but_not_in_comments(
    tmp_path: Path,
) -> None:
    text = NAMED.replace('# not "Geyser"', "#").replace("Geyser", "Vent")
    assert named(tmp_path, "- title: Geyser", "Vent").replace('# not "Geyser"', "#") == text


def test_a_card_that_replaces_another_gets_a_title_of_its_own(tmp_path: Path) -> None:
    text = named(tmp_path, "- title: Contact Specialist", "Envoy")
    kept = "replaces: [Contact Specialist]"
    assert text == NAMED.replace("Contact Specialist", "Envoy").replace("replaces: [Envoy]", kept)


def test_a_card_can_get_the_title_of_one_that_its_set_takes_out(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="already the title of a card in `rock`"):
        named(tmp_path, "- title: Geyser", "Contact Specialist")
    free = NAMED.replace("Contact Specialist", "Envoy").replace("[Envoy]", "[Contact Specialist]")
    assert "- title: Contact Specialist" in named(
        tmp_path, "- title: Geyser", "Contact Specialist", free
    )


@pytest.mark.parametrize(
    ("where", "new", "why"),
    [
        ("tokens: {ice core", "Ice Core", "a token class is one to three words"),
        ("tokens: {ice core", "good", "is a word of the language"),
        ("goals: [Settler", "Coring", "is already the title of a goal"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(
    tmp_path: Path, where: str, new: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        named(tmp_path, where, new)


def test_edits_say_which_version_they_are_for(home: Path) -> None:
    workspace, uri = opened(home)
    edit = rename_symbol(workspace, uri, AT, "frost")
    assert edit.changes is None
    found = {one.text_document.uri: one.text_document.version for one in edit.document_changes}
    assert found == {uri: 5, home.as_uri(): None}


def test_a_client_that_knows_no_versions_gets_none(home: Path) -> None:
    workspace, uri = opened(home, takes_versions=False)
    edit = rename_symbol(workspace, uri, AT, "frost")
    assert edit.document_changes is None
    assert set(edit.changes or ()) == {uri, home.as_uri()}


def test_an_action_says_which_version_it_is_for(home: Path) -> None:
    workspace, uri = opened(home)
    workspace.update_document(uri, NEAR.replace("vp: 1", "vp:\t1"), 6)
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(uri),
        types.Range(types.Position(6, 0), types.Position(6, 9)),
        types.CodeActionContext([]),
    )
    first, everything = actions_at(workspace, params)
    for action in (first, everything):
        assert action.edit is not None
        assert action.edit.document_changes
        assert action.edit.document_changes[0].text_document.version == 6


SLIPS = NEAR.replace("vp: 1", "vp: ?") + (
    "    powers: |\n      explore: +1 card\n      setle: military +1\n"
)


def fix_everything(workspace: Workspace, uri: str, line: int) -> list[types.CodeAction]:
    """Return the actions for a line that mend all, and come without their edit."""
    at = types.Range(types.Position(line, 0), types.Position(line, 9))
    about = types.CodeActionContext([])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), at, about)
    return [one for one in actions_at(workspace, params) if one.edit is None]


@pytest.mark.parametrize("end", ["", "\n", "\n# end\n"])
def test_one_action_mends_all_that_has_a_fix(home: Path, end: str) -> None:
    workspace = Workspace("utf-16", home.parent, resolves_actions=True)
    uri = (home.parent / "near.yaml").as_uri()
    workspace.update_document(uri, SLIPS.rstrip("\n") + end, 5)
    (action,) = fix_everything(workspace, uri, 6)
    assert action.title == "Fix all fixable problems (3)"
    (edit,) = (resolve_action(workspace, action).edit.changes or {})[uri]
    lines = (SLIPS.rstrip("\n") + end).split("\n")
    start, stop = edit.range.start, edit.range.end
    head, tail = lines[: start.line], lines[stop.line :]
    assert start.character == 0
    mended = "\n".join([*head, edit.new_text + tail[0][stop.character :], *tail[1:]])
    right = SLIPS.replace("?", "variable").replace("+1 card", "draw 1").replace("setle", "settle")
    assert mended == right.rstrip("\n") + end
    workspace.update_document(uri, mended, 6)
    assert not fix_everything(workspace, uri, 6)


def test_a_client_that_does_not_ask_for_edits_later_is_not_offered_it(home: Path) -> None:
    workspace, uri = opened(home)
    workspace.update_document(uri, SLIPS, 6)
    assert not fix_everything(workspace, uri, 6)


def test_a_file_that_was_saved_beside_the_editor_is_read_again(home: Path) -> None:
    workspace, uri = opened(home)
    home.write_text("# Four\n# lines\n# more\n# here\n" + HOME, encoding="utf-8")
    edit = rename_symbol(workspace, uri, AT, "frost")
    (of_home,) = (one for one in edit.document_changes if one.text_document.uri == home.as_uri())
    assert {one.range.start.line for one in of_home.edits} == {6, 11}


def test_a_file_that_was_saved_and_looks_the_same_is_left_alone(home: Path) -> None:
    workspace, uri = opened(home)
    times = home.stat()
    home.write_text(HOME.replace("Snow", "Wind"), encoding="utf-8")
    os.utime(home, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(ValueError, match=r"`home\.yaml` has changed on disk"):
        rename_symbol(workspace, uri, AT, "frost")
