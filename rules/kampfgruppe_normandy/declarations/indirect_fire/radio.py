"""The radio between an observer and the guns: checks, signals units, the guns that answer, and the spotter round.

Rule: KGN Radio checks, Target deviation, Signals; OUR 101 to 103, 106.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.game.chance.odds import odds_of
from rules.game.events import UnitPlaced
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.support_kinds import Level
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import (
    RADIO_ON,
    answering,
    deviate,
    gets_through,
)
from rules.kampfgruppe_normandy.effects.odds_text import likeliest
from rules.kampfgruppe_normandy.state.chapter import Procedure, just, nothing_forbids
from rules.kampfgruppe_normandy.state.events import Answered, Owed
from rules.kampfgruppe_normandy.state.fire_missions import Mission, RadioTraffic, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation
from rules.kampfgruppe_normandy.state.resolution import Story
from rules.kampfgruppe_normandy.state.support_events import (
    MissionAsked,
    MissionOver,
    RadioFailed,
    SignalsUsed,
)


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


def with_rule(position: Position, side: str, rule: SpecialRule) -> list[Unit]:
    return [unit for unit in position.on_table() if unit.side == side and position.type(unit).has(rule)]


@implements("KN-IND-07", "KN-IND-08", "KN-IND-40", "KN-SPEC-13")
def check_radio(story: Story, traffic: RadioTraffic) -> None:
    """The radio checks still to pass, one after another; one that fails may be thrown again by a signals unit."""
    while traffic.checks_left:
        die = story.roll("radio check")
        if die < RADIO_ON:
            if signals_ready(story.position, traffic.mission.side):
                story.tell(RadioFailed(traffic))
                story.tell(Owed(Obligation(Duty.SIGNALS, traffic.mission.side, traffic.mission.observer)))
            else:
                _lost_in_the_air(story, traffic.mission)
            return
        traffic = replace(traffic, checks_left=traffic.checks_left - 1)
    _spot(story, traffic)


def signals_ready(position: Position, side: str) -> list[Unit]:
    used = fire_support(position.course).signals_used
    return [one for one in with_rule(position, side, SpecialRule.SIGNALS) if one.id not in used]


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
    type_id, count = answering(story.position.book.support.general[nation, level], story.dice)
    guns = tuple(f"{mission.id} gun {k}" for k in range(1, count + 1))
    for gun in guns:
        story.tell(UnitPlaced(Unit(gun, type_id, mission.side)))
    return guns


def _signals_offers(position: Position, side: str) -> Iterator[TryRadioAgain]:
    yield from (TryRadioAgain(side, one.id) for one in signals_ready(position, side))


def _signals_forbid(position: Position, action: TryRadioAgain) -> Iterator[Reason]:
    if action.unit not in [one.id for one in signals_ready(position, action.side)]:
        yield because(f"{action.unit} is no signals unit that can still help this turn", "Signals")


@implements("KN-SPEC-13")
def _try_again(story: Story, action: TryRadioAgain) -> None:
    traffic = fire_support(story.course).radio
    assert traffic is not None
    story.tell(Answered(), SignalsUsed(action.unit), RadioFailed(None))
    if story.roll("radio check, again") < RADIO_ON:
        _lost_in_the_air(story, traffic.mission)
        return
    check_radio(story, replace(traffic, checks_left=traffic.checks_left - 1))


def _try_again_chances(_: Position, action: TryRadioAgain) -> Ruling[str]:
    odds = odds_of(lambda dice: "gets through" if gets_through(dice) else "no radio contact")
    reason = because(f"a radio check needs {RADIO_ON}+, and the second stands", "Signals")
    return Ruling(str(action), likeliest(odds), (reason,), odds)


def _give_up(story: Story, _: GiveUpRadio) -> None:
    traffic = fire_support(story.course).radio
    assert traffic is not None
    story.tell(Answered(), RadioFailed(None))
    _lost_in_the_air(story, traffic.mission)


PROCEDURES: Mapping[type, Procedure] = MappingProxyType({
    TryRadioAgain: Procedure(
        (Duty.SIGNALS,), _signals_offers, _signals_forbid, _try_again, _try_again_chances
    ),
    GiveUpRadio: Procedure((Duty.SIGNALS,), just(GiveUpRadio), nothing_forbids, _give_up),
})  # fmt: skip
"""The declarations of a side whose message has not got through."""
