"""11.3.3d, 12.3.6 and 13.3.1a: who splits small arms fire at what, who fires out of an assault hex, and who survives a duel."""

from collections.abc import Iterable

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.marker_events import AssaultEntered
from rules.last_hundred_yards.state.progress import ActionKind, FireKind, FireMarker, with_progress
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_resolution.under_fire import resolved, under_fire
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, seen, unit

LEADER, TANK, FOE = "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
SQUADS = ("us.able.1.squad.1", "us.able.1.squad.2")
FIELD = board("\n".join([". . . . . . . ."] * 10))
AIMING = {"C7": "C8", "D6": "D7", "E6": "E7", "E4": "F4", "C3": "C2", "C8": "C9", "B4": "A5"}
"""Hexes into which an American squad goes, and where it comes from. About C5: C3 north, E4 north-east, E6 south-east,
C7 south, D6 between those two, B4 north-west."""


def approached(firer: str, *places: str, start: str = "C5", moves: bool = True) -> GameState:
    """Squads have gone into these hexes, and a German in C5 may react."""
    men = [unit(name, AIMING[place] if moves else place) for name, place in zip(SQUADS, places, strict=False)]
    watcher = unit(LEADER, "A10")
    state = activated(*men, watcher, unit(firer, start), far=(unit("ge.1kp.2.leader", "H1"),))
    for man, place in zip(men, places, strict=False):
        if moves:
            state = done(done(state, Maneuver("us", man.id, at(place))), EndManeuver("us"))
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
        # SAV 1, less 2 for the split, 1 more if they maneuvered within two hexes, as all did but who came to C8.
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
def test_11_3_3d_only_in_reaction_and_only_at_those_who_maneuvered() -> None:
    units = [unit(SQUADS[0], "C5"), unit(LEADER, "A10"), unit(FOE, "C7"), unit("ge.1kp.1.squad.2", "D6")]
    action = FireSmallArms("us", SQUADS[0], (at("C7"), at("D6")))
    assert "split in reaction only" in refusal(activated(*units), action)
    state = approached("ge.mg.2", "C7")
    assert "nobody maneuvered into D6" in refusal(state, split("ge.mg.2", "C7", "D6"))


@proves("LHY-12.3.6.2")
@pytest.mark.parametrize(
    ("shots", "killed", "is_duel"),
    [
        ("stug>tank tank>stug", "tank", True),
        ("stug>tank tank>stug stug>tank", "tank", True),
        ("stug>tank tank>stug", "", False),  # the other lives
        ("stug>tank tank>stug", "other", False),
        ("tank>stug", "tank", False),  # it did not fire
        ("stug>tank", "tank", False),  # the other did not fire back
        ("stug>tank stug>other tank>stug", "tank", False),
        ("stug>tank stug>other tank>stug", "tank other", False),
        ("stug>tank tank>stug tank>gun", "tank", False),
        ("stug>tank tank>gun", "tank", False),
        ("stug>tank tank>stug gun>tank", "tank", True),  # that others fired too changes nothing
    ],
)
def test_12_3_6_two_that_fired_at_each_other_alone_and_both_die_fight_a_duel(
    shots: str, killed: str, is_duel: bool
) -> None:
    """The fire on the StuG destroys it; what it fired at may have fallen before."""
    names = {"stug": "ge.stug.1", "tank": TANK, "other": "us.able-tank.1.2", "gun": "ge.pak40.3"}
    units = [
        unit("ge.stug.1", "D4"),
        *(unit(names[one], None) for one in ("tank", "other")),
        unit(names["gun"], "E1"),
    ]
    fire = FireMarker(1, FireKind.ATDRM, at("D4"), 8, "ge", "ge.stug.1", TANK)
    pairs = tuple(
        (names[one], names[other]) for one, _, other in (word.partition(">") for word in shots.split())
    )
    fallen: Iterable[tuple[str, object, object]] = tuple((names[one], at("C2"), ()) for one in killed.split())
    state = with_progress(under_fire(units, fire), shots=pairs, killed=fallen)
    after = resolved(state, 10, *((1,) if is_duel else ()), place="D4")
    assert (after.unit("ge.stug.1").at is not None) is is_duel


