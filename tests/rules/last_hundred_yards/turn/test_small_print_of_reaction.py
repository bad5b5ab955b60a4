"""Chapters 8, 11 and 13: small print of reactions and of what comes after split fire and assaults on nobody."""

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, IN_MOTION, STOPPED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.fronts import front_of
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.state.events.marker_events import FiredThrough, FirePlaced
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import FireKind, FireMarker
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
)
FOE = "ge.1kp.1.squad.1"


def came_near(*steps: tuple[str, str], foe: str = "C5") -> GameState:
    """Each of these went a hex to the north, and the Germans may react."""
    units = [unit(SQUAD, "C8"), unit(SECOND, "D7"), unit(LEADER, "A9"), unit(FOE, foe)]
    state = activated(*units)
    for who, place in steps:
        state = done(done(state, Maneuver("us", who, at(place))), EndManeuver("us"))
    return done(state, CallForReaction("us"))


@proves("LHY-11.3.3d")
@pytest.mark.parametrize(
    ("foe", "moved", "why"),
    [
        ("C5", ((SQUAD, "C7"), (SECOND, "D6")), ""),
        ("C5", ((SQUAD, "C7"),), "nobody maneuvered into D7"),
        ("C3", ((SQUAD, "C7"), (SECOND, "D6")), ""),
    ],
)
def test_11_3_3d_split_fire_is_at_who_maneuvered_however_far_off(
    foe: str, moved: tuple[tuple[str, str], ...], why: str
) -> None:
    places = (at("C7"), at("D6" if len(moved) == 2 else "D7"))
    state, split = came_near(*moved, foe=foe), FireSmallArms("ge", FOE, places)
    refused = refusal(state, split)
    assert why in refused
    assert bool(why) is ("nobody maneuvered" in refused)
    assert (split in legal(state, FireSmallArms)) is not bool(why)


@proves("LHY-8.1.1", "LHY-11.4.8a", "LHY-8.0.1")
@pytest.mark.parametrize(("primary", "reacts"), [(False, True), (True, False)])
def test_11_4_8a_men_in_a_primary_impact_hex_see_nobody_act(primary: bool, reacts: bool) -> None:
    state = came_near((SQUAD, "C7"))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=primary, tubes=0)).on(state)
    why = refusal(state, FireSmallArms("ge", FOE, (at("C7"),)))
    assert (f"{FOE} may not fire now" not in why) is reacts


@proves("LHY-11.4.8a", "LHY-9.1.1b", "LHY-9.1.1d")
@pytest.mark.parametrize(("primary", "must_act"), [(False, True), (True, False)])
@pytest.mark.parametrize(
    ("who", "conditions", "platoon"), [(SQUAD, (DISRUPTED,), "able.1"), (TANK, (), "able-tank.1")]
)
def test_11_4_8a_guns_under_mortar_fire_see_nobody_who_would_have_to_act(
    who: str, conditions: tuple[str, ...], platoon: str, primary: bool, must_act: bool
) -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=primary, tubes=0)
    units = [unit(who, "C8", *conditions), unit(LEADER, "A9"), unit("ge.pak40.3", "C4")]
    state = activated(*units, far=(), platoon=platoon, fires=[shell])
    assert ("must act" in refusal(state, CallForReaction("us"))) is must_act


@proves("LHY-11.1c", "LHY-11.1.2")
@pytest.mark.parametrize(
    ("targets", "front"),
    [
        (("C2",), ("C4",)),
        (("C2", "C1"), ("C4",)),  # both leave by one hexside: that is the front
        (("C3", "E3"), ("C4", "D4")),  # neighbouring hexsides: the vertex between them
        (("C2", "E4"), ("C4", "D4")),
    ],
)
def test_11_1c_the_front_after_split_fire(targets: tuple[str, ...], front: tuple[str, ...]) -> None:
    state = opened(FIELD, [unit("us.mg.1", "C5"), unit(FOE, "C1"), unit(LEADER, "A9")])
    for target in targets:
        state = FiredThrough("us.mg.1", at(target)).on(state)
    position = Position(state, PLAY._ground_of(state))
    wanted = {side for place in front for side in hexsides_toward(position.board.grid, at("C5"), at(place))}
    assert set(front_of(position, state.unit("us.mg.1")) or ()) == wanted


@proves("LHY-10.4.1a.1", "LHY-13.2.1.1", "LHY-17.8.2b")
@pytest.mark.parametrize("holds", ["ge.dummy.1", FOE])
def test_13_2_1_a_tank_that_assaults_is_in_motion(holds: str) -> None:
    state = activated(unit(TANK, "C5"), unit(holds, "C4", CONCEALED), platoon="able-tank.1")
    after = done(state, Assault("us", (TANK,), at("C4")))
    assert after.unit(TANK).at == at("C4")
    assert {word for word in (IN_MOTION, STOPPED) if after.unit(TANK).has(word)} == {IN_MOTION}


@proves("LHY-17.7h.2", "LHY-17.7d", "LHY-4.3.1.1a")
@pytest.mark.parametrize(("foe", "concealed"), [("C9", False), ("H1", True)])
def test_17_7h_who_comes_on_in_sight_of_the_enemy_is_seen(foe: str, concealed: bool) -> None:
    sides = {"us": {"entry_hexes": ["C10"], "entering": [SQUAD, LEADER]}}
    units = [unit(SQUAD, None), unit(LEADER, None), unit(FOE, foe)]
    state = done(opened(FIELD, units, sides=sides), RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    after = done(state, EnterMap("us", SQUAD, at("C10")))
    assert after.unit(SQUAD).has(CONCEALED) is concealed


@proves("LHY-18.3", "LHY-0.16", "LHY-2.3.2")
def test_18_3_a_victory_band_names_a_side_or_nobody() -> None:
    units = [unit(LEADER, "C9"), unit(FOE, "C1")]
    with pytest.raises(BadInput, match=r"winner: 'uk' is not one of us, ge, or null"):
        opened(FIELD, units, victory=[{"up_to": 30, "winner": "uk"}, {"winner": "us"}])
    assert course(opened(FIELD, units, victory=[{"up_to": 30, "winner": None}, {"winner": "us"}]))
