"""The fine print of support: guns and their observers, aircraft, and engineers, where one condition more or less decides."""

from dataclasses import replace
from math import inf, nan

import pytest

from rules.errors import BadInput
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import MOVED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize, SpecialRule
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.command import KeepCommand, RollCommand
from rules.kampfgruppe_normandy.effects.air_support import arrive
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.batteries import dedicated_batteries, is_silent, may_request
from rules.kampfgruppe_normandy.questions.batteries import dice_of as dice_of_gun
from rules.kampfgruppe_normandy.questions.declarable import declarable
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.questions.fire_upwards import anti_aircraft_weapons
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Status
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    UK,
    act,
    activated,
    area,
    course,
    dice_of,
    game,
    line,
    opened,
    position,
    refusal,
    resolving,
    status,
    table,
    told_to,
    unit,
    with_status,
)


@proves("KN-ENG-12b")
@pytest.mark.parametrize(
    ("type_id", "terrain", "to_y", "opens"),
    [
        ("us.dozer", T.HEDGE, 26, True), ("us.dozer", T.RUBBLE, 26, True), ("us.dozer", T.BOCAGE, 26, False),
        ("us.dozer", T.HEDGE, 32, False), ("us.m4a3", T.HEDGE, 26, False),
    ],
)  # fmt: skip
def test_a_bulldozer_leaves_a_gap_as_wide_as_a_vehicle_in_the_hedge_or_rubble_it_goes_through(
    type_id: str, terrain: T, to_y: float, opens: bool
) -> None:
    """1.6 inches, and half an inch to spare (OUR 144)."""
    state = game(
        unit("dozer", type_id, (30, 33), side=UK),
        unit("foe", "de.squad", (80, 60)),
        pieces=[line(terrain, (10, 30), (60, 30), width_in=0.5)],
    )
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    after = act(state, Move(UK, "dozer", (Spot(30, 33), Spot(30, to_y))), *[1] * (to_y < 30))
    gaps = [piece.area.bounds for piece in position(after).table.pieces if piece.terrain is T.GAP]
    assert gaps == ([pytest.approx((30 - 1.05, 29.65, 30 + 1.05, 30.35))] if opens else [])


@proves("KN-ENG-12b")
def test_the_gap_of_a_bulldozer_that_turns_in_the_rubble_goes_from_where_it_came_in_to_where_it_left() -> (
    None
):
    state = game(
        unit("dozer", "us.dozer", (30, 33), side=UK),
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.RUBBLE, 20, 28, 40, 32)],
    )
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    way = (Spot(30, 33), Spot(30, 30), Spot(32, 27))
    after = act(state, Move(UK, "dozer", way), 1)
    (gap,) = (piece.shape for piece in position(after).table.pieces if piece.terrain is T.GAP)
    tenth_on = (30 - 0.03, 28 - 0.09, 31.33 + 0.03, 32 + 0.09)
    assert gap.bounds == pytest.approx(tenth_on, abs=0.01)


@proves("KN-AIR-21", "KN-AIR-22")
@pytest.mark.parametrize(("bombs", "may"), [(0, False), (1, True), (2, True), (3, False)])
def test_no_more_bombs_fall_than_hang_under_the_wings(bombs: int, may: bool) -> None:
    state = game(
        unit("plane", "uk.typhoon_bomber", (40, 33.5)),
        unit("eye", "uk.air_controller", (44, 40)),
        unit("foe", "de.squad", (40, 9)),
    )
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    drop = DropBombs(UK, "plane", "eye", Spot(40, 20), "medium bombs", bombs)
    assert ("medium bombs left" not in refusal(state, drop)) is may


@proves("KN-AIR-11")
@pytest.mark.parametrize(("facing_deg", "may"), [(0.0, True), (359.9, True), (nan, False), (inf, False)])
def test_an_aircraft_flies_by_a_bearing_in_degrees(facing_deg: float, may: bool) -> None:
    state = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 9)))
    assert (refusal(state, Fly(UK, "plane", Spot(9, 9), facing_deg)) == "") is may


