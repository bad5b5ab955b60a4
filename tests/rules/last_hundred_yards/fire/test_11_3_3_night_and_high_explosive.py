"""11.3.3n and 11.3.3o: small arms at night, and guns whose small arms fire is high explosive."""

from dataclasses import replace

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.progress import progress_of
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import activated, at, done, opened, unit

SQUAD, LEADER, DESTROYER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.dog.1.1", "us.able-tank.1.1"
FOE = "ge.1kp.1.squad.1"


def value(state: GameState, firer: str) -> int:
    return progress_of(done(state, FireSmallArms("us", firer, (at("C4"),)))).fires[-1].value


def reasons(state: GameState, firer: str) -> list[str]:
    return [str(reason) for reason in PLAY.chances(state, FireSmallArms("us", firer, (at("C4"),))).reasons]


@proves("LHY-11.3.3n")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_3_3n_at_night_small_arms_fire_is_worth_one_less(edition: str) -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A10"), unit(FOE, "C4")]
    by_day, by_night = (activated(*units, edition=edition, night=night) for night in (False, True))
    assert (value(by_day, SQUAD), value(by_night, SQUAD)) == (1, 0)
    assert "-1 night (LHY 11.3.3n, OUR 92, house value)" in reasons(by_night, SQUAD)
    assert not any("night" in reason for reason in reasons(by_day, SQUAD))


@proves("LHY-11.3.3n")
def test_11_3_3n_a_night_drm_given_by_the_players_replaces_the_usual_one() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A10"), unit(FOE, "C4")]
    assert value(activated(*units, night=True, house={"night_drm": -2}), SQUAD) == -1
    assert not any(
        "night" in reason for reason in reasons(activated(*units, night=True, house={"night_drm": 0}), SQUAD)
    )
    for wrong in ({"night": "yes"}, {"house": {"night_drm": 1}}):
        with pytest.raises(BadInput, match="night"):
            activated(*units, **wrong)


@proves("LHY-11.3.3n")
def test_11_5_anti_tank_fire_has_no_drm_for_night() -> None:
    units = [unit(DESTROYER, "C5"), unit(LEADER, "A10"), unit("ge.pz4.2.1", "C4")]
    state = activated(*units, platoon="dog.1", night=True)
    found = PLAY.chances(state, FireAntiTank("us", DESTROYER, ("ge.pz4.2.1",)))
    assert not any("night" in str(reason) for reason in found.reasons)


def town(
    letter: str, firer: str, *markers: Marker, platoon: str = "dog.1", foe: str = FOE, **house: int
) -> GameState:
    """A firer in C6, two hexes from a German squad in C4 with this terrain."""
    ground = open_ground(8, 10, {"C4": letter})
    state = opened(
        ground,
        [unit(firer, "C6"), unit(LEADER, "A10"), unit(foe, "C4"), *playing.FAR],
        markers=markers,
        house=house,
    )
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", platoon.split(".")[0]))
    return done(state, Activate("us", (platoon,)))


IP = Marker("improved_position", at("C4"))


@proves("LHY-11.3.3o", "LHY-1.8.1.2")
@pytest.mark.parametrize(
    ("letter", "markers", "worth"),
    [
        (".", (), 1),
        ("w", (), 0),
        ("b", (), 1 + 1 - 2),
        ("s", (), 1 + 1 - 3),
        (".", (IP,), 1 + 1 - 2),
        ("w", (IP,), 0),
    ],
)
def test_11_3_3o_high_explosive_against_buildings_and_improved_positions(
    letter: str, markers: tuple[Marker, ...], worth: int
) -> None:
    """The M10 has an SAV of 1 and no range DRM; the cover counts as usual."""
    assert value(town(letter, DESTROYER, *markers), DESTROYER) == worth


@proves("LHY-11.3.3o")
def test_11_3_3o_high_explosive_is_named_and_tanks_with_machine_guns_have_none() -> None:
    state = town("s", DESTROYER)
    assert "+1 high explosive (LHY 11.3.3o, OUR 93, house value)" in reasons(state, DESTROYER)
    assert value(town("s", DESTROYER, high_explosive_drm=2), DESTROYER) == 0
    assert not any("explosive" in reason for reason in reasons(town("s", TANK, platoon="able-tank.1"), TANK))


@proves("LHY-11.3.3o")
def test_11_3_3o_riders_have_no_walls_to_bring_down() -> None:
    state = Mounted(FOE, "ge.pz4.2.1").on(town("b", DESTROYER))
    state = state.with_unit(unit("ge.pz4.2.1", "C4"))
    assert not any("explosive" in reason for reason in reasons(state, DESTROYER))


@proves("LHY-11.3.3o", "LHY-1.8.1.2")
def test_11_3_3o_only_units_with_an_underscored_range_and_an_sav_of_at_most_1() -> None:
    stems = {row.id.rsplit(".", 1)[0] for row in ROSTER.values() if row.has_high_explosive}
    assert stems == {
        "us.dog.1", "us.dog.2", "ge.stuh", "ge.stug", "ge.ig75", "ge.pak40", "ge.flak38", "ge.flak36",
    }  # fmt: skip
    stuh = ROSTER["ge.stuh.1"]
    assert not replace(stuh, sav=2).has_high_explosive
    assert not replace(stuh, sav_underscored=False).has_high_explosive
    assert not replace(ROSTER["ge.fp.1"], sav_underscored=True).has_high_explosive
