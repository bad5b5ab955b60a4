"""13.6.4: an advance leaves its hex as a maneuver does, with the dice of wire, mines, rivers and mortar fire."""

from collections.abc import Iterable

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.assault.advance import Advance
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.marker_events import CameIntoWire, GroundMarked
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import in_assault
from tests.rules.last_hundred_yards.playing import FAR, FIELD, at, course, done, legal, opened, refusal, unit

SQUAD, SECOND, LEADER, TANK, FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
)
NORTH, SOUTH = Advance("us", SQUAD, at("C3")), Advance("us", SQUAD, at("C5"))
WIRE = Marker("wire", at("C4"))


def advancing(*units: Unit, markers: Iterable[Marker] = (), ground: HexBoard = FIELD) -> GameState:
    """American units in C4 may advance, one after the other."""
    state = done(opened(ground, [*units, *FAR], markers=markers), RollInitiative("us"), 9, 2)
    state = PhaseBegan(Phase.ASSAULT).on(state)
    for one in units:
        state = DecisionDue(Decision(DecisionKind.ADVANCE, "us", one.id, at("C4"))).on(state)
    return state


@proves("LHY-13.6.4", "LHY-16.2a.die")
@pytest.mark.parametrize(("die", "gets_out"), [(5, True), (6, False)])
def test_13_6_4_men_who_advance_out_of_wire_throw_its_one_die(die: int, gets_out: bool) -> None:
    state = advancing(unit(SQUAD, "C4"), unit(SECOND, "C4"), markers=[WIRE])
    assert "5 or less out of the wire" in str(PLAY.chances(state, NORTH))
    after = done(state, NORTH, die)
    assert after.unit(SQUAD).at == at("C3" if gets_out else "C4")
    assert any(after.markers_at(at("C4"), "wire")) is not gets_out
    others = {str(action.to) for action in legal(after, Advance)}
    assert ("C3" in others) is gets_out, "one die for all of them"
    assert "C5" in others
    assert SQUAD in course(after).advanced, "it advances once a turn"


@proves("LHY-13.6.4", "LHY-16.2a.heroic", "LHY-16.1.2a.3")
def test_13_6_4_heroes_advance_and_all_go_back_without_a_die() -> None:
    assert done(advancing(unit(SQUAD, "C4"), markers=[WIRE]), SOUTH).unit(SQUAD).at == at("C5")
    hero = advancing(unit(SQUAD, "C4", HEROIC), unit(FOE, "C1"), markers=[WIRE])
    assert done(hero, NORTH).unit(SQUAD).at == at("C3")


@proves("LHY-13.6.4", "LHY-16.1.2a.1")
def test_13_6_4_a_unit_advancing_into_mines_throws_their_die() -> None:
    state = advancing(unit(SQUAD, "C4"), markers=[Marker("mines", at("C4"))])
    assert done(state, NORTH, 6).unit(SQUAD).at == at("C4")
    assert done(state, NORTH, 5).unit(SQUAD).at == at("C3")


@proves("LHY-13.6.4")
def test_13_6_4_the_section_that_mines_leave_of_an_advancing_squad_has_advanced() -> None:
    state = advancing(unit(SQUAD, "C4"), markers=[Marker("mines", at("C3"))])
    assert "us.able.1.section.a" in course(done(state, NORTH, 10, 1)).advanced


@proves("LHY-13.6.4", "LHY-16.1.1.3", "LHY-16.1.1.2")
def test_13_6_4_men_who_advance_together_throw_one_die_for_the_mines_they_enter() -> None:
    stack = Advance("us", SQUAD, at("C3"), (SECOND, LEADER))
    state = advancing(
        unit(SQUAD, "C4"), unit(SECOND, "C4"), unit(LEADER, "C4"), markers=[Marker("mines", at("C3"))]
    )
    assert stack in legal(state, Advance)
    after = done(state, stack, 9)
    assert {after.unit(one).at for one in (SQUAD, SECOND, LEADER)} == {at("C3")}
    assert not course(after).decisions
    one_by_one = done(state, NORTH, 9, Advance("us", LEADER, at("C3")), 9)
    assert one_by_one.unit(SECOND).at == at("C4")


