"""What may not be declared, and why: who is not there, cannot do it, is too far off, or has nothing left to do it with."""

from dataclasses import replace
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load, Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding
from rules.kampfgruppe_normandy.declarations.deploying.withdrawing import WithdrawSoftSkin
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.recovery import Mend, TowWreck
from rules.kampfgruppe_normandy.declarations.supply import ReSupply
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.objectives import holds_all
from rules.kampfgruppe_normandy.questions.fire.building_shot import BuildingOrder, BuildingShot, building_shot
from rules.kampfgruppe_normandy.questions.fire.shells import pierced_on
from rules.kampfgruppe_normandy.state.bought_support import OPTION, bought_support
from rules.kampfgruppe_normandy.state.progress import Objective, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    UK,
    area,
    game,
    opened,
    position,
    refusal,
    table,
    told_to,
    unit,
)

FOE = unit("foe", "de.squad", (40, 10), facing_deg=180.0)
SQUAD = unit("squad", "uk.squad", (30, 40))
HALFTRACK = unit("ht", "uk.m5_halftrack", (30, 43))
TRUCK = unit("truck", "uk.bedford", (60, 60))
SHERMAN = unit("tank", "uk.sherman", (50, 40))
ARV = unit("arv", "uk.sherman_arv", (50, 44))
SUPPLY = unit("supply", "uk.supply_truck", (50, 36))
TYPHOON = unit("typhoon", "uk.typhoon", (40, 22))
BOMBER = unit("bomber", "uk.typhoon_bomber", (40, 22))
HQ = unit("hq", "uk.hq", (40, 40))
PANZER = unit("panzer", "de.pz4h", (44, 10), facing_deg=180.0)
ALL = (FOE, SQUAD, HALFTRACK, TRUCK, SHERMAN, ARV, SUPPLY, TYPHOON, BOMBER, HQ, PANZER)
BARN = area(T.WOODEN_BUILDING, 25, 37, 35, 39)


def scene(acting: str, *kinds: K, **options: Any) -> GameState:
    """All these units on a table with a barn, the one that acts told to take these actions."""
    return told_to(game(*ALL, pieces=[BARN], **options), acting, *kinds)


OF_ITS_ACTION = [
    (Fire(UK, "tank", "foe", K.DIRECT_HE, "75mm"), K.DIRECT_HE),
    (Load(UK, "ht", "squad"), K.DEPLOY),
    (Unload(UK, "ht", "squad", Spot(30, 45)), K.DEPLOY),
    (EnterBuilding(UK, "squad", "wooden_building"), K.DEPLOY),
    (WithdrawSoftSkin(UK, "truck"), K.WITHDRAW),
    (Mend(UK, "arv", "tank"), K.ENGINEER),
    (TowWreck(UK, "arv", "tank", Spot(50, 50)), K.MOVE),
    (ReSupply(UK, "supply", "tank", 20, 20), K.RE_SUPPLY),
    (Strike(UK, "typhoon", "panzer", K.DIRECT_AT, "rockets"), K.AIR_ATTACK),
    (DropBombs(UK, "bomber", "hq", Spot(40, 10), "medium bombs"), K.AIR_ATTACK),
]


@proves(
    "KN-ACT-16", "KN-DEPL-02a", "KN-DEPL-05a", "KN-DEPL-03", "KN-DEPL-20", "KN-ENG-16a", "KN-ENG-20",
    "KN-SPEC-05", "KN-AIR-10", "KN-AIR-21",
)  # fmt: skip
@pytest.mark.parametrize(
    ("action", "kind"), OF_ITS_ACTION, ids=[type(action).__name__ for action, _ in OF_ITS_ACTION]
)
def test_no_unit_does_what_it_was_not_told_to_do(action: Any, kind: K) -> None:
    acting = getattr(action, "vehicle" if isinstance(action, Load | Unload) else "unit")
    said = f"{acting} has not declared {kind} as its next action (KGN The turn)"
    other = "hq" if acting != "hq" else "tank"
    assert refusal(scene(other, kind), action) == said
    assert said not in refusal(scene(acting, kind), action)


