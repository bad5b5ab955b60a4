"""Suppressing fire: which units can suppress which targets, and the results of its dice."""

from dataclasses import replace

import pytest

from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.questions.target import Fate, Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    dice_of,
    firing,
    loaded,
    ready,
    reasons_of_shot,
    refusal,
    shooting,
    shot,
    status,
    table,
    unit,
    with_status,
)


@proves("KN-SUPP-04", "KN-SPEC-18a")
def test_two_men_cannot_suppress_but_a_sniper_can() -> None:
    state = ready(
        table(),
        unit("pair", "uk.piat", (10, 20), 90),
        unit("sniper", "uk.sniper", (10, 30), 90),
        unit("b", "de.squad", (25, 24), 270),
    )
    pair = activated(state, "pair", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert "less than 3" in refusal(pair, Fire(UK, "pair", "b", K.SUPPRESS_SMALL_ARMS))
    sniper = activated(state, "sniper", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert not refusal(sniper, Fire(UK, "sniper", "b", K.SUPPRESS_SMALL_ARMS))


@proves("KN-SPEC-18b")
def test_a_sniper_fires_directly_with_one_die() -> None:
    state = ready(table(), unit("sniper", "uk.sniper", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    told = reasons_of_shot(state, "sniper", "b", K.DIRECT_SMALL_ARMS)
    assert "firepower 1 from small arms 1" in told
    assert "1 die hits on 4+ at short range" in told


@proves("KN-SUPP-02", "KN-SUPP-06", "KN-SUPP-07", "KN-SUPP-08", "KN-SUPP-18", "KN-SUPP-03", "KN-SUPP-24")
def test_a_suppressing_1_misses_a_middling_die_worries_and_a_6_is_a_direct_hit() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (22, 24), 270), FAR)
    kind = K.SUPPRESS_SMALL_ARMS
    assert not firing(state, "a", "b", kind, 1).unit("b").has(SUPPRESSED)
    assert not firing(state, "a", "b", kind, 2, 2).unit("b").has(SUPPRESSED)
    assert not firing(state, "a", "b", kind, 5, 3, 6).unit("b").has(SUPPRESSED)
    assert firing(state, "a", "b", kind, 5, 3, 5).unit("b").has(SUPPRESSED)
    hit = firing(state, "a", "b", kind, 6, *[4, 1, 1, 1, 1, 1, 1, 1, 1], 5, 1)
    assert status(hit, "b").men == 7
    assert not hit.unit("b").has(SUPPRESSED)


@proves("KN-SUPP-12", "KN-SUPP-35", "KN-DFSA-44")
def test_small_arms_cannot_suppress_enclosed_armour_beyond_8_inches_nor_destroy_it() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    far = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "cannot suppress enclosed armour" in refusal(far, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))
    near = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.pz4h", (18, 24), 270))
    assert firing(near, "a", "b", K.SUPPRESS_SMALL_ARMS, 3, 5).unit("b").has(SUPPRESSED)
    near = activated(near, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "do nothing to b" in refusal(near, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS))


@proves("KN-SUPP-26")
def test_armour_piercing_rounds_cannot_suppress() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.SUPPRESS_HE, K.DIRECT_AT)
    said = refusal(state, Fire(UK, "a", "b", K.SUPPRESS_HE, "75mm", "armour piercing"))
    assert "cannot be used that way" in said


@proves("KN-WPN-13", "KN-AA-05", "KN-SUPP-09", "KN-SUPP-10", "KN-SUPP-11", "KN-SUPP-12", "KN-SUPP-14")
@pytest.mark.parametrize(
    ("firer", "target", "away_in", "effect"),
    [
        ("de.flak38", "uk.runner", 7, "suppresses on 2+"), ("de.flak38", "uk.runner", 14, "suppresses on 3+"),
        ("de.flak38", "uk.runner", 44, "suppresses on 5+"), ("de.flak38", "uk.m5_halftrack", 20, "suppresses on 5+"),
        ("de.flak38", "uk.m5_halftrack", 44, "suppresses on 5+"),
        ("de.quad20", "uk.runner", 14, "suppresses on 3+ with either of 2 dice"), ("de.quad20", "uk.runner", 20, "suppresses on 4+ with either of 2 dice"),
        ("de.quad20", "uk.bedford", 20, "suppresses on 2+ with either of 2 dice"),
        ("uk.squad", "de.sniper", 7, "suppresses on 2+"), ("uk.squad", "de.sniper", 22, "suppresses on 4+"),
        ("uk.vickers", "de.sniper", 30, "suppresses on 5+"), ("uk.squad", "de.opel", 20, "suppresses on 2+"),
        ("uk.squad", "de.sdkfz251", 7, "suppresses on 4+"), ("uk.squad", "de.sdkfz251", 14, "suppresses on 6+"),
        ("uk.squad", "de.pz4h", 7, "suppresses on 5+"), ("uk.squad", "de.pz4h", 14, None),
    ],
)  # fmt: skip
def test_autocannon_suppress_as_bullets_or_as_light_shells_whichever_is_better(
    firer: str, target: str, away_in: float, effect: str | None
) -> None:
    state = shooting(firer, target, away_in, K.SUPPRESS_SMALL_ARMS)
    fire = Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)
    if effect is None:
        assert "cannot suppress" in refusal(state, fire)
        return
    told = str(GAME.chances(state, fire))
    assert f"{effect} " in told, told
    assert ("with either" in told) is ("with either" in effect)


