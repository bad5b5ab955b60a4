"""Initiative and its random events. Chapters 5.0 I and 15."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, PlainDeclaration, Procedure, at_will
from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HANDED_ON
from rules.last_hundred_yards.book.rulebook import cite, cite_later, figure_citation
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.concealment import strip_concealment
from rules.last_hundred_yards.effects.harm import counters_in_pool, eliminate
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.state.events.order_events import (
    DecisionDue,
    DecisionTaken,
    InitiativeWon,
    PhaseBegan,
    Said,
)
from rules.last_hundred_yards.state.events.unit_events import StepsLost, UnitPlaced
from rules.last_hundred_yards.state.position import Position, is_unknown, lies_unseen, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase


class RollInitiative(PlainDeclaration):
    """Both roll for the initiative (5.0 I)."""

    words = "roll for the initiative"


@dataclass(frozen=True, slots=True)
class StripConcealment:
    """Recon: take the concealment of one enemy hex (15.0)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"recon {self.at}"


RECON_HEXES, RECON_HEXES_AT_NIGHT = 5, 3
RECON, FATE = 1, 10


@implements(
    "LHY-5.0.I.1", "LHY-5.0.I.2", "LHY-5.0.I.3", "LHY-5.0.I.4", "LHY-5.0.I.5", "LHY-5.0.I.6", "LHY-5.0.I.8",
    "LHY-17.2a", "LHY-17.2b", "LHY-15.0",
)  # fmt: skip
def roll_initiative(resolution: Resolution, _: RollInitiative) -> None:
    """Both roll; the higher modified die is active, ties go by parity; 1 and 10 bring random events."""
    position = resolution.position
    if attacker_begins(position):
        resolution.happen(InitiativeWon(position.mission.attacker))
        return
    one, other = resolution.state.sides
    first = resolution.roll(f"initiative of {one}")

    def by(second: int) -> tuple[str, int, int]:
        totals = _totals(position, {one: first, other: second})
        winner = initiative_winner(totals, position.mission.german_side, position.mission.allies)
        return winner, _event_of(second), totals[one] if totals[one] == totals[other] else 0

    winner, event, tie = resolution.decide(f"initiative of {other}", D10, by)
    if tie:
        parity = "odd, which is the Axis player's" if tie % 2 else "even, which is the Allied player's"
        resolution.happen(Said(f"both have {tie}, {parity}"))
    resolution.happen(InitiativeWon(winner))
    events = {one: _event_of(first), other: event}
    for side in (position.mission.enemy(winner), winner):
        if events[side]:
            resolution.then(_random_event, side, events[side])


@implements("LHY-17.2a")
def attacker_begins(position: Position) -> bool:
    """Whether the attacker has the initiative without a roll: in the first turn of the later edition (reading 221)."""
    return position.course.turn == 1 and position.mission.edition.attacker_begins


def initiative_sentence(position: Position, action: RollInitiative) -> str:
    """The roll in words; where the attacker begins there is none."""
    return "give the attacker the initiative, without a roll" if attacker_begins(position) else str(action)


def _event_of(die: int) -> int:
    """The die if it brings a random event, else 0."""
    return die if die in (RECON, FATE) else 0


@implements("LHY-15.0", "LHY-15.a")
def _random_event(resolution: Resolution, side: str, event: int) -> None:
    if event == FATE:
        roll_fate(resolution, side)
    elif list(_recon_hexes(resolution.position, side)):
        resolution.happen(DecisionDue(Decision(DecisionKind.RECON, side)))
    else:
        reach = _recon_reach(resolution.position)
        resolution.happen(Said(f"recon of {side}: no concealed enemy in sight within {reach} hexes"))


def _totals(position: Position, dice: dict[str, int]) -> dict[str, int]:
    """The dice of both sides, with the modifier of the side that had the initiative last."""
    mission, before = position.mission, position.course.last_initiative
    return {
        side: die + (mission.side(side).initiative_drm if side == before else 0) for side, die in dice.items()
    }


