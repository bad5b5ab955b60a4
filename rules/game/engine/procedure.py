"""A declaration, whole: when players can make it, what is worth offering, why not, and what comes of it.

A book writes each declaration and its Procedure in one module; `Declarations` collects them, so that no list
of them stands anywhere else.
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
"""What play waits for, in the words of a book: a phase, a step of the turn, a decision that is owed."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What bears on the dice of a declaration: in sum, in words ("ATDRM +1"), and one by one, as cited reasons."""

    summary: str = ""
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def of(cls, *reasons: Reason) -> Self:
        """Reasons that come to no sum."""
        return cls("", reasons)


class Offering(Protocol):
    """What is worth listing may hang on what it leads to."""

    def finds_something_to_do(self, position: Any, side: str) -> bool:
        """Whether a side could declare anything in a position but to let its chance go by."""
        ...


@dataclass(frozen=True, slots=True)
class Procedure(Generic[PositionT, ResolutionT]):
    """One kind of declaration. All but `carry_out` and `foresee` are asked on what its side may know.

    `foresee` is for odds alone: it runs on to the dice that a declaration leaves for later, such as those of a
    fire marker, by the very steps that throw them then. `answers` lists what the other side may declare at
    once against it, so that the odds can be told for each. `told_apart` names the units, or a building, whose fates are told each
    for itself, because they are too many to be told together: what befalls others is left out then. Where `offers_only_legal`
    is said, `offers` leaves out by itself all that `forbids` names, and nothing need be asked of each; `allows` is whether
    `forbids` names nothing, where that is sooner told than why.

    For lists of choices: `word` is what players call it, its name if nothing is said; `worthwhile` is whether it can come to
    something, or is but one more way to say so: the rest is listed on request; `told` is how it reads at this moment, where its
    fields alone do not tell; and it `passes` if it but lets a chance go by.

    It `settles` if it throws dice that earlier declarations left for later, whose odds were told with theirs.
    """

    declaration: type[Any]
    stages: tuple[Stage, ...]
    offers: Callable[[PositionT, str], Iterable[Any]]
    forbids: Callable[[PositionT, Any], Iterator[Reason]]
    carry_out: Callable[[ResolutionT, Any], None]
    factors: Callable[[PositionT, Any], Factors] | None = None
    foresee: Callable[[ResolutionT, Any], None] | None = None
    answers: Callable[[PositionT, Any], Iterator[Any]] | None = None
    told_apart: Callable[[PositionT, Any], tuple[str, ...]] | None = None
    offers_only_legal: bool = False
    allows: Callable[[PositionT, Any], bool] | None = None
    word: str = ""
    worthwhile: Callable[[Offering, PositionT, Any], bool] | None = None
    told: Callable[[PositionT, Any], str] | None = None
    passes: bool = False
    settles: bool = False

    def is_allowed(self, position: PositionT, declaration: Any) -> bool:
        """Whether nothing forbids a declaration."""
        if self.allows is not None:
            return self.allows(position, declaration)
        return next(self.forbids(position, declaration), None) is None

    @property
    def called(self) -> str:
        """What players call it: its word, or the name of the declaration."""
        return self.word or sub(r"(?<!^)(?=[A-Z])", " ", self.declaration.__name__).lower()


CALLED = "called"
"""In the metadata of a field of a declaration: what makes of its value what players call it."""


@dataclass(frozen=True, slots=True)
class PlainDeclaration:
    """A declaration that says no more than whose it is, in the words of its class, which may name the {side}."""

    side: str
    words: ClassVar[str]

    def __str__(self) -> str:
        return self.words.format(side=self.side)


def offer_once(declaration: Callable[[str], Any]) -> Callable[[Position, str], Iterator[Any]]:
    """Offers a declaration that says no more than whose it is."""
    made = lru_cache(maxsize=8)(declaration)

    def offers(_: Position, side: str) -> Iterator[Any]:
        yield made(side)

    return offers


def nothing_forbids(_: Position, __: object) -> Iterator[Reason]:
    """For what may always be declared at its stage."""
    return iter(())


def at_will(
    declaration: type[Any],
    stages: tuple[Stage, ...],
    carry_out: Callable[[ResolutionT, Any], None],
    factors: Callable[[Any, Any], Factors] | None = None,
    **more: Any,
) -> Procedure[Any, ResolutionT]:
    """The procedure of a declaration that says no more than whose it is, and may always be made at its stage."""
    offers = offer_once(declaration)
    return Procedure(declaration, stages, offers, nothing_forbids, carry_out, factors, **more)


IN_EVERY_BOOK = (DiceThrown, UnitCorrected, Agreed)
"""What can happen whatever the book."""


class Declarations(Generic[PositionT, ResolutionT]):
    """What can be declared in a book and what can happen, collected from its modules in their order."""

    def __init__(self, chapters: Iterable[ModuleType], event_modules: Iterable[ModuleType]) -> None:
        found = [
            entry for module in chapters for entry in vars(module).values() if isinstance(entry, Procedure)
        ]
        self.procedures: Mapping[type, Procedure[PositionT, ResolutionT]] = MappingProxyType(
            {procedure.declaration: procedure for procedure in found}
        )
        """Each declaration with its procedure."""
        self.event_types: Collection[type] = dict.fromkeys(
            (*(kind for module in event_modules for kind in _events_in(module)), *IN_EVERY_BOOK)
        ).keys()
        """What can happen, dice and corrections in every book."""

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
