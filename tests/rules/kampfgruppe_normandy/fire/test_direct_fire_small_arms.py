"""Direct fire of small arms: observation, firepower, crews, and losses of men and weapons."""

from dataclasses import replace

import pytest

from rules.game.chance.odds import odds_of
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.concealment import Cover, shielded_save
from rules.kampfgruppe_normandy.book.conditions import FIRED, MOVED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import Kind, WeaponKind
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.effects.casualties import lose_weapons, models_differ
from rules.kampfgruppe_normandy.questions.target import Target, special_weapons_left
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.fire.last_turn import (
    AT_THE_PANZER,
    after_turn,
    own_turn_of,
    panzer,
    squad,
)
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    dice_of,
    firing,
    game,
    loaded,
    opened,
    position,
    ready,
    reasons_of_shot,
    refusal,
    resolving,
    status,
    table,
    unit,
    with_status,
)


@proves("KN-DFSA-06", "KN-DFSA-11", "KN-COV-02")
@pytest.mark.parametrize(
    ("did", "seen"), [((), "is observed on 2+"), ((FIRED,), "is seen without a die: in the open, has fired")]
)
def test_a_vehicle_that_fired_last_turn_is_easier_to_observe_in_its_own_turn_too(
    did: tuple[str, ...], seen: str
) -> None:
    """A vehicle in the open: 2+, and no die where it fired in its last turn."""
    state = act(own_turn_of(panzer(*did)), Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    assert f"panzer {seen}" in str(GAME.chances(state, AT_THE_PANZER))
    dice = (1,) if did else (2, 1)
    assert act(state, AT_THE_PANZER, *dice).unit("tank").has(FIRED)


@proves("KN-DFSA-04", "KN-DFSA-05", "KN-DFSA-10", "KN-DFSA-11")
@pytest.mark.parametrize(("did", "needed"), [((), "3+"), ((FIRED,), "2+")])
def test_men_who_fired_last_turn_are_easier_to_observe_while_another_unit_acts(
    did: tuple[str, ...], needed: str
) -> None:
    state = own_turn_of(squad(*did), panzer())
    state = act(state, Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    told = str(GAME.chances(state, CoverFire(UK, "flames", "squad", K.DIRECT_SMALL_ARMS)))
    assert f"squad is observed on {needed}" in told


@proves("KN-DFSA-11", "KN-DFHE-06", "KN-DFSA-50b")
def test_actions_of_the_turn_before_last_no_longer_count_once_the_own_turn_ends() -> None:
    """Of two Panzers that fired and moved, one fires again: in the enemy's turn it has fired, and neither has moved."""
    state = own_turn_of(panzer(FIRED, MOVED), unit("second", "de.pz4h", (50, 20), 180, FIRED, MOVED))
    state = act(state, Activate(DE, "panzer", (K.DIRECT_AT, K.DIRECT_AT)))
    state = act(state, HoldFire(UK))
    state = act(state, Fire(DE, "panzer", "tank", K.DIRECT_AT, "75mm L/48"), 2, 1)
    state = after_turn(act(act(state, HoldFire(UK)), Forgo(DE)), DE)
    state = act(act(state, RollCommand(UK), 6, 6, 6), Activate(UK, "tank", (K.DIRECT_AT, K.DIRECT_AT)))
    told = {
        name: str(GAME.chances(state, Fire(UK, "tank", name, K.DIRECT_AT, "75mm")))
        for name in ("panzer", "second")
    }
    assert "panzer is seen without a die: in the open, has fired" in told["panzer"]
    assert "second is observed on 2+: in the open, has not fired" in told["second"]
    assert not any("target moved" in said for said in told.values())


@proves("KN-DFSA-11", "KN-DFHE-06")
def test_our_185_actions_in_a_units_own_turn_count_at_once() -> None:
    """The Panzer drives an inch and stops; as another unit acts it has moved, and has not fired."""
    state = act(own_turn_of(panzer(), squad()), Activate(DE, "panzer", (K.MOVE, K.DIRECT_AT)))
    state = act(state, Move(DE, "panzer", (Spot(40, 20), Spot(40, 21))))
    state = act(act(state, HoldFire(UK)), Forgo(DE))
    state = act(state, Activate(DE, "squad", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    said = str(GAME.chances(state, AT_THE_PANZER))
    assert "-1 target moved (KGN Direct fire: modifiers to hit; KGN Covering fire, OUR 185, inferred)" in said
    assert "panzer is observed on 2+: in the open, has not fired" in said


@proves("KN-DFSA-06", "KN-DFSA-11")
@pytest.mark.parametrize(("did", "read"), [((), True), ((FIRED,), False)])
def test_our_185_a_unit_that_fires_and_then_drives_has_fired_when_met(
    did: tuple[str, ...], read: bool
) -> None:
    """The reading is not named where its last turn says so already."""
    state = act(own_turn_of(panzer(*did)), Activate(DE, "panzer", (K.DIRECT_AT, K.MOVE)))
    state = act(act(state, HoldFire(UK)), Fire(DE, "panzer", "tank", K.DIRECT_AT, "75mm L/48"), 2, 1)
    state = act(state, Move(DE, "panzer", (Spot(40, 20), Spot(40, 21))))
    said = str(GAME.chances(state, AT_THE_PANZER))
    assert "panzer is seen without a die: in the open, has fired (KGN Observing the enemy; " in said
    assert ("OUR 185" in said) is read


@proves("KN-DFSA-03", "KN-SHOOT-03", "KN-SPEC-03")
def test_a_target_that_is_not_observed_is_not_fired_at() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    before = status(state, "a").left("ap")
    state = firing(state, "a", "b", K.DIRECT_AT, 1, weapon="75mm")
    assert status(state, "a").left("ap") == before
    assert progress_of(state).activation is not None


@proves("KN-DFSA-11", "KN-DFSA-06")
def test_a_vehicle_in_the_open_that_fired_is_seen_without_a_die() -> None:
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270, FIRED), FAR
    )
    state = firing(state, "a", "b", K.DIRECT_AT, 2, weapon="75mm")
    assert state.unit("a").has(FIRED)


@proves("KN-DFSA-45")
def test_men_in_an_open_topped_vehicle_save_on_3_against_direct_small_arms_fire() -> None:
    state = loaded(
        unit("track", "de.sdkfz251", (25, 24), 270), {"men": "de.squad"}, unit("a", "uk.squad", (10, 24), 90)
    )
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)
    said = str(GAME.chances(state, Fire(UK, "a", "men", K.DIRECT_SMALL_ARMS)))
    assert "in reinforced cover inside an open-topped vehicle" in said
    assert "saves on 3+" in said


@proves("KN-DFSA-12", "KN-DFSA-13", "KN-DFSA-24", "KN-WPN-05", "KN-PRIN-22")
@pytest.mark.parametrize(
    ("firer", "men", "weapon", "firepower"),
    [
        ("us.engineers", 8, "flamethrower", "17 from flamethrower 10, small arms 7"),
        ("us.engineers", 8, "", "8 from small arms 8"),
        ("us.engineers", 8, "small arms", "8 from small arms 8"),
        ("us.engineers", 1, "flamethrower", "10 from flamethrower 10"),
        ("uk.crocodile", 0, "hull flamethrower", "13 from hull flamethrower 10, co-axial MG 3"),
    ],
)
def test_the_rest_of_a_unit_fires_with_its_flamethrower(
    firer: str, men: int, weapon: str, firepower: str
) -> None:
    """All that a unit fires is added up; the flamethrower, used once or thrice a game, when it is named."""
    state = ready(table(), unit("a", firer, (20, 24), 90), unit("b", "de.squad", (26, 24), 270), FAR)
    state = with_status(state, "a", replace(status(state, "a"), men=men))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    told = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS, weapon)))
    assert f"firepower {firepower} (" in told


