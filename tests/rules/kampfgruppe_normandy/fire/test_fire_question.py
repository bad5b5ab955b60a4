"""The printed question of fire: every number with its rule, and the table of outcomes in a player's order."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exporters.ruling_text import chat
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import Shot
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import FIRED, MOVED, TESTED
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.state.progress import Status
from rules.planning.where import Purpose, where
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    RULESET,
    act,
    area,
    game,
    line,
    ready,
    table,
    told_to,
    unit,
    with_status,
)

FAR = unit("far", "de.hq", (70, 2))
SUPPRESS_HE = "suppressing fire - high explosive"


def fire_ruling(state: GameState, manner: str = "") -> Ruling[Shot]:
    return RULESET.fire(state, state.unit("a"), state.unit("b"), manner)


def against(
    by: str, at: str, gap_in: float = 12.0, *conditions: str, behind: Piece | None = None
) -> GameState:
    """A unit "a" of one type, and "b" of another this many inches east of it."""
    pieces = () if behind is None else (behind,)
    target = unit("b", at, (10 + gap_in, 24), 270, *conditions)
    return ready(table(*pieces), unit("a", by, (10, 24), 90), target, FAR)


def without_cannon(at: str) -> GameState:
    """A Typhoon that has rockets left alone, before a unit."""
    return with_status(against("uk.typhoon", at, 9.0), "a", Status(used=(("20mm cannon", 3),)))


def outcomes(ruling: Ruling[Shot]) -> list[str]:
    assert ruling.odds is not None
    return list(ruling.odds.chances)


def lines_of(ruling: Ruling[Shot]) -> list[str]:
    """The printed odds, without their figures."""
    printed = chat(ruling).split("Odds:\n")[1]
    return [row.removeprefix("- ").split(":")[0] for row in printed.splitlines()]


@proves("KN-DFSA-01", "KN-DFSA-12", "KN-DFSA-33")
def test_fire_at_a_squad_is_a_table_from_no_effect_to_destroyed() -> None:
    ruling = fire_ruling(against("uk.vickers", "de.squad"))
    short = [said for said in lines_of(ruling) if "special weapon" not in said and "heroically" not in said]
    assert short == [
        "no effect", "1 casualty", "2 casualties", "3 casualties", "4 casualties", "4 casualties, suppressed",
        "5 casualties", "5 casualties, suppressed", "6 casualties", "6 casualties, suppressed", "7 casualties",
        "withdraws",
    ]  # fmt: skip
    assert str(ruling.verdict).startswith("direct fire - small arms: no effect ")
    assert [word.rsplit(" ", 1)[0] for word in str(ruling.verdict).split(": ")[1].split(", ")] == [
        "no effect", "casualties", "withdraws",
    ]  # fmt: skip
    few = fire_ruling(with_status(against("uk.vickers", "de.squad"), "b", Status(men=2)))
    assert outcomes(few)[-2:] == ["withdraws", "destroyed"]


def test_a_squad_reads_where_each_number_comes_from() -> None:
    hedge = line(T.HEDGE, (20.5, 10), (20.5, 38))
    told = [
        str(reason)
        for reason in fire_ruling(against("uk.squad_piat", "de.squad", 12.0, FIRED, behind=hedge)).reasons
    ]
    by = "KGN Direct fire - small arms: firepower, OUR 52, inferred"
    assert f"firepower 9 from Bren 2, small arms 7 ({by})" in told
    by = "KGN Observing the enemy; KGN Direct fire - small arms, OUR 51, inferred"
    assert f"b is observed on 3+: obscured, has fired ({by})" in told
    assert "9 dice hit on 4+ at short range (KGN Direct fire - small arms: to hit)" in told
    assert "saves on 5+ (KGN Concealment saves)" in told
    by = "KGN Special weapons removal; KGN Direct fire - small arms, OUR 23, inferred"
    assert f"on a 6 casualties take a special weapon with them ({by})" in told
    assert "tests its morale with 4 of 8 men left or fewer (KGN Unit morale)" in told


@proves("KN-DFSA-59")
def test_a_close_assault_states_what_it_costs_the_attacker() -> None:
    weak = with_status(against("uk.squad", "de.squad", 6.0), "a", Status(men=5))
    (told,) = [str(reason) for reason in fire_ruling(weak).reasons if "close assault costs" in reason.text]
    assert "1 casualty 50%; 1 casualty, suppressed 17%; withdraws 33%" in told


def test_veterans_end_where_their_owner_decides() -> None:
    fresh = fire_ruling(with_status(against("uk.vickers", "de.fallschirmjager"), "b", Status(men=5)))
    assert "1 casualty, withdraws unless re-rolled" in outcomes(fresh)
    assert "its owner may throw its first test again" in str(fresh)
    worn = with_status(against("uk.vickers", "de.fallschirmjager", 12.0, TESTED), "b", Status(men=5))
    assert "withdraws" in outcomes(fire_ruling(worn))


@proves("KN-DFSA-55")
@pytest.mark.parametrize(
    ("kind", "lost", "may_lose"),
    [
        ("de.squad", (), True),
        ("de.squad", ("MG 42",), False),
        ("de.fallschirmjager", ("MG 42",), True),
        ("de.fallschirmjager", ("MG 42", "Panzerfaust"), False),
        ("de.squad", ("Kar 98",), True),
    ],
)
def test_a_squad_loses_a_special_weapon_while_it_has_one(
    kind: str, lost: tuple[str, ...], may_lose: bool
) -> None:
    state = with_status(against("uk.vickers", kind), "b", Status(men=8, lost_weapons=lost))
    assert any("special weapon lost" in said for said in lines_of(fire_ruling(state))) is may_lose


@proves("KN-DFSA-55", "KN-PRIN-18")
@pytest.mark.parametrize(
    ("by", "at", "may_lose"),
    [
        ("uk.vickers", "de.mg42", False),
        ("uk.vickers", "de.panzerschreck", False),
        ("uk.vickers", "de.mortar_50mm", False),
        ("uk.vickers", "de.platoon_hq", True),
        ("de.mg42_tripod", "us.bazooka", False),
        ("de.mg42_tripod", "us.platoon_hq", True),
        ("de.mg42_tripod", "us.armoured_squad", True),
    ],
)
def test_a_squad_throws_for_its_special_weapons_and_a_team_does_not(by: str, at: str, may_lose: bool) -> None:
    """OUR 194: the American platoon headquarters are four men, the teams two or three."""
    ruling = fire_ruling(against(by, at))
    assert any("special weapon lost" in said for said in lines_of(ruling)) is may_lose
    assert ("take a special weapon with them" in str(ruling)) is may_lose


@proves("KN-DFSA-55", "KN-WPN-08")
@pytest.mark.parametrize(
    ("kind", "used", "lost", "may_lose"),
    [
        ("de.squad_faust", "Panzerfaust", ("MG 42",), False),
        ("de.squad_faust", "", ("MG 42",), True),
        ("us.engineers", "flamethrower", (), False),
        ("us.engineers", "", (), True),
    ],
)
def test_a_weapon_that_is_used_up_is_no_special_weapon_any_more(
    kind: str, used: str, lost: tuple[str, ...], may_lose: bool
) -> None:
    """OUR 192."""
    by, at = ("uk.vickers", kind) if kind.startswith("de.") else ("de.mg42_tripod", kind)
    used_up = ((used, 1),) if used else ()
    state = with_status(against(by, at), "b", Status(men=8, lost_weapons=lost, used=used_up))
    assert any("special weapon lost" in said for said in lines_of(fire_ruling(state))) is may_lose


@proves("KN-DFHE-04", "KN-DFHE-11")
def test_a_gun_with_he_names_its_shell_and_the_total_needed_to_hit() -> None:
    ruling = fire_ruling(against("uk.sherman", "de.squad", 28.0, MOVED), "direct fire - high explosive")
    told = [str(reason) for reason in ruling.reasons]
    assert "hits on 4+ at long range (KGN Direct fire: to hit)" in told
    assert "-1 target moved (KGN Direct fire: modifiers to hit)" in told
    assert "hits on 5+ in all (KGN Direct fire: modifiers to hit)" in told
    by = "KGN Direct fire - high explosive: damage; KGN Equipment, OUR 182, house value"
    assert f"medium HE: 4 damage dice, each a hit on 4+ ({by})" in told
    assert lines_of(ruling)[:3] == ["no effect", "1 casualty", "1 casualty, a special weapon lost"]


@proves("KN-SUPP-01")
def test_suppressing_fire_tells_its_one_die() -> None:
    ruling = fire_ruling(against("uk.sherman", "de.squad"), SUPPRESS_HE)
    assert "one die: 1 misses, 2 to 5 lie close, 6 is a direct hit" in str(ruling)
    assert outcomes(ruling)[:2] == ["no effect", "suppressed"]
    assert str(ruling.verdict).startswith(f"{SUPPRESS_HE} with 75mm: no effect ")


@proves("KN-DFAT-29")
def test_an_anti_tank_gun_states_which_two_dice_pierce() -> None:
    ruling = fire_ruling(against("de.pak40", "uk.sherman", 20.0))
    pierced = [str(reason) for reason in ruling.reasons if "penetration" in reason.text]
    assert len(pierced) == 1
    assert "with two dice" in pierced[0]
    assert [outcome for outcome in outcomes(ruling) if "suppressed" not in outcome] == [
        "no effect", "may act heroically", "immobilised", "immobilised, may act heroically", "abandoned", "destroyed",
    ]  # fmt: skip
    assert "tests its morale if it is hit and not destroyed (KGN Unit morale)" in str(ruling)
    assert "heroic" not in str(ruling)


def test_the_chance_of_harm_is_one_less_that_of_no_effect() -> None:
    ruling = fire_ruling(against("uk.vickers", "de.squad"))
    assert ruling.odds is not None
    assert ruling.verdict.harm == 1 - ruling.odds.of("no effect")
    assert sum(ruling.odds.chances.values(), Fraction(0)) == 1


def test_other_ways_to_fire_are_named_but_decide_nothing() -> None:
    ruling = fire_ruling(against("uk.sherman", "de.squad"))
    (other,) = [reason for reason in ruling.reasons if "other ways" in reason.text]
    assert not other.decides
    assert "direct fire - high explosive with 75mm; suppressing fire - small arms" in other.text


@pytest.mark.parametrize(
    ("by", "gap_in", "why"),
    [
        ("uk.squad_piat", 20.0, 'PIAT reaches 8"'),
        ("uk.squad", 20.0, "mall arms cannot suppress enclosed armour"),
    ],
)
def test_a_refusal_names_every_weapon_that_might_have_fired(by: str, gap_in: float, why: str) -> None:
    ruling = fire_ruling(against(by, "de.pz4h", gap_in))
    assert str(ruling.verdict) == "no fire"
    assert why in str(ruling)
    assert "mall arms cannot suppress enclosed armour" in str(ruling)


def test_a_refusal_names_the_range_and_the_stand_in_the_way() -> None:
    ruling = fire_ruling(against("uk.sherman", "de.pz4h", 55.0, behind=area(T.WOODS, 30, 20, 40, 28)))
    told = [reason.text.split(":")[0] for reason in ruling.reasons]
    assert told == ['the nearest part of b is 51.8" away, beyond 48"', "woods woods hides it"]


@proves("KN-DFHE-05")
def test_the_question_of_fire_counts_a_move_declared_in_the_activation() -> None:
    still = against("uk.sherman", "de.squad", 28.0)
    he = "direct fire - high explosive"
    assert "-1 more if it moves in the same activation" in str(fire_ruling(still, he))
    moving = act(still, Activate("uk", "a", (ActionKind.MOVE, ActionKind.DIRECT_HE)))
    told = str(fire_ruling(moving, he))
    assert "-1 firer moved or will move" in told
    assert "hits on 5+ in all" in told
    assert "-1 more" not in told


@pytest.mark.parametrize("by", ["uk.vickers", "uk.sherman"])
def test_the_fire_forecast_for_a_place_equals_the_fire_of_a_stand_placed_there(by: str) -> None:
    state = against(by, "de.squad", 12.0, behind=area(T.WOODS, 30, 20, 36, 28))
    firer, target = state.unit("a"), state.unit("b")
    spots = Spot(12, 24), Spot(25, 24), Spot(33, 24), Spot(39, 24), Spot(10, 2), Spot(70, 40)
    told, harms = RULESET.shots(state, target, spots), set()
    for spot in spots:
        moved = replace(target, at=spot)
        shot = told(firer, spot)
        assert shot == RULESET.fire(state.with_unit(moved), firer, moved).verdict, spot
        harms.add(shot.harm)
    assert len(harms) > 2, "near and far, in the open and in cover it is not alike"


def test_a_target_too_far_off_is_refused_with_the_reach_of_the_firers_weapons() -> None:
    for gap_in, why in (
        (60.0, "nearest part of b is "),
        (60.0, 'away, beyond 32"'),
        (40.0, 'reaches 32"'),
    ):
        assert why in str(fire_ruling(against("uk.vickers", "de.squad", gap_in)))


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-15")
def test_fire_of_an_aircraft_is_ruled_at_long_range_wherever_it_is() -> None:
    """Twelve dice hit a squad in the open on a 6, and it saves on a 6, once it is observed on 3+."""
    state = against("uk.spitfire", "de.squad", 9.0)
    plane, squad = state.unit("a"), state.unit("b")
    ruling = RULESET.fire(state, plane, squad)
    assert ruling.odds is not None
    unhurt = Fraction(31, 36) ** 12
    assert ruling.odds.of("no effect") == Fraction(1, 3) + Fraction(2, 3) * unhurt
    assert str(ruling.verdict).startswith("direct fire - small arms with machine guns: no effect 44%")
    assert isinstance(squad.at, Spot)
    assert RULESET.shots(state, squad, [squad.at])(plane, squad.at) == ruling.verdict
    told = str(RULESET.fire(against("uk.spitfire", "de.squad", 25.0), plane, replace(squad, at=Spot(35, 24))))
    assert 'A attacks from about 12", and b is' in told
    assert "Long range, as always from the air" in str(ruling)


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-19")
def test_the_odds_of_a_pair_of_rockets_combine_both() -> None:
    """Each hits on a 6; of the hits a double 1 glances off, a double 6 immobilises and the rest destroy the tank, which is
    tested once: 3 to 5 holds, and a 6 that no second one follows.
    """
    ruling = fire_ruling(without_cannon("de.pz4h"))
    assert ruling.odds is not None
    misses, glances, holds = (
        Fraction(5, 6),
        Fraction(1, 6 * 36),
        Fraction(3, 6) + Fraction(1, 6) * Fraction(5, 6),
    )
    unhurt = misses**2 + ((misses + glances) ** 2 - misses**2) * holds
    assert ruling.odds.of("no effect") == Fraction(1, 6) + Fraction(5, 6) * unhurt
    assert ruling.odds.of("destroyed") == Fraction(5, 6) * (1 - (1 - Fraction(1, 6) * Fraction(34, 36)) ** 2)


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-19")
def test_the_odds_of_a_pair_of_rockets_at_a_squad_add_up_its_losses() -> None:
    """Heavy 4: each die harms on 3+ and is saved on 6; each rocket that costs men takes the machine gun with them on a 6."""
    ruling = fire_ruling(without_cannon("de.squad"))
    assert ruling.odds is not None
    harms, kept = Fraction(5, 9), Fraction(5, 6)
    none, one, two = ((1 - harms) ** 4, 4 * harms * (1 - harms) ** 3, 6 * harms**2 * (1 - harms) ** 2)
    by_one, by_both = two * kept, 2 * two * none * kept + one**2 * kept**2
    assert ruling.odds.of("2 casualties") == Fraction(2, 3) * (
        Fraction(10, 36) * by_one + Fraction(1, 36) * by_both
    )


@proves("KN-AIR-12", "KN-AIR-19", "KN-UMOR-23")
def test_the_odds_of_suppressing_rockets_include_a_heroic_action() -> None:
    """A tank is suppressed by heavy shells on 5+; after one hit without effect the other rocket may miss or have no effect."""
    ruling = fire_ruling(without_cannon("de.pz4h"), SUPPRESS_HE)
    assert ruling.odds is not None
    glances, heroic = Fraction(1, 36), Fraction(1, 36)
    one_hit = 2 * Fraction(1, 6) * (Fraction(1, 6) + Fraction(4, 6) * Fraction(4, 6)) * glances
    assert ruling.odds.of("may act heroically") == (one_hit + (Fraction(1, 6) * glances) ** 2) * heroic


@proves("KN-AIR-27", "KN-AA-01", "KN-AA-05")
def test_fire_at_an_aircraft_is_ruled_as_anti_aircraft_fire() -> None:
    """20 mm: 2 to 5 suppresses on 5+, and a 6 throws five dice that hit on a 6; rifles do not reach up."""
    state = against("uk.polsten", "de.bf109", 60.0)
    ruling = fire_ruling(state)
    assert ruling.odds is not None
    assert (
        ruling.odds.of("no effect") == Fraction(1, 6) + Fraction(4, 9) + Fraction(1, 6) * Fraction(5, 6) ** 5
    )
    assert str(ruling.verdict).startswith("suppressing fire - anti-aircraft: no effect 68%")
    assert "A has nothing that reaches aircraft" in str(fire_ruling(against("uk.recce", "de.bf109")))
    assert "B is an aircraft" in str(fire_ruling(state, SUPPRESS_HE))


@proves("KN-AIR-12", "KN-AIR-27", "KN-DEPL-16a")
def test_units_off_the_table_and_passengers_have_no_ruling_on_air_attack_or_anti_aircraft_fire() -> None:
    """OUR 50: passengers may not be activated, nor do they fire."""
    state = game(
        unit("spit", "uk.spitfire", (40, 30)), unit("late", "uk.spitfire"), unit("lorry", "de.opel", (40, 20)),
        unit("mg", "de.mg42_tripod"), unit("awaited", "de.flak38"), unit("gone", "de.squad"),
        status={"mg": Status(men=3, aboard="lorry")},
    )  # fmt: skip
    refused = {
        ("late", "lorry"): "late is not on the table", ("mg", "spit"): "mg is a passenger", ("awaited", "spit"): "awaited is not on the table",
        ("awaited", "late"): "awaited is not on the table", ("lorry", "late"): "late is not on the table", ("spit", "gone"): "gone is not on the table",
    }  # fmt: skip
    for (firer, target), said in refused.items():
        ruling = RULESET.fire(state, state.unit(firer), state.unit(target))
        assert (ruling.odds, [reason.text for reason in ruling.reasons]) == (None, [said])
    for firer, target in (("late", "lorry"), ("mg", "spit"), ("awaited", "spit")):
        at = state.unit(target).at
        assert isinstance(at, Spot)
        assert RULESET.shots(state, state.unit(target), [at])(state.unit(firer), at).harm is None


@proves("KN-WPN-10b", "KN-WPN-25")
@pytest.mark.parametrize("kind", ["uk.3in_mortar", "de.nebelwerfer"])
def test_a_weapon_that_fires_only_indirectly_is_refused_with_that_reason(kind: str) -> None:
    by, at = (kind, "de.pz4h") if kind.startswith("uk.") else (kind, "uk.sherman")
    assert "fires indirectly only (KGN Weapons of World War II)" in str(fire_ruling(against(by, at, 30.0)))


@proves("KN-DFHE-05", "KN-DFAT-05", "KN-WPN-04b")
@pytest.mark.parametrize(
    ("by", "at", "kind"),
    [
        ("uk.sherman", "de.stug3", ActionKind.DIRECT_AT),
        ("uk.vickers", "de.squad", ActionKind.DIRECT_SMALL_ARMS),
    ],
)
def test_places_to_fire_from_count_the_firer_as_moved(by: str, at: str, kind: ActionKind) -> None:
    """Elsewhere it hits as one does that has declared a Move: a tank with 1 less, a heavy machine gun not at all."""
    state = against(by, at, 20)
    firer, foe, nearer = state.unit("a"), state.unit("b"), Spot(10.5, 24.5)
    posts = where(RULESET, state, firer, Purpose.HIT, foe).verdict.posts
    harm = {post.place: post.harm or Fraction(0) for post in posts}
    gone = told_to(state.with_unit(replace(firer, at=nearer)), "a", ActionKind.MOVE, kind)
    assert harm[Spot(10, 24)] == fire_ruling(state).verdict.harm
    assert harm[nearer] == fire_ruling(gone).verdict.harm
    assert harm[nearer] < harm[Spot(10, 24)]


@proves("KN-DFAT-05")
@pytest.mark.parametrize(
    ("by", "at", "moves"), [("uk.sherman", "de.stug3", False), ("de.stug3", "uk.sherman", True)]
)
def test_places_to_fire_from_do_not_turn_a_unit_that_hits_better_unturned(
    by: str, at: str, moves: bool
) -> None:
    """Facing north, of a target in the east: a turret is turned at no cost, a gun in the hull by a Move."""
    state = against(by, at, 20)
    state = state.with_unit(replace(state.unit("a"), facing_deg=0))
    posts = where(RULESET, state, state.unit("a"), Purpose.HIT, state.unit("b")).verdict.posts
    (harm,) = (post.harm for post in posts if post.place == Spot(10, 24))
    kinds = (ActionKind.MOVE, ActionKind.DIRECT_AT) if moves else (ActionKind.DIRECT_AT,)
    turned = told_to(state.with_unit(replace(state.unit("a"), facing_deg=90)), "a", *kinds)
    assert harm == fire_ruling(turned).verdict.harm
