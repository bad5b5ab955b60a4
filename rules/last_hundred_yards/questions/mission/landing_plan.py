"""Plans of landings from the air: which units may land together, where and when, and how dangerous the ground
is. Chapter 22 (16 in v3.1)."""

from collections.abc import Iterator, Mapping, Sequence

from rules.errors import BadInput
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HIDDEN, IN_MOTION
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.questions.activation.assembling import objective_hexes
from rules.last_hundred_yards.questions.terrain.cover import has_trees, is_open
from rules.last_hundred_yards.questions.terrain.roads import tree_lined_road_hexes
from rules.last_hundred_yards.state.mission.landings import Stick
from rules.last_hundred_yards.state.mission.mission import Mission, MortarKind
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import MortarPlace

SKID_HEXES = 3
_WATER = frozenset({Terrain.RIVER, Terrain.BRIDGE, Terrain.FORD})


@implements("LHY-22.1.4.2")
def is_rough(position: Position, place: Hex) -> bool:
    """Whether a jump into a hex is certain to do harm: woods, forest, buildings, water and roads between
    tree lines (reading 227)."""
    board = position.board
    if board.ground(place).buildings or has_trees(board, place) or board.has(place, *_WATER):
        return True
    return position.mission.edition.tree_lines and place in tree_lined_road_hexes(board)


@implements("LHY-22.1.2c", "LHY-4.1.10.1")
def skid_path(position: Position, at: Hex, heading: int) -> tuple[Hex, ...]:
    """The hexes along which a glider skids before it stops here, in order; none unless all are on the map
    and open, as rivers are."""
    grid, path = position.board.grid, [at]
    while len(path) < SKID_HEXES:
        path.append(grid.neighbour(path[-1], heading + 2))
    fit = all(place in grid and is_open(position, place) for place in path)
    return tuple(reversed(path)) if fit else ()


@implements("LHY-22.1.5.2b")
def is_dangerous(position: Position, path: tuple[Hex, ...], others: frozenset[Hex]) -> bool:
    """Whether a skid path has trees, tree lines, hills, buildings, walls, water or another glider on it or
    beside it (reading 227)."""
    board = position.board
    near = {place for skidded in path for place in (skidded, *board.grid.neighbours(skidded))}
    return bool(near & others) or any(
        not is_open(position, place)
        or board.has(place, *_WATER)
        or board.level(place) > 0
        or board.walled_from(place)
        for place in near
    )


HEADINGS = range(1, 7)
STICK_WEAPONS = 5
GLIDER_STEPS = 4
ZONES_APART_HEXES = 3
NEAREST_ASSEMBLY_HEXES, FARTHEST_ASSEMBLY_HEXES = 5, 10

RULE_IDS = {
    "SKID_HEXES": ("LHY-22.1.2c",),
    "STICK_WEAPONS": ("LHY-22.1.1c",),
    "GLIDER_STEPS": ("LHY-22.1.1d",),
    "ZONES_APART_HEXES": ("LHY-22.1.2b",),
    "NEAREST_ASSEMBLY_HEXES": ("LHY-22.1.2d",),
    "FARTHEST_ASSEMBLY_HEXES": ("LHY-22.1.2d",),
}

Lander = LhyUnitType | MortarKind
"""A unit that lands, or the mortar whose observer lands."""

_BY_ITSELF = frozenset({UnitKind.GUN, UnitKind.TRUCK, UnitKind.JEEP})
_WEAPONS = frozenset({UnitKind.MG, UnitKind.LATW})
_PLATOON = frozenset({UnitKind.SQUAD, UnitKind.LEADER})
_IN_A_GLIDER = _WEAPONS | _PLATOON | {UnitKind.SECTION}
_NON_COMBAT = frozenset({UnitKind.LEADER, UnitKind.LATW})


