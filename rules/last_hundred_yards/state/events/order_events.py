"""Events of the sequence of play: phases, activations, calls for reaction, decisions, the clock, and the end of the game."""

from dataclasses import dataclass

from rules.game.events import RecordOnly, SideEvent, UnitEvent, Unsaid
from rules.game.state import GameState
from rules.last_hundred_yards.book.roster import company_name, platoon_name, platoon_names
from rules.last_hundred_yards.state.progress import (
    ANEW_EACH_CYCLE,
    ANEW_EACH_TURN,
    CallHeard,
    Coordination,
    Decision,
    Phase,
    Player,
    Step,
    progress_of,
    with_progress,
)
from rules.last_hundred_yards.state.standing import dug_by_dummies


@dataclass(frozen=True, slots=True)
class DieThrown(RecordOnly):
    """A die was thrown; only in logs of earlier versions, as DiceThrown also tells what the die had to show."""

    what: str
    result: int

    def __str__(self) -> str:
        return f"{self.what}: {self.result}"


@dataclass(frozen=True, slots=True)
class Said(RecordOnly):
    """A line of the record that changes nothing."""

    text: str

    def __str__(self) -> str:
        return self.text


class ForcesDrawn(SideEvent):
    """A side has drawn its starting forces."""

    words = "has drawn its forces"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, drawn=progress_of(state).drawn | {self.side})


class InitiativeWon(SideEvent):
    """A side won the initiative and is active this turn."""

    words = "has the initiative"

    def on(self, state: GameState) -> GameState:
        return with_progress(state, active=self.side, last_initiative=self.side)


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The next phase began."""

    phase: Phase

    def on(self, state: GameState) -> GameState:
        is_set_up = progress_of(state).phase is Phase.SETUP
        dug = dug_by_dummies(state) if is_set_up else progress_of(state).dug_by_dummies
        return with_progress(state, phase=self.phase, step=Step.COMPANY, moving=None, dug_by_dummies=dug)

    def __str__(self) -> str:
        return f"— {self.phase.replace('_', ' ')} —"


@dataclass(frozen=True, slots=True)
class CompanySelected:
    """The active player selected a company."""

    company: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, company=self.company, coordination=Coordination.OPEN, step=Step.PLATOON)

    def __str__(self) -> str:
        return f"{company_name(self.company)} is selected"


@dataclass(frozen=True, slots=True)
class CoordinationTried:
    """A company tried to coordinate two platoons, and succeeded or failed."""

    won: bool

    def on(self, state: GameState) -> GameState:
        return with_progress(state, coordination=Coordination.WON if self.won else Coordination.LOST)

    def __str__(self) -> str:
        return "coordinated" if self.won else "not coordinated"


@dataclass(frozen=True, slots=True)
class PlatoonsActivated:
    """One platoon, or two, were activated, together with the support units nearest to them at that time (7.2a).

    `support_done` are the support units among them that may not act with a later platoon of this turn.
    """

    platoons: tuple[str, ...]
    support: tuple[str, ...] = ()
    support_done: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        used = Coordination.USED if len(self.platoons) > 1 else course.coordination
        return with_progress(
            state,
            **ANEW_EACH_CYCLE,
            platoons=self.platoons,
            platoons_done=course.platoons_done.union(self.platoons),
            step=Step.ACTIONS,
            coordination=used,
            cycle=course.cycle + 1,
            support=frozenset(self.support),
            support_done=course.support_done.union(self.support_done),
        )

    def __str__(self) -> str:
        return f"{platoon_names(self.platoons)} activated"


@dataclass(frozen=True, slots=True)
class AdHocJoined:
    """A unit of another platoon acted with the activated one: infantry by company (7.2b), or an AFV platoon (7.2c)."""

    company: str = ""
    tanks: str = ""
    unit: str = ""
    """The unit that joined; logs of earlier versions do not name tanks."""

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        borrowed = course.borrowed | {self.company} if self.company else course.borrowed
        joined = course.joined | {self.unit} if self.unit else course.joined
        return with_progress(
            state, borrowed=borrowed, joined=joined, ad_hoc_tanks=self.tanks or course.ad_hoc_tanks
        )

    def __str__(self) -> str:
        """The event in words; it names the unit, so that a side that does not know the unit is not told."""
        of_whom = company_name(self.company) or platoon_name(self.tanks)
        return f"{self.unit or 'a unit'} of {of_whom} acts ad hoc"


@dataclass(frozen=True, slots=True)
class ReactionCalled:
    """A side called for reaction; `passed` tells whether it had done nothing since the last call.

    What the other side did in answer to an overrun or a bypass counts with its next own actions (reading 79).
    `revealed` are the hidden units of the other side that the call reveals (17.9.2a).
    """

    by: str
    to: str
    passed: bool
    revealed: tuple[str, ...] = ()

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        passes = course.passes + 1 if self.passed else 0
        answers = tuple(deed for deed in course.doing if deed.side == self.to)
        before = course.heard_by(self.to)
        heard = CallHeard(self.to, course.fires_placed, before.placed)
        come_upon = frozenset(name for name in course.come_upon if state.unit(name).side == self.to)
        return with_progress(
            state, step=Step.REACTION, reacting=self.to, deeds=course.doing, doing=answers, calls=course.calls + 1,
            passes=passes, inquired=(), called_fire=False, revealed=self.revealed, stood=(), come_upon=come_upon,
            deploying=frozenset() if course.mission.edition.deployed_may_fire else course.deploying,
            heard=(*(call for call in course.heard if call != before), heard),
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.by} {'passes and ' if self.passed else ''}calls for reaction"


@dataclass(frozen=True, slots=True)
class LeaderReacted:
    """A platoon leader's group reacted (8.3b)."""

    leader: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, reacted_leaders=(*progress_of(state).reacted_leaders, self.leader))

    def __str__(self) -> str:
        return f"{self.leader} leads a reaction"


