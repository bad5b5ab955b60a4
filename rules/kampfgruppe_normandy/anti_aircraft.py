"""Fire at aircraft: always suppressing fire, at the weapon's greatest range, in an action or as covering fire.

Rule: KGN Suppressing fire - anti-aircraft; OUR 116, 117, 155.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import (
    acting_unit,
    covering_units,
    finish_action,
    moves,
    not_acting,
)
from rules.kampfgruppe_normandy.attack import Outcome, Round, Volley, attack_odds, resolve_attack
from rules.kampfgruppe_normandy.chapters import Chapter, Procedure
from rules.kampfgruppe_normandy.conditions import COVERING, FIRED, SUPPRESSED
from rules.kampfgruppe_normandy.course import Duty
from rules.kampfgruppe_normandy.crews import crew_of
from rules.kampfgruppe_normandy.events import ActionDone, Answered, Owed, UnitLost
from rules.kampfgruppe_normandy.fire_tables import SHELL_EFFECT, SMALL_ARMS_EFFECT, EffectColumn
from rules.kampfgruppe_normandy.group_morale import draw_counter
from rules.kampfgruppe_normandy.losses import tell_toll
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.prey import Fate
from rules.kampfgruppe_normandy.rulebook import cite, ours
from rules.kampfgruppe_normandy.saying import likeliest
from rules.kampfgruppe_normandy.special_events import fired_last_shot
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.targets import prey_of
from rules.kampfgruppe_normandy.unit_types import Kind, ShellSize, Weapon, WeaponKind
from rules.kampfgruppe_normandy.weapons import (
    BANDS,
    FIREPOWER,
    LEAST_SUPPRESSING_FIREPOWER,
    SMALL_ARMS_TO_HIT,
)

LOSS_COUNTERS = 2
"""What an aircraft shot down costs its side."""

_AIR = EffectColumn.AIRCRAFT


@dataclass(frozen=True, slots=True)
class FireAtAircraft:
    """Fire with all that reaches into the air at an aircraft."""

    side: str
    unit: str
    aircraft: str

    def __str__(self) -> str:
        return f"{self.unit} fires at {self.aircraft}"


@dataclass(frozen=True, slots=True)
class CoverAgainstAircraft:
    """Covering fire at an aircraft on its attack run."""

    side: str
    unit: str
    aircraft: str

    def __str__(self) -> str:
        return f"covering fire: {self.unit} at {self.aircraft}"


@dataclass(frozen=True, slots=True)
class AircraftFiredAt:
    """A unit fired at an aircraft; the suppressing die, and what came of it."""

    unit: str
    aircraft: str
    die: int
    words: str

    def __str__(self) -> str:
        return f"{self.unit} fires at {self.aircraft} ({self.die}): {self.words}"

    def on(self, state: GameState) -> GameState:
        unit = state.unit(self.unit)
        return state.with_unit(replace(unit, conditions=(unit.conditions - {COVERING}) | {FIRED}))


@implements("KN-AA-03", "KN-WPN-16", "KN-ACT-07")
def reaches_up(weapon: Weapon) -> bool:
    """Whether a weapon may fire at aircraft: the suppression table has a number for it at its greatest range.

    Rule: KGN Suppression effects; OUR 116.
    """
    return weapon.kind.is_autocannon or _bullet_effect(weapon) is not None


def _bullet_effect(weapon: Weapon) -> int | None:
    if weapon.kind not in FIREPOWER:
        return None
    return SMALL_ARMS_EFFECT[BANDS[FIREPOWER[weapon.kind].max_in]][_AIR]


@implements("KN-WPN-04")
def _weapons(position: Position, unit: Unit) -> list[tuple[Weapon, int]]:
    """What fires up; a heavy machine gun on the ground is silent in an activation with a move (OUR 9)."""
    kind, men = position.type(unit), crew_of(position, unit)
    stays = kind.is_vehicle or not moves(position, unit.id)
    found = []
    for name, left in position.weapons_left(unit):
        weapon = kind.weapon(name)
        if not reaches_up(weapon) or weapon.kind not in FIREPOWER:
            continue
        crew = 0 if kind.is_vehicle else FIREPOWER[weapon.kind].crew
        if men >= crew and (stays or weapon.kind is not WeaponKind.HMG):
            found.append((weapon, left))
    return found


@implements("KN-AA-01", "KN-AA-02", "KN-AA-05", "KN-AA-06", "KN-AA-07", "KN-AIR-27")
def volley_at(position: Position, unit: Unit) -> Volley | None:
    """Fire at an aircraft as dice: effect numbers, and firepower dice for a direct hit, at greatest range; no save.

    Rule: KGN Measuring ranges to aircraft, Autocannons, Direct hits on aircraft.
    """
    weapons = _weapons(position, unit)
    if sum(count * FIREPOWER[one.kind].dice for one, count in weapons) < LEAST_SUPPRESSING_FIREPOWER:
        return None
    pools: dict[int, int] = {}
    for weapon, count in weapons:
        row = FIREPOWER[weapon.kind]
        needed = SMALL_ARMS_TO_HIT[weapon.kind][BANDS[row.max_in]]
        if needed is not None:
            pools[needed] = pools.get(needed, 0) + count * row.dice
    shells = max((FIREPOWER[one.kind].light_he for one, _ in weapons), default=0)
    from_shell = SHELL_EFFECT[ShellSize.LIGHT][_AIR]
    bullets = next((effect for one, _ in weapons if (effect := _bullet_effect(one)) is not None), None)
    if shells and from_shell is not None:
        effects: tuple[int, ...] = (from_shell,) * shells
    else:
        effects = () if bullets is None else (bullets,)
    return Volley(
        Round.BULLETS,
        suppressing=True,
        observe=None,
        pools=tuple((count, needed) for needed, count in pools.items()),
        effects=effects,
    )


def _why_not(position: Position, unit_id: str, aircraft_id: str) -> Iterator[Reason]:
    where = cite("Suppressing fire - anti-aircraft")
    units = position.state.units
    aircraft = units.get(aircraft_id)
    if aircraft is None or position.type(aircraft).kind is not Kind.AIRCRAFT or aircraft.at is None:
        yield Reason(f"{aircraft_id} is no aircraft over the table", where)
        return
    if aircraft.side == units[unit_id].side:
        yield Reason(f"{aircraft} is one's own", where)
    if position.type(units[unit_id]).kind is Kind.AIRCRAFT:
        yield Reason("only ground units fire at aircraft", cite("Firing at aircraft"))
    if volley_at(position, units[unit_id]) is None:
        yield Reason(f"{unit_id} has nothing that reaches aircraft", ours(116))


def _aircraft_of_enemy(position: Position, side: str) -> list[Unit]:
    return [one for one in position.enemies(side) if position.type(one).kind is Kind.AIRCRAFT]


def _offers(position: Position, side: str) -> Iterator[FireAtAircraft]:
    unit = acting_unit(position, ActionKind.SUPPRESS_AIRCRAFT)
    if unit is not None:
        yield from (FireAtAircraft(side, unit.id, one.id) for one in _aircraft_of_enemy(position, side))


def _forbids(position: Position, action: FireAtAircraft) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.SUPPRESS_AIRCRAFT)) is not None:
        yield reason
        return
    yield from _why_not(position, action.unit, action.aircraft)


def _carry_out(story: Story, action: FireAtAircraft) -> None:
    shoot_up(story, action.unit, action.aircraft)
    finish_action(story, action.unit)


@implements(
    "KN-AA-04",
    "KN-AA-07",
    "KN-AA-09",
    "KN-AA-10",
    "KN-AA-11",
    "KN-AA-12",
    "KN-AIR-28",
    "KN-AIR-29",
    "KN-AIR-30",
)
def shoot_up(story: Story, unit_id: str, aircraft_id: str) -> Outcome:
    """Throw fire at an aircraft; one that is hit or suppressed on its run breaks it off, one shot down costs two counters.

    Rule: KGN Suppressed aircraft, Direct hits on aircraft, Losing aircraft and morale; OUR 117.
    """
    unit, aircraft = story.state.unit(unit_id), story.state.unit(aircraft_id)
    volley = volley_at(story.position, unit)
    assert volley is not None
    outcome = resolve_attack(volley, prey_of(story.position, aircraft), story.dice)
    toll = outcome.target
    story.tell(AircraftFiredAt(unit_id, aircraft_id, outcome.die, outcome.words))
    for weapon, _ in _weapons(story.position, unit):
        fired_last_shot(story, unit_id, weapon.name)
    tell_toll(story, replace(toll, fate=Fate.STANDS), unit.side)
    if toll.fate is not Fate.STANDS:
        is_down = toll.fate is Fate.DESTROYED
        story.tell(UnitLost(aircraft_id, "shot down" if is_down else "gone home"))
        for _ in range(LOSS_COUNTERS if is_down else 1):
            draw_counter(story, aircraft.side, f"{aircraft} is {'shot down' if is_down else 'gone home'}")
    activation = story.course.activation
    if activation is not None and activation.unit == aircraft_id and (toll.hits_taken or toll.suppressed):
        story.tell(ActionDone(aircraft_id, all=True))
    return outcome


def covers_against(position: Position, side: str) -> list[Unit]:
    """The units of a side on covering fire that can fire at aircraft."""
    return [one for one in covering_units(position, side) if volley_at(position, one) is not None]


def _cover_offers(position: Position, side: str) -> Iterator[CoverAgainstAircraft]:
    other = position.course.owed[0].other
    if other in {one.id for one in _aircraft_of_enemy(position, side)}:
        yield from (CoverAgainstAircraft(side, one.id, other) for one in covers_against(position, side))


def _cover_forbids(position: Position, action: CoverAgainstAircraft) -> Iterator[Reason]:
    if action.unit not in {one.id for one in covering_units(position, action.side)}:
        yield Reason(f"{action.unit} is not on covering fire", cite("Covering fire"))
        return
    if action.aircraft != position.course.owed[0].other:
        yield Reason(f"{action.aircraft} does not act now", cite("Covering fire"))
    yield from _why_not(position, action.unit, action.aircraft)


@implements("KN-AA-04", "KN-AA-09")
def _cover(story: Story, action: CoverAgainstAircraft) -> None:
    owed = story.course.owed[0]
    story.tell(Answered())
    shoot_up(story, action.unit, action.aircraft)
    aircraft = story.state.units.get(action.aircraft)
    if aircraft is not None and not aircraft.has(SUPPRESSED) and covers_against(story.position, action.side):
        story.tell(Owed(owed, first=False))


def _chances(position: Position, action: FireAtAircraft | CoverAgainstAircraft) -> Ruling[str]:
    volley = volley_at(position, position.state.unit(action.unit))
    if volley is None or action.aircraft not in position.state.units:
        return Ruling(str(action), "not allowed", tuple(_why_not(position, action.unit, action.aircraft)))
    odds = attack_odds(volley, prey_of(position, position.state.unit(action.aircraft)))
    reasons = (
        *(Reason(f"suppresses on {needed}+", cite("Suppression effects")) for needed in volley.effects),
        *(
            Reason(f"{dice} dice hit on {needed}+ if direct", cite("Direct hits on aircraft"))
            for dice, needed in volley.pools
        ),
        Reason("no concealment save", cite("Engaging aircraft")),
    )
    return Ruling(str(action), likeliest(odds), reasons, odds)


def _may_declare(position: Position, unit_id: str) -> Iterator[ActionKind]:
    unit = position.state.unit(unit_id)
    if not isinstance(unit.at, Spot) or position.type(unit).kind is Kind.AIRCRAFT:
        return
    if _aircraft_of_enemy(position, unit.side) and volley_at(position, unit) is not None:
        yield ActionKind.SUPPRESS_AIRCRAFT


CHAPTER = Chapter(
    "anti-aircraft fire",
    {
        FireAtAircraft: Procedure((ActionKind.SUPPRESS_AIRCRAFT,), _offers, _forbids, _carry_out, _chances),
        CoverAgainstAircraft: Procedure(
            (Duty.COVERING_FIRE,), _cover_offers, _cover_forbids, _cover, _chances
        ),
    },
    (AircraftFiredAt,),
    may_declare=_may_declare,
)

RULE_IDS = {"LOSS_COUNTERS": "KN-AIR-30"}
