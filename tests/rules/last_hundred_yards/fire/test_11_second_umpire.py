"""Fire values checked against a second umpire, an independent transcription of the modifiers of 11.3.3 and 11.5.4."""

from dataclasses import dataclass
from random import Random

import pytest

from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import LhyUnitType
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, refusal, unit

LOTS = 70
FIRERS = (
    "us.able.1.squad.1", "us.able.1.section.a", "us.mg.1", "us.gun57.1", "us.latw.1", "us.able-tank.1.1", "us.dog.1.1",
    "us.m3.2",
)  # fmt: skip
MEN = (
    "ge.1kp.1.squad.1",
    "ge.1kp.1.squad.2",
    "ge.1kp.2.section.a",
    "ge.mg.1",
    "ge.latw.1",
    "ge.1kp.1.leader",
)
HARD = ("ge.pak40.3", "ge.pz4.2.1", "ge.stug.1", "ge.spw251.1", "ge.truck.1")
COVER = {".": 0, "w": -1, "f": -1, "b": -2, "s": -3, "u": -3}
BUILT = "bsu"


@dataclass(frozen=True)
class Shot:
    """A firer south of C3 and the units in C3."""

    firer: str
    regroups: bool
    away: int
    men: tuple[tuple[str, str], ...]
    hard: tuple[tuple[str, str], ...]
    ground: str
    hill: bool
    wall: bool
    dug_in: bool
    smoke: int
    pinned_down: int

    def state(self, edition: str) -> GameState:
        rows = [". . . . . . . ."] * 16
        here = self.ground if not self.hill else "h1" if self.ground == "." else f"{self.ground}1"
        rows[2] = f". . {here} . . . . ."
        field = board("\n".join(rows), walls="C3-C4" if self.wall else "")
        marks = [Marker("improved_position", at("C3"))] if self.dug_in else []
        marks += [Marker("smoke", at("C4"), self.smoke)] if self.smoke else []
        units = [unit(self.firer, f"C{3 + self.away}", *(["regrouping"] if self.regroups else []))]
        units += [unit(name, "C3", *filter(None, [word])) for name, word in (*self.men, *self.hard)]
        platoon = self.firer.removeprefix("us.").rpartition(".")[0]
        platoon = platoon if "tank" in platoon or "dog" in platoon else "able.1"
        leaders = () if self.firer.startswith("us.able.1.l") else (unit("us.able.1.leader", "A16"),)
        far = (unit("ge.1kp.3.leader", "H1"), unit("us.able.3.leader", "H16"), *leaders)
        state = activated(*units, ground=field, far=far, platoon=platoon, markers=marks, edition=edition)
        for number in range(self.pinned_down):
            place = at(f"C{3 + self.away}")
            state = FirePlaced(FireMarker(number + 1, FireKind.SADRM, place, 0, against="us", tubes=0)).on(
                state
            )
        return state


def drawn_by(lot: Random) -> Shot:
    concealed = lot.random() < 0.25
    men = [
        (name, "concealed" if concealed else lot.choice(("", "", "disrupted")))
        for name in lot.sample(MEN, lot.randint(1, 4))
    ]
    hard = [] if concealed else [
        (name, "in_motion" if ROSTER[name].is_vehicle and lot.random() < 0.4 else "")
        for name in lot.sample(HARD, lot.randint(0, 2))
    ]  # fmt: skip
    firer, away = lot.choice(FIRERS), lot.randint(1, 10)
    foot = not ROSTER[firer].is_vehicle and "gun" not in firer
    ground = lot.choice(tuple(COVER))
    return Shot(
        firer, foot and away == 1 and lot.random() < 0.5, away, tuple(men), tuple(hard), ground,
        lot.random() < 0.25, lot.random() < 0.25, lot.random() < 0.2 and ground not in BUILT, lot.choice((0, 0, 0, 1, 2)), lot.choice((0, 0, 1, 2, 3)),
    )  # fmt: skip


