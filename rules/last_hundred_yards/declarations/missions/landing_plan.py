"""The landing plan: units that jump or glide together, their zones, Assembly hexes, or no landing yet.
Chapter 22 (16 in v3.1)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.game.engine.procedure import CALLED, Offering, PlainDeclaration, Procedure, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.roster import platoon_name
from rules.last_hundred_yards.book.rulebook import cite_later, our
from rules.last_hundred_yards.declarations.missions.landing import land_one_for_odds
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.mission.landing_plan import (
    HEADINGS,
    assembly_hexes,
    assembly_on_the_way,
    forbids_zone,
    may_land_together,
    sticks_to_suggest,
    to_be_assembled,
    to_be_planned,
)
from rules.last_hundred_yards.questions.terrain.scatter import diagrams, forbids_diagram
from rules.last_hundred_yards.state.events.landing_events import AssemblyNamed, StayedInTheAir, StickPlanned
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.mission.landings import Assembly, Stick
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import DecisionKind

_AT = (DecisionKind.LAND,)


@dataclass(frozen=True, slots=True)
class PlanStick:
    """The landing plan: these units jump together over a hex (22.1.1)."""

    side: str
    units: tuple[UnitId, ...]
    at: Hex
    sector: str = ""

    def __str__(self) -> str:
        by = f", by the scatter diagram of sector {self.sector}" if self.sector else ""
        return f"{_units_with_verb(self.units, 'jump')} over {self.at}{by}"

    @property
    def stick(self) -> Stick:
        """The units that jump, as the plan records them."""
        return Stick(self.units, self.at, self.sector)


@dataclass(frozen=True, slots=True)
class PlanGlider:
    """The landing plan: these units land in one glider, toward a hexside: 1 is up or upper right, then clockwise (22.1.2)."""

    side: str
    units: tuple[UnitId, ...]
    at: Hex
    heading: int

    def __str__(self) -> str:
        return f"{_units_with_verb(self.units, 'land')} by glider in {self.at}, toward hexside {self.heading}"

    @property
    def stick(self) -> Stick:
        """The units that land in it, as the plan records them."""
        return Stick(self.units, self.at, heading=self.heading)


@dataclass(frozen=True, slots=True)
class AssembleAt:
    """The landing plan: a platoon that jumps assembles at a hex (22.1.2)."""

    side: str
    platoon: str = field(metadata={CALLED: platoon_name})
    at: Hex

    def __str__(self) -> str:
        return f"{platoon_name(self.platoon)} is to assemble at {self.at}"


class StayUp(PlainDeclaration):
    """No unit lands in this turn (17.7i)."""

    words = "{side} lands nobody in this turn"


def _units_with_verb(units: tuple[str, ...], verb: str) -> str:
    return f"{', '.join(units)} {verb}{'s' if len(units) == 1 else ''}"


def stick_candidates(position: Position, side: str) -> Iterator[PlanStick]:
    """The groups worth suggesting, over every free landing zone, by each scatter diagram that may apply."""
    for stick in sticks_to_suggest(position, side, gliders=False):
        sectors = diagrams(position, stick.at)
        yield from (PlanStick(side, stick.units, stick.at, sector) for sector in sectors)


def forbids_stick(position: Position, action: PlanStick) -> Iterator[Reason]:
    """Why these do not jump together, or not over that hex."""
    yield from _cannot_go(position, action)
    zone = tuple(forbids_zone(position, action.side, action.stick))
    yield from zone or forbids_diagram(position, action.at, action.sector)


def glider_candidates(position: Position, side: str) -> Iterator[PlanGlider]:
    """The loads worth suggesting, in every hex in which a glider may come to a stop, from every direction."""
    for stick in sticks_to_suggest(position, side, gliders=True):
        yield PlanGlider(side, stick.units, stick.at, stick.heading)


def forbids_glider(position: Position, action: PlanGlider) -> Iterator[Reason]:
    """Why these units may not land in one glider, or not there."""
    yield from _cannot_go(position, action)
    if action.heading not in HEADINGS:
        yield Reason(f"{action.heading} is no hexside from 1 to 6", cite_later("22.1.2"))
        return
    yield from forbids_zone(position, action.side, action.stick)


@implements(
    "LHY-22.1.1a", "LHY-22.1.1b", "LHY-22.1.1c", "LHY-22.1.1d", "LHY-22.1.1e", "LHY-22.1.1f", "LHY-22.1.1g",
)  # fmt: skip
def _cannot_go(position: Position, action: PlanStick | PlanGlider) -> Iterator[Reason]:
    """Why units do not land together."""
    side, units, glider = action.side, action.units, isinstance(action, PlanGlider)
    able = to_be_planned(position, side, gliders=glider)
    for name in units:
        if name not in able:
            how = "by glider" if glider else "by parachute"
            yield Reason(f"{side} has no unit {name} that is still to land {how}", cite_later("22.1.1"))
            return
    if len(set(units)) < len(units) or not may_land_together([able[name] for name in units], glider=glider):
        words = (
            "a glider takes four steps of infantry and MGs with one leader or LATW, or one gun, light vehicle or mortar"
            if glider
            else "a stick is the squads of one platoon with its leader, up to five MGs, LATWs and mortars, or one gun or light vehicle"
        )
        yield Reason(words, cite_later("22.1.1"))


def plan(resolution: Resolution, action: PlanStick | PlanGlider) -> None:
    """Record the landing zone of the stick or glider."""
    resolution.happen(StickPlanned(action.stick))


def land_for_odds(resolution: Resolution, action: PlanStick | PlanGlider) -> None:
    """For odds: one of the units lands."""
    land_one_for_odds(resolution, action.side, action.stick)


def assembly_candidates(position: Position, side: str) -> Iterator[AssembleAt]:
    """Every platoon that jumps and has no Assembly hex yet, at every hex that may be one."""
    for platoon in to_be_assembled(position, side):
        yield from (AssembleAt(side, platoon, at) for at in assembly_hexes(position))


def is_on_the_way(_: Offering, position: Position, action: AssembleAt) -> bool:
    """Whether no other hex is as near to both the platoon's landing zone and an objective, and nearer to one of them."""
    return action.at in assembly_on_the_way(position, action.platoon)


