"""Machine guns and autocannon: their crews, when they fire, and how they count."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.questions.fire.fire_orders import work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    firing,
    position,
    pot_die,
    ready,
    reasons_of_shot,
    refusal,
    shot,
    status,
    table,
    told_to,
    unit,
    with_status,
)


@proves("KN-WPN-04a", "KN-WPN-04b", "KN-DFSA-17")
def test_a_heavy_machine_gun_does_not_fire_in_a_turn_with_a_move() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    moving = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    said = str(GAME.chances(moving, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))
    assert "firepower 7" not in said
    still = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)
    assert "firepower 7" in str(GAME.chances(still, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))


@proves("KN-WPN-18a", "KN-WPN-18b")
def test_a_pintle_machine_gun_fires_in_a_turn_with_a_move() -> None:
    state = ready(table(), unit("a", "uk.m5_halftrack", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    moving = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert "firepower 6 " in str(GAME.chances(moving, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))


@proves("KN-WPN-04c", "KN-WPN-03")
@pytest.mark.parametrize(("helper_y_in", "firepower"), [(25.4, 7), (40, 1)])
def test_any_infantryman_can_crew_a_machine_gun(helper_y_in: float, firepower: int) -> None:
    state = ready(
        table(),
        unit("a", "uk.vickers", (10, 24), 90),
        unit("h", "uk.sniper", (10, helper_y_in), 90),
        unit("b", "de.squad", (25, 24), 270),
    )
    state = with_status(state, "a", Status(men=1))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert f"firepower {firepower} " in str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))


@proves("KN-WPN-15")
def test_an_autocannon_is_no_gun_for_direct_he() -> None:
    state = ready(table(), unit("a", "uk.bofors", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    assert "cannot take the action" in refusal(state, Activate(UK, "a", (K.DIRECT_HE, K.MOVE)))
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_SMALL_ARMS)
    assert "anti-tank fire does nothing to infantry" in refusal(
        state, Fire(UK, "a", "b", K.DIRECT_AT, "40mm Bofors")
    )
    found = work_out(position(state), Order("a", "b", K.DIRECT_HE, "40mm Bofors"), moves=False)
    assert isinstance(found, Refused)
    assert "fires as small arms here" in str(found.reason)


@proves("KN-WPN-13", "KN-DFSA-20", "KN-AA-05")
@pytest.mark.parametrize(("gap_in", "needed"), [(7, 2), (14, 3), (22, 4), (30, 5)])
def test_a_quad_is_two_autocannons_each_of_which_suppresses_as_small_arms_or_light_shells_by_our_223(
    gap_in: float, needed: int
) -> None:
    state = ready(
        table(), unit("quad", "de.quad20", (10, 24), 90), unit("men", "uk.sniper", (11.7 + gap_in, 24)), attacker=DE
    )  # fmt: skip
    told = reasons_of_shot(state, "quad", "men", K.SUPPRESS_SMALL_ARMS)
    assert (
        f"suppresses on {needed}+ with either of 2 dice (KGN Suppression effects; KGN Autocannons, OUR 223"
        in told
    )


def flak_at(foe: str, away_in: float = 20.0) -> GameState:
    """A German 20 mm gun, and a British unit that faces it."""
    return ready(
        table(), unit("flak", "de.flak38", (10, 24), 90), unit("foe", foe, (10 + away_in, 24), 270),
        unit("far", "uk.squad", (70, 44)), attacker=DE,
    )  # fmt: skip


@proves("KN-WPN-13", "KN-SUPP-09")
def test_our_5_an_autocannon_suppresses_enclosed_armour_as_small_arms_do() -> None:
    """A light shell does not, and close assault is as near as small arms do."""
    near, far = (
        reasons_of_shot(flak_at("uk.sherman", away_in), "flak", "foe", K.SUPPRESS_SMALL_ARMS)
        for away_in in (9, 14)
    )
    assert "suppresses on 5+ (KGN Suppression effects; KGN Suppressing fire, OUR 5" in near
    assert "suppresses on" not in far


def suppressing(state: GameState, *dice: int) -> GameState:
    return firing(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS, *dice)


@proves("KN-WPN-13", "KN-SUPP-25", "KN-DFHE-15", "KN-DFSA-46")
def test_a_direct_hit_of_an_autocannon_that_suppresses_armour_is_one_of_light_he_by_our_186() -> None:
    """Its HE penetrates 1; the half-track's front is 1: pierced on 8 or more. It is no bullet."""
    state = flak_at("uk.m5_halftrack")
    assert "foe" not in suppressing(state, 6, 4, 4, pot_die()).units
    held = suppressing(state, 6, 4, 3, 3)
    assert (held.unit("foe").conditions, progress_of(held).owed) == (frozenset(), ())
    assert suppressing(state, 6, 4, 3, 2).unit("foe").has(SUPPRESSED)
    said = reasons_of_shot(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS)
    assert "a direct hit is one of light HE (KGN Suppressing fire, OUR 186, inferred)" in said
    assert "penetration 1 against front armour 1: pierced on 8+ with two dice" in said
    assert "bullets" not in said
    odds = GAME.chances(told_to(state, "flak", K.SUPPRESS_SMALL_ARMS, K.MOVE), shot(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS)).odds  # fmt: skip
    assert odds is not None
    # Of the 15 throws of 8 or more the double 6 only immobilises.
    assert odds.of("foe: destroyed") == Fraction(1, 6) * Fraction(14, 36)