@proves("KN-AA-03", "KN-WPN-04b", "KN-WPN-18b", "KN-WPN-16", "KN-ACT-07")
@pytest.mark.parametrize(
    ("type_id", "weapons"),
    [
        ("uk.squad", []),
        ("de.squad", ["MG 42"]),
        ("de.mg42_tripod", ["MG 42 on tripod"]),
        ("uk.m5_halftrack", ["pintle MG"]),
        ("uk.bofors", ["40mm Bofors"]),
        ("uk.sherman", ["co-axial MG", "bow MG"]),
        ("uk.6pdr", []),
        ("de.pioneers", ["MG 42"]),
    ],
)
def test_machine_guns_that_reach_beyond_24_inches_and_autocannon_fire_at_aircraft(
    type_id: str, weapons: list[str]
) -> None:
    state = game(unit("one", type_id, (40, 40), side=UK), unit("plane", "de.bf109", (40, 20)))
    where = position(state)
    found = [weapon.name for weapon, _ in anti_aircraft_weapons(where, state.unit("one"))]
    assert found == weapons
    moving = position(told_to(state, "one", K.MOVE, K.SUPPRESS_AIRCRAFT))
    still = [weapon.name for weapon, _ in anti_aircraft_weapons(moving, moving.state.unit("one"))]
    assert still == [name for name in weapons if name != "MG 42 on tripod"]


@proves("KN-WPN-23", "KN-WPN-24", "KN-SPEC-24a.3")
@pytest.mark.parametrize(
    ("type_id", "last_shot", "dice"),
    [("de.nebelwerfer", False, (2, 4)), ("uk.25pdr", False, (1, 2)), ("uk.3in_mortar", False, (1, 2)), ("uk.squad", False, (1, 2)),
     ("uk.25pdr", True, (1, 1)), ("de.nebelwerfer", True, (2, 2))],
)  # fmt: skip
def test_each_shot_of_a_rocket_launcher_counts_as_two(
    type_id: str, last_shot: bool, dice: tuple[int, int]
) -> None:
    state = game(unit("g", type_id, (40, 40), side=UK), unit("foe", "de.squad", (40, 20)))
    state = LAST_SHOT.put(state, ("g",)) if last_shot else state
    where = position(state)
    assert tuple(dice_of_gun(where, state.unit("g"), actions) for actions in (1, 2)) == dice


@proves("KN-IND-27a", "KN-IND-05")
@pytest.mark.parametrize(("missions", "may"), [(0, True), (20, True), (21, False), (-1, False)])
def test_a_side_buys_up_to_20_counter_battery_missions(missions: int, may: bool) -> None:
    units = (unit("a", "uk.squad", (10, 24)), unit("b", "de.squad", (60, 24)))
    if not may:
        with pytest.raises(BadInput, match="counter_battery"):
            opened(table(), *units, fire_support={UK: {"counter_battery": missions}})
        return
    support = fire_support(course(opened(table(), *units, fire_support={UK: {"counter_battery": missions}})))
    assert dict(support.counter_battery)[UK] == missions


@proves("KN-ENG-07a")
@pytest.mark.parametrize(
    ("at", "to"),
    [((30, 33), (30, 38)), ((30, 4), (30, 0)), ((3, 20), (0, 20)), ((94, 20), (96, 20)), ((30, 69), (30, 72))],
)  # fmt: skip
def test_engineers_move_off_five_inches_and_no_farther_than_the_table_goes(
    at: tuple[float, float], to: tuple[float, float]
) -> None:
    """From a barn beside which they stand: the table is 96 by 72 inches."""
    east, south = (
        (4 if at[0] == 3 else -4 if at[0] == 94 else 0),
        (4 if at[1] == 4 else -4 if at[1] > 30 else 0),
    )
    middle = (at[0] + east, at[1] + south)
    barn = area(T.WOODEN_BUILDING, middle[0] - 3, middle[1] - 3, middle[0] + 3, middle[1] + 3)
    state = game(unit("sappers", "uk.sappers", at), unit("foe", "de.squad", (60, 40)), pieces=[barn])
    state = told_to(state, "sappers", K.MOVE, K.ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "wooden_building"), 6)
    assert after.unit("sappers").at == Spot(*map(float, to))


