"""Procedures: when a declaration can be made, which are offered, what forbids them, and how they are carried out.

A book writes each declaration and its Procedure in one module; `Declarations` collects them, so that no other list of
them exists.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cached_property, lru_cache
from re import sub
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from rules.errors import Unknown
from rules.game.engine.position import Position
from rules.game.events import DiceThrown, UnitCorrected
from rules.game.record.corrections import Agreed
from rules.game.record.records import Records
from rules.game.ruling import Reason

PositionT = TypeVar("PositionT", bound=Position)
ResolutionT = TypeVar("ResolutionT")

Stage = Hashable
"""What play waits for, in the words of a book: a phase, a step of the turn, a pending decision."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What modifies the dice of a declaration: the sum in words ("ATDRM +1"), and each factor as a cited reason."""

    summary: str = ""
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def of(cls, *reasons: Reason) -> Self:
        """Factors that have no sum."""
        return cls("", reasons)


class Offering(Protocol):
    """The part of a game that `worthwhile` of a procedure may ask, since the use of a declaration may
    depend on what it leads to."""

    def finds_something_to_do(self, position: Any, side: str) -> bool:
        """Whether a side could declare anything in a position other than to pass."""
        ...


@dataclass(frozen=True, slots=True)
class Procedure(Generic[PositionT, ResolutionT]):
    """One kind of declaration. All functions get the position as its side may know it, except those that carry it out.

    - `offers` lists declarations worth listing; with `offers_only_legal` it leaves out everything that `forbids` would
      refuse, so that none need be checked.
    - `forbids` gives the reasons against a declaration; `allows`, if given, tells more quickly whether there are none.
    - `carry_out_for_odds` is used for odds in place of `carry_out`: it goes on to the dice that a declaration leaves for
      later, such as those of a fire marker, by the same steps that will throw them.
    - `answers` lists what the other side may declare at once against it, so that odds can be given for each answer.
    - `separate_odds_of` names the units, or a building, whose odds are given separately because they are too many to
      combine; each is then enumerated without what happens to the others.

    For lists of choices: `word` is the players' word for it, by default its name; `worthwhile` tells whether it can have an
    effect and is not just another way to say the same (other choices are listed on request); `sentence` gives its words at
    this moment, if its fields do not say enough; `passes` marks a declaration that only passes up a chance to act.

    `throws_deferred_dice` marks a declaration that only throws dice that earlier ones left for later, whose odds were
    given with those.
    """

    declaration: type[Any]
    stages: tuple[Stage, ...]
    offers: Callable[[PositionT, str], Iterable[Any]]
    forbids: Callable[[PositionT, Any], Iterator[Reason]]
    carry_out: Callable[[ResolutionT, Any], None]
    factors: Callable[[PositionT, Any], Factors] | None = None
    carry_out_for_odds: Callable[[ResolutionT, Any], None] | None = None
    answers: Callable[[PositionT, Any], Iterator[Any]] | None = None
    separate_odds_of: Callable[[PositionT, Any], tuple[str, ...]] | None = None
    offers_only_legal: bool = False
    allows: Callable[[PositionT, Any], bool] | None = None
    word: str = ""
    worthwhile: Callable[[Offering, PositionT, Any], bool] | None = None
    sentence: Callable[[PositionT, Any], str] | None = None
    passes: bool = False
    throws_deferred_dice: bool = False

    def is_allowed(self, position: PositionT, declaration: Any) -> bool:
        """Whether nothing forbids a declaration."""
        if self.allows is not None:
            return self.allows(position, declaration)
        return next(self.forbids(position, declaration), None) is None

    @property
    def called(self) -> str:
        """The players' word for it: `word`, or the name of the declaration."""
        return self.word or sub(r"(?<!^)(?=[A-Z])", " ", self.declaration.__name__).lower()


CALLED = "called"
"""The key in the metadata of a declaration's field for the function that turns its value into the players' word."""


@dataclass(frozen=True, slots=True)
class PlainDeclaration:
    """A declaration with no field but its side; its class has the words, which may contain {side}."""

    side: str
    words: ClassVar[str]

    def __str__(self) -> str:
        return self.words.format(side=self.side)


def offer_once(declaration: Callable[[str], Any]) -> Callable[[Position, str], Iterator[Any]]:
    """An `offers` for a declaration with no field but its side."""
    made = lru_cache(maxsize=8)(declaration)

    def offers(_: Position, side: str) -> Iterator[Any]:
        yield made(side)

    return offers


def nothing_forbids(_: Position, __: object) -> Iterator[Reason]:
    """A `forbids` for a declaration that is always legal at its stage."""
    return iter(())


def at_will(
    declaration: type[Any],
    stages: tuple[Stage, ...],
    carry_out: Callable[[ResolutionT, Any], None],
    factors: Callable[[Any, Any], Factors] | None = None,
    **more: Any,
) -> Procedure[Any, ResolutionT]:
    """The procedure of a declaration with no field but its side that is always legal at its stage."""
    offers = offer_once(declaration)
    return Procedure(declaration, stages, offers, nothing_forbids, carry_out, factors, **more)


IN_EVERY_BOOK = (DiceThrown, UnitCorrected, Agreed)
"""The events of every book."""


class Declarations(Generic[PositionT, ResolutionT]):
    """The declarations and events of a book, collected from its modules in their order."""

    def __init__(self, chapters: Iterable[ModuleType], event_modules: Iterable[ModuleType]) -> None:
        procedures = [
            entry for module in chapters for entry in vars(module).values() if isinstance(entry, Procedure)
        ]
        self.procedures: Mapping[type, Procedure[PositionT, ResolutionT]] = MappingProxyType(
            {procedure.declaration: procedure for procedure in procedures}
        )
        """Each declaration with its procedure."""
        self.event_types: Collection[type] = dict.fromkeys(
            (*(kind for module in event_modules for kind in _events_in(module)), *IN_EVERY_BOOK)
        ).keys()
        """The kinds of events, with those of every book."""

    @cached_property
    def actions(self) -> Records[Any]:
        """The declarations as documents and back."""
        return Records("action", self.procedures)

    @cached_property
    def events(self) -> Records[Any]:
        """The events as documents and back."""
        return Records("event", self.event_types)

    @cached_property
    def _by_stage(self) -> Mapping[Stage, tuple[Procedure[PositionT, ResolutionT], ...]]:
        by_stage: dict[Stage, list[Procedure[PositionT, ResolutionT]]] = {}
        for procedure in self.procedures.values():
            for stage in procedure.stages:
                by_stage.setdefault(stage, []).append(procedure)
        return {stage: tuple(listed) for stage, listed in by_stage.items()}

    def at(self, stage: Stage) -> tuple[Procedure[PositionT, ResolutionT], ...]:
        """The procedures that a stage of play allows."""
        return self._by_stage.get(stage, ())

    def procedure(self, action: object) -> Procedure[PositionT, ResolutionT]:
        """The procedure of a declaration.

        Raises:
            Unknown: if it is no declaration of this book.
        """
        try:
            return self.procedures[type(action)]
        except KeyError:
            known = (kind.__name__ for kind in self.procedures)
            raise Unknown("action", type(action).__name__, known) from None


def _events_in(module: ModuleType) -> Iterator[type]:
    for value in vars(module).values():
        if isinstance(value, type) and value.__module__ == module.__name__ and _is_event(value):
            yield value


def _is_event(kind: type) -> bool:
    return is_dataclass(kind) and hasattr(kind, "on")
