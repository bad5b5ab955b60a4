"""A checkup of the game and the umpire, step by step."""

from collections.abc import Iterator

from rules.errors import RulesError
from vtt_bridge.local_table.table import LocalTable
from vtt_bridge.tabletop_simulator.editor_link import EditorLink
from vtt_bridge.tabletop_simulator.script import MARK
from vtt_bridge.umpire.findings import Finding


def game_findings(link: EditorLink, url: str, timeout_s: float) -> Iterator[Finding]:
    """Whether an umpire is served at that address, the game runs, and its script is ours and asks there."""
    try:
        LocalTable(url, timeout_s)
        yield Finding(True, f"an umpire is served at {url}")
    except RulesError as error:
        yield Finding(False, f"{error}; start it with blindhex serve")
    try:
        scripts = link.scripts()
    except RulesError as error:
        yield Finding(False, str(error))
        return
    yield Finding(True, "Tabletop Simulator runs, and a game is loaded")
    script = next((state.get("script", "") for state in scripts if state["guid"] == "-1"), "")
    if not script.startswith(MARK):
        yield Finding(
            False, "the game's Global script is not ours; give it ours with blindhex bridge tts push"
        )
    elif script.splitlines()[0] != f"{MARK} asks {url.rstrip('/')}":
        asks = script.splitlines()[0].removeprefix(MARK).strip()
        yield Finding(False, f"our script {asks}, and not {url}; push it again")
    else:
        yield Finding(True, "our script is in the game and asks there")
