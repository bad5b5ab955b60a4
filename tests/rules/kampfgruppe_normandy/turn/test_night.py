"""Night fighting: the range of sight and fire, obscured targets, and aircraft that do not come."""

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.effects.air_support import SKY
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.engineering import Task
from rules.kampfgruppe_normandy.questions.ranges import measured_in
from rules.kampfgruppe_normandy.questions.sight.cover import cover_from
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.state.progress import Status, Step, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy import tables
from tests.rules.kampfgruppe_normandy.support.shelling import FOE
from tests.rules.kampfgruppe_normandy.tables import (
    AIRCRAFT,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    building,
    game,
    position,
    ready,
    refusal,
    status,
    table,
    told_to,
    unit,
    with_counter,
)


@proves("KN-NIGHT-01", "KN-NIGHT-02a", "KN-NIGHT-03", "KN-NIGHT-04")
def test_at_night_nothing_is_engaged_beyond_24_inches_and_all_are_obscured() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.pz4h", (40, 24), 270),
        unit("c", "de.pz4h", (30, 30), 270),
        night=True,
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    assert 'beyond 24" at night' in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))
    assert "-1 target obscured" in str(GAME.chances(state, Fire(UK, "a", "c", K.DIRECT_AT, "75mm")))


@proves("KN-NIGHT-05")
def test_at_night_an_aircraft_counter_is_worth_nothing() -> None:
    state = with_counter(
        game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)), night=True), AIRCRAFT
    )
    assert SKY.of(progress_of(state)).expected == ()
    assert progress_of(state).counters_of(UK) == ("aircraft",)
    with pytest.raises(BadInput, match="night"):
        tables.opened(
            tables.table(),
            tables.unit("plane", "uk.typhoon", (9, 9)),
            tables.unit("foe", "de.squad", (9, 40)),
            night=True,
        )


@proves("KN-NIGHT-04", "KN-BLDG-13")
@pytest.mark.parametrize(("y_in", "may"), [(44, True), (50, False)])
def test_at_night_a_building_is_fired_at_within_24_inches(y_in: float, may: bool) -> None:
    state = game(
        unit("tank", "uk.sherman", (40, y_in)),
        FOE,
        pieces=[area(T.BRICK_BUILDING, 38, 18, 42, 22)],
        night=True,
        status={"foe": Status(men=8, inside="brick_building"), "tank": Status(rounds=(("he", 4),))},
    )
    state = told_to(state, "tank", K.DIRECT_HE, K.MOVE)
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_HE, "75mm")
    assert ('beyond 24" at night (KGN Night fighting)' not in refusal(state, fire)) is may


@proves("KN-NIGHT-04", "KN-PRIN-11")
@pytest.mark.parametrize(("night", "hit_on"), [(True, "5+ at effective range"), (False, "6+ at long range")])
def test_at_night_most_men_of_a_squad_beyond_24_inches_are_hit_in_the_last_band_that_is_reached(
    night: bool, hit_on: str
) -> None:
    """Its closest man is 23.5 inches off, most of them 24.4: no weapon has a band beyond 24 in the dark (OUR 29)."""
    state = told_to(
        game(unit("tank", "uk.sherman", (6, 24), 90), unit("foe", "de.squad", (32.3, 24), 270), night=night),
        "tank", K.DIRECT_SMALL_ARMS, K.MOVE,
    )  # fmt: skip
    told = str(GAME.chances(state, Fire(UK, "tank", "foe", K.DIRECT_SMALL_ARMS)))
    assert f"6 dice hit on {hit_on}" in told


def _night(gap_in: float, *, night: bool = True) -> GameState:
    state = game(
        unit("tank", "uk.sherman", (40, 60)),
        unit("foe", "de.squad", (40, 60 - 1.6 - 1.1 - gap_in)),
        night=night,
    )
    return told_to(state, "tank", K.DIRECT_SMALL_ARMS, K.MOVE)


