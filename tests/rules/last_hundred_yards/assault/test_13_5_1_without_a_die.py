"""13.5.1 and 13.6.1: assaults that end before a die is thrown, and the steps that the die costs among houses."""

from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, SHOCKED
from rules.last_hundred_yards.declarations.assault.resolution import (
    ResolveAssault,
    _losers_in_town,
    best_fighters_in_town,
)
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.value import ASSAULT_RESOLUTION, is_enveloped
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitChanged
from rules.last_hundred_yards.state.markers import AssaultHex, Entry
from rules.last_hundred_yards.state.progress import DecisionKind
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FIELD, drm, in_assault
from tests.rules.last_hundred_yards.playing import at, course, done, legal, recorded, unit

TYPES = {
    "squad": "us.able.1.squad.1", "second": "us.able.1.squad.2", "leader": "us.able.1.leader", "leader 6": "us.able.2.leader", "latw": "us.latw.1", "tank": "us.able-tank.1.1",
    "sherman 76": "us.able-tank.3.1", "track": "us.m3.2", "truck": "us.truck.1",
    "Squad": "ge.1kp.1.squad.1", "Leader": "ge.1kp.1.leader", "Leader 6": "ge.2kp.1.leader", "Latw": "ge.latw.1",
    "Stug": "ge.stug.1", "Stuh": "ge.stuh.1", "Gun": "ge.pak40.3", "Track": "ge.spw251.1", "Truck": "ge.truck.1",
}  # fmt: skip
"""Attacking Americans are in lower case, Germans in capitals; ! means disrupted, * means shocked."""


def in_c4(words: str, edition: str = "2019") -> GameState:
    return in_assault(*(_unit(word.strip()) for word in words.split(",")), edition=edition)


def _unit(word: str) -> Unit:
    name = TYPES[word.rstrip("!*")]
    conditions = [DISRUPTED] * word.endswith("!") + [SHOCKED] * word.endswith("*")
    return unit(name, "C4", *conditions)


@proves("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1c", "LHY-13.5.1d", "LHY-13.5.1e")
@pytest.mark.parametrize(
    ("edition", "there", "lost", "needs_die"),
    [
        # Guns, carriers and shocked AFVs alone against an AFV.
        ("2019", "tank, Gun", "Gun", False),
        ("2019", "tank, Track", "Track", False),
        ("2019", "tank, Truck", "Truck", False),
        ("2019", "tank, Gun, Track", "Gun, Track", False),
        ("2019", "tank, squad, Gun", "Gun", False),
        ("series-3.1", "tank, Stug*", "Stug", False),
        ("2019", "tank, Gun, Squad", "", True),
        ("2019", "tank, Stug, Gun", "", True),
        ("2019", "squad, Gun", "", True),
        ("2019", "track, Truck", "", True),
        ("series-3.1", "tank*, Gun", "", True),
        # LATWs alone in defence against a steady combat unit.
        ("2019", "squad, Latw", "Latw", False),
        ("2019", "latw, Squad", "", True),
        ("2019", "squad!, Latw", "", True),
        ("2019", "squad!, second, Latw", "Latw", False),
        ("2019", "latw, Squad!", "", True),
        ("2019", "squad, Latw, Leader", "", True),
        ("2019", "track, Latw", "Latw", False),
        ("series-3.1", "tank*, Latw", "", True),
        # Shocked vehicles among steady enemies, in the rules of 2019.
        ("2019", "squad, Stug*", "Stug", False),
        ("2019", "squad, leader, Stug*", "Stug", False),
        ("2019", "squad, Stug*, Squad", "Stug", True),
        ("2019", "tank*, Squad", "tank", False),
        ("2019", "squad!, Stug*", "", True),
        ("2019", "leader, Stug*", "", True),
        ("series-3.1", "squad, Stug*", "", True),
    ],
)  # fmt: skip
def test_13_5_1_which_units_are_lost_before_the_die_and_whether_a_die_is_thrown(
    edition: str, there: str, lost: str, needs_die: bool
) -> None:
    state = in_c4(there, edition)
    after = done(state, ResolveAssault("us", at("C4")), *((5,) if needs_die else ()))
    gone = {name for name in state.units if state.unit(name).at and not after.unit(name).at}
    assert gone == {TYPES[word.strip()] for word in lost.split(",") if word}
    shaken = [name for name, one in after.units.items() if one.has(DISRUPTED)]
    assert shaken == [name for name, one in state.units.items() if one.has(DISRUPTED) and name not in gone]


