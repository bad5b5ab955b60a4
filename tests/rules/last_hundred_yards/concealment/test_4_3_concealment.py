"""Chapter 4.3, 17.8 and 17.9: who is seen, and what the other side may know. Nothing leaks."""

from dataclasses import replace
from functools import partial

import pytest

from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.view import may_hear
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.time_lapse import LapseTime
from rules.last_hundred_yards.effects.concealment import conceal_unseen, reveal_hidden, strip_hex_concealment
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.terrain.open_ground import is_open
from rules.last_hundred_yards.state.events.marker_events import AssaultEntered, FirePlaced, Inquired
from rules.last_hundred_yards.state.events.order_events import AdHocJoined, PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, UnitChanged, UnitMoved
from rules.last_hundred_yards.state.progress import FireKind, FireMarker, Phase
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import (
    at,
    course,
    done,
    legal,
    opened,
    recorded,
    refusal,
    seen,
    start_of,
    unit,
)

FIELD = board("\n".join([". . . . . . . . . . . . . ."] * 14))
WOODS = board(
    "\n".join(
        [". . . . . . . . . . . . . ."] * 6
        + [". . w . . . . . . . . . . ."]
        + [". . . . . . . . . . . . . ."] * 7
    )
)
SQUAD, OTHER, LEADER = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader"
FOE = "ge.1kp.1.squad.1"


activated = partial(playing.activated, ground=FIELD, far=(unit("ge.2kp.3.leader", "N1", CONCEALED),))


def concealed_after(state: GameState, mover: str, to: str) -> bool:
    return done(state, Maneuver("us", mover, at(to))).unit(mover).has(CONCEALED)


@proves("LHY-4.3.1.0.2", "LHY-4.3.1.1a", "LHY-4.3.1.0.3")
@pytest.mark.parametrize(("foe_at", "kept"), [("C3", False), ("C2", True)])
def test_4_3_1_1a_in_the_open_within_8_hexes(foe_at: str, kept: bool) -> None:
    state = activated(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, foe_at))
    assert concealed_after(state, SQUAD, "C11") is kept


@proves("LHY-4.3.1.1a")
@pytest.mark.parametrize("condition", [DISRUPTED, SHOCKED])
def test_4_3_1_1a_disrupted_and_shocked_enemies_strip_nobody(condition: str) -> None:
    state = activated(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C8", condition))
    assert concealed_after(state, SQUAD, "C11")


@proves("LHY-4.3.1.1b")
@pytest.mark.parametrize(("foe_at", "kept"), [("C4", False), ("C3", True)])
def test_4_3_1_1b_in_cover_within_3_hexes(foe_at: str, kept: bool) -> None:
    state = activated(unit(SQUAD, "C8", CONCEALED), unit(LEADER, "A14"), unit(FOE, foe_at), ground=WOODS)
    assert concealed_after(state, SQUAD, "C7") is kept


@proves("LHY-4.3.1.1b", "LHY-4.3.1b.later")
@pytest.mark.parametrize(
    ("edition", "foe_at", "kept"),
    [("2019", "C5", False), ("2019", "C4", True), ("series-3.1", "C6", False), ("series-3.1", "C5", True)],
)
def test_4_3_1_1b_latws_in_cover_within_2_hexes_in_2019_and_1_later(
    edition: str, foe_at: str, kept: bool
) -> None:
    units = [unit("us.latw.1", "C8", CONCEALED), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, foe_at)]
    assert concealed_after(activated(*units, ground=WOODS, edition=edition), "us.latw.1", "C7") is kept


