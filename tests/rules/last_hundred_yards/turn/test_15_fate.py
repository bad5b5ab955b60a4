"""15: the events of fate: the sniper, recon and the medic."""

from fractions import Fraction

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.forecast import HIDDEN_OUTCOME
from rules.game.view import line_heard_by
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, ELITE, HIDDEN, REGROUPING
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative, roll_fate
from rules.last_hundred_yards.effects.harm import Harm, eliminate, inflict
from rules.last_hundred_yards.play.outcomes import changes_between
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import (
    BLOWN_OFF,
    LEAVES,
    TAKEN_OFF,
    StepsLost,
    UnitGone,
    UnitPlaced,
)
from rules.last_hundred_yards.state.progress import with_progress
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    SMALL_FIELD,
    at,
    course,
    done,
    legal,
    opened,
    recorded,
    unit,
)
from tests.rules.last_hundred_yards.turn.two_platoons import field

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
SECOND_LEADER = "us.able.2.leader"
SQUADS = [f"us.able.1.squad.{number}" for number in (1, 2, 3)]


@proves("LHY-15.b.1", "LHY-15.b.2")
@pytest.mark.parametrize(
    ("die", "lost", "befalls"),
    [
        (1, 0, "sniper"), (2, 1, "sniper"), (3, 1, "medic"), (4, 2, "medic"), (3, 0, ""), (5, 1, ""), (10, 1, ""),
    ],
)  # fmt: skip
def test_15_b_the_fate_table_of_the_house_values(die: int, lost: int, befalls: str) -> None:
    units = [
        unit(SQUADS[0], "C8"),
        unit(LEADER, "C8", CONCEALED, DISRUPTED),
        unit("us.able.2.leader", "F8"),
        unit(FOE, "C1"),
        unit("ge.1kp.1.leader", "C1"),
    ]
    script = ScriptedDice([die, *({"sniper": (2,), "medic": (1, 1)}.get(befalls, ()))])
    resolution = PLAY.resolution(opened(FIELD, units), script)
    if lost:
        resolution.happen(StepsLost("us", lost))
    roll_fate(resolution, "us")
    script.assert_done()
    state = resolution.state
    assert (state.unit("us.able.2.leader").at is None) is (befalls == "sniper")
    assert [away.unit for away in resolution.course.away] == (
        ["us.able.2.leader"] if befalls == "sniper" else []
    )
    assert state.unit("ge.1kp.1.leader").at == at("C1"), "it hits only the roller"
    assert resolution.course.losses.get("us", 0) == lost - (befalls == "medic")
    sections = [one for one in state.units.values() if ".section." in one.id]
    expected = {"us.able.1.section.a": (at("C8"), {CONCEALED})} if befalls == "medic" else {}
    assert {section.id: (section.at, set(section.conditions)) for section in sections} == expected


@proves("LHY-15.b.2")
@pytest.mark.parametrize(
    ("in_play", "comes"),
    [("", "us.able.1.section.a"), ("abcd", "us.able.2.section.a"), ("abc", "us.able.1.section.d")],
)
def test_15_b_the_medic_brings_a_section_that_is_out_of_play_to_a_leader_of_its_platoon(
    in_play: str, comes: str
) -> None:
    here = [unit(f"us.able.1.section.{letter}", "H9") for letter in in_play]
    units = [
        *here,
        unit(LEADER, "C8"),
        unit(SECOND_LEADER, "F8"),
        unit(FOE, "C1"),
        unit("ge.1kp.1.leader", "C1"),
    ]
    script = ScriptedDice([4, 1, 1])
    resolution = PLAY.resolution(opened(FIELD, units), script)
    resolution.happen(StepsLost("us", 1))
    roll_fate(resolution, "us")
    script.assert_done()
    assert resolution.state.unit(comes).at == (at("C8") if ".1.section" in comes else at("F8"))


@proves("LHY-15.b.2")
@pytest.mark.parametrize("shaken", [DISRUPTED, REGROUPING])
def test_15_b_a_section_brought_by_a_medic_is_in_good_order_whatever_its_leaders_state(shaken: str) -> None:
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8", shaken, ELITE), unit(FOE, "C1")])
    resolution = PLAY.resolution(with_progress(state, losses={"us": 1}), ScriptedDice([4, 1, 1]))
    roll_fate(resolution, "us")
    assert resolution.state.unit("us.able.1.section.a").conditions == {ELITE}