@proves("LHY-13.3.1a", "LHY-13.3.2a")
@pytest.mark.parametrize(
    ("firer", "intruder", "target", "why"),
    [
        (FOE, TANK, "C6", ""),
        ("ge.mg.2", TANK, "C6", ""),
        (FOE, SQUADS[0], "C6", "only men on foot and FPs fire out of an assault hex"),
        ("ge.pak40.3", TANK, "C6", "only men on foot and FPs fire out of an assault hex"),
        ("ge.spw251.1", TANK, "C6", "only men on foot and FPs fire out of an assault hex"),
        (FOE, "us.latw.1", "C6", ""),
        ("ge.fp.1", SQUADS[0], "C6", "only men on foot and FPs fire out of an assault hex"),
        ("ge.fp.1", TANK, "C6", ""),
        ("ge.fp.1", TANK, "C7", "fires at adjacent hexes only"),
        (FOE, TANK, "C7", "fires at adjacent hexes only"),
    ],
)
def test_13_3_1a_out_of_an_assault_hex_men_fire_next_door_while_no_infantry_is_in(
    firer: str, intruder: str, target: str, why: str
) -> None:
    start = {"C6": "C7", "C7": "C8"}[target]
    units = [unit(SQUADS[1], start), unit(LEADER, "A10"), unit(intruder, "C5"), unit(firer, "C5")]
    state = activated(*units, edition="series-3.1")
    state = AssaultEntered(intruder, "us", at("C5"), at("C6")).on(state)
    state = done(done(state, Maneuver("us", SQUADS[1], at(target))), EndManeuver("us"))
    told = refusal(done(state, CallForReaction("us")), split(firer, target))
    assert why in told
    assert bool(told) is bool(why)


@proves("LHY-9.1.1d", "LHY-9.1.1.0", "LHY-13.6.6.3.fire")
@pytest.mark.parametrize(
    ("vehicle", "enemy", "place", "conditions", "must"),
    [
        (TANK, "ge.pak40.3", "C4", (), True),
        (TANK, "ge.pak40.3", "C4", (DISRUPTED,), False),
        (TANK, "ge.pak40.3", "C4", (CONCEALED,), False),
        (TANK, "ge.stug.1", "C4", (), True),
        (TANK, "ge.stug.1", "C4", (SHOCKED,), False),
        (TANK, "ge.latw.1", "C7", (), True),
        (TANK, "ge.latw.1", "C6", (), False),  # its range is 2
        (TANK, "ge.latw.1", "C8", (REGROUPING,), False),  # it has no fire but small arms
        (TANK, FOE, "C7", (), False),  # an ATV below 0 is for carriers
        ("us.m3.2", FOE, "C7", (), True),
        ("us.m3.2", FOE, "C4", (), False),  # its range is 4
        ("us.m3.2", "ge.1kp.1.leader", "C7", (), False),
        (TANK, "ge.flak38.1", "C7", (), True),  # ATV 0
    ],
)
def test_9_1_1d_a_vehicle_in_range_and_sight_of_anti_tank_fire_must_act(
    vehicle: str, enemy: str, place: str, conditions: tuple[str, ...], must: bool
) -> None:
    units = [unit(vehicle, "C9"), unit(LEADER, "C9"), unit(SQUADS[0], "C9"), unit(enemy, place, *conditions)]
    state = activated(*units, platoon="able-tank.1" if vehicle == TANK else "able.1")
    assert (duty_to_act(seen(state, "us"), state.unit(vehicle)) is not None) is must


@proves("LHY-9.1.1d")
def test_9_1_1d_not_where_it_is_not_seen() -> None:
    woods = board("\n".join([". . . . . . . ."] * 6 + ["w w w w w w w w"] + [". . . . . . . ."] * 3))
    units = [unit(TANK, "C9"), unit(LEADER, "C9"), unit("ge.pak40.3", "C4")]
    state = activated(*units, platoon="able-tank.1", ground=woods)
    assert duty_to_act(seen(state, "us"), state.unit(TANK)) is None


@proves("LHY-13.3.1b", "LHY-11.0.2", "LHY-11.5.0")
@pytest.mark.parametrize(
    ("marked", "told"), [(True, ""), (False, "nobody assaults C5, where ge.pak40.3 fires")]
)
def test_13_3_1b_a_gun_fires_within_its_own_hex_only_at_those_who_assault_it(marked: bool, told: str) -> None:
    units = [unit(SQUADS[0], "A9"), unit(LEADER, "A10"), unit(TANK, "C5"), unit("ge.pak40.3", "C5")]
    state = activated(*units, edition="series-3.1")
    if marked:
        state = AssaultEntered(TANK, "us", at("C5"), at("C6")).on(state)
    state = UnitActed(TANK, ActionKind.MANEUVER, (at("C5"),)).on(state)
    state = done(state, CallForReaction("us"))
    assert refusal(state, FireAntiTank("ge", "ge.pak40.3", (TANK,))).partition(" (")[0] == told
