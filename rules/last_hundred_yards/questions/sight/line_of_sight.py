"""Line of sight: whether a viewer sees a target, and how it sees every hex of the map. Chapter 4.2."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Sight, SightField, Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.sight import HexPositions, hex_positions
from rules.ground.hex.terrain import Terrain
from rules.ground.place import Place
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.questions.sight.outlook import Outlook, outlook, place_of
from rules.last_hundred_yards.questions.sight.sight_ground import sight_ground
from rules.last_hundred_yards.questions.sight.sight_lines import EFFECTS, NO_SWITCHES, Effect, End, Line
from rules.last_hundred_yards.questions.sight.sight_reasons import field_reasons, reasons
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.state.darkness import hidden_by_darkness
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.position import stands_as, why_nothing_is_seen
from rules.last_hundred_yards.state.progress import Progress

_KINDS = tuple(Visibility)


class SeenHexes(Mapping[Place, Visibility]):
    """How every hex of a map is seen; `codes` has, for each hex in the map's order, the index of a kind of `Visibility`."""

    def __init__(self, where: HexPositions, codes: NDArray[np.int8]) -> None:
        self._where, self.codes = where, codes

    def __getitem__(self, place: Place) -> Visibility:
        if not isinstance(place, Hex):
            raise KeyError(place)
        code: int = self.codes[self._where.number[place]]
        return _KINDS[code]

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._where.hexes)

    def __len__(self) -> int:
        return len(self._where.hexes)


@implements("LHY-4.2.0.1", "LHY-4.2.0.2", "LHY-4.2.3.recip")
def line_of_sight(
    state: GameState, viewer: Viewer, target: Viewer, options: Options = AS_WE_READ
) -> Ruling[Sight]:
    """Whether the viewer sees the target, and every hex that blocks, blinds or hinders, nearest first.

    A hex given as viewer or target stands for a foot unit in it.

    Rule: LHY 4.2.1-4.2.4.
    """
    about = outlook(state, options)
    line, passed, findings = about.explain(*(about.end(stands_as(state, end)) for end in (viewer, target)))
    sight = _sight(line, findings)
    words = reasons(about.ground, about.switches.enclosed_roads, line, passed, findings, sight.visibility)
    if closed := tuple(_closed_by(state, viewer, target)):
        # If the ground leaves the line open, only the dark or the viewer's state closes it.
        words = (*(() if sight.visibility.is_open else words), *closed)
        sight = Sight(Visibility.BLOCKED, sight.distance)
    return Ruling(f"LOS {viewer} to {target}", sight, words)


@implements("LHY-21.3a", "LHY-21.3b", "LHY-13.3.1a", "LHY-11.4.8a")
def _closed_by(state: GameState, viewer: Viewer, target: Viewer) -> Iterator[Reason]:
    """Why a viewer does not see along an open line: it is too dark, or mortar fire or an assault in its own hex."""
    if dark := hidden_by_darkness(state, stands_as(state, viewer), stands_as(state, target)):
        yield Reason(dark, cite_later("21.3"))
    if (
        isinstance(viewer, Unit)
        and viewer.at != place_of(target)
        and (why := why_nothing_is_seen(state, viewer))
    ):
        yield why


def sight_between(state: GameState, viewer: Viewer, target: Viewer, options: Options) -> Sight:
    """The verdict of `line_of_sight` without its reasons, and without darkness and what keeps the viewer from seeing out of its hex."""
    about = outlook(state, options)
    line, _, findings = about.explain(about.end(viewer), about.end(target), in_full=False)
    return _sight(line, findings)


def _sight(line: Line, findings: Sequence[int]) -> Sight:
    """The verdict that follows from the findings on a line, of four numbers each."""
    effects = [EFFECTS[which] for which in findings[::4]]
    if Effect.BLOCKS in effects:
        return Sight(Visibility.BLOCKED, line.range_hexes)
    if Effect.BLINDS in effects:
        return Sight(Visibility.BLIND, line.range_hexes)
    amounts = zip(effects, findings[3::4], strict=True)
    hindrance = sum(amount for effect, amount in amounts if effect == Effect.HINDERS)
    return Sight(Visibility.HINDERED if hindrance else Visibility.CLEAR, line.range_hexes, hindrance)


