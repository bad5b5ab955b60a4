"""blindhex doctor on connections: it names the first step that is wrong, in plain words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.vtt_bridge.foundry.relay import ADDRESS, KEY, Relay, finished
from tests.vtt_bridge.foundry.world import World, scenario_scene
from tests.vtt_bridge.scenes import fight, umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.commands.doctor import connection_findings
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.system.config import Config
from vtt_bridge.umpire.findings import Finding

ENVIRONMENT = {"BLINDHEX_FOUNDRY_KEY": KEY}


@pytest.fixture
def relay() -> Iterator[Relay]:
    yield from finished(Relay(World(scenario_scene())))


def found(
    relay: Relay | None,
    address: str = ADDRESS,
    world: str = "",
    environment: dict[str, str] = ENVIRONMENT,
    port: int = 9,
) -> list[Finding]:
    def session() -> requests.Session:
        made = requests.Session()
        if relay is not None:
            made.mount(ADDRESS, relay)
        return made

    return list(
        connection_findings(
            address, world, Config(Path(), port=port, timeout_s=PATIENCE_S), environment, session
        )
    )


def trouble(findings: list[Finding]) -> str:
    """The one step that is wrong, which is the last."""
    assert [finding.is_well for finding in findings] == [True] * (len(findings) - 1) + [False]
    return findings[-1].sentence


def test_doctor_finds_nothing_wrong_at_a_complete_foundry_table(relay: Relay) -> None:
    relay.world.scene["flags"]["blindhex"]["players"] = {"us": ["ann"], "ge": ["eve"]}
    findings = found(relay)
    assert all(finding.is_well for finding in findings)
    told = [finding.sentence for finding in findings]
    assert "world 'Saturday' is connected, Foundry 13.351" in told
    assert "the scene 'Mill Crossing' can be read: hex, 96 px, 19 units" in told
    assert told[-1] == "every unit is known to Last Hundred Yards and stands on Mill Valley"


def test_doctor_names_the_first_wrong_step_of_a_foundry_table(relay: Relay) -> None:
    assert "nobody plays a side yet; say --player SIDE=USER" in trouble(found(relay))
    assert trouble(found(relay, environment={})).startswith(
        f"there is no key for {ADDRESS}; put it into BLINDHEX_FOUNDRY_KEY, or keep it with blindhex bridge key"
    )
    assert "the relay does not know the key" in trouble(
        found(relay, environment={"BLINDHEX_FOUNDRY_KEY": "x"})
    )
    assert "BLINDHEX_FOUNDRY_KEY: 'what it holds' is not a key without spaces" in trouble(
        found(relay, environment={"BLINDHEX_FOUNDRY_KEY": "a b"})
    )
    assert "no such world is connected (the relay knows 'Saturday')" in trouble(found(relay, world="Sunday"))
    relay.is_connected = False
    assert "log in to it as a game master in a browser" in trouble(found(relay))
    relay.is_connected = True
    relay.scopes_missing = {"scene"}
    assert "the relay's key may not do this (API key lacks required scope: scene)" in trouble(found(relay))
    relay.scopes_missing = set()
    relay.world.scene["tokens"][0]["x"] += 48
    assert "it straddles hexes near" in next(
        finding.sentence for finding in found(relay) if not finding.is_well
    )


def test_doctor_does_not_print_the_key(relay: Relay) -> None:
    assert KEY not in str(found(relay))


def test_doctor_finds_a_local_table_well_or_says_how_to_start_it() -> None:
    store = Store(":memory:")
    with serving(store, umpire()) as url:
        port = int(url.rpartition(":")[2])
        assert "it has no scene; open one with blindhex serve SCENARIO" in trouble(found(None, "", port=port))
        open_scenario(store, fight())
        findings = found(None, "", port=port)
        assert all(finding.is_well for finding in findings)
        assert findings[0].sentence == f"a Blindhex table answers at {url}"
        assert all(finding.is_well for finding in found(None, url))
    assert trouble(found(None, "", port=port)).endswith("; start it with blindhex serve")
    store.close()


def test_doctor_at_a_table_with_seats_asks_for_a_link_and_not_for_a_key() -> None:
    store = Store(":memory:")
    with serving(store, umpire(), names=("table.test",)) as url:
        assert trouble(found(None, url)).startswith("seat: join this table by the link to your seat")
    with serving(store, umpire()) as url:
        assert "it has no scene" in trouble(found(None, url))
    store.close()
