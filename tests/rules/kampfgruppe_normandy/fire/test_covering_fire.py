"""Covering fire against what it interrupts: mines on the stretch moved, wrecks on tow, decisions that hold a move up."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot, gap_in
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import (
    COVERING,
    FIRED,
    IMMOBILISED,
    MOVED,
    REDEPLOYED,
    SUPPRESSED,
)
from rules.kampfgruppe_normandy.declarations.anti_aircraft import CoverAgainstAircraft
from rules.kampfgruppe_normandy.declarations.casualties import TakeModels
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverBuilding, CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Unload
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.recovery import TowWreck
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import Rally, RemoveSuppression
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.effects.losses import lose
from rules.kampfgruppe_normandy.state.progress import Duty, Force, Status, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    course,
    dice_of,
    loaded,
    position,
    pot_die,
    ready,
    refusal,
    resolving,
    status,
    table,
    told,
    unit,
    with_status,
)

ELEVEN_IN = Move(UK, "u", (Spot(20, 24), Spot(29, 24)))


def crossing(*pieces: Piece, mover: str = "uk.sherman", guns: int = 1) -> GameState:
    """A British unit about to drive nine inches east under German guns on covering fire."""
    pak = [unit(f"p{k}", "de.pak40", (26 + 4 * k, 4), 180, COVERING) for k in range(guns)]
    state = ready(table(*pieces), unit("u", mover, (20, 24), 90), unit("x", "uk.squad", (4, 4)), *pak)
    return act(state, Activate(UK, "u", (K.MOVE, K.MOVE)))


def pak_fire(at_in: float, gun: str = "p0") -> CoverFire:
    return CoverFire(DE, gun, "u", K.SUPPRESS_HE, "75mm PaK 40", at_in=at_in)


MINES_AT_EIGHT = area(T.MINEFIELD, 32, 23, 34, 25)
"""Their sign is at (33, 24): the tank's hull comes within 4 inches after 7.4, and a quarter inch more is looked at."""


@proves("KN-ENG-04", "KN-COV-04")
def test_a_move_halted_by_covering_fire_has_rolled_for_the_mines_it_came_near() -> None:
    state = act(crossing(MINES_AT_EIGHT), ELEVEN_IN)
    lines = told(state, pak_fire(9.0), 2, 4, 6)
    assert any("mines, minefield: d6 shows 2" in line for line in lines), lines
    assert "u is suppressed" in lines
    short = told(state, pak_fire(4.0), 4, 6)
    assert not any("mines" in line for line in short)
    missed = told(state, pak_fire(4.0), 1, 2)
    assert any("mines, minefield: d6 shows 2" in line for line in missed), missed


@proves("KN-DFHE-06", "KN-DFAT-05", "KN-COV-02")
def test_a_mover_that_covering_fire_meets_counts_as_moved_by_our_22() -> None:
    state = act(crossing(), ELEVEN_IN)
    fire = CoverFire(DE, "p0", "u", K.DIRECT_AT, "75mm PaK 40", at_in=4.0)
    assert "-1 target moved (KGN Direct fire: modifiers to hit; KGN Covering fire, OUR 22" in str(
        GAME.chances(state, fire)
    )
    stood = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270, MOVED))
    stood = act(stood, Activate(UK, "a", (K.DIRECT_AT, K.DIRECT_AT)))
    told = str(GAME.chances(stood, Fire(UK, "a", "b", K.DIRECT_AT, "75mm")))
    assert "-1 target moved (KGN Direct fire: modifiers to hit)" in told


ROUND, AND_ON = Move(UK, "u", (Spot(26, 24),), 0.0), Move(UK, "u", (Spot(26, 24), Spot(26, 19)))
ASIDE = Move(UK, "u", (Spot(26, 24), Spot(27.3, 19.17)))
"""5.0019 inches, at 15.06 degrees."""


def _before_the_gun() -> GameState:
    """A Sherman 3.2 inches long, told to move, with its back to a gun on covering fire."""
    gun, tank = unit("p0", "de.pak40", (26, 4), 180, COVERING), unit("u", "uk.sherman", (26, 24), 180)
    state = ready(table(), tank, unit("x", "uk.squad", (4, 4)), gun)
    return act(state, Activate(UK, "u", (K.MOVE, K.MOVE)))


@proves("KN-COV-04", "KN-SHOOT-10")
@pytest.mark.parametrize(
    ("move", "at_in", "struck", "faces"),
    [
        (ROUND, 0.0, "rear", 0.0),
        (ROUND, 3.2, "front", 0.0),
        (AND_ON, 0.0, "rear", 0.0),
        (AND_ON, 0.5, "front", 0.0),
        (AND_ON, 5.0, "front", 0.0),
        (ASIDE, 5.002, "front", 15.06),
    ],
)
def test_a_tank_that_shows_its_rear_may_be_fired_at_before_it_turns(
    move: Move, at_in: float, struck: str, faces: float
) -> None:
    """It turns round on the spot, or turns and drives at the gun."""
    state = act(_before_the_gun(), move)
    fire = CoverFire(DE, "p0", "u", K.DIRECT_AT, "75mm PaK 40", at_in=at_in)
    assert refusal(state, fire) == ""
    assert f"its {struck} is struck" in str(GAME.chances(state, fire))
    missed = act(state, fire, 6, 1)
    assert (missed.unit("u").at, missed.unit("u").facing_deg) == (move.path[-1], faces)


