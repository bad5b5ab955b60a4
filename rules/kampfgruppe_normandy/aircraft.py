"""Aircraft: they come with counters of the pot, fly anywhere, attack once an activation and go home when empty.

Rule: KGN Aircraft; OUR 118 to 124, 156, 159.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput
from rules.game.events import UnitPlaced
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.arcs import is_in_arc
from rules.ground.inches import Spot, gap_in
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import acting_unit, cannot_be_activated, finish_action, not_acting
from rules.kampfgruppe_normandy.air_strikes import manners_of, run_at
from rules.kampfgruppe_normandy.anti_aircraft import covers_against
from rules.kampfgruppe_normandy.chapters import Chapter, Handler
from rules.kampfgruppe_normandy.conditions import FIRED
from rules.kampfgruppe_normandy.course import Activation, Duty, Obligation, Status, Step, course_of
from rules.kampfgruppe_normandy.events import (
    ActionDone,
    Activated,
    Owed,
    StatusChanged,
    UnitLost,
    on_status,
    on_unit,
)
from rules.kampfgruppe_normandy.fire_for_effect import bombardment_ruling, shell
from rules.kampfgruppe_normandy.fire_requests import RADIO_ON, deviate
from rules.kampfgruppe_normandy.group_morale import Special, draw_counter
from rules.kampfgruppe_normandy.house_aircraft import AIR_SUPPORT
from rules.kampfgruppe_normandy.kept import Kept
from rules.kampfgruppe_normandy.losses import tell_toll
from rules.kampfgruppe_normandy.move_events import MovedTo
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.requesting import cannot_mark
from rules.kampfgruppe_normandy.rulebook import cite
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.unit_types import Kind, SpecialRule, Weapon, WeaponKind
from rules.kampfgruppe_normandy.weapons import CREWED_ARC_DEG

ARRIVES_ON = 6
ARRIVES_WITH_CONTROLLER: Mapping[str, int] = MappingProxyType({"german": 5, "british": 4, "american": 3})
"""The die on which an aircraft arrives, by the nation of its controller."""

ATTACKS_FROM_IN = 12.0
_NEAR_ENOUGH_IN = 3.0
"""An attacking aircraft is placed about so far from its target."""


@dataclass(frozen=True, slots=True)
class Sky:
    """What is kept of the air: sides an aircraft may come to, those attacked from it, and how many have come."""

    expected: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    come: int = 0


SKY: Kept[Sky] = Kept("aircraft", Sky())


@dataclass(frozen=True, slots=True)
class Fly:
    """Activate an aircraft: it is placed anywhere, facing any way, and then attacks, spots for guns or flies on."""

    side: str
    unit: str
    to: Spot
    facing_deg: float
    then: ActionKind | None = None

    def __str__(self) -> str:
        return f"{self.unit} flies to {self.to}{f', then {self.then}' if self.then else ''}"


@dataclass(frozen=True, slots=True)
class Strike:
    """An aircraft attacks a target with one of its weapons; `pairs` are pairs of rockets."""

    side: str
    unit: str
    target: str
    manner: ActionKind
    weapon: str
    pairs: int = 1

    def __str__(self) -> str:
        return f"{self.unit} attacks {self.target} with {self.weapon}, {self.manner}"


@dataclass(frozen=True, slots=True)
class DropBombs:
    """An aircraft drops bombs on a marker that a controller or the commander has placed."""

    side: str
    unit: str
    spotter: str
    at: Spot
    weapon: str
    count: int = 1

    def __str__(self) -> str:
        return f"{self.unit} drops {self.count} {self.weapon} at {self.at}, spotted by {self.spotter}"


@dataclass(frozen=True, slots=True)
class SkyChanged:
    """An aircraft may come, has come or has not; or a battle group was attacked from the air for the first time."""

    sky: Sky
    why: str

    def __str__(self) -> str:
        return self.why

    def on(self, state: GameState) -> GameState:
        return SKY.put(state, self.sky)


@dataclass(frozen=True, slots=True)
class AirWeaponUsed:
    """An aircraft has used a weapon so many times."""

    unit: str
    weapon: str
    times: int
    words: str

    def __str__(self) -> str:
        return f"{self.unit}, {self.weapon}: {self.words}"

    def on(self, state: GameState) -> GameState:
        status = course_of(state).of(self.unit)
        used = {**dict(status.used), self.weapon: status.shots(self.weapon) + self.times}
        state = on_status(state, self.unit, used=tuple(used.items()))
        return on_unit(state, self.unit, lambda one: replace(one, conditions=one.conditions | {FIRED}))


def _no(text: str, section: str) -> Reason:
    return Reason(text, cite(section))


@implements("KN-AIR-01", "KN-AIR-32", "KN-NIGHT-05")
def _drawn(story: Story, side: str, counter: str) -> None:
    """A counter of an aircraft gives its drawer a chance in his next turn; at night it is worth nothing."""
    if counter == Special.AIRCRAFT and not story.course.setting.is_night:
        sky = SKY.of(story.course)
        story.tell(
            SkyChanged(replace(sky, expected=(*sky.expected, side)), f"an aircraft may come to {side}")
        )


@implements("KN-AIR-02", "KN-AIR-03", "KN-AIR-04", "KN-AIR-05")
def arrives_on(position: Position, side: str) -> int:
    """The die on which an aircraft arrives: 6, or better with a forward air controller in the battle group.

    Rule: KGN Aircraft support availability, Forward air controllers.
    """
    numbers = [
        ARRIVES_WITH_CONTROLLER.get(position.type(unit).nation, ARRIVES_ON)
        for unit in position.of_side(side)
        if position.type(unit).has(SpecialRule.AIR_CONTROLLER)
    ]
    return min(numbers, default=ARRIVES_ON)


@implements("KN-AIR-02", "KN-AIR-06", "KN-AIR-07", "KN-AIR-32")
def _begins(story: Story, side: str) -> None:
    """The start of a turn: each aircraft expected comes or does not."""
    for _ in range(SKY.of(story.course).expected.count(side)):
        sky = SKY.of(story.course)
        left = list(sky.expected)
        left.remove(side)
        needed = arrives_on(story.position, side)
        if story.roll(f"aircraft for {side}") < needed:
            story.tell(SkyChanged(replace(sky, expected=tuple(left)), "no aircraft comes"))
            continue
        type_id = _which(story, side)
        name = f"{type_id.split('.')[-1]} {sky.come + 1}"
        story.tell(
            SkyChanged(replace(sky, expected=tuple(left), come=sky.come + 1), f"{name} comes to {side}")
        )
        spot, facing = _edge(story.position, side)
        story.tell(UnitPlaced(Unit(name, type_id, side, spot, facing)), StatusChanged(name, Status()))


def _which(story: Story, side: str) -> str:
    nations = [story.position.type(unit).nation for unit in story.position.of_side(side)]
    nation = max(dict.fromkeys(nations), key=nations.count)
    return AIR_SUPPORT[nation][story.roll("air support table") - 1]


@implements("KN-AIR-07")
def _edge(position: Position, side: str) -> tuple[Spot, float]:
    """The middle of the long edge that a side's units are nearest to, and the way into the table (OUR 159)."""
    table = position.table
    ys = [unit.at.y_in for unit in position.of_side(side) if isinstance(unit.at, Spot)]
    is_north = bool(ys) and sum(ys) / len(ys) < table.depth_in / 2
    return Spot(table.width_in / 2, 0.0 if is_north else table.depth_in), 180.0 if is_north else 0.0


