"""Corrections past the rules: a unit set up or changed as players or the umpire say."""

from dataclasses import dataclass, replace

from rules.errors import BadInput, Unknown
from rules.game.engine.carrying_out import replay
from rules.game.events import standing
from rules.game.record.corrections import Allowed, Correction
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import HIDDEN, names_no_secret
from rules.ground.place import Place
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.port.names import one_of, place_named, unknown_unit


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a unit is to be: fields left out do not change, `off` takes it out of play.

    `at` is a place as players write it; type, side and name are for a new unit alone.
    """

    unit: str
    at: str = ""
    off: bool = False
    facing_deg: float | None = None
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    type: str = ""
    side: str = ""
    name: str = ""


def correction(
    now: RunningGame, wanted: Wanted, reason: str, *, agreed: bool = False, by: str = ""
) -> Correction:
    """The correction for the record. A side (`by`) corrects only units that it knows of; without `by`
    every unit can be corrected.

    Raises:
        Unknown: if there is no such unit, by id or name, and `wanted` does not describe a new one.
        SeveralUnits: if several units have that name.
        BadInput: if no reason is given, or a field cannot be read.
    """
    unit = _unit(now, wanted, by)
    place = _place(now, wanted)
    corrected = replace(
        unit,
        at=None if wanted.off else place or unit.at,
        facing_deg=unit.facing_deg if wanted.facing_deg is None else wanted.facing_deg % 360,
        conditions=unit.conditions.union(wanted.gains).difference(wanted.loses),
    )
    return Correction(corrected, given_reason(reason), agreed)


def wish_in_words(now: RunningGame, wish: Correction | Allowed) -> str:
    """The request for the others to agree to a correction, in words that name only units known to all of them."""
    words, state = str(wish), now.state
    if isinstance(wish, Correction):
        was = _as_it_was(now, wish.unit.id) or wish.unit
        words, state = (
            f"{was.id}, {standing(was)}, is to be {standing(wish.unit)}: {wish.reason}",
            state.with_unit(was),
        )
    seen = (now.game.ruleset.seen_by(state, side) for side in state.sides)
    if all(names_no_secret(words, state, state, (known, known)) for known in seen):
        return now.names_for_all(state).said(words)
    if isinstance(wish, Allowed):
        return f"an action is allowed of which not every side may know more: {wish.reason}"
    where, there = (
        standing(replace(one, facing_deg=None, conditions=frozenset())) for one in (was, wish.unit)
    )
    moves = was.at is not None and where != there
    if moves and all(_is_seen_by_all(now, state.with_unit(one), one) for one in (was, wish.unit)):
        return f"a concealed unit, {where}, is to be {there}: {wish.reason}"
    return f"a unit is corrected of which not every side may know more: {wish.reason}"


def _is_seen_by_all(now: RunningGame, state: GameState, unit: Unit) -> bool:
    """Whether every side sees some unit of that side at the unit's place, even as a mere counter, or the unit is off the map."""
    seen = (now.game.ruleset.seen_by(state, side).units.values() for side in state.sides)
    return not unit.has(HIDDEN) and (
        unit.at is None
        or all(any((other.side, other.at) == (unit.side, unit.at) for other in units) for units in seen)
    )


def given_reason(words: str) -> str:
    """The reason for a correction, without spaces around it.

    Raises:
        BadInput: if none is given.
    """
    if not words.strip():
        raise BadInput("reason", words, "a few words: they stand in the record")
    return words.strip()


def _as_it_was(now: RunningGame, unit_id: str) -> Unit | None:
    """A unit as it is, or as it was when it was last in the game; None if it never was."""
    latest, state = now.state.units.get(unit_id), now.game.state
    for turn in now.turns if latest is None else ():
        latest = state.units.get(unit_id, latest)
        state = replay(now.game.book, state, turn.events)
    return latest


def _unit(now: RunningGame, wanted: Wanted, by: str) -> Unit:
    known = now.game.ruleset.seen_by(now.state, by).units if by else now.state.units
    unit = _as_it_was(now, wanted.unit)
    if unit is not None and (not by or wanted.unit in known or unit.side == by):
        if wanted.type or wanted.side or wanted.name:
            raise BadInput(
                "unit", wanted.unit, "a new unit, or one that is there without a type, side and name"
            )
        return unit
    if by or not (wanted.type and wanted.side):
        named = one_of(now.names(by).units_of(""), wanted.unit).id
        if named not in now.state.units:
            raise unknown_unit("unit", wanted.unit, known.values())  # a counter, of which no more is known
        return now.state.unit(named)
    if wanted.type not in now.game.ruleset.roster:
        raise Unknown("type", wanted.type, now.game.ruleset.roster)
    if not wanted.at:
        raise BadInput("at", wanted.at, "the place where it is set up")
    return Unit(wanted.unit, wanted.type, wanted.side, name=wanted.name)


def _place(now: RunningGame, wanted: Wanted) -> Place | None:
    if not wanted.at:
        return None
    if wanted.off:
        raise BadInput("at", wanted.at, "no place for a unit that is taken off")
    place = place_named(now.state.board, wanted.at)
    if place is None:
        raise BadInput("at", wanted.at, "a place such as C2, or 10.5,8 in inches")
    return place
