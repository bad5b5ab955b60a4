"""Programs that join a table with seats: by a link once, and with the key of their seat from then on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.errors import BadInput
from tests.vtt_bridge.cli_ground import answered, refused
from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.local_table.clients import Client, links, seated
from tests.waiting import PATIENCE_S
from vtt_bridge.errors import Refused
from vtt_bridge.local_table.api.dependencies import CLAIMS_A_MINUTE
from vtt_bridge.local_table.table import SEAT_VARIABLE, LocalTable, sit_down

TIGER = "lhy-tiger-at-the-bridge"
HIDDEN = "ge.pak40.4"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with a_table(tmp_path, TIGER, names=("club.example",)) as table:
        yield table


def test_a_program_that_joins_by_a_link_sees_the_units_that_its_seat_may_see(table: Served) -> None:
    with pytest.raises(Refused, match="join this table by the link to your seat"):
        LocalTable(table.url, PATIENCE_S)
    seen = {}
    for name, link in links(table).items():
        where, seat, key = sit_down(f"{table.url}/#join={link}", PATIENCE_S)
        assert (where, seat) == (table.url, name)
        seen[seat] = {token.id for token in LocalTable(table.url, PATIENCE_S, key=key).read_scene().tokens}
    assert HIDDEN in seen["ge"] & seen["umpire"]
    assert HIDDEN not in seen["us"] | seen["spectator"]


def test_a_used_link_and_an_address_without_one_are_refused(table: Served) -> None:
    link = f"{table.url}/#join={links(table)['us']}"
    sit_down(link, PATIENCE_S)
    with pytest.raises(Refused, match="this link is not good any more"):
        sit_down(link, PATIENCE_S)
    with pytest.raises(BadInput, match="the link to a seat"):
        sit_down(table.url, PATIENCE_S)
    with pytest.raises(BadInput, match="sit down first, with blindhex join LINK"):
        LocalTable(link)


def test_after_sixty_forged_links_a_minute_further_ones_are_429(table: Served) -> None:
    forged = links(table)["us"].rpartition(".")[0] + ".forged"
    answers = [Client(table).send("POST", "/api/seats", {"link": forged}) for _ in range(CLAIMS_A_MINUTE + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {403}
    assert (answers[-1].status_code, answers[-1].json()) == (
        429,
        {"error": "seats claimed: at most 60 a minute are taken; wait a little and try again"},
    )
    assert answers[-1].headers["Retry-After"] == "10"


def test_one_seat_may_ask_a_limited_number_of_questions_a_minute_and_others_still_can(tmp_path: Path) -> None:
    with a_table(tmp_path, TIGER, names=("club.example",), questions_a_minute=3) as table:
        at = seated(table)
        answers = [
            at["us"].send("POST", "/ask", {"ask": "range", "who": "us.able.2.squad.1"}) for _ in range(4)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["error"].startswith("questions: at most 3 a minute")
        assert (
            at["umpire"].send("POST", "/ask", {"ask": "range", "who": "us.able.2.squad.1"}).status_code == 200
        )
        assert at["us"].send("POST", "/pointed", {"at_px": [1, 1]}).status_code == 429
        assert at["us"].get("/game").status_code == 200


def test_blindhex_join_prints_a_key_that_opens_the_table_until_the_seat_is_handed_over(
    table: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt_bridge.system.keys.find_spec", lambda _: None)  # no keyring here
    told = answered("join", f"{table.url}/#join={links(table)['us']}")
    assert told.startswith(f"Your seat at {table.url}: Americans.")
    key = told.split(f"{SEAT_VARIABLE}=")[1].strip()
    assert "join this table by the link" in refused("range", table.url, "us.able.2.squad.1")
    monkeypatch.setenv(SEAT_VARIABLE, key)
    assert "LHY" in answered("range", table.url, "us.able.2.squad.1")
    assert HIDDEN not in refused("range", table.url, HIDDEN).replace(f"'{HIDDEN}'", "")
    assert "a Blindhex table answers" in answered("doctor", table.url)
    Client(table, key).send("POST", "/seats/us/link")  # handed over
    sentence = refused("range", table.url, "us.able.2.squad.1")
    assert "join this table by the link" in sentence
    assert key not in sentence
