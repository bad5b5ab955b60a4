"""14.6: where a hero has to go, when he may stop, and what holds him in his hex."""

import pytest

from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, REGROUPING
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.vehicles.transport import Load
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.activation.heroism import may_be_heroic
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import HeroMadeFor
from rules.last_hundred_yards.state.events.unit_events import UnitGone, UnitMoved, UnitReplaced
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    activated,
    at,
    course,
    done,
    legal,
    position_seen_by,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, FOE, SECOND_FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "ge.1kp.1.squad.1",
    "ge.1kp.1.squad.2",
)


def hero(place: str, *foes: str, condition: str = HEROIC) -> GameState:
    """A hero in a hex, with his leader far off and enemies in these."""
    names = (FOE, SECOND_FOE, "ge.1kp.1.squad.3")
    conditions = [condition] if condition else []
    them = [unit(name, foe) for name, foe in zip(names, foes, strict=False)]
    return activated(unit(SQUAD, place, *conditions), unit(LEADER, "A10"), *them, far=())


def steps(state: GameState) -> set[Hex | None]:
    return {action.to for action in legal(state, Maneuver) if action.unit == SQUAD}


def shelled(state: GameState, *places: str) -> GameState:
    for number, place in enumerate(places, 1):
        shell = FireMarker(number, FireKind.MDRM, at(place), 0, primary=True, tubes=1)
        state = FirePlaced(shell).on(state)
    return state


@proves("LHY-9.1.1.0", "LHY-11.4.8b.2", "LHY-14.6.2.2")
def test_9_1_1_a_pinned_hero_must_act_and_so_withdraws_as_far_as_he_likes() -> None:
    state = shelled(hero("C7", "C4"), "C7")
    assert "is heroic and must act" in refusal(state, CallForReaction("us"))
    assert not refusal(done(state, Withdraw("us", (SQUAD,), at("D7")), 1), EndManeuver("us"))


@proves("LHY-14.6.2.2")
@pytest.mark.parametrize(
    ("start", "condition", "shells", "may_end"),
    [
        ("C7", HEROIC, "", False),  # three hexes from the enemy in C4: on to him
        ("C8", HEROIC, "", True),  # four
        ("C7", "", "", True),  # no hero
        ("C7", HEROIC, "C5", True),  # the one hex that leads nearer is under mortar fire
        ("C7", HEROIC, "B6 D6", False),
    ],
)
def test_14_6_2_2_a_hero_beginning_within_three_hexes_moves_as_long_as_he_can(
    start: str, condition: str, shells: str, may_end: bool
) -> None:
    first = at("C6") if start == "C7" else at("C7")
    state = done(hero(start, "C4", condition=condition), Maneuver("us", SQUAD, first))
    state = shelled(state, *shells.split())
    assert (refusal(state, EndManeuver("us")) == "") is may_end


@proves("LHY-14.6.2.2")
def test_14_6_2_2_a_hero_moves_on_to_the_nearest_enemy_though_another_is_beyond_three_hexes() -> None:
    state = done(hero("C7", "C4", "G5"), Maneuver("us", SQUAD, at("C6")))
    assert refusal(state, EndManeuver("us"))


@proves("LHY-14.6.2.2", "LHY-14.6.2.1a")
@pytest.mark.parametrize(
    ("foes", "ways"),
    [
        (("C4",), "C7"),
        (("F7",), "D7 D8"),
        (("C5", "F8"), "C7 D7 D8"),  # both are three hexes away: the hero may choose
        (("C4", "F8"), "D7 D8"),  # the nearer one draws him
        ((), "B7 B8 C7 C9 D7 D8"),  # no enemy to go for
    ],
)
def test_14_6_2_each_hex_brings_him_nearer_to_the_nearest_enemy(foes: tuple[str, ...], ways: str) -> None:
    """Counted by hand (columns B, D and F are half a hex lower): C8 to C4 is four hexes, to C5, F7 and F8 three."""
    assert steps(hero("C8", *foes)) == {at(label) for label in ways.split()}


