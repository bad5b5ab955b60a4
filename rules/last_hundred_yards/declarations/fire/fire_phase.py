"""The Fire Resolution Phase: a player picks the hex whose fire markers are rolled for next. Chapter 12."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.effects.fire_resolution import carry_out_fire
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Phase


@dataclass(frozen=True, slots=True)
class ResolveFire:
    """Roll for the fire markers of one hex (12.0)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"resolve the fire on {self.at}"


def fire_candidates(position: Position, side: str) -> Iterator[ResolveFire]:
    """Every hex with fire markers."""
    yield from (ResolveFire(side, at) for at in fire_hexes(position))


def fire_hexes(position: Position) -> list[Hex]:
    resolved = position.course.resolved_hexes
    return sorted({fire.at for fire in position.course.fires if fire.at not in resolved})


def forbids_fire(position: Position, action: ResolveFire) -> Iterator[Reason]:
    """Why no fire is resolved there."""
    if action.at not in fire_hexes(position):
        yield Reason(f"there is no fire to resolve on {action.at}", cite_later("12.0"), (action.at,))


def resolve_fire(resolution: Resolution, action: ResolveFire) -> None:
    """Roll for all fire markers of the hex."""
    carry_out_fire(resolution, action.at)


def fire_factors(position: Position, action: ResolveFire) -> Factors:
    """The markers that are rolled for."""
    fires = position.course.fires_at(action.at)
    markers = (
        f"{fire.kind.upper()} {fire.value:+d}{f' on {fire.target}' if fire.target else ''}" for fire in fires
    )
    return Factors(
        "each marker one die", tuple(Reason(marker, cite_later("12.0"), (action.at,)) for marker in markers)
    )


RESOLVE_FIRE = Procedure(
    ResolveFire,
    (Phase.FIRE,),
    fire_candidates,
    forbids_fire,
    resolve_fire,
    fire_factors,
    throws_deferred_dice=True,
)
