"""The API does what its OpenAPI says, whatever is sent: no fault of the server, no status or type that is not described."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from vtt_bridge.foundry.module_routes import router as foundry_module
from vtt_bridge.local_table.api.app import create_app
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

KEPT = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    unsupported_method,
]  # fmt: skip
SCENE = "mill-crossing"
EXAMPLES = 5


@pytest.fixture(scope="module")
def api() -> Iterator[schemathesis.schemas.BaseSchema]:
    store = Store(":memory:")
    open_scenario(store, scenario(SCENE))
    app = create_app(
        store, Umpire(RULESETS, bundled_board), ("testserver",), allow_paired(Pairing(), foundry_module)
    )
    yield schemathesis.openapi.from_asgi("/openapi.json", app).exclude(path_regex="events$")
    store.close()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_whatever_is_sent_is_answered_as_described(
    mode: GenerationMode, api: schemathesis.schemas.BaseSchema
) -> None:
    operations = list(api.get_all_operations())
    assert len(operations) > 30
    for operation in operations:
        assert isinstance(operation, Ok)

        @given(operation.ok().as_strategy(generation_mode=mode))
        @settings(max_examples=EXAMPLES, suppress_health_check=[*HealthCheck], deadline=None)
        def sent(case: schemathesis.Case[Any]) -> None:
            if "scene_id" in case.path_parameters:
                case.path_parameters["scene_id"] = SCENE
            case.call_and_validate(checks=KEPT)

        with suppress(Unsatisfiable):  # where nothing is taken, nothing wrong can be sent
            sent()
