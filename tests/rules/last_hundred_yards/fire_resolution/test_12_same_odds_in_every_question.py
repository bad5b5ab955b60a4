"""Chapter 12: fire has the same odds in every question: before its declaration, between two units, and at resolution."""

from fractions import Fraction

import pytest

from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import ActionRegained
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import at, done, position_seen_by, unit

FIELD = open_ground(6, 8)
SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"
FOE, HIS_LEADER = "ge.1kp.1.squad.1", "ge.1kp.1.leader"
FAR = (unit("ge.1kp.2.leader", "F1"), unit("us.able.3.leader", "F8"))


def every_answer(
    firer: str, target: Unit, *others: Unit, order: FireSmallArms | FireAntiTank
) -> list[dict[str, Fraction]]:
    """The odds of an American unit's fire on C4: as declared, in the fire question, and as resolved."""
    platoon = "able-tank.1" if firer == TANK else "able.1"
    units = [unit(firer, "C6"), unit(LEADER, "A8"), target, *others]
    state = playing.activated(*units, ground=FIELD, far=FAR, platoon=platoon)
    manner = "small-arms" if isinstance(order, FireSmallArms) else "anti-tank"
    asked = RULESET.fire(position_seen_by(state, "us").state, state.unit(firer), target, manner)
    resolved = PhaseBegan(Phase.FIRE).on(done(state, order))
    rulings = (PLAY.chances(state, order), asked, PLAY.chances(resolved, ResolveFire("us", at("C4"))))
    return [dict(ruling.odds.chances) if ruling.odds else {} for ruling in rulings]


@proves("LHY-12.1.4", "LHY-12.1.0.1")
@pytest.mark.parametrize(
    "others",
    [
        (),
        (unit(HIS_LEADER, "C4"),),
        (unit(HIS_LEADER, "C4", DISRUPTED),),
        (unit(HIS_LEADER, "C4"), unit("ge.latw.1", "C4"), unit("ge.mg.1", "C4")),
        (unit(HIS_LEADER, "C4"), unit("ge.stug.1", "C4"), unit("ge.1kp.1.squad.2", "C4")),
    ],
)
def test_12_1_small_arms_odds_agree_with_or_without_the_targets_leader(others: tuple[Unit, ...]) -> None:
    order = FireSmallArms("us", SQUAD, (at("C4"),))
    declared, asked, resolved = every_answer(SQUAD, unit(FOE, "C4"), *others, order=order)
    assert declared == asked == resolved
    assert sum(declared.values()) == 1


@proves("LHY-12.1.4")
def test_12_1_4_the_targets_leader_takes_1_off_before_the_shot_too() -> None:
    # SADRM +1 against Cohesion 6: 6 to 10 disrupt or worse; with a leader of Cohesion 7 beside the squad 7 to 10.
    order = FireSmallArms("us", SQUAD, (at("C4"),))
    alone, _, _ = every_answer(SQUAD, unit(FOE, "C4"), order=order)
    led, _, _ = every_answer(SQUAD, unit(FOE, "C4"), unit(HIS_LEADER, "C4"), order=order)
    assert (alone["no effect"], led["no effect"]) == (Fraction(5, 10), Fraction(6, 10))


@proves("LHY-12.2.2")
def test_12_2_anti_tank_odds_agree_including_riders_and_men_beside_the_target() -> None:
    order = FireAntiTank("us", TANK, ("ge.stug.1",))
    declared, asked, resolved = every_answer(
        TANK, unit("ge.stug.1", "C4"), unit(FOE, "C4"), unit(HIS_LEADER, "C4"), order=order
    )
    assert declared == asked == resolved
    assert len(declared) > 2


@proves("LHY-4.3.0.3", "LHY-12.1.1")
@pytest.mark.parametrize("neighbour", [(), (unit("ge.1kp.1.squad.2", "C4", CONCEALED),)])
def test_12_1_fire_on_men_beside_concealed_units_has_odds_only_for_a_side_that_knows_these(
    neighbour: tuple[Unit, ...],
) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C4"), 1, against="ge")
    state = playing.opened(FIELD, [unit(SQUAD, "C6"), unit(FOE, "C4"), *neighbour, *FAR])
    state = PhaseBegan(Phase.FIRE).on(FirePlaced(fire).on(done(state, RollInitiative("us"), 9, 2)))
    odds = PLAY.chances(state, ResolveFire("us", at("C4"))).odds
    assert odds is not None
    of_who_does_not_know = {"no effect", "outcome depends on what is hidden"}
    assert (set(odds.chances) == of_who_does_not_know) is bool(neighbour)


@proves("LHY-12.3.7b", "LHY-4.3.0.3")
@pytest.mark.parametrize("neighbour", [(), (unit("ge.1kp.1.squad.2", "C4", CONCEALED),)])
def test_12_3_7b_which_unit_a_destroyed_vehicle_disrupts_depends_on_concealed_units_there(
    neighbour: tuple[Unit, ...],
) -> None:
    state = playing.activated(
        unit(TANK, "C6"), unit("ge.stug.1", "C4"), *neighbour, ground=FIELD, far=FAR, platoon="able-tank.1"
    )
    odds = PLAY.chances(PLAY.seen_by(state, "us"), FireAntiTank("us", TANK, ("ge.stug.1",))).odds
    assert odds is not None
    assert ("outcome depends on what is hidden" in odds.chances) is bool(neighbour)


@proves("LHY-12.3.3.1", "LHY-14.5a")
def test_12_3_3_the_section_left_of_a_rallied_squad_is_told_once_as_a_lost_step() -> None:
    """The section is not told of as one that may act again."""
    state = playing.activated(unit(SQUAD, "C6"), unit(FOE, "C4"), ground=FIELD, far=FAR)
    state = ActionRegained(SQUAD).on(
        FirePlaced(FireMarker(1, FireKind.SADRM, at("C6"), 4, against="us")).on(state)
    )
    odds = PLAY.chances(PhaseBegan(Phase.FIRE).on(state), ResolveFire("us", at("C6"))).odds
    assert odds is not None
    assert odds.chances == {
        "no effect": Fraction(2, 10), f"{SQUAD} disrupted": Fraction(3, 10), f"{SQUAD} loses a step": Fraction(5, 10),
    }  # fmt: skip
