"""What is this place? Terrain, level, height and TEM of a hex, what lies along its hexsides, and the MP
to enter it. Chapter 4."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.game.modifiers import Modifier
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Ground
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import BACKGROUNDS, LINES, Terrain
from rules.ground.place import Place
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.book.terrain_effects import COVER, HILL, heights
from rules.last_hundred_yards.book.unit_types import Nation
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.play.opening import with_plain_mission
from rules.last_hundred_yards.play.play import LhyPlay
from rules.last_hundred_yards.questions.movement.allowance_table import MoveClass
from rules.last_hundred_yards.questions.movement.steps import Walker, standing, step, walker_of
from rules.last_hundred_yards.questions.terrain.cover import is_open, terrain_modifier
from rules.last_hundred_yards.state.position import Position, hex_board

_SIDES = {"us": Nation.US, "ge": Nation.GERMAN}

_CLASSES = {MoveClass.AFV: "AFV"}


def ground(state: GameState, place: Place, unit: Unit | None, options: Options) -> Ruling[Ground]:
    """What a hex is: its terrain and how high it stands, its TEM, and the MP to enter it, for one unit or each class.

    Rule: LHY 4.0, 4.1 and the Terrain Effects Table.
    Raises:
        BadInput: if the place is no hex.
        OffBoard: if it is not on the map.
    """
    board = hex_board(state)
    place = board.grid.on_board(place)
    play = LhyPlay(options, BookGround(options))
    position = play.position(with_plain_mission(state, _SIDES, options))
    side = "" if unit is None else unit.side
    tem, mortar_tem = (
        terrain_modifier(position, place, side, mortar=mortar, from_hex=None) for mortar in (False, True)
    )
    answer = Ground(place, tuple(_terrain(board, place)), board.level(place), f"TEM {tem.value}")
    walkers = (
        {_CLASSES.get(move, move.value): Walker(move) for move in MoveClass}
        if unit is None
        else {str(unit): walker_of(state, unit)}
    )
    reasons = (
        *_heights(board, place, options),
        *([Reason("open terrain", cite("4.0a"))] if is_open(position, place) else []),
        *(_tem(tem, mortar_tem)),
        *_along_hexsides(position, place),
        *_prices(board, place, walkers, options),
    )
    return Ruling(f"ground of {place}", answer, reasons)


def _terrain(board: HexBoard, place: Hex) -> Iterator[str]:
    """The terrain of a hex in words: what fills it, then what runs through it."""
    filled = sorted(board.ground(place).terrain - BACKGROUNDS)
    if Terrain.URBAN in board.ground(place).terrain:
        yield Terrain.URBAN.words
    yield from (terrain.words for terrain in filled)
    through = [line.words for line in sorted(LINES) if board.has(place, line) and line not in filled]
    yield from through
    if not filled and not through and Terrain.URBAN not in board.ground(place).terrain:
        yield "open ground"


def _heights(board: HexBoard, place: Hex, options: Options) -> Iterator[Reason]:
    level = board.level(place)
    yield Reason(f"its ground is level {level}", cite("4.1.4"))
    for terrain, height in heights(options.house).items():
        if terrain in board.ground(place).terrain and height.levels:
            levels = f"{height.levels} level{'s' if height.levels > 1 else ''}"
            yield Reason(
                f"{terrain.words}: {levels} high, so up to level {level + height.levels}",
                height.cite,
            )


def _tem(small_arms: Modifier, mortars: Modifier) -> Iterator[Reason]:
    """The TEM that holds all round, against small arms and mortars."""
    if small_arms == mortars and small_arms.value:
        yield Reason(f"{small_arms.reason.text}: TEM {small_arms.value}", small_arms.reason.cite)
        return
    for tem, fire in ((small_arms, "small arms"), (mortars, "mortars")):
        if tem.value:
            yield Reason(f"{tem.reason.text}: TEM {tem.value} against {fire}", tem.reason.cite)


def _along_hexsides(position: Position, place: Hex) -> Iterator[Reason]:
    """The TEM against fire from some directions only."""
    board = position.board
    if walled := board.walled_from(place):
        row = COVER[Terrain.WALL]
        yield Reason(
            f"wall towards {_listed(walled)}: TEM {row.small_arms} against fire over it", row.cite, (place,)
        )
    if position.mission.edition.tree_lines and (lined := board.tree_lined_from(place)):
        row = COVER[Terrain.TREE_LINE]
        yield Reason(
            f"tree line towards {_listed(lined)}: TEM {row.small_arms} against fire over it",
            row.cite,
        )
    if board.level(place) > 0:
        yield Reason(f"hill: TEM {HILL.small_arms} against fire from a lower level", HILL.cite)


def _prices(board: HexBoard, place: Hex, walkers: Mapping[str, Walker], options: Options) -> Iterator[Reason]:
    """The MP that each walker pays to enter from the hexes around, as its maneuver pays them."""
    for name, walker in walkers.items():
        prices: dict[Fraction, list[Hex]] = {}
        barred: list[Hex] = []
        for near in board.grid.neighbours(place):
            stand = standing(board, walker.move, near)
            price = None if stand is None else step(board, walker, stand, place, options)
            (barred if price is None else prices.setdefault(price.mp, [])).append(near)
        words = [f"{float(mp):g} MP from {_listed(prices[mp])}" for mp in sorted(prices)]
        if len(words) == 1 and not barred:
            words = [f"{float(next(iter(prices))):g} MP"]
        if barred:
            words.append(f"not from {_listed(barred)}" if words else "barred")
        yield Reason(f"{name} to enter: {'; '.join(words)}", cite("4.1"))


def _listed(places: list[Hex] | tuple[Hex, ...]) -> str:
    return ", ".join(map(str, sorted(places)))
