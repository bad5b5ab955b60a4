"""What would change a line of sight: each place and smoke in the answer is checked by the book's own questions."""

from dataclasses import replace
from fractions import Fraction

import pytest
from shapely import box

from maps.library import scenario
from rules.errors import BadInput, NotOnMap
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.last_hundred_yards.ruleset import RULESET as LHY
from rules.micro_armour.ruleset import MATG2
from rules.planning.change import change
from rules.planning.exposure import turned_to
from tests.drawing import board

SQUAD = Unit("squad", "us.able.1.squad.1", "us", Hex.named("C3"))
GUN = Unit("gun", "ge.mg.1", "ge", Hex.named("G3"))
GROUND = board(
    """
    .  .  .  .  .  .  .  .
    .  .  .  .  f  .  .  .
    .  .  w  .  .  .  .  .
    .  .  .  .  f  .  .  .
    """
)
STATE = GameState(
    GROUND, {unit.id: unit for unit in (replace(SQUAD, at=Hex.named("D3")), GUN)}, sides=("us", "ge")
)
US = STATE.unit("squad")


def from_place(place: Place, state: GameState = STATE) -> tuple[Visibility, Fraction | None]:
    moved = replace(US, at=place)
    then = state.with_unit(moved)
    seen = LHY.line_of_sight(then, GUN, moved).verdict.visibility
    return seen, LHY.fire(then, GUN, moved).verdict.harm if seen.is_open else None


def test_an_open_line_is_broken_at_the_cheapest_place_out_of_sight() -> None:
    found = change(LHY, STATE, US, GUN).verdict
    assert (found.sight.visibility, found.harm) == from_place(Hex.named("D3"))
    assert found.harm
    costs = {place: cost for place, cost in LHY.reach(STATE, US).verdict.cost.items() if place != US.at}
    hidden = {place: cost for place, cost in costs.items() if not from_place(place)[0].is_open}
    assert found.out_of_sight is not None
    assert found.out_of_sight.cost == hidden[found.out_of_sight.place] == min(hidden.values())


def test_cover_lists_only_places_that_no_cheaper_place_matches() -> None:
    found = change(LHY, STATE, US, GUN).verdict
    costs = {place: cost for place, cost in LHY.reach(STATE, US).verdict.cost.items() if place != US.at}
    chances = {place: from_place(place)[1] for place in costs if from_place(place)[0].is_open}
    assert [(stand.place.label, stand.harm) for stand in found.covers if isinstance(stand.place, Hex)] == [
        (stand.place.label, chances[stand.place]) for stand in found.covers if isinstance(stand.place, Hex)
    ]
    assert "C3" in {str(stand.place) for stand in found.covers}
    for stand in found.covers:
        assert stand.harm is not None
        assert found.harm is not None
        assert stand.harm < found.harm
        better = [place for place, chance in chances.items() if chance is not None and chance <= stand.harm]
        assert min(costs[place] for place in better) == stand.cost


def test_smoke_is_tried_in_every_hex_of_the_line_and_the_best_is_given() -> None:
    found = change(LHY, STATE, US, GUN).verdict
    tried = {}
    for label in ("D3", "E3", "F3", "G3", "E4", "F4"):
        smoke = replace(STATE, markers=(Marker("smoke", Hex.named(label)),))
        tried[label] = from_place(Hex.named("D3"), smoke)[1]
    best = min(chance for chance in tried.values() if chance is not None)
    assert {str(smoke.place) for smoke in found.smoke} <= {key for key, each in tried.items() if each == best}
    assert found.smoke[0].harm == best
    assert found.harm is not None
    assert best < found.harm


def test_a_blocked_line_opens_at_the_cheapest_place_that_sees() -> None:
    behind = STATE.with_unit(replace(US, at=Hex.named("D1"))).with_unit(replace(GUN, at=Hex.named("F3")))
    ruling = change(LHY, behind, behind.unit("squad"), behind.unit("gun"))
    found = ruling.verdict
    assert not found.sight.visibility.is_open
    assert (found.out_of_sight, found.covers, found.smoke) == (None, (), ())
    assert found.in_sight is not None
    there = replace(US, at=found.in_sight.place)
    assert LHY.line_of_sight(behind.with_unit(there), there, behind.unit("gun")).verdict.visibility.is_open
    assert any(reason.text.startswith(f"from {found.in_sight.place}: ") for reason in ruling.reasons)


def test_the_reason_to_see_is_the_units_own_view_and_not_the_enemys() -> None:
    """KGN Line of sight: a tank in sight of one whose fire would not reach it; each has its own view of the other's hull."""
    orchards = scenario("kgn-two-orchards").state()
    able, enemy = (
        next(unit for unit in orchards.units.values() if unit.name == name)
        for name in ("Sherman Able", "Panzer IV")
    )
    ruling = change(KGN, orchards, able, enemy)
    found = ruling.verdict.in_sight
    assert found is not None
    there = turned_to(able, found.place, enemy)
    seen = KGN.line_of_sight(orchards.with_unit(there), there, enemy)
    told = [reason.text for reason in ruling.reasons if reason.text.startswith("from ")]
    assert [text.partition(": ")[2] for text in told] == [
        reason.text for reason in seen.reasons if reason.decides
    ]


def test_a_place_may_be_asked_about_instead_of_a_unit() -> None:
    found = change(LHY, STATE, US, Hex.named("G3")).verdict
    assert (found.sight.visibility, found.harm, found.covers) == (Visibility.CLEAR, None, ())
    assert found.out_of_sight is not None


def test_a_concealed_enemy_is_treated_as_the_place_of_its_counter() -> None:
    """LHY 4.3: his side knows neither which counter it is nor what it sees."""
    hidden = replace(GUN, conditions=frozenset({"concealed"}))
    found = change(LHY, STATE.with_unit(hidden), US, hidden)
    assert found.verdict.sight.visibility is from_place(Hex.named("D3"))[0]
    assert found.verdict.harm is None
    assert "G3" in found.question


def test_on_a_table_a_cloud_is_laid_along_the_line() -> None:
    table = Tabletop("drawn", 36, 24, (Piece("wood", TableTerrain.WOODS, box(6, 2, 10, 8)),))
    ours, foe = (
        Unit("ours", "t34", "red", Spot(4.0, 12.0), 90.0),
        Unit("foe", "pz4h", "blue", Spot(18.0, 12.0), 270.0),
    )
    state = GameState(table, {unit.id: unit for unit in (ours, foe)}, sides=("red", "blue"))
    found = change(MATG2, state, ours, foe).verdict
    assert {smoke.sight.visibility for smoke in found.smoke} == {Visibility.BLOCKED}
    assert all(isinstance(smoke.place, Spot) and 6 <= smoke.place.x_in <= 16 for smoke in found.smoke)
    assert found.out_of_sight is not None
    assert isinstance(found.out_of_sight.place, Spot)
    assert found.out_of_sight.place.y_in < 9


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(BadInput, match="an enemy unit on the map, or a place"):
        change(LHY, STATE, US, US)
    with pytest.raises(NotOnMap):
        change(LHY, STATE, US, replace(GUN, at=None))
