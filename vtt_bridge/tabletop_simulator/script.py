"""The script that sits in the game: ours as it lies in the package, with the table's settings at its head."""

import json
from importlib.resources import files

from vtt_bridge.tabletop_simulator.layout import Layout

MARK = "-- Blindhex, the umpire:"
"""What our script begins with; a script that does not is somebody else's."""


def global_script(layout: Layout, url: str) -> str:
    """The Global script for a table whose board lies so, asking the umpire at that address."""
    settings = json.dumps({"url": url.rstrip("/"), **layout.document}, ensure_ascii=True)
    settings = settings.replace("]==]", "\\u005d==]")
    body = files("vtt_bridge.tabletop_simulator").joinpath("umpire.lua").read_text("utf-8")
    return f"{MARK} asks {url.rstrip('/')}\nSETTINGS = [==[{settings}]==]\n{body}"
