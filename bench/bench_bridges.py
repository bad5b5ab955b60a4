"""Other people's tables: the cost of a question there, compared with our own table, and of checking a VASSAL log.

The tables are the stand-ins of the tests, over real sockets; how slow a real server is they cannot tell.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.harness.groups import group
from bench.harness.measuring import Peer, Work, compare, within_ms
from bench.harness.rows import Row
from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from tests.vtt_bridge.foundry.relay import CLIENT, KEY, Relay
from tests.vtt_bridge.foundry.served_relay import on_the_air
from tests.vtt_bridge.foundry.world import World, scenario_scene
from tests.vtt_bridge.planarally import rooms
from tests.vtt_bridge.planarally.server import serving
from tests.vtt_bridge.vassal.files import Counter, game, move, step
from tests.vtt_bridge.vassal.test_scene import table as vassal_table
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.link import RelayLink
from vtt_bridge.local_table.api.server import serving as serving_table
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.port.virtual_table import VirtualTable
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.commands import saved_commands, steps
from vtt_bridge.vassal.log_check import checked_log

RELAY_TIMES, PLANARALLY_TIMES = 1.5, 3.0
MOVES, CHECK_MS = 200, 5000.0
UMPIRE = Umpire(RULESETS, bundled_board)


def _asking(table: VirtualTable) -> Work:
    numbers = count()
    asked = {"ask": "los", "who": "ge.stug.1", "target": "us.able.1.squad.2"}
    return lambda: UMPIRE.ask(table, question_of({**asked, "id": str(next(numbers))}))


@group
def question() -> Iterator[Row]:
    """A line of sight asked, ruled, drawn, laid on the map and said: processor time of both ends, which run in this process."""
    store = Store(":memory:")
    scene_id = open_scenario(store, scenario("mill-crossing"))
    with (
        serving_table(store, UMPIRE) as url,
        on_the_air(Relay(World(scenario_scene()))) as address,
        serving(rooms.crossing_room()) as room,
    ):
        own = _asking(LocalTable(f"{url}/#{scene_id}"))
        at_relay, entered = _asking(FoundryTable(RelayLink(address, KEY, CLIENT))), rooms.link(room)
        for name, work, limit in (
            ("Foundry relay", at_relay, RELAY_TIMES),
            ("PlanarAlly", _asking(rooms.table(entered)), PLANARALLY_TIMES),
        ):
            peer = Peer("local table", own, limit=limit)
            yield from compare(f"LOS question at a {name}", work, peer, seconds=2)
        entered.leave()
    store.close()


@group
def vassal() -> Iterator[Row]:
    """Checking a log of VASSAL by the rules."""
    able, foe = Counter("1", "Able 1/1", (1, 4)), Counter("2", "1 Kp 1/1", (1, 1))
    log = [step(move("1", (1 + number % 2, 4))) for number in range(1, MOVES + 1)]
    text = game((able, foe), *log)
    with TemporaryDirectory() as folder:
        table = vassal_table(Path(folder))
        umpire = Umpire(RULESETS, lambda _: table.board)
        begun, logged = saved_commands(text), steps(text)
        work = partial(checked_log, table, umpire, begun, logged)
        yield within_ms(f"a log of {MOVES} moves checked", work, CHECK_MS)
