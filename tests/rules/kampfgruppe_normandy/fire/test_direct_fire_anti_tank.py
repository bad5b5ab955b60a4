"""Anti-tank fire: penetration, its results, and hand-held rockets."""

from dataclasses import replace

import pytest

from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.questions.activation import kinds_open
from rules.kampfgruppe_normandy.questions.fire.shells import pierced_on, reach_in
from rules.kampfgruppe_normandy.questions.target import Fate, Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    counters,
    dice_of,
    firing,
    game,
    loaded,
    position,
    ready,
    reasons_of_shot,
    refusal,
    status,
    table,
    told_to,
    unit,
)


@proves("KN-DFAT-39")
def test_anti_tank_fire_at_infantry_is_refused() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    assert "nothing to infantry" in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))


@proves("KN-DFAT-36", "KN-DFSA-40")
def test_armour_piercing_shot_wrecks_a_truck_on_6_or_more() -> None:
    state = loaded(
        unit("truck", "de.opel", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.sherman", (10, 24), 90),
        FAR,
    )
    after = firing(state, "a", "truck", K.DIRECT_AT, 2, 3, 3, 3, 1, weapon="75mm")
    assert "truck" not in after.units
    assert status(after, "men").men == 8
    assert after.unit("men").has(SUPPRESSED)
    assert after.unit("men").at is not None
    stands = firing(state, "a", "truck", K.DIRECT_AT, 2, 3, 3, 2, 5, weapon="75mm")
    assert "truck" in stands.units


@proves("KN-DFAT-38", "KN-UMOR-05")
def test_a_deployed_gun_has_armour_2_against_shot() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("g", "de.pak40", (30, 24), 270), FAR)
    after = firing(state, "a", "g", K.DIRECT_AT, 2, 4, 2, 3, 1, weapon="75mm")
    assert "g" not in after.units
    assert counters(after, DE) == 1