@proves("KN-COV-04")
@pytest.mark.parametrize(
    ("move", "moments"), [(ROUND, {0.0, 3.2}), (AND_ON, {0.0, 3.0, 5.0}), (ASIDE, {0.0, 3.0, 5.002})]
)
def test_covering_fire_is_offered_before_a_move_and_at_its_end(move: Move, moments: set[float]) -> None:
    state = act(_before_the_gun(), move)
    offered = {one.at_in for one in GAME.legal_actions(state) if isinstance(one, CoverFire)}
    assert offered == moments


@proves("KN-COV-04")
@pytest.mark.parametrize(("kind", "facing_deg"), [("uk.sherman", 180.02), ("uk.3in_mortar", 180.1)])
def test_however_little_a_unit_turns_on_the_spot_it_has_turned(kind: str, facing_deg: float) -> None:
    """Its front goes less than half a thousandth of an inch."""
    gun, mover = unit("p0", "de.pak40", (26, 4), 180, COVERING), unit("u", kind, (26, 24), 180)
    state = act(
        ready(table(), mover, unit("x", "uk.squad", (4, 4)), gun), Activate(UK, "u", (K.MOVE, K.MOVE))
    )
    state = act(state, Move(UK, "u", (Spot(26, 24),), facing_deg))
    assert act(state, HoldFire(DE)).unit("u").facing_deg == facing_deg


@proves("KN-COV-04")
def test_at_the_end_of_a_move_a_tank_is_met_as_it_has_turned_there() -> None:
    """It goes 5.0004 inches, which are told as 5, and turns to 15 degrees."""
    state = act(_before_the_gun(), Move(UK, "u", (Spot(26, 24), Spot(26, 18.9996)), 15.0))
    fire = CoverFire(DE, "p0", "u", K.SUPPRESS_HE, "75mm PaK 40", at_in=5.0)
    met = act(state, fire, 4, 6).unit("u")
    assert (met.at, met.facing_deg) == (Spot(26, 18.9996), 15.0)


@proves("KN-COV-04", "KN-ENG-04")
@pytest.mark.parametrize(
    ("at_in", "at", "faces"),
    [(2.0, (22, 24), 90.0), (4.0, (24, 24), 90.0), (5.5, (24, 25.5), 180.0), (7.0, (24, 27), 180.0)],
)
def test_who_is_suppressed_on_his_way_stands_where_he_was_met(
    at_in: float, at: tuple[float, float], faces: float
) -> None:
    """He goes 4 inches east, and then 3 south."""
    state = act(crossing(), Move(UK, "u", (Spot(20, 24), Spot(24, 24), Spot(24, 27))))
    stopped = act(state, pak_fire(at_in), 4, 6).unit("u")
    assert (stopped.at, stopped.facing_deg) == (Spot(*at), faces)


@proves("KN-COV-04", "KN-MOVE-13")
@pytest.mark.parametrize("halted", [True, False])
def test_a_tank_ends_no_move_on_a_wreck_but_may_be_halted_there(halted: bool) -> None:
    """Rule: KGN Covering fire; OUR 203."""
    state = crossing(area(T.WRECK, 22, 23.2, 25.2, 24.8))
    assert "u would stand on" in refusal(state, Move(UK, "u", (Spot(20, 24), Spot(24, 24))))
    state = act(state, Move(UK, "u", (Spot(20, 24), Spot(28, 24))), 1)
    met = act(state, pak_fire(4.0), *((4, 6, 1) if halted else (1,))).unit("u")
    assert met.at == (Spot(24, 24) if halted else Spot(28, 24))


@proves("KN-COV-04")
def test_men_met_on_their_way_have_no_front_that_turns() -> None:
    """Eight men who face east go south; they are suppressed halfway."""
    state = act(crossing(mover="uk.squad"), Move(UK, "u", (Spot(20, 24), Spot(20, 28))))
    met = act(state, pak_fire(2.0), 4, 6, 1).unit("u")
    assert (met.at, met.facing_deg) == (Spot(20, 26), 90.0)


@proves("KN-ENG-04")
@pytest.mark.parametrize(("corner", "turn_deg"), [(Spot(25, 25), None), (Spot(25, 24), 180.0)])
def test_a_tank_that_strikes_a_mine_faces_as_it_came_to_it(corner: Spot, turn_deg: float | None) -> None:
    """OUR 135: it drives east and stops there, though it would have gone south after 5 inches, or turned south."""
    move = Move(UK, "u", tuple(dict.fromkeys((Spot(20, 24), Spot(25, 24), corner))), turn_deg)
    state = act(crossing(area(T.MINEFIELD, 28, 23, 30, 25)), move)
    struck = act(state, HoldFire(DE), 3, 1, 1, 4).unit("u")
    assert (struck.at, struck.facing_deg) == (Spot(23.5, 24), 90.0)


@proves("KN-ENG-04")
def test_a_mine_is_rolled_for_once_however_often_the_move_is_fired_on() -> None:
    state = act(crossing(MINES_AT_EIGHT, guns=2), ELEVEN_IN)
    state = act(state, pak_fire(8.5), 2, 1)
    lines = told(state, pak_fire(9.0, "p1"), 1)
    assert not any("mines" in line for line in lines)


@proves("KN-ENG-04", "KN-COV-04")
def test_a_mine_struck_before_the_inch_of_covering_fire_stops_the_mover_and_the_gun_has_not_fired() -> None:
    state = act(crossing(MINES_AT_EIGHT), ELEVEN_IN)
    state = act(state, pak_fire(9.0), 3, 1, 1, 4)
    stopped = state.unit("u").at
    assert isinstance(stopped, Spot)
    assert 27 < stopped.x_in < 28
    assert course(state).move is None
    assert state.unit("p0").has(COVERING)
    assert GAME.to_act(state) == DE
    assert "no unit is moving" in refusal(state, pak_fire(9.0))
    assert refusal(state, pak_fire(0.0)) == ""
    assert GAME.to_act(act(state, HoldFire(DE))) == UK


