"""Chapter 11.4: mortars from the call to the extension."""

from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars, ExtendMortar
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.mortars.mortar_impact import mortar_row
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.effects.fire_steps import FireOutcome, fire_steps
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.marker_events import MortarChanged
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.mission.mission import MortarKind
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState, Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import marker
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    WIDE_FIELD,
    activated,
    activated_wide,
    at,
    course,
    done,
    opened,
    position_seen_by,
    refusal,
    unit,
)
from tests.rules.last_hundred_yards.sight.sighting import image

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}


def mortar_game(*units: Unit, ground: HexBoard = WIDE_FIELD, **options: Any) -> GameState:
    return activated_wide(
        unit(SQUAD, "C11"), unit(LEADER, "C11"), *units, ground=ground, mortars=[MM60], **options
    )


@proves(
    "LHY-1.6", "LHY-11.4.5.2", "LHY-11.4.1", "LHY-11.4.5.4a", "LHY-11.4.5.5a", "LHY-11.4.5.5b",
    "LHY-11.4.5.5-2019", "LHY-11.4.5.5c", "LHY-T-MFA.60", "LHY-11.4.5.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("die", "label", "value"), [(7, "F6", 0), (1, "F5", -1), (2, "G6", -1), (3, "G7", -1), (4, "F7", -1), (5, "E7", -1), (6, "E6", -1)]
)  # fmt: skip
def test_11_4_5_one_marker_lands_on_the_named_hex_and_one_scatters(die: int, label: str, value: int) -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), die)
    assert [(str(fire.at), fire.value) for fire in course(state).fires] == [("F6", 0), (label, value)]
    assert course(state).mortars[0].place is MortarPlace.INITIAL


@proves("LHY-11.4.5.4b", "LHY-4.2.4.2")
def test_11_4_5_4b_with_a_hindered_los_both_markers_scatter() -> None:
    smoke = (Marker("smoke", at("C8")),)
    state = mortar_game(unit(FOE, "C6"), markers=smoke)
    assert len(course(done(state, CallMortar("us", "60mm", LEADER, at("C6")), 1, 1)).fires) == 2
    assert all(
        str(fire.at) == "C5"
        for fire in course(done(state, CallMortar("us", "60mm", LEADER, at("C6")), 1, 1)).fires
    )
    why = "C6 is seen through a hindrance: no marker is sure to fall there (LHY 11.4.5"
    for given, hears in ((state, True), (mortar_game(unit(FOE, "C6")), False)):
        assert (why in str(PLAY.chances(given, CallMortar("us", "60mm", LEADER, at("C6"))))) is hears


@proves(
    "LHY-T-UCT.2", "LHY-11.4.4.0", "LHY-11.4.4.0b", "LHY-11.4.4.2-2019", "LHY-11.4.2", "LHY-11.4.4.1",
    "LHY-11.4.4.2",
)  # fmt: skip
def test_11_4_4_which_units_may_call_which_mortars() -> None:
    units = [unit(FOE, "D11"), unit("us.able.1.squad.2", "D11"), unit("us.baker.1.squad.1", "C11")]
    state = mortar_game(*units)
    assert "friendly foot units" in refusal(state, CallMortar("us", "60mm", SQUAD, at("D11")))
    assert "only a leader" in refusal(state, CallMortar("us", "60mm", SQUAD, at("C11")))
    assert not refusal(state, CallMortar("us", "60mm", LEADER, at("C11")))
    assert "serves Able" in refusal(state, CallMortar("us", "60mm", "us.baker.1.squad.1", at("F6")))
    later = mortar_game(unit(FOE, "F6"), edition="series-3.1")
    assert not course(done(later, CallMortar("us", "60mm", LEADER, at("C11")), 8)).fires, "Cohesion 7"


@proves("LHY-11.4.2")
def test_11_4_2_a_support_unit_asks_the_mortars_of_the_company_that_it_acts_with() -> None:
    """Reading 180: machine guns beside an activated platoon of Able, and in reaction next to one of Baker or of Able."""
    mortars = [{"id": name, "side": "us", "kind": "60mm", "company": name} for name in ("able", "baker")]
    units = [unit(SQUAD, "C11"), unit(LEADER, "C11"), unit("us.mg.1", "C11"), unit(FOE, "F6")]
    baker = [unit("us.baker.1.leader", "H10"), unit("us.mg.2", "H10"), unit("ge.1kp.1.leader", "F6")]
    state = activated_wide(*units, *baker, mortars=mortars, far=())
    assert not refusal(state, CallMortar("us", "able", "us.mg.1", at("F6")))
    assert "baker serves Baker (LHY 11.4.2, OUR 180" in refusal(
        state, CallMortar("us", "baker", "us.mg.1", at("F6"))
    )
    for side in ("us", "ge"):
        state = done(state, CallForReaction(side))
    for gun, own, other in (("us.mg.1", "able", "baker"), ("us.mg.2", "baker", "able")):
        assert not refusal(state, CallMortar("us", own, gun, at("F6")))
        assert f"{other} serves {other.title()}" in refusal(state, CallMortar("us", other, gun, at("F6")))