@proves("KN-DEPL-01", "KN-DEPL-02a", "KN-DEPL-02b", "KN-DEPL-06", "KN-DEPL-09")
@pytest.mark.parametrize(
    ("passenger", "status", "said"),
    [
        ("squad", None, ""),
        ("nobody", None, "nobody is not a unit of uk on the table"),
        ("foe", None, "foe is not a unit of uk on the table"),
        ("typhoon", None, "typhoon"),
        ("squad", Status(men=8, aboard="truck"), "squad must deploy out of truck first"),
        ("squad", Status(men=8, inside="wooden_building"), "squad must deploy out of wooden_building first"),
        ("hq", None, "more than 3"),
    ],
)
def test_only_units_beside_it_get_on_a_vehicle(passenger: str, status: Status | None, said: str) -> None:
    state = scene("ht", K.DEPLOY, status={"squad": status} if status else None)
    refused = refusal(state, Load(UK, "ht", passenger))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-DEPL-05a", "KN-DEPL-08a", "KN-DEPL-21", "KN-TURN-23")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"unit": "hq"}, "hq is not aboard ht"),
        ({"unit": "nobody"}, "nobody is not aboard ht"),
        ({"to": Spot(30, -3)}, "is off the table"),
        ({"to": Spot(30, 60)}, "away, more than 3"),
        ({"to": Spot(30, 46), "facing_deg": 300.0}, ""),
        ({"to": Spot(32, 43), "facing_deg": float("nan")}, "nan"),
        ({"building": "wooden_building"}, ""),
        ({"building": "manor"}, "manor is not a building"),
        ({"building": "barn_far_off"}, "barn_far_off is not a building"),
    ],
)
def test_passengers_get_off_beside_their_vehicle(change: dict[str, Any], said: str) -> None:
    state = told_to(
        game(FOE, unit("squad", "uk.squad"), HALFTRACK, HQ, pieces=[BARN], status={"squad": Status(men=8, aboard="ht")}),
        "ht", K.DEPLOY,
    )  # fmt: skip
    told = {"unit": "squad", "to": Spot(30, 46), "facing_deg": 0.0, "building": "", **change}
    refused = refusal(state, Unload(UK, "ht", **told))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-DEPL-05a", "KN-DEPL-05c", "KN-DEPL-21", "KN-TURN-23")
def test_passengers_get_off_neither_onto_others_nor_into_houses_far_away() -> None:
    far = area(T.STONE_BUILDING, 60, 60, 70, 70)
    state = told_to(
        game(unit("squad", "uk.squad"), HALFTRACK, unit("jeep", "uk.jeep", (30, 46)), pieces=[far],
             status={"squad": Status(men=8, aboard="ht")}),
        "ht", K.DEPLOY,
    )  # fmt: skip
    assert "jeep stands there (KGN" in refusal(state, Unload(UK, "ht", "squad", Spot(30, 46)))
    assert 'stone_building is more than 3" away' in refusal(
        state, Unload(UK, "ht", "squad", Spot(62, 62), building="stone_building")
    )


@proves("KN-DEPL-03", "KN-DEPL-04", "KN-DEPL-10", "KN-DEPL-11")
def test_who_enters_a_building() -> None:
    assert refusal(scene("squad", K.DEPLOY), EnterBuilding(UK, "squad", "wooden_building")) == ""
    assert "tank is not infantry" in refusal(
        scene("tank", K.DEPLOY), EnterBuilding(UK, "tank", "wooden_building")
    )
    wood = area(T.WOODS, 28, 41, 33, 45)
    state = told_to(game(SQUAD, FOE, pieces=[wood]), "squad", K.DEPLOY)
    for name in ("woods", "manor"):
        assert f"{name} is not a building" in refusal(state, EnterBuilding(UK, "squad", name))
    held = game(SQUAD, FOE, pieces=[BARN], status={"foe": Status(men=8, inside="wooden_building")})
    assert "foe holds wooden_building" in refusal(
        told_to(held, "squad", K.DEPLOY), EnterBuilding(UK, "squad", "wooden_building")
    )


