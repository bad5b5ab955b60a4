"""The Foundry worlds that a relay knows."""

from dataclasses import dataclass

from vtt_bridge.errors import BadAnswer
from vtt_bridge.foundry.fields import text
from vtt_bridge.foundry.link import RelayLink

KEY_VARIABLE = "BLINDHEX_FOUNDRY_KEY"
"""The variable of the environment that holds the relay's key."""


@dataclass(frozen=True, slots=True)
class World:
    """A world: the id that the relay calls it by, its title, the version of Foundry, whether it is connected."""

    id: str
    title: str
    version: str
    is_online: bool


def worlds_of(link: RelayLink) -> tuple[World, ...]:
    """The worlds that the key of a link opens.

    Raises:
        TableError: as the link does.
    """
    told = link.get("/clients").get("clients")
    if not isinstance(told, list):
        raise BadAnswer(link.address, "without a list of worlds")
    return tuple(
        World(
            text(one, "clientId", "world"),
            text(one, "worldTitle", "world") or text(one, "worldId", "world"),
            text(one, "foundryVersion", "world"),
            one.get("isOnline") is not False,
        )
        for one in told
        if isinstance(one, dict)
    )
