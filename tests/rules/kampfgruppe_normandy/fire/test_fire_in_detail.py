"""Fire where one condition more or less changes the answer: modifiers, rounds, passengers, close assault, morale."""

from dataclasses import replace

import pytest

from rules.game.engine.carrying_out import carry_out
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.concealment import Cover, shielded_save
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, MOVED, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import Kind, WeaponKind
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.effects.shooting import ShotFired
from rules.kampfgruppe_normandy.questions.fire.fire_orders import work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Refused
from rules.kampfgruppe_normandy.questions.gun_crew import crew_of
from rules.kampfgruppe_normandy.questions.target import Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Status, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    counters,
    course,
    dice_of,
    firing,
    loaded,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)


@proves("KN-ACT-17", "KN-DFHE-05")
@pytest.mark.parametrize(
    ("kinds", "minus"),
    [
        ((K.MOVE, K.DIRECT_HE), True),
        ((K.DIRECT_HE, K.MOVE), True),
        ((K.DIRECT_HE, K.DIRECT_HE), False),
    ],
)
def test_a_tank_that_moves_before_or_after_its_shell_takes_one_off(kinds: tuple[K, K], minus: bool) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", *kinds)
    if kinds[0] is K.MOVE:
        state = act(state, Move(UK, "a", (Spot(10, 24), Spot(12, 24))))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-DFHE-05")
@pytest.mark.parametrize(("acting", "minus"), [(UK, True), (DE, False)])
def test_a_hero_who_moved_before_in_this_turn_takes_one_off_and_not_for_a_move_of_his_last(
    acting: str, minus: bool
) -> None:
    """A heroic action in one's own turn after the activation, or in the enemy's turn that follows."""
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_HE, K.DIRECT_HE)
    state = state.with_unit(replace(state.unit("a"), conditions=frozenset({MOVED})))
    state = with_progress(state, replace(course(state), acting=acting))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-DFHE-05", "KN-ACT-17")
@pytest.mark.parametrize(
    ("kinds", "moved", "minus"), [((K.DIRECT_HE, K.MOVE), 0, False), ((K.MOVE, K.DIRECT_HE), 1, True)]
)
def test_a_tank_immobilised_before_its_shell_does_not_move_after_it(
    kinds: tuple[K, K], moved: int, minus: bool
) -> None:
    """Covering fire, say, has thrown a double 6: whether it has moved before then decides."""
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90, IMMOBILISED), unit("b", "de.squad", (30, 24), 270)
    )
    told = Activation("a", UK, kinds, done=moved)
    state = with_progress(state, replace(course(state), activation=told))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-DFHE-05", "KN-ACT-17", "KN-UMOR-22")
@pytest.mark.parametrize("minus", [True, False])
def test_a_hero_whose_own_move_is_still_to_come_this_turn_takes_one_off(minus: bool) -> None:
    """He acts heroically amid an activation that ends with a Move, or with a second shell."""
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    own = Activation("a", UK, (K.DIRECT_HE, K.MOVE if minus else K.DIRECT_HE), done=1)
    heroic = Activation("a", UK, (K.DIRECT_HE, K.DIRECT_HE), is_free=True)
    state = with_progress(state, replace(course(state), activation=heroic, suspended=(own,)))
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm")))
    assert ("-1 firer moved or will move" in said) is minus


@proves("KN-WPN-25")
@pytest.mark.parametrize("kind", [K.DIRECT_HE, K.SUPPRESS_HE])
def test_a_rocket_launcher_fires_neither_directly_nor_at_what_it_sees(kind: K) -> None:
    state = ready(
        table(),
        unit("a", "de.nebelwerfer", (10, 24), 90),
        unit("b", "uk.squad", (40, 24), 270),
        attacker=DE,
    )
    assert "fires indirectly only" in refusal(state, GAME.actions.read(_activate("a", kind)))


@proves("KN-WPN-21b")
@pytest.mark.parametrize("gap_in", [9, 15])
def test_a_howitzer_fires_over_open_sights_at_what_is_too_near_for_its_indirect_fire(gap_in: float) -> None:
    state = ready(
        table(), unit("a", "uk.25pdr", (10, 24), 90), unit("b", "de.squad", (10 + gap_in, 24), 270), FAR
    )
    state = activated(state, "a", K.DIRECT_HE, K.DIRECT_HE)
    assert not refusal(state, Fire(UK, "a", "b", K.DIRECT_HE, "25 pdr"))