@proves("KN-DEPL-20", "KN-ACT-15")
def test_only_empty_soft_skins_withdraw() -> None:
    assert refusal(scene("truck", K.WITHDRAW), WithdrawSoftSkin(UK, "truck")) == ""
    assert "tank is not a soft-skin" in refusal(scene("tank", K.WITHDRAW), WithdrawSoftSkin(UK, "tank"))
    laden = told_to(
        game(TRUCK, unit("mg", "uk.vickers"), FOE, status={"mg": Status(men=3, aboard="truck")}),
        "truck", K.WITHDRAW,
    )  # fmt: skip
    assert "truck has a load aboard (KGN Deploy, OUR 49" in refusal(laden, WithdrawSoftSkin(UK, "truck"))


@proves("KN-ENG-16a", "KN-ENG-18", "KN-ENG-20", "KN-SPEC-20")
def test_recovery_vehicles_mend_and_tow_what_they_touch() -> None:
    assert "tank is not a recovery vehicle" in refusal(scene("tank", K.ENGINEER), Mend(UK, "tank", "arv"))
    said = "tank is not a damaged vehicle that arv touches (KGN Recovery vehicles)"
    assert refusal(scene("arv", K.ENGINEER), Mend(UK, "arv", "tank")) == said
    hurt = replace(SHERMAN, conditions=frozenset({IMMOBILISED}))
    beside = unit("arv", "uk.sherman_arv", (51.7, 40), 0, IMMOBILISED)
    theirs = unit("theirs", "de.pz4h", (53.5, 40), 0, IMMOBILISED)
    state = told_to(game(hurt, beside, theirs, HQ), "arv", K.ENGINEER)
    assert refusal(state, Mend(UK, "arv", "tank")) == ""
    for other in ("arv", "theirs", "hq"):
        assert f"{other} is not a damaged vehicle that arv touches" in refusal(state, Mend(UK, "arv", other))
    tow = TowWreck(UK, "tank", "arv", Spot(50, 50))
    assert "tank is not a recovery vehicle on the table" in refusal(scene("tank", K.MOVE), tow)
    tow = TowWreck(UK, "arv", "tank", Spot(50, 50))
    assert (
        refusal(scene("arv", K.MOVE), tow) == "tank is not a wreck that arv touches (KGN Recovery vehicles)"
    )


@proves("KN-SPEC-05", "KN-SPEC-06", "KN-SPEC-15", "KN-ACT-14", "KN-SPEC-04")
@pytest.mark.parametrize(
    ("vehicle", "said"),
    [
        ("panzer", "uk has no panzer on the table"),
        ("nobody", "uk has no nobody on the table"),
        ("hq", "hq has no rounds to fill up"),
        ("tank", "20 AP and 20 HE are no load of tank, which takes 9 rounds"),
    ],
)
def test_supply_is_for_own_vehicles_that_are_short(vehicle: str, said: str) -> None:
    assert said in refusal(scene("supply", K.RE_SUPPLY), ReSupply(UK, "supply", vehicle, 20, 20))


@proves("KN-AIR-07b", "KN-AIR-09", "KN-AIR-11", "KN-AIR-28", "KN-AIR-31a")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"then": K.AIR_ATTACK}, ""),
        ({"unit": "hq"}, "uk has no aircraft hq"),
        ({"unit": "luftwaffe"}, "uk has no aircraft luftwaffe"),
        ({"unit": "nobody"}, "uk has no aircraft nobody"),
        ({"to": Spot(40, -1)}, "is off the table"),
        ({"then": K.REQUEST}, "typhoon is not an observation aircraft"),
        ({"then": K.DEPLOY}, "moves first and cannot take the action deploy"),
        ({"unit": "auster", "then": K.REQUEST}, ""),
        ({"unit": "auster", "then": K.AIR_ATTACK}, "auster has nothing left to attack with"),
        ({"unit": "shaken"}, "shaken is suppressed"),
        ({"unit": "awaited"}, "awaited is not on the table"),
    ],
)
def test_which_aircraft_fly_where(change: dict[str, Any], said: str) -> None:
    planes = (
        TYPHOON, unit("auster", "uk.auster", (10, 10)), unit("luftwaffe", "de.fw190", (70, 10)),
        unit("shaken", "uk.typhoon", (20, 10), 0, SUPPRESSED), unit("awaited", "uk.typhoon"),
    )  # fmt: skip
    told = {"unit": "typhoon", "to": Spot(40, 40), "facing_deg": 0.0, "then": None, **change}
    refused = refusal(game(*planes, HQ, FOE), Fly(UK, **told))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-AIR-07b", "KN-TURN-03")
