"""Chapter 10: the odds of one hex of a maneuver, counted by hand and agreeing with thrown dice."""

from fractions import Fraction

from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, IN_MOTION
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, refusal, unit

SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"
FAR = unit(LEADER, "H9")
NORTH = Maneuver("us", SQUAD, at("C3"))
BESIDE = FireMarker(1, FireKind.MDRM, at("C4"), 0, tubes=0)
"""A secondary impact hex: who is in it may leave by maneuver."""
RIVER = open_ground(8, 10, rivers="A4 B4 C5 D4 E5 F4 G5 H4")


def tenths(state: GameState, action: Maneuver) -> dict[str, Fraction]:
    odds = PLAY.chances(state, action).odds
    if odds is None:
        return {}
    assert sum(odds.chances.values()) == 1
    return {words: chance * 10 for words, chance in odds.chances.items()}


def of_squad(
    *kinds: str, entered: str = "", label: str = "C4", conditions: tuple[str, ...] = ()
) -> GameState:
    """A squad in a hex with the given markers."""
    markers = [Marker(kind, at(label)) for kind in kinds] + ([Marker(entered, at("C3"))] if entered else [])
    return activated(unit(SQUAD, label, *conditions), FAR, markers=markers)


@proves("LHY-16.1.2a.1", "LHY-16.1.1a", "LHY-0.6")
def test_16_1_out_of_mines_and_wire_toward_the_enemy_and_into_mines() -> None:
    assert tenths(of_squad("mines"), NORTH) == {f"{SQUAD} in C3": 5, "no effect": 5}
    assert tenths(of_squad("wire"), NORTH) == {f"{SQUAD} in C3": 5, "no effect": 5}
    assert tenths(of_squad("mines"), Maneuver("us", SQUAD, at("C5"))) == {}
    assert tenths(of_squad("mines", conditions=(HEROIC,)), NORTH) == {}
    assert tenths(of_squad(entered="mines"), NORTH) == {f"{SQUAD} in C3": 9, f"{SQUAD} loses a step": 1}
    both = tenths(of_squad("wire", entered="mines"), NORTH)
    assert both == {
        "no effect": 5, f"{SQUAD} in C3": Fraction(9, 2), f"{SQUAD} loses a step": Fraction(1, 2),
    }  # fmt: skip


@proves("LHY-16.1.0d", "LHY-0.6")
def test_16_1_0_no_die_is_told_for_a_units_own_mines() -> None:
    mines = [Marker("mines", at("C3")), Marker("mines", at("C5"))]
    state = activated(unit(SQUAD, "C4"), FAR, markers=mines, sides={"us": {"setup_area": ["C3", "C5"]}})
    for action in (NORTH, Withdraw("us", (SQUAD,), at("C5"))):
        assert not refusal(state, action)
        assert PLAY.chances(state, action).verdict == "no die roll"
        done(state, action)


@proves("LHY-16.2b.2", "LHY-16.1.1b.1", "LHY-0.6")
def test_16_2_a_tank_in_wire_and_into_mines() -> None:
    wire = [Marker("wire", at("C4")), Marker("mines", at("C5"))]
    state = activated(unit(TANK, "C4", IN_MOTION), platoon="able-tank.1", markers=wire)
    assert tenths(state, Maneuver("us", TANK, at("C3"))) == {f"{TANK} in C3": 9, f"{TANK} shocked": 1}
    # Out of the wire on 1 to 9, then 9 and 10 shock it.
    assert tenths(state, Maneuver("us", TANK, at("C5"))) == {
        f"{TANK} in C5": Fraction(72, 10), f"{TANK} shocked": 1, f"{TANK} shocked; {TANK} in C5": Fraction(18, 10),
    }  # fmt: skip