@proves("LHY-11.4.8a", "LHY-11.4.8b.1", "LHY-11.4.8c", "LHY-4.1.14d")
def test_11_4_8_a_primary_impact_hex_pins_and_blinds() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C11"), 0, primary=True, tubes=0)
    units = [unit(SQUAD, "C11"), unit(LEADER, "C12"), unit(FOE, "C10")]
    state = activated_wide(*units, fires=(fire,))
    assert "out of a primary impact hex" in refusal(state, FireSmallArms("us", SQUAD, (at("C10"),)))
    assert "primary impact hex" in refusal(state, Maneuver("us", LEADER, at("C11")))


@proves("LHY-5.0.V.1", "LHY-5.0.V.2", "LHY-5.0.V.3", "LHY-11.4.9", "LHY-11.4.S.2", "LHY-8.2")
@pytest.mark.parametrize(("die", "place"), [(4, MortarPlace.AVAILABLE), (5, MortarPlace.PENDING)])
def test_5_0_v_markers_come_off_and_pending_mortars_recover_on_4(die: int, place: MortarPlace) -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    state = PhaseBegan(Phase.MORTARS).on(state)
    state = done(state, AdjustMortars("us"))
    assert not course(state).fires
    state = done(state, Pass("us"))
    assert course(state).mortars[0].place is MortarPlace.PENDING
    state = PhaseBegan(Phase.MORTARS).on(state)
    assert course(done(state, AdjustMortars("us"), die)).mortars[0].place is place


@proves("LHY-11.4.10.1", "LHY-11.4.10.2", "LHY-11.4.10.3", "LHY-5.0.V.4")
def test_11_4_10_an_extension_shifts_up_to_two_hexes_on_4_or_less() -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    state = done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"))
    assert "two" in refusal(state, ExtendMortar("us", "60mm", at("F2"))).replace("2 hexes", "two hexes")
    won = done(state, ExtendMortar("us", "60mm", at("F4")), 4, 8)
    assert [str(fire.at) for fire in course(won).fires] == ["F4", "F4"]
    assert course(won).mortars[0].place is MortarPlace.FINAL
    lost = done(state, ExtendMortar("us", "60mm", at("F4")), 5)
    assert course(lost).mortars[0].place is MortarPlace.PENDING
    assert course(lost).mortars[0].failed_extension
    assert Phase.MORTARS not in (course(won).phase, course(lost).phase), "nobody else extends"


@proves("LHY-11.4.6a", "LHY-11.4.S.1")
@pytest.mark.parametrize("trees", ["f", "w"])
def test_11_4_6a_airburst_in_trees_and_harmless_smoke(trees: str) -> None:
    """Reading 179: in woods as in forest."""
    wooded = open_ground(7, 12, {"F6": trees})
    state = done(mortar_game(unit(FOE, "F6"), ground=wooded), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    assert [fire.value for fire in course(state).fires] == [1, 1]
    smoke = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6"), smoke=True), 7, 8)
    assert [mark.value for mark in smoke.markers_at(at("F6"), "smoke")] == [3]
    assert not course(smoke).fires


@proves("LHY-T-MFA.81", "LHY-11.4.3")
def test_11_4_3_a_mortar_of_the_battalion_serves_every_company() -> None:
    units = [unit(SQUAD, "C11"), unit(LEADER, "C11"), unit(FOE, "F6")]
    state = activated_wide(*units, mortars=[{"id": "81mm", "side": "us", "kind": "81mm"}])
    assert [
        fire.value for fire in course(done(state, CallMortar("us", "81mm", LEADER, at("F6")), 7)).fires
    ] == [2, 2]


@proves("LHY-11.4.6b", "LHY-11.4.6c", "LHY-11.4.6d", "LHY-T-TEM.mortar")
@pytest.mark.parametrize(
    ("letter", "squads", "best"), [(".", 1, 5), (".", 3, 6), ("w", 1, 4), ("s", 1, 2), ("h1", 1, 4)]
)
def test_11_4_6_density_and_cover_against_mortars(letter: str, squads: int, best: int) -> None:
    ground = open_ground(4, 12, {"C5": letter})
    fire = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    foes = [unit(f"ge.1kp.1.squad.{n}", "C5") for n in range(1, squads + 1)]
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "C11"), *foes, ground=ground, fires=(fire,))
    outcome = fire_steps(position_seen_by(state, "ge"), at("C5"))[0].step(FireOutcome(), ScriptedDice([5]))
    assert outcome.best_against("ge") == best