@proves("LHY-4.3.1.1b")
def test_4_3_1_1b_even_a_hidden_enemy_strips_concealment_in_cover() -> None:
    state = activated(
        unit(SQUAD, "C8", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C5", HIDDEN), ground=WOODS
    )
    assert not concealed_after(state, SQUAD, "C7")


@proves("LHY-4.3.1.2b", "LHY-4.3.1.2c", "LHY-4.0b.2b")
def test_4_3_1_2_vehicles_are_seen_at_any_range_in_the_open_and_at_8_in_cover() -> None:
    tank = "us.able-tank.1.1"
    in_open = activated(unit(tank, "C14", CONCEALED, IN_MOTION), unit(FOE, "C1"), platoon="able-tank.1")
    assert not concealed_after(in_open, tank, "C13")


@proves("LHY-4.3.1.2a")
@pytest.mark.parametrize(("tank_at", "kept"), [("C1", False), ("E1", True)])
def test_4_3_1_2a_a_vehicle_in_the_open_is_seen_by_who_maneuvers_within_10(tank_at: str, kept: bool) -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.stug.1", tank_at, CONCEALED))
    assert done(state, Maneuver("us", SQUAD, at("C11"))).unit("ge.stug.1").has(CONCEALED) is kept


@proves("LHY-4.3.1.2a")
def test_4_3_1_2a_a_dummy_sees_no_vehicle() -> None:
    state = activated(
        unit("us.dummy.1", "C12", CONCEALED), unit(LEADER, "A14"), unit("ge.stug.1", "C1", CONCEALED)
    )
    after = done(state, Maneuver("us", "us.dummy.1", at("C11")))
    assert after.unit("us.dummy.1").at == at("C11")
    assert after.unit("ge.stug.1").has(CONCEALED)


@proves("LHY-4.3.1.3")
def test_4_3_1_3_not_through_smoke() -> None:
    smoke = (Marker("smoke", at("C9")),)
    state = activated(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C6"), markers=smoke)
    assert concealed_after(state, SQUAD, "C11")


@proves("LHY-4.3.1.1a", "LHY-4.3.1b.later")
def test_4_3_1_1_firing_from_the_open_is_seen() -> None:
    state = activated(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C6"))
    assert not done(state, FireSmallArms("us", SQUAD, (at("C6"),))).unit(SQUAD).has(CONCEALED)


@proves("LHY-4.3.2", "LHY-5.0.VII.4")
def test_4_3_2_unseen_units_are_concealed_in_clean_up() -> None:
    hill = board("\n".join([". . . . . . ."] * 3 + ["h3 h3 h3 h3 h3 h3 h3"] + [". . . . . . ."] * 3))
    units = [unit(SQUAD, "B7"), unit("us.mg.1", "C7", DISRUPTED), unit("us.mg.2", "C7", REGROUPING)]
    units += [unit("us.able.1.squad.2", "C7", HEROIC), unit(FOE, "B1"), unit("us.mg.3", "D4")]
    state = opened(hill, units)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(resolution)
    after = resolution.state
    assert [one.id for one in after.units.values() if one.has(CONCEALED)] == [SQUAD]


@proves("LHY-4.3.2", "LHY-11.4.8a")
@pytest.mark.parametrize(
    ("watcher", "primary", "concealed"),
    [(FOE, True, True), (FOE, False, False), ("ge.stug.1", True, False), ("ge.fp.1", True, False)],
)
def test_4_3_2_men_on_whom_mortar_fire_was_extended_see_nobody_in_clean_up(
    watcher: str, primary: bool, concealed: bool
) -> None:
    """The markers lie there for the next turn already; AFVs and fortified positions see out of them."""
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=primary)).on(
        opened(FIELD, [unit(SQUAD, "C12"), unit(watcher, "C5")])
    )
    resolution = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(resolution)
    assert resolution.state.unit(SQUAD).has(CONCEALED) is concealed


@proves("LHY-17.9.2a.1", "LHY-11.4.8a")
@pytest.mark.parametrize(("primary", "found"), [(True, False), (False, True)])
def test_17_9_2a_men_in_a_primary_impact_hex_find_nobody_hidden(primary: bool, found: bool) -> None:
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=primary)).on(
        opened(FIELD, [unit(SQUAD, "C7", HIDDEN), unit(FOE, "C5")])
    )
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(SQUAD).has(HIDDEN) is not found


