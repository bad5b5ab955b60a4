"""Our script, run in Lua against the documented API, asks a served umpire and carries out its answers."""

import json
from collections.abc import Iterator
from io import BytesIO

import pytest
import requests
from PIL import Image

from maps.codec import board_document
from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from tests.vtt_bridge.tabletop_simulator.game import TableGame, Thing
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.table_document import scene_of
from vtt_bridge.port.virtual_table import Game, PutOverlay
from vtt_bridge.tabletop_simulator.layout import Layout, layout_of
from vtt_bridge.tabletop_simulator.save_file import scene_in_save
from vtt_bridge.tabletop_simulator.script import MARK, global_script
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire

CROSSING = scenario("mill-crossing")
UMPIRE = Umpire(RULESETS, bundled_board)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(Store(":memory:"), UMPIRE) as address:
        yield address


def crossing_layout(*, is_open: bool = True) -> Layout:
    """The board of mill-crossing with hexes of two units, its middle at (3, -5); Green plays us."""
    game = Game(CROSSING.ruleset, board_document(CROSSING.board), CROSSING.sides)
    return layout_of(
        CROSSING.board,
        game,
        hex_units=2.0,
        middle=(3.0, -5.0),
        seats={"Green": "us", "Black": "umpire"},
        is_open=is_open,
    )


def things(layout: Layout) -> list[Thing]:
    """The units of mill-crossing on that table."""
    found = []
    for number, unit in enumerate(CROSSING.units):
        assert unit.at is not None
        x, z = layout.units(place_px(layout.frame, CROSSING.board, unit.at))
        notes = {"id": unit.id, "type": unit.type, "side": unit.side, "conditions": sorted(unit.conditions)}
        found.append(Thing(f"{number:06x}", unit.name, x, z, unit.facing_deg or 0.0, json.dumps(notes)))
    for number, marker in enumerate(CROSSING.markers):
        x, z = layout.units(place_px(layout.frame, CROSSING.board, marker.at))
        said = json.dumps({"marker": marker.kind, "value": marker.value})
        found.append(Thing(f"mark{number}", marker.kind, x + 0.3, z - 0.2, notes=said))
    return found


def loaded(url: str, *, is_open: bool = True) -> TableGame:
    layout = crossing_layout(is_open=is_open)
    game = TableGame(
        [*things(layout), Thing("dice01", "Die", 0, 0), Thing("card01", "Card", 1, 1, notes="{half")]
    )
    game.load(global_script(layout, url))
    return game


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ('!los "1 Sqd Able 1" > K5', {"ask": "los", "who": "1 Sqd Able 1", "target": "K5"}),
        ("!los us.mg.1 ge.1kp.1.squad.1", {"ask": "los", "who": "us.mg.1", "target": "ge.1kp.1.squad.1"}),
        ("!field ge.stug.1", {"ask": "field", "who": "ge.stug.1"}),
        ("!reach us.able-tank.1.1", {"ask": "reach", "who": "us.able-tank.1.1"}),
        ("!range ge.pak40.3", {"ask": "range", "who": "ge.pak40.3"}),
        ("!plan us.mg.1 > H6", {"ask": "plan", "who": "us.mg.1", "target": "H6"}),
        ("!LOS “StuG IIIG #1” > L4", {"ask": "los", "who": "StuG IIIG #1", "target": "L4"}),
    ],
)
def test_rulings_are_those_of_the_local_table_word_for_word(
    url: str, words: str, asked: dict[str, str]
) -> None:
    game = loaded(url)
    game.chat(words)
    store = Store(":memory:")
    own = InProcessTable(store, open_scenario(store, CROSSING))
    UMPIRE.ask(own, question_of(asked))
    (line,) = store.chat.lines(own._scene_id)
    assert game.said == [("", f"Umpire: {line.text.replace('[', '(').replace(']', ')')}")]
    assert [decal["name"] for decal in game.decals] == ["blindhex-answer-White"]


def test_the_decal_covers_the_table_and_its_hexes_to_the_pixel(url: str) -> None:
    game, layout = loaded(url), crossing_layout()
    game.chat("!field us.mg.1")
    (decal,) = game.decals
    png = requests.get(decal["url"], timeout=PATIENCE_S).content
    picture = Image.open(BytesIO(png)).convert("RGBA")
    assert picture.size == layout.size_px
    # Where the decal's corners and each hex lie on the table, back in pixels of the picture.
    (x, height, z), (width, depth, _) = decal["position"], decal["scale"]
    assert height == layout.height
    board = CROSSING.board
    assert isinstance(board, HexBoard)
    scene = scene_of(game.posted[0]["table"])
    for place in (Hex.named("A1"), Hex.named("G5"), Hex.named("Q10")):
        at = layout.units(place_px(layout.frame, board, place))
        seen_px = (
            (at[0] - (x - width / 2)) / width * picture.width,
            (z + depth / 2 - at[1]) / depth * picture.height,
        )
        assert seen_px == pytest.approx(place_px(scene.frame, board, place), abs=0.01)
    # The very picture that the umpire draws for the local table's scene at this scale.
    answer = UMPIRE.answer(scene, question_of({"ask": "field", "who": "us.mg.1"}))
    put = answer.operations[0]
    assert isinstance(put, PutOverlay)
    assert put.png == png


