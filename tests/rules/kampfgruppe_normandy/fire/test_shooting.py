"""Shooting in general: arcs, the facing that is hit, and which targets can be fired at."""

from typing import Any

import pytest

from rules.ground.table.inches import Base, Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.questions.batteries import cannot_reach
from rules.kampfgruppe_normandy.questions.ranges import Facing, facing_struck
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import FOE, HQ, SHERMAN
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    firing,
    game,
    position,
    ready,
    refusal,
    table,
    told_to,
    unit,
    with_status,
)


@proves("KN-SHOOT-04", "KN-SHOOT-07", "KN-SHOOT-08")
def test_a_hull_gun_fires_through_its_arc_and_a_turret_all_round() -> None:
    state = ready(
        table(),
        unit("stug", "de.stug3", (30, 24), 0),
        unit("panzer", "de.pz4h", (30, 34), 0),
        unit("tank", "uk.sherman", (45, 24), 270),
        attacker=DE,
    )
    state = firing(state, "panzer", "tank", K.DIRECT_AT, 1, weapon="75mm L/48")
    state = act(state, Fire(DE, "panzer", "tank", K.DIRECT_AT, "75mm L/48"), 1)
    state = act(state, Activate(DE, "stug", (K.DIRECT_AT, K.MOVE)))
    assert "outside the arc" in refusal(state, Fire(DE, "stug", "tank", K.DIRECT_AT, "75mm L/48"))


@proves("KN-SHOOT-04", "KN-SHOOT-07", "KN-SHOOT-08")
def test_beside_its_front_a_tank_fires_its_co_axial_gun_and_not_the_one_in_its_bow() -> None:
    state = ready(table(), unit("a", "uk.sherman", (30, 24), 0), unit("b", "de.squad", (45, 24), 270))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 3 from co-axial MG 3 " in str(
        GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS))
    )
    bow = Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS, "bow MG")
    assert refusal(state, bow) == "b is outside the arc of bow MG (KGN Firing arcs)"


@proves("KN-SHOOT-10")
@pytest.mark.parametrize(
    ("firer", "facing"),
    [
        ((10, 0), Facing.FRONT), ((18, 2), Facing.FRONT), ((20, 10), Facing.SIDE), ((0, 10), Facing.SIDE),
        ((10, 20), Facing.REAR), ((18, 18), Facing.SIDE), ((17, 18), Facing.REAR),
    ],
)  # fmt: skip
def test_the_facing_struck_is_the_quarter_the_firer_stands_in(
    firer: tuple[float, float], facing: Facing
) -> None:
    tank = Base.rectangle(Spot(10, 10), 1.6, 3.2, 0)
    assert facing_struck(tank, Spot(*firer)) is facing


@proves("KN-SHOOT-09", "KN-PRIN-29")
def test_units_out_of_sight_or_riding_inside_cannot_be_fired_at() -> None:
    house = area(T.STONE_BUILDING, 20, 10, 24, 38)
    state = ready(
        table(house),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.pz4h", (30, 24), 270),
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    assert "stone building stone_building hides it" in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))


@proves("KN-SHOOT-05", "KN-SHOOT-06", "KN-WPN-10a", "KN-WPN-26")
def test_a_mortar_fires_before_it_with_two_men_and_its_crew_their_rifles_all_round() -> None:
    """OUR 197."""
    mortar, behind = unit("m", "uk.3in_mortar", (30, 24), 0.0), unit("b", "de.squad", (30, 40), 0.0)
    state = ready(table(), mortar, behind, FAR)
    assert cannot_reach(position(state), mortar, Spot(30, 8)) is None
    assert "outside the arc" in str(cannot_reach(position(state), mortar, Spot(30, 40)))
    rifles = activated(state, "m", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert refusal(rifles, Fire(UK, "m", "b", K.DIRECT_SMALL_ARMS)) == ""
    alone = with_status(state, "m", Status(men=1))
    assert "needs a crew of 2" in str(cannot_reach(position(alone), mortar, Spot(30, 8)))


@proves("KN-SHOOT-05", "KN-SHOOT-06", "KN-WPN-09")
@pytest.mark.parametrize("bearing_deg", [0.0, 60.0, 180.0, 300.0])
def test_a_light_mortar_is_fired_all_round(bearing_deg: float) -> None:
    """OUR 199: a man of the platoon headquarters fires it wherever the unit faces."""
    foe = unit("b", "de.squad", Spot(30, 24).ahead(bearing_deg, 15))
    state = ready(table(), unit("m", "uk.platoon_hq", (30, 24), 0.0), foe, FAR)
    firing_it = activated(state, "m", K.DIRECT_HE, K.SUPPRESS_HE)
    assert refusal(firing_it, Fire(UK, "m", "b", K.DIRECT_HE, '2" mortar')) == ""


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
def test_targets_that_a_tank_may_fire_at(target: str, kind: K, weapon: str, said: str) -> None:
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


@proves("KN-DFSA-56", "KN-WPN-08", "KN-AIR-13", "KN-AIR-10", "KN-AIR-18", "KN-AIR-19")
@pytest.mark.parametrize(
    ("kind", "status", "told"),
    [
        ("de.squad_faust", {"lost_weapons": ("MG 42",)}, {"small arms": (8, 16, 24), "Panzerfaust": (8,)}),
        ("de.squad_faust", {"used": (("Panzerfaust", 1),)}, {"small arms": (8, 16, 24), "MG 42": (8, 16, 24, 32)}),
        ("uk.typhoon", {"used": (("20mm cannon", 2),)}, {"20mm cannon": (15,), "rockets": (15,)}),
        ("uk.typhoon_bomber", {"used": (("20mm cannon", 3),)}, {}),
    ],
)  # fmt: skip
def test_weapon_ranges_list_weapons_still_left_and_are_always_long_from_the_air(
    kind: str, status: dict[str, Any], told: dict[str, tuple[float, ...]]
) -> None:
    """From the air everything hits on a 6, from 15 inches or less; bombs fall where their marker is (OUR 222)."""
    state = game(unit("one", kind, (40, 40)), FOE, status={"one": Status(men=BOOK.type(kind).men, **status)})
    weapons = RULESET.weapon_ranges(state, state.unit("one")).verdict.weapons
    assert {weapon.name: tuple(band.out_to for band in weapon.bands) for weapon in weapons} == told
    if kind.startswith("uk."):
        assert {band.modifier for weapon in weapons for band in weapon.bands} <= {0}
