"""17.7f: vehicles start or enter in motion and loaded if their player wants."""

import pytest

from rules.errors import BadInput, Unknown
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.transport import Load, Unload
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.state.progress import Phase
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, at, course, done, legal, opened, refusal, unit

SQUAD, SECOND, LEADER, TANK, FOE, TRUCK = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "us.truck.1",
)
TRACK, GUN, LATW = "us.m3.2", "us.gun57.1", "us.latw.1"
FAR_LEADER = unit("ge.1kp.1.leader", "H1")


def setting_up(*names: str) -> GameState:
    """These Americans are to be set up in C8 and C9."""
    units = [FAR_LEADER, *(unit(name, None) for name in names)]
    return opened(FIELD, units, sides={"us": {"setup_area": ["C8", "C9"]}})


def placed(state: GameState, name: str, aboard: str = "", *, in_motion: bool = False) -> GameState:
    return done(state, PlaceUnit("us", name, at("C8"), in_motion=in_motion, aboard=aboard))


@proves("LHY-17.7f.1")
def test_17_7f_a_vehicle_starts_in_motion_or_not() -> None:
    state = setting_up(TANK, SQUAD)
    assert {(one.in_motion, str(one.at)) for one in legal(state, PlaceUnit) if one.unit == TANK} == {
        (moving, label) for moving in (False, True) for label in ("C8", "C9")
    }
    state = placed(state, TANK, in_motion=True)
    assert state.unit(TANK).conditions == {CONCEALED, IN_MOTION}
    assert "only vehicles start in motion" in refusal(state, PlaceUnit("us", SQUAD, at("C8"), in_motion=True))


@proves("LHY-17.7f.2")
def test_17_7f_men_start_aboard_a_vehicle_that_stands_and_get_off_in_the_first_turn() -> None:
    state = placed(setting_up(TRACK, SQUAD, LEADER), TRACK)
    assert PlaceUnit("us", SQUAD, at("C8"), aboard=TRACK) in legal(state, PlaceUnit)
    state = placed(placed(state, SQUAD, TRACK), LEADER)
    assert course(state).loads_of(TRACK) == (SQUAD,)
    assert course(state).phase is Phase.INITIATIVE
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert Unload("us", SQUAD) in legal(state, Unload)


@proves("LHY-17.7f.2", "LHY-4.3.0.1")
def test_17_7f_the_other_side_does_not_learn_which_units_are_aboard() -> None:
    state = placed(placed(setting_up(TRACK, SQUAD, LEADER), TRACK), SQUAD, TRACK)
    assert course(state_seen_by(state, "ge")).aboard == ()


@proves("LHY-17.7f.2")
@pytest.mark.parametrize(
    ("stand", "name", "vehicle", "refused"),
    [
        ((TRACK, SQUAD), SECOND, TRACK, "has no room"),
        ((TRACK,), TANK, TRACK, "cannot be carried"),
        ((SQUAD,), SECOND, SQUAD, "cannot carry units"),
        ((), SQUAD, TRACK, "no us.m3.2 in C8"),
        ((), SQUAD, "ge.1kp.1.leader", "no ge.1kp.1.leader in C8"),
        ((TANK,), GUN, TANK, "has no room"),
    ],
)
def test_17_7f_which_units_may_not_start_aboard(
    stand: tuple[str, ...], name: str, vehicle: str, refused: str
) -> None:
    state = setting_up(*sorted({*stand, name, TRACK, LEADER}))
    for one in stand:
        state = placed(state, one, TRACK if one == SQUAD and TRACK in stand else "")
    assert refused in refusal(state, PlaceUnit("us", name, at("C8"), aboard=vehicle))


@proves("LHY-17.9.1.2", "LHY-17.7f.3")
def test_17_9_1_a_gun_starts_hidden_but_not_where_it_is_loaded() -> None:
    state = placed(setting_up(TRACK, GUN), TRACK)
    assert PlaceUnit("us", GUN, at("C8"), hidden=True) in legal(state, PlaceUnit)
    assert PlaceUnit("us", GUN, at("C8"), aboard=TRACK) in legal(state, PlaceUnit)
    loaded = PlaceUnit("us", GUN, at("C8"), hidden=True, aboard=TRACK)
    assert "hidden or deployed cannot start aboard" in refusal(state, loaded)


@proves("LHY-17.7f.3")
def test_17_7f_hidden_or_deployed_units_do_not_start_aboard() -> None:
    state = placed(setting_up(TRACK, SQUAD, LATW), TRACK)
    for hidden, deployed, name in ((True, False, LATW), (False, True, SQUAD)):
        wrong = PlaceUnit("us", name, at("C8"), hidden, deployed, aboard=TRACK)
        assert "hidden or deployed cannot start aboard" in refusal(state, wrong)