@proves("LHY-15.b.2", "LHY-22.1.7.0")
def test_15_b_a_section_brought_by_a_medic_inherits_nothing_from_the_lost_section() -> None:
    """OUR 239: its counter had jumped, and rallied and mounted in this turn, before it was lost."""
    name = "us.able.1.section.a"
    before = {field: frozenset({name, SQUADS[0]}) for field in ("unassembled", "rallied", "loaded_this_turn")}
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(FOE, "C1")])
    state = with_progress(state, **before, losses={"us": 1}).with_unit(unit(name, None))
    resolution = PLAY.resolution(state, ScriptedDice([4, 1, 1]))
    roll_fate(resolution, "us")
    assert resolution.state.unit(name).at == at("C8")
    assert all(getattr(resolution.course, field) == {SQUADS[0]} for field in before)


@proves("LHY-15.b.2", "LHY-12.3.3.3")
def test_15_b_a_section_whose_counter_left_the_map_before_is_lost_like_any_other() -> None:
    """The men who left are off the map; the counter is another section now (OUR 239), whose loss is recorded as usual."""
    name = "us.able.1.section.a"
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(name, "A10"), unit(FOE, "C1")])
    state = with_progress(UnitGone(name, LEAVES).on(state), losses={"us": 1})
    resolution = PLAY.resolution(state, ScriptedDice([4, 1, 1]))
    roll_fate(resolution, "us")
    before = resolution.state
    inflict(resolution, name, Harm.STEP)
    assert [change.text for change in changes_between(before, resolution.state)] == [f"{name} lost"]


TANK, MG, GUN, TRUCK = "us.able-tank.1.1", "us.mg.1", "us.gun57.1", "us.truck.1"


@proves("LHY-15.b.2", "LHY-22.1.6b")
@pytest.mark.parametrize(
    ("lost", "in_landing", "comes", "left"),
    [
        ((TANK,), (), False, (1, 0)),
        ((MG, GUN), (), False, (2, 0)),
        ((TANK, SQUADS[1]), (), True, (2, 0)),
        ((TANK,), (SQUADS[1],), True, (1, 1)),
        ((SQUADS[1],), (MG,), True, (1, 1)),
        ((), (MG,), False, (0, 1)),
        ((TRUCK,), (SQUADS[1],), True, (0, 1)),
    ],
)
def test_15_b_a_medic_heals_no_tank_gun_or_mg(
    lost: tuple[str, ...], in_landing: tuple[str, ...], comes: bool, left: tuple[int, int]
) -> None:
    """OUR 249: some of the side's lost steps are these counters; only the others are men of its squads."""
    units = [unit(name, "E8") for name in (*lost, *in_landing)]
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(FOE, "C1"), *units])
    script = ScriptedDice([4, *((1, 1) if comes else ())])
    resolution = PLAY.resolution(with_progress(state, landing=True), script)
    for name in in_landing:
        eliminate(resolution, resolution.state.unit(name))
    resolution = PLAY.resolution(with_progress(resolution.state, landing=False), script)
    for name in lost:
        eliminate(resolution, resolution.state.unit(name))
    for side in ("us", "ge"):
        known = PLAY.resolution(PLAY.known(resolution.state, side).state, ScriptedDice([4, 1, 1]))
        roll_fate(known, "us")
        assert any(isinstance(event, StepsLost) for event in known.events) is comes
    roll_fate(resolution, "us")
    script.assert_done()
    losses, landing_losses = resolution.course.losses, resolution.course.landing_losses
    assert (losses.get("us", 0), landing_losses.get("us", 0)) == left


@proves("LHY-15.b.2")
@pytest.mark.parametrize("why", [LEAVES, BLOWN_OFF, TAKEN_OFF])
def test_15_b_a_tank_that_left_or_that_the_umpire_takes_off_is_no_loss(why: str) -> None:
    """The step that the side lost is a squad's."""
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(TANK, "E8"), unit(FOE, "C1")])
    state = with_progress(UnitGone(TANK, why).on(state), losses={"us": 1})
    resolution = PLAY.resolution(state, ScriptedDice([4, 1, 1]))
    roll_fate(resolution, "us")
    assert resolution.course.losses["us"] == 0