def test_los_is_drawn_as_a_line_of_the_game_in_the_colour_of_the_verdict(url: str) -> None:
    game, layout = loaded(url), crossing_layout()
    game.chat("!los us.mg.1 > L4")
    (line,) = game.lines
    ends = [layout.units(place_px(layout.frame, CROSSING.board, Hex.named(label))) for label in ("G5", "L4")]
    assert [(point[0], point[2]) for point in line["points"]] == [
        pytest.approx(end, abs=0.02) for end in ends
    ]
    assert "hindered" in game.said[0][1].splitlines()[0]
    assert line["color"] == [0.9, 0.6, 0.1]


def test_the_script_and_the_save_file_reader_see_the_same_table(url: str) -> None:
    game, layout = loaded(url), crossing_layout()
    game.chat("!field us.mg.1")
    posted = scene_of(game.posted[0]["table"])
    save = {"SaveName": "Saturday", "ObjectStates": [thing.saved for thing in game.things]}
    saved = scene_in_save(json.dumps(save), layout)
    assert (saved.tokens, saved.areas) == (posted.tokens, posted.areas)
    assert saved.frame == posted.frame
    assert (len(saved.tokens), len(saved.areas)) == (len(CROSSING.units), len(CROSSING.markers))


def test_a_command_without_names_asks_about_the_selected_pieces(url: str) -> None:
    game = loaded(url)
    game.chat("!los", selected=("000009", "dice01", "000000"))
    assert game.posted[0]["question"]["selected"] == ["us.able.1.squad.1", "ge.1kp.1.squad.1"]
    assert game.said[0][1].startswith("Umpire: LOS 1 Sqd Able 1 to 1 Sqd 1. Kp 1")


def test_a_seated_side_is_answered_alone_and_without_a_picture_until_it_shows_it(url: str) -> None:
    game = loaded(url)
    game.chat("!field us.mg.1", colour="Green")
    assert game.posted[0]["question"]["side"] == "us"
    assert {colour for colour, _ in game.said} == {"Green"}
    assert (game.decals, game.lines) == ([], []), "what lies on the table everybody sees"
    game.chat("!Show", colour="Green")
    assert [decal["name"] for decal in game.decals] == ["blindhex-answer-Green"]


def test_a_colour_without_a_seat_is_refused_and_the_umpires_colour_answered(url: str) -> None:
    game = loaded(url, is_open=False)
    game.colours = ("White", "Green", "Black")
    game.chat("!field us.mg.1", colour="White")
    assert game.posted == []
    (told,) = game.said
    assert told[0] == "White"
    assert "White plays no side here; whoever pushed the script says --seat White=SIDE, or --open." in told[1]
    game.chat("!field us.mg.1", colour="Black")
    assert "side" not in game.posted[0]["question"]
    assert {colour for colour, _ in game.said[1:]} == {"Black"}
    assert game.decals == []


def test_help_clear_and_mistyped_commands_are_answered_and_foreign_ones_ignored(url: str) -> None:
    game = loaded(url)
    game.chat("!field us.mg.1")
    game.chat("!reach us.able-tank.1.1", colour="Red")
    assert [decal["name"] for decal in game.decals] == ["blindhex-answer-White", "blindhex-answer-Red"]
    game.chat("!range us.mg.1")
    assert [decal["name"] for decal in game.decals] == ["blindhex-answer-Red", "blindhex-answer-White"]
    game.chat("!CLEAR")
    assert [decal["name"] for decal in game.decals] == ["blindhex-answer-Red"]
    game.chat("!clear all")
    assert game.decals == []
    game.said.clear()
    game.chat("!help")
    game.chat("!raech us.mg.1")
    game.chat("!turn")
    game.chat("!teleport 2d6")
    told = [words for _, words in game.said]
    assert "!los WHO > TARGET: whether a unit or place sees another" in told[0]
    assert told[1] == "Umpire: no command !raech; did you mean !reach? !help lists them all"
    assert told[2].startswith("Umpire: no game is played here")
    assert len(told) == 3


def test_only_own_lines_and_decals_are_removed(url: str) -> None:
    game = loaded(url)
    poster = {
        "name": "Poster",
        "url": "http://x/y.png",
        "position": [0, 1, 0],
        "rotation": [90, 0, 0],
        "scale": [1, 1, 1],
    }
    drawn = {"points": [[0, 1, 0], [5, 1, 5]], "color": [1, 1, 1], "thickness": 0.2}
    game.decals, game.lines = [poster], [drawn]
    game.chat("!los us.mg.1 > L4")
    game.chat("!los us.mg.1 > K4")
    assert [decal["name"] for decal in game.decals] == ["Poster", "blindhex-answer-White"]
    assert len(game.lines) == 2
    assert drawn in game.lines
    game.chat("!clear")
    assert (game.decals, game.lines) == ([poster], [drawn])