def sight_field(state: GameState, viewer: Viewer, options: Options = AS_WE_READ) -> Ruling[SightField]:
    """How a viewer sees every hex of the map.

    Rule: LHY 4.2.1-4.2.4.
    """
    about = outlook(state, options)
    codes, hindrance, reported = about.judge(
        [about.end(stands_as(state, viewer))], about.ground.everywhere, reported=0
    )
    where = about.ground.where
    closed = _close(state, [viewer], where.hexes, codes, hindrance)
    hindered: dict[Place, int] = {where.hexes[k]: int(hindrance[0, k]) for k in np.flatnonzero(hindrance[0])}
    field = SightField(place_of(viewer), SeenHexes(where, codes[0]), hindered)
    return Ruling(f"field of {viewer}", field, (*field_reasons(reported), *closed))


@implements("LHY-21.3a", "LHY-21.3b", "LHY-13.3.1a", "LHY-11.4.8a")
def _close(
    state: GameState,
    viewers: Sequence[Viewer],
    targets: Sequence[Viewer],
    codes: NDArray[np.int8],
    hindrance: NDArray[np.int64],
) -> tuple[Reason, ...]:
    """Mark lines as blocked that darkness or the viewer's state closes, in place, a row for each viewer; returns the reasons."""
    if not isinstance(state.course, Progress):
        return ()
    is_dark = state.course.light is not Light.DAY
    blinded = [why_nothing_is_seen(state, viewer) if isinstance(viewer, Unit) else None for viewer in viewers]
    rows = range(len(viewers)) if is_dark else [row for row, why in enumerate(blinded) if why]
    for row in rows:
        for column, target in enumerate(targets):
            if any(_closed_by(state, viewers[row], target)):
                codes[row, column], hindrance[row, column] = _KINDS.index(Visibility.BLOCKED), 0
    return (*([_DARK] if is_dark else []), *dict.fromkeys(filter(None, blinded)))


_DARK = Reason("the dark ends LOS", cite_later("21.3"))


def visibility_at_places(
    state: GameState,
    viewers: Sequence[Viewer],
    unit: Unit,
    places: Sequence[Place],
    options: Options,
) -> list[list[Visibility]]:
    """How viewers would see a unit in each of these places: a row for each viewer.

    Rule: LHY 4.2.1-4.2.4.
    """
    stands = stands_as(state, unit)
    about = outlook(state.with_unit(replace(stands, at=None)), options)
    starts = [about.end(stands_as(state, viewer)) for viewer in viewers]
    # The unit was taken off the map and is not counted as a hindering vehicle, so it must not be subtracted as the target.
    ends = [about.end(replace(stands, at=place))._replace(is_vehicle=0) for place in places]
    codes, hindrance, _ = about.judge(starts, ends)
    _close(state, viewers, [replace(unit, at=place) for place in places], codes, hindrance)
    return [[_KINDS[code] for code in row] for row in codes.tolist()]


@implements("LHY-4.1.9d.2")
def road_row_blocks(board: HexBoard, one: Hex, other: Hex, options: Options) -> bool:
    """Whether urban buildings hide a vehicle in one hex from the road of a neighbouring hex.

    Rule: LHY 4.1.9d, 4.2.1f.
    """
    return _row_blocks(board, one, other, (is_urban_road(board, one), is_urban_road(board, other)), options)


@implements("LHY-4.1.6.urban")
def has_urban_gap(board: HexBoard, one: Hex, other: Hex, options: Options) -> bool:
    """Whether the drawn houses of two urban building hexes leave the line between their dots free.

    Rule: LHY 4.1.6b (reading 82).
    """
    drawn = {outline.at for outline in board.outlines if outline.terrain is Terrain.URBAN_BUILDING}
    return {one, other} <= drawn and not _row_blocks(board, one, other, (True, True), options)


def _row_blocks(board: HexBoard, one: Hex, other: Hex, on_road: tuple[bool, bool], options: Options) -> bool:
    """Whether anything blocks sight between two neighbours; the houses of a hex count if its end is on the road."""
    about, where = Outlook(sight_ground(board, options), NO_SWITCHES), hex_positions(board.grid)
    viewer, target = (
        End(where.of(place), int(on), 0) for place, on in zip((one, other), on_road, strict=True)
    )
    _, _, findings = about.explain(viewer, target)
    return any(EFFECTS[which] == Effect.BLOCKS for which in findings[::4])
