"""The reasons of a shot before its dice: range, cover, observation, dice, armour and saves, each exactly once."""

import pytest

from rules.game.engine.carrying_out import carry_out
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import FIRED, MOVED
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.effects.shooting import ShotFired
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    UK,
    activated,
    area,
    dice_of,
    ready,
    record_of,
    table,
    unit,
    with_status,
)

SQUAD = "on a 6 casualties take a special weapon with them; tests its morale with 4 of 8 men left or fewer"
VEHICLE = "tests its morale if it is hit and not destroyed"
CREW = "any casualty tests its morale"
ONE_DIE = "one die: 1 misses, 2 to 5 lie close, 6 is a direct hit"
RIFLES = "firepower 9 from Bren 2, small arms 7"
FRESH = "in the open, has not fired"
MARCHED = (MOVED, FIRED)


@proves(
    "KN-DFSA-01", "KN-DFSA-12", "KN-DFSA-42", "KN-DFSA-43", "KN-DFSA-45", "KN-WPN-04a", "KN-WPN-13",
    "KN-SUPP-04", "KN-SUPP-39", "KN-DFHE-02", "KN-DFHE-04", "KN-DFHE-05", "KN-DFHE-06", "KN-DFHE-07",
    "KN-DFHE-15", "KN-DFAT-01", "KN-DFAT-02", "KN-DFAT-05", "KN-DFAT-07", "KN-DFAT-29", "KN-DFAT-31",
    "KN-DFAT-32", "KN-DFAT-33", "KN-DFAT-35", "KN-DFAT-36", "KN-DFAT-38", "KN-ACT-17", "KN-DFSA-04",
    "KN-DFSA-05", "KN-DFSA-06", "KN-DFSA-10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("firer", "foe", "away_in", "kind", "weapon", "told"),
    [
        ("uk.squad", "de.squad", 14, K.DIRECT_SMALL_ARMS, "", f'12.1", short; in the open; {RIFLES}; b is observed on 3+: {FRESH}; 9 dice hit on 4+ at short range; saves on 6+; {SQUAD}'),
        ("uk.squad", "de.sniper", 14, K.DIRECT_SMALL_ARMS, "", f'13.0", short; in the open; {RIFLES}; b is observed on 4+: {FRESH}, 3 men or fewer; 9 dice hit on 4+ at short range; saves on 6+; {CREW}'),
        ("uk.squad", "de.opel", 20, K.SUPPRESS_SMALL_ARMS, "", f'17.8", effective; in the open; {RIFLES}; 9 dice hit on 5+ at effective range; suppresses on 2+; has no save; {ONE_DIE}; {VEHICLE}'),
        ("uk.vickers", "de.sdkfz251", 20, K.SUPPRESS_SMALL_ARMS, "", f'17.9", effective; in the open; firepower 7 from Vickers 7; suppresses on 6+; has no save; {ONE_DIE}; a direct hit of bullets does nothing to armour, and tests no morale'),
        ("uk.m5_halftrack", "de.squad", 30, K.SUPPRESS_SMALL_ARMS, "", f'28.3", long; in the open; firepower 6 from pintle MG 6; 6 dice hit on 6+ at long range; suppresses on 5+; saves on 6+; {ONE_DIE}; {SQUAD}'),
        ("uk.bofors", "de.pak40", 20, K.SUPPRESS_SMALL_ARMS, "", f'18.0", effective; in the open; firepower 6 from 40mm Bofors 6; 6 dice hit on 5+ at effective range; suppresses on 4+; saves on 6+ from suppression; saves on 4+ from a direct hit, behind its shield; {ONE_DIE}; {CREW}'),
        ("uk.squad", "de.pak40", 14, K.DIRECT_SMALL_ARMS, "", f'12.2", short; in the open; {RIFLES}; b is observed on 2+: {FRESH}; 9 dice hit on 4+ at short range; saves on 4+ behind its shield; {CREW}'),
        ("uk.sherman", "de.pz4h", 20, K.DIRECT_AT, "75mm", f'16.8", effective; in the open; b is observed on 2+: {FRESH}; hits on 3+ at effective range; its front is struck; penetration 7 against front armour 6: pierced on 8+ with two dice; {VEHICLE}'),
        ("uk.sherman", "de.pak40", 20, K.DIRECT_AT, "75mm", f'17.4", effective; in the open; b is observed on 2+: {FRESH}; hits on 3+ at effective range; -1 target is a deployed gun; hits on 4+ in all; a gun counts as armour 2: pierced on 4+ with two dice; a gun that is pierced is lost with its crew'),
        ("uk.sherman", "de.opel", 20, K.DIRECT_AT, "75mm", f'16.9", effective; in the open; b is observed on 2+: {FRESH}; hits on 3+ at effective range; a soft-skin is destroyed on 6+ with two dice; {VEHICLE}'),
        ("uk.sherman", "de.tiger", 20, K.SUPPRESS_HE, "75mm", f'16.8", effective; in the open; medium HE suppresses on 6+; its front is struck; penetration 2 against front armour 8: it cannot be pierced; has no save; {ONE_DIE}; {VEHICLE}'),
        ("uk.stuart", "de.tiger", 20, K.SUPPRESS_HE, "37mm", f'16.8", effective; in the open; its front is struck; penetration 1 against front armour 8: it cannot be pierced; has no save; {ONE_DIE}; {VEHICLE}'),
        ("uk.piat", "de.tiger", 7, K.DIRECT_AT, "PIAT", f'4.2", close assault; in the open; b is observed on 2+: {FRESH}; hits on 2+ at close assault range; its front is struck; HEAT against front armour 8: pierced on 9+ with two dice; {VEHICLE}'),
    ],
)  # fmt: skip
def test_complete_reasons_of_a_shot(
    firer: str, foe: str, away_in: float, kind: K, weapon: str, told: str
) -> None:
    state = ready(
        table(), unit("a", firer, (10, 24), 90), unit("b", foe, (10 + away_in, 24), 270), unit("far", "de.squad", (70, 46))
    )  # fmt: skip
    state = activated(state, "a", kind, kind)
    reasons = GAME.chances(state, Fire(UK, "a", "b", kind, weapon)).reasons
    assert "; ".join(reason.text for reason in reasons) == told


