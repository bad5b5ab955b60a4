"""Chapter 13.4: what each side of an assault is worth."""

import pytest

from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, HEROIC, REGROUPING
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitGone, UnitPlaced, UnitReplaced
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FAR, FIELD, FOE, LEADER, SQUAD, drm, in_assault
from tests.rules.last_hundred_yards.playing import activated, at, done, unit

TANK = "us.able-tank.1.1"


@proves("LHY-13.4.0", "LHY-13.5.2", "LHY-1.4")
def test_13_4_values_are_added_and_the_difference_stays_within_4() -> None:
    assert drm(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"))) == 0
    strong = [unit(SQUAD, "C4"), unit("us.able-tank.1.1", "C4"), unit(LEADER, "C4")]
    assert drm(in_assault(*strong, unit("ge.1kp.1.section.b", "C4"))) == 4


@proves(
    "LHY-13.4a", "LHY-13.4b", "LHY-13.4d", "LHY-13.4j", "LHY-13.4k", "LHY-13.4c", "LHY-13.4g",
    "LHY-13.4h-2019",
)  # fmt: skip
@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("cohesion", -1),
        ("regrouping", 1),
        ("concealed", -1),
        ("two companies", 1),
        ("position", -1),
        ("hill", -1),
        ("envelopment", 4),
    ],
)
def test_13_4_each_modifier(change: str, value: int) -> None:
    us, ge = [unit(SQUAD, "C4")], [unit(FOE, "C4")]
    came: dict[str, str] | None = None
    ground, markers = FIELD, []
    match change:
        case "cohesion":
            ge = [unit("ge.1kp.2.squad.1", "C4")]
        case "regrouping":
            ge = [unit(FOE, "C4", REGROUPING)]
        case "concealed":
            ge = [unit(FOE, "C4", CONCEALED)]
        case "two companies":
            us = [unit(SQUAD, "C4"), unit("us.baker.1.squad.1", "C4")]
        case "position":
            markers = [Marker("improved_position", at("C4"))]
        case "hill":
            ground = board(
                "\n".join([". . . ."] * 3 + [". . h1 ."] + [". . . ."] * 2 + [". . . . . . . ."] * 2)
            )
        case "envelopment":
            us = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4")]
            came = {SQUAD: "C5", "us.able.1.squad.2": "C3"}
    state = in_assault(*us, *ge, came=came, ground=ground, markers=markers)
    expected = {"two companies": 2 + 2 - 2 - 1, "envelopment": 2 + 2 - 2 + 2}.get(change, value)
    assert drm(state) == expected


@proves("LHY-13.4.0", "LHY-13.4c", "LHY-13.4k")
@pytest.mark.parametrize("afar", [False, True])
def test_13_4_every_modifier_of_an_assault_is_told_when_it_is_declared(afar: bool) -> None:
    """A tank assaults a squad over a wall, from an adjacent hex or after moving a hex to wait under its arrow."""
    walled = open_ground(8, 10, walls="C4-C5")
    state = activated(
        unit(TANK, "C6" if afar else "C5"), unit(FOE, "C4"), ground=walled, far=FAR, platoon="able-tank.1"
    )
    if afar:
        state = done(state, Maneuver("us", TANK, at("C5")))
    told = PLAY.chances(state, Assault("us", (TANK,), at("C4")))
    assert told.verdict == "the assault: die -1"
    assert [str(reason) for reason in told.reasons[:-1]] == [
        f"+3 Assault Value of {TANK} (LHY 1.4)",
        f"-1 {TANK} in motion (LHY 13.4k, from Series Rules v2.1)",
        f"-2 Assault Value of {FOE} (LHY 1.4)",
        "-1 rural building, IP or wall (LHY 13.4c, from Series Rules v2.1)",
    ]


@proves("LHY-13.4.0", "LHY-13.4d")
@pytest.mark.parametrize("lies", [FOE, "ge.1kp.1.leader", "ge.dummy.1"])
def test_13_4_the_drm_told_of_an_assault_leaves_concealed_enemies_open(lies: str) -> None:
    """The same words whatever the concealed unit is."""
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C6"), unit(lies, "C4", CONCEALED), far=FAR)
    told = PLAY.chances(state, Assault("us", (SQUAD,), at("C4")))
    assert told.verdict == "the assault: die +1, and what lies concealed there"


