"""One scenario at every supported table: the same rulings word for word, and no secret told to a side."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from exporters.ruling_text import chat as told_in_chat
from maps.codec import board_document
from maps.library import bundled_board, scenario
from maps.scenario import Scenario
from rules.catalog import RULESETS
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from tests.programs import needs
from tests.vtt_bridge.foundry.relay import Relay, finished
from tests.vtt_bridge.foundry.test_module import ANN, GM
from tests.vtt_bridge.foundry.test_module import played as module_played
from tests.vtt_bridge.foundry.world import World, scenario_scene
from tests.vtt_bridge.maptool import maps as maptool_maps
from tests.vtt_bridge.owlbear import rooms as owlbear_rooms
from tests.vtt_bridge.planarally import rooms as planarally_rooms
from tests.vtt_bridge.planarally.server import serving as serving_room
from tests.vtt_bridge.tabletop_simulator.game import TableGame, Thing
from tests.vtt_bridge.tabletop_simulator.test_script import loaded
from tests.vtt_bridge.vassal.crossing import asked as asked_in_vassal
from tests.vtt_bridge.vassal.crossing import crossing_table
from vtt_bridge.errors import TableError
from vtt_bridge.foundry import module_routes
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.maptool.routes import answer_to as maptool_answer
from vtt_bridge.owlbear.routes import answer_to as owlbear_answer
from vtt_bridge.planarally.locations import Seating
from vtt_bridge.planarally.planarally_table import PlanarAllyTable
from vtt_bridge.planarally.set_up import set_up
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import Game, VirtualTable
from vtt_bridge.tabletop_simulator.layout import layout_of
from vtt_bridge.tabletop_simulator.script import global_script
from vtt_bridge.umpire.chat_commands import Asker, command_in, question_in
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.live_routes import answer_to as vassal_answer
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

CROSSING = scenario("mill-crossing")
UMPIRE = Umpire(RULESETS, bundled_board)
CHAT = ChatUmpire(UMPIRE)

QUESTIONS = (
    "!los ge.stug.1 > us.able.1.squad.2",
    '!LOS "StuG IIIG #2" > L4',
    "!reach us.able-tank.1.2",
    "!range ge.stug.1",
    "/here L4 > us.able.1.squad.2",
)

FORBIDDEN = "!threat us.able-tank.1.1"
"""A question of a player about a unit on which a concealed enemy gun bears."""

Said = Callable[[str, str], str]
"""The answer to the words of a player of a side, or of nobody's, who may know all."""


def at(table: VirtualTable) -> Said:
    def said(words: str, side: str) -> str:
        try:
            return CHAT.answer(table, words, Asker(side), words).text
        except TableError as error:
            return str(error)

    return said


def local() -> Iterator[Said]:
    store = Store(":memory:")
    scene_id = open_scenario(store, CROSSING)
    with serving(store, UMPIRE) as url:
        yield at(LocalTable(f"{url}/#{scene_id}"))
    store.close()


def foundry_relay() -> Iterator[Said]:
    world = World(scenario_scene())
    world.scene["flags"]["blindhex"]["players"] = {"us": ["ann"], "ge": ["eve"]}
    for relay in finished(Relay(world)):
        yield at(FoundryTable(relay.link()))


def foundry_module() -> Iterator[Said]:
    """All that the tests say, said at once: Node is started a single time. A game master without a side may know all."""
    pairing, store = Pairing(), Store(":memory:")
    with serving(store, UMPIRE, welcome=allow_paired(pairing, module_routes.router)) as url:
        arranged = ([GM, "type", f"/blindhex pair {pairing.code}"], [GM, "type", f"/blindhex side {ANN} us"])
        asked = (*([GM, "type", words] for words in QUESTIONS), [ANN, "type", FORBIDDEN])
        came = module_played(scenario_scene(), *arranged, *asked, server=url)
    store.close()
    answers = [line["content"] for line in came["said"] if "data-blindhex" in line["content"]]
    told = dict(zip((*QUESTIONS, FORBIDDEN), map(plain, answers), strict=True))
    yield lambda words, _: told[words]