@proves("KN-DFSA-12", "KN-DFSA-16", "KN-DFSA-24")
def test_a_machine_gun_of_pioneers_fires_with_their_flamethrower() -> None:
    """Of eight men two serve the MG 42 and one the flamethrower: 5, 10 and five rifles."""
    pioneers, squad = unit("a", "de.pioneers", (20, 24), 90), unit("b", "uk.squad", (26, 24), 270)
    state = ready(table(), pioneers, squad, unit("far", "uk.squad", (60, 40)), attacker=DE)
    state = act(state, Activate(DE, "a", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    fire = Fire(DE, "a", "b", K.DIRECT_SMALL_ARMS, "flamethrower")
    assert "firepower 20 from flamethrower 10, MG 42 5, small arms 5 (" in str(GAME.chances(state, fire))
    worn = with_status(state, "a", replace(status(state, "a"), men=2))
    assert "firepower 11 from flamethrower 10, small arms 1 (" in str(GAME.chances(worn, fire))


@proves("KN-DFSA-25", "KN-DFSA-61")
def test_a_machine_gun_without_its_crew_is_silent_and_the_last_man_has_his_rifle() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    state = with_status(state, "a", Status(men=1))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 1 " in str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))


@proves("KN-DFSA-10")
@pytest.mark.parametrize(("men", "few"), [(3, True), (4, False)])
def test_three_men_are_observed_less_and_four_are_not(men: int, few: bool) -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(with_status(state, "b", Status(men=men)), "a", K.DIRECT_SMALL_ARMS, K.MOVE)
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))
    assert ("has not fired, 3 men or fewer" in said) is few
    assert ("observed on 4+" in said, "observed on 3+" in said) == (few, not few)


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
def test_a_machine_gun_of_a_players_list_that_takes_no_crew_adds_to_all_rifles() -> None:
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