@proves("LHY-13.6.4")
def test_13_6_4_any_unit_may_advance_first_and_a_pass_names_its_unit() -> None:
    state = advancing(unit(SQUAD, "C4"), unit(SECOND, "C4"))
    assert PLAY.sentence(state, Pass("us")) == f"us passes: {SQUAD} does not advance"
    state = done(state, Advance("us", SECOND, at("C3")))
    assert {action.unit for action in legal(state, Advance)} == {SQUAD}
    assert PLAY.sentence(state, Pass("us")) == "us passes"


@proves("LHY-13.6.4", "LHY-13.1c.1")
def test_13_6_4_a_leader_advances_into_an_enemy_hex_with_a_squad_and_not_alone() -> None:
    state = advancing(unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C3"))
    assert Advance("us", LEADER, at("C3")) not in legal(state, Advance)
    after = done(state, Advance("us", LEADER, at("C3"), (SQUAD,)))
    assert {after.unit(one).at for one in (SQUAD, LEADER)} == {at("C3")}


@proves("LHY-13.6.4", "LHY-17.9.2b.1")
def test_13_6_4_if_men_advancing_together_meet_hidden_enemies_all_of_them_stay() -> None:
    state = advancing(unit(SQUAD, "C4"), unit(SECOND, "C4"), unit(FOE, "C3", HIDDEN))
    after = done(state, Advance("us", SQUAD, at("C3"), (SECOND,)))
    assert {after.unit(one).at for one in (SQUAD, SECOND)} == {at("C4")}


@proves("LHY-13.6.4")
def test_13_6_4_vehicles_do_not_advance_as_a_stack() -> None:
    state = advancing(unit(SQUAD, "C4"), unit(TANK, "C4"))
    why = refusal(state, Advance("us", SQUAD, at("C3"), (TANK,)))
    assert "only men advance as a stack" in why


@proves("LHY-13.6.4", "LHY-16.2b.2")
def test_13_6_4_a_tank_breaks_the_wire_it_advances_out_of() -> None:
    state, on = advancing(unit(TANK, "C4"), markers=[WIRE]), Advance("us", TANK, at("C3"))
    assert done(state, on, 9).unit(TANK).at == at("C3")
    held = done(state, on, 10).unit(TANK)
    assert (held.at, held.has(SHOCKED)) == (at("C4"), True)


@proves("LHY-13.6.4", "LHY-4.1.10.3")
def test_13_6_4_an_advance_out_of_the_river_throws_the_die_to_leave_it() -> None:
    river = open_ground(8, 10, rivers="A4 B4 C4 D4 E4 F4 G4 H4")
    state = advancing(unit(SQUAD, "C4"), ground=river)
    assert done(state, NORTH, 7).unit(SQUAD).at == at("C4")
    assert done(state, NORTH, 6).unit(SQUAD).at == at("C3")


@proves("LHY-13.6.4", "LHY-11.4.8e")
def test_13_6_4_mortar_fire_attacks_a_unit_advancing_out_of_it() -> None:
    """A squad of Cohesion 6 under MDRM 1: a 4 does nothing, a 7 disrupts it and it withdraws."""
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 1, tubes=0)).on(advancing(unit(SQUAD, "C4")))
    assert done(state, NORTH, 4).unit(SQUAD).at == at("C3")
    struck = done(state, NORTH, 7)
    assert (struck.unit(SQUAD).at, struck.unit(SQUAD).has(DISRUPTED)) == (at("C4"), True)
    assert course(struck).withdrawing or legal(struck, Withdraw)


