"""17.7h: units that begin off the map enter where and when their player likes, and may call mortar fire before."""

from typing import Any

import pytest

from rules.errors import BadInput, Unknown
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, HEROIC, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    at,
    chance_steps,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
)
CARRIER = "us.m3.2"
ENTRY = ["C10", "D10"]
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}


def coming(
    *units: Unit, names: tuple[str, ...] = (SQUAD, SECOND, LEADER), ground: HexBoard = FIELD, **options: Any
) -> GameState:
    """The Americans wait off the map south of C10 and D10 and have the initiative; their first platoon is activated."""
    sides = {"us": {"entry_hexes": ENTRY, "entering": list(names)}}
    ge = [unit(FOE, "C1"), unit("ge.1kp.1.leader", "H1")]
    state = opened(ground, [*(unit(name, None) for name in names), *ge, *units], sides=sides, **options)
    state = done(state, RollInitiative(options.get("attacker", "us")), 9, 2)
    return done(state, SelectCompany("us", "able"), Activate("us", ("able.1",)))


@proves("LHY-17.7h.2", "LHY-5.0.II.2", "LHY-12.3.4.2")
def test_17_7h_no_unit_enters_whose_platoon_has_no_leader_in_play() -> None:
    other = unit("us.able.2.leader", "H9"), unit("us.able.2.squad.1", "H9")
    led = coming(*other, names=(SQUAD, LEADER, "us.mg.1"))
    assert {one.unit for one in legal(led, EnterMap)} == {SQUAD, LEADER, "us.mg.1"}
    alone = coming(*other, unit(SECOND, "H10"), names=(SQUAD, "us.mg.1"))
    assert not legal(alone, EnterMap)
    for waiting in (SQUAD, "us.mg.1"):
        told = refusal(alone, EnterMap("us", waiting, at("C10")))
        assert "has no platoon leader in play" in told
        assert "LHY 12.3.4" in told


@proves("LHY-6.0.II.1d.later")
@pytest.mark.parametrize(("edition", "first"), [("series-3.1", True), ("2019", False)])
def test_6_0_2_1_no_unit_enters_before_a_hero_of_the_platoon_has_acted(edition: str, first: bool) -> None:
    hero, foe = "us.able.1.squad.3", "ge.1kp.1.squad.2"
    state = coming(unit(hero, "C8", HEROIC), unit(foe, "C4"), edition=edition)
    entry = EnterMap("us", SQUAD, at("D10"))
    assert (f"{hero} is Heroic and acts before all others" in refusal(state, entry)) is first
    assert (entry in legal(state, EnterMap)) is not first
    state = done(state, Maneuver("us", hero, at("C7")), EndManeuver("us"))
    assert not refusal(state, entry)


@proves("LHY-17.7h.1")
@pytest.mark.parametrize(("area", "waiting"), [([], {SQUAD, LEADER}), (["C9"], set())])
def test_17_7h_without_a_set_up_area_all_units_not_on_the_map_enter_later(
    area: list[str], waiting: set[str]
) -> None:
    """An American squad is already on the map; the Germans have a squad to set up."""
    sides = {
        "us": {"entry_hexes": ENTRY, **({"setup_area": area} if area else {})},
        "ge": {"setup_area": ["C1"]},
    }
    units = [unit(SQUAD, None), unit(LEADER, None), unit(SECOND, "C8"), unit(FOE, None)]
    assert course(opened(FIELD, units, sides=sides)).off_map == waiting


@proves("LHY-17.7h.2", "LHY-17.7d")
def test_17_7h_a_unit_enters_concealed_in_an_entry_hex_and_moves_on() -> None:
    state = coming()
    assert {(action.unit, str(action.to)) for action in legal(state, EnterMap)} == {
        (name, label) for name in (SQUAD, SECOND, LEADER) for label in ENTRY
    }
    state = done(state, EnterMap("us", SQUAD, at("C10")))
    assert state.unit(SQUAD).at == at("C10")
    assert state.unit(SQUAD).has(CONCEALED)
    state = done(state, Maneuver("us", SQUAD, at("C9")), Maneuver("us", SQUAD, at("C8")))
    assert course(state).moving is None, "three hexes for 3 MP"
    assert SQUAD in course(state).acted


@proves("LHY-7.2b.1", "LHY-17.7h.2")
def test_17_7h_units_of_another_platoon_in_the_entry_hex_do_not_join_the_entering_platoon() -> None:
    """A squad of Able 2 is in the entry hex of Able 1 (reading 187)."""
    borrowed = "us.able.2.squad.1"
    state = coming(unit(borrowed, "C10"), unit("us.able.2.leader", "H9"))
    state = done(state, EnterMap("us", SQUAD, at("C10")), EndManeuver("us"))
    assert "LHY 7.0" in refusal(state, Maneuver("us", borrowed, at("C9")))