def _weapons_left(position: Position, unit: Unit) -> list[tuple[Weapon, int]]:
    status = position.status(unit)
    found = []
    for weapon in position.type(unit).weapons:
        left = (weapon.uses or 0) - status.shots(weapon.name)
        if left > 0:
            found.append((weapon, left))
    return found


def _offers(position: Position, side: str) -> Iterator[Fly]:
    if position.course.spent >= position.course.allowance:
        return
    for unit in position.on_table():
        if unit.side != side or position.type(unit).kind is not Kind.AIRCRAFT:
            continue
        here = unit.at
        if not isinstance(here, Spot) or cannot_be_activated(position, unit) is not None:
            continue
        yield Fly(side, unit.id, here, unit.facing_deg or 0.0)
        if position.type(unit).has(SpecialRule.FORWARD_OBSERVER):
            yield Fly(side, unit.id, here, unit.facing_deg or 0.0, ActionKind.REQUEST)
        if _weapons_left(position, unit):
            for enemy in position.enemies(side):
                yield from _runs(position, side, unit, enemy)


def _runs(position: Position, side: str, unit: Unit, enemy: Unit) -> Iterator[Fly]:
    if position.type(enemy).kind is Kind.AIRCRAFT or not isinstance(enemy.at, Spot):
        return
    for bearing in (0.0, 180.0, 90.0, 270.0):
        from_there = enemy.at.ahead(bearing, ATTACKS_FROM_IN + _half(position, enemy))
        spot = Spot(round(from_there.x_in, 2), round(from_there.y_in, 2))
        if spot in position.table:
            yield Fly(side, unit.id, spot, (bearing + 180.0) % 360.0, ActionKind.AIR_ATTACK)
            return


