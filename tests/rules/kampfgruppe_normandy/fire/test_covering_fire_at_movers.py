"""Covering fire at a mover: the inch at which it is met, its place and facing there, and the rest of its move."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, IMMOBILISED, MOVED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.casualties import TakeModels
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.state.progress import Duty, Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.fire.crossings import ELEVEN_IN, crossing, pak_fire, past_a_gun
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    move_over,
    place_of_mover,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)


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
    """A Sherman 3.2 inches long that has declared a move, with its back to a gun on covering fire."""
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
def test_the_smallest_turn_on_the_spot_counts_as_a_turn(kind: str, facing_deg: float) -> None:
    """Its front goes less than half a thousandth of an inch."""
    gun, mover = unit("p0", "de.pak40", (26, 4), 180, COVERING), unit("u", kind, (26, 24), 180)
    state = act(
        ready(table(), mover, unit("x", "uk.squad", (4, 4)), gun), Activate(UK, "u", (K.MOVE, K.MOVE))
    )
    state = act(state, Move(UK, "u", (Spot(26, 24),), facing_deg))
    assert act(state, HoldFire(DE)).unit("u").facing_deg == facing_deg


@proves("KN-COV-04")
def test_covering_fire_at_the_end_of_a_move_meets_the_tank_in_its_final_facing() -> None:
    """The tank goes 5.0004 inches, printed as 5, and turns to 15 degrees."""
    state = act(_before_the_gun(), Move(UK, "u", (Spot(26, 24), Spot(26, 18.9996)), 15.0))
    fire = CoverFire(DE, "p0", "u", K.SUPPRESS_HE, "75mm PaK 40", at_in=5.0)
    met = act(state, fire, 4, 6).unit("u")
    assert (met.at, met.facing_deg) == (Spot(26, 18.9996), 15.0)


@proves("KN-COV-04", "KN-ENG-04")
@pytest.mark.parametrize(
    ("at_in", "at", "faces"),
    [(2.0, (22, 24), 90.0), (4.0, (24, 24), 90.0), (5.5, (24, 25.5), 180.0), (7.0, (24, 27), 180.0)],
)
def test_a_unit_suppressed_on_its_way_stops_where_it_was_met(
    at_in: float, at: tuple[float, float], faces: float
) -> None:
    """He goes 4 inches east, and then 3 south."""
    state = act(crossing(), Move(UK, "u", (Spot(20, 24), Spot(24, 24), Spot(24, 27))))
    stopped = act(state, pak_fire(at_in), 4, 6).unit("u")
    assert (stopped.at, stopped.facing_deg) == (Spot(*at), faces)


@proves("KN-COV-04")
def test_a_unit_met_before_it_sets_out_stays_at_its_start_even_if_its_way_names_it_twice() -> None:
    state = act(crossing(), Move(UK, "u", (Spot(20, 24), Spot(20, 24), Spot(24, 24))))
    assert act(state, pak_fire(0.0), 4, 6).unit("u").at == Spot(20, 24)


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
    assert progress_of(state).move is None


@proves("KN-COV-07")
def test_a_tank_that_the_first_gun_immobilises_may_still_be_fired_at_by_the_second() -> None:
    state = act(crossing(guns=2), ELEVEN_IN)
    shot = CoverFire(DE, "p0", "u", K.DIRECT_AT, "75mm PaK 40", at_in=5.0)
    state = act(state, shot, 6, 6, 6, 6, 4)
    assert state.unit("u").has(IMMOBILISED)
    assert progress_of(state).move is None
    assert refusal(state, pak_fire(0.0, "p1")) == ""
    done = act(state, HoldFire(DE))
    assert done.unit("u").at == Spot(25, 24)
    assert done.unit("p1").has(COVERING)
    assert GAME.to_act(done) == UK


END = Spot(20, 27)
ROWS = tuple((k - 1.5, 0.9 * row) for row in (0, 1) for k in range(4))
"""Two rows of four, round the end of a way of three inches."""


def _squad_under_way(*stands: tuple[float, float]) -> GameState:
    """A squad about to form two rows after three inches, and a covering squad that may meet it before."""
    state = ready(
        table(), unit("u", "uk.squad", (20, 24)), unit("mg", "de.squad", (20, 4), 180, COVERING), unit("x", "uk.squad", (4, 4))
    )  # fmt: skip
    state = with_status(state, "u", Status(men=8, offsets=stands))
    rows = tuple(Spot(END.x_in + x, END.y_in + y) for x, y in ROWS)
    return act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(20, 24), END), men=rows))


@proves("KN-COV-04")
@pytest.mark.parametrize(("at_in", "stands"), [(0.0, ()), (2.0, ()), (3.0, ROWS)])
def test_men_placed_in_a_new_formation_are_met_in_the_old_one_until_they_arrive(
    at_in: float, stands: tuple[tuple[float, float], ...]
) -> None:
    close, suppresses, unsaved = 4, 6, 1
    fire = CoverFire(DE, "mg", "u", K.SUPPRESS_SMALL_ARMS, at_in=at_in)
    state = act(_squad_under_way(), fire, close, suppresses, unsaved)
    assert state.unit("u").at == Spot(20, 24 + at_in)
    assert status(state, "u").offsets == stands


@proves("KN-DFSA-54", "KN-COV-04")
def test_the_owner_chooses_casualties_before_the_others_go_on_and_form_up() -> None:
    state = _squad_under_way(*((x, -y) for x, y in ROWS))
    observed, one_hit, unsaved, no_weapon = 6, (6, *[1] * 10), 1, 1
    fire = CoverFire(DE, "mg", "u", K.DIRECT_SMALL_ARMS, at_in=2.0)
    state = act(state, fire, observed, *one_hit, unsaved, no_weapon)
    assert (progress_of(state).due.duty, state.unit("u").at) == (Duty.CHOOSE_CASUALTIES, Spot(20, 26))
    state = act(state, TakeModels(UK, (0,)))
    assert state.unit("u").at == END
    assert status(state, "u").offsets == ROWS[:7]


def test_the_inch_of_covering_fire_is_printed_as_players_measure() -> None:
    assert str(pak_fire(13.7512)).startswith('covering fire after 13.75": p0,')
    assert str(pak_fire(4.0)).startswith('covering fire after 4": p0,')


def _behind_a_wood(*others: Unit, covering: str = "de.squad") -> GameState:
    """A British squad west of a long wood that Germans on covering fire do not see past."""
    wood = area(T.WOODS, 26, 0, 36, 48)
    cover = unit("cover", covering, (42, 24), 270, COVERING)
    return ready(table(wood), unit("u", "uk.squad", (20, 24)), cover, *others)


@proves("KN-COV-02")
def test_covering_fire_is_not_asked_of_a_unit_without_a_target() -> None:
    """The Move and the fire of men out of sight are carried out at once (OUR 62)."""
    state = act(_behind_a_wood(), Activate(UK, "u", (K.COVERING,)))
    assert not progress_of(state).owed
    moved = act(activated(_behind_a_wood(), "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(20, 24), Spot(24, 24))))
    assert not progress_of(moved).owed
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
def test_covering_fire_is_asked_for_when_another_known_enemy_can_be_fired_at(
    other: Unit, asked: bool
) -> None:
    state = activated(_behind_a_wood(other), "u", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert bool(progress_of(state).owed) is asked


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
    assert bool(progress_of(state).owed) is asked


@proves("KN-COV-04", "KN-COV-02")
def test_covering_fire_is_listed_only_for_inches_at_which_the_mover_can_be_fired_at() -> None:
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
def test_a_hidden_mover_is_not_fired_at_and_only_units_with_another_target_are_asked(seen: bool) -> None:
    others = (unit("x", "uk.squad", (30, 30)),) if seen else (unit("x", "uk.squad", (70, 47)),)
    cover = unit("cover", "de.mg42", (30, 10), 180, COVERING)
    state = ready(table(), unit("u", "uk.squad", (20, 24), 0, HIDDEN), cover, *others)
    state = act(activated(state, "u", K.MOVE, K.MOVE), Move(UK, "u", (Spot(20, 24), Spot(24, 24))))
    assert bool(progress_of(state).owed) is seen
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
def test_the_covering_side_does_not_learn_which_hidden_unit_moves_or_how_far() -> None:
    """The covering player sees that an enemy acts; if he fires at another unit, the move goes on from its inch."""
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
    assert [owed.duty for owed in progress_of(fired).owed] == [Duty.COVERING_FIRE]
    assert act(fired, HoldFire(DE)).unit("hid").at == Spot(24, 24)


@proves("KN-COV-01", "KN-COV-02", "KN-COV-04", "KN-COV-05", "KN-ACT-11")
def test_covering_fire_stops_a_mover_where_its_owner_chooses() -> None:
    state = act(past_a_gun(), move_over((25, 27), (34, 27)))
    assert GAME.to_act(state) == DE
    fire = CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40")
    assert "does not see" in refusal(state, fire)
    state = act(state, CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40", at_in=8.0), 2, 4, 3, 3, 1)
    assert "u" not in state.units
    assert progress_of(state).wrecks[0].at == Spot(33, 27)
    assert not state.unit("p").has(COVERING)
    assert progress_of(state).move is None
    assert progress_of(state).activation is None


@proves("KN-COV-05", "KN-COV-06")
def test_covering_fire_that_is_held_lasts_and_the_move_goes_on() -> None:
    state = act(act(past_a_gun(), move_over((25, 27), (34, 27))), HoldFire(DE))
    assert place_of_mover(state) == Spot(34, 27)
    assert state.unit("p").has(COVERING)


@proves("KN-COV-07", "KN-DFHE-06")
def test_a_mover_fired_on_counts_as_moved_and_goes_on_if_it_lives() -> None:
    state = act(past_a_gun(), move_over((25, 27), (34, 27)))
    shot = CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40", at_in=8.0)
    assert "-1 target moved" in str(GAME.chances(state, shot))
    state = act(state, shot, 2, 1)
    assert place_of_mover(state) == Spot(34, 27)
    assert progress_of(state).activation is not None


def under_guns(*guns: tuple[str, float, frozenset[str]]) -> GameState:
    """A British tank under way eastwards for 9 inches, German guns to the north of it."""
    pieces = [unit(name, "de.pak40", (x, 8), 180, *conditions) for name, x, conditions in guns]
    state = ready(
        table(), unit("u", "uk.sherman", (20, 24), 90), unit("x", "uk.squad", (4, 44)), *pieces, FAR
    )
    return act(activated(state, "u", K.MOVE, K.MOVE), move_over((20, 24), (29, 24)))


def pak_shot(gun: str, at_in: float) -> CoverFire:
    return CoverFire(DE, gun, "u", K.DIRECT_AT, "75mm PaK 40", at_in=at_in)


ON_COVER = frozenset({COVERING})


@proves("KN-COV-02", "KN-COV-05")
def test_covering_fire_is_a_single_shot_and_then_the_mover_goes_on() -> None:
    state = act(under_guns(("p", 24, ON_COVER)), pak_shot("p", 4.0), 1)
    assert not state.unit("p").has(COVERING)
    assert GAME.to_act(state) == UK
    assert state.unit("u").at == Spot(29, 24)


@proves("KN-COV-04", "KN-COV-07")
def test_a_second_gun_may_fire_later_in_the_move_but_not_earlier() -> None:
    state = act(under_guns(("p", 24, ON_COVER), ("q", 26, ON_COVER)), pak_shot("p", 4.0), 1)
    assert GAME.to_act(state) == DE
    assert 'the move goes from 4"' in refusal(state, pak_shot("q", 2.0))
    assert 'to 9"' in refusal(state, pak_shot("q", 12.0))
    state = act(state, pak_shot("q", 6.0), 1)
    assert state.unit("u").at == Spot(29, 24)


@proves("KN-COV-06")
def test_a_suppressed_unit_keeps_its_covering_fire_and_cannot_use_it() -> None:
    state = under_guns(("p", 24, ON_COVER | {SUPPRESSED}))
    assert GAME.to_act(state) == UK
    assert state.unit("u").at == Spot(29, 24)
    both = under_guns(("p", 24, ON_COVER | {SUPPRESSED}), ("q", 26, ON_COVER))
    assert "p is not on covering fire" in refusal(both, pak_shot("p", 4.0))
    assert both.unit("p").has(COVERING)


@proves("KN-COV-05")
def test_a_unit_given_other_actions_is_on_covering_fire_no_more() -> None:
    state = ready(table(), unit("u", "uk.squad", (20, 24), 90, COVERING), FAR)
    assert not activated(state, "u", K.MOVE, K.MOVE).unit("u").has(COVERING)
    again = act(state, Activate(UK, "u", (K.COVERING,)))
    assert again.unit("u").has(COVERING)


@proves("KN-COV-06")
def test_a_covering_unit_that_is_suppressed_stays_on_covering_fire() -> None:
    state = ready(
        table(), unit("u", "uk.squad", (20, 24), 90), unit("p", "de.squad", (32, 24), 270, COVERING), FAR
    )
    state = activated(state, "u", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    state = act(state, HoldFire(DE))
    fire = Fire(UK, "u", "p", K.SUPPRESS_SMALL_ARMS)
    state = act(state, fire, 4, 6, 1)
    assert state.unit("p").has(SUPPRESSED)
    assert state.unit("p").has(COVERING)
