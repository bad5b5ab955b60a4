"""A real relay with a real world behind it, if FOUNDRY_RELAY_URL and BLINDHEX_FOUNDRY_KEY name one.

The active scene is read; an overlay is laid, read back and taken off; a line is said to nobody's harm. The
world must be one for trying things out.
"""

from io import BytesIO
from os import environ

from PIL import Image

from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.worlds import KEY_VARIABLE, link_to_world
from vtt_bridge.port.virtual_table import ClearOverlay, Overlay, PutOverlay, Say

if url := environ.get("FOUNDRY_RELAY_URL"):
    ADDRESS = url

    def test_a_real_world_is_read_and_laid_upon() -> None:
        link, world = link_to_world(
            ADDRESS, environ[KEY_VARIABLE], environ.get("FOUNDRY_WORLD", ""), timeout_s=35.0
        )
        assert world.is_online
        table = FoundryTable(link)
        before = table.read_scene()
        kept = BytesIO()
        Image.new("RGBA", (60, 40), (200, 30, 30, 120)).save(kept, "PNG")
        overlay = Overlay("blindhex-live", "A check", (10, 20), (60, 40), revision=before.source.revision)
        table.lay(PutOverlay("live-1", overlay, kept.getvalue(), before.source.revision))
        try:
            (laid,) = [one for one in table.read_scene().overlays if one.tag == "blindhex-live"]
            assert (laid.at_px, laid.size_px, laid.owner) == ((10, 20), (60, 40), "blindhex")
        finally:
            table.lay(ClearOverlay("live-2", "blindhex-live"))
        table.say(Say("live-3", "A check: <b>this is not bold</b> & that is all."))
        after = table.read_scene()
        assert after == before
