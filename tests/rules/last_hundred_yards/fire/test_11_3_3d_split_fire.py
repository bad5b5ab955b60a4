"""11.3.3d: fire split at two hexes."""

import pytest

from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.fronts import are_beside
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import marker
from tests.rules.last_hundred_yards.maneuver.came_near import came_near
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

SQUAD, SECOND, LEADER, FOE = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-11.3.3d")
@pytest.mark.parametrize(
    ("foe", "moved", "why"),
    [
        ("C5", ((SQUAD, "C7"), (SECOND, "D6")), ""),
        ("C5", ((SQUAD, "C7"),), "nobody maneuvered into D7"),
        ("C3", ((SQUAD, "C7"), (SECOND, "D6")), ""),
    ],
)
def test_11_3_3d_split_fire_is_at_maneuvering_units_at_any_range(
    foe: str, moved: tuple[tuple[str, str], ...], why: str
) -> None:
    places = (at("C7"), at("D6" if len(moved) == 2 else "D7"))
    state, split = came_near(*moved, foe=foe), FireSmallArms("ge", FOE, places)
    refused = refusal(state, split)
    assert why in refused
    assert bool(why) is ("nobody maneuvered" in refused)
    assert (split in legal(state, FireSmallArms)) is not bool(why)


@proves("LHY-11.3.3d", "LHY-11.1c")
@pytest.mark.parametrize(
    ("one", "other", "beside"), [(0, 5, True), (0, 4, False), (5, 1, False), (1, 4, False)]
)
def test_11_3_3d_adjacent_hexsides_are_found_all_around_the_hex(one: int, other: int, beside: bool) -> None:
    assert are_beside((one,), (other,)) is are_beside((other,), (one,)) is beside


SQUADS = ("us.able.1.squad.1", "us.able.1.squad.2")
AIMING = {"C7": "C8", "D6": "D7", "E6": "E7", "E4": "F4", "C3": "C2", "C8": "C9", "B4": "A5"}
"""Hexes into which an American squad goes, and where it comes from. About C5: C3 north, E4 north-east, E6 south-east,
C7 south, D6 between those two, B4 north-west."""


def approached(firer: str, *places: str, start: str = "C5", moves: bool = True) -> GameState:
    """American squads have moved into these hexes, and a German unit in C5 may react."""
    men = [unit(name, AIMING[place] if moves else place) for name, place in zip(SQUADS, places, strict=False)]
    watcher = unit(LEADER, "A10")
    state = activated(*men, watcher, unit(firer, start), far=(unit("ge.1kp.2.leader", "H1"),))
    for man, place in zip(men, places, strict=False):
        if moves:
            state = done(state, Maneuver("us", man.id, at(place)), EndManeuver("us"))
    return done(state, CallForReaction("us"))


def split(firer: str, *places: str) -> FireSmallArms:
    return FireSmallArms("ge", firer, tuple(map(at, places)))


@proves("LHY-11.3.3d")
@pytest.mark.parametrize(
    ("places", "why"),
    [
        (("C7", "D6"), ""),
        (("C7", "E6"), ""),  # two adjacent hexsides
        (("D6", "E6"), ""),
        (("C7", "E4"), "one hexside or two adjacent ones"),
        (("C7", "C3"), "one hexside or two adjacent ones"),
        (("E4", "E6"), ""),
        (("C7", "B4"), "one hexside or two adjacent ones"),
        (("D6", "C8"), ""),
    ],
)
def test_11_3_3d_both_fires_leave_by_one_hexside_or_two_beside_each_other(
    places: tuple[str, str], why: str
) -> None:
    state = approached("ge.mg.2", *places)
    told = refusal(state, split("ge.mg.2", *places))
    assert why in told
    assert bool(told) is bool(why)
    assert (split("ge.mg.2", *sorted(places, key=at)) in legal(state, FireSmallArms)) is not bool(why)
    if not why:
        after = done(state, split("ge.mg.2", *places))
        # SAV 1, less 2 for the split, 1 more against units that maneuvered within two hexes: all but the one in C8.
        assert [(str(fire.at), fire.value) for fire in course(after).fires] == [
            (place, -1 if place == "C8" else 0) for place in places
        ]


