"""10.3: refused or unlisted withdrawals, deployments and recombinations of squads, and the resulting counters."""

from collections.abc import Iterable

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, REGROUPING
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.clean_up import Recombine, begin_clean_up
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import DecisionKind
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, FOE = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader", "ge.1kp.1.squad.1"
ENEMY = unit("ge.1kp.1.squad.1", "C1")
SECTIONS = [f"us.able.1.section.{letter}" for letter in "abcd"]


@proves("LHY-10.3.1.0.1", "LHY-10.3.1.0.3")
def test_10_3_1_which_units_do_not_withdraw() -> None:
    state = activated(unit(SQUAD, "C8"), unit(SECOND, "E8"), unit(LEADER, "C8"), unit("us.m3.2", "C8"), ENEMY)
    assert not refusal(state, Withdraw("us", (SQUAD, LEADER), at("C9")))
    for units, why in (
        ((), "name at least one unit to withdraw"),
        (("us.able.1.squad.3",), "us has no unit us.able.1.squad.3"),
        ((SQUAD, SECOND), "units of one hex withdraw together"),
        ((SQUAD, SQUAD), "each named once"),
        (("us.m3.2",), "us.m3.2 does not withdraw: only units on foot do"),
    ):
        assert why in refusal(state, Withdraw("us", units, at("C9")))
    aboard = Mounted(SQUAD, "us.m3.2").on(state)
    assert f"{SQUAD} does not withdraw" in refusal(aboard, Withdraw("us", (SQUAD,), at("C9")))
    assert "C6 is not adjacent" in refusal(state, Withdraw("us", (SQUAD,), at("C6")))


@proves("LHY-10.2.2", "LHY-10.3.1.0.1")
@pytest.mark.parametrize(("place", "leaves"), [("C10", True), ("C9", False)])
def test_10_2_men_withdraw_off_the_map_only_over_their_own_edge(place: str, leaves: bool) -> None:
    state = activated(unit(SQUAD, place), unit(LEADER, "E5"), ENEMY)
    assert (not refusal(state, Withdraw("us", (SQUAD,), None))) is leaves
    assert (Withdraw("us", (SQUAD,), None) in legal(state, Withdraw)) is leaves


@proves("LHY-10.2.2", "LHY-10.0a")
@pytest.mark.parametrize(("hexes", "leaves"), [(0, True), (2, True), (3, False)])
def test_10_2_leaving_the_map_takes_1_mp(hexes: int, leaves: bool) -> None:
    """3 MP on open ground: after two hexes the last MP takes the unit off the map, after three hexes none is left."""
    way = ("A8", "A9", "A10")[3 - hexes :]
    start = ("A10", "A9", "A8", "A7")[hexes]
    state = activated(unit(SQUAD, start), unit(LEADER, "E5"), ENEMY)
    for place in way:
        state = done(state, Maneuver("us", SQUAD, at(place)))
    off = Maneuver("us", SQUAD, None)
    assert (not refusal(state, off)) is leaves
    assert (off in legal(state, Maneuver)) is leaves


@proves("LHY-10.3.2.1", "LHY-10.3.2.3")
def test_10_3_2_which_units_do_not_deploy() -> None:
    units = [
        unit(SQUAD, "C8"),
        unit(SECOND, "E8"),
        unit(LEADER, "C8"),
        unit("us.able.1.squad.3", "C6", HEROIC),
    ]
    state = activated(*units, unit("us.m3.2", "C8"), ENEMY)
    assert not refusal(state, Deploy("us", SQUAD))
    assert "us has no unit us.able.2.squad.1" in refusal(state, Deploy("us", "us.able.2.squad.1"))
    assert "only squads deploy" in refusal(state, Deploy("us", LEADER))
    assert "is in no condition to deploy" in refusal(state, Deploy("us", "us.able.1.squad.3"))
    assert "is aboard a vehicle and does not maneuver" in refusal(
        Mounted(SQUAD, "us.m3.2").on(state), Deploy("us", SQUAD)
    )
    under_way = done(state, Maneuver("us", SQUAD, at("C7")))
    assert f"{SECOND} is not maneuvering" in refusal(under_way, Deploy("us", SECOND))
    assert not refusal(under_way, Deploy("us", SQUAD))


