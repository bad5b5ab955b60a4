"""Fire at aircraft: which units can fire, and the results."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.anti_aircraft import CoverAgainstAircraft, FireAtAircraft
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.questions.fire_upwards import anti_aircraft_weapons, volley_at
from rules.kampfgruppe_normandy.state.events import Activated
from rules.kampfgruppe_normandy.state.progress import (
    Activation,
    Duty,
    Obligation,
    Status,
    progress_of,
    with_progress,
)
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.planes import ATTACK, quad_and_spitfire, told_to_attack
from tests.rules.kampfgruppe_normandy.support.shelling import FOE
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    dice_of,
    game,
    legal,
    position,
    ready,
    refusal,
    table,
    told_to,
    unit,
)


@proves("KN-WPN-04b")
def test_a_heavy_machine_gun_that_moves_does_not_fire_at_aircraft_either() -> None:
    over = unit("plane", "de.bf109", (40, 20))
    for team, declared in (("uk.vickers", False), ("us.cal30", True)):
        state = ready(table(), unit("mg", team, (31, 24)), over, unit("foe", "de.squad", (31, 4)))
        state = act(state, Activate(UK, "mg", (K.MOVE, K.SUPPRESS_AIRCRAFT)))
        state = act(state, Move(UK, "mg", (Spot(31, 24), Spot(31, 26))))
        assert (refusal(state, FireAtAircraft(UK, "mg", "plane")) == "") is declared, team


@proves("KN-WPN-03", "KN-WPN-04b", "KN-AA-03")
@pytest.mark.parametrize(
    ("team", "men", "done", "why"),
    [
        ("uk.vickers", 3, (K.MOVE, K.SUPPRESS_AIRCRAFT), "Vickers may not fire in a turn with a move (KGN Weapons, OUR 9, inferred)"),
        ("us.cal30", 1, (K.COVERING, K.SUPPRESS_AIRCRAFT), ".30 cal needs a crew of 2 (KGN Direct fire - small arms: firepower)"),
        ("uk.squad", 8, (K.MOVE, K.SUPPRESS_AIRCRAFT), "one has nothing that reaches aircraft (KGN Anti-aircraft fire, OUR 116, inferred)"),
    ],
)  # fmt: skip
def test_refused_fire_at_an_aircraft_says_why(team: str, men: int, done: tuple[K, ...], why: str) -> None:
    state = game(
        unit("one", team, (40, 40), side=UK), unit("plane", "de.bf109", (40, 20)), unit("foe", "de.squad", (70, 40)),
        status={"one": Status(men=men)},
    )  # fmt: skip
    assert refusal(told_to(state, "one", *done, done=1), FireAtAircraft(UK, "one", "plane")) == why


@proves("KN-AA-01", "KN-AA-05", "KN-AA-11", "KN-AA-04a", "KN-ACT-07", "KN-WPN-16")
def test_kn_24_a_quad_20mm_suppresses_a_spitfire() -> None:
    state = quad_and_spitfire()
    fire = FireAtAircraft(DE, "quad", "spit")
    assert fire in legal(state)
    after = act(state, fire, 3, 2, 6)
    assert after.unit("spit").has(SUPPRESSED)
    home = replace(after, course=replace(progress_of(after), acting=UK, activation=None))
    assert "suppressed" in refusal(home, Fly(UK, "spit", Spot(9, 9), 0.0))


@proves(
    "KN-AA-01", "KN-AA-02", "KN-AA-06", "KN-AA-07", "KN-AA-09", "KN-AA-10", "KN-AA-12", "KN-AIR-27",
    "KN-AIR-29b",
)  # fmt: skip
def test_kn_25_covering_fire_breaks_off_a_typhoons_run() -> None:
    state = game(
        unit("flak", "de.flak38", (10, 10), 0, COVERING),
        unit("foe", "de.squad", (40, 20)),
        unit("tiffy", "uk.typhoon", (40, 60)),
        unit("own", "uk.squad", (90, 60)),
    )
    run = Fly(UK, "tiffy", Spot(40, 33), 0.0, ATTACK)
    state = act(state, run)
    assert (progress_of(state).owed[0].duty, progress_of(state).owed[0].side) == (Duty.COVERING_FIRE, DE)
    fire = CoverAgainstAircraft(DE, "flak", "tiffy")
    assert fire in legal(state)
    after = act(state, fire, 6, 6, 6, 1, 2, 3, 4)
    assert progress_of(after).of("tiffy").hits == 2
    assert progress_of(after).activation is None
    assert not after.unit("tiffy").has(SUPPRESSED)
    assert not after.unit("flak").has(COVERING)


@proves("KN-AA-04b", "KN-AA-09", "KN-COV-02")
def test_a_run_that_is_suppressed_is_lost_and_one_that_is_missed_goes_on() -> None:
    """The sniper covers too, but reaches no aircraft, and is not asked."""
    state = game(
        unit("flak", "de.flak38", (10, 10), 0, COVERING),
        unit("foe", "de.squad", (40, 20)),
        unit("sniper", "de.sniper", (60, 20), 0, COVERING),
        unit("tiffy", "uk.typhoon", (40, 60)),
    )
    state = act(state, Fly(UK, "tiffy", Spot(40, 33), 0.0, ATTACK))
    lost = act(state, CoverAgainstAircraft(DE, "flak", "tiffy"), 4, 5)
    assert lost.unit("tiffy").has(SUPPRESSED)
    assert progress_of(lost).activation is None
    missed = act(state, CoverAgainstAircraft(DE, "flak", "tiffy"), 1)
    assert any(isinstance(one, Strike) for one in legal(missed))


@proves("KN-AIR-29b", "KN-AA-09", "KN-UMOR-22")
@pytest.mark.parametrize(("dice", "goes_on"), [((6, 6, 1, 1, 1, 1, 4), False), ((1,), True)])
def test_a_run_that_waits_for_heroes_is_broken_off_by_a_hit_too(dice: tuple[int, ...], goes_on: bool) -> None:
    """The Typhoon is over the table when heroes of its side act, and the flak on covering fire takes its chance then."""
    state = told_to_attack(
        "de.squad",
        "uk.typhoon",
        unit("flak", "de.flak38", (44, 12), 0, COVERING),
        unit("men", "uk.squad", (60, 50)),
    )
    heroes = Activation("men", UK, (K.MOVE, K.MOVE), is_free=True)
    state = Activated(heroes, 0).on(state)
    owed = (Obligation(Duty.COVERING_FIRE, DE, other="men"),)
    state = with_progress(state, replace(progress_of(state), owed=owed))
    after = progress_of(act(state, CoverAgainstAircraft(DE, "flak", "plane"), *dice))
    assert after.activation == heroes
    assert [one.unit for one in after.suspended] == ["plane"] * goes_on


@proves("KN-AA-09", "KN-COV-02")
def test_when_the_first_gun_on_covering_fire_has_missed_an_aircraft_the_second_may_fire() -> None:
    state = game(
        unit("one", "de.flak38", (10, 10), 0, COVERING),
        unit("two", "de.flak38", (60, 10), 0, COVERING),
        unit("foe", "de.squad", (40, 20)),
        unit("tiffy", "uk.typhoon", (40, 60)),
    )
    state = act(state, Fly(UK, "tiffy", Spot(40, 33), 0.0, ATTACK))
    missed = act(state, CoverAgainstAircraft(DE, "one", "tiffy"), 1)
    assert CoverAgainstAircraft(DE, "two", "tiffy") in legal(missed)


@proves("KN-AA-06", "KN-WPN-03", "KN-WPN-12")
@pytest.mark.parametrize(("men", "pools"), [(4, ((10, 6),)), (3, ((5, 6),)), (2, ((5, 6),)), (1, None)])
def test_every_machine_gun_that_fires_up_takes_its_own_two_men(men: int, pools: object) -> None:
    """Panzergrenadiers have an MG 42 and an MG 34 of firepower 5."""
    state = game(unit("one", "de.panzergrenadiers", (10, 10)), status={"one": Status(men=men)})
    volley = volley_at(position(state), state.unit("one"))
    assert (volley and volley.pools) == pools


@proves("KN-AA-03", "KN-AA-06", "KN-AA-05", "KN-WPN-16")
@pytest.mark.parametrize(
    ("type_id", "effects", "pools"),
    [
        ("de.quad20", (5, 5), ((9, 6),)),
        ("de.flak38", (5,), ((5, 6),)),
        ("uk.bofors", (5,), ((6, 6),)),
        ("de.mg42", (6,), ((5, 6),)),
        ("uk.vickers", (6,), ((7, 6),)),
        ("uk.firefly", (6,), ((3, 6),)),
        ("us.m16", (6,), ((10, 6),)),
        ("de.sdkfz222", (5,), ((8, 6),)),
        ("uk.squad", None, None),
        ("de.pak40", None, None),
        ("uk.3in_mortar", None, None),
    ],
)
def test_effects_of_fire_at_aircraft_by_weapon(
    type_id: str, effects: tuple[int, ...] | None, pools: object
) -> None:
    state = game(unit("one", type_id, (10, 10), side=DE))
    volley = volley_at(position(state), state.unit("one"))
    assert (volley and volley.effects, volley and volley.pools) == (effects, pools)
    assert volley is None or (volley.effect_save, volley.hit_save) == (None, None)


@proves("KN-AA-03", "KN-WPN-19b")
@pytest.mark.parametrize(("men", "may"), [(2, True), (1, False)])
def test_an_autocannon_without_its_crew_does_not_fire_at_aircraft(men: int, may: bool) -> None:
    state = game(
        unit("bofors", "uk.bofors", (40, 40)),
        unit("plane", "de.bf109", (40, 20)),
        FOE,
        status={"bofors": Status(men=men)},
    )
    state = told_to(state, "bofors", K.SUPPRESS_AIRCRAFT, K.MOVE)
    assert ("needs a crew of 2" not in refusal(state, FireAtAircraft(UK, "bofors", "plane"))) is may


@proves("KN-AA-03", "KN-WPN-04b", "KN-WPN-18b", "KN-WPN-16", "KN-ACT-07")
@pytest.mark.parametrize(
    ("type_id", "weapons"),
    [
        ("uk.squad", []),
        ("de.squad", ["MG 42"]),
        ("de.mg42_tripod", ["MG 42 on tripod"]),
        ("uk.m5_halftrack", ["pintle MG"]),
        ("uk.bofors", ["40mm Bofors"]),
        ("uk.sherman", ["co-axial MG", "bow MG"]),
        ("uk.6pdr", []),
        ("de.pioneers", ["MG 42"]),
    ],
)
def test_machine_guns_that_reach_beyond_24_inches_and_autocannon_fire_at_aircraft(
    type_id: str, weapons: list[str]
) -> None:
    state = game(unit("one", type_id, (40, 40), side=UK), unit("plane", "de.bf109", (40, 20)))
    where = position(state)
    found = [weapon.name for weapon, _ in anti_aircraft_weapons(where, state.unit("one"))]
    assert found == weapons
    moving = position(told_to(state, "one", K.MOVE, K.SUPPRESS_AIRCRAFT))
    still = [weapon.name for weapon, _ in anti_aircraft_weapons(moving, moving.state.unit("one"))]
    assert still == [name for name in weapons if name != "MG 42 on tripod"]


@proves("KN-AA-10", "KN-AA-12")
def test_a_pilot_who_is_hit_and_throws_a_1_flies_home_at_the_price_of_one_counter() -> None:
    """OUR 117: the same result makes the driver of a soft-skin abandon it, suppressed or not."""
    state = quad_and_spitfire()
    fire = FireAtAircraft(DE, "quad", "spit")
    one_hit = (6, 6, *[1] * 8)
    _, home = GAME.resolve(state, fire, dice_of((*one_hit, 1, 1)))
    assert "spit" not in home.units
    assert progress_of(home).counters_of(UK) == ("1",)
    _, stays = GAME.resolve(state, fire, dice_of((*one_hit, 3)))
    assert progress_of(stays).of("spit").hits == 1
