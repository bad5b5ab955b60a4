"""The DRM of assaults and of Vehicle Destruction Attempts, and the odds of men on men, against a second umpire.

He types chapter 13.4 and the Assault Resolution Table in again.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.destruction import destruction_drm
from rules.last_hundred_yards.questions.assault.value import assault_drm, participants
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import in_assault
from tests.rules.last_hundred_yards.playing import at, course, unit

LOTS = 150
AROUND = ("C3", "D3", "D4", "C5", "B4", "B3")
"""The hexes about C4, clockwise."""

FOOT = ("squad", "section", "mg", "leader", "latw")
KINDS = (*FOOT, *FOOT, "gun", "afv", "halftrack", "fp")
RURAL, TOWN = ("s", "b"), "u"


@dataclass(frozen=True)
class Fighter:
    """A counter in the assault hex, in the terms both umpires use."""

    name: str
    marks: tuple[str, ...]
    came: str = ""

    @property
    def kind(self) -> str:
        return ROSTER[self.name].kind.value

    @property
    def fights(self) -> bool:
        return self.kind not in ("leader", "latw", "truck", "jeep")

    @property
    def drives(self) -> bool:
        return self.kind in ("afv", "halftrack")

    @property
    def cohesion(self) -> int:
        return 8 if "heroic" in self.marks else min(ROSTER[self.name].cohesion or 0, 7)


@dataclass(frozen=True)
class Fight:
    """The units of both sides in C4, its terrain, and the levels of the hexes around it."""

    attack: tuple[Fighter, ...]
    defend: tuple[Fighter, ...]
    ground: str
    level: int
    low: str
    wall: str
    dug_in: bool

    def state(self, edition: str) -> GameState:
        rows = [["."] * 8 for _ in range(8)]
        for label in AROUND:
            rows[int(label[1]) - 1][ord(label[0]) - 65] = f"h{self.level}" if self.level else "."
        if self.low:
            rows[int(self.low[1]) - 1][ord(self.low[0]) - 65] = "."
        rows[3][2] = f"{self.ground}{self.level}" if self.level else self.ground
        drawn = "\n".join(" ".join(row) for row in rows).replace(".1", "h1").replace(".0", ".")
        field = board(drawn, walls=f"C4-{self.wall}" if self.wall else "")
        units = [unit(fighter.name, "C4", *fighter.marks) for fighter in (*self.attack, *self.defend)]
        came = {fighter.name: fighter.came for fighter in self.attack}
        marked = [Marker("improved_position", at("C4"))] if self.dug_in else []
        return in_assault(*units, came=came, ground=field, markers=marked, edition=edition)


def drawn_by(lot: Random) -> Fight:
    attack = _force(lot, "us", ("heroic", "disrupted"), came=True)
    defend = _force(lot, "ge", ("regrouping", "concealed", "disrupted"), came=False)
    ground = lot.choice([".", ".", "w", *RURAL, TOWN])
    level = lot.choice((0, 0, 1))
    fp = any(fighter.kind == "fp" for fighter in defend)
    return Fight(
        attack,
        defend,
        ground,
        level,
        lot.choice(("", *AROUND)) if level else "",
        lot.choice(("", "", *AROUND)),
        not fp and lot.random() < 0.2 and ground not in (*RURAL, TOWN),
    )


@cache
def _names(side: str, *, came: bool) -> dict[str, list[str]]:
    """The units of a side that may be drawn, by kind in the order of KINDS."""
    left_out = "2kp.1.leader", "1kp.2.leader", "able.3.leader"
    return {
        kind: [
            row.id
            for row in ROSTER.values()
            if row.nation == side and row.kind.value == kind and not row.id.endswith(left_out)
        ]
        for kind in KINDS
        if kind not in ("gun", "fp") or not came
    }


def _force(lot: Random, side: str, marks: tuple[str, ...], *, came: bool) -> tuple[Fighter, ...]:
    by_kind = _names(side, came=came)
    kinds = [kind for kind in KINDS if by_kind.get(kind)]
    chosen: dict[str, Fighter] = {}
    for kind in lot.choices(kinds, k=lot.randint(1, 5)):
        name = lot.choice(by_kind[kind])
        fits = [mark for mark in marks if kind in FOOT and (mark != "heroic" or kind in ("squad", "section"))]
        mark = (lot.choice(fits),) if fits and lot.random() < 0.3 else ()
        if kind in ("afv", "halftrack") and lot.random() < 0.4:
            mark = ("in_motion",)
        chosen[name] = Fighter(name, mark, lot.choice(AROUND) if came else "")
    return tuple(chosen.values())


def best(force: tuple[Fighter, ...], others: tuple[Fighter, ...], *, attacks: bool) -> list[Fighter]:
    """13.5.0, reading 188: the best four steps of foot combat units (an FP is two), one leader, one LATW, one vehicle."""
    men = [one for one in force if one.fights and not one.drives]
    groups = [[one for one in force if _group(one) == name] for name in ("leader", "latw", "vehicle")]
    picked = [
        [*some, *one_each]
        for size in range(len(men) + 1)
        for some in combinations(men, size)
        if sum(map(steps, some)) <= 4
        and not any(sum(map(steps, (*some, one))) <= 4 for one in men if one not in some)
        for one_each in product(*filter(None, groups))
    ]
    return max(picked, key=lambda some: merit(some, others, attacks=attacks))


def steps(one: Fighter) -> int:
    return 2 if one.kind in ("squad", "fp") else 1


def _group(one: Fighter) -> str:
    return "vehicle" if one.drives else one.kind


def merit(force: list[Fighter], others: tuple[Fighter, ...], *, attacks: bool) -> tuple[int, ...]:
    """What counts at the die, then in an attempt on a vehicle."""
    fit = [one for one in force if "disrupted" not in one.marks]
    return (
        assault_value(force) - (attacks and company_count(force) > 1) + cohesion_difference(force, others),
        max((ROSTER[one.name].assault for one in fit if one.kind == "squad"), default=0),
        len(fit),
    )


def cohesion_difference(force: Sequence[Fighter], others: Sequence[Fighter]) -> int:
    """13.4a: the difference of the best Cohesion, at most 3 either way."""
    own, their = (max((one.cohesion for one in some if one.fights), default=0) for some in (force, others))
    return max(-3, min(3, own - their)) if own and their else 0


def company_count(force: list[Fighter]) -> int:
    """How many companies the infantry and leaders of a force are of."""
    return len({ROSTER[one.name].company for one in force if one.kind in ("squad", "section", "leader")})


def assault_value(force: list[Fighter]) -> int:
    return sum(
        ROSTER[fighter.name].assault - ("in_motion" in fighter.marks and fighter.drives) for fighter in force
    )


def expected(fight: Fight) -> int:
    attack = best(fight.attack, fight.defend, attacks=True)
    defend = best(fight.defend, fight.attack, attacks=False)
    total = assault_value(attack) - assault_value(defend) + cohesion_difference(attack, defend)
    kinds = {fighter.kind for fighter in defend}
    fp = "fp" in kinds
    total += any("regrouping" in fighter.marks for fighter in fight.defend)
    total -= any("concealed" in fighter.marks and fighter.fights for fighter in fight.defend)
    latw = any(fighter.kind == "latw" and "disrupted" not in fighter.marks for fighter in attack)
    total += latw and (fight.ground == TOWN or fp or "gun" in kinds)
    total += fp and any("heroic" in fighter.marks for fighter in attack)
    sides = [AROUND.index(fighter.came) for fighter in fight.attack if fighter.fights]
    apart = any((side - other) % 6 in (2, 3, 4) for side in sides for other in sides)
    total += 2 * (apart and not fp)
    total -= company_count(attack) > 1
    on_foot = [fighter for fighter in defend if not fighter.drives]
    if fight.ground == TOWN and any(fighter.fights or fighter.kind == "leader" for fighter in on_foot):
        total -= 2
    over_wall = any(fighter.came == fight.wall for fighter in fight.attack)
    total -= bool(on_foot) and (fight.ground in RURAL or fight.dug_in or over_wall)
    total -= any(fighter.came == fight.low for fighter in fight.attack)
    return max(-4, min(4, int(total)))


@proves(
    "LHY-13.4.0", "LHY-13.4a", "LHY-13.4b", "LHY-13.4c", "LHY-13.4d", "LHY-13.4e", "LHY-13.4f", "LHY-13.4g",
    "LHY-13.4h", "LHY-13.4h-2019", "LHY-13.4i", "LHY-13.4j", "LHY-13.4k", "LHY-13.5.0a", "LHY-13.5.0c",
    "LHY-13.5.2", "LHY-1.4", "LHY-4.1.14b",
)  # fmt: skip
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_4_the_drm_of_assaults_drawn_by_lot(edition: str) -> None:
    lot = Random(f"assaults by {edition}")
    for number in range(LOTS):
        fight = drawn_by(lot)
        state = fight.state(edition)
        assault = course(state).assault_at(at("C4"))
        assert assault is not None
        found, _ = assault_drm(PLAY.position(state), assault)
        assert found == expected(fight), f"lot {number}: {fight}"


def attempt(fight: Fight, edition: str, tank: Fighter, defenders: bool) -> int:
    """13.6.2: the modifiers of one side's attempt to destroy a vehicle of the other."""
    later = edition != "2019"
    force, others = (fight.defend, fight.attack) if defenders else (fight.attack, fight.defend)
    steady = [
        fighter for fighter in best(force, others, attacks=not defenders) if "disrupted" not in fighter.marks
    ]
    squads = [fighter for fighter in steady if fighter.kind == "squad"]
    total = 0
    if squads:
        total += 2
        total += (1 if later else 2) * defenders
        total += any(ROSTER[squad.name].assault >= 3 for squad in squads)
    total += 2 * any(fighter.kind == "latw" for fighter in steady)
    moving = "in_motion" in tank.marks
    alone = all(fighter is tank for fighter in others)
    in_cover = fight.ground in (*RURAL, TOWN, "w")
    total += 3 * (alone and in_cover and not (later and moving))
    return total - moving