def test_no_aircraft_flies_and_no_unit_acts_when_all_activations_are_used() -> None:
    state = game(TYPHOON, HQ, FOE, allowance=0)
    assert "all activations are used" in refusal(state, Fly(UK, "typhoon", Spot(40, 40), 0.0))
    assert "all activations are used" in refusal(state, Activate(UK, "hq", (K.MOVE, K.MOVE)))
    state = game(HQ, FOE, allowance=1)
    assert refusal(state, Activate(UK, "hq", (K.MOVE, K.MOVE))) == ""
    for name in ("foe", "nobody"):
        assert f"uk has no unit {name}" in refusal(state, Activate(UK, name, (K.MOVE, K.MOVE)))


@proves("KN-AIR-10", "KN-AIR-12", "KN-AIR-14", "KN-AIR-19")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"target": "nobody"}, "nobody is not an enemy on the ground"),
        ({"target": "hq"}, "hq is not an enemy on the ground"),
        ({"target": "luftwaffe"}, "luftwaffe is not an enemy on the ground"),
        ({"weapon": "machine guns"}, "typhoon cannot use machine guns for direct fire - anti-tank"),
        ({"weapon": "20mm cannon", "manner": K.DIRECT_HE}, "typhoon cannot use 20mm cannon for"),
        ({"target": "rider"}, "anti-tank fire does nothing to infantry"),
        ({"target": "rider", "manner": K.DIRECT_HE}, ""),
        ({"target": "inside", "manner": K.DIRECT_HE}, "inside is inside lorry"),
        ({"target": "late", "manner": K.DIRECT_HE}, "late is not an enemy on the ground"),
        ({"target": "foe"}, "anti-tank fire does nothing to infantry"),
        ({"target": "lorry"}, "rockets burst as high explosive"),
        (
            {"target": "lorry", "weapon": "20mm cannon"},
            "20mm cannon fires as small arms at what has no armour",
        ),
        ({"manner": K.DIRECT_HE}, "rockets attack armour with direct fire - anti-tank"),
        ({"weapon": "20mm cannon", "manner": K.DIRECT_SMALL_ARMS}, "20mm cannon attack armour with"),
        ({"pairs": 0}, "rockets are fired in pairs: 0 pairs of 8 rockets"),
        ({"pairs": 4}, ""),
        ({"pairs": 5}, "rockets are fired in pairs: 5 pairs of 8 rockets"),
        ({"target": "behind"}, "behind is outside the arc of typhoon"),
    ],
)
def test_what_aircraft_strike(change: dict[str, Any], said: str) -> None:
    units = (
        TYPHOON, HQ, FOE, unit("panzer", "de.pz4h", (40, 10), facing_deg=180.0),
        unit("luftwaffe", "de.fw190", (60, 10)), unit("rider", "de.mg42"), unit("behind", "de.pz4h", (40, 34)),
        unit("lorry", "de.opel", (44, 12)), unit("inside", "de.mg42"), unit("late", "de.mg42", (36, 12), 0, RESERVE),
    )  # fmt: skip
    status = {"rider": Status(men=3, aboard="panzer"), "inside": Status(men=3, aboard="lorry")}
    state = told_to(game(*units, status=status), "typhoon", K.AIR_ATTACK)
    told = {"target": "panzer", "manner": K.DIRECT_AT, "weapon": "rockets", "pairs": 1, **change}
    refused = refusal(state, Strike(UK, "typhoon", **told))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-AIR-21", "KN-AIR-22")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"weapon": "rockets"}, "bomber has no rockets left"),
        ({"count": 3}, "3 of the 2 medium bombs left"),
        ({"weapon": "20mm cannon"}, "bomber has no 20mm cannon left"),
        ({"spotter": "squad"}, "squad is neither an air controller nor the commander"),
        ({"spotter": "foe"}, "foe is neither an air controller nor the commander"),
        ({"at": Spot(30, 32)}, "hq does not see"),
    ],
)
def test_whom_bombs_fall_on(change: dict[str, Any], said: str) -> None:
    state = told_to(game(BOMBER, HQ, SQUAD, FOE, pieces=[area(T.STONE_BUILDING, 27, 34, 37, 38)]), "bomber", K.AIR_ATTACK)  # fmt: skip
    told = {"spotter": "hq", "at": Spot(40, 10), "weapon": "medium bombs", "count": 1, **change}
    refused = refusal(state, DropBombs(UK, "bomber", **told))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-DFAT-07", "KN-DFAT-29", "KN-DFAT-30", "KN-DFAT-32", "KN-DFAT-35")