@proves("KN-AIR-13", "KN-AIR-17", "KN-AIR-18", "KN-DFAT-05")
@pytest.mark.parametrize(
    ("conditions", "wood", "needed"), [((), False, 5), ((MOVED,), False, 6), ((), True, 6), ((MOVED,), True, 6)]
)  # fmt: skip
def test_autocannon_from_the_air_fire_at_long_range_and_count_their_own_move(
    conditions: tuple[str, ...], wood: bool, needed: int
) -> None:
    """4+ at long range, less one for the aircraft's own move, for a target that moved and for one in woods."""
    pieces = [area(T.WOODS, 38, 18, 42, 22)] if wood else []
    state = game(
        unit("plane", "uk.spitfire", (40, 32)), unit("foe", "de.pz4h", (40, 20), 0, *conditions), pieces=pieces
    )  # fmt: skip
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    weapon = next(weapon.name for weapon in HOUSE_ROSTER["uk.spitfire"].weapons if weapon.kind.is_autocannon)
    told = str(GAME.chances(state, Strike(UK, "plane", "foe", K.DIRECT_AT, weapon)))
    assert f"hits on {needed}+ at long range, -1 for its own move counted" in told
    assert "penetration 2, 1 of it for its speed" in told


@proves("KN-AIR-10")
@pytest.mark.parametrize(("away_in", "may"), [(12, True), (14.9, True), (15.1, False)])
def test_an_attack_is_made_from_about_12_inches(away_in: float, may: bool) -> None:
    """About is up to three inches more, from the hull."""
    foe = unit("foe", "de.pz4h", (40, 20), facing_deg=90.0)
    half = HOUSE_ROSTER["de.pz4h"].width_in / 2
    state = game(unit("plane", "uk.typhoon", (40, 20 + half + away_in)), foe)
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    said = refusal(state, Strike(UK, "plane", "foe", K.DIRECT_AT, "rockets", 1))
    assert ("attacks from about 12" not in said) is may


@proves("KN-ACT-12", "KN-IND-43")
def test_a_unit_asks_other_guns_for_fire_and_not_its_own() -> None:
    """With a roster in which a mortar team is a command unit: it is told to ask only if another can answer."""
    leads = replace(HOUSE_ROSTER["uk.3in_mortar"], rules=frozenset({SpecialRule.COMMAND}))
    book = BookData({**HOUSE_ROSTER, "uk.leads": leads})
    one, other = unit("one", "uk.3in_mortar", (20, 40)), unit("other", "uk.3in_mortar", (30, 40))
    for guns, may in (((one,), False), ((one, other), True)):
        state = game(*guns, unit("foe", "de.squad", (60, 9)))
        leader = replace(state.unit("one"), type="uk.leads")
        assert may_request(Position(state.with_unit(leader), book), leader) is may


