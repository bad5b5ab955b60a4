"""Unit types, how they are told apart, and their models in the house list."""

import pytest

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.game.units import Symbol
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.terrain_chart import CHART
from rules.kampfgruppe_normandy.book.unit_types import Kind, Mobility
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.questions.gun_crew import counts_its_shells
from rules.kampfgruppe_normandy.state.progress import progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    counters,
    firing,
    line,
    loaded,
    ready,
    refusal,
    table,
    unit,
)

ROSTER = RULESET.book.roster


@proves("KN-PRIN-17", "KN-PRIN-18", "KN-PRIN-25", "KN-PRIN-26", "KN-PRIN-27", "KN-PRIN-28", "KN-PRIN-30")
def test_the_types_of_unit_are_told_apart() -> None:
    kinds = {
        name: ROSTER[name].kind
        for name in ("uk.squad", "uk.jeep", "uk.m5_halftrack", "uk.sherman", "uk.6pdr")
    }
    assert list(kinds.values()) == [Kind.INFANTRY, Kind.SOFT_SKIN, Kind.OPEN_TOPPED, Kind.ENCLOSED, Kind.GUN]
    assert {row.kind for row in ROSTER.values()} >= set(kinds.values())
    assert ROSTER["uk.6pdr"].shield
    assert not ROSTER["uk.3in_mortar"].shield
    assert ROSTER["uk.vickers"].men <= 3 < ROSTER["uk.squad"].men


MORTARS = ("uk.3in_mortar", "uk.42in_mortar", "us.81mm_mortar", "de.80mm_mortar", "de.120mm_mortar")


@proves("KN-PRIN-18", "KN-PRIN-20", "KN-SPEC-24a.1")
@pytest.mark.parametrize("type_id", MORTARS)
def test_mortar_crews_are_infantry_teams(type_id: str) -> None:
    """OUR 197."""
    row = ROSTER[type_id]
    assert (row.kind, row.is_team, row.mobility, row.symbol) == (
        Kind.INFANTRY, True, Mobility.FOOT, Symbol.MORTAR,
    )  # fmt: skip
    assert row.special_weapons == ()
    assert counts_its_shells(row)
    assert "small arms" in [weapon.name for weapon in row.weapons]


@proves("KN-PRIN-18", "KN-DFAT-39", "KN-SUPP-20", "KN-UMOR-02")
def test_a_mortar_team_is_fired_at_as_infantry_is() -> None:
    """OUR 197: behind a wall it saves on 4+, anti-tank fire does nothing to it, and it takes no test for one man of three."""
    wall = line(T.WALL, (19, 20), (19, 30))
    state = ready(
        table(wall), unit("t", "uk.sherman", (40, 25), 270), unit("m", "de.80mm_mortar", (18, 25), 90), FAR
    )
    state = activated(state, "t", K.DIRECT_HE, K.DIRECT_AT)
    told = str(GAME.chances(state, Fire(UK, "t", "m", K.DIRECT_HE, "75mm")))
    assert "saves on 4+" in told
    assert "tests its morale with 1 of 3 men left or fewer" in told
    piercing = act(state, Forgo(UK))
    assert "does nothing to infantry" in refusal(piercing, Fire(UK, "t", "m", K.DIRECT_AT, "75mm"))


@proves("KN-PRIN-24", "KN-UMOR-05")
def test_a_gun_and_its_crew_are_one_unit_and_go_together() -> None:
    """One activation fires the gun and then the crew's rifles; a gun destroyed takes its crew along, for one counter."""
    guns = ready(
        table(), unit("a", "uk.firefly", (10, 24), 90), unit("gun", "uk.6pdr", (10, 30), 90),
        unit("b", "de.pak40", (30, 24), 270), FAR,
    )  # fmt: skip
    after = firing(guns, "a", "b", K.DIRECT_AT, 2, 4, 6, 5, 1, weapon="17 pdr")
    assert set(after.units) == {"a", "gun", "far"}
    assert counters(after, DE) == 1
    both = activated(guns, "gun", K.DIRECT_AT, K.DIRECT_SMALL_ARMS)
    both = act(both, Fire(UK, "gun", "b", K.DIRECT_AT, "6 pdr"), 2, 1)
    assert refusal(both, Fire(UK, "gun", "b", K.DIRECT_SMALL_ARMS)) == ""
    assert "activated" in refusal(act(both, Forgo(UK)), Activate(UK, "gun", (K.MOVE, K.MOVE)))