@proves("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1d", "LHY-13.5.1e", "LHY-13.5.2")
@pytest.mark.parametrize(
    ("there", "told", "because"),
    [
        ("tank, Gun", "no die", "Gun is lost before the die"),
        ("squad, Latw", "no die", "Latw is lost before the die"),
        ("tank, Stug", "no die", "like against like: the lower best value retreats, ties at random"),
        # The shocked AFV is gone before the values are compared: 3 for the tank against 2 for the squad.
        ("tank, Stug*, Squad", "die +1", "Stug is lost before the die"),
        ("squad, Gun", "die +1", ""),
    ],
)
def test_13_5_1_the_drm_told_is_the_drm_of_the_die_thrown(there: str, told: str, because: str) -> None:
    """The Assault Values are 3 for a tank, 2 for a squad and 1 for a gun."""
    state, action = in_c4(there), ResolveAssault("us", at("C4"))
    ruling = PLAY.chances(state, action)
    assert told in str(ruling)
    named = [reason.text for reason in ruling.reasons]
    expected = " ".join(TYPES.get(word, word) for word in because.split())
    assert (expected in named) if because else not any("before the die" in text for text in named)
    _, record = recorded(state, action, *((5,) if told.startswith("die") else ()))
    thrown = [line for line in record if line.startswith("assault on C4, ")]
    assert thrown == [] if told == "no die" else thrown[0].startswith(f"assault on C4, {told[4:]}:")


@proves("LHY-13.5.1e", "LHY-13.5.2")
def test_13_5_1e_the_rider_of_a_lost_shocked_tank_fights_on_foot_and_the_forecast_says_so() -> None:
    """Both squads have an Assault Value of 2 and the same Cohesion: no DRM."""
    state, action = (
        Mounted(TYPES["Squad"], TYPES["Stug"]).on(in_c4("squad, Stug*, Squad")),
        ResolveAssault("us", at("C4")),
    )
    assert "die +0" in str(PLAY.chances(state, action))
    _, record = recorded(state, action, 5)
    assert any(line.startswith("assault on C4, +0:") for line in record)


@proves("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1d", "LHY-13.5.2")
@pytest.mark.parametrize(
    ("there", "rides", "on", "told", "lost"),
    [
        # A carrier with men aboard is not alone, and neither are AFVs with riders; the value is that of the vehicle.
        ("tank, Track, Squad", "Squad", "Track", "die +2", ""),
        ("tank, Stuh, Squad", "Squad", "Stuh", "die +1", ""),
        # A gun in tow falls with its carrier.
        ("tank, Track, Gun", "Gun", "Track", "no die", "Track, Gun"),
    ],
)
def test_13_5_1_units_aboard_count_for_losses_before_the_die_and_whether_a_die_is_thrown(
    there: str, rides: str, on: str, told: str, lost: str
) -> None:
    """Reading 177. The Assault Values are 3 for the tank, 2 for the assault howitzer and 1 for the halftrack."""
    state, action = Mounted(TYPES[rides], TYPES[on]).on(in_c4(there)), ResolveAssault("us", at("C4"))
    assert told in str(PLAY.chances(state, action))
    after, record = recorded(state, action, *((5,) if told.startswith("die") else ()))
    thrown = [line for line in record if line.startswith("assault on C4, ")]
    assert thrown == [] if told == "no die" else thrown[0].startswith(f"assault on C4, {told[4:]}:")
    gone = {name for name in state.units if state.unit(name).at and not after.unit(name).at}
    assert gone == {TYPES[word.strip()] for word in lost.split(",") if word}


@proves("LHY-13.4d", "LHY-13.5.2")
def test_13_4d_a_concealed_squad_aboard_is_a_concealed_combat_unit_of_the_hex() -> None:
    """Reading 177: a squad (2) against a halftrack (1), with 1 less for the concealed squad aboard it."""
    state = Mounted(TYPES["Squad"], TYPES["Track"]).on(in_c4("squad, Track, Squad"))
    assert drm(state) == 2 - 1
    assert drm(UnitChanged(TYPES["Squad"], gained=(CONCEALED,)).on(state)) == 2 - 1 - 1


