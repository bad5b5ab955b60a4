"""The record of indirect fire: missions asked for, points registered, requests and counter-battery left.

Rule: KGN Indirect fire.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from rules.errors import Unknown
from rules.game.rule_ids import implements
from rules.game.state import with_entries
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.support_lists import SupportCosts
from rules.kampfgruppe_normandy.state.progress import Progress
from rules.kampfgruppe_normandy.state.state_slot import NO_UNIT, StateSlot


@dataclass(frozen=True, slots=True)
class RegisteredPoint:
    """A registered target point; its owner alone knows of it until fire has been asked for on it."""

    name: str = field(metadata=NO_UNIT)
    side: str
    at: Spot
    known: bool = False


@dataclass(frozen=True, slots=True)
class Mission:
    """A fire mission: who asked, which guns answer, and where its target marker lies.

    `is_on` says that the observer has seen the spotter round and wants fire for effect; `is_general` that
    the guns are lent for this mission alone; `fired` are the guns that have already fired it.
    """

    id: str = field(metadata=NO_UNIT)
    side: str
    observer: str
    guns: tuple[str, ...]
    at: Spot
    point: str = field(default="", metadata=NO_UNIT)
    is_general: bool = False
    is_on: bool = False
    fired: tuple[str, ...] = ()

    @property
    def to_fire(self) -> tuple[str, ...]:
        """The guns that have still to fire it, for which the marker stays (OUR 104)."""
        return tuple(gun for gun in self.guns if gun not in self.fired)


@dataclass(frozen=True, slots=True)
class RadioTraffic:
    """A request whose radio check failed and may be thrown again: what was asked, and the checks still to pass.

    `priority` is that of a request for general support, None of any other.
    """

    mission: Mission
    level: Level | None
    checks_left: int
    priority: Priority | None = None


UNSEEN_GUN = ""
"""Stands, among guns about to fire, for all those that a side does not know of."""


@dataclass(frozen=True, slots=True)
class GunsLaid:
    """Guns about to fire for effect, and how many dice each throws, while the enemy decides on counter-battery fire.

    Logs of earlier versions give the `shots` of all the guns together instead.
    """

    mission: str = field(metadata=NO_UNIT)
    guns: tuple[str, ...]
    dice: tuple[int, ...] = ()
    shots: int = 0

    @property
    def dice_each(self) -> tuple[int, ...]:
        """How many dice each gun throws; shots given for all guns together are divided evenly."""
        each, more = divmod(self.shots, len(self.guns))
        return self.dice or tuple(each + (place < more) for place in range(len(self.guns)))


@dataclass(frozen=True, slots=True)
class FireSupport:
    """The state of indirect fire in a game."""

    missions: tuple[Mission, ...] = ()
    points: tuple[RegisteredPoint, ...] = ()
    requests: tuple[tuple[str, Priority], ...] = ()
    counter_battery: tuple[tuple[str, int], ...] = ()
    signals_used: tuple[str, ...] = ()
    radio: RadioTraffic | None = None
    laid: GunsLaid | None = None
    launched: tuple[tuple[str, int], ...] = ()
    """The turn of its owner in which, or after which, each rocket launcher fired last."""
    asked: int = 0
    """How many missions have been asked for; the next is named by this number."""

    def mission(self, mission_id: str) -> Mission | None:
        return next((mission for mission in self.missions if mission.id == mission_id), None)

    def mission_in_play(self, mission_id: str) -> Mission:
        """A mission that is in play.

        Raises:
            Unknown: if it is not.
        """
        mission = self.mission(mission_id)
        if mission is None:
            raise Unknown("fire mission", mission_id, (known.id for known in self.missions))
        return mission

    def of_guns(self, gun: str) -> Mission | None:
        """The mission a gun is to fire."""
        return next((mission for mission in self.missions if gun in mission.to_fire and mission.is_on), None)

    def point(self, side: str, name: str) -> RegisteredPoint | None:
        return next((point for point in self.points if (point.side, point.name) == (side, name)), None)

    def counter_battery_of(self, side: str) -> int:
        return dict(self.counter_battery).get(side, 0)

    def requests_of(self, side: str) -> tuple[Priority, ...]:
        """The priorities of which a side has a request for general support left, each once."""
        return tuple(dict.fromkeys(priority for owner, priority in self.requests if owner == side))

    def cost(self, prices: SupportCosts, side: str) -> int:
        """The points a side has spent on fire support."""
        requests = {Priority.HIGH: prices.high_request, Priority.LOW: prices.low_request}
        return (
            prices.registered_point * sum(point.side == side for point in self.points)
            + prices.counter_battery * self.counter_battery_of(side)
            + sum(requests[priority] for owner, priority in self.requests if owner == side)
        )


FIRE_SUPPORT = StateSlot("fire support", FireSupport, FireSupport())


def fire_support(progress: Progress) -> FireSupport:
    """The record of indirect fire in a game."""
    return FIRE_SUPPORT.of(progress)


@implements("KN-IND-30", "KN-IND-31", "KN-KIT-02")
def progress_seen_by(progress: Progress, side: str) -> Progress:
    """The progress without the enemy's registered points on which no fire has been asked for yet.

    Rule: KGN Registered target points; OUR 112.
    """
    support = fire_support(progress)
    seen = _as_seen_by(support, side)
    if seen is support:
        return progress
    return progress.changed(support=with_entries(progress.support, {FIRE_SUPPORT.name: seen}))


@lru_cache(maxsize=64)
def _as_seen_by(support: FireSupport, side: str) -> FireSupport:
    known = tuple([point for point in support.points if point.side == side or point.known])
    return support if known == support.points else replace(support, points=known)
