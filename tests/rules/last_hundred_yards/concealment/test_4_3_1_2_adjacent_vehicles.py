"""Chapter 4.3.1.2: vehicles that lose concealment to an enemy who comes near without a maneuver."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.advance import Advance
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.effects.concealment import conceal_unseen
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import in_assault
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    opened,
    position_seen_by,
    unit,
)

SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"
FOE, STUG, PANZER = "ge.1kp.1.squad.1", "ge.stug.1", "ge.pz4.2.1"
BELT = board("\n".join([". . . . . . . ."] * 2 + ["w w w w w w w w"] + [". . . . . . . ."] * 7))


def _after_an_assault(
    kind: DecisionKind, who: str, place: str, *others: Unit, ground: HexBoard = FIELD,
    words: tuple[str, ...] = (), markers: tuple[Marker, ...] = (), edition: str = "2019",
) -> GameState:  # fmt: skip
    """An American unit is to advance or to retreat after an assault on its hex."""
    units = (unit(who, place, *words), unit(LEADER, "A10"), *others)
    state = activated(*units, ground=ground, markers=markers, edition=edition)
    state = PhaseBegan(Phase.ASSAULT).on(state)
    return DecisionDue(Decision(kind, "us", who, at(place), 2, 4)).on(state)


@proves("LHY-4.3.1.2d", "LHY-4.3.1.0.3")
@pytest.mark.parametrize("ground", [FIELD, BELT])
@pytest.mark.parametrize(("to", "kept"), [("C4", False), ("B5", True), ("C6", True)])
def test_4_3_1_2d_a_unit_advancing_next_to_a_vehicle_finds_it(ground: HexBoard, to: str, kept: bool) -> None:
    # The assault gun stands in C3, in the open or in woods.
    state = _after_an_assault(DecisionKind.ADVANCE, SQUAD, "C5", unit(STUG, "C3", CONCEALED), ground=ground)
    assert done(state, Advance("us", SQUAD, at(to))).unit(STUG).has(CONCEALED) is kept


@proves("LHY-4.3.1.2d")
@pytest.mark.parametrize(("there", "kept"), [(FOE, True), ("ge.dummy.1", True), (STUG, False)])
def test_4_3_1_2d_men_stay_concealed_when_an_enemy_advances_next_to_them(there: str, kept: bool) -> None:
    state = _after_an_assault(DecisionKind.ADVANCE, SQUAD, "C5", unit(there, "C3", CONCEALED))
    assert done(state, Advance("us", SQUAD, at("C4"))).unit(there).has(CONCEALED) is kept


@proves("LHY-4.3.1.2d", "LHY-4.3.1.3")
@pytest.mark.parametrize(("smoke", "kept"), [(None, False), ("C3", True), ("E5", False)])
def test_4_3_1_2d_smoke_keeps_a_vehicle_concealed_next_to_the_enemy(smoke: str | None, kept: bool) -> None:
    markers = (Marker("smoke", at(smoke)),) if smoke else ()
    foe = unit(STUG, "C3", CONCEALED)
    state = _after_an_assault(DecisionKind.ADVANCE, SQUAD, "C5", foe, markers=markers)
    assert done(state, Advance("us", SQUAD, at("C4"))).unit(STUG).has(CONCEALED) is kept


@proves("LHY-4.3.1.2d", "LHY-4.3.1.0.3")
@pytest.mark.parametrize(("to", "kept"), [("E7", False), ("D7", False), ("C7", True)])
def test_4_3_1_2d_a_unit_retreating_next_to_a_vehicle_finds_it(to: str, kept: bool) -> None:
    state = _after_an_assault(DecisionKind.RETREAT, TANK, "D6", unit(PANZER, "E8", CONCEALED))
    assert done(state, Retreat("us", TANK, at(to))).unit(PANZER).has(CONCEALED) is kept


@proves("LHY-4.3.1.2d")
def test_4_3_1_2d_a_hidden_enemy_finds_no_vehicle_retreating_next_to_it() -> None:
    state = _after_an_assault(
        DecisionKind.RETREAT, TANK, "D6", unit(FOE, "E8", HIDDEN), ground=BELT, words=(CONCEALED,)
    )
    assert done(state, Retreat("us", TANK, at("E7"))).unit(TANK).has(CONCEALED)
    state = _after_an_assault(
        DecisionKind.RETREAT, TANK, "D6", unit(FOE, "E8"), ground=BELT, words=(CONCEALED,)
    )
    assert not done(state, Retreat("us", TANK, at("E7"))).unit(TANK).has(CONCEALED)


@proves("LHY-4.3.1.2d", "LHY-4.3.1.3", "LHY-4.3.1.0.3")
def test_4_3_1_2d_the_winner_of_an_assault_finds_an_adjacent_vehicle_when_the_marker_is_off() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), unit(STUG, "D4"))
    state = UnitChanged(STUG, gained=(CONCEALED,)).on(state)
    state = done(state, ResolveAssault("us", at("C4")), 10)
    for label in ("C3", "C2"):
        state = done(state, Retreat("ge", FOE, at(label)))
        assert state.unit(STUG).has(CONCEALED), "under the Assault marker nobody takes concealment"
    assert not done(state, Pass("ge"), 1).unit(STUG).has(CONCEALED)


@proves("LHY-4.3.1.2b", "LHY-4.3.1.0.3")
@pytest.mark.parametrize(("motion", "kept"), [((), True), ((IN_MOTION,), False)])
def test_4_3_1_2b_a_unit_advancing_into_sight_of_a_vehicle_in_motion_finds_it(
    motion: tuple[str, ...], kept: bool
) -> None:
    # The tank in F1 is behind the woods of row 3; the squad steps into them and sees it three hexes off.
    state = _after_an_assault(
        DecisionKind.ADVANCE, SQUAD, "C4", unit(PANZER, "F1", CONCEALED, *motion), ground=BELT
    )
    assert not position_seen_by(state, "us").sees(at("C4"), at("F1"))
    assert done(state, Advance("us", SQUAD, at("C3"))).unit(PANZER).has(CONCEALED) is kept


@proves("LHY-4.3.1.2d", "LHY-4.3.2")
@pytest.mark.parametrize(("foe_at", "concealed"), [("E4", False), ("F4", True)])
def test_4_3_1_2d_a_vehicle_beside_an_enemy_who_does_not_see_it_gains_no_concealment(
    foe_at: str, concealed: bool
) -> None:
    # Houses on both sides of the street hide the tank in D4 from the side, also from the next hex.
    rows = [". . . . . ."] * 3 + [". . . u . ."] + [". . . . . ."] * 3
    street = board("\n".join(rows), roads="D1 D2 D3 D4 D5 D6 D7")
    state = opened(street, [unit(TANK, "D4"), unit(FOE, foe_at)])
    assert not position_seen_by(state, "us").sees(state.unit(FOE), state.unit(TANK))
    resolution = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(resolution)
    assert resolution.state.unit(TANK).has(CONCEALED) is concealed


@proves("LHY-4.3.1.2b", "LHY-4.3.1.0.3", "LHY-4.3.1.2.later")
@pytest.mark.parametrize(
    ("ground", "edition", "kept"),
    [(FIELD, "2019", False), (BELT, "2019", True), (FIELD, "series-3.1", True)],
)
def test_4_3_1_2b_a_vehicle_that_retreats_in_sight_of_the_enemy_is_seen_in_motion(
    ground: HexBoard, edition: str, kept: bool
) -> None:
    """Six hexes away, in the open or with woods between; in the later edition a retreat, no maneuver, costs no concealment."""
    foe = unit(FOE, "D1")
    state = _after_an_assault(
        DecisionKind.RETREAT, TANK, "D6", foe, ground=ground, words=(CONCEALED,), edition=edition
    )
    assert done(state, Retreat("us", TANK, at("D7"))).unit(TANK).has(CONCEALED) is kept


@proves("LHY-4.3.1.2d", "LHY-4.3.1.3")
def test_4_3_1_2d_men_under_mortar_fire_find_an_adjacent_vehicle_when_the_marker_is_off() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), unit(STUG, "C4", CONCEALED), fires=[fire])
    assert state.unit(STUG).has(CONCEALED)
    state = PhaseBegan(Phase.MORTARS).on(state)
    (adjust,) = PLAY.legal_actions(state)
    after = done(state, adjust)
    assert not course(after).fires
    assert not after.unit(STUG).has(CONCEALED)