def initiative_factors(position: Position, _: RollInitiative) -> Factors:
    """How the dice are read, and the modifier of the side that had the initiative last."""
    if attacker_begins(position):
        words = f"{position.mission.attacker} attacks and has the initiative in the first turn"
        return Factors("without a roll", (Reason(words, cite_later("17.2")),))
    side = position.course.last_initiative
    drm = position.mission.side(side).initiative_drm if side else 0
    reasons = (Reason(f"{drm:+d} for {side}, who had the initiative", cite("5.0 I")),) if drm else ()
    house = position.mission.house
    fate_words = Reason(
        f"a {FATE} brings fate: 1 to {house.fate_sniper_die} a sniper takes a leader, to {house.fate_medic_die} a medic"
        " brings a step back",
        cite("15.b").together_with(figure_citation("fate_sniper_die")),
    )
    return Factors("the higher die", (*reasons, fate_words))


def initiative_winner(totals: dict[str, int], axis: str, allies: str) -> str:
    """The side that has the initiative: the higher total; equal odd totals go to the Axis, even ones to the Allies."""
    if totals[axis] == totals[allies]:
        return axis if totals[axis] % 2 else allies
    return max(totals, key=lambda side: totals[side])


@implements("LHY-5.0.I.7")
def may_be_active(position: Position, side: str) -> bool:
    """Whether a side has a platoon leader or an AFV platoon, in play or in the air (reading 230).

    A side of which no unit is seen is assumed to have one.
    """
    able = (UnitKind.LEADER, UnitKind.AFV, UnitKind.UNKNOWN)
    is_unseen = all(unit.side != side for unit in position.state.units.values())
    units = (*position.in_play(side), *position.yet_to_land(side))
    return is_unseen or any(row_of(unit).kind in able for unit in units)


@implements("LHY-5.0.I.7", "LHY-5.0.I.4", "LHY-6.0.I.2")
def settle_initiative(resolution: Resolution) -> None:
    """After the random events a side that cannot be active forfeits the initiative; if neither can, fire is resolved."""
    course, mission = resolution.course, resolution.position.mission
    if may_be_active(resolution.position, course.active):
        resolution.happen(PhaseBegan(Phase.ACTIVATION))
        return
    other = mission.enemy(course.active)
    if may_be_active(resolution.position, other):
        resolution.happen(Said(f"{course.active} forfeits the initiative"))
        resolution.happen(InitiativeWon(other))
        resolution.happen(PhaseBegan(Phase.ACTIVATION))
    else:
        resolution.happen(PhaseBegan(Phase.FIRE))


def recon_candidates(position: Position, side: str) -> Iterator[StripConcealment]:
    """Every hex with concealed enemies near enough to a unit of the side and in its LOS."""
    yield from (StripConcealment(side, at) for at in _recon_hexes(position, side))


@implements("LHY-15.a", "LHY-15.a.night")
def _recon_reach(position: Position) -> int:
    """The reach of recon in hexes, by day or at night."""
    return RECON_HEXES_AT_NIGHT if position.is_night else RECON_HEXES


@implements("LHY-15.a", "LHY-17.8.1.2")
def _recon_hexes(position: Position, side: str) -> Iterator[Hex]:
    """The hexes with concealed enemies near enough to a unit that sees them; dummies see no one."""
    reach = _recon_reach(position)
    places = sorted({position.place(enemy) for enemy in position.enemies_of(side) if enemy.has(CONCEALED)})
    for at in places:
        if any(
            position.distance(position.place(friend), at) <= reach and _scouts(position, friend, at)
            for friend in position.of(side)
            if not row_of(friend).is_dummy
        ):
            yield at


@implements("LHY-15.a.night")
def _scouts(position: Position, friend: Unit, at: Hex) -> bool:
    """Whether a unit has a hex in its LOS for recon; at night the line of the ground alone counts (reading 216)."""
    if not position.is_night:
        return position.has_in_sight(friend, at)
    line = position.ground.sight(position.state, position.stands_as(friend), at)
    return line.visibility.is_open and not position.sees_nothing_out(friend)