def test_own_lines_are_still_removed_after_the_game_was_saved_and_loaded(url: str) -> None:
    game = loaded(url)
    game.pointer = (-20.0, 12.0)
    game.chat("!corner")
    game.chat("!los us.mg.1 > L4")
    kept, again = game.save(), TableGame(game.things, lines=game.lines, decals=game.decals)
    again.load(global_script(crossing_layout(), url), kept)
    assert json.loads(kept)["origin"] == [-20, 12]
    again.chat("!clear")
    assert (again.lines, again.decals) == ([], [])


def test_an_answer_overtaken_by_a_move_is_asked_for_again(url: str) -> None:
    game = loaded(url)

    def somebody_moves() -> None:
        game.thing("00000a").x += 0.5
        game.before_answer = None

    game.before_answer = somebody_moves
    game.chat("!field us.mg.1")
    assert len(game.posted) == 2
    assert game.posted[0]["table"]["source"]["revision"] != game.posted[1]["table"]["source"]["revision"]
    assert len(game.said) == len(game.decals) == 1


def test_a_table_that_keeps_changing_is_given_up_with_nothing_laid(url: str) -> None:
    game = loaded(url)

    def somebody_moves() -> None:
        game.thing("00000a").x += 0.01

    game.before_answer = somebody_moves
    game.chat("!field us.mg.1")
    assert len(game.posted) == 3
    assert game.said == [("White", "Umpire: the pieces will not stand still; ask again when they do.")]
    assert game.decals == []


def test_moves_and_marks_are_carried_out_once_for_each_op_id(url: str) -> None:
    game, layout = loaded(url), crossing_layout()
    to_px = list(place_px(layout.frame, CROSSING.board, Hex.named("D5")))
    move = {"op": "piece.move", "op_id": "m1", "piece": "000006", "to_px": to_px, "facing_deg": 120}
    mark = {"op": "piece.mark", "op_id": "m2", "piece": "000006", "marks": {"shaken": True}}
    for operation in (move, mark):
        game.carry_out(operation)
    tank = game.thing("000006")
    assert (tank.x, tank.z) == pytest.approx(layout.units((to_px[0], to_px[1])))
    assert tank.turn_deg == 120
    notes = json.loads(tank.notes)
    assert (notes["marks"], notes["type"]) == ({"shaken": True}, "ge.stug.1")
    tank.x, tank.notes = 0.0, json.dumps({"side": "ge"})
    for operation in (move, mark):
        game.carry_out(operation)
    assert (tank.x, json.loads(tank.notes)) == (0.0, {"side": "ge"})


def test_refusals_are_told_to_the_asker_with_brackets_made_harmless(url: str) -> None:
    game = loaded(url)
    game.chat("!los Bob > K5")
    game.chat("!los")
    game.chat('!los "Bob')
    game.chat("!reach a > b > c")
    game.chat("good morning")
    game.thing("00000a").name = "[b]evil[/b] <img src=x onerror=alert(1)>"
    game.thing("00000a").x += 0.95
    game.chat("!field us.mg.1")
    told = [words for colour, words in game.said if colour == "White"]
    assert told[0].startswith("Umpire: no unit or place named 'Bob'")
    assert told[1] == "Umpire: question: '!los' is not asked as !los WHO > TARGET"
    assert "is not a command with both its quotes" in told[2]
    assert told[3] == "Umpire: question: '!reach a > b > c' is not asked as !reach UNIT (MODE)"
    assert "straddles hexes" in told[4]
    assert "(b)evil(/b)" in told[4]
    assert len(told) == 5
    assert game.decals == []


def test_a_table_that_is_not_served_is_reported_with_how_to_start_it() -> None:
    game = loaded("http://127.0.0.1:9")
    game.chat("!field us.mg.1")
    assert game.said == [
        ("White", "Umpire: nobody answers at http://127.0.0.1:9; start blindhex serve there.")
    ]


def test_the_script_names_itself_and_survives_closing_brackets_in_a_board_name(url: str) -> None:
    layout = crossing_layout()
    game = Game("lhy", {**board_document(CROSSING.board), "name": "x]==] error('no')"})
    script = global_script(
        Layout(layout.board, layout.frame, layout.size_px, layout.px_per_unit, layout.origin, game), f"{url}/"
    )
    assert script.startswith(f"{MARK} asks {url}\n")
    TableGame([]).load(script)


def test_an_unknown_picture_is_404_in_one_sentence(url: str) -> None:
    answer = requests.get(f"{url}/api/pictures/{'0' * 32}.png", timeout=PATIENCE_S)
    assert (answer.status_code, answer.json()) == (404, {"error": f"no picture named '{'0' * 32}'"})