def off_map(*names: str, units: tuple[Unit, ...] = ()) -> GameState:
    """These Americans wait south of C10; Able's first platoon is activated."""
    waiting = [unit(name, None) for name in names]
    state = opened(FIELD, [FAR_LEADER, *waiting, *units], sides={"us": {"entry_hexes": ["C10"]}})
    return done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))


@proves("LHY-17.7f.2", "LHY-17.7h.2")
def test_17_7f_men_who_wait_off_the_map_come_on_aboard_without_an_action_spent() -> None:
    state = off_map(SQUAD, LEADER, TRACK, SECOND)
    state = done(state, Load("us", SQUAD, TRACK), Load("us", LEADER, TRACK))
    assert "has no room" in refusal(state, Load("us", SECOND, TRACK))
    assert "already aboard" in refusal(state, Load("us", SQUAD, TRACK))
    assert not course(state).acted
    assert "with its carrier only" in refusal(state, EnterMap("us", SQUAD, at("C10")))
    state = done(state, EnterMap("us", TRACK, at("C10")))
    assert {name for name in (SQUAD, LEADER, TRACK) if state.unit(name).at == at("C10")} == {
        SQUAD,
        LEADER,
        TRACK,
    }
    assert course(done(state, Maneuver("us", TRACK, at("C9")))).off_map == {SECOND}


@proves("LHY-17.7f.2")
def test_17_7f_which_units_cannot_load_off_the_map() -> None:
    tank, there = "us.able-tank.2.1", unit(TRACK, "C9")
    state = off_map(SQUAD, LEADER, tank, TRUCK, units=(there,))
    assert "both wait off the map" in refusal(state, Load("us", SQUAD, TRACK))
    assert "both wait off the map" in refusal(state, Load("us", "us.nobody", TRUCK))
    assert "cannot be carried" in refusal(state, Load("us", TRUCK, tank))
    assert set(legal(state, Load)) == {Load("us", SQUAD, TRUCK), Load("us", LEADER, TRUCK)}
    after = done(state, EnterMap("us", TRUCK, at("C10")), EndManeuver("us"))
    assert "both wait off the map" in refusal(after, Load("us", SQUAD, TRUCK))


@proves("LHY-17.7f.2")
@pytest.mark.parametrize(
    ("aboard", "message"),
    [
        ({SQUAD: "us.nobody"}, "us.nobody"),
        ({SECOND: TRACK}, f"options.aboard.{SECOND}: 'us.m3.2' is not a vehicle of its side in its hex"),
        ({LEADER: TRUCK}, f"options.aboard.{LEADER}: 'us.truck.1' is not a vehicle of its side in its hex"),
        ({FAR_LEADER.id: TRACK}, "is not a vehicle of its side in its hex"),
        ({SQUAD: LATW}, "is not one that it can be aboard: us.latw.1 cannot carry units"),
        ({SQUAD: TRACK, "us.mg.1": TRACK}, "us.m3.2 has no room"),
    ],
)
def test_17_7f_a_mission_that_puts_a_unit_aboard_illegally_is_refused(
    aboard: dict[str, str], message: str
) -> None:
    units = [FAR_LEADER, *(unit(name, "C8") for name in (SQUAD, TRACK, LATW, "us.mg.1")), unit(SECOND, "C9")]
    units += [unit(name, None) for name in (LEADER, TRUCK)]
    with pytest.raises((BadInput, Unknown), match=message):
        opened(FIELD, units, aboard=aboard, sides={"us": {"setup_area": ["C8"]}})


@proves("LHY-17.7f.2", "LHY-10.4.6.2a")
def test_17_7f_units_entering_aboard_did_not_mount_this_turn_and_may_dismount() -> None:
    sides = {"us": {"entry_hexes": ["C10"], "entering": [SQUAD, LEADER, TRACK]}}
    state = opened(
        FIELD, [unit(SQUAD, None), unit(LEADER, None), unit(TRACK, None, IN_MOTION), FAR_LEADER], sides=sides
    )
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    state = done(state, Load("us", SQUAD, TRACK), EnterMap("us", TRACK, at("C10")))
    state = done(state, EndManeuver("us", stop=True))
    assert not refusal(state, Unload("us", SQUAD))


@proves("LHY-17.7f.2", "LHY-10.4.6.2.0")
def test_17_7f_units_that_mount_off_the_map_enter_with_their_vehicle() -> None:
    names = (SQUAD, LEADER, "us.truck.1")
    sides = {"us": {"entry_hexes": ["C10"], "entering": list(names)}}
    state = opened(FIELD, [*(unit(name, None) for name in names), unit(FOE, "C1")], sides=sides)
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert course(done(state, Load("us", SQUAD, "us.truck.1"))).carrier_of(SQUAD) == "us.truck.1"