def plain(html: str) -> str:
    return unescape(re.sub(r"<(?!br>)[^>]+>", "", html).replace("<br>", "\n"))


def maptool_words(html: str) -> str:
    """The text of an answer in the chat of MapTool, above its picture; leading spaces are no-break ones there."""
    return unescape(re.sub(r"<br><img .*", "", html).replace("<br>", "\n")).replace("\N{NO-BREAK SPACE}", " ")


def planarally() -> Iterator[Said]:
    with serving_room(planarally_rooms.crossing_room()) as room:
        link = planarally_rooms.link(room)
        yield at(planarally_rooms.table(link))
        link.leave()


def tabletop_simulator() -> Iterator[Said]:
    with serving(Store(":memory:"), UMPIRE) as url:
        game = loaded(url)
        game.colours = ("Green", "Black")

        def said(words: str, side: str) -> str:
            game.said.clear()
            game.chat(words.replace("/", "!"), "Green" if side else "Black")
            return game.said[-1][1].removeprefix("Umpire: ")

        yield said


def vassal(folder: Path) -> Iterator[Said]:
    table = crossing_table(folder)
    yield lambda words, _: vassal_answer(asked_in_vassal(words), table, CHAT).rpartition("SAY\t")[2]


def owlbear() -> Iterator[Said]:
    yield lambda words, side: str(owlbear_answer(owlbear_rooms.asked(words, side=side), CHAT)["said"][0])


def maptool() -> Iterator[Said]:
    game = table_game(CROSSING)

    def said(words: str, side: str) -> str:
        html = maptool_answer(
            maptool_maps.asked(words, side=side), CROSSING.board, game, CHAT, "http://127.0.0.1"
        )
        return maptool_words(html)

    yield said


TABLES = {
    table.__name__: table
    for table in (local, foundry_relay, planarally, tabletop_simulator, owlbear, maptool)
}


@pytest.fixture(
    scope="module", params=[*TABLES, "vassal", pytest.param("foundry_module", marks=needs("node"))]
)
def said(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Said]:
    if request.param == "vassal":
        yield from vassal(tmp_path_factory.mktemp("vassal"))
    elif request.param == "foundry_module":
        yield from foundry_module()
    else:
        yield from TABLES[request.param]()


@pytest.mark.parametrize("words", QUESTIONS)
def test_every_table_gives_the_same_ruling_word_for_word(said: Said, words: str) -> None:
    assert said(words, "") in ruled(CROSSING, words)


IN_INCHES = [("kgn-two-orchards", "!los uk.tank.1 > de.1.1"), ("dolgoye-crossing", "!los s-1a > g-1c")]


@pytest.mark.parametrize(("name", "words"), IN_INCHES)
def test_in_inches_foundry_and_planarally_give_the_rulings_of_the_local_table(name: str, words: str) -> None:
    wanted = ruled(scenario(name), words)
    foundry = FoundryTable(Relay(World(scenario_scene(name))).link())
    assert at(foundry)(words, "") in wanted
    with serving_room(planarally_rooms.empty_room()) as room:
        link, seating = planarally_rooms.link(room), Seating(table_game(scenario(name)), (900, 700))
        set_up(link, scenario(name), seating)
        assert at(PlanarAllyTable(link, seating))(words, "") in wanted
        link.leave()


@needs("node")
@pytest.mark.parametrize(("name", "words"), IN_INCHES)
def test_in_inches_the_foundry_module_gives_the_rulings_of_the_local_table(name: str, words: str) -> None:
    pairing, store = Pairing(), Store(":memory:")
    with serving(store, UMPIRE, welcome=allow_paired(pairing, module_routes.router)) as url:
        pair = [GM, "type", f"/blindhex pair {pairing.code}"]
        came = module_played(scenario_scene(name), pair, [GM, "type", words], server=url)
    store.close()
    (answer,) = (line["content"] for line in came["said"] if "data-blindhex" in line["content"])
    assert plain(answer) in ruled(scenario(name), words)


