"""17.6: forces drawn for a mission by dice, recorded, and kept secret from the other side."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import replay
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import ELITE
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.missions.setup import FinishSetup, PlaceUnit
from rules.last_hundred_yards.declarations.missions.starting_forces import DrawForces
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.mission.forces import platoons_by_company
from rules.last_hundred_yards.state.progress import Phase
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    seeded,
    unit,
)

ENEMY = unit("ge.mg.1", "A1")
SETUP = ["C8", "C9", "D8", "D9", "E8", "E9", "F9", "G9"]
ENTRY = ["C10", "D10"]


def to_draw(*lines: Mapping[str, Any], units: tuple[Unit, ...] = (), **side: Any) -> GameState:
    """The Americans draw these lines; one German MG waits for them."""
    us = {"setup_area": SETUP, **side, "forces": list(lines)}
    return opened(FIELD, [ENEMY, *units], sides={"us": us})


def forces_after_draw(state: GameState, *dice: int) -> list[str]:
    """What the Americans have after the draw with these dice."""
    return american_ids(done(state, DrawForces("us"), *dice))


def american_ids(state: GameState) -> list[str]:
    return [one.id for one in state.units.values() if one.side == "us"]


def of_platoons(names: list[str]) -> Counter[str]:
    """The number of counters of each platoon among the given names."""
    return Counter(ROSTER[name].platoon_key for name in names)


@proves("LHY-17.6.1")
@pytest.mark.parametrize(
    ("platoons", "companies"),
    [(1, (1,)), (3, (3,)), (4, (2, 2)), (5, (3, 2)), (6, (3, 3)), (7, (3, 2, 2)), (9, (3, 3, 3))],
)
def test_17_6_1_platoons_are_drawn_equally_from_as_few_companies_as_possible(
    platoons: int, companies: tuple[int, ...]
) -> None:
    assert platoons_by_company(platoons) == companies


@proves("LHY-17.6.1", "LHY-17.6.2")
def test_17_6_1_two_platoons_are_of_one_company_each_with_six_steps_and_its_leader() -> None:
    # the second of two companies, then the third of three platoons, then the first of the two left
    names = forces_after_draw(to_draw({"platoons": 2}), 2, 3, 1)
    assert names == [
        "us.baker.3.squad.1", "us.baker.3.squad.2", "us.baker.3.squad.3", "us.baker.3.leader",
        "us.baker.1.squad.1", "us.baker.1.squad.2", "us.baker.1.squad.3", "us.baker.1.leader",
    ]  # fmt: skip
    assert sum(ROSTER[name].steps for name in names if ".squad." in name) == 12


@proves("LHY-17.6.1", "LHY-17.6.2")
def test_17_6_1_a_whole_company_is_18_steps_and_three_leaders_and_throws_no_die() -> None:
    names = forces_after_draw(to_draw({"platoons": 3, "of": "us.able"}))
    kinds = Counter(ROSTER[name].kind for name in names)
    assert kinds == {UnitKind.SQUAD: 9, UnitKind.LEADER: 3}
    assert {ROSTER[name].company for name in names} == {"able"}


@proves("LHY-17.6.1")
def test_17_6_1_four_platoons_are_two_of_each_company() -> None:
    names = forces_after_draw(to_draw({"platoons": 4}), 1, 1, 1, 3, 1)
    assert of_platoons(names) == {"able.1": 4, "able.2": 4, "baker.3": 4, "baker.1": 4}


@proves("LHY-17.6.1")
def test_17_6_1_platoons_named_elsewhere_in_the_mission_are_not_drawn() -> None:
    named = unit("us.able.1.leader", "H10")
    lines = {"platoons": 2}, {"steps": 2, "of": "us.able.2"}
    names = forces_after_draw(to_draw(*lines, units=(named,)), 3, 2, 1)
    assert set(of_platoons(names)) == {"able.1", "baker.3", "baker.2", "able.2"}
    assert "us.able.1.squad.1" not in names, "a company with one free platoon cannot give two"


@proves("LHY-17.6.2.part")
def test_17_6_2_a_part_of_a_platoon_is_squads_at_random_with_their_leader() -> None:
    assert forces_after_draw(to_draw({"steps": 4, "of": "us.able.1"}), 3, 1) == [
        "us.able.1.squad.3", "us.able.1.squad.1", "us.able.1.leader",
    ]  # fmt: skip
    assert forces_after_draw(to_draw({"steps": 2, "of": "us.able.1"}), 2) == [
        "us.able.1.squad.2",
        "us.able.1.leader",
    ]


@proves("LHY-17.6.2.odd")
def test_17_6_2_an_odd_step_turns_one_random_squad_into_a_section() -> None:
    # all three squads; the second of them is halved; the fourth section takes its place
    assert forces_after_draw(to_draw({"steps": 5, "of": "us.able.1"}), 2, 4) == [
        "us.able.1.squad.1", "us.able.1.squad.3", "us.able.1.leader", "us.able.1.section.d",
    ]  # fmt: skip


@proves("LHY-17.6.2.leader")
def test_17_6_2_a_leader_appears_only_if_a_squad_or_section_of_his_does() -> None:
    # squads 1 and 9 of the nine of the company, and the fourth of the seven left, which is halved
    names = forces_after_draw(to_draw({"steps": 5, "of": "us.able"}), 1, 8, 4, 3, 2)
    assert names == [
        "us.able.1.squad.1", "us.able.3.squad.3", "us.able.1.leader", "us.able.3.leader", "us.able.2.leader",
        "us.able.2.section.b",
    ]  # fmt: skip
    alone = forces_after_draw(to_draw({"steps": 1, "of": "us.able.3"}), 2, 1)
    assert alone == ["us.able.3.leader", "us.able.3.section.a"]


@proves("LHY-17.6.3", "LHY-17.6.2")
def test_17_6_3_a_reinforced_platoon_gets_random_sections_of_its_own() -> None:
    names = forces_after_draw(to_draw({"platoons": 1, "of": "us.able.2", "sections": 2}), 4, 1)
    assert names[-2:] == ["us.able.2.section.d", "us.able.2.section.a"]
    assert len(names) == 6
    part = forces_after_draw(to_draw({"steps": 3, "of": "us.able.2", "sections": 3}), 1, 1, 2, 3)
    assert sorted(part[2:]) == [f"us.able.2.section.{letter}" for letter in "abcd"]


@proves("LHY-17.6.4")
def test_17_6_4_parts_of_tank_platoons_and_support_units_are_drawn_at_random() -> None:
    lines = {"units": 3, "of": "us.able-tank.1"}, {"units": 1, "of": "us.mg"}
    assert forces_after_draw(to_draw(*lines), 5, 1, 3, 8) == [
        "us.able-tank.1.5", "us.able-tank.1.1", "us.able-tank.1.4", "us.mg.8",
    ]  # fmt: skip
    named = to_draw({"units": 2, "of": "us.latw"}, units=(unit("us.latw.2", "H10"),))
    assert forces_after_draw(named) == ["us.latw.2", "us.latw.1", "us.latw.3"], (
        "what the mission names is not drawn again"
    )


@proves("LHY-17.6.4")
def test_17_6_4_all_counters_are_drawn_equally_often() -> None:
    state, dice = to_draw({"units": 2, "of": "us.able-tank.1"}), SeededDice(17)
    thrown = 2000
    counts = Counter(
        name for _ in range(thrown) for name in american_ids(seeded(state, DrawForces("us"), dice))
    )
    assert len(counts) == 5
    assert all(abs(count - thrown * 2 / 5) < 120 for count in counts.values()), counts


@proves("LHY-17.6.1", "LHY-17.6.4", "LHY-17.6.2")
def test_17_6_the_draw_comes_before_set_up_and_play_goes_on_with_what_was_drawn() -> None:
    state = to_draw({"platoons": 1, "of": "us.able.1"}, {"units": 1, "of": "us.latw"})
    assert course(state).phase is Phase.SETUP
    assert PLAY.legal_actions(state) == (DrawForces("us"),)
    place = PlaceUnit("us", "us.able.1.squad.1", at("C8"))
    assert "no unit us.able.1.squad.1" in refusal(state, place)
    assert "are not set up yet" in refusal(state, FinishSetup("us"))
    named = to_draw({"units": 1, "of": "us.latw"}, units=(unit("us.mg.1", None),))
    assert "us draws its forces first" in refusal(named, PlaceUnit("us", "us.mg.1", at("C8")))
    state = done(state, DrawForces("us"), 2)
    assert "no forces to draw" in refusal(state, DrawForces("us"))
    placing = legal(state, PlaceUnit)
    assert {action.unit for action in placing} == {*of_one_platoon("able.1"), "us.latw.2"}
    assert {action.unit for action in placing if action.hidden} == {"us.latw.2"}
    for name in (*of_one_platoon("able.1"), "us.latw.2"):
        state = done(state, PlaceUnit("us", name, at("C8")))
    assert course(state).phase is Phase.INITIATIVE


@proves("LHY-17.6.1")
def test_17_6_units_already_in_the_force_are_set_up_after_the_draw() -> None:
    state = to_draw({"platoons": 1, "of": "us.able.1"}, units=(unit("us.mg.1", None),))
    gun = PlaceUnit("us", "us.mg.1", at("C8"))
    assert "us draws its forces first" in refusal(state, gun)
    assert not refusal(done(state, DrawForces("us")), gun)


def of_one_platoon(platoon: str) -> tuple[str, ...]:
    return tuple(f"us.{platoon}.{name}" for name in ("leader", "squad.1", "squad.2", "squad.3"))


@proves("LHY-17.6.3", "LHY-10.3.2.4")
def test_a_drawn_section_is_not_available_for_a_squad_that_starts_deployed() -> None:
    state = to_draw({"platoons": 1, "of": "us.able.1", "sections": 3})
    state = done(state, DrawForces("us"), 1, 1, 1)
    squad = PlaceUnit("us", "us.able.1.squad.1", at("C8"), deployed=True)
    assert "fewer than two sections" in refusal(state, squad)


@proves("LHY-17.6.4", "LHY-17.7h.1")
def test_17_6_drawn_units_enter_later_if_the_side_has_no_set_up_area() -> None:
    state = to_draw({"platoons": 1, "of": "us.able.1"}, setup_area=[], entry_hexes=ENTRY)
    state = done(state, DrawForces("us"))
    assert course(state).off_map == set(of_one_platoon("able.1"))
    assert course(state).phase is Phase.INITIATIVE
    both = to_draw(
        {"units": 1, "of": "us.able-tank.1", "enters": True}, {"units": 1, "of": "us.latw"}, entry_hexes=ENTRY
    )
    after = done(both, DrawForces("us"), 2, 1)
    assert course(after).off_map == {"us.able-tank.1.2"}
    assert {action.unit for action in legal(after, PlaceUnit)} == {"us.latw.1"}


@proves("LHY-17.6.3", "LHY-14.2c")
def test_17_6_a_mission_may_draw_elite_men() -> None:
    state = to_draw({"steps": 2, "of": "us.able.1", "elite": True}, {"units": 1, "of": "us.mg"})
    state = done(state, DrawForces("us"), 1, 1, PlaceUnit("us", "us.able.1.squad.1", at("C8")))
    assert state.unit("us.able.1.squad.1").has(ELITE)
    assert state.unit("us.able.1.leader").has(ELITE)
    assert not state.unit("us.mg.1").has(ELITE)


@proves("LHY-17.6.3", "LHY-1.7.elite")
def test_17_6_a_mission_may_draw_elite_tanks() -> None:
    line = {"units": 1, "of": "us.able-tank.1", "elite": True, "enters": True}
    state = done(to_draw(line, entry_hexes=ENTRY), DrawForces("us"), 1)
    assert [one.has(ELITE) for one in state.units.values() if one.side == "us"] == [True]


@proves("LHY-17.6.4", "LHY-4.3.0.1")
def test_17_6_the_other_side_learns_nothing_of_the_draw() -> None:
    state = to_draw(
        {"units": 2, "of": "us.mg"}, {"units": 1, "of": "us.able-tank.1", "enters": True}, entry_hexes=ENTRY
    )
    after = done(state, DrawForces("us"), 1, 1, 1)
    seen = state_seen_by(after, "ge")
    assert set(seen.units) == {"ge.mg.1"}
    assert course(seen).off_map == frozenset()


@proves("LHY-17.6.1")
@given(st.integers(0, 2**64 - 1), st.integers(1, 6), st.integers(0, 4), st.integers(1, 18))
def test_17_6_every_draw_is_complete_and_replays_from_the_record(
    seed: int, platoons: int, sections: int, steps: int
) -> None:
    state = to_draw({"platoons": platoons, "sections": sections})
    events, after = PLAY.resolve(state, DrawForces("us"), SeededDice(seed))
    assert after == replay(PLAY, state, events) == seeded(state, DrawForces("us"), SeededDice(seed))
    names = american_ids(after)
    assert len(names) == len(set(names))
    drawn = of_platoons(names)
    assert len(drawn) == platoons
    assert set(drawn.values()) == {4 + sections}
    companies = Counter(platoon.split(".")[0] for platoon in drawn)
    assert tuple(sorted(companies.values(), reverse=True)) == platoons_by_company(platoons)
    part = american_ids(
        seeded(to_draw({"steps": steps, "of": "us.able"}), DrawForces("us"), SeededDice(seed))
    )
    foot = [ROSTER[name] for name in part if ROSTER[name].kind is not UnitKind.LEADER]
    assert sum(row.steps for row in foot) == steps
    assert sum(row.kind is UnitKind.SECTION for row in foot) == steps % 2
    leaders = {ROSTER[name].platoon_key for name in part if ".leader" in name}
    assert leaders == {row.platoon_key for row in foot}


@proves("LHY-17.6.1", "LHY-17.6.2", "LHY-17.6.3", "LHY-17.6.4")
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"platoons": 7}], r"forces\[1\].platoons: 7 is not .*3 and 3.*3 and 2 and 2 are wanted"),
        ([{"platoons": 0}], r"forces\[1\].platoons: 0 is not a whole number, 1 or more"),
        ([{"platoons": 4, "of": "us.able"}], "free platoons"),
        ([{"steps": 7, "of": "us.able.1"}], "at most 6, the steps of the squads of us.able.1"),
        ([{"steps": 5, "of": "us.able.1", "sections": 4}], "leave 5 free sections"),
        ([{"steps": 5, "of": "us.able", "sections": 1}], r"forces\[1\].sections: 1 .* steps of one platoon"),
        ([{"units": 9, "of": "us.mg"}], "at most 8, the counters of us.mg"),
        ([{"units": 1, "of": "us.able.1"}], "at most 0"),
        ([{"units": 1, "of": "us.concealed"}], "the beginning of ids of us in the roster"),
        ([{"units": 1, "of": "ge.mg"}], "the beginning of ids of us in the roster"),
        ([{"units": 1}], r"forces\[1\].of is missing"),
        ([{"of": "us.mg"}], "a line with one of platoons, steps, units"),
        ([{"units": 1, "of": "us.mg", "hidden": True}], r"forces\[1\].hidden"),
        ([{"units": 1, "of": "us.mg", "enters": True}], "entry_hexes"),
        (
            [{"units": 1, "of": "us.gun57", "enters": True}],
            r"forces\[1\].enters: true is not possible for guns and FPs",
        ),
        ([{"units": 1, "of": "us.mg"}, {"units": 1, "of": "us.mg"}], r"forces\[2\].of"),
        ([{"platoons": 1, "of": "us.able"}, {"steps": 2, "of": "us.able.1"}], r"forces\[2\].of"),
        (
            [{"units": 1, "of": "us.truck", "elite": True}],
            r"forces\[1\].elite: true is not possible for units other than men, guns and AFVs",
        ),
        ([3], r"forces\[1\]: 3"),
    ],
)
def test_a_wrong_line_of_forces_is_named(lines: list[Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        to_draw(*lines)


def test_the_draw_tells_the_number_of_counters_it_draws_from() -> None:
    state = to_draw({"platoons": 2}, {"steps": 3, "of": "us.able.1"}, {"units": 2, "of": "us.mg"})
    ruling = PLAY.chances(state, DrawForces("us"))
    assert [str(reason) for reason in ruling.reasons] == [
        "2 platoons of us, from 5 platoons (LHY 17.6.1, OUR 100, inferred)",
        "3 steps of us.able.1, from 3 squads (LHY 17.6.2, OUR 101, inferred)",
        "2 of us.mg, from 8 counters (LHY 17.6.4, from Series Rules v2.1)",
    ]


@proves("LHY-17.6.1", "LHY-17.6.2", "LHY-17.6.3", "LHY-17.6.4")
@pytest.mark.parametrize(
    ("lines", "steps", "of_kind"),
    [
        # Example a: the 3rd Platoon with 7 steps, two tanks of the 1st, two MGs and a LATW, which has no steps.
        (
            [
                {"platoons": 1, "of": "us.able.3", "sections": 1}, {"units": 2, "of": "us.able-tank.1"},
                {"units": 2, "of": "us.mg"}, {"units": 1, "of": "us.latw"},
            ],
            11,
            {"squad": 3, "section": 1, "leader": 1, "afv": 2, "mg": 2, "latw": 1},
        ),
        # Example b: 14 steps of Baker Company, ten tanks of Able, and two MGs.
        (
            [{"steps": 14, "of": "us.baker"}, {"units": 10, "of": "us.able-tank"}, {"units": 2, "of": "us.mg"}],
            26,
            {"squad": 7, "leader": 3, "afv": 10, "mg": 2},
        ),
    ],
)  # fmt: skip
def test_17_6_the_two_printed_examples(
    lines: list[Mapping[str, Any]], steps: int, of_kind: Mapping[str, int]
) -> None:
    rows = [ROSTER[name] for name in american_ids(seeded(to_draw(*lines), DrawForces("us"), SeededDice(5)))]
    assert sum(row.steps for row in rows if row.is_combat) == steps
    assert Counter(row.kind.value for row in rows) == of_kind