def _half(position: Position, enemy: Unit) -> float:
    return position.type(enemy).length_in / 2


@implements("KN-AIR-07", "KN-AIR-09", "KN-AIR-11", "KN-AIR-28", "KN-AIR-31")
def _forbids(position: Position, action: Fly) -> Iterator[Reason]:
    unit = position.state.units.get(action.unit)
    if unit is None or unit.side != action.side or position.type(unit).kind is not Kind.AIRCRAFT:
        yield _no(f"{action.side} has no aircraft {action.unit}", "Activating aircraft")
        return
    if position.course.spent >= position.course.allowance:
        yield _no("all activations are used", "Activation")
    if (reason := cannot_be_activated(position, unit)) is not None:
        yield reason
    if action.to not in position.table:
        yield _no(f"{action.to} is off the table", "Aircraft movement")
    if action.then not in (None, ActionKind.AIR_ATTACK, ActionKind.REQUEST):
        yield _no(f"an aircraft moves first and cannot take the action {action.then}", "Aircraft movement")
    if action.then is ActionKind.REQUEST and not position.type(unit).has(SpecialRule.FORWARD_OBSERVER):
        yield _no(f"{unit} is no observation aircraft", "Aerial observation aircraft")
    if action.then is ActionKind.AIR_ATTACK and not _weapons_left(position, unit):
        yield _no(f"{unit} has nothing left to attack with", "Aircraft weapons")


@implements("KN-AIR-09", "KN-AIR-10", "KN-AIR-31")
def _fly(story: Story, action: Fly) -> None:
    """It moves first; then covering fire may meet it before it attacks."""
    kinds = (ActionKind.MOVE,) if action.then is None else (ActionKind.MOVE, action.then)
    story.tell(Activated(Activation(action.unit, action.side, kinds)))
    story.tell(MovedTo(action.unit, action.to, action.facing_deg % 360.0, 0.0), ActionDone(action.unit))
    enemy = story.course.other(action.side)
    if action.then is ActionKind.AIR_ATTACK and covers_against(story.position, enemy):
        story.tell(Owed(Obligation(Duty.COVERING_FIRE, enemy, other=action.unit)))


def _strike_offers(position: Position, side: str) -> Iterator[Strike]:
    unit = acting_unit(position, ActionKind.AIR_ATTACK)
    if unit is None:
        return
    for weapon, left in _weapons_left(position, unit):
        pairs = left // 2 if weapon.kind is WeaponKind.AIR_ROCKET else 1
        for manner in manners_of(weapon):
            for enemy in position.enemies(side):
                for count in sorted({1, pairs} - {0}):
                    yield Strike(side, unit.id, enemy.id, manner, weapon.name, count)


@implements("KN-AIR-10", "KN-AIR-12", "KN-AIR-14", "KN-AIR-19")
def _strike_forbids(position: Position, action: Strike) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.AIR_ATTACK)) is not None:
        yield reason
        return
    unit = position.state.unit(action.unit)
    target = position.state.units.get(action.target)
    held = {weapon.name: (weapon, left) for weapon, left in _weapons_left(position, unit)}
    if target is None or target.side == action.side or position.type(target).kind is Kind.AIRCRAFT:
        yield _no(f"{action.target} is no enemy on the ground", "Aircraft firing")
        return
    if action.weapon not in held or action.manner not in manners_of(held[action.weapon][0]):
        yield _no(f"{unit} cannot use {action.weapon} for {action.manner}", "Aircraft firing")
        return
    weapon, left = held[action.weapon]
    if not isinstance(target.at, Spot):
        yield _no(f"{target} is inside something else", "Aircraft firing")
        return
    if weapon.kind is WeaponKind.AIR_ROCKET and not 1 <= action.pairs <= left // 2:
        yield _no(f"rockets are fired in pairs, and {left} are left", "Aircraft weapons: rockets")
    yield from _unfit(position, target, action.manner, weapon)
    if not is_in_arc(position.base(unit), target.at, CREWED_ARC_DEG):
        yield _no(f"{target} is outside the arc of {unit}", "Firing arcs")
    if gap_in(position.base(target), _spot(unit)) > ATTACKS_FROM_IN + _NEAR_ENOUGH_IN:
        yield _no(f'{unit} attacks from about {ATTACKS_FROM_IN:g}"', "Aircraft movement")


