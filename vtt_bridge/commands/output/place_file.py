"""The places of an answer in a GeoParquet file, for GeoPandas, DuckDB, QGIS and R."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exporters.formats.frames import answer_frame, columns_of, parquet
from rules.errors import BadInput
from rules.game.ruling import Ruling
from rules.ground.board import Board
from vtt_bridge.system.atomic_write import write_atomic


def write_places(board: Board, ruling: Ruling[Any], path: str, came_from: Mapping[str, Any]) -> None:
    """Write a row for each place of an answer, with its provenance and the question.

    Raises:
        BadInput: if the answer is not about places.
        NeedsResearch: if the libraries for it are not installed.
        CannotWrite: if the file cannot be written.
    """
    try:
        columns_of(ruling.verdict)
    except TypeError:
        raise BadInput("-o", path, "a picture: this answer tells no table of places") from None
    told = {**came_from, "board": board.name, "asked": ruling.question}
    write_atomic(Path(path), parquet(answer_frame(board, ruling.verdict), told))