@proves("KN-WPN-13", "KN-WPN-14", "KN-SUPP-24")
def test_a_direct_hit_of_an_autocannon_is_of_small_arms_on_men_and_on_soft_skins() -> None:
    """Five dice, 5+ at 16 to 24 inches."""
    for foe in ("uk.squad", "uk.bedford"):
        said = reasons_of_shot(flak_at(foe), "flak", "foe", K.SUPPRESS_SMALL_ARMS)
        assert "5 dice hit on 5+" in said
        assert "OUR 186" not in said


@proves("KN-WPN-13", "KN-DFAT-08", "KN-UMOR-07")
def test_a_direct_hit_of_light_he_on_thick_armour_pierces_nothing_and_tests_morale() -> None:
    """At close assault range small arms suppress enclosed armour; the Sherman's front is out of the reach of a 1."""
    state = flak_at("uk.sherman", 9.0)
    assert suppressing(state, 6, 2).unit("foe").has(SUPPRESSED)
    assert not suppressing(state, 6, 3).unit("foe").has(SUPPRESSED)
    assert "it cannot be pierced" in reasons_of_shot(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS)


@proves("KN-WPN-13", "KN-SUPP-05")
def test_an_autocannon_may_try_enclosed_armour_at_any_range_with_its_shell() -> None:
    """Light HE has no number for it, as small arms have none beyond 8 inches: its direct hit alone does something."""
    state = flak_at("uk.sherman", 30.0)
    assert "suppresses on" not in (said := reasons_of_shot(state, "flak", "foe", K.SUPPRESS_SMALL_ARMS))
    assert "a direct hit is one of light HE (KGN Suppressing fire, OUR 186, inferred)" in said
    assert not suppressing(state, 5).unit("foe").has(SUPPRESSED)
    assert suppressing(state, 6, 2).unit("foe").has(SUPPRESSED), "it tests its morale"


@proves("KN-WPN-17", "KN-SPEC-03", "KN-SHOOT-04")
def test_a_tank_that_suppresses_with_its_machine_guns_spends_no_shell() -> None:
    """A co-axial and a bow machine gun of 3 each; the bow gun does not fire at a target behind the tank."""
    tank = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (25, 24), 270), FAR)
    fire = Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)
    told = activated(tank, "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_HE)
    assert "firepower 6 " in str(GAME.chances(told, fire))
    after = act(told, fire, 1)
    assert status(after, "a").rounds == status(tank, "a").rounds
    shelled = act(after, Fire(UK, "a", "b", K.SUPPRESS_HE, "75mm"), 1)
    assert status(shelled, "a").left("he") == status(tank, "a").left("he") - 1
    turned = activated(
        tank.with_unit(replace(tank.unit("a"), facing_deg=270.0)), "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_HE
    )
    assert "firepower 3 " in str(GAME.chances(turned, fire))


@proves("KN-DFSA-46", "KN-WPN-13", "KN-WPN-14", "KN-WPN-15")
def test_an_autocannon_is_small_arms_to_men_light_he_to_suppress_and_a_gun_to_armour() -> None:
    state = ready(
        table(),
        unit("a", "de.sdkfz222", (10, 24), 90),
        unit("men", "uk.squad", (30, 20), 270),
        unit("car", "uk.m5_halftrack", (30, 28), 270),
        unit("x", "de.squad", (4, 4)),
        attacker=DE,
    )
    direct = act(state, Activate(DE, "a", (K.DIRECT_SMALL_ARMS, K.DIRECT_AT)))
    assert "firepower 8 " in str(GAME.chances(direct, Fire(DE, "a", "men", K.DIRECT_SMALL_ARMS)))
    assert "do nothing to car" in refusal(direct, Fire(DE, "a", "car", K.DIRECT_SMALL_ARMS))
    suppress = act(state, Activate(DE, "a", (K.SUPPRESS_SMALL_ARMS, K.DIRECT_AT)))
    assert "suppresses on 5+" in str(GAME.chances(suppress, Fire(DE, "a", "car", K.SUPPRESS_SMALL_ARMS)))
    at = act(state, Activate(DE, "a", (K.DIRECT_AT, K.DIRECT_AT)))
    assert "against front armour" in str(GAME.chances(at, Fire(DE, "a", "car", K.DIRECT_AT, "20mm KwK")))