def tower() -> GameState:
    """A recovery tank with a wreck behind it, under a German gun on covering fire."""
    state = ready(
        table(),
        unit("u", "uk.sherman_arv", (20, 24), 90),
        unit("w", "uk.sherman", (16.4, 24), 90),
        unit("x", "uk.squad", (4, 4)),
        unit("p0", "de.pak40", (24, 4), 180, COVERING),
    )
    resolution = resolving(state, dice_of([1]))
    lose(resolution, "w", "destroyed")
    return act(resolution.state, Activate(UK, "u", (K.MOVE, K.MOVE)))


@proves("KN-ENG-20", "KN-COV-02")
def test_a_recovery_vehicle_with_a_wreck_on_tow_may_be_fired_on() -> None:
    state = act(tower(), TowWreck(UK, "u", "w", Spot(24, 24)))
    assert GAME.to_act(state) == DE
    assert pak_fire(2.0) in GAME.legal_actions(state)
    halted = act(state, pak_fire(2.0), 4, 6)
    assert halted.unit("u").at == Spot(22, 24)
    assert halted.unit("u").has(SUPPRESSED)
    assert course(halted).wrecks[0].at == Spot(18.7, 24)
    held = act(state, HoldFire(DE))
    assert held.unit("u").at == Spot(24, 24)
    assert course(held).wrecks[0].at == Spot(20.7, 24)
    assert held.unit("u").has("moved")


@proves("KN-ENG-20")
def test_a_tow_halted_before_it_began_leaves_the_wreck_where_it_lay() -> None:
    state = act(act(tower(), TowWreck(UK, "u", "w", Spot(24, 24))), pak_fire(0.0), 4, 6)
    assert course(state).wrecks[0].at == Spot(16.4, 24)
    assert course(state).move is None


@proves("KN-ENG-20", "KN-MOVE-10")
def test_a_tow_through_difficult_ground_loses_a_die() -> None:
    marsh = area(T.MARSH, 22, 10, 40, 40)
    state = ready(
        table(marsh), unit("u", "uk.sherman_arv", (20, 24), 90), unit("w", "uk.sherman", (16.4, 24), 90),
        unit("x", "uk.squad", (4, 4)), unit("f", "de.squad", (70, 4)),
    )  # fmt: skip
    resolution = resolving(state, dice_of([1]))
    lose(resolution, "w", "destroyed")
    state = act(resolution.state, Activate(UK, "u", (K.MOVE, K.MOVE)))
    tow = TowWreck(UK, "u", "w", Spot(24, 24))
    odds = GAME.chances(state, tow).odds
    assert odds is not None
    assert odds.of("u goes to (22.5, 24)") == Fraction(1, 6)
    assert act(state, tow, 2).unit("u").at == Spot(22.5, 24)


@proves("KN-COV-02")
@pytest.mark.parametrize("condition", [SUPPRESSED, IMMOBILISED])
def test_a_mover_that_cannot_go_on_stays_where_it_was_hit(condition: str) -> None:
    state = act(crossing(), ELEVEN_IN)
    if condition == SUPPRESSED:
        state = act(state, pak_fire(5.0), 4, 6)
    else:
        shot = CoverFire(DE, "p0", "u", K.DIRECT_AT, "75mm PaK 40", at_in=5.0)
        state = act(state, shot, 6, 6, 6, 6, 4)
    assert state.unit("u").has(condition)
    assert state.unit("u").at == Spot(25, 24)
    assert course(state).move is None


@proves("KN-COV-07")
def test_a_tank_that_the_first_gun_immobilises_may_still_be_fired_at_by_the_second() -> None:
    state = act(crossing(guns=2), ELEVEN_IN)
    shot = CoverFire(DE, "p0", "u", K.DIRECT_AT, "75mm PaK 40", at_in=5.0)
    state = act(state, shot, 6, 6, 6, 6, 4)
    assert state.unit("u").has(IMMOBILISED)
    assert course(state).move is None
    assert refusal(state, pak_fire(0.0, "p1")) == ""
    done = act(state, HoldFire(DE))
    assert done.unit("u").at == Spot(25, 24)
    assert done.unit("p1").has(COVERING)
    assert GAME.to_act(done) == UK


def sherman_covers(*enemies: Unit, **options: Any) -> GameState:
    """A Sherman on covering fire, and a German squad that has declared a move past it."""
    sherman = unit("tank", "uk.sherman", (30, 40), 0, COVERING)
    house = area(T.BRICK_BUILDING, 44, 20, 50, 26, name="house")
    state = ready(table(house), sherman, unit("u", "de.squad", (20, 30)), *enemies, attacker=DE, **options)
    state = act(state, Activate(DE, "u", (K.MOVE, K.MOVE)))
    return act(state, Move(DE, "u", (Spot(20, 30), Spot(24, 30))))


@proves("KN-COV-02", "KN-COV-03")
def test_covering_fire_may_be_used_on_another_enemy_than_the_one_that_acts() -> None:
    state = sherman_covers(unit("other", "de.squad", (36, 24)))
    fire = CoverFire(UK, "tank", "other", K.DIRECT_HE, "75mm")
    assert fire in GAME.legal_actions(state)
    after = act(state, fire, 3, 5, 6, 6, 6, 6, 6, 6, 6, 6)
    assert after.unit("u").at == Spot(24, 30)
    assert not after.unit("tank").has(COVERING)


