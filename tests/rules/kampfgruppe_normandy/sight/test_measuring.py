"""How far it is to a target and in which band: hulls, squads strung out, and the limits of weapons and of the night."""

import numpy as np
import pytest

from rules.game.state import GameState
from rules.game.verdicts import Shot
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import units_near
from rules.kampfgruppe_normandy.questions.ranges import Range, distance_in, distances_in, range_between
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import MARK
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    game,
    position,
    ready,
    refusal,
    table,
    unit,
    with_status,
)

HULL = 1.6
"""From the middle of a tank to its front edge."""


MAN = 0.3
"""From the middle of a man's base to its edge."""


def strung_out(state: GameState, name: str, *east_in: float) -> GameState:
    """The state with the men of a unit at these distances east of its spot, side by side."""
    men = len(east_in)
    offsets = tuple((east, 0.7 * (k - (men - 1) / 2)) for k, east in enumerate(east_in))
    return with_status(state, name, Status(men=men, offsets=offsets))


def chances(state: GameState, order: Fire) -> str:
    assert not refusal(state, order)
    return str(GAME.chances(state, order))


@proves("KN-PRIN-08", "KN-PRIN-09", "KN-PRIN-10", "KN-NIGHT-01")
@pytest.mark.parametrize("east_in", [(-3, -2, -1, 0, 1, 2, 3, 4), (0,)])
def test_distances_to_many_places_equal_those_to_each_one(east_in: tuple[float, ...]) -> None:
    """A lone man stands over one of them."""
    men, foe = unit("men", "uk.squad", (10, 34)), unit("foe", "de.squad", (60, 24))
    gun = unit("gun", "uk.6pdr", (30, 10), 90)
    state = ready(table(), unit("tank", "uk.sherman", (10, 24), 90), men, gun, foe)
    state = strung_out(state, "men", *east_in)
    places = np.array([(9.0, 24.0), (20.0, 24.0), (20.0, 34.0), (1.0, 40.0), (10.0, 34.0)])
    for name in ("tank", "men", "gun"):
        found = distances_in(position(state), state.unit(name), places)
        each = [distance_in(position(state), state.unit(name), Spot(*place)) for place in places.tolist()]
        assert found.tolist() == pytest.approx(each)


@proves("KN-PRIN-08")
def test_range_runs_from_hull_to_hull() -> None:
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (10 + 16 + 2 * HULL, 24), 270)
    )
    for question in (RULESET.line_of_sight, RULESET.fire):
        asked = question(state, state.unit("a"), state.unit("b")).verdict
        sight = asked.sight if isinstance(asked, Shot) else asked
        assert sight.distance == pytest.approx(16.0)
    to_a_spot = RULESET.line_of_sight(state, state.unit("a"), Spot(10 + HULL + 7, 24))
    assert to_a_spot.verdict.distance == pytest.approx(7.0)
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_AT)
    assert '16.0", short' in chances(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))


@proves("KN-PRIN-08")
@pytest.mark.parametrize(("foe_x_in", "told"), [(27.6, '16.0", short (KGN Range bands, OUR 3,'), (27.5, '15.9", short (KGN Range bands);')])  # fmt: skip
def test_the_edge_between_two_bands_cites_our_reading(foe_x_in: float, told: str) -> None:
    state = ready(table(), unit("a", "uk.sherman", (8.4, 24), 90), unit("b", "de.pz4h", (foe_x_in, 24), 270))
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_AT)
    assert told in chances(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))


