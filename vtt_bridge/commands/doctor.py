"""blindhex doctor: a checkup step by step in plain words; each step rests on those before it."""

from collections.abc import Callable, Iterator, Mapping
from os import environ

import click
import requests

from maps import battle_group, rosters
from maps.library import format_of, open_source
from rules.catalog import ruleset
from rules.errors import RulesError
from rules.game.ruleset import CountsForces
from vtt_bridge.commands.options.house_values import house_values
from vtt_bridge.commands.options.source_options import SourceOptions, read_forces
from vtt_bridge.commands.output.findings import tell_findings
from vtt_bridge.errors import BadAnswer, Refused
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.worlds import KEY_VARIABLE, link_to_world
from vtt_bridge.games.log_file import is_log_file
from vtt_bridge.local_table.documents import VTT
from vtt_bridge.local_table.link import Link
from vtt_bridge.local_table.table import SEAT_VARIABLE, LocalTable, address_of
from vtt_bridge.system.config import Config, config_from
from vtt_bridge.system.keys import key_for, key_if_any
from vtt_bridge.umpire.findings import Finding, scene_findings, source_findings
from vtt_bridge.umpire.umpire import Umpire


@click.command("doctor")
@click.argument("address", metavar="[ADDRESS or FILE]", default="")
@click.option("--world", default="", metavar="ID", help="The world, where a relay has several.")
def doctor(address: str, world: str) -> None:
    """Check a connection, or a board, scenario, battle group or army list, and say in plain words what is wrong.

    ADDRESS is that of a table (http://127.0.0.1:8642) or of a Foundry relay (http://127.0.0.1:3010); without
    one it is the local table. FILE is what you made, or the name of a bundled board or scenario: what can be
    played but is probably a slip is listed too, marked "check". Exit status 1 if something is wrong.

    \b
    Examples:
      blindhex doctor mill-crossing
      blindhex doctor http://127.0.0.1:8642
    """
    if is_log_file(address):
        check = f"blindhex replay {address} --check checks it"
        tell_findings([Finding(False, f"{address} is the log of a game, not a board or scenario; {check}")])
        return
    if address and "://" not in address:
        tell_findings(_file_findings(address))
        return
    tell_findings(connection_findings(address, world, config_from(environ), environ))


def _file_findings(source: str) -> Iterator[Finding]:
    """The findings about a file, by the format that it names."""
    try:
        kind = format_of(source)
        if kind == battle_group.FORMAT:
            yield from _group_findings(source)
            return
        if kind == rosters.FORMAT:
            yield from _list_findings(source)
            return
    except RulesError as error:
        yield Finding(False, str(error))
        return
    yield from source_findings(lambda: open_source(source), ruleset)


def _group_findings(source: str) -> Iterator[Finding]:
    """Whether a battle group can be read, and whether it may take the field.

    Raises:
        RulesError: if it cannot be read, or has a type that its book does not know.
    """
    state, settled, book = read_forces(source, SourceOptions())
    (name,) = state.sides
    yield Finding(True, f"the battle group can be read: {name}, {len(state.units)} units")
    yield Finding(True, f"{book.rulebook.title} knows all of them")
    if not isinstance(book, CountsForces):
        return
    worth = book.force_sizes(state, settled).verdict
    if worth.refused:
        yield Finding(False, f"{worth}: blindhex forces {source} says why")
    else:
        yield Finding(True, f"it may take the field: {worth}")


def _list_findings(source: str) -> Iterator[Finding]:
    """Whether an army list can be read and used by its book.

    Raises:
        RulesError: if it cannot.
    """
    house = house_values(source)
    book = ruleset(house[rosters.ROSTER]["book"]).with_options((), house)
    yield Finding(True, f"the list can be read: {len(book.roster)} types")
    yield Finding(
        True, f"{book.rulebook.title} can be played by it: --house {source} goes with every question"
    )


def connection_findings(
    address: str,
    world: str,
    config: Config,
    environment: Mapping[str, str],
    session: Callable[[], requests.Session] = requests.Session,
) -> Iterator[Finding]:
    """The findings at an address: a table of our own kind, or else a Foundry relay."""
    where = address or f"http://{config.host}:{config.port}"
    try:
        key = key_if_any(environment, SEAT_VARIABLE, address_of(where))
        table = LocalTable(where, config.timeout_s, session(), key)
    except (BadAnswer, Refused) as error:
        if not address or _is_ours(Link(address_of(where), config.timeout_s, session())):
            yield Finding(False, str(error))
            return
        yield from _relay(where, world, config, environment, session)
    except RulesError as error:
        advice = "" if address else "; start it with blindhex serve"
        yield Finding(False, f"{error}{advice}")
    else:
        yield Finding(True, f"a Blindhex table answers at {where}")
        yield from scene_findings(table, Umpire())


def _is_ours(link: Link) -> bool:
    """Whether a Blindhex table answers there, of any version, even if it refuses us a seat."""
    try:
        about = link.get("/api")
    except RulesError:
        return False
    return isinstance(about, dict) and about.get("vtt") == VTT


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
    yield from scene_findings(table, Umpire())
    if not table.players():
        yield Finding(
            False,
            "nobody plays a side yet; say --player SIDE=USER when you sit down, or --open if all may know all",
        )