@proves("LHY-13.5.1c", "LHY-13.5.1d", "LHY-13.5.1d.tie")
@pytest.mark.parametrize(
    ("there", "pick", "loser"),
    [
        ("tank, Stug", None, "us"),  # ATV 3 against 5
        ("sherman 76, Stuh", None, "ge"),
        ("tank, sherman 76, Stuh", None, "ge"),  # the best counts
        ("tank, Stuh", 1, "ge"),
        ("tank, Stuh", 2, "us"),
        ("leader, Leader 6", None, "ge"),  # Cohesion 7 against 6
        ("leader, Leader", 1, "ge"),
        ("leader, Leader", 2, "us"),
        ("latw, Leader 6", None, "us"),
        ("latw, leader, Leader 6", None, "ge"),
        ("truck, Latw", None, "us"),  # a truck has neither
        ("truck, Truck", 2, "us"),
    ],
)
def test_13_5_1_of_two_like_units_the_one_worth_less_retreats(
    there: str, pick: int | None, loser: str
) -> None:
    state = in_c4(there)
    after = done(state, ResolveAssault("us", at("C4")), *(() if pick is None else (pick,)))
    due = [decision for decision in course(after).decisions if decision.kind is DecisionKind.RETREAT]
    assert {decision.side for decision in due} == {loser}
    assert {decision.unit for decision in due} == {
        name for name in state.units if name.startswith(loser) and state.unit(name).at == at("C4")
    }
    assert {(decision.least, decision.most) for decision in due} == {(2, 4)}


@proves("LHY-13.5.1c", "LHY-13.6.4")
def test_13_5_1_after_a_retreat_without_a_die_there_is_no_check_and_no_advance() -> None:
    tank = TYPES["tank"]
    state = done(in_c4("tank, Stug"), ResolveAssault("us", at("C4")))
    for to in ("C5", "C6"):
        state = done(state, Retreat("us", tank, at(to)))
    state = done(state, Pass("us"))
    assert (course(state).assaults, course(state).decisions) == ((), ())
    assert state.unit(tank).at == at("C6")


@proves("LHY-13.6.0", "LHY-13.5.1c")
def test_13_6_0_no_leader_loss_roll_without_an_assault_die() -> None:
    state = done(in_c4("leader, Leader 6"), ResolveAssault("us", at("C4")))
    for to in ("C3", "C2"):
        state = done(state, Retreat("ge", TYPES["Leader 6"], at(to)))
    over = done(state, Pass("ge"))
    assert not course(over).assaults


@proves("LHY-13.6.0")
@pytest.mark.parametrize(
    ("units", "loser"),
    [("leader, Leader 6", "ge"), ("leader 6, Leader", "us"), ("leader, latw, Leader 6", "ge")],
)
def test_13_6_0_of_two_like_units_the_one_with_less_cohesion_retreats(units: str, loser: str) -> None:
    state = done(in_c4(units), ResolveAssault("us", at("C4")))
    assert {action.side for action in legal(state, Retreat)} == {loser}


