"""A shot of one unit at another, resolved and recorded with its losses.

Rule: KGN Shooting.
"""

from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.fire_tables import SuppressionResult, suppression_result
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.ammunition import note_last_shot
from rules.kampfgruppe_normandy.effects.attack import Outcome, resolve_attack
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import DeclaredFire, Sheet
from rules.kampfgruppe_normandy.questions.target import Target, target_of
from rules.kampfgruppe_normandy.state.events import on_unit, with_rounds_spent, with_shots
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class ShotFired:
    """A unit fired: whether it observed its target, the suppressing die (0 for none), the hits, and the losses in words."""

    unit: str
    target: str
    kind: ActionKind
    weapon: str
    round: str
    seen: bool
    die: int
    hits: int
    words: str
    spends: tuple[str, ...] = ()
    shell: str = ""

    def __str__(self) -> str:
        if not self.seen:
            return f"{self.unit} does not observe {self.target}"
        die = f" ({self.die})" if self.die else ""
        return f"{self.unit}, {self.kind} at {self.target}{die}: {self._result_words}"

    @property
    def _result_words(self) -> str:
        """The result in words; without effect, whether it missed, fell close or hit in vain."""
        if not self.words.startswith("no effect"):
            return self.words
        if self.hits:
            return f"{counted(self.hits, 'hit')}, {self.words}"
        fall = suppression_result(self.die) if self.die else SuppressionResult.MISS
        if fall is SuppressionResult.MISS:
            return self.words.replace("no effect", "misses", 1)
        return f"close, {self.words}" if fall is SuppressionResult.CLOSE else self.words

    def on(self, state: GameState) -> GameState:
        for weapon in self.spends if self.seen else ():
            state = with_shots(state, self.unit, weapon)
        if self.shell and self.seen:
            state = with_rounds_spent(state, self.unit, self.shell)
        return on_unit(state, self.unit, lambda unit: marked_as_fired(unit, shot=self.seen))


@implements("KN-DFSA-11", "KN-DFSA-03")
def marked_as_fired(unit: Unit, *, shot: bool) -> Unit:
    """A unit after its action of fire: off covering fire, and marked as having fired if there was a `shot` (OUR 51).

    There is none if it did not observe its target.
    """
    return unit.marked((unit.conditions - {COVERING}) | ({FIRED} if shot else set()))


@implements(
    "KN-DFSA-36", "KN-DFSA-38", "KN-DFAT-44a", "KN-UMOR-01", "KN-UMOR-21", "KN-UMOR-24", "KN-DFAT-37",
    "KN-DEPL-17b", "KN-SPEC-16b", "KN-DFSA-48", "KN-SPEC-03",
    "KN-SPEC-24a.3",
)  # fmt: skip
def shoot(resolution: Resolution, sheet: Sheet) -> Outcome:
    """Resolve an attack, record it, and apply the losses.

    Units that stand by the target or ride in it count for it even if they are hidden from the firer.
    """
    order = sheet.order
    dice = resolution.named(f"{order.unit} at {order.target}")
    struck = resolution.state.unit(order.target)
    target = target_of(resolution.position, struck, sheet.target.armour)
    outcome = resolve_attack(sheet.volley, _target_for_odds_of(target, resolution.concerns), dice)
    unit = resolution.state.unit(order.unit)
    resolution.happen(
        ShotFired(
            order.unit,
            order.target,
            order.kind,
            order.weapon,
            sheet.volley.round.value,
            outcome.seen,
            outcome.die,
            outcome.hits,
            outcome.words,
            sheet.spends,
            sheet.shell,
        )
    )
    for weapon in sheet.fires if outcome.seen else ():
        note_last_shot(resolution, unit.id, weapon)
    suffer_losses(resolution, outcome.target)
    if outcome.firer is not None:
        suffer_losses(resolution, outcome.firer)
    return outcome


def _target_for_odds_of(target: Target, unit: str) -> Target:
    """A target reduced to what matters to the odds of one unit; the target itself if no unit is named.

    Hits beyond a soft-skin's last fall on passengers one after another, and a medic treats one of them, so the
    passengers before the unit are kept.
    """
    if not unit:
        return target
    names = [passenger.unit for passenger in target.passengers]
    if unit not in names:
        return replace(target, passengers=())
    place = names.index(unit)
    first = 0 if target.kind is Kind.SOFT_SKIN or target.passengers[place].medics else place
    return replace(target, passengers=target.passengers[first : place + 1])


def separate_odds_of(position: Position, action: DeclaredFire) -> tuple[str, ...]:
    """A vehicle that is fired at and its passengers, if it has several: their fates are told separately."""
    unit = position.state.units.get(action.target)
    aboard = () if unit is None else position.aboard(unit)
    return (action.target, *(passenger.id for passenger in aboard)) if len(aboard) > 1 else ()
