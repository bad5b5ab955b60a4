"""What a unit needs to hit another, and the odds: chapter 11 for any two units, no matter whose turn it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from rules.errors import BadInput
from rules.game.engine.differences import NO_EFFECT
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, UnitId
from rules.game.verdicts import Shot, Sight
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.last_hundred_yards.book.conditions import CONCEALED, IN_MOTION, STOPPED
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import Nation, class_in_words, kinds_of_class
from rules.last_hundred_yards.declarations.fire.anti_tank import (
    FireAntiTank,
    anti_tank_value,
    best_hex_passed,
    fires_at_assaulting_vehicles,
    fires_at_nobody_outside,
    forbids_fire_within_hex,
)
from rules.last_hundred_yards.declarations.fire.small_arms import (
    FireSmallArms,
    bars_stationary_target,
    fires_next_to_it_alone,
    forbids_fire_among_friends,
    held_in_assault_hex,
    small_arms_value,
)
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.play.opening import with_plain_mission
from rules.last_hundred_yards.play.play import LhyPlay
from rules.last_hundred_yards.questions.activation.heroism import hero_spares
from rules.last_hundred_yards.questions.activation.pinned import (
    forbids_anti_tank_while_regrouping,
    forbids_far_fire_while_regrouping,
)
from rules.last_hundred_yards.questions.fire.aiming import (
    anti_tank_left_out,
    held_by_assault,
    held_by_obstacles,
    in_no_state_to_fire,
)
from rules.last_hundred_yards.questions.fire.modifiers import HALT_AND_FIRE, forbids_weak_fire
from rules.last_hundred_yards.questions.fire.targets import forbids_target_kind, sits_inside
from rules.last_hundred_yards.questions.sight import line_of_sight
from rules.last_hundred_yards.questions.terrain.field_of_fire import is_in_front, limiting_road
from rules.last_hundred_yards.questions.terrain.roads import ANTI_TANK_HEXES, SMALL_ARMS_HEXES
from rules.last_hundred_yards.state.events.marker_events import Inquired
from rules.last_hundred_yards.state.position import Position, is_unknown, row_of


class Manner(StrEnum):
    """The kinds of direct fire."""

    SMALL_ARMS = "small-arms"
    ANTI_TANK = "anti-tank"


def fire(state: GameState, firer: Unit, target: Unit, manner: str, options: Options) -> Ruling[Shot]:
    """The DRM of a unit's fire on another, each modifier cited, and the exact odds of what it does.

    Rule: LHY 11.3, 11.5, 12.
    Raises:
        BadInput: if the manner is none, a unit is off the map, or both are of one side.
    """
    if firer.side == target.side:
        raise BadInput("target", str(target), f"a unit of another side than {firer}")
    chosen = _manner(manner, firer, target)
    play = LhyPlay(options, BookGround(options))
    position = play.position(_with_course(state, firer, target, options))
    passed, sight = _line(position, firer, target, chosen)
    question = f"{chosen} fire of {firer} on {target}"
    refused = (
        _refused(position, firer, target, chosen, sight.distance)
        if sight.visibility.is_open
        else line_of_sight.line_of_sight(state, firer, passed or target, options).reasons
    )
    if refused:
        return Ruling(question, Shot(sight, ""), refused)
    assert isinstance(target.at, Hex)
    provisos = tuple(_provisos(position, chosen, firer, target.at))
    if is_unknown(target) or (chosen is Manner.ANTI_TANK and target.has(CONCEALED)):
        worth, reasons = _at_concealed(play, position, firer, target.at, chosen)
        return Ruling(question, Shot(sight, worth), (*reasons, *provisos))
    action = _declared(firer, target.id, target.at, chosen, passed)
    forecast = play.unchecked_chances(position, action)
    if weak := _too_weak(position, action):
        return Ruling(question, Shot(sight, ""), (*weak, *forecast.reasons))
    harm = forecast.odds.where(_harms) if forecast.odds else None
    return Ruling(
        question, Shot(sight, forecast.verdict, harm), (*forecast.reasons, *provisos), forecast.odds
    )


@dataclass(frozen=True, slots=True)
class _KnownHarm:
    """The chances of harm found so far for one kind of target in one state: by kind of firer, DRM and units with the target."""

    without_units: GameState
    target_type: str
    conditions: frozenset[str]
    options: Options
    known: dict[tuple[str, str, frozenset[tuple[str, str, frozenset[str]]]], Fraction | None] = field(
        default_factory=dict
    )


_known_harm = lru_cache(maxsize=64)(_KnownHarm)


class Shots:
    """The fire of any unit on one target in any hex: the verdicts of `fire`, found faster.

    The harm to a target beyond the next hex depends only on the kind of firer, the DRM and the units in its hex.
    """

    def __init__(self, state: GameState, target: Unit, options: Options) -> None:
        self._state, self._target, self._options = state, target, options
        self._play = LhyPlay(options, BookGround(options))
        self._positions: dict[tuple[Hex, str, Nation], Position] = {}
        without_units = state.changed(units=MappingProxyType({}), markers=())
        self._harm = _known_harm(without_units, target.type, target.conditions, options).known

    def at(self, firer: Unit, place: Place) -> Shot:
        """The verdict of `fire` on the target in another hex."""
        assert isinstance(place, Hex)
        target, manner = replace(self._target, at=place), _manner("", firer, self._target)
        position_key = place, firer.side, row_of(firer).nation
        position = self._positions.get(position_key)
        if position is None:
            state = _with_course(self._state.with_unit(target), firer, target, self._options)
            position = self._positions[position_key] = self._play.position(state)
        passed, sight = _line(position, firer, target, manner)
        if not sight.visibility.is_open or _refused(position, firer, target, manner, sight.distance):
            return Shot(sight, "")
        action = _declared(firer, target.id, place, manner, passed)
        if _too_weak(position, action):
            return Shot(sight, "")
        if position.distance(position.place(firer), place) <= 1:
            return self._foretold(position, action, sight)
        factors = self._play.declarations.procedure(action).factors
        assert factors is not None
        worth = factors(position, action).summary
        others = (unit for unit in position.at(place) if unit != target)
        key = firer.type, worth, frozenset((unit.id, unit.type, unit.conditions) for unit in others)
        if key not in self._harm:
            self._harm[key] = self._foretold(position, action, sight).harm
        return Shot(sight, worth, self._harm[key])

    def _foretold(self, position: Position, action: FireSmallArms | FireAntiTank, sight: Sight) -> Shot:
        forecast = self._play.unchecked_chances(position, action)
        return Shot(sight, forecast.verdict, forecast.odds.where(_harms) if forecast.odds else None)


def _line(position: Position, firer: Unit, target: Unit, manner: Manner) -> tuple[Hex | None, Sight]:
    """The hex at which a vehicle is fired at that passed out of sight, if it is, and the line of sight of the fire."""
    passed = best_hex_passed(position, firer, target) if manner is Manner.ANTI_TANK else None
    return passed, position.sight(firer, passed or target)


@implements("LHY-10.4.1.4", "LHY-10.4.3")
def _declared(
    firer: Unit, target: UnitId, at: Hex, manner: Manner, passed: Hex | None = None
) -> FireSmallArms | FireAntiTank:
    """The declaration of the fire asked about; a vehicle in motion halts to fire."""
    motion = HALT_AND_FIRE if firer.has(IN_MOTION) and row_of(firer).is_tracked else ""
    if manner is Manner.ANTI_TANK:
        return FireAntiTank(firer.side, firer.id, (target,), motion, through=passed)
    return FireSmallArms(firer.side, firer.id, (at,), motion)


def _too_weak(position: Position, action: FireSmallArms | FireAntiTank) -> tuple[Reason, ...]:
    """Why fire is too weak to be made; empty if it is not."""
    firer = position.unit(action.unit)
    if isinstance(action, FireSmallArms):
        return tuple(forbids_weak_fire(small_arms_value(position, action, firer)))
    return tuple(forbids_weak_fire(anti_tank_value(position, action, firer)))


def _provisos(position: Position, manner: Manner, firer: Unit, at: Hex) -> Iterator[Reason]:
    """The conditions on which fire may be made.

    Along an urban road small arms reach past the next hex only targets that they see maneuver; out of mines, wire or an
    assault hex units only react; a vehicle that has stopped waits.
    """
    yield from held_by_assault(position, firer)
    if firer.has(STOPPED):
        words = "it may be made only once the red Motion marker is off, as the activation ends"
        yield Reason(words, cite("10.4.1"), (position.place(firer),))
    if not row_of(firer).is_vehicle:
        yield from held_by_obstacles(position, firer, position.place(firer))
    if manner is Manner.SMALL_ARMS and bars_stationary_target(position, firer, position.place(firer), at):
        yield Reason(
            "it may be made only at a target that has just ended its maneuver", cite("4.1.9b"), (at,)
        )


def _harms(outcome: str) -> bool:
    """Whether an outcome is more than concealment lost, or that the firer halts."""
    parts = outcome.split("; ")
    return any(
        words != NO_EFFECT and not words.endswith(("loses concealment", "is found", " stops"))
        for words in parts
    )


@implements("LHY-4.3.0.4", "LHY-4.3.0.6")
def _at_concealed(
    play: LhyPlay, position: Position, firer: Unit, at: Hex, manner: Manner
) -> tuple[str, tuple[Reason, ...]]:
    """The DRM of fire at a concealed counter, as far as the firer's side may know, and the reasons; the odds are unknown.

    Small arms strike any unit in the hex; anti-tank fire names a class, once the owner was asked what lies there.
    """
    counts = dict(position.course.inquired).get(at)
    inquiry = (
        f"the owner of what lies concealed in {at} says how many AFVs, FPs, carriers and towed guns, if asked"
        if counts is None
        else str(Inquired(at, counts))
    )
    inquiry_reason = Reason(f"{inquiry}; an attack on it must follow", cite("4.3"), (at,))
    if manner is Manner.SMALL_ARMS:
        worth, reasons = _worth(play, position, _declared(firer, "", at, manner))
        return worth, (*reasons, Reason("what lies concealed changes no modifier", our(47)), inquiry_reason)
    known = [kind for kind, count in counts or () if count]
    if not known:
        return "", (
            Reason(f"anti-tank fire names the class of its concealed target in {at}", cite("4.3"), (at,)),
            inquiry_reason,
        )
    by_kind = {
        kind: _worth(
            play,
            position,
            _declared(firer, f"{kind}@{at}", at, manner),
            forbids_target_kind(position, firer, kinds_of_class(kind)),
        )
        for kind in known
    }
    by_class = "; ".join(
        f"{worth} on {class_in_words(kind)}" for kind, (worth, _) in by_kind.items() if worth
    )
    why = dict.fromkeys(reason for _, reasons in by_kind.values() for reason in reasons)
    return by_class, (*why, inquiry_reason)


def _worth(
    play: LhyPlay,
    position: Position,
    action: FireSmallArms | FireAntiTank,
    forbidden: Iterable[Reason] = (),
) -> tuple[str, tuple[Reason, ...]]:
    """The DRM of one fire in words, empty if it may not be made, and the reasons."""
    forecast, why_not = play.unchecked_chances(position, action), (*forbidden, *_too_weak(position, action))
    return "" if why_not else str(forecast.verdict), (*why_not, *forecast.reasons)


def _manner(manner: str, firer: Unit, target: Unit) -> Manner:
    if not manner and is_unknown(target):
        return Manner.ANTI_TANK if row_of(firer).sav is None else Manner.SMALL_ARMS
    if not manner:
        return Manner.ANTI_TANK if row_of(target).is_hard else Manner.SMALL_ARMS
    if manner not in list(Manner):
        raise BadInput("action", manner, f"one of {', '.join(Manner)}")
    return Manner(manner)


@implements(
    "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-1.5.2a", "LHY-1.7.2", "LHY-1.8.0", "LHY-4.3.0.3",
    "LHY-4.1.14a", "LHY-11.5a", "LHY-11.3c",
)  # fmt: skip
def _refused(
    position: Position, firer: Unit, target: Unit, manner: Manner, range_hexes: float
) -> tuple[Reason, ...]:
    """Why a unit in its present state cannot make this fire at this range on this target."""
    row, at = row_of(firer), row_of(target)
    here, there = position.place(firer), position.place(target)
    if reasons := (
        *in_no_state_to_fire(position, firer),
        *_forbidden_to(position, firer, target, manner, range_hexes),
    ):
        return reasons
    value, reach = (
        (row.sav, row.sav_range_hexes) if manner is Manner.SMALL_ARMS else (row.atv, row.atv_range_hexes)
    )
    if value is None:
        return (Reason(f"{firer} has no {'SAV' if manner is Manner.SMALL_ARMS else 'ATV'}", cite("1.5")),)
    if range_hexes > reach:
        return (Reason(f"{target} is {range_hexes:g} hexes off, {firer} reaches {reach}", cite("1.8")),)
    along_road = SMALL_ARMS_HEXES if manner is Manner.SMALL_ARMS else ANTI_TANK_HEXES
    if enclosed := limiting_road(position, here, there, along_road):
        words = f"{target} is {range_hexes:g} hexes off, along an enclosed road {manner} fire reaches {along_road}"
        return (Reason(words, our(34), enclosed),)
    if not is_in_front(position, firer, there):
        return (Reason(f"{there} is not in front of {firer}", cite("4.1.14a"), (there,)),)
    if is_unknown(target):
        return ()
    if manner is Manner.SMALL_ARMS and at.cohesion is None:
        return (Reason(f"small arms work only on units with Cohesion, {target} has none", cite("1.5")),)
    if manner is Manner.SMALL_ARMS and sits_inside(position, target):
        words = f"{target} sits inside a vehicle, where small arms harm nobody"
        return (Reason(words, cite_later("11.3c"), (there,)),)
    if manner is Manner.ANTI_TANK and not at.is_hard:
        return (
            Reason(
                f"anti-tank fire works only on vehicles, towed guns and FPs, {target} is none", cite("1.7")
            ),
        )
    if manner is Manner.ANTI_TANK and not is_in_front(position, target, here):
        return (Reason(f"{target} may be fired at only from its front", cite("4.1.14a"), (there,)),)
    return tuple(forbids_target_kind(position, firer, {at.kind})) if manner is Manner.ANTI_TANK else ()


@implements("LHY-13.3.2a", "LHY-13.3.2b", "LHY-14.6.2a", "LHY-2.4.5")
def _forbidden_to(
    position: Position, firer: Unit, target: Unit, manner: Manner, range_hexes: float
) -> tuple[Reason, ...]:
    """Why a unit may not make this fire: it regroups, is under assault, fires among friends, or at armour in a first game."""
    here, at = position.place(firer), position.place(target)
    spared = hero_spares(position, firer, at)
    either_way = (*([spared] if spared else ()), *forbids_fire_within_hex(position, firer, here, at))
    if manner is Manner.ANTI_TANK:
        return (
            *anti_tank_left_out(position),
            *either_way,
            *forbids_anti_tank_while_regrouping(firer),
            *fires_at_assaulting_vehicles(position, firer, target.id),
            *fires_at_nobody_outside(position, firer, here, at),
        )
    return (
        *either_way,
        *forbids_far_fire_while_regrouping(firer, at, range_hexes),
        *held_in_assault_hex(position, firer),
        *fires_next_to_it_alone(position, firer, at),
        *forbids_fire_among_friends(position, firer, at),
    )


def _with_course(state: GameState, firer: Unit, target: Unit, options: Options) -> GameState:
    """The state with a record of play: that of its game, or of a plain mission of two sides."""
    sides = {unit.side: row_of(unit).nation for unit in (firer, target)}
    return with_plain_mission(state, sides, options)