@proves("LHY-17.7h.3")
def test_17_7h_entry_may_be_delayed_and_a_side_off_the_map_is_not_beaten() -> None:
    state = coming()
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase is not Phase.OVER
    assert course(state).off_map == {SQUAD, SECOND, LEADER}
    assert state.unit(SQUAD).at is None


@proves("LHY-17.7h.2")
def test_17_7h_which_units_may_not_enter() -> None:
    state = coming()
    assert "not an entry hex of us" in refusal(state, EnterMap("us", SQUAD, at("E10")))
    assert "no unit us.able.1.squad.3 waiting" in refusal(
        state, EnterMap("us", "us.able.1.squad.3", at("C10"))
    )
    held = coming(unit("ge.mg.1", "C10"))
    assert "C10 holds the enemy" in refusal(held, EnterMap("us", SQUAD, at("C10")))
    assert not refusal(held, EnterMap("us", SQUAD, at("D10")))
    others = coming(names=(SQUAD, LEADER, "us.able.2.squad.1", "us.able.2.leader"))
    assert "when its platoon is activated" in refusal(others, EnterMap("us", "us.able.2.squad.1", at("C10")))
    reaction = done(state, CallForReaction("us"))
    assert not legal(reaction, EnterMap)


@proves("LHY-17.7h.2", "LHY-17.7f.1", "LHY-17.7f.2")
def test_17_7h_a_carrier_comes_on_in_motion_with_its_load() -> None:
    names = (SQUAD, LEADER, CARRIER)
    state = coming(names=names, aboard={SQUAD: CARRIER})
    assert "with its carrier only" in refusal(state, EnterMap("us", SQUAD, at("C10")))
    state = done(state, EnterMap("us", CARRIER, at("C10")))
    assert (state.unit(CARRIER).at, state.unit(SQUAD).at) == (at("C10"), at("C10"))
    assert state.unit(CARRIER).has(IN_MOTION)
    assert course(state).off_map == {LEADER}
    assert course(done(state, Maneuver("us", CARRIER, at("C9")))).loads_of(CARRIER) == (SQUAD,)


@proves("LHY-17.7h.2", "LHY-17.9.2b.1")
def test_17_7h_a_unit_that_meets_hidden_enemies_in_its_entry_hex_stays_off_the_map() -> None:
    state = coming(unit("ge.mg.1", "C10", HIDDEN))
    assert EnterMap("us", SQUAD, at("C10")) in legal(state, EnterMap)
    state = done(state, EnterMap("us", SQUAD, at("C10")))
    assert state.unit("ge.mg.1").has(CONCEALED)
    assert state.unit(SQUAD).at is None
    assert SQUAD in course(state).off_map
    assert "has already acted" in refusal(state, EnterMap("us", SQUAD, at("D10")))


@proves("LHY-17.8.2b")
def test_17_7h_hidden_dummies_in_the_entry_hex_end_the_maneuver_there() -> None:
    state = done(coming(unit("ge.dummy.1", "C10", HIDDEN)), EnterMap("us", SQUAD, at("C10")))
    assert (state.unit(SQUAD).at, state.unit("ge.dummy.1").at) == (at("C10"), None)
    assert course(state).moving is None


@proves("LHY-17.7h.2")
@pytest.mark.parametrize(("roads", "spent"), [("C9 C10", 1), ("", 1.5)])
def test_17_7h_an_entry_hex_costs_as_little_as_from_any_hex_of_the_map(roads: str, spent: float) -> None:
    """Woods in C10, 1 MP by road from C9 and more from elsewhere (OUR 72)."""
    ground = open_ground(8, 10, {"C10": "w"}, roads=roads)
    moving = course(done(coming(ground=ground), EnterMap("us", SQUAD, at("C10")))).moving
    assert moving is not None
    assert moving.spent == spent


@proves("LHY-17.7h.4")
def test_17_7h_an_attacker_off_the_map_fires_a_mortar_with_the_observer_in_any_entry_hex() -> None:
    state = coming(mortars=[MM60])
    call = CallMortar("us", "60mm", SQUAD, at("C1"), observer_at=at("D10"))
    assert call in legal(state, CallMortar)
    assert {action.observer_at for action in legal(state, CallMortar)} == {at("C10"), at("D10")}
    more = coming(names=(SQUAD, SECOND, LEADER, "us.able.2.leader"), mortars=[MM60])
    assert {action.unit for action in legal(more, CallMortar)} == {SQUAD, SECOND, LEADER}
    by_able_2 = CallMortar("us", "60mm", "us.able.2.leader", at("C1"), observer_at=at("D10"))
    assert "only activated attackers" in refusal(more, by_able_2)
    assert "in an entry hex" in refusal(
        state, CallMortar("us", "60mm", SQUAD, at("C1"), observer_at=at("E10"))
    )
    assert "is not on the map" in refusal(state, CallMortar("us", "60mm", SQUAD, at("C1")))
    after = done(state, call, 7)
    assert course(after).mortars[0].observer_at == at("D10")
    assert course(state_seen_by(after, "ge")).mortars[0].observer_at == at("D10"), (
        "the observer stands on the map"
    )
    assert {fire.at for fire in course(after).fires} == {at("C1")}
    assert SQUAD not in course(after).acted


