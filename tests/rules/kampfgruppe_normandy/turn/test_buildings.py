"""Buildings under fire, and how their cover decays."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from shapely import Polygon, box

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot, gap_in
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.concealment import INFANTRY_SAVE, Cover
from rules.kampfgruppe_normandy.book.conditions import FIRED
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.aircraft.rocketing import RocketBuilding
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.effects.building_hits import (
    DAMAGE,
    BuildingDamaged,
    hits_of,
    levels_lost,
    nearest_building,
)
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import bombard_marker
from rules.kampfgruppe_normandy.questions.fire.building_shot import BuildingOrder, BuildingShot, building_shot
from rules.kampfgruppe_normandy.questions.sight.cover import building_cover, cover_from, full_cover
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.planes import ROCKETS, told_to_attack
from tests.rules.kampfgruppe_normandy.support.shelling import HEAVY_5, MARK
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    building,
    dice_of,
    game,
    legal,
    position,
    ready,
    record_of,
    refusal,
    resolving,
    table,
    told_to,
    unit,
)


@proves("KN-BLDG-02a", "KN-AIR-10", "KN-AIR-14")
@pytest.mark.parametrize(
    ("west", "north", "said"),
    [
        (38, 10, 'from about 12"'),
        (60, 30, "outside the arc"),
        (45, 27, ""),
        (46.6, 27, "outside the arc"),
        (38, 15, ""),
    ],
)
def test_rockets_reach_a_building_in_the_arc_and_near_enough(west: float, north: float, said: str) -> None:
    house = area(T.WOODEN_BUILDING, west, north, west + 4, north + 4)
    state = told_to_attack("de.squad", pieces=[house])
    assert said in (refused := refusal(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS)))
    assert (refused == "") is (said == "")


@proves("KN-BLDG-02c", "KN-AIR-16")
@pytest.mark.parametrize(("die", "spent"), [(2, 0), (3, 2)])
def test_a_concealed_bunker_is_observed_before_rockets_are_fired(die: int, spent: int) -> None:
    bunker = area(T.BUNKER, 38, 18, 42, 22)
    state = told_to_attack(
        "de.squad",
        pieces=[bunker],
        concealed_bunkers=["bunker"],
        status={"foe": Status(men=8, inside="bunker")},
    )
    rockets = RocketBuilding(UK, "plane", "bunker", ROCKETS)
    assert "concealed bunker is observed on 3+" in str(GAME.chances(state, rockets))
    after = act(state, rockets, die, *(1, 1)[:spent])
    assert progress_of(after).of("plane").shots(ROCKETS) == spent
    assert progress_of(after).activation is None, "either way that was its action"
    record = record_of(state, rockets, die, *(1, 1)[:spent])
    assert any("bunker is not observed" in line for line in record) is (spent == 0)


@proves("KN-BLDG-02b")
@pytest.mark.parametrize(("men_near", "hits"), [(False, 2), (True, 0)])
def test_a_stray_shell_falls_on_a_house_only_where_no_unit_is_near(men_near: bool, hits: int) -> None:
    house = area(T.BRICK_BUILDING, 41, 18, 45, 22)
    squad = unit("foe", "de.squad", (36, 20) if men_near else (70, 60))
    state = game(squad, unit("own", "uk.squad", (90, 60)), pieces=[house])
    resolution = resolving(state, dice_of([6, 3, 3, 1, 1, 1, *([6, 6] if men_near else [])]))
    bombard_marker(resolution, MARK, HEAVY_5, 1)
    assert dict(DAMAGE.of(resolution.progress)).get("brick_building", 0) == hits


@proves("KN-BLDG-09", "KN-BLDG-10", "KN-BLDG-11", "KN-BLDG-12")
@pytest.mark.parametrize(
    ("terrain", "printed"),
    [
        (T.WOODEN_BUILDING, [1, 2, 3]),
        (T.BRICK_BUILDING, [3, 4, 5]),
        (T.STONE_BUILDING, [3, 4, 5]),
        (T.CONCRETE_BUILDING, [4, 5, 6]),
        (T.BUNKER, [4, 5, 6]),
    ],
)
def test_the_hits_of_small_medium_and_large_buildings(terrain: T, printed: list[int]) -> None:
    assert [hits_of(building(terrain, side)) for side in (3, 5, 8)] == printed


@proves("KN-BLDG-01")
@pytest.mark.parametrize(
    ("terrain", "saves", "where"),
    [
        (T.CONCRETE_BUILDING, "saves on 3+", "KGN Buildings as cover; KGN Buildings, OUR 200, inferred"),
        (T.BUNKER, "saves on 2+", "KGN Buildings as cover"),
    ],
)
def test_concrete_that_is_no_bunker_is_a_reinforced_building(terrain: T, saves: str, where: str) -> None:
    house = building(terrain)
    state = game(
        unit("u", "uk.vickers", (32, 44)), unit("foe", "de.squad", (32, 32)), pieces=[house],
        status={"foe": Status(men=8, inside=house.id)},
    )  # fmt: skip
    state = told_to(state, "u", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    said = str(GAME.chances(state, Fire(UK, "u", "foe", K.DIRECT_SMALL_ARMS)))
    assert saves in said
    assert f"inside {house} ({where})" in said


@proves("KN-BLDG-01", "KN-BLDG-06", "KN-BLDG-07", "KN-BLDG-08")
@pytest.mark.parametrize(
    ("terrain", "reinforced", "saves"),
    [
        (T.WOODEN_BUILDING, False, [4, 5, 6, 6]),
        (T.BRICK_BUILDING, False, [4, 5, 5, 5]),
        (T.STONE_BUILDING, True, [3, 4, 5, 5]),
        (T.CONCRETE_BUILDING, False, [3, 4, 5, 5]),
        (T.BUNKER, False, [2, 3, 4, 5]),
        (T.BUNKER, True, [2, 3, 4, 5]),
    ],
)
def test_kn_31_each_full_set_of_hits_lowers_the_save_by_one(
    terrain: T, reinforced: bool, saves: list[int]
) -> None:
    piece = building(terrain)
    fortified = [piece.id] if reinforced else []
    state = game(unit("own", "uk.squad", (9, 9)), pieces=[piece], reinforced_buildings=fortified)
    full = full_cover(progress_of(state), piece)
    found = []
    for sets in range(4):
        hits = sets * hits_of(piece)
        assert levels_lost(piece, hits + hits_of(piece) - 1, full) == levels_lost(piece, hits, full)
        after = GAME.apply(state, BuildingDamaged(piece.id, hits, levels_lost(piece, hits, full)))
        found.append(INFANTRY_SAVE[building_cover(progress_of(after), piece)])
    assert found == saves


@proves("KN-BLDG-06", "KN-BLDG-07", "KN-BLDG-08")
@pytest.mark.parametrize(("terrain", "lost"), [(T.WOODEN_BUILDING, Cover.HARD), (T.BRICK_BUILDING, Cover.HARD - Cover.VISUAL)])  # fmt: skip
def test_no_building_loses_more_levels_than_it_has(terrain: T, lost: int) -> None:
    assert levels_lost(building(terrain), 99, Cover.HARD) == lost


def _shot_at(terrain: T = T.BRICK_BUILDING, kind: ActionKind = K.DIRECT_HE, **options: object) -> GameState:
    state = game(
        unit("tank", "uk.sherman", (32, 44)),
        unit("foe", "de.squad", (32, 32)),
        pieces=[building(terrain)],
        status={"foe": Status(men=8, inside=terrain.value), "tank": Status(rounds=(("ap", 4), ("he", 4)))},
        concealed_bunkers=options.get("concealed", []),
    )
    return told_to(state, "tank", kind, kind)


@proves("KN-BLDG-02a", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-05", "KN-BLDG-13")
def test_shells_at_a_building_need_no_sight_die_and_take_no_modifier_or_save() -> None:
    state = _shot_at()
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_HE, "75mm")
    assert fire in legal(state)
    after = act(state, fire, 2, 4, 5, 6, 4)
    assert "tank fires at brick_building: 4 hits" in record_of(state, fire, 2, 4, 5, 6, 4)
    assert building_cover(progress_of(after), building(T.BRICK_BUILDING)) is Cover.VISUAL
    assert progress_of(after).of("foe").men == 8
    assert progress_of(after).of("tank").left("he") == 3
    activation = progress_of(after).activation
    assert activation is not None
    assert activation.done == 1, "that was its action"
    seen = cover_from(
        position(after), after.unit("foe"), look(position(after), after.unit("tank"), after.unit("foe"))
    )
    assert seen.cover is Cover.VISUAL
    missed = act(state, fire, 1)
    assert "tank fires at brick_building: 0 hits" in record_of(state, fire, 1)
    assert building_cover(progress_of(missed), building(T.BRICK_BUILDING)) is Cover.HARD
    odds = GAME.chances(state, fire).odds
    assert odds is not None
    assert odds.of("brick_building takes 4 hits") == Fraction(5, 6) * Fraction(1, 16)


@proves("KN-BLDG-13", "KN-DFHE-05")
def test_a_firer_that_moves_hits_a_building_less() -> None:
    state = told_to(_shot_at(), "tank", K.DIRECT_HE, K.MOVE)
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_HE, "75mm")
    ruling = GAME.chances(state, fire)
    assert "-1 firer moved or will move" in str(ruling)
    assert ruling.odds is not None
    assert ruling.odds.of("brick_building takes 4 hits") == Fraction(4, 6) * Fraction(1, 16)


@proves("KN-SHOOT-04", "KN-BLDG-02a")
@pytest.mark.parametrize(
    ("facing_deg", "refused"),
    [
        (15.0, ""),
        (60.0, ""),
        (
            80.0,
            "stone building stone_building is outside the arc of 17 pdr (KGN Firing arcs, OUR 213, inferred)",
        ),
    ],
)
def test_a_house_is_in_the_arc_if_any_part_is_even_if_its_nearest_corner_is_not(
    facing_deg: float, refused: str
) -> None:
    """Its nearest corner lies due north of the gun, its farthest 30 degrees to the right (OUR 213)."""
    house = Piece("stone_building", T.STONE_BUILDING, Polygon([(44, 28), (60, 12), (64, 16), (48, 32)]))
    state = game(unit("gun", "uk.17pdr", (48, 44), facing_deg=facing_deg), pieces=[house])
    state = told_to(state, "gun", K.DIRECT_HE, K.DIRECT_HE)
    fire = FireAtBuilding(UK, "gun", "stone_building", K.DIRECT_HE, "17 pdr")
    assert refusal(state, fire) == refused


@proves("KN-BLDG-13", "KN-DFHE-05")
@pytest.mark.parametrize(("die", "hits"), [(5, ()), (6, (("brick_building", 1),))])
def test_at_extreme_range_a_building_is_hit_on_a_6_also_on_the_move(
    die: int, hits: tuple[tuple[str, int], ...]
) -> None:
    state = game(
        unit("tank", "uk.sherman", (78, 32), facing_deg=270), unit("foe", "de.squad", (32, 32)), pieces=[building(T.BRICK_BUILDING)],
        status={"foe": Status(men=8, inside="brick_building"), "tank": Status(rounds=(("he", 4),))},
    )  # fmt: skip
    state = told_to(state, "tank", K.DIRECT_HE, K.MOVE)
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_HE, "75mm")
    after = act(state, fire, die, *((4, 1, 1, 1) if hits else ()))
    assert progress_of(after).support.get("building hits", ()) == hits


@proves("KN-BLDG-03", "KN-BLDG-06")
def test_a_medium_brick_house_keeps_its_cover_under_three_hits_and_loses_a_level_with_the_fourth() -> None:
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_HE, "75mm")
    three = act(_shot_at(), fire, 2, 4, 5, 6, 1)
    assert building_cover(progress_of(three), building(T.BRICK_BUILDING)) is Cover.HARD
    fourth = act(three, fire, 2, 4, 1, 1, 1)
    assert building_cover(progress_of(fourth), building(T.BRICK_BUILDING)) is Cover.VISUAL


@proves("KN-BLDG-03")
@pytest.mark.parametrize(
    ("type_id", "weapon", "kind"),
    [
        ("uk.3in_mortar", '3" mortar', K.DIRECT_HE), ("uk.daimler", "2 pdr", K.DIRECT_HE),
        ("uk.cromwell_cs", "95mm howitzer", K.DIRECT_AT),
    ],
)  # fmt: skip
def test_no_mortar_is_fired_at_a_building_and_no_gun_with_rounds_it_does_not_have(
    type_id: str, weapon: str, kind: K
) -> None:
    state = game(
        unit("u", type_id, (32, 44)), unit("foe", "de.squad", (80, 9)), pieces=[building(T.BRICK_BUILDING)]
    )
    refused = building_shot(position(state), BuildingOrder("u", "brick_building", kind, weapon), moves=False)
    assert str(refused).startswith("only high explosive and anti-tank rounds harm a building")


@proves("KN-BLDG-08")
def test_a_wooden_house_loses_its_two_levels_of_cover_and_no_more() -> None:
    house = building(T.WOODEN_BUILDING)
    assert [levels_lost(house, hits * hits_of(house), Cover.HARD) for hits in range(5)] == [0, 1, 2, 2, 2]


def _barn(*others: Unit, **inside: str) -> GameState:
    """A tank 10 inches south of a wooden barn of medium size: each two hits lower its cover, four burn it down."""
    held = [unit(name, type_id, (32, 32)) for name, type_id in inside.items()]
    state = game(
        unit("tank", "uk.sherman", (32, 44)), unit("far", "de.squad", (90, 9)), *held, *others,
        pieces=[building(T.WOODEN_BUILDING)],
        status={"tank": Status(rounds=(("ap", 4), ("he", 4)))}
        | {name: Status(men=RULESET.book.type(type_id).men, inside="wooden_building") for name, type_id in inside.items()},
    )  # fmt: skip
    return told_to(state, "tank", K.DIRECT_HE, K.DIRECT_HE)


AT_THE_BARN = FireAtBuilding(UK, "tank", "wooden_building", K.DIRECT_HE, "75mm")
FOUR_HITS, TWO_HITS = (6, 4, 4, 4, 4), (6, 4, 4, 1, 1)


@proves("KN-BLDG-08", "KN-BLDG-05", "KN-BLDG-06")
def test_a_barn_that_has_burnt_down_is_open_ground() -> None:
    """The barn no longer hides, bars or shelters and is no building; the men inside are unhurt in the open."""
    beyond, sappers = unit("beyond", "de.squad", (32, 24)), unit("sappers", "uk.sappers", (32, 36.5))
    state = _barn(beyond, sappers, foe="de.squad")
    where = position(state)
    assert not look(where, state.unit("tank"), state.unit("beyond")).is_open
    burnt = act(state, AT_THE_BARN, *FOUR_HITS)
    where = position(burnt)
    assert where.table.pieces == ()
    assert look(where, burnt.unit("tank"), burnt.unit("beyond")).is_open
    foe, status = burnt.unit("foe"), progress_of(burnt).of("foe")
    assert (foe.at, status.inside, status.men) == (Spot(32, 32), None, 8)
    seen = cover_from(where, foe, look(where, burnt.unit("tank"), foe))
    assert (seen.cover, INFANTRY_SAVE[seen.cover]) == (Cover.OPEN, 6)
    assert "is not a building" in refusal(burnt, AT_THE_BARN)
    burnt = told_to(burnt, "sappers", K.DEPLOY, K.MOVE)
    assert "is not a building" in refusal(burnt, EnterBuilding(UK, "sappers", "wooden_building"))
    assert not any(isinstance(action, EnterBuilding) for action in legal(burnt))


@proves("KN-BLDG-08", "KN-MOVE-14")
def test_a_tank_drives_over_the_ashes_of_a_barn() -> None:
    way = Move(UK, "tank", (Spot(32, 44), Spot(32, 35.5)))
    standing = told_to(_barn(), "tank", K.MOVE, K.MOVE)
    burnt = act(_barn(), AT_THE_BARN, *FOUR_HITS)
    assert "may not enter wooden building" in refusal(
        standing, replace(way, path=(Spot(32, 44), Spot(32, 33)))
    )
    over = told_to(burnt, "tank", K.MOVE, K.MOVE)
    assert refusal(over, replace(way, path=(Spot(32, 44), Spot(32, 35.1)))) == ""
    assert act(over, replace(way, path=(Spot(32, 44), Spot(32, 35.1)))).unit("tank").at == Spot(32, 35.1)


@proves("KN-BLDG-08", "KN-BLDG-06")
def test_a_barn_stands_while_it_has_visual_cover_left() -> None:
    after = act(_barn(foe="de.squad"), AT_THE_BARN, *TWO_HITS)
    assert [piece.terrain for piece in position(after).table.pieces] == [T.WOODEN_BUILDING]
    assert progress_of(after).of("foe").inside == "wooden_building"
    assert position(act(after, AT_THE_BARN, *TWO_HITS)).table.pieces == ()


@proves("KN-BLDG-08", "KN-PRIN-19")
def test_units_of_both_sides_in_a_barn_that_burns_down_do_not_overlap() -> None:
    after = act(_barn(foe="de.squad", own="uk.squad", gun="de.pak40"), AT_THE_BARN, *FOUR_HITS)
    where = position(after)
    held = [after.unit(name) for name in ("foe", "own", "gun")]
    assert {where.status(one).inside for one in held} == {None}
    for one, other in combinations(held, 2):
        assert gap_in(where.base(one), where.base(other)) > 0
    assert held[0].at == Spot(32, 32)


@proves("KN-BLDG-08")
def test_the_odds_say_how_often_a_barn_burns_down() -> None:
    """It is hit on 2+ at 10 inches, and all four damage dice must show 4 or more."""
    odds = GAME.chances(_barn(foe="de.squad"), AT_THE_BARN).odds
    assert odds is not None
    assert odds.of("wooden building wooden_building is gone; wooden_building takes 4 hits") == Fraction(
        5, 6
    ) * Fraction(1, 16)


@proves("KN-BLDG-02b", "KN-BLDG-08")
def test_shells_that_fall_on_a_barn_burn_it_down_and_the_next_ones_fall_on_nothing() -> None:
    """No unit is near; six dice of a heavy shell, each a hit on 3+, and four hits are enough."""
    resolution = resolving(_barn(), dice_of([6, *[6] * 6, 6]))
    heavy = HighExplosive(ShellSize.HEAVY, 6, 4)
    bombard_marker(resolution, Spot(32, 30), heavy, 1)
    assert resolution.position.table.pieces == ()
    bombard_marker(resolution, Spot(32, 30), heavy, 1)


@proves("KN-BLDG-03")
@pytest.mark.parametrize(
    ("type_id", "weapon"),
    [("uk.3in_mortar", '3" mortar'), ("uk.vickers", "Vickers"), ("us.engineers", "flamethrower")],
)
def test_a_weapon_without_direct_fire_shells_does_not_harm_a_house(type_id: str, weapon: str) -> None:
    state = game(unit("u", type_id, (32, 44)), pieces=[building(T.BRICK_BUILDING)])
    for kind in (K.DIRECT_HE, K.DIRECT_AT):
        shot = building_shot(position(state), BuildingOrder("u", "brick_building", kind, weapon), moves=False)
        assert f"anti-tank rounds harm a building, not {weapon}" in str(shot)
        assert ("OUR 147" in str(shot)) is (weapon == "flamethrower")


@proves("KN-BLDG-03", "KN-WPN-08")
@pytest.mark.parametrize(
    ("type_id", "weapon", "again"),
    [("uk.piat", "PIAT", ""), ("de.squad_faust", "Panzerfaust", "Panzerfaust is used up")],
)
def test_heat_harms_a_house_as_armour_piercing_shot_does(type_id: str, weapon: str, again: str) -> None:
    """OUR 198: at a house within 8 inches two dice that harm on 5 and more; a Panzerfaust has then been fired."""
    units = unit("u", type_id, (32, 42), side=UK), unit("foe", "de.squad", (32, 32))
    state = game(
        *units, pieces=[building(T.BRICK_BUILDING)], status={"foe": Status(men=8, inside="brick_building")}
    )
    fire = FireAtBuilding(UK, "u", "brick_building", K.DIRECT_AT, weapon)
    state = told_to(state, "u", K.DIRECT_AT, K.DIRECT_AT)
    assert fire in legal(state)
    assert "then light 2 (KGN Attacking buildings; KGN Buildings, OUR 146" in str(GAME.chances(state, fire))
    assert "OUR 198" in str(GAME.chances(state, fire))
    after = act(state, fire, 2, 5, 4)
    assert progress_of(after).support["building hits"] == (("brick_building", 1),)
    assert again in refusal(after, fire)
    assert bool(again) is bool(refusal(after, fire))


@proves("KN-BLDG-03", "KN-WPN-15")
@pytest.mark.parametrize(("type_id", "weapon"), [("de.flak38", "20mm FlaK 38"), ("de.sdkfz222", "20mm KwK")])
def test_an_autocannon_harms_a_house_with_its_armour_piercing_round_alone(type_id: str, weapon: str) -> None:
    """OUR 196: a hit on 2+ within 8 inches, then two dice that harm on 5 and more."""
    house = building(T.BRICK_BUILDING)
    units = unit("u", type_id, (32, 40), side=UK), unit("foe", "de.squad", (32, 32))
    state = game(*units, pieces=[house], status={"foe": Status(men=8, inside="brick_building")})
    piercing = FireAtBuilding(UK, "u", "brick_building", K.DIRECT_AT, weapon)
    aiming = told_to(state, "u", K.DIRECT_AT, K.DIRECT_AT)
    assert piercing in legal(aiming)
    after = act(aiming, piercing, 2, 5, 4)
    assert progress_of(after).support["building hits"] == (("brick_building", 1),)
    shelling = told_to(state, "u", K.DIRECT_HE, K.DIRECT_HE)
    shells = FireAtBuilding(UK, "u", "brick_building", K.DIRECT_HE, weapon)
    assert "fires as small arms here" in refusal(shelling, shells)


@proves("KN-BLDG-03")
def test_armour_piercing_shot_counts_as_light_2_and_bullets_do_nothing() -> None:
    state = _shot_at(kind=K.DIRECT_AT)
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_AT, "75mm")
    after = act(state, fire, 2, 5, 4)
    assert progress_of(after).support["building hits"] == (("brick_building", 1),)
    assert progress_of(after).of("tank").left("ap") == 3
    shot = building_shot(
        position(state), BuildingOrder("tank", "brick_building", K.DIRECT_AT, "75mm"), moves=False
    )
    shell = building_shot(
        position(state), BuildingOrder("tank", "brick_building", K.DIRECT_HE, "75mm"), moves=False
    )
    assert isinstance(shot, BuildingShot)
    assert isinstance(shell, BuildingShot)
    assert (shot.source, shell.source) == (Provenance.BOOK, Provenance.HOUSE)
    bullets = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_AT, "co-axial MG")
    assert "only high explosive" in refusal(state, bullets)


@proves("KN-BLDG-02c")
def test_a_concealed_bunker_must_be_observed_as_a_vehicle() -> None:
    state = _shot_at(T.BUNKER, concealed=["bunker"])
    fire = FireAtBuilding(UK, "tank", "bunker", K.DIRECT_HE, "75mm")
    unseen = act(state, fire, 2)
    assert (
        "building hits" not in progress_of(unseen).support or not progress_of(unseen).support["building hits"]
    )
    assert progress_of(unseen).of("tank").left("he") == 4, "no round is fired at what is not seen"
    assert not unseen.unit("tank").has(FIRED)
    act(state, fire, 3, 1)
    with pytest.raises(BadInput, match="concealed_bunkers"):
        _shot_at(T.BUNKER, concealed=["barn"])
    with pytest.raises(BadInput, match="reinforced_buildings"):
        game(unit("own", "uk.squad", (9, 9)), reinforced_buildings=["barn"])
    with pytest.raises(BadInput, match="a list of buildings"):
        game(unit("own", "uk.squad", (9, 9)), reinforced_buildings="barn")


@proves("KN-BLDG-02a", "KN-BLDG-02c")
def test_a_shell_that_strays_falls_on_a_building_and_not_on_the_wood_before_it() -> None:
    wood = Piece("wood", T.WOODS, box(26, 30, 29, 34))
    state = game(unit("own", "uk.squad", (90, 60)), pieces=[wood, building(T.STONE_BUILDING)])
    found = nearest_building(position(state), Spot(28, 32), 6.0)
    assert found is not None
    assert found.id == "stone_building"


@proves("KN-BLDG-02a", "KN-BLDG-02b")
@pytest.mark.parametrize(("south_in", "falls"), [(0.0, True), (6.0, True), (6.005, True), (6.1, False)])
def test_a_stray_shell_falls_on_the_building_within_six_inches(south_in: float, falls: bool) -> None:
    house = building(T.STONE_BUILDING)
    state = game(unit("own", "uk.squad", (90, 60)), pieces=[house])
    under = Spot(32, house.area.bounds[3] + south_in)
    assert (nearest_building(position(state), under, 6.0) is not None) is falls


@proves("KN-BLDG-02a", "KN-BLDG-02b")
def test_a_stray_shell_between_equally_near_buildings_falls_on_the_first_by_name() -> None:
    farm, barn = (
        Piece(name, T.BRICK_BUILDING, box(x, 30, x + 4, 34)) for name, x in (("farm", 30), ("barn", 38))
    )
    state = game(unit("own", "uk.squad", (90, 60)), pieces=[farm, barn])
    assert nearest_building(position(state), Spot(36, 32), 6.0) == barn


@proves("KN-BLDG-02a", "KN-BLDG-02b")
def test_indirect_direct_hits_strike_an_empty_building() -> None:
    state = game(unit("own", "uk.squad", (90, 60)), pieces=[building(T.BRICK_BUILDING)])
    resolution = resolving(state, dice_of([6, 4, 3, 3, 1, 2, 2]))
    bombard_marker(resolution, Spot(32, 28), HighExplosive(ShellSize.HEAVY, 5, 3), 2)
    assert progress_of(resolution.state).support["building hits"] == (("brick_building", 2),)


@proves("KN-BLDG-04")
def test_a_flamethrower_hurts_the_men_and_not_the_house() -> None:
    state = game(
        unit("sappers", "us.engineers", (32, 38), side=UK), unit("foe", "de.squad", (32, 32)),
        pieces=[building(T.BRICK_BUILDING)], status={"foe": Status(men=8, inside="brick_building")},
    )  # fmt: skip
    burning = told_to(state, "sappers", K.DIRECT_SMALL_ARMS, K.MOVE)
    flame = Fire(UK, "sappers", "foe", K.DIRECT_SMALL_ARMS, "flamethrower")
    assert flame in legal(burning)
    at_the_house = told_to(state, "sappers", K.DIRECT_HE, K.MOVE)
    house = FireAtBuilding(UK, "sappers", "brick_building", K.DIRECT_HE, "flamethrower")
    assert "only high explosive" in refusal(at_the_house, house)


@proves("KN-BLDG-02c", "KN-BLDG-02a")
@pytest.mark.parametrize(
    ("concealed", "held_by", "needed"),
    [(False, (), None), (True, (), "3+"), (True, (FIRED,), "2+"), (True, ("outside",), "3+")],
)
def test_a_concealed_bunker_is_seen_as_an_obscured_vehicle_is(
    concealed: bool, held_by: tuple[str, ...], needed: str | None
) -> None:
    """3+, and 2+ once a unit in it has fired; fire from elsewhere does not count."""
    bunker = area(T.BUNKER, 28, 20, 34, 26)
    foe = unit("foe", "de.squad", (31, 23), 0, *(c for c in held_by if c == FIRED))
    other = unit("other", "de.squad", (60, 40), 0, *([FIRED] if "outside" in held_by else []))
    options = {"concealed_bunkers": ["bunker"]} if concealed else {}
    state = ready(
        table(bunker), unit("a", "uk.sherman", (12, 23), 90), foe, other, inside={"foe": "bunker"}, **options
    )
    state = activated(state, "a", K.DIRECT_HE, K.MOVE)
    told = str(GAME.chances(state, FireAtBuilding(UK, "a", "bunker", K.DIRECT_HE, "75mm")))
    assert ("is observed on" in told) is (needed is not None), told
    assert needed is None or f"is observed on {needed}" in told