@proves("LHY-11.3.3d", "LHY-T-UCT.1")
@pytest.mark.parametrize(
    ("firer", "may"),
    [
        (FOE, True), ("ge.mg.2", True), ("ge.fp.1", True), ("ge.1kp.1.section.a", True),
        ("ge.1kp.1.section.b", False),  # SAV 0
        ("ge.pak40.3", False), ("ge.pz4.2.1", False), ("ge.spw251.1", False),
    ],
)  # fmt: skip
def test_11_3_3d_infantry_mgs_and_fps_with_an_sav_of_1_split_their_fire(firer: str, may: bool) -> None:
    state = approached(firer, "C7", "D6")
    told = refusal(state, split(firer, "C7", "D6"))
    assert ("cannot split its fire" in told) is not may
    assert (not told) is may
    assert not refusal(state, split(firer, "C7"))


@proves("LHY-11.3.3d")
def test_11_3_3d_split_fire_only_in_reaction_and_only_at_units_that_maneuvered() -> None:
    units = [unit(SQUADS[0], "C5"), unit(LEADER, "A10"), unit(FOE, "C7"), unit("ge.1kp.1.squad.2", "D6")]
    action = FireSmallArms("us", SQUADS[0], (at("C7"), at("D6")))
    assert "split in reaction only" in refusal(activated(*units), action)
    state = approached("ge.mg.2", "C7")
    assert "nobody maneuvered into D6" in refusal(state, split("ge.mg.2", "C7", "D6"))


@proves("LHY-11.3.3c-2019", "LHY-11.3.3c", "LHY-11.3.3d-2019", "LHY-11.3.3d")
def test_11_3_3c_and_d_reaction_fire_at_units_that_maneuvered_close_by_and_split() -> None:
    # The designer's example: each of two markers has the full SAV, the maneuver bonus and -2.
    units = [unit(SQUAD, "C11"), unit("us.able.1.squad.2", "D10"), unit(LEADER, "A12"), unit("ge.mg.3", "C8")]
    state = activated_wide(*units)
    for mover, label in ((SQUAD, "C10"), ("us.able.1.squad.2", "D9")):
        state = done(state, Maneuver("us", mover, at(label)), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    assert marker(state, FireSmallArms("ge", "ge.mg.3", (at("C10"),))) == 2
    split = done(state, FireSmallArms("ge", "ge.mg.3", (at("C10"), at("D9"))))
    assert [fire.value for fire in course(split).fires] == [0, 0]


@proves("LHY-11.3.3d", "LHY-11.2a")
def test_11_3_3d_split_fire_tells_its_lower_marker_which_may_not_be_below_minus_4() -> None:
    units = [unit(SQUAD, "C11"), unit("us.able.1.squad.2", "D10"), unit(LEADER, "A12"), unit("ge.mg.3", "C8")]
    for smokes, said in ((4, "SADRM -4"), (5, "fire worth less than -4")):
        state = activated_wide(*units, markers=[Marker("smoke", at("D9"))] * smokes)
        for mover, label in ((SQUAD, "C10"), ("us.able.1.squad.2", "D9")):
            state = done(state, Maneuver("us", mover, at(label)), EndManeuver("us"))
        state = done(state, CallForReaction("us"))
        split = FireSmallArms("ge", "ge.mg.3", (at("C10"), at("D9")))
        assert said in (refusal(state, split) or PLAY.chances(state, split).verdict)


@proves("LHY-11.3.3d")
@pytest.mark.parametrize(("start", "may"), [("D10", True), ("D9", False)])
def test_11_3_3d_fire_is_split_at_units_that_came_and_not_at_units_that_fired(start: str, may: bool) -> None:
    second = "us.able.1.squad.2"
    state = activated_wide(
        unit(SQUAD, "C11"), unit(second, start), unit(LEADER, "A12"), unit("ge.mg.3", "C8")
    )
    state = done(state, Maneuver("us", SQUAD, at("C10")), EndManeuver("us"))
    if start == "D9":
        state = done(state, FireSmallArms("us", second, (at("C8"),)))
    else:
        state = done(state, Maneuver("us", second, at("D9")), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    said = refusal(state, FireSmallArms("ge", "ge.mg.3", (at("C10"), at("D9"))))
    assert ("nobody maneuvered into D9" not in said) is may


@proves("LHY-11.3.3d")
def test_11_3_3d_no_split_fire_in_activation() -> None:
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "C9"))
    assert "in reaction only" in refusal(state, FireSmallArms("us", SQUAD, (at("C10"), at("C9"))))
