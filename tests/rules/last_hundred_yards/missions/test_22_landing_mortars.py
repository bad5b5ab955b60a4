"""Chapter 22 (16 in v3.1): mortars land with their observers and are pending afterwards."""

from fractions import Fraction
from typing import Any

import pytest

from rules.catalog import ruleset
from rules.errors import BadInput
from rules.game.chance.dice import SeededDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.missions.landing import Land
from rules.last_hundred_yards.declarations.missions.landing_plan import AssembleAt, PlanGlider, PlanStick
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.mission.landing_plan import may_land
from rules.last_hundred_yards.state.mission.landings import Stick
from rules.last_hundred_yards.state.mission.mission import MortarKind
from rules.last_hundred_yards.state.progress import MortarPlace, Phase, with_progress
from rules.players.careful import CarefulPlayer
from rules.players.match import moment_of
from rules.players.player import Rulings
from rules.players.weighing import Look
from tests.proving import proves
from tests.rules.last_hundred_yards.missions.landing import (
    FOE,
    GUN,
    LATW,
    LEADER,
    MG,
    SQUADS,
    THIRD_LEADER,
    field,
    flying,
    glided,
    in_the_air,
    landed,
)
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, unit

SECTION, PLATOON = "us-60mm", "us-81mm"
TUBES = [
    {"id": SECTION, "side": "us", "kind": "60mm", "company": "able"},
    {"id": PLATOON, "side": "us", "kind": "platoon"},
]
PENDING = MortarPlace.PENDING, MortarKind.MM60
LOST = MortarPlace.LOST, MortarKind.MM60
LEFT = MortarPlace.PENDING, MortarKind.MM81
"""What is left of a platoon."""


def jumped(names: tuple[str, ...], dice: list[int], **options: Any) -> GameState:
    return landed(names, "H8", dice, mortars=TUBES, **options)


def mortar_state(state: GameState, name: str = SECTION) -> tuple[MortarPlace, MortarKind]:
    mortar = course(state).mortar(name)
    return mortar.place, mortar.kind


@proves("LHY-22.1.1f")
@pytest.mark.parametrize(
    ("units", "may"),
    [
        ((SECTION,), True), ((SECTION, PLATOON, *MG[:2], LATW), True), ((SECTION, PLATOON, *MG[:4]), False),
        ((SECTION, LEADER), False), ((SECTION, GUN), False), ((SECTION, SECTION), False),
    ],
)  # fmt: skip
def test_22_1_1_a_mortar_is_a_heavy_weapon_of_a_stick(units: tuple[str, ...], may: bool) -> None:
    state = flying((SECTION, PLATOON, *MG, LATW, LEADER, GUN), mortars=TUBES)
    assert (not refusal(state, PlanStick("us", units, at("H8")))) is may


@proves("LHY-22.1.1g")
@pytest.mark.parametrize(
    ("units", "may"),
    [((SECTION,), True), ((PLATOON,), True), ((SECTION, PLATOON), False), ((SECTION, LEADER), False), ((SECTION, MG[0]), False)],
)  # fmt: skip
def test_22_1_1_a_mortar_has_a_glider_of_its_own(units: tuple[str, ...], may: bool) -> None:
    state = flying((), gliders=(SECTION, PLATOON, LEADER, MG[0]), mortars=TUBES)
    assert (not refusal(state, PlanGlider("us", units, at("H8"), 4))) is may
    offered = {action.units for action in legal(state, PlanGlider) if len(action.units) == 1}
    assert {(SECTION,), (PLATOON,)} <= offered


@proves("LHY-22.1.1f")
def test_22_1_1_a_mortar_in_the_air_does_not_fire() -> None:
    squad = SQUADS[0]
    state = in_the_air((SECTION,), units=[unit(squad, "N2"), unit(LEADER, "N2")], mortars=TUBES)
    assert mortar_state(state) == (MortarPlace.IN_THE_AIR, MortarKind.MM60)
    assert mortar_state(state, PLATOON) == (MortarPlace.AVAILABLE, MortarKind.PLATOON)
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert f"{SECTION} is not available" in refusal(state, CallMortar("us", SECTION, squad, at("P1")))


@proves("LHY-22.1.1f")
@pytest.mark.parametrize(
    "us", [{"parachutes": ["ge-8cm"]}, {"parachutes": [SECTION, SECTION]}, {"parachutes": [SECTION], "gliders": [SECTION]}]
)  # fmt: skip
def test_22_1_1_a_mortar_of_the_enemy_or_named_twice_is_refused(us: dict[str, Any]) -> None:
    tubes = [*TUBES, {"id": "ge-8cm", "side": "ge", "kind": "8cm"}]
    with pytest.raises(BadInput, match="a mortar of us named once"):
        in_the_air((), us=us, mortars=tubes)


