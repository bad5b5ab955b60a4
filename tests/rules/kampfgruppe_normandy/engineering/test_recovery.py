"""Recovery: wrecks and immobilised vehicles mended and towed."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot, is_overlapping
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.covering_fire import HoldFire
from rules.kampfgruppe_normandy.declarations.recovery import ATTEMPTS, Mend, TowWreck
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import HQ, SHERMAN, scene
from tests.rules.kampfgruppe_normandy.engineering.sappers import ENGINEER, MOVE
from tests.rules.kampfgruppe_normandy.fire.crossings import pak_fire
from tests.rules.kampfgruppe_normandy.support.shelling import FOE
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    GAME,
    UK,
    act,
    area,
    dice_of,
    game,
    legal,
    line,
    ready,
    refusal,
    resolving,
    table,
    told_to,
    unit,
)


def tow_under_covering_fire() -> GameState:
    """A recovery tank with a wreck behind it, under a German gun on covering fire."""
    state = ready(
        table(),
        unit("u", "uk.sherman_arv", (20, 24), 90),
        unit("w", "uk.sherman", (16.4, 24), 90),
        unit("x", "uk.squad", (4, 4)),
        unit("p0", "de.pak40", (24, 4), 180, COVERING),
    )
    resolution = resolving(state, dice_of([1]))
    lose_unit(resolution, "w", "destroyed")
    return act(resolution.state, Activate(UK, "u", (K.MOVE, K.MOVE)))


@proves("KN-ENG-20", "KN-COV-02")
def test_a_recovery_vehicle_with_a_wreck_on_tow_may_be_fired_on() -> None:
    state = act(tow_under_covering_fire(), TowWreck(UK, "u", "w", Spot(24, 24)))
    assert GAME.to_act(state) == DE
    assert pak_fire(2.0) in GAME.legal_actions(state)
    halted = act(state, pak_fire(2.0), 4, 6)
    assert halted.unit("u").at == Spot(22, 24)
    assert halted.unit("u").has(SUPPRESSED)
    assert progress_of(halted).wrecks[0].at == Spot(18.7, 24)
    held = act(state, HoldFire(DE))
    assert held.unit("u").at == Spot(24, 24)
    assert progress_of(held).wrecks[0].at == Spot(20.7, 24)
    assert held.unit("u").has("moved")


@proves("KN-ENG-20")
def test_a_tow_halted_before_it_began_leaves_the_wreck_where_it_lay() -> None:
    state = act(act(tow_under_covering_fire(), TowWreck(UK, "u", "w", Spot(24, 24))), pak_fire(0.0), 4, 6)
    assert progress_of(state).wrecks[0].at == Spot(16.4, 24)
    assert progress_of(state).move is None


@proves("KN-ENG-20", "KN-MOVE-10")
def test_a_tow_through_difficult_ground_loses_a_die() -> None:
    marsh = area(T.MARSH, 22, 10, 40, 40)
    state = ready(
        table(marsh), unit("u", "uk.sherman_arv", (20, 24), 90), unit("w", "uk.sherman", (16.4, 24), 90),
        unit("x", "uk.squad", (4, 4)), unit("f", "de.squad", (70, 4)),
    )  # fmt: skip
    resolution = resolving(state, dice_of([1]))
    lose_unit(resolution, "w", "destroyed")
    state = act(resolution.state, Activate(UK, "u", (K.MOVE, K.MOVE)))
    tow = TowWreck(UK, "u", "w", Spot(24, 24))
    odds = GAME.chances(state, tow).odds
    assert odds is not None
    assert odds.of("u goes to (22.5, 24)") == Fraction(1, 6)
    assert act(state, tow, 2).unit("u").at == Spot(22.5, 24)


WRECK = Loss("tank", "uk.sherman", UK, "destroyed", Spot(30, 24), 90.0)
"""A Sherman, 3.2 inches long and 1.6 wide, that was lost on its way east."""


@proves("KN-ENG-20", "KN-MOVE-18b")
def test_a_wreck_on_a_road_is_no_obstacle_to_the_vehicle_that_tows_it() -> None:
    """The recovery vehicle stands beside the wreck on a wide road, and drives off with it without a die."""
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=6)
    state = game(
        unit("arv", "uk.sherman_arv", (30, 25.7), facing_deg=90),
        unit("foe", "de.squad", (80, 60)),
        pieces=[road],
    )
    state = with_progress(state, replace(progress_of(state), wrecks=(replace(WRECK, side=UK),)))
    state = told_to(state, "arv", K.MOVE, K.MOVE)
    after = act(state, TowWreck(UK, "arv", "tank", Spot(35, 25.7)))
    assert after.unit("arv").at == Spot(35, 25.7)


@proves("KN-ENG-21", "KN-ENG-16a")
@pytest.mark.parametrize(("side", "type_id", "may"), [(UK, "uk.sherman", True), (DE, "de.pz4h", False)])
def test_only_wrecks_of_ones_own_side_are_mended(side: str, type_id: str, may: bool) -> None:
    state = game(unit("arv", "uk.sherman_arv", (40, 40)), FOE)
    wreck = Loss("wreck", type_id, side, "destroyed", Spot(40, 43.5), 0.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    state = told_to(state, "arv", K.ENGINEER, K.MOVE)
    assert (Mend(UK, "arv", "wreck") in legal(state)) is may


def _wreck() -> GameState:
    state = game(
        unit("arv", "uk.sherman_arv", (30, 30)),
        unit("tank", "uk.sherman", (30, 33.5)),
        unit("foe", "de.squad", (80, 60)),
        status={"tank": Status(rounds=(("ap", 2), ("he", 1)))},
    )
    resolution = resolving(state, dice_of([1]))
    lose_unit(resolution, "tank", "destroyed")
    return resolution.state


@proves("KN-ENG-16a", "KN-ENG-16b", "KN-ENG-19", "KN-ENG-21", "KN-SPEC-20")
def test_a_wreck_is_mended_on_a_six_and_waits_for_the_next_turn() -> None:
    state = told_to(_wreck(), "arv", ENGINEER, ENGINEER)
    mend = Mend(UK, "arv", "tank")
    assert mend in legal(state)
    failed = act(state, mend, 5)
    assert "tank" not in failed.units
    mended = act(state, mend, 6)
    assert mended.unit("tank").at == Spot(30, 33.5)
    assert "tank" in progress_of(mended).activated
    assert progress_of(mended).wrecks == ()
    assert progress_of(mended).counters_of(UK) == ("1",)
    assert progress_of(mended).of("tank").rounds == (("ap", 2), ("he", 1))


@proves("KN-ENG-17")
def test_an_immobilised_vehicle_is_mended_on_a_five_and_may_be_activated_the_same_turn() -> None:
    """OUR 184: waiting for the next turn is for wrecks."""
    state = game(
        unit("arv", "uk.sherman_arv", (30, 30)),
        unit("tank", "uk.sherman", (30, 33.5), 0, IMMOBILISED),
        unit("foe", "de.squad", (80, 60)),
    )
    state = told_to(state, "arv", ENGINEER, ENGINEER)
    assert act(state, Mend(UK, "arv", "tank"), 4).unit("tank").has(IMMOBILISED)
    mended = act(state, Mend(UK, "arv", "tank"), 5)
    assert not mended.unit("tank").has(IMMOBILISED)
    mended = act(mended, Forgo(UK))
    assert Activate(UK, "tank", (MOVE, MOVE)) in legal(mended)


@proves("KN-ENG-18")
def test_three_failures_put_a_vehicle_beyond_repair() -> None:
    state = _wreck()
    for _ in range(3):
        state = act(told_to(state, "arv", MOVE, ENGINEER, done=1), Mend(UK, "arv", "tank"), 1)
    assert ATTEMPTS.of(progress_of(state)) == (("tank", 3),)
    assert "beyond repair" in refusal(told_to(state, "arv", ENGINEER, ENGINEER), Mend(UK, "arv", "tank"))


@proves("KN-ENG-20")
def test_the_tows_that_are_listed_go_ahead_half_as_far_and_to_either_side_of_a_road() -> None:
    """A Sherman is 3.2 inches long: it turns a right angle for 1.6 of its 4.5 inches, half of that for 0.8."""
    state = told_to(_wreck(), "arv", MOVE, MOVE)
    assert {tow.to for tow in legal(state) if isinstance(tow, TowWreck)} == {
        Spot(30, 25.5), Spot(30, 27.75), Spot(27.39, 27.39), Spot(32.61, 27.39), Spot(27.11, 30), Spot(32.89, 30),
    }  # fmt: skip


@proves("KN-ENG-20")
def test_a_wreck_is_towed_at_half_rate() -> None:
    state = told_to(_wreck(), "arv", MOVE, MOVE)
    assert "half its rate" in refusal(state, TowWreck(UK, "arv", "tank", Spot(30, 22)))
    after = act(state, TowWreck(UK, "arv", "tank", Spot(30, 26)))
    wreck: Loss = progress_of(after).wrecks[0]
    assert after.unit("arv").at == Spot(30, 26)
    assert wreck.at is not None
    assert wreck.at.gap_in(Spot(30, 26)) < 4


@proves("KN-ENG-20")
@pytest.mark.parametrize(
    ("to", "there", "why"),
    [
        (Spot(30, 26), None, ""),
        (Spot(30, 26), unit("man", "uk.runner", (30, 30.5)), "no room behind arv: man stands there"),
        (Spot(30, 26), Loss("old", "uk.sherman", UK, "destroyed", Spot(31.5, 30)), "would stand on the wrecked Sherman V"),
        (Spot(32, 29.5), None, ""),
        (Spot(32, 29.5), area(T.RIVER, 20, 27, 28, 40), "no room behind arv: tank would stand partly in river"),
    ],
)  # fmt: skip
def test_a_wreck_is_towed_to_where_it_has_room(to: Spot, there: Unit | Loss | Piece | None, why: str) -> None:
    """OUR 206: the wreck, 3.2 inches long and 1.6 wide, ends 3.3 inches behind its tow, across the old way if the tow turns."""
    far, wreck = (
        Loss(name, "uk.sherman", UK, "destroyed", spot)
        for name, spot in (("far", Spot(70, 8)), ("tank", Spot(30, 33.5)))
    )
    state = game(
        unit("arv", "uk.sherman_arv", (30, 30)),
        unit("foe", "de.squad", (80, 60)),
        *([there] if isinstance(there, Unit) else []),
        pieces=[there] if isinstance(there, Piece) else [],
    )
    wrecks = (far, wreck, there) if isinstance(there, Loss) else (far, wreck)
    state = told_to(with_progress(state, replace(progress_of(state), wrecks=wrecks)), "arv", MOVE, MOVE)
    refused = refusal(state, TowWreck(UK, "arv", "tank", to))
    assert (why in refused, refused == "") == (True, not why)


@proves("KN-ENG-16a")
def test_men_under_a_wreck_make_room_as_it_is_mended_and_men_beside_it_stay() -> None:
    """OUR 203: the wreck's hull lies within 30.8 inches; the squad under it, an enemy's too, stands beside it then."""
    wreck = _wreck()
    for name, kind, place in (("under", "de.squad", (30, 33.5)), ("beside", "uk.runner", (31.2, 33.5))):
        wreck = wreck.with_unit(unit(name, kind, place))
    state = act(told_to(wreck, "arv", ENGINEER, ENGINEER), Mend(UK, "arv", "tank"), 6)
    seen = Position(state, BOOK)
    assert not is_overlapping(seen.base(state.unit("under")), seen.base(state.unit("tank")))
    assert [state.unit(one).at for one in ("tank", "beside")] == [Spot(30, 33.5), Spot(31.2, 33.5)]


@proves("KN-ENG-16a", "KN-ENG-17", "KN-ENG-20", "KN-SPEC-20")
@pytest.mark.parametrize(("gap_in", "touches"), [(0.99, True), (1.0, True), (1.02, False)])
@pytest.mark.parametrize("is_wreck", [True, False])
def test_a_recovery_vehicle_touches_a_vehicle_within_an_inch_of_its_hull(
    gap_in: float, touches: bool, is_wreck: bool
) -> None:
    """Both hulls are 3.2 inches long, one behind the other."""
    there = (30, 30 + 3.2 + gap_in)
    tank = () if is_wreck else (unit("tank", "uk.sherman", there, 0, IMMOBILISED),)
    state = game(unit("arv", "uk.sherman_arv", (30, 30)), *tank, unit("foe", "de.squad", (80, 60)))
    if is_wreck:
        wreck = Loss("tank", "uk.sherman", UK, "destroyed", Spot(*map(float, there)), 0.0)
        state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
        tow = TowWreck(UK, "arv", "tank", Spot(30, 26))
        told = refusal(told_to(state, "arv", MOVE, MOVE), tow)
        assert ("is not a wreck that arv touches" not in told) is touches
    working = told_to(state, "arv", ENGINEER, ENGINEER)
    assert (Mend(UK, "arv", "tank") in legal(working)) is touches
    assert (refusal(working, Mend(UK, "arv", "tank")) == "") is touches


@proves("KN-ENG-16a", "KN-ENG-18", "KN-ENG-20", "KN-SPEC-20")
def test_recovery_vehicles_mend_and_tow_only_vehicles_that_they_touch() -> None:
    assert "tank is not a recovery vehicle" in refusal(scene("tank", K.ENGINEER), Mend(UK, "tank", "arv"))
    said = "tank is not a damaged vehicle that arv touches (KGN Recovery vehicles; KGN Measuring distances, OUR 221, house value)"
    assert refusal(scene("arv", K.ENGINEER), Mend(UK, "arv", "tank")) == said
    hurt = replace(SHERMAN, conditions=frozenset({IMMOBILISED}))
    beside = unit("arv", "uk.sherman_arv", (51.7, 40), 0, IMMOBILISED)
    theirs = unit("theirs", "de.pz4h", (53.5, 40), 0, IMMOBILISED)
    state = told_to(game(hurt, beside, theirs, HQ), "arv", K.ENGINEER)
    assert refusal(state, Mend(UK, "arv", "tank")) == ""
    for other in ("arv", "theirs", "hq"):
        assert f"{other} is not a damaged vehicle that arv touches" in refusal(state, Mend(UK, "arv", other))
    tow = TowWreck(UK, "tank", "arv", Spot(50, 50))
    assert "tank is not a recovery vehicle on the table" in refusal(scene("tank", K.MOVE), tow)
    tow = TowWreck(UK, "arv", "tank", Spot(50, 50))
    assert (
        refusal(scene("arv", K.MOVE), tow)
        == "tank is not a wreck that arv touches (KGN Recovery vehicles; KGN Measuring distances, OUR 221, house value)"
    )