@proves("LHY-11.4.6c", "LHY-T-TEM.mortar")
def test_11_4_6c_a_wall_gives_no_cover_from_mortar_fire() -> None:
    walled = open_ground(4, 12, walls="C5-C6 C4-C5")
    fire = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    state = activated_wide(
        unit(SQUAD, "C11"), unit(LEADER, "C11"), unit(FOE, "C5"), ground=walled, fires=(fire,)
    )
    outcome = fire_steps(position_seen_by(state, "ge"), at("C5"))[0].step(FireOutcome(), ScriptedDice([5]))
    assert outcome.best_against("ge") == 5


@proves("LHY-11.4.6d", "LHY-12.1.2")
@pytest.mark.parametrize(
    ("cover", "tubes", "attackers", "defenders"),
    [("w", 0, 5, 4), ("b", 2, 5 + 2, 5)],
    ids=["woods", "12.1.2 example: a house"],
)
def test_11_4_6d_attackers_in_an_assault_hex_have_no_cover(
    cover: str, tubes: int, attackers: int, defenders: int
) -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C5"), tubes, primary=True, tubes=tubes)
    units = unit(SQUAD, "C5"), unit(LEADER, "C11"), unit(FOE, "C5")
    state = activated_wide(*units, ground=open_ground(4, 12, {"C5": cover}), fires=(fire,))
    state = AssaultEntered(SQUAD, "us", at("C5"), at("C6")).on(state)
    outcome = fire_steps(position_seen_by(state, "ge"), at("C5"))[0].step(FireOutcome(), ScriptedDice([5]))
    assert (outcome.best_against("us"), outcome.best_against("ge")) == (attackers, defenders)


@proves("LHY-11.4.8d")
def test_11_4_8d_in_a_secondary_impact_hex_units_fire_suppressed() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C12"), -1, primary=False, tubes=-1)
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), fires=(fire,))
    assert marker(state, FireSmallArms("us", SQUAD, (at("C11"),))) == 1 - 1 - 1, (
        "suppressed and hindered by the marker"
    )


@proves("LHY-11.4.S.3")
@pytest.mark.parametrize(
    ("rivers", "markers"), [("F5 F6 F7", 2), ("F5 F6 F7, E6 F6 G6, E7 F6 G7", 0)], ids=["a river", "a lake"]
)
def test_11_4_s_3_a_marker_in_water_without_a_bank_is_removed(rivers: str, markers: int) -> None:
    wet = open_ground(7, 12, rivers=rivers)
    state = done(mortar_game(unit(FOE, "F6"), ground=wet), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    assert len(course(state).fires) == markers


@proves("LHY-11.4.0.1")
def test_11_4_0_a_mortar_acts_once_a_turn() -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    assert "not available" in refusal(state, CallMortar("us", "60mm", LEADER, at("F6")))


@proves("LHY-11.4.10.4")
@pytest.mark.parametrize(
    ("dice", "order"), [((3, 8), ["8cm", "60mm"]), ((8, 3), ["60mm", "8cm"]), ((5, 5, 8, 3), ["60mm", "8cm"])]
)
def test_11_4_10_4_if_both_extend_the_higher_die_goes_first_and_a_tie_is_thrown_again(
    dice: tuple[int, ...], order: list[str]
) -> None:
    both = [MM60, {"id": "8cm", "side": "ge", "kind": "8cm"}]
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "C11"), unit(FOE, "F6"), mortars=both)
    state = done(state, CallMortar("us", "60mm", LEADER, at("F6")), 1, CallForReaction("us"))
    state = done(state, CallMortar("ge", "8cm", "ge.1kp.2.leader", at("C11")), 1)
    after = done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"), *dice)
    assert [due.unit for due in course(after).decisions] == order


@proves("LHY-4.1.9f")
def test_4_1_9f_along_an_urban_road_mortar_fire_has_no_limit_of_distance() -> None:
    houses = tuple(
        image(Terrain.URBAN_BUILDING, f"C{row}", (-1.4, -0.5), (-0.8, -0.5), (-0.8, 0.5))
        for row in range(1, 11)
    )
    road = " ".join(f"C{row}" for row in range(1, 11))
    street = board("\n".join([". . u ."] * 10), roads=road, outlines=houses)
    tubes = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]
    state = opened(street, [unit(SQUAD, "C10"), unit(LEADER, "C10"), unit(FOE, "C4")], mortars=tubes)
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert "along an urban road" in refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    assert not refusal(state, CallMortar("us", "60mm", SQUAD, at("C4")))