@proves(
    "LHY-13.6.2.2", "LHY-13.6.2.3a", "LHY-13.6.2.3b", "LHY-13.6.2.3c", "LHY-13.6.2.3d", "LHY-13.6.2.3e",
    "LHY-13.6.2.3-2019",
)  # fmt: skip
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_6_2_the_drm_of_attempts_drawn_by_lot(edition: str) -> None:
    lot = Random(f"attempts by {edition}")
    compared = 0
    for _ in range(LOTS):
        fight = drawn_by(lot)
        state = fight.state(edition)
        position = PLAY.position(state)
        for defenders, force in ((True, fight.attack), (False, fight.defend)):
            side = "ge" if defenders else "us"
            for tank in (fighter for fighter in force if fighter.drives):
                trying = participants(position, at("C4"), side)
                found = destruction_drm(position, trying, side, state.unit(tank.name)).net
                assert found == attempt(fight, edition, tank, defenders), fight
                compared += 1
    assert compared > LOTS // 3


LOTS_OF_MEN = 40
SQUADS = {side: [row.id for row in ROSTER.values() if row.nation == side and row.kind.value == "squad"] for side in ("us", "ge")}  # fmt: skip

ROWS = ((14, "14+"), (10, "10-13"), (6, "6-9"), (2, "2-5"), (-1, "-1 to 1"), (-99, "below -1"))
STEP, DISRUPTED, WHOLE = "loses a step", "disrupted", ""


