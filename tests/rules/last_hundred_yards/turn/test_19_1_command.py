"""19.1, an option: which units of an activated platoon are in command, and how the others return."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.questions.activation.command_range import is_out_of_command
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.unit_events import UnitGone
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind, Deed, Step, with_progress
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.fire_field import FIELD, FOE, LEADER, SQUAD
from tests.rules.last_hundred_yards.playing import (
    activated_wide,
    at,
    course,
    done,
    legal,
    position_seen_by,
    refusal,
    unit,
)

SECOND, THIRD, SECTION = "us.able.1.squad.2", "us.able.1.squad.3", "us.able.1.section.a"
COMMAND = {"command_and_control": True}
OUT = "is out of command and comes back by the shortest way (LHY 19.1, from Series Rules v2.1)"


def led(*units: Unit, leader: str | None = "C12", **options: Any) -> GameState:
    """A platoon activated with the option, its leader in C12."""
    leaders = [] if leader is None else [unit(LEADER, leader)]
    return activated_wide(*units, *leaders, **{"switches": COMMAND, **options})


def next_hexes(state: GameState, name: str) -> set[Hex | None]:
    return {action.to for action in legal(state, Maneuver) if action.unit == name}


@proves("LHY-19.1a")
@pytest.mark.parametrize(
    ("others", "in_command"),
    [
        ((), False),
        ((unit(SECOND, "C9"),), True),
        ((unit(SECTION, "C9"),), True),
        ((unit(SECOND, "C8"),), False),
        ((unit(SECOND, "C10"),), False),
        ((unit(SECOND, "C9"), unit(THIRD, "E8")), True),
        ((unit("us.mg.1", "C9"),), False),
        ((unit("us.able.2.squad.1", "C9"),), False),
        ((unit("us.able.2.leader", "C6"),), False),
    ],
)
def test_19_1_three_hexes_from_the_leader_or_from_one_in_command(
    others: tuple[Unit, ...], in_command: bool
) -> None:
    """The squad in C6 goes on to C5 only if a chain of its own platoon leads back to C12."""
    state = led(unit(SQUAD, "C6"), *others)
    assert refusal(state, Maneuver("us", SQUAD, at("C5"))) == ("" if in_command else f"{SQUAD} {OUT}")
    assert not refusal(state, Maneuver("us", SQUAD, at("C7")))


@proves("LHY-19.1a", "LHY-0.2")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_19_1_without_the_option_no_unit_must_return_to_command(edition: str) -> None:
    state = led(unit(SQUAD, "C6"), unit(FOE, "D3"), switches={}, edition=edition)
    assert None not in next_hexes(state, SQUAD)
    assert len(next_hexes(state, SQUAD)) == 6
    with pytest.raises(BadInput, match="command_and_control"):
        led(unit(SQUAD, "C6"), switches={"command_and_control": 1})


@proves("LHY-19.1b")
def test_19_1_a_unit_out_of_command_spends_all_mp_on_returning() -> None:
    state = led(unit(SQUAD, "C5"))
    for row in (6, 7):
        state = done(state, Maneuver("us", SQUAD, at(f"C{row}")))
        assert refusal(state, EndManeuver("us")) == (
            f"{SQUAD} is out of command and uses all its MP to come back (LHY 19.1, from Series Rules v2.1)"
        )
        assert OUT in refusal(state, Maneuver("us", SQUAD, at(f"C{row - 1}")))
    state = done(state, Maneuver("us", SQUAD, at("C8")))
    assert course(state).moving is None, "its 3 MP are spent, though it is still out of command"


@proves("LHY-19.1b")
@pytest.mark.parametrize(("barred", "called"), [("C8", True), ("C8 D7 D6 C6 B6 B7", False)])
def test_19_1_reach_is_limited_to_returning_for_units_with_a_way_back(barred: str, called: bool) -> None:
    """Enemies in some or all of the hexes around C7."""
    foes = [
        unit(f"ge.1kp.1.section.{letter}", place)
        for letter, place in zip("abcd", barred.split(), strict=False)
    ]
    foes += [unit(f"ge.mg.{number}", place) for number, place in enumerate(barred.split()[4:], 1)]
    state = led(unit(SQUAD, "C7"), *foes)
    found = RULESET.reach(state, state.unit(SQUAD))
    assert any("comes back by the shortest way" in reason.text for reason in found.reasons) is called


@proves("LHY-19.1b")
def test_19_1_once_back_in_command_a_unit_ends_or_moves_on_freely() -> None:
    state = done(led(unit(SQUAD, "C8")), Maneuver("us", SQUAD, at("C9")))
    assert not refusal(state, EndManeuver("us"))
    assert not refusal(state, Maneuver("us", SQUAD, at("C8")))


@proves("LHY-19.1a", "LHY-19.1b")
def test_19_1_a_unit_starting_in_command_may_leave_it() -> None:
    state = done(led(unit(SQUAD, "C9")), Maneuver("us", SQUAD, at("C8")))
    assert not refusal(state, Maneuver("us", SQUAD, at("C7")))
    assert not refusal(state, EndManeuver("us"))


@proves("LHY-19.1b")
def test_19_1_the_shortest_way_leads_round_enemies_and_mortar_fire() -> None:
    """From C7 the way to C12 is by C8; if C8 is barred or next to the enemy, by D7; a row of enemies is bypassed at its end."""
    assert next_hexes(led(unit(SQUAD, "C7")), SQUAD) == {at("C8")}
    assert next_hexes(led(unit(SQUAD, "C7"), unit("ge.mg.1", "B8")), SQUAD) == {at("D7")}
    shell = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True)
    assert next_hexes(led(unit(SQUAD, "C7"), unit("ge.mg.1", "A8"), fires=(shell,)), SQUAD) == {at("D7")}
    wall = [unit(f"ge.mg.{number}", f"{column}9") for number, column in enumerate("ABCDEFG", 1)]
    assert next_hexes(led(unit(SQUAD, "G7"), *wall), SQUAD) == {at("H7")}


@proves("LHY-19.1c")
@pytest.mark.parametrize(("enemy", "barred"), [("C9", True), ("D8", True), ("F8", False)])
def test_19_1_a_returning_unit_enters_no_hex_next_to_an_enemy(enemy: str, barred: bool) -> None:
    """From C7 by C8 to C12; the reach says the same."""
    state = led(unit(SQUAD, "C7"), unit("ge.mg.1", enemy))
    assert ("stays away from enemy hexes" in refusal(state, Maneuver("us", SQUAD, at("C8")))) is barred
    reached = RULESET.reach(state, state.unit(SQUAD)).verdict.cost
    assert (at("C8") not in reached) is barred


@proves("LHY-19.1c")
def test_19_1_a_returning_unit_stays_away_from_enemy_hexes() -> None:
    state = led(unit(SQUAD, "C6"), unit(SECOND, "D11"), unit(FOE, "C7"), unit("ge.mg.1", "D10"))
    assert refusal(state, Assault("us", (SQUAD,), at("C7"))) == (
        f"{SQUAD} is out of command and stays away from enemy hexes (LHY 19.1, from Series Rules v2.1)"
    )
    assert not refusal(state, Assault("us", (SECOND,), at("D10")))
    assert {action.units for action in legal(state, Assault)} == {(SECOND,)}


@proves("LHY-19.1b", "LHY-10.2.2")
def test_19_1_a_unit_out_of_command_may_not_leave_the_map_but_may_withdraw_deploy_or_stay() -> None:
    state = led(unit(SQUAD, "A6"), unit(FOE, "A3"), leader="L12")
    assert OUT in refusal(state, Maneuver("us", SQUAD, None))
    assert legal(state, Withdraw)
    assert Deploy("us", SQUAD) in legal(state, Deploy)
    assert not refusal(state, CallForReaction("us"))


@proves("LHY-19.1a")
@pytest.mark.parametrize("name", ["us.mg.1", "us.able.2.squad.1", LEADER])
def test_19_1_only_infantry_of_the_platoon_must_return(name: str) -> None:
    leaders = () if name == LEADER else (unit(LEADER, "C12"), unit("us.able.2.leader", "C12"))
    state = activated_wide(unit(name, "C5"), unit(SECOND, "C12"), *leaders, switches=COMMAND)
    assert "out of command" not in refusal(state, Maneuver("us", name, at("C4")))


@proves("LHY-19.1a")
def test_19_1_without_a_leader_on_the_map_no_unit_is_out_of_command() -> None:
    state = led(unit(SQUAD, "C5"))
    assert is_out_of_command(position_seen_by(state, "us"), state.unit(SQUAD))
    state = UnitGone(LEADER, "is lost").on(state)
    assert not is_out_of_command(position_seen_by(state, "us"), state.unit(SQUAD))


@proves("LHY-19.1a")
def test_19_1_a_hero_still_goes_for_the_enemy() -> None:
    state = led(unit(SQUAD, "C6", HEROIC), unit(FOE, "C2"))
    assert not refusal(state, Maneuver("us", SQUAD, at("C5")))


@proves("LHY-19.1a")
def test_19_1_units_return_to_a_disrupted_leader_too() -> None:
    state = activated_wide(unit(SQUAD, "C6"), unit(LEADER, "C12", DISRUPTED), switches=COMMAND)
    assert OUT in refusal(state, Maneuver("us", SQUAD, at("C5")))


@proves("LHY-19.1a")
def test_19_1_the_reacting_side_need_not_return_to_command() -> None:
    units = [unit(SQUAD, "C9"), unit(FOE, "C6"), unit("ge.1kp.1.leader", "L1")]
    state = done(led(*units), Maneuver("us", SQUAD, at("C10")), EndManeuver("us"), CallForReaction("us"))
    assert at("C7") in next_hexes(state, FOE)
    assert "out of command" not in refusal(state, Assault("ge", (FOE,), at("C7")))


@proves("LHY-19.1c", "LHY-13.3.3")
@pytest.mark.parametrize(("leader", "may"), [("C12", False), ("C9", True)])
def test_19_1_a_unit_out_of_command_reinforces_nobody_among_enemies(leader: str, may: bool) -> None:
    """The squad did not act as its platoon was activated, and reacts."""
    friend = "us.able.2.squad.1"
    state = led(unit(SQUAD, "C7"), unit(friend, "C6"), unit(FOE, "C5"), leader=leader)
    state = ArrowPlaced(Arrow(FOE, "ge", at("C6"))).on(state)
    came = Deed(FOE, "ge", ActionKind.MANEUVER, (at("C5"),))
    state = with_progress(state, step=Step.REACTION, reacting="us", calls=2, deeds=(came,))
    helps = Reinforce("us", SQUAD, at("C6"))
    assert ("is out of command and stays away from enemy hexes" not in refusal(state, helps)) is may
    assert (helps in legal(state, Reinforce)) is may


@proves("LHY-19.1b")
def test_19_1_a_unit_without_a_way_back_moves_freely() -> None:
    ground = open_ground(6, 12)
    shut = [unit(f"ge.mg.{n}", f"{column}6") for n, column in enumerate("ABCDEF", 1)]
    state = playing.activated(
        unit(SQUAD, "C5"), unit(LEADER, "C12"), *shut, ground=ground, far=(), switches=COMMAND
    )
    assert at("C4") in next_hexes(state, SQUAD)
    assert not legal(state, Assault)


@pytest.mark.parametrize(
    ("mission", "edition"), [("lhy-ridge-farm", "2019"), ("lhy-mill-heights", "series-3.1")]
)
def test_19_1_games_with_the_option_come_to_their_end_by_night_as_well(mission: str, edition: str) -> None:
    state = playing.start_of(mission, switches=COMMAND, edition=edition, night=True)
    after, record = playing.by_chance(state, 19)
    assert course(after).ended is not None
    assert record


LABELS = [f"{column}{row}" for column in "ABCDEFGHIJKL" for row in range(1, 13)]


@proves("LHY-19.1b")
@given(squad=st.sampled_from(LABELS), leader=st.sampled_from(LABELS))
def test_19_1_in_the_open_every_hex_of_the_way_back_is_nearer_to_the_leader(squad: str, leader: str) -> None:
    state = led(unit(SQUAD, squad), leader=leader, far=())
    away = FIELD.grid.distance
    nearer = {
        near for near in FIELD.grid.neighbours(at(squad))
        if away(near, at(leader)) < away(at(squad), at(leader)) or away(at(squad), at(leader)) <= 3
    }  # fmt: skip
    assert next_hexes(state, SQUAD) - {None} == nearer