@proves("KN-PRIN-09", "KN-PRIN-10")
@pytest.mark.parametrize(("beyond_8", "band"), [(4, "close assault"), (5, "close assault"), (6, "short")])
def test_fire_of_a_tank_at_a_squad_is_in_the_band_of_most_of_its_men(beyond_8: int, band: str) -> None:
    tank = unit("tank", "uk.sherman", (10, 24), 90)
    state = ready(table(), tank, unit("ten", "de.panzergrenadiers", (10 + HULL + 7, 24), 270))
    state = strung_out(state, "ten", *[0.0] * (10 - beyond_8), *[4.0] * beyond_8)
    state = activated(state, "tank", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    said = chances(state, Fire(UK, "tank", "ten", K.DIRECT_SMALL_ARMS))
    assert f", {band} (" in said
    assert f"hit on {4 if band == 'short' else 3}+ at {band} range" in said


@proves("KN-PRIN-09")
def test_between_two_squads_the_farther_majority_holds_both_ways() -> None:
    """One British man is close to the Germans and six hang back; the Germans stand in a line."""
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (20, 24), 270))
    state = strung_out(state, "a", 5.0, *[-4.0] * 6)
    state = strung_out(state, "b", *[0.0] * 7)
    drawn = position(state)
    there = range_between(drawn, drawn.state.unit("a"), drawn.state.unit("b"))
    back = range_between(drawn, drawn.state.unit("b"), drawn.state.unit("a"))
    assert there.most_in == back.most_in == pytest.approx(14 - 2 * MAN, abs=0.01)
    assert back.nearest_in < 6
    seen = RULESET.line_of_sight(state, state.unit("a"), state.unit("b")).verdict
    assert seen.distance == there.most_in
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert '13.4", short' in chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS))


@proves("KN-SUPP-09", "KN-SUPP-12", "KN-SUPP-13", "KN-PRIN-11")
@pytest.mark.parametrize(
    ("firer", "men", "firepower"),
    [("de.squad", 8, "MG 42 5, small arms"), ("de.panzergrenadiers", 11, "firepower 16 ")],
)
def test_fire_that_suppresses_is_in_the_band_of_the_weapon_that_reaches_farthest(
    firer: str, men: int, firepower: str
) -> None:
    """Most men stand at long range of the machine guns; one is in reach of the rifles, which fire at their last band."""
    state = ready(table(), unit("a", firer, (10, 24), 90), unit("b", "uk.squad", (35, 24), 270), attacker=DE)
    state = strung_out(strung_out(state, "a", *[0.0] * (men - 1)), "b", *[2.0] * 3, -2.0, *[2.0] * 3)
    state = act(state, Activate(DE, "a", (K.SUPPRESS_SMALL_ARMS, K.MOVE)))
    said = chances(state, Fire(DE, "a", "b", K.SUPPRESS_SMALL_ARMS))
    assert firepower in said
    assert "suppresses on 5+" in said


@proves("KN-PRIN-10")
@pytest.mark.parametrize(("near", "away_in"), [(4, 2.0), (3, 5.0)])
def test_the_nearer_half_of_an_evenly_split_squad_counts_for_range_to_a_house_or_hull(
    near: int, away_in: float
) -> None:
    house = area(T.STONE_BUILDING, 30, 20, 34, 28)
    tank = unit("tank", "uk.sherman", (32, 40), 90)
    state = ready(table(house), unit("a", "uk.squad", (10, 24)), tank, unit("b", "de.squad", (60, 24)))
    for y in (24, 40):
        edge = 30 if y == 24 else 32 - HULL
        at = edge - MAN - 10
        men = [(at - 2, y - 24.0)] * near + [(at - 5, y - 24.0)] * (8 - near)
        there = position(with_status(state, "a", Status(men=8, offsets=tuple(men))))
        to = house.area if y == 24 else there.base(there.state.unit("tank"))
        assert distance_in(there, there.state.unit("a"), to) == pytest.approx(away_in)


@proves("KN-PRIN-08", "KN-PRIN-09")
@pytest.mark.parametrize(("foe", "edge_in"), [("de.sniper", MAN), ("de.pz4h", HULL)])
def test_a_tank_is_as_far_from_a_lone_man_as_his_base_is_from_its_hull(foe: str, edge_in: float) -> None:
    tank, enemy = unit("tank", "uk.sherman", (10, 24), 90), unit("b", foe, (30, 24), 270)
    drawn = position(ready(table(), tank, enemy, unit("c", "de.squad", (60, 40))))
    away = range_between(drawn, drawn.state.unit("tank"), drawn.state.unit("b"))
    assert away.nearest_in == away.most_in == pytest.approx(20 - HULL - edge_in)
    assert distance_in(drawn, drawn.state.unit("tank"), drawn.base(drawn.state.unit("b"))) == away.most_in


