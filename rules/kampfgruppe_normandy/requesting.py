"""Requesting a fire mission: the observer's action from fire request to spotter round, and fire for effect or not.

Rule: KGN Requesting a fire mission, Registered target points; OUR 100 to 106.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.game.dice import Dice
from rules.game.events import UnitPlaced
from rules.game.odds import Odds, odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.ground.inches import Spot, gap_in
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import acting_unit, finish_action, not_acting
from rules.kampfgruppe_normandy.aim import NIGHT_LIMIT_IN
from rules.kampfgruppe_normandy.batteries import dedicated_batteries, indirect_weapon, may_spot
from rules.kampfgruppe_normandy.chapters import Handler
from rules.kampfgruppe_normandy.course import Duty, Obligation
from rules.kampfgruppe_normandy.events import Answered, Owed
from rules.kampfgruppe_normandy.fire_missions import Level, Mission, Priority, RadioTraffic, fire_support
from rules.kampfgruppe_normandy.fire_requests import (
    GENERAL_SUPPORT,
    GRANTED_ON,
    MARKER_RANGE_IN,
    RADIO_ON,
    answering,
    checks_needed,
    deviate,
    drift_odds,
    gets_through,
    is_granted,
)
from rules.kampfgruppe_normandy.losses import lose
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.readings_of_support import ours
from rules.kampfgruppe_normandy.rulebook import cite
from rules.kampfgruppe_normandy.sight import look
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.support_events import (
    MessengerSent,
    MissionAsked,
    MissionOver,
    PointRevealed,
    RadioFailed,
    RequestMade,
    SignalsUsed,
)
from rules.kampfgruppe_normandy.unit_types import SpecialRule


@dataclass(frozen=True, slots=True)
class RequestMission:
    """An observer asks for fire: from his own guns, or general support of a priority and level.

    `at` is where the target marker is placed, `point` a registered point in its stead; `messenger` is sent in
    the place of the radio.
    """

    side: str
    unit: str
    guns: tuple[str, ...] = ()
    at: Spot | None = None
    point: str = ""
    priority: Priority | None = None
    level: Level | None = None
    messenger: str = ""

    def __str__(self) -> str:
        whom = f"{self.level} support, {self.priority} priority" if self.level else ", ".join(self.guns)
        where = self.point or f"{self.at}"
        sent = f", by {self.messenger}" if self.messenger else ""
        return f"{self.unit} requests {whom} at {where}{sent}"


@dataclass(frozen=True, slots=True)
class TryRadioAgain:
    """A signals unit has the failed radio check thrown again."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} tries the radio again"


@dataclass(frozen=True, slots=True)
class GiveUpRadio:
    """The failed radio check stands, and the mission is lost."""

    side: str

    def __str__(self) -> str:
        return "the message does not get through"


@dataclass(frozen=True, slots=True)
class FireOnMarker:
    """The spotter round lies well: the guns may fire for effect on it."""

    side: str

    def __str__(self) -> str:
        return "fire for effect"


@dataclass(frozen=True, slots=True)
class CancelMission:
    """The spotter round lies badly: the mission is cancelled."""

    side: str

    def __str__(self) -> str:
        return "the mission is cancelled"


def _no(text: str, section: str, *at: Spot) -> Reason:
    return Reason(text, cite(section), at)


@implements("KN-IND-06", "KN-IND-32", "KN-NIGHT-02", "KN-NIGHT-04", "KN-IND-43")
def cannot_mark(position: Position, observer: Unit, at: Spot) -> Reason | None:
    """Why an observer cannot place a target marker there: off the table, too far or out of sight.

    Rule: KGN Place a target marker; Night fighting; OUR 151.
    """
    if at not in position.table:
        return _no("the marker is off the table", "Place a target marker")
    away = gap_in(position.base(observer), at)
    night = position.course.setting.is_night
    limit = NIGHT_LIMIT_IN if night else MARKER_RANGE_IN
    if away > limit:
        where = "Night fighting" if night else "Place a target marker"
        return _no(f'the marker is {away:.1f}" away, beyond {limit:g}"', where, at)
    seen = look(position, observer, at)
    if not seen.is_open:
        why = "; ".join(reason.text for reason in seen.reasons)
        return _no(f"{observer} does not see the marker: {why}", "Place a target marker", at)
    return None