@proves("LHY-14.6.2.1b")
@pytest.mark.parametrize(
    ("woods", "ways"),
    [
        ("", "C7 D7 D8"),
        ("E8", "C7"),  # hides the one in F8
        ("C6", "D7 D8"),  # hides the one in C5
        ("E8 C6", "C7 D7 D8"),
        ("B5", "C7 D7 D8"),
    ],
)
def test_14_6_2_1_of_equally_near_enemies_a_hero_goes_for_one_in_sight(woods: str, ways: str) -> None:
    """Enemies in C5 and F8, three hexes from C8; the line to F8 runs through D8 and E8."""
    rows = [["w" if f"{'ABCDEFGH'[c]}{r + 1}" in woods.split() else "." for c in range(8)] for r in range(10)]
    ground = board("\n".join(map(" ".join, rows)))
    foes = [unit(FOE, "C5"), unit(SECOND_FOE, "F8")]
    state = activated(unit(SQUAD, "C8", HEROIC), unit(LEADER, "A10"), *foes, ground=ground, far=())
    assert steps(state) == {at(label) for label in ways.split()}


@proves("LHY-14.6.2.1d")
@pytest.mark.parametrize(("waiting", "ways"), [(2, "C7"), (3, "D7 D8")])
def test_14_6_2_1_a_hero_goes_for_no_hex_that_he_would_overstack(waiting: int, ways: str) -> None:
    """Friends wait under arrows to assault C5, three hexes off; G8 is four."""
    state = activated(
        unit(SQUAD, "C8", HEROIC), unit(LEADER, "A10"), unit(FOE, "C5"), unit(SECOND_FOE, "G8"), far=()
    )
    for number in range(1, waiting + 1):
        friend = unit(f"us.able.2.squad.{number}", "C4")
        state = ArrowPlaced(Arrow(friend.id, "us", at("C5"))).on(state.with_unit(friend))
    assert steps(state) == {at(label) for label in ways.split()}


@proves("LHY-14.6.2.1d", "LHY-4.1.11.2")
@pytest.mark.parametrize(("roads", "ways"), [("C4 C5 C6", "C7"), ("", "D7 D8")])
def test_14_6_2_1_a_hero_goes_for_no_hex_that_he_may_not_enter(roads: str, ways: str) -> None:
    """A bridge in C5 is entered from the road alone."""
    ground = open_ground(8, 10, roads=roads, hexes={"C5": {Terrain.BRIDGE}})
    foes = [unit(FOE, "C5"), unit(SECOND_FOE, "G8")]
    state = activated(unit(SQUAD, "C8", HEROIC), unit(LEADER, "A10"), *foes, ground=ground, far=())
    assert steps(state) == {at(label) for label in ways.split()}


@proves("LHY-14.6.2b", "LHY-14.6.2.1a")
def test_14_6_2b_a_hero_goes_for_the_friends_that_the_nearest_enemies_wait_to_assault() -> None:
    state = hero("C8", "C4")
    friend = "us.able.1.squad.2"
    state = state.with_unit(unit(friend, "D4"))
    waiting = ArrowPlaced(Arrow(FOE, "ge", at("D4"))).on(state)
    assert steps(state) == {at("C7")}
    assert steps(waiting) == {at("C7"), at("D7")}
    own = ArrowPlaced(Arrow(friend, "us", at("C4"))).on(state)
    assert steps(own) == {at("C7")}


@proves("LHY-14.6.2a")
@pytest.mark.parametrize(("arrow", "stays"), [(True, True), (False, False)])
def test_14_6_2a_a_hero_under_assault_does_not_leave_his_hex(arrow: bool, stays: bool) -> None:
    state = hero("C8", "C6")
    if arrow:
        state = ArrowPlaced(Arrow(FOE, "ge", at("C8"))).on(state)
    assert ("must stay" in refusal(state, Maneuver("us", SQUAD, at("C7")))) is stays
    assert bool(steps(state)) is not stays


@proves("LHY-14.6.2.2")
@pytest.mark.parametrize(
    ("who", "condition", "hexes", "may"),
    [
        (SQUAD, "", "C7", True),
        (SQUAD, "", "C8 C7", False),
        (SQUAD, HEROIC, "C8 C7", True),
    ],
)
def test_14_6_2_2_a_hero_may_begin_three_hexes_away_others_on_foot_two(
    who: str, condition: str, hexes: str, may: bool
) -> None:
    way = hexes.split()
    state = hero({1: "C8", 2: "C9"}[len(way)], "C6", condition=condition)
    for place in way:
        state = done(state, Maneuver("us", who, at(place)))
    assert (refusal(state, Assault("us", (who,), at("C6"))) == "") is may