@implements(
    "LHY-22.1.1a", "LHY-22.1.1b", "LHY-22.1.1c", "LHY-22.1.1d", "LHY-22.1.1e", "LHY-22.1.1f", "LHY-22.1.1g"
)
def check_landings(state: GameState, mission: Mission) -> frozenset[str]:
    """The units and mortars that begin in the air, as the mission says.

    Raises:
        Unknown: if there is no such unit.
        BadInput: if a unit is of the other side, on the map, named twice or for another way to begin, or cannot land this way.
    """
    in_the_air: set[str] = set()
    aboard = {name for pair in mission.aboard for name in pair}
    mortars = {mortar.id: mortar.side for mortar in mission.mortars}
    for side in mission.sides:
        for how, names, kinds in (
            ("parachutes", side.landings.parachutes, _BY_ITSELF | _WEAPONS | _PLATOON),
            ("gliders", side.landings.gliders, _BY_ITSELF | _IN_A_GLIDER),
        ):
            for name in names:
                field = f"options.sides.{side.id}.{how}"
                if name in mortars:
                    if mortars[name] != side.id or name in in_the_air or name in state.units:
                        raise BadInput(field, name, f"a mortar of {side.id} named once, and no unit's name")
                    in_the_air.add(name)
                    continue
                unit = state.unit(name)
                if unit.side != side.id or unit.at is not None:
                    raise BadInput(field, name, f"a unit of {side.id} that is not on the map")
                if (
                    name in in_the_air | aboard
                    or name in side.entering
                    or unit.has(HIDDEN)
                    or unit.has(IN_MOTION)
                ):
                    raise BadInput(field, name, "a unit named once, and neither aboard, hidden nor in motion")
                if row_of(unit).kind not in kinds:
                    wanted = f"one of {', '.join(sorted(kinds))} (LHY 22.1.1)"
                    raise BadInput(field, f"{name}, a {row_of(unit).kind}", wanted)
                in_the_air.add(name)
    return frozenset(in_the_air)


@implements("LHY-22.0b")
def may_land(position: Position, side: str) -> bool:
    """Whether a side has units in the air and has not landed in this turn; it lands after all its other activations."""
    return position.course.landing_turn != position.course.turn and bool(_in_the_air(position, side))


def _in_the_air(position: Position, side: str) -> dict[str, Lander]:
    """The units of a side in the air, and after them its mortars."""
    flying: dict[str, Lander] = {unit.id: row_of(unit) for unit in position.yet_to_land(side)}
    return flying | {
        mortar.id: mortar.kind
        for mortar in position.course.mortars
        if mortar.side == side and mortar.place is MortarPlace.IN_THE_AIR
    }


def to_be_planned(position: Position, side: str, *, gliders: bool) -> dict[str, Lander]:
    """The units and mortars of a side in the air that are to jump, or to land in gliders, and are not yet in the plan."""
    names = position.mission.side(side).landings
    listed = names.gliders if gliders else names.parachutes
    planned = {name for stick in position.course.sticks for name in stick.units}
    flying = _in_the_air(position, side)
    return {name: lander for name, lander in flying.items() if name in listed and name not in planned}


@implements(
    "LHY-22.1.1a", "LHY-22.1.1b", "LHY-22.1.1c", "LHY-22.1.1d", "LHY-22.1.1e", "LHY-22.1.1f", "LHY-22.1.1g",
)  # fmt: skip
def may_land_together(landers: Sequence[Lander], *, glider: bool) -> bool:
    """Whether these may form one stick, or go in one glider; a mortar counts as a heavy weapon of a stick,
    and fills a glider alone."""
    rows = [lander for lander in landers if isinstance(lander, LhyUnitType)]
    kinds, mortars = {row.kind for row in rows}, len(landers) - len(rows)
    if len(landers) == 1 and kinds <= _BY_ITSELF:
        return True
    if glider:
        steps = sum(row.steps for row in rows if row.is_combat)
        others = sum(row.kind in _NON_COMBAT for row in rows)
        fit = bool(rows) and kinds <= _IN_A_GLIDER and steps <= GLIDER_STEPS and others <= 1
        return fit and not mortars
    if kinds <= _WEAPONS:
        return 1 <= len(landers) <= STICK_WEAPONS
    return not mortars and kinds <= _PLATOON and len({row.platoon_key for row in rows}) == 1


def landing_groups(landers: Mapping[str, Lander], *, gliders: bool) -> Iterator[tuple[str, ...]]:
    """Groups worth landing together: men by platoons, weapons together and each alone, guns and vehicles each by itself."""
    rows = {name: lander for name, lander in landers.items() if isinstance(lander, LhyUnitType)}
    weapons = [name for name, lander in landers.items() if name not in rows or rows[name].kind in _WEAPONS]
    for platoon in dict.fromkeys(row.platoon_key for row in rows.values() if row.platoon_key):
        men = [name for name, row in rows.items() if row.platoon_key == platoon]
        yield _who_land_together(
            sorted(men, key=lambda name: (row_order(rows[name]), name)), landers, gliders=gliders
        )
    if len(together := _who_land_together(weapons, landers, gliders=gliders)) > 1:
        yield together
    yield from ((name,) for name in landers if name not in rows or not rows[name].platoon_key)