@proves("LHY-4.3.2", "LHY-5.0.VII.4")
@pytest.mark.parametrize(("letter", "concealed"), [("f", True), (".", False)])
def test_4_3_2_a_turn_ends_with_the_concealment_of_who_is_unseen(letter: str, concealed: bool) -> None:
    """Two squads with a belt of forest between them, or none."""
    rows = [". . . ."] * 3 + [" ".join(letter * 4)] * 2 + [". . . ."] * 3
    state = opened(board("\n".join(rows)), [unit(SQUAD, "C8"), unit(FOE, "C1")])
    state = PhaseBegan(Phase.TIME).on(done(state, RollInitiative("us"), 9, 2))
    state = done(state, LapseTime("us"), 5)
    assert (course(state).turn, state.unit(SQUAD).has(CONCEALED)) == (2, concealed)


@proves("LHY-17.9.2a.1", "LHY-6.0.II.3c")
@pytest.mark.parametrize(("hidden", "foe_at", "found"), [
    ("us.mg.1", "C7", True), ("us.mg.1", "C6", False), ("us.gun57.1", "C8", True), ("us.gun57.1", "C7", False),
])  # fmt: skip
def test_17_9_2a_hidden_units_are_found_within_3_hexes_guns_within_2(
    hidden: str, foe_at: str, found: bool
) -> None:
    state = opened(FIELD, [unit(hidden, "C10", HIDDEN), unit(FOE, foe_at), unit(LEADER, "A14")])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(hidden).has(HIDDEN) is not found
    assert resolution.state.unit(hidden).has(CONCEALED) is found


@proves("LHY-13.3.1a", "LHY-17.9.2a.1")
@pytest.mark.parametrize(("among_them", "found"), [(SQUAD, False), ("us.able-tank.1.1", True)])
def test_17_9_2a_men_with_infantry_among_them_find_nobody_outside_their_hex(
    among_them: str, found: bool
) -> None:
    """Americans went into C7, and others hide in C10, three hexes off: men who fight infantry see nothing out of their hex."""
    hidden = "us.mg.1"
    state = opened(
        FIELD, [unit(hidden, "C10", HIDDEN), unit(FOE, "C7"), unit(among_them, "C7"), unit(LEADER, "A14")]
    )
    state = AssaultEntered(among_them, "us", at("C7"), at("C8")).on(state)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(hidden).has(HIDDEN) is not found


@proves("LHY-13.3.1a", "LHY-4.3.2")
def test_13_3_1a_men_who_see_nothing_out_of_their_hex_see_who_is_in_it() -> None:
    """So neither of them is concealed in Clean Up, were the assault to go on."""
    men = [unit(FOE, "C7"), unit(SQUAD, "C7"), unit(LEADER, "A14")]
    state = AssaultEntered(SQUAD, "us", at("C7"), at("C8")).on(opened(FIELD, men))
    resolution = PLAY.resolution(state, ScriptedDice([]))
    conceal_unseen(resolution)
    assert [one.id for one in resolution.state.units.values() if one.has(CONCEALED)] == [LEADER]


@proves("LHY-4.3.1c.later", "LHY-11.4.8e")
@pytest.mark.parametrize(("die", "kept"), [(5, True), (6, False)])
def test_4_3_1c_who_leaves_mortar_fire_that_comes_to_his_cohesion_is_seen(die: int, kept: bool) -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C13"), 0, tubes=0)
    state = activated(unit(SQUAD, "C13", CONCEALED), unit(LEADER, "A14"), fires=(fire,))
    after = done(state, Maneuver("us", SQUAD, at("C12")), die)
    assert after.unit(SQUAD).at == at("C12")
    assert after.unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-17.9.3a", "LHY-17.9.2a.1")
@pytest.mark.parametrize(("to", "revealed"), [("C9", False), ("C8", True)])
def test_17_9_3_hidden_men_whom_the_enemy_came_near_are_revealed_at_his_call_and_react(
    to: str, revealed: bool
) -> None:
    # The machine gun hides in C5: C8 is three hexes off, C9 four.
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "A14"), unit("ge.mg.1", "C5", HIDDEN))
    state = done(state, Maneuver("us", SQUAD, at("C9")))
    if to == "C8":
        state = done(state, Maneuver("us", SQUAD, at("C8")))
    state = done(done(state, EndManeuver("us")), CallForReaction("us"))
    assert state.unit("ge.mg.1").has(HIDDEN) is not revealed
    assert state.unit("ge.mg.1").has(CONCEALED) is revealed
    assert not refusal(state, FireSmallArms("ge", "ge.mg.1", (at(to),)))
    assert ("concealed@C5" in state_seen_by(state, "us").units) is revealed