@proves("KN-COV-03", "KN-BLDG-02a", "KN-BLDG-05")
def test_covering_fire_may_be_used_on_a_building() -> None:
    state = sherman_covers(unit("held", "de.squad", (47, 23)), inside={"held": "house"})
    fire = CoverBuilding(UK, "tank", "house", K.DIRECT_HE, "75mm")
    assert fire in GAME.legal_actions(state)
    after = act(state, fire, 5, 4, 4, 4, 4)
    assert dict(DAMAGE.of(course(after))) == {"house": 4}
    assert after.unit("u").at == Spot(24, 30)
    assert (after.unit("tank").has(COVERING), after.unit("tank").has(FIRED)) == (False, True)
    assert "u is not on covering fire" in refusal(state, CoverBuilding(UK, "u", "house", K.DIRECT_HE, "75mm"))
    smoke = CoverBuilding(UK, "tank", "house", K.SUPPRESS_HE, "75mm")
    assert "does nothing to a building" in refusal(state, smoke)


@proves("KN-COV-02", "KN-COV-03", "KN-AA-04", "KN-AA-09")
def test_covering_fire_may_go_up_at_an_aircraft_while_another_unit_moves() -> None:
    state = sherman_covers(unit("plane", "de.bf109", (60, 10)), unit("mg", "us.m16", (40, 40), 0, COVERING))
    fire = CoverAgainstAircraft(UK, "mg", "plane")
    assert fire in GAME.legal_actions(state)
    after = act(state, fire, 1)
    assert course(after).owed[0].duty is Duty.COVERING_FIRE
    assert act(after, HoldFire(UK)).unit("u").at == Spot(24, 30)


@proves("KN-COV-03", "KN-DFAT-34")
def test_no_two_choices_of_covering_fire_read_alike() -> None:
    choices = GAME.legal_actions(sherman_covers(unit("panzer", "de.pz4h", (36, 24), 180)))
    words = [str(choice) for choice in choices]
    assert len(words) == len(set(words))
    at_the_panzer = [word for word in words if "anti-tank at panzer" in word]
    assert at_the_panzer == [
        "covering fire: tank, direct fire - anti-tank at panzer with 75mm",
        "covering fire: tank, direct fire - anti-tank at panzer with 75mm, high explosive",
    ]


def own_turn_of(*units: Unit) -> GameState:
    """The Germans begin their turn under the guns of a British tank and of engineers on covering fire.

    What they are told to have done they did in their last turn.
    """
    tank = unit("tank", "uk.sherman", (40, 40), 0, COVERING)
    flames = unit("flames", "us.engineers", (10, 40), 0, COVERING)
    own = unit("own", "uk.squad", (70, 46))
    state = after_turn(ready(table(), tank, flames, own, *units), UK)
    return act(state, RollCommand(DE), 6, 6, 6)


def after_turn(state: GameState, side: str) -> GameState:
    state = act(state, EndActivations(side))
    if course(state).owed:
        state = act(state, HoldFire(course(state).due.side))
    return act(state, RemoveSuppression(side, 0))


def panzer(*conditions: str) -> Unit:
    """In the open, 20 inches north of the British tank."""
    return unit("panzer", "de.pz4h", (40, 20), 180, *conditions)


def squad(*conditions: str) -> Unit:
    """In the open, 6 inches north of the engineers."""
    return unit("squad", "de.squad", (10, 34), 180, *conditions)


AT_THE_PANZER = CoverFire(UK, "tank", "panzer", K.DIRECT_AT, "75mm")
FLAMES_AT_THE_SQUAD = CoverFire(UK, "flames", "squad", K.DIRECT_SMALL_ARMS, "flamethrower")