@proves("LHY-13.4c", "LHY-13.4g")
def test_13_4_attackers_already_in_the_hex_have_no_modifier_for_walls_or_uphill() -> None:
    """Men in C4, walled on all sides and a level high, assault the squad that was forced out among them."""
    rows = [". . . . . . . ."] * 3 + [". . h1 . . . . ."] + [". . . . . . . ."] * 4
    walls = "C4-C3 C4-D3 C4-D4 C4-C5 C4-B4 C4-B3"
    men = unit(SQUAD, "C4"), unit(FOE, "C4")
    assert drm(in_assault(*men, came={SQUAD: "C4"}, ground=board("\n".join(rows), walls=walls))) == 0
    assert drm(in_assault(*men, came={SQUAD: "C5"}, ground=board("\n".join(rows), walls=walls))) == -2


@proves("LHY-13.4i", "LHY-13.4e")
def test_13_4i_and_e_towns_help_the_defender_and_latws_the_attacker() -> None:
    town = open_ground(8, 8, {"C4": "u"})
    assert drm(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), ground=town)) == -2
    assert drm(in_assault(unit(SQUAD, "C4"), unit("us.latw.1", "C4"), unit(FOE, "C4"), ground=town)) == -1


TOWN = "\n".join([". . . . . . . ."] * 3 + [". . u . . . . ."] + [". . . . . . . ."] * 4)


@proves("LHY-13.4i")
@pytest.mark.parametrize(
    ("holds", "value"), [("ge.mg.1", -2), ("ge.1kp.1.leader", -2), ("ge.pak40.3", -2), ("ge.latw.1", 0)]
)
def test_13_4i_a_town_helps_foot_combat_units_and_leaders_but_no_latw(holds: str, value: int) -> None:
    # What either side is worth by itself is the same in the open, and falls out of the difference.
    attack = unit("us.able.1.section.b", "C4")
    inside = drm(in_assault(attack, unit(holds, "C4"), ground=board(TOWN)))
    outside = drm(in_assault(attack, unit(holds, "C4")))
    assert inside - outside == value


@proves("LHY-13.4c", "LHY-13.4.0")
def test_13_4c_a_wall_crossed_into_a_town_counts_in_addition_to_the_town() -> None:
    walled = board(TOWN, walls="C4-C5")
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    assert drm(in_assault(*units, ground=board(TOWN))) - drm(in_assault(*units, ground=walled)) == 1


@proves("LHY-13.4b", "LHY-13.4d")
@pytest.mark.parametrize(("word", "value"), [(REGROUPING, 1), (CONCEALED, -1)])
def test_13_4b_and_d_a_marker_in_the_hex_counts_even_on_units_that_take_no_part(
    word: str, value: int
) -> None:
    # The two squads, four steps, take part; the section that bears the marker does not.
    stays = [unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "C4")]
    third = "ge.1kp.1.section.a"
    attack = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4")]
    plain, marked = (
        drm(in_assault(*attack, *stays, one)) for one in (unit(third, "C4"), unit(third, "C4", word))
    )
    assert marked - plain == value


@proves("LHY-13.4a", "LHY-13.5.0a")
@pytest.mark.parametrize(("foe", "worth"), [(FOE, 3 + 1 + 2 - 2), ("ge.stug.1", 3 + 2 - 2)])
def test_13_5_0_a_hero_takes_part_for_its_cohesion_where_the_enemy_has_cohesion(foe: str, worth: int) -> None:
    """Reading 188: a squad of Assault Value 3 with the hero, a section, or with the second squad."""
    units = [unit("us.able.1.squad.3", "C4"), unit(SQUAD, "C4"), unit("us.able.1.section.b", "C4", HEROIC)]
    assert drm(in_assault(*units, unit(foe, "C4"))) == worth


@proves("LHY-13.4a", "LHY-13.5.0a")
def test_13_5_0_the_cohesion_of_enemies_who_stay_aboard_is_no_reason_for_a_hero_to_take_part() -> None:
    """No enemy that takes part has a Cohesion: the second squad is worth more (readings 167 and 188)."""
    units = [unit("us.able.1.squad.3", "C4"), unit(SQUAD, "C4"), unit("us.able.1.section.b", "C4", HEROIC)]
    state = in_assault(*units, unit("ge.stug.1", "C4"), unit(FOE, "C4"))
    assert drm(Mounted(FOE, "ge.stug.1").on(state)) == 3 + 2 - 2


@proves("LHY-13.4j", "LHY-13.5.0a")
def test_13_4j_of_equal_squads_those_of_one_company_take_part() -> None:
    units = [unit(name, "C4") for name in (SQUAD, "us.able.1.squad.2", "us.baker.1.squad.1")]
    state = in_assault(*units, unit(FOE, "C4"))
    assert drm(state) == 4 - 2
    leaders = [unit("us.able.2.leader", "C4"), unit("us.baker.1.leader", "C4")]
    assert drm(in_assault(unit(SQUAD, "C4"), *leaders, unit(FOE, "C4"))) == 3 - 2


