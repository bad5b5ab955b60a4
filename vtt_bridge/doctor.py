"""What is wrong with a connection, step by step, in plain words: each step rests on those before it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import requests

from maps.library import bundled_board
from rules.catalog import RULESETS
from rules.errors import RulesError
from vtt_bridge.config import Config
from vtt_bridge.errors import BadAnswer, Refused
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.worlds import KEY_VARIABLE, link_to_world
from vtt_bridge.keys import key_for
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.umpire import Umpire
from vtt_bridge.virtual_table import VirtualTable


@dataclass(frozen=True, slots=True)
class Finding:
    """One step: whether it is well, and the sentence that says so or what to do."""

    is_well: bool
    sentence: str


def examined(
    address: str,
    world: str,
    config: Config,
    environment: Mapping[str, str],
    session: Callable[[], requests.Session] = requests.Session,
) -> Iterator[Finding]:
    """The findings at an address: a table of our own kind, or else a Foundry relay."""
    where = address or f"http://{config.host}:{config.port}"
    try:
        table = LocalTable(where, config.timeout_s, session())
    except (BadAnswer, Refused) as error:
        if not address or "that it has no scene" in str(error):
            yield Finding(False, str(error))
            return
        yield from _relay(where, world, config, environment, session)
    except RulesError as error:
        advice = "" if address else "; start it with blindhex serve"
        yield Finding(False, f"{error}{advice}")
    else:
        yield Finding(True, f"a Blindhex table answers at {where}")
        yield from _scene(table)


def _relay(
    where: str,
    world: str,
    config: Config,
    environment: Mapping[str, str],
    session: Callable[[], requests.Session],
) -> Iterator[Finding]:
    try:
        key = key_for(environment, KEY_VARIABLE, where)
        yield Finding(True, "there is a key for it")
        link, chosen = link_to_world(where, key, world, config.timeout_s, session())
        yield Finding(True, f"a Foundry relay answers at {where} and takes the key")
        yield Finding(True, f"world {chosen.title!r} is connected, Foundry {chosen.version}")
        table = FoundryTable(link)
        scene = table.document()
        yield Finding(True, f"the world answers; its active scene is {scene.get('name')!r}")
    except RulesError as error:
        yield Finding(False, str(error))
        return
    yield from _scene(table)
    if not table.players():
        yield Finding(
            False,
            "nobody plays a side yet; say --player SIDE=USER when you sit down, or --open if all may know all",
        )


def _scene(table: VirtualTable) -> Iterator[Finding]:
    try:
        scene = table.look()
        frame = scene.frame
        yield Finding(
            True,
            f"the scene {scene.name!r} can be read: {frame.kind.value}, {frame.cell_px:g} px, {len(scene.tokens)} units",
        )
        state, book = Umpire(RULESETS, bundled_board).state(scene)
        yield Finding(True, f"every unit is known to {book.rulebook.title} and stands on {state.board.name}")
    except RulesError as error:
        yield Finding(False, str(error))