@proves("KN-NIGHT-02a", "KN-BLDG-02a")
@pytest.mark.parametrize(
    ("gap_in", "night", "refused"),
    [
        (24, True, ""), (24.1, True, '24.1" away, beyond 24" at night (KGN Night fighting)'), (48, False, ""),
        (48.005, False, ""), (48.1, False, '48.1" away, beyond 48" (KGN Range bands)'),
    ],
)  # fmt: skip
def test_a_building_is_fired_at_as_far_as_anything_else(gap_in: float, night: bool, refused: str) -> None:
    state = game(
        unit("tank", "uk.sherman", (32, 34 + gap_in + 1.6)), unit("foe", "de.squad", (9, 9)),
        pieces=[building(T.BRICK_BUILDING)], night=night, status={"tank": Status(rounds=(("he", 4),))},
    )  # fmt: skip
    state = told_to(state, "tank", K.DIRECT_HE, K.DIRECT_HE)
    fire = FireAtBuilding(UK, "tank", "brick_building", K.DIRECT_HE, "75mm")
    assert refusal(state, fire) == (f"brick building brick_building is {refused}" if refused else "")


@proves("KN-NIGHT-02a")
@pytest.mark.parametrize(
    ("gap_in", "night", "told"),
    [
        (23, True, ["clear LOS"]),
        (25, True, ["LOS blocked", 'foe is 25.0" away, beyond 24" at night (KGN Night fighting)']),
        (25, False, ["clear LOS"]),
    ],
)
def test_nobody_is_seen_beyond_24_inches_at_night(gap_in: float, night: bool, told: list[str]) -> None:
    state = _night(gap_in, night=night)
    tank, foe = state.unit("tank"), state.unit("foe")
    seen = RULESET.line_of_sight(state, tank, foe)
    assert [str(seen.verdict), *map(str, seen.reasons)][: len(told)] == told
    would_see = RULESET.visibility_at_places(state, [tank], foe, [Spot(40, 60 - 1.6 - 1.1 - gap_in)])
    assert would_see == [[seen.verdict.visibility]]


@proves("KN-NIGHT-02a")
@pytest.mark.parametrize("kind", ["uk.sherman", "uk.squad"])
def test_the_field_ends_at_24_inches_at_night(kind: str) -> None:
    """Straight north the farthest square in sight lies 24 inches from the hull, or from most of the men."""
    state = game(unit("a", kind, (40.5, 60)), unit("foe", "de.squad", (4, 4)), night=True)
    viewer = state.unit("a")
    field = RULESET.sight_field(state, viewer).verdict.visibility
    north = [Spot(40.5, y + 0.5) for y in range(60)]
    near = [spot for spot in north if measured_in(position(state), viewer, spot) <= 24]
    assert [spot for spot in north if field[spot].is_open] == near
    assert 24 <= len(near) <= 26
    for spot in (Spot(30.5, 40.5), Spot(55.5, 42.5), Spot(60.5, 55.5)):
        assert field[spot] is RULESET.line_of_sight(state, viewer, spot).verdict.visibility


@pytest.mark.parametrize(
    ("night", "told"),
    [(True, ('It is night: nobody is seen beyond 24" (KGN Night fighting).',)), (False, ())],
)
def test_the_setting_says_that_it_is_night(night: bool, told: tuple[str, ...]) -> None:
    assert GAME.setting(game(unit("a", "uk.squad", (40, 60)), night=night)) == told


@proves("KN-NIGHT-04")
def test_weapon_ranges_at_night_end_at_24_inches_except_for_mortars() -> None:
    state = game(unit("tank", "uk.sherman", (40, 60)), unit("m", "uk.3in_mortar", (40, 50)), night=True)
    tank, mortar = (RULESET.weapon_ranges(state, state.unit(name)).verdict.weapons for name in ("tank", "m"))
    assert {weapon.name: weapon.bands[-1].out_to for weapon in tank}["75mm"] == 24
    assert {weapon.name: weapon.bands[-1].out_to for weapon in mortar} == {'3" mortar': 96, "small arms": 24}