@proves("KN-DFSA-06", "KN-DFSA-11", "KN-COV-02")
@pytest.mark.parametrize(
    ("did", "seen"), [((), "is observed on 2+"), ((FIRED,), "is seen without a die: in the open, has fired")]
)
def test_who_fired_last_turn_is_seen_sooner_in_his_own_turn_too(did: tuple[str, ...], seen: str) -> None:
    """A vehicle in the open: 2+, and no die where it fired in its last turn."""
    state = act(own_turn_of(panzer(*did)), Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    assert f"panzer {seen}" in str(GAME.chances(state, AT_THE_PANZER))
    dice = (1,) if did else (2, 1)
    assert act(state, AT_THE_PANZER, *dice).unit("tank").has(FIRED)


@proves("KN-DFSA-04", "KN-DFSA-05", "KN-DFSA-10", "KN-DFSA-11")
@pytest.mark.parametrize(("did", "needed"), [((), "3+"), ((FIRED,), "2+")])
def test_men_who_fired_last_turn_are_seen_sooner_while_others_act(did: tuple[str, ...], needed: str) -> None:
    state = own_turn_of(squad(*did), panzer())
    state = act(state, Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    told = str(GAME.chances(state, CoverFire(UK, "flames", "squad", K.DIRECT_SMALL_ARMS)))
    assert f"squad is observed on {needed}" in told


@proves("KN-DFHE-06", "KN-DFAT-05", "KN-COV-02")
@pytest.mark.parametrize(
    ("did", "to_hit", "missed"),
    [((), "hits on 3+ at effective range", 2), ((MOVED,), "hits on 4+ in all", 3)],
)
def test_who_moved_last_turn_is_hit_at_minus_1_until_his_turn_ends(
    did: tuple[str, ...], to_hit: str, missed: int
) -> None:
    """16 to 24 inches: 3+, with -1 for a target that moved in its last turn 4+."""
    state = act(own_turn_of(panzer(*did)), Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    said = str(GAME.chances(state, AT_THE_PANZER))
    assert to_hit in said
    assert ("-1 target moved (KGN Direct fire: modifiers to hit)" in said) is bool(did)
    assert "tank, direct fire - anti-tank at panzer: misses" in told(state, AT_THE_PANZER, 2, missed)
    hit = told(state, AT_THE_PANZER, 2, missed + 1, 1, 2, 5)
    assert any("morale of panzer" in line for line in hit), hit


@proves("KN-DFSA-50b", "KN-DFSA-50c", "KN-COV-02")
@pytest.mark.parametrize(
    ("did", "may"), [((), True), ((FIRED,), True), ((MOVED,), False), ((REDEPLOYED,), False)]
)
def test_flames_on_covering_fire_do_not_reach_men_who_moved_or_deployed_last_turn(
    did: tuple[str, ...], may: bool
) -> None:
    state = act(own_turn_of(squad(*did)), Activate(DE, "squad", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    assert (refusal(state, FLAMES_AT_THE_SQUAD) == "") is may
    assert (FLAMES_AT_THE_SQUAD in GAME.legal_actions(state)) is may
    assert may or "squad is not stationary" in refusal(state, FLAMES_AT_THE_SQUAD)


@proves("KN-DFSA-11", "KN-DFHE-06", "KN-DFSA-50b")
def test_what_was_done_the_turn_before_last_is_forgotten_as_the_own_turn_ends() -> None:
    """Of two Panzers that fired and moved, one fires again: in the enemy's turn it has fired, and neither has moved."""
    state = own_turn_of(panzer(FIRED, MOVED), unit("second", "de.pz4h", (50, 20), 180, FIRED, MOVED))
    state = act(state, Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    state = act(state, HoldFire(UK))
    state = act(state, Fire(DE, "panzer", "tank", K.DIRECT_AT, "75mm L/48"), 2, 1)
    state = after_turn(act(act(state, HoldFire(UK)), Forgo(DE)), DE)
    state = act(act(state, RollCommand(UK), 6, 6, 6), Activate(UK, "tank", (K.DIRECT_AT, K.DIRECT_AT)))
    told = {
        name: str(GAME.chances(state, Fire(UK, "tank", name, K.DIRECT_AT, "75mm")))
        for name in ("panzer", "second")
    }
    assert "panzer is seen without a die: in the open, has fired" in told["panzer"]
    assert "second is observed on 2+: in the open, has not fired" in told["second"]
    assert not any("target moved" in said for said in told.values())


@proves("KN-DFSA-11", "KN-DFHE-06")
def test_what_a_unit_has_done_in_its_own_turn_counts_at_once_by_our_185() -> None:
    """The Panzer drives an inch and stops; as another unit acts it has moved, and has not fired."""
    state = act(own_turn_of(panzer(), squad()), Activate(DE, "panzer", (K.MOVE, K.DIRECT_AT)))
    state = act(state, Move(DE, "panzer", (Spot(40, 20), Spot(40, 21))))
    state = act(act(state, HoldFire(UK)), Forgo(DE))
    state = act(state, Activate(DE, "squad", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    said = str(GAME.chances(state, AT_THE_PANZER))
    assert "-1 target moved (KGN Direct fire: modifiers to hit; KGN Covering fire, OUR 185, inferred)" in said
    assert "panzer is observed on 2+: in the open, has not fired" in said


@proves("KN-DFSA-06", "KN-DFSA-11")
@pytest.mark.parametrize(("did", "read"), [((), True), ((FIRED,), False)])
def test_who_fires_and_then_drives_has_fired_as_he_is_met_by_our_185(
    did: tuple[str, ...], read: bool
) -> None:
    """The reading is not named where its last turn says so already."""
    state = act(own_turn_of(panzer(*did)), Activate(DE, "panzer", (K.DIRECT_AT, K.MOVE)))
    state = act(act(state, HoldFire(UK)), Fire(DE, "panzer", "tank", K.DIRECT_AT, "75mm L/48"), 2, 1)
    state = act(state, Move(DE, "panzer", (Spot(40, 20), Spot(40, 21))))
    said = str(GAME.chances(state, AT_THE_PANZER))
    assert "panzer is seen without a die: in the open, has fired (KGN Observing the enemy; " in said
    assert ("OUR 185" in said) is read


@proves("KN-COV-01", "KN-COV-02")
@pytest.mark.parametrize(
    ("dice", "covers"), [(None, True), ((1,), True), ((3, 6, 6), True), ((3, 6, 1), False)]
)
def test_who_is_told_to_cover_may_be_met_by_covering_fire_first(
    dice: tuple[int, ...] | None, covers: bool
) -> None:
    """OUR 62: held, missed or saved it goes on covering fire; suppressed it does not."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24)), unit("x", "uk.squad", (4, 4)),
        unit("mg", "de.mg42", (20, 10), 180, COVERING),
    )  # fmt: skip
    met = act(state, Activate(UK, "u", (K.COVERING,)))
    assert [(owed.duty, owed.side, owed.other) for owed in course(met).owed] == [
        (Duty.COVERING_FIRE, DE, "u")
    ]
    assert not met.unit("u").has(COVERING)
    if dice is None:
        after = act(met, HoldFire(DE))
    else:
        after = act(met, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), *dice)
    assert after.unit("u").has(COVERING) is covers
    assert after.unit("u").has(SUPPRESSED) is not covers
    assert (course(after).activation, course(after).owed, GAME.to_act(after)) == (None, (), UK)


@proves("KN-COV-02")
def test_who_fires_twice_may_be_met_between_his_shots() -> None:
    """OUR 62: the squad has fired by then and is seen on a 2; suppressed, it fires no second time."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24)), unit("x", "uk.squad", (4, 4)),
        unit("mg", "de.mg42", (20, 10), 180, COVERING), unit("men", "de.squad", (20, 12), 180),
    )  # fmt: skip
    shot = Fire(UK, "u", "men", K.SUPPRESS_SMALL_ARMS)
    state = act(act(state, Activate(UK, "u", (shot.kind, shot.kind))), HoldFire(DE))
    state = act(state, shot, 1)
    assert [(owed.duty, owed.side, owed.other) for owed in course(state).owed] == [
        (Duty.COVERING_FIRE, DE, "u")
    ]
    direct = CoverFire(DE, "mg", "u", K.DIRECT_SMALL_ARMS)
    assert "u is observed on 2+: in the open, has fired" in str(GAME.chances(state, direct))
    assert refusal(act(state, HoldFire(DE)), shot) == ""
    after = act(state, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
    assert after.unit("u").has(SUPPRESSED)
    assert (course(after).activation, GAME.to_act(after)) == (None, UK)


@proves("KN-COV-02")
def test_men_who_get_out_first_may_be_met_before_the_second_deploy() -> None:
    state = loaded(
        unit("truck", "uk.bedford", (20, 24)), {"men": "uk.squad", "hq": "uk.platoon_hq"},
        unit("mg", "de.mg42", (20, 10), 180, COVERING), unit("x", "uk.squad", (4, 4)),
    )  # fmt: skip
    state = act(act(state, Activate(UK, "truck", (K.DEPLOY, K.DEPLOY))), HoldFire(DE))
    state = act(state, Unload(UK, "truck", "men", Spot(22.5, 24)))
    fire = CoverFire(DE, "mg", "men", K.SUPPRESS_SMALL_ARMS)
    assert refusal(state, fire) == ""
    state = act(act(state, fire, 1), Unload(UK, "truck", "hq", Spot(17.5, 24)))
    assert not course(state).owed


@proves("KN-COV-02")
def test_covering_fire_has_its_chance_when_no_more_units_act() -> None:
    """OUR 62: then suppression is removed; there is nothing to ask where nothing can be fired at."""
    for men, asked in ((20, True), (60, False)):
        state = ready(
            table(), unit("u", "uk.squad", (men, 30)), unit("mg", "de.mg42", (20, 10), 180, COVERING)
        )
        state = act(state, EndActivations(UK))
        assert bool(course(state).owed) is asked
        if asked:
            state = act(state, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
            assert state.unit("u").has(SUPPRESSED)
        assert (GAME.to_act(state), refusal(state, RemoveSuppression(UK, 0))) == (UK, "")


@proves("KN-COV-02", "KN-TURN-20")
@pytest.mark.parametrize("all_rally", [True, False])
def test_covering_fire_has_its_last_chance_once_suppression_is_removed(all_rally: bool) -> None:
    """OUR 62: who has just rallied is suppressed again, and then the turn ends; if nobody rallies nobody is asked. Two counters of 96 wait for heroes."""
    men = [unit("u", "uk.squad", (20, 30), 0, SUPPRESSED), unit("v", "uk.squad", (60, 30), 0, SUPPRESSED)]
    state = ready(
        table(),
        *men[: 1 if all_rally else 2],
        unit("x", "uk.squad", (80, 30)),
        unit("mg", "de.mg42", (20, 10), 180, COVERING),
    )
    forces = (Force(UK, 40, 400), Force(DE, 40, 400))
    state = with_progress(state, course(state).changed(forces=forces))
    state = act(act(state, EndActivations(UK)), HoldFire(DE))
    assert course(act(state, RemoveSuppression(UK, 0))).acting == DE
    odds = GAME.chances(state, RemoveSuppression(UK, 1)).odds
    assert odds is not None
    assert odds.where(lambda outcome: "the turn of de begins" in outcome) == (
        Fraction(94, 96) if all_rally else Fraction(94, 96) * Fraction(5, 6)
    )
    rallied = act(state, RemoveSuppression(UK, 1), pot_die(), 1)
    if not all_rally:
        assert course(act(rallied, Rally(UK, ()))).acting == DE
        rallied = act(rallied, Rally(UK, ("u",)))
    assert (course(rallied).acting, [owed.duty for owed in course(rallied).owed]) == (
        UK,
        [Duty.COVERING_FIRE],
    )
    fired = act(rallied, CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS), 3, 6, 1)
    assert fired.unit("u").has(SUPPRESSED)
    assert (course(fired).acting, GAME.to_act(fired)) == (DE, DE)
    assert course(act(rallied, HoldFire(DE))).acting == DE


@proves("KN-COV-01")
def test_who_is_told_to_cover_does_so_at_once_where_nobody_covers_him() -> None:
    state = ready(table(), unit("u", "uk.squad", (20, 24)), unit("mg", "de.mg42", (20, 10), 180))
    after = act(state, Activate(UK, "u", (K.COVERING,)))
    assert after.unit("u").has(COVERING)
    assert course(after).activation is None


def _are_clear(state: GameState, one: str, other: str) -> bool:
    there = position(state)
    return gap_in(there.base(state.unit(one)), there.base(state.unit(other))) > 0


@proves("KN-DEPL-17b", "KN-COV-02")
def test_riders_put_off_on_the_way_do_not_stand_where_their_tank_is_bound_for() -> None:
    """It bends to the right, where they would stand first, after an inch and a half (OUR 188)."""
    state = loaded(
        unit("u", "uk.sherman", (40, 40)), {"men": "uk.squad"}, unit("p0", "de.pak40", (40, 10), 180, COVERING),
        unit("x", "uk.squad", (4, 4)),
    )  # fmt: skip
    end = Spot(43.5, 38.5)
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(40, 40), Spot(40, 38.5), end)))
    hit, glancing, no_test_failed, riders_saved = (6, 6), (1, 1), 4, (1, 1, 1)
    fire = CoverFire(DE, "p0", "u", K.DIRECT_AT, "75mm PaK 40", at_in=1.0)
    state = act(state, fire, *hit, *glancing, no_test_failed, *riders_saved)
    assert state.unit("u").at == end
    assert _are_clear(state, "u", "men")


@proves("KN-DEPL-17b", "KN-DFSA-40", "KN-COV-02")
def test_a_move_stops_short_of_who_was_put_out_on_its_way() -> None:
    """Another vehicle is shot up meanwhile; its men and its wreck lie where the tank would have stood (OUR 54, 203)."""
    state = ready(
        table(), unit("u", "uk.sherman", (40, 40), 90), unit("truck", "uk.bedford", (45.5, 39)),
        unit("men", "uk.squad", None), unit("mg", "de.squad", (46, 20), 180, COVERING), aboard={"men": "truck"},
    )  # fmt: skip
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(40, 40), Spot(48.5, 40))))
    observed, two_of_eleven_hit = 6, (6, 6, *[1] * 9)
    fire = CoverFire(DE, "mg", "truck", K.DIRECT_SMALL_ARMS, at_in=1.0)
    state = act(state, fire, observed, *two_of_eleven_hit, pot_die())
    assert state.unit("u").at == Spot(43.25, 40)
    assert _are_clear(state, "u", "men")


END = Spot(20, 27)
ROWS = tuple((k - 1.5, 0.9 * row) for row in (0, 1) for k in range(4))
"""Two rows of four, round the end of a way of three inches."""


def _squad_under_way(*stands: tuple[float, float]) -> GameState:
    """A squad that is to stand in two rows after three inches, and a covering squad that may meet it before."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24)), unit("mg", "de.squad", (20, 4), 180, COVERING), unit("x", "uk.squad", (4, 4))
    )  # fmt: skip
    state = with_status(state, "u", Status(men=8, offsets=stands))
    rows = tuple(Spot(END.x_in + x, END.y_in + y) for x, y in ROWS)
    return act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(20, 24), END), men=rows))


@proves("KN-COV-04")
@pytest.mark.parametrize(("at_in", "stands"), [(0.0, ()), (2.0, ()), (3.0, ROWS)])
def test_men_who_are_placed_anew_are_met_as_they_stood_until_they_have_come_there(
    at_in: float, stands: tuple[tuple[float, float], ...]
) -> None:
    close, suppresses, unsaved = 4, 6, 1
    fire = CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS, at_in=at_in)
    state = act(_squad_under_way(), fire, close, suppresses, unsaved)
    assert state.unit("u").at == Spot(20, 24 + at_in)
    assert status(state, "u").offsets == stands


@proves("KN-DFSA-54", "KN-COV-04")
def test_who_fell_on_the_way_is_said_before_the_others_go_on_and_form_up() -> None:
    state = _squad_under_way(*((x, -y) for x, y in ROWS))
    observed, one_hit, unsaved, no_weapon = 6, (6, *[1] * 10), 1, 1
    fire = CoverFire(DE, "mg", "u", K.DIRECT_SMALL_ARMS, at_in=2.0)
    state = act(state, fire, observed, *one_hit, unsaved, no_weapon)
    assert (course(state).due.duty, state.unit("u").at) == (Duty.CHOOSE_CASUALTIES, Spot(20, 26))
    state = act(state, TakeModels(UK, (0,)))
    assert state.unit("u").at == END
    assert status(state, "u").offsets == ROWS[:7]


def test_the_inch_at_which_a_mover_is_met_is_told_as_players_measure() -> None:
    assert str(pak_fire(13.7512)).startswith('covering fire after 13.75": p0,')
    assert str(pak_fire(4.0)).startswith('covering fire after 4": p0,')


def _behind_a_wood(*others: Unit, covering: str = "de.squad") -> GameState:
    """A British squad west of a long wood that Germans on covering fire do not see past."""
    wood = area(T.WOODS, 26, 0, 36, 48)
    cover = unit("cover", covering, (42, 24), 270, COVERING)
    return ready(table(wood), unit("u", "uk.squad", (20, 24)), cover, *others)


@proves("KN-COV-02")
def test_nobody_is_asked_for_covering_fire_who_can_fire_at_nothing() -> None:
    """The Move and the fire of men out of sight are carried out at once (OUR 62)."""
    state = act(_behind_a_wood(), Activate(UK, "u", (K.COVERING,)))
    assert not course(state).owed
    moved = act(activated(_behind_a_wood(), "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(20, 24), Spot(24, 24))))
    assert not course(moved).owed
    assert moved.unit("u").at == Spot(24, 24)


@proves("KN-COV-02", "KN-COV-04")
@pytest.mark.parametrize(
    ("other", "asked"),
    [
        (unit("x", "uk.squad", (44, 30)), True),
        (unit("x", "uk.squad", (44, 30), 0, HIDDEN), False),
        (unit("x", "uk.squad", (70, 47)), False),
    ],
)
def test_covering_fire_is_asked_for_when_another_enemy_can_be_fired_at_who_is_known(
    other: Unit, asked: bool
) -> None:
    state = activated(_behind_a_wood(other), "u", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert bool(course(state).owed) is asked


@proves("KN-COV-02", "KN-COV-04")
@pytest.mark.parametrize(("to", "asked"), [(Spot(14, 24), False), (Spot(8, 24), True)])
def test_covering_fire_is_asked_for_when_the_mover_comes_into_sight_at_one_inch_of_its_way(
    to: Spot, asked: bool
) -> None:
    """A tank drives behind a wood, whose end it passes with its last inches."""
    wood = area(T.WOODS, 10, 20, 36, 22)
    gun = unit("gun", "de.pak40", (8, 2), 180, COVERING)
    state = ready(table(wood), unit("u", "uk.cromwell", (18, 24), 270), unit("x", "uk.squad", (70, 46)), gun)
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(18, 24), to)))
    assert bool(course(state).owed) is asked


@proves("KN-COV-04", "KN-COV-02")
def test_the_inches_that_are_listed_are_those_at_which_the_mover_can_be_fired_at() -> None:
    """A tank drives behind two woods with a gap between them, which it passes about the tenth of its thirteen inches."""
    woods = area(T.WOODS, 4, 20, 22, 22, name="west"), area(T.WOODS, 24, 20, 42, 22, name="east")
    gun = unit("gun", "de.pak40", (23, 2), 180, COVERING)
    state = ready(
        table(*woods), unit("u", "uk.cromwell", (33, 24), 270), unit("x", "uk.squad", (70, 46)), gun
    )
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(33, 24), Spot(20, 24))))
    moments = sorted({one.at_in for one in GAME.legal_actions(state) if isinstance(one, CoverFire)})
    assert len(moments) == 3
    assert 7 < moments[0] < 10 < moments[-1] < 13
    far_before, far_after = pak_fire(0.0, "gun"), pak_fire(13.0, "gun")
    assert "does not see u" in refusal(state, far_before)
    assert "does not see u" in refusal(state, far_after)


@proves("KN-COV-02", "KN-COV-04")
@pytest.mark.parametrize("seen", [True, False])
def test_a_hidden_mover_is_not_fired_at_and_its_move_asks_nobody_who_sees_no_other(seen: bool) -> None:
    others = (unit("x", "uk.squad", (30, 30)),) if seen else (unit("x", "uk.squad", (70, 47)),)
    cover = unit("cover", "de.mg42", (30, 10), 180, COVERING)
    state = ready(table(), unit("u", "uk.squad", (20, 24), 0, HIDDEN), cover, *others)
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(20, 24), Spot(24, 24))))
    assert bool(course(state).owed) is seen
    targets = {one.target for one in GAME.legal_actions(state) if isinstance(one, CoverFire)}
    assert targets == ({"x"} if seen else set())


@proves("KN-COV-02", "KN-ACT-16")
@pytest.mark.parametrize("covers", [True, False])
def test_a_tank_that_is_still_hidden_hides_nobody_from_fire(covers: bool) -> None:
    """It is not on the table; once it is, it stands in the line of sight to the command behind it."""
    gun, tank, enemy = ("de.mg42", "uk.sherman", "uk") if covers else ("uk.vickers", "de.pz4h", "de")
    fire: Any = (CoverFire if covers else Fire)(DE if covers else UK, "firer", "hq", K.SUPPRESS_SMALL_ARMS)
    refused = []
    for is_hidden in (True, False):
        state = ready(
            table(), unit("firer", gun, (20, 10), 180, *([COVERING] if covers else [])),
            unit("tank", tank, (20, 22), 90, *([HIDDEN] if is_hidden else [])),
            unit("hq", f"{enemy}.platoon_hq", (20, 24)), unit("other", f"{enemy}.squad", (30, 20)),
        )  # fmt: skip
        acts = "other" if covers else "firer"
        state = activated(state, acts, K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)
        refused.append(refusal(state, fire))
        if is_hidden:
            assert act(state, fire, 1).unit("firer").has(FIRED)
    assert refused[0] == ""
    assert "hides it" in refused[1]


@proves("KN-COV-02", "KN-COV-04")
def test_who_covers_hears_nothing_of_which_hidden_unit_moves_and_how_far() -> None:
    """That an enemy acts he sees; at whom else he fires, the move goes on from where it has come to."""
    cover = [unit(name, "de.mg42", (x, 10), 180, COVERING) for name, x in (("cover", 30), ("second", 34))]
    hidden, other = unit("hid", "uk.squad", (20, 24), 0, HIDDEN), unit("x", "uk.squad", (30, 30))
    state = ready(table(), hidden, other, *cover)
    activating = act(state, Activate(UK, "hid", (K.MOVE, K.MOVE)))
    moving = act(activating, Move(UK, "hid", (Spot(20, 24), Spot(24, 24))))
    for now in (activating, moving):
        known = RULESET.seen_by(now, DE)
        assert "hid'" not in repr((dict(known.units), known.course))
        assert "hid" not in GAME.moment(known)
        assert GAME.to_act(known) == GAME.to_act(now)
    fire = CoverFire(DE, "cover", "x", K.SUPPRESS_SMALL_ARMS)
    for inches in (1.0, 40.0):
        assert "no unit is moving" in refusal(moving, replace(fire, at_in=inches))
    fired = act(moving, fire, 1)
    assert [owed.duty for owed in course(fired).owed] == [Duty.COVERING_FIRE]
    assert act(fired, HoldFire(DE)).unit("hid").at == Spot(24, 24)
