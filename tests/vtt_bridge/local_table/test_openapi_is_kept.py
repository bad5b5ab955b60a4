"""Whatever is sent, the API answers as its OpenAPI describes: no server error, no undescribed status or type."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from maps.library import scenario
from tests.vtt_bridge.scenes import umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.foundry.module_routes import router as foundry_module
from vtt_bridge.local_table.api.app import create_app
from vtt_bridge.local_table.api.seat_routes import free_seat
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

KEPT = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    unsupported_method,
]  # fmt: skip
SCENE = "mill-crossing"
EXAMPLES = 2


def api_of(store: Store, *, by_links: bool = False) -> BaseSchema:
    """The API of a table as it describes itself."""
    app = create_app(
        store, umpire(), ("testserver",), allow_paired(Pairing(), foundry_module), by_links=by_links
    )
    return schemathesis.openapi.from_asgi("/openapi.json", app).exclude(path_regex="events$")


def sent_whatever(
    api: BaseSchema, mode: GenerationMode, examples: int, headers: Callable[[], dict[str, str]] = dict
) -> int:
    """Send to every operation so many requests that fit its description, or that do not, each from the seat that
    `headers` bring; the number of operations.

    Raises:
        FailureGroup: if an answer is not as it is described.
    """
    operations = list(api.get_all_operations())
    for operation in operations:
        assert isinstance(operation, Ok)
        if mode is GenerationMode.NEGATIVE and takes_anything(operation.ok()):
            continue
        requests = operation.ok().as_strategy(generation_mode=mode)
        with suppress(Unsatisfiable):  # no wrong request exists for an operation without parameters
            _sent(requests, examples, headers())
    return len(operations)


def takes_anything(operation: Any) -> bool:
    """Whether nothing wrong can be sent, as all parameters are texts in the path."""
    return not operation.body and all(
        parameter.location.name == "PATH" and parameter.definition["schema"]["type"] == "string"
        for parameter in operation.iter_parameters()
    )


def _sent(
    requests: SearchStrategy[schemathesis.Case[Any]], examples: int, headers: Mapping[str, str]
) -> None:
    @given(requests)
    @settings(max_examples=examples, suppress_health_check=[*HealthCheck], deadline=None, database=None)
    def sent(case: schemathesis.Case[Any]) -> None:
        if "scene_id" in case.path_parameters:
            case.path_parameters["scene_id"] = SCENE
        case.call_and_validate(checks=KEPT, headers=dict(headers), timeout=PATIENCE_S)

    sent()


def sits_anew(store: Store, seat: str) -> Callable[[], dict[str, str]]:
    """A function that takes a seat anew and gives headers with its key, as the request before may have given the seat away."""

    def headers() -> dict[str, str]:
        store.open_scene(SCENE)
        return {"Authorization": f"Bearer {store.seats.sit_down(free_seat(store, SCENE, seat))[1]}"}

    return headers


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_valid_and_invalid_requests_get_answers_as_openapi_describes_them(mode: GenerationMode) -> None:
    store = Store(":memory:")
    open_scenario(store, scenario(SCENE))
    assert sent_whatever(api_of(store), mode, EXAMPLES) > 30
    store.close()
