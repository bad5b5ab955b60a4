"""Blindhex in a notebook: answers as frames, arrays and Parquet with their provenance, and every worked notebook."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import geopandas
import pyarrow.parquet
import pytest

from exporters.formats.frames import DICTIONARY, columns_of
from rules.errors import Unknown
from rules.ground.hex.board import HexBoard
from tests.vtt_bridge.cli_ground import answered, refused
from vtt_bridge.games.log_file import is_log_file
from vtt_bridge.notebook import Game, Position, Studied, read
from vtt_bridge.studies.folder import StudyFolder
from vtt_bridge.studies.study import study_of

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def mill() -> Position:
    return read("mill-crossing")


def test_the_frame_of_a_field_has_a_row_for_each_hex_with_its_visibility(mill: Position) -> None:
    answer = mill.ask("field", "L4")
    frame = answer.frame()
    board = mill.state.board
    assert isinstance(board, HexBoard)
    assert len(frame) == len(set(board.grid))
    for place, visibility in [*answer.verdict.visibility.items()][::17]:
        row = frame.loc[place.label]
        assert (row.visibility, row.column, row.row) == (visibility.value, place.column, place.row)
        assert row.geometry.contains(row.geometry.centroid)


def test_the_dataset_of_an_answer_has_named_coordinates_and_the_figures_of_its_frame(mill: Position) -> None:
    answer = mill.ask("threat", "us.able.1.squad.2", mode="everywhere")
    found, frame = answer.dataset(), answer.frame()
    for label in frame.index[::23]:
        row = frame.loc[label]
        assert float(found.danger.sel(column=row.column, row=row.row)) == row.danger
    assert found.danger.attrs["long_name"] == DICTIONARY["danger"]
    assert found.attrs["measured_in"] == "hexes"


def test_in_inches_the_coordinates_of_a_dataset_are_inches() -> None:
    reach = read("dolgoye-crossing").ask("reach", "s-1b")
    found, frame = reach.dataset(), reach.frame()
    assert found.cost.dims == ("y_in", "x_in")
    inner = frame[(frame.x_in % 1 == 0.5) & (frame.y_in % 1 == 0.5)]
    for label in inner.index[::20]:
        row = inner.loc[label]
        assert float(found.cost.sel(x_in=row.x_in, y_in=row.y_in)) == row.cost


def test_the_dataset_of_an_atlas_is_symmetric_and_sums_to_its_frame(mill: Position) -> None:
    atlas = mill.atlas()
    each = atlas.dataset().sees_each
    assert bool((each.values == each.values.T).all())
    frame = atlas.frame()
    assert int(each.sel(viewer="L4").sum()) - 1 == frame.sees["L4"]
    assert frame.share.max() <= 1


def test_a_parquet_file_carries_its_provenance_and_the_meaning_of_its_columns(
    mill: Position, tmp_path: Path
) -> None:
    mill.ask("reach", "us.able.1.squad.2").save(tmp_path / "reach.parquet")
    told = pyarrow.parquet.read_schema(tmp_path / "reach.parquet").metadata
    came_from, dictionary = json.loads(told[b"blindhex"]), json.loads(told[b"dictionary"])
    assert came_from["asked"] == "reach us.able.1.squad.2"
    assert {"blindhex", "book", "edition", "board_digest", "units_digest"} <= came_from.keys()
    frame = geopandas.read_parquet(tmp_path / "reach.parquet")
    assert {*frame.columns, "place"} == {*dictionary}
    field = tmp_path / "field.parquet"
    answered("field", "mill-crossing", "L4", "--if", "smoke I5", "-o", str(field))
    assert len(geopandas.read_parquet(field)) == 178
    same = json.loads(pyarrow.parquet.read_schema(field).metadata[b"blindhex"])
    assert same == {**mill.provenance, "board": "Mill Valley", "asked": "field of L4, if smoke I5"}
    drawn = refused("los", "mill-crossing", "L4", "H6", "-o", str(tmp_path / "los.parquet"))
    assert "is not a file name that ends in .png, .svg, .geojson or .pdf" in drawn


def test_every_column_of_every_answer_is_in_the_dictionary(mill: Position) -> None:
    questions = (
        ("field", "L4"),
        ("reach", "us.mg.1"),
        ("threat", "us.mg.1"),
        ("plan", "us.mg.1", "G8"),
        ("where", "us.mg.1", "", "hide"),
    )
    for ask in questions:
        columns = columns_of(mill.ask(*ask).verdict)
        assert columns.keys() <= DICTIONARY.keys()


def test_answers_and_positions_have_a_repr_html_and_svg(mill: Position) -> None:
    answer = mill.suppose("smoke I6").ask("los", "us.able.1.squad.2", "ge.stug.1")
    assert answer.provenance["supposing"] == ["smoke I6"]
    assert repr(answer) == "<LOS 2 Sqd Able 1 to StuG IIIG #1: LOS hindered by 1>"
    assert repr(mill) == "<Mill Valley with 19 units, by Last Hundred Yards>"
    shown = answer._repr_html_()
    assert "LOS hindered by 1" in shown
    assert "<svg" in shown
    assert "<svg" in mill._repr_svg_()
    assert "<svg" in mill.profile("L4", "H6")._repr_html_()
    assert list(mill.units().index) == list(mill.state.units)
    assert mill.units().attrs["board_digest"] == mill.provenance["board_digest"]
    with pytest.raises(Unknown):
        mill.ask("field", "nobody")


def test_equal_boards_and_units_have_equal_digests_and_others_different_ones(mill: Position) -> None:
    again, other = read("mill-crossing"), read("lhy-ridge-farm")
    assert again.provenance == mill.provenance
    assert other.provenance["board_digest"] != mill.provenance["board_digest"]
    assert read("mill-valley").provenance["units_digest"] != mill.provenance["units_digest"]


def test_what_one_side_knows_is_reproduced_by_its_side(mill: Position) -> None:
    known = read("mill-crossing", side="us")
    assert known.ask("field", "us.mg.1").provenance["side"] == "us"
    assert mill.ask("field", "us.mg.1", side="ge").provenance["side"] == "ge"
    assert mill.ask("field", "us.mg.1").provenance["side"] == ""


def test_the_decisions_of_a_game_have_a_row_for_each_action_and_carry_its_seed(tmp_path: Path) -> None:
    log = str(tmp_path / "farm.log")
    answered("game", "begin", "lhy-ridge-farm", log, "--seed", "3")
    for _ in range(3):
        answered("game", "do", log, "1")
    assert is_log_file(log)
    game = read(log)
    assert isinstance(game, Game)
    decisions = game.decisions()
    assert [*decisions.index] == [1, 2, 3]
    assert {*decisions.columns, "number"} == {*decisions.attrs["dictionary"]}
    assert decisions.attrs["seed"] == 3
    assert len(decisions.attrs["setup_digest"]) == 64
    assert game.result == ""
    assert game.after(0).state != game.state
    file = BytesIO()
    decisions.to_parquet(file)
    assert pyarrow.parquet.read_table(BytesIO(file.getvalue())).num_rows == 3


def test_the_wins_of_a_study_come_with_wilsons_interval(tmp_path: Path) -> None:
    """Wilson's interval for 2 of 4 is 15.0 to 85.0%."""
    asked, state = study_of("mill-crossing", 4)
    folder = StudyFolder(str(tmp_path), asked)
    for job, winner in zip(folder.to_play, ("us", "ge", "us", ""), strict=True):
        game = {"game": job.number, "variant": "", "winner": winner}
        folder.keep(job, {"game": game, "decisions": [{"game": job.number}]})
    found = Studied(folder, state)
    share = found.wins().loc[("", "us")]
    assert (share.wins, share.games, round(share.low, 3), round(share.high, 3)) == (2, 4, 0.150, 0.850)
    assert [*found.wins().wins] == [2, 1, 1], "Americans, Germans, nobody"
    assert (len(found.games()), len(found.decisions())) == (4, 4)
    assert found.games().attrs["study_digest"] == asked.digest


QUICK = {"GAMES = 100": "GAMES = 1", "out=mkdtemp()": "out=mkdtemp(), workers=1"}
"""What a worked notebook takes long for, and what the tests run in its place."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_every_worked_notebook_runs_and_each_cell_ends_in_a_value_to_show(path: Path) -> None:
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            code = "".join(cell["source"]).rstrip("\n")
            for whole, quick in QUICK.items():
                code = code.replace(whole, quick)
            *lines, last = code.split("\n")
            exec(compile("\n".join(lines), path.stem, "exec"), names)
            shown = eval(compile(last, path.stem, "eval"), names)
            assert any(hasattr(shown, show) for show in ("_repr_svg_", "_repr_html_", "__len__", "round")), (
                last
            )