@proves("KN-IND-44", "KN-IND-04", "KN-IND-43", "KN-ACT-12", "KN-SPEC-24a.3")
def test_guns_of_a_type_answer_together_on_the_table_or_off_it_and_those_on_it_one_by_one_too() -> None:
    """OUR 193."""
    guns = {
        "m": "uk.3in_mortar", "n": "uk.3in_mortar", "g": "uk.25pdr", "b1": "uk.25pdr_battery", "b2": "uk.25pdr_battery", "c": "uk.55in_battery",
    }  # fmt: skip
    silent = {
        "waits": "uk.25pdr",
        "towed": "uk.25pdr",
        "pak": "uk.6pdr",
        "light": "uk.platoon_hq",
        "empty": "uk.25pdr",
    }
    at = {
        "m": (10, 10),
        "n": (10, 20),
        "g": (20, 10),
        "pak": (30, 10),
        "light": (40, 10),
        "empty": (50, 10),
        "waits": (60, 10),
    }
    units = [unit(name, type, at.get(name)) for name, type in {**guns, **silent}.items()]
    units += [
        unit("quad", "uk.quad", (10, 30)),
        unit("hq", "uk.hq", (4, 40)),
        unit("foe", "de.80mm_mortar", (60, 40)),
    ]
    state = opened(table(), *units, aboard={"towed": "quad"})
    state = state.with_unit(replace(state.unit("waits"), conditions=frozenset({RESERVE})))
    state = with_status(state, "empty", replace(status(state, "empty"), lost_weapons=("25 pdr",)))
    assert dedicated_batteries(position(state), UK) == (
        ("m",),
        ("n",),
        ("g",),
        ("m", "n"),
        ("b1", "b2"),
        ("c",),
    )
    refused = {
        ("g", "m"): "g, m are no battery",
        ("g", "b1"): "g, b1 are no battery",
        ("m", "m"): "names each gun once",
        ("pak",): "pak has nothing that fires indirectly",
        ("light",): "light has nothing that fires indirectly",
        ("towed",): "towed is not deployed on the table",
        ("waits",): "waits is not deployed on the table",
        ("empty",): "empty is out of ammunition",
        ("foe",): "uk has no gun foe",
        ("nobody",): "uk has no gun nobody",
        ("hq",): "hq has nothing that fires indirectly",
    }
    ready_state = act(act(state, RollCommand(UK), 6, 6, 6), KeepCommand(UK))
    asking = activated(ready_state, "hq", K.REQUEST)
    for names, said in refused.items():
        assert said in refusal(asking, RequestMission(UK, "hq", names, Spot(58, 38)))
    for names in (("m",), ("m", "n"), ("n", "m"), ("g",), ("b1", "b2"), ("b2",), ("c",)):
        assert refusal(asking, RequestMission(UK, "hq", names, Spot(58, 38))) == ""


@proves("KN-AIR-07a")
@pytest.mark.parametrize(
    ("rows", "at", "facing_deg"),
    [((60, 70), Spot(48, 72), 0.0), ((10, 20), Spot(48, 0), 180.0), ((10, 70), Spot(48, 72), 0.0), ((20, 40), Spot(48, 0), 180.0), ((30, 42), Spot(48, 72), 0.0), ((10, None), Spot(48, 0), 180.0), ((None, None), Spot(48, 72), 0.0)],
)  # fmt: skip
def test_an_aircraft_comes_over_the_edge_that_its_units_are_nearest_to(
    rows: tuple[float | None, ...], at: Spot, facing_deg: float
) -> None:
    """OUR 159, on a table 72 inches deep, by the mean of where the units on it stand; the southern one in doubt."""
    own = [unit(f"u{k}", "uk.squad", None if y is None else (20 + 9 * k, y)) for k, y in enumerate(rows)]
    state = game(*own, unit("foe", "de.squad", (80, 36)))
    resolution = resolving(state, dice_of([85]))
    draw_counter(resolution, UK, "a test")
    resolution = resolving(resolution.state, dice_of([6, 1]))
    arrive(resolution, UK)
    (plane,) = [one for one in resolution.state.units.values() if one.id not in ("u0", "u1", "foe")]
    assert (plane.at, plane.facing_deg) == (at, facing_deg)


