"""The page in Firefox, used as by a newcomer: questions, ruler, actions, undo, refusals and zoom work without an error.

Debian's firefox-esr is driven over WebDriver BiDi by Puppeteer, neither of which anything else here needs:

    apt-get install firefox-esr
    npm install --no-save --prefix tests/peers puppeteer-core@24
"""

import json
import os
import subprocess
from contextlib import closing
from pathlib import Path
from shutil import copy, which

import pytest

from maps.library import scenario
from tests.programs import PEERS, node
from tests.vtt_bridge.scenes import beginning, umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

FIREFOX = which("firefox-esr") or which("firefox")
VISIT = Path(__file__).with_name("firefox_visit.mjs")


@pytest.mark.skipif(
    not (FIREFOX and (PEERS / "puppeteer-core").exists()),
    reason="apt-get install firefox-esr; npm install --no-save --prefix tests/peers puppeteer-core@24",
)
def test_a_newcomer_s_visit(tmp_path: Path) -> None:
    """LHY 11.5: the odds of the 57 mm gun on the StuG are those of the README, in Firefox too."""
    assert FIREFOX
    (tmp_path / "node_modules").symlink_to(PEERS)
    with closing(Store(tmp_path / "t.sqlite")) as store:
        open_scenario(store, scenario("mill-crossing"), begin=beginning("mill-crossing"))
        with serving(store, umpire()) as url:
            run = subprocess.run(
                [node(), copy(VISIT, tmp_path), FIREFOX, url],
                env={**os.environ, "HOME": str(tmp_path)},
                capture_output=True,
                text=True,
                timeout=20 * PATIENCE_S,
                check=False,
            )
    assert run.returncode == 0, run.stderr
    said = json.loads(run.stdout)
    assert said["errors"] == []
    assert "umpire" in said["welcome"]
    assert said["fire"].startswith("ATDRM +1")
    assert sorted(said["odds"]) == ["1/10", "1/5", "7/10"]
    assert min(said["drawn"], default=0) > 0
    assert said["drawn_line"] == said["line"]
    assert "LOS" in said["line"]
    assert "initiative" in said["declared"]
    assert said["due"] == "German player: roll for the initiative."
    assert said["refused"] == "M4A3(75) #2 stays: the Germans are to act now."
    assert said["grown"] > 1.2