@pytest.mark.parametrize(
    ("penetration", "armour", "skirts", "said"),
    [
        (None, 1, False, ": pierced on 3+ with two dice"),
        (None, 6, False, ": pierced on 7+ with two dice"),
        (None, 10, False, ": pierced on 11+ with two dice"),
        (None, 11, False, ": only a double 6 pierces it, which immobilises"),
        (None, 12, False, ": it cannot be pierced"),
        (None, 4, True, ": skirts leave one die, pierced on 5+"),
        (None, 5, True, ": skirts leave one die, pierced on 6+"),
        (None, 6, True, ": skirts keep it out"),
        (9, 9, True, ": pierced on 9+ with two dice"),
    ],
)
def test_what_two_dice_must_show_to_pierce(
    penetration: int | None, armour: int, skirts: bool, said: str
) -> None:
    """HEAT has to exceed the armour; a double 1 never pierces and a double 6 only immobilises."""
    assert pierced_on(penetration, armour, skirts=skirts) == said


ROUND_ABOUT = (
    SHERMAN, HQ, unit("foe", "de.squad", (50, 20)), unit("riders", "de.squad"), unit("panzer", "de.pz4h", (60, 20)),
    unit("grenadiers", "de.squad"), unit("carrier", "de.sdkfz251", (40, 20)), unit("opel", "de.opel", (30, 20)),
    unit("pak", "de.pak40"), unit("aboard", "de.squad"), unit("waiting", "de.squad"), unit("plane", "de.fw190", (50, 10)),
    unit("far", "de.pz4h", (3, 15), facing_deg=180.0),
)  # fmt: skip
CARRIED = {
    "tank": Status(rounds=(("ap", 3), ("he", 3))),
    "riders": Status(men=8, aboard="panzer"),
    "grenadiers": Status(men=8, aboard="carrier"),
    "pak": Status(men=3, aboard="opel"),
    "aboard": Status(men=8, aboard="opel"),
}


@proves("KN-SHOOT-04", "KN-SUPP-01", "KN-PRIN-29", "KN-DEPL-16a", "KN-DFSA-45", "KN-SHOOT-09")
@pytest.mark.parametrize(
    ("target", "kind", "weapon", "said"),
    [
        ("foe", K.DIRECT_HE, "75mm", ""),
        ("nobody", K.DIRECT_HE, "75mm", "there is no unit nobody"),
        ("hq", K.DIRECT_HE, "75mm", "hq is on your own side"),
        ("waiting", K.DIRECT_HE, "75mm", "waiting is not on the table"),
        ("plane", K.DIRECT_SMALL_ARMS, "", "plane is an aircraft"),
        ("riders", K.DIRECT_SMALL_ARMS, "", ""),
        ("grenadiers", K.DIRECT_SMALL_ARMS, "", ""),
        ("grenadiers", K.DIRECT_HE, "75mm", "grenadiers is inside carrier"),
        ("aboard", K.DIRECT_SMALL_ARMS, "", "aboard is inside opel"),
        ("pak", K.DIRECT_HE, "75mm", "pak is on tow behind opel"),
        ("far", K.DIRECT_AT, "75mm", 'beyond 48" (KGN Range bands'),
    ],
)
def test_whom_a_tank_may_fire_at(target: str, kind: K, weapon: str, said: str) -> None:
    state = told_to(game(*ROUND_ABOUT, status=CARRIED), "tank", kind, kind)
    refused = refusal(state, Fire(UK, "tank", target, kind, weapon))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-PRIN-29", "KN-NIGHT-02a", "KN-NIGHT-04")
