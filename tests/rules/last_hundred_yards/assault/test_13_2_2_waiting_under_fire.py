"""Chapter 13.2.2: what mortar fire does to units waiting to assault, and the MP and dice that going in costs."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import DISRUPTED, SHOCKED
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FOE, LEADER, SQUAD
from tests.rules.last_hundred_yards.playing import activated_small, at, course, done, legal, refusal, unit

MORTAR = [{"id": "8cm", "side": "ge", "kind": "8cm"}]
GERMAN_LEADER, TANK = "ge.1kp.1.leader", "us.able-tank.1.1"


def waiting(edition: str = "2019", mover: str = SQUAD) -> GameState:
    """A squad or a tank waits in C5 to assault C4; the Germans in C4 may react and have a leader there."""
    units = [unit(mover, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(GERMAN_LEADER, "C4")]
    platoon = "able-tank.1" if mover == TANK else "able.1"
    state = activated_small(*units, platoon=platoon, mortars=MORTAR, edition=edition)
    state = done(state, Maneuver("us", mover, at("C5")), Assault("us", (mover,), at("C4")))
    return done(state, CallForReaction("us"))


def adjusted(state: GameState) -> GameState:
    """Both sides pass until the markers are adjusted."""
    while not course(state).decisions and (side := PLAY.to_act(state)) and course(state).reacting:
        state = done(state, CallForReaction(side))
    return state


@proves("LHY-16.2b.2")
@pytest.mark.parametrize(("die", "shocked"), [(9, False), (10, True)])
@pytest.mark.parametrize(
    ("action", "end"),
    [(EnterAssault("us", TANK), "C4"), (Feint("us", TANK, to=at("C6")), "C6")],
    ids=["goes in", "reverses"],
)
def test_16_2b_a_tank_that_waits_in_wire_breaks_it_as_it_leaves(
    action: EnterAssault | Feint, end: str, die: int, shocked: bool
) -> None:
    """Reading 190."""
    state = adjusted(GroundMarked("wire", at("C5"), 1).on(waiting(mover=TANK)))
    told = " ".join(map(str, PLAY.chances(state, action).reasons))
    assert "10 in the wire shocks it (LHY 16.2" in told
    after = done(state, action, die)
    assert (after.unit(TANK).at, after.unit(TANK).has(SHOCKED)) == (at("C5" if shocked else end), shocked)
    assert any(after.markers_at(at("C5"), "wire")) is shocked
    assert bool(course(after).assaults) is (end == "C4" and not shocked)


@proves("LHY-11.4.5.6", "LHY-11.4.8b.1")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_4_5_6_men_who_wait_in_a_primary_impact_hex_are_pinned_and_do_not_go_in(edition: str) -> None:
    state = done(waiting(edition), CallMortar("ge", "8cm", GERMAN_LEADER, at("C5")), 7)
    assert not course(state).arrows
    after = adjusted(state)
    assert not course(after).decisions
    assert after.unit(SQUAD).at == at("C5")


@proves("LHY-11.4.8e")
@pytest.mark.parametrize(("die", "goes_in"), [(7, True), (8, False)])
def test_11_4_8e_units_waiting_in_a_secondary_impact_hex_are_attacked_as_they_go_in(
    die: int, goes_in: bool
) -> None:
    # A marker of -1 in C5: an 8 makes 7, above the Cohesion of 6.
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), -1, tubes=-1)).on(waiting())
    after = done(adjusted(state), EnterAssault("us", SQUAD), die)
    assert (after.unit(SQUAD).at == at("C4")) is goes_in
    assert after.unit(SQUAD).has(DISRUPTED) is not goes_in


@proves("LHY-13.2.2.1d-2019", "LHY-11.4.8c")
def test_13_2_2_1d_in_2019_men_before_a_primary_impact_hex_stay_and_a_tank_may_go_in() -> None:
    call = CallMortar("ge", "8cm", GERMAN_LEADER, at("C4"))
    assert not course(done(waiting(), call, 7)).arrows
    tank = adjusted(done(waiting(mover=TANK), call, 7))
    assert done(tank, EnterAssault("us", TANK)).unit(TANK).at == at("C4")


@proves("LHY-13.2.2.1d")
@pytest.mark.parametrize("mover", [SQUAD, TANK])
def test_13_2_2_1d_by_the_series_rules_all_before_a_primary_impact_hex_feint(mover: str) -> None:
    state = done(waiting("series-3.1", mover), CallMortar("ge", "8cm", GERMAN_LEADER, at("C4")), 5, 7)
    state = adjusted(state)
    assert not legal(state, EnterAssault)
    assert legal(state, Feint)


OPEN = open_ground(8, 8)
WOOD = board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . f . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """
)


def called(ground: HexBoard, *germans: Unit) -> GameState:
    """An American squad has moved in sight of the Germans, who may react; another holds C4."""
    mover = "us.able.1.squad.2"
    units = [unit(mover, "E6"), unit(LEADER, "A8"), unit(SQUAD, "C4")]
    state = done(activated_small(*units, *germans, ground=ground), Maneuver("us", mover, at("E5")))
    return done(state, EndManeuver("us"), CallForReaction("us"))


@proves("LHY-10.0a", "LHY-13.2.2.0a", "LHY-10.1.2a")
@pytest.mark.parametrize(("ground", "words"), [(OPEN, ""), (WOOD, "C4 costs 1.5 MP and 1 are left")])
def test_13_2_2_an_assault_costs_the_mp_of_the_hex(ground: HexBoard, words: str) -> None:
    # In reaction men have 2 MP, or one hex whatever it costs: the second hex must be within the 2 MP.
    state = done(called(ground, unit(FOE, "C2")), Maneuver("ge", FOE, at("C3")))
    why = refusal(state, Assault("ge", (FOE,), at("C4")))
    assert words in why
    assert bool(why) is bool(words)


@proves("LHY-10.0a", "LHY-10.1.2b.1", "LHY-10.4.1.2")
@pytest.mark.parametrize(("ground", "refused"), [(OPEN, False), (WOOD, True)])
def test_13_2_1_a_tank_that_starts_in_reaction_has_no_mp_for_a_forest(
    ground: HexBoard, refused: bool
) -> None:
    # 4 MP in reaction, less 1 to start: 3 are left, a forest costs 4.
    state = called(ground, unit("ge.pz4.2.1", "C3"))
    assert ("10.0a" in refusal(state, Assault("ge", ("ge.pz4.2.1",), at("C4")))) is refused


@proves("LHY-10.0a", "LHY-13.3.3")
@pytest.mark.parametrize(("ground", "refused"), [(OPEN, False), (WOOD, True)])
def test_13_3_3_reinforcing_costs_the_mp_of_the_hex(ground: HexBoard, refused: bool) -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.pz4.2.1", "C3")]
    state = done(activated_small(*units, ground=ground), Assault("us", (SQUAD,), at("C4")))
    help_comes = Reinforce("ge", "ge.pz4.2.1", at("C4"))
    assert ("10.0a" in refusal(done(state, CallForReaction("us")), help_comes)) is refused


@proves("LHY-13.2.2.0a")
@pytest.mark.parametrize(("start", "refused"), [("D4", True), ("C6", False)])
def test_13_2_2_a_unit_next_to_the_hex_does_not_move_aside_to_assault_it(start: str, refused: bool) -> None:
    # D4 and C5 are both next to C4, C6 is two hexes from it.
    state = activated_small(unit(SQUAD, start), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")))
    assert ("comes nearer" in refusal(state, Assault("us", (SQUAD,), at("C4")))) is refused
