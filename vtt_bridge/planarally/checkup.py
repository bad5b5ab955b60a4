"""A checkup of a PlanarAlly room, step by step."""

from collections.abc import Iterator

from rules.errors import RulesError
from vtt_bridge.planarally.grid import grid_type_of
from vtt_bridge.planarally.link import RoomLink
from vtt_bridge.planarally.locations import DM, TOKENS, is_chat_on, location_from, role_of
from vtt_bridge.planarally.shapes import token_seen
from vtt_bridge.umpire.findings import Finding


def room_findings(link: RoomLink) -> Iterator[Finding]:
    """Whether the room lets us in, what its grid is, and how many of its tokens say which unit they are."""
    try:
        link.enter()
        yield Finding(True, f"the room {link.creator}/{link.room} lets the umpire in")
        events = link.load()
        if (role := role_of(events, link.user)) is not None:
            yield Finding(
                role == DM,
                f"{link.user} is a DM there"
                if role == DM
                else f"{link.user} is no DM there, so it can neither move nor lay anything; whoever made the room makes it one",
            )
        if not is_chat_on(events):
            yield Finding(
                False,
                "the room has no chat, so nobody can ask there; a DM switches it on in the DM settings, under Features",
            )
        location = location_from(events, link.address)
        kind = grid_type_of(location.options.get("grid_type"))
        if location.options.get("use_grid") is False:
            yield Finding(
                False, "the location has no grid; give it one, or say --inch-px for a table in inches"
            )
        else:
            size, unit = location.options.get("unit_size"), location.options.get("unit_size_unit")
            yield Finding(
                True, f"the location {location.name!r} has the grid {kind}, {size} {unit} to the cell"
            )
        floor, _ = location.floor("")
        shapes = list(location.shapes(floor, TOKENS))
        units = [token for shape in shapes if (token := token_seen(shape)) is not None]
    except RulesError as error:
        yield Finding(False, str(error))
        return
    counted = f"{len(units)} of the {len(shapes)} shapes on the tokens layer say which side they are on"
    yield Finding(
        bool(units), counted if units else f"{counted}; give them custom data with the prefix blindhex"
    )