@proves("LHY-22.1.1.0")
def test_22_1_1_a_plan_for_a_mortar_alone_is_as_secret_as_any() -> None:
    state = done(flying((SECTION,), mortars=TUBES), PlanStick("us", (SECTION,), at("H8")))
    assert course(state_seen_by(state, "us")).sticks
    assert not course(state_seen_by(state, "ge")).sticks


@proves("LHY-22.1.1.0")
def test_22_1_1_a_plan_is_secret_even_if_all_counters_are_open() -> None:
    state = with_progress(
        opened(field(), [unit(FOE, "H9")], mortars=TUBES), sticks=(Stick((SECTION,), at("H8")),)
    )
    assert [course(state_seen_by(state, side)).sticks for side in ("us", "ge")] == [course(state).sticks, ()]


@proves("LHY-22.1.4.1d", "LHY-22.1.6c", "LHY-22.1.7.mortar")
@pytest.mark.parametrize(("die", "how"), [(1, PENDING), (9, PENDING), (10, LOST)])
def test_22_1_4_in_the_open_a_mortar_is_lost_on_a_ten(die: int, how: tuple[MortarPlace, MortarKind]) -> None:
    state = jumped((SECTION,), [4, 1, die])
    assert mortar_state(state) == how
    assert SECTION not in course(state).unassembled
    assert not course(state).losses


@proves("LHY-22.1.4.2d", "LHY-22.1.6c", "LHY-22.1.6d")
@pytest.mark.parametrize("letter", ["w", "f", "s", "r"])
def test_22_1_4_on_rough_ground_a_section_is_lost_and_of_a_platoon_a_section_left(letter: str) -> None:
    ground = f"{letter} H9 H10"
    assert mortar_state(jumped((SECTION,), [4, 1], ground=ground)) == LOST
    assert mortar_state(jumped((PLATOON,), [4, 1], ground=ground), PLATOON) == LEFT


@proves("LHY-22.1.4.2d")
def test_22_1_4_off_the_map_a_mortar_is_lost() -> None:
    assert mortar_state(landed((SECTION,), "H3", [1, 6], mortars=TUBES)) == LOST


@proves("LHY-22.1.6d")
def test_22_1_6_what_is_left_of_a_german_platoon_are_its_8cm_mortars() -> None:
    """The Germans have a leader in the air and no unit on the ground."""
    tube, leader = "ge-8cm", "ge.1kp.1.leader"
    state = opened(
        field(),
        [unit(leader, None), unit(THIRD_LEADER, "P1")],
        sides={"ge": {"parachutes": [tube, leader]}},
        mortars=[{"id": tube, "side": "ge", "kind": "platoon"}],
    )
    state = done(state, RollInitiative("us"), 2, 9, PlanStick("ge", (tube,), at("H8")), Land("ge"), 4, 1, 10)
    assert mortar_state(state, tube) == (MortarPlace.PENDING, MortarKind.CM8)


def among(*dice: int, names: tuple[str, ...] = (SECTION,), words: tuple[str, ...] = ()) -> GameState:
    """All units of a stick land in H9, where an enemy squad is."""
    foe = unit(FOE, "H9", *words)
    return jumped(names, [*(4, 1) * len(names), *dice], units=[foe])


@proves("LHY-22.1.4.3e")
@pytest.mark.parametrize("words", [(), (HIDDEN,)])
def test_22_1_4_a_mortar_alone_among_the_enemy_is_lost(words: tuple[str, ...]) -> None:
    state = among(1, words=words)
    assert mortar_state(state) == LOST
    assert not course(state).assaults
    assert not state.unit(FOE).has(HIDDEN)
    assert mortar_state(among(1, 1, names=(SECTION, MG[0]))) == LOST, "an MG is no infantry"
    assert mortar_state(among(1, names=(PLATOON,)), PLATOON) == LEFT