def forbids_recon(position: Position, action: StripConcealment) -> Iterator[Reason]:
    """Why a hex cannot be reconnoitred."""
    if action.at not in set(_recon_hexes(position, action.side)):
        yield Reason(
            f"{action.at} holds no concealed enemy within {_recon_reach(position)} hexes and LOS",
            cite_later("15.0"),
            (action.at,),
        )


@implements("LHY-15.a")
def carry_out_recon(resolution: Resolution, action: StripConcealment) -> None:
    """Strip the concealment of all enemies in one hex."""
    resolution.happen(DecisionTaken())
    for unit in resolution.position.enemies_at(action.at, action.side):
        if unit.has(CONCEALED):
            strip_concealment(resolution, unit)


@implements("LHY-15.b.1", "LHY-15.b.2", "LHY-22.1.6b")
def roll_fate(resolution: Resolution, side: str) -> None:
    """Fate: a sniper takes a leader, or a medic brings a lost step back."""
    house = resolution.position.mission.house

    def by(die: int) -> str:
        if die <= house.fate_sniper_die:
            return "sniper"
        return "medic" if die <= house.fate_medic_die else "nothing"

    fate = resolution.decide(f"fate of {side}", D10, by)
    if fate == "sniper":
        if _may_have_more_leaders(resolution.position, side):
            raise DependsOnHidden("whom a sniper finds")
        if leaders := _leaders(resolution.position, side):
            what = f"the leader of {side} whom the sniper finds"
            only_for = side if any(map(lies_unseen, leaders)) else ""
            victim = leaders[resolution.pick(what, len(leaders), only_for=only_for)]
            eliminate(resolution, victim, "falls to a sniper")
    elif fate == "medic":
        on_track, in_landing = _infantry_steps_lost(resolution.position, side)
        if on_track or in_landing:
            _bring_section_back(resolution, side, in_landing=not on_track)


@implements("LHY-15.b.2", "LHY-22.1.6b")
def _infantry_steps_lost(position: Position, side: str) -> tuple[int, int]:
    """The steps of squads and sections that a side has lost, on the Casualty Track and in landing.

    Every other counter lost counts as one step less (reading 249).
    """
    course = position.course
    others = [lost.in_landing for lost in course.weapons_lost if lost.side == side]
    on_track = course.losses.get(side, 0) - others.count(False)
    return on_track, course.landing_losses.get(side, 0) - others.count(True)


def _leaders(position: Position, side: str) -> list[Unit]:
    return [unit for unit in position.of(side) if row_of(unit).kind is UnitKind.LEADER]


def _may_have_more_leaders(position: Position, side: str) -> bool:
    """Whether a side has unknown concealed units that may be leaders."""
    return any(map(is_unknown, position.of(side)))


def _bring_section_back(resolution: Resolution, side: str, *, in_landing: bool) -> None:
    """Bring a random section of a platoon back to its leader's hex; the Casualty Track moves unless the step was lost in landing."""
    pools = [
        (leader, counters_in_pool(resolution.position, row_of(leader).platoon_key, UnitKind.SECTION))
        for leader in _leaders(resolution.position, side)
    ]
    able = [(leader, pool) for leader, pool in pools if pool]
    if not able:
        if _may_have_more_leaders(resolution.position, side):
            raise DependsOnHidden("whether a leader lies concealed who is reinforced")
        return
    leader, pool = able[resolution.pick("the leader who is reinforced", len(able), only_for=side)]
    section = pool[resolution.pick("the section that comes", len(pool), only_for=side)]
    conditions = tuple(sorted(leader.conditions & HANDED_ON))
    resolution.happen(UnitPlaced(section.id, section.id, side, resolution.position.place(leader), conditions))
    resolution.happen(StepsLost(side, -1, in_landing=in_landing))


INITIATIVE = at_will(
    RollInitiative, (Phase.INITIATIVE,), roll_initiative, initiative_factors, sentence=initiative_sentence
)


RECONNOITRE = Procedure(
    StripConcealment, (DecisionKind.RECON,), recon_candidates, forbids_recon, carry_out_recon
)