@proves("KN-DFSA-43")
@pytest.mark.parametrize(
    ("cover", "front", "flank"),
    [(Cover.OPEN, 4, 6), (Cover.VISUAL, 4, 5), (Cover.HARD, 4, 5), (Cover.FORTIFIED, 2, 2)],
)
def test_from_the_flank_a_shield_does_not_count_and_cover_does(cover: Cover, front: int, flank: int) -> None:
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


@proves("KN-DFSA-03", "KN-DFSA-11")
def test_a_unit_that_sees_nobody_to_shoot_at_has_not_fired_and_its_action_is_gone() -> None:
    state = ready(table(), unit("men", "uk.squad", (20, 20)), unit("foe", "de.squad", (20, 34)))
    blind = firing(state, "men", "foe", K.DIRECT_SMALL_ARMS, 2, then=K.MOVE)
    assert not blind.unit("men").has(FIRED)
    now = progress_of(blind).activation
    assert now is not None
    assert now.next_kind is K.MOVE
    seen = firing(state, "men", "foe", K.DIRECT_SMALL_ARMS, 3, *[1] * 9, then=K.MOVE)
    assert seen.unit("men").has(FIRED)


@proves("KN-DFSA-45")
def test_men_in_reinforced_cover_inside_a_half_track_are_obscured() -> None:
    state = loaded(unit("ht", "de.sdkfz251", (25, 24), 270), {"inside": "de.squad"}, unit("men", "uk.squad", (10, 24), 90))  # fmt: skip
    said = reasons_of_shot(state, "men", "inside", K.DIRECT_SMALL_ARMS)
    assert "observed on 4+: obscured" in said
    assert "saves on 3+" in said


@proves("KN-DFSA-12", "KN-WPN-04a")
def test_a_weapon_that_is_silent_says_why() -> None:
    """One man of the crew of a Vickers, which needs two; and two men at 42 inches."""
    for men, at_in, said in ((1, 25, "Vickers needs a crew of 2"), (2, 52, 'Vickers reaches 32"')):
        foe = unit("b", "de.squad", (at_in, 24), 270)
        state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), foe, FAR)
        state = activated(
            with_status(state, "a", Status(men=men)), "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS
        )
        assert said in refusal(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS, "Vickers"))