@proves("KN-DFAT-05")
def test_the_minus_1_of_shells_at_a_deployed_gun_cites_our_19() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pak40", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_AT)
    reasons = GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm")).reasons
    (minus,) = [reason for reason in reasons if reason.text == "-1 target is a deployed gun"]
    assert "OUR 19" in str(minus)


@proves("KN-DFHE-05", "KN-DFHE-06", "KN-DFHE-07", "KN-DFAT-05", "KN-ACT-17", "KN-DFSA-04", "KN-SUPP-23")
def test_every_modifier_is_listed_and_added_up() -> None:
    """Both move, and the Panzer stands in crops: three off, and a 6 always hits."""
    crops = area(T.CROPS, 43, 20, 50, 28)
    state = ready(
        table(crops), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (46, 24), 270, *MARCHED)
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    reasons = GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm")).reasons
    assert [reason.text for reason in reasons] == [
        '32.8", very long',
        "in visual cover: crops crops",
        "b is observed on 2+: obscured, has fired",
        "hits on 5+ at very long range",
        "-1 firer moved or will move",
        "-1 target moved",
        "-1 target obscured",
        "hits on a 6 in all",
        "its front is struck",
        "penetration 5 against front armour 6: pierced on 10+ with two dice",
        VEHICLE,
    ]


@proves("KN-DFHE-02", "KN-DFAT-01")
@pytest.mark.parametrize(
    ("foe", "kind", "after", "hits"),
    [
        ("de.squad", K.DIRECT_HE, (6, 1, 1, 1, 1), 1), ("de.squad", K.DIRECT_HE, (1,), 0),
        ("de.pz4h", K.DIRECT_AT, (6, 1, 1, 4), 1), ("de.pz4h", K.DIRECT_AT, (1,), 0),
    ],
)  # fmt: skip
def test_a_shell_that_hits_is_one_hit_in_the_record_of_the_shot(
    foe: str, kind: K, after: tuple[int, ...], hits: int
) -> None:
    """It is observed; what the hit does is thrown for, and does nothing."""
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", foe, (30, 24), 270))
    state = activated(state, "a", kind, kind)
    events, _ = carry_out(GAME, state, Fire(UK, "a", "b", kind, "75mm"), dice_of([6, *after]))
    assert [event.hits for event in events if isinstance(event, ShotFired)] == [hits]


@proves("KN-DFAT-01", "KN-DFAT-02", "KN-DFSA-33", "KN-SUPP-06", "KN-SUPP-07", "KN-SUPP-08")
@pytest.mark.parametrize(
    ("foe", "kind", "weapon", "dice", "said"),
    [
        ("de.pz4h", K.DIRECT_AT, "75mm", (6, 1), "a, direct fire - anti-tank at b: misses"),
        ("de.pz4h", K.DIRECT_AT, "75mm", (6, 6, 1, 1, 4), "a, direct fire - anti-tank at b: 1 hit, no effect"),
        ("de.squad", K.DIRECT_SMALL_ARMS, "co-axial MG", (6, 6, 6, 1, 6, 6), "a, direct fire - small arms at b: 2 hits, no effect"),
        ("de.squad", K.SUPPRESS_SMALL_ARMS, "co-axial MG", (1,), "a, suppressing fire - small arms at b (1): misses"),
        ("de.squad", K.SUPPRESS_SMALL_ARMS, "co-axial MG", (3, 1), "a, suppressing fire - small arms at b (3): close, no effect"),
        ("de.squad", K.SUPPRESS_SMALL_ARMS, "co-axial MG", (6, 1, 1, 1), "a, suppressing fire - small arms at b (6): no effect"),
    ],
)  # fmt: skip
def test_the_record_tells_misses_close_fire_and_harmless_hits_apart(
    foe: str, kind: K, weapon: str, dice: tuple[int, ...], said: str
) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", foe, (30, 24), 270))
    state = activated(state, "a", kind, kind)
    assert said in record_of(state, Fire(UK, "a", "b", kind, weapon), *dice)


@proves("KN-DFSA-10")
@pytest.mark.parametrize(("men", "said"), [(3, "in the open, has not fired, 3 men or fewer"), (4, FRESH)])
def test_three_men_are_few(men: int, said: str) -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (24, 24), 270))
    state = activated(with_status(state, "b", Status(men=men)), "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    reasons = GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)).reasons
    needed = 4 if men == 3 else 3
    assert f"b is observed on {needed}+: {said}" in [reason.text for reason in reasons]