@dataclass(frozen=True, slots=True)
class LeaderHelpedAtRiver(Unsaid):  # the record tells it with the die
    """A platoon leader helped one unit at its attempt to leave a river (4.1.10)."""

    leader: str

    def on(self, state: GameState) -> GameState:
        return with_progress(state, river_leaders=progress_of(state).river_leaders | {self.leader})


@dataclass(frozen=True, slots=True)
class AdjustmentBegan:
    """Reactions are over; markers are adjusted (6.0 II.3)."""

    def on(self, state: GameState) -> GameState:
        return with_progress(
            state, step=Step.ADJUSTMENT, reacting="", deeds=(), doing=(), passes=0, moving=None
        )

    def __str__(self) -> str:
        return "markers are adjusted"


@dataclass(frozen=True, slots=True)
class CleanUpWentOn:
    """Clean Up came to its next step: concealment, or turning the counters (5.0 VII.4, 5)."""

    step: Step

    def on(self, state: GameState) -> GameState:
        return with_progress(state, step=self.step)

    def __str__(self) -> str:
        return f"clean up: {self.step.replace('_', ' ')}"


@dataclass(frozen=True, slots=True)
class CycleEnded:
    """A platoon activation cycle is over; `company_done` tells whether it was the company's last."""

    company_done: bool

    def on(self, state: GameState) -> GameState:
        course = progress_of(state)
        done = course.companies_done | {course.company} if self.company_done else course.companies_done
        step = Step.COMPANY if self.company_done else Step.PLATOON
        return with_progress(
            state,
            companies_done=done,
            step=step,
            platoons=(),
            company="" if self.company_done else course.company,
        )

    def __str__(self) -> str:
        return "the company has acted" if self.company_done else "the cycle ends"


@dataclass(frozen=True, slots=True)
class TimeLapsed:
    """The clock of the mission advanced by some minutes."""

    minutes: int

    def on(self, state: GameState) -> GameState:
        return with_progress(state, minutes=progress_of(state).minutes + self.minutes)

    def __str__(self) -> str:
        return f"{self.minutes} minutes go by"


@dataclass(frozen=True, slots=True)
class DecisionDue:
    """A decision became due before play goes on: the next one to take if `first`, else after those already due."""

    decision: Decision
    first: bool = False

    def on(self, state: GameState) -> GameState:
        due = progress_of(state).decisions
        return with_progress(state, decisions=(self.decision, *due) if self.first else (*due, self.decision))

    def __str__(self) -> str:
        return str(self.decision)


@dataclass(frozen=True, slots=True)
class DecisionTaken(Unsaid):  # the declaration is in the record already
    """The first decision due was taken; `then` takes its place if more is to be decided."""

    then: Decision | None = None

    def on(self, state: GameState) -> GameState:
        rest = progress_of(state).decisions[1:]
        return with_progress(state, decisions=(self.then, *rest) if self.then else rest)


class DecisionBrought(UnitEvent):
    """A player chose to take the decision on this unit before the others that are due."""

    words = "comes first"

    def on(self, state: GameState) -> GameState:
        due = progress_of(state).decisions
        brought = next(decision for decision in due if decision.unit == self.unit)
        return with_progress(
            state, decisions=(brought, *(decision for decision in due if decision is not brought))
        )


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A new turn began: every unit may act again."""

    turn: int

    def on(self, state: GameState) -> GameState:
        return with_progress(state, **ANEW_EACH_TURN, turn=self.turn)

    def __str__(self) -> str:
        return f"== turn {self.turn} =="


@dataclass(frozen=True, slots=True)
class PlayerNamed:
    """A player chose the unit that represents him (19.2.1)."""

    player: Player

    def on(self, state: GameState) -> GameState:
        return with_progress(state, players=(*progress_of(state).players, self.player))

    def __str__(self) -> str:
        return f"the player of {self.player.side} is {self.player.unit}"

    def told_to(self, side: str) -> str:
        """What a side is told: the unit only if the player is its own."""
        return (
            str(self) if side == self.player.side else f"the player of {self.player.side} has named himself"
        )


@dataclass(frozen=True, slots=True)
class PlayerFared:
    """The end of the game for a player who is a leader: whether he lives (19.2.2), and his rank."""

    unit: str
    lives: bool
    rank: str

    def on(self, state: GameState) -> GameState:
        survivors = progress_of(state).survivors | ({self.unit} if self.lives else set())
        return with_progress(state, survivors=survivors)

    def __str__(self) -> str:
        return f"{self.unit}, {self.rank}, {'lives to tell it' if self.lives else 'does not live to tell it'}"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended; `winner` is None for a draw."""

    winner: str | None
    text: str

    def on(self, state: GameState) -> GameState:
        return with_progress(
            state, phase=Phase.OVER, ended=(self.winner, self.text), decisions=(), moving=None
        )

    def __str__(self) -> str:
        return self.text