def _unfit(position: Position, target: Unit, manner: ActionKind, weapon: Weapon) -> Iterator[Reason]:
    armoured = position.type(target).kind.is_armoured
    if manner is ActionKind.DIRECT_AT and not armoured:
        yield _no(f"{target} has no armour", "Direct fire - anti-tank")
    elif manner in (ActionKind.DIRECT_SMALL_ARMS, ActionKind.DIRECT_HE) and armoured:
        yield _no(f"{weapon.name} attack armour with direct fire - anti-tank", "Aircraft firing")


def _spot(unit: Unit) -> Spot:
    assert isinstance(unit.at, Spot)
    return unit.at


@implements("KN-AIR-12", "KN-AIR-33")
def _strike(story: Story, action: Strike) -> None:
    unit, target = story.state.unit(action.unit), story.state.unit(action.target)
    weapon = story.position.type(unit).weapon(action.weapon)
    run = run_at(story.position, unit, target, action.manner, weapon, action.pairs)
    _first_attack(story, action.side)
    seen, tolls = run.fly(story.dice)
    times = 2 * action.pairs if weapon.kind is WeaponKind.AIR_ROCKET else 1
    said = "; ".join(toll.words for toll in tolls) if seen else f"{target} is not observed"
    story.tell(AirWeaponUsed(action.unit, action.weapon, times if seen else 0, said or "no effect"))
    for toll in tolls:
        tell_toll(story, toll, action.side)
    _home_if_empty(story, action.unit)
    finish_action(story, action.unit)


@implements("KN-AIR-16", "KN-BMOR-18")
def _first_attack(story: Story, side: str) -> None:
    """The first attack of the game on a battle group from the air costs it a counter."""
    enemy = story.course.other(side)
    sky = SKY.of(story.course)
    if enemy not in sky.attacked:
        story.tell(
            SkyChanged(replace(sky, attacked=(*sky.attacked, enemy)), f"{enemy} is attacked from the air")
        )
        draw_counter(story, enemy, "the first attack from the air")


@implements("KN-AIR-08")
def _home_if_empty(story: Story, unit_id: str) -> None:
    """An aircraft without ammunition heads home, which costs nothing."""
    unit = story.state.units.get(unit_id)
    if unit is not None and story.position.type(unit).weapons and not _weapons_left(story.position, unit):
        story.tell(UnitLost(unit_id, "gone home"))


def _bomb_offers(position: Position, side: str) -> Iterator[DropBombs]:
    unit = acting_unit(position, ActionKind.AIR_ATTACK)
    if unit is None:
        return
    held = [
        (weapon, left) for weapon, left in _weapons_left(position, unit) if weapon.kind is WeaponKind.BOMB
    ]
    for weapon, left in held:
        for spotter in _spotters(position, side):
            for enemy in position.enemies(side):
                if isinstance(enemy.at, Spot):
                    for count in sorted({1, left}):
                        yield DropBombs(side, unit.id, spotter.id, enemy.at, weapon.name, count)


@implements("KN-AIR-21", "KN-SPEC-09")
def _spotters(position: Position, side: str) -> list[Unit]:
    """Who can place the marker for bombs: an air controller or the commander of the battle group."""
    able = {SpecialRule.AIR_CONTROLLER, SpecialRule.SUPREME_COMMAND}
    return [one for one in position.on_table() if one.side == side and position.type(one).rules & able]


