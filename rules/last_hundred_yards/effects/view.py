"""What one side may know: hidden enemies and mines not yet met are removed, concealed units become one unknown counter in each hex,
listed by hex, after all that is known: the order of the roster would tell which is which.

Everything said to a side is worked out on its view, so that no list, refusal or odds can tell more.
"""

from collections import Counter
from dataclasses import replace

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import markers_known
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.unit_types import CLASSES
from rules.last_hundred_yards.effects.marker_sync import sync_markers
from rules.last_hundred_yards.state.arrival_order import as_seen
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import (
    Decision,
    Deed,
    FireMarker,
    MortarState,
    Moving,
    Player,
    Progress,
    progress_of,
)

_PREFIX = "concealed@"


def concealed_name(place: Hex) -> str:
    """What the other side calls the concealed units of a hex."""
    return f"{_PREFIX}{place}"


@implements("LHY-4.3.0.1", "LHY-4.3.0.2", "LHY-4.3.0.3", "LHY-17.9.1", "LHY-16.1.0a")
def state_seen_by(state: GameState, side: str) -> GameState:
    """The state as a side may know it.

    Rule: LHY 4.3, 17.9.
    """
    kept: dict[str, Unit] = {}
    counters: dict[Hex, Unit] = {}
    shown: dict[str, str | None] = {}
    killed = dict(progress_of(state).killed)
    for unit in state.units.values():
        unknown = unit.at is None and unit.id not in killed
        secret = unit.side != side and (unit.has(HIDDEN) or unit.has(CONCEALED) or unknown)
        if not secret:
            kept[unit.id] = unit
            continue
        shown[unit.id] = None
        if isinstance(unit.at, Hex) and not unit.has(HIDDEN):
            name = concealed_name(unit.at)
            shown[unit.id] = name
            counters[unit.at] = Unit(
                name,
                f"{row_of(unit).nation}.concealed",
                unit.side,
                unit.at,
                None,
                "concealed units",
                _CONCEALED,
            )
    in_order = {counters[place].id: counters[place] for place in sorted(counters)}
    known = replace(
        state,
        units=kept | in_order,
        markers=markers_known(state, side),
        course=_course_as_seen(state, shown, side),
    )
    return sync_markers(known)


@implements("LHY-4.3.0.5")
def _still_concealed(
    state: GameState, at: Hex, counts: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """What was told to lie concealed in a hex, less what everybody has seen there since."""
    now = Counter(
        CLASSES.get(row_of(unit).kind)
        for unit in state.units.values()
        if unit.at == at and unit.has(CONCEALED)
    )
    return tuple((kind, min(count, now[kind])) for kind, count in counts)


_CONCEALED = frozenset({CONCEALED})


def _course_as_seen(state: GameState, shown: dict[str, str | None], side: str) -> Progress:
    course = progress_of(state)
    if not shown and not course.inquired and not course.players:
        return course
    out_of_sight = {row_of(state.unit(squad)).platoon_key for squad in course.split if squad in shown}

    return course.changed(
        **{name: frozenset(getattr(course, name)).difference(shown) for name in _SETS_OF_UNITS},
        reacted_leaders=tuple(unit for unit in course.reacted_leaders if unit not in shown),
        deeds=_deeds(course.deeds, shown),
        doing=_deeds(course.doing, shown),
        revealed=tuple(unit for unit in course.revealed if unit not in shown),
        moving=_moving(course.moving, shown),
        withdrawing=tuple(seen for moving in course.withdrawing if (seen := _moving(moving, shown))),
        fires=tuple([_fire(fire, shown) for fire in course.fires]),
        fired_from=tuple([pair for pair in course.fired_from if pair[0] not in shown]),
        shots=tuple([pair for pair in course.shots if shown.keys().isdisjoint(pair)]),
        killed=tuple([entry for entry in course.killed if entry[0] not in shown]),
        trail=tuple([entry for entry in course.trail if entry[0] not in shown]),
        arrows=tuple(
            [replace(arrow, unit=shown.get(arrow.unit, arrow.unit) or "") for arrow in course.arrows]
        ),
        arrivals=as_seen(course.arrivals, shown),
        aboard=tuple([pair for pair in course.aboard if shown.keys().isdisjoint(pair)]),
        decisions=tuple([_due(due, shown) for due in course.decisions]),
        away=tuple([lost for lost in course.away if lost.unit not in shown]),
        deployed=course.deployed - out_of_sight,
        mortars=tuple([_mortar(mortar, state, shown) for mortar in course.mortars]),
        players=tuple([_player(player, state, side) for player in course.players]),
        inquired=tuple([(at, _still_concealed(state, at, counts)) for at, counts in course.inquired]),
    )


_SETS_OF_UNITS = (
    "acted", "support", "off_map", "loaded_this_turn", "overran", "advanced", "rallied", "deploying", "split", "exited",
    "dummies_put",
)  # fmt: skip
"""What the course keeps as sets of units, of which a side knows those it knows by name."""


@implements("LHY-11.4.5.1b")
def _mortar(mortar: MortarState, state: GameState, shown: dict[str, str | None]) -> MortarState:
    """A mortar as a side may know it: the observer of a hidden asker waits off the hexes (reading 69)."""
    if mortar.asker not in shown:
        return mortar
    observer_at = None if state.unit(mortar.asker).has(HIDDEN) else mortar.observer_at
    return replace(mortar, observer_at=observer_at, asker=shown[mortar.asker] or "")


@implements("LHY-19.2.1")
def _player(player: Player, state: GameState, side: str) -> Player:
    """A player as a side may know him: who the other is stays his secret to the end."""
    unit = state.units.get(player.unit)
    is_secret = unit is not None and unit.side != side and progress_of(state).ended is None
    return Player(player.side) if is_secret else player


def _due(due: Decision, shown: dict[str, str | None]) -> Decision:
    unit, target = (shown.get(name, name) or "" for name in (due.unit, due.target))
    return replace(
        due,
        unit=unit,
        target=target,
        firers=tuple(name for firer in due.firers if (name := shown.get(firer, firer))),
    )


def _deeds(deeds: tuple[Deed, ...], shown: dict[str, str | None]) -> tuple[Deed, ...]:
    known = ((deed, shown.get(deed.unit, deed.unit)) for deed in deeds)
    return tuple(deed if name == deed.unit else replace(deed, unit=name) for deed, name in known if name)


def _moving(moving: Moving | None, shown: dict[str, str | None]) -> Moving | None:
    if moving is None:
        return None
    return replace(moving, units=tuple(name for unit in moving.units if (name := shown.get(unit, unit))))


def _fire(fire: FireMarker, shown: dict[str, str | None]) -> FireMarker:
    if fire.target not in shown and fire.firer not in shown:
        return fire
    target = shown.get(fire.target, fire.target) if fire.target else None
    firer = shown.get(fire.firer, fire.firer) if fire.firer else None
    return replace(fire, target=target, firer=firer)