@proves("LHY-13.4j")
def test_13_4j_a_leader_of_another_company_fragments_the_force_too() -> None:
    units = [unit(SQUAD, "C4"), unit(FOE, "C4")]
    own, other = (drm(in_assault(*units, unit(one, "C4"))) for one in (LEADER, "us.baker.1.leader"))
    assert other - own == -1


@proves("LHY-13.4e", "LHY-13.5.0c", "LHY-13.5.0a")
@pytest.mark.parametrize("squads", [1, 2])
def test_13_4e_a_gun_counts_against_latws_only_if_it_takes_part(squads: int) -> None:
    """The gun adds Assault Value 1 and gives the LATW 1; beside two squads (four steps) it does neither (reading 177)."""
    stays = [unit(f"ge.1kp.1.squad.{number + 1}", "C4") for number in range(squads)]
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit("us.latw.1", "C4"), *stays]
    assert drm(in_assault(*units)) == drm(in_assault(*units, unit("ge.pak40.3", "C4")))


@proves("LHY-13.4h", "LHY-13.5.0a", "LHY-4.1.14b")
def test_13_4h_an_fp_takes_part_before_the_squads_beside_it() -> None:
    """Its Assault Value is the best, so it takes part and is not enveloped (reading 177)."""
    stays = [unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "C4"), unit("ge.fp.1", "C4")]
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), *stays]
    around = {SQUAD: "C5", "us.able.1.squad.2": "C3"}
    assert drm(in_assault(*units, came=around)) == drm(in_assault(*units)) > -4


@proves("LHY-13.4f", "LHY-4.1.14e")
def test_13_4f_a_hero_is_worth_1_against_an_fp() -> None:
    fp = unit("ge.fp.1", "C4")
    plain = drm(in_assault(unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), fp))
    heroic = drm(in_assault(unit(SQUAD, "C4", "heroic"), unit("us.able.1.squad.2", "C4"), fp))
    assert heroic == plain + 1


@proves("LHY-13.4h", "LHY-4.1.14b")
def test_13_4h_fps_are_never_enveloped() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit("ge.fp.1", "C4")]
    around = {SQUAD: "C5", "us.able.1.squad.2": "C3"}
    assert drm(in_assault(*units, came=around)) == drm(in_assault(*units))


@proves("LHY-13.4h", "LHY-13.4h-2019")
def test_13_4h_an_eliminated_unit_no_longer_envelops_but_the_section_left_of_a_squad_does() -> None:
    """Two squads, one by each of two hexsides far apart, against one: reading 176."""
    second, section = "us.able.1.squad.2", "us.able.1.section.a"
    units = [unit(SQUAD, "C4"), unit(second, "C4"), unit(FOE, "C4")]
    state = in_assault(*units, came={SQUAD: "C5", second: "C3"})
    assert drm(state) == 2 + 2 - 2 + 2
    lost = UnitGone(second, "is eliminated").on(state)
    assert drm(lost) == 2 - 2
    placed = UnitPlaced(section, section, "us", at("C4"), (), False).on(lost)
    assert drm(UnitReplaced(second, (section,)).on(placed)) == 2 + 1 - 2 + 2


@proves("LHY-13.4c", "LHY-13.4g")
def test_13_4c_and_g_a_wall_and_a_slope_count_only_for_attackers_who_are_still_there() -> None:
    """The first squad comes along the hill; the second comes over the wall below and is lost (reading 176)."""
    second, section = "us.able.1.squad.2", "us.able.1.section.a"
    hill = "\n".join([". . . . . . . ."] * 3 + [". h1 h1 . . . . ."] + [". . . . . . . ."] * 4)
    units = [unit(SQUAD, "C4"), unit(second, "C4"), unit(FOE, "C4")]
    state = in_assault(*units, came={SQUAD: "B4", second: "C5"}, ground=board(hill, walls="C4-C5"))
    assert drm(state) == 2 + 2 - 2 - 1 - 1
    lost = UnitGone(second, "is eliminated").on(state)
    assert drm(lost) == 2 - 2
    placed = UnitPlaced(section, section, "us", at("C4"), (), False).on(lost)
    assert drm(UnitReplaced(second, (section,)).on(placed)) == 2 + 1 - 2 - 1 - 1
