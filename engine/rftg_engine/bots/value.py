"""What a position is worth: how far ahead each player will be, and the chances to win."""

from __future__ import annotations

from math import exp

from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.network import Network
from rftg_engine.bots.seats import Beside, aims_of, appraise, stage_of
from rftg_engine.bots.weights import STAGES
from rftg_engine.view import View


def expected_lead(known: Knowledge, view: View) -> float:
    """Return by how many points the owner of a view is expected to be ahead of the best other one.

    known: with a network.
    """
    evaluator = Evaluator(known, view)
    return evaluator.beside.ahead + evaluator.own_appraisal().points


def chances(known: Knowledge, view: View) -> list[float]:
    """Return the chance of each seat to win, as the owner of the view sees it: 1 in all.

    known: with a network.
    """
    network = _network(known)
    mine = win_chance(known, view)
    found: list[float] = []
    whole = 0.0
    for seat in range(len(view.seats)):
        if seat == view.me:
            found.append(0.0)
            continue
        beside = Beside(known, view, seat, aims_of(known, view, seat))
        more = appraise(known, network, view, seat, beside).points
        found.append(chance(known, network, view, beside.ahead + more))
        whole += found[-1]
    found = [(1.0 - mine) * one / whole for one in found]
    found[view.me] = mine
    return found


def win_chance(known: Knowledge, view: View) -> float:
    """Return the chance of the owner of a view to win. known: with a network."""
    return chance(known, _network(known), view, expected_lead(known, view))


def chance(known: Knowledge, network: Network, view: View, ahead: float) -> float:
    """Return the chance to win of who is expected to be ahead by so many points in the end."""
    last, growth = network.spread
    spread = last + growth * (STAGES - stage_of(known, view).number)
    return 1.0 / (1.0 + exp(max(-30.0, min(30.0, -ahead / spread))))


def _network(known: Knowledge) -> Network:
    network = known.network
    if network is None:
        raise ValueError("these weights have no value that was learned")
    return network
