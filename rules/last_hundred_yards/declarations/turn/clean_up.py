"""The end of a turn. Time Lapse: the die for the minutes that passed. Clean Up: motion, returning leaders,
recombining, concealment. Chapter 5.0 VI and VII."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rules.errors import Unknown
from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    ELITE,
    HANDED_ON,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    OVERWATCH,
    REGROUPING,
)
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, cite_later, figure_citation
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.turn.dummies import offer_dummies
from rules.last_hundred_yards.effects.concealment import conceal_unseen
from rules.last_hundred_yards.effects.harm import counters_in_pool
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.effects.winning import check_end
from rules.last_hundred_yards.state.events.order_events import (
    DecisionDue,
    DecisionTaken,
    PhaseBegan,
    TimeLapsed,
    TurnBegan,
)
from rules.last_hundred_yards.state.events.unit_events import (
    LeaderBack,
    Mounted,
    UnitChanged,
    UnitGone,
    UnitPlaced,
    UnitReplaced,
)
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, LostLeader, Phase, Progress


class LapseTime(PlainDeclaration):
    """Roll for the minutes that passed (5.0 VI)."""

    words = "roll for the time lapse"


@implements("LHY-5.0.VI", "LHY-0.9")
def lapse(resolution: Resolution, _: LapseTime) -> None:
    """Throw for the minutes that pass, two to five; Clean Up begins."""
    minutes = resolution.position.mission.house.time_lapse_minutes
    resolution.happen(TimeLapsed(resolution.decide("time lapse", D10, lambda die: minutes[die - 1])))
    resolution.happen(PhaseBegan(Phase.CLEAN_UP))


def time_factors(position: Position, _: LapseTime) -> Factors:
    """The table that the die is read on."""
    minutes = position.mission.house.time_lapse_minutes
    rows = (
        f"{minutes.index(lapsed) + 1} to {len(minutes) - minutes[::-1].index(lapsed)}: {lapsed} minutes"
        for lapsed in sorted(set(minutes))
    )
    table = cite("5.0 VI").together_with(figure_citation("time_lapse_minutes"))
    return Factors("by the time lapse table", (Reason(", ".join(rows), table),))


TIME = at_will(LapseTime, (Phase.TIME,), lapse, time_factors)


@dataclass(frozen=True, slots=True)
class Recombine:
    """Two sections become a squad again (10.3.3)."""

    side: str
    first: UnitId
    second: UnitId

    def __str__(self) -> str:
        return f"{self.first} and {self.second} recombine"


@dataclass(frozen=True, slots=True)
class PlaceLeader:
    """A lost leader comes back with a unit of his platoon (12.3.4.1)."""

    side: str
    leader: UnitId
    at: Hex

    def __str__(self) -> str:
        return f"{self.leader} comes back in {self.at}"


GOOD_ORDER = 6
RULE_IDS = {"GOOD_ORDER": ("LHY-10.3.3c.later",)}


@implements("LHY-5.0.VII.1", "LHY-5.0.VII.2", "LHY-5.0.VII.3", "LHY-12.3.4.1a", "LHY-12.3.4.1b")
def begin_clean_up(resolution: Resolution) -> None:
    """Remove Motion markers of idle vehicles and Overwatch markers, and ask players what Clean Up leaves to them.

    That is where returning leaders come back, and which sections recombine.
    """
    for unit in resolution.position.on_map:
        idle = (IN_MOTION,) if unit.id not in resolution.course.acted else ()
        off = tuple(word for word in (*idle, OVERWATCH) if unit.has(word))
        if off:
            resolution.happen(UnitChanged(unit.id, lost=off))
    for away in resolution.course.away:
        if away.back_at <= resolution.course.minutes and list(
            _leader_hexes(resolution.position, away.type, away.side)
        ):
            resolution.happen(DecisionDue(Decision(DecisionKind.PLACE_LEADER, away.side, away.unit)))
    for side in resolution.state.sides:
        if _must_be_asked_to_recombine(resolution.position, side):
            resolution.happen(DecisionDue(Decision(DecisionKind.RECOMBINE, side)))


def conceal(resolution: Resolution) -> None:
    """Conceal units that no enemy sees; where the mission allows it, dummies may change place."""
    conceal_unseen(resolution)
    offer_dummies(resolution)


@implements("LHY-5.0.VII.5")
def end_turn(resolution: Resolution) -> None:
    """Check for victory, then begin a new turn."""
    if not check_end(resolution):
        resolution.happen(TurnBegan(resolution.course.turn + 1))


def leader_candidates(position: Position, side: str) -> Iterator[PlaceLeader]:
    """The hexes with infantry of his platoon."""
    away = _returning(position.course, position.course.due.unit)
    yield from (PlaceLeader(side, away.unit, at) for at in _leader_hexes(position, away.type, side))


def _returning(course: Progress, name: str) -> LostLeader:
    """The lost leader who comes back.

    Raises:
        Unknown: if he belongs to the other side, which alone knows him.
    """
    for lost in course.away:
        if lost.unit == name:
            return lost
    raise Unknown("fallen leader", name, (lost.unit for lost in course.away))


def _leader_hexes(position: Position, leader_type: str, side: str) -> Iterator[Hex]:
    yield from sorted({position.place(unit) for unit in position.of(side) if _leads(leader_type, unit)})


def _leads(leader_type: str, unit: Unit) -> bool:
    """Whether a unit is infantry of the platoon of a leader of that type."""
    row = row_of(unit)
    return row.is_infantry and row.platoon_key == ROSTER[leader_type].platoon_key


def forbids_leader(position: Position, action: PlaceLeader) -> Iterator[Reason]:
    """Why a leader does not come back there."""
    if action not in list(leader_candidates(position, action.side)):
        yield Reason(
            f"{action.leader} comes back with infantry of his platoon", cite_later("12.3.4"), (action.at,)
        )


def place_leader(resolution: Resolution, action: PlaceLeader) -> None:
    """The leader comes back concealed, or hidden if any hidden unit of his side is in the hex."""
    resolution.happen(DecisionTaken())
    away = _returning(resolution.course, action.leader)
    friends = resolution.position.friends_at(action.at, action.side)
    joined = [unit for unit in friends if _leads(away.type, unit)]
    conditions = [HIDDEN if any(unit.has(HIDDEN) for unit in friends) else CONCEALED]
    if any(unit.has(ELITE) for unit in joined):
        conditions.append(ELITE)
    resolution.happen(UnitPlaced(away.unit, away.type, away.side, action.at, tuple(conditions)))
    resolution.happen(LeaderBack(action.leader))


@implements("LHY-10.3.3.1", "LHY-4.3.0.1")
def _must_be_asked_to_recombine(position: Position, side: str) -> bool:
    """Whether a side is asked to recombine: it can, or not being asked would tell the enemy about its unseen
    sections (reading 248)."""
    sections = [unit for unit in position.of(side) if row_of(unit).kind is UnitKind.SECTION]
    platoons = Counter(row_of(unit).platoon_key for unit in sections)
    is_secret = any(
        platoons[row_of(unit).platoon_key] > 1 for unit in sections if unit.conditions & {CONCEALED, HIDDEN}
    )
    return is_secret or any(recombine_candidates(position, side))


@implements("LHY-10.3.3.1")
def recombine_candidates(position: Position, side: str) -> Iterator[Recombine]:
    """Every pair of sections that may be a squad again."""
    sections = [unit for unit in position.of(side) if row_of(unit).kind is UnitKind.SECTION]
    for number, section in enumerate(sections):
        for other in sections[number + 1 :]:
            if _can_recombine(position, section, other):
                yield Recombine(side, section.id, other.id)


def _can_recombine(position: Position, section: Unit, other: Unit) -> bool:
    alike = section.has(DISRUPTED) == other.has(DISRUPTED) or position.mission.edition.recombine_by_die
    if section.at != other.at or not alike:
        return False
    platoon = row_of(section).platoon_key
    if platoon != row_of(other).platoon_key or section.has(HEROIC) or other.has(HEROIC):
        return False
    if position.course.carrier_of(section.id) != position.course.carrier_of(other.id):
        return False
    return bool(counters_in_pool(position, platoon, UnitKind.SQUAD))


def forbids_recombining(position: Position, action: Recombine) -> Iterator[Reason]:
    """Why two sections do not recombine."""
    if action not in list(recombine_candidates(position, action.side)):
        yield Reason(f"{action.first} and {action.second} do not make a squad now", cite("10.3.3"))


@implements("LHY-10.3.3.2", "LHY-13.6.6.3", "LHY-10.3.3c.later")
def recombine(resolution: Resolution, action: Recombine) -> None:
    """Replace two sections by a squad: in 2019 regrouping if one of them was (reading 163).

    In the later edition it is in the state of both, or decided by a die.
    """
    first, second = resolution.state.unit(action.first), resolution.state.unit(action.second)
    shaken = _worse_state(first, second)
    if _asks_die(resolution.position, first, second) and resolution.passes(
        f"{first} and {second} make a squad in good order", D10, at_most=GOOD_ORDER
    ):
        shaken = ""
    resolution.then(_make_squad, action, shaken)


@implements("LHY-10.3.3c.later")
def _asks_die(position: Position, first: Unit, second: Unit) -> bool:
    """Whether a die decides if the squad is in good order: in the later edition, where the sections are in different states."""
    unlike = (first.conditions ^ second.conditions) & {DISRUPTED, REGROUPING}
    return position.mission.edition.recombine_by_die and bool(unlike)


def _worse_state(first: Unit, second: Unit) -> str:
    """The worse state of two sections, disrupted before regrouping (reading 233); empty if both are in good order."""
    return next((word for word in (DISRUPTED, REGROUPING) if first.has(word) or second.has(word)), "")


@implements("LHY-10.3.3.2", "LHY-10.3.3.3", "LHY-10.3.3c.later", "LHY-13.6.6.3")
def _make_squad(resolution: Resolution, action: Recombine, shaken: str) -> None:
    """Place a random squad of the platoon, aboard as the sections were, known if one of them was."""
    first, second = resolution.state.unit(action.first), resolution.state.unit(action.second)
    place = resolution.position.place(first)
    pool = counters_in_pool(resolution.position, row_of(first).platoon_key, UnitKind.SQUAD)
    squad = pool[resolution.pick("the squad they become", len(pool), only_for=first.side)]
    conditions = first.conditions & second.conditions & HANDED_ON
    if shaken:
        conditions |= {shaken}
    if HIDDEN not in conditions and all(
        section.conditions & {CONCEALED, HIDDEN} for section in (first, second)
    ):
        conditions |= {CONCEALED}
    carrier = resolution.course.carrier_of(first.id)
    for section in (first, second):
        resolution.happen(UnitGone(section.id, "recombines"))
    resolution.happen(UnitPlaced(squad.id, squad.id, first.side, place, tuple(sorted(conditions))))
    resolution.happen(*(UnitReplaced(section.id, (squad.id,)) for section in (first, second)))
    if carrier is not None:
        resolution.happen(Mounted(squad.id, carrier, from_the_start=True))
    resolution.happen(DecisionTaken())
    if _must_be_asked_to_recombine(resolution.position, action.side):
        resolution.happen(DecisionDue(Decision(DecisionKind.RECOMBINE, action.side), first=True))


def recombine_factors(position: Position, action: Recombine) -> Factors:
    """The die of two sections in different states."""
    if not _asks_die(position, position.unit(action.first), position.unit(action.second)):
        return Factors()
    words = f"{GOOD_ORDER} or less in good order"
    return Factors(words, (Reason(words, cite_later("10.3.3c")),))


LEADER = Procedure(PlaceLeader, (DecisionKind.PLACE_LEADER,), leader_candidates, forbids_leader, place_leader)


RECOMBINE = Procedure(
    Recombine,
    (DecisionKind.RECOMBINE,),
    recombine_candidates,
    forbids_recombining,
    recombine,
    recombine_factors,
)