@implements("KN-AIR-21", "KN-AIR-22")
def _bomb_forbids(position: Position, action: DropBombs) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.AIR_ATTACK)) is not None:
        yield reason
        return
    unit = position.state.unit(action.unit)
    held = {weapon.name: (weapon, left) for weapon, left in _weapons_left(position, unit)}
    if action.weapon not in held or held[action.weapon][0].kind is not WeaponKind.BOMB:
        yield _no(f"{unit} has no {action.weapon} left", "Aircraft weapons: bombs")
    elif not 1 <= action.count <= held[action.weapon][1]:
        yield _no(f"{held[action.weapon][1]} {action.weapon} are left", "Aircraft weapons: bombs")
    spotter = next((one for one in _spotters(position, action.side) if one.id == action.spotter), None)
    if spotter is None:
        yield _no(
            f"{action.spotter} is neither an air controller nor the commander", "Aircraft weapons: bombs"
        )
    elif (reason := cannot_mark(position, spotter, action.at)) is not None:
        yield reason


@implements("KN-AIR-21", "KN-AIR-22", "KN-AIR-23")
def _bomb(story: Story, action: DropBombs) -> None:
    """A radio check, the marker drifts, then a die for each bomb (OUR 121)."""
    unit = story.state.unit(action.unit)
    weapon = story.position.type(unit).weapon(action.weapon)
    assert weapon.he is not None
    _first_attack(story, action.side)
    if story.roll("radio check") < RADIO_ON:
        story.tell(AirWeaponUsed(action.unit, action.weapon, 0, "no radio contact"))
        finish_action(story, action.unit)
        return
    fell = deviate(story.dice)
    at = fell.drifted(action.at)
    story.tell(AirWeaponUsed(action.unit, action.weapon, action.count, f"{fell}"))
    if at in story.position.table:
        shell(story, at, weapon.he, action.count, action.side)
    _home_if_empty(story, action.unit)
    finish_action(story, action.unit)


def _strike_chances(position: Position, action: Strike) -> Ruling[str]:
    unit, target = position.state.unit(action.unit), position.state.units.get(action.target)
    held = {weapon.name: weapon for weapon, _ in _weapons_left(position, unit)}
    if target is None or action.weapon not in held:
        return Ruling(str(action), "not allowed", tuple(_strike_forbids(position, action)))
    run = run_at(position, unit, target, action.manner, held[action.weapon], action.pairs)
    odds = run.odds()
    likely = sorted(odds.chances.items(), key=lambda item: (-item[1], item[0]))
    said = "; ".join(f"{outcome} {float(chance):.0%}" for outcome, chance in likely[:6])
    return Ruling(str(action), said, run.reasons, odds)


def _bomb_chances(position: Position, action: DropBombs) -> Ruling[str]:
    weapon = position.type(position.state.unit(action.unit)).weapon(action.weapon)
    if weapon.he is None:
        return Ruling(str(action), "not allowed", tuple(_bomb_forbids(position, action)))
    return bombardment_ruling(position, f"{action}, if on target", action.at, weapon.he, action.count)


def _opens(state: GameState, _: Mapping[str, Any]) -> GameState:
    """Aircraft may not be there from the start at night.

    Raises:
        BadInput: if an aircraft is listed in a night game.
    """
    if course_of(state).setting.is_night:
        for unit in state.units.values():
            if unit.type in {name for table in AIR_SUPPORT.values() for name in table}:
                raise BadInput(f"units.{unit.id}.type", unit.type, "no aircraft in a night game")
    return SKY.put(state, Sky())


CHAPTER = Chapter(
    "aircraft",
    {
        Fly: Handler((Step.ACTIVATION,), _offers, _forbids, _fly),
        Strike: Handler((ActionKind.AIR_ATTACK,), _strike_offers, _strike_forbids, _strike, _strike_chances),
        DropBombs: Handler((ActionKind.AIR_ATTACK,), _bomb_offers, _bomb_forbids, _bomb, _bomb_chances),
    },
    (SkyChanged, AirWeaponUsed),
    begins=_begins,
    drawn=_drawn,
    opens=_opens,
)

RULE_IDS = {
    "ARRIVES_WITH_CONTROLLER": ("KN-AIR-03", "KN-AIR-04", "KN-AIR-05"),
    "ATTACKS_FROM_IN": "KN-AIR-10",
}