def cleaning_up(*units: Unit, aboard: Iterable[str] = (), edition: str = "2019") -> GameState:
    """The step of Clean Up in which sections may become squads; some are aboard a halftrack."""
    state = opened(FIELD, [*units, unit(LEADER, "C7"), ENEMY], edition=edition)
    for name in aboard:
        state = Mounted(name, "us.m3.2").on(state)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    begin_clean_up(resolution)
    return resolution.state


@proves("LHY-10.3.3.2", "LHY-10.3.3.1")
@pytest.mark.parametrize(("die", "squad"), [(1, SECOND), (2, "us.able.1.squad.3")])
def test_10_3_3_a_random_squad_out_of_play_takes_the_place_of_both(die: int, squad: str) -> None:
    state = cleaning_up(unit(SECTIONS[0], "C7"), unit(SECTIONS[1], "C7"), unit(SQUAD, "H9"))
    after = done(state, Recombine("us", *SECTIONS[:2]), die)
    assert after.unit(squad).at == at("C7")
    assert [after.unit(name).at for name in SECTIONS[:2]] == [None, None]
    assert not course(after).decisions


@proves("LHY-10.3.3.3")
@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        ((CONCEALED,), (), set()),
        ((), (CONCEALED,), set()),
        ((HIDDEN,), (), set()),
        ((CONCEALED,), (CONCEALED,), {CONCEALED}),
        ((HIDDEN,), (CONCEALED,), {CONCEALED}),
        ((CONCEALED,), (HIDDEN,), {CONCEALED}),
        ((HIDDEN,), (HIDDEN,), {HIDDEN}),
    ],
)
def test_10_3_3_the_squad_is_known_only_if_one_of_the_sections_was(
    one: tuple[str, ...], other: tuple[str, ...], kept: set[str]
) -> None:
    state = cleaning_up(unit(SECTIONS[0], "C7", *one), unit(SECTIONS[1], "C7", *other))
    after = done(state, Recombine("us", *SECTIONS[:2]), 1)
    assert after.unit(SQUAD).conditions == kept


@proves("LHY-10.3.3.1", "LHY-4.3.0.1")
@pytest.mark.parametrize(
    ("one", "other", "is_asked"),
    [
        (("C7", CONCEALED), ("C7", CONCEALED), True),
        (("C7", CONCEALED), ("E5", CONCEALED), True),
        (("C7",), ("E5", HIDDEN), True),
        (("C7",), ("E5",), False),
    ],
)
def test_10_3_3_the_question_does_not_tell_whether_unseen_sections_stand_together(
    one: tuple[str, ...], other: tuple[str, ...], is_asked: bool
) -> None:
    """Reading 248."""
    first, second = SECTIONS[:2]
    state = cleaning_up(unit(first, *one), unit(second, *other), unit("us.able.1.section.c", "A1"))
    assert [due.kind for due in course(state).decisions] == [DecisionKind.RECOMBINE] * is_asked
    assert (Recombine("us", first, second) in legal(state, Recombine)) is (one[0] == other[0])
    if one[0] == other[0]:
        again = done(state, Recombine("us", first, second), 1)
        assert not course(again).decisions, "one section alone is left"


@proves("LHY-10.3.3.1", "LHY-4.3.0.1")
def test_10_3_3_no_question_to_a_side_whose_unseen_sections_are_of_different_platoons() -> None:
    sections = unit(SECTIONS[0], "C7", CONCEALED), unit("us.able.2.section.a", "E5", CONCEALED)
    assert not course(cleaning_up(*sections)).decisions


