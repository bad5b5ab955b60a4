"""Fire for effect: guns activated together or one by one, and counter-battery fire against them.

Rule: KGN Fire for effect, Counter-battery fire missions; OUR 107 to 115.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.game.chance.odds import odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.support_kinds import COUNTER_BATTERY_ON
from rules.kampfgruppe_normandy.book.unit_types import WeaponKind
from rules.kampfgruppe_normandy.effects.activation import begin_activation, finish_action
from rules.kampfgruppe_normandy.effects.ammunition import fired_last_shot
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import bombardment_ruling, shell
from rules.kampfgruppe_normandy.effects.odds_text import likeliest
from rules.kampfgruppe_normandy.questions.activation import acting_unit, cannot_be_activated, not_acting
from rules.kampfgruppe_normandy.questions.batteries import (
    cannot_reach,
    dice_of,
    indirect_weapon,
    is_off_table,
)
from rules.kampfgruppe_normandy.state.chapter import Procedure, just, nothing_forbids
from rules.kampfgruppe_normandy.state.events import Answered, ConditionsChanged, Owed
from rules.kampfgruppe_normandy.state.fire_missions import GunsLaid, Mission, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Activation, Duty, Obligation, Step
from rules.kampfgruppe_normandy.state.resolution import Story
from rules.kampfgruppe_normandy.state.support_events import (
    CounterBatteryTried,
    GunsActivated,
    Laid,
    MissionOver,
    RocketsFired,
)

BOTH_ACTIONS = 2


@dataclass(frozen=True, slots=True)
class FireForEffect:
    """Activate guns together and fire both actions of each at their target marker."""

    side: str
    mission: str
    guns: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.guns)} fire for effect, {self.mission}"


@dataclass(frozen=True, slots=True)
class FireIndirectly:
    """A gun being activated fires its next actions, all that are indirect fire, at its target marker."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} fires indirectly"


@dataclass(frozen=True, slots=True)
class CounterBattery:
    """A counter-battery mission is fired at the guns that are about to fire."""

    side: str

    def __str__(self) -> str:
        return "counter-battery fire"


@dataclass(frozen=True, slots=True)
class HoldCounterBattery:
    """The counter-battery missions are kept."""

    side: str

    def __str__(self) -> str:
        return "no counter-battery fire"


def _missions(position: Position, side: str) -> Iterator[Mission]:
    return (one for one in fire_support(position.course).missions if one.side == side and one.is_on)


def _offers(position: Position, side: str) -> Iterator[FireForEffect]:
    room = position.course.allowance - position.course.spent
    for mission in _missions(position, side):
        ready = tuple(gun for gun in mission.guns if _cannot_fire(position, gun, mission) is None)
        if ready and room > 0:
            yield FireForEffect(side, mission.id, ready[:room])


def _cannot_fire(position: Position, gun: str, mission: Mission) -> Reason | None:
    unit = position.state.units.get(gun)
    if unit is None:
        return because(f"{gun} is out of the game", "Fire for effect")
    return cannot_be_activated(position, unit) or cannot_reach(position, unit, mission.at)


@implements("KN-IND-13", "KN-IND-15", "KN-IND-44")
def _forbids(position: Position, action: FireForEffect) -> Iterator[Reason]:
    mission = fire_support(position.course).mission(action.mission)
    if mission is None or mission.side != action.side or not mission.is_on:
        yield because(f"there is no {action.mission} to fire", "Fire for effect")
        return
    if (
        not action.guns
        or len(set(action.guns)) != len(action.guns)
        or not set(action.guns) <= set(mission.guns)
    ):
        said = f"{mission.id} is for {', '.join(mission.guns)}, not {', '.join(action.guns) or 'no gun'}"
        yield because(said, "Fire for effect")
        return
    if len(action.guns) > position.course.allowance - position.course.spent:
        yield because("each gun costs one activation, and fewer are left", "Fire for effect")
    for gun in action.guns:
        if (reason := _cannot_fire(position, gun, mission)) is not None:
            yield reason


