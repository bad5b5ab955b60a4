"""Chapter 11.3.1: which small arms markers go with a unit that leaves others behind in a marked hex."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.fire.divide_markers import DivideMarkers
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    activated,
    activated_wide,
    at,
    course,
    done,
    legal,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, HALFTRACK = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "us.m3.2",
)
FIRST = "us.able.1.squad.1"


def small_arms_markers(*values: int, place: str = "C6", against: str = "us") -> tuple[FireMarker, ...]:
    return tuple(
        FireMarker(number, FireKind.SADRM, at(place), value, against=against)
        for number, value in enumerate(values, 1)
    )


def under_fire(*units: Unit, values: tuple[int, ...] = (1, 0), edition: str = "2019") -> GameState:
    """An American squad in C6 under small arms markers, its leader far off."""
    return activated(
        unit(FIRST, "C6"), unit(LEADER, "A8"), *units, fires=small_arms_markers(*values), edition=edition
    )  # fmt: skip


def marker_values(state: GameState) -> dict[str, list[int]]:
    """The values of the small arms markers by hex."""
    found: dict[str, list[int]] = {}
    for fire in course(state).fires:
        found.setdefault(str(fire.at), []).append(fire.value)
    return found


@proves("LHY-11.3.1b")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_3_1b_the_firing_side_picks_the_markers_that_go_with_a_unit_leaving_others_behind(
    edition: str,
) -> None:
    state = done(under_fire(unit(SECOND, "C6"), edition=edition), Maneuver("us", FIRST, at("C5")))
    assert PLAY.to_act(state) == "ge"
    assert PLAY.legal_actions(state) == tuple(
        DivideMarkers("ge", FIRST, chosen) for chosen in ((), (2,), (1,), (1, 2))
    )
    assert marker_values(done(state, DivideMarkers("ge", FIRST, ()))) == {"C6": [1, 0]}
    divided = done(state, DivideMarkers("ge", FIRST, (1,)))
    assert marker_values(divided) == {"C5": [1], "C6": [0]}
    assert PLAY.to_act(divided) == "us", "its maneuver goes on"
    assert Maneuver("us", FIRST, at("C4")) in legal(divided, Maneuver)


@proves("LHY-11.3.1b")
def test_11_3_1b_the_same_choice_for_a_unit_that_passes_through() -> None:
    state = activated(unit(FIRST, "C7"), unit(LEADER, "A8"), unit(SECOND, "C6"), fires=small_arms_markers(2))
    state = done(state, Maneuver("us", FIRST, at("C6")))
    assert PLAY.to_act(state) == "us", "entering asks nothing"
    state = done(state, Maneuver("us", FIRST, at("C5")), DivideMarkers("ge", FIRST, (1,)))
    assert marker_values(state) == {"C5": [2]}


@proves("LHY-11.3.1b")
def test_11_3_1b_only_markers_of_the_hex_are_taken_along_each_once() -> None:
    state = done(under_fire(unit(SECOND, "C6")), Maneuver("us", FIRST, at("C5")))
    for chosen in ((3,), (1, 1)):
        assert "the markers of C6 are 1, 2, each once (LHY 11.3.1b" in refusal(
            state, DivideMarkers("ge", FIRST, chosen)
        )
    assert "no markers of" in refusal(state, DivideMarkers("ge", SECOND, (1,)))
    assert "cannot be declared now" in refusal(state, FireSmallArms("ge", "ge.mg.1", (at("C5"),)))
    assert "cannot be declared now" in refusal(
        done(state, DivideMarkers("ge", FIRST, ())), DivideMarkers("us", FIRST, ())
    )


@proves("LHY-11.3.1b")
def test_11_3_1b_markers_of_equal_value_are_interchangeable() -> None:
    state = done(under_fire(unit(SECOND, "C6"), values=(1, 1, 1)), Maneuver("us", FIRST, at("C5")))
    assert [action.fires for action in legal(state, DivideMarkers)] == [(), (1,), (1, 2), (1, 2, 3)]


@proves("LHY-11.3.1a")
@pytest.mark.parametrize(
    "others",
    [
        (),
        (unit(HALFTRACK, "C6"),),
        (unit(SECOND, "C6", HIDDEN),),
    ],
)
def test_11_3_1a_no_choice_for_the_last_foot_unit_that_the_enemy_sees(others: tuple[Unit, ...]) -> None:
    # A vehicle takes no small arms markers along, and asking must not give away a hidden unit.
    state = done(under_fire(*others), Maneuver("us", FIRST, at("C5")))
    assert PLAY.to_act(state) == "us"
    assert marker_values(state) == {"C5": [1, 0]}


@proves("LHY-11.3.1a")
def test_11_3_1a_passengers_stay_behind_without_the_markers() -> None:
    state = Mounted(SECOND, HALFTRACK).on(under_fire(unit(HALFTRACK, "C6"), unit(SECOND, "C6")))
    assert marker_values(done(state, Maneuver("us", FIRST, at("C5")))) == {"C5": [1, 0]}


@proves("LHY-11.3.1a", "LHY-11.3.1.0")
@pytest.mark.parametrize(("carrier", "hexes"), [(TANK, {"C7": [1, 0]}), (HALFTRACK, {"C6": [1, 0]})])
def test_11_3_1a_riders_drive_off_with_the_markers_of_their_hex_and_passengers_without(
    carrier: str, hexes: dict[str, list[int]]
) -> None:
    # The markers count against all on foot but passengers: a squad that rides off alone takes them along.
    state = Mounted(FIRST, carrier).on(under_fire(unit(carrier, "C6", IN_MOTION)))
    state = done(state, Maneuver("us", carrier, at("C7")))
    assert state.unit(FIRST).at == at("C7")
    assert marker_values(state) == hexes
    assert not course(state).decisions


@proves("LHY-11.3.1b", "LHY-11.3.1.0")
def test_11_3_1b_a_unit_walking_away_from_riders_leaves_others_behind() -> None:
    state = Mounted(FIRST, TANK).on(under_fire(unit(TANK, "C6"), unit(SECOND, "C6")))
    state = done(state, Maneuver("us", SECOND, at("C5")))
    assert PLAY.to_act(state) == "ge"
    assert marker_values(state) == {"C6": [1, 0]}
    assert marker_values(done(state, DivideMarkers("ge", SECOND, (1,)))) == {"C5": [1], "C6": [0]}


@proves("LHY-11.3.1b", "LHY-11.3.1.0")
def test_11_3_1b_for_riders_who_drive_off_from_others_the_choice_names_their_tank() -> None:
    state = Mounted(FIRST, TANK).on(under_fire(unit(TANK, "C6", IN_MOTION), unit(SECOND, "C6")))
    state = done(state, Maneuver("us", TANK, at("C7")))
    assert PLAY.to_act(state) == "ge"
    assert marker_values(done(state, DivideMarkers("ge", TANK, (2,)))) == {"C6": [1], "C7": [0]}
    bare = done(under_fire(unit(TANK, "C6", IN_MOTION)), Maneuver("us", TANK, at("C7")))
    assert PLAY.to_act(bare) == "us", "a tank alone takes no small arms"
    assert marker_values(bare) == {"C6": [1, 0]}


@proves("LHY-11.5.1a")
def test_11_5_1a_the_marker_on_a_gun_goes_along_with_the_halftrack_that_tows_it() -> None:
    gun = "us.gun57.1"
    fire = FireMarker(1, FireKind.ATDRM, at("C6"), 8, target=gun)
    state = activated(
        unit(gun, "C6"), unit(HALFTRACK, "C6", IN_MOTION), unit(FIRST, "A8"), unit(LEADER, "A8"), fires=[fire]
    )
    state = done(Mounted(gun, HALFTRACK).on(state), Maneuver("us", HALFTRACK, at("C7")))
    assert state.unit(gun).at == at("C7")
    assert marker_values(state) == {"C7": [8]}


@proves("LHY-11.3.1b")
def test_11_3_1b_a_concealed_unit_that_leaves_is_named_as_it_is_seen() -> None:
    woods = board("\n".join([". . w w . . . ."] * 10))
    units = [unit(SECOND, "C6", CONCEALED), unit(FIRST, "C6"), unit(LEADER, "A8")]
    state = activated(*units, ground=woods, fires=small_arms_markers(1, 0))
    state = done(state, Maneuver("us", SECOND, at("D6")))
    assert {action.unit for action in legal(state, DivideMarkers)} == {"concealed@D6"}
    assert marker_values(done(state, DivideMarkers("ge", "concealed@D6", (2,)))) == {"C6": [1], "D6": [0]}


@proves("LHY-11.3.1b")
def test_11_3_1b_one_choice_for_a_stack_that_leaves_together() -> None:
    third = "us.able.1.squad.3"
    state = under_fire(unit(SECOND, "C6"), unit(third, "C6"))
    state = done(state, Withdraw("us", (FIRST, SECOND), at("C7")))
    assert [due.unit for due in course(state).decisions] == [FIRST]
    state = done(state, DivideMarkers("ge", FIRST, (1, 2)))
    assert marker_values(state) == {"C7": [1, 0]}
    whole = under_fire(unit(SECOND, "C6"))
    whole = done(whole, Withdraw("us", (FIRST, SECOND), at("C7")))
    assert PLAY.to_act(whole) == "us", "all of them left, and all markers with them"
    assert marker_values(whole) == {"C7": [1, 0]}


@proves("LHY-11.3.1b")
def test_11_3_1b_no_choice_for_a_unit_put_back_by_hidden_enemies() -> None:
    state = under_fire(unit(SECOND, "C6"), unit("ge.1kp.1.squad.1", "C5", HIDDEN))
    state = done(state, Maneuver("us", FIRST, at("C5")))
    assert state.unit(FIRST).at == at("C6")
    assert not course(state).decisions
    assert marker_values(state) == {"C6": [1, 0]}


@proves("LHY-11.3.1b")
def test_11_3_1b_after_the_choice_for_its_last_hex_a_maneuver_ends_by_itself() -> None:
    units = [unit(FIRST, "C7"), unit(LEADER, "A8"), unit(SECOND, "C5")]
    state = activated(*units, fires=small_arms_markers(1, place="C5"))
    for label in ("C6", "C5", "C4"):
        state = done(state, Maneuver("us", FIRST, at(label)))
    assert course(state).moving is not None
    state = done(state, DivideMarkers("ge", FIRST, (1,)))
    assert course(state).moving is None
    assert PLAY.to_act(state) == "us"


@proves("LHY-11.3.1a")
@pytest.mark.parametrize(("others", "label"), [((), "C11"), (("us.able.1.squad.2",), "C12")])
def test_11_3_1a_the_only_unit_of_a_hex_takes_its_markers_along(others: tuple[str, ...], label: str) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C12"), 0, against="us")
    units = [unit(SQUAD, "C12"), unit(LEADER, "A12"), *(unit(one, "C12") for one in others)]
    state = done(activated_wide(*units, fires=(fire,)), Maneuver("us", SQUAD, at("C11")))
    assert str(course(state).fires[0].at) == label