def sticks_to_suggest(position: Position, side: str, *, gliders: bool) -> Iterator[Stick]:
    """Every stick worth planning: each group without a landing zone over each free zone, gliders with every heading."""
    for names in landing_groups(to_be_planned(position, side, gliders=gliders), gliders=gliders):
        for at in position.board.grid:
            for heading in HEADINGS if gliders else (0,):
                stick = Stick(names, at, heading=heading)
                if next(forbids_zone(position, side, stick), None) is None:
                    yield stick


def is_planned(position: Position, side: str) -> bool:
    """Whether no unit is left in the air that could still be given a landing zone."""
    return not any(True for how in (False, True) for _ in sticks_to_suggest(position, side, gliders=how))


def row_order(row: LhyUnitType) -> bool:
    """A sort key that puts leaders before their men."""
    return row.kind is not UnitKind.LEADER


def _who_land_together(
    names: Sequence[str], landers: Mapping[str, Lander], *, gliders: bool
) -> tuple[str, ...]:
    """As many of these as may land together, taken in their order."""
    taken: list[str] = []
    for name in names:
        if may_land_together([landers[each] for each in (*taken, name)], glider=gliders):
            taken.append(name)
    return tuple(taken)


@implements("LHY-22.1.2a", "LHY-22.1.2b", "LHY-22.1.2c", "LHY-22.1.2c.heading", "LHY-22.1.2c.apart")
def forbids_zone(position: Position, side: str, stick: Stick) -> Iterator[Reason]:
    """Why a stick or glider may not land there: no landing zone, too near to another, or no way to skid."""
    zones, at = position.mission.side(side).landings.zones, stick.at
    if at not in position.board.grid or (zones and at not in zones):
        yield Reason(f"{at} is no landing zone of {side}", cite_later("22.1.2"), (at,))
        return
    others = [other for other in position.course.sticks if other.is_glider == stick.is_glider]
    if not stick.is_glider:
        near = (other.at for other in others if position.distance(at, other.at) <= ZONES_APART_HEXES)
        yield from (
            Reason(
                f"{at} is within {ZONES_APART_HEXES} hexes of the landing zone {other}",
                cite_later("22.1.2"),
                (at, other),
            )
            for other in near
        )
        return
    if any(other.at == at for other in others):
        yield Reason(f"another glider lands in {at}", cite_later("22.1.2"), (at,))
    if any(other.heading != stick.heading for other in others):
        yield Reason(f"all gliders land toward hexside {others[0].heading}", cite_later("22.1.2"), (at,))
    if not skid_path(position, at, stick.heading):
        words = f"{at} is not the last of three open hexes in that direction"
        yield Reason(words, cite_later("22.1.2"), (at,))


@implements("LHY-22.1.2d")
@memoized
def assembly_hexes(position: Position) -> tuple[Hex, ...]:
    """The hexes where parachutists may assemble (reading 226).

    They are at least five hexes from every objective and at most ten from one of them; any hex, if no hex is.
    """
    goals = objective_hexes(position)
    fit = [
        place
        for place in position.board.grid
        if goals
        and NEAREST_ASSEMBLY_HEXES
        <= min(position.distance(place, goal) for goal in goals)
        <= FARTHEST_ASSEMBLY_HEXES
    ]
    return tuple(fit or position.board.grid)


@memoized
def assembly_on_the_way(position: Position, platoon: str) -> frozenset[Hex]:
    """The Assembly hexes worth suggesting for a platoon: those nearest to where it jumps, and farther ones
    that are nearer to an objective."""
    goals = objective_hexes(position)
    zones = [
        stick.at
        for stick in position.course.sticks
        if any(row_of(position.unit(name)).platoon_key == platoon for name in _units_of(position, stick))
    ]

    def ways(place: Hex) -> tuple[int, int]:
        return (
            min((position.distance(place, zone) for zone in zones), default=0),
            min((position.distance(place, goal) for goal in goals), default=0),
        )

    hexes: set[Hex] = set()
    nearest = None
    for place in sorted(assembly_hexes(position), key=ways):
        way = ways(place)
        if nearest is None or way == nearest or way[1] < nearest[1]:
            nearest = way
            hexes.add(place)
    return frozenset(hexes)


def _units_of(position: Position, stick: Stick) -> Iterator[str]:
    return (name for name in stick.units if name in position.state.units)


def to_be_assembled(position: Position, side: str) -> tuple[str, ...]:
    """The platoons of a side that are about to jump and have no Assembly hex."""
    named = {each.platoon for each in position.course.assembly}
    flying = {unit.id for unit in position.yet_to_land(side)}
    jumping = (
        row_of(position.unit(name)).platoon_key
        for stick in position.course.sticks
        if not stick.is_glider
        for name in stick.units
        if name in flying
    )
    return tuple(dict.fromkeys(platoon for platoon in jumping if platoon and platoon not in named))
