"""Events of actions: units that acted, maneuvers that pause and go on, withdrawals, hexes overrun and advances."""

from dataclasses import dataclass

from rules.game.events import UnitEvent, Unsaid
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.progress import ActionKind, Deed, Moving, progress_of, with_progress


@dataclass(frozen=True, slots=True)
class UnitActed(Unsaid):  # the declaration is in the record already
    """A unit used its action of the turn, in these hexes."""

    unit: str
    kind: ActionKind
    hexes: tuple[Hex, ...]

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        side = state.unit(self.unit).side
        before = next((deed for deed in course.doing if deed.unit == self.unit), None)
        others = [deed for deed in course.doing if deed is not before]
        hexes = (before.hexes if before else ()) + self.hexes
        acted = course.acted if self.unit in course.acted else course.acted | {self.unit}
        deed = Deed(self.unit, side, self.kind, hexes, before is not None and before.is_maneuver)
        return with_progress(state, acted=acted, doing=(*others, deed))


@dataclass(frozen=True, slots=True)
class ActionRegained:
    """A unit rallied and may act again (14.5); `was_disrupted` tells from which state."""

    unit: str
    was_disrupted: bool = False

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        spent = {self.unit} if self.was_disrupted else set()
        return with_progress(
            state, acted=course.acted - {self.unit}, rallied=course.rallied | {self.unit},
            spent_leaders=course.spent_leaders | spent,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.unit} rallies and may act again"


class ActionKept(UnitEvent):
    """A leader helped units that rallied, or one that became a hero, and has not used his own action by it (14.5)."""

    words = "helped, and may still act"

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        return with_progress(
            state, acted=course.acted - {self.unit}, spent_leaders=course.spent_leaders | {self.unit}
        )


@dataclass(frozen=True, slots=True)
class HeroMadeFor(Unsaid):  # his steps are in the record already
    """A hero took a step, after which he may still be heading for these hexes; none when he has just become a hero (14.6.2)."""

    unit: str
    goals: tuple[Hex, ...]

    def on(self, state: GameState) -> GameState:
        others = [entry for entry in progress_of(state).hero_goals if entry[0] != self.unit]
        return with_progress(state, hero_goals=(*others, (self.unit, self.goals)))


class ActionForgone(UnitEvent):
    """A unit in an assault hex has acted, since it did nothing when it could react there or while under
    assault before (13.3.1, 13.3.2)."""

    words = "does nothing in the assault hex and has acted"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, acted=progress_of(state).acted | {self.unit})


@dataclass(frozen=True, slots=True)
class ManeuverWentOn:
    """The maneuver under way went on, or is over if `moving` is None; `moved` are the units whose maneuver is over."""

    moving: Moving | None
    moved: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        going_on = tuple(moving for moving in course.going_on if moving != self.moving)
        withdrawing = tuple(moving for moving in course.withdrawing if moving != self.moving)
        return with_progress(state, moving=self.moving, going_on=going_on, withdrawing=withdrawing)

    def __str__(self) -> str:
        moving = self.moving
        if moving is None:
            return (
                f"the maneuver of {', '.join(self.moved)} is over" if self.moved else "the maneuver is over"
            )
        names, is_single = ", ".join(moving.units), len(moving.units) == 1
        if not moving.path:
            return ""
        gone = f"spent {float(moving.spent):g} of {float(moving.allowance):g} MP"
        if not moving.allowance:
            gone = f"gone {len(moving.path)} hex{'es' if len(moving.path) > 1 else ''}"
        return f"{names} {'has' if is_single else 'have'} {gone}"


@dataclass(frozen=True, slots=True)
class SectionWaits:
    """A section waits to go on with the maneuver of its squad until the other has ended its own."""

    moving: Moving

    def on(self, state: GameState) -> GameState:
        return with_progress(state, going_on=(*progress_of(state).going_on, self.moving))

    def __str__(self) -> str:
        return f"{', '.join(self.moving.units)} goes on afterwards"


@dataclass(frozen=True, slots=True)
class WithdrawalDue:
    """Men have to withdraw as soon as no other maneuver is under way."""

    moving: Moving

    def on(self, state: GameState) -> GameState:
        return with_progress(state, withdrawing=(*progress_of(state).withdrawing, self.moving))

    def __str__(self) -> str:
        return f"{', '.join(self.moving.units)} must withdraw"


@dataclass(frozen=True, slots=True)
class ManeuverPaused:
    """A maneuver halted in an enemy hex until the enemies there have answered."""

    moving: Moving

    def on(self, state: GameState) -> GameState:
        return with_progress(state, paused=self.moving, moving=None)

    def __str__(self) -> str:
        return f"{', '.join(self.moving.units)} halt{_verb_ending(self.moving)} in {self.moving.path[-1]}"


@dataclass(frozen=True, slots=True)
class ManeuverResumed:
    """The enemies have answered, and the halted maneuver goes on; `moving` is None if no unit can go on."""

    moving: Moving | None

    def on(self, state: GameState) -> GameState:
        return with_progress(state, paused=None, moving=self.moving)

    def __str__(self) -> str:
        if self.moving is None:
            return "no unit can go on"
        return f"{', '.join(self.moving.units)} must leave {self.moving.path[-1]}"


@dataclass(frozen=True, slots=True)
class CameFrom:
    """A vehicle entered a hex from `start`; `backed` tells whether in reverse (11.1.3)."""

    unit: str
    start: Hex
    backed: bool

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        return with_progress(
            state,
            trail=(*course.trail, (self.unit, self.start, self.backed)),
            fired_from=tuple(entry for entry in course.fired_from if entry[0] != self.unit),
        )

    def __str__(self) -> str:
        return f"{self.unit} {'backs in' if self.backed else 'comes'} from {self.start}"


class UnitAdvanced(UnitEvent):
    """A unit made its one advance of the turn (13.6.4)."""

    words = "has advanced"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, advanced=progress_of(state).advanced | {self.unit})


@dataclass(frozen=True, slots=True)
class HexOverrun:
    """A vehicle overran a hex."""

    unit: str
    at: Hex

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        return with_progress(
            state, overran=course.overran | {self.unit}, overrun_hexes=course.overrun_hexes | {self.at}
        )

    def __str__(self) -> str:
        return f"{self.unit} overruns {self.at}"


def _verb_ending(moving: Moving) -> str:
    return "s" if len(moving.units) == 1 else ""