@proves("KN-SUPP-01", "KN-SUPP-31", "KN-DFSA-45")
@pytest.mark.parametrize(
    ("dice", "men", "low"),
    [((3, 4, 3), 8, True), ((3, 4, 4), 8, False), ((6, 5, 1, 1, 1, 1, 1, 1, 1, 1, 3), 8, False)],
)
def test_small_arms_suppress_the_men_inside_a_half_track(dice: tuple[int, ...], men: int, low: bool) -> None:
    """OUR 2, 201: on 4+ at effective range, saved on 4+ in the hard cover of its sides; a direct hit is saved
    on 3+, as direct fire is."""
    state = loaded(unit("ht", "de.sdkfz251", (30, 24), 270), {"inside": "de.squad"}, unit("men", "uk.squad", (10, 24), 90))  # fmt: skip
    told = reasons_of_shot(state, "men", "inside", K.SUPPRESS_SMALL_ARMS)
    assert "suppresses on 4+" in told
    assert "saves on 4+ from suppression (KGN Concealment saves, OUR 2" in told
    assert "saves on 3+ from a direct hit (KGN Concealment saves, OUR 2" in told
    after = firing(state, "men", "inside", K.SUPPRESS_SMALL_ARMS, *dice)
    assert (status(after, "inside").men, status(after, "inside").aboard) == (men, "ht")
    assert (after.unit("inside").has(SUPPRESSED), after.unit("ht").has(SUPPRESSED)) == (low, False)


@proves("KN-SUPP-01", "KN-DFSA-45")
def test_no_shell_is_aimed_at_the_men_inside_a_half_track() -> None:
    """OUR 201."""
    state = loaded(unit("ht", "de.sdkfz251", (30, 24), 270), {"inside": "de.squad"}, unit("gun", "uk.sherman", (10, 24), 90))  # fmt: skip
    state = act(state, Activate(UK, "gun", (K.SUPPRESS_HE, K.DIRECT_HE)))
    assert "is inside ht" in refusal(state, shot(state, "gun", "inside", K.SUPPRESS_HE, "75mm"))


@proves("KN-SUPP-01", "KN-SHOOT-01")
def test_suppressing_fire_needs_no_observation() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (25, 24), 270), FAR)
    state = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "observed" not in str(GAME.chances(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))


MEDIUM = HighExplosive(ShellSize.MEDIUM, 4, 2)


@proves("KN-SUPP-25", "KN-SUPP-40", "KN-DFHE-15", "KN-DFAT-33")
def test_a_direct_hit_of_suppressing_he_goes_straight_to_damage() -> None:
    volley = Volley(
        Round.HE, True, None, shell=MEDIUM, penetration=2, effects=(4,), effect_save=5, hit_save=5
    )
    hit = resolve_attack(volley, Target("squad", Kind.INFANTRY, 8, 8), dice_of([6, 4, 4, 1, 1, 5, 2]))
    assert hit.die == 6
    assert hit.target.men_lost == 1
    tank = resolve_attack(volley, Target("tank", Kind.ENCLOSED, armour=1), dice_of([6, 3, 4]))
    assert tank.target.fate is Fate.DESTROYED


@proves("KN-SUPP-39")
def test_one_action_suppresses_with_bullets_or_with_a_shell_and_says_which() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.SUPPRESS_HE, K.SUPPRESS_SMALL_ARMS)
    shell = str(GAME.chances(state, Fire(UK, "a", "b", K.SUPPRESS_HE, "75mm")))
    assert "medium HE suppresses on 4+" in shell
    assert "firepower" not in shell
    assert "has not declared" in refusal(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))


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


@proves("KN-SUPP-04")
@pytest.mark.parametrize(("men", "may"), [(2, False), (3, True), (4, True)])
def test_firepower_3_is_enough_to_suppress(men: int, may: bool) -> None:
    """Engineers with rifles alone: one of firepower for each man."""
    state = ready(table(), unit("a", "uk.piat", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    now = status(state, "a")
    state = with_status(state, "a", replace(now, men=men, offsets=()))
    state = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert ("less than 3" in refusal(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))) is not may


@proves("KN-SUPP-28", "KN-SUPP-27")
def test_the_enemy_sees_the_suppression_marker_from_the_moment_a_unit_has_it() -> None:
    state = ready(table(), unit("men", "uk.vickers", (20, 20)), unit("foe", "de.squad", (20, 40)))
    after = firing(state, "men", "foe", K.SUPPRESS_SMALL_ARMS, 3, 6, 1)
    for side in (UK, DE):
        assert not RULESET.seen_by(state, side).unit("foe").has(SUPPRESSED)
        assert RULESET.seen_by(after, side).unit("foe").has(SUPPRESSED)