@proves("LHY-10.3.3.1", "LHY-10.3.3.2")
def test_10_3_3_two_sections_aboard_one_halftrack_are_a_squad_aboard_it() -> None:
    units = [unit(name, "C7") for name in (*SECTIONS[:2], "us.m3.2")]
    state = cleaning_up(*units, aboard=SECTIONS[:2])
    after = done(state, Recombine("us", *SECTIONS[:2]), 1)
    assert course(after).loads_of("us.m3.2") == (SQUAD,)


@proves("LHY-10.3.3.1", "LHY-5.0.VII.3", "LHY-10.3.3.3")
def test_10_3_3_two_pairs_recombine_one_after_the_other() -> None:
    germans = [unit(f"ge.1kp.1.section.{letter}", "H3") for letter in "ab"]
    state = cleaning_up(*(unit(name, "C7") for name in SECTIONS), *germans)
    state = done(state, Recombine("us", *SECTIONS[:2]), 1)
    assert PLAY.to_act(state) == "us", "before the other side"
    assert legal(state, Recombine) == [Recombine("us", *SECTIONS[2:])]
    state = done(state, Recombine("us", *SECTIONS[2:]), 1)
    assert (state.unit(SQUAD).at, state.unit(SECOND).at) == (at("C7"), at("C7"))


@proves("LHY-10.3.3c.later")
@pytest.mark.parametrize(
    ("one", "other", "dice", "becomes"),
    [
        ((), (), (), set()),
        ((DISRUPTED,), (DISRUPTED,), (), {DISRUPTED}),
        ((REGROUPING,), (REGROUPING,), (), {REGROUPING}),
        ((DISRUPTED,), (), (6,), set()),
        ((DISRUPTED,), (), (7,), {DISRUPTED}),
        ((), (REGROUPING,), (6,), set()),
        ((), (REGROUPING,), (7,), {REGROUPING}),
        ((REGROUPING,), (DISRUPTED,), (6,), set()),
        ((REGROUPING,), (DISRUPTED,), (7,), {DISRUPTED}),
    ],
)
def test_10_3_3c_in_the_later_edition_sections_in_different_states_become_a_squad_by_a_die(
    one: tuple[str, ...], other: tuple[str, ...], dice: tuple[int, ...], becomes: set[str]
) -> None:
    sections = unit(SECTIONS[0], "C7", *one), unit(SECTIONS[1], "C7", *other)
    state, goes = cleaning_up(*sections, edition="series-3.1"), Recombine("us", *SECTIONS[:2])
    assert ("6 or less in good order" in str(PLAY.chances(state, goes))) is bool(dice)
    assert done(state, goes, *dice, 1).unit(SQUAD).conditions == becomes


@proves("LHY-10.3.3.1")
@pytest.mark.parametrize(
    ("first", "second", "aboard", "squads", "may"),
    [
        ((SECTIONS[0], "C7"), (SECTIONS[1], "C7"), 0, 0, True),
        ((SECTIONS[0], "C7", DISRUPTED), (SECTIONS[1], "C7", DISRUPTED), 0, 0, True),
        ((SECTIONS[0], "C7", DISRUPTED), (SECTIONS[1], "C7"), 0, 0, False),
        ((SECTIONS[0], "C7"), (SECTIONS[1], "C8"), 0, 0, False),
        ((SECTIONS[0], "C7"), ("us.able.2.section.a", "C7"), 0, 0, False),
        ((SECTIONS[0], "C7", HEROIC), (SECTIONS[1], "C7"), 0, 0, False),
        ((SECTIONS[0], "C7"), (SECTIONS[1], "C7", HEROIC), 0, 0, False),
        ((SECTIONS[0], "C7"), (SECTIONS[1], "C7"), 1, 0, False),
        ((SECTIONS[0], "C7"), (SECTIONS[1], "C7"), 2, 0, True),
        ((SECTIONS[0], "C7"), (SECTIONS[1], "C7"), 0, 3, False),
    ],
)
def test_10_3_3_two_sections_of_a_platoon_alike_with_a_squad_out_of_play(
    first: tuple[str, ...], second: tuple[str, ...], aboard: int, squads: int, may: bool
) -> None:
    others = [name for name in sorted(ROSTER) if name.startswith("us.able.1.squad.")][:squads]
    units = [unit(*first), unit(*second), unit("us.m3.2", "C7"), *(unit(name, "H9") for name in others)]
    state = cleaning_up(*units, aboard=(first[0], second[0])[:aboard])
    assert (Recombine("us", first[0], second[0]) in legal(state, Recombine)) is may