@proves("KN-PRIN-20", "KN-PRIN-22", "KN-DFSA-12", "KN-DFSA-01")
def test_crews_have_rifles_and_a_vehicle_s_machine_guns_all_fire() -> None:
    state = ready(
        table(),
        unit("gun", "uk.6pdr", (10, 24), 90),
        unit("tank", "uk.sherman", (10, 34), 90),
        unit("b", "de.squad", (25, 26), 270),
    )
    gun = activated(state, "gun", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 3 " in str(GAME.chances(gun, Fire(UK, "gun", "b", K.DIRECT_SMALL_ARMS)))
    tank = activated(state, "tank", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 6 " in str(GAME.chances(tank, Fire(UK, "tank", "b", K.DIRECT_SMALL_ARMS)))


@proves("KN-PRIN-21", "KN-PRIN-23", "KN-DFAT-43a", "KN-PRIN-24")
def test_a_vehicle_is_a_unit_of_its_own_and_leaves_a_wreck_but_no_crew() -> None:
    state = loaded(
        unit("track", "de.sdkfz251", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.firefly", (10, 24), 90),
        FAR,
    )
    after = firing(state, "a", "track", K.DIRECT_AT, 2, 3, 5, 4, 1, 1, 1, weapon="17 pdr")
    assert set(after.units) == {"a", "men", "far"}
    assert [wreck.unit for wreck in progress_of(after).wrecks] == ["track"]


@proves("KN-FIELD-01")
def test_every_kind_of_terrain_has_a_row() -> None:
    assert set(CHART) == set(T)


def test_values_are_marked_as_of_the_house_or_of_the_book() -> None:
    assert ROSTER["uk.sherman"].provenance is Provenance.HOUSE
    assert ROSTER["uk.vickers"].weapon("Vickers").provenance is Provenance.BOOK


@proves(
    "KN-PRIN-18", "KN-PRIN-25", "KN-PRIN-26", "KN-PRIN-27", "KN-PRIN-28", "KN-DFSA-35", "KN-DFSA-36",
    "KN-DFSA-37",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "kind", "length_in", "width_in"),
    [
        ("uk.squad", Kind.INFANTRY, 0.6, 0.6), ("uk.6pdr", Kind.GUN, 2.0, 1.6), ("uk.jeep", Kind.SOFT_SKIN, 2.0, 1.0),
        ("uk.bedford", Kind.SOFT_SKIN, 3.0, 1.2), ("uk.m5_halftrack", Kind.OPEN_TOPPED, 2.8, 1.3),
        ("uk.daimler", Kind.ENCLOSED, 2.4, 1.2), ("uk.sherman", Kind.ENCLOSED, 3.2, 1.6), ("uk.crocodile", Kind.ENCLOSED, 3.2, 1.6),
        ("uk.typhoon", Kind.AIRCRAFT, 5.0, 1.5),
    ],
)  # fmt: skip
def test_models_of_the_house_list_and_their_sizes(
    type_id: str, kind: Kind, length_in: float, width_in: float
) -> None:
    """Of 20 mm models: a Sherman is 3.2 inches long and 1.6 wide, a man's base 0.6."""
    row = HOUSE_ROSTER[type_id]
    assert (row.kind, row.length_in, row.width_in) == (kind, length_in, width_in)
    assert [row.weapon(weapon.name) for weapon in row.weapons] == list(row.weapons)
    assert row.special_weapons == (("Bren",) if kind is Kind.INFANTRY else ())
    assert row.ammunition == {"uk.sherman": 9, "uk.daimler": 10, "uk.crocodile": 8}.get(type_id, 0)
    with pytest.raises(BadInput, match="crossbow"):
        row.weapon("crossbow")


@proves("KN-DFSA-35", "KN-DFSA-36", "KN-DFSA-37", "KN-AA-08", "KN-AIR-29a", "KN-DEPL-13", "KN-DEPL-14")
@pytest.mark.parametrize(
    ("type_id", "mobility", "hits", "capacity", "tows"),
    [
        ("uk.churchill", Mobility.SLOW_TRACKS, 0, 0, False), ("de.king_tiger", Mobility.SLOW_TRACKS, 0, 0, False),
        ("de.pz4h", Mobility.MEDIUM_TRACKS, 0, 0, False), ("uk.sherman", Mobility.MEDIUM_TRACKS, 0, 0, False),
        ("de.tiger", Mobility.MEDIUM_TRACKS, 0, 0, False), ("uk.bren_carrier", Mobility.FAST_TRACKS, 0, 6, True),
        ("uk.cromwell", Mobility.VERY_FAST_TRACKS, 0, 0, False), ("uk.m5_halftrack", Mobility.HALF_TRACK, 0, 12, True),
        ("uk.daimler", Mobility.CROSS_COUNTRY, 0, 0, False), ("uk.jeep", Mobility.ROAD_VEHICLE, 1, 3, True),
        ("de.motorcycle", Mobility.MOTORCYCLE, 1, 2, False), ("de.kubelwagen", Mobility.ROAD_VEHICLE, 1, 3, True),
        ("uk.bedford", Mobility.ROAD_VEHICLE, 2, 20, True), ("uk.supply_truck", Mobility.ROAD_VEHICLE, 2, 0, False),
        ("de.sdkfz7", Mobility.HALF_TRACK, 3, 12, True), ("uk.auster", Mobility.NONE, 2, 0, False),
        ("uk.spitfire", Mobility.NONE, 3, 0, False), ("uk.typhoon", Mobility.NONE, 4, 0, False),
    ],
)  # fmt: skip
def test_vehicles_of_the_house_list(
    type_id: str, mobility: Mobility, hits: int, capacity: int, tows: bool
) -> None:
    """OUR 183: tracks by km/h across country, 13, 17, 18, 22, 20, 27 and 29; hits as printed, small, medium and large."""
    row = HOUSE_ROSTER[type_id]
    assert (row.mobility, row.hits, row.capacity, row.tows) == (mobility, hits, capacity, tows)
    assert row.men == 0
