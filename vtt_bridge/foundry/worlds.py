"""The Foundry worlds that a relay knows."""

from dataclasses import dataclass

import requests

from vtt_bridge.errors import BadAnswer, Refused
from vtt_bridge.foundry.fields import text
from vtt_bridge.foundry.link import RelayLink

KEY_VARIABLE = "BLINDHEX_FOUNDRY_KEY"
"""The environment variable with the relay's key."""


@dataclass(frozen=True, slots=True)
class World:
    """A world: its id at the relay, its title, the version of Foundry, and whether it is connected."""

    id: str
    title: str
    version: str
    is_online: bool


def link_to_world(
    address: str, key: str, wanted: str, timeout_s: float, session: requests.Session | None = None
) -> tuple[RelayLink, World]:
    """A link to the world with that id or title, or to the only one that is connected.

    Raises:
        Refused: if no such world is connected, or several are.
        TableError: as the link does.
    """
    world = _chosen(worlds_of(RelayLink(address, key, "", timeout_s, session)), wanted)
    return RelayLink(address, key, world.id, timeout_s, session), world


def worlds_of(link: RelayLink) -> tuple[World, ...]:
    """The worlds that the link's key gives access to.

    Raises:
        TableError: as the link does.
    """
    clients = link.get("/clients").get("clients")
    if not isinstance(clients, list):
        raise BadAnswer(link.address, "without a list of worlds")
    return tuple(
        World(
            text(world, "clientId", "world"),
            text(world, "worldTitle", "world") or text(world, "worldId", "world"),
            text(world, "foundryVersion", "world"),
            world.get("isOnline") is not False,
        )
        for world in clients
        if isinstance(world, dict)
    )


def _chosen(worlds: tuple[World, ...], wanted: str) -> World:
    online = [
        world for world in worlds if world.is_online and (not wanted or wanted in (world.id, world.title))
    ]
    if len(online) == 1:
        return online[0]
    if online:
        ids = ", ".join(f"{world.id} ({world.title})" for world in online)
        raise Refused(f"several worlds are connected; say --world with one of {ids}")
    known = ", ".join(repr(world.title) for world in worlds) or "none at all"
    raise Refused(
        f"no such world is connected (the relay knows {known}); log in to it as a game master in a browser, "
        "with the relay's module switched on"
    )
