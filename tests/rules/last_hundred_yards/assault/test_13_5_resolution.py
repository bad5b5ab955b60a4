"""Chapter 13.5: the dice of an assault, row by row, and their odds."""

from collections import Counter
from fractions import Fraction

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.assault.advance import Advance
from rules.last_hundred_yards.declarations.assault.aftermath import _lose_assault
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.value import ASSAULT_RESOLUTION, participants
from rules.last_hundred_yards.state.events.assault_events import AssaultDecided
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FOE, LEADER, SQUAD, in_assault
from tests.rules.last_hundred_yards.playing import at, course, done, legal, refusal, unit


@proves("LHY-13.5.0a", "LHY-13.1f")
def test_13_5_0_four_steps_a_leader_a_latw_and_a_vehicle_take_part() -> None:
    units = [unit(f"us.able.1.squad.{n}", "C4") for n in (1, 2, 3)]
    units += [
        unit(LEADER, "C4"),
        unit("us.latw.1", "C4"),
        unit("us.able-tank.1.1", "C4"),
        unit("us.m3.2", "C4"),
    ]
    state = in_assault(*units, unit(FOE, "C4"))
    chosen = {participant.id for participant in participants(PLAY.position(state), at("C4"), "us")}
    assert chosen == {"us.able.1.squad.3", "us.able.1.squad.2", LEADER, "us.latw.1", "us.able-tank.1.1"}


@proves(
    "LHY-13.5.3", "LHY-13.5.2", "LHY-13.4.0", "LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2",
    "LHY-T-ART.-1", "LHY-T-ART.-2",
)  # fmt: skip
def test_13_5_odds_of_an_even_assault_counted_by_hand() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"))
    odds = PLAY.chances(state, ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    # 10, 6 to 9, 2 to 5 and 1; the loser fails its check on 7 to 10, which costs it a step where it is disrupted already.
    assert {words: chance * 100 for words, chance in odds.chances.items()} == {
        f"{FOE} disrupted; 10-13: defender retreats": 6, f"{FOE} loses a step; 10-13: defender retreats": 4,
        "6-9: defender retreats": 24, f"{FOE} disrupted; 6-9: defender retreats": 16,
        "2-5: attacker retreats": 24, f"{SQUAD} disrupted; 2-5: attacker retreats": 16,
        f"{SQUAD} disrupted; -1 to 1: attacker retreats": 6, f"{SQUAD} loses a step; -1 to 1: attacker retreats": 4,
    }  # fmt: skip


@proves("LHY-4.3.0.1", "LHY-0.6")
@pytest.mark.parametrize("beside", [(), ("ge.mg.1",)])
def test_13_5_no_odds_are_told_while_defenders_are_concealed(beside: tuple[str, ...]) -> None:
    known = [unit(name, "C4") for name in (SQUAD, *beside)]
    action = ResolveAssault("us", at("C4"))
    assert PLAY.chances(in_assault(*known, unit(FOE, "C4")), action).odds is not None
    assert PLAY.chances(in_assault(*known, unit(FOE, "C4", CONCEALED)), action).odds is None


@proves(
    "LHY-13.5.3", "LHY-T-ART.order", "LHY-13.6.3.0a", "LHY-13.6.3.1", "LHY-13.6.3.2", "LHY-13.6.6.1",
    "LHY-4.3.1.1d", "LHY-5.0.IV",
)  # fmt: skip
def test_13_5_a_six_drives_the_defender_back_and_both_regroup() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4", CONCEALED))
    state = done(state, ResolveAssault("us", at("C4")), 7)
    assert {str(action.to) for action in legal(state, Retreat)} == {"B3", "C3", "D3"}
    assert "goes on" in refusal(state, Pass("ge"))
    state = done(state, Retreat("ge", FOE, at("C3")))
    assert "goes on" in refusal(state, Pass("ge"))
    state = done(state, Retreat("ge", FOE, at("C2")), Pass("ge"), 5)
    assert state.unit(FOE).has(REGROUPING)
    assert state.unit(SQUAD).has(REGROUPING)
    assert not state.unit(FOE).has(CONCEALED)
    assert not course(state).assaults


@proves("LHY-T-ART.10")
def test_13_5_row_10_disrupts_the_loser_and_a_failed_check_costs_a_step() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 10)
    state = done(state, Retreat("ge", FOE, at("C3")), Retreat("ge", FOE, at("C2")))
    held = done(state, Pass("ge"), 6)
    assert held.unit(FOE).has(DISRUPTED)
    lost = done(state, Pass("ge"), 7, 1)
    assert lost.unit(FOE).at is None
    assert course(lost).losses == {"ge": 1}


