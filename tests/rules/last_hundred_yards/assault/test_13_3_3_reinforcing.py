"""13.3.3: help for friends under assault."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.advance import advances
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitReplaced
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import (
    SMALL_FIELD,
    activated,
    activated_small,
    at,
    course,
    done,
    legal,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, FOE, SECOND_FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "ge.1kp.1.squad.1",
    "ge.1kp.1.squad.2",
)


@proves("LHY-13.3.3")
@pytest.mark.parametrize(("condition", "may"), [("", True), ("disrupted", False), ("regrouping", False)])
def test_13_3_3_disrupted_or_regrouping_units_do_not_reinforce(condition: str, may: bool) -> None:
    helper = unit("ge.1kp.1.squad.2", "C3", *([condition] if condition else []))
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), helper]
    state = done(activated(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    assert (refusal(state, Reinforce("ge", helper.id, at("C4"))) == "") is may


@proves("LHY-13.3.3")
def test_13_3_3_a_side_reinforces_only_with_its_own_units() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(SECOND_FOE, "C3")]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    assert not refusal(state, Reinforce("ge", SECOND_FOE, at("C4")))
    assert "ge has no unit" in refusal(state, Reinforce("ge", SECOND, at("C4")))


@proves("LHY-13.3.3")
def test_13_3_3_neighbours_reinforce_a_hex_under_assault() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "C3")]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    assert done(state, Reinforce("ge", "ge.1kp.1.squad.2", at("C4"))).unit("ge.1kp.1.squad.2").at == at("C4")


@proves("LHY-13.3.3", "LHY-13.2.3-2019")
@pytest.mark.parametrize("start", ["C3", "C2"])
def test_13_3_3_friends_under_assault_are_reinforced_and_not_assaulted(start: str) -> None:
    """Only from adjacent hexes, by no Combined Force from two: in reaction the declaration is always Reinforce (reading 196)."""
    helpers = ("ge.1kp.1.squad.2", "ge.pz4.2.1")
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), *(unit(one, start) for one in helpers)]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    by = None if start == "C3" else at("C3")
    why = refusal(state, Assault("ge", helpers, at("C4"), by))
    assert "friends in C4 are under assault: units next to them reinforce them (LHY 13.3.3" in why
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
def test_13_3_3_a_unit_that_may_not_assault_reinforces_only_while_the_enemy_waits(
    helper: str, may: bool, is_in: bool
) -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = activated_small(*units)
    if is_in:
        state = done(state, Assault("us", (SQUAD,), at("C4")))
    else:
        state = ArrowPlaced(Arrow(SQUAD, "us", at("C4"))).on(state)
        state = UnitActed(SQUAD, ActionKind.MANEUVER, (at("C5"),)).on(state)
    state = done(state, CallForReaction("us"))
    assert (refusal(state, Reinforce("ge", helper, at("C4"))) == "") is (may or not is_in)


@proves("LHY-13.1d")
@pytest.mark.parametrize(("assaulter", "may"), [("us.m3.2", True), ("us.able-tank.1.1", False)])
def test_13_1d_a_halftrack_does_not_reinforce_against_a_tank(assaulter: str, may: bool) -> None:
    state = activated(
        unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(assaulter, "C5"), unit(FOE, "C4"), unit(TRACK, "C3")
    )
    state = done(state, Assault("us", (SQUAD, assaulter), at("C4")), CallForReaction("us"))
    told = refusal(state, Reinforce("ge", TRACK, at("C4")))
    assert told == "" if may else "halftracks do not assault AFVs or guns (LHY 13.1d" in told


@proves("LHY-13.3.3", "LHY-13.2.4")
def test_13_3_3_in_an_activation_units_join_friends_under_assault() -> None:
    """The hex keeps the marker of the side that assaulted first, and all belong to one assault (reading 196)."""
    state = activated_small(
        unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C5"), unit(LEADER, "A8"), unit(FOE, "C4")
    )
    state = AssaultEntered(FOE, "ge", at("C4"), at("C3")).on(state)
    after = done(state, Assault("us", ("us.able.1.squad.2",), at("C4")))
    assert after.unit("us.able.1.squad.2").at == at("C4")
    assert [(one.side, [entry.unit for entry in one.entries]) for one in course(after).assaults] == [
        ("ge", [FOE])
    ]


@proves("LHY-13.3.3")
def test_13_3_3_a_unit_that_has_acted_does_not_reinforce() -> None:
    helper = "ge.1kp.1.squad.2"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    acted = UnitActed(helper, ActionKind.FIRE, (at("C3"),)).on(state)
    assert "has already acted" in refusal(acted, Reinforce("ge", helper, at("C4")))


@proves("LHY-13.3.3")
def test_13_3_3_a_hex_under_an_arrow_is_reinforced_whatever_other_hexes_wait_for() -> None:
    helper, second = "ge.1kp.1.squad.2", "us.able.1.squad.2"
    units = [unit(SQUAD, "C5"), unit(second, "F5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = activated_small(*units, unit("ge.mg.1", "F4"))
    for one, start, into in ((second, "F5", "F4"), (SQUAD, "C5", "C4")):
        state = UnitActed(one, ActionKind.MANEUVER, (at(start),)).on(state)
        state = ArrowPlaced(Arrow(one, "us", at(into))).on(state)
    assert not refusal(done(state, CallForReaction("us")), Reinforce("ge", helper, at("C4")))


@proves("LHY-11.5.1a", "LHY-11.3.1a")
@pytest.mark.parametrize("kind", [FireKind.SADRM, FireKind.ATDRM])
def test_11_3_1a_small_arms_markers_go_with_a_reinforcing_unit(kind: FireKind) -> None:
    helper = "ge.1kp.1.squad.2" if kind is FireKind.SADRM else "ge.stug.1"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C3")]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    target = helper if kind is FireKind.ATDRM else ""
    state = FirePlaced(FireMarker(1, kind, at("C3"), 0, against="ge", target=target)).on(state)
    after = done(state, Reinforce("ge", helper, at("C4")))
    assert {fire.at for fire in course(after).fires} == {at("C4")}


HELP, PANZER, TRACK = "ge.1kp.1.squad.2", "ge.pz4.2.1", "ge.spw251.1"


def _under_assault(*units: Unit, waiting: bool = False, ground: HexBoard = SMALL_FIELD) -> GameState:
    """Americans assault C4, or wait in C5 to do so; the Germans react."""
    state = activated_small(unit(SQUAD, "C6" if waiting else "C5"), unit(LEADER, "A8"), *units, ground=ground)
    if waiting:
        state = done(state, Maneuver("us", SQUAD, at("C5")))
    return done(state, Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))


@proves("LHY-10.4.1a.1", "LHY-11.1.3.1", "LHY-13.3.3")
@pytest.mark.parametrize("condition", [(), (IN_MOTION,)])
def test_13_3_3_a_reinforcing_vehicle_maneuvers_and_is_in_motion(condition: tuple[str, ...]) -> None:
    state = _under_assault(unit(FOE, "C4"), unit(PANZER, "C3", *condition))
    after = done(state, Reinforce("ge", PANZER, at("C4")))
    assert after.unit(PANZER).has(IN_MOTION)
    assert course(after).trail == ((PANZER, at("C3"), False),)


@proves("LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-13.3.3")
@pytest.mark.parametrize(
    ("watcher", "letter", "kept"),
    [("C12", ".", False), ("C13", ".", True), ("C7", "w", False), ("C8", "w", True)],
)
def test_13_3_3_a_concealed_reinforcing_unit_may_be_seen_as_in_any_maneuver(
    watcher: str, letter: str, kept: bool
) -> None:
    # Who waits under the arrow in C5 takes nothing; the leader sees men in the open 8 hexes off, in woods 3.
    rows = [". . . ."] * 3 + [f". . {letter} ."] + [". . . ."] * 10
    state = playing.activated(
        unit(SQUAD, "C6"), unit(LEADER, watcher), unit(FOE, "C4"), unit(HELP, "D4", CONCEALED),
        ground=board("\n".join(rows)), far=(),
    )  # fmt: skip
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    after = done(state, CallForReaction("us"), Reinforce("ge", HELP, at("C4")))
    assert after.unit(HELP).at == at("C4")
    assert after.unit(HELP).has(CONCEALED) is kept


@proves("LHY-4.3.1.0.1", "LHY-13.3.3")
@pytest.mark.parametrize("waiting", [True, False])
def test_13_3_3_reinforcing_a_hex_that_the_enemy_entered_costs_concealment_also_for_passengers(
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
def test_13_3_3_a_unit_that_reinforces_a_hex_the_enemy_entered_is_revealed(
    condition: str, letter: str
) -> None:
    """In the open the leader in A8 saw them before, in woods no enemy did."""
    ground = board("\n".join([" ".join(letter * 8)] * 8))
    state = _under_assault(unit(FOE, "C4"), unit(HELP, "C3", condition), ground=ground)
    helped = done(state, Reinforce("ge", HELP, at("C4"))).unit(HELP)
    assert helped.at == at("C4")
    assert not helped.conditions & {CONCEALED, HIDDEN}


STREET = open_ground(8, 8, {"C3": "u", "C4": "u", "C5": "u"}, roads="C1 C2 C3 C4 C5 C6 C7 C8")


@proves("LHY-4.1.9g", "LHY-13.3.3")
@pytest.mark.parametrize(
    ("there", "words"), [("ge.pz4.2.2", "already holds a vehicle (LHY 4.1.9g)"), (FOE, "")]
)
def test_13_3_3_no_second_vehicle_reinforces_an_urban_road_hex(there: str, words: str) -> None:
    state = _under_assault(unit(there, "C4"), unit(PANZER, "C3"), ground=STREET)
    help_comes = Reinforce("ge", PANZER, at("C4"))
    assert words in refusal(state, help_comes)
    assert (help_comes in legal(state, Reinforce)) is not bool(words)


@proves("LHY-16.2.0", "LHY-13.3.3")
@pytest.mark.parametrize(("helper", "may"), [("ge.spw251.1", False), (PANZER, True), (HELP, True)])
def test_13_3_3_only_men_and_tanks_reinforce_a_wire_hex(helper: str, may: bool) -> None:
    state = _under_assault(unit(FOE, "C4"), unit(helper, "C3"))
    state = GroundMarked("wire", at("C4"), 1).on(state)
    assert ("wire (LHY 16.2" in refusal(state, Reinforce("ge", helper, at("C4")))) is not may


@proves("LHY-16.2a", "LHY-13.6.4", "LHY-13.3.3")
def test_16_2a_a_unit_that_reinforced_a_wire_hex_does_not_advance_out_of_it_that_turn() -> None:
    """A unit already in the wire rolls toward the American edge; the reinforcing unit or its section goes back to C3 at most."""
    section = "ge.1kp.1.section.a"
    state = GroundMarked("wire", at("C4"), 1).on(_under_assault(unit(FOE, "C4"), unit(HELP, "C3")))
    state = done(state, Reinforce("ge", HELP, at("C4")))
    split = UnitReplaced(HELP, (section,)).on(state.with_unit(unit(section, "C4")))
    for after, who, out in ((state, FOE, True), (state, HELP, False), (split, section, False)):
        position = PLAY.position(after)
        ways = {str(way.to) for way in advances(position, position.unit(who))}
        assert "C3" in ways
        assert ("C5" in ways) is out
    assert not course(TurnBegan(2).on(state)).came_into_wire


@proves("LHY-11.4.8c", "LHY-13.3.3")
@pytest.mark.parametrize(("helper", "may"), [("ge.spw251.1", False), (PANZER, True), (HELP, False)])
def test_13_3_3_only_tanks_reinforce_a_primary_impact_hex(helper: str, may: bool) -> None:
    state = _under_assault(unit(FOE, "C4"), unit(helper, "C3"))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    assert ("primary impact hex (LHY 11.4.8" in refusal(state, Reinforce("ge", helper, at("C4")))) is not may