@pytest.mark.parametrize(("name", "words"), IN_INCHES)
def test_in_inches_owlbear_maptool_and_tabletop_simulator_give_the_rulings_of_the_local_table(
    name: str, words: str
) -> None:
    played = in_squares(scenario(name))
    wanted = ruled(played, words)
    room = owlbear_rooms.asked(words, inch_items(played), game=name, grid=SQUARES)
    assert str(owlbear_answer(room, CHAT)["said"][0]) in wanted
    posted = maptool_maps.asked(words, inch_tokens(played), "Square")
    html = maptool_answer(posted, played.board, table_game(played), CHAT, "http://127.0.0.1")
    assert maptool_words(html) in wanted
    with serving(Store(":memory:"), UMPIRE) as url:
        game = inch_game(played, url)
        game.chat(words)
        assert game.said[-1][1].removeprefix("Umpire: ") in {
            text.replace("[", "(").replace("]", ")") for text in wanted
        }


def ruled(played: Scenario, words: str) -> tuple[str, str]:
    """The ruling as our own table tells it in chat and on the page."""
    store = Store(":memory:")
    scene = InProcessTable(store, open_scenario(store, played)).read_scene()
    store.close()
    command = command_in(words)
    assert command is not None
    ruling = UMPIRE.look(scene, question_in(command, Asker(), "q")).ruling
    return told_in_chat(ruling), str(ruling)


def in_squares(played: Scenario) -> Scenario:
    """A scenario on a table whose units each stand in the middle of a square inch, as they do at MapTool."""
    units = tuple(
        replace(unit, at=Spot(int(unit.at.x_in) + 0.5, int(unit.at.y_in) + 0.5))
        for unit in played.units
        if isinstance(unit.at, Spot)
    )
    return replace(played, units=units)


SQUARES = {"type": "SQUARE", "dpi": 100, "a1": {"x": 0, "y": 0}}


def inch_items(played: Scenario) -> list[dict[str, Any]]:
    return [owlbear_rooms.token("a1", "A1", (0, 0), layer="PROP")] + [
        owlbear_rooms.token(unit.id, unit.id, (100 * x, 100 * y), rotation=unit.facing_deg or 0)
        for unit, (x, y) in spots(played)
    ]


def inch_tokens(played: Scenario) -> list[dict[str, Any]]:
    return [
        maptool_maps.token(
            unit.id, unit.name, (int(x), int(y)), notes(unit), facing=90 - (unit.facing_deg or 0)
        )
        for unit, (x, y) in spots(played)
    ]


def inch_game(played: Scenario, url: str) -> TableGame:
    game = Game(played.ruleset, board_document(played.board), played.sides, options=dict(played.options))
    layout = layout_of(played.board, game, seats={"Black": "umpire"}, is_open=True)
    pieces = []
    for unit, spot in spots(played):
        x, z = layout.units(place_px(layout.frame, played.board, spot))
        pieces.append(Thing(unit.id, unit.name, x, z, unit.facing_deg or 0.0, notes(unit)))
    table = TableGame(pieces)
    table.load(global_script(layout, url))
    return table


def notes(unit: Unit) -> str:
    """The data of a unit as noted at a foreign table."""
    return json.dumps({
        "id": unit.id, "type": unit.type, "side": unit.side, "conditions": sorted(unit.conditions)
    })  # fmt: skip


def spots(played: Scenario) -> Iterator[tuple[Unit, Spot]]:
    return ((unit, unit.at) for unit in played.units if isinstance(unit.at, Spot))


def test_at_no_table_does_an_answer_to_a_side_name_a_concealed_enemy(
    said: Said, request: pytest.FixtureRequest
) -> None:
    """J4 is held by a PaK 40; VASSAL is not told of it at all, and in PlanarAlly, where everybody hears
    everything, nothing is said."""
    told = said(FORBIDDEN, "us")
    assert not re.search(r"pak ?40", told, re.IGNORECASE)
    where = request.node.callspec.params["said"]
    wanted = {"planarally": "can neither whisper to 'us'", "vassal": "threat to"}
    assert wanted.get(where, "concealed unit at J4") in told