@implements("KN-IND-13", "KN-IND-02", "KN-COV-02")
def _carry_out(story: Story, action: FireForEffect) -> None:
    """Off-table guns fire together; one on the table is activated as units are, and may be met by covering fire first."""
    position = story.position
    gun = action.guns[0]
    if len(action.guns) == 1 and not is_off_table(position, position.state.unit(gun)):
        both = (ActionKind.SUPPRESS_INDIRECT,) * BOTH_ACTIONS
        begin_activation(story, Activation(gun, action.side, both))
        if not story.course.owed:
            _single(story, FireIndirectly(action.side, gun))
        return
    story.tell(GunsActivated(action.guns))
    shots = sum(dice_of(position, position.state.unit(gun), BOTH_ACTIONS) for gun in action.guns)
    _lay(story, GunsLaid(action.mission, action.guns, shots))


def _is_launcher(position: Position, gun: str) -> bool:
    weapon = indirect_weapon(position.type(position.state.unit(gun)))
    return weapon is not None and weapon.kind is WeaponKind.ROCKETS


@implements("KN-IND-27", "KN-IND-28", "KN-IND-29")
def _lay(story: Story, laid: GunsLaid) -> None:
    """Off-table guns may be answered by counter-battery fire before they fire."""
    mission = fire_support(story.course).mission(laid.mission)
    assert mission is not None
    enemy = story.course.other(mission.side)
    off_table = all(is_off_table(story.position, story.state.unit(gun)) for gun in laid.guns)
    if off_table and fire_support(story.course).counter_battery_of(enemy) > 0:
        story.tell(Laid(laid), Owed(Obligation(Duty.COUNTER_BATTERY, enemy, other=mission.id)))
        return
    _fire(story, laid)


@implements("KN-IND-27", "KN-IND-28")
def _counter(story: Story, action: CounterBattery) -> None:
    """Guns that are found do not fire this turn; their target marker stays for a later one (OUR 111)."""
    laid = fire_support(story.course).laid
    assert laid is not None
    story.tell(Answered(), Laid(None))
    found = story.roll("counter-battery fire") >= COUNTER_BATTERY_ON
    story.tell(CounterBatteryTried(action.side, found))
    if not found:
        _fire(story, laid)


def _hold(story: Story, _: HoldCounterBattery) -> None:
    laid = fire_support(story.course).laid
    assert laid is not None
    story.tell(Answered(), Laid(None))
    _fire(story, laid)


@implements("KN-WPN-24")
def _fire(story: Story, laid: GunsLaid) -> None:
    mission = fire_support(story.course).mission(laid.mission)
    assert mission is not None
    gun = story.state.unit(laid.guns[0])
    weapon = indirect_weapon(story.position.type(gun))
    assert weapon is not None
    assert weapon.he is not None
    if launchers := tuple(name for name in laid.guns if _is_launcher(story.position, name)):
        story.tell(RocketsFired(launchers, story.course.turn))
    for name in laid.guns:
        story.tell(ConditionsChanged(name, frozenset({FIRED}), frozenset({COVERING})))
        fired_last_shot(story, name, weapon.name)
    shell(story, mission.at, weapon.he, laid.shots, mission.side)
    if not _guns_left(story.position, mission, laid.guns):
        story.tell(MissionOver(mission.id, "rounds complete"))


@implements("KN-IND-22")
def _guns_left(position: Position, mission: Mission, fired: tuple[str, ...]) -> bool:
    """Whether guns of the mission have still to fire; the marker stays for them.

    Guns that cannot be activated any more this turn do not keep it.
    """
    return any(
        gun not in fired and _cannot_fire(position, gun, mission) is None
        for gun in mission.guns
        if position.course.spent < position.course.allowance
    )


def may_fire_indirectly(position: Position, unit_id: str) -> Iterator[ActionKind]:
    """That a gun on the table with a target marker may be told to fire at it."""
    unit = position.state.unit(unit_id)
    if indirect_weapon(position.type(unit)) is None or is_off_table(position, unit):
        return
    if fire_support(position.course).of_guns(unit_id) is not None:
        yield ActionKind.SUPPRESS_INDIRECT