@proves("KN-WPN-21c")
def test_of_two_howitzers_one_has_an_anti_tank_round() -> None:
    has_ap = {gun: RULESET.book.type(gun).weapons[0].ap is not None for gun in ("uk.25pdr", "de.lig18")}
    assert has_ap == {"uk.25pdr": True, "de.lig18": False}


@proves("KN-WPN-25", "KN-WPN-10b")
@pytest.mark.parametrize("gun", ["de.nebelwerfer", "de.80mm_mortar"])
def test_what_lobs_its_shells_is_no_answer_to_who_can_be_shot_at(gun: str) -> None:
    state = ready(table(), unit("a", gun, (10, 24), 90), unit("b", "uk.squad", (40, 24), 270), attacker=DE)
    weapon = next(one.name for one in RULESET.book.type(gun).weapons if one.he is not None)
    found = work_out(position(state), Order("a", "b", K.DIRECT_HE, weapon), moves=False)
    assert isinstance(found, Refused)
    assert "fires indirectly only" in str(found.reason)


def _activate(name: str, kind: K) -> dict[str, object]:
    return {"is": "Activate", "side": DE, "unit": name, "kinds": [kind.value, K.MOVE.value]}


@proves("KN-WPN-09", "KN-IND-35")
@pytest.mark.parametrize(("gap_in", "reaches"), [(23.9, True), (24.1, False)])
def test_a_light_mortar_reaches_24_inches(gap_in: float, reaches: bool) -> None:
    state = ready(
        table(), unit("a", "uk.platoon_hq", (10, 24), 90), unit("b", "de.sniper", (10.6 + gap_in, 24))
    )
    state = with_status(state, "a", Status(men=5, offsets=((0.0, 0.0),) * 5))
    state = activated(state, "a", K.DIRECT_HE, K.MOVE)
    said = refusal(state, Fire(UK, "a", "b", K.DIRECT_HE, '2" mortar'))
    assert (said == "") is reaches
    assert reaches or 'reaches 24"' in said


@proves("KN-WPN-08")
@pytest.mark.parametrize(
    ("firer", "weapon", "read"),
    [("de.squad_faust", "Panzerfaust", True), ("us.bazooka", "Bazooka", False)],
)
def test_a_panzerfaust_reaches_as_far_as_other_rockets_of_the_hand_as_our_58_says(
    firer: str, weapon: str, read: bool
) -> None:
    one, foe = unit("a", firer, (10, 24), 90), unit("b", "uk.sherman" if read else "de.pz4h", (30, 24), 270)
    state = ready(
        table(), one, foe, unit("c", "uk.squad" if read else "de.squad", (60, 5)), attacker=one.side
    )
    state = act(state, Activate(one.side, "a", (K.DIRECT_AT, K.MOVE)))
    refused = refusal(state, Fire(one.side, "a", "b", K.DIRECT_AT, weapon))
    assert refused.startswith(f'{weapon} reaches 8" (KGN Weapons of World War II')
    assert ("OUR 58, house value" in refused, "OUR" in refused) == (read, read)


@proves("KN-DFSA-10")
@pytest.mark.parametrize(("men", "few"), [(3, True), (4, False)])
def test_three_men_are_observed_less_and_four_are_not(men: int, few: bool) -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(with_status(state, "b", Status(men=men)), "a", K.DIRECT_SMALL_ARMS, K.MOVE)
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))
    assert ("has not fired, 3 men or fewer" in said) is few
    assert ("observed on 4+" in said, "observed on 3+" in said) == (few, not few)


@proves("KN-WPN-19a")
@pytest.mark.parametrize(
    ("men", "beside_in", "conditions", "fires"),
    [
        (2, None, (), True),
        (1, None, (), False),
        (1, 0.9, (), True),
        (1, 1.3, (), False),
        (1, 0.9, (SUPPRESSED,), False),
    ],
)
def test_an_infantryman_beside_a_gun_stands_in_for_a_man_of_its_crew(
    men: int, beside_in: float | None, conditions: tuple[str, ...], fires: bool
) -> None:
    man_in = 0.3
    gun = unit("a", "uk.6pdr", (10, 24), 90)
    width_in = RULESET.book.type("uk.6pdr").width_in
    helper_y_in = 24 + width_in / 2 + man_in + (beside_in or 20)
    helper = unit("h", "uk.sniper", (10, helper_y_in), 90, *conditions)
    state = ready(table(), gun, helper, unit("b", "de.pz4h", (30, 24), 270))
    state = activated(with_status(state, "a", Status(men=men)), "a", K.DIRECT_AT, K.MOVE)
    assert (refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "6 pdr")) == "") is fires


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


