"""Shellfire, aircraft and engineers where one condition more or less changes the answer."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.anti_aircraft import FireAtAircraft
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.recovery import Mend
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at, shell
from rules.kampfgruppe_normandy.effects.losses import lose
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.support_tables import (
    BOOK,
    DE,
    UK,
    area,
    at,
    game,
    legal,
    line,
    play_on,
    resolving,
    told_to,
    unit,
    why_not,
)
from tests.rules.kampfgruppe_normandy.tables import dice_of

HEAVY_5 = HighExplosive(ShellSize.HEAVY, 5, 3)
MARK = Spot(40.0, 20.0)
FOE = unit("foe", "de.squad", (40, 20))


@proves("KN-IND-23")
@pytest.mark.parametrize(
    ("carrier", "order", "save"),
    [
        ("de.opel", ("box", "men"), 5),
        ("de.sdkfz251", ("box", "men"), 4),
        ("de.panther", ("box", "men"), 6),
    ],
)
def test_passengers_come_after_what_carries_them_and_save_as_it_shelters_them(
    carrier: str, order: tuple[str, ...], save: int
) -> None:
    state = game(
        unit("box", carrier, (40, 20)),
        unit("men", "de.squad"),
        unit("own", "uk.squad", (40, 60)),
        status={"men": Status(men=8, aboard="box")},
    )
    barrage = barrage_at(at(state), MARK, HEAVY_5)
    assert barrage.order == order
    assert barrage.target("men").save == save


@proves("KN-IND-23")
def test_splinters_do_not_reach_those_under_an_armoured_roof() -> None:
    roofed = replace(BOOK.type("uk.m5_halftrack"), kind=BOOK.type("uk.sherman").kind)
    book = replace(BOOK, roster={**BOOK.roster, "uk.m5_halftrack": roofed})
    state = game(
        unit("box", "uk.m5_halftrack", (40, 20)),
        unit("men", "uk.squad"),
        unit("foe", "de.squad", (40, 60)),
        status={"men": Status(men=8, aboard="box")},
    )
    assert barrage_at(Position(state, book), MARK, HEAVY_5).order == ("box",)


@proves("KN-SPEC-14a", "KN-SPEC-14b", "KN-SPEC-14c")
@pytest.mark.parametrize(("allowance", "may"), [(2, True), (1, False)])
def test_a_messenger_costs_an_activation_and_spares_the_radio(allowance: int, may: bool) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 40)),
        unit("runner", "uk.runner", (42, 40)),
        unit("gun", "uk.25pdr_battery"),
        FOE,
        allowance=allowance,
    )
    state = told_to(state, "hq", K.REQUEST)
    request = RequestMission(UK, "hq", ("gun",), MARK, messenger="runner")
    assert ("costs an activation" not in why_not(state, request)) is may
    if may:
        sent = play_on(state, request, 6, 6, 1, 1, 1)
        assert progress_of(sent).spent == 2
        assert "runner" not in sent.units
        assert progress_of(sent).counters_of(UK) == ()


@proves("KN-BLDG-02b")
@pytest.mark.parametrize(("men_near", "hits"), [(False, 2), (True, 0)])
def test_a_stray_shell_falls_on_a_house_only_where_no_unit_is_near(men_near: bool, hits: int) -> None:
    house = area(T.BRICK_BUILDING, 41, 18, 45, 22)
    squad = unit("foe", "de.squad", (36, 20) if men_near else (70, 60))
    state = game(squad, unit("own", "uk.squad", (90, 60)), pieces=[house])
    resolution = resolving(state, dice_of([6, 3, 3, 1, 1, 1, *([6, 6] if men_near else [])]))
    shell(resolution, MARK, HEAVY_5, 1)
    assert dict(DAMAGE.of(resolution.progress)).get("brick_building", 0) == hits


@proves("KN-BLDG-02b", "KN-IND-17", "KN-IND-19")
@pytest.mark.parametrize(
    ("marker", "struck"), [((40, 20), ("inside", "stone_building", "near")), ((46, 23), ("stone_building", "near", "inside"))]
)  # fmt: skip
def test_a_house_that_the_marker_lies_in_takes_direct_hits_after_the_men_as_near(
    marker: tuple[float, float], struck: tuple[str, ...]
) -> None:
    """OUR 149: two of four shells hit, the first what is nearest, and one falls close, which suppresses no house."""
    house = area(T.STONE_BUILDING, 38, 16, 48, 24)
    inside, near = unit("inside", "de.squad", (40, 20)), unit("near", "de.squad", (44, 26.5))
    state = game(
        inside, near, unit("own", "uk.squad", (90, 60)), pieces=[house],
        status={"inside": Status(men=8, inside="stone_building")},
    )  # fmt: skip
    aimed = barrage_at(at(state), Spot(*marker), HEAVY_5)
    nearest, farther = (one for one in struck if one != house.id)
    assert (aimed.order, aimed.hit_order) == ((nearest, farther), struck)
    for_one = barrage_at(at(state), Spot(*marker), HEAVY_5, about=farther).hit_order
    assert (for_one.index(farther), len(for_one)) == (struck.index(farther), 3), (
        "told of one alone it has the same share"
    )
    unhurt, two_hits = [1] * 5, [3, 3, 1, 1, 1]
    hits = [*unhurt, *two_hits] if struck[0] == nearest else [*two_hits, *unhurt]
    resolution = resolving(state, dice_of([6, 6, 1, 2, *hits, 3, 1]))
    shell(resolution, Spot(*marker), HEAVY_5, 4)
    assert dict(DAMAGE.of(resolution.progress)) == {"stone_building": 2}
    assert [one.id for one in resolution.state.units.values() if one.has(SUPPRESSED)] == [nearest]


@proves("KN-NIGHT-04", "KN-BLDG-13")
@pytest.mark.parametrize(("y_in", "may"), [(44, True), (50, False)])
def test_at_night_a_building_is_fired_at_within_24_inches(y_in: float, may: bool) -> None:
    state = game(
        unit("tank", "uk.sherman", (40, y_in)),
        FOE,
        pieces=[area(T.BRICK_BUILDING, 38, 18, 42, 22)],
        night=True,
        status={"foe": Status(men=8, inside="brick_building"), "tank": Status(rounds=(("he", 4),))},
    )
    state = told_to(state, "tank", K.DIRECT_HE, K.MOVE)
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_HE, "75mm")
    assert ('beyond 24" at night (KGN Night fighting)' not in why_not(state, fire)) is may


@proves("KN-AA-03", "KN-WPN-19b")
@pytest.mark.parametrize(("men", "may"), [(2, True), (1, False)])
def test_an_autocannon_without_its_crew_does_not_fire_at_aircraft(men: int, may: bool) -> None:
    state = game(
        unit("bofors", "uk.bofors", (40, 40)),
        unit("plane", "de.bf109", (40, 20)),
        FOE,
        status={"bofors": Status(men=men)},
    )
    state = told_to(state, "bofors", K.SUPPRESS_AIRCRAFT, K.MOVE)
    assert ("needs a crew of 2" not in why_not(state, FireAtAircraft(UK, "bofors", "plane"))) is may


def bomber(spotter: str) -> GameState:
    state = game(unit("plane", "uk.typhoon_bomber", (40, 33.5)), unit("eye", spotter, (44, 40)), FOE)
    return told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)


@proves("KN-AIR-21")
@pytest.mark.parametrize(
    ("spotter", "may"),
    [("uk.hq", True), ("uk.air_controller", True), ("uk.platoon_hq", False), ("uk.observer", False)],
)
def test_bombs_are_spotted_by_the_controller_or_the_commander(spotter: str, may: bool) -> None:
    state = bomber(spotter)
    drop = DropBombs(UK, "plane", "eye", MARK, "medium bombs", 1)
    assert ("neither an air controller" not in why_not(state, drop)) is may


@proves("KN-AIR-22")
def test_bombs_drift_as_shells_do() -> None:
    drop = DropBombs(UK, "plane", "eye", MARK, "medium bombs", 1)
    first_attack, radio, own, enemy, west, direct_hit = 14, 3, (1, 1), (6, 6, 2), 13, 6
    state = bomber("uk.air_controller")
    drifted = play_on(state, drop, radio, first_attack, *own, *enemy, west, direct_hit)
    assert progress_of(drifted).of("foe").men == 8


@proves("KN-AIR-20")
@pytest.mark.parametrize(("pierces", "stands"), [((2, 2, 3), True), ((2, 3, 1), False)])
def test_rockets_strike_the_rear_also_where_the_side_is_thinner(
    pierces: tuple[int, ...], stands: bool
) -> None:
    plates = BOOK.type("de.stug3").armour
    assert plates is not None
    assert (plates.side, plates.rear) == (2, 4)
    state = game(unit("plane", "uk.typhoon", (40, 33.5)), unit("foe", "de.stug3", (40, 20), facing_deg=90))
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    first_attack, observed, rockets = 14, 6, (6, 1)
    strike = Strike(UK, "plane", "foe", K.DIRECT_AT, "rockets", 1)
    after = play_on(state, strike, first_attack, observed, *rockets, *pierces)
    assert ("foe" in after.units) is stands


@proves("KN-ENG-10", "KN-ENG-22", "KN-DFAT-44c")
@pytest.mark.parametrize(
    ("conditions", "away_in", "may"),
    [((IMMOBILISED,), 0.8, True), ((), 0.8, False), ((IMMOBILISED,), 1.3, False)],
)
def test_a_charge_is_set_at_an_immobilised_vehicle_in_contact(
    conditions: tuple[str, ...], away_in: float, may: bool
) -> None:
    man_in, half_tank_in = 0.3, 1.6
    sappers = unit("sappers", "uk.sappers", (40, 40))
    tank = unit("tank", "de.pz4h", (40 + man_in + away_in + half_tank_in, 40), *conditions, facing_deg=90)
    state = game(sappers, tank, status={"sappers": Status(men=1, offsets=((0.0, 0.0),))})
    state = told_to(state, "sappers", K.ENGINEER, K.ENGINEER)
    assert (why_not(state, Work(UK, "sappers", Task.DEMOLISH, "tank")) == "") is may


@proves("KN-ENG-13")
@pytest.mark.parametrize(("wide_in", "may"), [(7.9, True), (8.2, False)])
def test_a_light_bridge_spans_8_inches(wide_in: float, may: bool) -> None:
    river = line(T.RIVER, (0, 30), (96, 30), width_in=wide_in)
    state = game(unit("men", "uk.bridging", (40, 30 + wide_in / 2 + 1.8)), FOE, pieces=[river])
    state = told_to(state, "men", K.ENGINEER, K.ENGINEER)
    assert (why_not(state, Work(UK, "men", Task.BRIDGE, "river")) == "") is may


@proves("KN-ENG-21", "KN-ENG-16a")
@pytest.mark.parametrize(("side", "type_id", "may"), [(UK, "uk.sherman", True), (DE, "de.pz4h", False)])
def test_only_wrecks_of_ones_own_side_are_mended(side: str, type_id: str, may: bool) -> None:
    state = game(unit("arv", "uk.sherman_arv", (40, 40)), FOE)
    wreck = Loss("wreck", type_id, side, "destroyed", Spot(40, 43.5), 0.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    state = told_to(state, "arv", K.ENGINEER, K.MOVE)
    assert (Mend(UK, "arv", "wreck") in legal(state)) is may


@proves("KN-IND-05", "KN-IND-34")
def test_a_request_is_for_ones_own_guns_or_for_general_support() -> None:
    state = game(unit("hq", "uk.hq", (40, 40)), unit("gun", "uk.25pdr_battery"), FOE)
    state = told_to(state, "hq", K.REQUEST)
    both = RequestMission(UK, "hq", ("gun",), MARK, priority=Priority.HIGH, level=Level.CORPS)
    assert "names your own guns, or general support" in why_not(state, both)


@proves("KN-SPEC-22b", "KN-BMOR-16", "KN-UMOR-17a")
@pytest.mark.parametrize(("men", "stays"), [(8, True), (1, False)])
def test_those_aboard_a_truck_that_breaks_down_get_out_suppressed_and_the_last_man_runs(
    men: int, stays: bool
) -> None:
    state = game(
        unit("truck", "de.opel", (40, 20)),
        unit("men", "de.squad"),
        unit("own", "uk.squad", (40, 60)),
        status={"men": Status(men=men, aboard="truck")},
    )
    resolution = resolving(state, dice_of([1] if stays else [1, 1]))
    lose(resolution, "truck", "abandoned")
    assert ("men" in resolution.state.units) is stays
    assert len(progress_of(resolution.state).counters_of(DE)) == (1 if stays else 2)
    if stays:
        assert resolution.state.unit("men").has(SUPPRESSED)
        assert progress_of(resolution.state).of("men").aboard is None
