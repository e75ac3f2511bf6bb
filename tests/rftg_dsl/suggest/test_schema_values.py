"""Values in the wrong shape: the help has what was written, and an example is called one."""

import pytest

from tests.rftg_dsl.writing import compile_text

_HEAD = "set: mine\ntitle: Raid\nkeywords: [swarm]\n"
_CARD = "cards:\n  - title: Nest\n    military world: 2\n    vp: 2\n    keywords: [swarm]\n"
_INVASION = (
    "modules: [invasion]\ninvasion:\n  by: swarm\n  repulse: {repulse}\n"
    "  rewards: {{2: [1, 2], 3: [1, 1, 2], 4: [1, 1, 2, 2]}}\n  waves:\n    - cards: {cards}\n"
)


def invasion(repulse: str = "{2: 16, 3: 22, 4: 28}", cards: str = "{3: 4}") -> str:
    return _HEAD + _INVASION.format(repulse=repulse, cards=cards) + _CARD


@pytest.mark.parametrize(
    ("text", "help", "edit"),
    [
        (f"{_HEAD}tokens: [spark]\n{_CARD}", "write `tokens: {spark: 12}`", "{spark: 12}"),
        (f"{_HEAD}tokens: spark\n{_CARD}", "write `tokens: {spark: 12}`", "{spark: 12}"),
        (f"{_HEAD}tokens: 12\n{_CARD}", "write each type with its number, for ex", ""),
        (invasion(repulse="16"), "write `repulse: {2: 16, 3: 16, 4: 16}`", "{2: 16, 3: 16, 4: 16}"),
        (
            invasion(cards="[3, 3, 5, 5, own+2]"),
            "write `cards: {3: 2, 5: 2, own+2: 1}`",
            "{3: 2, 5: 2, own+2: 1}",
        ),
        (invasion(cards="none"), "write, for example, ", ""),
    ],
)
def test_the_help_has_what_was_written(text: str, help: str, edit: str) -> None:
    (found,) = compile_text(text).diagnostics
    assert found.help.startswith(help)
    assert (found.fix.edits[0].text if found.fix else "") == edit


def test_a_placeholder_that_was_copied_is_not_put_in_a_list() -> None:
    head = "set: mine\ntitle: Mine\nmodules: [goals]\n"
    goal = "goals:\n  - title: A\n    first: 3 alien cards\n    after: ...\n"
    (found,) = compile_text(head + goal + _CARD.replace("    keywords: [swarm]\n", "")).diagnostics
    assert found.help == "write, for example, `after: [develop, settle]`"
    assert found.fix is None


def test_of_two_keys_for_one_the_number_is_kept() -> None:
    card = "cards:\n  - title: Nest\n    defense: 2\n    military: true\n    vp: 2\n"
    found = compile_text(_HEAD + card).diagnostics
    assert [one.help for one in found] == [
        "write `military world`",
        "delete it: `military world` already determines it",
    ]