@proves("KN-DFSA-02", "KN-DFSA-32")
def test_direct_small_arms_fire_takes_no_modifier_for_moving() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (22, 24), 270), FAR)
    still = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    moving = activated(state, "a", K.DIRECT_SMALL_ARMS, K.MOVE)
    shot = Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)
    assert GAME.chances(still, shot).odds == GAME.chances(moving, shot).odds


def test_the_odds_of_a_squad_s_fire_are_the_table_a_player_wants() -> None:
    volley = Volley(Round.BULLETS, False, 4, pools=((5, 4),), hit_save=5)
    squad = Target("squad", Kind.INFANTRY, 8, 8)
    odds = odds_of(lambda dice: resolve_attack(volley, squad, dice).target.words)
    assert sum(odds.chances.values()) == 1
    assert {"no effect", "1 casualty", "2 casualties", "4 casualties", "withdraws"} <= set(odds.chances)
    lost_none = odds.of("no effect")
    unseen, hit_each = 1 / 2, 1 / 2 * 2 / 3
    assert float(lost_none) == pytest.approx(unseen + unseen * (1 - hit_each) ** 5)


@proves("KN-DFSA-57", "KN-DFSA-55")
def test_a_special_weapon_is_diced_for_whenever_a_squad_that_has_one_loses_men() -> None:
    volley = Volley(Round.BULLETS, False, None, pools=((1, 3),))
    armed = resolve_attack(volley, Target("squad", Kind.INFANTRY, 8, 8, specials=1), dice_of([3, 6]))
    assert armed.target.special_lost
    bare = resolve_attack(volley, Target("squad", Kind.INFANTRY, 8, 8), dice_of([3]))
    assert not bare.target.special_lost


@proves("KN-DFSA-56")
def test_a_squad_has_the_special_weapons_that_it_has_not_lost() -> None:
    state = opened(table(), unit("a", "uk.squad", (10, 24)), unit("b", "de.squad", (60, 24)))
    assert special_weapons_left(position(state), state.unit("a")) == ["Bren"]
    state = with_status(state, "a", replace(status(state, "a"), lost_weapons=("Bren",)))
    assert special_weapons_left(position(state), state.unit("a")) == []


@proves(
    "KN-DFSA-01", "KN-DFSA-12", "KN-DFSA-13", "KN-DFSA-25", "KN-DFSA-61", "KN-PRIN-20", "KN-PRIN-22",
    "KN-WPN-03", "KN-WPN-12", "KN-WPN-14",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "men", "away_in", "dice"),
    [
        ("uk.squad", 8, 14, "9 dice hit on 4+"), ("uk.squad", 4, 14, "5 dice hit on 4+"), ("uk.squad", 1, 14, "2 dice hit on 4+"),
        ("uk.small_squad", 6, 14, "7 dice hit on 4+"), ("uk.hq", 3, 14, "3 dice hit on 4+"),
        ("de.squad", 8, 14, "11 dice hit on 4+"), ("de.squad", 2, 14, "5 dice hit on 4+"), ("de.squad", 1, 14, "1 die hits on 4+"),
        ("de.panzergrenadiers", 10, 14, "16 dice hit on 4+"), ("de.panzergrenadiers", 3, 14, "6 dice hit on 4+"),
        ("de.mg42", 3, 14, "5 dice hit on 4+"), ("de.mg42", 2, 14, "5 dice hit on 4+"), ("de.mg42", 1, 14, "1 die hits on 4+"),
        ("us.armoured_squad", 12, 14, "15 dice hit on 4+"), ("uk.bofors", 4, 14, "6 dice hit on 4+"),
        ("uk.bofors", 1, 14, "1 die hits on 4+"), ("uk.6pdr", 3, 14, "3 dice hit on 4+"),
        ("de.squad", 8, 20, "11 dice hit on 5+"), ("de.squad", 8, 28, "5 dice hit on 6+"), ("de.squad", 8, 5, "11 dice hit on 3+"),
        ("de.pioneers", 8, 5, "11 dice hit on 3+"),
        ("uk.bofors", 4, 44, "6 dice hit on 6+"), ("uk.sherman", 0, 14, "6 dice hit on 4+"), ("uk.m5_halftrack", 0, 28, "6 dice hit on 6+"),
    ],
)  # fmt: skip
def test_weapon_crews_fire_no_rifles_and_a_weapon_without_its_crew_is_silent(
    type_id: str, men: int, away_in: float, dice: str
) -> None:
    side = UK
    one = replace(unit("a", type_id, (10, 24), 90), side=side)
    state = ready(
        table(), one, replace(unit("b", "de.sniper", (10 + away_in, 24), 270), side="de"), unit("c", "de.squad", (68, 4))
    )  # fmt: skip
    if men:
        state = with_status(state, "a", replace(status(state, "a"), men=men, offsets=()))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    told = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))
    assert f" {dice} at" in f" {told.replace('; ', ' ')}", told