@proves("LHY-15.b.2", "LHY-12.3.6.2")
def test_15_b_a_tank_that_survives_its_duel_is_no_loss() -> None:
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(TANK, "E8"), unit(FOE, "C1")])
    state = UnitGone(TANK, "is destroyed").on(state)
    assert [lost.unit for lost in course(state).weapons_lost] == [TANK]
    back = UnitPlaced(TANK, TANK, "us", at("E8"), has_acted=True, as_it_was=True).on(state)
    assert course(back).weapons_lost == ()


@proves("LHY-15.b.2")
def test_15_b_the_record_tells_the_step_that_a_medic_brings_back() -> None:
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(FOE, "C1")])
    resolution = PLAY.resolution(with_progress(state, losses={"us": 1}), ScriptedDice([4, 1, 1]))
    roll_fate(resolution, "us")
    assert "us gets back 1 step" in list(map(str, resolution.events))


@proves("LHY-15.b.2")
@pytest.mark.parametrize(("losses", "fell"), [("losses", False), ("losses", True), ("landing_losses", False)])
def test_15_b_the_odds_of_the_initiative_tell_a_step_that_a_medic_brings_whichever_section_it_is(
    losses: str, fell: bool
) -> None:
    """A 10 and then a 3 or 4: 1 in 50, less the 1 in 50 of these in which a sniper finds an enemy leader who is unknown.

    The counter of one section, where it `fell`, has been in play before.
    """
    section, foe = unit("us.able.1.section.a", "A1"), unit("ge.1kp.1.leader", "C1", CONCEALED)
    men = [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), *([section] if fell else [])]
    state = with_progress(opened(FIELD, [*men, foe]), **{losses: {"us": 1}})
    state = UnitGone(section.id, "is eliminated").on(state) if fell else state
    odds = PLAY.unchecked_chances(PLAY.known(state, "us"), RollInitiative("us")).odds
    assert odds is not None
    told = {words for words in odds.chances if words.startswith("us gets")}
    assert told == {"us gets back 1 step; us has the initiative"}
    assert odds.of("us gets back 1 step; us has the initiative") == Fraction(1, 50) * Fraction(49, 50)


@proves("LHY-15.b.1", "LHY-15.b.2", "LHY-4.3.0.3")
@pytest.mark.parametrize(
    ("known", "lost", "hidden", "back"),
    [((), 1, 4, 0), ((), 0, 2, 0), ((LEADER,), 1, 2, 2), ((LEADER,), 0, 2, 0)],
)
def test_15_b_odds_of_fate_may_depend_on_units_that_the_other_side_does_not_know(
    known: tuple[str, ...], lost: int, hidden: int, back: int
) -> None:
    """Chances in a hundred: after a 10, a 1 or 2 depends on the leaders that the sniper may find, of which one may be known,
    and a 3 or 4 on whether there is a unit for the medic to reinforce.
    """
    men = [unit(SQUADS[0], "C8"), unit(SECOND_LEADER, "E8", CONCEALED), *(unit(name, "C8") for name in known)]
    state = opened(FIELD, [*men, unit(FOE, "C1"), unit("ge.1kp.1.leader", "C1")])
    odds = PLAY.unchecked_chances(
        PLAY.known(with_progress(state, losses={"us": lost}), "ge"), RollInitiative("ge")
    ).odds
    assert odds is not None
    assert odds.where(HIDDEN_OUTCOME.__eq__) == Fraction(hidden, 100)
    assert odds.where(lambda told: "us gets back" in told) == Fraction(back, 100)


