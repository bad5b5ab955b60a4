"""A club server's health and counters for its monitoring."""

import pytest
import requests
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from tests.vtt_bridge.scenes import umpire
from vtt_bridge.errors import CannotListen
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.web.metrics import Measured, Metrics


def test_a_server_counts_requests_by_the_path_of_their_route_and_by_their_answer() -> None:
    metrics, store = Metrics(), Store(":memory:")
    with (
        serving(store, umpire(), welcome=lambda app: app.add_middleware(Measured, metrics=metrics)) as url,
        metrics.served("127.0.0.1", 0) as port,
    ):
        assert requests.get(f"{url}/healthz", timeout=60).json() == {"status": "ok"}
        assert requests.get(f"{url}/api/scenes/secret-plan", timeout=60).status_code == 404
        assert requests.get(f"{url}/wp-login.php", timeout=60).status_code == 404
        told = requests.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text
    counted = {
        tuple(sample.labels.values()): sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
        if sample.name == "blindhex_requests_total"
    }
    assert counted == {
        ("GET", "/healthz", "200"): 1,
        ("GET", "/api/scenes/{scene_id}", "404"): 1,
        ("GET", "other", "404"): 1,
    }
    assert "secret-plan" not in told
    assert "blindhex_answer_seconds_bucket" in told


def test_metrics_cannot_be_served_at_a_port_in_use() -> None:
    with (
        Metrics().served("127.0.0.1", 0) as port,
        pytest.raises(CannotListen),
        Metrics().served("127.0.0.1", port),
    ):
        pass


def test_healthz_is_an_error_once_the_database_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(":memory:")
    with serving(store, umpire()) as url:
        assert requests.get(f"{url}/healthz", timeout=60).status_code == 200

        def gone() -> None:
            raise OperationalError("select", {}, Exception("the line broke"))

        monkeypatch.setattr(store, "scenes", gone)
        answer = requests.get(f"{url}/healthz", timeout=60)
    assert answer.status_code >= 500
    assert answer.json() == {"error": "The table's database does not answer."}