@proves("LHY-13.6.4", "LHY-16.2a")
@pytest.mark.parametrize("wired", [True, False])
def test_13_6_4_attackers_who_came_into_wire_are_stopped_by_it(wired: bool) -> None:
    """The die of 10 with +4 drives the enemy four hexes off, and the attackers may advance."""
    units = [unit(one, "C6") for one in (SQUAD, SECOND, "us.able.1.squad.3", "us.able.1.leader", FOE)]
    state = in_assault(*units, place="C6", markers=[Marker("wire", at("C6"))] if wired else [])
    for one in units[:-1] if wired else ():
        state = CameIntoWire(one.id).on(state)
    state = done(state, ResolveAssault("us", at("C6")), 10)
    for label in ("C5", "C4", "C3", "C2"):
        state = done(state, Retreat("ge", FOE, at(label)))
    state = done(state, Pass("ge"), 1, 5)
    ways = {str(action.to) for action in legal(state, Advance)}
    assert "C7" in ways
    assert ("C5" in ways) is not wired


@proves("LHY-13.6.4", "LHY-13.1a")
@pytest.mark.parametrize(("marks", "goes_in"), [((), True), ((REGROUPING,), False)])
def test_13_6_4_regrouping_men_advance_but_not_into_an_enemy_hex(
    marks: tuple[str, ...], goes_in: bool
) -> None:
    state = advancing(unit(SQUAD, "C4", *marks), unit(FOE, "C3"))
    assert (NORTH in legal(state, Advance)) is goes_in
    assert SOUTH in legal(state, Advance)


@proves("LHY-13.6.4", "LHY-13.1d")
@pytest.mark.parametrize(("foe", "goes_in"), [(FOE, True), ("ge.pak40.3", False), ("ge.stug.1", False)])
def test_13_6_4_a_halftrack_follows_a_squad_in_an_advance_on_men_but_not_on_guns_or_afvs(
    foe: str, goes_in: bool
) -> None:
    carrier = "us.m3.2"
    state = advancing(unit(SQUAD, "C4"), unit(carrier, "C4"), unit(foe, "C3"))
    follows = Advance("us", carrier, at("C3"))
    assert (follows in legal(done(state, NORTH), Advance)) is goes_in


def won_by_14(*others: Unit) -> GameState:
    """Three squads and a leader drove a German squad out of C4 with result row 14; it has retreated to E1."""
    squads = [unit(f"us.able.1.squad.{number}", "C4") for number in (1, 2, 3)]
    came = {squads[0].id: "C5", squads[1].id: "D4", squads[2].id: "C5", LEADER: "C5"}
    state = in_assault(
        *squads, unit(LEADER, "C4"), unit(FOE, "C4", DISRUPTED), *others, came=came, ground=FIELD
    )
    state = done(state, ResolveAssault("us", at("C4")), 10)
    for label in ("D3", "D2", "D1", "E1"):
        state = done(state, Retreat("ge", FOE, at(label)))
    return done(state, Pass("ge"), 1, 5)


@proves("LHY-13.6.4", "LHY-13.1c.1")
@pytest.mark.parametrize("goes_first", [True, False])
def test_13_6_4_a_leader_advances_into_an_enemy_hex_after_a_squad_and_only_where_one_did(
    goes_first: bool,
) -> None:
    state = won_by_14(unit("ge.2kp.2.squad.1", "B4"))
    for number in (1, 2, 3):
        goes = goes_first and number == 1
        state = done(state, Advance("us", f"us.able.1.squad.{number}", at("B4")) if goes else Pass("us"))
    follows = Advance("us", LEADER, at("B4"))
    assert (follows in legal(state, Advance)) is goes_first
    if goes_first:
        assert done(state, follows).unit(LEADER).at == at("B4")


@proves("LHY-13.6.4")
def test_13_6_4_the_second_assault_is_resolved_before_any_other() -> None:
    other, held = "us.able.2.squad.1", unit("ge.2kp.2.squad.2", "F4")
    state = won_by_14(unit("ge.2kp.2.squad.1", "B4"), unit(other, "F4"), held)
    state = AssaultEntered(other, "us", at("F4"), at("F5")).on(state)
    state = done(state, Advance("us", SQUAD, at("B4")))
    for _ in range(3):
        state = done(state, Pass("us"))
    assert legal(state, ResolveAssault) == [ResolveAssault("us", at("B4"))]
    why = refusal(state, ResolveAssault("us", at("F4")))
    assert "the assault on B4, which an advance began, is resolved at once (LHY 13.6.4" in why


