"""blindhex bridge planarally on the command line, with a room on loopback; the password is never printed."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result

from maps.documents import parsed
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.planarally.rooms import CROSSING, crossing_room, empty_room, hex_px
from tests.vtt_bridge.planarally.server import Room, picture_of, serving
from tests.vtt_bridge.planarally.test_table import local
from vtt_bridge.cli import main
from vtt_bridge.commands.bridges.planarally import PASSWORD_VARIABLE
from vtt_bridge.port.table_document import scene_of


@pytest.fixture
def room() -> Iterator[Room]:
    with serving(crossing_room()) as served:
        yield served


def run(room: Room, *words: str, password: str = "secret") -> Result:
    command, *more = words
    given = ["bridge", "planarally", command, room.address, "--board", "mill-crossing", *more]
    return CliRunner().invoke(main, given, env={PASSWORD_VARIABLE: password})


def test_ask_answers_at_the_terminal_and_lays_an_overlay(room: Room) -> None:
    done = run(room, "ask", "los", "us.mg.1", "ge.1kp.1.squad.1")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("LOS American 1. MG to 1 Sqd 1. Kp 1: LOS hindered by 1.")
    assert [shape["name"] for shape in room.layer("draw")] == ["blindhex-answer"]


def test_look_prints_the_table_as_a_document(room: Room) -> None:
    done = run(room, "look")
    scene = scene_of(parsed(done.stdout))
    assert (scene.source.vtt, len(scene.tokens)) == ("planarally", 19)
    # The board ends half a hex beside the outermost centres.
    assert scene.size_px[0] >= max(token.position_px[0] for token in scene.tokens)


def test_a_location_that_cannot_be_read_is_refused_in_one_line_and_nothing_is_written(room: Room) -> None:
    for change, words in (
        ({"use_grid": False}, "it has no grid"),
        ({"grid_type": "SQUARE"}, "it is measured in 'yd'"),
        (
            {"grid_type": "SQUARE", "unit_size_unit": "in"},
            "'inch' is not hex, and this board is drawn in hexes",
        ),
        ({"grid_type": "POINTY_HEX"}, "frame.top: "),
    ):
        before = dict(room.options)
        room.options.update(change)
        done = run(room, "ask", "field", "us.mg.1")
        room.options.update(before)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
        assert words in done.stderr
    room.layer("tokens")[9]["x"] += 24
    done = run(room, "ask", "field", "us.mg.1")
    assert "straddles hexes" in done.stderr
    assert (room.layer("draw"), room.said, room.assets) == ([], [], {})


def test_a_wrong_or_missing_password_is_refused_without_printing_it(room: Room) -> None:
    done = run(room, "look", password="hunter2")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"blindhex: {room.url} does not know umpire, or not with that password\n"
    none = run(room, "look", password="")
    assert f"put it into {PASSWORD_VARIABLE}" in none.stderr


def test_without_python_socketio_the_refusal_says_what_to_install(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt_bridge.planarally.link.find_spec", lambda _: None)
    done = run(room, "look")
    assert done.stderr == "blindhex: python-socketio is not installed; pip install 'blindhex[planarally]'\n"


def test_doctor_reports_access_role_grid_shapes_and_chat_of_a_room(room: Room) -> None:
    def doctor(password: str = "secret") -> Result:
        given = ["bridge", "planarally", "doctor", room.address]
        return CliRunner().invoke(main, given, env={PASSWORD_VARIABLE: password})

    well = doctor()
    assert (well.exit_code, well.stdout.splitlines()) == (
        0,
        [
            "ok     the room ann/Hill 621 lets the umpire in",
            "ok     umpire is a DM there",
            "ok     the location 'Mill' has the grid FLAT_HEX, 50 yd to the cell",
            "ok     19 of the 20 shapes on the tokens layer say which side they are on",
        ],
    )
    room.layer("tokens")[:] = room.layer("tokens")[-1:]
    room.options["use_grid"] = False
    wrong = doctor()
    assert wrong.exit_code == 1
    assert "WRONG  the location has no grid; give it one" in wrong.stdout
    assert "WRONG  0 of the 1 shapes on the tokens layer" in wrong.stdout
    room.role, room.has_chat = 0, False
    assert "WRONG  umpire is no DM there" in (closed := doctor().stdout)
    assert "WRONG  the room has no chat, so nobody can ask there" in closed
    locked_out = doctor("hunter2")
    assert (locked_out.exit_code, locked_out.stdout.startswith("WRONG  ")) == (1, True)
    assert "hunter2" not in locked_out.output


@pytest.mark.parametrize("is_release", [True, False])
def test_set_up_lays_grid_map_and_units_and_rulings_are_those_of_the_local_table(is_release: bool) -> None:
    """Grid, map, units with their data, smoke: and the rulings are those of the local table."""
    with serving(empty_room(is_release)) as room:
        env = {PASSWORD_VARIABLE: "secret"}
        words = ["bridge", "planarally", "set-up", room.address, "mill-crossing"]
        room.role = 0
        assert "umpire is no DM in Hill 621" in CliRunner().invoke(main, words, env=env).stderr
        room.role = 1
        done = CliRunner().invoke(main, words, env=env)
        assert done.stdout == "Mill Crossing is set up: 19 units, 2 areas.\n", done.output
        assert room.options["grid_type"] == "FLAT_HEX"
        board = room.layer("map")[0]
        assert room.assets[picture_of(board)].startswith(b"\x89PNG")
        asked = {"ask": "los", "who": "us.mg.1", "target": "ge.1kp.1.squad.1"}
        assert run(room, "ask", *list(asked.values())).stdout.strip() == str(local(asked)[0].ruling)
        # The picture of the board and that of an answer lie on each other, hex on hex.
        scene = scene_of(parsed(run(room, "look").stdout))
        token = next(token for token in scene.tokens if token.unit["id"] == "us.mg.1")
        place = next(unit.at for unit in CROSSING.units if unit.id == "us.mg.1")
        assert isinstance(place, Hex)
        assert token.position_px == pytest.approx(hex_px(place))
        again = CliRunner().invoke(main, words, env=env)
        assert "units lie in 'Mill' already" in again.stderr
