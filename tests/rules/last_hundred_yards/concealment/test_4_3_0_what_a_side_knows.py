"""4.3.0: what a side may know of the other's concealed and hidden units, and that nothing more leaks."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.view import names_no_secret
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import KilledByFire
from rules.last_hundred_yards.state.events.marker_events import Inquired
from rules.last_hundred_yards.state.events.order_events import AdHocJoined
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, UnitChanged, UnitGone
from rules.last_hundred_yards.state.progress import with_progress
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.concealment.unseen import activated_unseen
from tests.rules.last_hundred_yards.playing import at, course, done, legal, refusal, start_of, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-4.3.0.1", "LHY-4.3.0.2", "LHY-4.3.0.3", "LHY-17.9.1.4")
def test_4_3_0_the_view_of_a_side_holds_no_secret_of_the_other() -> None:
    state = activated_unseen(
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
def test_4_3_0_the_enemy_is_not_told_that_a_concealed_squad_deployed() -> None:
    before = activated_unseen(unit(SQUAD, "C12", CONCEALED), unit(LEADER, "A14"), unit(FOE, "C2"))
    events, state = carry_out(PLAY, before, Deploy("us", SQUAD), SeededDice(1))
    views = state_seen_by(before, "ge"), state_seen_by(state, "ge")
    assert not [line for line in map(str, events) if line and names_no_secret(line, before, state, views)]
    assert course(state_seen_by(state, "us")).deployed == {"able.1"}
    known = state_seen_by(state, "ge")
    assert not course(known).deployed
    assert "able.1.squad" not in repr(known.units) + repr(course(known))
    assert "able.1.section" not in repr(known.units) + repr(course(known))


def all_said(state: GameState) -> str:
    """Everything a side is told: lists of declarations, refusals and odds."""
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
def test_the_other_side_is_told_the_same_whichever_unit_is_concealed(one: str, other: str) -> None:
    def told(secret: str) -> str:
        units = [
            unit(SQUAD, "C12"),
            unit(LEADER, "C12"),
            unit("us.able-tank.1.1", "C12"),
            unit("us.latw.1", "C12"),
        ]
        state = activated_unseen(
            *units, unit("ge.mg.1", "D6"), replace(unit(secret, "C6", CONCEALED), id="secret")
        )
        return all_said(state)

    said = told(one)
    assert said == told(other)
    assert "secret" not in said


def test_4_3_0_concealed_counters_are_listed_by_hex_whatever_the_order_of_the_roster() -> None:
    counters = [unit("ge.tiger.1", "D6", CONCEALED), unit("ge.1kp.1.squad.1", "C6", CONCEALED)]
    state = activated_unseen(unit(SQUAD, "C12"), unit(LEADER, "A14"), *counters)
    turned_round = replace(state, units=dict(reversed([*state.units.items()])))
    for one in (state, turned_round):
        listed = [name for name in state_seen_by(one, "us").units if name.startswith("concealed")]
        assert listed[:2] == ["concealed@C6", "concealed@D6"]


@proves("LHY-4.3.0.1")
def test_4_3_0_only_its_own_side_knows_which_concealed_leader_fell_and_when_he_returns() -> None:
    fallen = unit("ge.1kp.1.leader", "C6", CONCEALED)
    state = activated_unseen(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit("ge.mg.1", "D6"), fallen)
    state = state.with_unit(replace(fallen, at=None))
    state = LeaderLost(fallen.id).on(state)
    assert [lost.unit for lost in course(state_seen_by(state, "ge")).away] == [fallen.id]
    assert course(state_seen_by(state, "us")).away == ()


@proves("LHY-4.3.0.3", "LHY-17.9.1.4")
@pytest.mark.parametrize("hidden", ["ge.pak40.3", "ge.1kp.1.squad.1", "ge.tiger.1"])
def test_the_other_side_is_told_the_same_with_or_without_a_hidden_unit(hidden: str) -> None:
    units = [unit(SQUAD, "C12"), unit(LEADER, "C12"), unit("us.able-tank.1.1", "C12"), unit("ge.mg.1", "D6")]
    mortar = [{"id": "60mm", "side": "us", "kind": "60mm"}]
    assert all_said(activated_unseen(*units, mortars=mortar)) == all_said(
        activated_unseen(*units, unit(hidden, "D11", HIDDEN), mortars=mortar)
    )
    refused = Maneuver("us", SQUAD, at("H1"))
    assert refusal(activated_unseen(*units), refused) == refusal(
        activated_unseen(*units, unit(hidden, "D11", HIDDEN)), refused
    )


def test_in_whole_games_no_side_is_told_a_secret_of_the_other() -> None:
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
    state = activated_unseen(unit(SQUAD, "C12"), unit(LEADER, "A14"), unit(FOE, "C6", CONCEALED))
    assert legal(state, Inquire) == [Inquire("us", at("C6"))]
    state = done(state, Inquire("us", at("C6")))
    assert course(state).inquired == ((at("C6"), ()),)
    assert "play waits for shot at the hex asked about" in refusal(state, CallForReaction("us"))
    state = done(state, FireSmallArms("us", SQUAD, (at("C6"),)))
    assert not refusal(state, CallForReaction("us"))


@proves("LHY-4.3.0.4", "LHY-4.3.0.5")
def test_4_3_classes_told_by_an_inquiry_are_targets_only_until_the_units_are_seen() -> None:
    tank = unit("us.able-tank.1.1", "C12")
    state = activated_unseen(tank, unit("ge.stug.1", "C6", CONCEALED), platoon="able-tank.1")
    state = Inquired(at("C6"), (("afv", 1),)).on(state)
    by_class = FireAntiTank("us", tank.id, ("afv@C6",))
    assert by_class in legal(state, FireAntiTank)
    seen_now = UnitChanged("ge.stug.1", lost=(CONCEALED,)).on(state)
    assert "no AFV is known to lie concealed in C6" in refusal(seen_now, by_class)
    assert {one.targets for one in legal(seen_now, FireAntiTank)} == {("ge.stug.1",)}


@proves("LHY-4.3.0.5")
def test_4_3_classes_told_by_an_inquiry_are_part_of_the_view_of_the_asking_side() -> None:
    tank = unit("us.able-tank.1.1", "C12")
    whole = activated_unseen(tank, unit("ge.stug.1", "C6", CONCEALED), platoon="able-tank.1")
    whole = Inquired(at("C6"), (("afv", 1),)).on(whole)
    view = state_seen_by(whole, "us")
    assert state_seen_by(view, "us") == view
    assert PLAY.legal_actions(view) == PLAY.legal_actions(whole)
    assert FireAntiTank("us", tank.id, ("afv@C6",)) in PLAY.legal_actions(view)


@proves("LHY-4.3.0.3")
@pytest.mark.parametrize("name", ["ge.pak40.3", "ge.nobody.1"])
def test_naming_a_hidden_enemy_is_answered_as_naming_an_absent_one(name: str) -> None:
    units = [unit("us.able-tank.1.1", "C12"), unit("ge.pak40.3", "C8", HIDDEN)]
    state = activated_unseen(*units, platoon="able-tank.1")
    action = FireAntiTank("us", "us.able-tank.1.1", (name,))
    assert refusal(state, action) == f"no enemy {name} is known (LHY 11.0b, from Series Rules v2.1)"
    ruling = PLAY.chances(state, action)
    assert (ruling.verdict, ruling.odds) == ("refused", None)


@proves("LHY-4.3.0.1", "LHY-7.2c.1", "LHY-7.2b.1")
@pytest.mark.parametrize("who", ["us.able-tank.1.1", "us.able.2.squad.1"])
def test_4_3_0_the_enemy_is_not_told_which_concealed_unit_joins_ad_hoc(who: str) -> None:
    units = [unit(SQUAD, "C12", CONCEALED), unit(LEADER, "C12", CONCEALED), unit(who, "C12", CONCEALED)]
    rows = [". . . . . . . . . . . . . ."] * 14
    rows[5] = "f f f f f f f f f f f f f f"
    others = unit("us.able.2.leader", "A14"), unit(FOE, "C2")
    before = activated_unseen(*units, *others, ground=board("\n".join(rows)), far=())
    joins = Maneuver("us", who, at("C13"))
    events, state = carry_out(PLAY, before, joins, ScriptedDice([]))
    views = state_seen_by(before, "ge"), state_seen_by(state, "ge")
    told = [line for line in map(str, events) if line.endswith("acts ad hoc")]
    assert told
    assert not [line for line in told if names_no_secret(line, before, state, views)]
    assert (course(views[1]).joined, course(views[1]).ad_hoc_tanks) == (frozenset(), "")
    assert course(state_seen_by(state, "us")).joined == {who}
    unnamed = AdHocJoined(tanks="able-tank.1").on(before)
    seen_by = [course(state_seen_by(unnamed, side)).ad_hoc_tanks for side in ("us", "ge")]
    assert seen_by == ["able-tank.1", ""], "as logs of earlier versions tell it"


@proves("LHY-4.3.0.1", "LHY-12.3.6.2")
def test_12_3_6_a_destroyed_vehicle_stays_known_while_it_may_still_survive_its_duel() -> None:
    state = activated_unseen(unit(SQUAD, "C5"), unit(LEADER, "C5"), unit("ge.stug.1", "C2"))
    gone = UnitGone("ge.stug.1", "is destroyed").on(KilledByFire("ge.stug.1", at("C2"), ()).on(state))
    assert "ge.stug.1" in state_seen_by(gone, "us").units
    assert "ge.stug.1" not in state_seen_by(with_progress(gone, killed=()), "us").units
