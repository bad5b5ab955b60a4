"""Ammunition brought forward: a supply vehicle refills one armoured vehicle, or a gun that has run out.

Rule: KGN Armoured vehicles and ammunition, Supply vehicles; OUR 125, 126, 221.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import gap_in, is_within
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite
from rules.kampfgruppe_normandy.book.unit_types import KgnType
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.engineering import CONTACT_IN
from rules.kampfgruppe_normandy.questions.gun_crew import counts_its_shells
from rules.kampfgruppe_normandy.questions.main_gun import shells_fired
from rules.kampfgruppe_normandy.questions.ranges import inches_beside_limit
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT, GunRefilled
from rules.kampfgruppe_normandy.state.events import on_status
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class ReSupply:
    """A supply vehicle gives an armoured vehicle a load of AP and HE rounds, or a gun its ammunition back."""

    side: str
    unit: UnitId
    vehicle: UnitId
    ap: int = 0
    he: int = 0

    def __str__(self) -> str:
        load = f": {self.ap} AP, {self.he} HE" if self.ap or self.he else ""
        return f"{self.unit} re-supplies {self.vehicle}{load}"


@dataclass(frozen=True, slots=True)
class ReSupplied:
    """An armoured vehicle has a new load of rounds."""

    vehicle: str
    ap: int
    he: int

    def __str__(self) -> str:
        return f"{self.vehicle} has {self.ap} AP and {self.he} HE"

    def on(self, state: GameState) -> GameState:
        rounds = {**dict(progress_of(state).of(self.vehicle).rounds), "ap": self.ap, "he": self.he}
        return on_status(state, self.vehicle, rounds=tuple(rounds.items()))


@implements("KN-SPEC-02", "KN-SPEC-06")
def loads_of(kind: KgnType) -> Iterator[tuple[int, int]]:
    """The full loads an armoured vehicle may take: numbers of AP and HE rounds that add up to its ammunition.

    Rule: KGN Armoured vehicles and ammunition.
    """
    has_ap, has_he = shells_fired(kind)
    for ap in range(kind.ammunition + 1):
        he = kind.ammunition - ap
        if (has_ap or not ap) and (has_he or not he):
            yield ap, he


def _is_short(position: Position, unit: Unit) -> bool:
    kind = position.type(unit)
    if counts_its_shells(kind):
        return position.status(unit).is_empty or unit.id in LAST_SHOT.of(position.progress)
    return kind.kind.is_armoured and kind.ammunition > 0


def _offers(position: Position, side: str, supply: Unit) -> Iterator[ReSupply]:
    for unit in position.on_table():
        if unit.side != side or not _is_short(position, unit) or unit.id == supply.id:
            continue
        kind, status = position.type(unit), position.status(unit)
        if counts_its_shells(kind):
            yield ReSupply(side, supply.id, unit.id)
        elif status.left("ap") + status.left("he") < kind.ammunition:
            yield from (ReSupply(side, supply.id, unit.id, ap, he) for ap, he in loads_of(kind))


@implements("KN-SPEC-05", "KN-SPEC-06", "KN-SPEC-15", "KN-ACT-14", "KN-SPEC-04")
def _forbids(position: Position, action: ReSupply, supply: Unit) -> Iterator[Reason]:
    where = cite("Supply vehicles")
    vehicle = position.state.units.get(action.vehicle)
    if vehicle is None or vehicle.side != action.side or position.spot(vehicle) is None:
        yield Reason(f"{action.side} has no {action.vehicle} on the table", where)
        return
    kind = position.type(vehicle)
    if not _is_short(position, vehicle):
        yield Reason(f"{vehicle} has no rounds to fill up", cite("Armoured vehicles and ammunition"))
    elif not counts_its_shells(kind) and (action.ap, action.he) not in loads_of(kind):
        words = f"{action.ap} AP and {action.he} HE are no load of {vehicle}, which takes {kind.ammunition} rounds"
        yield Reason(words, cite("Armoured vehicles and ammunition"))
    gap = gap_in(position.base(supply), position.base(vehicle))
    if not is_within(gap, CONTACT_IN):
        yield Reason(
            f'{supply} is {inches_beside_limit(gap, CONTACT_IN)}" from {vehicle}, not in contact',
            as_read("Supply vehicles", 221),
        )


@implements("KN-SPEC-06", "KN-SPEC-24b")
def _carry_out(resolution: Resolution, action: ReSupply) -> None:
    if counts_its_shells(resolution.position.type(resolution.state.unit(action.vehicle))):
        resolution.happen(GunRefilled(action.vehicle))
    else:
        resolution.happen(ReSupplied(action.vehicle, action.ap, action.he))
    finish_action(resolution, action.unit)


def _factors(_: Position, __: ReSupply) -> Factors:
    words = "filled to its full number, split as its owner likes; a gun has its shells back"
    return Factors.of(Reason(words, as_read("Supply vehicles", 126)))


RE_SUPPLY = unit_action(ReSupply, ActionKind.RE_SUPPLY, _offers, _forbids, _carry_out, factors=_factors)