@proves("LHY-14.6.2.1c")
def test_14_6_2_1_of_two_equally_near_enemies_a_hero_keeps_to_the_one_he_moves_toward() -> None:
    """Enemies in C4 and in E5 are three hexes from C7; C6 is nearer to both, D6 to E5 alone."""
    state = hero("C7", "C4", "E5")
    assert steps(state) == {at("C6"), at("D6")}
    assert steps(done(state, Maneuver("us", SQUAD, at("D6")))) == {at("D5"), at("E6")}
    between = done(state, Maneuver("us", SQUAD, at("C6")))
    assert steps(between) == {at("C5"), at("D5")}
    assert course(between).goals_of(SQUAD) == {at("C4"), at("E5")}
    assert course(done(between, Maneuver("us", SQUAD, at("C5")))).goals_of(SQUAD) == {at("C4")}


@proves("LHY-14.6.2.1c")
def test_14_6_2_1_neither_a_nearer_enemy_nor_mortar_fire_changes_a_heros_target() -> None:
    state = done(hero("C8", "C4", "H9"), Maneuver("us", SQUAD, at("C7")))
    state = UnitMoved(SECOND_FOE, at("H9"), at("E7")).on(shelled(state, "C4"))
    assert steps(state) == {at("C6")}


@proves("LHY-14.6.4a")
@pytest.mark.parametrize(("gone", "heroic"), [(FOE, False), (SECOND_FOE, True)])
def test_14_6_4_a_hero_stops_being_heroic_once_no_enemy_is_left_at_his_target(
    gone: str, heroic: bool
) -> None:
    """An enemy elsewhere within five hexes does not count."""
    state = done(hero("C8", "C4", "H9"), Maneuver("us", SQUAD, at("C7")))
    state = done(UnitGone(gone, "is eliminated").on(state), EndManeuver("us"))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase not in (Phase.ACTIVATION, Phase.FIRE)
    assert state.unit(SQUAD).has(HEROIC) is heroic


@proves("LHY-14.6.4a", "LHY-14.6.2.1c")
@pytest.mark.parametrize(("gone", "heroic"), [(FOE, False), (SECOND_FOE, True)])
def test_14_6_4_a_hero_in_an_assault_stops_being_heroic_once_fire_leaves_no_enemy_in_his_hex(
    gone: str, heroic: bool
) -> None:
    state = done(hero("C5", "C4", "C1"), Assault("us", (SQUAD,), at("C4")))
    state = UnitGone(gone, "is eliminated").on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase is Phase.ASSAULT
    assert state.unit(SQUAD).has(HEROIC) is heroic


@proves("LHY-14.6.2.1c", "LHY-14.6.1")
def test_14_6_2_1_the_section_left_of_a_hero_keeps_to_his_hex_and_a_new_hero_chooses_anew() -> None:
    state = done(hero("C8", "C4", "H9"), Maneuver("us", SQUAD, at("C7")))
    section = UnitReplaced(SQUAD, ("us.able.1.section.a",)).on(state)
    assert course(section).goals_of("us.able.1.section.a") == {at("C4")}
    assert not course(HeroMadeFor(SQUAD, ()).on(state)).goals_of(SQUAD)


@proves("LHY-14.6.0.1a", "LHY-9.1.2.0")
@pytest.mark.parametrize(("die", "hero"), [(10, True), (9, False)])
def test_14_6_0_a_hero_of_a_later_reaction_maneuvers_before_his_side_is_done(die: int, hero: bool) -> None:
    """The Americans react to reaction fire: this is the second call, at which no other unit must act (9.1.2)."""
    other = "us.able.2.squad.1"
    men = unit(SQUAD, "C9"), unit(LEADER, "A10"), unit(other, "D9", DISRUPTED), unit(FOE, "C5")
    state = done(activated(*men), FireSmallArms("us", SQUAD, (at("C5"),)))
    state = done(state, CallForReaction("us"), FireSmallArms("ge", FOE, (at("C9"),)))
    state = done(state, CallForReaction("ge"), Recover("us", other), die)
    why = refusal(state, CallForReaction("us"))
    assert ("has become a hero and must maneuver at once (LHY 14.6" in why) is hero