@implements("LHY-22.1.2d")
def forbids_assembly(position: Position, action: AssembleAt) -> Iterator[Reason]:
    """Why a platoon does not assemble there."""
    if action.platoon not in to_be_assembled(position, action.side):
        words = f"{platoon_name(action.platoon)} does not jump now, or has its Assembly hex"
        yield Reason(words, cite_later("22.1.2"))
    if action.at not in assembly_hexes(position):
        words = f"{action.at} is not five to ten hexes from an objective"
        yield Reason(words, cite_later("22.1.2").together_with(our(226)), (action.at,))


def assemble_at(resolution: Resolution, action: AssembleAt) -> None:
    """Record the Assembly hex."""
    resolution.happen(AssemblyNamed(Assembly(action.side, action.platoon, action.at)))


def forbids_staying(position: Position, _: StayUp) -> Iterator[Reason]:
    """Why the side may not stay in the air: a landing is planned."""
    if position.course.sticks:
        yield Reason("a landing is planned", cite_later("22.1.1"))


@implements("LHY-22.0e")
def stay_up(resolution: Resolution, action: StayUp) -> None:
    """The side stays in the air; it may land in a later turn."""
    resolution.happen(DecisionTaken(), StayedInTheAir(action.side))


STICK = Procedure(
    PlanStick,
    _AT,
    stick_candidates,
    forbids_stick,
    plan,
    carry_out_for_odds=land_for_odds,
    word="plan a stick",
)


GLIDER = Procedure(
    PlanGlider,
    _AT,
    glider_candidates,
    forbids_glider,
    plan,
    carry_out_for_odds=land_for_odds,
    word="plan a glider",
)


ASSEMBLY = Procedure(
    AssembleAt,
    _AT,
    assembly_candidates,
    forbids_assembly,
    assemble_at,
    word="name an Assembly hex",
    worthwhile=is_on_the_way,
)


STAY_UP = Procedure(StayUp, _AT, offer_once(StayUp), forbids_staying, stay_up, passes=True)