@proves("LHY-13.6.4", "LHY-13.1c.1")
@pytest.mark.parametrize(("there", "may"), [(SQUAD, True), ("us.able.2.squad.1", False)])
def test_13_6_4_a_leader_advances_into_an_assault_in_which_his_own_platoon_fights_and_not_another(
    there: str, may: bool
) -> None:
    state = advancing(unit(LEADER, "C4"), unit(there, "C3"), unit(FOE, "C3"))
    state = AssaultEntered(there, "us", at("C3"), at("D3")).on(state)
    assert (Advance("us", LEADER, at("C3")) in legal(state, Advance)) is may


def advancing_alone(who: str, *more: Unit, conditions: tuple[str, ...] = ()) -> GameState:
    """An American unit in C4 may advance after an assault."""
    state = PhaseBegan(Phase.ASSAULT).on(
        done(opened(FIELD, [unit(who, "C4", *conditions), *more, *FAR]), RollInitiative("us"), 9, 2)
    )
    return DecisionDue(Decision(DecisionKind.ADVANCE, "us", who, at("C4"))).on(state)


@proves("LHY-13.6.4", "LHY-13.1e")
@pytest.mark.parametrize(
    ("who", "there", "may"),
    [
        (SQUAD, (), True),
        ("us.mg.1", (), False),
        (LEADER, (), False),
        (LEADER, (unit(SQUAD, "C3"),), True),
        ("us.able-tank.1.1", (), True),
    ],
)
def test_13_6_4_only_units_that_may_assault_advance_into_an_enemy_hex(
    who: str, there: tuple[Unit, ...], may: bool
) -> None:
    state = advancing_alone(who, unit(FOE, "C3"), *there)
    assert (Advance("us", who, at("C3")) in legal(state, Advance)) is may
    assert Advance("us", who, at("C5")) in legal(state, Advance)


@proves("LHY-13.6.4", "LHY-4.3.1.0.1", "LHY-16.1.1.3")
@pytest.mark.parametrize(("mined", "dice"), [(False, ()), (True, (9,))])
def test_13_6_4_an_advance_into_an_enemy_hex_is_an_assault_in_the_same_phase(
    mined: bool, dice: tuple[int, ...]
) -> None:
    state = advancing_alone(SQUAD, unit(FOE, "C3"), conditions=(CONCEALED,))
    if mined:
        state = GroundMarked("mines", at("C3"), 1).on(state)
    state = done(state, Advance("us", SQUAD, at("C3")), *dice)
    assert (state.unit(SQUAD).at, state.unit(SQUAD).has(CONCEALED)) == (at("C3"), False)
    assert legal(state, ResolveAssault) == [ResolveAssault("us", at("C3"))]


@proves("LHY-13.6.4")
@pytest.mark.parametrize(
    ("who", "conditions"), [(SQUAD, (DISRUPTED,)), ("us.gun57.1", ()), ("us.able-tank.1.1", (SHOCKED,))]
)
def test_13_6_4_neither_the_disrupted_nor_guns_nor_shocked_tanks_advance(
    who: str, conditions: tuple[str, ...]
) -> None:
    assert not legal(advancing_alone(who, conditions=conditions), Advance)


@proves("LHY-17.9.2b.1", "LHY-13.6.4")
def test_13_6_4_a_unit_advancing_into_hidden_enemies_is_put_back() -> None:
    state = done(advancing_alone(SQUAD, unit("ge.mg.1", "C3", HIDDEN)), Advance("us", SQUAD, at("C3")))
    assert state.unit(SQUAD).at == at("C4")
    assert not state.unit("ge.mg.1").has(HIDDEN)
