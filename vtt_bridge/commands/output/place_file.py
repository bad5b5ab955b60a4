"""The places of an answer in a GeoParquet file, for GeoPandas, DuckDB, QGIS and R."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from exporters.formats.frames import answer_frame, columns_of, parquet
from maps.codec import board_text
from rules.errors import BadInput
from rules.game.ruling import Ruling
from rules.ground.board import Board
from vtt_bridge.games.game_setup import this_version
from vtt_bridge.system.atomic_write import write_atomic


def write_places(board: Board, ruling: Ruling[Any], path: str) -> None:
    """Write a row for each place of an answer, with the question and the digest of the board.

    Raises:
        BadInput: if the answer is not about places.
        NeedsResearch: if the libraries for it are not installed.
        CannotWrite: if the file cannot be written.
    """
    try:
        columns_of(ruling.verdict)
    except TypeError:
        raise BadInput("-o", path, "a picture: this answer tells no table of places") from None
    came_from = {
        "blindhex": this_version(),
        "asked": ruling.question,
        "board": board.name,
        "board_digest": sha256(board_text(board).encode()).hexdigest(),
    }
    write_atomic(Path(path), parquet(answer_frame(board, ruling.verdict), came_from))