@proves("LHY-T-ART.14", "LHY-13.6.4", "LHY-13.6.3.1")
def test_13_5_row_14_four_hexes_a_step_and_the_attacker_may_advance() -> None:
    units = [
        unit(SQUAD, "C6"),
        unit("us.able.1.squad.2", "C6"),
        unit("us.able.1.squad.3", "C6"),
        unit(LEADER, "C6"),
        unit(FOE, "C6"),
    ]
    state = done(in_assault(*units, place="C6"), ResolveAssault("us", at("C6")), 10)
    for label in ("C5", "C4", "C3"):
        state = done(state, Retreat("ge", FOE, at(label)))
        assert "goes on" in refusal(state, Pass("ge"))
    state = done(state, Retreat("ge", FOE, at("C2")), Pass("ge"), 1, 5)
    assert state.unit("ge.1kp.1.section.a").has(DISRUPTED)
    first = next(action for action in legal(state, Advance) if action.to == at("C5"))
    assert done(state, first).unit(first.unit).at == at("C5")


@proves("LHY-T-ART.2", "LHY-T-ART.-1")
def test_13_5_low_rolls_drive_the_attacker_back() -> None:
    state = done(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4")), ResolveAssault("us", at("C4")), 3)
    assert PLAY.to_act(state) == "us"
    assert {str(action.to) for action in legal(state, Retreat)} == {"B4", "C5", "D4"}


@proves("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1e")
def test_13_5_1_what_ends_without_a_die() -> None:
    gun = done(
        in_assault(unit("us.able-tank.1.1", "C4"), unit("ge.pak40.3", "C4")), ResolveAssault("us", at("C4"))
    )
    assert gun.unit("ge.pak40.3").at is None
    assert course(gun).assaults == ()
    latw = done(in_assault(unit(SQUAD, "C4"), unit("ge.latw.1", "C4")), ResolveAssault("us", at("C4")))
    assert latw.unit("ge.latw.1").at is None
    shocked = done(
        in_assault(unit(SQUAD, "C4"), unit("ge.stug.1", "C4", SHOCKED)), ResolveAssault("us", at("C4"))
    )
    assert shocked.unit("ge.stug.1").at is None


@proves("LHY-13.5.1c", "LHY-13.5.1d")
def test_13_5_1_of_like_units_on_both_sides_the_one_worth_less_retreats() -> None:
    state = in_assault(unit("us.able-tank.1.1", "C4"), unit("ge.tiger.1", "C4"))
    state = done(state, ResolveAssault("us", at("C4")))
    assert PLAY.to_act(state) == "us", "ATV 3 against 8"
    leaders = in_assault(unit(LEADER, "C4"), unit("ge.2kp.1.leader", "C4"))
    assert PLAY.to_act(done(leaders, ResolveAssault("us", at("C4")))) == "ge", "Cohesion 7 against 6"


def test_dice_of_an_assault_agree_with_its_odds() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C4"))
    odds = PLAY.chances(state, ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    counted: Counter[str] = Counter()
    for die in range(1, 11):
        events, _ = PLAY.resolve(state, ResolveAssault("us", at("C4")), ScriptedDice([die]))
        counted[next(event.row for event in events if isinstance(event, AssaultDecided))] += 1
    for row, count in counted.items():
        told = (chance for words, chance in odds.chances.items() if f"; {row}:" in f"; {words}")
        assert sum(told) == Fraction(count, 10)


@proves("LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-13.5.3")
@pytest.mark.parametrize(
    ("row", "shaken", "die", "steps", "disrupted"),
    [
        # 6 to 9: a check against Cohesion 6; a unit that is already disrupted loses a step by it.
        (6, False, 6, 0, False),
        (6, False, 7, 0, True),
        (6, True, 6, 0, True),
        (6, True, 7, 1, True),
        # 10 to 13: disrupted, and a check for a step; a unit already disrupted loses a step without a die.
        (10, False, 6, 0, True),
        (10, False, 7, 1, True),
        (10, True, None, 1, True),
        # 14: a step, and disrupted.
        (14, False, None, 1, True),
        (14, True, None, 1, True),
    ],
)
def test_13_5_what_each_row_does_to_a_squad(
    row: int, shaken: bool, die: int | None, steps: int, disrupted: bool
) -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4", *(["disrupted"] if shaken else [])))
    dice = ScriptedDice([*([] if die is None else [die]), *([1] if steps else [])])
    resolution = PLAY.resolution(state, dice)
    _lose_assault(resolution, FOE, ASSAULT_RESOLUTION[row])
    dice.assert_done()
    assert dict(resolution.course.losses).get("ge", 0) == steps
    (left,) = [one for one in resolution.state.units.values() if one.side == "ge" and one.at == at("C4")]
    assert left.has("disrupted") is disrupted
