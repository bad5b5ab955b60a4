"""Chapter 11: rosters, force points, balance, settings, tables and victory."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from maps.table_generator import generated_table
from rules.errors import BadInput, Unknown
from rules.game.citation import Provenance
from rules.game.state import GameState
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.house_roster import HOUSE_ROSTER
from rules.micro_armour.book.roster import FORMAT, GunArc, TankType
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.questions.force_points import (
    ForceList,
    balance_hints,
    cohesion_kinds,
    force_points,
    ghq_cost,
    is_generic,
    is_won,
)
from rules.micro_armour.questions.table_suggestions import departures
from tests.proving import proves
from tests.rules.micro_armour.phases import to_fire
from tests.rules.micro_armour.tables import (
    BLUE,
    MATG1,
    MATG2,
    RED,
    area,
    opened,
    play,
    progress,
    record_of,
    stand,
    state_of,
    table,
)

PZ3J, SHERMAN = HOUSE_ROSTER["pz3j"], HOUSE_ROSTER["sherman75"]


def _points(tank: TankType, stands: int, cohesion: int) -> float:
    return float(force_points(ForceList((tank,) * stands, cohesion)))


def _battalion(tank: TankType, cohesion: int) -> ForceList:
    return ForceList((tank,) * 10, cohesion, tank)


@proves("MATG2-11.5", "MATG2-11.2")
def test_example_force_sizes() -> None:
    assert _points(PZ3J, 10, 15) == 795
    assert _points(SHERMAN, 10, 14) == 1008


@proves("MATG2-11.6b", "MATG2-11.6c")
def test_example_balanced_forces() -> None:
    assert _points(PZ3J, 12, 15) == 954
    assert (_points(PZ3J, 10, 17), _points(SHERMAN, 10, 13)) == (901, 936)


@pytest.mark.parametrize(
    ("quality", "cost"), [(-2, 63.6), (-1, 84.8), (0, 106), (1, 127.2), (2, 148.4), (3, 169.6)]
)
@proves("MATG2-11.3")
def test_11_3_the_ghq_stand_costs_by_its_quality(quality: int, cost: float) -> None:
    assert float(ghq_cost(PZ3J, quality)) == cost
    with pytest.raises(BadInput, match="ghq_quality: 4 is not a quality from -2 to 3"):
        ghq_cost(PZ3J, 4)


@proves("MATG2-11.1")
def test_11_1_a_generic_battalion_has_nine_stands_and_a_ghq() -> None:
    assert is_generic(10, 1)
    assert not any(is_generic(*counted) for counted in ((10, 0), (10, 2), (9, 1), (11, 1)))


@proves("MATG2-11.3", "MATG2-11.5")
def test_our_35_the_printed_totals_leave_the_ghqs_price_out_unless_it_is_charged() -> None:
    battalion = _battalion(PZ3J, 15)
    assert float(force_points(battalion)) == 795
    assert float(force_points(battalion, charge_ghq=True)) == 874.5


@pytest.mark.parametrize(
    ("cohesion", "kinds"),
    [(9, ("militia",)), (15, ("militia", "conscripts", "professionals", "elite")), (22, ("elite",)), (8, ())],
)
@proves("MATG2-11.4")
def test_11_4_cohesion_levels_by_the_kind_of_force(cohesion: int, kinds: tuple[str, ...]) -> None:
    assert cohesion_kinds(cohesion) == kinds


@proves("MATG2-11.6a", "MATG2-11.6b", "MATG2-11.6c", "MATG2-11.6d")
def test_11_6_balance_hints_for_the_example() -> None:
    assert balance_hints(_battalion(PZ3J, 15), _battalion(SHERMAN, 14)) == (
        "1008 points against 795",
        "take 2 M4 Sherman, 75mm off the larger force: 806.4 against 795",
        "add 3 PzKpfw III J to the smaller force: 1033.5 against 1008",
        "set cohesion to 16 for the smaller and 12 for the larger force: 848 against 864",
        "give the stronger force to the newer player",
    )
    assert balance_hints(_battalion(PZ3J, 14), _battalion(PZ3J, 14)) == (
        "the forces are level at 742 points",
    )


@proves("MATG2-11.6b")
@pytest.mark.parametrize(
    ("first", "last", "hint"),
    [
        (PZ3J, SHERMAN, "add 2 PzKpfw III J to the smaller force: 982.5 against 1008"),
        (SHERMAN, PZ3J, "add 2 M4 Sherman, 75mm to the smaller force: 1039.5 against 1008"),
    ],
)
def test_11_6_the_tanks_to_add_are_of_the_kind_that_the_smaller_force_names_first(
    first: TankType, last: TankType, hint: str
) -> None:
    """At cohesion 15 the force is worth 823.5, each Panzer 79.5 and each Sherman 108."""
    mixed = ForceList((first, *[PZ3J] * 8, last), 15, PZ3J)
    assert hint in balance_hints(mixed, _battalion(SHERMAN, 14))


@pytest.mark.parametrize(
    ("lost_by_enemy", "lost_by_us", "won"), [(51, 0, True), (50, 0, False), (51, 50, True), (100, 51, False)]
)
@proves("MATG2-11.11")
def test_11_11_destroy_51_percent_and_keep_half(lost_by_enemy: int, lost_by_us: int, won: bool) -> None:
    assert is_won(lost_by_enemy, 100, lost_by_us, 100) is won


@proves("MATG2-11.11", "MATG2-2.0.4", "MATG2-7.2.4", "MATG2-4.5.6", "MATG2-10.2.2")
def test_11_11_judged_by_points_at_the_end_of_the_turn() -> None:
    state = opened(table(), stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (10, 18), 90.0, "pz4h"))
    state = play(to_fire(state), [Fire(RED, "b1", ("r1",))], [1, 1, 1])
    assert MATG2.as_game().result(state) is None
    state = _to_the_end_of_the_turn(state)
    result = MATG2.as_game().result(state)
    assert result is not None
    assert result.winner == RED
    assert result.text == "red wins in turn 1: red lost 0 of 66 points, blue lost 72 of 72 points"
    assert MATG2.as_game().to_act(state) is None
    assert MATG2.as_game().legal_actions(state) == ()
    assert "the game is over" in str(MATG2.as_game().why_not(state, Pass(RED))[0])


@proves("MATG2-11.11", "MATG2-4.5.2")
@pytest.mark.parametrize(("marked", "lost"), [(1, "b0 eliminated"), (5, "5 eliminated")])
def test_11_11_the_odds_of_the_last_recovery_include_the_winner(marked: int, lost: str) -> None:
    """Blue rolls last, for one stand or for more than are named one by one; on a 20 each of them panics."""
    shaken = ("suppressed", "disorganized")
    blues = [stand(f"b{k}", BLUE, (3 + 3 * k, 40), 0.0, "t34", *shaken) for k in range(marked)]
    state = to_fire(opened(table(), stand("r1", RED, (10, 10), 90.0, "pz4h"), *blues))
    state = play(_to_marker_removal(state), [RemoveMarkers(RED)])
    odds = MATG2.as_game().chances(state, RemoveMarkers(BLUE)).odds
    assert odds is not None
    assert odds.of(f"{lost}; red wins") == Fraction(1, 20) ** marked


def _to_marker_removal(state: GameState) -> GameState:
    while progress(state).phase != "marker removal":
        legal = MATG2.as_game().legal_actions(state)
        passing = [action for action in legal if isinstance(action, Pass)]
        state = play(state, passing[:1] or list(legal[:1]))
    return state


def _to_the_end_of_the_turn(state: GameState) -> GameState:
    state = _to_marker_removal(state)
    return play(
        state,
        [
            RemoveMarkers(side)
            for side in (progress(state).acting, RED if progress(state).acting == BLUE else BLUE)
        ],
    )


@proves("MATG2-11.9", "MATG2-2.0.1")
def test_11_9_the_game_is_drawn_when_time_is_up_without_a_winner() -> None:
    state = opened(table(), stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (10, 40)), turns=8)
    for _ in range(8):
        assert MATG2.as_game().result(state) is None
        state = _to_the_end_of_the_turn(to_fire(state))
    result = MATG2.as_game().result(state)
    assert result is not None
    assert result.winner is None
    assert result.text.startswith("time is up after turn 8, a draw")


@proves("MATG2-11.9", "MATG2-2.0.1")
def test_11_9_twelve_turns_unless_the_scenario_says_eight_to_twenty() -> None:
    assert progress(opened(table())).options.turns == 12
    assert progress(opened(table(), turns=8)).options.turns == 8
    for turns in (7, 21, "8"):
        with pytest.raises(BadInput, match=r"options\.turns: .* is not a whole number from 8 to 20"):
            opened(table(), turns=turns)


@proves("MATG2-2.0.2", "MATG2-5.1.4")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cohesion": {RED: 14}}, r"options\.cohesion\.blue is missing; it must be given for every side"),
        ({"cohesion": {RED: 14, BLUE: 0}}, r"options\.cohesion\.blue: 0 is not a whole number from 1 to 30"),
        (
            {"cohesion": {RED: 14, BLUE: 14, "green": 9}},
            r"options\.cohesion\.green: 9 is not for one of red, blue",
        ),
        ({"ghq_quality": {RED: 4}}, r"options\.ghq_quality\.red: 4 is not a whole number from -2 to 3"),
        ({"enters": {RED: "up"}}, r"options\.enters\.red: 'up' is not one of north, east, south, west"),
        (
            {"terrain": "jungle", "sight_limit_in": None},
            r"options\.terrain: 'jungle' is not one of open, mixed, closed",
        ),
        ({"sight_limit_in": -1}, r"options\.sight_limit_in: -1 is not a number of inches over 0"),
        ({"sight_limit_in": 401}, r"options\.sight_limit_in: 401 is not a number of inches"),
        ({"switches": ["fog"]}, r"options\.switches: \['fog'\] is not a list of ghq_cost, literal_crt"),
        ({"weather": "rain"}, r"options\.weather: 'rain' is not an option of Micro Armour"),
    ],
)
def test_2_0_a_wrong_option_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        opened(table(), **options)


@proves("MATG2-8.2.1.2")
def test_8_2_1_the_scenario_gives_the_ghqs_quality() -> None:
    settled = progress(opened(table(), ghq_quality={RED: 2})).options
    assert [force.ghq_quality for force in settled.forces] == [2, 0]


@pytest.mark.parametrize(
    ("at", "facing_deg", "message"),
    [
        ((10.5, 10), 0.0, r"unit r1\.at: '\(10, 10\)' is not clear of r2, which stands at \(10\.5, 10\)"),
        ((0.2, 10), 0.0, r"unit r2\.at: '\(0\.2, 10\)' is not a place for a one-inch stand on the table"),
        ((20, 10), float("inf"), r"unit r2\.facing_deg: inf is not a facing in degrees"),
    ],
)
@proves("MATG2-8.3.4.1", "MATG2-3.2.1")
def test_3_2_stands_that_overlap_or_are_off_the_table_are_refused(
    at: tuple[float, float], facing_deg: float, message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        opened(table(), stand("r1", RED, (10, 10)), stand("r2", RED, at, facing_deg))


@proves("MATG2-2.0.1", "MATG2-3.1.1")
def test_an_unknown_tank_a_third_side_or_foreign_ground_is_refused() -> None:
    with pytest.raises(Unknown, match="no tank type named 't99'; there are pz3f"):
        opened(table(), stand("r1", RED, (10, 10), 0.0, "t99"))
    with pytest.raises(BadInput, match=r"unit g1\.side: 'green' is not one of red, blue"):
        opened(table(), stand("g1", "green", (10, 10)))
    three = replace(state_of(table()), sides=(RED, BLUE, "green"))
    with pytest.raises(BadInput, match=r"sides: .* is not two sides"):
        MATG2.opening(three, {"cohesion": {RED: 14, BLUE: 14, "green": 14}, "sight_limit_in": 40})
    with pytest.raises(BadInput, match="bocage"):
        opened(table(area(T.BOCAGE, 4, 4, 8, 5)))


@proves("MATG2-11.2", "MATG2-10.2.2", "MATG2-2.0.6", "MATG2-2.0.7")
def test_11_the_house_roster_follows_its_formula_and_keeps_the_printed_facts() -> None:
    assert len(HOUSE_ROSTER) >= 24
    t34 = HOUSE_ROSTER["t34"]
    assert (t34.guns[0].ap, t34.guns[0].ap_range_in, t34.defence, t34.movement_points) == (7, 17.0, 8, 12)
    assert t34.points == 4 * (7 + 8) + 6
    assert (PZ3J.points, SHERMAN.points) == (53, 72)
    assert {tank.id for tank in HOUSE_ROSTER.values() if tank.points_from is Provenance.BOOK} == {
        "pz3j",
        "sherman75",
    }
    assert {tank.id for tank in HOUSE_ROSTER.values() if len(tank.guns) == 2} == {"charb", "lee", "m11"}
    assert all(tank.guns[0].arc is GunArc.FRONT for tank in HOUSE_ROSTER.values() if len(tank.guns) == 2)
    arcs = {name: HOUSE_ROSTER[name].guns[0].arc for name in ("t34", "sherman75", "stug3g")}
    assert arcs == {"t34": GunArc.ALL_ROUND, "sherman75": GunArc.ALL_ROUND, "stug3g": GunArc.FRONT}
    assert all(tank.provenance is Provenance.HOUSE for tank in HOUSE_ROSTER.values())


GOOD: dict[str, Any] = {
    "format": FORMAT,
    "book": "matg2",
    "name": "mine",
    "tanks": [
        {
            "id": "t34",
            "name": "T-34",
            "defence": 5,
            "movement_points": 10,
            "points": 50,
            "guns": [{"name": "76", "ap": 9, "ap_range_in": 15}],
        }
    ],
}


@proves("MATG2-11.W", "MATG2-7.1.7")
def test_11_a_players_own_roster_replaces_the_house_roster() -> None:
    mine = MATG2.with_options((), {"roster": GOOD})
    assert list(mine.roster) == ["t34"]
    state = mine.opening(
        state_of(table(), stand("r1", RED, (10, 10), 180.0), stand("b1", BLUE, (10, 18))),
        {"cohesion": {RED: 14, BLUE: 14}},
    )
    state = to_fire(state, book=mine)
    assert "at +4:" in record_of(state, Fire(RED, "b1", ("r1",)), [1, 4, 4], mine)[0]
    ruling = mine.weapon_ranges(state, state.unit("r1"))
    assert str(ruling.reasons[0]) == "AP range of T-34 (MATG2 7.3.5, from a reader's table)"


@proves("MATG2-11.W")
def test_11_a_players_roster_is_added_to_the_house_roster_if_it_extends_it() -> None:
    more = MATG1.with_options((), {"roster": {**GOOD, "extends": "house"}})
    assert len(more.roster) == len({*HOUSE_ROSTER, "t34"})
    assert more.book.tank("t34").defence == 5


def test_11_two_tanks_of_one_id_are_refused() -> None:
    with pytest.raises(BadInput, match=r"roster\.tanks\[1\]\.id: 't34' is not an id that no other tank has"):
        MATG2.with_options((), {"roster": {**GOOD, "tanks": GOOD["tanks"] * 2}})


def test_unknown_switches_and_house_values_are_refused() -> None:
    with pytest.raises(Unknown, match="no switch named 'fog'; there are ghq_cost, literal_crt"):
        MATG1.with_options(("fog",), {})
    with pytest.raises(Unknown, match="no house value named 'weather'; there are roster"):
        MATG1.with_options((), {"weather": 1})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda made: Tabletop("t", 72, 24, made.pieces), "the table is 72 × 24 inches, not about 24 × 48"),
        (lambda made: _without_kind(made, T.WOODS), "woods cover 0% of the table, not 10 to 30%"),
        (lambda made: _without_kind(made, T.GOOD_ROAD), "no good road runs from one short edge to the other"),
        (
            lambda made: _with_pieces(made, area(T.HEAVY_BUILDINGS, 1, 1, 2, 2)),
            "there are 3 towns, not up to 2",
        ),
        (lambda made: _with_pieces(made, area(T.MUD, 1, 1, 2, 2)), "1 mud on one half, 0 on the other"),
        (
            lambda made: _with_pieces(made, area(T.WOODS, 1, 1, 9, 9)),
            'woods woods is 8.0" across, not 4 to 6',
        ),
        (
            lambda made: _with_pieces(made, area(T.LIGHT_BUILDINGS, 16, 6, 24, 14)),
            'the towns are 15.0" together, not about 7',
        ),
    ],
)
@proves("MATG2-11.7", "MATG2-11.8b", "MATG2-11.8c", "MATG2-11.8d", "MATG2-11.8e")
def test_11_8_every_departure_is_named(change: Callable[[Tabletop], Tabletop], message: str) -> None:
    assert message in [reason.text for reason in departures(change(generated_table(5)), SECOND)]


@pytest.mark.parametrize(("width_in", "is_named"), [(46, False), (45.5, True), (50, False), (50.5, True)])
@proves("MATG2-11.7")
def test_11_7_a_table_is_about_the_suggested_size_within_two_inches(width_in: float, is_named: bool) -> None:
    said = [reason.text for reason in departures(Tabletop("bare", width_in, 24), SECOND)]
    assert any(text.startswith("the table is") for text in said) is is_named


@proves("MATG2-11.8a")
def test_11_8_mixed_terrain_is_usual_with_twenty_inches() -> None:
    assert progress(opened(table(), sight_limit_in=None)).options.sight_limit.limit_in == 20


@proves("MATG2-6.4.1.1")
def test_6_4_1_a_scenario_may_let_sight_reach_400_inches() -> None:
    assert progress(opened(table(), sight_limit_in=400)).options.sight_limit.limit_in == 400
    with pytest.raises(BadInput, match=r"options\.sight_limit_in: 400\.5 is not a number of inches"):
        opened(table(), sight_limit_in=400.5)


def _without_kind(made: Tabletop, kind: T) -> Tabletop:
    return Tabletop("t", made.width_in, made.depth_in, tuple(p for p in made.pieces if p.terrain is not kind))


def _with_pieces(made: Tabletop, piece: Piece) -> Tabletop:
    return Tabletop("t", made.width_in, made.depth_in, (*made.pieces, piece))


def test_weapon_ranges_name_bands_and_arcs() -> None:
    unit = stand("r1", RED, (10, 10), 90.0, "lee")
    hull, turret = MATG2.weapon_ranges(state_of(table(), unit), unit).verdict.weapons
    assert [(band.out_to, band.modifier) for band in hull.bands] == [
        (1, -1),
        (5, 0),
        (10, 1),
        (15, 2),
        (16, 3),
    ]
    assert hull.arc is not None
    assert (hull.arc.bearing_deg, hull.arc.width_deg) == (90.0, 90.0)
    assert turret.arc is None


@proves("MATG2-11.5", "MATG2-11.1")
def test_11_5_the_ruling_lists_the_forces_of_both_sides() -> None:
    """Nine T-34s of 66 points and a GHQ against one Panzer III of 53; no kind of force has a level of 8."""
    red = [stand(f"r{k}", RED, (5.0 + 2 * k, 5), 0.0, "t34", *(["ghq"] * (k == 0))) for k in range(10)]
    blue = stand("b1", BLUE, (40, 40), 0.0, "pz3j")
    ruling = MATG2.force_sizes(state_of(table(), *red, blue), {"cohesion": {RED: 14, BLUE: 8}})
    assert [(side, float(points)) for side, points in ruling.verdict.points] == [(RED, 924.0), (BLUE, 42.4)]
    said = [reason.text for reason in ruling.reasons]
    assert "Blue: 1 stand and no GHQ, not the 9 stands and 1 GHQ of a generic battalion" in said
    assert not [text for text in said if text.startswith("Red: 9 stands")]
    assert "Red: cohesion 14 is that of militia or conscripts or professionals or elite" in said
    assert "Blue: cohesion 8 is that of no usual force" in said
    blues = [stand(f"b{k}", BLUE, (5.0 + 2 * k, 40)) for k in range(10)]
    headless = MATG2.force_sizes(state_of(table(), *red, *blues), {"cohesion": {RED: 14, BLUE: 14}})
    assert any(reason.text.startswith("Blue: 10 stands and no GHQ, not") for reason in headless.reasons)
    blues[:2] = [stand(f"b{k}", BLUE, (5.0 + 2 * k, 40), 0.0, "t34", "ghq") for k in range(2)]
    two = MATG2.force_sizes(state_of(table(), *red, *blues), {"cohesion": {RED: 14, BLUE: 14}})
    assert any(reason.text.startswith("Blue: 8 stands and 2 GHQ, not") for reason in two.reasons)
