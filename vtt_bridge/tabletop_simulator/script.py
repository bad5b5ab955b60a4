"""Our script for the game: the package's Lua file with the table's settings in front."""

import json
from importlib.resources import files

from vtt_bridge.tabletop_simulator.layout import Layout

MARK = "-- Blindhex, the umpire:"
"""The beginning of our script, by which it is recognised."""


def global_script(layout: Layout, url: str) -> str:
    """The Global script for a table with this layout, which asks the umpire at this URL."""
    settings = json.dumps({"url": url.rstrip("/"), **layout.document}, ensure_ascii=True)
    settings = settings.replace("]==]", "\\u005d==]")
    body = files("vtt_bridge.tabletop_simulator").joinpath("umpire.lua").read_text("utf-8")
    return f"{MARK} asks {url.rstrip('/')}\nSETTINGS = [==[{settings}]==]\n{body}"
