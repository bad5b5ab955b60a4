"""Which web pages may use the server: our own, and those paired with its code; over real HTTP."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
import requests

from rules.errors import BadInput
from tests.vtt_bridge.scenes import fight, umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.foundry import module_routes
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.table_document import scene_document
from vtt_bridge.umpire.questions import Asks
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import MOST_WRONG, Pairing

FOUNDRY, EVIL = "http://127.0.0.1:30000", "https://evil.example"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Pairing, Store]]:
    pairing = Pairing(tmp_path / "kept" / "paired.json")
    store = Store(":memory:")
    open_scenario(store, fight())
    with serving(store, umpire(), welcome=allow_paired(pairing, module_routes.router)) as url:
        yield url, pairing, store
    store.close()


def paired(url: str, pairing: Pairing) -> dict[str, str]:
    answer = requests.post(
        f"{url}/api/pair", json={"code": pairing.code}, headers={"Origin": FOUNDRY}, timeout=PATIENCE_S
    )
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == FOUNDRY
    assert answer.json()["asks"] == [*Asks]
    return {"Origin": FOUNDRY, "Authorization": f"Bearer {answer.json()['token']}"}


def question(store: Store) -> dict[str, object]:
    return {"table": scene_document(store.scene("small-fight")), "question": {"ask": "field", "who": "A-1"}}


def test_a_paired_page_asks_the_umpire_and_reads_his_answer(served: tuple[str, Pairing, Store]) -> None:
    url, pairing, store = served
    headers = paired(url, pairing)
    answer = requests.post(f"{url}/api/umpire", json=question(store), headers=headers, timeout=PATIENCE_S)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == FOUNDRY
    assert "Origin" in answer.headers["Vary"]
    known = requests.get(f"{url}/api/asks", headers=headers, timeout=PATIENCE_S).json()
    assert known["asks"] == [*Asks]
    assert {*Asks, "turn", "clear", "help"} <= {*known["words"]}


def test_a_paired_page_gets_403_from_every_other_route(served: tuple[str, Pairing, Store]) -> None:
    url, pairing, _ = served
    headers = paired(url, pairing)
    for method, path in (
        ("GET", "/api/scenes"),
        ("PATCH", "/api/scenes/small-fight/tokens/A-1"),
        ("GET", "/openapi.json"),
    ):
        assert (
            requests.request(method, url + path, headers=headers, json={}, timeout=PATIENCE_S).status_code
            == 403
        )


def test_an_unpaired_page_gets_403_and_changes_nothing(
    served: tuple[str, Pairing, Store],
) -> None:
    """A browser sends such requests for any page: a token moved, a line said, without a look at the answer."""
    url, pairing, store = served
    headers = paired(url, pairing)
    before = store.scene("small-fight")
    asks: list[tuple[str, str, dict[str, str]]] = [
        ("POST", "/api/umpire", {"Origin": EVIL}),
        ("POST", "/api/umpire", {"Origin": "null"}),
        ("POST", "/api/umpire", {**headers, "Origin": EVIL}),
        ("POST", "/api/umpire", {"Origin": FOUNDRY, "Authorization": "Bearer x"}),
        ("POST", "/api/scenes/small-fight/chat", {"Origin": EVIL, "Content-Type": "text/plain"}),
        ("PATCH", "/api/scenes/small-fight/tokens/A-1", {"Origin": EVIL}),
        ("GET", "/api/scenes/small-fight", {"Origin": EVIL}),
    ]
    for method, path, sent in asks:
        answer = requests.request(
            method, url + path, data=json.dumps(question(store)), headers=sent, timeout=PATIENCE_S
        )
        assert answer.status_code == 403
        assert "this page is not paired with the umpire" in answer.json()["error"]
    assert store.scene("small-fight") == before
    assert store.chat.lines("small-fight") == ()


def test_a_preflight_is_allowed_for_the_umpire_and_refused_for_other_routes(
    served: tuple[str, Pairing, Store],
) -> None:
    url, *_ = served
    wanted = {
        "Origin": FOUNDRY,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Private-Network": "true",
    }
    allowed = requests.options(f"{url}/api/umpire", headers=wanted, timeout=PATIENCE_S)
    assert (allowed.status_code, allowed.headers["Access-Control-Allow-Origin"]) == (204, FOUNDRY)
    assert allowed.headers["Access-Control-Allow-Private-Network"] == "true"
    refused = requests.options(f"{url}/api/scenes", headers=wanted, timeout=PATIENCE_S)
    assert refused.status_code == 403
    assert "Access-Control-Allow-Origin" not in refused.headers


def test_our_own_page_and_programs_need_no_pairing(served: tuple[str, Pairing, Store]) -> None:
    url, _, store = served
    assert requests.get(f"{url}/api/scenes", headers={"Origin": url}, timeout=PATIENCE_S).status_code == 200
    assert requests.post(f"{url}/api/umpire", json=question(store), timeout=PATIENCE_S).status_code == 200


def test_after_too_many_wrong_codes_even_the_right_one_is_refused(served: tuple[str, Pairing, Store]) -> None:
    url, pairing, _ = served
    sentences = []
    for code in [*["WRONG123"] * MOST_WRONG, pairing.code]:
        answer = requests.post(
            f"{url}/api/pair", json={"code": code}, headers={"Origin": EVIL}, timeout=PATIENCE_S
        )
        assert answer.status_code == 403
        sentences.append(answer.json()["error"])
    assert sentences[0] == "That is not the code that blindhex serve shows."
    assert "Too many wrong codes; start blindhex serve again" in sentences[-1]
    assert requests.post(f"{url}/api/pair", json={"code": "x" * 99}, timeout=PATIENCE_S).status_code == 422


def test_a_pairing_survives_a_restart_and_its_file_does_not_contain_the_token(tmp_path: Path) -> None:
    kept = tmp_path / "paired.json"
    first = Pairing(kept)
    token = first.token_for(f" {first.code.lower()} ", FOUNDRY)
    assert token not in kept.read_text("utf-8")
    second = Pairing(kept)
    assert second.code != first.code
    assert second.is_paired(token, FOUNDRY)
    assert not second.is_paired(token, EVIL)
    kept.write_text("{}", "utf-8")
    with pytest.raises(BadInput, match=r"remove it and pair anew"):
        Pairing(kept)


def test_foundry_installs_the_module_from_the_server(served: tuple[str, Pairing, Store]) -> None:
    url, *_ = served
    manifest = requests.get(f"{url}/foundry/module.json", timeout=PATIENCE_S).json()
    assert (manifest["id"], manifest["manifest"]) == ("blindhex", f"{url}/foundry/module.json")
    packed = requests.get(manifest["download"], timeout=PATIENCE_S)
    assert packed.headers["Content-Type"] == "application/zip"
    with ZipFile(io.BytesIO(packed.content)) as archive:
        assert json.loads(archive.read("module.json")) == manifest
        assert set(manifest["esmodules"]) <= set(archive.namelist())
        assert all(name.endswith((".json", ".mjs")) for name in archive.namelist())