@proves("KN-DFSA-25", "KN-PRIN-20")
@pytest.mark.parametrize(("helpers", "firepower"), [(1, "5 from MG 42 5 "), (2, "5 from MG 42 5 "), (3, "10 from MG 42 5, MG 34 5 ")])  # fmt: skip
def test_of_two_machine_guns_the_second_fires_if_two_men_more_stand_by(helpers: int, firepower: str) -> None:
    """One man is left of ten; others beside him take the places of the lost."""
    beside = [unit(f"h{k}", "de.sniper", (10, 24.9 + 0.01 * k), 90) for k in range(helpers)]
    foe = unit("b", "uk.squad", (25, 24), 270)
    state = ready(table(), unit("a", "de.panzergrenadiers", (10, 24), 90), *beside, foe, attacker=DE)
    state = with_status(state, "a", Status(men=1))
    state = act(state, Activate(DE, "a", (K.SUPPRESS_SMALL_ARMS, K.MOVE)))
    assert f"firepower {firepower}" in str(GAME.chances(state, Fire(DE, "a", "b", K.SUPPRESS_SMALL_ARMS)))


@proves("KN-DFSA-12", "KN-DFSA-25")
def test_a_gun_of_ones_own_list_that_takes_no_crew_adds_to_all_rifles() -> None:
    squad = HOUSE_ROSTER["uk.squad"]
    guns = tuple(
        replace(weapon, kind=WeaponKind.TANK_MG) if weapon.name == "Bren" else weapon
        for weapon in squad.weapons
    )
    game = KampfgruppeNormandy(BookData({**HOUSE_ROSTER, "uk.squad": replace(squad, weapons=guns)})).as_game()
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.MOVE)
    told = str(game.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))
    assert "firepower 11 from Bren 3, small arms 8 " in told


@proves("KN-WPN-19a", "KN-IND-44")
def test_a_full_crew_has_no_helpers_and_a_battery_off_the_table_has_none_beside_it() -> None:
    units = (
        unit("gun", "uk.6pdr", (10, 24), 90),
        unit("h", "uk.squad", (10, 25.5)),
        unit("battery", "uk.25pdr_battery", None),
    )
    state = ready(table(), *units, FAR)
    full = RULESET.book.type("uk.6pdr").men
    assert crew_of(position(state), state.unit("gun")) == full
    assert crew_of(position(with_status(state, "gun", Status(men=full - 1))), state.unit("gun")) == full
    state = with_status(state, "battery", Status(men=1))
    assert crew_of(position(state), state.unit("battery")) == 1


@proves("KN-WPN-19a", "KN-WPN-19b")
@pytest.mark.parametrize(
    ("middle_in", "suppressed", "crew"), [(2.05, False, 3), (2.1, False, 1), (1.9, True, 1), (4, False, 1)]
)
def test_men_of_a_squad_who_stand_within_an_inch_of_a_gun_serve_it_and_the_others_do_not(
    middle_in: float, suppressed: bool, crew: int
) -> None:
    """A 25 pounder has one of four men left. Two of eight stand nearest, 0.78 inches before the middle of their squad."""
    squad = unit("squad", "uk.squad", (10, 24 + 1 + middle_in), 0, *([SUPPRESSED] if suppressed else []))
    state = ready(table(), unit("gun", "uk.25pdr", (10, 24), 0), squad, FAR)
    state = with_status(state, "gun", Status(men=1))
    assert crew_of(position(state), state.unit("gun")) == crew


