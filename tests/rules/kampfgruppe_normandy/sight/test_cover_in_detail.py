"""Sight and cover to the inch: how near a wall must be, how many men must be in it, who looks over what."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import area, line, position, ready, table, unit, with_status

IN_LINE = tuple((0.0, 0.9 * (k - 3.5)) for k in range(8))
"""Eight men abreast, facing east or west."""


def cover_of_squad(*pieces: Piece) -> Cover:
    """The cover of eight Germans abreast at x 40 against a British tank to the west."""
    state = ready(table(*pieces), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (40, 24), 270))
    state = with_status(state, "b", Status(men=8, offsets=IN_LINE))
    found = position(state)
    return cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover


@proves("KN-SUPP-31", "KN-SUPP-23")
@pytest.mark.parametrize(("away_in", "cover"), [(1.95, Cover.HARD), (2.05, Cover.OPEN)])
def test_a_wall_is_cover_within_2_inches(away_in: float, cover: Cover) -> None:
    man_in, wall_in = 0.3, 0.2
    x = 40 - man_in - away_in - wall_in
    assert cover_of_squad(line(T.WALL, (x, 10), (x, 38))) is cover


@proves("KN-SUPP-31")
@pytest.mark.parametrize(("crossed_at_in", "cover"), [(36.2, Cover.OPEN), (36.7, Cover.HARD)])
def test_a_wall_is_cover_of_a_hull_where_the_line_crosses_it_within_2_inches(
    crossed_at_in: float, cover: Cover
) -> None:
    """It runs aslant, 1.5 inches off a corner of the half-track, whose front is at 38.6; what counts is where the line crosses it."""
    wall = line(T.WALL, (crossed_at_in - 0.9, 22.5), (crossed_at_in + 1.8, 27))
    state = ready(table(wall), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.sdkfz251", (40, 24), 270))
    found = position(state)
    assert cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover is cover


@proves("KN-DFAT-43b")
@pytest.mark.parametrize(("burns", "cover"), [(True, Cover.HARD), (False, Cover.OPEN)])
def test_a_tank_that_was_destroyed_is_hard_cover_for_the_men_behind_it(burns: bool, cover: Cover) -> None:
    state = ready(table(), unit("a", "uk.squad", (14, 24), 90), unit("b", "de.squad", (33, 25), 270))
    wreck = Loss("tank", "uk.sherman", "uk", "destroyed", Spot(30, 24), 90.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,) if burns else ()))
    found = position(state)
    assert cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover is cover


@proves("KN-DFAT-43b", "KN-SUPP-31", "KN-IND-20")
@pytest.mark.parametrize(
    ("men_at", "burst_at", "save"),
    [((30, 24), (30, 18), 4), ((30, 21.8), (30, 27), 4), ((30, 21.8), (30, 17), 6)],
    ids=["under it", "behind it", "before it"],
)
def test_a_tank_that_was_destroyed_is_hard_cover_from_shells_too(
    men_at: tuple[float, float], burst_at: tuple[float, float], save: int
) -> None:
    state = ready(table(), unit("a", "uk.squad", (4, 4)), unit("b", "de.squad", men_at))
    wreck = Loss("tank", "uk.sherman", "uk", "destroyed", Spot(30, 24), 90.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    shells = barrage_at(position(state), Spot(*burst_at), HighExplosive(ShellSize.MEDIUM, 4, 2))
    assert [(target.unit, target.save) for target in shells.targets] == [("b", save)]


@proves("KN-SUPP-31")
@pytest.mark.parametrize(("to_wall_in", "cover"), [(0.4, Cover.OPEN), (3.0, Cover.HARD)])
def test_a_wall_is_no_cover_from_a_firer_who_stands_at_it_himself(to_wall_in: float, cover: Cover) -> None:
    wall = line(T.WALL, (38.4, 10), (38.4, 38))
    state = ready(
        table(wall), unit("a", "uk.sniper", (38.2 - to_wall_in, 24), 90), unit("b", "de.squad", (40, 24), 270)
    )
    state = with_status(state, "b", Status(men=8, offsets=IN_LINE))
    found = position(state)
    assert cover_from(found, state.unit("b"), look(found, state.unit("a"), state.unit("b"))).cover is cover


@proves("KN-SUPP-20", "KN-SUPP-23")
@pytest.mark.parametrize(("men_inside", "cover"), [(3, Cover.OPEN), (4, Cover.VISUAL), (5, Cover.VISUAL)])
def test_half_the_men_must_be_in_the_cover(men_inside: int, cover: Cover) -> None:
    first_outside_in = 24 + 0.9 * (men_inside - 3.5) - 0.45
    assert cover_of_squad(area(T.ORCHARD, 38, 12, 42, first_outside_in)) is cover


@proves("KN-PRIN-16")
@pytest.mark.parametrize(("to_bocage_in", "sees"), [(0.9, True), (1.2, False)])
def test_one_looks_through_bocage_from_an_inch_away(to_bocage_in: float, sees: bool) -> None:
    x = 10 + to_bocage_in + 0.4
    bocage = line(T.BOCAGE, (x, 0), (x, 48), width_in=0.8)
    state = ready(table(bocage), unit("a", "uk.sniper", (10, 24), 90), unit("b", "de.squad", (40, 24), 270))
    assert look(position(state), state.unit("a"), state.unit("b")).is_open is sees


@pytest.mark.parametrize(("behind_in", "sees"), [(12.0, False), (13.0, True)])
def test_from_a_hill_one_sees_over_a_house_but_for_the_dead_ground_behind_it(
    behind_in: float, sees: bool
) -> None:
    """From 3.35 inches up over 1.8, 24 off, the line comes down to a man's head 37.2 off: 13.2 behind the house."""
    hill = area(T.HILL, 0, 10, 20, 38, level=1)
    house = area(T.STONE_BUILDING, 30, 10, 34, 38)
    state = ready(
        table(hill, house),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.sniper", (34 + behind_in + 0.3, 24), 270),
    )
    assert look(position(state), state.unit("a"), state.unit("b")).is_open is sees


@proves("KN-PRIN-14", "KN-SHOOT-09")
@pytest.mark.parametrize("aboard", [True, False])
def test_men_who_ride_on_a_tank_are_seen_where_any_of_its_hull_is(aboard: bool) -> None:
    """A house hides the middle of the tank; its stern, 1.6 inches off, is seen past the corner."""
    house = area(T.STONE_BUILDING, 18, 18, 22, 24.5)
    tank, men = unit("tank", "de.panther", (30, 24), 0), unit("men", "de.squad", None if aboard else (30, 24))
    units = (unit("a", "uk.sniper", (10, 24), 90), men, *([tank] if aboard else []))
    state = ready(table(house), *units, **({"aboard": {"men": "tank"}} if aboard else {}))
    assert look(position(state), state.unit("a"), state.unit("men")).is_open is aboard


@proves("KN-PRIN-14")
@pytest.mark.parametrize(("men", "sees"), [(8, True), (7, False)])
def test_a_squad_sees_with_the_eyes_of_each_of_its_men(men: int, sees: bool) -> None:
    house = area(T.STONE_BUILDING, 20, 10, 24, 30)
    state = ready(table(house), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.sniper", (40, 24), 270))
    at_the_corner = (0.0, 20.0)
    offsets = (*((0.0, 0.9 * (k - 3)) for k in range(7)), at_the_corner)
    state = with_status(state, "a", Status(men=men, offsets=offsets[:men]))
    assert look(position(state), state.unit("a"), state.unit("b")).is_open is sees