def _offers(position: Position, side: str) -> Iterator[RequestMission]:
    observer = acting_unit(position, ActionKind.REQUEST)
    if observer is None:
        return
    spots = [
        spot
        for enemy in position.enemies(side)
        if (spot := position.spot(enemy)) is not None and cannot_mark(position, observer, spot) is None
    ]
    support = fire_support(position.course)
    points = [one.name for one in support.points if one.side == side]
    asked = [RequestMission(side, observer.id, guns) for guns in dedicated_batteries(position, side)]
    for priority in support.requests_of(side):
        asked += [RequestMission(side, observer.id, priority=priority, level=level) for level in Level]
    senders = ["", *(one.id for one in _with_rule(position, side, SpecialRule.MESSENGER))]
    for request in asked:
        for sender in senders:
            for spot in spots:
                yield replace(request, at=spot, messenger=sender)
            for point in points:
                yield replace(request, point=point, messenger=sender)


def _with_rule(position: Position, side: str, rule: SpecialRule) -> list[Unit]:
    return [unit for unit in position.on_table() if unit.side == side and position.type(unit).has(rule)]


def _forbids(position: Position, action: RequestMission) -> Iterator[Reason]:
    if (reason := not_acting(position, action.unit, ActionKind.REQUEST)) is not None:
        yield reason
        return
    observer = position.state.unit(action.unit)
    yield from _wrong_guns(position, action, observer)
    yield from _wrong_marker(position, action, observer)
    if action.messenger:
        senders = [one.id for one in _with_rule(position, action.side, SpecialRule.MESSENGER)]
        if action.messenger not in senders:
            yield _no(f"{action.messenger} is no messenger", "Messenger")
        elif position.course.spent >= position.course.allowance:
            yield _no("a messenger costs an activation, and none is left", "Messenger")


@implements("KN-IND-04", "KN-IND-34", "KN-IND-36", "KN-IND-37", "KN-IND-38")
def _wrong_guns(position: Position, action: RequestMission, observer: Unit) -> Iterator[Reason]:
    kind = position.type(observer)
    if (action.level is None) != (action.priority is None) or (action.level is None) != bool(action.guns):
        yield _no(
            "a request is for guns of one's own, or for general support of a priority and level",
            "Fire request",
        )
        return
    if action.level is not None and action.priority is not None:
        if action.priority not in fire_support(position.course).requests_of(action.side):
            yield _no(f"no {action.priority} priority request is left", "General support fire requests")
        if not may_spot(kind, None):
            yield _no(f"{observer} may not ask for general support", "Artillery")
        lent = {name for name, _ in GENERAL_SUPPORT.get((kind.nation, action.level), ())}
        if not lent or not lent <= set(position.book.roster):
            yield Reason(f"the roster has no {action.level} artillery for {kind.nation}", ours(102))
        return
    for guns in dedicated_batteries(position, action.side):
        if set(action.guns) <= set(guns):
            break
    else:
        yield _no(f"{', '.join(action.guns)} are no battery of {action.side}", "Fire request")
        return
    if action.unit in action.guns:
        yield _no(f"{observer} cannot spot for itself", "Gun spotting for themselves")
    weapon = indirect_weapon(position.type(position.state.unit(action.guns[0])))
    if weapon is not None and not may_spot(kind, weapon):
        yield _no(f"{observer} may not ask for the fire of {weapon.name}", "Requesting fire")


def _wrong_marker(position: Position, action: RequestMission, observer: Unit) -> Iterator[Reason]:
    if (action.at is None) == (not action.point):
        yield _no("a request names a marker or a registered point", "Place a target marker")
    elif action.point:
        if fire_support(position.course).point(action.side, action.point) is None:
            yield _no(f"{action.side} has no point {action.point} registered", "Registered target points")
    elif action.at is not None and (reason := cannot_mark(position, observer, action.at)) is not None:
        yield reason


@implements("KN-IND-02", "KN-IND-03", "KN-ACT-12", "KN-IND-38")
def _carry_out(story: Story, action: RequestMission) -> None:
    level, priority = action.level, action.priority
    if level is not None and priority is not None:
        die = story.roll(f"{priority} priority request")
        granted = die >= GRANTED_ON[priority]
        story.tell(RequestMade(action.side, priority, granted))
        if not granted:
            finish_action(story, action.unit)
            return
    else:
        story.tell(RequestMade(action.side))
    support = fire_support(story.course)
    at = action.at
    if action.point:
        point = support.point(action.side, action.point)
        assert point is not None
        at = point.at
        if not point.known:
            story.tell(PointRevealed(point.side, point.name, point.at))
    assert at is not None
    mission = Mission(
        f"mission {support.asked}", action.side, action.unit, action.guns, at, action.point, level is not None
    )
    if not mission.is_general:
        story.tell(MissionAsked(mission, "the target marker is placed"))
    checks = checks_needed(level)
    if action.messenger:
        _send(story, action.messenger)
        checks = 0
    _check_radio(story, RadioTraffic(mission, level, checks))