@proves("KN-WPN-08")
@pytest.mark.parametrize(
    ("firer", "weapon", "read"),
    [("de.squad_faust", "Panzerfaust", True), ("us.bazooka", "Bazooka", False)],
)
def test_our_58_a_panzerfaust_reaches_as_far_as_other_hand_held_rockets(
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


@proves("KN-DFAT-41", "KN-DFAT-38")
def test_an_armour_piercing_round_leaves_no_save() -> None:
    state = ready(
        table(), unit("tank", "uk.sherman", (10, 24), 90), unit("gun", "de.pak40", (20, 24), 270),
        unit("truck", "de.opel", (10, 10)),
    )  # fmt: skip
    for target in ("gun", "truck"):
        said = reasons_of_shot(state, "tank", target, K.DIRECT_AT, "75mm")
        assert "saves on" not in said
    assert "saves on 6+" in reasons_of_shot(state, "tank", "gun", K.DIRECT_HE, "75mm")


@proves("KN-DFAT-30", "KN-DFAT-31", "KN-DFAT-32")
@pytest.mark.parametrize(
    ("firer", "weapon", "target", "said"),
    [
        ("uk.sherman", "75mm", "de.panther", "only a double 6 pierces it, which immobilises"),
        ("uk.squad_piat", "PIAT", "de.king_tiger", "it cannot be pierced"),
        ("uk.squad_piat", "PIAT", "de.pz4h", "skirts keep it out"),
        ("uk.squad_piat", "PIAT", "de.sdkfz251", "pierced on 3+ with two dice"),
    ],
)
def test_the_penetration_needed_is_stated_by_the_dice_results_that_pierce(
    firer: str, weapon: str, target: str, said: str
) -> None:
    state = ready(table(), unit("a", firer, (10, 24), 90), unit("b", target, (17, 24), 270))
    assert said in reasons_of_shot(state, "a", "b", K.DIRECT_AT, weapon)


ROSTER = RULESET.book.roster


@proves("KN-WPN-07", "KN-WPN-08", "KN-DFAT-45", "KN-DFAT-01", "KN-DFAT-02")
def test_hand_held_heat_reaches_8_inches_and_a_panzerfaust_is_fired_once() -> None:
    near = unit("tank", "uk.sherman", (20, 24), 90)
    state = ready(
        table(),
        near,
        unit("a", "de.squad_faust", (28, 24), 270),
        unit("b", "de.panzerschreck", (40, 24)),
        attacker=DE,
    )
    far = act(state, Activate(DE, "b", (K.DIRECT_AT, K.DIRECT_AT)))
    beyond = refusal(far, Fire(DE, "b", "tank", K.DIRECT_AT, "Panzerschreck"))
    assert 'reaches 8"' in beyond
    assert "OUR 58" not in beyond
    state = act(state, Activate(DE, "a", (K.DIRECT_AT, K.DIRECT_AT)))
    shot = Fire(DE, "a", "tank", K.DIRECT_AT, "Panzerfaust")
    assert "HEAT against front armour 7" in str(GAME.chances(state, shot))
    state = act(state, shot, 2, 1)
    assert "used up" in refusal(state, shot)


@proves("KN-WPN-08", "KN-DFSA-55")
@pytest.mark.parametrize(
    ("fired", "lost", "refused"),
    [(0, 0, ""), (1, 0, ""), (0, 1, ""), (1, 1, "Panzerfaust is used up"), (2, 0, "Panzerfaust is used up")],
)
def test_a_panzerfaust_lost_with_its_man_cannot_be_fired_by_another(
    fired: int, lost: int, refused: str
) -> None:
    """A player's own squad has two, each of which is fired once."""
    kind = BOOK.type("de.squad_faust")
    two = [
        replace(weapon, count=2, uses=2) if weapon.name == "Panzerfaust" else weapon
        for weapon in kind.weapons
    ]
    book = BookData({**BOOK.roster, kind.id: replace(kind, weapons=tuple(two))})
    left = Status(men=8, used=(("Panzerfaust", fired),), lost_weapons=("Panzerfaust",) * lost)
    squad, tank = unit("a", kind.id, (28, 24), 270), unit("tank", "uk.sherman", (20, 24), 90)
    state = told_to(game(squad, tank, acting=DE, status={"a": left}), "a", K.DIRECT_AT, K.DIRECT_AT)
    why = (
        KampfgruppeNormandy(book).as_game().why_not(state, Fire(DE, "a", "tank", K.DIRECT_AT, "Panzerfaust"))
    )
    assert [reason.text for reason in why] == ([refused] if refused else [])


@proves("KN-WPN-08")
def test_the_8_inch_range_of_a_panzerfaust_cites_our_reading() -> None:
    tank = unit("tank", "uk.sherman", (20, 24), 90)
    state = ready(table(), tank, unit("a", "de.squad_faust", (32, 24), 270), attacker=DE)
    state = act(state, Activate(DE, "a", (K.DIRECT_AT, K.DIRECT_AT)))
    beyond = refusal(state, Fire(DE, "a", "tank", K.DIRECT_AT, "Panzerfaust"))
    assert 'Panzerfaust reaches 8"' in beyond
    assert "OUR 58" in beyond


@proves("KN-DFAT-34", "KN-DFHE-10", "KN-WPN-22")
def test_penetration_falls_with_range_and_every_he_shell_has_size_and_rating() -> None:
    for row in ROSTER.values():
        for weapon in row.weapons:
            if weapon.ap is not None:
                assert list(weapon.ap) == sorted(weapon.ap, reverse=True)
            if weapon.he is not None:
                assert 1 <= weapon.he.rating <= 10
    cannon = ROSTER["uk.55in_battery"].weapons[0]
    assert cannon.min_in == 24


@proves("KN-DFAT-44a", "KN-DFAT-30")
def test_an_immobilised_tank_fights_on_but_does_not_move() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270), FAR)
    state = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 6, 6, 5, weapon="75mm")
    kinds = set(kinds_open(position(state), state.unit("b")))
    assert K.MOVE not in kinds
    assert K.DIRECT_AT in kinds


@proves("KN-DFAT-41")
def test_cover_gives_no_save_against_penetration() -> None:
    volley = Volley(Round.AP, False, None, to_hit=2, penetration=10, hit_save=5)
    assert (
        resolve_attack(volley, Target("t", Kind.ENCLOSED, armour=3), dice_of([2, 3, 3])).target.fate
        is Fate.DESTROYED
    )


