"""The worked examples of the book with their dice: movement, suppressing and direct fire, morale."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.fire_tables import observe_needed
from rules.kampfgruppe_normandy.book.penetration import PENETRATION
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.declarations.casualties import LoseWeapon
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.questions.target import Fate, Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.state.events import on_status
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    counters,
    dice_of,
    line,
    loaded,
    ready,
    record_of,
    refusal,
    status,
    table,
    unit,
    with_status,
)


@proves("KN-PRIN-09", "KN-PRIN-10")
@pytest.mark.parametrize(("within_8", "band"), [(6, "close assault"), (5, "close assault"), (4, "short")])
def test_example_01_six_of_ten_men_within_8_inches_are_in_close_assault(within_8: int, band: str) -> None:
    ahead, behind = 1.9, -0.1
    offsets = tuple((ahead if k < within_8 else behind, 0.6 * (k - 4.5)) for k in range(10))
    state = ready(
        table(),
        unit("ten", "de.panzergrenadiers", (10, 24), 90),
        unit("one", "uk.sniper", (20, 24), 270),
        attacker=DE,
    )
    state = with_status(state, "ten", Status(men=10, offsets=offsets))
    state = act(state, Activate(DE, "ten", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    assert f", {band} (" in str(GAME.chances(state, Fire(DE, "ten", "one", K.DIRECT_SMALL_ARMS)))


@proves("KN-MOVE-15")
def test_example_10_four_inches_in_reverse_use_eight() -> None:
    tank = unit("tank", "uk.sherman", (30, 24), 0)
    state = activated(ready(table(), tank, unit("de", "de.squad", (60, 40))), "tank", K.MOVE, K.MOVE)
    assert not refusal(state, Move(UK, "tank", (Spot(30, 24), Spot(30, 28)), reverse=True))
    assert not refusal(state, Move(UK, "tank", (Spot(30, 24), Spot(30, 28.5)), reverse=True))
    assert refusal(state, Move(UK, "tank", (Spot(30, 24), Spot(30, 28.6)), reverse=True))


@proves("KN-MOVE-17", "KN-MOVE-22", "KN-MOVE-23", "KN-MOVE-04")
def test_example_11_a_half_track_14_inches_up_a_road_goes_5_into_the_field() -> None:
    road = line(T.GOOD_ROAD, (0, 24), (24, 24), width_in=2)
    track = unit("track", "uk.m5_halftrack", (10, 24), 90)
    state = activated(ready(table(road), track, unit("de", "de.squad", (60, 44))), "track", K.MOVE, K.MOVE)
    gate = 24.0
    assert not refusal(state, Move(UK, "track", (Spot(10, 24), Spot(gate + 5, 24))))
    assert refusal(state, Move(UK, "track", (Spot(10, 24), Spot(gate + 5.1, 24))))


def jeep_and_wreck() -> GameState:
    """A jeep on a road to a gate 24 inches ahead, a Sherman's wreck 20 inches before it, on the right half of the road."""
    road = line(T.GOOD_ROAD, (0, 24), (29, 24), width_in=2)
    jeep = unit("jeep", "uk.jeep", (5, 24), 90)
    state = ready(table(road), jeep, unit("de", "de.squad", (60, 44)))
    wreck = Loss("tank", "uk.sherman", UK, "destroyed", Spot(6 + 20 + 1.6, 25.3), 90.0)
    return with_progress(state, replace(progress_of(state), wrecks=(wreck,)))


@proves("KN-MOVE-12", "KN-MOVE-18b", "KN-MOVE-20", "KN-MOVE-24")
def test_example_12_a_jeep_that_throws_5_halts_at_the_wreck_20_inches_on() -> None:
    state = activated(jeep_and_wreck(), "jeep", K.MOVE, K.MOVE)
    state = act(state, Move(UK, "jeep", (Spot(5, 24), Spot(29, 24))), 5)
    stands = state.unit("jeep").at
    assert isinstance(stands, Spot)
    assert stands.x_in - 5 == pytest.approx(20, abs=0.3)


@proves("KN-MOVE-18b", "KN-MOVE-20", "KN-MOVE-23", "KN-MOVE-24")
def test_example_13_with_a_1_it_has_4_inches_of_road_to_the_gate_and_5_of_field() -> None:
    state = activated(jeep_and_wreck(), "jeep", K.MOVE, K.MOVE)
    state = act(state, Move(UK, "jeep", (Spot(5, 24), Spot(29, 24))), 5)
    here = state.unit("jeep").at
    assert isinstance(here, Spot)
    into_field = Spot(29 + 5, 24)
    state = act(state, Move(UK, "jeep", (here, into_field)), 1)
    assert state.unit("jeep").at == into_field
    assert here.gap_in(Spot(29, 24)) == pytest.approx(4, abs=0.3)