@proves("KN-WPN-15")
def test_an_autocannon_is_no_gun_for_direct_he() -> None:
    state = ready(table(), unit("a", "uk.bofors", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    assert "cannot take the action" in refusal(
        state, GAME.actions.read(_activate("a", K.DIRECT_HE) | {"side": UK})
    )
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_SMALL_ARMS)
    assert "anti-tank fire does nothing to infantry" in refusal(
        state, Fire(UK, "a", "b", K.DIRECT_AT, "40mm Bofors")
    )
    found = work_out(position(state), Order("a", "b", K.DIRECT_HE, "40mm Bofors"), moves=False)
    assert isinstance(found, Refused)
    assert "fires as small arms here" in str(found.reason)


@proves("KN-DFHE-02", "KN-DFAT-02")
@pytest.mark.parametrize(
    ("target", "kind", "dice"),
    [("de.squad", K.DIRECT_HE, (3, 2, 1, 1, 1, 1)), ("de.pz4h", K.DIRECT_AT, (2, 2, 1, 1, 3))],
)
def test_the_record_of_a_shell_that_struck_counts_one_hit(
    target: str, kind: K, dice: tuple[int, ...]
) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", target, (20, 24), 270), FAR)
    state = activated(state, "a", kind, kind)
    events, _ = carry_out(GAME, state, Fire(UK, "a", "b", kind, "75mm"), dice_of(dice))
    assert [event.hits for event in events if isinstance(event, ShotFired)] == [1]


@proves("KN-DFAT-39")
def test_a_solid_shot_that_hits_men_does_nothing_to_them() -> None:
    volley = Volley(Round.AP, suppressing=False, observe=None, to_hit=2, penetration=6)
    dice = dice_of([6])
    outcome = resolve_attack(volley, Target("men", Kind.INFANTRY, men=8, start=8), dice)
    dice.assert_done()
    assert outcome.target.is_untouched


@proves("KN-DFAT-33")
@pytest.mark.parametrize("away_in", [10, 44])
def test_high_explosive_pierces_as_its_shell_says_at_any_range(away_in: float) -> None:
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (10 + 3.2 + away_in, 24), 270)
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    shell = RULESET.book.type("uk.sherman").weapon("75mm").he
    assert shell is not None
    assert shell.penetration != shell.rating
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm", "high explosive")))
    assert f"penetration {shell.penetration} against" in said


@proves("KN-DFAT-35")
def test_skirts_leave_a_piat_one_die() -> None:
    plates = RULESET.book.type("de.pz4h")
    assert plates.skirts
    state = ready(table(), unit("a", "uk.piat", (30, 24), 90), unit("b", "de.pz4h", (37, 24), 0), FAR)
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    shot = Fire(UK, "a", "b", K.DIRECT_AT, "PIAT")
    assert plates.armour is not None
    beats = plates.armour.side + 1
    assert beats <= 6
    assert "b" not in act(state, shot, 2, 6, beats, 1).units
    assert "b" in act(state, shot, 2, 6, beats - 1, 5).units


@proves("KN-UMOR-19a", "KN-UMOR-20", "KN-UMOR-14")
@pytest.mark.parametrize(
    ("conditions", "stays"), [((), True), ((SUPPRESSED,), False), ((IMMOBILISED,), False)]
)
def test_a_crew_that_throws_1_leaves_a_tank_that_is_stuck_or_already_shaken(
    conditions: tuple[str, ...], stays: bool
) -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.panther", (30, 24), 270, *conditions),
        FAR,
    )
    counter = () if stays else (1,)
    after = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, 1, *counter, weapon="75mm")
    assert ("b" in after.units) is stays
    assert counters(after, DE) == len(counter)


@proves("KN-UMOR-19b")
def test_the_driver_of_a_truck_that_throws_1_runs() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.opel", (30, 24), 270), FAR)
    after = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 2, *[6] + [1] * 6, 1, 1)
    assert "b" not in after.units
    assert counters(after, DE) == 1
    holds = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 2, *[6] + [1] * 6, 3)
    assert status(holds, "b").hits == 1


@proves("KN-UMOR-21", "KN-UMOR-23")
@pytest.mark.parametrize(
    ("conditions", "second", "heroic"), [((), 6, True), ((), 5, False), ((SUPPRESSED,), 6, False)]
)
def test_a_heroic_action_takes_a_second_6_and_a_unit_that_is_not_suppressed(
    conditions: tuple[str, ...], second: int, heroic: bool
) -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.panther", (30, 24), 270, *conditions),
        FAR,
    )
    after = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, 6, second, weapon="75mm")
    assert any(obligation.duty is Duty.HEROIC_ACTION for obligation in course(after).owed) is heroic


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