@proves("KN-PRIN-11")
def test_one_man_within_24_inches_lets_rifles_fire_at_his_whole_squad_at_their_last_band() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (35, 24), 270))
    state = strung_out(state, "a", *[0.0] * 7)
    order = Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    all_beyond = strung_out(state, "b", *[2.0] * 7)
    assert 'Bren reaches 24"' in refusal(all_beyond, order)
    one_within = strung_out(state, "b", *[2.0] * 3, -2.0, *[2.0] * 3)
    said = chances(one_within, order)
    assert "hit on 5+ at effective range" in said
    assert 'its closest model is 22.4" away (KGN Measuring distances, OUR 29' in said
    assert '26.4", long (KGN Range bands; KGN Measuring distances, OUR 29' in said
    (closest,) = [one for one in GAME.chances(one_within, order).reasons if "closest model" in one.text]
    assert not closest.decides


@proves("KN-PRIN-11", "KN-PRIN-09")
def test_most_of_the_firing_squad_must_be_within_the_reach_of_its_weapon() -> None:
    tank = unit("tank", "de.pz4h", (10 + 0.6 + 7 + HULL, 24), 270)
    state = activated(
        ready(table(), unit("a", "uk.squad", (10, 24), 90), tank), "a", K.SUPPRESS_SMALL_ARMS, K.MOVE
    )
    order = Fire(UK, "a", "tank", K.SUPPRESS_SMALL_ARMS)
    four_back = strung_out(state, "a", *[0.0] * 3, *[-2.0] * 4)
    assert "cannot suppress enclosed armour at short range" in refusal(four_back, order)
    three_back = strung_out(state, "a", *[0.0] * 4, *[-2.0] * 3)
    assert not refusal(three_back, order)