@proves("LHY-T-MFA.60", "LHY-T-MFA.81", "LHY-1.6", "LHY-11.4.5.2")
@pytest.mark.parametrize(
    ("kind", "row"),
    [
        (MortarKind.MM60, (0, -1, 2, 3, 4)),
        (MortarKind.MM81, (2, 0, 2, 3, 4)),
        (MortarKind.CM8, (2, 0, 2, 3, 4)),
        (MortarKind.PLATOON, (3, 1, 4, 5, 3)),
    ],
)
def test_11_4_the_table_of_mortar_fire(kind: MortarKind, row: tuple[int, ...]) -> None:
    """Values in the named hex and beside it, markers of high explosive and of smoke, and the highest die for recovery."""
    found = mortar_row(position_seen_by(activated_wide(unit(SQUAD, "C8"), unit(LEADER, "C8")), "us"), kind)
    assert (
        found.primary, found.secondary, found.he_markers, found.smoke_markers, found.recovers_on,
    ) == row  # fmt: skip


@proves("LHY-11.4.S.2", "LHY-5.0.V.1")
@pytest.mark.parametrize(("lies", "left"), [(3, [2]), (1, [])])
def test_11_4_s_one_smoke_marker_leaves_each_hex(lies: int, left: list[int]) -> None:
    markers = [Marker("smoke", at("C5"), lies), Marker("smoke", at("E5"), lies), Marker("wire", at("E5"))]
    state = opened(FIELD, [unit(LEADER, "C8"), unit(FOE, "C1")], markers=markers)
    state = PhaseBegan(Phase.MORTARS).on(done(state, RollInitiative("us"), 9, 2))
    after = done(state, AdjustMortars("us"))
    for place in ("C5", "E5"):
        assert [marker.value for marker in after.markers_at(at(place), "smoke")] == left
    assert after.markers_at(at("E5"), "wire"), "nothing else leaves"


@proves("LHY-11.4.10.4")
def test_11_4_10_4_extensions_go_by_turns() -> None:
    state = opened(FIELD, [unit(LEADER, "C8"), unit("ge.1kp.1.leader", "C2")])
    for side, where in (("us", "C8"), ("ge", "C2")):
        for number in (1, 2):
            mortar = MortarState(
                f"{side}{number}", side, MortarKind.MM81, "", MortarPlace.INITIAL, at(where), at("C5"), 1
            )
            state = MortarChanged(mortar).on(state)
    state = PhaseBegan(Phase.MORTARS).on(done(state, RollInitiative("us"), 9, 2))
    state = done(state, AdjustMortars("us"), 3, 7)
    assert [due.unit for due in course(state).decisions] == ["ge1", "us1", "ge2", "us2"]


@proves("LHY-11.4.8a")
@pytest.mark.parametrize(("who", "sees"), [("us.able.1.squad.1", False), ("us.able-tank.1.1", True)])
def test_11_4_8a_men_have_no_los_out_of_a_primary_impact_hex(who: str, sees: bool) -> None:
    state = activated(
        unit(who, "C6"), unit("us.able.1.leader", "A8"), unit("ge.1kp.1.squad.1", "C3"),
        fires=(FireMarker(1, FireKind.MDRM, at("C6"), 1, primary=True, tubes=0),),
    )  # fmt: skip
    viewer, target = state.unit(who), state.unit("ge.1kp.1.squad.1")
    ruling = RULESET.line_of_sight(state, viewer, target)
    assert ruling.verdict.visibility.is_open is sees
    assert RULESET.visibility_at_places(state, [viewer], target, [at("C3")])[0][0].is_open is sees
    field = RULESET.sight_field(state, viewer)
    assert field.verdict.visibility[at("C3")].is_open is sees
    assert field.verdict.visibility[at("C6")].is_open, "its own hex it sees"
    told = "only AFVs and FPs see out of a primary impact hex (LHY 11.4.8a, from Series Rules v2.1)"
    assert ([str(reason) for reason in ruling.reasons] == [told]) is not sees
    assert (told in map(str, field.reasons)) is not sees
    assert RULESET.line_of_sight(state, target, viewer).verdict.visibility.is_open, "others look in"
    assert RULESET.line_of_sight(state, at("C6"), target).verdict.visibility.is_open, "a hex is nobody's eye"