@proves("KN-DFSA-39", "KN-DFSA-40")
def test_hits_a_truck_cannot_take_go_to_one_squad_and_what_it_cannot_take_to_the_next() -> None:
    state = loaded(
        unit("truck", "de.opel", (26, 24), 270),
        {"pair": "de.panzerschreck", "men": "de.squad"},
        unit("a", "uk.vickers", (10, 24), 90),
        FAR,
    )
    hits, no_saves = (6, 6, 6, 6, 6, 1, 1), (1, 1, 1)
    saves_of_the_rest = (1,)
    after = firing(state, "a", "truck", K.DIRECT_SMALL_ARMS, 2, *hits, *no_saves, *saves_of_the_rest, 1, 1, 1)
    assert "pair" not in after.units
    assert status(after, "men").men == 7


@proves("KN-DEPL-16a", "KN-DEPL-17a")
@pytest.mark.parametrize(("save", "men"), [(6, 8), (5, 7)])
def test_riders_are_in_the_open_and_save_on_6(save: int, men: int) -> None:
    state = loaded(
        unit("tank", "de.panther", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.sherman", (10, 24), 90),
        FAR,
    )
    holds, special = 5, (1,) if men < 8 else ()
    after = firing(state, "a", "tank", K.DIRECT_AT, 2, 3, 1, 2, holds, 5, 1, 1, save, *special, weapon="75mm")
    assert status(after, "men").men == men


@proves("KN-SPEC-16a")
@pytest.mark.parametrize(("gap_in", "helps"), [(0.9, True), (1.2, False)])
def test_a_medic_helps_within_an_inch(gap_in: float, helps: bool) -> None:
    squad_edge_in, medic_edge_in = 0.3, 0.3
    medic = unit("medic", "uk.medic", (30, 24 + squad_edge_in + gap_in + medic_edge_in))
    state = ready(
        table(), unit("mg", "de.mg42", (10, 24), 90), unit("squad", "uk.squad", (30, 24)), medic, attacker=DE
    )
    in_line = tuple((0.9 * k, 0.0) for k in range(8))
    state = with_status(state, "squad", Status(men=8, offsets=in_line))
    state = with_status(state, "medic", Status(men=1, offsets=((0.0, 0.0),)))
    treats, special = (4,) if helps else (), (1,)
    dice = (6, 6, 1, 1, 1, 1, 1, *treats)
    after = firing(state, "mg", "squad", K.DIRECT_SMALL_ARMS, *dice, *(() if helps else special))
    assert status(after, "squad").men == (8 if helps else 7)


@proves("KN-DFSA-43")
@pytest.mark.parametrize(
    ("cover", "front", "flank"),
    [(Cover.OPEN, 4, 6), (Cover.VISUAL, 4, 5), (Cover.HARD, 4, 5), (Cover.FORTIFIED, 2, 2)],
)
def test_from_the_flank_a_shield_is_worth_nothing_and_cover_what_it_is(
    cover: Cover, front: int, flank: int
) -> None:
    assert shielded_save(cover, from_front=True, has_shield=True) == front
    assert shielded_save(cover, from_front=False, has_shield=True) == flank
    assert shielded_save(cover, from_front=False, has_shield=False) == flank


@proves("KN-DFSA-42", "KN-DFSA-43")
@pytest.mark.parametrize(("facing_deg", "save"), [(270, 4), (0, 6), (90, 6)])
def test_the_crew_of_a_gun_saves_on_4_behind_its_shield(facing_deg: float, save: int) -> None:
    state = ready(
        table(), unit("a", "uk.squad", (10, 24), 90), unit("gun", "de.pak40", (30, 24), facing_deg), FAR
    )
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert f"saves on {save}+" in str(GAME.chances(state, Fire(UK, "a", "gun", K.DIRECT_SMALL_ARMS)))


@proves("KN-DFSA-36", "KN-DFSA-38", "KN-DFAT-44a")
def test_the_odds_of_who_sits_second_in_a_lorry_count_who_sits_before_him() -> None:
    """Of three hits at most two are the lorry's own; the third falls on the first of those aboard."""
    aboard = {"one": "de.mg42", "two": "de.mg42"}
    state = loaded(
        unit("lorry", "de.opel", (30, 24), 270), aboard, unit("a", "uk.sherman", (10, 24), 90), FAR
    )
    state = activated(state, "a", K.DIRECT_HE, K.DIRECT_HE)
    cases = GAME.chances(state, Fire(UK, "a", "lorry", K.DIRECT_HE, "75mm")).cases
    assert [case.condition for case in cases] == ["lorry", "one", "two"]
    _, one, two = (any("casualt" in told for told in case.odds.chances) for case in cases)
    assert (one, two) == (True, False)
