"""Movement, boarding and covering fire where one condition more or less changes the answer."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load, Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    go,
    line,
    loaded,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)


@proves("KN-MOVE-25")
def test_a_way_through_the_enemy_is_barred_and_through_ones_own_or_under_his_aircraft_it_is_not() -> None:
    for other, barred in (("de.pz4h", True), ("uk.churchill", False), ("de.bf109", False)):
        state = ready(table(), unit("u", "uk.stuart", (20, 24), 90), unit("o", other, (26, 24), 0), FAR)
        state = activated(state, "u", K.MOVE, K.MOVE)
        said = refusal(state, go((20, 24), (34, 24)))
        assert said == ("o is in the way (KGN Movement, OUR 54, house value)" if barred else "")


@proves("KN-MOVE-25")
@pytest.mark.parametrize(("to", "barred"), [((23.5, 20.5), False), ((24.5, 22), True)])
def test_a_man_goes_past_the_corner_of_an_enemy_tank_and_not_through_it(
    to: tuple[float, float], barred: bool
) -> None:
    state = ready(table(), unit("u", "uk.runner", (20, 24), 90), unit("o", "de.pz4h", (23.2, 23.6), 0), FAR)
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert refusal(state, go((20, 24), to)).startswith("o is in the way") is barred


@proves("KN-PRIN-06")
def test_men_turn_freely_and_a_tank_pays_for_each_corner() -> None:
    corner = ((20, 24), (22.5, 24), (22.5, 26.5))
    squad = activated(ready(table(), unit("u", "uk.squad", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    assert refusal(squad, go(*corner, facing_deg=0.0)) == ""
    tank = activated(ready(table(), unit("u", "uk.churchill", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    assert refusal(tank, go((20, 24), (25.9, 24))) == ""
    assert "more than its 6" in refusal(tank, go((20, 24), (23, 24), (23, 26.9)))


@proves("KN-DFAT-31")
def test_a_tank_immobilised_between_its_two_moves_stays() -> None:
    state = activated(ready(table(), unit("u", "uk.sherman", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    stuck = state.with_unit(replace(state.unit("u"), conditions=frozenset({IMMOBILISED})))
    assert "u is immobilised" in refusal(stuck, go((20, 24), (22, 24)))


@proves("KN-MOVE-11")
@pytest.mark.parametrize(("gate", "dice"), [(True, ()), (False, (4,))])
def test_a_gate_lets_a_tank_through_a_hedge_without_a_die(gate: bool, dice: tuple[int, ...]) -> None:
    hedge = line(T.HEDGE, (24, 10), (24, 40))
    pieces = [hedge, area(T.GAP, 23, 21, 25, 27)] if gate else [hedge]
    state = activated(ready(table(*pieces), unit("u", "uk.stuart", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    state = act(state, go((20, 24), (30, 24)), *dice)
    assert state.unit("u").at == Spot(30, 24)


@proves("KN-MOVE-14", "KN-MOVE-05", "KN-MOVE-09")
@pytest.mark.parametrize(("rules", "to_y", "said"), [
    (frozenset(), 22.0, "may not enter"),
    (frozenset({SpecialRule.AMPHIBIOUS}), 22.0, ""),
    (frozenset({SpecialRule.AMPHIBIOUS}), 19.0, "more than its 4"),
    (frozenset({SpecialRule.AMPHIBIOUS}), 31.0, ""),
])  # fmt: skip
def test_an_amphibious_tank_swims_4_inches(rules: frozenset[SpecialRule], to_y: float, said: str) -> None:
    """On land, in the field to the south, it drives 5."""
    swimmer = replace(HOUSE_ROSTER["uk.sherman"], rules=rules)
    book = BookData({**HOUSE_ROSTER, "uk.sherman": swimmer})
    river, rushes = area(T.RIVER, 0, 10, 72, 25), area(T.CROPS, 0, 10, 72, 25)
    field = area(T.CROPS, 0, 25, 72, 48, name="field")
    facing_deg = 0 if to_y < 26 else 180
    state = activated(
        ready(table(river, rushes, field), unit("u", "uk.sherman", (20, 26), facing_deg), FAR),
        "u",
        K.MOVE,
        K.MOVE,
    )
    reasons = "; ".join(
        map(str, KampfgruppeNormandy(book).as_game().why_not(state, go((20, 26), (20, to_y))))
    )
    assert said in reasons
    assert bool(said) == bool(reasons)


@proves("KN-DEPL-14")
def test_a_truck_tows_one_gun() -> None:
    state = loaded(
        unit("u", "uk.bedford", (20, 24), 90), {"one": "uk.6pdr"}, unit("two", "uk.6pdr", (20, 27), 0), FAR
    )
    state = activated(state, "u", K.DEPLOY, K.MOVE)
    assert "u tows a gun already" in refusal(state, Load(UK, "u", "two"))


@proves("KN-DEPL-13", "KN-PRIN-29")
@pytest.mark.parametrize(("crew", "said"), [(3, "u carries 12 models"), (1, "u carries 12 models"), (0, "")])
def test_the_crew_of_a_gun_on_tow_take_their_places_in_the_half_track(crew: int, said: str) -> None:
    """Twelve Americans have no room in it beside the crew of a gun, and have all of it without one."""
    loads = {"gun": "us.57mm"} if crew else {}
    state = loaded(
        unit("u", "uk.m5_halftrack", (20, 24), 90), loads, unit("men", "us.squad", (20, 27), 0), FAR
    )
    if crew:
        state = with_status(state, "gun", replace(status(state, "gun"), men=crew))
    state = activated(state, "u", K.DEPLOY, K.MOVE)
    assert said in refusal(state, Load(UK, "u", "men"))
    assert (Load(UK, "u", "men") in GAME.legal_actions(state)) is (not said)


@proves("KN-DEPL-13", "KN-DEPL-14")
@pytest.mark.parametrize("load", ["jeep", "tank", "truck"])
def test_no_vehicle_is_carried_by_another_or_by_itself(load: str) -> None:
    """They have no men, so that any number of them would have room."""
    state = ready(
        table(), unit("truck", "uk.bedford", (20, 24)), unit("jeep", "uk.jeep", (20, 27.5)),
        unit("tank", "uk.sherman", (22.5, 24)), FAR,
    )  # fmt: skip
    state = activated(state, "truck", K.DEPLOY, K.MOVE)
    said = f"{load} is a vehicle, and only infantry and guns are carried (KGN Transport vehicles)"
    assert refusal(state, Load(UK, "truck", load)) == said


@proves("KN-DEPL-08a", "KN-DEPL-03")
def test_a_gun_is_not_unlimbered_into_a_house() -> None:
    house = area(T.BRICK_BUILDING, 18, 26, 23, 30, name="house")
    state = ready(
        table(house), unit("tow", "uk.quad", (20, 24), 90), unit("gun", "uk.25pdr", None), unit("men", "uk.squad", (60, 40)),
        FAR, aboard={"gun": "tow"},
    )  # fmt: skip
    state = activated(state, "tow", K.DEPLOY, K.MOVE)
    said = "gun is not infantry (KGN Deploy actions)"
    assert refusal(state, Unload(UK, "tow", "gun", Spot(20, 28), 0.0, "house")) == said


@proves("KN-DEPL-02a", "KN-DEPL-03", "KN-PRIN-19")
def test_men_in_a_line_are_inside_the_house_or_truck_they_went_into_to_the_last_man() -> None:
    """Five of eight are near; the others, up to 7 inches off, are measured in the house as well, and get out in the usual cluster."""
    house = area(T.BRICK_BUILDING, 18, 18, 24, 22, name="house")
    state = ready(
        table(house), unit("u", "uk.squad", (20, 24)), unit("truck", "uk.bedford", (22.5, 24.5)), FAR
    )
    spread = tuple((0.0, y_in) for y_in in (-1.6, -0.8, 0.0, 0.8, 1.6, 3.0, 4.5, 6.0))
    state = with_status(state, "u", Status(men=8, offsets=spread))
    inside = act(activated(state, "u", K.DEPLOY, K.DEPLOY), EnterBuilding(UK, "u", "house"))
    assert all(18 <= man.y_in <= 22 for man in position(inside).models(inside.unit("u")))
    riding = act(activated(state, "truck", K.DEPLOY, K.DEPLOY), Load(UK, "truck", "u"))
    out = act(riding, Unload(UK, "truck", "u", Spot(22.5, 28)))
    assert all(man.gap_in(Spot(22.5, 28)) < 2 for man in position(out).models(out.unit("u")))


@proves("KN-SUPP-27", "KN-DEPL-01")
def test_a_suppressed_squad_does_not_board() -> None:
    state = ready(
        table(),
        unit("u", "uk.m5_halftrack", (20, 24), 90),
        unit("men", "uk.squad", (20, 27.5), 0, SUPPRESSED),
        FAR,
    )
    state = activated(state, "u", K.DEPLOY, K.MOVE)
    assert "men is suppressed" in refusal(state, Load(UK, "u", "men"))


def crossing(*guns: tuple[str, float, frozenset[str]]) -> GameState:
    """A British tank under way eastwards for 9 inches, German guns to the north of it."""
    pieces = [unit(name, "de.pak40", (x, 8), 180, *conditions) for name, x, conditions in guns]
    state = ready(
        table(), unit("u", "uk.sherman", (20, 24), 90), unit("x", "uk.squad", (4, 44)), *pieces, FAR
    )
    return act(activated(state, "u", K.MOVE, K.MOVE), go((20, 24), (29, 24)))


def shot(gun: str, at_in: float) -> CoverFire:
    return CoverFire(DE, gun, "u", K.DIRECT_AT, "75mm PaK 40", at_in=at_in)


ON_COVER = frozenset({COVERING})


@proves("KN-COV-02", "KN-COV-05")
def test_covering_fire_is_a_single_shot_and_then_the_mover_goes_on() -> None:
    state = act(crossing(("p", 24, ON_COVER)), shot("p", 4.0), 1)
    assert not state.unit("p").has(COVERING)
    assert GAME.to_act(state) == UK
    assert state.unit("u").at == Spot(29, 24)


@proves("KN-COV-04", "KN-COV-07")
def test_a_second_gun_may_fire_later_in_the_move_but_not_earlier() -> None:
    state = act(crossing(("p", 24, ON_COVER), ("q", 26, ON_COVER)), shot("p", 4.0), 1)
    assert GAME.to_act(state) == DE
    assert 'the move goes from 4"' in refusal(state, shot("q", 2.0))
    assert 'to 9"' in refusal(state, shot("q", 12.0))
    state = act(state, shot("q", 6.0), 1)
    assert state.unit("u").at == Spot(29, 24)


@proves("KN-COV-06")
def test_a_suppressed_unit_keeps_its_covering_fire_and_cannot_use_it() -> None:
    state = crossing(("p", 24, ON_COVER | {SUPPRESSED}))
    assert GAME.to_act(state) == UK
    assert state.unit("u").at == Spot(29, 24)
    both = crossing(("p", 24, ON_COVER | {SUPPRESSED}), ("q", 26, ON_COVER))
    assert "p is not on covering fire" in refusal(both, shot("p", 4.0))
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