@proves("LHY-17.7h.4")
def test_17_7h_a_defender_off_the_map_calls_no_mortar_nor_does_a_unit_without_los() -> None:
    assert not legal(coming(mortars=[MM60], attacker="ge"), CallMortar)
    others = coming(names=(SQUAD, LEADER, "us.able.2.squad.1", "us.able.2.leader"), mortars=[MM60])
    assert {call.unit for call in legal(others, CallMortar)} == {SQUAD, LEADER}, "whose platoon is activated"
    hill = board("\n".join([". . . . . . . ."] * 6 + ["h3 h3 h3 h3 h3 h3 h3 h3"] + [". . . . . . . ."] * 3))
    sides = {"us": {"entry_hexes": ENTRY, "entering": [SQUAD, LEADER]}}
    units = [unit(SQUAD, None), unit(LEADER, None), unit(FOE, "C1")]
    state = done(opened(hill, units, sides=sides, mortars=[MM60]), RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert "no LOS" in refusal(state, CallMortar("us", "60mm", SQUAD, at("C1"), observer_at=at("C10")))


@proves("LHY-17.7h.1")
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"entering": [SQUAD]}, "entry_hexes"),
        ({"entering": ["us.nobody"], "entry_hexes": ENTRY}, "us.nobody"),
        ({"entering": [FOE], "entry_hexes": ENTRY}, "entering: 'ge.1kp.1.squad.1'"),
        ({"entering": [LEADER], "entry_hexes": ENTRY}, "not on the map"),
        (
            {"entering": ["us.gun57.1"], "entry_hexes": ENTRY},
            "entering: 'us.gun57.1' is not a unit that comes on by itself",
        ),
        ({"entering": [SQUAD], "entry_hexes": ["Z99"]}, "Z99"),
    ],
)
def test_wrong_entries_are_named(given: dict[str, Any], message: str) -> None:
    units = [unit(SQUAD, None), unit("us.gun57.1", None), unit(LEADER, "C9"), unit(FOE, "C1")]
    with pytest.raises((BadInput, Unknown), match=message):
        opened(FIELD, units, sides={"us": {**given, "setup_area": ["C9"]}})


@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_a_game_whose_attacker_begins_off_the_map_is_played_by_chance(edition: str) -> None:
    names = (SQUAD, SECOND, "us.able.1.squad.3", LEADER, "us.mg.1", TANK, CARRIER)
    state = coming(unit("ge.mg.1", "E4"), names=names, mortars=[MM60], edition=edition)
    came_on = False
    for action, _, after in chance_steps(state, 5, 600):
        came_on = came_on or isinstance(action, EnterMap)
        state = after
    assert came_on
    assert course(state).turn > 1
    assert not legal(state, EndManeuver) or course(state).moving is not None


@proves("LHY-17.7h.2", "LHY-11.4.8c")
def test_17_7h_no_unit_enters_into_mortar_fire() -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C10"), 0, primary=True, tubes=0)
    state = FirePlaced(shell).on(coming())
    assert "C10 is a primary impact hex" in refusal(state, EnterMap("us", SQUAD, at("C10")))
    assert {str(action.to) for action in legal(state, EnterMap)} == {"D10"}


@proves("LHY-17.7h.2", "LHY-17.7d", "LHY-4.3.1.1a")
@pytest.mark.parametrize(("foe", "concealed"), [("C9", False), ("H1", True)])
def test_17_7h_a_unit_entering_in_sight_of_the_enemy_is_seen(foe: str, concealed: bool) -> None:
    sides = {"us": {"entry_hexes": ["C10"], "entering": [SQUAD, LEADER]}}
    units = [unit(SQUAD, None), unit(LEADER, None), unit(FOE, foe)]
    state = done(opened(FIELD, units, sides=sides), RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    after = done(state, EnterMap("us", SQUAD, at("C10")))
    assert after.unit(SQUAD).has(CONCEALED) is concealed


@proves("LHY-17.7h.1")
def test_17_7h_units_named_as_entering_wait_off_the_map_while_the_others_set_up() -> None:
    sides = {"us": {"setup_area": ["C9"], "entry_hexes": ["C10"], "entering": [SECOND]}}
    state = opened(
        FIELD, [unit(SQUAD, None), unit(SECOND, None), unit(LEADER, "A9"), unit(FOE, "C1")], sides=sides
    )
    assert course(state).off_map == {SECOND}
    assert {action.unit for action in legal(state, PlaceUnit)} == {SQUAD}