@proves("KN-SUPP-36", "KN-SUPP-12", "KN-SUPP-19", "KN-DEPL-12", "KN-SUPP-31")
def test_example_14_a_squad_suppresses_a_machine_gun_team_in_a_building() -> None:
    house = area(T.STONE_BUILDING, 30, 20, 34, 24)
    state = ready(
        table(house),
        unit("squad", "uk.squad", (11, 22), 90),
        unit("mg", "de.mg42", (32, 22), 270),
        inside={"mg": "stone_building"},
    )
    state = activated(state, "squad", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    fire = Fire(UK, "squad", "mg", K.SUPPRESS_SMALL_ARMS)
    ruling = str(GAME.chances(state, fire))
    assert '20.0", effective' in ruling
    assert "suppresses on 4+" in ruling
    assert "in hard cover" in ruling
    state = act(state, fire, 3, 4, 2)
    assert state.unit("mg").has(SUPPRESSED)


@proves("KN-SUPP-37", "KN-SUPP-15", "KN-SUPP-22", "KN-SUPP-05")
def test_example_15_a_panther_suppresses_a_6_pounder_in_a_wood() -> None:
    wood = area(T.WOODS, 40, 20, 48, 28)
    state = ready(
        table(wood),
        unit("six", "uk.6pdr", (41.5, 24), 270),
        unit("x", "uk.squad", (2, 2)),
        unit("panther", "de.panther", (4.9, 24), 90),
        attacker=DE,
    )
    volley = Fire(DE, "panther", "six", K.SUPPRESS_HE, "75mm L/70")
    state = (
        act(state, Activate(DE, "panther", (K.SUPPRESS_HE, K.MOVE)))
        if progress_of(state).acting == DE
        else state
    )
    ruling = str(GAME.chances(state, volley))
    assert '34.0", very long' in ruling
    assert "medium HE suppresses on 4+" in ruling
    assert "saves on 5+" in ruling
    assert act(state, volley, 4, 5, 3).unit("six").has(SUPPRESSED)


@proves("KN-DFSA-10", "KN-DFSA-05")
def test_example_16_three_obscured_men_who_have_not_fired_are_seen_on_5() -> None:
    assert observe_needed(Kind.INFANTRY, obscured=True, fired=False, men=3) == 5
    assert observe_needed(Kind.INFANTRY, obscured=True, fired=False, men=4) == 4


@proves(
    "KN-DFSA-59", "KN-DFSA-05", "KN-DFSA-16", "KN-DFSA-28", "KN-DFSA-33", "KN-DFSA-55", "KN-DFSA-56",
    "KN-SUPP-30",
)  # fmt: skip
def test_example_17_a_medium_machine_gun_takes_two_of_eight_men_and_the_bren() -> None:
    hedge = line(T.HEDGE, (30, 10), (30, 40))
    state = ready(
        table(hedge),
        unit("squad", "uk.squad_piat", (32.2, 24), 270),
        unit("x", "uk.squad", (70, 4)),
        unit("mg", "de.mg42", (16.7, 24), 90),
        attacker=DE,
    )
    state = act(state, Activate(DE, "mg", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    fire = Fire(DE, "mg", "squad", K.DIRECT_SMALL_ARMS)
    ruling = str(GAME.chances(state, fire))
    assert '14.0", short' in ruling
    assert "observed on 4+" in ruling
    assert "5 dice hit on 4+" in ruling
    assert "saves on 5+" in ruling
    state = act(state, fire, 4, 4, 5, 6, 1, 2, 5, 1, 2, 6)
    assert status(state, "squad").men == 6
    assert progress_of(state).owed[0].side == UK
    state = act(state, LoseWeapon(UK, "Bren"))
    assert status(state, "squad").lost_weapons == ("Bren",)
    assert not state.unit("squad").has(SUPPRESSED)


@proves(
    "KN-DFSA-60", "KN-DFSA-06", "KN-DFSA-13", "KN-DFSA-36", "KN-DFSA-38", "KN-DFSA-39", "KN-UMOR-26",
    "KN-UMOR-10", "KN-BMOR-16",
)  # fmt: skip
def test_example_18_six_men_shoot_up_a_truck_and_its_gun_is_abandoned() -> None:
    state = loaded(
        unit("truck", "de.opel", (33.2, 24), 270),
        {"gun": "de.pak40"},
        unit("squad", "uk.small_squad", (11.4, 24), 90),
        unit("far", "de.squad", (70, 40)),
    )
    state = activated(state, "squad", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    fire = Fire(UK, "squad", "truck", K.DIRECT_SMALL_ARMS)
    ruling = str(GAME.chances(state, fire))
    assert '20.0", effective' in ruling
    assert "observed on 2+" in ruling
    assert "7 dice hit on 5+" in ruling
    assert "has no save" in ruling
    lines = record_of(state, fire, 3, 5, 5, 6, 6, 1, 2, 3, 1, 2, 2, 1, 1)
    assert any("gun is abandoned" in one for one in lines)
    state = act(state, fire, 3, 5, 5, 6, 6, 1, 2, 3, 1, 2, 2, 1, 1)
    assert "truck" not in state.units
    assert "gun" not in state.units
    assert counters(state, DE) == 2


@proves("KN-DFSA-38")
@pytest.mark.parametrize(
    ("hits_before", "dice", "is_left"), [(0, (5,), True), (1, (1,), False)], ids=["first hit", "second hit"]
)
def test_a_truck_that_stood_one_hit_is_destroyed_by_the_next(
    hits_before: int, dice: tuple[int, ...], is_left: bool
) -> None:
    """An Opel stands two hits, and tests its morale after the first; its loss is a counter drawn, the first of the pot."""
    state = ready(
        table(), unit("truck", "de.opel", (33.2, 24), 270), unit("squad", "uk.small_squad", (11.4, 24), 90),
        unit("far", "de.squad", (70, 40)),
    )  # fmt: skip
    state = activated(
        on_status(state, "truck", hits=hits_before), "squad", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS
    )
    after = act(state, Fire(UK, "squad", "truck", K.DIRECT_SMALL_ARMS), 3, 5, 1, 1, 1, 1, 1, 1, *dice)
    assert ("truck" in after.units) is is_left


@proves("KN-DFHE-17", "KN-DFHE-04", "KN-DFHE-07", "KN-DFHE-11", "KN-DFHE-12")
def test_example_19_a_sherman_s_shell_takes_one_man_behind_a_wall() -> None:
    wall = line(T.WALL, (38, 10), (38, 40))
    state = ready(
        table(wall),
        unit("tank", "uk.sherman", (10, 24), 90),
        replace(unit("squad", "uk.small_squad", (40.4, 24), 270), side=DE),
    )
    state = activated(state, "tank", K.DIRECT_HE, K.DIRECT_HE)
    fire = Fire(UK, "tank", "squad", K.DIRECT_HE, "75mm")
    ruling = str(GAME.chances(state, fire))
    assert '28.0"' in ruling
    assert "is observed on 4+" in ruling
    assert "hits on 4+ at long range" in ruling
    assert "-1 target obscured" in ruling
    assert "saves on 4+" in ruling
    state = act(state, fire, 6, 5, 4, 5, 1, 2, 4, 3, 1)
    assert status(state, "squad").men == 5
    assert not state.unit("squad").has(SUPPRESSED)


@proves("KN-DFAT-42", "KN-DFAT-05", "KN-DFAT-07", "KN-DFAT-40", "KN-ACT-17", "KN-DFSA-07")
def test_example_20_a_panzer_iv_destroys_a_firefly_in_the_edge_of_a_wood() -> None:
    wood = area(T.WOODS, 40, 20, 50, 28)
    state = ready(
        table(wood),
        unit("firefly", "uk.firefly", (42, 24), 270),
        unit("x", "uk.squad", (2, 2)),
        unit("panzer", "de.pz4h", (19.8, 24), 90),
        attacker=DE,
    )
    state = act(state, Activate(DE, "panzer", (K.DIRECT_AT, K.MOVE)))
    fire = Fire(DE, "panzer", "firefly", K.DIRECT_AT, "75mm L/48")
    ruling = str(GAME.chances(state, fire))
    assert '19.0"' in ruling
    assert "observed on 3+" in ruling
    assert "hits on 3+ at effective range" in ruling
    assert "-1 firer moved or will move" in ruling
    assert "-1 target obscured" in ruling
    assert "penetration 10 against front armour 7" in ruling
    assert PENETRATION.at(10, 7).value == 6
    state = act(state, fire, 4, 5, 3, 5, 1)
    assert "firefly" not in state.units
    assert counters(state, UK) == 1
    assert progress_of(state).wrecks[0].unit == "firefly"


def test_example_20_a_4_does_not_hit_at_that_range() -> None:
    volley = Volley(Round.AP, False, 3, to_hit=5, penetration=10)
    target = Target("firefly", Kind.ENCLOSED, armour=7)
    assert resolve_attack(volley, target, dice_of([4, 4])).target.fate is Fate.STANDS


def test_the_printed_shell_is_the_one_the_list_has() -> None:
    gun = RULESET.book.type("uk.sherman").weapon("75mm")
    assert gun.he == HighExplosive(ShellSize.MEDIUM, 4, 2)