@proves("KN-DFSA-54")
@pytest.mark.parametrize(
    ("type_id", "status", "wood", "differ"),
    [
        ("uk.squad", Status(men=3), False, False),
        ("uk.squad", Status(men=3, offsets=((0, 0), (1, 0), (2, 0))), False, True),
        ("uk.squad", Status(men=8), True, True),
        ("uk.squad", Status(men=3, offsets=((0, 0), (1, 0), (2, 0)), inside="brick_building"), False, False),
        ("uk.squad", Status(men=3, offsets=((0, 0), (1, 0), (2, 0)), aboard="lorry"), False, False),
        ("uk.6pdr", Status(men=3, offsets=((0, 0), (1, 0), (2, 0))), False, False),
    ],
)  # fmt: skip
def test_units_whose_models_must_be_told_apart_for_casualties(
    type_id: str, status: Status, wood: bool, differ: bool
) -> None:
    """OUR 71: placed one by one, or on different ground; those inside something are alike."""
    pieces = [area(T.BRICK_BUILDING, 60, 60, 70, 70)]
    pieces += [area(T.WOODS, 40, 30, 50, 50)] if wood else []
    state = game(
        unit("u", type_id, (40, 40)), unit("lorry", "uk.bedford", (20, 20)), unit("foe", "de.squad", (80, 9)),
        pieces=pieces, status={"u": status},
    )  # fmt: skip
    assert models_differ(position(state), state.unit("u")) is differ


@proves("KN-DFSA-56", "KN-DFSA-55")
@pytest.mark.parametrize(
    ("type_id", "men", "at_least", "lost", "owed"),
    [
        ("uk.squad", 8, 0, (), 0), ("uk.squad", 8, 1, ("Bren",), 0), ("uk.squad_piat", 8, 0, (), 0), ("uk.squad_piat", 8, 1, (), 1),
        ("uk.squad_piat", 1, 0, (), 1), ("uk.squad_piat", 0, 0, (), 2), ("uk.hq", 3, 1, (), 0),
    ],
)  # fmt: skip
def test_the_only_kind_of_weapon_is_lost_at_once_and_one_of_two_kinds_is_chosen(
    type_id: str, men: int, at_least: int, lost: tuple[str, ...], owed: int
) -> None:
    """OUR 72: on the die, or when fewer men than weapons are left."""
    state = game(
        unit("u", type_id, (40, 60)), unit("foe", "de.squad", (40, 9)), status={"u": Status(men=men)}
    )  # fmt: skip
    resolution = resolving(state, dice_of([]))
    lose_weapons(resolution, state.unit("u"), at_least=at_least)
    after = progress_of(resolution.state)
    assert after.of("u").lost_weapons == lost
    assert [obligation.count for obligation in after.owed] == [owed] * bool(owed)