@proves("LHY-11.4.8e", "LHY-4.1.10.3", "LHY-0.6")
def test_11_4_8e_mortar_fire_on_leaving_and_then_the_river() -> None:
    state = activated(unit(SQUAD, "C4"), FAR, fires=(BESIDE,))
    assert tenths(state, NORTH) == {
        f"{SQUAD} in C3": 6, f"{SQUAD} disrupted": 3, f"{SQUAD} loses a step": 1,
    }  # fmt: skip
    in_river = activated(
        unit(SQUAD, "C5"), FAR, ground=RIVER, fires=(FireMarker(1, FireKind.MDRM, at("C5"), 0, tubes=0),)
    )
    assert tenths(in_river, Maneuver("us", SQUAD, at("C4"))) == {
        f"{SQUAD} in C4": Fraction(36, 10), "no effect": Fraction(24, 10), f"{SQUAD} disrupted": 3,
        f"{SQUAD} loses a step": 1,
    }  # fmt: skip


@proves("LHY-10.2a.1", "LHY-10.2b", "LHY-0.6")
def test_10_2_off_the_map() -> None:
    side = activated(unit(SQUAD, "A4"), FAR)
    assert tenths(side, Maneuver("us", SQUAD, None)) == {
        f"{SQUAD} leaves the map": 7, f"{SQUAD} loses a step": 3,
    }  # fmt: skip
    for edge in ("C10", "C1"):
        safe = activated(unit(SQUAD, edge), FAR, sides={"us": {"may_exit": ["north"]}})
        assert PLAY.chances(safe, Maneuver("us", SQUAD, None)).verdict == "no die roll", (
            "his own edge, the enemy's"
        )
        assert done(safe, Maneuver("us", SQUAD, None)).unit(SQUAD).at is None
    # SADRM 3 against Cohesion 6: 4 to 6 disrupt, and the unit still leaves; 7 to 10 reach 10.
    shot_at = activated(
        unit(SQUAD, "C10"), FAR, fires=(FireMarker(1, FireKind.SADRM, at("C10"), 3, against="us"),)
    )
    assert tenths(shot_at, Maneuver("us", SQUAD, None)) == {
        f"{SQUAD} leaves the map": 6, f"{SQUAD} loses a step": 4,
    }  # fmt: skip


def riding(place: str, *fires: FireMarker) -> GameState:
    """A squad on a tank at the edge of the map."""
    units = unit(SQUAD, place), unit(TANK, place, IN_MOTION), FAR
    return Mounted(SQUAD, TANK).on(activated(*units, fires=fires))


@proves("LHY-10.2a.1", "LHY-10.2b", "LHY-0.6")
def test_10_2_off_the_map_on_a_tank() -> None:
    leaves = Maneuver("us", TANK, None)
    # The tank and its riders throw a die each over the side edge: 8 to 10 cost a step.
    assert tenths(riding("A4"), leaves) == {
        f"{SQUAD} leaves the map; {TANK} leaves the map": Fraction(49, 10),
        f"{SQUAD} loses a step; {TANK} leaves the map": Fraction(21, 10),
        f"{SQUAD} leaves the map; {TANK} destroyed": Fraction(21, 10),
        f"{SQUAD} loses a step; {TANK} destroyed": Fraction(9, 10),
    }  # fmt: skip
    # SADRM 3 against Cohesion 6: 4 to 6 disrupt the riders, 7 to 10 cost them a step.
    shot_at = riding("C10", FireMarker(1, FireKind.SADRM, at("C10"), 3, against="us"))
    assert tenths(shot_at, leaves) == {f"{SQUAD} leaves the map": 6, f"{SQUAD} loses a step": 4}


@proves("LHY-11.4.8e")
def test_11_4_8e_a_unit_hit_by_mortar_fire_at_the_edge_does_not_leave_the_map() -> None:
    state = activated(unit(SQUAD, "C10"), FAR, fires=(FireMarker(1, FireKind.MDRM, at("C10"), 0, tubes=0),))
    after = done(state, Maneuver("us", SQUAD, None), 8)
    assert (after.unit(SQUAD).at, after.unit(SQUAD).has(DISRUPTED)) == (at("C10"), True)
    assert "driven out" in refusal(after, EndManeuver("us"))
    assert done(after, Withdraw("us", (SQUAD,), None)).unit(SQUAD).at is None, "it is not struck again"