@proves("KN-DFAT-01", "KN-DFHE-02", "KN-SHOOT-03")
@pytest.mark.parametrize(
    ("needed", "dice", "fate"),
    [
        (1, [1], Fate.STANDS),
        (1, [2, 3, 3], Fate.DESTROYED),
        (7, [5], Fate.STANDS),
        (7, [6, 3, 3], Fate.DESTROYED),
    ],
)
def test_a_1_always_misses_and_a_6_always_hits(needed: int, dice: list[int], fate: Fate) -> None:
    volley = Volley(Round.AP, False, None, to_hit=needed, penetration=10, hit_save=5)
    target = Target("t", Kind.ENCLOSED, armour=3)
    assert resolve_attack(volley, target, dice_of(dice)).target.fate is fate


@proves("KN-WPN-05", "KN-WPN-07", "KN-WPN-08", "KN-WPN-09")
@pytest.mark.parametrize(
    ("type_id", "weapon", "most_in"),
    [
        ("uk.platoon_hq", '2" mortar', 24),
        ("de.mortar_50mm", "50mm mortar", 24),
        ("uk.platoon_hq", "PIAT", 8),
        ("us.bazooka", "Bazooka", 8),
        ("de.squad_faust", "Panzerfaust", 8),
        ("de.pioneers", "flamethrower", 8),
        ("uk.crocodile", "hull flamethrower", 8),
        ("uk.17pdr", "17 pdr", 48),
        ("de.tiger", "88mm L/56", 48),
        ("uk.25pdr", "25 pdr", 48),
    ],
)
def test_how_far_shells_heat_and_flame_reach(type_id: str, weapon: str, most_in: float) -> None:
    assert reach_in(BOOK.type(type_id).weapon(weapon)) == most_in


@proves("KN-DFAT-38", "KN-DFAT-36", "KN-DFAT-41", "KN-DFHE-10")
@pytest.mark.parametrize(
    ("target", "round", "kind", "said", "unsaid"),
    [
        ("de.pak40", "", K.DIRECT_AT, "a gun counts as armour 2", "a soft-skin is destroyed"),
        ("de.opel", "", K.DIRECT_AT, "a soft-skin is destroyed on 6+ with two dice", "armour"),
        ("de.pz4h", "", K.DIRECT_AT, "against front armour", "damage dice"),
        ("de.pz4h", "high explosive", K.DIRECT_AT, "against front armour", "damage dice"),
        ("de.pak40", "", K.DIRECT_HE, "it takes the crew, not the gun", "counts as armour"),
        ("de.opel", "", K.DIRECT_HE, "4 damage dice", "destroyed on"),
        ("de.squad", "", K.DIRECT_HE, "4 damage dice", "armour"),
    ],
)
def test_a_shot_says_what_its_round_does_to_the_type_of_target(
    target: str, round: str, kind: K, said: str, unsaid: str
) -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", target, (30, 24), 270))
    state = activated(state, "a", kind, K.MOVE)
    told = " | ".join(map(str, GAME.chances(state, Fire(UK, "a", "b", kind, "75mm", round)).reasons))
    assert said in told
    assert unsaid not in told.replace("Armour", "")


@proves("KN-DFAT-07", "KN-DFAT-29", "KN-DFAT-30", "KN-DFAT-32", "KN-DFAT-35")
@pytest.mark.parametrize(
    ("penetration", "armour", "skirts", "said"),
    [
        (None, 1, False, ": pierced on 3+ with two dice"),
        (None, 6, False, ": pierced on 7+ with two dice"),
        (None, 10, False, ": pierced on 11+ with two dice"),
        (None, 11, False, ": only a double 6 pierces it, which immobilises"),
        (None, 12, False, ": it cannot be pierced"),
        (None, 4, True, ": skirts leave one die, pierced on 5+"),
        (None, 5, True, ": skirts leave one die, pierced on 6+"),
        (None, 6, True, ": skirts keep it out"),
        (9, 9, True, ": pierced on 9+ with two dice"),
    ],
)
def test_two_dice_results_that_pierce(penetration: int | None, armour: int, skirts: bool, said: str) -> None:
    """HEAT has to exceed the armour; a double 1 never pierces and a double 6 only immobilises."""
    assert pierced_on(penetration, armour, skirts=skirts) == said