@proves("LHY-17.9.3b")
@pytest.mark.parametrize(("condition", "kept"), [(HIDDEN, False), (None, True)])
def test_17_9_3_the_revealed_take_the_concealment_of_who_came_into_their_sight(
    condition: str | None, kept: bool
) -> None:
    # The squad crosses the open hex C11 and ends in woods, where only enemies within three hexes would see it.
    ground = board("\n".join([". . . . . . ."] * 10 + [". w . . . . ."] + [". . . . . . ."] * 3))
    hidden = [unit("ge.mg.1", "C5", condition)] if condition else []
    units = [unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(OTHER, "C8"), *hidden]
    state = activated(*units, ground=ground)
    state = done(done(state, Maneuver("us", SQUAD, at("C11"))), Maneuver("us", SQUAD, at("B11")))
    assert state.unit(SQUAD).has(CONCEALED), "nobody on the map sees it"
    state = done(state, CallForReaction("us"))
    assert state.unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-17.9.3b", "LHY-4.3.1b.later")
def test_17_9_3_the_revealed_take_nothing_from_who_fired_out_of_woods_three_hexes_off() -> None:
    # In the later edition fire from cover is seen at 2 hexes; who moved there would be seen at 3.
    units = [
        unit(SQUAD, "C7", CONCEALED),
        unit(LEADER, "A14"),
        unit(FOE, "C1"),
        unit("ge.mg.1", "C4", HIDDEN),
    ]
    state = activated(*units, ground=WOODS, edition="series-3.1")
    state = done(done(state, FireSmallArms("us", SQUAD, (at("C1"),))), CallForReaction("us"))
    assert state.unit("ge.mg.1").has(CONCEALED)
    assert state.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.3b")
def test_17_9_3_the_revealed_take_nothing_from_who_was_seen_before() -> None:
    state = activated(unit(SQUAD, "C9"), unit(LEADER, "A14"), unit("ge.mg.1", "C5", HIDDEN))
    state = done(done(state, Maneuver("us", SQUAD, at("C8"))), EndManeuver("us"))
    state, lines = recorded(state, CallForReaction("us"))
    assert state.unit("ge.mg.1").has(CONCEALED)
    assert not [line for line in lines if SQUAD in line]


@proves("LHY-17.9.3b")
def test_17_9_3_who_only_recovered_keeps_concealment() -> None:
    units = [unit(SQUAD, "C8", CONCEALED, REGROUPING), unit(LEADER, "C8"), unit("ge.mg.1", "C5", HIDDEN)]
    state = done(done(activated(*units), Recover("us", SQUAD), 9), CallForReaction("us"))
    assert state.unit("ge.mg.1").has(CONCEALED)
    assert state.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.3")
def test_17_9_2b_who_walks_into_hidden_enemies_is_put_back() -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit(FOE, "C11", HIDDEN))
    after = done(state, Maneuver("us", SQUAD, at("C11")))
    assert after.unit(SQUAD).at == at("C12")
    assert after.unit(FOE).has(CONCEALED)
    assert course(after).moving is None