def squads(lot: Random, side: str, *, came: bool) -> tuple[Fighter, ...]:
    names = lot.sample(SQUADS[side], lot.randint(1, 2))
    return tuple(
        Fighter(name, (DISRUPTED,) * (lot.random() < 0.3), lot.choice(AROUND) if came else "")
        for name in names
    )


def fates(squad: Fighter, harm: int) -> Iterator[tuple[str, Fraction]]:
    """The fates of a squad that retreats, with chances: harm is 1 for the middle rows, 2 for the next, 3 for the ends."""
    shaken, fails = DISRUPTED in squad.marks, Fraction(10 - squad.cohesion, 10)
    if harm == 3 or (harm == 2 and shaken):
        yield STEP, Fraction(1)
        return
    yield STEP if shaken or harm == 2 else DISRUPTED, fails
    yield DISRUPTED if harm == 2 else WHOLE, 1 - fails


def odds_by_hand(fight: Fight) -> dict[str, Fraction]:
    """The chance of each result row, and of each fate of each squad."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    drm = expected(fight)
    for die in range(1, 11):
        number, label = next((k, words) for k, (least, words) in enumerate(ROWS) if die + drm >= least)
        losers = fight.defend if number < 3 else fight.attack
        found[label] += Fraction(1, 10)
        for squad in losers:
            for words, chance in fates(squad, (3, 2, 1, 1, 2, 3)[number]):
                found[f"{squad.name} {words}"] += chance / 10
    return {words: chance for words, chance in found.items() if chance and not words.endswith(" ")}


def odds_told(fight: Fight) -> dict[str, Fraction]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    odds = PLAY.chances(fight.state("2019"), ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    for words, chance in odds.chances.items():
        *each, row = words.split("; ")
        found[row.partition(":")[0]] += chance
        for word in each:
            found[word] += chance
    return dict(found)


@proves(
    "LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2", "LHY-T-ART.-1", "LHY-T-ART.-2", "LHY-13.5.3"
)  # fmt: skip
def test_13_5_3_the_odds_of_assaults_drawn_by_lot() -> None:
    lot = Random("odds of assaults")
    for number in range(LOTS_OF_MEN):
        attack, defend = squads(lot, "us", came=True), squads(lot, "ge", came=False)
        fight = Fight(attack, defend, lot.choice((".", "w", "s")), 0, "", "", dug_in=False)
        assert odds_told(fight) == odds_by_hand(fight), f"lot {number}: {fight}"