@proves("KN-PRIN-11", "KN-DFSA-31", "KN-DFSA-50a")
def test_a_flamethrower_reaches_a_squad_of_which_one_man_is_within_8_inches() -> None:
    flame = unit("flame", "uk.crocodile", (10, 24), 90)
    state = ready(table(), flame, unit("b", "de.squad", (10 + HULL + 10, 24), 270))
    order = Fire(UK, "flame", "b", K.DIRECT_SMALL_ARMS, "hull flamethrower")
    state = activated(state, "flame", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert 'reaches 8"' in refusal(strung_out(state, "b", *[0.0] * 7), order)
    assert "hit on 3+ at close assault range" in chances(strung_out(state, "b", *[0.0] * 6, -3.0), order)


@proves("KN-PRIN-11", "KN-NIGHT-02a")
def test_at_night_one_man_within_24_inches_can_be_fired_at() -> None:
    tank = unit("tank", "uk.sherman", (10, 24), 90)
    state = ready(table(), tank, unit("b", "de.squad", (10 + HULL + 26, 24), 270), night=True)
    state = activated(state, "tank", K.DIRECT_SMALL_ARMS, K.MOVE)
    order = Fire(UK, "tank", "b", K.DIRECT_SMALL_ARMS)
    assert 'beyond 24" at night' in refusal(strung_out(state, "b", *[0.0] * 7), order)
    told = chances(strung_out(state, "b", *[0.0] * 6, -3.0), order)
    assert '25.7", effective' in told
    assert 'its closest model is 22.7" away' in told


@proves("KN-NIGHT-02a", "KN-PRIN-08")
@pytest.mark.parametrize(("east", "south", "facing_deg"), [(0, -1, 0), (1, 0, 90), (0, 1, 180), (-1, 0, 270)])
@pytest.mark.parametrize(("gap_in", "seen"), [(24, True), (24.005, True), (24.02, False)])
def test_exactly_24_inches_are_near_enough_at_night_on_every_bearing(
    east: int, south: int, facing_deg: float, gap_in: float, seen: bool
) -> None:
    foe_at = Spot(40 + east * (gap_in + 2 * HULL), 40 + south * (gap_in + 2 * HULL))
    tank, foe = (
        unit("tank", "uk.sherman", (40, 40), facing_deg),
        unit("foe", "de.pz4h", (foe_at.x_in, foe_at.y_in), facing_deg),
    )
    state = ready(table(width_in=80, depth_in=80), tank, foe, night=True)
    assert RULESET.line_of_sight(state, tank, foe).verdict.visibility.is_open is seen
    (((told,),)) = RULESET.visibility_at_places(state, [tank], foe, [foe_at])
    assert told.is_open is seen
    assert RULESET.visibility_at_places(state, [tank], foe, []) == [[]]
    square, away_in = Spot(40.5, 40.5), gap_in + HULL
    near = unit("tank", "uk.sherman", (40.5 - east * away_in, 40.5 - south * away_in), facing_deg)
    foe = unit("foe", "de.pz4h", (2, 78))
    field = RULESET.sight_field(ready(table(width_in=80, depth_in=80), near, foe, night=True), near)
    assert field.verdict.visibility[square].is_open is seen


@proves("KN-PRIN-08", "KN-DFAT-07")
@pytest.mark.parametrize(("east", "facing_deg"), [(1, 90), (-1, 270)])
@pytest.mark.parametrize(
    ("gap_in", "band"), [(8, "close assault"), (24, "effective"), (24.02, "long"), (48, "extreme")]
)
def test_the_edge_of_two_bands_is_in_the_nearer_one_on_either_bearing(
    east: int, facing_deg: float, gap_in: float, band: str
) -> None:
    """OUR 3."""
    tank = unit("tank", "uk.sherman", (48, 24), facing_deg)
    foe = unit("foe", "de.pz4h", (48 + east * (gap_in + 2 * HULL), 24), facing_deg)
    state = activated(ready(table(width_in=104), tank, foe), "tank", K.DIRECT_AT, K.DIRECT_AT)
    assert f'{gap_in:.1f}", {band}' in chances(state, Fire(UK, "tank", "foe", K.DIRECT_AT, "75mm"))


@proves("KN-DFHE-09", "KN-SUPP-38", "KN-SUPP-01")
@pytest.mark.parametrize("kind", [K.DIRECT_AT, K.SUPPRESS_HE])
def test_shells_fly_48_inches_and_no_farther(kind: K) -> None:
    def shot(gap_in: float) -> str:
        enemy = unit("b", "de.pz4h", (10 + gap_in + 2 * HULL, 24), 270)
        state = activated(
            ready(table(width_in=96), unit("a", "uk.sherman", (10, 24), 90), enemy), "a", kind, kind
        )
        return refusal(state, Fire(UK, "a", "b", kind, "75mm"))

    assert not shot(48)
    assert 'the nearest part of b is 48.1" away, beyond 48"' in shot(48.1)
    assert ("OUR 55" in shot(48.1)) is (kind is K.SUPPRESS_HE)


@proves("KN-PRIN-12", "KN-PRIN-13", "KN-IND-19")
@pytest.mark.parametrize(("gap_in", "is_struck"), [(8.0, True), (8.05, False)])
def test_shells_reach_whatever_hull_is_within_eight_inches_of_the_marker(
    gap_in: float, is_struck: bool
) -> None:
    """The hull of a tank 8 inches from the marker, its middle farther; and shells do not ask whose it is."""
    east = 40 + gap_in + BOOK.type("uk.sherman").width_in / 2
    state = game(unit("tank", "uk.sherman", (east, 20)), unit("foe", "de.squad", (80, 60)))
    assert [one.id for one in units_near(position(state), MARK)] == (["tank"] if is_struck else [])


@proves("KN-PRIN-11")
@pytest.mark.parametrize(("nearest_in", "within"), [(23.9, True), (24.0, True), (24.1, False)])
def test_one_model_at_the_very_limit_is_within_range(nearest_in: float, within: bool) -> None:
    assert Range(most_in=26.0, nearest_in=nearest_in).is_within(24.0) is within