def _single_offers(position: Position, side: str) -> Iterator[FireIndirectly]:
    unit = acting_unit(position, ActionKind.SUPPRESS_INDIRECT)
    if unit is not None:
        yield FireIndirectly(side, unit.id)


def _single_forbids(position: Position, action: FireIndirectly) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.SUPPRESS_INDIRECT)) is not None:
        yield reason
        return
    mission = fire_support(position.course).of_guns(action.unit)
    if mission is None:
        yield because(f"{action.unit} has no target marker to fire at", "Fire for effect")
    elif (reason := cannot_reach(position, position.state.unit(action.unit), mission.at)) is not None:
        yield reason


@implements("KN-IND-14", "KN-ACT-06")
def _single(story: Story, action: FireIndirectly) -> None:
    """All the indirect actions a gun has left are thrown together (OUR 114)."""
    activation = story.course.activation
    mission = fire_support(story.course).of_guns(action.unit)
    assert activation is not None
    assert mission is not None
    actions = activation.kinds[activation.done :].count(ActionKind.SUPPRESS_INDIRECT)
    unit = story.state.unit(action.unit)
    _fire(story, GunsLaid(mission.id, (action.unit,), dice_of(story.position, unit, actions)))
    for _ in range(actions):
        finish_action(story, action.unit)


def _chances(position: Position, action: FireForEffect) -> Ruling[str]:
    mission = fire_support(position.course).mission(action.mission)
    if mission is None or not action.guns or action.guns[0] not in position.state.units:
        return Ruling(str(action), "not allowed", tuple(_forbids(position, action)))
    guns = [position.state.unit(gun) for gun in action.guns]
    weapon = indirect_weapon(position.type(guns[0]))
    if weapon is None or weapon.he is None:
        return Ruling(str(action), "not allowed", tuple(_forbids(position, action)))
    shots = sum(dice_of(position, gun, BOTH_ACTIONS) for gun in guns)
    return bombardment_ruling(position, str(action), mission.at, weapon.he, shots)


def _single_chances(position: Position, action: FireIndirectly) -> Ruling[str]:
    mission = fire_support(position.course).of_guns(action.unit)
    activation = position.course.activation
    weapon = indirect_weapon(position.type(position.state.unit(action.unit)))
    if mission is None or activation is None or weapon is None or weapon.he is None:
        return Ruling(str(action), "not allowed", tuple(_single_forbids(position, action)))
    actions = activation.kinds[activation.done :].count(ActionKind.SUPPRESS_INDIRECT)
    shots = dice_of(position, position.state.unit(action.unit), actions)
    return bombardment_ruling(position, str(action), mission.at, weapon.he, shots)


def _counter_chances(_: Position, action: CounterBattery) -> Ruling[str]:
    odds = odds_of(lambda dice: "silenced" if dice.roll(6) >= COUNTER_BATTERY_ON else "they fire")
    reason = because(f"finds the guns on {COUNTER_BATTERY_ON}+", "Counter-battery fire missions")
    return Ruling(str(action), likeliest(odds), (reason,), odds)


PROCEDURES: Mapping[type, Procedure] = MappingProxyType({
    FireForEffect: Procedure((Step.ACTIVATION,), _offers, _forbids, _carry_out, _chances),
    FireIndirectly: Procedure(
        (ActionKind.SUPPRESS_INDIRECT,), _single_offers, _single_forbids, _single, _single_chances
    ),
    CounterBattery: Procedure(
        (Duty.COUNTER_BATTERY,), just(CounterBattery), nothing_forbids, _counter, _counter_chances
    ),
    HoldCounterBattery: Procedure((Duty.COUNTER_BATTERY,), just(HoldCounterBattery), nothing_forbids, _hold),
})  # fmt: skip
"""The declarations of guns, and of those who answer them."""
