"""Flamethrowers and close assault."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, MOVED, REDEPLOYED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Unload
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.fire.last_turn import own_turn_of, squad
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    firing,
    loaded,
    pot_die,
    ready,
    reasons_of_shot,
    record_of,
    refusal,
    shooting,
    status,
    table,
    unit,
    with_status,
)

FLAMES_AT_THE_SQUAD = CoverFire(UK, "flames", "squad", K.DIRECT_SMALL_ARMS, "flamethrower")


@proves("KN-DFSA-50b", "KN-DFSA-50c", "KN-COV-02")
@pytest.mark.parametrize(
    ("did", "may"), [((), True), ((FIRED,), True), ((MOVED,), False), ((REDEPLOYED,), False)]
)
def test_flames_on_covering_fire_do_not_reach_men_who_moved_or_deployed_last_turn(
    did: tuple[str, ...], may: bool
) -> None:
    state = act(own_turn_of(squad(*did)), Activate(DE, "squad", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    assert (refusal(state, FLAMES_AT_THE_SQUAD) == "") is may
    assert (FLAMES_AT_THE_SQUAD in GAME.legal_actions(state)) is may
    assert may or "squad is not stationary" in refusal(state, FLAMES_AT_THE_SQUAD)


@proves("KN-DFSA-47", "KN-DFSA-48", "KN-DFSA-49", "KN-BMOR-14")
def test_a_close_assault_costs_the_attacker_a_man_and_maybe_his_nerve() -> None:
    state = ready(table(), unit("a", "uk.squad", (20, 24), 90), unit("b", "de.squad", (28, 24), 270), FAR)
    state = with_status(state, "a", Status(men=5))
    kind = K.DIRECT_SMALL_ARMS
    state = firing(state, "a", "b", kind, 3, *[1] * 6, 1, 3)
    assert status(state, "a").men == 4
    assert state.unit("a").has(SUPPRESSED)
    assert progress_of(state).activation is None


@proves("KN-DFSA-50a", "KN-DFSA-50b", "KN-DFSA-50c", "KN-DFSA-53", "KN-WPN-05", "KN-DFSA-02")
def test_a_flamethrower_burns_a_stationary_target_and_only_once() -> None:
    state = ready(
        table(),
        unit("a", "us.engineers", (20, 24), 90),
        unit("b", "de.squad", (29, 24), 270),
        unit("c", "de.squad", (20, 31), 270, MOVED),
        unit("d", "de.squad", (13, 24), 270, REDEPLOYED),
        FAR,
    )
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)

    def flame(target: str) -> Fire:
        return Fire(UK, "a", target, K.DIRECT_SMALL_ARMS, "flamethrower")

    assert "not stationary" in refusal(state, flame("c"))
    assert "not stationary" in refusal(state, flame("d"))
    state = act(state, flame("b"), 3, *[3] * 4, *[1] * 13, *[6, 6, 6, 1], 1, 1)
    assert status(state, "b").men == 7
    assert status(state, "a").men == 7
    assert "used up" in refusal(state, flame("b"))


@proves("KN-DFSA-52")
def test_flame_at_a_tank_is_anti_tank_fire_of_5() -> None:
    state = ready(table(), unit("a", "uk.crocodile", (20, 24), 90), unit("b", "de.pz4h", (29, 24), 270), FAR)
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    fire = Fire(UK, "a", "b", K.DIRECT_AT, "hull flamethrower")
    assert "penetration 5 against front armour 6" in str(GAME.chances(state, fire))


@proves("KN-DFSA-47", "KN-DFSA-48")
@pytest.mark.parametrize(
    ("target", "dice"),
    [("de.opel", (2, *[1] * 9)), ("de.pak40", (2, *[1] * 9)), ("de.squad", (3, *[1] * 9))],
)
def test_only_infantry_fights_back_in_a_close_assault(target: str, dice: tuple[int, ...]) -> None:
    state = ready(table(), unit("a", "uk.squad", (20, 24), 90), unit("b", target, (27, 24), 0), FAR)
    is_infantry = target == "de.squad"
    special = (1,) if is_infantry else ()
    after = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, *dice, *special)
    assert status(after, "a").men == (7 if is_infantry else 8)


@proves("KN-DFSA-50b", "KN-DFSA-50c", "KN-DFSA-53", "KN-DFSA-52", "KN-DFSA-46", "KN-DFAT-39")
@pytest.mark.parametrize(
    ("firer", "weapon", "target", "kind", "condition", "used", "said"),
    [
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, "", 0, ""),
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, MOVED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, "", 0, ""),
        ("uk.crocodile", "hull flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, MOVED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, REDEPLOYED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.opel", K.DIRECT_SMALL_ARMS, REDEPLOYED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.sdkfz251", K.DIRECT_AT, REDEPLOYED, 0, ""),
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, "", 2, ""),
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, "", 3, "is used up"),
        ("de.pioneers", "flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, "", 0, ""),
        ("de.pioneers", "flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, "", 1, "is used up"),
        ("uk.crocodile", "hull flamethrower", "de.opel", K.DIRECT_AT, "", 0, "flame at an unarmoured target is direct fire - small arms"),
        ("uk.crocodile", "hull flamethrower", "de.pak40", K.DIRECT_AT, "", 0, "flame at an unarmoured target is direct fire - small arms"),
        ("uk.sherman", "75mm", "de.pz4h", K.DIRECT_AT, MOVED, 0, ""),
        ("uk.piat", "PIAT", "de.pz4h", K.DIRECT_AT, MOVED, 0, ""),
        ("uk.squad", "", "de.squad", K.DIRECT_SMALL_ARMS, MOVED, 0, ""),
    ],
)  # fmt: skip
def test_flame_reaches_only_stationary_targets_and_runs_out(
    firer: str, weapon: str, target: str, kind: K, condition: str, used: int, said: str
) -> None:
    state = shooting(firer, target, 7, kind, *([condition] if condition else []))
    if used:
        state = with_status(state, "a", replace(status(state, "a"), used=((weapon, used),)))
    why = refusal(state, Fire(UK, "a", "b", kind, weapon))
    assert said in why
    assert bool(said) == bool(why)


@proves("KN-DFSA-52")
def test_flame_is_small_arms_fire_at_unarmoured_targets_and_penetration_5_at_armour() -> None:
    state = ready(
        table(), unit("men", "us.engineers", (10, 24), 90), unit("gun", "de.pak40", (15, 24), 270),
        unit("truck", "de.opel", (10, 19)), unit("tank", "de.pz4h", (10, 30), 180),
    )  # fmt: skip
    for target in ("gun", "truck"):
        assert "direct fire - small arms" in reasons_of_shot(
            state, "men", target, K.DIRECT_AT, "flamethrower"
        )
        assert "17 dice hit on 3+" in reasons_of_shot(
            state, "men", target, K.DIRECT_SMALL_ARMS, "flamethrower"
        )
    assert "penetration 5 against" in reasons_of_shot(state, "men", "tank", K.DIRECT_AT, "flamethrower")


@proves("KN-DFSA-52", "KN-SUPP-08")
def test_a_direct_hit_of_flame_that_suppresses_armour_penetrates_as_flame_and_not_as_heat() -> None:
    state = ready(
        table(), unit("men", "us.engineers", (10, 24), 90), unit("ht", "de.sdkfz251", (10, 30), 180)
    )
    front = RULESET.book.type("de.sdkfz251").armour
    assert front is not None
    assert front.front == 1
    after = firing(
        state, "men", "ht", K.SUPPRESS_SMALL_ARMS, 6, 1, 2, pot_die(), weapon="flamethrower", then=K.MOVE
    )
    assert "ht" not in after.units, "3 pierces 1 by penetration 5"


@proves("KN-DFSA-50c")
def test_a_lorry_that_puts_men_out_takes_a_deploy_action_and_has_not_stood_still() -> None:
    state = loaded(unit("truck", "uk.bedford", (20, 24), 90), {"men": "uk.squad"}, FAR)
    state = activated(state, "truck", K.DEPLOY, K.DEPLOY)
    out = Unload(UK, "truck", "men", Spot(20, 27), 90.0)
    assert act(state, out).unit("truck").has(REDEPLOYED)
    assert not act(state, Forgo(UK)).unit("truck").has(REDEPLOYED)


@proves("KN-DFSA-51", "KN-DFSA-50b", "KN-DFSA-50c")
@pytest.mark.parametrize("condition", ["moved", "redeployed"])
@pytest.mark.parametrize(
    ("ground", "type_id", "west", "is_static"),
    [
        (T.TRENCH, "de.squad", 24, True), (T.FOXHOLES, "de.squad", 24, True), (T.SANDBAGS, "de.squad", 24, True),
        (T.RUINED_BUILDING, "de.squad", 24, True), (T.FOXHOLES, "de.pak40", 24, True),
        (T.RUBBLE, "de.squad", 24, True), (T.TRENCH, "de.squad", 26.1, True), (T.TRENCH, "de.squad", 26.5, False), (T.WOODS, "de.squad", 24, False),
        (T.DITCH, "de.squad", 24, False), (T.CRATER, "de.squad", 24, False), (T.SANDBAGS, "de.opel", 24, False),
    ],
)  # fmt: skip
def test_flame_reaches_men_who_have_just_entered_a_static_defence(
    ground: T, type_id: str, west: float, is_static: bool, condition: str
) -> None:
    """Of eight men in their usual cluster round x = 26 four stand farther east by 0.45 or more, and two by 0.9 or more."""
    units = unit("f", "us.engineers", (20.5, 24), 90), unit("e", type_id, (26, 24), 270, condition)
    state = activated(
        ready(table(area(ground, west, 20, 30, 28)), *units, FAR), "f", K.DIRECT_SMALL_ARMS, K.MOVE
    )
    said = refusal(state, Fire(UK, "f", "e", K.DIRECT_SMALL_ARMS, "flamethrower"))
    assert ("e is not stationary" in said) is not is_static
    assert bool(said) is not is_static


@proves("KN-DFSA-51")
def test_flame_reaches_men_who_entered_a_building_last_turn() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    state = ready(
        table(house),
        unit("f", "us.engineers", (20, 24), 90),
        unit("e", "de.squad", (26, 24), 270, "redeployed"),
        FAR,
        inside={"e": "farm"},
    )
    state = activated(state, "f", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert not refusal(state, Fire(UK, "f", "e", K.DIRECT_SMALL_ARMS, "flamethrower"))


@proves("KN-DFSA-50c", "KN-COV-02")
def test_a_unit_suppressed_before_it_deploys_counts_as_stationary() -> None:
    """The unit does nothing more, and the record says so once (OUR 77)."""
    house = area(T.BRICK_BUILDING, 8, 26, 12, 30)
    state = ready(
        table(house), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.mg42", (30, 24), 270, COVERING)
    )
    state = activated(state, "a", K.DEPLOY, K.DEPLOY)
    stopped = CoverFire(DE, "b", "a", K.SUPPRESS_SMALL_ARMS)
    dice = 3, 6, 1
    assert record_of(state, stopped, *dice).count("a is done") == 1
    state = act(state, stopped, *dice)
    assert state.unit("a").has(SUPPRESSED)
    assert progress_of(state).activation is None
    assert not state.unit("a").has(REDEPLOYED)