def by_range(away: int, reach: int) -> int:
    """The range DRM by quarters of the range, rounded down, the first at least one hex: 0, -1, -2, -3."""
    for drm, quarters in enumerate((1, 2, 3)):
        if away <= max(reach * quarters // 4, 1 if drm == 0 else 0):
            return -drm
    return -3


def suppressed(shot: Shot, row: LhyUnitType) -> int:
    return 0 if row.kind.value == "afv" else -((shot.pinned_down + 1) // 2)


def cover(shot: Shot) -> int:
    found = [COVER[shot.ground]]
    found += [-2] * shot.dug_in
    found += [-1] * (shot.hill or (shot.wall and shot.ground not in BUILT))
    return min(found)


def small_arms(shot: Shot) -> int:
    row = ROSTER[shot.firer]
    value = row.sav or 0
    value += 0 if row.sav_underscored else by_range(shot.away, row.sav_range_hexes)
    value += suppressed(shot, row) - shot.regroups - shot.smoke
    kinds = [(ROSTER[name], word) for name, word in (*shot.men, *shot.hard)]
    # Concealed units may be combat units, and so they count as such.
    value -= any(word == "concealed" for _, word in kinds)
    steps = sum(
        {"squad": 2}.get(one.kind.value, 1) for one, word in kinds
        if one.kind.value in ("squad", "section", "mg", "gun") and word != "concealed"
    )  # fmt: skip
    value += max(0, (steps - 4 + 1) // 2)
    on_foot = [word for one, word in kinds if not one.is_vehicle and one.kind.value != "gun"]
    value -= all(word == "disrupted" for word in on_foot) and not any(
        one.kind.value == "gun" for one, _ in kinds
    )
    armour = any(one.kind.value in ("afv", "halftrack") for one, _ in kinds)
    value -= armour and shot.ground == "." and not shot.wall
    gun = row.is_vehicle or row.kind.value == "gun"
    value += gun and row.sav_underscored and (row.sav or 0) <= 1 and (shot.dug_in or shot.ground in BUILT)
    return min(3, value + cover(shot))


@proves(
    "LHY-11.3.3.0", "LHY-11.3.3a", "LHY-1.8.1.1", "LHY-1.8.1.2", "LHY-11.3.3b", "LHY-11.3.3f",
    "LHY-11.3.3i", "LHY-11.3.3j", "LHY-11.3.3k", "LHY-11.3.3l", "LHY-11.3.3m", "LHY-11.3.3o", "LHY-11.3.3p",
    "LHY-T-TEM.small", "LHY-11.2a", "LHY-11.2b.1", "LHY-1.5.1", "LHY-4.1.4.4", "LHY-4.1.7.1", "LHY-4.1.13.1",
    "LHY-4.1.3", "LHY-4.2.4.3",
)  # fmt: skip
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_3_small_arms_drawn_by_lot(edition: str) -> None:
    lot, compared = Random(f"small arms by {edition}"), 0
    for number in range(LOTS):
        shot = drawn_by(lot)
        row = ROSTER[shot.firer]
        if row.sav is None or shot.away > row.sav_range_hexes:
            continue
        state, fire = shot.state(edition), FireSmallArms("us", shot.firer, (at("C3"),))
        why = refusal(state, fire)
        if small_arms(shot) < -4:
            assert "fire worth less than -4" in why, f"lot {number}: {shot}"
        else:
            assert not why, f"lot {number}: {shot}"
            assert course(done(state, fire)).fires[-1].value == small_arms(shot), f"lot {number}: {shot}"
        compared += 1
    assert compared > LOTS // 2


def anti_tank(shot: Shot, target: tuple[str, str]) -> int:
    row, aim = ROSTER[shot.firer], ROSTER[target[0]]
    gun = aim.kind.value == "gun"
    value = min(row.atv or 0, 1) if gun else row.atv or 0
    value += by_range(shot.away, row.atv_range_hexes) + suppressed(shot, row) - shot.smoke
    value -= target[1] == "in_motion"
    if gun:
        value -= 2 * (shot.dug_in or shot.ground in BUILT)
    else:
        value -= shot.ground in BUILT or shot.hill or shot.wall
    return min(8, value)


@proves(
    "LHY-1.7.1", "LHY-11.5.3", "LHY-11.5.4a", "LHY-11.5.4b", "LHY-11.5.4e", "LHY-11.5.4i", "LHY-11.5.4j",
    "LHY-11.5.4k", "LHY-11.5b", "LHY-11.2b.3", "LHY-11.2a", "LHY-4.1.13.4",
)  # fmt: skip
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_11_5_anti_tank_fire_drawn_by_lot(edition: str) -> None:
    lot, compared = Random(f"anti-tank by {edition}"), 0
    for number in range(LOTS):
        shot = drawn_by(lot)
        row = ROSTER[shot.firer]
        for target in shot.hard:
            works = (row.atv or 0) >= 0 or target[0] in ("ge.spw251.1", "ge.truck.1")
            crowded = sum(ROSTER[name].kind.value == "afv" for name, _ in shot.hard) > 1
            if row.atv is None or shot.away > row.atv_range_hexes or not works or crowded or shot.regroups:
                continue
            if shot.firer == "us.latw.1" and edition != "2019" and target[0] == "ge.pak40.3":
                continue
            state, fire = shot.state(edition), FireAntiTank("us", shot.firer, (target[0],))
            why = refusal(state, fire)
            if anti_tank(shot, target) < -4:
                assert "fire worth less than -4" in why, f"lot {number}: {shot}"
            else:
                assert not why, f"lot {number}: {shot} {why}"
                told = course(done(state, fire)).fires[-1].value
                assert told == anti_tank(shot, target), f"lot {number}: {shot} at {target}"
            compared += 1
    assert compared > LOTS // 5