@implements("KN-SPEC-14")
def _send(story: Story, messenger: str) -> None:
    """A messenger leaves at the cost of an activation, and every radio check is passed (OUR 127)."""
    story.tell(MessengerSent(messenger))
    lose(story, messenger, "sent with a message", counts=False)


@implements("KN-IND-07", "KN-IND-08", "KN-IND-40", "KN-SPEC-13")
def _check_radio(story: Story, traffic: RadioTraffic) -> None:
    """The radio checks still to pass, one after another; one that fails may be thrown again by a signals unit."""
    while traffic.checks_left:
        die = story.roll("radio check")
        if die < RADIO_ON:
            if _signals_ready(story.position, traffic.mission.side):
                story.tell(RadioFailed(traffic))
                story.tell(Owed(Obligation(Duty.SIGNALS, traffic.mission.side, traffic.mission.observer)))
            else:
                _lost_in_the_air(story, traffic.mission)
            return
        traffic = replace(traffic, checks_left=traffic.checks_left - 1)
    _spot(story, traffic)


def _signals_ready(position: Position, side: str) -> list[Unit]:
    used = fire_support(position.course).signals_used
    return [one for one in _with_rule(position, side, SpecialRule.SIGNALS) if one.id not in used]


def _lost_in_the_air(story: Story, mission: Mission) -> None:
    story.tell(MissionOver(mission.id, "the message did not get through"))
    finish_action(story, mission.observer)


@implements("KN-IND-09", "KN-IND-10", "KN-IND-11", "KN-IND-12", "KN-IND-32", "KN-IND-33")
def _spot(story: Story, traffic: RadioTraffic) -> None:
    """The guns are found, the spotter round falls and drifts; on a registered point it does not."""
    mission = traffic.mission
    if traffic.level is not None:
        mission = replace(mission, guns=_lend(story, mission, traffic.level))
    if not mission.point:
        fell = deviate(story.dice)
        at = fell.drifted(mission.at)
        story.tell(MissionAsked(replace(mission, at=at), str(fell)))
        mission = replace(mission, at=at)
        if at not in story.position.table:
            story.tell(MissionOver(mission.id, "the spotter round falls off the table"))
            finish_action(story, mission.observer)
            return
    else:
        story.tell(MissionAsked(mission, f"on registered point {mission.point}"))
    story.tell(Owed(Obligation(Duty.FIRE_FOR_EFFECT, mission.side, mission.observer, mission.id)))


def _lend(story: Story, mission: Mission, level: Level) -> tuple[str, ...]:
    nation = story.position.type(story.state.unit(mission.observer)).nation
    type_id, count = answering(nation, level, story.dice)
    guns = tuple(f"{mission.id} gun {k}" for k in range(1, count + 1))
    for gun in guns:
        story.tell(UnitPlaced(Unit(gun, type_id, mission.side)))
    return guns


def _signals_offers(position: Position, side: str) -> Iterator[TryRadioAgain]:
    yield from (TryRadioAgain(side, one.id) for one in _signals_ready(position, side))


def _signals_forbid(position: Position, action: TryRadioAgain) -> Iterator[Reason]:
    if action.unit not in [one.id for one in _signals_ready(position, action.side)]:
        yield _no(f"{action.unit} is no signals unit that can still help this turn", "Signals")


@implements("KN-SPEC-13")
def _try_again(story: Story, action: TryRadioAgain) -> None:
    traffic = fire_support(story.course).radio
    assert traffic is not None
    story.tell(Answered(), SignalsUsed(action.unit), RadioFailed(None))
    if story.roll("radio check, again") < RADIO_ON:
        _lost_in_the_air(story, traffic.mission)
        return
    _check_radio(story, replace(traffic, checks_left=traffic.checks_left - 1))


def _give_up(story: Story, _: GiveUpRadio) -> None:
    traffic = fire_support(story.course).radio
    assert traffic is not None
    story.tell(Answered(), RadioFailed(None))
    _lost_in_the_air(story, traffic.mission)