@proves("LHY-15.b.1", "LHY-4.3.0.3", "LHY-17.9.1.4")
@pytest.mark.parametrize("mark", [CONCEALED, HIDDEN, DISRUPTED])
def test_15_b_if_a_leader_is_unseen_only_its_side_is_told_how_many_leaders_a_sniper_may_find(
    mark: str,
) -> None:
    men = unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(SECOND_LEADER, "E8", mark)
    state = opened(FIELD, [*men, unit(FOE, "C1"), unit("ge.1kp.1.leader", "C1")])
    before = PLAY.known(state, "ge").state
    events, after = carry_out(PLAY, state, RollInitiative("us"), ScriptedDice([10, 2, 1, 2]))
    for side, hears in (("us", True), ("ge", mark == DISRUPTED)):
        told = [line_heard_by(side, event) for event in events]
        assert ("the leader of us whom the sniper finds: d2 shows 2" in told) is hears
    seen_to_go = len(before.units) - len(PLAY.known(after, "ge").state.units)
    assert seen_to_go == (0 if mark == HIDDEN else 1)


@proves("LHY-15.b.2")
def test_15_b_without_a_leader_with_sections_out_of_play_a_medic_brings_none() -> None:
    everyone = [unit(f"us.able.1.section.{letter}", "H9") for letter in "abcd"]
    everyone.append(unit("us.able.2.squad.1", "F8"))  # Its platoon has sections left, and no leader.
    resolution = PLAY.resolution(
        opened(FIELD, [*everyone, unit(LEADER, "C8"), unit(FOE, "C1")]), ScriptedDice([4])
    )
    resolution.happen(StepsLost("us", 1))
    roll_fate(resolution, "us")
    assert resolution.course.losses == {"us": 1}


@proves("LHY-15.b.2")
@pytest.mark.parametrize(("die", "back"), [(4, True), (5, False)])
def test_15_b_a_medic_brings_a_lost_step_back(die: int, back: bool) -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    state = StepsLost("us", 2).on(opened(SMALL_FIELD, units))
    picks = (1, 1) if back else ()
    after = done(state, RollInitiative("us"), 10, 2, die, *picks)
    assert course(after).losses["us"] == (1 if back else 2)
    assert ("us.able.1.section.a" in after.units) is back


@proves("LHY-5.0.I.8", "LHY-15.0", "LHY-15.b.1")
def test_15_an_unmodified_10_is_fate_and_a_sniper_takes_a_leader() -> None:
    state = done(field(), RollInitiative("us"), 10, 2, 1, 2)
    assert state.unit("us.able.2.leader").at is None
    assert course(state).away[0].back_at == 7


@proves("LHY-15.a", "LHY-15.0")
def test_15_an_unmodified_1_strips_the_concealment_of_a_hex_near_and_in_los() -> None:
    state = opened(SMALL_FIELD, [unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", "D4", "concealed")])
    state = done(state, RollInitiative("us"), 1, 2)
    assert PLAY.to_act(state) == "us"
    state = done(state, legal(state, object)[0])
    assert not state.unit("ge.1kp.1.leader").has("concealed")


@proves("LHY-15.a", "LHY-15.a.night", "LHY-21.3a")
@pytest.mark.parametrize(
    ("foe_at", "light", "strips"),
    [
        ("B2", "day", True), ("B1", "day", False), ("B4", "night", True), ("B3", "night", False),
        ("B3", "twilight", True), ("B2", "twilight", False),
    ],
)  # fmt: skip
def test_15_a_recon_reaches_five_hexes_or_three_at_night_and_no_farther_than_sight_in_twilight(
    foe_at: str, light: str, strips: bool
) -> None:
    units = [unit("us.able.1.leader", "B7"), unit("ge.1kp.1.leader", foe_at, "concealed")]
    state, night = opened(SMALL_FIELD, units, light=[{"is": light}]), light == "night"
    state, told = recorded(state, RollInitiative("us"), 1, 2)
    assert bool(course(state).decisions) is strips
    assert (
        f"recon of us: no concealed enemy in sight within {3 if night else 5} hexes" in told
    ) is not strips


@proves("LHY-15.a", "LHY-17.8.1.2")
@pytest.mark.parametrize(("scout", "sees"), [("us.able.1.squad.1", True), ("us.dummy.1", False)])
def test_15_a_recon_uses_the_sight_of_real_units_and_not_of_dummies(scout: str, sees: bool) -> None:
    units = [
        unit(scout, "B4", "concealed"),
        unit("us.able.1.leader", "H7"),
        unit("ge.1kp.1.leader", "B1", "concealed"),
    ]
    assert bool(course(done(opened(SMALL_FIELD, units), RollInitiative("us"), 1, 2)).decisions) is sees
