"""Chapters 13.1 to 13.3: who assaults, feints and reinforces, and who reacts to it."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.advance import advances
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.marker_events import (
    ArrowPlaced,
    AssaultEntered,
    FirePlaced,
    GroundMarked,
)
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitReplaced
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import ActionKind, Arrow, AssaultHex, Entry, FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.assault.assaulting import (
    FAR,
    FIELD,
    FOE,
    LEADER,
    SQUAD,
    activated,
    in_assault,
)
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, unit


@proves("LHY-13.1.0", "LHY-13.2.1.1", "LHY-4.3.1.0.1")
def test_13_2_1_from_next_to_the_hex_the_units_go_in_at_once() -> None:
    state = done(
        activated(unit(SQUAD, "C5", CONCEALED), unit(LEADER, "A8"), unit(FOE, "C4")),
        Assault("us", (SQUAD,), at("C4")),
    )
    assert state.unit(SQUAD).at == at("C4")
    assert not state.unit(SQUAD).has(CONCEALED)
    assert not state.unit(SQUAD).has(IN_MOTION), "men are not"
    assert course(state).assaults == (AssaultHex(at("C4"), "us", (Entry(SQUAD, at("C5"), 1),)),)


@proves("LHY-13.2.2.0c", "LHY-13.2.2.0b", "LHY-6.0.II.3b.1", "LHY-6.0.II.3b.2")
def test_13_2_2_from_a_distance_they_wait_under_an_arrow_and_go_in_at_marker_adjustment() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")))
    state = done(state, Assault("us", (SQUAD,), at("C4")))
    assert [(arrow.unit, arrow.into) for arrow in course(state).arrows] == [(SQUAD, at("C4"))]
    assert state.unit(SQUAD).at == at("C5")
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {type(action) for action in PLAY.legal_actions(state)} == {EnterAssault, Feint}
    state = done(state, EnterAssault("us", SQUAD))
    assert state.unit(SQUAD).at == at("C4")
    assert not course(state).arrows
    assert course(state).assault_at(at("C4")) is not None


@proves("LHY-13.2.2.0b", "LHY-4.3.1.1b", "LHY-4.3.1.0.1")
@pytest.mark.parametrize(("foe", "concealed"), [("C1", False), ("H1", True), ("C4", False)])
def test_13_2_2_who_goes_where_nobody_is_left_is_seen_as_on_any_way(foe: str, concealed: bool) -> None:
    """In woods men are seen from three hexes, C1 to C4, by clear ground between; among the enemy always."""
    ground = board(
        "\n".join([". . . . . . . ."] * 3 + [". . w . . . . .", ". . w . . . . ."] + [". . . . . . . ."] * 3)
    )
    units = unit(SQUAD, "C5", CONCEALED), unit(LEADER, "A8"), unit(FOE, foe)
    state = ArrowPlaced(Arrow(SQUAD, "us", at("C4"))).on(activated(*units, ground=ground, far=()))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    after = done(state, EnterAssault("us", SQUAD))
    assert after.unit(SQUAD).at == at("C4")
    assert bool(course(after).assaults) is (foe == "C4")
    assert after.unit(SQUAD).has(CONCEALED) is concealed


@proves("LHY-13.2.2.0a")
def test_13_2_2_an_assault_starts_within_two_hexes() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C6"))), Maneuver("us", SQUAD, at("C5")))
    assert not legal(state, Assault)


@proves("LHY-13.2.2.1", "LHY-13.2.2.1b")
@pytest.mark.parametrize(("die", "stays"), [(6, True), (7, False)])
def test_13_2_2_1_a_feint_stays_on_a_die_of_cohesion_or_less_else_withdraws(die: int, stays: bool) -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    after = done(state, Feint("us", SQUAD, stay=True), die)
    assert not course(after).arrows
    assert after.unit(SQUAD).at == at("C5")
    assert bool(legal(after, Withdraw)) is not stays


@proves("LHY-13.1a", "LHY-13.1c.1", "LHY-13.1e", "LHY-13.1b")
def test_13_1_who_may_assault() -> None:
    units = [
        unit(SQUAD, "C5"),
        unit(LEADER, "C5"),
        unit("us.mg.1", "C5"),
        unit("us.able.1.squad.2", "B4", DISRUPTED),
    ]
    state = activated(*units, unit(FOE, "C4"))
    assert "does not assault" in refusal(state, Assault("us", ("us.mg.1",), at("C4")))
    assert "no condition to assault" in refusal(state, Assault("us", ("us.able.1.squad.2",), at("C4")))
    assert "only with a combat unit" in refusal(state, Assault("us", (LEADER,), at("C4")))
    assert not refusal(done(state, Assault("us", (SQUAD,), at("C4"))), Assault("us", (LEADER,), at("C4")))


LATW, OTHERS = "us.latw.1", "us.able.2.squad.1"


@proves("LHY-13.1c.1", "LHY-13.2.1.1")
def test_13_1c_a_squad_goes_in_with_its_leader_and_its_bazooka_in_one_assault() -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(LATW, "C5"), unit(FOE, "C4"))
    together = Assault("us", (LEADER, SQUAD, LATW), at("C4"))
    assert together in legal(state, Assault)
    after = done(state, together)
    assert {after.unit(one).at for one in together.units} == {at("C4")}
    assert {entry.unit for assault in course(after).assaults for entry in assault.entries} == {
        *together.units
    }
    assert not legal(after, Assault), "and all of them have acted"


@proves("LHY-13.1c.2")
@pytest.mark.parametrize(
    ("follower", "inside", "goes"),
    [
        (LEADER, "us.able.1.squad.2", True), (LATW, "us.able.1.squad.2", True), (LEADER, OTHERS, False),
        (LATW, OTHERS, False), (LEADER, LATW, False), (LATW, LEADER, False),
    ],
)  # fmt: skip
def test_13_1c_leader_and_latw_alone_join_only_a_combat_unit_of_their_platoon(
    follower: str, inside: str, goes: bool
) -> None:
    beside = [unit(one, "C5") for one in (LATW, SQUAD, LEADER) if one != inside]
    units = [*beside, unit(inside, "C4"), unit(FOE, "C4")]
    state = AssaultEntered(inside, "us", at("C4"), at("D4")).on(activated(*units))
    wanted = Assault("us", (follower,), at("C4"))
    assert ("LHY 13.1c" not in refusal(state, wanted)) is goes
    assert (wanted in legal(state, Assault)) is goes


@proves("LHY-13.1c.1")
@pytest.mark.parametrize(
    ("arrow", "goes"),
    [
        (Arrow(SQUAD, "us", at("C4")), True),
        (Arrow(SQUAD, "us", at("D4")), False),
        (Arrow("ge.mg.1", "ge", at("C4")), False),
    ],
)
def test_13_1c_a_leader_goes_with_who_waits_under_an_arrow_for_the_same_hex(arrow: Arrow, goes: bool) -> None:
    """From two hexes away he comes to wait with them; from next to the hex he would go in at once, and alone."""
    others = unit(SQUAD, "C5"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "D4"), unit("ge.mg.1", "D3")
    assault = Assault("us", (LEADER,), at("C4"))
    comes = ArrowPlaced(arrow).on(
        done(activated(*others, unit(LEADER, "C6")), Maneuver("us", LEADER, at("C5")))
    )
    assert ("LHY 13.1c" not in refusal(comes, assault)) is goes
    assert (assault in legal(comes, Assault)) is goes
    beside = ArrowPlaced(arrow).on(activated(*others, unit(LEADER, "C5")))
    assert "LHY 13.1c" in refusal(beside, assault)
    assert assault not in legal(beside, Assault)


@proves("LHY-13.1c.1", "LHY-13.1d", "LHY-6.0.II.3b.1")
@pytest.mark.parametrize("follower", [LEADER, "us.latw.1", "us.m3.2"])
@pytest.mark.parametrize("feints", [False, True])
def test_13_1c_who_needs_company_decides_after_those_whom_he_follows(follower: str, feints: bool) -> None:
    """The follower was declared first; he goes in with the squad of another platoon, and not if it feints (reading 168)."""
    other = "us.able.2.squad.1"
    units = unit(follower, "C5"), unit(other, "B4"), unit(SQUAD, "A8"), unit(FOE, "C4")
    state = activated(*units)
    for name in (follower, other):
        state = ArrowPlaced(Arrow(name, "us", at("C4"))).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert [due.unit for due in course(state).decisions] == [other, follower]
    state = (
        done(state, Feint("us", other, stay=True), 1) if feints else done(state, EnterAssault("us", other))
    )
    enter = EnterAssault("us", follower)
    assert ("LHY 13.1" in refusal(state, enter)) is feints
    assert (enter in legal(state, EnterAssault)) is not feints


@proves("LHY-13.1d")
def test_13_1d_a_halftrack_joins_any_combat_unit_in_the_hex() -> None:
    state = activated(unit("us.m3.2", "C5"), unit(SQUAD, "C6"), unit("us.mg.1", "C4"), unit(FOE, "C4"))
    state = AssaultEntered("us.mg.1", "us", at("C4"), at("D4")).on(state)
    assert not refusal(state, Assault("us", ("us.m3.2",), at("C4")))


@proves("LHY-13.1c.1", "LHY-13.2.1.1", "LHY-13.1f")
def test_13_1_each_refusal_of_an_assault_together_names_its_own_rule() -> None:
    tanks = ("us.able-tank.1.1", "us.able-tank.1.2")
    units = [unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(LATW, "C5"), *(unit(tank, "C5") for tank in tanks)]
    state = activated(*units, unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "C3"))
    assert "LHY 13.1c" in refusal(state, Assault("us", (LEADER, LATW), at("C4")))
    assert "LHY 13.1f" in refusal(state, Assault("us", (SQUAD, *tanks), at("C4")))
    far = refusal(state, Assault("us", (SQUAD, LEADER), at("C3")))
    assert "C3 is not adjacent (LHY 13.2.1," in far
    assert "13.2.3" not in far
    assert "each named once" in refusal(state, Assault("us", (SQUAD, SQUAD), at("C4")))


@proves("LHY-13.1c.1", "LHY-6.0.II.3b.1")
def test_13_1c_a_leader_whose_squad_feints_does_not_go_in_alone() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(FOE, "C4"))
    for one in (SQUAD, LEADER):
        state = done(done(state, Maneuver("us", one, at("C5"))), Assault("us", (one,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert EnterAssault("us", SQUAD) in legal(state, EnterAssault)
    state = done(state, Feint("us", SQUAD, stay=True), 1)
    assert "LHY 13.1c" in refusal(state, EnterAssault("us", LEADER))


@proves("LHY-13.3.1a-2019", "LHY-13.3.1c")
def test_13_3_1_nobody_reacts_in_a_marked_assault_hex() -> None:
    state = done(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")), Assault("us", (SQUAD,), at("C4"))
    )
    state = done(state, CallForReaction("us"))
    assert not any(getattr(action, "unit", "") == FOE for action in PLAY.legal_actions(state))


@proves("LHY-13.3.3")
def test_13_3_3_neighbours_reinforce_a_hex_under_assault() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "C3")]
    state = done(activated(*units), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert done(state, Reinforce("ge", "ge.1kp.1.squad.2", at("C4"))).unit("ge.1kp.1.squad.2").at == at("C4")


@proves("LHY-13.3.3", "LHY-13.2.3-2019")
@pytest.mark.parametrize("start", ["C3", "C2"])
def test_13_3_3_friends_under_assault_are_reinforced_and_not_assaulted(start: str) -> None:
    """From next to them, and by no Combined Force from two hexes: in reaction there is one word for it (reading 196)."""
    helpers = ("ge.1kp.1.squad.2", "ge.pz4.2.1")
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), *(unit(one, start) for one in helpers)]
    state = done(done(activated(*units), Assault("us", (SQUAD,), at("C4"))), CallForReaction("us"))
    by = None if start == "C3" else at("C3")
    why = refusal(state, Assault("ge", helpers, at("C4"), by))
    assert "friends in C4 are under assault: who stands next to them reinforces them (LHY 13.3.3" in why
    assert not [one for one in legal(state, Assault) if one.into == at("C4")]
    assert bool(refusal(state, Reinforce("ge", helpers[0], at("C4")))) is (start == "C2")


@proves("LHY-13.1g")
@pytest.mark.parametrize(
    ("helper", "may"),
    [
        ("ge.1kp.1.squad.2", True),
        ("ge.mg.1", False),
        ("ge.stug.1", True),
        ("ge.1kp.1.leader", True),  # a squad of his platoon is there
        ("ge.2kp.1.leader", False),
        ("ge.dummy.1", False),
    ],
)
@pytest.mark.parametrize("is_in", [True, False])
def test_13_3_3_who_may_not_assault_helps_only_as_long_as_the_enemy_waits(
    helper: str, may: bool, is_in: bool
) -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = activated(*units)
    if is_in:
        state = done(state, Assault("us", (SQUAD,), at("C4")))
    else:
        state = ArrowPlaced(Arrow(SQUAD, "us", at("C4"))).on(state)
        state = UnitActed(SQUAD, ActionKind.MANEUVER, (at("C5"),)).on(state)
    state = done(state, CallForReaction("us"))
    assert (refusal(state, Reinforce("ge", helper, at("C4"))) == "") is (may or not is_in)


@proves("LHY-13.1d")
@pytest.mark.parametrize(("assaulter", "may"), [("us.m3.2", True), ("us.able-tank.1.1", False)])
def test_13_1d_a_halftrack_goes_to_nobodys_help_against_a_tank(assaulter: str, may: bool) -> None:
    state = activated(
        unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(assaulter, "C5"), unit(FOE, "C4"), unit(TRACK, "C3")
    )
    state = done(done(state, Assault("us", (SQUAD, assaulter), at("C4"))), CallForReaction("us"))
    told = refusal(state, Reinforce("ge", TRACK, at("C4")))
    assert told == "" if may else "halftracks do not assault AFVs or guns (LHY 13.1d" in told


@proves("LHY-13.2.2.reinforce.later", "LHY-13.2.4")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_13_2_2_in_the_later_edition_help_comes_from_two_hexes_off_and_waits_under_an_arrow(
    edition: str, may: bool
) -> None:
    helper = "ge.1kp.1.squad.2"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C2")]
    state = done(activated(*units, edition=edition), Assault("us", (SQUAD,), at("C4")))
    state = done(done(state, CallForReaction("us")), Maneuver("ge", helper, at("C3")))
    comes = Assault("ge", (helper,), at("C4"))
    assert (refusal(state, comes) == "") is may
    if not may:
        return
    state = done(done(state, comes), CallForReaction("ge"))
    for side in ("us", "ge"):
        state = done(state, CallForReaction(side))
    after = done(state, EnterAssault("ge", helper))
    assert after.unit(helper).at == at("C4")
    assert [one.side for one in course(after).assaults] == ["us"]


@proves("LHY-13.3.3", "LHY-13.2.4")
def test_13_3_3_in_an_activation_units_go_in_to_friends_under_assault() -> None:
    """The hex keeps the marker of who assaulted it first, and all is one assault (reading 196)."""
    state = activated(unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C5"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = AssaultEntered(FOE, "ge", at("C4"), at("C3")).on(state)
    after = done(state, Assault("us", ("us.able.1.squad.2",), at("C4")))
    assert after.unit("us.able.1.squad.2").at == at("C4")
    assert [(one.side, [entry.unit for entry in one.entries]) for one in course(after).assaults] == [
        ("ge", [FOE])
    ]


@proves("LHY-13.2.2.1d-2019", "LHY-11.4.5.6")
def test_13_2_2_1d_who_cannot_enter_an_impact_hex_stays_where_it_is() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "primary impact" in refusal(state, EnterAssault("us", SQUAD))


@proves("LHY-13.1d")
def test_13_1d_halftracks_assault_with_friends_and_never_tanks_or_guns() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit("us.m3.2", "C5")]
    state = activated(*units, unit(FOE, "C4"))
    halftrack = Assault("us", ("us.m3.2",), at("C4"))
    assert "LHY 13.1d" in refusal(state, halftrack)
    assert not refusal(done(state, Assault("us", (SQUAD,), at("C4"))), halftrack)
    assert not refusal(state, Assault("us", (SQUAD, "us.m3.2"), at("C4"))), "or together with the squad"
    gun = activated(*units, unit("ge.pak40.3", "C4"))
    assert "do not assault AFVs or guns" in refusal(done(gun, Assault("us", (SQUAD,), at("C4"))), halftrack)


@proves("LHY-13.1d")
@pytest.mark.parametrize(
    ("load", "may"),
    [(unit(SQUAD, "C5"), True), (unit(SQUAD, "C5", DISRUPTED), False), (unit("us.mg.1", "C5"), False)],
)
def test_13_1d_infantry_aboard_is_company_for_its_halftrack(load: Unit, may: bool) -> None:
    """Reading 210."""
    units = [
        load,
        unit(LEADER, "A8"),
        unit("us.able.1.squad.2", "A8"),
        unit("us.m3.2", "C5"),
        unit(FOE, "C4"),
    ]
    state = activated(*units, aboard={load.id: "us.m3.2"})
    halftrack = Assault("us", ("us.m3.2",), at("C4"))
    assert ("LHY 13.1d" not in refusal(state, halftrack)) is may
    if may:
        state = done(state, halftrack)
        assert state.unit(SQUAD).at == at("C4")
        assert course(state).loads_of("us.m3.2") == (SQUAD,)


@proves("LHY-13.1d")
@pytest.mark.parametrize(("help_comes", "goes_in"), [(True, False), (False, True)])
def test_13_1d_a_halftrack_that_waits_does_not_go_in_at_a_tank_that_came_to_help(
    help_comes: bool, goes_in: bool
) -> None:
    state = activated(
        unit(SQUAD, "C5"), unit(LEADER, "A8"), unit("us.m3.2", "C5"), unit(FOE, "C4"), unit("ge.stug.1", "C3")
    )
    for name in (SQUAD, "us.m3.2"):
        state = UnitActed(name, ActionKind.MANEUVER, (at("C5"),)).on(state)
        state = ArrowPlaced(Arrow(name, "us", at("C4"))).on(state)
    state = done(state, CallForReaction("us"))
    if help_comes:
        state = done(state, Reinforce("ge", "ge.stug.1", at("C4")))
    while not course(state).decisions and (side := PLAY.to_act(state)):
        state = done(state, CallForReaction(side))
    state = done(state, EnterAssault("us", SQUAD))
    enter = EnterAssault("us", "us.m3.2")
    assert (enter in legal(state, EnterAssault)) is goes_in
    assert ("do not assault AFVs or guns (LHY 13.1d" in refusal(state, enter)) is not goes_in


@proves("LHY-13.2.2.1c")
def test_13_2_2_1c_a_feinting_tank_stays_or_reverses() -> None:
    tank = "us.able-tank.1.1"
    wood = board("\n".join([". . . . . . . ."] * 5 + [". . w . . . . ."] + [". . . . . . . ."] * 2))
    state = opened(wood, [unit(tank, "D6", IN_MOTION), unit(FOE, "C4"), *FAR])
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able-tank")), Activate("us", ("able-tank.1",)))
    for label in ("D5", "C5"):
        state = done(state, Maneuver("us", tank, at(label)))
    state = done(state, Assault("us", (tank,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert done(state, Feint("us", tank, stay=True)).unit(tank).at == at("C5")
    backed = done(state, Feint("us", tank, to=at("D7")))
    assert backed.unit(tank).at == at("D7")
    assert course(backed).trail[-1] == (tank, at("D6"), True), "in reverse, around the woods of C6"
    reached = {str(feint.to) for feint in legal(state, Feint) if feint.to}
    assert {"C6", "C7", "C8", "D8"} & reached == {"C6", "C7"}, "3 MP, which the woods cost a tank all of"
    for wrong in (Feint("us", tank), Feint("us", tank, to=at("C8")), Feint("us", tank, to=at("C4"))):
        assert "stays, or reverses up to 3 MP" in refusal(state, wrong)
    assert "only a vehicle that leaves names" in refusal(state, Feint("us", tank, stay=True, to=at("D7")))


@proves("LHY-13.2.4", "LHY-13.5.0b")
def test_13_2_4_assaults_on_one_hex_are_resolved_as_one_in_any_order() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    other = [unit("us.able.2.squad.1", "F4"), unit("ge.mg.1", "F4")]
    state = in_assault(*units, *other)
    state = AssaultEntered("us.able.2.squad.1", "us", at("F4"), at("F5")).on(state)
    assert {action.at for action in legal(state, ResolveAssault)} == {at("C4"), at("F4")}


@proves("LHY-13.3.0")
def test_13_3_0_who_waits_under_an_arrow_is_not_assaulted() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "D4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert "under an Assault Arrow" in refusal(state, Assault("ge", ("ge.1kp.1.squad.2",), at("C5")))


@proves("LHY-13.3.2a", "LHY-13.3.2c.1", "LHY-10.3.1c")
@pytest.mark.parametrize(("die", "away"), [(6, True), (7, False)])
def test_13_3_2_under_assault_men_fire_next_door_or_try_to_withdraw(die: int, away: bool) -> None:
    units = [unit(SQUAD, "C6"), unit("us.able.1.squad.2", "F6"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated(*units)
    state = done(done(state, Maneuver("us", "us.able.1.squad.2", at("F5"))), EndManeuver("us"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("C5"),)))
    assert "under assault" in refusal(state, FireSmallArms("ge", FOE, (at("F5"),)))
    after = done(state, Withdraw("ge", (FOE,), at("C3")), die)
    assert (after.unit(FOE).at == at("C3")) is away
    marked = done(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")), Assault("us", (SQUAD,), at("C4"))
    )
    marked = done(marked, CallForReaction("us"))
    assert "LHY 10.3.1c" in refusal(marked, Withdraw("ge", (FOE,), at("C3")))


@proves("LHY-13.2.2.1d")
def test_13_2_2_1d_who_waits_to_assault_a_hex_that_is_shelled_must_feint() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated(*units, edition="series-3.1")
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {type(action) for action in PLAY.legal_actions(state)} == {Feint}


@proves("LHY-13.3.1d.2")
def test_13_3_1d_nobody_recovers_in_an_assault_hex() -> None:
    state = done(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4", DISRUPTED)),
        Assault("us", (SQUAD,), at("C4")),
    )
    state = done(state, CallForReaction("us"))
    assert "LHY 13.3.1" in refusal(state, Recover("ge", FOE))
    assert not refusal(state, CallForReaction("ge")), "and so nobody is held to it"


@proves("LHY-13.3.3")
def test_13_3_3_who_has_acted_does_not_reinforce() -> None:
    helper = "ge.1kp.1.squad.2"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = done(done(activated(*units), Assault("us", (SQUAD,), at("C4"))), CallForReaction("us"))
    acted = UnitActed(helper, ActionKind.FIRE, (at("C3"),)).on(state)
    assert "has already acted" in refusal(acted, Reinforce("ge", helper, at("C4")))


@proves("LHY-13.3.3")
def test_13_3_3_a_hex_under_an_arrow_is_reinforced_whatever_other_hexes_wait_for() -> None:
    helper, second = "ge.1kp.1.squad.2", "us.able.1.squad.2"
    units = [unit(SQUAD, "C5"), unit(second, "F5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = activated(*units, unit("ge.mg.1", "F4"))
    for one, start, into in ((second, "F5", "F4"), (SQUAD, "C5", "C4")):
        state = UnitActed(one, ActionKind.MANEUVER, (at(start),)).on(state)
        state = ArrowPlaced(Arrow(one, "us", at(into))).on(state)
    assert not refusal(done(state, CallForReaction("us")), Reinforce("ge", helper, at("C4")))


@proves("LHY-11.5.1a", "LHY-11.3.1a")
@pytest.mark.parametrize("kind", [FireKind.SADRM, FireKind.ATDRM])
def test_11_3_1a_markers_go_along_with_who_reinforces(kind: FireKind) -> None:
    helper = "ge.1kp.1.squad.2" if kind is FireKind.SADRM else "ge.stug.1"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = done(done(activated(*units), Assault("us", (SQUAD,), at("C4"))), CallForReaction("us"))
    target = helper if kind is FireKind.ATDRM else ""
    state = FirePlaced(FireMarker(1, kind, at("C3"), 0, against="ge", target=target)).on(state)
    after = done(state, Reinforce("ge", helper, at("C4")))
    assert {fire.at for fire in course(after).fires} == {at("C4")}


HELP, PANZER, TRACK = "ge.1kp.1.squad.2", "ge.pz4.2.1", "ge.spw251.1"


def _under_assault(*units: Unit, waiting: bool = False, ground: HexBoard = FIELD) -> GameState:
    """Americans assault C4, or wait in C5 to do so; the Germans react."""
    state = activated(unit(SQUAD, "C6" if waiting else "C5"), unit(LEADER, "A8"), *units, ground=ground)
    if waiting:
        state = done(state, Maneuver("us", SQUAD, at("C5")))
    return done(done(state, Assault("us", (SQUAD,), at("C4"))), CallForReaction("us"))


@proves("LHY-10.4.1a.1", "LHY-11.1.3.1", "LHY-13.3.3")
@pytest.mark.parametrize("condition", [(), (IN_MOTION,)])
def test_13_3_3_a_vehicle_that_helps_maneuvers_and_is_in_motion(condition: tuple[str, ...]) -> None:
    state = _under_assault(unit(FOE, "C4"), unit(PANZER, "C3", *condition))
    after = done(state, Reinforce("ge", PANZER, at("C4")))
    assert after.unit(PANZER).has(IN_MOTION)
    assert course(after).trail == ((PANZER, at("C3"), False),)


@proves("LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-13.3.3")
@pytest.mark.parametrize(
    ("watcher", "letter", "kept"),
    [("C12", ".", False), ("C13", ".", True), ("C7", "w", False), ("C8", "w", True)],
)
def test_13_3_3_who_helps_under_concealment_may_be_seen_as_in_any_maneuver(
    watcher: str, letter: str, kept: bool
) -> None:
    # Who waits under the arrow in C5 takes nothing; the leader sees men in the open 8 hexes off, in woods 3.
    rows = [". . . ."] * 3 + [f". . {letter} ."] + [". . . ."] * 10
    state = playing.activated(
        unit(SQUAD, "C6"), unit(LEADER, watcher), unit(FOE, "C4"), unit(HELP, "D4", CONCEALED),
        ground=board("\n".join(rows)), far=(),
    )  # fmt: skip
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    after = done(done(state, CallForReaction("us")), Reinforce("ge", HELP, at("C4")))
    assert after.unit(HELP).at == at("C4")
    assert after.unit(HELP).has(CONCEALED) is kept


@proves("LHY-4.3.1.0.1", "LHY-13.3.3")
@pytest.mark.parametrize("waiting", [True, False])
def test_13_3_3_who_helps_where_the_enemy_is_in_loses_concealment_and_his_passengers_too(
    waiting: bool,
) -> None:
    woods = board("\n".join(["w w w w w w w w"] * 8), roads="C1 C2 C3 C4")
    state = _under_assault(
        unit(FOE, "C4"), unit(TRACK, "C3", CONCEALED, IN_MOTION), unit(HELP, "C3", CONCEALED), waiting=waiting,
        ground=woods,
    )  # fmt: skip
    state = Mounted(HELP, TRACK).on(state)
    after = done(state, Reinforce("ge", TRACK, at("C4")))
    assert after.unit(HELP).at == after.unit(TRACK).at == at("C4")
    assert after.unit(HELP).has(CONCEALED) is waiting
    assert after.unit(TRACK).has(CONCEALED) is waiting


@proves("LHY-4.3.1.0.1", "LHY-13.3.3")
@pytest.mark.parametrize(("condition", "letter"), [(CONCEALED, "w"), (CONCEALED, "."), (HIDDEN, "w")])
def test_13_3_3_who_helps_where_the_enemy_is_in_is_revealed(condition: str, letter: str) -> None:
    """In the open the leader in A8 has seen them before, in woods nobody."""
    ground = board("\n".join([" ".join(letter * 8)] * 8))
    state = _under_assault(unit(FOE, "C4"), unit(HELP, "C3", condition), ground=ground)
    helped = done(state, Reinforce("ge", HELP, at("C4"))).unit(HELP)
    assert helped.at == at("C4")
    assert not helped.conditions & {CONCEALED, HIDDEN}


STREET = board(
    "\n".join([". . . . . . . ."] * 2 + [". . u . . . . ."] * 3 + [". . . . . . . ."] * 3),
    roads="C1 C2 C3 C4 C5 C6 C7 C8",
)


@proves("LHY-4.1.9g", "LHY-13.3.3")
@pytest.mark.parametrize(
    ("there", "words"), [("ge.pz4.2.2", "already holds a vehicle (LHY 4.1.9g)"), (FOE, "")]
)
def test_13_3_3_no_second_vehicle_helps_on_an_urban_road(there: str, words: str) -> None:
    state = _under_assault(unit(there, "C4"), unit(PANZER, "C3"), ground=STREET)
    help_comes = Reinforce("ge", PANZER, at("C4"))
    assert words in refusal(state, help_comes)
    assert (help_comes in legal(state, Reinforce)) is not bool(words)


@proves("LHY-16.2.0", "LHY-13.3.3")
@pytest.mark.parametrize(("helper", "may"), [("ge.spw251.1", False), (PANZER, True), (HELP, True)])
def test_13_3_3_men_and_tanks_alone_help_in_wire(helper: str, may: bool) -> None:
    state = _under_assault(unit(FOE, "C4"), unit(helper, "C3"))
    state = GroundMarked("wire", at("C4"), 1).on(state)
    assert ("wire (LHY 16.2" in refusal(state, Reinforce("ge", helper, at("C4")))) is not may


@proves("LHY-16.2a", "LHY-13.6.4", "LHY-13.3.3")
def test_16_2a_who_helped_in_wire_does_not_advance_out_of_it_in_that_turn() -> None:
    """Who lay there before throws its die toward the American edge; the helper goes back to C3 at most, and so does its section."""
    section = "ge.1kp.1.section.a"
    state = GroundMarked("wire", at("C4"), 1).on(_under_assault(unit(FOE, "C4"), unit(HELP, "C3")))
    state = done(state, Reinforce("ge", HELP, at("C4")))
    split = UnitReplaced(HELP, (section,)).on(state.with_unit(unit(section, "C4")))
    for after, who, out in ((state, FOE, True), (state, HELP, False), (split, section, False)):
        position = Position(after, PLAY._ground_of(after))
        ways = {str(way.to) for way in advances(position, position.unit(who))}
        assert "C3" in ways
        assert ("C5" in ways) is out
    assert not course(TurnBegan(2).on(state)).came_into_wire


@proves("LHY-11.4.8c", "LHY-13.3.3")
@pytest.mark.parametrize(("helper", "may"), [("ge.spw251.1", False), (PANZER, True), (HELP, False)])
def test_13_3_3_tanks_alone_help_in_a_primary_impact_hex(helper: str, may: bool) -> None:
    state = _under_assault(unit(FOE, "C4"), unit(helper, "C3"))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    assert ("primary impact hex (LHY 11.4.8" in refusal(state, Reinforce("ge", helper, at("C4")))) is not may