def _mission_owed(story: Story) -> Mission:
    mission = fire_support(story.course).mission(story.course.owed[0].other)
    assert mission is not None
    return mission


@implements("KN-IND-12", "KN-IND-15")
def _fire_on(story: Story, _: FireOnMarker) -> None:
    mission = _mission_owed(story)
    story.tell(Answered(), MissionAsked(replace(mission, is_on=True), "the spotter round is complete"))
    finish_action(story, mission.observer)


@implements("KN-IND-12")
def _cancel(story: Story, _: CancelMission) -> None:
    mission = _mission_owed(story)
    story.tell(Answered(), MissionOver(mission.id, "cancelled"))
    finish_action(story, mission.observer)


def _nothing(_: Position, __: object) -> Iterator[Reason]:
    return iter(())


@implements("KN-ACT-12", "KN-IND-43")
def may_request(position: Position, unit_id: str) -> Iterator[ActionKind]:
    """That an observer may be told to request a fire mission, if there is anybody to ask."""
    unit = position.state.unit(unit_id)
    kind = position.type(unit)
    general = bool(fire_support(position.course).requests_of(unit.side)) and may_spot(kind, None)
    own = any(
        may_spot(kind, indirect_weapon(position.type(position.state.unit(guns[0]))))
        for guns in dedicated_batteries(position, unit.side)
        if unit_id not in guns
    )
    if general or own:
        yield ActionKind.REQUEST


def _fire_offers(_: Position, side: str) -> Iterator[FireOnMarker]:
    yield FireOnMarker(side)


def _cancel_offers(_: Position, side: str) -> Iterator[CancelMission]:
    yield CancelMission(side)


def _give_up_offers(_: Position, side: str) -> Iterator[GiveUpRadio]:
    yield GiveUpRadio(side)


_MARKED = "marked"


def _drifted(inches: int) -> str:
    if not inches:
        return "on target"
    return 'off by up to 4"' if inches <= 4 else 'off by 5" to 8"' if inches <= 8 else 'off by more than 8"'


@implements("KN-IND-05", "KN-IND-07", "KN-IND-10")
def _chances(position: Position, action: RequestMission) -> Ruling[str]:
    """Whether a request brings a marker down, and how far from where it was placed, exactly."""

    def asked(dice: Dice) -> str:
        if action.priority is not None and not is_granted(action.priority, dice):
            return "declined"
        checks = 0 if action.messenger else checks_needed(action.level)
        again = len(_signals_ready(position, action.side))
        for _ in range(checks):
            if gets_through(dice):
                continue
            if not again or not gets_through(dice):
                return "no radio contact"
            again -= 1
        if action.point:
            return "on the registered point"
        return _MARKED

    reasons = [_no(f"a radio check needs {RADIO_ON}+, {checks_needed(action.level)} in all", "Radio checks")]
    if action.priority is not None:
        text = f"{action.priority} priority is granted on {GRANTED_ON[action.priority]}+"
        is_low = action.priority is Priority.LOW
        reasons.append(Reason(text, ours(100) if is_low else cite("General support")))
    before = odds_of(asked)
    marked = before.of(_MARKED)
    odds = Odds.weighted(
        [
            *((what, chance) for what, chance in before.chances.items() if what != _MARKED),
            *(
                (_drifted(inches), marked * chance)
                for inches, chance in drift_odds().chances.items()
                if marked
            ),
        ]
    )
    said = "; ".join(f"{what} {float(odds.of(what)):.0%}" for what in sorted(odds.chances))
    return Ruling(str(action), said, tuple(reasons), odds)


HANDLERS: Mapping[type, Handler] = MappingProxyType({
    RequestMission: Handler((ActionKind.REQUEST,), _offers, _forbids, _carry_out, _chances),
    TryRadioAgain: Handler((Duty.SIGNALS,), _signals_offers, _signals_forbid, _try_again),
    GiveUpRadio: Handler((Duty.SIGNALS,), _give_up_offers, _nothing, _give_up),
    FireOnMarker: Handler((Duty.FIRE_FOR_EFFECT,), _fire_offers, _nothing, _fire_on),
    CancelMission: Handler((Duty.FIRE_FOR_EFFECT,), _cancel_offers, _nothing, _cancel),
})  # fmt: skip
"""The declarations of an observer."""