def test_passengers_do_not_fire_and_at_night_nobody_beyond_24_inches() -> None:
    riders = game(*ROUND_ABOUT[1:], unit("men", "uk.squad"), SHERMAN, status={**CARRIED, "men": Status(men=8, aboard="tank")})  # fmt: skip
    fire = Fire(UK, "men", "foe", K.DIRECT_SMALL_ARMS)
    assert "men is a passenger (KGN" in refusal(
        told_to(riders, "men", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS), fire
    )
    dark = told_to(game(*ROUND_ABOUT, status=CARRIED, night=True), "tank", K.DIRECT_AT, K.DIRECT_AT)
    assert 'beyond 24" at night' in refusal(dark, Fire(UK, "tank", "far", K.DIRECT_AT, "75mm"))
    assert refusal(dark, Fire(UK, "tank", "panzer", K.DIRECT_AT, "75mm")) == ""


def _by_type(
    type_id: str, weapon: str, kind: K, away_in: float = 0.0, facing_deg: float = 0.0, **status: Any
) -> Reason | BuildingShot:
    """A shot at the barn from some seven inches south of it, or farther."""
    one = unit("one", type_id, (30, 46 + away_in), facing_deg=facing_deg)
    kept = Status(men=BOOK.type(type_id).men, rounds=(("ap", 1), ("he", 1)))
    state = game(one, FOE, pieces=[BARN], status={"one": replace(kept, **status)})
    return building_shot(position(state), BuildingOrder("one", "wooden_building", kind, weapon), moves=False)


@proves("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-04", "KN-BLDG-13")
@pytest.mark.parametrize(
    ("type_id", "weapon", "kind", "status", "said"),
    [
        ("uk.sherman", "75mm", K.DIRECT_HE, {}, ""),
        ("uk.sherman", "75mm", K.DIRECT_AT, {}, ""),
        ("uk.sherman", "75mm", K.DIRECT_SMALL_ARMS, {}, "does nothing to a building"),
        ("uk.sherman", "17 pdr", K.DIRECT_HE, {}, "one has no 17 pdr"),
        ("uk.sherman", "co-axial MG", K.DIRECT_HE, {}, "only high explosive and anti-tank rounds"),
        ("uk.sherman", "75mm", K.DIRECT_HE, {"rounds": (("ap", 9),)}, "one has no HE rounds left"),
        ("uk.sherman", "75mm", K.DIRECT_HE, {"rounds": (("he", 1),)}, ""),
        ("uk.sherman", "75mm", K.DIRECT_AT, {"rounds": (("he", 9),)}, "one has no AP rounds left"),
        ("uk.17pdr", "17 pdr", K.DIRECT_AT, {"men": 1}, "17 pdr needs a crew of 2"),
        ("uk.17pdr", "17 pdr", K.DIRECT_AT, {"men": 2}, ""),
        ("uk.platoon_hq", "PIAT", K.DIRECT_AT, {}, ""),
        ("uk.platoon_hq", "PIAT", K.DIRECT_AT, {"away_in": 2.0}, 'PIAT reaches 8"'),
        ("uk.platoon_hq", "PIAT", K.DIRECT_HE, {}, "only high explosive and anti-tank rounds"),
        ("uk.platoon_hq", '2" mortar', K.DIRECT_HE, {}, ""),
        ("uk.platoon_hq", '2" mortar', K.DIRECT_HE, {"away_in": 18.0}, '2" mortar reaches 24"'),
        ("uk.17pdr", "17 pdr", K.DIRECT_AT, {"facing_deg": 180.0}, "is outside the arc of 17 pdr"),
    ],
)
def test_what_harms_a_building(type_id: str, weapon: str, kind: K, status: dict[str, Any], said: str) -> None:
    shot = _by_type(type_id, weapon, kind, **status)
    assert isinstance(shot, Reason) is bool(said)
    if isinstance(shot, Reason):
        assert said in shot.text