@proves("LHY-17.8.2b")
def test_17_8_2_a_dummy_is_gone_when_it_is_seen_or_entered() -> None:
    units = [unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.dummy.1", "C11", CONCEALED), unit(FOE, "H3")]
    state = activated(*units)
    after = done(state, Assault("us", (SQUAD,), at("C11")))
    assert after.unit("ge.dummy.1").at is None
    assert not course(after).assaults
    assert after.unit(SQUAD).at == at("C11")


@proves("LHY-17.8.2a", "LHY-17.8.2c")
@pytest.mark.parametrize(
    ("beside", "left"),
    [
        ((), False),
        ((unit("ge.1kp.1.leader", "C11", CONCEALED),), False),
        ((unit("ge.mg.1", "C11", HIDDEN),), True),
    ],
)
def test_17_8_2_all_dummies_of_a_hex_go_with_the_ip_in_which_no_combat_unit_began(
    beside: tuple[Unit, ...], left: bool
) -> None:
    dug_in = [Marker("improved_position", at("C11")), Marker("improved_position", at("H3"))]
    dummies = [unit(f"ge.{kind}.1", "C11", CONCEALED) for kind in ("dummy", "vehicle-dummy")]
    elsewhere = unit("ge.dummy.2", "H3", CONCEALED)
    resolution = PLAY.resolution(
        activated(unit(LEADER, "A14"), *dummies, elsewhere, *beside, markers=dug_in), ScriptedDice([])
    )
    strip_hex_concealment(resolution, at("C11"), "ge")
    gone = {one.id for one in (*dummies, elsewhere) if resolution.state.unit(one.id).at is None}
    assert gone == {"ge.dummy.1", "ge.vehicle-dummy.1"}
    dug = {str(marker.at) for marker in resolution.state.markers if marker.kind == "improved_position"}
    assert dug == ({"C11", "H3"} if left else {"H3"})


@proves("LHY-17.8.2c")
def test_17_8_2_an_ip_that_men_left_to_dummies_stays_and_the_enemy_knows_of_none() -> None:
    dug_in = [Marker("improved_position", at(label)) for label in ("C11", "H3")]
    men = unit("ge.mg.1", "C11", CONCEALED)
    dummies = [unit(f"ge.dummy.{k}", label, CONCEALED) for k, label in ((1, "C11"), (2, "H3"), (3, "F3"))]
    state = activated(unit(LEADER, "A14"), men, *dummies, markers=dug_in)
    assert course(state).dug_by_dummies == (("ge", at("H3")),)
    assert not course(state_seen_by(state, "us")).dug_by_dummies
    resolution = PLAY.resolution(UnitMoved(men.id, at("C11"), at("C10")).on(state), ScriptedDice([]))
    strip_hex_concealment(resolution, at("C11"), "ge")
    assert resolution.position.is_marked("improved_position", at("C11"))


@proves("LHY-17.8.2a")
def test_17_8_2_hidden_dummies_are_gone_as_their_hex_is_revealed() -> None:
    resolution = PLAY.resolution(
        activated(unit(LEADER, "A14"), unit("ge.dummy.1", "C11", HIDDEN)), ScriptedDice([])
    )
    strip_hex_concealment(resolution, at("C11"), "ge")
    assert resolution.state.unit("ge.dummy.1").at is None


@proves("LHY-4.3.0.1", "LHY-4.3.0.2", "LHY-4.3.0.3", "LHY-17.9.1.4")
def test_4_3_0_the_view_of_a_side_holds_no_secret_of_the_other() -> None:
    state = activated(
        unit(SQUAD, "C12"),
        unit(LEADER, "A14"),
        unit("ge.tiger.1", "C6", CONCEALED),
        unit("ge.pak40.3", "D6", HIDDEN),
    )
    view = state_seen_by(state, "us")
    assert "tiger" not in repr(view.units) + repr(view.course)
    assert "pak40" not in repr(view.units) + repr(view.course)
    assert view.unit("concealed@C6").type == "ge.concealed"
    assert SQUAD in state_seen_by(state, "us").units
    assert "ge.tiger.1" in state_seen_by(state, "ge").units


@proves("LHY-4.3.0.1")
def test_4_3_0_that_a_concealed_squad_deployed_is_not_told() -> None:
    before = activated(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C2"))
    events, state = carry_out(PLAY, before, Deploy("us", SQUAD), SeededDice(1))
    views = state_seen_by(before, "ge"), state_seen_by(state, "ge")
    assert not [line for line in map(str, events) if line and may_hear(line, before, state, views)]
    assert course(state_seen_by(state, "us")).deployed == {"able.1"}
    known = state_seen_by(state, "ge")
    assert not course(known).deployed
    assert "able.1.squad" not in repr(known.units) + repr(course(known))
    assert "able.1.section" not in repr(known.units) + repr(course(known))


def all_said(state: GameState) -> str:
    """Everything a side is told: lists, refusals, chances."""
    told: list[str] = []
    for action in PLAY.legal_actions(state):
        ruling = PLAY.chances(state, action)
        told.append(f"{action} {ruling} {ruling.odds.chances if ruling.odds else ''}")
    return "\n".join(told)


SECRETS = [
    ("ge.tiger.1", "ge.1kp.1.squad.1"),
    ("ge.pak40.3", "ge.dummy.1"),
    ("ge.1kp.1.squad.3", "ge.1kp.1.section.b"),
]


@proves("LHY-4.3.0.3")
@pytest.mark.parametrize(("one", "other"), SECRETS)
def test_what_lies_concealed_changes_nothing_that_the_other_side_is_told(one: str, other: str) -> None:
    def told(secret: str) -> str:
        units = [
            unit(SQUAD, "C12"),
            unit(LEADER, "C12"),
            unit("us.able-tank.1.1", "C12"),
            unit("us.latw.1", "C12"),
        ]
        state = activated(*units, unit("ge.mg.1", "D6"), replace(unit(secret, "C6", CONCEALED), id="secret"))
        return all_said(state)

    said = told(one)
    assert said == told(other)
    assert "secret" not in said


def test_4_3_0_concealed_counters_are_listed_by_hex_whatever_the_order_of_the_roster() -> None:
    counters = [unit("ge.tiger.1", "D6", CONCEALED), unit("ge.1kp.1.squad.1", "C6", CONCEALED)]
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A14"), *counters)
    turned_round = replace(state, units=dict(reversed([*state.units.items()])))
    for one in (state, turned_round):
        listed = [name for name in state_seen_by(one, "us").units if name.startswith("concealed")]
        assert listed[:2] == ["concealed@C6", "concealed@D6"]


@proves("LHY-4.3.0.1")
def test_4_3_0_which_concealed_leader_fell_and_when_he_is_replaced_is_his_sides_alone() -> None:
    fallen = unit("ge.1kp.1.leader", "C6", CONCEALED)
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.mg.1", "D6"), fallen)
    state = state.with_unit(replace(fallen, at=None))
    state = LeaderLost(fallen.id).on(state)
    assert [lost.unit for lost in course(state_seen_by(state, "ge")).away] == [fallen.id]
    assert course(state_seen_by(state, "us")).away == ()


@proves("LHY-4.3.0.3", "LHY-17.9.1.4")
@pytest.mark.parametrize("hidden", ["ge.pak40.3", "ge.1kp.1.squad.1", "ge.tiger.1"])
def test_a_hidden_unit_changes_nothing_that_the_other_side_is_told(hidden: str) -> None:
    units = [unit(SQUAD, "C12"), unit(LEADER, "C12"), unit("us.able-tank.1.1", "C12"), unit("ge.mg.1", "D6")]
    mortar = [{"id": "60mm", "side": "us", "kind": "60mm"}]
    assert all_said(activated(*units, mortars=mortar)) == all_said(
        activated(*units, unit(hidden, "D11", HIDDEN), mortars=mortar)
    )
    refused = Maneuver("us", SQUAD, at("H1"))
    assert refusal(activated(*units), refused) == refusal(
        activated(*units, unit(hidden, "D11", HIDDEN)), refused
    )


def test_what_each_side_is_told_in_whole_games_names_no_secret_of_the_other() -> None:
    state, dice = start_of("lhy-market-quarter"), SeededDice(3)
    for _ in range(250):
        side = PLAY.to_act(state)
        if side is None:
            break
        legal_now = PLAY.legal_actions(state)
        secrets = {
            one.id
            for one in state.units.values()
            if one.side != side and (one.has(CONCEALED) or one.has(HIDDEN))
        }
        said = {word for action in legal_now for word in repr(action).replace("'", " ").split()}
        assert not secrets & said
        _, state = PLAY.resolve(state, legal_now[dice.pick("choice", len(legal_now))], dice)


@proves("LHY-4.3.0.4", "LHY-4.3.0.5")
def test_after_an_inquiry_only_the_counts_are_known() -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit(FOE, "C6", CONCEALED))
    assert legal(state, Inquire) == [Inquire("us", at("C6"))]
    state = done(state, Inquire("us", at("C6")))
    assert course(state).inquired == ((at("C6"), ()),)
    assert "play waits for shot at the hex asked about" in refusal(state, CallForReaction("us"))
    state = done(state, FireSmallArms("us", SQUAD, (at("C6"),)))
    assert not refusal(state, CallForReaction("us"))


@proves("LHY-4.3.0.4", "LHY-4.3.0.5")
def test_4_3_what_was_told_to_lie_concealed_is_aimed_at_by_its_class_only_until_it_is_seen() -> None:
    tank = unit("us.able-tank.1.1", "C12")
    state = activated(tank, unit("ge.stug.1", "C6", CONCEALED), platoon="able-tank.1")
    state = Inquired(at("C6"), (("afv", 1),)).on(state)
    by_class = FireAntiTank("us", tank.id, ("afv@C6",))
    assert by_class in legal(state, FireAntiTank)
    seen_now = UnitChanged("ge.stug.1", lost=(CONCEALED,)).on(state)
    assert "no afv is known to lie concealed in C6" in refusal(seen_now, by_class)
    assert {one.targets for one in legal(seen_now, FireAntiTank)} == {("ge.stug.1",)}


@proves("LHY-4.3.0.5")
def test_4_3_what_was_told_to_lie_concealed_is_still_known_to_who_knows_his_own_view_alone() -> None:
    tank = unit("us.able-tank.1.1", "C12")
    whole = activated(tank, unit("ge.stug.1", "C6", CONCEALED), platoon="able-tank.1")
    whole = Inquired(at("C6"), (("afv", 1),)).on(whole)
    view = state_seen_by(whole, "us")
    assert state_seen_by(view, "us") == view
    assert PLAY.legal_actions(view) == PLAY.legal_actions(whole)
    assert FireAntiTank("us", tank.id, ("afv@C6",)) in PLAY.legal_actions(view)


@proves("LHY-4.3.1.2d")
def test_4_3_1_2d_a_vehicle_is_seen_by_an_enemy_next_to_it_even_in_cover() -> None:
    state = activated(
        unit(SQUAD, "C9"), unit(LEADER, "A14"), unit("ge.stug.1", "C7", CONCEALED), ground=WOODS
    )
    assert not done(state, Maneuver("us", SQUAD, at("C8"))).unit("ge.stug.1").has(CONCEALED)


@proves("LHY-4.3.1.2c", "LHY-4.0b.2b")
def test_4_3_1_2c_a_vehicle_that_fires_from_woods_is_seen_within_8_hexes() -> None:
    far = board("\n".join([". . . . . . ."] * 11 + [". . w . . . ."] + [". . . . . . ."] * 2))
    for foe_at, kept in (("C4", False), ("C3", True)):
        state = activated(
            unit("us.able-tank.1.1", "C12", CONCEALED), unit(FOE, foe_at), ground=far, platoon="able-tank.1"
        )
        assert (
            done(state, FireSmallArms("us", "us.able-tank.1.1", (at(foe_at),)))
            .unit("us.able-tank.1.1")
            .has(CONCEALED)
            is kept
        )


@proves("LHY-4.0b.ip", "LHY-4.3.1.1b")
def test_4_0b_an_improved_position_is_cover_for_concealment() -> None:
    dug_in = (Marker("improved_position", at("C11")),)
    state = activated(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C6"), markers=dug_in)
    assert concealed_after(state, SQUAD, "C11")


@proves("LHY-4.3.1b.later")
@pytest.mark.parametrize(("edition", "kept"), [("2019", False), ("series-3.1", True)])
def test_4_3_1b_firing_from_cover_is_seen_at_3_hexes_in_2019_and_2_later(edition: str, kept: bool) -> None:
    state = activated(
        unit(SQUAD, "C7", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C4"), ground=WOODS, edition=edition
    )
    assert done(state, FireSmallArms("us", SQUAD, (at("C4"),))).unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-17.9.2.0a", "LHY-17.9.2.0b")
def test_17_9_2_a_hidden_unit_that_acts_is_put_on_the_map() -> None:
    state = activated(unit(SQUAD, "C12", HIDDEN), unit(LEADER, "A14"), unit(FOE, "H1"))
    after = done(state, Maneuver("us", SQUAD, at("C11")))
    assert not after.unit(SQUAD).has(HIDDEN)
    assert after.unit(SQUAD).has(CONCEALED)


@proves("LHY-17.9.2c")
def test_17_9_2c_hidden_units_under_fire_are_revealed_before_it_is_resolved() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C6"), 0, primary=True, tubes=0)
    state = FirePlaced(fire).on(
        activated(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.mg.1", "C6", HIDDEN))
    )
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase is Phase.FIRE
    assert not state.unit("ge.mg.1").has(HIDDEN)


@proves("LHY-17.9.2c")
@pytest.mark.parametrize(
    ("fire", "is_revealed"),
    [
        (FireMarker(1, FireKind.SADRM, at("C6"), 0, against="ge"), True),
        (FireMarker(1, FireKind.SADRM, at("C6"), 0, against="us"), False),
        (FireMarker(1, FireKind.ATDRM, at("C6"), 0, against="ge", target="ge.stug.1"), False),
    ],
)
def test_17_9_2c_fire_that_does_not_strike_them_reveals_nobody(fire: FireMarker, is_revealed: bool) -> None:
    men = unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.mg.1", "C6", HIDDEN), unit("ge.stug.1", "C6")
    state = FirePlaced(fire).on(activated(*men))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase is Phase.FIRE
    assert state.unit("ge.mg.1").has(HIDDEN) is not is_revealed
    assert not state.unit("ge.stug.1").has(CONCEALED), "who stands open is not hidden by it"


@proves("LHY-4.0a.later", "LHY-4.0a.1")
def test_4_0a_hills_walls_and_positions_do_not_make_a_hex_less_open() -> None:
    mixed = board(". h1 w s\n. . f u", walls="A1-A2")
    position = seen(opened(mixed, [unit(SQUAD, "A1"), unit(FOE, "B2")]), "us")
    assert [is_open(position, at(label)) for label in ("A1", "B1", "C1", "D1", "C2", "D2")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


@proves("LHY-4.3.0.3")
@pytest.mark.parametrize("name", ["ge.pak40.3", "ge.nobody.1"])
def test_who_names_a_hidden_enemy_learns_no_more_than_of_one_that_is_not_there(name: str) -> None:
    units = [unit("us.able-tank.1.1", "C12"), unit("ge.pak40.3", "C8", HIDDEN)]
    state = activated(*units, platoon="able-tank.1")
    action = FireAntiTank("us", "us.able-tank.1.1", (name,))
    assert refusal(state, action) == f"no enemy {name} is known (LHY 11.0b, from Series Rules v2.1)"
    ruling = PLAY.chances(state, action)
    assert (ruling.verdict, ruling.odds) == ("refused", None)


@proves("LHY-4.3.0.1", "LHY-7.2c.1", "LHY-7.2b.1")
@pytest.mark.parametrize("who", ["us.able-tank.1.1", "us.able.2.squad.1"])
def test_4_3_0_who_acts_ad_hoc_under_a_concealment_marker_is_not_told(who: str) -> None:
    units = [unit(SQUAD, "C12", CONCEALED), unit(LEADER, "C12", CONCEALED), unit(who, "C12", CONCEALED)]
    rows = [". . . . . . . . . . . . . ."] * 14
    rows[5] = "f f f f f f f f f f f f f f"
    others = unit("us.able.2.leader", "A14"), unit(FOE, "C2")
    before = activated(*units, *others, ground=board("\n".join(rows)), far=())
    joins = Maneuver("us", who, at("C13"))
    events, state = carry_out(PLAY, before, joins, ScriptedDice([]))
    views = state_seen_by(before, "ge"), state_seen_by(state, "ge")
    told = [line for line in map(str, events) if line.endswith("acts ad hoc")]
    assert told
    assert not [line for line in told if may_hear(line, before, state, views)]
    assert (course(views[1]).joined, course(views[1]).ad_hoc_tanks) == (frozenset(), "")
    assert course(state_seen_by(state, "us")).joined == {who}
    unnamed = AdHocJoined(tanks="able-tank.1").on(before)
    seen_by = [course(state_seen_by(unnamed, side)).ad_hoc_tanks for side in ("us", "ge")]
    assert seen_by == ["able-tank.1", ""], "as logs of earlier versions tell it"