@proves("KN-IND-19", "KN-IND-20", "KN-IND-23")
def test_told_of_one_unit_the_others_take_their_share_of_the_shells_all_the_same() -> None:
    """A lorry with a squad, a half-track with a roofless load, a tank with men inside and a squad alone."""
    aboard = {"in lorry": "lorry", "in track": "track", "on tank": "tank"}
    state = game(
        unit("lorry", "de.opel", (40, 20)), unit("track", "de.sdkfz251", (43, 24)), unit("tank", "de.pz4h", (36, 24)),
        unit("men", "de.squad", (40, 26)), *(unit(name, "de.squad") for name in aboard),
        status={name: Status(men=8, aboard=carrier) for name, carrier in aboard.items()},
    )  # fmt: skip
    where, shot = position(state), HighExplosive(ShellSize.HEAVY, 5, 3)
    whole = barrage_at(where, Spot(40, 22), shot)
    for one in ("lorry", "in lorry", "track", "in track", "tank", "on tank", "men"):
        apart = barrage_at(where, Spot(40, 22), shot, about=one)
        assert len(apart.order) == len(whole.order)
        assert (place := apart.order.index(one)) == whole.order.index(one)
        assert apart.carried_by[place] == whole.carried_by[place]
        carrier = aboard.get(one)
        assert apart.concerns == ({one} if carrier is None else {one, carrier})


@proves("KN-WPN-24", "KN-SPEC-24a.3", "KN-WPN-19a")
@pytest.mark.parametrize(
    ("type_id", "men", "conditions", "said"),
    [
        ("uk.25pdr", 4, (), None), ("uk.25pdr", 2, (), None), ("uk.25pdr", 1, (), "needs a crew of 2"),
        ("de.wespe", 0, (), None), ("uk.3in_mortar", 1, (), "needs a crew of 2"), ("uk.25pdr", 4, (SUPPRESSED,), "is suppressed"),
        ("uk.6pdr", 3, (), "has nothing that fires indirectly"), ("uk.platoon_hq", 5, (), "has nothing that fires indirectly"),
    ],
)  # fmt: skip
def test_why_a_gun_is_silent(type_id: str, men: int, conditions: tuple[str, ...], said: str | None) -> None:
    state = game(
        unit("g", type_id, (40, 40), 0, *conditions),
        unit("foe", "de.squad", (80, 9)),
        status={"g": Status(men=men, rounds=(("ap", 0), ("he", 3)))},
    )
    reason = is_silent(position(state), state.unit("g"))
    assert (reason is None) is (said is None)
    assert reason is None or said is None or said in reason.text


@proves("KN-SPEC-24a.3")
def test_a_gun_whose_ammunition_is_gone_is_silent() -> None:
    empty = Status(men=4, lost_weapons=("25 pdr",))
    state = game(unit("g", "uk.25pdr", (40, 40)), unit("foe", "de.squad", (80, 9)), status={"g": empty})
    assert "g is out of ammunition" in str(is_silent(position(state), state.unit("g")))


@proves("KN-ACT-06", "KN-ACT-07", "KN-ACT-12", "KN-ACT-13", "KN-ACT-14", "KN-SPEC-15", "KN-IND-43")
@pytest.mark.parametrize(
    ("type_id", "kind", "may"),
    [
        ("uk.25pdr", K.SUPPRESS_INDIRECT, True), ("uk.3in_mortar", K.SUPPRESS_INDIRECT, False), ("uk.hq", K.REQUEST, True),
        ("uk.squad", K.REQUEST, False), ("uk.platoon_hq", K.REQUEST, True), ("uk.supply_truck", K.RE_SUPPLY, True),
        ("uk.bedford", K.RE_SUPPLY, False), ("uk.sappers", K.ENGINEER, True), ("uk.sherman_arv", K.ENGINEER, True),
        ("uk.squad", K.ENGINEER, False), ("uk.bofors", K.SUPPRESS_AIRCRAFT, True), ("uk.6pdr", K.SUPPRESS_AIRCRAFT, False),
    ],
)  # fmt: skip
def test_what_only_some_units_can_be_told(type_id: str, kind: K, may: bool) -> None:
    """A mission waits for the gun called g, a mortar stands by, and an enemy aircraft is over the table."""
    name = "g" if type_id == "uk.25pdr" else "one"
    state = game(
        unit(name, type_id, (40, 40)), unit("m", "uk.3in_mortar", (20, 40)), unit("plane", "de.bf109", (60, 9)),
        unit("foe", "de.squad", (80, 9)),
    )  # fmt: skip
    mission = Mission("mission 1", UK, "hq", ("g",), Spot(40, 9), is_on=True)
    state = GAME.apply(state, MissionAsked(mission, "the spotter round is complete"))
    assert (kind in declarable(position(state), state.unit(name))) is may