@proves("KN-BMOR-29", "KN-BMOR-30")
@pytest.mark.parametrize(
    ("held_by", "barred", "wins"),
    [
        ((UK, UK), (), True),
        ((UK, DE), (), False),
        ((UK, None), (), False),
        ((), (), False),
        ((UK, UK), (UK,), False),
    ],
)
def test_all_objectives_are_held_by_one_side(
    held_by: tuple[str | None, ...], barred: tuple[str, ...], wins: bool
) -> None:
    state = game(HQ, FOE)
    course = progress_of(state)
    places = tuple(Objective(f"o{k}", Spot(10, 10 + k), held_by=side) for k, side in enumerate(held_by))
    setting = replace(course.setting, barred_from_all_objectives=frozenset(barred))
    state = with_progress(state, replace(course, objectives=places, setting=setting))
    assert holds_all(position(state), UK) is wins


PLACES = [
    ([100, 20], "a spot on the table"), ([20, 72.5], "a spot on the table"), ([20, True], "a spot [x, y]"),
    ([20], "a spot [x, y]"), ("here", "a spot [x, y]"), ([20, "x"], "a spot [x, y]"), (5, "a spot [x, y]"),
    ([20, None], "a spot [x, y]"), ([float("nan"), 20], "a spot [x, y]"),
]  # fmt: skip


@proves("KN-IND-28", "KN-IND-30")
@pytest.mark.parametrize(("place", "wanted"), PLACES)
def test_registered_points_are_places_on_the_table(place: Any, wanted: str) -> None:
    options = {OPTION: {UK: {"registered_points": {"mill": place}}}}
    with pytest.raises(BadInput) as told:
        bought_support(game(HQ, FOE), options)
    assert told.value.field == f"options.{OPTION}.uk.registered_points.mill"
    assert wanted in told.value.wanted


@proves("KN-IND-30")
@pytest.mark.parametrize("name", ["", " "])
def test_a_registered_point_has_a_name_by_which_fire_is_asked_for_on_it(name: str) -> None:
    options = {OPTION: {UK: {"registered_points": {name: [20, 20]}}}}
    with pytest.raises(BadInput, match="a name for the point"):
        bought_support(game(HQ, FOE), options)


@proves("KN-SETUP-11", "KN-SETUP-02", "KN-BMOR-23")
@pytest.mark.parametrize(
    ("objectives", "field", "wanted"),
    [
        ("mill", "", "a list"),
        ([5], "[1]", "a table of names and values"),
        ([{"name": 5}], "[1].name", "a word"),
        ([{"name": "mill", "spots": [[5, 5]]}] * 2, "[2].name", "a name that no other objective has"),
        ([{"name": "mill"}], "[1].spots", "given"),
        ([{"name": "mill", "spots": [[5, 5], [6, 6]]}], "[1].spots", "one spot [x, y]"),
        ([{"name": "mill", "spots": [[5, 5]], "held_by": "french"}], "[1].held_by", "one of uk, de"),
        *(
            ([{"name": "mill", "spots": [place]}], "[1].spots", wanted.removeprefix("a spot [x, y]"))
            for place, wanted in PLACES
        ),
    ],
)
def test_objectives_have_a_name_of_their_own_and_one_spot_on_the_table(
    objectives: Any, field: str, wanted: str
) -> None:
    units = (Unit("a", "uk.hq", "uk", Spot(10.0, 10.0)), Unit("b", "de.hq", "de", Spot(40.0, 10.0)))
    with pytest.raises(BadInput) as told:
        opened(table(), *units, objectives=objectives)
    assert told.value.field == f"options.objectives{field}"
    assert wanted in told.value.wanted


@proves("KN-SETUP-02", "KN-SETUP-03", "KN-BMOR-33")
def test_what_is_played_where_a_scenario_is_silent() -> None:
    """A whole game by day, with counters and special events, in which every objective counts."""
    units = (Unit("a", "uk.hq", "uk", Spot(10.0, 10.0)), Unit("b", "de.hq", "de", Spot(40.0, 10.0)))
    setting = progress_of(opened(table(), *units)).setting
    assert (setting.is_night, setting.ask_for_tests, setting.short_game) == (False, False, False)
    assert (setting.counters, setting.events) == (True, True)
    assert setting.barred_from_all_objectives == frozenset()
