"""The odds of shells and bombs at a house, listed beside those of the men near it."""

from fractions import Fraction

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import FireOnMarker
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import GAME, UK, act, activated, area, ready, table, unit

MARK = Spot(40.0, 20.0)


def _held_house() -> GameState:
    """A squad in a house, a gun off the table with its observer, and a bomber with its controller."""
    return ready(
        table(area(T.BRICK_BUILDING, 38, 18, 42, 22, name="house")),
        unit("hq", "uk.hq", (40, 40)), unit("gun", "uk.25pdr_battery", None), unit("plane", "uk.typhoon_bomber", (40, 46)),
        unit("fac", "uk.air_controller", (44, 40)), unit("foe", "de.squad", (40, 20)),
        inside={"foe": "house"},
    )  # fmt: skip


@proves("KN-BLDG-02b", "KN-IND-17")
def test_the_odds_of_shells_list_the_hits_on_a_house_separately() -> None:
    """The second of two direct hits falls on it, of medium 4: none on 1 die in 16."""
    state = activated(_held_house(), "hq", K.REQUEST)
    state = act(state, RequestMission(UK, "hq", ("gun",), MARK), 3, 6, 6, 1, 1, 1)
    state = act(state, FireOnMarker(UK))
    told = GAME.chances(state, FireForEffect(UK, "mission 1", ("gun",)))
    odds = {case.condition: case.odds for case in told.cases}
    assert list(odds) == ["foe", "house"]
    assert odds["house"].of("no effect") == 1 - Fraction(1, 36) * Fraction(15, 16)
    assert not any("takes" in outcome for outcome in odds["foe"].chances)


@proves("KN-BLDG-02b", "KN-AIR-21")
def test_the_odds_of_bombs_list_the_hits_on_a_house_separately() -> None:
    state = act(_held_house(), Fly(UK, "plane", Spot(40, 33.5), 0.0, K.AIR_ATTACK))
    told = GAME.chances(state, DropBombs(UK, "plane", "fac", MARK, "medium bombs", 2))
    assert [case.condition for case in told.cases] == ["foe", "house"]
    assert any("house takes" in outcome for outcome in told.cases[1].odds.chances)