@proves("LHY-10.3.1a", "LHY-11.4.8c")
@pytest.mark.parametrize(
    ("to", "primary", "why"),
    [
        ("C8", True, "C8 is a primary impact hex"),
        ("C8", False, ""),
        ("C9", False, "C9 is not adjacent"),
    ],
)
def test_10_3_1a_which_hexes_bar_a_withdrawal(to: str, primary: bool, why: str) -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=primary, tubes=0)
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "A10"), unit("ge.1kp.1.squad.1", "C3"), fires=[shell])
    said = refusal(state, Withdraw("us", (SQUAD,), at(to)))
    assert (why in said) if why else not said


@proves("LHY-10.3.1.1.0", "LHY-10.3.1.0.1")
def test_10_3_1_1_a_withdrawing_unit_takes_the_best_hex_available() -> None:
    # The Americans go back to the south: C7, and by half a hex B6 and D6.
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A10"), unit(FOE, "C4"))
    assert "C5 is not the best way back" in refusal(state, Withdraw("us", (SQUAD,), at("C5")))
    best = {str(action.to) for action in legal(state, Withdraw) if action.units == (SQUAD,)}
    assert best == {"B6", "C7", "D6"}


@proves("LHY-10.3.1.1a.1", "LHY-10.3.1.1a.2")
def test_10_3_1_1_along_the_edge_too_no_unit_withdraws_into_a_hex_closed_to_it() -> None:
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "A8"), unit(FOE, "B10"))
    hexes = {str(action.to) for action in legal(state, Withdraw) if action.units == (SQUAD,)}
    assert hexes == {"D10", "None"}


@proves("LHY-10.3.1.0.1")
def test_10_3_1_nobody_withdraws_while_another_maneuvers() -> None:
    state = activated(unit(SQUAD, "C8"), unit(SECOND, "F8"), unit(LEADER, "A10"), unit(FOE, "C2"))
    state = done(state, Maneuver("us", SQUAD, at("C7")))
    assert f"{SQUAD} is maneuvering" in refusal(state, Withdraw("us", (SECOND,), at("F9")))


@proves("LHY-13.3.2c.1", "LHY-10.3.1.0.1")
def test_13_3_2c_only_units_under_assault_throw_a_die_to_withdraw() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A10"), unit(FOE, "C2"))
    assert done(state, Withdraw("us", (SQUAD,), at("C7"))).unit(SQUAD).at == at("C7")


MEN = (
    *(unit(f"us.able.1.{man}", "D6") for man in ("leader", "squad.1", "squad.2", "squad.3")),
    *(unit(f"us.baker.1.{man}", "D6") for man in ("leader", "squad.1", "squad.2")),
)


@proves("LHY-10.3.1.0.3")
@pytest.mark.parametrize(("foe", "listed"), [("D3", True), ("H10", True), (None, False)])
def test_10_3_1_men_withdraw_singly_by_platoon_or_all_together(foe: str | None, listed: bool) -> None:
    """Any group of a hex may withdraw; worthwhile are single units and the largest group, and none that no enemy sees."""
    enemy = () if foe is None else (unit("ge.1kp.1.squad.1", foe),)
    state = activated(*MEN, *enemy, far=())
    may = {action.units for action in legal(state, Withdraw)}
    groups = {action.units for action in PLAY.worthwhile(state) if isinstance(action, Withdraw)}
    platoon = tuple(man.id for man in MEN[:4])
    assert may > {(man.id,) for man in MEN[:4]} | {platoon}
    assert groups == (
        {units for units in may if len(units) in (1, len(max(may, key=len)))} if listed else set()
    )
    assert all(not PLAY.why_not(state, action) for action in legal(state, Withdraw))