@proves("LHY-13.5.1c")
def test_13_5_1_a_tie_between_two_like_units_is_decided_evenly() -> None:
    odds = PLAY.chances(in_c4("truck, Truck"), ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    half = Fraction(1, 2)
    assert odds.chances == {"no die: attacker retreats": half, "no die: defender retreats": half}


TOWN = open_ground(8, 8, {"C4": "u"})


@proves("LHY-13.6.1a", "LHY-13.6.1b", "LHY-13.6.1b.bt")
@pytest.mark.parametrize(
    ("total", "die", "both", "losers"),
    [
        (6, 6, False, "ag"), (9, 7, False, "ag"), (6, 5, False, ""), (9, 8, False, ""),
        (2, 4, False, "a"), (5, 5, False, "a"), (2, 3, False, ""), (5, 6, False, ""), (5, 4, True, "ag"),
        (10, 6, False, ""), (1, 4, True, ""), (6, 4, True, ""), (5, 7, True, ""), (6, 7, True, "ag"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("ground", ["u", "."])
def test_13_6_1_among_houses_the_best_combat_units_lose_a_step_on_some_faces_of_two_rows(
    ground: str, total: int, die: int, both: bool, losers: str
) -> None:
    """The unmodified die counts within the row of die plus DRM; leaders, however good, lose nothing."""
    men = [
        unit("us.able.2.squad.1", "C4"), unit("us.able.1.squad.1", "C4"), unit("us.able.1.leader", "C4"),
        unit("ge.1kp.1.squad.3", "C4"), unit("ge.1kp.1.squad.1", "C4"), unit("ge.stug.1", "C4"),
    ]  # fmt: skip
    switches = {"urban_row_2_to_5_both": both}
    state = in_assault(*men, switches=switches, ground=TOWN if ground == "u" else FIELD)
    assault = course(state).assault_at(at("C4"))
    assert assault is not None
    best = {"us": "us.able.1.squad.1", "ge": "ge.1kp.1.squad.3"}
    position = PLAY.position(state)
    sides = _losers_in_town(position, assault, ASSAULT_RESOLUTION[total], die)
    assert list(sides) == ([{"a": "us", "g": "ge"}[side] for side in losers] if ground == "u" else [])
    for side in sides:
        assert [one.id for one in best_fighters_in_town(position, at("C4"), side)] == [best[side]]


@proves("LHY-13.6.1a", "LHY-13.6.7")
def test_13_6_1_among_houses_the_best_units_on_foot_lose_the_step_and_no_unit_aboard() -> None:
    """Reading 167: the squads with the best Cohesion take no part, they sit in the halftracks."""
    men = [
        unit("us.able.2.squad.1", "C4"), unit("us.able.1.squad.1", "C4"), unit("us.m3.2", "C4"),
        unit("ge.1kp.1.squad.3", "C4"), unit("ge.1kp.1.squad.1", "C4"), unit("ge.spw251.1", "C4"),
    ]  # fmt: skip
    state = in_assault(*men, ground=TOWN)
    for best, track in (("us.able.1.squad.1", "us.m3.2"), ("ge.1kp.1.squad.3", "ge.spw251.1")):
        state = Mounted(best, track).on(state)
    found = [
        one.id for side in ("us", "ge") for one in best_fighters_in_town(PLAY.position(state), at("C4"), side)
    ]
    assert found == ["us.able.2.squad.1", "ge.1kp.1.squad.1"]


@proves("LHY-13.6.1b")
@pytest.mark.parametrize(("pick", "falls"), [(1, 1), (2, 2), (3, 3)])
def test_13_6_1_of_several_of_the_best_cohesion_the_step_falls_on_one_at_random(
    pick: int, falls: int
) -> None:
    """All of Cohesion 6; the third squad has an Assault Value of 3, the others 2, and the second is disrupted."""
    squads = [f"us.able.1.squad.{number}" for number in (1, 2, 3)]
    men = [unit(squads[0], "C4"), unit(squads[1], "C4", DISRUPTED), unit(squads[2], "C4")]
    state = in_assault(*men, unit("ge.1kp.1.squad.1", "C4"), unit("ge.mg.2", "C4"), ground=TOWN)
    after = done(state, ResolveAssault("us", at("C4")), 4, pick, 1)
    standing = course(after).assault_at(at("C4"))
    assert standing is not None
    assert standing.urban_losses == (squads[falls - 1],)
    assert [squad for squad in squads if after.unit(squad).at is None] == [squads[falls - 1]]


@proves("LHY-13.6.5", "LHY-13.6.6.1", "LHY-13.6.1a")
def test_13_6_5_if_no_unit_is_left_to_retreat_the_leader_roll_is_made_and_the_winners_regroup() -> None:
    men = unit(TYPES["squad"], "C4"), unit(TYPES["leader"], "C4"), unit("ge.mg.1", "C4")
    odds = PLAY.chances(in_assault(*men, ground=TOWN), ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    # A 6 or 7, one more for the DRM, costs both sides a step, and that is all of the MG; the leader falls on 1 or 10.
    ended = {words: chance * 100 for words, chance in odds.chances.items() if "retreats" not in words}
    assert ended == {
        f"{TYPES['squad']} loses a step; {TYPES['leader']} regrouping; ge.mg.1 lost": 16,
        f"{TYPES['squad']} loses a step; {TYPES['leader']} lost; ge.mg.1 lost": 4,
    }


@proves("LHY-13.4h", "LHY-13.4h-2019")
@pytest.mark.parametrize(
    ("came", "enveloped"),
    [
        ("C5 D4", False),  # next to each other
        ("C5 C5", False),
        ("C5 D3", True),  # one between them
        ("C5 C3", True),  # opposite
        ("C5 B3", True),
        ("C5 B4", False),
        ("B4 D4 C5", True),
        ("C5 C3/2", False),  # in another activation cycle
        ("C5/2 C3/2", True),
        ("C5 C2", False),  # not from next to it
        ("C5 C3:us.able.1.leader", False),  # no combat unit
        ("C5 C3:us.latw.1", False),
        ("C5 C3:us.m3.2", True),
        ("C5 C3:nobody", False),
    ],
)
def test_13_4h_combat_units_by_two_hexsides_that_are_not_adjacent_envelop(came: str, enveloped: bool) -> None:
    """The neighbours of C4, clockwise from the north, are C3, D3, D4, C5, B4 and B3."""
    entries = []
    for number, word in enumerate(came.split(), 1):
        where, _, who = word.partition(":")
        place, _, cycle = where.partition("/")
        entries.append(Entry(who or f"us.able.1.squad.{number}", at(place), int(cycle or 1)))
    present = [unit(entry.unit, "C4") for entry in entries if entry.unit != "nobody"]
    state = in_assault(*present, unit(TYPES["Squad"], "C4"))
    assert is_enveloped(state, AssaultHex(at("C4"), "us", tuple(entries))) is enveloped


@proves("LHY-4.3.1.1d")
@pytest.mark.parametrize(("there", "stays"), [("squad, Latw", "squad"), ("tank, Gun", "tank")])
def test_4_3_1_1d_units_lose_concealment_as_an_assault_without_a_die_ends(there: str, stays: str) -> None:
    state = in_c4(there)
    state = UnitChanged(TYPES[stays], gained=(CONCEALED,)).on(state)
    after = done(state, ResolveAssault("us", at("C4")))
    assert not course(after).assaults
    assert after.unit(TYPES[stays]).at == at("C4")
    assert not after.unit(TYPES[stays]).has(CONCEALED)


@proves("LHY-13.5.0d", "LHY-13.6.1a")
def test_13_5_0_of_two_heroes_one_stays_heroic_and_loses_the_step_among_houses() -> None:
    """Reading 243: the squad with Assault Value 3, not the section with 1, though both had Cohesion 8. A 6 with +2 is row 6-9."""
    hero, lesser, foe = "us.able.1.squad.3", "us.able.1.section.a", "ge.1kp.1.squad.1"
    men = [unit(hero, "C4", HEROIC), unit(lesser, "C4", HEROIC), unit(foe, "C4")]
    after, record = recorded(in_assault(*men, ground=TOWN), ResolveAssault("us", at("C4")), 6, 1, 1)
    assert any(line.startswith("assault on C4, +2:") for line in record)
    assert after.unit(hero).at is None, "a section stands in his place"
    assert after.unit(lesser).at == at("C4")


@proves("LHY-13.5.0d")
def test_13_5_0_of_two_heroes_the_one_who_takes_part_stays_heroic() -> None:
    """Reading 243: the squad aboard the halftrack, of the better Assault Value, takes no part (reading 167).

    Section 1 and halftrack 1 against squad 2, and Cohesion 8 against 6.
    """
    rider, hero, carrier = TYPES["squad"], "us.able.1.section.a", TYPES["track"]
    men = [
        unit(rider, "C4", HEROIC),
        unit(hero, "C4", HEROIC),
        unit(carrier, "C4"),
        unit(TYPES["Squad"], "C4"),
    ]
    state = Mounted(rider, carrier, from_the_start=True).on(in_assault(*men))
    _, record = recorded(state, ResolveAssault("us", at("C4")), 5)
    assert any(line.startswith("assault on C4, +2:") for line in record)


@proves("LHY-13.5.0d")
def test_13_5_0_a_hero_of_each_side_stays_heroic_until_the_die() -> None:
    """Squads of Assault Value 2, both with Cohesion 8; their own, 6 and 7, would give the Germans 1."""
    men = [unit(TYPES["squad"], "C4", HEROIC), unit("ge.1kp.1.squad.3", "C4", HEROIC)]
    _, record = recorded(in_assault(*men), ResolveAssault("us", at("C4")), 5)
    assert any(line.startswith("assault on C4, +0:") for line in record)
