"""10.3.2: squads that deploy, and what their sections may do."""

import pytest

from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, refusal, unit

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-10.3.2.1", "LHY-10.3.2.3")
@pytest.mark.parametrize(
    ("condition", "shelled", "why"),
    [
        ("", False, ""),
        ("disrupted", False, "in no condition to deploy"),
        ("regrouping", False, "in no condition to deploy"),
        ("", True, "is pinned in a primary impact hex and does not maneuver"),
    ],
)
def test_10_3_2_a_squad_that_cannot_maneuver_does_not_deploy(condition: str, shelled: bool, why: str) -> None:
    fires = [FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=1)] if shelled else []
    squad = unit(SQUAD, "C8", *([condition] if condition else []))
    said = refusal(activated(squad, unit(LEADER, "A10"), unit(FOE, "H3"), fires=fires), Deploy("us", SQUAD))
    assert why in said
    assert bool(said) is bool(why)


@proves("LHY-10.3.2.4")
@pytest.mark.parametrize(("left", "may"), [(2, True), (1, False)])
def test_10_3_2_a_squad_deploys_into_two_sections_that_are_out_of_play(left: int, may: bool) -> None:
    sections = [name for name in ROSTER if name.startswith("us.able.1.section.")]
    in_play = [unit(name, "H8") for name in sections[left:]]
    state = activated(unit(SQUAD, "C9"), unit(LEADER, "C9"), unit(FOE, "C1"), *in_play)
    refused = refusal(state, Deploy("us", SQUAD))
    assert ("fewer than two sections" in refused) is not may
    assert (Deploy("us", SQUAD) in legal(state, Deploy)) is may


@proves("LHY-10.3.2.1")
def test_10_3_2_sections_of_a_squad_that_deploys_maneuver_and_do_nothing_else() -> None:
    """A squad deploys as part of a maneuver: its sections do not fire or recover in that turn."""
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C4"))
    state = done(state, Deploy("us", SQUAD), 1, 2)
    section = next(
        one.id for one in state.units.values() if "able.1.section" in one.id and one.at is not None
    )
    assert "LHY 10.3.2" in refusal(state, FireSmallArms("us", section, (at("C4"),)))
    assert not refusal(state, Maneuver("us", section, at("C6")))
    fresh = TurnBegan(2).on(state)
    assert not course(fresh).deploying
