"""A relay with a world that has the mill-crossing scenario, and a table there."""

from collections.abc import Iterator

import pytest

from tests.vtt_bridge.foundry.relay import Relay, finished
from tests.vtt_bridge.foundry.world import World, scenario_scene
from vtt_bridge.foundry.foundry_table import FoundryTable


@pytest.fixture
def relay() -> Iterator[Relay]:
    yield from finished(Relay(World(scenario_scene())))


@pytest.fixture
def table(relay: Relay) -> FoundryTable:
    return FoundryTable(relay.link())