@proves("KN-ACT-12", "KN-IND-43")
@pytest.mark.parametrize(("type_id", "may"), [("uk.hq", True), ("uk.platoon_hq", False)])
def test_without_guns_of_its_own_a_side_that_has_bought_requests_may_ask_for_general_support(
    type_id: str, may: bool
) -> None:
    state = game(
        unit("one", type_id, (40, 40)), unit("foe", "de.squad", (80, 9)), fire_support={UK: {"requests": ["high"]}}
    )  # fmt: skip
    assert (K.REQUEST in declarable(position(state), state.unit("one"))) is may


@proves("KN-ENG-04")
@pytest.mark.parametrize("type_id", ["uk.sherman_crab", "uk.sappers", "uk.sherman", "uk.squad"])
def test_who_can_clear_mines_rolls_as_others_do_when_he_moves_among_them(type_id: str) -> None:
    """OUR 134."""
    state = game(
        unit("u", type_id, (30, 38)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.MINEFIELD, 29, 29, 31, 31)],
    )  # fmt: skip
    state = told_to(state, "u", K.MOVE, K.MOVE)
    move = Move(UK, "u", (Spot(30, 38), Spot(30, 33.5)))
    assert act(state, move, 2).unit("u").at == Spot(30, 33.5)
    assert "a mine goes off on 3+" in str(GAME.chances(state, move))


@proves("KN-ENG-12b")
def test_a_bulldozer_opens_no_gap_where_one_is() -> None:
    hedge = line(T.HEDGE, (10, 30), (60, 30), width_in=0.5)
    gap = area(T.GAP, 27, 29, 33, 31)
    state = game(
        unit("dozer", "us.dozer", (30, 33), side=UK), unit("foe", "de.squad", (80, 60)), pieces=[hedge, gap]
    )  # fmt: skip
    state = told_to(state, "dozer", K.MOVE, K.MOVE)
    after = act(state, Move(UK, "dozer", (Spot(30, 33), Spot(30, 26))))
    assert len(position(after).table.pieces) == 2


@proves("KN-IND-05", "KN-IND-07")
@pytest.mark.parametrize(("general", "said", "unsaid"), [(True, "says which guns answer", ""), (False, "1 in all", "says which guns answer")])  # fmt: skip
def test_a_request_tells_its_checks_and_who_may_answer(general: bool, said: str, unsaid: str) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["high"]}},
    )  # fmt: skip
    state = told_to(state, "hq", K.REQUEST)
    request = RequestMission(UK, "hq", ("g",), Spot(40, 20))
    if general:
        request = RequestMission(UK, "hq", at=Spot(40, 20), priority=Priority.HIGH, level=Level.CORPS)
    told = " | ".join(map(str, GAME.chances(state, request).reasons))
    assert said in told
    assert ("high priority is granted on 3+" in told) is general
    assert not unsaid or unsaid not in told
    assert f"a radio check needs 3+, {3 if general else 1} in all" in told


@proves("KN-IND-05", "KN-IND-07", "KN-IND-32", "KN-IND-33")
@pytest.mark.parametrize("registered", [True, False])
def test_a_request_on_a_registered_point_tells_of_no_drift(registered: bool) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"registered_points": {"mill": [40, 20]}}},
    )  # fmt: skip
    request = RequestMission(UK, "hq", ("g",), None if registered else Spot(40, 20), "mill" * registered)
    told = str(GAME.chances(told_to(state, "hq", K.REQUEST), request).reasons)
    assert ("the marker drifts" in told) is not registered