@proves("KN-NIGHT-02b", "KN-NIGHT-04")
def test_an_observer_places_markers_within_24_inches_and_registered_points_anywhere() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 60)), unit("g", "uk.25pdr_battery"), unit("foe", "de.squad", (40, 30)), night=True,
        fire_support={UK: {"registered_points": {"farm": [40, 5]}}},
    )  # fmt: skip
    state = told_to(state, "hq", K.REQUEST)
    assert "beyond 24" in refusal(state, RequestMission(UK, "hq", ("g",), Spot(40, 30)))
    assert refusal(state, RequestMission(UK, "hq", ("g",), Spot(40, 38))) == ""
    assert refusal(state, RequestMission(UK, "hq", ("g",), point="farm")) == ""


@proves("KN-NIGHT-03")
def test_everybody_is_obscured_at_night() -> None:
    for is_night, cover in ((True, Cover.VISUAL), (False, Cover.OPEN)):
        state = game(unit("tank", "uk.sherman", (40, 60)), unit("foe", "de.squad", (40, 44)), night=is_night)
        seen = look(position(state), state.unit("tank"), state.unit("foe"))
        assert cover_from(position(state), state.unit("foe"), seen).cover is cover
    barrage = barrage_at(
        position(game(unit("pz", "de.pz4h", (40, 20)), night=True)),
        Spot(40, 20),
        HighExplosive(ShellSize.HEAVY, 5, 3),
    )
    assert barrage.target("pz").save == 5


@proves("KN-NIGHT-06", "KN-BMOR-22a")
@pytest.mark.parametrize(("counters", "dice"), [(2, 1), (3, 2)])
def test_kn_32_removal_costs_one_counter_more_at_night(counters: int, dice: int) -> None:
    waiting = [unit(f"squad {k}", "uk.squad", (10 + 6 * k, 60), 0, "suppressed") for k in range(9)]
    state = game(*waiting, unit("foe", "de.squad", (40, 9)), night=True, step=Step.SUPPRESSION)
    after = act(state, RemoveSuppression(UK, counters), *[1] * counters, *[2] * dice)
    assert len(progress_of(after).counters_of(UK)) == counters
    assert progress_of(after).owed[0].count == 2 * dice


@proves("KN-NIGHT-06")
@pytest.mark.parametrize(
    ("night", "said"),
    [
        (False, ""),
        (True, "at night the first counter removes nothing: two buy a die (KGN Suppression removal; KGN Night, OUR 153, inferred)"),
    ],
)  # fmt: skip
def test_one_counter_alone_is_not_taken_at_night(night: bool, said: str) -> None:
    waiting = unit("squad", "uk.squad", (10, 60), 0, "suppressed")
    state = game(waiting, unit("foe", "de.squad", (40, 9)), night=night, step=Step.SUPPRESSION)
    assert refusal(state, RemoveSuppression(UK, 1)) == said


@proves("KN-ENG-08a", "KN-NIGHT-03")
@pytest.mark.parametrize(("night", "men"), [(False, 6), (True, 8)])
def test_men_in_a_house_blown_up_at_night_save_as_in_the_open_on_5(night: bool, men: int) -> None:
    """Two hits of heavy 5; by day the 5s save nobody, and a die is thrown for a special weapon."""
    house = area(T.BRICK_BUILDING, 27, 17, 33, 23, name="house")
    sappers, foe = unit("sappers", "uk.sappers", (30, 24)), unit("foe", "de.squad", (30, 20))
    state = ready(table(house), sappers, foe, inside={"foe": "house"}, night=night)
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "house", 6),))
    state = activated(state, "sappers", K.ENGINEER, K.MOVE)
    special = () if night else (1,)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "house"), 6, 3, 4, 1, 2, 2, 5, 5, *special)
    assert status(after, "foe").men == men
