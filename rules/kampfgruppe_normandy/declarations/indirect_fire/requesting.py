"""Requesting a fire mission: which guns an observer may ask, for which marker, and how the request begins.

Rule: KGN Requesting a fire mission, Registered target points; OUR 100 to 106.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import as_read, because, cite
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.indirect_fire.radio import check_radio
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import RADIO_ON, checks_needed
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.questions.activation import cannot_be_activated, unit_action
from rules.kampfgruppe_normandy.questions.batteries import (
    dedicated_batteries,
    guns_of,
    indirect_weapon,
    may_spot,
    out_of_ammunition,
)
from rules.kampfgruppe_normandy.questions.marker_places import cannot_mark
from rules.kampfgruppe_normandy.state.fire_missions import Mission, RadioTraffic, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import (
    MessengerSent,
    MissionOver,
    PointRevealed,
    RequestMade,
)


@dataclass(frozen=True, slots=True)
class RequestMission:
    """An observer asks for fire: from his side's own guns, or general support of a priority and level.

    `at` is where the target marker is placed, or `point` names a registered point instead; a `messenger` replaces the
    radio.
    """

    side: str
    unit: UnitId
    guns: tuple[UnitId, ...] = ()
    at: Spot | None = None
    point: str = ""
    priority: Priority | None = None
    level: Level | None = None
    messenger: UnitId = ""

    def __str__(self) -> str:
        whom = f"{self.level} support, {self.priority} priority" if self.level else ", ".join(self.guns)
        where = self.point or f"{self.at}"
        sent = f", by {self.messenger}" if self.messenger else ""
        return f"{self.unit} requests {whom} at {where}{sent}"

    def told_to(self, side: str) -> str:
        """The words for a side: the enemy learns the name of a registered point only when fire is called down on it."""
        if not self.point or side == self.side:
            return str(self)
        return str(replace(self, point="a registered point"))


def _offers(position: Position, side: str, observer: Unit) -> Iterator[RequestMission]:
    spots = [
        spot
        for enemy in position.enemies(side)
        if (spot := position.spot(enemy)) is not None and cannot_mark(position, observer, spot) is None
    ]
    support = fire_support(position.progress)
    points = [point.name for point in support.points if point.side == side]
    requests = [RequestMission(side, observer.id, guns) for guns in dedicated_batteries(position, side)]
    for priority in support.requests_of(side):
        requests += [RequestMission(side, observer.id, priority=priority, level=level) for level in Level]
    senders = ["", *(unit.id for unit in _messengers(position, side))]
    for request in requests:
        for sender in senders:
            for spot in spots:
                yield replace(request, at=spot, messenger=sender)
            for point in points:
                yield replace(request, point=point, messenger=sender)


def _forbids(position: Position, action: RequestMission, observer: Unit) -> Iterator[Reason]:
    yield from _wrong_guns(position, action, observer)
    yield from _wrong_marker(position, action, observer)
    if action.messenger:
        if action.messenger not in [unit.id for unit in _messengers(position, action.side)]:
            yield because(f"{action.messenger} is not a messenger that can be activated", "Messenger")
        elif position.progress.spent >= position.progress.allowance:
            yield because("a messenger costs an activation, and you have none left", "Messenger")


@implements("KN-SPEC-14a", "KN-SUPP-27")
def _messengers(position: Position, side: str) -> list[Unit]:
    """The messengers of a side on the table that can be sent, as only those can that may be activated."""
    return [
        unit
        for unit in position.on_table()
        if unit.side == side
        and position.type(unit).has(SpecialRule.MESSENGER)
        and cannot_be_activated(position, unit) is None
    ]


@implements("KN-IND-04", "KN-IND-34", "KN-IND-36", "KN-IND-37", "KN-IND-38")
def _wrong_guns(position: Position, action: RequestMission, observer: Unit) -> Iterator[Reason]:
    kind = position.type(observer)
    if (action.level is None) != (action.priority is None) or (action.level is None) != bool(action.guns):
        yield because(
            "a request names your own guns, or general support with its priority and level",
            "Fire request",
        )
        return
    if action.level is not None and action.priority is not None:
        if action.priority not in fire_support(position.progress).requests_of(action.side):
            yield because(f"no {action.priority} priority request is left", "General support fire requests")
        if not may_spot(kind, None):
            yield because(f"{observer} may not ask for general support", "Artillery")
        lists = position.book.support
        if (kind.nation, action.level) not in lists.general:
            yield Reason(f"no {action.level} artillery answers the {kind.nation}", lists.cite(102))
        return
    batteries = dedicated_batteries(position, action.side)
    answering = {gun for guns in batteries for gun in guns}
    if missing := [gun for gun in action.guns if gun not in answering]:
        yield from (_why_no_answer(position, action.side, gun) for gun in missing)
        return
    if len(set(action.guns)) != len(action.guns):
        yield because("a request names each gun once", "Fire request")
        return
    if not any(set(action.guns) <= set(guns) for guns in batteries):
        words = f"{', '.join(action.guns)} are no battery: guns of one type fire together, all on the table or all off it"
        yield Reason(words, as_read("Fire request", 193))
        return
    if action.unit in action.guns:
        yield because(f"{observer} cannot spot for itself", "Gun spotting for themselves")
    weapon = indirect_weapon(position.type(position.state.unit(action.guns[0])))
    if weapon is not None and not may_spot(kind, weapon):
        yield because(f"{observer} may not ask for the fire of {weapon.name}", "Requesting fire")


@implements("KN-IND-04", "KN-IND-44", "KN-SPEC-24a.3")
def _why_no_answer(position: Position, side: str, gun: str) -> Reason:
    """Why a gun named in a request does not answer requests of the side."""
    unit = position.state.units.get(gun)
    if unit is None or unit.side != side:
        return because(f"{side} has no gun {gun}", "Fire request")
    if indirect_weapon(position.type(unit)) is None:
        return because(f"{unit} has nothing that fires indirectly", "Indirect fire")
    if (spent := out_of_ammunition(position, unit)) is not None:
        return spent
    if unit in guns_of(position, side):
        return because(f"{unit} fires a mission of general support", "General support fire requests")
    return because(f"{unit} is not deployed on the table", "Fire request")


def _wrong_marker(position: Position, action: RequestMission, observer: Unit) -> Iterator[Reason]:
    if (action.at is None) == (not action.point):
        words = f"at {action.at} and on {action.point}" if action.point else "neither"
        yield because(f"a request names a marker or a registered point, not {words}", "Place a target marker")
    elif action.point:
        if fire_support(position.progress).point(action.side, action.point) is None:
            yield because(f"{action.side} has no point {action.point} registered", "Registered target points")
    elif action.at is not None and (reason := cannot_mark(position, observer, action.at)) is not None:
        yield reason


@implements("KN-IND-02", "KN-IND-03", "KN-ACT-12", "KN-IND-38", "KN-SPEC-14a", "KN-IND-22")
def _carry_out(resolution: Resolution, action: RequestMission) -> None:
    """Make a request: priority, target marker and radio checks; it is spent once all of these are passed (OUR 103).

    An observer who asks for a new mission gives up his earlier one (OUR 104).
    """
    for mission in fire_support(resolution.progress).missions:
        if mission.observer == action.unit and mission.side == action.side:
            resolution.happen(MissionOver(mission.id, f"{action.unit} asks for a new one"))
    level, priority = action.level, action.priority
    if level is not None and priority is not None:
        needed = resolution.position.book.support.granted_on(priority)
        granted = resolution.passes(f"{priority} priority request", 6, at_least=needed)
        resolution.happen(RequestMade(action.side, priority, granted))
        if not granted:
            finish_action(resolution, action.unit)
            return
    else:
        resolution.happen(RequestMade(action.side))
    support = fire_support(resolution.progress)
    at = action.at
    if action.point:
        point = support.point(action.side, action.point)
        assert point is not None
        at = point.at
        if not point.known:
            resolution.happen(PointRevealed(point.side, point.name, point.at))
    assert at is not None
    mission = Mission(
        f"mission {support.asked}", action.side, action.unit, action.guns, at, action.point, level is not None
    )
    checks = checks_needed(level)
    if action.messenger:
        _send_messenger(resolution, action.messenger)
        checks = 0
    check_radio(resolution, RadioTraffic(mission, level, checks, priority))


@implements("KN-SPEC-14a", "KN-SPEC-14b", "KN-SPEC-14c")
def _send_messenger(resolution: Resolution, messenger: str) -> None:
    """Send a messenger at the cost of an activation, which passes every radio check (OUR 127)."""
    resolution.happen(MessengerSent(messenger))
    lose_unit(resolution, messenger, "sent with a message", counts=False)


@implements("KN-IND-05", "KN-IND-07")
def _factors(position: Position, action: RequestMission) -> Factors:
    lists = position.book.support
    words = f"a radio check needs {RADIO_ON}+, {checks_needed(action.level)} in all"
    reasons = [Reason(words, as_read("Radio checks", *((101,) if action.level else ())))]
    if not action.point:
        drifts = "the marker drifts by what three dice of the enemy show more than two of one's own"
        reasons.append(Reason(drifts, as_read("Target deviation", 106)))
    if action.level is not None:
        words = f"a die on the table of the {action.level} says which guns answer"
        reasons.append(Reason(words, cite("Radio checks").together_with(lists.cite(102))))
    if action.priority is not None:
        text = f"{action.priority} priority is granted on {lists.granted_on(action.priority)}+"
        is_low = action.priority is Priority.LOW
        reasons.append(Reason(text, lists.cite(100) if is_low else cite("General support")))
    return Factors.of(*reasons)


REQUEST_MISSION = unit_action(
    RequestMission, ActionKind.REQUEST, _offers, _forbids, _carry_out, factors=_factors
)
