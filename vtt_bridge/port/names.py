"""The words for units and places, as players write them in questions, games and chats: one grammar for all.

A unit goes by its id, its name, or a part of either that fits it alone; several by a pattern of ids
(us.able.2.*). A place is a hex (C2) or inches from the left and the top (50,15), in brackets or without.
"""

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from rules.errors import BadLabel, NotOnMap, OffBoard, Unknown
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.errors import SeveralUnits

_WORDS = re.compile(r"[^\W_]+")


def place_named(board: Board, words: str) -> Place | None:
    """The place that words such as C2, or 10.5,8 in inches, mean; None if they mean none.

    Raises:
        OffBoard: if it is a place, but not of this board.
    """
    words = words.strip().strip("[]()")
    if isinstance(board, HexBoard):
        try:
            return board.grid.named(words.strip().upper())
        except BadLabel:
            return None
    try:
        x_in, y_in = map(float, words.split(","))
    except ValueError:
        return None
    return board.on_board(Spot(x_in, y_in))


def viewer_named(state: GameState, words: str) -> Viewer:
    """The unit with that id or name, or else the place, or else the one unit that the words are part of.

    Raises:
        Unknown: if there is none of these.
        SeveralUnits: if several units fit.
        OffBoard: if it is a place, but not of this board.
    """
    units = tuple(state.units.values())
    meant = _units_called(units, words) or _place_or_part(state.board, units, words)
    if not meant:
        raise unknown_unit(_kind_sought(state.board, words), words, units)
    return _only(meant, words) if isinstance(meant, list) else meant


def unit_named(state: GameState, words: str) -> Unit:
    """The unit with that id or name, or the one that stands alone in that place, or else the one that the words are part of.

    Raises:
        Unknown: if there is none.
        SeveralUnits: if several fit or stand there.
        OffBoard: if it is a place, but not of this board.
    """
    units = tuple(state.units.values())
    meant = _units_called(units, words) or _place_or_part(state.board, units, words)
    fitting = meant if isinstance(meant, list) else list(state.units_at(meant))
    if not fitting:
        raise unknown_unit("unit", words, units)
    return _only(fitting, words)


def one_of(units: Iterable[Unit], words: str, kind: str = "unit") -> Unit:
    """The one of these units that words mean, wherever it stands.

    Raises:
        Unknown: if there is none; `kind` says of which kind it was to be.
        SeveralUnits: if several fit.
    """
    units = tuple(units)
    if fitting := _units_called(units, words) or _called_in_part(units, words):
        return _only(fitting, words)
    raise unknown_unit(kind, words, units)


def units_fitting(units: Iterable[Unit], words: str) -> tuple[Unit, ...]:
    """The units that a pattern of ids fits, or else that have that id or name, or that the words are part of; none if none."""
    units = tuple(units)
    return units_of_pattern(units, words) or tuple(
        _units_called(units, words) or _called_in_part(units, words)
    )


def units_of_pattern(units: Iterable[Unit], words: str) -> tuple[Unit, ...]:
    """The units whose ids a pattern fits."""
    return tuple(unit for unit in units if fnmatchcase(unit.id, words))


def _kind_sought(board: Board, words: str) -> str:
    """What was looked for; for a hex label on a table in inches it shows how places are written there."""
    is_hex = not isinstance(board, HexBoard) and re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}", words, re.IGNORECASE)
    return "unit or place in inches (such as 50,15)" if is_hex else "unit or place"


def place_of(viewer: Viewer) -> Place:
    """The place where a viewer stands.

    Raises:
        NotOnMap: if it is a unit that stands nowhere.
    """
    place = viewer.at if isinstance(viewer, Unit) else viewer
    if place is None:
        raise NotOnMap(viewer)
    return place


def unknown_unit(kind: str, words: str, units: Iterable[Unit]) -> Unknown:
    """The error that no unit fits these words; it suggests similar ids and names."""
    units = tuple(units)
    return Unknown(kind, words, (unit.id for unit in units), (unit.name for unit in units))


def _units_called(units: Iterable[Unit], words: str) -> list[Unit]:
    by_id = [unit for unit in units if unit.id == words]
    return by_id or [unit for unit in units if unit.name and unit.name.casefold() == words.casefold()]


def _called_in_part(units: Iterable[Unit], words: str) -> list[Unit]:
    """Units whose id or name has a word beginning with each of these words, preferably side by side.

    If there are none, units whose id or name contains the words when spaces are ignored: 57mm finds 57 mm M1.
    """
    wanted = _WORDS.findall(words.casefold())
    texts = {unit: [_WORDS.findall(text.casefold()) for text in (unit.id, unit.name)] for unit in units}
    in_row = [unit for unit, parts in texts.items() if any(_are_in_row(wanted, part) for part in parts)]
    anyhow = in_row or [
        unit for unit, parts in texts.items() if any(_are_all_in(wanted, part) for part in parts)
    ]
    return anyhow or [
        unit for unit, parts in texts.items() if any(_is_run_on(wanted, part) for part in parts)
    ]


def _place_or_part(board: Board, units: Iterable[Unit], words: str) -> Place | list[Unit]:
    """The place that words mean, or else the units whose name they are part of; gun57 is no hex off the board
    if a unit is called that."""
    try:
        place = place_named(board, words)
    except OffBoard:
        if fitting := _called_in_part(units, words):
            return fitting
        raise
    return _called_in_part(units, words) if place is None else place


def _are_in_row(wanted: Sequence[str], parts: Sequence[str]) -> bool:
    starts = range(len(parts) - len(wanted) + 1) if wanted else ()
    return any(all(map(_begins, wanted, parts[start:])) for start in starts)


def _are_all_in(wanted: Sequence[str], parts: Sequence[str]) -> bool:
    left = list(parts)
    for word in wanted:
        if (part := next((part for part in left if _begins(word, part)), None)) is None:
            return False
        left.remove(part)
    return bool(wanted)


def _is_run_on(wanted: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether the words without spaces are parts that follow one another, the last of them whole if it ends in a number."""
    run_on = "".join(wanted)
    rests = ["".join(parts[start:]) for start in range(len(parts))]
    if not run_on[-1:].isdecimal():
        return bool(run_on) and any(rest.startswith(run_on) for rest in rests)
    ends = ("", *rests)
    return any(rest.startswith(run_on) and rest.removeprefix(run_on) in ends for rest in rests)


def _begins(word: str, part: str) -> bool:
    """Whether a word begins another; a number has to be the whole of it."""
    return part == word or (part.startswith(word) and not word.isdecimal())


def _only(units: list[Unit], words: str) -> Unit:
    if len(units) > 1:
        raise SeveralUnits(words, (f"{unit.id} ({unit.name})" if unit.name else unit.id for unit in units))
    return units[0]
