"""legal_actions checked against every declaration that can be written: it lists exactly those that why_not allows."""

from collections import Counter
from collections.abc import Iterable

import pytest

from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.showing import Show
from rules.last_hundred_yards.play.play import PLAY
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.every_declaration import allowed, usual
from tests.rules.last_hundred_yards.playing import (
    activated,
    chance_steps,
    legal,
    open_kinds,
    position_seen_by,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.small_boards import SMALL

SEEDS = range(1)
STEPS = 70
OF_EACH_MOMENT = 1
"""How many moments are looked at, of those at which the same kinds of declaration are open."""


@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
@pytest.mark.parametrize("name", SMALL)
def test_whatever_is_allowed_is_listed_and_nothing_else(name: str, edition: str) -> None:
    for seed in SEEDS:
        looked_at = Counter[tuple[type, ...]]()
        for _, _, state in chance_steps(SMALL[name].opened(edition), seed, STEPS):
            kinds = () if PLAY.to_act(state) is None else open_kinds(state)
            looked_at[kinds] += 1
            if kinds and looked_at[kinds] <= OF_EACH_MOMENT:
                check(state)


def check(state: GameState) -> None:
    """That the list and why_not agree, but for mortar fire on hexes without known enemies (reading 95), and
    for concealment given up (reading 236)."""
    listed, may_be = _listed(state), allowed(state)
    unlisted = [
        action
        for action in may_be - listed
        if not isinstance(action, Show) and not _is_call_on_nobody(state, action)
    ]
    assert [str(action) for action in unlisted] == [], "allowed and not listed"
    assert [str(action) for action in listed - may_be] == [], "listed and not allowed"


def _listed(state: GameState) -> set[Action]:
    """The listed declarations, after asserting that no two are the same."""
    side = PLAY.to_act(state)
    assert side is not None
    position, found = position_seen_by(state, side), PLAY.legal_actions(state)
    listed = {usual(position, one) for one in found}
    assert len(listed) == len(found)
    return listed


def _is_call_on_nobody(state: GameState, action: Action) -> bool:
    known = position_seen_by(state, action.side)
    return isinstance(action, CallMortar) and not known.enemies_at(action.at, action.side)


FOE = "ge.1kp.1.squad.1"
OPEN = open_ground(6, 6)


def of_first_platoon(*units: Unit) -> GameState:
    return activated(*units, ground=OPEN, far=[unit("us.able.1.leader", "A6"), unit("ge.1kp.2.leader", "F1")])


@proves("LHY-11.1.1.1")
def test_11_1_1_three_firers_are_listed_in_pairs_and_together() -> None:
    squads = [unit(f"us.able.1.squad.{number}", label) for number, label in enumerate(("C5", "C1", "E4"), 1)]
    state = of_first_platoon(*squads, unit(FOE, "C3"))
    groups = {tuple(name[-1] for name in one.firers) for one in legal(state, Enfilade)}
    # From C5, south, and E4, south-east, no front shows its back to the other.
    assert groups == {("1", "2"), ("2", "3"), ("1", "2", "3")}


@proves("LHY-13.2.3-2019")
def test_13_2_3_any_of_the_infantry_of_a_hex_goes_along_with_the_tank() -> None:
    names = "us.able.1.squad.1", "us.able.1.squad.2", "us.able-tank.1.1"
    state = of_first_platoon(*(unit(name, "C5") for name in names), unit(FOE, "C3"))
    *squads, tank = names
    assert {one.units for one in legal(state, Assault)} == {
        (tank, squads[0]), (tank, squads[1]), (tank, *squads),
    }  # fmt: skip


def test_of_more_than_eight_units_small_groups_are_listed_and_all_and_any_may_be_declared() -> None:
    state = of_first_platoon(*_nine(), unit(FOE, "C3"))
    sizes = Counter(len(one.firers) for one in legal(state, Enfilade) if one.target == FOE)
    assert set(sizes) == {2, 3, 9}
    assert sizes[9] == 1
    four = [one.id for one in _nine()][:4]
    assert not refusal(state, Enfilade("us", (*four, "us.mg.5"), FOE))


def _nine() -> Iterable[Unit]:
    """Nine American firers all around C3."""
    labels = iter(("C5", "C1", "B5", "D5", "B1", "D1", "A3", "E3", "C6"))
    kinds = (*(f"able.1.squad.{number}" for number in (1, 2, 3)), *(f"mg.{number}" for number in range(1, 7)))
    return [unit(f"us.{kind}", next(labels)) for kind in kinds]