@proves("LHY-22.1.4.3e", "LHY-22.1.4.3f", "LHY-22.1.7.mortar")
@pytest.mark.parametrize(
    ("name", "die", "how"),
    [
        (SECTION, 1, PENDING),
        (SECTION, 10, LOST),
        (PLATOON, 1, (MortarPlace.PENDING, MortarKind.PLATOON)),
        (PLATOON, 10, LEFT),
    ],
)
def test_22_1_4_with_infantry_a_mortar_shares_the_end_of_the_assault(
    name: str, die: int, how: tuple[MortarPlace, MortarKind]
) -> None:
    """Two squads with their leader and a mortar land on a section, which attacks them at -4."""
    squads = (*SQUADS[:2], LEADER)
    state = flying((*squads, name), mortars=TUBES, units=[unit("ge.1kp.1.section.a", "H9")])
    state = done(state, PlanStick("us", squads, at("H8")), PlanStick("us", (name,), at("H13")))
    state = done(state, AssembleAt("us", "able.1", at("A1")), Land("us"), *(4, 1) * 3, 1, 4, 1, 1, 1, 1)
    assert mortar_state(state, name)[0] is MortarPlace.LANDED
    for side in ("ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, ResolveAssault("us", at("H9")), die)
    if die == 1:
        assert mortar_state(state, name)[0] is MortarPlace.LANDED, "until the assault is over"
        state = with_progress(state, assaults=(), decisions=(), phase=Phase.MORTARS)
        state = done(state, AdjustMortars("us"), 10)
    assert mortar_state(state, name) == how


@proves("LHY-22.1.5.2g", "LHY-22.1.5.1")
@pytest.mark.parametrize(
    ("dice", "how"), [((10,), LOST), ((1, 8), PENDING), ((1, 9, 7), PENDING), ((1, 9, 8), LOST)]
)
def test_22_1_5_a_mortar_in_a_glider_is_lost_off_its_course_and_above_7_in_a_crash(
    dice: tuple[int, ...], how: tuple[MortarPlace, MortarKind]
) -> None:
    assert mortar_state(glided({"H8": (SECTION,)}, [*dice], mortars=TUBES)) == how


@proves("LHY-22.1.7.mortar")
def test_22_1_7_a_mortar_that_has_landed_recovers_as_one_that_has_fired() -> None:
    state = jumped((SECTION,), [4, 1, 1])
    for side in ("ge", "us"):
        state = done(state, CallForReaction(side))
    assert mortar_state(done(state, AdjustMortars("us"), 4)) == (MortarPlace.AVAILABLE, MortarKind.MM60)
    assert mortar_state(done(state, AdjustMortars("us"), 5)) == PENDING


@proves("LHY-22.0b")
def test_22_0_a_mortar_left_in_the_air_may_land_in_a_later_turn() -> None:
    state = jumped((LEADER,), [4, 1, 1], us={"parachutes": [LEADER, SECTION]})
    assert mortar_state(state) == (MortarPlace.IN_THE_AIR, MortarKind.MM60)
    later = PLAY.position(with_progress(state, turn=2))
    assert may_land(later, "us")
    assert not may_land(later, "ge"), "who has no mortar in the air"
    down = PLAY.position(with_progress(jumped((SECTION,), [4, 1, 1]), turn=2, in_the_air=frozenset()))
    assert not may_land(down, "us"), "once it is down"


@proves("LHY-22.1.4.1d", "LHY-22.1.6d")
@pytest.mark.parametrize(
    ("name", "told"), [(SECTION, "us-60mm is lost"), (PLATOON, "us-81mm is reduced to a section of 81mm")]
)
def test_22_1_4_a_plan_tells_the_odds_of_a_landing_mortar(name: str, told: str) -> None:
    odds = PLAY.chances(flying((name,), mortars=TUBES), PlanStick("us", (name,), at("H8"))).odds
    assert odds is not None
    assert odds.chances[told] == Fraction(1, 10)


@proves("LHY-22.1.1f")
def test_22_1_1_a_landing_is_proposed_only_once_every_unit_that_can_be_planned_is() -> None:
    """A mortar alone is planned for a landing zone without forest; on request its side lands without it."""
    zones = {"parachutes": [LEADER, SECTION], "landing_zones": ["C3", "C13", "M13"]}
    forest = " ".join(f"{column}{row}" for column in "ABCDEFGHI" for row in range(7, 17))
    state = flying((LEADER, SECTION), mortars=TUBES, us=zones, ground=f"f {forest}")
    state = done(state, PlanStick("us", (LEADER,), at("C3")))
    state = done(state, legal(state, AssembleAt)[0])
    land, mortar = Land("us"), PlanStick("us", (SECTION,), at("M13"))
    assert land in PLAY.legal_actions(state)
    assert land not in PLAY.worthwhile(state)
    moment = moment_of(PLAY, ruleset("lhy"), state, "us", SeededDice(1))
    assert CarefulPlayer().choose(moment).action == mortar
    assert PLAY.worthwhile(done(state, mortar)) == (land,)


@proves("LHY-22.0b")
def test_22_0_a_unit_without_a_landing_zone_does_not_keep_others_from_landing() -> None:
    us = {"parachutes": [LEADER, SECTION], "landing_zones": ["C3"]}
    state = done(flying((LEADER, SECTION), mortars=TUBES, us=us), PlanStick("us", (LEADER,), at("C3")))
    state = done(state, legal(state, AssembleAt)[0])
    assert Land("us") in PLAY.worthwhile(state)


def test_22_1_1_a_mortar_with_an_mg_is_worth_more_to_land_than_the_mg_alone() -> None:
    """Both land equally well; planning both leaves fewer units in the air."""
    state = flying((MG[0], SECTION), mortars=TUBES)
    moment = moment_of(PLAY, ruleset("lhy"), state, "us", SeededDice(1))
    sticks = tuple(PlanStick("us", units, at("H8")) for units in ((MG[0],), (MG[0], SECTION)))
    alone, both = Look(moment, Rulings(moment)).at_first(sticks)
    assert 0 < alone.worth < both.worth