@proves("LHY-14.6.0.1a")
@pytest.mark.parametrize(("die", "is_hero"), [(10, True), (9, False)])
def test_14_6_0_a_hero_who_has_joined_ad_hoc_maneuvers_at_once_as_well(die: int, is_hero: bool) -> None:
    """His own platoon has an activation to come, which he does not wait for."""
    other = "us.able.2.squad.1"
    men = unit(SQUAD, "A12"), unit(LEADER, "C12"), unit(other, "C12", DISRUPTED), unit(FOE, "C9")
    ground = open_ground(12, 12)
    state = done(activated(*men, ground=ground), Recover("us", other), die)
    why = refusal(state, CallForReaction("us"))
    assert (f"{other} has become a hero and must maneuver at once (LHY 14.6" in why) is is_hero


def assaulted_hero(*set_out_for: Hex) -> GameState:
    """Americans in C5 wait to assault a German hero in C4; other Americans have come to D4, next to him."""
    men = [unit(SQUAD, "C6"), unit("us.able.1.squad.2", "D5"), unit(LEADER, "H9"), unit(FOE, "C4", HEROIC)]
    state = HeroMadeFor(FOE, set_out_for).on(activated(*men))
    state = done(state, Maneuver("us", "us.able.1.squad.2", at("D4")), EndManeuver("us"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    return done(state, CallForReaction("us"))


@proves("LHY-14.6.2a")
def test_14_6_2a_a_hero_under_assault_stays_and_fires_only_at_the_attackers() -> None:
    state = assaulted_hero()
    assert not refusal(state, FireSmallArms("ge", FOE, (at("C5"),)))
    for action, why in (
        (FireSmallArms("ge", FOE, (at("D4"),)), "may fire only at the attackers (LHY 14.6.2a"),
        (FireSmallArms("ge", FOE, (at("C5"), at("D4"))), "may fire only at the attackers (LHY 14.6.2a"),
        (Withdraw("ge", (FOE,), at("C3")), "it must stay, and may fire at the attackers (LHY 14.6.2a"),
        (Maneuver("ge", FOE, at("C3")), "it must stay, and may fire at the attackers (LHY 14.6.2a"),
        (Assault("ge", (FOE,), at("D4")), "it must stay, and may fire at the attackers (LHY 14.6.2a"),
    ):
        assert why in refusal(state, action), str(action)
    assert {action.at for action in legal(state, FireSmallArms) if action.unit == FOE} == {(at("C5"),)}
    moves = [str(action) for kind in (Withdraw, Maneuver, Assault) for action in legal(state, kind)]
    assert not [words for words in moves if FOE in words]


@proves("LHY-14.6.4a", "LHY-14.6.2a")
def test_14_6_4_a_hero_under_assault_stays_heroic_though_the_enemy_left_his_target_hex() -> None:
    """No unit is left in F1."""
    assert assaulted_hero(at("F1")).unit(FOE).has(HEROIC)


@proves("LHY-14.6.2.2", "LHY-14.6.2a")
@pytest.mark.parametrize(("foe", "may"), [("C4", False), ("C3", True)])
def test_14_6_2_a_hero_mounts_no_vehicle_while_an_enemy_is_within_five_hexes(foe: str, may: bool) -> None:
    """C4 is five hexes from C9, C3 is six."""
    men = (unit(SQUAD, "C9", HEROIC), unit(LEADER, "A10"), unit("us.m3.2", "C9"), unit(FOE, foe))
    state, mount = activated(*men, far=()), Load("us", SQUAD, "us.m3.2")
    assert (mount in legal(state, Load)) is may
    assert ("must move toward the nearest enemy (LHY 14.6.2" in refusal(state, mount)) is not may


@proves("LHY-14.6.0.2", "LHY-14.6.2.1a")
@pytest.mark.parametrize(("shell", "heroic"), [("", True), ("F9", False)])
def test_14_6_0_2_a_10_makes_no_hero_if_all_enemies_in_range_are_under_mortar_fire(
    shell: str, heroic: bool
) -> None:
    """The only Germans within five hexes are in F9; if under mortar fire they are no goal, and the unit does not change."""
    men = [unit(SQUAD, "F6", DISRUPTED), unit(LEADER, "A10"), unit(FOE, "F9"), unit(SECOND_FOE, "F1", HIDDEN)]
    state = shelled(activated(*men, far=()), *([shell] if shell else []))
    after = done(state, Recover("us", SQUAD), 10)
    assert after.unit(SQUAD).has(HEROIC) is heroic
    assert after.unit(SQUAD).has(DISRUPTED) is not heroic


@proves("LHY-14.6.2.1a")
def test_14_6_2_1a_a_hero_does_not_go_for_enemies_more_than_five_hexes_away() -> None:
    """C4 is five hexes from C9 but under mortar fire, C3 is six hexes away."""
    state = shelled(hero("C9", "C4", "C3"), "C4")
    assert at("C10") in steps(state), "he may go back"


@proves("LHY-14.6.0.2")
@pytest.mark.parametrize(
    ("who", "foe", "conditions", "may"),
    [
        (SQUAD, "C4", (), True),  # five hexes
        (SQUAD, "C3", (), False),
        ("us.able.1.section.a", "C4", (), True),
        ("us.mg.1", "C4", (), False),
        (LEADER, "C4", (), False),
        (SQUAD, "C4", (CONCEALED,), True),
        (SQUAD, "C4", (HIDDEN,), False),
    ],
)
def test_14_6_0_2_only_infantry_with_a_known_enemy_within_five_hexes_turns_heroic(
    who: str, foe: str, conditions: tuple[str, ...], may: bool
) -> None:
    units = [unit(who, "C9"), unit("us.able.1.squad.3", "A10"), unit(FOE, foe, *conditions)]
    state = activated(*units, far=() if who == LEADER else (unit(LEADER, "A10"),))
    position = position_seen_by(state, "us") if HIDDEN not in conditions else None
    if position is not None:
        assert may_be_heroic(position, state.unit(who)) is may


LATER = "series-3.1"


@proves("LHY-6.0.II.1d.later")
@pytest.mark.parametrize(("edition", "first"), [(LATER, True), ("2019", False)])
def test_6_0_2_1_in_the_later_edition_a_hero_acts_before_all_others_of_his_platoon(
    edition: str, first: bool
) -> None:
    men = (unit(SQUAD, "C9", HEROIC), unit(SECOND, "E9"), unit(LEADER, "E10"), unit(FOE, "C5"))
    state, goes = activated(*men, far=(), edition=edition), Maneuver("us", SECOND, at("E8"))
    assert (f"{SQUAD} is Heroic and acts before all others" in refusal(state, goes)) is first
    state = done(state, Maneuver("us", SQUAD, at("C8")), EndManeuver("us"))
    assert not refusal(state, goes)


@proves("LHY-6.0.II.1d.later", "LHY-11.1.1.1")
def test_6_0_2_1_no_enfilade_before_a_hero_of_the_platoon_has_acted() -> None:
    """The squads are on both sides of the Germans in E6; the hero sees them from far away."""
    men = (unit(SECOND, "E8"), unit("us.able.1.squad.3", "E4"), unit(LEADER, "E9"), unit(FOE, "E6"))
    joined = Enfilade("us", (SECOND, "us.able.1.squad.3"), FOE)
    for condition, waits in ((HEROIC, True), (DISRUPTED, False)):
        state = activated(*men, unit(SQUAD, "B9", condition), far=(), edition=LATER)
        assert ("is Heroic and acts before all others" in refusal(state, joined)) is waits


@proves("LHY-6.0.II.1d.later")
def test_6_0_2_1_a_hero_without_a_legal_action_does_not_hold_up_others() -> None:
    """Mortar fire bars the three hexes that lead him nearer to the enemy."""
    men = (unit(SQUAD, "C9", HEROIC), unit(SECOND, "E9"), unit(LEADER, "E10"), unit(FOE, "C5"))
    state = shelled(activated(*men, far=(), edition=LATER), "C8", "B8", "D8")
    assert not refusal(state, Maneuver("us", SECOND, at("E8")))


@proves("LHY-6.0.II.1d.later", "LHY-9.1.1.0")
def test_6_0_2_1_units_other_than_heroes_that_must_act_do_not_hold_up_others() -> None:
    men = (unit(SQUAD, "C9"), unit(SECOND, "E9"), unit(LEADER, "E10"), unit(FOE, "C5"))
    state = shelled(activated(*men, far=(), edition=LATER), "C9")
    assert not refusal(state, Maneuver("us", SECOND, at("E8")))


@proves("LHY-6.0.II.2e.later")
def test_6_0_2_2_a_hero_reacts_before_fire_and_calls_for_mortars() -> None:
    men = (unit(SQUAD, "C9"), unit(LEADER, "A10"), unit(FOE, "C4", HEROIC), unit(SECOND_FOE, "D5"))
    mortars = [{"id": "ge-mortar", "side": "ge", "kind": "8cm", "company": "1kp"}]
    state = activated(*men, far=(unit("ge.1kp.1.leader", "D5"),), mortars=mortars, edition=LATER)
    state = done(state, Maneuver("us", SQUAD, at("C8")), EndManeuver("us"), CallForReaction("us"))
    fire = FireSmallArms("ge", SECOND_FOE, (at("C8"),))
    mortar = CallMortar("ge", "ge-mortar", SECOND_FOE, at("C8"))
    for waits in (fire, mortar):
        assert f"{FOE} is Heroic and acts before all others (LHY 6.0, from Series Rules v3.1" in refusal(
            state, waits
        )
    state = done(state, Maneuver("ge", FOE, at("C5")), EndManeuver("ge"))
    for free in (fire, mortar):
        assert not refusal(state, free)


@proves("LHY-6.0.II.2e.later", "LHY-0.6")
def test_6_0_2_the_forecast_includes_fire_of_units_that_react_after_a_hero() -> None:
    men = (unit(SQUAD, "C9"), unit(LEADER, "A10"), unit(FOE, "C4", HEROIC), unit(SECOND_FOE, "D5"))
    state = activated(*men, far=(unit("ge.1kp.1.leader", "D5"),), edition=LATER)
    odds = str(PLAY.chances(state, Maneuver("us", SQUAD, at("C8"))))
    assert SECOND_FOE in odds


@proves("LHY-14.6.0.1b", "LHY-14.4b")
def test_14_6_0_the_other_units_of_a_regrouping_hex_rally_as_one_turns_heroic() -> None:
    units = [
        unit(SQUAD, "C8", REGROUPING),
        unit(SECOND, "C8", REGROUPING),
        unit(LEADER, "A9"),
        unit(FOE, "C4"),
    ]
    state = done(activated(*units), Recover("us", SQUAD), 10, 1)
    hero, other = (SQUAD, SECOND) if state.unit(SQUAD).has(HEROIC) else (SECOND, SQUAD)
    assert state.unit(hero).has(HEROIC)
    assert not state.unit(other).has(REGROUPING)
    assert other not in course(state).acted


@proves("LHY-14.6.2.1a")
def test_14_6_2_1_a_hero_does_not_make_for_enemies_under_mortar_fire() -> None:
    # C4 is nearer than H7, but lies under a mortar marker.
    units = [unit(SQUAD, "C7", HEROIC), unit(LEADER, "A9"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "H7")]
    state = activated(*units, far=())
    assert not refusal(state, Maneuver("us", SQUAD, at("C6")))
    shelled = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, tubes=0)).on(state)
    assert "Heroic" in refusal(shelled, Maneuver("us", SQUAD, at("C6")))
    assert not refusal(shelled, Maneuver("us", SQUAD, at("D7")))


@proves("LHY-14.6.2.2")
def test_14_6_2_2_a_hero_neither_fires_nor_withdraws_nor_stops_short_but_assaults() -> None:
    # Three hexes from the enemy as the turn begins: he goes on, hex by hex, and in.
    state = activated(unit(SQUAD, "C7", HEROIC), unit(LEADER, "A9"), unit(FOE, "C4"), far=())
    assert "Heroic" in refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    assert "Heroic" in refusal(state, Withdraw("us", (SQUAD,), at("C8")))
    for place in ("C6", "C5"):
        state = done(state, Maneuver("us", SQUAD, at(place)))
        assert "LHY 14.6.2" in refusal(state, EndManeuver("us"))
    state = done(state, Assault("us", (SQUAD,), at("C4")))
    assert [arrow.unit for arrow in course(state).arrows] == [SQUAD]


@proves("LHY-14.6.2.2")
def test_14_6_2_2_a_hero_who_begins_farther_off_comes_nearer_and_may_stop() -> None:
    state = activated(unit(SQUAD, "C9", HEROIC), unit(LEADER, "A9"), unit(FOE, "C4"), far=())
    assert not refusal(done(state, Maneuver("us", SQUAD, at("C8"))), EndManeuver("us"))
